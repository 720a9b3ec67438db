"""Builds the ASGI application from settings, services, routers and middleware."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any, Final

from fastapi import APIRouter, Depends, FastAPI
from fastapi.routing import APIRoute

from tilewright.errors import TilewrightError
from tilewright.server.accounts.service import Accounts
from tilewright.server.analysis import AnalysisPool, Puzzles
from tilewright.server.http.dependencies import (
    Services,
    acquire_body_slot,
    guard_origin,
    guard_read_only,
)
from tilewright.server.http.middleware import BodyLimit, RequestLog
from tilewright.server.http.responses import error_responses, patch_openapi, register_error_handlers
from tilewright.server.http.routers import (
    accounts,
    analysis,
    deals,
    games,
    history,
    lobby,
    ops,
    people,
    rooms,
    table,
)
from tilewright.server.http.routers.ops import LiveCollector
from tilewright.server.http.security import SecurityHeaders
from tilewright.server.http.static_files import EnginesApp, PageApp
from tilewright.server.mail import MailService
from tilewright.server.monitoring import Metrics, log
from tilewright.server.pubsub import new_worker_id, open_bus
from tilewright.server.ratelimit.quotas import Quotas
from tilewright.server.storage.database import Database, open_database
from tilewright.server.storage.ops import WriteProbe
from tilewright.server.tables.bots import BotPool
from tilewright.server.tables.deals import Deals
from tilewright.server.tables.evenings import Evenings
from tilewright.server.tables.game_time import MonotonicClock, start_clock
from tilewright.server.tables.rooms import Rooms
from tilewright.server.tables.scheduler import AdminRequestRunner
from tilewright.server.tables.wiring import make_tables
from tilewright.server.websocket.session import SessionWatcher
from tilewright.settings import PAGE_FOLDER, Settings
from tilewright.version import __version__

__all__ = ["API", "create_app"]

API: Final = "/api/v1"
ROUTERS: Final[tuple[APIRouter, ...]] = (
    accounts.router,
    people.router,
    games.router,
    lobby.router,
    table.router,
    history.router,
    analysis.router,
    deals.router,
    rooms.router,
    ops.router,
)
EXPIRY_INTERVAL_SECONDS: Final = 3600.0


def create_app(settings: Settings | None = None) -> FastAPI:
    """Create the server as an ASGI application.

    By default settings are read from the environment, as for ``uvicorn --factory
    tilewright.server.app:create_app``.
    """
    settings, metrics = settings or Settings.from_environment(), Metrics()
    app = FastAPI(
        title="Tilewright",
        version=__version__,
        lifespan=make_lifespan(settings, metrics),
        openapi_url=None,  # patch_openapi adds it
        # FastAPI's documentation pages load scripts from another site.
        docs_url=None,
        redoc_url=None,
        dependencies=[Depends(guard_origin), Depends(guard_read_only)],
        responses=error_responses(400, 401, 408, 413, 422, 429, 500, 503),
        generate_unique_id_function=operation_name,
    )
    for router in ROUTERS:
        app.include_router(router, prefix=API)
    app.router.default = EnginesApp(PageApp(PAGE_FOLDER, app.router.default))
    patch_openapi(app, ROUTERS, f"{API}/openapi.json")
    register_error_handlers(app)
    add_middleware_stack(app, settings, metrics)
    return app


def add_middleware_stack(app: FastAPI, settings: Settings, metrics: Metrics) -> None:
    """Add the middleware. The last one added is the outermost."""
    app.add_middleware(BodyLimit, admit=acquire_body_slot)
    app.add_middleware(RequestLog, metrics=metrics)
    app.add_middleware(SecurityHeaders, settings=settings)


def operation_name(route: APIRoute) -> str:
    return route.name


def make_lifespan(
    settings: Settings, metrics: Metrics
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    """Return the application's lifespan. It opens the database and runs the services."""

    @asynccontextmanager
    async def run_services(app: FastAPI) -> AsyncIterator[None]:
        database = await asyncio.to_thread(open_database, settings.database)
        try:
            await asyncio.to_thread(database.register_server, is_exclusive=not settings.redis_url)
            services = make_services(settings, metrics, database, await start_clock(database))
            # If the database is not writable now, the scheduler tries again.
            with suppress(TilewrightError):
                await services.admin_requests.run_pending()
                await services.tables.time.write_heartbeat()
            app.state.services = services
            async with run_tables(services), background_task(expire_accounts(services)):
                yield
        finally:
            await asyncio.to_thread(database.close)

    return run_services


def make_services(
    settings: Settings, metrics: Metrics, database: Database, clock: MonotonicClock
) -> Services:
    """Create all services. `run_tables` starts the services of the tables."""
    accounts, analysis_pool, quotas = (
        Accounts(database),
        AnalysisPool(),
        Quotas.from_settings(settings),
    )
    bus = open_bus(settings.redis_url, new_worker_id())
    tables = make_tables(database, clock, bus)
    time, commands = tables.time, tables.commands
    duplicate_deals = Deals(database, tables.directory, time, analysis_pool)
    return Services(
        settings=settings,
        database=database,
        accounts=accounts,
        quotas=quotas,
        metrics=metrics,
        tables=tables,
        session_watcher=SessionWatcher(accounts),
        analysis_pool=analysis_pool,
        puzzles=Puzzles(analysis_pool, database),
        deals=duplicate_deals,
        evenings=Evenings(database, duplicate_deals),
        rooms=Rooms(database, tables.presence),
        admin_requests=AdminRequestRunner(database, commands, tables.sync, time),
        mail=MailService(database, tables.presence, time, settings),
        write_probe=WriteProbe(database),
    )


@asynccontextmanager
async def run_tables(services: Services) -> AsyncIterator[None]:
    """Run the scheduler, the bots and other background tasks within the context."""
    settings, registry = services.settings, services.metrics.registry
    bots = BotPool(services.tables, settings.bot_threads, settings.bot_lease_seconds)
    collector = LiveCollector(services.tables, services.analysis_pool, bots)
    registry.register(collector)
    await services.tables.start()
    bots.start()
    try:
        async with (
            background_task(services.tables.scheduler.run()),
            background_task(services.admin_requests.run()),
            background_task(services.session_watcher.run()),
            background_task(services.mail.run()),
            background_task(collector.measure_loop_lag()),
        ):
            yield
    finally:
        registry.unregister(collector)
        await services.analysis_pool.stop()
        await bots.stop()
        await services.tables.stop()


@asynccontextmanager
async def background_task(coroutine: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run a coroutine in the background until the end of the context."""
    task = asyncio.create_task(coroutine)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def expire_accounts(services: Services) -> None:
    """Delete expired guests and sessions every hour. Only one process at a time does so."""
    while True:
        try:
            if await services.tables.bus.acquire_lease(
                "sweep of people", EXPIRY_INTERVAL_SECONDS / 2
            ):
                num_deleted = await services.accounts.delete_expired()
                log.info("swept", extra={"rows": num_deleted})
        except TilewrightError as error:
            log.warning("not swept", extra={"error": error})
        await asyncio.sleep(EXPIRY_INTERVAL_SECONDS)
