"""Chouettes for tests, made from the lines that a keeper would write."""

from referee.rules.chouette import Chouette
from referee.rules.chouette_book import Action, Book
from referee.rules.result import Points

FOUR = "order Ann Ben Cy Di"


def book_of(*lines: str, settings: dict[str, object] | None = None, game: str = "backgammon") -> Book:
    """The book after these lines."""
    book = Book.new(game, settings)
    for line in lines:
        action = Action.parse(line)
        assert action is not None
        book = book.after(action)
    return book


def table_of(*lines: str, settings: dict[str, object] | None = None, game: str = "backgammon") -> Chouette:
    """The chouette after these lines."""
    table = book_of(*lines, settings=settings, game=game).table
    assert table is not None
    return table


def last_row(table: Chouette) -> dict[str, Points]:
    """The points of the last row of the sheet."""
    return dict(table.sheet.rows[-1].points)
