# SPDX-License-Identifier: MIT
"""Makes the JSON schema of the bank and the tables of its document from the table in src/bank/schema.c.

usage: bank_schema.py DUMP [--check]
DUMP is the program dump_bank_schema, which prints that table. Writes data/bank.schema.json and the lines between
`<!-- table: NAME -->` and `<!-- end -->` in docs/bank-format.md; with --check only names stale files, and then exits
with 1.
"""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SCHEMA = os.path.join(ROOT, "data", "bank.schema.json")
DOCUMENT = os.path.join(ROOT, "docs", "bank-format.md")
STEP = 0.00390625
INDEX = {"type": "integer", "minimum": 0, "maximum": 2147483647}

# ---- the document ----


def record_rows(bank, record):
    """{offset: (type, meaning)} of the fields that are stored."""
    rows = {}
    for field in record["fields"]:
        child = bank["by_name"].get(field["child"])
        if field["type"] == "object" and child["section"] is None:
            rows.update(record_rows(bank, child))
        if not field["label"]:
            continue
        labels = field["label"].split("|")
        if field["type"] == "reserved":
            rows[field["at"]] = ("u32" if field["n"] == 4 else f"{field['n']} bytes", "reserved")
        elif field["type"] in ("list", "values", "bytes", "page_data", "world_bytes"):
            if field["stored"]:
                rows[field["at"]] = (f"u{8 * field['stored']}", labels[0])
                rows[field["count_at"]] = (f"u{8 * field['count_stored']}", labels[1])
        elif field["stored"]:
            signed = field["low"] < 0 and field["type"] in ("number", "derived")
            kind = {"fixed": "fixed", "unit": "f32", "derived_real": "f32", "real": "f64"}.get(field["type"], f"{'i' if signed else 'u'}{8 * field['stored']}")
            for k, label in enumerate(labels):
                rows[field["at"] + k * field["stored"]] = (kind, label)
    return rows


def section_table(bank, name):
    rows = {}
    for record in bank["records"]:
        if record["section"] == name:
            rows.update(record_rows(bank, record))
    lines = ["| offset | type | field |", "| --- | --- | --- |"]
    lines += [f"| {at} | {kind} | {label} |" for at, (kind, label) in sorted(rows.items())]
    return lines


def sections_table(bank):
    lines = ["| section | record | flag | holds |", "| --- | --- | --- | --- |"]
    for section in bank["sections"]:
        size = "bytes" if section["stride"] == 1 else section["stride"]
        lines.append(f"| [`{section['name']}`](#{section['anchor']}) | {size} | {int(section['needed'])} | {section['holds']} |")
    return lines


def words(field):
    return ", ".join(f"`{word}`" if word else "an empty text" for word in field["words"])


def limits(field, grid):
    if field["low"] == field["high"] == 0 or abs(field["high"]) == 2 ** 31 - 1:
        return ""
    return f" from {field['low'] / grid:.10g} to {field['high'] / grid:.10g}"


def phrase(bank, field):
    """The value of a key of the JSON form, in words."""
    kind, n, child = field["type"], field["n"], bank["by_name"].get(field["child"])
    if kind in ("number", "fixed"):
        one, several = (("whole number", "whole numbers") if kind == "number" else
                        ("percentage", "percentages") if "percent" in (field["label"] or "") else
                        ("number of pixels", "numbers of pixels"))
        return (f"{n} {several}" if n > 1 else one) + limits(field, 1 if kind == "number" else 256)
    if kind == "list" or kind == "object":
        bare = child["bare"] and len([f for f in child["fields"] if f["key"] == ""]) == 1
        one = phrase(bank, next(f for f in child["fields"] if f["key"] == "")) if bare else f"*{child['name']}*"
        if kind == "object" or field["single"]:
            return one
        most = f" of at most {field['high']}" if field["high"] else ""
        return f"array{most}: {one}" if most else f"array: {one}"
    return {
        "unit": "2 numbers, a vector of length 1", "text": "text" + (", not empty" if field["not_empty"] else ""),
        "colour": "colour", "class": "name of a class", "world_class": "name of a class", "word": words(field), "bool": "true or false",
        "flip": words(field), "sprite": "name of a sprite", "values": "object of values", "bytes": "base64", "page_data": "base64",
        "world_bytes": "base64", "picture": "rows of zones", "bitmap": "rows of runs", "size": "2 whole numbers from 1 to 16384",
        "format": "`major`: 1, `minor`: any",
    }[kind]


def keys_table(bank):
    lines = ["| object | key | value |", "| --- | --- | --- |"]
    for record in bank["records"]:
        for field in sorted(record["fields"], key=lambda field: field["key"] or ""):
            if field["key"]:
                more = (", or null" if field["null"] else "") + ("; optional" if field["optional"] else "")
                lines.append(f"| *{record['name']}* | `{field['key']}` | {phrase(bank, field)}{more} |")
    return lines


def document(bank, text):
    def table(match):
        name = match.group(1)
        lines = sections_table(bank) if name == "sections" else keys_table(bank) if name == "keys" else section_table(bank, name)
        return "\n".join([f"<!-- table: {name} -->", *lines, "<!-- end -->"])
    return re.sub(r"<!-- table: (\w+) -->\n.*?<!-- end -->", table, text, flags=re.S)


# ---- the JSON schema ----

BASE64 = "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"
ROWS = {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 16384}}
COMMON = {
    "name": {"description": "Without control characters.", "type": "string", "pattern": "^[^\\u0000-\\u001f\\u007f]*$"},
    "name_given": {"allOf": [{"$ref": "#/definitions/name"}, {"minLength": 1}]},
    "direction": {"description": "A vector of length 1.", "type": "array", "minItems": 2, "maxItems": 2,
                  "items": {"type": "number", "minimum": -1.0001, "maximum": 1.0001}},
    "base64": {"description": "Padded, without white space.", "type": "string", "pattern": BASE64},
    "size": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "integer", "minimum": 1, "maximum": 16384}},
    "rows": {"description": "One for each row: runs of a zone's value and the column after the run; the rest is 0.",
             "type": "array", "minItems": 1, "maxItems": 16384, "items": ROWS},
    "bitmap": {"description": "The solid pixels: for each row from `top` on, runs of the first column and the one after the last.",
               "type": "object", "required": ["top", "rows"],
               "properties": {"top": {"type": "integer", "minimum": 0, "maximum": 8192},
                              "rows": {"type": "array", "maxItems": 8192, "items": ROWS}}},
    "value": {"description": "A text, a number, true, false, a colour, a choice, a point, a reference or a file.", "anyOf": [
        {"type": ["string", "number", "boolean"]},
        {"type": "object", "required": ["colour"],
         "properties": {"colour": {"type": "string", "pattern": "^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})$"}}},
        {"type": "object", "required": ["enum", "index"],
         "properties": {"enum": {"type": "string"}, "index": INDEX}},
        {"type": "object", "required": ["point"],
         "properties": {"point": {"type": "array", "minItems": 2, "maxItems": 2,
                                  "items": {"type": "number", "minimum": -65536, "maximum": 65536, "multipleOf": STEP}}}},
        *({"type": "object", "required": [key], "properties": {key: {"type": "string"}, "index": INDEX}}
          for key in ("entity", "area", "animation")),
        {"type": "object", "required": ["file"], "properties": {"file": {"type": "string"}}}]},
    "format": {"type": "object", "required": ["major", "minor"],
               "properties": {"major": {"type": "integer", "const": 1}, "minor": {"type": "integer", "minimum": 0, "maximum": 65535}}},
}


def fixed(low, high):
    return {"type": "number", "minimum": low / 256, "maximum": high / 256, "multipleOf": STEP}


SIDE = {"type": "integer", "minimum": 1, "maximum": 65535}
PIXEL = {"type": "integer", "minimum": -32768, "maximum": 32767}
GRID = fixed(-32768 * 256, 32767 * 256)

# Limits that follow from several fields: of a record's properties, and more about the record itself.
LIMITS = {
    ("shape", "box"): {"items": [PIXEL, PIXEL, SIDE, SIDE]},
    ("shape", "circle"): {"items": [GRID, GRID, fixed(1, 32768 * 256)]},
    ("shape", "capsule"): {"items": [GRID, GRID, GRID, GRID, fixed(1, 32768 * 256)]},
    ("shape", "corners"): {"minItems": 4, "maxItems": 4},
    ("picture", "page"): {"maximum": 65534},
    ("picture", "trim"): {"items": {"type": "integer", "minimum": 0, "maximum": 32766}},
    ("step", "ms"): {"maximum": 2147483647},
}
RULES = {
    "page": {"allOf": [
        {"if": {"properties": {"encoding": {"enum": ["png", "rgba8"]}}}, "then": {"required": ["data"]},
         "else": {"properties": {"data": {"maxLength": 0}}}},
        {"if": {"properties": {"encoding": {"const": "beside"}}},
         "then": {"required": ["name"],
                  "properties": {"name": {"minLength": 1, "pattern": "^[^/\\\\:]+$", "not": {"enum": [".", ".."]}}}}}]},
    "entity": {"dependencies": {"frame": ["sprite"], "flip": ["sprite"]}},
    "shape": {"oneOf": [{"required": ["box"]}, {"required": ["circle"]}, {"required": ["oriented"]}, {"required": ["polygon"]},
                        {"required": ["capsule"]}],
              "dependencies": {"oriented": ["corners"], "polygon": ["parts"]}},
}


def reference(name):
    return {"$ref": f"#/definitions/{name}"}


def numbers(field):
    if field["type"] == "fixed":
        low, high = (field["low"], field["high"]) if field["high"] else (-32768 * 256, 32767 * 256)
        return fixed(low, high)
    one = {"type": "integer"}
    if field["low"] != -2 ** 31:
        one["minimum"] = field["low"]
        if field["high"]:
            one["maximum"] = field["high"]
    return one


def value(bank, field):
    kind, n, child = field["type"], field["n"], bank["by_name"].get(field["child"])
    if kind in ("number", "fixed"):
        return numbers(field) if n == 1 else {"type": "array", "minItems": n, "maxItems": n, "items": numbers(field)}
    if kind in ("list", "object"):
        one = reference(child["name"])
        if child["bare"]:
            one = value(bank, next(f for f in child["fields"] if f["key"] == ""))
        if kind == "object" or field["single"]:
            return one
        return {"type": "array", **({"minItems": field["low"]} if field["low"] else {}),
                **({"maxItems": field["high"]} if field["high"] else {}), "items": one}
    return {
        "unit": reference("direction"), "text": reference("name_given" if field["not_empty"] else "name"),
        "colour": {"type": "string", "pattern": "^#[0-9a-fA-F]{8}$"}, "class": {"type": "string"}, "world_class": {"type": "string"},
        "word": {"enum": field["words"]}, "flip": {"enum": field["words"]}, "bool": {"type": "boolean"}, "sprite": {"type": "string"},
        "values": {"type": "object", "additionalProperties": reference("value")}, "bytes": reference("base64"),
        "page_data": reference("base64"), "world_bytes": reference("base64"), "picture": reference("rows"), "bitmap": reference("bitmap"),
        "size": reference("size"), "format": reference("format"),
    }[kind]


def definition(bank, record):
    required, properties = [], {}
    for field in record["fields"]:
        if not field["key"]:
            continue
        item = value(bank, field)
        item.update(LIMITS.get((record["name"], field["key"]), {}))
        properties[field["key"]] = {"anyOf": [{"type": "null"}, item]} if field["null"] else item
        if not field["optional"] and not field["kinds"] and field["type"] != "page_data":
            required.append(field["key"])
    return {"type": "object", "required": required, "properties": properties, **RULES.get(record["name"], {})}


def schema(bank):
    whole = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Kickbox bank",
        "description": "The JSON form of a bank, as docs/bank-format.md describes it. Made by scripts/bank_schema.py. The "
                       "converter checks what a schema cannot say: references, sums, convexity.",
        **definition(bank, bank["by_name"]["bank"]),
        "definitions": dict(COMMON),
    }
    for record in bank["records"]:
        if record["name"] != "bank" and not record["bare"] and any(field["key"] for field in record["fields"]):
            whole["definitions"][record["name"]] = definition(bank, record)
    return laid_out(whole) + "\n"


def laid_out(item, indent=0):
    """JSON text; what fits into a line is in one."""
    text = json.dumps(item)
    if len(text) + indent < 100 or not isinstance(item, (dict, list)):
        return text
    inner, close = "\n" + " " * (indent + 1), "\n" + " " * indent
    if isinstance(item, list):
        return "[" + inner + ("," + inner).join(laid_out(one, indent + 1) for one in item) + close + "]"
    return "{" + inner + ("," + inner).join(f"{json.dumps(key)}: {laid_out(one, indent + 1)}" for key, one in item.items()) + close + "}"


# ---- both ----


def load(program):
    bank = json.loads(subprocess.run([program], check=True, stdout=subprocess.PIPE).stdout)
    bank["by_name"] = {record["name"]: record for record in bank["records"]}
    return bank


def stale(program):
    """{path: what it should be} of the files that are not."""
    bank, found = load(program), {}
    with open(DOCUMENT, encoding="utf-8") as file:
        text = file.read()
    with open(SCHEMA, encoding="utf-8") as file:
        kept = file.read()
    for path, is_now, wanted in ((DOCUMENT, text, document(bank, text)), (SCHEMA, kept, schema(bank))):
        if is_now != wanted:
            found[path] = wanted
    return found


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    found = stale(sys.argv[1])
    if "--check" in sys.argv:
        for path in found:
            print(f"{path} is stale: run scripts/bank_schema.py", file=sys.stderr)
        sys.exit(1 if found else 0)
    for path, wanted in found.items():
        with open(path, "w", encoding="utf-8") as file:
            file.write(wanted)


if __name__ == "__main__":
    main()
