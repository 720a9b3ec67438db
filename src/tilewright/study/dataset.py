"""A data set on disk: a folder with what it is, and two Parquet tables in parts.

    FOLDER/dataset.json              what was played, and how to read the packed columns
    FOLDER/games/part-00000.parquet  a row for each game
    FOLDER/plies/part-00000.parquet  a row for each ply of the same games

A part is there when its file in ``games`` is: that one is written last, and each file whole or not
at all. So whatever happens to the writer, nothing is there in halves and nothing twice.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.arena import GameResult, Settings
from tilewright.arena.results import require_parquet
from tilewright.errors import InvalidOption, TextError, TilewrightError
from tilewright.game import Game, Observation, mask_size
from tilewright.record import read_text, write_text
from tilewright.registry import get_game
from tilewright.search.bot import Candidate
from tilewright.version import __version__

try:
    import fcntl
except ImportError:  # Windows: nobody else is asked to keep out
    fcntl = None  # type: ignore[assignment]

__all__ = ["FORMAT", "DataFolder", "KeptGame", "describe", "observation_of"]

FORMAT = "dataset 1"
ABOUT = "dataset.json"
LOCK = ".lock"


class KeptGame(NamedTuple):
    """A finished game and what was seen of it, ply by ply."""

    result: GameResult
    seats: npt.NDArray[np.int8]
    actions: npt.NDArray[np.int32]
    observations: npt.NDArray[np.uint64]
    """uint64[plies, words]: what the mover saw."""
    masks: npt.NDArray[np.uint64]
    """uint64[plies, mask words]: what it might have played."""
    considered: tuple[tuple[Candidate, ...], ...]
    """What its search made of the moves, best first; empty where nobody searched."""


def observation_of(game: Game) -> Observation:
    """What a seat sees of a game; without it there is no data to be had."""
    if game.observation is None:
        raise InvalidOption(f"{game.name} has no observations to make data of")
    return game.observation


def describe(settings: Settings) -> dict[str, Any]:
    """What a folder of such games is: all but how many they are, for more can be added."""
    game = get_game(settings.game)
    asked = settings.as_json()
    del asked["games"]
    return {
        "tilewright": FORMAT,
        "version": __version__,
        "settings": asked,
        "observation_words": observation_of(game).num_words,
        "mask_words": mask_size(game.num_actions),
        "num_actions": game.num_actions,
        "features": [
            {
                "name": feature.name,
                "help": feature.help,
                "kinds": feature.kinds,
                "places": feature.places.tolist(),
            }
            for feature in observation_of(game).features
        ],
    }


class DataFolder:
    """An open folder that games can be added to; nobody else may while it is open."""

    def __init__(self, path: str | os.PathLike[str], settings: Settings) -> None:
        self._arrow, self._parquet = require_parquet()
        self.path = Path(path)
        self._bots = settings.bots
        self._make_folders()
        self._lock = self._take_lock()
        try:
            self._check_about(describe(settings))
            self.done, self._next_part = self._read_parts()
        except BaseException:
            os.close(self._lock)
            raise

    def add(self, games: list[KeptGame]) -> None:
        """Write these games as one part; those that are there already are left out."""
        games = [game for game in games if game.result.index not in self.done]
        if not games:
            return
        name = f"part-{self._next_part:05}.parquet"
        self._write(self.path / "plies" / name, ply_columns(self._arrow, games))
        self._write(self.path / "games" / name, game_columns(self._arrow, games, self._bots))
        self.done |= {game.result.index for game in games}
        self._next_part += 1

    def close(self) -> None:
        os.close(self._lock)

    def _make_folders(self) -> None:
        try:
            for name in ("games", "plies"):
                (self.path / name).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TilewrightError(f"cannot write {self.path}: {error.strerror}") from error

    def _take_lock(self) -> int:
        """Two writers in one folder would play the same games."""
        descriptor = os.open(self.path / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
        if fcntl is not None:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                os.close(descriptor)
                raise TilewrightError(f"{self.path} is being written by somebody else") from error
        return descriptor

    def _check_about(self, expected: dict[str, Any]) -> None:
        """A folder holds games of one kind; a new one gets to know of which."""
        path = self.path / ABOUT
        if not path.exists():
            write_text(path, json.dumps(expected, indent=1) + "\n")
            return
        found = read_about(self.path)
        wanted = {**expected, **expected["settings"]}
        there = {**found, **found["settings"]}
        for key in wanted.keys() - {"settings", "features"}:
            if there.get(key) != wanted[key]:
                raise TilewrightError(
                    f"{self.path} holds other data: {key}: expected "
                    f"{json.dumps(wanted[key])[:80]}; found {json.dumps(there.get(key))[:80]}. "
                    "Name another folder, or use the same settings"
                )

    def _read_parts(self) -> tuple[set[int], int]:
        """The games that are there, and the number of the next part."""
        done: set[int] = set()
        paths = sorted((self.path / "games").glob("part-*.parquet"))
        for path in paths:
            games = self._parquet.read_table(path, columns=["game"])["game"].to_pylist()
            if done & set(games):
                raise TilewrightError(f"{path}: game {min(done & set(games))} is there twice")
            done |= set(games)
        return done, 1 + max((int(path.stem.split("-")[1]) for path in paths), default=-1)

    def _write(self, path: Path, columns: dict[str, Any]) -> None:
        """A file whole or not at all."""
        temporary = path.with_name(f".{path.name}")
        try:
            self._parquet.write_table(
                self._arrow.table(columns), os.fspath(temporary), compression="zstd"
            )
            with temporary.open("rb") as file:
                os.fsync(file.fileno())
            os.replace(temporary, path)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            raise TilewrightError(f"cannot write {path}: {error.strerror or error}") from error


def read_about(path: Path) -> dict[str, Any]:
    """What a folder says of itself."""
    try:
        found = json.loads(read_text(path / ABOUT))
        version = found["tilewright"]
        found["settings"]["game"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise TextError(f"{path / ABOUT}: expected a data set's; found {error!r:.80}") from error
    if version != FORMAT:
        raise TextError(f"{path / ABOUT}: expected {FORMAT!r}; found {version!r:.80}")
    return dict(found)


# --- Columns ------------------------------------------------------------------------------------


def game_columns(arrow: Any, games: list[KeptGame], bots: tuple[str, ...]) -> dict[str, Any]:
    """A row for each game; lists run over the seats."""
    results = [game.result for game in games]
    small, text = arrow.int32(), arrow.string()
    return {
        "game": arrow.array([result.index for result in results], arrow.int64()),
        "deal": arrow.array([result.deal for result in results], arrow.int64()),
        "seed": arrow.array([result.seed for result in results], arrow.uint64()),
        "bots": arrow.array(
            [[bots[entry] for entry in result.entries] for result in results], arrow.list_(text)
        ),
        "scores": arrow.array([result.scores for result in results], arrow.list_(small)),
        "places": arrow.array([result.places for result in results], arrow.list_(small)),
        "plies": arrow.array([result.plies for result in results], small),
        "forfeit": arrow.array(
            [result.forfeit.seat if result.forfeit else None for result in results], small
        ),
        "record": arrow.array([result.record for result in results], text),
    }


def ply_columns(arrow: Any, games: list[KeptGame]) -> dict[str, Any]:
    """A row for each ply, game after game."""
    seats = np.concatenate([game.seats for game in games])
    lengths = [len(game.seats) for game in games]
    considered = [moves for game in games for moves in game.considered]
    return {
        "game": arrow.array(np.repeat([game.result.index for game in games], lengths)),
        "ply": arrow.array(np.concatenate([np.arange(n, dtype=np.int32) for n in lengths])),
        "seat": arrow.array(seats),
        "action": arrow.array(np.concatenate([game.actions for game in games])),
        "observation": _packed(arrow, [game.observations for game in games]),
        "mask": _packed(arrow, [game.masks for game in games]),
        "score": _of_mover(arrow, games, "scores", np.int32),
        "place": _of_mover(arrow, games, "places", np.int8),
        "value": arrow.array(
            [moves[0].value if moves else None for moves in considered], arrow.float32()
        ),
        "searched_actions": _searched(arrow, considered, "action", arrow.int32()),
        "searched_visits": _searched(arrow, considered, "visits", arrow.int32()),
        "searched_values": _searched(arrow, considered, "value", arrow.float32()),
    }


def _searched(arrow: Any, considered: list[tuple[Candidate, ...]], name: str, kind: Any) -> Any:
    lists = [[getattr(move, name) for move in moves] for moves in considered]
    return arrow.array(lists, arrow.list_(kind))


def _packed(arrow: Any, words: list[npt.NDArray[np.uint64]]) -> Any:
    rows = np.concatenate(words)
    return arrow.FixedSizeListArray.from_arrays(arrow.array(rows.reshape(-1)), rows.shape[1])


def _of_mover(arrow: Any, games: list[KeptGame], name: str, dtype: type[np.generic]) -> Any:
    """What became of the seat that moved."""
    parts = [np.array(getattr(game.result, name), dtype)[game.seats] for game in games]
    return arrow.array(np.concatenate(parts))
