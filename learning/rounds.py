"""Training rounds: play games with the current network, then train it on them.

Round 0 is played by move ratings, without a network. Everything is determined by the seed: an
interrupted run resumes after its last finished round, with the same result.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from learning.fitting import (
    Floats,
    Progress,
    dequantise,
    fit_weights,
    initialise_weights,
    measure_loss,
    quantise,
)
from learning.playing import Plan, Samples, play_games, require_inputs
from tilewright.errors import InvalidOption, TextError, TilewrightError
from tilewright.game import Game, validate_seed
from tilewright.network import Network, unpack_network
from tilewright.registry import get_game

__all__ = ["Run", "Settings"]

WINDOW: Final = 3  # rounds whose games are learnt from together
EPOCHS: Final = 3
HELD_OUT: Final = 0.03  # share of the games in the test set
MAX_BATCH: Final = 16_384
Play = Callable[[Game, Network | None, Plan], Samples]


@dataclass(frozen=True)
class Settings:
    """All parameters that determine the result of a run, except the number of workers."""

    game: str
    players: tuple[int, ...]
    games: int
    """Two-player games per round. More players play fewer games with as many positions."""
    seed: int = 1
    rate: float = 1e-3
    wild: int = 0
    """Maximum length of the random opening, in plies; 0 for eight per player."""
    candidates: int = 12
    iterations: int = 0
    """Iterations of the searches that choose moves; 0 to look one ply ahead."""

    def __post_init__(self) -> None:
        validate_seed(self.seed)
        for players in self.players:
            get_game(self.game).validate_players(players)
        if not 50 <= self.games <= 10_000_000:
            raise InvalidOption(f"games: expected 50 to 10,000,000; found {self.games}")
        if not 0 <= self.iterations <= 100_000:
            raise InvalidOption(f"iterations: expected 0 to 100,000; found {self.iterations}")

    def plan(self, players: int, number: int) -> Plan:
        """Return the plan for the games of round ``number`` with this many players."""
        games, seed = self.games * 2 // players, 1_000_003 * (1000 * self.seed + number) + players
        return Plan(
            *(players, games, seed % 2**63),
            fade=1 - 0.2 / players,
            most_open=self.wild or 8 * players,
            candidates=self.candidates,
            every=2 if self.iterations else 3,  # such games are expensive
            iterations=self.iterations,
        )


class RoundSamples(NamedTuple):
    """The samples of a round: a training set and a test set."""

    learnt: Samples
    held_out: Samples


def split_samples(samples: Samples) -> RoundSamples:
    """Split samples by game into a training set and, from the last games, a test set."""
    last = int(samples.games.max(initial=0))
    is_learnt = samples.games < last - int(HELD_OUT * last)
    return RoundSamples(samples.where(is_learnt), samples.where(~is_learnt))


@dataclass
class Run:
    """A training run in a folder, resumed if the folder has a checkpoint."""

    settings: Settings
    folder: Path
    play: Play = play_games
    workers: int = 1
    progress: Progress = print
    curve: list[dict[str, Any]] = field(default_factory=list)
    """One report per finished round."""

    def __post_init__(self) -> None:
        self.game = get_game(self.settings.game)
        self._flat = initialise_weights(require_inputs(self.game).num_inputs, self.settings.seed)
        self._networks: list[Network] = []
        self._window: list[list[RoundSamples]] | None = None
        if self.checkpoint.exists():
            self._load()

    @property
    def checkpoint(self) -> Path:
        """Path of the checkpoint."""
        return self.folder / "checkpoint.npz"

    @property
    def network(self) -> Network:
        """The current network."""
        return quantise(self._flat)

    def next_round(self) -> None:
        """Run the next round: play games, train on them and write a checkpoint."""
        number, begin = len(self.curve), time.perf_counter()
        network = self.network if number else None
        fresh = self._play_round(number, network)
        played = time.perf_counter() - begin
        window = [*self._load_window(), fresh] if number else [fresh]
        before = self._measure_losses(fresh)
        self._flat = self._fit(number, fresh, [one.learnt for sets in window for one in sets])
        report = {
            "round": number,
            "games": sum(self.settings.plan(one, number).games for one in self.settings.players),
            "positions": sum(len(one.learnt.plies) for one in fresh),
            "seconds_played": round(played, 1),
            "seconds": round(time.perf_counter() - begin, 1),
            "before": before,
            "after": self._measure_losses(fresh),
        }
        self.curve.append(report)
        if network is not None:
            self._networks = [*self._networks, network][1 - WINDOW :]
            self._window = window[1 - WINDOW :]
        self._save()
        self.progress(
            f"round {number}: held out {before} -> {report['after']}, {report['seconds']} s"
        )

    def start_from(self, start: Path) -> None:
        """Start from the weights of another run or of a bot, in place of round 0."""
        flat = read_weights(start, self.game)
        if flat.shape != self._flat.shape:
            raise InvalidOption(f"expected {self._flat.size:,} weights; found {flat.size:,}")
        report = {"round": 0, "games": 0, "positions": 0, "start": start.name}
        self._flat, self.curve = flat, [report]

    def _play_round(self, number: int, network: Network | None) -> list[RoundSamples]:
        """Play the games of a round for each number of players, and split their samples."""
        found = []
        for players in self.settings.players:
            plan = self.settings.plan(players, number)
            begin = time.perf_counter()
            found.append(split_samples(self.play(self.game, network, plan)))
            each = plan.games / (time.perf_counter() - begin)
            self.progress(
                f"round {number}: {plan.games:,} games of {players}, {each:,.0f} a second"
            )
        return found

    def _load_window(self) -> list[list[RoundSamples]]:
        """Return the samples of the previous rounds, one list per round."""
        if self._window is None:
            first = len(self.curve) - len(self._networks)
            again = enumerate(self._networks, first)
            self._window = [self._play_round(number, network) for number, network in again]
        return self._window

    def _fit(self, number: int, fresh: list[RoundSamples], sets: list[Samples]) -> Floats:
        """Train on the sets of all rounds in the window, and return the weights."""
        size = sum(len(one.learnt.plies) for one in fresh)
        batch = min(MAX_BATCH, max(256, size // 64))
        return fit_weights(
            self._flat,
            [one for one in sets if len(one.plies)],
            steps=max(60, EPOCHS * size // batch),
            batch=batch,
            rate=self.settings.rate * (0.85 ** (number - 1) if number else 2.0),
            seed=self.settings.seed + number,
            workers=self.workers,
            progress=lambda line: self.progress(f"round {number}: {line}"),
        )

    def _measure_losses(self, fresh: list[RoundSamples]) -> dict[str, float]:
        """Return the loss on the test sets, by number of players."""
        held_out = (one.held_out for one in fresh)
        return {str(one.players): round(measure_loss(self._flat, one), 4) for one in held_out}

    # --- What is kept -----------------------------------------------------------------------------

    def _save(self) -> None:
        """Write the checkpoint atomically."""
        networks = {
            f"network_{index}_{name}": values
            for index, network in enumerate(self._networks)
            for name, values in network._asdict().items()
        }
        facts = json.dumps({"settings": asdict(self.settings), "curve": self.curve})
        beside = self.folder / "checkpoint.part.npz"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            np.savez(beside, flat=self._flat, facts=np.array(facts), **networks)
            os.replace(beside, self.checkpoint)
        except OSError as error:
            beside.unlink(missing_ok=True)
            raise TilewrightError(f"cannot write {self.checkpoint}: {error.strerror}") from error

    def _load(self) -> None:
        """Load the checkpoint. Raises InvalidOption if it is of a run with other settings."""
        kept = read_checkpoint(self.checkpoint)
        facts = json.loads(str(kept["facts"]))
        ours = json.loads(json.dumps(asdict(self.settings)))
        for name, value in facts["settings"].items():
            if ours[name] != value:
                raise InvalidOption(
                    f"{self.folder} holds a run with {name} {value}; found {ours[name]}: "
                    "expected the same, or another folder"
                )
        self._flat, self.curve = kept["flat"], facts["curve"]
        count = sum(name.endswith("_rows") for name in kept)
        self._networks = [
            Network(*(kept[f"network_{index}_{name}"] for name in Network._fields))
            for index in range(count)
        ]


def read_weights(path: Path, game: Game) -> Floats:
    """Read the weights of a checkpoint, or of a bot's network file."""
    version = re.fullmatch(r"network-([1-9]\d{0,3})\.weights", path.name)
    if not version:
        return np.asarray(read_checkpoint(path)["flat"], np.float32)
    try:
        num_inputs = require_inputs(game).num_inputs
        return dequantise(unpack_network(path.read_bytes(), game.name, int(version[1]), num_inputs))
    except OSError as error:
        raise TextError(f"cannot read {path}: {error.strerror}") from error


def read_checkpoint(path: Path) -> dict[str, Any]:
    """Read a checkpoint as a dict of arrays. Raises TextError if it is damaged."""
    try:
        with np.load(path) as kept:
            return {name: kept[name] for name in kept.files}
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise TextError(f"{path}: expected the checkpoint of a run; found {error}") from error
