"""`python -m models.train …`: train and export the learned readers (extra `train`)."""

import sys
from collections.abc import Sequence
from importlib import import_module

from models.train.all import run_all
from models.train.table import COMMANDS

_BAD_INPUT = 2


def usage() -> str:
    """What there is, one line a command."""
    lines = [f"  {name:10} {command.says}" for name, command in COMMANDS.items()]
    every = f"  {'all':10} every reader from nothing: all --work DIR [--data DIR] [--quick]"
    return "\n".join(["usage: python -m models.train COMMAND … (COMMAND --help says more)", "", every, *lines])


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or words[0] in ("-h", "--help"):
        print(usage())
        return 0 if words else _BAD_INPUT
    name, rest = words[0], words[1:]
    if name == "all":
        return run_all(rest)
    if name not in COMMANDS:
        print(f"error: no command called {name!r}; there are all, {', '.join(COMMANDS)}", file=sys.stderr)
        return _BAD_INPUT
    module, function = COMMANDS[name].main.split(":")
    try:
        return int(getattr(import_module(module), function)(rest) or 0)
    except ModuleNotFoundError as error:
        print(f"error: {error.name} is missing: pip install -e '.[train,synth]'", file=sys.stderr)
        return _BAD_INPUT
    except (FileNotFoundError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return _BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
