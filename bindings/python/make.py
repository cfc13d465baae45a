#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the Python package: kickbox/_api.py, with the types and functions of the library for
ctypes, and beside it all that a wheel is built from.

    make.py kickbox_api.json --made FOLDER/FILE --sources kickbox.c ..."""
import argparse
import keyword
import os
import re
import shutil
import sys
import textwrap

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from model import Model, pascal  # noqa: E402

CTYPES = {"bool": "c_bool", "char": "c_char", "uint8_t": "c_uint8", "uint16_t": "c_uint16",
          "int": "c_int", "int32_t": "c_int32", "uint32_t": "c_uint32", "float": "c_float",
          "int64_t": "c_int64", "uint64_t": "c_uint64", "double": "c_double", "size_t": "c_size_t"}
# What the hand-written part does: banks own memory.
COPIED = ("kickbox/__init__.py", "kickbox/_base.py", "kickbox/pygame.py", "pyproject.toml",
          "setup.py", "README.md")
BY_HAND = ("bank_open", "bank_open_file", "bank_close_file", "bank_reload_file", "open")
DEFAULTS = {"kbx_class_set": "ALL_CLASSES", "kbx_filter": "None"}
# How long a soup's set of removed polygons is: the soup says it, no parameter.
SOUP_WORDS = "(kbx_soup_plan.count + 63) / 64"

HEAD = '''# SPDX-License-Identifier: MIT
"""The types and functions of libkickbox. Made from its headers by make.py."""
from __future__ import annotations

import ctypes
from ctypes import (POINTER, c_bool, c_char, c_double, c_float, c_int, c_int32, c_int64, c_size_t,
                    c_uint8, c_uint16, c_uint32, c_uint64, c_void_p)
from enum import IntEnum
from typing import Any, List, Optional, Sequence, Tuple, Union

from ._base import (Bank, Flag, Listing, Struct, array, borrowed, bytes_in, bytes_of, changeable,
                    changed, function, give_back, given, keep, list_of, packed, same_length,
                    struct_of, text, texts)

'''


TAIL = '''

def _fitting(level: Handle, filter: Optional[Filter]) -> Optional[Filter]:
    """A filter, whose changes fit the level: a question without a status would find nothing."""
    if filter is None:
        return None
    filter = struct_of(Filter, filter)
    if filter.changes and level and \\
            level_cast(level, shape_point((0, 0)), (0, 0), filter).status != Status.OK:
        raise ValueError("filter: the level has no such layer, or its list is too short")
    return filter
'''


def safe(name):
    return name + "_" if keyword.iskeyword(name) else name


def doc(comment, indent):
    """A docstring, or nothing."""
    comment = comment.strip().replace("\\", "\\\\").replace('"""', "'''")
    if not comment:
        return ""
    pad = " " * indent
    parts = []
    for line in comment.split("\n"):
        parts += ([line] if line.startswith("  ") else textwrap.wrap(line, 100 - indent)
                  or [""])
    text = "\n".join([parts[0]] + [(pad + part).rstrip() for part in parts[1:]])
    return f'{pad}"""{text}"""\n'


class Writer:
    def __init__(self, model):
        self.model = model

    def ctype(self, name):
        scalar = self.model.scalar(name)
        return CTYPES[scalar] if scalar else pascal(name)

    def hint(self, name):
        """What a type is to Python."""
        if name in self.model.enums:
            return pascal(name)
        scalar = self.model.scalar(name)
        if not scalar:
            return pascal(name)
        return {"bool": "bool", "float": "float", "double": "float"}.get(scalar, "int")

    def enum(self, enum):
        rows = "".join(f"    {name} = {number}\n" for name, number, _ in enum.values)
        return f"class {pascal(enum.name)}(IntEnum):\n{doc(enum.comment, 4)}{rows}"

    def field(self, field):
        """(annotation, entry of _fields_)."""
        name = safe(field.name)
        if field.is_pointer:
            known = (field.type in self.model.records or self.model.scalar(field.type)) \
                and field.type not in ("char", "kbx_bank") and not field.is_call
            kind = f"POINTER({self.ctype(field.type)})" if known else "c_void_p"
            if field.points_to == "text":
                kind = "ctypes.c_char_p"
            return f"    {name}: Any\n", f'        ("{name}", {kind}),\n'
        kind = self.ctype(field.record.name if field.record else field.type)
        hint = self.hint(field.record.name if field.record else field.type)
        if field.is_array:
            kind, hint = f"{kind} * {field.count}", "Any"
        return f"    {name}: {hint}\n", f'        ("{name}", {kind}),\n'

    def record(self, record):
        hints, entries = zip(*map(self.field, record.fields))
        lists = [f for f in record.fields if f.is_list]
        listed = ", ".join(f'"{safe(f.name)}": ({self.ctype(f.type)}, "{counter}", {unit})'
                           for f in lists for counter, unit in [f.counter or ("", 1)])
        base = "ctypes.Union" if record.is_union else "Listing" if lists else "Struct"
        lists_line = f"    _lists_ = {{{listed}}}\n" if lists else ""
        needs = ", ".join(f'"{safe(f.name)}": lambda plan, around: {self.of("plan", f.length)}'
                          for f in lists if not f.counter)
        lists_line += f"    _needs_ = {{{needs}}}\n" if needs else ""
        lists_line += f"    _room_ = {record.room}\n" if record.room else ""
        enums = ", ".join(f'"{safe(f.name)}": {pascal(f.type)}' for f in record.fields
                          if f.type in self.model.enums)
        lists_line += f"    _enums_ = {{{enums}}}\n" if enums else ""
        return (f"class {pascal(record.name)}({base}):\n{doc(record.comment, 4)}"
                f"{''.join(hints)}{lists_line}"
                f"    _fields_ = [\n{''.join(entries)}    ]\n\n\n")

    @staticmethod
    def of(owner, expression):
        """A length of C, of its fields or those of the struct around it."""
        return re.sub(r"(kbx_\w+\.)?\b([a-z]\w*)",
                      lambda found: f"{'around' if found[1] else owner}.{found[2]}", expression)

    def parameter(self, parameter):
        """(in the signature, what is passed to C)."""
        name, role = safe(parameter.name), parameter.role
        if parameter.type == "kbx_bank":
            return f"{name}: Bank", name
        hint = self.hint(parameter.type) if parameter.type not in ("char", "void") else ""
        if role in ("array", "changed"):
            hint = f"Sequence[{hint}]" if role == "array" else "Any"
            maybe = " = None" if parameter.nullable else ""
            return f"{name}: {'Optional[' + hint + ']' if maybe else hint}{maybe}", None
        if role == "text":
            return f"{name}: str", f"text({name})"
        if role == "texts":
            return f"{name}: Sequence[str]", None
        if role == "bytes":
            return f"{name}: bytes", None
        if parameter.type == "kbx_filter":
            hint = "Optional[Filter]"
        elif role == "struct" and self.plain(parameter.type):
            hint = f"Union[{hint}, Tuple]"
        default = DEFAULTS[parameter.type] if parameter.has_default else ""
        return f"{name}: {hint}{f' = {default}' if default else ''}", name

    def plain(self, name):
        """Only numbers: a tuple may stand for it."""
        return all(not field.is_pointer and not field.record
                   for field in self.model.records[name].fields)

    def argtype(self, parameter):
        kind = parameter.type
        if parameter.role in ("value", "length"):
            return "Flag" if kind == "bool" else self.ctype(kind)
        if kind == "kbx_bank":
            return "given(Bank)"
        if parameter.role in ("struct", "in"):
            return f"given({pascal(kind)}{', nullable=True' if parameter.nullable else ''})"
        if parameter.role == "inout":
            return f"changed({pascal(kind)})"
        return "c_void_p"

    def call(self, call):
        """The C function and the Python one."""
        model = self.model
        by_pointer = call.returns in model.records
        restype = ("None" if by_pointer or call.returns_nothing else "ctypes.c_char_p"
                   if call.returns_text else self.ctype(call.returns))
        arguments = [f"{safe(p.name)}={self.argtype(p)}" for p in call.parameters]
        arguments += ["result=c_void_p"] * by_pointer
        out = [f'_{call.name} = function("{call.flat}", {restype}, {", ".join(arguments)})\n\n\n']
        signature, before, passed, kept, back = [], [], {}, [], []
        for parameter in call.given:
            declared, value = self.parameter(parameter)
            name = safe(parameter.name)
            signature.append(declared)
            if value:
                passed[parameter.name] = value
                continue
            kind = {"texts": "", "bytes": ""}.get(parameter.role, self.ctype(parameter.type) + ", "
                                                  if parameter.role in ("array", "changed") else "")
            helper = {"texts": "texts", "bytes": "bytes_in",
                      "changed": "changeable"}.get(parameter.role, "borrowed")
            maybe = ", nullable=False" if helper == "borrowed" and not parameter.nullable else ""
            before.append(f"    {name}_, {name}_count = {helper}({kind}{name}{maybe})\n")
            passed[parameter.name] = f"{name}_"
            if parameter.role == "changed":
                back.append(f"    give_back({name}, {name}_)\n")
            if parameter.length in passed:
                other = passed[parameter.length].removesuffix("_count")
                before.append(f'    same_length("{other}", {other}_count, "{name}", {name}_count)\n')
            elif parameter.length in [p.name for p in call.parameters]:
                passed[parameter.length] = f"{name}_count"
            elif parameter.length == SOUP_WORDS:
                before.append(f"    if {name} is not None and _soup_polygon({call.given[0].name}, "
                              f"64 * {name}_count, None, 0):\n"
                              f'        raise ValueError("{name} has fewer bits than the soup polygons")'
                              "\n")
            if parameter.kept:
                kept.append(f"{name}_")
        if call.hides_filter:
            before.append(f"    filter = _fitting({call.given[0].name}, filter)\n")
        returned, after = [], []
        for parameter in call.results:
            name, kind = safe(parameter.name), parameter.type
            if parameter.role == "out":
                before.append(f"    {name} = {self.ctype(kind)}()\n")
                passed[parameter.name] = f"ctypes.byref({name})"
                returned.append((name if kind in model.records else f"{name}.value",
                                 self.hint(kind)))
        lists = [p for p in call.results if p.role == "outs"]
        order = [p.name for p in call.parameters]
        if call.packs and "bytes" in order:
            return out[0] + self.pack(call, signature)
        if by_pointer:
            before.append(f"    result = {pascal(call.returns)}()\n")
        if call.counts:
            one = lists[0]
            passed[one.name], passed[one.length] = "room", "capacity"
            arguments = [passed[name] for name in order] + ["ctypes.byref(result)"] * by_pointer
            returns_count = not by_pointer
            body = (f"    def ask(room: Any, capacity: int) -> int:\n"
                    f"        {'return ' if returns_count else ''}_{call.name}("
                    f"{', '.join(arguments)})\n")
            if not returns_count:
                body += f"        return result.{call.length_field}\n"
            before.append("\n" + body + "\n" if before else body + "\n")
            signature.append("out: Any = None")
            after.append(f"    {safe(one.name)} = list_of({self.ctype(one.type)}, ask, out)\n")
            returned.insert(0, (safe(one.name), f"Sequence[{self.hint(one.type)}]"))
            if by_pointer:
                returned.insert(0, ("result", pascal(call.returns)))
        else:
            for parameter in call.given:
                if any(f"{parameter.name}." in self.model.length(p.length)
                       for p in call.parameters if p.role in ("outs", "scratch")):
                    before.append(self.converted(parameter))
            for parameter in lists + [p for p in call.parameters if p.role == "scratch"]:
                name = safe(parameter.name)
                before.append(f"    {name} = ({self.ctype(parameter.type)}"
                              f" * max({model.length(parameter.length)}, 1))()\n")
                passed[parameter.name] = name
            arguments = [passed[name] for name in order] + ["ctypes.byref(result)"] * by_pointer
            call_text = f"_{call.name}({', '.join(arguments)})"
            if by_pointer:
                after.append(f"    {call_text}\n")
                returned.insert(0, ("result", pascal(call.returns)))
            elif call.returns_nothing:
                after.append(f"    {call_text}\n")
            elif call.returns_text:
                after.append(f"    found = {call_text}\n")
                optional = call.name == "value"
                returned.insert(0, ("found.decode(errors='replace') if found is not None else None" if optional
                                    else "found.decode(errors='replace')", "Optional[str]" if optional else "str"))
            elif lists:
                after.append(f"    count = {call_text}\n")
                if call.name == "polygon_triangulate":
                    returned.append(("triangles[:3 * count]", "List[int]"))
                else:
                    returned += [("counts[:count]", "List[int]"),
                                 ("indices[:sum(counts[:count])]", "List[int]")]
            else:
                hint = self.hint(call.returns)
                value = f"{hint}({call_text})" if call.returns in model.enums else call_text
                if returned or back:
                    after.append(f"    found = {value}\n")
                    value = "found"
                returned.insert(0, (value, hint))
        after += back
        for name in kept:
            after.append(f"    keep(result, {name})\n")
        values = ", ".join(value for value, _ in returned)
        hints = [hint for _, hint in returned]
        hint = ("None" if not hints else hints[0] if len(hints) == 1
                else f"Tuple[{', '.join(hints)}]")
        if returned:
            after.append(f"    return {values}\n")
        head = f"def {safe(call.name)}({', '.join(signature)}) -> {hint}:\n"
        if len(head) > 100:
            head = head.replace(f"def {safe(call.name)}(", f"def {safe(call.name)}(\n        ")
        return out[0] + head + doc(call.comment, 4) + "".join(before + after) + "\n\n"

    def converted(self, parameter):
        """A struct whose fields the Python function reads itself."""
        name = safe(parameter.name)
        return f"    {name} = struct_of({self.ctype(parameter.type)}, {name})\n"

    def pack(self, call, signature):
        function, length = self.model.work(call)
        size = f"{function}(plan)" if function else length
        return (f"def {call.name}({', '.join(signature)}) -> bytes:\n{doc(call.comment, 4)}"
                f"{self.converted(call.given[0])}"
                f"    return packed(_{call.name}, plan, {size}, Error)\n\n\n")

    def write(self):
        model, out = self.model, [HEAD]
        for constant in model.constants:
            value = constant["number"]
            out.append(f"{constant['name'].removeprefix('KBX_')} = {value!r}\n")
        out.append("\n\n")
        out += [self.enum(enum) + "\n\n" for enum in model.enums.values()]
        out += [self.record(record) for record in model.ordered_records()
                if record.name != "kbx_bank"]
        out += [self.call(call) for call in model.calls if call.name not in BY_HAND]
        return "".join(out).rstrip("\n") + "\n" + TAIL


def main():
    parser = argparse.ArgumentParser(description="Makes the Python package.")
    parser.add_argument("api")
    parser.add_argument("--made", required=True, help="written last, in the package's folder")
    parser.add_argument("--sources", nargs="*", default=[], help="of the library, to compile")
    arguments = parser.parse_args()
    here, out = os.path.dirname(os.path.abspath(__file__)), os.path.dirname(arguments.made)
    for folder in ("kickbox", "src"):
        os.makedirs(os.path.join(out, folder), exist_ok=True)
    for name in COPIED:
        shutil.copyfile(os.path.join(here, name), os.path.join(out, name))
    shutil.copyfile(os.path.join(here, "..", "..", "LICENSE"), os.path.join(out, "LICENSE"))
    for source in arguments.sources:
        shutil.copy(source, os.path.join(out, "src"))
    for name, text in (("_api.py", Writer(Model(arguments.api)).write()), ("py.typed", "")):
        write(os.path.join(out, "kickbox", name), text)
    write(os.path.join(out, "MANIFEST.in"), "recursive-include src *.h\n")
    write(arguments.made, "")


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
