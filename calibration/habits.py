"""What reading one set takes beside its colours: learnt once from a position that somebody confirmed."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SetHabits:
    """`known_bar`: the bar's width in the profile was measured where what stands on each point was known, so it is not
    looked for in each picture. `checkers` is how many a side had, None where the sides differed."""

    known_bar: bool = False
    checkers: int | None = None

    def __post_init__(self) -> None:
        if self.checkers is not None and not 1 <= self.checkers <= 15:
            raise ValueError(f"expected checkers from 1 to 15, got {self.checkers}")
