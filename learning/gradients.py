"""Kernels for the gradient of a network's loss, sample by sample, and for an AdamW step."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from learning.playing import NONE
from tilewright.game import MAX_PLAYERS
from tilewright.kernel import called, kernel
from tilewright.network import HIDDEN, OUTPUTS, UNITS, WIDTH

__all__ = ["add_gradients", "add_losses", "apply_gradients"]

HIDDEN_TOP: Final = 4.0
SHARE_WEIGHT: Final = 0.5  # of the shares in the loss, beside who comes first
MOMENTUM: Final = 0.9
VARIANCE: Final = 0.999


@called
def predict(weights, inputs, bucket, sums, hidden, logits):
    """Compute a sample's logits. ``sums`` and ``hidden`` get the layers' values before clipping."""
    rows, second, inner, third, outer = weights
    always = rows[len(rows) - 2]
    for column in range(WIDTH):
        sums[column] = always[column]
    for index in range(len(inputs)):
        number = int(inputs[index])
        if number == NONE:
            break
        row = rows[number]
        for column in range(WIDTH):
            sums[column] += row[column]
    for output in range(OUTPUTS):
        logits[output] = sums[UNITS + output] + outer[bucket, output]
    for unit in range(HIDDEN):
        row = second[bucket, unit]
        total = inner[bucket, unit]
        for column in range(UNITS):
            total += min(max(sums[column], np.float32(0.0)), np.float32(1.0)) * row[column]
        hidden[unit] = total
        value = min(max(total, np.float32(0.0)), np.float32(HIDDEN_TOP))
        if value > 0.0:
            for output in range(OUTPUTS):
                logits[output] += value * third[bucket, unit, output]


@called
def compute_loss_gradient(logits, targets, players, slopes):
    """Return a sample's loss, and write its gradient with respect to the logits to ``slopes``."""
    best = logits[0]
    for place in range(1, players):
        best = max(best, logits[place])
    total = 0.0
    for place in range(players):
        total += math.exp(logits[place] - best)
    loss = 0.0
    weight = SHARE_WEIGHT / players
    for place in range(MAX_PLAYERS):
        share = MAX_PLAYERS + place
        slopes[place] = 0.0
        slopes[share] = 0.0
        if place < players:
            chance = math.exp(logits[place] - best) / total
            loss -= targets[place] * math.log(max(chance, 1e-9))
            slopes[place] = chance - targets[place]
            guess = 1.0 / (1.0 + math.exp(-logits[share]))
            loss -= weight * targets[share] * math.log(max(guess, 1e-9))
            loss -= weight * (1.0 - targets[share]) * math.log(max(1.0 - guess, 1e-9))
            slopes[share] = weight * (guess - targets[share])
    return loss


@called
def backpropagate(weights, inputs, bucket, sums, hidden, slopes, back, grads):
    """Add a sample's gradient with respect to all weights to ``grads``. back: float32[64],
    scratch."""
    _, second, _, third, _ = weights
    row_grads, second_grads, inner_grads, third_grads, outer_grads = grads
    for column in range(UNITS):
        back[column] = 0.0
    for output in range(OUTPUTS):
        back[UNITS + output] = slopes[output]
        outer_grads[bucket, output] += slopes[output]
    for unit in range(HIDDEN):
        if hidden[unit] <= 0.0:
            continue
        slope = np.float32(0.0)
        value = min(hidden[unit], np.float32(HIDDEN_TOP))
        for output in range(OUTPUTS):
            slope += slopes[output] * third[bucket, unit, output]
            third_grads[bucket, unit, output] += slopes[output] * value
        if hidden[unit] < HIDDEN_TOP:
            inner_grads[bucket, unit] += slope
            row = second[bucket, unit]
            row_grad = second_grads[bucket, unit]
            for column in range(UNITS):
                value = min(max(sums[column], np.float32(0.0)), np.float32(1.0))
                row_grad[column] += slope * value
                back[column] += slope * row[column]
    for column in range(UNITS):
        if not 0.0 < sums[column] < 1.0:
            back[column] = 0.0
    always = row_grads[len(row_grads) - 2]
    for column in range(WIDTH):
        always[column] += back[column]
    for index in range(len(inputs)):
        number = int(inputs[index])
        if number == NONE:
            break
        row = row_grads[number]
        for column in range(WIDTH):
            row[column] += back[column]


@kernel
def add_gradients(first, last, indexes, inputs, targets, players, weights, grads, scratch):
    """Add the gradients of the samples ``indexes[first:last]`` to ``grads``; return their total
    loss."""
    sums, hidden, logits, slopes, back = scratch
    loss = 0.0
    for index in range(first, last):
        sample = int(indexes[index])
        predict(weights, inputs[sample], players - 1, sums, hidden, logits)
        loss += compute_loss_gradient(logits, targets[sample], players, slopes)
        backpropagate(weights, inputs[sample], players - 1, sums, hidden, slopes, back, grads)
    return loss


@kernel
def add_losses(first, last, inputs, targets, players, weights, scratch):
    """Return the total loss of the samples from ``first`` to ``last - 1``."""
    sums, hidden, logits, slopes, _ = scratch
    loss = 0.0
    for sample in range(first, last):
        predict(weights, inputs[sample], players - 1, sums, hidden, logits)
        loss += compute_loss_gradient(logits, targets[sample], players, slopes)
    return loss


@kernel
def apply_gradients(first, last, flat, grads, means, variances, size, rate, decay, number):
    """Update the weights ``first`` to ``last - 1`` by an AdamW step, and set their gradients to
    0."""
    steady = np.float32(1.0 - MOMENTUM**number)
    spread = np.float32(1.0 - VARIANCE**number)
    for index in range(first, last):
        grad = np.float32(0.0)
        for worker in range(len(grads)):
            grad += grads[worker, index]
            grads[worker, index] = np.float32(0.0)
        grad /= np.float32(size)
        mean = means[index] + np.float32(1.0 - MOMENTUM) * (grad - means[index])
        variance = variances[index]
        variance += np.float32(1.0 - VARIANCE) * (grad * grad - variance)
        means[index] = mean
        variances[index] = variance
        step = mean / steady / (math.sqrt(variance / spread) + np.float32(1e-8))
        flat[index] -= rate * (step + decay * flat[index])
