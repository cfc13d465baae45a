#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Writes the table of all keys into docs/editor-guide.md, from the editor's tables of actions and tools.

usage: docs/make-keys.py [--check]     (--check: writes nothing, fails when the table is not what it should be)
"""
import glob
import os
import re
import sys

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GUIDE = os.path.join(SOURCE, "docs", "editor-guide.md")
BEGIN, END = "<!-- keys: by docs/make-keys.py -->\n", "<!-- end of keys -->\n"
ACTION = re.compile(r'\{ "(?P<name>[a-z-]+)",\s+(?P<section>[A-Z]+),\s+N_\("(?P<label>[^"]+)"\),\s*\{\s*(?P<keys>[^}]+?)\s*\}')
NAMES = {"Control": "Ctrl", "comma": ",", "period": ".", "plus": "+", "equal": "=", "minus": "-", "question": "?",
         "bracketright": "]", "bracketleft": "[", "Return": "Enter", "Page_Up": "Page Up", "Page_Down": "Page Down"}


def read(*path):
    with open(os.path.join(SOURCE, *path), encoding="utf-8") as text:
        return text.read()


def spoken(accelerator):
    """"<Control><Shift>z" as "`Ctrl+Shift+Z`"."""
    modifiers, key = re.findall("<([A-Za-z]+)>", accelerator), re.sub("<[A-Za-z]+>", "", accelerator)
    key = NAMES.get(key, key.upper() if len(key) == 1 else key)
    return "`" + "+".join([NAMES.get(word, word) for word in modifiers] + [key]) + "`"


def tools(kind):
    """(key, label) in the order of the palette: of those for zones, for tracks, for levels, for tiles, for heightmaps, or of the others."""
    order = re.findall(r"^  &kb_([a-z_]+)_tool,$", read("src", "tools", "tools.c"), re.M)
    found = {}
    for path in glob.glob(os.path.join(SOURCE, "src", "tools", "**", "*.c"), recursive=True):
        for name, body in re.findall(r"^const KbTool kb_([a-z_]+)_tool = \{\n(.*?)^\};", read(path), re.M | re.S):
            key, label = re.search(r"\.key = '(.)'", body), re.search(r'\.label = N_\("([^"]+)"\)', body)
            if key and label and kind == re.search("KB_TOOL_(PAINTS|TRACKS|LEVELS|TILES|HEIGHTS)|$", body)[1]:
                found[name] = (spoken(key[1]), label[1])
    return [found[name] for name in order if name in found]


def action_tables():
    """The files of all tables of actions, in their order."""
    tables = {name: text for path in glob.glob(os.path.join(SOURCE, "src", "editor", "**", "*.c"), recursive=True)
              for text in [read(path)] for name in re.findall(r"^const KbAction (kb_\w+_actions)\[\]", text, re.M)}
    order = re.search(r"tables\[\] = \{(.*?)\};", read("src", "editor", "window", "actions.c"), re.S)[1]
    return "".join(dict.fromkeys(tables[name] for name in re.findall(r"kb_\w+", order)))


def actions():
    """{section: [(keys, label)]} of all actions that have a key."""
    text = action_tables()
    titles = dict(re.findall(r'^#define ([A-Z]+) N_\("([^"]+)"\)', text, re.M))
    sections = {}
    for action in ACTION.finditer(text):
        keys = [spoken(key) for key in re.findall('"([^"]+)"', action["keys"])]
        if keys:
            sections.setdefault(titles[action["section"]], []).append((" or ".join(keys), action["label"]))
    return sections


def table():
    rows = [("**Tools**", "")] + tools(None) + [("**Tools for zones**", "")] + tools("PAINTS")
    rows += [("**Tools for tracks**", "")] + tools("TRACKS") + [("**Tools for levels**", "")] + tools("LEVELS")
    rows += [("**Tools for tiles**", "")] + tools("TILES")
    rows += [("**Tools for heightmaps**", "")] + tools("HEIGHTS")
    for title, found in actions().items():
        rows += [(f"**{title}**", "")] + found
    return "| key | what it does |\n| --- | --- |\n" + "".join(f"| {key} | {label} |\n" for key, label in rows)


def main():
    guide = read("docs", "editor-guide.md")
    before, rest = guide.split(BEGIN)
    wanted = before + BEGIN + "\n" + table() + "\n" + END + rest.split(END)[1]
    if wanted == guide:
        return 0
    if "--check" in sys.argv[1:]:
        print("docs/editor-guide.md: the table of keys is not that of the editor; run docs/make-keys.py", file=sys.stderr)
        return 1
    with open(GUIDE, "w", encoding="utf-8") as text:
        text.write(wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main())
