"""Statistics of many games: data sets to learn from, balance of a game, puzzles, reviews."""

from __future__ import annotations

from tilewright.study.dataset import Dataset, load
from tilewright.study.dataset_writer import generate

__all__ = ["Dataset", "generate", "load"]
