"""Choosing one of several commands by its name, for `python -m models.train` and `python -m models.evaluate`."""

import sys
from collections.abc import Mapping, Sequence

BAD_INPUT = 2
"""Exit status."""


def usage(program: str, kind: str, says: Mapping[str, str]) -> str:
    """What there is, one line a command; `kind` is the word for one."""
    wide = max(len(name) for name in says)
    lines = [f"  {name:{wide}} {text}" for name, text in says.items()]
    return "\n".join([f"usage: {program} {kind.upper()} … ({kind.upper()} --help says more)", "", *lines])


def chosen(argv: Sequence[str] | None, program: str, kind: str, says: Mapping[str, str]) -> tuple[str, list[str]] | int:
    """The command's name and its arguments, from `argv` or the command line; the exit status once help or an error has
    been printed."""
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or words[0] in ("-h", "--help"):
        print(usage(program, kind, says))
        return 0 if words else BAD_INPUT
    if words[0] not in says:
        print(f"error: no {kind} called {words[0]!r}; there are {', '.join(says)}", file=sys.stderr)
        return BAD_INPUT
    return words[0], words[1:]
