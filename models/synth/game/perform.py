"""Plays a script: from acts to where everything is at any time. The same script, kit and seed are played the same."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from models.synth.game import grip, knocks
from models.synth.game.dice_hand import DiceInHand
from models.synth.game.flight import flight_of
from models.synth.game.handwork import TOUCH_S, Handwork
from models.synth.game.kit import Kit, seat
from models.synth.game.performance import Event, Performance, Settled
from models.synth.game.rules_of import verdict_on
from models.synth.game.script import Act, Bump, Lift, Pass, Play, Press, Script, ScriptError, Throw, Wait
from models.synth.game.track import Path
from models.synth.physics.truth import DieTruth
from referee.rules.dice import Dice
from referee.rules.side import Side

AFTER_S = 0.3
"""How long a hand takes to leave the dice that it has thrown."""
_STRANGER = 2


def perform(script: Script, kit: Kit, seed: int) -> Performance:
    """Play a whole script.

    :raises ScriptError: when an act can't be played, such as a move from an empty point.
    """
    return Performer(script.game, kit, seed, script.position).play(script.acts)


class Performer(Handwork):
    """Everything as it stands at `now`; acts are played in order."""

    def __init__(self, game: str, kit: Kit, seed: int, position: str | None = None) -> None:
        super().__init__(game, kit, seed, position)
        self._hands.append(Path(*knocks.away(kit)))
        self._in_hand = [DiceInHand(kit, side, self._hands[seat(side)]) for side in Side]
        self._camera = Path((0.0, 0.0, 0.0))
        self._events: list[Event] = []
        self._settled: list[Settled] = []
        self._lying: dict[int, DieTruth] = {}
        self._throws = self._turns = 0
        self._dice: tuple[Side, Dice] | None = None
        self._before = self.start.position
        self._pressed: Side | None = None

    def play(self, acts: Iterable[Act]) -> Performance:
        """Play acts one after another."""
        for act in acts:
            self.act(act)
        return self.done()

    def act(self, act: Act) -> None:
        """Play one act."""
        begun = self.now
        _PLAYED[type(act)](self, act)
        if self.now > begun and isinstance(act, Wait):
            self._stand(begun)

    def done(self) -> Performance:
        """What has been played so far."""
        dice = tuple(path.track() for hand in self._in_hand for path in hand.paths)
        return Performance(
            self.kit, self.game, self.start, tuple(path.track() for path in self._paths), self._spins, dice,
            tuple(path.track() for path in self._hands), self._camera.track(), tuple(self._events),
            tuple(self._settled), self.now,
        )  # fmt: skip

    def _stand(self, begun: float) -> None:
        last = self._settled[-1] if self._settled else None
        if last and last.end_s == begun and last.checkers == self.checkers and last.dice == self._lying:
            self._settled[-1] = Settled(last.t_s, self.now, self.checkers, dict(self._lying))
        else:
            self._settled.append(Settled(begun, self.now, self.checkers, dict(self._lying)))

    def tell(self, kind: str, t_s: float, **body: Any) -> None:
        """Note what happened from `t_s` to now."""
        self._events.append(Event(kind, t_s, self.now, body))

    def wait(self, act: Wait) -> None:
        """Time passes."""
        self.now += act.seconds

    def throw(self, act: Throw) -> None:
        """Out of the hand, through the air, to rest."""
        side, mine = act.side, self._in_hand[seat(act.side)]
        if any(number // 2 == seat(side) for number in self._lying):
            raise ScriptError(f"{side.colour}'s dice still lie there: let {side.colour} lift them before it throws")
        begun, self._throws = self.now, self._throws + 1
        flight = flight_of(act, self.kit, self.places(), self.seed * 1000 + self._throws)
        released = mine.bring(self.now, flight, self.turned(side))
        gone = mine.let_go(released, flight, AFTER_S, self.turned(side))
        self.now = max(gone, released + float(flight.times[-1]))
        if act.how == "valid":
            self._dice, self._before = (side, Dice(*act.values)), self.checkers.position
            self._turns, self._pressed = self._turns + 1, None
        for die, truth in enumerate(flight.truths):
            self._lying[2 * seat(side) + die] = truth
        dice = [
            {"value": t.value, "tilt": t.tilt, "where": t.where, "rests_on": list(t.rests_on), "mm": list(t.centre[:2])}
            for t in flight.truths
        ]
        self.tell(
            "throw", begun, side=side.value, values=list(act.values), how=act.how, valid=act.how == "valid",
            released=round(released, 3), dice=dice,
        )  # fmt: skip

    def lift(self, act: Lift) -> None:
        """The dice are taken up and away."""
        numbers = [number for number in self._lying if number // 2 == seat(act.side)]
        if not numbers:
            raise ScriptError(f"{act.side.colour} has no dice to lift")
        begun = self.now
        self.now = self._in_hand[seat(act.side)].take(self.now, TOUCH_S, self.turned(act.side))
        for number in numbers:
            del self._lying[number]
        self.tell("lift", begun, side=act.side.value)

    def press(self, act: Press) -> None:
        """The clock stands outside the picture."""
        self.tell("press", self.now, side=act.side.value)
        self._pressed = act.side
        self._judge(act.side)

    def _judge(self, side: Side) -> None:
        """A turn has ended, or one that had was put right: what the rules say of it."""
        dice, now = self._dice, self.checkers.position
        if dice is None or dice[0] is not side:
            return
        self.tell("turn", self.now, **verdict_on(self._before, now, side, dice[1], first_turn=self._turns <= len(Side)))

    def moves(self, act: Play) -> None:
        """The side's hand comes in, moves its checkers and leaves."""
        begun, before = self.now, self.checkers.position
        told: list[dict[str, Any]] = []
        for move in act.moves:
            told += self.reach(act.side, move, act.style)
        hand, out = self._hands[seat(act.side)], grip.outside(self.kit.top.geometry, act.side)
        self.now = self._go(hand, act.side, out, {})
        self.tell(
            "play", begun, side=act.side.value, why=act.why, moves=told, before=before.text,
            position=self.checkers.position.text,
        )  # fmt: skip
        if self._pressed is act.side:
            self._judge(act.side)

    def bump(self, act: Bump) -> None:
        """A knock at the camera or at the board."""
        begun = self.now
        self.now = knocks.shake(self._camera, self.now, act, self.seed + len(self._events))
        moved = 0.0
        if act.what == "board":
            loose = [path for path, place in zip(self._paths, self.places(), strict=True) if place.slot != "off"]
            dice = [path for hand in self._in_hand for path in hand.lying]
            moved = knocks.slide([*loose, *dice], begun, act, self.seed + len(self._events))
            for number, truth in self._lying.items():
                x, y, z = self._in_hand[number // 2].paths[number % 2].last
                self._lying[number] = replace(
                    truth, centre=(round(float(x), 3), round(float(y), 3), round(float(z), 3))
                )
        self.tell("bump", begun, what=act.what, mm=act.mm, slid=round(moved, 2))

    def passing(self, act: Pass) -> None:
        """Somebody's arm over the board's edge."""
        begun = self.now
        self.now = knocks.pass_by(self._hands[_STRANGER], self.kit, self.now, act)
        self.tell("pass", begun, who=act.who)


_PLAYED: dict[type[Any], Callable[[Performer, Any], None]] = {
    Wait: Performer.wait, Throw: Performer.throw, Play: Performer.moves, Lift: Performer.lift,
    Press: Performer.press, Bump: Performer.bump, Pass: Performer.passing,
}  # fmt: skip
