"""Clocks, flags, people who leave and come back."""

from __future__ import annotations

from itertools import permutations

import pytest

from matches import ANNA, SECOND, Table, refusal, running
from tilewright.match import game_commands, lobby_commands, proposals, timeouts
from tilewright.match.clock import ClockRule
from tilewright.match.events import (
    BotSubstituted,
    ClockFrozen,
    Forfeited,
    Moved,
    Person,
    SeatReclaimed,
)

GAME = ClockRule("game", 60 * SECOND, 5 * SECOND)
MOVE = ClockRule("move", 60 * SECOND)


# --- Flags --------------------------------------------------------------------------------------


def test_clock_runs_for_the_mover() -> None:
    table = running("anna", "ben", clock=GAME)
    assert timeouts.next_deadline(table.match) == table.now + 60 * SECOND
    table.wait(20 * SECOND)
    table.move("anna")
    assert [table.match.clocks.remaining(seat, table.now) for seat in (0, 1)] == [45_000, 60_000]
    assert timeouts.next_deadline(table.match) == table.now + 60 * SECOND


def test_timeout_forfeits_the_mover() -> None:
    table = running("anna", "ben", clock=GAME)
    table.wait(60 * SECOND - 1)
    assert table.match.status == "running"
    table.wait(1)
    assert table.log[-1] == Forfeited(at=table.now, seat=0, reason="time")
    assert table.match.is_over and table.match.outcome is not None
    assert table.match.outcome.places == (2, 1)
    assert timeouts.tick(table.match, table.now + 1) == []


def test_timeout_before_a_late_move_forfeits() -> None:
    table = running("anna", "ben", clock=GAME)
    table.now += 60 * SECOND
    (event,) = table.move("anna", move_id="m")
    assert event == Forfeited(at=table.now, seat=0, reason="time")
    assert table.match.seq_of_move("anna", "m") is None


def test_timeout_is_applied_before_other_commands() -> None:
    """A late one who asks for a pause, or gives up after another's flag, changes nothing of it."""
    flag = Forfeited(at=0, seat=0, reason="time")
    for clock in (GAME, MOVE):
        table = running("anna", "ben", "level-1", clock=clock)
        late = table.now + 60 * SECOND
        for events in (
            proposals.propose(table.match, "anna", "pause", late),
            proposals.propose(table.match, "ben", "pause", late),
            game_commands.resign(table.match, "ben", late),
            timeouts.tick(table.match, late),
        ):
            assert [type(event) for event in events] == [Forfeited]
            assert events[0].seat == flag.seat and events[0].reason == "time"  # type: ignore[union-attr]
        table.do(proposals.propose(table.match, "ben", "pause", table.now))
        assert isinstance(proposals.answer(table.match, "anna", True, late)[0], Forfeited)


def test_timeout_of_one_of_three_lets_the_game_go_on() -> None:
    table = running("anna", "ben", "cleo", clock=GAME)
    table.wait(60 * SECOND)
    assert table.match.status == "running" and table.match.bot_to_move == "level-4"
    assert timeouts.next_deadline(table.match) is None  # bots have no clock
    table.bot_move()
    assert timeouts.next_deadline(table.match) == table.now + 60 * SECOND
    table.wait(60 * SECOND)
    assert table.match.is_over and table.match.outcome is not None
    assert table.match.outcome.places == (3, 2, 1)


def test_clock_per_move_is_renewed_each_move() -> None:
    table = running("anna", "ben", clock=MOVE)
    for person in ("anna", "ben", "anna"):
        table.wait(59 * SECOND)
        table.move(person)
    assert timeouts.next_deadline(table.match) == table.now + 60 * SECOND


def test_clock_per_move_after_undo_is_renewed() -> None:
    table = running("anna", "ben", clock=MOVE)
    table.move("anna")
    table.wait(50 * SECOND)
    table.do(proposals.propose(table.match, "anna", "undo", table.now))
    table.do(proposals.answer(table.match, "ben", True, table.now))
    assert timeouts.next_deadline(table.match) == table.now + 60 * SECOND
    table.move("anna")
    assert timeouts.next_deadline(table.match) == table.now + 60 * SECOND


def test_clock_per_game_after_undo_keeps_used_time() -> None:
    table = running("anna", "level-1", clock=ClockRule("game", 60 * SECOND))
    table.wait(10 * SECOND)
    table.move("anna")
    table.wait(10 * SECOND)
    table.bot_move()
    table.wait(10 * SECOND)
    table.do(proposals.propose(table.match, "anna", "undo", table.now))
    assert timeouts.next_deadline(table.match) == table.now + 40 * SECOND


def test_clock_ignores_chat() -> None:
    """Not even those of a machine whose clock is behind."""
    table = running("anna", "ben", clock=GAME)
    deadline = timeouts.next_deadline(table.match)
    table.do(game_commands.chat(table.match, ANNA, "hm", table.now + 7 * SECOND))
    table.do(game_commands.chat(table.match, ANNA, "hm", table.now - 7 * SECOND))
    assert timeouts.next_deadline(table.match) == deadline


def test_timeout_without_a_clock_never_happens() -> None:
    table = running("anna", "ben")
    assert timeouts.next_deadline(table.match) is None
    table.wait(365 * 24 * 3600 * SECOND)
    table.move("anna")


# --- Leaving ------------------------------------------------------------------------------------


def test_stand_in_moves_for_an_absent_mover() -> None:
    table = running("anna", "ben", grace=30 * SECOND, stand_in="level-2")
    table.leave("ben")
    table.wait(3600 * SECOND)  # it is not his turn
    table.move("anna")
    table.wait(30 * SECOND - 1)
    assert table.match.bot_to_move is None
    table.wait(1)
    assert table.log[-1] == BotSubstituted(at=table.now, seat=1)
    assert table.match.bot_to_move == "level-2" and timeouts.next_deadline(table.match) is None
    table.bot_move()
    table.move("anna")
    assert table.match.bot_to_move == "level-2"


def test_stand_in_waits_for_the_grace_time() -> None:
    table = running("anna", "ben", grace=30 * SECOND)
    table.leave("anna")
    table.wait(29 * SECOND)
    table.leave("anna")  # told twice: away since the first time
    assert timeouts.next_deadline(table.match) == table.now + SECOND
    timeouts.set_presence(table.match, "anna", is_present=True, now=table.now)
    table.wait(3600 * SECOND)
    assert table.match.bot_to_move is None
    table.leave("anna")
    assert timeouts.next_deadline(table.match) == table.now + 30 * SECOND


def test_reclaim_ends_the_stand_in() -> None:
    table = running("anna", "ben", grace=30 * SECOND)
    assert refusal(game_commands.reclaim, table.match, "anna", 0) == "nothing_to_reclaim"
    table.leave("anna")
    table.wait(30 * SECOND)
    table.do(game_commands.reclaim(table.match, "anna", table.now))
    assert table.log[-1] == SeatReclaimed(at=table.now, seat=0)
    assert table.match.bot_to_move is None
    assert refusal(game_commands.bot_move, table.match, 0, 1, table.now) == "not_your_turn"
    table.move("anna")


def test_reclaim_at_one_screen_takes_all_seats() -> None:
    table = running("anna", "anna", "ben")
    table.do([BotSubstituted(at=table.now, seat=seat) for seat in (0, 1)])
    table.do(game_commands.reclaim(table.match, "anna", table.now))
    assert [seat.has_stand_in for seat in table.match.seats] == [False, False, False]


def test_stand_in_is_not_delayed_by_chat() -> None:
    table = running("anna", "ben", grace=30 * SECOND)
    table.leave("anna")
    due = timeouts.next_deadline(table.match)
    table.now += 20 * SECOND
    table.do(game_commands.chat(table.match, Person("ben", "Ben"), "are you there?", table.now))
    assert timeouts.next_deadline(table.match) == due


def test_reclaim_by_a_move() -> None:
    table = running("anna", "ben", grace=30 * SECOND)
    table.leave("anna")
    table.wait(30 * SECOND)
    back, moved = table.move("anna", move_id="m")
    assert isinstance(back, SeatReclaimed) and isinstance(moved, Moved)
    assert table.match.seq_of_move("anna", "m") == len(table.log)
    assert not table.match.seats[0].has_stand_in


def test_proposal_is_not_asked_of_absent_players() -> None:
    table = running("anna", "ben", grace=30 * SECOND)
    table.leave("ben")
    table.move("anna")
    table.do(proposals.propose(table.match, "anna", "undo", table.now))
    table.wait(30 * SECOND)
    assert table.match.asked is None
    table.do(proposals.propose(table.match, "anna", "undo", table.now))
    assert table.kinds()[-1] == "undone"


def test_stand_in_uses_no_clock_time() -> None:
    table = running("anna", "ben", grace=10 * SECOND, clock=GAME)
    table.leave("anna")
    table.wait(10 * SECOND)
    table.wait(3600 * SECOND)
    assert table.match.clocks.remaining(0, table.now) == 50 * SECOND
    table.do(game_commands.reclaim(table.match, "anna", table.now))
    assert timeouts.next_deadline(table.match) == table.now + 50 * SECOND


def test_timeout_of_an_absent_player_forfeits() -> None:
    table = running("anna", "ben", grace=90 * SECOND, clock=GAME)
    table.leave("anna")
    table.wait(60 * SECOND)
    assert table.match.is_over and table.match.reasons == ((0, "time"),)


def test_stand_in_never_comes_with_days_per_move() -> None:
    table = running("anna", "ben", clock=ClockRule("move", 24 * 3600 * SECOND))
    table.leave("anna")
    table.wait(12 * 3600 * SECOND)
    assert table.match.bot_to_move is None


def test_stand_in_without_a_grace_time_never_comes() -> None:
    table = running("anna", "ben", grace=None)
    table.leave("anna")
    assert timeouts.next_deadline(table.match) is None


def test_pause_ends_when_a_player_leaves() -> None:
    table = running("anna", "ben", grace=30 * SECOND)
    table.do(proposals.propose(table.match, "ben", "pause", table.now))
    table.do(proposals.answer(table.match, "anna", True, table.now))
    table.leave("anna")
    table.wait(3600 * SECOND)
    table.do(proposals.resume(table.match, "ben", table.now))
    assert timeouts.next_deadline(table.match) == table.now + 30 * SECOND


def test_stand_in_waits_while_all_players_are_away() -> None:
    table = running("anna", "ben", grace=30 * SECOND)
    table.leave("anna")
    table.leave("ben")
    assert timeouts.next_deadline(table.match) is None
    table.wait(3600 * SECOND)
    assert table.match.bot_to_move is None
    timeouts.set_presence(table.match, "ben", is_present=True, now=table.now)
    table.wait(0)
    assert table.match.bot_to_move == table.match.terms.stand_in


def test_stand_in_does_not_play_against_bots_alone() -> None:
    table = running("anna", "random", grace=30 * SECOND)
    table.leave("anna")
    assert timeouts.next_deadline(table.match) is None


def test_stand_in_owner_does_not_count_as_present() -> None:
    """They are here again, but a bot plays for them: no player waits for the one who is away."""
    table = running("anna", "ben", "level-1", grace=5 * SECOND)
    table.leave("anna")
    table.wait(5 * SECOND)
    table.bot_move()
    assert table.match.seats[0].has_stand_in
    table.leave("ben")
    timeouts.set_presence(table.match, "anna", is_present=True, now=table.now)
    assert timeouts.next_deadline(table.match) is None
    table.do(game_commands.reclaim(table.match, "anna", table.now))
    assert timeouts.next_deadline(table.match) == table.now + 5 * SECOND


@pytest.mark.parametrize("order", list(permutations(["anna", "ben", "cleo"])))
def test_quick_table_closes_after_the_last_player_left(order: tuple[str, ...]) -> None:
    """Three who leave one after the other: ten seconds count from the last of them."""
    table = Table("my-shelfie", players=4)
    for name in order:
        person = Person(name, name.title())
        table.do(lobby_commands.sit(table.match, person, table.now))
    table.match.is_quick = True
    for name in order[1:]:
        table.leave(name)
        table.now += 7 * SECOND
    far = table.match.changed_at + timeouts.MAX_OPEN_MS
    assert timeouts.next_deadline(table.match) == far, "one of them is still here"
    table.leave(order[0])
    assert timeouts.next_deadline(table.match) == table.now + timeouts.QUICK_AWAY_MS
    table.wait(timeouts.QUICK_AWAY_MS - 1)
    assert table.match.status == "open"
    table.wait(1)
    assert table.match.status != "open"


def test_quick_table_left_late_closes_at_its_open_limit() -> None:
    table = Table("my-shelfie", players=2)
    table.do(lobby_commands.sit(table.match, Person("anna", "Anna"), table.now))
    table.match.is_quick = True
    last = table.match.changed_at + timeouts.MAX_OPEN_MS
    table.now = last - 1
    table.leave("anna")
    assert timeouts.next_deadline(table.match) == last


# --- The server was away ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "turn, until",
    [
        (0, 700 + timeouts.CLOCK_GRACE_MS),
        (500, 700 + timeouts.CLOCK_GRACE_MS),  # the last heartbeat
        (600, 700 + timeouts.CLOCK_GRACE_MS),  # after it, before the server died
        (699, 700 + timeouts.CLOCK_GRACE_MS),
        (700, None),
        (701, None),
    ],
)
def test_outage_freezes_the_clock_of_the_running_turn(turn: int, until: int | None) -> None:
    table = running("anna", "ben", clock=GAME)
    table.match.clocks.running_since = turn
    found = timeouts.clock_freeze_events(table.match, [(500, 700)], 800)
    assert found == ([ClockFrozen(at=800, gone=500, until=until)] if until else [])


def test_outage_within_the_grace_freezes_the_clock_once() -> None:
    table = running("anna", "ben", clock=GAME)
    table.match.clocks.running_since = 0
    second = 700 + timeouts.CLOCK_GRACE_MS
    outages = [(500, 700), (800, second), (900, second + 1)]
    found = [(one.gone, one.until) for one in freezes(table, outages)]
    assert found == [(500, second), (900, second + 1 + timeouts.CLOCK_GRACE_MS)]


def freezes(table: Table, outages: list[tuple[int, int]]) -> list[ClockFrozen]:
    events = timeouts.clock_freeze_events(table.match, outages, 10**6)
    return [event for event in events if isinstance(event, ClockFrozen)]
