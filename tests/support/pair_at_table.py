"""Two people at a table of a real server, through the public Python client."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from tilewright.client import Client, Live
from tilewright.match.events import Moved
from tilewright.registry import GAMES


@dataclass(frozen=True)
class Pair:
    """Anna and Bert, whose game has begun."""

    anna: Client
    bert: Client
    table: str


@contextmanager
def pair_at_table(url: str) -> Iterator[Pair]:
    with Client(url) as anna, Client(url) as bert:
        anna.guest("Anna")
        bert.guest("Bert")
        table = anna.open_table(next(iter(GAMES)), players=2).info.id
        bert.sit(table)
        anna.start(table)
        yield Pair(anna, bert, table)


@contextmanager
def both_live(pair: Pair) -> Iterator[tuple[Live, Live]]:
    with ExitStack() as stack:
        lives = [stack.enter_context(who.play(pair.table)) for who in (pair.anna, pair.bert)]
        yield lives[0], lives[1]


def play_one(*players: Live) -> str:
    """Play the first legal move of the mover; return once both have seen it."""
    mover = next(player for player in players if player.is_my_turn)
    assert mover.view is not None and mover.view.moves is not None
    move = mover.view.moves[0]
    seq = mover.move(move)
    for player in players:
        while player.seq < seq:
            player.wait()
    return move


def moves_of(live: Live) -> list[str]:
    """Return the moves that a client has received."""
    return [n.event.move for n in live.events if isinstance(n.event, Moved)]


def moves_on_disk(client: Client, table: str) -> list[str]:
    """Return the moves that the server has stored."""
    return [n.event.move for n in client.events(table) if isinstance(n.event, Moved)]
