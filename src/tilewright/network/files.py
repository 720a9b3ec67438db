"""Networks and their files: a header of a few lines, an empty line, then compressed weights.

    tilewright: network 1
    game: my-shelfie
    version: 2
    inputs: 5755
    digest: 9f86d081884c7d65

A file is named by its version (``network-2.weights``) and stored in its game's folder. Weights are
zigzag-encoded and split into byte planes, which makes the compressed file a third smaller.
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
STRIDE: Final = 4  # rows added at a time

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
        """Number of inputs."""
        return len(self.rows) - 2


Weights = tuple[Small, Small, Sums, Sums]
"""The arrays of a ``Network``, as kernels take them."""
LayerBuffers = tuple[Inputs, Sums, Small, Logits]
"""Buffers for one evaluation: inputs, sums, units and logits."""
Mind = tuple[Weights, LayerBuffers, Rewards, Rewards]
"""A network, its buffers, and two results by seat: probability of coming first, share of the
margin."""


def empty_network(num_inputs: int) -> Network:
    """Return a network whose weights are all 0. It rates all seats equally."""
    return Network(*(np.zeros(shape, kind) for shape, kind in layout(num_inputs)))


def layout(num_inputs: int) -> list[tuple[tuple[int, ...], type[np.signedinteger[Any]]]]:
    """Return the shape and type of each array of a network, in order."""
    return [
        ((num_inputs + 2, WIDTH), np.int16),
        ((MAX_PLAYERS, HIDDEN, WIDTH), np.int16),
        ((MAX_PLAYERS, HIDDEN + OUTPUTS), np.int32),
        ((MAX_PLAYERS, HIDDEN, OUTPUTS), np.int32),
    ]


def make_buffers(max_inputs: int) -> LayerBuffers:
    """Allocate the buffers of one evaluation."""
    return (
        np.zeros(max_inputs + STRIDE, dtype=np.uint16),
        np.zeros(WIDTH, dtype=np.int32),
        np.zeros(WIDTH, dtype=np.int16),
        np.zeros(OUTPUTS, dtype=np.int64),
    )


NO_NETWORK: Final = Network(
    np.zeros((0, WIDTH), np.int16),
    *(np.zeros(shape, kind) for shape, kind in layout(0)[1:]),
)
"""A network without rows: ``value_seats`` uses the game's own estimate."""


def make_mind(network: Network, max_inputs: int) -> Mind:
    """Return a network with its own buffers, for evaluation in one thread."""
    rows, second, biases, third = network
    ends = np.zeros(MAX_PLAYERS), np.zeros(MAX_PLAYERS)
    return (rows, second, biases, third), make_buffers(max_inputs), *ends


# --- Reading and writing --------------------------------------------------------------------------


FORMAT = "network 1"
FIRST_VERSION = 2
"""Bots of version 1 have no network."""
MAX_BYTES = 4_000_000
MOST_BIAS = 2**30


def pack_network(network: Network, game: str, version: int) -> bytes:
    """Encode a network as a file."""
    numbers = np.concatenate([part.reshape(-1).astype(np.int32) for part in network])
    zigzag = ((numbers << 1) ^ (numbers >> 31)).astype("<u4")
    planes = zigzag.view(np.uint8).reshape(-1, 4).T.tobytes()
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
    """Decode the file of a network.

    Raises:
        TextError: The file is damaged, or is for another game, version or set of inputs.
    """
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
    return _split_parts(_decompress(packed, num_inputs), num_inputs)


def _digest(packed: bytes) -> str:
    return hashlib.sha256(packed).hexdigest()[:16]


def _decompress(packed: bytes, num_inputs: int) -> npt.NDArray[np.int32]:
    """Decompress byte planes to one array with the weights of all arrays.

    Raises TextError if the data is damaged.
    """
    size = sum(math.prod(shape) for shape, _ in layout(num_inputs))
    try:
        planes = zlib.decompressobj().decompress(packed, 4 * size + 1)
    except zlib.error as error:
        raise TextError(f"weights: {error}") from error
    if len(planes) != 4 * size:
        raise TextError(f"weights: expected {size:,}; found {len(planes) // 4:,}")
    zigzag = np.frombuffer(planes, np.uint8).reshape(4, size).T.copy().view("<u4")[:, 0]
    return (zigzag >> 1).astype(np.int32) ^ -(zigzag & 1).astype(np.int32)


def _split_parts(numbers: npt.NDArray[np.int32], num_inputs: int) -> Network:
    """Split the weights into the arrays of a network.

    Raises TextError if a weight is out of range.
    """
    parts = []
    for shape, kind in layout(num_inputs):
        size = math.prod(shape)
        part, numbers = numbers[:size], numbers[size:]
        most = min(MOST_BIAS, int(np.iinfo(kind).max))
        if np.abs(part).max() > most:
            raise TextError(f"weights: expected at most {most}; found {np.abs(part).max()}")
        parts.append(np.ascontiguousarray(part.astype(kind).reshape(shape)))
    return Network(*parts)


# --- Paths ----------------------------------------------------------------------------------------


def weights_path(folder: Path, version: int) -> Path:
    """Return the path of a version's weights in a game's folder."""
    return folder / f"network-{version}.weights"


def find_versions(game: Game) -> list[int]:
    """Return a game's versions with weights, oldest first."""
    inputs = game.knowledge.network if game.knowledge else None
    names = (path.name for path in inputs.folder.glob("network-*.weights")) if inputs else ()
    found = (re.fullmatch(r"network-([1-9]\d{0,3})\.weights", name) for name in names)
    return sorted(int(name[1]) for name in found if name)


def read_network(game: Game, version: int) -> Network:
    """Read a version of a game's network from its file.

    Raises:
        TextError: The file cannot be read or does not match the game.
    """
    inputs = game.knowledge.network if game.knowledge else None
    if inputs is None:
        raise TextError(f"{game.name} has no network")
    path = weights_path(inputs.folder, version)
    try:
        with open(path, "rb") as file:
            return unpack_network(file.read(MAX_BYTES), game.name, version, inputs.num_inputs)
    except OSError as error:
        raise TextError(f"cannot read {path.name}: {error.strerror}") from error
    except TextError as error:
        raise TextError(f"{path.name}: {error}") from error
