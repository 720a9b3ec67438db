"""Perfect play in two-player endings, as kernels: who wins, and by how much.

In any position, every placement that will ever be possible is possible already. So the placements
are listed and numbered once. Then a position is the set of those still possible, a bit set of W
words, and a placement is its row of ``clashes``: the set of placements it excludes because they
share a cell or the piece. A move is a few ``& ~``, the number of moves left is a popcount, and
positions that differ only in unusable cells are identical.

    words 0 .. split - 1      the placements of side 0, which is to move at the root
    words split .. W - 1      those of side 1

**Values.** The value for the mover is ``4 * (cells the mover will place - cells the other will
place) + turn``, where ``turn`` is +1 if the other side is stuck first and -1 if the mover is. On
equal cells the seat that placed last wins (PC-6), which is never the one stuck first. Every search
answers one question: is the value at least ``goal``? A yes needs only one good move. Answers are
stored in a table as bounds of the value.

**More is better.** A side with more placements of its own, or fewer of its rival's, can do at least
as well, by playing as if nothing had changed. (Having to place instead of being stuck gains at
least five cells, and the rival never places more than it could alone.) Hence a move need not be
tried if another one places as many cells, hinders the mover no more and the rival no less.

The search is iterative, with one frame per ply in arrays owned by the caller, so that it can be
suspended after any number of nodes and resumed.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tilewright.game import Action, States, Words
from tilewright.games.polyssimo.clashes import (
    Int16s,
    count_cells,
    count_possible,
    hash_possible,
)
from tilewright.kernel import Word, drop_lowest, kernel, lowest, popcount, u64

MAX_DEPTH: Final = 32  # at most 24 pieces are placed or left out

NO: Final = 0
YES: Final = 1
RUNNING: Final = 2

ENTRY: Final[np.dtype[Any]] = np.dtype(
    [
        ("key", "u8"),
        ("low", "i2"),  # lower bound of the value
        ("high", "i2"),  # upper bound of the value
        ("move", "i2"),  # the move behind the last yes; -1 if there was none
        ("work", "u2"),  # effort spent on the entry
    ],
    align=True,
)
FRAME: Final[np.dtype[Any]] = np.dtype(
    [
        ("key", "u8"),
        ("nodes", "i8"),  # number of nodes when the frame was entered
        ("goal", "i4"),
        ("side", "i4"),
        ("is_alone", "i4"),  # 1: the other side is out, and the mover continues alone (PC-4)
        ("count", "i4"),  # number of untried moves
        ("move", "i4"),  # the move being tried
    ],
    align=True,
)

Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]
Frame = Any  # one record of FRAME
Problem = tuple[Words, Int16s, Int16s, int]  # clashes, sizes, extents, split

BUCKET: Final = 4
LOWEST: Final = -32000
HIGHEST: Final = 32000


# --- The table ------------------------------------------------------------------------------------


@kernel
def probe_table(table: States, key: Word) -> int:
    """Return the index of the entry for a key, or -1 if there is none."""
    base = int(key & u64(len(table) - BUCKET))
    for index in range(base, base + BUCKET):
        if u64(table[index]["key"]) == key:
            return index
    return -1


@kernel
def store_answer(table: States, frame: Frame, nodes: int, answer: int) -> None:
    """Store the answer to a frame's question.

    In a full bucket, it replaces the entry with the least work.
    """
    key = u64(frame["key"])
    base = int(key & u64(len(table) - BUCKET))
    chosen = base
    for index in range(base, base + BUCKET):
        if u64(table[index]["key"]) == key:
            chosen = index
            break
        if int(table[index]["work"]) < int(table[chosen]["work"]):
            chosen = index
    entry = table[chosen]
    if u64(entry["key"]) != key:
        entry["key"] = key
        entry["low"] = LOWEST
        entry["high"] = HIGHEST
        entry["move"] = -1
        entry["work"] = 0
    goal = int(frame["goal"])
    if answer == YES:
        entry["low"] = max(int(entry["low"]), goal)
        entry["move"] = int(frame["move"])
    else:
        entry["high"] = min(int(entry["high"]), goal - 1)
    work = int(entry["work"]) + 1 + (nodes - int(frame["nodes"])) // 8
    entry["work"] = min(work, 65000)


# --- Nodes ----------------------------------------------------------------------------------------


@kernel
def rate_moves(
    possible: Words,
    clashes: Words,
    split: int,
    sizes: Int16s,
    moves: Int16s,
    ratings: Int32s,
    frame: Frame,
    table_move: Action,
) -> None:
    """List the mover's moves with their ratings.

    Moves are rated by their size and by the placements that they leave to each side.
    """
    words = len(possible)
    side = int(frame["side"])
    start = 0 if side == 0 else split
    end = split if side == 0 else words
    count = 0
    for word in range(start, end):
        bits = u64(possible[word])
        while bits != u64(0):
            move = (word << 6) + lowest(bits)
            bits = drop_lowest(bits)
            row = clashes[move]
            left0 = 0
            for other in range(split):
                left0 += popcount(u64(possible[other]) & u64(~u64(row[other])))
            left1 = 0
            for other in range(split, words):
                left1 += popcount(u64(possible[other]) & u64(~u64(row[other])))
            lead = left0 - left1 if side == 0 else left1 - left0
            rating = 2 * lead + 4 * int(sizes[move])
            if (left1 if side == 0 else left0) == 0:
                rating += 1000
            if move == table_move:
                rating += 100000
            moves[count] = move
            ratings[count] = rating
            count += 1
    frame["count"] = count


@kernel
def list_unopposed(
    possible: Words, extents: Int16s, moves: Int16s, ratings: Int32s, frame: Frame
) -> None:
    """List the moves of a side whose rival is out.

    These are all placements of one piece, and the move that leaves the piece out.

    Leaving a piece out is the move -1 - piece. Each packing either uses one placement of the piece
    or none, so no packing is searched twice.
    """
    side = int(frame["side"])
    best = -1
    fewest = 1 << 30
    for index in range(len(extents)):
        if extents[index, 0] == side:
            count = 0
            for slot in range(int(extents[index, 2]), int(extents[index, 3]) + 1):
                if (u64(possible[slot >> 6]) >> u64(slot & 63)) & u64(1):
                    count += 1
            if 0 < count < fewest:
                fewest = count
                best = index
    moves[0] = -1 - best
    ratings[0] = -1
    count = 1
    for slot in range(int(extents[best, 2]), int(extents[best, 3]) + 1):
        if (u64(possible[slot >> 6]) >> u64(slot & 63)) & u64(1):
            moves[count] = slot
            ratings[count] = 0
            count += 1
    frame["count"] = count


@kernel
def enter_node(
    possible: Words,
    frame: Frame,
    moves: Int16s,
    ratings: Int32s,
    table: States,
    problem: Problem,
    is_root: bool,
) -> int:
    """Answer a new frame's question from bounds or from the table, if possible.

    Otherwise list the frame's moves. At the root, which also needs a move, they are always listed.

    Returns:
        YES, NO or RUNNING.
    """
    clashes, sizes, extents, split = problem
    words = len(possible)
    side = int(frame["side"])
    goal = int(frame["goal"])
    count0 = count_possible(possible, 0, split)
    count1 = count_possible(possible, split, words)
    mine = count0 if side == 0 else count1
    others = count1 if side == 0 else count0
    if int(frame["is_alone"]) == 0 and not is_root:
        if mine == 0:
            # The mover is out (PC-4). It reaches the goal if its rival places at most this much.
            most = (-1 - goal) >> 2
            if most < 0:
                return NO
            cells = count_cells(possible, extents, 1 - side)
            if cells <= most:
                return YES
            frame["is_alone"] = 2
            return RUNNING
        if others == 0:
            frame["is_alone"] = 1
    cells = count_cells(possible, extents, side)
    if is_root:
        pass
    elif 4 * cells + 1 < goal:
        return NO
    elif int(frame["is_alone"]) == 1:
        if goal <= 1:
            return YES
        if mine == 0:
            return NO
    else:
        least = 20 - 4 * count_cells(possible, extents, 1 - side) - 1
        if least >= goal:
            return YES
    key = hash_possible(possible, u64(2 * int(frame["is_alone"]) + side + 1))
    frame["key"] = key
    table_move = -1
    found = probe_table(table, key)
    if found >= 0:
        entry = table[found]
        if int(entry["low"]) >= goal and not is_root:
            return YES
        if int(entry["high"]) < goal and not is_root:
            return NO
        table_move = int(entry["move"])
    if int(frame["is_alone"]) == 1:
        list_unopposed(possible, extents, moves, ratings, frame)
    else:
        rate_moves(possible, clashes, split, sizes, moves, ratings, frame, table_move)
    return RUNNING


@kernel
def pop_best_move(moves: Int16s, ratings: Int32s, frame: Frame) -> int:
    """Remove the best-rated untried move from a frame's list and return it."""
    count = int(frame["count"]) - 1
    best = count
    for index in range(count):
        if ratings[index] > ratings[best]:
            best = index
    move = int(moves[best])
    moves[best] = moves[count]
    ratings[best] = ratings[count]
    frame["count"] = count
    frame["move"] = move
    return move


@kernel
def make_child(
    parent: Frame, possible: Words, child: Frame, child_possible: Words, problem: Problem
) -> None:
    """Set up the child frame for the move that the parent frame is trying."""
    clashes, sizes, extents, _ = problem
    move = int(parent["move"])
    goal = int(parent["goal"])
    side = int(parent["side"])
    if move >= 0:
        row = clashes[move]
        for word in range(len(possible)):
            child_possible[word] = u64(possible[word]) & u64(~u64(row[word]))
        goal -= 4 * int(sizes[move])
    else:
        for word in range(len(possible)):
            child_possible[word] = possible[word]
        for slot in range(int(extents[-1 - move, 2]), int(extents[-1 - move, 3]) + 1):
            child_possible[slot >> 6] = u64(child_possible[slot >> 6]) & u64(
                ~u64(u64(1) << u64(slot & 63))
            )
    child["is_alone"] = parent["is_alone"]
    if int(parent["is_alone"]) == 1:
        child["side"] = side
        child["goal"] = goal
    else:
        child["side"] = 1 - side
        child["goal"] = 1 - goal


@kernel
def run_proof(
    problem: Problem,
    frames: States,
    possible: Words,
    moves: Int16s,
    ratings: Int32s,
    table: States,
    control: Int64s,
    max_nodes: int,
) -> int:
    """Continue a proof for at most ``max_nodes`` nodes. Return YES, NO or RUNNING.

    problem: (clashes uint64[64 * W, W], sizes int16[64 * W], extents int16[pieces, 4], split).
    frames: FRAME[D]. possible: uint64[D, W]. moves: int16[D, 64 * W]. ratings: int32[D, 64 * W].
    table: ENTRY[power of 2]. control: int64[3], the depth, whether its frame is new, and the number
    of nodes so far. The question is in frames[0] and possible[0].
    """
    depth = int(control[0])
    is_new = int(control[1]) == 1
    nodes = int(control[2])
    stop = nodes + max_nodes
    while nodes < stop:
        frame = frames[depth]
        answer = RUNNING
        if is_new:
            nodes += 1
            frame["nodes"] = nodes
            frame["move"] = -1
            answer = enter_node(
                possible[depth], frame, moves[depth], ratings[depth], table, problem, depth == 0
            )
        if answer == RUNNING and int(frame["is_alone"]) == 2:
            # The mover is out: the child asks whether its rival, alone, places too much.
            most = (-1 - int(frame["goal"])) >> 2
            child = frames[depth + 1]
            child["side"] = 1 - int(frame["side"])
            child["is_alone"] = 1
            child["goal"] = 4 * (most + 1) + 1
            possible[depth + 1, :] = possible[depth]
            depth += 1
            is_new = True
            continue
        if answer == RUNNING and int(frame["count"]) == 0:
            store_answer(table, frame, nodes, NO)
            answer = NO
        if answer == RUNNING:
            pop_best_move(moves[depth], ratings[depth], frame)
            make_child(frame, possible[depth], frames[depth + 1], possible[depth + 1], problem)
            depth += 1
            is_new = True
            continue
        # Propagate the answer upwards as long as it decides the parent's question.
        is_new = False
        while depth > 0:
            depth -= 1
            frame = frames[depth]
            if int(frame["is_alone"]) == 1:
                is_good = answer == YES
            else:
                is_good = answer == NO
            if int(frame["is_alone"]) == 2:
                answer = YES if answer == NO else NO
            elif is_good:
                answer = YES
                store_answer(table, frame, nodes, YES)
            else:
                answer = RUNNING
                break
        if answer != RUNNING:
            control[0] = 0
            control[1] = 1
            control[2] = nodes
            return answer
    control[0] = depth
    control[1] = 1 if is_new else 0
    control[2] = nodes
    return RUNNING
