# SPDX-License-Identifier: MIT
"""One hash over a million answers of the collision kit, the same from every compiler and machine that is there:
kickbox.h + kickbox.c and tests/support/kit_answers.c, compiled as a stranger would, with the flags that tempt a
compiler to round otherwise. A machine that is missing is skipped by name; the run's output says which ones ran."""
import os
import shutil
import subprocess
import tempfile
import unittest

SOURCE, BUILD = os.environ["KICKBOX_SOURCE"], os.environ["KICKBOX_BUILD"]
ANSWERS = os.path.join(SOURCE, "tests", "support", "kit_answers.c")
AMALGAMATION = os.path.join(BUILD, "src", "runtime", "amalgamation")
# Compiling is most of the time; a long run takes more of it.
OPTIMIZED = "-O2" if os.environ.get("KICKBOX_SOAK") else "-O1"


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
        cls.expected = cls.build(cls, "expected", "gcc", "-std=c11", "-O0")
        if not cls.expected.split()[0].isdigit() or int(cls.expected.split()[0]) < 1000000:
            raise AssertionError(cls.expected)

    def build(self, name, compiler, *flags, emulator=(), **options):
        """Only the library is held to exactness whatever the flags; the questions are compiled without."""
        program, library = (os.path.join(self.folder, name), os.path.join(self.folder, name + ".o"))
        run(compiler, *flags, "-I" + AMALGAMATION, "-c", os.path.join(AMALGAMATION, "kickbox.c"), "-o", library, **options)
        linked = [flag for flag in flags if flag != "-ffast-math"]
        run(compiler, *linked, "-I" + AMALGAMATION, ANSWERS, library, "-o", program, "-lm", **options)
        return run(*emulator, program, **options)

    def check(self, compiler, *flags, emulator=(), name="answers", **options):
        for tool in (compiler, *emulator[:1]):
            if not shutil.which(tool):
                self.skipTest("no " + tool)
        self.assertEqual(self.build(self._testMethodName + name, compiler, *flags, emulator=emulator, **options), self.expected)

    def test_gcc_with_fast_math_for_this_machine(self):
        """GNU mode: by itself it would fuse products and sums."""
        self.check("gcc", "-std=gnu11", "-O3", "-march=native", "-ffast-math")

    def test_gcc_without_vector_code(self):
        self.check("gcc", "-std=c11", OPTIMIZED, "-DKBX_PORTABLE")

    def test_clang_optimized_for_this_machine(self):
        self.check("clang", "-std=gnu11", "-O3", "-march=native")

    def test_aarch64(self):
        self.check("aarch64-linux-gnu-gcc", "-std=gnu11", "-O2", "-static", emulator=("qemu-aarch64",))

    def test_s390x_big_endian(self):
        self.check("s390x-linux-gnu-gcc", "-std=gnu11", OPTIMIZED, "-static", emulator=("qemu-s390x",))

    def test_windows(self):
        environment = dict(os.environ, WINEPREFIX=os.path.join(self.folder, "wine"), WINEDEBUG="-all",
                           WINEDLLOVERRIDES="mscoree,mshtml=")
        environment.pop("DISPLAY", None)
        try:
            self.check("x86_64-w64-mingw32-gcc", "-std=c11", OPTIMIZED, "-static", emulator=("wine",), name=".exe", env=environment)
        finally:
            if shutil.which("wineserver"):
                subprocess.run(["wineserver", "-k"], env=environment, stdin=subprocess.DEVNULL, check=False)

    def test_webassembly(self):
        """Debian's compiler looks for its helpers where Debian's node has them, and other nodes do not look there."""
        modules = os.pathsep.join(["/usr/share/nodejs", os.environ.get("NODE_PATH", "")])
        self.check("emcc", "-std=c11", "-O2", "-sSINGLE_FILE=1", "-Wno-unused-command-line-argument", emulator=("node",),
                   name=".js", env=dict(os.environ, NODE_PATH=modules))


if __name__ == "__main__":
    unittest.main()
