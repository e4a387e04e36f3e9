"""The sheet of a chouette: one row a game or settlement, every row's sum zero (rules.md §5 chouette)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.rules.errors import ChouetteError
from referee.rules.result import Points, exact, points_text


@dataclass(frozen=True)
class Row:
    """What was written down at once: the reason, and the points of everybody it concerns."""

    what: str
    points: tuple[tuple[str, Points], ...]

    def of(self, name: str) -> Points | None:
        """A player's points in this row; None where the player was not there."""
        return dict(self.points).get(name)


@dataclass(frozen=True)
class Sheet:
    """All rows, the oldest first."""

    rows: tuple[Row, ...] = ()
    games: int = 0

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody with an entry, in the order of their first."""
        return tuple(dict.fromkeys(name for row in self.rows for name, _ in row.points))

    def balance(self, name: str) -> Points:
        """A player's points, all rows together."""
        return exact(sum(row.of(name) or 0 for row in self.rows))

    def with_game(self, what: str, points: Mapping[str, Points]) -> "Sheet":
        """With the row of one more game."""
        number = self.games + 1
        return Sheet((*self.rows, Row(f"game {number}: {what}", _zero_sum(points))), number)

    def settled(self, leaver: str, staying: Sequence[str]) -> "Sheet":
        """`leaver` goes with zero: the largest loser of those who stay takes the balance over; the two settle in cash.

        Of equal losers it is the first in `staying`. A balance of zero writes no row.
        """
        balance = self.balance(leaver)
        if not balance:
            return self
        against = min(staying, key=self.balance)
        payer, paid = (against, leaver) if balance > 0 else (leaver, against)
        what = f"{leaver} leaves: {payer} pays {paid} {points_text(abs(balance))}"
        row = Row(what, _zero_sum({leaver: -balance, against: balance}))
        return Sheet((*self.rows, row), self.games)


def _zero_sum(points: Mapping[str, Points]) -> tuple[tuple[str, Points], ...]:
    if sum(points.values()):
        raise ChouetteError(f"a row of the sheet must sum to zero, and {dict(points)} does not")
    return tuple((name, exact(each)) for name, each in points.items())
