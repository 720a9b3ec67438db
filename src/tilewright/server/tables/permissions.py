"""Permissions at a table: who may see it, play rated, get help, or claim a seat with a key.

An unlisted table is visible to its host, to people with a seat or a reserved seat, and to callers
with its invitation. For all others it does not exist.

Players of a rated game or a duplicate deal get no states and no reviews of that game while they are
playing. Programs on a player's own machine are beyond the server's control.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from collections import defaultdict
from functools import partial
from typing import Final, get_args

from tilewright.errors import Code, Refused
from tilewright.game import Seat
from tilewright.match import Match
from tilewright.match.events import Giver, Unrated
from tilewright.server.accounts.service import Identity
from tilewright.server.audience.presence import Presence
from tilewright.server.ratelimit.quotas import Caller
from tilewright.server.storage import tables as store
from tilewright.server.storage.database import Database
from tilewright.server.tables.cache import LiveTable, table_not_found
from tilewright.wire.tables import SeatKey

__all__ = [
    "check_help_allowed",
    "check_may_play_rated",
    "check_visible",
    "find_callers",
    "may_see_invite",
    "sign_seat_key",
    "unrated_reason",
    "verify_seat_key",
]


# --- Private tables -------------------------------------------------------------------------------


def check_visible(table: LiveTable, person_id: str | None, invite: str | None) -> None:
    """Raise NotFound unless a person may see the table."""
    is_invited = invite is not None and _matches_invite(table, invite)
    if not (table.listed or is_invited or may_see_invite(table, person_id)):
        raise table_not_found(table.id)


def may_see_invite(table: LiveTable, person_id: str | None) -> bool:
    """Return True if a person is the table's host, or has a seat or a reserved seat."""
    if person_id is None:
        return False
    match = table.match
    return person_id in (match.host, *match.reserved) or bool(match.seats_of(person_id))


def _matches_invite(table: LiveTable, invite: str) -> bool:
    """Return True if `invite` is the table's invitation.

    The comparison takes constant time. It uses bytes, since `compare_digest` only accepts ASCII
    strings.
    """
    return secrets.compare_digest(invite.encode(errors="replace"), table.invite.encode())


# --- Help -----------------------------------------------------------------------------------------


async def check_help_allowed(database: Database, person_id: str, game: str) -> None:
    """Raise Refused if a person plays `game` in a rated match or a duplicate deal."""
    if await database.read(partial(store.is_competing, person_id=person_id, game=game)):
        message = f"you play a game of {game} that counts: analyses are there when it is over"
        raise Refused(Code.NO_HINTS, message)


# --- Rated games --------------------------------------------------------------------------------


def check_may_play_rated(person: Identity, *, is_rated: bool) -> None:
    """Raise Refused if the game is rated and the person has no account."""
    if is_rated and person.kind != "account":
        raise Refused(Code.ACCOUNTS_ONLY, "rated games are for people with an account")


async def find_callers(presence: Presence, table_id: str, starter: Caller) -> set[Caller]:
    """Return the callers of all people at a table, and `starter`.

    `starter` is the caller who starts the game.
    """
    return await presence.find_callers(table_id) | {starter}


def unrated_reason(callers: set[Caller], person_ids: set[str]) -> Unrated | None:
    """Return "address" if two of `person_ids` share a network address, otherwise None."""
    callers = {caller for caller in callers if caller.person in person_ids}
    owners: defaultdict[str, set[str]] = defaultdict(set)
    for caller in callers:
        owners[caller.client].add(caller.person)
    return "address" if any(len(sharing) > 1 for sharing in owners.values()) else None


# --- Seat keys ------------------------------------------------------------------------------------
# A key lets its holder take a seat, once, within 5 min. It is signed with the table's secret, so
# any process can verify it without storing it. The signature covers the seat's owner and the event
# by which they took the seat: a new owner invalidates it.

KEY_LIFETIME_MS: Final = 5 * 60_000
"""Lifetime of a key."""


def sign_seat_key(table_id: str, match: Match, seat: Seat, giver: Giver, now: int) -> SeatKey:
    """Return a signed key with which its holder can claim a seat.

    `giver` is the kind of issuer.
    """
    expires_at = now + KEY_LIFETIME_MS
    return SeatKey(_format_key(table_id, match, seat, giver, expires_at), expires_at)


def verify_seat_key(table_id: str, match: Match, seat: Seat, key: str, now: int) -> Giver:
    """Return who issued a valid key to a seat.

    Raises:
        Refused: The key is invalid, used or expired.
    """
    expires_at = key.split(".")[1] if key.isascii() and key.count(".") == 2 else ""
    if expires_at.isdecimal() and now < int(expires_at) and seat < match.players:
        for giver in get_args(Giver):
            if hmac.compare_digest(key, _format_key(table_id, match, seat, giver, int(expires_at))):
                return giver
    raise Refused(Code.BAD_KEY, "that key to the seat was used, or is too old")


def _format_key(table_id: str, match: Match, seat: Seat, giver: Giver, expires_at: int) -> str:
    """Return a seat key, signed with HMAC."""
    chair = match.seats[seat]
    parts = ("seat key", table_id, seat, chair.owner, chair.taken_at_seq, giver, expires_at)
    digest = hmac.digest(match.secret, "\0".join(map(str, parts)).encode(), "sha256")
    return f"{giver}.{expires_at}.{base64.urlsafe_b64encode(digest[:18]).decode()}"
