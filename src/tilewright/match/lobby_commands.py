"""Commands before and after the game: sitting, leaving, starting, closing, rematches."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from tilewright.dates import is_day
from tilewright.errors import Code, Refused, TilewrightError
from tilewright.game import COMPLETE, Seat
from tilewright.match.events import (
    BotSeat,
    ChanceRule,
    Closed,
    Event,
    Forfeited,
    Moved,
    Occupant,
    Opened,
    Person,
    Rematched,
    Renamed,
    SeatFreed,
    SeatTaken,
    Started,
    Terms,
    Unrated,
)
from tilewright.match.guards import (
    MAX_EVENTS,
    MAX_SITTINGS,
    check_event_limit,
    check_host,
    check_seat,
    check_sitting,
    check_status,
    require_storable,
)
from tilewright.match.reducer import replay
from tilewright.match.state import Match
from tilewright.position import Position
from tilewright.records.commit_reveal import commit, parse_salt
from tilewright.records.forfeits import Forfeit
from tilewright.registry import get_game

MIN_RATED_TIME_MS: Final = {"game": 60_000, "move": 10_000}
"""Shortest time control of a rated game, by clock kind: per game or per move."""


def open_table(
    terms: Terms,
    host_id: str,
    secret: bytes,
    now: int,
    reserved: Sequence[str | None] = (),
    chance: ChanceRule = "keys",
    *,
    is_quick: bool = False,
) -> list[Event]:
    """Return the first event of a table, as a list.

    Args:
        terms: The agreed terms; missing options get their defaults.
        host_id: Id of the person who opens the table.
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
        host=host_id,
        commitment=commit(secret),
        reserved=held,
        chance=chance,
        quick=is_quick,
    )
    require_storable(opened)
    _check_start_and_day(terms)
    options = get_game(terms.game).canonical_options(terms.options, terms.players)
    opened = replace(opened, terms=replace(terms, options=options))
    if terms.rated:
        _check_rated(terms)
    if len(held) != terms.players:
        raise Refused(Code.BAD_TERMS, f"reserved: expected {terms.players}; found {len(held)}")
    return [opened]


def _check_start_and_day(terms: Terms) -> None:
    """Raise Refused if the terms have an invalid start position or day."""
    if terms.start is not None:
        _check_start(terms)
    if terms.day is not None and not is_day(terms.day):
        raise Refused(Code.BAD_TERMS, f"day: expected a day of the calendar; found {terms.day}")


def _check_rated(terms: Terms) -> None:
    """Raise Refused unless the terms are allowed in a rated game.

    A rated game needs at least two players, enough time, and no handicaps.
    """
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
    """Raise Refused if the start position does not fit the terms."""
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
    """Parse the start position of the terms. Raises Refused if it is invalid."""
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


# --- Seats, start, end, rematch -------------------------------------------------------------------


def sit(
    match: Match, person: Person, now: int, seat: Seat | None = None, salt: str = ""
) -> list[Event]:
    """Return the event that seats a person, by default on the first available seat.

    A person may take several seats and play them on one screen.
    """
    check_status(match, "open")
    check_sitting(match, person.id)
    parse_salt(salt)
    allowed = _list_available_seats(match, person.id)
    if seat is None:
        seat = next(iter(allowed), None)
    if seat is None:
        raise Refused(Code.TABLE_FULL, "all seats are taken or reserved")
    check_seat(match, seat)
    if seat not in allowed:
        raise Refused(Code.SEAT_TAKEN, f"seat {seat} is taken or reserved for another person")
    return [require_storable(SeatTaken(at=now, seat=seat, who=person, salt=salt))]


def join_quick(
    match: Match,
    person: Person,
    now: int,
    *,
    present_ids: Collection[str] | None = None,
    unrated: Unrated | None = None,
) -> list[Event]:
    """Return the events that seat a person in a quick match.

    The person on the last seat starts the game. Returns no events if the person has a seat.

    Args:
        match: The match.
        person: The person who joins.
        now: Time (ms).
        present_ids: As for ``start``.
        unrated: As for ``start``.
    """
    check_status(match, "open")
    if match.seats_of(person.id):
        return []
    taken = sit(match, person, now)
    if len(_list_free_seats(match)) > 1:
        return taken
    if match.terms.rated:
        _check_rated_players([*_list_owners(match), person.id], present_ids)
    return [*taken, Started(at=now, unrated=unrated if match.terms.rated else None)]


def seat_bot(match: Match, person_id: str, seat: Seat, name: str, now: int) -> list[Event]:
    """Return the event that seats a bot on a free seat. Only the host may do so."""
    check_status(match, "open")
    check_event_limit(match)
    check_host(match, person_id)
    check_seat(match, seat)
    if match.seats[seat].occupant is not None:
        raise Refused(Code.SEAT_TAKEN, f"seat {seat} is taken")
    return [require_storable(SeatTaken(at=now, seat=seat, who=BotSeat.parse(name)))]


def leave_seat(match: Match, person_id: str, seat: Seat, now: int) -> list[Event]:
    """Return the event that frees a seat, or ends the reservation of an empty seat.

    The seat's owner and the host may do so. A person may also end their own reservation, for
    instance to decline a rematch.

    Raises:
        Refused: The game has begun, the seat belongs to another person, or it is already free.
    """
    check_status(match, "open")
    check_seat(match, seat)
    is_theirs = match.seats[seat].belongs_to(person_id) or match.reserved[seat] == person_id
    if person_id != match.host and not is_theirs:
        raise Refused(Code.NOT_YOURS, f"seat {seat} is not yours")
    if match.seats[seat].occupant is None and match.reserved[seat] is None:
        raise Refused(Code.SEAT_FREE, f"seat {seat} is free already")
    return [SeatFreed(at=now, seat=seat)]


def rename(match: Match, person: Person, name: str, now: int) -> list[Event]:
    """Return the events that change a person's name on their seats.

    Seats that the person took under another name keep it. Returns no events after the game, or if
    the person has changed names too often.
    """
    is_closed = (
        match.is_over or match.seq >= MAX_EVENTS or match.sittings.get(person.id, 0) >= MAX_SITTINGS
    )
    own = [] if is_closed else match.seats_of(person.id)
    named = [seat for seat in own if match.seats[seat].occupant == person]
    return [require_storable(Renamed(at=now, seat=seat, name=name)) for seat in named]


def start(
    match: Match,
    person_id: str,
    now: int,
    fill: str | None = None,
    *,
    present_ids: Collection[str] | None = None,
    unrated: Unrated | None = None,
) -> list[Event]:
    """Return the events that start the game. Only the host may do so.

    Args:
        match: The match.
        person_id: Id of the person who starts the game.
        now: Time (ms).
        fill: Name of the bot for free seats; None to require that all seats are taken.
        present_ids: Ids of the connected people, if known. A rated game needs all its players.
        unrated: Why a game that was agreed as rated does not count.
    """
    check_status(match, "open")
    check_host(match, person_id)
    free = _list_free_seats(match)
    if free and fill is None:
        raise Refused(Code.SEATS_FREE, f"expected all seats taken; free: {free}")
    if match.terms.rated:
        _check_rated_players(_list_owners(match), present_ids)
    bots = [
        SeatTaken(at=now, seat=seat, who=BotSeat.parse(fill)) for seat in free if fill is not None
    ]
    unrated = unrated if match.terms.rated else None
    return [*map(require_storable, bots), Started(at=now, unrated=unrated)]


def close(match: Match, person_id: str, now: int) -> list[Event]:
    """Return the event that closes a table before the game. Only the host may do so."""
    check_status(match, "open")
    check_host(match, person_id)
    return [Closed(at=now)]


def admin_close(match: Match, now: int) -> list[Event]:
    """Return the event that closes a table without an outcome, or none after the game."""
    return [] if match.is_over else [Closed(at=now)]


def _list_available_seats(match: Match, person_id: str) -> list[Seat]:
    """Return the seats that a person may take. Seats reserved for the person come first."""
    allowed = [
        seat for seat in _list_free_seats(match) if match.reserved[seat] in (None, person_id)
    ]
    return sorted(allowed, key=lambda seat: match.reserved[seat] != person_id)


def _list_free_seats(match: Match) -> list[Seat]:
    return [seat for seat, state in enumerate(match.seats) if state.occupant is None]


def _list_owners(match: Match) -> list[str]:
    return [seat.owner for seat in match.seats if seat.owner is not None]


def _check_rated_players(owner_ids: list[str], present_ids: Collection[str] | None) -> None:
    """Raise Refused unless different people own the seats of a rated game, all present.

    Presence is not checked if `present_ids` is None.
    """
    if not owner_ids or len(set(owner_ids)) < len(owner_ids):
        raise Refused(Code.BAD_TERMS, "rated: expected persons, each on one seat")
    if present_ids is not None and not set(owner_ids) <= set(present_ids):
        raise Refused(Code.NOT_HERE, "rated: expected all players at the table; one is away")


# --- The rematch ----------------------------------------------------------------------------------


def plan_rematch(match: Match, person_id: str) -> tuple[Terms, list[str | None]]:
    """Return the terms of the rematch and, by seat, the person for whom it is reserved."""
    _check_rematch(match)
    if not match.seats_of(person_id):
        raise Refused(Code.NOT_SEATED, "only those who played may ask for another game")
    owners = {_rematch_seat(match, seat): state.owner for seat, state in enumerate(match.seats)}
    # A shared deal is played once; its rematch is an ordinary game.
    options = match.terms.options
    if match.terms.start is None:
        options = get_game(match.terms.game).rematch_options(options, match.players)
    terms = replace(match.terms, day=None, deal=None, options=options)
    return terms, [owners[seat] for seat in range(match.players)]


def rematch_bots(match: Match) -> Iterator[tuple[Seat, str]]:
    """Yield each bot's seat in the rematch and its name."""
    for seat, state in enumerate(match.seats):
        if isinstance(state.occupant, BotSeat):
            yield _rematch_seat(match, seat), state.occupant.name


def link_rematch(match: Match, table_id: str, now: int) -> list[Event]:
    """Return the event that links the table of the rematch.

    Raises:
        Refused: The game is not over, or its rematch exists already.
    """
    _check_rematch(match)
    return [require_storable(Rematched(at=now, table=table_id))]


def _rematch_seat(match: Match, seat: Seat) -> Seat:
    """Return a seat's number in the rematch."""
    return (seat + 1) % match.players if match.terms.start is None else seat


def _check_rematch(match: Match) -> None:
    """Raise Refused unless a rematch is possible."""
    check_status(match, "over")
    if match.position is None:
        raise Refused(Code.NEVER_BEGUN, "expected a game that was played; this one never began")
    if match.next_table is not None:
        raise Refused(Code.REMATCHED, f"the next game is at table {match.next_table}")
