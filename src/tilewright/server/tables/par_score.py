"""Par of a duplicate deal: the result of a program.

For a game for one it is a search that sees every tile. Against bots it is the highest level on the
player's seat, with a fixed number of iterations and no more than that seat may see.
"""

from __future__ import annotations

import threading

from tilewright.bots import Budget, make_bot
from tilewright.match.events import Terms
from tilewright.match.reducer import deal as deal_out
from tilewright.position import Position
from tilewright.records.commit_reveal import Shuffle, derive
from tilewright.registry import get_game
from tilewright.search.levels import levels_of
from tilewright.search.solve import PAR_EFFORT, solve_game
from tilewright.server.storage.deals import Deal, GameScore
from tilewright.server.tables.bots import BOT_TREE_MIB, BotJob, bot_seed
from tilewright.server.tables.game_end import deal_score

__all__ = ["EXPECTED_PAR_SECONDS", "compute_par", "deal_shuffle", "first_position", "supports_par"]

PAR_ITERATIONS = 4000
"""Iterations per move against bots. A change makes the pars of different days incomparable."""
EXPECTED_PAR_SECONDS = 5.0
"""About how long par takes to compute."""


def supports_par(deal: Deal) -> bool:
    """Return True if a program can compute par of this deal."""
    game = get_game(deal.game)
    return game.solver is not None if game.is_for_one else not deal.setup.is_together


def compute_par(deal: Deal, stop: threading.Event) -> GameScore | None:
    """Return the program's result of a deal; None if it was stopped."""
    game, seat = get_game(deal.game), deal.setup.seat
    start = first_position(deal)
    if game.is_for_one:
        played = solve_game(start, hindsight=True, effort=PAR_EFFORT, stop=stop)
    else:
        played = _play_out(deal, start, stop)
    return None if stop.is_set() else deal_score(game, played.standing(), seat, played.moves)


def deal_shuffle(deal: Deal) -> Shuffle:
    """Return the shuffle of a deal: players add no bytes to it."""
    return Shuffle(deal.secret, (b"",) * len(deal.setup.seats))


def first_position(deal: Deal) -> Position:
    """Return the initial position with all hidden information."""
    setup = deal.setup
    terms = Terms(game=deal.game, players=len(setup.seats), options=setup.options)
    return deal_out(terms, deal_shuffle(deal), deal.chance)


def _play_out(deal: Deal, start: Position, stop: threading.Event) -> Position:
    """Return the final position; the bots move as at all tables of the deal."""
    position = start.copy()
    while not position.is_over and not stop.is_set():
        number = 1 + len(position.actions)  # counted as in a match
        position.play(_choose_move(deal, position, number, stop))
    return position


def _choose_move(deal: Deal, position: Position, number: int, stop: threading.Event) -> int:
    bot, view = deal.setup.seats[position.mover], position.view(position.mover)
    if bot is not None:
        return BotJob("", number, bot, view, bot_seed(deal.secret, number)).think(stop)
    budget = Budget(iterations=PAR_ITERATIONS, memory=BOT_TREE_MIB)
    seed = derive(deal.secret, "par", number.to_bytes(8))
    best = f"level-{len(levels_of(view.game))}"
    return make_bot(best, view.game, seed, budget).choose(view, stop)
