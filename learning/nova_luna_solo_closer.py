"""Learn what looks closer in the solver of the solo game, and anew what finds ends of phase one.

    python -m learning.nova_luna_solo_closer --closing 700 --ends 225 --going 275

Prints the texts of solo/weights.py. Three steps, each with the networks of those before:

1. CLOSE: states of phase two from beams, some with hindsight, some from random fills; a narrow beam
   of their own tells what they come to.
2. END and ENDING: ends of phase one from blind searches, all of a deal with the same random fills,
   each closed by a narrow beam that looks closer.
3. GOING: states of phase one; a narrow blind search finds ends, and END judges them.

Networks have to tell states of one deal and generation apart, so what the errors of such states
have in common hardly counts.
"""

from __future__ import annotations

import argparse
import sys
import time
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from learning import nova_luna_solo as quick
from tilewright.games.nova_luna.solo.expansion import foretell_end, look_closer
from tilewright.games.nova_luna.solo.outlook import (
    ENDING,
    GOING,
    NUM_COLUMNS,
    NUM_FEATURES,
    NUM_HIDDEN,
)
from tilewright.games.nova_luna.solo.rules import determinize
from tilewright.games.nova_luna.solo.weights import CLOSE_NETWORK, END_NETWORK, NETWORKS
from tilewright.games.nova_luna.solo.workspace import NARROW
from tilewright.kernel import compiled, mix

CLOSER = compiled(look_closer)
FORETELL_END = compiled(foretell_end)
DETERMINIZE = compiled(determinize)

Rows = npt.NDArray[np.float32]
Collected = tuple[Rows, Rows]
"""Rows of numbers, and what was still to pay."""
Generator = np.random.Generator

FIRST_DEAL = 2_000_000_000  # far from the seeds people use
PER_GENERATION = 8
ENDS_PER_DEAL = 24
ENDS_CONSIDERED = 160  # the best by the quick network; a third of those taken are the very best
FILLS = 4
ENDS_JUDGED = 12
NOISE = 4.0


class Networks:
    """What is learnt, from the present weights on."""

    def __init__(self) -> None:
        copies = (one.copy() for one in (NETWORKS, CLOSE_NETWORK, END_NETWORK))  # of one type
        self.quick, self.close, self.end = copies

    def search(self, width: int) -> quick.Search:
        """A search by these networks."""
        return quick.Search(width, *self.all())

    def all(self) -> tuple[Rows, Rows, Rows]:
        """In the order of solo/weights.py."""
        return self.quick, self.close, self.end

    def texts(self) -> list[str]:
        return [quick.encode(network) for network in self.all()]


# --- Phase two ----------------------------------------------------------------------------------


def collect_closing(networks: Networks, seeds: range, generator: Generator) -> Collected:
    """Rows and what is still to pay, ``PER_GENERATION`` of a generation side by side."""
    wide, thin = networks.search(256), networks.search(32)
    rows: list[Rows] = []
    targets: list[float] = []
    for number, seed in enumerate(seeds):
        root = quick.deal(seed)
        if number % 3:
            root = some_fill(networks, root, generator)
        wide.space.noise[0], wide.space.rng[0] = generator.uniform(0, NOISE), seed
        for _, two in wide.generations(root, False):
            if int(two.size[0]) < PER_GENERATION:
                continue
            for index in generator.choice(int(two.size[0]), size=PER_GENERATION, replace=False):
                state = two.states[index : index + 1].copy()
                targets.append(thin.close(state) - int(quick.COUNT_SUNK(state[0])))
                CLOSER(state[0], thin.space)
                rows.append(thin.space.close_row.copy())
    return np.array(rows), np.array(targets, dtype=np.float32)


def some_fill(networks: Networks, root: npt.NDArray[Any], generator: Generator) -> npt.NDArray[Any]:
    """One of the best ends of a deal, its wheel filled at random."""
    ends = find_ends(networks.search(64), root)[:16]
    filled = fill(ends[int(generator.integers(len(ends)))], int(generator.integers(1 << 60)))
    return root if filled[0]["over"] else filled


# --- Ends of phase one --------------------------------------------------------------------------


class End(NamedTuple):
    """A state, and the action that ends the phase."""

    estimate: float
    state: npt.NDArray[Any]  # [1]
    action: int


def find_ends(search: quick.Search, root: npt.NDArray[Any]) -> list[End]:
    """The ends of a blind search, the most promising first."""
    ends = [
        End(float(two.values[i]), two.states[i : i + 1].copy(), int(two.actions[i]))
        for _, two in search.generations(root, True)
        for i in range(int(two.size[0]))
    ]
    return sorted(ends, key=lambda end: end.estimate)


def fill(end: End, seed: int) -> npt.NDArray[Any]:
    """The state after an end, with one fill of the wheel."""
    filled = end.state.copy()
    DETERMINIZE(filled[0], np.uint64(seed))
    quick.APPLY(filled[0], end.action)
    return filled


def try_end(search: quick.Search, end: End, seed: int) -> int:
    """What an end comes to with one fill."""
    filled = fill(end, seed)
    if filled[0]["over"]:
        return int(quick.COUNT_SUNK(filled[0]))
    return int(search.close(filled))


def collect_ends(networks: Networks, seeds: range, generator: Generator) -> Collected:
    """Rows and what is still to pay, ``ENDS_PER_DEAL`` of a deal side by side."""
    wide, thin = networks.search(128), networks.search(NARROW)
    rows: list[Rows] = []
    targets: list[float] = []
    for seed in seeds:
        ends = find_ends(wide, quick.deal(seed))[:ENDS_CONSIDERED]
        if len(ends) < ENDS_PER_DEAL:
            continue
        best = ENDS_PER_DEAL // 3
        others = generator.choice(len(ends) - best, size=ENDS_PER_DEAL - best, replace=False)
        for end in [ends[index] for index in [*range(best), *sorted(best + others)]]:
            mean = fmean(try_end(thin, end, mix(seed + number)) for number in range(FILLS))
            FORETELL_END(end.state[0], end.action, thin.space)
            rows.append(thin.space.end_row.copy())
            targets.append(mean - int(quick.COUNT_SUNK(thin.space.child[0])))
    return np.array(rows), np.array(targets, dtype=np.float32)


# --- Phase one ----------------------------------------------------------------------------------


def collect_going(networks: Networks, seeds: range, generator: Generator) -> Collected:
    """Rows and what is still to pay, ``PER_GENERATION`` of a generation side by side."""
    wide, thin = networks.search(200), networks.search(NARROW)
    rows: list[Rows] = []
    targets: list[float] = []
    for seed in seeds:
        wide.space.noise[0], wide.space.rng[0] = generator.uniform(0, NOISE), seed
        for one, _ in wide.generations(quick.deal(seed), True):
            if int(one.size[0]) < PER_GENERATION:
                continue
            for index in generator.choice(int(one.size[0]), size=PER_GENERATION, replace=False):
                state = one.states[index : index + 1].copy()
                rows.append(wide.measure(state[0]))
                targets.append(best_judged(thin, state) - int(quick.COUNT_SUNK(state[0])))
    return np.array(rows), np.array(targets, dtype=np.float32)


def best_judged(search: quick.Search, root: npt.NDArray[Any]) -> float:
    """The least that a closer look at the best ends gives."""
    ends = find_ends(search, root)[:ENDS_JUDGED]
    return min(float(FORETELL_END(end.state[0], end.action, search.space)) for end in ends)


# --- Learning -----------------------------------------------------------------------------------


def learn(networks: Networks, deals: dict[str, int], generator: Generator) -> None:
    """All three steps; ``deals``: how many for each."""
    first = FIRST_DEAL
    for name, collect in (
        ("closing", collect_closing), ("ends", collect_ends), ("going", collect_going)
    ):  # fmt: skip
        begin = time.perf_counter()
        seeds = range(first, first + deals[name])
        rows, targets = collect(networks, seeds, generator)
        first += deals[name]
        print(f"{name}: {time.perf_counter() - begin:.0f} s", file=sys.stderr)
        if name == "closing":
            networks.close = fit(rows, targets, PER_GENERATION)
        elif name == "ends":
            networks.end = fit(rows, targets, ENDS_PER_DEAL, decay=1e-3)
            rows = rows[:, :NUM_FEATURES]
            networks.quick[ENDING] = fit(rows, targets, ENDS_PER_DEAL, decay=1e-3)
        else:
            networks.quick[GOING] = fit(rows, targets, PER_GENERATION)


def fit(rows: Rows, targets: Rows, group: int, decay: float = 1e-4, epochs: int = 60) -> Rows:
    """One network by Adam on the mean of squares; the last tenth only tells how good it is."""
    generator = np.random.default_rng(0)
    shuffled = quick.shuffle_groups(len(rows), group, generator)
    x = np.c_[rows[shuffled], np.ones(len(shuffled))].astype(np.float32)
    y = np.minimum(targets[shuffled], np.quantile(targets, 0.99)).astype(np.float32)
    split = len(x) * 9 // 10 // group * group
    ridge = x[:split].astype(np.float64)
    straight = np.linalg.solve(ridge.T @ ridge + np.eye(x.shape[1]), ridge.T @ y[:split])
    weights = [
        generator.normal(0, 0.3, (x.shape[1], NUM_HIDDEN)).astype(np.float32),
        np.zeros(NUM_HIDDEN, dtype=np.float32),
        straight.astype(np.float32),
    ]
    moments = [(np.zeros_like(w), np.zeros_like(w)) for w in weights]
    batch = max(1, 256 // group) * group
    total = epochs * (split // batch)
    step = 0
    for _ in range(epochs):
        order = quick.shuffle_groups(split, group, generator)
        for begin in range(0, split - batch + 1, batch):
            part = order[begin : begin + batch]
            step += 1
            improve(weights, moments, x[part], y[part], group, decay, step, step / total)
    errors = answers(weights, x[split:]) - y[split:]
    apart = errors.reshape(-1, group)
    print(f"  {len(x)} rows: error {errors.std():.2f}, within a group "
          f"{(apart - apart.mean(axis=1, keepdims=True)).std():.2f}", file=sys.stderr)  # fmt: skip
    return as_network(weights)


def answers(weights: list[Rows], x: Rows) -> Rows:
    """What a network says of each row."""
    return np.maximum(x @ weights[0], 0) @ weights[1] + x @ weights[2]


def improve(
    weights: list[Rows],
    moments: list[tuple[Rows, Rows]],
    x: Rows,
    y: Rows,
    group: int,
    decay: float,
    step: int,
    progress: float,
) -> None:
    """One step of Adam."""
    hidden = np.maximum(x @ weights[0], 0)
    error = hidden @ weights[1] + x @ weights[2] - y
    error -= quick.SHARED * np.repeat(error.reshape(-1, group).mean(axis=1), group)
    error = 2 * np.clip(error, -12, 12) / len(y)
    back = np.outer(error, weights[1]) * (hidden > 0)
    rate = 0.01 * (1 - progress) + 1e-5
    gradients = [x.T @ back, hidden.T @ error, x.T @ error]
    for weight, gradient, (mean, square) in zip(weights, gradients, moments, strict=True):
        gradient = gradient + decay * weight
        mean += 0.1 * (gradient - mean)
        square += 0.001 * (gradient * gradient - square)
        weight -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)


def as_network(weights: list[Rows]) -> Rows:
    """The weights as ``outlook.ask_network`` reads them, rounded as they are stored."""
    network = np.zeros((len(weights[0]) + 1, NUM_COLUMNS), dtype=np.float16)
    network[:-1, :NUM_HIDDEN] = weights[0]
    network[:-1, NUM_HIDDEN] = weights[2]
    network[-1, :NUM_HIDDEN] = weights[1]
    return network.astype(np.float32)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--closing", type=int, default=700, help="deals")
    parser.add_argument("--ends", type=int, default=225, help="deals")
    parser.add_argument("--going", type=int, default=275, help="deals")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    networks = Networks()
    learn(networks, vars(options), np.random.default_rng(options.seed))
    print("\n\n".join(networks.texts()))


if __name__ == "__main__":
    main()
