# SPDX-License-Identifier: MIT
"""The ZIP for Windows: the same bytes again, and its programs run in Wine."""
import glob
import os
import re
import shutil
import subprocess
import tempfile
import unittest
import zipfile

import examples
from wine import wine

SOURCE, COMPILER = os.path.dirname(os.environ["KICKBOX_DATA"]), "x86_64-w64-mingw32-gcc"


@unittest.skipUnless(shutil.which(COMPILER) and shutil.which("llvm-dlltool"), "mingw-w64 or llvm is not installed")
class Zip(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        (cls.zip,) = glob.glob(os.path.join(os.environ["KICKBOX_WINDOWS"], "kickbox-*-windows.zip"))
        cls.folder = tempfile.mkdtemp(prefix="kickbox-zip-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        with zipfile.ZipFile(cls.zip) as archive:
            archive.extractall(cls.folder)
        (cls.root,) = glob.glob(os.path.join(cls.folder, "*"))

    def path(self, *parts):
        return os.path.join(self.root, *parts)

    def test_the_same_bytes(self):
        build, again = os.environ["KICKBOX_BUILD"], os.path.join(self.folder, "again")
        os.mkdir(again)
        target = os.path.relpath(self.zip, build)
        line = subprocess.run(["ninja", "-C", build, "-t", "commands", "-s", "bindings/windows/kickbox.dll"], check=True, capture_output=True, text=True).stdout
        line = [one for one in line.splitlines() if "kickbox.dll" in one][-1]
        subprocess.run(line.replace("bindings/windows/", again + "/"), shell=True, cwd=build, check=True)
        line = subprocess.run(["ninja", "-C", build, "-t", "commands", "-s", target], check=True, capture_output=True, text=True).stdout
        line = [one for one in line.splitlines() if ".zip" in one][-1]
        line = re.sub(r"bindings/windows/(?=kickbox|lib)", again + "/", line)
        subprocess.run(line, shell=True, cwd=build, check=True)
        with open(self.zip, "rb") as first, open(os.path.join(again, os.path.basename(self.zip)), "rb") as second:
            self.assertEqual(first.read(), second.read())

    def test_texts(self):
        names = {os.path.relpath(path, self.root).replace(os.sep, "/") for path in glob.glob(self.path("**"), recursive=True)}
        with open(self.path("README.txt"), newline="") as file:
            text = file.read()
        self.assertEqual(text.count("\n"), text.count("\r\n"))
        for word in re.findall(r"[\w.]+[\\/][\w.\\/]+", text):
            self.assertIn(word.replace("\\", "/"), names)

    def test_programs(self):
        """With each import library, as the guide shows what they print."""
        shown = examples.shown()
        for library in ("kickbox.lib", "libkickbox.dll.a"):
            for source in glob.glob(self.path("samples", "*.c")):
                name = os.path.basename(source)[:-2]
                sample, output = shown[name]
                with self.subTest(name, library=library):
                    program = self.path("bin", name + "-made.exe")
                    subprocess.run([COMPILER, "-std=c11", "-Wall", "-Werror", "-ffp-contract=off", "-I" + self.path("include"), source,
                                    self.path("lib", library), "-o", program], check=True)
                    bank = [f"../samples/{sample}.kbx"] if sample else []
                    done = wine(program, *bank, timeout=300, cwd=self.path("bin"))
                    self.assertEqual((done.returncode, done.stdout), (0, output))
        done = wine(self.path("bin", "fight.exe"), "../samples/dojo.kbx", timeout=300, cwd=self.path("bin"))
        self.assertEqual((done.returncode, done.stdout), (0, shown["fight"][1]))


if __name__ == "__main__":
    unittest.main()
