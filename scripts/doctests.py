"""For the Python reference: examples in docstrings are shown as code.

A docstring of ours has them bare, as ``doctest`` reads them; Markdown would take them for quotes.
"""

from __future__ import annotations

from typing import Any

import griffe


class Doctests(griffe.Extension):
    """Puts every example into a fenced block."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None and ">>> " in obj.docstring.value:
            obj.docstring.value = fence_examples(obj.docstring.value)


def fence_examples(text: str) -> str:
    """Put paragraphs that begin with ``>>>`` into fenced blocks of code."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(f"```pycon\n{p}\n```" if p.startswith(">>> ") else p for p in paragraphs)
