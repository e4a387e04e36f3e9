"""Plakoto: a lone checker is pinned, not hit (rules.md §1, P1)."""

from referee.rules.game import Contact, Game
from referee.rules.game_ids import PLAKOTO_ID

PLAKOTO = Game(id=PLAKOTO_ID, title="Plakoto", start={24: 15}, contact=Contact.PIN)
