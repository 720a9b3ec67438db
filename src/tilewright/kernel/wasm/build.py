"""Build a module: compile entries, wrap them for the page, link and optimise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import types
from numba.core.types.containers import BaseTuple
from numba.np.arrayobj import make_array, populate_array
from numba.np.numpy_support import from_dtype

from tilewright.kernel.twins import compile_for
from tilewright.kernel.wasm import INT, WORD, Array, Entry, Kind, RecordPointer
from tilewright.kernel.wasm.binary import link
from tilewright.kernel.wasm.target import TARGET, Library, make_machine

# --- Wrappers: numbers and addresses in, a number out -------------------------------------------

ADDRESS, SHORT, LONG = ir.IntType(8).as_pointer(), ir.IntType(32), ir.IntType(64)


def type_of(kind: Kind) -> Any:
    """Return Numba's type for a kind of argument."""
    if isinstance(kind, tuple):
        named = type(kind) if type(kind) is not tuple else None
        return BaseTuple.from_types([type_of(part) for part in kind], named)
    if isinstance(kind, RecordPointer):
        return from_dtype(kind.dtype)
    if isinstance(kind, Array):
        return types.Array(from_dtype(kind.dtype), len(kind.shape), "C")
    return types.uint64 if kind is WORD else types.int64


def _passed_types(kind: Kind) -> Iterator[Any]:
    """Yield the LLVM types as which the page passes an argument."""
    if isinstance(kind, tuple):
        for part in kind:
            yield from _passed_types(part)
    elif isinstance(kind, RecordPointer | Array):
        yield ADDRESS
        yield from [SHORT] * (isinstance(kind, Array) and None in kind.shape)
    else:
        yield SHORT if kind is INT else LONG


def wrap_entry(entry: Entry, compiled: Any) -> Any:
    """Return an LLVM module with one function, named like the entry, that calls the kernel."""
    context, module = TARGET.target_context, TARGET.target_context.create_module(entry.name)
    result, arguments = compiled.signature.return_type, compiled.signature.args
    out = [] if not isinstance(result, BaseTuple) else [ADDRESS]
    passed = [*out, *(one for kind in entry.arguments for one in _passed_types(kind))]
    wrapped = ir.FunctionType(_return_type(result), passed)
    function = ir.Function(module, wrapped, entry.name)
    inner_type = context.call_conv.get_function_type(result, arguments)
    inner = ir.Function(module, inner_type, compiled.fndesc.llvm_func_name)
    builder = ir.IRBuilder(function.append_basic_block())
    given = iter(function.args[len(out) :])
    values = [_convert_argument(context, builder, kind, given) for kind in entry.arguments]
    # Kernels raise nothing, so the status is ignored.
    _, value = context.call_conv.call_function(builder, inner, result, arguments, values)
    _build_return(context, builder, result, value, function.args[0] if out else None)
    return module


def _return_type(result: Any) -> Any:
    if isinstance(result, types.Integer | types.Boolean):
        return LONG if result == types.uint64 else SHORT
    assert result == types.none or isinstance(result, BaseTuple), result
    return ir.VoidType()


def _convert_argument(context: Any, builder: Any, kind: Kind, given: Iterator[Any]) -> Any:
    """Generate the code that converts passed numbers and addresses to an argument of the kernel."""
    if isinstance(kind, tuple):
        parts = [_convert_argument(context, builder, part, given) for part in kind]
        return context.make_tuple(builder, type_of(kind), parts)
    value = next(given)
    if isinstance(kind, Array):
        sizes = [LONG(size) if size else builder.zext(next(given), LONG) for size in kind.shape]
        return _make_array(context, builder, type_of(kind), value, sizes)
    if isinstance(kind, RecordPointer):
        return builder.bitcast(value, context.get_value_type(type_of(kind)))
    return builder.sext(value, LONG) if kind is INT else value


def _make_array(context: Any, builder: Any, kind: Any, data: Any, sizes: list[Any]) -> Any:
    """Generate a row-major array over the memory at an address."""
    item = LONG(context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    strides = [item]
    for size in reversed(sizes[1:]):
        strides.insert(0, builder.mul(strides[0], size))
    array = make_array(kind)(context, builder)
    place = builder.bitcast(data, array.data.type)
    populate_array(array, place, sizes, strides, item, None)
    return array._getvalue()


def _build_return(context: Any, builder: Any, result: Any, value: Any, out: Any) -> None:
    """Generate the return of a value; several numbers are written to the address ``out``."""
    if out is not None:
        for index, part in enumerate(result):
            number = context.cast(builder, builder.extract_value(value, index), part, types.int64)
            at = builder.gep(out, [LONG(8 * index)])
            builder.store(number, builder.bitcast(at, LONG.as_pointer()), align=8)
        builder.ret_void()
    elif result == types.none:
        builder.ret_void()
    else:
        wide = types.uint64 if result == types.uint64 else types.int32
        builder.ret(context.cast(builder, value, result, wide))


# --- Modules ------------------------------------------------------------------------------------


def compile_entry(entry: Entry) -> Any:
    """Compile an entry; return Numba's compile result, with its library and signature."""
    twin = compile_for(entry.function, "wasm.target", entry.bindings)
    types = tuple(type_of(kind) for kind in entry.arguments)
    twin.compile(types)
    return twin.overloads[types]


def make_module(entries: Sequence[Entry], manifest: Mapping[str, Any]) -> bytes:
    """Build a module with these entries and this manifest; return its bytes."""
    machine = make_machine()
    whole = llvm.parse_assembly(_empty_assembly(machine))
    libraries: dict[Library, None] = {}
    for entry in entries:
        compiled = compile_entry(entry)
        whole.link_in(llvm.parse_assembly(str(wrap_entry(entry, compiled))))
        libraries |= dict.fromkeys(_iterate_needed(compiled.library))
    for library in libraries:
        whole.link_in(library.module, preserve=True)
    names = [entry.name for entry in entries]
    _internalise_all_but(whole, names)
    _optimise(whole, machine)
    return link(machine.emit_object(whole), names, manifest)


def _empty_assembly(machine: Any) -> str:
    return f'target triple = "{machine.triple}"\ntarget datalayout = "{machine.target_data}"\n'


def _iterate_needed(library: Library) -> Iterator[Library]:
    """Yield a library and all libraries that it calls, directly or indirectly."""
    seen: set[Library] = set()
    ahead = [library]
    while ahead:
        one = ahead.pop()
        if one not in seen:
            seen.add(one)
            ahead += one.needed
            yield one


def _internalise_all_but(module: Any, names: Iterable[str]) -> None:
    """Export only these functions, so that the optimiser can drop the others."""
    exported = set(names)
    for value in [*module.functions, *module.global_variables]:
        if not value.is_declaration and value.name not in exported:
            value.linkage = "internal"


def _optimise(module: Any, machine: Any) -> None:
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_unrolling = False  # V8 does it itself: 8 % smaller modules, 2 % more plies
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
