"""Set Zarbiter up in its own virtual environment and run it, from a fresh clone, with nothing but Python and git.

`python3 -m referee.bootstrap demo` and `python3 -m referee.bootstrap test`. Standard library only: it runs before
anything is installed, also where the system's Python refuses pip outside a virtual environment (PEP 668).
"""

import ctypes
import hashlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
SYSTEM_LIBRARIES = {"libGL.so.1": "libgl1", "libgthread-2.0.so.0": "libglib2.0-0"}
TASKS = {"demo": "", "run": "", "test": "[test]"}


class SetupError(Exception):
    """Something the person at the keyboard has to mend first; the text says how."""


def missing_packages() -> list[str]:
    """Debian and Ubuntu packages that must be installed before Zarbiter can run."""
    missing = [] if importlib.util.find_spec("ensurepip") and importlib.util.find_spec("venv") else ["python3-venv"]
    for library, package in SYSTEM_LIBRARIES.items():
        try:
            ctypes.CDLL(library)
        except OSError:
            missing.append(package)
    return missing


def install_hint(packages: list[str]) -> str:
    """One line that says what to type."""
    return f"missing system packages: run `sudo apt-get install -y {' '.join(packages)}` and start again"


def check_machine() -> None:
    """:raises SetupError: when Python is too old or system packages are missing."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this file runs before pip can refuse an old Python
        raise SetupError(f"Python 3.11 or newer is needed, this is {sys.version.split()[0]}")
    if packages := missing_packages():
        raise SetupError(install_hint(packages))


def install(extra: str) -> Path:
    """Make the virtual environment, install the project with `extra`, return its folder of programs.

    The hash of pyproject.toml is kept beside it, so that a second start is quick and needs no network.

    :raises SetupError: when the environment can't be made or pip fails.
    """
    programs = VENV / "bin"
    stamp = VENV / f"installed{extra}"
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return programs
    print("setting up Zarbiter in .venv (a minute or two the first time)", file=sys.stderr)
    _run([sys.executable, "-m", "venv", str(VENV)], "the virtual environment could not be made")
    _run(
        [str(programs / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check", "-e", f".{extra}"],
        "pip could not install the packages; is the network up?",
    )
    stamp.write_text(wanted)
    return programs


def _run(command: list[str], problem: str) -> None:
    if subprocess.run(command, cwd=ROOT, stdout=sys.stderr, check=False).returncode:
        raise SetupError(f"{problem} (failed: {' '.join(command)})")


def main(arguments: list[str]) -> int:
    """Set up, then become the task, so that Ctrl-C and the exit status are the task's own.

    Returns 2 when the machine is not ready.
    """
    if not arguments or arguments[0] not in TASKS:
        print(
            "usage: python3 -m referee.bootstrap demo | run [zarbiter arguments…] | test [pytest arguments…]",
            file=sys.stderr,
        )
        return 2
    task, rest = arguments[0], arguments[1:]
    try:
        check_machine()
        programs = install(TASKS[task])
    except SetupError as error:
        print(f"zarbiter: {error}", file=sys.stderr)
        return 2
    command = {"demo": ["zarbiter", "demo"], "run": ["zarbiter"], "test": ["python", "-m", "pytest"]}[task]
    return _become(programs / command[0], [*command[1:], *rest])


def _become(program: Path, arguments: list[str]) -> NoReturn:
    os.chdir(ROOT)
    os.execv(program, [str(program), *arguments])


if __name__ == "__main__":
    try:
        raise SystemExit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        raise SystemExit(130) from None
