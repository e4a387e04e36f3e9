"""Options that cannot hold together are refused by name, with the nearest setting that can (rules.md §7)."""

import re

import pytest

from referee.rules.errors import OptionError
from referee.rules.game_ids import GAME_IDS, TAVLI_IDS
from referee.rules.option_kinds import Choice, Switch
from referee.rules.options import SPECS, Options

BG, SN, LN, PO, PL, FE = "backgammon", "short-nardy", "long-nardy", "portes", "plakoto", "fevga"
MATCH = {"match": "points 7"}


@pytest.mark.parametrize(
    ("game", "given", "names", "nearest"),
    [
        (PL, {"cube": "on"}, ["cube = on", "plakoto has no cube"], "set cube = off"),
        (PO, {"cube": "on"}, ["cube = on", "portes has no cube"], "set cube = off"),
        (FE, {"cube": "on"}, ["cube = on", "fevga has no cube"], "set cube = off"),
        (PO, {"scoring": "backgammon"}, ["scoring = backgammon", "portes has no triple"], "set scoring = oin-mars"),
        (PL, {"scoring": "four-step"}, ["scoring = four-step", "plakoto"], "set scoring = oin-mars"),
        (FE, {"scoring": "by-remaining"}, ["scoring = by-remaining", "fevga"], "set scoring = oin-mars"),
        (BG, {"jacoby": "on", **MATCH}, ["jacoby = on", "match = points 7"], "set jacoby = off"),
        (BG, {"beaver": "on", **MATCH}, ["beaver = on", "match = points 7"], "set beaver = off"),
        (BG, {"automatic-doubles": 2, **MATCH}, ["automatic-doubles = 2", "match = points 7"], "automatic-doubles = 0"),
        (BG, {"form": "chouette", **MATCH}, ["form = chouette", "match = points 7"], "set match = money"),
        (BG, {"crawford": "on"}, ["crawford = on", "match = money"], "set crawford = off"),
        (PO, {"crawford": "on", "match": "tavli 5"}, ["crawford = on", "match = tavli 5"], "set crawford = off"),
        (BG, {"jacoby": "on", "cube": "off"}, ["jacoby = on", "cube = off"], "set jacoby = off"),
        (BG, {"beaver": "on", "cube": "off"}, ["beaver = on", "cube = off"], "set beaver = off"),
        (LN, {"no-mars-with-dave": "on"}, ["no-mars-with-dave = on", "cube = off"], "set no-mars-with-dave = off"),
        (BG, {"stakes": "arithmetic", "cube": "off"}, ["stakes = arithmetic", "cube = off"], "set stakes = doubling"),
        (BG, {"automatic-doubles": 1, "cube": "off"}, ["automatic-doubles = 1", "cube = off"], "automatic-doubles = 0"),
        (LN, {"form": "chouette"}, ["form = chouette", "cube = off"], "set cube = on"),
        (PL, {"form": "chouette"}, ["form = chouette", "cube = off"], "set form = two-players"),
        (BG, {"jacoby": "on", "no-mars-with-dave": "on"}, ["jacoby = on", "no-mars-with-dave = on"], "dave = off"),
        (BG, {"match": "tavli 5"}, ["match = tavli 5", "backgammon"], "set game = 'portes', or match = points 5"),
        (LN, {"match": "tavli 3"}, ["match = tavli 3", "long-nardy"], "set game = 'portes', or match = points 3"),
        (BG, {"six-block": "not-all-15"}, ["six-block", "long-nardy", "backgammon"], "leave it out"),
        (LN, {"hit-and-hide": "allowed"}, ["hit-and-hide", "short-nardy", "long-nardy"], "leave it out"),
        (BG, {"last-throw": "half-each"}, ["last-throw", "long-nardy", "backgammon"], "leave it out"),
        (SN, {"last-throw": "one-each"}, ["last-throw", "long-nardy", "short-nardy"], "leave it out"),
        (FE, {"bear-off-with-prisoner": "forbidden"}, ["bear-off-with-prisoner", "plakoto", "fevga"], "leave it out"),
        (LN, {"fevga-block": "anywhere-behind"}, ["fevga-block", "fevga", "long-nardy"], "leave it out"),
        (
            PO,
            {"match": "tavli 5", "last-throw": "one-each"},
            ["last-throw", "long-nardy", "portes"],
            "leave it out",
        ),
        (
            BG,
            {"starter": "previous-black-swap"},
            ["previous-black-swap", "backgammon"],
            "set starter = previous-winner",
        ),
        (PL, {"starter": "previous-black-swap"}, ["previous-black-swap", "plakoto"], "set starter = previous-winner"),
        (BG, {"box-partner": "yes"}, ["box-partner = yes", "form = two-players"], "set box-partner = none"),
        (
            LN,
            {"dice-on-checkers": "valid"},
            ["dice-on-checkers = valid", "touching-checker = rethrow"],
            "set touching-checker = valid",
        ),
        (BG, {"flag-fall": "overtime"}, ["flag-fall = overtime", "overtime = none"], "set overtime = 1 min"),
        (BG, {"flag-fall": "overtime", "overtime": "0 s"}, ["flag-fall", "overtime = 0 s"], "set overtime = 1 min"),
        (
            BG,
            {"flag-fall": "overtime", "overtime": "2 min", "time-control": "none"},
            ["flag-fall = overtime", "time-control = none"],
            "set flag-fall = report",
        ),
    ],
)
def test_contradictions_are_refused_by_name(
    game: str, given: dict[str, object], names: list[str], nearest: str
) -> None:
    """rules.md §7: refused by name. tournament.md 1.5: no Jacoby, beavers, automatic doubles in match play."""
    with pytest.raises(OptionError) as caught:
        Options.build(game, given)
    message = str(caught.value)
    assert all(name in message for name in names), message
    assert message.endswith(nearest)
    assert "\n" not in message


@pytest.mark.parametrize("game", GAME_IDS)
def test_following_the_nearest_settings_ends_in_valid_options(game: str) -> None:
    """Each value of each option, in each form of match that the game has: what a refusal names mends it."""
    mended = 0
    for match in ("money", "points 7", *(("tavli 5",) if game in TAVLI_IDS else ())):
        for name, spec in SPECS.items():
            values = spec.kind.allowed() if isinstance(spec.kind, Choice | Switch) else ()
            if not spec.games or game in spec.games:
                mended += sum(_changes_needed(game, {name: value, "match": match}) for value in values)
    assert mended > 5


def _changes_needed(game: str, settings: dict[str, object]) -> int:
    for changes in range(4):
        refused = _refusal(game, settings)
        if refused is None:
            return changes
        found = re.search(r"; set (\S+) = (.+)$", refused)
        assert found, refused
        settings[found[1]] = found[2]
    raise AssertionError(f"no way out of {settings}")


def _refusal(game: str, settings: dict[str, object]) -> str | None:
    try:
        Options.build(game, settings)
    except OptionError as error:
        return str(error)
    return None


def test_options_of_all_three_games_may_stand_in_a_tavli_event() -> None:
    """rules.md §1: a tavli match plays portes, plakoto and fevga."""
    given = {"match": "tavli 5", "fevga-block": "anywhere-behind", "bear-off-with-prisoner": "forbidden"}
    options = Options.build("portes", given)
    assert (options.fevga_block, options.bear_off_with_prisoner) == ("anywhere-behind", "forbidden")


@pytest.mark.parametrize("game", [SN, LN])
def test_nardy_may_swap_colours(game: str) -> None:
    """rules.md §2 next game."""
    assert Options.build(game, {"starter": "previous-black-swap"}).starter == "previous-black-swap"
