"""`.mat` files: written, read back, and read by gammonview (formats.md 4.1)."""

import random

import pytest
from gvformat.mat_parser import parse_mat_file
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules.dice import ALL_THROWS, Dice
from referee.rules.errors import NotationError
from referee.rules.mat import Act, CubeAct, MatGame, MatMatch, Moved, Rolled, Stood, Won, hops_of, safe_name
from referee.rules.mat_read import parse_match
from referee.rules.mat_write import match_text
from referee.rules.notation import Hop, parse_play
from referee.rules.plays import legal_plays
from referee.rules.position import Position, Side
from referee.rules.score import winner_of
from tests.referee.rules.asking import DEFAULTS

EXAMPLE = """
 5 point match

 Game 1
 Alice : 0                        Bob : 0
  1)                              31: 8/5 6/5
  2) 62: 24/18 13/11              53: 8/3 6/3
  3)  Doubles => 2                 Takes
  4) 43: 13/9 11/8                64: 24/14
  5) 61: 13/7 8/7                  Doubles => 4
  6)  Drops                        Wins 2 points

 Game 2
 Alice : 0                        Bob : 2
  1) 42: 8/4 6/4                  65: 24/13
"""


def _hops(text: str) -> tuple[Hop, ...]:
    return parse_play(text)


def test_the_example_of_the_format_page() -> None:
    """formats.md 4.1."""
    match = parse_match(EXAMPLE)
    assert (match.length, match.white, match.black) == (5, "Alice", "Bob")
    first, second = match.games
    assert first.acts[0] == Moved(Side.B, Dice(3, 1), _hops("8/5 6/5"))
    assert first.acts[3:5] == (CubeAct(Side.W, "double", 2), CubeAct(Side.B, "take"))
    assert first.acts[-2:] == (CubeAct(Side.W, "drop"), Won(Side.B, 2))
    assert (second.white_points, second.black_points) == (0, 2)
    assert parse_match(match_text(match)) == match


def _random_game(chance: random.Random, most_turns: int) -> MatGame:
    position, side, acts = Position.start("backgammon"), chance.choice(list(Side)), list[Act]()
    for _ in range(chance.randint(1, most_turns)):
        if chance.random() < 0.05:
            acts += [CubeAct(side, "double", 2), CubeAct(side.other, "take")]
        dice = chance.choice(ALL_THROWS)
        play = chance.choice(legal_plays(position, side, dice, DEFAULTS).plays)
        if chance.random() < 0.05:
            acts.append(Stood(side, dice, play.position))
        else:
            acts.append(Moved(side, dice, hops_of(play.moves, position, side)))
        position = play.position
        if winner_of(position):
            return MatGame(0, 0, (*acts, Won(side, chance.randint(1, 6), chance.random() < 0.3)))
        side = side.other
    if chance.random() < 0.5:
        acts += [CubeAct(side, "double", 2), CubeAct(side.other, "drop"), Won(side, 1)]
    return MatGame(0, 0, tuple(acts))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 25))
def test_match_round_trip(seed: int, length: int) -> None:
    """match → .mat → match, with cube actions, lost turns and illegal plays that stand."""
    chance = random.Random(seed)
    games = tuple(_random_game(chance, 90) for _ in range(chance.randint(1, 3)))
    match = MatMatch(length, "Ann van Dyck", "Ömer 2", games, (("Event", "Club"), ("EventDate", "2026.11.29")))
    assert parse_match(match_text(match)) == match


def test_gammonview_reads_what_is_written() -> None:
    match = parse_match(EXAMPLE)
    theirs = parse_mat_file(match_text(match))
    assert (theirs["match_length"], theirs["player1"], theirs["player2"]) == (5, "Alice", "Bob")
    assert theirs["games"][0]["player_actions"] == [
        ("Bob", "31: 8/5 6/5"), ("Alice", "62: 24/18 13/11"), ("Bob", "53: 8/3 6/3"), ("Alice", "Doubles => 2"),
        ("Bob", "Takes"), ("Alice", "43: 13/9 11/8"), ("Bob", "64: 24/14"), ("Alice", "61: 13/7 8/7"),
        ("Bob", "Doubles => 4"), ("Alice", "Drops"), ("Bob", "Wins 2 points"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("side", "dice", "after", "line"),
    [
        (
            Side.W,
            Dice(4, 2),
            "W 24:2 13:4 8:4 6:4 2:1 | B 24:2 13:5 8:3 6:5",
            "5;0;0;0;0;Bob;Alice;0;2;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-4;5;0;0;0;-4;0;-4;0;0;0;-1;2;0;0;0;",
        ),
        (
            Side.B,
            Dice(2, 1),
            "W 24:1 15:1 13:4 8:4 6:4 2:1 | B 24:1 13:6 8:3 6:4 2:1",
            "5;0;0;0;1;Alice;Bob;0;0;2;1;0;0;-1;1;0;0;0;4;0;4;0;0;0;-6;4;0;1;0;-3;0;-4;0;0;0;-1;1;0;0;0;",
        ),
    ],
)
def test_an_illegal_play_that_stands(side: Side, dice: Dice, after: str, line: str) -> None:
    """formats.md 4.1: the lines after which gnubg 1.07 had the right board, one for each column."""
    stood = Stood(side, dice, Position.parse(after, "backgammon"))
    text = match_text(MatMatch(5, "Alice", "Bob", (MatGame(0, 2, (stood,)),)))
    assert f"{dice.high}{dice.low}: Illegal play ({line})" in text
    assert parse_match(text).games[0].acts == (stood,)


def test_names_are_made_safe() -> None:
    assert safe_name("Dr. A: B;  C") == "Dr. A B C"
    assert safe_name(" : ") == "?"


SHUT_OUT = Position.parse("W bar:1 6:14 | B 6:2 5:2 4:2 3:2 2:2 1:2 13:3", "backgammon")
ONE_PLAY = Position.parse("W bar:2 6:13 | B 6:1 5:2 4:2 3:2 2:2 1:2 13:4", "backgammon")


def test_a_lost_turn_is_written_in_words_and_read_in_several_forms() -> None:
    """formats.md 4.1: empty after the dice is a lost turn where no play is legal; `Cannot Move`, `????`."""
    lost = MatMatch(0, "A", "B", (MatGame(0, 0, (Moved(Side.W, Dice(6, 5), ()),), start=SHUT_OUT),))
    assert "65: Cannot Move" in match_text(lost)
    for form in ("65: Cannot Move", "65:", "65: ????", "65: ???", "65: (no play)"):
        assert parse_match(match_text(lost).replace("65: Cannot Move", form)) == lost


def test_a_throw_without_a_play_is_played_where_one_play_is_legal_and_stays_open_where_more_are() -> None:
    """formats.md 4.1: with exactly one legal play it is filled in, else only the roll is kept."""
    open_throw = Rolled(Side.W, Dice(6, 5))
    one = MatMatch(0, "A", "B", (MatGame(0, 0, (open_throw,), start=ONE_PLAY),))
    assert parse_match(match_text(one)).games[0].acts == (Moved(Side.W, Dice(6, 5), (Hop(25, 19, True),)),)
    more = MatMatch(0, "A", "B", (MatGame(0, 0, (open_throw,)),))
    assert "65: ????" in match_text(more)
    assert parse_match(match_text(more)) == more


def test_hops_carry_hits() -> None:
    before = Position.parse("W 24:1 | B 7:1", "backgammon")
    assert hops_of(((24, 18), (18, 13)), before, Side.W) == (Hop(24, 18, True), Hop(18, 13, False))


def test_russian_forms_of_bar_and_off() -> None:
    """formats.md 4.1: `/0`, `Bar/`."""
    text = " 0 point match\n\n Game 1\n A : 0                            B : 0\n  1) 61: Bar/24 6/0\n"
    assert parse_match(text).games[0].acts == (Moved(Side.W, Dice(6, 1), (Hop(25, 24, False), Hop(6, 0, False))),)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "'N point match' is missing"),
        (" 5 point match\n  1) 62: 24/18\n", "line 2: .* before the first game"),
        (EXAMPLE + "  2) 62: 24\n", "line 16: play '24'"),
        (EXAMPLE + "  2)  Sleeps\n", "line 16: 'Sleeps' is neither"),
    ],
)
def test_bad_files_are_refused_with_the_line(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        parse_match(text)
