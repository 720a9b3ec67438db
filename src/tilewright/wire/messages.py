"""Socket messages in both directions: JSON objects tagged by ``type``.

A client may add its own ``ref`` to any request; the response has the same ``ref``.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from tilewright.match.events import Ask
from tilewright.wire.fields import Count, Invite, Line, MoveId, MoveText, Ref, TableId
from tilewright.wire.moves import Played, Preview, Previews, View
from tilewright.wire.problems import Problem
from tilewright.wire.tables import LoggedEvent, TableInfo


class RequestBase(
    Struct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """Fields common to all requests. Defaults are not sent, since an older server may not know the
    fields."""

    ref: Ref = None


class TableRequest(RequestBase, frozen=True):
    """Fields common to all requests about a table."""

    table: TableId


class SubscribeRequest(TableRequest, frozen=True, tag="subscribe"):
    """Subscribe to the updates of a table.

    ``since``: the number of events that the client has; later ones are sent. ``scene``: also send
    positions as scene data, and the effects of moves. ``text``: send positions as text, which a
    client that draws scenes does not need.
    """

    since: Count | None = None
    invite: Invite | None = None
    scene: bool = False
    text: bool = True


class UnsubscribeRequest(TableRequest, frozen=True, tag="unsubscribe"):
    """End the subscription to a table."""


class SayRequest(TableRequest, frozen=True, tag="say"):
    """Send a chat message to the table."""

    text: Line


class MoveRequest(TableRequest, frozen=True, tag="move"):
    """Play a move in position version ``number``.

    ``move_id`` is the client's id for this move: sent twice, it is played once. After `unavailable`
    or a lost connection, send the same message again: `ack` means that the move was played, and a
    permanent refusal that it was not.
    """

    number: Count
    move: MoveText
    move_id: MoveId


class PreviewRequest(TableRequest, frozen=True, tag="preview"):
    """Request the effects of moves in position version ``number``."""

    number: Count
    moves: Previews


class ResignRequest(TableRequest, frozen=True, tag="resign"):
    """Resign the game."""


class ReclaimRequest(TableRequest, frozen=True, tag="reclaim"):
    """Take the seat back from a stand-in."""


class AskRequest(TableRequest, frozen=True, tag="ask"):
    """Propose an undo or a pause to the other players."""

    what: Ask


class AnswerRequest(TableRequest, frozen=True, tag="answer"):
    """Accept or reject a proposal."""

    yes: bool


class ResumeRequest(TableRequest, frozen=True, tag="resume"):
    """End a pause."""


class Ping(RequestBase, frozen=True, tag="ping"):
    """Check the connection."""


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
    """New events of a table, and its state after them."""

    table: str
    seq: int
    events: list[LoggedEvent]
    info: TableInfo
    view: View | None
    """The new position; None if it has not changed."""
    played: list[Played] | None = None
    """Effects of the moves among the events, if scenes were requested."""


class PreviewMessage(Struct, frozen=True, tag="preview", tag_field="type"):
    """The effect of each move of a request, in order."""

    table: str
    number: int
    effects: list[Preview]
    ref: Ref = None


class PresenceMessage(Struct, frozen=True, tag="presence", tag_field="type"):
    """Presence at a table: ids of the signed-in people, and the number of other viewers."""

    table: str
    here: list[str]
    spectators: int


class Ack(Struct, frozen=True, tag="ack", tag_field="type"):
    """Confirmation that a request was executed and is on disk.

    ``seq`` is that of the resulting event, or else the table's number of events; None if unknown.
    """

    table: str
    seq: int | None
    ref: Ref = None


class Pong(Struct, frozen=True, tag="pong", tag_field="type"):
    """The response to a ping."""

    now: int
    ref: Ref = None


class ErrorMessage(Problem, frozen=True, tag="error", tag_field="type"):
    """An error, with the same four parts as over HTTP. The request was not executed."""

    table: str | None = None
    ref: Ref = None


Message = (
    WelcomeMessage | UpdateMessage | PresenceMessage | Ack | PreviewMessage | Pong | ErrorMessage
)
"""The messages that a server sends."""

_decoder: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


def parse_request(data: bytes | str) -> Request:
    """Parse a client's message.

    Raises:
        msgspec.DecodeError: It is not JSON.
        msgspec.ValidationError: It is not a message of the protocol.
    """
    return _decoder.decode(data)
