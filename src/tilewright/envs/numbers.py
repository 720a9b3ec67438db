"""Packed observations as vectors of numbers, for machine learning.

>>> from tilewright.envs.numbers import numbers_of
>>> from tilewright.registry import get_game
>>> numbers = numbers_of(get_game("my-shelfie"))
>>> numbers.slices["card"]
slice(211, 212, None)

The vector concatenates the numbers of all features of a game, each feature in C order. All
functions accept one vector or many; the vector is the last axis.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.errors import InvalidOption
from tilewright.game import Feature, Game, Words
from tilewright.kernel import compiled, kernel, u64

__all__ = ["Numbers", "Vector", "find_runs", "numbers_of", "unpack_bits", "unpack_words"]

Vector = npt.NDArray[np.float32]
Places = npt.NDArray[np.int32]


@kernel
def gather_bits(words: Words, places: Places, first: int, end: int) -> int:
    """Assemble a number from the bits of ``words`` at ``places[first:end]``, lowest first.

    The place -1 stands for a zero bit.
    """
    value = 0
    for index in range(first, end):
        bit = int(places[index])
        if bit >= 0:
            value |= int((u64(words[bit >> 6]) >> (bit & 63)) & u64(1)) << (index - first)
    return value


@kernel
def unpack_words(
    words: Words, places: Places, firsts: Places, runs: Places, vector: Vector
) -> None:
    """Unpack one packed observation into a vector of numbers.

    places: int32[bits]; firsts: int32[numbers + 1], index in ``places`` of each
    number's first bit; runs: int32[numbers], lowest bit of each number whose bits are adjacent in
    one word, else -1.
    """
    for number in range(len(vector)):
        first, end, run = int(firsts[number]), int(firsts[number + 1]), int(runs[number])
        if run >= 0:
            shifted = u64(words[run >> 6]) >> (run & 63)
            vector[number] = int(shifted & ((u64(1) << (end - first)) - u64(1)))
        else:
            vector[number] = gather_bits(words, places, first, end)


@kernel
def unpack_rows(
    words: Words, places: Places, firsts: Places, runs: Places, vectors: Vector
) -> None:
    """Unpack each row of ``words``, uint64[rows, num_words], into a row of ``vectors``."""
    for row in range(len(words)):
        unpack_words(words[row], places, firsts, runs, vectors[row])


def find_runs(feature: Feature) -> npt.NDArray[np.int32]:
    """Return the lowest bit of each number whose bits are adjacent in one word.

    Returns:
        int32[numbers]: the lowest bit, or -1 for all other numbers.
    """
    places = feature.places.reshape(-1, feature.bits)
    lowest = places[:, 0]
    is_run = (places == lowest[:, None] + np.arange(feature.bits)).all(axis=1)
    return np.where(is_run & (lowest >= 0) & (lowest % 64 + feature.bits <= 64), lowest, -1).astype(
        np.int32
    )


class Numbers:
    """Converts a game's packed observations into vectors of numbers."""

    def __init__(self, game: Game) -> None:
        if game.observation is None:
            raise InvalidOption(f"{game.name} has no observations")
        self.features: tuple[Feature, ...] = game.observation.features
        self.num_words = game.observation.num_words
        sizes = [int(np.prod(feature.shape, dtype=int)) for feature in self.features]
        ends = np.cumsum(sizes).tolist()
        self.size: int = ends[-1]
        """Length of the vector."""
        self.slices: dict[str, slice] = {
            feature.name: slice(end - size, end)
            for feature, size, end in zip(self.features, sizes, ends, strict=True)
        }
        bits = np.repeat([feature.bits for feature in self.features], sizes)
        self.highest: Vector = (2.0**bits - 1).astype(np.float32)
        """float32[size]: upper bound of each number."""
        self.places = np.concatenate([feature.places.ravel() for feature in self.features])
        self.firsts = np.concatenate([[0], np.cumsum(bits)]).astype(np.int32)
        self.runs = np.concatenate([find_runs(feature) for feature in self.features])

    @property
    def tables(self) -> tuple[Places, Places, Places]:
        """The layout of the numbers, as arguments for ``unpack_words``: (bit positions, firsts,
        runs)."""
        return self.places, self.firsts, self.runs

    def unpack(self, words: npt.NDArray[np.uint64]) -> Vector:
        """Unpack observations, uint64[..., num_words], to float32[..., size]."""
        if words.dtype != np.uint64 or words.shape[-1:] != (self.num_words,):
            raise InvalidOption(
                f"words: expected uint64[..., {self.num_words}]; "
                f"found {words.dtype}{list(words.shape)}"
            )
        rows = np.ascontiguousarray(words).reshape(-1, self.num_words)
        vectors = np.empty((len(rows), self.size), dtype=np.float32)
        compiled(unpack_rows)(rows, *self.tables, vectors)
        return vectors.reshape(*words.shape[:-1], self.size)

    def split(self, vectors: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """Split vectors into features by name, as views in the features' shapes."""
        self._check_size(vectors)
        batch = vectors.shape[:-1]
        return {
            feature.name: vectors[..., self.slices[feature.name]].reshape((*batch, *feature.shape))
            for feature in self.features
        }

    def one_hot(self, vectors: npt.NDArray[Any], most: int = 16) -> Vector:
        """Encode categorical features with at most ``most`` categories as one-hot vectors.

        The value 0 (none) becomes all zeros. All other features are unchanged.
        """
        parts = self.split(vectors)
        batch = vectors.shape[:-1]
        columns = [
            _encode_one_hot(parts[feature.name], feature.kinds)
            if 0 < feature.kinds <= most
            else parts[feature.name]
            for feature in self.features
        ]
        flat = [column.reshape(*batch, -1).astype(np.float32) for column in columns]
        return np.concatenate(flat, axis=-1)

    def _check_size(self, vectors: npt.NDArray[Any]) -> None:
        """Raise InvalidOption unless the last axis of the vectors has the expected length."""
        if vectors.shape[-1:] != (self.size,):
            raise InvalidOption(
                f"vectors: expected {self.size} numbers; found {list(vectors.shape)}"
            )


def _encode_one_hot(values: npt.NDArray[Any], kinds: int) -> npt.NDArray[np.bool_]:
    """Encode values from 0 to `kinds` as one-hot vectors. Zero becomes all zeros.

    Returns:
        bool[..., kinds].
    """
    return values[..., None] == np.arange(1, kinds + 1)


@cache
def numbers_of(game: Game) -> Numbers:
    """Return the converter of a game's observations. Each game has one."""
    return Numbers(game)


def unpack_bits(words: npt.NDArray[np.uint64], count: int) -> npt.NDArray[np.int8]:
    """Unpack the lowest `count` bits of packed words, such as a mask, to int8[..., count]."""
    little = words.astype("<u8", copy=False).view(np.uint8)
    return np.unpackbits(little, axis=-1, count=count, bitorder="little").view(np.int8)
