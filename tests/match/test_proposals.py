"""Proposals that the other players must accept: undo, pause."""

from __future__ import annotations

import pytest

from matches import ANNA, SECOND, Table, refusal, running
from tilewright.match import game_commands, lobby_commands, proposals, timeouts
from tilewright.match.clock import ClockRule
from tilewright.match.events import Ask, Person, Undone


def moves(table: Table) -> int:
    return len(table.match.board.moves)


# --- Undo ---------------------------------------------------------------------------------------


def test_undo_against_bots_is_immediate() -> None:
    table = running("level-1", "anna", "level-1")
    assert refusal(proposals.propose, table.match, "anna", "undo", 0) == "nothing_to_undo"
    table.bot_move()
    assert refusal(proposals.propose, table.match, "anna", "undo", 0) == "nothing_to_undo"
    table.move("anna")
    table.bot_move()
    before = table.match.number
    table.do(proposals.propose(table.match, "anna", "undo", table.now))
    assert table.log[-1] == Undone(at=table.now, moves=2)
    assert (moves(table), table.match.mover, table.match.movers) == (1, 1, [0])
    assert table.match.number == before + 1


def test_undo_among_persons_is_a_proposal() -> None:
    table = running("anna", "ben", "level-1")
    table.move("anna")
    table.do(proposals.propose(table.match, "anna", "undo", table.now))
    assert table.match.asked == ("undo", 0) and moves(table) == 1
    assert refusal(proposals.answer, table.match, "anna", True, 0) == "nothing_asked"
    assert refusal(proposals.answer, table.match, "cleo", True, 0) == "not_seated"
    table.do(proposals.answer(table.match, "ben", True, table.now))
    assert table.match.asked is None and moves(table) == 0


def test_proposal_needs_all_answers() -> None:
    table = running("anna", "ben", "cleo")
    table.move("anna")
    table.do(proposals.propose(table.match, "anna", "undo", table.now))
    table.do(proposals.answer(table.match, "ben", True, table.now))
    assert table.match.agreed == {"ben"} and moves(table) == 1
    table.do(proposals.answer(table.match, "ben", True, table.now))  # twice is once
    assert moves(table) == 1
    table.do(proposals.answer(table.match, "cleo", True, table.now))
    assert moves(table) == 0


def test_proposal_stores_the_seats_that_agreed() -> None:
    people = ["anna", "ben", "cleo", "dora"]
    table = running(*people, game="my-shelfie")
    mover = people.pop(table.match.board.mover)
    table.move(mover, table.match.board.legal_moves[0])
    table.do(proposals.propose(table.match, mover, "undo", table.now))
    for person in people[:2]:
        table.do(proposals.answer(table.match, person, True, table.now))
    assert table.match.agreed == set(people[:2]) and moves(table) == 1
    table.do(proposals.answer(table.match, people[2], True, table.now))
    assert moves(table) == 0


def test_proposal_declined_once_ends_and_may_be_repeated() -> None:
    table = running("anna", "ben", "cleo")
    table.move("anna")
    table.do(proposals.propose(table.match, "anna", "undo", table.now))
    table.do(proposals.answer(table.match, "ben", True, table.now))
    table.do(proposals.answer(table.match, "cleo", False, table.now))
    assert table.match.asked is None and moves(table) == 1
    table.do(proposals.propose(table.match, "anna", "undo", table.now))
    assert table.match.agreed == set()  # the old yes was to the old question
    table.do(proposals.answer(table.match, "cleo", True, table.now))
    assert moves(table) == 1


@pytest.mark.parametrize("what", ["undo", "pause"])
def test_proposal_during_another_is_refused(what: Ask) -> None:
    """Otherwise a player who agrees to one would find they agreed to the other."""
    table = running("anna", "ben")
    table.move("anna")
    table.do(proposals.propose(table.match, "anna", "undo", table.now))
    assert refusal(proposals.propose, table.match, "anna", what, 0) == "asked_already"
    assert refusal(proposals.propose, table.match, "ben", "pause", 0) == "asked_already"
    table.do(proposals.answer(table.match, "anna", False, table.now))  # taken back
    table.do(proposals.propose(table.match, "ben", "pause", table.now))
    assert table.match.asked == ("pause", 1)


def test_proposal_ends_with_a_move() -> None:
    table = running("anna", "ben")
    table.move("anna")
    table.do(proposals.propose(table.match, "anna", "undo", table.now))
    table.move("ben")
    assert table.match.asked is None
    assert refusal(proposals.answer, table.match, "ben", True, 0) == "nothing_asked"


def test_proposal_is_not_asked_of_players_who_resigned() -> None:
    table = running("anna", "ben", "cleo")
    table.move("anna")
    table.do(proposals.propose(table.match, "anna", "undo", table.now))
    table.do(game_commands.resign(table.match, "ben", table.now))
    assert table.match.asked is None
    table.do(proposals.propose(table.match, "anna", "undo", table.now))
    table.do(proposals.answer(table.match, "cleo", True, table.now))
    assert moves(table) == 0


def test_undo_at_one_screen_removes_the_last_move() -> None:
    """Also where the two seats were taken under two names of the same person."""
    table = Table()
    table.do(lobby_commands.sit(table.match, ANNA, 0))
    table.do(lobby_commands.sit(table.match, Person("anna", "Anna's brother"), 0))
    table.do(lobby_commands.start(table.match, "anna", 0))
    table.move("anna")
    table.move("anna")
    table.do(proposals.propose(table.match, "anna", "undo", table.now))
    assert (moves(table), table.match.mover) == (1, 1)


def test_proposal_reaches_a_player_with_a_bot_on_another_seat() -> None:
    table = running("ben", "ben", "anna")
    table.leave("ben")
    table.wait(120 * SECOND)
    table.bot_move()
    timeouts.set_presence(table.match, "ben", is_present=True, now=table.now)
    table.move("ben")  # seat 1; seat 0 is not reclaimed
    table.move("anna")
    table.do(proposals.propose(table.match, "anna", "undo", table.now))
    table.do(proposals.answer(table.match, "ben", True, table.now))
    assert moves(table) == 2


def test_undo_in_a_rated_game_against_bots_is_refused() -> None:
    table = running("anna", "level-1", rated=True)
    table.move("anna")
    assert refusal(proposals.propose, table.match, "anna", "undo", 0) == "rated"
    table = running("anna", "ben", rated=True)
    table.move("anna")
    table.do(proposals.propose(table.match, "anna", "undo", table.now))
    table.do(proposals.answer(table.match, "ben", True, table.now))
    assert moves(table) == 0


def test_undone_move_sent_again_is_not_played() -> None:
    table = running("anna", "level-1")
    table.move("anna", move_id="m")
    table.do(proposals.propose(table.match, "anna", "undo", table.now))
    assert game_commands.move(table.match, "anna", "take 1", 1, "m", table.now) == []
    refused = refusal(game_commands.move, table.match, "anna", "take 1", 3, "m", table.now)
    assert refused == "conflict", "the id belongs to a move on another position"


# --- Pause --------------------------------------------------------------------------------------

CLOCK = ClockRule("game", 60 * SECOND)


def test_pause_stops_clocks_and_moves() -> None:
    table = running("anna", "ben", clock=CLOCK)
    table.wait(10 * SECOND)
    table.do(proposals.propose(table.match, "ben", "pause", table.now))
    table.do(proposals.answer(table.match, "anna", True, table.now))
    assert table.match.is_paused and timeouts.next_deadline(table.match) is None
    assert refusal(game_commands.move, table.match, "anna", "take 1", 1, None, 0) == "paused"
    assert refusal(proposals.propose, table.match, "anna", "pause", 0) == "paused"
    table.wait(3600 * SECOND)
    assert table.match.clocks.remaining(0, table.now) == 50 * SECOND
    table.do(proposals.resume(table.match, "ben", table.now))
    assert timeouts.next_deadline(table.match) == table.now + 50 * SECOND
    assert refusal(proposals.resume, table.match, "ben", 0) == "not_paused"


def test_pause_does_not_renew_the_time_per_move() -> None:
    table = running("anna", "level-1", clock=ClockRule("move", 60 * SECOND))
    table.wait(10 * SECOND)
    table.do(proposals.propose(table.match, "anna", "pause", table.now))
    table.wait(3600 * SECOND)
    table.do(proposals.resume(table.match, "anna", table.now))
    assert timeouts.next_deadline(table.match) == table.now + 50 * SECOND


def test_pause_stops_bots() -> None:
    table = running("level-1", "anna")
    table.do(proposals.propose(table.match, "anna", "pause", table.now))
    assert table.match.bot_to_move is None
    assert refusal(game_commands.bot_move, table.match, 0, 1, table.now) == "not_your_turn"
    table.do(proposals.resume(table.match, "anna", table.now))
    table.bot_move()


def test_resign_during_a_pause_is_allowed() -> None:
    table = running("anna", "ben", "cleo")
    table.do(proposals.propose(table.match, "anna", "pause", table.now))
    table.do(proposals.answer(table.match, "ben", True, table.now))
    table.do(proposals.answer(table.match, "cleo", True, table.now))
    table.do(game_commands.resign(table.match, "anna", table.now))
    assert table.match.is_paused and table.match.bot_to_move is None
    assert refusal(proposals.resume, table.match, "anna", 0) == "not_seated"
    table.do(proposals.resume(table.match, "cleo", table.now))
    assert table.match.bot_to_move == "level-4"
