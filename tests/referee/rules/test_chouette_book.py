"""The lines of a chouette: what they do, what is refused, and the sheet after any of them (rules.md §5 chouette)."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.chouette import Chouette
from referee.rules.chouette_book import VERBS, Action
from referee.rules.chouette_game import BOX, TEAM
from referee.rules.errors import RulesError
from tests.referee.rules.chouettes import FOUR, book_of, table_of


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("dubble Ben",), "there is no action 'dubble'; did you mean 'double'"),
        (("double Ben",), "no game is being played yet: players NAME"),
        (("throw Ann 3",), "name the players first"),
        (("players Ann Ben Cy", "throw Ann"), "say who threw what"),
        (("players Ann Ben Cy", "throw Ann 7"), "a die shows 1 to 6, not '7'"),
        (("players Ann Ben Cy", "order Ann Ben"), "name everybody once, highest first: Ann, Ben, Cy"),
        (("players Ann Ben Cy", "players Di Eve Flo"), "join NAME adds one"),
        ((FOUR, FOUR), "the order is decided"),
        ((FOUR, "throw Ann 1"), "the order is decided"),
        ((FOUR, "rules backgammon"), "the rules are set before the players"),
        (("rules",), "rules backgammon jacoby=on"),
        (("rules backgammon jacoby",), "'jacoby' sets nothing"),
        (("rules plakoto",), "cube"),
        ((FOUR, "double"), "say who doubles"),
        ((FOUR, "double Eve"), "there is no 'Eve' here; it can be Ben, Cy, Di"),
        ((FOUR, "double Ann"), "there is no 'Ann' here"),
        ((FOUR, "take Ben"), "there is no double to take on Ben's cube"),
        ((FOUR, "take"), "there is no double to take on any's cube"),
        ((FOUR, "end"), r"say who won and by what: end box\|team single\|gammon\|backgammon"),
        ((FOUR, "end box koks"), "no game is won by 'koks' here"),
        ((FOUR, "automatic Ben"), "automatic, and nothing else"),
        ((FOUR, "leave"), 'leave Ann, leave "Ann Lee"'),
        ((FOUR, "join O'Neil"), "write a name with an apostrophe in quotes"),
        (("undo",), "there is nothing to take back"),
        (('{"do": 3}',), '"do" is a word'),
        (('{"do": ',), r'write \{"do": "double"'),
        (('{"with": []}',), r'write \{"do": "double"'),
    ],
)
def test_a_line_that_makes_no_sense_says_what_to_do(lines: tuple[str, ...], why: str) -> None:
    with pytest.raises(RulesError, match=why) as raised:
        book_of(*lines)
    assert "\n" not in str(raised.value)


def test_a_line_may_be_json_and_names_any_case() -> None:
    plain = table_of(FOUR, "double Ben Cy", "take all", "end team gammon")
    given = table_of(
        '{"do": "order", "with": ["Ann", "Ben", "Cy", "Di"]}',
        '{"do": "double", "with": ["ben", "CY"]}',
        '{"do": "take"}',
        '{"do": "end", "with": ["team", "gammon"]}',
    )
    assert given == plain


def test_names_may_have_spaces() -> None:
    table = table_of('order "Ann Lee" Ben "Cy O\'Neil"', 'double "cy o\'neil"')
    assert table.game.waiting(BOX) == ("Cy O'Neil",)


def test_undo_takes_back_one_action_at_a_time() -> None:
    book = book_of(FOUR, "double Ben", "take Ben", "undo", "undo")
    assert book.table == table_of(FOUR)
    assert book_of(FOUR, "end box single", "undo").table == table_of(FOUR)


def test_comments_and_empty_lines_are_no_actions() -> None:
    assert Action.parse("   ") is None
    assert Action.parse("# a draughty evening") is None
    assert Action.parse("double Ben # at last") == Action("double", ("Ben",))


def test_what_may_follow_can_be_written() -> None:
    """Each form of `may_follow` is an action, and forms without NAME are accepted as they stand."""
    settings: dict[str, object] = {"beaver": "on", "automatic-doubles": 1, "box-partner": "yes"}
    states: list[tuple[str, ...]] = [(), ("players A B C",), (FOUR,), (FOUR, "double Ben"), (FOUR, "double box")]
    for lines in (*states, (FOUR, "double box", "beaver all")):
        book = book_of(*lines, settings=settings)
        for form in book.may_follow:
            assert form.split()[0] in VERBS
            if form.isascii() and not any(sign in form for sign in ("NAME", "|", "=")):
                book_of(*lines, form, settings=settings)


_NAMES = ["Ann", "Ben", "Cy", "Di", "Eve"]
_NONSENSE = [f"{verb} {name}" for verb in ("double", "take", "beaver", "join", "leave", "partner") for name in _NAMES]


def _sensible(table: Chouette) -> list[str]:
    """Lines that may be accepted now; the doubles and their answers several times, since games are short."""
    game = table.game
    answers = [
        f"{verb} {name}" for verb in ("take", "drop", "beaver") for name in game.waiting(BOX) + game.waiting(TEAM)
    ]
    doubles = ["double box", f"double {' '.join(game.playing)}", *(f"double {name}" for name in game.playing)]
    ends = [f"end {who} {how}" for who in ("box", "team") for how in ("single", "gammon", "backgammon")]
    if answers:
        return [*answers, "take", "drop", "beaver"]
    others = [f"{verb} {name}" for verb in ("join", "leave", "partner") for name in _NAMES]
    return [*doubles * 3, *ends, *others, "automatic", "end void", "undo"]


@given(
    st.data(),
    st.fixed_dictionaries(
        {
            "beaver": st.sampled_from(["on", "off"]),
            "jacoby": st.sampled_from(["on", "off"]),
            "stakes": st.sampled_from(["doubling", "arithmetic"]),
            "box-partner": st.sampled_from(["none", "yes"]),
            "automatic-doubles": st.integers(0, 2),
        }
    ),
)
def test_every_row_of_the_sheet_sums_to_zero(data: st.DataObject, settings: dict[str, object]) -> None:
    """rules.md §5 chouette: after every game, settlement and undo, whatever is written."""
    book = book_of(FOUR, settings=settings)
    for _ in range(data.draw(st.integers(0, 60), label="lines")):
        assert book.table is not None
        lines = _sensible(book.table) if data.draw(st.integers(0, 9)) else _NONSENSE
        action = Action.parse(
            data.draw(st.sampled_from([line for line in lines if line != "undo" or book.table.sheet.rows]))
        )
        assert action is not None
        with suppress(RulesError):
            book = book.after(action)
        table = book.table
        assert table is not None
        assert all(sum(points for _, points in row.points) == 0 for row in table.sheet.rows)
        assert sum(table.sheet.balance(name) for name in table.sheet.players) == 0
        assert all(table.sheet.balance(name) == 0 for name in table.sheet.players if name not in table.lineup.everybody)
        assert len(table.game.stakes) == len(table.lineup.team)
        assert len(set(table.lineup.everybody)) == len(table.lineup.everybody)
        assert sum(table.game.points.values()) == 0
