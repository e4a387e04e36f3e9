"""Studio stills to what the board reader learns from: the field rectified, labels in the form of flat stills.

A still is rectified by its field's four corners alone, as the reader does, so the lens's bend and the lean of whatever
stands up stay in the picture. `NNNNNN.json` has a flat still's keys (`models.synth.flat`) and `hidden`; its `labels`
have two kinds more, `cup` and `hand`.
"""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from models.synth.studio.lens import seen_at
from models.synth.studio.setting import Viewpoint

MARGIN = 0.12
"""Room around the field in the rectified still, share of the field's width."""
WIDTH = 544
"""Width of the rectified still, px: enough for detectors of up to 512 px."""
_LEANING, _FACES = 5.0, 40
_BLOCKS = {"die": "die", "cube": "cube", "hand": "hand", "cup": "cup"}
_LEAST_PX = 12
Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]


def flatten(still: dict[str, Any], picture: Image, numbers: npt.NDArray[np.uint16]) -> tuple[dict[str, Any], Image]:
    """The rectified picture (H×544×3 BGR) of a studio still (record, picture, mask of numbers), with its labels."""
    g = still["geometry"]
    margin = MARGIN * g["field_width"]
    scale = WIDTH / (g["field_width"] + 2 * margin)
    onto = _onto(still, margin, scale)
    size = (WIDTH, round((g["field_height"] + 2 * margin) * scale))
    flat = _shrunk(picture, onto, size)
    mask = np.asarray(cv2.warpPerspective(numbers, onto, size, flags=cv2.INTER_NEAREST), np.uint16)
    record = {
        "file": still["file"], "geometry": g, "margin_mm": margin, "px_per_mm": scale,
        **{key: still[key] for key in ("top", "bottom", "bar", "hidden")},
        "labels": [label for thing in still["things"] if (label := _label(thing, still, onto, mask))],
    }  # fmt: skip
    return record, flat


def hand_mask(still: dict[str, Any], record: dict[str, Any], numbers: npt.NDArray[np.uint16]) -> Image:
    """255 where a hand is seen in the rectified still, else 0."""
    g, margin, scale = still["geometry"], record["margin_mm"], record["px_per_mm"]
    hands = np.isin(numbers, [thing["number"] for thing in still["things"] if thing["kind"] == "hand"])
    size = (WIDTH, round((g["field_height"] + 2 * margin) * scale))
    seen = cv2.warpPerspective(hands.astype(np.uint8) * 255, _onto(still, margin, scale), size, flags=cv2.INTER_LINEAR)
    return np.asarray(seen, np.uint8)


def _onto(still: dict[str, Any], margin: float, scale: float) -> Floats:
    """Homography px of the still → px of the rectified one."""
    g = still["geometry"]
    field = np.array([(0, 0), (g["field_width"], 0), (g["field_width"], g["field_height"]), (0, g["field_height"])])
    target = ((field + margin) * scale).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(np.array(still["corners"], np.float32), target), np.float64)


def _shrunk(picture: Image, onto: Floats, size: tuple[int, int]) -> Image:
    """Rectified at up to four times the size and shrunk: without jagged edges from large pictures."""
    corners = np.array([[(0, 0), (size[0], 0), (size[0], size[1]), (0, size[1])]], np.float64)
    source = cv2.perspectiveTransform(corners, np.linalg.inv(onto))[0]
    longest = max(float(np.linalg.norm(source[1] - source[0])), float(np.linalg.norm(source[2] - source[3])))
    factor = int(np.clip(np.ceil(longest / size[0]), 1, 4))
    large = cv2.warpPerspective(picture, np.diag([factor, factor, 1.0]) @ onto, (size[0] * factor, size[1] * factor))
    return np.asarray(large if factor == 1 else cv2.resize(large, size, interpolation=cv2.INTER_AREA), np.uint8)


def _label(
    thing: dict[str, Any], still: dict[str, Any], onto: Floats, mask: npt.NDArray[np.uint16]
) -> dict[str, Any] | None:
    """A thing's label, px of the rectified still; None for what is not learnt or lies outside."""
    blank: dict[str, Any] = {"shade": None, "slot": None, "layer": 0}
    if thing["kind"] == "checker":
        place = {"shade": thing["shade"], "slot": thing["slot"], "layer": _layer(thing, still)}
        if thing["upright"]:
            box = _mask_box(mask, thing["number"])
            return {"kind": "checker", "xyxy": box, "visible": thing["visible"], **place} if box else None
        face = cv2.perspectiveTransform(_upper_face(thing, still)[None], onto)[0]
        box = _rounded(*face.min(0), *face.max(0))
        return {"kind": "checker", "xyxy": box, "visible": _seen_share(face, mask, thing["number"]), **place}
    kind = _BLOCKS.get(thing["class"])
    box = _mask_box(mask, thing["number"]) if kind else None
    return {"kind": kind, "xyxy": box, "visible": thing["visible"], **blank} if box else None


def _layer(thing: dict[str, Any], still: dict[str, Any]) -> int:
    """How many checkers lie under it; leaning ones stand on none."""
    floor = still["heights"]["bar"] if thing["slot"] == "bar" else 0.0
    up = (thing["mm"][2] - floor) / still["heights"]["checker"]
    return 0 if thing["tilt"] > _LEANING or thing["slot"] == "off" else max(0, round(up))


def _upper_face(thing: dict[str, Any], still: dict[str, Any]) -> Floats:
    """The rim of its upper face in the still, N×2 px; a leaning one's is drawn level, about its true middle."""
    v = still["view"]
    view = Viewpoint(v["place"], v["aim"], v["focal_px"], tuple(v["size"]), v["roll"], v["k1"], v["k2"])
    x, y, z = thing["mm"]
    turn = np.linspace(0, 2 * np.pi, _FACES, endpoint=False)
    radius, height = still["geometry"]["checker_diameter"] / 2, z + still["heights"]["checker"]
    rim = np.stack([x + radius * np.cos(turn), y + radius * np.sin(turn), np.full(_FACES, height)], 1)
    seen = seen_at(view, np.vstack([rim, (x, y, height)]))
    return np.asarray(seen[:-1] + np.array(thing["centre"]) - seen[-1])


def _seen_share(face: Floats, mask: npt.NDArray[np.uint16], number: int) -> float:
    """Share of the face (a polygon in px of the mask) that shows the thing's number."""
    low = np.maximum(np.floor(face.min(0)).astype(int), 0)
    high = np.minimum(np.ceil(face.max(0)).astype(int) + 1, (mask.shape[1], mask.shape[0]))
    if np.any(high <= low):
        return 0.0
    inside = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillConvexPoly(inside, np.rint(face - low).astype(np.int32), (1,))
    whole = max(1.0, float(cv2.contourArea(face.astype(np.float32))))
    seen = int(((mask[low[1] : high[1], low[0] : high[0]] == number) & (inside > 0)).sum())
    return round(min(1.0, seen / whole), 3)


def _mask_box(mask: npt.NDArray[np.uint16], number: int) -> list[float] | None:
    rows, columns = np.nonzero(mask == number)
    if len(rows) < _LEAST_PX:
        return None
    return _rounded(columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)


def _rounded(*values: float) -> list[float]:
    return [round(float(v), 2) for v in values]


def write_flattened(stills: Path, out: Path) -> int:
    """Rectify every still in the folder `stills` into `out`, skipping those that are there; returns how many were
    made."""
    out.mkdir(parents=True, exist_ok=True)
    made = 0
    for path in sorted(stills.glob("[0-9]*.json")):
        if (out / path.name).exists() or not path.with_suffix(".mask.png").exists():
            continue
        still = json.loads(path.read_text(encoding="utf-8"))
        picture = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
        numbers = np.asarray(cv2.imread(str(path.with_suffix(".mask.png")), cv2.IMREAD_UNCHANGED), np.uint16)
        record, flat = flatten(still, picture, numbers)
        cv2.imwrite(str(out / path.with_suffix(".jpg").name), flat, [cv2.IMWRITE_JPEG_QUALITY, 94])
        hand = hand_mask(still, record, numbers)
        if hand.any():
            cv2.imwrite(str(out / f"{path.stem}.hand.png"), hand)
        (out / path.name).write_text(json.dumps(record), encoding="utf-8")
        made += 1
    return made
