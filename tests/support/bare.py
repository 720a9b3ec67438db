"""A game that has nothing but its rules: Nim with two heaps, the last stone wins."""

from __future__ import annotations

import numpy as np

from tilewright.errors import IllegalMove
from tilewright.game import (
    COMPLETE,
    Action,
    Actions,
    Game,
    Rules,
    Scores,
    State,
    Values,
    append_action,
    determinize_open,
    state_dtype,
    view_open,
)
from tilewright.kernel import Word, below, kernel, next_random
from tilewright.text import Fields

HEAPS = 2
MOST = 70  # of both heaps together: a mask of more than one word
STATE = state_dtype([("heaps", "u1", (HEAPS,)), ("taken", "u8"), ("depth", "i2")])


@kernel
def setup(state: State, seed: Word, players: int, options: Values) -> None:
    state["players"] = players
    state["viewer"] = COMPLETE
    rng = next_random(seed)
    state["heaps"][0] = 1 + below(rng, 6)
    state["heaps"][1] = 1 + below(next_random(rng), 6)
    state["depth"] = -1
    state["rng"] = rng


@kernel
def legal_actions(state: State, out: Actions) -> int:
    count = 0
    for heap in range(HEAPS):
        for stones in range(1, int(state["heaps"][heap]) + 1):
            count = append_action(out, count, heap * MOST // 2 + stones - 1)
    return count


@kernel
def apply(state: State, action: Action) -> None:
    heap = action // (MOST // 2)
    state["heaps"][heap] = int(state["heaps"][heap]) - action % (MOST // 2) - 1
    state["ply"] = int(state["ply"]) + 1
    if int(state["heaps"][0]) + int(state["heaps"][1]) == 0:
        state["over"] = 1
    else:
        state["mover"] = (int(state["mover"]) + 1) % int(state["players"])


@kernel
def outcome(state: State, scores: Scores, ranks: Scores) -> None:
    players = int(state["players"])
    for seat in range(players):
        ranks[seat] = (int(state["mover"]) + players - seat) % players
        scores[seat] = 1 if ranks[seat] == 0 and int(state["over"]) == 1 else 0


@kernel
def random_action(state: State, rng: Word) -> tuple[Action, Word]:
    first, second = int(state["heaps"][0]), int(state["heaps"][1])
    rng = next_random(rng)
    stones = below(rng, first + second)
    return (stones if stones < first else stones - first + MOST // 2), rng


@kernel
def playout(state: State, rng: Word) -> Word:
    while int(state["over"]) == 0:
        action, rng = random_action(state, rng)
        apply(state, action)
    return rng


class BareNotation:
    def format_move(self, state: State, action: Action) -> str:
        return f"{'ab'[action // (MOST // 2)]}{action % (MOST // 2) + 1}"

    def parse_move(self, state: State, text: str) -> Action:
        out = np.zeros(MOST, dtype=np.int32)
        for action in out[: legal_actions(state, out)].tolist():
            if self.format_move(state, action) == text:
                return int(action)
        raise IllegalMove(None, f"no move is called {text}")

    def describe_move(self, state: State, action: Action) -> str:
        return f"takes {action % (MOST // 2) + 1} stones"

    def format_position(self, state: State) -> list[tuple[str, str | list[str]]]:
        return [("heaps", " ".join(map(str, state["heaps"])))]

    def parse_position(self, fields: Fields, state: State) -> None:
        state["heaps"] = [int(word) for word in fields.take("heaps").words]
        state["over"] = not state["heaps"].any()
        state["depth"] = -1


BARE = Game(
    name="bare",
    title="Bare",
    players=(2, 3),
    options=(),
    dtype=STATE,
    num_actions=MOST,
    max_legal=MOST,
    rules=Rules(
        setup, legal_actions, apply, outcome, view_open, determinize_open, random_action, playout
    ),
    notation=BareNotation(),
    score_name="points",
)
