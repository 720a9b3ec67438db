"""Clocks by themselves."""

from __future__ import annotations

import msgspec
import pytest

from tilewright.match.clock import MAX_TIME_MS, ClockRule, Clocks


def test_clock_runs_for_one_seat_only() -> None:
    clocks = Clocks(ClockRule("game", 1000), 2)
    clocks.start(0, 0)
    clocks.start(1, 100)
    assert (clocks.remaining(0, 500), clocks.remaining(1, 500)) == (900, 600)
    assert clocks.deadline == 1100
    clocks.stop(500)
    assert clocks.deadline is None and clocks.left == [900, 600]


def test_clock_is_never_negative() -> None:
    clocks = Clocks(ClockRule("game", 1000), 2)
    clocks.start(0, 0)
    assert clocks.remaining(0, 5000) == 0
    clocks.stop(5000)
    assert clocks.left == [0, 1000]


def test_clock_ignores_a_system_time_that_goes_back() -> None:
    """Two machines never agree on the time to the millisecond."""
    clocks = Clocks(ClockRule("game", 1000), 2)
    clocks.start(0, 500)
    assert clocks.remaining(0, 400) == 1000
    clocks.stop(400)
    assert clocks.left == [1000, 1000]


def test_clock_increment_goes_to_the_mover_and_is_bounded() -> None:
    clocks = Clocks(ClockRule("game", 1000, MAX_TIME_MS), 2)
    clocks.start(0, 0)
    clocks.end_move(0, 100)
    assert clocks.left == [MAX_TIME_MS, 1000]
    clocks.end_move(1, 100)  # a bot's move: its time did not run
    assert clocks.left == [MAX_TIME_MS, 1000]


def test_clock_turn_renews_time_per_move_only() -> None:
    for kind, left in (("move", [1000, 1000]), ("game", [600, 1000])):
        clocks = Clocks(ClockRule(kind, 1000), 2)  # type: ignore[arg-type]
        clocks.start(0, 0)
        clocks.begin_turn(400)
        assert clocks.left == left and clocks.running is None


def test_clock_of_kind_none_never_runs() -> None:
    clocks = Clocks(ClockRule(), 2)
    clocks.start(0, 0)
    assert clocks.running is None and clocks.deadline is None


@pytest.mark.parametrize(
    "rule",
    [
        {"kind": "hourglass"},
        {"time": 0},
        {"time": MAX_TIME_MS + 1},
        {"increment": -1},
        {"increment": 2**70},
        {"delay": 5},
    ],
)
def test_clock_rule_out_of_bounds_is_refused(rule: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(rule, ClockRule)


def test_clock_freeze_counts_no_time() -> None:
    """The time up to the stop counts; what runs again counts from the end of the freeze."""
    clocks = Clocks(ClockRule("game", 1000), 2)
    clocks.start(0, 100)
    clocks.freeze(300, 700)
    assert (clocks.remaining(0, 500), clocks.remaining(0, 800)) == (800, 700)
    assert clocks.is_frozen(699) and not clocks.is_frozen(700)
    clocks.freeze(150, 700)
    assert clocks.remaining(0, 800) == 700, "a freeze that has ended already counts once"


def test_clock_freeze_ignores_stopped_clocks() -> None:
    clocks = Clocks(ClockRule("game", 1000), 2)
    clocks.freeze(300, 700)
    assert clocks.left == [1000, 1000] and clocks.running_since == 0 and not clocks.is_frozen(500)


@pytest.mark.parametrize("ms, is_right", [(1, True), (2_592_000_000, True), (0, False)])
def test_clock_has_at_most_30_days(ms: int, is_right: bool) -> None:
    for time, right in ((ms, is_right), (2_592_000_001, False)):
        try:
            assert msgspec.convert({"kind": "game", "time": time}, ClockRule).time == time
            assert right
        except msgspec.ValidationError:
            assert not right
