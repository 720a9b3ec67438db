"""Puzzles, and the analyses that run on the server: puzzle proofs and pars of deals.

An analysis occupies a core for about a second, in a low-priority thread: bots and moves come first.
The client with the least usage is served next, so that many guests at one address cannot block
other clients. All other analyses (hints, reviews, plans) run on the user's own device.

await analysis_pool.run(client, seconds, job)
"""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from datetime import date
from functools import cache, partial
from threading import Event
from typing import TypeVar

from tilewright.dates import now_ms
from tilewright.errors import Code, Refused
from tilewright.game import Action, Game
from tilewright.position import Position
from tilewright.registry import GAMES, get_game
from tilewright.runtime.jit import runtime_of
from tilewright.server.background import lower_thread_priority
from tilewright.server.ratelimit.limits import FairSemaphore, rate_limit_error
from tilewright.server.ratelimit.quotas import Caller, RateLimit
from tilewright.server.storage import puzzles as store
from tilewright.server.storage.database import Database, Transaction
from tilewright.server.storage.people import Identity
from tilewright.study.puzzles import Puzzle, count_puzzles, explain_move, find_puzzle, read_puzzles
from tilewright.study.puzzles.files import require_puzzles
from tilewright.wire.puzzles import (
    AttemptShown,
    PuzzleCard,
    PuzzleList,
    PuzzlesCard,
    PuzzleShown,
    PuzzleTry,
    SolverShown,
)

__all__ = [
    "AnalysisPool",
    "Puzzles",
    "daily_puzzle",
    "describe_puzzle",
    "list_puzzle_games",
    "list_puzzles",
    "wait_until_compiled",
]

T = TypeVar("T")

MAX_WAITING = 60
MAX_WAITING_PER_CLIENT = 6
POLL_SECONDS = 0.2


class AnalysisPool:
    """Runs analyses one at a time, in a thread. Belongs to one event loop."""

    def __init__(
        self, max_waiting: int = MAX_WAITING, max_per_client: int = MAX_WAITING_PER_CLIENT
    ) -> None:
        self._semaphore = FairSemaphore(
            "analyses", 1, max_waiting=max_waiting, max_per_key=max_per_client
        )
        self._executor = ThreadPoolExecutor(
            1, thread_name_prefix="tilewright-analyst", initializer=lower_thread_priority
        )
        self._stop = threading.Event()
        self.num_jobs = 0
        """Number of running and waiting analyses."""

    async def run(
        self, client_key: str, expected_seconds: float, job: Callable[[threading.Event], T]
    ) -> T:
        """Run a job for a client and return its result.

        The job should take about `expected_seconds`, and must end when its event is set.

        Raises:
            TooManyRequests: Too many jobs are waiting, in total or for this client, or the server
                is stopping.
        """
        self.num_jobs += 1
        try:
            async with self._semaphore.slot(client_key, expected_seconds):
                if self._stop.is_set():
                    raise rate_limit_error("analyses", expected_seconds, Code.BUSY)
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._executor, job, self._stop)
        finally:
            self.num_jobs -= 1

    async def stop(self) -> None:
        """Tell all jobs to stop, and wait until the thread has ended."""
        self._stop.set()
        await asyncio.to_thread(self._executor.shutdown, cancel_futures=True)


async def wait_until_compiled(game: Game) -> None:
    """Wait until no other process is compiling the game."""
    runtime = runtime_of(game)
    while runtime.is_suspended:
        await asyncio.sleep(POLL_SECONDS)


# --- Puzzles --------------------------------------------------------------------------------------


DifficultyShifts = Mapping[str, float]
SolutionLine = tuple[str, list[str]]
"""A complete position and the moves of its solution."""
MAX_CACHED_LINES = 2000
"""Maximum number of cached solution lines. The least recently used is evicted."""
EXPECTED_LINE_SECONDS = 1.0
"""Expected maximum time to compute a line."""


@cache
def sorted_puzzles(game: str) -> list[Puzzle]:
    """Return a game's puzzles, easiest first. Raises NotFound if it has none."""
    return sorted(read_puzzles(game), key=lambda one: (one.rating, one.id))


def list_puzzle_games() -> list[PuzzlesCard]:
    """Return the games that have puzzles, with their numbers of puzzles."""
    cards = [PuzzlesCard(game=game.name, count=count_puzzles(game)) for game in GAMES.values()]
    return [card for card in cards if card.count]


def list_puzzles(game: str, day: str, difficulty_shifts: DifficultyShifts) -> PuzzleList:
    """Return a game's puzzles and the id of the daily puzzle of `day`."""
    cards = [
        PuzzleCard(id=one.id, kind=one.kind, rating=_shifted_rating(one, difficulty_shifts))
        for one in sorted_puzzles(game)
    ]
    return PuzzleList(
        game=game,
        kinds=dict(require_puzzles(get_game(game)).kinds),
        today=daily_puzzle(game, day).id,
        puzzles=sorted(cards, key=lambda card: (card.rating, card.id)),
    )


def _shifted_rating(puzzle: Puzzle, difficulty_shifts: DifficultyShifts) -> float:
    """Return a puzzle's initial rating plus its difficulty shift."""
    return round(puzzle.rating + difficulty_shifts.get(puzzle.id, 0.0), 1)


def daily_puzzle(game: str, day: str) -> Puzzle:
    """Return the daily puzzle of `day`. All puzzles take turns, in the order of their ids."""
    ordered = sorted(sorted_puzzles(game), key=lambda one: one.id)
    return ordered[date.fromisoformat(day).toordinal() % len(ordered)]


def describe_puzzle(game: str, puzzle_id: str, difficulty_shifts: DifficultyShifts) -> PuzzleShown:
    """Return a puzzle without its solution. Raises NotFound if there is no such puzzle."""
    puzzle = find_puzzle(sorted_puzzles(game), puzzle_id)
    position = _puzzle_view(puzzle).determinize(0)
    return PuzzleShown(
        id=puzzle.id,
        game=game,
        kind=puzzle.kind,
        rating=_shifted_rating(puzzle, difficulty_shifts),
        seat=position.mover,
        position=position.text,
        target=puzzle.target,
    )


def _puzzle_view(puzzle: Puzzle) -> Position:
    """Return the puzzle's position, in the mover's view."""
    return Position.from_text(get_game(puzzle.game), puzzle.position)


class Puzzles:
    """Checks puzzle answers and stores attempts. Belongs to one event loop."""

    def __init__(
        self, analysis_pool: AnalysisPool, database: Database, max_cached: int = MAX_CACHED_LINES
    ) -> None:
        self._analysis_pool, self._database, self._max_cached = analysis_pool, database, max_cached
        self._lines: OrderedDict[tuple[str, str, Action], SolutionLine] = OrderedDict()

    async def grade_answer(
        self, game: str, puzzle_id: str, move: str | None, caller: Caller, limit: RateLimit
    ) -> AttemptShown:
        """Compare a move with a puzzle's answers, and return the result with its continuation.

        Args:
            game: Name of the game.
            puzzle_id: Id of the puzzle.
            move: The move, or None to give up and see the solution.
            caller: The caller to charge.
            limit: Limit on continuations that are not cached.
        """
        puzzle = find_puzzle(sorted_puzzles(game), puzzle_id)
        view = _puzzle_view(puzzle)
        action = view.parse_move(puzzle.answers[0] if move is None else move)
        is_answer = view.format_move(action) in puzzle.answers
        position, line = await self._get_line(puzzle, view, action, caller, limit)
        return AttemptShown(
            is_right=is_answer and move is not None,
            answers=puzzle.answers if is_answer else [],
            position=position,
            line=line,
        )

    async def _get_line(
        self, puzzle: Puzzle, view: Position, action: Action, caller: Caller, limit: RateLimit
    ) -> SolutionLine:
        """Return the continuation of a move, from the cache or from the analysis pool.

        It is only the move itself while the game is being compiled, because interpreted proofs are
        slow.
        """
        runtime, key = runtime_of(view.game), (puzzle.game, puzzle.id, action)
        if key not in self._lines:
            if runtime.is_suspended:
                return view.determinize(0).text, [view.format_move(action)]
            limit.consume(caller)
            job = partial(_find_line, view, action)
            self._lines[key] = await self._analysis_pool.run(
                caller.client, EXPECTED_LINE_SECONDS, job
            )
        self._lines.move_to_end(key)
        if len(self._lines) > self._max_cached:
            self._lines.popitem(last=False)
        return self._lines[key]

    async def difficulty_shifts(self, game: str) -> DifficultyShifts:
        """Return the change of each attempted puzzle's rating since its publication, by id."""
        return await self._database.read(lambda tx: store.list_rating_shifts(tx, game))

    async def solver_history(self, game: str, person: Identity) -> SolverShown:
        """Return an account's puzzle rating and attempts in a game. Raises Refused for guests."""
        if person.kind != "account":
            raise Refused(Code.FORBIDDEN, "you have no account: your browser keeps your puzzles")
        found = await self._database.read(lambda tx: store.read_solver(tx, person.id, game))
        tries = [PuzzleTry(**asdict(one)) for one in found.attempts]
        return SolverShown(rating=found.rating, tries=tries)

    async def store_attempt(
        self, game: str, puzzle_id: str, person: Identity, is_right: bool, is_rated: bool
    ) -> float | None:
        """Store an account's first attempt at a puzzle, and return the account's rating.

        Later attempts change nothing. Guests have no rating, so that the result is None.
        """
        if person.kind != "account":
            return None
        puzzle, now = find_puzzle(sorted_puzzles(game), puzzle_id), now_ms()

        def insert_attempt(tx: Transaction) -> store.SolverRating:
            rated_puzzle = puzzle.id, puzzle.rating
            return store.add_attempt(
                tx, person.id, game, rated_puzzle, is_right=is_right, is_rated=is_rated, now=now
            )

        return (await self._database.write(insert_attempt)).rating


def _find_line(view: Position, action: Action, stop: Event) -> SolutionLine:
    """Return the position after a move's continuation, as text, and the continuation."""
    position, line = explain_move(view, action, stop)
    return position.text, line
