"""Inputs ⇄ one JSON line each, as `observations.jsonl` holds them."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from referee.inputs import Button, Device, Directed, Ended, Input, Look, Press, Tick
from referee.rules.side import Side
from vision.observation import (
    SLOTS,
    CountReading,
    CubeReading,
    DieReading,
    Observation,
    SlotReading,
    Stack,
)

_NAMES: dict[type[Input], str] = {
    Look: "observation",
    Press: "press",
    Button: "button",
    Directed: "director",
    Device: "device",
    Tick: "tick",
    Ended: "ended",
}


def write_input(event: Input) -> str:
    """One line, without the line feed. Probabilities and places are rounded; `read_input` gives the rounded input."""
    body: dict[str, Any] = {"input": _NAMES[type(event)], "t_ns": event.t_ns}
    match event:
        case Look(observation=observation):
            body |= _observation(observation)
        case Press(side=side, count=count, at_ns=at_ns):
            body |= {"side": side.value, "count": count} | ({} if at_ns is None else {"at_ns": at_ns})
        case Button(button=button):
            body |= {"button": button}
        case Directed(action=action, body=given):
            body |= {"action": action, "body": dict(given)}
        case Device(change=change, why=why):
            body |= {"change": change, "why": why}
        case _:
            pass
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def read_input(line: str) -> Input:
    """The input of a line. Raises ValueError for anything else."""
    try:
        body = json.loads(line)
        return _READERS[body["input"]](body)
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise ValueError(f"not an input: {line[:80]!r} ({error})") from error


def same_view(one: Observation, other: Observation) -> bool:
    """Do two observations say the same, number and time apart?"""
    return {**_observation(one), "number": 0} == {**_observation(other), "number": 0}


def _observation(seen: Observation) -> dict[str, Any]:
    slots = {name: [[stack.text, round(p, 4)] for stack, p in seen.slots[name].alternatives] for name in SLOTS}
    body: dict[str, Any] = {
        "number": seen.number,
        "slots": slots if any(slots.values()) else {},
        "bar": {shade: [count.count, round(count.confidence, 4)] for shade, count in seen.bar.items()},
        "off": {shade: [count.count, round(count.confidence, 4)] for shade, count in seen.off.items()},
        "dice": [_die(die) for die in seen.dice],
        "hand": seen.hand,
        "still": seen.still,
        "frames": seen.frames,
    }
    if seen.cube:
        body["cube"] = [_rounded(seen.cube.xy), seen.cube.value, round(seen.cube.confidence, 4)]
    if seen.notes:
        body["notes"] = list(seen.notes)
    return body


def _die(die: DieReading) -> dict[str, Any]:
    return {
        "xy": _rounded(die.xy),
        "mm": _rounded(die.mm) if die.mm else None,
        "value": die.value,
        "confidence": round(die.confidence, 4),
        "place": die.place,
        "flat": die.flat,
        "on_checker": die.on_checker,
        "touching": die.touching,
        "size_px": round(die.size_px, 2),
        **({"likely": die.likely} if die.likely else {}),
        **({"tilted": round(die.tilted, 4)} if die.tilted is not None else {}),
    }


def _rounded(pair: tuple[float, float]) -> list[float]:
    return [round(float(value), 2) for value in pair]


def _read_look(body: Mapping[str, Any]) -> Look:
    cube = body.get("cube")
    observation = Observation(
        number=int(body["number"]),
        t_mono_ns=int(body["t_ns"]),
        slots={name: _read_slot(body["slots"].get(name, [])) for name in SLOTS},
        bar={shade: CountReading(*count) for shade, count in body["bar"].items()},
        off={shade: CountReading(*count) for shade, count in body["off"].items()},
        dice=tuple(_read_die(die) for die in body["dice"]),
        cube=CubeReading((cube[0][0], cube[0][1]), cube[1], cube[2]) if cube else None,
        hand=bool(body["hand"]),
        still=bool(body["still"]),
        frames=int(body["frames"]),
        notes=tuple(body.get("notes", ())),
    )
    return Look(observation.t_mono_ns, observation)


def _read_slot(alternatives: list[Any]) -> SlotReading:
    return SlotReading(tuple((_read_stack(text), float(p)) for text, p in alternatives))


def _read_stack(text: str) -> Stack:
    if not text:
        return Stack(None, 0)
    if text[0] == "L":
        return Stack("L", int(text[1:]))
    return Stack("D", int(text.removeprefix("D")))


def _read_die(body: Mapping[str, Any]) -> DieReading:
    mm = body["mm"]
    given = {**body, "xy": (body["xy"][0], body["xy"][1]), "mm": (mm[0], mm[1]) if mm else None}
    return DieReading(**given)


def _read_press(body: Mapping[str, Any]) -> Press:
    at_ns = body.get("at_ns")
    return Press(int(body["t_ns"]), Side(body["side"]), int(body["count"]), None if at_ns is None else int(at_ns))


_READERS: dict[str, Callable[[Mapping[str, Any]], Input]] = {
    "observation": _read_look,
    "press": _read_press,
    "button": lambda body: Button(int(body["t_ns"]), str(body["button"])),
    "director": lambda body: Directed(int(body["t_ns"]), str(body["action"]), dict(body["body"])),
    "device": lambda body: Device(int(body["t_ns"]), body["change"], str(body["why"])),
    "tick": lambda body: Tick(int(body["t_ns"])),
    "ended": lambda body: Ended(int(body["t_ns"])),
}
