"""The cube: who may double, taking, beavers, refusing, arithmetic stakes: rules.md §5, tournament.md 1.5."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.cube import Cube, CubeState, Offer
from referee.rules.errors import CubeError
from referee.rules.match import MatchScore
from referee.rules.options import Options
from referee.rules.side import Side

SEVEN = Options.build("backgammon", {"match": "points 7"})
MONEY = Options.build("backgammon", {})
BEAVERS = Options.build("backgammon", {"beaver": "on"})
SCORE = MatchScore()


def test_the_cube_is_void_in_the_crawford_game() -> None:
    """tournament.md 1.5."""
    score = MatchScore.new(SEVEN).after(Side.W, 6)
    assert "Crawford" in (Cube().why_not_double(Side.B, SEVEN, score) or "")
    assert Cube().why_not_double(Side.B, SEVEN, score.after(Side.B, 1)) is None


def test_both_may_double_first_then_the_owner_only() -> None:
    """rules.md §5 stakes."""
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
    """rules.md §5 stakes: 1, 2, 3, 4."""
    options = Options.build("backgammon", {"stakes": "arithmetic"})
    assert Cube().taken(Side.W, options).taken(Side.B, options).taken(Side.W, options).value == 4


def test_an_automatic_double_leaves_the_cube_in_the_middle() -> None:
    """rules.md §2 automatic doubles: equal opening dice double the stake, N times at most."""
    twice = Options.build("backgammon", {"automatic-doubles": 2})
    assert Cube().automatic(twice) == Cube(2, None, False)
    assert Cube().automatic(twice).automatic(twice).automatic(twice) == Cube(4, None, False)
    assert Cube().automatic(MONEY) == Cube()
    assert Cube(2, Side.B, True).automatic(twice) == Cube(2, Side.B, True)


def test_the_cube_has_no_highest_value() -> None:
    """rules.md §5 stakes: unlimited, also after 64."""
    state, side = CubeState(), Side.W
    for _ in range(10):
        state = state.double(side, MONEY, SCORE).take(side.other)
        side = side.other
    assert state.cube == Cube(1024, Side.W, True)


def test_taking_makes_the_taker_the_owner() -> None:
    """rules.md §5 stakes."""
    offered = CubeState().double(Side.W, MONEY, SCORE)
    assert offered.offer == Offer(Side.W, "double", 1, Cube(2, Side.B, True))
    assert offered.cube == Cube()
    assert offered.take(Side.B) == CubeState(Cube(2, Side.B, True))


def test_refusing_loses_the_stake_before_the_double() -> None:
    """rules.md §5 stakes."""
    redoubled = CubeState(Cube(4, Side.B, True)).double(Side.B, MONEY, SCORE)
    offer = redoubled.drop(Side.W)
    assert (offer.by, offer.stake, offer.kind) == (Side.B, 4, "redouble")


def test_a_beaver_redoubles_at_once_and_keeps_the_cube() -> None:
    """rules.md §5 stakes: the first doubler accepts, or refuses at the doubled stake."""
    beavered = CubeState().double(Side.W, BEAVERS, SCORE).beaver(Side.B, BEAVERS)
    assert beavered.offer == Offer(Side.B, "beaver", 2, Cube(4, Side.B, True))
    assert beavered.take(Side.W) == CubeState(Cube(4, Side.B, True))
    refused = beavered.drop(Side.W)
    assert (refused.by, refused.stake) == (Side.B, 2)


def test_an_arithmetic_beaver_goes_one_up() -> None:
    """rules.md §5 stakes."""
    options = Options.build("backgammon", {"beaver": "on", "stakes": "arithmetic"})
    beavered = CubeState(Cube(3, Side.W, True)).double(Side.W, options, SCORE).beaver(Side.B, options)
    assert beavered.offer == Offer(Side.B, "beaver", 4, Cube(5, Side.B, True))


@pytest.mark.parametrize("action", ["take", "drop"])
@pytest.mark.parametrize(
    ("side", "why"), [(Side.W, "the double is White's own: Black answers it"), (None, "no double")]
)
def test_only_who_was_offered_a_double_answers(action: str, side: Side | None, why: str) -> None:
    state = CubeState() if side is None else CubeState().double(side, MONEY, SCORE)
    with pytest.raises(CubeError, match=why):
        getattr(state, action)(Side.W)


def test_beavers_only_where_the_event_has_them_and_once() -> None:
    with pytest.raises(CubeError, match="without beavers"):
        CubeState().double(Side.W, MONEY, SCORE).beaver(Side.B, MONEY)
    beavered = CubeState().double(Side.W, BEAVERS, SCORE).beaver(Side.B, BEAVERS)
    with pytest.raises(CubeError, match="can't be beavered again"):
        beavered.beaver(Side.W, BEAVERS)


def test_no_second_double_before_the_first_is_answered() -> None:
    offered = CubeState().double(Side.W, MONEY, SCORE)
    with pytest.raises(CubeError, match="Black has not answered the last double yet"):
        offered.double(Side.W, MONEY, SCORE)


def test_a_void_double_is_refused_with_its_reason() -> None:
    """tournament.md 1.5: Crawford, a dead cube."""
    crawford = MatchScore.new(SEVEN).after(Side.W, 6)
    with pytest.raises(CubeError, match="Crawford"):
        CubeState().double(Side.B, SEVEN, crawford)
    with pytest.raises(CubeError, match="dead"):
        CubeState(Cube(2, Side.W, True)).double(Side.W, SEVEN, MatchScore.new(SEVEN).after(Side.W, 5))


@given(st.lists(st.sampled_from(["double", "take", "beaver", "drop"]), max_size=40), st.booleans(), st.data())
def test_any_sequence_of_actions_keeps_the_cube_sound(
    actions: list[str], arithmetic: bool, data: st.DataObject
) -> None:
    """rules.md §5 stakes: the value grows by the event's progression only, and an offer costs less than it asks."""
    stakes = "arithmetic" if arithmetic else "doubling"
    options = Options.build("backgammon", {"beaver": "on", "stakes": stakes})
    faces = set(range(1, 100)) if arithmetic else {2**n for n in range(90)}
    state = CubeState()
    for action in actions:
        side, before = data.draw(st.sampled_from(Side)), state
        try:
            if action == "double":
                state = state.double(side, options, SCORE)
            elif action == "beaver":
                state = state.beaver(side, options)
            elif action == "take":
                state = state.take(side)
            else:
                assert state.drop(side).by is side.other
        except CubeError:
            assert state == before
        assert state.cube.value in faces
        assert (state.cube.owner is None) == (not state.cube.turned)
        if state.offer is not None:
            assert state.offer.stake < state.offer.cube.value
            assert state.offer.stake in (state.cube.value, state.cube.next_value(options))
