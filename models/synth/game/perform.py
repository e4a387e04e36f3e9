"""Plays a script: from acts to where everything is at any time. The same script, kit and seed are played the same."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from models.synth.game import grip, knocks
from models.synth.game.dice_hand import DiceInHand
from models.synth.game.flight import flight_of
from models.synth.game.kit import Kit, seat
from models.synth.game.layout import place_in, places_of
from models.synth.game.performance import Event, Performance, Settled, checker_at
from models.synth.game.rules_of import verdict_on
from models.synth.game.script import Act, Bump, Lift, Move, Pass, Play, Press, Script, ScriptError, Throw, Wait
from models.synth.game.standing import Spot, spot_of, standing_as
from models.synth.game.track import Path
from models.synth.physics.truth import DieTruth
from models.synth.scene import CheckerPlace
from models.synth.studio.shapes import Floats
from referee.rules.board import BAR, OFF
from referee.rules.dice import Dice
from referee.rules.game import Contact
from referee.rules.games import find_game
from referee.rules.position import Position
from referee.rules.side import Side

TOUCH_S, AFTER_S = 0.12, 0.3
"""How long a hand stops to take or put down a checker, and how long it takes to leave the dice it has thrown."""
_GRIP = 0.8
"""Where fingers hold a checker, in its height."""
_STRANGER = 2


def perform(script: Script, kit: Kit, seed: int) -> Performance:
    """Play a whole script.

    :raises ScriptError: when an act can't be played, such as a move from an empty point.
    """
    return Performer(script.game, kit, seed, script.position).play(script.acts)


class Performer:
    """Everything as it stands at `now`; acts are played in order."""

    def __init__(self, game: str, kit: Kit, seed: int, position: str | None = None) -> None:
        begins = Position.parse(position, game) if position else Position.start(game)
        self.game, self.kit, self.seed = game, kit, seed
        self.now = 0.0
        self.start = self.checkers = standing_as(begins)
        places = places_of(self.checkers, kit, seed)
        self._spins = tuple(places[number].spin for number in range(len(places)))
        self._paths = [Path((places[n].x, places[n].y, places[n].z)) for n in range(len(places))]
        size = kit.top.geometry
        out = [grip.outside(size, side) for side in Side]
        self._hands = [
            Path(grip.point(place), self._turn(side)(float(place[0]))) for side, place in zip(Side, out, strict=True)
        ]
        self._hands.append(Path(*knocks.away(kit)))
        self._in_hand = [DiceInHand(kit, side, self._hands[seat(side)]) for side in Side]
        self._camera = Path((0.0, 0.0, 0.0))
        self._events: list[Event] = []
        self._settled: list[Settled] = []
        self._lying: dict[int, DieTruth] = {}
        self._throws = self._turns = 0
        self._dice: tuple[Side, Dice] | None = None
        self._before = begins
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

    def places(self) -> tuple[CheckerPlace, ...]:
        """Where the checkers are now."""
        slots = {number: spot[0] for spot, pile in self.checkers.piles.items() for number in pile}
        return tuple(
            checker_at(path.last, self.start.sides[number], self._spins[number], slots[number])
            for number, path in enumerate(self._paths)
        )

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
        released = mine.bring(self.now, flight, self._turn(side))
        gone = mine.let_go(released, flight, AFTER_S, self._turn(side))
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
        self.now = self._in_hand[seat(act.side)].take(self.now, TOUCH_S, self._turn(act.side))
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
            told += self._move(act.side, move, act.style)
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

    def _move(self, side: Side, move: Move, style: str) -> list[dict[str, Any]]:
        """One reach: several checkers may be carried together; who is hit goes to the bar first."""
        begun, told = self.now, []
        met = self.checkers.met(side, move.end)
        hit = met if met is not None and find_game(self.game).contact is Contact.HIT else None
        if hit is not None:
            self._carry(side, [hit], ("bar", side.other.value), "air")
        numbers: list[int] = []
        checkers = self.checkers
        for _ in range(move.count):
            numbers.append(checkers.taken(side, move.start))
            checkers = checkers.moved(numbers[-1], ("hand", ""))
        taken = self.now
        self._carry(side, numbers, spot_of(self.game, side, move.end), style)
        for number in reversed(numbers):
            told.append({
                "checker": number, "from": _name(move.start), "to": _name(move.end), "t": round(taken, 3),
                "end": round(self.now, 3),
            })  # fmt: skip
        if hit is not None:
            told[0] |= {"hit": hit, "t": round(begun, 3)}
        elif met is not None:
            told[0] |= {"pinned": met}
        return told

    def _carry(self, side: Side, numbers: Sequence[int], end: Spot, style: str) -> None:
        """Take checkers up one by one, the last lowest in the hand, and put them down, the lowest first."""
        hand, high = self._hands[seat(side)], self.kit.top.checker_height
        held: list[int] = []
        for number in numbers:
            hold = self._paths[number].last + np.array((0.0, 0.0, _GRIP * high))
            self.now = self._go(hand, side, hold, self._held(held), lowest=not held)
            held.insert(0, number)
            self._rest(hand, held)
        for number in list(held):
            self.checkers = self.checkers.moved(number, end)
            place = place_in(self.checkers, end, len(self.checkers.piles[end]) - 1, kit=self.kit, seed=self.seed)
            goal = np.array((place.x, place.y, place.z + _GRIP * high))
            self.now = self._go(hand, side, goal, self._held(held), sliding=style == "slide" and len(held) == 1)
            self._rest(hand, held)
            held.remove(number)

    def _held(self, numbers: Sequence[int]) -> dict[Path, tuple[float, float, float]]:
        high = self.kit.top.checker_height
        return {self._paths[number]: (0.0, 0.0, (level - _GRIP) * high) for level, number in enumerate(numbers)}

    def _rest(self, hand: Path, held: Sequence[int]) -> None:
        self.now += TOUCH_S
        for path in (hand, *(self._paths[number] for number in held)):
            path.stay(self.now)

    def _go(
        self, hand: Path, side: Side, goal: Floats, held: dict[Path, tuple[float, float, float]],
        *, sliding: bool = False, lowest: bool = True,
    ) -> float:  # fmt: skip
        """The hand goes somewhere with what it holds; sliding only where no checker is in the way."""
        start = hand.last
        if not held:
            way = (
                grip.straight(start, goal)
                if _is_out(start, self.kit) or _is_out(goal, self.kit)
                else grip.over(start, goal)
            )
            return grip.travel(hand, self.now, grip.reach_s(start, goal), way, turned=self._turn(side))
        free = sliding and self._is_free(start, goal, held)
        way = grip.straight(start, goal) if free else grip.over(start, goal)
        seconds = grip.carry_s(start, goal)
        return grip.travel(hand, self.now, seconds, way, turned=self._turn(side), carried=held)

    def _is_free(self, start: Floats, goal: Floats, held: dict[Path, tuple[float, float, float]]) -> bool:
        """Can a checker slide straight on without meeting another, the bar or a step between levels?"""
        top = self.kit.top
        left, right = top.geometry.bar_x
        if abs(start[2] - goal[2]) > 0.5 or (start[0] < left) != (goal[0] < right):
            return False
        along = goal[:2] - start[:2]
        for path in self._paths:
            if path in held or abs(path.last[2] + _GRIP * top.checker_height - start[2]) > top.checker_height:
                continue
            share = np.clip((path.last[:2] - start[:2]) @ along / max(float(along @ along), 1e-9), 0, 1)
            near = float(np.linalg.norm(start[:2] + share * along - path.last[:2]))
            if 0.02 < share < 0.98 and near < top.geometry.checker_diameter:
                return False
        return True

    def _turn(self, side: Side) -> Callable[[float], Floats]:
        hand, size = self.kit.hands[seat(side)], self.kit.top.geometry
        return lambda x: grip.hand_turn(hand, side, size, x)


def _is_out(place: Floats, kit: Kit) -> bool:
    return not -grip.OUTSIDE_MM / 2 < place[1] < kit.top.geometry.field_height + grip.OUTSIDE_MM / 2


def _name(place: int) -> int | str:
    return "bar" if place == BAR else "off" if place == OFF else place


_PLAYED: dict[type[Any], Callable[[Performer, Any], None]] = {
    Wait: Performer.wait, Throw: Performer.throw, Play: Performer.moves, Lift: Performer.lift,
    Press: Performer.press, Bump: Performer.bump, Pass: Performer.passing,
}  # fmt: skip
