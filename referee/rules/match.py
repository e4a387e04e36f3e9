"""The state of a match: points, games, Crawford (rules.md §5, tournament.md 1.5)."""

from dataclasses import dataclass, replace

from referee.rules.options import Options
from referee.rules.side import Side


@dataclass(frozen=True)
class MatchScore:
    """Points before the game now played. `length` 0 is money play; `crawford_done` once that game was played."""

    length: int = 0
    white: int = 0
    black: int = 0
    crawford: bool = False
    crawford_done: bool = False
    game: int = 1

    @classmethod
    def new(cls, options: Options) -> "MatchScore":
        """The score before the first game of the match that the options name."""
        return cls(length=options.match.length, crawford=options.crawford and options.match.kind == "points")

    def points(self, side: Side) -> int:
        """A side's points."""
        return self.white if side is Side.W else self.black

    @property
    def is_crawford_game(self) -> bool:
        """Is this the first game after a side came within one point of a match longer than one?"""
        reached = self.length > 1 and max(self.white, self.black) == self.length - 1
        return self.crawford and not self.crawford_done and reached

    @property
    def winner(self) -> Side | None:
        """Who has won the match, if anybody."""
        return next((side for side in Side if self.length and self.points(side) >= self.length), None)

    def is_dead(self, side: Side, stake: int) -> bool:
        """Would a higher stake give `side` nothing, because `stake` already wins the match? Never in money play."""
        return self.length > 0 and self.points(side) + stake >= self.length

    def after(self, winner: Side, points: int) -> "MatchScore":
        """The score when `winner` has won the present game for `points`."""
        return replace(
            self,
            white=self.white + (points if winner is Side.W else 0),
            black=self.black + (points if winner is Side.B else 0),
            crawford_done=self.crawford_done or self.is_crawford_game,
            game=self.game + 1,
        )
