"""Whole reviews of made-up findings: which jobs run, what is kept, caveats, and the data."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from threading import Event as Flag
from typing import Any

import pytest

import tilewright as tw
from tilewright.errors import InvalidOption
from tilewright.position import Outcome, Position
from tilewright.records.record import Record
from tilewright.study.review import Review, pipeline, review
from tilewright.study.review.luck import MeasuredLuck, SeatBreakdown
from tilewright.study.review.move_loss import STANDARD_ERRORS, MeasuredDecision
from tilewright.study.review.pipeline import (
    Stopped,
    _run_jobs,
    list_caveats,
    require_reviewable,
)
from tilewright.study.review.results import Decision, Event


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is searched here, so nothing need be compiled."""
    monkeypatch.setenv("TILEWRIGHT_JIT", "0")


# --- Jobs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 3])
def test_run_jobs_runs_what_is_missing_and_reports_each_once(threads: int) -> None:
    ran: list[str] = []
    told: list[tuple[int, int]] = []
    found: list[str] = []

    def job(name: str) -> dict[str, Any]:
        ran.append(name)
        return {"of": name}

    jobs = {name: partial(job, name) for name in "abcd"}
    known = {"b": {"of": "an earlier run"}, "x": {"of": "nothing"}}
    results = _run_jobs(
        jobs,
        dict(known),
        threads,
        lambda done, wanted: told.append((done, wanted)),
        lambda name, finding: found.append(name),
        Flag(),
    )
    assert sorted(ran) == ["a", "c", "d"] and found == ["a", "c", "d"]
    assert told == [(3, 4), (4, 4), (5, 4)]
    assert {name: one["of"] for name, one in results.items()} == {
        **{name: name for name in "acd"},
        "b": "an earlier run",
        "x": "nothing",
    }


def test_run_jobs_stops_before_the_next_job() -> None:
    stop, ran = Flag(), list[str]()

    def job() -> dict[str, Any]:
        ran.append("a job")
        stop.set()
        return {}

    with pytest.raises(Stopped):
        _run_jobs(dict.fromkeys("abc", job), {}, 1, None, None, stop)
    assert ran == ["a job"]


def test_run_jobs_that_fail_stop_the_others() -> None:
    stop = Flag()

    def fail() -> Any:
        raise KeyError("no")

    with pytest.raises(KeyError):
        _run_jobs({"a": fail}, {}, 1, None, None, stop)
    assert stop.is_set()


def test_list_jobs_has_the_deal_and_each_move_in_its_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = toy_game(moves=3)
    for _ in range(3):
        position.play(2)
    told: list[tuple[Any, ...]] = []

    def measure(observer: Any, where: Position, *given: Any) -> list[Any]:
        told.append((where.ply, int(where.state["heap"]), *given))
        return []

    def weigh(observer: Any, where: Position, *given: Any) -> MeasuredDecision:
        told.append((where.ply, int(where.state["heap"]), *given))
        return MeasuredDecision(**decision(where.ply, where.mover, 3))

    monkeypatch.setattr(pipeline, "measure_deal_luck", measure)
    monkeypatch.setattr(pipeline, "measure_decision", weigh)
    monkeypatch.setattr(pipeline, "measure_chance_event", lambda *given: None)
    record = Record(position, outcome=position.outcome)
    jobs = pipeline._list_jobs(record, pipeline._list_moves(position), 9, 4)
    assert list(jobs) == ["deal", "0", "1", "2"]
    found = {name: job() for name, job in jobs.items()}
    assert told == [(0, 9, 9, 4), (0, 9, 2, 9, 4), (1, 6, 2, 9, 4), (2, 3, 2, 9, 4)]
    assert found["deal"] == {"fortunes": []} and found["1"]["weighed"]["seat"] == 1
    position.seed = None
    late = pipeline._list_jobs(record, pipeline._list_moves(position), 9, 4)
    assert list(late) == ["0", "1", "2"], "no deal is known"


# --- From findings to a review ------------------------------------------------------------------


def toy_game(players: int = 3, moves: int = 3) -> Position:
    position = tw.new("toy", players=players, seed=5)
    position.state["heap"] = 3 * moves
    dealt = Position(position.game, position.state.copy().reshape(1))
    dealt.seed, dealt.options = position.seed, position.options
    return dealt


def decision(ply: int, seat: int, players: int, **changes: Any) -> dict[str, Any]:
    even = [1 / players] * players
    one = MeasuredDecision(
        *(ply, seat, 2, 2, 0.0, 0.0, 0.5, even, even, [0.01] * players, [2], [2], 0)
    )
    return asdict(one) | changes


def drawn(ply: int, event: str, luck: list[float], spread: float) -> dict[str, Any]:
    players = len(luck)
    return asdict(MeasuredLuck(ply, event, luck, [spread] * players, [1 / players] * players))


def known_game() -> tuple[Record, dict[str, Any]]:
    """Return a game of three, one move each, with two events before it and one in it."""
    position = toy_game()
    for _ in range(3):
        position.play(2)
    assert position.is_over
    record = Record(position, ("ann", "bob", "cem"), outcome=position.outcome)
    moves = [{"weighed": decision(ply, ply, 3), "fortune": None} for ply in range(3)]
    moves[1]["fortune"] = drawn(2, "draw", [0.1, -0.1, 0.0], 0.02)
    deal = [drawn(0, "first seat", [0.0] * 3, 0.01), drawn(0, "deal", [0.0] * 3, 0.03)]
    return record, {"deal": {"fortunes": deal}, **{str(n): one for n, one in enumerate(moves)}}


def test_review_of_known_findings_has_them_in_the_order_of_the_game() -> None:
    record, known = known_game()
    found = review(record, iterations=7, seed=9, known=known)
    assert (found.game, found.names) == ("toy", ("ann", "bob", "cem"))
    assert (found.iterations, found.seed, found.forfeits) == (7, 9, ())
    assert [(one.ply, one.event) for one in found.chance] == [
        (0, "first seat"),
        (0, "deal"),
        (2, "draw"),
    ]
    assert [(one.ply, one.seat) for one in found.decisions] == [(0, 0), (1, 1), (2, 2)]
    assert len(found.path) == 1 + 2 + 3 + 1
    assert found.path[-1] == tuple(account.result for account in found.seats)
    errors = [one.error for one in found.chance]
    assert errors == [
        pytest.approx([STANDARD_ERRORS * spread] * 3) for spread in (0.01, 0.03, 0.02)
    ]


def test_review_charges_each_step_where_it_stands() -> None:
    """A step's effect is the difference of the points before and after it."""
    record, known = known_game()
    found = review(record, iterations=1, known=known)
    steps = [
        *(found.chance[0].luck, found.chance[1].luck),
        *(found.decisions[0].effect, found.decisions[1].effect),
        *(found.chance[2].luck, found.decisions[2].effect),
    ]
    for number, step in enumerate(steps):
        before, after = found.path[number], found.path[number + 1]
        assert step == tuple(late - early for early, late in zip(before, after, strict=True))


def test_review_names_the_best_move_and_its_line() -> None:
    """Of nine stones the first seat took three; two would have been better."""
    record, known = known_game()
    known["0"]["weighed"] |= {"best": 1, "loss": 0.02, "best_line": [1, 2, 0]}
    first, second, _ = review(record, iterations=1, known=known).decisions
    assert (first.played, first.best, first.line) == (
        *("take 3", "take 2", ("take 2", "take 3", "take 1")),
    )
    assert (first.kind, first.loss, second.kind) == ("good", 0.02, "best")
    assert (second.played, second.best, second.line) == ("take 3", "take 3", ("take 3",))


@pytest.mark.parametrize("iterations", [0, -1])
def test_review_of_no_iterations_is_refused(iterations: int) -> None:
    record, known = known_game()
    with pytest.raises(InvalidOption, match=f"iterations: expected .*; found {iterations}"):
        review(record, iterations=iterations, known=known)
    assert review(record, iterations=1, known=known).iterations == 1


# --- Caveats ------------------------------------------------------------------------------------


def test_caveats_name_each_forfeit_and_those_who_never_moved() -> None:
    position = toy_game()
    position.play(0)
    record = Record(
        position,
        forfeits=((2, "time"), (1, "fault")),
        outcome=Outcome((0, 0, 0), (1, 2, 3)),
    )
    found = list_caveats(record)
    assert [line.partition(".")[0] for line in found] == [
        "Seat 2 ran out of time",
        "Seat 1 broke the rules",
        "Seat 1 never moved: it has no decisions of its own",
        "Seat 2 never moved: it has no decisions of its own",
    ]
    whole = toy_game()
    for _ in range(3):
        whole.play(2)
    assert list_caveats(Record(whole, outcome=whole.outcome)) == []


def test_caveats_name_the_first_seat_too() -> None:
    position = toy_game()
    position.state["mover"] = 1
    position.play(0)
    record = Record(position, forfeits=((0, "time"),), outcome=Outcome((0,) * 3, (3, 1, 2)))
    silent = [line for line in list_caveats(record) if "never moved" in line]
    assert [line.partition(" never")[0] for line in silent] == ["Seat 0", "Seat 2"]


def test_caveats_of_a_game_without_a_deal_name_its_first_ply() -> None:
    position = toy_game(2, moves=4)
    position.play(0)
    late = Position.from_text(position.game, position.text)
    while not late.is_over:
        late.play(0)
    record = Record(late, outcome=late.outcome)
    assert list_caveats(record)[0].startswith("The game begins at ply 1, not with a deal")
    assert require_reviewable(record) == late.outcome


# --- As data ------------------------------------------------------------------------------------


def test_as_json_has_each_number_of_its_own_seat() -> None:
    """Numbers of a review are exact multiples of 1/65536; those of searches are rounded to them."""
    seats = (
        SeatBreakdown(0, start=0.25, luck=0.125, own=0.5, others=-0.125, result=0.75, error=0.1),
        SeatBreakdown(1, start=0.75, luck=-0.125, own=0.125, others=-0.5, result=0.25, error=0.2),
    )
    one = Decision(
        ply=4, seat=1, played="a", best="b", loss=0.1, error=1 / 3, kind="mistake",
        why=({"key": "x"},), outlook=0.6, line=("b", "c"), effect=(0.25, -0.25),
    )  # fmt: skip
    found = Review(
        game="toy", names=("ann", "bob"), iterations=5, seed=6, outcome=Outcome((30, 40), (2, 1)),
        path=((0.25, 0.75), (0.75, 0.25)), decisions=(one,),
        chance=(Event(3, "draw", (0.125, -0.125), (0.1, 0.2)),),
        seats=seats, forfeits=(1,), remarks=("odd",),
    ).as_json()  # fmt: skip
    assert found["decisions"] == [
        {
            "ply": 4, "seat": 1, "played": "a", "best": "b", "class": "mistake",
            "loss": 6554 / 65536, "error": 21845 / 65536, "outlook": 39322 / 65536,
            "why": [{"key": "x"}], "line": ["b", "c"], "effect": [0.25, -0.25],
        }
    ]  # fmt: skip
    assert found["chance"] == [
        {"ply": 3, "event": "draw", "luck": [0.125, -0.125], "error": [6554 / 65536, 13107 / 65536]}
    ]
    assert found["seats"] == [
        {
            "seat": 0, "score": 30, "place": 2, "luck": 0.125, "own": 0.5, "others": -0.125,
            "skill": 0.375, "start": 0.25, "result": 0.75, "adjusted": 0.625, "error": 6554 / 65536,
        },
        {
            "seat": 1, "score": 40, "place": 1, "luck": -0.125, "own": 0.125, "others": -0.5,
            "skill": -0.375, "start": 0.75, "result": 0.25, "adjusted": 0.375,
            "error": 13107 / 65536,
        },
    ]  # fmt: skip
    assert (found["names"], found["iterations"], found["seed"]) == (["ann", "bob"], 5, 6)
    assert (found["remarks"], found["path"]) == (["odd"], [[0.25, 0.75], [0.75, 0.25]])
