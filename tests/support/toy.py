"""A toy game, small enough to check by hand: take 1 to 3 stones, the last stone wins.

It has what the real games have: a deal, chance (one or two stones may roll back onto the heap),
a secret number per seat that pays at the end, and a text form. Everything generic is tested on it.
"""

from __future__ import annotations

from typing import Any

from tilewright.errors import IllegalMove, TextError
from tilewright.game import (
    COMPLETE,
    Choice,
    Game,
    Knowledge,
    Level,
    Rules,
    append_actions,
    state_dtype,
)
from tilewright.game.rules import Scores, Values
from tilewright.game.states import Action, Actions, Seat, State
from tilewright.kernel import Word, below, kernel, next_random, u64
from tilewright.text import Fields, quote

DTYPE = state_dtype([("heap", "i4"), ("secret", "u1", (4,)), ("rolls", "u1")])
HIDDEN = 255
MOST = 3  # stones at a time


@kernel
def setup(state: State, seed: Word, players: int, options: Values) -> None:
    state["players"] = players
    state["viewer"] = -1
    state["rolls"] = options[0]
    rng = next_random(seed)
    state["heap"] = 5 + below(rng, 6)
    for seat in range(players):
        rng = next_random(rng)
        state["secret"][seat] = below(rng, 3)
    state["rng"] = rng


@kernel
def legal_actions(state: State, out: Actions) -> int:
    return append_actions(out, 0, 0, u64((1 << min(MOST, int(state["heap"]))) - 1))


@kernel
def apply(state: State, action: Action) -> None:
    heap = int(state["heap"]) - action - 1
    if state["rolls"] == 1 and heap > 0:
        rng = next_random(state["rng"])
        state["rng"] = rng
        heap += below(rng, 4) // 3
    state["heap"] = heap
    state["ply"] = int(state["ply"]) + 1
    if heap == 0:
        state["over"] = 1
    else:
        state["mover"] = (int(state["mover"]) + 1) % int(state["players"])


@kernel
def outcome(state: State, scores: Scores, ranks: Scores) -> None:
    players = int(state["players"])
    for seat in range(players):
        won = 1 if state["over"] == 1 and seat == int(state["mover"]) else 0
        scores[seat] = 10 * won
        ranks[seat] = (seat + players - int(state["mover"])) % players


@kernel
def view(state: State, viewer: Seat) -> None:
    state["rng"] = 0
    state["viewer"] = viewer
    for seat in range(int(state["players"])):
        if seat != viewer:
            state["secret"][seat] = 255


@kernel
def determinize(state: State, rng: Word) -> None:
    for seat in range(int(state["players"])):
        if state["secret"][seat] == 255:
            rng = next_random(rng)
            state["secret"][seat] = below(rng, 3)
    state["rng"] = next_random(rng)
    state["viewer"] = -1


@kernel
def random_action(state: State, rng: Word) -> tuple[Action, Word]:
    rng = next_random(rng)
    return below(rng, min(MOST, int(state["heap"]))), rng


@kernel
def playout(state: State, rng: Word) -> Word:
    while state["over"] == 0:
        action, rng = random_action(state, rng)
        apply(state, action)
    return rng


@kernel
def rate_actions(state: State, rng: Word, actions: Actions, ratings: Any, scratch: Any) -> int:
    count = legal_actions(state, actions)
    for index in range(count):
        ratings[index] = 0.0
    return count


@kernel
def estimate(state: State, rng: Word, rewards: Any, scratch: Any) -> None:
    playout(state, rng)


@kernel
def chance_key(state: State) -> Word:
    return u64(state["heap"])


@kernel
def greedy_action(state: State, rng: Word, actions: Actions) -> tuple[Action, Word]:
    return min(MOST, int(state["heap"])) - 1, rng


class ToyNotation:
    def format_move(self, state: Any, action: int) -> str:
        return f"take {action + 1}"

    def parse_move(self, state: Any, text: str) -> int:
        word, _, number = text.partition(" ")
        if word != "take" or number not in ("1", "2", "3"):
            raise TextError(f"expected take 1, take 2 or take 3; found {quote(text)}")
        if int(number) > state["heap"]:
            raise IllegalMove("TOY-1", f"expected at most {state['heap']} stones; found {number}")
        return int(number) - 1

    def describe_move(self, state: Any, action: int) -> str:
        return f"takes {action + 1} of {state['heap']} stones"

    def format_position(self, state: Any) -> list[tuple[str, str | list[str]]]:
        seats = range(int(state["players"]))
        secrets = ["?" if state["secret"][s] == HIDDEN else str(state["secret"][s]) for s in seats]
        return [
            ("heap", ["o" * int(state["heap"]) or "."]),
            ("secret", " ".join(secrets)),
            ("rolls", str(state["rolls"])),
        ]

    def parse_position(self, fields: Fields, state: Any) -> None:
        (heap,) = fields.take("heap").block(height=1)
        if set(heap) != {"o"} and heap != ".":
            raise TextError(f"expected o for every stone or '.'; found {quote(heap)}")
        state["heap"] = heap.count("o")
        state["over"] = int(heap == ".")
        for seat, word in enumerate(fields.take("secret").words):
            hidden = word == "?" and state["viewer"] != COMPLETE
            state["secret"][seat] = HIDDEN if hidden else int(word)
        state["rolls"] = fields.take("rolls").number_in(0, 1)


TOY = Game(
    name="toy",
    title="Toy",
    players=(2, 3),
    options=(Choice("rolls", ("no", "yes"), "Stones may roll back."),),
    dtype=DTYPE,
    num_actions=3,
    max_legal=3,
    rules=Rules(setup, legal_actions, apply, outcome, view, determinize, random_action, playout),
    notation=ToyNotation(),
    score_name="points",
    knowledge=Knowledge(
        rate_actions,
        estimate,
        chance_key,
        greedy_action,
        (Level(overlooks=0.5), Level(), Level(iterations=None)),
        settings={"weight_first": 1, "weight_score": 0},
    ),
    draw=lambda state, seat: f"heap: {state['heap']}",
)
