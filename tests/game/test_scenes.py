"""Scenes and effects of every game: their common keys, and that effects come true."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import tilewright as tw
from scene_turns import turns_of
from tilewright.errors import GameOver, IllegalMove
from tilewright.game import SPECTATOR, Game
from walks import (
    REAL_GAMES,
    Configuration,
    configuration_id,
    configurations,
    random_position,
    walk,
)

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "scenes.md"
EVERY_SEATING = pytest.mark.parametrize("configuration", configurations(), ids=configuration_id)


def as_json(data: Any) -> bytes:
    return msgspec.json.encode(data)


def some_moves(position: tw.Position) -> list[str]:
    """Return a few legal moves, always including the last, which may be a special one."""
    moves = position.legal_moves
    chosen = random.Random(position.ply).sample(range(len(moves)), min(4, len(moves)))
    return [moves[index] for index in sorted({*chosen, len(moves) - 1})]


# --- Plain data that agrees with the position ---------------------------------------------------


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_box_is_json_data(game: Game) -> None:
    box = game.scenery.box()
    assert box["game"] == game.name
    assert msgspec.json.decode(as_json(box)) == box


@EVERY_SEATING
def test_scene_is_json_data_that_agrees_with_the_position(configuration: Configuration) -> None:
    for position in walk(*configuration, seed=3):
        scene, outcome = position.scene(), position.outcome
        assert msgspec.json.decode(as_json(scene)) == scene
        assert scene["game"] == position.game.name
        assert (scene["players"], scene["ply"]) == (position.players, position.ply)
        assert (scene["mover"], scene["is_over"]) == (position.mover, position.is_over)
        assert scene["turns"][:1] == ([] if position.is_over else [position.mover])
        assert len(scene["seats"]) == position.players
        assert scene["scores"] == (list(outcome.scores) if outcome else None)
        assert scene["places"] == (list(outcome.places) if outcome else None)


@EVERY_SEATING
def test_effect_is_json_data_that_agrees_with_the_next_position(
    configuration: Configuration,
) -> None:
    for before, move, effect, after in turns_of(configuration, seed=4):
        assert msgspec.json.decode(as_json(effect)) == effect
        assert effect["move"] == move
        assert effect["seat"] == before.mover
        assert effect["next"] == (None if after.is_over else after.mover)
        assert effect["ends"] == after.is_over


@EVERY_SEATING
def test_effect_exists_for_every_legal_move(configuration: Configuration) -> None:
    position = random_position(*configuration, seed=5)
    unchanged = position.copy()
    for action, move in zip(position.legal_actions.tolist(), position.legal_moves, strict=True):
        assert position.effect(action)["move"] == move
    for move in [] if position.is_over else some_moves(position):
        assert position.effect(move) == position.effect(position.parse_move(move))
    assert position == unchanged and position.moves == unchanged.moves


def keys_of(data: Any) -> set[str]:
    """Return all keys in nested plain data, except the letters of tile types."""
    if isinstance(data, list):
        return {key for entry in data for key in keys_of(entry)}
    if not isinstance(data, dict):
        return set()
    named = {key for key in data if len(key) > 1 or key in "xy"}
    return named.union(*(keys_of(entry) for entry in data.values()))


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
def test_docs_name_every_key_of_scenes_and_effects(game: Game) -> None:
    told = set(re.findall(r"`(\w+)`", PAGE.read_text(encoding="utf-8")))
    used = keys_of(game.scenery.box())
    for turn in turns_of((game.name, game.players[0], {}), seed=8):
        used |= keys_of(turn.before.scene()) | keys_of(turn.effect)
    used |= keys_of(turn.after.scene())
    assert used - told == set()


# --- Nothing hidden, no chance ------------------------------------------------------------------


@EVERY_SEATING
def test_effect_does_not_depend_on_chance_or_secrets(configuration: Configuration) -> None:
    """The future and the secrets of others are resampled: the mover sees the same."""
    for position in walk(*configuration, seed=6):
        if position.is_over:
            break
        mover = position.mover
        view = position.view(mover)
        others = [view.determinize(seed) for seed in (1, 2)]
        scene = as_json(view.scene())
        assert all(as_json(other.view(mover).scene()) == scene for other in others)
        for move in some_moves(position):
            effect = as_json(view.effect(move))
            assert all(as_json(other.effect(move)) == effect for other in [position, *others])


@EVERY_SEATING
def test_scene_does_not_depend_on_hidden_information(configuration: Configuration) -> None:
    position = random_position(*configuration, seed=7)
    for viewer in (*range(position.players), None):
        view = position.view(viewer)
        other = view.determinize(9).view(viewer)
        assert view.viewer == (SPECTATOR if viewer is None else viewer)
        assert as_json(other.scene()) == as_json(view.scene())
        for move in [] if position.is_over else some_moves(position):
            assert as_json(other.effect(move)) == as_json(view.effect(move))


# --- Wrong moves, and games without pictures ----------------------------------------------------


def test_effect_of_an_illegal_move_is_refused() -> None:
    position = tw.new("polyssimo", players=2, seed=1)
    with pytest.raises(IllegalMove, match="PC-3"):
        position.effect("F@d3,cde4,c5")
    with pytest.raises(IllegalMove, match="found action 24"):
        position.effect(24)


def test_effect_after_the_end_is_refused() -> None:
    *_, position = walk("polyssimo", 2, {}, seed=1)
    with pytest.raises(GameOver):
        position.effect("F")


def test_scene_of_a_game_without_pictures_exists() -> None:
    position = tw.new("toy", players=2, seed=1)
    assert position.scene()["turns"] == []
    effect = position.effect("take 1")
    assert effect.pop("text") == position.describe_move(0)
    assert effect == {"move": "take 1", "seat": 0, "next": 1, "ends": False, "kind": "move"}
