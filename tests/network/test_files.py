"""Network files: written networks are read back, and everything else is refused."""

from __future__ import annotations

import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from network.positions import LEARNT
from tilewright.errors import TextError
from tilewright.game import Game
from tilewright.network import (
    Network,
    empty_network,
    find_versions,
    pack_network,
    read_network,
    unpack_network,
)
from tilewright.network.files import weights_path
from toy import TOY

INPUTS = 20
MOST_PACKED = 400_000


def some_network() -> Network:
    network, rng = empty_network(INPUTS), np.random.default_rng(1)
    for part in network:
        part[:] = rng.integers(-3000, 3000, part.shape)
    return network


def test_network_file_round_trips() -> None:
    network = some_network()
    network.rows[0, :2], network.biases[0, :2] = (-32767, 32767), (-(2**30), 2**30)
    found = unpack_network(pack_network(network, "toy", 2), "toy", 2, INPUTS)
    for name in Network._fields:
        ours, theirs = getattr(network, name), getattr(found, name)
        assert ours.dtype == theirs.dtype and (ours == theirs).all()


def packed(head: bytes = b"", tail: bytes = b"", *, cut: int | None = None) -> bytes:
    return head + pack_network(some_network(), "toy", 2)[:cut] + tail


@pytest.mark.parametrize(
    "data, expected",
    [
        (packed(cut=-1), "digest: expected"),
        (packed(cut=300), "digest: expected"),
        (packed(cut=32), "expected 'version:'; found no such line"),
        (packed(tail=b"x"), "digest: expected"),
        (b"", "expected 'tilewright:'; found no such line"),
        (b"\x89PNG\r\n" * 40, "expected"),
        (packed().replace(b"network 1", b"network 9"), "tilewright: expected network 1; found"),
        (packed().replace(b"game: toy", b"game: boy"), "game: expected toy; found 'boy'"),
        (packed().replace(b"version: 2", b"version: 3"), "version: expected 2; found '3'"),
        (packed().replace(b"inputs: 20", b"inputs: 21"), "inputs: expected 20; found '21'"),
    ],
)
def test_network_file_of_another_format_is_refused(data: bytes, expected: str) -> None:
    with pytest.raises(TextError) as error:
        unpack_network(data, "toy", 2, INPUTS)
    assert expected in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize("weights", [b"", b"\0" * 10, b"\0" * 10_000_000])
def test_network_file_with_a_valid_digest_but_wrong_content_is_refused(weights: bytes) -> None:
    """Too few numbers, or enough to exhaust memory."""
    head = pack_network(some_network(), "toy", 2).partition(b"\n\n")[0]
    for body in (weights, zlib.compress(weights)):
        from tilewright.network.files import _digest

        lines = [line for line in head.split(b"\n") if not line.startswith(b"digest")]
        data = b"\n".join([*lines, b"digest: " + _digest(body).encode()]) + b"\n\n" + body
        with pytest.raises(TextError, match="weights: "):
            unpack_network(data, "toy", 2, INPUTS)


def test_network_file_whose_weights_might_overflow_is_refused() -> None:
    network = some_network()
    network.biases[0, 0] = 2**30 + 1
    with pytest.raises(TextError, match="weights: expected at most 1073741824"):
        unpack_network(pack_network(network, "toy", 2), "toy", 2, INPUTS)


def moved(game: Game, folder: Path) -> Game:
    """Return a copy of the game with its weights in another folder."""
    assert game.knowledge is not None and game.knowledge.network is not None
    learnt = game.knowledge.network._replace(folder=folder)
    return replace(game, knowledge=game.knowledge._replace(network=learnt))


def test_find_versions_reads_file_names(tmp_path: Path) -> None:
    game = moved(LEARNT[0], tmp_path)
    assert find_versions(game) == [] == find_versions(TOY)
    for name in ("network-10.weights", "network-2.weights", "network-x.weights", "network-3.md"):
        (tmp_path / name).write_bytes(b"")
    assert find_versions(game) == [2, 10]
    with pytest.raises(TextError, match=r"network-3\.weights: No such file"):
        read_network(game, 3)
    with pytest.raises(TextError, match="toy has no network"):
        read_network(TOY, 2)


@pytest.mark.parametrize("game", LEARNT, ids=lambda game: game.name)
def test_network_files_of_our_games_load_and_have_a_data_card(game: Game) -> None:
    assert game.knowledge is not None and game.knowledge.network is not None
    for version in find_versions(game):
        read_network(game, version)
        path = weights_path(game.knowledge.network.folder, version)
        assert path.stat().st_size <= MOST_PACKED
        card = path.with_suffix(".md").read_text(encoding="utf-8")
        assert card.startswith(f"# Network {version} of {game.title}") and "| seed |" in card
