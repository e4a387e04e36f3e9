"""A record as a `.mat` file: the log's games in the form of `referee.rules.mat`, illegal plays that stand included.

A turn that does not follow from the one before it by the rules (illegal, corrected, thrown unseen, begun in the middle)
is written with the position after it, so that every program that reads the file has the board as it stood.
"""

from collections.abc import Iterator

from referee.record.games import Entry, Game, MatchRecord
from referee.rules.dice import Dice
from referee.rules.mat import CUBE_WORDS, Act, CubeAct, MatGame, MatMatch, Moved, Stood, Won, match_text
from referee.rules.notation import parse_play
from referee.rules.options import Options
from referee.rules.play_text import NO_MOVE
from referee.rules.plays import legal_plays
from referee.rules.position import Position

UNREAD = "1-1"
"""Stands for a throw that nobody read."""


def write_mat(match: MatchRecord) -> str:
    """The file's text; White stands in the left column.

    A game that was not begun from the starting position, and throws that nobody read, are named in headers, because the
    form can't hold them: it wants a throw for each turn, `UNREAD` stands for one that is not known.
    """
    crawford = match.options.get("crawford") == "on"
    headers = [
        ("Player 1", match.names[0]),
        ("Player 2", match.names[1]),
        ("EventDate", match.date.replace("-", ".")),
        ("Variation", match.rules),
        ("Crawford", "On" if crawford else "Off"),
        ("Jacoby", "On" if match.options.get("jacoby") == "on" else "Off"),
    ]
    headers += [(f"Game {game.number} start", game.start) for game in match.games if not game.standard]
    headers += [
        (f"Game {game.number} turn {number}", f"{entry.side.colour}'s throw is not known, {UNREAD} stands for it")
        for game in match.games
        for number, entry in enumerate(_turns(game), start=1)
        if not entry.dice and not _is_lost(entry)
    ]
    games = tuple(_game(game, match) for game in match.games)
    return match_text(MatMatch(match.length, *match.names, games, tuple(headers), crawford))


def _game(game: Game, match: MatchRecord) -> MatGame:
    return MatGame(game.score["W"], game.score["B"], tuple(_acts(game, match)))


def _turns(game: Game) -> list[Entry]:
    return [entry for entry in game.entries if entry.what not in CUBE_WORDS]


def _is_lost(entry: Entry) -> bool:
    """A shut-out side need not throw."""
    return not entry.dice and entry.play == NO_MOVE


def _acts(game: Game, match: MatchRecord) -> Iterator[Act]:
    options = Options.build(match.rules, match.options)
    stood = Position.start(match.rules)
    for entry in game.entries:
        if entry.what in CUBE_WORDS:
            yield CubeAct(entry.side, entry.what, entry.value)
        elif not _is_lost(entry):
            position = Position.parse(entry.position, match.rules, options.checkers)
            yield _moved(entry, stood, position, options)
            stood = position
    if game.winner:
        yield Won(game.winner, game.points, game.match_over)


def _moved(entry: Entry, before: Position, after: Position, options: Options) -> Moved | Stood:
    """The turn as it was played, or the position after it where the play does not lead there."""
    if not entry.dice or entry.what != "play" or before.checkers != after.checkers:
        return Stood(entry.side, Dice.parse(entry.dice or UNREAD), after)
    dice = Dice.parse(entry.dice)
    if legal_plays(before, entry.side, dice, options).reaching(after) is None:
        return Stood(entry.side, dice, after)
    return Moved(entry.side, dice, parse_play(entry.play))
