"""Copies a finished run's board reader beside the manifest and describes it there."""

import hashlib
import shutil
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).resolve().parent.parent
_DESCRIPTIONS = {
    "board": (
        (
            "checker",
            "die",
            "cube",
            "dx",
            "dy",
            "log w",
            "log h",
            "lighter set",
            "upper layer",
            "hand",
            "cos",
            "sin",
            "bar",
        ),
        "13 maps at stride 4 (models.train.board_spec.MAPS) and features",
    ),
    "points": (
        (*(str(n) for n in range(16)), "lighter set"),
        "24 x 17 logits from the board reader's features along the points",
    ),
}


def average(runs: list[Path], out: Path) -> None:
    """Write to `out` the reader whose weights are the mean of those in `runs`, several minutes of one run: such a
    mean is steadier on boards unlike the trained ones than its last minute."""
    import onnx  # noqa: PLC0415
    from onnx import numpy_helper  # noqa: PLC0415

    out.mkdir(parents=True, exist_ok=True)
    for name in _DESCRIPTIONS:
        models = [onnx.load(str(run / f"{name}.onnx")) for run in runs]
        for index, kept in enumerate(models[0].graph.initializer):
            values = [numpy_helper.to_array(model.graph.initializer[index]) for model in models]
            if values[0].dtype == np.float32:
                kept.CopyFrom(numpy_helper.from_array(np.mean(values, axis=0, dtype=np.float32), kept.name))
        onnx.save(models[0], str(out / f"{name}.onnx"))


def publish(run: Path, command: str, seed: int, folder: Path = FOLDER) -> None:
    """Copy `board.onnx` and `points.onnx` of `run` into `folder` and replace their entries in its `manifest.toml`.

    :raises FileNotFoundError: when the run has not exported yet.
    """
    manifest = folder / "manifest.toml"
    for name, (classes, output) in _DESCRIPTIONS.items():
        shutil.copyfile(run / f"{name}.onnx", folder / f"{name}.onnx")
        text = manifest.read_text(encoding="utf-8") if manifest.exists() else ""
        others = [part for part in _split(text) if not part.startswith(f"[{name}]")]
        manifest.write_text(
            "\n".join([*others, _entry(name, classes, output, command=command, seed=seed, folder=folder)]),
            encoding="utf-8",
        )


def _split(text: str) -> list[str]:
    parts: list[str] = []
    for line in text.splitlines():
        if line.startswith("[") or not parts:
            parts.append("")
        parts[-1] += line + "\n"
    return [part.strip() + "\n" for part in parts if part.strip()]


def _entry(name: str, classes: tuple[str, ...], output: str, *, command: str, seed: int, folder: Path) -> str:
    digest = hashlib.sha256((folder / f"{name}.onnx").read_bytes()).hexdigest()
    names = ", ".join(f'"{c}"' for c in classes)
    return (
        f'[{name}]\nfile = "{name}.onnx"\nsha256 = "{digest}"\nlicence = "AGPL-3.0-or-later"\nclasses = [{names}]\n'
        f'input = [352, 320]\noutput = "{output}"\ntrained_by = "{command}"\nseed = {seed}\n'
        'training_data = ["rendered boards (models.synth)"]\n'
    )
