"""Options of rules.md §7: every one, its default, its values, what contradicts what."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.errors import GameError, OptionError, RulesError
from referee.rules.game_ids import GAME_IDS
from referee.rules.option_kinds import Choice, MatchForm
from referee.rules.options import SPECS, Options

IDS = [
    "cup", "zone", "dice-on-checkers", "touching-checker", "premature-throw", "opening", "automatic-doubles",
    "turn-ends", "illegal-play", "correction-until", "audience", "pip-counts", "checkers", "single-die",
    "bear-off-in-homecoming-turn", "hit-and-hide", "hit-and-bear-off", "first-throw-head", "six-block",
    "bear-off-with-prisoner", "mother-pinned-ends-turn", "fevga-block", "fevga-blocks-judged", "match",
    "starter", "scoring", "last-throw", "cube", "stakes", "beaver", "jacoby", "no-mars-with-dave", "crawford",
    "form", "box-partner", "time-control", "reserve", "reserve-per-point", "reserve-less-per-scored", "delay",
    "overtime", "flag-fall",
]  # fmt: skip


def test_every_option_of_the_rules_is_a_field() -> None:
    """rules.md §7, in its order."""
    assert list(SPECS) == IDS


@pytest.mark.parametrize("game", GAME_IDS)
def test_defaults_of_every_game_are_valid_and_round_trip(game: str) -> None:
    options = Options.build(game, {})
    assert options.game == game
    assert Options.build(game, options.as_text()) == options


@pytest.mark.parametrize(
    ("option", "by_game"),
    [
        ("zone", dict.fromkeys(GAME_IDS[:2], "right-half") | dict.fromkeys(GAME_IDS[2:], "one-half")),
        ("touching_checker", dict.fromkeys(GAME_IDS[1:3], "rethrow") | {"backgammon": "valid", "fevga": "valid"}),
        (
            "opening",
            dict.fromkeys(GAME_IDS[:2], "play-it") | dict.fromkeys(GAME_IDS[2:], "throw-again"),
        ),
        ("illegal_play", {"backgammon": "legal-moves", "short-nardy": "condone", "plakoto": "condone"}),
        ("single_die", {"backgammon": "larger", "portes": "either", "plakoto": "larger"}),
        ("starter", {"backgammon": "opening-throw", "long-nardy": "previous-black-swap", "portes": "previous-winner"}),
        ("scoring", {"backgammon": "backgammon", "short-nardy": "oin-mars-koks", "long-nardy": "oin-mars"}),
        ("cube", {"backgammon": True, "short-nardy": True, "long-nardy": False, "portes": False}),
        ("delay", dict.fromkeys(GAME_IDS, 12.0)),
        ("reserve_per_point", dict.fromkeys(GAME_IDS, 120.0)),
        ("overtime", dict.fromkeys(GAME_IDS)),
    ],
)
def test_defaults_by_game(option: str, by_game: dict[str, object]) -> None:
    """rules.md §7, column `def.`."""
    assert {game: getattr(Options.build(game, {}), option) for game in by_game} == by_game


def test_every_word_of_every_choice_is_accepted_somewhere() -> None:
    for name, spec in SPECS.items():
        if isinstance(spec.kind, Choice):
            game = spec.games[0] if spec.games else "backgammon"
            also = {"flag-fall": {"overtime": "1 min"}, "box-partner": {"form": "chouette"}}.get(name, {})
            for word in spec.kind.words:
                assert getattr(Options.build(game, {name: word, **also}), name.replace("-", "_")) == word


@pytest.mark.parametrize(
    ("text", "seconds"), [("12 s", 12), ("2 min", 120), ("1 min 30 s", 90), ("1 h", 3600), ("0", 0), (5, 5)]
)
def test_durations(text: object, seconds: float) -> None:
    assert Options.build("backgammon", {"reserve": text}).reserve == seconds


@given(st.integers(0, 100_000))
def test_durations_round_trip(seconds: int) -> None:
    kind = SPECS["reserve"].kind
    assert kind.read("reserve", kind.write(float(seconds))) == seconds


def test_match_forms() -> None:
    assert Options.build("backgammon", {"match": "points 7"}).match == MatchForm("points", 7)
    assert Options.build("portes", {"match": "tavli 5"}).match == MatchForm("tavli", 5)
    assert Options.build("backgammon", {}).match == MatchForm("money")


def test_crawford_is_on_in_matches_unless_switched_off() -> None:
    """rules.md §7: `on` in `points N`."""
    assert not Options.build("backgammon", {}).crawford
    assert Options.build("backgammon", {"match": "points 7"}).crawford
    assert not Options.build("backgammon", {"match": "points 7", "crawford": "off"}).crawford


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
    ],
)
def test_unknown_ids_and_values_name_the_nearest_valid(game: str, given_options: dict[str, object], says: str) -> None:
    with pytest.raises(OptionError) as caught:
        Options.build(game, given_options)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("game", "given_options", "names"),
    [
        ("plakoto", {"cube": "on"}, ["cube = on", "plakoto"]),
        ("portes", {"scoring": "backgammon"}, ["scoring = backgammon", "portes"]),
        ("backgammon", {"jacoby": "on", "match": "points 7"}, ["jacoby = on", "match = points 7"]),
        ("backgammon", {"beaver": "on", "match": "points 7"}, ["beaver = on", "match = points 7"]),
        ("backgammon", {"automatic-doubles": 1, "match": "points 7"}, ["automatic-doubles", "match = points 7"]),
        ("backgammon", {"form": "chouette", "match": "points 7"}, ["form = chouette", "match = points 7"]),
        ("backgammon", {"jacoby": "on", "cube": "off"}, ["jacoby = on", "cube = off"]),
        ("long-nardy", {"no-mars-with-dave": "on"}, ["no-mars-with-dave = on", "cube = off"]),
        ("backgammon", {"stakes": "arithmetic", "cube": "off"}, ["stakes = arithmetic", "cube = off"]),
        ("backgammon", {"match": "tavli 5"}, ["match = tavli 5", "backgammon"]),
        ("backgammon", {"six-block": "not-all-15"}, ["six-block", "long-nardy", "backgammon"]),
        ("backgammon", {"box-partner": "yes"}, ["box-partner = yes", "form = two-players"]),
        ("backgammon", {"flag-fall": "overtime"}, ["flag-fall = overtime", "overtime = none"]),
    ],
)
def test_contradictions_are_refused_by_name(game: str, given_options: dict[str, object], names: list[str]) -> None:
    with pytest.raises(OptionError) as caught:
        Options.build(game, given_options)
    assert all(name in str(caught.value) for name in names)


def test_a_tavli_event_may_set_options_of_all_three_games() -> None:
    options = Options.build("portes", {"match": "tavli 5", "fevga-block": "anywhere-behind"})
    assert options.fevga_block == "anywhere-behind"


def test_unknown_game() -> None:
    with pytest.raises(GameError, match="did you mean 'fevga'"):
        Options.build("fevgas", {})


def test_every_option_names_its_source_row_and_helps() -> None:
    for name, each in SPECS.items():
        assert re.search(r"(rules\.md|tournament\.md|peers\.md)", each.source), name
        assert len(each.help) > 10


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
