"""One question to a referee, and how to paste it into a shell."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tests.referee.rules.brute.law import Law
from tests.referee.rules.brute.turn import Answer, brute_force


@dataclass(frozen=True)
class Case:
    """A position, a throw, a side and the rules in force; `kind` says which generator made it."""

    game: str
    position: str
    side: str
    throw: tuple[int, int]
    first_turn: bool = False
    settings: Mapping[str, str] = field(default_factory=dict)
    checkers: int = 15
    kind: str = "walk"

    def law(self, *waived: str) -> Law:
        """The rules in force, all but `waived`."""
        return Law(self.game, self.side, self.throw, self.settings, self.first_turn, waived)

    def answer(self, *waived: str) -> Answer:
        """The brute force's answer."""
        return brute_force(self.law(*waived), self.position, self.checkers)

    def setting(self, option: str, value: str) -> "Case":
        """The same case with one option set."""
        return replace(self, settings={**self.settings, option: value})

    def all_settings(self) -> dict[str, str]:
        """The options in force with the number of checkers, as `--set` takes them."""
        few = {} if self.checkers == 15 else {"checkers": str(self.checkers)}
        return {**few, **self.settings}

    def command(self) -> str:
        """The line for a shell that asks the program the same."""
        words = f"zarbiter plays {self.game} '{self.position}' {self.throw[0]}-{self.throw[1]} --turn {self.side}"
        words += " --first-turn" if self.first_turn else ""
        return words + "".join(f" --set {name}={value}" for name, value in sorted(self.all_settings().items()))
