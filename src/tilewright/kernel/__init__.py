"""One source, four targets.

A *kernel* is a plain Python function on words, small integers and NumPy records. The decorator
:func:`kernel` does not change it, so calling it runs it in the interpreter. Its twins, one per
target, are compiled on demand:

    interpreted     rules.apply(state, action)                    the function itself
    compiled        compiled(rules.apply)(state, action)          Numba on the CPU, GIL released
    on the device   device(rules.apply)                           Numba on CUDA, called from a grid
    in a browser    wasm.Module([Entry("apply", rules.apply, ...)], {})       Numba, WebAssembly

A twin is the same code object with different globals. Every kernel it calls is replaced by that
kernel's twin. The primitives (``int``, :func:`u64`, :func:`popcount`, :func:`lowest`,
:func:`copy_record` and :func:`read_word`) are replaced by the target's own. Nothing else is
replaced, so every rule is written once. ``bound(function, name=other)`` replaces globals in the
same way: the result calls ``other`` under that name.

How to write a kernel
---------------------
* A *word* is an unsigned 64-bit integer. Wrap every expression that might leave 64 bits, and every
  word read from a record, in ``u64(...)``: interpreted it masks, compiled it costs nothing.
  ``u64(~w)``, ``u64(w << n)``, ``u64(a * b)``; ``&``, ``|``, ``^`` and ``>>`` of words stay words.
* Read small integer fields through ``int(...)`` before arithmetic; NumPy scalars overflow where
  Numba widens. ``int(...)`` is a signed 64-bit integer on every target (Numba's own would leave
  an unsigned field unsigned).
* Never mix a word and a signed integer in ``+``, ``-``, ``*``, ``/`` or a comparison (Numba would
  make it a float): convert the word with ``int(...)`` first.
* Tables are module-level NumPy arrays made by :func:`frozen`: their values are compiled in.
* Do not allocate: write to arrays owned by the caller. Return numbers, never an array.
* Use the ``exp`` and ``tanh`` of this package: those of other libraries round differently.
* Compiled kernels are inlined by default. Mark a large kernel, or one that is only a loop, with
  :func:`called` instead of :func:`kernel`: it is compiled once and called.
"""

from __future__ import annotations

from tilewright.kernel.cache import (
    cache_folder,
    cache_root,
    forget_old_caches,
    hash_kernel,
    use_folder,
)
from tilewright.kernel.decorators import Bindings, called, is_used, kernel
from tilewright.kernel.primitives import (
    Word,
    copy_record,
    lowest,
    popcount,
    read_word,
    to_word,
    u64,
)
from tilewright.kernel.stdlib import (
    NTH_BIT,
    below,
    drop_lowest,
    exp,
    find_nth,
    frozen,
    keep_lowest,
    mix,
    next_random,
    tanh,
)
from tilewright.kernel.twins import bound, compiled, device, is_kernel_cached, may_compile

__all__ = [
    "NTH_BIT",
    "Bindings",
    "Word",
    "below",
    "bound",
    "cache_folder",
    "cache_root",
    "called",
    "compiled",
    "copy_record",
    "device",
    "drop_lowest",
    "exp",
    "find_nth",
    "forget_old_caches",
    "frozen",
    "hash_kernel",
    "is_kernel_cached",
    "is_used",
    "keep_lowest",
    "kernel",
    "lowest",
    "may_compile",
    "mix",
    "next_random",
    "popcount",
    "read_word",
    "tanh",
    "to_word",
    "u64",
    "use_folder",
]
