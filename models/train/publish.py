"""Copies a finished run's board reader beside the manifest and describes it there."""

import hashlib
import shutil
from pathlib import Path

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
