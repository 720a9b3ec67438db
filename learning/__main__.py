"""Train the network of a game: ``python -m learning GAME --out FOLDER``.

After every round, the weights, their data card and a checkpoint are written to the folder, so that
the same command resumes an interrupted run. A run takes minutes on two cores. Games are played on a
GPU if there is one.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from functools import partial
from pathlib import Path

from learning.card import format_data_card
from learning.playing import play_games
from learning.rounds import Play, Run, Settings
from tilewright.errors import InvalidOption, TilewrightError
from tilewright.network import pack_network
from tilewright.network.files import FIRST_VERSION, weights_path
from tilewright.registry import get_game


def parse_arguments(words: list[str] | None) -> argparse.Namespace:
    """Parse the command-line arguments."""
    parser = argparse.ArgumentParser(prog="python -m learning", description=__doc__)
    parser.add_argument("game", help="its name, such as my-shelfie")
    parser.add_argument("--out", type=Path, required=True, help="folder of the run")
    parser.add_argument("--players", help="how many, with commas; all that the game is for")
    parser.add_argument("--rounds", type=int, default=4, help="after the one by ratings")
    parser.add_argument("--games", type=int, default=20_000, help="of two players a round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning")
    parser.add_argument("--wild", type=int, default=0, help="plies of a wild beginning, at most")
    parser.add_argument("--candidates", type=int, default=12, help="moves that the network values")
    parser.add_argument(
        "--iterations", type=int, default=0, help="of searches to play by, on the CPU; 0: one ply"
    )
    parser.add_argument("--start", type=Path, help="weights or checkpoint to begin with")
    parser.add_argument("--version", type=int, default=FIRST_VERSION, help="of the bot")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--device", choices=("auto", "cpu", "gpu"), default="auto")
    parser.add_argument(
        "--minutes", type=float, default=float("inf"), help="to begin no round after"
    )
    return parser.parse_args(words)


def choose_device(device: str, workers: int, iterations: int) -> tuple[str, Play]:
    """Choose where games are played. Returns ``(device name, function that plays)``."""
    play_on_cpu = partial(play_games, workers=workers)
    if device != "cpu":
        try:
            from learning.gpu import is_available, play_games_on_gpu

            if is_available():
                return "GPU", play_on_cpu if iterations else play_games_on_gpu
        except ImportError:
            pass
        if device == "gpu":
            raise InvalidOption("expected a GPU and numba-cuda (pip install 'tilewright[gpu]')")
    return "CPU", play_on_cpu


def train(args: argparse.Namespace) -> None:
    """Train until all rounds are done or the time is up, writing the network after each round."""
    begin = time.perf_counter()
    game = get_game(args.game)
    players = tuple(map(int, args.players.split(","))) if args.players else game.players
    device, play = choose_device(args.device, args.workers, args.iterations)
    settings = Settings(
        *(args.game, players, args.games, args.seed, args.rate),
        *(args.wild, args.candidates, args.iterations),
    )
    run = Run(settings, args.out, play, args.workers, partial(print, flush=True))
    if args.start and not run.curve:
        run.start_from(args.start)
    while len(run.curve) <= args.rounds and time.perf_counter() - begin < 60 * args.minutes:
        run.next_round()
        save_network(run, args.version, device)
    print(f"{len(run.curve)} rounds are in {args.out}")


def save_network(run: Run, version: int, device: str) -> None:
    """Write the weights and the data card of the current network."""
    path = weights_path(run.folder, version)
    try:
        path.write_bytes(pack_network(run.network, run.settings.game, version))
        path.with_suffix(".md").write_text(format_data_card(run, version, device), encoding="utf-8")
    except OSError as error:
        raise TilewrightError(f"cannot write {path}: {error.strerror}") from error


def main(words: list[str] | None = None) -> int:
    """Train a network as the command line says. Returns the exit status."""
    try:
        train(parse_arguments(words))
    except KeyboardInterrupt:
        print("stopped; the same command goes on after the last finished round", file=sys.stderr)
        return 130
    except (TilewrightError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
