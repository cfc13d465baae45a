#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes publish.html, the page that `kickbox publish` writes, with all scripts in it: a page from
disk may not load modules.

    build.py SOURCE_DIR API.json KICKBOX_JS OUT.html OUT.d OBJECT...

The library in it, those objects, has the playtest of src/playtest too: web_play.c says how JavaScript calls it. The
page lists its texts, for `kickbox publish` to translate."""
import ast
import base64
import glob
import hashlib
import json
import os
import re
import sys
import tempfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(FOLDER))
import build_wasm  # noqa: E402
SCRIPTS = ("library", "painter", "worlds", "sprite", "picture", "partition", "level", "view", "scenes", "main")


def wasm(source, api, objects):
    """The library and the playtest, as base64."""
    clang, linker = os.environ.get("CLANG", "clang"), os.environ.get("WASM_LD", "wasm-ld")
    build_wasm.COMPILE[:0] = ["-isystem", os.path.join(FOLDER, "libc"),
                              "-I", os.path.join(source, "src")]
    files = sorted(glob.glob("playtest/**/*.c", root_dir=os.path.join(source, "src"), recursive=True))
    with tempfile.TemporaryDirectory() as temporary:
        target, play = os.path.join(temporary, "play.wasm"), os.path.join(temporary, "play.c")
        with open(play, "w", encoding="utf-8") as file:
            file.writelines(f'#include "{name}"\n' for name in files)   # of the repository: nothing to escape
        own = [play, os.path.join(FOLDER, "web_play.c"), os.path.join(FOLDER, "play_libc.c")]
        build_wasm.link(linker, build_wasm.compile_all(clang, own, temporary) + objects, api, target, "")
        with open(target, "rb") as file:
            return base64.b64encode(file.read()).decode()


# What xgettext takes, of JavaScript and C: literals, with a context in front for C_.
LITERAL = r"""(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
MARKED = re.compile(r"\b(?:N?_ ?\(|C_\('([^']*)',)\s*((?:" + LITERAL + r"[\s+]*)+)[,)]")


def texts(*sources):
    """The marked texts: an object with the keys of gettext."""
    found = {}
    for source in sources:
        for context, literals in MARKED.findall(source):
            text = "".join(map(ast.literal_eval, re.findall(LITERAL, literals)))
            found[f"{context}\4{text}" if context else text] = None
    return found


def read(*names):
    with open(os.path.join(FOLDER, *names), encoding="utf-8") as file:
        return file.read()


def classic(path):
    """The module as a script that sets Kickbox. Its instance has what web_play.c exports too."""
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"^export ", "", file.read(), flags=re.M)
    text = text[:text.index("async function readUrl")]
    for old, new in (("new URL('./kickbox.wasm', import.meta.url)", "null"),
                     ("instantiate(source, {})", "instantiate(source, { env: Math })"),
                     ("const kb = new Kickbox();",
                      "const kb = new Kickbox();\n  kb.play = { E, memory, readText, refreshViews };")):
        assert old in text, old
        text = text.replace(old, new)
    return f"const Kickbox = (() => {{\n{text}\nreturn {{ load }};\n}})();\n"


def policy(style, code):
    """What the page may load: its own style and script, by their hashes, the library in it, and the data next to it. To
    some browsers a page from disk has no 'self'; `file:` is for them."""
    hashes = [f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in (style, code)]
    return (f"default-src 'none'; style-src {hashes[0]}; script-src {hashes[1]} 'self' file: 'wasm-unsafe-eval'; "
            "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'")


def main():
    source, api, module, target, depfile, *objects = sys.argv[1:]
    scripts = [f"const WASM = '{wasm(source, api, objects)}';", classic(module)]
    own = [read(name + ".js") for name in SCRIPTS]
    scripts += own
    played = sorted(glob.glob(os.path.join(source, "src", "playtest", "**", "*.[ch]"), recursive=True))
    listed = json.dumps(texts(*own, *map(read, played)), ensure_ascii=False)
    # A script ends at the first "</script", also within a text.
    style, code = f"\n{read('style.css')}\n", "\n" + "\n".join(scripts).replace("</script", "<\\/script") + "\n"
    page = read("index.html")
    for mark, text in (("POLICY", policy(style, code)), ("STYLE", style), ("TEXTS", listed), ("SCRIPT", code)):
        page = page.replace(f"/*@{mark}@*/", text)
    with open(target, "w", encoding="utf-8") as file:
        file.write(page)
    with open(depfile, "w", encoding="utf-8") as file:
        file.write(f"{target}: {' '.join(name.replace(' ', chr(92) + ' ') for name in played)}\n")


if __name__ == "__main__":
    main()
