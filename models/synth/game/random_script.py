"""Scripts of random games: legal plays of random throws, and in a share of the turns something that goes wrong."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from models.synth.game.rules_of import moves_for, options_of
from models.synth.game.script import (
    Act,
    Bump,
    Lift,
    Move,
    Pass,
    Play,
    Press,
    Script,
    ScriptError,
    Style,
    Throw,
    Wait,
    Way,
)
from models.synth.game.standing import spot_of, standing_as
from models.synth.texture import Rng
from referee.rules.board import POINTS
from referee.rules.dice import Dice
from referee.rules.plays import Play as LegalPlay
from referee.rules.plays import legal_plays
from referee.rules.position import Position
from referee.rules.side import Side
from referee.rules.verdict import judge_play

START_S, READ_S, THINK_S, DONE_S, SHORT_S = 2.0, 1.8, 1.8, 1.6, 1.0
_THROW_S, _LIFT_S, _REACH_S, _MOVE_S = 1.2, 1.2, 0.9, 1.0
"""About how long acts take, s."""
_BAD_THROWS: tuple[Way, ...] = ("cocked", "cocked", "wrong-half", "on-checker", "split", "off-board")
_SLIDES = 0.3
_TRIES = 60


def random_script(game: str, seed: int, seconds: float, mischief: float = 0.3) -> Script:
    """A game of about so many seconds; in a share `mischief` of the turns something goes wrong."""
    teller = _Teller(game, np.random.default_rng([seed, 1]), mischief)
    teller.tell(Wait(START_S))
    while teller.about_s < seconds and teller.turn():
        pass
    return Script(game, tuple(teller.acts))


Trouble: TypeAlias = Callable[["_Teller", LegalPlay, Sequence[LegalPlay]], bool]


class _Teller:
    def __init__(self, game: str, rng: Rng, mischief: float) -> None:
        self.rng, self.mischief = rng, mischief
        self.options, self.position, self.side = options_of(game), Position.start(game), Side.W
        self.dice = Dice(1, 1)
        self.acts: list[Act] = []
        self.turns = 0
        self.about_s = 0.0

    def tell(self, *acts: Act) -> None:
        for act in acts:
            self.acts.append(act)
            self.about_s += _about(act)

    def turn(self) -> bool:
        """One turn; False when the game is over."""
        trouble = _TROUBLES[int(self.rng.integers(len(_TROUBLES)))] if self.rng.random() < self.mischief else None
        if trouble is None and self.rng.random() < self.mischief / 2:
            self.tell(Throw(self.side, self._values(), _BAD_THROWS[int(self.rng.integers(len(_BAD_THROWS)))]))
            self.tell(Wait(READ_S), Lift(self.side), Wait(SHORT_S))
        values = self._values()
        self.dice = Dice(*values)
        self.tell(Throw(self.side, values), Wait(READ_S))
        plays = legal_plays(self.position, self.side, self.dice, self.options, self.first_turn).plays
        chosen = plays[int(self.rng.integers(len(plays)))]
        if not (trouble and chosen.steps and trouble(self, chosen, plays)):
            self.play(chosen)
            self.tell(Wait(THINK_S), Press(self.side), Wait(SHORT_S))
        self.tell(Lift(self.side), Wait(SHORT_S))
        self.position, self.side, self.turns = chosen.position, self.side.other, self.turns + 1
        return chosen.position.count(self.side.other, "off") < chosen.position.checkers

    @property
    def first_turn(self) -> bool:
        """Is it the side's first?"""
        return self.turns < len(Side)

    def play(self, play: LegalPlay, why: str = "play") -> None:
        """The hand makes a play."""
        if play.steps:
            self.hand(moves_for(play), why)

    def hand(self, moves: tuple[Move, ...], why: str) -> None:
        """The hand moves."""
        style: Style = "slide" if self.rng.random() < _SLIDES else "air"
        self.tell(Play(self.side, moves, style, why))

    def wrong(self) -> tuple[Move, ...] | None:
        """A move that breaks the rules and meets nobody, None where none is found."""
        checkers = standing_as(self.position)
        for _ in range(_TRIES):
            start = int(self.rng.integers(2, 25))
            end = start - int(self.rng.integers(1, 7))
            if end not in POINTS:
                continue
            try:
                number = checkers.taken(self.side, start)
                met = checkers.met(self.side, end)
            except ScriptError:
                continue
            if met is None and not self._is_legal(
                checkers.moved(number, spot_of(self.position.game, self.side, end)).position
            ):
                return (Move(start, end),)
        return None

    def _is_legal(self, after: Position) -> bool:
        return judge_play(self.position, after, self.side, self.dice, self.options, first_turn=self.first_turn).legal

    def _values(self) -> tuple[int, int]:
        """Any throw; equal numbers would not decide who begins."""
        first, second = (int(value) for value in self.rng.integers(1, 7, 2))
        return (first, second) if self.turns or first != second else self._values()


def _wrong_then_right(teller: _Teller, play: LegalPlay, _: Sequence[LegalPlay]) -> bool:
    """A wrong move that the player puts right before the press."""
    wrong = teller.wrong()
    if wrong is None:
        return False
    teller.hand(wrong, "wrong")
    teller.tell(Wait(THINK_S))
    teller.hand(_back(wrong), "right")
    teller.play(play)
    teller.tell(Wait(THINK_S), Press(teller.side), Wait(SHORT_S))
    return True


def _wrong_till_told(teller: _Teller, play: LegalPlay, _: Sequence[LegalPlay]) -> bool:
    """A wrong move that is pressed, and put right when the referee says so."""
    wrong = teller.wrong()
    if wrong is None:
        return False
    teller.hand(wrong, "wrong")
    teller.tell(Wait(THINK_S), Press(teller.side), Wait(READ_S + THINK_S))
    teller.hand((*_back(wrong), *moves_for(play)), "right")
    teller.tell(Wait(THINK_S + SHORT_S))
    return True


def _half(teller: _Teller, play: LegalPlay, _: Sequence[LegalPlay]) -> bool:
    """A part of a play, a pause, then the rest."""
    moves = moves_for(play)
    if len(moves) < 2:
        return False
    teller.hand(moves[:1], "half")
    teller.tell(Wait(THINK_S))
    teller.hand(moves[1:], "rest")
    teller.tell(Wait(THINK_S), Press(teller.side), Wait(SHORT_S))
    return True


def _taken_back(teller: _Teller, play: LegalPlay, plays: Sequence[LegalPlay]) -> bool:
    """A legal play that is taken back for another."""
    first = plays[int(teller.rng.integers(len(plays)))]
    pins = first.position.pinned != teller.position.pinned
    if first == play or pins or any(step.hit for step in first.steps):
        return False
    moves = moves_for(first)
    teller.hand(moves, "play")
    teller.tell(Wait(THINK_S))
    teller.hand(_back(moves), "take-back")
    teller.tell(Wait(SHORT_S))
    teller.play(play)
    teller.tell(Wait(THINK_S), Press(teller.side), Wait(SHORT_S))
    return True


def _disturbed(teller: _Teller, play: LegalPlay, _: Sequence[LegalPlay]) -> bool:
    """A knock at camera or board, or somebody who passes, once the play has been made."""
    acts: tuple[Act, ...] = (Bump("camera"), Bump("board"), Pass("arm"), Pass("body"))
    teller.play(play)
    teller.tell(Wait(SHORT_S), acts[int(teller.rng.integers(len(acts)))])
    teller.tell(Wait(THINK_S), Press(teller.side), Wait(SHORT_S))
    return True


_TROUBLES: tuple[Trouble, ...] = (_wrong_then_right, _wrong_till_told, _half, _taken_back, _disturbed)


def _back(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    return tuple(Move(move.end, move.start, move.count) for move in reversed(moves))


def _about(act: Act) -> float:
    match act:
        case Wait(seconds=seconds):
            return seconds
        case Play(moves=moves):
            return _REACH_S + _MOVE_S * sum(move.count for move in moves)
        case Throw():
            return _THROW_S
        case Lift():
            return _LIFT_S
        case _:
            return 0.0 if isinstance(act, Press) else 1.0
