"""Scenes and effects of Polyssimo Challenge, compared with the box and the reference."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference import polyssimo as reference
from scene_turns import turns_of
from tilewright.game import Sheet, State
from tilewright.games.polyssimo import GAME
from tilewright.games.polyssimo.board import find_free_cells
from tilewright.games.polyssimo.effect import write_holes
from tilewright.games.polyssimo.scene import count_hand_placements
from tilewright.games.polyssimo.state import BAND_CELLS, FULL_BAND
from tilewright.games.polyssimo.tables import COLUMNS, NUM_CELLS, PIECES, ROWS
from walks import Configuration, configuration_id, configurations, walk

SEATINGS = [seating for seating in configurations() if seating[0] == GAME.name]
EVERY_SEATING = pytest.mark.parametrize("configuration", SEATINGS, ids=configuration_id)
BOARD = frozenset((row, column) for row in range(ROWS) for column in range(COLUMNS))
PIECE = {piece.id: piece for piece in PIECES}

Scene = dict[str, Any]


def free_in(scene: Scene) -> frozenset[tuple[int, int]]:
    """Return the free cells."""
    return BOARD - {(row, column) for placed in scene["placed"] for row, column in placed["cells"]}


def as_word(cells: frozenset[tuple[int, int]]) -> int:
    return sum(1 << (COLUMNS * row + column) for row, column in cells)


# --- The box ------------------------------------------------------------------------------------


def test_box_has_every_piece_in_every_orientation() -> None:
    """PC-1: 24 pieces, turned and flipped as one likes."""
    box = GAME.scenery.box()
    assert (box["rows"], box["columns"]) == (11, 12)
    assert [(shown["name"], shown["size"]) for shown in box["pieces"]] == [
        (piece.id, piece.size) for piece in PIECES
    ]
    for shown, piece in zip(box["pieces"], PIECES, strict=True):
        shapes = [shape_of(cells) for cells in shown["shapes"]]
        assert shapes[0] == reference.cells_of(piece)
        assert len(shapes) == len(set(shapes))
        assert set(shapes) == reference.orientations(piece)


def shape_of(cells: list[list[int]]) -> reference.Shape:
    return frozenset((row, column) for row, column in cells)


def test_box_orientations_rotate_clockwise_and_flip_horizontally() -> None:
    """As a drawing: clockwise, what was the lowest row becomes the first column."""
    for shown in GAME.scenery.box()["pieces"]:
        drawn = [draw(cells) for cells in shown["shapes"]]
        for rows, turn, flip in zip(drawn, shown["turn"], shown["flip"], strict=True):
            turned = ["".join(column) for column in zip(*reversed(rows), strict=True)]
            assert drawn[turn] == turned
            assert drawn[flip] == [row[::-1] for row in rows]


def draw(cells: list[list[int]]) -> list[str]:
    height, width = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
    return [
        "".join("#" if [row, column] in cells else "." for column in range(width))
        for row in range(height)
    ]


# --- Scenes -------------------------------------------------------------------------------------


@EVERY_SEATING
def test_scene_has_board_pool_and_hands(configuration: Configuration) -> None:
    """PC-1, PC-2, PC-5, PC-7."""
    handicap = configuration[2]["handicap"]
    least = [0] * 4 if handicap == "none" else [int(number) for number in handicap.split(",")]
    for position in walk(*configuration, seed=31):
        scene = position.scene()
        is_over, has_pool = position.is_over, bool(scene["pool"])
        assert scene["phase"] == ("over" if is_over else "draft" if has_pool else "place")
        names = [name for seat in scene["seats"] for name in seat["pieces"]]
        names += [*scene["pool"], *(placed["piece"] for placed in scene["placed"])]
        assert sorted(names) == sorted(PIECE)
        for number, seat in enumerate(scene["seats"]):
            sizes = [PIECE[name].size for name in seat["pieces"]]
            assert seat["left"] == sum(sizes) == position.standing().scores[number]
            assert (seat["hexominoes"], seat["must"]) == (sizes.count(6), least[number])


@EVERY_SEATING
def test_scene_shows_pieces_where_they_were_placed(configuration: Configuration) -> None:
    """PC-3."""
    lies = {}
    for turn in turns_of(configuration, seed=32):
        if turn.effect["kind"] == "place":
            lies[turn.effect["piece"]] = turn.effect["cells"]
        placed = turn.after.scene()["placed"]
        assert {entry["piece"]: entry["cells"] for entry in placed} == lies


@pytest.mark.parametrize("players", [2, 3, 4])
def test_scene_counts_placements_of_every_seat(players: int) -> None:
    """PC-3, PC-4: by the reference, and the mover's are its legal moves."""
    for position in walk("polyssimo", players, {}, seed=33):
        scene = position.scene()
        if scene["phase"] == "draft":
            assert [seat["places"] for seat in scene["seats"]] == [None] * players
            continue
        assert scene["seats"][position.mover]["places"] == len(position.legal_actions)
        if position.ply % 4 == 0 or position.is_over:
            assert [seat["places"] for seat in scene["seats"]] == count_naively(scene)
        assert all(seat["places"] == 0 for seat in scene["seats"] if seat["out"])


def count_naively(scene: Scene) -> list[int]:
    free = free_in(scene)
    return [
        sum(len(reference.placements(PIECE[name], free)) for name in seat["pieces"])
        for seat in scene["seats"]
    ]


@EVERY_SEATING
def test_scene_lists_the_turns_to_come(configuration: Configuration) -> None:
    """PC-2 to PC-4: exactly in the draft; in the placing, seats may still be passed over."""
    turns = list(turns_of(configuration, seed=34))
    players = configuration[1]
    movers = [turn.before.mover for turn in turns]
    for index, turn in enumerate(turns):
        scene, coming = turn.before.scene(), movers[index : index + players]
        if scene["phase"] == "draft":
            assert scene["turns"] == coming
            continue
        around = [(turn.before.mover - step) % players for step in range(players)]
        assert scene["turns"] == [seat for seat in around if scene["seats"][seat]["places"]]
        assert turn.effect["ends"] or turn.effect["next"] in scene["turns"]
    assert turns[-1].after.scene()["turns"] == []


# --- Effects ------------------------------------------------------------------------------------


@EVERY_SEATING
def test_effect_of_a_move_agrees_with_the_next_scene(configuration: Configuration) -> None:
    """PC-2 to PC-5."""
    kinds = []
    for turn in turns_of(configuration, seed=35):
        before, effect, after = turn.before.scene(), turn.effect, turn.after.scene()
        was, now = before["seats"][effect["seat"]], after["seats"][effect["seat"]]
        kinds.append(effect["kind"])
        if effect["kind"] == "draft":
            assert set(before["pool"]) - set(after["pool"]) == {effect["piece"]}
            assert set(now["pieces"]) - set(was["pieces"]) == {effect["piece"]}
            assert turn.move == effect["piece"]
            continue
        assert set(was["pieces"]) - set(now["pieces"]) == {effect["piece"]}
        assert free_in(before) - free_in(after) == shape_of(effect["cells"])
        assert effect["left"] == now["left"] == was["left"] - len(effect["cells"])
        check_places(before, effect, after)
    assert kinds == sorted(kinds) and set(kinds) == {"draft", "place"}


def check_places(before: Scene, effect: Scene, after: Scene) -> None:
    """Check the number of placements that an effect reports for each seat."""
    seats = list(zip(before["seats"], after["seats"], strict=True))
    assert effect["places"] == [
        {"before": was["places"], "after": now["places"]} for was, now in seats
    ]
    outs = [number for number, (was, now) in enumerate(seats) if now["out"] and not was["out"]]
    assert effect["outs"] == outs
    assert effect["ends"] == all(now["out"] for _, now in seats)
    assert effect["holes"] == find_naively(free_in(after))


def find_naively(free: frozenset[tuple[int, int]]) -> list[int]:
    """Return the sizes of the connected regions of cells."""
    left, sizes = set(free), []
    while left:
        frontier, size = [left.pop()], 0
        while frontier:
            row, column = frontier.pop()
            size += 1
            around = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
            frontier += around & left
            left -= around
        sizes.append(size)
    return sorted(sizes)


# --- Any board ----------------------------------------------------------------------------------

boards = st.integers(0, 2**NUM_CELLS - 1)


def cells_in(word: int) -> frozenset[tuple[int, int]]:
    return frozenset(divmod(cell, COLUMNS) for cell in range(NUM_CELLS) if word >> cell & 1)


def board_with(free: int) -> State:
    """Return a state with exactly these cells free."""
    state = GAME.new_state()[0]
    taken = as_word(BOARD) & ~free
    state["board"] = [taken >> BAND_CELLS * band & FULL_BAND for band in range(3)]
    return state


@given(boards, boards)
def test_scene_regions_equal_the_reference(one: int, other: int) -> None:
    """About half of the cells free, and three quarters of them."""
    for free in (one, one | other):
        holes = Sheet(lambda state, out: write_holes(state, out, 0), list[int])
        assert holes(board_with(free)) == find_naively(cells_in(free))


@settings(max_examples=15)
@given(boards, boards, st.integers(0, 2**24 - 1))
def test_scene_placement_counts_equal_the_reference(one: int, other: int, pieces: int) -> None:
    """PC-1, PC-3: with three quarters of the cells free, most pieces fit here and there."""
    free = one | other
    assert count_hand_placements(*find_free_cells(board_with(free)), pieces) == sum(
        len(reference.placements(piece, cells_in(free)))
        for index, piece in enumerate(PIECES)
        if pieces >> index & 1
    )


def test_scene_placement_counts_of_the_empty_board() -> None:
    """PC-1: all 12,718 placements there are."""
    assert count_hand_placements(*find_free_cells(GAME.new_state()[0]), 2**24 - 1) == 12_718
