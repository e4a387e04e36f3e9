"""Positions met in random play: legal plays chosen at random from the start, game after game, by one seed."""

import random
from collections.abc import Iterator

from referee.rules.dice import ALL_THROWS, Dice
from referee.rules.options import Options
from referee.rules.plays import PlaySet, legal_plays
from referee.rules.position import Position, Side
from referee.rules.score import winner_of

Met = tuple[Position, Side, Dice, PlaySet]


def random_walk(game: str, seed: int) -> Iterator[Met]:
    """Endless (position, side to move, throw, legal plays), reached by random play. Same seed, same walk."""
    chance = random.Random(seed)
    options = Options.build(game, {})
    while True:
        position, side = Position.start(game), Side.W
        while winner_of(position) is None:
            dice = chance.choice(ALL_THROWS)
            found = legal_plays(position, side, dice, options)
            yield position, side, dice, found
            position, side = chance.choice(found.plays).position, side.other
