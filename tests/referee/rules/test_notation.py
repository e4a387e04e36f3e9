"""gnubg position IDs, XGIDs and play texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.cube import Cube
from referee.rules.dice import Dice
from referee.rules.errors import NotationError, RulesError
from referee.rules.notation import (
    Hop,
    Xgid,
    parse_play,
    parse_position_id,
    parse_xgid,
    position_id,
    read_position,
    xgid_text,
)
from referee.rules.position import Position, Side
from tests.referee.rules.test_position import positions

# As gnubg 1.07 shows this position, with upper case on roll and with lower case on roll.
XGID_W = "XGID=b---BBC--C-b-c-A--b-c-c-AA:1:1:1:31:2:1:0:7:10"
XGID_B = "XGID=b---BBC--C-b-c-A--b-c-c-AA:1:1:-1:31:2:1:0:7:10"
TEXT = "W 24:1 15:1 9:3 6:3 5:2 4:2 bar:1 off:2 | B 14:2 12:3 7:2 5:3 3:3 bar:2"
ID_W, ID_B = "nDM4A2DYjgMBFA", "2I4DARTnDM4AGA"


def test_start_id() -> None:
    assert position_id(Position.start("backgammon"), Side.W) == "4HPwATDgc/ABMA"


@pytest.mark.parametrize(("xgid", "side", "identifier"), [(XGID_W, Side.W, ID_W), (XGID_B, Side.B, ID_B)])
def test_xgid_and_id_agree_with_gnubg(xgid: str, side: Side, identifier: str) -> None:
    found = parse_xgid(xgid)
    assert found.position.text == TEXT
    assert found.turn is side
    assert position_id(found.position, side) == identifier
    assert parse_position_id(identifier, side) == found.position


def test_fields_of_an_xgid() -> None:
    found = parse_xgid(XGID_W)
    assert found.cube == Cube(2, Side.W, True)
    assert found.dice == Dice(3, 1)
    assert (found.white_points, found.black_points, found.length, found.max_cube) == (2, 1, 7, 10)


@pytest.mark.parametrize("text", [XGID_W, XGID_B, "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:3:0:10"])
def test_xgid_text_round_trip(text: str) -> None:
    assert xgid_text(parse_xgid(text)) == text


@given(positions(), st.sampled_from(Side))
def test_position_id_round_trip(position: Position, side: Side) -> None:
    again = parse_position_id(position_id(position, side), side, position.checkers)
    assert again == position


@given(positions(), st.sampled_from(Side), st.integers(0, 6), st.sampled_from((Side.W, Side.B, None)))
def test_xgid_round_trip(position: Position, turn: Side, power: int, owner: Side | None) -> None:
    cube = Cube(2**power, owner, owner is not None)
    xgid = Xgid(position, cube, turn, Dice(6, 4), 3, 5, 1, 9, 10, "64")
    assert parse_xgid(xgid_text(xgid), position.checkers) == xgid


def test_read_position_takes_any_form_and_the_side_on_roll() -> None:
    for text, turn in ((TEXT, None), (XGID_W, None), (XGID_B, Side.W), (ID_W, Side.W), (ID_B, Side.B)):
        position, side = read_position(text, "backgammon", turn)
        assert position.text == TEXT
        assert side is (turn or Side.W)
    assert read_position(XGID_B, "backgammon", None)[1] is Side.B


@pytest.mark.parametrize(
    "text",
    [
        "XGID=", "XGID=-b----E-C---eE---c-e----B-:0:0:1", "XGID=-b----E-C---eE---c-e----B-:x:0:1:00:0:0:0:0:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:0:00:0:0:0:0:10", "XGID=-p----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
        "XGID=BB----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "//////////////", "4HPwATDgc/ABM",
    ],
)  # fmt: skip
def test_bad_identifiers_are_refused_in_one_line(text: str) -> None:
    with pytest.raises(RulesError) as caught:
        read_position(text, "backgammon", None)
    assert str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "hops"),
    [
        ("24/18 13/11*", [(24, 18, False), (13, 11, True)]),
        ("bar/22", [(25, 22, False)]),
        ("25/22", [(25, 22, False)]),
        ("6/off 2/0", [(6, 0, False), (2, 0, False)]),
        ("8/5(2)", [(8, 5, False), (8, 5, False)]),
        ("24/18*/14", [(24, 18, True), (18, 14, False)]),
        ("Bar/20*", [(25, 20, True)]),
        ("-", []),
    ],
)
def test_play_texts(text: str, hops: list[tuple[int, int, bool]]) -> None:
    assert parse_play(text) == tuple(Hop(*hop) for hop in hops)


@pytest.mark.parametrize("text", ["24", "24/", "24-18", "26/20", "x/y", "24/18(x)"])
def test_bad_play_texts(text: str) -> None:
    with pytest.raises(NotationError):
        parse_play(text)


def test_a_cube_that_is_no_power_of_two_has_no_xgid() -> None:
    xgid = Xgid(Position.start("backgammon"), Cube(3, Side.W, True), Side.W, None, 0, 0, 0, 0, 10)
    with pytest.raises(NotationError, match="powers of two"):
        xgid_text(xgid)
