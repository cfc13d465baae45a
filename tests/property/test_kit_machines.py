# SPDX-License-Identifier: MIT
"""One hash over a million answers of the collision kit, the same from every compiler and machine that is there:
kickbox.h + kickbox.c and tests/support/kit_answers.c, compiled as a stranger would, with the flags that tempt a
compiler to round otherwise. A machine that is missing is skipped by name; the run's output says which ones ran."""
import os
import shutil
import subprocess
import tempfile
import unittest
import unittest.mock

from amalgamated import MINGW, S390X, WARNINGS, library
from wine import wine

SOURCE, BUILD = os.environ["KICKBOX_SOURCE"], os.environ["KICKBOX_BUILD"]
ANSWERS = os.path.join(SOURCE, "tests", "support", "kit_answers.c")
AMALGAMATION = os.path.join(BUILD, "src", "runtime", "amalgamation")
# Compiling is most of the time: only a long run optimizes as far as a game would, and compiles again what other tests
# compile too.
SOAK = bool(os.environ.get("KICKBOX_SOAK"))
FAST = "-O3" if SOAK else "-O1"


def run(*command, **options):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          check=False, timeout=240, **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(command)} gave {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


class Machines(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="kickbox-machines-")
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.expected = cls.ask(cls, "expected", library(unittest.TestCase(), "gcc"), "gcc", "-std=c11")
        answers = cls.expected.split("\n")[-1].split()[0]
        if not answers.isdigit() or int(answers) < 1000000:
            raise AssertionError(cls.expected)

    def ask(self, name, made, compiler, *flags, emulator=run):
        """What the questions print with that library."""
        program = os.path.join(self.folder, name)
        run(compiler, *flags, "-I" + AMALGAMATION, ANSWERS, made, "-o", program, "-lm")
        return emulator(program)

    def build(self, name, compiler, *flags, emulator=run):
        """Only the library is held to exactness whatever the flags; the questions are compiled without."""
        made = os.path.join(self.folder, name + ".o")
        run(compiler, *flags, "-I" + AMALGAMATION, "-c", os.path.join(AMALGAMATION, "kickbox.c"), "-o", made)
        return self.ask(name, made, compiler, *[flag for flag in flags if flag != "-ffast-math"], emulator=emulator)

    def need(self, *tools):
        for tool in tools:
            if not shutil.which(tool):
                self.skipTest("no " + tool)

    def check(self, compiler, *flags, tool=None, emulator=None, name="answers"):
        self.need(compiler, *[tool] if tool else [])
        emulator = emulator or (lambda program: run(*[tool] if tool else [], program))
        self.assertEqual(self.build(self._testMethodName + name, compiler, *flags, emulator=emulator), self.expected)

    def check_shared(self, compiler, tool, emulator, name="answers"):
        """With the library that other tests compile too."""
        if SOAK:
            self.check(compiler, "-std=gnu11", "-O2", "-static", tool=tool, emulator=emulator, name=name)
            return
        self.need(compiler, tool)
        made = library(self, compiler)
        self.assertEqual(self.ask(self._testMethodName + name, made, compiler, "-std=gnu11", "-O1", "-static", emulator=emulator),
                         self.expected)

    def test_gcc_with_fast_math_for_this_machine(self):
        """GNU mode: by itself it would fuse products and sums."""
        self.check("gcc", *WARNINGS, "-std=gnu11", FAST, "-march=native", "-ffast-math")

    def test_gcc_without_vector_code(self):
        self.check("gcc", "-std=c11", "-O2" if SOAK else "-O0", "-DKBX_PORTABLE")

    def test_clang_optimized_for_this_machine(self):
        self.check("clang", "-std=gnu11", FAST, "-march=native")

    def test_aarch64(self):
        self.check("aarch64-linux-gnu-gcc", "-std=gnu11", FAST, "-static", tool="qemu-aarch64")

    def test_s390x_big_endian(self):
        self.check_shared(S390X, "qemu-s390x", lambda program: run("qemu-s390x", program))

    def test_windows(self):
        def emulator(program):
            done = wine(program, timeout=240)
            self.assertEqual(done.returncode, 0, done.stdout)
            return done.stdout.strip()
        self.check_shared(MINGW, "wine", emulator, name=".exe")

    def test_webassembly(self):
        """Debian's compiler looks for its helpers where Debian's node has them, and other nodes do not look there."""
        modules = os.pathsep.join(["/usr/share/nodejs", os.environ.get("NODE_PATH", "")])
        with unittest.mock.patch.dict(os.environ, NODE_PATH=modules):
            self.check("emcc", "-std=c11", "-O2", "-sSINGLE_FILE=1", "-Wno-unused-command-line-argument", tool="node", name=".js")


if __name__ == "__main__":
    unittest.main()
