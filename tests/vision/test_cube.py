"""Which blocks are the cube and which are dice, and what is told of them."""

from dataclasses import replace

import numpy as np
import pytest

from models.cube_input import CLASSES
from models.dice_input import Floats
from tests.vision.pictures import GEOMETRY, profile
from vision.cube import AGAIN, CUBE, WHOLE, Block, Search, cube_of, numbered_dice, read_blocks
from vision.detector import Box
from vision.dice_find import Plane

VIEW = profile().view


def block(word: str, side: float, *, sure: float = 0.99, worded: float | None = None, x: float = 100.0) -> Block:
    """A block that shows `word` with probability `worded`; the rest of `sure` is "other"."""
    told = sure if worded is None else worded
    chances = dict.fromkeys(CLASSES, 0.0) | {"none": 1 - sure}
    chances["other"] += sure - told
    chances[word] += told
    return Block(x, 50.0, side, (2 * x, 100.0), 2 * side, tuple(chances.values()))


@pytest.mark.parametrize("value", [2, 4, 8, 16, 32, 64])
def test_the_cube_is_told_with_its_value(value: int) -> None:
    cube = cube_of([block(str(value), 26.0)])
    assert cube is not None
    assert (cube.xy, cube.value, round(cube.confidence, 6)) == ((200.0, 100.0), value, 0.99)
    assert numbered_dice([block(str(value), 26.0)]) == ()


@pytest.mark.parametrize("one", [block("other", 26.0), block("64", 26.0, worded=0.6)], ids=["logo", "doubtful"])
def test_a_cube_with_a_logo_or_a_doubtful_number_has_no_value(one: Block) -> None:
    cube = cube_of([one])
    assert cube is not None
    assert cube.value is None


def test_there_is_no_cube_where_nothing_is_as_large() -> None:
    assert cube_of([]) is None
    assert cube_of([block("64", 8.0), block("other", 80.0)]) is None


def test_the_surest_of_several_cubes_is_told() -> None:
    cube = cube_of([block("64", 26.0, sure=0.93), block("8", 26.0, sure=0.98, x=300.0), block("2", 26.0, sure=0.91)])
    assert cube is not None
    assert (cube.value, cube.xy[0]) == (8, 600.0)


def test_what_no_cube_bears_is_a_die_and_a_two_as_small_as_that_too() -> None:
    dice = [block("5", 13.0), block("2", 14.0, x=150.0), block("1", 13.5, x=200.0)]
    four = block("4", 20.0, x=250.0)
    assert numbered_dice([*dice, four]) == tuple(dice)
    cube = cube_of([*dice, four])
    assert cube is not None
    assert cube.value == 4


def test_a_small_two_alone_is_no_die_as_nothing_says_that_dice_bear_numbers() -> None:
    assert numbered_dice([block("2", 14.0), block("4", 14.0, x=150.0)]) == ()


def test_a_doubtful_number_is_no_die() -> None:
    assert numbered_dice([block("5", 13.0, worded=0.9)]) == ()


def heat(images: Floats, /) -> Floats:
    """A finder that marks every bright place, 12 px large."""
    height, width = images.shape[2] // 4, images.shape[3] // 4
    out = np.zeros((len(images), 4, height, width), np.float32)
    grey = images.mean(axis=1)[:, : 4 * height, : 4 * width].reshape(len(images), height, 4, width, 4).mean((2, 4))
    out[:, 0] = np.where(grey > 0.5, 10 * grey, -9)
    return out


def by_light(images: Floats, /) -> Floats:
    """A reader that takes a bright middle for an 8."""
    middle = slice(images.shape[2] // 2 - 4, images.shape[2] // 2 + 4)
    logits = np.zeros((len(images), len(CLASSES)), np.float32)
    bright = images[:, :3, middle, middle].mean((1, 2, 3)) > 0.7
    logits[:, 0], logits[:, CLASSES.index("8")] = np.where(bright, -9, 9), np.where(bright, 9, -9)
    return logits


@pytest.mark.parametrize("search", [WHOLE, CUBE])
def test_a_block_is_found_where_it_lies_by_the_finder_or_by_a_box(search: Search) -> None:
    image = np.full((*VIEW.size[::-1], 3), 40, np.uint8)
    middle = GEOMETRY.field_width / 2, GEOMETRY.field_height / 2
    x, y = VIEW.to_px([middle])[0]
    half = int(np.hypot(*(VIEW.to_px([(middle[0] + 13, middle[1])])[0] - (x, y))))
    image[int(y) - half : int(y) + half, int(x) - half : int(x) + half] = 240
    for boxes in ((), (Box("cube", (x - half, y - half, x + half, y + half), 0.3),)):
        seen = read_blocks(Plane.of_board(image, VIEW), VIEW, heat, by_light, boxes, search=search)
        assert seen
        for one in seen:
            assert (one.word, one.worded > 0.99) == ("8", True)
            assert np.hypot(one.x - middle[0], one.y - middle[1]) < 14
            assert np.hypot(one.xy[0] - x, one.xy[1] - y) < 1.1 * half


def test_a_bare_board_has_no_blocks() -> None:
    plane = Plane.of_board(np.full((*VIEW.size[::-1], 3), 40, np.uint8), VIEW)
    assert read_blocks(plane, VIEW, heat, by_light) == ()


def test_where_the_board_is_not_looked_over_only_boxes_are_read() -> None:
    image = np.full((*VIEW.size[::-1], 3), 240, np.uint8)
    x, y = VIEW.to_px([(200, 200)])[0]
    plane = Plane.of_board(image, VIEW)
    assert read_blocks(plane, VIEW, heat, by_light, (), search=AGAIN) == ()
    assert (
        len(read_blocks(plane, VIEW, heat, by_light, [Box("die", (x - 9, y - 9, x + 9, y + 9), 0.3)], search=AGAIN))
        == 1
    )


def test_a_block_says_how_sure_it_is_and_of_what() -> None:
    one = replace(block("16", 26.0, sure=0.9, worded=0.8))
    assert (round(one.sure, 6), one.word, round(one.worded, 6)) == (0.9, "16", 0.8)
