"""A throw of two dice."""

import re
from dataclasses import dataclass
from itertools import combinations_with_replacement

from referee.rules.errors import DiceError

_FORM = re.compile(r"\s*([0-9]{1,9})\s*[-, ]\s*([0-9]{1,9})\s*")


@dataclass(frozen=True, order=True)
class Dice:
    """Two dice; the higher number is kept first, so that 5-6 equals 6-5. Raises DiceError for numbers outside 1–6."""

    high: int
    low: int

    def __post_init__(self) -> None:
        for number in (self.high, self.low):
            if not 1 <= number <= 6:
                raise DiceError(f"dice {self.high}-{self.low}: a die shows 1 to 6, not {number}")
        if self.high < self.low:
            high, low = self.low, self.high
            object.__setattr__(self, "high", high)
            object.__setattr__(self, "low", low)

    @classmethod
    def parse(cls, text: str) -> "Dice":
        """Read `6-5` (also `5-6`). Raises DiceError."""
        found = _FORM.fullmatch(text)
        if found is None:
            raise DiceError(f"dice {text!r}: write two numbers from 1 to 6 such as 6-5")
        return cls(int(found[1]), int(found[2]))

    @property
    def is_double(self) -> bool:
        """Do both dice show the same number?"""
        return self.high == self.low

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers to be played, a double four times (rules.md M2)."""
        return (self.high,) * 4 if self.is_double else (self.high, self.low)

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"


ALL_THROWS = tuple(Dice(b, a) for a, b in combinations_with_replacement(range(1, 7), 2))
"""The 21 distinct throws."""
