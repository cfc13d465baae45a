# SPDX-License-Identifier: MIT
"""The web binding in Node: its own checks, the types, and the questions that every binding answers.

Without node or a wasm-ld that made the library, there is nothing to test. A browser is left to the
long run."""
import gzip
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE, BUILD = os.environ["KICKBOX_SOURCE"], os.environ["KICKBOX_BUILD"]
FOLDER, MADE = os.path.join(SOURCE, "bindings", "web"), os.path.join(BUILD, "bindings", "web")
KICKBOX = os.path.join(BUILD, "src", "cli", "kickbox")
NODE, TSC = shutil.which("node"), shutil.which("tsc")
SAMPLES = ("dojo", "harbor", "yard", "temple")
# Bytes of the file, and as a web host sends it: below 250 KiB, and 50 KiB for hits alone.
SIZES = {"kickbox.wasm": (390_000, 250 << 10), "kickbox-hits.wasm": (100_000, 50 << 10)}
sys.path.insert(0, os.path.dirname(FOLDER))
import random_calls  # noqa: E402
import transcript  # noqa: E402


def node_is_new_enough():
    if not NODE:
        return False
    version = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True)
    return int(version.stdout.strip().lstrip("v").split(".")[0]) >= 18


@unittest.skipUnless(node_is_new_enough(), "needs node 18")
@unittest.skipUnless(os.path.exists(os.path.join(MADE, "kickbox.wasm")),
                     "needs clang with wasm32, and wasm-ld")
class Web(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # pylint: disable-next=consider-using-with
        cls.folder = tempfile.TemporaryDirectory()
        cls.banks = {}
        for name in SAMPLES:
            cls.banks[name] = os.path.join(cls.folder.name, name + ".kbx")
            subprocess.run([KICKBOX, "export", os.path.join(SOURCE, "data", name), "-o",
                            cls.banks[name]], check=True, stdout=subprocess.DEVNULL)
        project = shutil.copytree(os.path.join(SOURCE, "data", "dojo"),
                                  os.path.join(cls.folder.name, "alone"))
        os.remove(os.path.join(project, "sprites", "boxer.json"))
        cls.banks["alone"] = project + ".kbx"
        subprocess.run([KICKBOX, "export", project, "-o", cls.banks["alone"]], check=True,
                       stdout=subprocess.DEVNULL)
        os.environ["KICKBOX_WEB"] = MADE

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_binding(self):
        done = subprocess.run([NODE, os.path.join(FOLDER, "test.mjs"), MADE, self.banks["dojo"],
                               self.banks["yard"], self.banks["alone"], self.banks["temple"]],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.stderr, "")
        checks = [line for line in done.stdout.splitlines() if not line.startswith("#")]
        self.assertGreater(len(checks), 10)
        for line in checks:
            with self.subTest(line.partition(":")[0]):
                self.assertEqual(line.partition(": ")[2], "ok")

    def test_transcript(self):
        wrong, asked = transcript.compare(KICKBOX, list(self.banks.values()),
                                          [NODE, os.path.join(FOLDER, "query.js")])
        self.assertEqual(wrong, [])
        self.assertEqual(asked, 10000)

    def test_random_calls(self):
        random_calls.run(self, [NODE, os.path.join(FOLDER, "random_calls_run.mjs")], list(self.banks.values()), self.folder.name,
                         os.path.join(BUILD, "src", "runtime", "amalgamation", "kickbox_api.json"))

    def test_refusals(self):
        lines = ['{"q": "zone"}', '{"q": "nothing"}', '{"w": 1}', "[]",
                 '{"q": "zone", "mask": "cabin", "p": [1, 2], "z": 1}',
                 '{"q": "zone", "mask": "cabin", "box": [1, 2, 0, 4]}',
                 '{"q": "zone", "mask": "cabin", "box": [1, 2, 3.0, 4]}',
                 '{"q": "clearance", "track": "island", "p": [1e10, 2]}',
                 '{"q": "clearance", "track": "island", "p": [1, 2], "radius": 1000}',
                 '{"q": "point", "pose": {"sprite": "keeper", "frame": 99}, "p": [1, 2]}']
        bank = self.banks["harbor"]
        self.assertEqual(transcript.answers([NODE, os.path.join(FOLDER, "query.js"), bank], lines),
                         transcript.answers([KICKBOX, "query", bank], lines))

    def test_sizes(self):
        for name, (limit, sent) in SIZES.items():
            with self.subTest(name), open(os.path.join(MADE, name), "rb") as file:
                wasm = file.read()
                self.assertLess(len(wasm), limit)
                self.assertLess(len(gzip.compress(wasm, 9)), sent)

    @unittest.skipUnless(TSC, "needs tsc")
    def test_types(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("kickbox.js", "kickbox.d.ts"):
                shutil.copy(os.path.join(MADE, name), folder)
            shutil.copy(os.path.join(FOLDER, "types.mts"), folder)
            done = subprocess.run(
                [TSC, "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib",
                 "es2022,dom", os.path.join(folder, "types.mts")], capture_output=True, text=True,
                check=False)
        self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    unittest.main()
