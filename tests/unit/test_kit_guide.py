# SPDX-License-Identifier: MIT
"""What the guide says of the collision kit: every function is named and exists, every row has its picture, and the pictures
are still what the library answers."""
import os
import re
import shutil
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
from amalgamated import run  # noqa: E402

SOURCE, BUILD = os.environ["KICKBOX_SOURCE"], os.environ["KICKBOX_BUILD"]
DOCS = os.path.join(SOURCE, "docs")
PICTURES = os.path.join(BUILD, "docs", "pictures", "kit_pictures")
MOST_BYTES = 30000


def read(*path):
    with open(os.path.join(SOURCE, *path), encoding="utf-8") as text:
        return text.read()


class Functions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.header = "".join(read("src", "runtime", "kickbox", name) for name in os.listdir(os.path.join(SOURCE, "src", "runtime", "kickbox")))
        cls.header += read("src", "runtime", "kickbox.h")
        cls.table = read("docs", "techniques.md")
        cls.public = set(re.findall(r"^(?:KBX_API|static inline)\b[^;(]*\b(kbx_\w+) \(", cls.header, re.MULTILINE))

    def test_every_function_is_in_the_table(self):
        self.assertGreater(len(self.public), 100)
        self.assertEqual(self.public - set(re.findall(r"`(kbx_\w+)`", self.table)), set())

    def test_every_function_is_in_the_guide(self):
        self.assertEqual(self.public - set(re.findall(r"`(kbx_\w+)\b", read("docs", "runtime-guide.md")))
                         - set(re.findall(r"\b(kbx_\w+) \(", read("docs", "runtime-guide.md"))), set())

    def test_every_function_in_the_table_exists(self):
        self.assertEqual(set(re.findall(r"\bkbx_\w+", self.table)) - self.public, set())

    def test_pages_name_nothing_internal(self):
        pages = ["README.md", *(os.path.join(folder, name) for folder in ("docs", "docs/man", "data") for name in os.listdir(os.path.join(SOURCE, folder))
                                if name.endswith((".md", ".1")))]
        self.assertGreater(len(pages), 8)
        for page in pages:
            self.assertEqual(re.findall(r"\b(?:kb_|Kb[A-Z])\w*", read(page)), [], page)

    def test_every_function_in_the_guide_exists(self):
        named = set(re.findall(r"\b(kbx_\w+)", read("docs", "runtime-guide.md")))
        known = set(re.findall(r"\bkbx_\w+", self.header + read("src", "bank", "kickbox-json.h")))
        self.assertEqual({name for name in named if not name.endswith("_")} - known, set())
        for beginning in (name for name in named if name.endswith("_")):
            self.assertTrue(any(name.startswith(beginning) for name in self.public), beginning)


class Table(unittest.TestCase):
    def setUp(self):
        self.text, _, self.rest = read("docs", "techniques.md").partition("\n## Without a picture\n")
        self.rows = [row for row in self.text.split("\n") if row.startswith("| ")]
        self.rows = [row for row in self.rows if not row.startswith(("| technique |", "| --- |"))]

    def test_every_row_has_functions_and_a_picture(self):
        self.assertGreater(len(self.rows), 30)
        for row in self.rows:
            with self.subTest(row[:60]):
                cells = [cell.strip() for cell in row.strip("|").split("|")]
                self.assertEqual(len(cells), 3)
                self.assertRegex(cells[1], r"^`kbx_")
                picture = re.fullmatch(r"!\[[^\]]+\]\((images/[\w-]+\.png)\)", cells[2])
                self.assertTrue(picture, cells[2])
                self.assertTrue(os.path.exists(os.path.join(DOCS, picture[1])), picture[1])

    def test_every_picture_is_shown_and_small(self):
        for language in "", "fr":
            pages = [read("docs", language, name) for name in os.listdir(os.path.join(DOCS, language)) if name.endswith(".md")]
            images = os.path.join(DOCS, language, "images")
            shown = set(re.findall(r"\(images/(kit-[\w-]+\.png)", "".join(pages)))
            there = {name for name in os.listdir(images) if name.startswith("kit-")}
            self.assertEqual(shown, there)
            self.assertEqual(there, set(run(PICTURES, "--list").stdout.split()))
            large = {name: size for name in there if (size := os.path.getsize(os.path.join(images, name))) > MOST_BYTES}
            self.assertEqual(large, {})


class Pictures(unittest.TestCase):
    def test_they_are_what_the_library_answers(self):
        if not shutil.which("fc-match") or "DejaVu Sans" not in run("fc-match", "DejaVu Sans").stdout:
            self.skipTest("the pictures' font is not installed")
        with tempfile.TemporaryDirectory(prefix="kickbox-kit-") as folder:
            bank = os.path.join(folder, "dojo.kbx")
            done = run(os.path.join(BUILD, "src", "cli", "kickbox"), "export", os.path.join(SOURCE, "data", "dojo"), "-o", bank)
            self.assertEqual(done.returncode, 0, done.stdout)
            for options, images in ((), "images"), (("--french",), "fr/images"):
                done = run(PICTURES, *options, "--compare", bank, os.path.join(DOCS, images))
                self.assertEqual(done.returncode, 0, done.stdout + "docs/make-kit-pictures.py makes them anew")


if __name__ == "__main__":
    unittest.main()
