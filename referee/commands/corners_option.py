"""The option `--corners`: four points `x,y x,y x,y x,y` in px, or a JSON file with corners by picture name."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from calibration.board import Point2
from calibration.view import check_corners

Corners: TypeAlias = tuple[Point2, Point2, Point2, Point2]
_NUMBER = r"[+-]?\d+(?:\.\d*)?"
_PAIR = re.compile(rf"{_NUMBER},{_NUMBER}")


class CornersError(Exception):
    """Corners that can't be used; one line that says what to do."""


@dataclass(frozen=True)
class GivenCorners:
    """Corners from the command line: the same for every picture, or by file name."""

    all: Corners | None = None
    by_name: Mapping[str, Corners] | None = None
    file: str = ""

    def of(self, name: str) -> Corners:
        """The corners for the picture with this file name.

        :raises CornersError: when the JSON file does not have it.
        """
        if self.all:
            return self.all
        found = (self.by_name or {}).get(name)
        if found is None:
            raise CornersError(f"{self.file} has no corners for {name}")
        return found


def take_corners(value: str | None, words: Sequence[str]) -> tuple[GivenCorners | None, list[str]]:
    """The corners, and `words` (the other arguments) without the points among them.

    The four points may be one quoted value or the value and the three words behind it.

    :raises CornersError: when they are not four points of a convex field, nor a readable JSON file.
    """
    if value is None:
        return None, list(words)
    points = value.split()
    if points and all(_PAIR.fullmatch(point) for point in points):
        points += [word for word in words if _PAIR.fullmatch(word)]
        rest = [word for word in words if not _PAIR.fullmatch(word)]
        pairs = [tuple(float(part) for part in point.split(",")) for point in points]
        return GivenCorners(all=_checked(pairs, "--corners")), rest
    return GivenCorners(by_name=read_corners(Path(value)), file=value), list(words)


def read_corners(path: Path) -> dict[str, Corners]:
    """Corners by file name from a JSON file that maps names to objects with `corners`, such as a truth file.

    :raises CornersError: when it can't be read or holds none.
    """
    try:
        table = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CornersError(
            f"--corners {path}: {error.strerror}; give four points x,y x,y x,y x,y or a JSON file"
        ) from error
    except ValueError as error:
        raise CornersError(f"--corners {path}: not JSON: {error}") from error
    if not isinstance(table, dict):
        raise CornersError(f"--corners {path}: expected an object that maps file names to objects with `corners`")
    found = {
        str(name): _checked(entry["corners"], f"--corners {path}: {name}")
        for name, entry in table.items()
        if isinstance(entry, dict) and entry.get("corners")
    }
    if not found:
        raise CornersError(f"--corners {path}: no entry has `corners`")
    return found


def _checked(points: Any, where: str) -> Corners:
    try:
        return check_corners([(float(x), float(y)) for x, y in points])
    except (ValueError, TypeError) as error:
        raise CornersError(f"{where}: {error}") from error
