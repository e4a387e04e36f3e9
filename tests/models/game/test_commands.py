"""`python -m models.synth game`: bad input is one clear line and status 2; a random game comes out as a clip."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from models.synth.__main__ import main


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int | str | None:
    monkeypatch.setattr(sys, "argv", ["models.synth", "game", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--size", "321x180"), "pictures of 321x180: give even sizes"),
        (("--fps", "0"), "--fps 0: give 1 to 60"),
        (("--mischief", "2"), "--mischief 2.0: give a share from 0 to 1"),
        (("--seconds", "0"), "--seconds 0: give 1 to 3600"),
        (("--script", "none.toml"), "none.toml"),
    ],
)
def test_bad_input_is_one_line(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    said: str,
) -> None:
    code = run(monkeypatch, "--out", str(tmp_path), *words)
    text = f"{code if isinstance(code, str) else ''}{capsys.readouterr().err}"
    assert said in text
    assert len(text.strip().splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_a_script_that_can_not_be_played_names_its_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "odd.toml"
    script.write_text('game = "portes"\n[[act]]\ndo = "sing"\n')
    code = run(monkeypatch, "--out", str(tmp_path / "out"), "--script", str(script))
    text = f"{code if isinstance(code, str) else ''}{capsys.readouterr().err}"
    assert "odd.toml: act 1: do = 'sing'" in text


def test_a_game_is_filmed_in_one_command(tmp_path: Path) -> None:
    words = ["game", "--game", "plakoto", "--seed", "2", "--seconds", "4", "--size", "160x90", "--fps", "2"]
    done = subprocess.run(
        [sys.executable, "-m", "models.synth", *words, "--out", str(tmp_path / "game")],
        check=True, capture_output=True, text=True, timeout=250,
    )  # fmt: skip
    assert "s of plakoto" in done.stdout
    assert done.stdout.count("\n") == 1
    assert "pictures" in done.stderr
    assert "Engine" not in done.stdout + done.stderr
    truths = (tmp_path / "game" / "truth.jsonl").read_text().splitlines()
    assert json.loads(truths[0])["position"].startswith("W 24:15")
    assert (tmp_path / "game" / "clip.mp4").stat().st_size > 1000
