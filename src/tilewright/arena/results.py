"""Arena results as JSON data, and as a Parquet table of games."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import Any

from tilewright.arena.play import GameResult
from tilewright.arena.ratings import Rating, rate_entries
from tilewright.arena.runner import ArenaRun
from tilewright.arena.schedule import Settings
from tilewright.arena.stats import Paired, SprtState, compute_elo, wilson_interval
from tilewright.errors import TilewrightError
from tilewright.extras import needing

FORMAT = "arena 1"


def summarise(run: ArenaRun) -> dict[str, Any]:
    """Return a run's results as JSON data. docs/how-to/arena.md explains each key."""
    settings = run.schedule.settings
    played = ((game.entries, game.places) for game in run.games)
    ratings = rate_entries(played, len(settings.bots))
    return {
        "tilewright": FORMAT,
        "settings": settings.as_json(),
        "games": len(run.games),
        "planned": len(run.schedule),
        "deals": len({game.deal for game in run.games}),
        "finished": run.is_finished,
        "results": [
            _summarise_bot(settings, run.games, entry, rating)
            for entry, rating in enumerate(ratings)
        ],
        "paired": _summarise_pairs(settings, run.games),
        "sprt": _sprt_as_json(run.sprt),
        "forfeits": [
            {
                "game": game.index,
                "seat": game.forfeit.seat,
                "bot": settings.bots[game.entries[game.forfeit.seat]],
                "reason": game.forfeit.reason,
            }
            for game in run.games
            if game.forfeit
        ],
    }


def _summarise_bot(
    settings: Settings, games: list[GameResult], entry: int, rating: Rating
) -> dict[str, Any]:
    """Return the results of one entry as JSON data."""
    played = [(game, game.entries.index(entry)) for game in games if entry in game.entries]
    count = len(played)
    wins = sum(game.places[seat] == 1 for game, seat in played)
    moves = sum(game.moves[seat] for game, seat in played)
    seconds = sum(game.seconds[seat] for game, seat in played)
    seats = range(settings.players)
    return {
        "bot": settings.bots[entry],
        "entry": entry + 1,
        "games": count,
        "wins": wins,
        "win_rate": wins / count if count else None,
        "ci95": list(wilson_interval(wins, count)),
        "rating": rating.ordinal,
        "mu": rating.mu,
        "sigma": rating.sigma,
        "mean_place": _mean([game.places[seat] for game, seat in played]),
        "mean_score": _mean([game.scores[seat] for game, seat in played]),
        "games_by_seat": [sum(at == seat for _, at in played) for seat in seats],
        "wins_by_seat": [
            sum(at == seat and game.places[at] == 1 for game, at in played) for seat in seats
        ],
        "forfeits": sum(
            game.forfeit is not None and game.forfeit.seat == seat for game, seat in played
        ),
        "seconds": round(seconds, 6),
        "seconds_per_move": seconds / moves if moves else None,
        "slowest_move": max((game.slowest[seat] for game, seat in played), default=None),
    }


def _mean(values: list[int]) -> float | None:
    return sum(values) / len(values) if values else None


def _summarise_pairs(settings: Settings, games: list[GameResult]) -> dict[str, Any] | None:
    """Return the second bot's paired score against the first as JSON data.

    Returns None unless two bots play a game of two players.
    """
    if (settings.players, len(settings.bots)) != (2, 2):
        return None
    paired = Paired.from_games(games, entry=1)
    interval = paired.ci95
    return {
        "bot": settings.bots[1],
        "against": settings.bots[0],
        "deals": paired.deals,
        "counts": list(paired.counts),
        "score": paired.score,
        "ci95": list(interval) if interval else None,
        "elo": compute_elo(paired.score),
        "elo_ci95": [compute_elo(bound) for bound in interval] if interval else None,
    }


def _sprt_as_json(state: SprtState | None) -> dict[str, Any] | None:
    """Return the state of an SPRT as JSON data, or None without an SPRT."""
    if state is None:
        return None
    test = state.test
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "pairs": sum(state.counts),
        "counts": list(state.counts),
        "llr": test.ratio(state.counts),
        "bounds": list(test.bounds),
        "decision": state.decision,
    }


# --- Parquet ------------------------------------------------------------------------------------


def require_parquet() -> tuple[Any, Any]:
    """Import and return ``pyarrow`` and ``pyarrow.parquet``.

    Raises MissingExtra if they are not installed.
    """
    with needing("data"):
        return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")


def is_table_of_games(data: bytes) -> bool:
    """Return True if `data` seems to be a file of ``write_parquet``.

    The test looks for Parquet's signature and two column names.
    """
    return data.startswith(b"PAR1") and b"game_name" in data and b"slowest_move" in data


def write_parquet(path: str | os.PathLike[str], run: ArenaRun) -> None:
    """Write one row per game and seat to a Parquet file, atomically."""
    arrow, parquet = require_parquet()
    settings = run.schedule.settings
    rows = [row for game in run.games for row in _seat_rows(settings, game)]
    table = arrow.Table.from_pylist(rows, schema=_schema(arrow))
    target = Path(path)
    temporary = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        parquet.write_table(table, os.fspath(temporary))
        os.replace(temporary, target)
    except OSError as error:
        raise TilewrightError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        temporary.unlink(missing_ok=True)


def _schema(arrow: Any) -> Any:
    """Return the Parquet schema. All runs have the same, so that files can be combined."""
    text, integer, flag, real = arrow.string(), arrow.int32(), arrow.bool_(), arrow.float64()
    columns = {
        "game_name": text, "players": integer, "game": arrow.int64(), "deal": arrow.int64(),
        "seed": arrow.uint64(), "seat": integer, "bot": text, "entry": integer,
        "score": arrow.int64(), "place": integer, "won": flag, "forfeit": flag, "reason": text,
        "moves": integer, "plies": integer, "seconds": real, "slowest_move": real,
    }  # fmt: skip
    return arrow.schema(list(columns.items()))


def _seat_rows(settings: Settings, game: GameResult) -> list[dict[str, Any]]:
    """Return the rows of a game, one per seat."""
    return [
        {
            "game_name": settings.game,
            "players": settings.players,
            "game": game.index,
            "deal": game.deal,
            "seed": game.seed,
            "seat": seat,
            "bot": settings.bots[entry],
            "entry": entry + 1,
            "score": game.scores[seat],
            "place": game.places[seat],
            "won": game.places[seat] == 1,
            "forfeit": game.forfeit is not None and game.forfeit.seat == seat,
            "reason": game.forfeit.reason if game.forfeit and game.forfeit.seat == seat else None,
            "moves": game.moves[seat],
            "plies": game.plies,
            "seconds": game.seconds[seat],
            "slowest_move": game.slowest[seat],
        }
        for seat, entry in enumerate(game.entries)
    ]
