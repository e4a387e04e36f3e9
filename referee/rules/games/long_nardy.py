"""Long nardy: fifteen on the head, no hitting, both sides the same way round (rules.md §1, L3)."""

from referee.rules.game import Contact, Game
from referee.rules.game_ids import LONG_NARDY_ID

LONG_NARDY = Game(
    id=LONG_NARDY_ID, title="Long nardy", start={24: 15}, same_direction=True, contact=Contact.NONE, closed_by=1
)
