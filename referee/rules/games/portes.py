"""Portes: backgammon without cube and triple game (rules.md §1)."""

from referee.rules.game import Game
from referee.rules.game_ids import PORTES_ID

PORTES = Game(id=PORTES_ID, title="Portes", start={24: 2, 13: 5, 8: 3, 6: 5})
