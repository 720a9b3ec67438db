"""Every field of a game's record is documented exactly once, in the docstring of its dtype."""

from __future__ import annotations

import ast
import inspect
import re
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import tilewright.game.states
import tilewright.games.my_shelfie.state
import tilewright.games.nova_luna.state
import tilewright.games.polyssimo.state
from tilewright.game import HEADER

FIELD = re.compile(r"^    (\w+) +([ui]\d)(?:\[([\d, ]+)\])?  +(?=\w)", re.MULTILINE)
HEADER_NAMES = {name for name, _ in HEADER}


def docstring_of(module: ModuleType, name: str) -> str:
    """Return the docstring below the assignment to a name in a module."""
    body = ast.parse(inspect.getsource(module)).body
    index = next(
        index
        for index, node in enumerate(body)
        if isinstance(node, ast.AnnAssign | ast.Assign)
        and name in ast.unparse(node).partition("=")[0].partition(":")[0].split()
    )
    return str(ast.literal_eval(ast.unparse(body[index + 1])))


def explained_fields(text: str) -> list[tuple[str, str, tuple[int, ...]]]:
    """Return the name, type and shape of each field documented in a docstring."""
    return [
        (name, kind, tuple(map(int, shape.split(","))) if shape else ())
        for name, kind, shape in FIELD.findall(text)
    ]


def fields_of(dtype: np.dtype[Any]) -> list[tuple[str, str, tuple[int, ...]]]:
    """Return the name, type and shape of each field of a record, without padding."""
    return [
        (name, dtype[name].base.str[1:], dtype[name].shape)
        for name in dtype.names or ()
        if not name.startswith("gap_")
    ]


def test_header_docstring_explains_its_fields() -> None:
    text = docstring_of(tilewright.game.states, "HEADER")
    assert explained_fields(text) == fields_of(np.dtype(HEADER))


@pytest.mark.parametrize(
    "module",
    [
        tilewright.games.my_shelfie.state,
        tilewright.games.nova_luna.state,
        tilewright.games.polyssimo.state,
    ],
    ids=lambda module: module.__name__.split(".")[2],
)
def test_state_docstring_explains_every_field_with_its_shape(module: ModuleType) -> None:
    own = [field for field in fields_of(module.STATE) if field[0] not in HEADER_NAMES]
    assert explained_fields(docstring_of(module, "STATE")) == own


@pytest.mark.parametrize("line", ["other u1[4]  by seat", "goals  u1[4]  wrong shape", "goals u1"])
def test_state_docstring_with_a_wrong_shape_is_found(line: str) -> None:
    dtype = np.dtype([("goals", "u1", (2,))])
    assert explained_fields(f"    {line}\n") != fields_of(dtype)
