"""A request of the page, put to the table's thread and waited for."""

import queue
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout

from referee.feeding import Feed, Item
from referee.record.events import Event
from referee.turn.stakes import DirectorError

ANSWER_S = 15.0
"""How long the director's page waits for the table, s."""


def asked(feed: Feed, item: Item, answer: "Future[Event]") -> Event:
    """The event that a request became.

    :raises DirectorError: when it makes no sense now, or the table does not answer.
    """
    try:
        feed.put(item, ANSWER_S)
        return answer.result(ANSWER_S)
    except queue.Full:
        raise DirectorError("the table is too busy to answer: try again") from None
    except FutureTimeout:
        raise DirectorError("the table does not answer: is it still running?") from None
