"""Live play: where the socket is. Its messages are described in the documentation."""

from __future__ import annotations

from contextlib import nullcontext

from fastapi import APIRouter, WebSocket

from tilewright.server.http.dependencies import find_caller, find_session
from tilewright.server.http.services import services_of
from tilewright.server.live.conversation import Conversation
from tilewright.server.live.socket import SocketSession
from tilewright.server.sharing import holding_socket

__all__ = ["router"]

router = APIRouter()


@router.websocket("/socket")
async def live(socket: WebSocket) -> None:
    """Talk with one client, who may be a stranger. Refused as any request while not accepted."""
    services, session = services_of(socket), await find_session(socket)
    caller, admission = find_caller(socket, session), services.admission
    admission.arrivals.take(caller)
    person = session.person if session else None
    conversation = Conversation(services.tables, admission, caller, person)
    connection, sign_outs = conversation.connection, services.sign_outs
    watching = sign_outs.watch(session, connection) if session else nullcontext()
    async with holding_socket(admission, services.tables.exchange, caller):
        with watching:
            if session:
                await sign_outs.check(session.person.id)  # it may have ended in between
            await socket.accept()
            await SocketSession(socket, conversation).run()
