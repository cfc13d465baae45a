#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the web binding from the description of the library: kickbox.js and kickbox.d.ts, and with
a .wasm also kickbox-inline.js, which carries it as base64.

    make.py API.json OUT_DIR [--wasm FILE]
    make.py API.json OUT_DIR --exports [LIST]    the arguments for wasm-ld, to standard output"""
import argparse
import base64
import os
import shutil
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [FOLDER, os.path.dirname(FOLDER)]
from declarations import declarations
from js_calls import Questions, is_made, method_name
from js_code import Structs, enums, wrapped
from model import Model

HANDMADE = ["bank_open", "bank_count", "bank_item", "bank_find", "bank_classes", "open",
            "level_of", "polygon_triangulate", "polygon_decompose", "tiles_work", "track_work",
            "walls_work"]
LISTS = """
  function readList(at, count, size, read) {
    const list = new Array(count);
    for (let i = 0; i < count; i++)
      list[i] = read(at + size * i);
    return list;
  }

  // How many things a list has: `numbers` of a typed array for each.
  const countOf = (list, numbers) => ArrayBuffer.isView(list) ? list.length / numbers : list.length;

  // A typed array of the type of `view` is taken as it is, as boxes in an Int32Array.
  function writeList(list, size, write, view, numbers) {
    if (view !== undefined && list instanceof view.constructor && list.length % numbers === 0)
      return writeNumbers(list, view, 2);
    if (!Array.isArray(list))
      throw wrong('a list', list);
    const at = spare(list.length * size);
    for (let i = 0; i < list.length; i++)
      write(at + size * i, list[i]);
    return at;
  }

  function writeNumbers(list, view, shift) {
    if (!Array.isArray(list) && !ArrayBuffer.isView(list))
      throw wrong('a list of numbers', list);
    const at = spare(list.length << shift);
    // A block that was just taken may have replaced the views.
    (view.buffer === memory.buffer ? view : new view.constructor(memory.buffer))
      .set(list, at >>> shift);
    return at;
  }
"""


def folded(line):
    """A line of code in at most 100 columns, broken after commas."""
    pad, out = " " * (len(line) - len(line.lstrip()) + 2), []
    while len(line) > 100 and ", " in line[len(pad):99]:
        at = line.rindex(", ", len(pad), 99) + 1
        out.append(line[:at])
        line = pad + line[at:].lstrip()
    return "\n".join([*out, line])


def module(model):
    with open(os.path.join(FOLDER, "core.js"), encoding="utf-8") as file:
        text = file.read()
    structs = Structs(model)
    questions = Questions(model, structs)
    calls = questions.code()
    table = {method_name(call): call.flat for call in model.calls if is_made(call)}
    table |= {"levelOf": "kbxf_level_of", "openPacked": "kbxf_open",
              "polygonTriangulate": "kbxf_polygon_triangulate",
              "polygonDecompose": "kbxf_polygon_decompose"}
    parts = {"/*@ENUMS@*/": enums(model), "/*@FIXED@*/": str(questions.fixed + 256),
             "/*@BANK_SIZE@*/": str(structs.size("kbx_bank")),
             "/*@RECORDS@*/": LISTS + "\n" + structs.code() + "\n", "/*@CALLS@*/": calls + "\n",
             "/*@TABLE@*/": wrapped("{", [f"{name}: '{flat}'," for name, flat in table.items()],
                                    " }", 4).strip()}
    for mark, code in parts.items():
        assert mark in text, mark
        text = text.replace(mark, code)
    return "\n".join(folded(line) for line in text.split("\n"))


def inline(text, wasm):
    """The module with the .wasm in it."""
    encoded = base64.b64encode(wasm).decode()
    text = text.replace("new URL('./kickbox.wasm', import.meta.url)", "inlined()")
    assert "inlined()" in text
    return text + f"""
function inlined() {{
  const text = atob(WASM), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++)
    bytes[i] = text.charCodeAt(i);
  return bytes;
}}

const WASM = '{encoded}';
"""


def exports(model, path):
    """--export of all functions, or of those in a list."""
    names = None
    if path:
        with open(path, encoding="utf-8") as file:
            names = {name for line in file for name in line.split("#")[0].split()}
    for call in model.calls:
        if (is_made(call) or call.name in HANDMADE) and (names is None or call.name in names):
            print(f"--export={call.flat}")


def main():
    parser = argparse.ArgumentParser(description="Makes the web binding.")
    parser.add_argument("api")
    parser.add_argument("folder")
    parser.add_argument("--wasm", help="copied to the folder as kickbox.wasm, and inlined")
    parser.add_argument("--exports", nargs="?", const="", help="only print arguments for wasm-ld")
    arguments = parser.parse_args()
    model = Model(arguments.api)
    if arguments.exports is not None:
        exports(model, arguments.exports)
        return
    os.makedirs(arguments.folder, exist_ok=True)
    text = module(model)
    made = {"kickbox.js": text, "kickbox.d.ts": declarations(model)}
    if arguments.wasm:
        with open(arguments.wasm, "rb") as file:
            made["kickbox-inline.js"] = inline(text, file.read())
        target = os.path.join(arguments.folder, "kickbox.wasm")
        if os.path.abspath(arguments.wasm) != os.path.abspath(target):
            shutil.copyfile(arguments.wasm, target)
    for name, content in made.items():
        with open(os.path.join(arguments.folder, name), "w", encoding="utf-8") as file:
            file.write(content)


if __name__ == "__main__":
    main()
