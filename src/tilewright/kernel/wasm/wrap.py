"""Entries as functions that a page can call: numbers and addresses in, a number out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.types.containers import BaseTuple
from numba.np.arrayobj import make_array, populate_array
from numba.np.numpy_support import from_dtype

from tilewright.kernel.wasm.entries import INT, WORD, Array, Entry, Kind, Record
from tilewright.kernel.wasm.target import TARGET

__all__ = ["type_of", "wrap_entry"]

ADDRESS, SHORT, LONG = ir.IntType(8).as_pointer(), ir.IntType(32), ir.IntType(64)


def type_of(kind: Kind) -> Any:
    """Numba's type of an argument."""
    if isinstance(kind, tuple):
        named = type(kind) if type(kind) is not tuple else None
        return BaseTuple.from_types([type_of(part) for part in kind], named)
    if isinstance(kind, Record):
        return from_dtype(kind.dtype)
    if isinstance(kind, Array):
        return types.Array(from_dtype(kind.dtype), len(kind.shape), "C")
    return types.uint64 if kind is WORD else types.int64


def _crossing(kind: Kind) -> Iterator[Any]:
    """The types of what crosses over for an argument."""
    if isinstance(kind, tuple):
        for part in kind:
            yield from _crossing(part)
    elif isinstance(kind, Record | Array):
        yield ADDRESS
        yield from [SHORT] * (isinstance(kind, Array) and None in kind.shape)
    else:
        yield SHORT if kind is INT else LONG


def wrap_entry(entry: Entry, compiled: Any) -> Any:
    """A module of LLVM's with one function of the entry's name, which calls the compiled one."""
    context, module = TARGET.target_context, TARGET.target_context.create_module(entry.name)
    result, arguments = compiled.signature.return_type, compiled.signature.args
    answers = [] if not isinstance(result, BaseTuple) else [ADDRESS]
    crossing = [*answers, *(one for kind in entry.arguments for one in _crossing(kind))]
    wrapped = ir.FunctionType(_answer_type(result), crossing)
    function = ir.Function(module, wrapped, entry.name)
    inner_type = context.call_conv.get_function_type(result, arguments)
    inner = ir.Function(module, inner_type, compiled.fndesc.llvm_func_name)
    builder = ir.IRBuilder(function.append_basic_block())
    given = iter(function.args[len(answers) :])
    values = [_receive(context, builder, kind, given) for kind in entry.arguments]
    # Kernels raise nothing, so nobody asks for the status.
    _, answer = context.call_conv.call_function(builder, inner, result, arguments, values)
    _give_back(context, builder, result, answer, function.args[0] if answers else None)
    return module


def _answer_type(result: Any) -> Any:
    if isinstance(result, types.Integer | types.Boolean):
        return LONG if result == types.uint64 else SHORT
    assert result == types.none or isinstance(result, BaseTuple), result
    return ir.VoidType()


def _receive(context: Any, builder: Any, kind: Kind, given: Iterator[Any]) -> Any:
    """An argument as kernels take it, out of what crosses over."""
    if isinstance(kind, tuple):
        parts = [_receive(context, builder, part, given) for part in kind]
        return context.make_tuple(builder, type_of(kind), parts)
    value = next(given)
    if isinstance(kind, Array):
        sizes = [LONG(size) if size else builder.zext(next(given), LONG) for size in kind.shape]
        return _make_array(context, builder, type_of(kind), value, sizes)
    if isinstance(kind, Record):
        return builder.bitcast(value, context.get_value_type(type_of(kind)))
    return builder.sext(value, LONG) if kind is INT else value


def _make_array(context: Any, builder: Any, kind: Any, data: Any, sizes: list[Any]) -> Any:
    """An array that lies there, in rows."""
    item = LONG(context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    strides = [item]
    for size in reversed(sizes[1:]):
        strides.insert(0, builder.mul(strides[0], size))
    array = make_array(kind)(context, builder)
    place = builder.bitcast(data, array.data.type)
    populate_array(array, place, sizes, strides, item, None)
    return array._getvalue()


def _give_back(context: Any, builder: Any, result: Any, answer: Any, place: Any) -> None:
    if place is not None:
        for index, part in enumerate(result):
            number = context.cast(builder, builder.extract_value(answer, index), part, types.int64)
            at = builder.gep(place, [LONG(8 * index)])
            builder.store(number, builder.bitcast(at, LONG.as_pointer()), align=8)
        builder.ret_void()
    elif result == types.none:
        builder.ret_void()
    else:
        wide = types.uint64 if result == types.uint64 else types.int32
        builder.ret(context.cast(builder, answer, result, wide))
