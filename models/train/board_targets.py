"""Rendered stills to training samples: letterbox, jitter, mirror, targets. Plain numpy."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from models.train.board_spec import COUNTS, HEIGHT, STRIDE, WIDTH

FloatArray = npt.NDArray[np.float32]
_KINDS = ("checker", "die", "cube")
_VISIBLE, _IGNORED = 0.22, 0.08
_HIDDEN = "?"
MARGIN = 0.06
"""Room around the field in the reader's input, share of the field's width; stills may show more."""


@dataclass(frozen=True, eq=False)
class Sample:
    """One picture with targets; the maps are at stride 4, see `board_spec.MAPS`.

    `heat` 3×H×W, `care` 3×H×W (0 where a thing is too hidden to ask for), `centres` K×8: kind, cell y, cell x, dx,
    dy, log w, log h, and
    shade + 2·layer; `dense` 4×H×W (hand, cos, sin, bar), `inside` H×W where a phase is defined; `columns` 12 and
    `frame` 3 as in `board_net.strip_grids`; `counts` and `shades` 24, −1 where not asked.
    """

    image: npt.NDArray[np.uint8]
    heat: FloatArray
    care: FloatArray
    centres: FloatArray
    dense: FloatArray
    inside: FloatArray
    columns: FloatArray
    frame: FloatArray
    counts: npt.NDArray[np.int64]
    shades: npt.NDArray[np.int64]


def _jitter(record: dict[str, Any], rng: np.random.Generator | None) -> tuple[Any, Any]:
    """Homography still → input, and the field's corners there as the reader believes them.

    Half of the time the aspect is well off: pictures get squeezed.
    """
    g, scale = record["geometry"], record["px_per_mm"]
    margin = MARGIN * g["field_width"]
    aspect = (
        float(np.exp(rng.normal(0, 0.03) if rng.random() < 0.5 else rng.uniform(-0.3, 0.3))) if rng is not None else 1.0
    )
    inner = (g["field_width"] + 2 * margin, g["field_height"] * aspect + 2 * margin)
    zoom = min(WIDTH / inner[0], HEIGHT / inner[1])
    offset = np.array([(WIDTH - inner[0] * zoom) / 2, (HEIGHT - inner[1] * zoom) / 2])
    mm = np.array(
        [(0, 0), (g["field_width"], 0), (g["field_width"], g["field_height"]), (0, g["field_height"])], np.float64
    )
    source = (mm + record["margin_mm"]) * scale
    believed = (mm * (1, aspect) + margin) * zoom + offset
    moved = believed.copy()
    if rng is not None:
        moved += rng.normal(0, float(rng.choice([0.5, 1.5, 3.0, 5.0])), (4, 2))
        if rng.random() < 0.5:
            moved[:, 0], believed_x = WIDTH - moved[:, 0], WIDTH - believed[:, 0]
            believed[:, 0] = believed_x
        if rng.random() < 0.5:
            moved[:, 1], believed_y = HEIGHT - moved[:, 1], HEIGHT - believed[:, 1]
            believed[:, 1] = believed_y
    onto = cv2.getPerspectiveTransform(source.astype(np.float32), moved.astype(np.float32))
    return onto, believed


_GRAIN = np.random.default_rng(5).standard_normal((2 * HEIGHT, 2 * WIDTH)).astype(np.float32)


def _photometric(image: npt.NDArray[np.uint8], rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Gamma, gain and white balance by table; now and then less or more colour, blur, grain."""
    ramp = np.power(np.arange(256) / 255, np.exp(rng.normal(0, 0.3)) if rng.random() < 0.5 else 1.0)[:, None]
    table = ramp * rng.uniform(0.75, 1.25) * np.exp(rng.normal(0, 0.06, 3)) * 255
    out = np.asarray(cv2.LUT(image, np.clip(table, 0, 255).astype(np.uint8)[None]), np.uint8)
    if rng.random() < 0.25:
        grey = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        keep = float(rng.uniform(0.1, 1.5))
        out = np.asarray(cv2.addWeighted(out, keep, grey, 1 - keep, 0), np.uint8)
    if rng.random() < 0.2:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.4, 1.3))), np.uint8)
    if rng.random() < 0.3:
        y, x = (int(rng.integers(0, n)) for n in out.shape[:2])
        grain = _GRAIN[y : y + out.shape[0], x : x + out.shape[1]] * float(rng.uniform(0, 8))
        out = np.asarray(cv2.add(out, cv2.merge([grain] * 3), dtype=cv2.CV_8U), np.uint8)
    return out


def load_sample(path: Path, rng: np.random.Generator | None) -> Sample:
    """The still whose label file is `path`; without `rng` nothing is jittered or mirrored."""
    record = json.loads(path.read_text(encoding="utf-8"))
    bgr = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
    onto, believed = _jitter(record, rng)
    fill = tuple(rng.uniform(0, 255, 3)) if rng is not None and rng.random() < 0.2 else (114, 114, 114)
    warped = cv2.warpPerspective(bgr, onto, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderValue=fill)
    image = _photometric(np.asarray(warped, np.uint8), rng) if rng is not None else warped
    heat, care, centres = _things(record["labels"], onto)
    hand_path = path.with_name(path.stem + ".hand.png")
    hand = None
    if hand_path.exists():
        mask = np.asarray(cv2.imread(str(hand_path), cv2.IMREAD_GRAYSCALE), np.uint8)
        hand = cv2.warpPerspective(mask, onto, (WIDTH, HEIGHT)).astype(np.float32) / np.float32(255)
    dense, inside = _dense(record, onto, hand)
    columns, frame = _grid(record, believed, rng)
    counts, shades = _slots(record, columns, frame, hand, believed)
    return Sample(
        np.ascontiguousarray(image[..., ::-1].transpose(2, 0, 1)),
        heat,
        care,
        centres,
        dense,
        inside,
        columns,
        frame,
        counts,
        shades,
    )


def _things(labels: list[dict[str, Any]], onto: Any) -> tuple[FloatArray, FloatArray, FloatArray]:
    rows, columns = HEIGHT // STRIDE, WIDTH // STRIDE
    heat, care = np.zeros((3, rows, columns), np.float32), np.ones((3, rows, columns), np.float32)
    found: list[tuple[float, ...]] = []
    for label in labels:
        x0, y0, x1, y1 = label["xyxy"]
        corners = np.array([[(x0, y0), (x1, y0), (x1, y1), (x0, y1)]], np.float32)
        seen = cv2.perspectiveTransform(corners, onto)[0]
        low, high = seen.min(0), seen.max(0)
        (cx, cy), (w, h) = (low + high) / 2 / STRIDE, high - low
        column, row = int(cx), int(cy)
        outside = not (0 <= column < columns and 0 <= row < rows)
        if outside or label["visible"] < _IGNORED or label["kind"] not in _KINDS:
            continue
        kind = _KINDS.index(label["kind"])
        sigma = max(0.8, 0.11 * float(min(w, h)) / STRIDE)
        reach = int(3 * sigma) + 1
        ys, xs = np.mgrid[
            max(0, row - reach) : min(rows, row + reach + 1), max(0, column - reach) : min(columns, column + reach + 1)
        ]
        blob = np.exp(-((xs - column) ** 2 + (ys - row) ** 2) / (2 * sigma**2)).astype(np.float32)
        if label["visible"] < _VISIBLE:
            part = care[kind, ys[0, 0] : ys[-1, 0] + 1, xs[0, 0] : xs[0, -1] + 1]
            part[blob > 0.3] = 0
            continue
        part = heat[kind, ys[0, 0] : ys[-1, 0] + 1, xs[0, 0] : xs[0, -1] + 1]
        np.maximum(part, blob, out=part)
        tags = (1 if label["shade"] == "L" else 0) + 2 * (1 if label["layer"] else 0)
        place = (row, column, cx - column - 0.5, cy - row - 0.5)
        found.append((kind, *place, np.log(max(2.0, w) / 32), np.log(max(2.0, h) / 32), tags))
    care[heat > 0.3] = 1
    return heat, care, np.array(found, np.float32).reshape(-1, 8)


def _dense(record: dict[str, Any], onto: Any, hand: FloatArray | None) -> tuple[FloatArray, FloatArray]:
    rows, columns = HEIGHT // STRIDE, WIDTH // STRIDE
    g, margin, scale = record["geometry"], record["margin_mm"], record["px_per_mm"]
    ys, xs = np.mgrid[0:rows, 0:columns].astype(np.float32)
    places = np.stack([(xs + 0.5) * STRIDE, (ys + 0.5) * STRIDE], -1).reshape(1, -1, 2)
    mm = cv2.perspectiveTransform(places, np.linalg.inv(onto)).reshape(rows, columns, 2) / scale - margin
    x, y = mm[..., 0], mm[..., 1]
    pitch = (g["field_width"] - g["bar_width"]) / 12
    field = (x > 0) & (x < g["field_width"]) & (y > 0) & (y < g["field_height"])
    bar = field & (np.abs(x - g["field_width"] / 2) < g["bar_width"] / 2)
    phase = 2 * np.pi * (np.where(x > g["field_width"] / 2, x - g["bar_width"], x) / pitch - 0.5)
    covered = (
        np.zeros((rows, columns), np.float32)
        if hand is None
        else cv2.resize(hand, (columns, rows), interpolation=cv2.INTER_AREA)
    )
    dense = np.stack([covered, np.cos(phase), np.sin(phase), bar.astype(np.float32)]).astype(np.float32)
    return dense, (field & ~bar).astype(np.float32)


def _grid(record: dict[str, Any], believed: Any, rng: np.random.Generator | None) -> tuple[FloatArray, FloatArray]:
    g = record["geometry"]
    left, right = sorted((float(believed[0, 0]), float(believed[1, 0])))
    top, bottom = sorted((float(believed[0, 1]), float(believed[3, 1])))
    share = g["bar_width"] / g["field_width"]
    if rng is not None:
        share = float(np.clip(share + rng.normal(0, 0.008), 0, 0.2))
    pitch = (right - left) * (1 - share) / 12
    columns = left + (np.arange(12) + 0.5) * pitch + np.where(np.arange(12) >= 6, share * (right - left), 0)
    return columns.astype(np.float32), np.array([pitch, top, bottom], np.float32)


def _slots(
    record: dict[str, Any], columns: FloatArray, frame: FloatArray, hand: FloatArray | None, believed: Any
) -> tuple[Any, Any]:
    hidden = record.get("hidden", ())
    rows = [
        [_HIDDEN if f"{row}[{i}]" in hidden else text for i, text in enumerate(record[row])]
        for row in ("top", "bottom")
    ]
    if believed[0, 0] > believed[1, 0]:
        rows = [row[::-1] for row in rows]
    if believed[0, 1] > believed[3, 1]:
        rows = rows[::-1]
    texts = rows[0] + rows[1]
    counts = np.array([min(COUNTS - 1, int(t[1:])) if t not in ("", _HIDDEN) else 0 for t in texts], np.int64)
    counts[[t == _HIDDEN for t in texts]] = -1
    shades = np.array([(1 if t[0] == "L" else 0) if t not in ("", _HIDDEN) else -1 for t in texts], np.int64)
    if hand is not None:
        pitch, top, bottom = frame
        middle = int((top + bottom) / 2)
        for slot in range(24):
            x = columns[slot % 12]
            rows_of = slice(max(0, int(top)), middle) if slot < 12 else slice(middle, int(bottom))
            if hand[rows_of, max(0, int(x - pitch / 2)) : int(x + pitch / 2)].mean() > 0.08:
                counts[slot] = shades[slot] = -1
    return counts, shades
