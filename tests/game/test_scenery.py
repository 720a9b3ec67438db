"""Plain scenery: the data from which the page draws a game without a board of its own."""

from __future__ import annotations

import json
from dataclasses import replace

from bare import BARE, MOST
from tilewright.game import Counter, Grid, Piece, Place, Plain, State, plain_scenery
from tilewright.position import Position


def show_heaps(state: State) -> Plain:
    rows = [["o"] * int(heap) + [""] * (6 - int(heap)) for heap in state["heaps"]]
    return Plain([Grid("Heaps", rows)], [Piece("stone", [(0, 0)])], [Counter("ply", 1, 0)], ["Hi."])


def place_stones(state: State, action: int) -> Place:
    heap, stones = divmod(action, MOST // 2)
    return Place(0, ((0, heap, column) for column in range(stones + 1)))


def test_plain_scenery_shows_a_game() -> None:
    game = replace(BARE, scenery=plain_scenery(show_heaps, place_stones))
    position = Position.new(game, 2, 1, {})
    position.state["heaps"] = (2, 1)
    plain = position.scene()["plain"]
    assert json.loads(json.dumps(plain)) == plain
    assert plain == {
        "grids": [
            {"title": "Heaps", "rows": [["o", "o", *[""] * 4], ["o", *[""] * 5]], "seat": None}
        ],
        "pieces": [{"title": "stone", "cells": [[0, 0]], "seat": None, "count": 1}],
        "counters": [{"title": "ply", "value": 1, "seat": 0}],
        "texts": ["Hi."],
        "moves": [
            {"piece": 0, "cells": [[0, 0, 0]]},
            {"piece": 0, "cells": [[0, 0, 0], [0, 0, 1]]},
            {"piece": 0, "cells": [[0, 1, 0]]},
        ],
    }
    assert position.view(0).scene()["plain"] == plain
    for viewer in (1, None):
        assert position.view(viewer).scene()["plain"] == {**plain, "moves": []}
    effect = position.effect("b1")
    assert effect["text"] == "takes 1 stones"
    assert (effect["piece"], effect["cells"]) == (0, [[0, 1, 0]])


def test_plain_scenery_lists_moves_without_places() -> None:
    position = Position.new(replace(BARE, scenery=plain_scenery(show_heaps)), 2, 1, {})
    assert position.scene()["plain"]["moves"] == [{"piece": None, "cells": []}] * len(
        position.legal_moves
    )
