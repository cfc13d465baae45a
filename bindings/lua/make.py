#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes kickbox.lua from kickbox_api.json: declarations for the FFI, types, and a function for
each of C. base.lua and tail.lua, in this folder, are its beginning and its end.

    make.py kickbox_api.json -o kickbox.lua"""
import json
import os
import re
import sys
import textwrap

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from model import COORDINATES, Model, main     # noqa: E402  pylint: disable=wrong-import-position

HEAD = """-- SPDX-License-Identifier: MIT
-- libkickbox for LuaJIT and LOVE. Made by bindings/lua/make.py from kickbox_api.json.
---@diagnostic disable: undefined-field, missing-return
local ffi = require "ffi"
"""
# Written by hand, in tail.lua.
BY_HAND = {"bank_open", "bank_open_file", "bank_close_file", "bank_reload_file", "open",
           "level_of", "polygon_triangulate", "polygon_decompose"}
KEYWORDS = {"and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in",
            "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while"}


def short(name):
    return name.removeprefix("kbx_")


def words(name):
    return name + "_" if name in KEYWORDS else name


def comment(text, mark="---"):
    """A comment as lines; tables of the headers keep theirs."""
    lines = []
    for line in text.split("\n"):
        lines += textwrap.wrap(line, 96) if not line.startswith("  ") else [line]
    return [f"{mark}{line}".rstrip() for line in lines if line.strip()]


def wrapped(line):
    """One statement, on more lines where it is long."""
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.wrap(line, 100, subsequent_indent=indent) or [""]


# ---- what the FFI reads

def is_part(model, field):
    """More than one number: the FFI would give a view of it, which nothing keeps. Such a field has
    another name for the FFI, and base.lua's `parts` gives a copy."""
    return not field.is_pointer and (field.is_array or field.record is not None
                                     or field.type in model.records)


def ffi_name(model, field):
    return field.name + ("_" if is_part(model, field) or field.is_list else "")


def declaration(model, field):
    if field.is_call:
        return f"  bool (*{field.name}) (void *data, double done);"
    size = f"[{field.count}]" if field.is_array else ""
    kind = field.record.name if field.record else field.type
    name = ffi_name(model, field)
    pointer = ("const ", "*") if field.is_pointer else ("", "")
    return f"  {pointer[0]}{kind} {pointer[1]}{name}{size};"


def fields_of(model, record):
    return "\n".join(declaration(model, field) for field in record.fields)


def part_lines(model, record):
    """What `parts` needs: each field in order, and of those that are copied or lists the name and
    type; of lists also the length."""
    fields = []
    for field in record.fields:
        kind = f"{{ {json.dumps(field.name)} }}"
        if is_part(model, field):
            name = field.record.name if field.record else field.type
            size = f"[{field.count}]" if field.is_array else ""
            kind = f'{{ "{field.name}", "{ffi_name(model, field)}", "{name}{size}" }}'
        elif field.is_list:
            of = f"kb.{short(field.type)}" if field.type in model.records else f'"{field.type}"'
            counter, unit = field.counter or (None, 1)
            kind = (f'{{ "{field.name}", "{ffi_name(model, field)}", {of}, '
                    f'{json.dumps(counter) if counter else "false"}, {unit} }}')
        fields.append(kind)
    return wrapped(f'parts("{record.name}", {{ {", ".join(fields)} }})')


def prototype(model, call, returns):
    taken = [f"const {p.type} *{p.name}" if p.role == "struct" else
             f"{p.declared} {p.name}".replace("* ", "*") for p in call.parameters]
    if call.returns in model.records:
        taken.append(f"{call.returns} *result")
        returns = "void"
    return textwrap.fill(f"{returns} {call.flat} ({', '.join(taken) or 'void'});", 100,
                         subsequent_indent="  ").replace("* ", "*")


def cdef(model, api_returns):
    out = ["ffi.cdef [["]
    out += [f"typedef {of} {name};" for name, of in model.aliases.items()]
    out += [f"typedef int {name};" for name in model.enums]
    records = [("union" if r.is_union else "struct", r) for r in model.ordered_records()]
    out += [f"typedef {kind} {r.name} {r.name};" for kind, r in records]
    out += [f"{kind} {r.name} {{\n{fields_of(model, r)}\n}};" for kind, r in records]
    out += [prototype(model, call, api_returns[call.c_name]) for call in model.calls]
    return out + ["]]"]


# ---- types

def enum_lines(enum):
    table = short(enum.name).upper()
    out = comment(enum.comment) + [f"kb.{table} = {{"]
    for name, number, text in enum.values:
        said = "  -- " + text.split("\n")[0] if text else ""
        line = f"  {name} = {number},"
        out += comment(text, "  -- ") if len(line + said) > 98 else []
        out.append(line + (said if len(line + said) <= 98 else ""))
    return out + ["}"]


def lua_type(model, name):
    if name in model.records:
        return f"kbx.{short(name)}"
    if name == "kbx_class_set" or model.scalar(name) in ("uint64_t", "int64_t"):
        return "kbx.class_set" if name == "kbx_class_set" else "integer"
    scalar = model.scalar(name)
    return {"bool": "boolean", "float": "number", "double": "number", None: "ffi.cdata*",
            "char": "string"}.get(scalar, "integer")


def field_type(model, field):
    if field.record:
        return "table"
    if field.is_list:
        return f"{lua_type(model, field.type)}[]|ffi.cdata*"
    if field.is_pointer:
        return "ffi.cdata*"
    return lua_type(model, field.type) + ("[]" if field.is_array else "")


def class_lines(model, record):
    name = short(record.name)
    out = comment(record.comment) + [f"---@class kbx.{name}"]
    for field in record.fields:
        said = re.sub(r"\s+", " ", field.comment)
        head = f"---@field {field.name} {field_type(model, field)}"
        out += textwrap.wrap(f"{head} {said}".rstrip(), 100, subsequent_indent="---  ")
    given = [f"{words(f.name)}?" for f in record.fields]
    while len(call := f"---@type fun({', '.join(given)}): kbx.{name}") > 100:
        given[-2:] = ["..."]
    out.append(call)
    return out + [f'kb.{name} = ffi.typeof("{record.name}")']


SPECIAL = {
    "handle": """
local nowhere = kb.handle()
local function as_handle(value)
  if value == nil then return nowhere end
  if type(value) ~= "cdata" then wrong("a handle", value) end
  return value
end""",
    "place": """
-- {x, y}, {x = x, y = y, flip_x = true}, or with an axis and a scale
local function as_place(value)
  if type(value) == "cdata" then return value end
  if type(value) ~= "table" then wrong("a place", value) end
  local place = kb.at(value[1] or value.x, value[2] or value.y)
  if value.axis then place.axis = value.axis end
  if value.scale then place.scale = value.scale end
  place.flip_x, place.flip_y = value.flip_x or false, value.flip_y or false
  return place
end""",
    "filter": """
-- What a table leaves out is as in kb.all_solid().
local function as_filter(value)
  if value == nil or type(value) == "cdata" then return value end
  if type(value) ~= "table" then wrong("a kbx.filter", value) end
  local filter = kb.filter(value)
  filter.classes = value[1] or value.classes or ALL
  filter.layers = value[2] or value.layers or ALL
  return filter
end""",
    "bank": """
local function as_bank(value)
  if type(value) ~= "cdata" then wrong("a bank", value) end
  return value
end"""}


def is_numbers(model, record):
    """Only scalars, and structs of them."""
    return not record.is_union and not any(
        field.is_pointer or field.is_array or field.record
        or field.type in model.records and not is_numbers(model, model.records[field.type])
        for field in record.fields)


def scalar_lines(model, record):
    """A struct of numbers, made of a table by scalars."""
    name, fields = short(record.name), record.fields
    out = [f"local function as_{name}(value)", '  if type(value) == "cdata" then return value end',
           f'  if type(value) ~= "table" then wrong("a kbx.{name}", value) end']
    needed = record.name in COORDINATES
    for i, field in enumerate(fields):
        out += [f"  local {field.name}_ = value[{i + 1}]",
                f"  if {field.name}_ == nil then {field.name}_ = value.{field.name} end"]
    if needed:
        test = " and ".join(f"{field.name}_" for field in fields)
        said = ", ".join(f.name for f in fields)
        out.append(f'  if not ({test}) then missing("{name}", "{said}") end')
    out.append(f"  local made = ffi.new(kb.{name})")
    for field in fields:
        own = f"{field.name}_"
        if field.type in model.records:
            out.append(f"  if {own} ~= nil then")
            out.append(f"    {own} = as_{short(field.type)}({own})")
            out += [f"    made.{path} = {own}.{inner}"
                    for path, inner in scalar_paths(model, field)] + ["  end"]
        elif model.scalar(field.type) == "bool":
            out.append(f"  made.{field.name} = {own} or false")
        else:
            out.append(f"  made.{field.name} = {own} or 0")
    return out + ["  return made", "end"]


def scalar_paths(model, field):
    """[(from the struct, from the part)] of all numbers in a part."""
    found = []
    for inner in model.records[field.type].fields:
        if inner.type in model.records:
            found += [(f"{field.name}_.{path}", path) for path, _ in scalar_paths(model, inner)]
        else:
            found.append((f"{field.name}_.{inner.name}", inner.name))
    return found


def taker_lines(model, name):
    own = short(name)
    if own in SPECIAL:
        lines = SPECIAL[own].strip().split("\n")
    elif is_numbers(model, model.records[name]):
        lines = scalar_lines(model, model.records[name])
    else:
        lines = [f"local as_{own} = taker(kb.{own})"]
    rooms = [f"{'.'.join(['v', *(part + '_' for part in path), 'count'])} <= {room}"
             for path, room in model.rooms(model.records[name])]
    if rooms:
        lines.append(f"fits[kb.{own}] = function (v) return {' and '.join(rooms)} end")
    return [*lines, f"makers[kb.{own}] = as_{own}"]


def taken(model):
    """The records that functions take, and those in them that are made of tables too."""
    used = {p.type for call in model.calls for p in call.parameters}
    used |= {field.type for record in model.records.values() for field in record.fields
             if field.is_list and record.name != "kbx_bank"}
    for record in reversed(model.ordered_records()):
        if record.name in used and is_numbers(model, record):
            used |= {field.type for field in record.fields}
    return used


FITTING = """
-- Refuses changes that do not fit a level: a question without a status would find nothing.
local function fitting(level, filter)
  if filter == nil or filter.change_count == 0 or level.kind == 0 then return end
  local hit = kb.hit()
  C.kbxf_level_cast(level, kb.shape_point(kb.vec()), kb.vec(), filter, hit)
  if hit.status ~= 0 then
    error("kickbox: filter: the level has no such layer, or its list is too short", 3)
  end
end
"""


# ---- functions

class Writer:
    """Writes the Lua of one function."""

    def __init__(self, model, call):
        self.model, self.call = model, call
        self.before, self.passed, self.after, self.returned, self.notes = [], [], [], [], []
        self.checks = [f"fitting({call.given[0].name}, filter)"] if call.hides_filter else []
        self.counts = {p.length: p for p in call.parameters if p.role in
                       ("array", "changed", "texts", "bytes")}

    def is_all(self, p):
        return p.type == "kbx_class_set"

    def optional(self, p):
        return self.is_all(p) or (p.nullable and p.role != "text") or p.type == "kbx_filter"

    def annotations(self):
        out = comment(self.call.comment)
        for p in self.call.given:
            kind = lua_type(self.model, p.type)
            if p.type in self.model.records and short(p.type) not in ("handle", "bank") and \
                    p.role in ("struct", "in"):
                kind += "|table"
            if p.role in ("array", "changed"):
                kind = f"{kind}[]|ffi.cdata*"
            elif p.role == "texts":
                kind = "string[]"
            elif p.role == "text":
                kind = "string"
            said = " all if left out" if self.is_all(p) else ""
            out.append(f"---@param {words(p.name)}{'?' if self.optional(p) else ''} {kind}{said}")
        if self.result:
            out.append(f"---@param result? {self.result} filled and returned instead of a new one")
        return out + [f"---@return {kind} {name}".rstrip() for kind, name in self.notes]

    @property
    def result(self):
        """The type of a returned struct."""
        returns = self.call.returns
        return lua_type(self.model, returns) if returns in self.model.records else None

    def take(self):
        """What is made of each parameter before the call."""
        for p in self.call.parameters:
            name = words(p.name)
            if p.role in ("struct", "in"):
                self.before.append((name, f"as_{short(p.type)}({name})"))
                self.passed.append(name)
            elif p.role == "inout":
                self.before.append((name, f"changed({name})"))
                self.passed.append(name)
            elif p.role == "value" and self.is_all(p):
                self.passed.append(f"{name} or ALL")
            elif p.role in ("value", "text"):
                self.passed.append(name)
            else:
                self.take_memory(p, name)

    def take_memory(self, p, name):
        if p.role in ("array", "changed", "texts"):
            kind = f"kb.{short(p.type)}" if p.type in self.model.records else f'"{p.type}"'
            make = f"texts({name})" if p.role == "texts" else f"list({kind}, {name})"
            self.after.insert(0, f"local {name}_at, {name}_count = {make}")
            self.passed.append(f"{name}_at")
            other = self.counts.get(p.length, p)
            if other is not p:
                self.checks.append(f'same_length("{name}", {name}_count, "{other.name}", '
                                   f"{other.name}_count)")
            if "kbx_soup_plan" in (p.length or ""):
                self.checks += [f"if C.kbxf_soup_polygon(soup, 64 * {name}_count, nil, 0) > 0 and "
                                f"{name} then",
                                f'  error("kickbox: {name} has fewer bits than the soup polygons", 2)',
                                "end"]
        elif p.role == "length" and p.name in self.counts:
            self.passed.append(f"{words(self.counts[p.name].name)}_count")
        elif p.role == "length":
            self.passed.append("room.capacity")
        elif p.role == "outs":
            self.passed.append("room.at")
        elif p.role == "out":
            self.passed.append(f"{name}_out" if p.type not in self.model.records else name)
        else:
            raise ValueError(f"{self.call.name}: a parameter is {p.role}")

    def out_lines(self):
        """Where results of their own go."""
        lines, names = [], []
        for p in self.call.results:
            if p.role == "out" and p.type in self.model.records:
                lines.append(f"  local {words(p.name)} = kb.{short(p.type)}()")
                names.append((words(p.name), lua_type(self.model, p.type)))
            elif p.role == "out":
                lines.append(f"  local {words(p.name)}_out = {p.type}_out")
                names.append((f"{words(p.name)}_out[0]", lua_type(self.model, p.type)))
        return lines, names

    def taking(self):
        """One assignment for what becomes a struct."""
        if not self.before:
            return []
        names, values = zip(*self.before)
        return [f"  {', '.join(names)} = {', '.join(values)}"]

    def body(self):
        call, model = self.call, self.model
        self.take()
        lists = [p for p in call.results if p.role == "outs"]
        outs, out_names = self.out_lines()
        lines = self.taking() + [f"  {line}" for line in self.after + self.checks] + outs
        if lists:
            kind = lists[0].type
            lines.append(f"  local room = {short(kind).removesuffix('_t')}_room")
        if self.result:
            lines.append(f"  result = result or kb.{short(call.returns)}()")
            self.passed.append("result")
        invoke = f"C.{call.flat}({', '.join(self.passed)})"
        results = self.invoke_lines(lines, invoke, lists)
        results += [name for name, _ in out_names]
        self.notes += [(kind, name.removesuffix("_out[0]")) for name, kind in out_names]
        lines += self.returning(results, bool(lists) or bool(out_names))
        return lines

    def returning(self, results, several):
        gives_back = [p for p in self.call.parameters if p.role == "changed"]
        back = [f"  give_back({words(p.name)}, {words(p.name)}_at, {words(p.name)}_count)"
                for p in gives_back]
        if not results:
            return back
        if back and not several:
            return [f"  local answer = {results[0]}", *back, "  return answer"]
        return back + [f"  return {', '.join(results)}"]

    def invoke_lines(self, lines, invoke, lists):
        """Adds the call; what it returns, as expressions."""
        call, kind = self.call, lua_type(self.model, self.call.returns)
        if lists:
            count = "n" if call.counts and not self.result else f"result.{call.length_field}"
            head = "  local n = " if count == "n" else "  "
            lines += [head + invoke, f"  if {count} > room.capacity then",
                      f"    grow(room, {count})",
                      ("    n = " if count == "n" else "    ") + invoke, "  end"]
            item = lua_type(self.model, lists[0].type)
            self.notes += [(self.result, "")] if self.result else []
            self.notes += [(f"{item}[]", words(lists[0].name))]
            return (["result"] if self.result else []) + [f"taken(room, {count})"]
        if self.result == "kbx.handle":
            lines.append("  " + invoke)
            self.notes.append(("kbx.handle?", ""))
            return ["result.kind ~= 0 and result or nil"]
        if self.result:
            lines.append("  " + invoke)
            self.notes.append((self.result, ""))
            return ["result"]
        if call.returns_nothing:
            lines.append("  " + invoke)
            return []
        if call.returns_text:
            self.notes.append(("string?", ""))
            return [f"text({invoke})"]
        self.notes.append((kind, "status" if call.returns == "kbx_status" else ""))
        if self.call.results:
            lines.append(f"  local answer = {invoke}")
            return ["answer"]
        return [f"tonumber({invoke})" if call.returns == "size_t" else invoke]

    def lines(self):
        body = [part for line in self.body() for part in wrapped(line)]
        names = [words(p.name) for p in self.call.given] + (["result"] if self.result else [])
        return [*self.annotations(), f"function kb.{self.call.name}({', '.join(names)})", *body,
                "end"]


def of_plan(length):
    """A length of C in the fields of a plan, as a number of Lua."""
    return re.sub(r"\b([a-z]\w*)", r"tonumber(plan.\1)", length)


def pack_lines(model, call):
    """One that makes bytes."""
    kind = short(call.parameters[0].type)
    function, length = model.work(call)
    needs = f"kb.{function}(plan)" if function else length
    enough = [f'  enough(plan, "{field.name}", "{field.type}", {of_plan(field.length)})'
              for field in model.records[call.parameters[0].type].fields
              if field.is_list and not field.counter and "." not in field.length]
    return [*comment(call.comment), f"---@param plan kbx.{kind}|table",
            "---@return string? bytes nil if they cannot be made", "---@return string? reason",
            "---@return kbx.error? error", f"function kb.{call.name}(plan)",
            f"  plan = as_{kind}(plan)", *(part for line in enough for part in wrapped(line)),
            f"  return pack(C.{call.flat}, plan, {needs})", "end"]


def kept_lines(lines, call):
    """The result borrows the list."""
    kept = [p for p in call.parameters if p.kept and p.role == "array"]
    if kept:
        lines[-2:-1] = [f"  borrowed[result] = {words(kept[0].name)}_at", lines[-2]]
    return lines


def function_lines(model, call):
    if call.name.endswith("_pack"):
        return pack_lines(model, call)
    return kept_lines(Writer(model, call).lines(), call)


def macro_lines(model):
    """How much work memory a call needs: the macros of the headers, as functions."""
    out = ["local WORK = {"]
    for name, (arguments, value) in model.macros.items():
        if name.endswith("_WORK"):
            kind = name.removeprefix("KBX_").removesuffix("_WORK")
            value = value.replace("(size_t) ", "")
            out.append(f"  {kind} = function ({', '.join(arguments)}) return {value} end,")
    return out + ["}"]


def constant_lines(model):
    out = []
    for constant in model.constants:
        number = constant["number"]
        text = f"{number}ULL" if number > 2 ** 53 else f"{number:g}" if number < 2 ** 20 and \
            number != int(number) else str(int(number))
        out += comment(constant.get("comment", "")) if constant.get("comment") else []
        out.append(f"kb.{constant['name'].removeprefix('KBX_')} = {text}")
    return out


def check_names(model):
    """A function and a type of one name would hide each other."""
    names = [short(name) for name in model.records] + [call.name for call in model.calls
                                                       if call.name not in BY_HAND]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise SystemExit(f"make.py: twice in kickbox.lua: {', '.join(twice)}")


def whole(path):
    model = Model(path)
    check_names(model)
    with open(path, encoding="utf-8") as file:
        returns = {f["name"]: f["returns"]["type"] for f in json.load(file)["functions"]}
    lists = {p.type for call in model.calls for p in call.results if p.role == "outs"}
    outs = {p.type for call in model.calls for p in call.results
            if p.role == "out" and p.type not in model.records}
    out = [HEAD, *cdef(model, returns), "", base("base.lua"), "-- ---- constants\n",
           *constant_lines(model), "", *macro_lines(model), "", "-- ---- enums\n"]
    for enum in model.enums.values():
        out += [*enum_lines(enum), ""]
    out += ["-- ---- types\n", "---@alias kbx.class_set integer|ffi.cdata*", ""]
    for record in model.ordered_records():
        if record.name in model.records:
            out += [*class_lines(model, record), ""]
    for record in model.ordered_records():
        if record.name != "kbx_bank" and any(is_part(model, field) or field.is_list
                                             for field in record.fields):
            out += part_lines(model, record)
    used = taken(model)
    for record in model.ordered_records():
        if record.name in used:
            out += taker_lines(model, record.name)
    out += FITTING.strip().split("\n")
    for name in sorted(lists):
        kind = f"kb.{short(name)}" if name in model.records else f'"{name}"'
        out.append(f"local {short(name).removesuffix('_t')}_room = room({kind})")
    out += [f'local {name}_out = ffi.new("{name}[1]")' for name in sorted(outs)]
    section = None
    for call in model.calls:
        if call.name not in BY_HAND:
            if (call.header, call.section) != section:
                section = (call.header, call.section)
                out += ["", f"-- ---- {call.header}: {call.section}"]
            out += ["", *function_lines(model, call)]
    return "\n".join(out + ["", base("tail.lua")])


def base(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return file.read()


if __name__ == "__main__":
    main(__doc__.split("\n", maxsplit=1)[0], whole)
