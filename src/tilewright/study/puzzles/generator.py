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
from tilewright.search.explain import find_solver
from tilewright.search.solve import solve_game
from tilewright.study.puzzles.files import Puzzle, Source, find_puzzling, format_puzzles

Found = Mapping[str, Sequence[int]]
"""By bot: times found and times asked."""

ATTEMPTS_BY_BOT: Final = {
    "level-1": 12,
    "level-2": 8,
    "level-3": 8,
    "level-4": 6,
    "level-5": 4,
    "level-6": 2,
    "level-7": 1,
}
"""Tries of each level. The last level is left out, because it mostly proves; all play in their
first version, by which all puzzles are graded."""
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
"""Their ratings in that version; see ``ratings.ANCHORS`` for the newest. A solver's beam widths
stand for levels: each doubling is one level higher, the narrowest is level 1."""
WIDTHS: Final = {bot: 1 for bot in BOT_RATINGS if bot.startswith("width")}
"""Tries of a solver, which is deterministic."""
TRIVIAL_SHARE: Final = 1 / 3
LOW, HIGH = -50.0, 150.0


def measure_find_rates(
    view: Position, answers: Sequence[Action], seed: int
) -> dict[str, list[int]]:
    """Let each level try, with seeds of its own; only the easiest if that finds it often.

    In a game for one the solver tries, with beams of several widths.
    """
    found: dict[str, list[int]] = {}
    for bot, times in (WIDTHS if view.game.solver else ATTEMPTS_BY_BOT).items():
        seeds = (derive_seed("attempt", seed, bot, attempt) for attempt in range(times))
        found[bot] = [sum(_choose(bot, view, one) in answers for one in seeds), times]
        if is_too_easy(found):
            break
    return found


def _choose(bot: str, view: Position, seed: int) -> Action:
    kind, _, number = bot.partition("-")
    if kind == "width":
        return find_solver(view.game).solve(view.state, effort=int(number)).actions[0]
    return make_bot(f"{bot}@1", view.game, seed).choose(view)


def is_too_easy(found: Found) -> bool:
    """Return True if the easiest level solves it too often."""
    hits, times = next(iter(found.values()))
    return hits >= TRIVIAL_SHARE * times


def grade(found: Found) -> float:
    """Return the rating of a puzzle to a tenth, fitted to how often each bot solved it."""
    tries = [(BOT_RATINGS["random"], 0.0, 0.5), (BOT_RATINGS["level-8"], 0.5, 0.5)]
    tries += [(BOT_RATINGS[bot], hits, times) for bot, (hits, times) in found.items()]
    low, high = LOW, HIGH
    while high - low > 0.01:
        middle = (low + high) / 2
        expected = sum(times * solve_probability(mu, middle) for mu, _, times in tries)
        if expected > sum(hits for _, hits, _ in tries):
            low = middle  # it is harder than that
        else:
            high = middle
    return round(low, 1)


# --- The search -----------------------------------------------------------------------------------


VERSION: Final = 1
MOST_EFFORT: Final = 4
"""Efforts of the solver of a game for one."""
MAX_PROOF_NODES: Final = 1_000_000
"""Most nodes of the proof of one position."""

Progress = Callable[[int, int, int], None]
"""Progress callback: games done, puzzles so far with duplicates, games wanted."""


class MinedGame(msgspec.Struct, frozen=True):
    """The result of one game."""

    index: int
    posed: int
    """Number of positions with one right answer, trivial ones included."""
    puzzles: list[Puzzle]


@dataclass(frozen=True)
class MiningRun:
    """The result of a run."""

    games: int
    wanted: int
    posed: int
    puzzles: list[Puzzle]
    """Puzzles without duplicates, the easiest first."""

    @property
    def is_complete(self) -> bool:
        return self.games == self.wanted


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
    """Play games and write the puzzles in them to a file.

    The games are for the fewest players unless a number is given. Ctrl-C ends it with the puzzles
    so far, and the same call continues from there.
    """
    bots, seats = find_puzzling(get_game(game)).mined_from, players or get_game(game).players[0]
    settings = Settings(game=game, bots=bots, games=games, seed=seed, players=seats)
    with _open_checkpoint(out, settings) as kept:
        mined = {one.index: one for one in kept.items}
        report = on_progress or _silent
        report(*_count(mined), games)
        todo = [index for index in range(games) if index not in mined]
        if todo:
            task = Task(settings, mine_game, Limits())
            with closing(play_all(task, todo, workers, ray)) as found, suppress(KeyboardInterrupt):
                for one in found:
                    kept.append(one)
                    mined[one.index] = one
                    report(*_count(mined), games)
        result = _collect(mined, games)
        write_text(out, format_puzzles(result.puzzles))
        if result.is_complete:
            kept.remove()
    return result


def _silent(done: int, puzzles: int, wanted: int) -> None:
    pass


# --- One game -----------------------------------------------------------------------------------


def mine_game(
    schedule: Schedule, index: int, limits: Limits, should_stop: Callable[[], bool]
) -> MinedGame:
    """Play one game of the schedule, and look for puzzles in it."""
    settings, fixture = schedule.settings, schedule.fixture(index)
    game, bots = get_game(settings.game), [settings.bots[entry] for entry in fixture.entries]
    puzzling = find_puzzling(game)
    if game.solver:
        diary = list(_solve(Position.new(game, 1, fixture.seed, {}), index))
    else:
        diary = _play(schedule, index, limits, should_stop)
    posed = [
        (position, puzzling.pose(position.view(position.mover).state, MAX_PROOF_NODES))
        for position in diary
    ]
    found = [(position, one) for position, one in posed if one is not None]
    puzzles = [_make_puzzle(position, one, puzzling, bots) for position, one in found]
    return MinedGame(index, len(found), [puzzle for puzzle in puzzles if puzzle is not None])


def _play(
    schedule: Schedule, index: int, limits: Limits, should_stop: Callable[[], bool]
) -> list[Position]:
    """Return each position of a game of bots in which a bot moves."""
    diary: list[Position] = []

    def write(position: Position, bot: Bot, action: Action) -> None:
        diary.append(position.copy())

    play_game(schedule, index, limits, should_stop, write)
    return diary


def _solve(position: Position, index: int) -> Iterator[Position]:
    """Yield each position of a solo game, played by the solver at one of several widths."""
    solved = solve_game(position, effort=1 + index % MOST_EFFORT)
    for move in solved.moves:
        yield position.copy()
        position.play(move)


def _make_puzzle(
    position: Position, posed: PosedPuzzle, puzzling: PuzzleSet, bots: list[str]
) -> Puzzle | None:
    """Return the puzzle of a position, unless it is trivial."""
    view = position.view(position.mover)
    puzzle_id = _name_puzzle(puzzling, view)
    found = measure_find_rates(view, posed.answers, int(puzzle_id, 16))
    if is_too_easy(found):
        return None
    assert position.seed is not None
    options, moves = dict(position.options), position.moves
    return Puzzle(
        id=puzzle_id,
        game=position.game.name,
        kind=posed.kind,
        rating=grade(found),
        position=view.text,
        answers=[position.format_move(action) for action in posed.answers],
        found=found,
        source=Source(position.seed, position.players, options, bots, moves),
        target=posed.target,
    )


def _name_puzzle(puzzling: PuzzleSet, view: Position) -> str:
    """Return the id of a puzzle; equal puzzles have equal ids."""
    key = repr(puzzling.find_key(view.state)).encode()
    return hashlib.blake2b(key, digest_size=4).hexdigest()


# --- Results ------------------------------------------------------------------------------------


def _open_checkpoint(out: Path, settings: Settings) -> Checkpoint[MinedGame]:
    """Open the checkpoint beside ``out``, with results of an earlier run if it has any."""
    header = {"puzzles": VERSION, "nodes": MAX_PROOF_NODES, **settings.as_json(), "games": None}
    part = out.with_name(out.name + ".part")
    check_overwrite(part, lambda data: data.startswith(b'{"puzzles"'), "of this command")
    return Checkpoint(part, header, msgspec.json.Decoder(MinedGame).decode, kind="mining run")


def _count(mined: dict[int, MinedGame]) -> tuple[int, int]:
    """Return the number of games, and of puzzles in them."""
    return len(mined), sum(len(one.puzzles) for one in mined.values())


def _collect(mined: dict[int, MinedGame], wanted: int) -> MiningRun:
    """Return all puzzles of the first ``wanted`` games; of duplicates the first."""
    games = [mined[index] for index in sorted(mined) if index < wanted]
    puzzles: dict[str, Puzzle] = {}
    for puzzle in (puzzle for one in games for puzzle in one.puzzles):
        puzzles.setdefault(puzzle.id, puzzle)
    ordered = sorted(puzzles.values(), key=lambda puzzle: (puzzle.rating, puzzle.id))
    return MiningRun(len(games), wanted, sum(one.posed for one in games), ordered)
