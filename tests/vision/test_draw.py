"""The drawings show what was read, where it is."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.pictures import GEOMETRY, board, profile
from vision.draw import CHECKERS, confidence_colour, edge_of, explained, overlay, schematic, side_by_side
from vision.observation import SLOTS, UNREAD, CountReading, CubeReading, DieReading, Shade, SlotReading, Stack
from vision.still import StillReading

VIEW = profile().view
EMPTY = SlotReading(((Stack(None, 0), 0.95),))


def reading(**slots: str) -> StillReading:
    found = dict.fromkeys(SLOTS, EMPTY)
    for name, text in slots.items():
        shade: Shade = "L" if text[0] == "L" else "D"
        stack = SlotReading(((Stack(shade, int(text[1:])), 0.9),))
        found[f"{name[:-2].rstrip('_')}[{int(name[-2:])}]"] = stack
    none: dict[Shade, CountReading] = {"L": CountReading(0, 0.9), "D": CountReading(0, 0.9)}
    return StillReading(VIEW, found, none, dict(none))


def differs(a: np.ndarray, b: np.ndarray, xy: tuple[float, float], reach: int = 12) -> bool:
    x, y = round(xy[0]), round(xy[1])
    box = slice(max(0, y - reach), y + reach), slice(max(0, x - reach), x + reach)
    return bool(np.any(a[box] != b[box]))


def test_an_empty_board_gets_only_its_outline() -> None:
    image = board()
    drawn = overlay(image, VIEW, reading())
    assert drawn.shape == image.shape
    assert differs(drawn, image, VIEW.corners[0])
    assert not differs(drawn, image, (300, 250))


@pytest.mark.parametrize(("key", "name"), [("top00", "top[0]"), ("bottom11", "bottom[11]")])
def test_a_count_stands_at_its_points_edge(key: str, name: str) -> None:
    image = board()
    plain, drawn = overlay(image, VIEW, reading()), overlay(image, VIEW, reading(**{key: "L3"}))
    here = VIEW.to_px([edge_of(name, GEOMETRY)])[0]
    elsewhere = VIEW.to_px([edge_of("top[6]", GEOMETRY)])[0]
    assert differs(drawn, plain, (here[0], here[1]))
    assert not differs(drawn, plain, (elsewhere[0], elsewhere[1]))


def test_unread_points_dice_bar_and_cube_are_marked() -> None:
    image = board()
    plain = overlay(image, VIEW, reading())
    base = reading()
    die = DieReading((300.0, 250.0), (214.0, 180.0), None, 0.4, "left-half", flat=False, size_px=20)
    marked = replace(
        base,
        slots={**base.slots, "top[3]": UNREAD},
        bar={"L": CountReading(2, 0.9), "D": CountReading(0, 0.9)},
        dice=(die,),
        cube=CubeReading((320.0, 250.0), 2, 0.8),
    )
    drawn = overlay(image, VIEW, marked)
    at = VIEW.to_px([edge_of("top[3]", GEOMETRY), (sum(GEOMETRY.bar_x) / 2, 0.0)])
    for spot in ((at[0][0], at[0][1]), (at[1][0], at[1][1]), (285.0, 250.0), (320.0, 250.0)):
        assert differs(drawn, plain, spot)


def test_the_schematic_shows_each_checker_in_its_shade() -> None:
    drawn = schematic(reading(top00="D2", bottom11="L5"), GEOMETRY, 480)
    assert drawn.shape[0] == 480
    counts = {shade: int(np.all(drawn == colour, axis=2).sum()) for shade, colour in CHECKERS.items()}
    assert counts["L"] == pytest.approx(2.5 * counts["D"], rel=0.1)
    empty = schematic(reading(), GEOMETRY, 480)
    assert not np.all(empty == CHECKERS["L"], axis=2).any()


def test_side_by_side_keeps_the_left_height() -> None:
    both = side_by_side(board(), schematic(reading(), GEOMETRY, 200))
    assert both.shape[0] == 480
    assert both.shape[1] > 640
    assert explained(board(), VIEW, reading()).shape[0] == 480


def test_colours_tell_sure_from_doubtful_from_unread() -> None:
    assert len({confidence_colour(value) for value in (0.95, 0.5, 0.0)}) == 3
