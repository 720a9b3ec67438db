"""The messages of the socket, both ways: JSON objects tagged by ``type``.

A client may put a ``ref`` of its own on anything it sends; the answer carries it back.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from tilewright.events import Ask
from tilewright.wire.fields import Count, Invite, Line, MoveId, MoveText, Ref, TableId
from tilewright.wire.moves import Played, Preview, Previews, View
from tilewright.wire.problems import Problem
from tilewright.wire.tables import Numbered, TableInfo

__all__ = [
    "Ack",
    "AnswerRequest",
    "AskRequest",
    "ErrorMessage",
    "Message",
    "MoveRequest",
    "Ping",
    "Pong",
    "PresenceMessage",
    "PreviewMessage",
    "PreviewRequest",
    "ReclaimRequest",
    "Request",
    "ResignRequest",
    "ResumeRequest",
    "SayRequest",
    "SubscribeRequest",
    "TableRequest",
    "UnsubscribeRequest",
    "UpdateMessage",
    "WelcomeMessage",
    "parse_request",
]


class Envelope(
    Struct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """What all requests have. What has its default is not sent: an older server may not know it."""

    ref: Ref = None


class TableRequest(Envelope, frozen=True):
    """What all requests about a table have."""

    table: TableId


class SubscribeRequest(TableRequest, frozen=True, tag="subscribe"):
    """Send me what happens there. ``since``: I know the first so many events, send the others.
    ``scene``: positions also as data for drawing, and what moves did. ``text``: positions as text,
    which whoever draws scenes need not have. ``state``: positions as bytes instead of all that, for
    an engine of one's own."""

    since: Count | None = None
    invite: Invite | None = None
    scene: bool = False
    text: bool = True
    state: bool = False


class UnsubscribeRequest(TableRequest, frozen=True, tag="unsubscribe"):
    """Send me no more of it."""


class SayRequest(TableRequest, frozen=True, tag="say"):
    """Table talk."""

    text: Line


class MoveRequest(TableRequest, frozen=True, tag="move"):
    """Play a move on the position of that number. ``move_id`` is the client's own name for this
    move: sent twice, it is played once."""

    number: Count
    move: MoveText
    move_id: MoveId


class PreviewRequest(TableRequest, frozen=True, tag="preview"):
    """What would these moves do on the position of that number?"""

    number: Count
    moves: Previews


class ResignRequest(TableRequest, frozen=True, tag="resign"):
    """Give up."""


class ReclaimRequest(TableRequest, frozen=True, tag="reclaim"):
    """I am back: no stand-in any more."""


class AskRequest(TableRequest, frozen=True, tag="ask"):
    """Ask the others for an undo or a pause."""

    what: Ask


class AnswerRequest(TableRequest, frozen=True, tag="answer"):
    """Agree or refuse."""

    yes: bool


class ResumeRequest(TableRequest, frozen=True, tag="resume"):
    """End a pause."""


class Ping(Envelope, frozen=True, tag="ping"):
    """Are you there?"""


Request = (
    SubscribeRequest
    | UnsubscribeRequest
    | MoveRequest
    | PreviewRequest
    | AskRequest
    | AnswerRequest
    | ResumeRequest
    | ResignRequest
    | ReclaimRequest
    | SayRequest
    | Ping
)


class WelcomeMessage(Struct, frozen=True, tag="welcome", tag_field="type"):
    """The first message on a socket."""

    version: str
    now: int
    """The server's time in ms."""
    person: str | None
    name: str | None


class UpdateMessage(Struct, frozen=True, omit_defaults=True, tag="update", tag_field="type"):
    """What happened at a table, and how it stands now."""

    table: str
    seq: int
    events: list[Numbered]
    info: TableInfo
    view: View | None
    """The new position; None when it has not changed."""
    played: list[Played] | None = None
    """What the moves among the events did; for those who asked for scenes."""


class PreviewMessage(Struct, frozen=True, tag="preview", tag_field="type"):
    """What each of the moves would do, in the order in which they were asked about."""

    table: str
    number: int
    effects: list[Preview]
    ref: Ref = None


class PresenceMessage(Struct, frozen=True, tag="presence", tag_field="type"):
    """Who is at a table: the ids of everybody with a name, and how many others watch."""

    table: str
    here: list[str]
    spectators: int


class Ack(Struct, frozen=True, tag="ack", tag_field="type"):
    """It is done, and on disk. ``seq`` is the number of the event it became, or else how many
    events the table has; None where nothing is known of them."""

    table: str
    seq: int | None
    ref: Ref = None


class Pong(Struct, frozen=True, tag="pong", tag_field="type"):
    """The answer to a ping."""

    now: int
    ref: Ref = None


class ErrorMessage(Problem, frozen=True, tag="error", tag_field="type"):
    """It is not done, and why. The same four parts as over HTTP."""

    table: str | None = None
    ref: Ref = None


Message = (
    WelcomeMessage | UpdateMessage | PresenceMessage | Ack | PreviewMessage | Pong | ErrorMessage
)
"""Whatever a server says on the socket."""

_decoder: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


def parse_request(data: bytes | str) -> Request:
    """A client's message. Raises msgspec's errors (DecodeError, ValidationError)."""
    return _decoder.decode(data)
