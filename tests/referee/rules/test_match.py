"""Match score, Crawford and the cube: rules.md §5, tournament.md 1.5."""

import pytest

from referee.rules.cube import Cube
from referee.rules.errors import CubeError
from referee.rules.match import MatchScore
from referee.rules.options import Options
from referee.rules.position import Side

SEVEN = Options.build("backgammon", {"match": "points 7"})
MONEY = Options.build("backgammon", {})


def test_a_match_is_won_at_its_length() -> None:
    score = MatchScore.new(SEVEN).after(Side.W, 4).after(Side.B, 2)
    assert (score.points(Side.W), score.points(Side.B), score.game, score.winner) == (4, 2, 3, None)
    assert score.after(Side.W, 4).winner is Side.W


def test_money_play_never_ends() -> None:
    assert MatchScore.new(MONEY).after(Side.W, 64).winner is None


def test_crawford_is_one_game_after_a_side_came_within_a_point() -> None:
    """tournament.md 1.5."""
    score = MatchScore.new(SEVEN).after(Side.W, 6)
    assert score.is_crawford_game
    after = score.after(Side.B, 2)
    assert not after.is_crawford_game
    assert not after.after(Side.B, 4).is_crawford_game


@pytest.mark.parametrize("given", [{"match": "points 7", "crawford": "off"}, {"match": "points 1"}])
def test_no_crawford_game(given: dict[str, object]) -> None:
    options = Options.build("backgammon", given)
    score = MatchScore.new(options)
    assert not score.is_crawford_game
    assert not score.after(Side.W, options.match.length - 1).is_crawford_game


def test_the_cube_is_void_in_the_crawford_game() -> None:
    """tournament.md 1.5."""
    score = MatchScore.new(SEVEN).after(Side.W, 6)
    assert "Crawford" in (Cube().why_not_double(Side.B, SEVEN, score) or "")
    assert Cube().why_not_double(Side.B, SEVEN, score.after(Side.B, 1)) is None


def test_both_may_double_first_then_the_owner_only() -> None:
    """rules.md §5."""
    score = MatchScore.new(MONEY)
    assert Cube().why_not_double(Side.W, MONEY, score) is None
    assert Cube().why_not_double(Side.B, MONEY, score) is None
    taken = Cube().taken(Side.B, MONEY)
    assert (taken.value, taken.owner, taken.turned) == (2, Side.B, True)
    assert "Black's" in (taken.why_not_double(Side.W, MONEY, score) or "")
    assert taken.taken(Side.W, MONEY).value == 4


def test_nobody_takes_his_own_cube() -> None:
    with pytest.raises(CubeError, match="only Black can double"):
        Cube(2, Side.B, True).taken(Side.B, MONEY)


def test_a_dead_cube_is_void() -> None:
    """tournament.md 1.5."""
    score = MatchScore.new(SEVEN).after(Side.W, 5)
    cube = Cube(2, Side.W, True)
    assert "dead" in (cube.why_not_double(Side.W, SEVEN, score) or "")
    assert Cube(2, Side.B, True).why_not_double(Side.B, SEVEN, score) is None


def test_no_cube_where_the_event_has_none() -> None:
    options = Options.build("backgammon", {"cube": "off"})
    assert "without a cube" in (Cube().why_not_double(Side.W, options, MatchScore.new(options)) or "")


def test_arithmetic_stakes() -> None:
    """rules.md §5: 1, 2, 3, 4."""
    options = Options.build("backgammon", {"stakes": "arithmetic"})
    assert Cube().taken(Side.W, options).taken(Side.B, options).taken(Side.W, options).value == 4


def test_an_automatic_double_leaves_the_cube_in_the_middle() -> None:
    """rules.md §2: equal opening dice double the stake, N times at most."""
    twice = Options.build("backgammon", {"automatic-doubles": 2})
    assert Cube().automatic(twice) == Cube(2, None, False)
    assert Cube().automatic(twice).automatic(twice).automatic(twice) == Cube(4, None, False)
    assert Cube().automatic(MONEY) == Cube()
