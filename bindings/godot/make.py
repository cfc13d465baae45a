#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes kickbox_table.h: what the GDExtension must know of the library's types and functions.

    make.py kickbox_api.json -o kickbox_table.h"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from model import Model, main  # noqa: E402

FORMS = {"bool": "BOOL", "uint8_t": "UINT8", "uint16_t": "UINT16", "int": "INT32",
         "int32_t": "INT32", "uint32_t": "UINT32", "float": "FLOAT", "int64_t": "INT64",
         "uint64_t": "INT64", "double": "DOUBLE", "size_t": "SIZE", "char": "TEXT"}
STRUCTS = {"kbx_vec": "VEC", "kbx_vec3": "VEC3", "kbx_point": "POINT", "kbx_size": "POINT",
           "kbx_box": "BOX", "kbx_handle": "HANDLE"}
BANK = ("bank_count", "bank_item", "bank_find", "bank_classes")
HANDLE = ("count", "item", "find", "parent", "name", "value", "info")
# kickbox_godot.c has what owns memory. Godot divides polygons itself.
LEFT_OUT = ("bank_open", "bank_open_file", "bank_close_file", "bank_reload_file", "open",
            "level_of", "polygon_triangulate", "polygon_decompose")


def bound(call):
    """Is this function called by the table? Those that pack are written apart."""
    return not call.packs and call.name not in LEFT_OUT and not call.name.startswith("soup_")


class Writer:
    def __init__(self, model):
        self.model, self.types, self.out = model, {}, []

    def type(self, name):
        """The expression for a type of the table, which is written when first used."""
        scalar = self.model.scalar(name)
        key = FORMS[scalar] if scalar else name
        if key not in self.types:
            self.types[key] = "type_" + key
            if scalar:
                size = "char *" if scalar == "char" else scalar
                self.out.append(f"static const Type type_{key} = {{ FORM_{key}, sizeof ({size}), "
                                "NULL, 0, NULL, 0 };\n")
            elif name in STRUCTS:
                self.out.append(f"static const Type type_{key} = {{ FORM_{STRUCTS[name]}, "
                                f"sizeof ({name}), NULL, 0, NULL, 0 }};\n")
            else:
                self.record(self.model.records[name], name, "")
        return "&" + self.types[key]

    def record(self, record, owner, path):
        """A struct, or a part without a name that is at `path` of its owner. A list has its length,
        which is no field of its own."""
        rows = []
        for field in [field for field in record.fields if field.name not in record.counters]:
            at = f"{path}.{field.name}" if path else field.name
            offset = f"offsetof ({owner}, {at}{'[0]' if field.is_array else ''})"
            if path:
                offset += f" - offsetof ({owner}, {path})"
            rows.append(self.field(field, record, owner, at, "0" if record.is_union else offset))
        self.types[record.name] = "type_" + record.name
        size = f"sizeof ((({owner} *) 0)->{path})" if path else f"sizeof ({owner})"
        arms, count = "NULL", 0
        if record.is_union:
            kinds = [name.lower() for name, _, _ in self.model.enums[owner + "_kind"].values]
            names = [field.name for field in record.fields]
            numbers = [names.index("polygon" if kind == "convex" else kind) for kind in kinds]
            arms, count = f"arms_{record.name}", len(kinds)
            self.out.append(f"static const uint8_t {arms}[] = {{ "
                            f"{', '.join(map(str, numbers))} }};\n")
        self.out.append(f"static Field fields_{record.name}[] = {{\n{''.join(rows)}}};\n"
                        f"static const Type type_{record.name} = {{ "
                        f"FORM_{'UNION' if record.is_union else 'STRUCT'}, {size}, "
                        f"fields_{record.name}, {len(rows)}, {arms}, {count} }};\n")

    def field(self, field, record, owner, at, offset):
        many, length, size, unit, need = "ONE", "NO_FIELD", "0", 1, "NULL"
        if field.record:
            self.record(field.record, owner, at)
            kind = "&type_" + field.record.name
        elif field.is_pointer and field.points_to not in ("array", "text"):
            kind, many = "NULL", "OPAQUE"
        else:
            kind = self.type(field.type)
        if field.is_pointer and field.points_to == "array":
            many = "LIST"
            if field.counter:
                counter, unit = field.counter
                length = f"offsetof ({record.name}, {counter})"
                size = f"sizeof ((({record.name} *) 0)->{counter})"
            else:
                need = self.need(field, record)
        elif field.is_array:
            many = "FIXED"
        return (f'  {{ "{field.name}", {kind}, {offset}, {many}, {field.count}, {length}, {size}, '
                f"{unit}, {need}, {{ {{ 0 }} }} }},\n")

    def need(self, field, record):
        """A function for a length that fields say, of the struct or of the one around it."""
        name = f"need_{record.name}_{field.name}"
        length = re.sub(r"(kbx_\w+)\.(\w+)|([a-z_]\w*)", lambda found: (
            f"(uint64_t) ((const {found[1]} *) around)->{found[2]}" if found[1]
            else f"(uint64_t) ((const {record.name} *) at)->{found[3]}"), field.length)
        self.out.append(f"static uint64_t\n{name} (const void *at, const void *around)\n{{\n"
                        f"  return {length};\n}}\n")
        return name

    def pack(self, call):
        """What writes bytes, asked with a plan."""
        function, length = self.model.work(call)
        plan = call.given[0].type
        work = f"kbx_{function} (plan)" if function else re.sub(
            r"plan\.", f"((const {plan} *) plan)->", length)
        self.out.append(f"static const Parameter parameters_{call.name}[] = {{\n"
                        f'  {{ "plan", IN, {self.type(plan)}, 0, -1, false }},\n}};\n'
                        f"static size_t\nrun_{call.name} (const void *plan, void *work, "
                        "size_t work_size, void *bytes, size_t room, kbx_error *error)\n{\n"
                        f"  return {call.c_name} (plan, work, work_size, bytes, room, error);\n}}\n"
                        f"static size_t\nwork_{call.name} (const void *plan)\n{{\n"
                        f"  return {work};\n}}\n")
        return (f'  {{ {{ "{call.name}", NULL, NULL, parameters_{call.name}, 1, 1, 1, NO_FIELD }}, '
                f"run_{call.name}, work_{call.name} }},\n")

    def call(self, call):
        """A function, its parameters, and one that calls it with what pointers point to."""
        model, rows, passed = self.model, [], []
        given, optional = call.given, [p for p in call.given if p.has_default]
        names = [p.name for p in call.parameters]
        for i, p in enumerate(call.parameters):
            role = {"struct": "IN"}.get(p.role, p.role.upper())
            kind = "NULL" if p.type == "kbx_bank" else self.type(p.type)
            argument = given.index(p) if p in given else -1
            length = names.index(p.length) if p.length in names else -1
            rows.append(f'  {{ "{p.name}", {role}, {kind}, {argument}, {length}, '
                        f"{str(p in optional).lower()} }},\n")
            by_value = p.role in ("value", "struct", "length")
            passed.append(f"*({p.type} *) p[{i}]" if by_value else f"p[{i}]")
        returns, found = "NULL", "NO_FIELD"
        if call.returns in model.records and call.counts:
            found = f"offsetof ({call.returns}, {call.length_field})"
        asked = f"{call.c_name} ({', '.join(passed)})"
        if not call.returns_nothing:
            returns = self.type(call.returns)
            kind = "const char *" if call.returns_text else call.returns
            asked = f"*({kind} *) result = {asked}"
        unused = "" if passed else "  (void) p;\n"
        rows = rows or ["  { NULL, VALUE, NULL, -1, -1, false },\n"]
        self.out.append(f"static const Parameter parameters_{call.name}[] = {{\n"
                        f"{''.join(rows)}}};\n"
                        f"static void\nrun_{call.name} (void *const *p, void *result)\n{{\n"
                        f"{unused}  {asked};\n}}\n")
        return (f'  {{ "{call.name}", run_{call.name}, {returns}, parameters_{call.name}, '
                f"{len(passed)}, {len(given) - len(optional)}, {len(given)}, {found} }},\n")

    def write(self):
        model = self.model
        calls = [call for call in model.calls if bound(call)]
        banks = [call for call in calls if call.name in BANK]
        rows = [self.call(call) for call in banks]
        statics = [self.call(call) for call in calls if call not in banks]
        packs = [self.pack(call) for call in model.calls
                 if call.packs and call.name.endswith("_pack") and call.name != "soup_pack"]
        used = ", ".join(f"&{name}" for name in self.types.values())
        numbers = {call.name: i for i, call in enumerate(c for c in calls if c not in banks)}
        own = [f'  {{ true, "{call.name.removeprefix("bank_")}", &bank_calls[{i}] }},\n'
               for i, call in enumerate(banks)]
        own += [f'  {{ false, "{name}", &calls[{numbers[name]}] }},\n' for name in HANDLE]
        constants = [("", c["name"], c["number"]) for c in model.constants
                     if isinstance(c["number"], int)]
        constants += [(enum.name, entry["name"], entry["value"]) for enum in model.enums.values()
                      for entry in enum.entries]
        table = "".join(f'  {{ "{"".join(w.title() for w in of.split("_")[1:])}", '
                        f'"{name.removeprefix("KBX_")}", (int64_t) {name} }},\n'
                        for of, name, _ in constants)
        return ("/* SPDX-License-Identifier: MIT */\n"
                "/* Made from the headers of the library by make.py. */\n"
                f"{''.join(self.out)}"
                f"static const Type *const all_types[] = {{ {used} }};\n"
                f"static const Call bank_calls[] = {{\n{''.join(rows)}}};\n"
                f"static const Call calls[] = {{\n{''.join(statics)}}};\n"
                f"static const Pack packs[] = {{\n{''.join(packs)}}};\n"
                "static const struct {\n  bool of_bank;\n  const char *name;\n  const Call *call;\n"
                f"}} methods[] = {{\n{''.join(own)}}};\n"
                f"static const Constant constants[] = {{\n{table}}};\n")


if __name__ == "__main__":
    main("Writes the table of the GDExtension.", lambda api: Writer(Model(api)).write())
