"""Settings: refused in words when impossible, and the same in every process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tilewright.errors import InvalidOption
from tilewright.settings import PREFIX, Settings

FULL = {
    "host": "0.0.0.0",
    "port": "8123",
    "data": "/srv/tiles",
    "database_url": "postgresql://ann:secret@db/tiles",
    "redis_url": "redis://:secret@cache/1",
    "public_url": "https://tiles.club",
    "allowed_origins": "http://localhost:5173, http://[::1]:5173",
    "trusted_proxies": "127.0.0.1,10.0.0.0/8",
    "bot_threads": "3",
    "bot_lease_seconds": "30",
    "guests_per_hour": "7",
    "logins_per_minute": "8",
    "socket_messages": "9",
    "people_per_address": "10",
    "mail_server": "smtp://ann:secret@mail.club:587",
    "mail_from": "Tiles Club <tiles@tiles.club>",
    "log_format": "json",
}
ENVIRONMENT = {PREFIX + name.upper(): text for name, text in FULL.items()}


def test_settings_round_trip_through_the_environment() -> None:
    settings, default = vars(Settings.from_environment(ENVIRONMENT)), vars(Settings())
    assert settings.keys() == FULL.keys()
    assert not [name for name, value in settings.items() if value == default[name]]
    assert (settings["port"], settings["data"]) == (8123, Path("/srv/tiles"))
    assert settings["trusted_proxies"] == ("127.0.0.1", "10.0.0.0/8")


def test_settings_given_as_arguments_take_precedence() -> None:
    assert Settings.from_environment(ENVIRONMENT, port=1, host="::").port == 1


def test_settings_absent_from_the_environment_keep_their_defaults() -> None:
    assert Settings.from_environment({"TILEWRIGHT_PORT": "1"}) == Settings(port=1)


@pytest.mark.parametrize(
    "wrong, message",
    [
        ({"port": 65536}, "port: expected 0 to 65,535; found '65536'"),
        ({"redis_url": "http://x"}, "redis_url: expected an address as redis://"),
        ({"database_url": "mysql://x"}, "database_url: expected an address as postgresql://"),
        ({"public_url": "tiles.club"}, "public_url: expected an address as https://tiles.club"),
        ({"public_url": "https://tiles.club/play"}, "without a path; found 'https://tiles.club/pl"),
        ({"allowed_origins": ("*",)}, "allowed_origins: expected an address"),
        ({"trusted_proxies": ("127.0.0.1",)}, "public_url: expected an address .* found 'none'"),
        ({"log_format": "xml"}, "log_format: expected text or json; found 'xml'"),
        ({"mail_server": "imap://mail"}, "mail_server: expected an address as smtp://"),
        ({"mail_server": "smtp://mail"}, "mail_from: expected an address as tiles@example.org"),
        (
            {"mail_server": "smtp://mail", "mail_from": "a@b.org"},
            "public_url: expected an address as https://tiles.club, for links; found 'none'",
        ),
        ({"logins_per_minute": 0}, "logins_per_minute: expected 1 to 1,000,000; found '0'"),
    ],
)
def test_settings_out_of_range_are_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        Settings(**wrong)


@pytest.mark.parametrize("text", ["", "x", "-1", "1.5", "9" * 5000, "٣"])
def test_settings_parse_numbers_of_the_environment(text: str) -> None:
    with pytest.raises(InvalidOption, match="TILEWRIGHT_PORT: expected a whole number"):
        Settings.from_environment({"TILEWRIGHT_PORT": text})


def test_settings_repr_hides_passwords() -> None:
    assert "secret" not in repr(Settings.from_environment(ENVIRONMENT))


@pytest.mark.parametrize(
    "url, origin",
    [
        ("https://tiles.club:443", "https://tiles.club"),
        ("http://tiles.club:80", "http://tiles.club"),
        ("http://tiles.club:443", "http://tiles.club:443"),
        ("https://tiles.club:8443", "https://tiles.club:8443"),
    ],
)
def test_settings_normalise_origins(url: str, origin: str) -> None:
    assert Settings(public_url=url).origins == {origin}
