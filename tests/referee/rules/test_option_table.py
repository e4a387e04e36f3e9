"""The option table held against rules.md §7, copied by hand: ids in order, values, defaults by game."""

import re

import pytest

from referee.rules.game_ids import GAME_IDS
from referee.rules.option_kinds import Choice, Count, Duration, MatchKind, Switch
from referee.rules.options import SPECS, Options

BG, SN, LN, PO, PL, FE = "backgammon", "short-nardy", "long-nardy", "portes", "plakoto", "fevga"

# id, values, default, where it differs, games it is for (none: all)
SECTION_7: list[tuple[str, str, str, dict[str, str], tuple[str, ...]]] = [
    ("cup", "required agreed-hand baffle-box", "required", {}, ()),
    ("zone", "right-half one-half own-half", "right-half", dict.fromkeys((LN, PO, PL, FE), "one-half"), ()),
    ("dice-on-checkers", "invalid valid", "invalid", {}, ()),
    ("touching-checker", "valid rethrow", "valid", {SN: "rethrow", LN: "rethrow"}, ()),
    ("premature-throw", "void stands opponent-chooses", "void", {}, ()),
    ("opening", "play-it throw-again", "play-it", dict.fromkeys((LN, PO, PL, FE), "throw-again"), ()),
    ("automatic-doubles", "COUNT", "0", {}, ()),
    ("turn-ends", "clock dice-lifted either", "either", {}, ()),
    (
        "illegal-play",
        "legal-moves responsible condone",
        "legal-moves",
        dict.fromkeys((SN, LN, PO, PL, FE), "condone"),
        (),
    ),
    ("correction-until", "valid-throw-or-double any-throw-or-double", "valid-throw-or-double", {}, ()),
    ("audience", "players director-only silent", "players", {}, ()),
    ("pip-counts", "hidden spectators all", "spectators", {}, ()),
    ("checkers", "COUNT 1 15", "15", {}, ()),
    ("single-die", "larger either", "larger", {PO: "either"}, ()),
    ("bear-off-in-homecoming-turn", "allowed burnt", "allowed", {}, (LN,)),
    ("hit-and-hide", "forbidden-everywhere forbidden-in-home allowed", "forbidden-everywhere", {}, (SN,)),
    ("hit-and-bear-off", "allowed forbidden", "allowed", {}, (SN,)),
    (
        "first-throw-head",
        "when-head-blocks always-3-4-6 second-player-3-4-6 any-double any-throw",
        "when-head-blocks",
        {},
        (LN,),
    ),
    ("six-block", "needs-one-ahead needs-one-home not-all-15", "needs-one-ahead", {}, (LN,)),
    ("bear-off-with-prisoner", "allowed forbidden", "allowed", {}, (PL,)),
    ("mother-pinned-ends-turn", "may-stop plays-on", "may-stop", {}, (PL,)),
    ("fevga-block", "one-point-behind anywhere-behind", "one-point-behind", {}, (FE,)),
    ("fevga-blocks-judged", "end-of-turn every-landing", "end-of-turn", {}, (FE,)),
    ("match", "MATCH", "money", {}, ()),
    (
        "starter",
        "opening-throw previous-winner previous-black-swap",
        "opening-throw",
        {LN: "previous-black-swap"} | dict.fromkeys((PO, PL, FE), "previous-winner"),
        (),
    ),
    (
        "scoring",
        "backgammon oin-mars oin-mars-koks home-mars four-step by-remaining",
        "backgammon",
        {SN: "oin-mars-koks"} | dict.fromkeys((LN, PO, PL, FE), "oin-mars"),
        (),
    ),
    ("last-throw", "none half-each one-each", "none", {}, (LN,)),
    ("cube", "SWITCH", "on", dict.fromkeys((LN, PO, PL, FE), "off"), ()),
    ("stakes", "doubling arithmetic", "doubling", {}, ()),
    ("beaver", "SWITCH", "off", {}, ()),
    ("jacoby", "SWITCH", "off", {}, ()),
    ("no-mars-with-dave", "SWITCH", "off", {}, ()),
    ("crawford", "SWITCH", "off", {}, ()),
    ("form", "two-players chouette", "two-players", {}, ()),
    ("box-partner", "none yes", "none", {}, ()),
    (
        "time-control",
        "none plain simple-delay bronstein bronstein-preset fischer hourglass",
        "simple-delay",
        {},
        (),
    ),
    ("reserve", "TIME", "0 s", {}, ()),
    ("reserve-per-point", "TIME", "2 min", {}, ()),
    ("reserve-less-per-scored", "TIME", "0 s", {}, ()),
    ("delay", "TIME", "12 s", {}, ()),
    ("overtime", "TIME none", "none", {}, ()),
    ("flag-fall", "report overtime", "report", {}, ()),
]
KINDS = {
    "COUNT": Count(0),
    "COUNT 1 15": Count(1, 15),
    "MATCH": MatchKind(),
    "SWITCH": Switch(),
    "TIME": Duration(),
    "TIME none": Duration(optional=True),
}


def test_the_ids_are_those_of_the_rules_in_their_order() -> None:
    """rules.md §7."""
    assert list(SPECS) == [row[0] for row in SECTION_7]


@pytest.mark.parametrize(
    ("name", "values", "default", "differs", "games"), SECTION_7, ids=[row[0] for row in SECTION_7]
)
def test_values_defaults_and_games_are_those_of_the_rules(
    name: str, values: str, default: str, differs: dict[str, str], games: tuple[str, ...]
) -> None:
    """rules.md §7: values in their order, the default of each game, the games that an option is for."""
    spec = SPECS[name]
    assert spec.kind == KINDS.get(values, Choice(*values.split()))
    assert spec.games == games
    for game in GAME_IDS:
        expected = differs.get(game, default)
        assert spec.default_for(game) == expected
        assert Options.build(game, {}).as_text()[name] == expected


@pytest.mark.parametrize("name", SPECS)
def test_every_option_helps_and_names_its_row(name: str) -> None:
    """rules.md §7, column `row`."""
    spec = SPECS[name]
    assert re.search(r"rules\.md (§\d|[A-Z]\d)|tournament\.md 1\.\d|peers\.md", spec.source)
    assert len(spec.help.split()) >= 3


def test_crawford_is_on_in_matches_unless_switched_off() -> None:
    """rules.md §7, tournament.md 1.5: Crawford is `on` in `points N`."""
    assert not Options.build("backgammon", {}).crawford
    assert Options.build("backgammon", {"match": "points 7"}).crawford
    assert not Options.build("backgammon", {"match": "points 7", "crawford": "off"}).crawford
