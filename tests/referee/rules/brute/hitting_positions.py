"""Positions of the games with hitting: blots within reach of the home, made points to hide on, the bar, bearing off."""

import random

from tests.referee.rules.brute.setting_up import SettingUp

POINTS = range(1, 25)


def home_blots(board: SettingUp, chance: random.Random) -> None:
    """Blots in the home and just outside, own points and blots among them: hit and hide."""
    board.put_theirs([25 - point for point in chance.sample(range(1, 11), chance.randint(1, 4))], most=1)
    board.put(chance.sample(range(1, 12), chance.randint(3, 7)), most=2)
    board.put_theirs([25 - point for point in chance.sample(range(1, 13), chance.randint(0, 2))], most=2)
    if chance.random() < 0.3:
        board.bar(chance.randint(0, 2), chance.randint(0, 2))
    _rest(board, chance)


def entering_hits(board: SettingUp, chance: random.Random) -> None:
    """On the bar, with blots, own points and closed points where it enters."""
    board.bar(chance.choice((1, 1, 1, 2, 3)), chance.choice((0, 0, 1)))
    board.put_theirs(chance.sample(range(1, 7), chance.randint(1, 4)), most=2)
    board.put_theirs(chance.sample(range(7, 13), chance.randint(0, 3)), most=1)
    board.put(chance.sample(range(13, 25), chance.randint(1, 5)), most=2)
    _rest(board, chance)


def bearing_off(board: SettingUp, chance: random.Random) -> None:
    """All own checkers in the home, or all but one, with the other side's blots and points between them."""
    board.put_theirs([25 - point for point in chance.sample(range(1, 7), chance.randint(0, 3))], most=2)
    board.put(chance.sample(range(1, 7), chance.randint(1, 6)), most=3)
    if chance.random() < 0.3:
        board.put([chance.randint(7, 12)], most=1)
    if chance.random() < 0.5:
        board.scatter(range(1, 7))
    if not board.mine:
        board.scatter(POINTS)
    board.bar(0, chance.choice((0, 0, 1, 2)))
    board.put_theirs(chance.sample(range(1, 25), 2))
    board.scatter_theirs(chance.sample(POINTS, 12))


def home_hits(board: SettingUp, chance: random.Random) -> None:
    """All own checkers in the home, blots below them: what has hit there may not be borne off."""
    board.put_theirs([25 - point for point in chance.sample(range(1, 6), chance.randint(1, 2))], most=1)
    board.put(chance.sample(range(1, 7), chance.randint(2, 4)), most=2)
    if not board.mine:
        board.scatter([6, *POINTS])
    blot = 25 - chance.choice(board.theirs)
    board.aim(blot)
    board.scatter_theirs(range(1, 19))


def few_dice(board: SettingUp, chance: random.Random) -> None:
    """A checker or two before closed points: often only one of two numbers can be played."""
    if chance.random() < 0.3:
        board.bar(1, 0)
    board.put(chance.sample(POINTS, chance.choice((1, 1, 1, 2))), most=1)
    board.close_sum(chance.randint(3, 6))


def anywhere(board: SettingUp, chance: random.Random) -> None:
    """Both sides anywhere."""
    board.put(chance.sample(POINTS, chance.randint(2, 8)))
    board.put_theirs(chance.sample(POINTS, chance.randint(2, 8)))
    board.bar(chance.choice((0, 0, 0, 1)), chance.choice((0, 0, 1)))
    _rest(board, chance)


def _rest(board: SettingUp, chance: random.Random) -> None:
    if chance.random() < 0.7 or not board.mine:
        board.scatter(chance.sample(POINTS, 8))
    if chance.random() < 0.7 or not board.theirs:
        board.scatter_theirs(chance.sample(POINTS, 12))
