"""Random scenes and a folder of rendered stills with labels."""

import json
from dataclasses import asdict, replace
from pathlib import Path

import cv2
import numpy as np

from calibration.board import BoardGeometry
from models.synth.light import random_light
from models.synth.look import any_colour, distance, luminance, named, random_look
from models.synth.positions import place_bar, place_slot, place_tray, random_habit, random_slots
from models.synth.project import pinhole_corners
from models.synth.render import render
from models.synth.scene import Bgr, Camera, CheckerPlace, CubePlace, DiePlace, HandPlace, Look, Rendered, Scene
from models.synth.texture import Rng

MARGIN = 0.06
"""Room around the field in a still, as a share of the field's width."""


def random_geometry(rng: Rng) -> BoardGeometry:
    """Boards as they are built: width 470 mm, height and bar relative to it."""
    aspect = float(np.clip(rng.normal(1.17, 0.13), 0.92, 1.6)) if rng.random() < 0.8 else float(rng.uniform(0.92, 1.6))
    bar = float(
        rng.choice(
            [0.0, rng.uniform(0.01, 0.05), rng.uniform(0.05, 0.11), rng.uniform(0.08, 0.17)], p=[0.1, 0.25, 0.4, 0.25]
        )
    )
    width = 470.0
    pitch = width * (1 - bar) / 12
    most = min(1.03 * pitch, 0.48 * width / aspect / 4.6)
    share = float(
        rng.choice([rng.uniform(0.7, 0.85), rng.uniform(0.85, 0.98), rng.uniform(0.92, 1.02)], p=[0.2, 0.4, 0.4])
    )
    return BoardGeometry(width, width / aspect, bar * width, min(share * pitch, most))


def random_camera(geometry: BoardGeometry, rng: Rng) -> Camera:
    """Above or oblique, to about 50° from the vertical, as an overhead webcam or a phone held by a player."""
    w, h = geometry.field_width, geometry.field_height
    away = float(rng.uniform(700, 2600))
    tilt = float(
        np.radians(rng.choice([rng.uniform(0, 8), rng.uniform(5, 25), rng.uniform(20, 50)], p=[0.4, 0.3, 0.3]))
    )
    turn = float(rng.choice([0, np.pi / 2, np.pi, -np.pi / 2], p=[0.15, 0.5, 0.15, 0.2])) + float(rng.normal(0, 0.25))
    foot = (w / 2 + away * np.sin(tilt) * np.cos(turn), h / 2 + away * np.sin(tilt) * np.sin(turn))
    height = away * float(np.cos(tilt))
    size = float(rng.choice([rng.uniform(280, 420), rng.uniform(400, 700), rng.uniform(600, 800)], p=[0.25, 0.5, 0.25]))
    corners, photo = pinhole_corners(
        geometry, (float(foot[0]), float(foot[1])), height, size, float(rng.normal(0, 0.05)), border=1.14
    )
    return Camera((float(foot[0]), float(foot[1])), height, corners, photo)


def _checkers(look: Look, geometry: BoardGeometry, rng: Rng) -> list[CheckerPlace]:
    total = int(rng.choice([15, 15, 15, 12, 10]))
    habit, height = random_habit(rng), look.checker_height
    slots = random_slots(rng, total) if rng.random() < 0.97 else {}
    places: list[CheckerPlace] = []
    for name, (shade, count) in slots.items():
        places += place_slot(name, shade, count, geometry, height, habit, rng)
    if rng.random() < 0.2:
        counts = {"L": int(rng.integers(0, 4)), "D": int(rng.integers(0, 3))}
        places += place_bar(counts, geometry, height, rng, look.board.bar_height)  # type: ignore[arg-type]
    for side in (0, 1):
        if look.board.trays[side] and rng.random() < 0.6:
            shade = "L" if rng.random() < 0.5 else "D"
            places += place_tray(
                side, int(rng.integers(1, 13)), shade, geometry, rail=look.board.rail_mm, height=height, rng=rng
            )
    return _apart(places, geometry.checker_diameter)


def _apart(places: list[CheckerPlace], diameter: float) -> list[CheckerPlace]:
    """Without the lying checkers that would stand inside one of another point at the same height."""
    kept: list[CheckerPlace] = []
    for place in places:
        clash = any(
            other.slot != place.slot
            and abs(other.z - place.z) < 1
            and np.hypot(other.x - place.x, other.y - place.y) < 0.9 * diameter
            for other in kept
        )
        if not clash:
            kept.append(place)
    return kept


def die_colours(rng: Rng, look: Look) -> tuple[Bgr, Bgr]:
    draw = rng.random()
    body = (
        named(rng, "white", "ivory", "red", "black", "blue", "green")
        if draw < 0.7
        else any_colour(rng)
        if draw < 0.85
        else (look.light if rng.random() < 0.5 else look.dark).face
    )
    while True:
        pips = (
            named(rng, "white", "black", "white", "black", "red", "yellow") if rng.random() < 0.9 else any_colour(rng)
        )
        if distance(pips, body) > 120 or abs(luminance(pips) - luminance(body)) > 70:
            return body, pips


def _dice(look: Look, geometry: BoardGeometry, checkers: list[CheckerPlace], rng: Rng) -> list[DiePlace]:
    dice: list[DiePlace] = []
    side = float(rng.uniform(9, 17))
    w, h = geometry.field_width, geometry.field_height
    for _pair in range(int(rng.choice([0, 1, 2], p=[0.25, 0.6, 0.15]))):
        body, pips = die_colours(rng, look)
        x, y = rng.uniform(0.05, 0.95) * w, rng.choice([rng.uniform(0.35, 0.65), rng.uniform(0.02, 0.98)]) * h
        for _ in range(int(rng.choice([1, 2, 2, 2]))):
            at = (
                float(np.clip(x + rng.normal(0, 40), -20, w + 20)),
                float(np.clip(y + rng.normal(0, 30), -20, h + 20)),
            )
            below = [
                c for c in checkers if np.hypot(c.x - at[0], c.y - at[1]) < geometry.checker_diameter / 2 + side * 0.7
            ]
            if any(np.hypot(d.x - at[0], d.y - at[1]) < side * 1.6 for d in dice) or (below and rng.random() < 0.85):
                continue
            floor = look.board.bar_height if _over_bar(geometry, at[0]) else 0.0
            z = max((c.z + look.checker_height for c in below), default=floor)
            tilt = float(rng.uniform(0.1, 0.8)) if rng.random() < 0.1 else 0.0
            dice.append(
                DiePlace(
                    at[0],
                    at[1],
                    int(rng.integers(1, 7)),
                    z,
                    float(rng.uniform(0, 6.28)),
                    tilt,
                    side,
                    body,
                    pips,
                    float(rng.uniform(0, 0.35)),
                )
            )
    return dice


def _over_bar(geometry: BoardGeometry, x: float) -> bool:
    return geometry.bar_x[0] < x < geometry.bar_x[1]


def _cube(look: Look, geometry: BoardGeometry, rng: Rng) -> CubePlace | None:
    if rng.random() < 0.6:
        return None
    w, h = geometry.field_width, geometry.field_height
    x = float(rng.choice([w / 2, w / 2, -25, w + 25, rng.uniform(0, w)]))
    y = float(rng.choice([h / 2, rng.uniform(-20, h + 20), 20, h - 20]))
    body, ink = named(rng, "white", "ivory", "black", "red", "brown"), named(rng, "black", "red", "white", "blue")
    value = None if rng.random() < 0.1 else int(rng.choice([2, 4, 8, 16, 32, 64, 64]))
    return CubePlace(
        x,
        y,
        value,
        look.board.bar_height if _over_bar(geometry, x) else 0.0,
        float(rng.choice([0, 1.57, 3.14, rng.uniform(0, 6.28)]) + rng.normal(0, 0.05)),
        float(rng.uniform(16, 34)),
        body,
        ink,
    )


def _hands(geometry: BoardGeometry, rng: Rng) -> tuple[HandPlace, ...]:
    if rng.random() < 0.88:
        return ()
    hands = []
    w, h = geometry.field_width, geometry.field_height
    for _ in range(1 if rng.random() < 0.8 else 2):
        tip = (float(rng.uniform(-0.05, 1.05) * w), float(rng.uniform(-0.05, 1.05) * h))
        angle = float(rng.uniform(0, 2 * np.pi))
        elbow = (tip[0] + 700 * float(np.cos(angle)), tip[1] + 700 * float(np.sin(angle)))
        tone = float(rng.uniform(0.3, 1.05))
        skin = (150 * tone * float(rng.uniform(0.85, 1.1)), 175 * tone, 225 * tone)
        hands.append(
            HandPlace(tip, elbow, skin, any_colour(rng) if rng.random() < 0.7 else None, int(rng.integers(1 << 30)))
        )
    return tuple(hands)


def random_scene(rng: Rng, width_px: int = 448) -> Scene:
    """A scene from the whole range of boards, sets, positions, cameras and light; rendered `width_px` wide."""
    geometry, look = random_geometry(rng), random_look(rng)
    if geometry.bar_width < 1:
        look = replace(look, board=replace(look.board, hinge=bool(rng.random() < 0.5), bar_height=0.0))
    checkers = _checkers(look, geometry, rng)
    margin = MARGIN * geometry.field_width
    dice = tuple(_dice(look, geometry, checkers, rng))
    return Scene(
        geometry,
        look,
        random_camera(geometry, rng),
        random_light(rng),
        tuple(checkers),
        dice,
        _cube(look, geometry, rng),
        _hands(geometry, rng),
        margin,
        width_px / (geometry.field_width + 2 * margin),
    )


def label_record(scene: Scene, picture: Rendered, name: str) -> dict[str, object]:
    """The labels of one still as plain JSON values; boxes in px of the still."""
    return {
        "file": name,
        "geometry": asdict(scene.geometry),
        "margin_mm": scene.margin_mm,
        "px_per_mm": scene.px_per_mm,
        "top": picture.top,
        "bottom": picture.bottom,
        "bar": {"L": picture.bar[0], "D": picture.bar[1]},
        "labels": [
            {
                "kind": v.kind,
                "xyxy": [round(c, 2) for c in v.xyxy],
                "visible": round(v.visible, 3),
                "shade": v.shade,
                "slot": v.slot,
                "layer": v.layer,
            }
            for v in picture.labels
        ],
    }


def write_flat(out: Path, count: int, seed: int, start: int = 0, width_px: int = 448) -> int:
    """Render stills number `start` … `start + count − 1` of `seed` into `out`, skipping those that are there;
    returns how many.

    Writes `NNNNNN.jpg`, its labels `NNNNNN.json` and, where there is a hand, its mask `NNNNNN.hand.png`. The same
    number of the
    same seed is always the same picture, so that several runs can share the work and a broken run goes on.
    """
    out.mkdir(parents=True, exist_ok=True)
    made = 0
    for number in range(start, start + count):
        label = out / f"{number:06d}.json"
        if label.exists():
            continue
        rng = np.random.default_rng([seed, number])
        scene = random_scene(rng, width_px)
        picture = render(scene, rng)
        cv2.imwrite(str(out / f"{number:06d}.jpg"), picture.image, [cv2.IMWRITE_JPEG_QUALITY, 94])
        if picture.hand.any():
            cv2.imwrite(str(out / f"{number:06d}.hand.png"), picture.hand.astype(np.uint8) * 255)
        label.write_text(json.dumps(label_record(scene, picture, f"{number:06d}.jpg")), encoding="utf-8")
        made += 1
    return made
