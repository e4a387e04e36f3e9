"""How a game begins: opening throws, the draw for the colours, first turns, seats found out from the set-up board."""

import pytest

from calibration.profile import Seats
from referee.rules.position import Position
from referee.rules.side import Side
from referee.turn.state import Phase
from tests.referee.observing import die, observe_position, pair
from tests.referee.script import LEFT, RIGHT, Script, after, kinds, position
from vision.observation import DieReading

HEADS = Position.start("long-nardy")
TURNED = Seats("L", "top", "top-left")


def one_each(white: int, black: int, lower: float = 0.0) -> tuple[DieReading, DieReading]:
    """One die a player, each in the thrower's right half, White at the bottom; so many px `lower` than usual."""
    return die(white, (RIGHT[0], RIGHT[1] + lower)), die(black, (LEFT[0], LEFT[1] + lower), place="left-half")


def begun(game: str, **event: object) -> Script:
    script = Script({key.replace("_", "-"): value for key, value in event.items()}, game=game)
    script.view(Position.start(game))
    return script


def test_the_higher_number_begins_and_throws_both_dice_afresh() -> None:
    """rules.md §2 opening: portes, plakoto and fevga begin with a fresh throw, which may be a double."""
    script = begun("portes")
    start = Position.start("portes")
    (opening,) = script.view(start, one_each(2, 5))
    assert (opening.kind, opening.body["side"], opening.body["tie"]) == ("opening-throw", "B", False)
    assert "Bela begins and throws both dice" in opening.body["text"]
    assert script.match.turn.phase is Phase.TO_THROW
    script.view(start)
    (throw,) = script.view(start, script.black("3-3"))
    assert (throw.kind, throw.body["side"], throw.body["values"]) == ("throw", "B", "3-3")


def test_equal_numbers_are_thrown_again() -> None:
    """rules.md §2 opening: equal opening numbers are thrown again by both."""
    script = begun("fevga")
    (tie,) = script.view(Position.start("fevga"), one_each(4, 4))
    assert tie.body["tie"] is True
    script.view(Position.start("fevga"))
    (opening,) = script.view(Position.start("fevga"), one_each(4, 3))
    assert opening.body["side"] == "W"


def test_who_threw_the_lower_number_presses() -> None:
    """tournament.md 1.6: dice in one half do not tell who threw which; the press of the lower number does."""
    script = begun("plakoto")
    script.view(Position.start("plakoto"), script.white("6-2"))
    assert script.match.turn.side is None
    script.press(Side.W)
    assert script.match.turn.side is Side.B


@pytest.mark.parametrize(("limit", "cubes"), [(0, [1, 1, 1]), (1, [2, 2, 2]), (2, [2, 4, 4])])
def test_equal_opening_numbers_double_the_stake_so_often(limit: int, cubes: list[int]) -> None:
    """rules.md §2 automatic doubles: the cube stays in the middle."""
    script = begun("backgammon", automatic_doubles=limit)
    values = []
    for number in range(len(cubes)):
        script.view(Position.start("backgammon"), one_each(3, 3, 40.0 * number))
        script.view(Position.start("backgammon"))
        values.append(script.match.turn.cube.value)
    assert values == cubes
    assert script.match.turn.cube.owner is None


def test_in_long_nardy_dice_in_one_half_are_whites_first_throw() -> None:
    """rules.md §2 opening: the draw for the colours comes before the board is set up; White begins."""
    script = begun("long-nardy")
    (throw,) = script.view(HEADS, pair("6-4", LEFT, place="left-half"))
    assert (throw.kind, throw.body["side"], throw.body["values"]) == ("throw", "W", "6-4")


def test_a_draw_that_the_player_with_white_wins_changes_nothing() -> None:
    """rules.md §2 opening: the winner of the draw takes White."""
    script = begun("long-nardy")
    assert kinds(script.view(HEADS, one_each(5, 3))) == ["opening-throw"]
    assert (script.match.setup.names, script.match.turn.side) == (("Ayla", "Bela"), Side.W)


def test_who_wins_the_draw_with_black_takes_white_and_the_record_names_them_so() -> None:
    """rules.md §2 opening: colours of long nardy; the players stay in their seats and exchange the checkers."""
    script = begun("long-nardy", match="points 3", turn_ends="clock")
    opening, start = script.view(HEADS, one_each(3, 5))
    assert "Bela takes White, begins" in opening.body["text"]
    assert (start.kind, start.body["names"], start.body["begins"]) == ("game-start", {"W": "Bela", "B": "Ayla"}, "W")
    exchanged = observe_position(HEADS, (), 50, TURNED)
    script.number = 50
    (seats,) = script.look(exchanged)
    assert (seats.kind, seats.body["seats"]["white_home"]) == ("correction", "top-left")
    (throw,) = script.view(HEADS, pair("6-4"))
    assert (throw.kind, throw.body["side"]) == ("throw", "W")
    made = after(HEADS, Side.W, "6-4", "24/14")
    script.view(made, pair("6-4"))
    assert kinds(script.press(Side.B)) == ["press", "play"]
    assert script.match.turn.side is Side.B


def test_where_the_opening_throw_is_played_white_plays_it() -> None:
    """rules.md §2 opening, profile nardy-long-fnr: opening = play-it."""
    script = begun("long-nardy", opening="play-it", starter="opening-throw")
    script.view(HEADS, one_each(3, 5))
    assert (script.match.setup.names, script.match.turn.side) == (("Bela", "Ayla"), Side.W)
    assert str(script.match.turn.dice) == "5-3"


def test_two_checkers_leave_the_head_in_the_first_turn_only() -> None:
    """rules.md L2: the first throw of each player is known from the record."""
    script = begun("long-nardy")
    script.view(HEADS, pair("6-6"))
    both = after(HEADS, Side.W, "6-6", "24/18(2)", first_turn=True)
    script.view(both, pair("6-6"))
    assert kinds(script.view(both)) == ["play"]
    script.view(both, pair("2-1", LEFT, place="left-half"))
    reply = after(both, Side.B, "2-1", "24/21", first_turn=True)
    script.view(reply, pair("2-1", LEFT, place="left-half"))
    script.view(reply)
    script.view(reply, pair("3-3"))
    again = position("W 24:11 21:2 18:2 | B 24:14 21:1", "long-nardy")
    script.view(again, pair("3-3"))
    (illegal,) = script.view(again)
    assert illegal.kind == "illegal"
    assert {"head", "first-throw-head"} & set(illegal.body["reasons"])


def test_a_game_seen_from_its_middle_has_no_first_throw() -> None:
    """rules.md L2: that a turn is the first is never told by the position."""
    script = Script(game="long-nardy")
    script.view(position("W 24:14 15:1 | B 24:14 15:1", "long-nardy"))
    assert not script.match.turn.first_turn(Side.W)
    assert script.log[-1].draft.body["start"] == "as-seen"


@pytest.mark.parametrize("game", ["backgammon", "plakoto", "long-nardy", "fevga"])
def test_seats_that_contradict_the_start_are_found_out_for_every_game(game: str) -> None:
    """rules.md §1: where the head lies is for the board to show, game by game."""
    script = begun(game, match="points 7", starter="opening-throw")
    start = Position.start(game)
    script.direct("resign", side="W")
    for number, seats in enumerate((Seats("L", "bottom", "bottom-left"), TURNED), start=2):
        script.number += 10
        script.look(observe_position(start, (), script.number, seats))
        assert script.match.setup.seating.seats == seats
        assert script.last("game-start")["position"] == start.text
        assert script.match.turn.score.game == number
        script.direct("resign", side="W")


def test_what_is_left_of_the_last_game_turns_no_seats() -> None:
    script = begun("long-nardy", match="points 3", starter="opening-throw")
    last = position("W 1:1 | B 12:10 6:1 1:1", "long-nardy")
    script.direct("correct", position=last.text, turn="W", why="a test")
    script.view(last, pair("6-5"))
    over = position("W off:15 | B 12:10 6:1 1:1", "long-nardy")
    script.view(over, pair("6-5"))
    assert kinds(script.view(over))[:2] == ["play", "game-end"]
    assert script.view(position("W off:15 | B 12:12", "long-nardy")) == []
    assert script.match.setup.seating.seats == Seats()


def test_checkers_that_players_exchange_after_the_draw_are_no_riddle() -> None:
    """rules.md §2 opening: the board is set up anew for the colours drawn, and nothing is asked meanwhile."""
    script = begun("long-nardy")
    script.view(HEADS, one_each(3, 5))
    for half_way in ("W 24:5 | B 24:15", "W 24:15 | B 24:4", "W off:15 | B off:15"):
        assert script.view(position(half_way, "long-nardy")) == []
    script.number += 1
    assert kinds(script.look(observe_position(HEADS, (), script.number, TURNED))) == ["correction"]
    assert script.match.turn.phase is Phase.TO_THROW
