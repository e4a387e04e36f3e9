import cv2
import numpy as np
import numpy.typing as npt
import pytest

from models.train.dice_dress import dressed

SIZE, SIDE = 72, 27.0
PIPS = [(29, 29), (42, 42), (29, 42), (42, 29)]
GREY = np.array([0.114, 0.587, 0.299])


def four(body: int = 235, pip: int = 20) -> npt.NDArray[np.uint8]:
    """A four seen from above on a grey ground."""
    image = np.full((SIZE, SIZE, 3), 128, np.uint8)
    cv2.rectangle(image, (22, 22), (49, 49), (body,) * 3, -1)
    for x, y in PIPS:
        cv2.circle(image, (x, y), 3, (pip,) * 3, -1, cv2.LINE_AA)
    return image


def contrast(image: npt.NDArray[np.uint8]) -> tuple[float, float]:
    """How far pips and the middle of the face differ in colour, and in lightness."""
    pips = np.mean([image[y, x] for x, y in PIPS], axis=0)
    middle = image[34:38, 34:38].reshape(-1, 3).mean(axis=0)
    return float(np.linalg.norm(pips - middle)), float(abs((pips - middle) @ GREY))


@pytest.mark.parametrize("light", [False, True], ids=["dark pips", "light pips"])
def test_a_die_dressed_anew_keeps_its_pips_though_hardly_lighter_or_darker(light: bool) -> None:
    image = four(20, 235) if light else four()
    seen = np.array([contrast(dressed(np.random.default_rng(i), image, SIDE)) for i in range(300)])
    assert np.mean(seen[:, 0] > 20) > 0.85
    assert np.mean(seen[:, 1] < 60) > 0.4
    assert contrast(image)[1] > 200


def test_what_lies_far_around_is_left_as_it_was() -> None:
    image = four()
    grid = np.arange(SIZE) - (SIZE - 1) / 2
    far = np.hypot(grid[None], grid[:, None]) > 1.3 * SIDE
    changed = [dressed(np.random.default_rng(i), image, SIDE) != image for i in range(60)]
    assert np.mean([c[far].mean() for c in changed]) < 0.02
    assert np.mean([c[~far].any() for c in changed]) > 0.95
