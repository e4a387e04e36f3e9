"""The cubes of one game: rules.md §5 chouette, stakes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.chouette_game import BOX, TEAM
from referee.rules.errors import ChouetteError, CubeError
from tests.referee.rules.chouettes import FOUR, last_row, table_of


def test_each_member_has_an_own_cube() -> None:
    """rules.md §5 chouette: Ben's double turns Ben's cube only."""
    game = table_of(FOUR, "double Ben", "take Ben").game
    assert [game.stake(name).state.cube.value for name in ("Ben", "Cy", "Di")] == [2, 1, 1]
    assert game.stake("Ben").state.cube.owner is BOX


def test_members_answer_the_box_each_for_himself() -> None:
    """rules.md §5 chouette: own cubes against the box."""
    game = table_of(FOUR, "double box", "take Ben", "drop Cy", "take Di").game
    assert game.playing == ("Ben", "Di")
    assert (game.stake("Cy").won, game.stake("Ben").state.cube.owner) == (-1, TEAM)


def test_members_who_dropped_are_out_of_the_game() -> None:
    """rules.md §5 chouette."""
    table = table_of(FOUR, "double box", "take Ben Di", "drop Cy")
    with pytest.raises(ChouetteError, match="Cy is out of this game; still in: Ben and Di"):
        table.game.double(["Cy"])
    ended = table_of(FOUR, "double box", "take Ben Di", "drop Cy", "end team gammon")
    assert last_row(ended) == {"Ann": -7, "Ben": 4, "Cy": -1, "Di": 4}


@pytest.mark.parametrize("verb", ["take", "drop", "beaver"])
def test_the_box_treats_cubes_of_the_same_value_alike(verb: str) -> None:
    """rules.md §5 chouette: one answer to Ben's and Cy's 2."""
    table = table_of(FOUR, "double Ben", "double Cy", settings={"beaver": "on"})
    with pytest.raises(CubeError, match=f"the box treats cubes of the same value alike: {verb} Ben Cy, or none"):
        getattr(table.game, verb)(["Ben"])
    assert getattr(table.game, verb)(["Ben", "Cy"]).waiting(BOX) == ()


def test_the_box_may_treat_cubes_of_different_values_differently() -> None:
    """rules.md §5 chouette."""
    lines = ("double Ben", "take Ben", "double box Ben", "take Ben", "double Ben Cy Di")
    game = table_of(FOUR, *lines).game
    mixed = game.take(["Cy", "Di"]).drop(["Ben"])
    assert (mixed.stake("Ben").won, mixed.stake("Cy").state.cube.value) == (4, 2)


def test_the_box_doubles_cubes_of_the_same_value_alike() -> None:
    """rules.md §5 chouette."""
    table = table_of(FOUR, "double Ben", "take Ben")
    with pytest.raises(CubeError, match="alike: double box Cy Di, or none"):
        table.game.double_box(["Cy"])
    assert table.game.double_box(["Ben"]).waiting(TEAM) == ("Ben",)
    assert table.game.double_box().waiting(TEAM) == ("Ben", "Cy", "Di")


def test_only_the_owner_of_a_cube_doubles() -> None:
    """rules.md §5 stakes, each cube of a chouette."""
    table = table_of(FOUR, "double Ben", "take Ben")
    with pytest.raises(CubeError, match="Ben's cube belongs to the box, Ann: only the owner may double"):
        table.game.double(["Ben"])
    turned = table_of(FOUR, "double box", "take all")
    with pytest.raises(CubeError, match="the box has no cube to turn"):
        turned.game.double_box()
    with pytest.raises(CubeError, match="Ben's cube belongs to Ben"):
        turned.game.double_box(["Ben"])


def test_what_is_offered_must_be_answered_first() -> None:
    table = table_of(FOUR, "double Ben")
    with pytest.raises(CubeError, match="the box must answer Ben first"):
        table.game.double_box()
    with pytest.raises(CubeError, match="Ben's cube has been offered and is not answered yet"):
        table.game.double(["Ben"])
    with pytest.raises(ChouetteError, match="the double on Ben's cube is not answered"):
        table.game.ended(BOX, "single")
    boxed = table_of(FOUR, "double box")
    with pytest.raises(CubeError, match="Ben, Cy and Di must answer the box first"):
        boxed.game.double(["Ben"])


def test_a_member_beavers_the_box() -> None:
    """rules.md §5 stakes: accepted and redoubled, the box refuses at the doubled stake or accepts."""
    lines = (FOUR, "double box", "beaver Ben", "take Cy Di")
    assert last_row(table_of(*lines, "drop Ben", "end team single", settings={"beaver": "on"})) == {
        "Ann": -6,
        "Ben": 2,
        "Cy": 2,
        "Di": 2,
    }
    taken = table_of(*lines, "take Ben", settings={"beaver": "on"})
    assert (taken.game.stake("Ben").state.cube.value, taken.game.stake("Ben").state.cube.owner) == (4, TEAM)


def test_the_box_answers_beavers_together_once_all_have_answered() -> None:
    """rules.md §5 chouette: cubes of the same value alike, also those beavered later."""
    table = table_of(FOUR, "double box", "beaver Ben", settings={"beaver": "on"})
    with pytest.raises(CubeError, match="Cy and Di must answer first; then the box answers the beavers together"):
        table.game.take(["Ben"])


def test_stakes_follow_the_event() -> None:
    """rules.md §5 stakes: arithmetic, automatic doubles, Jacoby, each cube by itself."""
    settings: dict[str, object] = {"stakes": "arithmetic", "automatic-doubles": 1, "jacoby": "on"}
    ended = table_of(FOUR, "automatic", "double Ben", "take Ben", "end team gammon", settings=settings)
    assert last_row(ended) == {"Ann": -10, "Ben": 6, "Cy": 2, "Di": 2}
    with pytest.raises(CubeError, match="no automatic double now"):
        table_of(FOUR, "automatic", settings=settings).game.automatic()
    with pytest.raises(CubeError, match="they come before the first double"):
        table_of(FOUR, "double Ben", "take Ben", settings=settings).game.automatic()
    with pytest.raises(CubeError, match="0 a game at most"):
        table_of(FOUR).game.automatic()


def test_remaining_checkers_count_where_the_event_says_so() -> None:
    """rules.md §5 by-remaining, §5 chouette: times each cube."""
    settings: dict[str, object] = {"scoring": "by-remaining"}
    ended = table_of(FOUR, "double Ben", "take Ben", "end box oin 3", settings=settings, game="short-nardy")
    assert last_row(ended) == {"Ann": 12, "Ben": -6, "Cy": -3, "Di": -3}
    with pytest.raises(ChouetteError, match="how many checkers the loser has left, 1 to 15: end box mars 15"):
        table_of(FOUR, "end box oin", settings=settings, game="short-nardy")
    with pytest.raises(ChouetteError, match="leave the number out"):
        table_of(FOUR, "end box single 3")


def test_advice_only_from_members_whose_cube_has_been_turned() -> None:
    """rules.md §5 chouette: an automatic double turns nobody's; the captain plays, and needs no advice of his own."""
    assert table_of(FOUR, "automatic", settings={"automatic-doubles": 1}).game.advisers == ()
    assert table_of(FOUR, "double Cy Ben", "take all").game.advisers == ("Cy",)
    assert table_of(FOUR, "double box", "take Cy Di", "drop Ben").game.advisers == ("Di",)


@given(st.tuples(*[st.booleans()] * 4), st.sets(st.sampled_from(["Ben", "Cy", "Di", "Eve"]), min_size=1), st.booleans())
def test_whatever_the_box_answers_cubes_of_one_value_are_answered_alike(
    turned: tuple[bool, ...], answered: set[str], takes: bool
) -> None:
    """rules.md §5 chouette: an answer is refused exactly when it leaves out a waiting cube of a value it names."""
    team = ("Ben", "Cy", "Di", "Eve")
    eights = [name for name, twice in zip(team, turned, strict=True) if twice]
    game = table_of("order Ann Ben Cy Di Eve").game
    if eights:
        game = game.double(eights).take(eights).double_box(eights).take(eights)
    game = game.double(team)
    answer = game.take if takes else game.drop
    groups = (set(eights), set(team) - set(eights))
    if all(not answered & group or group <= answered for group in groups):
        assert set(answer(sorted(answered)).waiting(BOX)) == set(team) - answered
    else:
        with pytest.raises(CubeError, match="the box treats cubes of the same value alike"):
            answer(sorted(answered))
