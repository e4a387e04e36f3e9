"""What the corner finder's maps mean.

A field looks the same after half a turn, so its corners are of two kinds only: seen clockwise, from one kind runs an
edge that points stand on, from the other an edge beside them.
"""

SIDE = 320
"""Side of the network's square input, px."""
STRIDE = 4
MAPS = ("corner before a base line", "corner before a side line", "base line", "side line", "field")
FILL = 114
"""Grey level round a letterboxed picture."""
