"""Positions of plakoto: prisoners of both sides, mothers at risk and pinned, bearing off with prisoners."""

import random

from tests.referee.rules.brute.checkers import HEAD
from tests.referee.rules.brute.setting_up import SettingUp

POINTS = range(1, 25)


def pins(board: SettingUp, chance: random.Random) -> None:
    """Some points with prisoners of either side, blots and made points between them."""
    points = chance.sample(range(2, 24), chance.randint(2, 9))
    for point in points[: chance.randint(0, 3)]:
        board.pin(point, chance.choice((1, 1, 2, 3)))
    for point in points[3 : 3 + chance.randint(0, 3)]:
        board.be_pinned(point, chance.choice((1, 1, 2)))
    board.put_theirs(chance.sample(POINTS, chance.randint(1, 6)), most=2)
    board.put(chance.sample(POINTS, chance.randint(1, 6)), most=2)
    _rest(board, chance)


def mothers(board: SettingUp, chance: random.Random) -> None:
    """The other side's start with one checker, pinned or in reach; own start empty, held, at risk or pinned."""
    if chance.random() < 0.35:
        board.pin(1, chance.choice((1, 1, 2)))
    else:
        board.put_theirs([HEAD], most=chance.choice((1, 1, 1, 2)))
    own = chance.choice(("gone", "gone", "one", "one", "two", "pinned"))
    if own == "pinned":
        board.be_pinned(HEAD, chance.choice((1, 2)))
    elif own != "gone":
        board.put([HEAD], most=1 if own == "one" else 2)
    board.put(chance.sample(range(2, 9), chance.randint(1, 4)), most=1)
    board.put(chance.sample(range(9, 24), chance.randint(0, 3)), most=1)
    board.put_theirs(chance.sample(range(1, 24), chance.randint(1, 6)), most=2)
    if chance.random() < 0.4:
        board.scatter(chance.sample(range(1, 24), 5))
    board.scatter_theirs(chance.sample(range(1, 24), 8))
    _somebody(board)


def bearing_off(board: SettingUp, chance: random.Random) -> None:
    """All own checkers in the home or nearly, one to three of them pinned there, the other side's too."""
    home = chance.sample(range(1, 7), 6)
    for point in home[: chance.choice((0, 1, 1, 2, 3))]:
        board.be_pinned(point, chance.choice((1, 1, 2)))
    for point in home[3 : 3 + chance.choice((0, 0, 1))]:
        board.pin(point, chance.choice((1, 2)))
    board.put(chance.sample(range(1, 7), chance.randint(1, 6)), most=2)
    if chance.random() < 0.25:
        board.put([chance.randint(7, 12)], most=1)
    if chance.random() < 0.3:
        board.scatter(range(1, 7))
    board.put_theirs(chance.sample(range(1, 25), chance.randint(0, 5)), most=2)
    _somebody(board)


def few_dice(board: SettingUp, chance: random.Random) -> None:
    """A checker or two before closed points and prisoners: often only one of two numbers can be played."""
    board.put(chance.sample(POINTS, chance.choice((1, 1, 1, 2))), most=1)
    board.close_sum(chance.randint(2, 5))
    for point in chance.sample(range(2, 24), chance.choice((0, 0, 1, 3))):
        board.be_pinned(point, 1)


def _rest(board: SettingUp, chance: random.Random) -> None:
    if chance.random() < 0.7:
        board.scatter(chance.sample(POINTS, 6))
        board.scatter_theirs(chance.sample(POINTS, 10))
    _somebody(board)


def _somebody(board: SettingUp) -> None:
    if not board.mine:
        board.scatter(POINTS)
    if not board.theirs:
        board.scatter_theirs(POINTS)
