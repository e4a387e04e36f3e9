"""The guided steps of calibration, a pure state machine that the command line and the page share.

board → colours → seats → done. Nothing here looks at a camera: pictures come in with `look`, the person's words with
`give_corners`, `give_seats` and `skip_colours`; each returns the next state.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from calibration.board import BoardGeometry, Point2
from calibration.colours import SetColours, learn_colours, start_slots
from calibration.finder import Finder, Found, find_field
from calibration.geometry import measure_geometry
from calibration.habits import SetHabits
from calibration.profile import BoardProfile, Seats
from calibration.view import View

Image: TypeAlias = npt.NDArray[np.uint8]
Step: TypeAlias = Literal["board", "colours", "seats", "done"]

SURE_BAR = 0.5
ASKS: dict[Step, str] = {
    "board": "Show the whole board, or click the field's four corners.",
    "colours": "Set the starting position up, so that the set's colours can be learnt, or skip this.",
    "seats": "Say who sits where.",
    "done": "Done.",
}


@dataclass(frozen=True)
class Session:
    """How far calibration has come. `confidence` is the finder's, 1 for corners given by hand."""

    source: str
    view: View | None = None
    colours: SetColours | None = None
    seats: Seats | None = None
    skipped: bool = False
    habits: SetHabits | None = None
    confidence: float = 0.0

    @property
    def step(self) -> Step:
        """What is wanted next."""
        if self.view is None:
            return "board"
        if self.colours is None and not self.skipped:
            return "colours"
        return "seats" if self.seats is None else "done"

    @property
    def ask(self) -> str:
        """The step's request to the person, one line."""
        return ASKS[self.step]

    def look(self, image: Image, finder: Finder = find_field) -> "Session":
        """What one more picture (H×W×3) adds: the board, then the colours where the starting position stands."""
        after = self
        if after.view is None:
            found = finder(image)
            if found is None:
                return after
            view = found_view(found, (image.shape[1], image.shape[0]))
            after = replace(after, view=view, confidence=found.confidence)
        if after.step == "colours" and after.view is not None:
            slots = start_slots(image, after.view)
            if slots is not None:
                after = replace(after, colours=learn_colours(image, after.view, slots))
        return after

    def give_corners(self, corners: tuple[Point2, Point2, Point2, Point2], image: Image) -> "Session":
        """Four points of the picture (px: tl, tr, br, bl) as the field's corners; the bar is measured.

        :raises ValueError: when they are no convex field in that order.
        """
        view = View.from_corners(corners, (image.shape[1], image.shape[0]))
        measured = measure_geometry(image, view)
        if measured.confidence >= SURE_BAR:
            view = view.with_geometry(measured.geometry)
        return replace(self, view=view, colours=None, habits=None, confidence=1.0)

    def give_learnt(self, view: View, colours: SetColours, habits: SetHabits) -> "Session":
        """What a reader learnt of the set from a confirmed position, the board's sizes in `view` included."""
        return replace(self, view=view, colours=colours, habits=habits)

    def skip_colours(self) -> "Session":
        """Go on without the set's colours."""
        return replace(self, skipped=True)

    def give_seats(self, seats: Seats) -> "Session":
        """Who sits where."""
        return replace(self, seats=seats)

    def profile(self) -> BoardProfile:
        """The finished profile.

        :raises ValueError: when a step is missing.
        """
        if self.step != "done" or self.view is None or self.seats is None:
            raise ValueError(f"calibration is not finished: {self.ask}")
        return BoardProfile(self.view, self.colours, self.seats, self.source, self.habits)


def found_view(found: Found, size: tuple[int, int]) -> View:
    """The view of a found field in pictures of `size` (w, h) px, with the bar as wide as it was seen."""
    return with_bar(View.from_corners(found.corners, size), found.bar)


def with_bar(view: View, bar: float) -> View:
    """The view of a board whose bar is `bar` points wide."""
    old = view.geometry
    pitch = old.field_width / (12 + bar)
    checker = old.checker_diameter / old.point_width * pitch
    return view.with_geometry(BoardGeometry(old.field_width, old.field_height, bar * pitch, checker))
