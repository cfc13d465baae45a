# SPDX-License-Identifier: MIT
"""The Rust crates: built without a network, 10,000 questions, the manners of Rust, and the sample."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.join(HERE, ".."))
import transcript  # noqa: E402
from window_sample import WindowSample  # noqa: E402

KICKBOX, CRATES = os.environ["KICKBOX"], os.environ["KICKBOX_CRATES"]


def cargo(folder, *arguments, **environment):
    done = subprocess.run(["cargo", *arguments, "--offline", "--quiet"], cwd=CRATES, text=True, capture_output=True, check=False,
                          env={**os.environ, "RUSTFLAGS": "-Dwarnings", "CARGO_TARGET_DIR": os.path.join(folder, "target"),
                               "CARGO_HOME": os.path.join(folder, "cargo"), **environment})
    assert done.returncode == 0, done.stdout + done.stderr


@unittest.skipUnless(shutil.which("cargo"), "cargo is not installed")
class RustBinding(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.banks = transcript.export_samples(KICKBOX, os.environ["KICKBOX_DATA"], cls.folder.name)
        alone = shutil.copytree(os.path.join(os.environ["KICKBOX_DATA"], "dojo"),
                                os.path.join(cls.folder.name, "alone"))
        os.remove(os.path.join(alone, "sprites", "boxer.json"))
        subprocess.run([KICKBOX, "export", alone, "-o", alone + ".kbx"], check=True,
                       stdout=subprocess.DEVNULL)
        cls.environment = {"KICKBOX_DOJO": cls.banks[0], "KICKBOX_ALONE": alone + ".kbx"}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_transcript(self):
        cargo(self.folder.name, "build", "--example", "query")
        program = os.path.join(self.folder.name, "target", "debug", "examples", "query")
        wrong, asked = transcript.compare(KICKBOX, self.banks, [program])
        self.assertEqual(asked, 10000)
        self.assertEqual(wrong, [], "\n".join(wrong))

    def test_manners(self):
        cargo(self.folder.name, "test", "--package", "kickbox", **self.environment)


@unittest.skipUnless(shutil.which("cargo") and shutil.which("sdl2-config"), "cargo or libsdl2-dev is not installed")
class RustSample(WindowSample, unittest.TestCase):
    @classmethod
    def compile(cls):
        cargo(cls.folder, "build", "--example", "game", "--features", "sdl2")
        return [os.path.join(cls.folder, "target", "debug", "examples", "game")]
