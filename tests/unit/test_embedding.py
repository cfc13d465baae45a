# SPDX-License-Identifier: MIT
"""The guide's program, compiled as a stranger would: with the library and with kickbox.h + kickbox.c, as C and as C++,
by every compiler that is there; and run on the sample's bank, where the machine can run it."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
from amalgamated import AMALGAMATION, C11, COMPILED, CXX17, MINGW, S390X, SLOW, library, link, run  # noqa: E402
from rounds import whole  # noqa: E402
from wine import wine  # noqa: E402

SOURCE, BUILD = os.environ["KICKBOX_SOURCE"], os.environ["KICKBOX_BUILD"]
PROGRAM = os.path.join(SOURCE, "docs", "examples", "fight.c")
LIBRARY = os.path.join(BUILD, "src", "runtime", "libkickbox.a")
STRIKES = ("160 ms: the fist of the boxer hits the torso of the fakir at (5.5, -46.5)\n"
           "224 ms: the foot of the fakir hits the torso of the boxer at (39.5, -43.5)\n")


class Embedding(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="kickbox-embedding-")
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.bank = os.path.join(cls.folder, "dojo.kbx")
        kickbox, project = os.path.join(BUILD, "src", "cli", "kickbox"), os.path.join(cls.folder, "dojo")
        for command in (["/usr/bin/python3", os.path.join(SOURCE, "data", "make-dojo.py"), kickbox, project],
                        [kickbox, "export", project, "-o", cls.bank]):
            done = run(*command)
            if done.returncode != 0:
                raise AssertionError(f"{' '.join(command)}:\n{done.stdout}")

    def compile(self, compiler, flags, name, inputs):
        if not shutil.which(compiler):
            self.skipTest("no " + compiler)
        return link(self, compiler, flags, os.path.join(self.folder, name), *inputs)

    def check_runs(self, *program):
        done = run(*program, self.bank)
        self.assertEqual((done.returncode, done.stdout), (0, STRIKES))
        done = run(*program, os.path.join(self.folder, "nothing"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot be opened", done.stdout)
        done = run(*program, PROGRAM)
        self.assertEqual(done.returncode, 1)
        self.assertIn("byte 0", done.stdout)

    def files(self, compiler):
        made = library(self, compiler)
        self.check_runs(self.compile(compiler, COMPILED[compiler], compiler + ".files", [PROGRAM, "-x", "none", made]))

    def own_library(self, compiler, flags):
        # Sanitizers ask for their run time when an instrumented library is linked.
        extra = os.environ.get("KICKBOX_SANITIZE", "none")
        flags = flags + ([] if extra == "none" else ["-fsanitize=" + extra])
        name = compiler + flags[0] + ".library"
        self.check_runs(self.compile(compiler, flags, name, [PROGRAM, "-x", "none", LIBRARY]))

    def test_files_gcc_c11(self):
        self.files("gcc")

    def test_files_gcc_cxx17(self):
        self.files("g++")

    @whole
    def test_files_clang_c11(self):
        self.files("clang")

    @whole
    def test_files_clang_cxx17(self):
        self.files("clang++")

    def test_library_c11(self):
        self.own_library(os.environ.get("KICKBOX_CC", "gcc"), C11)

    def test_library_cxx17(self):
        self.own_library(os.environ.get("KICKBOX_CXX", "g++"), CXX17)

    def windows(self, compiler, flags, *made):
        program = self.compile(compiler, flags + ["-static"], compiler + ".exe", [PROGRAM, *made])
        with open(program, "rb") as file:
            self.assertEqual(file.read(2), b"MZ")
        return program

    @whole
    def test_files_mingw_c11(self):
        program = self.windows(MINGW, C11 + SLOW, "-x", "none", library(self, MINGW))
        if not shutil.which("wine"):
            self.skipTest("compiled; no wine to run it")
        try:
            done = wine(program, "dojo.kbx", cwd=self.folder, timeout=90)
        except subprocess.TimeoutExpired:
            self.skipTest("compiled; wine takes too long to start")
        if not done.stdout and done.returncode != 0:
            self.skipTest("compiled; wine does not start here")
        self.assertEqual(done.stdout.replace("\r\n", "\n"), STRIKES)

    @whole
    def test_files_mingw_cxx17(self):
        self.windows("x86_64-w64-mingw32-g++", CXX17 + SLOW, os.path.join(AMALGAMATION, "kickbox.c"))

    @whole
    def test_files_big_endian(self):
        program = self.compile(S390X, C11 + SLOW + ["-static"], "s390x", [PROGRAM, "-x", "none", library(self, S390X)])
        if not shutil.which("qemu-s390x"):
            self.skipTest("compiled; no qemu-s390x to run it")
        done = run("qemu-s390x", program, self.bank)
        self.assertEqual((done.returncode, done.stdout), (0, STRIKES))

    def test_files_32_bit(self):
        """Also with the instructions of AVX2, which a 32-bit program uses where the processor has them."""
        flags = C11 + SLOW + ["-m32", "-msse2", "-mfpmath=sse"]
        empty = os.path.join(self.folder, "empty.c")
        with open(empty, "w", encoding="utf-8") as file:
            file.write("#include <stdio.h>\nint main (void) { return puts (\"\") < 0; }\n")
        if run("gcc", *flags, empty, "-o", os.path.join(self.folder, "empty")).returncode != 0:
            self.skipTest("no 32-bit libraries for gcc")
        program = self.compile("gcc", flags, "gcc.32", [PROGRAM, os.path.join(AMALGAMATION, "kickbox.c")])
        try:
            run(program)
        except OSError:  # a kernel that runs no 32-bit programs
            if not shutil.which("qemu-i386"):
                self.skipTest("compiled; no qemu-i386 to run it")
            self.check_runs("qemu-i386", program)
        else:
            self.check_runs(program)

    def test_files_without_the_processors_own(self):
        """Also checks banks of every kind, in which the program finds none of its sprites."""
        program = self.compile("gcc", C11 + SLOW + ["-DKBX_PORTABLE"], "portable", [PROGRAM, os.path.join(AMALGAMATION, "kickbox.c")])
        self.check_runs(program)
        banks = glob.glob(os.path.join(SOURCE, "tests", "golden", "bank", "v*", "*", "bank.kbx"))
        self.assertGreater(len(banks), 10)
        for bank in banks:
            done = run(program, bank)
            self.assertEqual((done.returncode, done.stdout), (0, ""), bank)

    def test_files_without_files(self):
        """KBX_NO_FILES leaves nothing that does I/O or allocates; KBX_PORTABLE nothing that asks for the processor."""
        if not shutil.which("gcc") or not shutil.which("nm"):
            self.skipTest("no gcc and nm")
        made = os.path.join(self.folder, "core.o")
        libc = {"memcmp", "memcpy", "memmove", "memset", "strcmp", "strlen", "sqrt", "__stack_chk_fail", "_GLOBAL_OFFSET_TABLE_"}
        for option, more in ("-DKBX_NO_FILES", {"__cpu_model", "__cpu_features2"}), ("-DKBX_PORTABLE", set()):
            # Code that may not be moved, where tables of addresses are constant like others.
            done = run("gcc", "-std=c11", "-O0", "-fno-pic", "-DKBX_NO_FILES", option, "-c",
                       os.path.join(AMALGAMATION, "kickbox.c"), "-o", made)
            self.assertEqual(done.returncode, 0, done.stdout)
            wanted = {line.split()[-1] for line in run("nm", "-u", made).stdout.splitlines()}
            self.assertLessEqual(wanted, libc | more)
            written = [line for line in run("nm", made).stdout.splitlines() if line.split()[-2] in "bBdDcC"]
            self.assertEqual(written, [], "no variables")
        with open(os.path.join(SOURCE, "docs", "runtime-guide.md"), encoding="utf-8") as text:
            guide = text.read()
        for name in sorted(libc - {"_GLOBAL_OFFSET_TABLE_"} | {"__cpu_model", "__cpu_features2"}):
            self.assertIn(f"`{name}`", guide)

    def test_only_the_interface_is_visible(self):
        if not shutil.which("gcc") or not shutil.which("nm"):
            self.skipTest("no gcc and nm")
        for part, least in ("kickbox", 50), ("kickbox_pack", 7):
            made = library(self, "gcc", part)
            shown = {line.split()[-1] for line in run("nm", "-g", "--defined-only", made).stdout.splitlines()}
            with open(os.path.join(AMALGAMATION, part + ".h"), encoding="utf-8") as text:
                header = text.read()
            self.assertGreaterEqual(len(shown), least)
            self.assertEqual({name for name in shown if f"{name} (" not in header}, set())

    def test_packing_needs_no_more_than_the_interface(self):
        """It allocates nothing, has no variables, and calls only public functions of the library."""
        if not shutil.which("gcc") or not shutil.which("nm"):
            self.skipTest("no gcc and nm")
        made = library(self, "gcc", "kickbox_pack")
        libc = {"memchr", "memcmp", "memcpy", "memmove", "memset", "strlen", "sqrt", "floor", "ceil", "__stack_chk_fail", "_GLOBAL_OFFSET_TABLE_"}
        with open(os.path.join(AMALGAMATION, "kickbox.h"), encoding="utf-8") as text:
            header = text.read()
        wanted = {line.split()[-1] for line in run("nm", "-u", made).stdout.splitlines()}
        self.assertEqual({name for name in wanted - libc if f"{name} (" not in header}, set())
        self.assertEqual([line for line in run("nm", made).stdout.splitlines() if line.split()[-2] in "bBdDcC"], [], "no variables")


class Guide(unittest.TestCase):
    def setUp(self):
        with open(PROGRAM, encoding="utf-8") as text:
            self.program = text.read()

    def test_the_guide_shows_the_program(self):
        with open(os.path.join(SOURCE, "docs", "runtime-guide.md"), encoding="utf-8") as text:
            guide = text.read()
        self.assertIn("```c\n" + self.program + "```\n", guide)
        self.assertIn("```\n" + STRIKES + "```\n", guide)

    def test_the_program_is_short(self):
        self.assertLess(self.program.count("\n"), 80)

    def test_every_function_named_in_the_guide_exists(self):
        with open(os.path.join(SOURCE, "docs", "runtime-guide.md"), encoding="utf-8") as text:
            guide = text.read()
        with open(os.path.join(AMALGAMATION, "kickbox.h"), encoding="utf-8") as text:
            header = text.read()
        for path in os.path.join(SOURCE, "src", "bank", "kickbox-json.h"), os.path.join(AMALGAMATION, "kickbox_pack.h"):
            with open(path, encoding="utf-8") as text:
                header += text.read()
        for name in set(re.findall(r"\b(?:kbx|KBX)_\w+", guide)):
            with self.subTest(name):
                self.assertTrue(name in header or name == "KBX_NO_FILES", name)


if __name__ == "__main__":
    unittest.main()
