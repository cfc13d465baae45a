# SPDX-License-Identifier: MIT
"""What the guide says of the collision kit: every function is named and exists, every row has its picture, the examples
compile anywhere and print what the guide shows, and the pictures are still what the library answers."""
import os
import re
import shutil
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
from amalgamated import AMALGAMATION, COMPILED, library, link, run  # noqa: E402

SOURCE, BUILD = os.environ["KICKBOX_SOURCE"], os.environ["KICKBOX_BUILD"]
DOCS = os.path.join(SOURCE, "docs")
PICTURES = os.path.join(BUILD, "docs", "pictures", "kit_pictures")
# And the function of it that the guide shows.
EXAMPLES = {"platformer": "walk", "ball": "roll", "bodies": "meet", "race": "race_on", "door": "open_doors", "worlds": "roam",
            "yard": "enter_yard", "cavern": "dig"}
# What is compiled beside kickbox.c.
MORE = {"cavern": ["kickbox_pack"]}
# The command that the guide prints above what a program prints: its name, and the sample whose bank it opens.
COMMAND = re.compile(r"```sh\n(?:kickbox export data/(\w+) -o build/\1\.kbx\n)?cc [^\n]* docs/examples/(\w+)\.c [^\n]* -o build/\2\n"
                     r"build/\2(?: build/\1\.kbx)?\n```\n(?:\n\w+\n)?\n```\n(.*?)```\n", re.DOTALL)
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
        shown = set(re.findall(r"images/(kit-[\w-]+\.png)", self.text))
        there = {name for name in os.listdir(os.path.join(DOCS, "images")) if name.startswith("kit-")}
        self.assertEqual(shown, there)
        self.assertEqual(there, set(run(PICTURES, "--list").stdout.split()))
        large = {name: size for name in there if (size := os.path.getsize(os.path.join(DOCS, "images", name))) > MOST_BYTES}
        self.assertEqual(large, {})


class Pictures(unittest.TestCase):
    def test_they_are_what_the_library_answers(self):
        if not shutil.which("fc-match") or "DejaVu Sans" not in run("fc-match", "DejaVu Sans").stdout:
            self.skipTest("the pictures' font is not installed")
        with tempfile.TemporaryDirectory(prefix="kickbox-kit-") as folder:
            bank = os.path.join(folder, "dojo.kbx")
            done = run(os.path.join(BUILD, "src", "cli", "kickbox"), "export", os.path.join(SOURCE, "data", "dojo"), "-o", bank)
            self.assertEqual(done.returncode, 0, done.stdout)
            done = run(PICTURES, "--compare", bank, os.path.join(DOCS, "images"))
            self.assertEqual(done.returncode, 0, done.stdout + "docs/make-kit-pictures.py makes them anew")


class Examples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.guide = read("docs", "runtime-guide.md")
        cls.folder = tempfile.mkdtemp(prefix="kickbox-examples-")
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.shown = {name: (sample, output) for sample, name, output in COMMAND.findall(cls.guide)}
        for sample in {sample for sample, _ in cls.shown.values() if sample}:
            done = run(os.path.join(BUILD, "src", "cli", "kickbox"), "export", os.path.join(SOURCE, "data", sample), "-o", cls.bank(sample))
            assert done.returncode == 0, done.stdout

    @classmethod
    def bank(cls, sample):
        return os.path.join(cls.folder, sample + ".kbx")

    def program(self, compiler, name, source):
        program = os.path.join(self.folder, f"{name}-{compiler}")
        made = [library(self, compiler, part) for part in ("kickbox", *MORE.get(name, ()))]
        return link(self, compiler, [*COMPILED[compiler], "-ffp-contract=off"], program, source, "-x", "none", *made)

    def check(self, compiler):
        library(self, compiler)
        for name in EXAMPLES:
            with self.subTest(name):
                sample, output = self.shown[name]
                done = run(self.program(compiler, name, os.path.join(DOCS, "examples", name + ".c")), *[self.bank(sample)] * bool(sample))
                self.assertEqual((done.returncode, done.stdout), (0, output))
                self.assertTrue(output)

    def test_gcc_c11(self):
        self.check("gcc")

    def test_gcc_cxx17(self):
        self.check("g++")

    def test_clang_c11(self):
        self.check("clang")

    def test_the_guide_shows_their_hearts(self):
        for name, function in EXAMPLES.items():
            with self.subTest(name):
                shown = re.findall(r"```c\n(static [^\n]+\n" + function + r" \(.*?)```\n", self.guide, re.DOTALL)
                self.assertEqual(len(shown), 1)
                self.assertTrue("\n" + shown[0] in read("docs", "examples", name + ".c"), "the program has not:\n" + shown[0])

    def test_the_guide_has_each_with_its_command(self):
        self.assertEqual(set(self.shown), {*EXAMPLES, "strikes"})
        self.assertEqual(self.guide.count("\nbuild/"), len(self.shown) + 1)   # strikes once more, with the two files

    def test_the_commands_in_the_programs_link(self):
        """The line of the program's comment, in a folder with the program and the two files; one of them was compiled before."""
        compiled, packing = library(self, "gcc"), library(self, "gcc", "kickbox_pack")
        folder = os.path.join(self.folder, "beside")
        os.mkdir(folder)
        for path in (*(os.path.join(AMALGAMATION, name) for name in ("kickbox.h", "kickbox_pack.h")), *(os.path.join(DOCS, "examples", name + ".c") for name in self.shown)):
            shutil.copy(path, folder)
        lines = [re.search(r"^ \*   (cc .*? kickbox\.c(?: kickbox_pack\.c)? -o (\w+)(?: -l\w+)*)", read("docs", "examples", name + ".c"), re.MULTILINE)
                 for name in self.shown] + [re.search(r"^(cc .*? \S*kickbox\.c -o (\S+)(?: -l\w+)*)$", self.guide, re.MULTILINE)]
        for line in lines:
            with self.subTest(line[2]):
                command = re.sub(r"\S*kickbox_pack\.c", packing, re.sub(r"\S*kickbox\.c", compiled, line[1].replace("-Ibuild/src/runtime/amalgamation", "-I" + AMALGAMATION))).split()
                command[command.index(line[2])] = os.path.join(folder, os.path.basename(line[2]))
                done = run(*command, cwd=SOURCE if "docs/examples" in line[1] else folder)
                self.assertEqual(done.returncode, 0, line[1] + "\n" + done.stdout)

    def test_they_are_short(self):
        for name in EXAMPLES:
            self.assertLess(read("docs", "examples", name + ".c").count("\n"), 110, name)

    def test_what_overlaps_by_a_hair_comes_free(self):
        """1/256 pixel in the floor, on the way up; in the wall, on the way off."""
        for name, changes, place in (
                ("platformer", {"hero = { 10, 60 }": "hero = { 10, 84.00390625f }", "velocity = { 3, 0 }": "velocity = { 2, -9 }"},
                 r"step  4: \(18\.000, 52\.984\)"),
                ("ball", {"ball = { { 20, 30 }, 5 }": "ball = { { 50, 4.99609375f }, 5 }", "velocity = { 20, 64 }": "velocity = { 3, 7 }"},
                 r"step 1\n  is at \(53\.00, 12\.02\)")):
            with self.subTest(name):
                text = read("docs", "examples", name + ".c")
                for old, new in changes.items():
                    self.assertEqual(text.count(old), 1, old)
                    text = text.replace(old, new)
                source = os.path.join(self.folder, name + "-hair.c")
                with open(source, "w", encoding="utf-8") as out:
                    out.write(text)
                self.assertRegex(run(self.program("gcc", name + "-hair", source)).stdout, place)


if __name__ == "__main__":
    unittest.main()
