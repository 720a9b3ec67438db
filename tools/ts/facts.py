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
from tools.ts.wire import comment, quote

__all__ = ["write_facts"]

HEAD = """\
/**
 * What holds in every game of {title}. Do not edit: run
 * `python -m tools.ts.facts {name} > web/src/games/{name}/facts.ts`.
 */

// --- From the box ---

{figures}
// --- How it is written ---

"""


def write_facts(game: Game) -> str:
    """Return the TypeScript file of a game's facts."""
    figures = "".join(starmap(_constant, _figures(game)))
    head = HEAD.format(title=game.title, name=game.name, figures=figures)
    return head + "\n".join(map(_sign, game.signs))


def _figures(game: Game) -> Iterator[tuple[str, str]]:
    for name, value in game.scenery.box().items():
        if isinstance(value, int):
            yield name.upper(), str(value)


def _sign(sign: Sign) -> str:
    return comment(sign.words) + _constant(sign.name, _value(sign))


def _constant(name: str, value: str) -> str:
    return f"export const {name} = {value};\n"


def _value(sign: Sign) -> str:
    """Return a text as a literal. A pattern that does not cover the whole text matches globally."""
    if isinstance(sign.written, str):
        return quote(sign.written)
    pattern = sign.written.pattern
    return f"/{pattern}/{'' if pattern.startswith('^') else 'g'}"


if __name__ == "__main__":
    print(write_facts(get_game(sys.argv[1])), end="")
