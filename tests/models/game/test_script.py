"""Scripts: what is written is read back, and what can't be played is refused in one clear line."""

from pathlib import Path

import pytest

from models.synth import game
from models.synth.game.script import (
    Bump,
    Lift,
    Move,
    Pass,
    Play,
    Press,
    Script,
    ScriptError,
    Throw,
    Wait,
    moves_of,
    script_of,
    script_text,
)
from referee.rules.side import Side

SCRIPTS = sorted((Path(game.__file__).parent / "scripts").glob("*.toml"))


def test_a_script_reads_back_as_it_was_written() -> None:
    acts = (
        Wait(1.5),
        Throw(Side.B, (6, 1), "cocked"),
        Play(Side.B, moves_of("bar/20 13/9(2) 6/off"), "slide", "wrong"),
        Lift(Side.W),
        Press(Side.W),
        Bump("board", 3.0),
        Pass("body"),
    )
    script = Script("plakoto", acts, "W 24:15 | B 24:15")
    assert script_of(script_text(script)) == script


def test_moves_name_bar_and_off_and_how_many() -> None:
    assert moves_of("bar/20* 13/11(2) 6/off") == (Move(25, 20), Move(13, 11, 2), Move(6, 0))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_the_scripts_at_hand_are_scripts(path: Path) -> None:
    assert script_of(path.read_text(encoding="utf-8")).acts


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('game = "chess"', "there is no game 'chess'"),
        ("game = ", "the script is no TOML"),
        ('game = "portes"\nact = 3', r"\[\[act\]\]"),
        ('game = "portes"\n[[act]]\ndo = "dance"', "act 1: do = 'dance'"),
        ('game = "portes"\n[[act]]\ndo = "wait"', "act 1: wait needs 'seconds'"),
        ('game = "portes"\n[[act]]\ndo = "wait"\nhours = 1', "act 1: wait has no 'hours'"),
        ('game = "portes"\n[[act]]\ndo = "throw"\nside = "X"\nvalues = [1, 2]', "act 1: 'X'"),
        ('game = "portes"\n[[act]]\ndo = "throw"\nside = "W"\nvalues = [1, 7]', "a die shows 1 to 6"),
        ('game = "portes"\n[[act]]\ndo = "throw"\nside = "W"\nvalues = [1, 2]\nhow = "up"', "how = 'up'"),
        ('game = "portes"\n[[act]]\ndo = "play"\nside = "W"\nmoves = "24-18"', "'24-18' is no move"),
    ],
)
def test_a_broken_script_is_refused(text: str, said: str) -> None:
    with pytest.raises(ScriptError, match=said):
        script_of(text)
