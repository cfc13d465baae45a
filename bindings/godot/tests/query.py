#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`kickbox query` by way of the GDExtension: the questions of the Python binding's test, asked with
the methods that the extension registers in a host.

    query.py BANK < questions"""
import ctypes
import enum
import os
import runpy
import sys
import types

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, ".."), os.path.join(HERE, "..", "..")]
import host  # noqa: E402
from make import bound  # noqa: E402
from model import Model, pascal  # noqa: E402

MODEL = Model(os.environ["KICKBOX_API"])
GODOT = host.Host(os.environ["KICKBOX_GODOT"], "kickbox_init")


class Struct(dict):
    """A Dictionary whose keys are attributes, as in GDScript."""

    def __init__(self, *values, **named):
        super().__init__(*values, **named)
        self.__dict__ = self


class Handle:
    def __init__(self, handle):
        self.handle = handle

    def find(self, kind, name):
        return shown(self.handle.call("find", kind, name))

    def item(self, kind, i):
        return shown(self.handle.call("item", kind, i))

    def items(self, kind):
        return [self.item(kind, i) for i in range(self.handle.call("count", kind))]

    name = property(lambda self: self.handle.call("name"))
    parent = property(lambda self: shown(self.handle.call("parent")))
    info = property(lambda self: shown(self.handle.call("info")))


class Bank(Handle):
    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def classes(self, *names):
        return self.handle.call("classes", list(names))

    def class_name(self, i):
        found = self.item(MODEL_KINDS.CLASS, i)
        return found.name if found else ""


def shown(value):
    """As Python's binding has it."""
    if isinstance(value, host.Object):
        return Handle(value)
    if isinstance(value, dict):
        return Struct({key: shown(part) for key, part in value.items()})
    return [shown(part) for part in value] if isinstance(value, list) else value


def given(kind, value):
    """As Godot has it: tuples stand for structs in Python."""
    if isinstance(value, Handle):
        return value.handle
    if isinstance(value, dict):
        return {key: given("", part) for key, part in value.items()}
    if not kind or isinstance(value, host.Vector) or not isinstance(value, (list, tuple)):
        return value
    if kind in ("kbx_vec", "kbx_point"):
        return (host.Vector2 if kind == "kbx_vec" else host.Vector2i)(value)
    if kind == "kbx_box":
        x0, y0, x1, y1 = value
        return host.Rect2i((x0, y0, x1 - x0, y1 - y0))
    return {field.name: given(field.type, part)
            for field, part in zip(MODEL.records[kind].fields, value)}


def function(call):
    optional = [p for p in call.given if p.has_default]
    parameters = call.given
    results = [p.name for p in call.results]

    def ask(*arguments):
        found = shown(GODOT.static(call.name, *[given(p.type, value) for p, value
                                                in zip(parameters, arguments)]))
        if results and isinstance(found, dict):
            parts = [found.pop(name) for name in results]
            return (found.get("value", found), *parts)
        return found
    return ask


def vec(*numbers):
    return host.Vector2(ctypes.c_float(number).value for number in numbers)


def open_bank(path):
    made = GODOT.new("KickboxBank")
    with open(path, "rb") as file:
        reason = made.call("open", file.read())
    if reason:
        raise ValueError(reason)
    return Bank(made)


kickbox = types.ModuleType("kickbox")
for c_call in MODEL.calls:
    if bound(c_call):
        setattr(kickbox, c_call.name, function(c_call))
for c_enum in MODEL.enums.values():
    setattr(kickbox, pascal(c_enum.name), enum.IntEnum(
        pascal(c_enum.name), {name: number for name, number, _ in c_enum.values}))
MODEL_KINDS = kickbox.Kind
kickbox.Vec, kickbox.Motion, kickbox.open = vec, Struct, open_bank
kickbox.NONE, kickbox.ALL_CLASSES = 2 ** 32 - 1, -1
sys.modules["kickbox"] = kickbox
runpy.run_path(os.path.join(HERE, "..", "..", "python", "tests", "query.py"), run_name="__main__")
