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
(a block) instead of ``seed:``. One that was played on from what a seat saw of another has that view
as ``start:`` (a block), and ``seed:`` deals the rest. A game that was broken off has ``result:
unfinished``.

In ``record 2`` every event of chance has a key of its own, from what ``shuffle:`` tells; without
it such a game cannot be played again.

A match in which somebody gave up says so in ``forfeits:``, and in ``places:`` what became of it. A
match whose shuffle can be checked ends with ``shuffle:``, a block.
"""

from __future__ import annotations

import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tilewright.errors import HiddenInformation, TextError, TilewrightError
from tilewright.forfeits import Forfeit, format_forfeits, parse_forfeits, places_after
from tilewright.game import MAX_SEED, Game
from tilewright.position import Outcome, Position
from tilewright.registry import get_game
from tilewright.shuffle import Shuffle
from tilewright.text import Fields, Value, format_fields, parse_fields, parse_settings, quote

if TYPE_CHECKING:  # a match needs more than `import tilewright` should have to load
    from tilewright.match import Match

__all__ = [
    "Record",
    "Start",
    "format_match",
    "format_record",
    "parse_record",
    "read_record",
    "read_text",
    "write_text",
]

PLAIN = "record 1"
KEYED = "record 2"
MAX_FILE = 2_000_000
UNFINISHED = "unfinished"


class Start(NamedTuple):
    """How a game began in the middle of another."""

    view: str
    """What a seat saw there, as text."""
    seed: int
    """Of what it did not see."""


@dataclass(frozen=True)
class Record:
    """A game and all that is told about it."""

    position: Position
    """At the end, with all moves in its history."""
    seats: tuple[str, ...] = ()
    """Who sat where, one word each; empty where nothing is said."""
    forfeits: tuple[Forfeit, ...] = ()
    outcome: Outcome | None = None
    """None for a game that was broken off."""
    shuffle: Shuffle | None = None
    start: Start | None = None

    @property
    def seed(self) -> int | None:
        """The seed of the deal and of all chance; None where the game began from a position."""
        return self.start.seed if self.start else self.position.seed


# --- Writing ------------------------------------------------------------------------------------


def format_record(position: Position, seats: list[str] | None = None) -> str:
    """The whole game that led to a position. ``seats`` names who played, one word each."""
    names, shuffle = tuple(seats or ()), _shuffle_of(position)
    return _format(Record(position, names, outcome=position.outcome, shuffle=shuffle))


def _shuffle_of(position: Position) -> Shuffle | None:
    """What keys the chance of a game that was begun at a server."""
    return position.chance if isinstance(position.chance, Shuffle) else None


def format_match(match: Match) -> str:
    """A whole match. One that goes on has a record only at one screen: it tells the seed."""
    if not (match.is_revealed or match.is_local):
        expected = "a match that is over" if not match.is_over else "the day of the deal to be over"
        raise HiddenInformation(f"expected {expected}; a record tells what is hidden")
    view = match.terms.start
    return _format(
        Record(
            match.board,
            tuple(_seat_word(seat, match) for seat in range(match.players)),
            match.reasons,
            match.outcome,
            _shuffle_of(match.board) if match.is_local else match.shuffle,
            None if view is None else Start(view, match.shuffle.seed),
        )
    )


def _seat_word(seat: int, match: Match) -> str:
    """A name in the letters that a record may have."""
    who = match.chairs[seat].who
    name = getattr(who, "full_name", who.name) if who else ""
    return re.sub(r"[^!-~]+", "_", name).strip("_") or f"seat-{seat}"


def _format(record: Record) -> str:
    position, outcome = record.position, record.outcome
    fields: list[tuple[str, str | list[str]]] = [
        ("tilewright", PLAIN if position.chance is None else KEYED),
        ("game", position.game.name),
        ("players", str(position.players)),
        *_start_fields(record),
    ]
    if record.seats:
        fields.append(("seats", " ".join(record.seats)))
    moves = [f"{ply}. {move}" for ply, move in enumerate(position.moves, 1)]
    fields.append(("moves", moves or "none"))
    if record.forfeits:
        fields.append(("forfeits", format_forfeits(record.forfeits)))
    fields.append(("result", _words(outcome.scores) if outcome else UNFINISHED))
    if record.forfeits and outcome:
        fields.append(("places", _words(outcome.places)))
    fields.append(("final", _hash(position)))
    if record.shuffle:
        fields.append(("shuffle", record.shuffle.lines()))
    return format_fields(fields)


def _start_fields(record: Record) -> list[tuple[str, str | list[str]]]:
    position = record.position
    if record.start is not None:
        return [("start", record.start.view.splitlines()), ("seed", str(record.start.seed))]
    if position.seed is not None:
        options = " ".join(f"{name}={value}" for name, value in position.options.items())
        return [("options", options or "none"), ("seed", str(position.seed))]
    assert position.start_text is not None
    return [("position", position.start_text.splitlines())]


def _words(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def _hash(position: Position) -> str:
    return position.digest[:16]


# --- Reading ------------------------------------------------------------------------------------


def parse_record(text: str) -> Position:
    """Play a record again: the position it ends in, with all moves in its history."""
    return read_record(text).position


def read_record(text: str) -> Record:
    """Play a record again and check all it says."""
    fields = parse_fields(text)
    version = fields.take("tilewright")
    if version.text not in (PLAIN, KEYED):
        raise version.error(f"expected {PLAIN!r} or {KEYED!r}; found {quote(version.text)}")
    position, start = _begin(get_game(fields.take("game").text), fields)
    seed = start.seed if start else position.seed
    shuffle = _take_shuffle(fields, position.players, seed, is_keyed=version.text == KEYED)
    if shuffle is not None and version.text == KEYED:
        position.draw_from(shuffle)
    seats = fields.take_optional("seats")
    result, moves = fields.take("result"), fields.take("moves")
    _replay(position, moves)
    forfeits = _take_forfeits(fields, position)
    outcome = _parse_result(position, forfeits, result)
    _check_places(outcome, fields.take_optional("places"))
    _check_final(position, fields.take_optional("final"))
    fields.finish()
    names = tuple(seats.words) if seats else ()
    return Record(position, names, forfeits, outcome, shuffle, start)


def _begin(game: Game, fields: Fields) -> tuple[Position, Start | None]:
    """The position that a game began with, and how it came about where that was in the middle."""
    value = fields.take("players")
    players = value.number_in(game.players[0], game.players[-1])
    start = None
    if (block := fields.take_optional("position")) is not None:
        position = _read(game, block)
    elif (view := fields.take_optional("start")) is not None:
        position, start = _play_on(game, view, fields)
    else:
        position = _deal(game, players, fields)
    if position.players != players:
        raise value.error(f"the game begins with {position.players}; found {players}")
    return position, start


def _deal(game: Game, players: int, fields: Fields) -> Position:
    value = fields.take("options")
    seed = fields.take("seed").number_in(0, MAX_SEED)
    try:
        options = parse_settings(value.words) if value.text != "none" else {}
        return Position.again(game, players, seed, options)
    except TilewrightError as error:
        raise value.error(str(error)) from error


def _read(game: Game, block: Value) -> Position:
    return Position.from_text(game, "\n".join(block.block()))


def _play_on(game: Game, view: Value, fields: Fields) -> tuple[Position, Start]:
    seed = fields.take("seed").number_in(0, MAX_SEED)
    try:
        seen = _read(game, view)
        return seen.determinize(seed), Start(seen.text, seed)
    except TilewrightError as error:
        raise view.error(str(error)) from error


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


def _take_forfeits(fields: Fields, position: Position) -> tuple[Forfeit, ...]:
    value = fields.take_optional("forfeits")
    return parse_forfeits(value, position.players) if value else ()


def _parse_result(
    position: Position, forfeits: tuple[Forfeit, ...], result: Value
) -> Outcome | None:
    """How the game ended. Forfeits may end it early, but with three or more it may go on too."""
    standing = position.standing()
    possible = [] if position.is_over else [UNFINISHED]
    if position.is_over or forfeits:
        possible.append(_words(standing.scores))
    if result.text not in possible:
        expected = " or ".join(map(repr, possible))
        raise result.error(f"the moves lead to {expected}; found {quote(result.text)}")
    if result.text == UNFINISHED:
        return None
    return places_after(standing, [seat for seat, _ in forfeits])


def _check_places(outcome: Outcome | None, places: Value | None) -> None:
    if places is None:
        return
    expected = _words(outcome.places) if outcome else "no places yet"
    if places.text != expected:
        raise places.error(f"the moves lead to {expected!r}; found {quote(places.text)}")


def _check_final(position: Position, final: Value | None) -> None:
    if final is not None and final.text != _hash(position):
        raise final.error(f"the moves lead to {_hash(position)!r}; found {quote(final.text)}")


def _take_shuffle(
    fields: Fields, players: int, seed: int | None, *, is_keyed: bool
) -> Shuffle | None:
    value = fields.take("shuffle") if is_keyed else fields.take_optional("shuffle")
    if value is None:
        return None
    if seed is None and not is_keyed:
        raise value.error("expected a game that was dealt from a seed")
    return Shuffle.parse(value, players, seed)


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
