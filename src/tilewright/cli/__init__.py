"""The command line, one module per group of commands. No other part of the package imports it.

Commands import their dependencies when they run, so that ``tilewright --help`` is fast and needs no
extras.
"""

from __future__ import annotations

from tilewright.cli.app import app, main

__all__ = ["app", "main"]
