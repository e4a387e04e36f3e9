"""The shipped event profiles: each sets what its source says, and says what its source leaves open."""

from collections.abc import Mapping

import pytest

from referee.rules.event_file import read_event, shipped_profiles
from referee.rules.game_ids import TAVLI_IDS
from referee.rules.options import SPECS, Options

NAMES = {
    "default", "wbgf", "usbgf", "us-2008", "ukbgf", "club-money", "nardy-long-classic", "nardy-long-fnr",
    "nardy-long-club", "nardy-short", "nardy-short-caucasian", "tavli",
}  # fmt: skip


def decides(name: str, game: str, decisive: Mapping[str, str]) -> None:
    """The profile is for the game and has these options as text."""
    options = Options.load(name)
    assert options.game == game
    assert {option: options.as_text()[option] for option in decisive} == decisive


def test_all_profiles_are_shipped() -> None:
    assert set(shipped_profiles()) == NAMES


@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_profile_is_valid_and_says_where_it_is_from(name: str) -> None:
    event = read_event(name)
    assert Options.load(name).game == event.game
    assert event.title
    assert ".md" in event.source


@pytest.mark.parametrize("name", sorted(NAMES - {"default"}))
def test_a_profile_says_what_is_uncertain(name: str) -> None:
    event = read_event(name)
    assert event.notes
    federation = any(word in event.title for word in ("Federation", "federation", "US "))
    assert any(note.startswith("No copy of") for note in event.notes) == federation
    assert all(note.endswith(".") and "\n" not in note for note in event.notes)


@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_profile_sets_no_option_of_another_game(name: str) -> None:
    """A foreign option at its default would be harmless and misleading."""
    event = read_event(name)
    games = set(TAVLI_IDS) if str(event.settings.get("match")).startswith("tavli") else {event.game}
    assert all(not SPECS[option].games or games & set(SPECS[option].games) for option in event.settings)


def test_the_default_profile_sets_nothing() -> None:
    assert Options.load("default") == Options.build("backgammon", {})
    assert not read_event("default").settings


def test_wbgf() -> None:
    """tournament.md: 1.1 right half, no dice on checkers; 1.4 legal moves until a valid throw."""
    decisive = {
        "zone": "right-half",
        "dice-on-checkers": "invalid",
        "illegal-play": "legal-moves",
        "correction-until": "valid-throw-or-double",
        "crawford": "on",
    }
    decides("wbgf", "backgammon", decisive)


def test_usbgf() -> None:
    """tournament.md: 1.1 same side, dice on checkers count; 1.2 fast throw; 1.6 times."""
    decisive = {
        "zone": "one-half",
        "dice-on-checkers": "valid",
        "premature-throw": "opponent-chooses",
        "illegal-play": "legal-moves",
        "time-control": "simple-delay",
        "reserve-per-point": "2 min",
        "delay": "12 s",
        "flag-fall": "report",
    }
    decides("usbgf", "backgammon", decisive)


def test_us_2008() -> None:
    """tournament.md: 1.1 right of the bar; 1.2 (a) stands; 1.4 condone; 1.6 the clock of 2013."""
    decisive = {
        "zone": "right-half",
        "dice-on-checkers": "invalid",
        "premature-throw": "stands",
        "illegal-play": "condone",
        "time-control": "simple-delay",
        "reserve-per-point": "2 min",
        "reserve-less-per-scored": "1 min",
        "delay": "12 s",
    }
    decides("us-2008", "backgammon", decisive)


def test_ukbgf() -> None:
    """tournament.md: 1.2 (a) stands; 1.4 legal moves; 1.6 11 points, 22 min, 12 s."""
    decisive = {
        "premature-throw": "stands",
        "illegal-play": "legal-moves",
        "match": "points 11",
        "reserve-per-point": "2 min",
        "delay": "12 s",
    }
    decides("ukbgf", "backgammon", decisive)


def test_club_money() -> None:
    """tournament.md: 1.5 Jacoby and beavers in money play; 1.3 lifted dice end an untimed turn."""
    decisive = {
        "match": "money",
        "jacoby": "on",
        "beaver": "on",
        "automatic-doubles": "1",
        "turn-ends": "dice-lifted",
        "time-control": "none",
        "crawford": "off",
    }
    decides("club-money", "backgammon", decisive)


def test_nardy_long_classic() -> None:
    """rules.md: L2, L4 the head blocks, one opposing checker ahead; §2 colours swap."""
    decisive = {
        "first-throw-head": "when-head-blocks",
        "six-block": "needs-one-ahead",
        "opening": "throw-again",
        "starter": "previous-black-swap",
        "scoring": "oin-mars",
        "zone": "one-half",
        "cube": "off",
    }
    decides("nardy-long-classic", "long-nardy", decisive)


def test_nardy_long_fnr() -> None:
    """nardy_tavli_variants.md 2.1; rules.md: L2 only the second player takes two; §2 the opening throw is played."""
    decisive = {
        "opening": "play-it",
        "first-throw-head": "second-player-3-4-6",
        "six-block": "needs-one-ahead",
        "starter": "opening-throw",
        "scoring": "oin-mars",
        "last-throw": "none",
        "bear-off-in-homecoming-turn": "allowed",
        "cup": "baffle-box",
        "time-control": "none",
    }
    decides("nardy-long-fnr", "long-nardy", decisive)


def test_nardy_long_club() -> None:
    """rules.md: L2 any throw; M9 burnt; E1 the clock ends the turn; §5 no draw."""
    decisive = {
        "first-throw-head": "any-throw",
        "bear-off-in-homecoming-turn": "burnt",
        "turn-ends": "clock",
        "time-control": "none",
        "starter": "previous-black-swap",
        "last-throw": "none",
        "scoring": "oin-mars",
    }
    decides("nardy-long-club", "long-nardy", decisive)


def test_nardy_short() -> None:
    """rules.md: H1 hiding is forbidden everywhere, H2 bearing off is not; §5 koks counts three."""
    decisive = {
        "hit-and-hide": "forbidden-everywhere",
        "hit-and-bear-off": "allowed",
        "scoring": "oin-mars-koks",
        "opening": "play-it",
        "cube": "on",
    }
    decides("nardy-short", "short-nardy", decisive)


def test_nardy_short_caucasian() -> None:
    """rules.md: H1 hiding is forbidden after a hit in the home only; all else as in short nardy."""
    plain, caucasian = (Options.load(name).as_text() for name in ("nardy-short", "nardy-short-caucasian"))
    assert {option for option in plain if plain[option] != caucasian[option]} == {"hit-and-hide"}
    assert caucasian["hit-and-hide"] == "forbidden-in-home"


def test_tavli() -> None:
    """nardy_tavli_variants.md 2.2; rules.md: §1 three games in turn; P3 no cube, no triple; M4 portes chooses."""
    decisive = {
        "match": "tavli 5",
        "starter": "previous-winner",
        "opening": "throw-again",
        "scoring": "oin-mars",
        "cube": "off",
        "single-die": "either",
    }
    decides("tavli", "portes", decisive)
    event = Options.load("tavli")
    assert [event.for_game(game).single_die for game in TAVLI_IDS] == ["either", "larger", "larger"]


def test_profiles_hold_as_matches_of_any_length_and_as_money() -> None:
    """`run --length N` puts the match over the profile's; N = 0 is money."""
    for name in sorted(NAMES - {"tavli", "club-money"}):
        for match in ("money", "points 1", "points 25"):
            assert str(Options.load(name, {"match": match}).match) == match
    for length in (3, 5, 7):
        assert Options.load("tavli", {"match": f"tavli {length}"}).match.length == length
