"""One table as a fold over its events: seats, clocks, proposals, stand-ins. No I/O, no clock reads.

A command (``game_commands.move``, ``proposals.propose`` ...) is a function of a match. It validates
the request and returns events, or raises ``Refused``. Nothing changes until they are applied:

    events = game_commands.move(match, person, "d2>1", match.number, None, now)
    apply(match, *events)

Modules:
    events: What can happen at a table; stored and sent as JSON.
    state: The match and its seats as data, its record as text.
    reducer: Applies events to a match.
    clock: Time limits and clocks.
    create: The first event of a table, or a local match on one screen.
    lobby_commands: Commands before and after the game: seats, start, close, rematch.
    game_commands: Commands during the game: moves, resigning, seat transfers, chat.
    proposals: Undo and pause, which the other players must accept.
    timeouts: Time forfeits, stand-ins, abandoned tables, presence.
    guards: Checks shared by the commands.
"""

from tilewright.match.lobby_commands import open_table, play_locally
from tilewright.match.reducer import apply, replay
from tilewright.match.state import Match, SeatState, format_match

__all__ = [
    "Match",
    "SeatState",
    "apply",
    "format_match",
    "open_table",
    "play_locally",
    "replay",
]
