"""Plies, earlier positions and keyed chance of the toy game, by hand."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest

import tilewright as tw
from tilewright.errors import GameOver, HiddenInformation, InvalidOption, TextError, TilewrightError
from tilewright.kernel import u64
from tilewright.position import Position
from tilewright.position.text import VIEWERS, parse_states
from tilewright.registry import get_game


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_JIT", "0")


def heap_of(position: Position) -> int:
    return int(position.state["heap"])


def played(*moves: int, players: int = 3) -> Position:
    """Return a game of 20 stones after these moves; it does not begin with a deal."""
    position = tw.new("toy", players=players, seed=5, rolls="no")
    position.state["heap"] = 20
    for move in moves:
        position.play(move)
    return position


def test_after_before_and_at_ply_are_the_same_positions() -> None:
    position = played(0, 1, 2, 0)
    heaps = [20, 19, 17, 14, 13]
    for ply, heap in enumerate(heaps):
        for earlier in (position.after(ply), position.before(4 - ply), position.at_ply(ply)):
            assert (heap_of(earlier), earlier.ply, earlier.mover) == (heap, ply, ply % 3)
    assert heap_of(position) == 13 and len(position.history) == 4
    assert position.after(2).moves == ["take 1", "take 2"] and position.after(2).actions == [0, 1]


def test_a_game_that_began_in_the_middle_counts_its_plies_on() -> None:
    late = Position.from_text(get_game("toy"), played(0, 1).text)
    for move in (2, 0):
        late.play(move)
    assert (late.first_ply, late.ply, late.seed) == (2, 4, None)
    assert [heap_of(late.at_ply(ply)) for ply in (2, 3, 4)] == [17, 14, 13]
    assert late.start_text is not None and "ply: 2\n" in late.start_text
    for ply in (1, 5):
        with pytest.raises(InvalidOption, match=f"ply: expected 2 to 4; found {ply}"):
            late.at_ply(ply)
    for plies in (-1, 3):
        with pytest.raises(InvalidOption, match=f"from 0 to 2; found {plies}"):
            late.after(plies)


def test_undo_goes_back_to_the_beginning_and_no_further() -> None:
    position = played(0, 1, 2)
    assert [position.undo() for _ in range(3)] == ["take 3", "take 2", "take 1"]
    assert (heap_of(position), position.ply, position.history) == (20, 0, [])
    with pytest.raises(TilewrightError, match="nothing to undo"):
        position.undo()
    position.play(2)
    assert (heap_of(position), position.legal_actions.tolist()) == (17, [0, 1, 2])
    assert position.undo() == "take 3" and heap_of(position) == 20


def test_undo_and_another_move_is_as_if_it_had_not_been() -> None:
    position = played(0, 1)
    position.undo()
    position.play(2)
    assert position == played(0, 2) and position.moves == ["take 1", "take 3"]
    assert position.after(1) == played(0)


@pytest.mark.parametrize("make", [Position.copy, copy.copy, copy.deepcopy])
def test_a_copy_and_its_origin_go_their_own_ways(make: Callable[[Position], Position]) -> None:
    position = played(0, 1)
    twin = make(position)
    assert twin == position and twin is not position and twin.moves == position.moves
    twin.play(2)
    position.undo()
    assert (heap_of(twin), heap_of(position)) == (14, 19)
    assert (twin.undo(), twin.undo(), heap_of(twin)) == ("take 3", "take 2", 19)
    twin.options["rolls"] = "yes"
    assert position.options == {"rolls": "no"}


class Keys:
    """Keys by event; keeps those that were asked for."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def key(self, event: int) -> int:
        self.asked.append(event)
        return 1000 + event


def keyed(*moves: int, rolls: str = "yes") -> tuple[Position, Keys]:
    position, keys = tw.new("toy", players=3, seed=5, rolls=rolls), Keys()
    position.state["heap"] = 12
    position.draw_from(keys)
    for move in moves:
        position.play(move)
    return position, keys


def test_each_chance_event_has_the_next_key() -> None:
    """The deal has key 0, the first event key 1; a game without events asks for no more."""
    position, keys = keyed()
    assert keys.asked == [0, 1]
    generators = [int(position.state["rng"])]
    for event in range(3):
        position.play(0)
        assert keys.asked == list(range(event + 3))
        generators.append(int(position.state["rng"]))
    assert len(set(generators)) == 4
    again, _ = keyed(0, 0, 0)
    assert int(again.state["rng"]) == generators[-1]
    direct = position.copy()
    direct.rules.determinize(direct.state, u64(1004))
    assert int(direct.state["rng"]) == generators[-1], "the generator follows from the key alone"
    _, quiet = keyed(0, 0, 0, rolls="no")
    assert quiet.asked == [0, 1]


@pytest.mark.parametrize("back", [1, 2, 4])
def test_undo_of_keyed_chance_draws_the_same_again(back: int) -> None:
    moves = (0, 1, 0, 2)
    whole, _ = keyed(*moves)
    position, _ = keyed(*moves)
    for _ in range(back):
        position.undo()
    for move in moves[4 - back :]:
        position.play(move)
    assert position == whole and position.moves == whole.moves
    assert position.after(2) == keyed(0, 1)[0]


# --- What cannot be done ------------------------------------------------------------------------


def finished() -> Position:
    position = tw.new("toy", players=2, seed=5, rolls="no")
    position.state["heap"] = 1
    position.play(0)
    return position


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: played().view(3), InvalidOption, "seat: expected 0 to 2; found 3"),
        (lambda: played().view(-1), InvalidOption, "seat: expected 0 to 2; found -1"),
        (lambda: played().view(0).view(1), HiddenInformation, "already the view of seat-0"),
        (lambda: played().view().view(1), HiddenInformation, "already the view of spectator"),
        (lambda: played().determinize(1), HiddenInformation, "nothing is hidden in it"),
        (lambda: played().view(0).play(0), HiddenInformation, "fill it in with determinize"),
        (lambda: finished().play(0), GameOver, "the game is over after 1 plies"),
        (lambda: finished().parse_move("take 1"), GameOver, "over after 1"),
        (lambda: played().parse_move("x" * 201), TextError, "found 201 characters"),
    ],
)
def test_what_cannot_be_done_is_told(
    call: Callable[[], object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        call()


def test_a_view_of_ones_own_view_is_the_same() -> None:
    view = played(0).view(1)
    assert view.view(1) == view and view.viewer == 1
    assert played(0).view().viewer == 4
    guess = view.determinize(7)
    assert guess.viewer == -1 and guess.state["secret"][1] == view.state["secret"][1]
    assert guess.start_text == guess.text and guess.history == []


def test_outcome_and_standing_of_a_running_game() -> None:
    position = played(0)
    assert position.outcome is None and position.standing().places == (3, 1, 2)
    over = finished()
    assert over.outcome == over.standing() and over.legal_actions.tolist() == []
    assert repr(over) == "<Toy, 2 players, ply 1, over>"
    assert repr(played(0)) == "<Toy, 3 players, ply 1, seat 1 to move>"


# --- Text ---------------------------------------------------------------------------------------


def text_with(old: str, new: str) -> str:
    """Return the text of a game of three after two moves, with one change."""
    text = played(0, 1).text
    assert old in text, text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    "old, new, words",
    [
        ("players: 3", "players: 1", "2 to 3"),
        ("players: 3", "players: 4", "2 to 3"),
        ("ply: 2", "ply: -1", "0 to 10,?000"),
        ("ply: 2", "ply: 10001", "0 to 10,?000"),
        ("mover: 2", "mover: 3", "0 to 2"),
        ("mover: 2", "mover: -1", "0 to 2"),
        ("game: toy", "game: polyssimo", "expected 'toy'; found 'polyssimo'"),
        ("position 1", "position 2", "expected 'position 1'; found 'position 2'"),
        ("rng: ", "rng: 0", "expected 16 hexadecimal digits"),
        ("rng: ", "rng: A", "expected 16 hexadecimal digits"),
        ("mover: 2\n", "mover: 2\nviewer: seat-1\n", "expected '\\?' in a view"),
        ("mover: 2\n", "mover: 2\nviewer: seat-3\n", "seat-0, seat-1, seat-2"),
        ("heap:", "extra: 1\nheap:", "extra"),
    ],
)
def test_position_text_that_cannot_be_is_refused(old: str, new: str, words: str) -> None:
    text = text_with(old, new)
    with pytest.raises(TilewrightError, match=words):
        parse_states(get_game("toy"), text)


@pytest.mark.parametrize("ply", [0, 255, 256, 10_000])
def test_position_text_keeps_plies_of_two_bytes(ply: int) -> None:
    (state,) = parse_states(get_game("toy"), text_with("ply: 2", f"ply: {ply}"))
    position = Position(get_game("toy"), state.copy().reshape(1))
    assert position.ply == ply and f"ply: {ply}\n" in position.text


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_position_text_of_a_view_names_its_viewer(viewer: int | None) -> None:
    view = played(0).view(viewer)
    assert f"viewer: {VIEWERS[4 if viewer is None else viewer]}\nrng: ?\n" in view.text
    assert Position.from_text(get_game("toy"), view.text) == view
    assert "viewer" not in played(0).text


# --- Legal moves --------------------------------------------------------------------------------


def test_legal_moves_are_a_snapshot_that_counts_from_both_ends() -> None:
    position = played()
    moves = position.legal_moves
    position.play(0)
    assert list(moves) == ["take 1", "take 2", "take 3"] and len(moves) == 3
    assert [moves[0], moves[2], moves[-1], moves[-3]] == ["take 1", "take 3", "take 3", "take 1"]
    assert moves[1:] == ["take 2", "take 3"] and moves[::-1][0] == "take 3"
    for index in (3, -4):
        with pytest.raises(IndexError, match=f"of 3 legal moves; found {index}"):
            moves[index]
    assert "take 3" in moves and "take 4" not in moves
    assert repr(moves) == "<3 legal moves: take 1, take 2, take 3>"
