#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Gathers the texts of the programs: writes po/POTFILES, and brings new texts into the file of each language.

usage: po/update.py [--check]     with --check it only compares po/POTFILES

`keywords` lists the functions and macros that take texts. Each text gets a comment for translators: what it is, the
function, table or widget it belongs to, and what that file is for.
"""
import difflib
import glob
import os
import re
import subprocess
import sys
import tempfile

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PO = os.path.join(SOURCE, "po")
with open(os.path.join(PO, "keywords"), encoding="utf-8") as words:
    KEYWORDS = words.read().split()
MARKED = re.compile(r"\b(?:" + "|".join(word.partition(":")[0] for word in KEYWORDS) + r") ?\(")
PLAIN = {word.partition(":")[0] for word in KEYWORDS if not re.search(":[3-9]", word)}   # they only mark what others take
OWNER = re.compile(r"(?!case\b|default\b)(?:#define |(?:[A-Za-z_]\w*[ *]+)*)([A-Za-z_]\w*)(?: ?\(|(?:\[\w*\])* =)")
# What a function does with its text, or a field is; else its name is told.
KINDS = [(re.compile(pattern), kind) for pattern, kind in (
    (r"^g_str|^g_markup", ""), (r"fail|refuse|_bad|bad_|trouble|wrong|error|expected", "error"),
    (r"lose", "what an import leaves out"), (r"report", "problem"),
    (r"tooltip", "tooltip"), (r"say|toast|status|message", "message"), (r"begin", "step of the history"), (r"menu", "menu"),
    (r"print", "output"), (r"speak|append", "for screen readers"), (r"hint", "hint of a tool"), (r"title", "title"),
    (r"label|noun|name", "label"), (r"placeholder", "placeholder"))]


def run(*command):
    result = subprocess.run(command, cwd=SOURCE, capture_output=True, text=True, check=False,
                            env={**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "", "GETTEXTDATADIRS": PO})
    if result.returncode:
        raise RuntimeError(result.stderr)
    return result.stderr


def read(path):
    with open(os.path.join(SOURCE, path), encoding="utf-8") as file:
        return file.read()


def files():
    """Those that mark texts."""
    found = [f"data/io.github.kickbox.Kickbox.{kind}" for kind in ("desktop.in", "gschema.xml", "metainfo.xml.in", "mime.xml")]
    found += [path for folder in ("src", "po") for kind in "ch"
              for path in glob.glob(f"{folder}/**/*.{kind}", root_dir=SOURCE, recursive=True) if MARKED.search(read(path))]
    found += [path for path in glob.glob("bindings/web/publish/*.js", root_dir=SOURCE) if MARKED.search(read(path))]
    found += [path for path in glob.glob("ui/*.ui", root_dir=SOURCE) if 'translatable="yes"' in read(path)]
    return sorted(found)


def purpose(lines):
    """The first sentence of a source file's comment."""
    found = re.match(r"(?:/\*|//) SPDX[^\n]*\n(?:/\*\*?|//) ((?:.|\n)*?)(?:\*/|[.:;]\s|\n(?!//| \*))", "\n".join(lines[:12]))
    return " ".join(re.sub(r"\n(?: \*|//)", " ", found[1]).split()).rstrip(".") if found else ""


def kind_of(word):
    return next((kind for pattern, kind in KINDS if pattern.search(word)), word)


def owner(lines, n):
    """The function or table of C or JavaScript around line n."""
    for line in lines[n::-1]:
        found = OWNER.match(line)
        if found:
            return found[1]
    return ""


def taker(text):
    """The function or field that a text is given to, from what stands before it."""
    depth = 0
    for i in range(len(text) - 1, max(len(text) - 2000, -1), -1):
        if text[i] == ")":
            depth += 1
        elif text[i] == "(" and depth:
            depth -= 1
        elif text[i] == "(":
            called = re.search(r"(\w+) ?$", text[:i])
            if called and called[1] not in PLAIN | {"if", "while", "for", "switch", "return"}:
                return called[1]
        elif text[i] in ";{}" and not depth:
            field = re.search(r"[.](\w+) = [^=;{}]*$", text)
            return field[1] if field else ""
    return ""


def context(path, number):
    """What the text in this line is."""
    lines = read(path).split("\n")
    before = "\n".join(lines[:number - 1] + [line.partition('"')[0] for line in lines[number - 1:number]])
    if path.endswith((".c", ".h", ".js")):
        name, given = owner(lines, number - 1), kind_of(taker(before))
        place = " in ".join(word for word in (given, name) if word) or os.path.basename(path)
        return ": ".join(word for word in (place, purpose(lines)) if word)
    tags = re.findall(r'<(?:property|attribute|key) name="([\w-]+)"|<(\w+)(?=>)', "\n".join(lines[:number]))
    widget = re.findall(r'<object class="(\w+)"', before)
    return " of ".join(["".join(tag) for tag in tags[-1:]] + widget[-1:]) or os.path.basename(path)


def gather(pot):
    """Writes all texts to the file `pot`. Returns what xgettext warns of."""
    warnings = run("xgettext", "--files-from=po/POTFILES", "--directory=.", "--from-code=UTF-8", "--add-comments",
                   "--output=" + pot, *["--keyword=" + keyword for keyword in KEYWORDS],
                   "--flag=N_:1:pass-c-format", "--flag=C_:2:pass-c-format",
                   "--flag=ngettext:1:pass-c-format", "--flag=KB_PLURAL:1:pass-c-format")
    blocks = read(pot).split("\n\n")
    for i, block in enumerate(blocks):
        places = re.findall(r"^#: (.*)$", block, re.MULTILINE)
        known = dict.fromkeys(context(path, int(number or 1))
                              for path, _, number in (place.partition(":") for place in " ".join(places).split()[:2]))
        blocks[i] = block.replace("#: ", "".join(f"#. ({words})\n" for words in known) + "#: ", 1)
    with open(pot, "w", encoding="utf-8") as file:
        file.write("\n\n".join(blocks))
    run("msgcat", "--add-location=file", "--output-file=" + pot, pot)
    return warnings


def main():
    listed = "".join(path + "\n" for path in files())
    if "--check" in sys.argv[1:]:
        sys.stdout.writelines(difflib.unified_diff(read("po/POTFILES").splitlines(True), listed.splitlines(True), n=0))
        sys.exit(listed != read("po/POTFILES"))
    with open(os.path.join(PO, "POTFILES"), "w", encoding="utf-8") as file:
        file.write(listed)
    with tempfile.TemporaryDirectory() as folder:
        pot, merged = os.path.join(folder, "kickbox.pot"), os.path.join(folder, "merged.po")
        sys.stderr.write(gather(pot))
        for path in sorted(glob.glob(os.path.join(PO, "*.po"))):
            run("msgmerge", "--quiet", "--no-fuzzy-matching", "--add-location=file", "--output-file=" + merged, path, pot)
            run("msgattrib", "--no-obsolete", "--output-file=" + merged, merged)
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(line for line in read(merged).splitlines(True) if not line.startswith(('"POT-Creation-Date', '"Report-Msgid')))


if __name__ == "__main__":
    main()
