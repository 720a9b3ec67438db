"""Routes for one table: its state, its seats, game commands, the socket, rematches.

The socket accepts the same game commands, and also sends the other players' events. These routes
are for programs that prefer HTTP requests.
"""

from __future__ import annotations

from contextlib import AsyncExitStack

from fastapi import APIRouter, Response, WebSocket
from msgspec.structs import asdict

from tilewright.errors import Refused, Stale
from tilewright.match import Match, game_commands, lobby_commands
from tilewright.match.events import Event, Person
from tilewright.server.accounts.names import parse_name
from tilewright.server.http.dependencies import (
    COUNTED,
    CallerDep,
    PathSeat,
    SceneQuery,
    ServicesDep,
    find_session,
    get_services,
    to_caller,
)
from tilewright.server.http.game_source import (
    PlayerAccess,
    PlayerDep,
    TableDep,
    build_table_response,
)
from tilewright.server.http.responses import Body, encode, openapi_content, responses
from tilewright.server.http.routers.games import parse_bot_name
from tilewright.server.http.routers.lobby import make_bot_commands
from tilewright.server.tables.commands import make_move
from tilewright.server.tables.matchmaking import quick_match_command
from tilewright.server.tables.permissions import (
    check_may_play_rated,
    find_callers,
    sign_seat_key,
    unrated_reason,
    verify_seat_key,
)
from tilewright.server.websocket.intake import CURRENT_INTAKE, Intake
from tilewright.server.websocket.protocol import SocketProtocol
from tilewright.server.websocket.session import SIGNED_OUT, SocketSession
from tilewright.wire.messages import (
    AnswerRequest,
    AskRequest,
    MoveRequest,
    ReclaimRequest,
    ResignRequest,
    ResumeRequest,
)
from tilewright.wire.problems import problem_of
from tilewright.wire.tables import (
    Move,
    MoveMade,
    MoveRefused,
    ProposalReply,
    ProposalRequest,
    SeatBotRequest,
    SeatClaim,
    SeatKey,
    SitRequest,
    StartRequest,
    TableShown,
)

__all__ = ["router"]

router = APIRouter(tags=["table"])

RESPONSES = responses(TableShown, 401, 403, 404, 409)
"""Responses of a command."""


@router.get("/tables/{table}", dependencies=COUNTED, **responses(TableShown, 401, 404))
async def get_table(table: TableDep, scene: SceneQuery = False) -> str:
    """Return a table with its position as you see it: from your seat or as a spectator."""
    return table.to_json(has_scene=scene)


# --- Seats --------------------------------------------------------------------------------------


@router.post("/tables/{table}/seats", **RESPONSES)
async def take_seat(
    player: PlayerDep, caller: CallerDep, services: ServicesDep, body: Body[SitRequest]
) -> str:
    """Take a seat, optionally with bytes of your own for the shuffle. You may take several seats.

    In a quick match you take the next free seat, and the last seat taken starts the game. You
    may sit down at most 10 times at one table.
    """
    if player.id != player.table.match.host:
        services.quotas.seats_taken.consume(f"{caller.client} {player.table.id}")
    check_may_play_rated(player.identity, is_rated=player.table.match.terms.rated)
    if player.table.match.is_quick:
        here = await player.tables.presence.find_people(player.table.id) or set()
        callers = await find_callers(player.tables.presence, player.table.id, caller)
        return await player.execute_to_json(quick_match_command(player.identity, callers, here))
    name = player.identity.name if body.name is None else parse_name(body.name)
    person = Person(player.id, name)
    return await player.execute_to_json(
        lambda match, now: lobby_commands.sit(match, person, now, body.seat, body.salt)
    )


@router.delete("/tables/{table}/seats/{seat}", **RESPONSES)
async def leave_seat(seat: PathSeat, player: PlayerDep) -> str:
    """Leave your seat before the game starts. The host may free any seat, even a reserved one."""
    return await player.execute_to_json(
        lambda match, now: lobby_commands.leave_seat(match, player.id, seat, now)
    )


@router.put("/tables/{table}/seats/{seat}/bot", **RESPONSES)
async def seat_bot(seat: PathSeat, player: PlayerDep, body: Body[SeatBotRequest]) -> str:
    """Seat a bot on a free seat. Only the host may do so."""
    name = parse_bot_name(player.table.match.terms.game, body.bot)
    return await player.execute_to_json(
        lambda match, now: lobby_commands.seat_bot(match, player.id, seat, name, now)
    )


@router.post("/tables/{table}/start", **RESPONSES)
async def start_game(player: PlayerDep, caller: CallerDep, body: Body[StartRequest]) -> str:
    """Start the game. Only the host may do so. All seats must be taken, or `fill` names a bot.

    A rated game needs all players at the table, each on a socket. If two of them share an address,
    it is not rated, and `unrated` says so.
    """
    fill = body.fill and parse_bot_name(player.table.match.terms.game, body.fill)
    here = {player.id, *(await player.tables.presence.find_people(player.table.id) or ())}
    callers = await find_callers(player.tables.presence, player.table.id, caller)

    def check_rated_and_start(match: Match, now: int) -> list[Event]:
        people = {state.owner for state in match.seats if state.owner is not None}
        unrated = unrated_reason(callers, people)
        return lobby_commands.start(match, player.id, now, fill, present_ids=here, unrated=unrated)

    return await player.execute_to_json(check_rated_and_start)


@router.post("/tables/{table}/seats/{seat}/key", **responses(SeatKey, 401, 403, 404, 409))
async def create_seat_key(seat: PathSeat, player: PlayerDep) -> str:
    """Return a key with which another device can take your seat, once, within five minutes.

    The host can get a key to the seat of a player who has been away for a while. Rated games have
    no keys.
    """
    now, match = player.tables.time.now(), player.table.match
    giver = game_commands.find_giver(match, player.id, seat, now)
    return encode(sign_seat_key(player.table.id, match, seat, giver, now))


@router.put("/tables/{table}/seats/{seat}/owner", **RESPONSES)
async def claim_seat(seat: PathSeat, player: PlayerDep, body: Body[SeatClaim]) -> str:
    """Claim a seat in a running game with its key. The former owner becomes a spectator."""
    person = player.as_person

    def verify_key_and_transfer(match: Match, now: int) -> list[Event]:
        if seat in match.seats_of(player.id):
            return []  # claimed already
        giver = verify_seat_key(player.table.id, match, seat, body.key, now)
        return game_commands.transfer_seat(match, giver, seat, person, now)

    return await player.execute_to_json(verify_key_and_transfer)


# --- Commands during a game ---------------------------------------------------------------------

MOVE_RESPONSES = responses(MoveMade, 401, 403, 404)
MOVE_RESPONSES["responses"][409] = {
    "content": openapi_content(MoveRefused),
    "description": "Conflict",
}


@router.post("/tables/{table}/moves", **MOVE_RESPONSES)
async def play_move(player: PlayerDep, response: Response, body: Body[Move]) -> str:
    """Play a move. It is on disk when the response arrives.

    A repeated request with the same `move_id` gets the same response and counts once. If `number`
    differs from the table's, the move is `stale`, and the response contains the current position.
    """
    try:
        request = MoveRequest(table=player.table.id, **asdict(body))
        receipt = await make_move(player.tables.commands.execute, request, player.as_person)
    except Stale as stale:
        response.status_code = 409
        return encode(await _refuse_stale_move(player, stale))
    shown = build_table_response(player.tables, receipt.table, player.id)
    return encode(MoveMade(**asdict(shown), seq=receipt.seq))


async def _refuse_stale_move(player: PlayerAccess, stale: Stale) -> MoveRefused:
    """Build the response for an outdated move. It contains the current position."""
    table = await player.tables.directory.get(player.table.id)
    shown = build_table_response(player.tables, table, player.id)
    return MoveRefused(**asdict(problem_of(stale)), table=shown)


@router.post("/tables/{table}/resign", **RESPONSES)
async def resign(player: PlayerDep) -> str:
    """Resign. With two players the game ends; otherwise a bot plays on for you, ranked last."""
    return await player.execute_request(ResignRequest(table=player.table.id))


@router.post("/tables/{table}/ask", **RESPONSES)
async def propose(player: PlayerDep, body: Body[ProposalRequest]) -> str:
    """Propose an undo or a pause. It is accepted at once if all opponents are bots."""
    return await player.execute_request(AskRequest(table=player.table.id, what=body.what))


@router.post("/tables/{table}/answer", **RESPONSES)
async def answer_proposal(player: PlayerDep, body: Body[ProposalReply]) -> str:
    """Accept or reject another player's proposal."""
    return await player.execute_request(AnswerRequest(table=player.table.id, yes=body.yes))


@router.post("/tables/{table}/resume", **RESPONSES)
async def resume(player: PlayerDep) -> str:
    """End a pause. Any player may do so."""
    return await player.execute_request(ResumeRequest(table=player.table.id))


@router.post("/tables/{table}/reclaim", **RESPONSES)
async def reclaim_seat(player: PlayerDep) -> str:
    """Reclaim your seat from the stand-in bot."""
    return await player.execute_request(ReclaimRequest(table=player.table.id))


@router.websocket("/socket")
async def open_socket(socket: WebSocket) -> None:
    """Serve a client, signed in or not. Errors before the handshake are sent as HTTP responses."""
    services, session = get_services(socket), await find_session(socket)
    caller, quotas = to_caller(socket, session), services.quotas
    quotas.new_sockets.consume(caller)
    person = session.person if session else None
    protocol = SocketProtocol(services.tables, quotas, caller, person)
    async with AsyncExitStack() as leave:
        leave.enter_context(quotas.sockets.reserve(caller))
        if session:
            leave.enter_context(services.session_watcher.watch(session, protocol.connection))
            if await services.accounts.find_session_by_key(session.key) is None:
                protocol.connection.close(SIGNED_OUT)  # it ended meanwhile
        intake = CURRENT_INTAKE.get(None) or Intake()
        intake.open(protocol.count_bytes)
        await socket.accept()
        await SocketSession(socket.receive, socket.send, protocol, intake).run()


# --- Rematch ------------------------------------------------------------------------------------


@router.post("/tables/{table}/rematch", **RESPONSES)
async def rematch(player: PlayerDep, caller: CallerDep, services: ServicesDep) -> str:
    """Open the rematch, or return the one that is already open.

    It has the same terms and bots, with seats rotated by one. The first caller becomes its host.
    Seats are reserved for the same players: take yours there.
    """
    if player.table.match.next_table is None:
        services.quotas.tables.consume(caller)
        await _open_rematch(player)
    here = await player.tables.directory.get(player.table.id)
    following = await player.tables.directory.get_visible(
        here.match.next_table or "", player.id, None
    )
    return encode(build_table_response(player.tables, following, player.id))


async def _open_rematch(player: PlayerAccess) -> None:
    """Open the rematch's table and link it from this one.

    If another request was faster, close the new table.
    """
    tables, here = player.tables, player.table
    terms, reserved = lobby_commands.plan_rematch(here.match, player.id)
    bots = lobby_commands.rematch_bots(here.match)
    commands = make_bot_commands(
        player.id, [(seat, parse_bot_name(terms.game, name)) for seat, name in bots]
    )
    # The same invitation: spectators of this game may watch the next one.
    new = await tables.directory.open(
        terms,
        player.id,
        listed=here.listed,
        reserved=reserved,
        commands=commands,
        invite=here.invite,
    )
    try:
        await player.execute(lambda match, now: lobby_commands.link_rematch(match, new.id, now))
    except Refused as refused:
        await tables.commands.execute(
            new.id, lambda match, now: lobby_commands.close(match, player.id, now)
        )
        if refused.code != "rematched":
            raise
