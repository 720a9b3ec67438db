"""``tilewright records export`` and ``import``, on both databases."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import tilewright as tw
from live_world import begin, running_tables
from tilewright.cli import main
from tilewright.match import game_commands, lobby_commands
from tilewright.match.events import Terms
from tilewright.records.record import read_record, read_text
from tilewright.server.storage import people, records
from tilewright.server.storage.database import Database, Transaction, open_database
from tilewright.server.storage.records import SavedRecord

Command = Callable[..., str]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run ``tilewright records ...``: what it said, on stderr where it failed."""

    def run(*arguments: str, status: int = 0) -> str:
        monkeypatch.setattr("sys.argv", ["tilewright", "records", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        found = capsys.readouterr()
        assert ended.value.code == status, found.err
        return found.err if status else found.out

    return run


@pytest.fixture
def where(database_url: str) -> list[str]:
    """Return the options that name the database."""
    if database_url.startswith("postgresql:"):
        return ["--database-url", database_url]
    return ["--data", str(Path(database_url).parent)]


# --- Out ----------------------------------------------------------------------------------------


async def fill(database: Database) -> str:
    """Store a finished game, a running one and a closed table; return the first one's id."""
    async with running_tables(database) as tables:
        table = await begin(tables, "anna", "bert")
        await tables.commands.execute(
            table, lambda match, now: game_commands.resign(match, "anna", now)
        )
        await begin(tables, "anna", "bert")
        closed = await tables.directory.open(Terms(game="toy", players=2), "anna", listed=True)
        await tables.commands.execute(
            closed.id, lambda match, now: lobby_commands.close(match, "anna", now)
        )
    return table


async def test_export_writes_finished_games_beside_a_running_server(
    database: Database, where: list[str], command: Command, tmp_path: Path
) -> None:
    table = await fill(database)  # and the database stays open
    folder = tmp_path / "games"
    assert "1 records written, 0 were there" in command("export", str(folder), *where)
    (file,) = folder.iterdir()
    assert table in file.name and "toy" in file.name
    record = read_record(read_text(file))
    assert record.forfeits == ((0, "resigned"),) and record.shuffle is not None
    assert "0 records written, 1 were there" in command("export", str(folder), *where)


# --- In -----------------------------------------------------------------------------------------


def add_ann(tx: Transaction) -> None:
    people.add_guest(tx, "p1", "Ann", now=1)
    people.add_account(tx, "p1", "ann", "hash")


def anns_records(tx: Transaction) -> list[SavedRecord]:
    return records.list_after(tx, "p1", "", 10)


@pytest.fixture
def _ann(database_url: str) -> None:
    """Return a person with an account."""
    database = open_database(database_url)
    database.submit_write(add_ann).result()
    database.close()


def write_games(folder: Path, *seeds: int) -> None:
    folder.mkdir()
    for seed in seeds:
        (folder / f"{seed}.txt").write_text(tw.dump(tw.new("toy", seed=seed)))


@pytest.mark.usefixtures("_ann")
def test_import_assigns_records_to_a_person_once(
    database_url: str, where: list[str], command: Command, tmp_path: Path
) -> None:
    write_games(tmp_path / "games", 1, 2)
    first, folder = str(tmp_path / "games" / "1.txt"), str(tmp_path / "games")
    assert "1 records imported, 0 were" in command("import", first, "--login", "Ann", *where)
    assert "1 records imported, 1 were" in command("import", folder, "--login", "ann", *where)
    database = open_database(database_url)
    kept = database.submit_read(anns_records).result()
    database.close()
    assert {read_record(record.text).position.seed for record in kept} == {1, 2}
    assert {record.game for record in kept} == {"toy"}


@pytest.mark.usefixtures("_ann")
@pytest.mark.parametrize(
    "text, login, words",
    [
        ("tilewright: record 1\n", "ann", "bad.txt: "),
        (None, "nobody", "no account has login 'nobody'"),
    ],
)
def test_import_of_an_invalid_record_is_reported_in_one_line(
    where: list[str],
    command: Command,
    tmp_path: Path,
    text: str | None,
    login: str,
    words: str,
) -> None:
    file = tmp_path / "bad.txt"
    file.write_text(text or tw.dump(tw.new("toy", seed=1)))
    assert words in command("import", str(file), "--login", login, *where, status=2)
