"""The real game from its pictures: calibrated from the first one alone, run as a folder, read by our own readers."""

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from calibration.finder import find_field
from calibration.profile import BoardProfile, Seats, save_profile
from calibration.session import found_view
from referee.opening import Wish, open_table
from referee.record.events import Event
from tests.referee.test_real_game import PLAYS
from vision.camera.folder import read_picture

EVENT = """game = "backgammon"
[options]
checkers = 12
zone = "one-half"
turn-ends = "dice-lifted"
time-control = "none"
"""


def officiate(pictures: Path, folder: Path) -> list[Event]:
    """All events of the twenty pictures."""
    shots = folder / "pictures"
    shots.mkdir()
    for path in sorted(pictures.glob("gb_*.png")):
        shutil.copy(path, shots)
    found = find_field(read_picture(pictures / "gb_01.png"))
    assert found is not None
    view = found_view(found, (1600, 900))
    save_profile(BoardProfile(view, None, Seats(), "gb_01.png"), folder / "board.toml")
    (folder / "event.toml").write_text(EVENT)
    events: list[Event] = []
    table = open_table(
        Wish(str(shots), folder / "board.toml", str(folder / "event.toml"), folder / "record"), events.append
    )
    table.run()
    table.close()
    return events


def agrees(view: Mapping[str, Any], picture: Mapping[str, Any]) -> bool:
    """Does a view in the log hold what the picture shows, dice apart?"""
    return all(view.get(key) == picture[key] for key in ("top", "bottom", "bar"))


def same_dice(view: Mapping[str, Any], picture: Mapping[str, Any]) -> bool:
    """Does a view in the log show the picture's dice, all of them read?"""
    return sorted(die["value"] or 0 for die in view["dice"]) == sorted(die["value"] for die in picture["dice"])


def plays(events: Sequence[Event]) -> list[tuple[str, ...]]:
    """Side, dice and play of every turn that was explained."""
    return [tuple(event.body[key] for key in ("side", "dice", "play")) for event in events if event.kind == "play"]


@pytest.mark.shared
@pytest.mark.slow
def test_the_pictures_are_read_and_every_turn_is_explained(shared_data: Path, tmp_path: Path) -> None:
    truth = json.loads((shared_data / "boards" / "truth.json").read_text())
    events = officiate(shared_data / "boards" / "photos", tmp_path)
    views = {event.body["observation"] + 1: event.body for event in events if event.kind == "seen"}
    right = [number for number, view in views.items() if agrees(view, truth[f"gb_{number:02}.png"])]
    assert len(right) >= 18
    assert sum(same_dice(view, truth[f"gb_{number:02}.png"]) for number, view in views.items()) >= 18
    assert plays(events) == [(side, dice, play) for side, dice, play, _ in PLAYS]
    assert not [event for event in events if event.kind == "illegal"]
