"""The whole referee as one pure value: the turn and the clock together. Inputs in, drafts of events out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.clock.time_control import NS_PER_S, Clock, Kind, TimeControl
from referee.inputs import Input, Look, Press
from referee.record.events import Draft
from referee.rules.match import MatchScore, first_game
from referee.rules.side import Side
from referee.rulings import clock_after, missing_press
from referee.turn.begin import is_setting_up
from referee.turn.machine import step
from referee.turn.state import Setup, TurnState


@dataclass(frozen=True)
class Ruled:
    """A draft with what goes beside it in the log: the time, the game's number and both clocks after it."""

    draft: Draft
    t_ns: int
    game: int
    clock: dict[str, object]


@dataclass(frozen=True)
class Match:
    """The state of one match at one table. `first` is the setup of its first game.

    `clock` has the sides of the first game, as the clock on the table does: colours may swap, players keep their time.
    """

    first: Setup
    turn: TurnState
    clock: Clock

    @classmethod
    def new(cls, setup: Setup) -> "Match":
        """Before the first picture. Tavli begins with portes, whichever of its games the event names."""
        first = first_game(setup.options)
        if first.game != setup.options.game:
            setup = setup.for_game(first.game, first.colours_swap)
        return cls(setup, TurnState(score=MatchScore.new(setup.options)), Clock.start(control_of(setup)))

    @property
    def setup(self) -> Setup:
        """The setup of the present game: its rules, seats and names."""
        return self.turn.present or self.first

    def faces(self, now_ns: int) -> dict[str, Any]:
        """Both clocks by the colours of the present game, as JSON values."""
        shown: dict[str, Any] = self.clock.as_json(now_ns)
        return {**shown, "W": shown["B"], "B": shown["W"]} if self.setup.swapped else shown

    def opening(self, t_ns: int) -> tuple[Ruled, ...]:
        """What the log of a new match begins with."""
        options = self.setup.options
        body: dict[str, Any] = {
            "names": dict(zip("WB", self.setup.names, strict=True)),
            "length": self.turn.score.length,
            "options": options.as_text(),
            "rules": options.game,
            "set": sorted(options.explicit),
            "seats": dict(self.setup.seating.seats.__dict__),
        }
        return (self._ruled(Draft("match-start", body), t_ns),)

    def after(self, event: Input) -> tuple["Match", tuple[Ruled, ...]]:
        """The match after one input.

        :raises DirectorError: when a director's action makes no sense now.
        """
        match, ruled = self._time_passed(event.t_ns)
        match, seated = match._seated(event)
        ruled += seated
        setup = match.setup
        turn, drafts = step(setup, match.turn, _by_colour(event, setup))
        number = match.turn.score.game
        written = []
        for draft in drafts:
            before, by_seat = match.clock, _by_seat(draft, setup)
            clock = clock_after(before, by_seat, setup.options.audience, event.t_ns)
            match = replace(match, clock=clock.pause(event.t_ns) if turn.paused else clock)
            told = replace(draft, body={**draft.body, **missing_press(by_seat, before)})
            written.append(match._ruled(told, event.t_ns, number))
            written += match._flags_taken_back(before, event.t_ns)
            number += draft.kind == "game-end"
        return replace(match, turn=turn)._with_time_for(turn.score), (*ruled, *written)

    def _seated(self, event: Input) -> tuple["Match", tuple[Ruled, ...]]:
        """Seats that contradict the board as it is set up for a game are turned, and that is said."""
        if not (is_setting_up(self.turn) and isinstance(event, Look) and event.settled):
            return self, ()
        setup = self.setup
        seating = setup.seating.turned_to_start(event.observation, setup.options.checkers)
        if seating == setup.seating:
            return self, ()
        match = replace(self, turn=replace(self.turn, present=replace(setup, seating=seating)))
        home, said = seating.seats.white_home, setup.seating.seats.white_home
        why = f"The checkers are set up with White's home at the {home}, not at the {said}."
        body = {"seats": dict(seating.seats.__dict__), "why": why, "text": why}
        return match, (match._ruled(Draft("correction", body), event.t_ns),)

    def _time_passed(self, now_ns: int) -> tuple["Match", tuple[Ruled, ...]]:
        due, seat = self.clock.falls_at(), self.clock.running
        if due is None or seat is None or now_ns < due:
            return self, ()
        match = replace(self, clock=self.clock.fall(now_ns))
        kind = "overtime" if seat in match.clock.overtimed - self.clock.overtimed else "flag-fall"
        side = seat.other if self.setup.swapped else seat
        text = f"{side.colour}'s time has run out."
        return match, (match._ruled(Draft(kind, {"side": side.value, "t_ns": due, "text": text}), now_ns),)

    def _flags_taken_back(self, before: Clock, now_ns: int) -> list[Ruled]:
        """A press told late was made in time: the flag or overtime that was noted meanwhile did not come."""
        drafts = []
        for what in ("flagged", "overtimed"):
            for seat in getattr(before, what) - getattr(self.clock, what):
                side = seat.other if self.setup.swapped else seat
                kind = "flag-fall" if what == "flagged" else "overtime"
                why = f"{side.colour} has time: the {kind.replace('-', ' ')} noted before does not count."
                drafts.append(Draft("correction", {"what": kind, "side": side.value, "why": why, "text": why}))
        return [self._ruled(draft, now_ns) for draft in drafts]

    def _with_time_for(self, score: MatchScore) -> "Match":
        """Until the clock has run, its reserves are those of a clock brought in at this score."""
        control = control_of(self.first, score)
        if not self.clock.is_fresh or control == self.clock.control:
            return self
        return replace(self, clock=Clock.start(control))

    def _ruled(self, draft: Draft, t_ns: int, game: int | None = None) -> Ruled:
        number = self.turn.score.game if game is None else game
        return Ruled(draft, t_ns, number, self.faces(t_ns))


def _by_colour(event: Input, setup: Setup) -> Input:
    """A press of the clock's button with the colour that its player has in the present game."""
    return replace(event, side=event.side.other) if isinstance(event, Press) and setup.swapped else event


def _by_seat(draft: Draft, setup: Setup) -> Draft:
    """A draft as the clock is to follow it: with the side that the player had in the first game."""
    side = draft.body.get("side")
    return replace(draft, body={**draft.body, "side": Side(side).other.value}) if setup.swapped and side else draft


def after_all(match: Match, events: Sequence[Input]) -> tuple[Match, tuple[Ruled, ...]]:
    """The match after many inputs, and everything that was written."""
    written: tuple[Ruled, ...] = ()
    for event in events:
        match, ruled = match.after(event)
        written += ruled
    return match, written


def control_of(setup: Setup, score: MatchScore | None = None) -> TimeControl:
    """The time control of an event (tournament.md 1.6): the reserve grows with the length of the match, and is less for
    each point already scored by either when the clock is brought in.
    """
    options = setup.options
    kind = Kind(options.time_control)
    if kind is Kind.NONE:
        return TimeControl(kind)
    scored = float(score.white + score.black) if score and options.match.length else 0.0
    per_match = options.reserve_per_point * max(options.match.length, 1)
    reserve = max(0.0, options.reserve + per_match - options.reserve_less_per_scored * scored)
    overtime = (options.overtime or 0.0) if options.flag_fall == "overtime" else 0.0
    return TimeControl(kind, *(round(seconds * NS_PER_S) for seconds in (reserve, options.delay, overtime)))
