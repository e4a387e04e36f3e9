"""Blocks with numbers, as the reader of the cube is taught them."""

import cv2
import numpy as np
import pytest

from calibration.view import View
from models.cube_input import CLASSES, CUBE_WORDS, DIE_WORDS, OTHER, WORDS
from models.synth.cube_body import draw_cube, top_face
from models.synth.dice_body import DieShape
from models.synth.numerals import CELL, sign_face, word_face
from models.train.cube_pools import beside_blocks, block_crops, cube_spot, draw_blocks, lettered_discs
from models.train.dice_pools import draw_sprites
from models.train.dice_spec import IGNORED, POOL_SIZE

SHARP = DieShape(0.02, 0.9, 0.1, 0.25, 1.0, (False, False, False), False)


def test_the_words_are_those_of_cubes_and_dice() -> None:
    assert set(WORDS) == {*CUBE_WORDS, *DIE_WORDS}
    assert (CLASSES[0], CLASSES[OTHER]) == ("none", "other")


@pytest.mark.parametrize("word", WORDS)
def test_every_number_stands_in_the_middle_of_its_face_and_reaches_no_edge(word: str) -> None:
    for seed in range(12):
        face = word_face(np.random.default_rng(seed), word)
        rows, columns = np.nonzero(face > 0.5)
        assert face.shape == (CELL, CELL)
        assert 0.01 < face.mean() < 0.6
        assert abs(rows.mean() - CELL / 2) < 0.15 * CELL
        assert abs(columns.mean() - CELL / 2) < 0.15 * CELL
        assert min(rows.min(), columns.min(), CELL - rows.max(), CELL - columns.max()) > 0


def test_signs_differ() -> None:
    faces = [sign_face(np.random.default_rng(seed)) for seed in range(20)]
    assert len({face.tobytes() for face in faces}) > 12
    assert all(face.shape == (CELL, CELL) for face in faces)


@pytest.mark.parametrize("quarter", range(4))
def test_seen_from_above_the_top_bears_its_word_and_not_as_in_a_mirror(quarter: int) -> None:
    face = np.zeros((CELL, CELL), np.float32)
    face[8:20, 8:32] = 1
    turned = np.asarray(np.rot90(face, quarter), np.float32)
    ink = top_face(SHARP, turned, side=64)
    seen = cv2.resize(ink, (CELL, CELL), interpolation=cv2.INTER_AREA)
    assert float(np.corrcoef(seen.ravel(), turned.ravel())[0, 1]) > 0.9
    assert float(np.corrcoef(seen[:, ::-1].ravel(), turned.ravel())[0, 1]) < 0.5


def test_blocks_are_of_every_class_and_lie_flat() -> None:
    rng = np.random.default_rng(1)
    classes = [draw_cube(rng, side=16).value for _ in range(150)]
    assert {CLASSES[c] for c in classes if c} == set(CLASSES) - {"none"}


def test_pools_have_a_class_for_each_crop() -> None:
    rng = np.random.default_rng(2)
    blocks, dice = draw_blocks(2, 6), draw_sprites(2, 4)
    some, none = block_crops(rng, blocks, [], 8), beside_blocks(rng, blocks, dice, [], 12)
    assert some.images.shape == (8, POOL_SIZE, POOL_SIZE, 3)
    assert set(some.classes) <= {block.value for block in blocks}
    assert set(none.classes) == {0}
    assert none.images.shape[0] == 12


def test_checkers_that_bear_letters_are_no_blocks() -> None:
    discs = lettered_discs(np.random.default_rng(3), [], 6)
    assert set(discs.classes) == {0}
    assert all(image.std() > 5 for image in discs.images)


VIEW = View.from_corners([(100.0, 100.0), (700.0, 100.0), (700.0, 600.0), (100.0, 600.0)], (800, 700))


@pytest.mark.parametrize(
    ("value", "visible", "kind"),
    [(16, 1.0, CLASSES.index("16")), (None, 1.0, OTHER), (16, 0.3, IGNORED)],
    ids=["number", "logo", "hidden"],
)
def test_a_stills_cube_is_cut_about_its_top(value: int | None, visible: float, kind: int) -> None:
    px = float(np.hypot(*np.diff(VIEW.to_px([(0, 0), (26, 0)]), axis=0)[0]))
    thing = {"kind": "cube", "box": [0, 0, 1, 1], "centre": [400.0, 350.0], "area": visible * px**2, "visible": visible}
    spot = cube_spot({"things": [thing], "cube": {"value": value}}, VIEW)
    assert spot is not None
    assert spot.kind == kind
    assert abs(spot.side - 26) < 3
    assert np.hypot(*(VIEW.to_px([(spot.x, spot.y)])[0] - (400, 350))) < px


def test_a_still_without_a_cube_has_none() -> None:
    assert cube_spot({"things": [], "cube": None}, VIEW) is None
