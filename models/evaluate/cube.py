"""The doubling cube and its value, on rendered stills and on photographs, corners given.

python -m models.evaluate cube --stills FOLDER [--held-out] [--weights cube_read.onnx]
python -m models.evaluate cube --photos DATA/boards

A cube counts as found when it is told within CUBE_REACH of the field's diagonal from where it is seen; of a still's at
least SEEN of it must be seen for it to be asked for.
"""

import argparse
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from models.evaluate.cases import Case, add_stills, asked_stills, photo_cases
from models.evaluate.photos import EvaluationError
from models.evaluate.wilson import share_line
from vision.checkers import read_checkers
from vision.cube import Block, cube_of, default_cube_reader, load_cube_reader, numbered_dice, read_blocks
from vision.detector import default_detector
from vision.dice_find import Network, Plane
from vision.dice_judge import default_reader
from vision.observation import CubeReading

CUBE_REACH, SEEN = 0.04, 0.5


@dataclass(frozen=True)
class Shown:
    """A picture: the cube's true value where one is to be seen, whether it is, what was told, and dice with numbers
    told of."""

    name: str
    there: bool
    value: int | None
    told: CubeReading | None
    near: bool
    numbered: int


def shown(case: Case, reader: Network) -> Shown | None:
    """Read one picture; None where the cube is hardly to be seen."""
    thing = next((t for t in case.truth.get("things") or () if t["kind"] == "cube"), None)
    cube = case.truth.get("cube")
    if thing is not None and thing["visible"] < SEEN:
        return None
    blocks = blocks_of(case, reader)
    told = cube_of(blocks)
    near = bool(cube and told and math.dist(cube["xy"], told.xy) < CUBE_REACH * case.diagonal)
    value = cube["value"] if cube else None
    return Shown(case.path.name, bool(cube), value, told, near, len(numbered_dice(blocks)))


def blocks_of(case: Case, reader: Network) -> tuple[Block, ...]:
    """The blocks of a picture, corners given, the board's sizes as the board reader sees them."""
    image = case.picture()
    view = case.view(image)
    board = read_checkers(image, view, default_detector())
    seen = view.with_geometry(board.geometry)
    plane = Plane.of_board(image, seen)
    return read_blocks(plane, seen, default_reader().finder, reader, board.boxes)


def report(pictures: Iterable[Shown]) -> list[str]:
    """The scores, a line each."""
    every = list(pictures)
    asked = [p for p in every if p.there]
    found = [p for p in asked if p.near]
    told = [(p.told.value, p.value) for p in found if p.told and p.told.value]
    numbers = [p for p in asked if p.value]
    false = [p.told.value for p in every if p.told and not p.near]
    return [
        f"{len(every)} pictures, {len(asked)} cubes, {len(numbers)} with a number up",
        "cubes found            " + share_line(len(found), len(asked)),
        "value right of told    " + share_line(sum(a == b for a, b in told), len(told)),
        "value told of numbers  " + share_line(sum(b is not None for _, b in told), len(numbers)),
        f"a cube told elsewhere: {len(false)}, with a value: {sum(value is not None for value in false)}",
        f"dice with numbers told of: {sum(p.numbered for p in every)}",
    ]


def main(argv: Sequence[str]) -> int:
    """Command line.

    :raises EvaluationError: when there are no pictures or weights to read.
    """
    parser = argparse.ArgumentParser(
        prog="python -m models.evaluate cube", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_stills(parser)
    parser.add_argument("--photos", type=Path, help="folder with truth.json and photos/")
    parser.add_argument("--weights", type=Path, help="another cube_read.onnx")
    parser.add_argument("--verbose", action="store_true", help="one line a picture")
    given = parser.parse_args(argv)
    if not given.stills and not given.photos:
        raise EvaluationError("no pictures: give --stills FOLDER … or --photos DATA/boards")
    if given.weights and not given.weights.is_file():
        raise EvaluationError(f"{given.weights}: no such file; give a cube_read.onnx")
    reader = load_cube_reader(given.weights) if given.weights else default_cube_reader()
    seen = []
    for case in [*asked_stills(given), *(photo_cases(given.photos) if given.photos else ())]:
        if one := shown(case, reader):
            seen.append(one)
            if given.verbose:
                print(f"{one.name:40} there={one.there!s:5} {one.value} told {one.told} near={one.near}", flush=True)
    print("\n".join(report(seen)))
    return 0
