"""The live page: routes of interfaces.md (HTTP) over one table."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from referee.live import directing, reading
from referee.live.api import TableApi
from referee.live.context import Live
from referee.live.guard import SecurityHeaders
from referee.live.hub import Hub

STATIC = Path(__file__).parent / "static"


async def _plain_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    elsewhere = "nothing here: the page is at /, the director's at /director"
    line = elsewhere if error.detail == "Not Found" else error.detail
    return JSONResponse({"error": line}, error.status_code, headers=dict(error.headers or {}))


async def _bad_request(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = " ".join(str(part) for part in first["loc"])
    return JSONResponse({"error": f"{where}: {first['msg']}"}, 400)


def make_app(table: TableApi, token: str) -> FastAPI:
    """The page and its routes for one table; `token` is what a director must show.

    :raises ValueError: when the token is empty.
    """
    if not token:
        raise ValueError("the director's token may not be empty")
    hub = Hub(table)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        hub.start(asyncio.get_running_loop())
        yield
        hub.close()

    app = FastAPI(title="Zarbiter", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.live = Live(table, token, hub)
    app.add_middleware(SecurityHeaders)
    app.add_exception_handler(HTTPException, _plain_error)
    app.add_exception_handler(RequestValidationError, _bad_request)
    app.include_router(reading.router)
    app.include_router(directing.router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")

    @app.get("/")
    @app.get("/director")
    def page() -> FileResponse:
        return FileResponse(STATIC / "index.html")

    return app
