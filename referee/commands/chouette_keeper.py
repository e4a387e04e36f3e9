"""The file of a chouette: read whole, checked, and only added to."""

import os
from dataclasses import dataclass
from pathlib import Path

from referee.commands.chouette_view import news
from referee.rules.chouette_book import Action, Book
from referee.rules.errors import ChouetteError, RulesError


@dataclass
class Keeper:
    """The book, and the file its lines are kept in (None: nowhere)."""

    book: Book
    file: Path | None = None

    @classmethod
    def open(cls, file: Path | None) -> "Keeper":
        """Read a file, if there is one yet. Raises ChouetteError that names the line, and OSError."""
        keeper = cls(Book.new())
        if file is None or not file.exists():
            return cls(keeper.book, file)
        try:
            lines = file.read_bytes().decode("utf-8").split("\n")
        except UnicodeDecodeError:
            raise ChouetteError(f"{file} is no text in UTF-8; give the file of a chouette or a new name") from None
        for number, line in enumerate(lines, 1):
            try:
                keeper.add(line)
            except RulesError as error:
                raise ChouetteError(f"{file} line {number}: {error}; mend or remove that line") from None
        return cls(keeper.book, file)

    def add(self, line: str) -> tuple[str, ...]:
        """One more line, checked and then written; the answer is what it put on the sheet.

        :raises RulesError: when it makes no sense now; nothing is written.
        :raises OSError: when it can't be written; the book stays as it was.
        """
        line = line.strip()
        action = Action.parse(line)
        book = self.book.after(action) if action else self.book
        if line and self.file is not None:
            _append(self.file, line)
        told = tuple(news(self.book, book))
        self.book = book
        return told


def _append(file: Path, line: str) -> None:
    """Add a line and see it on the disk; a last line without its end, from an editor, is ended first."""
    with file.open("a+b") as out:
        if out.tell():
            out.seek(-1, os.SEEK_END)
            line = line if out.read(1) == b"\n" else f"\n{line}"
        out.write(f"{line}\n".encode(errors="backslashreplace"))
        out.flush()
        os.fsync(out.fileno())
