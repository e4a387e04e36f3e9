"""The finder on drawn boards, on pictures without a board, and on the real photographs."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.finder import find_field
from calibration.halves import Cost, choose_halves, no_cost
from calibration.near import near_fits
from calibration.proposals import Proposal
from calibration.sharp import Sharp
from models.evaluate.corners import TOLERANCE, Floats, corner_error
from tests.calibration.drawn import START, Drawing, Image, photograph

MIDGAME = {"top[0]": "L2", "top[3]": "D4", "bottom[6]": "L5", "bottom[11]": "D3", "top[8]": "L1"}


@pytest.mark.parametrize(
    ("drawing", "camera"),
    [
        (Drawing(), {}),
        (Drawing(slots=START), {"tilt": 25.0, "turn": 4.0}),
        (Drawing(slots=MIDGAME), {"tilt": 45.0, "turn": -3.0}),
        (Drawing(slots=MIDGAME), {"tilt": 15.0, "turn": 90.0, "heading": 20.0}),
        (Drawing(slots=MIDGAME, bar=0.0, height=330.0), {"turn": 190.0}),
        (Drawing(bar=60.0, ground=(60, 60, 60), points=((90, 90, 90), (25, 25, 25))), {"turn": 30.0, "tilt": 10.0}),
    ],
    ids=["bare", "start", "oblique", "quarter turn", "no bar, upside down", "wide bar, grey on grey"],
)
def test_a_drawn_board_is_found(drawing: Drawing, camera: dict[str, float]) -> None:
    image, corners = photograph(drawing, **camera)
    found = find_field(image)
    assert found is not None
    assert corner_error(corners, np.array(found.corners)) < TOLERANCE
    assert found.bar == pytest.approx(drawing.bar / drawing.geometry.point_width, abs=0.25)
    assert found.confidence > 0.7


def test_corners_scale_with_the_picture() -> None:
    image, corners = photograph(Drawing(slots=MIDGAME), tilt=10.0)
    large = cv2.resize(image, None, fx=2, fy=2)
    found = find_field(np.asarray(large, np.uint8))
    assert found is not None
    assert corner_error(2 * corners, np.array(found.corners)) < TOLERANCE


def test_a_good_proposal_is_fitted_and_nothing_else_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    image, corners = photograph(Drawing(slots=START), tilt=20.0, turn=30.0, fill=0.6)
    near = corners + np.array([[3, -2], [-4, 3], [2, 4], [-3, -3]])
    monkeypatch.setattr("calibration.finder.rough_fields", lambda image: pytest.fail("searched"))
    found = find_field(image, lambda image: [proposal_of(near, 0.8)])
    assert found is not None
    assert corner_error(corners, np.array(found.corners)) < corner_error(corners, near) / 2
    assert found.confidence > 0.7


@pytest.mark.parametrize("turn", [0.0, 20.0, 90.0, 120.0, 185.0, 275.0])
def test_a_proposal_turned_by_half_a_turn_leaves_the_field_as_the_lines_have_it(turn: float) -> None:
    """The network can't tell half a turn; once that put White's home at the opposite corner of an upright picture."""
    image, corners = photograph(Drawing(slots=START), tilt=15.0, turn=turn, fill=0.7)
    by_lines = find_field(image)
    assert by_lines is not None
    for proposal in (proposal_of(corners, 0.9), proposal_of(np.roll(corners, 2, axis=0), 0.9)):
        found = find_field(image, partial(proposed, proposal))
        assert found is not None
        assert np.abs(np.array(found.corners) - np.array(by_lines.corners)).max() < 10


@pytest.mark.parametrize("score", [0.3, 0.7])
def test_a_wrong_proposal_does_not_lead_astray(score: float) -> None:
    image, corners = photograph(Drawing(slots=MIDGAME), tilt=15.0)
    found = find_field(image, lambda image: [proposal_of(corners * 0.5 + (20, 10), score)])
    assert found is not None
    assert corner_error(corners, np.array(found.corners)) < TOLERANCE


def test_what_speaks_against_a_half_may_move_it_but_makes_nothing_surer() -> None:
    image, corners = photograph(Drawing(slots=MIDGAME), fill=0.7)
    fit = near_fits(image, corners)[0].fit
    freely = choose_halves(image, fit)
    assert not freely.moved
    assert freely.margin > 0.1

    def against(found: Floats) -> float:
        return 10.0 if np.array_equal(found, freely.corners) else 0.0

    pushed = choose_halves(image, fit, against)
    assert pushed.moved
    assert pushed.score < freely.score
    assert pushed.margin == 0
    backed = choose_halves(image, fit, lambda found: 10.0 - against(found))
    assert backed.score == freely.score
    assert backed.margin == freely.margin


@pytest.mark.parametrize("score", [0.9, 0.55], ids=["believed", "hardly believed"])
def test_a_sure_fit_off_by_a_point_yields_to_believed_corners(score: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where lines bear out both fields nearly as well; which is nearer to the network's corners decides."""
    image, corners = photograph(Drawing(slots=MIDGAME), fill=0.7)
    (right, *_) = near_fits(image, corners)
    pitch = (corners[1] - corners[0]) / 13.3
    fit = replace(right.fit, corners=right.fit.corners + pitch * [[0], [1], [1], [0]])
    wrong = replace(right, fit=fit, rank=right.rank + 0.15)
    asked: list[Cost] = []

    def fits(image: Image, told: Floats, cost: Cost = no_cost) -> list[Sharp]:
        asked.append(cost)
        return [wrong] if cost is no_cost else [right]

    monkeypatch.setattr("calibration.finder.near_fits", fits)
    found = find_field(image, lambda image: [proposal_of(corners, score)])
    assert found is not None
    assert len(asked) == 2
    assert (corner_error(corners, np.array(found.corners)) < TOLERANCE) == (score > 0.7)


def test_proposals_are_in_px_of_the_whole_picture() -> None:
    image, corners = photograph(Drawing(slots=MIDGAME), tilt=10.0)
    large = np.asarray(cv2.resize(image, None, fx=2, fy=2), np.uint8)
    asked: list[tuple[int, ...]] = []

    def propose(picture: Image) -> list[Proposal]:
        asked.append(picture.shape)
        return [proposal_of(2 * corners, 0.9)]

    found = find_field(large, propose)
    assert found is not None
    assert corner_error(2 * corners, np.array(found.corners)) < TOLERANCE
    assert asked == [large.shape]


def test_a_proposal_without_points_is_no_board() -> None:
    image: Image = np.full((600, 800, 3), 128, np.uint8)
    corners = np.array([[200, 150], [600, 150], [600, 500], [200, 500]], dtype=np.float64)
    assert find_field(image, lambda image: [proposal_of(corners, 0.5)]) is None


def proposed(proposal: Proposal, image: Image) -> list[Proposal]:
    return [proposal]


def proposal_of(corners: np.ndarray[tuple[int, ...], np.dtype[np.float64]], score: float) -> Proposal:
    tl, tr, br, bl = ((float(x), float(y)) for x, y in corners)
    return Proposal((tl, tr, br, bl), score)


def chessboard() -> Image:
    squares = np.indices((8, 8)).sum(axis=0) % 2 * 255
    return np.kron(squares, np.ones((80, 80))).astype(np.uint8)[..., None].repeat(3, 2)


@pytest.mark.parametrize("what", ["plain", "noise", "stripes", "chessboard", "text", "tiny"])
def test_no_board_is_found_where_there_is_none(what: str) -> None:
    image: Image = np.full((600, 800, 3), 128, np.uint8)
    if what == "noise":
        image = np.random.default_rng(3).integers(0, 255, image.shape, dtype=np.uint8)
    elif what == "stripes":
        image[:, np.arange(800) // 20 % 2 == 0] = 30
    elif what == "chessboard":
        image = chessboard()
    elif what == "text":
        for y in range(40, 600, 40):
            cv2.putText(
                image, "the quick brown fox jumps over dogs", (10, y), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (0, 0, 0), 2
            )
    elif what == "tiny":
        image = np.full((3, 4, 3), 128, np.uint8)
    assert find_field(image) is None


@pytest.mark.shared
def test_no_board_in_pictures_of_dice(shared_data: Path) -> None:
    pictures = sorted((shared_data / "dice" / "nell-byler").rglob("*.jpg"))[::40]
    assert pictures
    for path in pictures:
        assert find_field(np.asarray(cv2.imread(str(path)), np.uint8)) is None, path.name


@pytest.mark.shared
@pytest.mark.slow
def test_most_of_the_photographed_boards_are_found(shared_data: Path) -> None:
    truth = json.loads((shared_data / "boards" / "truth.json").read_text(encoding="utf-8"))
    first_of_set = {entry.get("set", name): name for name, entry in sorted(truth.items(), reverse=True)}
    missed = []
    for name in first_of_set.values():
        found = find_field(np.asarray(cv2.imread(str(shared_data / "boards" / "photos" / name)), np.uint8))
        if found is None or corner_error(np.array(truth[name]["corners"]), np.array(found.corners)) > TOLERANCE:
            missed.append(name)
    assert len(missed) <= 3, missed
