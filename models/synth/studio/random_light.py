"""Random light: made-up rooms or real panoramas, with lamps from soft and dim to a hard hot spot. How bright all is
together is left to the camera's exposure.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from models.synth.physics.tabletop import Tabletop
from models.synth.studio.setting import Lamp, Lighting, Point3, Tone
from models.synth.texture import Rng

LUX = 10_000.0
_TONES: tuple[Tone, ...] = ("pbr_neutral", "filmic", "aces")


def random_lighting(top: Tabletop, rng: Rng, panoramas: Sequence[Path] = ()) -> Lighting:
    """Light from all round, from one of `panoramas` where there are any, and up to three lamps over the table."""
    path = panoramas[int(rng.integers(len(panoramas)))] if panoramas and rng.random() < 0.85 else None
    count = int(rng.choice([0, 1, 1, 2, 3]))
    return Lighting(
        environment=path,
        seed=int(rng.integers(1 << 30)),
        turn=round(float(rng.uniform(0, 2 * np.pi)), 4),
        lux=LUX,
        lamps=tuple(_lamp(top, rng) for _ in range(count)),
        exposure=round(float(np.clip(rng.normal(0, 0.45), -1.6, 1.1)), 3),
        tone=_TONES[int(rng.choice(3, p=[0.5, 0.3, 0.2]))],
    )


def _lamp(top: Tabletop, rng: Rng) -> Lamp:
    x, y = top.outer.centre
    aside, around = abs(float(rng.normal(0, 500))), float(rng.uniform(0, 2 * np.pi))
    place = (x + aside * np.cos(around), y + aside * np.sin(around), float(rng.uniform(450, 1600)))
    aim = (x + float(rng.normal(0, 120)), y + float(rng.normal(0, 120)), 0.0)
    away = float(np.linalg.norm(np.subtract(place, aim))) / 1000
    strength = float(np.exp(rng.normal(-0.1, 0.8))) * LUX * away**2
    warmth = float(rng.choice([0.0, rng.uniform(0, 0.45), rng.uniform(-0.12, 0)]))
    bulb = float(rng.choice([rng.uniform(3, 12), rng.uniform(25, 80), rng.uniform(60, 220)]))
    colour = (1.0, round(1 - 0.35 * max(warmth, 0.0), 3), round(1 - max(warmth, 0.0), 3))
    return Lamp(_rounded(place), _rounded(aim), round(strength, 1), colour, round(bulb, 2))


def _rounded(place: Point3) -> Point3:
    x, y, z = (round(float(v), 2) for v in place)
    return x, y, z
