"""When pages are told: on each change, but not with every tick of a running clock."""

from typing import Any

import pytest

from referee.live.hub import face_of
from tests.referee.live.fake_table import face, first_state


def clocks(**sides: dict[str, Any]) -> dict[str, Any]:
    """A state with other clocks."""
    state = first_state()
    return {**state, "clocks": {**state["clocks"], **sides}}


def test_running_clock_alone_is_no_news() -> None:
    later = clocks(W=face(753.2, 0, running=True))
    assert not face_of(later, 12_800).differs(face_of(first_state(), 0))


@pytest.mark.parametrize("state", [
    clocks(W=face(754)),
    clocks(B=face(690)),
    clocks(W=face(100, running=True)),
    {**first_state(), "camera": "lost"},
], ids=["stopped", "other side set", "running side set", "camera"])  # fmt: skip
def test_everything_else_is(state: dict[str, Any]) -> None:
    before = face_of(first_state(), 0)
    assert face_of(state, 250).differs(before)
    assert not face_of(state, 250).differs(face_of(state, 250))
