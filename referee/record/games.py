"""The log told as games: who played what, for every export and every game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.record.events import Event
from referee.rules.result import Points
from referee.rules.side import Side

ACTIONS = ("double", "take", "drop", "beaver", "resign")


@dataclass(frozen=True)
class Entry:
    """One thing a side did: `play`, `illegal` (a play that stands although no legal play leads there) or one of
    `ACTIONS`.

    `position` is the text of the position after it, `play` the play's text, `value` the cube's new value, `level` what
    the game was given up as.
    """

    side: Side
    what: str
    dice: str = ""
    play: str = ""
    position: str = ""
    value: int = 0
    level: str = ""


@dataclass
class Game:
    """One game: `score` before it, how it began, what happened, and how it ended.

    `names` are its White's and its Black's; `ties` counts equal opening throws, which may double the stake. `winner` is
    None while the game is on and, with `drawn` set to what each side got, when nobody has won it.
    """

    number: int
    score: dict[str, Points]
    start: str
    standard: bool
    rules: str
    names: tuple[str, str]
    ties: int = 0
    entries: list[Entry] = field(default_factory=list)
    winner: Side | None = None
    points: Points = 0
    drawn: Points | None = None
    match_over: bool = False


@dataclass(frozen=True)
class MatchRecord:
    """A match: names of its first White and Black, length (0 money), rules, options and games.

    `explicit` are the options that the event itself set (None: an older record, which does not tell).
    """

    names: tuple[str, str]
    length: int
    rules: str
    date: str
    options: dict[str, str]
    games: tuple[Game, ...]
    explicit: tuple[str, ...] | None = None


def tell(events: Sequence[Event]) -> MatchRecord:
    """The games of a log. Raises ValueError when it has no beginning."""
    start = next((event for event in events if event.kind == "match-start"), None)
    if start is None:
        raise ValueError("the log has no match-start: nothing has been recorded yet")
    games: list[Game] = []
    for event in events:
        if event.kind == "game-start":
            _begin(games, event, start)
        elif event.kind == "correction" and event.body.get("undo"):
            _take_back(games, int(event.body.get("entries", 1 if event.body.get("turn") else 0)))
        elif games:
            _add(games[-1], event)
    return MatchRecord(
        _names(start.body),
        int(start.body["length"]),
        str(start.body["rules"]),
        start.t_wall[:10],
        dict(start.body["options"]),
        tuple(games),
        tuple(start.body["set"]) if "set" in start.body else None,
    )


def _names(body: Mapping[str, Any]) -> tuple[str, str]:
    return str(body["names"]["W"]), str(body["names"]["B"])


def _begin(games: list[Game], event: Event, match: Event) -> None:
    """Older records name the rules and the players once, for the match."""
    body = event.body
    game = Game(
        event.game,
        dict(body["score"]),
        str(body["position"]),
        body["start"] == "standard",
        str(body.get("rules", match.body["rules"])),
        _names(body if "names" in body else match.body),
    )
    if games and games[-1].number == event.game and not games[-1].entries:
        games[-1] = replace(game, ties=games[-1].ties)
    else:
        games.append(game)


def _take_back(games: list[Game], entries: int) -> None:
    """The last entries are taken back, and with them the end of a game that they brought."""
    for _ in range(entries):
        while len(games) > 1 and not games[-1].entries:
            games.pop()
        if games and games[-1].entries:
            games[-1].entries.pop()
            games[-1].winner, games[-1].points, games[-1].drawn = None, 0, None
    if games:
        games[-1].match_over = False


def _add(game: Game, event: Event) -> None:
    body: Any = event.body
    match event.kind:
        case "play":
            game.entries.append(Entry(Side(body["side"]), "play", body["dice"] or "", body["play"], body["position"]))
        case "decision" if _is_outcome(body) and body.get("side"):
            _stands(game, event)
        case kind if kind in ACTIONS:
            entry = Entry(Side(body["side"]), kind, value=int(body.get("value", 0)), level=str(body.get("level", "")))
            game.entries.append(entry)
        case "opening-throw" if body.get("tie"):
            game.ties += 1
        case "correction" if "score" in body:
            game.match_over = False
        case "game-end":
            _end(game, body)
        case "match-end":
            game.match_over = True
        case _:
            pass


def _end(game: Game, body: Any) -> None:
    points = body["points"]
    if body["winner"] is None:
        game.drawn = points["W"] if isinstance(points, Mapping) else points
    else:
        game.winner, game.points = Side(body["winner"]), points


def _is_outcome(body: Any) -> bool:
    """Does a decision tell what was played? What players put right is told by the play that follows it."""
    return (body["what"], body["who"]) in (("accept", "players"), ("accept", "director"), ("correct", "director"))


def _stands(game: Game, event: Event) -> None:
    body: Any = event.body
    choice = body.get("choice")
    play = choice["play"] if choice else body.get("play")
    dice = (choice["dice"] if choice else body.get("dice")) or ""
    what = "play" if play is not None else "illegal"
    game.entries.append(Entry(Side(body["side"]), what, dice, play or "", body["position"]))
