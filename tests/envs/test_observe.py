"""Observations say what a seat sees, and masks what ``legal_actions`` lists."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import pytest

import tilewright as tw
from tilewright.envs.numbers import numbers_of
from tilewright.game import Game, State, append_actions, mark_actions, mask_size
from tilewright.games.my_shelfie.grids import format_room, format_shelf, read_planes
from tilewright.games.my_shelfie.tables import ITEM_LETTERS
from tilewright.games.nova_luna.state import unpack_place
from tilewright.games.polyssimo.board import format_board, list_pieces
from tilewright.kernel import compiled
from walks import REAL_GAMES, Configuration, configuration_id, configurations, random_position, walk

T = TypeVar("T")


def see(game: Game, state: State, seat: int) -> np.ndarray:
    """Return the words of a seat, written over others so that none is left out."""
    assert game.observation is not None
    out = np.full(game.observation.num_words, 2**64 - 1, dtype=np.uint64)
    game.observation.write(state, seat, out)
    return out


def read(position: tw.Position, seat: int) -> dict[str, np.ndarray]:
    """Return the features of a seat by name."""
    numbers = numbers_of(position.game)
    return numbers.split(numbers.unpack(see(position.game, position.state, seat)))


def set_bits(packed: np.ndarray) -> list[int]:
    bits = np.unpackbits(packed.astype("<u8").view(np.uint8), bitorder="little")
    return np.flatnonzero(bits).tolist()


# --- Masks --------------------------------------------------------------------------------------


@pytest.mark.parametrize("configuration", configurations(), ids=configuration_id)
def test_write_mask_equals_the_legal_actions(configuration: Configuration) -> None:
    """At every ply of a random game, interpreted and compiled, the end included."""
    name, players, options = configuration
    for position in walk(name, players, options, seed=4):
        game = position.game
        masks = np.full((2, mask_size(game.num_actions)), 2**64 - 1, dtype=np.uint64)
        game.write_mask(position.state, masks[0])
        compiled(game.write_mask)(position.state, masks[1])
        assert set_bits(masks[0]) == list(position.legal_actions)
        assert masks[0].tobytes() == masks[1].tobytes()


@pytest.mark.parametrize("first", [0, 1, 63, 64, 100, 127, 128, 150])
@pytest.mark.parametrize("actions", [0, 1, 0b1011, 1 << 41 | 1])
def test_mark_actions_sets_the_bits_that_put_actions_lists(first: int, actions: int) -> None:
    """In one word or running over into the next, up to the last bit of a mask of three words."""
    listed, mask = np.zeros(64, dtype=np.int32), np.zeros(3, dtype=np.uint64)
    mask[0] = 1
    count = append_actions(listed, 0, first, actions)
    assert mark_actions(mask, 0, first, actions) == count
    assert set_bits(mask) == sorted({0, *listed[:count].tolist()})


# --- What is hidden -----------------------------------------------------------------------------


@pytest.mark.parametrize("configuration", configurations(), ids=configuration_id)
def test_observation_does_not_depend_on_hidden_information(configuration: Configuration) -> None:
    """Everything hidden from a seat is dealt again at every ply; the seat sees no difference."""
    name, players, options = configuration
    for position in walk(name, players, options, seed=5):
        for seat in range(players):
            seen = see(position.game, position.state, seat)
            for seed in (1, 2):
                guess = position.view(seat).determinize(seed)
                assert see(position.game, guess.state, seat).tobytes() == seen.tobytes()
            compiled_words = np.zeros_like(seen)
            assert position.game.observation is not None
            compiled(position.game.observation.write)(position.state, seat, compiled_words)
            assert compiled_words.tobytes() == seen.tobytes()


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_observation_features_do_not_overlap(game: Game) -> None:
    assert game.observation is not None
    places = np.concatenate([feature.places.ravel() for feature in game.observation.features])
    used = places[places >= 0]
    assert len(np.unique(used)) == len(used)
    assert {int(place) // 64 for place in used} == set(range(game.observation.num_words))


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_observation_has_no_bits_outside_its_features(game: Game) -> None:
    """A word that unpacking does not read would be lost, or a leak."""
    assert game.observation is not None
    places = np.concatenate([feature.places.ravel() for feature in game.observation.features])
    for players in game.players:
        position = random_position(game.name, players, {}, seed=players)
        for seat in range(players):
            assert set(set_bits(see(game, position.state, seat))) <= set(places.tolist())


# --- What each game shows -----------------------------------------------------------------------


def turned(values: list[T], seat: int) -> list[T]:
    """Return a list by seats as that seat sees it: its own first."""
    return values[seat:] + values[:seat]


def codes(rows: list[str]) -> list[list[int]]:
    """Drawn tiles as numbers from 1, 0 where there is none."""
    return [[1 + ITEM_LETTERS.find(letter) for letter in row] for row in rows]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_observation_of_my_shelfie_matches_the_position(players: int) -> None:
    for seed in range(3):
        position = random_position("my-shelfie", players, {}, seed)
        state = position.state
        for seat in range(players):
            seen = read(position, seat)
            room = codes(format_room(read_planes(state["room"]), players))
            assert seen["room"].tolist() == room
            drawn = [
                codes(format_shelf(read_planes(shelf))) for shelf in state["shelves"][:players]
            ]
            shelves = turned(drawn, seat)
            assert seen["shelves"][:players].tolist() == shelves
            assert not seen["shelves"][players:].any()
            tokens = turned(state["tokens"].T[:players].tolist(), seat)
            assert seen["tokens"][:players].astype(int).tolist() == tokens
            assert seen["card"] == state["cards"][seat]
            assert seen["goals"].tolist() == state["goals"].tolist()
            assert (seen["mover"] + seat) % players == state["mover"]
            assert (seen["first"] + seat) % players == state["first"]
            holder = int(state["end_token"])
            assert seen["end_token"] == (1 + (holder - 1 - seat) % players if holder else 0)
            assert (int(seen["players"]), int(seen["over"])) == (players, state["over"])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_observation_of_polyssimo_matches_the_position(players: int) -> None:
    options = {"handicap": ",".join(map(str, range(players))), "first": "random"}
    for seed in range(3):
        position = random_position("polyssimo", players, options, seed)
        state = position.state
        for seat in range(players):
            seen = read(position, seat)
            board = [[float(mark != ".") for mark in row] for row in format_board(state)]
            assert seen["board"].tolist() == board
            hands = turned([list_pieces(hand) for hand in state["hands"][:players]], seat)
            assert [np.flatnonzero(hand).tolist() for hand in seen["hands"][:players]] == hands
            assert np.flatnonzero(seen["pool"]).tolist() == list_pieces(state["pool"])
            assert seen["least"][:players].tolist() == turned(list(range(players)), seat)
            out = turned([state["out"] >> other & 1 for other in range(players)], seat)
            assert seen["out"][:players].tolist() == out
            assert (seen["mover"] + seat) % players == state["mover"]
            assert (seen["first"] + seat) % players == state["first"]
            assert (int(seen["players"]), int(seen["over"])) == (players, state["over"])


NOVA_LUNA = [("nova-luna-solo", 1), ("nova-luna", 2), ("nova-luna", 3), ("nova-luna", 4)]


@pytest.mark.parametrize("name, players", NOVA_LUNA)
def test_observation_of_nova_luna_matches_the_position(name: str, players: int) -> None:
    for seed in range(3):
        position = random_position(name, players, {}, seed)
        state = position.state
        for seat in range(players):
            seen = read(position, seat)
            areas = turned([laid_tiles(state, other) for other in range(players)], seat)
            found = [(1 + np.flatnonzero(area)).tolist() for area in seen["areas"]]
            assert found[:players] == [sorted(area) for area in areas]
            for area in areas:
                for tile, (x, y) in area.items():
                    places = ((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y))
                    around = [tile_at(area, place) for place in places]
                    assert seen["neighbours"][tile - 1].astype(int).tolist() == around
            tasks = [[mask >> task & 1 for task in range(3)] for mask in state["fulfilled"][1:]]
            assert seen["tasks"].tolist() == tasks
            slots = [(int(state["crescent"]) + step) % 12 for step in range(1, 13)]
            assert seen["wheel"].tolist() == state["wheel"][slots].tolist()
            for field in ("distance", "height", "discs"):
                assert seen[field][:players].tolist() == turned(
                    state[field][:players].tolist(), seat
                )
            assert (seen["mover"] + seat) % players == state["mover"]
            for name_here, field in (("supply", "supply_size"), ("first_sum", "first_sum")):
                assert seen[name_here] == state[field]
            for field in ("crescent", "phase", "players", "over"):
                assert seen[field] == state[field]


def laid_tiles(state: object, seat: int) -> dict[int, tuple[int, int]]:
    """Return where the tiles of an area lie."""
    area = state["area"][seat]  # type: ignore[index]
    return {
        tile: unpack_place(seat, int(state["place"][tile]))  # type: ignore[index]
        for tile in set_bits(area)
    }


def tile_at(area: dict[int, tuple[int, int]], place: tuple[int, int]) -> int:
    return next((tile for tile, here in area.items() if here == place), 0)
