"""Where the checkers of a position stand in the picture's slots: positions reached in real games by random legal play,
and made-up ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from models.synth.positions import Slots, random_slots
from models.synth.scene import Shade
from models.synth.texture import Rng
from referee.rules.board import POINTS
from referee.rules.dice import Dice
from referee.rules.games import GAMES, find_game
from referee.rules.options import Options
from referee.rules.plays import legal_plays
from referee.rules.position import Position
from referee.rules.side import Side

LONGEST = 90
"""Turns of the longest game that is played out."""
_COLUMNS = 12


@dataclass(frozen=True)
class Standing:
    """What stands where: points by slot name, prisoners under them, the bar and what is borne off by shade.

    `game` and `text` name the position (`interfaces.md`) where a game reached it.
    """

    slots: Slots
    pinned: Mapping[str, Shade] = field(default_factory=dict)
    bar: Mapping[Shade, int] = field(default_factory=dict)
    off: Mapping[Shade, int] = field(default_factory=dict)
    game: str | None = None
    text: str | None = None


def random_standing(rng: Rng) -> Standing:
    """Mostly a position of one of the six games, else a made-up one; now and then an empty board."""
    draw = rng.random()
    if draw < 0.65:
        game = str(rng.choice(sorted(GAMES)))
        turns = 0 if rng.random() < 0.06 else int(rng.integers(1, LONGEST))
        return standing_of(random_position(game, turns, rng), rng)
    return made_up(rng) if draw < 0.98 else Standing({}, off={"L": 15, "D": 15} if rng.random() < 0.5 else {})


def random_position(game: str, turns: int, rng: Rng) -> Position:
    """Where random legal play of `turns` turns leads; a game that ends before stays as it was a turn earlier."""
    options, position, side = Options.build(game, {}), Position.start(game), Side.W
    for turn in range(turns):
        high, low = (int(number) for number in rng.integers(1, 7, 2))
        plays = legal_plays(position, side, Dice(high, low), options, first_turn=turn < len(Side)).plays
        after = plays[int(rng.integers(len(plays)))].position
        if after.count(side, "off") == after.checkers:
            break
        position, side = after, side.other
    return position


def standing_of(position: Position, rng: Rng) -> Standing:
    """A position as it may stand on a board: either colour is White, either corner is home."""
    facing, swap = find_game(position.game).facing, bool(rng.random() < 0.5)
    shade: dict[Side, Shade] = {Side.W: "D" if swap else "L", Side.B: "L" if swap else "D"}
    flips = bool(rng.random() < 0.5), bool(rng.random() < 0.5)
    slots: Slots = {}
    pinned: dict[str, Shade] = {}
    for side in Side:
        for point in POINTS:
            count, name = position.count(side, point), _slot(point if side is Side.W else facing[point], flips)
            if count and (side, point) in position.pinned:
                pinned[name] = shade[side]
            elif count:
                slots[name] = (shade[side], count)
    bar = {shade[side]: position.count(side, "bar") for side in Side}
    off = {shade[side]: position.count(side, "off") for side in Side}
    return Standing(slots, pinned, bar, off, position.game, position.text)


def _slot(point: int, flips: tuple[bool, bool]) -> str:
    """White's point 1–24 in the picture, as White sees it or mirrored left to right and top to bottom."""
    top, column = point > _COLUMNS, point - _COLUMNS - 1 if point > _COLUMNS else _COLUMNS - point
    if flips[0]:
        column = _COLUMNS - 1 - column
    return f"{'top' if top != flips[1] else 'bottom'}[{column}]"


def made_up(rng: Rng) -> Standing:
    """A position that no game needs to have reached, with 10 to 15 checkers a side."""
    checkers = int(rng.choice([15, 15, 15, 12, 10]))
    slots = random_slots(rng, checkers)
    shades: tuple[Shade, ...] = ("L", "D")
    left = {shade: checkers - sum(count for own, count in slots.values() if own == shade) for shade in shades}
    bar: dict[Shade, int] = {shade: min(left[shade], int(rng.choice([0, 0, 0, 1, 2]))) for shade in shades}
    shown = rng.random() < 0.7
    off: dict[Shade, int] = {shade: left[shade] - bar[shade] if shown else 0 for shade in shades}
    return Standing(slots, {}, bar, off)
