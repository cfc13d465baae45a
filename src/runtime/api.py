#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Describes libkickbox for other languages, from its headers.

    api.py json HEADER... -o kickbox_api.json       every function, type, field and constant
    api.py flat HEADER... -o kickbox_flat.c         the same functions with pointers and scalars
                                                    only
    api.py reference HEADER... -o reference.md      a page with all of them, with examples

The headers come in the order in which kickbox.h includes them, itself first. A comment belongs to
the declarations that follow it without an empty line between; one behind a declaration is that
declaration's own, behind a function its cost. A comment before an empty line is about the section.
What headers cannot say is in api_rules.py."""
import argparse
import itertools
import json
import os
import re
import sys

from api_pages import cost_in, files_in, flat, reference
from api_rules import NOTES, Rules

SINCE = "1.0"
SECTION = re.compile(r"/\* -{8,} (.+?) -{4} \*/")
SKIPPED = re.compile(r'KBX_BEGIN\b|KBX_END\b|extern "C" \{|\}')
FUNCTION = re.compile(r"(?:KBX_API|static inline)\s+([\w\s*]+?)\b(kbx_\w+) \((.*)\)$", re.S)
TYPE = re.compile(r"typedef (struct|union|enum)\s*\{(.*)\} (\w+)$", re.S)
STRUCT = re.compile(r"struct (\w+)\s*\{(.*)\}$", re.S)
ALIAS = re.compile(r"typedef (.+?)\b(kbx_\w+)$", re.S)
DEFINE = re.compile(r"#define (KBX_\w+)(?:\((\w+)\))? +(.+)$")
NESTED = re.compile(r"(union|struct)(?: (\w+))?\s*\{(.*)\} (\w+)((?:\[\w+\])*)$", re.S)
CALL = re.compile(r"(\w+) \(\*(\w+)\) (\(.*\))$", re.S)
FIELD = re.compile(r"(.*?[\s*])(\w+(?:\[[^]]*\])*(?:, \w+(?:\[[^]]*\])*)*)$", re.S)
NOT_CONSTANTS = ("KBX_API", "KBX_BEGIN", "KBX_END")
LARGEST = {"UINT32_MAX": str(2**32 - 1), "UINT64_MAX": str(2**64 - 1)}


def plain(comment):
    """The text of a comment. A line that begins with a dash starts a line of the text, and one with
    gaps is a line of a table, indented by two; the rest is joined."""
    text, before = "", None
    for line in comment.removeprefix("/*").removesuffix("*/").strip().split("\n"):
        line = re.sub(r"^\s*\* ?", "", line).rstrip()
        row = re.search(r"\S {3,}\S|^ {8,}", line)
        now = ("row" if row
               else "item" if line.startswith("- ") or (before == "item" and line.startswith("  "))
               else "prose")
        apart = (now != before or now == "row" or line.startswith("- ") or not line
                 or text.endswith("\n"))
        text += ("\n" if apart else " ") + ("  " + line if row else line.strip())
        before = now
    return text.strip("\n") if text.startswith("\n  ") else text.strip()


def joined(comment):
    return " ".join(plain(comment).split())


def pieces(text):
    """Yields what a header or the body of a struct is made of, as (kind, text, line, newlines
    before it): comments, directives, declarations without their semicolon, inline functions without
    their body."""
    at = gap = 0
    while at < len(text):
        space = re.compile(r"\s*").match(text, at)
        gap, at = max(gap, space[0].count("\n")), space.end()
        skipped = SKIPPED.match(text, at)
        if skipped or at == len(text):
            at = skipped.end() if skipped else at
            continue
        if text.startswith("/*", at):
            kind, end = "comment", text.index("*/", at) + 2
            rest = end
        elif text[at] == "#":
            kind, end = "directive", re.compile(r"[ \t]*(?:/\*|\n|$)").search(text, at).start()
            rest = end
        else:
            kind, (end, rest) = "code", end_of_code(text, at)
        yield kind, text[at:end].strip(), text.count("\n", 0, at) + 1, gap
        at, gap = rest, 0


def end_of_code(text, at):
    """Where a declaration ends, and where the next thing begins."""
    inline, depth, body = text.startswith("static inline", at), 0, None
    for token in re.compile(r"/\*.*?\*/|[{};]", re.S).finditer(text, at):
        depth += {"{": 1, "}": -1}.get(token[0], 0)
        if token[0] == "{" and body is None:
            body = token.start()
        if depth == 0 and (token[0] == ";" or (inline and token[0] == "}")):
            return (body if inline else token.start()), token.end()
    raise SystemExit(f"not understood: {text[at:at + 100]}")


class Reader:
    def __init__(self):
        self.rules, self.numbers = Rules(), {}
        self.api = {"library": "kickbox", "notes": NOTES, "headers": [], "sections": [],
                    "constants": [], "types": [], "functions": []}

    def header(self, path):
        """Reads one header into the description."""
        with open(path, encoding="utf-8") as file:
            text = file.read()
        place = {"header": os.path.basename(path), "section": "", "since": SINCE}
        about = {"name": place["header"], "comment": ""}
        self.api["headers"].append(about)
        comment, waits, made, section = "", False, None, about
        for kind, piece, line, gap in pieces(text):
            if gap > 1:
                self.note(section, comment if waits else "")
                comment, waits, made = "", False, None
            if kind == "comment":
                title = SECTION.match(piece)
                if title:
                    section = {"header": place["header"], "title": title[1], "comment": ""}
                    self.api["sections"].append(section)
                    place = {**place, "section": title[1]}
                elif gap == 0 and made:
                    waits = self.beside(made, plain(piece)) or waits
                elif "SPDX" not in piece:
                    comment, waits = plain(piece), True
            elif kind == "directive" and not DEFINE.match(piece):
                if waits and piece.startswith("#ifndef"):
                    self.note(about, comment)
                    comment, waits = "", False
            else:
                made = self.statement(piece, {**place, "line": line}, comment) or made
                waits = False

    @staticmethod
    def note(section, comment):
        section["comment"] += ("\n\n" if section["comment"] and comment else "") + comment

    def beside(self, made, comment):
        """A comment behind a declaration: the cost of a function, more about a type, and all there
        is to say of a constant, so that the comment before it waits for something else."""
        constant = made in self.api["constants"]
        if "parameters" in made:
            made["cost"] = cost_in(comment)
            return False
        made["comment"] = (comment if constant or not made["comment"]
                           else made["comment"] + " " + comment)
        return constant

    def statement(self, text, place, comment):
        """The entry of a declaration."""
        define, function = DEFINE.match(text), FUNCTION.match(text)
        kind, struct, alias = TYPE.match(text), STRUCT.match(text), ALIAS.match(text)
        if define:
            return self.constant(define, place, comment)
        if function:
            return self.add("functions", self.function(
                function, place, text.startswith("static"), comment))
        if kind and kind[1] == "enum":
            return self.add("types", {"name": kind[3], **place, "kind": "enum",
                                      "values": self.values(kind[2]), "comment": comment})
        if kind or struct:
            name, body = (kind[3], kind[2]) if kind else (struct[1], struct[2])
            known = [known for known in self.api["types"] if known["name"] == name]
            made = known[0] if known else self.add("types", {"name": name})
            made.update({**place, "kind": kind[1] if kind else "struct",
                         "fields": self.fields(name, body), "comment": comment})
            return made
        if alias:
            of = " ".join(alias[1].split()).removeprefix("struct ")
            more = ({"kind": "struct", "fields": []} if of == alias[2]
                    else {"kind": "alias", "of": of})
            return self.add("types", {"name": alias[2], **place, **more, "comment": comment})
        raise SystemExit(f"{place['header']}:{place['line']}: not understood: {text[:100]}")

    def add(self, kind, entry):
        self.api[kind].append(entry)
        return entry

    def constant(self, define, place, comment):
        name, argument, value = define.groups()
        if name in NOT_CONSTANTS:
            return None
        entry = {"name": name, **place, "value": value}
        if argument:
            entry["arguments"] = [argument]
        else:
            entry["number"] = self.numbers[name] = self.number(value)
        unit = self.rules.find(self.rules.units, name)
        return self.add("constants", {
            **entry, **({"unit": unit} if unit else {}), "comment": comment})

    def number(self, text):
        """The value of a constant expression."""
        words = re.sub(
            r"\b[A-Z]\w+",
            lambda word: LARGEST.get(word[0]) or str(self.numbers.get(word[0], word[0])), text)
        words = re.sub(r"\b(0x[0-9a-fA-F]+|[0-9]+)[uUlL]+\b", r"\1",
                       re.sub(r"([0-9]\.[0-9]*)f\b", r"\1", words))
        if not re.fullmatch(r"[0-9a-fA-Fx.+*<() -]+", words):
            raise SystemExit(f"no constant number: {text}")
        return eval(words, {"__builtins__": {}})

    @staticmethod
    def values(body):
        """[{name, value, comment}] of an enum."""
        found, value = [], 0
        for match in re.finditer(r"/\*(.*?)\*/|(KBX_\w+)(?:\s*=\s*(\w+))?", body, re.S):
            if match[2]:
                value = int(match[3], 0) if match[3] else value
                found.append({"name": match[2], "value": value, "comment": ""})
                value += 1
            else:
                found[-1]["comment"] = joined(match[0])
        return found

    def fields(self, owner, body):
        """[{name, type, comment}] of a struct, with what the rules say; a struct or union inside
        has its own fields."""
        found, last = [], []
        for kind, text, _, _ in pieces(body):
            if kind == "comment":
                for field in last:
                    field["comment"] = joined(text)
                continue
            nested, call, named = NESTED.match(text), CALL.match(text), FIELD.match(text)
            if nested:
                fields = self.fields(f"{owner}.{nested[4]}", nested[3])
                last = [{"name": nested[4], nested[1]: fields,
                         **({"tag": nested[2]} if nested[2] else {}), **self.array(nested[5])}]
            elif call:
                last = [{"name": call[2], "type": f"{call[1]} (*) {call[3]}"}]
            else:
                last = [{"name": name.split("[")[0], "type": named[1].strip(), **self.array(name)}
                        for name in named[2].split(", ")]
            for field in last:
                field["comment"] = ""
            found += last
        names = [field["name"] for field in found]
        for field in found:
            if "type" in field:
                comment = field.pop("comment")
                field.update({**self.rules.facts(owner, field["name"], field["type"], names),
                              "comment": comment})
        return found

    def array(self, text):
        sizes = [self.number(size) for size in re.findall(r"\[(.*?)\]", text)]
        return {"array": sizes} if sizes else {}

    def function(self, match, place, inline, comment):
        returns, name, text = " ".join(match[1].split()), match[2], " ".join(match[3].split())
        parts = [] if text == "void" else [
            re.match(r"(.*[\s*])(\w+)$", part.strip()) for part in text.split(",")]
        names = [part[2] for part in parts]
        parameters = [{"name": part[2], "type": part[1].strip(),
                       **self.rules.facts(name, part[2], part[1].strip(), names)}
                      for part in parts]
        return {"name": name, **place,
                "returns": {"type": returns, **self.rules.facts(name, "", returns)},
                "parameters": parameters, "inline": inline, "cost": cost_in(comment),
                "comment": comment}

    def check_costs(self):
        """Each function states its cost: nothing is guessed."""
        for function in self.api["functions"]:
            if not function["cost"]:
                raise SystemExit(f"{function['header']}:{function['line']}: {function['name']}: "
                                 "read its code and add \"Cost: ...\" to its comment")

    def tell_uses(self):
        """A type without a comment says where it is from."""
        for kind in self.api["types"]:
            def named(entry, name=kind["name"]):
                return re.search(rf"\b{name}\b", entry.get("type", ""))
            uses = {
                "Returned by": [f["name"] for f in self.api["functions"] if named(f["returns"])],
                "Taken by": [f["name"] for f in self.api["functions"]
                             if any(map(named, f["parameters"]))],
                "The type of": [f"{other['name']}.{field['name']}" for other in self.api["types"]
                                for field in other.get("fields", []) if named(field)]}
            verb, names = next(((verb, names) for verb, names in uses.items() if names), ("", []))
            if not kind["comment"]:
                kind["comment"] = (f"{verb} {', '.join(names[:3])}"
                                   f"{' and others' if len(names) > 3 else ''}.")


def read(paths):
    """The description of these headers."""
    reader = Reader()
    for path in paths:
        reader.header(path)
    reader.tell_uses()
    reader.check_costs()
    return reader.api


def main():
    parser = argparse.ArgumentParser(description="Describes libkickbox from its headers.")
    parser.add_argument("form", choices=("json", "flat", "reference"))
    parser.add_argument("headers", nargs="+")
    parser.add_argument("-o", "--output")
    parser.add_argument("--examples", metavar="FILE", nargs="+", default=[])
    parser.add_argument("--depfile", help="names the examples, and their folders for new ones")
    arguments = parser.parse_args()
    api = read(arguments.headers)
    text = {"json": lambda: json.dumps(api, indent=1, ensure_ascii=False) + "\n",
            "flat": lambda: flat(api),
            "reference": lambda: reference(api, arguments.examples)}[arguments.form]()
    if arguments.depfile:
        read_too = [*arguments.examples, *itertools.chain(*map(files_in, arguments.examples))]
        with open(arguments.depfile, "w", encoding="utf-8") as file:
            file.write(f"{arguments.output}: {' '.join(dict.fromkeys(read_too))}\n")
    if arguments.output:
        with open(arguments.output, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
