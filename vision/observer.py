"""Frames → observations: watches for motion and hands at every picture, reads the board only when it has settled."""

from dataclasses import dataclass, field, replace

from calibration.profile import BoardProfile
from calibration.view import View
from vision.frame import Frame
from vision.fuse import fused, same_spot
from vision.motion import Motion, MotionSettings, area_of, small_of, step
from vision.moving import moves
from vision.observation import SLOTS, UNREAD, CountReading, DieReading, Observation, Shade
from vision.still import StillReading, TurningReader

UNSEEN = CountReading(None, 0.0)


@dataclass(frozen=True)
class ObserverSettings:
    """A board at rest is read `readings` times, `again_s` apart, each time from another side; what the readings show
    together is told once all are there. While a die moves it is told without that die's value and read again after
    `spinning_s`."""

    again_s: float = 0.1
    readings: int = 4
    spinning_s: float = 0.5
    motion: MotionSettings = field(default_factory=MotionSettings)


class Observer:
    """Sees the frames of one source in order; one thread owns it.

    `settled`: every frame is a settled view of its own (a folder of pictures). Otherwise an observation comes when
    motion begins, when a hand comes or goes (both with unread points), and when the board has settled (`still`, read).
    """

    def __init__(
        self,
        profile: BoardProfile,
        reader: TurningReader,
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
        self._readings: tuple[StillReading, ...] = ()
        self._turn, self._lain = 0, 0
        self._since: Frame | None = None
        self._next_ns = 0
        self._lying: tuple[DieReading, ...] = ()

    def see(self, frame: Frame) -> Observation | None:
        """Take one frame; the observation it completes, if any.

        :raises ProfileError: when the frame has another size than the profile's pictures.
        """
        self.profile.require_size(*frame.size)
        if self._settled:
            return self._told_of(frame, (self._reader(frame.image, self.profile.view),))
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
        self._readings, self._turn, self._lain = (), 0, 0
        self._lying = ()

    def _disturbed(self, frame: Frame) -> Observation | None:
        self._readings, self._turn, self._lain = (), 0, 0
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
        """Read the board once more; `_lain` counts the readings since the dice lie as they lie now."""
        wanted = self._settings.readings
        if self._lain >= wanted or (self._turn and frame.t_mono_ns < self._next_ns):
            return None
        moving = self._moving(frame)
        self._readings = (*self._readings, self._reader(frame.image, self.profile.view, self._turn))[-wanted:]
        self._turn, self._lain = self._turn + 1, 1 if moving else self._lain + 1
        self._since = frame if self._lain == 1 else self._since
        wait = self._settings.spinning_s if moving else self._settings.again_s
        self._next_ns = frame.t_mono_ns + round(wait * 1e9)
        if len(self._readings) < wanted:
            return None
        self._told = (True, False)
        told = self._told_of(frame, self._readings)
        return replace(told, dice=tuple(unread_if_moving(die, moving) for die in told.dice)) if moving else told

    def _moving(self, frame: Frame) -> tuple[DieReading, ...]:
        """The dice of the last reading that do not look as when they were first seen lying so."""
        if not self._readings or self._since is None:
            return ()
        return tuple(die for die in self._readings[-1].dice if moves(self._since.image, frame.image, die))

    def _told_of(self, frame: Frame, readings: tuple[StillReading, ...]) -> Observation:
        seen = fused(readings, len(readings) - self._lain if self._lain else 0)
        self._lying = tuple(remembered(die, self._lying) for die in seen.dice)
        return Observation(
            frame.number,
            frame.t_mono_ns,
            seen.slots,
            seen.last.bar,
            seen.last.off,
            dice=self._lying,
            cube=seen.cube,
            hand=seen.last.hand,
            frames=len(readings),
        )


def unread_if_moving(die: DieReading, moving: tuple[DieReading, ...]) -> DieReading:
    """Without a value where one of `moving` was seen: a spinning die shows none."""
    if any(same_spot(die, one) for one in moving):
        return replace(die, value=None, flat=None, confidence=0.0)
    return die


def remembered(die: DieReading, lying: tuple[DieReading, ...]) -> DieReading:
    """An unread die that lies where one was read in the last view and likeliest shows its number still shows it."""
    if die.value or die.flat is False:
        return die
    read = (one for one in lying if same_spot(die, one) and one.value and one.value == die.likely)
    before = next(read, None)
    return replace(die, value=before.value, confidence=before.confidence, flat=before.flat) if before else die
