"""Positions of long nardy and fevga: walls, heads, starting quarters, first checkers, endings."""

import random

from tests.referee.rules.brute.checkers import HEAD, facing
from tests.referee.rules.brute.setting_up import SettingUp

POINTS = range(1, 25)


def wall(board: SettingUp, chance: random.Random) -> None:
    """Four to eight neighbouring points with gaps, own checkers behind to fill them, the others all about it."""
    first = chance.randint(8, 24)
    length = chance.randint(4, min(8, first))
    route = list(range(first, first - length, -1))
    gaps = chance.sample(route, chance.choice((0, 1, 1, 1, 2)))
    _others_about(board, chance, first, first - length + 1)
    board.put([facing(board.game, point) for point in route if point not in gaps], most=chance.choice((1, 2, 2)))
    near = [facing(board.game, point) for point in (*route, *range(first + 1, min(first + 7, 25)))]
    board.put(chance.sample(near, min(len(near), 3)), most=1)
    board.scatter([HEAD] if chance.random() < 0.4 else chance.sample(POINTS, 8))
    _somebody(board)
    if gaps:
        board.aim(facing(board.game, gaps[0]))


def _others_about(board: SettingUp, chance: random.Random, first: int, last: int) -> None:
    """The other side: all behind the wall, some past it, some home, some off, or stacked right behind it."""
    behind, past = list(range(first + 1, 25)), list(range(1, last))
    where = chance.choice(("stack", "stack", "behind", "past", "home", "off", "anywhere"))
    if where in {"past", "home"}:
        board.put_theirs(chance.sample(past, min(len(past), 1)) if where == "past" else [chance.randint(1, 6)], most=1)
    if where == "off":
        board.checkers -= 1
    if where == "stack" and behind:
        board.scatter_theirs([behind[0]])
    elif where != "anywhere" and behind:
        board.scatter_theirs(chance.sample(behind, min(len(behind), 3)))
    board.scatter_theirs(chance.sample(POINTS, 10))
    if where == "off":
        board.checkers += 1


def passing(board: SettingUp, chance: random.Random) -> None:
    """A wall with one gap, and one checker that can only fill it and go on: the other way round is closed."""
    first, gap = chance.randint(9, 22), chance.randint(0, 2)
    step = chance.randint(gap + 2, 6)
    on = step - gap - 1 if chance.random() < 0.6 else chance.randint(1, step - gap - 1)
    route = list(range(first, first - 6, -1))
    other_way = route[gap] + step - on
    if other_way > 24 or route[gap] + step > 24:
        other_way = first + 1
    board.put_theirs([other_way], most=2)
    if chance.random() < 0.3:
        board.put_theirs(chance.sample(range(1, first - 5), 1), most=1)
    board.put([facing(board.game, point) for point in route if point != route[gap]], most=2)
    board.put([facing(board.game, min(24, route[gap] + step))], most=1)
    board.scatter_theirs([first + 1] if chance.random() < 0.5 else [other_way, *chance.sample(range(first, 25), 2)])
    board.scatter([HEAD] if chance.random() < 0.5 else chance.sample(POINTS, 6))
    _somebody(board)
    board.throw = (step, on)


def heads(board: SettingUp, chance: random.Random) -> None:
    """One to fifteen on the head, the others at their start or on their way."""
    board.mine += [HEAD] * min(board.checkers, chance.choice((1, 2, 3, 5, 8, 12, 14, 15)))
    board.theirs += [HEAD] * min(board.checkers, chance.choice((0, 1, 5, 12, 13, 14, 15, 15)))
    board.scatter_theirs(chance.sample(POINTS, 5) if chance.random() < 0.7 else list(range(13, 24)))
    board.scatter(chance.sample(POINTS, 5))


def first_turns(board: SettingUp, chance: random.Random) -> None:
    """Nobody has moved, or the other side has played one throw, now and then one more checker stands in the way."""
    board.mine += [HEAD] * board.checkers
    number = chance.choice((1, 2, 3, 3, 4, 4, 5, 6, 6))
    in_the_way = facing(board.game, HEAD - number * chance.choice((1, 2, 2, 3, 3)))
    moved = chance.choice(([], [in_the_way], [in_the_way], [4], [18, 18], chance.sample(POINTS, 2)))
    board.put_theirs([point for point in moved if point != 12], most=1)
    board.scatter_theirs([HEAD])
    if chance.random() < 0.7:
        board.throw = (number, number)


def first_checker(board: SettingUp, chance: random.Random) -> None:
    """Fevga: one checker before, on or past own 11, the others on the head."""
    board.put_theirs(chance.sample(POINTS, chance.randint(1, 6)), most=2)
    board.put([chance.choice((9, 10, 11, 12, 12, 13, 14, 15, 17, 20, 23))], most=1)
    if chance.random() < 0.1:
        board.put([chance.randint(12, 23)], most=1)
    board.scatter([HEAD])
    board.scatter_theirs([HEAD] if chance.random() < 0.5 else chance.sample(POINTS, 8))
    _somebody(board)


def quarter(board: SettingUp, chance: random.Random) -> None:
    """Fevga: five points of the starting quarter held, now and then all six, with checkers to fill it or pass through.

    To pass through, a checker fills the gap and goes on; its other way round is closed.
    """
    missing = chance.choice((19, 19, 20, 21, 22, 23))
    first = chance.randint(missing + 1, 24)
    on = chance.randint(first - 18, 6)
    if chance.random() < 0.5:
        board.put_theirs([facing(board.game, first - on)], most=2)
    board.put_theirs(chance.sample([*range(1, 7), *range(13, 25)], chance.randint(0, 4)), most=2)
    held = [point for point in range(19, 25) if point != missing or chance.random() < 0.1]
    board.put(held, most=2)
    board.put([first], most=1)
    board.put([chance.choice((11, 10, 9, 5))], most=1)
    board.scatter([*held, *chance.sample(range(1, 19), 3)])
    board.scatter_theirs(chance.sample(POINTS, 10))
    _somebody(board)
    board.throw = (first - missing, on)


def standing(board: SettingUp, chance: random.Random) -> None:
    """Five to seven in a row with all the others right behind, or anywhere behind: some must be opened."""
    first = chance.randint(7, 23)
    length = min(chance.choice((5, 5, 6, 6, 7)), first)
    behind = list(range(first + 1, 25))
    board.scatter_theirs([behind[0]] if chance.random() < 0.7 else chance.sample(behind, min(len(behind), 3)))
    board.put([facing(board.game, point) for point in range(first, first - length, -1)], most=2)
    board.put(chance.sample(POINTS, chance.randint(0, 3)), most=1)
    board.scatter([facing(board.game, first), facing(board.game, first - 1), chance.choice((HEAD, 8, 4, 1))])
    _somebody(board)
    if length == 5:
        board.aim(facing(board.game, max(1, first - 5)))


def two_rows(board: SettingUp, chance: random.Random) -> None:
    """Two rows of six with all the others behind both: both must be opened if they can be."""
    first = chance.randint(14, 22)
    second = first - chance.choice((7, 7, 8))
    rows = [*range(first, first - 6, -1), *range(second, max(0, second - 6), -1)]
    board.put([facing(board.game, point) for point in rows], most=1)
    board.scatter([facing(board.game, point) for point in rows])
    board.scatter_theirs([first + 1] if chance.random() < 0.4 else range(first + 1, 25))


def endings(board: SettingUp, chance: random.Random) -> None:
    """All own checkers in the home, or one or two still on their way."""
    board.put_theirs(chance.sample(range(1, 19), chance.randint(1, 4)))
    board.put(chance.sample(range(1, 7), chance.randint(1, 6)), most=chance.choice((1, 2, 4)))
    if chance.random() < 0.6:
        board.put(chance.sample(range(7, 13), chance.randint(1, 2)), most=1)
    if chance.random() < 0.3:
        board.scatter(range(1, 7))
    _somebody(board)


def few_dice(board: SettingUp, chance: random.Random) -> None:
    """A checker or two before closed points: often only one of two numbers can be played."""
    board.put(chance.sample(POINTS, chance.choice((1, 1, 1, 2))), most=1)
    board.close_sum(chance.randint(4, 7))


def anywhere(board: SettingUp, chance: random.Random) -> None:
    """Both sides anywhere."""
    board.put(chance.sample(POINTS, chance.randint(2, 9)))
    board.put_theirs(chance.sample(POINTS, chance.randint(2, 9)))
    if chance.random() < 0.7:
        board.scatter(chance.sample(POINTS, 8))
        board.scatter_theirs(chance.sample(POINTS, 8))
    _somebody(board)


def _somebody(board: SettingUp) -> None:
    if not board.mine:
        board.scatter(POINTS)
    if not board.theirs:
        board.scatter_theirs(POINTS)
