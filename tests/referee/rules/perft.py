"""Counting plays to depth two, and the golden files of it.

`python -m tests.referee.rules.perft` writes them again; the difference is to be read before it is committed.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from referee.rules.dice import ALL_THROWS
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
    "short-nardy": (
        "W 24:1 8:3 6:4 5:3 4:2 bar:2 | B 22:1 13:3 8:2 7:2 6:3 5:2 4:1 2:1",
        "W 9:2 6:3 3:2 off:8 | B 23:1 20:1 18:1 6:4 4:3 off:5",
        "W 9:2 6:3 3:2 off:8 | B 23:1 20:1 18:1 6:4 4:3 off:5 ; hit-and-hide=forbidden-in-home",
        "W 5:3 4:2 1:2 off:8 | B 23:1 22:1 6:4 5:3 off:6 ; hit-and-bear-off=forbidden",
    ),
    "long-nardy": (
        "W 24:15 | B 24:15 ; first-turn",
        "W 24:15 | B 24:15 ; first-turn ; first-throw-head=any-double",
        "W 24:2 20:1 18:1 17:1 16:1 15:1 14:1 off:7 | B 24:13 10:1 9:1",
        "W 24:2 20:1 19:1 17:1 16:1 15:1 off:8 | B 24:14 9:1",
        "W 24:2 20:1 19:1 17:1 16:1 15:1 off:8 | B 24:14 9:1 ; six-block=not-all-15",
        "W 24:2 11:1 10:1 9:1 8:1 7:2 off:7 | B 24:14 13:1 ; six-block=needs-one-home",
        "W 7:1 6:2 5:2 3:1 off:9 | B 13:1 8:1 6:2 4:1 off:10 ; bear-off-in-homecoming-turn=burnt",
    ),
    "portes": (
        "W 24:1 8:3 6:4 5:3 4:2 bar:2 | B 22:1 13:3 8:2 7:2 6:3 5:2 4:1 2:1",
        "W 24:1 10:1 3:2 off:11 | B 12:2 9:1 7:2 5:2 off:8",
        "W bar:2 6:2 5:2 off:9 | B 21:1 6:2 5:2 3:2 off:8",
        "W 8:1 7:1 6:2 5:2 3:1 1:1 off:7 | B 10:1 7:2 5:2 4:1 2:2 off:7",
    ),
    "plakoto": (
        "W 24:15 | B 24:15",
        "W 24:1 13:1 10:1p 6:2 2:1 off:9 | B 24:1 15:1 9:1 8:1 3:2 off:9",
        "W 24:1p 4:1 3:1 2:1 off:11 | B 24:1 8:1 7:2 1:1 off:10",
        "W 5:1p 4:2 3:1 1:1 off:10 | B 20:1 22:1p 6:1 3:2 off:10 ; bear-off-with-prisoner=forbidden",
        "W 3:1 7:1 6:2 off:11 | B 24:1 10:1 8:2 off:11 ; mother-pinned-ends-turn=plays-on",
    ),
    "fevga": (
        "W 24:15 | B 24:15",
        "W 24:14 13:1 | B 24:14 10:1",
        "W 24:3 23:1 22:1 21:1 20:1 11:1 off:7 | B 24:4 6:1 1:1 off:9",
        "W 24:3 11:1 10:1 9:1 8:1 7:1 6:1 off:6 | B 24:15",
        "W 24:3 10:1 9:1 8:1 7:1 6:2 off:6 | B 24:14 23:1 ; fevga-block=anywhere-behind",
        "W 24:3 15:1 11:1 10:1 8:1 7:1 6:1 off:6 | B 24:15 ; fevga-blocks-judged=every-landing",
    ),
}
"""Position, then what the batch form of interfaces.md allows: `first-turn` of both sides, `option=value`."""


class Count(TypedDict):
    """Plays of one throw, and of all 21 replies to all of them."""

    depth1: int
    depth2: int


@dataclass(frozen=True)
class Asked:
    """A position with what is asked of it."""

    position: Position
    options: Options
    first_turn: bool

    @classmethod
    def parse(cls, game: str, text: str) -> "Asked":
        """Read one text of POSITIONS."""
        position, *extras = text.split(" ; ")
        settings = dict(extra.split("=") for extra in extras if extra != "first-turn")
        return cls(Position.parse(position, game), Options.build(game, settings), "first-turn" in extras)


def counts(game: str, text: str) -> dict[str, Count]:
    """For White on move with each of the 21 throws."""
    asked = Asked.parse(game, text)
    known: dict[Position, int] = {}
    found = {}
    for dice in ALL_THROWS:
        plays = legal_plays(asked.position, Side.W, dice, asked.options, asked.first_turn).plays
        for play in plays:
            if play.position not in known:
                known[play.position] = _replies(play.position, asked)
        found[str(dice)] = Count(depth1=len(plays), depth2=sum(known[play.position] for play in plays))
    return found


def _replies(position: Position, asked: Asked) -> int:
    return sum(len(legal_plays(position, Side.B, dice, asked.options, asked.first_turn).plays) for dice in ALL_THROWS)


def golden(game: str) -> dict[str, dict[str, Count]]:
    """Position text → throw → counts, as kept in the file."""
    stored: dict[str, dict[str, Count]] = json.loads((GOLDEN / f"{game}.json").read_text())
    return stored


if __name__ == "__main__":
    for each, texts in POSITIONS.items():
        document = {text: counts(each, text) for text in texts}
        (GOLDEN / f"{each}.json").write_text(json.dumps(document, indent=1) + "\n")
