"""Random wishes of random people at random times, and what must hold whatever they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from matches import ANNA, BEN, CLEO, SECRET, look
from tilewright.errors import TilewrightError
from tilewright.match import (
    apply,
    game_commands,
    lobby_commands,
    open_table,
    proposals,
    replay,
    timeouts,
)
from tilewright.match.clock import ClockRule
from tilewright.match.events import (
    ChatMessage,
    Event,
    Moved,
    Person,
    Rematched,
    SeatTransferred,
    Terms,
    format_event,
    parse_event,
)

EVERYBODY = [ANNA, BEN, CLEO, Person("dora", "Dora")]
people = st.sampled_from(EVERYBODY)
seats = st.integers(-1, 3)
clocks = st.sampled_from(
    [ClockRule(), ClockRule("game", 20_000, 2_000), ClockRule("game", 1), ClockRule("move", 20_000)]
)
terms = st.builds(
    Terms,
    game=st.just("toy"),
    players=st.integers(2, 3),
    options=st.sampled_from([{"rolls": "no"}, {"rolls": "yes"}]),
    clock=clocks,
    rated=st.booleans(),
    grace=st.sampled_from([None, 5_000, 5_000]),
).map(lambda given: replace(given, rated=given.rated and given.clock.kind != "game"))
"""Rated games need more time than these clocks have for a whole one."""
kept = st.lists(st.sampled_from([None, "anna", "ben"]), min_size=3, max_size=3)
occupants = st.lists(people | people | st.just("level-1"), max_size=3)

Draw = Callable[[st.SearchStrategy[Any]], Any]
BEFORE = ["sit", "sit", "seat_bot", "stand", "start", "close", "talk", "pass_time"]
DURING = [
    *["play_on"] * 6, *["move"] * 2, *["ask"] * 3, "answer", "resume", "reclaim", "resign",
    "hand_over",
    "disqualify", "bot_move", "pass_time", *["wait"] * 2, "talk", "sit",
]  # fmt: skip
AFTER = [*["begin"] * 6, "open", "talk", "rematched", "move", "resign", "ask", "pass_time"]


class MatchMachine(RuleBasedStateMachine):
    """One table after the other. ``log`` holds every event of the present one.

    One rule for all: hypothesis leaves some rules out of every run, and a run without moves would
    not get far."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1_000_000

    @initialize(data=st.data())
    def begin_somehow(self, data: st.DataObject) -> None:
        self.begin(data.draw)

    @rule(data=st.data())
    def go_on(self, data: st.DataObject) -> None:
        likely = ["answer"] * 15 * bool(self.match.asked) + ["resume"] * 15 * self.match.is_paused
        choices = {"open": BEFORE, "running": DURING + likely, "over": AFTER}[self.match.status]
        getattr(self, data.draw(st.sampled_from(choices)))(data.draw)

    def somebody(self, draw: Draw) -> str:
        """Return a name, more often one of the players than another."""
        seated = [chair.owner for chair in self.match.seats if chair.owner is not None]
        return draw(st.sampled_from([*seated, *seated, *(person.id for person in EVERYBODY)]))

    def wish(self, call: Callable[[], list[Event]]) -> list[Event]:
        """Try a wish. It changes nothing by itself, refused or not; then its events happen."""
        before = look(self.match)
        try:
            events = call()
        except TilewrightError:
            events = []
        assert look(self.match) == before
        apply(self.match, *events)
        self.log += events
        return events

    # --- Before the game ---

    def open(self, draw: Draw) -> None:
        given, names = draw(terms), draw(kept)
        self.log = open_table(given, "anna", SECRET, self.now, names[: given.players])
        self.match = replay(SECRET, self.log)
        self.last_number = 0
        self.ended_at: int | None = None

    def begin(self, draw: Draw) -> None:
        """Open a table that comes to a game at once: that is where most can happen."""
        self.open(draw)
        for who in draw(occupants):
            seat = len(self.log) - 1
            if isinstance(who, Person):
                self.wish(lambda: lobby_commands.sit(self.match, who, self.now))  # noqa: B023
            else:
                self.wish(lambda: lobby_commands.seat_bot(self.match, "anna", seat, who, self.now))  # noqa: B023
        self.wish(lambda: lobby_commands.start(self.match, "anna", self.now, fill="level-1"))

    def sit(self, draw: Draw) -> None:
        person, seat = draw(people), draw(st.none() | seats)
        salt = draw(st.sampled_from(["", "00ff", "xyz"]))
        self.wish(lambda: lobby_commands.sit(self.match, person, self.now, seat, salt))

    def seat_bot(self, draw: Draw) -> None:
        by, seat, name = draw(people).id, draw(seats), draw(st.sampled_from(["level-1", "hal"]))
        self.wish(lambda: lobby_commands.seat_bot(self.match, by, seat, name, self.now))

    def stand(self, draw: Draw) -> None:
        by, seat = draw(people).id, draw(seats)
        self.wish(lambda: lobby_commands.leave_seat(self.match, by, seat, self.now))

    def start(self, draw: Draw) -> None:
        by, fill = draw(people).id, draw(st.sampled_from([None, "random", "hal"]))
        self.wish(lambda: lobby_commands.start(self.match, by, self.now, fill))

    def close(self, draw: Draw) -> None:
        by = draw(people).id
        self.wish(lambda: lobby_commands.close(self.match, by, self.now))

    # --- Playing ---

    def play_on(self, draw: Draw) -> None:
        """Move as the mover."""
        match, action = self.match, draw(st.sampled_from([0, 0, 0, 1, 2]))
        if match.bot_to_move is not None:
            self.wish(lambda: game_commands.bot_move(match, action, match.number, self.now))
        else:
            owner, text = match.seats[match.board.mover].owner or "", f"take {action + 1}"
            self.wish(lambda: game_commands.move(match, owner, text, match.number, None, self.now))

    def move(self, draw: Draw) -> None:
        """Move as any person, in any form, and perhaps again."""
        name, text = self.somebody(draw), draw(st.sampled_from(["take 1", "take 2", "take 9"]))
        behind = draw(st.sampled_from([0, 0, 0, 1, -1]))
        move_id = draw(st.sampled_from([None, "a", "b", "x" * 65]))
        number = self.match.number - behind
        is_known = move_id is not None and self.match.seq_of_move(name, move_id) is not None
        events = self.wish(
            lambda: game_commands.move(self.match, name, text, number, move_id, self.now)
        )
        moved = [event for event in events if isinstance(event, Moved)]
        assert not moved or not (is_known or behind)
        if moved and move_id is not None:
            assert self.match.seq_of_move(name, move_id) == len(self.log)

    def bot_move(self, draw: Draw) -> None:
        action, behind = draw(st.sampled_from([0, 1, 7])), draw(st.sampled_from([0, 1]))
        self.wish(
            lambda: game_commands.bot_move(self.match, action, self.match.number - behind, self.now)
        )

    def resign(self, draw: Draw) -> None:
        name = self.somebody(draw)
        self.wish(lambda: game_commands.resign(self.match, name, self.now))

    def disqualify(self, draw: Draw) -> None:
        seat = draw(seats)
        self.wish(lambda: game_commands.disqualify(self.match, seat, self.now))

    def reclaim(self, draw: Draw) -> None:
        name = self.somebody(draw)
        self.wish(lambda: game_commands.reclaim(self.match, name, self.now))

    def hand_over(self, draw: Draw) -> None:
        """Given by one person, wanted by another: the rest lose nothing of theirs."""
        giver, seat, to = self.somebody(draw), draw(seats), draw(people)

        def wish() -> list[Event]:
            by = game_commands.find_giver(self.match, giver, seat, self.now)
            return game_commands.transfer_seat(self.match, by, seat, to, self.now)

        before = [chair.owner for chair in self.match.seats]
        if any(isinstance(event, SeatTransferred) for event in self.wish(wish)):
            before[seat] = to.id
        assert [chair.owner for chair in self.match.seats] == before

    def ask(self, draw: Draw) -> None:
        name, what = self.somebody(draw), draw(st.sampled_from(["undo", "undo", "pause"]))
        self.wish(lambda: proposals.propose(self.match, name, what, self.now))

    def answer(self, draw: Draw) -> None:
        name, yes = self.somebody(draw), draw(st.booleans())
        self.wish(lambda: proposals.answer(self.match, name, yes, self.now))

    def resume(self, draw: Draw) -> None:
        name = self.somebody(draw)
        self.wish(lambda: proposals.resume(self.match, name, self.now))

    def talk(self, draw: Draw) -> None:
        person, text = draw(people), draw(st.sampled_from(["hello", "", "x" * 301]))
        self.wish(lambda: game_commands.chat(self.match, person, text, self.now))

    def rematched(self, draw: Draw) -> None:
        table = draw(st.sampled_from(["next", ""]))
        self.wish(lambda: lobby_commands.link_rematch(self.match, table, self.now))

    # --- Time ---

    def pass_time(self, draw: Draw) -> None:
        """Advance the clock; a person comes or goes meanwhile."""
        self.now += draw(st.sampled_from([0, 1, 1_000, 10_000, -500]))
        timeouts.set_presence(self.match, self.somebody(draw), draw(st.booleans()), self.now)
        self.tick()

    def wait(self, draw: Draw) -> None:
        """Advance the clock until something happens by itself; the mover may have left."""
        owner = self.match.seats[self.match.board.mover].owner
        if draw(st.booleans()) and owner is not None:
            timeouts.set_presence(self.match, owner, is_present=False, now=self.now)
        self.now = max(self.now, timeouts.next_deadline(self.match) or 0)
        self.tick()

    def tick(self) -> None:
        due = timeouts.next_deadline(self.match)
        events = self.wish(lambda: timeouts.tick(self.match, self.now))
        assert bool(events) == (due is not None and due <= self.now)
        due = timeouts.next_deadline(self.match)
        assert due is None or due > self.now

    # --- What must hold ---

    @invariant()
    def the_log_is_the_match(self) -> None:
        again = replay(SECRET, [parse_event(format_event(event)) for event in self.log])
        assert look(again) == look(self.match)
        assert self.match.seq == len(self.log)

    @invariant()
    def numbers_rise(self) -> None:
        assert self.match.number >= self.last_number
        self.last_number = self.match.number

    @invariant()
    def time_left_is_never_below_nothing(self) -> None:
        clocks = self.match.clocks
        assert all(0 <= left <= clocks.rule.time + 10**7 for left in clocks.left)
        assert all(clocks.remaining(seat, self.now) >= 0 for seat in range(len(clocks.left)))

    @invariant()
    def every_move_counts_once(self) -> None:
        moves = [event for event in self.log if isinstance(event, Moved) and event.move_id]
        assert len({(move.author, move.move_id) for move in moves}) == len(moves)

    @invariant()
    def somebody_can_move(self) -> None:
        match = self.match
        if match.mover is None or match.is_paused:
            assert match.bot_to_move is None
        elif match.bot_to_move is not None:
            assert game_commands.bot_move(match, 0, match.number, self.now)
        else:
            owner = match.seats[match.mover].owner
            assert owner is not None
            assert game_commands.move(match, owner, "take 1", match.number, None, self.now)

    @invariant()
    def clocks_run_for_persons_only(self) -> None:
        if self.match.clocks.running is not None:
            seat = self.match.clocks.running
            assert seat == self.match.mover and not self.match.is_paused
            assert not self.match.seats[seat].is_bot

    @invariant()
    def the_board_is_the_moves(self) -> None:
        match = self.match
        if match.position is not None:
            assert len(match.movers) == len(match.position.moves) == match.position.ply
            assert match.is_over or not match.position.is_over

    @invariant()
    def whoever_forfeits_is_behind(self) -> None:
        match, outcome = self.match, self.match.outcome
        assert len(set(match.forfeits)) == len(match.forfeits) == len(match.reasons)
        if outcome is not None:
            assert sorted(outcome.places) == list(range(1, match.players + 1))
            last = list(range(match.players, match.players - len(match.forfeits), -1))
            assert [outcome.places[seat] for seat in match.forfeits] == last

    @invariant()
    def over_is_over(self) -> None:
        """Check that nothing but talk and the next game follows the end."""
        if self.match.is_over and self.ended_at is None:
            self.ended_at = len(self.log)
        if self.ended_at is not None:
            after = self.log[self.ended_at :]
            assert self.match.is_over
            assert all(isinstance(event, ChatMessage | Rematched) for event in after)
            assert sum(isinstance(event, Rematched) for event in after) <= 1


@pytest.mark.slow
def test_state_machine_of_a_match_keeps_its_invariants(
    is_long: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TILEWRIGHT_JIT", "0")
    run_state_machine_as_test(
        MatchMachine,
        settings=settings(
            max_examples=2000 if is_long else 60,
            stateful_step_count=50,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
