"""Throws that end as asked for are real flights: continuous, at rest where the truth says, with the values wanted."""

from itertools import pairwise

import numpy as np
import pytest

from models.synth.game.flight import Flight, flight_of
from models.synth.game.kit import kit_of
from models.synth.game.layout import places_of
from models.synth.game.script import WAYS, ScriptError, Throw, Way
from models.synth.game.standing import standing_as
from models.synth.physics.truth import DieTruth, upper_face
from referee.rules.position import Position
from referee.rules.side import Side

KIT = kit_of(0)
STANDING = standing_as(Position.start("backgammon"))
PLACES = tuple(places_of(STANDING, KIT, 1)[number] for number in range(30))


def flown(how: Way, side: Side = Side.B, values: tuple[int, int] = (6, 2), seed: int = 3) -> Flight:
    return flight_of(Throw(side, values, how), KIT, PLACES, seed)


def is_as_asked(how: Way, dice: tuple[DieTruth, DieTruth], half: str, other: str) -> bool:
    where = sorted(die.where for die in dice)
    flat = all(die.tilt < 1 and die.rests_on == ("field",) for die in dice)
    match how:
        case "valid":
            return flat and where == [half, half]
        case "wrong-half":
            return flat and where == [other, other]
        case "split":
            return flat and where == ["left-half", "right-half"]
        case "cocked":
            return any(die.tilt > 10 and "checker" in die.rests_on for die in dice)
        case "on-checker":
            return any(die.tilt < 1 and die.rests_on == ("checker",) for die in dice)
        case "off-board":
            return "off-board" in where


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("how", WAYS)
def test_a_throw_ends_as_asked_for(how: Way, side: Side) -> None:
    flight = flown(how, side)
    half, other = ("right-half", "left-half") if side is Side.W else ("left-half", "right-half")
    assert is_as_asked(how, flight.truths, half, other)
    assert [die.value for die in flight.truths] == [6, 2]
    assert not any(die.moving for die in flight.truths)


@pytest.mark.parametrize("value", range(1, 7))
def test_the_face_that_lies_up_is_the_one_asked_for(value: int) -> None:
    flight = flown("valid", values=(value, 7 - value))
    for die, turns in zip(flight.truths, flight.turns, strict=True):
        assert upper_face(turns[-1].T)[0] == upper_face(np.array(die.axes))[0] == die.value


def test_dice_fly_without_leaps_and_come_to_lie_where_the_truth_says() -> None:
    flight = flown("valid")
    for die, places, turns in zip(flight.truths, flight.places, flight.turns, strict=True):
        assert np.linalg.norm(np.diff(places, axis=0), axis=1).max() < 80
        assert np.allclose(places[-1], die.centre, atol=0.01)
        for before, after in pairwise(turns):
            assert np.allclose(after @ after.T, np.eye(3), atol=1e-4)
            assert np.linalg.det(after) > 0.99
            assert np.arccos(np.clip((np.trace(before.T @ after) - 1) / 2, -1, 1)) < np.pi / 2
        assert places[0][2] > 30
        assert np.linalg.norm(places[-1] - places[-2]) < 0.2


def test_the_same_seed_flies_the_same() -> None:
    first, again, other = flown("valid"), flown("valid"), flown("valid", seed=4)
    assert first.truths == again.truths
    assert np.array_equal(first.places, again.places)
    assert first.truths != other.truths


def test_what_never_happens_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ScriptError, match="no checker lies in White's right half"):
        flight_of(Throw(Side.W, (1, 1), "cocked"), KIT, (), 1)
    monkeypatch.setattr("models.synth.game.flight._MOST", 0)
    with pytest.raises(ScriptError, match="none of 0 throws of White ended split"):
        flight_of(Throw(Side.W, (1, 1), "split"), KIT, PLACES, 1)
