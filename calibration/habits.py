"""What reading one set takes beside its colours: learnt once from a position that somebody confirmed."""

from dataclasses import dataclass

MOST_BIAS = 2.0


@dataclass(frozen=True)
class SetHabits:
    """How the board reader errs on one set under one camera, learnt from a confirmed position.

    `light_bias` and `dark_bias` are added to the log-odds of each side's discs (above 0: discs of this side look
    fainter to the reader than they are); `known_bar` says that the bar's width in the profile was measured with discs
    on known points, so it is not looked for in each picture; `checkers` is how many a side had, None where the sides
    differed.
    """

    light_bias: float = 0.0
    dark_bias: float = 0.0
    known_bar: bool = False
    checkers: int | None = None

    def __post_init__(self) -> None:
        for name in ("light_bias", "dark_bias"):
            if not abs(getattr(self, name)) <= MOST_BIAS:
                raise ValueError(f"expected {name} between -{MOST_BIAS} and {MOST_BIAS}, got {getattr(self, name)}")
        if self.checkers is not None and not 1 <= self.checkers <= 15:
            raise ValueError(f"expected checkers from 1 to 15, got {self.checkers}")
