# SPDX-License-Identifier: MIT
"""Kickbox banks for games: sprites with hot spots, points and shapes, masks, tracks and levels.

    import kickbox
    bank = kickbox.open("game.kbx")
    frame = bank.find(kickbox.Kind.SPRITE, "fakir").item(kickbox.Kind.FRAME, 0)
    hit = kickbox.frame_at(frame, kickbox.at(100, 80), (104, 60))

The functions are those of C without kbx_. Wherever a struct of numbers is taken, a tuple will
do. What has a default comes last. A function that lists returns the list, or with out=ARRAY the
part of a NumPy array that it filled; what C writes through a pointer comes after what it returns.
Handles are valid while their bank is open."""
from __future__ import annotations

import builtins
import ctypes
import os
from typing import Any, Iterable, Iterator, Union

from . import _api, _base
from ._api import *  # noqa: F401,F403
from ._api import Handle, Kind, Status
from ._base import KickboxError, array

__version__ = "1.0.0"


class _BankStruct(ctypes.Structure):
    """kbx_bank, whose size is checked below: only C reads it."""
    _fields_ = [("words", ctypes.c_uint64 * 120)]


_bank_open = _base.function("kbxf_bank_open", ctypes.c_int, bank=ctypes.c_void_p,
                            data=ctypes.c_void_p, size=ctypes.c_size_t, error=ctypes.c_void_p)
_open = _base.function("kbxf_open", ctypes.c_int, handle=ctypes.c_void_p, kind=ctypes.c_int,
                       bytes=ctypes.c_void_p, size=ctypes.c_size_t, error=ctypes.c_void_p)
_reload_file = _base.function("kbxf_bank_reload_file", ctypes.c_int, bank=ctypes.c_void_p,
                              path=ctypes.c_char_p, handles=ctypes.c_void_p, count=ctypes.c_uint32,
                              error=ctypes.c_void_p)
_close_file = _base.function("kbxf_bank_close_file", None, bank=ctypes.c_void_p)


class Bank(_base.Bank):
    """An open bank. Close it, or use it in a `with` block; until then its memory stays."""

    def __init__(self, data: Any) -> None:
        super().__init__()
        self._data, size = _base.bytes_in(data)
        struct, error = _BankStruct(), _api.Error()
        if _bank_open(ctypes.byref(struct), self._data, size, ctypes.byref(error)) != Status.OK:
            raise _base.error_of(error)
        self._struct = struct
        _base._open_banks[ctypes.addressof(struct)] = self

    def close(self) -> None:
        """Frees the memory. Handles of the bank are refused from now on."""
        if self._struct is not None:
            del _base._open_banks[ctypes.addressof(self._struct)]
            _close_file(ctypes.byref(self._struct))
            self._struct = self._data = None

    def reload(self, path: Union[str, "os.PathLike[str]"],
               handles: Iterable[Handle] = ()) -> None:
        """Takes a new version of the file, or keeps the old one and raises KickboxError.

        The given handles then name the same things, or are null. All others are void."""
        given, error = list(handles), _api.Error()
        array = _base.array(Handle, given)
        if _reload_file(ctypes.byref(self._opened()._struct), os.fsencode(path), array, len(given),
                        ctypes.byref(error)) != Status.OK:
            raise _base.error_of(error)
        self._data = None
        for handle, moved in zip(given, array):
            ctypes.memmove(ctypes.byref(handle), ctypes.byref(moved), ctypes.sizeof(Handle))

    def _opened(self) -> "Bank":
        if self._struct is None:
            raise KickboxError(_base.CLOSED)
        return self

    def __enter__(self) -> "Bank":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def count(self, kind: Kind) -> int:
        """How many things of a kind it has."""
        return _api.bank_count(self._opened(), kind)

    def item(self, kind: Kind, i: int) -> Handle:
        """The thing of that number; a null handle past the last."""
        return _api.bank_item(self._opened(), kind, i)

    def items(self, kind: Kind) -> Iterator[Handle]:
        return (self.item(kind, i) for i in range(self.count(kind)))

    def find(self, kind: Kind, name: str) -> Handle:
        """The thing of that name; a null handle without one."""
        return _api.bank_find(self._opened(), kind, name)

    def classes(self, *names: str) -> int:
        """The set of classes of these names. Unknown names are not in it."""
        return _api.bank_classes(self._opened(), names)

    def class_name(self, class_index: int) -> str:
        return _api.name(self.item(Kind.CLASS, class_index))


def open(source: Union[str, "os.PathLike[str]", bytes]) -> Bank:
    """Opens a bank: the path of a file, or its bytes.

    Everything in it is checked once. Raises KickboxError with the byte, or OSError."""
    if isinstance(source, (str, os.PathLike)):
        with builtins.open(source, "rb") as file:
            source = file.read()
    return Bank(source)


def open_packed(kind: Kind, data: bytes) -> Handle:
    """A bitmap, mask, track, level's layer or soup that a pack function made."""
    handle, error = Handle(), _api.Error()
    memory, size = _base.bytes_in(data)
    if _open(ctypes.byref(handle), kind, memory, size, ctypes.byref(error)) != Status.OK:
        raise _base.error_of(error)
    _base.keep(handle, memory)
    return handle


def page_data(about: Any) -> bytes:
    """The picture in a page: a PNG file or pixels, as info.encoding says."""
    return ctypes.string_at(about.data, about.data_size) if about.data else b""


def _named(handle: Handle) -> str:
    return _api.name(handle)


def _described(handle: Handle) -> str:
    what = f"{Kind(handle.kind).name.lower()} {handle.index}"
    try:
        name = _named(handle)
    except KickboxError:
        return f"<{what} of a closed bank>"
    return f"<{what} {name!r}>" if name else f"<{what}>"


def _children(handle: Handle, kind: Kind) -> Iterator[Handle]:
    return (_api.item(handle, kind, i) for i in range(_api.count(handle, kind)))


# A handle asks about itself: handle.find(Kind.ANIMATION, "kick").
Handle.count = lambda self, kind: _api.count(self, kind)                     # type: ignore
Handle.item = lambda self, kind, i: _api.item(self, kind, i)                 # type: ignore
Handle.items = _children                                                     # type: ignore
Handle.find = lambda self, kind, name: _api.find(self, kind, name)           # type: ignore
Handle.parent = property(lambda self: _api.parent(self))                     # type: ignore
Handle.name = property(_named)                                               # type: ignore
Handle.value = lambda self, key: _api.value(self, key)                       # type: ignore
Handle.info = property(lambda self: _api.info(self))                         # type: ignore
Handle.__repr__ = _described                                                 # type: ignore
Handle.__bool__ = lambda self: self.kind != Kind.NOTHING                     # type: ignore
