"""SGF as gnubg loads it (formats.md 4.2)."""

import pytest

from referee.rules.errors import NotationError
from referee.rules.mat import MatGame, MatMatch
from referee.rules.mat_read import parse_match
from referee.rules.sgf import sgf_text
from tests.referee.rules.gnubg_files import GNUBG
from tests.referee.rules.match_files import SGF_EVENTS, gnubg_compared
from tests.referee.rules.random_matches import USUAL, random_match
from tests.referee.rules.test_mat import EXAMPLE

COUNT = 20
EXAMPLE_SGF = """(;FF[4]GM[6]CA[UTF-8]AP[Zarbiter]MI[length:5][game:0][ws:0][bs:0]PW[Alice]PB[Bob]RU[Crawford]RE[B+2]
;B[31qtst]
;W[62xrmk]
;B[53qvsv]
;W[double]
;B[take]
;W[43mikh]
;B[64ak]
;W[61mghg]
;B[double]
;W[drop])
(;FF[4]GM[6]CA[UTF-8]AP[Zarbiter]MI[length:5][game:1][ws:0][bs:2]PW[Alice]PB[Bob]RU[Crawford]
;W[42hdfd]
;B[65al])
"""
ENDS = """; [Event "Final [A]"]
; [EventDate "2026.11.30"]
 3 point match

 Game 1
 Ann : 2                          B : 0
  1) 66: Illegal play (3;0;0;0;0;B;Ann;1;0;2;1;0;-1;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;2;0;0;)
  2)                               61: 25/24 25/19
  3) 66: Cannot Move               65: 24/18 19/14
     Resigns                       Wins 1 point
"""


def test_the_example_of_the_format_page_as_sgf() -> None:
    """formats.md 4.2: a–x from White's view; double, take, drop; MI, RU, RE; one tree a game."""
    assert sgf_text(parse_match(EXAMPLE)) == EXAMPLE_SGF


def test_bars_lost_turns_crawford_plays_that_stand_and_resignations() -> None:
    """formats.md 4.2: y the bar, `B[66]` no move, the board set after a play that stands, `RE[B+1R]`."""
    text = sgf_text(parse_match(ENDS))
    assert "EV[Final [A\\]]DT[2026-11-30]RU[Crawford:CrawfordGame]RE[B+1R]" in text
    assert ";PL[W]DI[66]\n;PL[W]AE[a:y]AW[y]AB[y][y]\n" in text
    assert ";B[61yayf]\n;W[66]\n;B[65agfk])" in text


def test_another_game_on_the_same_board_is_named() -> None:
    match = MatMatch(0, "A", "B", (MatGame(0, 0, (), "portes"),), variation="portes")
    assert "GC[Portes]" in sgf_text(match)


@pytest.mark.parametrize("game", ["long-nardy", "plakoto", "fevga"])
def test_a_game_that_sgf_has_no_board_for_is_refused(game: str) -> None:
    match = MatMatch(0, "A", "B", (MatGame(0, 0, (), game),), variation=game)
    with pytest.raises(NotationError, match=f"^SGF can't hold {game}, only games on backgammon's board; export mat"):
        sgf_text(match)


@pytest.mark.parametrize("event", SGF_EVENTS)
def test_gnubg_loads_written_sgf_without_a_word_and_has_the_same_boards_and_scores(event: str) -> None:
    """Automatic doubles and matches without Crawford too, which a `.mat` file cannot tell gnubg."""
    if not GNUBG.exists():
        pytest.skip("gnubg is not installed: apt-get install --no-install-recommends gnubg")
    matches = [random_match(event, seed, USUAL) for seed in range(COUNT)]
    assert gnubg_compared(matches, [sgf_text(match) for match in matches], "sgf") == []
