"""Which file is which learned reader: `manifest.toml` beside the weights says name, hash, licence, classes and
input."""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent


class RegistryError(Exception):
    """A weight is missing, altered, or not described: the message says which and what to do."""


@dataclass(frozen=True)
class Weights:
    """One entry of the manifest. `input` is (width, height) px; `classes` in the order of the outputs; `card` is
    the file that describes it; `scores` maps what was measured, real and rendered apart, to its figure."""

    name: str
    path: Path
    sha256: str
    licence: str
    classes: tuple[str, ...]
    input: tuple[int, int]
    trained_by: str
    seed: int
    training_data: tuple[str, ...]
    card: Path
    scores: Mapping[str, str]


def _entry(name: str, raw: Mapping[str, Any], folder: Path) -> Weights:
    try:
        width, height = raw["input"]
        return Weights(
            name,
            folder / str(raw["file"]),
            str(raw["sha256"]),
            str(raw["licence"]),
            tuple(str(c) for c in raw["classes"]),
            (int(width), int(height)),
            str(raw["trained_by"]),
            int(raw["seed"]),
            tuple(str(source) for source in raw["training_data"]),
            folder / str(raw["card"]),
            {str(what): str(figure) for what, figure in raw.get("scores", {}).items()},
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RegistryError(
            f"models/manifest.toml, [{name}]: {error!r}; "
            "expected file, sha256, licence, classes, input, trained_by, seed, training_data, card"
        ) from error


def load_manifest(folder: Path = FOLDER) -> dict[str, Weights]:
    """Every entry of the manifest in `folder`.

    :raises RegistryError: when it is missing or malformed.
    """
    path = folder / "manifest.toml"
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RegistryError(f"{path}: {error.strerror}; reinstall zarbiter") from error
    except tomllib.TOMLDecodeError as error:
        raise RegistryError(f"{path}: {error}") from error
    return {name: _entry(name, table, folder) for name, table in raw.items()}


@lru_cache(maxsize=16)
def describe(name: str, folder: Path = FOLDER) -> Weights:
    """The entry `name`, its file checked against its hash.

    :raises RegistryError: when the name is unknown, or the file missing or altered.
    """
    manifest = load_manifest(folder)
    if name not in manifest:
        raise RegistryError(
            f"no weights called {name!r} in models/manifest.toml; there are {', '.join(sorted(manifest))}"
        )
    entry = manifest[name]
    if not entry.path.is_file():
        raise RegistryError(f"the weights {entry.path} are missing; reinstall zarbiter")
    found = hashlib.sha256(entry.path.read_bytes()).hexdigest()
    if found != entry.sha256:
        raise RegistryError(
            f"the weights {entry.path} are not those of the manifest "
            f"(SHA-256 {found[:12]}…, expected {entry.sha256[:12]}…); reinstall zarbiter"
        )
    return entry


def weights(name: str, folder: Path = FOLDER) -> Path:
    """Path of the weights called `name`, checked as by `describe`.

    :raises RegistryError: as `describe`.
    """
    return describe(name, folder).path


def verify(folder: Path = FOLDER) -> dict[str, str | None]:
    """What is wrong with each of the manifest's weights, None where file and hash agree.

    :raises RegistryError: when the manifest is missing or malformed.
    """
    return {name: _fault(name, folder) for name in load_manifest(folder)}


def _fault(name: str, folder: Path) -> str | None:
    try:
        describe(name, folder)
    except RegistryError as error:
        return str(error)
    return None
