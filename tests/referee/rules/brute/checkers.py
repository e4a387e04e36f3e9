"""The board as a heap of single checkers, and its text form, written from the interface's text alone."""

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

OFF, BAR, HEAD = 0, 25, 24
SAME_DIRECTION = ("long-nardy", "fevga")


class Checker(NamedTuple):
    """One checker of the side on move, where it stands in that side's numbers, and what it did in this turn."""

    place: int
    pinned: bool = False
    hit: bool = False
    hit_at_home: bool = False
    left_head: bool = False


class Other(NamedTuple):
    """One checker of the waiting side, in *its* numbers."""

    place: int
    pinned: bool = False


class Heap(NamedTuple):
    """All checkers of both sides, each side sorted, so that equal heaps compare equal."""

    mine: tuple[Checker, ...]
    theirs: tuple[Other, ...]


def facing(game: str, point: int) -> int:
    """The other side's number of a point 1–24."""
    if game not in SAME_DIRECTION:
        return 25 - point
    return point + 12 if point <= 12 else point - 12


def read_heap(text: str, side: str, checkers: int = 15) -> Heap:
    """The heap that a position text tells, seen by the side on move (`W` or `B`)."""
    white, black = (_read_side(part.split(), checkers) for part in text.split("|"))
    mine, theirs = (white, black) if side == "W" else (black, white)
    return Heap(tuple(sorted(Checker(*one) for one in mine)), tuple(sorted(Other(*one) for one in theirs)))


def _read_side(words: list[str], checkers: int) -> list[tuple[int, bool]]:
    found: list[tuple[int, bool]] = []
    for word in words[1:]:
        place, count = word.split(":")
        number = {"bar": BAR, "off": OFF}.get(place) if not place.isdigit() else int(place)
        assert number is not None
        found += [(number, count.endswith("p"))] * int(count.rstrip("p"))
    on_board = [one for one in found if one[0] != OFF]
    return on_board + [(OFF, False)] * (checkers - len(on_board))


def write_heap(heap: Heap, side: str) -> str:
    """The text of a heap that `side` sees."""
    mine, theirs = (_write_side(tuple((one.place, one.pinned) for one in who)) for who in heap)
    white, black = (mine, theirs) if side == "W" else (theirs, mine)
    return f"W{white} | B{black}"


@lru_cache(maxsize=10_000)
def _write_side(places: tuple[tuple[int, bool], ...]) -> str:
    counts = Counter(place for place, _ in places)
    prisoners = {place for place, pinned in places if pinned}
    words = ""
    for place in (*range(24, 0, -1), BAR, OFF):
        if place in counts:
            name = {BAR: "bar", OFF: "off"}.get(place, str(place))
            words += f" {name}:{counts[place]}" + ("p" if place in prisoners else "")
    return words
