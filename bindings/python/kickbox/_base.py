# SPDX-License-Identifier: MIT
"""What the generated functions stand on: the shared library, and values on their way to it.

A bank is read where it is in memory. A Bank owns that memory, and a handle of a closed bank is
refused. Arrays are passed as they are: NumPy's, ctypes' and anything else with a buffer are not
copied, a list is."""
from __future__ import annotations

import ctypes
import functools
import os
import sys
import threading
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

INSTALLED = {"win32": "kickbox.dll", "darwin": "libkickbox_flat.dylib"}.get(
    sys.platform, "libkickbox_flat.so")


def load() -> ctypes.CDLL:
    """The library that KICKBOX_LIBRARY names, the one in this folder, or the installed one."""
    here = os.path.dirname(os.path.abspath(__file__))
    beside = sorted(name for name in os.listdir(here) if name.startswith("libkickbox_flat."))
    named = os.environ.get("KICKBOX_LIBRARY")
    return ctypes.CDLL(named or (os.path.join(here, beside[0]) if beside else INSTALLED))


_library = load()


CLOSED = "this bank is closed"


def function(name: str, restype: Any, argtypes: List[Any]) -> Callable[..., Any]:
    """A function of C. Of a closed bank it raises a KickboxError."""
    found = getattr(_library, name)
    found.restype, found.argtypes = restype, argtypes
    if not any(kind is _GivenBank or getattr(kind, "has_bank", False) for kind in argtypes):
        return found

    def call(*values: Any) -> Any:
        try:
            return found(*values)
        except ctypes.ArgumentError as wrong:
            if CLOSED in str(wrong):
                raise KickboxError(CLOSED) from None
            raise
    return call


class KickboxError(Exception):
    """Bad input: what is wrong, and where.

    `status` says the kind of error, `section` the section of the bank, `offset` the byte."""

    def __init__(self, text: str, status: int = 0, section: str = "", offset: int = 0) -> None:
        super().__init__(text)
        self.status, self.section, self.offset = status, section, offset


def error_of(error: Any) -> KickboxError:
    """The exception of a kbx_error."""
    section = error.section.decode(errors="replace")
    text = (error.message or b"cannot be read").decode()
    place = f"{section + ' ' if section else ''}byte {error.offset}: " if error.offset else ""
    return KickboxError(place + text, error.status, section, error.offset)


class Struct(ctypes.Structure):
    """A struct of C. A list for a field that points to many sets its length too."""

    _lists_: Dict[str, Tuple[str, Any]] = {}
    _enums_: Dict[str, Any] = {}

    def __init__(self, *values: Any, **named: Any) -> None:
        kept = []
        for name, (length, kind) in self._lists_.items():
            if name in named and named[name] is not None:
                items = array(kind, named[name])
                kept.append(items)
                named[name] = ctypes.cast(items, ctypes.POINTER(kind))
                named.setdefault(length, len(items))
        super().__init__(*values, **named)
        if kept:
            keep(self, kept)

    def __iter__(self) -> Any:
        return (getattr(self, name) for name, _ in self._fields_)

    def __eq__(self, other: Any) -> bool:
        return type(other) is type(self) and bytes_of(self) == bytes_of(other)

    def __hash__(self) -> int:
        return hash(bytes_of(self))

    def __repr__(self) -> str:
        fields = []
        for name, _ in self._fields_:
            value = getattr(self, name)
            kind = self._enums_.get(name)
            fields.append(f"{name}={kind(value).name if kind else repr(value)}")
        return f"{type(self).__name__}({', '.join(fields)})"


def bytes_of(struct: Any) -> bytes:
    return ctypes.string_at(ctypes.addressof(struct), ctypes.sizeof(struct))


def keep(struct: Any, memory: Any) -> None:
    """Memory that C still reads lives as long as the struct that points to it."""
    struct.__dict__.setdefault("_kept", []).append(memory)


_open_banks: Dict[int, "Bank"] = {}


class Bank:
    """Memory of a bank. kickbox.Bank, which games use, adds questions."""

    def __init__(self) -> None:
        self._struct: Any = None

    @property
    def _as_parameter_(self) -> Any:
        if self._struct is None:
            raise ValueError(CLOSED)
        return ctypes.byref(self._struct)


def _tuples(value: Any) -> Any:
    """ctypes takes tuples for a struct inside of a struct, but no lists."""
    return tuple(_tuples(part) if isinstance(part, (tuple, list)) else part for part in value)


class _Given:
    """A parameter that C reads: a struct, or a tuple of its fields."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        self.has_bank = kind.__name__ == "Handle"

    def from_param(self, value: Any) -> Any:
        if value is None:
            return None
        if type(value) is not self.kind:
            try:
                value = self.kind(*value)
            except TypeError:
                value = self.kind(*_tuples(value))
        if self.has_bank and value.bank is not None and value.bank not in _open_banks:
            raise ValueError(CLOSED)
        return ctypes.byref(value)


class _GivenBank:
    @staticmethod
    def from_param(value: Any) -> Any:
        return value._as_parameter_


class _Changed:
    """A struct that C changes."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind

    def from_param(self, value: Any) -> Any:
        if not isinstance(value, self.kind):
            raise TypeError(f"expected a {self.kind.__name__}, which is changed")
        return ctypes.byref(value)


def given(kind: Any) -> Any:
    return _GivenBank if kind is Bank else _Given(kind)


def changed(kind: Any) -> Any:
    return _Changed(kind)


def text(value: str) -> bytes:
    data = value.encode()
    if b"\0" in data:
        raise ValueError("a name cannot hold a zero")
    return data


def texts(values: Sequence[str]) -> Tuple[Any, int]:
    return (ctypes.c_char_p * max(len(values), 1))(*map(text, values)), len(values)


def bytes_in(data: Any) -> Tuple[Any, int]:
    """Memory for C to read. A copy only where the buffer cannot be had."""
    view = memoryview(data).cast("B")
    kind = ctypes.c_char * max(len(view), 1)
    return (kind.from_buffer_copy(view.tobytes() or b"\0") if view.readonly or not len(view)
            else kind.from_buffer(view)), len(view)


def array(kind: Any, values: Any) -> Any:
    """An array of C, made from structs, tuples or numbers."""
    if isinstance(values, ctypes.Array) and values._type_ is kind:
        return values
    items = [value if isinstance(value, kind) or not isinstance(value, (tuple, list))
             else kind(*_tuples(value)) for value in values]
    made = (kind * len(items))(*items)
    made._kept = items
    return made


_Memory = ctypes.c_char * 0


def borrowed(kind: Any, values: Any) -> Tuple[Any, int]:
    """(address or array, length) of a list, in place where it has a buffer."""
    if values is None:
        return None, 0
    count, rest = divmod(getattr(values, "nbytes", 0), ctypes.sizeof(kind))
    dtype = getattr(values, "dtype", None)
    if dtype is not None and not rest and dtype.kind in _letters(kind):
        try:
            return _Memory.from_buffer(values), count
        except (TypeError, ValueError):   # read-only, or not in a row
            pass
    about = getattr(values, "__array_interface__", None)
    if about is None:
        made = array(kind, values)
        return made, len(made)
    if about["strides"] is not None or rest:
        raise ValueError(f"the array does not hold whole {kind.__name__} values in a row")
    if about["typestr"][1] not in _letters(kind):
        raise TypeError(f"an array of {about['typestr']} is no array of {kind.__name__}")
    return about["data"][0], count


@functools.lru_cache(maxsize=None)
def _letters(kind: Any) -> set:
    """The kinds of numbers in a type: f, i, u or b, as in NumPy's type strings; V, a record, may
    stand for all."""
    if hasattr(kind, "_fields_"):
        found = {"V"}
        for _, inner in kind._fields_:
            found |= _letters(inner)
        return found
    if hasattr(kind, "_length_"):
        return _letters(kind._type_)
    code = kind._type_
    return {"V"} | ({"f"} if code in "fd" else {"b"} if code == "?"
                    else {"u"} if code.isupper() else {"i"})


_rooms = threading.local()
FEW = 64


def list_of(kind: Any, ask: Callable[[Any, int], int], out: Any = None) -> Any:
    """The list that `ask` (room, capacity) writes: in `out`, or as a list. Room is used again;
    where it is short it is made larger, and C is asked once more."""
    if out is not None:
        memory, capacity = borrowed(kind, out)
        count = ask(memory, capacity)
        if count > capacity:
            raise ValueError(f"out holds {capacity}, but there are {count}")
        return out[:count]
    rooms = _rooms.__dict__
    room = rooms.get(kind)
    if room is None:
        room = rooms[kind] = (kind * FEW)()
    count = ask(room, len(room))
    if count > len(room):
        room = rooms[kind] = (kind * count)()
        count = ask(room, count)
    return list((kind * count).from_buffer_copy(room)) if count else []


def packed(pack: Any, plan: Any, work_size: int, error_kind: Any) -> bytes:
    """The bytes that a function of kickbox_pack.h writes."""
    error, work = error_kind(), ctypes.create_string_buffer(max(work_size, 1))
    size = pack(plan, work, work_size, None, 0, ctypes.byref(error))
    made: Optional[Any] = ctypes.create_string_buffer(size) if size else None
    if not size or pack(plan, work, work_size, made, size, ctypes.byref(error)) != size:
        raise error_of(error)
    return made.raw
