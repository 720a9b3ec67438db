"""What is told of the games, and of the engines that a page can play them with."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.engines import Engine, lesson_positions
from tilewright.game import Game, Level, Option, view_open
from tilewright.study.puzzles import count_puzzles
from tilewright.version import __version__
from tilewright.wire.games import (
    BotCard,
    EngineCard,
    EngineList,
    GameCard,
    OptionCard,
    SeatNumbers,
)
from tilewright.wire.puzzle_files import name_puzzle_file

__all__ = ["bot_cards", "game_card", "list_engines"]


def game_card(game: Game, *, is_ready: bool) -> GameCard:
    """A game."""
    return GameCard(
        name=game.name,
        title=game.title,
        players=list(game.players),
        options=[_option(option) for option in game.options],
        score_name=game.score_name,
        lower_is_better=game.lower_is_better,
        has_secrets=game.rules.view is not view_open,
        bots=bot_cards(game),
        is_ready=is_ready,
        puzzles=count_puzzles(game),
    )


def _option(option: Option) -> OptionCard:
    return OptionCard(
        name=option.name,
        help=option.help,
        default=option.default,
        kind=option.kind,
        values=list(option.values),
        numbers=[
            SeatNumbers(players=players, highest=highest, most=most, suggested=list(suggested))
            for players, (highest, most, suggested) in option.numbers.items()
        ],
    )


def bot_cards(game: Game) -> list[BotCard]:
    """Whoever can play a game."""
    bots = [BotCard(name="random", help="Plays any legal move.")]
    if game.knowledge is None:
        return bots
    bots.append(BotCard(name="greedy", help="Takes what scores most right now."))
    for number, level in enumerate(game.knowledge.levels, 1):
        words = [_words(level)]
        words += [f"Among {players}: {_words(other)}" for players, other in level.among.items()]
        bots.append(BotCard(name=f"level-{number}", help=" ".join(words)))
    return bots


def _words(level: Level) -> str:
    """What a level means."""
    if level.iterations is None:
        return "Looks ahead as long as it may."
    if level.iterations:
        return f"Looks ahead a little: {level.iterations:,} iterations a move."
    if level.overlooks:
        return f"Does not look ahead, overlooks {level.overlooks:.0%} of the moves."
    if level.looks:
        return "Does not look ahead, but judges moves as the last level does."
    return "Does not look ahead, but judges moves well."


def list_engines(engines: Mapping[Game, Engine], *, more: bool) -> EngineList:
    """The engines that are ready, each with all that a page would ask a server about its game."""
    games = {game.name: _engine(game, engine) for game, engine in engines.items()}
    return EngineList(version=__version__, games=games, more=more)


def _engine(game: Game, engine: Engine) -> EngineCard:
    return EngineCard(
        module=engine.module.name,
        weights=engine.weights.name if engine.weights else None,
        puzzles=name_puzzle_file(game),
        card=game_card(game, is_ready=True),
        box=game.scenery.box(),
        positions=lesson_positions(game),
    )
