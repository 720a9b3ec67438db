"""Golden playthroughs: a random game told ply by ply, to be read before it is committed.

``python tests/support/playthrough.py --write`` rewrites them. No other test holds the deal of a
seed, the order of actions, the words of a move and the text of a position.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

import tilewright as tw
from tilewright.game import Game
from tilewright.registry import GAMES
from walks import walk

FOLDER = Path(__file__).parents[1] / "golden"
SEED = 2026
LISTED = 24
POSITION_EVERY = 10


def tell(game: Game, players: int) -> str:
    """Return the playthrough of a game with its default options."""
    return "\n".join(_lines(game, players)) + "\n"


def _lines(game: Game, players: int) -> Iterator[str]:
    yield f"{game.title}, {players} players, seed {SEED}"
    *_, last = walk(game.name, players, {}, SEED)
    position = tw.new(game.name, players=players, seed=SEED)
    for action in last.actions:
        if position.ply % POSITION_EVERY == 0:
            yield from ("", *position.text.splitlines(), *_legal(position), "")
        count = len(position.legal_actions)
        yield (
            f"{position.ply + 1}. seat {position.mover}, {count} legal: "
            f"{position.format_move(action)} | {position.describe_move(action)}"
        )
        position.play(action)
    yield from ("", *position.text.splitlines(), "")
    assert position.outcome is not None
    yield f"scores {position.outcome.scores} places {position.outcome.places}"


def _legal(position: tw.Position) -> list[str]:
    """Return all legal moves in order; of a long list the first ones and a hash of all."""
    moves = list(position.legal_moves)
    shown = "legal: " + " | ".join(moves[:LISTED])
    if len(moves) <= LISTED:
        return [shown]
    digest = hashlib.sha256("\n".join(moves).encode()).hexdigest()[:16]
    return [shown, f"... {len(moves)} in all, {digest}"]


def golden_path(game: Game, players: int) -> Path:
    return FOLDER / f"{game.name}-{players}.txt"


def main() -> None:
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python tests/support/playthrough.py --write")
    for game in GAMES.values():
        for players in game.players:
            golden_path(game, players).write_text(tell(game, players))


if __name__ == "__main__":
    main()
