"""Match score, Crawford, what is played next: rules.md §2 and §5, tournament.md 1.5."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.match import MatchScore, NextGame, first_game, next_game, white_begins
from referee.rules.options import Options
from referee.rules.result import Result
from referee.rules.side import Side

SEVEN = Options.build("backgammon", {"match": "points 7"})
MONEY = Options.build("backgammon", {})


def test_a_match_is_won_at_its_length() -> None:
    score = MatchScore.new(SEVEN).after(Side.W, 4).after(Side.B, 2)
    assert (score.points(Side.W), score.points(Side.B), score.game, score.winner) == (4, 2, 3, None)
    assert score.after(Side.W, 4).winner is Side.W


def test_money_play_never_ends() -> None:
    assert MatchScore.new(MONEY).after(Side.W, 64).winner is None


def test_crawford_is_one_game_after_a_side_came_within_a_point() -> None:
    """tournament.md 1.5."""
    score = MatchScore.new(SEVEN).after(Side.W, 6)
    assert score.is_crawford_game
    after = score.after(Side.B, 2)
    assert not after.is_crawford_game
    assert not after.after(Side.B, 4).is_crawford_game


@pytest.mark.parametrize("given", [{"match": "points 7", "crawford": "off"}, {"match": "points 1"}])
def test_no_crawford_game(given: dict[str, object]) -> None:
    options = Options.build("backgammon", given)
    score = MatchScore.new(options)
    assert not score.is_crawford_game
    assert not score.after(Side.W, options.match.length - 1).is_crawford_game


DRAW, VOID = Result(None, "draw", 1, 0.5), Result(None, "void", 0, 0)
LONG = Options.build("long-nardy", {"match": "points 3", "last-throw": "half-each"})
TAVLI = Options.build("portes", {"match": "tavli 3"})


def test_halves_add_up_exactly() -> None:
    """rules.md §5 draw: ½–½ twice is a whole point, shown as one."""
    score = MatchScore.new(LONG).after_game(DRAW)
    assert (score.white, score.black, score.winner) == (0.5, 0.5, None)
    twice = score.after_game(DRAW)
    assert (repr(twice.white), repr(twice.black), twice.game) == ("1", "1", 3)


def test_a_void_game_counts_for_nobody() -> None:
    """rules.md P2: void, no points."""
    score = MatchScore.new(TAVLI).after(Side.W, 2)
    after = score.after_game(VOID)
    assert (after.white, after.black, after.game) == (2, 0, 3)


def test_with_both_at_the_length_the_match_goes_on() -> None:
    """rules.md §5 draw: one each at 2–2 of 3 decides nothing; the next win does."""
    level = MatchScore.new(LONG).after(Side.W, 2).after(Side.B, 2).after_game(Result(None, "draw", 1, 1))
    assert (level.white, level.black, level.winner) == (3, 3, None)
    assert not level.is_crawford_game
    assert level.after(Side.B, 1).winner is Side.B


def test_half_a_point_away_is_the_crawford_game_too() -> None:
    """tournament.md 1.5."""
    score = MatchScore.new(LONG).after_game(DRAW).after(Side.W, 2)
    assert score.is_crawford_game
    assert not score.after(Side.B, 1).is_crawford_game


def test_crawford_goes_with_the_players_through_a_swap_of_colours() -> None:
    """tournament.md 1.5; rules.md §2: the score is the players'."""
    score = MatchScore.new(LONG).after(Side.W, 2).swapped()
    assert (score.white, score.black, score.is_crawford_game) == (0, 2, True)
    assert not score.after(Side.W, 1).swapped().is_crawford_game


@given(st.builds(MatchScore, st.integers(0, 25), st.integers(0, 25), st.integers(0, 25), st.booleans(), st.booleans()))
def test_swapping_twice_changes_nothing(score: MatchScore) -> None:
    """rules.md §2 next game: colours swap."""
    assert score.swapped().swapped() == score
    assert score.swapped().points(Side.W) == score.points(Side.B)
    assert score.swapped().is_crawford_game == score.is_crawford_game
    winner = score.winner
    assert score.swapped().winner is (winner.other if winner else None)


def test_tavli_rotates() -> None:
    """rules.md §1: portes, plakoto, fevga, and portes again; the first is portes."""
    options, played = TAVLI, [first_game(TAVLI).game]
    for _ in range(3):
        following = next_game(MatchScore.new(options), options, Side.W, Side.W)
        assert following is not None
        options = options.for_game(following.game)
        played.append(following.game)
    assert played == ["portes", "plakoto", "fevga", "portes"]
    assert first_game(Options.build("fevga", {"match": "tavli 5"})) == NextGame("portes")


@pytest.mark.parametrize("length", [3, 5, 7])
def test_tavli_is_won_at_its_length(length: int) -> None:
    """rules.md §5: to 3, 5 or 7 points."""
    options = Options.build("portes", {"match": f"tavli {length}"})
    score = MatchScore.new(options).after(Side.B, length - 1)
    assert next_game(score, options, Side.B, Side.W) is not None
    over = score.after(Side.B, 2)
    assert over.winner is Side.B
    assert next_game(over, options, Side.B, Side.W) is None


def test_after_a_void_plakoto_fevga_is_played_and_who_began_begins_again() -> None:
    """rules.md P2; §2: there is no new winner, so the last one keeps the first throw."""
    options = TAVLI.for_game("plakoto")
    assert next_game(MatchScore.new(options), options, None, Side.B) == NextGame("fevga", Side.B)


@pytest.mark.parametrize("winner", [Side.W, Side.B, None])
@pytest.mark.parametrize("began", list(Side))
@pytest.mark.parametrize(
    ("game", "starter"),
    [
        ("backgammon", "opening-throw"),
        ("backgammon", "previous-winner"),
        ("short-nardy", "previous-black-swap"),
        ("long-nardy", "previous-black-swap"),
        ("long-nardy", "previous-winner"),
        ("fevga", "previous-winner"),
    ],
)
def test_who_begins_the_next_game(game: str, starter: str, began: Side, winner: Side | None) -> None:
    """rules.md §2 next game: a new opening throw; the winner; or colours swap and who had black begins."""
    options = Options.build(game, {"starter": starter})
    following = next_game(MatchScore.new(options), options, winner, began)
    assert following is not None
    assert following.game == game
    if starter == "opening-throw":
        assert (following.begins, following.colours_swap) == (None, False)
    elif starter == "previous-black-swap":
        assert (following.begins, following.colours_swap) == (Side.W, True)
    else:
        player = winner or began
        now = player.other if following.colours_swap else player
        assert following.begins is now
        assert following.colours_swap == (game == "long-nardy" and player is Side.B)


def test_the_defaults_of_the_games_are_the_sources() -> None:
    """rules.md §2 next game, §7: who begins by default."""
    asked = {
        game: next_game(MatchScore(), Options.build(game, {}), Side.B, Side.W)
        for game in ("backgammon", "long-nardy", "portes")
    }
    assert asked["backgammon"] == NextGame("backgammon")
    assert asked["long-nardy"] == NextGame("long-nardy", Side.W, colours_swap=True)
    assert asked["portes"] == NextGame("portes", Side.B)


def test_who_begins_has_white_in_long_nardy_only() -> None:
    """rules.md §2 opening: the winner of the draw takes white."""
    assert [game for game in ("backgammon", "short-nardy", "long-nardy", "fevga") if white_begins(game)] == [
        "long-nardy"
    ]
