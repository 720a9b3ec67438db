"""Positions of every game: text, undo, views, errors. The toy game checks exact messages."""

from __future__ import annotations

import copy
import operator
import pickle
import random
from collections.abc import Callable
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tilewright as tw
from tilewright.errors import (
    GameOver,
    HiddenInformation,
    IllegalMove,
    InvalidOption,
    TextError,
    TilewrightError,
    UnknownGame,
)
from tilewright.records.commit_reveal import Shuffle
from walks import (
    REAL_GAMES,
    Configuration,
    configuration_id,
    configurations,
    random_position,
    walk,
)

any_configuration = st.sampled_from(configurations())
seeds = st.integers(0, 2**32)
untyped: Any = tw
"""Typed as Any, for calls that the type checker would reject."""
few = settings(max_examples=40, suppress_health_check=list(HealthCheck))


# --- The friendly face, on the toy game ---


def test_position_plays_from_deal_to_outcome() -> None:
    p = tw.new("toy", players=3, seed=5)
    assert repr(p) == "<Toy, 3 players, ply 0, seat 0 to move>"
    assert repr(p.legal_moves) == "<3 legal moves: take 1, take 2, take 3>"
    assert list(p.legal_moves) == p.legal_moves[:] == ["take 1", "take 2", "take 3"]
    assert "take 2" in p.legal_moves and "take 9" not in p.legal_moves
    while not p.is_over:
        p.play(p.legal_moves[-1])
    assert p.moves == ["take 3", "take 3", "take 1"]
    assert p.outcome is not None
    assert (p.outcome.winner, p.outcome.places, p.outcome.ranking) == (2, (2, 3, 1), (2, 0, 1))
    assert repr(p) == "<Toy, 3 players, ply 3, over>"
    assert list(p.legal_actions) == []


def test_play_takes_text_and_numbers() -> None:
    p, q = tw.new("toy", seed=1), tw.new("toy", seed=1)
    p.play("take 2")
    number: Any = np.int32(1)
    q.play(number)
    assert p == q and p.actions == [1]


@pytest.mark.parametrize("move", [1.0, 1.7, np.float64(1), float("nan"), None, True, ["take 1"]])
def test_play_a_number_that_is_not_whole_is_refused(move: Any) -> None:
    """Regression: ``play(10.7)``, from a network's output, was truncated and played action 10."""
    p = tw.new("toy", seed=1)
    for call in (p.play, p.effect, p.describe_move):
        with pytest.raises(InvalidOption, match="expected a text or a whole number; found"):
            call(move)
    assert p.ply == 0


def test_describe_move_takes_text_and_numbers() -> None:
    p = untyped.new("toy", seed=1)
    assert p.describe_move("take 2") == p.describe_move(1) == p.describe_move(np.int64(1))


def test_legal_moves_support_negative_indexes() -> None:
    moves = untyped.new("toy", seed=1).legal_moves
    assert (moves[-3], moves[-1], moves[np.int32(2)]) == ("take 1", "take 3", "take 3")
    with pytest.raises(IndexError, match="found -4"):
        moves[-4]


def test_from_text_finds_the_game() -> None:
    p = tw.new("toy", seed=1, rolls="yes")
    assert tw.position(p.text) == p
    with pytest.raises(UnknownGame, match="no game is called 'ludo'"):
        tw.position("tilewright: position 1\ngame: ludo\n")


def test_game_repr_is_one_line() -> None:
    assert repr(tw.GAMES["toy"]) == "<Game toy: Toy, 2 or 3 players, 3 actions>"


# --- Copies and pickles ---

COPIES = [copy.copy, copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))]


@pytest.mark.parametrize("make_copy", COPIES, ids=["copy", "deepcopy", "pickle"])
def test_copy_is_independent(make_copy: Callable[[tw.Position], tw.Position]) -> None:
    p = tw.new("toy", players=3, seed=5, rolls="yes")
    p.play("take 1")
    p.play("take 2")
    q = make_copy(p)
    assert (q, q.moves, q.actions, q.seed, q.options) == (p, p.moves, p.actions, 5, p.options)
    assert q.game is p.game and tw.dump(q) == tw.dump(p)
    q.undo()
    q.undo()
    assert q == tw.new("toy", players=3, seed=5, rolls="yes")
    q.play("take 3")
    assert p.moves == ["take 1", "take 2"]
    assert make_copy(p.view(1)) == p.view(1) and make_copy(p.view(1)).viewer == 1


def test_copy_with_keyed_chance_draws_the_same() -> None:
    """The source of chance is copied, too."""
    p = tw.new("toy", seed=5, rolls="yes")
    p.draw_from(Shuffle(b"s" * 32, (b"1" * 16, b"2" * 16)))
    p.play("take 1")
    q = pickle.loads(pickle.dumps(p))
    while not p.is_over:
        p.play("take 1")
        q.play("take 1")
        assert p == q


def test_game_is_copied_and_pickled_by_name() -> None:
    game = tw.GAMES["toy"]
    assert copy.deepcopy(game) is copy.copy(game) is pickle.loads(pickle.dumps(game)) is game
    with pytest.raises(TilewrightError, match="expected a game of GAMES to copy or pickle"):
        pickle.dumps(replace(game, name="other"))


@pytest.mark.slow
def test_position_is_pickled_to_spawned_processes() -> None:
    positions = [tw.new(game.name, seed=3) for game in REAL_GAMES]
    with get_context("spawn").Pool(1) as pool:
        assert pool.map(operator.attrgetter("digest"), positions) == [p.digest for p in positions]


def test_parse_move_is_not_cached_across_positions() -> None:
    p = tw.new("toy", seed=5)
    while p.state["heap"] >= 3:
        assert p.format_move(2) == "take 3"
        p.play(2)
    with pytest.raises(IllegalMove, match="TOY-1"):
        p.parse_move("take 3")


def test_parse_move_is_not_cached_across_an_undo() -> None:
    """Taking a tile frees its neighbours: return the first move that was illegal before."""
    p = tw.new("my-shelfie", seed=1)
    fresh: set[str] = set()
    while not fresh:
        before = set(p.legal_moves)
        p.play(p.legal_moves[0])
        fresh = set(p.legal_moves) - before
    text = p.format_move(p.parse_move(min(fresh)))
    p.undo()
    with pytest.raises(IllegalMove):
        p.parse_move(text)


def test_undo_of_a_copy_leaves_the_original() -> None:
    p = tw.new("toy", seed=1)
    start = p.text
    q = p.copy()
    p.play("take 1")
    assert q.text == start and q != p
    assert p.undo() == "take 1"
    assert p == q
    with pytest.raises(TilewrightError, match="nothing to undo"):
        p.undo()


def test_after_returns_an_earlier_position_and_keeps_the_game() -> None:
    p = tw.new("toy", players=3, seed=1, rolls="yes")
    texts = [p.text]
    while not p.is_over:
        p.play(p.legal_moves[-1])
        texts.append(p.text)
    assert [p.after(ply).text for ply in range(p.ply + 1)] == texts
    assert p.text == texts[-1] and p.after(1).moves == p.moves[:1]
    with pytest.raises(InvalidOption, match=f"from 0 to {p.ply}; found {p.ply + 1}"):
        p.after(p.ply + 1)


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: tw.new("ludo"), UnknownGame, "no game is called 'ludo'; there are: "),
        (lambda: tw.new("toy", players=9), InvalidOption, "toy is for 2, 3 players; found 9"),
        (lambda: tw.new("toy", seed=-1), InvalidOption, "from 0 to 2**64 - 1; found -1"),
        (lambda: tw.new("toy", seed=2**64), InvalidOption, "from 0 to 2**64 - 1; found 184467"),
        (lambda: tw.new("toy", dice="6"), InvalidOption, "toy has no option 'dice'; it has: rolls"),
        (lambda: tw.new("toy", rolls="2"), InvalidOption, "expected one of no, yes; found '2'"),
        (lambda: tw.new("toy").play("hop"), TextError, "expected take 1, take 2 or take 3"),
        (lambda: tw.new("toy").play(7), IllegalMove, "one of 3 legal actions; found action 7"),
        (lambda: tw.new("toy").play("x" * 10**7), TextError, "found 10,000,000 characters"),
        (lambda: tw.new("toy").view(2), InvalidOption, "seat: expected 0 to 1; found 2"),
        (lambda: tw.new("toy").view(0).view(1), HiddenInformation, "already the view of seat-0"),
        (lambda: tw.new("toy").view(0).play(0), HiddenInformation, "determinize(seed)"),
        (lambda: tw.new("toy").determinize(1), HiddenInformation, "nothing is hidden"),
        (
            lambda: untyped.new(None),
            UnknownGame,
            "expected the name of a game; found NoneType None",
        ),
        (
            lambda: untyped.new("toy", players="2"),
            InvalidOption,
            "players: expected a whole number",
        ),
        (
            lambda: untyped.new("toy", players=2.0),
            InvalidOption,
            "players: expected a whole number",
        ),
        (lambda: untyped.new("toy", seed=None), InvalidOption, "seed: expected a whole number"),
        (lambda: untyped.new("toy", seed="7"), InvalidOption, "seed: expected a whole number"),
        (lambda: untyped.new("toy", seed=True), InvalidOption, "a whole number; found bool True"),
        (
            lambda: untyped.load(None),
            TextError,
            "expected a text, not a file or bytes; found NoneType",
        ),
        (lambda: untyped.load(b"tilewright: record 1"), TextError, "found bytes"),
        (lambda: untyped.load(Path("game.txt")), TextError, "expected a text, not a file or bytes"),
        (lambda: untyped.position("toy", Path("game.txt")), TextError, "not a file or bytes"),
        (lambda: untyped.new("toy").view("x"), InvalidOption, "seat: expected a whole number"),
        (
            lambda: untyped.new("toy").view(0).determinize(None),
            InvalidOption,
            "seed: expected a whole",
        ),
        (lambda: untyped.new("toy").after(0.5), InvalidOption, "plies: expected a whole number"),
        (
            lambda: untyped.new("toy").format_move("take 1"),
            InvalidOption,
            "action: expected a whole",
        ),
        (
            lambda: untyped.new("toy").legal_moves["0"],
            InvalidOption,
            "index: expected a whole number",
        ),
        (
            lambda: untyped.new("toy").legal_moves[3],
            IndexError,
            "index of one of 3 legal moves; found 3",
        ),
    ],
)
def test_errors_have_clear_messages(call: object, error: type[Exception], words: str) -> None:
    with pytest.raises(error) as caught:
        call()  # type: ignore[operator]
    assert words in str(caught.value)


def test_play_after_the_end_is_refused() -> None:
    *_, p = walk("toy", 2, {}, 3)
    for move in ("take 1", 0):
        with pytest.raises(GameOver, match="the game is over after"):
            p.play(move)


# --- All games ---


@pytest.mark.slow
@pytest.mark.parametrize("configuration", configurations(), ids=configuration_id)
def test_text_round_trips_at_every_ply(configuration: Configuration) -> None:
    for p in walk(*configuration, seed=11):
        assert tw.position(p.game.name, p.text) == p
        for seat in [None, *range(p.players)]:
            seen = p.view(seat)
            assert tw.position(p.game.name, seen.text) == seen


@few
@given(any_configuration, seeds)
def test_moves_round_trip(configuration: Configuration, seed: int) -> None:
    p = random_position(*configuration, seed)
    texts = list(p.legal_moves)
    assert len(set(texts)) == len(texts)
    for action, text in random.Random(seed).sample(
        list(zip(p.legal_actions, texts, strict=True)), min(len(texts), 200)
    ):
        assert p.parse_move(text) == action
        assert p.describe_move(int(action))


@few
@given(any_configuration, seeds)
def test_legal_actions_ascend_and_stay_in_range(configuration: Configuration, seed: int) -> None:
    p = random_position(*configuration, seed)
    actions = p.legal_actions
    assert p.is_over or len(actions) > 0
    assert (np.diff(actions) > 0).all()
    assert all(0 <= action < p.game.num_actions for action in actions)
    assert len(actions) <= p.game.max_legal


@few
@given(any_configuration, seeds)
def test_view_has_no_hidden_information(configuration: Configuration, seed: int) -> None:
    """Resampling all that a viewer cannot know changes no byte of what the viewer sees."""
    p = random_position(*configuration, seed)
    for seat in [None, *range(p.players)]:
        seen = p.view(seat)
        for guess_seed in (1, 2):
            guess = seen.determinize(guess_seed)
            assert guess.view(seat) == seen
            assert guess.view(seat).text == seen.text


@few
@given(any_configuration, seeds)
def test_view_has_the_legal_moves_of_the_position(configuration: Configuration, seed: int) -> None:
    p = random_position(*configuration, seed)
    if not p.is_over:
        assert list(p.view(p.mover).legal_actions) == list(p.legal_actions)


@few
@given(any_configuration, seeds)
def test_determinize_gives_a_playable_position(configuration: Configuration, seed: int) -> None:
    p = random_position(*configuration, seed).view(0).determinize(seed)
    rng = random.Random(seed)
    while not p.is_over:
        p.play(int(rng.choice(p.legal_actions)))
    assert p.outcome is not None
    assert sorted(p.outcome.places) == list(range(1, p.players + 1))


@few
@given(any_configuration, seeds)
def test_outcome_of_the_best_score_is_first_place(configuration: Configuration, seed: int) -> None:
    *_, p = walk(*configuration, seed)
    assert p.outcome is not None
    sign = 1 if p.game.lower_is_better else -1
    ranked = [sign * p.outcome.scores[seat] for seat in p.outcome.ranking]
    assert ranked == sorted(ranked)


@few
@given(any_configuration, seeds, st.data())
def test_from_text_reads_or_refuses_damaged_text(
    configuration: Configuration, seed: int, data: st.DataObject
) -> None:
    """Truncated, swapped, repeated or overwritten text gives a TextError or a playable position."""
    p = random_position(*configuration, seed)
    p = p.view(0) if data.draw(st.booleans()) else p
    text = _damage(p.text, data)
    try:
        again = tw.position(p.game.name, text)
    except TilewrightError as error:
        assert 0 < len(str(error)) < 500
        return
    assert tw.position(p.game.name, again.text) == again
    assert again.is_over or len(again.legal_actions) > 0
    assert again.standing().scores


def _damage(text: str, data: st.DataObject) -> str:
    lines = text.split("\n")
    at, other = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    kind = data.draw(st.sampled_from(["cut", "swap", "double", "drop", "write", "turn"]))
    if kind == "cut":
        return text[: data.draw(st.integers(0, len(text)))]
    if kind == "swap":
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == "double":
        lines.insert(at, lines[other])
    elif kind == "drop":
        del lines[at]
    elif kind == "turn":
        lines[at] = lines[at][::-1]
    else:
        character = data.draw(st.characters() | st.sampled_from(" .?0123456789-CBGFTPabc@,#_"))
        where = data.draw(st.integers(0, len(lines[at])))
        lines[at] = lines[at][:where] + character + lines[at][where + 1 :]
    return "\n".join(lines)


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize(
    "text",
    ["", "\n" * 100, "a" * 10_000_000, "{" * 1_000_000, "tilewright: position 2", "\ufeffgame: x"],
    ids=["empty", "blank", "long", "deep", "version", "mark"],
)
def test_from_text_refuses_hostile_text(game: object, text: str) -> None:
    with pytest.raises(TextError):
        tw.position(game.name, text)  # type: ignore[attr-defined]


def test_at_ply_counts_from_the_first_position() -> None:
    begun = tw.new("toy", seed=7)
    begun.play("take 1")
    middle = tw.position("toy", begun.text)
    middle.play("take 1")
    assert middle.at_ply(1) == begun and middle.at_ply(2) == middle
    for ply in (0, 3):
        with pytest.raises(InvalidOption, match=f"ply: expected 1 to 2; found {ply}"):
            middle.at_ply(ply)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_from_text_refuses_a_viewer_that_is_no_seat(players: int) -> None:
    text = tw.new("my-shelfie", players=players, seed=7).view(players - 1).text
    last, next_seat = f"viewer: seat-{players - 1}", f"viewer: seat-{players}"
    assert last in text and tw.position("my-shelfie", text).viewer == players - 1
    with pytest.raises(TextError, match="expected one of seat-0"):
        tw.position("my-shelfie", text.replace(last, next_seat))


def test_before_counts_moves_back_from_the_position() -> None:
    p = tw.new("toy", seed=7)
    for _ in range(3):
        p.play("take 1")
    for count in (1, 2, 3):
        assert p.before(count) == p.after(3 - count)
    p.undo()
    assert p.before(1) == p.after(1), "the state before the move that was taken back is forgotten"


@few
@given(
    any_configuration,
    seeds,
    st.text(max_size=40) | st.text("abcdefgh0123456789@,-> FH", max_size=12),
)
def test_parse_move_reads_or_refuses_any_text(
    configuration: Configuration, seed: int, text: str
) -> None:
    p = random_position(*configuration, seed)
    try:
        assert p.parse_move(text) in p.legal_actions
    except TilewrightError as error:
        assert 0 < len(str(error)) < 500
