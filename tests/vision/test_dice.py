import json
from dataclasses import asdict

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from calibration.board import BoardGeometry
from calibration.view import View
from models.dice_input import Floats
from models.synth.dice_body import DieShape, faces_of, render_die, rotation
from models.synth.dice_crops import Lay, Material, put_die
from vision.dice import read_dice
from vision.dice_find import Network
from vision.dice_judge import GROUNDS, DiceReader
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
    found = sorted(read_dice(image, view, reader=reader), key=lambda d: d.xy[0])
    assert [d.place for d in found] == ["left-half", "right-half"]
    assert [d.on_checker for d in found] == [False, False]


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
        logits = np.full((len(images), 15), -9.0, np.float32)
        logits[:, 4], logits[:, 5] = 3.0, 2.9
        return logits

    found = read_dice(picture([]), reader=seen_by(finder, torn))
    assert [d.value for d in found][:1] == [None]
    assert 0.4 < found[0].confidence < 0.6


def seen_by(finder: Network, reader: Network) -> DiceReader:
    """At first look and close by the same is seen."""
    return DiceReader(finder, reader, reader)


def sees_one(images: Floats, /) -> Floats:
    """A finder with one die in the middle of whatever it is shown."""
    out = np.full((1, 4, images.shape[2] // 4, images.shape[3] // 4), -9.0, np.float32)
    middle = out.shape[2] // 2, out.shape[3] // 2
    out[0, 0, middle[0], middle[1]], out[0, 1:, middle[0], middle[1]] = 5, 0
    return out


def sees_nothing(images: Floats, /) -> Floats:
    """A finder of an empty table."""
    return np.full((len(images), 4, images.shape[2] // 4, images.shape[3] // 4), -9.0, np.float32)


def answers(**outputs: float) -> Network:
    """A reader that gives every crop the same logits: `four`, `tilted`, `checker` and so on; the others are -9."""
    names = ["none", "one", "two", "three", "four", "five", "six", "unreadable", "tilted", *GROUNDS]

    def run(images: Floats, /) -> Floats:
        logits = np.full((len(images), 15), -9.0, np.float32)
        for name, logit in outputs.items():
            logits[:, names.index(name)] = logit
        return logits

    return run


VIEW = View.from_corners([(100, 100), (500, 100), (500, 440), (100, 440)], (600, 540))
BLANK = np.zeros((540, 600, 3), np.uint8)


@pytest.mark.parametrize(
    ("outputs", "value", "flat"),
    [
        ({"four": 3.0}, 4, True),
        ({"four": 3.0, "tilted": 3.0}, None, False),
        ({"four": 3.0, "tilted": -0.8}, 4, None),
        ({"unreadable": 3.0}, None, False),
    ],
    ids=["flat", "leaning", "hardly level", "spinning"],
)
def test_a_leaning_or_spinning_die_is_told_so_and_not_valued(
    outputs: dict[str, float], value: int | None, flat: bool | None
) -> None:
    found = read_dice(BLANK, VIEW, reader=seen_by(sees_one, answers(**outputs)))
    assert found
    assert {(die.value, die.flat) for die in found} == {(value, flat)}


@pytest.mark.parametrize(("ground", "on_checker"), [("checker", True), ("field", False), ("bar", False)])
def test_what_a_die_stands_on_is_told(ground: str, on_checker: bool) -> None:
    found = read_dice(BLANK, VIEW, reader=seen_by(sees_one, answers(four=3.0, **{ground: 4.0})))
    assert {(die.rests_on, die.on_checker) for die in found} == {(ground, on_checker)}


def test_with_a_detector_s_boxes_alone_nothing_else_is_looked_at() -> None:
    reader = seen_by(sees_one, answers(four=3.0))
    assert read_dice(BLANK, VIEW, reader=reader, reach=None) == ()
    (die,) = read_dice(BLANK, VIEW, reader=reader, detector_boxes=[(190, 190, 206, 206)], reach=None)
    assert np.hypot(die.xy[0] - 198, die.xy[1] - 198) < 8


@pytest.mark.parametrize(
    ("x", "outputs", "value", "flat"),
    [
        (300, {"four": 2.5, "five": 0.0}, 4, True),
        (300, {"four": 2.0, "five": 0.0}, None, None),
        (530, {"four": 2.5, "five": 0.0}, None, None),
        (530, {"four": 5.0, "five": 0.0}, 4, True),
        (530, {"four": 2.5, "five": 0.0, "tilted": 3.0}, None, False),
    ],
    ids=["on the field", "not sure enough there", "beside it", "surely a die", "leaning"],
)
def test_on_a_board_a_value_must_be_surer_and_beside_the_field_surer_still(
    x: int, outputs: dict[str, float], value: int | None, flat: bool | None
) -> None:
    reader = seen_by(sees_one, answers(table=3.0, **outputs))
    (die,) = read_dice(BLANK, VIEW, reader=reader, detector_boxes=[(x - 8, 262, x + 8, 278)], reach=None)
    assert (die.value, die.flat) == (value, flat)


def test_a_view_that_does_not_explain_its_board_leaves_the_lean_unknown() -> None:
    told: set[float] = set()

    def keeps(images: Floats, /) -> Floats:
        told.update(np.unique(images[:, 3]))
        return answers(four=3.0)(images)

    g = VIEW.geometry
    squeezed = VIEW.with_geometry(BoardGeometry(g.field_width, 0.75 * g.field_height, g.bar_width, g.checker_diameter))
    box = (190.0, 190.0, 206.0, 206.0)
    for view, unknown in ((VIEW, False), (squeezed, True)):
        told.clear()
        assert read_dice(BLANK, view, reader=seen_by(sees_one, keeps), detector_boxes=[box], reach=None)
        assert (told == {-1.0}) is unknown


def test_a_close_look_is_taken_only_where_the_first_leaves_it_undecided_and_is_finer() -> None:
    shown: list[tuple[int, ...]] = []

    def closer(images: Floats, /) -> Floats:
        shown.append(images.shape[1:])
        return answers(five=9.0, field=5.0)(images)

    box = (190.0, 190.0, 206.0, 206.0)
    for first, value in ((answers(four=9.0, field=5.0), 4), (answers(four=1.0, five=0.9, field=5.0), 5)):
        shown.clear()
        reader = DiceReader(sees_one, first, closer)
        (die,) = read_dice(BLANK, VIEW, reader=reader, detector_boxes=[box], reach=None)
        assert die.value == value
        assert shown == ([] if value == 4 else [(5, 72, 72)])


REDNESS = 180


def sees_red_pips(images: Floats, /) -> Floats:
    """A reader that is sure of a three where all it is shown is as bright as REDNESS, else torn."""
    red = np.isclose(images[:, :3].mean(axis=(1, 2, 3)), REDNESS / 255, atol=0.01)
    return np.where(red[:, None], answers(three=6.0)(images), answers(two=1.0, three=0.9, five=0.9)(images)).astype(
        np.float32
    )


def test_a_value_that_one_colour_alone_shows_is_told_and_what_two_colours_dispute_is_not() -> None:
    dull = np.full((540, 600, 3), (40, 90, REDNESS), np.uint8)
    (die,) = read_dice(dull, VIEW, reader=DiceReader(sees_one, sees_red_pips, sees_red_pips))
    assert die.value == 3

    def disputes(images: Floats, /) -> Floats:
        green = np.isclose(images[:, :3].mean(axis=(1, 2, 3)), 90 / 255, atol=0.01)
        return np.where(green[:, None], answers(six=5.0)(images), sees_red_pips(images)).astype(np.float32)

    (die,) = read_dice(dull, VIEW, reader=DiceReader(sees_one, disputes, disputes))
    assert die.value is None


def test_what_must_be_quick_is_looked_at_through_each_filter_once() -> None:
    shown: list[int] = []

    def torn(images: Floats, /) -> Floats:
        shown.append(len(images))
        return answers(two=1.0, three=0.9, five=0.9)(images)

    box = (190.0, 190.0, 206.0, 206.0)
    for reach, first, looks in ((None, 1, [2, 1, 1, 1]), (0.0, 2, [4, 4, 4, 4])):
        shown.clear()
        read_dice(BLANK, VIEW, reader=DiceReader(sees_nothing, torn, torn), detector_boxes=[box], reach=reach)
        assert shown[first : first + 4] == looks
        assert reach is not None or len(shown) == first + 4


def test_a_reading_beside_a_checker_is_made_of_plain_values() -> None:
    reader = seen_by(sees_one, answers(four=3.0, field=5.0))
    x, y = VIEW.to_mm([(198, 198)])[0]
    discs = [(float(x) + 24, float(y), 17.0)]
    (die,) = read_dice(BLANK, VIEW, reader=reader, detector_boxes=[(190, 190, 206, 206)], reach=None, discs_mm=discs)
    assert die.touching is True
    assert json.loads(json.dumps(asdict(die)))["rests_on"] == "field"


def test_crops_of_an_oblique_die_are_turned_so_that_it_leans_upwards() -> None:
    view = View.from_corners([(170, 200), (430, 200), (560, 420), (40, 420)], (600, 540)).turned()
    at_top = np.array([60.0, 200.0])
    top, base = view.lift([at_top], 16.0)[0], view.to_px([at_top])[0]
    image = BLANK.copy()
    cv2.circle(image, (round(top[0]), round(top[1])), 3, (255, 255, 255), -1)
    seen: list[Floats] = []
    leans: set[float] = set()

    def keeps(images: Floats, /) -> Floats:
        seen.extend(images[:, :3])
        leans.update(np.unique(images[:, 3]))
        return answers(four=3.0)(images)

    box = (base[0] - 8, base[1] - 8, base[0] + 8, base[1] + 8)
    read_dice(image, view, reader=seen_by(sees_one, keeps), detector_boxes=[box], reach=None)
    rows = [float((crop.sum((0, 2)) @ np.linspace(0, 1, crop.shape[1])) / crop.sum()) for crop in seen]
    assert max(rows) < 0.46
    slope = np.hypot(*(view.to_mm([top])[0] - at_top)) / 16.0
    assert 0.3 < slope < 2
    assert [2 * lean for lean in leans] == pytest.approx([slope], rel=0.15)
