# SPDX-License-Identifier: MIT
"""What the generated functions stand on: the shared library, and values on their way to it.

A bank is read where it is in memory. A Bank owns that memory, and a handle of a closed bank is
refused. Arrays are passed as they are: NumPy's and ctypes' are not copied, a list is."""
from __future__ import annotations

import ctypes
import functools
import math
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


def function(flat: str, restype: Any, /, **argtypes: Any) -> Callable[..., Any]:
    """A function of C, by the names of its parameters. A wrong argument is a TypeError that names
    it; a handle of a closed bank is a KickboxError."""
    found = getattr(_library, flat)
    found.restype, found.argtypes = restype, list(argtypes.values())

    def call(*values: Any) -> Any:
        try:
            return found(*values)
        except ctypes.ArgumentError as wrong:
            raise _refusal(list(argtypes), str(wrong)) from None
    return call


def _refusal(names: List[str], text: str) -> Exception:
    """What ctypes says of an argument: "argument 2: TypeError: wrong type"."""
    if CLOSED in text:
        return KickboxError(CLOSED)
    number, _, reason = text.removeprefix("argument ").partition(": ")
    kind, _, reason = reason.partition(": ")
    return (ValueError if "ValueError" in kind else TypeError)(f"{names[int(number) - 1]}: {reason}")


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
    """A struct of C."""

    _enums_: Dict[str, Any] = {}

    def __init__(self, *values: Any, **named: Any) -> None:
        for name in named:
            if name not in _names(type(self)):
                raise TypeError(f"{type(self).__name__} has no field {name}")
        try:
            super().__init__(*values, **named)
        except RuntimeError as wrong:   # of a tuple for a struct inside
            raise TypeError(str(wrong)) from None

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


class Listing(Struct):
    """A struct of C that points to lists. A list that is assigned lives as long as the struct, and
    sets its length too.

    `_lists_` has the type of each list, the field with its length ("" for none), and how much an
    element adds to that. `_needs_` has the lengths that follow from other fields."""

    _lists_: Dict[str, Tuple[Any, str, int]] = {}
    _needs_: Dict[str, Callable[[Any, Any], int]] = {}

    def __init__(self, *values: Any, **named: Any) -> None:
        super().__init__()
        names = _names(type(self))
        if len(values) > len(names):
            raise TypeError(f"{type(self).__name__} has only {len(names)} fields")
        given = {**dict(zip(names, values)), **named}
        # Lists come first: a length that is given too may only be less than theirs.
        for name in sorted(given, key=lambda name: name not in self._lists_):
            if name not in names:
                raise TypeError(f"{type(self).__name__} has no field {name}")
            setattr(self, name, given[name])

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self._lists_:
            self._hold(name, value)
            return
        for listed, (_, counter, unit) in self._lists_.items():
            if name == counter and value > unit * self._lengths().get(listed, value):
                raise ValueError(f"{name} is more than the list {listed} has")
        try:
            super().__setattr__(name, _tuples(value) if isinstance(value, list) else value)
        except RuntimeError as wrong:
            raise TypeError(str(wrong)) from None

    def _lengths(self) -> Dict[str, int]:
        return self.__dict__.setdefault("_lengths_", {})

    def _hold(self, name: str, values: Any) -> None:
        """ctypes keeps what a pointer made by `cast` points to."""
        kind, counter, unit = self._lists_[name]
        if isinstance(values, ctypes.POINTER(kind)):
            super().__setattr__(name, values)
            self._lengths().pop(name, None)
            return
        memory, count = borrowed(kind, values)
        if isinstance(memory, int):
            memory = (kind * count).from_buffer_copy(values)
        others = [other for other, (_, its, _) in self._lists_.items()
                  if counter and its == counter and other != name and getattr(self, other)]
        if others and values is not None and getattr(self, counter) != count * unit:
            raise ValueError(f"{name} is not as long as {others[0]}")
        pointer = ctypes.cast(memory, ctypes.POINTER(kind)) if memory is not None else None
        super().__setattr__(name, pointer)
        self._lengths()[name] = count
        if _is_checked(kind):
            self.__dict__.setdefault("_structs_", {})[name] = getattr(memory, "_kept", ())
        if counter and not (others and values is None):
            super().__setattr__(counter, count * unit)


@functools.lru_cache(maxsize=None)
def _is_checked(kind: Any) -> bool:
    """Does C trust a length in it that a program may set?"""
    if not hasattr(kind, "_fields_"):
        return False
    return (bool(getattr(kind, "_needs_", ())) or hasattr(kind, "_room_")
            or any(_is_checked(inner) for _, inner in kind._fields_)
            or any(_is_checked(inner) for inner, _, _ in getattr(kind, "_lists_", {}).values()))


def check(struct: Any, around: Any = None) -> None:
    """Refuses a length for which a struct, or a part of it, has no room; and a list that is shorter
    than other fields say, of the struct or the one around it."""
    kind = type(struct)
    if hasattr(kind, "_room_") and struct.count > kind._room_:
        raise ValueError(f"count is more than {kind._room_}")
    for name, needed in getattr(kind, "_needs_", {}).items():
        if struct._lengths().get(name, math.inf) < needed(struct, around):
            raise ValueError(f"{name} has less than {needed(struct, around)} elements")
    for name, inner in kind._fields_:
        if _is_checked(inner):
            check(getattr(struct, name), struct)
    for items in struct.__dict__.get("_structs_", {}).values():
        for item in items:
            check(item, struct)


@functools.lru_cache(maxsize=None)
def _names(kind: Any) -> List[str]:
    return [name for name, _ in kind._fields_]


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
            raise KickboxError(CLOSED)
        return ctypes.byref(self._struct)


def _tuples(value: Any) -> Any:
    """ctypes takes tuples for a struct inside of a struct, but no lists."""
    return tuple(_tuples(part) if isinstance(part, (tuple, list)) else part for part in value)


@functools.lru_cache(maxsize=None)
def _is_numbers(kind: Any) -> bool:
    """A struct for which a tuple may stand: without pointers, or with lists alone."""
    if issubclass(kind, ctypes.Array):
        return _is_numbers(kind._type_)
    if not issubclass(kind, ctypes.Structure):
        return issubclass(kind, ctypes._SimpleCData) and kind._type_ not in "PzZ"
    return all(name in getattr(kind, "_lists_", ()) or _is_numbers(inner)
               for name, inner in kind._fields_)


def struct_of(kind: Any, value: Any) -> Any:
    """A struct as it is, or one of a tuple or another row of numbers."""
    if isinstance(value, kind):
        return value
    expected = f"expected {kind.__name__}"
    if not _is_numbers(kind) or isinstance(value, (str, bytes, dict)):
        raise TypeError(f"{expected}, got {value!r}")
    try:
        parts = tuple(value) if issubclass(kind, Listing) else _tuples(value)
        made = kind(*parts)
    except TypeError as wrong:
        raise TypeError(f"{expected}, got {value!r}: {wrong}") from None
    # A coordinate that is left out is a mistake.
    if len(parts) < len(kind._fields_) and len({inner for _, inner in kind._fields_}) == 1:
        raise TypeError(f"{expected}, got {len(parts)} of {len(kind._fields_)} numbers")
    return made


class _Given:
    """A parameter that C reads: a struct, or a tuple of its fields. None is the null handle, and
    NULL where that is allowed."""

    def __init__(self, kind: Any, nullable: bool) -> None:
        self.kind = kind
        self.is_handle = kind.__name__ == "Handle"
        self.nullable = nullable or self.is_handle
        self.null = ctypes.byref(kind()) if self.is_handle else None
        self.is_checked = _is_checked(kind)

    def from_param(self, value: Any) -> Any:
        if value is None and self.nullable:
            return self.null
        if type(value) is not self.kind:
            value = struct_of(self.kind, value)
        if self.is_handle:
            check_open(value)
        if self.is_checked:
            check(value)
        return ctypes.byref(value)


def check_open(handle: Any) -> None:
    if handle.bank is not None and handle.bank not in _open_banks:
        raise KickboxError(CLOSED)


class _GivenBank:
    @staticmethod
    def from_param(value: Any) -> Any:
        if not isinstance(value, Bank):
            raise TypeError(f"expected Bank, got {value!r}")
        return value._as_parameter_


class _Changed:
    """A struct that C changes."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind

    def from_param(self, value: Any) -> Any:
        if not isinstance(value, self.kind):
            raise TypeError(f"expected {self.kind.__name__}, which is changed, got {value!r}")
        return ctypes.byref(value)


class Flag:
    """True, false, or what Python takes for one of them, but not None."""

    @staticmethod
    def from_param(value: Any) -> Any:
        if value is None:
            raise TypeError("expected bool, got None")
        return ctypes.c_bool(value)


def given(kind: Any, nullable: bool = False) -> Any:
    return _GivenBank if kind is Bank else _Given(kind, nullable)


def changed(kind: Any) -> Any:
    return _Changed(kind)


def text(value: str) -> bytes:
    if not isinstance(value, str):
        raise TypeError(f"expected str, got {value!r}")
    data = value.encode()
    if b"\0" in data:
        raise ValueError("a name cannot hold a zero")
    return data


def texts(values: Sequence[str]) -> Tuple[Any, int]:
    if isinstance(values, str):
        raise TypeError(f"expected a list of str, got {values!r}")
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
        for value in values if _is_checked(kind) and not issubclass(kind, Listing) else ():
            check(value)
        return values
    if isinstance(values, (str, dict)):
        raise TypeError(f"expected a list of {kind.__name__}, got {values!r}")
    is_struct = issubclass(kind, ctypes.Structure)
    items = [struct_of(kind, value) if is_struct else value for value in values]
    for item in items if _is_checked(kind) and not issubclass(kind, Listing) else ():
        check(item)
    for handle in items if kind.__name__ == "Handle" else ():
        check_open(handle)
    made = (kind * len(items))(*items)
    if getattr(kind, "_type_", None) in tuple("bBhHiIlLqQ"):
        for item, kept in zip(items, made):
            if item != kept:
                raise ValueError(f"{item} does not fit in {kind.__name__}")
    made._kept = items
    return made


_Memory = ctypes.c_char * 0


def borrowed(kind: Any, values: Any, nullable: bool = True) -> Tuple[Any, int]:
    """(address or array, length) of a list, in place where it has a buffer."""
    if values is None and nullable:
        return None, 0
    about = getattr(values, "__array_interface__", None)
    if about is None:
        made = array(kind, values)
        return made, len(made)
    count, rest = divmod(values.nbytes, ctypes.sizeof(kind))
    if about["strides"] is not None or rest:
        raise ValueError(f"the array does not hold whole {kind.__name__} values in a row")
    if about["typestr"][1:] not in _numbers(kind):
        raise TypeError(f"an array of {about['typestr']} is no array of {kind.__name__}")
    try:
        return _Memory.from_buffer(values), count
    except (TypeError, ValueError):   # read-only
        return about["data"][0], count


def changeable(kind: Any, values: Any) -> Tuple[Any, int]:
    """A list that C changes: an array that can be written, or a list, which give_back fills."""
    if not isinstance(values, (list, ctypes.Array)) and not hasattr(values, "__array_interface__"):
        raise TypeError(f"expected a list of {kind.__name__} to change, got {values!r}")
    memory, count = borrowed(kind, values)
    if isinstance(memory, int):
        raise TypeError("the array is read-only")
    return memory, count


def give_back(values: Any, memory: Any) -> None:
    """What C changed, into the caller's list and the structs in it."""
    if isinstance(values, list):
        for i, changed_one in enumerate(memory):
            if isinstance(values[i], Struct):
                ctypes.memmove(ctypes.byref(values[i]), ctypes.byref(changed_one),
                               ctypes.sizeof(changed_one))
            else:
                values[i] = changed_one


def same_length(one: str, count: int, other: str, other_count: int) -> None:
    if count != other_count:
        raise ValueError(f"{one} has {count} elements, {other} has {other_count}")


@functools.lru_cache(maxsize=None)
def _numbers(kind: Any) -> set:
    """The types of numbers in a type, as in NumPy's type strings: f4, i4; a record of its size, such
    as V16, may stand for all."""
    if hasattr(kind, "_fields_"):
        return {f"V{ctypes.sizeof(kind)}"}.union(*(_numbers(inner) for _, inner in kind._fields_))
    if hasattr(kind, "_length_"):
        return _numbers(kind._type_)
    code, size = kind._type_, ctypes.sizeof(kind)
    if not isinstance(code, str):   # a pointer
        return set()
    letter = ("f" if code in "fd" else "b" if code == "?" else "u" if code.isupper() or code == "B"
              else "i")
    return {f"{letter}{size}"}


_rooms = threading.local()
FEW = 64


def list_of(kind: Any, ask: Callable[[Any, int], int], out: Any = None) -> Any:
    """The list that `ask` (room, capacity) writes: in `out`, or as a list. Room is used again;
    where it is short it is made larger, and C is asked once more."""
    if out is not None:
        memory, capacity = changeable(kind, out)
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
