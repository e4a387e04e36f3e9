"""The demo rules on what the clip shows: paint a checker out or a die over, and the ruling changes.

The only inputs are the clip, the profile, the event and the clock's bytes.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from models.synth import clip
from models.synth.scene import DiePlace
from models.synth.story import Moment, slot_of
from referee.opening import Wish, open_table
from referee.record.events import Event
from vision.camera.file import VideoSource

SAMPLE = Path(__file__).resolve().parents[2] / "referee" / "sample"
SEED = 1
FIRST_TURN_S = 16.0
FIVE_POINT = slot_of("W", 5)


def officiate(video: Path, record: Path) -> list[Event]:
    """All events of the video, judged with the sample's profile, event and clock."""
    events: list[Event] = []
    wish = Wish(
        source=str(video),
        profile=SAMPLE / "profile.toml",
        event=str(SAMPLE / "event.toml"),
        record=record,
        clock_bytes=SAMPLE / "clock.txt",
    )
    table = open_table(wish, events.append)
    try:
        table.run()
    finally:
        table.close()
    return events


def paint(path: Path, edit: Callable[[Moment], Moment]) -> Path:
    """The first turn of the bundled clip with an edit painted over its pictures."""
    told = clip.story(SEED)
    images = (
        (f.t_mono_ns / 1e9, f.image) for f in VideoSource(SAMPLE / "clip.mp4") if f.t_mono_ns < FIRST_TURN_S * 1e9
    )
    clip.write_clip(path, clip.doctored(images, told.moments, SEED, edit), quality=16)
    return path


def rulings(events: Sequence[Event]) -> list[tuple[str, str]]:
    """Kind and what was decided of each event that matters here, in order."""
    told = {"opening-throw": "values", "throw": "values", "rethrow": "reason", "play": "play", "illegal": "side"}
    told |= {"decision": "what", "press": "side", "unsure": "what"}
    return [(event.kind, str(event.body[told[event.kind]])) for event in events if event.kind in told]


@pytest.mark.slow
def test_the_bundled_clip_is_ruled_as_it_was_played(tmp_path: Path) -> None:
    assert rulings(officiate(SAMPLE / "clip.mp4", tmp_path)) == [
        ("opening-throw", "3-1"),
        ("press", "W"),
        ("play", "8/5 6/5"),
        ("rethrow", "wrong-half"),
        ("throw", "6-4"),
        ("press", "B"),
        ("illegal", "B"),
        ("decision", "correct"),
        ("play", "24/18 13/9"),
        ("throw", "5-2"),
        ("press", "W"),
        ("play", "13/8 13/11"),
    ]


@pytest.mark.slow
def test_a_checker_painted_out_makes_the_play_no_longer_legal(tmp_path: Path) -> None:
    def without_five_point(moment: Moment) -> Moment:
        five = [place for place in moment.checkers if place.slot == FIVE_POINT]
        return replace(moment, checkers=tuple(place for place in moment.checkers if place not in five[1:]))

    events = officiate(paint(tmp_path / "clip.mp4", without_five_point), tmp_path / "record")
    assert ("opening-throw", "3-1") in rulings(events)
    assert ("play", "8/5 6/5") not in rulings(events)
    assert {"illegal", "unsure"} & {event.kind for event in events}


@pytest.mark.slow
def test_a_die_painted_over_changes_the_throw_and_the_ruling(tmp_path: Path) -> None:
    def six_for_three(moment: Moment) -> Moment:
        return replace(moment, dice=tuple(_six(die) for die in moment.dice))

    found = rulings(officiate(paint(tmp_path / "clip.mp4", six_for_three), tmp_path / "record"))
    assert ("opening-throw", "6-1") in found
    assert ("opening-throw", "3-1") not in found
    assert any(kind == "illegal" for kind, _ in found)
    assert ("play", "8/5 6/5") not in found


def _six(die: DiePlace) -> DiePlace:
    return replace(die, value=6) if die.value == 3 else die


def test_no_file_of_the_sample_names_a_play() -> None:
    names = {path.name for path in SAMPLE.iterdir() if path.is_file() and path.suffix != ".py"}
    assert names == {"clip.mp4", "profile.toml", "event.toml", "clock.txt"}
    assert (SAMPLE / "clip.mp4").stat().st_size < 4_000_000
    for name in ("profile.toml", "event.toml", "clock.txt"):
        text = (SAMPLE / name).read_text(encoding="utf-8")
        assert not any(word in text for word in ("8/5", "13/", "W 24", "3-1", "6-4", "5-2"))
