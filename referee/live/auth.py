"""The director's token: made at start, compared in constant time, kept out of logs."""

import hmac
import logging
import re
import secrets

from starlette.requests import Request

_IN_URL = re.compile(r"(token=)[^&\s\"']+")


def make_token() -> str:
    """A fresh token, 192 random bits, safe in a URL."""
    return secrets.token_urlsafe(24)


def same_token(given: str, token: str) -> bool:
    """Compare in constant time. An empty token never matches."""
    return bool(token) and hmac.compare_digest(given.encode(), token.encode())


def given_token(request: Request) -> str:
    """The token a request carries: `Authorization: Bearer …`, else `?token=…`, else empty."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    return value.strip() if scheme.lower() == "bearer" else request.query_params.get("token", "")


class HideToken(logging.Filter):
    """Blots the token out of what a web server writes about its requests."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep the record, without the token."""
        record.msg = _IN_URL.sub(r"\1…", str(record.msg))
        if isinstance(record.args, tuple):
            record.args = tuple(_IN_URL.sub(r"\1…", arg) if isinstance(arg, str) else arg for arg in record.args)
        return True
