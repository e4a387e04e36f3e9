"""`python -m models.train board` and `flatten`: the board reader's training on the command line."""

import argparse
from collections.abc import Sequence
from pathlib import Path


def main(argv: Sequence[str]) -> int:
    """Train the board reader on rendered stills. Started again on the same folder it goes on where it was; stills may
    still be rendered meanwhile. Writes checkpoint.pt, board.onnx and points.onnx."""
    parser = argparse.ArgumentParser(
        prog="python -m models.train board",
        description=main.__doc__,
        epilog="example: python -m models.synth flat --count 12000 --seed 1 --out stills && "
        "python -m models.train board --stills stills --out run --minutes 78",
    )
    parser.add_argument("--stills", type=Path, nargs="+", required=True, help="folders of rendered stills")
    parser.add_argument("--validation", type=Path, help="folder of stills that are only scored")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, required=True, help="training time in all, resumed runs included")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=3e-3, help="peak learning rate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2, help="processes, of one thread each")
    parser.add_argument("--export-every", type=float, default=10.0, help="minutes")
    parser.add_argument("--from", dest="begin", help="checkpoint.pt of a finished run to train on from")
    a = parser.parse_args(argv)
    from models.train.board_train import Plan, train  # noqa: PLC0415 - needs torch

    plan = Plan(a.minutes, a.batch, a.rate, a.seed, a.workers, export_every=a.export_every, begin=a.begin)
    train(a.stills, a.validation, a.out, plan)
    return 0


def flatten(argv: Sequence[str]) -> int:
    """Rectify every studio still of a folder (`python -m models.synth stills`) into the form of flat stills. What is
    there already is skipped."""
    parser = argparse.ArgumentParser(prog="python -m models.train flatten", description=flatten.__doc__)
    parser.add_argument("stills", type=Path, help="folder of studio stills")
    parser.add_argument("--out", type=Path, required=True)
    a = parser.parse_args(argv)
    from models.train.board_flatten import write_flattened  # noqa: PLC0415 - needs the extra `synth`

    print(f"rectified {write_flattened(a.stills, a.out)} stills into {a.out}")
    return 0
