"""The record in a form that was asked for."""

from collections.abc import Callable, Mapping, Sequence

from referee.record.events import Event
from referee.record.export_json import write_json
from referee.record.games import tell
from referee.record.mat import write_mat
from referee.record.sgf import write_sgf

FORMATS: Mapping[str, Callable[[Sequence[Event]], str]] = {
    "mat": lambda events: write_mat(tell(events)),
    "sgf": lambda events: write_sgf(tell(events)),
    "json": write_json,
}


def export_text(events: Sequence[Event], fmt: str) -> str | None:
    """The record as text; None for a form that is not offered. Raises ValueError for a log without a
    beginning, and for a game that the form can't hold.
    """
    writer = FORMATS.get(fmt)
    return writer(events) if writer else None
