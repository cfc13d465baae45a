# SPDX-License-Identifier: MIT
"""The Lua binding: the answers of 10,000 questions, the manners of Lua, the reader of JSON banks
and the sample."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
LUA = os.path.dirname(HERE)
sys.path.insert(0, os.path.dirname(LUA))
import model  # noqa: E402
import random_calls  # noqa: E402
import transcript  # noqa: E402

KICKBOX, DATA = os.environ["KICKBOX"], os.environ["KICKBOX_DATA"]
BUILT = os.environ["KICKBOX_LUA"]
PROJECTS = ("dojo", "harbor", "temple", "yard")
ENVIRONMENT = {**os.environ, "LUA_PATH": f"{BUILT}/?.lua;{LUA}/?.lua;{HERE}/?.lua"}


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8",
                          env=ENVIRONMENT, check=False, timeout=120, **more)


@unittest.skipUnless(shutil.which("luajit"), "luajit is not installed")
class LuaBinding(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.banks = {}
        for project in PROJECTS:
            cls.banks[project] = cls.export(project, project + ".kbx")

    @classmethod
    def export(cls, project, name, *more):
        path = os.path.join(cls.folder.name, name)
        subprocess.run([KICKBOX, "export", os.path.join(DATA, project), "-o", path, *more],
                       check=True, capture_output=True)
        return path

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def lua(self, name, *arguments):
        """Runs a file of checks: it prints nothing."""
        done = run(["luajit", os.path.join(HERE, name), *arguments])
        self.assertEqual((done.stdout + done.stderr, done.returncode), ("", 0))

    def test_transcript(self):
        os.environ["LUA_PATH"] = ENVIRONMENT["LUA_PATH"]
        wrong, asked = transcript.compare(KICKBOX, list(self.banks.values()),
                                          ["luajit", os.path.join(HERE, "query.lua")])
        self.assertEqual(asked, 10000)
        self.assertEqual(wrong, [], "\n".join(wrong))

    def test_manners(self):
        self.lua("manners.lua", self.banks["dojo"], self.banks["yard"])

    def test_sizes_of_structs(self):
        """The FFI lays out the types as C does."""
        api = model.Model(os.environ["KICKBOX_API"])
        sizes = {record.name: api.layout(record, 8)[0] for record in api.records.values()}
        script = "".join(f'print("{name}", ffi.sizeof("{name}"))\n' for name in sizes)
        done = run(["luajit", "-e", 'require "kickbox"; local ffi = require "ffi"\n' + script])
        self.assertEqual(done.stderr, "")
        self.assertEqual(dict(line.split("\t") for line in done.stdout.splitlines()),
                         {name: str(size) for name, size in sizes.items()})

    def test_errors(self):
        self.lua("errors.lua", self.banks["dojo"])

    def test_random_calls(self):
        os.environ["LUA_PATH"] = ENVIRONMENT["LUA_PATH"]
        random_calls.run(self, ["luajit", os.path.join(HERE, "random_calls_run.lua")], list(self.banks.values()),
                         self.folder.name, os.environ["KICKBOX_API"])

    def test_memory(self):
        self.lua("memory.lua", self.banks["dojo"], self.banks["yard"])

    def test_packing(self):
        self.lua("packing.lua")

    def test_types_are_documented(self):
        """Each function says its parameters to an editor, and each line is read as Lua."""
        with open(os.path.join(BUILT, "kickbox.lua"), encoding="utf-8") as file:
            lines = file.read().split("\n")
        for i, line in enumerate(lines):
            self.assertLessEqual(len(line), 100, line)
            name, _, given = line.removeprefix("function kb.").partition("(")
            if line.startswith("function kb."):
                above = i - 1
                while lines[above].startswith("---"):
                    above -= 1
                said = " ".join(lines[above + 1:i])
                for parameter in filter(None, given.rstrip(")").split(", ")):
                    self.assertRegex(said, rf"@param {parameter}\??[ ]", name)

    # ---- the reader of JSON banks

    def compare_reader(self, bank, read, lines):
        expected = transcript.answers([KICKBOX, "query", bank], lines)
        for interpreter in ("luajit", "lua5.1", "lua5.3", "lua5.4"):
            if shutil.which(interpreter):
                os.environ["LUA_PATH"] = ENVIRONMENT["LUA_PATH"]
                got = transcript.answers([interpreter, os.path.join(HERE, "query_json.lua"), read],
                                         lines)
                self.assertEqual([[line, answer] for line, answer in zip(lines, got)],
                                 [[line, answer] for line, answer in zip(lines, expected)])

    def test_reader(self):
        for project in ("dojo", "harbor", "yard"):
            read = self.export(project, project + ".json", "--format", "json")
            done = run([KICKBOX, "info", "--json", self.banks[project]])
            self.compare_reader(self.banks[project], read,
                                transcript.frame_questions(json.loads(done.stdout), 400))

    def test_reader_of_capsules(self):
        read = os.path.join(self.folder.name, "capsules.json")
        with open(read, "w", encoding="utf-8") as file:
            json.dump(transcript.CAPSULES, file)
        self.compare_reader(read, read, transcript.frame_questions(transcript.CAPSULES_INFO, 1000))

    def test_reader_and_library(self):
        """Pictures and animations are those of the library."""
        self.lua("reader.lua", self.banks["dojo"],
                 self.export("dojo", "reader.json", "--format", "json"))

    # ---- in a loop, and in a window

    def test_speed(self):
        """The same hits in a loop as in C. How long both take is printed."""
        done = run(["luajit", os.path.join(HERE, "bench.lua"), self.banks["dojo"], "boxer",
                    os.path.join(BUILT, "lua_bench")])
        self.assertEqual(done.stderr, "")
        print("# " + done.stdout.strip().replace("\n", "\n# "), flush=True)
        hits = {line.rsplit(", ", 1)[1] for line in done.stdout.split("\n") if "hits" in line}
        self.assertEqual(len(hits), 1, done.stdout)

    def test_tables(self):
        """A table as an argument stays compiled: it takes at most about twice as long as a struct."""
        done = run(["luajit", os.path.join(HERE, "tables.lua"), self.banks["dojo"],
                    self.banks["harbor"]])
        self.assertEqual(done.stderr, "")
        print("# " + done.stdout.strip().replace("\n", "\n# "), flush=True)
        for line in done.stdout.splitlines():
            # A busy machine may add to that.
            self.assertLess(float(line.split()[-2]), 4, line)

    def test_sample(self):
        """Both scenes draw: their pictures have many colours."""
        if not shutil.which("love") or not shutil.which("Xvfb"):
            self.skipTest("love or Xvfb is not installed")
        try:
            from PIL import Image
        except ImportError:
            self.skipTest("python3-pil is not installed")
        shutil.copy(os.path.join(BUILT, "kickbox.lua"), self.folder.name)
        reader, writer = os.pipe()
        server = subprocess.Popen(["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x800x24",
                                   "-nolisten", "tcp"], pass_fds=[writer], stderr=subprocess.DEVNULL)
        self.addCleanup(server.wait)
        self.addCleanup(server.terminate)
        os.close(writer)
        with os.fdopen(reader) as numbers:
            ENVIRONMENT["DISPLAY"] = ":" + numbers.readline().strip()
        for scene in ("1", "2"):
            picture = os.path.join(self.folder.name, f"scene{scene}.png")
            done = run(["love", os.path.join(LUA, "sample"), self.folder.name, "--frames", "32",
                        "--scene", scene, "--shapes", "--picture", picture])
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            with Image.open(picture) as drawn:
                self.assertEqual(drawn.size, (960, 540))
                self.assertGreater(len(drawn.convert("RGB").getcolors(2 ** 20)), 100)
