"""The live web page and the director's page."""
