"""How all drawing code is compiled, and a compiler's cache that notices every change to it.

numba keeps machine code on disk and forgets it when the file of the compiled function changes, but
not when a function or a constant that it took from another file does. Here the cache's key holds
a hash of all the files of this package.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from types import CellType, FunctionType
from typing import Any

from numba import njit

__all__ = ["kernel"]


def _sources() -> str:
    digest = sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


_SOURCES = _sources()


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function when it is first called, strictly by IEEE 754, and keep the code.

    Without fast-math and contraction every processor gives the same numbers.
    """
    plain = function.__code__
    # numba hashes the variables a function closes over into the key: this one is never used
    code = plain.replace(co_freevars=(*plain.co_freevars, "_sources"))
    closure = (*(function.__closure__ or ()), CellType(_SOURCES))
    stamped = FunctionType(code, function.__globals__, function.__name__, None, closure)
    stamped.__qualname__ = function.__qualname__
    stamped.__module__ = function.__module__
    stamped.__doc__ = function.__doc__
    compiled: Callable[..., Any] = njit(cache=True, nogil=True, error_model="numpy")(stamped)
    return compiled
