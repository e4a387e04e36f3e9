"""Where a thing is at any time: places and turns at known times, and straight on between them."""

from dataclasses import dataclass

import numpy as np

from models.synth.studio.shapes import Floats

STEP_S = 0.04
"""Time between the places of a smooth motion, s."""
Point3 = tuple[float, float, float]


@dataclass(frozen=True, eq=False)
class Track:
    """`times` (N,) s rising, `places` (N, 3) mm of the board's frame, `turns` (N, 3, 3) in the studio's frame.

    Before the first time and after the last the thing stands still.
    """

    times: Floats
    places: Floats
    turns: Floats

    def place(self, t_s: float) -> Floats:
        """The place at a time, mm."""
        return np.array([np.interp(t_s, self.times, self.places[:, axis]) for axis in range(3)])

    def turn(self, t_s: float) -> Floats:
        """The turn at a time (3, 3)."""
        last = len(self.times) - 1
        after = int(np.clip(np.searchsorted(self.times, t_s), 0, last))
        before = max(after - 1, 0)
        span = self.times[after] - self.times[before]
        share = float(np.clip((t_s - self.times[before]) / span, 0, 1)) if span > 0 else 1.0
        if share in (0.0, 1.0) or np.array_equal(self.turns[before], self.turns[after]):
            return np.asarray(self.turns[after if share > 0 else before])
        return nearest_turn((1 - share) * self.turns[before] + share * self.turns[after])

    def moves(self, start_s: float, end_s: float) -> bool:
        """Does the thing move or turn between two times?"""
        inside = (self.times > start_s) & (self.times < end_s)
        places = np.concatenate([[self.place(start_s)], self.places[inside], [self.place(end_s)]])
        turns = np.concatenate([[self.turn(start_s)], self.turns[inside], [self.turn(end_s)]])
        return bool(np.ptp(places, axis=0).max() > 1e-6 or np.ptp(turns, axis=0).max() > 1e-6)


class Path:
    """A track that is being told, in order of time."""

    def __init__(self, place: Point3, turn: Floats | None = None) -> None:
        self._times = [0.0]
        self._places = [np.asarray(place, float)]
        self._turns = [np.eye(3) if turn is None else turn]

    @property
    def last(self) -> Floats:
        """The place last told."""
        return self._places[-1]

    @property
    def last_turn(self) -> Floats:
        """The turn last told."""
        return self._turns[-1]

    def stay(self, t_s: float) -> None:
        """Nothing moves until a time."""
        self.to(t_s, self.last)

    def to(self, t_s: float, place: Floats, turn: Floats | None = None) -> None:
        """Be there at a time; straight from where it was told to be before.

        :raises ValueError: when that time has been told already.
        """
        if t_s < self._times[-1] - 1e-9:
            raise ValueError(f"told up to {self._times[-1]:.3f} s, can't go back to {t_s:.3f} s")
        self._times.append(max(t_s, self._times[-1]))
        self._places.append(np.asarray(place, float))
        self._turns.append(self._turns[-1] if turn is None else turn)

    def track(self) -> Track:
        """What was told."""
        return Track(np.array(self._times), np.array(self._places), np.array(self._turns))


def eased(share: float) -> float:
    """From 0 to 1, slow at both ends."""
    return share * share * (3 - 2 * share)


def nearest_turn(matrix: Floats) -> Floats:
    """The turn nearest to a matrix (3, 3)."""
    left, _, right = np.linalg.svd(matrix)
    return np.asarray(left @ np.diag([1.0, 1.0, np.linalg.det(left @ right)]) @ right)
