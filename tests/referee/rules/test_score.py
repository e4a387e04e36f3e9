"""What a finished game is worth: rules.md §5."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.cube import Cube, CubeState
from referee.rules.errors import ScoreError
from referee.rules.game_ids import GAME_IDS
from referee.rules.match import MatchScore
from referee.rules.options import Options
from referee.rules.position import Position, Side
from referee.rules.result import points_text
from referee.rules.score import (
    Outcome,
    Points,
    Result,
    Road,
    dropped,
    last_throw_due,
    level_names,
    outcome_of,
    refused,
    resign_levels,
    resigned,
    result_of,
    settle,
    winner_of,
)

SOME_OFF = "W off:15 | B 6:3 off:12"
NONE_OFF = "W off:15 | B 7:1 6:14"
ALL_HOME = "W off:15 | B 6:15"
IN_WINNERS_HOME = "W off:15 | B 19:1 6:14"
ON_THE_BAR = "W off:15 | B 6:14 bar:1"
ENDS = (SOME_OFF, NONE_OFF, ALL_HOME, IN_WINNERS_HOME, ON_THE_BAR)


def _result(text: str, cube: Cube, **settings: str) -> tuple[str, Points]:
    options = Options.build("backgammon", {name.replace("_", "-"): value for name, value in settings.items()})
    found = result_of(Position.parse(text, "backgammon"), Side.W, cube, options)
    return found.name, found.points


@pytest.mark.parametrize(
    ("scoring", "factors"),
    [
        ("backgammon", (1, 2, 2, 3, 3)),
        ("oin-mars", (1, 2, 2, 2, 2)),
        ("oin-mars-koks", (1, 2, 2, 3, 3)),
        ("home-mars", (1, 2, 3, 3, 3)),
        ("four-step", (1, 2, 3, 4, 4)),
        ("by-remaining", (3, 30, 45, 45, 45)),
    ],
)
def test_the_six_scoring_profiles(scoring: str, factors: tuple[int, ...]) -> None:
    """rules.md §5 backgammon, §5 oin-mars, §5 oin-mars-koks, §5 home-mars, §5 four-step, §5 by-remaining."""
    assert tuple(_result(text, Cube(), scoring=scoring)[1] for text in ENDS) == factors


def test_names_of_backgammon() -> None:
    names = [_result(text, Cube())[0] for text in ENDS]
    assert names == ["single", "gammon", "gammon", "backgammon", "backgammon"]


def test_the_cube_multiplies() -> None:
    """tournament.md 1.5: points = cube × 1 / 2 / 3."""
    cube = Cube(4, Side.B, True)
    assert [_result(text, cube)[1] for text in (SOME_OFF, NONE_OFF, ON_THE_BAR)] == [4, 8, 12]


def test_jacoby_counts_gammons_only_after_an_actual_double() -> None:
    """tournament.md 1.5: an automatic double is not enough."""
    options = Options.build("backgammon", {"jacoby": "on", "automatic-doubles": 1})
    assert _result(NONE_OFF, Cube().automatic(options), jacoby="on") == ("single", 2)
    assert _result(NONE_OFF, Cube(2, Side.B, True), jacoby="on") == ("gammon", 4)


def test_no_mars_with_dave() -> None:
    """rules.md §5 stakes."""
    assert _result(NONE_OFF, Cube(2, Side.B, True), no_mars_with_dave="on") == ("single", 2)
    assert _result(NONE_OFF, Cube(), no_mars_with_dave="on") == ("gammon", 2)


def test_a_refused_double_loses_the_stake_before_it() -> None:
    """rules.md §5 stakes."""
    assert refused(Side.W, Cube(2, Side.W, True)).points == 2


def test_winner() -> None:
    assert winner_of(Position.parse(SOME_OFF, "backgammon")) is Side.W
    assert winner_of(Position.parse("W 1:1 | B off:15", "backgammon")) is Side.B
    assert winner_of(Position.start("backgammon")) is None


LONG_OVER = "W off:15 | B 1:1 off:14"
BOTH_OFF = "W off:15 | B off:15"


def _long(last_throw: str, **settings: object) -> Options:
    given = {"last-throw": last_throw, **{name.replace("_", "-"): value for name, value in settings.items()}}
    return Options.build("long-nardy", given)


def test_without_a_last_throw_who_bears_off_first_wins() -> None:
    """rules.md §5 draw: the default is no draw."""
    position = Position.parse(LONG_OVER, "long-nardy")
    assert outcome_of(position, _long("none"), Side.W) == Outcome(Road.BORNE_OFF, Side.W)


@pytest.mark.parametrize("last_throw", ["half-each", "one-each"])
def test_black_who_began_later_has_one_more_throw(last_throw: str) -> None:
    """rules.md §5 draw: White bears off first, Black throws once more and either draws or has lost."""
    options, position = _long(last_throw), Position.parse(LONG_OVER, "long-nardy")
    assert outcome_of(position, options, Side.W) is None
    assert last_throw_due(position, options, Side.W)
    assert outcome_of(position, options, Side.B) == Outcome(Road.BORNE_OFF, Side.W)
    assert outcome_of(Position.parse(BOTH_OFF, "long-nardy"), options, Side.B) == Outcome(Road.DRAWN)


def test_black_who_bears_off_first_has_won() -> None:
    """rules.md §5 draw: White began and has had as many throws."""
    position = Position.parse("W 1:1 off:14 | B off:15", "long-nardy")
    assert outcome_of(position, _long("half-each"), Side.B) == Outcome(Road.BORNE_OFF, Side.B)


def test_the_last_throw_is_whose_who_did_not_begin() -> None:
    """rules.md §5 draw: where Black began, White has the last throw."""
    position = Position.parse("W 1:1 off:14 | B off:15", "long-nardy")
    assert outcome_of(position, _long("half-each"), Side.B, began=Side.B) is None
    assert outcome_of(Position.parse(LONG_OVER, "long-nardy"), _long("half-each"), Side.W, began=Side.B) is not None


def test_the_last_throw_may_save_mars() -> None:
    """rules.md §5 draw: the game is judged as it stands after that throw."""
    options = _long("half-each")
    before, after = (Position.parse(f"W off:15 | B {black}", "long-nardy") for black in ("1:15", "1:13 off:2"))
    assert outcome_of(before, options, Side.W) is None
    lost = outcome_of(after, options, Side.B)
    assert lost is not None
    assert settle(lost, after, Cube(), options) == Result(Side.W, "oin", 1, 1)


@pytest.mark.parametrize(
    ("last_throw", "value", "points"), [("half-each", 1, 0.5), ("half-each", 2, 1), ("one-each", 2, 2)]
)
def test_what_a_draw_is_worth(last_throw: str, value: int, points: Points) -> None:
    """rules.md §5 draw: a half each or one each, times the cube."""
    options, position = _long(last_throw, cube="on"), Position.parse(BOTH_OFF, "long-nardy")
    result = settle(Outcome(Road.DRAWN), position, Cube(value, Side.W, value > 1), options)
    assert (result.winner, result.points_of(Side.W), result.points_of(Side.B)) == (None, points, points)
    assert isinstance(result.points, int) == (points == int(points))


@pytest.mark.parametrize(("points", "text"), [(0, "0"), (0.5, "½"), (-0.5, "-½"), (1.5, "1½"), (-2, "-2"), (64, "64")])
def test_points_are_written_with_halves(points: Points, text: str) -> None:
    assert points_text(points) == text


PINNED_MOTHER = [
    ("W 10:14 1:1 | B 24:1p 12:14", Outcome(Road.MOTHER_PINNED, Side.W)),
    ("W 24:1p 12:14 | B 10:14 1:1", Outcome(Road.MOTHER_PINNED, Side.B)),
    ("W 24:1 10:13 1:1 | B 24:1p 12:14", None),
    ("W 24:3 10:11 1:1 | B 24:1p 12:14", None),
    ("W 24:1p 10:13 1:1 | B 24:1p 12:13 1:1", Outcome(Road.VOID)),
    ("W 10:14 2:1 | B 24:1 23:1p 12:13", None),
    ("W 24:15 | B 24:15", None),
]


@pytest.mark.parametrize(("text", "outcome"), PINNED_MOTHER)
def test_a_pinned_mother_ends_the_game(text: str, outcome: Outcome | None) -> None:
    """rules.md P2: two points at once, unless the pinner's own mother is at risk; both pinned is void."""
    options = Options.build("plakoto", {})
    assert outcome_of(Position.parse(text, "plakoto"), options, Side.W) == outcome


def test_what_a_pinned_mother_and_a_void_game_are_worth() -> None:
    """rules.md P2: two points, or none for anybody."""
    options, position = Options.build("plakoto", {}), Position.parse(PINNED_MOTHER[0][0], "plakoto")
    assert settle(Outcome(Road.MOTHER_PINNED, Side.B), position, Cube(), options) == Result(
        Side.B, "mother pinned", 2, 2
    )
    void = settle(Outcome(Road.VOID), position, Cube(), options)
    assert (void.winner, void.points_of(Side.W), void.points_of(Side.B)) == (None, 0, 0)


def test_plakoto_has_no_triple_game() -> None:
    """rules.md P3: the dearest win is mars, two points."""
    options = Options.build("plakoto", {})
    assert level_names(options) == ("oin", "mars")
    far_back = Position.parse("W off:15 | B 24:15", "plakoto")
    assert result_of(far_back, Side.W, Cube(), options).points == 2


@pytest.mark.parametrize("game", GAME_IDS)
def test_every_game_ends_when_a_side_has_borne_off_all(game: str) -> None:
    """rules.md §5."""
    options = Options.build(game, {})
    assert outcome_of(Position.start(game), options, Side.W) is None
    ended = outcome_of(Position.parse("W 1:2 off:13 | B off:15", game), options, Side.B)
    assert ended == Outcome(Road.BORNE_OFF, Side.B)


@pytest.mark.parametrize(
    ("game", "black", "name"),
    [("long-nardy", "13:1 6:14", "koks"), ("long-nardy", "12:1 6:14", "mars"), ("long-nardy", "6:15", "mars")],
)
def test_the_winners_home_is_on_the_losers_way(game: str, black: str, name: str) -> None:
    """rules.md §5 oin-mars-koks: in the same-direction games White's home is Black's 13 to 18."""
    options = Options.build(game, {"scoring": "oin-mars-koks"})
    assert result_of(Position.parse(f"W off:15 | B {black}", game), Side.W, Cube(), options).name == name


RACE = "W 6:15 | B 5:15"
CONTACT = "W 24:2 13:5 8:3 6:5 | B 24:2 13:5 8:3 6:5"


@pytest.mark.parametrize(
    ("text", "side", "settings", "levels"),
    [
        (CONTACT, Side.W, {}, ("single", "gammon", "backgammon")),
        (RACE, Side.W, {}, ("single", "gammon")),
        ("W 6:14 off:1 | B 5:15", Side.W, {}, ("single",)),
        ("W 19:1 6:14 | B 5:15", Side.W, {}, ("single", "gammon", "backgammon")),
        ("W 6:15 | B 20:1 5:14", Side.W, {}, ("single", "gammon", "backgammon")),
        ("W 6:14 bar:1 | B 5:15", Side.W, {}, ("single", "gammon", "backgammon")),
        (CONTACT, Side.B, {"jacoby": "on"}, ("single",)),
        (CONTACT, Side.B, {"scoring": "four-step"}, ("oin", "mars", "home mars", "koks")),
        (RACE, Side.B, {"scoring": "four-step"}, ("oin", "mars", "home mars")),
    ],
)
def test_what_a_game_may_be_given_up_for(
    text: str, side: Side, settings: dict[str, object], levels: tuple[str, ...]
) -> None:
    """rules.md §5: nothing that can no longer be lost is offered."""
    options = Options.build("backgammon", settings)
    assert resign_levels(side, Position.parse(text, "backgammon"), Cube(), options) == levels


def test_in_a_game_without_hits_koks_needs_a_checker_behind() -> None:
    """rules.md §5 oin-mars-koks."""
    options = Options.build("long-nardy", {"scoring": "oin-mars-koks"})
    behind, past = (Position.parse(f"W 6:15 | B {black}", "long-nardy") for black in ("24:1 6:14", "12:1 7:14"))
    assert resign_levels(Side.B, behind, Cube(), options) == ("oin", "mars", "koks")
    assert resign_levels(Side.B, past, Cube(), options) == ("oin", "mars")
    facing = Position.parse("W 23:1 6:14 | B 12:1 7:14", "long-nardy")
    assert resign_levels(Side.B, facing, Cube(), options) == ("oin", "mars")


def test_a_resignation_is_worth_its_level_times_the_cube() -> None:
    """rules.md §5 backgammon, §5 stakes."""
    position, options = Position.parse(CONTACT, "backgammon"), Options.build("backgammon", {})
    assert resigned(Side.W, "gammon", position, Cube(4, Side.B, True), options) == Result(Side.B, "gammon", 2, 8)
    with pytest.raises(ScoreError, match=r"White can't give this game up as 'koks'; use one of single, gammon, back"):
        resigned(Side.W, "koks", position, Cube(), options)


def test_a_resignation_by_remaining_counts_the_checkers_in_play() -> None:
    """rules.md §5 by-remaining."""
    options = Options.build("short-nardy", {"scoring": "by-remaining"})
    some_off = Position.parse("W 6:6 off:9 | B 5:15", "short-nardy")
    assert resigned(Side.W, "oin", some_off, Cube(2, None, True), options).points == 12
    assert resigned(Side.B, "mars", some_off, Cube(), options).points == 30


@pytest.mark.parametrize("value", [1, 2, 8])
@pytest.mark.parametrize(("turned", "factor"), [(True, 1), (False, 3)])
def test_by_remaining_with_no_mars_with_dave(value: int, turned: bool, factor: int) -> None:
    """rules.md §5 stakes: with dave played mars and koks count as oin, each checker still times the cube."""
    options = Options.build("short-nardy", {"scoring": "by-remaining", "no-mars-with-dave": "on"})
    result = result_of(Position.parse("W off:15 | B 6:15", "short-nardy"), Side.W, Cube(value, None, turned), options)
    assert result.points == factor * 15 * value


def test_by_remaining_with_jacoby() -> None:
    """rules.md §5 stakes: not turned, each checker counts once."""
    options = Options.build("short-nardy", {"scoring": "by-remaining", "jacoby": "on"})
    position = Position.parse("W off:15 | B 6:15", "short-nardy")
    assert result_of(position, Side.W, Cube(), options).points == 15
    assert result_of(position, Side.W, Cube(2, Side.B, True), options).points == 90


def test_a_refused_beaver_loses_the_doubled_stake() -> None:
    """rules.md §5 stakes: the first doubler may refuse at the doubled stake."""
    options = Options.build("backgammon", {"beaver": "on"})
    beavered = CubeState().double(Side.W, options, MatchScore()).beaver(Side.B, options)
    assert dropped(beavered, Side.W) == Result(Side.B, "beaver refused", 1, 2)


@given(st.sampled_from(Side), st.integers(1, 9), st.data())
def test_a_settled_game_gives_points_to_one_side_or_both_alike(side: Side, value: int, data: st.DataObject) -> None:
    """rules.md §5: over every road and value, the loser gets nothing and a draw is equal."""
    road = data.draw(st.sampled_from(Road))
    winner = side if road in (Road.BORNE_OFF, Road.MOTHER_PINNED) else None
    position = Position.parse("W off:15 | B 6:15" if side is Side.W else "W 6:15 | B off:15", "long-nardy")
    result = settle(Outcome(road, winner), position, Cube(value), _long("half-each"))
    if winner is None:
        assert result.points_of(Side.W) == result.points_of(Side.B)
    else:
        assert (result.points_of(winner), result.points_of(winner.other)) == (2 * value, 0)
