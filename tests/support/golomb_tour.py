"""A tour of Golomb's game after its installation, run by the Python of its own environment.

python golomb_tour.py rules|bots|environments|batch|cuda
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from itertools import product

if sys.argv[1:] == ["cuda"]:
    os.environ["NUMBA_ENABLE_CUDASIM"] = "1"

import numpy as np

import tilewright as tw
from tilewright.bots import BOTS, Budget, make_bot
from tilewright.envs.batch import Batch

Cells = frozenset[tuple[int, int]]

# Drawn again, and turned another way than the game does: a reference must be independent.
SHAPES = {
    "F": (1, 2, 1j, 1 + 1j, 1 + 2j),
    "I": (0, 1, 2, 3, 4),
    "L": (0, 1, 2, 3, 3 + 1j),
    "N": (0, 1, 1 + 1j, 2 + 1j, 3 + 1j),
    "P": (0, 1, 1j, 1 + 1j, 2j),
    "T": (0, 1, 2, 1 + 1j, 1 + 2j),
    "U": (0, 1j, 1 + 1j, 2 + 1j, 2),
    "V": (0, 1, 2, 2 + 1j, 2 + 2j),
    "W": (0, 1, 1 + 1j, 2 + 1j, 2 + 2j),
    "X": (1, 1j, 1 + 1j, 2 + 1j, 1 + 2j),
    "Y": (0, 1, 2, 3, 1 + 1j),
    "Z": (0, 1, 1 + 1j, 1 + 2j, 2 + 2j),
}
ORIENTATIONS = dict(zip("FILNPTUVWXYZ", (8, 2, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4), strict=True))


def lie(shape: tuple[complex, ...]) -> set[Cells]:
    """Return all placements of a shape on the board, by trying all of them."""
    found = set()
    for turn, mirrored, row, column in product(range(4), (0, 1), range(-5, 13), range(-5, 13)):
        points = [(p.conjugate() if mirrored else p) * 1j**turn for p in map(complex, shape)]
        cells = frozenset((round(p.imag) + row, round(p.real) + column) for p in points)
        if all(0 <= place < 8 for cell in cells for place in cell):
            found.add(cells)
    return found


PLACEMENTS = {letter: lie(shape) for letter, shape in SHAPES.items()}


def legal_moves(covered: set[tuple[int, int]], left: set[str]) -> set[str]:
    return {
        write(letter, cells)
        for letter in left
        for cells in PLACEMENTS[letter]
        if not cells & covered
    }


def write(letter: str, cells: Cells) -> str:
    return f"{letter}:" + "".join(f"{'abcdefgh'[column]}{row + 1}" for row, column in sorted(cells))


def read(move: str) -> Cells:
    places = move[2:]
    return frozenset(
        (int(places[at + 1]) - 1, "abcdefgh".index(places[at])) for at in range(0, 10, 2)
    )


def tour_rules() -> None:
    """Compare the rules with the naive reference and with known facts of the game."""
    shapes = {letter: len({normal(cells) for cells in PLACEMENTS[letter]}) for letter in SHAPES}
    assert shapes == ORIENTATIONS and sum(shapes.values()) == 63
    assert sum(map(len, PLACEMENTS.values())) == 2308 == len(tw.new("golomb").legal_moves)
    for players, seed in product((2, 3, 4), range(3)):
        play_along(players, random.Random(seed))


def normal(cells: Cells) -> Cells:
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return frozenset((row - top, column - left) for row, column in cells)


def play_along(players: int, chance: random.Random) -> None:
    position, left = tw.new("golomb", players=players), set(SHAPES)
    covered: set[tuple[int, int]] = set()
    while legal := legal_moves(covered, left):
        assert not position.is_over and position.mover == position.ply % players
        assert legal == set(position.legal_moves)
        assert tw.position("golomb", str(position)) == position
        assert all(
            move in position.legal_moves for move in chance.sample(sorted(legal), 3 % len(legal))
        )
        move = chance.choice(sorted(legal))
        for wrong in (f"{'IX'[move[0] == 'I']}{move[1:]}", "F:a1", "F:a1a2a3a4b9", "nonsense"):
            assert wrong not in position.legal_moves
        covered |= read(move)
        left.remove(move[0])
        position.play(move)
        assert move not in position.legal_moves
    assert position.is_over and 5 <= position.ply <= 12, "what Golomb has proven"
    last = (position.ply - 1) % players
    places = [1 + (last - seat) % players for seat in range(players)]
    assert position.outcome and list(position.outcome.places) == places
    assert sum(position.outcome.scores) == position.ply
    assert str(tw.load(tw.dump(position))) == str(position)


def tour_bots() -> None:
    """Let all bots play whole games, and one that looks ahead find a win."""
    for name in BOTS:
        position = tw.new("golomb", players=3, seed=1)
        bots = [make_bot(name, position.game, seat, Budget(iterations=30)) for seat in range(3)]
        while not position.is_over:
            position.play(bots[position.mover].choose(position.view(position.mover)))
    print("bots", *BOTS)


def tour_environments() -> None:
    """Run the checkers of PettingZoo, Gymnasium and OpenSpiel."""
    import gymnasium
    import pyspiel
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test

    from tilewright.envs import pettingzoo
    from tilewright.envs.gymnasium import register_envs
    from tilewright.envs.openspiel import register_games

    register_envs()
    register_games()
    api_test(pettingzoo.env("golomb", players=3), num_cycles=30)
    env = gymnasium.make("tilewright/golomb-v0", opponents="level-1").unwrapped
    check_env(env, skip_render_check=True)
    state = pyspiel.load_game("tilewright_golomb(players=4)").new_initial_state()
    state.apply_action(7)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    assert sum(state.returns()) == 0 and max(state.returns()) == 1
    print("environments")


def play_batch(device: str, size: int, steps: int) -> list[bytes]:
    """Return the output of a batch after each step of random moves from its own masks."""
    batch, chance, seen = Batch("golomb", size, players=2, seed=3, device=device), 1, []
    for _ in range(steps):
        told = [to_host(array) for array in batch._buffers]
        seen += [array.tobytes() for array in (*told, to_host(batch.states))]
        chance = chance * 6364136223846793005 + 1442695040888963407 & 2**63 - 1
        actions = np.array([pick(mask, chance >> 32) for mask in told[3]], dtype=np.int32)
        batch.step(actions if device == "cpu" else to_device(actions))
    return [*seen, *(to_host(array).tobytes() for array in batch.playout(1))]


def pick(mask: np.ndarray, number: int) -> int:
    legal = np.flatnonzero(np.unpackbits(mask.view(np.uint8), bitorder="little"))
    return int(legal[number % len(legal)])


def to_host(array: object) -> np.ndarray:
    return array.copy_to_host() if hasattr(array, "copy_to_host") else np.array(array)


def to_device(array: np.ndarray) -> object:
    from tilewright.kernel.cuda import cuda

    return cuda.to_device(array)


def tour_batch() -> None:
    """Compare a batch on the CPU with lists of moves and with positions."""
    batch = Batch("golomb", 64, players=2, seed=5)
    for _ in range(30):
        actions: list[int] = []
        for state, mask in zip(batch.states, batch.masks, strict=True):
            legal = tw.Position(batch.game, np.array([state])).legal_actions
            bits = np.unpackbits(mask.view(np.uint8), bitorder="little")
            assert np.flatnonzero(bits).tolist() == legal.tolist()
            actions.append(legal[len(actions) % len(legal)])
        batch.step(np.array(actions, dtype=np.int32))
    assert int(batch.playout(3).wins.sum()) == 3 * 64
    print("batch")


def tour_cuda() -> None:
    """Compare a batch on CUDA's simulator with one on the CPU, byte for byte."""
    assert play_batch("cuda", 2, 4) == play_batch("cpu", 2, 4)
    print("cuda")


TOURS: dict[str, Callable[[], None]] = {
    "rules": tour_rules,
    "bots": tour_bots,
    "environments": tour_environments,
    "batch": tour_batch,
    "cuda": tour_cuda,
}

if __name__ == "__main__":
    TOURS[sys.argv[1]]()
    print("done")
