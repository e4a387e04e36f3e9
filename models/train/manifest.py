"""Writing one network's entry into `manifest.toml`, beside its file."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Entry:
    """What the manifest says of the network `name`.onnx. `input` (width, height) px; `card` the file that describes it;
    `scores` maps what was measured to its figure."""

    name: str
    classes: Sequence[str]
    input: tuple[int, int]
    output: str
    trained_by: str
    seed: int
    training_data: Sequence[str]
    card: str
    licence: str = "AGPL-3.0-or-later"
    scores: Mapping[str, str] = field(default_factory=dict)


def enter(entry: Entry, folder: Path) -> None:
    """Write the entry of `folder`/NAME.onnx into the manifest there, in place of an older one of the name; scores of
    other weights go with it.

    :raises FileNotFoundError: when the network's file is not there.
    """
    manifest = folder / "manifest.toml"
    text = manifest.read_text(encoding="utf-8") if manifest.exists() else ""
    mine = re.compile(rf"\[{re.escape(entry.name)}(\.scores)?\]")
    others = [part.strip() for part in re.split(r"(?m)^(?=\[)", text) if part.strip() and not mine.match(part)]
    manifest.write_text("\n\n".join([*others, entry_text(entry, folder)]) + "\n", encoding="utf-8")


def entry_text(entry: Entry, folder: Path) -> str:
    """The entry as TOML."""
    digest = hashlib.sha256((folder / f"{entry.name}.onnx").read_bytes()).hexdigest()
    values = {
        "file": f"{entry.name}.onnx",
        "sha256": digest,
        "licence": entry.licence,
        "classes": list(entry.classes),
        "input": list(entry.input),
        "output": entry.output,
        "trained_by": entry.trained_by,
        "seed": entry.seed,
        "training_data": list(entry.training_data),
        "card": entry.card,
    }
    lines = [f"[{entry.name}]", *(f"{key} = {_toml(value)}" for key, value in values.items())]
    if entry.scores:
        lines += ["", f"[{entry.name}.scores]", *(f"{_toml(k)} = {_toml(v)}" for k, v in entry.scores.items())]
    return "\n".join(lines)


def _toml(value: object) -> str:
    """Text, whole numbers and lists of them: JSON's form is TOML's."""
    return json.dumps(value, ensure_ascii=False)
