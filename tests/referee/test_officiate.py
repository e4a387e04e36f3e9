"""How a match begins: rules.md §1."""

import pytest

from calibration.profile import Seats
from referee.officiate import Match
from referee.rules.game_ids import TAVLI_IDS
from referee.rules.options import Options
from referee.seating import Seating
from referee.turn.state import Setup


@pytest.mark.parametrize("named", TAVLI_IDS)
def test_tavli_begins_with_portes(named: str) -> None:
    """rules.md §1: portes, plakoto, fevga in rotation, whichever game the event names."""
    match = Match.new(Setup(Options.build(named, {"match": "tavli 3"}), Seating(Seats(), named)))
    assert (match.setup.options.game, match.setup.seating.game) == ("portes", "portes")
    assert match.opening(0)[0].draft.body["rules"] == "portes"


def test_a_single_game_is_the_one_that_the_event_names() -> None:
    match = Match.new(Setup(Options.build("fevga", {}), Seating(Seats(), "fevga")))
    assert match.setup.options.game == "fevga"
