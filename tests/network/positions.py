"""Positions of games that have a network, and the network that evaluates them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import numpy as np

import tilewright as tw
from tilewright.game import MAX_PLAYERS, Game
from tilewright.kernel import bound
from tilewright.network import Mind, Network, empty_network, find_versions, make_mind, read_network
from tilewright.network.kernels import evaluate
from walks import REAL_GAMES, walk

LEARNT = [game for game in REAL_GAMES if game.knowledge and game.knowledge.network]

Bits = list[float]
"""Probability of coming first, then share of the margin, by seat."""


def network_of(game: Game) -> Network:
    """Return the newest network, or one with random weights if there is none yet."""
    if versions := find_versions(game):
        return read_network(game, versions[-1])
    assert game.knowledge is not None and game.knowledge.network is not None
    network, rng = empty_network(game.knowledge.network.num_inputs), np.random.default_rng(1)
    for part in network:
        part[:] = rng.integers(-90, 90, part.shape)
    network.rows[-1] = 0
    return network


def positions_of(game: Game) -> Iterator[tuple[tw.Position, Mind]]:
    """Yield unfinished positions of random games, for all numbers of players, endlessly."""
    assert game.knowledge is not None and game.knowledge.network is not None
    mind = make_mind(network_of(game), game.knowledge.network.max_inputs(MAX_PLAYERS))
    for seed in count(1):
        players = game.players[seed % len(game.players)]
        for position in walk(game.name, players, {}, seed):
            if not position.is_over and (position.ply + seed) % 3 == 0:
                yield position, mind


def evaluate_as_it_is(game: Game, position: tw.Position, mind: Mind) -> Bits:
    """Interpreted."""
    assert game.knowledge is not None and game.knowledge.network is not None
    judge: Any = bound(evaluate, **game.knowledge.network.bindings)
    judge(position.state, np.zeros(256), mind)
    return [*mind[2].tolist(), *mind[3].tolist()]
