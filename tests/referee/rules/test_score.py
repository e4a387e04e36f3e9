"""What a finished game is worth: rules.md §5."""

import pytest

from referee.rules.cube import Cube
from referee.rules.options import Options
from referee.rules.position import Position, Side
from referee.rules.score import Points, refused, result_of, winner_of

SOME_OFF = "W off:15 | B 6:3 off:12"
NONE_OFF = "W off:15 | B 7:1 6:14"
ALL_HOME = "W off:15 | B 6:15"
IN_WINNERS_HOME = "W off:15 | B 19:1 6:14"
ON_THE_BAR = "W off:15 | B 6:14 bar:1"
ENDS = (SOME_OFF, NONE_OFF, ALL_HOME, IN_WINNERS_HOME, ON_THE_BAR)


def _result(text: str, cube: Cube, **settings: str) -> tuple[str, Points]:
    options = Options.build("backgammon", {name.replace("_", "-"): value for name, value in settings.items()})
    found = result_of(Position.parse(text, "backgammon"), Side.W, cube, options)
    return found.name, found.points


@pytest.mark.parametrize(
    ("scoring", "factors"),
    [
        ("backgammon", (1, 2, 2, 3, 3)),
        ("oin-mars", (1, 2, 2, 2, 2)),
        ("oin-mars-koks", (1, 2, 2, 3, 3)),
        ("home-mars", (1, 2, 3, 3, 3)),
        ("four-step", (1, 2, 3, 4, 4)),
        ("by-remaining", (3, 30, 45, 45, 45)),
    ],
)
def test_the_six_scoring_profiles(scoring: str, factors: tuple[int, ...]) -> None:
    """rules.md §5, the table."""
    assert tuple(_result(text, Cube(), scoring=scoring)[1] for text in ENDS) == factors


def test_names_of_backgammon() -> None:
    names = [_result(text, Cube())[0] for text in ENDS]
    assert names == ["single", "gammon", "gammon", "backgammon", "backgammon"]


def test_the_cube_multiplies() -> None:
    """tournament.md 1.5: points = cube × 1 / 2 / 3."""
    cube = Cube(4, Side.B, True)
    assert [_result(text, cube)[1] for text in (SOME_OFF, NONE_OFF, ON_THE_BAR)] == [4, 8, 12]


def test_jacoby_counts_gammons_only_after_an_actual_double() -> None:
    """tournament.md 1.5: an automatic double is not enough."""
    options = Options.build("backgammon", {"jacoby": "on", "automatic-doubles": 1})
    assert _result(NONE_OFF, Cube().automatic(options), jacoby="on") == ("single", 2)
    assert _result(NONE_OFF, Cube(2, Side.B, True), jacoby="on") == ("gammon", 4)


def test_no_mars_with_dave() -> None:
    """rules.md §5."""
    assert _result(NONE_OFF, Cube(2, Side.B, True), no_mars_with_dave="on") == ("single", 2)
    assert _result(NONE_OFF, Cube(), no_mars_with_dave="on") == ("gammon", 2)


def test_a_refused_double_loses_the_stake_before_it() -> None:
    """rules.md §5."""
    assert refused(Side.W, Cube(2, Side.W, True)).points == 2


def test_winner() -> None:
    assert winner_of(Position.parse(SOME_OFF, "backgammon")) is Side.W
    assert winner_of(Position.parse("W 1:1 | B off:15", "backgammon")) is Side.B
    assert winner_of(Position.start("backgammon")) is None
