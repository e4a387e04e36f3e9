"""Renders a scene: `render(scene, rng) -> Rendered`."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import BoardGeometry
from models.synth.blocks import ToPx, draw_cube, draw_die, outline
from models.synth.board import draw_board
from models.synth.checkers import CheckerSprite, fill, make_sprite, stamp, top_circle, wall
from models.synth.hands import draw_hand
from models.synth.light import expose, illuminate, soft_shadow
from models.synth.project import field_to_photo, lift
from models.synth.rails import draw_bar_top, draw_rail_tops, draw_walls
from models.synth.scene import BoardLook, Camera, CheckerPlace, CubePlace, DiePlace, Label, Rendered, Scene
from models.synth.texture import Canvas, Rng

_Thing: TypeAlias = CheckerPlace | DiePlace | CubePlace


@lru_cache(maxsize=4)
def _board(geometry: BoardGeometry, look: BoardLook, margin_mm: float, px_per_mm: float) -> Canvas:
    return draw_board(geometry, look, margin_mm, px_per_mm)


@dataclass(frozen=True, eq=False)
class _Stage:
    scene: Scene
    to_px: ToPx
    canvas: Canvas
    owner: npt.NDArray[np.int32]
    sprites: dict[str, CheckerSprite]
    rng: Rng


def render(scene: Scene, rng: Rng) -> Rendered:
    """Draw `scene`. `rng` drives only what differs from picture to picture (sensor noise, small differences in
    shading).

    :raises ValueError: when something stands as high as the camera.
    """
    board = _board(scene.geometry, scene.look.board, scene.margin_mm, scene.px_per_mm).copy()
    to_px = ToPx(scene.margin_mm, scene.px_per_mm)
    sprites = {
        "L": make_sprite(scene.look.light, scene.light.direction),
        "D": make_sprite(scene.look.dark, scene.light.direction),
    }
    stage = _Stage(scene, to_px, board, np.zeros(board.shape[:2], np.int32), sprites, rng)
    draw_walls(board, scene.geometry, scene.look.board, scene.camera, to_px)
    _shadows(stage)
    things = _ordered(scene)
    _draw_all(stage, things)
    hand = np.zeros(board.shape[:2], np.bool_)
    for place in scene.hands:
        hand |= draw_hand(board, place, to_px)
    stage.owner[hand] = -1
    labels = tuple(_label(stage, thing, number) for number, thing in enumerate(things, 1) if not _upright(thing))
    image, photo = _develop(scene, board, rng)
    top, bottom, bar = _truth(scene)
    return Rendered(image, labels, hand, photo, top, bottom, bar)


def _draw_all(stage: _Stage, things: list[_Thing]) -> None:
    """Things on the field, the bar's top, things on it, the rails' tops."""
    scene, look = stage.scene, stage.scene.look.board
    flat = _board(scene.geometry, look, scene.margin_mm, scene.px_per_mm)
    raised = False
    for number, thing in enumerate(things, 1):
        if not raised and look.bar_height > 0 and thing.z >= look.bar_height - 0.1:
            raised = True
            _cover(
                stage, draw_bar_top(stage.canvas, flat, scene.geometry, look, camera=scene.camera, to_px=stage.to_px)
            )
        _draw(stage, thing, number)
    if not raised:
        _cover(stage, draw_bar_top(stage.canvas, flat, scene.geometry, look, camera=scene.camera, to_px=stage.to_px))
    _cover(stage, draw_rail_tops(stage.canvas, flat, scene.geometry, look, camera=scene.camera, to_px=stage.to_px))


def _cover(stage: _Stage, covered: npt.NDArray[np.bool_]) -> None:
    stage.owner[covered] = 0


def _upright(thing: _Thing) -> bool:
    return isinstance(thing, CheckerPlace) and thing.upright


def _ordered(scene: Scene) -> list[_Thing]:
    things: list[_Thing] = [*scene.checkers, *scene.dice, *([scene.cube] if scene.cube else [])]
    foot = scene.camera.foot

    def key(thing: _Thing) -> tuple[float, float]:
        return round(thing.z, 1), -float(np.hypot(thing.x - foot[0], thing.y - foot[1]))

    return sorted(things, key=key)


def _hull(stage: _Stage, thing: _Thing) -> npt.NDArray[np.float64]:
    scene = stage.scene
    if isinstance(thing, CheckerPlace):
        if thing.upright:
            half, thick = scene.geometry.checker_diameter / 2, scene.look.checker_height / 2
            ends = np.array([(-half, -thick), (half, -thick), (half, thick), (-half, thick)])
            base = ends + np.array([thing.x, thing.y])
            both = np.vstack([base, lift(base, np.full(4, 2 * half * 0.98), scene.camera)])
            return np.asarray(cv2.convexHull(both.astype(np.float32))[:, 0], np.float64)
        return wall(thing, scene.geometry.checker_diameter, scene.look.checker_height, scene.camera)
    if isinstance(thing, DiePlace):
        return outline(thing.x, thing.y, thing.z, thing.side, yaw=thing.yaw, tilt=thing.tilt, camera=scene.camera)
    return outline(thing.x, thing.y, thing.z, thing.side, yaw=thing.yaw, tilt=0.0, camera=scene.camera)


def _height(stage: _Stage, thing: _Thing) -> float:
    if isinstance(thing, CheckerPlace):
        return stage.scene.geometry.checker_diameter if thing.upright else stage.scene.look.checker_height
    return thing.side


def _cast(stage: _Stage, thing: _Thing, top: float) -> npt.NDArray[np.float64]:
    light = stage.scene.light
    reach = min(60.0, top / np.tan(light.elevation))
    seen_from_above = replace(stage.scene, camera=Camera((thing.x, thing.y), 1e6))
    base = _hull(replace(stage, scene=seen_from_above), thing)
    moved = base - np.array([np.cos(light.direction), np.sin(light.direction)]) * reach
    return np.asarray(cv2.convexHull(np.vstack([base, moved]).astype(np.float32))[:, 0], np.float64)


def _shadows(stage: _Stage) -> None:
    light, scale = stage.scene.light, stage.scene.px_per_mm
    things: list[_Thing] = [*stage.scene.checkers, *stage.scene.dice, *([stage.scene.cube] if stage.scene.cube else [])]
    hulls = [stage.to_px(_cast(stage, t, _height(stage, t) + t.z)) for t in things]
    size = (stage.canvas.shape[0], stage.canvas.shape[1])
    dark = soft_shadow(size, hulls, light.shadow_blur_mm * scale)
    stage.canvas[:] *= (1 - light.shadow * dark)[..., None]


def _contact(stage: _Stage, thing: _Thing) -> None:
    light, scale = stage.scene.light, stage.scene.px_per_mm
    cast = _cast(stage, thing, _height(stage, thing))
    hull = stage.to_px(lift(cast, np.full(len(cast), thing.z), stage.scene.camera))
    pad = 3 * light.shadow_blur_mm * scale + 2
    low = np.maximum(np.floor(hull.min(0) - pad), 0).astype(int)
    high = np.minimum(np.ceil(hull.max(0) + pad), (stage.canvas.shape[1], stage.canvas.shape[0])).astype(int)
    if np.all(high > low):
        dark = soft_shadow((int(high[1] - low[1]), int(high[0] - low[0])), [hull - low], light.shadow_blur_mm * scale)
        stage.canvas[low[1] : high[1], low[0] : high[0]] *= (1 - light.shadow * dark)[..., None]


def _draw(stage: _Stage, thing: _Thing, number: int) -> None:
    scene, scale = stage.scene, stage.scene.px_per_mm
    if thing.z > 0.5:
        _contact(stage, thing)
    hull = stage.to_px(_hull(stage, thing))
    cv2.fillPoly(stage.owner, [np.round(hull).astype(np.int32)], -number)
    if isinstance(thing, DiePlace):
        draw_die(stage.canvas, thing, scene.camera, stage.to_px, scene.light.direction)
        cv2.fillPoly(stage.owner, [np.round(hull).astype(np.int32)], number)
    elif isinstance(thing, CubePlace):
        draw_cube(stage.canvas, thing, scene.camera, stage.to_px, scene.light.direction)
        cv2.fillPoly(stage.owner, [np.round(hull).astype(np.int32)], number)
    else:
        sprite = stage.sprites[thing.shade]
        fill(stage.canvas, hull, sprite.side * stage.rng.uniform(0.55, 0.95))
        if not thing.upright:
            x, y, radius = top_circle(thing, scene.geometry.checker_diameter, scene.look.checker_height, scene.camera)
            centre = stage.to_px([(x, y)])[0]
            stamp(
                stage.canvas,
                sprite,
                (float(centre[0]), float(centre[1])),
                radius * scale,
                spin=thing.spin,
                rng=stage.rng,
            )
            cv2.circle(
                stage.owner, (round(float(centre[0])), round(float(centre[1]))), round(radius * scale), number, -1
            )


def _label(stage: _Stage, thing: _Thing, number: int) -> Label:
    scene, scale = stage.scene, stage.scene.px_per_mm
    seen = float(np.count_nonzero(stage.owner == number))
    if isinstance(thing, CheckerPlace):
        x, y, radius = top_circle(thing, scene.geometry.checker_diameter, scene.look.checker_height, scene.camera)
        cx, cy = (float(v) for v in stage.to_px([(x, y)])[0])
        r = radius * scale
        floor = scene.look.board.bar_height if thing.slot == "bar" else 0.0
        layer = 1 if thing.z - floor > 0.5 * scene.look.checker_height else 0
        return Label(
            "checker",
            (cx - r, cy - r, cx + r, cy + r),
            min(1.0, seen / (np.pi * r * r)),
            thing.shade,
            None,
            thing.slot,
            layer,
        )
    hull = stage.to_px(_hull(stage, thing))
    low, high = hull.min(0), hull.max(0)
    area = float(cv2.contourArea(hull.astype(np.float32)))
    box = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
    kind = "die" if isinstance(thing, DiePlace) else "cube"
    return Label(kind, box, min(1.0, seen / max(1.0, area)), None, thing.value)  # type: ignore[arg-type]


def _develop(scene: Scene, canvas: Canvas, rng: Rng) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8] | None]:
    camera = scene.camera
    if camera.photo_corners is None or camera.photo_size is None:
        return expose(illuminate(canvas, scene.light), scene.light, rng), None
    onto = field_to_photo(scene.geometry, camera.photo_corners, scene.margin_mm, scene.px_per_mm)
    surround = tuple(float(c) for c in scene.look.board.surround)
    shrink = cv2.INTER_AREA if camera.photo_size[0] < canvas.shape[1] else cv2.INTER_LINEAR
    seen = cv2.warpPerspective(
        canvas, onto, camera.photo_size, flags=shrink, borderMode=cv2.BORDER_CONSTANT, borderValue=surround
    )
    photo = expose(illuminate(np.asarray(seen, np.float32), scene.light), scene.light, rng)
    back = cv2.warpPerspective(
        photo,
        np.linalg.inv(onto),
        (canvas.shape[1], canvas.shape[0]),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(back, np.uint8), photo


def _truth(scene: Scene) -> tuple[tuple[str, ...], tuple[str, ...], tuple[int, int]]:
    counts: dict[str, dict[str, int]] = {}
    for place in scene.checkers:
        if place.slot:
            slot = counts.setdefault(place.slot, {"L": 0, "D": 0})
            slot[place.shade] += 1

    def text(name: str) -> str:
        slot = counts.get(name, {"L": 0, "D": 0})
        shade = max(slot, key=lambda s: slot[s])
        return f"{shade}{slot[shade]}" if slot[shade] else ""

    bar = counts.get("bar", {"L": 0, "D": 0})
    return (
        tuple(text(f"top[{i}]") for i in range(12)),
        tuple(text(f"bottom[{i}]") for i in range(12)),
        (bar["L"], bar["D"]),
    )
