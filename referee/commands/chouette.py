"""The command `chouette`: keep a chouette beside the board, one line an action."""

import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from referee.commands.chouette_keeper import Keeper
from referee.commands.chouette_view import document, sheet_table, state_lines
from referee.rules.chouette_book import Book
from referee.rules.errors import ChouetteError, OptionError, RulesError
from referee.rules.event_file import read_event
from referee.rules.game_ids import BACKGAMMON_ID

app = typer.Typer()
HELP = """Keep a chouette: box, captain, cubes, rotation, and a sheet whose rows sum to zero.

Lines from the keyboard or standard input are checked and added to FILE, one action a line:

\b
players Ann Ben Cy Di        who is there
throw Ann 6 Ben 3 Cy 3 Di 1  one die each; equal ones again: throw Ben 5 Cy 2
order Ann Ben Cy Di          instead of throws: box, captain, team
double Ann Ben               these members double the box
double box                   the box doubles (double box Cy: only that cube)
take Ann Ben                 the box takes; after double box the member does
drop Cy                      refused; beaver Ann: taken and redoubled at once
end box gammon               the game is over; also end team single, end void
join Eve / leave Cy          who leaves, between two games, is settled
partner Di / partner none    the box's partner (with box-partner=yes)
automatic                    equal opening dice (with automatic-doubles=1)
undo                         takes the last action back

A cube is known by its member's name. A name with spaces stands in quotes, a note after #. A line may be JSON too:
{"do": "double", "with": ["Ann"]}. On the keyboard there are also sheet, help and quit. Nothing wrong is written, and
what was written is kept: started again on the same FILE it goes on."""
EXAMPLE = r"""Example: zarbiter chouette evening.txt --set jacoby=on, and by pipe:
printf 'order Ann Ben Cy\ndouble Ben\ntake Ben\nend box gammon\n' | zarbiter chouette --json"""


@app.command("chouette", help=HELP, epilog=EXAMPLE)
def chouette_command(
    file: Annotated[Path | None, typer.Argument(help="text file of actions, made if missing; lines are added")] = None,
    *,
    game: Annotated[str | None, typer.Option(help="the game of a new chouette; default backgammon")] = None,
    event: Annotated[str | None, typer.Option(help="event profile: a TOML file or a shipped one")] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="set an option; may be repeated")
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="only print where it stands; read nothing more")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="print one JSON document at the end and nothing else")
    ] = False,
) -> None:
    """Keep a chouette (`HELP`). Status 2 when a line of the file or of a pipe is wrong."""
    try:
        keeper = Keeper.open(file)
        if game or event or settings:
            _set_rules(keeper, game, event, settings or [])
        good = show or sys.stdin is None or _listen(keeper, speaking=not as_json)
    except (RulesError, OSError) as error:
        reason = f"{file}: {error.strerror}" if isinstance(error, OSError) else error
        typer.echo(f"zarbiter chouette: {reason}", err=True)
        raise typer.Exit(2) from None
    if as_json:
        typer.echo(json.dumps(document(keeper.book), ensure_ascii=False))
    else:
        _print_all(keeper.book)
    raise typer.Exit(0 if good else 2)


def _set_rules(keeper: Keeper, game: str | None, event: str | None, settings: list[str]) -> None:
    if keeper.book.before is not None:
        raise ChouetteError("the rules of a chouette stand in its file: leave --game, --event and --set out")
    given: dict[str, str] = {}
    if event is not None:
        profile = read_event(event)
        if game not in (None, profile.game):
            raise OptionError(f"event {event!r} is for {profile.game}, not for {game}; leave --game out")
        game = profile.game
        words = {True: "on", False: "off"}
        given = {name: words[each] if isinstance(each, bool) else str(each) for name, each in profile.settings.items()}
    pairs = [*(f"{name}={value}" for name, value in given.items()), *settings]
    keeper.add(shlex.join(["rules", game or BACKGAMMON_ID, *pairs]))


def _listen(keeper: Keeper, speaking: bool) -> bool:
    """Read lines to the end; from a pipe the first wrong one ends it. False when one ended it."""
    keyboard = sys.stdin.isatty()
    if keyboard:
        _print_all(keeper.book, err=not speaking)
    try:
        for number, line in enumerate(_lines(keyboard), 1):
            if keyboard and _asked(keeper.book, line.strip().casefold(), err=not speaking):
                continue
            try:
                told = keeper.add(line)
            except RulesError as error:
                where = "" if keyboard else f"zarbiter chouette: line {number}: "
                typer.echo(f"{where}{error}{_stop(error)} May come next: {_following(keeper.book)}", err=True)
                if not keyboard:
                    return False
                continue
            for each in told if speaking or keyboard else ():
                typer.echo(each, err=not speaking)
            if keyboard:
                _print_state(keeper.book, err=not speaking)
    except KeyboardInterrupt:
        typer.echo(err=True)
    return True


def _lines(keyboard: bool) -> Iterator[str]:
    """Lines of standard input; on a keyboard with a prompt, until `quit`. Raises ChouetteError if it is no text."""
    while True:
        if keyboard:
            typer.echo("> ", nl=False, err=True)
        try:
            line = sys.stdin.readline()
        except UnicodeDecodeError:
            raise ChouetteError("standard input is no text in UTF-8") from None
        if not line or (keyboard and line.strip().casefold() in ("quit", "exit")):
            return
        yield line


def _asked(book: Book, word: str, err: bool) -> bool:
    """Answer what only a keyboard asks for; False if the line is an action."""
    if word in ("help", "?"):
        typer.echo(HELP.replace("\b\n", ""), err=err)
    elif word == "sheet":
        _print_all(book, err)
    else:
        return not word
    return True


def _print_all(book: Book, err: bool = False) -> None:
    if book.table is not None and book.table.sheet.rows:
        Console(stderr=err, soft_wrap=True).print(sheet_table(book.table))
    _print_state(book, err)


def _print_state(book: Book, err: bool = False) -> None:
    for line in state_lines(book):
        typer.echo(line, err=err)
    typer.echo(f"Next: {_following(book)}", err=err)


def _following(book: Book) -> str:
    return "; ".join(book.may_follow)


def _stop(error: RulesError) -> str:
    return "" if str(error).endswith((".", "?")) else "."
