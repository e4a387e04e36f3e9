"""The games, by id."""

from difflib import get_close_matches

from referee.rules.errors import GameError
from referee.rules.game import Game
from referee.rules.game_ids import GAME_IDS, TAVLI, TAVLI_IDS
from referee.rules.games.backgammon import BACKGAMMON
from referee.rules.games.fevga import FEVGA
from referee.rules.games.long_nardy import LONG_NARDY
from referee.rules.games.plakoto import PLAKOTO
from referee.rules.games.portes import PORTES
from referee.rules.games.short_nardy import SHORT_NARDY

GAMES: dict[str, Game] = {game.id: game for game in (BACKGAMMON, SHORT_NARDY, LONG_NARDY, PORTES, PLAKOTO, FEVGA)}


def check_game_id(name: str) -> str:
    """The same name, if some rule set of rules.md §1 has it. Raises GameError with the nearest one."""
    if name in GAME_IDS:
        return name
    if name == TAVLI:
        raise GameError(f"{TAVLI} is a match of {', '.join(TAVLI_IDS)}: name one of them, with match = {TAVLI} 5")
    near = get_close_matches(name[:50], GAME_IDS, n=1, cutoff=0.3)
    hint = f"did you mean {near[0]!r}?" if near else f"the games are {', '.join(GAME_IDS)}"
    raise GameError(f"there is no game {name!r}; {hint}")


def find_game(name: str) -> Game:
    """The rules of a game. Raises GameError for an unknown one."""
    return GAMES[check_game_id(name)]
