"""`.mat` files: written, read back, and read by gammonview (formats.md 4.1)."""

from collections.abc import Callable

import pytest
from gvformat.mat_parser import parse_mat_file
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules.dice import Dice
from referee.rules.errors import NotationError
from referee.rules.mat import CubeAct, Drawn, Gave, MatGame, MatMatch, Moved, Rolled, Stood, Won, hops_of, safe_name
from referee.rules.mat_follow import positions
from referee.rules.mat_read import parse_match
from referee.rules.mat_write import match_text
from referee.rules.notation import Hop, parse_play
from referee.rules.position import Position, Side
from tests.referee.rules.random_matches import EVENTS, random_match

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


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(EVENTS)), st.integers(0, 2**32))
def test_match_round_trip(event: str, seed: int) -> None:
    """match → .mat → match for every game: the cube, lost turns, plays that stand, every end, colours that change."""
    match = random_match(event, seed)
    assert parse_match(match_text(match)) == match


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(sorted(EVENTS)), st.integers(0, 2**32))
def test_a_match_that_is_read_back_ends_on_the_same_boards(event: str, seed: int) -> None:
    match = random_match(event, seed)
    for ours, read in zip(match.games, parse_match(match_text(match)).games, strict=True):
        assert list(positions(ours, match.checkers)) == list(positions(read, match.checkers))


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


@pytest.mark.parametrize(
    "name", ["#1 Bob", "1) 31: 8/5", "2) # Bob", "Game 1", "; Bob", "5 point match", "# :", 'Bo"b']
)
def test_a_name_that_looks_like_a_row_does_not_hide_its_game(name: str) -> None:
    """formats.md 4.1: the score line stays one, whoever plays."""
    game = MatGame(0, 2, (Moved(Side.W, Dice(3, 1), parse_play("8/5 6/5")), Won(Side.B, 1)))
    for names in ((name, "Ann"), ("Ann", name)):
        read = parse_match(match_text(MatMatch(5, *names, (game,))))
        assert (read.white, read.black) == tuple(map(safe_name, names))
        assert read.games == (game,)


@pytest.mark.parametrize(
    "row", [f" 1) {' ' * 10**6}31: 8/5", f" 1) 31: {'8/5 ' * 10**5}", f" {'A' * 10**6} : 0   B : 0"]
)
def test_a_row_without_end_is_refused_at_once(row: str) -> None:
    """formats.md 4.1: no row of a match is that long, and none may keep a reader busy."""
    with pytest.raises(NotationError, match="line 5: a row of"):
        parse_match(f" 5 point match\n\n Game 1\n A : 0   B : 0\n{row}\n")


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


def _acts(rows: str, headers: str = "") -> tuple[object, ...]:
    text = f"{headers} 0 point match\n\n Game 1\n A : 0                            B : 0\n{rows}"
    return parse_match(text).games[0].acts


@pytest.mark.parametrize(
    ("cell", "hops"),
    [
        ("61: Bar/24 6/0", "25/24 6/0"),
        ("61: bar/24 6/off", "25/24 6/0"),
        ("61: 25/24 6/", "25/24 6/0"),
        ("66: 24/18(2) 13/7(2)", "24/18 24/18 13/7 13/7"),
        ("64: 24/18*/14", "24/18* 18/14"),
        ("64: 24/14", "24/14"),
        ("64 24/18 18/14", "24/18 18/14"),
        ("64:24/18 18/14", "24/18 18/14"),
    ],
)
def test_dialects_of_a_play(cell: str, hops: str) -> None:
    """formats.md 4.1: `/0`, `Bar/`, `(2)`, chained and merged moves; a throw without its colon."""
    high, low = int(cell[0]), int(cell[1])
    for rows, side in ((f"  1) {cell}\n", Side.W), (f"  1)                              {cell}\n", Side.B)):
        assert _acts(rows) == (Moved(side, Dice(high, low), parse_play(hops)),)


LEFT, RIGHT = "  1) {}\n", "  1)                              {}\n"


@pytest.mark.parametrize(
    ("rows", "acts"),
    [
        (RIGHT.format("Drops") + LEFT.format("Wins 1 point"), (CubeAct(Side.B, "drop"), Won(Side.W, 1))),
        (RIGHT.format("Resigned Game") + LEFT.format("Wins 2 points"), (Gave(Side.B, level="Game"), Won(Side.W, 2))),
        (LEFT.format("Resigned Match") + LEFT.format("Wins 2 points"), (Gave(Side.B, level="Match"), Won(Side.W, 2))),
        (RIGHT.format("Lost on time") + LEFT.format("Wins 1 point"), (Gave(Side.B, "time"), Won(Side.W, 1))),
        (LEFT.format("Forfeits"), (Gave(Side.W, "forfeit"),)),
        (LEFT.format("Accepts") + RIGHT.format("Passes"), (CubeAct(Side.W, "take"), CubeAct(Side.B, "drop"))),
        (
            LEFT.format("Wins 5 points and the match"),
            (Won(Side.W, 5, True),),
        ),
        ("; said by a Russian program\n# and another\n", ()),
        (
            "  1)  Doubles => 2                  Beavers => 4\n  2) 61: 13/7 8/7\n",
            (
                CubeAct(Side.W, "double", 2), CubeAct(Side.B, "beaver", 4), CubeAct(Side.W, "take"),
                Moved(Side.W, Dice(6, 1), parse_play("13/7 8/7")),
            ),
        ),
        (
            "  1)  Doubles => 2                  Doubles => 4\n  2)  Drops                         Wins 2 points\n",
            (
                CubeAct(Side.W, "double", 2), CubeAct(Side.B, "beaver", 4), CubeAct(Side.W, "drop"),
                Won(Side.B, 2),
            ),
        ),
    ],
)  # fmt: skip
def test_dialects_of_cube_and_end(rows: str, acts: tuple[object, ...]) -> None:
    """formats.md 4.1: drops without doubles, resignations in either column, lost on time, beavers taken by playing."""
    assert _acts(rows) == acts


def test_a_file_whose_columns_change_places_is_read_with_the_players_where_they_were() -> None:
    text = EXAMPLE.replace(" Alice : 0                        Bob : 2", " Bob : 2                          Alice : 0")
    second = parse_match(text).games[1]
    assert (second.white_points, second.black_points) == (0, 2)
    assert [act.side for act in second.acts if isinstance(act, Moved)] == [Side.B, Side.W]


@pytest.mark.parametrize(
    "change",
    [lambda text: "\ufeff" + text, lambda text: text.replace("\n", "\r\n"), lambda text: text.replace(" 5 p", "\t5 P")],
)
def test_marks_ends_of_line_and_tabs_do_not_matter(change: Callable[[str], str]) -> None:
    assert parse_match(change(EXAMPLE)) == parse_match(EXAMPLE)


TAVLI = """; [Variation "Tavli"]
 5 point match

 Game 1
 Ann : 0                          Bob : 0
  1) 31: 8/5 6/5
                                   Wins 1 point

; [Variation "Plakoto"]
 Game 2
 Ann : 0                          Bob : 1
  1) 66: 24/18 18/12 24/18 18/12    21: Illegal play (W 24:13 12:2 | B 24:14 21:1)
     Void, no points

 Game 3
 Ann : 0.5                        Bob : 1½
  1) 21: 24/22 22/21
     Draw, 0.5 points each
"""


def test_a_tavli_match_names_each_game() -> None:
    """formats.md 4.1 with a variation a game, by a header, a line before the game, or the rotation of tavli."""
    first, second, third = parse_match(TAVLI).games
    assert [game.game for game in (first, second, third)] == ["portes", "plakoto", "fevga"]
    after = Position.parse("W 24:13 12:2 | B 24:14 21:1", "plakoto")
    assert second.acts[1:] == (Stood(Side.B, Dice(2, 1), after), Drawn(0))
    assert (third.white_points, third.black_points, third.result) == (0.5, 1.5, Drawn(0.5))
    again = match_text(parse_match(TAVLI))
    assert '; [Game 2 variation "Plakoto"]' in again
    assert parse_match(again) == parse_match(TAVLI)


def test_pins_are_marked_as_hits_are() -> None:
    before = Position.parse("W 24:15 | B 24:13 7:1 8:1", "plakoto")
    assert hops_of(((24, 18), (18, 17)), before, Side.W) == (Hop(24, 18, True), Hop(18, 17, True))
    pinned = Position.parse("W 24:14 18:1 | B 24:13 7:1p 8:1", "plakoto")
    assert hops_of(((24, 18),), pinned, Side.W) == (Hop(24, 18, False),)


def test_nothing_is_marked_where_nothing_is_hit() -> None:
    before = Position.parse("W 24:15 | B 24:14 7:1", "long-nardy")
    assert hops_of(((24, 19),), before, Side.W) == (Hop(24, 19, False),)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "'N point match' is missing"),
        ('; [Variation "Nackgammon"]\n' + EXAMPLE, "line 1: variation 'Nackgammon': use one of Backgammon, ShortNardy"),
        ('\n; [Game 2 variation "Tavli"]\n' + EXAMPLE, "line 2: variation 'Tavli': use one of Backgammon, ShortNardy"),
        ('; [Checkers "16"]\n' + EXAMPLE, "line 1: checkers '16': write a whole number from 1 to 15"),
        ('\n; [Game 1 left "Blue"]\n' + EXAMPLE, "line 2: left 'Blue': write White or Black"),
        ('; [Game 2 start "W 24:16 | B"]\n' + EXAMPLE, "line 1: White has 16 checkers"),
        (EXAMPLE + "  2) 62: Illegal play (W 24:1 | B 1:1)\n", "line 16: White's 24 and Black's 1"),
        (EXAMPLE + "  2) 62: Illegal play (1;2;3)\n", "line 16: position line '1;2;3': it has 40 fields"),
        (" 5 point match\n  1) 62: 24/18\n", "line 2: .* before the first game"),
        (EXAMPLE + "  2) 62: 24\n", "line 16: play '24'"),
        (EXAMPLE + "  2)  Sleeps\n", "line 16: 'Sleeps' is neither"),
    ],
)
def test_bad_files_are_refused_with_the_line(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        parse_match(text)


PIECES = st.sampled_from(
    [
        " 5 point match", "Game 1", " A : 0      B : 0", '; [Variation "Plakoto"]',
        '; [Game 1 start "W 24:15 | B 24:15"]',
        "  1) ", "31: 8/5 6/5", "     ", "62:", "????", "Illegal play (", ")", "W 24:15 | B 24:15", "Doubles => 2",
        "Takes", "Beavers", "Drops", "Wins 2 points", "Resigns", "Draw, 0.5 points each", "Void, no points",
        "\n", "\n", "9" * 5000, "½", "\x00", ";",
    ]
)  # fmt: skip


def _read(text: str) -> MatMatch | None:
    """The match of a text, None if it is refused, as it must be, in one line."""
    try:
        return parse_match(text)
    except NotationError as error:
        said = str(error)
    assert said
    assert "\n" not in said
    return None


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES | st.text(max_size=6), max_size=40).map("".join))
def test_any_text_is_a_match_or_refused_in_one_line(text: str) -> None:
    for match in map(_read, (text, EXAMPLE + text, TAVLI + text)):
        assert match is None or parse_match(match_text(match)).games == match.games


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(sorted(EVENTS)), st.integers(0, 50), st.data())
def test_a_damaged_file_is_a_match_or_refused_in_one_line(event: str, seed: int, data: st.DataObject) -> None:
    text = match_text(random_match(event, seed, most_games=1))
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 60))
    match = _read(text[:at] + data.draw(st.text(max_size=5)) + text[at + cut :])
    assert match is None or len(match.games) <= 1
