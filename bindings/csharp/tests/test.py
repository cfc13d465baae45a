# SPDX-License-Identifier: MIT
"""The C# binding, compiled and run by Mono: 10,000 questions, and the manners of C#."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.join(HERE, "..", ".."))
import transcript  # noqa: E402

KICKBOX = os.environ["KICKBOX"]


@unittest.skipUnless(shutil.which("mcs") and shutil.which("mono"), "mono-mcs is not installed")
class CSharpBinding(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.banks = transcript.export_samples(KICKBOX, os.environ["KICKBOX_DATA"], cls.folder.name)
        cls.compile("-target:library", "-out:Kickbox.dll", os.path.join(HERE, "..", "Kickbox.cs"),
                    os.environ["KICKBOX_MADE"])
        os.environ["LD_LIBRARY_PATH"] = os.path.dirname(os.environ["KICKBOX_LIBRARY"])

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def compile(cls, *arguments):
        subprocess.run(["mcs", "-unsafe", "-langversion:7", "-warnaserror", *arguments], check=True,
                       cwd=cls.folder.name)

    def program(self, name):
        self.compile(f"-out:{name}.exe", "-r:Kickbox.dll", os.path.join(HERE, name + ".cs"))
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
