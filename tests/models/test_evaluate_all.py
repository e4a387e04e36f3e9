from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import pytest

from models.evaluate.__main__ import main
from models.evaluate.all import run_all
from models.evaluate.table import SCORES


class Calls:
    def __init__(self, status: int = 0) -> None:
        self.made: list[tuple[str, list[str]]] = []
        self.status = status

    def __call__(self, name: str, arguments: Sequence[str]) -> int:
        self.made.append((name, list(arguments)))
        return self.status


def test_without_data_every_score_is_skipped_and_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = Calls()
    assert run_all(["--data", str(tmp_path / "data"), "--out", str(tmp_path / "out")], calls) == 0
    said = capsys.readouterr().out
    needing = [name for name, score in SCORES.items() if score.needs]
    assert not {name for name, _ in calls.made} & set(needing)
    assert all(f"# {name}: skipped, {tmp_path}" in said for name in needing)


def test_with_its_data_a_score_is_called_and_its_command_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "truth.json").write_text("{}", encoding="utf-8")
    calls = Calls(status=2)
    assert run_all(["--data", str(tmp_path), "--out", str(tmp_path / "out"), "--only", "photos"], calls) == 2
    truth = str(tmp_path / "boards" / "truth.json")
    assert [(name, words[0]) for name, words in calls.made] == [("photos", truth)]
    assert f"$ python -m models.evaluate photos {truth}" in capsys.readouterr().out


def test_every_score_of_the_table_is_a_function_with_a_help(capsys: pytest.CaptureFixture[str]) -> None:
    for name, score in SCORES.items():
        module, function = score.main.split(":")
        with pytest.raises(SystemExit) as left:
            getattr(import_module(module), function)(["--help"])
        assert left.value.code == 0, name
        assert "usage:" in capsys.readouterr().out, name


def test_an_unknown_score_is_told_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["photoes"]) == 2
    assert "there are all, program" in capsys.readouterr().err
    assert main(["all", "--data", "x", "--only", "nothing"]) == 2
