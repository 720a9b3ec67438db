"""Keys to seats: whoever has one may take that seat, once, within a few minutes.

A key is made of the table's secret. So every process can check it, and nobody has to keep it. It is
about an owner who came by a certain event: with the next one it is worth nothing.
"""

from __future__ import annotations

import base64
import hmac
from typing import Final, get_args

from tilewright.errors import Code, Refused
from tilewright.events import Giver
from tilewright.game import Seat
from tilewright.match import Match
from tilewright.wire.tables import SeatKey

__all__ = ["make_key", "read_key"]

LASTS: Final = 5 * 60_000
"""How long (ms) a key opens."""


def make_key(table_id: str, match: Match, seat: Seat, giver: Giver, now: int) -> SeatKey:
    """A key to a seat of a match, from whoever may give one."""
    until = now + LASTS
    return SeatKey(_write(table_id, match, seat, giver, until), until)


def read_key(table_id: str, match: Match, seat: Seat, key: str, now: int) -> Giver:
    """Who gave this key to a seat. Raises Refused for one that opens nothing (any more)."""
    until = key.split(".")[1] if key.isascii() and key.count(".") == 2 else ""
    if until.isdecimal() and now < int(until) and seat < match.players:
        for giver in get_args(Giver):
            if hmac.compare_digest(key, _write(table_id, match, seat, giver, int(until))):
                return giver
    raise Refused(Code.BAD_KEY, "that key to the seat was used, or is too old")


def _write(table_id: str, match: Match, seat: Seat, giver: Giver, until: int) -> str:
    """The secret signs it under a name of its own, which tells nothing of the deal."""
    chair = match.chairs[seat]
    words = ("seat key", table_id, seat, chair.owner, chair.since, giver, until)
    digest = hmac.digest(match.secret, "\0".join(map(str, words)).encode(), "sha256")
    return f"{giver}.{until}.{base64.urlsafe_b64encode(digest[:18]).decode()}"
