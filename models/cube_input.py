"""What the reader of numbers on blocks is given and tells: agreed on by its training and by `vision.cube`."""

from models.dice_input import Sight

SIGHT = Sight(48, 24.0)
"""px a side of its square input, px of the block's side there."""
CUBE_WORDS = ("2", "4", "8", "16", "32", "64")
"""On the faces of a doubling cube (`rules.md` 5, stakes: 2 to 64)."""
DIE_WORDS = ("1", "2", "3", "4", "5", "6")
"""On dice with numbers instead of pips."""
WORDS = ("1", "2", "3", "4", "5", "6", "8", "16", "32", "64")
CLASSES = ("none", *WORDS, "other")
"""Not such a block; the number on its top face; one with a logo, nothing or what can't be read there."""
NONE, OTHER = 0, len(CLASSES) - 1
