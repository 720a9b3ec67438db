"""The arrays of a beam search, which the caller owns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.games.nova_luna.solo.outlook import (
    MAX_NEEDS,
    NUM_COLUMNS,
    NUM_FEATURES,
    NUM_NETWORKS,
    NUM_ROWS,
    TALLY_SIZE,
    WHEEL_SIZE,
)
from tilewright.games.nova_luna.state import MAX_LEGAL, STATE

BUCKETS_PER_POINT = 16
NUM_BUCKETS = 512 * BUCKETS_PER_POINT
CANDIDATES_PER_STATE = 24
TABLE_PER_STATE = 4
MOST_PLIES = 24  # at most 22 tiles and one `finish`
NO_SCORE = 1 << 20
NARROW = 16  # width of the searches that simulate ends
EFFORT_PER_END = 64

# Progress of a plan; see ``planning``.
PROGRESS = np.dtype(
    [
        ("seed", np.uint64),
        ("stage", np.int64),
        ("is_blind", np.int64),
        ("is_swapped", np.int64),  # 1 if the second pair of beams is the current one
        ("phase", np.int64),  # phase whose beam is being expanded
        ("first", np.int64),  # next state to expand
        ("num_alive", np.int64),  # number of ends that are being simulated
        ("next", np.int64),  # next end to simulate
        ("sample", np.int64),  # current fill
        ("goal", np.int64),  # number of fills before the next ranking
    ],
    align=True,
)


class Beam(NamedTuple):
    """States of one generation; the first ``size[0]`` entries are in use."""

    states: npt.NDArray[np.void]
    keys: npt.NDArray[np.uint64]  # key of the area
    nodes: npt.NDArray[np.int32]  # last node of the trail
    actions: npt.NDArray[np.int32]  # for blind ends: the action that ends the phase
    values: npt.NDArray[np.float32]
    size: npt.NDArray[np.int64]


class Pool(NamedTuple):
    """Candidates for the next generation; the first ``size[0]`` entries are in use."""

    values: npt.NDArray[np.float32]
    keys: npt.NDArray[np.uint64]
    parents: npt.NDArray[np.int32]  # 2 * index + phase - 1 of the parent's beam
    actions: npt.NDArray[np.int32]
    size: npt.NDArray[np.int64]
    limit: npt.NDArray[np.float32]  # [1]: candidates with higher values are rejected


Pools = tuple[Pool, Pool]
"""One pool per phase."""


class Workspace(NamedTuple):
    """Arrays of a search besides its beams and pools."""

    networks: npt.NDArray[np.float32]  # [networks, rows, columns]
    trail: npt.NDArray[np.int32]  # [n, 2]: parent node and action; node 0 is the root
    trail_size: npt.NDArray[np.int64]  # [1]
    best: npt.NDArray[np.int64]  # [3]: score, parent node, action
    noise: npt.NDArray[np.float32]  # [1]: maximum noise added to estimates
    rng: npt.NDArray[np.uint64]  # [1]: seed of the noise
    work: npt.NDArray[np.void]  # [1]: a scratch state
    takes: npt.NDArray[np.int32]
    places: npt.NDArray[np.int64]  # [2, places]: the place and its sides
    wheel: npt.NDArray[np.float32]
    needs: npt.NDArray[np.int32]
    row: npt.NDArray[np.float32]
    tally: npt.NDArray[np.float32]
    hidden: npt.NDArray[np.float32]
    buckets: npt.NDArray[np.int32]
    order: npt.NDArray[np.int32]
    seen: npt.NDArray[np.uint64]
    tile_set_counts: npt.NDArray[np.int32]  # number of accepted states per crowd


class Ends(NamedTuple):
    """Ends of phase one, most promising first, with the results of simulating them.

    An end is a state and the action that ends the phase. The first ``beam.size[0]`` entries are in
    use.
    """

    beam: Beam
    totals: npt.NDArray[np.float64]  # sum of the results over all simulated fills
    counts: npt.NDArray[np.int64]  # number of simulated fills
    means: npt.NDArray[np.float64]
    alive: npt.NDArray[np.int32]  # indices of the remaining ends, best first


class NarrowSearch(NamedTuple):
    """Arrays of a beam search through phase two."""

    root: npt.NDArray[np.void]  # [1]
    beam: Beam
    spare: Beam
    pool: Pool
    workspace: Workspace


class Plan(NamedTuple):
    """Arrays of a complete search with beams of one width."""

    progress: npt.NDArray[np.void]  # [1]: PROGRESS
    root: npt.NDArray[np.void]  # [1]
    beams: tuple[Beam, Beam, Beam, Beam]  # two pairs, each with a beam per phase
    pools: Pools
    workspace: Workspace
    ends: Ends
    narrow: NarrowSearch


def make_beam(width: int) -> Beam:
    """Allocate a beam for ``width`` states."""
    return Beam(
        np.zeros(width, dtype=STATE),
        np.zeros(width, dtype=np.uint64),
        np.zeros(width, dtype=np.int32),
        np.zeros(width, dtype=np.int32),
        np.zeros(width, dtype=np.float32),
        np.zeros(1, dtype=np.int64),
    )


def make_pool(width: int) -> Pool:
    """Allocate a pool for the successors of ``width`` states."""
    capacity = width * CANDIDATES_PER_STATE + 4 * MAX_LEGAL
    return Pool(
        np.zeros(capacity, dtype=np.float32),
        np.zeros(capacity, dtype=np.uint64),
        np.zeros(capacity, dtype=np.int32),
        np.zeros(capacity, dtype=np.int32),
        np.zeros(1, dtype=np.int64),
        np.full(1, NO_SCORE, dtype=np.float32),
    )


def make_workspace(width: int) -> Workspace:
    """Allocate a workspace for beams of ``width`` states."""
    capacity = width * CANDIDATES_PER_STATE + 4 * MAX_LEGAL
    slots = 1 << (width * TABLE_PER_STATE).bit_length()
    return Workspace(
        networks=np.zeros((NUM_NETWORKS, NUM_ROWS, NUM_COLUMNS), dtype=np.float32),
        trail=np.zeros((2 * MOST_PLIES * width + 2, 2), dtype=np.int32),
        trail_size=np.ones(1, dtype=np.int64),
        best=np.array([NO_SCORE, 0, 0], dtype=np.int64),
        noise=np.zeros(1, dtype=np.float32),
        rng=np.zeros(1, dtype=np.uint64),
        work=np.zeros(1, dtype=STATE),
        takes=np.zeros(MAX_LEGAL, dtype=np.int32),
        places=np.zeros((2, MAX_LEGAL), dtype=np.int64),
        wheel=np.zeros(WHEEL_SIZE, dtype=np.float32),
        needs=np.zeros((2, MAX_NEEDS), dtype=np.int32),
        row=np.zeros(NUM_FEATURES, dtype=np.float32),
        tally=np.zeros(TALLY_SIZE, dtype=np.float32),
        hidden=np.zeros(NUM_COLUMNS, dtype=np.float32),
        buckets=np.zeros(NUM_BUCKETS + 1, dtype=np.int32),
        order=np.zeros(capacity, dtype=np.int32),
        seen=np.zeros(slots, dtype=np.uint64),
        tile_set_counts=np.zeros(slots, dtype=np.int32),
    )


def make_plan(width: int, num_ends: int | None = None) -> Plan:
    """Allocate a search with beams of ``width`` states.

    It simulates ``num_ends`` ends of phase one, by default in proportion to ``width``.
    """
    if num_ends is None:
        num_ends = 1 + width // EFFORT_PER_END
    return Plan(
        progress=np.zeros(1, dtype=PROGRESS),
        root=np.zeros(1, dtype=STATE),
        beams=(make_beam(width), make_beam(width), make_beam(width), make_beam(width)),
        pools=(make_pool(width), make_pool(width)),
        workspace=make_workspace(width),
        ends=Ends(
            make_beam(num_ends),
            np.zeros(num_ends, dtype=np.float64),
            np.zeros(num_ends, dtype=np.int64),
            np.zeros(num_ends, dtype=np.float64),
            np.zeros(num_ends, dtype=np.int32),
        ),
        narrow=NarrowSearch(
            np.zeros(1, dtype=STATE),
            make_beam(NARROW),
            make_beam(NARROW),
            make_pool(NARROW),
            make_workspace(NARROW),
        ),
    )
