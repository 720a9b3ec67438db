"""Puzzles: read once, and tried by anybody. Lines are worked out once, and kept for a while."""

from __future__ import annotations

from collections import OrderedDict
from datetime import date
from functools import cache, partial
from threading import Event

from tilewright.engine import engine_of
from tilewright.game import Action, Game
from tilewright.position import Position
from tilewright.registry import GAMES, get_game
from tilewright.server.admission import Allowance, Caller
from tilewright.server.analysis.analysts import Analysts
from tilewright.study.puzzles import Puzzle, explain, find_puzzle, read_puzzles
from tilewright.study.puzzles.files import find_puzzling
from tilewright.wire.puzzles import (
    AttemptShown,
    PuzzleCard,
    PuzzleList,
    PuzzlesCard,
    PuzzleShown,
)

__all__ = [
    "Puzzles",
    "count_puzzles",
    "list_games",
    "list_puzzles",
    "puzzle_of_day",
    "show_puzzle",
]

Line = tuple[str, list[str]]
"""A complete position, and the moves in it."""
KEPT = 2000
"""Lines; the longest unused is forgotten first."""
SECONDS = 1.0
"""About how long a line takes, at most."""


@cache
def puzzles_of(game: str) -> list[Puzzle]:
    """Those that come with a game, the easiest first; an error where it has none."""
    return sorted(read_puzzles(game), key=lambda one: (one.rating, one.id))


def count_puzzles(game: Game) -> int:
    """How many come with a game."""
    return 0 if game.puzzling() is None else len(puzzles_of(game.name))


def list_games() -> list[PuzzlesCard]:
    """The games that have any."""
    cards = [PuzzlesCard(game=game.name, count=count_puzzles(game)) for game in GAMES.values()]
    return [card for card in cards if card.count]


def list_puzzles(game: str, day: str) -> PuzzleList:
    """All of a game, and which is that day's."""
    return PuzzleList(
        game=game,
        kinds=dict(find_puzzling(get_game(game)).kinds),
        today=puzzle_of_day(game, day).id,
        puzzles=[
            PuzzleCard(id=one.id, kind=one.kind, rating=one.rating) for one in puzzles_of(game)
        ],
    )


def puzzle_of_day(game: str, day: str) -> Puzzle:
    """All in turn. An id is a hash, so nobody sees an order in them."""
    ordered = sorted(puzzles_of(game), key=lambda one: one.id)
    return ordered[date.fromisoformat(day).toordinal() % len(ordered)]


def show_puzzle(game: str, puzzle_id: str) -> PuzzleShown:
    """A puzzle without its answer."""
    puzzle = find_puzzle(puzzles_of(game), puzzle_id)
    position = _view_of(puzzle).determinize(0)
    return PuzzleShown(
        id=puzzle.id,
        game=game,
        kind=puzzle.kind,
        rating=puzzle.rating,
        seat=position.mover,
        position=position.text,
        target=puzzle.target,
    )


def _view_of(puzzle: Puzzle) -> Position:
    """What the mover sees: the answer is right whatever is hidden."""
    return Position.from_text(get_game(puzzle.game), puzzle.position)


class Puzzles:
    """Judges what people try. Belongs to one event loop."""

    def __init__(self, analysts: Analysts, kept: int = KEPT) -> None:
        self._analysts, self._num_kept = analysts, kept
        self._kept: OrderedDict[tuple[str, str, Action], Line] = OrderedDict()

    async def judge(
        self, game: str, puzzle_id: str, move: str | None, caller: Caller, allowed: Allowance
    ) -> AttemptShown:
        """Whether a move is right, and how it goes on. No move: what would have been."""
        puzzle = find_puzzle(puzzles_of(game), puzzle_id)
        view = _view_of(puzzle)
        action = view.parse_move(puzzle.answers[0] if move is None else move)
        is_answer = view.format_move(action) in puzzle.answers
        position, line = await self._line(puzzle, view, action, caller, allowed)
        return AttemptShown(
            is_right=is_answer and move is not None,
            answers=puzzle.answers if is_answer else [],
            position=position,
            line=line,
        )

    async def _line(
        self, puzzle: Puzzle, view: Position, action: Action, caller: Caller, allowed: Allowance
    ) -> Line:
        """A job for an analyst, unless it is known. A machine that is new to the game has no more
        than the move: proofs take too many steps to be interpreted."""
        engine, name = engine_of(view.game), (puzzle.game, puzzle.id, action)
        if name not in self._kept:
            if engine.is_left:
                engine.ask()
                return view.determinize(0).text, [view.format_move(action)]
            allowed.take(caller)
            job = partial(_find_line, view, action)
            self._kept[name] = await self._analysts.work(caller, SECONDS, job)
        self._kept.move_to_end(name)
        if len(self._kept) > self._num_kept:
            self._kept.popitem(last=False)
        return self._kept[name]


def _find_line(view: Position, action: Action, stop: Event) -> Line:
    position, line = explain(view, action, stop)
    return position.text, line
