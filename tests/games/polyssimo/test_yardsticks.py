"""Further baseline opponents of Polyssimo Challenge."""

from __future__ import annotations

import numpy as np
import pytest

from tilewright.bots import list_bot_names, make_bot
from tilewright.errors import InvalidOption
from tilewright.game import State
from tilewright.games.polyssimo import GAME
from tilewright.games.polyssimo.board import Cell, list_cells
from tilewright.games.polyssimo.yardsticks import territory_action
from tilewright.kernel import compiled
from tilewright.position import Position
from tilewright.registry import get_game
from word import word

from .play import COMPILED, drafted, legal


def reach(state: State, seat: int) -> set[Cell]:
    """Return the cells that a seat could cover if it had the turn, by the rules."""
    then = GAME.new_state()
    then[0] = state
    then[0]["mover"] = seat
    return {cell for action in legal(then[0]) for cell in list_cells(action)}


def lead(state: State, action: int) -> int:
    """Return the mover's lead in exclusive cells after an action."""
    mover, later = int(state["mover"]), GAME.new_state()
    later[0] = state
    COMPILED.apply(later[0], action)
    if later[0]["over"]:
        return -1000
    mine, theirs = reach(later[0], mover), reach(later[0], 1 - mover)
    return len(mine - theirs) - len(theirs - mine)


def late_state(seed: int) -> State:
    state, rng = drafted(2, seed), word(seed)
    while len(legal(state)) > 60 and not state["over"]:
        action, rng = COMPILED.random_action(state, word(rng))
        COMPILED.apply(state, int(action))
    return state


@pytest.mark.parametrize("seed", range(4))
def test_territory_takes_the_move_with_the_largest_gain(seed: int) -> None:
    """Against a count by the rules alone; interpreted and compiled alike."""
    state = late_state(seed)
    before = state.tobytes()
    actions = np.zeros(GAME.max_legal, dtype=np.int32)
    chosen, rng = compiled(territory_action)(state, word(seed), actions)
    assert (chosen, rng) == territory_action(state, word(seed), actions)
    assert state.tobytes() == before
    leads = {action: lead(state, action) for action in legal(state)}
    if min(leads.values()) > -1000:
        assert leads[int(chosen)] == max(leads.values())


def test_territory_plays_polyssimo_only() -> None:
    position = Position.new(GAME, 3, 1, {})
    bots = [make_bot("territory", GAME, seat) for seat in range(3)]
    while not position.is_over:
        position.play(bots[position.mover].choose(position.view(position.mover)))
    assert "territory" in list_bot_names(GAME)
    with pytest.raises(InvalidOption, match="no bot is called 'territory'; there are: random, "):
        make_bot("territory", get_game("my-shelfie"), 1)
