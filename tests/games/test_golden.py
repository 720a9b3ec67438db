"""Golden playthroughs and perft counts, which must not change unintentionally."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilewright as tw
from playthrough import FOLDER, golden_path, tell
from tilewright import perft
from tilewright.game import Game
from walks import REAL_GAMES, walk

PERFT = Path(__file__).parents[1] / "perft"
SEATINGS = [(game, players) for game in REAL_GAMES for players in game.players]


@pytest.mark.parametrize("game, players", SEATINGS, ids=lambda value: getattr(value, "name", value))
def test_golden_playthrough_replays(game: Game, players: int) -> None:
    """To update them: ``python tests/support/playthrough.py --write``, then review the diff."""
    assert tell(game, players) == golden_path(game, players).read_text()


def test_golden_files_all_belong_to_a_game() -> None:
    assert set(FOLDER.glob("*.txt")) == {golden_path(game, players) for game, players in SEATINGS}


def _perft_lines() -> list[tuple[str, int, int, int, int, int]]:
    """Lines of ``players seed plies depth count`` in a file named after the game."""
    lines = []
    for path in sorted(PERFT.glob("*.txt")):
        for line in path.read_text().splitlines():
            if line and not line.startswith("#"):
                players, seed, plies, depth, count = map(int, line.split())
                lines.append((path.stem, players, seed, plies, depth, count))
    return lines


@pytest.mark.parametrize("name, players, seed, plies, depth, expected", _perft_lines())
def test_perft_counts_are_unchanged(
    name: str, players: int, seed: int, plies: int, depth: int, expected: int
) -> None:
    *_, position = walk(name, players, {}, seed, plies)
    found = perft.count(position, depth)
    if found != expected:
        split = "\n".join(f"{move}: {n}" for move, n in perft.divide(position, depth).items())
        pytest.fail(f"expected {expected}; found {found}:\n{split}")


def test_perft_counts_exist_for_every_game_and_player_count() -> None:
    assert {(name, players) for name, players, *_ in _perft_lines()} == {
        (game.name, players) for game, players in SEATINGS
    }


def _count_slowly(position: tw.Position, depth: int) -> int:
    if depth == 0 or position.is_over:
        return 1
    total = 0
    for action in position.legal_actions:
        position.play(int(action))
        total += _count_slowly(position, depth - 1)
        position.undo()
    return total


@pytest.mark.parametrize("depth", range(6))
def test_perft_equals_plain_recursion(depth: int) -> None:
    """At depth 5 some toy games end earlier; a finished game counts once."""
    for seed in range(4):
        position = tw.new("toy", seed=seed, rolls="yes")
        assert perft.count(position, depth) == _count_slowly(position, depth)


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_perft_at_the_end_counts_finished_games_once(game: Game) -> None:
    *_, last = walk(game.name, game.players[0], {}, 5)
    for _ in range(2):
        last.undo()
    counts = perft.divide(last, 2)
    assert sum(counts.values()) == perft.count(last, 2) == _count_slowly(last, 2)
