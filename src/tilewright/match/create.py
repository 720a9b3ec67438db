"""Creates matches: the first event of a server's table, or a local match on one screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from tilewright.dates import is_day
from tilewright.errors import Code, Refused, TilewrightError
from tilewright.game import COMPLETE
from tilewright.match.events import (
    ChanceRule,
    Event,
    Forfeited,
    Moved,
    Occupant,
    Opened,
    SeatTaken,
    Started,
    Terms,
)
from tilewright.match.guards import check_storable
from tilewright.match.reducer import replay
from tilewright.match.state import Match
from tilewright.position import Position
from tilewright.records.commit_reveal import commit
from tilewright.records.forfeits import Forfeit
from tilewright.registry import get_game

MIN_RATED_TIME_MS: Final = {"game": 60_000, "move": 10_000}
"""Shortest time control of a rated game, by clock kind: per game or per move."""


def open_table(
    terms: Terms,
    host: str,
    secret: bytes,
    now: int,
    reserved: Sequence[str | None] = (),
    chance: ChanceRule = "keys",
    *,
    is_quick: bool = False,
) -> list[Event]:
    """Return the first event of a table.

    Args:
        terms: The agreed terms; missing options get their defaults.
        host: Id of the person who opens the table.
        secret: 32 secret bytes; the event contains only their SHA-256.
        now: Time (ms).
        reserved: By seat, the id of the only person who may take it; empty for no reservations.
        chance: ``keys`` for one key per chance event, ``seed`` for one seed per game.
        is_quick: True for a quick match, which starts as soon as the last seat is taken.

    Raises:
        Refused: The terms are invalid, or not allowed in a rated game.

    Examples:
        >>> from tilewright.match import open_table, replay
        >>> from tilewright.match.events import Terms
        >>> secret = bytes(32)
        >>> log = open_table(Terms(game="polyssimo", players=2), "anna", secret, now=0)
        >>> match = replay(secret, log)
        >>> match.status, match.seq, match.players
        ('open', 1, 2)
    """
    held = list(reserved) or [None] * terms.players
    opened = Opened(
        at=now,
        terms=terms,
        host=host,
        commitment=commit(secret),
        reserved=held,
        chance=chance,
        quick=is_quick,
    )
    check_storable(opened)
    _check_start_and_day(terms)
    options = get_game(terms.game).record_options(terms.options, terms.players)
    opened = replace(opened, terms=replace(terms, options=options))
    if terms.rated:
        _check_rated(terms)
    if len(held) != terms.players:
        raise Refused(Code.BAD_TERMS, f"reserved: expected {terms.players}; found {len(held)}")
    return [opened]


def _check_start_and_day(terms: Terms) -> None:
    """Refuse an invalid start position or day."""
    if terms.start is not None:
        _check_start(terms)
    if terms.day is not None and not is_day(terms.day):
        raise Refused(Code.BAD_TERMS, f"day: expected a day of the calendar; found {terms.day}")


def _check_rated(terms: Terms) -> None:
    """Refuse terms that are not allowed in a rated game: one player, little time, handicaps."""
    if terms.players == 1:
        raise Refused(Code.BAD_TERMS, "rated: expected at least two players; found one")
    least = MIN_RATED_TIME_MS.get(terms.clock.kind, 0)
    if terms.clock.time < least:
        found = f"expected at least {least // 1000} seconds; found {terms.clock.time} ms"
        raise Refused(Code.BAD_TERMS, f"rated: {found}")
    for option in get_game(terms.game).options:
        text = terms.options.get(option.name, option.default)
        is_even = text == option.default or not any(option.parse(text, terms.players))
        if option.kind != "word" and not is_even:
            raise Refused(Code.BAD_TERMS, f"rated: expected {option.name} {option.default}")


def _check_start(terms: Terms) -> None:
    if terms.rated or terms.options or terms.is_duplicate:
        raise Refused(Code.BAD_TERMS, "start: expected no options, no day and an unrated game")
    start = _parse_start(terms)
    if start.players != terms.players:
        found = f"a position for {start.players}"
        raise Refused(Code.BAD_TERMS, f"start: expected {terms.players} players; found {found}")
    if start.viewer == COMPLETE:
        raise Refused(Code.BAD_TERMS, "start: expected the view of a seat; found all of a position")
    if start.is_over:
        raise Refused(Code.BAD_TERMS, "start: expected a game that goes on; found the end of one")


def _parse_start(terms: Terms) -> Position:
    try:
        return Position.from_text(get_game(terms.game), terms.start or "")
    except TilewrightError as error:
        raise Refused(Code.BAD_TERMS, f"start: {error}") from error


# --- Local matches ------------------------------------------------------------------------------


def play_locally(
    position: Position,
    seats: Sequence[Occupant],
    forfeits: Sequence[Forfeit] = (),
    stand_in: str = "level-4",
) -> Match:
    """Return a local match that continues from a position, without clocks or a shuffle.

    Args:
        position: The position, with its history.
        seats: The person or bot on each seat.
        forfeits: Forfeits so far, in chronological order.
        stand_in: Name of the bot that plays on for forfeited seats.

    Examples:
        >>> import tilewright as tw
        >>> from tilewright.match import play_locally
        >>> from tilewright.match.events import BotSeat, Person
        >>> seats = [Person("anna", "Anna"), BotSeat("level-3")]
        >>> match = play_locally(tw.new("polyssimo", seed=7), seats)
        >>> match.status, match.bot_to_move
        ('running', None)
    """
    game, players = position.game.name, position.players
    terms = Terms(game=game, players=players, grace=None, stand_in=stand_in)
    log: list[Event] = [
        Opened(at=0, terms=terms, host="", commitment=""),
        *(SeatTaken(at=0, seat=seat, who=who) for seat, who in enumerate(seats)),
        Started(at=0),
        *_history_events(position),
        *(Forfeited(at=0, seat=seat, reason=reason) for seat, reason in forfeits),
    ]
    return replay(b"", log, origin=position.after(0))


def _history_events(position: Position) -> Iterator[Moved]:
    """Yield the moves of a position's history as events."""
    steps = position.after(0)
    for action, move in zip(position.actions, position.moves, strict=True):
        yield Moved(at=0, seat=steps.mover, move=move)
        steps.play(action)
