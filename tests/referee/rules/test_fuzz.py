"""Whatever text the parsers of the rules are given, only RulesError comes out, as one line of bounded length."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.rules.chouette_book import Action, Book
from referee.rules.dice import Dice
from referee.rules.errors import RulesError
from referee.rules.game_ids import GAME_IDS
from referee.rules.mat_read import parse_match
from referee.rules.match_id import parse_match_id
from referee.rules.notation import parse_play, parse_position_id, parse_xgid, read_position
from referee.rules.options import SPECS, Options
from referee.rules.position import Position
from referee.rules.side import Side
from referee.rules.snowie import read_position_line

T = TypeVar("T")

START = "W 24:2 13:5 8:3 6:5 | B 24:2 13:5 8:3 6:5"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:65:0:0:0:0:10"
MAT = """; [Player 1 "Ayla"]
; [Player 2 "Bela"]
; [Crawford "On"]
 3 point match

 Game 1
 Ayla : 0                             Bela : 0
  1) 31: 8/5 6/5                      64: 24/14
  2) Doubles => 2                     Takes
  3) 66: 24/18(2) 13/7(2)             51: 13/8 6/5*
      Wins 2 points
"""
LINE = "5;0;0;0;0;W;B;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;0;0;"
EVENT = (
    'title = "Final"\nextends = "wbgf"\nnotes = ["one"]\n[options]\nmatch = "points 11"\ncube = true\ncheckers = 12\n'
)
ODD = [
    "٣",
    "²",
    "−",
    "\x00",
    "\udc80",
    "\u202e",
    "\ufeff",
    "𝟞",
    "1" * 30,
    "9" * 5000,
    "-1",
    "1e3",
    "\r\n",
    "|",
    ":",
    "p",
    "bar",
    "off",
]


@st.composite
def damaged(draw: st.DrawFn, *samples: str) -> str:
    """A valid text with a few numbers or slices replaced, cut out, doubled; sometimes any text at all."""
    text = draw(st.sampled_from(samples) | st.text(max_size=60))
    new = st.sampled_from(ODD) | st.text(st.characters(codec=None), max_size=4)
    for _ in range(draw(st.integers(0, 3))):
        numbers = [found.span() for found in re.finditer(r"\d+", text)]
        anywhere = st.tuples(*[st.integers(0, len(text))] * 2).map(lambda span: (min(span), max(span)))
        start, end = draw(st.sampled_from(numbers) | anywhere if numbers else anywhere)
        text = text[:start] + draw(st.sampled_from(["", text[start:end] * 2]) | new) + text[end:]
    return text


def only_rules_errors(call: Callable[[], T]) -> T | None:
    """What the call returns, or None where it refuses in one line that can be read."""
    try:
        return call()
    except RulesError as error:
        refused = str(error)
    assert len(refused.splitlines()) == 1
    assert len(refused) < 1000
    return None


def replaced(text: str) -> Iterator[str]:
    """The text with each of its numbers replaced by each odd one."""
    for found in re.finditer(r"\d+", text):
        for odd in ODD:
            yield text[: found.start()] + odd + text[found.end() :]


PARSERS: dict[str, tuple[Callable[[str], object], tuple[str, ...]]] = {
    "dice": (Dice.parse, ("6-5", "3-3", "5,6")),
    "play": (parse_play, ("24/18 13/11*", "bar/22", "6/off", "8/5(2)", "-", "13/7*/5*(2)")),
    "xgid": (parse_xgid, (XGID, "XGID=b---BBC--C-b-c-A--b-c-c-AA:1:1:1:31:2:1:0:7:10")),
    "position id": (lambda text: parse_position_id(text, Side.W), ("4HPwATDgc/ABMA", "nDM4A2DYjgMBFA")),
    "position line": (lambda text: read_position_line(text, Side.B, "backgammon", 15), (LINE,)),
    "match id": (parse_match_id, ("cAkAAAAAAAAE", "UQkAAAAAAAAA")),
    "match": (parse_match, (MAT,)),
    "position": (lambda text: read_position(text, "backgammon", None), (START, XGID, "4HPwATDgc/ABMA")),
    "pinned position": (lambda text: Position.parse(text, "plakoto"), ("W 24:1p 6:11 off:3 | B 1:2 24:13",)),
}


@pytest.mark.parametrize("name", PARSERS)
def test_samples_are_accepted(name: str) -> None:
    """Otherwise the damaged ones would be refused for a reason that nobody meant."""
    parse, samples = PARSERS[name]
    for sample in samples:
        parse(sample)


@pytest.mark.parametrize("name", PARSERS)
def test_odd_numbers(name: str) -> None:
    parse, samples = PARSERS[name]
    for text in (text for sample in samples for text in replaced(sample)):
        only_rules_errors(partial(parse, text))


@pytest.mark.parametrize("name", PARSERS)
@given(data=st.data())
def test_parsers(name: str, data: st.DataObject) -> None:
    parse, samples = PARSERS[name]
    text = data.draw(damaged(*samples))
    only_rules_errors(lambda: parse(text))


@given(damaged(START, XGID, "4HPwATDgc/ABMA"), st.sampled_from(GAME_IDS) | st.text(max_size=8), st.integers(-1, 17))
def test_positions_of_any_game(text: str, game: str, checkers: int) -> None:
    only_rules_errors(lambda: Position.parse(text, game, checkers))
    only_rules_errors(lambda: read_position(text, game, None, checkers))


VALUES = st.sampled_from(
    ["on", "off", "none", "points 7", "tavli 5", "money", "12 s", "1 h 2 min 3 s", "larger", "play-it", *ODD]
)
ANY = VALUES | st.text(max_size=12) | st.integers() | st.floats() | st.booleans() | st.none() | st.lists(st.integers())


@given(
    st.sampled_from(GAME_IDS) | st.text(max_size=8),
    st.dictionaries(
        st.sampled_from([*SPECS, "zon", "", "\n"]) | st.text(max_size=8), ANY | st.just(10**6000), max_size=4
    ),
)
def test_options(game: str, given_options: dict[str, object]) -> None:
    """What is accepted can be written down and read back."""

    def build() -> None:
        options = Options.build(game, given_options)
        assert Options.build(game, options.as_text()) == options

    only_rules_errors(build)


@given(st.sampled_from(list(SPECS)), ANY)
def test_one_option_at_a_time(name: str, value: object) -> None:
    spec = SPECS[name]
    only_rules_errors(lambda: spec.kind.write(spec.kind.read(name, value)))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(damaged(EVENT, "[options]\nzone = 'one-half'\n", "extends = 'tavli'\n"))
def test_event_files(tmp_path: Path, text: str) -> None:
    file = tmp_path / "event.toml"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    only_rules_errors(lambda: Options.load(file))


@given(damaged("wbgf", "nardy-long-fnr", "/tmp", "../profiles/wbgf.toml"))
def test_event_names(name: str) -> None:
    only_rules_errors(lambda: Options.load(name))


CHOUETTE = (
    "order Ann Ben Cy", "players Ann Ben Cy", "throw Ann 6", "double Ben", "double box", "take Ben", "drop Cy",
    "beaver Ben", "end box gammon", "end team single", "join Di", "leave Cy", "undo", '{"do": "take", "with": ["Ann"]}',
)  # fmt: skip


@given(st.lists(st.sampled_from(CHOUETTE) | damaged(*CHOUETTE), max_size=12))
def test_chouette_lines(lines: list[str]) -> None:
    """Whatever was written before, a line is an action or is refused."""
    book = Book.new("backgammon", {"beaver": "on"})
    for line in ["order Ann Ben Cy", *lines]:
        book = only_rules_errors(partial(_written, line, book)) or book


def _written(line: str, book: Book) -> Book:
    action = Action.parse(line)
    return book.after(action) if action else book
