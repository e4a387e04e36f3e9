"""Killed with SIGKILL in mid-turn, a table started again on the same record folder loses nothing and goes on."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from referee.record.replay import replay
from referee.record.store import read_events
from tests.referee.tables import make_table, setup
from tests.referee.test_table import short_game

PROGRAM = """
import sys, time
from pathlib import Path
from tests.referee.tables import make_table, setup
from tests.referee.test_table import short_game

stop_at = int(sys.argv[2])
def told(event):
    print(event.seq, event.kind, flush=True)
    if event.seq == stop_at:
        time.sleep(60)

table, _ = make_table(Path(sys.argv[1]), short_game(), setup(), on_event=told)
table.run()
table.close()
"""


@pytest.mark.parametrize("seq", [2, 5, 7])
def test_a_kill_loses_no_event(tmp_path: Path, seq: int) -> None:
    whole, _ = make_table(tmp_path / "whole", short_game(), setup())
    whole.run()
    whole.close()
    command = [sys.executable, "-c", PROGRAM, str(tmp_path / "killed"), str(seq)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]) as process:
        assert process.stdout is not None
        lines = [next(process.stdout).split() for _ in range(seq)]
        os.kill(process.pid, signal.SIGKILL)
    left = read_events(tmp_path / "killed")
    assert [[str(event.seq), event.kind] for event in left[:seq]] == lines
    again, _ = make_table(tmp_path / "killed", short_game(), setup())
    assert read_events(tmp_path / "killed")[: len(left)] == left
    again.run()
    again.close()
    one, other = read_events(tmp_path / "whole"), read_events(tmp_path / "killed")
    assert [(e.seq, e.kind, e.body) for e in one] == [(e.seq, e.kind, e.body) for e in other]
    assert not replay(tmp_path / "killed").differences
