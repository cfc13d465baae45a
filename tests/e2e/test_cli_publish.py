# SPDX-License-Identifier: MIT
"""`kickbox publish`: the files of the page, what it holds beside the bank, and what is never overwritten."""
import base64
import contextlib
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import unittest

import translations
from cli_case import BUILD, Case, KICKBOX, Picture, SOURCE

PAGE = os.path.join(BUILD, "bindings", "web", "publish", "publish.html")
FILES = ["data.js", "index.html", "kickbox-stamp.txt"]
START = b"KICKBOX_DATA = "
# Words of the page's scripts that are not for people: names of keys.
UNMARKED = {"Left", "Right", "Up", "Down", "Return", "Enter", "Numpad"}
SCRIPTS = os.path.join(SOURCE, "bindings", "web", "publish")


@unittest.skipUnless(os.path.exists(PAGE), "needs clang with wasm32, and wasm-ld")
class Publish(Case):
    def files(self, folder):
        self.assertEqual(sorted(os.listdir(folder)), FILES)
        return [self.read(os.path.join(folder, name)) for name in FILES]

    def data(self, folder):
        script, page, stamp = self.files(folder)
        self.assertEqual(page, self.read(PAGE))
        self.assertEqual(stamp.decode(), hashlib.sha256(script).hexdigest())
        self.assertTrue(script.startswith(START) and script.endswith(b"}\n"))
        return json.loads(script[len(START):])

    def test_samples(self):
        for name in ("course", "dojo", "harbor", "yard", "temple", "pinball"):
            project, folder = os.path.join(SOURCE, "data", name), self.path("web", name)
            out, errors = self.run_kickbox("publish", project, "-o", folder)
            self.assertEqual((out, errors), (f"{folder}/index.html\n", ""))
            data = self.data(folder)
            self.assertEqual(data["name"], name)
            bank = self.path(name + ".kbx")
            self.run_kickbox("export", project, "-o", bank)
            self.assertEqual(base64.b64decode(data["bank"]), self.read(bank))

    def test_what_banks_lack(self):
        self.run_kickbox("publish", os.path.join(SOURCE, "data", "dojo"), "-o", "dojo")
        data = self.data(self.path("dojo"))
        rows, _ = self.run_kickbox("info", "--frame-data", "csv", os.path.join(SOURCE, "data", "dojo"))
        self.assertEqual([[row[key] for key in ("sprite", "animation", "startup", "recovery", "total")] for row in data["attacks"]],
                         [[*line.split(",")[:2], *(int(line.split(",")[i]) for i in (2, 4, 5))] for line in rows.splitlines()[1:]])
        self.assertEqual((data["hit"], data["hurt"], data["push"]), ("16", "0", "0"))
        self.run_kickbox("publish", os.path.join(SOURCE, "data", "harbor"), "-o", "harbor")
        data = self.data(self.path("harbor"))
        self.assertEqual((sorted(data["masks"]), sorted(data["tracks"]), data["levels"]), (["cabin", "quay"], ["island"], {}))
        picture = Picture(base64.b64decode(data["masks"]["cabin"]["png"]))
        self.assertEqual((picture.width, picture.height), (320, 180))

    def test_replaced_whole_and_the_same(self):
        project = self.make_project()
        self.run_kickbox("publish", project, "-o", "web")
        first = self.files(self.path("web"))
        self.run_kickbox("publish", project, "-o", "web")
        self.assertEqual(self.files(self.path("web")), first)
        self.run_kickbox("publish", project, "-o", "again")
        self.assertEqual(self.files(self.path("again")), first)
        self.edit(project, {"set": "sprites['puck'].frames[0].hot_spot", "value": [9, 9]})
        self.run_kickbox("publish", project, "-o", "web")
        self.assertNotEqual(self.data(self.path("web"))["bank"], json.loads(first[0][len(START):])["bank"])
        # The project's own settings are for games: a page has its pictures inside.
        self.edit(project, {"set": "export", "value": {"images": "beside", "format": "json"}})
        self.run_kickbox("publish", project, "-o", "again")
        self.assertEqual(self.data(self.path("again")), self.data(self.path("web")))

    def test_texts(self):
        """The page lists the texts that xgettext finds in its scripts and in the scenes. A translator gets all of them."""
        listed = json.loads(re.search(rb'id="texts">(.*?)</script>', self.read(PAGE))[1])
        pot = translations.entries(translations.gathered())
        found = {json.loads(f'"{key}"') for key in
                 ("\\u0004".join(filter(None, [entry.get("msgctxt"), entry["msgid"]]))
                  for entry in pot if entry.get("msgctxt") != "value"
                  and any(place.startswith(("bindings/web/publish/", "src/playtest/")) for place in entry["references"]))}
        self.assertEqual((found - set(listed), set(listed) - found), (set(), set()))
        self.assertGreater(len(found), 250)
        # Sentences, and words with a capital, are marked.
        marked = re.compile(r"\b(?:N?_|C_)\((?:'[^']*',)?(?:\s*\+?\s*'[^']*')+")
        for name in sorted(os.listdir(SCRIPTS)):
            if name.endswith(".js"):
                script = marked.sub("", re.sub(r"//.*|/\*\*.*", "", self.read(os.path.join(SCRIPTS, name)).decode()))
                left = re.findall(r"'([A-Z][a-z]+(?: [^']*)?|[a-z]+ [a-z]+ [^']*)'", script)
                self.assertEqual(set(left) - UNMARKED, set(), name)

    def test_language(self):
        """The data in another language have the words; the rest of the data and the page stay."""
        project = self.make_project()
        self.run_kickbox("publish", project, "-o", "web")
        english = self.data(self.path("web"))
        self.assertNotIn("words", english)
        translations.make_pseudo_locale()
        for language in ("fr", "de", translations.PSEUDO):
            self.environment.update(translations.spoken(language))
            self.run_kickbox("publish", project, "-o", language)
            data = self.data(self.path(language))
            words = data.pop("words")
            self.assertEqual(data, english)
            self.assertEqual(list(words), list(json.loads(re.search(rb'id="texts">(.*?)</script>', self.read(PAGE))[1])))
            if language != translations.PSEUDO:
                self.assertEqual(words["language code\4en"], language)
            for text, word in words.items():
                self.assertEqual(sorted(re.findall(r"\{\w+\}", text)), sorted(re.findall(r"\{\w+\}", word)), text)
                # play_libc.c knows the order of values that have the same size.
                self.assertFalse("$" in word and re.search(r"%[+\d.]*[fg]", text), text)

    def test_installed(self):
        """The page is in the share folder of the program's prefix."""
        os.makedirs(self.path("prefix", "bin"))
        os.makedirs(self.path("prefix", "share", "kickbox"))
        program = shutil.copy(KICKBOX, self.path("prefix", "bin"))
        page = self.write("prefix/share/kickbox/publish.html", b"the page")
        subprocess.run([program, "publish", self.make_project(), "-o", self.path("web")], check=True, env=self.environment,
                       stdout=subprocess.DEVNULL)
        self.assertEqual(self.read(self.path("web", "index.html")), self.read(page))

    def test_json(self):
        out, _ = self.run_kickbox("publish", self.make_project(), "-o", "web", "--json")
        self.assertEqual(json.loads(out), {"left_out": [], "messages": [], "assets": [
            {"kind": "file", "name": f"web/{name}"} for name in ("index.html", "data.js", "kickbox-stamp.txt")]})

    def test_refused(self):
        project = self.make_project()
        self.refused("publish", project, status=2, says=["expected: kickbox publish PROJECT -o FOLDER"])
        self.refused("publish", project, "-o", "", status=2, says=["folder"])
        self.refused("publish", project, "-o", project, status=2, says=["the project's own folder"])
        self.refused("publish", "nowhere", "-o", "web", status=1, says=["nowhere"])
        bank = self.path("a.kbx")
        self.run_kickbox("export", project, "-o", bank)
        self.refused("publish", bank, "-o", "web", status=1, says=["a.kbx: ", "expected a project's folder or its .kickbox file, and not a bank"])
        self.refused("publish", "nowhere", "-o", "web", "--watch", status=1, says=["no project to watch"])
        self.assertFalse(os.path.exists(self.path("web")))
        mine = self.write("mine/index.html", "mine")
        self.refused("publish", project, "-o", "mine", status=1, says=["mine/index.html", "not of a page"])
        self.assertEqual((os.listdir(self.path("mine")), self.read(mine)), (["index.html"], b"mine"))
        self.write("file", "x")
        self.refused("publish", project, "-o", "file", status=1, says=["file"])
        # A project that cannot be exported leaves the old page.
        self.run_kickbox("publish", project, "-o", "web")
        before = self.files(self.path("web"))
        os.remove(self.path("demo", "pictures", sorted(os.listdir(self.path("demo", "pictures")))[0]))
        self.refused("publish", project, "-o", "web", status=1, says=["demo"])
        self.assertEqual(self.files(self.path("web")), before)

    def test_watch(self):
        project = self.make_project()
        process = subprocess.Popen([KICKBOX, "publish", project, "-o", self.path("web"), "--watch"], env=self.environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        with contextlib.ExitStack() as stack:
            stack.callback(process.kill)
            self.assertIn("web/index.html", process.stdout.readline())
            first = self.data(self.path("web"))
            self.edit(project, {"set": "sprites['puck'].frames[0].hot_spot", "value": [9, 9]})
            self.assertIn("web/index.html", process.stdout.readline())
            self.assertNotEqual(self.data(self.path("web")), first)
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(timeout=30), 0)
            process.stdout.close()
            process.stderr.close()


class WithoutPage(Case):
    def test_said(self):
        """A program without its page; the folder is not made."""
        os.mkdir(self.path("bin"))
        program = shutil.copy(KICKBOX, self.path("bin"))
        done = subprocess.run([program, "publish", self.make_project(), "-o", self.path("web")], capture_output=True,
                              text=True, env=self.environment, check=False)
        self.assertEqual(done.returncode, 3)
        self.assertIn("this build has no web page; `ninja -C build bindings` makes it, with clang and wasm-ld", done.stderr)
        self.assertFalse(os.path.exists(self.path("web")))


if __name__ == "__main__":
    unittest.main()
