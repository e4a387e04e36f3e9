"""A chouette from its first game to its last: rotation, the sheet, who comes and who goes (rules.md §5 chouette)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from referee.rules.chouette_game import ChouetteGame
from referee.rules.chouette_lineup import Lineup
from referee.rules.chouette_order import FEWEST, find_name, new_name
from referee.rules.chouette_sheet import Sheet
from referee.rules.errors import ChouetteError
from referee.rules.options import Options


@dataclass(frozen=True)
class Chouette:
    """The game now played and the sheet of those before. `arriving` came during the game and join with the next."""

    game: ChouetteGame
    sheet: Sheet = field(default_factory=Sheet)
    arriving: tuple[str, ...] = ()

    @classmethod
    def new(cls, options: Options, ranking: Sequence[str]) -> "Chouette":
        """The first game: the highest is box, the next captain, the others the team in order. Raises ChouetteError."""
        if options.form != "chouette":
            raise ChouetteError("this event is for two players: set form = chouette")
        names: list[str] = []
        for name in ranking:
            names.append(new_name(name, names))
        if len(names) < FEWEST:
            raise ChouetteError(f"a chouette needs {FEWEST} players, not {len(names)}")
        return cls(ChouetteGame.new(options, Lineup(names[0], tuple(names[1:]))))

    @property
    def lineup(self) -> Lineup:
        """Who is who in the game now played."""
        return self.game.lineup

    @property
    def complete(self) -> bool:
        """Are there players enough for a game?"""
        return len(self.lineup.everybody) >= FEWEST and bool(self.lineup.team)

    def to_play(self) -> ChouetteGame:
        """The game, for an action in it. Raises ChouetteError while there are not enough players."""
        if not self.complete:
            raise ChouetteError(f"a chouette needs {FEWEST} players: somebody must join first")
        return self.game

    def after(self, game: ChouetteGame, how: str = "all cubes dropped") -> "Chouette":
        """After an action that made the game so. When nobody is left in, it is written down and the next one is set up.

        The result of who began as captain decides the rotation; without one (drawn or void) everybody stays.
        """
        if game.playing:
            return replace(self, game=game)
        lineup = game.lineup
        for name in self.arriving:
            lineup = lineup.joined(name)
        captain = game.points[lineup.team[0]]
        if captain:
            lineup = lineup.rotated(captain > 0)
        return Chouette(ChouetteGame.new(game.options, lineup), self.sheet.with_game(how, game.points))

    def join(self, name: str) -> "Chouette":
        """Somebody comes in at the end of the team, with the next game if this one has begun."""
        name = new_name(name, (*self.lineup.everybody, *self.arriving))
        if self.game.begun:
            return replace(self, arriving=(*self.arriving, name))
        return self._with_lineup(self.lineup.joined(name))

    def leave(self, name: str) -> "Chouette":
        """Somebody goes, between two games, and is settled against the largest loser of those who stay."""
        name = find_name(name, (*self.lineup.everybody, *self.arriving))
        if name in self.arriving:
            return replace(self, arriving=tuple(each for each in self.arriving if each != name))
        if self.game.begun:
            raise ChouetteError(f"a game is being played: {name} can leave when it has ended")
        if len(self.lineup.everybody) == 1:
            raise ChouetteError(f"{name} is the last one here, with nobody left to settle with")
        lineup = self.lineup.left_by(name)
        return replace(self, sheet=self.sheet.settled(name, lineup.everybody))._with_lineup(lineup)

    def with_partner(self, name: str | None) -> "Chouette":
        """Before a game the box takes a partner from the team, or None to play alone. Raises ChouetteError."""
        if self.game.options.box_partner != "yes":
            raise ChouetteError("the box plays alone in this event: box-partner = yes would allow a partner")
        if self.game.begun:
            raise ChouetteError("a game is being played: the box chooses a partner before one")
        lineup = self.lineup.with_partner(None if name is None else find_name(name, self.lineup.team))
        if not lineup.team:
            raise ChouetteError(f"{lineup.partner} is the whole team: nobody would be left to play against")
        return self._with_lineup(lineup)

    def _with_lineup(self, lineup: Lineup) -> "Chouette":
        return replace(self, game=ChouetteGame.new(self.game.options, lineup))
