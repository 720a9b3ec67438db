"""Compares our games with those of other packages on one core, measured alternately.

    pip install 'tilewright[bench]'
    python benchmarks/peers.py --json out.json --plot out.png

Two tables, never mixed. *Playouts*: whole random games in compiled code without output, beside
OpenSpiel's C++ rollouts. *Steps*: one action at a time, each with the observation and the mask
that a learner needs. Batches are compared with pgx's, and PettingZoo loops with PettingZoo's own
classic games. A peer that is not installed is named and left out.

Steps of different games cost differently, so a ratio says how fast one can experiment, not which
code is better. Every figure is a median over rounds; ratios are taken round by round.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import numba
import numpy as np
import openspiel_rollouts

from tilewright.bench import Workload, describe_hardware, make_workload, measure
from tilewright.envs.batch import Batch
from tilewright.game import Game
from tilewright.registry import GAMES

PEERS = ("open_spiel", "pgx", "jax", "pettingzoo")
PGX_GAMES = ("connect_four", "hex", "go_9x9", "backgammon")
CLASSIC_GAMES = ("connect_four_v3", "tictactoe_v3", "go_v5", "chess_v6")
BATCH = 1024
PLAYERS = 2


class Group(NamedTuple):
    """A group of comparable workloads."""

    title: str
    unit: str
    ours: list[Workload]
    theirs: list[Workload]


def list_own_games() -> list[Game]:
    """Return our games for two players."""
    return [game for game in GAMES.values() if PLAYERS in game.players]


# --- Playouts -----------------------------------------------------------------------------------


def make_playout_group() -> Group:
    """Return random games of ours and of OpenSpiel."""
    theirs = [
        Workload(f"OpenSpiel {name}", run)
        for name, run in openspiel_rollouts.make_rollout_functions()
    ]
    ours = [_renamed(make_workload(game, PLAYERS, 1), game.name) for game in list_own_games()]
    return Group("Playouts, from deal to final score", "plies/s", ours, theirs)


def _renamed(workload: Workload, name: str) -> Workload:
    workload.name = name
    return workload


# --- Steps of batches ---------------------------------------------------------------------------


@numba.njit
def choose_actions(masks, seed, actions):  # type: ignore[no-untyped-def]
    """Choose a random set bit in each row of the masks. Returns the next seed."""
    for row in range(len(masks)):
        total = 0
        for word in masks[row]:
            total += popcount(word)
        seed = (seed * 6364136223846793005 + 1442695040888963407) & 0x7FFFFFFFFFFFFFFF
        remaining = (seed >> 32) % total
        index = 0
        while remaining >= popcount(masks[row, index]):
            remaining -= popcount(masks[row, index])
            index += 1
        word = masks[row, index]
        for _ in range(remaining):
            word &= word - np.uint64(1)
        low = word & (~word + np.uint64(1))
        actions[row] = 64 * index + popcount(low - np.uint64(1))
    return seed


@numba.njit
def popcount(word):  # type: ignore[no-untyped-def]
    """Count the set bits of a word."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + (
        (word >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


def make_our_batch(game: Game) -> Workload:
    """Create a workload of random legal steps of a batch of ours."""
    batch = Batch(game, BATCH, players=PLAYERS, seed=1, threads=1)
    actions, seed = np.zeros(BATCH, dtype=np.int32), 1

    def run(chunk: int) -> tuple[int, int]:
        """Run `chunk` steps of the batch. Returns the number of slot steps, and 0 games."""
        nonlocal seed
        for _ in range(chunk):
            seed = choose_actions(batch.masks, seed, actions)
            batch.step(actions)
        return chunk * BATCH, 0

    return Workload(game.name, run)


def make_pgx_batch(name: str) -> Workload:
    """Create a workload of random legal steps of pgx under one jit, observations included."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def advance(state: Any, key: Any) -> tuple[Any, Any]:
        """Play a random legal action in every slot. Returns the next state and key."""
        key, choosing, chance = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(choosing, logits, axis=1)
        return step(state, action, jax.random.split(chance, BATCH)), key

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), BATCH))
    key = jax.random.PRNGKey(1)

    def run(chunk: int) -> tuple[int, int]:
        """Run `chunk` steps of the batch. Returns the number of slot steps, and 0 games."""
        nonlocal state, key
        for _ in range(chunk):
            state, key = advance(state, key)
        jax.block_until_ready(state)
        return chunk * BATCH, 0

    return Workload(f"pgx {name}", run)


def make_batch_group() -> Group:
    """Return steps of our batches and of pgx's."""
    ours = [make_our_batch(game) for game in list_own_games()]
    theirs = [make_pgx_batch(name) for name in PGX_GAMES] if is_installed("pgx") else []
    title = f"Steps with observation and mask, batches of {BATCH}"
    return Group(title, "steps/s", ours, theirs)


# --- Steps of one environment -------------------------------------------------------------------


def make_aec_loop(name: str, make: Callable[[], Any]) -> Workload:
    """Create a workload from the loop in PettingZoo's docs, with random legal actions."""
    env, random = make(), np.random.default_rng(1)
    env.reset(seed=1)

    def run(chunk: int) -> tuple[int, int]:
        """Run at least `chunk` steps. Returns their number, and 0 games."""
        steps = 0
        while steps < chunk:
            observed, _, is_terminated, is_truncated, info = env.last()
            if is_terminated or is_truncated:
                env.reset()
                continue
            mask = observed["action_mask"] if "action_mask" in observed else info["action_mask"]
            legal = np.flatnonzero(mask)
            env.step(int(legal[random.integers(len(legal))]))
            steps += 1
        return steps, 0

    return Workload(name, run)


def make_loop_group() -> Group:
    """Return PettingZoo loops of our games and of PettingZoo's own."""
    ours, theirs = [], []
    if is_installed("pettingzoo"):
        from tilewright.envs import pettingzoo

        ours = [
            make_aec_loop(game.name, lambda game=game: pettingzoo.env(game.name, players=PLAYERS))
            for game in list_own_games()
        ]
        theirs = [make_aec_loop(f"PettingZoo {name}", make) for name, make in list_classic_games()]
    return Group("Steps with observation and mask, PettingZoo AEC loop", "steps/s", ours, theirs)


def list_classic_games() -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield ``(name, function that makes the environment)`` of PettingZoo's games that can be
    imported."""
    import importlib

    for name in CLASSIC_GAMES:
        try:
            yield name, importlib.import_module(f"pettingzoo.classic.{name}").env
        except ImportError as error:
            print(f"left out: PettingZoo {name}: {error}")


# --- Figures ------------------------------------------------------------------------------------


def is_installed(package: str) -> bool:
    return find_version(package) is not None


def find_version(package: str) -> str | None:
    """Return the version of an installed package, or None."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def summarise_rates(values: list[float]) -> dict[str, float]:
    """Return the median and the range of values."""
    return {"median": statistics.median(values), "low": min(values), "high": max(values)}


def measure_group(group: Group, seconds: float) -> dict[str, Any]:
    """Measure a group's workloads in alternation. Returns rates, and the ratio of ours to each
    peer."""
    measure([*group.ours, *group.theirs], seconds)
    return {
        "title": group.title,
        "unit": group.unit,
        "rates": {each.name: summarise_rates(each.rates) for each in [*group.ours, *group.theirs]},
        "ours": [each.name for each in group.ours],
        "ratios": [
            {"game": mine.name, "peer": peer.name}
            | summarise_rates([a / b for a, b in zip(mine.rates, peer.rates, strict=True)])
            for mine in group.ours
            for peer in group.theirs
        ],
    }


def format_table(table: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of a group's results."""
    yield f"\n{table['title']}"
    for name, rate in table["rates"].items():
        low, high = (f"{rate[key]:,.0f}" for key in ("low", "high"))
        yield f"  {name:<28} {rate['median']:>14,.0f} {table['unit']}  ({low} to {high})"
    for row in table["ratios"]:
        spread = f"{row['low']:.2f} to {row['high']:.2f}"
        yield f"  {row['game']:<14} / {row['peer']:<26} {row['median']:>9.2f}  ({spread})"


def plot(path: Path, tables: list[dict[str, Any]]) -> None:
    """Draw the rates of all groups as bars, and save the picture."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(len(tables), 1, figsize=(8, 9), layout="constrained")
    for axes, table in zip(panels, tables, strict=True):
        names = list(table["rates"])[::-1]
        rates = [table["rates"][name] for name in names]
        colours = ["tab:blue" if name in table["ours"] else "tab:grey" for name in names]
        axes.barh(names, [rate["median"] for rate in rates], color=colours)
        axes.hlines(names, [r["low"] for r in rates], [r["high"] for r in rates], color="black")
        axes.set_xscale("log")
        axes.set_title(table["title"], fontsize=10)
        axes.set_xlabel(table["unit"])
    figure.savefig(path, dpi=120)


def main() -> None:
    """Run the comparison, and print, write and plot the rates."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=Path)
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each game, all rounds")
    arguments = parser.parse_args()
    missing = [package for package in PEERS if not is_installed(package)]
    for package in missing:
        print(f"left out: {package} is not installed")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    tables = []
    for group in (make_playout_group(), make_batch_group(), make_loop_group()):
        tables.append(measure_group(group, arguments.seconds))
        print("\n".join(format_table(tables[-1])), flush=True)
    result = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "hardware": describe_hardware() | {"cores_used": 1},
        "versions": {name: find_version(name) for name in ("tilewright", "numba", *PEERS)},
        "players": PLAYERS,
        "seconds": arguments.seconds,
        "missing": missing,
        "tables": tables,
    }
    if arguments.json:
        arguments.json.write_text(json.dumps(result, indent=1) + "\n")
    if arguments.plot:
        plot(arguments.plot, tables)


if __name__ == "__main__":
    main()
