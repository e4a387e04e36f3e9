"""One game of a chouette: the box against members who each have a cube (rules.md §5 chouette).

A cube is known by the name of its member. An action that nobody can take raises ChouetteError or CubeError with one
line for the players; the state before it is still there.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from referee.rules.chouette_lineup import Lineup
from referee.rules.chouette_order import find_name
from referee.rules.cube import CubeState
from referee.rules.errors import ChouetteError, CubeError
from referee.rules.match import MatchScore
from referee.rules.options import Options
from referee.rules.result import Points
from referee.rules.score import counts_remaining, won_at_level
from referee.rules.side import Side

BOX, TEAM = Side.W, Side.B
"""The two sides of every cube."""
_MONEY = MatchScore()


@dataclass(frozen=True)
class Stake:
    """A member's game against the box: the cube, and once it is decided what the member has won (lost: below 0)."""

    state: CubeState = field(default_factory=CubeState)
    won: Points | None = None


@dataclass(frozen=True)
class ChouetteGame:
    """The cubes of one game; `stakes` are in the order of the team. `begun`: something of it has been written down."""

    options: Options
    lineup: Lineup
    stakes: tuple[Stake, ...]
    begun: bool = False

    @classmethod
    def new(cls, options: Options, lineup: Lineup) -> "ChouetteGame":
        """Before the first throw, all cubes in the middle."""
        return cls(options, lineup, (Stake(),) * len(lineup.team))

    def stake(self, name: str) -> Stake:
        """A member's game. Raises ChouetteError for somebody who is not in the team."""
        return self.stakes[self.lineup.team.index(find_name(name, self.lineup.team))]

    @property
    def playing(self) -> tuple[str, ...]:
        """The members who are still in the game, the one who plays for the team first."""
        return tuple(name for name, stake in zip(self.lineup.team, self.stakes, strict=True) if stake.won is None)

    @property
    def captain(self) -> str | None:
        """Who plays for the team: the captain, or the next member still in once the captain's game is decided."""
        return next(iter(self.playing), None)

    @property
    def advisers(self) -> tuple[str, ...]:
        """Who may advise the captain on moves, never on doubles: members still in whose cube has been turned."""
        return tuple(name for name in self.playing[1:] if self.stake(name).state.cube.turned)

    @property
    def points(self) -> Mapping[str, Points]:
        """What everybody has won in this game so far; the box shares its part with its partner. The sum is zero."""
        won = {name: stake.won or 0 for name, stake in zip(self.lineup.team, self.stakes, strict=True)}
        return {**dict.fromkeys(self.lineup.boxes, -sum(won.values()) / len(self.lineup.boxes)), **won}

    def waiting(self, side: Side) -> tuple[str, ...]:
        """The cubes whose offer waits for the answer of the box, or of their members."""
        offers = ((name, self.stake(name).state.offer) for name in self.playing)
        return tuple(name for name, offer in offers if offer is not None and offer.by is side.other)

    def automatic(self) -> "ChouetteGame":
        """Equal opening dice: every cube shows the next face, in the middle. Raises CubeError beyond the limit."""
        turned = tuple(replace(each, state=CubeState(each.state.cube.automatic(self.options))) for each in self.stakes)
        fresh = all(each.won is None and not each.state.cube.turned and not each.state.offer for each in self.stakes)
        if not fresh or turned == self.stakes:
            most = self.options.automatic_doubles
            raise CubeError(f"no automatic double now: they come before the first double, {most} a game at most")
        return replace(self, stakes=turned, begun=True)

    def double(self, names: Sequence[str]) -> "ChouetteGame":
        """These members double the box, each with the own cube."""
        if not names:
            raise CubeError("say who doubles: double Ann, or double box")
        if self.waiting(TEAM):
            raise CubeError(f"{listed(self.waiting(TEAM))} must answer the box first")
        return self._each(self._members(names), lambda name, state: self._doubled(TEAM, name, state))

    def double_box(self, names: Sequence[str] = ()) -> "ChouetteGame":
        """The box doubles these members, or all whose cube it may turn; cubes of the same value alike."""
        if self.waiting(BOX):
            raise CubeError(f"the box must answer {listed(self.waiting(BOX))} first")
        free = tuple(name for name in self.playing if self.stake(name).state.cube.owner is not TEAM)
        chosen = self._members(names) or free
        if not chosen:
            raise CubeError("the box has no cube to turn: each belongs to its member")
        doubled = self._each(chosen, lambda name, state: self._doubled(BOX, name, state))
        values = {self.stake(name).state.cube.value for name in chosen}
        _check_alike([name for name in free if self.stake(name).state.cube.value in values], chosen, "double box")
        return doubled

    def take(self, names: Sequence[str] = ()) -> "ChouetteGame":
        """The doubles on these cubes (all that wait) are taken, by the box or the member, whoever was offered them."""
        return self._answered(names, "take", lambda side, state: Stake(state.take(side)))

    def beaver(self, names: Sequence[str] = ()) -> "ChouetteGame":
        """They are accepted and redoubled at once; who doubled answers now."""
        return self._answered(names, "beaver", lambda side, state: Stake(state.beaver(side, self.options)))

    def drop(self, names: Sequence[str] = ()) -> "ChouetteGame":
        """They are refused: those members are out of the game, with the stake won or lost."""

        def dropped(side: Side, state: CubeState) -> Stake:
            stake = state.drop(side).stake
            return Stake(CubeState(state.cube), stake if side is BOX else -stake)

        return self._answered(names, "drop", dropped)

    def ended(self, winner: Side | None, name: str, left: int | None = None) -> "ChouetteGame":
        """The game on the board is over: won by BOX or TEAM by a name of the event's scoring, or None, drawn or void.

        `left` are the loser's checkers still in play, given with `by-remaining` only. Raises ChouetteError, ScoreError.
        """
        waiting = self.waiting(BOX) + self.waiting(TEAM)
        if waiting:
            raise ChouetteError(f"the double on {listed(waiting)}'s cube is not answered: take, drop or beaver")
        if winner is not None:
            self._check_left(left)

        def decided(stake: Stake) -> Stake:
            if stake.won is not None or winner is None:
                return replace(stake, won=stake.won or 0)
            points = won_at_level(winner, name, left or 0, stake.state.cube, self.options).points
            return replace(stake, won=points if winner is TEAM else -points)

        return replace(self, stakes=tuple(map(decided, self.stakes)), begun=True)

    def _doubled(self, side: Side, name: str, state: CubeState) -> Stake:
        if state.cube.owner is side.other:
            owner = name if side is BOX else f"the box, {self.lineup.box}"
            raise CubeError(f"{name}'s cube belongs to {owner}: only the owner may double")
        if state.offer is not None:
            raise CubeError(f"{name}'s cube has been offered and is not answered yet")
        return Stake(state.double(side, self.options, _MONEY))

    def _answered(self, names: Sequence[str], verb: str, change: Callable[[Side, CubeState], Stake]) -> "ChouetteGame":
        members = self._members(names) or (self.waiting(BOX) + self.waiting(TEAM))
        idle = [name for name in members if self.stake(name).state.offer is None]
        if idle or not members:
            raise CubeError(f"there is no double to {verb} on {listed(idle) or 'any'}'s cube")
        by_box = [name for name in members if name in self.waiting(BOX)]
        if by_box and set(self.waiting(TEAM)) - set(members):
            late = listed(self.waiting(TEAM))
            raise CubeError(f"{late} must answer first; then the box answers the beavers together")
        values = {self._offered_value(name) for name in by_box}
        same = [name for name in self.waiting(BOX) if self._offered_value(name) in values]
        _check_alike(same, by_box, verb)
        return self._each(members, lambda name, state: change(BOX if name in by_box else TEAM, state))

    def _offered_value(self, name: str) -> int:
        offer = self.stake(name).state.offer
        return offer.cube.value if offer else 0

    def _each(self, members: Sequence[str], change: Callable[[str, CubeState], Stake]) -> "ChouetteGame":
        changed = {name: change(name, self.stake(name).state) for name in members}
        stakes = tuple(changed.get(name, each) for name, each in zip(self.lineup.team, self.stakes, strict=True))
        return replace(self, stakes=stakes, begun=True)

    def _members(self, names: Sequence[str]) -> tuple[str, ...]:
        found = tuple(dict.fromkeys(find_name(name, self.lineup.team) for name in names))
        out = [name for name in found if name not in self.playing]
        if out:
            raise ChouetteError(f"{listed(out)} is out of this game; still in: {listed(self.playing)}")
        return found

    def _check_left(self, left: int | None) -> None:
        needed, most = counts_remaining(self.options), self.options.checkers
        if needed and (left is None or not 1 <= left <= most):
            raise ChouetteError(f"say how many checkers the loser has left, 1 to {most}: end box mars {most}")
        if not needed and left is not None:
            raise ChouetteError("the loser's checkers don't count in this event: leave the number out")


def listed(names: Sequence[str]) -> str:
    """`Ann, Ben and Cy`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def quoted(name: str) -> str:
    """A name as it is written in an action: in quotes when it has spaces or an apostrophe."""
    return f'"{name}"' if " " in name or "'" in name else name


def _check_alike(same: Sequence[str], chosen: Sequence[str], verb: str) -> None:
    if set(same) - set(chosen):
        words = " ".join(map(quoted, same))
        raise CubeError(f"the box treats cubes of the same value alike: {verb} {words}, or none of them")
