"""Permissions at a table: who may see it, play rated, get help, or take a seat by a key.

A table that is not listed is visible to its host, to players with a seat or a kept seat there, and
to callers with its invitation. For all others it does not exist.

A player of a rated game or of a duplicate deal gets no states and no reviews of that game until
theirs is over. A program on the player's own machine is beyond the server's control.
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


def check_visible(table: LiveTable, person: str | None, invite: str | None) -> None:
    """Raise NotFound, as if the table did not exist, unless a person may see it."""
    is_invited = invite is not None and _is_invitation(table, invite)
    if not (table.listed or is_invited or may_see_invite(table, person)):
        raise table_not_found(table.id)


def may_see_invite(table: LiveTable, person: str | None) -> bool:
    """Return True if a person may see the invitation: host, players and expected players."""
    if person is None:
        return False
    match = table.match
    return person in (match.host, *match.reserved) or bool(match.seats_of(person))


def _is_invitation(table: LiveTable, text: str) -> bool:
    """Compare as bytes: `compare_digest` takes no text beyond ASCII."""
    return secrets.compare_digest(text.encode(errors="replace"), table.invite.encode())


# --- Help -----------------------------------------------------------------------------------------


async def check_help_allowed(database: Database, person: str, game: str) -> None:
    """Raise Refused while a person plays a game of this kind that counts."""
    if await database.read(partial(store.is_competing, person=person, game=game)):
        message = f"you play a game of {game} that counts: analyses are there when it is over"
        raise Refused(Code.NO_HINTS, message)


# --- Rated games --------------------------------------------------------------------------------


def check_may_play_rated(person: Identity, *, is_rated: bool) -> None:
    """Raise Refused unless a person has an account: guests can change their identity."""
    if is_rated and person.kind != "account":
        raise Refused(Code.ACCOUNTS_ONLY, "rated games are for people with an account")


async def find_callers(presence: Presence, table_id: str, starter: Caller) -> set[Caller]:
    """Return the clients of all players at a table and of the person who starts it."""
    return await presence.find_callers(table_id) | {starter}


def unrated_reason(callers: set[Caller], people: set[str]) -> Unrated | None:
    """Return why a game of these people must not be rated, or None: two share an address."""
    callers = {caller for caller in callers if caller.person in people}
    owners: defaultdict[str, set[str]] = defaultdict(set)
    for caller in callers:
        owners[caller.client].add(caller.person)
    return "address" if any(len(found) > 1 for found in owners.values()) else None


# --- Seat keys ------------------------------------------------------------------------------------
# The holder of a key may take that seat, once, within 5 min. A key is signed with the table's
# secret, so every process can verify it and none stores it. It names the seat's owner and the event
# with which they came; the next owner makes it invalid.

KEY_LIFETIME_MS: Final = 5 * 60_000
"""Validity of a key."""


def sign_seat_key(table_id: str, match: Match, seat: Seat, giver: Giver, now: int) -> SeatKey:
    """Return a key to a seat, in the name of its giver."""
    until = now + KEY_LIFETIME_MS
    return SeatKey(_format_key(table_id, match, seat, giver, until), until)


def verify_seat_key(table_id: str, match: Match, seat: Seat, key: str, now: int) -> Giver:
    """Return who gave this key to a seat.

    Raises:
        Refused: The key is invalid, used or expired.
    """
    until = key.split(".")[1] if key.isascii() and key.count(".") == 2 else ""
    if until.isdecimal() and now < int(until) and seat < match.players:
        for giver in get_args(Giver):
            if hmac.compare_digest(key, _format_key(table_id, match, seat, giver, int(until))):
                return giver
    raise Refused(Code.BAD_KEY, "that key to the seat was used, or is too old")


def _format_key(table_id: str, match: Match, seat: Seat, giver: Giver, until: int) -> str:
    """Return a key, signed by HMAC under a label of its own: it reveals nothing of the deal."""
    chair = match.seats[seat]
    words = ("seat key", table_id, seat, chair.owner, chair.taken_at_seq, giver, until)
    digest = hmac.digest(match.secret, "\0".join(map(str, words)).encode(), "sha256")
    return f"{giver}.{until}.{base64.urlsafe_b64encode(digest[:18]).decode()}"
