"""Routes that write: the director's actions and the clicked corners. All need the token."""

import json
import math
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import JSONResponse
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from referee.live.api import DirectorError
from referee.live.audience import event_json
from referee.live.context import live_of

router = APIRouter()

ACTIONS = ("accept", "demand", "correct", "pause", "resume", "undo", "press", "cube", "resign", "penalty")
_MOST_BYTES = 64 * 1024
_LEAST_AREA_PX = 400.0


async def read_body(request: Request) -> dict[str, Any]:
    """The request's JSON object; nothing sent is an empty one.

    :raises HTTPException: 413 too long, 400 not a JSON object.
    """
    data = b""
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > _MOST_BYTES:
                raise HTTPException(413, f"the body is longer than {_MOST_BYTES} bytes")
    except ClientDisconnect as error:
        raise HTTPException(400, "the body broke off") from error
    try:
        body = json.loads(data or b"{}", parse_constant=_refuse_number)
        json.dumps(body, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise HTTPException(400, f"the body is not JSON: {error}") from error
    if not isinstance(body, dict):
        raise HTTPException(400, "the body must be a JSON object, such as {}")
    return body


def _refuse_number(name: str) -> None:
    raise ValueError(f"{name} is no number")


def check_body(action: str, body: dict[str, Any]) -> None:
    """Refuse what no table could carry out.

    :raises HTTPException: 400 with one line that says what is missing.
    """
    if action == "correct":
        if not str(body.get("why") or "").strip():
            raise HTTPException(400, "'correct' needs 'why': one line that says what is corrected")
        if not body.keys() & {"position", "dice", "cube", "score", "turn"}:
            raise HTTPException(400, "'correct' needs at least one of 'position', 'dice', 'cube', 'score', 'turn'")
    if action == "press" and body.get("side") not in ("W", "B"):
        raise HTTPException(400, "'press' needs 'side': \"W\" or \"B\"")


@router.post("/api/director/{action}")
async def direct(request: Request, action: str) -> JSONResponse:
    """One action of the director; answers with the event it became."""
    live = live_of(request)
    if action not in ACTIONS:
        raise HTTPException(404, f"no action {action[:40]!r}: one of {', '.join(ACTIONS)}")
    live.demand_director(request, action)
    body = await read_body(request)
    check_body(action, body)
    try:
        event = await run_in_threadpool(live.table.director, action, body)
    except DirectorError as error:
        live.metrics.count(action, "refused")
        raise HTTPException(409, str(error)) from error
    live.metrics.count(action, "done")
    return JSONResponse(json.loads(json.dumps(event_json(event), default=str)))


def check_corners(given: object) -> list[tuple[float, float]]:
    """Four image points, px, in the order tl tr br bl of a convex quadrilateral (clockwise on the screen).

    :raises HTTPException: 400 when they are anything else.
    """
    try:
        corners = [(float(x), float(y)) for x, y in given]  # type: ignore[attr-defined]
    except (TypeError, ValueError) as error:
        raise HTTPException(400, "'corners' must be four points [x, y] in px: tl, tr, br, bl") from error
    if len(corners) != 4 or not all(math.isfinite(value) for point in corners for value in point):
        raise HTTPException(400, f"'corners' must be four points [x, y] in px, got {len(corners)}")
    turns = []
    for i, (x, y) in enumerate(corners):
        (x1, y1), (x2, y2) = corners[(i + 1) % 4], corners[(i + 2) % 4]
        turns.append((x1 - x) * (y2 - y1) - (y1 - y) * (x2 - x1))
    if min(turns) <= _LEAST_AREA_PX:
        raise HTTPException(400, "the corners must go round the board: top left, top right, bottom right, bottom left")
    return corners


@router.post("/api/calibration/corners")
async def corners(request: Request) -> JSONResponse:
    """Four clicked image points, body `{"corners": [[x, y] × 4]}`."""
    live = live_of(request)
    live.demand_director(request, "corners")
    points = check_corners((await read_body(request)).get("corners"))
    try:
        await run_in_threadpool(live.table.set_corners, points)
    except DirectorError as error:
        live.metrics.count("corners", "refused")
        raise HTTPException(409, str(error)) from error
    live.metrics.count("corners", "done")
    return JSONResponse({"corners": points})
