"""A record as the match value that `.mat` and `.sgf` are written from, illegal plays that stand included.

A turn that does not follow from the one before it by the rules (illegal, corrected, thrown unseen, begun in the middle)
is told with the position after it, so that every program that reads a file of it has the board as it stood.
"""

from collections.abc import Iterator

from referee.record.games import ACTIONS, Entry, Game, MatchRecord
from referee.rules.cube import Cube
from referee.rules.dice import Dice
from referee.rules.mat import TAVLI, Act, CubeAct, Drawn, Gave, MatGame, MatMatch, Moved, Stood, Won, hops_of
from referee.rules.notation import parse_play
from referee.rules.options import Options
from referee.rules.play_text import NO_MOVE
from referee.rules.plays import legal_plays
from referee.rules.position import Position
from referee.rules.side import Side

UNREAD = "1-1"
"""Stands for a throw that nobody read."""


def match_value(match: MatchRecord) -> MatMatch:
    """The match; the left column is the player named first, who has White unless the opening throw made it Black.

    Throws that nobody read are named in headers, because the forms can't hold them: they want a throw for each turn,
    `UNREAD` stands for one that is not known.
    """
    headers = [
        ("Player 1", match.names[0]),
        ("Player 2", match.names[1]),
        ("EventDate", match.date.replace("-", ".")),
        ("Jacoby", "On" if match.options.get("jacoby") == "on" else "Off"),
    ]
    headers += [
        (f"Game {game.number} turn {number}", f"{entry.side.colour}'s throw is not known, {UNREAD} stands for it")
        for game in match.games
        for number, entry in enumerate(_turns(game), start=1)
        if not entry.dice and not _is_lost(entry)
    ]
    return MatMatch(
        match.length,
        *match.names,
        tuple(_game(game, match) for game in match.games),
        tuple(headers),
        match.options.get("crawford") == "on",
        TAVLI if match.options.get("match", "").startswith(TAVLI) else match.rules,
        int(match.options.get("checkers", "15")),
    )


def _game(game: Game, match: MatchRecord) -> MatGame:
    options = options_of(match).for_game(game.rules)
    swapped = game.names == (match.names[1], match.names[0]) != match.names
    return MatGame(
        game.score["W"],
        game.score["B"],
        tuple(_acts(game, options)),
        game.rules,
        Side.B if swapped else Side.W,
        None if _is_standard(game, options) else Position.parse(game.start, game.rules, options.checkers),
        _stake(game, options),
    )


def _is_standard(game: Game, options: Options) -> bool:
    """Does the game begin as every reader of a file takes it to begin?"""
    return game.standard and options.checkers == Position.start(game.rules).checkers


def _stake(game: Game, options: Options) -> int:
    cube = Cube()
    for _ in range(game.ties):
        cube = cube.automatic(options)
    return cube.value


def options_of(match: MatchRecord) -> Options:
    """The options of a match's first game; a record of before they were kept apart has set every one of them."""
    return Options.build(match.rules, match.options, match.explicit)


def _turns(game: Game) -> list[Entry]:
    return [entry for entry in game.entries if entry.what not in ACTIONS]


def _is_lost(entry: Entry) -> bool:
    """A shut-out side need not throw."""
    return not entry.dice and entry.play == NO_MOVE


def _acts(game: Game, options: Options) -> Iterator[Act]:
    stood = Position.start(game.rules) if _is_standard(game, options) else None
    moved = set[Side]()
    for entry in game.entries:
        if entry.what == "resign":
            yield Gave(entry.side, "resign", entry.level)
        elif entry.what in ACTIONS:
            yield CubeAct(entry.side, entry.what, entry.value if entry.what in ("double", "beaver") else 0)
        else:
            position = Position.parse(entry.position, game.rules, options.checkers)
            if not _is_lost(entry):
                yield _turn(entry, stood, position, options, entry.side not in moved)
            stood = position
            moved.add(entry.side)
    if game.winner:
        yield Won(game.winner, game.points, game.match_over)
    elif game.drawn is not None:
        yield Drawn(game.drawn)


def _turn(entry: Entry, before: Position | None, after: Position, options: Options, first: bool) -> Moved | Stood:
    """The turn as it was played, or the position after it where the play does not lead there."""
    if not entry.dice or entry.what != "play" or before is None:
        return Stood(entry.side, Dice.parse(entry.dice or UNREAD), after)
    dice = Dice.parse(entry.dice)
    play = legal_plays(before, entry.side, dice, options, first).reaching(after)
    if play is None:
        return Stood(entry.side, dice, after)
    if play.text == entry.play:
        return Moved(entry.side, dice, hops_of(play.moves, before, entry.side))
    told = parse_play(entry.play)
    return Moved(entry.side, dice, hops_of([(hop.start, hop.end) for hop in told], before, entry.side))
