"""The program as a process: one line for a wrong command line, no traceback whatever happens to its output."""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = [sys.executable, "-c", "from referee.main import main; main()"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *arguments], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [(("plaze",), "plaze"), (("plays", "--nope"), "--nope"), (("plays",), "game"), (("run",), "--source")],
)
def test_a_wrong_command_line_is_one_line_and_status_2(arguments: tuple[str, ...], named: str) -> None:
    result = run(*arguments)
    assert result.returncode == 2
    assert named in result.stderr
    assert "--help" in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_without_arguments_the_help_is_shown() -> None:
    result = run()
    assert result.returncode == 2
    assert "calibrate" in result.stdout + result.stderr


def test_the_status_of_a_command_is_the_programs() -> None:
    start = "W 24:2 13:5 8:3 6:5 | B 24:2 13:5 8:3 6:5"
    assert run("plays", "backgammon", start, "3-1").returncode == 0
    assert run("judge", "backgammon", start, start, "3-1").returncode == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_full_disk_behind_the_output_is_one_line() -> None:
    start = "W 24:2 13:5 8:3 6:5 | B 24:2 13:5 8:3 6:5"
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [*PROGRAM, "plays", "backgammon", start, "3-1"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert result.returncode == 3
    assert result.stderr.count("\n") == 1
    assert "no space left" in result.stderr
