"""The throws for box, captain and the order of the team (rules.md §5 chouette)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.rules.errors import ChouetteError

FEWEST = 3
RESERVED = ("all", "box", "draw", "none", "team", "void")
"""Words of the actions; no player can be called so."""


@dataclass(frozen=True)
class Order:
    """The players and what each has thrown, one die at a time; those with equal throws throw again."""

    throws: tuple[tuple[str, tuple[int, ...]], ...]

    @classmethod
    def new(cls, names: Sequence[str]) -> "Order":
        """Before the first throw. Raises ChouetteError for fewer than three players or a name that won't do."""
        checked: list[str] = []
        for name in names:
            checked.append(new_name(name, checked))
        if len(checked) < FEWEST:
            raise ChouetteError(f"a chouette needs {FEWEST} players, not {len(checked)}: players Ann Ben Cy")
        return cls(tuple((name, ()) for name in checked))

    @property
    def names(self) -> tuple[str, ...]:
        """The players as they were named."""
        return tuple(name for name, _ in self.throws)

    @property
    def due(self) -> tuple[str, ...]:
        """Who has to throw: those who have not thrown, and those level with somebody."""
        return tuple(name for name, thrown in self.throws if not thrown or self._level(name, thrown))

    @property
    def ranking(self) -> tuple[str, ...]:
        """Highest first: box, captain, the rest of the team. Raises ChouetteError while somebody has to throw."""
        if self.due:
            raise ChouetteError(f"the order is not decided: {', '.join(self.due)} throw")
        return tuple(name for name, _ in sorted(self.throws, key=lambda each: each[1], reverse=True))

    def thrown(self, name: str, die: int) -> "Order":
        """After a player threw a die. Raises ChouetteError for a number no die has, and for a throw that is not due."""
        if not 1 <= die <= 6:
            raise ChouetteError(f"a die shows 1 to 6, not {die}")
        name = find_name(name, self.names)
        if name not in self.due:
            waiting = f"{', '.join(self.due)} throw now" if self.due else "the order is decided"
            raise ChouetteError(f"{name} has thrown already; {waiting}")
        return replace(self, throws=tuple((each, (*dice, die) if each == name else dice) for each, dice in self.throws))

    def _level(self, name: str, thrown: tuple[int, ...]) -> bool:
        return any(dice[: len(thrown)] == thrown for other, dice in self.throws if other != name)


def new_name(name: str, taken: Sequence[str]) -> str:
    """A newcomer's name, trimmed. Raises ChouetteError for one that is empty, taken, or a word of the actions."""
    name = " ".join(name.split())
    if not name or not name.isprintable() or name.casefold() in RESERVED:
        raise ChouetteError(f"nobody can be called {name!r}; use letters, and another name than {', '.join(RESERVED)}")
    if name.casefold() in [each.casefold() for each in taken]:
        raise ChouetteError(f"there is a {name} already; give each player a name of their own")
    return name


def find_name(name: str, known: Sequence[str]) -> str:
    """The player meant, whatever the case of the letters. Raises ChouetteError that says who is there."""
    found = next((each for each in known if each.casefold() == name.casefold()), None)
    if found is None:
        raise ChouetteError(f"there is no {name!r} here; it can be {', '.join(known) or 'nobody now'}")
    return found
