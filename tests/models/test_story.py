"""The demo's story: what it shows obeys and breaks the rules where it should; the clock tape is what a clock would
send."""

from collections import Counter
from itertools import groupby, pairwise

import numpy as np
import pytest

from models.synth import clip
from models.synth.clock_tape import tape
from models.synth.story import Moment, Press, Story, slot_of
from referee.clock.open_protocol import Decoder, Times
from referee.clock.open_protocol import Press as PressMessage
from referee.rules.dice import Dice
from referee.rules.options import Options
from referee.rules.position import Position
from referee.rules.side import Side
from referee.rules.verdict import judge_play

TOLD = clip.story(1)


def position(moment: Moment) -> Position:
    counts = Counter(place.slot for place in moment.checkers if place.slot)
    shades = {place.slot: place.shade for place in moment.checkers}
    sides = {
        side: {p: counts[slot_of(side, p)] for p in range(24, 0, -1) if shades.get(slot_of(side, p)) == shade}
        for side, shade in (("W", "L"), ("B", "D"))
    }
    text = " | ".join(f"{side} " + " ".join(f"{p}:{n}" for p, n in places.items()) for side, places in sides.items())
    return Position.parse(text, "backgammon")


def settled() -> list[tuple[Position, tuple[int, ...], bool]]:
    """Positions and dice of the still moments in order, each once, with whether a die lies in the left half."""
    seen: list[tuple[Position, tuple[int, ...], bool]] = []
    for moment in TOLD.moments:
        if moment.hands or moment.blur:
            continue
        state = position(moment), tuple(die.value for die in moment.dice), any(die.x < 215 for die in moment.dice)
        if not seen or state != seen[-1]:
            seen.append(state)
    return seen


def test_the_story_shows_what_a_referee_must_handle() -> None:
    options = Options.build("backgammon", {})
    states = settled()
    assert states[0] == (Position.start("backgammon"), (), False)
    thrown = [(dice, left) for _, dice, left in states if dice]
    assert [dice for (dice, _), _ in groupby(thrown)] == [(3, 1), (5, 2), (6, 4), (5, 2)]
    positions = list(dict.fromkeys(each for each, _, _ in states))
    plays = [(0, 1, Side.W, (3, 1)), (1, 2, Side.B, (6, 4)), (1, 3, Side.B, (6, 4)), (3, 4, Side.W, (5, 2))]
    verdicts = [judge_play(positions[a], positions[b], side, Dice(*dice), options).legal for a, b, side, dice in plays]
    assert verdicts == [True, False, True, True]
    assert dict(thrown)[6, 4]


def test_every_side_has_fifteen_checkers_at_every_moment_without_a_hand() -> None:
    for moment in TOLD.moments:
        if not moment.hands:
            assert Counter(place.shade for place in moment.checkers) == {"L": 15, "D": 15}


def test_two_checkers_never_stand_in_each_other() -> None:
    for moment in {moment.checkers for moment in TOLD.moments if not moment.hands}:
        at = np.array([(place.x, place.y) for place in moment])
        apart = np.linalg.norm(at[:, None] - at[None], axis=2) + np.eye(len(at)) * 1000
        assert apart.min() > 0.97 * clip.GEOMETRY.checker_diameter


def test_dice_at_rest_lie_clear_of_the_checkers() -> None:
    for moment in TOLD.moments:
        if moment.dice and not (moment.blur or moment.hands):
            gaps = [np.hypot(d.x - c.x, d.y - c.y) for d in moment.dice for c in moment.checkers]
            assert min(gaps) > clip.GEOMETRY.checker_diameter / 2 + 14


def test_a_checker_cannot_be_put_on_the_other_sides_point() -> None:
    with pytest.raises(ValueError, match="holds the other side"):
        Story(clip.GEOMETRY, 10.0, 12, 1).play("W", (24, 19))


def test_the_tape_is_what_the_open_protocol_decodes() -> None:
    decoder = Decoder()
    messages = decoder.feed(tape([Press(2.5, "W"), Press(20.0, "B")], 21.0, 60_000, 12_000))
    assert decoder.dropped == 0
    presses = [message for message in messages if isinstance(message, PressMessage)]
    assert [(press.side, press.count, press.t_ms) for press in presses] == [(Side.W, 1, 2500), (Side.B, 2, 20000)]
    last = [message for message in messages if isinstance(message, Times)][-1]
    assert (last.white_ms, last.black_ms, last.running) == (60_000, 60_000 - 5500, Side.W)
    times = [message.t_ms for message in messages if isinstance(message, Times | PressMessage)]
    assert times == sorted(times)
    assert max(b - a for a, b in pairwise(times)) <= 1000
