"""A match as SGF (formats.md 4.2, red-bean.com/sgf/backgammon.html, GM[6]): one game tree a game, as gnubg loads it.

Points are a–x as White counts them, y the bar, z off. SGF knows backgammon's board only: games played on it with other
rules (portes, short nardy) are written and named in a comment, the others are refused.
"""

from collections.abc import Iterable, Iterator

from referee.rules.board import BAR, OFF, POINTS
from referee.rules.errors import NotationError
from referee.rules.game import Contact
from referee.rules.game_ids import BACKGAMMON_ID
from referee.rules.games import find_game
from referee.rules.mat import Act, CubeAct, Gave, MatGame, MatMatch, Moved, Rolled, Stood, Won
from referee.rules.notation import Hop
from referee.rules.position import Position
from referee.rules.side import Side

_HEADERS = {"Event": "EV", "Round": "RO", "Site": "PC", "Transcriber": "US", "EventDate": "DT"}
_CUBE_WORDS = {"double": "double", "beaver": "double", "raccoon": "double", "take": "take", "drop": "drop"}
_CLEAR = "AE[a:y]"


def sgf_text(match: MatMatch) -> str:
    """Write a match as SGF.

    :raises NotationError: for a game that is not played on backgammon's board, and for half points.
    """
    for game in match.games:
        _refuse(game)
    return "".join(_tree(match, number, game) for number, game in enumerate(match.games))


def _refuse(game: MatGame) -> None:
    rules = find_game(game.game)
    if rules.contact is not Contact.HIT or rules.same_direction:
        raise NotationError(f"SGF can't hold {game.game}, only games on backgammon's board; export mat or json instead")
    if game.white_points != int(game.white_points) or game.black_points != int(game.black_points):
        raise NotationError("SGF can't hold half points; export mat or json instead")


def _tree(match: MatMatch, number: int, game: MatGame) -> str:
    nodes = [_root(match, number, game), *_setup(game), *(_node(act) for act in game.acts)]
    return "(" + "\n".join(";" + node for node in nodes if node) + ")\n"


def _root(match: MatMatch, number: int, game: MatGame) -> str:
    scores = f"[game:{number}][ws:{int(game.white_points)}][bs:{int(game.black_points)}]"
    told = {
        "PW": match.name(game, Side.W),
        "PB": match.name(game, Side.B),
        **{_HEADERS[name]: text for name, text in match.headers if name in _HEADERS},
    }
    if "DT" in told:
        told["DT"] = told["DT"].replace(".", "-")
    if game.game != BACKGAMMON_ID:
        told["GC"] = find_game(game.game).title
    properties = "".join(f"{name}[{_escaped(text)}]" for name, text in told.items())
    kind = f"FF[4]GM[6]CA[UTF-8]AP[Zarbiter]MI[length:{match.length}]{scores}"
    return kind + properties + _rules(match, game) + _result(game)


def _escaped(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace("]", "\\]")


def _rules(match: MatMatch, game: MatGame) -> str:
    if game is match.crawford_game():
        return "RU[Crawford:CrawfordGame]"
    if match.crawford and match.length:
        return "RU[Crawford]"
    return "RU[Jacoby]" if ("Jacoby", "On") in match.headers else ""


def _result(game: MatGame) -> str:
    """`RE[B+4R]`: four points for Black, because White gave the game up."""
    if not isinstance(game.result, Won):
        return ""
    gave_up = any(isinstance(act, Gave) for act in game.acts)
    return f"RE[{game.result.side.value}+{int(game.result.points)}{'R' if gave_up else ''}]"


def _setup(game: MatGame) -> Iterator[str]:
    """The position and the stake that a game begins with, where they are not backgammon's own."""
    first = next((act.side for act in game.acts if isinstance(act, Moved | Rolled | Stood | CubeAct)), Side.W)
    if game.start:
        yield f"PL[{first.value}]{_board(game.start)}"
    if game.cube != 1:
        yield f"CV[{game.cube}]"
        yield "CP[c]"


def _node(act: Act) -> str:
    match act:
        case Moved(side, dice, hops):
            return f"{side.value}[{dice.high}{dice.low}{_hops(hops, side)}]"
        case Rolled(side, dice):
            return f"PL[{side.value}]DI[{dice.high}{dice.low}]"
        case Stood(side, dice, position):
            return f"PL[{side.value}]DI[{dice.high}{dice.low}]\n;PL[{side.value}]{_board(position)}"
        case CubeAct(side, kind, _):
            return f"{side.value}[{_CUBE_WORDS[kind]}]"
        case _:
            return ""


def _hops(hops: Iterable[Hop], side: Side) -> str:
    return "".join(_place(hop.start, side) + _place(hop.end, side) for hop in hops)


def _place(place: int, side: Side) -> str:
    if place == BAR:
        return "y"
    if place == OFF:
        return "z"
    return chr(ord("a") + (place if side is Side.W else 25 - place) - 1)


def _board(position: Position) -> str:
    return _CLEAR + "".join(f"A{side.value}{_checkers(position, side)}" for side in Side)


def _checkers(position: Position, side: Side) -> str:
    counts = position.counts(side)
    return "".join(f"[{_place(place, side)}]" * counts[place] for place in (*POINTS, BAR)) or "[]"
