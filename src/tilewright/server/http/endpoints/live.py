"""Live play: where the socket is. Its messages are described in the documentation."""

from __future__ import annotations

from contextlib import AsyncExitStack

from fastapi import APIRouter, WebSocket

from tilewright.server.http.dependencies import find_caller, find_session
from tilewright.server.http.services import services_of
from tilewright.server.live.conversation import Conversation
from tilewright.server.live.socket import go_on
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
    async with AsyncExitStack() as leave:
        held = holding_socket(admission, services.tables.exchange, caller)
        await leave.enter_async_context(held)
        if session:
            leave.enter_context(services.sign_outs.watch(session, conversation.connection))
            await services.sign_outs.check(session.person.id)  # it may have ended in between
        await socket.accept()
        await go_on(socket, conversation, leave.pop_all())
