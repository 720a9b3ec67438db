"""``tilewright doctor`` names each thing that is wrong, and what to do."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands import CommandLine
from postgres_server import PostgresServer
from tilewright.dates import now_ms
from tilewright.server.process import doctor
from tilewright.server.process.doctor import Finding, run_checks
from tilewright.server.storage.database import open_database
from tilewright.server.storage.ops import write_heartbeat
from tilewright.settings import Settings

SECOND = 1000


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Return the settings of a server that has been used, with a database file."""
    settings = Settings(data=tmp_path)
    open_database(settings.database).close()
    return settings


def found(settings: Settings, check: str) -> Finding:
    return next(finding for finding in run_checks(settings) if finding.check == check)


def wrong(settings: Settings) -> dict[str, str]:
    return {
        finding.check: finding.text for finding in run_checks(settings) if finding.state == "wrong"
    }


# --- All is well ----------------------------------------------------------------------------------


def test_doctor_accepts_a_used_folder(settings: Settings) -> None:
    assert wrong(settings) == {}
    assert found(settings, "database").text.endswith("tilewright.sqlite3, test write done")


def test_doctor_accepts_a_new_folder_and_leaves_it_empty(tmp_path: Path) -> None:
    assert wrong(Settings(data=tmp_path / "new")) == {}
    assert not (tmp_path / "new").exists()


def test_doctor_works_beside_a_running_server(settings: Settings) -> None:
    """Its lock stays its own."""
    database = open_database(settings.database)
    assert wrong(settings) == {}
    database.close()


def test_doctor_accepts_postgres_and_redis(postgres_url: str, redis_url: str) -> None:
    settings = Settings(database_url=postgres_url, redis_url=redis_url)
    open_database(postgres_url).close()
    assert wrong(settings) == {}
    assert found(settings, "redis").text == "it answers"


def test_doctor_accepts_an_empty_postgres(postgres_url: str) -> None:
    settings = Settings(database_url=postgres_url)
    assert wrong(settings) == {}
    assert found(settings, "database").text.endswith("is empty: the first start makes its tables")


# --- Each wrong state -----------------------------------------------------------------------------


def test_doctor_reports_a_read_only_folder(tmp_path: Path) -> None:
    """A file stands where the folder should be; not even root can write there."""
    (tmp_path / "file").touch()
    text = wrong(Settings(data=tmp_path / "file" / "data"))["data"]
    assert "cannot be written" in text and "--data" in text


def test_doctor_reports_a_file_that_others_can_read(settings: Settings) -> None:
    os.chmod(settings.database, 0o644)
    assert found(settings, "data").state == "warning"
    assert f"chmod 600 {settings.database}" in found(settings, "data").text


@pytest.mark.parametrize("mib, state", [(10, "wrong"), (1000, "warning"), (100_000, "ok")])
def test_doctor_reports_a_nearly_full_disk(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, mib: int, state: str
) -> None:
    monkeypatch.setattr(doctor, "free_bytes", lambda folder: mib << 20)
    assert found(settings, "disk").state == state


def test_doctor_reports_a_newer_database(settings: Settings) -> None:
    set_version(settings, 999)
    text = wrong(settings)["database"]
    assert "found version 999" in text and "newer Tilewright" in text


def test_doctor_does_not_migrate_an_older_database(settings: Settings) -> None:
    set_version(settings, 2)
    assert found(settings, "database").state == "warning"
    assert "start the server" in found(settings, "database").text


def set_version(settings: Settings, version: int) -> None:
    database = open_database(settings.database)
    sql = "UPDATE meta SET value = ? WHERE key = 'schema'"
    database.submit_write(lambda tx: tx.execute(sql, str(version))).result()
    database.close()


def test_doctor_reports_a_file_that_is_no_database(settings: Settings) -> None:
    Path(settings.database).write_bytes(b"no database" * 500)
    assert "file is not a database" in wrong(settings)["database"]


@pytest.fixture
def locked_url(postgres_server: PostgresServer, postgres_url: str) -> Iterator[str]:
    """Return the URL of a database whose user needs another password."""
    rules = postgres_server.folder / "data" / "pg_hba.conf"
    before = rules.read_text()
    rules.write_text(f"local all locked scram-sha-256\n{before}")
    postgres_server.run("CREATE ROLE locked LOGIN PASSWORD 'right'; SELECT pg_reload_conf()")
    yield postgres_url.replace("postgres@", "locked:a%23wrong@")
    rules.write_text(before)
    postgres_server.run("DROP ROLE locked; SELECT pg_reload_conf()")


def test_doctor_reports_a_wrong_password(locked_url: str) -> None:
    text = wrong(Settings(database_url=locked_url))["database"]
    assert "password authentication failed" in text
    assert "wrong" not in text.replace("something is wrong", "")


def test_doctor_reports_an_unreachable_redis(settings: Settings, tmp_path: Path) -> None:
    away = Settings(data=tmp_path, redis_url=f"unix://{tmp_path}/nothing")
    assert "expected a Redis that answers" in wrong(away)["redis"]


def test_doctor_reports_a_clock_behind_the_last_use(settings: Settings) -> None:
    """The file was in use an hour from now: the clock has been set back."""
    database = open_database(settings.database)
    database.submit_write(lambda tx: write_heartbeat(tx, now_ms() + 3600 * SECOND)).result()
    database.close()
    assert "NTP" in wrong(settings)["clock"]


@pytest.mark.parametrize("seconds", [-60, 60])
def test_doctor_reports_a_clock_apart_from_the_database(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    settings = Settings(database_url=postgres_url)
    open_database(postgres_url).close()
    monkeypatch.setattr(doctor, "now_ms", lambda: now_ms() + seconds * SECOND)
    assert f"{-seconds:+,.1f} s from this machine's" in wrong(settings)["clock"]


def test_doctor_reports_an_untrusted_proxy(settings: Settings, tmp_path: Path) -> None:
    behind = Settings(data=tmp_path, public_url="https://tiles.club")
    assert found(behind, "proxy").state == "warning"
    trusting = Settings(data=tmp_path, public_url="https://tiles.club", trusted_proxies=("::1",))
    assert found(trusting, "proxy").state == "ok"
    plain = Settings(data=tmp_path, public_url="http://tiles.club", trusted_proxies=("::1",))
    assert "https://" in found(plain, "proxy").text


def test_doctor_reports_a_page_that_was_not_built(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "PAGE_FOLDER", tmp_path)
    assert "pip install" in wrong(settings)["files"]


def test_doctor_reports_a_read_only_cache(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(doctor, "cache_root", lambda: tmp_path / "file" / "cache")
    assert found(settings, "cache").state == "warning"


def test_doctor_reports_packages_of_untested_versions(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = tmp_path / "server.txt"
    lock.write_text("msgspec==0.0.1 \\\n    --hash=sha256:00\nno-such-package==1.0\n")
    monkeypatch.setattr(doctor, "LOCK_FILE", lock)
    assert found(settings, "versions").state == "warning"
    assert "msgspec" in found(settings, "versions").text


# --- The command ----------------------------------------------------------------------------------


def test_doctor_prints_one_line_per_check(settings: Settings, run: CommandLine) -> None:
    done = run("doctor", "--data", str(settings.data))
    assert done.code == 0, done
    lines = done.stdout.splitlines()
    checks = ["versions", "files", "cache", "data", "disk", "database", "clock", "redis", "proxy"]
    assert [line.split()[1] for line in lines] == checks
    assert {line.split()[0] for line in lines} <= {"ok", "warning"}


def test_doctor_exits_with_1_after_a_failed_check(settings: Settings, run: CommandLine) -> None:
    set_version(settings, 999)
    done = run("doctor", "--data", str(settings.data), "--json", "-")
    assert done.code == 1
    states = {one["check"]: one["state"] for one in json.loads(done.stdout)}
    assert states["database"] == "wrong" and states["data"] == "ok"


def test_doctor_reads_the_settings_of_the_server(
    settings: Settings, run: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATA", str(settings.data))
    monkeypatch.setenv("TILEWRIGHT_PUBLIC_URL", "https://tiles.club")
    assert "https://tiles.club without trusted proxies" in run("doctor").stdout
    monkeypatch.setenv("TILEWRIGHT_TRUSTED_PROXIES", "::1")
    assert "https://tiles.club, from ::1" in run("doctor").stdout
    monkeypatch.setenv("TILEWRIGHT_PORT", "http")
    done = run("doctor")
    assert done.code == 2 and "TILEWRIGHT_PORT: expected a whole number" in done.stderr
