"""For whoever runs the server: is it well, and what has it counted."""

from __future__ import annotations

import asyncio
from typing import Final, Literal

from fastapi import APIRouter, Response
from msgspec import Struct

from tilewright.server.http.dependencies import TheServices
from tilewright.server.http.services import Services
from tilewright.server.http.structs import encode, shows
from tilewright.server.monitoring.metrics import CONTENT_TYPE
from tilewright.server.storage.database import Unavailable
from tilewright.server.storage.health import write_heartbeat
from tilewright.version import __version__

__all__ = ["router"]

router = APIRouter(tags=["operations"])

WRITE_SECONDS: Final = 5.0


class Health(Struct, frozen=True):
    """The server can read and write."""

    status: Literal["ok"]
    version: str


@router.get("/health", **shows(Health))
async def health(services: TheServices) -> str:
    """Make a test write. 503 when it fails or takes too long."""
    try:
        async with asyncio.timeout(WRITE_SECONDS):
            await write_once(services)
    except TimeoutError:
        limit = f"{WRITE_SECONDS:g} seconds"
        raise Unavailable(f"test write: expected it within {limit}; found it waiting") from None
    return encode(Health("ok", __version__))


async def write_once(services: Services) -> None:
    now = services.people.clock()
    await services.database.write(lambda tx: write_heartbeat(tx, now))


@router.get("/metrics", response_class=Response)
async def metrics(services: TheServices) -> Response:
    """Counters in the text format of Prometheus."""
    return Response(services.metrics.text(), media_type=CONTENT_TYPE)
