"""The board reader's sizes and maps: what training, export and `vision.detector` agree on."""

WIDTH, HEIGHT, STRIDE = 352, 320, 4
MAPS = {
    "checker": 0,
    "die": 1,
    "cube": 2,
    "dx": 3,
    "dy": 4,
    "w": 5,
    "h": 6,
    "shade": 7,
    "layer": 8,
    "hand": 9,
    "cos": 10,
    "sin": 11,
    "bar": 12,
}
"""The dense maps at a quarter of the input's resolution.

`checker`, `die`, `cube`: logits of a centre. `dx`, `dy`: the centre's offset from its cell's centre, cells. `w`,
`h`: log
of the box's size / 32 px. `shade`, `layer`: logits of being of the lighter set and of standing on other checkers.
`hand`, `bar`: logits. `cos`, `sin`: the columns' phase, 0 at a column's centre.
"""
FEATURES = 32
STRIP = (32, 8)
"""Samples along and across a point."""
COUNTS = 16
"""Classes of the count: 0 … 15."""
