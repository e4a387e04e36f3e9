"""What a chouette's keeper is shown: who plays, the cubes, the sheet; and the same as a JSON document."""

from collections.abc import Iterator
from typing import Any

from rich.markup import escape
from rich.table import Table

from referee.rules.chouette import Chouette
from referee.rules.chouette_book import Book
from referee.rules.chouette_game import BOX, TEAM, ChouetteGame, listed
from referee.rules.cube import Offer
from referee.rules.result import Points, points_text
from referee.rules.side import Side


def document(book: Book) -> dict[str, Any]:
    """The whole state: players, game, sheet, what may follow. Points are numbers, halves with .5."""
    table = book.table
    return {
        "rules": book.options.game,
        "options": book.options.as_text(),
        "throwing": list(book.order.due) if book.order and table is None else [],
        "game": _game_document(table) if table else None,
        "sheet": [{"what": row.what, "points": dict(row.points)} for row in table.sheet.rows] if table else [],
        "balance": {name: table.sheet.balance(name) for name in _columns(table)} if table else {},
        "next": list(book.may_follow),
    }


def state_lines(book: Book) -> Iterator[str]:
    """Where the chouette stands, for people."""
    if book.table is None:
        order = book.order
        yield f"To throw for box and captain: {listed(order.due)}" if order else "Nobody has been named yet."
        return
    table, game, lineup = book.table, book.table.game, book.table.lineup
    partner = f", partner {lineup.partner}" if lineup.partner else ""
    captain = game.captain or "nobody"
    acting = f" (in place of {lineup.team[0]})" if lineup.team and captain != lineup.team[0] else ""
    number, team = table.sheet.games + 1, listed(lineup.team)
    yield f"Game {number}: box {lineup.box}{partner} against {team}; captain {captain}{acting}"
    yield "  " + "   ".join(_cube_text(game, name) for name in lineup.team)
    for name in game.waiting(BOX) + game.waiting(TEAM):
        offer = game.stake(name).state.offer
        if offer is not None:
            yield f"  {_offer_text(lineup.box, name, offer)}"
    if game.advisers:
        yield f"  May advise on moves, never on doubles: {listed(game.advisers)}"
    if table.arriving:
        yield f"  Join with the next game: {listed(table.arriving)}"


def sheet_table(table: Chouette) -> Table:
    """The sheet: a column a player, a row a game or settlement, the balance last."""
    names = _columns(table)
    shown = Table("sheet")
    for name in names:
        shown.add_column(escape(name), justify="right")
    for row in table.sheet.rows:
        shown.add_row(escape(row.what), *(_signed(row.of(name)) for name in names))
    shown.add_section()
    shown.add_row("balance", *(_signed(table.sheet.balance(name)) for name in names))
    return shown


def news(before: Book, after: Book) -> Iterator[str]:
    """What an action has written on the sheet, as lines; a row that was taken back too."""
    old = before.table.sheet.rows if before.table else ()
    new = after.table.sheet.rows if after.table else ()
    for row in new[len(old) :]:
        points = ", ".join(f"{name} {_signed(each)}" for name, each in row.points)
        yield f"{row.what}: {points}"
    for row in old[len(new) :]:
        yield f"taken back: {row.what}"


def _game_document(table: Chouette) -> dict[str, Any]:
    game, lineup = table.game, table.lineup
    return {
        "number": table.sheet.games + 1,
        "box": lineup.box,
        "partner": lineup.partner,
        "captain": game.captain,
        "team": list(lineup.team),
        "advisers": list(game.advisers),
        "arriving": list(table.arriving),
        "cubes": {name: _cube_document(game, name) for name in lineup.team},
    }


def _cube_document(game: ChouetteGame, name: str) -> dict[str, Any]:
    stake = game.stake(name)
    cube, offer = stake.state.cube, stake.state.offer
    offered = offer and {"kind": offer.kind, "by": _side_word(offer.by), "value": offer.cube.value}
    owner = _side_word(cube.owner) if cube.owner else None
    return {"value": cube.value, "owner": owner, "offered": offered, "won": stake.won}


def _side_word(side: Side) -> str:
    return "box" if side is BOX else "member"


def _cube_text(game: ChouetteGame, name: str) -> str:
    stake = game.stake(name)
    if stake.won is not None:
        return f"{name}: out, {_signed(stake.won)}"
    cube = stake.state.cube
    where = "in the middle" if cube.owner is None else "the box's" if cube.owner is BOX else "own"
    return f"{name}: {cube.value}, {where}"


def _offer_text(box: str, name: str, offer: Offer) -> str:
    doubler, answers = (box, name) if offer.by is BOX else (name, box)
    return f"{doubler} offers {offer.cube.value} ({offer.kind}); {answers} answers"


def _columns(table: Chouette) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*table.sheet.players, *table.lineup.everybody)))


def _signed(points: Points | None) -> str:
    if points is None:
        return ""
    return f"+{points_text(points)}" if points > 0 else points_text(points)
