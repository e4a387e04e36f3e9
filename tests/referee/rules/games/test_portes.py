"""Portes: backgammon on other terms."""

from itertools import islice

from referee.rules.options import Options
from referee.rules.plays import legal_plays
from referee.rules.position import Position, Side
from tests.referee.rules.games.table import Table
from tests.referee.rules.walks import random_walk

PORTES = Table("portes")


def test_it_starts_as_backgammon() -> None:
    """rules.md §1."""
    assert Position.start("portes").text == Position.start("backgammon").text


def test_m4_the_choice_of_the_single_die_is_free() -> None:
    """rules.md M4: `single-die` is `either` by default."""
    position = "W 24:1 | B 12:2"
    assert PORTES.texts(position, "6-5") == {"24/18", "24/19"}
    assert PORTES.judged(position, "W 19:1 | B 12:2", "6-5").legal
    larger = PORTES.under(single_die="larger")
    assert larger.texts(position, "6-5") == {"24/18"}
    assert larger.judged(position, "W 19:1 | B 12:2", "6-5").reasons == ("larger-die",)


def test_with_the_larger_die_it_is_backgammon() -> None:
    """rules.md §1: the moves are those of backgammon, hit and hide included."""
    options, larger = Options.build("backgammon", {}), Options.build("portes", {"single-die": "larger"})
    for position, side, dice, _ in islice(random_walk("portes", 5), 150):
        same = Position("backgammon", position.white, position.black)
        texts = [play.text for play in legal_plays(position, side, dice, larger).plays]
        assert texts == [play.text for play in legal_plays(same, side, dice, options).plays]


def test_a_free_choice_is_not_called_the_larger_die() -> None:
    """rules.md M4: an illegal single move has its own reason only."""
    told = PORTES.judged("W 24:1 | B 12:2", "W 24:1 | B 12:2", "6-5", Side.W)
    assert told.reasons == ("both-dice",)
    assert "for instance 24/1" in told.explanation
