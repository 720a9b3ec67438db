"""Matches without a deal of their own: from the middle of another game, or with a day's deal."""

from __future__ import annotations

from typing import Any

import pytest

import tilewright as tw
from matches import ANNA, SECOND, SECRET, Table, refusal, running
from tilewright.dates import day_of, end_of_day, is_day
from tilewright.errors import HiddenInformation, Refused, TextError
from tilewright.match import (
    apply,
    format_match,
    game_commands,
    lobby_commands,
    open_table,
    proposals,
    replay,
    timeouts,
)
from tilewright.match.clock import ClockRule
from tilewright.match.events import Opened, Terms, format_event, parse_event
from tilewright.position import Position
from tilewright.records.record import read_record
from tilewright.records.verify import verify_record

DAY = 24 * 3600 * SECOND


def middle(game: str = "my-shelfie", players: int = 3, plies: int = 4) -> Position:
    """Return a game after some moves."""
    position = tw.new(game, players=players, seed=5)
    for _ in range(plies):
        position.play(position.legal_moves[0])
    return position


def playing_on(**terms: Any) -> Table:
    """Anna and two bots go on from what seat 1 saw of a game of My Shelfie."""
    start = middle().view(1).text
    return running("anna", "level-1", "level-2", game="my-shelfie", start=start, **terms)


def play_out(table: Table) -> Table:
    while not table.match.is_over:
        action = int(table.match.board.legal_actions[0])
        if table.match.bot_to_move:
            table.bot_move(action)
        else:
            table.move("anna", table.match.board.format_move(action))
    return table


# --- Playing on ---------------------------------------------------------------------------------


def test_start_from_a_view_begins_at_that_position() -> None:
    board, seen = playing_on().match.board, middle().view(1)
    assert board.view(1) == seen and board.mover == seen.mover
    assert board.ply == board.first_ply == 4 and board.moves == []


def test_start_from_a_view_deals_hidden_parts_by_the_shuffle() -> None:
    """Other secrets deal other cards; the same secret deals the same."""
    start = middle().view(1).text
    cards = set()
    for number in range(20):
        secret = bytes([number] * 32)
        log = open_table(Terms(game="my-shelfie", players=3, start=start), "anna", secret, 0)
        match = replay(secret, log)
        apply(match, *lobby_commands.start(match, "anna", 0, fill="random"))
        assert match.board.view(1).text == start
        dealt = Position.from_text(match.board.game, start).determinize(match.shuffle.seed)
        dealt.draw_from(match.shuffle)
        assert match.board == dealt
        cards.add(match.board.text)
    assert len(cards) > 10


def test_start_from_a_view_continues_the_ply_count() -> None:
    table = play_out(playing_on())
    board = table.match.board
    assert board.ply == 4 + len(board.moves)
    assert board.at_ply(4).ply == 4 and board.at_ply(6).moves == board.moves[:2]
    for ply in (3, board.ply + 1):
        with pytest.raises(tw.TilewrightError, match=f"ply: expected 4 to {board.ply}; found"):
            board.at_ply(ply)


def test_undo_stops_at_the_start_position() -> None:
    table = playing_on()
    start = table.match.board.text
    while table.match.bot_to_move:
        table.bot_move(int(table.match.board.legal_actions[0]))
    table.move("anna", table.match.board.legal_moves[0])
    table.do(proposals.propose(table.match, "anna", "undo", table.now))
    while table.match.board.moves:
        table.match.board.undo()
    assert table.match.board.text == start


@pytest.mark.parametrize(
    "terms, complaint",
    [
        ({"rated": True}, "expected no options, no day and an unrated game"),
        ({"options": {"goals": "1"}}, "expected no options"),
        ({"players": 2}, "expected 2 players; found a position for 3"),
        ({"start": middle().text}, "expected the view of a seat; found all of a position"),
        ({"start": "hello"}, "start: "),
        ({"game": "polyssimo"}, "start: .*expected 'polyssimo'; found 'my-shelfie'"),
        ({"start": ""}, "at least 1|length >= 1"),
        ({"start": "x" * 20_001}, "<= 20000"),
    ],
)
def test_start_from_an_invalid_view_is_refused(terms: dict[str, Any], complaint: str) -> None:
    start = middle().view(1).text
    default: dict[str, Any] = {"game": "my-shelfie", "players": 3, "start": start}
    with pytest.raises(tw.TilewrightError, match=complaint) as error:
        open_table(Terms(**default | terms), "anna", SECRET, 0)
    assert getattr(error.value, "code", "") in ("bad_terms", "bad_value")


def test_start_from_a_finished_game_is_refused() -> None:
    position = tw.new("toy", seed=3)
    while not position.is_over:
        position.play("take 1")
    terms = Terms(game="toy", players=2, start=position.view(0).text)
    assert refusal(open_table, terms, "anna", SECRET, 0) == "bad_terms"


def test_rematch_from_a_start_position_keeps_the_seats() -> None:
    match = play_out(playing_on()).match
    terms, reserved = lobby_commands.plan_rematch(match, "anna")
    assert terms == match.terms and terms.start is not None
    assert reserved == ["anna", None, None]
    assert list(lobby_commands.rematch_bots(match)) == [(1, "level-1"), (2, "level-2")]


def test_event_log_without_start_and_day_is_parsed() -> None:
    """As they were written before there were such terms."""
    opened = Opened(at=0, terms=Terms(game="toy", players=2), host="anna", commitment="c")
    text = format_event(opened).replace(',"start":null', "").replace(',"day":null', "")
    assert "start" not in text and "day" not in text
    assert parse_event(text) == opened


# --- Its record ---------------------------------------------------------------------------------


def test_record_of_a_start_position_replays() -> None:
    match = play_out(playing_on()).match
    text = format_match(match)
    assert f"seed: {match.shuffle.seed}\n" in text and "viewer: seat-1" in text
    assert "position:" not in text and "options:" not in text
    record = read_record(text)
    assert record.position == match.board and record.position.moves == match.board.moves
    assert record.start == (match.terms.start, match.shuffle.seed)
    assert record.shuffle == match.shuffle and record.outcome == match.outcome


def test_record_of_a_start_position_says_what_is_verified() -> None:
    match = play_out(playing_on()).match
    lines = verify_record(read_record(format_match(match)), match.commitment)
    moves = len(match.board.moves)
    assert lines[:4] == [
        f"Checked: {moves} moves of My Shelfie from the position it began with, all legal.",
        "Checked: what comes by chance has keys of the secret, one for each event.",
        "Checked: what was hidden in that position was dealt from the seed.",
        "Not checked: the game before it, and how that was dealt; it is not in the record.",
    ]
    assert (
        f"Checked: the secret and the players' bytes give the seed {match.shuffle.seed}." in lines
    )
    assert "Checked: this commitment is the one you gave." in lines


def test_record_of_a_start_position_without_shuffle_says_so() -> None:
    position = tw.position("toy", str(tw.new("toy", seed=5)))
    lines = verify_record(read_record(tw.dump(position)))
    assert lines[-1] == "Not checked: how the position was chosen; the record has no shuffle."


@pytest.mark.parametrize(
    "old, new, complaint",
    [
        ("seed: ", "seed: 1", "shuffle: secret and salts give the seed|the moves lead to|MS-"),
        ("viewer: seat-1", "viewer: seat-9", "start: .*viewer"),
        ("\n  players: 3", "\n  players: 2", "start: "),
        ("\nplayers: 3", "\nplayers: 2", "players: the game begins with 3; found 2"),
        ("  viewer: seat-1\n", "", "start: "),
    ],
)
def test_record_with_a_changed_start_fails_verification(old: str, new: str, complaint: str) -> None:
    text = format_match(play_out(playing_on()).match)
    assert text.count(old) == 1
    with pytest.raises(TextError, match=complaint):
        read_record(text.replace(old, new, 1))


# --- The deal of a day --------------------------------------------------------------------------


def daily() -> Table:
    """Today's deal, begun."""
    table = Table("nova-luna-solo", 1, day="1970-01-01")
    table.do(lobby_commands.sit(table.match, ANNA, table.now))
    table.do(lobby_commands.start(table.match, "anna", table.now))
    return table


def test_daily_deal_day_is_utc() -> None:
    assert day_of(0) == "1970-01-01" and day_of(DAY - 1) == "1970-01-01"
    assert day_of(DAY) == "1970-01-02" and end_of_day("1970-01-01") == DAY
    assert [is_day(day) for day in ("2028-02-29", "2027-02-29", "9999-12-31")] == [
        True,
        False,
        False,
    ]


def test_daily_deal_refuses_undo_and_hints() -> None:
    table = daily()
    table.move("anna", table.match.board.legal_moves[0])
    assert refusal(proposals.propose, table.match, "anna", "undo", table.now) == "no_undo"
    assert refusal(game_commands.seat_for_hint, table.match, "anna") == "no_hints"
    table.do(proposals.propose(table.match, "anna", "pause", table.now))


def test_daily_deal_is_sealed_until_the_day_is_over() -> None:
    table = play_out(daily())
    match = table.match
    assert match.is_over and not match.is_revealed and timeouts.next_deadline(match) == DAY
    with pytest.raises(HiddenInformation, match="expected the day of the deal to be over"):
        format_match(match)
    table.wait(DAY - table.now - 1)
    assert not match.is_revealed
    table.wait(1)
    assert (
        table.kinds()[-1] == "unsealed"
        and match.is_revealed
        and timeouts.next_deadline(match) is None
    )
    assert read_record(format_match(match)).position == match.board


def test_daily_deal_game_longer_than_the_day_is_open_at_its_end() -> None:
    table = daily()
    table.wait(2 * DAY)
    assert table.match.status == "running" and not table.match.is_revealed
    play_out(table).wait(0)
    assert table.kinds()[-1] == "unsealed" and table.match.is_revealed


def test_daily_deal_at_an_open_table_is_the_same() -> None:
    assert daily().match.board == daily().match.board


def test_rematch_of_a_daily_deal_is_an_ordinary_deal() -> None:
    match = play_out(daily()).match
    terms, _ = lobby_commands.plan_rematch(match, "anna")
    assert terms.day is None and terms.game == match.terms.game


@pytest.mark.parametrize("day", ["1970-02-30", "today", "1970-1-1"])
def test_daily_deal_with_an_invalid_day_is_refused(day: str) -> None:
    terms = Terms(game="nova-luna-solo", players=1, day=day)
    assert refusal(open_table, terms, "anna", SECRET, 0) in ("bad_terms", "bad_value")


# --- Who may be helped --------------------------------------------------------------------------


def test_hints_are_refused_in_games_that_count() -> None:
    assert game_commands.seat_for_hint(running("anna", "level-1").match, "anna") == 0
    assert game_commands.seat_for_hint(running("anna", "anna").match, "anna") == 0
    assert refusal(game_commands.seat_for_hint, running("anna", "ben").match, "anna") == "no_hints"
    rated = running("anna", "level-1", rated=True).match
    assert refusal(game_commands.seat_for_hint, rated, "anna") == "no_hints"


def test_hints_are_for_the_mover() -> None:
    match = running("level-1", "anna").match
    assert refusal(game_commands.seat_for_hint, match, "anna") == "not_your_turn"
    assert refusal(game_commands.seat_for_hint, match, "eve") == "not_seated"
    assert refusal(game_commands.seat_for_hint, Table().match, "anna") == "not_running"


def test_absent_player_may_come_back_and_one_who_resigned_may_not() -> None:
    table = running("anna", "ben", "level-1")
    table.move("anna")
    table.leave("ben")
    table.wait(120 * SECOND)
    table.bot_move()
    table.bot_move()
    assert refusal(game_commands.seat_for_hint, table.match, "anna") == "no_hints"
    table.do(game_commands.resign(table.match, "ben", table.now))
    assert game_commands.seat_for_hint(table.match, "anna") == 0


@pytest.mark.parametrize("kind, least", [("game", 60_000), ("move", 10_000)])
def test_rated_table_with_too_little_time_is_refused(kind: Any, least: int) -> None:
    clock = ClockRule(kind, least)
    assert open_table(Terms(game="toy", players=2, rated=True, clock=clock), "anna", SECRET, 0)
    less = Terms(game="toy", players=2, rated=True, clock=ClockRule(kind, least - 1))
    with pytest.raises(Refused, match=f"rated: expected at least {least // 1000} seconds"):
        open_table(less, "anna", SECRET, 0)


@pytest.mark.parametrize("handicap, is_even", [("none", True), ("0,0", True), ("0,7", False)])
def test_rated_tables_have_no_handicap(handicap: str, is_even: bool) -> None:
    """Zeros for all are as even as none."""
    options = {"handicap": handicap}
    terms = Terms(game="polyssimo", players=2, rated=True, options=options)
    if is_even:
        assert open_table(terms, "anna", SECRET, 0)
        return
    with pytest.raises(Refused, match="rated: expected handicap none"):
        open_table(terms, "anna", SECRET, 0)
