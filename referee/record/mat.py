"""A record as a `.mat` file: the log's games in the form of `referee.rules.mat`, illegal plays that stand included."""

from collections.abc import Iterator

from referee.record.games import Entry, Game, MatchRecord
from referee.rules.dice import Dice
from referee.rules.mat import Act, CubeAct, MatGame, MatMatch, Moved, Stood, Won, match_text
from referee.rules.notation import parse_play
from referee.rules.position import Position


def write_mat(match: MatchRecord) -> str:
    """The file's text; White stands in the left column.

    A game that was not begun from the starting position is named in a header, because the form can't hold it.
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
    games = tuple(_game(game, match) for game in match.games)
    return match_text(MatMatch(match.length, *match.names, games, tuple(headers), crawford))


def _game(game: Game, match: MatchRecord) -> MatGame:
    return MatGame(game.score["W"], game.score["B"], tuple(_acts(game, match)))


def _acts(game: Game, match: MatchRecord) -> Iterator[Act]:
    for entry in game.entries:
        if entry.what in ("double", "take", "drop"):
            yield CubeAct(entry.side, entry.what, entry.value)
        elif entry.dice:
            yield _moved(entry, match)
    if game.winner:
        yield Won(game.winner, game.points, game.match_over)


def _moved(entry: Entry, match: MatchRecord) -> Moved | Stood:
    dice = Dice.parse(entry.dice)
    if entry.what == "play":
        return Moved(entry.side, dice, parse_play(entry.play))
    position = Position.parse(entry.position, match.rules, int(match.options.get("checkers", "15")))
    return Stood(entry.side, dice, position)
