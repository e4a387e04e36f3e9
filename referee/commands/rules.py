"""The commands `plays`, `judge` and `profiles`."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from referee.commands.rules_answers import Answer, Asked, ask_play, ask_verdict, asked_line, settings_of
from referee.commands.rules_show import console, options_table, profile_page, profiles_table
from referee.commands.rules_tables import option_rows, profile_rows
from referee.rules.errors import RulesError
from referee.rules.numbering import Numbering, numbered_play, numbered_position
from referee.rules.side import Side

app = typer.Typer(help="The rules: legal plays, verdicts, options.")

STREAM = "-"
Game = Annotated[str, typer.Argument(help="backgammon, short-nardy, long-nardy, portes, plakoto or fevga")]
Turn = Annotated[Side | None, typer.Option(help="who is on move; default W, or as an XGID says")]
FirstTurn = Annotated[bool, typer.Option("--first-turn", help="it is this player's first turn of the game")]
Set = Annotated[list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="set an option; may be repeated")]
Checkers = Annotated[int | None, typer.Option(help="checkers a side; short for --set checkers=N")]
Event = Annotated[str | None, typer.Option(help="event profile: a TOML file or a shipped one")]
Numbers = Annotated[Numbering, typer.Option(help="how points are called: each side's own, or both as White, or along")]
AsJson = Annotated[bool, typer.Option("--json", help="print one JSON document and nothing else")]


@app.command("plays", epilog="Example: zarbiter plays backgammon 'W 24:2 13:5 8:3 6:5 | B 24:2 13:5 8:3 6:5' 6-5")
def plays_command(
    game: Game,
    position: Annotated[str, typer.Argument(help="position text, gnubg ID, XGID, or - to read lines")],
    dice: Annotated[str | None, typer.Argument(help="the throw, such as 6-5")] = None,
    *,
    turn: Turn = None,
    first_turn: FirstTurn = False,
    settings: Set = None,
    checkers: Checkers = None,
    event: Event = None,
    numbering: Numbers = Numbering.OWN,
    as_json: AsJson = False,
) -> None:
    """All legal plays of a throw. With - it reads lines `POSITION ; DICE ; W|B [; option=value]…`.

    Only what is printed for people follows --numbering; what is read and JSON have each side's own numbers.
    """
    with _clear_errors():
        given = settings_of(game, event, _pairs(settings, checkers))
        if position == STREAM:
            _refuse_more(dice)
            _answer_lines(game, Asked(("POSITION",), "", turn, first_turn, given), ask_play)
        answer = ask_play(game, Asked((position,), _needed(dice), turn, first_turn, given))
    if as_json:
        typer.echo(_json(answer.document))
        return
    table = Table("play", "position", title=answer.title, title_justify="left")
    for play in answer.document["plays"]:
        text = numbered_play(play["text"], answer.side, game, numbering)
        table.add_row(text, numbered_position(play["position"], game, numbering))
    Console(soft_wrap=True).print(table)


@app.command("judge", epilog="Example: zarbiter judge backgammon 'W 6:1 | B 1:1' 'W 1:1 | B 1:1' 5-5")
def judge_command(
    game: Game,
    before: Annotated[str, typer.Argument(help="position before the play, or - to read lines")],
    after: Annotated[
        str | None, typer.Argument(help="position after the play; a gnubg ID with the side that moved on roll")
    ] = None,
    dice: Annotated[str | None, typer.Argument(help="the throw, such as 6-5")] = None,
    *,
    turn: Turn = None,
    first_turn: FirstTurn = False,
    settings: Set = None,
    checkers: Checkers = None,
    event: Event = None,
    as_json: AsJson = False,
) -> None:
    """Was that a legal play? Status 0 legal, 1 illegal. With - lines `BEFORE ; AFTER ; DICE ; W|B …` are read."""
    with _clear_errors():
        given = settings_of(game, event, _pairs(settings, checkers))
        if before == STREAM:
            _refuse_more(after)
            _answer_lines(game, Asked(("BEFORE", "AFTER"), "", turn, first_turn, given), ask_verdict)
        asked = Asked((before, _needed(after, "the position after the play")), _needed(dice), turn, first_turn, given)
        answer = ask_verdict(game, asked)
    if as_json:
        typer.echo(_json(answer.document))
    else:
        typer.echo(f"{answer.title}: {answer.document['explanation']}")
    raise typer.Exit(0 if answer.positive else 1)


@app.command("profiles", epilog="Example: zarbiter profiles wbgf --json")
def profiles_command(
    name: Annotated[str | None, typer.Argument(help="show one shipped profile or TOML file only")] = None,
    as_json: AsJson = False,
) -> None:
    """Rule profiles and what they change; every option with its values, default and source.

    With a name: one profile, its source, what is uncertain in it, and every option in force.
    """
    with _clear_errors():
        profiles = profile_rows(name)
    if as_json:
        typer.echo(_json({"profiles": profiles, "options": option_rows()}))
        return
    shown = (
        [profile_page(profiles[0])] if name is not None else [profiles_table(profiles), options_table(option_rows())]
    )
    for each in shown:
        console().print(each)


@contextmanager
def _clear_errors() -> Iterator[None]:
    """Bad input becomes one line on stderr and exit status 2."""
    try:
        yield
    except RulesError as error:
        typer.echo(f"zarbiter: {error}", err=True)
        raise typer.Exit(2) from None


def _pairs(settings: list[str] | None, checkers: int | None) -> list[str]:
    return [*(settings or ()), *([] if checkers is None else [f"checkers={checkers}"])]


def _needed(value: str | None, what: str = "the throw, such as 6-5") -> str:
    if value is None:
        raise RulesError(f"give {what} as well, or - to read lines from standard input")
    return value


def _refuse_more(value: str | None) -> None:
    if value is not None:
        raise RulesError("with - nothing else is given; positions and dice are read from standard input")


def _answer_lines(game: str, template: Asked, ask: Callable[[str, Asked], Answer]) -> None:
    """Print one JSON line for each line of standard input. Ends the program: status 2 if one was bad input, else 0."""
    if sys.stdin is None:
        raise RulesError("with - positions are read from standard input, but it is closed: pipe a file into it")
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")
    bad = False
    for line in sys.stdin:
        if not line.strip():
            continue
        try:
            document = ask(game, asked_line(line, template)).document
        except RulesError as error:
            document, bad = {"error": str(error)}, True
        typer.echo(_json(document))
    raise typer.Exit(2 if bad else 0)


def _json(document: Any) -> str:
    return json.dumps(document, ensure_ascii=False)
