"""Positions: text form of interfaces.md, what adds up and what does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.errors import GameError, PositionError
from referee.rules.position import Place, Position, Side

START = "W 24:2 13:5 8:3 6:5 | B 24:2 13:5 8:3 6:5"


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any position of backgammon that can stand on a board."""
    checkers = draw(st.integers(1, 15))
    owners = draw(st.lists(st.sampled_from((Side.W, Side.B, None)), min_size=24, max_size=24))
    given_places: dict[Side, dict[Place, int]] = {Side.W: {}, Side.B: {}}
    for side in Side:
        left = checkers
        points = [point for point, owner in enumerate(owners, start=1) if owner is side]
        places: list[Place] = [point if side is Side.W else 25 - point for point in points]
        for place in [*places, "bar"]:
            count = draw(st.integers(0, left))
            given_places[side][place] = count
            left -= count
    return Position.of("backgammon", given_places[Side.W], given_places[Side.B], checkers=checkers)


@given(positions())
def test_text_round_trip(position: Position) -> None:
    assert Position.parse(position.text, "backgammon", position.checkers) == position


def test_start_is_written_as_the_interface_says() -> None:
    assert Position.start("backgammon").text == START


@pytest.mark.parametrize(
    "text",
    [
        "B 6:5 8:3 13:5 24:2 | W 6:5 8:3 13:5 24:2",
        "  W 8:3 24:2 6:5 13:5|B 24:2 13:5 8:3 6:5 ",
        "W 24:2 13:5 8:3 6:5 bar:0 off:0 | B 24:2 13:5 8:3 6:5",
    ],
)
def test_places_are_read_in_any_order(text: str) -> None:
    assert Position.parse(text, "backgammon") == Position.start("backgammon")


def test_missing_checkers_count_as_off_and_are_written_last() -> None:
    position = Position.parse("W 6:2 bar:1 | B 24:1 off:14", "backgammon")
    assert position.count(Side.W, "off") == 12
    assert position.count(Side.B, "off") == 14
    assert position.text == "W 6:2 bar:1 off:12 | B 24:1 off:14"


def test_the_bar_is_25_pips_away() -> None:
    position = Position.parse("W 6:2 bar:1 | B 24:1", "backgammon")
    assert position.pips(Side.W) == 37
    assert position.pips(Side.B) == 24


def test_fewer_checkers_a_side() -> None:
    assert Position.parse("W 6:3 | B 1:2", "backgammon", checkers=3).text == "W 6:3 | B 1:2 off:1"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("W 24:16 | B 13:5", "White has 16 checkers; this game is played with 15"),
        ("W 24:2 off:1 | B 13:5", "White has 3 checkers"),
        ("W 24:2 | B 1:2", "White's 24 and Black's 1 are the same point"),
        ("W 25:2 | B 13:5", "no place 25"),
        ("W 0:2 | B 13:5", "no place 0"),
        ("W 24:2 24:1 | B 13:5", "24 twice"),
        ("W 24 | B 13:5", "'24' is no place and count"),
        ("W 24:-2 | B 13:5", "is no place and count"),
        ("W 24:2", "write both sides"),
        ("W 24:2 | W 13:5", "write both sides"),
        ("24:2 | 13:5", "write both sides"),
        ("", "write both sides"),
        ("W 24:1p | B 13:5", "has no pinned checkers"),
        ("W 24:2p | B 13:5", "a pinned checker stands alone"),
    ],
)
def test_what_cannot_stand_is_refused_in_one_line(text: str, says: str) -> None:
    with pytest.raises(PositionError) as caught:
        Position.parse(text, "backgammon")
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text(alphabet="WB|:barof 0123456789p-", max_size=40))
def test_any_text_is_a_position_or_refused_in_words(text: str) -> None:
    try:
        position = Position.parse(text, "backgammon")
    except PositionError:
        return
    assert Position.parse(position.text, "backgammon") == position


def test_unknown_game_names_the_nearest() -> None:
    with pytest.raises(GameError, match="did you mean 'backgammon'"):
        Position.parse(START, "backgamon")


def test_a_camera_may_see_both_sides_on_one_point() -> None:
    seen = Position.of("backgammon", {24: 1}, {1: 2}, mixed=True)
    assert seen.count(Side.W, 24) == 1
    assert seen.count(Side.B, 1) == 2


@pytest.mark.parametrize("game", ["long-nardy", "fevga", "plakoto"])
def test_a_camera_may_see_the_bar_of_a_game_without_hits(game: str) -> None:
    with pytest.raises(PositionError, match="no checkers on the bar"):
        Position.of(game, {24: 14, "bar": 1}, {24: 15})
    assert Position.of(game, {24: 14, "bar": 1}, {24: 15}, mixed=True).count(Side.W, "bar") == 1


@pytest.mark.parametrize(
    ("game", "checkers", "text"),
    [
        ("long-nardy", 15, "W 24:15 | B 24:15"),
        ("plakoto", 3, "W 24:3 | B 24:3"),
        ("portes", 15, START),
        ("short-nardy", 8, "W 24:2 13:5 8:1 | B 24:2 13:5 8:1"),
    ],
)
def test_starts_with_all_and_with_fewer_checkers(game: str, checkers: int, text: str) -> None:
    """rules.md §1, §7 `checkers`: those nearest home are left out."""
    assert Position.start(game, checkers).text == text


def test_a_start_of_no_or_too_many_checkers_is_refused() -> None:
    for checkers in (0, 16):
        with pytest.raises(PositionError, match="1 to 15 checkers"):
            Position.start("fevga", checkers)


def test_boards_of_both_sides_are_the_same_position() -> None:
    position = Position.parse("W 24:2 6:3 bar:1 | B 20:2 4:1", "backgammon")
    for side in Side:
        assert Position.from_board(position.board(side), side, "backgammon") == position
