"""Many throws into a file, one JSON line each, and what they came to."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from models.synth.physics.tabletop import random_tabletop
from models.synth.physics.throw import random_dice, random_release, throw
from models.synth.physics.world import World

PER_BOARD = 25
"""Throws on one board before the next is made."""
CHI_SQUARE_1_PERCENT = 15.086
"""Of six faces (five degrees of freedom)."""
TILTS = (0.0, 0.2, 1.0, 8.0, 20.0, 40.0, 90.0)
"""Edges of the tilt histogram, degrees."""
Line = Mapping[str, Any]


def world_of(seed: int, board: int) -> World:
    """The table number `board` of a seed, with its two dice."""
    rng = np.random.default_rng([seed, board])
    return World(random_tabletop(rng), random_dice(rng))


def throws(seed: int, rare: float, start: int = 0) -> Iterator[dict[str, Any]]:
    """Throw after throw from number `start`; a share `rare` of them is aimed at what seldom happens."""
    number, board, world = start, -1, None
    while True:
        if world is None or board != number // PER_BOARD:
            board = number // PER_BOARD
            world = world_of(seed, board)
        rng = np.random.default_rng([seed, board, number % PER_BOARD, 1])
        is_rare = bool(rng.random() < rare)
        dice = throw(world, random_release(world.top, rng, is_rare), rng)
        yield {"n": number, "board": board, "rare": is_rare, "dice": [asdict(die) for die in dice]}
        number += 1


def write_throws(
    path: Path, count: int, seed: int, rare: float, progress: Callable[[int], object] = lambda done: None
) -> int:
    """Bring a file to `count` throws and return how many were made; a broken last line is made again.

    :raises ValueError: when the file was made with another seed or share of rare throws.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    header = json.dumps({"seed": seed, "rare": rare})
    lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
    if lines and lines[0] != header.encode():
        raise ValueError(f"{path} holds throws of {lines[0].decode()}: use another file, or the same --seed and --rare")
    done = max(0, len(lines) - 1)
    kept = b"".join(line + b"\n" for line in lines) or header.encode() + b"\n"
    with path.open("r+b" if path.exists() else "wb") as out:
        out.truncate(len(kept))
        out.seek(0)
        out.write(kept)
        for _, line in zip(range(done, count), throws(seed, rare, done), strict=False):
            out.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
            progress(line["n"] + 1)
    return max(0, count - done)


def read_throws(path: Path) -> list[dict[str, Any]]:
    """The throws of a file."""
    return [json.loads(line) for line in path.read_text().splitlines()[1:]]


@dataclass(frozen=True)
class Summary:
    """Shares of throws by what is wrong with them (a throw may count in several), and of dice by tilt.

    `chi_square` of the faces of flat dice against fair ones, five degrees of freedom.
    """

    throws: int
    shares: dict[str, float]
    faces: dict[int, int]
    chi_square: float
    tilts: dict[str, int]

    @property
    def is_fair(self) -> bool:
        """Would fair dice show such faces, at 1 %?"""
        return self.chi_square < CHI_SQUARE_1_PERCENT

    def lines(self) -> list[str]:
        """For people."""
        shares = [f"  {name}: {100 * share:.2f} %" for name, share in self.shares.items()]
        tilts = [f"  {name}: {n} dice" for name, n in self.tilts.items()]
        fair = "as fair dice would" if self.is_fair else "not as fair dice would"
        faces = ", ".join(f"{value}: {n}" for value, n in self.faces.items())
        chi = f"faces of flat dice: {faces}; chi² {self.chi_square:.2f} of {CHI_SQUARE_1_PERCENT}: {fair}"
        return [f"{self.throws} throws with", *shares, "tilt", *tilts, chi]


KINDS: dict[str, Callable[[Line], bool]] = {
    "moving": lambda die: bool(die["moving"]),
    "leaning (8° or more)": lambda die: die["tilt"] >= 8 and not die["moving"],
    "askew (1° to 8°)": lambda die: 1 <= die["tilt"] < 8 and not die["moving"],
    "on a checker": lambda die: "checker" in die["rests_on"],
    "on the other die": lambda die: "die" in die["rests_on"],
    "on the bar": lambda die: die["where"] == "bar",
    "on a rail": lambda die: die["where"] == "rail",
    "in a tray": lambda die: die["where"] == "tray",
    "off the board": lambda die: die["where"] == "off-board",
}


def summary_of(found: Iterable[Line]) -> Summary:
    """What many throws came to."""
    lines = list(found)
    counts = {name: sum(any(map(kind, line["dice"])) for line in lines) for name, kind in KINDS.items()}
    counts["in both halves"] = sum(_split(line) for line in lines)
    counts["valid (flat, on the field, one half)"] = sum(_valid(line) for line in lines)
    dice = [die for line in lines for die in line["dice"]]
    faces = Counter(int(die["value"]) for die in dice if die["tilt"] < 1 and not die["moving"])
    expected = sum(faces.values()) / 6
    chi = sum((faces[value] - expected) ** 2 / expected for value in range(1, 7)) if expected else 0.0
    binned = np.histogram([die["tilt"] for die in dice], TILTS)[0]
    names = [f"{low:g}–{high:g}°" for low, high in pairwise(TILTS)]
    tilts = {name: int(n) for name, n in zip(names, binned, strict=True)}
    shares = {name: n / max(1, len(lines)) for name, n in counts.items()}
    return Summary(len(lines), shares, {value: faces[value] for value in range(1, 7)}, chi, tilts)


def _split(line: Line) -> bool:
    return {die["where"] for die in line["dice"]} == {"left-half", "right-half"}


def _valid(line: Line) -> bool:
    first, second = line["dice"]
    flat = all(die["tilt"] < 1 and not die["moving"] and die["rests_on"] == ["field"] for die in line["dice"])
    return flat and first["where"] == second["where"] and first["where"].endswith("half")
