"""One game: bots see views and hear every move; a bot that breaks the rules is last."""

from __future__ import annotations

import json
from threading import Event
from typing import Any

import pytest

from arena.helpers import TEST_BOTS, Taker, one, settings
from tilewright.arena import GameResult, Limits, Schedule, play_game
from tilewright.arena.play import check_bots
from tilewright.bots import BOTS, Bot
from tilewright.errors import InvalidOption, TextError
from tilewright.position import Outcome, Position
from tilewright.records.record import parse_record, read_record


def play(*bots: str, index: int = 0, **changes: Any) -> GameResult:
    return play_game(Schedule(settings(*bots, **changes)), index)


def test_play_game_returns_a_record_that_replays() -> None:
    game = play("perfect", "one")
    final = parse_record(game.record)
    assert final.outcome is not None
    assert (final.outcome.scores, final.outcome.places) == (game.scores, game.places)
    assert final.seed == game.seed and final.ply == game.plies == sum(game.moves)
    assert read_record(game.record).seats == ("perfect", "one")
    assert game.forfeit is None
    assert all(0 <= slow <= total for slow, total in zip(game.slowest, game.seconds, strict=True))


class Ticking(Taker):
    """Thinks for half a second, and listens for an eighth, by a clock that only it moves."""

    clock = 0.0

    def choose(self, view: Position, stop: Event | None = None) -> int:
        Ticking.clock += 0.5
        return super().choose(view, stop)

    def played(self, action: int, view: Position) -> None:
        Ticking.clock += 0.125
        super().played(action, view)


def test_play_game_measures_the_slowest_single_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "ticking", lambda *_: Ticking(one))
    monkeypatch.setattr("tilewright.arena.play.time.perf_counter", lambda: Ticking.clock)
    game = play("ticking", "ticking", "ticking", players=3)
    assert game.slowest == (0.5, 0.5, 0.5)
    assert game.seconds == tuple(0.5 * moves + 0.125 * game.plies for moves in game.moves)


def test_play_game_twice_gives_equal_results() -> None:
    games = [play("random", "random", index=3).record for _ in range(2)]
    assert games[0] == games[1]
    assert len({play("random", "random", index=index).record for index in range(6)}) == 6


def test_play_game_notifies_every_bot_with_its_own_view(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Taker] = []

    def make(*_: object) -> Bot:
        made.append(Taker(one))
        return made[-1]

    monkeypatch.setitem(BOTS, "listener", make)
    game = play("listener", "listener", "listener", players=3)
    assert [len(bot.heard) for bot in made] == [game.plies] * 3
    for seat, bot in enumerate(made):
        assert f"viewer: seat-{seat}" in bot.heard[0][1]


@pytest.mark.parametrize(
    "bad, words, plies",
    [
        ("raises", "RuntimeError: out of ideas", 2),
        ("illegal", "expected one of 3 legal actions; found action 7", 0),
        ("nothing", "expected an action; found NoneType", 0),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_play_game_with_a_bot_that_raises_is_forfeited(
    bad: str, words: str, plies: int, seat: int
) -> None:
    game = play(*((bad, "one") if seat == 0 else ("one", bad)), options={"rolls": "no"})
    assert game.forfeit is not None
    assert (game.forfeit.seat, game.forfeit.reason) == (seat, words)
    assert game.places[seat] == 2 and game.places[1 - seat] == 1
    assert f"forfeits: {seat} fault" in game.record
    assert read_record(game.record).outcome == Outcome(game.scores, game.places)
    assert game.plies == parse_record(game.record).ply == plies + seat


def test_play_game_with_a_bot_that_raises_in_played_is_forfeited() -> None:
    game = play("one", "deaf")
    assert game.forfeit is not None
    assert (game.forfeit.seat, game.plies) == (1, 1)


def test_play_game_with_a_bot_that_cannot_start_is_forfeited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> Bot:
        raise OSError("no weights")

    monkeypatch.setitem(BOTS, "unmade", fail)
    game = play("one", "unmade")
    assert game.forfeit is not None
    assert game.forfeit.reason == "OSError: no weights"
    assert (game.places, game.plies) == ((1, 2), 0)


@pytest.mark.parametrize("seconds", [None, 0.1])
def test_play_game_stops_a_built_in_bot_after_its_grace_period(
    monkeypatch: pytest.MonkeyPatch, seconds: float | None
) -> None:
    """It looks at ``stop`` as a search does, and would go on without end."""

    class Dreamer(Taker):
        def choose(self, view: Position, stop: Event | None = None) -> int:
            assert stop is not None
            while not stop.is_set():
                pass
            return 0

    monkeypatch.setitem(BOTS, "dreamer", lambda *_: Dreamer(one))
    schedule = Schedule(settings("dreamer", "one", seconds=seconds))
    game = play_game(schedule, 0, Limits(own=0.2))
    limit = 0.2 + (seconds or 0)
    assert game.forfeit is not None
    assert game.forfeit.reason == f"expected a move within {limit:g} seconds; found none"
    assert game.places[game.forfeit.seat] == 2


def test_play_game_stops_a_search() -> None:
    """A billion iterations would take hours; a search looks at its event between chunks."""
    schedule = Schedule(settings("level-3", "one", iterations=10**9))
    game = play_game(schedule, 0, Limits(own=0.2))
    assert game.forfeit is not None and "within 0.2 seconds" in game.forfeit.reason


def test_play_game_keeps_the_result_if_a_bot_fails_after_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The game is over before the bots hear of its last move."""

    class Faints(Taker):
        def played(self, action: int, view: Position) -> None:
            assert not view.is_over, "cannot stand the sight of the end"

    monkeypatch.setitem(BOTS, "faints", lambda *_: Faints(one))
    game = play("faints", "one")
    assert game.forfeit is None and parse_record(game.record).outcome is not None


def test_play_game_interrupted_is_no_forfeit() -> None:
    class Interrupts(Taker):
        def choose(self, view: object, stop: object = None) -> int:
            raise KeyboardInterrupt

    TEST_BOTS["interrupts"] = BOTS["interrupts"] = lambda *_: Interrupts(one)
    try:
        with pytest.raises(KeyboardInterrupt):
            play("interrupts", "one")
    finally:
        del TEST_BOTS["interrupts"], BOTS["interrupts"]


def test_play_game_closes_its_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []

    class Closes(Taker):
        def close(self) -> None:
            closed.append("closed")

    monkeypatch.setitem(BOTS, "closes", lambda *_: Closes(one))
    play("closes", "raises")
    assert closed == ["closed"]


def test_check_bots_refuses_unknown_bots() -> None:
    with pytest.raises(InvalidOption, match="no bot is called 'nobody'"):
        check_bots(Schedule(settings("one", "nobody")))
    with pytest.raises(InvalidOption, match="no program that can be run"):
        check_bots(Schedule(settings("one", "exec:./no-such-program")))
    with pytest.raises(InvalidOption, match="found no program"):
        check_bots(Schedule(settings("one", "exec:")))
    with pytest.raises(InvalidOption, match="No closing quotation"):
        check_bots(Schedule(settings("one", "exec:'half")))


@pytest.mark.parametrize("bots", [("one", "perfect"), ("one", "raises")])
def test_game_result_round_trips_as_json(bots: tuple[str, str]) -> None:
    game = play(*bots)
    assert GameResult.from_json(json.loads(json.dumps(game.as_json()))) == game


@pytest.mark.parametrize(
    "change",
    [{"places": [1]}, {"index": None}, {"entries": 5}, {"forfeit": 3}, {"seconds": ["x", "y"]}],
)
def test_game_result_from_malformed_json_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(TextError, match="expected"):
        GameResult.from_json(play("one", "perfect").as_json() | change)
