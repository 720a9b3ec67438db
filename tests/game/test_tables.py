"""The tables typed from the boxes, checked against known totals."""

from collections import Counter

import pytest

from tilewright.games.my_shelfie import tables as my_shelfie
from tilewright.games.nova_luna import tables as nova_luna
from tilewright.games.polyssimo import tables as polyssimo

Shape = frozenset[tuple[int, int]]


# Nova Luna ------------------------------------------------------------------------------------


def test_nova_luna_has_17_tiles_of_each_colour() -> None:
    """NL-1: 68 tiles, numbered from 1, each colour a run of 17 ids."""
    assert [tile.id for tile in nova_luna.TILES] == list(range(1, 69))
    runs = [
        {tile.colour for tile in nova_luna.TILES[start : start + 17]} for start in (0, 17, 34, 51)
    ]
    names = [nova_luna.COLOURS[colour] for run in runs for colour in run]
    assert names == ["cyan", "blue", "red", "yellow"]
    assert [name[0] for name in nova_luna.COLOURS] == list(nova_luna.COLOUR_LETTERS)


def test_nova_luna_costs_are_alike_in_every_colour() -> None:
    """NL-1: the same costs in each colour, 1 to 7, 268 in all."""
    costs = Counter(tile.cost for tile in nova_luna.TILES)
    assert costs == {1: 4, 2: 8, 3: 16, 4: 16, 5: 12, 6: 8, 7: 4}
    assert sum(tile.cost for tile in nova_luna.TILES) == 268
    per_colour = {
        colour: sorted(tile.cost for tile in nova_luna.TILES if tile.colour == colour)
        for colour in range(4)
    }
    assert all(found == per_colour[0] for found in per_colour.values())


def test_nova_luna_tasks_ask_evenly_for_all_colours() -> None:
    """NL-1: 128 tasks of 1 to 4 letters, 0 to 3 per tile, each colour asked for 78 times."""
    tasks = [task for tile in nova_luna.TILES for task in tile.tasks]
    assert len(tasks) == nova_luna.NUM_TASKS == 128
    assert Counter(len(tile.tasks) for tile in nova_luna.TILES) == {0: 4, 1: 20, 2: 24, 3: 20}
    assert [sum(asked) for asked in zip(*tasks, strict=True)] == [78, 78, 78, 78]
    assert {sum(task) for task in tasks} == {1, 2, 3, 4}


def test_nova_luna_tile_is_read_as_printed() -> None:
    """NL-1: letters become counts in the order red, blue, cyan, yellow; tasks keep their order."""
    tasks = ((0, 2, 0, 0), (0, 0, 0, 2), (1, 0, 0, 0))
    assert nova_luna.TILES[14] == nova_luna.Tile(id=15, colour=2, cost=6, tasks=tasks)
    assert nova_luna.TILES[0].tasks == ()


def test_nova_luna_discs() -> None:
    """NL-3, NLS-1: one disc of 21 goes on the track, but none in the solo game."""
    assert nova_luna.DISCS_TO_LAY == 20
    assert nova_luna.BEGINNERS_DISCS_TO_LAY == {2: 21 - 1, 3: 18 - 1, 4: 16 - 1}
    assert nova_luna.SOLO_DISCS_TO_LAY == nova_luna.DISCS_TAKEN


# My Shelfie -----------------------------------------------------------------------------------


def test_my_shelfie_items() -> None:
    """MS-1: 22 tiles of each of six types."""
    assert my_shelfie.NUM_TILES == 132
    assert len(my_shelfie.ITEMS) == len(my_shelfie.ITEM_LETTERS) == 6
    assert [item[0].upper() for item in my_shelfie.ITEMS] == list(my_shelfie.ITEM_LETTERS)


@pytest.mark.parametrize("players, num_cells", [(2, 29), (3, 37), (4, 45)])
def test_my_shelfie_room_is_whole_after_a_quarter_turn(players: int, num_cells: int) -> None:
    """MS-2: the number of cells; a quarter turn leaves the room unchanged."""
    cells = my_shelfie.room_cells(players)
    assert len(set(cells)) == num_cells
    assert list(cells) == sorted(cells)
    assert {(column, 8 - row) for row, column in cells} == set(cells)
    is_mirrored = {(row, 8 - column) for row, column in cells} == set(cells)
    assert not is_mirrored


def test_my_shelfie_cards_show_each_type_once() -> None:
    """MS-5: twelve different cards, six types in six places on each."""
    assert len(set(my_shelfie.CARDS)) == 12
    for card in my_shelfie.CARDS:
        assert sorted(item for _, _, item in card) == list(range(6))
        assert len({(row, column) for row, column, _ in card}) == 6


def test_my_shelfie_card_is_read_from_its_band() -> None:
    """MS-5: the first and the last card, so that no band or column slips."""
    first = ((0, 0, "P"), (0, 2, "F"), (1, 4, "C"), (2, 3, "B"), (3, 1, "G"), (5, 2, "T"))
    last = ((0, 2, "B"), (1, 1, "P"), (2, 2, "F"), (3, 3, "T"), (4, 4, "G"), (5, 0, "C"))
    for card, places in ((my_shelfie.CARDS[0], first), (my_shelfie.CARDS[11], last)):
        letters = [(row, column, my_shelfie.ITEM_LETTERS[item]) for row, column, item in card]
        assert tuple(letters) == places


def test_my_shelfie_goals_follow_the_rules() -> None:
    """MS-15: twelve goals with their own keys, in the order of the rules MS-15a to MS-15l."""
    assert [goal.rule for goal in my_shelfie.GOALS] == [
        f"MS-15{letter}" for letter in "abcdefghijkl"
    ]
    assert len({goal.key for goal in my_shelfie.GOALS}) == 12


def test_my_shelfie_points() -> None:
    """MS-4, MS-13: a token for every player, highest on top; points never fall."""
    for players, tokens in my_shelfie.TOKENS.items():
        assert len(tokens) == players
        assert list(tokens) == sorted(tokens, reverse=True)
    assert my_shelfie.PERSONAL_POINTS == (0, 1, 2, 4, 6, 9, 12)
    assert my_shelfie.GROUP_POINTS == (0, 0, 0, 2, 3, 5, 8)


# Polyssimo ------------------------------------------------------------------------------------


def lying_ways(piece: polyssimo.Piece) -> set[Shape]:
    """Return all rotations and reflections of a drawing, computed from the drawing itself."""
    drawings = set()
    rows = piece.rows
    for _ in range(4):
        rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
        drawings |= {rows, rows[::-1]}
    return {
        frozenset((r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "#")
        for rows in drawings
    }


def num_placements(shape: Shape) -> int:
    """Return the number of placements of a shape, unrotated, on the empty board."""
    height = max(row for row, _ in shape) + 1
    width = max(column for _, column in shape) + 1
    return (polyssimo.ROWS - height + 1) * (polyssimo.COLUMNS - width + 1)


def is_connected(shape: Shape) -> bool:
    """Return True if the cells of a shape are connected by their sides."""
    reached = {min(shape)}
    for _ in shape:
        reached |= {
            (r, c) for r, c in shape if {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & reached
        }
    return reached == shape


def test_polyssimo_pieces_cover_the_board() -> None:
    """PC-1: 24 pieces of 132 cells, as many as the board has."""
    ids = [piece.id for piece in polyssimo.PIECES]
    assert ids == [*"FILNPTUVWXYZ", *(f"H{number:02}" for number in range(1, 13))]
    assert [piece.size for piece in polyssimo.PIECES] == [5] * 12 + [6] * 12
    assert sum(piece.size for piece in polyssimo.PIECES) == polyssimo.NUM_CELLS == 132
    assert polyssimo.NUM_HEXOMINOES == 12


def test_polyssimo_drawings_are_tidy() -> None:
    """PC-1: every drawing is one connected piece in the smallest box that holds it."""
    for piece in polyssimo.PIECES:
        assert len({len(row) for row in piece.rows}) == 1
        assert all(
            "#" in line for line in [*piece.rows, *map("".join, zip(*piece.rows, strict=True))]
        )
        assert all(is_connected(shape) for shape in lying_ways(piece))


def test_polyssimo_pieces_are_all_different() -> None:
    """PC-1: no piece is another one turned or flipped."""
    free_forms = {frozenset(lying_ways(piece)) for piece in polyssimo.PIECES}
    assert len(free_forms) == 24


def test_polyssimo_orientations_and_placements() -> None:
    """PC-1, PC-3: 63 and 84 orientations, 12718 placements on the empty board."""
    ways = {piece.id: lying_ways(piece) for piece in polyssimo.PIECES}
    assert sum(len(ways[piece.id]) for piece in polyssimo.PIECES[:12]) == 63
    assert sum(len(ways[piece.id]) for piece in polyssimo.PIECES[12:]) == 84
    assert sum(num_placements(shape) for shapes in ways.values() for shape in shapes) == 12718
    assert {len(ways[name]) for name in "FLNPY"} == {8}
    assert {len(ways[name]) for name in "TUVWZ"} == {4}
    assert (len(ways["I"]), len(ways["X"])) == (2, 1)


def test_polyssimo_handicaps_are_more_than_half() -> None:
    """PC-7: the suggested numbers are half a hand plus one and half a hand plus two."""
    for players, levels in polyssimo.HANDICAP_HEXOMINOES.items():
        half = polyssimo.NUM_PIECES // players // 2
        assert levels == (half + 1, half + 2)
