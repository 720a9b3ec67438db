"""Live play: where the socket is. Its messages are described in the documentation."""

from __future__ import annotations

from contextlib import nullcontext

from fastapi import APIRouter, WebSocket

from tilewright.server.http.dependencies import find_session
from tilewright.server.http.services import services_of
from tilewright.server.limits import Rate
from tilewright.server.live.conversation import Conversation
from tilewright.server.live.socket import SocketSession

__all__ = ["router"]

router = APIRouter()


@router.websocket("/socket")
async def live(socket: WebSocket) -> None:
    """Talk with one client, who may be a stranger. Refused as any request while not accepted."""
    services, session = services_of(socket), await find_session(socket)
    conversation = Conversation(services.tables, session.person if session else None)
    rate = Rate.per(20, services.settings.socket_messages)
    connection, sign_outs = conversation.connection, services.sign_outs
    with sign_outs.watch(session, connection) if session else nullcontext():
        if session:
            await sign_outs.check(session.person.id)  # it may have ended in between
        await socket.accept()
        await SocketSession(socket, conversation, rate).run()
