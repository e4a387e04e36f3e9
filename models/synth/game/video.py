"""A clip on disk: the pictures as H.264 and beside them what a referee needs and what truly happened."""

import json
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path

import av

from calibration.board import Point2
from calibration.colours import SetColours, learn_colours
from calibration.profile import BoardProfile, Seats, save_profile
from calibration.view import View
from models.synth.clock_tape import tape
from models.synth.game.film import Film, Image
from models.synth.game.rules_of import event_text
from models.synth.game.script import ScriptError
from models.synth.studio.labels import corners_of

FPS, QUALITY = 12, 21
RESERVE_MS, DELAY_MS = 6 * 60 * 1000, 12 * 1000


def write_video(
    path: Path, images: Iterable[Image], size: tuple[int, int], fps: int = FPS, quality: int = QUALITY
) -> int:
    """Encode BGR pictures of `size` px (even numbers) as H.264 and return how many; `quality` is the constant rate
    factor, less is better.

    :raises ScriptError: when the encoder is missing.
    """
    count = 0
    try:
        av.codec.Codec("libx264", "w")
    except av.error.FFmpegError as error:
        raise ScriptError("this PyAV has no libx264: pip install --force-reinstall av") from error
    with av.open(path, "w") as container:
        stream = container.add_stream(
            "libx264", rate=fps, options={"crf": str(quality), "preset": "slow", "threads": "1"}
        )
        assert isinstance(stream, av.VideoStream)
        stream.width, stream.height = size
        stream.pix_fmt = "yuv420p"
        for count, image in enumerate(images, 1):
            frame = av.VideoFrame.from_ndarray(image, format="bgr24")
            frame.pts, frame.time_base = count - 1, Fraction(1, fps)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return count


def write_clip(
    out: Path, film: Film, *, fps: int = FPS, quality: int = QUALITY, source: str = "", bare: bool = False,
    progress: Callable[[int, int], object] = lambda done, all_: None,
) -> None:  # fmt: skip
    """Write `clip.mp4`, `clock.txt`, `profile.toml`, `event.toml` and, unless `bare`, `events.jsonl` and `truth.jsonl`.

    `progress` hears how many of how many pictures are done.
    """
    out.mkdir(parents=True, exist_ok=True)
    told = film.performance
    first: list[Image] = []
    total = round(told.length_s * fps)

    def watched() -> Iterable[Image]:
        for number, image in enumerate(film.pictures(fps), 1):
            if not first:
                first.append(image)
            progress(number, total)
            yield image

    write_video(out / "clip.mp4", watched(), film.view.size, fps, quality)
    save_profile(profile_of(film, first[0]), out / "profile.toml")
    (out / "event.toml").write_text(event_text(told.game, source), encoding="utf-8")
    (out / "clock.txt").write_bytes(tape(told.presses, told.length_s, RESERVE_MS, DELAY_MS))
    if bare:
        return
    _write_lines(out / "events.jsonl", (event.as_json() for event in told.events))
    _write_lines(out / "truth.jsonl", map(film.truth, told.settled))


def _write_lines(path: Path, lines: Iterable[dict[str, object]]) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def profile_of(film: Film, picture: Image) -> BoardProfile:
    """The board's profile: corners and sizes as they are, colours as this picture of a known position shows them."""
    setting, view = film.setting(), film.view
    a, b, c, d = (_point(corner) for corner in corners_of(setting, view))
    seen = View((a, b, c, d), setting.top.geometry, view.size, view.focal_px)
    return BoardProfile(seen, _colours(picture, seen, film), Seats(), "clip.mp4")


def _point(values: Iterable[float]) -> Point2:
    x, y = (round(float(v), 2) for v in values)
    return x, y


def _colours(picture: Image, view: View, film: Film) -> SetColours | None:
    told = film.performance
    slots = {f"{row}[{i}]": "" for row in ("top", "bottom") for i in range(12)}
    for (name, _), pile in told.start.piles.items():
        if name in slots:
            shade = {"W": "L", "B": "D"}[told.start.sides[pile[-1]].value]
            slots[name] = f"{shade}{len(pile)}"
    try:
        return learn_colours(picture, view, slots)
    except ValueError:
        return None
