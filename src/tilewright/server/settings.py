"""Settings of a server: one frozen value, from the command line or the environment.

Each field has a variable, ``TILEWRIGHT_`` and its name: ``TILEWRIGHT_PORT=8123``. The command line
takes precedence.
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

__all__ = ["PREFIX", "LogFormat", "Settings", "to_env"]

PREFIX: Final = "TILEWRIGHT_"
LogFormat = Literal["text", "json"]
ORIGIN_PATTERN = re.compile(r"https?://[a-z0-9.\-]+(:\d{1,5})?|https?://\[[0-9a-f:.]+\](:\d{1,5})?")
MAIL_SERVER_PATTERN = re.compile(
    r"smtps?://([^/@\s]*@)?([A-Za-z0-9.\-]+|\[[0-9a-fA-F:.]+\])(:\d{1,5})?/?"
)
REDIS_SCHEMES: Final = ("redis://", "rediss://", "unix://")
# Browsers leave these out of an origin.
DEFAULT_PORTS: Final = {"http": ":80", "https": ":443"}


@dataclass(frozen=True)
class Settings:
    """All settings of a server.

    Raises:
        InvalidOption: A value is out of range or has the wrong form, or one setting needs another
            that is missing. The error names the setting.

    Examples:
        >>> from tilewright.server.settings import Settings
        >>> Settings.from_environment({"TILEWRIGHT_PORT": "8123"}).port
        8123
        >>> Settings(port=70_000)
        Traceback (most recent call last):
        tilewright.errors.InvalidOption: port: expected 0 to 65,535; found '70000'
    """

    host: str = "127.0.0.1"
    """Address to listen at; ``0.0.0.0`` for all networks of the machine."""
    port: int = 8000
    """Port to listen at, 0 to 65535; 0 lets the system choose."""
    data: Path = field(default_factory=data_folder)
    """Folder of the SQLite file; not used with a ``database_url``."""
    database_url: str = field(default="", repr=False)  # it may hold a password
    """Address of a PostgreSQL database, ``postgresql://user:password@host/name``; empty for
    SQLite."""
    redis_url: str = field(default="", repr=False)  # it may hold a password
    """Address of the Redis or Valkey that carries messages between several server processes on one
    PostgreSQL, ``redis://host:6379``; empty for a single process."""
    public_url: str = ""
    """URL of the page for browsers, behind a proxy: ``https://tiles.club``."""
    allowed_origins: tuple[str, ...] = ()
    """Other origins that may use the cookie, such as a development server's."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses of proxies that are trusted to name the client's address."""
    bot_threads: int = max(1, (os.cpu_count() or 2) - 1)
    """Number of threads in which bots think, 0 to 256; 0 leaves them to other processes."""
    bot_lease_seconds: int = 60
    """Longest time (s) of a bot's move, compiling included, 1 to 3600. After it another process
    takes the move over."""
    guests_per_hour: int = 120
    """New guests per hour and client address."""
    logins_per_minute: int = 10
    """Attempts to log in per minute, for each client address and for each login name."""
    socket_messages: int = 200
    """Messages over sockets per person and 20 s."""
    people_per_address: int = 20
    """Factor from the limits of a person to those of a client address."""
    mail_server: str = field(default="", repr=False)  # it may hold a password
    """Mail server for games over days, ``smtp://user:password@host:587`` or ``smtps://...``; empty
    sends no mail."""
    mail_from: str = ""
    """Sender of that mail: ``Tiles Club <tiles@example.org>``."""
    log_format: LogFormat = "text"
    """``text`` for people, ``json`` for programs: one object per line."""

    def __post_init__(self) -> None:
        self._check_ranges()
        if self.log_format not in get_args(LogFormat):
            raise setting_error("log_format", "text or json", self.log_format)
        if self.database_url and not self.is_shared:
            raise setting_error("database_url", "an address as postgresql://...", "another scheme")
        if self.redis_url and not self.redis_url.startswith(REDIS_SCHEMES):
            raise setting_error("redis_url", "an address as redis://...", "another scheme")
        if self.trusted_proxies and not self.public_url:
            raise setting_error(
                "public_url", "an address as https://tiles.club behind a proxy", "none"
            )
        self._check_mail()
        for name, origin in self._named_origins():
            if not ORIGIN_PATTERN.fullmatch(origin):
                raise setting_error(
                    name, "an address as https://tiles.club, without a path", origin
                )

    def _check_ranges(self) -> None:
        for name, low, high in RANGES:
            if not low <= getattr(self, name) <= high:
                raise setting_error(name, f"{low} to {high:,}", getattr(self, name))

    def _check_mail(self) -> None:
        if not self.mail_server:
            return
        if not MAIL_SERVER_PATTERN.fullmatch(self.mail_server):
            raise setting_error(
                "mail_server", "an address as smtp://mail.example.org:587", "another"
            )
        if "@" not in parseaddr(self.mail_from)[1]:
            raise setting_error("mail_from", "an address as tiles@example.org", self.mail_from)
        if not self.public_url:
            raise setting_error("public_url", "an address as https://tiles.club, for links", "none")

    def _named_origins(self) -> list[tuple[str, str]]:
        own = [("public_url", self.public_url)] if self.public_url else []
        return own + [("allowed_origins", origin) for origin in self.allowed_origins]

    @property
    def is_shared(self) -> bool:
        """True if several processes may use the database."""
        return self.database_url.startswith(("postgresql://", "postgres://"))

    @property
    def database(self) -> str:
        """Address of the database, or the path of its file."""
        return self.database_url or str(self.data / "tilewright.sqlite3")

    @property
    def is_https(self) -> bool:
        """True if browsers connect over TLS: it makes cookies ``Secure``."""
        return self.public_url.startswith("https:")

    @property
    def origins(self) -> frozenset[str]:
        """``public_url`` and ``allowed_origins`` as browsers write them in ``Origin``."""
        return frozenset(normalize_origin(origin) for _, origin in self._named_origins())

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """Return settings from ``TILEWRIGHT_*`` variables; missing ones keep their default.

        Raises:
            InvalidOption: A value is not allowed, or a variable names a removed setting.
        """
        check_removed(environment)
        found = {item.name: environment.get(env_name(item.name)) for item in fields(cls)}
        given = {name: text for name, text in found.items() if text is not None}
        return cls(**{name: parse_value(name, text) for name, text in given.items()})


RANGES: Final = (
    ("port", 0, 65535),
    ("bot_threads", 0, 256),
    ("bot_lease_seconds", 1, 3600),
    ("guests_per_hour", 1, 1_000_000),
    ("logins_per_minute", 1, 1_000_000),
    ("socket_messages", 1, 1_000_000),
    ("people_per_address", 1, 1_000_000),
)


REMOVED: Final = {
    "workers": "start one server per port instead, each with --port, behind a proxy "
    "(docs/how-to/serve.md)"
}
"""Settings of earlier versions, and what to do instead."""


def check_removed(environment: Mapping[str, str]) -> None:
    """Raise InvalidOption if a variable names a removed setting; ``workers=1`` is accepted."""
    for name, instead in REMOVED.items():
        if environment.get(env_name(name), "1") != "1":
            raise InvalidOption(f"{name}: no longer an option; {instead}")


def setting_error(name: str, what: str, found: object) -> InvalidOption:
    return InvalidOption(f"{name}: expected {what}; found {quote(str(found))}")


def normalize_origin(url: str) -> str:
    """Return a URL's origin as browsers write it: lower case, no default port."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.lower().removesuffix(DEFAULT_PORTS[parts.scheme])}"


def to_env(values: Mapping[str, Any]) -> dict[str, str]:
    """Return the variables from which ``from_environment`` reads these values."""
    return {env_name(name): format_value(value) for name, value in values.items()}


def env_name(name: str) -> str:
    return PREFIX + name.upper()


def parse_value(name: str, text: str) -> Any:
    """Return a field's value from its variable, parsed by the type of its default."""
    default = default_value(next(item for item in fields(Settings) if item.name == name))
    if isinstance(default, Path):
        return Path(text)
    if isinstance(default, tuple):
        return tuple(part.strip() for part in text.split(",") if part.strip())
    if isinstance(default, int):
        return parse_count(name, text)
    return text


def parse_count(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise setting_error(env_name(name), "a whole number", text)
    return int(text)


def default_value(item: Field[Any]) -> Any:
    return item.default if item.default_factory is MISSING else item.default_factory()


def format_value(value: Any) -> str:
    return ",".join(value) if isinstance(value, tuple) else str(value)
