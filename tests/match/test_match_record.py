"""Matches as records: who gave up, how it ended, and a shuffle that can be checked."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import tilewright as tw
from matches import ANNA, SECOND, Table, running
from tilewright.cli.records import verify as verify_command
from tilewright.errors import HiddenInformation, Refused, TextError, TilewrightError
from tilewright.match import apply, format_match, game_commands, lobby_commands, play_locally
from tilewright.match.clock import ClockRule
from tilewright.match.events import BotSeat, Person
from tilewright.records.record import read_record, write_text
from tilewright.text import format_fields

RESIGNED = """\
tilewright: record 2
game: toy
players: 3
options: rolls=no
seed: {seed}
seats: Anna Ben Cleo
moves:
  1. take 1
  2. take 2
forfeits: 0 resigned, 1 resigned
result: {scores}
places: 3 2 1
final: {final}
shuffle:
  commitment 630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd
  secret 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
  salts 00ff - -
"""


def resigned() -> Table:
    """Anna gave up first, then Ben."""
    table = Table(players=3)
    for name, salt in (("anna", "00ff"), ("ben", ""), ("cleo", "")):
        table.do(lobby_commands.sit(table.match, Person(name, name.title()), 0, salt=salt))
    table.do(lobby_commands.start(table.match, "anna", 0))
    table.move("anna")
    table.move("ben", "take 2")
    table.do(game_commands.resign(table.match, "anna", 0))
    table.do(game_commands.resign(table.match, "ben", 0))
    return table


def record_of(table: Table) -> str:
    return format_match(table.match)


def test_match_record_reads_as_documented() -> None:
    table = resigned()
    text, match = record_of(table), table.match
    scores = " ".join(map(str, match.board.standing().scores))
    final = text.splitlines()[-5].split()[-1]
    assert text == RESIGNED.format(seed=match.board.seed, scores=scores, final=final)


def test_match_record_parses_back() -> None:
    match = resigned().match
    record = read_record(format_match(match))
    assert record.position == match.board and record.seats == ("Anna", "Ben", "Cleo")
    assert record.forfeits == match.reasons == ((0, "resigned"), (1, "resigned"))
    assert record.outcome == match.outcome and record.shuffle == match.shuffle
    assert tw.load(format_match(match)) == match.board


def test_match_record_of_a_running_match_has_no_seed() -> None:
    table = running("anna", "ben", "cleo")
    table.do(game_commands.resign(table.match, "anna", 0))
    with pytest.raises(HiddenInformation, match="expected a match that is over"):
        record_of(table)
    with pytest.raises(Refused):
        record_of(_closed())


def _closed() -> Table:
    table = Table()
    table.do(lobby_commands.close(table.match, "anna", 0))
    return table


def test_match_record_of_one_screen_is_saved_while_it_runs() -> None:
    position = tw.new("toy", players=3, seed=5)
    match = play_locally(position, [ANNA, ANNA, BotSeat("level-1")])
    apply(match, *game_commands.resign(match, "anna", 0))
    record = read_record(format_match(match))
    assert record.seats == ("Anna", "Anna", "level-1") and record.shuffle is None
    assert record.forfeits == ((0, "resigned"),) and record.outcome is None


def test_match_record_names_the_version_of_each_bot() -> None:
    position = tw.new("toy", players=2, seed=5)
    match = play_locally(position, [BotSeat("level-1", 2), BotSeat("level-1")])
    assert read_record(format_match(match)).seats == ("level-1@2", "level-1")


def test_match_record_names_timeouts() -> None:
    table = running("anna", "ben", clock=ClockRule("game", SECOND))
    table.wait(SECOND)
    assert "forfeits: 0 time\n" in record_of(table) and "places: 2 1\n" in record_of(table)


def test_record_of_a_played_out_game_has_no_places() -> None:
    table = running("anna", "ben")
    while not table.match.is_over:
        table.move(("anna", "ben")[table.match.board.mover])
    assert "places:" not in record_of(table) and "forfeits:" not in record_of(table)
    assert read_record(record_of(table)).outcome == table.match.board.outcome


@pytest.mark.parametrize(
    "name, word", [("Zoë van Dam", "Zo_van_Dam"), ("Анна", "seat-0"), ("a:b", "a:b")]
)
def test_match_record_escapes_names(name: str, word: str) -> None:
    table = Table()
    table.do(lobby_commands.sit(table.match, Person("p", name), 0))
    table.do(lobby_commands.start(table.match, "anna", 0, fill="level-1"))
    table.do(game_commands.resign(table.match, "p", 0))
    assert read_record(record_of(table)).seats == (word, "level-1")


@pytest.mark.parametrize(
    "old, new, complaint",
    [
        ("places: 3 2 1", "places: 1 2 3", "line 12: places: the moves lead to '3 2 1'"),
        ("0 resigned, 1 resigned", "1 resigned, 0 resigned", "places: the moves lead to '2 3 1'"),
        ("0 resigned, 1 resigned", "0 resigned, 0 time", "expected every seat at most once"),
        ("0 resigned, 1 resigned", "3 resigned", "expected a number from 0 to 2; found '3'"),
        ("0 resigned, 1 resigned", "0 bored", "expected one of resigned, time, fault"),
        ("0 resigned, 1 resigned", "0", "expected one of resigned, time, fault; found ''"),
        ("forfeits: 0 resigned, 1 resigned\n", "", "result: the moves lead to 'unfinished'; found"),
        ("result: 0 0 0", "result: 9 9 9", "the moves lead to 'unfinished' or '0 0 0'; found"),
        ("result: 0 0 0", "result: unfinished", "places: the moves lead to 'no places yet'"),
        ("salts 00ff - -", "salts - - -", "shuffle: secret and salts give the seed"),
        ("secret 00", "secret ff", "shuffle: the secret's SHA-256 is"),
    ],
)
def test_match_record_with_changes_is_refused(old: str, new: str, complaint: str) -> None:
    text = record_of(resigned())
    assert old in text
    with pytest.raises(TextError) as error:
        read_record(text.replace(old, new))
    assert complaint in str(error.value)


def test_match_record_with_a_shuffle_needs_a_seed() -> None:
    position = tw.position("toy", str(tw.new("toy", seed=5)))
    block = record_of(resigned()).partition("shuffle:")[2]
    with pytest.raises(TextError, match="shuffle: expected a game that was dealt from a seed"):
        read_record(tw.dump(position) + "shuffle:" + block)


# --- tilewright verify --------------------------------------------------------------------------


def verify(text: str, folder: Path, *words: str) -> str:
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command()(verify_command)
    write_text(folder / "game.txt", text)
    result = CliRunner().invoke(app, [str(folder / "game.txt"), *words])
    if isinstance(result.exception, TilewrightError):
        raise result.exception
    assert result.exit_code == 0
    return result.output


def test_verify_lists_what_was_checked(tmp_path: Path) -> None:
    match = resigned().match
    lines = verify(format_match(match), tmp_path).splitlines()
    assert lines[0] == "Checked: 2 moves of Toy from the deal of its seed, all legal."
    assert lines[2] == "Checked: the moves lead to the scores 0 0 0, places 3 2 1."
    assert lines[3] == "Not checked: that seat 0 forfeited (resigned); no move shows it."
    assert f"Checked: SHA-256 of the secret is the commitment {match.commitment}." in lines
    assert f"Checked: the secret and the players' bytes give the seed {match.board.seed}." in lines
    assert "    seat 0 added 00ff" in lines and "    seat 1 added nothing" in lines
    assert "Not checked: that this commitment was shown before the game" in "\n".join(lines)


def test_verify_compares_the_shown_commitment(tmp_path: Path) -> None:
    match = resigned().match
    shown = match.commitment.upper()
    output = verify(format_match(match), tmp_path, "--commitment", shown)
    assert "Checked: this commitment is the one you gave." in output
    with pytest.raises(TilewrightError, match="you were shown 'ab'"):
        verify(format_match(match), tmp_path, "--commitment", "ab")
    with pytest.raises(TilewrightError, match="expected a record with 'shuffle:'"):
        verify(tw.dump(tw.new("toy")), tmp_path, "--commitment", shown)


def test_verify_without_a_shuffle_proves_no_deal(tmp_path: Path) -> None:
    lines = verify(tw.dump(tw.new("toy")), tmp_path).splitlines()
    assert lines[1:] == [
        "Checked: the game is not finished.",
        "Not checked: how the seed was chosen; the record has no shuffle.",
    ]


def test_verify_finds_another_deal(tmp_path: Path) -> None:
    """A game in good order, but from another seed than the promise leads to."""
    table = Table()
    table.do(lobby_commands.start(table.match, "anna", 0, fill="random"))
    dealt = tw.new("toy", seed=7)
    while not dealt.is_over:
        dealt.play("take 1")
    text = format_fields([("shuffle", table.match.shuffle.format_lines())])
    with pytest.raises(TilewrightError, match="shuffle: secret and salts give the seed"):
        verify(tw.dump(dealt) + text, tmp_path)
