"""A table over the end of one game and the start of the next: recorded, cut anywhere, gone on with, replayed."""

from pathlib import Path

import pytest

from calibration.profile import Seats
from referee.record.replay import replay
from referee.record.store import read_events
from referee.rules.position import Position
from tests.referee.observing import look, observe_position, pair
from tests.referee.script import LEFT, position
from tests.referee.tables import make_table, setup
from vision.observation import Observation

SWAPPED = Seats("L", "top", "top-left")
EVENTS: dict[str, dict[str, object]] = {
    "long-nardy": {"match": "points 5", "turn-ends": "dice-lifted"},
    "portes": {"match": "tavli 5", "turn-ends": "dice-lifted"},
}


def two_games(game: str) -> list[Observation]:
    """White bears its last checker off; then the next game is set up and begun by who has to."""
    after = {"long-nardy": "long-nardy", "portes": "plakoto"}[game]
    seats = SWAPPED if game == "long-nardy" else Seats()
    near, over = (position(text, game) for text in ("W 1:1 | B 6:5", "W off:15 | B 6:5"))
    heads, made = Position.start(after), position("W 24:14 14:1 | B 24:15", after)
    dice, other = pair("6-5"), pair("6-4", LEFT, place="left-half")
    shown = [(near, (), Seats()), (near, dice, Seats()), (over, dice, Seats()), (over, (), Seats())]
    shown += [(heads, (), seats), (heads, other, seats), (made, other, seats), (made, (), seats)]
    return [observe_position(each, lying, number, at) for number, (each, lying, at) in enumerate(shown)]


@pytest.mark.parametrize("until", [2, 4, 5, 7])
@pytest.mark.parametrize("game", EVENTS)
def test_a_match_is_gone_on_with_in_its_next_game(tmp_path: Path, game: str, until: int) -> None:
    """rules.md §2 next game: rules, names and seats come back with the record."""
    views, given = two_games(game), setup(EVENTS[game], game=game)
    whole, _ = make_table(tmp_path / "whole", views, given)
    whole.run()
    whole.close()
    first, _ = make_table(tmp_path / "cut", views, given, until=until)
    first.stop()
    for view in views[:until]:
        first._take(look(view))
    first.close()
    second, _ = make_table(tmp_path / "cut", views, given)
    second.run()
    second.close()
    one, other = read_events(tmp_path / "whole"), read_events(tmp_path / "cut")
    assert [(e.seq, e.kind, e.body, e.clock) for e in one] == [(e.seq, e.kind, e.body, e.clock) for e in other]
    kinds = [event.kind for event in one if event.kind != "seen"]
    ruled = ["match-start", "game-start", "throw", "play", "game-end", "game-start", "throw", "play"]
    assert kinds == ruled
    assert one[-1].body["side"] == "W"
    assert not replay(tmp_path / "cut").differences
    names = next(e for e in reversed(one) if e.kind == "game-start").body["names"]
    assert names == ({"W": "Bela", "B": "Ayla"} if game == "long-nardy" else {"W": "Ayla", "B": "Bela"})
