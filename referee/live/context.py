"""What every route of one live page shares."""

from dataclasses import dataclass, field
from typing import Any

from fastapi import HTTPException
from starlette.requests import Request

from referee.live.api import TableApi
from referee.live.auth import given_token, same_token
from referee.live.hub import Hub
from referee.live.metrics import Metrics


@dataclass(frozen=True)
class Live:
    """The table, the director's token and the figures of one running page."""

    table: TableApi
    token: str
    hub: Hub
    metrics: Metrics = field(default_factory=Metrics)

    def is_director(self, request: Request) -> bool:
        """Whether the request carries the token."""
        return same_token(given_token(request), self.token)

    def demand_director(self, request: Request, action: str) -> None:
        """Let only the director pass.

        :raises HTTPException: 401 without the right token.
        """
        if not self.is_director(request):
            self.metrics.count(action, "unauthorised")
            raise HTTPException(
                401,
                "this needs the director's token: open the director's link printed at start, "
                "or send the header 'Authorization: Bearer TOKEN'",
                headers={"WWW-Authenticate": "Bearer"},
            )


def live_of(request: Request) -> Live:
    """The page that answers this request."""
    live: Any = request.app.state.live
    assert isinstance(live, Live)
    return live
