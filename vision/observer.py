"""Frames → observations: watches for motion and hands at every picture, reads the board only when it has settled."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

import cv2
import numpy as np

from calibration.profile import BoardProfile
from calibration.view import View
from vision.frame import Frame, Image
from vision.motion import Motion, MotionSettings, area_of, small_of, step
from vision.observation import (
    SLOTS,
    UNREAD,
    CountReading,
    CubeReading,
    DieReading,
    Observation,
    Shade,
    SlotReading,
    Stack,
)
from vision.still import StillReader

Key = TypeVar("Key")
UNSEEN = CountReading(None, 0.0)
LEAST_DIE = 0.3
"""A die less sure than this is forgotten when it is not seen again."""


@dataclass(frozen=True)
class ObserverSettings:
    """`fuse`: how many still pictures are averaged for one reading. While nothing moves the board is read again every
    `again_s`, `readings` times in all, and the readings are fused."""

    fuse: int = 4
    again_s: float = 1.5
    readings: int = 3
    motion: MotionSettings = field(default_factory=MotionSettings)


class Observer:
    """Sees the frames of one source in order; one thread owns it.

    `settled`: every frame is a settled view of its own (a folder of pictures). Otherwise an observation comes when
    motion begins, when a hand comes or goes (both with unread points), and when the board has settled (`still`, read).
    """

    def __init__(
        self,
        profile: BoardProfile,
        reader: StillReader,
        *,
        settled: bool = False,
        settings: ObserverSettings | None = None,
    ) -> None:
        self.profile, self._settled = profile, settled
        self._reader = reader
        self._settings = settings or ObserverSettings()
        self._area = area_of(profile.view, self._settings.motion)
        self._motion = Motion()
        self._told: tuple[bool, bool] | None = None
        self._stills: tuple[Image, ...] = ()
        self._fused: Observation | None = None
        self._count = 0
        self._next_ns = 0
        self._lying: tuple[DieReading, ...] = ()

    def see(self, frame: Frame) -> Observation | None:
        """Take one frame; the observation it completes, if any.

        :raises ProfileError: when the frame has another size than the profile's pictures.
        """
        self.profile.require_size(*frame.size)
        if self._settled:
            return self._read(frame, frame.image, 1)
        self._motion = step(
            self._motion, small_of(frame.image, self._area), frame.t_mono_ns, self._area, self._settings.motion
        )
        if not self._motion.still:
            return self._disturbed(frame)
        return self._at_rest(frame)

    def look_at(self, view: View) -> None:
        """The board lies elsewhere in the pictures from now on: begin anew there."""
        self.profile = replace(self.profile, view=view)
        self._area = area_of(view, self._settings.motion)
        self.reset()

    def reset(self) -> None:
        """Forget what was still: after the camera was away or the board calibrated anew."""
        self._motion, self._told = Motion(), None
        self._stills, self._fused, self._count = (), None, 0
        self._lying = ()

    def _disturbed(self, frame: Frame) -> Observation | None:
        self._fused, self._count = None, 0
        quiet = self._motion.quiet > 0
        self._stills = (*self._stills, frame.image)[-self._settings.fuse :] if quiet else ()
        told = (False, self._motion.hand)
        if told == self._told:
            return None
        self._told = told
        nothing = dict.fromkeys(SLOTS, UNREAD)
        unseen: dict[Shade, CountReading] = {"L": UNSEEN, "D": UNSEEN}
        return Observation(
            frame.number, frame.t_mono_ns, nothing, unseen, dict(unseen), hand=self._motion.hand, still=False
        )

    def _at_rest(self, frame: Frame) -> Observation | None:
        self._stills = (*self._stills, frame.image)[-self._settings.fuse :]
        if self._count >= self._settings.readings or (self._count and frame.t_mono_ns < self._next_ns):
            return None
        reading = self._read(frame, average(self._stills), len(self._stills))
        self._fused = fuse(self._fused, reading, self._count) if self._fused else reading
        self._count += 1
        self._next_ns = frame.t_mono_ns + round(self._settings.again_s * 1e9)
        self._told = (True, False)
        return self._fused

    def _read(self, frame: Frame, image: Image, frames: int) -> Observation:
        seen = self._reader(image, self.profile.view)
        self._lying = tuple(remembered(die, self._lying) for die in seen.dice)
        return Observation(
            frame.number,
            frame.t_mono_ns,
            seen.slots,
            seen.bar,
            seen.off,
            dice=self._lying,
            cube=seen.cube,
            hand=seen.hand,
            frames=frames,
        )


def average(images: tuple[Image, ...]) -> Image:
    """Mean of pictures of one still scene: the sensor's noise shrinks, the scene stays."""
    if len(images) == 1:
        return images[0]
    total = np.zeros(images[0].shape, np.float32)
    for image in images:
        cv2.accumulate(image, total)
    return np.asarray(total / len(images) + 0.5, np.uint8)


def fuse(before: Observation, now: Observation, weight: int) -> Observation:
    """One observation of two of the same still board: `before` already stands for `weight` readings.

    Points average their probabilities; counts, dice and cube keep the surer reading. A die that was seen before and
    is not seen now stays, less sure.
    """
    faded = [
        replace(die, confidence=die.confidence * weight / (weight + 1))
        for die in before.dice
        if not same_die(die, now.dice)
    ]
    kept = tuple(die for die in faded if die.confidence >= LEAST_DIE)
    dice = tuple(surer_die(die, before.dice) for die in now.dice) + kept
    return replace(
        now,
        slots={name: _mix(before.slots[name], slot, weight) for name, slot in now.slots.items()},
        bar=_surer(before.bar, now.bar),
        off=_surer(before.off, now.off),
        dice=dice,
        cube=_surer_cube(before.cube, now.cube),
        frames=before.frames + now.frames,
    )


def same_die(die: DieReading, others: tuple[DieReading, ...]) -> tuple[DieReading, ...]:
    """Those of `others` that lie where `die` lies, within half its size."""
    reach = max(die.size_px / 2, 4.0)
    return tuple(one for one in others if np.hypot(one.xy[0] - die.xy[0], one.xy[1] - die.xy[1]) <= reach)


def remembered(die: DieReading, lying: tuple[DieReading, ...]) -> DieReading:
    """An unread die that lies where one was read in the last view and likeliest shows its number still shows it."""
    if die.value or die.flat is False:
        return die
    read = (one for one in same_die(die, lying) if one.value and one.value == die.likely)
    before = next(read, None)
    return replace(die, value=before.value, confidence=before.confidence, flat=before.flat) if before else die


def surer_die(die: DieReading, others: tuple[DieReading, ...]) -> DieReading:
    """The surest reading among `die` and those of `others` at the same spot."""
    return max((die, *same_die(die, others)), key=lambda one: one.confidence)


def _mix(before: SlotReading, now: SlotReading, weight: int) -> SlotReading:
    if not before.alternatives or not now.alternatives:
        return now if now.alternatives else before
    share: dict[Stack, float] = {}
    for reading, times in ((before, weight), (now, 1)):
        for stack, probability in reading.alternatives:
            share[stack] = share.get(stack, 0.0) + probability * times / (weight + 1)
    return SlotReading(tuple(sorted(share.items(), key=lambda item: -item[1])))


def _surer(before: Mapping[Key, CountReading], now: Mapping[Key, CountReading]) -> dict[Key, CountReading]:
    return {key: max(now[key], before.get(key, UNSEEN), key=lambda one: one.confidence) for key in now}


def _surer_cube(before: CubeReading | None, now: CubeReading | None) -> CubeReading | None:
    return max((one for one in (now, before) if one), key=lambda one: one.confidence, default=None)
