"""A game as text: where it began, its moves, its result.

    tilewright: record 1
    game: my-shelfie
    players: 2
    options: goals=2 refill=four
    seed: 7
    seats: random random
    moves:
      1. d2e2>1
      2. ...
    result: 34 29
    final: 5b0c3c3f0f0d7c11

Seed, options and moves are the game: reading a record plays it again and checks every move, the
result and a hash of the final position. A game that did not begin with a deal has ``position:``
(a block) instead of ``seed:``. A game that was broken off has ``result: unfinished``.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

from tilewright.errors import TextError, TilewrightError
from tilewright.game import Game
from tilewright.position import MAX_SEED, Position
from tilewright.registry import get_game
from tilewright.text import Fields, Value, format_fields, parse_fields, parse_settings, quote

__all__ = ["format_record", "parse_record", "read_text", "seat_names", "write_text"]

RECORD_VERSION = "record 1"
MAX_FILE = 2_000_000
UNFINISHED = "unfinished"


def format_record(position: Position, seats: list[str] | None = None) -> str:
    """The whole game that led to a position. ``seats`` names who played, one word each."""
    fields: list[tuple[str, str | list[str]]] = [
        ("tilewright", RECORD_VERSION),
        ("game", position.game.name),
        ("players", str(position.players)),
    ]
    if position.seed is not None:
        options = " ".join(f"{name}={value}" for name, value in position.options.items())
        fields += [("options", options or "none"), ("seed", str(position.seed))]
    else:
        assert position.start_text is not None
        fields.append(("position", position.start_text.splitlines()))
    if seats:
        fields.append(("seats", " ".join(seats)))
    moves = [f"{ply}. {move}" for ply, move in enumerate(position.moves, 1)]
    fields.append(("moves", moves or "none"))
    outcome = position.outcome
    result = " ".join(map(str, outcome.scores)) if outcome else UNFINISHED
    return format_fields([*fields, ("result", result), ("final", _hash(position))])


def parse_record(text: str) -> Position:
    """Play a record again: the position it ends in, with all moves in its history."""
    fields = parse_fields(text)
    version = fields.take("tilewright")
    if version.text != RECORD_VERSION:
        raise version.error(f"expected {RECORD_VERSION!r}; found {quote(version.text)}")
    position = _start(get_game(fields.take("game").text), fields)
    fields.take_optional("seats")
    result = fields.take("result")
    _replay(position, fields.take("moves"))
    _check_end(position, result, fields.take_optional("final"))
    fields.finish()
    return position


def seat_names(text: str) -> list[str]:
    """Who sat where, as far as the record says."""
    value = parse_fields(text).take_optional("seats")
    return value.words if value else []


def _start(game: Game, fields: Fields) -> Position:
    players = fields.take("players").number_in(game.players[0], game.players[-1])
    block = fields.take_optional("position")
    if block is not None:
        return Position.from_text(game, "\n".join(block.block()))
    value = fields.take("options")
    seed = fields.take("seed").number_in(0, MAX_SEED)
    try:
        options = parse_settings(value.words) if value.text != "none" else {}
        return Position.new(game, players, seed, options)
    except TilewrightError as error:
        raise value.error(str(error)) from error


def _replay(position: Position, moves: Value) -> None:
    if not moves.is_block and moves.text == "none":
        return
    for row, line in enumerate(moves.block()):
        number, dot, move = line.partition(". ")
        if not dot or number != str(row + 1):
            raise moves.error(f"expected '{row + 1}. ' and a move; found {quote(line)}", row)
        try:
            position.play(move)
        except TilewrightError as error:
            raise moves.error(str(error), row) from error


def _check_end(position: Position, result: Value, final: Value | None) -> None:
    outcome = position.outcome
    expected = " ".join(map(str, outcome.scores)) if outcome else UNFINISHED
    if result.text != expected:
        raise result.error(f"the moves lead to {expected!r}; found {quote(result.text)}")
    if final is not None and final.text != _hash(position):
        raise final.error(f"the moves lead to {_hash(position)!r}; found {quote(final.text)}")


def _hash(position: Position) -> str:
    return hashlib.sha256(position.text.encode()).hexdigest()[:16]


# --- Files --------------------------------------------------------------------------------------


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a file, bounded; an unreadable file is an error in one line."""
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_FILE + 1)
    except OSError as error:
        raise TextError(f"cannot read {path}: {error.strerror}") from error
    if len(data) > MAX_FILE:
        raise TextError(f"{path}: expected at most {MAX_FILE:,} bytes")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        found = f"byte {data[error.start]:#04x} at offset {error.start}"
        raise TextError(f"{path}: expected UTF-8 text; found {found}") from error


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a file whole or not at all: to a temporary file beside it, then renamed."""
    target = Path(path)
    try:
        descriptor, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise TilewrightError(f"cannot write {path}: {error.strerror}") from error
