# SPDX-License-Identifier: MIT
"""JavaScript from the model: enums, readers and writers of structs, and the questions.

A struct at address p is read and written through views of the memory, at the offsets of wasm32.
A question writes what it is given to the scratch area, calls the flat function, and reads the
results. Offsets of fixed things are known here; lists and texts take what follows them."""
import re

from model import COORDINATES, pascal

VIEWS = {"bool": ("U8", 0), "char": ("U8", 0), "uint8_t": ("U8", 0), "uint16_t": ("U16", 1),
         "int": ("I32", 2), "int32_t": ("I32", 2), "uint32_t": ("U32", 2), "float": ("F32", 2),
         "size_t": ("U32", 2), "double": ("F64", 3), "uint64_t": ("U64", 3), "int64_t": ("U64", 3)}
BY_HAND = {"kbx_bank", "kbx_handle", "kbx_place", "kbx_error"}
# What core.js has itself, or what has no meaning here.
CALLS_BY_HAND = {"bank_open", "bank_count", "bank_item", "bank_find", "bank_classes", "open",
                 "level_of", "polygon_triangulate", "polygon_decompose", "tiles_work",
                 "track_work", "walls_work"}
# Fields that are left out: all of it, or the length of a row.
DEFAULTS = {"kbx_filter.classes": "ALL", "kbx_filter.layers": "ALL",
            "kbx_maze_plan.stride": "v.columns + 1", "kbx_heightmap_plan.stride": "v.columns",
            "kbx_mask_plan.stride": "v.w", "kbx_track_plan.stride": "v.w",
            "kbx_bitmap_plan.step": "1", "kbx_bitmap_plan.stride": "v.w * (v.step ?? 1)"}


def camel(name):
    """class_index is classIndex."""
    return re.sub(r"_(\w)", lambda match: match[1].upper(), name)


def wrapped(head, items, tail, indent):
    """Code with a list in it, in lines of 100 columns."""
    pad, lines, line = " " * indent, [], " " * indent + head
    for item in items:
        if len(line) + len(item) + 2 > 98 and line.strip():
            lines.append(line.rstrip())
            line = pad + "  "
        line += item + " "
    return "\n".join([*lines, line.rstrip() + tail])


def enums(model):
    out = []
    for enum in model.enums.values():
        out.append(wrapped(f"export const {pascal(enum.name)} = Object.freeze({{",
                           [f"{name}: {number}," for name, number, _ in enum.values],
                           " });", 0))
    constants = [f"{c['name'].removeprefix('KBX_')}: {number(c)}," for c in model.constants
                 if not c["name"].startswith("KBX_BANK_SECTIONS")]
    names = [f"{pascal(enum)}," for enum in model.enums]
    out.append(wrapped("const constants = {", constants + names, " };", 0))
    return "\n".join(out)


def number(constant):
    value = constant["number"]
    return f"0x{value:x}n" if value > 2 ** 53 else f"{value:g}" if isinstance(value, float) \
        and value == int(value) and value < 1e6 else str(value)


def plus(base, offset):
    return f"{base} + {offset}" if offset else base


def slot(base, offset, shift):
    """The index in a view of the address base + offset."""
    if shift == 0:
        return plus(base, offset)
    if offset % (1 << shift) == 0:
        return plus(f"({base} >>> {shift})" if offset else f"{base} >>> {shift}", offset >> shift)
    return f"({plus(base, offset)}) >>> {shift}"


def is_list(record):
    """Is it a list alone, as a polygon's corners are?"""
    return len(record.fields) == 2 and record.fields[0].length == record.fields[1].name


class Structs:
    def __init__(self, model):
        self.model = model

    def reader(self, name):
        """What reads a struct of that type at an address."""
        return "readHandle" if name == "kbx_handle" else f"read{pascal(name)}"

    def writer(self, name):
        return "writeHandle" if name == "kbx_handle" else f"write{pascal(name)}"

    def size(self, name):
        scalar = self.model.scalar(name)
        if scalar:
            return 1 << VIEWS[scalar][1]
        return self.model.layout(self.model.records[name])[0]

    def code(self):
        out = []
        for record in self.model.ordered_records():
            self.add(out, record)
        return "\n".join(out)

    def add(self, out, record):
        if record.name in BY_HAND - {"kbx_place"} or record.name.startswith("kbx_bank_"):
            return
        for field in record.fields:
            if field.record and not field.record.is_union:
                self.add(out, field.record)
        if record.is_union:
            return
        out.append(self.read_code(record))
        if record.name != "kbx_place":
            out.append(self.write_code(record))

    # ---- reading

    def read_one(self, type_name, base, offset, record=None):
        """An expression for what is at the address."""
        if record or type_name in self.model.records:
            name = record.name if record else type_name
            return f"{self.reader(name)}({plus(base, offset)})"
        scalar = self.model.scalar(type_name)
        view, shift = VIEWS[scalar]
        value = f"{view}[{slot(base, offset, shift)}]"
        return f"{value} !== 0" if scalar == "bool" else value

    def read_field(self, record, field, offsets, sizes):
        base, offset = "p", offsets[field.name]
        if field.is_pointer:
            return self.read_pointer(field, offset, offsets, sizes)
        if field.is_array:
            size = self.model.measure(field, 4)[0]
            if field.type and self.model.scalar(field.type):
                view, shift = VIEWS[self.model.scalar(field.type)]
                start = slot(base, offset, shift)
                return f"Array.from({view}.subarray({start}, ({start}) + {field.count}))"
            return "[" + ", ".join(self.read_one(field.type, base, offset + i * size, field.record)
                                   for i in range(field.count)) + "]"
        return self.read_one(field.type, base, offset, field.record)

    def read_pointer(self, field, offset, offsets, sizes):
        pointer = f"U32[{slot('p', offset, 2)}]"
        if field.points_to == "text":
            return f"readText({pointer})"
        if not field.counter:
            return None
        counter, unit = field.counter
        count = f"U32[{slot('p', offsets[counter], 2)}]"
        if unit > 1:
            count = f"Math.ceil({count} / {unit})"
        if field.type == "uint8_t":
            return f"U8.slice({pointer}, {pointer} + {count})"
        return f"readList({pointer}, {count}, {self.size(field.type)}, {self.reader(field.type)})"

    def read_code(self, record):
        offsets = self.model.layout(record)[2]
        lines, union = [], None
        for field in record.fields:
            if field.record and field.record.is_union:
                union = field
                continue
            if field.name in record.counters:
                continue
            value = self.read_field(record, field, offsets, None)
            if value:
                lines.append(f"{camel(field.name)}: {value},")
        head = f"  function {self.reader(record.name)}(p) {{"
        if union:
            return "\n".join([head, wrapped("const v = {", lines, " };", 4),
                              *self.union_cases(record, union, offsets, self.read_case),
                              "    return v;", "  }"])
        return "\n".join([head, wrapped("return {", lines, " };", 4), "  }"])

    # ---- unions, by their kind

    def members(self, record, union):
        """[(number, name in JavaScript, field)]: a kind's own member, or that of polygons."""
        fields = {field.name: field for field in union.record.fields}
        enum = next(self.model.enums[f.type] for f in record.fields if f.type in self.model.enums)
        for name, value, _ in enum.values:
            yield value, camel(name.lower()), fields.get(name.lower(), fields["polygon"]) \
                if "polygon" in fields else fields[name.lower()]

    def union_cases(self, record, union, offsets, write):
        return ["    switch (v.kind) {" if write == self.read_case else "    switch (kind) {",
                *(f"      case {value}: {write(name, field, offsets[union.name])} break;"
                  for value, name, field in self.members(record, union)), "    }"]

    def read_case(self, name, field, offset):
        return f"v.{name} = {self.read_one(field.type, 'p', offset, field.record)};"

    def write_case(self, name, field, offset):
        type_name = field.record.name if field.record else field.type
        return f"{self.writer(type_name)}({plus('p', offset)}, v.{name});"

    # ---- writing

    def write_scalar(self, type_name, base, offset, value, default=None):
        scalar = self.model.scalar(type_name)
        view, shift = VIEWS[scalar]
        at = f"{view}[{slot(base, offset, shift)}]"
        if scalar == "bool":
            return f"{at} = {value} ? 1 : 0;"
        if scalar in ("uint64_t", "int64_t"):
            return f"{at} = {value} === undefined ? {default or '0n'} : asLong({value});"
        return f"{at} = {value} ?? {default};" if default else f"{at} = {value};"

    def write_field(self, record, field, offsets, plain):
        offset, value = offsets[field.name], f"v.{camel(field.name)}"
        key = f"{record.name}.{field.name}"
        if field.is_pointer:
            return self.write_pointer(field, offset, offsets, value)
        if field.is_array:
            return self.write_array(field, offset, value)
        if field.record or field.type in self.model.records:
            name = field.record.name if field.record else field.type
            write = f"{self.writer(name)}({plus('p', offset)}, {value});"
            if name == "kbx_handle" or plain:
                return write
            size = self.model.measure(field, 4)[0]
            return f"if ({value}) {write} else zero({plus('p', offset)}, {size});"
        default = DEFAULTS.get(key, None if plain else "0")
        return self.write_scalar(field.type, "p", offset, value, default)

    def write_array(self, field, offset, value):
        size = self.model.measure(field, 4)[0]
        if field.record or field.type in self.model.records:
            return (f"for (let i = 0; i < {field.count}; i++) "
                    f"{self.writer(field.type)}({plus('p', offset)} + {size} * i, {value}[i]);")
        view, shift = VIEWS[self.model.scalar(field.type)]
        return f"{view}.set(fixed({value}, {field.count}), {slot('p', offset, shift)});"

    def write_pointer(self, field, offset, offsets, value):
        at, local = slot("p", offset, 2), camel(field.name) + "At"
        if field.is_call or field.points_to == "opaque":
            return f"U32[{at}] = 0;"
        if field.points_to == "text":
            return f"const {local} = {value} ? writeText({value}) : 0;\n    U32[{at}] = {local};"
        # Writing the list may replace the views.
        lines = [f"const {local} = {value} ? {self.list_writer(field.type, value)} : 0;",
                 f"U32[{at}] = {local};"]
        if field.counter:
            counter, unit = field.counter
            times = f" * {unit}" if unit > 1 else ""
            lines.append(f"U32[{slot('p', offsets[counter], 2)}] = "
                         f"{value} ? {self.list_count(field.type, value)}{times} : 0;")
        return "\n    ".join(lines)

    def numbers(self, type_name):
        """(view, how many numbers) of coordinates, which a typed array may hold."""
        if type_name not in COORDINATES:
            return None, 1
        inner = self.model.records[type_name].fields[0].type
        view = self.numbers(inner)[0] or VIEWS[self.model.scalar(inner)][0]
        return view, self.size(type_name) // 4

    def list_count(self, type_name, value):
        count = self.numbers(type_name)[1]
        return f"countOf({value}, {count})" if count > 1 else f"{value}.length"

    def list_writer(self, type_name, value):
        """An expression that writes a list to spare memory, and is its address."""
        if type_name in self.model.records:
            view, numbers = self.numbers(type_name)
            typed = f", {view}, {numbers}" if view else ""
            return f"writeList({value}, {self.size(type_name)}, {self.writer(type_name)}{typed})"
        view, shift = VIEWS[self.model.scalar(type_name)]
        return f"writeNumbers({value}, {view}, {shift})"

    def object_check(self, record, names, given="v"):
        """Refuses what is no object; of coordinates, also those that are not complete."""
        if record.name in COORDINATES and self.model.scalar(record.fields[0].type):
            test = " || ".join(f"typeof v{'' if i else '?'}.{name} !== 'number'"
                               for i, name in enumerate(names))
            expected = f"{pascal(record.name)} {{ {', '.join(names)} }}"
        else:
            test, expected = "typeof v !== 'object' || v === null", pascal(record.name)
        return f"    if ({test})\n      throw wrong('{expected}', {given});"

    def length_checks(self, record, offsets):
        """Of the lists whose lengths follow from other fields, and of those in the structs in it."""
        def number(match):
            view, shift = VIEWS[self.model.scalar(next(f.type for f in record.fields if f.name == match[1]))]
            return f"{view}[{slot('p', offsets[match[1]], shift)}]"

        for field in record.fields:
            if not field.is_list:
                continue
            if not field.counter and "." not in field.length:
                needed = re.sub(r"\b([a-z]\w*)", number, field.length)
                yield f"    enough('{camel(field.name)}', v.{camel(field.name)}, {needed});"
            inner = self.model.records.get(field.type)
            for part in inner.fields if inner else ():
                if part.is_list and (part.length or "").startswith(record.name + "."):
                    needed = re.sub(r".*\.(\w+)", number, part.length)
                    yield (f"    for (const one of v.{camel(field.name)} ?? [])\n"
                           f"      enough('{camel(part.name)}', one.{camel(part.name)}, {needed});")

    def write_code(self, record):
        offsets = self.model.layout(record)[2]
        plain = len(record.fields) <= 4 and not any(f.is_pointer for f in record.fields)
        named = [field for field in record.fields if field.name not in record.counters]
        lines, union = [], None
        for field in named:
            if field.record and field.record.is_union:
                union = field
            else:
                lines.append("    " + self.write_field(record, field, offsets,
                                                       plain and not union))
        head = [f"  function {self.writer(record.name)}(p, v) {{"]
        if union:
            names = [(value, name) for value, name, _ in self.members(record, union)]
            kinds = "".join(f"v.{name} !== undefined ? {value} : " for value, name in names)
            head.append(self.object_check(record, []))
            words = f"{kinds}0;".replace(" !== undefined ? ", "~").split(" : ")
            head.append(wrapped("const kind = v.kind ?? (", [
                word.replace("~", " !== undefined ? ") + (" :" if "~" in word else "")
                for word in words], "", 4).replace("0;", "-1);"))
            choice = " or ".join(name for _, name in names)
            head += ["    if (kind < 0)",
                     f"      throw wrong('{pascal(record.name)} {{ {choice} }}', v);"]
            lines = [line.replace("v.kind", "kind") for line in lines]
            lines += self.union_cases(record, union, offsets, self.write_case)
            lines = [line.replace("v.convex)", "v.convex ?? v.polygon)") for line in lines]
        elif is_list(record):
            head += ["    const given = v;", "    if (Array.isArray(v) || ArrayBuffer.isView(v))",
                     f"      v = {{ {camel(named[0].name)}: v }};",
                     self.object_check(record, [], "given")]
        elif all(not field.is_pointer for field in named) and len(named) <= 6:
            fields = ", ".join(camel(field.name) for field in named)
            head += ["    const given = v;", "    if (Array.isArray(v)) {",
                     f"      const [{fields}] = v;", f"      v = {{ {fields} }};", "    }",
                     self.object_check(record, [camel(field.name) for field in named], "given")]
        else:
            head.append(self.object_check(record, [camel(field.name) for field in named]))
        if record.room:
            head += [f"    if (v.count > {record.room})",
                     f"      throw new RangeError('count is more than {record.room}');"]
        return "\n".join([*head, *lines, *self.length_checks(record, offsets), "  }"])
