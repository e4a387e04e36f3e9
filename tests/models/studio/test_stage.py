"""A setting put up and drawn: masks lie where projection says, counts are what the mask shows, pictures repeat."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.board import BoardGeometry
from models.synth.look import random_look
from models.synth.physics.tabletop import Tabletop
from models.synth.physics.truth import DieTruth
from models.synth.scene import CheckerPlace, Shade
from models.synth.studio.labels import Label, corners_of, labels_of, truth_of
from models.synth.studio.lens import Lens
from models.synth.studio.setting import UPRIGHT, CubeOn, DieLook, DieOn, Lamp, Lighting, Setting, Viewpoint
from models.synth.studio.stage import Stage

GEOMETRY = BoardGeometry(450.0, 420.0, 40.0, 32.0)
ROWS: tuple[tuple[int, Shade, int], ...] = ((0, "L", 5), (4, "L", 2), (8, "D", 3))
ON_TOP = CheckerPlace(GEOMETRY.column_x(8), 16.0, "D", z=10.0, slot="top[8]")
PLACES = (
    *(
        CheckerPlace(GEOMETRY.column_x(column), 16.0 + 33.0 * level, shade, slot=f"top[{column}]")
        for column, shade, count in ROWS
        for level in range(count)
    ),
    ON_TOP,
)
TOP = Tabletop(GEOMETRY, 20.0, 12.0, 12.0, 0.0, 15.0, (False, False), 10.0, PLACES)
VIEW = Viewpoint((300.0, 560.0, 620.0), (225.0, 215.0, 0.0), 400.0, (480, 320), k1=-0.12)


def made() -> Setting:
    look = replace(random_look(np.random.default_rng(3)), checker_height=10.0)
    lamps = (Lamp((300.0, 100.0, 900.0), (225.0, 210.0, 0.0), 200.0),)
    dice = (DieOn((330.0, 250.0, 7.0), UPRIGHT, 14.0, 0.2), DieOn((360.0, 280.0, 7.0), UPRIGHT, 14.0, 0.0))
    return Setting(TOP, look, VIEW, Lighting(seed=1, lamps=lamps), dice=dice, cube=CubeOn((225.0, 210.0, 26.0), 0.3, 2))


@pytest.fixture(scope="module")
def setting() -> Setting:
    return made()


@pytest.fixture(scope="module")
def labels(setting: Setting) -> tuple[Label, ...]:
    stage, lens = Stage(setting), Lens(VIEW)
    return labels_of(setting, VIEW, lens.numbers(stage.studio.numbers(lens.eye)), stage.labelled)


def test_the_same_setting_gives_the_same_bytes(setting: Setting) -> None:
    first, second = (Stage(setting).studio.picture(Lens(VIEW).eye) for _ in range(2))
    assert first.std() > 10
    assert np.array_equal(first, second)


def test_every_thing_is_labelled_once(labels: tuple[Label, ...]) -> None:
    kinds = [label.kind for label in labels]
    assert [kinds.count(kind) for kind in ("checker", "die", "cube")] == [11, 2, 1]
    assert all(label.box for label in labels)


def test_masks_lie_where_projection_says(labels: tuple[Label, ...]) -> None:
    """Where the middle of a thing is seen lies in its box, and a thing in full view fills its whole outline."""
    whole = [label for label in labels if label.visible > 0.95]
    assert len(whole) >= 4
    for label in labels:
        assert label.box is not None
        assert label.box[0] - 1 <= label.centre[0] <= label.box[2] + 1
        assert label.box[1] - 1 <= label.centre[1] <= label.box[3] + 1


def test_a_die_turned_any_way_with_nothing_before_it_is_wholly_visible(setting: Setting) -> None:
    near, rng = replace(VIEW, place=(330.0, 420.0, 160.0), aim=(330.0, 250.0, 0.0)), np.random.default_rng(4)
    for _ in range(6):
        a, b, _ = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        first, second, third = ((float(x), float(y), float(z)) for x, y, z in (a, b, np.cross(a, b)))
        die = DieOn((330.0, 250.0, 30.0), (first, second, third), 24.0, 0.0)
        alone = replace(setting, dice=(die,), view=near)
        stage, lens = Stage(alone), Lens(near)
        labels = labels_of(alone, near, lens.numbers(stage.studio.numbers(lens.eye)), stage.labelled)
        assert [label.visible > 0.97 for label in labels if label.kind == "die"] == [True]


def test_what_is_covered_is_less_visible(labels: tuple[Label, ...]) -> None:
    """A checker on top of another hides its face."""
    below, beside, above = (label for label in labels if label.name == "top[8]" and label.index in (7, 8, 10))
    assert below.visible < 0.4
    assert min(beside.visible, above.visible) > 0.85


def test_truth_counts_what_stands_there(setting: Setting) -> None:
    truth = truth_of(replace(setting, dice=()), VIEW)
    assert [truth["top"][i] for i in (0, 4, 8)] == ["L5", "L2", "D4"]
    assert truth["bottom"] == [""] * 12
    assert truth["cube"]["value"] == 2


def test_a_die_without_a_throw_has_no_truth(setting: Setting) -> None:
    with pytest.raises(ValueError, match=r"throw it with models\.synth\.physics"):
        truth_of(setting, VIEW)


def test_the_field_s_corners_are_in_order(setting: Setting) -> None:
    corners = corners_of(setting, VIEW)
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    assert ax < bx
    assert dx < cx
    assert max(ay, by) < min(cy, dy)


def test_dice_hardly_seen_have_no_value_and_unseen_ones_are_left_out(
    setting: Setting, labels: tuple[Label, ...]
) -> None:
    truth = DieTruth(3, 0.0, (), ("field",), "left-half", False, (330.0, 250.0, 7.0), UPRIGHT, 14.0, 0.2)
    known = replace(setting, dice=tuple(DieOn.thrown(truth, DieLook()) for _ in range(3)))
    shares = (1.0, 0.2, 0.0)
    seen = [replace(labels[0], kind="die", index=index, visible=share) for index, share in enumerate(shares)]
    assert [die["value"] for die in truth_of(known, VIEW, (), seen)["dice"]] == [3, None]
    assert truth_of(known, VIEW, (), [replace(labels[0], kind="cube", index=0, visible=0.0)])["cube"] is None
