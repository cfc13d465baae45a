# SPDX-License-Identifier: MIT
"""kickbox.d.ts from the model, with the comments of the C headers."""
import re
import textwrap

from js_calls import is_made, method_name
from js_code import camel, is_list
from model import COORDINATES, pascal

HEAD = """// SPDX-License-Identifier: MIT
// The types of kickbox.js, with the comments of the C headers. Made by make.py.

/** Why bytes could not be opened or packed. */
export class KickboxError extends Error {
  readonly status: Status;
  /** The section's four letters, or "" for the header. */
  readonly section: string;
  /** Of the faulty byte. */
  readonly offset: number;
  /** What was expected there. */
  readonly reason: string;
}

/** Starts the library. `source`: the bytes of kickbox.wasm, a module, a response or a URL; left
 * out, the file next to this one. */
export function load(source?: BufferSource | WebAssembly.Module | Response | URL | string
  | PromiseLike<Response>): Promise<Kickbox>;

/** Bit i is the bank's class i. Left out: all classes. */
export type ClassSet = bigint;

/** A thing in a bank, or packed by the game itself. The same thing is always the same object, until
 * its bank is closed. A null handle is null. */
export interface Handle {
  readonly kind: Kind;
  /** Within the whole bank, or NONE without one. */
  readonly index: number;
  readonly bank: Bank | null;
  readonly name: string;
  readonly parent: Handle | null;
  readonly info: About;
  find(kind: Kind, name: string): Handle | null;
  count(kind: Kind): number;
  item(kind: Kind, i: number): Handle | null;
  /** The items of a kind, one after the other. */
  items(kind: Kind): Generator<Handle>;
  /** The text of its value for a key. */
  value(key: string): string | null;
  /** Frees what openPacked or levelOf took. */
  close(): void;
}

/** An open bank. */
export interface Bank {
  find(kind: Kind, name: string): Handle | null;
  count(kind: Kind): number;
  item(kind: Kind, i: number): Handle | null;
  items(kind: Kind): Generator<Handle>;
  /** The set of the named classes; unknown names are ignored. */
  classes(names: readonly string[]): ClassSet;
  readonly isOpen: boolean;
  /** Takes another bank's bytes; throws a KickboxError and stays as it is if they are damaged.
   * Handles stay valid by name. Those of what is gone become null handles. */
  reload(bytes: BufferSource): void;
  /** Frees the memory of the bank. Its handles are null handles from then on. */
  close(): void;
}

/** A place. Without axis and scale it is upright, on the pixel of (x, y). */
export type PlaceLike = { x: number; y: number; axis?: VecLike; scale?: number; flipX?: boolean;
  flipY?: boolean } | readonly [x: number, y: number, flipX?: boolean, flipY?: boolean];
"""
OPENERS = """
  /** The bytes that the library's memory has. It grows, but never shrinks. */
  readonly memorySize: number;
  /** Opens a bank; throws a KickboxError. The bytes are copied. */
  open(bytes: BufferSource): Bank;
  /** Opens packed bytes of a kind; throws a KickboxError. `close` frees them. */
  openPacked(kind: Kind, bytes: BufferSource): Handle;
  /** A level of the game's own layers, null if one is none. `close` frees it. */
  levelOf(layers: readonly (Handle | null)[]): Handle | null;
  /** Three corner indices for each triangle, clockwise on the screen. */
  polygonTriangulate(polygon: PolygonLike): number[];
  /** The corner indices of each convex part, of at most `most` corners. */
  polygonDecompose(polygon: PolygonLike, most: number): number[][];
"""
ARRAYS = {"uint8_t": "Uint8Array", "uint16_t": "Uint16Array", "uint32_t": "Uint32Array",
          "uint64_t": "BigUint64Array"}


class Declarations:
    def __init__(self, model):
        self.model = model
        self.names = {call.c_name: method_name(call) for call in model.calls}
        self.names |= {name: pascal(name) for name in (*model.records, *model.enums)}
        for enum in model.enums.values():
            self.names |= {value["name"]: f"{pascal(enum.name)}.{name}" for value, (name, _, _)
                           in zip(enum.entries, enum.values)}

    def comment(self, text, indent=0):
        """A comment of C, with the names of JavaScript."""
        if not text:
            return ""
        text = re.sub(r"\b(?:kbx|KBX)_\w+", lambda match: self.names.get(
            match[0], match[0].removeprefix("KBX_")), text.replace("*/", "* /"))
        text = text[:1].upper() + text[1:]
        pad, lines = " " * indent, []
        for line in text.split("\n") if "\n  " in text else [" ".join(text.split())]:
            lines += textwrap.wrap(line, 92 - indent) or [""]
        if len(lines) == 1:
            return f"{pad}/** {lines[0]} */\n"
        return f"{pad}/** {lines[0]}\n" + "".join(f"{pad} * {line}".rstrip() + "\n"
                                                  for line in lines[1:]) + f"{pad} */\n"

    # ---- types

    def scalar(self, type_name):
        if type_name == "kbx_class_set":
            return "ClassSet"
        if type_name in self.model.enums:
            return pascal(type_name)
        return {"bool": "boolean", "uint64_t": "bigint", "int64_t": "bigint",
                "char": "string"}.get(self.model.scalar(type_name), "number")

    def one(self, type_name, like):
        if type_name == "kbx_handle":
            return "Handle | null"
        if type_name in self.model.records:
            return pascal(type_name) + ("Like" if like else "")
        return self.scalar(type_name)

    def many(self, type_name, like):
        inner = self.one(type_name, like)
        if like and type_name in ARRAYS:
            return f"readonly {inner}[] | {ARRAYS[type_name]}"
        if like and type_name in COORDINATES:
            inner = f"({inner})" if " " in inner else inner
            floats = type_name not in ("kbx_point", "kbx_box", "kbx_size")
            typed = "Float32Array" if floats else "Uint32Array" if type_name == "kbx_size" else "Int32Array"
            return f"readonly {inner}[] | {typed}"
        if not like and type_name == "uint8_t":
            return "Uint8Array"
        inner = f"({inner})" if " " in inner else inner
        return f"readonly {inner}[]" if like else f"{inner}[]"

    def field(self, field, like):
        if field.points_to == "text":
            return "string | null"
        if field.is_pointer or field.is_array:
            return self.many(field.type, like) if not field.record else "readonly object[]"
        if field.record:
            return "object"
        return self.one(field.type, like)

    def fields(self, record):
        """Those that JavaScript has: no lengths, callbacks or their data."""
        for field in record.fields:
            if field.is_call or field.points_to == "opaque" or field.name in record.counters:
                continue
            if field.record and field.record.is_union:
                yield from ((inner, True) for inner in field.record.fields)
            else:
                yield field, False

    def interface(self, record, like):
        plain = len(record.fields) <= 4 and not any(f.is_pointer for f in record.fields)
        has_union = any(f.record and f.record.is_union for f in record.fields)
        out = [self.comment("" if like else record.comment)
               + f"export interface {pascal(record.name)}{'Like' if like else ''} {{\n"]
        if like:
            out[0] = f"interface {pascal(record.name)}Fields {{\n"
        for field, in_union in self.fields(record):
            has_default = not plain or has_union or field.type == "bool" \
                or field.name == "class_index"
            optional = "?" if in_union or like and has_default else ""
            if field.record and in_union:
                kind = "{ a: VecLike; b: VecLike; radius: number }" if like \
                    else "{ a: Vec; b: Vec; radius: number }"
            else:
                kind = self.field(field, like)
            out.append(self.comment(field.comment, 2)
                       + f"  {camel(field.name)}{optional}: {kind};\n")
        if like and record.name == "kbx_shape":
            out.append("  convex?: PolygonLike;\n")
        return "".join(out) + "}\n"

    def like(self, record):
        name = pascal(record.name)
        choices, named = [f"{name}Fields"], [field for field, _ in self.fields(record)]
        if is_list(record):
            choices.append(self.field(record.fields[0], True))
        elif len(named) <= 6 and not any(f.is_pointer or f.record for f in named) \
                and not any(f.record for f in record.fields):
            choices.append("readonly [" + ", ".join(
                f"{camel(f.name)}: {self.field(f, True)}" for f in named) + "]")
        text = f"export type {name}Like = {' | '.join(choices)};"
        return "\n".join(textwrap.wrap(text, 100, subsequent_indent="  ")) + "\n"

    def records(self):
        for record in self.model.records.values():
            if record.name in ("kbx_handle", "kbx_bank", "kbx_error"):
                continue
            yield self.interface(record, False)
            if record.name != "kbx_place":
                yield self.interface(record, True)
                yield self.like(record)

    def enums(self):
        for enum in self.model.enums.values():
            name = pascal(enum.name)
            lines = [self.comment(comment, 2) + f"  readonly {value}: {number};\n"
                     for value, number, comment in enum.values]
            yield (self.comment(enum.comment) + f"export const {name}: {{\n{''.join(lines)}}};\n"
                   f"export type {name} = (typeof {name})[keyof typeof {name}];\n")

    # ---- functions

    def parameter(self, parameter, is_optional):
        name, kind = camel(parameter.name), self.given(parameter)
        return f"{name}{'?' if is_optional else ''}: {kind}"

    def given(self, parameter):
        if parameter.role == "text":
            return "string | null" if parameter.nullable else "string"
        if parameter.role == "changed":
            kind = self.many(parameter.type, True).removeprefix("readonly ")
            return kind + (" | null" if parameter.nullable else "")
        if parameter.role == "array":
            return self.many(parameter.type, True) + (" | null" if parameter.nullable else "")
        if parameter.role == "inout":
            return pascal(parameter.type)
        if parameter.type == "int64_t":
            return "number | bigint"
        kind = self.one(parameter.type, True)
        if parameter.type == "kbx_class_set":
            return "ClassSet | undefined"
        return kind + (" | null" if parameter.nullable and "null" not in kind else "")

    def parameters(self, call):
        """All classes and no filter at the end may be left out."""
        out, given = [], call.given
        for i, parameter in enumerate(given):
            out.append(self.parameter(parameter, all(
                p.type == "kbx_class_set" or p.nullable for p in given[i:])))
        return ", ".join(out)

    def returned(self, call):
        if call.packs and call.name.endswith("_pack"):
            return "Uint8Array"
        if call.returns_nothing:
            return "void"
        own = "string | null" if call.returns_text else self.one(call.returns, False)
        lists = [p for p in call.results if p.role == "outs"]
        others = [p for p in call.results if p.role == "out"]
        fields = [f"{camel(p.name)}: {self.many(p.type, False)}" for p in lists]
        fields += [f"{camel(p.name)}: {self.one(p.type, False)}" for p in others]
        if lists and not others and not call.length_field:
            return self.many(lists[0].type, False)
        if not fields:
            return "string" if call.name in ("name", "status_text") else own
        if call.returns == "kbx_handle":
            return f"{{ handle: {own}; {'; '.join(fields)} }}"
        if call.returns in self.model.records:
            return f"{own} & {{ {'; '.join(fields)} }}"
        if lists:
            return f"{{ {'; '.join(fields)} }}"
        name = "status" if call.returns == "kbx_status" else "result"
        return f"{{ {name}: {own}; {'; '.join(fields)} }}"

    def kickbox(self):
        out = ["/** The library, as `load` gives it. */\nexport interface Kickbox {"]
        for call in self.model.calls:
            if not is_made(call):
                continue
            out.append("\n" + self.comment(call.comment, 2).rstrip("\n"))
            line = f"{method_name(call)}({self.parameters(call)}): {self.returned(call)};"
            out += textwrap.wrap(line, 100, initial_indent="  ", subsequent_indent="    ")
        out.append(OPENERS)
        for enum in self.model.enums:
            out.append(f"  readonly {pascal(enum)}: typeof {pascal(enum)};")
        for constant in self.model.constants:
            kind = "bigint" if constant["number"] > 2 ** 53 else "number"
            out.append(f"  readonly {constant['name'].removeprefix('KBX_')}: {kind};")
        return "\n".join(out) + "\n  readonly KickboxError: typeof KickboxError;\n}\n"


def declarations(model):
    made = Declarations(model)
    return "\n".join([HEAD, *made.enums(), *made.records(), made.kickbox()])
