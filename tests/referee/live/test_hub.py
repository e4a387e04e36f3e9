"""When pages are told: on each change, but not with every tick of a running clock."""

from referee.live.hub import fingerprint
from tests.referee.live.fake_table import face, first_state


def test_running_clock_alone_is_no_news() -> None:
    state = first_state()
    later = {**state, "clocks": {**state["clocks"], "W": face(753.2, 0, running=True)}}
    assert fingerprint(later) == fingerprint(state)


def test_everything_else_is() -> None:
    state = first_state()
    stopped = {**state, "clocks": {**state["clocks"], "W": face(754)}}
    set_back = {**state, "clocks": {**state["clocks"], "B": face(690)}}
    lost = {**state, "camera": "lost"}
    assert len({fingerprint(each) for each in (state, stopped, set_back, lost)}) == 4
