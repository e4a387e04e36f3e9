"""The `zarbiter` program: errors become one clear line, never a bare traceback."""

import os
import sys
import tempfile
import traceback
from pathlib import Path

from referee.bootstrap import SYSTEM_LIBRARIES, install_hint


def main() -> None:
    """Run the command line; exit status as in the help of each command."""
    try:
        from referee.cli import app  # noqa: PLC0415 - a missing system library must be reported, not raised
    except ImportError as error:
        raise SystemExit(_report_import(error)) from None
    try:
        app()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None
    except Exception as error:
        raise SystemExit(_report_crash(error)) from None


def _report_import(error: ImportError) -> int:
    packages = [package for library, package in SYSTEM_LIBRARIES.items() if library in str(error)]
    hint = install_hint(packages) if packages else f"{error}; set it up again with `python3 -m referee.bootstrap demo`"
    print(f"zarbiter: {hint}", file=sys.stderr)
    return 2


def _report_crash(error: Exception) -> int:
    if os.environ.get("ZARBITER_DEBUG"):
        traceback.print_exc()
        return 3
    with tempfile.NamedTemporaryFile("w", prefix="zarbiter-crash-", suffix=".txt", delete=False) as details:
        traceback.print_exc(file=details)
    print(
        f"zarbiter: a fault of the program, {type(error).__name__}: {error} (details: {Path(details.name)})",
        file=sys.stderr,
    )
    return 3
