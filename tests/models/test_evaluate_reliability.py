"""Scores of confidences: what a claim is, how far claims are true, and the constants that make them so."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from models.evaluate.ablation import DiceRow, trusting
from models.evaluate.calibrate import Seen, calibrate
from models.evaluate.calibrate_dice import crossed, line_of, trued
from models.evaluate.cases import Case, Claim, die_claims, slot_claims, still_cases
from models.evaluate.classical import Circles
from models.evaluate.frames import frames_of
from models.evaluate.photos import EvaluationError
from models.evaluate.reliability import bins, calibration_error, diagram, main, table
from vision import checkers
from vision.conserve import STACKS, Evidence
from vision.observation import SLOTS, UNREAD, DieReading, SlotReading, Stack

CORNERS = [[100, 80], [540, 80], [540, 420], [100, 420]]


def case(top: list[str], dice: list[dict[str, Any]] | None = None, hidden: list[str] | None = None) -> Case:
    truth = {
        "corners": CORNERS,
        "top": top + [""] * (12 - len(top)),
        "bottom": [""] * 12,
        "dice": dice or [],
        "hidden": hidden or [],
    }
    return Case(Path("none.jpg"), truth, "none")


def said(*texts: str, confidence: float = 0.9) -> dict[str, SlotReading]:
    slots = dict.fromkeys(SLOTS, SlotReading(((Stack(None, 0), 0.99),)))
    for name, text in zip(SLOTS, texts, strict=False):
        stack = Stack("L" if text[0] == "L" else "D", int(text[1:])) if text else Stack(None, 0)
        slots[name] = SlotReading(((stack, confidence),))
    return slots


def die(x: float, value: int | None, confidence: float = 0.9) -> DieReading:
    return DieReading((x, 200.0), None, value, confidence, None, size_px=20)


def test_claims_as_true_as_they_say_have_no_error() -> None:
    claims = [Claim(0.75, i % 4 > 0) for i in range(400)]
    assert calibration_error(claims) == pytest.approx(0)
    assert [(b.count, b.said, b.right) for b in bins(claims)] == [(400, 0.75, 0.75)]


def test_claims_too_sure_have_an_error_as_large_as_the_gap() -> None:
    claims = [Claim(0.995, i % 2 > 0) for i in range(200)] + [Claim(0.55, i % 20 < 11) for i in range(200)]
    assert calibration_error(claims) == pytest.approx(0.495 / 2)
    assert "calibration error 24.75 %" in table("slots", claims)


def test_of_no_claims_none_is_wrong() -> None:
    assert calibration_error([]) == 0
    assert diagram("nothing", []).shape == diagram("one", [Claim(0.9, True)]).shape


def test_a_diagram_shows_its_claims() -> None:
    blank, shown = diagram("x", []), diagram("x", [Claim(0.9, True)] * 5)
    assert (blank != shown).any()


def test_the_names_of_the_sets_may_be_swapped_for_a_whole_board_only() -> None:
    swapped = slot_claims(case(["L2", "D3", "L5"]), said("D2", "L3", "D5"))
    assert all(claim.right for claim in swapped)
    mixed = slot_claims(case(["L2", "D3", "L5"]), said("L2", "L3", "L5"))
    assert [claim.right for claim in mixed][:3] == [True, False, True]


def test_hidden_and_unread_points_make_no_claim() -> None:
    slots = said("L2") | {"top[3]": UNREAD}
    assert len(slot_claims(case(["L2"], hidden=["top[5]"]), slots)) == 22


def test_reported_values_are_claims_and_false_ones_wrong() -> None:
    known, unknown = {"xy": [200, 200], "value": 4}, {"xy": [300, 200], "value": None}
    readings = [die(202, 4, 0.95), die(301, 3), die(400, 6, 0.7), die(450, None)]
    assert die_claims(case([], [known, unknown]), readings) == [Claim(0.95, True), Claim(0.7, False)]
    assert die_claims(case([], [known]), [die(202, 5)]) == [Claim(0.9, False)]


def test_each_reading_is_of_one_die() -> None:
    row = DiceRow()
    row.add(case([], [{"xy": [200, 200], "value": 4}, {"xy": [212, 200], "value": 4}]), [die(205, 4)])
    assert (row.right, row.unread, row.false) == (1, 1, 0)
    row.add(case([], [{"xy": [200, 200], "value": 4}]), [die(201, 2), die(400, 1), die(420, None)])
    assert (row.wrong, row.false) == (1, 1)


def test_held_out_stills_are_those_that_no_training_sees(tmp_path: Path) -> None:
    for number in (8, 9, 19, 20):
        (tmp_path / f"{number:06d}.json").write_text(json.dumps({"corners": CORNERS}), encoding="utf-8")
    assert [c.path.name for c in still_cases(tmp_path, held_out=True)] == ["000009.jpg", "000019.jpg"]
    assert len(still_cases(tmp_path, 3)) == 3


def test_an_empty_folder_is_refused_with_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(EvaluationError, match="no stills there; make some"):
        still_cases(tmp_path)
    assert main(["--stills", str(tmp_path)]) == 2
    assert "no stills there" in capsys.readouterr().err


def test_pictures_of_one_scene_differ_but_little_and_the_same_each_time() -> None:
    scene = cv2.GaussianBlur(np.random.default_rng(1).integers(0, 256, (90, 120, 3), np.uint8), (15, 15), 0)
    one, two = frames_of(np.asarray(scene, np.uint8), 2, 7)
    again = next(frames_of(np.asarray(scene, np.uint8), 1, 7))
    assert (one == again).all()
    assert (one != two).any()
    assert np.abs(one.astype(float) - two).mean() < 10


def test_circles_are_seen_without_anything_learnt() -> None:
    image = np.full((320, 352, 3), 90, np.uint8)
    for x in (60, 150, 240):
        cv2.circle(image, (x, 120), 13, (220, 220, 220), -1, cv2.LINE_AA)
    centres = sorted(box.centre[0] for box in Circles().look(image).boxes)
    assert centres == pytest.approx([60, 150, 240], abs=2)


def test_weights_of_opinions_are_put_back() -> None:
    before = checkers._NETWORK, checkers._DISCS
    with trusting(0.0, 1.0):
        assert (checkers._NETWORK, checkers._DISCS) == (0.0, 1.0)
    assert before == (checkers._NETWORK, checkers._DISCS)


def too_sure(number: int) -> Seen:
    """A board of one point called `L2` at 99 % that in three of ten cases holds three."""
    p = np.full(len(STACKS), 1e-9)
    p[STACKS.index(Stack("L", 2))], p[STACKS.index(Stack("L", 3))] = 0.99, 0.01
    one = Evidence({SLOTS[0]: p / p.sum()}, {}, 15)
    return Seen(case(["L2" if number % 10 < 7 else "L3"]), (one,) * 4, one)


def test_what_is_too_sure_is_made_less_so(capsys: pytest.CaptureFixture[str]) -> None:
    calibrate([too_sure(i) for i in range(20)])
    last = dict(line.split(" = ") for line in capsys.readouterr().out.splitlines()[-2:])
    assert float(last["SHARPNESS"]) <= 0.5
    assert float(last["TOGETHER"]) == 1.0


def claims_of(slope: float, offset: float, count: int = 4000) -> list[Claim]:
    """Claims whose true log-odds are a line of the stated ones."""
    rng = np.random.default_rng(3)
    said = rng.uniform(0.55, 0.999, count)
    true = 1 / (1 + np.exp(-(slope * np.log(said / (1 - said)) + offset)))
    return [Claim(float(p), bool(rng.random() < t)) for p, t in zip(said, true, strict=True)]


def test_the_line_of_claims_is_found_and_makes_them_true() -> None:
    claims = claims_of(0.5, -0.4)
    slope, offset = line_of(claims)
    assert slope == pytest.approx(0.5, abs=0.1)
    assert offset == pytest.approx(-0.4, abs=0.15)
    assert calibration_error(claims) > 0.1
    assert calibration_error(trued(claims, (slope, offset))) < 0.02
    assert calibration_error(crossed([claims[i : i + 4] for i in range(0, 4000, 4)])) < 0.025


def test_few_claims_move_the_line_little() -> None:
    slope, offset = line_of([Claim(0.9, False)])
    assert slope > 0.6
    assert offset > -0.3
