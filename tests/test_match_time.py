"""Clocks, flags, people who leave and come back."""

from __future__ import annotations

from matches import ANNA, SECOND, refusal, running
from tilewright.clock import ClockRule
from tilewright.events import Forfeited, Moved, Reclaimed, TakenOver
from tilewright.match import consent, playing, timing

GAME = ClockRule("game", 60 * SECOND, 5 * SECOND)
MOVE = ClockRule("move", 60 * SECOND)


# --- Flags --------------------------------------------------------------------------------------


def test_time_runs_for_whoever_is_to_move() -> None:
    table = running("anna", "ben", clock=GAME)
    assert timing.deadline(table.match) == table.now + 60 * SECOND
    table.wait(20 * SECOND)
    table.move("anna")
    assert [table.match.clocks.remaining(seat, table.now) for seat in (0, 1)] == [45_000, 60_000]
    assert timing.deadline(table.match) == table.now + 60 * SECOND


def test_a_flag_falls() -> None:
    table = running("anna", "ben", clock=GAME)
    table.wait(60 * SECOND - 1)
    assert table.match.status == "running"
    table.wait(1)
    assert table.log[-1] == Forfeited(at=table.now, seat=0, reason="time")
    assert table.match.is_over and table.match.outcome is not None
    assert table.match.outcome.places == (2, 1)
    assert timing.tick(table.match, table.now + 1) == []


def test_a_late_move_is_the_flag() -> None:
    table = running("anna", "ben", clock=GAME)
    table.now += 60 * SECOND
    (event,) = table.move("anna", move_id="m")
    assert event == Forfeited(at=table.now, seat=0, reason="time")
    assert table.match.seq_of_move("anna", "m") is None


def test_a_flag_comes_before_other_wishes() -> None:
    """A late one who asks for a pause, or gives up after another's flag, changes nothing of it."""
    flag = Forfeited(at=0, seat=0, reason="time")
    for clock in (GAME, MOVE):
        table = running("anna", "ben", "level-1", clock=clock)
        late = table.now + 60 * SECOND
        for events in (
            consent.ask(table.match, "anna", "pause", late),
            consent.ask(table.match, "ben", "pause", late),
            playing.resign(table.match, "ben", late),
            timing.tick(table.match, late),
        ):
            assert [type(event) for event in events] == [Forfeited]
            assert events[0].seat == flag.seat and events[0].reason == "time"  # type: ignore[union-attr]
        table.do(consent.ask(table.match, "ben", "pause", table.now))
        assert isinstance(consent.answer(table.match, "anna", True, late)[0], Forfeited)


def test_with_three_the_game_goes_on_without_the_clock_of_whoever_was_late() -> None:
    table = running("anna", "ben", "cleo", clock=GAME)
    table.wait(60 * SECOND)
    assert table.match.status == "running" and table.match.bot_to_move == "level-4"
    assert timing.deadline(table.match) is None  # bots have no clock
    table.bot_move()
    assert timing.deadline(table.match) == table.now + 60 * SECOND
    table.wait(60 * SECOND)
    assert table.match.is_over and table.match.outcome is not None
    assert table.match.outcome.places == (3, 2, 1)


def test_every_move_has_its_own_time() -> None:
    table = running("anna", "ben", clock=MOVE)
    for person in ("anna", "ben", "anna"):
        table.wait(59 * SECOND)
        table.move(person)
    assert timing.deadline(table.match) == table.now + 60 * SECOND


def test_after_an_undo_the_move_has_its_whole_time_again() -> None:
    table = running("anna", "ben", clock=MOVE)
    table.move("anna")
    table.wait(50 * SECOND)
    table.do(consent.ask(table.match, "anna", "undo", table.now))
    table.do(consent.answer(table.match, "ben", True, table.now))
    assert timing.deadline(table.match) == table.now + 60 * SECOND
    table.move("anna")
    assert timing.deadline(table.match) == table.now + 60 * SECOND


def test_after_an_undo_time_that_was_used_stays_used() -> None:
    table = running("anna", "level-1", clock=ClockRule("game", 60 * SECOND))
    table.wait(10 * SECOND)
    table.move("anna")
    table.wait(10 * SECOND)
    table.bot_move()
    table.wait(10 * SECOND)
    table.do(consent.ask(table.match, "anna", "undo", table.now))
    assert timing.deadline(table.match) == table.now + 40 * SECOND


def test_words_cost_no_time() -> None:
    """Not even those of a machine whose clock is behind."""
    table = running("anna", "ben", clock=GAME)
    deadline = timing.deadline(table.match)
    table.do(playing.say(table.match, ANNA, "hm", table.now + 7 * SECOND))
    table.do(playing.say(table.match, ANNA, "hm", table.now - 7 * SECOND))
    assert timing.deadline(table.match) == deadline


def test_without_clocks_nobody_is_ever_late() -> None:
    table = running("anna", "ben")
    assert timing.deadline(table.match) is None
    table.wait(365 * 24 * 3600 * SECOND)
    table.move("anna")


# --- Leaving ------------------------------------------------------------------------------------


def test_a_stand_in_moves_for_somebody_who_is_away_on_their_turn() -> None:
    table = running("anna", "ben", grace=30 * SECOND, stand_in="level-2")
    table.leave("ben")
    table.wait(3600 * SECOND)  # it is not his turn
    table.move("anna")
    table.wait(30 * SECOND - 1)
    assert table.match.bot_to_move is None
    table.wait(1)
    assert table.log[-1] == TakenOver(at=table.now, seat=1)
    assert table.match.bot_to_move == "level-2" and timing.deadline(table.match) is None
    table.bot_move()
    table.move("anna")
    assert table.match.bot_to_move == "level-2"


def test_a_short_absence_does_no_harm() -> None:
    table = running("anna", "ben", grace=30 * SECOND)
    table.leave("anna")
    table.wait(29 * SECOND)
    table.leave("anna")  # told twice: away since the first time
    assert timing.deadline(table.match) == table.now + SECOND
    timing.set_presence(table.match, "anna", is_here=True, now=table.now)
    table.wait(3600 * SECOND)
    assert table.match.bot_to_move is None
    table.leave("anna")
    assert timing.deadline(table.match) == table.now + 30 * SECOND


def test_a_seat_can_be_reclaimed() -> None:
    table = running("anna", "ben", grace=30 * SECOND)
    assert refusal(playing.reclaim, table.match, "anna", 0) == "nothing_to_reclaim"
    table.leave("anna")
    table.wait(30 * SECOND)
    table.do(playing.reclaim(table.match, "anna", table.now))
    assert table.log[-1] == Reclaimed(at=table.now, seat=0)
    assert table.match.bot_to_move is None
    assert refusal(playing.bot_move, table.match, 0, 1, table.now) == "not_your_turn"
    table.move("anna")


def test_a_move_reclaims_the_seat() -> None:
    table = running("anna", "ben", grace=30 * SECOND)
    table.leave("anna")
    table.wait(30 * SECOND)
    back, moved = table.move("anna", move_id="m")
    assert isinstance(back, Reclaimed) and isinstance(moved, Moved)
    assert table.match.seq_of_move("anna", "m") == len(table.log)
    assert not table.match.chairs[0].has_stand_in


def test_whoever_is_away_is_not_asked() -> None:
    table = running("anna", "ben", grace=30 * SECOND)
    table.leave("ben")
    table.move("anna")
    table.do(consent.ask(table.match, "anna", "undo", table.now))
    table.wait(30 * SECOND)
    assert table.match.asked is None
    table.do(consent.ask(table.match, "anna", "undo", table.now))
    assert table.kinds()[-1] == "undone"


def test_a_stand_in_uses_none_of_the_time() -> None:
    table = running("anna", "ben", grace=10 * SECOND, clock=GAME)
    table.leave("anna")
    table.wait(10 * SECOND)
    table.wait(3600 * SECOND)
    assert table.match.clocks.remaining(0, table.now) == 50 * SECOND
    table.do(playing.reclaim(table.match, "anna", table.now))
    assert timing.deadline(table.match) == table.now + 50 * SECOND


def test_the_flag_falls_though_somebody_is_away() -> None:
    table = running("anna", "ben", grace=90 * SECOND, clock=GAME)
    table.leave("anna")
    table.wait(60 * SECOND)
    assert table.match.is_over and table.match.reasons == ((0, "time"),)


def test_who_has_days_for_a_move_may_be_away() -> None:
    table = running("anna", "ben", clock=ClockRule("move", 24 * 3600 * SECOND))
    table.leave("anna")
    table.wait(12 * 3600 * SECOND)
    assert table.match.bot_to_move is None


def test_one_can_wait_for_ever() -> None:
    table = running("anna", "ben", grace=None)
    table.leave("anna")
    assert timing.deadline(table.match) is None


def test_a_pause_ends_for_somebody_who_left_in_it() -> None:
    table = running("anna", "ben", grace=30 * SECOND)
    table.do(consent.ask(table.match, "ben", "pause", table.now))
    table.do(consent.answer(table.match, "anna", True, table.now))
    table.leave("anna")
    table.wait(3600 * SECOND)
    table.do(consent.resume(table.match, "ben", table.now))
    assert timing.deadline(table.match) == table.now + 30 * SECOND


def test_where_everybody_has_left_the_game_waits() -> None:
    table = running("anna", "ben", grace=30 * SECOND)
    table.leave("anna")
    table.leave("ben")
    assert timing.deadline(table.match) is None
    table.wait(3600 * SECOND)
    assert table.match.bot_to_move is None
    timing.set_presence(table.match, "ben", is_here=True, now=table.now)
    table.wait(0)
    assert table.match.bot_to_move == table.match.terms.stand_in


def test_bots_do_not_finish_a_game_against_bots() -> None:
    table = running("anna", "random", grace=30 * SECOND)
    table.leave("anna")
    assert timing.deadline(table.match) is None


def test_whoever_has_a_stand_in_is_no_company() -> None:
    """They are here again, but a bot plays for them: nobody waits for the one who is away."""
    table = running("anna", "ben", "level-1", grace=5 * SECOND)
    table.leave("anna")
    table.wait(5 * SECOND)
    table.bot_move()
    assert table.match.chairs[0].has_stand_in
    table.leave("ben")
    timing.set_presence(table.match, "anna", is_here=True, now=table.now)
    assert timing.deadline(table.match) is None
    table.do(playing.reclaim(table.match, "anna", table.now))
    assert timing.deadline(table.match) == table.now + 5 * SECOND
