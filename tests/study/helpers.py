"""The toy game with something to observe and something to study."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from arena.helpers import TEST_BOTS
from tilewright.bots import BOTS
from tilewright.game import Feature, Observation, Subject, pack_bits
from tilewright.game.states import Seat, State
from tilewright.kernel import kernel, u64
from tilewright.registry import GAMES
from toy import TOY


@kernel
def write(state: State, seat: Seat, words: Any) -> None:
    words[0] = u64(int(state["heap"])) | (u64(int(state["secret"][seat])) << 8)


def stones_taken(before: Any, after: Any) -> tuple[int, ...]:
    """Return how many stones a move took, where none can roll back."""
    return (int(before["heap"]) - int(after["heap"]) - 1,)


SEEN_TOY = replace(
    TOY,
    observation=Observation(
        (
            Feature("heap", pack_bits(0, (), 8), "stones on the heap"),
            Feature("secret", pack_bits(8, (), 2), "the own secret"),
        ),
        write,
    ),
    subjects=(
        Subject("handful", ("one", "two", "three"), lambda state: (0, 1, 2), stones_taken, True),
    ),
)


def register() -> None:
    """Register this game and its bots in a worker process, which knows neither."""
    GAMES[SEEN_TOY.name] = SEEN_TOY
    BOTS.update(TEST_BOTS)
