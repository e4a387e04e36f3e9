"""A chouette from its first game to its last: rotation, the sheet, who comes and who goes (rules.md §5 chouette)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from referee.rules.chouette_game import ChouetteGame
from referee.rules.chouette_order import FEWEST, find_name, new_name
from referee.rules.chouette_seats import Seats
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
        return cls(ChouetteGame.new(options, Seats(names[0], tuple(names[1:]))))

    @property
    def seats(self) -> Seats:
        """Who is who in the game now played."""
        return self.game.seats

    @property
    def complete(self) -> bool:
        """Are there players enough for a game?"""
        return len(self.seats.everybody) >= FEWEST and bool(self.seats.team)

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
        seats = game.seats
        for name in self.arriving:
            seats = seats.joined(name)
        captain = game.points[seats.team[0]]
        if captain:
            seats = seats.rotated(captain > 0)
        return Chouette(ChouetteGame.new(game.options, seats), self.sheet.with_game(how, game.points))

    def join(self, name: str) -> "Chouette":
        """Somebody comes in at the end of the team, with the next game if this one has begun."""
        name = new_name(name, (*self.seats.everybody, *self.arriving))
        if self.game.begun:
            return replace(self, arriving=(*self.arriving, name))
        return self._reseated(self.seats.joined(name))

    def leave(self, name: str) -> "Chouette":
        """Somebody goes, between two games, and is settled against the largest loser of those who stay."""
        name = find_name(name, (*self.seats.everybody, *self.arriving))
        if name in self.arriving:
            return replace(self, arriving=tuple(each for each in self.arriving if each != name))
        if self.game.begun:
            raise ChouetteError(f"a game is being played: {name} can leave when it has ended")
        if len(self.seats.everybody) == 1:
            raise ChouetteError(f"{name} is the last one here, with nobody left to settle with")
        seats = self.seats.left_by(name)
        return replace(self, sheet=self.sheet.settled(name, seats.everybody))._reseated(seats)

    def with_partner(self, name: str | None) -> "Chouette":
        """Before a game the box takes a partner from the team, or None to play alone. Raises ChouetteError."""
        if self.game.options.box_partner != "yes":
            raise ChouetteError("the box plays alone in this event: box-partner = yes would allow a partner")
        if self.game.begun:
            raise ChouetteError("a game is being played: the box chooses a partner before one")
        seats = self.seats.with_partner(None if name is None else find_name(name, self.seats.team))
        if not seats.team:
            raise ChouetteError(f"{seats.partner} is the whole team: nobody would be left to play against")
        return self._reseated(seats)

    def _reseated(self, seats: Seats) -> "Chouette":
        return replace(self, game=ChouetteGame.new(self.game.options, seats))
