"""`python -m models.evaluate …`: the scores that the readers' cards state, without torch."""

import sys
from collections.abc import Sequence
from importlib import import_module

from models.commands import BAD_INPUT, chosen
from models.evaluate.all import run_all
from models.evaluate.table import SCORES
from models.registry import RegistryError

EVERY = "every score of the cards: all --data DIR [--rendered DIR] [--out DIR]"


def main(argv: Sequence[str] | None = None) -> int:
    """Print the scores asked for; returns the exit status."""
    says = {"all": EVERY} | {name: score.says for name, score in SCORES.items()}
    choice = chosen(argv, "python -m models.evaluate", "score", says)
    if isinstance(choice, int):
        return choice
    name, rest = choice
    return run_all(rest, call) if name == "all" else call(name, rest)


def call(name: str, arguments: Sequence[str]) -> int:
    """Run one score with its arguments; a fault in what it was given is one line and status 2."""
    module, function = SCORES[name].main.split(":")
    from models.evaluate.photos import EvaluationError  # noqa: PLC0415 - the readers load only for a score

    try:
        return int(getattr(import_module(module), function)(list(arguments)) or 0)
    except (EvaluationError, RegistryError, FileNotFoundError) as error:
        print(f"error: {error}", file=sys.stderr)
        return BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
