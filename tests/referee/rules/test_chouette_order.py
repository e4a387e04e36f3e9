"""The throws for box, captain and team: rules.md §5 chouette."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.chouette_lineup import Lineup
from referee.rules.chouette_order import Order
from referee.rules.errors import ChouetteError
from tests.referee.rules.chouettes import table_of


def test_the_highest_is_box_the_second_captain_and_the_team_follows() -> None:
    """rules.md §5 chouette: three or more players throw for box, captain and the order of the team."""
    table = table_of("players Ann Ben Cy Di", "throw Ann 2 Ben 6 Cy 3 Di 5")
    assert table.lineup == Lineup("Ben", ("Di", "Cy", "Ann"))


def test_equal_throws_are_thrown_again_among_those_players() -> None:
    """rules.md §5 chouette, §2: equal numbers are thrown again."""
    order = Order.new(["Ann", "Ben", "Cy"]).thrown("Ann", 4).thrown("Ben", 4).thrown("Cy", 6)
    assert order.due == ("Ann", "Ben")
    with pytest.raises(ChouetteError, match=r"Cy has thrown already; Ann, Ben throw now"):
        order.thrown("Cy", 1)
    assert order.thrown("Ann", 1).thrown("Ben", 2).ranking == ("Cy", "Ben", "Ann")


def test_a_level_pair_stays_due_until_it_differs() -> None:
    order = Order.new(["Ann", "Ben", "Cy"])
    for name, die in (("Ann", 4), ("Ben", 4), ("Cy", 1), ("Ann", 3), ("Ben", 3), ("Ann", 1)):
        order = order.thrown(name, die)
    assert order.due == ("Ben",)
    with pytest.raises(ChouetteError, match="the order is not decided: Ben throw"):
        _ = order.ranking


@given(st.lists(st.tuples(st.sampled_from(["Ann", "Ben", "Cy", "Di"]), st.integers(1, 6)), max_size=60))
def test_throws_in_any_order_rank_everybody_by_them(throws: list[tuple[str, int]]) -> None:
    """rules.md §5 chouette: highest first, whoever throws sooner."""
    order = Order.new(["Ann", "Ben", "Cy", "Di"])
    for name, die in throws:
        if name in order.due:
            order = order.thrown(name, die)
    if not order.due:
        dice = dict(order.throws)
        ranked = [dice[name] for name in order.ranking]
        assert ranked == sorted(ranked, reverse=True)
        assert len(set(ranked)) == 4


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (["Ann", "Ben"], "needs 3 players, not 2"),
        (["Ann", "ann", "Ben"], "there is a ann already"),
        (["Ann", "Ben", "Box"], "nobody can be called 'Box'"),
        (["Ann", "Ben", "\x1b[2J"], r"nobody can be called '\\x1b\[2J'"),
        (["Ann", "Ben", " "], "nobody can be called ''"),
    ],
)
def test_names_that_will_not_do(names: Sequence[str], why: str) -> None:
    with pytest.raises(ChouetteError, match=why):
        Order.new(names)
