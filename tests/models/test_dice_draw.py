import numpy as np

from models.dice_input import GLANCE, LEAN_UNKNOWN
from models.train.dice_draw import EASY, EMPTY_SHARE, HARD, draw_batch, sources_of
from models.train.dice_pools import without_board
from models.train.dice_spec import IGNORED, NONE, POOL_SIZE, ReadPool


def pool(*classes: int) -> ReadPool:
    images = [np.full((POOL_SIZE, POOL_SIZE, 3), 20 * i, np.uint8) for i in range(len(classes))]
    return without_board(images, np.array(classes, np.int64), IGNORED, upright=False)


def test_a_crop_that_was_hard_is_drawn_more_often_by_as_much_as_its_loss_says() -> None:
    rng = np.random.default_rng(0)
    (source,) = sources_of([(pool(1, 2, 3, 4, 5), 1.0)])
    source.hard[:] = (HARD, 0, 0, 0, 0)
    drawn = np.bincount([source.pick(rng) for _ in range(6000)], minlength=5)
    assert 0.85 < drawn[0] / np.mean(drawn[1:]) / ((EASY + HARD) / EASY) < 1.15


def test_a_label_that_is_never_learnt_counts_no_more_than_the_hardest() -> None:
    rng = np.random.default_rng(1)
    (source,) = sources_of([(pool(4), 1.0)])
    for loss in (80.0, 80.0, 80.0, 80.0):
        draw_batch(rng, [source], 1, GLANCE).learnt(np.array([loss], np.float32))
    assert HARD / 2 < source.hard[0] <= HARD
    for _ in range(8):
        draw_batch(rng, [source], 1, GLANCE).learnt(np.zeros(1, np.float32))
    assert source.hard[0] < 0.02 * HARD


def test_a_batch_has_its_pools_shares_and_one_in_five_without_a_die() -> None:
    rng = np.random.default_rng(2)
    both, dice, nothing = pool(1, NONE, 6), pool(2), pool()
    sources = sources_of([(both, 0.6), (dice, 0.2), (nothing, 5.0)])
    batch = draw_batch(rng, sources, 1500, GLANCE)
    assert batch.shown.shape == (1500, 5, GLANCE.size, GLANCE.size)
    assert np.all(batch.shown[:, 3] == LEAN_UNKNOWN)
    whence = np.array([source is sources[0] for source, _ in batch.drawn])
    assert abs(whence.mean() - 0.75) < 0.04
    assert abs((batch.labels[whence, 0] == NONE).mean() - EMPTY_SHARE) < 0.04
