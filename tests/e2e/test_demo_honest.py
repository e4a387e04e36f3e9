"""The demo rules on what the clip shows: paint a checker out or a die over, and the ruling changes.

The only inputs are the clip, the profile, the event and the clock's bytes.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path

import pytest

from models.synth import game
from models.synth.game.doctor import Change, doctored
from models.synth.game.film import Film
from models.synth.game.kit import kit_of
from models.synth.game.perform import perform
from models.synth.game.performance import Settled
from models.synth.game.script import script_of
from models.synth.game.video import write_video
from referee.record.events import Event
from referee.rules.side import Side
from tests.e2e.officiating import officiate
from vision.camera.file import VideoSource
from vision.frame import Image

SAMPLE = Path(__file__).resolve().parents[2] / "referee" / "sample"
SCRIPT = Path(game.__file__).parent / "scripts" / "demo.toml"
SEED, KIT, SIZE, FPS = 7, 0, (1280, 720), 10
"""The demo is `python -m models.synth game --script …/demo.toml --kit 0 --seed 7 --fps 10 --quality 22 --bare`."""
FIRST_TURN_S = 13.0


@pytest.fixture(scope="module")
def film() -> Film:
    return Film(perform(script_of(SCRIPT.read_text(encoding="utf-8")), kit_of(KIT, SIZE), SEED), SEED)


def paint(path: Path, film: Film, edit: Callable[[Settled], Change]) -> Path:
    """The first turn of the bundled clip with an edit painted over its pictures."""

    def first_turn() -> Iterator[tuple[float, Image]]:
        for frame in takewhile(lambda frame: frame.t_mono_ns < FIRST_TURN_S * 1e9, VideoSource(SAMPLE / "clip.mp4")):
            yield frame.t_mono_ns / 1e9, frame.image

    write_video(path, doctored(first_turn(), film, edit), SIZE, FPS, 16)
    return path


def rulings(events: Sequence[Event]) -> list[tuple[str, str]]:
    """Kind and what was decided of each event that matters here, in order."""
    told = {"opening-throw": "values", "throw": "values", "rethrow": "reason", "play": "play", "illegal": "side"}
    told |= {"decision": "what", "press": "side", "unsure": "what"}
    return [(event.kind, str(event.body[told[event.kind]])) for event in events if event.kind in told]


@pytest.mark.slow
def test_the_bundled_clip_is_ruled_as_it_was_played(tmp_path: Path) -> None:
    assert rulings(officiate(SAMPLE, tmp_path)) == [
        ("opening-throw", "3-1"),
        ("press", "W"),
        ("play", "8/5 6/5"),
        ("rethrow", "on-checker"),
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
def test_a_checker_painted_out_makes_the_play_no_longer_legal(tmp_path: Path, film: Film) -> None:
    def without_second_on_five(settled: Settled) -> Change:
        return Change(frozenset(settled.checkers.at(Side.W, 5)[1:]))

    events = officiate(SAMPLE, tmp_path / "record", paint(tmp_path / "clip.mp4", film, without_second_on_five))
    assert ("opening-throw", "3-1") in rulings(events)
    assert ("play", "8/5 6/5") not in rulings(events)
    assert {"illegal", "unsure"} & {event.kind for event in events}


@pytest.mark.slow
def test_a_die_painted_over_changes_the_throw_and_the_ruling(tmp_path: Path, film: Film) -> None:
    def five_for_three(settled: Settled) -> Change:
        return Change(values={number: 5 for number, truth in settled.dice.items() if truth.value == 3})

    found = rulings(officiate(SAMPLE, tmp_path / "record", paint(tmp_path / "clip.mp4", film, five_for_three)))
    assert ("opening-throw", "5-1") in found
    assert ("opening-throw", "3-1") not in found
    assert any(kind == "illegal" for kind, _ in found)
    assert ("play", "8/5 6/5") not in found


def test_no_file_of_the_sample_names_a_play() -> None:
    names = {path.name for path in SAMPLE.iterdir() if path.is_file() and path.suffix != ".py"}
    assert names == {"clip.mp4", "profile.toml", "event.toml", "clock.txt"}
    assert (SAMPLE / "clip.mp4").stat().st_size < 3_000_000
    for name in ("profile.toml", "event.toml", "clock.txt"):
        text = (SAMPLE / name).read_text(encoding="utf-8")
        assert not any(word in text for word in ("8/5", "13/", "W 24", "3-1", "6-4", "5-2"))
