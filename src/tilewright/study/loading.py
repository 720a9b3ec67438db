"""A data set in memory: NumPy arrays, or PyTorch's.

data = load("games-of-level-5")
data.plies["action"]               int32[plies], and so on with every column of the table
data.observations()                float32[plies, n]: what each mover saw, unpacked
data.masks()                       bool[plies, num_actions]: what it might have played
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.arena.results import require_parquet
from tilewright.envs.numbers import numbers_of, unpack_bits
from tilewright.errors import InvalidOption, TextError, TilewrightError
from tilewright.game import Game
from tilewright.registry import get_game
from tilewright.study.dataset import observation_of, read_about

__all__ = ["Dataset", "load"]

Columns = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True)
class Dataset:
    """What a folder holds. A row of a list column is an array of its own."""

    about: dict[str, Any]
    """The folder's ``dataset.json``."""
    games: Columns
    """A row for each game, by number."""
    plies: Columns
    """A row for each ply of these games, in order."""

    @property
    def game(self) -> Game:
        return get_game(self.about["settings"]["game"])

    def observations(self) -> npt.NDArray[np.float32]:
        """float32[plies, n]: what each mover saw, unpacked; ``numbers_of`` says what is where."""
        return numbers_of(self.game).unpack(self.plies["observation"])

    def masks(self) -> npt.NDArray[np.bool_]:
        """bool[plies, num_actions]: what each mover might have played."""
        return unpack_bits(self.plies["mask"], self.game.num_actions).view(np.bool_)

    def torch(self) -> dict[str, Any]:
        """The columns of numbers as PyTorch tensors, observations and masks unpacked."""
        torch = _require_torch()
        packed = {"observation": self.observations(), "mask": self.masks()}
        plain = {name: column for name, column in self.plies.items() if column.dtype != object}
        return {name: torch.from_numpy(column) for name, column in (plain | packed).items()}


def load(folder: str | os.PathLike[str], columns: Sequence[str] | None = None) -> Dataset:
    """The games and plies of a folder, of the plies only these columns if any are named."""
    path = Path(folder)
    about = read_about(path)
    _check_layout(path, about)
    parts = sorted(part.name for part in (path / "games").glob("part-*.parquet"))
    if not parts:
        raise TextError(f"{path}: expected at least one part in games; found none")
    games = _read([path / "games" / part for part in parts], None)
    plies = _read([path / "plies" / part for part in parts], _with_keys(columns))
    return Dataset(
        about, _sorted(games, [games["game"]]), _sorted(plies, [plies["ply"], plies["game"]])
    )


def _with_keys(columns: Sequence[str] | None) -> list[str] | None:
    return None if columns is None else list(dict.fromkeys(["game", "ply", *columns]))


def _check_layout(path: Path, about: dict[str, Any]) -> None:
    """Words that were packed otherwise would be read as nonsense."""
    features = observation_of(get_game(about["settings"]["game"])).features
    expected = {feature.name: feature.places.tolist() for feature in features}
    if {feature["name"]: feature["places"] for feature in about["features"]} != expected:
        raise TextError(
            f"{path}: expected observations as this version packs them; "
            f"found those of version {about['version']}"
        )


def _read(paths: list[Path], columns: list[str] | None) -> Columns:
    arrow, parquet = require_parquet()
    try:
        _check_columns(parquet.read_schema(paths[0]).names, columns or ())
        tables = [parquet.read_table(path, columns=columns) for path in paths]
    except (OSError, arrow.ArrowException) as error:
        raise TextError(f"cannot read {paths[0].parent}: {str(error)[:200]}") from error
    table = arrow.concat_tables(tables)
    return {name: _as_array(arrow, table[name].combine_chunks()) for name in table.column_names}


def _check_columns(there: list[str], wanted: Sequence[str]) -> None:
    for name in wanted:
        if name not in there:
            raise InvalidOption(f"columns: expected some of {', '.join(there)}; found {name!r}")


def _as_array(arrow: Any, column: Any) -> npt.NDArray[Any]:
    """Packed words as a matrix; a column of lists as an array of arrays."""
    if arrow.types.is_fixed_size_list(column.type):
        return column.flatten().to_numpy().reshape(-1, column.type.list_size)
    return column.to_numpy(zero_copy_only=False)


def _sorted(columns: Columns, keys: list[npt.NDArray[Any]]) -> Columns:
    """Parts hold games as they came in."""
    order = np.lexsort(keys)
    return {name: column[order] for name, column in columns.items()}


def _require_torch() -> Any:
    try:
        return importlib.import_module("torch")
    except ImportError as error:
        raise TilewrightError("PyTorch is not installed: pip install torch") from error
