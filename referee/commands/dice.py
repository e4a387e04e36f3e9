"""`zarbiter dice`: the dice of any picture, no board needed."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from vision.dice import read_dice
from vision.frame import Image
from vision.observation import DieReading
from vision.still import without_phantoms

app = typer.Typer()


def load_picture(path: Path) -> Image:
    """A picture file as H×W×3 uint8 BGR.

    :raises typer.Exit: with status 2, after one line on stderr, when it is missing or not a picture.
    """
    if not path.is_file():
        typer.echo(f"zarbiter dice: no such picture: {path}", err=True)
        raise typer.Exit(2)
    image = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR) if path.stat().st_size else None
    if image is None:
        typer.echo(
            f"zarbiter dice: {path} is not a picture that can be read (expected JPEG, PNG, WebP, BMP or TIFF)", err=True
        )
        raise typer.Exit(2)
    return np.asarray(image, dtype=np.uint8)


def as_json(die: DieReading) -> dict[str, object]:
    """One die in the form of `interfaces.md`."""
    return {
        "xy": [round(v, 1) for v in die.xy],
        "value": die.value,
        "flat": die.flat,
        "confidence": round(die.confidence, 4),
        "size": round(die.size_px, 1),
    }


def names_of(paths: list[Path]) -> list[str]:
    """File names, or whole paths where two names are alike."""
    names = [path.name for path in paths]
    return names if len(set(names)) == len(names) else [str(path) for path in paths]


@app.command("dice", epilog="Example: zarbiter dice throw.jpg --json")
def dice_command(
    pictures: Annotated[list[Path], typer.Argument(help="pictures to look at", metavar="PICTURE…")],
    json_out: Annotated[bool, typer.Option("--json", help="print one JSON document")] = False,
) -> None:
    """Find and read dice in pictures; status 1 when there is none. A value is null when it is not sure.

    What hardly looks like a die is left out, except with --json.
    """
    images = [load_picture(path) for path in pictures]
    found = {name: read_dice(image) for name, image in zip(names_of(pictures), images, strict=True)}
    likely = {name: without_phantoms(dice) for name, dice in found.items()}
    if json_out:
        typer.echo(
            json.dumps({name: [as_json(die) for die in dice] for name, dice in found.items()}, ensure_ascii=False)
        )
    else:
        show(likely)
    raise typer.Exit(0 if any(likely.values()) else 1)


def show(found: Mapping[str, tuple[DieReading, ...]]) -> None:
    """The dice of each picture as a table."""
    table = Table("picture", "x, y px", "value", "flat", "confidence")
    words = {True: "yes", False: "no", None: "not sure"}
    for name, dice in found.items():
        for die in dice:
            value = str(die.value) if die.value else "not sure"
            table.add_row(name, f"{die.xy[0]:.0f}, {die.xy[1]:.0f}", value, words[die.flat], f"{die.confidence:.2f}")
        if not dice:
            table.add_row(name, "–", "no dice", "", "")
    Console().print(table)
