"""The token: unguessable, compared whole, never written down."""

import logging

import pytest

from referee.live.auth import HideToken, make_token, same_token


def test_tokens_differ_and_are_long() -> None:
    tokens = {make_token() for _ in range(50)}
    assert len(tokens) == 50
    assert min(map(len, tokens)) >= 32


@pytest.mark.parametrize(("given", "token", "same"), [
    ("abc", "abc", True), ("ab", "abc", False), ("abcd", "abc", False), ("", "", False), ("", "abc", False),
    ("ä", "abc", False),
])  # fmt: skip
def test_same_token(given: str, token: str, same: bool) -> None:
    assert same_token(given, token) is same


@pytest.mark.parametrize("args", [(), ("127.0.0.1", "GET", "/director?token=SECRET&a=1")])
def test_token_is_blotted_out_of_log_lines(args: tuple[str, ...]) -> None:
    message = "%s %s %s" if args else 'GET "/director?token=SECRET"'
    record = logging.LogRecord("uvicorn.access", logging.INFO, "", 0, message, args, None)
    assert HideToken().filter(record)
    assert "SECRET" not in record.getMessage()
    assert "token=" in record.getMessage()
