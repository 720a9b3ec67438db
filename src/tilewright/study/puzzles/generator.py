"""Difficulty of puzzles, and the search for new ones in games of bots, on all cores.

The result of each game is kept in a checkpoint, so that an interrupted run can continue.
Duplicates are dropped at the end, by the order of the games: a run gives the same puzzles on any
number of cores.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from tilewright.arena import Limits, Settings, play_game
from tilewright.arena.ratings import solve_probability
from tilewright.arena.runner import Task, play_all
from tilewright.arena.schedule import Schedule, derive_seed
from tilewright.bots import Bot, make_bot
from tilewright.game import Action, PosedPuzzle, PuzzleSet
from tilewright.jobs.checkpoint import Checkpoint
from tilewright.position import Position
from tilewright.records.record import check_overwrite, write_text
from tilewright.registry import get_game
from tilewright.search.explain import require_solver
from tilewright.search.solve import solve_game
from tilewright.study.puzzles.files import Puzzle, Source, format_puzzles, require_puzzles

FindCounts = Mapping[str, Sequence[int]]
"""By bot: successes and attempts."""

ATTEMPTS_BY_BOT: Final = {
    "level-1": 12,
    "level-2": 8,
    "level-3": 8,
    "level-4": 6,
    "level-5": 4,
    "level-6": 2,
    "level-7": 1,
}
"""Attempts per level. Level 8 is excluded, because it mostly plays by proof. All play their first
version, so that all puzzles are graded alike."""
BOT_RATINGS: Final = {
    "random": 0.0,
    "level-1": 18.2,
    "level-2": 25.0,
    "level-3": 31.0,
    "level-4": 38.9,
    "level-5": 46.0,
    "level-6": 54.1,
    "level-7": 60.1,
    "level-8": 66.5,
    "width-1": 18.2,
    "width-2": 25.0,
    "width-3": 28.5,
    "width-4": 31.0,
    "width-6": 36.0,
    "width-8": 38.9,
    "width-12": 43.0,
    "width-16": 46.0,
    "width-24": 51.0,
    "width-32": 54.1,
    "width-64": 60.1,
}
"""Ratings of the bots' first version; see ``ratings.ANCHORS`` for the newest. A solver's beam
widths correspond to levels: the narrowest to level 1, each doubling to one level more."""
ATTEMPTS_BY_WIDTH: Final = {bot: 1 for bot in BOT_RATINGS if bot.startswith("width")}
"""One attempt each, since the solver is deterministic."""
TRIVIAL_SHARE: Final = 1 / 3
MIN_RATING, MAX_RATING = -50.0, 150.0


def measure_success_rates(
    view: Position, answers: Sequence[Action], seed: int
) -> dict[str, list[int]]:
    """Let bots attempt a puzzle several times.

    The bots are levels or, in solo games, the solver with several beam widths. Stops after the
    weakest bot if the puzzle is too easy.

    Returns:
        ``{bot: [successes, attempts]}``.
    """
    found: dict[str, list[int]] = {}
    for bot, times in (ATTEMPTS_BY_WIDTH if view.game.solver else ATTEMPTS_BY_BOT).items():
        seeds = (derive_seed("attempt", seed, bot, attempt) for attempt in range(times))
        found[bot] = [sum(_choose_action(bot, view, one) in answers for one in seeds), times]
        if is_too_easy(found):
            break
    return found


def _choose_action(bot: str, view: Position, seed: int) -> Action:
    """Let a bot attempt a puzzle and return its action.

    `bot` is a level, played in its first version, or a beam width of the solver.
    """
    kind, _, number = bot.partition("-")
    if kind == "width":
        return require_solver(view.game).solve(view.state, effort=int(number)).actions[0]
    return make_bot(f"{bot}@1", view.game, seed).choose(view)


def is_too_easy(found: FindCounts) -> bool:
    """Return True if the weakest bot succeeds in at least `TRIVIAL_SHARE` of its attempts."""
    hits, times = next(iter(found.values()))
    return hits >= TRIVIAL_SHARE * times


def grade_puzzle(found: FindCounts) -> float:
    """Estimate a puzzle's rating from the successes of each bot, to one decimal place."""
    tries = [(BOT_RATINGS["random"], 0.0, 0.5), (BOT_RATINGS["level-8"], 0.5, 0.5)]
    tries += [(BOT_RATINGS[bot], hits, times) for bot, (hits, times) in found.items()]
    low, high = MIN_RATING, MAX_RATING
    while high - low > 0.01:
        middle = (low + high) / 2
        expected = sum(times * solve_probability(mu, middle) for mu, _, times in tries)
        if expected > sum(hits for _, hits, _ in tries):
            low = middle  # the puzzle is harder
        else:
            high = middle
    return round(low, 1)


# --- The search -----------------------------------------------------------------------------------


VERSION: Final = 1
MAX_EFFORT: Final = 4
"""Efforts of the solver of a game for one."""
MAX_PROOF_NODES: Final = 1_000_000
"""Most nodes of the proof of one position."""

Progress = Callable[[int, int, int], None]
"""Progress callback: games done, puzzles so far with duplicates, games requested."""


class MinedGame(msgspec.Struct, frozen=True):
    """The result of one game."""

    index: int
    posed: int
    """Number of positions with one correct answer, including trivial ones."""
    puzzles: list[Puzzle]


@dataclass(frozen=True)
class MiningRun:
    """The result of a mining run."""

    games: int
    requested: int
    posed: int
    puzzles: list[Puzzle]
    """Puzzles without duplicates, easiest first."""

    @property
    def is_complete(self) -> bool:
        return self.games == self.requested


def mine(
    game: str,
    out: Path,
    *,
    games: int,
    seed: int = 0,
    players: int | None = None,
    workers: int | None = None,
    ray: str | None = None,
    on_progress: Progress | None = None,
) -> MiningRun:
    """Play games between bots and write the puzzles found in them to a file.

    By default the games have the smallest number of players. Ctrl-C stops the run and writes the
    puzzles found so far. The same call resumes it.
    """
    bots, seats = require_puzzles(get_game(game)).mined_from, players or get_game(game).players[0]
    settings = Settings(game=game, bots=bots, games=games, seed=seed, players=seats)
    with _open_checkpoint(out, settings) as kept:
        mined = {one.index: one for one in kept.items}
        report = on_progress or _ignore_progress
        report(*_count_results(mined), games)
        todo = [index for index in range(games) if index not in mined]
        if todo:
            task = Task(settings, mine_game, Limits())
            with closing(play_all(task, todo, workers, ray)) as found, suppress(KeyboardInterrupt):
                for one in found:
                    kept.append(one)
                    mined[one.index] = one
                    report(*_count_results(mined), games)
        result = _collect_puzzles(mined, games)
        write_text(out, format_puzzles(result.puzzles))
        if result.is_complete:
            kept.remove()
    return result


def _ignore_progress(done: int, puzzles: int, requested: int) -> None:
    pass


# --- One game -----------------------------------------------------------------------------------


def mine_game(
    schedule: Schedule, index: int, limits: Limits, should_stop: Callable[[], bool]
) -> MinedGame:
    """Play a scheduled game and search its positions for puzzles."""
    settings, fixture = schedule.settings, schedule.fixture(index)
    game, bots = get_game(settings.game), [settings.bots[entry] for entry in fixture.entries]
    puzzling = require_puzzles(game)
    if game.solver:
        positions = list(_play_solo_game(Position.new(game, 1, fixture.seed, {}), index))
    else:
        positions = _play_bot_game(schedule, index, limits, should_stop)
    posed = [
        (position, puzzling.pose(position.view(position.mover).state, MAX_PROOF_NODES))
        for position in positions
    ]
    found = [(position, one) for position, one in posed if one is not None]
    puzzles = [_make_puzzle(position, one, puzzling, bots) for position, one in found]
    return MinedGame(index, len(found), [puzzle for puzzle in puzzles if puzzle is not None])


def _play_bot_game(
    schedule: Schedule, index: int, limits: Limits, should_stop: Callable[[], bool]
) -> list[Position]:
    """Play a game between bots. Returns the position before each move."""
    positions: list[Position] = []

    def write(position: Position, bot: Bot, action: Action) -> None:
        positions.append(position.copy())

    play_game(schedule, index, limits, should_stop, write)
    return positions


def _play_solo_game(position: Position, index: int) -> Iterator[Position]:
    """Play a solo game with the solver. Yields the position before each move."""
    solved = solve_game(position, effort=1 + index % MAX_EFFORT)
    for move in solved.moves:
        yield position.copy()
        position.play(move)


def _make_puzzle(
    position: Position, posed: PosedPuzzle, puzzling: PuzzleSet, bots: list[str]
) -> Puzzle | None:
    """Create a puzzle and rate it. Returns None if it is too easy."""
    view = position.view(position.mover)
    puzzle_id = _compute_puzzle_id(puzzling, view)
    found = measure_success_rates(view, posed.answers, int(puzzle_id, 16))
    if is_too_easy(found):
        return None
    assert position.seed is not None
    options, moves = dict(position.options), position.moves
    return Puzzle(
        id=puzzle_id,
        game=position.game.name,
        kind=posed.kind,
        rating=grade_puzzle(found),
        position=view.text,
        answers=[position.format_move(action) for action in posed.answers],
        found=found,
        source=Source(position.seed, position.players, options, bots, moves),
        target=posed.target,
    )


def _compute_puzzle_id(puzzling: PuzzleSet, view: Position) -> str:
    """Compute a puzzle's id from the mover's view. Equivalent puzzles have equal ids."""
    key = repr(puzzling.find_key(view.state)).encode()
    return hashlib.blake2b(key, digest_size=4).hexdigest()


# --- Results ------------------------------------------------------------------------------------


def _open_checkpoint(out: Path, settings: Settings) -> Checkpoint[MinedGame]:
    """Open the checkpoint beside `out`. It has the results of an interrupted run, if any."""
    header = {"puzzles": VERSION, "nodes": MAX_PROOF_NODES, **settings.as_json(), "games": None}
    part = out.with_name(out.name + ".part")
    check_overwrite(part, lambda data: data.startswith(b'{"puzzles"'), "of this command")
    return Checkpoint(part, header, msgspec.json.Decoder(MinedGame).decode, kind="mining run")


def _count_results(mined: dict[int, MinedGame]) -> tuple[int, int]:
    """Return ``(number of games, number of puzzles)``, duplicates included."""
    return len(mined), sum(len(one.puzzles) for one in mined.values())


def _collect_puzzles(mined: dict[int, MinedGame], num_games: int) -> MiningRun:
    """Collect the puzzles of the games with an index below `num_games`, without duplicates."""
    games = [mined[index] for index in sorted(mined) if index < num_games]
    puzzles: dict[str, Puzzle] = {}
    for puzzle in (puzzle for one in games for puzzle in one.puzzles):
        puzzles.setdefault(puzzle.id, puzzle)
    ordered = sorted(puzzles.values(), key=lambda puzzle: (puzzle.rating, puzzle.id))
    return MiningRun(len(games), num_games, sum(one.posed for one in games), ordered)
