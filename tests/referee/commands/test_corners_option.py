"""Corners on the command line."""

import json
from pathlib import Path

import pytest

from referee.commands.corners_option import CornersError, take_corners

SQUARE = ((10.0, 20.0), (300.0, 22.5), (310.0, 200.0), (5.0, 198.0))
WORDS = ["10,20", "300,22.5", "310,200", "5,198"]


def test_no_option_leaves_the_words_alone() -> None:
    assert take_corners(None, ["a.jpg", "b.jpg"]) == (None, ["a.jpg", "b.jpg"])


@pytest.mark.parametrize(
    ("value", "words"),
    [(" ".join(WORDS), ["a.jpg"]), (WORDS[0], [*WORDS[1:], "a.jpg"]), (WORDS[0], ["a.jpg", *WORDS[1:]])],
    ids=["quoted", "before", "after"],
)
def test_four_points_are_taken_quoted_or_not(value: str, words: list[str]) -> None:
    given, rest = take_corners(value, words)
    assert rest == ["a.jpg"]
    assert given is not None
    assert given.of("a.jpg") == SQUARE


def test_a_json_file_gives_corners_by_name(tmp_path: Path) -> None:
    path = tmp_path / "truth.json"
    path.write_text(json.dumps({"a.jpg": {"corners": [list(p) for p in SQUARE]}, "b.jpg": {"corners": None}}))
    given, _ = take_corners(str(path), [])
    assert given is not None
    assert given.of("a.jpg") == SQUARE
    with pytest.raises(CornersError, match=r"truth\.json has no corners for b\.jpg"):
        given.of("b.jpg")


@pytest.mark.parametrize(
    ("value", "words", "said"),
    [
        ("1,2", ["3,4"], "four corners"),
        ("10,20 5,198 310,200 300,22", [], "clockwise"),
        ("nowhere.json", [], "give four points"),
        ("10;20", [], "give four points"),
    ],
)
def test_useless_corners_are_refused_in_one_line(value: str, words: list[str], said: str) -> None:
    with pytest.raises(CornersError, match=said) as caught:
        take_corners(value, words)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"a": {"corners": [[1, 2]]}}'])
def test_a_useless_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "corners.json"
    path.write_text(text)
    with pytest.raises(CornersError, match=r"corners\.json"):
        take_corners(str(path), [])
