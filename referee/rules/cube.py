"""The doubling cube: who may offer it, what taking, beavering and refusing do (rules.md §5, tournament.md 1.5)."""

from dataclasses import dataclass, field, replace

from referee.rules.errors import CubeError
from referee.rules.match import MatchScore
from referee.rules.options import Options
from referee.rules.side import Side


@dataclass(frozen=True)
class Cube:
    """Its value and owner; owner None is in the middle. `turned` tells an actual double from an automatic one.

    There is no highest value: the cube goes on after 64 (rules.md §5 stakes).
    """

    value: int = 1
    owner: Side | None = None
    turned: bool = False

    def next_value(self, options: Options) -> int:
        """The stake after one more double: 2 4 8, or 2 3 4 with `stakes = arithmetic`."""
        return self.value + 1 if options.stakes == "arithmetic" else self.value * 2

    def automatic(self, options: Options) -> "Cube":
        """After equal opening dice: the next face, still in the middle; `automatic-doubles` times at most (§2)."""
        most = options.automatic_doubles
        limit = 1 + most if options.stakes == "arithmetic" else 2**most
        if self.turned or self.value >= limit:
            return self
        return replace(self, value=self.next_value(options))

    def why_not_double(self, side: Side, options: Options, score: MatchScore) -> str | None:
        """None if `side` may double before its throw, otherwise a sentence that says why the double is void."""
        if not options.cube:
            return "This event is played without a cube."
        if score.is_crawford_game:
            return "This is the Crawford game: the cube is out of play."
        if self.owner is side.other:
            return f"The cube is {side.other.colour}'s: only its owner may double."
        if score.is_dead(side, self.value):
            return f"The cube is dead: {side.colour} needs no more than the {self.value} already played for."
        return None

    def taken(self, by: Side, options: Options) -> "Cube":
        """After `by` took a double. Raises CubeError if the cube was that side's own: its owner doubles, not takes."""
        if self.owner is by:
            raise CubeError(f"the cube is {by.colour}'s; only {by.colour} can double, so only the other side can take")
        return Cube(self.next_value(options), by, True)


@dataclass(frozen=True)
class Offer:
    """A double that waits for the answer of `by.other`.

    Refusing loses `stake`; accepted, play goes on for `cube`. `kind` is `double`, `redouble` (bass) or `beaver`.
    """

    by: Side
    kind: str
    stake: int
    cube: Cube


@dataclass(frozen=True)
class CubeState:
    """The cube as it stands, and the offer that is not answered yet. Each method gives the state after one action.

    :raises CubeError: for an action that nobody can take now, with a sentence for the players.
    """

    cube: Cube = field(default_factory=Cube)
    offer: Offer | None = None

    def double(self, side: Side, options: Options, score: MatchScore) -> "CubeState":
        """`side` offers the next value, before its throw (when that is, the turn knows)."""
        if self.offer is not None:
            raise CubeError(f"{self.offer.by.other.colour} has not answered the last {self.offer.kind} yet")
        reason = self.cube.why_not_double(side, options, score)
        if reason is not None:
            raise CubeError(reason)
        kind = "redouble" if self.cube.turned else "double"
        return replace(self, offer=Offer(side, kind, self.cube.value, self.cube.taken(side.other, options)))

    def beaver(self, side: Side, options: Options) -> "CubeState":
        """`side` accepts and doubles once more at once, keeping the cube; the first doubler answers now.

        Refusing a beaver loses the stake that the first double named (rules.md §5 stakes).
        """
        if not options.beaver:
            raise CubeError("this event is played without beavers: take or drop the double")
        offer = self._offered(side)
        if offer.kind == "beaver":
            raise CubeError("a beaver can't be beavered again: take or drop it")
        doubled = offer.cube
        return replace(
            self, offer=Offer(side, "beaver", doubled.value, replace(doubled, value=doubled.next_value(options)))
        )

    def take(self, side: Side) -> "CubeState":
        """`side` accepts what it was offered. After a double the cube is the taker's, after a beaver who beavered's."""
        return CubeState(self._offered(side).cube)

    def drop(self, side: Side) -> Offer:
        """`side` refuses and the game is over; the offer says who has won (`by`) and how much (`stake`)."""
        return self._offered(side)

    def _offered(self, side: Side) -> Offer:
        if self.offer is None:
            raise CubeError(f"{side.colour} has been offered no double")
        if self.offer.by is side:
            raise CubeError(f"the {self.offer.kind} is {side.colour}'s own: {side.other.colour} answers it")
        return self.offer
