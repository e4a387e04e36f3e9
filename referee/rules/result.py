"""What a finished game was worth, as a value: a winner with points, a draw, or nothing."""

from dataclasses import dataclass

from referee.rules.side import Side

Points = int | float
"""A number of points: an int when whole, a float for halves. Halves are exact in binary and JSON knows them."""


def exact(points: Points) -> Points:
    """The same points, as an int when they are whole."""
    whole = int(points)
    return whole if whole == points else points


def points_text(points: Points) -> str:
    """Points as people write them: `2`, `½`, `1½`, `-1½`."""
    whole, half = divmod(abs(round(points * 2)), 2)
    digits = f"{whole or ''}½" if half else str(whole)
    return f"-{digits}" if points < 0 else digits


@dataclass(frozen=True)
class Result:
    """A finished game: winner, what it is called (`single`, `gammon`, `oin`, `mars`, `draw`, `void`…), factor, points.

    `winner` None is a draw, whose `points` both sides get, or a void game, which is worth nothing.
    """

    winner: Side | None
    name: str
    factor: int
    points: Points

    def points_of(self, side: Side) -> Points:
        """What one side gets for the game."""
        return self.points if self.winner in (side, None) else 0
