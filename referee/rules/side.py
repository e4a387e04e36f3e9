"""The two sides of a game."""

from enum import StrEnum


class Side(StrEnum):
    """White or Black, as text `W` and `B`."""

    W = "W"
    B = "B"

    @property
    def other(self) -> "Side":
        """The opponent."""
        return Side.B if self is Side.W else Side.W

    @property
    def colour(self) -> str:
        """The name a player reads: `White`, `Black`."""
        return "White" if self is Side.W else "Black"
