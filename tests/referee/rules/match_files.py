"""Written match files as gnubg and gammonview read them, compared with the match they were written from.

`python -m tests.referee.rules.match_files 500` loads that many matches of each event and prints what differed.
"""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from gvformat.game_reconstructor import find_crawford_game_index, reconstruct_decisions
from gvformat.mat_parser import parse_mat_file

from referee.rules.cube import Cube
from referee.rules.mat import CubeAct, MatGame, MatMatch, Moved, Rolled, Stake, Stood, Thrown, Won
from referee.rules.mat_follow import positions
from referee.rules.mat_write import match_text
from referee.rules.match_id import parse_match_id
from referee.rules.notation import position_id
from referee.rules.position import Position, Side
from referee.rules.sgf import sgf_text
from tests.referee.rules.gnubg_files import Loaded, load
from tests.referee.rules.random_matches import LEGAL, USUAL, random_match

GNUBG_EVENTS = ("backgammon", "backgammon for money", "three checkers", "portes without end", "short nardy")
ONE_MOVE = "No game in progress."
"""gnubg 1.07 says so when it loads the SGF of a match with a single move, its own too."""
SGF_EVENTS = (*GNUBG_EVENTS, "backgammon without Crawford")
GAMMONVIEW_EVENTS = ("backgammon", "backgammon without Crawford", "portes", "short nardy")


def gnubg_differences(match: MatMatch, loaded: Loaded, kind: str = "mat") -> list[str]:
    """Where gnubg has something else than the match: what it said, scores, winners, boards, cubes."""
    moves = sum(isinstance(act, Moved) for game in match.games for act in game.acts)
    said = loaded.said.removeprefix(ONE_MOVE if moves == 1 else "")
    found = [f"gnubg says {said!r}"] if said else []
    if len(loaded.games) != len(match.games):
        return [*found, f"{len(loaded.games)} games, not {len(match.games)}"]
    for number, game in enumerate(match.games):
        found += [f"game {number + 1}: {what}" for what in _game_differences(match, game, loaded, number)]
        if _is_scored_alike(match, game, kind):
            found += [f"game {number + 1}: {what}" for what in _stake_differences(match, game, loaded, number)]
    return found


def _game_differences(match: MatMatch, game: MatGame, loaded: Loaded, number: int) -> Iterator[str]:
    score = tuple(game.points(side) for side in (game.left, game.left.other))
    if loaded.score(number) != score:
        yield f"score {loaded.score(number)}, not {score}"
    boards = zip_longest(_boards(game, match.checkers), loaded.boards(number))
    for ours, theirs in boards:
        if ours is None or theirs is None or ours[0] != theirs[0] or theirs[1] not in _ids(ours[1]):
            yield f"{theirs}, not {ours and (ours[0], ours[1].text)}"
            break
    position, last = loaded.ids[number][-1][0], final_position(game, match.checkers)
    if position not in _ids(last):
        yield f"ends in {position}, not {last.text}"


def _is_scored_alike(match: MatMatch, game: MatGame, kind: str) -> bool:
    """gnubg knows backgammon's scoring with fifteen checkers only, and a `.mat` file's automatic doubles not at all."""
    return game.game == "backgammon" and match.checkers == 15 and (game.cube == 1 or kind == "sgf")


def _stake_differences(match: MatMatch, game: MatGame, loaded: Loaded, number: int) -> Iterator[str]:
    if loaded.won(number) != _won(game):
        yield f"won {loaded.won(number)}, not {_won(game)}"
    theirs, ours = parse_match_id(loaded.ids[number][-1][1]), _cube(game)
    if (theirs.cube.value, theirs.cube.owner) != (ours.value, ours.owner):
        yield f"{theirs.cube}, not {ours}"
    if theirs.crawford != (game is match.crawford_game()):
        yield f"Crawford {theirs.crawford}"


def _cube(game: MatGame) -> Cube:
    stake = Stake(Cube(game.cube))
    for act in game.acts:
        stake = stake.after(act)
    return stake.cube


def _won(game: MatGame) -> tuple[str | None, float]:
    if not isinstance(game.result, Won):
        return None, 0
    return "W" if game.result.side is game.left else "B", game.result.points


def _ids(position: Position) -> set[str]:
    return {position_id(position, side) for side in Side}


def final_position(game: MatGame, checkers: int) -> Position:
    """What lies on the board after the last act."""
    return [game.start or Position.start(game.game, checkers), *positions(game, checkers)][-1]


def _boards(game: MatGame, checkers: int) -> Iterator[tuple[str, Position]]:
    """What gnubg keeps a board of before it happens, up to the first turn that stands."""
    before = game.start or Position.start(game.game, checkers)
    for act, after in zip(game.acts, positions(game, checkers), strict=True):
        match act:
            case Moved():
                yield "move", before
            case CubeAct(_, "double" | "beaver"):
                yield "double", before
            case Stood() | Rolled():
                return
        before = after


def gammonview_differences(match: MatMatch) -> list[str]:
    """Where gammonview has something else: an action it did not understand, scores, winners, boards, the last one."""
    theirs = parse_mat_file(match_text(match))
    found = []
    if len(theirs["games"]) != len(match.games) or theirs["match_length"] != match.length:
        return ["other games or another length"]
    crawford = find_crawford_game_index(theirs["games"], match.length, theirs["crawford_rule"])
    ours = match.crawford_game()
    if crawford != (match.games.index(ours) if ours else None):
        found.append(f"Crawford game {crawford}")
    names = theirs["player1"], theirs["player2"]
    for number, (read, game) in enumerate(zip(theirs["games"], match.games, strict=True)):
        told = reconstruct_decisions(read, match.length, *names, is_crawford=number == crawford)
        result = told["game_result"]
        won = (result["winner"], result["points"]) if result else None
        if len(read["player_actions"]) != len(game.acts):
            found.append(f"game {number + 1}: {len(read['player_actions'])} actions, not {len(game.acts)}")
        if won != _named_winner(match, game):
            found.append(f"game {number + 1}: won {won}, not {_named_winner(match, game)}")
        if (read["score1_start"], read["score2_start"]) != (game.white_points, game.black_points):
            found.append(f"game {number + 1}: score {read['score1_start']}–{read['score2_start']}")
        if not any(isinstance(act, Stood | Rolled) for act in game.acts):
            found += _board_differences(number, game, match.checkers, told["decisions"])
    return found


def _named_winner(match: MatMatch, game: MatGame) -> tuple[str, float] | None:
    return (match.name(game, game.result.side), game.result.points) if isinstance(game.result, Won) else None


def _board_differences(
    number: int, game: MatGame, checkers: int, decisions: Sequence[dict[str, object]]
) -> Iterator[str]:
    played = [decision["board_played"] for decision in decisions if decision["kind"] == "checker"]
    ours = [
        (after, act.side)
        for act, after in zip(game.acts, positions(game, checkers), strict=True)
        if isinstance(act, Thrown)
    ]
    for turn, (theirs, mine) in enumerate(zip_longest(played, ours), start=1):
        if theirs is None or mine is None or theirs != _signed(*mine):
            yield f"game {number + 1}, turn {turn}: {theirs}, not {mine and mine[0].text}"
            return


def _signed(position: Position, side: Side) -> list[int]:
    """gammonview's board of the side that has moved: own checkers above 0, index 0 the other's bar, 25 the own."""
    own, other = position.counts(side), position.counts(side.other)
    return [other[25], *(own[point] - other[25 - point] for point in range(1, 25)), own[25]]


def gnubg_compared(matches: Sequence[MatMatch], texts: Sequence[str], kind: str = "mat") -> list[str]:
    """gnubg's differences over many files, loaded in one go."""
    with tempfile.TemporaryDirectory() as folder:
        loaded = load(Path(folder), texts, kind)
    pairs = enumerate(zip(matches, loaded, strict=True))
    return [
        f"match {number}: {what}" for number, (match, file) in pairs for what in gnubg_differences(match, file, kind)
    ]


def main(count: int) -> int:
    """Compare `count` matches of each event; 1 if anything differed."""
    differing = 0
    for event in GNUBG_EVENTS:
        matches = [random_match(event, seed, USUAL) for seed in range(count)]
        found = gnubg_compared(matches, [match_text(match) for match in matches])
        differing += _print("gnubg", event, matches, found)
    for event in SGF_EVENTS:
        matches = [random_match(event, seed, USUAL) for seed in range(count)]
        found = gnubg_compared(matches, [sgf_text(match) for match in matches], "sgf")
        differing += _print("gnubg, SGF", event, matches, found)
    for event in GAMMONVIEW_EVENTS:
        matches = [random_match(event, seed, LEGAL) for seed in range(count)]
        found = [f"match {i}: {what}" for i, match in enumerate(matches) for what in gammonview_differences(match)]
        differing += _print("gammonview", event, matches, found)
    return 1 if differing else 0


def _print(reader: str, event: str, matches: Sequence[MatMatch], found: Sequence[str]) -> int:
    games = sum(len(match.games) for match in matches)
    print(f"{reader}: {event}: {len(matches)} matches, {games} games, {len(found)} differences", flush=True)
    for what in found[:5]:
        print(f"  {what}")
    return len(found)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
