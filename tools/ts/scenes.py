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
from tools.ts.wire import alias, comment, quote, type_of

__all__ = ["is_told", "write_scenes"]

HEAD = """\
/**
 * {title} as the server tells it. Do not edit: run
 * `python -m tools.ts.scenes {name} > web/src/games/{name}/scenes.ts`.
 */
import type * as wire from '../../lib/wire';
"""
MOST_WORDS = 10


def is_told(game: Game) -> bool:
    """Return True if kernels write a game's scenes."""
    return isinstance(game.scenery.scene, Sheet)


def write_scenes(game: Game) -> str:
    """Return the TypeScript file of a game's box and scenes."""
    assert isinstance(game.scenery.scene, Sheet) and isinstance(game.scenery.effect, Sheet)
    box = get_type_hints(game.scenery.box)["return"]
    scene, effect = game.scenery.scene.kind, game.scenery.effect.kind
    bases = {box: "wire.Box", scene: "wire.Scene"}
    bases |= dict.fromkeys(_one_or_more(effect), "wire.Effect")
    kinds = _parts_in(box, scene, effect)
    parts = [HEAD.format(title=game.title, name=game.name)]
    words = dict.fromkeys(one for kind in kinds if (one := _words(kind)))
    parts += [alias(one.name, _choices(one)) for one in words]
    parts += [_interface(kind, bases.get(kind, "")) for kind in kinds if _is_row(kind)]
    if effect not in bases:
        parts.append(alias("Effect", [kind.__name__ for kind in _one_or_more(effect)]))
    return "\n".join(parts)


def _one_or_more(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def _parts_in(*kinds: Any) -> list[Any]:
    """Return all types in a type, each once, parts before wholes."""
    found: dict[Any, None] = {}
    for kind in kinds:
        parts = () if _words(kind) else _keys(kind).values() if _is_row(kind) else get_args(kind)
        found |= dict.fromkeys([*_parts_in(*parts), kind])
    return list(found)


def _words(kind: Any) -> OneOf | None:
    return kind.__metadata__[0] if get_origin(kind) is Annotated else None


def _choices(one: OneOf) -> list[str]:
    """Return a few words as a union; many as a string."""
    return [quote(word) for word in one.words] if len(one.words) <= MOST_WORDS else ["string"]


def _is_row(kind: Any) -> bool:
    return isinstance(kind, type) and hasattr(kind, "__required_keys__")


def _keys(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _interface(kind: Any, base: str) -> str:
    head = f"export interface {kind.__name__}{f' extends {base}' if base else ''} {{"
    return "\n".join([comment(kind.__doc__ or "") + head, *_fields(kind), "}\n"])


def _fields(kind: Any) -> Iterator[str]:
    words = describe_fields(kind)
    for name, hint in _keys(kind).items():
        if name in words:
            yield comment(words[name], "  ").rstrip("\n")
        if get_origin(hint) is NotRequired:
            yield f"  {name}?: {type_of(get_args(hint)[0])};"
        else:
            yield f"  {name}: {type_of(hint)};"


if __name__ == "__main__":
    print(write_scenes(get_game(sys.argv[1])), end="")
