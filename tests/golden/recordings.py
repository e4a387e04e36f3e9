"""Hand-written recordings and the rulings they must give.

`python -m tests.golden.recordings` writes `tests/golden/referee/*.jsonl` (inputs) and `*.log` (rulings); read the diff
of the logs before committing it.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from calibration.profile import Seats
from referee.commands.saying import say
from referee.officiate import Match, Ruled
from referee.record.input_text import read_input, write_input
from referee.record.replay import as_event
from referee.rules.position import Position
from referee.rules.side import Side
from tests.referee.observing import die, observe_position, pair
from tests.referee.script import LEFT, RIGHT, START, Script, after, position
from tests.referee.tables import setup

FOLDER = Path(__file__).parent / "referee"
CLOCKED: dict[str, object] = {"match": "points 3", "turn-ends": "clock"}
DICED: dict[str, object] = {"turn-ends": "dice-lifted", "zone": "one-half", "time-control": "none"}


def clocked_turns(script: Script) -> None:
    """The opening by the clock, a cocked throw, a wrong half, an illegal play put right, another one accepted."""
    script.view(START)
    script.view(START, script.white("3-1"))
    script.press(Side.B)
    made = after(START, Side.W, "3-1", "8/5 6/5")
    script.hand()
    script.view(made, script.white("3-1"))
    script.press(Side.W)
    script.view(made)
    script.view(made, script.black("6-4", flat=False))
    script.view(made)
    script.view(made, pair("6-4", (700, 200)))
    script.view(made)
    script.view(made, script.black("6-2"))
    wrong = position("W 24:2 13:5 8:2 6:4 5:2 | B 24:1 15:1 13:5 8:3 6:5")
    script.view(wrong, script.black("6-2"))
    script.press(Side.B)
    right = after(made, Side.B, "6-2", "24/16")
    script.hand()
    script.view(right, script.black("6-2"))
    script.view(right, script.white("5-5"))
    bad = position("W 24:2 13:3 8:3 6:4 5:2 3:1 | B 24:1 16:1 13:5 8:3 6:5")
    script.view(bad, script.white("5-5"))
    script.press(Side.W)
    script.direct("accept", why="Black does not mind")
    script.view(bad, script.black("2-1"))


def lifted_dice(script: Script) -> None:
    """No clock: dice lifted, half-made plays, a turn that only the next throw ends, an unseen throw, a sudden end."""
    script.view(START)
    script.view(START, pair("4-2"))
    half = position("W 24:2 13:5 8:2 6:5 4:1 | B 24:2 13:5 8:3 6:5")
    script.view(half, pair("4-2"))
    made = after(START, Side.W, "4-2", "8/4 6/4")
    script.view(made, pair("4-2"))
    script.view(made)
    script.view(made, pair("6-1", (300, 300)))
    bar_point = after(made, Side.B, "6-1", "13/7 8/7")
    script.view(bar_point, pair("6-1", (300, 300)))
    script.view(bar_point, pair("5-3", (500, 100)))
    unseen = after(bar_point, Side.W, "5-3", "8/3 6/3")
    script.view(unseen, pair("5-3", (500, 100)))
    script.view(unseen)
    moved = after(unseen, Side.B, "6-5", "24/13")
    script.view(moved)
    script.view(moved, pair("3-2", (420, 300)))
    last = after(moved, Side.W, "3-2", "24/21 13/11")
    script.view(last, pair("3-2", (420, 300)))
    script.end()


def cube_and_end(script: Script) -> None:
    """A double taken, a pause, a lost camera, the last checkers borne off, the next game."""
    script.view(START)
    script.direct("correct", position="W 2:2 1:1 | B 2:1 1:2", turn="W", why="a test from near the end")
    near = position("W 2:2 1:1 | B 2:1 1:2")
    script.view(near)
    script.direct("cube", action="double")
    script.direct("cube", action="take")
    script.direct("pause", why="a glass of water")
    script.device("camera-lost")
    script.device("camera-back")
    script.direct("resume")
    script.view(near, script.white("6-5"))
    one_left = position("W 2:1 | B 2:1 1:2")
    script.view(one_left, script.white("6-5"))
    script.press(Side.W)
    script.view(position("W 1:1 | B 2:1 1:2"), script.white("6-5"))
    script.direct("undo", why="was that a six?")
    script.direct("accept")
    script.view(position("W 1:1 | B 2:1 1:2"), script.black("2-1"))
    script.view(position("W 1:1 | B 1:1"), script.black("2-1"))
    script.press(Side.B)
    script.view(position("W 1:1 | B 1:1"), script.white("4-3"))
    script.view(position("W off:15 | B 1:1"), script.white("4-3"))
    script.press(Side.W)
    script.view(START)


def long_nardy(script: Script) -> None:
    """The draw for the colours, two from the head with the first 6-6, a second head, a block, colours swapped."""
    heads = Position.start("long-nardy")
    script.view(heads)
    script.view(heads, (die(3, RIGHT), die(5, LEFT, place="left-half")))
    script.look(observe_position(heads, (), script.number, Seats("L", "top", "top-left")))
    script.view(heads, pair("6-6"))
    both = after(heads, Side.W, "6-6", "24/18(2)", first_turn=True)
    script.view(both, pair("6-6"))
    script.press(Side.B)
    theirs = pair("5-2", (200, 400), place="left-half")
    script.view(both, theirs)
    second = position("W 24:13 18:2 | B 24:13 22:1 19:1", "long-nardy")
    script.view(second, theirs)
    script.press(Side.W)
    right = after(both, Side.B, "5-2", "24/17", first_turn=True)
    script.view(right, theirs)
    script.view(right)
    five = position("W 24:9 20:1 19:1 18:1 17:1 16:2 | B 24:15", "long-nardy")
    script.direct("correct", position=five.text, turn="W", why="Black's turns were lost")
    script.view(five)
    script.view(five, pair("5-1", (600, 420)))
    script.view(position("W 24:8 20:1 19:2 18:1 17:1 16:1 15:1 | B 24:15", "long-nardy"), pair("5-1", (600, 420)))
    script.press(Side.B)
    script.view(after(five, Side.W, "5-1", "24/18"), pair("5-1", (600, 420)))
    script.direct("resign", side="B", level="mars")
    script.view(heads)
    script.view(heads, pair("4-3"))


def plakoto(script: Script) -> None:
    """The higher number throws afresh; a blot pinned, its move flagged, freed; one mother pinned, then both: void."""
    start = Position.start("plakoto")
    script.view(start)
    script.view(start, (die(6, RIGHT), die(2, LEFT, place="left-half")))
    script.view(start)
    script.view(start, script.white("6-4"))
    out = after(start, Side.W, "6-4", "24/14", first_turn=True)
    script.view(out, script.white("6-4"))
    script.view(out)
    script.view(out, script.black("6-5"))
    pinned = after(out, Side.B, "6-5", "24/13", first_turn=True)
    script.view(pinned, script.black("6-5"))
    script.view(pinned)
    near = position("W 24:1 14:1p 10:1 8:12 | B 24:1 13:13 11:1", "plakoto")
    script.direct("correct", position=near.text, turn="W", why="later, with a prisoner")
    script.view(near)
    script.view(near, script.white("6-3"))
    slid = position("W 24:1 10:1 8:13 | B 24:1 13:13 11:1", "plakoto")
    script.view(slid, script.white("6-3"))
    script.view(slid)
    mother = after(near, Side.W, "6-3", "10/1")
    script.view(mother)
    script.view(mother, script.black("6-5"))
    freed = after(mother, Side.B, "6-5", "13/7 13/8")
    script.view(freed, script.black("6-5"))
    script.view(freed)
    near = position("W 24:1 8:13 1:1 | B 24:1p 10:1 8:13", "plakoto")
    script.direct("correct", position=near.text, turn="B", why="later")
    script.view(near)
    script.view(near, script.black("5-4"))
    both = position("W 24:1p 8:13 1:1 | B 24:1p 8:13 1:1", "plakoto")
    script.view(both, script.black("5-4"))
    script.view(both)
    script.view(start)


TAVLI = (
    ("portes", "W 1:1 | B 6:14 1:1", "W off:15 | B 6:14 1:1", "6-5"),
    ("plakoto", "W 6:5 | B 1:1", "W 6:5 | B off:15", "6-4"),
    ("fevga", "W 1:1 | B 6:5", "W off:15 | B 6:5", "5-4"),
)


def tavli(script: Script) -> None:
    """Portes, plakoto and fevga near their ends: the winner begins the next game; the match to three is won."""
    for game, near, over, dice in TAVLI:
        script.view(Position.start(game))
        turn = "B" if over.endswith("off:15") else "W"
        script.direct("correct", position=near, turn=turn, why="from near the end")
        before, after_it = (position(text, game) for text in (near, over))
        script.view(before)
        lying = script.white(dice) if turn == "W" else script.black(dice)
        script.view(before, lying)
        script.view(after_it, lying)
        script.view(after_it)


class Recording(NamedTuple):
    """One recording: the game it begins with, its event, and what happens."""

    event: dict[str, object]
    play: Callable[[Script], None]
    game: str = "backgammon"


RECORDINGS: dict[str, Recording] = {
    "clocked-turns": Recording(CLOCKED, clocked_turns),
    "lifted-dice": Recording(DICED, lifted_dice),
    "cube-and-end": Recording({**CLOCKED, "match": "points 7"}, cube_and_end),
    "long-nardy": Recording(CLOCKED, long_nardy, "long-nardy"),
    "plakoto": Recording({**DICED, "match": "points 5"}, plakoto, "plakoto"),
    "tavli": Recording({**DICED, "match": "tavli 3"}, tavli, "portes"),
}


def judged(name: str) -> Iterator[str]:
    """The rulings on the recorded inputs of a recording, one line each."""
    event, _, game = RECORDINGS[name]
    match = Match.new(setup(event, game=game))
    seq = 0
    for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        match, ruled = match.after(read_input(line))
        for each in ruled:
            seq += 1
            yield ruling_line(seq, each)


def ruling_line(seq: int, ruled: Ruled) -> str:
    """A ruling with both clocks, as the golden logs hold it."""
    event = as_event(seq, ruled, "")
    clock = "/".join(_face(ruled.clock[side]) for side in "WB")
    said = say(event) or f"{seq:4}  {event.kind:13} {event.body.get('position') or ''}"
    return f"{event.t_mono_ns // 1_000_000_000:3} s  {clock:20} {said}".rstrip()


def _face(face: object) -> str:
    assert isinstance(face, dict)
    return f"{face['reserve_ms'] / 1000:.0f}+{face['delay_ms'] / 1000:.0f}{'*' if face['running'] else ''}"


def write_all() -> None:
    """Write every recording and what it gives."""
    FOLDER.mkdir(exist_ok=True)
    for name, (event, play, game) in RECORDINGS.items():
        script = Script(event, game=game)
        play(script)
        inputs = "".join(f"{write_input(each)}\n" for each in script.inputs)
        (FOLDER / f"{name}.jsonl").write_text(inputs, encoding="utf-8")
        (FOLDER / f"{name}.log").write_text("".join(f"{line}\n" for line in judged(name)), encoding="utf-8")
        print(f"{name}: {len(script.inputs)} inputs")


if __name__ == "__main__":
    write_all()
