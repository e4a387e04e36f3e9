"""A fresh machine is told what it lacks instead of a traceback."""

import ctypes
import importlib.util
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from referee import bootstrap


def test_missing_libraries_are_named_as_debian_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> None:
        raise OSError(f"{name}: cannot open shared object file")

    monkeypatch.setattr(ctypes, "CDLL", refuse)
    assert bootstrap.missing_packages() == ["libgl1", "libglib2.0-0"]


def test_missing_venv_module_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "ensurepip" else real(name))
    assert "python3-venv" in bootstrap.missing_packages()


def test_an_unready_machine_ends_with_status_2_and_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "missing_packages", lambda: ["libgl1"])
    assert bootstrap.main(["demo"]) == 2
    message = capsys.readouterr().err
    assert "sudo apt-get install -y libgl1" in message
    assert message.count("\n") == 1


def test_bootstrap_needs_nothing_but_the_standard_library() -> None:
    root = Path(bootstrap.__file__).resolve().parents[1]
    result = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(root)!r}); import referee.bootstrap"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr


def test_unknown_task_shows_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert bootstrap.main(["dance"]) == 2
    assert "usage" in capsys.readouterr().err


TASK = """#!{python}
import sys, time
try:
    print("begun", *sys.argv[1:], flush=True)
    time.sleep(60)
except KeyboardInterrupt:
    time.sleep(0.6)
    print("ended in good order", flush=True)
    sys.exit(7)
"""


def test_ctrl_c_lets_the_task_end_in_good_order(tmp_path: Path) -> None:
    """Also where the tests run in a shell's background, which lets its children ignore Ctrl-C."""
    task = tmp_path / "zarbiter"
    task.write_text(TASK.format(python=sys.executable))
    task.chmod(0o755)
    start = (
        "import pathlib, signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from referee import bootstrap; bootstrap.check_machine = lambda: None; "
        f"bootstrap.install = lambda extra: pathlib.Path({str(tmp_path)!r}); "
        "sys.exit(bootstrap.main(['run', 'doctor']))"
    )
    root = Path(bootstrap.__file__).resolve().parents[1]
    with subprocess.Popen(
        [sys.executable, "-c", start], cwd=root, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun doctor\n"
        os.killpg(process.pid, signal.SIGINT)
        assert process.stdout.read() == "ended in good order\n"
    assert process.returncode == 7
