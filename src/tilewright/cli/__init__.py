"""The command line, one module per group of commands. No other part of the package imports it.

A command imports what it needs when it runs, so that ``tilewright --help`` is quick and works
without any extra.
"""

from __future__ import annotations

from tilewright.cli.app import app, main

__all__ = ["app", "main"]
