"""Single keys from the terminal while a command runs."""

import os
import select
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager


class Keyboard:
    """Keys pressed since the last look; where standard input is a pipe, its characters."""

    def __init__(self, number: int | None) -> None:
        self.number = number
        """The file to wait on, None when there is none or it has ended."""
        self.ended = False
        """Has a terminal or pipe that was there come to its end?"""

    def pressed(self) -> str:
        """What was pressed, in lower case; never waits."""
        if self.number is None or not select.select([self.number], [], [], 0)[0]:
            return ""
        data = os.read(self.number, 64)
        if not data:
            self.number, self.ended = None, True
        return data.decode("ascii", "ignore").lower()


@contextmanager
def keyboard() -> Iterator[Keyboard]:
    """The keyboard, each key at once and not shown; as it was before afterwards."""
    try:
        number = sys.stdin.fileno()
    except (OSError, ValueError, AttributeError):
        yield Keyboard(None)
        return
    if not sys.stdin.isatty():
        yield Keyboard(number)
        return
    before = termios.tcgetattr(number)
    tty.setcbreak(number)
    try:
        yield Keyboard(number)
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)
