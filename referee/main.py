"""The `zarbiter` program: errors become one clear line, never a bare traceback."""

import errno
import os
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any

from referee.bootstrap import SYSTEM_LIBRARIES, install_hint


def main() -> None:
    """Run the command line; exit status as in the help of each command."""
    try:
        from referee.cli import app  # noqa: PLC0415 - a missing system library must be reported, not raised
    except ImportError as error:
        raise SystemExit(_report_import(error)) from None
    try:
        status = app(prog_name="zarbiter", standalone_mode=False)
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = 130
    except BrokenPipeError:
        status = _discard_output(0)
    except Exception as error:
        status = _report(error)
    raise SystemExit(status if isinstance(status, int) else 0)


def _report(error: Exception) -> int:
    if hasattr(error, "format_message"):
        return _report_usage(error)
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        print("zarbiter: no space left where the output goes: free some and start again", file=sys.stderr)
        return _discard_output(3)
    return _report_crash(error)


def _report_usage(error: Any) -> int:
    """One line for a wrong command line; the help where nothing was asked for."""
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()
        return 2
    context = getattr(error, "ctx", None)
    where = context.command_path if context else "zarbiter"
    print(f"zarbiter: {' '.join(error.format_message().split())} See `{where} --help`.", file=sys.stderr)
    return 2


def _discard_output(status: int) -> int:
    """What is still to be written goes nowhere, so that the end of the program can't fail on it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


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


if __name__ == "__main__":
    main()
