"""The games this version plays, by id."""

from difflib import get_close_matches

from referee.rules.errors import GameError
from referee.rules.game import Game
from referee.rules.game_ids import GAME_IDS
from referee.rules.games.backgammon import BACKGAMMON

GAMES: dict[str, Game] = {game.id: game for game in (BACKGAMMON,)}


def check_game_id(name: str) -> str:
    """The same name, if some rule set of rules.md §1 has it. Raises GameError with the nearest one."""
    if name in GAME_IDS:
        return name
    near = get_close_matches(name, GAME_IDS, n=1, cutoff=0.3)
    hint = f"did you mean {near[0]!r}?" if near else f"the games are {', '.join(GAME_IDS)}"
    raise GameError(f"there is no game {name!r}; {hint}")


def find_game(name: str) -> Game:
    """The rules of a game. Raises GameError for an unknown game and for one that this version does not play."""
    check_game_id(name)
    if name not in GAMES:
        raise GameError(f"{name} is not playable in this version; use one of: {', '.join(GAMES)}")
    return GAMES[name]
