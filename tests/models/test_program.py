from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from models.evaluate.cases import Case
from models.evaluate.program import Outcome, dice_of, read, report
from tests.calibration.drawn import START, Drawing, photograph
from vision.observation import DieReading
from vision.still import standard_reader

HALF = {"top": "bottom", "bottom": "top"}


def case_of(folder: Path, *, corners: Any = None, slots: dict[str, str] | None = None) -> Case:
    """A drawn board in the starting position with its truth, or what is said instead of that."""
    image, true = photograph(Drawing(slots=START), tilt=10)
    cv2.imwrite(str(folder / "a.png"), image)
    stands = START if slots is None else slots
    rows = {row: [stands.get(f"{row}[{i}]", "") for i in range(12)] for row in ("top", "bottom")}
    truth = {
        "corners": (true if corners is None else corners).tolist(),
        **rows,
        "bar": {"L": 0, "D": 0},
        "set": "drawn",
    }
    return Case(folder / "a.png", truth, "drawn")


def test_a_drawn_board_is_found_and_read_whole_from_either_side(tmp_path: Path) -> None:
    straight = read(case_of(tmp_path), standard_reader())
    assert (straight.found, straight.slots, straight.exact) == (True, 26, True)
    turned = {f"{HALF[name.split('[')[0]]}[{11 - int(name.split('[')[1][:-1])}]": text for name, text in START.items()}
    corners = np.roll(np.array(case_of(tmp_path).corners), 2, axis=0)
    assert read(case_of(tmp_path, corners=corners, slots=turned), standard_reader()).exact


def test_what_does_not_stand_there_is_not_right(tmp_path: Path) -> None:
    other = START | {"top[0]": "L4", "top[2]": "L1"}
    outcome = read(case_of(tmp_path, slots=other), standard_reader())
    assert (outcome.right, outcome.exact) == (24, False)


def test_a_board_elsewhere_is_not_found_and_none_of_its_points_right(tmp_path: Path) -> None:
    shifted = np.array(case_of(tmp_path).corners) + np.array([60.0, 0.0])
    outcome = read(case_of(tmp_path, corners=shifted), standard_reader())
    assert (outcome.found, outcome.slots, outcome.right) == (False, 26, 0)


@pytest.mark.parametrize(
    ("value", "xy", "counted"),
    [
        (5, (100.0, 100.0), (1, 0, 0, 0)),
        (4, (102.0, 99.0), (0, 1, 0, 0)),
        (None, (100.0, 100.0), (0, 0, 1, 0)),
        (5, (300.0, 300.0), (0, 0, 1, 1)),
    ],
)
def test_dice_are_counted(value: int | None, xy: tuple[float, float], counted: tuple[int, int, int, int]) -> None:
    corners = [[0, 0], [800, 0], [800, 600], [0, 600]]
    case = Case(Path("a.png"), {"corners": corners, "dice": [{"xy": [100, 100], "value": 5}]}, "a")
    die = DieReading(xy, None, value, 0.9, "left-half", flat=True, on_checker=False)
    assert dice_of(case, (die,)) == counted


def test_sets_weigh_alike_whatever_their_size() -> None:
    many = [Outcome(f"{i}", "many", True, 26, 26, (1, 0, 0, 0)) for i in range(9)]
    text = report([*many, Outcome("one", "one", True, 26, 13, (0, 1, 0, 0))])
    assert (
        "boards found 10 of 10, exact 9; slots of boards found 247 of 260 (95.00 %); mean over 2 sets 75.00 %" in text
    )
    assert "dice right 9, wrong 1, unread 0, false 0" in text
