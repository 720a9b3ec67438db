"""The arena: matches between bots, to find out which is stronger and how certain that is.

>>> from tilewright.arena import Settings, run_arena, summarise
>>> settings = Settings("my-shelfie", ("random", "random"), games=4, seed=1)
>>> run = run_arena(settings, workers=1)
>>> [row["games"] for row in summarise(run)["results"]]
[4, 4]
"""

from __future__ import annotations

from tilewright.arena.external import BotError, Limits
from tilewright.arena.play import Forfeit, GameResult, play_game
from tilewright.arena.results import summarise, write_parquet
from tilewright.arena.runner import ArenaRun, run_arena
from tilewright.arena.schedule import Fixture, Schedule, Settings, parse_bots
from tilewright.arena.stats import Sprt, parse_sprt

__all__ = [
    "ArenaRun",
    "BotError",
    "Fixture",
    "Forfeit",
    "GameResult",
    "Limits",
    "Schedule",
    "Settings",
    "Sprt",
    "parse_bots",
    "parse_sprt",
    "play_game",
    "run_arena",
    "summarise",
    "write_parquet",
]
