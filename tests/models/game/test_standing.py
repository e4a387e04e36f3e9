"""Checkers by number and the rules' positions are the same thing, whatever is played."""

import numpy as np
import pytest

from models.synth.game.kit import kit_of
from models.synth.game.layout import places_of
from models.synth.game.rules_of import moves_for, options_of
from models.synth.game.script import Move, ScriptError
from models.synth.game.standing import Checkers, spot_of, standing_as
from referee.rules.dice import Dice
from referee.rules.game import Contact
from referee.rules.game_ids import GAME_IDS
from referee.rules.games import find_game
from referee.rules.plays import legal_plays
from referee.rules.position import Position
from referee.rules.side import Side

TURNS = 90


def made(checkers: Checkers, side: Side, move: Move) -> Checkers:
    """The checkers after one reach, as a hand would make it."""
    met = checkers.met(side, move.end)
    if met is not None and find_game(checkers.game).contact is Contact.HIT:
        checkers = checkers.moved(met, ("bar", side.other.value))
    for _ in range(move.count):
        checkers = checkers.moved(checkers.taken(side, move.start), spot_of(checkers.game, side, move.end))
    return checkers


@pytest.mark.parametrize("game", GAME_IDS)
def test_hands_reach_every_legal_play_of_whole_games(game: str) -> None:
    """rules.md P1: with pinned checkers, hits, entries and bearing off, as far as the games go."""
    rng, options = np.random.default_rng(5), options_of(game)
    position, side = Position.start(game), Side.W
    checkers = standing_as(position)
    for turn in range(TURNS):
        high, low = (int(value) for value in rng.integers(1, 7, 2))
        plays = legal_plays(position, side, Dice(high, low), options, first_turn=turn < 2).plays
        play = plays[int(rng.integers(len(plays)))]
        for move in moves_for(play):
            checkers = made(checkers, side, move)
        assert checkers.position == play.position, (turn, play.text)
        position, side = play.position, side.other
        if 15 in (position.count(Side.W, "off"), position.count(Side.B, "off")):
            break
    assert standing_as(position).position == position


def test_no_hand_takes_what_is_not_there_or_lies_below_another() -> None:
    checkers = standing_as(Position.parse("W 24:14 13:1p | B 24:13 12:2", "plakoto"))
    with pytest.raises(ScriptError, match="White has no checker on its 7"):
        checkers.taken(Side.W, 7)
    with pytest.raises(ScriptError, match="White's checker on its 13 is pinned"):
        checkers.taken(Side.W, 13)
    with pytest.raises(ScriptError, match="holds the other side"):
        checkers.met(Side.W, 1)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("long-nardy", "W 24:15 | B 24:15"),
        ("plakoto", "W 24:9 13:1p 5:1p | B 24:6 12:4 20:2 3:2"),
        ("plakoto", "W 24:9 13:1p 5:5 | B 24:6 12:7 3:1"),
        ("backgammon", "W 6:9 bar:3 off:3 | B 6:5 5:5 off:5"),
    ],
)
def test_checkers_never_stand_in_each_other(game: str, text: str) -> None:
    position = Position.parse(text, game)
    kit = kit_of(1)
    places = list(places_of(standing_as(position), kit, 4).values())
    at = np.array([(place.x, place.y) for place in places])
    z = np.array([place.z for place in places])
    apart = np.linalg.norm(at[:, None] - at, axis=2) + 1000 * np.eye(len(at))
    level = np.abs(z[:, None] - z) < 0.99 * kit.top.checker_height
    assert (apart[level]).min() > 0.97 * kit.top.geometry.checker_diameter


def test_a_pinner_lies_on_its_prisoner() -> None:
    checkers = standing_as(Position.parse("W 24:14 13:1p | B 24:13 12:2", "plakoto"))
    kit = kit_of(0)
    places = places_of(checkers, kit, 1)
    below, over, beside = (places[number] for number in checkers.at(Side.W, 13))
    assert (below.shade, over.shade, beside.shade) == ("L", "D", "D")
    assert (below.z, over.z, beside.z) == (0, kit.top.checker_height, 0)
    assert np.hypot(below.x - over.x, below.y - over.y) < 2
