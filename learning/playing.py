"""Self-play on all CPU cores. ``gpu`` plays the same games on a GPU."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from learning import searching, selfplay
from tilewright.errors import InvalidOption
from tilewright.game import MAX_PLAYERS, Choice, Game, NetworkInputs
from tilewright.kernel import bound, compiled
from tilewright.network import OUTPUTS, Network, empty_network, make_mind
from tilewright.search.bot import make_settings
from tilewright.search.mcts import SCRATCH
from tilewright.search.searcher import search_bindings

__all__ = ["NONE", "Plan", "Samples", "play_games"]

NONE: Final = selfplay.NONE
SAMPLES: Final = 16  # at most, per game


class Plan(NamedTuple):
    """Which games to play, how to play them, and which samples to take."""

    players: int
    games: int
    seed: int
    fade: float = 0.9
    """Decay per ply of a target towards earlier values; with 1, only the result counts."""
    most_open: int = 16
    """Maximum length of the random opening, in plies."""
    every: int = 3
    """Interval between samples, in plies."""
    candidates: int = 12
    """Number of best-rated moves among which the network chooses."""
    iterations: int = 0
    """If not 0, a search with this many iterations chooses instead (CPU only)."""


class Samples(NamedTuple):
    """Training samples, all with the same number of players."""

    players: int
    inputs: npt.NDArray[np.uint16]
    """uint16[n, most]: indexes of the active inputs, padded with NONE."""
    targets: npt.NDArray[np.float32]
    """float32[n, 8]: probability of coming first, and share of the margin, mover first."""
    plies: npt.NDArray[np.int16]
    games: npt.NDArray[np.int32]
    """Game number of each sample."""

    def where(self, is_kept: npt.NDArray[np.bool_]) -> Samples:
        """Return the samples selected by a mask."""
        return Samples(
            self.players,
            self.inputs[is_kept],
            self.targets[is_kept],
            self.plies[is_kept],
            self.games[is_kept],
        )


def require_inputs(game: Game) -> NetworkInputs:
    """Return a game's network inputs. Raises InvalidOption if it has none."""
    if game.knowledge is None or game.knowledge.network is None:
        raise InvalidOption(f"{game.name} has no inputs for a network")
    return game.knowledge.network


def make_bindings(game: Game, iterations: int = 0) -> dict[str, Any]:
    """Return the game's kernels for self-play, including search if `iterations` is not 0."""
    assert game.knowledge is not None
    bindings = {
        "setup": game.rules.setup,
        "apply": game.rules.apply,
        "random_action": game.rules.random_action,
        "outcome": game.rules.outcome,
        "view": game.rules.view,
        "determinize": game.rules.determinize,
        "rate_actions": game.knowledge.rate_actions,
        **require_inputs(game).bindings,
    }
    if iterations:
        bindings["think"] = bound(searching.think, **bindings | search_bindings(game))
    return bindings


def make_style(game: Game, fade: float) -> npt.NDArray[np.float64]:
    """Return the fade and the game's reward settings as float64[5]."""
    settings = make_settings(game, {})[0]
    names = ("weight_first", "weight_score", "score_sign", "score_scale")
    return np.array([fade, *(float(settings[name]) for name in names)])


def make_deal(game: Game, plan: Plan, *, is_valued: bool) -> tuple[Any, ...]:
    """Return the ``deal`` parameter of ``selfplay.play_game``."""
    options, seed = list_options(game, plan.players), np.uint64(plan.seed)
    rest = plan.most_open, plan.every, plan.candidates
    return seed, plan.players, options, int(is_valued), *rest


def list_options(game: Game, players: int) -> npt.NDArray[np.int64]:
    """Return the options that games rotate through. Three games in four use the defaults."""
    usual = game.parse_options({}, players)
    others = [
        game.parse_options({option.name: value}, players)
        for option in game.options
        if isinstance(option, Choice)
        for value in option.values[1:]
    ]
    rows = np.array([usual] * max(1, 3 * len(others)) + others)
    return rows if rows.shape[1] else np.zeros((1, 1), np.int64)  # CUDA needs a non-empty array


def make_pads(game: Game) -> tuple[npt.NDArray[Any], ...]:
    """Allocate the scratch arrays for one game."""
    return (
        np.zeros(game.max_legal, np.int32),
        np.zeros(game.max_legal, np.float32),
        np.zeros(SCRATCH),
        np.zeros(MAX_PLAYERS, np.int64),
        np.zeros(MAX_PLAYERS, np.int64),
        np.zeros((selfplay.MAX_PLIES, OUTPUTS), np.float32),
    )


def new_samples(games: int, most: int) -> tuple[npt.NDArray[Any], ...]:
    """Allocate the inputs, targets and plies of the samples."""
    return (
        np.full((games, SAMPLES, most), NONE, np.uint16),
        np.zeros((games, SAMPLES, OUTPUTS), np.float32),
        np.full((games, SAMPLES), -1, np.int16),
    )


def play_games(game: Game, network: Network | None, plan: Plan, workers: int = 1) -> Samples:
    """Play the games of a plan with a network or, without one, by move ratings.

    Every game depends only on its number and the seed.
    """
    most = require_inputs(game).max_inputs(plan.players)
    iterations = plan.iterations if network else 0
    play = compiled(selfplay.play_range, **make_bindings(game, iterations))
    kept = new_samples(plan.games, most)
    deal = make_deal(game, plan, is_valued=network is not None)
    style, blank = make_style(game, plan.fade), game.new_state()
    weights = network or empty_network(require_inputs(game).num_inputs)

    def work(first: int, last: int) -> None:
        mine, mind = np.zeros(3, game.dtype), make_mind(weights, most)
        tools = searching.make_search_buffers(game, iterations) if iterations else 0
        play(first, last, deal, style, blank, mine, make_pads(game), mind, tools, *kept)

    work(0, 0)  # compiles
    bounds = [plan.games * part // (4 * workers) for part in range(4 * workers + 1)]
    with ThreadPoolExecutor(workers) as pool:
        for job in [pool.submit(work, first, last) for first, last in pairwise(bounds)]:
            job.result()
    return gather(plan, *kept)


def gather(plan: Plan, inputs: Any, targets: Any, plies: Any) -> Samples:
    """Collect the samples game by game, without the padding."""
    kept = np.flatnonzero(plies.reshape(-1) >= 0)
    return Samples(
        plan.players,
        inputs.reshape(-1, inputs.shape[-1])[kept],
        targets.reshape(-1, OUTPUTS)[kept],
        plies.reshape(-1)[kept],
        (kept // plies.shape[1]).astype(np.int32),
    )
