#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the two crates: kickbox-sys, which is C as it is, and kickbox, which is safe.

    make.py kickbox_api.json --made FOLDER/FILE --sources kickbox.c ..."""
import argparse
import os
import shutil
import sys
import textwrap

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from model import Model, pascal  # noqa: E402

TYPES = {"bool": "bool", "char": "c_char", "uint8_t": "u8", "uint16_t": "u16", "int": "c_int",
         "int32_t": "i32", "uint32_t": "u32", "float": "f32", "int64_t": "i64", "uint64_t": "u64",
         "double": "f64", "size_t": "usize"}
# Names that Rust's own types have.
NAMES = {"kbx_vec": "Vec2", "kbx_box": "PixelBox"}
# What kickbox/src/lib.rs wraps by hand, for lifetimes: it holds a handle or a borrowed pointer.
WRAPPED = {"kbx_handle": "Handle", "kbx_shape": "Shape", "kbx_filter": "Filter", "kbx_step": "Step",
           "kbx_about": "About", "kbx_placed_shape": "PlacedShape"}
BY_HAND = ("bank_open", "bank_open_file", "bank_close_file", "bank_reload_file", "open", "level_of",
           "bank_count", "bank_item", "bank_find", "bank_classes", "polygon_triangulate",
           "polygon_decompose", "shape_polygon", "shape_convex", "name", "value", "info",
           "animation_step", "animation_at", "frame_shape", "status_text")
KEYWORDS = ("move", "where", "as", "type", "in", "ref", "box", "loop")

SYS = """// SPDX-License-Identifier: MIT
//! libkickbox as C declares it, with pointers and scalars only. Made from its headers by make.py.
//! Use the crate `kickbox`, which is safe.
#![allow(non_camel_case_types)]
use std::os::raw::{c_char, c_int, c_void};

"""
SAFE = """// SPDX-License-Identifier: MIT
// The types and functions of libkickbox. Made from its headers by make.py.
use crate::*;
use std::os::raw::c_int;
"""


def title(name):
    if name in NAMES:
        return NAMES[name]
    return pascal(name)


def safe(name):
    return name + "_" if name in KEYWORDS else name


def doc(comment, indent=0):
    lines = []
    for line in comment.strip().split("\n"):
        if line.startswith("  "):
            lines += ["", "```text", line, "```"]
        else:
            lines += textwrap.wrap(line.replace("[", "\\[").replace("]", "\\]"), 95 - indent)
    text = "\n".join(lines).replace("```\n\n```text\n", "")
    return "".join(" " * indent + f"/// {line}".rstrip() + "\n" for line in text.split("\n")
                   if comment.strip())


class Writer:
    def __init__(self, model):
        self.model = model

    def scalar(self, name):
        """A scalar or an enum in Rust, or None."""
        if name in self.model.enums:
            return title(name)
        scalar = self.model.scalar(name)
        return TYPES[scalar] if scalar else None

    # ---- kickbox-sys

    def sys_type(self, name):
        return self.scalar(name) or {"void": "c_void", "char": "c_char"}.get(name) or (
            "c_void" if name == "kbx_bank" else title(name))

    def enum(self, enum):
        rows = "".join(f"    pub const {name}: Self = Self({number});\n"
                       for name, number, _ in enum.values)
        return (f"{doc(enum.comment)}#[repr(transparent)]\n#[derive(Clone, Copy, Debug, Default, "
                f"PartialEq, Eq, Hash)]\npub struct {title(enum.name)}(pub c_int);\n\n"
                f"impl {title(enum.name)} {{\n{rows}}}\n\n")

    def record(self, record):
        rows = []
        for field in record.fields:
            kind = field.record.name if field.record else field.type
            if field.is_call:
                kind = "Option<extern \"C\" fn(*mut c_void, f64) -> bool>"
            elif field.is_pointer:
                kind = f"*const {self.sys_type(kind)}"
            elif field.is_array:
                kind = f"[{self.sys_type(kind)}; {field.count}]"
            else:
                kind = self.sys_type(kind)
            rows.append(f"{doc(field.comment, 4)}    pub {safe(field.name)}: {kind},\n")
        word = "union" if record.is_union else "struct"
        debug = "" if record.is_union else "#[derive(Clone, Copy)]\n"
        if self.plain(record):
            debug = "#[derive(Clone, Copy, Debug, Default, PartialEq)]\n"
        elif record.is_union:
            debug = "#[derive(Clone, Copy)]\n"
        return (f"{doc(record.comment)}#[repr(C)]\n{debug}pub {word} {title(record.name)} {{\n"
                f"{''.join(rows)}}}\n\n")

    def plain(self, record):
        """Only numbers."""
        return not record.is_union and all(
            not field.is_pointer and field.count <= 32
            and (not field.record or self.plain(field.record))
            and (field.type not in self.model.records
                 or self.plain(self.model.records[field.type]))
            for field in record.fields)

    def extern(self, call):
        taken = []
        for p in call.parameters:
            kind = self.sys_type(p.type)
            if p.role == "texts":
                kind = "*const *const c_char"
            elif p.role not in ("value", "length"):
                const = p.role in ("struct", "in", "text", "array", "bytes")
                kind = f"*{'const' if const else 'mut'} {kind}"
            taken.append(f"{safe(p.name)}: {kind}")
        returns = ""
        if call.returns in self.model.records:
            taken.append(f"result: *mut {title(call.returns)}")
        elif call.returns_text:
            returns = " -> *const c_char"
        elif not call.returns_nothing:
            returns = f" -> {self.sys_type(call.returns)}"
        lines = "".join(f"        {one},\n" for one in taken)
        return f"    pub fn {call.flat}(\n{lines}    ){returns};\n"

    def sys(self):
        model, out = self.model, [SYS]
        for constant in model.constants:
            value = constant["number"]
            kind = ("f64" if isinstance(value, float) else "u64" if value > 2**32 - 1 else "u32")
            out.append(f"pub const {constant['name'].removeprefix('KBX_')}: {kind} = {value};\n")
        out.append("\n")
        out += [self.enum(enum) for enum in model.enums.values()]
        out += [self.record(record) for record in model.ordered_records()
                if not record.name.startswith("kbx_bank")]
        out += ["extern \"C\" {\n", *map(self.extern, model.calls), "}\n"]
        return "".join(out)

    # ---- kickbox

    def is_safe(self, call):
        """Can it be written here? Packing takes pointers; its functions are in kickbox-sys."""
        if call.name in BY_HAND or call.name.endswith("_of") and call.name != "cell_of" \
                and call.name != "pixel_of" and call.name != "zone_of":
            return False
        for p in call.parameters:
            record = self.model.records.get(p.type)
            if p.role in ("bytes", "texts", "room", "scratch") or (
                    record and p.type not in WRAPPED and p.type != "kbx_polygon"
                    and not self.plain(record)):
                return False
        record = self.model.records.get(call.returns)
        return call.returns in WRAPPED or not record or self.plain(record)

    def safe_type(self, name, life="'_"):
        if name in WRAPPED:
            return f"{WRAPPED[name]}<{life}>"
        return self.scalar(name) or title(name)

    def function(self, call):
        lent = any(p.type == "kbx_handle" for p in call.given)
        life = "'a" if lent and (call.returns in WRAPPED or any(
            p.type in WRAPPED for p in call.results)) else "'_"
        taken, before, passed, results = [], [], {}, []
        for p in call.given:
            name, kind = safe(p.name), self.safe_type(p.type, life)
            if p.role == "value":
                taken.append(f"{name}: {kind}")
                passed[p.name] = name
            elif p.type == "kbx_filter":
                taken.append(f"{name}: Option<&Filter<'_>>")
                passed[p.name] = f"{name}.map_or(core::ptr::null(), |given| &given.raw)"
            elif p.type == "kbx_polygon":
                taken.append(f"{name}: &[Vec2]")
                before.append(f"    let {name} = polygon_of({name});\n")
                passed[p.name] = f"&{name}"
            elif p.role in ("struct", "in") and p.type in WRAPPED:
                own = life if p.type == "kbx_handle" else "'_"
                taken.append(f"{name}: {'&' if p.type == 'kbx_shape' else ''}"
                             f"{self.safe_type(p.type, own)}")
                passed[p.name] = f"&{name}.raw"
            elif p.role in ("struct", "in"):
                taken.append(f"{name}: {'&' if p.role == 'in' else ''}{kind}")
                passed[p.name] = name if p.role == "in" else f"&{name}"
            elif p.role == "inout":
                taken.append(f"{name}: &mut {kind}")
                passed[p.name] = name
            elif p.role == "text":
                taken.append(f"{name}: &str")
                before.append(f"    let {name} = text_of({name});\n")
                passed[p.name] = f"{name}.as_ptr()"
            else:
                mutable = "mut " if p.role == "changed" else ""
                optional = p.nullable
                inner = self.safe_type(p.type)
                if p.type == "kbx_shape":
                    before.append(f"    let {name}: std::vec::Vec<_> = {name}.iter()"
                                  f".map(|shape| shape.raw).collect();\n")
                taken.append(f"{name}: Option<&[{inner}]>" if optional
                             else f"{name}: &{mutable}[{inner}]")
                passed[p.name] = (f"{name}.map_or(core::ptr::null(), |given| given.as_ptr())"
                                  if optional else
                                  f"{name}.{'as_mut_ptr' if mutable else 'as_ptr'}()")
                if p.length in passed:
                    before.append(f'    assert!({name}.len() == {passed[p.length].removesuffix(" as _")}, '
                                  f'"{name} has another length");\n')
                elif p.length in [other.name for other in call.parameters]:
                    passed[p.length] = f"{name}.len() as _"
                elif "kbx_soup_plan" in p.length:
                    before.append(
                        f"    if let Some(given) = {name} {{\n        let next = 64 * given.len() as u32;\n"
                        "        let more = unsafe {\n            sys::kbxf_soup_polygon(&soup.raw, next, core::ptr::null_mut(), 0)\n"
                        f'        }};\n        assert!(more == 0, "{name} has fewer bits than the soup polygons");\n    }}\n')
            before += self.room_checks(p, name)
        for p in call.results:
            if p.role == "out":
                name = safe(p.name)
                before.append(f"    let mut {name} = Default::default();\n")
                passed[p.name] = f"&mut {name}"
                results.append((self.safe_type(p.type), name))
        lists = [p for p in call.results if p.role == "outs"]
        order = [p.name for p in call.parameters]
        by_pointer = call.returns in self.model.records
        wrapped = call.returns in WRAPPED
        tail = []
        if by_pointer:
            before.append("    let mut result = core::mem::MaybeUninit::uninit();\n")
        more = ["result.as_mut_ptr()"] if by_pointer else []
        finished = ("unsafe { result.assume_init() }" if not wrapped else
                    f"{WRAPPED[call.returns]}::new(unsafe {{ result.assume_init() }})")

        def ask():
            return f"sys::{call.flat}({', '.join([passed[n] for n in order] + more)})"

        if lists:
            one = lists[0]
            item = self.safe_type(one.type, life)
            passed[one.name], passed[one.length] = "room", "capacity as _"
            count = (f"{{ {ask()}; result.assume_init().{call.length_field} }}" if by_pointer else ask())
            kind = self.scalar(one.type) or f"sys::{title(one.type)}"
            before.append(f"    let {safe(one.name)} = list_of(|room: *mut {kind}, capacity| "
                          f"unsafe {{ {count} }} as usize);\n")
            value = safe(one.name)
            if one.type in WRAPPED:
                value = f"{value}.into_iter().map({WRAPPED[one.type]}::new).collect()"
            results.insert(0, (f"std::vec::Vec<{item}>", value))
            if by_pointer:
                results.insert(0, (self.safe_type(call.returns, life), finished))
        elif by_pointer:
            before.append(f"    unsafe {{ {ask()} }};\n")
            results.insert(0, (self.safe_type(call.returns, life), finished))
        elif call.returns_nothing:
            before.append(f"    unsafe {{ {ask()} }};\n")
        elif results:
            before.append(f"    let answer = unsafe {{ {ask()} }};\n")
            results.insert(0, (self.scalar(call.returns), "answer"))
        else:
            results.insert(0, (self.scalar(call.returns), f"unsafe {{ {ask()} }}"))
        if results:
            kinds, values = zip(*results)
            returns = kinds[0] if len(kinds) == 1 else f"({', '.join(kinds)})"
            answer = values[0] if len(values) == 1 else f"({', '.join(values)})"
            tail.append(f"    {answer}\n")
            returns = f" -> {returns}"
        else:
            returns = ""
        generic = "<'a>" if life == "'a" else ""
        if not lent and call.returns in WRAPPED:
            returns = returns.replace("'_", "'static")
        lines = "".join(f"    {one},\n" for one in taken)
        return (f"{doc(call.comment)}pub fn {safe(call.name)}{generic}(\n{lines}){returns} {{\n"
                f"{''.join(before + tail)}}}\n\n")

    def room_checks(self, parameter, name):
        """Refuses a count for which a struct has no room: C trusts it."""
        record = self.model.records.get(parameter.type)
        is_list = parameter.role in ("array", "changed")
        for path, room in self.model.rooms(record) if record else ():
            what = ".".join(["one" if is_list else name, *map(safe, path), "count"])
            test = f'assert!({what} <= {room}, "count is more than {room}");'
            yield f"    for one in {name}.iter() {{\n        {test}\n    }}\n" if is_list else f"    {test}\n"

    def shared(self):
        """What is the same in both crates."""
        model = self.model
        names = [title(name) for name in [*model.enums, *model.records]
                 if name not in WRAPPED and name not in ("kbx_bank", "kbx_error")]
        names += [constant["name"].removeprefix("KBX_") for constant in model.constants]
        lines = textwrap.wrap(", ".join(sorted(names)), 95)
        return "pub use crate::sys::{\n" + "".join(f"    {line}\n" for line in lines) + "};\n"

    def safe_crate(self):
        return (SAFE + self.shared() + "\n" + "".join(
            self.function(call) for call in self.model.calls
            if self.is_safe(call))).rstrip("\n") + "\n"


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    parser = argparse.ArgumentParser(description="Makes the Rust crates.")
    parser.add_argument("api")
    parser.add_argument("--made", required=True, help="written last, in the folder of the crates")
    parser.add_argument("--sources", nargs="*", default=[], help="of the library, to compile")
    arguments = parser.parse_args()
    out, writer = os.path.dirname(arguments.made), Writer(Model(arguments.api))
    for crate in ("kickbox-sys", "kickbox"):
        shutil.copytree(os.path.join(HERE, crate), os.path.join(out, crate), dirs_exist_ok=True)
        shutil.copy(os.path.join(HERE, "..", "..", "LICENSE"), os.path.join(out, crate))
    for name in ("Cargo.toml", "README.md"):
        shutil.copy(os.path.join(HERE, name), out)
    for folder in ("kickbox-sys/src", "kickbox-sys/c"):
        os.makedirs(os.path.join(out, folder), exist_ok=True)
    for source in arguments.sources:
        shutil.copy(source, os.path.join(out, "kickbox-sys", "c"))
    write(os.path.join(out, "kickbox-sys", "src", "lib.rs"), writer.sys())
    write(os.path.join(out, "kickbox", "src", "api.rs"), writer.safe_crate())
    write(arguments.made, "")


if __name__ == "__main__":
    main()
