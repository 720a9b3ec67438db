"""The catalogue of games: cards of games and bots, browser engines, and puzzles as files.

A puzzle file has all puzzles of a game, and a page plays them without the server. It has states,
because the page cannot parse position texts. Answers are hashed, so that a reader does not see them
by accident; they are not secret, since the package contains them.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Mapping
from datetime import date
from typing import Final

import msgspec

from tilewright.game import Game, Level, Option, view_open
from tilewright.kernel import cache_root
from tilewright.position import Position
from tilewright.records.record import write_text
from tilewright.runtime.wasm_assets import Engine, EngineFile, lesson_positions
from tilewright.study.puzzles import Puzzle, count_puzzles, read_puzzles
from tilewright.study.puzzles.files import find_puzzling
from tilewright.version import __version__
from tilewright.wire.games import (
    BotCard,
    EngineCard,
    EngineList,
    GameCard,
    OptionCard,
    SeatNumbers,
)
from tilewright.wire.puzzles import PackedPuzzle, PuzzleFile


def game_card(game: Game, *, is_ready: bool) -> GameCard:
    """Return the card of a game."""
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
    """Return the cards of the bots that play a game."""
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
    """Return the description of a level."""
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
    """List the browser engines that are ready, with everything a page needs about their games."""
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


# --- Puzzles as files -----------------------------------------------------------------------------


FIRST_DAY: Final = date(1970, 1, 1).toordinal()
"""The day from which browsers count."""


def name_puzzle_file(game: Game) -> str | None:
    """Return ``GAME.HASH.puzzles``; it changes with puzzles, state layout and package version."""
    puzzling = game.puzzles()
    if puzzling is None:
        return None
    made_of = puzzling.file.read_bytes() + f"{game.dtype.descr} {__version__}".encode()
    return f"{game.name}.{hashlib.sha256(made_of).hexdigest()[:12]}.puzzles"


def find_puzzles(game: Game) -> EngineFile | None:
    """Return the puzzle file of a game, built once per machine, which takes some seconds."""
    name = name_puzzle_file(game)
    if name is None:
        return None
    path = cache_root() / "puzzles" / name
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, msgspec.json.encode(_pack(game)).decode())
    return EngineFile(name, path.read_bytes())


def _pack(game: Game) -> PuzzleFile:
    puzzles = sorted(read_puzzles(game.name), key=lambda puzzle: puzzle.id)
    first = FIRST_DAY % len(puzzles)
    ordered = puzzles[first:] + puzzles[:first]
    return PuzzleFile(
        kinds=dict(find_puzzling(game).kinds),
        puzzles=[_pack_one(game, puzzle) for puzzle in ordered],
    )


def _pack_one(game: Game, puzzle: Puzzle) -> PackedPuzzle:
    position = Position.from_text(game, puzzle.position).determinize(0)
    return PackedPuzzle(
        id=puzzle.id,
        kind=puzzle.kind,
        rating=puzzle.rating,
        target=puzzle.target,
        state=b64encode(position.state.tobytes()).decode(),
        right=[mark_move(puzzle.id, move) for move in puzzle.answers],
    )


def mark_move(puzzle: str, move: str) -> int:
    """Return the FNV-1a hash of a move of a puzzle, in 32 bits."""
    mark = 0x811C9DC5
    for byte in f"{puzzle} {move}".encode():
        mark = (mark ^ byte) * 0x01000193 & 0xFFFFFFFF
    return mark
