"""Labels against what the masks show and what OpenCV's camera model and plain geometry say, not against themselves."""

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from models.synth.physics.tabletop import Tabletop, random_tabletop
from models.synth.physics.throw import random_release, throw
from models.synth.physics.truth import DieTruth
from models.synth.physics.world import DieBody, World
from models.synth.scene import CheckerPlace
from models.synth.studio.labels import Label, labels_of, truth_of
from models.synth.studio.lens import Lens
from models.synth.studio.placing import placed
from models.synth.studio.random_camera import random_view
from models.synth.studio.random_look import random_board_look
from models.synth.studio.setting import CubeOn, DieLook, DieOn, Lighting, Setting, Viewpoint
from models.synth.studio.stage import Stage
from models.synth.studio.standing import Standing
from tests.models.studio.camera_model import on_plane, seen

SEED = 0
SIZE = (960, 720)
UNPILED = Standing(
    {"top[0]": ("L", 5), "top[4]": ("D", 3), "top[11]": ("D", 4), "bottom[2]": ("L", 1), "bottom[7]": ("D", 2),
     "bottom[11]": ("L", 4)},
    bar={"L": 1, "D": 1},
)  # fmt: skip
Mask = npt.NDArray[np.int32]


def table(seed: int) -> Setting:
    """An unpiled board with everything that has a body of known place, through a lens from above."""
    rng = np.random.default_rng([8, seed])
    top = random_tabletop(rng)
    while top.geometry.bar_width < top.geometry.checker_diameter or any(top.trays):
        top = random_tabletop(rng)
    top = replace(top, checkers=placed(UNPILED, top, rng))
    view = random_view(top, SIZE, rng)
    while np.hypot(view.place[0] - view.aim[0], view.place[1] - view.aim[1]) > 0.45 * view.place[2] or not view.k1:
        view = random_view(top, SIZE, rng)
    world = World(top, (DieBody(14.0, 0.0), DieBody(14.0, 0.0)))
    dice = tuple(DieOn.thrown(truth, DieLook()) for truth in throw(world, random_release(top, rng), rng))
    x, y = top.geometry.bar_x[0] + top.geometry.bar_width / 2, top.geometry.field_height / 2
    cube = CubeOn((x, y, top.bar_height + 10.0), 0.4, 8, 20.0, rounding=0.0)
    return Setting(top, random_board_look(top, rng), view, Lighting(auto=False), dice=dice, cube=cube)


def masked(setting: Setting) -> tuple[Mask, tuple[Label, ...]]:
    stage, lens = Stage(setting), Lens(setting.view)
    numbers = lens.numbers(stage.studio.numbers(lens.eye))
    return numbers, labels_of(setting, setting.view, numbers, stage.labelled)


@pytest.fixture(scope="module")
def shown() -> tuple[Setting, Mask, tuple[Label, ...]]:
    setting = table(SEED)
    return setting, *masked(setting)


def middle(mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    rows, columns = np.nonzero(mask)
    return np.array([columns.mean() + 0.5, rows.mean() + 0.5])


def outline(setting: Setting, label: Label) -> npt.NDArray[np.float64]:
    """Points that span a plain cylinder or cube of the thing's size, mm."""
    if label.kind == "checker":
        place, radius = setting.top.checkers[label.index], setting.top.geometry.checker_diameter / 2
        ring = np.array([(np.cos(a) * radius, np.sin(a) * radius) for a in np.linspace(0, 6.28, 60)])
        high = setting.top.checker_height
        return np.concatenate(
            [np.column_stack([ring + np.array([place.x, place.y]), np.full(60, place.z + z)]) for z in (0, high)]
        )
    signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    if label.kind == "die":
        die = setting.dice[label.index]
        return np.asarray(np.array(die.centre) + (signs * die.side / 2 @ np.array(die.axes)) * (1, -1, 1))
    assert setting.cube
    cos, sin = np.cos(setting.cube.yaw), np.sin(setting.cube.yaw)
    turn = np.array([(cos, -sin, 0), (sin, cos, 0), (0, 0, 1)])
    return np.asarray(np.array(setting.cube.centre) + (signs * setting.cube.side / 2 @ turn.T) * (1, -1, 1))


def silhouette(view: Viewpoint, points: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """What the hull of points covers, (H, W)."""
    drawn = np.zeros(view.size[::-1], np.uint8)
    hull = cv2.convexHull((seen(view, points) - 0.5).astype(np.float32))
    cv2.fillConvexPoly(drawn, np.rint(hull * 16).astype(np.int32), 1, shift=4)
    return drawn > 0


def overlap(a: npt.NDArray[np.bool_], b: npt.NDArray[np.bool_]) -> float:
    return float(np.count_nonzero(a & b)) / float(np.count_nonzero(a | b))


def test_masks_are_where_another_camera_model_sees_the_things(
    shown: tuple[Setting, Mask, tuple[Label, ...]],
) -> None:
    """Centres of things in full view agree within a pixel, and their areas nearly."""
    setting, numbers, labels = shown
    whole = [label for label in labels if label.visible > 0.97]
    assert len(whole) > 12
    for label in whole:
        mask, expected = numbers == label.number, silhouette(setting.view, outline(setting, label))
        assert np.abs(middle(mask) - middle(expected)).max() < 1.0, label
        assert overlap(mask, expected) > 0.8, label


def test_label_centres_lie_within_a_pixel_of_what_masks_show(
    shown: tuple[Setting, Mask, tuple[Label, ...]],
) -> None:
    """The board drawn once more with a marker of 3 mm at each labelled place: its mask is where the label said."""
    setting, _, labels = shown
    top = setting.top
    standing = [label for label in labels if label.kind == "checker"]
    high = top.checker_height
    marks = tuple(replace(place, z=place.z + high - 0.5) for place in top.checkers)
    small = replace(
        setting,
        top=replace(top, geometry=replace(top.geometry, checker_diameter=3.0), checker_height=1.0, checkers=marks),
        look=replace(setting.look, checker_height=1.0),
        dice=(),
        cube=None,
    )
    numbers, marked = masked(small)
    assert len(standing) == 21
    for label, mark in zip(standing, (label for label in marked if label.kind == "checker"), strict=True):
        if mark.visible > 0.8:
            assert np.abs(middle(numbers == mark.number) - label.centre).max() < 1.0


def test_boxes_and_areas_are_the_masks(shown: tuple[Setting, Mask, tuple[Label, ...]]) -> None:
    _, numbers, labels = shown
    for label in labels:
        rows, columns = np.nonzero(numbers == label.number)
        assert label.area == len(rows)
        if len(rows):
            assert label.box == (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)


def test_counts_are_what_the_masks_show(shown: tuple[Setting, Mask, tuple[Label, ...]]) -> None:
    """Each checker's mask, taken back to the board's millimetres, lies in the slot that counts it."""
    setting, numbers, labels = shown
    counts: Counter[tuple[str, str]] = Counter()
    for label in labels:
        if label.kind == "checker":
            place = setting.top.checkers[label.index]
            level = place.z + setting.top.checker_height / 2
            ((x, y),) = on_plane(setting.view, [middle(numbers == label.number)], level)
            counts[str(setting.top.geometry.slot_at(x, y)), place.shade] += 1
    truth = truth_of(setting, setting.view)
    told = {
        (f"{row}[{i}]", text[0]): int(text[1:])
        for row in ("top", "bottom")
        for i, text in enumerate(truth[row])
        if text
    }
    told |= {("bar", shade): count for shade, count in truth["bar"].items()}
    assert counts == told


def test_corners_are_where_another_camera_model_sees_them(shown: tuple[Setting, Mask, tuple[Label, ...]]) -> None:
    setting, _, _ = shown
    size = setting.top.geometry
    field = [(0, 0, 0), (size.field_width, 0, 0), (size.field_width, size.field_height, 0), (0, size.field_height, 0)]
    assert np.abs(seen(setting.view, field) - truth_of(setting, setting.view)["corners"]).max() < 0.02


FLAT = "flat"
LEANING = "leaning"
RESTING = "resting"


def kind_of(truth: DieTruth) -> str:
    if truth.tilt > 15:
        return LEANING
    if truth.tilt < 1 and truth.rests_on == ("checker",):
        return RESTING
    return FLAT if truth.is_valid_surface else ""


@pytest.fixture(scope="module")
def thrown() -> tuple[Tabletop, dict[str, DieTruth]]:
    """A sharp die of each kind on one table."""
    rng = np.random.default_rng(17)
    top = replace(table(SEED).top, rail_height=12.0, bar_height=12.0)
    world = World(top, (DieBody(14.0, 0.0), DieBody(14.0, 0.0)))
    found: dict[str, DieTruth] = {}
    for _ in range(400):
        for truth in throw(world, random_release(top, rng, rare=True), rng):
            if not truth.moving:
                found.setdefault(kind_of(truth), truth)
        if {FLAT, LEANING, RESTING} <= set(found):
            break
    return top, found


def corners(truth: DieTruth) -> npt.NDArray[np.float64]:
    signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    return np.asarray(np.array(truth.centre) + (signs * truth.side / 2 @ np.array(truth.axes)) * (1, -1, 1))


def test_a_flat_die_has_four_corners_on_the_field(thrown: tuple[Tabletop, dict[str, DieTruth]]) -> None:
    heights = np.sort(corners(thrown[1][FLAT])[:, 2])
    assert np.abs(heights[:4]).max() < 0.5
    assert np.abs(heights[4:] - 14).max() < 0.5


def test_a_resting_die_has_its_lower_corners_on_a_checker_s_height(
    thrown: tuple[Tabletop, dict[str, DieTruth]],
) -> None:
    top, found = thrown
    truth = found[RESTING]
    heights = np.sort(corners(truth)[:, 2])
    levels = [place.z + top.checker_height for place in top.checkers]
    level = min(levels, key=lambda z: abs(z - heights[0]))
    assert np.abs(heights[:4] - level).max() < 0.5
    below = [place for place in top.checkers if abs(place.z + top.checker_height - level) < 0.1]
    reach = top.geometry.checker_diameter / 2
    assert min(np.hypot(place.x - truth.centre[0], place.y - truth.centre[1]) for place in below) < reach


def test_a_leaning_die_has_one_edge_or_corner_lower_than_the_rest(
    thrown: tuple[Tabletop, dict[str, DieTruth]],
) -> None:
    """By as much as its tilt says."""
    truth = thrown[1][LEANING]
    heights = np.sort(corners(truth)[:, 2])
    assert heights[3] - heights[0] > 14 * np.sin(np.radians(15)) * 0.7
    rise = (heights[4:].mean() - heights[:4].mean()) / 14
    assert rise == pytest.approx(np.cos(np.radians(truth.tilt)), abs=0.35)


def test_a_leaning_die_s_mask_is_not_a_flat_one_s(thrown: tuple[Tabletop, dict[str, DieTruth]]) -> None:
    """Each die alone on its table: the mask fits its own pose and, leaning, not the pose of a flat die there."""
    top, found = thrown
    bare = replace(top, checkers=(), rail_height=0.0, bar_height=0.0)
    for kind in (FLAT, LEANING):
        truth = found[kind]
        x, y, z = truth.centre
        view = Viewpoint((x, y + 60, 420.0), (x, y, z), 1800.0, (320, 240))
        die = DieOn.thrown(truth, DieLook())
        look = random_board_look(bare, np.random.default_rng(1))
        numbers, (label,) = masked(Setting(bare, look, view, Lighting(auto=False), dice=(die,)))
        mask = numbers == label.number
        yaw = np.arctan2(truth.axes[0][1], truth.axes[0][0])
        level = np.array([(np.cos(yaw), np.sin(yaw), 0), (-np.sin(yaw), np.cos(yaw), 0), (0, 0, 1)])
        signs = np.array([(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)], float)
        as_flat = np.array((x, y, truth.side / 2)) + (signs * truth.side / 2 @ level) * (1, -1, 1)
        assert overlap(mask, silhouette(view, corners(truth))) > 0.9
        assert (overlap(mask, silhouette(view, as_flat)) > 0.9) == (kind == FLAT)


def test_a_leaning_checker_s_mask_is_that_of_a_tilted_cylinder() -> None:
    """Turned about its base's middle by plain trigonometry."""
    bare = replace(table(SEED).top, rail_height=0.0, bar_height=0.0)
    x, y, tilt = 150.0, 120.0, 0.45
    place = CheckerPlace(x, y, "L", 8.0, 0.3, "top[3]", tilt=tilt, raised=np.pi / 2)
    top = replace(bare, checkers=(place,))
    view = Viewpoint((x + 120, y, 420.0), (x, y, 10.0), 1500.0, (320, 240))
    look = random_board_look(bare, np.random.default_rng(1))
    numbers, (label,) = masked(Setting(top, look, view, Lighting(auto=False)))
    radius, high = bare.geometry.checker_diameter / 2, look.checker_height
    ring = np.array([(np.cos(a) * radius, np.sin(a) * radius) for a in np.linspace(0, 6.28, 60)])
    along, up = ring[:, 1] * np.cos(tilt), ring[:, 1] * np.sin(tilt)
    base = np.column_stack([ring[:, 0] + x, along + y, up + 8.0])
    rise = np.array([0.0, -np.sin(tilt), np.cos(tilt)]) * high
    mask = numbers == label.number
    assert overlap(mask, silhouette(view, np.concatenate([base, base + rise]))) > 0.93
    lying = np.column_stack([ring + np.array([x, y]), np.full(60, 8.0)])
    assert overlap(mask, silhouette(view, np.concatenate([lying, lying + np.array([0, 0, high])]))) < 0.9
    assert label.visible > 0.95
    assert label.centre == pytest.approx(tuple(seen(view, [np.array([x, y, 8.0]) + rise])[0]), abs=0.05)
