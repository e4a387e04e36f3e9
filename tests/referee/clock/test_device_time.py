"""The clock's milliseconds on the host's time line."""

from hypothesis import given
from hypothesis import strategies as st

from referee.clock.device_time import WRAP, DeviceTime
from referee.clock.time_control import NS_PER_MS, NS_PER_S


@given(
    st.integers(0, WRAP - 1),
    st.floats(0.99, 1.01),
    st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), min_size=12, max_size=40),
    st.floats(-5, 15),
)
def test_a_moment_is_placed_within_half_a_round_trip(
    starts_ms: int, rate: float, trips_ms: list[tuple[int, int]], at_s: float
) -> None:
    """A question a second, 0–8 ms there and 0–8 ms back, a quartz 1 % off at most, a time that may wrap."""
    device = DeviceTime()
    for number, (there_ms, back_ms) in enumerate(trips_ms):
        sent_ns = number * NS_PER_S
        seen_ms = int(starts_ms + (number * 1000 + there_ms) * rate) % WRAP
        device.answered(sent_ns, sent_ns + (there_ms + back_ms) * NS_PER_MS, seen_ms)
    true_ns = round(max(0.0, min(at_s, len(trips_ms) - 1 + 1.0)) * NS_PER_S)
    told_ms = int(starts_ms + true_ns / NS_PER_MS * rate) % WRAP
    assert abs(device.host_ns(told_ms) - true_ns) <= 10 * NS_PER_MS
    back = (device.device_ms(device.host_ns(told_ms)) - told_ms + WRAP // 2) % WRAP - WRAP // 2
    assert abs(back) <= 10


def test_slow_answers_are_not_believed() -> None:
    device = DeviceTime()
    for second in range(10):
        device.answered(second * NS_PER_S, second * NS_PER_S + 2 * NS_PER_MS, second * 1000 + 1)
    device.answered(10 * NS_PER_S, 11 * NS_PER_S, 10_001)
    assert abs(device.host_ns(10_001) - 10 * NS_PER_S) <= 2 * NS_PER_MS


def test_a_slow_answer_counts_when_it_shows_that_what_is_known_is_wrong() -> None:
    device = DeviceTime()
    device.answered(0, NS_PER_MS, 0)
    device.answered(60 * NS_PER_S, 60 * NS_PER_S + 200 * NS_PER_MS, 60_900)
    assert device.host_ns(60_900) == 60 * NS_PER_S + 100 * NS_PER_MS


def test_answers_of_a_host_that_stood_still_give_the_clock_no_wrong_rate() -> None:
    """Presses made during four seconds without a host were once dated three seconds too early."""
    device = DeviceTime()
    device.answered(0, 4 * NS_PER_S, 3_900)
    for tenth in range(5):
        sent = 6 * NS_PER_S + tenth * NS_PER_S // 10
        device.answered(sent, sent + 2 * NS_PER_MS, 6_001 + tenth * 100)
    assert abs(device.host_ns(12_000) - 12 * NS_PER_S) <= 120 * NS_PER_MS
