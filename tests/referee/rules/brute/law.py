"""What is in force in one turn: game, side, throw, and the options of rules.md §7 with their defaults."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

VALUES: dict[str, dict[str, tuple[str, ...]]] = {
    "backgammon": {"single-die": ("larger", "either")},
    "portes": {"single-die": ("either", "larger")},
    "short-nardy": {
        "single-die": ("larger", "either"),
        "hit-and-hide": ("forbidden-everywhere", "forbidden-in-home", "allowed"),
        "hit-and-bear-off": ("allowed", "forbidden"),
    },
    "long-nardy": {
        "single-die": ("larger", "either"),
        "bear-off-in-homecoming-turn": ("allowed", "burnt"),
        "first-throw-head": (
            "when-head-blocks",
            "always-3-4-6",
            "second-player-3-4-6",
            "any-double",
            "any-throw",
        ),
        "six-block": ("needs-one-ahead", "needs-one-home", "not-all-15"),
    },
    "plakoto": {
        "single-die": ("larger", "either"),
        "bear-off-with-prisoner": ("allowed", "forbidden"),
        "mother-pinned-ends-turn": ("may-stop", "plays-on"),
    },
    "fevga": {
        "single-die": ("larger", "either"),
        "fevga-block": ("one-point-behind", "anywhere-behind"),
        "fevga-blocks-judged": ("end-of-turn", "every-landing"),
    },
}
"""Game → option id → its values, the default first: those that bear on legal plays."""

WAIVABLE: dict[str, tuple[str, ...]] = {
    "backgammon": ("M3", "M4", "M7", "M8"),
    "portes": ("M3", "M7", "M8"),
    "short-nardy": ("M3", "M4", "M7", "M8", "H1"),
    "long-nardy": ("M3", "M4", "M8", "L1", "L3", "L4"),
    "plakoto": ("M3", "M4", "M8", "P1-closed", "P1-free", "P1-lone-pinner", "P1-counts"),
    "fevga": ("M3", "M4", "M8", "F1", "F2-quarter", "F2-rows", "F2-open"),
}
"""Game → rows that can be put out of force, to count how often each one bites."""


@dataclass(frozen=True)
class Law:
    """The rules of one turn. `waived` names rows (WAIVABLE) left out, to see whether they bite at all."""

    game: str
    side: str
    throw: tuple[int, int]
    settings: Mapping[str, str] = field(default_factory=dict)
    first_turn: bool = False
    waived: Collection[str] = ()

    def says(self, option: str) -> str | None:
        """The value in force of an option, None if the game does not have it."""
        values = VALUES[self.game].get(option)
        return self.settings.get(option, values[0]) if values else None
