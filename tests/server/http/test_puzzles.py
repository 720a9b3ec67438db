"""Puzzles over HTTP: which there are, what is told of one, and what comes of a try."""

from __future__ import annotations

from typing import Any

import pytest

import tilewright as tw
from browser import Browser, Server, code_of
from tilewright.registry import GAMES
from tilewright.server.analysis import daily_puzzle
from tilewright.server.ratelimit.limits import Rate
from tilewright.server.storage import ops
from tilewright.study.puzzles import Puzzle, read_puzzles

GAME = "polyssimo"
LINE = "tilewright.server.analysis.explain_move"


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    """One of those with few moves: its lines take no time."""
    return min(read_puzzles(GAME), key=lambda one: len(position_of(one).legal_moves))


def position_of(puzzle: Puzzle) -> tw.Position:
    return tw.position(puzzle.game, puzzle.position)


def attempt(who: Browser, puzzle: Puzzle, move: str | None) -> dict[str, Any]:
    answer = who.post(f"/puzzles/{puzzle.game}/{puzzle.id}/attempts", json={"move": move})
    return answer.raise_for_status().json()


def after(puzzle: Puzzle, found: dict[str, Any]) -> tw.Position:
    """Return where the line of a try leads."""
    position = tw.position(puzzle.game, found["position"])
    for move in found["line"]:
        position.play(move)
    return position


def apply_forfeits(puzzle: Puzzle, found: dict[str, Any]) -> tuple[int, ...]:
    outcome = after(puzzle, found).outcome
    assert outcome is not None, "expected a line to the end of the game"
    return outcome.places


def test_puzzles_list_the_games_that_have_some(server: Server) -> None:
    shown = server.program().get("/puzzles").raise_for_status().json()
    assert [one["game"] for one in shown] == [n for n, game in GAMES.items() if game.puzzles()]
    assert {GAME: len(read_puzzles(GAME))}.items() <= {
        one["game"]: one["count"] for one in shown
    }.items()


def test_puzzles_are_counted_per_game(server: Server) -> None:
    for game in GAMES.values():
        count = server.program().get(f"/games/{game.name}").json()["puzzles"]
        assert (count > 0) == (game.puzzles() is not None)


def test_puzzles_of_a_game_have_no_answers(server: Server) -> None:
    answer = server.program().get(f"/puzzles/{GAME}").raise_for_status()
    shown, puzzles = answer.json(), read_puzzles(GAME)
    assert {one["id"]: one["rating"] for one in shown["puzzles"]} == {
        one.id: one.rating for one in puzzles
    }
    ratings = [one["rating"] for one in shown["puzzles"]]
    assert ratings == sorted(ratings)
    assert {one["kind"] for one in shown["puzzles"]} <= set(shown["kinds"])
    assert shown["today"] in {one.id for one in puzzles}
    assert not any(move in answer.text for one in puzzles for move in one.answers)


def test_puzzle_of_the_day_changes_until_all_were_used() -> None:
    days = [f"2026-{month:02}-{day:02}" for month in (1, 2, 3) for day in range(1, 29)]
    met = [daily_puzzle(GAME, day).id for day in days[: len(read_puzzles(GAME))]]
    assert len(set(met[:28])) == 28
    assert daily_puzzle(GAME, days[0]).id == met[0]


def test_puzzle_is_shown_without_its_answer(server: Server, puzzle: Puzzle) -> None:
    answer = server.program().get(f"/puzzles/{GAME}/{puzzle.id}").raise_for_status()
    shown = answer.json()
    assert not any(move in answer.text for move in puzzle.answers)
    body = {"position": shown["position"], "seat": shown["seat"]}
    drawn = server.program().post("/study", json=body).raise_for_status().json()
    assert drawn["legal"] == list(position_of(puzzle).legal_moves)
    assert (drawn["mover"], drawn["is_over"]) == (shown["seat"], False)


def test_puzzle_attempt_that_fails_is_refuted_without_the_answer(
    ann: Browser, puzzle: Puzzle
) -> None:
    position = position_of(puzzle)
    wrong = next(move for move in position.legal_moves if move not in puzzle.answers)
    found = attempt(ann, puzzle, wrong)
    assert (found["is_right"], found["answers"], found["line"][0]) == (False, [], wrong)
    assert apply_forfeits(puzzle, found)[position.mover] == 2


def test_puzzle_attempt_that_is_right_succeeds(ann: Browser, puzzle: Puzzle) -> None:
    found = attempt(ann, puzzle, puzzle.answers[0])
    assert (found["is_right"], found["answers"]) == (True, puzzle.answers)
    assert apply_forfeits(puzzle, found)[position_of(puzzle).mover] == 1


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.puzzles()])
def test_puzzle_refutation_fills_in_hidden_parts(ann: Browser, game: str) -> None:
    """Cards that no player has seen decided for the wrong move at times, and the page said that it
    had won."""
    puzzle = read_puzzles(game)[0]
    position = position_of(puzzle)
    wrong = next(move for move in position.legal_moves if move not in puzzle.answers)
    for move in (wrong, puzzle.answers[0]):
        found = attempt(ann, puzzle, move)
        assert tw.position(game, found["position"]).view(position.mover).text == puzzle.position
        assert reaches(puzzle, after(puzzle, found), position.mover) == found["is_right"]


def reaches(puzzle: Puzzle, end: tw.Position, seat: int) -> bool:
    """Return True if what the puzzle asks for has come about."""
    if end.outcome is None:
        return False
    if puzzle.target is not None:
        return end.outcome.scores[0] <= puzzle.target
    return end.outcome.winner == seat


def test_puzzle_given_up_tells_the_answer(ann: Browser, puzzle: Puzzle) -> None:
    found = attempt(ann, puzzle, None)
    assert (found["is_right"], found["answers"]) == (False, puzzle.answers)
    assert found["line"][0] == puzzle.answers[0]


class Cold:
    """An engine that is not compiled yet."""

    is_suspended = True


def test_puzzle_attempt_before_compilation_is_judged(
    ann: Browser, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("tilewright.server.analysis.runtime_of", lambda game: Cold())
        found = attempt(ann, puzzle, puzzle.answers[0])
        assert (found["is_right"], found["line"]) == (True, puzzle.answers[:1])
    assert len(attempt(ann, puzzle, puzzle.answers[0])["line"]) > 1


def test_puzzle_attempt_that_is_invalid_is_refused(
    server: Server, ann: Browser, puzzle: Puzzle
) -> None:
    there = f"/puzzles/{GAME}/{puzzle.id}/attempts"
    assert code_of(ann.post(there, json={"move": "X@a1"}))[0] == 422
    assert code_of(ann.post(there, json={"moves": []}))[0] == 422
    assert code_of(server.program().post(there, json={})) == (401, "not_signed_in")
    assert code_of(ann.get(f"/puzzles/{GAME}/00000000")) == (404, "not_found")
    assert code_of(ann.get(f"/puzzles/{GAME}/nonsense"))[0] == 422
    assert code_of(ann.get("/puzzles/none")) == (404, "unknown_game")
    assert code_of(ann.get("/puzzles/toy")) == (422, "invalid_option")


def test_puzzle_attempt_repeated_costs_no_analysis(
    server: Server, ann: Browser, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first try has an analysis less; a person who tries the same later is answered at once."""
    server.services.quotas.analyses.persons.rate = Rate(1, 0.001)
    first = attempt(ann, puzzle, puzzle.answers[0])
    monkeypatch.delattr(LINE)
    assert attempt(ann, puzzle, puzzle.answers[0]) == first
    other = next(move for move in position_of(puzzle).legal_moves if move not in puzzle.answers)
    refused = ann.post(f"/puzzles/{GAME}/{puzzle.id}/attempts", json={"move": other})
    assert code_of(refused) == (429, "too_many_requests")


# --- Ratings of accounts ------------------------------------------------------------------------


def solver(who: Browser) -> dict[str, Any]:
    return who.get(f"/puzzles/{GAME}/solver").raise_for_status().json()


def shown_rating(who: Browser, puzzle: Puzzle) -> float:
    return who.get(f"/puzzles/{GAME}/{puzzle.id}").json()["rating"]


def wrong_move(puzzle: Puzzle) -> str:
    return next(move for move in position_of(puzzle).legal_moves if move not in puzzle.answers)


def test_puzzle_attempts_of_an_account_are_stored(ada: Browser, puzzle: Puzzle) -> None:
    """One try a puzzle is rated, judged here and not by the page."""
    assert solver(ada) == {"rating": 25.0, "tries": []}
    failed = attempt(ada, puzzle, wrong_move(puzzle))
    assert failed["rating"] < 25
    found = attempt(ada, puzzle, puzzle.answers[0])
    assert (found["is_right"], found["rating"]) == (True, failed["rating"])
    kept = solver(ada)
    assert kept["rating"] == failed["rating"]
    assert [(one["puzzle"], one["is_right"]) for one in kept["tries"]] == [(puzzle.id, False)]
    assert abs(shown_rating(ada, puzzle) - puzzle.rating) < 1


def test_puzzle_attempts_of_a_guest_are_not_stored(
    server: Server, ann: Browser, puzzle: Puzzle
) -> None:
    assert attempt(ann, puzzle, wrong_move(puzzle))["rating"] is None
    assert code_of(ann.get(f"/puzzles/{GAME}/solver")) == (403, "forbidden")
    assert code_of(server.program().get(f"/puzzles/{GAME}/solver")) == (401, "not_signed_in")


def test_puzzle_attempt_unrated_changes_no_rating(ada: Browser, puzzle: Puzzle) -> None:
    body = {"move": puzzle.answers[0], "is_rated": False}
    found = ada.post(f"/puzzles/{GAME}/{puzzle.id}/attempts", json=body).json()
    assert (found["is_right"], found["rating"]) == (True, 25.0)
    assert [one["is_right"] for one in solver(ada)["tries"]] == [True]


def test_puzzle_attempt_in_read_only_mode_is_not_counted(
    server: Server, ada: Browser, puzzle: Puzzle
) -> None:
    server.run(server.services.database.write(lambda tx: ops.add_request(tx, ops.READ_ONLY)))
    server.run(server.services.admin_requests.run_pending())
    assert attempt(ada, puzzle, puzzle.answers[0])["rating"] is None
    assert solver(ada)["tries"] == []
