"""Learn the quick networks of the solo game's solver; prints the first text of solo/weights.py.

    python learning/nova_luna_solo.py --rounds 1 --deals 200 --per-generation 4 --narrow 16
    python learning/nova_luna_solo.py --present --only closing --deals 500 --per-generation 6

The second goes on from the weights there are, with one network. ``nova_luna_solo_closer.py`` comes
after: it learns the networks that look closer, and GOING and ENDING anew by what those see.

A round: beam searches by the present networks, shaken a little, on fresh deals. Some states of each
generation are played to the end by a narrow beam of their own, and what they came to is what the
networks are fitted to: CLOSING with the fill that was dealt, ENDING with a random fill, GOING with
the best end that a narrow blind search of phase one finds by ENDING.

CLOSING only has to tell states of one generation apart, so what the errors of such states have in
common hardly counts.
"""

from __future__ import annotations

import argparse
import base64
import sys
import time
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.games.nova_luna import SOLO
from tilewright.games.nova_luna.solo.beam import close_game, select, start
from tilewright.games.nova_luna.solo.expansion import expand
from tilewright.games.nova_luna.solo.outlook import (
    CLOSING,
    ENDING,
    GOING,
    NAMES,
    NUM_COLUMNS,
    NUM_FEATURES,
    NUM_HIDDEN,
    NUM_QUESTIONS,
    NUM_ROWS,
    count_sunk,
    measure_area,
    measure_wheel,
)
from tilewright.games.nova_luna.solo.rules import apply, may_finish, setup
from tilewright.games.nova_luna.solo.weights import CLOSE_NETWORK, END_NETWORK, NETWORKS
from tilewright.games.nova_luna.solo.workspace import make_beam, make_pool, make_workspace
from tilewright.games.nova_luna.state import FINISH
from tilewright.kernel import compiled

START = compiled(start)
EXPAND = compiled(expand)
SELECT = compiled(select)
CLOSE = compiled(close_game)
SETUP = compiled(setup)
APPLY = compiled(apply)
MAY_FINISH = compiled(may_finish)
MEASURE_WHEEL = compiled(measure_wheel)
MEASURE_AREA = compiled(measure_area)
COUNT_SUNK = compiled(count_sunk)

FIRST_DEAL = 1_000_000_000  # far from the seeds people use
QUESTIONS = {"going": GOING, "ending": ENDING, "closing": CLOSING}
SHARED = 0.9  # of what the errors of a generation have in common is left out


def rough_networks():
    """Something to begin with: discs left, less what is nearly done."""
    networks = np.zeros((NUM_QUESTIONS, NUM_ROWS, NUM_COLUMNS), dtype=np.float32)
    for question, per_disc in ((GOING, 4.5), (ENDING, 4.0), (CLOSING, 3.4)):
        for name, weight in (
            ("discs_left", 10 * per_disc),
            ("one_short_on_offer", -4.0),
            ("two_short", -1.7),
            ("growth_squared", -2.0),
        ):
            networks[question, NAMES.index(name), NUM_HIDDEN] = weight
    return networks


def deal(seed):
    """A fresh deal, in an array of length 1."""
    states = SOLO.new_state()
    SETUP(states[0], np.uint64(seed), 1, np.zeros(1, dtype=np.int64))
    return states


class Search:
    """The arrays of beams of one width."""

    def __init__(self, width, networks, close_network=CLOSE_NETWORK, end_network=END_NETWORK):
        self.width = width
        self.beams = [make_beam(width) for _ in range(4)]
        self.pools = [make_pool(width) for _ in range(2)]
        self.space = make_workspace(width, networks, close_network, end_network)

    def generations(self, root, is_blind):
        """The beams of both phases, generation by generation."""
        one, two, next_one, next_two = self.beams
        one.size[0] = two.size[0] = 0
        START(root, one if int(root[0]["phase"]) == 1 else two, self.space)
        while int(one.size[0]) or int(two.size[0]):
            yield one, two
            for phase, beam in ((1, one), (2, two)):
                if not (is_blind and phase == 2):
                    EXPAND(one, two, 0, int(beam.size[0]), phase, tuple(self.pools), self.width,
                           is_blind, self.space)  # fmt: skip
            SELECT(self.pools[0], one, two, next_one, self.width, False, self.space)
            SELECT(self.pools[1], one, two, next_two, self.width, is_blind, self.space)
            one, two, next_one, next_two = next_one, next_two, one, two

    def par(self, root):
        for _ in self.generations(root, False):
            pass
        return int(self.space.best[0])

    def best_end(self, root):
        """The least estimate of an end of phase one."""
        ends = [float(two.values[0]) for _, two in self.generations(root, True) if two.size[0]]
        return min(ends)

    def close(self, root):
        beam, spare = self.beams[:2]
        return CLOSE(root, beam, spare, self.pools[0], self.width, self.space)

    def measure(self, state):
        space = self.space
        MEASURE_WHEEL(state, space.wheel, space.needs)
        MEASURE_AREA(state, space.wheel, space.needs, space.row, space.tally)
        return space.row.copy()


def collect(networks, seeds, width, narrow, per_generation, noise, questions):
    """Rows and targets for each question."""
    wide, thin = Search(width, networks), Search(narrow, networks)
    generator = np.random.default_rng(seeds[0])
    rows: dict[int, list[Any]] = {question: [] for question in range(NUM_QUESTIONS)}
    targets: dict[int, list[Any]] = {question: [] for question in range(NUM_QUESTIONS)}

    def note(question, row, target):
        rows[question].append(row)
        targets[question].append(target)

    for seed in seeds:
        wide.space.noise[0] = generator.uniform(0, noise)
        wide.space.rng[0] = seed
        for one, two in wide.generations(deal(seed), False):
            if int(one.size[0]):
                for index in generator.integers(int(one.size[0]), size=per_generation):
                    root = one.states[index : index + 1].copy()
                    if int(root[0]["ply"]) < 3 and generator.random() < 0.7:
                        continue
                    sunk, row = int(COUNT_SUNK(root[0])), wide.measure(root[0])
                    if GOING in questions:
                        note(GOING, row, thin.best_end(root) - sunk)
                    if ENDING in questions and MAY_FINISH(root[0]):
                        for _ in range(3):
                            filled = root.copy()
                            generator.shuffle(filled[0]["supply"][: int(root[0]["supply_size"])])
                            APPLY(filled[0], FINISH)
                            score = (
                                thin.close(filled)
                                if not filled[0]["over"]
                                else int(filled[0]["first_sum"]) + int(filled[0]["distance"][0])
                            )
                            note(ENDING, row, score - sunk)
            if int(two.size[0]) and CLOSING in questions:
                for index in generator.integers(int(two.size[0]), size=per_generation):
                    root = two.states[index : index + 1].copy()
                    sunk, row = int(COUNT_SUNK(root[0])), wide.measure(root[0])
                    note(CLOSING, row, thin.close(root) - sunk)
    return (
        {q: np.array(rows[q], dtype=np.float32) for q in rows},
        {q: np.array(targets[q], dtype=np.float32) for q in rows},
    )


def shuffle_groups(num_rows, group, generator):
    """The indices of so many rows, those of a group side by side as before."""
    groups = generator.permutation(num_rows // group)
    return (groups[:, None] * group + np.arange(group)).ravel()


def fit(rows, targets, seed, group=1, epochs=120):
    """One network by Adam on the mean of squares; the last tenth only tells how good it is.

    ``group`` rows side by side come from one generation.
    """
    generator = np.random.default_rng(seed)
    shuffled = shuffle_groups(len(rows), group, generator)
    rows = rows[shuffled]
    # The hopeless are all alike: how hopeless they are should not bend the rest.
    targets = np.minimum(targets[shuffled], np.quantile(targets, 0.97))
    split = len(rows) * 9 // 10 // group * group
    x, y = rows[:split].astype(np.float64), targets[:split].astype(np.float64)
    ridge = np.c_[x, np.ones(len(x))]
    straight = np.linalg.solve(ridge.T @ ridge + 1.0 * np.eye(ridge.shape[1]), ridge.T @ y)
    weights = [
        generator.normal(0, 0.4, (NUM_FEATURES, NUM_HIDDEN)),
        np.zeros(NUM_HIDDEN),
        np.zeros(NUM_HIDDEN),
        straight[:-1].copy(),
        straight[-1:].copy(),
    ]
    first = [np.zeros_like(w) for w in weights]
    second = [np.zeros_like(w) for w in weights]
    step = 0
    batch = 256 // group * group
    total = epochs * (len(x) // batch)
    for _ in range(epochs):
        order = shuffle_groups(len(x), group, generator)
        for begin in range(0, len(order) - batch + 1, batch):
            part = order[begin : begin + batch]
            a, b = x[part], y[part]
            hidden = np.maximum(a @ weights[0] + weights[1], 0)
            error = hidden @ weights[2] + a @ weights[3] + weights[4] - b
            if group > 1:
                error -= SHARED * np.repeat(error.reshape(-1, group).mean(axis=1), group)
            error = 2 * np.clip(error, -12, 12) / batch
            back = np.outer(error, weights[2]) * (hidden > 0)
            gradients = [
                a.T @ back, back.sum(0), hidden.T @ error, a.T @ error, error.sum(keepdims=True)
            ]  # fmt: skip
            step += 1
            rate = 0.01 * (1 - step / total) + 1e-5
            for w, g, m, v in zip(weights, gradients, first, second, strict=True):
                g = g + 1e-4 * w
                m += 0.1 * (g - m)
                v += 0.001 * (g * g - v)
                w -= rate * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)
    network = np.zeros((NUM_ROWS, NUM_COLUMNS), dtype=np.float32)
    network[:NUM_FEATURES, :NUM_HIDDEN] = weights[0]
    network[:NUM_FEATURES, NUM_HIDDEN] = weights[3]
    network[NUM_FEATURES, :NUM_HIDDEN] = weights[1]
    network[NUM_FEATURES, NUM_HIDDEN] = weights[4][0]
    network[NUM_FEATURES + 1, :NUM_HIDDEN] = weights[2]
    tail = rows[split:].astype(np.float64)
    answer = np.maximum(tail @ weights[0] + weights[1], 0) @ weights[2] + tail @ weights[3]
    errors = answer + weights[4] - targets[split:]
    line = np.c_[tail, np.ones(len(tail))] @ straight - targets[split:]
    spread = targets[split:].std()
    print(f"  {len(rows)} rows: spread {spread:.2f}, straight {line.std():.2f}, "
          f"network {errors.std():.2f}", file=sys.stderr)  # fmt: skip
    return network


def learn(networks, rounds, deals, seed, width, narrow, per_generation, noise, questions):
    """Some rounds of collecting and fitting; the last two rounds' rows count."""
    history = []
    for number in range(rounds):
        first = FIRST_DEAL + (seed * rounds + number) * deals
        seeds = range(first, first + deals)
        begin = time.perf_counter()
        networks = networks.copy()
        ends = [question for question in (ENDING, CLOSING) if question in questions]
        if ends:
            history.append(collect(networks, seeds, width, narrow, per_generation, noise, ends))
        for question in ends:
            rows = np.concatenate([r[question] for r, _ in history[-2:]])
            targets = np.concatenate([t[question] for _, t in history[-2:]])
            group = per_generation if question == CLOSING else 1
            networks[question] = fit(rows, targets, seed + number, group)
        if GOING in questions:
            rows, targets = collect(networks, seeds, width, narrow, per_generation, noise, [GOING])
            networks[GOING] = fit(rows[GOING], targets[GOING], seed + number)
        report(networks, f"round {number}", begin)
    return networks


def report(networks, title, begin):
    """Say what a narrow search with hindsight comes to on deals that are not learnt from."""
    search = Search(200, networks)
    scores = [search.par(deal(FIRST_DEAL - 1 - index)) for index in range(40)]
    print(f"{title}: par at width 200 {np.mean(scores):.2f}, "
          f"{time.perf_counter() - begin:.0f} s", file=sys.stderr)  # fmt: skip


def encode(networks: npt.NDArray[np.float32]) -> str:
    """The networks as lines of text."""
    text = base64.b85encode(networks.astype("<f2").tobytes()).decode()
    return "\n".join(text[i : i + 96] for i in range(0, len(text), 96))


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--width", type=int, default=300)
    parser.add_argument("--narrow", type=int, default=16)
    parser.add_argument("--per-generation", type=int, default=4)
    parser.add_argument("--noise", type=float, default=6.0)
    parser.add_argument("--present", action="store_true", help="go on from solo/weights.py")
    parser.add_argument("--only", choices=QUESTIONS, help="learn one network")
    options = parser.parse_args()
    networks = NETWORKS if options.present else rough_networks()
    questions = [QUESTIONS[options.only]] if options.only else list(QUESTIONS.values())
    report(networks, "before", time.perf_counter())
    networks = learn(
        networks, options.rounds, options.deals, options.seed, options.width, options.narrow,
        options.per_generation, options.noise, questions,
    )  # fmt: skip
    print(encode(networks))


if __name__ == "__main__":
    main()
