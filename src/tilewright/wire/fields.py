"""Small words of the wire, with their bounds. ``$`` alone would let a line feed pass at the end."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tilewright.shuffle import MAX_SALT

__all__ = [
    "Count",
    "Invite",
    "Line",
    "Milliseconds",
    "MoveId",
    "MoveText",
    "Ply",
    "RecordId",
    "Ref",
    "Salt",
    "Sent",
    "TableId",
]

MAX_PLY = 10_000
ID = r"^[A-Za-z0-9_-]{1,32}(?!\n)$"
# One line: no control characters, nor those that turn the direction of what follows.
LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+(?!\n)$"


class Sent(Struct, frozen=True, forbid_unknown_fields=True):
    """What clients send: a field that nobody knows is refused, for it may be a slip."""


TableId = Annotated[str, Meta(pattern=ID, description="The name of a table.")]
RecordId = Annotated[str, Meta(pattern=ID, description="The name of a record.")]
Ref = Annotated[int, Meta(ge=0, le=2**53)] | Annotated[str, Meta(max_length=64)] | None
Count = Annotated[int, Meta(ge=0, le=2**31)]
Ply = Annotated[int, Meta(ge=0, le=MAX_PLY, description="After so many moves.")]
MoveText = Annotated[str, Meta(min_length=1, max_length=200, examples=["d4e4>3"])]
MoveId = Annotated[
    str,
    Meta(
        pattern=r"^[!-~]{1,64}(?!\n)$",
        description="Your own name for this move: sent twice, it counts once.",
    ),
]
Line = Annotated[str, Meta(min_length=1, max_length=300, pattern=LINE)]
Salt = Annotated[
    str,
    Meta(
        max_length=2 * MAX_SALT,
        pattern=r"^([0-9a-f]{2})*(?!\n)$",
        description="Bytes of your own that take part in the shuffle, in hexadecimal digits.",
    ),
]
Invite = Annotated[str, Meta(max_length=64, description="Opens a table that is not listed.")]
Milliseconds = Annotated[int, Meta(description="Since 1970.")]
