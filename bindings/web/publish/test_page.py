# SPDX-License-Identifier: MIT
"""The page of `kickbox publish` in Chromium: every view of the samples from disk and from a host, by
clicks and keys, at the size of a phone, in light and dark. Only the long run does this."""
import base64
import contextlib
import functools
import glob
import http.server
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.parse

SOURCE, BUILD = os.environ["KICKBOX_SOURCE"], os.environ["KICKBOX_BUILD"]
sys.path.insert(0, os.path.join(SOURCE, "bindings", "web"))
sys.path.insert(0, os.path.join(SOURCE, "tests", "golden"))
from chromium import Chromium  # noqa: E402
import read_bank  # noqa: E402

KICKBOX = os.path.join(BUILD, "src", "cli", "kickbox")
PAGE = os.path.join(BUILD, "bindings", "web", "publish", "publish.html")
CHROMIUM = shutil.which("chromium")
SAMPLES = {"course": 12, "dojo": 3, "harbor": 7, "yard": 13, "temple": 3, "pinball": 6}   # views
STATUS = "document.querySelector('.status').textContent"
# How many colours the picture has.
COLOURS = """(() => {
  const view = document.querySelector('.stage canvas'), { width, height } = view;
  const { data } = view.getContext('2d').getImageData(0, 0, width, height);
  return new Set(new Uint32Array(data.buffer)).size;
})()"""
# Texts whose contrast with what is behind them is too low (WCAG 2.2, 1.4.3).
FAINT = """(() => {
  const part = (c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  const of = (text) => text.match(/[\\d.]+/g).map(Number);
  const behind = (node) => {
    for (; node; node = node.parentElement) {
      const colour = of(getComputedStyle(node).backgroundColor);
      if (colour.length < 4 || colour[3] > 0.99)
        return colour;
    }
    return [255, 255, 255];
  };
  return [...document.querySelectorAll('body *')].filter((node) => node.offsetParent
    && [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim())).filter((node) => {
      const a = light(of(getComputedStyle(node).color)), b = light(behind(node));
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
    }).map((node) => node.textContent.slice(0, 40));
})()"""


def strings(value):
    """All in a value of JSON, also the keys."""
    if isinstance(value, str):
        return {value}
    parts = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []
    return set().union(*map(strings, parts))


def names(project):
    """What the files of a project call things."""
    found = {os.path.basename(project)}
    for path in glob.glob(os.path.join(project, "**", "*"), recursive=True):
        if path.endswith((".json", ".kickbox")):
            found.add(os.path.splitext(os.path.basename(path))[0])
            with open(path, encoding="utf-8") as file:
                found |= strings(json.load(file))
    return found


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


# The view in first person on a canvas of 800 x 500 pixels, drawn at whole ones; and the wall that closes a column, if nothing
# stands before it and no wall ends there.
VIEW = """
    const item = playItems().find(({ kind }) => kind === ITEM.VIEW), [from, to] = item.points, half = (to.x - from.x) / 2;
    const canvas = document.createElement('canvas'), context = canvas.getContext('2d'), slabs = playSlabs(), wrong = [];
    const edge = from.x * 400 / half, shift = Math.round(edge) - edge, lightAt = (depth) => item.radius / (item.radius + depth);
    [canvas.width, canvas.height] = [800, 500];
    context.setTransform(400 / half, 0, 0, 400 / half, -Math.round(edge), -from.y * 400 / half);
    drawView(context, { scale: 400 / half, ratio: 1 }, item.points, item.radius);
    const ends = slabs.flatMap(({ a, b }) => [a.x / a.y, b.x / b.y]);
    const rgbOf = (colour) => [24, 16, 8].map((by) => Math.floor(colour / 2 ** by) & 255);
    const across = (column) => (column + 0.5 + shift) / 400 - 1, columns = Array.from({ length: 114 }, (_, i) => 3 + 7 * i);
    const pixelAt = (column) => [...context.getImageData(column, 250, 1, 1).data].slice(0, 3);
    function wallAt(x) {
      const covers = ({ a, b }) => a.x / a.y <= x && b.x / b.y >= x, near = ends.some((end) => Math.abs(end - x) < 0.01);
      const wall = near || slabs.some((slab) => slab.stands && covers(slab)) ? null : slabs.find((slab) => slab.isClosed && covers(slab));
      if (!wall)
        return null;
      const { a, b } = wall, t = (x - a.x / a.y) / (b.x / b.y - a.x / a.y);
      return { ...wall, t, depth: 1 / ((1 - t) / a.y + t / b.y) };
    }
"""


@unittest.skipUnless(CHROMIUM, "needs chromium")
@unittest.skipUnless(os.path.exists(PAGE), "needs clang with wasm32, and wasm-ld")
class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # pylint: disable-next=consider-using-with
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        for name in SAMPLES:
            cls.publish(os.path.join(SOURCE, "data", name), name)
        cls.browser = Chromium(CHROMIUM)
        cls.addClassCleanup(cls.browser.close)

    @classmethod
    def publish(cls, project, name, language="en"):
        subprocess.run([KICKBOX, "publish", project, "-o", os.path.join(cls.folder.name, name)],
                       check=True, stdout=subprocess.DEVNULL, env={**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": language})

    def setUp(self):
        self.browser.resize(1100, 900)

    def tearDown(self):
        self.assertEqual(self.browser.errors, [])

    @contextlib.contextmanager
    def served(self):
        server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Quiet, directory=self.folder.name))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            self.browser.call("Page.navigate", url="about:blank")
            server.shutdown()
            server.server_close()

    def show(self, name, view, root=None):
        self.browser.open(f"{root or 'file://' + self.folder.name}/{name}/index.html#{view}")
        self.browser.wait(f"!!document.querySelector('.stage canvas') && {COLOURS} > 3")

    def status(self, pattern):
        text = self.browser.run(STATUS)
        self.assertRegex(text, pattern)
        return text

    def visit(self, root):
        """Each link of each sample, by clicks."""
        for name, views in SAMPLES.items():
            self.show(name, "", root)
            self.assertEqual(self.browser.run("document.querySelector('h1').textContent"), name)
            links = self.browser.run("[...document.querySelectorAll('nav a')].map((a) => a.hash)")
            self.assertEqual(len(links), views, links)
            for link in links:
                self.browser.click(*self.browser.centre(f'nav a[href="{link}"]'))
                self.browser.wait(f"location.hash === {json.dumps(link)}"
                                  " && document.querySelector('nav [aria-current]')?.hash === location.hash")
                self.browser.wait(COLOURS + " > 3")
                self.assertIsNone(self.browser.run("document.querySelector('[role=alert]')"), link)

    def test_from_disk(self):
        self.visit(None)

    def test_from_a_host(self):
        with self.served() as root:
            self.visit(root)

    def test_sprite(self):
        self.show("dojo", "sprites/boxer")
        self.browser.click(*self.browser.centre("[data-name=punch]"))
        self.status(r"^punch: 1 of 6, 90 ms, boxer punch 1, start-up$")
        for _ in range(2):
            self.browser.key("ArrowRight")
        self.status(r"^punch: 3 of 6, 80 ms, boxer punch 3, event hit now, active$")
        self.browser.click(*self.browser.centre("[aria-label='Previous step']"))
        self.status(r"^punch: 2 of 6, .*start-up$")
        self.browser.click(*self.browser.centre("[data-name=kick]"))
        for _ in range(3):
            self.browser.key("ArrowRight")
        self.status(r"^kick: 4 of 7, 90 ms, .*, event hit now, active$")
        self.browser.click(*self.browser.centre("[data-name=punch]"))
        self.browser.key("ArrowRight")
        rows = self.browser.run("[...document.querySelectorAll('#attacks + .scroll tr')].map("
                                "(row) => [...row.cells].map((cell) => cell.textContent))")
        told = subprocess.run([KICKBOX, "info", "--frame-data", "csv", os.path.join(SOURCE, "data", "dojo")],
                              check=True, capture_output=True, text=True).stdout
        expected = [line.split(",")[1:6] for line in told.splitlines() if line.startswith("boxer,")]
        self.assertEqual(rows, [["Attack", "Start-up", "Active", "Recovery", "Total"], *expected])
        picture = self.browser.run(COLOURS)
        self.browser.click(*self.browser.centre(".legend label"))
        self.assertLess(self.browser.run(COLOURS), picture)
        self.browser.run("document.activeElement.blur()")
        self.browser.key(" ", text=" ")
        self.status("^Playing punch.$")
        self.browser.wait("document.querySelector('.time .current') !== document.querySelectorAll('.time span')[1]")

    def test_level(self):
        self.show("temple", "levels/garden")
        x, y = self.browser.centre(".stage canvas")
        self.browser.mouse("Pressed", x - 20, y)
        self.browser.mouse("Moved", x + 10, y + 30)
        self.browser.mouse("Moved", x + 30, y + 250)
        self.status(r"^From [\d.]+, [\d.]+: moved [\d.]+ of [\d.]+ px, touched rock")
        self.browser.mouse("Released", x + 30, y + 250)
        self.browser.key("ArrowUp")
        text = self.browser.run(STATUS)
        # The same move by the command line.
        state = self.browser.run("shown.view.state")
        start, end = ([state[key]["x"], state[key]["y"]] for key in ("from", "to"))
        bank = os.path.join(self.folder.name, "temple.kbx")
        subprocess.run([KICKBOX, "export", os.path.join(SOURCE, "data", "temple"), "-o", bank], check=True)
        question = {"q": "level_move", "level": "garden", "circle": {"at": start, "radius": state["radius"]},
                    "move": [b - a for a, b in zip(start, end)], "manner": "slide"}
        told = subprocess.run([KICKBOX, "query", bank], input=json.dumps(question) + "\n", check=True,
                              capture_output=True, text=True).stdout
        moved = sum(c ** 2 for c in json.loads(told)["moved"]) ** 0.5
        self.assertAlmostEqual(float(re.search(r"moved ([\d.]+)", text)[1]), moved, delta=0.051)
        # Its partition: a leaf of the tree has the colour of the map, and the way is lit in both.
        self.assertTrue(self.browser.run("document.querySelector('.tree').hidden"))
        self.browser.run("[...document.querySelectorAll('.bar label')].find((l) => l.textContent === 'Partition').click()")
        self.browser.run("(() => { const s = document.querySelector('.bar select'); s.value = '0'; s.dispatchEvent(new Event('change')); })()")
        self.assertFalse(self.browser.run("document.querySelector('.tree').hidden"))
        with open(bank, "rb") as file:
            level = read_bank.read(file.read())["levels"][0]
        data = base64.b64decode(level["partition"]["bytes"])
        count, _, blocks = struct.unpack_from("<3I", data)
        leaves = [i for i in range(count) if struct.unpack_from("<I", data, 28 + 16 * (blocks + i) + 12)[0] == 0xFFFFFFFF]
        self.assertEqual(self.browser.run("partitionOf(project.bank.item(KIND.LEVEL, 0)).nodes.filter((n) => n.leaf).map((n) => n.i)"), leaves)
        lit = self.browser.run("""(() => { const canvas = document.querySelector('.tree canvas'), c = canvas.getContext('2d'), out = [];
            const n = %d, accent = document.createElement('canvas').getContext('2d');
            accent.fillStyle = theme('--accent'); accent.fillRect(0, 0, 1, 1);
            const wanted = accent.getImageData(0, 0, 1, 1).data.join();
            for (let i = 0; i < n; i++)
              if (c.getImageData(Math.floor((i + 0.3) * canvas.width / n), canvas.height - 3, 1, 1).data.join() === wanted) out.push(i);
            return out; })()""" % len(leaves))
        nodes = [struct.unpack_from("<3fI", data, 28 + 16 * (blocks + i)) for i in range(count)]

        def leaf_of(x, y):
            at = 0
            while nodes[at][3] != 0xFFFFFFFF:
                nx, ny, d, second = nodes[at]
                at = at + 1 if nx * x + ny * y - d >= 0 else second
            return leaves.index(at)

        by = json.loads(subprocess.run([KICKBOX, "query", bank], input=json.dumps(dict(question, manner="stop")) + "\n", check=True,
                                       capture_output=True, text=True).stdout)["moved"]
        way = {leaf_of(start[0] + by[0] * t / 400, start[1] + by[1] * t / 400) for t in range(401)}
        self.assertLessEqual(way, set(lit))
        self.assertLessEqual(len(lit), len(way) + 2)

    def test_probe(self):
        self.show("harbor", "masks/cabin")
        self.status(r"^160, 90: desk \(5\)$")
        self.browser.key("ArrowDown")
        self.status("^160, 91: ")
        self.browser.mouse("Moved", *self.browser.centre(".stage canvas"))
        self.status(r"^1[56]\d, \d+: ")
        self.show("harbor", "tracks/island")
        self.browser.run("shown.view.node.querySelector('canvas').focus()")
        self.status(r"^240, 160: grass \(4\); off the road, ")
        for _ in range(140):
            self.browser.key("ArrowLeft")
        self.status(r"^100, 160: .*")

    def test_scenes(self):
        self.show("yard", "scenes/run-and-jump")
        place = "playItems().find(({ kind }) => kind === ITEM.FRAME).place.x"
        before = self.browser.run(place)
        self.browser.key("ArrowRight", up=False)
        self.browser.wait(f"{place} > {before + 20}")
        self.browser.call("Input.dispatchKeyEvent", type="keyUp", key="ArrowRight", code="ArrowRight")
        x, y = self.browser.centre("#pad button:nth-of-type(1)")
        self.browser.mouse("Pressed", x, y)
        self.browser.wait(f"{place} < {before + 10}")
        self.browser.mouse("Released", x, y)
        self.assertEqual(self.browser.run("document.querySelectorAll('.held').length"), 0)

    def test_first_person(self):
        """Drawn from the back, each column shows the wall that is first in the order of the walk; turning shows others."""
        self.show("temple", "scenes/first-person")
        shown = "(() => {" + VIEW + """
            for (const column of columns) {
              const wall = wallAt(across(column));
              if (!wall || Math.abs(wall.floor) / wall.depth * 400 < 3)
                continue;
              const pixel = pixelAt(column), wanted = rgbOf(wall.colour).map((value) => value * lightAt(wall.depth));
              if (wanted.some((value, i) => Math.abs(value - pixel[i]) > 30))
                wrong.push([column, wanted.map(Math.round), pixel]);
            }
            return { wrong, walls: slabs.length, sum: context.getImageData(0, 0, 800, 500).data.reduce((all, one) => all + one, 0) };
        })()"""
        before = self.browser.run(shown)
        self.assertEqual(before["wrong"], [])
        self.assertGreater(before["walls"], 3)
        self.browser.key("ArrowLeft", up=False)
        self.browser.wait(f"{shown}.sum !== {before['sum']}")
        self.browser.call("Input.dispatchKeyEvent", type="keyUp", key="ArrowLeft", code="ArrowLeft")
        self.assertEqual(self.browser.run(shown)["wrong"], [])

    def choose(self, name):
        """In the first role of the scene."""
        self.browser.run("""(() => { const of = document.querySelector('select');
            of.value = [...of.options].find((one) => one.text === '%s').value; of.dispatchEvent(new Event('change')); })()""" % name)

    def test_lifts_in_first_person(self):
        """The lift that is the nearest one is in its colour, behind no wall."""
        self.show("course", "scenes/first-person")
        self.choose("hall")
        self.browser.wait("playSlabs().some(({ stands, frame }) => stands && frame === NO_FRAME)")
        pixel, wanted = self.browser.run("(() => {" + VIEW + """
            const { a, b, colour } = slabs.at(-1), x = (Math.max(a.x / a.y, -1) + Math.min(b.x / b.y, 1)) / 2;
            return [pixelAt(400 * (1 + x)), rgbOf(colour).map((value) => value * lightAt((a.y + b.y) / 2))];
        })()""")
        self.assertLess(max(abs(a - b) for a, b in zip(pixel, wanted)), 30, (pixel, wanted))

    def test_pictures_in_first_person(self):
        """In each column at the height of the eye: the texel of the wall that is first there, or one next to it."""
        self.show("course", "scenes/first-person")
        self.choose("hall")
        self.browser.wait("playSlabs().some(({ stands, frame }) => !stands && frame !== NO_FRAME)")
        seen, wrong = self.browser.run("(() => {" + VIEW + """
            let seen = 0;
            for (const column of columns) {
              const wall = wallAt(across(column));
              if (!wall || wall.frame === NO_FRAME)
                continue;
              const { a, b, along, floor, t, depth } = wall, tile = tileOf(wall.frame), { width, height } = tile;
              const u = ((1 - t) * along / a.y + t * (along + Math.hypot(b.x - a.x, b.y - a.y)) / b.y) * depth;
              const texels = tile.getContext('2d').getImageData(0, 0, width, height).data, pixel = pixelAt(column), near = [];
              for (const du of [-1, 0, 1])
                for (const dv of [-1, 0, 1]) {
                  const i = 4 * (((Math.floor(floor) + dv) % height + height) % height * width + ((Math.floor(u) + du) % width + width) % width);
                  near.push(Math.max(...pixel.map((value, k) => Math.abs(texels[i + k] * lightAt(depth) - value))));
                }
              seen++;
              if (Math.min(...near) > 12)
                wrong.push([column, u, floor, pixel, Math.min(...near)]);
            }
            return [seen, wrong];
        })()""")
        self.assertGreater(seen, 20)
        self.assertEqual(wrong, [])

    def test_cast(self):
        self.show("pinball", "scenes/bounce")
        self.assertEqual(self.browser.run("[inPlay('kbw_player', 0), project.bank.item(KIND.LEVEL, 0).name]"), [0, "court"])
        self.choose("table")
        self.assertEqual(self.browser.run("project.bank.item(KIND.LEVEL, inPlay('kbw_player', 0)).name"), "table")
        self.assertIn("Left flipper", self.browser.run("document.getElementById('pad').textContent"))
        self.browser.wait(f"{COLOURS} > 20")

    def test_phone(self):
        self.browser.resize(320, 640, dark=True, phone=True)
        for name, view in (("dojo", "sprites/boxer"), ("dojo", "scenes/fight"), ("yard", "levels/court"),
                           ("harbor", "tracks/island")):
            self.show(name, view)
            self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), 320, view)
            self.assertFalse(self.browser.run("document.getElementById('menu').open"))
        self.show("temple", "levels/garden")
        x, y = self.browser.centre(".stage canvas")
        before = self.browser.run(STATUS)
        self.browser.touch("Start", (x, y))
        self.browser.touch("Move", (x + 60, y + 30))
        self.browser.touch("End")
        self.assertNotEqual(self.browser.run(STATUS), before)
        self.browser.click(*self.browser.centre("#menu > summary"))
        self.browser.click(*self.browser.centre("nav a[href='#scenes/walk']"))
        self.browser.wait("document.querySelector('h2#name').textContent === 'Walk'")

    def test_read_aloud(self):
        """Each control has a name, each table headers; texts have contrast in light and dark."""
        for dark in (False, True):
            self.browser.resize(1100, 900, dark=dark)
            for name, view in (("dojo", "sprites/boxer"), ("yard", "levels/yard"), ("harbor", "tracks/island"),
                               ("dojo", "scenes/fight")):
                self.show(name, view)
                self.assertEqual(self.browser.run(FAINT), [], (dark, view))
                tree = self.browser.call("Accessibility.getFullAXTree")["nodes"]
                roles = {}
                for node in tree:
                    if not node["ignored"]:
                        roles.setdefault(node["role"]["value"], []).append(node.get("name", {}).get("value", ""))
                for role in ("button", "checkbox", "slider", "link", "image", "combobox"):
                    self.assertNotIn("", roles.get(role, []), role)
                for role in ("banner", "main", "navigation", "image", "heading"):
                    self.assertIn(role, roles)

    def test_language(self):
        """No text of the list is left in English, neither seen nor read aloud; the playtest has its words too."""
        shown = """[...document.querySelectorAll('body *')].filter((node) => !node.closest('script, noscript')).flatMap((node) =>
            [node.getAttribute('aria-label'), node.getAttribute('aria-valuetext'),
              ...[...node.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data.trim())].filter(Boolean))"""
        for language in ("fr", "de"):
            for name in ("dojo", "temple", "harbor"):
                self.publish(os.path.join(SOURCE, "data", name), name + "-" + language, language)
            for name, view in (("dojo", "sprites/boxer"), ("temple", "levels/garden"), ("harbor", "tracks/island"),
                               ("dojo", "scenes/fight"), ("harbor", "scenes/race")):
                self.show(name, view)
                english = set(self.browser.run(shown))
                self.assertEqual(self.browser.run("document.documentElement.lang"), "en")
                self.show(f"{name}-{language}", view)
                self.assertEqual(self.browser.run("document.documentElement.lang"), language)
                words = {text.split("\4")[-1]: word for text, word in self.browser.run("project.words").items()}
                same = {text for text, word in words.items() if text == word}
                texts = set(self.browser.run(shown))
                self.assertEqual(texts & (set(words) - same - set(words.values())), set(), view)
                # What stays are names of the project, numbers and keys.
                left = texts & english - same - names(os.path.join(SOURCE, "data", name))
                self.assertEqual({text for text in left if re.search("[a-z]{2}", re.sub(r"\bpx\b|\bms\b", "", text))}, set(), view)
        self.show("dojo-fr", "scenes/fight")
        self.browser.wait("document.querySelector('.log li')?.textContent.startsWith('Classes qui frappent')")
        self.assertEqual(self.browser.run("playItems().find(({ kind }) => kind === ITEM.TEXT).text.match(/ sur /)?.[0]"), " sur ")

    def test_policy(self):
        """The page runs its own script and the data, and nothing else: no code in texts or attributes, nothing of other hosts."""
        forbidden = {"a script": "document.body.append(Object.assign(document.createElement('script'), { textContent: 'hacked = 1' }))",
                     "a parsed script": "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"hacked = 1\">')",
                     "an attribute": "document.querySelector('h1').setAttribute('onclick', 'hacked = 1'); document.querySelector('h1').click()",
                     "a frame": "document.body.append(Object.assign(document.createElement('iframe'), { src: 'https://example.org/' }))",
                     "a picture": "document.body.append(Object.assign(new Image(), { src: 'https://example.org/a.png' }))",
                     "another host": "fetch('https://example.org/').catch(() => 0)",
                     "a style": "document.body.append(Object.assign(document.createElement('style'), { textContent: 'h1 { color: red }' }))",
                     "a form": "(() => { const form = document.createElement('form'); form.action = 'https://example.org/'; document.body.append(form); form.submit(); })()"}
        with self.served() as root:
            for where in (None, root):
                for what, script in forbidden.items():
                    with self.subTest(what, where=where):
                        self.show("dojo", "sprites/boxer", where)
                        self.browser.run("addEventListener('securitypolicyviolation', () => { refused = (window.refused ?? 0) + 1; }); 0")
                        self.browser.run(f"(() => {{ {script}; return 0; }})()")
                        self.browser.wait("window.refused > 0")
                        self.assertEqual(self.browser.run("typeof hacked"), "undefined")
        self.browser.errors.clear()

    def test_names_of_prototypes(self):
        """Names that scripts know keep their pictures."""
        project = os.path.join(self.folder.name, "named")
        shutil.copytree(os.path.join(SOURCE, "data", "harbor"), project)
        for name in ("__proto__", "constructor", "toString"):
            for ending in (".json", ".png"):
                shutil.copy(os.path.join(project, "masks", "cabin" + ending), os.path.join(project, "masks", name + ending))
        self.publish(project, "named-page")
        for name in ("__proto__", "constructor", "toString", "cabin"):
            self.show("named-page", "masks/" + urllib.parse.quote(name))
            self.assertEqual(self.browser.run("document.querySelector('h2#name').textContent"), name)
            self.assertTrue(self.browser.run(f"project.behind[{json.dumps('masks/' + name)}].picture.width > 0"), name)

    def test_live_link(self):
        project = os.path.join(self.folder.name, "project")
        shutil.copytree(os.path.join(SOURCE, "data", "dojo"), project)
        self.publish(project, "live")
        with self.served() as root:
            self.show("live", "sprites/boxer", root)
            self.browser.click(*self.browser.centre("[data-name=kick]"))
            self.browser.key("ArrowRight")
            self.browser.wait("poll.stamp")
            edit = {"set": "sprites['boxer'].animations['kick'].steps[1].duration", "value": 777}
            subprocess.run([KICKBOX, "edit", project], input=json.dumps(edit) + "\n", text=True, check=True,
                           stdout=subprocess.DEVNULL)
            self.publish(project, "live")
            self.browser.wait("document.getElementById('live').textContent.startsWith('Updated')")
            self.status("^kick: 2 of 7, 777 ms")
            # A scene goes on with the new bank.
            self.show("live", "scenes/fight", root)
            self.browser.wait("poll.stamp")
            self.browser.run("document.getElementById('live').textContent = ''")
            subprocess.run([KICKBOX, "edit", project], input=json.dumps({**edit, "value": 778}) + "\n", text=True,
                           check=True, stdout=subprocess.DEVNULL)
            self.publish(project, "live")
            self.browser.wait("document.getElementById('live').textContent.startsWith('Updated')")
            self.assertEqual(self.browser.run("project.bank.find(KIND.SPRITE, 'boxer').find(KIND.ANIMATION, 'kick')"
                                              ".info.durationMs"), 600 - 70 + 778)
            self.browser.wait("playText('kbw_scene', 0, 0) === 'fight' && playItems().length > 0")
        self.show("live", "sprites/boxer")
        self.assertEqual(self.browser.run("document.getElementById('live').textContent"), "")
        self.assertIsNone(self.browser.run("poll.stamp ?? null"))


if __name__ == "__main__":
    unittest.main()
