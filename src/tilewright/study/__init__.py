"""What can be learnt from many games: data to learn from, and how well a game is balanced."""

from __future__ import annotations

from tilewright.study.generating import generate
from tilewright.study.loading import Dataset, load

__all__ = ["Dataset", "generate", "load"]
