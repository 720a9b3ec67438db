"""The next game: its terms, and who sits where."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tilewright.errors import Code, Refused
from tilewright.events import BotSeat, Event, Rematched, Terms
from tilewright.game import Seat
from tilewright.match.checks import check_readable, check_status
from tilewright.match.state import Match
from tilewright.registry import get_game

__all__ = ["rematch", "rematch_bots", "rematched"]


def rematch(match: Match, person: str) -> tuple[Terms, list[str | None]]:
    """The terms of the next game and who is to have which seat."""
    _check_rematch(match)
    if not match.seats_of(person):
        raise Refused(Code.NOT_SEATED, "only those who played may ask for another game")
    owners = {_next_seat(match, seat): chair.owner for seat, chair in enumerate(match.chairs)}
    # A deal that others play is played once; what follows is one like any other.
    options = match.terms.options
    if match.terms.start is None:
        options = get_game(match.terms.game).pass_options_on(options, match.players)
    terms = replace(match.terms, day=None, deal=None, options=options)
    return terms, [owners[seat] for seat in range(match.players)]


def rematch_bots(match: Match) -> Iterator[tuple[Seat, str]]:
    """Where the bots sit in the next game."""
    for seat, chair in enumerate(match.chairs):
        if isinstance(chair.who, BotSeat):
            yield _next_seat(match, seat), chair.who.name


def rematched(match: Match, table: str, now: int) -> list[Event]:
    """The next game is at that table; there is one next game, not two."""
    _check_rematch(match)
    return [check_readable(Rematched(at=now, table=table))]


def _next_seat(match: Match, seat: Seat) -> Seat:
    """Everybody moves up by one; but a game that began in the middle begins there again, and what
    lies there is somebody's own."""
    return (seat + 1) % match.players if match.terms.start is None else seat


def _check_rematch(match: Match) -> None:
    check_status(match, "over")
    if match.position is None:
        raise Refused(Code.NEVER_BEGUN, "expected a game that was played; this one never began")
    if match.next_table is not None:
        raise Refused(Code.REMATCHED, f"the next game is at table {match.next_table}")
