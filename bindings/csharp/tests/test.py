# SPDX-License-Identifier: MIT
"""The C# binding, compiled and run by Mono: 10,000 questions, the manners of C#, and the sample."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.join(HERE, "..", ".."))
import random_calls  # noqa: E402
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

    def test_lists_are_asked_for_once(self):
        """A function that lists names C's at one place, next to its declaration, and makes no array but the result."""
        with open(os.environ["KICKBOX_MADE"], encoding="utf-8") as file:
            text = file.read()
        lists = [part for part in text.split("[DllImport")[1:] if "Room<" in part]
        self.assertGreater(len(lists), 20)
        for part in lists:
            name = re.search(r"kbxf_\w+", part).group()
            self.assertEqual((part.count(name + "("), part.count(".Take("), part.count("new ")), (2, 1, part.count("throw new ")), name)

    def test_random_calls(self):
        random_calls.run(self, self.program("RandomCalls"), self.banks, self.folder.name)

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
