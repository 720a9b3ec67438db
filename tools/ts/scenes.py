"""A game's box, scenes and effects as TypeScript, from the types of its sheets.

``python -m tools.ts.scenes GAME > web/src/games/FOLDER/scenes.ts``
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Any, NotRequired, Union, get_args, get_origin, get_type_hints

from tilewright.game import Game, OneOf, Sheet
from tilewright.registry import get_game
from tilewright.wire.fields import describe_fields
from tools.ts.wire import format_alias, format_comment, format_type, quote

__all__ = ["format_scenes", "has_scene_kernels"]

HEAD = """\
/**
 * {title} as the server tells it. Do not edit: run
 * `python -m tools.ts.scenes {name} > web/src/games/{name}/scenes.ts`.
 */
import type * as wire from '../../lib/wire';
"""
MOST_WORDS = 10


def has_scene_kernels(game: Game) -> bool:
    """Return True if a game's scenes are written by kernels."""
    return isinstance(game.scenery.scene, Sheet)


def format_scenes(game: Game) -> str:
    """Return the TypeScript source of a game's box, scenes and effects."""
    assert isinstance(game.scenery.scene, Sheet) and isinstance(game.scenery.effect, Sheet)
    box = get_type_hints(game.scenery.box)["return"]
    scene, effect = game.scenery.scene.kind, game.scenery.effect.kind
    bases = {box: "wire.Box", scene: "wire.Scene"}
    bases |= dict.fromkeys(_union_members(effect), "wire.Effect")
    kinds = _collect_types(box, scene, effect)
    parts = [HEAD.format(title=game.title, name=game.name)]
    words = dict.fromkeys(one for kind in kinds if (one := _get_choice(kind)))
    parts += [format_alias(one.name, _format_choices(one)) for one in words]
    parts += [
        _format_interface(kind, bases.get(kind, "")) for kind in kinds if _is_typed_dict(kind)
    ]
    if effect not in bases:
        parts.append(format_alias("Effect", [kind.__name__ for kind in _union_members(effect)]))
    return "\n".join(parts)


def _union_members(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def _collect_types(*kinds: Any) -> list[Any]:
    """Return the types that occur in some types, each once, and parts before what contains them."""
    found: dict[Any, None] = {}
    for kind in kinds:
        parts = (
            ()
            if _get_choice(kind)
            else _get_fields(kind).values()
            if _is_typed_dict(kind)
            else get_args(kind)
        )
        found |= dict.fromkeys([*_collect_types(*parts), kind])
    return list(found)


def _get_choice(kind: Any) -> OneOf | None:
    return kind.__metadata__[0] if get_origin(kind) is Annotated else None


def _format_choices(one: OneOf) -> list[str]:
    """Return the members of a union of words; if there are many, just ``string``."""
    return [quote(word) for word in one.words] if len(one.words) <= MOST_WORDS else ["string"]


def _is_typed_dict(kind: Any) -> bool:
    return isinstance(kind, type) and hasattr(kind, "__required_keys__")


def _get_fields(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _format_interface(kind: Any, base: str) -> str:
    head = f"export interface {kind.__name__}{f' extends {base}' if base else ''} {{"
    return "\n".join([format_comment(kind.__doc__ or "") + head, *_format_fields(kind), "}\n"])


def _format_fields(kind: Any) -> Iterator[str]:
    """Yield the lines of an interface's fields, with comments."""
    words = describe_fields(kind)
    for name, hint in _get_fields(kind).items():
        if name in words:
            yield format_comment(words[name], "  ").rstrip("\n")
        if get_origin(hint) is NotRequired:
            yield f"  {name}?: {format_type(get_args(hint)[0])};"
        else:
            yield f"  {name}: {format_type(hint)};"


if __name__ == "__main__":
    print(format_scenes(get_game(sys.argv[1])), end="")
