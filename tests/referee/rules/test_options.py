"""Options of rules.md §7: every one, its default, its values, what contradicts what."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.errors import GameError, OptionError, RulesError
from referee.rules.game_ids import GAME_IDS
from referee.rules.option_kinds import Choice, MatchForm
from referee.rules.options import SPECS, Options


@pytest.mark.parametrize("game", GAME_IDS)
def test_defaults_of_every_game_are_valid_and_round_trip(game: str) -> None:
    options = Options.build(game, {})
    assert options.game == game
    assert Options.build(game, options.as_text()) == options


def test_every_word_of_every_choice_is_accepted_somewhere() -> None:
    for name, spec in SPECS.items():
        if isinstance(spec.kind, Choice):
            game = {"starter": "long-nardy"}.get(name, spec.games[0] if spec.games else "backgammon")
            also = {"flag-fall": {"overtime": "1 min"}, "box-partner": {"form": "chouette"}}.get(name, {})
            for word in spec.kind.words:
                assert Options.build(game, {name: word, **also}).as_text()[name] == word


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("12 s", 12),
        ("2 min", 120),
        ("1 min 30 s", 90),
        ("1 h", 3600),
        ("0", 0),
        (5, 5),
        ("12.5s", 12.5),
        ("2min 5", 125),
    ],
)
def test_durations(text: object, seconds: float) -> None:
    assert Options.build("backgammon", {"reserve": text}).reserve == seconds


@given(st.integers(0, 360_000_000))
def test_durations_round_trip(milliseconds: int) -> None:
    kind = SPECS["reserve"].kind
    assert kind.read("reserve", kind.write(milliseconds / 1000)) == milliseconds / 1000


def test_match_forms() -> None:
    assert Options.build("backgammon", {"match": "points 7"}).match == MatchForm("points", 7)
    assert Options.build("portes", {"match": "tavli 5"}).match == MatchForm("tavli", 5)
    assert Options.build("backgammon", {}).match == MatchForm("money")


@pytest.mark.parametrize(
    ("game", "given_options", "says"),
    [
        ("backgammon", {"zon": "one-half"}, "no option 'zon'; did you mean 'zone'?"),
        ("backgammon", {"single_die": "either"}, "did you mean 'single-die'?"),
        ("backgammon", {"xyz": "1"}, "`zarbiter profiles` lists them all"),
        ("backgammon", {"zone": "righthalf"}, "did you mean 'right-half'?"),
        ("backgammon", {"cube": "yes please"}, "the values are on, off"),
        ("backgammon", {"checkers": "16"}, "the nearest valid value is 15"),
        ("backgammon", {"checkers": "many"}, "whole number"),
        ("backgammon", {"match": "points"}, "did you mean 'points 7'?"),
        ("portes", {"match": "tavli 4"}, "did you mean 'tavli 3'?"),
        ("backgammon", {"delay": "12 parsecs"}, "is not a duration; write it as '12 s'"),
        ("backgammon", {"overtime": "soon"}, "or none"),
        ("backgammon", {"reserve": "101 h"}, "the nearest valid value is 100 h"),
        ("backgammon", {"reserve": "5 s 5 s"}, "is not a duration"),
        ("backgammon", {"reserve": "1 s 5 min"}, "is not a duration"),
        ("backgammon", {"reserve": True}, "is not a duration"),
        ("backgammon", {"checkers": True}, "whole number"),
        ("backgammon", {"checkers": "0"}, "the nearest valid value is 1"),
        ("backgammon", {"checkers": "9" * 5000}, "give a whole number, 1 … 15"),
        ("backgammon", {"checkers": 10**5000}, "checkers = 'a huge number' is not possible"),
        ("backgammon", {"match": "points 0"}, "at least 'points 1'"),
        ("backgammon", {"match": "points ٧"}, "write money, points N or tavli 3, 5 or 7"),
        ("backgammon", {"match": "points " + "7" * 5000}, "write money, points N"),
        ("backgammon", {"zone": ["one-half"]}, "zone = 'list' is not possible; the values are right-half"),
        ("backgammon", {"": "x"}, "there is no option ''"),
        ("backgammon", {"zone\n": "one-half"}, "there is no option 'zone\\n'; did you mean 'zone'?"),
    ],
)
def test_unknown_ids_and_values_name_the_nearest_valid(game: str, given_options: dict[str, object], says: str) -> None:
    with pytest.raises(OptionError) as caught:
        Options.build(game, given_options)
    assert says in str(caught.value)


def test_unknown_game() -> None:
    with pytest.raises(GameError, match="did you mean 'fevga'"):
        Options.build("fevgas", {})


def test_a_tavli_event_holds_in_all_three_games() -> None:
    """rules.md §1: tavli plays portes, plakoto, fevga in rotation; each keeps its own defaults (rules.md §7)."""
    portes = Options.build("portes", {"match": "tavli 5", "delay": "10 s", "fevga-block": "anywhere-behind"})
    plakoto = portes.for_game("plakoto")
    fevga = plakoto.for_game("fevga")
    assert [each.game for each in (portes, plakoto, fevga)] == ["portes", "plakoto", "fevga"]
    assert [each.single_die for each in (portes, plakoto, fevga)] == ["either", "larger", "larger"]
    assert {each.delay for each in (portes, plakoto, fevga)} == {10.0}
    assert fevga.fevga_block == "anywhere-behind"
    assert fevga.for_game("portes") == portes
    assert portes.for_game("portes") is portes


def test_what_an_event_sets_itself_is_kept_even_where_it_is_the_default() -> None:
    """rules.md M4: `either` is only portes' default, but an event may want it in all three games."""
    event = Options.build("portes", {"match": "tavli 5", "single-die": "either"})
    assert event.for_game("plakoto").single_die == "either"


def test_a_record_that_keeps_every_option_and_what_was_set_goes_on_alike() -> None:
    event = Options.build("portes", {"match": "tavli 7", "illegal-play": "responsible"})
    again = Options.build("portes", event.as_text(), event.explicit)
    assert again.explicit == {"match", "illegal-play"}
    assert again.for_game("fevga") == event.for_game("fevga")
    assert again.for_game("plakoto").single_die == "larger"


@pytest.mark.parametrize(
    ("game", "match", "other", "says"),
    [
        ("portes", "money", "plakoto", "match = money stays with portes; only a tavli match goes on to plakoto"),
        ("backgammon", "points 7", "portes", "match = points 7 stays with backgammon"),
        (
            "portes",
            "tavli 5",
            "long-nardy",
            "match = tavli 5 is played with portes, plakoto, fevga, not with long-nardy",
        ),
        ("portes", "tavli 5", "plakotto", "did you mean 'plakoto'?"),
    ],
)
def test_only_tavli_goes_from_game_to_game(game: str, match: str, other: str, says: str) -> None:
    event = Options.build(game, {"match": match})
    with pytest.raises(RulesError) as caught:
        event.for_game(other)
    assert says in str(caught.value)
