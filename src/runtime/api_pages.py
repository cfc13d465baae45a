# SPDX-License-Identifier: MIT
"""What api.py makes of the description of the library: C with pointers and scalars only, and the
reference page."""
import glob
import itertools
import os
import re
import textwrap

# ---- the flat form

FLAT = """/* SPDX-License-Identifier: MIT */
/* libkickbox with pointers and scalars only, for languages that cannot pass a struct by value. \
Made from the headers.
 * Each function kbx_NAME is kbxf_NAME here: a struct that it takes is a pointer to one, \
and a struct that it returns goes to
 * `result`, the pointer that comes last. These must not be NULL; other pointers are as in \
kbx_NAME. -DKBX_NO_PACK leaves out
 * what needs kickbox_pack.c. */
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


def declared(kind, name):
    return f"{kind}{'' if kind.endswith('*') else ' '}{name}"


def flat(api):
    structs = {kind["name"] for kind in api["types"] if kind["kind"] == "struct"}
    out = [FLAT]
    for function in api["functions"]:
        returns, taken, given = function["returns"]["type"], [], []
        for parameter in function["parameters"]:
            kind, name = parameter["type"], parameter["name"]
            taken.append(f"const {kind} *{name}" if kind in structs else declared(kind, name))
            given.append(("*" if kind in structs else "") + name)
        call = f"{function['name']} ({', '.join(given)})"
        body = f"return {call};" if returns != "void" else f"{call};"
        if returns in structs:
            taken.append(f"{returns} *result")
            returns, body = "void", f"*result = {call};"
        head = (f"KBX_API {declared(returns, 'kbxf_' + function['name'][4:])} "
                f"({', '.join(taken) or 'void'})")
        text = f"{head};\n{head}\n{{\n  {body}\n}}\n"
        out.append(f"#ifndef KBX_NO_PACK\n{text}#endif\n" if function["header"] == PACK_HEADER
                   else text)
    return "\n".join(out) + "\n#ifdef __cplusplus\n}\n#endif\n"


# ---- the reference page

REFERENCE = """# Reference

Everything in the headers of the library, made from them. The [guide](runtime-guide.md) says \
when to use which; what holds for all of
it is in [Guarantees](guarantees.md).
"""
COST = re.compile(r"\bCost\b[^.:]*: .*?(?=\.(?:\s|$))", re.S)
EXAMPLE_WIDTH = 240
FLOW = {"in": "read", "out": "written", "inout": "read and written",
        "scratch": "memory for the call"}
HOLD = {"kept": "must stay while the result is in use", "bank": "in the bank",
        "static": "lives for ever", "caller": ""}


def prose(comment):
    """A comment as Markdown: names as code, tables as blocks."""
    out = []
    for is_table, lines in itertools.groupby(
            comment.split("\n"), lambda line: line.startswith("  ")):
        text = "\n".join(lines)
        if is_table:
            out.append(f"\n```\n{text}\n```\n")
            continue
        parts = re.split(r"(`[^`]*`|\b(?:kbx|KBX)_\w+(?:\.\w+)?)", text)
        parts = [re.sub(r"([*_<])", r"\\\1", part) if i % 2 == 0 else "`" + part.strip("`") + "`"
                 for i, part in enumerate(parts)]
        out.append(re.sub(r"(?m)^(?!- )(.+)\n(?=- )|^(- .*)\n(?!- |\n)", r"\1\2\n\n",
                          "".join(parts)))
    return "\n".join(out).strip("\n")


def cost_in(comment):
    """What a comment says of the cost of a function; None without a word of it."""
    found = COST.search(comment)
    return found[0].partition(": ")[2] if found else None


def sentence(comment):
    """A comment as a paragraph."""
    text = prose(comment[:1].upper() + comment[1:])
    return text + ("" if text.endswith((".", "?", "\n```", ":")) or not text else ".") + "\n"


def table(titles, rows):
    """A table, without the columns that are empty."""
    columns = [i for i in range(len(titles)) if any(row[i] for row in rows)]
    rows = [titles, ["---"] * len(titles), *rows]
    return "\n".join("| " + " | ".join(row[i].replace("|", "\\|") for i in columns) + " |"
                     for row in rows) + "\n"


def is_whole(text):
    """Whether a line of C ends a statement, or the head of one."""
    return (not text.strip() or text.rstrip().endswith((";", "{", "}", "*/"))
            or text.startswith("#")
            or (re.match(r"\s*(?:if|for|while|else|switch)\b", text)
                and text.count("(") == text.count(")")))


def statement(lines, at):
    """The statement with this line, as one line; the line alone if that is long."""
    first = last = at
    while first > 0 and not is_whole(lines[first - 1]):
        first -= 1
    while last + 1 < len(lines) and not is_whole(" ".join(lines[first:last + 1])):
        last += 1
    text = " ".join(line.strip() for line in lines[first:last + 1])
    return text if len(text) <= EXAMPLE_WIDTH else lines[at].strip()


def example_of(name, sources):
    for path, lines in sources:
        for at, line in enumerate(lines):
            if re.search(rf"\b{name} \(", line):
                file = os.path.basename(path)
                place = (f"the [guide]({file})" if file.endswith(".md")
                         else f"[{file}](examples/{file})")
                return f"`{statement(lines, at)}` in {place}"
    return None


def files_in(path):
    """A file itself, the C of a folder."""
    return sorted(glob.glob(os.path.join(path, "*.c"))) or [path]


def code_of(path):
    """The lines of C of a file, or of a page's blocks."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if path.endswith(".md"):
        text = "\n".join(re.findall(r"```c\n(.*?)```", text, re.S))
    return text.split("\n")


def facts_of(item):
    """What there is to say of a pointer."""
    length, says_null = item.get("length"), "NULL" in item.get("comment", "")
    facts = [FLOW.get(item.get("direction")), f"`{length}` long" if length else "",
             "may be NULL" if item.get("nullable") and not says_null else "",
             HOLD.get(item.get("ownership"))]
    return ", ".join(fact for fact in facts if fact)


def rows_of(fields, before=""):
    """Rows of the table of a struct; those of a struct inside it follow it."""
    for field in fields:
        name = before + field["name"] + "".join(f"[{size}]" for size in field.get("array", []))
        meaning = [prose(field["comment"]), facts_of(field)]
        yield [f"`{name}`",
               f"`{field.get('type', 'union' if 'union' in field else 'struct')}`",
               field.get("unit", ""), "; ".join(filter(None, meaning))]
        yield from rows_of(field.get("union") or field.get("struct") or [], name + ".")


def type_table(kind):
    if kind["kind"] == "alias":
        return f"The same as `{kind['of']}`.\n"
    if kind["kind"] == "enum":
        return table(["value", "number", "meaning"], [
            [f"`{v['name']}`", str(v["value"]), prose(v["comment"])] for v in kind["values"]])
    return table(["field", "type", "unit", "meaning"], list(rows_of(kind["fields"])))


def constant_line(constant):
    arguments = f"({', '.join(constant['arguments'])})" if "arguments" in constant else ""
    computed = "number" in constant and not re.fullmatch(r"[0-9.]+[fu]?", constant["value"])
    return (f"#define {constant['name']}{arguments} {constant['value']}"
            + (f"  /* {constant['number']} */" if computed else ""))


def function_line(function):
    head = f"{declared(function['returns']['type'], function['name'])} ("
    parameters = ", ".join(declared(p["type"], p["name"]).replace(" ", "\0")
                           for p in function["parameters"]) or "void"
    return textwrap.fill(head.replace(" ", "\0") + parameters + ");", 100,
                         subsequent_indent=" " * len(head)).replace("\0", " ")


def cost_lines(comment, functions):
    """What is said behind the declarations of functions about their cost."""
    own = [f for f in functions if f["cost"] != cost_in(comment)]
    if len({f["cost"] for f in own}) == 1 and len(own) == len(functions):
        return [f"Cost: {own[0]['cost']}.\n"]
    return [f"Cost of `{f['name']}`: {f['cost']}.\n" for f in own]


def entry_page(entries, sources):
    """What shares a comment: constants and functions as C, types as tables."""
    comment = entries[0]["comment"]
    out = [f"#### {', '.join(entry['name'] for entry in entries)}\n"]
    lines = [function_line(e) if "parameters" in e else constant_line(e)
             for e in entries if "parameters" in e or "value" in e]
    out += ["```c", *lines, "```\n"] if lines else []
    out += [sentence(comment)]
    types, functions = ([e for e in entries if "kind" in e],
                        [e for e in entries if "parameters" in e])
    for kind in types:
        own = kind["comment"].removeprefix(comment).strip()
        out += [f"`{kind['name']}`{': ' + prose(own) if own else ''}\n"] if len(types) > 1 else []
        out += [type_table(kind)]
    pointers = {p["name"]: facts_of(p) for f in functions for p in f["parameters"]}
    listed = "; ".join(f"`{name}` {facts}" for name, facts in pointers.items()
                       if facts not in ("", "read"))
    out += [f"Pointers: {listed}.\n"] if listed else []
    out += cost_lines(comment, functions)
    examples = dict.fromkeys(filter(None, (example_of(f["name"], sources) for f in functions)))
    return out + ([f"Example: {'; '.join(list(examples)[:2])}.\n"] if examples else [])


def grouped(entries):
    """Neighbours with one comment; a type may add to it."""
    groups = []
    for entry in sorted(entries, key=lambda entry: entry["line"]):
        first = groups[-1][0] if groups else None
        if (first and first["section"] == entry["section"]
                and entry["comment"].startswith(first["comment"])):
            groups[-1].append(entry)
        else:
            groups.append([entry])
    return groups


def reference(api, examples):
    sources = [(path, code_of(path)) for name in examples for path in files_in(name)]
    out = [REFERENCE]
    for header in api["headers"]:
        name, section = header["name"], ""
        out += [f"## {name}\n", sentence(header["comment"])]
        notes = {section["title"]: section["comment"] for section in api["sections"]
                 if section["header"] == name}
        for entries in grouped([entry for kind in ("constants", "types", "functions")
                                for entry in api[kind] if entry["header"] == name]):
            if entries[0]["section"] != section:
                section = entries[0]["section"]
                out += [f"### {section[:1].upper()}{section[1:]}\n", sentence(notes[section])]
            out += entry_page(entries, sources)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).rstrip("\n") + "\n"
