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

    def where(self, mask: npt.NDArray[np.bool_]) -> Samples:
        """Return the samples for which a mask is true."""
        return Samples(
            self.players,
            self.inputs[mask],
            self.targets[mask],
            self.plies[mask],
            self.games[mask],
        )


def require_inputs(game: Game) -> NetworkInputs:
    """Return a game's network inputs. Raises InvalidOption if it has none."""
    if game.knowledge is None or game.knowledge.network is None:
        raise InvalidOption(f"{game.name} has no inputs for a network")
    return game.knowledge.network


def make_bindings(game: Game, iterations: int = 0) -> dict[str, Any]:
    """Return the game's kernels to bind in ``selfplay``, with a search if `iterations` is not 0."""
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
        bindings["choose_action"] = bound(
            searching.choose_action, **bindings | search_bindings(game)
        )
    return bindings


def make_reward_settings(game: Game, fade: float) -> npt.NDArray[np.float64]:
    """Return the fade and the game's reward settings as float64[5]; see ``selfplay`` for the
    order."""
    settings = make_settings(game, {})[0]
    names = ("weight_first", "weight_score", "score_sign", "score_scale")
    return np.array([fade, *(float(settings[name]) for name in names)])


def make_deal_arguments(game: Game, plan: Plan, *, is_valued: bool) -> tuple[Any, ...]:
    """Return the argument ``deal`` of ``selfplay.play_game``."""
    options, seed = list_options(game, plan.players), np.uint64(plan.seed)
    rest = plan.most_open, plan.every, plan.candidates
    return seed, plan.players, options, int(is_valued), *rest


def list_options(game: Game, players: int) -> npt.NDArray[np.int64]:
    """Return the options of the games, int64[n, options], which they use in turn. Three in four are
    defaults."""
    usual = game.parse_options({}, players)
    others = [
        game.parse_options({option.name: value}, players)
        for option in game.options
        if isinstance(option, Choice)
        for value in option.values[1:]
    ]
    rows = np.array([usual] * max(1, 3 * len(others)) + others)
    return rows if rows.shape[1] else np.zeros((1, 1), np.int64)  # CUDA needs a non-empty array


def allocate_scratch(game: Game) -> tuple[npt.NDArray[Any], ...]:
    """Allocate the scratch arrays of ``selfplay.play_game`` for one game at a time."""
    return (
        np.zeros(game.max_legal, np.int32),
        np.zeros(game.max_legal, np.float32),
        np.zeros(SCRATCH),
        np.zeros(MAX_PLAYERS, np.int64),
        np.zeros(MAX_PLAYERS, np.int64),
        np.zeros((selfplay.MAX_PLIES, OUTPUTS), np.float32),
    )


def allocate_samples(games: int, max_inputs: int) -> tuple[npt.NDArray[Any], ...]:
    """Allocate the inputs, targets and plies of up to `SAMPLES` samples per game."""
    return (
        np.full((games, SAMPLES, max_inputs), NONE, np.uint16),
        np.zeros((games, SAMPLES, OUTPUTS), np.float32),
        np.full((games, SAMPLES), -1, np.int16),
    )


def play_games(game: Game, network: Network | None, plan: Plan, workers: int = 1) -> Samples:
    """Play a plan's games on the CPU, by a network or, without one, by move ratings.

    Every game depends only on its number and the seed.
    """
    max_inputs = require_inputs(game).max_inputs(plan.players)
    iterations = plan.iterations if network else 0
    play = compiled(selfplay.play_range, **make_bindings(game, iterations))
    kept = allocate_samples(plan.games, max_inputs)
    deal = make_deal_arguments(game, plan, is_valued=network is not None)
    reward_settings, blank = make_reward_settings(game, plan.fade), game.new_state()
    weights = network or empty_network(require_inputs(game).num_inputs)

    def work(first: int, last: int) -> None:
        """Play the games ``first`` to ``last - 1`` and write their samples."""
        mine, mind = np.zeros(3, game.dtype), make_mind(weights, max_inputs)
        tools = searching.make_search_buffers(game, iterations) if iterations else 0
        play(
            first,
            last,
            deal,
            reward_settings,
            blank,
            mine,
            allocate_scratch(game),
            mind,
            tools,
            *kept,
        )

    work(0, 0)  # compiles
    bounds = [plan.games * part // (4 * workers) for part in range(4 * workers + 1)]
    with ThreadPoolExecutor(workers) as pool:
        for job in [pool.submit(work, first, last) for first, last in pairwise(bounds)]:
            job.result()
    return collect_samples(plan, *kept)


def collect_samples(plan: Plan, inputs: Any, targets: Any, plies: Any) -> Samples:
    """Return the samples of all games in order, without the unused ones."""
    kept = np.flatnonzero(plies.reshape(-1) >= 0)
    return Samples(
        plan.players,
        inputs.reshape(-1, inputs.shape[-1])[kept],
        targets.reshape(-1, OUTPUTS)[kept],
        plies.reshape(-1)[kept],
        (kept // plies.shape[1]).astype(np.int32),
    )
