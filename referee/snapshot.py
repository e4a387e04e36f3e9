"""The present state of a table as JSON values (`GET /api/table`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.officiate import Match
from referee.record.events import Event
from referee.rules.games import find_game
from referee.rules.score import resign_levels
from referee.rules.side import Side
from referee.rulings import ruling_of
from referee.turn.state import Phase, TurnState
from referee.wording import remedy

MOST_LAST = 12


@dataclass(frozen=True)
class Devices:
    """Camera `ok`, `lost`, `none` or `ended` (a recording is over); clock `ok`, `lost`, `simulated` or `none`.

    `clock_detail` is how the clock's link stands (`referee.timekeeping.Timekeeper.detail`).
    """

    camera: str = "none"
    clock_link: str = "none"
    clock_detail: dict[str, Any] | None = None


def snapshot(match: Match, events: Sequence[Event], devices: Devices, now_ns: int) -> dict[str, Any]:
    """What the page shows; clocks as they stand at `now_ns`."""
    turn, options, names = match.turn, match.setup.options, match.setup.names
    return {
        "seq": events[-1].seq if events else 0,
        "game": options.game,
        "title": find_game(options.game).title,
        "match": str(options.match),
        "contact": find_game(options.game).contact.value,
        "game_number": turn.score.game,
        **_board(match),
        "seats": dict(match.setup.seating.seats.__dict__),
        "dice": _dice(turn),
        "cube": _cube(match),
        "resign": _resign(match),
        "score": {"W": turn.score.white, "B": turn.score.black, "length": turn.score.length},
        "crawford": turn.score.is_crawford_game,
        "names": {"W": names[0], "B": names[1]},
        "turn": turn.side.value if turn.side else None,
        "clocks": _clocks(match, devices, now_ns),
        "time_control": options.time_control,
        "phase": turn.phase.value,
        "flag": _flag(match, events),
        "last": _last(events),
        "camera": devices.camera,
        "clock_link": devices.clock_link,
        "clock_detail": devices.clock_detail,
        "paused": turn.paused,
        "audience": options.audience,
        "pip_counts": options.pip_counts,
        "note": _note(turn),
        "doubt": len(turn.standing) > 1 or (turn.phase is Phase.TO_MOVE and turn.dice is None),
    }


def _note(turn: TurnState) -> str:
    """What players have to know beside the dice."""
    if not (turn.early and turn.side):
        return turn.throw.doubt if turn.phase is Phase.TO_MOVE else ""
    return f"{turn.side.other.colour} has thrown already: dice that still lie there after the turn are the throw."


def _board(match: Match) -> dict[str, Any]:
    position = match.turn.position
    if position is None:
        return {"position": None, "slots": None, "pips": None}
    pips = {side.value: position.pips(side) for side in Side}
    return {"position": position.text, "slots": match.setup.seating.picture(position), "pips": pips}


def _dice(turn: TurnState) -> dict[str, Any]:
    dice, throw = turn.dice, turn.throw
    if turn.phase is Phase.TO_MOVE and dice:
        return {"values": [dice.high, dice.low], "status": "valid", "reason": None}
    if turn.phase is Phase.TO_MOVE:
        return {"values": [], "status": "unsure", "reason": throw.why}
    if throw.status == "rethrow":
        return {"values": [], "status": "rethrow", "reason": throw.reason, "text": throw.why}
    if turn.flag and (judged := turn.flag.hypotheses) and len({each.dice for each in judged}) == 1:
        return {"values": [judged[0].dice.high, judged[0].dice.low], "status": "valid", "reason": None}
    return {"values": [], "status": "none", "reason": None}


def _clocks(match: Match, devices: Devices, now_ns: int) -> dict[str, Any]:
    """The clocks; they stand when a recording is over, since its time does."""
    clocks = match.faces(now_ns)
    if devices.camera != "ended":
        return clocks
    return {**clocks, "state": "paused", **{side: {**clocks[side], "running": False} for side in ("W", "B")}}


def _cube(match: Match) -> dict[str, Any] | None:
    turn = match.turn
    if not match.setup.options.cube:
        return None
    offer = turn.offer
    owner = turn.cube.owner
    return {
        "value": turn.cube.value,
        "owner": owner.value if owner else None,
        "offered_by": turn.offered_by.value if turn.offered_by else None,
        "offered_value": offer.cube.value if offer else None,
        "offered": offer.kind if offer else None,
        "beaver": match.setup.options.beaver and offer is not None and offer.kind != "beaver",
    }


def _resign(match: Match) -> dict[str, Any] | None:
    """By what each side may give the present game up, cheapest first."""
    turn, options = match.turn, match.setup.options
    if turn.position is None or turn.phase in (Phase.WAITING, Phase.OVER):
        return None
    return {side.value: list(resign_levels(side, turn.position, turn.cube, options)) for side in Side}


def _flag(match: Match, events: Sequence[Event]) -> dict[str, Any] | None:
    """What waits for people, with the number of the event that tells it; a doubt that holds nothing up is no flag."""
    turn = match.turn
    if turn.flag is None:
        return None
    last = next((event for event in reversed(events) if ruling_of(event.kind).held), None)
    judged = turn.flag.judged
    return {
        "seq": last.seq if last else None,
        "kind": judged.kind,
        "text": judged.words,
        "remedy": remedy(judged, match.setup.options.illegal_play) if judged.kind == "illegal" else None,
        "reasons": list(judged.reasons),
        "choices": list(last.body.get("choices", [])) if last else [],
        "demanded": turn.flag.demanded,
        "side": judged.hypothesis.side.value if judged.hypothesis else None,
        "seen": judged.position.text if judged.position else None,
    }


def _last(events: Sequence[Event]) -> list[dict[str, Any]]:
    """The latest turns, newest first."""
    turns = []
    for event in reversed(events):
        if event.kind in ("play", "illegal") and event.body.get("side"):
            turns.append(
                {
                    "seq": event.seq,
                    "side": event.body["side"],
                    "dice": event.body.get("dice"),
                    "text": event.body.get("play") or event.body.get("text", ""),
                    "legal": event.kind == "play",
                }
            )
        if len(turns) == MOST_LAST:
            break
    return turns
