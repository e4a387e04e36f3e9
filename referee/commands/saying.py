"""Events as lines for the terminal."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.record.events import Event

Body = Mapping[str, Any]
SIDES = {"W": "White", "B": "Black"}


def say(event: Event) -> str:
    """One line; empty for what people need not read."""
    teller = _TELLERS.get(event.kind)
    words = teller(event.body) if teller else str(event.body.get("text", ""))
    return f"{event.seq:4}  {event.kind:13} {words}".rstrip() if teller or words else ""


def _side(body: Body) -> str:
    return SIDES.get(str(body.get("side")), "")


def _throw(body: Body) -> str:
    return f"{_side(body)} {body['values']} {body.get('text', '')}".strip()


def _play(body: Body) -> str:
    missing = "  (the clock was not pressed)" if body.get("ended") == "next-throw" else ""
    return f"{_side(body)} {body.get('dice') or ''}: {body['play']}{missing}"


def _illegal(body: Body) -> str:
    return f"{_side(body)} {body['dice']}: {body['text']} [{', '.join(body['reasons'])}]"


def _unsure(body: Body) -> str:
    choices = [each if isinstance(each, str) else each["text"] for each in body.get("choices", [])]
    return f"{body['text']} {' | '.join(choices[:4])}".rstrip()


def _named(body: Body, side: str) -> str:
    name, colour = body["names"][side], SIDES[side]
    return name if name == colour else f"{name} ({colour})"


def _game(body: Body) -> str:
    return f"{body['rules']}, {body['names']['W']} – {body['names']['B']}"


def _decision(body: Body) -> str:
    return f"{body['who']}: {body['what']} {body.get('play') or ''}".rstrip()


_TELLERS: dict[str, Callable[[Body], str]] = {
    "match-start": lambda body: f"{_named(body, 'W')} – {_named(body, 'B')}, {body['rules']}",
    "game-start": lambda body: f"{_game(body)}: {body['position']}  {body['text']}".rstrip(),
    "opening-throw": _throw,
    "throw": _throw,
    "rethrow": lambda body: f"{body['text']} [{body['reason']}]",
    "play": _play,
    "illegal": _illegal,
    "unsure": _unsure,
    "decision": _decision,
    "press": _side,
    "double": lambda body: f"{_side(body)} to {body['value']}",
    "take": _side,
    "drop": _side,
    "beaver": lambda body: f"{_side(body)} to {body['value']}",
    "resign": lambda body: f"{_side(body)}: {body['level']}",
    "pause": lambda body: str(body.get("why", "")),
    "resume": lambda body: str(body.get("why", "")),
    "correction": lambda body: str(body.get("why", "")),
}
