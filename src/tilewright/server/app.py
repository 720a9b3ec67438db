"""The application: every part, put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any, Final

from fastapi import APIRouter, Depends, FastAPI
from fastapi.routing import APIRoute

from tilewright.errors import TilewrightError
from tilewright.server.admission import Admission
from tilewright.server.analysis.analysts import Analysts
from tilewright.server.analysis.forecasts import Forecasts
from tilewright.server.analysis.puzzles import Puzzles
from tilewright.server.analysis.reviews import Reviews
from tilewright.server.audience.hub import Hub
from tilewright.server.exchange import open_exchange
from tilewright.server.http.bodies import BodyLimit
from tilewright.server.http.dependencies import admit_long_body, guard_origin, guard_writing
from tilewright.server.http.endpoints import (
    analysis,
    chances,
    deals,
    evenings,
    games,
    hints,
    live,
    mail,
    operations,
    own_data,
    own_games,
    par,
    people,
    play,
    profiles,
    puzzles,
    quick,
    ratings,
    records,
    replay,
    review,
    seats,
    states,
    study,
    tables,
    verify,
)
from tilewright.server.http.engines import Engines
from tilewright.server.http.once_refused import OnceRefused
from tilewright.server.http.page import FOLDER, Page
from tilewright.server.http.refusals import handle_errors
from tilewright.server.http.request_log import RequestLog
from tilewright.server.http.security import SecurityHeaders
from tilewright.server.http.services import Services
from tilewright.server.http.structs import complete_openapi, refusals
from tilewright.server.http.turnstile import Entrance, Turnstile
from tilewright.server.live.metrics import LiveCollector
from tilewright.server.live.sign_outs import SignOuts
from tilewright.server.mail.service import Mail
from tilewright.server.monitoring.logs import log
from tilewright.server.monitoring.metrics import Metrics
from tilewright.server.monitoring.neighbours import Neighbours
from tilewright.server.people.service import People
from tilewright.server.settings import Settings
from tilewright.server.sharing import share_limits
from tilewright.server.storage.database import Database, open_database
from tilewright.server.tables.bots import BotPool
from tilewright.server.tables.deals import Deals
from tilewright.server.tables.evenings import Evenings
from tilewright.server.tables.game_time import GameTime, begin_time
from tilewright.server.tables.oversight import Oversight
from tilewright.server.tables.service import Tables, new_worker
from tilewright.version import __version__

__all__ = ["API", "create_app"]

API: Final = "/api/v1"
ROUTERS: Final[tuple[APIRouter, ...]] = (
    people.router,
    profiles.router,
    own_data.router,
    own_games.router,
    mail.router,
    games.router,
    tables.router,
    quick.router,
    seats.router,
    play.router,
    live.router,
    replay.router,
    records.router,
    study.router,
    analysis.router,
    hints.router,
    chances.router,
    states.router,
    review.router,
    puzzles.router,
    par.router,
    deals.router,
    evenings.router,
    verify.router,
    ratings.router,
    operations.router,
)
SWEEP_SECONDS: Final = 3600.0


def create_app(settings: Settings | None = None, neighbours: Neighbours | None = None) -> FastAPI:
    """The whole server as an ASGI application; from the environment where no settings are given,
    as in the worker processes of uvicorn (``--factory tilewright.server.app:create_app``).
    One of several has neighbours, whose counts it tells beside its own."""
    settings, metrics = settings or Settings.from_environment(), Metrics(neighbours)
    app = FastAPI(
        title="Tilewright",
        version=__version__,
        lifespan=lifespan(settings, metrics),
        openapi_url=f"{API}/openapi.json",
        # The usual pages load their scripts from elsewhere.
        docs_url=None,
        redoc_url=None,
        dependencies=[Depends(guard_origin), Depends(guard_writing)],
        responses=refusals(400, 401, 408, 413, 422, 429, 500, 503),
        generate_unique_id_function=operation_name,
    )
    for router in ROUTERS:
        app.include_router(router, prefix=API)
    app.router.default = Engines(Page(FOLDER, app.router.default))
    complete_openapi(app, ROUTERS)
    handle_errors(app)
    add_layers(app, settings, metrics)
    return app


def add_layers(app: FastAPI, settings: Settings, metrics: Metrics) -> None:
    """What every request passes; the last one added is the first one passed."""
    app.add_middleware(Turnstile)
    app.add_middleware(BodyLimit, admit=admit_long_body)
    app.add_middleware(OnceRefused, passes=f"{API}/sessions")
    app.add_middleware(RequestLog, metrics=metrics)
    app.add_middleware(SecurityHeaders, settings=settings)


def operation_name(route: APIRoute) -> str:
    return route.name


def lifespan(
    settings: Settings, metrics: Metrics
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    """From opening the database to closing it."""

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        database = await asyncio.to_thread(open_database, settings.database)
        try:
            await asyncio.to_thread(database.join, is_alone=not settings.redis_url)
            services = make_services(settings, metrics, database, await begin_time(database))
            with suppress(TilewrightError):  # who cannot write keeps no time until it can
                await services.oversight.look()
                await services.tables.beat()
            app.state.services = services
            async with playing(services), in_background(sweep_people(services)):
                yield
        finally:
            await asyncio.to_thread(database.close)

    return running


def make_services(
    settings: Settings, metrics: Metrics, database: Database, clock: GameTime
) -> Services:
    """All parts, none of them running yet."""
    people, analysts, admission = People(database), Analysts(), Admission.of(settings)
    worker = new_worker()
    exchange = open_exchange(settings.redis_url, worker)
    tables = Tables(database, Hub(), worker, clock, exchange)
    duplicates, oversight = Deals(tables, analysts), Oversight(tables)
    oversight.scales |= {
        "sockets": lambda: admission.sockets.persons,
        "unread bytes": lambda: admission.waiting.persons,
        "seconds of analyses": lambda: analysts.spent.seconds,
    }
    return Services(
        settings,
        database,
        people,
        admission,
        metrics,
        tables,
        SignOuts(database, people),
        analysts,
        Forecasts(analysts),
        Reviews(analysts),
        Puzzles(analysts, database),
        duplicates,
        Evenings(database, duplicates),
        oversight,
        Mail(tables, settings),
        Entrance(lambda: tables.is_busy),
    )


@asynccontextmanager
async def playing(services: Services) -> AsyncIterator[None]:
    """Keep time at the tables and let the bots think, until what is under way is finished."""
    settings, registry = services.settings, services.metrics.registry
    bots = BotPool(services.tables, settings.bot_threads, settings.bot_lease_seconds * 1000)
    services.oversight.scales["seconds of bots"] = lambda: bots.spent.seconds
    counts = LiveCollector(services.tables, services.analysts, bots)
    registry.register(counts)
    await services.tables.start()
    services.sign_outs.start()
    bots.start()
    try:
        async with (
            in_background(services.oversight.oversee()),
            in_background(services.mail.run()),
            in_background(share_limits(services.admission, services.tables.exchange)),
            in_background(counts.watch_loop()),
            in_background(services.metrics.share()),
        ):
            yield
    finally:
        registry.unregister(counts)
        await services.analysts.stop()
        await bots.stop()
        await services.tables.stop()


@asynccontextmanager
async def in_background(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Let something run beside all else, and stop it at the end."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def sweep_people(services: Services) -> None:
    """Forget, now and then, who has been gone for long: one process for all."""
    while True:
        try:
            if await services.tables.exchange.claim("sweep of people", SWEEP_SECONDS / 2):
                forgotten = await services.people.sweep()
                log.info("swept", extra={"rows": forgotten})
        except TilewrightError as error:
            log.warning("not swept", extra={"error": error})
        await asyncio.sleep(SWEEP_SECONDS)
