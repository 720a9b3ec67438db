"""Data sets on disk: a folder with metadata and two partitioned Parquet tables.

    FOLDER/dataset.json                    the settings, and the layout of packed columns
    FOLDER/games/part-00000.parquet        a row per game
    FOLDER/plies/part-00000.parquet        a row per ply of the same games

Files are written atomically, and a part's file in ``games`` is written last. So a killed writer
leaves neither incomplete parts nor duplicate games.

A data set is loaded as NumPy arrays or PyTorch tensors:

    data = load("games-of-level-5")
    data.plies["action"]      int32[plies]; there is an array per column of the table
    data.observations()       float32[plies, n]: the mover's observation, unpacked
    data.masks()              bool[plies, num_actions]: the legal moves, unpacked
"""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tilewright.arena import GameResult, Settings
from tilewright.arena.results import require_parquet
from tilewright.envs.numbers import numbers_of, unpack_bits
from tilewright.errors import InvalidOption, TextError, TilewrightError
from tilewright.game import Game, Observation, mask_size
from tilewright.jobs.checkpoint import lock_file
from tilewright.records.record import read_text, write_text
from tilewright.registry import get_game
from tilewright.search.bot import Candidate
from tilewright.version import __version__

FORMAT = "dataset 1"
METADATA_FILE = "dataset.json"
LOCK = ".lock"


class RecordedGame(NamedTuple):
    """A finished game with the observations and searches of each ply."""

    result: GameResult
    seats: npt.NDArray[np.int8]
    actions: npt.NDArray[np.int32]
    observations: npt.NDArray[np.uint64]
    """uint64[plies, words]: the mover's packed observation."""
    masks: npt.NDArray[np.uint64]
    """uint64[plies, mask words]: the packed mask of legal moves."""
    considered: tuple[tuple[Candidate, ...], ...]
    """By ply: the bot's search results, best move first; empty without a search."""


def require_observation(game: Game) -> Observation:
    """Return a game's observation. Raises InvalidOption if it has none."""
    if game.observation is None:
        raise InvalidOption(f"{game.name} has no observations to make data of")
    return game.observation


def build_metadata(settings: Settings) -> dict[str, Any]:
    """Build a folder's metadata. The number of games is left out, because it may grow."""
    game = get_game(settings.game)
    settings_json = settings.as_json()
    del settings_json["games"]
    return {
        "tilewright": FORMAT,
        "version": __version__,
        "settings": settings_json,
        "observation_words": require_observation(game).num_words,
        "mask_words": mask_size(game.num_actions),
        "num_actions": game.num_actions,
        "features": [
            {
                "name": feature.name,
                "help": feature.help,
                "kinds": feature.kinds,
                "places": feature.places.tolist(),
            }
            for feature in require_observation(game).features
        ],
    }


class DataFolder:
    """A data set's folder, locked so that only this process adds games."""

    def __init__(self, path: str | os.PathLike[str], settings: Settings) -> None:
        self._arrow, self._parquet = require_parquet()
        self.path = Path(path)
        self._bots = settings.bots
        self._make_folders()
        self._lock = self._acquire_lock()
        try:
            self._check_metadata(build_metadata(settings))
            self.done, self._next_part = self._list_stored_games()
        except BaseException:
            os.close(self._lock)
            raise

    def add(self, games: list[RecordedGame]) -> None:
        """Write games to the folder as one part. Games that it already contains are left out."""
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
        """Create the folders of both tables, if necessary."""
        try:
            for name in ("games", "plies"):
                (self.path / name).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TilewrightError(f"cannot write {self.path}: {error.strerror}") from error

    def _acquire_lock(self) -> int:
        """Lock the folder and return the lock's file descriptor. Raises if it is already locked."""
        descriptor = os.open(self.path / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
        if not lock_file(descriptor):
            os.close(descriptor)
            raise TilewrightError(f"{self.path} is being written by another process")
        return descriptor

    def _check_metadata(self, expected: dict[str, Any]) -> None:
        """Write the metadata of a new folder, or check those of an existing one.

        Raises TilewrightError if the existing metadata have other settings.
        """
        path = self.path / METADATA_FILE
        if not path.exists():
            write_text(path, json.dumps(expected, indent=1) + "\n")
            return
        found = read_metadata(self.path)
        requested = {**expected, **expected["settings"]}
        stored = {**found, **found["settings"]}
        for key in requested.keys() - {"settings", "features"}:
            if stored.get(key) != requested[key]:
                raise TilewrightError(
                    f"{self.path} holds other data: {key}: expected "
                    f"{json.dumps(requested[key])[:80]}; found {json.dumps(stored.get(key))[:80]}. "
                    "Name another folder, or use the same settings"
                )

    def _list_stored_games(self) -> tuple[set[int], int]:
        """Return the indexes of the stored games, and the number of the next part."""
        done: set[int] = set()
        paths = sorted((self.path / "games").glob("part-*.parquet"))
        for path in paths:
            games = self._parquet.read_table(path, columns=["game"])["game"].to_pylist()
            if done & set(games):
                raise TilewrightError(f"{path}: game {min(done & set(games))} is there twice")
            done |= set(games)
        return done, 1 + max((int(path.stem.split("-")[1]) for path in paths), default=-1)

    def _write(self, path: Path, columns: dict[str, Any]) -> None:
        """Write a Parquet file atomically."""
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


def read_metadata(path: Path) -> dict[str, Any]:
    """Read a data set's metadata. Raises TextError if the folder is not a data set."""
    try:
        found = json.loads(read_text(path / METADATA_FILE))
        version = found["tilewright"]
        found["settings"]["game"]
    except TextError as error:
        raise TextError(f"{path} is no data set: {error}") from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise TextError(
            f"{path / METADATA_FILE}: expected a data set's; found {error!r:.80}"
        ) from error
    if version != FORMAT:
        raise TextError(f"{path / METADATA_FILE}: expected {FORMAT!r}; found {version!r:.80}")
    return dict(found)


# --- Columns ------------------------------------------------------------------------------------


def game_columns(arrow: Any, games: list[RecordedGame], bots: tuple[str, ...]) -> dict[str, Any]:
    """Build the columns of the games table, one row per game.

    Lists have one element per seat.
    """
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


def ply_columns(arrow: Any, games: list[RecordedGame]) -> dict[str, Any]:
    """Build the columns of the plies table: one row per ply, ordered by game."""
    seats = np.concatenate([game.seats for game in games])
    lengths = [len(game.seats) for game in games]
    considered = [moves for game in games for moves in game.considered]
    return {
        "game": arrow.array(np.repeat([game.result.index for game in games], lengths)),
        "ply": arrow.array(np.concatenate([np.arange(n, dtype=np.int32) for n in lengths])),
        "seat": arrow.array(seats),
        "action": arrow.array(np.concatenate([game.actions for game in games])),
        "observation": _packed_column(arrow, [game.observations for game in games]),
        "mask": _packed_column(arrow, [game.masks for game in games]),
        "score": _mover_column(arrow, games, "scores", np.int32),
        "place": _mover_column(arrow, games, "places", np.int8),
        "value": arrow.array(
            [moves[0].value if moves else None for moves in considered], arrow.float32()
        ),
        "searched_actions": _candidate_column(arrow, considered, "action", arrow.int32()),
        "searched_visits": _candidate_column(arrow, considered, "visits", arrow.int32()),
        "searched_values": _candidate_column(arrow, considered, "value", arrow.float32()),
    }


def _candidate_column(
    arrow: Any, considered: list[tuple[Candidate, ...]], name: str, dtype: Any
) -> Any:
    """Build a list column from one field of the candidates at each ply."""
    lists = [[getattr(move, name) for move in moves] for moves in considered]
    return arrow.array(lists, arrow.list_(dtype))


def _packed_column(arrow: Any, words: list[npt.NDArray[np.uint64]]) -> Any:
    """Build a column of fixed-size lists from uint64[plies, words] of each game."""
    rows = np.concatenate(words)
    return arrow.FixedSizeListArray.from_arrays(arrow.array(rows.reshape(-1)), rows.shape[1])


def _mover_column(arrow: Any, games: list[RecordedGame], name: str, dtype: type[np.generic]) -> Any:
    """Build a column with the mover's element of a result by seat.

    `name` is a field of ``GameResult``, such as ``scores``.
    """
    parts = [np.array(getattr(game.result, name), dtype)[game.seats] for game in games]
    return arrow.array(np.concatenate(parts))


# --- Reading --------------------------------------------------------------------------------------


Columns = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True, repr=False)
class Dataset:
    """The content of a folder. Each row of a list column is an array."""

    about: dict[str, Any]
    """The metadata in ``dataset.json``."""
    games: Columns
    """One row per game, ordered by index."""
    plies: Columns
    """One row per ply of these games, in order."""

    def __repr__(self) -> str:
        games, plies = (len(one["game"]) for one in (self.games, self.plies))
        return f"<Dataset of {self.game.name}: {games:,} games, {plies:,} plies>"

    @property
    def game(self) -> Game:
        return get_game(self.about["settings"]["game"])

    def observations(self) -> npt.NDArray[np.float32]:
        """Unpack the movers' observations to float32[plies, n]. See ``numbers_of``."""
        return numbers_of(self.game).unpack(self.plies["observation"])

    def masks(self) -> npt.NDArray[np.bool_]:
        """Unpack the masks of legal moves to bool[plies, num_actions]."""
        return unpack_bits(self.plies["mask"], self.game.num_actions).view(np.bool_)

    def torch(self) -> dict[str, Any]:
        """Return the numeric columns of the plies as PyTorch tensors.

        Observations and masks are unpacked. List columns are left out.
        """
        torch = _require_torch()
        packed = {"observation": self.observations(), "mask": self.masks()}
        plain = {name: column for name, column in self.plies.items() if column.dtype != object}
        return {name: torch.from_numpy(column) for name, column in (plain | packed).items()}


def load(folder: str | os.PathLike[str], columns: Sequence[str] | None = None) -> Dataset:
    """Load a data set from its folder into memory."""
    path = Path(folder)
    about = read_metadata(path)
    _check_layout(path, about)
    parts = sorted(part.name for part in (path / "games").glob("part-*.parquet"))
    if not parts:
        raise TextError(f"{path}: expected at least one part in games; found none")
    games = _read_parts_as_columns([path / "games" / part for part in parts], None)
    plies = _read_parts_as_columns(
        [path / "plies" / part for part in parts], _add_key_columns(columns)
    )
    return Dataset(
        about, _sort_rows(games, [games["game"]]), _sort_rows(plies, [plies["ply"], plies["game"]])
    )


def _add_key_columns(columns: Sequence[str] | None) -> list[str] | None:
    """Add the sort columns to `columns`. Returns None, for all columns, if it is None."""
    return None if columns is None else list(dict.fromkeys(["game", "ply", *columns]))


def _check_layout(path: Path, about: dict[str, Any]) -> None:
    """Raise TextError unless the observations have the layout of this version."""
    features = require_observation(get_game(about["settings"]["game"])).features
    expected = {feature.name: feature.places.tolist() for feature in features}
    if {feature["name"]: feature["places"] for feature in about["features"]} != expected:
        raise TextError(
            f"{path}: expected observations as this version packs them; "
            f"found those of version {about['version']}"
        )


def _read_parts_as_columns(paths: list[Path], columns: list[str] | None) -> Columns:
    """Read Parquet files and join them into one array per column.

    `columns` selects columns by name; None reads all.
    """
    arrow, parquet = require_parquet()
    try:
        _check_columns(parquet.read_schema(paths[0]).names, columns or ())
        tables = [parquet.read_table(path, columns=columns) for path in paths]
    except (OSError, arrow.ArrowException) as error:
        raise TextError(f"cannot read {paths[0].parent}: {str(error)[:200]}") from error
    table = arrow.concat_tables(tables)
    return {name: _as_array(arrow, table[name].combine_chunks()) for name in table.column_names}


def _check_columns(available: list[str], requested: Sequence[str]) -> None:
    """Raise InvalidOption if a requested column is not available."""
    for name in requested:
        if name not in available:
            raise InvalidOption(f"columns: expected some of {', '.join(available)}; found {name!r}")


def _as_array(arrow: Any, column: Any) -> npt.NDArray[Any]:
    """Convert a Parquet column to NumPy.

    Packed words become a matrix, lists an array of arrays.
    """
    if arrow.types.is_fixed_size_list(column.type):
        return column.flatten().to_numpy().reshape(-1, column.type.list_size)
    return column.to_numpy(zero_copy_only=False)


def _sort_rows(columns: Columns, keys: list[npt.NDArray[Any]]) -> Columns:
    """Sort the rows of all columns by keys. The last key is the primary one.

    Sorting is needed because parts store games in the order in which they ended.
    """
    order = np.lexsort(keys)
    return {name: column[order] for name, column in columns.items()}


def _require_torch() -> Any:
    """Import and return PyTorch. Raises TilewrightError if it is not installed."""
    try:
        return importlib.import_module("torch")
    except ImportError as error:
        raise TilewrightError("PyTorch is not installed: pip install torch") from error
