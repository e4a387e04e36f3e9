"""`python -m models.synth …`: make simulated pictures and throws."""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2

from models.synth.flat import write_flat
from models.synth.game.commands import add_game, run_game
from models.synth.studio.commands import add_sheet, add_stills, guarded, run_sheet, run_stills

_BAD_INPUT = 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m models.synth", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    add_stills(commands)
    add_sheet(commands)
    add_game(commands)
    flat = commands.add_parser(
        "flat",
        help="draw flat stills of random boards, which the bundled readers learnt from",
        description="Draw stills of random boards, rectified, with labels: what the bundled readers learnt from. "
        "Stills that are there already are skipped, so a broken run goes on.",
        epilog="example: python -m models.synth flat --count 8000 --seed 1 --out /tmp/stills",
    )
    _common(flat, "how many stills", "folder, made when missing")
    flat.add_argument(
        "--start", type=int, default=0, help="number of the first still (to share the work among processes)"
    )
    flat.add_argument("--width", type=int, default=448, help="width of a still in px")
    throws = commands.add_parser(
        "throws",
        help="throw two dice on random boards by physics",
        description="Throw two dice on random boards by rigid-body physics: value, tilt, what each lies on. "
        "A file that is there already is gone on with. Needs the extra `synth`.",
        epilog="example: python -m models.synth throws --count 20000 --seed 1 --out /tmp/throws.jsonl",
    )
    _common(throws, "how many throws", "file, one JSON line a throw")
    throws.add_argument(
        "--rare", type=float, default=0.0, help="share of throws aimed at checkers, rails, bar and edges, 0 to 1"
    )
    return parser


def _common(parser: argparse.ArgumentParser, what: str, where: str) -> None:
    parser.add_argument("--count", type=int, required=True, help=what)
    parser.add_argument("--seed", type=int, required=True, help="the same seed gives the same bytes")
    parser.add_argument("--out", type=Path, required=True, help=where)


def main() -> None:
    arguments = _parser().parse_args()
    line = _COMMANDS[arguments.command](arguments)
    if line:
        print(line, file=sys.stderr)
        sys.exit(_BAD_INPUT)


def _flat(arguments: argparse.Namespace) -> str | None:
    cv2.setNumThreads(1)
    made = write_flat(arguments.out, arguments.count, arguments.seed, arguments.start, arguments.width)
    print(f"rendered {made} stills into {arguments.out}, {arguments.count - made} were there")
    return None


def _throws(arguments: argparse.Namespace) -> str | None:
    try:
        from models.synth.physics import throws  # noqa: PLC0415 - only this command needs the engine
    except ModuleNotFoundError as error:
        return f"models.synth throws: {error.name} is missing: pip install -e '.[synth]'"
    started = time.monotonic()

    def progress(done: int) -> None:
        if done % 1000 == 0:
            print(f"{done} of {arguments.count}", file=sys.stderr)

    try:
        made = throws.write_throws(arguments.out, arguments.count, arguments.seed, arguments.rare, progress)
    except ValueError as error:
        return f"models.synth throws: {error}"
    seconds = time.monotonic() - started
    rate = f", {made / seconds:.0f} a second" if made else ""
    print(f"{made} throws made{rate}; {arguments.count - made} were there")
    print("\n".join(throws.summary_of(throws.read_throws(arguments.out)).lines()))
    return None


_COMMANDS: dict[str, Callable[[argparse.Namespace], str | None]] = {
    "flat": _flat,
    "game": run_game,
    "stills": guarded("stills", run_stills),
    "sheet": guarded("sheet", run_sheet),
    "throws": _throws,
}


if __name__ == "__main__":
    main()
