"""Recorded inputs through the referee give the golden rulings, by whatever way the inputs come back."""

import pytest

from referee.record.input_text import read_input
from tests.golden.recordings import FOLDER, RECORDINGS, judged
from tests.referee.script import Script


@pytest.mark.parametrize("name", RECORDINGS)
def test_a_recording_gives_its_golden_rulings(name: str) -> None:
    golden = (FOLDER / f"{name}.log").read_text(encoding="utf-8").splitlines()
    assert list(judged(name)) == golden


@pytest.mark.parametrize("name", RECORDINGS)
def test_the_recording_is_what_the_script_tells(name: str) -> None:
    event, play, game = RECORDINGS[name]
    script = Script(event, game=game)
    play(script)
    recorded = [read_input(line) for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    assert recorded == script.inputs
