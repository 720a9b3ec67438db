"""Endings with one winning move, verified by brute force with the rules alone."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest

from tilewright.game import State
from tilewright.games.polyssimo import GAME
from tilewright.games.polyssimo.puzzles import find_key, pose
from tilewright.position import Position
from tilewright.study.puzzles import read_puzzles

from .play import drafted, legal, standing
from .test_proof import after, brute_force, played_to

NODES = 1_000_000
LONG_POSITIONS = 20_000
"""Of one puzzle: two in three have fewer, and all of those take a few minutes."""


class TooManyError(Exception):
    """Brute force has an end."""


def wins(state: State, seat: int, known: dict[bytes, bool], most: int) -> bool:
    """Return True if a seat can force first place, by searching all lines."""
    if state["over"]:
        return standing(state)[1][seat] == 0
    key = state["board"].tobytes() + state["hands"].tobytes() + state["mover"].tobytes()
    if key not in known:
        if len(known) >= most:
            raise TooManyError
        ends = (wins(after(state, action), seat, known, most) for action in legal(state))
        known[key] = any(ends) if state["mover"] == seat else all(ends)
    return known[key]


def winners(state: State, most: int = 1_000_000) -> list[int]:
    """Return all winning moves."""
    mover, known = int(state["mover"]), dict[bytes, bool]()
    return [one for one in legal(state) if wins(after(state, one), mover, known, most)]


def test_pc_6_shipped_answers_are_those_of_brute_force(is_long: bool) -> None:
    states = [Position.from_text(GAME, one.position).state for one in read_puzzles("polyssimo")]
    states.sort(key=lambda state: len(legal(state)))
    num_tried = 0
    for state in states if is_long else states[:12]:
        with contextlib.suppress(TooManyError):
            found = winners(state, LONG_POSITIONS)
            posed = pose(state, NODES)
            assert posed is not None and sorted(posed.answers) == found
            num_tried += 1
    assert num_tried >= (200 if is_long else 10)


@pytest.mark.parametrize("seed", range(16))
def test_pose_needs_exactly_one_winning_move(seed: int) -> None:
    """Where several are answers, they leave the same positions behind as far as these matter: each
    wins, by as much as any other."""
    state = played_to(8, seed)
    found, posed = winners(state), pose(state, NODES)
    if posed is not None:
        assert sorted(posed.answers) == found and len(found) < len(legal(state))
        mover = int(state["mover"])
        ends = {brute_force(after(state, action), mover, {}) for action in found}
        assert len(ends) == 1
    else:
        assert len(found) != 1 or len(legal(state)) == 1


def test_find_key_is_equal_for_rotated_boards() -> None:
    state = Position.from_text(GAME, read_puzzles("polyssimo")[0].position).state
    keys = {find_key(_turned(state, turn)) for turn in range(4)}
    assert len(keys) == 1
    assert find_key(after(state, legal(state)[0])) not in keys


def _turned(state: State, turn: int) -> State:
    """Return the same ending with the board mirrored left to right, top to bottom, or both."""
    text = Position(GAME, np.array([state])).text.split("\n")
    first = text.index("board:") + 1
    rows = text[first : first + 11]
    rows = rows[:: -1 if turn & 1 else 1]
    if turn & 2:
        rows = ["  " + row.strip()[::-1] for row in rows]
    return Position.from_text(GAME, "\n".join([*text[:first], *rows, *text[first + 11 :]])).state


def test_pose_returns_none_unless_an_ending_of_two_is_solved() -> None:
    assert pose(drafted(3), NODES) is None
    assert pose(drafted(2), NODES) is None
    assert pose(played_to(12, 1), 10) is None  # too few nodes
