# SPDX-License-Identifier: MIT
"""The web binding in Chromium: the answers of Node, and the sample. Only the long run does this."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from PIL import Image

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import browser  # noqa: E402

SOURCE, BUILD = os.environ["KICKBOX_SOURCE"], os.environ["KICKBOX_BUILD"]
FOLDER, MADE = os.path.join(SOURCE, "bindings", "web"), os.path.join(BUILD, "bindings", "web")
KICKBOX = os.path.join(BUILD, "src", "cli", "kickbox")
CHROMIUM, NODE = browser.CHROMIUM, shutil.which("node")
SECONDS = 120
COMPARE = """<!doctype html><title>Compare</title><img alt="" src="/wait"><script type="module">
const post = (path, body) => fetch(path, { method: 'POST', body });
try {
  const { sameAnswers } = await import('./same_answers.mjs');
  for (const name of ['kickbox.js', 'kickbox-inline.js']) {
    const kb = await (await import('./' + name)).load();
    const bank = await (await fetch('dojo.kbx')).arrayBuffer();
    await post('/' + name, sameAnswers(kb, bank));
  }
} catch (error) {
  await post('/error', String(error.stack));
}
await post('/end', '');
</script>"""
# Added to the sample's page: reports what its status says, once it says something, and a key's.
WATCH = """<img alt="" src="/wait"><script type="module">
const status = document.getElementById('status');
const post = (path, body) => fetch(path, { method: 'POST', body });
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
addEventListener('error', (event) => post('/error', event.message));
while (!status.textContent)
  await wait(50);
await post('/fight', status.textContent);
document.getElementById('platform').click();
await wait(1000);
await post('/platform', status.textContent);
const view = document.getElementById('view');
const pixels = view.getContext('2d').getImageData(0, 0, view.width, view.height).data;
await post('/colours', String(new Set(new Uint32Array(pixels.buffer)).size));
await post('/end', '');
</script>"""
# Added to the pages of Phaser and Pixi, whose canvas comes when they draw.
WATCH_CANVAS = """<img alt="" src="/wait"><script type="module">
const post = (path, body) => fetch(path, { method: 'POST', body });
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
for (const kind of ['error', 'unhandledrejection'])
  addEventListener(kind, (event) => post('/error', event.message || String(event.reason?.stack || event.reason)));
while (!document.querySelector('canvas'))
  await wait(50);
await wait(2000);
await post('/end', '');
</script>"""
NODE_COMPARE = """
import { readFileSync } from 'node:fs';
const [made, folder] = process.argv.slice(1);
const { load } = await import(made + '/kickbox.js');
const { sameAnswers } = await import(folder + '/same_answers.mjs');
process.stdout.write(sameAnswers(await load(), readFileSync(folder + '/dojo.kbx')));
"""


@unittest.skipUnless(CHROMIUM and NODE, "needs chromium and node")
@unittest.skipUnless(os.path.exists(os.path.join(MADE, "kickbox.wasm")),
                     "needs clang with wasm32, and wasm-ld")
class Browser(unittest.TestCase):
    def setUp(self):
        # pylint: disable-next=consider-using-with
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = os.path.join(temporary.name, "web")
        sample = os.path.join(self.folder, "sample")
        shutil.copytree(os.path.join(FOLDER, "sample"), sample)
        for name in ("kickbox.js", "kickbox-inline.js", "kickbox.wasm"):
            shutil.copy(os.path.join(MADE, name), self.folder)
        shutil.copy(os.path.join(FOLDER, "same_answers.mjs"), self.folder)
        for name in ("dojo", "yard"):
            bank = os.path.join(sample, name + ".kbx")
            subprocess.run([KICKBOX, "export", os.path.join(SOURCE, "data", name), "-o", bank],
                           check=True, stdout=subprocess.DEVNULL)
        shutil.copy(os.path.join(sample, "dojo.kbx"), self.folder)

    def open(self, page, text, *options, picture=None):
        """What a page posted, by path."""
        with open(os.path.join(self.folder, page), "w", encoding="utf-8") as file:
            file.write(text)
        posted = browser.visit(self.folder, page, SECONDS, *(options or ("--disable-gpu",)), picture=picture)
        self.assertNotIn("error", posted)
        self.assertIn("end", posted)
        return posted

    def test_answers_of_node(self):
        expected = subprocess.run(
            [NODE, "--input-type=module", "-e", NODE_COMPARE, MADE, self.folder], check=True,
            capture_output=True, text=True).stdout
        posted = self.open("compare.html", COMPARE)
        self.assertGreater(len(expected.splitlines()), 600)
        self.assertEqual(posted["kickbox.js"], expected)
        self.assertEqual(posted["kickbox-inline.js"], expected)

    def test_sample(self):
        with open(os.path.join(self.folder, "sample", "index.html"), encoding="utf-8") as file:
            text = file.read()
        posted = self.open("sample/watched.html", text.replace("</body>", WATCH + "</body>"))
        self.assertRegex(posted["fight"], r"^Boxer \d+, fakir \d+$")
        self.assertEqual(posted["platform"], "Run to the goal on the right.")
        self.assertGreater(int(posted["colours"]), 20)

    def test_engines(self):
        """The fight in Phaser and in Pixi, with WebGL: fighters of many colours on the ground of the game."""
        tools = os.path.join(BUILD, "npm-tools")
        try:
            subprocess.run(["npm", "install", "--no-save", "--prefix", tools, "phaser@4.2.1", "pixi.js@8.22.0"],
                           check=True, capture_output=True, timeout=600)
        except (OSError, subprocess.SubprocessError):
            self.skipTest("the packages cannot be had from npm")
        os.symlink(os.path.join(tools, "node_modules"), os.path.join(self.folder, "node_modules"))
        for name in ("phaser", "pixi"):
            with self.subTest(name):
                picture = os.path.join(self.folder, name + ".png")
                with open(os.path.join(self.folder, "sample", name + ".html"), encoding="utf-8") as file:
                    text = file.read()
                self.open(f"sample/watched-{name}.html", text.replace("</body>", WATCH_CANVAS + "</body>"),
                          "--use-angle=swiftshader", "--enable-unsafe-swiftshader", picture=picture)
                with Image.open(picture) as image:
                    colours = image.convert("RGB").getcolors(1 << 24)
                self.assertGreater(len(colours), 40)
                self.assertIn((0x26, 0x32, 0x38), [colour for _, colour in colours])


if __name__ == "__main__":
    unittest.main()
