"""A chouette written down action by action: what each line does to the state, and what may come next.

A line is a word and what goes with it (`double Ann`), or the same as JSON (`{"do": "double", "with": ["Ann"]}`).
"""

import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from referee.rules.chouette import Chouette
from referee.rules.chouette_game import BOX, TEAM, ChouetteGame, quoted
from referee.rules.chouette_order import Order
from referee.rules.errors import ChouetteError
from referee.rules.game_ids import BACKGAMMON_ID
from referee.rules.options import Options
from referee.rules.score import counts_remaining, level_names

Words = Sequence[str]


@dataclass(frozen=True)
class Action:
    """One line: what is done and with whom or what."""

    verb: str
    words: tuple[str, ...] = ()

    @classmethod
    def parse(cls, line: str) -> "Action | None":
        """Read a line; None for an empty one and for a comment after `#`. Raises ChouetteError."""
        if line.lstrip().startswith("{"):
            return _from_json(line)
        try:
            words = shlex.split(line, comments=True)
        except ValueError:
            raise ChouetteError(f'{line.strip()!r}: write a name with an apostrophe in quotes, "O\'Neil"') from None
        return cls(words[0].casefold(), tuple(words[1:])) if words else None


@dataclass(frozen=True)
class Book:
    """Everything written so far: the rules, the throws for the order, the chouette, and the book one action before."""

    options: Options
    order: Order | None = None
    table: Chouette | None = None
    before: "Book | None" = None

    @classmethod
    def new(cls, game: str = BACKGAMMON_ID, settings: Mapping[str, object] | None = None) -> "Book":
        """Before the first line. Raises OptionError, GameError, and ChouetteError for rules of two players."""
        options = Options.build(game, {"form": "chouette", **(settings or {})})
        if options.form != "chouette":
            raise ChouetteError(f"form = {options.form} is no chouette: leave it out")
        return cls(options)

    def after(self, action: Action) -> "Book":
        """The book after one more action.

        :raises RulesError: when it makes no sense now; the book before it stays as it is.
        """
        if action.verb not in VERBS:
            near = get_close_matches(action.verb, VERBS, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"use one of {', '.join(VERBS)}"
            raise ChouetteError(f"there is no action {action.verb!r}; {hint}")
        after = VERBS[action.verb](self, action.words)
        return after if action.verb == "undo" else replace(after, before=self)

    @property
    def may_follow(self) -> tuple[str, ...]:
        """The forms of what may be written next."""
        undo = ("undo",) if self.before else ()
        if self.table is None:
            if self.order is None:
                return ("players NAME NAME NAME…", "rules GAME OPTION=VALUE…", *undo)
            return (f"throw {quoted(self.order.due[0])} 1-6…", "order NAME NAME NAME…", *undo)
        return (*_in_game(self.table), "join NAME", *(() if self.table.game.begun else ("leave NAME",)), *undo)


def _in_game(table: Chouette) -> tuple[str, ...]:
    game = table.game
    if not table.complete:
        return ()
    waiting = game.waiting(TEAM) or game.waiting(BOX)
    if waiting:
        names = " ".join(map(quoted, waiting))
        doubled = any(offer.kind != "beaver" for name in waiting if (offer := game.stake(name).state.offer))
        beaver = (f"beaver {names}",) if game.options.beaver and doubled else ()
        return (f"take {names}", f"drop {names}", *beaver)
    partner = ("partner NAME|none",) if game.options.box_partner == "yes" and not game.begun else ()
    automatic = ("automatic",) if game.options.automatic_doubles and not game.begun else ()
    left = " CHECKERS-LEFT" if counts_remaining(game.options) else ""
    draw = "|draw" if game.options.last_throw != "none" else ""
    ends = (f"end box|team {'|'.join(map(quoted, level_names(game.options)))}{left}", f"end void{draw}")
    return (*partner, *automatic, "double NAME…", "double box", *ends)


def _from_json(line: str) -> Action:
    try:
        given = json.loads(line)
        verb, words = given["do"], given.get("with", [])
    except (ValueError, KeyError, RecursionError):
        raise ChouetteError(f'{line.strip()!r}: write {{"do": "double", "with": ["Ann"]}}') from None
    if not isinstance(verb, str) or not isinstance(words, list) or not all(isinstance(w, str | int) for w in words):
        raise ChouetteError(f'{line.strip()!r}: "do" is a word, "with" a list of words or numbers')
    return Action(verb.casefold(), tuple(map(str, words)))


def _rules(book: Book, words: Words) -> Book:
    if book.order is not None or book.table is not None:
        raise ChouetteError("the rules are set before the players: start a new file for other rules")
    if not words:
        raise ChouetteError("say the game and what differs: rules backgammon jacoby=on beaver=on")
    pairs = [word.partition("=") for word in words[1:]]
    bare = next((name for name, equals, _ in pairs if not equals), None)
    if bare is not None:
        raise ChouetteError(f"{bare!r} sets nothing; write option=value, such as jacoby=on")
    return replace(book, options=Book.new(words[0], {name: value for name, _, value in pairs}).options)


def _players(book: Book, words: Words) -> Book:
    if book.order is not None or book.table is not None:
        raise ChouetteError("the players are named already: join NAME adds one")
    return replace(book, order=Order.new(words))


def _throw(book: Book, words: Words) -> Book:
    order = _open_order(book)
    if not words or len(words) % 2:
        raise ChouetteError("say who threw what: throw Ann 6 Ben 3")
    for name, die in zip(words[::2], words[1::2], strict=True):
        if die not in tuple("123456"):
            raise ChouetteError(f"a die shows 1 to 6, not {die!r}: throw {quoted(name)} 6")
        order = order.thrown(name, int(die))
    return replace(book, order=order, table=None if order.due else Chouette.new(book.options, order.ranking))


def _order(book: Book, words: Words) -> Book:
    if book.order is not None and not book.table:
        missing = {name.casefold() for name in book.order.names} ^ {word.casefold() for word in words}
        if missing:
            raise ChouetteError(f"name everybody once, highest first: {', '.join(book.order.names)}")
    if book.table is not None:
        raise ChouetteError("the order is decided; box and captain rotate by their results")
    return replace(book, table=Chouette.new(book.options, words))


def _open_order(book: Book) -> Order:
    if book.table is not None:
        raise ChouetteError("the order is decided; box and captain rotate by their results")
    if book.order is None:
        raise ChouetteError("name the players first: players Ann Ben Cy")
    return book.order


def _table(book: Book) -> Chouette:
    if book.table is None:
        raise ChouetteError(f"no game is being played yet: {book.may_follow[0]}")
    return book.table


def _in_play(change: Callable[[ChouetteGame, Words], ChouetteGame]) -> Callable[[Book, Words], Book]:
    def changed(book: Book, words: Words) -> Book:
        table = _table(book)
        return replace(book, table=table.after(change(table.to_play(), words)))

    return changed


def _double(game: ChouetteGame, words: Words) -> ChouetteGame:
    return game.double_box(words[1:]) if words and words[0].casefold() == "box" else game.double(words)


def _named(words: Words) -> Words:
    return () if [word.casefold() for word in words] == ["all"] else words


def _automatic(game: ChouetteGame, words: Words) -> ChouetteGame:
    if words:
        raise ChouetteError("equal opening dice turn all cubes: automatic, and nothing else")
    return game.automatic()


def _end(book: Book, words: Words) -> Book:
    table, how = _table(book), [word.casefold() for word in words]
    game = table.to_play()
    if how == ["void"] or (how == ["draw"] and game.options.last_throw != "none"):
        return replace(book, table=table.after(game.ended(None, how[0]), how[0]))
    left = int(how.pop()) if how and how[-1].isdecimal() and len(how[-1]) < 4 else None
    if len(how) < 2 or how[0] not in ("box", "team"):
        forms = " or ".join(each for each in book.may_follow if each.startswith("end")) or "answer the doubles first"
        raise ChouetteError(f"say who won and by what: {forms}")
    name = " ".join(how[1:])
    ended = game.ended(BOX if how[0] == "box" else TEAM, name, left)
    return replace(book, table=table.after(ended, f"{how[0]}, {name}"))


def _one(verb: str, change: Callable[[Chouette, str], Chouette]) -> Callable[[Book, Words], Book]:
    def changed(book: Book, words: Words) -> Book:
        table = _table(book)
        if len(words) != 1:
            raise ChouetteError(f'say one name, in quotes if it has spaces: {verb} Ann, {verb} "Ann Lee"')
        return replace(book, table=change(table, words[0]))

    return changed


def _undo(book: Book, _: Words) -> Book:
    if book.before is None:
        raise ChouetteError("there is nothing to take back")
    return book.before


VERBS: dict[str, Callable[[Book, Words], Book]] = {
    "rules": _rules,
    "players": _players,
    "throw": _throw,
    "order": _order,
    "partner": _one("partner", lambda table, name: table.with_partner(None if name.casefold() == "none" else name)),
    "automatic": _in_play(_automatic),
    "double": _in_play(_double),
    "take": _in_play(lambda game, words: game.take(_named(words))),
    "beaver": _in_play(lambda game, words: game.beaver(_named(words))),
    "drop": _in_play(lambda game, words: game.drop(_named(words))),
    "end": _end,
    "join": _one("join", Chouette.join),
    "leave": _one("leave", Chouette.leave),
    "undo": _undo,
}
"""Every action by its word."""
