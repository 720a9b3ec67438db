"""For the Python reference: examples in docstrings are shown as code.

A docstring of ours has them bare, as ``doctest`` reads them; Markdown would take them for quotes.
"""

from __future__ import annotations

from typing import Any

import griffe


class Doctests(griffe.Extension):
    """Puts a fence around every example."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None and ">>> " in obj.docstring.value:
            obj.docstring.value = fence(obj.docstring.value)


def fence(text: str) -> str:
    """Turn paragraphs that begin with ``>>>`` into blocks of code."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(f"```pycon\n{p}\n```" if p.startswith(">>> ") else p for p in paragraphs)
