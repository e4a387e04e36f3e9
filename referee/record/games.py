"""The log told as games: who played what, for every export."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.record.events import Event
from referee.rules.side import Side


@dataclass(frozen=True)
class Entry:
    """One thing a side did: `play`, `illegal` (a play that stands although no legal play leads there), `double`,
    `take`,
    `drop`. `position` is the text of the position after it, `play` the play's text."""

    side: Side
    what: str
    dice: str = ""
    play: str = ""
    position: str = ""
    value: int = 0


@dataclass
class Game:
    """One game: `score` before it, how it began, what happened, and who won how much (None while it is on)."""

    number: int
    score: dict[str, int]
    start: str
    standard: bool
    entries: list[Entry] = field(default_factory=list)
    winner: Side | None = None
    points: int = 0
    match_over: bool = False


@dataclass(frozen=True)
class MatchRecord:
    """A match: names of White and Black, length (0 money), rules, options and games."""

    names: tuple[str, str]
    length: int
    rules: str
    date: str
    options: dict[str, str]
    games: tuple[Game, ...]


def tell(events: Sequence[Event]) -> MatchRecord:
    """The games of a log. Raises ValueError when it has no beginning."""
    start = next((event for event in events if event.kind == "match-start"), None)
    if start is None:
        raise ValueError("the log has no match-start: nothing has been recorded yet")
    games: list[Game] = []
    for event in events:
        if event.kind == "game-start":
            _begin(games, event)
        elif event.kind == "correction" and event.body.get("undo"):
            _take_back(games, int(event.body.get("entries", 1 if event.body.get("turn") else 0)))
        elif games:
            _add(games[-1], event)
    names = start.body["names"]
    return MatchRecord(
        (str(names["W"]), str(names["B"])),
        int(start.body["length"]),
        str(start.body["rules"]),
        start.t_wall[:10],
        dict(start.body["options"]),
        tuple(games),
    )


def _begin(games: list[Game], event: Event) -> None:
    body = event.body
    game = Game(event.game, dict(body["score"]), str(body["position"]), body["start"] == "standard")
    if games and games[-1].number == event.game and not games[-1].entries:
        games[-1] = game
    else:
        games.append(game)


def _take_back(games: list[Game], entries: int) -> None:
    """The last entries are taken back, and with them the end of a game that they brought."""
    for _ in range(entries):
        while len(games) > 1 and not games[-1].entries:
            games.pop()
        if games and games[-1].entries:
            games[-1].entries.pop()
            games[-1].winner, games[-1].points = None, 0
    if games:
        games[-1].match_over = False


def _add(game: Game, event: Event) -> None:
    body: Any = event.body
    match event.kind:
        case "play":
            game.entries.append(Entry(Side(body["side"]), "play", body["dice"] or "", body["play"], body["position"]))
        case "decision" if _is_outcome(body) and body.get("side"):
            _stands(game, event)
        case "double" | "take" | "drop":
            game.entries.append(Entry(Side(body["side"]), event.kind, value=int(body.get("value", 0))))
        case "correction" if "score" in body:
            game.match_over = False
        case "game-end":
            game.winner, game.points = Side(body["winner"]), int(body["points"])
        case "match-end":
            game.match_over = True
        case _:
            pass


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
