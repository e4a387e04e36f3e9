"""`python -m models.synth stills` and `sheet`: what the photo studio offers on the command line."""

import argparse
import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2

Run = Callable[[argparse.Namespace], str | None]


def add_stills(commands: Any) -> None:
    """The `stills` command."""
    parser = commands.add_parser(
        "stills",
        help="photograph random tables with exact labels",
        description="Photograph random tables in three dimensions: NNNNNN.jpg, its labels NNNNNN.json, a mask of what "
        "is where NNNNNN.mask.png (16 bit), and truth.json over all. Stills that are there already are skipped, so a "
        "broken run goes on. Needs the extra `synth` and Debian's libvulkan1 and mesa-vulkan-drivers.",
        epilog="example: python -m models.synth stills --count 200 --seed 1 --out /tmp/stills --yolo",
    )
    _common(parser, "folder, made when missing")
    parser.add_argument("--rare", type=float, default=0.3, help="share of throws aimed at rails, checkers, bar, edges")
    parser.add_argument("--throws", type=int, default=0, help="throws of two dice on one board (default: as in play)")
    parser.add_argument("--tipped", type=float, default=0.0, help="share of the level dice put on an edge")
    parser.add_argument(
        "--same",
        type=int,
        default=1,
        help="pictures in a row of one board and camera, the first with the starting position",
    )
    parser.add_argument("--yolo", action="store_true", help="label files in YOLO's form too, and data.yaml")


def add_sheet(commands: Any) -> None:
    """The `sheet` command."""
    parser = commands.add_parser(
        "sheet",
        help="a contact sheet of random tables",
        description="A contact sheet of random tables, with a folder's photographs in between to compare with.",
        epilog="example: python -m models.synth sheet --count 40 --seed 1 --out sheet.jpg --photos my-photos/",
    )
    _common(parser, "picture, .jpg or .png")
    parser.add_argument("--photos", type=Path, help="folder of photographs to show in between")
    parser.add_argument("--photo-count", type=int, default=12, help="how many photographs at most")


def _common(parser: argparse.ArgumentParser, where: str) -> None:
    parser.add_argument("--count", type=int, required=True, help="how many stills")
    parser.add_argument("--seed", type=int, required=True, help="the same seed gives the same bytes")
    parser.add_argument("--out", type=Path, required=True, help=where)
    parser.add_argument("--start", type=int, default=0, help="number of the first still")
    parser.add_argument("--size", type=_size, default=(1280, 720), metavar="WxH", help="px (default 1280x720)")
    parser.add_argument("--hdri", type=Path, help="folder of .hdr panoramas for the light, made-up rooms without")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="processes (default 2)")


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{2,4})x([0-9]{2,4})", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no size: write it as 1280x720")
    return int(found[1]), int(found[2])


def run_stills(arguments: argparse.Namespace) -> str | None:
    """Make the stills; returns the line of an error."""
    from models.synth.studio.stills import Batch, write_stills  # noqa: PLC0415 - needs the engine

    cv2.setNumThreads(1)
    started = time.monotonic()

    def progress(made: int) -> None:
        if made % 10 == 0:
            rate = made / (time.monotonic() - started)
            print(f"{made} stills made, {rate:.2f} a second", file=sys.stderr)

    batch = Batch(arguments.out, arguments.seed, _wish(arguments), arguments.yolo)
    numbers = range(arguments.start, arguments.start + arguments.count)
    made = write_stills(batch, numbers, arguments.jobs, progress)
    rate = f", {made / (time.monotonic() - started):.2f} a second" if made else ""
    print(f"{made} stills made{rate}; {arguments.count - made} were there in {arguments.out}")
    return None


def run_sheet(arguments: argparse.Namespace) -> str | None:
    """Make the contact sheet; returns the line of an error."""
    from models.synth.studio.contact_sheet import write_sheet  # noqa: PLC0415 - needs the engine

    cv2.setNumThreads(1)
    photos = (arguments.photos, arguments.photo_count) if arguments.photos else None
    shown = write_sheet(
        arguments.out,
        range(arguments.start, arguments.start + arguments.count),
        arguments.seed,
        _wish(arguments),
        photos=photos,
        jobs=arguments.jobs,
    )
    print(f"{shown} pictures on {arguments.out}")
    return None


def _wish(arguments: argparse.Namespace) -> Any:
    from models.synth.studio.random_setting import Wish  # noqa: PLC0415 - needs the engine

    folder: Path | None = arguments.hdri
    panoramas = tuple(sorted(folder.glob("*.hdr"))) if folder else ()
    if folder and not panoramas:
        raise ValueError(f"{folder} holds no .hdr file: give a folder of panoramas, or no --hdri")
    words = vars(arguments)
    chosen = {name: words[name] for name in ("rare", "throws", "same", "tipped") if name in words}
    return Wish(arguments.size, panoramas=panoramas, **chosen)


def guarded(name: str, run: Run) -> Run:
    """The command with its errors as one line."""

    def safe(arguments: argparse.Namespace) -> str | None:
        try:
            return run(arguments)
        except ModuleNotFoundError as error:
            return f"models.synth {name}: {error.name} is missing: pip install -e '.[synth]'"
        except (ValueError, RuntimeError, OSError) as error:
            return f"models.synth {name}: {error}"

    return safe
