"""A record as an SGF file."""

from referee.record.games import MatchRecord
from referee.record.match_value import match_value
from referee.rules.sgf import sgf_text


def write_sgf(match: MatchRecord) -> str:
    """The file's text. Raises NotationError for a game that SGF can't hold: it knows backgammon's board only."""
    return sgf_text(match_value(match))
