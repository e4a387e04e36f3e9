"""The state of a match: points, games, Crawford, and what is played next (rules.md §2 and §5, tournament.md 1.5)."""

from dataclasses import dataclass, replace

from referee.rules.game_ids import LONG_NARDY_ID, TAVLI_IDS
from referee.rules.options import Options
from referee.rules.result import Points, Result, exact
from referee.rules.side import Side


@dataclass(frozen=True)
class MatchScore:
    """Points before the game now played. `length` 0 is money play; `crawford_done` once that game was played.

    The points belong to the players by the colour they have now: `swapped` goes with a change of colours.
    """

    length: int = 0
    white: Points = 0
    black: Points = 0
    crawford: bool = False
    crawford_done: bool = False
    game: int = 1

    @classmethod
    def new(cls, options: Options) -> "MatchScore":
        """The score before the first game of the match that the options name."""
        return cls(length=options.match.length, crawford=options.crawford and options.match.kind == "points")

    def points(self, side: Side) -> Points:
        """A side's points."""
        return self.white if side is Side.W else self.black

    @property
    def is_crawford_game(self) -> bool:
        """Is this the first game after a side came within one point (or half a point) of a match longer than one?"""
        reached = self.length > 1 and self.length - 1 <= max(self.white, self.black) < self.length
        return self.crawford and not self.crawford_done and reached

    @property
    def winner(self) -> Side | None:
        """Who has won the match, if anybody. With both there and equal, after a draw, play goes on until one leads."""
        leader = Side.W if self.white > self.black else Side.B
        won = self.length > 0 and self.white != self.black and self.points(leader) >= self.length
        return leader if won else None

    def is_dead(self, side: Side, stake: int) -> bool:
        """Would a higher stake give `side` nothing, because `stake` already wins the match? Never in money play."""
        return self.length > 0 and self.points(side) + stake >= self.length

    def after(self, winner: Side, points: Points) -> "MatchScore":
        """The score when `winner` has won the present game for `points`."""
        return self.after_game(Result(winner, "", 1, points))

    def after_game(self, result: Result) -> "MatchScore":
        """The score after the present game, drawn and void ones too."""
        return replace(
            self,
            white=exact(self.white + result.points_of(Side.W)),
            black=exact(self.black + result.points_of(Side.B)),
            crawford_done=self.crawford_done or self.is_crawford_game,
            game=self.game + 1,
        )

    def swapped(self) -> "MatchScore":
        """The same score when the players have changed colours."""
        return replace(self, white=self.black, black=self.white)


@dataclass(frozen=True)
class NextGame:
    """What is played next: its id, who begins (None: an opening throw decides), and whether the players change colours.

    `begins` is the colour after the change.
    """

    game: str
    begins: Side | None = None
    colours_swap: bool = False


def first_game(options: Options) -> NextGame:
    """The first game of a match: an opening throw decides who begins; tavli begins with portes (rules.md §1, §2)."""
    return NextGame(TAVLI_IDS[0] if options.match.kind == "tavli" else options.game)


def next_game(score: MatchScore, options: Options, winner: Side | None, began: Side | None) -> NextGame | None:
    """The game after one that `began` began and `winner` won, by the `starter` option; None when the match is over.

    `score` is the one after the game, `options` are those the game was played by, colours those it was played with.
    After a draw or a void game the one who began it begins again, being the last to have earned that; with
    `previous-black-swap` colours change all the same. A void plakoto is not replayed: the rotation of tavli goes on.
    """
    if score.winner is not None:
        return None
    game = _rotated(options)
    if options.starter == "opening-throw":
        return NextGame(game)
    if options.starter == "previous-black-swap":
        return NextGame(game, Side.W, colours_swap=True)
    begins = winner or began
    if begins is Side.B and white_begins(game):
        return NextGame(game, Side.W, colours_swap=True)
    return NextGame(game, begins)


def white_begins(game: str) -> bool:
    """Does who begins take the white checkers? In long nardy, also when an opening throw decides (rules.md §2)."""
    return game == LONG_NARDY_ID


def _rotated(options: Options) -> str:
    if options.match.kind != "tavli":
        return options.game
    return TAVLI_IDS[(TAVLI_IDS.index(options.game) + 1) % len(TAVLI_IDS)]
