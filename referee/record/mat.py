"""A record as a `.mat` file."""

from referee.record.games import MatchRecord
from referee.record.match_value import match_value
from referee.rules.mat_write import match_text


def write_mat(match: MatchRecord) -> str:
    """The file's text, for every game; the player named first stands in the left column."""
    return match_text(match_value(match))
