"""One game: bots see views and hear every move; whoever breaks the rules is last."""

from __future__ import annotations

import json
from typing import Any

import pytest

from arena.helpers import TEST_BOTS, Taker, one, settings
from tilewright.arena import GameResult, Schedule, play_game
from tilewright.arena.play import check_bots, places_after_forfeit
from tilewright.bots import BOTS, Bot
from tilewright.errors import InvalidOption, TextError
from tilewright.position import Outcome
from tilewright.record import parse_record, seat_names


def play(*bots: str, index: int = 0, **changes: Any) -> GameResult:
    return play_game(Schedule(settings(*bots, **changes)), index)


def test_a_game_is_a_record_that_replays() -> None:
    game = play("perfect", "one")
    final = parse_record(game.record)
    assert final.outcome is not None
    assert (final.outcome.scores, final.outcome.places) == (game.scores, game.places)
    assert final.seed == game.seed and final.ply == game.plies == sum(game.moves)
    assert seat_names(game.record) == ["perfect", "one"]
    assert game.forfeit is None
    assert all(0 <= slow <= total for slow, total in zip(game.slowest, game.seconds, strict=True))


def test_the_same_game_comes_out_the_same() -> None:
    games = [play("random", "random", index=3).record for _ in range(2)]
    assert games[0] == games[1]
    assert len({play("random", "random", index=index).record for index in range(6)}) == 6


def test_every_bot_hears_every_move_with_its_own_view(monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_a_broken_bot_forfeits(bad: str, words: str, plies: int, seat: int) -> None:
    game = play(*((bad, "one") if seat == 0 else ("one", bad)), options={"rolls": "no"})
    assert game.forfeit is not None
    assert (game.forfeit.seat, game.forfeit.reason) == (seat, words)
    assert game.places[seat] == 2 and game.places[1 - seat] == 1
    assert "result: unfinished" in game.record
    assert game.plies == parse_record(game.record).ply == plies + seat


def test_a_bot_that_fails_while_listening_forfeits() -> None:
    game = play("one", "deaf")
    assert game.forfeit is not None
    assert (game.forfeit.seat, game.plies) == (1, 1)


def test_a_bot_that_cannot_be_made_forfeits(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Bot:
        raise OSError("no weights")

    monkeypatch.setitem(BOTS, "unmade", fail)
    game = play("one", "unmade")
    assert game.forfeit is not None
    assert game.forfeit.reason == "OSError: no weights"
    assert (game.places, game.plies) == ((1, 2), 0)


def test_others_are_ranked_by_how_they_stand() -> None:
    standing = Outcome(scores=(5, 9, 7, 8), places=(4, 1, 3, 2))
    assert places_after_forfeit(standing, 1).places == (3, 4, 2, 1)
    assert places_after_forfeit(standing, 0).places == standing.places


def test_an_interruption_is_nobodys_fault() -> None:
    class Interrupts(Taker):
        def choose(self, view: object) -> int:
            raise KeyboardInterrupt

    TEST_BOTS["interrupts"] = BOTS["interrupts"] = lambda *_: Interrupts(one)
    try:
        with pytest.raises(KeyboardInterrupt):
            play("interrupts", "one")
    finally:
        del TEST_BOTS["interrupts"], BOTS["interrupts"]


def test_bots_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []

    class Closes(Taker):
        def close(self) -> None:
            closed.append("closed")

    monkeypatch.setitem(BOTS, "closes", lambda *_: Closes(one))
    play("closes", "raises")
    assert closed == ["closed"]


def test_unknown_bots_are_refused_before_play() -> None:
    with pytest.raises(InvalidOption, match="no bot is called 'nobody'"):
        check_bots(Schedule(settings("one", "nobody")))
    with pytest.raises(InvalidOption, match="no program that can be run"):
        check_bots(Schedule(settings("one", "exec:./no-such-program")))
    with pytest.raises(InvalidOption, match="found no program"):
        check_bots(Schedule(settings("one", "exec:")))
    with pytest.raises(InvalidOption, match="No closing quotation"):
        check_bots(Schedule(settings("one", "exec:'half")))


@pytest.mark.parametrize("bots", [("one", "perfect"), ("one", "raises")])
def test_a_result_survives_json(bots: tuple[str, str]) -> None:
    game = play(*bots)
    assert GameResult.from_json(json.loads(json.dumps(game.as_json()))) == game


@pytest.mark.parametrize(
    "change",
    [{"places": [1]}, {"index": None}, {"entries": 5}, {"forfeit": 3}, {"seconds": ["x", "y"]}],
)
def test_a_misshapen_result_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(TextError, match="expected"):
        GameResult.from_json(play("one", "perfect").as_json() | change)
