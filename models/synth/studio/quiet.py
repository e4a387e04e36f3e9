"""Engines that talk: what they write to the process's own streams goes nowhere."""

import contextlib
import ctypes
import os
from collections.abc import Iterator


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Whatever the engine says while it starts goes nowhere."""
    kept = [(stream, os.dup(stream)) for stream in (1, 2)]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        for stream, _ in kept:
            os.dup2(nowhere, stream)
        yield
    finally:
        ctypes.CDLL(None).fflush(None)
        for stream, before in kept:
            os.dup2(before, stream)
            os.close(before)
        os.close(nowhere)
