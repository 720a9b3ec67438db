"""Random walks through games, for tests: every game, player count and option."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import tilewright as tw
from tilewright.bots import make_bot
from tilewright.game import Choice, Game, PerSeat, SeatChoice
from tilewright.registry import GAMES

REAL_GAMES = [game for game in GAMES.values() if game.name != "toy"]

Configuration = tuple[str, int, dict[str, str]]


def configurations() -> list[Configuration]:
    """Yield each game with each player count and each choice of its options."""
    return [
        (game.name, players, options)
        for game in REAL_GAMES
        for players in game.players
        for options in _option_sets(game, players)
    ]


def _option_sets(game: Game, players: int) -> Iterator[dict[str, str]]:
    settings: list[list[tuple[str, str]]] = []
    seats: list[SeatChoice] = []
    for option in game.options:
        if isinstance(option, Choice):
            settings.append([(option.name, value) for value in option.values])
        elif isinstance(option, PerSeat):
            most = ",".join([str(option.numbers[players].highest)] + ["0"] * (players - 1))
            settings.append([(option.name, option.default), (option.name, most)])
        elif isinstance(option, SeatChoice):
            seats.append(option)
    for number, chosen in enumerate(itertools.product(*settings)):
        # Seats by turns: a choice of all of them with all else would make many sets.
        named = option_seat(number, players)
        yield {**dict(chosen), **{option.name: named for option in seats}}


def option_seat(number: int, players: int) -> str:
    return ("random", "seat-0", f"seat-{players - 1}")[number % 3]


def configuration_id(configuration: Configuration) -> str:
    name, players, options = configuration
    return "-".join([name, str(players), *options.values()])


def walk(
    name: str, players: int, options: dict[str, str], seed: int, plies: int | None = None
) -> Iterator[tw.Position]:
    """Yield the positions of one random game, the first one included; always the same object."""
    position = tw.new(name, players=players, seed=seed, **options)
    bot = make_bot("random", position.game, seed)
    yield position
    while not position.is_over and (plies is None or position.ply < plies):
        position.play(bot.choose(position))
        yield position


def random_position(name: str, players: int, options: dict[str, str], seed: int) -> tw.Position:
    """Return a position of a random game, each ply with equal probability."""
    length = sum(1 for _ in walk(name, players, options, seed)) - 1
    stop = random.Random(seed + 1).randint(0, length)
    *_, position = walk(name, players, options, seed, stop)
    return position
