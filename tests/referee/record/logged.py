"""A match value as the log that a table would have written of it."""

from collections.abc import Iterator

from referee.record.events import Event
from referee.rules.mat import Act, CubeAct, Drawn, Gave, MatGame, MatMatch, Moved, Rolled, Stood, Thrown, Won
from referee.rules.mat_follow import positions
from referee.rules.options import Options
from referee.rules.plays import legal_plays
from referee.rules.position import Position
from referee.rules.side import Side

WALL = "2026-11-30T20:00:00.000Z"
Told = tuple[str, dict[str, object]]
"""Kind and body of an event."""


def log_of(match: MatMatch, options: Options) -> list[Event]:
    """The events of a match; `options` are those of its event."""
    body = {
        "names": {"W": match.white, "B": match.black},
        "length": match.length,
        "options": options.as_text(),
        "rules": options.game,
        "set": sorted(options.explicit),
        "seats": {},
    }
    told: list[tuple[int, str, dict[str, object]]] = [(1, "match-start", body)]
    for number, game in enumerate(match.games, start=1):
        told += [(number, *each) for each in _game(match, game, options.for_game(game.game))]
    return [
        Event(seq, 10**9 * seq, WALL, number, kind, {}, "program", dict(each))
        for seq, (number, kind, each) in enumerate(told, start=1)
    ]


def _game(match: MatMatch, game: MatGame, options: Options) -> Iterator[Told]:
    before = game.start or Position.start(game.game, match.checkers)
    yield (
        "game-start",
        {
            "position": before.text,
            "rules": game.game,
            "names": {side.value: match.name(game, side) for side in Side},
            "start": "as-seen" if game.start else "standard",
            "score": {side.value: game.points(side) for side in Side},
        },
    )
    for _ in range(game.cube.bit_length() - 1):
        yield "opening-throw", {"tie": True, "values": "3-3", "side": None}
    thrown: set[Side] = set()
    for act, after in zip(game.acts, positions(game, match.checkers), strict=True):
        yield from _act(act, before, after, options, first=isinstance(act, Thrown) and act.side not in thrown)
        if isinstance(act, Thrown):
            thrown.add(act.side)
        before = after


def _act(act: Act, before: Position, after: Position, options: Options, *, first: bool) -> Iterator[Told]:
    match act:
        case Moved(side, dice, _) | Stood(side, dice, _) | Rolled(side, dice):
            play = legal_plays(before, side, dice, options, first).reaching(after)
            body = {"side": side.value, "dice": str(dice), "position": after.text}
            if play is not None:
                yield "play", {**body, "play": play.text}
            else:
                yield "illegal", {**body, "reasons": ["wrong-distance"]}
                yield "decision", {**body, "what": "accept", "who": "players", "play": None}
        case CubeAct(side, kind, value):
            yield kind, {"side": side.value, "value": value}
        case Gave(side, _, level):
            yield "resign", {"side": side.value, "level": level}
        case Won(side, points, is_match):
            yield "game-end", {"winner": side.value, "points": points}
            if is_match:
                yield "match-end", {"winner": side.value}
        case Drawn(points):
            yield "game-end", {"winner": None, "points": {"W": points, "B": points}}
