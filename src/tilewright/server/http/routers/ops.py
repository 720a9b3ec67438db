"""Routes for the operator of a server: health and metrics."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Response
from msgspec import Struct

from tilewright.server.http.dependencies import TheServices
from tilewright.server.http.responses import encode, responses
from tilewright.server.monitoring import CONTENT_TYPE
from tilewright.version import __version__

__all__ = ["router"]

router = APIRouter(tags=["ops"])


class Health(Struct, frozen=True):
    """The server can read and write."""

    status: Literal["ok"]
    version: str


@router.get("/health", **responses(Health))
async def get_health(services: TheServices) -> str:
    """Make a test write, at most one per second. 503 if it fails or takes more than 5 s."""
    await services.write_probe.check(services.accounts.clock())
    return encode(Health("ok", __version__))


@router.get("/metrics", response_class=Response)
async def get_metrics(services: TheServices) -> Response:
    """Return the counters in the text format of Prometheus."""
    return Response(services.metrics.render(), media_type=CONTENT_TYPE)
