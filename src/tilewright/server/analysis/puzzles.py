"""Puzzles: read once, and tried by anybody. Lines are worked out once, and kept for a while."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date
from functools import cache, partial
from threading import Event

from tilewright.days import now_ms
from tilewright.engine import engine_of
from tilewright.errors import Code, Refused
from tilewright.game import Action
from tilewright.position import Position
from tilewright.registry import GAMES, get_game
from tilewright.server.admission import Allowance, Caller
from tilewright.server.analysis.analysts import Analysts
from tilewright.server.storage import puzzles as store
from tilewright.server.storage.database import Database, Transaction
from tilewright.server.storage.people import Identity
from tilewright.study.puzzles import Puzzle, count_puzzles, explain, find_puzzle, read_puzzles
from tilewright.study.puzzles.files import find_puzzling
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
    "Puzzles",
    "list_games",
    "list_puzzles",
    "puzzle_of_day",
    "show_puzzle",
]

Shifts = Mapping[str, float]
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


def list_games() -> list[PuzzlesCard]:
    """The games that have any."""
    cards = [PuzzlesCard(game=game.name, count=count_puzzles(game)) for game in GAMES.values()]
    return [card for card in cards if card.count]


def list_puzzles(game: str, day: str, shifts: Shifts) -> PuzzleList:
    """All of a game, and which is that day's."""
    cards = [
        PuzzleCard(id=one.id, kind=one.kind, rating=_rating(one, shifts))
        for one in puzzles_of(game)
    ]
    return PuzzleList(
        game=game,
        kinds=dict(find_puzzling(get_game(game)).kinds),
        today=puzzle_of_day(game, day).id,
        puzzles=sorted(cards, key=lambda card: (card.rating, card.id)),
    )


def _rating(puzzle: Puzzle, shifts: Shifts) -> float:
    """As it came, and as people have found it since."""
    return round(puzzle.rating + shifts.get(puzzle.id, 0.0), 1)


def puzzle_of_day(game: str, day: str) -> Puzzle:
    """All in turn. An id is a hash, so nobody sees an order in them."""
    ordered = sorted(puzzles_of(game), key=lambda one: one.id)
    return ordered[date.fromisoformat(day).toordinal() % len(ordered)]


def show_puzzle(game: str, puzzle_id: str, shifts: Shifts) -> PuzzleShown:
    """A puzzle without its answer."""
    puzzle = find_puzzle(puzzles_of(game), puzzle_id)
    position = _view_of(puzzle).determinize(0)
    return PuzzleShown(
        id=puzzle.id,
        game=game,
        kind=puzzle.kind,
        rating=_rating(puzzle, shifts),
        seat=position.mover,
        position=position.text,
        target=puzzle.target,
    )


def _view_of(puzzle: Puzzle) -> Position:
    """What the mover sees: the answer is right whatever is hidden."""
    return Position.from_text(get_game(puzzle.game), puzzle.position)


class Puzzles:
    """Judges what people try, and keeps what comes of it. Belongs to one event loop."""

    def __init__(self, analysts: Analysts, database: Database, kept: int = KEPT) -> None:
        self._analysts, self._database, self._num_kept = analysts, database, kept
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

    async def shifts(self, game: str) -> Shifts:
        """How much harder the puzzles of a game have proved than they came."""
        return await self._database.read(lambda tx: store.shifts_of(tx, game))

    async def solver(self, game: str, person: Identity) -> SolverShown:
        """What the owner of an account has tried."""
        if person.kind != "account":
            raise Refused(Code.FORBIDDEN, "you have no account: your browser keeps your puzzles")
        found = await self._database.read(lambda tx: store.tries_of(tx, person.id, game))
        tries = [PuzzleTry(**asdict(one)) for one in found.tries]
        return SolverShown(rating=found.rating, tries=tries)

    async def count(
        self, game: str, puzzle_id: str, person: Identity, is_right: bool, is_rated: bool
    ) -> float | None:
        """Count a try, if it is the first of an account; the rating of that."""
        if person.kind != "account":
            return None
        puzzle, now = find_puzzle(puzzles_of(game), puzzle_id), now_ms()

        def work(tx: Transaction) -> store.Solver:
            graded = puzzle.id, puzzle.rating
            ways = {"is_right": is_right, "is_rated": is_rated}
            return store.add_try(tx, person.id, game, graded, **ways, at=now)

        return (await self._database.write(work)).rating


def _find_line(view: Position, action: Action, stop: Event) -> Line:
    position, line = explain(view, action, stop)
    return position.text, line
