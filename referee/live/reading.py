"""Routes that only read: the state, the event stream, pictures, exports, health."""

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Query, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse

from referee.live.audience import flags_are_public, visible_event, visible_snapshot
from referee.live.context import Live, live_of
from referee.live.sse import stream

router = APIRouter()

_MAGIC = (
    (b"\xff\xd8", "image/jpeg"),
    (b"\x89PNG", "image/png"),
    (b"\x1aE\xdf\xa3", "video/webm"),
    (b"RIFF", "image/webp"),
)
_EXPORTS = {
    "mat": "text/plain; charset=utf-8",
    "sgf": "application/x-go-sgf; charset=utf-8",
    "json": "application/json",
}


def media_type(data: bytes) -> str:
    """The kind of a picture or clip, from its first bytes."""
    if data[4:8] == b"ftyp":
        return "video/mp4"
    return next((kind for magic, kind in _MAGIC if data.startswith(magic)), "application/octet-stream")


@router.get("/api/table")
def table(request: Request) -> JSONResponse:
    """Present state."""
    live = live_of(request)
    return JSONResponse(visible_snapshot(live.table.snapshot(), live.is_director(request)))


@router.get("/api/events")
async def events(
    request: Request, after: Annotated[int, Query(ge=0, le=2**53)] = 0, table: bool = False
) -> StreamingResponse:
    """The log as server-sent events, id = seq; `Last-Event-ID` or `after` resumes; `table=1` adds the state."""
    live = live_of(request)
    last = request.headers.get("last-event-id", "").strip()
    if last and not last.isdigit():
        raise HTTPException(400, f"Last-Event-ID must be an event's number, got {last[:40]!r}")
    start = int(last) if last else after
    return StreamingResponse(
        stream(live.hub, start, director=live.is_director(request), table=table),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


@router.get("/api/evidence/{seq}")
def evidence(request: Request, seq: Annotated[int, Path(ge=1, le=2**53)]) -> Response:
    """Picture or clip kept with an event."""
    live = live_of(request)
    event = next((event for event in live.table.events_after(seq - 1) if event.seq == seq), None)
    if event is None:
        raise HTTPException(404, f"there is no event {seq}")
    if not visible_event(event, live.table.snapshot(), director=False):
        live.demand_director(request, "evidence")
    data = live.table.evidence(seq)
    if data is None:
        raise HTTPException(404, f"event {seq} has no evidence picture")
    return Response(data, media_type=media_type(data), headers={"Cache-Control": "private, max-age=3600"})


@router.get("/api/view")
def view(request: Request) -> Response:
    """Latest camera picture with overlay; never cached."""
    data = live_of(request).table.view_jpeg()
    if data is None:
        raise HTTPException(404, "no camera picture yet")
    return Response(data, media_type=media_type(data), headers={"Cache-Control": "no-store"})


@router.get("/api/match.{fmt}")
def match(request: Request, fmt: str) -> Response:
    """The match record; with a closed audience it tells of flags, so it needs the token."""
    live = live_of(request)
    if fmt not in _EXPORTS:
        raise HTTPException(404, f"no export as {fmt!r}: ask for match.mat, match.sgf or match.json")
    if not flags_are_public(live.table.snapshot()):
        live.demand_director(request, "export")
    try:
        text = live.table.export(fmt)
    except ValueError as error:
        raise HTTPException(409, str(error)) from error
    if text is None:
        raise HTTPException(404, f"this table offers no match.{fmt} (yet): ask for match.mat, match.sgf or match.json")
    return Response(text, media_type=_EXPORTS[fmt], headers={"Content-Disposition": f'inline; filename="match.{fmt}"'})


@router.get("/healthz")
def healthz(request: Request) -> JSONResponse:
    """Whether the program answers, and its camera and clock: `ok` or `degraded`."""
    state = live_of(request).table.snapshot()
    camera, clock = state.get("camera"), state.get("clock_link")
    healthy = camera != "lost" and clock != "lost"
    body: dict[str, Any] = {"status": "ok" if healthy else "degraded"}
    return JSONResponse({**body, "seq": state.get("seq"), "camera": camera, "clock_link": clock})


@router.get("/metrics")
def metrics(request: Request) -> PlainTextResponse:
    """Prometheus figures."""
    live: Live = live_of(request)
    text = live.metrics.text(live.table.snapshot(), live.hub.clients)
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4; charset=utf-8")
