"""The game catalogue: cards of games and bots, browser engines, and puzzle files.

A puzzle file contains all puzzles of a game, so that the page can offer them without the server. It
contains states, because the page cannot parse position texts. Answers are hashed only to avoid
spoilers; they are not secret, since the package contains them.
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
from tilewright.study.puzzles.files import require_puzzles
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


def build_game_card(game: Game, *, is_ready: bool) -> GameCard:
    """Build the card of a game. Set `is_ready` once its kernels are compiled."""
    return GameCard(
        name=game.name,
        title=game.title,
        players=list(game.players),
        options=[_build_option_card(option) for option in game.options],
        score_name=game.score_name,
        lower_is_better=game.lower_is_better,
        has_secrets=game.rules.view is not view_open,
        bots=build_bot_cards(game),
        is_ready=is_ready,
        puzzles=count_puzzles(game),
    )


def _build_option_card(option: Option) -> OptionCard:
    """Build the card of a game's option."""
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


def build_bot_cards(game: Game) -> list[BotCard]:
    """Build the cards of a game's bots."""
    bots = [BotCard(name="random", help="Plays any legal move.")]
    if game.knowledge is None:
        return bots
    bots.append(BotCard(name="greedy", help="Takes what scores most right now."))
    for number, level in enumerate(game.knowledge.levels, 1):
        words = [_describe_level(level)]
        words += [
            f"Among {players}: {_describe_level(other)}" for players, other in level.among.items()
        ]
        bots.append(BotCard(name=f"level-{number}", help=" ".join(words)))
    return bots


def _describe_level(level: Level) -> str:
    """Describe in English how a level plays."""
    if level.iterations is None:
        return "Looks ahead as long as it may."
    if level.iterations:
        return f"Looks ahead a little: {level.iterations:,} iterations a move."
    if level.overlooks:
        return f"Does not look ahead, overlooks {level.overlooks:.0%} of the moves."
    if level.looks:
        return "Does not look ahead, but judges moves as the last level does."
    return "Does not look ahead, but judges moves well."


def build_engine_list(engines: Mapping[Game, Engine], *, has_more: bool) -> EngineList:
    """Build the list of compiled browser engines.

    Set `has_more` if the engines of other games are still being compiled.
    """
    games = {game.name: _build_engine_card(game, engine) for game, engine in engines.items()}
    return EngineList(version=__version__, games=games, more=has_more)


def _build_engine_card(game: Game, engine: Engine) -> EngineCard:
    """Build the entry of an engine in the list. It names the files for playing the game."""
    return EngineCard(
        module=engine.module.name,
        weights=engine.weights.name if engine.weights else None,
        puzzles=puzzle_file_name(game),
        card=build_game_card(game, is_ready=True),
        box=game.scenery.box(),
        positions=lesson_positions(game),
    )


# --- Puzzles as files -----------------------------------------------------------------------------


FIRST_DAY: Final = date(1970, 1, 1).toordinal()
"""The epoch of browsers."""


def puzzle_file_name(game: Game) -> str | None:
    """Return the name of a game's puzzle file, or None if it has no puzzles.

    The name is ``GAME.HASH.puzzles``. The hash depends on the puzzles, the state layout and the
    package version.
    """
    puzzling = game.puzzles()
    if puzzling is None:
        return None
    content = puzzling.file.read_bytes() + f"{game.dtype.descr} {__version__}".encode()
    return f"{game.name}.{hashlib.sha256(content).hexdigest()[:12]}.puzzles"


def get_puzzle_file(game: Game) -> EngineFile | None:
    """Return a game's puzzle file, or None if it has no puzzles.

    The first call on a machine builds it, which takes seconds.
    """
    name = puzzle_file_name(game)
    if name is None:
        return None
    path = cache_root() / "puzzles" / name
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, msgspec.json.encode(_pack_puzzles(game)).decode())
    return EngineFile(name, path.read_bytes())


def _pack_puzzles(game: Game) -> PuzzleFile:
    """Convert a game's puzzles to the contents of a puzzle file."""
    puzzles = sorted(read_puzzles(game.name), key=lambda puzzle: puzzle.id)
    first = FIRST_DAY % len(puzzles)
    ordered = puzzles[first:] + puzzles[:first]
    return PuzzleFile(
        kinds=dict(require_puzzles(game).kinds),
        puzzles=[_pack_puzzle(game, puzzle) for puzzle in ordered],
    )


def _pack_puzzle(game: Game, puzzle: Puzzle) -> PackedPuzzle:
    """Convert a puzzle to its entry in a puzzle file."""
    position = Position.from_text(game, puzzle.position).determinize(0)
    return PackedPuzzle(
        id=puzzle.id,
        kind=puzzle.kind,
        rating=puzzle.rating,
        target=puzzle.target,
        state=b64encode(position.state.tobytes()).decode(),
        right=[hash_move(puzzle.id, move) for move in puzzle.answers],
    )


def hash_move(puzzle_id: str, move: str) -> int:
    """Return the 32-bit FNV-1a hash of a puzzle's id, a space and a move."""
    value = 0x811C9DC5
    for byte in f"{puzzle_id} {move}".encode():
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value
