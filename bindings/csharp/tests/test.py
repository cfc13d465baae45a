# SPDX-License-Identifier: MIT
"""The C# binding, compiled and run by Mono: 10,000 questions, the manners of C#, and the sample."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.join(HERE, "..", ".."))
import transcript  # noqa: E402
from window_sample import WindowSample  # noqa: E402

KICKBOX = os.environ["KICKBOX"]


NEEDS_MONO = unittest.skipUnless(shutil.which("mcs") and shutil.which("mono"), "mono-mcs is not installed")


def compile_in(folder, *arguments):
    subprocess.run(["mcs", "-unsafe", "-langversion:7", "-warnaserror", *arguments], check=True, cwd=folder)


def compile_library(folder):
    compile_in(folder, "-target:library", "-out:Kickbox.dll", os.path.join(HERE, "..", "Kickbox.cs"),
               os.environ["KICKBOX_MADE"])
    os.environ["LD_LIBRARY_PATH"] = os.path.dirname(os.environ["KICKBOX_LIBRARY"])


@NEEDS_MONO
class CSharpBinding(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.banks = transcript.export_samples(KICKBOX, os.environ["KICKBOX_DATA"], cls.folder.name)
        compile_library(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def program(self, name):
        compile_in(self.folder.name, f"-out:{name}.exe", "-r:Kickbox.dll", os.path.join(HERE, name + ".cs"))
        return ["mono", os.path.join(self.folder.name, name + ".exe")]

    def test_transcript(self):
        wrong, asked = transcript.compare(KICKBOX, self.banks, self.program("Query"))
        self.assertEqual(asked, 10000)
        self.assertEqual(wrong, [], "\n".join(wrong))

    def test_manners(self):
        yard = self.banks[transcript.SAMPLES.index("yard")]
        done = subprocess.run([*self.program("Manners"), self.banks[0], yard], text=True,
                              check=False, capture_output=True)
        self.assertEqual(done.stdout + done.stderr, "all is well\n")


@NEEDS_MONO
class CSharpSample(WindowSample, unittest.TestCase):
    @classmethod
    def compile(cls):
        compile_library(cls.folder)
        compile_in(cls.folder, "-out:Game.exe", "-r:Kickbox.dll", os.path.join(HERE, "..", "sample", "Game.cs"))
        return ["mono", cls.path("Game.exe")]
