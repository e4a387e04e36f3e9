"""A record judged again: its inputs through the referee must give its rulings."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from calibration.profile import Seats
from referee.inputs import Input
from referee.officiate import Match, Ruled
from referee.record.events import Event
from referee.record.store import RecordError, Store, read_events, read_inputs
from referee.rules.errors import RulesError
from referee.rules.options import Options
from referee.seating import Seating
from referee.turn.stakes import DirectorError
from referee.turn.state import Setup


@dataclass(frozen=True)
class Difference:
    """Where a ruling of the record and of the replay part; None where one has no more."""

    seq: int
    recorded: dict[str, Any] | None
    replayed: dict[str, Any] | None

    @property
    def text(self) -> str:
        """One line for people."""
        was, now = (each["kind"] if each else "nothing" for each in (self.recorded, self.replayed))
        keys = sorted(
            key for key in (self.recorded or {}) if (self.replayed or {}).get(key) != (self.recorded or {})[key]
        )
        return f"event {self.seq}: recorded {was}, replayed {now} (differs in {', '.join(keys) or 'everything'})"


@dataclass(frozen=True)
class Replayed:
    """What a replay gave, and where it differs from the record."""

    events: tuple[Event, ...]
    differences: tuple[Difference, ...]


def setup_of(start: Event) -> Setup:
    """The setup that a match-start event tells.

    :raises RecordError: when this version does not know the rules it names.
    """
    body = start.body
    try:
        options = Options.build(body["rules"], body["options"], body.get("set"))
        seats = Seats(**body["seats"])
    except (RulesError, ValueError, TypeError, KeyError) as error:
        raise RecordError(f"the record's rules can't be used by this version: {error}") from error
    return Setup(options, Seating(seats, body["rules"]), (body["names"]["W"], body["names"]["B"]))


def rerun(start: Event, inputs: Sequence[Input]) -> tuple[Match, list[Ruled]]:
    """The match after the recorded inputs, with everything that is ruled on the way."""
    match = Match.new(setup_of(start))
    ruled = list(match.opening(start.t_mono_ns))
    for event in inputs:
        try:
            match, more = match.after(event)
        except DirectorError:
            continue
        ruled += more
    return match, ruled


def resumed(store: Store, setup: Setup) -> tuple[list[Input], Match, list[Ruled]]:
    """The inputs of a record that was begun, the match after them, and everything that is ruled on the way.

    :raises RecordError: when it is a match with another setup, or can't be read.
    """
    if setup_of(store.events[0]) != setup:
        raise RecordError(
            f"{store.folder} holds a match with other rules, seats or names: "
            "go on with the same ones, or use another --record"
        )
    inputs = store.inputs()
    return inputs, *rerun(store.events[0], inputs)


def replay(folder: Path) -> Replayed:
    """Judge a record folder again.

    :raises RecordError: when it can't be read or has no beginning.
    """
    recorded = read_events(folder)
    start = next((event for event in recorded if event.kind == "match-start"), None)
    if start is None:
        raise RecordError(f"{folder} has no match in it yet")
    _, ruled = rerun(start, read_inputs(folder))
    walls = [event.t_wall for event in recorded]
    events = [
        as_event(i, each, walls[i - 1] if i <= len(walls) else start.t_wall) for i, each in enumerate(ruled, start=1)
    ]
    return Replayed(tuple(events), tuple(differences(recorded, events)))


def as_event(seq: int, ruled: Ruled, t_wall: str) -> Event:
    """A ruling as an event of the log."""
    body = json.loads(json.dumps(dict(ruled.draft.body)))
    return Event(seq, ruled.t_ns, t_wall, ruled.game, ruled.draft.kind, ruled.clock, ruled.draft.by, body)


def differences(recorded: Sequence[Event], replayed: Sequence[Event]) -> list[Difference]:
    """Where two logs differ, wall time apart."""
    found = []
    for seq, (one, other) in enumerate(zip_longest(recorded, replayed), start=1):
        was, now = (_compared(event) for event in (one, other))
        if was != now:
            found.append(Difference(seq, was, now))
    return found


def _compared(event: Event | None) -> dict[str, Any] | None:
    return None if event is None else {key: value for key, value in event.as_json().items() if key != "t_wall"}
