"""The little server in a page's worker says what the real one would: it is asked in Node, and every
view, effect and record is compared with what the same game is here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine_folder import write_engines
from engine_traces import run_node
from tilewright.bots import Budget
from tilewright.dates import day_of, now_ms
from tilewright.position import Position
from tilewright.records.record import Record, read_record
from tilewright.registry import GAMES
from tilewright.search.explain import Analysis, analyse
from tilewright.server.analysis import describe_puzzle, list_puzzles
from tilewright.study.puzzles import read_puzzles

pytestmark = pytest.mark.slow

Told = dict[str, Any]
SCRIPT = Path(__file__).with_name("local.mjs")
CENT = 0.0101
"""Halves are rounded in two ways."""
SECRETIVE, SOLO, SEARCHED = "my-shelfie", "nova-luna-solo", "polyssimo"


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory, is_long: bool) -> Path:
    names = [SECRETIVE, SOLO, SEARCHED, *(["nova-luna"] if is_long else [])]
    return write_engines(tmp_path_factory.mktemp("engine"), names)


def ask(engines: Path, **job: Any) -> Any:
    """Return the result of a job in ``local.mjs``."""
    return json.loads(run_node(str(SCRIPT), str(engines), given=json.dumps([job])))[0]


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


# --- Whole games ----------------------------------------------------------------------------------

WHOLE = [
    pytest.param(SECRETIVE, 2, "level-3", {"goals": "1", "first": "seat-0"}, id="against-a-bot"),
    pytest.param(SECRETIVE, 3, None, {}, id="around-one-screen"),
    pytest.param(SOLO, 1, None, {}, id="alone"),
    pytest.param(SEARCHED, 2, "level-6", {"handicap": "7,0"}, id="against-a-search"),
]


@pytest.mark.parametrize("game, players, bots, options", WHOLE)
def test_local_table_plays_a_whole_game(
    engines: Path, game: str, players: int, bots: str | None, options: dict[str, str]
) -> None:
    told = ask(engines, kind="whole", game=game, players=players, bots=bots, options=options)
    record = read_record(told["record"])  # plays it again: every move and the result
    for update in told["updates"]:
        check_update(record, update)
    for shown in told["plies"]:
        check_ply(record, shown)
    for effects in told["previews"]:
        assert effects[0]["kind"] and effects[1]["illegal"]["code"] == "illegal_move"
    assert [one["effect"] for one in told["story"]["played"]] == [
        plain(record.position.after(ply).effect(action))
        for ply, action in enumerate(record.position.actions)
    ]
    assert record.outcome is not None
    assert told["card"]["outcome"]["scores"] == list(record.outcome.scores)


def check_update(record: Record, update: Told) -> None:
    """Check that a seat is told only what it may know of a position and the moves that led
    there."""
    info, view = update["info"], update["view"]
    is_over = info["status"] == "over"
    board = record.position.after(info["ply"])
    check_view(board, view, view["seat"], is_over, view["moves"])
    assert (info["mover"] is None) == is_over
    for one in update["played"]:
        then = record.position.after(one["ply"])
        seen = then if is_over else then.view(view["seat"])
        assert one["effect"] == plain(seen.effect(one["move"]))


def check_ply(record: Record, shown: Told) -> None:
    then = record.position.after(shown["ply"])
    check_view(then, shown, shown["seat"], shown["seat"] is None, shown["legal"])


def check_view(
    board: Position, shown: Told, seat: int | None, is_revealed: bool, moves: list[str] | None
) -> None:
    seen = board if is_revealed else board.view(seat)
    assert shown["scene"] == plain(seen.scene())
    assert moves is None or moves == list(seen.legal_moves)


# --- Coming back, manners -------------------------------------------------------------------------


def test_local_table_continues_in_another_worker(engines: Path) -> None:
    told = ask(engines, kind="reload", game=SECRETIVE, players=2, bots="level-2")
    before, after = told["before"], told["after"]
    assert after["view"] == before["view"] and before["view"]["moves"]
    assert told["late"]["code"] == "stale"
    assert told["seen"] == told["number"] > before["view"]["number"]


def test_local_table_supports_undo_resign_and_rematch(engines: Path) -> None:
    told = ask(engines, kind="manners", game=SECRETIVE, players=2, bots="level-1")
    refusals = [told[name]["code"] for name in ("nothing", "stale", "illegal")]
    assert refusals == ["nothing_to_undo", "stale", "illegal_move"]
    assert told["early"]["refused"] == "hidden"
    assert told["undone"]["events"][-1]["event"] == told["undone"]["events"][-1]["event"] | {
        "kind": "undone",
        "moves": 2,
    }
    assert told["given"]["info"]["outcome"]["places"] == [2, 1]
    record = read_record(told["record"])
    assert record.forfeits == ((0, "resigned"),)
    chairs = told["next"]["info"]["chairs"]
    assert [chairs[0]["who"]["kind"], chairs[1]["kept_for"]] == ["bot", "local"]
    assert told["again"]["info"]["id"] == told["next"]["info"]["id"]
    assert told["gone"][1]["refused"] == "not_found"


def test_local_table_reports_full_storage(engines: Path) -> None:
    told = ask(engines, kind="full", game=SECRETIVE, players=2, bots="level-1")
    table, other = told["table"], told["other"]
    events_kept, is_other_kept = told["kept"]
    assert not is_other_kept and events_kept < told["goesOn"] <= told["seq"]
    assert [table] in told["held"] and [table, other] in told["held"]
    assert told["held"][-1] == []  # there was room again
    assert told["after"] == told["seq"]


@pytest.mark.parametrize("bot, has_network", [("greedy", False), ("level-3", True)])
def test_local_table_fetches_a_network_only_for_bots_that_use_it(
    engines: Path, bot: str, has_network: bool
) -> None:
    files = ask(engines, kind="fetched", game=SEARCHED, players=2, bots=bot)
    assert (f"{SEARCHED}.0.weights" in files) == has_network


# --- Puzzles --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [SECRETIVE, SEARCHED, SOLO])
def test_local_puzzles_are_judged_like_those_of_the_server(engines: Path, game: str) -> None:
    some = read_puzzles(game)[::60]
    before = day_of(now_ms())
    told = ask(engines, kind="puzzles", game=game, ids=[puzzle.id for puzzle in some])
    days = {before, day_of(now_ms())}  # it may be asked about midnight
    assert told["list"] in [plain(msgspec.to_builtins(list_puzzles(game, d, {}))) for d in days]
    for puzzle, found in zip(some, told["tried"], strict=True):
        there = msgspec.to_builtins(describe_puzzle(game, puzzle.id, {}))
        assert found["shown"] == plain({**there, "position": found["shown"]["position"]})
        view = Position.from_text(GAMES[game], puzzle.position)
        assert (found["legal"], found["scene"]) == (list(view.legal_moves), plain(view.scene()))
        right = [move for move, judged in found["judged"].items() if judged["is_right"]]
        assert sorted(right) == sorted(puzzle.answers)
        for move, judged in found["judged"].items():
            assert judged["line"] == [move] and bool(judged["answers"]) == (move in right)
        assert not found["told"]["is_right"] and found["told"]["answers"] == right
    assert [one["refused"] for one in told["refused"]] == ["not_found", "illegal_move"]


# --- Secrets --------------------------------------------------------------------------------------


@pytest.mark.parametrize("ply", [0, 7])
def test_local_table_output_does_not_depend_on_hidden_information(engines: Path, ply: int) -> None:
    """Neither what a seat is shown nor what a bot thinks about, byte for byte."""
    one, other = ask(engines, kind="secrets", game=SECRETIVE, players=3, ply=ply)
    assert one["board"] != other["board"]
    assert json.dumps(one["view"]) == json.dumps(other["view"])
    assert json.dumps(one["effects"]) == json.dumps(other["effects"])
    assert one["bot"] == other["bot"]


# --- Thoughts -------------------------------------------------------------------------------------


def test_local_table_gives_hints_analysis_and_review(engines: Path) -> None:
    told = ask(engines, kind="thoughts", game=SEARCHED, players=2, bots="level-1")
    assert told["early"]["refused"] == "hidden"
    for thoughts, mover in ((told["hint"], 0), (told["analysis"], 1)):
        assert thoughts["mover"] == mover and thoughts["iterations"] > 100
        best = thoughts["moves"][0]
        assert 0 < best["chance"] < 1 and best["visits"] > 10 and best["effect"]["move"]
    check_review(told["review"])
    for one in told["review"]["findings"]:
        assert 0 <= one["loss"] <= 1 and one["error"] >= 0
        for step in one["steps"]:
            assert sum(step["before"]) == pytest.approx(1.0)
            assert sum(step["change"]) == pytest.approx(0.0, abs=1e-9)


def check_review(review: Told) -> None:
    """Findings cover all moves and do not depend on chance; each account adds up to the result."""
    findings, ledger = review["findings"], review["ledger"]
    assert [one["ply"] for one in findings] == list(range(len(findings)))
    assert review["again"] == findings[:3]
    assert all((one["loss"] == 0) == (one["best"] == one["played"]) for one in findings)
    for account, result in zip(ledger["accounts"], review["result"], strict=True):
        parts = [account[part] for part in ("start", "luck", "own", "others")]
        assert (account["result"], sum(parts)) == (result, pytest.approx(result))


def test_local_solo_game_is_analysed_by_its_solver(engines: Path) -> None:
    """Totals instead of chances: the same as a server's, which takes as much effort."""
    told = ask(engines, kind="plans", game=SOLO, players=1, bots=None)
    game = read_record(told["record"]).position
    assert told["number"] == 4
    for thoughts, ply, most in ((told["hint"], 3, 5), (told["analysis"], 2, 99)):
        check_thoughts(thoughts, analyse(game.at_ply(ply), Budget(iterations=10**9), most))
    check_review(told["review"])
    assert told["left"] == "AbortError" and told["heard"] > 3


def check_thoughts(told: Told, analysis: Analysis) -> None:
    there = plain(analysis.as_json())
    assert (told["mover"], told["iterations"]) == (there["mover"], there["iterations"])
    for here, move in zip(told["moves"], there["moves"], strict=True):
        total = pytest.approx(move["expected"], abs=CENT)
        shown = {key: move[key] for key in here}
        assert here == {**shown, "expected": total}
