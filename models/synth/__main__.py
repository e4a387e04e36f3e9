"""`python -m models.synth …`: make simulated pictures."""

import argparse
from pathlib import Path

import cv2

from models.synth.stills import write_stills


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m models.synth", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    stills = commands.add_parser(
        "stills",
        help="render stills of random boards with labels",
        description="Render stills of random boards with labels. Stills that are there already are skipped, "
        "so a broken run goes on.",
        epilog="example: python -m models.synth stills --count 8000 --seed 1 --out /tmp/stills",
    )
    stills.add_argument("--count", type=int, required=True, help="how many stills")
    stills.add_argument("--seed", type=int, required=True, help="the same seed gives the same stills")
    stills.add_argument(
        "--start", type=int, default=0, help="number of the first still (to share the work among processes)"
    )
    stills.add_argument("--width", type=int, default=448, help="width of a still in px")
    stills.add_argument("--out", type=Path, required=True, help="folder, made when missing")
    return parser


def main() -> None:
    arguments = _parser().parse_args()
    cv2.setNumThreads(1)
    made = write_stills(arguments.out, arguments.count, arguments.seed, arguments.start, arguments.width)
    print(f"rendered {made} stills into {arguments.out}, {arguments.count - made} were there")


if __name__ == "__main__":
    main()
