"""The command line, one module a group of commands; nothing below knows that it is there.

What a command needs is imported when it runs, so that ``tilewright --help`` is quick and works
where no extra is installed.
"""

from __future__ import annotations

from tilewright.cli.app import app, main

__all__ = ["app", "main"]
