"""A still's labels as plain JSON values."""

import json
from dataclasses import asdict
from typing import Any

import numpy as np

from models.synth.studio.labels import Label
from models.synth.studio.setting import Setting
from models.synth.studio.shot import Shot
from models.synth.studio.standing import Standing
from models.synth.studio.yolo import class_of


def record_of(setting: Setting, standing: Standing, shot: Shot) -> dict[str, Any]:
    """The truth in the form of a reading, and beside it each thing's label, the board's sizes and the camera."""
    view, top = setting.view, setting.top
    return {
        **shot.truth,
        "game": standing.game,
        "position": standing.text,
        "things": [_thing(label, setting) for label in shot.labels],
        "geometry": asdict(top.geometry),
        "heights": {"rail": top.rail_height, "bar": top.bar_height, "checker": top.checker_height, "table": -top.floor},
        "view": {
            "place": view.place, "aim": view.aim, "roll": view.roll, "focal_px": view.focal_px, "size": view.size,
            "k1": view.k1, "k2": view.k2,
        },
    }  # fmt: skip


def _thing(label: Label, setting: Setting) -> dict[str, Any]:
    thing: dict[str, Any] = {
        "number": label.number,
        "kind": label.kind,
        "class": class_of(label, setting.top),
        "box": label.box,
        "centre": [round(value, 2) for value in label.centre],
        "area": label.area,
        "visible": round(label.visible, 4),
    }
    if label.kind == "checker":
        place = setting.top.checkers[label.index]
        thing |= {
            "shade": place.shade, "slot": place.slot, "upright": place.upright,
            "mm": [round(value, 2) for value in (place.x, place.y, place.z)],
            "tilt": round(float(np.degrees(place.tilt)), 2),
        }  # fmt: skip
    if label.kind == "die":
        thing |= {"die": label.index, "mm": [round(value, 2) for value in setting.dice[label.index].centre]}
    return thing


def text_of(record: dict[str, Any]) -> str:
    """The record as a file: a line a key, so that it can be read and compared."""
    body = ",\n".join(f"{json.dumps(key)}: {_value(value)}" for key, value in record.items())
    return "{\n" + body + "\n}\n"


def _value(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n " + ",\n ".join(json.dumps(each, separators=(", ", ":")) for each in value) + "\n]"
    return json.dumps(value)
