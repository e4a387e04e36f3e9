"""Short nardy: backgammon with limits on what a checker that hit may do (rules.md §1)."""

from referee.rules.game import Game
from referee.rules.game_ids import SHORT_NARDY_ID

SHORT_NARDY = Game(id=SHORT_NARDY_ID, title="Short nardy", start={24: 2, 13: 5, 8: 3, 6: 5})
