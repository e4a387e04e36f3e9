"""Positions in the picture's slots: those of a game are what the rules say, made-up ones add up."""

from collections import Counter

import numpy as np
import pytest

from models.synth.positions import path
from models.synth.studio.standing import LONGEST, Standing, made_up, random_position, random_standing, standing_of
from referee.rules.games import GAMES
from referee.rules.position import Position


def total(standing: Standing) -> Counter[str]:
    found: Counter[str] = Counter()
    for shade, count in standing.slots.values():
        found[shade] += count
    found.update(standing.pinned.values())
    for part in (standing.bar, standing.off):
        found.update(part)
    return found


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("turns", [0, 25, LONGEST])
def test_a_game_s_position_keeps_fifteen_a_side_and_reads_back(game: str, turns: int) -> None:
    rng = np.random.default_rng(turns)
    position = random_position(game, turns, rng)
    standing = standing_of(position, rng)
    assert total(standing) == {"L": 15, "D": 15}
    assert Position.parse(str(standing.text), game) == position
    assert set(standing.slots) <= set(path())


def test_turns_are_played() -> None:
    assert random_position("portes", 3, np.random.default_rng(1)) != Position.start("portes")


def test_both_sides_of_long_nardy_start_with_a_pile_across_the_board() -> None:
    """rules.md §1: White's head is its 24 point, Black's the same point's opposite along the board."""
    standing = standing_of(Position.start("long-nardy"), np.random.default_rng(2))
    (first, (shade, count)), (second, (other, many)) = standing.slots.items()
    assert (count, many) == (15, 15)
    assert {shade, other} == {"L", "D"}
    assert first.split("[")[0] != second.split("[")[0]
    assert abs(int(first[first.index("[") + 1 : -1]) - int(second[second.index("[") + 1 : -1])) == 11


def test_backgammon_s_start_lies_symmetrically() -> None:
    standing = standing_of(Position.start("backgammon"), np.random.default_rng(2))
    counts = sorted((shade, count) for shade, count in standing.slots.values())
    assert counts == [("D", 2), ("D", 3), ("D", 5), ("D", 5), ("L", 2), ("L", 3), ("L", 5), ("L", 5)]
    for column in range(12):
        above, below = standing.slots.get(f"top[{column}]"), standing.slots.get(f"bottom[{column}]")
        assert (above and above[1]) == (below and below[1])
        assert above is None or below is None or above[0] != below[0]


def test_a_prisoner_shares_its_point_with_the_other_side() -> None:
    """rules.md P1"""
    position = Position.parse("W 24:14 13:1p | B 24:14 12:1", "plakoto")
    standing = standing_of(position, np.random.default_rng(4))
    ((name, shade),) = standing.pinned.items()
    assert standing.slots[name][1] == 1
    assert standing.slots[name][0] != shade


def test_every_game_and_made_up_positions_come_up() -> None:
    found = Counter(random_standing(np.random.default_rng([1, number])).game for number in range(120))
    assert set(found) == {*GAMES, None}


@pytest.mark.parametrize("seed", range(20))
def test_a_made_up_position_has_no_more_checkers_than_a_set(seed: int) -> None:
    counts = total(made_up(np.random.default_rng(seed)))
    assert max(counts.values()) <= 15
