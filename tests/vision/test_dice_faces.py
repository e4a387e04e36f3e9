"""Sides are not told where the tops above them are seen."""

import numpy as np
import pytest

from calibration.view import View
from models.dice_input import Floats
from vision.dice_faces import raised, tops
from vision.dice_find import Candidate, Plane
from vision.dice_judge import DiceReader, judge
from vision.frame import Image

SIDE = Candidate(150.0, 180.0, 40.0, 1.0)
THREE, FIVE = 3, 5


def by_colour(three: float, five: float) -> DiceReader:
    """A reader that takes a red middle for a three and a blue one for a five, so surely, and all else for no die."""

    def run(images: Floats, /) -> Floats:
        size = images.shape[2]
        blue, _, red = images[:, :3, size // 2 - 2 : size // 2 + 2, size // 2 - 2 : size // 2 + 2].mean((2, 3)).T
        logits = np.zeros((len(images), 15), np.float32)
        logits[:, 0] = np.where((red > 0.6) | (blue > 0.6), -9.0, 9.0)
        logits[:, 8] = -9.0
        logits[:, THREE], logits[:, FIVE] = np.where(red > 0.6, three, 0), np.where(blue > 0.6, five, 0)
        return logits

    return DiceReader(run, run, run)


def painted(above: int | None, red: tuple[int, int, int] = (0, 0, 255)) -> Image:
    """A red side about (150, 180), a blue top whose middle lies `above` px above that."""
    image = np.full((320, 300, 3), 90, np.uint8)
    image[160:200, 130:170] = red
    if above is not None:
        image[180 - above - 19 : 180 - above + 20, 130:170] = (255, 0, 0)
    return image


def told(image: Image, reader: DiceReader) -> list[int]:
    plane = Plane.of_picture(image)
    return sorted({face.likely for face in tops(plane, judge(plane, [SIDE], reader), reader) if face.value})


@pytest.mark.parametrize("above", [34, 40, 46])
def test_the_top_is_told_instead_of_the_side_below_it(above: int) -> None:
    assert told(painted(above), by_colour(three=5.0, five=6.0)) == [FIVE]


def test_a_face_with_nothing_above_it_is_a_top() -> None:
    assert told(painted(None), by_colour(three=5.0, five=6.0)) == [THREE]


def test_another_die_farther_up_hides_nothing() -> None:
    assert told(painted(90), by_colour(three=5.0, five=6.0)) == [THREE]


def test_what_is_less_sure_than_the_face_below_it_does_not_hide_that() -> None:
    assert THREE in told(painted(40), by_colour(three=8.0, five=4.0))


def both(images: Floats, /) -> Floats:
    """The same reader; where it is told how far things lean it takes the red side for a three all the more."""
    logits = by_colour(three=5.0, five=6.0).close(images)
    blind = images[:, 3].mean((1, 2)) < 0
    logits[:, THREE] = np.where(blind & (logits[:, THREE] > 0), -9.0, logits[:, THREE])
    return logits


BOTH = DiceReader(both, both, both)
CORNERS = ((20.0, 20.0), (280.0, 20.0), (280.0, 300.0), (20.0, 300.0))


def on_board(image: Image, reader: DiceReader) -> list[int]:
    view = View.from_corners(CORNERS, (300, 320))
    plane = Plane.of_board(image, view)
    (x, y), (a, _) = view.to_mm([(SIDE.x, SIDE.y), (SIDE.x + SIDE.side, SIDE.y)])
    judged = judge(plane, [Candidate(float(x), float(y), float(a - x), 1.0)], reader, view)
    return sorted(face.likely for face in raised(plane, judged, reader, view) if face.value)


@pytest.mark.parametrize(
    ("above", "reader", "values"),
    [(36, BOTH, [FIVE]), (None, BOTH, [THREE]), (36, by_colour(three=5.0, five=6.0), [THREE])],
    ids=["a side by itself", "nothing above it", "a face that shows its value however it is seen"],
)
def test_on_a_board_that_seems_seen_from_straight_above_a_side_gives_way_to_its_top(
    above: int | None, reader: DiceReader, values: list[int]
) -> None:
    assert on_board(painted(above), reader) == values
