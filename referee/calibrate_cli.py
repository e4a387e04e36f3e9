"""`zarbiter calibrate`: find the board, learn the set, write a profile, show what was understood."""

import json
import tomllib
from itertools import islice
from pathlib import Path
from typing import Annotated, NoReturn

import cv2
import numpy as np
import typer

from calibration.drawing import draw_profile
from calibration.profile import BoardProfile, ProfileError, Seats, profile_text, save_profile
from calibration.session import Session
from referee.corners_option import CornersError, GivenCorners, take_corners
from vision.camera.door import open_source, source_kind
from vision.camera.folder import read_picture
from vision.camera.source import DeviceError, SourceError
from vision.frame import Image

app = typer.Typer()

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
LOOKS = 20
"""How many pictures of a source are looked at before giving up."""


@app.command(
    "calibrate",
    epilog="Example: zarbiter calibrate board.jpg --out club.toml --seats L,bottom,bottom-right",
    context_settings={"ignore_unknown_options": True},
)
def calibrate_command(
    source: Annotated[list[str], typer.Argument(help="camera, video, folder, stream or picture", metavar="SOURCE")],
    *,
    corners: Annotated[
        str | None, typer.Option(help="four points x,y x,y x,y x,y (tl tr br bl, px) or a JSON file by picture name")
    ] = None,
    out: Annotated[Path, typer.Option(help="profile to write; a picture of it goes beside it")] = Path("board.toml"),
    seats: Annotated[
        str, typer.Option(help="White's checkers, edge and home, such as L,bottom,bottom-right")
    ] = "L,bottom,bottom-right",
    json_out: Annotated[bool, typer.Option("--json", help="print the profile as one JSON document")] = False,
) -> None:
    """Find the board, learn the set and write a profile; status 1 when no board is found."""
    try:
        given, rest = take_corners(corners, source)
        spec = _only(rest)
        chosen = Seats.parse(seats)
        session, image = examine(spec, given)
        if image is None or session.view is None:
            _fail("no board found: show the whole board in good light, or give its corners with --corners", 1)
        profile = session.skip_colours().give_seats(chosen).profile()
        save_profile(profile, out)
        picture = write_picture(image, profile, out)
    except DeviceError as error:
        _fail(str(error), 3)
    except (SourceError, CornersError, ProfileError, ValueError) as error:
        _fail(str(error), 2)
    report(profile, session.confidence, out, picture)
    if json_out:
        typer.echo(json.dumps(tomllib.loads(profile_text(profile)), ensure_ascii=False))


def examine(spec: str, given: GivenCorners | None) -> tuple[Session, Image | None]:
    """Look at the source until the board is found and its colours are learnt, or enough pictures were seen.

    Returns the session and the picture that showed the board (None: none did).

    :raises SourceError: when the source can't be used.
    :raises CornersError: when the given corners lack this picture.
    """
    session = Session(source=Path(spec).name or spec)
    shown: Image | None = None
    for image in pictures(spec):
        if session.view is None and given is not None:
            session = session.give_corners(given.of(Path(spec).name), image)
        session = session.look(image)
        if session.view is not None and shown is None:
            shown = image
        if session.step == "seats":
            break
    return session, shown


def pictures(spec: str) -> list[Image]:
    """Up to `LOOKS` pictures of a source, or the one of a picture file.

    :raises SourceError: when the source can't be used.
    """
    if Path(spec).suffix.lower() in PICTURES and source_kind(spec) == "video":
        return [read_picture(Path(spec))]
    opened = open_source(spec)
    try:
        return [frame.image for frame in islice(iter(opened), LOOKS)]
    finally:
        opened.close()


def write_picture(image: Image, profile: BoardProfile, out: Path) -> Path:
    """Draw what was understood beside the profile.

    :raises ProfileError: when it can't be written.
    """
    path = out.with_suffix(".png")
    data = cv2.imencode(".png", draw_profile(image, profile))[1]
    try:
        path.write_bytes(np.asarray(data).tobytes())
    except OSError as error:
        raise ProfileError(f"{path}: the picture can't be written: {error.strerror}") from error
    return path


def report(profile: BoardProfile, confidence: float, out: Path, picture: Path) -> None:
    """Say on stderr what was understood."""
    geometry, tilt = profile.view.geometry, profile.view.pose.tilt
    aspect, bar = geometry.field_width / geometry.field_height, 100 * geometry.bar_width / geometry.field_width
    typer.echo(
        f"board found (confidence {confidence:.2f}): {aspect:.2f} times as wide as high, bar {bar:.0f} % of the width, "
        f"camera {tilt:.0f}° from the vertical",
        err=True,
    )
    if profile.colours is None:
        typer.echo("the starting position was not seen, so the set's colours are not learnt", err=True)
    else:
        for warning in profile.colours.warnings():
            typer.echo(f"warning: {warning}", err=True)
    typer.echo(f"wrote {out} and {picture}", err=True)


def _only(words: list[str]) -> str:
    unknown = [word for word in words if word.startswith("-") and not Path(word).exists()]
    if unknown:
        raise CornersError(f"no such option: {unknown[0]} (see `zarbiter calibrate --help`)")
    if len(words) != 1:
        raise CornersError(f"expected one SOURCE, got {' '.join(words) or 'none'}")
    return words[0]


def _fail(line: str, status: int) -> NoReturn:
    typer.echo(f"zarbiter calibrate: {line}", err=True)
    raise typer.Exit(status)
