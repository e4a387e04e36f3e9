"""The one real game photographed picture by picture, seen without error: what the referee makes of it."""

import json
from pathlib import Path

import pytest

from calibration.profile import Seats
from referee.inputs import Ended
from referee.record.events import Draft
from referee.rules.options import Options
from referee.seating import Seating
from referee.turn.machine import step
from referee.turn.state import Setup, TurnState
from tests.referee.observing import SECOND, from_truth, look
from tests.referee.script import Script

EVENT = {"checkers": "12", "zone": "one-half", "turn-ends": "dice-lifted"}
PLAYS = [
    ("W", "3-2", "17/14 17/15", "dice-lifted"),
    ("B", "4-3", "24/20 17/14", "dice-lifted"),
    ("W", "2-1", "24/22 15/14", "dice-lifted"),
    ("B", "2-1", "17/14", "next-throw"),
    ("W", "6-3", "24/21 14/8", "dice-lifted"),
    ("B", "4-1", "24/20 6/5", "source-end"),
]


def referee_game(folder: Path, dice_unread: tuple[int, ...] = ()) -> list[Draft]:
    truth = json.loads((folder / "boards" / "truth.json").read_text())
    setup = Setup(Options.build("backgammon", EVENT), Seating(Seats("L", "bottom", "bottom-left"), "backgammon"))
    state = TurnState()
    log: list[Draft] = []
    for number in range(1, 21):
        picture = truth[f"gb_{number:02}.png"]
        seen = {**picture, "dice": []} if number in dice_unread else picture
        state, drafts = step(setup, state, look(from_truth(seen, number)))
        log += drafts
    _, drafts = step(setup, state, Ended(21 * SECOND))
    return [*log, *drafts]


def played(log: list[Draft]) -> list[tuple[str, str, str, str]]:
    return [
        (draft.body["side"], draft.body["dice"], draft.body["play"], draft.body["ended"])
        for draft in log
        if draft.kind == "play"
    ]


@pytest.mark.shared
def test_every_change_is_a_legal_play(shared_data: Path) -> None:
    log = referee_game(shared_data)
    assert played(log) == PLAYS
    assert not [draft for draft in log if draft.kind in ("illegal", "unsure", "rethrow")]


@pytest.mark.shared
def test_the_log_holds_what_every_picture_shows(shared_data: Path) -> None:
    truth = json.loads((shared_data / "boards" / "truth.json").read_text())
    views = [draft.body for draft in referee_game(shared_data) if draft.kind == "seen"]
    assert [view["observation"] for view in views] == list(range(1, 21))
    for view in views:
        picture = truth[f"gb_{view['observation']:02}.png"]
        assert (view["top"], view["bottom"], view["bar"]) == (picture["top"], picture["bottom"], picture["bar"])
        assert [die["value"] for die in view["dice"]] == [die["value"] for die in picture["dice"]]


@pytest.mark.shared
@pytest.mark.parametrize(
    "unread", [(2, 3), (5, 6, 7), (3,), (6,), (9,), (9, 10), (12, 13), (14, 15, 16), (18,), (18, 19, 20)]
)
def test_unread_dice_never_make_a_change_vanish(shared_data: Path, unread: tuple[int, ...]) -> None:
    log = referee_game(shared_data, unread)
    last = log[-1]
    assert last.body.get("position") == "W 22:1 21:1 14:1 13:4 8:1 6:4 | B 20:2 14:2 13:4 6:3 5:1"
    reported = {
        draft.body.get("position") for draft in log if draft.kind in ("play", "unsure", "illegal", "game-start")
    }
    for _, _, _, position in [
        (0, 0, 0, draft.body["position"]) for draft in log if draft.kind == "seen" and not draft.body["dice"]
    ]:
        assert position in reported
    print(
        [
            (d.kind, d.body.get("play"), d.body.get("side"), d.body.get("text"))
            for d in log
            if d.kind in ("play", "unsure", "illegal", "decision", "throw")
        ]
    )


@pytest.mark.shared
def test_seats_that_nobody_named_are_told_by_the_board(shared_data: Path) -> None:
    truth = json.loads((shared_data / "boards" / "truth.json").read_text())
    script = Script(EVENT, Seats())
    for number in range(1, 21):
        script.number = number
        script.look(from_truth(truth[f"gb_{number:02}.png"], number))
    script.end()
    assert [each.draft.kind for each in script.log[:2]] == ["correction", "game-start"]
    assert played([each.draft for each in script.log]) == PLAYS
