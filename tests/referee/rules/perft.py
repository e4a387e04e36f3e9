"""Counting plays to depth two, and the golden files of it.

`python -m tests.referee.rules.perft` writes them again; the difference is to be read before it is committed.
"""

import json
from pathlib import Path
from typing import TypedDict

from referee.rules.dice import ALL_THROWS, Dice
from referee.rules.options import Options
from referee.rules.plays import legal_plays
from referee.rules.position import Position, Side

GOLDEN = Path(__file__).parents[2] / "golden" / "perft"
POSITIONS = {
    "backgammon": (
        "W 24:2 13:5 8:3 6:5 | B 24:2 13:5 8:3 6:5",
        "W 24:1 8:3 6:4 5:3 4:2 bar:2 | B 22:1 13:3 8:2 7:2 6:3 5:2 4:1 2:1",
        "W 20:2 6:4 5:3 4:3 3:2 2:1 | B 24:1 3:4 2:4 1:3 off:3",
        "W 8:1 7:1 6:2 5:2 3:1 1:1 off:7 | B 10:1 7:2 5:2 4:1 2:2 off:7",
    ),
}


class Count(TypedDict):
    """Plays of one throw, and of all 21 replies to all of them."""

    depth1: int
    depth2: int


def counts(game: str, text: str) -> dict[str, Count]:
    """For White on move with each of the 21 throws."""
    options = Options.build(game, {})
    position = Position.parse(text, game)
    known: dict[Position, int] = {}
    found = {}
    for dice in ALL_THROWS:
        plays = legal_plays(position, Side.W, dice, options).plays
        for play in plays:
            if play.position not in known:
                known[play.position] = _replies(play.position, options)
        found[str(dice)] = Count(depth1=len(plays), depth2=sum(known[play.position] for play in plays))
    return found


def _replies(position: Position, options: Options) -> int:
    return sum(_count(position, dice, options) for dice in ALL_THROWS)


def _count(position: Position, dice: Dice, options: Options) -> int:
    return len(legal_plays(position, Side.B, dice, options).plays)


def golden(game: str) -> dict[str, dict[str, Count]]:
    """Position text → throw → counts, as kept in the file."""
    stored: dict[str, dict[str, Count]] = json.loads((GOLDEN / f"{game}.json").read_text())
    return stored


if __name__ == "__main__":
    for each, texts in POSITIONS.items():
        document = {text: counts(each, text) for text in texts}
        (GOLDEN / f"{each}.json").write_text(json.dumps(document, indent=1) + "\n")
