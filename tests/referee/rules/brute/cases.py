"""Endless seeded questions about one game: random play from the start, and positions set up on purpose."""

import random
from collections.abc import Callable, Iterator

from tests.referee.rules.brute import hitting_positions as hitting
from tests.referee.rules.brute import pinning_positions as pinning
from tests.referee.rules.brute import same_way_positions as same_way
from tests.referee.rules.brute.case import Case
from tests.referee.rules.brute.law import VALUES
from tests.referee.rules.brute.setting_up import SettingUp

Setter = Callable[[SettingUp, random.Random], None]

LONGEST_GAME = 250
STARTS = dict.fromkeys(("backgammon", "short-nardy", "portes"), "24:2 13:5 8:3 6:5")
_HITTING = (
    hitting.home_blots,
    hitting.home_blots,
    hitting.entering_hits,
    hitting.bearing_off,
    hitting.home_hits,
    hitting.few_dice,
    hitting.anywhere,
)
SETTERS: dict[str, tuple[Setter, ...]] = {
    "backgammon": _HITTING,
    "short-nardy": _HITTING,
    "portes": _HITTING,
    "long-nardy": (
        same_way.wall,
        same_way.wall,
        same_way.passing,
        same_way.heads,
        same_way.first_turns,
        same_way.endings,
        same_way.few_dice,
        same_way.anywhere,
    ),
    "fevga": (
        same_way.wall,
        same_way.passing,
        same_way.first_checker,
        same_way.quarter,
        same_way.quarter,
        same_way.standing,
        same_way.standing,
        same_way.endings,
        same_way.few_dice,
        same_way.anywhere,
    ),
    "plakoto": (pinning.pins, pinning.mothers, pinning.bearing_off, pinning.few_dice),
}
MADE_FOR: dict[str, tuple[str, ...]] = {
    "few_dice": ("single-die",),
    "home_blots": ("hit-and-hide",),
    "entering_hits": ("hit-and-hide",),
    "home_hits": ("hit-and-bear-off",),
    "endings": ("bear-off-in-homecoming-turn",),
    "first_turns": ("first-throw-head",),
    "wall": ("six-block", "fevga-block"),
    "passing": ("six-block", "fevga-blocks-judged"),
    "standing": ("fevga-block",),
    "quarter": ("fevga-blocks-judged",),
    "mothers": ("mother-pinned-ends-turn",),
    "bearing_off": ("bear-off-with-prisoner",),
}
"""Kind of position → the options it was made to bring into play."""

_FIRST_TURNS = {"first_turns": 0.9, "heads": 0.3}


def cases(game: str, seed: int) -> Iterator[Case]:
    """One position in five from play, the others set up; every option's value by chance. Same seed, same cases."""
    chance = random.Random(f"{game} {seed}")
    played = walk(game, random.Random(f"{game} {seed} walk"))
    while True:
        yield next(played) if chance.random() < 0.2 else set_up(game, chance)


def set_up(game: str, chance: random.Random, only: Setter | None = None) -> Case:
    """A position set up on purpose, with a throw."""
    setter = only or chance.choice(SETTERS[game])
    checkers = 15 if chance.random() < 0.85 else chance.randint(1, 14)
    board = SettingUp(game, chance, checkers)
    setter(board, chance)
    side, kind = chance.choice("WB"), setter.__name__
    first_turn = game == "long-nardy" and chance.random() < _FIRST_TURNS.get(kind, 0.05)
    throw = _throw(chance) if board.throw is None or chance.random() < 0.2 else board.throw
    throw = (max(throw), min(throw))
    return Case(game, board.position(side), side, throw, first_turn, _settings(game, chance), checkers, kind)


def walk(game: str, chance: random.Random) -> Iterator[Case]:
    """Games played at random from the start, by rules drawn anew for each game."""
    while True:
        start = STARTS.get(game, "24:15")
        position, settings, side = f"W {start} | B {start}", _settings(game, chance), "W"
        for turn in range(LONGEST_GAME):
            case = Case(game, position, side, _throw(chance), game == "long-nardy" and turn < 2, settings)
            yield case
            position = chance.choice(sorted(case.answer().positions))
            if "off:15" in position:
                break
            side = "B" if side == "W" else "W"


def _throw(chance: random.Random) -> tuple[int, int]:
    """Two numbers by chance; of doubles, which take longest, only half."""
    one, two = chance.randint(1, 6), chance.randint(1, 6)
    if one == two and chance.random() < 0.5:
        return _throw(chance)
    return max(one, two), min(one, two)


def _settings(game: str, chance: random.Random) -> dict[str, str]:
    """Each option at its default half of the time, else any of its values."""
    return {
        option: values[0] if chance.random() < 0.5 else chance.choice(values) for option, values in VALUES[game].items()
    }
