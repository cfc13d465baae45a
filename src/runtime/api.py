#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Describes libkickbox for other languages, from its headers.

    api.py json HEADER... -o kickbox_api.json       every function, type, field and constant
    api.py flat HEADER... -o kickbox_flat.c         the same functions with pointers and scalars only
    api.py reference HEADER... -o reference.md      a page with each function, its comment and an example
    api.py figures HEADER...                        how many there are

The headers come in the order in which kickbox.h includes them. A comment belongs to the declarations that follow it
without an empty line between."""
import argparse
import glob
import json
import os
import re
import sys

SECTION = re.compile(r"/\* -{8,} (.+?) -{4} \*/")
SKIPPED = re.compile(r'^(?:#define (?:KBX_API|KBX_BEGIN|KBX_END|KICKBOX_\w+)\b|#include|#ifndef|#ifdef|#if|#elif|#else|#endif|extern "C"|}\s*$|/\* SPDX)')
FUNCTION = re.compile(r"^(?:KBX_API|static inline)\s+([\w\s*]+?)\b(kbx_\w+) \((.*)\)$", re.S)
TYPE = re.compile(r"^typedef (struct|union|enum)(?: (\w+))?\s*\{(.*)\} (\w+)$", re.S)
STRUCT = re.compile(r"^struct (\w+)\s*\{(.*)\}$", re.S)
ALIAS = re.compile(r"^typedef (.+?)\b(\w+)$", re.S)
DEFINE = re.compile(r"^#define (KBX_\w+)(?:\(([^)]*)\))? +(.+?)\s*(?:/\* (.*?) \*/)?$")
POINTER_TEXT = re.compile(r"\bNULL\b")

# What numbers mean, by the end of a name.
UNITS = (("_ms", "milliseconds"), ("ms", "milliseconds"), ("degrees", "degrees"), ("fraction", "of the move, 0 to 1"),
         ("colour", "0xRRGGBBAA"), ("radius", "pixels"), ("distance", "pixels"), ("depth", "pixels"), ("skin", "pixels"),
         ("_size", "bytes"), ("size", "bytes"), ("angular_velocity", "radians a step"), ("opacity", "percent"))
VEC_UNIT = {"kbx_vec": "pixels", "kbx_point": "pixels", "kbx_box": "pixels", "kbx_rect": "pixels", "kbx_vec3": "pixels"}
UNIT_VECTORS = ("normal", "axis", "direction")


def plain(comment):
    """The text of a comment, its lines joined; a line that begins with a dash or is indented stays one."""
    lines = [re.sub(r"^\s*\* ?", "", line).rstrip() for line in comment.strip().removeprefix("/*").removesuffix("*/").split("\n")]
    text = ""
    for line in lines:
        fresh = not text or not line.strip() or line.startswith(("-", " ")) or text.endswith("\n")
        text += ("\n" if fresh and text and not text.endswith("\n") else "" if fresh else " ") + line.strip(" " if not fresh else "")
    return text.strip()


def statements(code):
    """The declarations of a piece of a header, each as its text without semicolon or body, and the comment beside it."""
    found, depth, start, i = [], 0, 0, 0
    while i < len(code):
        if code.startswith("/*", i):
            i = code.index("*/", i) + 2
            continue
        if depth == 0 and code[i] == "#" and not code[start:i].strip():
            end = code.find("\n", i)
            end = len(code) if end < 0 else end
            found.append((code[i:end].strip(), ""))
            start = i = end
            continue
        depth += {"{": 1, "}": -1}.get(code[i], 0)
        inline = code[start:i].lstrip().startswith("static inline")
        if depth == 0 and (code[i] == ";" or (code[i] == "}" and inline)):
            text = re.sub(r"^(?:\s*/\*.*?\*/)+", "", code[start:i], flags=re.S).strip()
            beside = re.match(r"[ \t]*(/\*.*?\*/)", code[i + 1:], re.S)
            found.append((text.split("{")[0].strip() if inline else text, plain(beside[1]) if beside else ""))
            start = i + 1
        i += 1
    return [(text, beside) for text, beside in found if text]


def fields_of(body, kind):
    """[{name, type, comment}] of a struct's body, or [{name, value, comment}] of an enum's."""
    if kind == "enum":
        names, value = [], 0
        for match in re.finditer(r"(KBX_\w+)(?: = ([^,/]+?))?\s*(?:,|$|(?=/\*)|(?=\n))\s*(?:/\* (.*?) \*/)?", body.strip(), re.S):
            value = int(match[2], 0) if match[2] else value
            names.append({"name": match[1], "value": value, "comment": " ".join((match[3] or "").replace("\n   *", "").split())})
            value += 1
        return names
    fields = []
    nested = re.search(r"(union|struct)(?: \w+)?\s*\{(.*)\} (\w+)(?:\[(\w+)\])?;", body, re.S)
    if nested:
        body = body.replace(nested[0], "")
    for line in re.finditer(r"([^;]+);[ \t]*(?:/\* (.*?) \*/)?", re.sub(r"^\s*/\*.*?\*/\s*$", "", body, flags=re.S | re.M), re.S):
        text = " ".join(re.sub(r"/\*.*?\*/", "", line[1], flags=re.S).split())
        call = re.match(r"(\w+) \(\*(\w+)\) (\(.*\))$", text)
        if call:
            fields.append({"name": call[2], "type": f"{call[1]} (*) {call[3]}", "comment": " ".join((line[2] or "").split())})
            continue
        match = re.match(r"(.*?[\s*])(\w+(?:\[.*?\])*(?:, \*?\w+(?:\[.*?\])*)*)$", text)
        for name in match[2].split(", "):
            array = re.findall(r"\[(.*?)\]", name)
            field = {"name": name.split("[")[0].lstrip("*"), "type": match[1].strip() + ("*" if name.startswith("*") else "")}
            field.update({"array": array} if array else {})
            field.update(meaning(field["name"], field["type"]))
            field["comment"] = " ".join((line[2] or "").replace("\n", " ").replace(" * ", " ").split())
            fields.append(field)
    if nested:
        fields.append({"name": nested[3], nested[1]: fields_of(nested[2], nested[1]), **({"array": [nested[4]]} if nested[4] else {})})
    return fields


def meaning(name, kind):
    unit = next((unit for end, unit in UNITS if name.endswith(end) and "kbx_" not in kind), None) or VEC_UNIT.get(kind.replace("const ", ""))
    unit = "unit vector" if name in UNIT_VECTORS and kind.startswith("kbx_vec") else unit
    return {"unit": unit} if unit else {}


def parameters_of(text, comment):
    if text.strip() == "void":
        return []
    names = [" ".join(part.split()) for part in text.split(",")]
    found = []
    for i, part in enumerate(names):
        match = re.match(r"(.*[\s*])(\w+)$", part)
        kind, name = match[1].strip(), match[2]
        parameter = {"name": name, "type": kind, **meaning(name, kind)}
        if kind.endswith("*"):
            count = next((re.split(r"[\s*]", other)[-1] for other in names[i + 1:i + 4]
                          if re.search(r"\b(?:count|capacity|size|\w+_size)$", other)), None)
            writes = not kind.startswith("const")
            parameter["direction"] = "in" if not writes else "out" if count == "capacity" or name in ("error", "handle", "result") else "inout"
            parameter["nullable"] = bool(count == "capacity" or name == "error" or (POINTER_TEXT.search(comment) and "char" not in kind))
            parameter["ownership"] = "the caller's"
            if count and kind != "const char *":
                parameter["length"] = count
        found.append(parameter)
    return found


def function_of(match, comment, header, section):
    returns = " ".join(match[1].split())
    cost = re.search(r"\bCost: ([^.]*)\.", comment)
    function = {"name": match[2], "header": header, "section": section, "since": "1.0", "returns": {"type": returns},
                "parameters": parameters_of(match[3], comment), "comment": comment, "cost": cost[1] if cost else "constant"}
    if returns.endswith("*"):
        function["returns"].update({"ownership": "the bank's", "nullable": "NULL" in comment})
    return function


def read_header(path, api):
    header, section, about = os.path.basename(path), "", ""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    api["headers"].append(header)
    for block in blocks(text):
        title = SECTION.match(block.strip())
        if title:
            section, block = title[1], block.strip()[title.end():]
        match = re.match(r"\s*(/\*.*?\*/)\s*\n?(.*)$", block, re.S)
        comment, code = (plain(match[1]), match[2]) if match else ("", block)
        about = comment or about
        for statement, beside in statements(code):
            read_statement(statement, beside or about, header, section, api)


def blocks(text):
    """Pieces between empty lines, a body in braces being one."""
    found, depth, lines = [], 0, []
    for line in text.split("\n"):
        if not line.strip() and depth == 0:
            found.append("\n".join(lines))
            lines = []
            continue
        bare = re.sub(r'"[^"]*"|/\*.*?\*/', "", line)
        if not line.startswith(('extern "C"', "#")) and bare.strip() != "}" or depth:
            depth += bare.count("{") - bare.count("}")
        lines.append(line)
    return [block for block in [*found, "\n".join(lines)] if block.strip()]


def read_statement(text, comment, header, section, api):
    place = {"header": header, "section": section}
    if SKIPPED.match(text):
        return
    define = DEFINE.match(text)
    if define:
        api["constants"].append({"name": define[1], **place, "value": define[3], "comment": define[4] or comment,
                                 **({"arguments": define[2]} if define[2] else {})})
        return
    match = FUNCTION.match(text)
    if match:
        api["functions"].append({**function_of(match, comment, header, section), "inline": text.startswith("static")})
        return
    match = TYPE.match(text)
    if match:
        kind, fields = match[1], fields_of(match[3], match[1])
        api["types"].append({"name": match[4], **place, "kind": kind, "values" if kind == "enum" else "fields": fields, "comment": comment})
        return
    match = STRUCT.match(text)
    if match:
        known = next((known for known in api["types"] if known["name"] == match[1]), None)
        made = {"name": match[1], **place, "kind": "struct", "fields": fields_of(match[2], "struct"), "comment": comment}
        if known:
            known.update(made)
        else:
            api["types"].append(made)
        return
    match = ALIAS.match(text)
    if match and match[2].startswith("kbx_"):
        of = " ".join(match[1].split()).removeprefix("struct ")
        if of != match[2]:
            api["types"].append({"name": match[2], **place, "kind": "alias", "of": of, "comment": comment})
        elif not any(known["name"] == of for known in api["types"]):
            api["types"].append({"name": of, **place, "kind": "struct", "fields": [], "comment": comment})
        return
    raise SystemExit(f"{header}: not understood: {text[:100]}")


def read(paths):
    api = {"library": "kickbox", "headers": [], "constants": [], "types": [], "functions": []}
    for path in paths:
        read_header(path, api)
    return api


# ---- the flat form

FLAT = """/* SPDX-License-Identifier: MIT */
/* libkickbox with pointers and scalars only, for languages that cannot pass a struct by value. Made from the headers.
 * Each function kbx_NAME is kbxf_NAME here: a struct that it takes is a pointer to one, and a struct that it returns goes to
 * the pointer that comes last. Pointers to structs must not be NULL. -DKBX_NO_PACK leaves out what needs kickbox_pack.c. */
#include <kickbox.h>
#ifndef KBX_NO_PACK
#include <kickbox_pack.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif
"""
# What needs kickbox_pack.c.
PACK_HEADER = "pack.h"


def flat(api):
    aliases = {kind["name"]: kind["of"] for kind in api["types"] if kind["kind"] == "alias"}
    structs = {kind["name"] for kind in api["types"] if kind["kind"] == "struct"}
    structs |= {name for name, of in aliases.items() if of in structs}
    out = [FLAT]
    for function in api["functions"]:
        returns, taken, given = function["returns"]["type"], [], []
        for parameter in function["parameters"]:
            kind, name = parameter["type"], parameter["name"]
            by_value = kind in structs
            taken.append(f"const {kind} *{name}" if by_value else f"{kind}{'' if kind.endswith('*') else ' '}{name}")
            given.append("*" + name if by_value else name)
        call = f"{function['name']} ({', '.join(given)})"
        if returns in structs:
            taken.append(f"{returns} *result")
        body = f"*result = {call};" if returns in structs else f"{'' if returns == 'void' else 'return '}{call};"
        head = f"KBX_API {'void' if returns in structs else returns}{'' if returns.endswith('*') else ' '}kbxf_{function['name'][4:]} ({', '.join(taken) or 'void'})"
        text = f"{head};\n{head}\n{{\n  {body}\n}}\n"
        out.append(f"#ifndef KBX_NO_PACK\n{text}#endif\n" if function["header"] == PACK_HEADER else text)
    return "\n".join(out) + "\n#ifdef __cplusplus\n}\n#endif\n"


# ---- the reference page

REFERENCE = """# Reference

Every function of the library, made from its headers. The [guide](runtime-guide.md) says when to use which; what holds for all of
them is in [Guarantees](guarantees.md).
"""


def example_of(name, sources):
    for path, lines in sources:
        for line in lines:
            if re.search(rf"\b{name} \(", line):
                return f"`{line.strip()}` in [{os.path.basename(path)}](examples/{os.path.basename(path)})"
    return None


def reference(api, examples):
    sources = []
    for path in sorted(examples):
        with open(path, encoding="utf-8") as file:
            sources.append((path, file.read().split("\n")))
    out, section = [REFERENCE], None
    for function in api["functions"]:
        if function["section"] != section:
            section = function["section"]
            out.append(f"## {section[:1].upper()}{section[1:]}\n\n`kickbox/{function['header']}`\n")
        parameters = ", ".join(p["type"] + ("" if p["type"].endswith("*") else " ") + p["name"] for p in function["parameters"]) or "void"
        returns = function["returns"]["type"]
        out.append(f"### {function['name']}\n\n```c\n{returns}{'' if returns.endswith('*') else ' '}{function['name']} ({parameters});\n```\n")
        out.append(function["comment"] + "\n")
        example = example_of(function["name"], sources)
        out.append(f"Cost: {function['cost']}." + (f" Example: {example}." if example else "") + "\n")
    return "\n".join(out)


def figures(api, paths):
    counts = [0, 0]
    for path in paths:
        with open(path, encoding="utf-8") as file:
            n = sum(1 for _ in file)
        counts = [counts[0] + n, max(counts[1], n)]
    return (f"public functions: {len(api['functions'])}\npublic types: {len(api['types'])}\n"
            f"lines of public headers: {counts[0]}, the longest {counts[1]}\n")


def main():
    parser = argparse.ArgumentParser(description="Describes libkickbox from its headers.")
    parser.add_argument("form", choices=("json", "flat", "reference", "figures"))
    parser.add_argument("headers", nargs="+")
    parser.add_argument("-o", "--output")
    parser.add_argument("--examples", metavar="FOLDER")
    arguments = parser.parse_args()
    api = read(arguments.headers)
    text = {"json": lambda: json.dumps(api, indent=1, ensure_ascii=False) + "\n", "flat": lambda: flat(api),
            "reference": lambda: reference(api, glob.glob(os.path.join(arguments.examples, "*.c")) if arguments.examples else []), "figures": lambda: figures(api, arguments.headers)}[arguments.form]()
    if arguments.output:
        with open(arguments.output, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
