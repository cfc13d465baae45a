# SPDX-License-Identifier: MIT
"""Opens a page in Chromium, which says by POST what it found."""
import functools
import http.server
import os
import shutil
import subprocess
import tempfile
import threading

CHROMIUM = shutil.which("chromium")


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves a folder. /wait is answered at the end, so that the browser stays until then."""

    def do_GET(self):
        if self.path == "/wait":
            self.server.ended.wait(self.server.seconds)
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


def visit(folder, page, seconds, *options, ask=None, picture=None):
    """What a page of a folder posted before /end, by name. `ask` answers what it posts to /ask;
    `picture` is the file for a screenshot."""
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    server.posted, server.ended, server.ask = {}, threading.Event(), ask
    server.seconds = seconds
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            subprocess.run(
                [CHROMIUM, "--headless=new", "--no-sandbox", *options,
                 f"--user-data-dir={profile}",
                 f"--screenshot={picture or os.path.join(profile, 'page.png')}",
                 f"http://127.0.0.1:{server.server_port}/{page}"],
                check=True, capture_output=True, timeout=seconds)
    finally:
        server.ended.set()
        server.shutdown()
        server.server_close()
    return server.posted
