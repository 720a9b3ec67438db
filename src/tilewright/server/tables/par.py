"""Par of a deal that many play: what a program of ours makes of it.

Alone it is a search that sees every tile. Against bots it is the highest level on the seat that
everybody has, with a fixed number of iterations and no more than that seat may know.
"""

from __future__ import annotations

import threading

from tilewright.bots import Budget, make_bot
from tilewright.events import Terms
from tilewright.match.dealing import deal as deal_out
from tilewright.position import Position
from tilewright.registry import get_game
from tilewright.search.levels import levels_of
from tilewright.server.storage.deals import Deal, Made
from tilewright.server.tables.bots import MEMORY, Job, bot_seed
from tilewright.server.tables.settling import measure
from tilewright.shuffle import Shuffle, derive
from tilewright.solving import PAR_EFFORT, solve_game

__all__ = ["PAR_SECONDS", "find_par", "first_position", "has_par", "shuffle_of", "solve_for_par"]

PAR_ITERATIONS = 4000
"""Of each move for par against bots. To change it makes the pars of different days incomparable."""
PAR_SECONDS = 5.0
"""About how long that takes."""


def has_par(deal: Deal) -> bool:
    """Whether there is a program that can tell."""
    game = get_game(deal.game)
    return game.solver is not None if game.is_for_one else not deal.setup.is_together


def find_par(deal: Deal, stop: threading.Event) -> Made | None:
    """What our program makes of a deal; None where it was hurried."""
    game, seat = get_game(deal.game), deal.setup.seat
    start = first_position(deal)
    if game.is_for_one:
        played = solve_game(start, hindsight=True, effort=PAR_EFFORT, stop=stop)
    else:
        played = _play(deal, start, stop)
    return None if stop.is_set() else measure(game, played.standing(), seat, played.moves)


def solve_for_par(start: Position, stop: threading.Event) -> int | None:
    """The best that a search of everything finds from there; None where it was hurried."""
    played = solve_game(start, hindsight=True, effort=PAR_EFFORT, stop=stop)
    return None if stop.is_set() else played.standing().scores[0]


def shuffle_of(deal: Deal) -> Shuffle:
    """What decides the cards of a deal: nobody adds bytes to it."""
    return Shuffle(deal.secret, (b"",) * len(deal.setup.seats))


def first_position(deal: Deal) -> Position:
    """All of it, with what nobody sees."""
    setup = deal.setup
    terms = Terms(game=deal.game, players=len(setup.seats), options=setup.options)
    return deal_out(terms, shuffle_of(deal), deal.chance)


def _play(deal: Deal, start: Position, stop: threading.Event) -> Position:
    """The whole game, everybody else's bots moving as they do at all tables of the deal."""
    position = start.copy()
    while not position.is_over and not stop.is_set():
        number = 1 + len(position.actions)  # as a match counts them
        position.play(_choose(deal, position, number, stop))
    return position


def _choose(deal: Deal, position: Position, number: int, stop: threading.Event) -> int:
    bot, view = deal.setup.seats[position.mover], position.view(position.mover)
    if bot is not None:
        return Job("", number, bot, view, bot_seed(deal.secret, number)).think(stop)
    budget = Budget(iterations=PAR_ITERATIONS, memory=MEMORY)
    seed = derive(deal.secret, "par", number.to_bytes(8))
    best = f"level-{len(levels_of(view.game))}"
    return make_bot(best, view.game, seed, budget).choose(view, stop)
