"""Fevga: no hitting, both sides the same way round (rules.md §1)."""

from referee.rules.game import Contact, Game
from referee.rules.game_ids import FEVGA_ID

FEVGA = Game(id=FEVGA_ID, title="Fevga", start={24: 15}, same_direction=True, contact=Contact.NONE, closed_by=1)
