from collections.abc import Sequence
from pathlib import Path

import pytest

from models.train.__main__ import main
from models.train.all import run_all, words_of
from models.train.table import COMMANDS, SIZES, STEPS


class Runner:
    """Stands for the steps' processes: keeps what was asked and fails at one step."""

    def __init__(self, fails_at: int = -1) -> None:
        self.asked: list[list[str]] = []
        self.fails_at = fails_at

    def __call__(self, words: Sequence[str]) -> int:
        self.asked.append(list(words))
        return 1 if len(self.asked) == self.fails_at else 0


def test_every_step_runs_once_and_in_order(tmp_path: Path) -> None:
    runner = Runner()
    assert run_all(["--work", str(tmp_path)], runner) == 0
    assert len(runner.asked) == len(STEPS)
    assert all(words[0] == "-m" for words in runner.asked)
    assert not any("{" in word for words in runner.asked for word in words)


def test_a_broken_run_goes_on_at_the_step_that_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_all(["--work", str(tmp_path)], Runner(fails_at=3)) == 1
    assert STEPS[2].name in capsys.readouterr().err
    again = Runner()
    assert run_all(["--work", str(tmp_path)], again) == 0
    assert len(again.asked) == len(STEPS) - 2
    assert run_all(["--work", str(tmp_path)], nothing := Runner()) == 0
    assert nothing.asked == []


def test_a_quick_run_is_no_full_one(tmp_path: Path) -> None:
    """Its networks stay in the work folder, and a full run in the same folder does every step anew that differs."""
    quick, full = Runner(), Runner()
    run_all(["--work", str(tmp_path), "--quick"], quick)
    assert {words[words.index("--into") + 1] for words in quick.asked if "--into" in words} == {
        str(tmp_path / "models")
    }
    run_all(["--work", str(tmp_path)], full)
    assert [w for w in full.asked if "--count" in w or "--minutes" in w or "--into" in w]
    assert all(words not in quick.asked for words in full.asked)


def test_the_steps_call_what_there_is() -> None:
    values = {"work": "W", "data": "D", "into": "I"} | {name: full for name, (full, _) in SIZES.items()}
    called = [words_of(step, values) for step in STEPS]
    assert {words[2] for words in called if words[1] == "models.train"} <= set(COMMANDS)
    assert {words[1] for words in called} == {"models.synth", "models.train"}
    assert len({step.name for step in STEPS}) == len(STEPS)


def test_an_unknown_command_is_told_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bord"]) == 2
    assert "there are all, board" in capsys.readouterr().err
    assert main([]) == 2
    assert "all --work" in capsys.readouterr().out
