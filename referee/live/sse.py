"""Server-sent events: the log as it grows, and on request the present state."""

import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.concurrency import run_in_threadpool

from referee.live.audience import event_json, visible_event, visible_snapshot
from referee.live.hub import Hub

HEARTBEAT_S = 3.0


def message(data: Any, *, number: int | None = None, name: str | None = None) -> bytes:
    """One message of an event stream, UTF-8."""
    head = (f"id: {number}\n" if number is not None else "") + (f"event: {name}\n" if name else "")
    return f"{head}data: {json.dumps(data, default=str, separators=(',', ':'))}\n\n".encode()


async def stream(hub: Hub, after: int, *, director: bool, table: bool) -> AsyncIterator[bytes]:
    """Events after number `after` that this reader may see, then each new one; comments keep the line alive.

    With `table` the present state comes first and after each change, as messages named `table` without an id. A number
    from the future (another record, a lost one) starts at the beginning.
    """
    hub.clients += 1
    try:
        shown = hub.version
        state = await run_in_threadpool(hub.table.snapshot)
        after = after if after <= int(state.get("seq", 0)) else 0
        yield b"retry: 1000\n\n"
        if table:
            yield message(visible_snapshot(state, director), name="table")
        while not hub.closed:
            version = hub.version
            if table and shown != version:
                shown = version
                yield message(visible_snapshot(hub.snapshot, director), name="table")
            fresh = await run_in_threadpool(hub.table.events_after, after)
            state = await run_in_threadpool(hub.table.snapshot) if fresh else state
            for event in fresh:
                after = event.seq
                if visible_event(event, state, director):
                    yield message(event_json(event), number=event.seq)
            if not fresh and hub.version == version and not await hub.wait(HEARTBEAT_S):
                yield b": alive\n\n"
    finally:
        hub.clients -= 1
