# SPDX-License-Identifier: MIT
"""The package in the pages that esbuild, webpack, Vite and Rollup make. Only the long run has them; what breaks them is
looked for in each run."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import browser  # noqa: E402
from rounds import whole  # noqa: E402

SOURCE, BUILD = os.environ["KICKBOX_SOURCE"], os.environ["KICKBOX_BUILD"]
FOLDER, MADE = os.path.join(SOURCE, "bindings", "web"), os.path.join(BUILD, "bindings", "web")
KICKBOX = os.path.join(BUILD, "src", "cli", "kickbox")
NODE, TOOLS = shutil.which("node"), os.path.join(BUILD, "npm-bundlers")
PACKAGES = ("esbuild@0.28.2", "webpack@5.113.0", "webpack-cli@7.3.1", "vite@7.3.8", "rollup@4.68.8",
            "@rollup/plugin-node-resolve@16.0.3")
FILES = ("kickbox.js", "kickbox-inline.js", "kickbox.wasm", "kickbox-hits.wasm", "package.json")
MAIN = """import { load } from '%s';
const kb = await load();
const bank = kb.open(await (await fetch('dojo.kbx')).arrayBuffer());
const frame = bank.find(kb.Kind.SPRITE, 'boxer').item(kb.Kind.FRAME, 12);
document.title = `touches ${kb.framesTouch(frame, [0, 0], frame, [1, 0])}`;
"""
WEBPACK = """export default {
  mode: 'production', entry: './main.js', target: ['web', 'es2022'], experiments: { outputModule: true },
  output: { path: process.cwd() + '/out', filename: 'main.js', module: true },
};
"""
PAGE = '<!doctype html><title>wait</title><script type="module" src="./main.js"></script>'
REPORT = """<!doctype html><title>wait</title><img alt="" src="/wait"><script type="module" src="./%s"></script><script>
addEventListener('error', (event) => fetch('/end', { method: 'POST', body: event.message }));
addEventListener('unhandledrejection', (event) => fetch('/end', { method: 'POST', body: String(event.reason) }));
setInterval(() => document.title === 'wait' || fetch('/end', { method: 'POST', body: document.title }), 50);
</script>"""
# What makes the page of main.js in a folder `out`. Two leave it to the page's author to copy what a URL names.
COMMANDS = {
    "esbuild": ["esbuild", "main.js", "--bundle", "--minify", "--format=esm", "--outdir=out"],
    "webpack": ["webpack", "--config", "webpack.mjs"],
    "vite": ["vite", "build", "--base", "./", "--outDir", "out"],
    "rollup": ["rollup", "main.js", "-p", "@rollup/plugin-node-resolve", "-d", "out", "-f", "es"],
}
COPY_WASM = ("esbuild", "rollup")


@unittest.skipUnless(NODE, "needs node")
@unittest.skipUnless(os.path.exists(os.path.join(MADE, "kickbox.wasm")), "needs clang with wasm32, and wasm-ld")
class Bundles(unittest.TestCase):
    def test_names_nothing_of_node(self):
        """What the modules import, and the URLs that they are relative to, as bundlers read them."""
        for name in ("kickbox.js", "kickbox-inline.js"):
            with self.subTest(name), open(os.path.join(MADE, name), encoding="utf-8") as file:
                text = file.read()
                self.assertEqual(re.findall(r"^import .*|\brequire\(|['\"]node:[^']*/", text, re.M), [])
                self.assertEqual(re.findall(r"\bimport\((.*?)\)", text),
                                 ["/* webpackIgnore: true */ /* @vite-ignore */ NODE_FILES"])
                self.assertEqual(re.findall(r"new URL\((.*?), import\.meta\.url\)", text),
                                 ["'./kickbox.wasm'"] * (name == "kickbox.js"))

    @whole
    def test_pages(self):
        version = subprocess.run([NODE, "--version"], check=True, capture_output=True, text=True).stdout
        if int(version.lstrip("v").split(".")[0]) < 20:
            self.skipTest("the bundlers need node 20")
        try:
            subprocess.run(["npm", "install", "--no-save", "--prefix", TOOLS, *PACKAGES], check=True, capture_output=True,
                           timeout=600)
        except (OSError, subprocess.SubprocessError):
            self.skipTest("the packages cannot be had from npm")
        for package in ("kickbox", "kickbox/inline"):
            for bundler in COMMANDS:
                with self.subTest(bundler, package=package), tempfile.TemporaryDirectory() as folder:
                    self.make_page(bundler, package, folder)

    def make_page(self, bundler, package, folder):
        modules = os.path.join(folder, "node_modules")
        os.makedirs(os.path.join(modules, "kickbox"))
        os.symlink(os.path.join(TOOLS, "node_modules", "@rollup"), os.path.join(modules, "@rollup"))
        for name in FILES:
            shutil.copy(os.path.join(MADE, name), os.path.join(modules, "kickbox"))
        for name, text in (("main.js", MAIN % package), ("webpack.mjs", WEBPACK), ("index.html", PAGE)):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        command = COMMANDS[bundler]
        done = subprocess.run([os.path.join(TOOLS, "node_modules", ".bin", command[0]), *command[1:]], cwd=folder, text=True,
                              capture_output=True, check=False, timeout=300)
        output = done.stdout + done.stderr
        self.assertEqual(done.returncode, 0, output)
        self.assertNotRegex(output, "node:|Critical dependency|Module not found")
        out = os.path.join(folder, "out")
        if bundler in COPY_WASM and package == "kickbox":
            shutil.copy(os.path.join(MADE, "kickbox.wasm"), out)
        subprocess.run([KICKBOX, "export", os.path.join(SOURCE, "data", "dojo"), "-o", os.path.join(out, "dojo.kbx")],
                       check=True, stdout=subprocess.DEVNULL)
        script = next(os.path.relpath(os.path.join(where, name), out) for where, _, names in os.walk(out) for name in names
                      if name.endswith(".js"))
        answer = subprocess.run([NODE, os.path.join(FOLDER, "page.mjs"), out, script], text=True, capture_output=True,
                                check=False, timeout=60)
        self.assertEqual(answer.stdout, "touches true\n", answer.stderr)
        if browser.CHROMIUM:
            with open(os.path.join(out, "report.html"), "w", encoding="utf-8") as file:
                file.write(REPORT % script)
            self.assertEqual(browser.visit(out, "report.html", 120, "--disable-gpu").get("end"), "touches true")


if __name__ == "__main__":
    unittest.main()
