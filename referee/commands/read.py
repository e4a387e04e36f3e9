"""`zarbiter read`: what lies on the board in pictures."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, NoReturn

import cv2
import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from calibration.colours import SetColours
from calibration.finder import Found
from calibration.habits import SetHabits
from calibration.profile import BoardProfile, ProfileError, load_profile
from calibration.session import found_view
from calibration.view import View
from models.registry import RegistryError
from referee.commands.corners_option import CornersError, GivenCorners, take_corners
from referee.commands.reading_json import reading_json
from vision.camera.folder import read_picture
from vision.camera.source import SourceError
from vision.corners import find_board
from vision.draw import explained
from vision.frame import Image
from vision.still import StillReader, StillReading, standard_reader

app = typer.Typer()

FieldFinder = Callable[[Image], Found | None]
ReaderMaker = Callable[[SetColours | None, int | None, SetHabits | None], StillReader]


@dataclass(frozen=True)
class Task:
    """How to read pictures: with a profile, with given corners, or by finding the field (neither)."""

    profile: BoardProfile | None = None
    corners: GivenCorners | None = None
    checkers: int | None = None
    """A side; None: as many as the profile says; where that says nothing either, most likely 15."""
    finder: FieldFinder = find_board
    make_reader: ReaderMaker = field(default_factory=lambda: own_reader)

    def view_of(self, name: str, image: Image) -> View | None:
        """Where the board is in a picture; None when none was found.

        :raises ProfileError: when the profile is for pictures of another size.
        :raises CornersError: when the given corners lack this picture.
        """
        size = (image.shape[1], image.shape[0])
        if self.profile:
            self.profile.require_size(*size)
            return self.profile.view
        if self.corners:
            return View.from_corners(self.corners.of(name), size)
        found = self.finder(image)
        return found_view(found, size) if found else None

    def read(self, name: str, image: Image) -> StillReading | None:
        """What lies on the board; None when no board was found."""
        view = self.view_of(name, image)
        if view is None:
            return None
        colours, habits = (self.profile.colours, self.profile.habits) if self.profile else (None, None)
        checkers = self.checkers or (habits.checkers if habits else None)
        return self.make_reader(colours, checkers, habits)(image, view)


def own_reader(colours: SetColours | None, checkers: int | None, habits: SetHabits | None) -> StillReader:
    """`standard_reader` as a `ReaderMaker`."""
    return standard_reader(colours, checkers, habits=habits)


@app.command(
    "read",
    epilog="Example: zarbiter read board.jpg --overlay seen/",
    context_settings={"ignore_unknown_options": True},
)
def read_command(
    pictures: Annotated[list[str], typer.Argument(help="pictures to read", metavar="PICTURE…")],
    *,
    profile: Annotated[Path | None, typer.Option(help="profile of this camera and board")] = None,
    corners: Annotated[
        str | None, typer.Option(help="four points x,y x,y x,y x,y (tl tr br bl, px) or a JSON file by picture name")
    ] = None,
    overlay: Annotated[Path | None, typer.Option(help="folder for pictures of what was understood")] = None,
    checkers: Annotated[
        int | None, typer.Option(min=1, max=15, help="checkers a side (by default the profile's; else most likely 15)")
    ] = None,
    json_out: Annotated[bool, typer.Option("--json", help="print one JSON document")] = False,
) -> None:
    """Read checkers, bar, trays, dice and cube; status 1 when no picture shows a board."""
    try:
        task, paths = task_of(pictures, profile, corners, checkers)
        images = {name: read_picture(path) for name, path in named(paths).items()}
        readings = {name: task.read(Path(name).name, image) for name, image in images.items()}
        if overlay:
            write_overlays(overlay, images, readings)
    except (SourceError, ProfileError, CornersError) as error:
        fail(str(error), 2)
    except RegistryError as error:
        fail(str(error), 3)
    if json_out:
        document = {name: one and reading_json(one, one.view) for name, one in readings.items()}
        typer.echo(json.dumps(document, ensure_ascii=False))
    else:
        show(readings)
    for name in (name for name, one in readings.items() if one is None):
        typer.echo(f"zarbiter read: no board found in {name}: give --corners, or show the whole board", err=True)
    raise typer.Exit(0 if any(readings.values()) else 1)


def task_of(
    words: list[str], profile: Path | None, corners: str | None, checkers: int | None
) -> tuple[Task, list[Path]]:
    """The task and the pictures from the command line.

    :raises CornersError: on bad corners, or none or both of pictures and options that make sense.
    """
    given, rest = take_corners(corners, words)
    unknown = [word for word in rest if word.startswith("-") and not Path(word).exists()]
    if unknown:
        raise CornersError(f"no such option: {unknown[0]} (see `zarbiter read --help`)")
    if not rest:
        raise CornersError("no picture was named: give one or more picture files")
    if given and profile:
        raise CornersError("--profile already holds the corners: give one of --profile and --corners")
    board = load_profile(profile) if profile else None
    return Task(board, given, checkers), [Path(word) for word in rest]


def named(paths: list[Path]) -> dict[str, Path]:
    """Pictures by file name, or by whole path where two names are alike."""
    names = [path.name for path in paths]
    alike = len(set(names)) < len(names)
    return {str(path) if alike else path.name: path for path in paths}


def write_overlays(folder: Path, images: Mapping[str, Image], readings: Mapping[str, StillReading | None]) -> None:
    """One picture `NAME_read.jpg` for each reading.

    :raises SourceError: when the folder can't be written.
    """
    for name, reading in readings.items():
        if reading is None:
            continue
        path = folder / f"{name.replace('/', '_').rsplit('.', 1)[0]}_read.jpg"
        drawn = explained(images[name], reading.view, reading)
        done, data = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, 90])
        assert done
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(np.asarray(data).tobytes())
        except OSError as error:
            raise SourceError(f"can't write {path}: {error.strerror}; choose another folder for --overlay") from error


def show(readings: Mapping[str, StillReading | None]) -> None:
    """The readings for people: as the board lies in the picture, doubtful points with a `?`."""
    console = Console()
    for name, reading in readings.items():
        if reading is None:
            continue
        table = Table("", *[str(i) for i in range(12)], title=name, show_lines=True)
        for row in ("top", "bottom"):
            table.add_row(row, *[_cell(reading, f"{row}[{i}]") for i in range(12)])
        console.print(table)
        console.print(beside(reading), highlight=False)
    if any(readings.values()):
        console.print("As it lies in the picture. L lighter checkers, D darker checkers, ? not sure.", highlight=False)


def beside(reading: StillReading) -> str:
    """One line: what lies beside the points."""
    values = [f"{die.value or '?'} ({(die.place or 'where?').replace('-', ' ')})" for die in reading.dice]
    bar = [f"{count.count} {shade}" for shade, count in reading.bar.items() if count.count]
    off = [f"{count.count} {shade}" for shade, count in reading.off.items() if count.count is not None]
    cube = reading.cube and (str(reading.cube.value) if reading.cube.value else "seen, value not read")
    parts = {"bar": ", ".join(bar) or "empty", "off": ", ".join(off), "dice": ", ".join(values) or "none", "cube": cube}
    return " · ".join(f"{what}: {words}" for what, words in parts.items() if words)


def _cell(reading: StillReading, name: str) -> str:
    slot = reading.slots[name]
    if slot.best is None:
        return "?"
    return slot.best.text + ("?" if slot.confidence < 0.8 else "")


def fail(line: str, status: int) -> NoReturn:
    """One line on stderr and the exit status."""
    typer.echo(f"zarbiter read: {line}", err=True)
    raise typer.Exit(status)
