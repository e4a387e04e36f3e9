"""Legal plays: the documents' own examples and the rows of rules.md §3 and §6."""

import pytest

from referee.rules.dice import Dice
from referee.rules.errors import PositionError
from referee.rules.options import Options
from referee.rules.plays import legal_plays
from referee.rules.position import Position, Side
from tests.referee.rules.asking import START, dice_used, found, texts


def test_opening_6_5_has_seven_plays() -> None:
    assert texts(START, "6-5") == {"24/13", "24/18 13/8", "24/18 8/3", "13/7 13/8", "13/7 8/3", "13/2", "8/2 8/3"}


@pytest.mark.parametrize(
    ("black", "plays"),
    [("7:2 6:2", {"-"}), ("7:2", {"24/13"}), ("6:2", {"24/13"}), ("12:2 7:2", {"24/19"})],
)
def test_m1_one_checker_needs_an_open_point_between(black: str, plays: set[str]) -> None:
    """rules.md M1: the sum may be played by one checker only through an open intermediate point."""
    assert texts(f"W 24:1 | B {black}", "6-5") == plays


def test_m2_a_double_is_played_four_times() -> None:
    """rules.md M2."""
    assert texts("W 24:1 | B 24:1", "1-1") == {"24/20"}
    assert dice_used("W 24:1 | B 24:1", "1-1") == 4


def test_m3_two_numbers_are_played_if_some_order_plays_two() -> None:
    """rules.md M3: after 7/1 no 5 could follow, so the 6 must be 24/18."""
    assert texts("W 24:1 7:1 | B 6:2 23:2", "6-5") == {"24/13"}


def test_m3_as_many_of_a_double_as_can_be() -> None:
    """rules.md M3: the third 6 would land on a held point."""
    assert texts("W 24:1 | B 19:2", "6-6") == {"24/12"}
    assert dice_used("W 24:1 | B 19:2", "6-6") == 2


def test_m3_holds_to_the_last_checker() -> None:
    """rules.md M3, reading: last checker on 6, blot on 5, throw 6-1: only 6/5*/off."""
    assert texts("W 6:1 | B 20:1", "6-1") == {"6/5*/off"}


def test_m4_6_5_with_one_playable_is_the_larger() -> None:
    """rules.md M4, the documents' example: either number of 6-5 can be played, but not both."""
    assert texts("W 24:1 | B 12:2", "6-5") == {"24/18"}
    assert dice_used("W 24:1 | B 12:2", "6-5") == 1


def test_m4_option_either_leaves_the_choice() -> None:
    """rules.md M4: `single-die = either`."""
    options = Options.build("backgammon", {"single-die": "either"})
    assert texts("W 24:1 | B 12:2", "6-5", options=options) == {"24/18", "24/19"}


def test_m4_the_smaller_is_played_if_the_larger_cannot_be() -> None:
    """rules.md M4."""
    assert texts("W 24:1 | B 7:2 12:2", "6-5") == {"24/19"}


def test_m5_a_lost_turn_is_one_play_without_moves() -> None:
    """rules.md M5; the form is that of interfaces.md."""
    lost = found("W bar:1 | B 6:2 5:2 4:2 3:2 2:2 1:2", "6-5")
    assert [(play.text, play.moves) for play in lost.plays] == [("-", ())]
    assert lost.plays[0].position.text == "W bar:1 off:14 | B 6:2 5:2 4:2 3:2 2:2 1:2 off:3"
    assert lost.dice_used == 0


def test_m7_entering_comes_before_any_other_move() -> None:
    """rules.md M7: number n enters on own 25−n."""
    assert texts("W 13:5 bar:1 | B 6:2", "5-2") == {"bar/18", "bar/20 13/11", "bar/23 13/8"}


def test_m7_some_enter_and_the_rest_of_the_turn_is_lost() -> None:
    """rules.md M7."""
    assert texts("W 13:5 bar:2 | B 5:2", "5-2") == {"bar/23"}
    assert dice_used("W 13:5 bar:2 | B 5:2", "5-2") == 1


def test_m7_4_6_against_a_point_closed_on_6() -> None:
    """rules.md M7, the documents' example: of two checkers on the bar one enters with the 4, the 6 is lost."""
    assert texts("W 13:5 bar:2 | B 6:2", "6-4") == {"bar/21"}
    assert texts("W 13:5 bar:1 | B 6:2", "6-4") == {"bar/15", "bar/21 13/7"}


def test_m8_bearing_off_needs_all_at_home() -> None:
    """rules.md M8: from 8 nothing comes home with 5-1 but 8/7; with 7/6 the 5 may bear off."""
    assert not any("off" in text for text in texts("W 8:1 6:2 5:2 | B 24:1", "5-1"))
    assert "7/6 5/off" in texts("W 7:1 5:2 | B 24:1", "5-1")


def test_m8_bear_off_6_3() -> None:
    """rules.md M8, the documents' example: none on 6, so the 6 takes the highest below; the 3 may stay inside."""
    assert texts("W 5:2 3:1 | B 24:1", "6-3") == {"5/off 5/2", "5/off 3/off"}


def test_m8_bear_off_6_5() -> None:
    """rules.md M8, the documents' example: none on 6 or 5, so both numbers take the highest below."""
    assert texts("W 4:2 1:1 | B 13:1", "6-5") == {"4/off(2)"}


def test_m8_5_1_from_the_five_point() -> None:
    """rules.md M8, the documents' example: 5/off and a 1, or 5/4 first and then the 5 takes the highest, from 4."""
    results = {play.position.count(Side.W, 4) for play in found("W 5:1 4:1 | B 24:1", "5-1").plays}
    assert results == {0, 1}
    assert texts("W 5:1 4:1 | B 24:1", "5-1") == {"5/off 4/3", "5/off"}


def test_m8_a_higher_checker_keeps_lower_ones_on_even_if_it_cannot_move() -> None:
    """rules.md M8, reading: with a checker on 6 that is blocked, no 5 bears off from 2."""
    assert texts("W 6:2 2:1 | B 24:2", "5-5") == {"-"}


def test_m8_a_checker_hit_later_must_come_round_first() -> None:
    """rules.md M8."""
    assert texts("W 2:3 bar:1 | B 13:2", "4-3") == {"bar/18"}


def test_a_hit_in_passing_is_another_play() -> None:
    """Equal checkers of the mover, but the opponent's blot hit or not: two positions, two plays."""
    plays = {play.text: play.position.count(Side.B, "bar") for play in found("W 24:1 | B 7:1", "6-5").plays}
    assert plays == {"24/18*/13": 1, "24/13": 0}


def test_black_plays_in_black_s_numbers() -> None:
    assert texts("W 24:2 | B 13:2", "6-6", Side.B) == {"13/7(2)"}


def test_moves_are_die_by_die() -> None:
    for play in found(START, "4-4").plays:
        assert [start - end for start, end in play.moves] == [4, 4, 4, 4]


def test_results_are_distinct() -> None:
    plays = found(START, "2-2").plays
    assert len({play.position for play in plays}) == len(plays) == 75


def test_a_position_of_another_game_than_the_options_is_refused() -> None:
    other = Options.build("portes", {})
    with pytest.raises(PositionError, match="of backgammon, the options of portes"):
        legal_plays(Position.parse(START, "backgammon"), Side.W, Dice(6, 5), other)
