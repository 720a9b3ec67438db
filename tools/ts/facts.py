"""Facts of a game for its board on the page, as TypeScript: figures of the box and the syntax of
moves.

``python -m tools.ts.facts GAME > web/src/games/FOLDER/facts.ts``
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import starmap

from tilewright.game import Game, Sign
from tilewright.registry import get_game
from tools.ts.wire import format_comment, quote

__all__ = ["format_facts"]

HEAD = """\
/**
 * What holds in every game of {title}. Do not edit: run
 * `python -m tools.ts.facts {name} > web/src/games/{name}/facts.ts`.
 */

// --- From the box ---

{figures}
// --- How it is written ---

"""


def format_facts(game: Game) -> str:
    """Return the TypeScript source of a game's facts."""
    figures = "".join(starmap(_format_constant, _list_figures(game)))
    head = HEAD.format(title=game.title, name=game.name, figures=figures)
    return head + "\n".join(map(_format_sign, game.signs))


def _list_figures(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the name and value of each whole number in the game's box."""
    for name, value in game.scenery.box().items():
        if isinstance(value, int):
            yield name.upper(), str(value)


def _format_sign(sign: Sign) -> str:
    return format_comment(sign.words) + _format_constant(sign.name, _format_literal(sign))


def _format_constant(name: str, value: str) -> str:
    return f"export const {name} = {value};\n"


def _format_literal(sign: Sign) -> str:
    """Return a sign as a TypeScript literal: a string, or a pattern that matches globally unless it
    begins with ^."""
    if isinstance(sign.written, str):
        return quote(sign.written)
    pattern = sign.written.pattern
    return f"/{pattern}/{'' if pattern.startswith('^') else 'g'}"


if __name__ == "__main__":
    print(format_facts(get_game(sys.argv[1])), end="")
