"""Prometheus figures of the live page."""

import time
from collections import Counter
from collections.abc import Mapping
from typing import Any


class Metrics:
    """Counts since the program started."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._actions: Counter[tuple[str, str]] = Counter()

    def count(self, action: str, outcome: str) -> None:
        """One request of a director: outcome `done`, `refused` or `unauthorised`."""
        self._actions[action, outcome] += 1

    def text(self, snapshot: Mapping[str, Any], clients: int) -> str:
        """The figures in Prometheus' text format 0.0.4."""
        gauges: list[tuple[str, str, float]] = [
            ("zarbiter_uptime_seconds", "Time since the live page started.", time.monotonic() - self._started),
            ("zarbiter_event_seq", "Number of the last event in the log.", int(snapshot.get("seq") or 0)),
            ("zarbiter_camera_up", "1 while the camera delivers pictures.", snapshot.get("camera") == "ok"),
            ("zarbiter_clock_up", "1 while the clock answers.", snapshot.get("clock_link") in {"ok", "simulated"}),
            ("zarbiter_flag_open", "1 while a flag waits for a decision.", snapshot.get("flag") is not None),
            ("zarbiter_paused", "1 while the director has paused the table.", bool(snapshot.get("paused"))),
            ("zarbiter_stream_clients", "Pages connected to the event stream.", clients),
        ]
        lines = [
            line
            for name, about, value in gauges
            for line in (f"# HELP {name} {about}", f"# TYPE {name} gauge", f"{name} {float(value):g}")
        ]
        lines += [
            "# HELP zarbiter_director_actions_total Requests of a director.",
            "# TYPE zarbiter_director_actions_total counter",
            *(
                f'zarbiter_director_actions_total{{action="{action}",outcome="{outcome}"}} {number}'
                for (action, outcome), number in sorted(self._actions.items())
            ),
        ]
        return "\n".join(lines) + "\n"
