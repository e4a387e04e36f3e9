"""The command line: one typer app that gathers the commands of each part."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from models import registry
from referee.commands import calibrate, chouette, dice, doctor, read, rules, run

app = typer.Typer(
    name="zarbiter",
    help="A camera referee for real backgammon boards.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for part in (rules, read, dice, calibrate, run, chouette):
    app.add_typer(part.app)

COLOURS = {"ok": "green", "warning": "yellow", "fault": "red"}


@app.command("doctor", epilog="Example: zarbiter doctor --record ~/matches/final")
def doctor_command(
    record: Annotated[Path, typer.Option(help="record folder to be used")] = Path("records"),
    profile: Annotated[
        Path | None, typer.Option(help="board profile to be used (board.toml where there is one)")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print the findings as JSON")] = False,
) -> None:
    """Say what is wrong with camera, clock, weights, disk and versions, and how to mend it."""
    usual = Path("board.toml")
    findings = doctor.examine(record, registry.verify, profile or (usual if usual.exists() else None))
    if as_json:
        typer.echo(json.dumps([finding.__dict__ for finding in findings], ensure_ascii=False))
    else:
        table = Table("what", "state", "detail", "what to do")
        for finding in findings:
            colour = COLOURS[finding.state]
            table.add_row(finding.what, f"[{colour}]{finding.state}[/{colour}]", finding.detail, finding.mend)
        Console().print(table)
    raise typer.Exit(1 if any(finding.state == "fault" for finding in findings) else 0)
