"""A reading as JSON: the form of the truth files, with confidences (`interfaces.md`, command `read`)."""

from collections.abc import Mapping
from typing import Any

from calibration.view import View
from vision.observation import CountReading, CubeReading, DieReading, Observation, Shade, SlotReading
from vision.still import StillReading

Json = dict[str, Any]


def reading_json(reading: StillReading | Observation, view: View) -> Json:
    """One picture's reading; an unread point or count is None."""
    rows = {row: [reading.slots[f"{row}[{i}]"] for i in range(12)] for row in ("top", "bottom")}
    return {
        "corners": [[round(x, 1), round(y, 1)] for x, y in view.corners],
        **{row: [slot_text(slot) for slot in slots] for row, slots in rows.items()},
        "bar": {shade: count.count for shade, count in reading.bar.items()},
        "off": off_json(reading.off),
        "dice": [die_json(die) for die in reading.dice],
        "cube": cube_json(reading.cube),
        "confidence": {
            **{row: [round(slot.confidence, 4) for slot in slots] for row, slots in rows.items()},
            "bar": {shade: round(count.confidence, 4) for shade, count in reading.bar.items()},
        },
    }


def slot_text(slot: SlotReading) -> str | None:
    """`"L3"`, `""` for empty, None where it was not read."""
    return None if slot.best is None else slot.best.text


def off_json(off: Mapping[Shade, CountReading]) -> Json | None:
    """Borne-off checkers seen in trays, None where no tray was seen."""
    counts: Json = {shade: count.count for shade, count in off.items()}
    return counts if any(count is not None for count in counts.values()) else None


def die_json(die: DieReading) -> Json:
    """One die; `where` as in a truth file, None values where not sure."""
    return {
        "xy": [round(v, 1) for v in die.xy],
        "value": die.value,
        "where": die.place,
        "on_checker": die.on_checker,
        "flat": die.flat,
        "confidence": round(die.confidence, 4),
    }


def cube_json(cube: CubeReading | None) -> Json | None:
    """The cube, None where none was seen."""
    if cube is None:
        return None
    return {"xy": [round(v, 1) for v in cube.xy], "value": cube.value, "confidence": round(cube.confidence, 4)}
