"""How a record gets from Python into a compiled kernel: by where it lies.

Numba asks NumPy for the record as a buffer, and NumPy describes all fields of it each time: 5 to 9
microseconds for a state, where a move takes less. A NumPy record itself says where its bytes are.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numba.core import boxing, cgutils, pythonapi, types

__all__ = ["take_records_by_place"]

PLACE = object.__basicsize__ + ctypes.sizeof(ctypes.c_ssize_t)
"""Where a record notes the place of its bytes: after what all Python objects of varying size begin
with, as NumPy's header ``arrayscalars.h`` has it."""


def take_records_by_place() -> None:
    """Have kernels that are compiled from now on take records in this way; Numba's own stays where
    records are made otherwise."""
    if _notes_its_place():
        pythonapi._unboxers.functions[types.Record] = _unbox


def _notes_its_place() -> bool:
    states = np.zeros(2, dtype=[("one", "u1"), ("other", "u8")])
    noted = ctypes.c_void_p.from_address(id(state := states[1]) + PLACE).value
    return np.void.__basicsize__ > PLACE and noted == state.__array_interface__["data"][0]


def _unbox(record: Any, found: Any, c: Any) -> Any:
    """Generate what reads the place; whoever calls holds the record meanwhile."""
    note = cgutils.pointer_add(c.builder, found, PLACE)
    place = c.builder.bitcast(note, c.context.get_value_type(record).as_pointer())
    return boxing.NativeValue(c.builder.load(place))
