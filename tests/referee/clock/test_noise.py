"""No parser fails on noise, invents a message out of it, or stays lost for longer than a frame."""

import pytest

from tests.referee.clock.noise import RANDOM_BYTES, STREAMS, Family, families, mutated, random_bytes


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_random_bytes(family: Family) -> None:
    found = random_bytes(family, RANDOM_BYTES // 10, 1)
    assert found == 0 or not family.checked


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_spoilt_streams(family: Family) -> None:
    assert mutated(family, STREAMS // 10, 2) > STREAMS // 10 * 4
