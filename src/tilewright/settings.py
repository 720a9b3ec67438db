"""Folders, and server settings from the command line or the environment.

Each field of ``Settings`` has an environment variable, such as ``TILEWRIGHT_PORT``. The command
line takes precedence. Help texts and defaults of the options are defined only here.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import parseaddr
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args, get_type_hints
from urllib.parse import urlsplit

from tilewright.errors import InvalidOption
from tilewright.text import quote

__all__ = ["PAGE_FOLDER", "PREFIX", "LogFormat", "Settings", "data_folder", "describe_settings"]

PAGE_FOLDER: Final = Path(__file__).parent / "page"
"""The built page, part of the installed package."""
PREFIX: Final = "TILEWRIGHT_"
LogFormat = Literal["text", "json"]
ORIGIN_PATTERN = re.compile(r"https?://[a-z0-9.\-]+(:\d{1,5})?|https?://\[[0-9a-f:.]+\](:\d{1,5})?")
MAIL_SERVER_PATTERN = re.compile(
    r"smtps?://([^/@\s]*@)?([A-Za-z0-9.\-]+|\[[0-9a-fA-F:.]+\])(:\d{1,5})?/?"
)
REDIS_SCHEMES: Final = ("redis://", "rediss://", "unix://")
# Browsers leave these out of an origin.
DEFAULT_PORTS: Final = {"http": ":80", "https": ":443"}
MILLION: Final = 1_000_000


def data_folder() -> Path:
    """Return the platform's folder for the user's data."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "tilewright"


class SettingInfo(NamedTuple):
    """The help text of a setting, and the range of a numeric one."""

    text: str
    low: int = 0
    high: int = 0


def _default_bot_threads() -> int:
    return max(1, (os.cpu_count() or 2) - 1)


@dataclass(frozen=True)
class Settings:
    """All settings of a server.

    Raises:
        InvalidOption: A value is out of range or has the wrong form, or one setting needs another
            that is missing. The error names the setting.

    Examples:
        >>> from tilewright.settings import Settings
        >>> Settings.from_environment({"TILEWRIGHT_PORT": "8123"}).port
        8123
        >>> Settings(port=70_000)
        Traceback (most recent call last):
        tilewright.errors.InvalidOption: port: expected 0 to 65,535; found '70000'
    """

    host: Annotated[str, SettingInfo("Address to listen on, 0.0.0.0 for all in the network.")] = (
        "127.0.0.1"
    )
    port: Annotated[int, SettingInfo("Port; 0 takes a free one.", 0, 65535)] = 8000
    data: Annotated[
        Path, SettingInfo("Folder of the SQLite file; your data folder by default.")
    ] = field(default_factory=data_folder)
    database_url: Annotated[
        str,
        SettingInfo(
            "Use this PostgreSQL, postgresql://user:password@host/name, instead of a file."
        ),
    ] = field(default="", repr=False)
    redis_url: Annotated[
        str,
        SettingInfo("Redis or Valkey that several processes on one PostgreSQL share: redis://..."),
    ] = field(default="", repr=False)
    public_url: Annotated[
        str, SettingInfo("Public address behind a proxy: https://tiles.club.")
    ] = ""
    allowed_origins: Annotated[
        tuple[str, ...], SettingInfo("Other pages that may use the cookie, with commas.")
    ] = ()
    trusted_proxies: Annotated[
        tuple[str, ...],
        SettingInfo("Addresses of proxies that may name the client's address, with commas."),
    ] = ()
    bot_threads: Annotated[
        int,
        SettingInfo(
            "Number of bots that think at once; as many as cores, less one, by default.", 0, 256
        ),
    ] = field(default_factory=_default_bot_threads)
    bot_lease_seconds: Annotated[
        int,
        SettingInfo(
            "Longest time of a bot's move (s); then another process takes it over.", 1, 3600
        ),
    ] = 60
    guests_per_hour: Annotated[
        int, SettingInfo("New guests per hour and client address.", 1, MILLION)
    ] = 120
    logins_per_minute: Annotated[
        int,
        SettingInfo(
            "Attempts to log in per minute, for each client address and login name.", 1, MILLION
        ),
    ] = 10
    socket_messages: Annotated[
        int, SettingInfo("Messages over sockets per person and 20 s.", 1, MILLION)
    ] = 200
    people_per_address: Annotated[
        int,
        SettingInfo("Factor from the limits of a person to those of a client address.", 1, MILLION),
    ] = 20
    mail_server: Annotated[
        str,
        SettingInfo(
            "Mail server for games over days, smtp://user:password@host:587 or smtps://..."
        ),
    ] = field(default="", repr=False)
    mail_from: Annotated[
        str, SettingInfo("Sender of that mail: Tiles Club <tiles@example.org>.")
    ] = ""
    log_format: Annotated[LogFormat, SettingInfo("Format of the log on stderr: text or json.")] = (
        "text"
    )

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
        """Raise InvalidOption for a number out of range."""
        for name, about in describe_settings().items():
            value = getattr(self, name)
            if about.high and not about.low <= value <= about.high:
                raise setting_error(name, f"{about.low} to {about.high:,}", value)

    def _check_mail(self) -> None:
        """Raise InvalidOption if email is enabled and its settings are incomplete or invalid."""
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
        """The database's URL, or the path of its file."""
        return self.database_url or str(self.data / "tilewright.sqlite3")

    @property
    def is_https(self) -> bool:
        """True if browsers connect over TLS, so that cookies must be ``Secure``."""
        return self.public_url.startswith("https:")

    @property
    def origins(self) -> frozenset[str]:
        """``public_url`` and ``allowed_origins``, in the form of the ``Origin`` header."""
        return frozenset(normalize_origin(origin) for _, origin in self._named_origins())

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str] = os.environ, **given: object
    ) -> Settings:
        """Read the settings from ``TILEWRIGHT_*`` variables. Missing ones have their default.

        Args:
            environment: The variables.
            given: Settings that take precedence, such as those of the command line.

        Raises:
            InvalidOption: A value is not allowed.
        """
        values: dict[str, Any] = {}
        for name in describe_settings():
            variable = PREFIX + name.upper()
            if name in given:
                values[name] = parse_value(name, name, str(given[name]))
            elif variable in environment:
                values[name] = parse_value(name, variable, environment[variable])
        return cls(**values)


@cache
def describe_settings() -> dict[str, SettingInfo]:
    """Return the help text and range of each setting, by name."""
    hints = get_type_hints(Settings, include_extras=True)
    return {name: hint.__metadata__[0] for name, hint in hints.items()}


def setting_error(name: str, expected: str, found: object) -> InvalidOption:
    """Return the error for a setting with a wrong value."""
    return InvalidOption(f"{name}: expected {expected}; found {quote(str(found))}")


def normalize_origin(url: str) -> str:
    """Return a URL's origin as browsers send it: in lower case, without a default port."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.lower().removesuffix(DEFAULT_PORTS[parts.scheme])}"


def parse_value(name: str, source: str, text: str) -> Any:
    """Parse a setting by the type of its default. Errors name `source`."""
    match getattr(Settings(), name):
        case Path():
            return Path(text)
        case tuple():
            return tuple(part.strip() for part in text.split(",") if part.strip())
        case int():
            if not (text.isascii() and text.isdigit() and len(text) <= 9):
                raise setting_error(source, "a whole number", text)
            return int(text)
    return text
