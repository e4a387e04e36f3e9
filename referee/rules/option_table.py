"""Every option of rules.md §7 as a field with its values, default, help and source."""

from dataclasses import dataclass, field, fields

from referee.rules.game_ids import FEVGA_ID, LONG_NARDY_ID, PLAKOTO_ID, SHORT_NARDY_ID
from referee.rules.option_kinds import Choice, Count, Duration, MatchForm, MatchKind, Spec, Switch, option

_SN, _LN, _PL, _FE = (SHORT_NARDY_ID,), (LONG_NARDY_ID,), (PLAKOTO_ID,), (FEVGA_ID,)
_SCORINGS = ("backgammon", "oin-mars", "oin-mars-koks", "home-mars", "four-step", "by-remaining")
_TIME_CONTROLS = ("none", "plain", "simple-delay", "bronstein", "bronstein-preset", "fischer", "hourglass")
_HEAD = ("when-head-blocks", "always-3-4-6", "second-player-3-4-6", "any-double", "any-throw")


@dataclass(frozen=True, kw_only=True)
class OptionTable:
    """The fields of `Options`. Durations are seconds, switches are booleans.

    `explicit` are the ids that the event itself set; the others are the game's defaults.
    """

    game: str
    explicit: frozenset[str] = field(default=frozenset(), compare=False)
    cup: str = option(
        Choice("required", "agreed-hand", "baffle-box"),
        "required",
        "what the dice are thrown from; told to the players, the camera judges only how they lie",
        "rules.md T1",
    )
    zone: str = option(
        Choice("right-half", "one-half", "own-half"),
        "right-half",
        "where both dice must rest: the thrower's right half, both in one half, the half with the thrower's home",
        "rules.md T2, T7",
        ln="one-half",
        tv="one-half",
    )
    dice_on_checkers: str = option(
        Choice("invalid", "valid"),
        "invalid",
        "does a die that lies flat on top of a checker count?",
        "rules.md T4, tournament.md 1.1",
    )
    touching_checker: str = option(
        Choice("valid", "rethrow"),
        "valid",
        "does a flat die that touches a checker count?",
        "rules.md T5",
        sn="rethrow",
        ln="rethrow",
    )
    premature_throw: str = option(
        Choice("void", "stands", "opponent-chooses"),
        "void",
        "what becomes of a throw before the opponent's turn has ended",
        "rules.md T8, tournament.md 1.2",
    )
    opening: str = option(
        Choice("play-it", "throw-again"),
        "play-it",
        "does the winner of the opening throw play it or throw both dice afresh?",
        "rules.md §2",
        ln="throw-again",
        tv="throw-again",
    )
    automatic_doubles: int = option(Count(0), "0", "how often equal opening dice double the stake", "rules.md §2")
    turn_ends: str = option(
        Choice("clock", "dice-lifted", "either"),
        "either",
        "what ends a turn; the opponent's valid throw always does too",
        "rules.md E1",
    )
    illegal_play: str = option(
        Choice("legal-moves", "responsible", "condone"),
        "condone",
        "must an illegal play be corrected, must the opponent decide, or may the opponent accept it?",
        "rules.md E2, tournament.md 1.4",
        bg="legal-moves",
    )
    correction_until: str = option(
        Choice("valid-throw-or-double", "any-throw-or-double"),
        "valid-throw-or-double",
        "until when an illegal play can be corrected",
        "rules.md E2",
    )
    audience: str = option(
        Choice("players", "director-only", "silent"),
        "players",
        "who is told of a flag; silent only writes it down",
        "tournament.md 1.4",
    )
    pip_counts: str = option(Choice("hidden", "spectators", "all"), "spectators", "who sees the pip counts", "peers.md")
    checkers: int = option(Count(1, 15), "15", "checkers a side", "rules.md §1")
    single_die: str = option(
        Choice("larger", "either"),
        "larger",
        "if one of two numbers can be played but not both: must it be the larger?",
        "rules.md M4",
        portes="either",
    )
    bear_off_in_homecoming_turn: str = option(
        Choice("allowed", "burnt"),
        "allowed",
        "may the throw that brings the last checker home also bear off?",
        "rules.md M9",
        only=_LN,
    )
    hit_and_hide: str = option(
        Choice("forbidden-everywhere", "forbidden-in-home", "allowed"),
        "forbidden-everywhere",
        "may a checker that hit go on to a held point in the same turn?",
        "rules.md H1",
        only=_SN,
    )
    hit_and_bear_off: str = option(
        Choice("allowed", "forbidden"),
        "allowed",
        "may a checker that hit inside the home be borne off in the same turn?",
        "rules.md H2",
        only=_SN,
    )
    first_throw_head: str = option(
        Choice(*_HEAD),
        "when-head-blocks",
        "when two checkers may leave the head in the first throw",
        "rules.md L2",
        only=_LN,
    )
    six_block: str = option(
        Choice("needs-one-ahead", "needs-one-home", "not-all-15"),
        "needs-one-ahead",
        "when a block of six may be built",
        "rules.md L4",
        only=_LN,
    )
    bear_off_with_prisoner: str = option(
        Choice("allowed", "forbidden"),
        "allowed",
        "may a side bear off while one of its checkers is pinned in its home?",
        "rules.md P1",
        only=_PL,
    )
    mother_pinned_ends_turn: str = option(
        Choice("may-stop", "plays-on"),
        "may-stop",
        "may a turn stop with the step that decides the game?",
        "rules.md P2",
        only=_PL,
    )
    fevga_block: str = option(
        Choice("one-point-behind", "anywhere-behind"),
        "one-point-behind",
        "where the fifteen must stand for six in a row to be forbidden",
        "rules.md F2",
        only=_FE,
    )
    fevga_blocks_judged: str = option(
        Choice("end-of-turn", "every-landing"), "end-of-turn", "when a block is judged", "rules.md F2", only=_FE
    )
    match: MatchForm = option(  # noqa: RUF009 (it makes a field)
        MatchKind(), "money", "what is played for", "rules.md §5"
    )
    starter: str = option(
        Choice("opening-throw", "previous-winner", "previous-black-swap"),
        "opening-throw",
        "who begins the next game",
        "rules.md §2",
        ln="previous-black-swap",
        tv="previous-winner",
    )
    scoring: str = option(
        Choice(*_SCORINGS),
        "backgammon",
        "what a won game is worth",
        "rules.md §5",
        sn="oin-mars-koks",
        ln="oin-mars",
        tv="oin-mars",
    )
    last_throw: str = option(
        Choice("none", "half-each", "one-each"),
        "none",
        "may the side that began later draw with one more throw, and what is a draw worth?",
        "rules.md §5",
        only=_LN,
    )
    cube: bool = option(Switch(), "off", "is the doubling cube in play?", "rules.md §5", bg="on", sn="on")
    stakes: str = option(
        Choice("doubling", "arithmetic"), "doubling", "how the stake grows: 2 4 8 or 2 3 4", "rules.md §5"
    )
    beaver: bool = option(
        Switch(), "off", "may a double be taken and redoubled at once, keeping the cube?", "rules.md §5"
    )
    jacoby: bool = option(Switch(), "off", "do gammons count only once the cube was turned?", "rules.md §5")
    no_mars_with_dave: bool = option(Switch(), "off", "does mars not count once the cube was turned?", "rules.md §5")
    crawford: bool = option(
        Switch(),
        "off",
        "is the cube out of play for one game when a side is one point away? (on in points N)",
        "tournament.md 1.5",
    )
    form: str = option(Choice("two-players", "chouette"), "two-players", "two players or a chouette", "rules.md §5")
    box_partner: str = option(Choice("none", "yes"), "none", "does the box play with a partner?", "rules.md §5")
    time_control: str = option(Choice(*_TIME_CONTROLS), "simple-delay", "how the clock runs", "tournament.md 1.6")
    reserve: float = option(Duration(), "0 s", "time a side, whatever the length of the match", "tournament.md 1.6")
    reserve_per_point: float = option(
        Duration(), "2 min", "time a side for each point of the match", "tournament.md 1.6"
    )
    reserve_less_per_scored: float = option(
        Duration(), "0 s", "time taken off for each point already scored", "tournament.md 1.6"
    )
    delay: float = option(Duration(), "12 s", "free time or increment of each turn", "tournament.md 1.6")
    overtime: float | None = option(
        Duration(optional=True), "none", "time added once when a reserve has run out", "tournament.md 1.6"
    )
    flag_fall: str = option(
        Choice("report", "overtime"), "report", "what happens when a reserve runs out", "tournament.md 1.6"
    )


SPECS: dict[str, Spec] = {
    item.name.replace("_", "-"): item.metadata["spec"] for item in fields(OptionTable) if "spec" in item.metadata
}
"""Option id → what it is, in the order of rules.md §7."""
