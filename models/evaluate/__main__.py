"""`python -m models.evaluate …`: the scores that the readers' cards state, without torch."""

import sys
from collections.abc import Sequence
from importlib import import_module

from models.evaluate.all import run_all
from models.evaluate.table import SCORES
from models.registry import RegistryError

_BAD_INPUT = 2


def usage() -> str:
    """What there is, one line a score."""
    lines = [f"  {name:12} {score.says}" for name, score in SCORES.items()]
    every = f"  {'all':12} every score of the cards: all --data DIR [--rendered DIR] [--out DIR]"
    return "\n".join(["usage: python -m models.evaluate SCORE … (SCORE --help says more)", "", every, *lines])


def main(argv: Sequence[str] | None = None) -> int:
    """Print the scores asked for; returns the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or words[0] in ("-h", "--help"):
        print(usage())
        return 0 if words else _BAD_INPUT
    name, rest = words[0], words[1:]
    if name == "all":
        return run_all(rest, call)
    if name not in SCORES:
        print(f"error: no score called {name!r}; there are all, {', '.join(SCORES)}", file=sys.stderr)
        return _BAD_INPUT
    return call(name, rest)


def call(name: str, arguments: Sequence[str]) -> int:
    """Run one score with its arguments; a fault in what it was given is one line and status 2."""
    module, function = SCORES[name].main.split(":")
    from models.evaluate.photos import EvaluationError  # noqa: PLC0415 - the readers load only for a score

    try:
        return int(getattr(import_module(module), function)(list(arguments)) or 0)
    except (EvaluationError, RegistryError, FileNotFoundError) as error:
        print(f"error: {error}", file=sys.stderr)
        return _BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
