"""The ids of the games, as used on the command line, in events and in the record (rules.md §1)."""

BACKGAMMON_ID = "backgammon"
SHORT_NARDY_ID = "short-nardy"
LONG_NARDY_ID = "long-nardy"
PORTES_ID = "portes"
PLAKOTO_ID = "plakoto"
FEVGA_ID = "fevga"
GAME_IDS = (BACKGAMMON_ID, SHORT_NARDY_ID, LONG_NARDY_ID, PORTES_ID, PLAKOTO_ID, FEVGA_ID)
TAVLI_IDS = (PORTES_ID, PLAKOTO_ID, FEVGA_ID)
TAVLI = "tavli"
"""A form of match, not a game."""
