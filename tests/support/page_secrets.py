"""Secrets that a browser was sent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from page_visitor import Visitor


def secrets(data: Any, path: str = "") -> Iterator[str]:
    """Return all parts of an answer that tell a player's card."""
    if isinstance(data, dict):
        for name, value in data.items():
            if re.search("card|match", name) and isinstance(value, int | list):
                yield f"{path}.{name} = {value}"
            yield from secrets(value, f"{path}.{name}")
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from secrets(value, f"{path}[{index}]")
    elif isinstance(data, str) and (line := re.search(r"^cards?: .*\d.*$", data, re.MULTILINE)):
        yield f"{path}: {line[0]}"


def fetched(visitor: Visitor) -> Iterator[Any]:
    """Return every answer and every message of the socket, except the box, which has all cards."""
    for response in visitor.responses:
        if "/api/" in response.url and not response.url.endswith("/box"):
            yield response.json()
    yield from map(json.loads, visitor.heard)


def known_cards(visitor: Visitor) -> set[str]:
    return {secret for data in fetched(visitor) for secret in secrets(data)}
