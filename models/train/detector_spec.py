"""The detector's sizes and classes: what training, export and evaluation agree on."""

CLASSES = ("checker", "die", "cube", "cup", "hand")
WIDTH, HEIGHT = 448, 384
"""The input, px: the rectified field plus margin, letterboxed."""
MARGIN = 0.1
"""Room around the field in the input, share of the field's width."""
