"""What a broken machine does to a table: restarts, full disks, files in the way."""

import errno
from pathlib import Path

import pytest

from referee.clock.host import RECORDED, HostClock
from referee.clock.open_protocol import Press, encode
from referee.clock.script import ScriptedLink
from referee.live.app import make_app
from referee.live.server import ServeError, serve
from referee.record.store import EVIDENCE, LOG, RecordError, Store, read_events
from referee.rules.side import Side
from referee.table import Table
from tests.referee.live.fake_table import FakeTable
from tests.referee.observing import observe_position, pair
from tests.referee.tables import make_table, setup
from tests.referee.test_table import kinds, opening_played, short_game
from vision.observation import Observation


def clocked(folder: Path, views: list[Observation], until: int | None = None) -> Table:
    """A table with a recorded clock of two presses."""
    lines = encode(Press(Side.B, 1, 500)) + encode(Press(Side.W, 2, 3_500))
    holder: list[Table] = []
    clock = HostClock(RECORDED, lambda url: ScriptedLink(lines, lambda: holder[0].now_ns() if holder else 0, url), None)
    table, _ = make_table(folder, views, setup({"turn-ends": "clock"}), clock, until=until)
    holder.append(table)
    return table


def run_clocked(folder: Path, until: int | None = None) -> list[str]:
    views = [*short_game(presses=True), observe_position(opening_played(), pair("6-1"), 21)]
    table = clocked(folder, views, until)
    if until is None:
        table.run()
    else:
        for view in views[:until]:
            _see(table, view)
    table.close()
    return kinds(read_events(folder))


def _see(table: Table, view: Observation) -> None:
    frame = next(frame for frame in table._parts.source if frame.number == view.number)
    table._see(frame)


@pytest.mark.parametrize("until", [1, 2, 3, 4, 5])
def test_presses_of_a_recorded_clock_are_heard_once_though_it_starts_again(tmp_path: Path, until: int) -> None:
    whole = run_clocked(tmp_path / "whole")
    run_clocked(tmp_path / "cut", until)
    assert run_clocked(tmp_path / "cut") == whole
    assert whole.count("press") == 2


def test_a_picture_that_a_full_disk_cut_short_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_short(path: Path, data: bytes) -> int:
        with path.open("wb") as out:
            out.write(data[:10])
        raise OSError(errno.ENOSPC, "No space left on device")

    store = Store(tmp_path)
    monkeypatch.setattr(Path, "write_bytes", cut_short)
    with pytest.raises(RecordError, match="full") as refused:
        store.keep_evidence(1, b"\xff\xd8" * 100)
    store.close()
    assert refused.value.status == 3
    assert list((tmp_path / EVIDENCE).iterdir()) == []


def test_a_file_in_the_way_of_a_record_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match="a file is in the way") as refused:
        Store(tmp_path / "file")
    assert refused.value.status == 2


def test_another_database_is_no_record(tmp_path: Path) -> None:
    (tmp_path / LOG).write_bytes(b"\x07" * 5000)
    with pytest.raises(RecordError, match="no log of Zarbiter") as refused:
        Store(tmp_path)
    assert refused.value.status == 2


def test_a_page_without_an_address_is_refused() -> None:
    with pytest.raises(ServeError, match=r"127\.0\.0\.1"):
        serve(make_app(FakeTable(), "token"), 0, "")
