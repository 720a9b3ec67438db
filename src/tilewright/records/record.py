"""Records: a game as text, with its start, its moves and its result.

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

Seed, options and moves determine the game. Reading a record replays it and checks every move, the
result and a hash of the final position. Other fields:

    position:   the first position, instead of ``seed:`` (a block)
    start:      the view that the game started from (a block); ``seed:`` deals its hidden parts
    forfeits:   seats that resigned, ran out of time or broke the rules
    places:     the places, if forfeits changed them
    result:     ``unfinished`` for an abandoned game
    shuffle:    secret and salts of a verifiable deal (a block)

In ``record 2`` each chance event has its own key, derived from ``shuffle:``, which is required.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tilewright.errors import InvalidOption, TextError, TilewrightError
from tilewright.game import MAX_SEED, Game
from tilewright.position import Outcome, Position
from tilewright.records.commit_reveal import Shuffle
from tilewright.records.forfeits import Forfeit, apply_forfeits, format_forfeits, parse_forfeits
from tilewright.registry import get_game
from tilewright.text import (
    Fields,
    Value,
    extract_remarks,
    format_fields,
    parse_fields,
    parse_settings,
    quote,
)

PLAIN = "record 1"
KEYED = "record 2"
MAX_FILE = 2_000_000
UNFINISHED = "unfinished"
WORD = re.compile(r"[!-~]{1,80}")
"""Matches a name in ``seats:``."""


class StartView(NamedTuple):
    """Start of a game that continues from a view of another game."""

    view: str
    """A seat's view, as text."""
    seed: int
    """Seed from which the hidden parts are dealt."""


@dataclass(frozen=True)
class Record:
    """The contents of a record.

    Examples:
        >>> import tilewright as tw
        >>> from tilewright.records.record import read_record
        >>> record = read_record(tw.dump(tw.new("polyssimo", seed=7), ["anna", "level-8"]))
        >>> record.seats, record.seed, record.outcome
        (('anna', 'level-8'), 7, None)
    """

    position: Position
    """The final position, with all moves in its history."""
    seats: tuple[str, ...] = ()
    """Names by seat, one word each. Empty if the record has none."""
    forfeits: tuple[Forfeit, ...] = ()
    outcome: Outcome | None = None
    """None if the game is unfinished."""
    shuffle: Shuffle | None = None
    start: StartView | None = None

    @property
    def seed(self) -> int | None:
        """Seed of the deal and of all later chance. None if the game started from a position."""
        return self.start.seed if self.start else self.position.seed


# --- Writing ------------------------------------------------------------------------------------


def format_record(position: Position, seats: Sequence[str] | None = None) -> str:
    """Format the record of the game that led to a position.

    Args:
        position: The position with its history.
        seats: Names by seat, one word each.

    Raises:
        InvalidOption: The number of names is wrong, or a name is not a word of printable ASCII.
    """
    names, shuffle = _validate_seat_names(seats, position.players), find_shuffle(position)
    return write_record(Record(position, names, outcome=position.outcome, shuffle=shuffle))


def _validate_seat_names(seats: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """Return the seat names as a tuple, empty if there are none.

    Raises:
        InvalidOption: The number of names is wrong, or a name is invalid.
    """
    if not seats:
        return ()
    if isinstance(seats, str) or len(seats) != players:
        found = quote(seats) if isinstance(seats, str) else len(seats)
        raise InvalidOption(f"seats: expected a list of {players} names; found {found}")
    for name in seats:
        if not isinstance(name, str) or not WORD.fullmatch(name):
            found = quote(name) if isinstance(name, str) else f"{name!r:.40}"
            raise InvalidOption(f"seats: expected words of printable ASCII; found {found}")
    return tuple(seats)


def find_shuffle(position: Position) -> Shuffle | None:
    """Return the shuffle that a game draws its chance events from.

    Returns None if they are drawn from the seed.
    """
    return position.chance if isinstance(position.chance, Shuffle) else None


def normalize_record(text: str, record: Record) -> str:
    """Return a record in canonical form, preceded by the remarks of its original text.

    Args:
        text: The text from which the record was read. At most 1,000 characters of its remarks are
            kept; blank lines and extra spaces are removed.
        record: The record.
    """
    return "".join(f"{remark}\n" for remark in extract_remarks(text)) + write_record(record)


def write_record(record: Record) -> str:
    """Format a record as text. ``read_record`` can read it."""
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
    fields.append(("result", _join(outcome.scores) if outcome else UNFINISHED))
    if record.forfeits and outcome:
        fields.append(("places", _join(outcome.places)))
    fields.append(("final", _short_digest(position)))
    if record.shuffle:
        fields.append(("shuffle", record.shuffle.format_lines()))
    return format_fields(fields)


def _start_fields(record: Record) -> list[tuple[str, str | list[str]]]:
    """Return the fields of a record that define how the game started."""
    position = record.position
    if record.start is not None:
        return [("start", record.start.view.splitlines()), ("seed", str(record.start.seed))]
    if position.seed is not None:
        options = " ".join(f"{name}={value}" for name, value in position.options.items())
        return [("options", options or "none"), ("seed", str(position.seed))]
    assert position.start_text is not None
    return [("position", position.start_text.splitlines())]


def _join(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def _short_digest(position: Position) -> str:
    return position.digest[:16]


# --- Reading ------------------------------------------------------------------------------------


def parse_record(text: str) -> Position:
    """Replay a record and return its final position, with all moves in its history."""
    return read_record(text).position


def parse_position(text: str) -> Position:
    """Parse a position. Its text names the game."""
    return Position.from_text(get_game(parse_fields(text).take("game").text), text)


def read_record(text: str) -> Record:
    """Parse and replay a record, checking its moves, result, hash and shuffle.

    Raises:
        UnknownGame: The record's game is not installed.
        TextError: A line cannot be parsed, a move is illegal, or a check fails; the error names the
            line.
    """
    fields = parse_fields(text)
    version = fields.take("tilewright")
    if version.text not in (PLAIN, KEYED):
        raise version.error(f"expected {PLAIN!r} or {KEYED!r}; found {quote(version.text)}")
    position, start = _parse_start(get_game(fields.take("game").text), fields)
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
    names = _parse_seats(seats, position.players) if seats else ()
    return Record(position, names, forfeits, outcome, shuffle, start)


def _parse_seats(seats: Value, players: int) -> tuple[str, ...]:
    """Parse the names of the seats. Raises ``TextError`` if their number is wrong."""
    if len(seats.words) != players:
        raise seats.error(f"expected {players} names; found {len(seats.words)}")
    return tuple(seats.words)


def _parse_start(game: Game, fields: Fields) -> tuple[Position, StartView | None]:
    """Return the first position of a game, and its start view if there is one."""
    value = fields.take("players")
    players = value.number_in(game.players[0], game.players[-1])
    start = None
    if (block := fields.take_optional("position")) is not None:
        position = _parse_position_block(game, block)
    elif (view := fields.take_optional("start")) is not None:
        position, start = _start_from_view(game, view, fields)
    else:
        position = _deal(game, players, fields)
    if position.players != players:
        raise value.error(f"the game begins with {position.players}; found {players}")
    return position, start


def _deal(game: Game, players: int, fields: Fields) -> Position:
    """Deal the first position from a record's players, options and seed."""
    value = fields.take("options")
    seed = fields.take("seed").number_in(0, MAX_SEED)
    try:
        options = parse_settings(value.words) if value.text != "none" else {}
        return Position.again(game, players, seed, options)
    except TilewrightError as error:
        raise value.error(str(error)) from error


def _parse_position_block(game: Game, block: Value) -> Position:
    return Position.from_text(game, "\n".join(block.block()))


def _start_from_view(game: Game, view: Value, fields: Fields) -> tuple[Position, StartView]:
    """Return a view's position with its hidden parts dealt, and the start view.

    The hidden parts are dealt from the field ``seed``.
    """
    seed = fields.take("seed").number_in(0, MAX_SEED)
    try:
        seen = _parse_position_block(game, view)
        return seen.determinize(seed), StartView(seen.text, seed)
    except TilewrightError as error:
        raise view.error(str(error)) from error


def _replay(position: Position, moves: Value) -> None:
    """Play the moves of a record. Errors name their line."""
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
    """Check the recorded result and return the outcome, or None for an unfinished game.

    With three or four players, a game may go on after a forfeit. Then the record may have a result
    or be unfinished.

    Raises:
        TextError: The moves lead to another result.
    """
    standing = position.standing()
    possible = [] if position.is_over else [UNFINISHED]
    if position.is_over or forfeits:
        possible.append(_join(standing.scores))
    if result.text not in possible:
        expected = " or ".join(map(repr, possible))
        raise result.error(f"the moves lead to {expected}; found {quote(result.text)}")
    if result.text == UNFINISHED:
        return None
    return apply_forfeits(standing, [seat for seat, _ in forfeits])


def _check_places(outcome: Outcome | None, places: Value | None) -> None:
    """Raise ``TextError`` unless the recorded places match the outcome.

    Nothing is checked if the record has no places.
    """
    if places is None:
        return
    expected = _join(outcome.places) if outcome else "no places yet"
    if places.text != expected:
        raise places.error(f"the moves lead to {expected!r}; found {quote(places.text)}")


def _check_final(position: Position, final: Value | None) -> None:
    if final is not None and final.text != (digest := _short_digest(position)):
        raise final.error(f"the moves lead to {digest!r}; found {quote(final.text)}")


def _take_shuffle(
    fields: Fields, players: int, seed: int | None, *, is_keyed: bool
) -> Shuffle | None:
    """Parse the field ``shuffle``. Returns None if it is absent.

    Raises:
        TextError: A keyed record has no shuffle, or the shuffle is invalid.
    """
    value = fields.take("shuffle") if is_keyed else fields.take_optional("shuffle")
    if value is None:
        return None
    if seed is None and not is_keyed:
        raise value.error("expected a game that was dealt from a seed")
    return Shuffle.parse(value, players, seed)


# --- Files --------------------------------------------------------------------------------------


def read_text(path: str | os.PathLike[str]) -> str:
    """Read a text file of at most ``MAX_FILE`` bytes.

    Raises:
        TextError: The file cannot be read, is too large, or is not UTF-8.
    """
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


def check_overwrite(
    path: Path | None, is_ours: Callable[[bytes], bool], file_kind: str, advice: str = ""
) -> None:
    """Raise `TilewrightError` if writing a file may destroy a user's work.

    Args:
        path: The file to be written; None skips the check.
        is_ours: Returns True if a file with these bytes may be overwritten without loss.
        file_kind: What such a file is called in the error message, such as "a record".
        advice: Further advice for the error message, besides naming another file.

    Raises:
        TilewrightError: The file exists, is not empty and ``is_ours`` returns False.
    """
    if path is None or not path.is_file():
        return
    try:
        data = path.read_bytes()
    except OSError as error:
        raise TilewrightError(f"cannot read {path}: {error.strerror}") from error
    if data.strip() and not is_ours(data):
        other = "; ".join(["name another file", *([advice] if advice else [])])
        raise TilewrightError(f"{path} is there already and is not {file_kind}: {other}")


def is_record_of(data: bytes, position: Position) -> bool:
    """Return True if `position` continues the game recorded in `data`.

    Then the record of `position` may replace `data` without loss. A record with forfeits gives
    False.
    """
    try:
        record = read_record(data.decode())
    except (TilewrightError, UnicodeDecodeError):
        return False
    kept = record.position
    is_same_start = all(
        getattr(kept, name) == getattr(position, name)
        for name in ("game", "players", "seed", "options", "start_text", "chance")
    )
    is_prefix = position.actions[: len(kept.actions)] == kept.actions
    return is_same_start and is_prefix and not record.forfeits


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a file atomically, by renaming a temporary file beside it."""
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
