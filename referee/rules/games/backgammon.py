"""Backgammon: the international game (rules.md §1)."""

from referee.rules.game import Game
from referee.rules.game_ids import BACKGAMMON_ID

BACKGAMMON = Game(id=BACKGAMMON_ID, title="Backgammon", start={24: 2, 13: 5, 8: 3, 6: 5})
