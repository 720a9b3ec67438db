"""Puzzles as data, a file of lines, each one puzzle in JSON; their proofs and lines of solution."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Event
from typing import Any, Final

import msgspec

from tilewright.errors import InvalidOption, NotFound, TextError, TilewrightError
from tilewright.game import Action, Game, PosedPuzzle, PuzzleSet
from tilewright.position import Position
from tilewright.records.record import read_text
from tilewright.registry import get_game
from tilewright.text import quote


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game that a puzzle comes from, with everything needed to replay it."""

    seed: int
    players: int
    options: dict[str, str]
    bots: list[str]
    moves: list[str]
    """Moves up to the puzzle."""

    @property
    def ply(self) -> int:
        return len(self.moves)


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position with one correct answer."""

    id: str
    game: str
    kind: str
    rating: float
    """Difficulty on the rating scale of players and bots; see ``difficulty``."""
    position: str
    """The mover's view, as text."""
    answers: list[str]
    """Correct moves; several only if they are equivalent."""
    found: dict[str, list[int]]
    """By level: successes and attempts."""
    source: Source
    target: int | None = None
    """Number to reach, for kinds that have one."""

    def as_json(self) -> dict[str, Any]:
        """Return the puzzle as JSON data without its answer."""
        source = {**msgspec.to_builtins(self.source), "ply": self.source.ply}
        names = ("id", "kind", "rating", "position", *(["target"] if self.target else []))
        return {**{name: getattr(self, name) for name in names}, "source": source}


_decode = msgspec.json.Decoder(Puzzle).decode


@cache
def count_puzzles(game: Game) -> int:
    """Count the puzzles included with a game."""
    puzzling = game.puzzles()
    return len(read_text(puzzling.file).splitlines()) if puzzling else 0


def require_puzzles(game: Game) -> PuzzleSet:
    """Return a game's puzzle specification. Raises InvalidOption if it has none."""
    found = game.puzzles()
    if found is None:
        raise InvalidOption(f"{game.name} has no puzzles")
    return found


def read_puzzles(name: str, path: Path | None = None) -> list[Puzzle]:
    """Read and check a file of puzzles, by default the file of the game `name`."""
    game = get_game(name)
    puzzling = require_puzzles(game)
    file = path or puzzling.file
    lines = read_text(file).splitlines()
    puzzles = [
        parse_puzzle(line, f"{file.name}, line {number}") for number, line in enumerate(lines, 1)
    ]
    for number, puzzle in enumerate(puzzles, 1):
        where = f"{file.name}, line {number}"
        _check_puzzle(puzzle, game, puzzling, where)
        if any(puzzle.id == other.id for other in puzzles[: number - 1]):
            raise TextError(f"{where}: the puzzle {puzzle.id} stands there twice")
    return puzzles


def parse_puzzle(line: str, where: str) -> Puzzle:
    """Parse one line of a puzzle file. `where` names the line in errors."""
    try:
        return _decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        raise TextError(f"{where}: expected a puzzle in JSON; {error}") from error


def are_puzzles(data: bytes) -> bool:
    """Return True if every line of the data is a puzzle. True if there are no lines."""
    try:
        return all(_decode(line) for line in data.splitlines())
    except (msgspec.DecodeError, RecursionError):
        return False


def _check_puzzle(puzzle: Puzzle, game: Game, puzzling: PuzzleSet, where: str) -> None:
    """Raise TextError if a puzzle is of another game or of an unknown kind.

    `where` names the puzzle in errors.
    """
    if puzzle.game != game.name:
        raise TextError(f"{where}: expected a puzzle of {game.name}; found {quote(puzzle.game)}")
    if puzzle.kind not in puzzling.kinds:
        kinds = ", ".join(puzzling.kinds)
        raise TextError(f"{where}: expected one of the kinds {kinds}; found {quote(puzzle.kind)}")


def find_puzzle(puzzles: list[Puzzle], puzzle_id: str) -> Puzzle:
    """Return the puzzle with id `puzzle_id`. Raises NotFound if there is none."""
    for puzzle in puzzles:
        if puzzle.id == puzzle_id:
            return puzzle
    raise NotFound(f"expected the id of one of {len(puzzles)} puzzles; found {quote(puzzle_id)}")


def format_puzzles(puzzles: list[Puzzle]) -> str:
    """Format puzzles as the text of a puzzle file, easiest first."""
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.id))
    return "".join(msgspec.json.encode(puzzle).decode() + "\n" for puzzle in ordered)


# --- Proofs, and lines that show why a move is right or wrong -------------------------------------


MAX_PROOF_NODES: Final = 4_000_000
"""Node limit of a proof; mining uses a lower one."""


# --- Proofs ---------------------------------------------------------------------------------------

# A proof shows that a puzzle follows from its source game, and that its answer is unique.


@dataclass(frozen=True)
class Proof:
    """The result of checking a puzzle."""

    fault: str
    """Why the puzzle is wrong; empty if it is proven."""
    answers: tuple[str, ...] = ()
    num_moves: int = 0
    """Number of legal moves. All that are not answers are proven wrong."""
    nodes: int = 0
    seconds: float = 0.0

    @property
    def holds(self) -> bool:
        return not self.fault


def verify_puzzle(puzzle: Puzzle, max_nodes: int = MAX_PROOF_NODES) -> Proof:
    """Verify that a puzzle's answers are right and its source game leads to its position.

    Args:
        puzzle: The puzzle.
        max_nodes: Node limit of the proof.

    Returns:
        The proof, or the fault of the puzzle.
    """
    begun = time.perf_counter()
    try:
        position = Position.from_text(get_game(puzzle.game), puzzle.position)
        posed = require_puzzles(position.game).pose(position.state, max_nodes)
        if posed is None:
            return Proof("no single move is proven right")
        answers = tuple(position.format_move(action) for action in posed.answers)
        source = replay(puzzle)
    except TilewrightError as error:
        return Proof(str(error))
    fault = _describe_fault(puzzle, posed, answers, source)
    seconds = time.perf_counter() - begun
    return Proof(fault, answers, len(position.legal_actions), posed.nodes, seconds)


def _describe_fault(
    puzzle: Puzzle, posed: PosedPuzzle, answers: tuple[str, ...], source: Position
) -> str:
    """Describe the first difference between a puzzle and its proof. Empty if there is none."""
    if sorted(answers) != sorted(puzzle.answers):
        return f"expected the answer {' '.join(answers)}; found {' '.join(puzzle.answers)}"
    if posed.kind != puzzle.kind:
        return f"expected the kind {posed.kind}; found {puzzle.kind}"
    if posed.target != puzzle.target:
        return f"expected the target {posed.target}; found {puzzle.target}"
    if source.view(source.mover).text != puzzle.position:
        return "its game does not lead to its position"
    return ""


def replay(puzzle: Puzzle) -> Position:
    """Replay a puzzle's source game and return the position of the puzzle."""
    source: Source = puzzle.source
    game = get_game(puzzle.game)
    position = Position.again(game, source.players, source.seed, source.options)
    for move in source.moves:
        position.play(move)
    return position


# --- Lines ----------------------------------------------------------------------------------------

# A line ends where no move is proven.

LINE_NODES: Final = 300_000
"""Node limit for the proof of one ply."""


def explain_move(
    view: Position, action: Action, stop: Event | None = None
) -> tuple[Position, list[str]]:
    """Return a line of moves that shows why a move is right or wrong.

    The line ends with the game, or where no move is proven.

    Returns:
        A complete position consistent with `view`, and the moves from it.
    """
    puzzling = require_puzzles(view.game)
    if puzzling.explain is None:
        position = view.determinize(0)
        return position, _extend_line(position, action, stop)
    states, line = puzzling.explain(view.state, action)
    position = Position(view.game, states)
    return position, _format_line(position, line)


def _format_line(position: Position, line: list[Action]) -> list[str]:
    """Format a line of actions as moves in notation."""
    steps, words = position.copy(), []
    for action in line:
        words.append(steps.format_move(action))
        steps.play(action)
    return words


def _extend_line(position: Position, action: Action, stop: Event | None) -> list[str]:
    """Return a move and the proven best play after it, in notation."""
    steps, line = position.copy(), [position.format_move(action)]
    steps.play(action)
    while (best := _find_proven_move(steps, stop)) is not None:
        line.append(steps.format_move(best))
        steps.play(best)
    return line


def _find_proven_move(position: Position, stop: Event | None) -> Action | None:
    """Return a move that is proven best from the mover's view, or None."""
    knowledge = position.game.knowledge
    if position.is_over or knowledge is None or knowledge.prove is None:
        return None
    found = knowledge.prove(position.view(position.mover).state, None, LINE_NODES, stop)
    return found[0] if found else None
