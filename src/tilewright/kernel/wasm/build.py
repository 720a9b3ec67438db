"""Build a module: compile entries, wrap them for the host, link and optimise."""

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
from tilewright.kernel.wasm.target import TARGET, Library, make_target_machine

# --- Wrappers -------------------------------------------

POINTER, INT32, INT64 = ir.IntType(8).as_pointer(), ir.IntType(32), ir.IntType(64)


def type_of(kind: Kind) -> Any:
    """Return the Numba type of a kind of argument."""
    if isinstance(kind, tuple):
        named = type(kind) if type(kind) is not tuple else None
        return BaseTuple.from_types([type_of(part) for part in kind], named)
    if isinstance(kind, RecordPointer):
        return from_dtype(kind.dtype)
    if isinstance(kind, Array):
        return types.Array(from_dtype(kind.dtype), len(kind.shape), "C")
    return types.uint64 if kind is WORD else types.int64


def _parameter_types(kind: Kind) -> Iterator[Any]:
    """Yield the LLVM types of the parameters by which the host passes an argument."""
    if isinstance(kind, tuple):
        for part in kind:
            yield from _parameter_types(part)
    elif isinstance(kind, RecordPointer | Array):
        yield POINTER
        yield from [INT32] * (isinstance(kind, Array) and None in kind.shape)
    else:
        yield INT32 if kind is INT else INT64


def wrap_entry(entry: Entry, compiled: Any) -> Any:
    """Return an LLVM module with one function, named like the entry, that calls the compiled
    kernel."""
    context, module = TARGET.target_context, TARGET.target_context.create_module(entry.name)
    result, arguments = compiled.signature.return_type, compiled.signature.args
    out = [] if not isinstance(result, BaseTuple) else [POINTER]
    passed = [*out, *(one for kind in entry.arguments for one in _parameter_types(kind))]
    wrapped = ir.FunctionType(_llvm_return_type(result), passed)
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


def _llvm_return_type(result: Any) -> Any:
    """Return the LLVM type that a wrapper returns; void if the kernel returns nothing or a
    tuple."""
    if isinstance(result, types.Integer | types.Boolean):
        return INT64 if result == types.uint64 else INT32
    assert result == types.none or isinstance(result, BaseTuple), result
    return ir.VoidType()


def _convert_argument(context: Any, builder: Any, kind: Kind, given: Iterator[Any]) -> Any:
    """Generate code that builds one argument of the kernel from the passed numbers and
    addresses."""
    if isinstance(kind, tuple):
        parts = [_convert_argument(context, builder, part, given) for part in kind]
        return context.make_tuple(builder, type_of(kind), parts)
    value = next(given)
    if isinstance(kind, Array):
        sizes = [INT64(size) if size else builder.zext(next(given), INT64) for size in kind.shape]
        return _make_array(context, builder, type_of(kind), value, sizes)
    if isinstance(kind, RecordPointer):
        return builder.bitcast(value, context.get_value_type(type_of(kind)))
    return builder.sext(value, INT64) if kind is INT else value


def _make_array(context: Any, builder: Any, kind: Any, data: Any, sizes: list[Any]) -> Any:
    """Generate code that builds a row-major array at an address, given its sizes."""
    item = INT64(context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    strides = [item]
    for size in reversed(sizes[1:]):
        strides.insert(0, builder.mul(strides[0], size))
    array = make_array(kind)(context, builder)
    place = builder.bitcast(data, array.data.type)
    populate_array(array, place, sizes, strides, item, None)
    return array._getvalue()


def _build_return(context: Any, builder: Any, result: Any, value: Any, out: Any) -> None:
    """Generate code that returns a value; the numbers of a tuple are stored at the address
    ``out``."""
    if out is not None:
        for index, part in enumerate(result):
            number = context.cast(builder, builder.extract_value(value, index), part, types.int64)
            address = builder.gep(out, [INT64(8 * index)])
            builder.store(number, builder.bitcast(address, INT64.as_pointer()), align=8)
        builder.ret_void()
    elif result == types.none:
        builder.ret_void()
    else:
        wide = types.uint64 if result == types.uint64 else types.int32
        builder.ret(context.cast(builder, value, result, wide))


# --- Modules ------------------------------------------------------------------------------------


def compile_entry(entry: Entry) -> Any:
    """Compile an entry and return Numba's compile result, with its library and signature."""
    twin = compile_for(entry.function, "wasm.target", entry.bindings)
    types = tuple(type_of(kind) for kind in entry.arguments)
    twin.compile(types)
    return twin.overloads[types]


def make_module(entries: Sequence[Entry], manifest: Mapping[str, Any]) -> bytes:
    """Build a module with these entries and this manifest, and return its bytes."""
    machine = make_target_machine()
    whole = llvm.parse_assembly(_empty_assembly(machine))
    libraries: dict[Library, None] = {}
    for entry in entries:
        compiled = compile_entry(entry)
        whole.link_in(llvm.parse_assembly(str(wrap_entry(entry, compiled))))
        libraries |= dict.fromkeys(_iterate_callees(compiled.library))
    for library in libraries:
        whole.link_in(library.module, preserve=True)
    names = [entry.name for entry in entries]
    _hide_all_but(whole, names)
    _optimise(whole, machine)
    return link(machine.emit_object(whole), names, manifest)


def _empty_assembly(machine: Any) -> str:
    return f'target triple = "{machine.triple}"\ntarget datalayout = "{machine.target_data}"\n'


def _iterate_callees(library: Library) -> Iterator[Library]:
    """Yield a library and all libraries that it calls, directly or indirectly."""
    seen: set[Library] = set()
    ahead = [library]
    while ahead:
        one = ahead.pop()
        if one not in seen:
            seen.add(one)
            ahead += one.callees
            yield one


def _hide_all_but(module: Any, names: Iterable[str]) -> None:
    """Give all functions and variables but these internal linkage, so that the optimiser can drop
    them."""
    exported = set(names)
    for value in [*module.functions, *module.global_variables]:
        if not value.is_declaration and value.name not in exported:
            value.linkage = "internal"


def _optimise(module: Any, machine: Any) -> None:
    """Run LLVM's optimisation passes over a module, in place."""
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_unrolling = False  # V8 does it itself: 8 % smaller modules, 2 % more plies
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
