"""Officiates a bundled clip: its pictures, profile, event and the clock's bytes are all that goes in."""

from pathlib import Path

from referee.opening import Wish, open_table
from referee.record.events import Event


def officiate(folder: Path, record: Path, video: Path | None = None) -> list[Event]:
    """All events of a folder's clip, or of another video of the same board."""
    events: list[Event] = []
    wish = Wish(
        source=str(video or folder / "clip.mp4"),
        profile=folder / "profile.toml",
        event=str(folder / "event.toml"),
        record=record,
        clock_bytes=folder / "clock.txt",
        keep_profile=False,
    )
    table = open_table(wish, events.append)
    try:
        table.run()
    finally:
        table.close()
    return events
