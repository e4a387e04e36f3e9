"""Short ways to ask the brute force."""

from tests.referee.rules.brute.law import Law
from tests.referee.rules.brute.turn import brute_force


def answer(
    game: str, position: str, throw: tuple[int, int], side: str = "W", *, first: bool = False, **settings: str
) -> tuple[set[str], int]:
    """The positions a turn may end in, and the dice used; options by keyword, `_` for `-`."""
    named = {name.replace("_", "-"): value for name, value in settings.items()}
    found = brute_force(Law(game, side, throw, named, first), position)
    return set(found.positions), found.dice_used


def ends(game: str, position: str, throw: tuple[int, int], **settings: str) -> set[str]:
    """The positions alone, White to move."""
    return answer(game, position, throw, "W", first=False, **settings)[0]
