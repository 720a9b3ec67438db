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

import numpy as np
import numpy.typing as npt

from tilewright.errors import TextError
from tilewright.game import Game
from tilewright.network.shape import Network, layout
from tilewright.text import format_fields, parse_fields, quote

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
