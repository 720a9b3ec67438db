"""How a server runs: one frozen value, from the command line or the environment.

Every field has a variable of its own, ``TILEWRIGHT_`` and its name: ``TILEWRIGHT_PORT=8123``. What
the command line says comes first.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from email.utils import parseaddr
from pathlib import Path
from typing import Any, Final, Literal, get_args
from urllib.parse import urlsplit

from tilewright.errors import InvalidOption
from tilewright.folders import data_folder
from tilewright.text import quote

__all__ = ["PREFIX", "LogFormat", "Settings", "as_variables"]

PREFIX: Final = "TILEWRIGHT_"
LogFormat = Literal["text", "json"]
ORIGIN = re.compile(r"https?://[a-z0-9.\-]+(:\d{1,5})?|https?://\[[0-9a-f:.]+\](:\d{1,5})?")
MAIL_SERVER = re.compile(r"smtps?://([^/@\s]*@)?([A-Za-z0-9.\-]+|\[[0-9a-fA-F:.]+\])(:\d{1,5})?/?")
REDIS: Final = ("redis://", "rediss://", "unix://")
# Browsers leave these out of an origin.
DEFAULT_PORTS: Final = {"http": ":80", "https": ":443"}


@dataclass(frozen=True)
class Settings:
    """All that a server can be told. Impossible settings raise InvalidOption."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = field(default_factory=data_folder)
    """The folder of the SQLite file, unless there is a ``database_url``."""
    database_url: str = field(default="", repr=False)  # it may hold a password
    redis_url: str = field(default="", repr=False)  # it may hold a password
    """The Redis or Valkey where several processes on one PostgreSQL meet."""
    workers: int = 1
    """Web processes. More than one needs PostgreSQL and Redis."""
    public_url: str = ""
    """What people type into the browser, where a proxy stands in front: ``https://tiles.club``."""
    allowed_origins: tuple[str, ...] = ()
    """Other pages that may use the cookie, such as a development server's."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses whose word on the client's address is taken."""
    bot_threads: int = max(1, (os.cpu_count() or 2) - 1)
    bot_lease_seconds: int = 60
    """How long a bot may think, compiling on a new machine included; if it died, another one takes
    over after that."""
    guests_per_hour: int = 120
    """New guests that one client address may make."""
    logins_per_minute: int = 10
    """Tries at a password, for one client address and for one login name."""
    socket_messages: int = 200
    """Messages that one person may send over sockets within 20 seconds."""
    people_per_address: int = 20
    """One client address may have so many times what one person may have."""
    mail_server: str = field(default="", repr=False)  # it may hold a password
    """Who sends mail for games over days, ``smtp://user:password@host:587`` or ``smtps://...``;
    none is sent without."""
    mail_from: str = ""
    """Whose mail that is: ``Tiles Club <tiles@example.org>``."""
    log_format: LogFormat = "text"

    def __post_init__(self) -> None:
        self._check_ranges()
        if self.log_format not in get_args(LogFormat):
            raise expected("log_format", "text or json", self.log_format)
        if self.database_url and not self.is_shared:
            raise expected("database_url", "an address as postgresql://...", "another scheme")
        if self.workers > 1 and not self.is_shared:
            raise expected("workers", "1 worker without PostgreSQL", self.workers)
        if self.redis_url and not self.redis_url.startswith(REDIS):
            raise expected("redis_url", "an address as redis://...", "another scheme")
        if self.workers > 1 and not self.redis_url:
            raise expected("workers", "1 worker without a redis_url", self.workers)
        if self.trusted_proxies and not self.public_url:
            raise expected("public_url", "an address as https://tiles.club behind a proxy", "none")
        self._check_mail()
        for name, origin in self._named_origins():
            if not ORIGIN.fullmatch(origin):
                raise expected(name, "an address as https://tiles.club, without a path", origin)

    def _check_ranges(self) -> None:
        for name, low, high in RANGES:
            if not low <= getattr(self, name) <= high:
                raise expected(name, f"{low} to {high:,}", getattr(self, name))

    def _check_mail(self) -> None:
        if not self.mail_server:
            return
        if not MAIL_SERVER.fullmatch(self.mail_server):
            raise expected("mail_server", "an address as smtp://mail.example.org:587", "another")
        if "@" not in parseaddr(self.mail_from)[1]:
            raise expected("mail_from", "an address as tiles@example.org", self.mail_from)
        if not self.public_url:
            raise expected("public_url", "an address as https://tiles.club, for links", "none")

    def _named_origins(self) -> list[tuple[str, str]]:
        own = [("public_url", self.public_url)] if self.public_url else []
        return own + [("allowed_origins", origin) for origin in self.allowed_origins]

    @property
    def is_shared(self) -> bool:
        """Whether the database is one that several processes may use."""
        return self.database_url.startswith(("postgresql://", "postgres://"))

    @property
    def database(self) -> str:
        """Address of the database, or the path of its file."""
        return self.database_url or str(self.data / "tilewright.sqlite3")

    @property
    def is_https(self) -> bool:
        """Whether browsers reach us over TLS: it makes cookies ``Secure``."""
        return self.public_url.startswith("https:")

    @property
    def origins(self) -> frozenset[str]:
        """The origins that are known beforehand."""
        return frozenset(plain_origin(origin) for _, origin in self._named_origins())

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """Settings out of ``TILEWRIGHT_*`` variables; what is not there keeps its default."""
        found = {item.name: environment.get(variable(item.name)) for item in fields(cls)}
        given = {name: text for name, text in found.items() if text is not None}
        return cls(**{name: parse_value(name, text) for name, text in given.items()})


RANGES: Final = (
    ("port", 0, 65535),
    ("workers", 1, 64),
    ("bot_threads", 0, 256),
    ("bot_lease_seconds", 1, 3600),
    ("guests_per_hour", 1, 1_000_000),
    ("logins_per_minute", 1, 1_000_000),
    ("socket_messages", 1, 1_000_000),
    ("people_per_address", 1, 1_000_000),
)


def expected(name: str, what: str, found: object) -> InvalidOption:
    return InvalidOption(f"{name}: expected {what}; found {quote(str(found))}")


def plain_origin(url: str) -> str:
    """A URL's origin as browsers write it: lower case, no default port."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.lower().removesuffix(DEFAULT_PORTS[parts.scheme])}"


def as_variables(values: Mapping[str, Any]) -> dict[str, str]:
    """The variables that ``from_environment`` reads these values from."""
    return {variable(name): format_value(value) for name, value in values.items()}


def variable(name: str) -> str:
    return PREFIX + name.upper()


def parse_value(name: str, text: str) -> Any:
    """A field's value as written in the environment, by the type of its default."""
    default = default_of(next(item for item in fields(Settings) if item.name == name))
    if isinstance(default, Path):
        return Path(text)
    if isinstance(default, tuple):
        return tuple(part.strip() for part in text.split(",") if part.strip())
    if isinstance(default, int):
        return parse_count(name, text)
    return text


def parse_count(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise expected(variable(name), "a whole number", text)
    return int(text)


def default_of(item: Field[Any]) -> Any:
    return item.default if item.default_factory is MISSING else item.default_factory()


def format_value(value: Any) -> str:
    return ",".join(value) if isinstance(value, tuple) else str(value)
