# SPDX-License-Identifier: MIT
"""Translations: that every text can be translated, that .po files are sound, and what of the command line a language changes."""
import json
import os
import re
import shutil
import subprocess
import unittest

import translations
from cli_case import KICKBOX, SOURCE, Case
from rounds import IS_WHOLE

PROJECTS = {name: os.path.join(SOURCE, "data", name) for name in ("dojo", "yard")}
PROJECTS["every-kind"] = os.path.join(SOURCE, "tests", "golden", "export", "every-kind", "project")
PO = os.path.join(SOURCE, "po")
# The folders whose texts a language must have, all of them: add a language here once it is complete.
COMPLETE = {"de": [""], "fr": [""]}


def languages():
    with open(os.path.join(PO, "LINGUAS"), encoding="utf-8") as file:
        return [line.strip() for line in file if not line.startswith("#")]


class Files(Case):
    def test_every_text_is_gathered(self):
        listed = subprocess.run([os.path.join(PO, "update.py"), "--check"], capture_output=True, text=True, check=False)
        self.assertEqual((listed.returncode, listed.stdout), (0, ""), "run po/update.py")
        gathered = translations.entries(translations.gathered())
        found = {entry["msgid"] for entry in gathered}
        # One of each kind of file: code, a table with plurals, the interface, desktop, settings, MIME types, software catalogue.
        texts = {"Undo %s", "%u heightmap", "Open a Sample", "Sprite Annotation Editor", "Width of a new window", "Kickbox bank",
                 "Tell a game what its pictures mean"}
        self.assertEqual(texts - found, set())
        contexts = {entry["msgid"]: entry["context"] for entry in gathered}
        self.assertEqual(contexts["the section is there twice"], ["error in kbx_take_section: Opens a bank"])
        self.assertEqual(contexts["Main menu (F10)"], ["tooltip-text of GtkMenuButton"])
        # For xgettext these end a text; it knows those of C alone, such as PRIu64.
        formats = re.compile(r'\b(?:N?_|ngettext) ?\((?:\s*"(?:[^"\\]|\\.)*",?)+\s*(G_\w+_FORMAT|JSON_\w+)')
        for place, _, names in os.walk(os.path.join(SOURCE, "src")):
            for name in names:
                self.assertNotRegex(self.read(os.path.join(place, name)).decode(), formats, name)

    def test_languages(self):
        self.assertIn("fr", languages())
        for language in languages():
            path = os.path.join(PO, language + ".po")
            translations.run("msgfmt", "--check", "--output-file=" + self.path("x.mo"), path)
            self.assertEqual([entry["msgid"] for entry in translations.entries(path)[1:] if not entry["context"]], [], "run po/update.py")
            # A new text gets its translations before a release, not before each run.
            if language in COMPLETE and IS_WHOLE:
                translations.run("msgmerge", "--quiet", "--no-fuzzy-matching", "--output-file=" + self.path("x.po"), path,
                                 translations.gathered())
                left = [entry["msgid"] for entry in translations.entries(self.path("x.po")) if entry["msgid"]
                        and any(place.startswith(tuple(COMPLETE[language])) for place in entry["references"])
                        and not translations.is_translated(entry)]
                self.assertEqual((len(left), left[:20]), (0, []), language)


class CommandLine(Case):
    """In the pseudo-locale, which has every text."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        translations.make_pseudo_locale()

    def run_in(self, language, *arguments, text=""):
        environment = {**os.environ, **translations.spoken(language)}
        return subprocess.run([KICKBOX, *arguments], cwd=self.root, env=environment, input=text.encode(), capture_output=True,
                              check=False)

    def both(self, *arguments, text=""):
        return [self.run_in(language, *arguments, text=text) for language in ("en", translations.PSEUDO)]

    def assertPadded(self, text):
        self.assertRegex(text.decode(), translations.PADDED)

    def test_messages(self):
        with open(self.path("file"), "w", encoding="utf-8"):
            pass
        for arguments in (["info", PROJECTS["yard"]], ["info", "file", "--frame-data", "x"], ["help"], ["help", "link"], ["fly"], ["link", "--fly"], ["link"]):
            english, other = self.both(*arguments)
            self.assertEqual(english.returncode, other.returncode)
            self.assertNotRegex((english.stdout + english.stderr).decode(), translations.PADDED)
            self.assertPadded(other.stdout + other.stderr)

    def test_messages_of_values(self):
        """A wrong path of an edit, wrong values, a damaged project, warnings of a check, a wrong option of an import."""
        shutil.copytree(PROJECTS["yard"], self.path("yard"))
        os.makedirs(self.path("broken"))
        with open(self.path("broken/broken.kickbox"), "w", encoding="utf-8") as file:
            file.write('{"kickbox": "sprite", "format": 1}')
        shutil.copyfile(self.path("broken/broken.kickbox"), self.path("mask.png"))
        table = [(["edit", "yard"], '{"set": "sprites[99].name", "value": "x"}\n', ["standard input", "is past the last of"]),
                 (["edit", "yard"], '{"set": "sprites[0].fly", "value": "x"}\n', ["has no field"]),
                 (["edit", "yard"], '{"set": "sprites[0].name", "value": 3}\n', ["expected text", "a whole number"]),
                 (["check", "broken"], "", ["this is not a Kickbox"]),
                 (["import", "yard", "mask.png", "--as", "mask", "--zone", "red"], "", ["is not a colour and a name"]),
                 (["export", "yard", "-o", "x.kbx", "--padding", "x"], "", ["is not a whole number"])]
        for arguments, text, words in table:
            english, other = self.both(*arguments, text=text)
            self.assertEqual(english.returncode, other.returncode)
            for word in words:
                self.assertIn(word, english.stderr.decode())
                self.assertNotIn(word, other.stderr.decode())
        odd = '{"insert": "sprites", "value": {"name": "odd", "frames": [{"width": 8, "height": 8}]}}\n'
        self.assertEqual(self.run_in("en", "edit", "yard", text=odd).returncode, 0)
        english, other = self.both("check", "yard")
        self.assertIn(": warning: ", english.stdout.decode())
        self.assertNotIn("warning", other.stdout.decode())

    def test_what_programs_read_is_english(self):
        self.assertEqual(self.run_in("en", "export", PROJECTS["yard"], "-o", "x.kbx").returncode, 0)
        table = [(["info", "--json", PROJECTS["yard"]], ""), (["check", "--json", "x.kbx"], ""), (["info", "--json", "nowhere"], ""),
                 (["query", "x.kbx"], '{"q": "point"}\n{"q": 3}\nx\n'), (["query", "nowhere"], ""), (["query"], ""), (["query", "--fly"], ""),
                 (["export", "--json", PROJECTS["dojo"], "--format", "mugen", "-o", "fight.air"], ""),
                 (["info", PROJECTS["dojo"], "--frame-data", "csv"], ""), (["--version"], "")]
        for arguments, text in table:
            english, other = self.both(*arguments, text=text)
            self.assertEqual((english.returncode, english.stdout, english.stderr), (other.returncode, other.stdout, other.stderr))
        self.assertIn("error", json.loads(self.run_in(translations.PSEUDO, "query", "x.kbx", text="{}\n").stdout))

    def test_same_files(self):
        """Projects, banks, objects and depfiles, imported, edited and exported."""
        tree = {}
        for language in ("en", translations.PSEUDO):
            folder = self.path(language)
            os.makedirs(folder)
            for name in ("yard", "every-kind", "dojo"):
                shutil.copytree(PROJECTS[name], os.path.join(folder, name))
                asset = next(os.path.join(place, file) for place, _, files in sorted(os.walk(os.path.join(folder, name)))
                             for file in sorted(files) if file.endswith(".json"))
                for arguments in (["export", name, "-o", name + ".kbx", "--depfile", name + ".d"],
                                  ["export", name, "-o", name + ".tmj", "--format", "tiled"],
                                  ["compile", asset, "-o", name + ".kbo", "--depfile", name + "-1.d"],
                                  ["render", name, "-o", "drawn"],
                                  ["edit", name]):
                    os.makedirs(os.path.join(folder, "drawn"), exist_ok=True)
                    subprocess.run([KICKBOX, *arguments], cwd=folder, check=False, input=b"", capture_output=True,
                                   env={**os.environ, **translations.spoken(language)})
            tree[language] = {os.path.relpath(os.path.join(place, file), folder): self.read(os.path.join(place, file))
                              for place, _, files in os.walk(folder) for file in files}
        english, other = tree.values()
        self.assertEqual(sorted(english), sorted(other))
        for name, data in english.items():
            if not name.startswith("drawn"):   # pictures with words
                self.assertEqual(data.replace(b"/en/", b"/en_XA/"), other[name].replace(b"/en/", b"/en_XA/"), name)


if __name__ == "__main__":
    unittest.main()
