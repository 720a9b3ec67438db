"""Network files: a header of a few lines, an empty line, then the compressed weights.

    tilewright: network 1
    game: my-shelfie
    version: 2
    inputs: 5755
    digest: 9f86d081884c7d65

A file is named by its version (``network-2.weights``) and lies in its game's folder. Weights are
small, so signs are folded away and low and high bytes stored apart: a third smaller.
"""

from __future__ import annotations

import hashlib
import math
import re
import zlib
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.errors import TextError
from tilewright.game import MAX_PLAYERS, Game, Inputs, Rewards
from tilewright.text import format_fields, parse_fields, quote

OUTPUTS: Final = 2 * MAX_PLAYERS
UNITS: Final = 56
WIDTH: Final = UNITS + OUTPUTS
HIDDEN: Final = 32

ONE: Final = 512  # of sums, units and logits
WEIGHT_SHIFT: Final = 8  # weights of the second and third layer count 1/256
HIDDEN_TOP: Final = 4 * ONE
STRIDE: Final = 4  # rows that are added at a time

Small = npt.NDArray[np.int16]
Sums = npt.NDArray[np.int32]
Logits = npt.NDArray[np.int64]


class Network(NamedTuple):
    """Weights for n inputs and 1 to 4 players.

    No sum can overflow: fewer than 65,536 rows are active, and a hidden unit is a bias of at most
    2**30 plus 56 products of at most 512 * 32,767.
    """

    rows: Small
    """int16[n + 2, 64]: row of each input; row n is always active, row n + 1 is empty."""
    second: Small
    """int16[4, 32, 64]: second layer by number of players less one; the last 8 columns are empty.
    """
    biases: Sums
    """int32[4, 32 + 8]: biases of hidden units (1/131072) and outputs (1/512)."""
    third: Sums
    """int32[4, 32, 8]: third layer, from hidden units to outputs."""

    @property
    def num_inputs(self) -> int:
        return len(self.rows) - 2


Weights = tuple[Small, Small, Sums, Sums]
"""Arrays of a network, as kernels take them."""
Notes = tuple[Inputs, Sums, Small, Logits]
"""Buffers of one evaluation: inputs, sums, units and logits."""
Mind = tuple[Weights, Notes, Rewards, Rewards]
"""A network, its buffers, and its two results by seat: probability of coming first, share of the
margin."""


def empty_network(num_inputs: int) -> Network:
    """Return a network that rates all seats equally."""
    return Network(*(np.zeros(shape, kind) for shape, kind in layout(num_inputs)))


def layout(num_inputs: int) -> list[tuple[tuple[int, ...], type[np.signedinteger[Any]]]]:
    """Return shape and type of each part of a network."""
    return [
        ((num_inputs + 2, WIDTH), np.int16),
        ((MAX_PLAYERS, HIDDEN, WIDTH), np.int16),
        ((MAX_PLAYERS, HIDDEN + OUTPUTS), np.int32),
        ((MAX_PLAYERS, HIDDEN, OUTPUTS), np.int32),
    ]


def make_notes(most_inputs: int) -> Notes:
    """Return the buffers of one evaluation."""
    return (
        np.zeros(most_inputs + STRIDE, dtype=np.uint16),
        np.zeros(WIDTH, dtype=np.int32),
        np.zeros(WIDTH, dtype=np.int16),
        np.zeros(OUTPUTS, dtype=np.int64),
    )


NO_NETWORK: Final = Network(
    np.zeros((0, WIDTH), np.int16),
    *(np.zeros(shape, kind) for shape, kind in layout(0)[1:]),
)
"""A network without rows: ``value_seats`` uses the game's own estimate."""


def make_mind(network: Network, most_inputs: int) -> Mind:
    """Return network and buffers for ``evaluate`` in one thread."""
    rows, second, biases, third = network
    ends = np.zeros(MAX_PLAYERS), np.zeros(MAX_PLAYERS)
    return (rows, second, biases, third), make_notes(most_inputs), *ends


# --- Reading and writing --------------------------------------------------------------------------


FORMAT = "network 1"
FIRST_VERSION = 2
"""Bots of version 1 have no network."""
MAX_BYTES = 4_000_000
MOST_BIAS = 2**30


def pack_network(network: Network, game: str, version: int) -> bytes:
    """Return a network as the bytes of a file."""
    numbers = np.concatenate([part.reshape(-1).astype(np.int32) for part in network])
    folded = ((numbers << 1) ^ (numbers >> 31)).astype("<u4")
    planes = folded.view(np.uint8).reshape(-1, 4).T.tobytes()
    packed = zlib.compress(planes, 9)
    fields: list[tuple[str, str | list[str]]] = [
        ("tilewright", FORMAT),
        ("game", game),
        ("version", str(version)),
        ("inputs", str(network.num_inputs)),
        ("digest", _digest(packed)),
    ]
    return format_fields(fields).encode() + b"\n" + packed


def unpack_network(data: bytes, game: str, version: int, num_inputs: int) -> Network:
    """Return the network in a file, checked against game, version and inputs."""
    head, _, packed = data.partition(b"\n\n")
    expected = {
        "tilewright": FORMAT,
        "game": game,
        "version": str(version),
        "inputs": str(num_inputs),
        "digest": _digest(packed),
    }
    fields = parse_fields(head.decode("ascii", "replace"))
    for name, value in expected.items():
        found = fields.take(name).text
        if found != value:
            raise TextError(f"{name}: expected {value}; found {quote(found)}")
    return _split(_unfold(packed, num_inputs), num_inputs)


def _digest(packed: bytes) -> str:
    return hashlib.sha256(packed).hexdigest()[:16]


def _unfold(packed: bytes, num_inputs: int) -> npt.NDArray[np.int32]:
    size = sum(math.prod(shape) for shape, _ in layout(num_inputs))
    try:
        planes = zlib.decompressobj().decompress(packed, 4 * size + 1)
    except zlib.error as error:
        raise TextError(f"weights: {error}") from error
    if len(planes) != 4 * size:
        raise TextError(f"weights: expected {size:,}; found {len(planes) // 4:,}")
    folded = np.frombuffer(planes, np.uint8).reshape(4, size).T.copy().view("<u4")[:, 0]
    return (folded >> 1).astype(np.int32) ^ -(folded & 1).astype(np.int32)


def _split(numbers: npt.NDArray[np.int32], num_inputs: int) -> Network:
    parts = []
    for shape, kind in layout(num_inputs):
        size = math.prod(shape)
        part, numbers = numbers[:size], numbers[size:]
        most = min(MOST_BIAS, int(np.iinfo(kind).max))
        if np.abs(part).max() > most:
            raise TextError(f"weights: expected at most {most}; found {np.abs(part).max()}")
        parts.append(np.ascontiguousarray(part.astype(kind).reshape(shape)))
    return Network(*parts)


# --- Where they lie -------------------------------------------------------------------------------


def path_of(folder: Path, version: int) -> Path:
    """Return the path of a version's weights."""
    return folder / f"network-{version}.weights"


def find_versions(game: Game) -> list[int]:
    """Return the versions of a game's network that exist, oldest first."""
    learnt = game.knowledge.learnt if game.knowledge else None
    names = (path.name for path in learnt.folder.glob("network-*.weights")) if learnt else ()
    found = (re.fullmatch(r"network-([1-9]\d{0,3})\.weights", name) for name in names)
    return sorted(int(name[1]) for name in found if name)


def read_network(game: Game, version: int) -> Network:
    """Return a version of a game's network.

    Raises:
        TilewrightError: It cannot be read or does not fit the game.
    """
    learnt = game.knowledge.learnt if game.knowledge else None
    if learnt is None:
        raise TextError(f"{game.name} has no network")
    path = path_of(learnt.folder, version)
    try:
        with open(path, "rb") as file:
            return unpack_network(file.read(MAX_BYTES), game.name, version, learnt.num_inputs)
    except OSError as error:
        raise TextError(f"cannot read {path.name}: {error.strerror}") from error
    except TextError as error:
        raise TextError(f"{path.name}: {error}") from error
