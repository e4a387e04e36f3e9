"""The photo studio: the same tables as physics knows, seen by a camera under real light, with an exact label for each
thing.
"""
