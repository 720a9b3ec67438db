"""Data sets, game balance, puzzles and reviews: what many games or a finished game can teach."""

from __future__ import annotations

from tilewright.study.dataset import Dataset, load
from tilewright.study.dataset_writer import generate

__all__ = ["Dataset", "generate", "load"]
