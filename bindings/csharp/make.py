#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the C# binding: the types and functions of the library by P/Invoke.

    make.py kickbox_api.json -o Kickbox.Api.cs"""
import os
import sys
import textwrap
from xml.sax.saxutils import escape

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from model import Model, pascal, main  # noqa: E402

TYPES = {"bool": "byte", "char": "byte", "uint8_t": "byte", "uint16_t": "ushort", "int": "int",
         "int32_t": "int", "uint32_t": "uint", "float": "float", "int64_t": "long",
         "uint64_t": "ulong", "double": "double", "size_t": "UIntPtr"}
# What the hand-written part does: banks own memory.
BY_HAND = ("bank_open", "bank_open_file", "bank_close_file", "bank_reload_file", "open",
           "bank_count", "bank_item",
           "bank_find", "bank_classes")
KEYWORDS = ("as", "base", "in", "out", "params", "ref", "string", "object", "fixed", "lock", "is")

HEAD = """// SPDX-License-Identifier: MIT
// The types and functions of libkickbox. Made from its headers by make.py.
using System;
using System.Runtime.InteropServices;

namespace Kickbox
{
"""


def value_title(name):
    """HALF_PLANE as HalfPlane."""
    return "".join(word.capitalize() for word in name.split("_"))


def local(name):
    """A parameter: place_a as placeA."""
    name = pascal(name)
    name = name[0].lower() + name[1:]
    return "@" + name if name in KEYWORDS else name


def doc(comment, indent):
    comment = comment.strip()
    if not comment:
        return ""
    pad = " " * indent + "/// "
    lines = []
    for line in comment.split("\n"):
        lines += ([line] if line.startswith("  ") else textwrap.wrap(line, 96 - indent) or [""])
    body = "".join((pad + escape(line)).rstrip() + "\n" for line in lines)
    return f"{pad}<summary>\n{body}{pad}</summary>\n"


class Writer:
    def __init__(self, model):
        self.model = model

    def type(self, name):
        """How memory holds it."""
        if name in self.model.enums:
            return pascal(name)
        scalar = self.model.scalar(name)
        return TYPES[scalar] if scalar else pascal(name)

    def shown(self, name):
        """How a program sees it."""
        return "bool" if self.model.scalar(name) == "bool" else self.type(name)

    def enum(self, enum):
        rows = "".join(f"        {value_title(name)} = {number},\n"
                       for name, number, _ in enum.values)
        return f"{doc(enum.comment, 4)}    public enum {pascal(enum.name)}\n    {{\n{rows}    }}\n\n"

    def fields(self, record, offset):
        """(the lines, [(type, name)] that a constructor takes)."""
        out, plain = [], []
        for field in record.fields:
            name, comment = pascal(field.name), doc(field.comment, 8)
            if name == pascal(record.name):
                name = "Is" + name
            if field.is_pointer:
                out.append(f"{comment}{offset}        public IntPtr {name};\n")
                continue
            kind = self.type(field.record.name if field.record else field.type)
            for i in range(field.count):
                one = f"{name}{i}" if field.is_array else name
                if field.count > 8:
                    break
                if self.model.scalar(field.type or "") == "bool":
                    out.append(f"{offset}        private byte {local(one)}_;\n{comment}        "
                               f"public bool {one}\n        {{\n            get {{ return "
                               f"{local(one)}_ != 0; }}\n            set {{ {local(one)}_ = "
                               f"(byte)(value ? 1 : 0); }}\n        }}\n")
                else:
                    out.append(f"{comment}{offset}        public {kind} {one};\n")
                    plain.append((kind, one))
            if field.count > 8:
                size = self.model.measure(field, 8)[0] * field.count
                out.append(f"        private fixed byte {local(name)}_[{size}];\n")
        return "".join(out), plain

    def record(self, record):
        layout = "Explicit" if record.is_union else "Sequential"
        body, plain = self.fields(record, "        [FieldOffset(0)]\n" if record.is_union else "")
        name = pascal(record.name)
        made = ""
        if not record.is_union and len(plain) == len(record.fields) and len(plain) <= 4:
            taken = ", ".join(f"{kind} {local(field)}" for kind, field in plain)
            sets = "".join(f"            {field} = {local(field)};\n" for _, field in plain)
            made = f"\n        public {name}({taken})\n        {{\n{sets}        }}\n"
        return (f"{doc(record.comment, 4)}    [StructLayout(LayoutKind.{layout})]\n"
                f"    public unsafe partial struct {name}\n    {{\n{body}{made}    }}\n\n")

    def call(self, call):
        model, name = self.model, pascal(call.name)
        by_pointer = call.returns in model.records
        native = ("void" if by_pointer or call.returns_nothing else "byte*" if call.returns_text
                  else self.type(call.returns))
        taken = []
        for p in call.parameters:
            pointer = p.role not in ("value", "length")
            kind = "void" if p.type in ("void", "kbx_bank") else self.type(p.type)
            kind = "byte*" if p.role == "texts" else kind
            taken.append(f"{kind}{'*' if pointer else ''} {local(p.name)}")
        if by_pointer:
            taken.append(f"{pascal(call.returns)}* result")
        extern = (f"        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]\n"
                  f"        private static extern {native} {call.flat}({', '.join(taken)});\n\n")
        if call.packs:
            return extern + self.pack(call)
        signature, lines, passed, fixes, outs = [], [], {}, [], []
        optional = []
        for p in call.given:
            own, kind = local(p.name), self.type(p.type)
            passed[p.name] = own
            if p.role == "value":
                default = " = Constants.AllClasses" if p.type == "kbx_class_set" else ""
                (optional if default else signature).append(f"{self.shown(p.type)} {own}{default}")
                if self.shown(p.type) == "bool":
                    passed[p.name] = f"(byte)({own} ? 1 : 0)"
            elif p.role in ("struct", "in") and p.type != "kbx_filter":
                signature.append(f"{kind} {own}")
                passed[p.name] = "&" + own
                if p.type == "kbx_handle":
                    lines.append(f"            Bank.Check({own});\n")
            elif p.type == "kbx_filter":
                optional.append(f"{kind}? {own} = null")
                lines.append(f"            Filter {own}Value = {own} ?? default(Filter);\n")
                passed[p.name] = f"{own}.HasValue ? &{own}Value : null"
            elif p.role == "inout":
                signature.append(f"ref {kind} {own}")
                fixes.append(f"{kind}* {own}At = &{own}")
                passed[p.name] = own + "At"
            elif p.role == "text":
                signature.append(f"string {own}")
                fixes.append(f"byte* {own}At = Text.Of({own})")
                passed[p.name] = own + "At"
            elif p.role in ("array", "changed") and p.kept:
                signature.append(f"Pinned<{kind}> {own}")
                passed[p.name] = f"({kind}*){own}.Address"
                passed[p.length] = f"(uint){own}.Length"
            else:
                (optional if p.nullable else signature).append(
                    f"{kind}[] {own}{' = null' if p.nullable else ''}")
                fixes.append(f"{kind}* {own}At = {own}")
                passed[p.name] = own + "At"
                if p.length in passed:
                    lines += [f"            if ((uint){own}.Length != {passed[p.length]})\n",
                              f'                throw new ArgumentException("as long as the other list", "{own}");\n']
                elif p.length in [other.name for other in call.parameters]:
                    passed[p.length] = f"(uint){own}.Length"
                elif "kbx_soup_plan" in p.length:
                    lines += [f"            if ({own} != null && kbxf_soup_polygon(&soup, 64 * (uint){own}.Length, null, 0) != 0)\n",
                              f'                throw new ArgumentException("fewer bits than the soup polygons", "{own}");\n']
        lines += [line for p in call.given for line in self.room_checks(p)]
        for p in call.results:
            own, kind = local(p.name), self.type(p.type)
            if p.role == "out":
                outs.append(f"out {kind} {own}")
                lines.append(f"            {own} = default({kind});\n")
                fixes.append(f"{kind}* {own}At = &{own}")
                passed[p.name] = own + "At"
        lists = [p for p in call.results if p.role == "outs"]
        order = [p.name for p in call.parameters]
        more = ["&result"] if by_pointer else []
        returns = pascal(call.returns) if by_pointer else (
            "void" if call.returns_nothing else "string" if call.returns_text
            else self.shown(call.returns))
        body, tail = [], []
        if by_pointer:
            lines.append(f"            {returns} result;\n")

        def ask():
            return f"{call.flat}({', '.join([passed[n] for n in order] + more)})"

        if call.counts:
            one = lists[0]
            own, kind = local(one.name), self.type(one.type)
            listed = f"{kind}[]"
            passed[one.name], passed[one.length] = own + "At", f"(uint)Room<{kind}>.Items.Length"
            count, field = "count", call.length_field and pascal(call.length_field)
            if by_pointer:
                outs.append(f"out {listed} {own}")
                count = f"result.{field}"
                tail = [f"{own} = Room<{kind}>.Take({count});", "return result;"]
            else:
                returns = listed
                lines.append("            uint count;\n")
                tail = [f"return Room<{kind}>.Take(count);"]
            body += ["do", f"    fixed ({kind}* {own}At = Room<{kind}>.Items)",
                     f"        {'' if by_pointer else 'count = '}{ask()};",
                     f"while (Room<{kind}>.Grow({count}));"]
        else:
            for p in lists + [p for p in call.parameters if p.role == "scratch"]:
                own, kind = local(p.name), self.type(p.type)
                lines.append(f"            var {own} = new {kind}[Math.Max("
                             f"{self.length(p.length)}, 1)];\n")
                fixes.append(f"{kind}* {own}At = {own}")
                passed[p.name] = own + "At"
            if lists:
                outs += [f"out {self.type(p.type)}[] {local(p.name)}Found" for p in lists]
                body = [f"uint count = {ask()};"]
                body += [f"{local(p.name)}Found = {local(p.name)};" for p in lists]
                tail = ["return count;"]
            elif by_pointer:
                body, tail = [ask() + ";"], ["return result;"]
            elif call.returns_nothing:
                body = [ask() + ";"]
            elif call.returns_text:
                body = [f"return Text.From({ask()});"]
            elif returns == "bool":
                body = [f"return {ask()} != 0;"]
            else:
                body = [f"return {ask()};"]
        head = f"        public static {returns} {name}({', '.join(signature + outs + optional)})\n"
        for fix in fixes:
            lines.append(f"            fixed ({fix})\n")
        block = "".join(f"                {line}\n" for line in body + tail)
        return (extern + doc(call.comment, 8) + head + "        {\n" + "".join(lines)
                + f"            {{\n{block}            }}\n        }}\n\n")

    def room_checks(self, parameter):
        """Refuses a count for which a struct has no room: C trusts it."""
        own, record = local(parameter.name), self.model.records.get(parameter.type)
        is_list = parameter.role in ("array", "changed")
        for path, room in self.model.rooms(record) if record else ():
            what = ".".join(["one" if is_list else own, *map(pascal, path), "Count"])
            each = f"            foreach ({pascal(parameter.type)} one in {own})\n    " if is_list else ""
            yield (f"{each}            if ({what} > {room})\n"
                   f'                throw new ArgumentException("count is more than {room}", "{own}");\n')

    def length(self, expression):
        return self.model.length(expression).replace("polygon.count", "(int)polygon.Count")

    def pack(self, call):
        """What writes bytes: asked for the size first."""
        name, plan = pascal(call.name), pascal(call.given[0].type)
        about = doc(call.comment, 8)
        if not call.name.endswith("_pack"):
            return (f"{about}        public static ulong {name}({plan} plan)\n        {{\n"
                    f"            return (ulong){call.flat}(&plan);\n        }}\n\n")
        function, length = self.model.work(call)
        size = f"{pascal(function)}(plan)" if function else length.replace("plan.count", "plan.Count")
        return (f"{about}        public static byte[] {name}({plan} plan)\n        {{\n"
                f"            var work = new byte[{size} + 1];\n"
                f"            var error = default(Error);\n"
                f"            fixed (byte* workAt = work)\n            {{\n"
                f"                var workSize = (UIntPtr)(ulong)(work.Length - 1);\n"
                f"                var size = (ulong){call.flat}(&plan, workAt, workSize, null,"
                f" UIntPtr.Zero, &error);\n"
                f"                var bytes = new byte[size];\n"
                f"                fixed (byte* at = bytes)\n"
                f"                    if (size == 0 || (ulong){call.flat}(&plan, workAt, workSize,"
                f" at, (UIntPtr)size, &error) != size)\n"
                f"                        throw new KickboxException(error);\n"
                f"                return bytes;\n            }}\n        }}\n\n")

    def write(self):
        model, out = self.model, [HEAD]
        out += [self.enum(enum) for enum in model.enums.values()]
        out += [self.record(record) for record in model.ordered_records()
                if record.name != "kbx_bank"]
        out.append("    public static class Constants\n    {\n")
        for constant in model.constants:
            value, name = constant["number"], value_title(constant["name"][4:])
            kind = ("double" if isinstance(value, float) else "ulong" if value > 2**32 - 1
                    else "uint" if value > 2**31 - 1 else "int")
            out.append(f"        public const {kind} {name} = {value};\n")
        out.append("    }\n\n    public static unsafe partial class Kb\n    {\n")
        out += [self.call(call) for call in model.calls if call.name not in BY_HAND]
        return "".join(out).rstrip("\n") + "\n    }\n}\n"


if __name__ == "__main__":
    main("Writes the C# binding.", lambda api: Writer(Model(api)).write())
