# SPDX-License-Identifier: MIT
"""The programs of docs/examples: they are short, compile anywhere from the two files, and print what the guide shows."""
import os
import re
import shutil
import sys
import tempfile
import textwrap
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
import examples  # noqa: E402
from amalgamated import AMALGAMATION, C11, COMPILED, CXX17, WARNINGS, library, link, run  # noqa: E402
from rounds import whole  # noqa: E402

CODE = re.compile(r"^```c\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# What the guide's functions take from the game that they are part of.
AROUND = """#include <kickbox_pack.h>
#include <stdio.h>
enum { WATER = 1, SHIELD = 2, SIDE = 8 };
void set_look (uint32_t tint, uint32_t opacity, uint32_t blend);
void draw_tiles (kbx_handle layer, kbx_vec at);
void draw_image (kbx_handle frame, kbx_vec at, bool repeat_x, bool repeat_y);
"""
GAME = """typedef struct { float x, y, z; } vehicle;
extern kbx_bank bank;
extern const void *bytes, *pages[8];
extern size_t size;
extern kbx_handle punch, idle, map;
extern int64_t ms_since_it_started;
extern double x, y, degrees;
extern bool facing_left;
extern kbx_handle frame;
extern kbx_vec position;
extern kbx_motion motion;
extern kbx_move move;
extern vehicle car;
void missing (const char *what);
void start (kbx_handle animation);
void draw (kbx_handle frame);
void blit (const void *page, kbx_box source, kbx_box target, bool flip_x, bool flip_y);
void tilt (vehicle *car, kbx_vec3 normal);
"""
BOX = re.compile(r"BOX \(\d+, -\d+\)")
FLOOR = "{ { 0, 0 }, { 0, 0 }, 0, 0, 0, 0.2f, 0.5f, 0 }"


class Games(unittest.TestCase):
    """Each is compiled from the two files by four compilers, and run."""
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="kickbox-examples-")
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.shown = examples.shown()

    def program(self, compiler, name, source):
        program = os.path.join(self.folder, f"{name}-{compiler}")
        if os.path.exists(program):
            return program
        made = [library(self, compiler, part) for part in ("kickbox", *examples.MORE.get(name, ()))]
        return link(self, compiler, [*COMPILED[compiler], "-ffp-contract=off"], program, source, "-x", "none", *made)

    def check(self, compiler):
        library(self, compiler)
        for name, (sample, output) in self.shown.items():
            with self.subTest(name):
                done = run(self.program(compiler, name, examples.source(name)), *([examples.export(sample, self.folder)] if sample else []))
                self.assertEqual((done.returncode, done.stdout), (0, output))
                self.assertTrue(output)

    def test_gcc_c11(self):
        self.check("gcc")

    def test_gcc_cxx17(self):
        self.check("g++")

    @whole
    def test_clang_c11(self):
        self.check("clang")

    @whole
    def test_clang_cxx17(self):
        self.check("clang++")

    def test_without_a_bank(self):
        for name, (sample, _) in self.shown.items():
            if sample:
                with self.subTest(name):
                    self.assertEqual(run(self.program("gcc", name, examples.source(name))).returncode, 1)

    def test_the_stack_rests_in_any_order(self):
        text = examples.read("stack")
        bodies = [*BOX.findall(text), FLOOR]
        start, end = text.index("BOX (0, -90)"), text.index("\n", text.index(FLOOR)) - len(" };")
        self.assertEqual(len(bodies), 6)
        heights = "(double) -bodies[0].position.y"
        self.assertEqual(text.count(heights), 1)
        for turn in range(6):
            order = bodies[turn:] + bodies[:turn]
            changed = text[:start] + ", ".join(order) + text[end:].replace(heights, f"(double) -bodies[{order.index('BOX (0, -90)')}].position.y")
            source = os.path.join(self.folder, f"stack-{turn}.c")
            with open(source, "w", encoding="utf-8") as out:
                out.write(changed)
            printed = [float(height) for height in re.findall(r": (\S+) high", run(self.program("gcc", f"stack-{turn}", source)).stdout)]
            self.assertEqual(len(printed), 5)
            self.assertLess(max(printed[2:]) - min(printed[2:]), 0.02, order)
            self.assertTrue(71.7 < printed[-1] < 72, order)


class Guide(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.text = examples.guide()
        cls.blocks = CODE.findall(cls.text)
        cls.shown = examples.shown()

    def test_games_are_short(self):
        for name in examples.GAMES:
            with self.subTest(name):
                text = examples.read(name)
                self.assertLessEqual(examples.code_lines(text), examples.GAME_LINES)
                self.assertLessEqual(max(map(len, text.splitlines())), examples.GAME_COLUMNS)
                self.assertFalse([line for line in text.splitlines() if line.count(";") > 1 and "for (" not in line and "/*" not in line])

    def test_each_is_shown_with_its_command(self):
        there = {name[:-2] for name in os.listdir(examples.FOLDER)}
        self.assertEqual(set(self.shown), there - {"readable"})     # that one is held by the test of the installed library
        self.assertLessEqual(set(examples.GAMES), set(self.shown))
        self.assertEqual(self.text.count("\nbuild/"), len(self.shown) + 1)   # the first once more, with the two files

    def test_the_guide_shows_their_hearts(self):
        for name in self.shown:
            text = textwrap.dedent(examples.read(name))
            hearts = [block for block in self.blocks if block in text and block.count("\n") > 0]
            self.assertTrue(hearts, name)

    def test_the_functions_of_the_guide_compile(self):
        """Those that are of no program: they begin with `static`."""
        programs = "".join(examples.read(name) for name in self.shown)
        functions = [block for block in self.blocks if block.startswith("static ") and block not in programs]
        self.assertGreater(len(functions), 5)
        self.compile(AROUND + "\n".join(functions), "-Wno-unused-function")

    def test_the_lines_of_the_guide_compile(self):
        """Those between two steps of a game, each in a function of its own."""
        programs = "".join(examples.read(name) for name in (*self.shown, "readable"))
        lines = [block for block in self.blocks if not block.startswith("static ") and block not in programs]
        self.assertGreater(len(lines), 5)
        self.compile(AROUND + GAME + "".join(f"void step_{i} (void)\n{{\n{block}}}\n" for i, block in enumerate(lines)),
                     "-Wno-shadow", "-Wno-unused-variable", "-Wno-unused-but-set-variable")

    def compile(self, text, *flags):
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "guide.c")
            with open(source, "w", encoding="utf-8") as out:
                out.write(text)
            for compiler, language in (("gcc", C11), ("g++", CXX17)):
                with self.subTest(compiler):
                    done = run(compiler, *WARNINGS, *language, *flags, "-I" + AMALGAMATION, "-fsyntax-only", source)
                    self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_the_commands_in_the_programs_link(self):
        """The line of the program's comment, in a folder with the program and the files; one of them was compiled before."""
        compiled, packing = library(self, "gcc"), library(self, "gcc", "kickbox_pack")
        with tempfile.TemporaryDirectory() as folder:
            for path in (*(os.path.join(AMALGAMATION, name) for name in ("kickbox.h", "kickbox_pack.h")), *map(examples.source, self.shown)):
                shutil.copy(path, folder)
            lines = [re.search(r"^ \*   (cc .*? kickbox\.c(?: kickbox_pack\.c)? -o (\w+)(?: -l\w+)*)", examples.read(name), re.MULTILINE)
                     for name in self.shown] + [re.search(r"^(cc .*? \S*kickbox\.c -o (\S+)(?: -l\w+)*)$", self.text, re.MULTILINE)]
            for line in lines:
                with self.subTest(line[2]):
                    command = line[1].replace("-Ibuild/src/runtime/amalgamation", "-I" + AMALGAMATION)
                    command = re.sub(r"\S*kickbox_pack\.c", packing, re.sub(r"\S*kickbox\.c", compiled, command)).split()
                    command[command.index(line[2])] = os.path.join(folder, os.path.basename(line[2]))
                    done = run(*command, cwd=examples.SOURCE if "docs/examples" in line[1] else folder)
                    self.assertEqual(done.returncode, 0, line[1] + "\n" + done.stdout)


if __name__ == "__main__":
    unittest.main()
