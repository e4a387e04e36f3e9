"""Rotation, the partner, who comes and who goes: rules.md §5 chouette, sentence by sentence."""

import pytest

from referee.rules.chouette import Chouette
from referee.rules.chouette_book import Book
from referee.rules.chouette_lineup import Lineup
from referee.rules.errors import ChouetteError
from referee.rules.options import Options
from tests.referee.rules.chouettes import FOUR, last_row, table_of


def test_a_captain_who_drops_is_replaced_by_the_next_member_still_in() -> None:
    """rules.md §5 chouette."""
    assert table_of(FOUR, "double box", "drop Ben", "take Cy Di").game.captain == "Cy"
    assert table_of(FOUR, "double box", "drop Ben Cy", "take Di").game.captain == "Di"
    assert table_of(FOUR, "double Ben", "drop Ben").game.captain == "Cy"


def test_the_box_stays_while_it_wins_against_the_captain() -> None:
    """rules.md §5 chouette: box wins, the captain goes to the end of the team and the next becomes captain."""
    table = table_of(FOUR, "end box single")
    assert table.lineup == Lineup("Ann", ("Cy", "Di", "Ben"))
    assert table_of(FOUR, "end box single", "end box single").lineup == Lineup("Ann", ("Di", "Ben", "Cy"))


def test_a_captain_who_wins_becomes_box() -> None:
    """rules.md §5 chouette: the old box goes to the end."""
    assert table_of(FOUR, "end team single").lineup == Lineup("Ben", ("Cy", "Di", "Ann"))


def test_the_result_of_the_captain_decides_not_of_who_plays_on() -> None:
    """rules.md §5 chouette: a captain who dropped has lost to the box, though the others go on and win."""
    table = table_of(FOUR, "double box", "drop Ben", "take Cy Di", "end team gammon")
    assert last_row(table) == {"Ann": -7, "Ben": -1, "Cy": 4, "Di": 4}
    assert table.lineup == Lineup("Ann", ("Cy", "Di", "Ben"))
    refused = table_of(FOUR, "double Ben", "drop Ben", "end box single")
    assert refused.lineup == Lineup("Ben", ("Cy", "Di", "Ann"))


def test_when_all_are_out_the_game_is_over() -> None:
    """rules.md §5 chouette."""
    table = table_of(FOUR, "double box", "drop all")
    assert (table.sheet.games, last_row(table)) == (1, {"Ann": 3, "Ben": -1, "Cy": -1, "Di": -1})
    assert not table.game.begun


def test_a_drawn_or_void_game_changes_no_place() -> None:
    """rules.md §5 chouette: nobody has won; who dropped has lost all the same."""
    settings: dict[str, object] = {"last-throw": "half-each", "cube": "on"}
    table = table_of(FOUR, "double Cy", "drop Cy", "end draw", settings=settings, game="long-nardy")
    assert last_row(table) == {"Ann": -1, "Ben": 0, "Cy": 1, "Di": 0}
    assert table.lineup == Lineup("Ann", ("Ben", "Cy", "Di"))
    assert table_of(FOUR, "end void").lineup == Lineup("Ann", ("Ben", "Cy", "Di"))
    with pytest.raises(ChouetteError, match="say who won and by what"):
        table_of(FOUR, "end draw")


# the partner


PARTNER: dict[str, object] = {"box-partner": "yes"}


def test_the_partner_shares_the_result_of_the_box() -> None:
    """rules.md §5 chouette: box-partner = yes."""
    table = table_of(FOUR, "partner Di", "double Ben", "take Ben", "end box single", settings=PARTNER)
    assert last_row(table) == {"Ann": 1.5, "Di": 1.5, "Ben": -2, "Cy": -1}
    assert table.lineup == Lineup("Ann", ("Cy", "Ben"), "Di")


def test_a_captain_who_wins_becomes_partner_and_the_partner_box() -> None:
    """rules.md §5 chouette: the old box goes to the end."""
    table = table_of(FOUR, "partner Di", "end team single", settings=PARTNER)
    assert table.lineup == Lineup("Di", ("Cy", "Ann"), "Ben")


def test_the_box_may_play_alone() -> None:
    """rules.md §5 chouette: it *may* play with a partner."""
    assert table_of(FOUR, "partner Di", "partner none", settings=PARTNER).lineup == Lineup("Ann", ("Ben", "Cy", "Di"))
    assert table_of(FOUR, "end team single", settings=PARTNER).lineup == Lineup("Ben", ("Cy", "Di", "Ann"))
    assert table_of(FOUR, "partner Di", "partner Cy", settings=PARTNER).lineup == Lineup("Ann", ("Ben", "Di"), "Cy")


def test_where_no_partner_can_be() -> None:
    with pytest.raises(ChouetteError, match="the box plays alone in this event"):
        table_of(FOUR, "partner Di")
    with pytest.raises(ChouetteError, match="chooses a partner before one"):
        table_of(FOUR, "double Ben", "partner Di", settings=PARTNER)
    with pytest.raises(ChouetteError, match="Ben is the whole team"):
        table_of("order Ann Ben Cy", "partner Cy", "leave Ann", "partner Ben", settings=PARTNER)


# coming and going


def test_who_joins_stands_at_the_end_of_the_team() -> None:
    """rules.md §5 chouette: the order of the team; in the middle of a game with the next one."""
    assert table_of(FOUR, "join Eve").lineup.team == ("Ben", "Cy", "Di", "Eve")
    during = table_of(FOUR, "double Ben", "join Eve")
    assert (during.lineup.team, during.arriving) == (("Ben", "Cy", "Di"), ("Eve",))
    assert table_of(FOUR, "double Ben", "join Eve", "take Ben", "end box single").lineup.team == (
        "Cy",
        "Di",
        "Eve",
        "Ben",
    )


def test_who_leaves_is_settled_against_the_largest_loser() -> None:
    """rules.md §5 chouette: Ben is the largest loser, takes Ann's 4 over and pays her."""
    lines = (FOUR, "double Ben", "take Ben", "end box single", "leave Ann")
    table = table_of(*lines)
    assert table.sheet.rows[-1].what == "Ann leaves: Ben pays Ann 4"
    assert [table.sheet.balance(name) for name in ("Ann", "Ben", "Cy", "Di")] == [0, 2, -1, -1]
    assert table.lineup == Lineup("Cy", ("Di", "Ben"))


def test_a_loser_who_leaves_pays_the_largest_loser_of_those_who_stay() -> None:
    """rules.md §5 chouette."""
    table = table_of(FOUR, "double Ben", "take Ben", "end box single", "leave Ben")
    assert table.sheet.rows[-1].what == "Ben leaves: Ben pays Cy 2"
    assert [table.sheet.balance(name) for name in ("Ann", "Ben", "Cy", "Di")] == [4, 0, -3, -1]


def test_who_is_even_leaves_without_a_row() -> None:
    """rules.md §5 chouette."""
    assert table_of(FOUR, "leave Di").sheet.rows == ()


def test_who_leaves_is_followed_by_the_next_in_order() -> None:
    """rules.md §5 chouette: the captain follows the box, the next member the captain, the partner before both."""
    assert table_of(FOUR, "leave Ann").lineup == Lineup("Ben", ("Cy", "Di"))
    assert table_of(FOUR, "leave Ben").lineup == Lineup("Ann", ("Cy", "Di"))
    partnered = (FOUR, "partner Di")
    assert table_of(*partnered, "leave Ann", settings=PARTNER).lineup == Lineup("Di", ("Ben", "Cy"))
    assert table_of(*partnered, "leave Di", settings=PARTNER).lineup == Lineup("Ann", ("Ben", "Cy"))


def test_nobody_leaves_in_the_middle_of_a_game_and_three_must_play() -> None:
    with pytest.raises(ChouetteError, match="Cy can leave when it has ended"):
        table_of(FOUR, "double Ben", "leave Cy")
    with pytest.raises(ChouetteError, match="needs 3 players: somebody must join first"):
        table_of(FOUR, "leave Di", "leave Cy", "double Ben")
    with pytest.raises(ChouetteError, match="Ann is the last one here"):
        table_of(FOUR, "leave Di", "leave Cy", "leave Ben", "leave Ann")
    assert table_of(FOUR, "double Ben", "join Eve", "leave Eve").arriving == ()


def test_an_event_for_two_is_no_chouette() -> None:
    with pytest.raises(ChouetteError, match="set form = chouette"):
        Chouette.new(Options.build("backgammon", {}), ["Ann", "Ben", "Cy"])
    with pytest.raises(ChouetteError, match="form = two-players is no chouette"):
        Book.new("backgammon", {"form": "two-players"})
