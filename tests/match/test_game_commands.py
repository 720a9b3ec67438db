"""During the game: moves that count once, giving up, one screen for several, bots."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import tilewright as tw
from matches import ANNA, CLEO, SECOND, Table, refusal, running
from tilewright.errors import GameOver, IllegalMove, TextError
from tilewright.match import (
    Match,
    apply,
    game_commands,
    lobby_commands,
    play_locally,
    proposals,
    timeouts,
)
from tilewright.match.events import BotSeat, BotSubstituted, Event, Forfeited, Moved, Person
from tilewright.match.guards import MAX_EVENTS, MAX_EVENTS_OF_RECLAIMS
from tilewright.position import Outcome
from tilewright.records.forfeits import apply_forfeits


def test_move_passes_the_turn() -> None:
    table = running("anna", "ben")
    match = table.match
    assert (match.mover, match.number) == (0, 1)
    (moved,) = table.move("anna", " take 1 ", "a1")
    assert moved == Moved(at=table.now, seat=0, move="take 1", author="anna", move_id="a1")
    assert (match.mover, match.number, match.movers) == (1, 2, [0])
    table.move("ben")
    assert (match.mover, match.number, match.movers) == (0, 3, [0, 1])
    assert match.seq == len(table.log)


def test_command_changes_nothing_until_events_are_applied() -> None:
    match = running("anna", "ben").match
    wishes = [game_commands.move(match, "anna", "take 1", 1, "a1", 0) for _ in range(2)]
    assert wishes[0] == wishes[1]
    assert match.number == 1 and match.board.ply == 0


def test_move_with_a_repeated_id_counts_once() -> None:
    table = running("anna", "ben")
    table.move("anna", move_id="m")
    table.move("ben", move_id="m")  # every player has ids of their own
    assert game_commands.move(table.match, "anna", " take 1 ", 1, "m", table.now) == []
    assert table.match.board.moves == ["take 1", "take 1"]
    assert table.match.seq_of_move("anna", "m") == len(table.log) - 1
    assert table.match.seq_of_move("ben", "m") == len(table.log)
    assert table.match.seq_of_move("cleo", "m") is None


@pytest.mark.parametrize("text, number", [("take 2", 1), ("take 1", 2), ("nonsense", 1)])
def test_move_id_of_another_move_is_a_conflict(text: str, number: int) -> None:
    """Another move with the same id was answered as if it had been made."""
    table = running("anna", "ben")
    table.move("anna", move_id="m")
    table.move("ben", move_id="m")
    found = refusal(game_commands.move, table.match, "anna", text, number, "m", table.now)
    assert found == "conflict"


def test_move_for_an_old_number_is_stale() -> None:
    """Also when it is no longer one's turn: that is what the sender does not know yet."""
    table = running("anna", "ben")
    table.move("anna")
    assert refusal(game_commands.move, table.match, "anna", "take 1", 1, "a2", table.now) == "stale"
    assert refusal(game_commands.move, table.match, "ben", "take 1", 1, "b1", table.now) == "stale"
    assert (
        refusal(game_commands.move, table.match, "ben", "take 1", 2**70, "b1", table.now) == "stale"
    )
    assert refusal(game_commands.bot_move, table.match, 0, 1, table.now) == "stale"


def test_move_by_another_player_is_refused() -> None:
    match = running("anna", "ben").match
    assert refusal(game_commands.move, match, "ben", "take 1", 1, None, 0) == "not_your_turn"
    assert refusal(game_commands.move, match, "cleo", "take 1", 1, None, 0) == "not_seated"
    assert refusal(game_commands.bot_move, match, 0, 1, 0) == "not_your_turn"
    assert refusal(game_commands.move, Table().match, "anna", "take 1", 0, None, 0) == "not_running"


def test_illegal_move_is_refused_with_its_rule() -> None:
    match = running("anna", "ben").match
    with pytest.raises(TextError, match="expected take 1, take 2 or take 3"):
        game_commands.move(match, "anna", "fly", 1, None, 0)
    with pytest.raises(IllegalMove):
        game_commands.bot_move(running("level-1", "ben").match, 7, 1, 0)
    assert refusal(game_commands.move, match, "anna", "take 1", 1, "x" * 65, 0) == "bad_value"


def test_last_move_ends_the_match() -> None:
    table = running("anna", "ben")
    while not table.match.is_over:
        table.move(("anna", "ben")[table.match.board.mover])
    match = table.match
    assert match.outcome == match.board.outcome
    assert (match.mover, match.bot_to_move, timeouts.next_deadline(match)) == (None, None, None)
    assert (
        refusal(game_commands.move, match, "anna", "take 1", match.number, None, 0) == "not_running"
    )
    assert refusal(game_commands.resign, match, "anna", 0) == "not_running"


# --- Giving up ----------------------------------------------------------------------------------


def test_resign_among_two_ends_the_match() -> None:
    table = running("anna", "ben")
    table.move("anna")
    table.do(game_commands.resign(table.match, "anna", table.now))
    assert table.match.is_over and table.match.outcome is not None
    assert table.match.outcome.places == (2, 1)
    assert table.match.reasons == ((0, "resigned"),)


def test_resign_among_three_seats_a_bot_that_comes_last() -> None:
    table = running("anna", "ben", "cleo", stand_in="level-2")
    table.do(game_commands.resign(table.match, "anna", table.now))
    assert table.match.status == "running" and table.match.bot_to_move == "level-2"
    assert refusal(game_commands.resign, table.match, "anna", 0) == "not_seated"
    assert refusal(game_commands.move, table.match, "anna", "take 1", 1, None, 0) == "not_seated"
    assert refusal(game_commands.reclaim, table.match, "anna", 0) == "not_seated"
    table.bot_move()
    table.do(game_commands.resign(table.match, "cleo", table.now))
    assert table.match.outcome is not None
    assert table.match.outcome.places == (3, 1, 2)  # the first to go is last of all


def test_resign_by_the_last_person_ends_the_match() -> None:
    table = running("anna", "level-1", "level-1")
    table.do(game_commands.resign(table.match, "anna", table.now))
    assert table.match.is_over and table.match.outcome is not None
    assert table.match.outcome.places[0] == 3


def test_resigned_seat_cannot_win() -> None:
    table = running("anna", "ben", "cleo")
    table.do(game_commands.resign(table.match, "anna", table.now))
    while not table.match.is_over:
        board = table.match.board
        last = int(board.state["heap"]) <= 3
        action = int(board.state["heap"]) - 1 if last else 0
        if board.mover == 0:
            table.bot_move(action)
        else:
            table.move(("anna", "ben", "cleo")[board.mover], board.format_move(0))
    outcome = table.match.outcome
    assert outcome is not None and outcome.places[0] == 3


def test_resign_in_a_solo_game_ends_it() -> None:
    table = running("anna", game="nova-luna-solo")
    table.do(game_commands.resign(table.match, "anna", table.now))
    assert table.match.is_over and table.match.outcome is not None
    assert table.match.outcome.places == (1,)


def test_forfeits_decide_the_last_places() -> None:
    standing = Outcome(scores=(5, 9, 7, 8), places=(4, 1, 3, 2))
    assert apply_forfeits(standing, []) == standing
    assert apply_forfeits(standing, [1]).places == (3, 4, 2, 1)
    assert apply_forfeits(standing, [0]).places == standing.places
    assert apply_forfeits(standing, [1, 3]).places == (2, 4, 1, 3)
    assert apply_forfeits(standing, [3, 2, 1, 0]).places == (1, 2, 3, 4)


# --- Bots ---------------------------------------------------------------------------------------


def test_bot_move_passes_the_turn() -> None:
    table = running("level-1", "anna")
    assert table.match.bot_to_move == "level-1"
    (moved,) = table.bot_move(1)
    assert moved == Moved(at=table.now, seat=0, move="take 2")
    assert table.match.bot_to_move is None


def test_bot_fault_forfeits_its_seat() -> None:
    table = running("level-1", "anna", "ben", stand_in="level-2")
    assert refusal(game_commands.disqualify, table.match, 1, 0) == "no_bot"
    assert refusal(game_commands.disqualify, table.match, 5, 0) == "no_seat"
    table.do(game_commands.disqualify(table.match, 0, table.now))
    assert table.log[-1] == Forfeited(at=table.now, seat=0, reason="fault")
    assert table.match.bot_to_move == "level-2"
    assert refusal(game_commands.disqualify, table.match, 0, 0) == "no_bot"


# --- One screen ---------------------------------------------------------------------------------


def test_sit_on_several_seats_is_allowed() -> None:
    table = running("anna", "anna", "ben")
    assert table.match.seats_of("anna") == [0, 1]
    assert table.match.viewer_seat("anna") == 0
    table.move("anna")
    assert table.match.viewer_seat("anna") == 1
    table.do(game_commands.resign(table.match, "anna", table.now))  # seat 1, whose turn it is
    assert table.match.forfeits == [1] and table.match.mover == 1
    table.bot_move()
    assert table.match.viewer_seat("anna") == 0
    assert table.match.viewer_seat("ben") == 2
    assert table.match.viewer_seat("cleo") is None and table.match.viewer_seat(None) is None
    table.move("ben")
    table.move("anna")


def test_one_screen_match_starts_from_a_position() -> None:
    position = tw.new("toy", seed=5)
    position.play("take 1")
    position.play("take 2")
    match = play_locally(position, [ANNA, BotSeat("random")])
    assert (
        match.movers == [0, 1]
        and match.status == "running"
        and timeouts.next_deadline(match) is None
    )
    apply(match, *proposals.propose(match, "anna", "undo", 0))
    assert match.board.moves == []


def test_one_screen_match_is_the_fold_of_its_events() -> None:
    """It was once put together by hand: what its events say and what it knew could differ."""
    position = tw.new("toy", seed=5, rolls="yes")
    position.play("take 1")
    position.play("take 2")
    match = play_locally(position, [ANNA, BotSeat("random")], [(0, "resigned")])
    assert (match.seq, match.number, match.status) == (7, 3, "over")
    assert match.board == position and match.board is not position
    assert match.board.moves == position.moves and match.board.seed == 5
    assert match.board.options == {"rolls": "yes"} and match.is_local


def test_one_screen_match_leaves_its_start_position_unchanged() -> None:
    position = tw.new("toy", seed=5)
    match = play_locally(position, [ANNA, ANNA])
    apply(match, *game_commands.move(match, "anna", "take 1", match.number, None, 0))
    assert position.ply == 0 and match.origin == position


def test_one_screen_match_stores_forfeits() -> None:
    position = tw.new("toy", players=3, seed=5)
    seats: list[Person | BotSeat] = [ANNA, ANNA, BotSeat("random")]
    match = play_locally(position, seats, [(0, "resigned")], stand_in="random")
    assert match.bot_to_move == "random" and match.status == "running"
    assert play_locally(position, seats, [(0, "resigned"), (1, "resigned")]).is_over
    ended = play_locally(position.copy(), [BotSeat("random")] * 3, [(2, "fault")])
    assert ended.is_over and ended.outcome is not None and ended.outcome.places[2] == 3


def test_one_screen_match_from_a_finished_position_is_over() -> None:
    position = tw.new("toy", seed=5)
    while not position.is_over:
        position.play("take 1")
    match = play_locally(position, [ANNA, ANNA])
    assert match.is_over and match.outcome == position.outcome
    with pytest.raises(GameOver):
        match.board.play("take 1")


# --- Talk ---------------------------------------------------------------------------------------


def test_chat_changes_no_state_and_can_be_switched_off() -> None:
    table = running("anna", "ben")
    table.do(game_commands.chat(table.match, ANNA, "good luck", table.now))
    assert table.kinds()[-1] == "said" and table.match.number == 1
    silent = running("anna", "ben", talk=False).match
    assert refusal(game_commands.chat, silent, ANNA, "hi", 0) == "no_talk"


def test_chat_at_a_closed_table_is_refused() -> None:
    table = running("anna", "ben")
    table.do(game_commands.resign(table.match, "ben", table.now))
    table.do(game_commands.chat(table.match, ANNA, "good game", table.now))
    later = table.now + game_commands.CHAT_AFTER_END_MS
    assert refusal(game_commands.chat, table.match, ANNA, "hi", later) == "no_talk"
    given_up = Table()
    given_up.do(lobby_commands.close(given_up.match, "anna", given_up.now))
    assert refusal(game_commands.chat, given_up.match, ANNA, "hi", given_up.now) == "no_talk"


def test_chat_beyond_the_log_limit_is_refused() -> None:
    """One spectator wrote thousands of lines into a stranger's log. Spectators share one part of
    it, and those who play keep theirs."""
    table = running("anna", "ben")
    for number in range(game_commands.MAX_CHAT_LINES):
        someone = Person(f"guest {number}", "Guest")
        table.do(game_commands.chat(table.match, someone, "spam", table.now))
    assert refusal(game_commands.chat, table.match, Person("eve", "Eve"), "spam", 0) == "no_talk"
    table.do(game_commands.chat(table.match, ANNA, "who are they?", table.now))


def test_chat_limits_count_players_and_spectators_apart() -> None:
    table = running("anna", "ben")
    for _ in range(game_commands.MAX_CHAT_LINES):
        table.do(game_commands.chat(table.match, ANNA, "thinking aloud", table.now))
    assert refusal(game_commands.chat, table.match, ANNA, "more", 0) == "no_talk"
    assert table.do(game_commands.chat(table.match, CLEO, "hello", table.now))


def test_event_limit_refuses_proposals_but_no_moves() -> None:
    table = running("anna", "ben")
    table.match.seq = MAX_EVENTS
    assert refusal(proposals.propose, table.match, "anna", "pause", table.now) == "log_full"
    table.move("anna", "take 1")


def propose(match: Match) -> list[Event]:
    return proposals.propose(match, "anna", "pause", 0)


def give_seat(match: Match) -> list[Event]:
    return game_commands.transfer_seat(match, "owner", 0, CLEO, 0)


def reclaim(match: Match) -> list[Event]:
    return game_commands.reclaim(match, "anna", 0)


@pytest.mark.parametrize(
    "command, most",
    [(propose, MAX_EVENTS), (give_seat, MAX_EVENTS), (reclaim, MAX_EVENTS_OF_RECLAIMS)],
)
def test_each_command_has_its_last_event(
    command: Callable[[Match], list[Event]], most: int
) -> None:
    # A player filled the log with proposals: their opponent, back after a while, could not take
    # the seat back from the stand-in.
    table = running("anna", "ben")
    table.do([BotSubstituted(at=table.now, seat=0)])
    table.match.seq = most - 1
    assert command(table.match)
    table.match.seq = most
    assert refusal(command, table.match) == "log_full"


def test_match_stores_all_seats_that_a_stand_in_played() -> None:
    table = running("anna", "ben", "cleo", stand_in="random")
    for seat in (0, 1):
        table.do([BotSubstituted(at=table.now, seat=seat)])
        table.bot_move()
    assert table.match.stood_in == {0, 1}


def test_chat_after_the_end_does_not_extend_the_chat() -> None:
    """Three days after the end, not after the last word."""
    table = running("anna", "ben")
    table.do(game_commands.resign(table.match, "ben", table.now))
    end = table.now + game_commands.CHAT_AFTER_END_MS
    for moment in (table.now + 1, end - SECOND, end - 1):
        table.do(game_commands.chat(table.match, ANNA, "good game", moment))
    assert refusal(game_commands.chat, table.match, ANNA, "hi", end) == "no_talk"
