import cv2
import numpy as np
import numpy.typing as npt
import pytest

from calibration.view import View
from models.synth.dice_body import DieShape, faces_of, render_die, rotation
from models.synth.dice_crops import Lay, Material, put_die
from vision.dice import DiceReader, read_dice
from vision.dice_find import Floats
from vision.frame import Image

WHITE = Material((235.0, 240.0, 240.0), (20.0, 20.0, 20.0), 0.0, 0.0)
RED = Material((30.0, 30.0, 190.0), (245.0, 245.0, 245.0), 0.0, 0.0)
SHAPE = DieShape(0.08, 0.9, 0.1, 0.25, 1.0, (False, False, False), False)


def die_up(value: int, spin: float) -> npt.NDArray[np.float64]:
    """Pose that turns `value` up."""
    axis, sign = next(face for face, v in faces_of(SHAPE).items() if v == value)
    normal = np.eye(3)[axis] * sign
    if axis == 2:
        pose = np.eye(3) if sign > 0 else rotation((1, 0, 0), np.pi)
    else:
        pose = rotation(np.cross(normal, (0, 0, 1)), np.pi / 2)
    return np.asarray(rotation((0, 0, 1), spin) @ pose, dtype=np.float64)


def picture(dice: list[tuple[int, float, float, Material]], side: float = 26) -> Image:
    rng = np.random.default_rng(5)
    canvas = np.full((300, 300, 3), (70, 110, 60), np.float32)
    for i, (value, x, y, material) in enumerate(dice):
        sprite = render_die(SHAPE, die_up(value, 0.3 + i), (0.05, 0.1), True)
        put_die(rng, canvas, sprite, Lay(x, y, side), material)
    return np.asarray(np.clip(canvas, 0, 255), np.uint8)


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader.load()


@pytest.mark.parametrize("pair", [(1, 2), (3, 4), (5, 6)])
@pytest.mark.parametrize("material", [WHITE, RED], ids=["white", "red"])
def test_two_dice_are_found_and_read(reader: DiceReader, pair: tuple[int, int], material: Material) -> None:
    image = picture([(pair[0], 90, 110, material), (pair[1], 200, 180, material)])
    found = sorted(read_dice(image, reader=reader), key=lambda d: d.xy[0])
    assert [d.value for d in found] == list(pair)
    assert np.hypot(found[0].xy[0] - 90, found[0].xy[1] - 110) < 8
    assert all(d.place is None and d.mm is None for d in found)


def test_the_place_on_the_board_is_told(reader: DiceReader) -> None:
    view = View.from_corners([(5, 5), (295, 5), (295, 295), (5, 295)], (300, 300))
    image = picture([(3, 70, 110, WHITE), (5, 230, 180, WHITE)], side=11)
    found = sorted(read_dice(image, view, reader=reader, discs_mm=[(375, 285, 20)]), key=lambda d: d.xy[0])
    assert [d.place for d in found] == ["left-half", "right-half"]
    assert [d.on_checker for d in found] == [False, True]


def test_an_empty_field_and_plain_checkers_have_no_dice(reader: DiceReader) -> None:
    image = picture([])
    assert read_dice(image, reader=reader) == ()
    for x in (60, 130, 200):
        cv2.circle(image, (x, 150), 30, (200, 210, 220), -1, cv2.LINE_AA)
        cv2.circle(image, (x, 150), 12, (150, 160, 170), 2, cv2.LINE_AA)
    assert [d.value for d in read_dice(image, reader=reader) if d.value] == []


def test_a_value_is_withheld_when_the_network_is_torn() -> None:
    def finder(images: Floats, /) -> Floats:
        out = np.full((1, 4, images.shape[2] // 4, images.shape[3] // 4), -9.0, np.float32)
        out[0, 0, 8, 8], out[0, 1:, 8, 8] = 5, 0
        return out

    def torn(images: Floats, /) -> Floats:
        logits = np.full((len(images), 8), -9.0, np.float32)
        logits[:, 4], logits[:, 5] = 3.0, 2.9
        return logits

    found = read_dice(picture([]), reader=DiceReader(finder, torn))
    assert [d.value for d in found][:1] == [None]
    assert 0.4 < found[0].confidence < 0.6


def sees_one(images: Floats, /) -> Floats:
    """A finder with one die in the middle of whatever it is shown."""
    out = np.full((1, 4, images.shape[2] // 4, images.shape[3] // 4), -9.0, np.float32)
    middle = out.shape[2] // 2, out.shape[3] // 2
    out[0, 0, middle[0], middle[1]], out[0, 1:, middle[0], middle[1]] = 5, 0
    return out


def reads_four(images: Floats, /) -> Floats:
    logits = np.full((len(images), 8), -9.0, np.float32)
    logits[:, 4] = 3.0
    return logits


@pytest.mark.parametrize(
    ("corners", "value"),
    [
        ([(100, 100), (500, 100), (500, 440), (100, 440)], 4),
        ([(170, 200), (430, 200), (560, 420), (40, 420)], None),
    ],
    ids=["from above", "oblique"],
)
def test_a_face_with_another_behind_it_may_be_a_side_and_is_not_valued(
    corners: list[tuple[float, float]], value: int | None
) -> None:
    view = View.from_corners(corners, (600, 540))
    found = read_dice(np.zeros((540, 600, 3), np.uint8), view, reader=DiceReader(sees_one, reads_four))
    assert found
    assert {die.value for die in found} == {value}
