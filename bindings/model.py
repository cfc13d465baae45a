# SPDX-License-Identifier: MIT
"""kickbox_api.json as bindings need it: types with their layout, and for each function what a
caller gives and what it gets.

C takes an array as a pointer and a length, and writes results through pointers. A binding takes a
list and returns a value. Call says which parameter is which; a language's make.py writes code from
it. Nothing here knows a language."""
import argparse
import json
import re

SCALARS = {"bool": 1, "char": 1, "uint8_t": 1, "uint16_t": 2, "int": 4, "int32_t": 4, "uint32_t": 4,
           "float": 4, "int64_t": 8, "uint64_t": 8, "double": 8, "size_t": 0}
PACK_HEADER = "pack.h"
# Structs of which no number may be left out.
COORDINATES = {"kbx_vec", "kbx_vec3", "kbx_point", "kbx_size", "kbx_box", "kbx_rect", "kbx_segment",
               "kbx_segment3", "kbx_box3"}


class Field:
    """One field of a struct or union. `type` is a scalar, the name of a type, or None for a
    `record` of its own; `pointer` fields have `type` for what they point to."""

    def __init__(self, owner, entry):
        self.name, self.comment = entry["name"], entry.get("comment", "")
        self.count = 1
        for size in entry.get("array", []):
            self.count *= size
        self.is_array = "array" in entry
        self.record = None
        declared = entry.get("type", "")
        self.is_call = "(*)" in declared
        self.is_pointer = declared.endswith("*") or self.is_call
        self.points_to = entry.get("points_to")
        self.length = entry.get("length")
        self.nullable = entry.get("nullable", False)
        self.is_list = self.points_to == "array" and entry["ownership"] == "caller"
        self.type = re.sub(r"\bconst\b|\*|\s", "", declared) or None
        if self.type is None:
            kind = "union" if "union" in entry else "struct"
            self.record = Record(f"{owner}_{entry.get('tag', self.name)}", kind, entry[kind], "")

    @property
    def counter(self):
        """(field, what an element adds to it) if one field alone says how long a list is: the
        length is `count`, or `(bits + 63) / 64` of words that have 64 bits each."""
        match = re.fullmatch(r"(\w+)|\((\w+) \+ \d+\) / (\d+)", self.length or "")
        return (match[1] or match[2], int(match[3] or 1)) if match else None


class Record:
    """A struct or union."""

    def __init__(self, name, kind, fields, comment):
        self.name, self.is_union, self.comment = name, kind == "union", comment
        self.fields = [Field(name, field) for field in fields]

    @property
    def room(self):
        """How many its fixed arrays hold of which `count` says how many there are; C trusts that."""
        arrays = [field.count for field in self.fields if field.is_array]
        return min(arrays) if arrays and any(field.name == "count" for field in self.fields) else 0

    @property
    def counters(self):
        """The fields that say how long lists are: a binding takes that from the lists."""
        return {field.counter[0] for field in self.fields if field.is_pointer and field.counter}


class Enum:
    """`values` are (name without what all share, number, comment)."""

    def __init__(self, entry):
        self.name, self.comment, self.entries = entry["name"], entry["comment"], entry["values"]
        words = [value["name"].removeprefix("KBX_").split("_") for value in self.entries]
        shared = 0
        while (all(len(name) > shared + 1 for name in words)
               and len({name[shared] for name in words}) == 1):
            shared += 1
        self.values = [("_".join(name[shared:]), value["value"], value["comment"])
                       for name, value in zip(words, self.entries)]


class Parameter:
    """`role` is one of
        value     a scalar or an enum                in        a struct to read, by its address
        struct    a struct, by value                 inout     one to change
        text      UTF-8, or NULL where nullable      array     a list to read; `length` counts it
        texts     a list of texts                    changed   a list to change
        bytes     memory to read                     out       a result
        length    the length of another, not given   outs      a list of results; `length` holds it
        scratch   memory for the call                room      bytes to write, `length` of them
    `type` is the scalar or the type that is given or pointed to."""

    def __init__(self, entry, model):
        self.name, self.declared = entry["name"], entry["type"]
        self.type = re.sub(r"\bconst\b|\*|\s", "", self.declared)
        self.nullable, self.length = entry.get("nullable", False), entry.get("length")
        self.kept = entry.get("ownership") == "kept"
        way, shape = entry.get("direction"), entry.get("points_to")
        if way is None:
            self.role = "struct" if self.type in model.records else "value"
        elif shape == "text":
            self.role = "text"
        elif way == "scratch":
            self.role = "scratch"
        elif shape == "array":
            many = {"in": "array", "inout": "changed", "out": "outs"}[way]
            self.role = ("texts" if self.type == "char" else
                         {"array": "bytes", "outs": "room"}[many] if self.type == "void" else many)
        else:
            self.role = way

    @property
    def has_default(self):
        """May a caller leave it out? All classes, everything solid, nothing removed."""
        return (self.type == "kbx_class_set" and self.role == "value"
                or self.nullable and self.role in ("in", "array"))


def pascal(name):
    """kbx_action_point as ActionPoint."""
    return "".join(word[0].upper() + word[1:] for word in name.removeprefix("kbx_").split("_"))


# Which field of the result says how long the list is, where a function returns both.
LENGTH_FIELDS = {"level_move": "touched", "walls_node": "corner_count"}


class Call:
    """A function. `given` are the parameters that a caller passes: in the order of C, those with a
    default after the others. `results` are those that it gets besides what the function returns."""

    def __init__(self, entry, model):
        self.c_name = entry["name"]
        self.name = entry["name"].removeprefix("kbx_")
        self.flat = "kbxf_" + self.name
        self.comment, self.header = entry["comment"], entry["header"]
        self.section = entry["section"]
        self.packs = self.header == PACK_HEADER
        returns = entry["returns"]
        self.returns = re.sub(r"\bconst\b|\*|\s", "", returns["type"])
        self.returns_text = returns.get("points_to") == "text"
        self.returns_nothing = returns["type"] == "void"
        self.parameters = [Parameter(p, model) for p in entry["parameters"]]
        lengths = {p.length for p in self.parameters}
        for parameter in self.parameters:
            if parameter.role == "value" and parameter.name in lengths:
                parameter.role = "length"
        self.given = sorted((p for p in self.parameters
                             if p.role not in ("length", "scratch", "out", "outs", "room")),
                            key=lambda p: p.has_default)
        self.results = [p for p in self.parameters if p.role in ("out", "outs", "room")]

    @property
    def counts(self):
        """Does it return how long its list is, and take one that is too short?"""
        return any(p.role == "outs" and p.length == "capacity" for p in self.parameters)

    @property
    def hides_filter(self):
        """Does it take a filter, and not say whether that is wrong?"""
        return not self.returns.startswith("kbx_") and any(p.type == "kbx_filter"
                                                           for p in self.given)

    @property
    def length_field(self):
        return LENGTH_FIELDS.get(self.name)


class Model:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            api = json.load(file)
        types = api["types"]
        self.aliases = {t["name"]: t["of"] for t in types if t["kind"] == "alias"}
        self.enums = {t["name"]: Enum(t) for t in types if t["kind"] == "enum"}
        self.records = {t["name"]: None for t in types if t["kind"] in ("struct", "union")}
        for entry in types:
            if entry["name"] in self.records:
                self.records[entry["name"]] = Record(entry["name"], entry["kind"], entry["fields"],
                                                     entry["comment"])
        self.constants = [c for c in api["constants"] if "number" in c]
        self.macros = {c["name"]: (c["arguments"], c["value"]) for c in api["constants"]
                       if "arguments" in c}
        self.calls = [Call(f, self) for f in api["functions"]]

    def ordered_records(self):
        """Each after those that it holds by value."""
        done, order = set(), []

        def add(record):
            if record.name in done:
                return
            done.add(record.name)
            for field in record.fields:
                inner = field.record or (None if field.is_pointer
                                         else self.records.get(field.type))
                if inner:
                    add(inner)
            order.append(record)

        for record in self.records.values():
            add(record)
        return order

    def rooms(self, record):
        """[(fields on the way to a `count`, how many there is room for)] of a struct and its parts."""
        found = [([], record.room)] if record.room else []
        for field in record.fields:
            inner = field.record or self.records.get(field.type)
            if inner and not field.is_pointer and not field.is_array:
                found += [([field.name, *path], room) for path, room in self.rooms(inner)]
        return found

    def scalar(self, name):
        """The C scalar behind a name, or None."""
        if name in self.enums:
            return "int"
        name = self.aliases.get(name, name)
        return name if name in SCALARS else None

    def length(self, expression):
        """A length of C without its macros and casts."""
        for name, (arguments, value) in self.macros.items():
            if expression.startswith(name + " "):
                given = expression[len(name) + 1:].strip("()")
                value = re.sub(r"\(size_t\) ", "", value)
                expression = value.replace(f"({arguments[0]})", f"({given})")
        return expression

    def work(self, call):
        """The work memory of a function that packs: a function of the plan, or a length in
        plan.count; ("", "0") for none."""
        what = call.name.removesuffix("_pack")
        if any(other.name == what + "_work" for other in self.calls):
            return what + "_work", ""
        macro = f"KBX_{what.upper()}_WORK"
        return "", self.length(f"{macro} (plan.count)") if macro in self.macros else "0"

    def layout(self, record, pointer=4):
        """(size, alignment, {field: offset}) with pointers of that size."""
        at, largest, offsets, end = 0, 1, {}, 0
        for field in record.fields:
            size, align = self.measure(field, pointer)
            at = -(-(0 if record.is_union else at) // align) * align
            offsets[field.name] = at
            at += size * field.count
            end, largest = max(end, at), max(largest, align)
        return -(-end // largest) * largest, largest, offsets

    def measure(self, field, pointer):
        """(size, alignment) of one element."""
        if field.is_pointer:
            return pointer, pointer
        scalar = field.type and self.scalar(field.type)
        if scalar:
            size = SCALARS[scalar] or pointer
            return size, size
        return self.layout(field.record or self.records[field.type], pointer)[:2]


def methods(model, noun):
    """[(method, call)] of what takes a `noun` first: kbx_frame_at (frame, ...) is `at`."""
    found = []
    for call in model.calls:
        if call.given and call.given[0].name == noun and call.given[0].role == "struct":
            found.append((call.name.removeprefix(noun + "_"), call))
    return found


def main(what, text_of):
    """Writes a file, whose text `text_of` makes from the path of kickbox_api.json."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("api")
    parser.add_argument("-o", "--output", required=True)
    arguments = parser.parse_args()
    text = text_of(arguments.api)
    with open(arguments.output, "w", encoding="utf-8") as file:
        file.write(text)
