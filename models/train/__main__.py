"""`python -m models.train …`: train and export the learned readers (extra `train`)."""

import argparse
from pathlib import Path

from models.train.publish import average, publish


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m models.train", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    detector = commands.add_parser(
        "detector",
        help="the board reader: discs, dice, cube, hands, columns, counts",
        description="Train the board reader on rendered stills. Started again on the same folder it goes on where "
        "it was; stills may "
        "still be rendered meanwhile. Writes checkpoint.pt, board.onnx and points.onnx.",
        epilog="example: python -m models.synth flat --count 12000 --seed 1 --out stills && "
        "python -m models.train detector --stills stills --out run --minutes 78",
    )
    detector.add_argument("--stills", type=Path, nargs="+", required=True, help="folders of rendered stills")
    detector.add_argument("--validation", type=Path, help="folder of stills that are only scored")
    detector.add_argument("--out", type=Path, required=True)
    detector.add_argument("--minutes", type=float, required=True, help="training time in all, resumed runs included")
    detector.add_argument("--batch", type=int, default=16)
    detector.add_argument("--rate", type=float, default=3e-3, help="peak learning rate")
    detector.add_argument("--seed", type=int, default=1)
    detector.add_argument("--workers", type=int, default=2, help="processes, of one thread each")
    detector.add_argument("--export-every", type=float, default=10.0, help="minutes")
    detector.add_argument("--from", dest="begin", help="checkpoint.pt of a finished run to train on from")
    flatten = commands.add_parser(
        "flatten",
        help="rectify studio stills for the board reader",
        description="Rectify every studio still of a folder (`python -m models.synth stills`) into the form of flat "
        "stills. What is there already is skipped.",
    )
    flatten.add_argument("stills", type=Path, help="folder of studio stills")
    flatten.add_argument("--out", type=Path, required=True)
    mean = commands.add_parser("average", help="the mean of several minutes of one run", description=average.__doc__)
    mean.add_argument("runs", type=Path, nargs="+", help="folders minute-… of one run")
    mean.add_argument("--out", type=Path, required=True)
    done = commands.add_parser(
        "publish",
        help="bundle a finished run's board reader",
        description="Copy a run's ONNX files beside the manifest.",
    )
    done.add_argument("run", type=Path, help="the --out folder of a run")
    done.add_argument("--trained-by", required=True, help="the commands that made it, for the manifest")
    done.add_argument("--seed", type=int, required=True)
    return parser


def main() -> None:
    a = _parser().parse_args()
    if a.command == "average":
        average(a.runs, a.out)
        return
    if a.command == "publish":
        publish(a.run, a.trained_by, a.seed)
        return
    if a.command == "flatten":
        from models.train.board_flatten import write_flattened  # noqa: PLC0415 - needs the extra `synth`

        print(f"rectified {write_flattened(a.stills, a.out)} stills into {a.out}")
        return
    from models.train.board_train import Plan, train  # noqa: PLC0415

    train(
        a.stills,
        a.validation,
        a.out,
        Plan(a.minutes, a.batch, a.rate, a.seed, a.workers, export_every=a.export_every, begin=a.begin),
    )


if __name__ == "__main__":
    main()
