"""gnubg position IDs, match IDs and XGIDs: round trips, and gnubg itself (formats.md 4.2)."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.cube import Cube
from referee.rules.dice import ALL_THROWS, Dice
from referee.rules.errors import NotationError
from referee.rules.mat import CubeAct, MatGame, MatMatch, Moved, Stake
from referee.rules.mat_follow import positions
from referee.rules.mat_write import match_text
from referee.rules.match_id import GameState, MatchId, match_id, parse_match_id
from referee.rules.notation import Xgid, parse_xgid, position_id, read_position, xgid_text
from referee.rules.position import Position, Side
from tests.referee.rules.gnubg_files import GNUBG, identify, load
from tests.referee.rules.random_matches import LEGAL, random_match
from tests.referee.rules.walks import random_walk

SIDES = st.sampled_from(Side)
NUMBERS = st.integers(0, 2**15 - 1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder for gnubg, where it is installed."""
    if not GNUBG.exists():
        pytest.skip("gnubg is not installed: apt-get install --no-install-recommends gnubg")
    return tmp_path


@st.composite
def match_ids(draw: st.DrawFn) -> MatchId:
    """Any match ID."""
    owner = draw(st.sampled_from((Side.W, Side.B, None)))
    cube = Cube(2 ** draw(st.integers(0, 15)), owner, owner is not None)
    dice = draw(st.sampled_from((None, *ALL_THROWS)))
    points = draw(NUMBERS), draw(NUMBERS), draw(NUMBERS)
    switches = draw(st.booleans()), draw(st.booleans()), draw(st.booleans())
    state = draw(st.sampled_from(GameState))
    return MatchId(draw(SIDES), draw(SIDES), cube, dice, *points, *switches, draw(st.integers(0, 3)), state)


@given(match_ids())
def test_match_id_round_trip(match: MatchId) -> None:
    text = match_id(match)
    assert len(text) == 12
    assert parse_match_id(text) == match


# As gnubg 1.07 shows them for its XGIDs: 2–1 to 7 with cube and dice; the Crawford game; money with and without Jacoby.
@pytest.mark.parametrize(
    ("text", "match"),
    [
        (
            "UYnlABAAEAAE",
            MatchId(Side.B, Side.B, Cube(2, Side.B, True), Dice(3, 1), 1, 2, 7),
        ),
        ("8AngABAAMAAE", MatchId(Side.B, Side.B, white_points=1, black_points=6, length=7, crawford=True)),
        ("cAkAAAAAAAAA", MatchId(Side.B, Side.B, jacoby=True)),
        ("cAkAAAAAAAAE", MatchId(Side.B, Side.B)),
        ("MBmgAAAAAAAE", MatchId(Side.W, Side.B, length=5, doubled=True)),
    ],
)
def test_match_ids_that_gnubg_shows(text: str, match: MatchId) -> None:
    assert parse_match_id(text) == match
    assert match_id(match) == text


@pytest.mark.parametrize("text", ["", "cAkAAAAAAAA", "cAkAAAAAAAA?", "////////////"])
def test_bad_match_ids_are_refused_in_one_line(text: str) -> None:
    with pytest.raises(NotationError, match=r"^match ID .*"):
        parse_match_id(text)


@pytest.mark.parametrize("match", [MatchId(Side.W, Side.W, Cube(3)), MatchId(Side.W, Side.W, length=2**15)])
def test_what_a_match_id_cannot_hold_is_refused(match: MatchId) -> None:
    with pytest.raises(NotationError):
        match_id(match)


@given(st.text(alphabet="cAkEAUYnl/+9=:", max_size=28))
def test_any_text_is_an_identifier_or_refused_in_words(text: str) -> None:
    try:
        position, _ = read_position(text, "backgammon", None)
    except ValueError as error:
        said = str(error)
    else:
        said = position.text
    assert said
    assert "\n" not in said


def test_a_position_with_its_match_id_says_who_is_on_roll() -> None:
    start = position_id(Position.start("backgammon"), Side.B)
    found = read_position(f"{start}:{match_id(MatchId(Side.B, Side.B))}", "backgammon", None)
    assert found == (Position.start("backgammon"), Side.B)


def test_every_state_of_a_match_has_the_identifiers_that_gnubg_gives_it(folder: Path) -> None:
    """Position, cube, score, dice, turn, Crawford, doubles offered: before each act of whole matches."""
    matches = [random_match("backgammon", seed, LEGAL) for seed in range(12)]
    compared = 0
    for match, loaded in zip(matches, load(folder, [match_text(match) for match in matches]), strict=True):
        for game, theirs in zip(match.games, loaded.ids, strict=True):
            ours = list(_states(match, game))
            assert list(theirs[: len(ours)]) == ours
            compared += len(ours)
    assert compared > 500


def _states(match: MatMatch, game: MatGame) -> Iterator[tuple[str, str]]:
    """(position ID, match ID) before each throw's play, double and answer."""
    board, stake = Position.start(game.game), Stake()
    for act, after in zip(game.acts, positions(game), strict=True):
        if not isinstance(act, Moved | CubeAct):
            return
        on_roll = act.side.other if stake.offered else act.side
        state = MatchId(
            on_roll, act.side, stake.cube, act.dice if isinstance(act, Moved) else None,
            int(game.white_points), int(game.black_points), match.length,
            game is match.crawford_game(), doubled=bool(stake.offered),
        )  # fmt: skip
        yield position_id(board, on_roll), match_id(state)
        board, stake = after, stake.after(act)


def test_xgids_mean_the_same_to_gnubg(folder: Path) -> None:
    """Board, cube and its owner, dice, scores, length, Crawford; gnubg may change the players' places."""
    chance = random.Random(20261130)
    walk = random_walk("backgammon", 7)
    xgids = [_xgid(chance, *next(walk)[:3]) for _ in range(150)]
    for xgid, (position, match) in zip(
        xgids, identify(folder, [f"set xgid {xgid_text(x)}" for x in xgids]), strict=True
    ):
        assert position == position_id(xgid.position, xgid.turn), xgid_text(xgid)
        theirs = parse_match_id(match)
        owner = None if theirs.cube.owner is None else (theirs.cube.owner is theirs.on_roll)
        assert (theirs.cube.value, owner) == (xgid.cube.value, xgid.cube.owner and xgid.cube.owner is xgid.turn)
        own, other = (theirs.white_points, theirs.black_points)[:: 1 if theirs.on_roll is Side.W else -1]
        ours = (xgid.white_points, xgid.black_points)[:: 1 if xgid.turn is Side.W else -1]
        assert (theirs.dice, (own, other), theirs.length) == (xgid.dice, ours, xgid.length)


def _xgid(chance: random.Random, position: Position, side: Side, dice: Dice) -> Xgid:
    owner = chance.choice((Side.W, Side.B, None))
    cube = Cube(2 ** chance.randrange(1, 5), owner, True) if owner else Cube()
    points = chance.randrange(5), chance.randrange(5)
    return Xgid(position, cube, side, dice, *points, 0, 7, 10, f"{dice.high}{dice.low}")


def test_an_xgid_that_gnubg_was_given_comes_back() -> None:
    for position, side, dice, _ in [next(random_walk("backgammon", seed)) for seed in range(20)]:
        xgid = _xgid(random.Random(1), position, side, dice)
        assert parse_xgid(xgid_text(xgid)) == xgid
