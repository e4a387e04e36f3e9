"""A table from pictures to record: going on after a crash, the director, the page's questions."""

import threading
from pathlib import Path

import pytest

from calibration.profile import ProfileError
from calibration.view import View
from referee.clock.host import HostClock
from referee.clock.link import LinkError
from referee.clock.open_protocol import Press, encode
from referee.clock.script import ScriptedLink
from referee.clock.simulated import SimulatedLink
from referee.live.api import DirectorError
from referee.record.events import Event
from referee.record.replay import replay
from referee.record.store import INPUTS, RecordError, Store, read_events
from referee.rules.dice import Dice
from referee.rules.plays import legal_plays
from referee.rules.position import Position
from referee.rules.side import Side
from referee.table import Parts, Table
from referee.turn.state import Phase
from tests.referee.observing import look, observe_position, pair
from tests.referee.tables import VIEW, PreparedEyes, PreparedSource, make_table, setup
from vision.camera.source import CameraChange
from vision.observation import Observation

START = Position.start("backgammon")


def opening_played() -> Position:
    return legal_plays(START, Side.W, Dice(6, 1), setup().options).plays[0].position


def short_game(presses: bool = False) -> list[Observation]:
    """6-1 played by White, 4-2 thrown by Black."""
    opened = opening_played()
    seats = [
        (START, ()),
        (START, pair("6-1")),
        (opened, pair("6-1")),
        (opened, () if not presses else pair("6-1")),
        (opened, pair("4-2", (100, 100), place="left-half")),
    ]
    return [observe_position(position, dice, number) for number, (position, dice) in enumerate(seats)]


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events if event.kind != "seen"]


def test_a_short_game_is_recorded_and_replays_the_same(tmp_path: Path) -> None:
    table, told = make_table(tmp_path, short_game(), setup())
    table.run()
    table.close()
    assert kinds(told) == ["match-start", "game-start", "opening-throw", "play", "throw"]
    assert told == read_events(tmp_path)
    assert [event.seq for event in told] == list(range(1, len(told) + 1))
    replayed = replay(tmp_path)
    assert not replayed.differences
    assert [event.body for event in replayed.events] == [event.body for event in told]


def test_evidence_is_kept_with_what_was_ruled(tmp_path: Path) -> None:
    """rules.md E3: a flag has its picture."""
    table, told = make_table(tmp_path, short_game(), setup())
    table.run()
    play = next(event for event in told if event.kind == "play")
    picture = table.evidence(play.seq)
    table.close()
    assert picture is not None
    assert picture.startswith(b"\xff\xd8")
    assert (tmp_path / "evidence" / f"{play.seq}.jpg").read_bytes() == picture


@pytest.mark.parametrize("until", range(5))
def test_started_again_it_goes_on_where_it_was(tmp_path: Path, until: int) -> None:
    views = short_game()
    whole, _ = make_table(tmp_path / "whole", views, setup())
    whole.run()
    whole.close()
    first, _ = make_table(tmp_path / "cut", views, setup(), until=until)
    first.stop()  # ends without the end of the source, as a crash does
    _feed(first, views[:until])
    first.close()
    second, _ = make_table(tmp_path / "cut", views, setup())
    second.run()
    second.close()
    one, other = read_events(tmp_path / "whole"), read_events(tmp_path / "cut")
    assert [(e.seq, e.kind, e.body, e.clock) for e in one] == [(e.seq, e.kind, e.body, e.clock) for e in other]


def _feed(table: Table, views: list[Observation]) -> None:
    for view in views:
        table._take(look(view))


def test_a_torn_line_and_a_missing_event_are_mended(tmp_path: Path) -> None:
    views = short_game()
    table, _ = make_table(tmp_path, views, setup())
    table.stop()
    _feed(table, views[:2])
    before = read_events(tmp_path)
    table._parts.store.note(look(views[2]))  # killed between input and event
    table.close()
    with (tmp_path / INPUTS).open("a") as lines:
        lines.write('{"input":"observation","t_ns":3')
    again, _ = make_table(tmp_path, views, setup())
    assert read_events(tmp_path)[: len(before)] == before
    again.run()
    again.close()
    assert kinds(read_events(tmp_path)) == ["match-start", "game-start", "opening-throw", "play", "throw"]


def test_another_event_on_the_same_record_is_refused(tmp_path: Path) -> None:
    table, _ = make_table(tmp_path, short_game(), setup())
    table.run()
    table.close()
    store = Store(tmp_path)
    parts = Parts(PreparedSource([]), PreparedEyes({}), VIEW, store)
    with pytest.raises(RecordError, match="other rules, seats or names"):
        Table(parts, setup({"zone": "one-half"}))
    store.close()


def test_clock_presses_end_turns_and_move_the_time(tmp_path: Path) -> None:
    line = encode(Press(Side.B, 1, 500)) + encode(Press(Side.W, 2, 20_500))
    holder: list[Table] = []

    def now_ns() -> int:
        return holder[0].now_ns() if holder else 0

    clock = HostClock("recorded", lambda url: ScriptedLink(line, now_ns, url), None)
    views = short_game(presses=True)
    late = [*views[:3], observe_position(opening_played(), pair("6-1"), 21)]
    table, told = make_table(tmp_path, late, setup({"turn-ends": "clock"}), clock)
    holder.append(table)
    table.run()
    table.close()
    assert kinds(told) == ["match-start", "game-start", "press", "opening-throw", "press", "play"]
    play = told[-1]
    assert play.body["ended"] == "press"
    assert play.clock["B"]["running"]
    assert play.clock["W"]["reserve_ms"] == 120_000 - 8_000


def test_a_simulated_clock_is_pressed_from_the_directors_page(tmp_path: Path) -> None:
    holder: list[Table] = []
    link = SimulatedLink(lambda: holder[0].now_ns() if holder else 0)
    table, _ = make_table(tmp_path, short_game(), setup(), HostClock("simulated", lambda url: link, None))
    holder.append(table)
    table.run()
    thread = threading.Thread(target=table.idle)
    thread.start()
    try:
        table.director("press", {"side": "B"})
        assert table.match.clock.running is Side.W
        assert table.snapshot()["clock_link"] == "simulated"
    finally:
        table.stop()
        thread.join()
    for _ in range(2):
        table._timekeeper.poll(table.now_ns)
    table.close()
    assert link.device.clock.running is Side.W


def test_the_director_acts_from_another_thread(tmp_path: Path) -> None:
    table, _ = make_table(tmp_path, short_game(), setup())
    table.run()
    thread = threading.Thread(target=table.idle)
    thread.start()
    try:
        event = table.director("pause", {"why": "tea"})
        assert (event.kind, event.by, event.body["why"]) == ("pause", "director", "tea")
        with pytest.raises(DirectorError, match="paused already"):
            table.director("pause", {})
        assert table.snapshot()["paused"] is True
        assert table.events_after(event.seq - 1) == [event]
    finally:
        table.stop()
        thread.join()
        table.close()
    assert not replay(tmp_path).differences


def test_the_snapshot_tells_the_page_what_it_shows(tmp_path: Path) -> None:
    table, _ = make_table(tmp_path, short_game(), setup())
    table.run()
    shown = table.snapshot()
    table.close()
    assert shown["position"] == table.match.turn.position.text if table.match.turn.position else None
    assert shown["dice"]["values"] == [4, 2]
    assert shown["turn"] == "B"
    assert shown["phase"] == Phase.TO_MOVE
    assert shown["last"][0]["side"] == "W"
    assert shown["slots"]["bottom"][11] == "D2"
    assert (shown["camera"], shown["clock_link"]) == ("ended", "none")
    assert table.view_jpeg() is not None


def test_a_lost_camera_is_an_event_and_the_page_shows_it(tmp_path: Path) -> None:
    table, told = make_table(tmp_path, short_game(), setup())
    table.device_changed(CameraChange("lost", "the picture no longer changes", 5))
    table.run()
    assert table.snapshot()["camera"] == "lost"
    table.device_changed(CameraChange("back", "the camera is back", 6))
    thread = threading.Thread(target=table.idle)
    thread.start()
    assert table.wait_event(5.0)
    table.stop()
    thread.join()
    table.close()
    lost, *_, back = [event for event in told if event.kind.startswith("camera")]
    assert (lost.kind, lost.body["why"], back.kind) == ("camera-lost", "the picture no longer changes", "camera-back")


def test_a_lost_clock_is_an_event_and_the_match_goes_on(tmp_path: Path) -> None:
    def gone() -> int:
        raise LinkError("unplugged")

    clock = HostClock("recorded", lambda url: ScriptedLink(b"", gone, url), None)
    table, told = make_table(tmp_path, short_game(), setup(), clock)
    table.run()
    assert table.snapshot()["clock_link"] == "lost"
    table.close()
    assert next(event.body["why"] for event in told if event.kind == "clock-lost") == "unplugged"
    assert "play" in kinds(told)


def test_corners_set_anew_are_written_down_looked_at_and_told(tmp_path: Path) -> None:
    kept: list[View] = []
    eyes = PreparedEyes({view.number: view for view in short_game()})
    parts = Parts(PreparedSource([0]), eyes, VIEW, Store(tmp_path), keep_view=kept.append)
    told: list[Event] = []
    table = Table(parts, setup(), told.append)
    table.run()
    thread = threading.Thread(target=table.idle)
    thread.start()
    moved = [(x + 7.0, y + 3.0) for x, y in VIEW.corners]
    table.set_corners(moved)
    with pytest.raises(DirectorError, match="convex"):
        table.set_corners(moved[::-1])
    table.stop()
    thread.join()
    table.close()
    assert [view.corners for view in kept] == [tuple(moved)]
    assert eyes.view == kept[0]
    assert kept[0].geometry == VIEW.geometry
    assert told[-1].kind == "moved"
    assert replay(tmp_path).differences == ()


def test_corners_that_can_not_be_written_down_change_nothing(tmp_path: Path) -> None:
    def refuse(view: View) -> None:
        raise ProfileError("club.toml: the profile can't be written: Read-only file system")

    eyes = PreparedEyes({view.number: view for view in short_game()})
    table = Table(Parts(PreparedSource([0]), eyes, VIEW, Store(tmp_path), keep_view=refuse), setup())
    table.run()
    thread = threading.Thread(target=table.idle)
    thread.start()
    with pytest.raises(DirectorError, match="can't be written"):
        table.set_corners(list(VIEW.corners))
    table.stop()
    thread.join()
    table.close()
    assert eyes.view is None


def test_when_the_pictures_have_ended_the_page_says_so_and_the_clocks_stand(tmp_path: Path) -> None:
    table, _ = make_table(tmp_path, short_game(presses=True), setup())
    table.run()
    shown = table.snapshot()
    table.close()
    assert shown["camera"] == "ended"
    assert shown["clocks"]["state"] == "paused"
    assert not any(shown["clocks"][side]["running"] for side in ("W", "B"))
