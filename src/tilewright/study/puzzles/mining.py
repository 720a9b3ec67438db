"""Finding puzzles in games of bots: played, proven and graded game by game, on all cores.

What a game gave is kept in a file as it comes, so that a run that was broken off can be gone on
with. Twins are dropped at the end, by the order of the games: the same run gives the same puzzles
on any number of cores.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from tilewright.arena import Limits, Settings, play_game
from tilewright.arena.schedule import Schedule
from tilewright.arena.workers import Task, play_all
from tilewright.bots import Bot
from tilewright.errors import TilewrightError
from tilewright.game import Action, Posed, Puzzling
from tilewright.position import Position
from tilewright.record import write_text
from tilewright.registry import get_game
from tilewright.solving import solve_game
from tilewright.study.puzzles.files import Puzzle, Source, find_puzzling, format_puzzles
from tilewright.study.puzzles.grading import ask_levels, grade, is_trivial

__all__ = ["Mine", "Mined", "mine"]

VERSION: Final = 1
MOST_EFFORT: Final = 4
"""Of the solver of a game for one."""
NODES: Final = 1_000_000
"""Of the proof of one position."""

Progress = Callable[[int, int, int], None]
"""Called with the games that are done, the puzzles so far, twins and all, and the games wanted."""


class Mined(msgspec.Struct, frozen=True):
    """What one game gave."""

    index: int
    posed: int
    """Positions with one right answer; some of them trivial."""
    puzzles: list[Puzzle]


@dataclass(frozen=True)
class Mine:
    """What a run gave."""

    games: int
    wanted: int
    posed: int
    puzzles: list[Puzzle]
    """Without twins, the easiest first."""

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
) -> Mine:
    """Play so many games and write the puzzles in them to a file; of the fewest players, unless a
    number is named.

    Ctrl-C ends it with what there is, and the same call goes on from there."""
    bots, seats = find_puzzling(get_game(game)).mined_from, players or get_game(game).players[0]
    settings = Settings(game=game, bots=bots, games=games, seed=seed, players=seats)
    kept = Kept(out, settings)
    todo = [index for index in range(games) if index not in kept.mined]
    report = on_progress or _silent
    report(*kept.progress, games)
    if todo:
        task = Task(settings, mine_game, Limits())
        with closing(play_all(task, todo, workers, ray)) as found:
            _keep(kept, found, report, games)
    result = kept.finish(games)
    write_text(out, format_puzzles(result.puzzles))
    if result.is_complete:
        kept.drop()
    return result


def _silent(done: int, puzzles: int, wanted: int) -> None:
    pass


def _keep(kept: Kept, found: Iterable[Mined], report: Progress, wanted: int) -> None:
    """Keep what games give as they end, till Ctrl-C."""
    try:
        for one in found:
            kept.add(one)
            report(*kept.progress, wanted)
    except KeyboardInterrupt:
        pass


# --- One game -----------------------------------------------------------------------------------


def mine_game(
    schedule: Schedule, index: int, limits: Limits, should_stop: Callable[[], bool]
) -> Mined:
    """Play one game of the schedule, and look for puzzles in it."""
    settings, fixture = schedule.settings, schedule.fixture(index)
    game, bots = get_game(settings.game), [settings.bots[entry] for entry in fixture.entries]
    puzzling = find_puzzling(game)
    if game.solver:
        diary = list(_solve(Position.new(game, 1, fixture.seed, {}), index))
    else:
        diary = _play(schedule, index, limits, should_stop)
    posed = [
        (position, puzzling.pose(position.view(position.mover).state, NODES)) for position in diary
    ]
    found = [(position, one) for position, one in posed if one is not None]
    puzzles = [_make_puzzle(position, one, puzzling, bots) for position, one in found]
    return Mined(index, len(found), [puzzle for puzzle in puzzles if puzzle is not None])


def _play(
    schedule: Schedule, index: int, limits: Limits, should_stop: Callable[[], bool]
) -> list[Position]:
    """Every position of a game of bots in which somebody moves."""
    diary: list[Position] = []

    def write(position: Position, bot: Bot, action: Action) -> None:
        diary.append(position.copy())

    play_game(schedule, index, limits, should_stop, write)
    return diary


def _solve(position: Position, index: int) -> Iterator[Position]:
    """Every position of a game for one, solved with more or less effort."""
    solved = solve_game(position, effort=1 + index % MOST_EFFORT)
    for move in solved.moves:
        yield position.copy()
        position.play(move)


def _make_puzzle(
    position: Position, posed: Posed, puzzling: Puzzling, bots: list[str]
) -> Puzzle | None:
    """A puzzle of a position, unless it is trivial."""
    view = position.view(position.mover)
    puzzle_id = _name_puzzle(puzzling, view)
    found = ask_levels(view, posed.answers, int(puzzle_id, 16))
    if is_trivial(found):
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


def _name_puzzle(puzzling: Puzzling, view: Position) -> str:
    """Twins have the same id."""
    key = repr(puzzling.find_key(view.state)).encode()
    return hashlib.blake2b(key, digest_size=4).hexdigest()


# --- What is kept meanwhile ---------------------------------------------------------------------


class Kept:
    """What games gave, in a file beside the one that is to be written.

    The first line says which run it is. A line that was cut short counts for nothing."""

    def __init__(self, out: Path, settings: Settings) -> None:
        self._path = out.with_name(out.name + ".part")
        self._title = {"puzzles": VERSION, "nodes": NODES, **settings.as_json(), "games": None}
        self.mined = self._read()
        lines = [json.dumps(self._title), *map(_format, self.mined.values())]
        write_text(self._path, "".join(line + "\n" for line in lines))

    @property
    def progress(self) -> tuple[int, int]:
        """How many games there are, and puzzles."""
        return len(self.mined), sum(len(one.puzzles) for one in self.mined.values())

    def add(self, one: Mined) -> None:
        self.mined[one.index] = one
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(_format(one) + "\n")
        except OSError as error:
            raise TilewrightError(f"cannot write {self._path}: {error.strerror}") from error

    def drop(self) -> None:
        """The run is done."""
        self._path.unlink(missing_ok=True)

    def finish(self, wanted: int) -> Mine:
        """All puzzles of the first so many games; of twins the first."""
        games = [self.mined[index] for index in sorted(self.mined) if index < wanted]
        puzzles: dict[str, Puzzle] = {}
        for puzzle in (puzzle for one in games for puzzle in one.puzzles):
            puzzles.setdefault(puzzle.id, puzzle)
        ordered = sorted(puzzles.values(), key=lambda puzzle: (puzzle.rating, puzzle.id))
        return Mine(len(games), wanted, sum(one.posed for one in games), ordered)

    def _read(self) -> dict[int, Mined]:
        """What an earlier run of the same kind gave; nothing of any other."""
        if not self._path.is_file():
            return {}
        text = self._path.read_text(encoding="utf-8", errors="replace")
        title, *lines = text.splitlines() or [""]
        if _parse(title, Any) != self._title:
            return {}
        found = [_parse(line, Mined) for line in lines]
        return {one.index: one for one in found if one is not None}


def _format(one: Mined) -> str:
    return msgspec.json.encode(one).decode()


def _parse(line: str, kind: Any) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.DecodeError:
        return None
