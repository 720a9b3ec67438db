"""The steps of AdamW on a GPU: a block of threads a sample, a thread a column.

Gradients of all samples are added up in no fixed order, so equal seeds give weights that differ in
their last bits. What is computed is what ``gradients`` computes.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numba import float32

from learning.fitting import MOST_WEIGHT, Floats, split
from learning.gradients import HIDDEN_TOP, MOMENTUM, SHARE_WEIGHT, VARIANCE
from learning.playing import NONE, Samples
from tilewright.game import MAX_PLAYERS
from tilewright.kernel.cuda import cuda
from tilewright.network import HIDDEN, OUTPUTS, UNITS, WIDTH

__all__ = ["GpuLearner"]

SAMPLES_PER_BLOCK: Final = 16
BLOCK: Final = 256  # threads that move weights
TOP = np.float32(HIDDEN_TOP)
ZERO, HALF, ONE = np.float32(0.0), np.float32(0.5), np.float32(1.0)
LEAST = np.float32(1e-9)
SHARE = np.float32(SHARE_WEIGHT)


@cuda.jit
def learn_grid(
    picks, inputs, targets, players, rows, second, inner, third, outer,
    row_grads, second_grads, inner_grads, third_grads, outer_grads, losses,
):  # fmt: skip
    """Add the gradients of the samples picked, and their losses."""
    column = cuda.threadIdx.x
    bucket = players - 1
    sums = cuda.shared.array(WIDTH, float32)
    units = cuda.shared.array(WIDTH, float32)
    parts = cuda.shared.array(WIDTH, float32)
    hidden = cuda.shared.array(HIDDEN, float32)
    bends = cuda.shared.array(HIDDEN, float32)
    logits = cuda.shared.array(OUTPUTS, float32)
    slopes = cuda.shared.array(OUTPUTS, float32)
    second_sums = cuda.shared.array((HIDDEN, WIDTH), float32)
    third_sums = cuda.shared.array((HIDDEN, OUTPUTS), float32)
    for unit in range(HIDDEN):
        second_sums[unit, column] = ZERO
    for index in range(column, HIDDEN * OUTPUTS, WIDTH):
        third_sums[index // OUTPUTS, index % OUTPUTS] = ZERO
    inner_sum = outer_sum = always_sum = loss = ZERO
    always = rows.shape[0] - 2
    first = cuda.blockIdx.x * SAMPLES_PER_BLOCK
    for pick in range(first, min(first + SAMPLES_PER_BLOCK, len(picks))):
        sample = picks[pick]
        total = rows[always, column]
        count = 0
        while count < inputs.shape[1] and inputs[sample, count] != NONE:
            total += rows[inputs[sample, count], column]
            count += 1
        sums[column] = total
        units[column] = min(max(total, ZERO), ONE)
        cuda.syncthreads()

        unit = column % HIDDEN
        start = column // HIDDEN * (UNITS // 2)
        part = ZERO
        for place in range(start, start + UNITS // 2):
            part += units[place] * second[bucket, unit, place]
        parts[column] = part
        cuda.syncthreads()
        if column < HIDDEN:
            hidden[column] = inner[bucket, column] + parts[column] + parts[column + HIDDEN]
        cuda.syncthreads()

        if column < OUTPUTS:
            total = sums[UNITS + column] + outer[bucket, column]
            for unit in range(HIDDEN):
                total += min(max(hidden[unit], ZERO), TOP) * third[bucket, unit, column]
            logits[column] = total
        cuda.syncthreads()

        if column < OUTPUTS:
            slopes[column] = ZERO
            target = targets[sample, column]
            if column < players:
                best = logits[0]
                for place in range(1, players):
                    best = max(best, logits[place])
                total = ZERO
                for place in range(players):
                    total += math.exp(logits[place] - best)
                chance = math.exp(logits[column] - best) / total
                loss -= target * math.log(max(chance, LEAST))
                slopes[column] = chance - target
            elif MAX_PLAYERS <= column < MAX_PLAYERS + players:
                weight = SHARE / float32(players)
                guess = ONE / (ONE + math.exp(-logits[column]))
                loss -= weight * target * math.log(max(guess, LEAST))
                loss -= weight * (ONE - target) * math.log(max(ONE - guess, LEAST))
                slopes[column] = weight * (guess - target)
            outer_sum += slopes[column]
        cuda.syncthreads()

        if column < HIDDEN:
            slope = ZERO
            if ZERO < hidden[column] < TOP:
                for output in range(OUTPUTS):
                    slope += slopes[output] * third[bucket, column, output]
            bends[column] = slope
            inner_sum += slope
        for index in range(column, HIDDEN * OUTPUTS, WIDTH):
            unit = index // OUTPUTS
            value = min(max(hidden[unit], ZERO), TOP)
            third_sums[unit, index % OUTPUTS] += slopes[index % OUTPUTS] * value
        cuda.syncthreads()

        back = ZERO
        if column < UNITS:
            for unit in range(HIDDEN):
                second_sums[unit, column] += bends[unit] * units[column]
                back += bends[unit] * second[bucket, unit, column]
            if not ZERO < sums[column] < ONE:
                back = ZERO
        else:
            back = slopes[column - UNITS]
        always_sum += back
        for index in range(count):
            cuda.atomic.add(row_grads, (inputs[sample, index], column), back)
        cuda.syncthreads()

    cuda.atomic.add(row_grads, (always, column), always_sum)
    for unit in range(HIDDEN):
        if column < UNITS:
            cuda.atomic.add(second_grads, (bucket, unit, column), second_sums[unit, column])
    if column < HIDDEN:
        cuda.atomic.add(inner_grads, (bucket, column), inner_sum)
    for index in range(column, HIDDEN * OUTPUTS, WIDTH):
        unit, output = index // OUTPUTS, index % OUTPUTS
        cuda.atomic.add(third_grads, (bucket, unit, output), third_sums[unit, output])
    if column < OUTPUTS:
        cuda.atomic.add(outer_grads, (bucket, column), outer_sum)
        cuda.atomic.add(losses, 0, loss)


@cuda.jit
def move_grid(flat, grads, means, variances, is_cut, size, rate, decay, steady, spread):
    """A step along the gradients, which are cleared. is_cut: where MOST_WEIGHT is the most."""
    index = cuda.grid(1)
    if index < len(flat):
        grad = grads[index] / size
        grads[index] = ZERO
        mean = means[index] + (ONE - float32(MOMENTUM)) * (grad - means[index])
        variance = variances[index]
        variance += (ONE - float32(VARIANCE)) * (grad * grad - variance)
        means[index] = mean
        variances[index] = variance
        step = mean / steady / (math.sqrt(variance / spread) + float32(1e-8))
        value = flat[index] - rate * (step + decay * flat[index])
        if is_cut[index] > ZERO:
            value = min(max(value, -float32(MOST_WEIGHT)), float32(MOST_WEIGHT))
        flat[index] = value


def _split_on_gpu(flat: Any) -> list[Any]:
    """The parts of the weights, as ``split`` parts them, as views of one array on the GPU."""
    shapes = [part.shape for part in split(np.zeros(len(flat), np.float32))]
    ends = np.cumsum([math.prod(shape) for shape in shapes])
    bounds = zip([0, *ends[:-1]], ends, shapes, strict=True)
    return [flat[first:last].reshape(shape) for first, last, shape in bounds]


class GpuLearner:
    """Weights, gradients, moments and samples on the GPU."""

    def __init__(self, flat: Floats, workers: int, decay: float) -> None:
        new, self._decay = cuda.to_device, np.float32(decay)
        self._flat, empty = new(flat), np.zeros_like(flat)
        self._grads, self._means, self._variances = new(empty), new(empty), new(empty)
        is_cut = np.zeros_like(flat)
        for part in (1, 3):
            split(is_cut)[part][:] = 1.0
        self._is_cut, self._losses = new(is_cut), new(np.zeros(1, np.float32))
        self._weights, self._parts = _split_on_gpu(self._flat), _split_on_gpu(self._grads)
        self._samples: dict[int, list[Any]] = {}

    @property
    def flat(self) -> Floats:
        """The weights, as they are now."""
        return np.asarray(self._flat.copy_to_host())

    def step(self, samples: Samples, picks: Any, rate: float, number: int) -> None:
        """One batch."""
        if id(samples) not in self._samples:
            both = samples.inputs, samples.targets
            self._samples[id(samples)] = [cuda.to_device(array) for array in both]
        blocks, data = -(-len(picks) // SAMPLES_PER_BLOCK), self._samples[id(samples)]
        chosen = cuda.to_device(picks.astype(np.int32))
        learn_grid[blocks, WIDTH](
            chosen, *data, samples.players, *self._weights, *self._parts, self._losses
        )
        move_grid[-(-len(self._flat) // BLOCK), BLOCK](
            *(self._flat, self._grads, self._means, self._variances, self._is_cut),
            *(np.float32(len(picks)), np.float32(rate), self._decay),
            *(np.float32(1.0 - MOMENTUM**number), np.float32(1.0 - VARIANCE**number)),
        )

    def take_loss(self) -> float:
        """The sum of the losses of all samples since this was asked last."""
        loss = float(self._losses.copy_to_host()[0])
        self._losses.copy_to_device(np.zeros(1, np.float32))
        return loss
