"""The solo solver: exact if beams are wide enough, fair, interruptible."""

from __future__ import annotations

import json
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import tilewright as tw
from commands import CommandLine
from tilewright.errors import GameOver, InvalidOption
from tilewright.game import Solution, State
from tilewright.games.nova_luna import SOLO
from tilewright.games.nova_luna.solo.beam import LEAST_CROWD
from tilewright.games.nova_luna.solo.expansion import extend_key, hash_area
from tilewright.games.nova_luna.solo.solver import Search, solve
from tilewright.games.nova_luna.state import pack_place, unpack_place
from tilewright.kernel import compiled
from tilewright.search.solve import solve_deals, solve_game, summarise

from .play import FAST_SOLO, copy_of, legal, new_state, set_table, standing, walk

pytestmark = pytest.mark.slow

EVERYTHING = 4096  # wider than the trees of the small cases


def brute_force(state: State) -> int:
    """Return the best score over all lines of play."""
    if state["over"]:
        return standing(state)[0][0]
    best = 1 << 20
    for action in legal(state):
        child = copy_of(state)
        FAST_SOLO.apply(child, action)
        best = min(best, brute_force(child))
    return best


def late_state(seed: int, tiles_left: int) -> State:
    """Phase two of a random game, with this many tiles left on the wheel."""
    for state in walk(1, seed):
        is_out_of_time = state["phase"] == 2 and int(state["occupied"]).bit_count() == tiles_left
        if is_out_of_time and not state["over"]:
            return copy_of(state)
    raise AssertionError("phase two ended early")


def replay(state: State, solution: Solution) -> State:
    end = copy_of(state)
    for action in solution.actions:
        assert action in legal(end)
        FAST_SOLO.apply(end, action)
    return end


# --- Against brute force ------------------------------------------------------------------------


def test_solve_of_the_last_two_tiles_is_exact(is_long: bool) -> None:
    for seed in range(6 if is_long else 2):
        state = late_state(seed, 2)
        solution = solve(state, effort=EVERYTHING)
        assert solution.score == brute_force(state)
        assert standing(replay(state, solution))[0] == [solution.score]


@pytest.mark.parametrize("discs", [21, 14, 13, 3])
def test_solve_of_a_small_deal_is_exact(discs: int) -> None:
    """Two tiles and two more, with 8 discs lying or not: to finish or not is tried, too."""
    state = set_table([40, 15], [46, 29], players=1)
    state["discs"][0] = discs
    solution = solve(state, effort=EVERYTHING)
    end = replay(state, solution)
    assert end["over"]
    assert standing(end)[0] == [solution.score] == [brute_force(state)]


# --- Keys ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_key_of_rotated_and_mirrored_areas_is_equal(seed: int) -> None:
    state = late_state(seed, 3)
    key = compiled(hash_area)(state)
    other = copy_of(state)
    for tile in range(1, 69):
        if place := int(state["place"][tile]):
            x, y = unpack_place(0, place)
            other["place"][tile] = pack_place(0, 3 - y, x + 1)  # a quarter turn, shifted
    assert compiled(hash_area)(other) == key == hash_area(state)
    other["place"][int(np.flatnonzero(other["place"])[0])] += 50
    assert compiled(hash_area)(other) != key


def test_key_is_updated_tile_by_tile() -> None:
    key = 0
    before = new_state(1, 5)
    for state in walk(1, 5):
        laid = set(np.flatnonzero(state["place"])) - set(np.flatnonzero(before["place"]))
        for tile in laid:
            key = extend_key(before, key, int(tile), int(state["place"][tile]))
        assert key == hash_area(state)
        before = copy_of(state)


# --- Crowds -------------------------------------------------------------------------------------


def test_beam_limits_states_with_equal_tiles() -> None:
    """Six tiles of eleven: the best by estimate would nearly all have laid the same ones."""
    search = Search(64)
    search.begin(new_state(1, 4))
    steps = search.run_steps(work=64)
    laid: Counter[bytes] = Counter()
    while not laid.total():
        next(steps)
        laid = Counter(
            beam.states[i]["area"][0].tobytes()
            for beam in search.plan.beams
            for i in range(int(beam.size[0]))
            if int(beam.states[i]["ply"]) == 6
        )
    assert laid.total() == 64
    assert max(laid.values()) <= LEAST_CROWD


def test_beam_fills_free_room_with_the_remaining_states() -> None:
    """Two tiles left make two layout_counts, both too big, in a beam with room for all."""
    state = late_state(2, 2)
    num_children = len(legal(state))
    assert 2 * LEAST_CROWD < num_children < 64
    search = Search(64)
    search.begin(state)
    steps = search.run_steps(work=1)
    next(steps)
    next(steps)
    assert max(int(beam.size[0]) for beam in search.plan.beams) == num_children


# --- Whole games --------------------------------------------------------------------------------


def test_solve_with_hindsight_returns_a_line_with_its_score(is_long: bool) -> None:
    for seed in range(3 if is_long else 1):
        state = new_state(1, seed)
        solution = solve(state, effort=64)
        assert standing(replay(state, solution))[0] == [solution.score]
        assert solution.score < 110
        assert solve(state, effort=64) == solution


def test_solve_with_more_effort_is_better_on_average() -> None:
    narrow, wide = (
        sum(solve(new_state(1, seed), effort=width).score for seed in range(8))
        for width in (2, 128)
    )
    assert wide < narrow - 16


def shuffled(position: tw.Position, seed: int) -> tw.Position:
    """Return the same state with another order of the supply."""
    other = position.copy()
    supply: npt.NDArray[Any] = other.state["supply"][: int(other.state["supply_size"])]
    np.random.default_rng(seed).shuffle(supply)
    other.state["rng"] = 12345 + seed
    return other


def test_solve_of_a_view_does_not_depend_on_the_supply(is_long: bool) -> None:
    """Same view, same moves (NL-2): up to the fill nothing depends on the supply's order."""
    for seed in range(3 if is_long else 1):
        position = tw.new("nova-luna-solo", seed=seed)
        views = [shuffled(position, number).view(0) for number in range(3)]
        actions = {solve(view.state, effort=64).actions for view in views}
        assert len(actions) == 1
        played = solve_game(position, effort=64)
        assert tuple(played.actions[: len(next(iter(actions)))]) in actions


def test_solve_of_phase_two_is_complete() -> None:
    """Nothing is drawn any more (NLS-6), so the view tells all there is to know."""
    state = late_state(2, 6)
    view = copy_of(state)
    FAST_SOLO.view(view, 0)
    assert solve(view, effort=64) == solve(state, effort=64)


def test_solve_game_returns_a_finished_game_with_a_record() -> None:
    played = solve_game(tw.new("nova-luna-solo", seed=7), effort=32)
    assert played.outcome is not None
    assert played.outcome.scores[0] < 120
    assert tw.load(tw.dump(played)) == played


def test_solve_game_continues_a_game_in_progress() -> None:
    position = tw.new("nova-luna-solo", seed=7)
    for _ in range(3):
        position.play(position.legal_actions[0])
    played = solve_game(position, effort=16)
    assert played.actions[:3] == position.actions
    assert played.is_over


# --- Limits -------------------------------------------------------------------------------------


class CountedEvent(threading.Event):
    """Knows how often it was asked: a solver that goes on although it is set asks again and
    again."""

    times_asked = 0

    def is_set(self) -> bool:
        self.times_asked += 1
        return super().is_set()


@pytest.mark.parametrize("hindsight", [False, True])
def test_solve_interrupted_returns_a_whole_game(hindsight: bool) -> None:
    position = tw.new("nova-luna-solo", seed=3)
    solve_game(position, effort=4)  # compiled now
    stop = CountedEvent()
    stop.set()
    played = solve_game(position, hindsight=hindsight, seconds=60, stop=stop)
    assert played.is_over
    assert 0 < stop.times_asked <= 4 * len(played.actions)


def test_solve_stops_when_another_thread_asks() -> None:
    position = tw.new("nova-luna-solo", seed=3)
    seen: list[float] = []
    stop = threading.Event()
    threading.Timer(0.5, stop.set).start()
    played = solve_game(
        position, hindsight=True, seconds=600, stop=stop, progress=lambda s: seen.append(s.score)
    )
    assert played.standing().scores[0] == seen[-1] == min(seen)


def test_solve_after_an_interruption_is_unchanged() -> None:
    state = new_state(1, 4)
    search = Search(64)
    search.begin(state)
    search.run()
    score = search.score
    for steps in (5, 12):
        search.begin(state)
        running = search.run_steps(work=40)
        for _ in range(steps):
            next(running)
        search.begin(state)
        search.run()
        assert search.score == score


@pytest.mark.parametrize("work", [1, 100, 1 << 20])
def test_solve_in_steps_of_any_size_gives_the_same_solution(work: int) -> None:
    view = copy_of(new_state(1, 4))
    FAST_SOLO.view(view, 0)
    search = Search(64)
    search.begin(view)
    for _ in search.run_steps(work=work):
        pass
    assert search.solution() == solve(view, effort=64)


@pytest.mark.parametrize("seed", range(3))
def test_solve_with_a_progress_callback_is_unchanged(seed: int) -> None:
    """Ends are told of where they have just been ranked: to rank them in between would change whose
    turn it is to be tried."""
    view = copy_of(new_state(1, seed))
    FAST_SOLO.view(view, 0)
    search = Search(128)
    search.begin(view)
    told = [search.solution() for _ in search.run_steps(work=1) if search.has_just_ranked]
    assert told[-1] == search.solution() == solve(view, effort=128)
    assert 2 < len(told) < 8


def test_solve_of_a_finished_game_is_refused() -> None:
    *_, state = walk(1, 1)
    with pytest.raises(GameOver):
        solve(state)


def test_solve_command_refuses_games_without_a_solver() -> None:
    with pytest.raises(InvalidOption, match="nova-luna-solo"):
        solve_game(tw.new("polyssimo"))


# --- The command --------------------------------------------------------------------------------


SOLVE = ("solve", "nova-luna-solo")


@pytest.mark.parametrize("words", [(), ("--hindsight",)])
def test_solve_command_writes_json_and_record(
    run: CommandLine, words: tuple[str, ...], tmp_path: Path
) -> None:
    out, record = tmp_path / "out.json", tmp_path / "game.txt"
    paths = ("--json", str(out), "--record", str(record))
    code, text, _ = run(*SOLVE, "--seed", "1", "--effort", "16", *paths, *words)
    assert code == 0
    answer = json.loads(out.read_text())
    assert {"score", "first_sum", "second_sum", "moves", "record"} <= set(answer)
    assert answer["score"] == answer["first_sum"] + answer["second_sum"]
    assert answer["record"] == record.read_text()
    played = tw.load(answer["record"])
    assert played.moves == answer["moves"]
    assert played.standing().scores == (answer["score"],)
    assert f"Score: {answer['score']} = " in text


def test_solve_command_prints_the_distribution_over_deals(run: CommandLine, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    code, text, _ = run(*SOLVE, "--deals", "4", "--seed", "10", "--effort", "8", "--json", str(out))
    assert code == 0
    answer = json.loads(out.read_text())
    assert list(answer["scores"]) == ["10", "11", "12", "13"]
    assert answer["mean"] == sum(answer["scores"].values()) / 4
    assert sum(answer["histogram"].values()) == answer["deals"] == 4
    assert f"Mean: {answer['mean']:.2f}" in text


def test_summarise_counts_scores_under_the_challenge() -> None:
    summary = summarise(SOLO, {1: 90, 2: 99, 3: 100, 4: 120})
    assert summary["under_challenge"] == 0.5
    assert summary["spread"] == pytest.approx(10.963, abs=0.001)
    assert summary["quantiles"]["0"] == 90
    assert summary["quantiles"]["100"] == 120


@pytest.mark.parametrize("workers", [1, 2])
def test_solve_deals_interrupted_returns_those_done(workers: int) -> None:
    def interrupt(done: int, score: int) -> None:
        raise KeyboardInterrupt

    assert len(solve_deals(SOLO, range(50), workers=workers, on_done=interrupt, effort=4)) == 1


@pytest.mark.parametrize("seconds", ["0", "-1", "nan"])
def test_solve_command_refuses_a_budget_of_zero(run: CommandLine, seconds: str) -> None:
    code, _, text = run(*SOLVE, "--seconds", seconds)
    assert code == 2 and "seconds" in text
