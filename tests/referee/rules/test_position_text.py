"""Position text of every game, prisoners included: any position that can stand on a board comes back."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.errors import PositionError
from referee.rules.game import Contact
from referee.rules.game_ids import GAME_IDS
from referee.rules.games import find_game
from referee.rules.position import Place, Position, Side

POINTS = range(1, 25)


@st.composite
def any_positions(draw: st.DrawFn, games: Sequence[str] = GAME_IDS) -> Position:
    """A position of any game, with any number of checkers; in plakoto with prisoners."""
    rules = find_game(draw(st.sampled_from(games)))
    checkers = draw(st.integers(1, 15))
    owners = st.sampled_from((None, None, Side.W, Side.B, "pin") if rules.contact is Contact.PIN else (None, *Side))
    left = dict.fromkeys(Side, checkers)
    places: dict[Side, dict[Place, int]] = {side: {} for side in Side}
    pinned = []

    def put(side: Side, point: int, count: int) -> None:
        number = point if side is Side.W else rules.facing[point]
        places[side][number] = count
        left[side] -= count

    for point in POINTS:
        owner = draw(owners)
        if isinstance(owner, Side) and left[owner]:
            put(owner, point, draw(st.integers(1, left[owner])))
        elif owner == "pin" and min(left.values()):
            pinner = draw(st.sampled_from(Side))
            put(pinner, point, draw(st.integers(1, left[pinner])))
            put(pinner.other, point, 1)
            pinned.append((pinner.other, point if pinner is Side.B else rules.facing[point]))
    if rules.contact is Contact.HIT:
        for side in Side:
            places[side]["bar"] = draw(st.integers(0, left[side]))
    return Position.of(rules.id, places[Side.W], places[Side.B], checkers=checkers, pinned=pinned)


@given(any_positions())
def test_text_round_trip_in_every_game(position: Position) -> None:
    """interfaces.md: places from each side's own view, `24:1p` a prisoner, in same-direction games too."""
    assert Position.parse(position.text, position.game, position.checkers) == position


@given(any_positions(["plakoto"]))
def test_a_prisoner_is_written_with_a_p_and_read_only_with_it(position: Position) -> None:
    assert position.text.count("p") == len(position.pinned)
    if position.pinned:
        with pytest.raises(PositionError, match="same point"):
            Position.parse(position.text.replace("p", ""), "plakoto", position.checkers)


@given(any_positions(), st.sampled_from(Side))
def test_both_sides_see_the_same_position(position: Position, side: Side) -> None:
    assert Position.from_board(position.board(side), side, position.game) == position
