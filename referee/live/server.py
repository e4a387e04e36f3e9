"""The web server around the live page, in a thread of its own."""

import logging
import socket
import threading
from types import TracebackType

import uvicorn
from fastapi import FastAPI

from referee.live.auth import HideToken

_START_S = 10.0
_GRACE_S = 2
_ELSEWHERE = ("192.0.2.1", 9)
"""An address that is nobody's (RFC 5737). Connecting a datagram socket to it picks a network and sends nothing."""


class ServeError(OSError):
    """The page can't be served: one line that says why and what to do."""


def _listen(host: str, port: int) -> socket.socket:
    if not host:
        raise ServeError("the page needs an address: 127.0.0.1 for this machine alone, 0.0.0.0 for all in the room")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except (OSError, OverflowError) as error:
        listener.close()
        raise ServeError(
            f"can't serve the page on {host} port {port} ({getattr(error, 'strerror', None) or error}): "
            "is another zarbiter running? Choose another port with --port"
        ) from error
    return listener


def require_port(port: int, host: str) -> None:
    """Make sure that the page can be served there, before anything is written.

    :raises ServeError: when the port is taken or the address can't be used.
    """
    _listen(host, port).close()


def own_address() -> str:
    """The address under which others in the network reach this machine; localhost where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return "localhost"
        return str(probe.getsockname()[0])


class LiveServer:
    """A running page. `url` is its address; `stop` ends it, open streams included; also a context manager."""

    def __init__(self, app: FastAPI, listener: socket.socket, host: str) -> None:
        self.port: int = listener.getsockname()[1]
        name = f"[{host}]" if ":" in host else host
        self.url = f"http://{own_address() if host in {'0.0.0.0', '::'} else name}:{self.port}/"
        self._app = app
        self._listener = listener
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, timeout_graceful_shutdown=_GRACE_S, lifespan="on", ws="none"
        )
        for logger in ("uvicorn", "uvicorn.error", "uvicorn.access"):
            logging.getLogger(logger).addFilter(HideToken())
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run, name="web", daemon=True)

    def start(self) -> None:
        """Answer requests from now on.

        :raises ServeError: when the server doesn't come up.
        """
        self._thread.start()
        for _ in range(int(_START_S / 0.02)):
            if self._server.started:
                return
            self._thread.join(0.02)
            if not self._thread.is_alive():
                break
        raise ServeError("the web server did not start: see the messages above")

    def stop(self) -> None:
        """End the streams, then the server; the port is free afterwards."""
        self._app.state.live.hub.close()
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(_GRACE_S + 3)
        self._listener.close()

    def __enter__(self) -> "LiveServer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _run(self) -> None:
        self._server.run(sockets=[self._listener])


def serve(app: FastAPI, port: int, host: str = "127.0.0.1") -> LiveServer:
    """Serve `app` in a thread; port 0 takes a free one.

    :raises ServeError: when the port is taken or not allowed.
    """
    listener = _listen(host, port)
    server = LiveServer(app, listener, host)
    server.start()
    return server
