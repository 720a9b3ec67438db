"""All parts of a running server, in one place for whoever serves a request."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from tilewright.server.admission import Admission
from tilewright.server.analysis.analysts import Analysts
from tilewright.server.analysis.forecasts import Forecasts
from tilewright.server.analysis.puzzles import Puzzles
from tilewright.server.analysis.reviews import Reviews
from tilewright.server.http.turnstile import Entrance
from tilewright.server.live.sign_outs import SignOuts
from tilewright.server.mail.service import Mail
from tilewright.server.monitoring.metrics import Metrics
from tilewright.server.people.service import People
from tilewright.server.settings import Settings
from tilewright.server.storage.database import Database
from tilewright.server.tables.deals import Deals
from tilewright.server.tables.evenings import Evenings
from tilewright.server.tables.oversight import Oversight
from tilewright.server.tables.service import Tables

__all__ = ["Services", "services_of"]


@dataclass(frozen=True)
class Services:
    """What routes and sockets work with. They find it with ``services_of(request)``."""

    settings: Settings
    database: Database
    people: People
    admission: Admission
    metrics: Metrics
    tables: Tables
    sign_outs: SignOuts
    analysts: Analysts
    forecasts: Forecasts
    reviews: Reviews
    puzzles: Puzzles
    deals: Deals
    evenings: Evenings
    oversight: Oversight
    mail: Mail
    entrance: Entrance


def services_of(connection: HTTPConnection) -> Services:
    """The services of the application that got a request or a socket."""
    services: Services = connection.app.state.services
    return services
