"""Reliability of reviews: `python benchmarks/review.py --json review.json`.

Measurements are kept, line by line, in `review.json.part`; the same command continues from there,
and one that asks for more adds to it. Remove it to start again. For each game:

- agreement: games reviewed twice with other seeds; the share of decisions of equal class.
- planted: in positions that are still open, the worst of the moves that a search would look at,
  if another search, four times as long, calls it a blunder; the share that a review calls a
  mistake or worse.
- levels: the classes and the mean loss of each level's own moves against itself, and the share
  that a review calls a mistake or worse.
- reasons: of all decisions above that were an inaccuracy or worse, the share without a reason, and
  how often each was given.
- seconds: of a review, on two threads.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from tilewright.game import Action
from tilewright.kernel import to_word
from tilewright.position import Position
from tilewright.records.record import Record
from tilewright.registry import get_game
from tilewright.search.levels import make_level
from tilewright.search.mcts import SCRATCH
from tilewright.search.protocol import Budget
from tilewright.search.searcher import available_kernel, require_knowledge
from tilewright.study.review import CLASSES, Review, review
from tilewright.study.review.evaluation import Evaluator
from tilewright.study.review.move_loss import measure_decision

GAMES = ("my-shelfie", "nova-luna", "polyssimo")
LEVELS = range(1, 9)
LEVEL_ITERATIONS = 20_000
"""Budget of a level. It makes level 8, which has seconds at a table, no stronger than 0.1 s does,
and is more than any other level needs."""
PLANTED_ITERATIONS = 200
"""Levels of the games in which blunders are planted; they need not be strong."""
OPEN = (0.2, 0.8)
"""Range of expectations in which a position is open; outside it there is little to lose."""
BLUNDER = 0.15
WRONG = ("mistake", "blunder")


def play(name: str, levels: tuple[int, int], seed: int, iterations: int) -> Record:
    """Play a game between two levels and return its record."""
    game = get_game(name)
    position = Position.new(game, 2, seed, {})
    budget = Budget(iterations=iterations, memory=128.0)
    bots = [make_level(level, game, seed + seat, budget) for seat, level in enumerate(levels)]
    while not position.is_over:
        view = position.view(position.mover)
        action = bots[position.mover].choose(view)
        position.play(action)
        for seat, bot in enumerate(bots):
            bot.played(action, position.view(seat))
    return Record(position, tuple(f"level-{one}" for one in levels), outcome=position.outcome)


# --- One measurement each -------------------------------------------------------------------------


def agree(name: str, seed: int, iterations: int) -> dict[str, Any]:
    """Review a game twice with different seeds, and count the decisions of equal class."""
    record = play(name, (6, 4), seed, iterations)
    begin = time.perf_counter()
    twice = [review(record, iterations=iterations, seed=one, threads=2) for one in (1, 2)]
    seconds = (time.perf_counter() - begin) / 2
    pairs = list(zip(*(one.decisions for one in twice), strict=True))
    same = sum(one.kind == other.kind for one, other in pairs)
    near = sum(abs(_rank(one.kind) - _rank(other.kind)) <= 1 for one, other in pairs)
    luck = abs(twice[0].seats[0].luck - twice[1].seats[0].luck)
    told = {"moves": len(pairs), "same": same, "near": near, "seconds": seconds, "luck": luck}
    return told | {"reasons": _reasons(twice[0])}


def _rank(kind: str) -> int:
    """Return a class's index, 0 for the best."""
    return CLASSES.index(kind)  # type: ignore[arg-type]


def plant(name: str, seed: int, iterations: int) -> dict[str, Any]:
    """Plant a blunder in a game, and check whether a review finds it."""
    position = play(name, (5, 5), seed, PLANTED_ITERATIONS).position
    evaluator = Evaluator(position.game)
    plies = list(range(len(position.actions)))
    random.Random(seed).shuffle(plies)
    for ply in plies:
        then = position.after(ply)
        worst = _find_blunder(evaluator, then, 4 * iterations, seed)
        if worst is not None:
            weighed = measure_decision(evaluator, then, worst, iterations, seed + 77)
            return {"planted": 1, "found": weighed.kind in WRONG}
    return {"planted": 0, "found": 0}


def _find_blunder(
    evaluator: Evaluator, position: Position, iterations: int, seed: int
) -> Action | None:
    """Return a move that a long search calls a blunder; None if there is none or the game is
    decided."""
    view = position.view(position.mover)
    best = evaluator.search(view, iterations, seed + 5)
    outlook = float(best.outlook[position.mover])
    if not OPEN[0] <= outlook <= OPEN[1]:
        return None
    worst = _find_worst_rated(position, seed)
    looks = [
        evaluator.search(view, iterations, seed + 6, action).outlook[position.mover]
        for action in (best.top[0], worst)
    ]
    return worst if looks[0] - looks[1] >= BLUNDER else None


def _find_worst_rated(position: Position, seed: int) -> Action:
    """Return the legal move with the lowest hand-made rating."""
    game = position.game
    guess = position.view(position.mover).determinize(seed)
    actions = np.zeros(game.max_legal, dtype=np.int32)
    ratings = np.zeros(game.max_legal, dtype=np.float32)
    rate = available_kernel(game, require_knowledge(game).rate_actions)
    count = rate(guess.state, to_word(seed), actions, ratings, np.zeros(SCRATCH))
    return int(actions[int(np.argmin(ratings[:count]))])


def judge_level(name: str, seed: int, iterations: int, level: int) -> dict[str, Any]:
    """Review a game of a level against itself. Returns the classes and losses of its moves."""
    found = review(play(name, (level, level), seed, LEVEL_ITERATIONS), iterations=iterations)
    losses = [round(one.loss, 4) for one in found.decisions]
    return {"classes": _count(found), "losses": losses, "reasons": _reasons(found)}


def _reasons(found: Review) -> Counter[str]:
    """Count the reasons of all bad moves by key; the empty key counts moves without one."""
    wrong = [one for one in found.decisions if one.kind not in ("best", "good")]
    return Counter(key for one in wrong for key in ({why["key"] for why in one.why} or {""})) + (
        Counter({"decisions": len(wrong)})
    )


def _count(found: Review) -> dict[str, int]:
    """Count the decisions by class."""
    return dict(Counter(one.kind for one in found.decisions))


# --- All of them ----------------------------------------------------------------------------------

Job = tuple[str, str, int, int]
"""A job: game, kind of measurement, seed, and the iterations of a review."""


def list_jobs(arguments: argparse.Namespace) -> list[Job]:
    """Return all jobs that the arguments ask for, the games in turn."""
    wanted = [("agree", range(5000, 5000 + arguments.games))]
    wanted += [("plant", range(5000, 5000 + arguments.planted))]
    wanted += [
        (f"level {one}", range(2000, 2000 + arguments.level_games)) for one in arguments.levels
    ]
    names = [arguments.only] if arguments.only else GAMES
    return [
        (name, what, seed, arguments.iterations)
        for what, seeds in wanted
        for seed in seeds
        for name in names
    ]


def measure(job: Job) -> dict[str, Any]:
    """Run a job and return its line of the checkpoint."""
    name, what, seed, iterations = job
    measures: dict[str, Any] = {
        "agree": agree,
        "plant": plant,
    }
    judge = measures.get(what) or partial(judge_level, level=int(what.split()[-1]))
    found: dict[str, Any] = judge(name, seed, iterations)
    return {"job": job, **found}


def run_missing(arguments: argparse.Namespace, checkpoint: Path) -> list[dict[str, Any]]:
    """Run the jobs that the checkpoint does not have, and append their lines. Returns all lines."""
    rows = (
        [json.loads(line) for line in checkpoint.read_text().splitlines()]
        if checkpoint.exists()
        else []
    )
    done = {tuple(row["job"]) for row in rows}
    jobs = [job for job in list_jobs(arguments) if job not in done]
    end = time.monotonic() + arguments.seconds
    with multiprocessing.Pool(arguments.workers) as pool, checkpoint.open("a") as file:
        answers = pool.imap_unordered(measure, jobs)
        for _ in jobs:
            try:
                rows.append(answers.next(timeout=max(0.0, end - time.monotonic())))
            except multiprocessing.TimeoutError:
                print(f"{arguments.seconds:.0f} seconds are over: the figures are of what was done")
                break
            file.write(json.dumps(rows[-1]) + "\n")
            file.flush()
    return [row for row in rows if row["job"][3] == arguments.iterations]


def summarise_game(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the figures of one game."""
    by_job: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_job.setdefault(row["job"][1], []).append(row)
    told: dict[str, Any] = {}
    if planted := by_job.pop("plant", []):
        told["planted"] = sum(one["planted"] for one in planted)
        told["planted_found"] = sum(one["found"] for one in planted)
    if agreed := by_job.pop("agree", []):
        told |= _agreement(agreed)
    if by_job:
        told["levels"] = {
            what.split()[-1]: _summarise_errors(by_job[what]) for what in sorted(by_job)
        }
    reasons = sum((Counter(one.get("reasons", {})) for one in rows), Counter[str]())
    if count := reasons.pop("decisions", 0):
        silent = reasons.pop("", 0) / count
        told["reasons"] = {"decisions": count, "silent": silent, "given": dict(reasons)}
    return told


def _agreement(agreed: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the share of equal classes, and of those that differ by one at most."""
    moves = sum(one["moves"] for one in agreed)
    return {
        "decisions": moves,
        "agreement": sum(one["same"] for one in agreed) / moves,
        "within_one_class": sum(one["near"] for one in agreed) / moves,
        "luck_difference": statistics.mean(one["luck"] for one in agreed),
        "seconds": statistics.mean(one["seconds"] for one in agreed),
    }


def _summarise_errors(found: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Return the shares of the classes and the mean loss over several games."""
    classes: Counter[str] = Counter()
    losses: list[float] = []
    for one in found:
        classes.update(one["classes"])
        losses += one["losses"]
    moves = sum(classes.values())
    wrong = sum(classes[kind] for kind in WRONG)
    shares = {kind: round(classes[kind] / moves, 4) for kind in CLASSES}
    return {"moves": moves, "wrong": wrong, "loss": statistics.mean(losses), "classes": shares}


def main() -> None:
    """Run all missing jobs, then print and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4, help="reviewed twice")
    parser.add_argument("--planted", type=int, default=100, help="games with a blunder each")
    parser.add_argument("--level-games", type=int, default=2, help="of each level")
    parser.add_argument("--levels", type=int, nargs="+", default=LEVELS, choices=LEVELS)
    parser.add_argument("--iterations", type=int, default=2000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=86_400.0, help="then tell what there is")
    parser.add_argument("--only", choices=GAMES)
    parser.add_argument("--json", type=Path, required=True)
    arguments = parser.parse_args()
    rows = run_missing(arguments, arguments.json.with_name(arguments.json.name + ".part"))
    results = {
        name: summarise_game([row for row in rows if row["job"][0] == name]) for name in GAMES
    }
    arguments.json.write_text(
        json.dumps({one: told for one, told in results.items() if told}, indent=1) + "\n"
    )
    print(arguments.json.read_text())


if __name__ == "__main__":
    main()
