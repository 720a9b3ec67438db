"""Trains a network on samples with AdamW; kernels compute the gradients on all cores.

During training, all weights are one array of floats, and the layers are views of it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from learning.gradients import add_gradients, add_losses, apply_gradients
from learning.playing import Samples
from tilewright.game import MAX_PLAYERS
from tilewright.kernel import compiled
from tilewright.network import HIDDEN, OUTPUTS, UNITS, WIDTH, Network
from tilewright.network.files import ONE, WEIGHT_SHIFT

__all__ = [
    "Floats",
    "Progress",
    "dequantise",
    "fit_weights",
    "initialise_weights",
    "measure_loss",
    "quantise",
    "split_weights",
]

Floats = npt.NDArray[np.float32]
Progress = Callable[[str], None]

MAX_WEIGHT: Final = 7.9  # of the second and third layer
MIN_WEIGHT: Final = 1e-3  # of an integer
WARM_UP_STEPS: Final = 200  # steps in which the rate rises


def split_weights(flat: Floats) -> tuple[Floats, ...]:
    """Return views of the layers: rows, second, hidden biases, third, output biases."""
    shapes = [
        (MAX_PLAYERS, HIDDEN, WIDTH),
        (MAX_PLAYERS, HIDDEN),
        (MAX_PLAYERS, HIDDEN, OUTPUTS),
        (MAX_PLAYERS, OUTPUTS),
    ]
    sizes = [math.prod(shape) for shape in shapes]
    rows, rest = flat[: -sum(sizes)], flat[-sum(sizes) :]
    parts = np.split(rest, np.cumsum(sizes)[:-1])
    pairs = zip(parts, shapes, strict=True)
    return rows.reshape(-1, WIDTH), *(part.reshape(shape) for part, shape in pairs)


def initialise_weights(num_inputs: int, seed: int) -> Floats:
    """Return small random weights, float32[size], the same for all numbers of players."""
    rng = np.random.default_rng(seed)
    size = (num_inputs + 2) * WIDTH + MAX_PLAYERS * (HIDDEN * (WIDTH + 1 + OUTPUTS) + OUTPUTS)
    flat = np.zeros(size, np.float32)
    rows, second, inner, third, _ = split_weights(flat)
    rows[:num_inputs, :UNITS] = 0.05 * rng.standard_normal((num_inputs, UNITS))
    rows[num_inputs, :UNITS] = 0.4
    second[..., :UNITS] = rng.standard_normal((HIDDEN, UNITS)) / math.sqrt(UNITS)
    inner[:] = 0.1
    third[:] = 0.05 * rng.standard_normal((HIDDEN, OUTPUTS))
    return flat


def quantise(flat: Floats) -> Network:
    """Convert weights to the integers of a network. Rows of inputs that were never on become
    zero."""
    rows, second, inner, third, outer = (part.astype(np.float64) for part in split_weights(flat))
    scale = 1 << WEIGHT_SHIFT
    rows[~rows[:, UNITS:].any(axis=1)] = 0.0  # these are 0 until the input is on for the first time
    biases = [np.rint(inner * (ONE * scale)), np.rint(outer * ONE)]
    return Network(
        np.rint(rows * ONE).clip(-32767, 32767).astype(np.int16),
        np.rint(second * scale).astype(np.int16),
        np.concatenate(biases, axis=1).astype(np.int32),
        np.rint(third * scale).astype(np.int32),
    )


def dequantise(network: Network) -> Floats:
    """Convert a network's integers back to weights, as precisely as they allow."""
    rows, second, biases, third = (part.astype(np.float32) for part in network)
    scale = 1 << WEIGHT_SHIFT
    inner, outer = biases[:, :HIDDEN] / (ONE * scale), biases[:, HIDDEN:] / ONE
    was_on = rows.any(axis=1) & ~rows[:, UNITS:].any(axis=1)
    rows[was_on, UNITS] = MIN_WEIGHT  # 0 there marks an input that was never on
    parts = rows / ONE, second / scale, inner, third / scale, outer
    return np.concatenate([part.reshape(-1) for part in parts]).astype(np.float32)


def _allocate_scratch() -> tuple[Floats, ...]:
    """Allocate one thread's scratch arrays for the kernels of ``gradients``."""
    sizes = (WIDTH, HIDDEN, OUTPUTS, OUTPUTS, WIDTH)
    return tuple(np.zeros(size, np.float32) for size in sizes)


class Learner:
    """AdamW on several threads.

    Args:
        flat: Initial weights, which are copied.
        workers: Number of threads. The result depends on it.
        decay: Weight decay per step.
    """

    def __init__(self, flat: Floats, workers: int, decay: float) -> None:
        self.flat, self._decay = flat.copy(), np.float32(decay)
        self._weights = split_weights(self.flat)
        self._grads = np.zeros((workers, len(flat)), np.float32)
        self._means, self._variances = np.zeros_like(flat), np.zeros_like(flat)
        self._parts = [split_weights(grads) for grads in self._grads]
        self._pads = [_allocate_scratch() for _ in range(workers)]
        self._learn, self._move = compiled(add_gradients), compiled(apply_gradients)
        self._pool = ThreadPoolExecutor(workers)
        self._loss = 0.0

    def step(self, samples: Samples, indexes: Any, rate: float, number: int) -> None:
        """Take the ``number``-th step, counted from 1, on the samples with these indexes."""
        given = indexes, samples.inputs, samples.targets, samples.players, self._weights
        work = zip(self._bounds(len(indexes)), self._parts, self._pads, strict=True)
        jobs = [self._pool.submit(self._learn, *ends, *given, *mine) for ends, *mine in work]
        self._loss += sum(job.result() for job in jobs)
        moved = self.flat, self._grads, self._means, self._variances
        how = len(indexes), np.float32(rate), self._decay, number
        bounds = self._bounds(len(self.flat))
        for job in [self._pool.submit(self._move, *ends, *moved, *how) for ends in bounds]:
            job.result()
        for part in (self._weights[1], self._weights[3]):
            np.clip(part, -MAX_WEIGHT, MAX_WEIGHT, out=part)

    def take_loss(self) -> float:
        """Return the summed loss of all samples since the last call, and reset it to 0."""
        loss, self._loss = self._loss, 0.0
        return loss

    def _bounds(self, size: int) -> list[tuple[int, int]]:
        """Split a range into one ``(first, last)`` part per thread; last is exclusive."""
        workers = len(self._grads)
        return list(pairwise(size * part // workers for part in range(workers + 1)))


def fit_weights(
    flat: Floats,
    sets: Sequence[Samples],
    *,
    steps: int,
    batch: int,
    rate: float,
    decay: float = 0.01,
    seed: int = 1,
    workers: int = 1,
    progress: Progress | None = None,
) -> Floats:
    """Train weights by AdamW on sets of samples and return the trained weights.

    Each step uses a batch from one of the sets, chosen with probability proportional to its size.
    The result is determined by the seed and the number of workers.
    """
    rng = np.random.default_rng(seed)
    sizes = np.array([len(one.plies) for one in sets], dtype=np.float64)
    learner = Learner(flat, workers, decay)
    begin, told = time.perf_counter(), max(1, steps // 4)
    for number in range(1, steps + 1):
        chosen = sets[int(rng.choice(len(sets), p=sizes / sizes.sum()))]
        indexes = rng.integers(0, len(chosen.plies), batch)
        fading = 0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * number / steps))
        now = rate * min(1.0, number / min(WARM_UP_STEPS, steps)) * fading
        learner.step(chosen, indexes, now, number)
        if progress and number % told == 0:
            loss = learner.take_loss() / (told * batch)
            each = 1e3 * (time.perf_counter() - begin) / number
            progress(f"step {number} of {steps}: loss {loss:.4f}, {each:.1f} ms a step")
    return learner.flat


def measure_loss(flat: Floats, samples: Samples) -> float:
    """Return the mean loss of the weights over all samples."""
    count = len(samples.plies)
    given = samples.inputs, samples.targets, samples.players, split_weights(flat)
    return float(compiled(add_losses)(0, count, *given, _allocate_scratch())) / count
