"""`zarbiter calibrate`: find the board, learn the set, write a profile, show what was understood."""

import json
import tomllib
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated, NoReturn

import cv2
import numpy as np
import typer

from calibration.colours import start_slots
from calibration.drawing import draw_profile, seats_words
from calibration.profile import BoardProfile, ProfileError, Seats, WhiteHome, profile_text, save_profile
from calibration.session import Session
from models.registry import RegistryError
from referee.commands.corners_option import CornersError, GivenCorners, take_corners
from referee.commands.position_option import Confirmed, ConfirmedError, confirmed, start_of
from referee.rules.errors import RulesError
from vision.adapt import adapt
from vision.camera.door import open_source, source_kind
from vision.camera.folder import read_picture
from vision.camera.source import DeviceError, SourceError
from vision.corners import find_board
from vision.frame import Image

app = typer.Typer()

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
LOOKS = 20
"""How many pictures of a source are looked at before giving up."""
MOST_WRONG = 2
"""A recognised starting position teaches only where the reader agrees with all but so many of its points."""
STARTING: dict[WhiteHome, tuple[str, str]] = {
    "bottom-right": ("bottom[6]", "bottom[4]"),
    "bottom-left": ("bottom[5]", "bottom[7]"),
    "top-right": ("top[6]", "top[4]"),
    "top-left": ("top[5]", "top[7]"),
}
"""Where a side's 6 and 8 points lie, by its home: it has checkers on both when a game begins."""
OPPOSITE: dict[WhiteHome, WhiteHome] = {
    "bottom-right": "top-right",
    "bottom-left": "top-left",
    "top-right": "bottom-right",
    "top-left": "bottom-left",
}
"""Where the opponent's home is."""


@app.command(
    "calibrate",
    epilog="Example: zarbiter calibrate 0 --out club.toml",
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
        str | None,
        typer.Option(
            help="White's checkers (L lighter, D darker), edge (bottom, top) and home (bottom-right, top-left, …) in "
            "the picture, such as L,bottom,bottom-right; by default White has the lighter checkers, as they are set up"
        ),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option(
            help="what stands there instead of the starting position, such as 'W 24:2 6:5 | B 13:5', with --seats; or "
            'a JSON file of slots by picture name: {"a.jpg": {"top": ["L2", "", …], "bottom": […]}}'
        ),
    ] = None,
    game: Annotated[str, typer.Option(help="whose numbering --position has")] = "backgammon",
    checkers: Annotated[int, typer.Option(min=1, max=15, help="checkers a side in --position")] = 15,
    json_out: Annotated[bool, typer.Option("--json", help="print the profile as one JSON document")] = False,
) -> None:
    """Find the board, learn the set and write a profile; status 1 when no board is found.

    Set the starting position up first, with nothing in the way; or say with --position what stands there.
    """
    try:
        given, rest = take_corners(corners, source)
        spec = _only(rest)
        chosen = Seats.parse(seats) if seats is not None else None
        session, image = examine(spec, given, at_once=position is not None)
        if image is None or session.view is None:
            _fail("no board found: show the whole board in good light, or give its corners with --corners", 1)
        standing = None if position else seats_of(session, image)
        settled = chosen or standing or Seats()
        stands = confirmed(position, Path(spec).name, settled, game, checkers) if position else None
        session, wrong = learn_set(session, image, stands, standing)
        profile = session.skip_colours().give_seats(settled).profile()
        save_profile(profile, out)
        picture = write_picture(image, profile, out)
    except (DeviceError, RegistryError) as error:
        _fail(str(error), 3)
    except (SourceError, CornersError, ConfirmedError, RulesError, ProfileError, ValueError) as error:
        _fail(str(error), 2)
    report(profile, session.confidence, out, picture)
    doubt_seats(profile.seats, standing)
    doubt_position(wrong)
    if json_out:
        typer.echo(json.dumps(tomllib.loads(profile_text(profile)), ensure_ascii=False))


def examine(spec: str, given: GivenCorners | None, *, at_once: bool = False) -> tuple[Session, Image | None]:
    """Look at the source until the board is found and its colours are learnt (`at_once`: until it is found), or enough
    pictures were seen.

    Returns the session and the picture that showed the board (None: none did).

    :raises SourceError: when the source can't be used.
    :raises CornersError: when the given corners lack this picture.
    """
    session = Session(source=Path(spec).name or spec)
    shown: Image | None = None
    for image in pictures(spec):
        if session.view is None and given is not None:
            session = session.give_corners(given.of(Path(spec).name), image)
        session = session.look(image, find_board)
        if session.view is not None and (shown is None or session.colours is not None):
            shown = image
        if session.step == "seats" or (at_once and session.view is not None):
            break
    return session, shown


def learn(session: Session, image: Image, stands: Confirmed) -> tuple[Session, tuple[str, ...]]:
    """The session with what the picture (H×W×3) teaches of the set, and the slots still read otherwise than they stand.

    :raises ValueError: when the position can't teach, or no board is found yet; one line that says why.
    """
    if session.view is None:
        raise ValueError(session.ask)
    learnt = adapt(image, session.view, stands.slots, checkers=stands.checkers)
    return session.give_learnt(learnt.view, learnt.colours, learnt.habits), learnt.wrong


def learn_set(
    session: Session, image: Image, stands: Confirmed | None, standing: Seats | None
) -> tuple[Session, tuple[str, ...]]:
    """`learn` from what was confirmed, or from the starting position of the seats `standing`; the latter was
    recognised, not confirmed, so it is kept only where the reader agrees with nearly all of it."""
    if stands is not None:
        return learn(session, image, stands)
    if standing is None:
        return session, ()
    after, wrong = learn(session, image, start_of(standing))
    return (after, wrong) if len(wrong) <= MOST_WRONG else (session, ())


def doubt_position(wrong: Sequence[str]) -> None:
    """Say on stderr which points are still read otherwise than they were said to stand."""
    if wrong:
        typer.echo(
            f"warning: {', '.join(wrong)} {'is' if len(wrong) == 1 else 'are'} read otherwise than the position says: "
            "check the position, --seats and the light",
            err=True,
        )


def seats_of(session: Session, image: Image) -> Seats | None:
    """The seats with White's checkers the lighter ones, from the starting position in the picture (H×W×3); None where
    it doesn't stand. White sits at the edge where its home is."""
    slots = start_slots(image, session.view) if session.view is not None and session.colours is not None else None
    for home, points in STARTING.items():
        if slots and all(slots[point].startswith("L") for point in points):
            return Seats("L", "bottom" if home.startswith("bottom") else "top", home)
    return None


def doubt_seats(given: Seats, light: Seats | None) -> None:
    """Say on stderr when White's home is not where the starting position has it. `light`: White with light checkers."""
    if light is None:
        return
    home = light.white_home if given.white_shade == "L" else OPPOSITE[light.white_home]
    if given.white_home != home:
        mend = f"{given.white_shade},{home.split('-')[0]},{home}"
        typer.echo(
            f"warning: White's checkers are set up for a home at the {home.replace('-', ' ')}, not at the "
            f"{given.white_home.replace('-', ' ')}: should it be --seats {mend}?",
            err=True,
        )


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
        typer.echo(
            "warning: the starting position was not seen, so the set's colours are not learnt and reading is less "
            "sure: set it up, take your hands away and calibrate again, or say with --position what stands there",
            err=True,
        )
    else:
        for warning in profile.colours.warnings():
            typer.echo(f"warning: {warning}", err=True)
    typer.echo(f"seats: {seats_words(profile.seats)}; otherwise say so with --seats", err=True)
    typer.echo(f"wrote {out} and {picture}: look at the picture, the points must be numbered as White counts", err=True)


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
