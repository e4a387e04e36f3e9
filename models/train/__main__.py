"""`python -m models.train …`: train and export the learned readers (extra `train`)."""

import sys
from collections.abc import Sequence
from importlib import import_module

from models.commands import BAD_INPUT, chosen
from models.train.all import run_all
from models.train.table import COMMANDS

EVERY = "every reader from nothing: all --work DIR [--data DIR] [--quick]"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    says = {"all": EVERY} | {name: command.says for name, command in COMMANDS.items()}
    choice = chosen(argv, "python -m models.train", "command", says)
    if isinstance(choice, int):
        return choice
    name, rest = choice
    if name == "all":
        return run_all(rest)
    module, function = COMMANDS[name].main.split(":")
    try:
        return int(getattr(import_module(module), function)(rest) or 0)
    except ModuleNotFoundError as error:
        print(f"error: {error.name} is missing: pip install -e '.[train,synth]'", file=sys.stderr)
        return BAD_INPUT
    except (FileNotFoundError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
