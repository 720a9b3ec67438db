"""Packed words as numbers."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from tilewright.envs.numbers import find_runs, numbers_of, unpack_bits, unpack_words
from tilewright.errors import InvalidOption
from tilewright.game import Feature, Game
from tilewright.registry import GAMES
from toy import TOY
from walks import REAL_GAMES


def random_words(game: Game, rows: int) -> npt.NDArray[np.uint64]:
    """Words with any bits set: numbers are read from whatever stands there."""
    shape = (rows, numbers_of(game).num_words)
    return np.random.default_rng(1).integers(2**64, size=shape, dtype=np.uint64)


def read_slowly(words: npt.NDArray[np.uint64], feature: Feature) -> npt.NDArray[np.int64]:
    """Bit by bit, as the places say."""
    bits = [(int(words[place // 64]) >> place % 64 & 1) if place >= 0 else 0
            for place in feature.places.ravel().tolist()]  # fmt: skip
    values = np.array(bits).reshape(feature.places.shape) << np.arange(feature.bits)
    return values.sum(axis=-1)


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_unpack_reads_numbers_from_their_bits(game: Game) -> None:
    numbers = numbers_of(game)
    words = random_words(game, 3)
    parts = numbers.split(numbers.unpack(words))
    for row in range(3):
        for feature in numbers.features:
            assert (parts[feature.name][row] == read_slowly(words[row], feature)).all()


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_unpack_interpreted_equals_compiled(game: Game) -> None:
    numbers = numbers_of(game)
    words = random_words(game, 1)
    vector = np.zeros(numbers.size, dtype=np.float32)
    places, firsts, runs = numbers.tables
    unpack_words(words[0], places, firsts, runs, vector)
    assert (vector == numbers.unpack(words)[0]).all()


@pytest.mark.parametrize(
    "places, run",
    [
        ([62, 63], 62),
        ([63, 64], -1),  # in two words
        ([3, 5, 4, 6], -1),  # first and last are as far apart as in a run
        ([-1, 0], -1),
    ],
)
def test_find_runs_needs_adjacent_bits_in_order(places: list[int], run: int) -> None:
    feature = Feature("odd", np.array([places], dtype=np.int32), "")
    assert find_runs(feature).tolist() == [run]


def test_one_hot_encodes_categories_and_keeps_other_features() -> None:
    game = GAMES["my-shelfie"]
    numbers = numbers_of(game)
    vector = np.zeros(numbers.size, dtype=np.float32)
    vector[numbers.slices["card"]] = 5
    vector[numbers.slices["players"]] = 3
    spread = numbers.one_hot(vector)
    assert sorted(spread[spread > 0].tolist()) == [1, 3]
    kinds = [max(feature.kinds, 1) * int(np.prod(feature.shape)) for feature in numbers.features]
    assert spread.shape == (sum(kinds),)
    assert (numbers.one_hot(np.stack([vector, vector])) == spread).all()
    assert (numbers.one_hot(vector, most=0) == vector).all()


def test_unpack_bits_reads_the_lowest_bit_first() -> None:
    words = np.array([[5, 1], [0, 2]], dtype=np.uint64)
    bits = unpack_bits(words, 66)
    assert bits.dtype == np.int8
    assert [np.flatnonzero(row).tolist() for row in bits] == [[0, 2, 64], [65]]


def test_numbers_refuse_wrong_shapes() -> None:
    numbers = numbers_of(GAMES["polyssimo"])
    with pytest.raises(InvalidOption, match=r"expected uint64\[..., 6\]; found uint64\[2, 5\]"):
        numbers.unpack(np.zeros((2, 5), dtype=np.uint64))
    with pytest.raises(InvalidOption, match=r"expected uint64\[..., 6\]; found int64\[6\]"):
        numbers.unpack(np.zeros(6, dtype=np.int64))
    with pytest.raises(InvalidOption, match=r"expected 264 numbers; found \[3\]"):
        numbers.split(np.zeros(3))


def test_numbers_of_a_game_without_observations_are_refused() -> None:
    with pytest.raises(InvalidOption, match="toy has no observations"):
        numbers_of(TOY)


@pytest.mark.parametrize("most", [0, 5, 6, 11, 12, 67, 68])
@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_one_hot_encodes_features_up_to_a_limit_of_categories(game: Game, most: int) -> None:
    numbers = numbers_of(game)
    widths = [
        feature.kinds if 0 < feature.kinds <= most else 1
        for feature in numbers.features
        for _ in range(int(np.prod(feature.shape, dtype=int)))
    ]
    vector = np.zeros(numbers.size, dtype=np.float32)
    assert numbers.one_hot(vector, most).shape == (sum(widths),)


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_highest_equals_the_numbers_with_all_bits_set(game: Game) -> None:
    numbers = numbers_of(game)
    all_set = np.full(numbers.num_words, 2**64 - 1, dtype=np.uint64)
    found, places = numbers.unpack(all_set), np.split(numbers.places, numbers.firsts[1:-1])
    whole = np.array([(bits >= 0).all() for bits in places])
    assert whole.any() and (found[whole] == numbers.highest[whole]).all()
    assert (found <= numbers.highest).all()
