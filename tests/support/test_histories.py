"""The history checker finds each kind of fault, and none in a right history."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from histories import Fault, Log, MoveCall, Read, check_history
from matches import SECRET, Table, running
from tilewright.match import replay, timeouts
from tilewright.match.clock import ClockRule
from tilewright.match.events import Event, Moved

History = list[MoveCall | Read]


def played(*, moves: int = 4, **terms: Any) -> Table:
    """Return a game of two persons after some moves, one per second."""
    table = running("anna", "ben", **terms)
    for number in range(moves):
        table.now += 1000
        table.move(("anna", "ben")[number % 2], "take 1", f"m{number}")
    return table


def log_of(table: Table) -> Log:
    return Log(list(enumerate(table.log, 1)), SECRET)


def history_of(table: Table) -> History:
    """Return a history: each move answered at once, then read by each player and a spectator."""
    history: History = []
    for seq, event in enumerate(table.log, 1):
        if isinstance(event, Moved):
            history.append(call_of(seq, event))
            history += [read_of(table, seq, who) for who in ("anna", "ben", "cleo")]
    return history


def call_of(seq: int, event: Moved) -> MoveCall:
    return MoveCall(
        client=event.author or "",
        sent=float(seq),
        answered=seq + 0.1,
        move_id=event.move_id or "",
        move=event.move,
        seq=seq,
    )


def read_of(table: Table, seq: int, who: str) -> Read:
    match = replay(SECRET, table.log[:seq])
    seat = match.viewer_seat(who)
    return Read(
        client=who,
        sent=seq + 0.2,
        answered=seq + 0.3,
        seq=seq,
        events={seq: table.log[seq - 1]},
        seat=seat,
        position=(match.board if match.is_over else match.board.view(seat)).text,
    )


def kinds(faults: list[Fault]) -> set[str]:
    return {fault.kind for fault in faults}


def test_check_history_accepts_a_correct_history() -> None:
    table = played()
    assert check_history(history_of(table), log_of(table)) == []


def test_check_history_allows_unacknowledged_moves_either_way() -> None:
    table = played()
    history = history_of(table)
    moves = [call for call in history if isinstance(call, MoveCall)]
    made = replace(moves[-1], seq=None, answered=float("inf"))
    never = replace(made, move_id="never")
    history = [call for call in history if call is not moves[-1]] + [made, never]
    assert check_history(history, log_of(table)) == []


def test_check_history_allows_updates_older_than_an_answer() -> None:
    table = played()
    history = history_of(table)
    history += [history[-1]]
    older = len(table.log) - 1
    late: dict[str, Any] = {
        "sent": 99.0,
        "answered": 99.0,
        "seq": older,
        "position": None,
        "events": {},
    }
    change_read(-1, is_pushed=True, **late)(history, [])
    assert check_history(history, log_of(table)) == []


def test_check_history_allows_a_retried_move_to_be_refused() -> None:
    """A client that was refused, then acknowledged under the same id, has made the move."""
    table = played()
    history = history_of(table)
    again = replace(next(call for call in history if isinstance(call, MoveCall)), seq=None)
    assert check_history([*history, replace(again, refusal="stale")], log_of(table)) == []


# --- Each kind of fault ---------------------------------------------------------------------------

Change = Callable[[History, list[tuple[int, Event]]], Any]


def change_call(index: int, **fields: Any) -> Change:
    """Change the move of that number in the history."""

    def change(history: History, rows: list[tuple[int, Event]]) -> None:
        place = [n for n, call in enumerate(history) if isinstance(call, MoveCall)][index]
        history[place] = replace(history[place], **fields)

    return change


def change_read(index: int, **fields: Any) -> Change:
    """Change the read of that number in the history."""

    def change(history: History, rows: list[tuple[int, Event]]) -> None:
        place = [n for n, call in enumerate(history) if isinstance(call, Read)][index]
        history[place] = replace(history[place], **fields)

    return change


def leave_out_the_last_row(history: History, rows: list[tuple[int, Event]]) -> None:
    rows.pop()


def leave_out_a_row(history: History, rows: list[tuple[int, Event]]) -> None:
    rows.pop(-2)


def double_the_last_row(history: History, rows: list[tuple[int, Event]]) -> None:
    """Write the last row again as another event."""
    rows.append((len(rows) + 1, rows[-2][1]))
    rows.append((len(rows) + 1, rows[-2][1]))


def refuse_the_last_move(history: History, rows: list[tuple[int, Event]]) -> None:
    change_call(-1, seq=None, refusal="stale")(history, rows)


def forget_the_last_move(history: History, rows: list[tuple[int, Event]]) -> None:
    """Remove the last move from the history, so that no client has sent it."""
    history.remove([call for call in history if isinstance(call, MoveCall)][-1])


def push_an_older_state(history: History, rows: list[tuple[int, Event]]) -> None:
    """Push an older state after a newer one on the same socket."""
    change_read(-4, is_pushed=True)(history, rows)
    change_read(-1, seq=4, position=None, events={}, is_pushed=True)(history, rows)


FAULTS: list[tuple[str, Change]] = [
    ("gap", leave_out_a_row),
    ("lost", leave_out_the_last_row),
    ("lost", change_call(1, move_id="other")),
    ("moved", change_call(1, seq=9)),
    ("doubled", double_the_last_row),
    ("refused", refuse_the_last_move),
    ("invented", forget_the_last_move),
    ("invented", change_call(1, move="take 3")),
    ("reordered", change_call(0, sent=9.0, answered=9.1)),
    ("future", change_read(0, seq=7, sent=4.2, answered=4.3)),
    ("backwards", change_read(-1, seq=4, position=None, events={})),
    ("backwards", change_read(-2, seq=4, position=None, events={})),
    ("backwards", push_an_older_state),
    ("told", change_read(0, seq=99)),
    ("told", change_read(0, events={4: Moved(at=1, seat=0, move="take 2")})),
    ("told", change_read(0, events={99: Moved(at=1, seat=0, move="take 2")})),
    ("hidden", change_read(0, seat=1)),
    ("hidden", change_read(2, seat=0)),
]


@pytest.mark.parametrize("kind, change", FAULTS)
def test_check_history_finds_each_fault(kind: str, change: Change) -> None:
    table = played()
    history, rows = history_of(table), list(enumerate(table.log, 1))
    change(history, rows)
    assert kind in kinds(check_history(history, Log(rows, SECRET)))


def test_check_history_finds_hidden_cards_in_a_view() -> None:
    """The text of all of a position is not what its seat may see, nor is that of another seat."""
    table = played()
    match = replay(SECRET, table.log)
    for position in (match.board.text, match.board.view(1).text):
        history = history_of(table)
        change_read(-3, seat=0, position=position)(history, [])
        assert kinds(check_history(history, log_of(table))) == {"hidden"}


# --- Clocks ---------------------------------------------------------------------------------------

MINUTE = 60_000


def away(*, is_held: bool) -> tuple[Table, tuple[int, int]]:
    """Anna thinks for 20 s, the server is away for a minute, 30 s later she moves."""
    table = running("anna", "ben", clock=ClockRule("game", 10 * MINUTE))
    gone, back = table.now + 20_000, table.now + 20_000 + MINUTE
    if is_held:
        table.do(timeouts.clock_freeze_events(table.match, [(gone, back)], back))
    table.now = back + 30_000
    table.move("anna", "take 1", "m")
    return table, (gone, back)


def test_check_history_accepts_clocks_frozen_during_an_outage() -> None:
    table, outage = away(is_held=True)
    assert check_history(history_of(table), log_of(table), [outage]) == []


def test_check_history_finds_an_outage_charged_to_a_seat() -> None:
    table, outage = away(is_held=False)
    assert kinds(check_history(history_of(table), log_of(table), [outage])) == {"clock"}


def test_check_history_treats_a_short_silence_as_no_outage() -> None:
    table, (gone, _) = away(is_held=False)
    assert check_history(history_of(table), log_of(table), [(gone, gone + 4_000)]) == []


def test_check_history_finds_a_timeout_during_an_outage() -> None:
    table = running("anna", "ben", clock=ClockRule("move", MINUTE))
    start = table.now
    table.wait(MINUTE)
    assert not table.match.is_over or table.log[-1].at == start + MINUTE
    assert kinds(check_history([], log_of(table), [(start + 1000, start + 50_000)])) == {"clock"}
    assert check_history([], log_of(table)) == []
