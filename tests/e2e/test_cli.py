# SPDX-License-Identifier: MIT
"""The command line: every command, every exit status, wrong input of every kind."""
import contextlib
import fcntl
import filecmp
import json
import os
import shutil
import signal
import struct
import subprocess
import tempfile
import unittest
import zlib

BUILD = os.environ["KICKBOX_BUILD"]
SOURCE = os.environ["KICKBOX_SOURCE"]
KICKBOX = os.path.join(BUILD, "src", "cli", "kickbox")
COMMANDS = ["new", "import", "edit", "export", "check", "info", "query", "render"]
# What no message may hold: a sanitizer's or an assertion's words.
BAD_WORDS = ["Sanitizer", "runtime error", "CRITICAL", "assertion", "Assertion", "WARNING **"]


def png(width, height, pixel):
    """An RGBA PNG; pixel(x, y) gives four bytes."""
    rows = b"".join(b"\0" + b"".join(pixel(x, y) for x in range(width)) for y in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def disc(size, colour, radius):
    def pixel(x, y):
        inside = (x - size / 2 + .5) ** 2 + (y - size / 2 + .5) ** 2 <= radius ** 2
        return bytes(colour) if inside else b"\0\0\0\0"
    return png(size, size, pixel)


class Case(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp(prefix="kickbox-cli-")
        self.addCleanup(shutil.rmtree, self.root, True)
        self.cache = os.path.join(self.root, "cache")
        self.environment = dict(os.environ, XDG_CACHE_HOME=self.cache, TMPDIR=self.root)

    def path(self, *names):
        return os.path.join(self.root, *names)

    def write(self, name, data):
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb" if isinstance(data, bytes) else "w") as file:
            file.write(data)
        return path

    def read(self, path):
        with open(path, "rb") as file:
            return file.read()

    def program_for(self, user):
        """The program where that user may run it: the build may lie in a folder closed to others."""
        if user is None:
            return KICKBOX
        folder = tempfile.mkdtemp(prefix="kickbox-program-")
        self.addCleanup(shutil.rmtree, folder)
        os.chmod(folder, 0o755)
        return shutil.copy(KICKBOX, folder)

    def run_kickbox(self, *arguments, text="", status=0, cwd=None, stdout=subprocess.PIPE, user=None):
        done = subprocess.run([self.program_for(user), *arguments], input=text.encode() if isinstance(text, str) else text,
                              stdout=stdout, stderr=subprocess.PIPE, cwd=cwd or self.root, env=self.environment,
                              timeout=120, user=user)
        out = (done.stdout or b"").decode(errors="replace")
        errors = done.stderr.decode(errors="replace")
        self.assertEqual(done.returncode, status, f"{arguments}\n{out}\n{errors}")
        for word in BAD_WORDS:
            self.assertNotIn(word, errors)
        if status in (1, 2, 3) and arguments[:1] not in [("check",), ("query",)]:
            self.assertNotEqual(errors, "")
        return out, errors

    def refused(self, *arguments, status, says=(), **more):
        """The message is one line that holds all of `says`."""
        out, errors = self.run_kickbox(*arguments, status=status, **more)
        self.assertEqual(len(errors.splitlines()), 1, errors)
        for text in says:
            self.assertIn(text, errors)
        return errors

    def edit(self, project, *lines, **more):
        return self.run_kickbox("edit", project, text="".join(json.dumps(line) + "\n" for line in lines), **more)

    def make_project(self, name="demo"):
        """Two sprites with all kinds of shape, made as a script would."""
        project = self.path(name)
        self.run_kickbox("new", project)
        for i in range(3):
            self.write(f"art/puck {i}.png", disc(32, (40 * i + 60, 90, 200, 255), 8 + 2 * i))
        self.run_kickbox("import", project, *[self.path(f"art/puck {i}.png") for i in range(3)], "--name", "puck")
        sheet = png(64, 32, lambda x, y: bytes([x, y, 7, 255]) if (x % 32) > 4 else b"\0\0\0\0")
        self.write("art/sheet.png", sheet)
        self.run_kickbox("import", project, self.path("art/sheet.png"), "--grid", "32x32", "--name", "wall")
        frame = "sprites['puck'].frames"
        shapes = [
            {"class": "hurt", "geometry": {"box": [4, 6, 10, 5]}},
            {"class": "hit", "geometry": {"circle": [20.5, 12.25, 6.75]}},
            {"class": "hit", "name": "bat", "geometry": {"oriented": [12, 24, 14, 5, 30]},
             "values": {"damage": "7", "angle": "low"}},
            {"class": "push", "geometry": {"polygon": [[2, 2], [30, 3], [29, 30], [16, 14], [3, 29.5]]}},
        ]
        lines = [{"insert": "classes", "value": {"name": n, "colour": c}}
                 for n, c in [("hurt", "#3584e4"), ("hit", "#e01b24"), ("push", "#33d17a80")]]
        for i in range(3):
            lines.append({"set": f"{frame}[{i}].hot_spot", "value": [16, 30 - i]})
            lines += [{"insert": f"{frame}[{i}].shapes", "value": shape} for shape in shapes[i:]]
        lines += [
            {"insert": f"{frame}[0].points", "value": {"name": "tip", "at": [20, 12], "direction": 45}},
            {"insert": f"{frame}[0].points", "value": {"name": "plain", "at": [0, 31]}},
            {"insert": "sprites['puck'].animations",
             "value": {"name": "spin", "loop": "ping-pong", "steps": [{"frame": 1, "duration": 100}, {"frame": 2, "duration": 50},
                                                                     {"frame": 3, "duration": 75}]}},
            {"set": "sprites['wall'].frames[0].hot_spot", "value": [0, 0]},
            {"insert": "sprites['wall'].frames[0].shapes", "value": {"class": "push", "geometry": {"box": [5, 0, 27, 32]}}},
        ]
        self.edit(project, *lines)
        return project

    def make_bank(self, *options, name="demo"):
        project = self.make_project(name)
        bank = self.path(name + ".kbx")
        self.run_kickbox("export", project, "-o", bank, *options)
        return bank

    def query(self, bank, *questions, status=0):
        out, _ = self.run_kickbox("query", bank, text="".join(json.dumps(q) + "\n" for q in questions), status=status)
        answers = [json.loads(line) for line in out.splitlines()]
        self.assertEqual(len(answers), len(questions))
        return answers


class Help(Case):
    def test_help(self):
        out, errors = self.run_kickbox("--help")
        self.assertEqual(errors, "")
        for command in COMMANDS:
            self.assertIn(f"  {command} ", out)
            first, _ = self.run_kickbox("help", command)
            second, _ = self.run_kickbox(command, "--help")
            third, _ = self.run_kickbox(command, "whatever", "--help")
            self.assertEqual(first, second)
            self.assertEqual(first, third)
            self.assertIn(f"kickbox {command}", first)

    def test_version(self):
        out, _ = self.run_kickbox("--version")
        self.assertRegex(out, r"^kickbox \d+\.\d+\.\d+\n$")

    def test_wrong_command_lines(self):
        self.run_kickbox(status=2)
        self.refused("fly", status=2, says=["'fly'"])
        self.refused("--fly", status=2, says=["'--fly'"])
        self.refused("help", "fly", status=2, says=["'fly'"])
        for command in COMMANDS:
            self.refused(command, "--fly", status=2, says=["--fly", command])
            self.refused(command, status=2)
        for command in ["new", "edit", "export", "check", "info", "query", "render"]:
            self.refused(command, "a", "b", status=2, says=["too many"])


class New(Case):
    def test_new(self):
        self.run_kickbox("new", "dojo")
        self.assertEqual(json.loads(self.read(self.path("dojo", "dojo.kickbox")))["name"], "dojo")
        self.refused("new", "dojo", status=1, says=["dojo", "already"])
        self.run_kickbox("new", "deep/er/project")
        os.mkdir(self.path("here"))
        self.run_kickbox("new", ".", cwd=self.path("here"))
        self.assertTrue(os.path.exists(self.path("here", "here.kickbox")))

    def test_wrong(self):
        self.write("file", "x")
        self.refused("new", "file", status=1, says=["file"])
        self.refused("new", "file/below/this", status=1, says=["file: is not a folder"])
        self.refused("new", "", status=2)
        self.refused("new", os.fsdecode(b"bad\xff"), status=1)
        for name in ["a\x01b", "line\nbreak", "del\x7f"]:
            self.refused("new", "made/" + name, status=2, says=["control"])
        self.assertFalse(os.path.exists(self.path("made")))

    def test_full_disk_leaves_nothing(self):
        """A file size limit stands for a full disk."""
        os.mkdir(self.path("there"))
        for name in ["a/b/c", "there"]:
            done = subprocess.run(["bash", "-c", 'ulimit -f 0; trap "" XFSZ; exec "$@"', "bash", KICKBOX, "new", self.path(name)],
                                  capture_output=True, env=self.environment)
            self.assertEqual(done.returncode, 3, done.stderr)
        self.assertFalse(os.path.exists(self.path("a")))
        self.assertEqual(os.listdir(self.path("there")), [])

    def test_no_permission(self):
        if os.geteuid() != 0:
            self.skipTest("needs to be able to give up its rights")
        os.chmod(self.root, 0o755)
        self.refused("new", self.path("locked", "project"), status=3, user="nobody", cwd="/", says=["ermission"])


class Import(Case):
    def test_kinds(self):
        self.run_kickbox("new", "p")
        art = self.write("a.png", disc(16, (9, 9, 9, 255), 6))
        for kind in ["mask", "track", "level", "tiles", "heightmap"]:
            self.refused("import", "p", art, "--as", kind, status=2, says=[kind, "not support"])
        self.refused("import", "p", art, "--as", "song", status=2, says=["song"])
        out, _ = self.run_kickbox("import", "p", art, "--as", "sprite")
        self.assertIn("a: 1 frames", out)

    def test_options(self):
        self.run_kickbox("new", "p")
        art = self.write("a.png", disc(16, (9, 9, 9, 255), 6))
        for option, value in [("grid", "8"), ("grid", "8x"), ("grid", "0x8"), ("grid", "8x8x8"), ("grid", "-8x8"),
                              ("grid", "99999999999999999999x1"), ("margin", "-1"), ("margin", "x"), ("spacing", "1.5"),
                              ("colour-key", "red"), ("colour-key", "#12345"), ("colour-key", "#12345g"),
                              ("colour-key", "#-12345"), ("name", "")]:
            self.refused("import", "p", art, f"--{option}", value, status=2, says=["--" + option])
        self.run_kickbox("import", "p", art, "--grid", "8x8", "--name", "g")
        info = json.loads(self.run_kickbox("info", "p", "--json")[0])
        self.assertEqual(info["sprites"], [{"name": "g", "frames": 4, "shapes": 0, "animations": [], "action_points": []}])

    def test_wrong_files(self):
        self.run_kickbox("new", "p")
        before = sorted(os.listdir(self.path("p")))
        self.refused("import", "p", "missing.png", status=1, says=["missing.png"])
        self.refused("import", "p", self.write("text.png", "not a picture"), status=1, says=["text.png"])
        self.refused("import", "p", self.write("empty.png", ""), status=1, says=["empty.png"])
        whole = disc(16, (9, 9, 9, 255), 6)
        self.refused("import", "p", self.write("cut.png", whole[:60]), status=1, says=["cut.png"])
        huge = bytearray(whole)
        huge[16:24] = struct.pack(">II", 0x7fffffff, 0x7fffffff)
        huge[29:33] = struct.pack(">I", zlib.crc32(bytes(huge[12:29])))
        self.refused("import", "p", self.write("huge.png", bytes(huge)), status=1, says=["huge.png"])
        self.refused("import", "nowhere", self.write("a.png", whole), status=1, says=["nowhere"])
        self.assertEqual(json.loads(self.run_kickbox("info", "p", "--json")[0])["sprites"], [])
        self.assertEqual(sorted(n for n in os.listdir(self.path("p")) if n != "pictures"), before)

    def test_unreadable(self):
        if os.geteuid() != 0:
            self.skipTest("needs to be able to give up its rights")
        os.chmod(self.root, 0o755)
        self.run_kickbox("new", "p")
        subprocess.run(["chown", "-R", "nobody", self.path("p")], check=True)
        self.write("x.sprite", "(supertux-sprite)")
        self.write("a.png", disc(16, (9, 9, 9, 255), 6))
        os.mkdir(self.path("frames"))
        for name in ["x.sprite", "a.png", "frames"]:
            os.chmod(self.path(name), 0)
            errors = self.refused("import", "p", name, status=3, user="nobody", says=["ermission denied"])
            self.assertTrue(errors.startswith(name + ": "), errors)
            self.assertEqual(errors.count(name), 1, errors)

    def test_again(self):
        project = self.make_project()
        self.write("art/puck 1.png", disc(32, (250, 90, 200, 255), 11))
        out, _ = self.run_kickbox("import", project, *[self.path(f"art/puck {i}.png") for i in range(3)], "--name", "puck")
        self.assertIn("3 frames: 3 kept", out)
        info = json.loads(self.run_kickbox("info", project, "--json")[0])
        self.assertEqual(info["sprites"][0]["shapes"], 9)


    def test_options_of_last_time(self):
        """Without options a sheet is cut as before; options that are given win; --fresh forgets."""
        self.run_kickbox("new", "p")

        def sheet(n):
            def pixel(x, y):
                return bytes([x // 8 * 40, y * 20, x % 8 * 30, 255]) if 1 < y < 7 and x % 8 else b"\xff\0\xff\xff"
            self.write("w.png", png(8 * n, 8, pixel))

        def lines(*options):
            return self.run_kickbox("import", "p", "w.png", *options)[0]

        def record():
            return {k: v for k, v in json.loads(self.read(self.path("p", "sprites", "w.json")))["import"].items()
                    if k not in ("files", "frames", "animations", "lost_steps")}

        sheet(4)
        lines("--grid", "8x8", "--colour-key", "#ff00ff", "--count", "3")
        before = record()
        self.assertEqual(before, {"format": "grid", "cell_width": 8, "cell_height": 8, "count": 3, "colour_key": "#ff00ff"})
        self.edit("p", {"set": "sprites[0].frames[1].hot_spot", "value": [4, 7]},
                  {"insert": "sprites[0].animations", "value": {"name": "walk", "loop": "loop", "steps": [
                      {"frame": 1, "duration": 10}, {"frame": 2, "duration": 20}, {"frame": 3, "duration": 30}]}})
        out = lines()
        self.assertIn("w: 3 frames: 3 kept, 0 of them moved, 0 restored, 0 added, 0 lost\n  cut by a grid of 8x8 as before\n", out)
        self.assertIn("#ff00ff is transparent as before", out)
        self.assertEqual(record(), before)
        self.assertIn("w: 4 frames: 3 kept", lines("--count", "4"))
        self.assertEqual(record()["count"], 4)
        steps = "sprites/w.json"
        self.assertEqual([s["duration"] for s in json.loads(self.read(self.path("p", steps)))["animations"][0]["steps"]], [10, 20, 30])
        self.assertIn("1 frames", lines("--grid", "8x8", "--count", "1"))
        self.assertEqual([s["duration"] for s in json.loads(self.read(self.path("p", steps)))["animations"][0]["steps"]], [10])
        self.assertIn("'walk' has 2 steps back: 2 (20 ms), 3 (30 ms)", lines("--count", "3"))
        self.assertEqual([s["duration"] for s in json.loads(self.read(self.path("p", steps)))["animations"][0]["steps"]], [10, 20, 30])
        lines("--islands")
        self.assertEqual(record(), {"format": "islands", "colour_key": "#ff00ff"})
        lines("--gap", "1")
        self.assertEqual(record(), {"format": "islands", "gap": 1, "colour_key": "#ff00ff"})
        lines("--fresh", "--grid", "8x8")
        self.assertEqual(record(), {"format": "grid", "cell_width": 8, "cell_height": 8})

    def test_options_of_a_cut(self):
        """An option that would say nothing is a mistake."""
        self.run_kickbox("new", "p")
        art = self.write("a.png", disc(16, (9, 9, 9, 255), 6))
        for option in [["--margin", "4"], ["--spacing", "1"], ["--count", "2"], ["--skip-empty"]]:
            self.refused("import", "p", art, *option, status=2, says=[option[0], "only with --grid"])
            self.refused("import", "p", art, "--islands", *option, status=2, says=[option[0], "only with --grid"])
        for option in ["--gap", "--minimum"]:
            self.refused("import", "p", art, "--grid", "8x8", option, "1", status=2, says=[option, "only with --islands"])
        self.refused("import", "p", art, "--grid", "8x8", "--islands", status=2, says=["--grid", "--islands"])

    def test_two_sheets(self):
        """One sprite with the frames of both, named after the first; and again."""
        self.run_kickbox("new", "p")
        for i, name in enumerate(["kick.png", "walk.png"]):
            self.write("art/" + name, disc(32, (90 * i + 40, 9, 9, 255), 14))
        for _ in range(2):
            self.run_kickbox("import", "p", "art/walk.png", "art/kick.png", *(["--grid", "16x16"] if _ == 0 else []))
            info = json.loads(self.run_kickbox("info", "p", "--json")[0])
            self.assertEqual([(s["name"], s["frames"]) for s in info["sprites"]], [("kick", 8)])

    def test_no_pictures_of_a_sprite_file(self):
        self.run_kickbox("new", "p")
        self.write("x.sprite", '(supertux-sprite (action (name "a") (images "no1.png" "no2.png")))')
        self.refused("import", "p", "x.sprite", status=1, says=["x.sprite", "none of the sprite's pictures"])
        self.write("no1.png", disc(16, (9, 9, 9, 255), 6))
        self.assertIn("no2.png", self.run_kickbox("import", "p", "x.sprite")[0])

    def test_paths_as_given(self):
        """Relative paths stay relative, in errors and in reports."""
        project = self.make_project()
        self.write("art/broken.png", b"nothing")
        for project, cwd, file in [("demo", self.root, "art/broken.png"), (".", project, "../art/broken.png"),
                                   ("demo/", self.root, "./art/broken.png"), (project, self.root, self.path("art/broken.png"))]:
            errors = self.refused("import", project, file, status=1, cwd=cwd)
            self.assertTrue(errors.startswith(file + ": "), errors)
        self.write("demo/sprites/wall.json", "{")
        for project, cwd, name in [("demo", self.root, "demo/sprites/wall.json"), (".", self.path("demo"), "sprites/wall.json"),
                                   ("demo/demo.kickbox", self.root, "demo/sprites/wall.json"),
                                   ("demo.kickbox", self.path("demo"), "sprites/wall.json"),
                                   (self.path("demo"), "/", self.path("demo/sprites/wall.json"))]:
            for command in [["check"], ["info"], ["edit"], ["export", "-o", self.path("x")], ["render", "-o", self.path("x")]]:
                errors = self.refused(*command, project, status=1, cwd=cwd)
                self.assertTrue(errors.startswith(name + ": line 1"), (command, errors))


class Edit(Case):
    def test_script(self):
        project = self.make_project()
        before = self.read(self.path("demo", "sprites", "puck.json"))
        self.edit(project, {"set": "sprites['puck'].frames[0].hot_spot", "value": [1, 2]}, {"undo": True})
        self.assertEqual(self.read(self.path("demo", "sprites", "puck.json")), before)
        self.run_kickbox("edit", os.path.join(project, "demo.kickbox"),
                         text='\n  {"set": "sprites[0].frames[0].hot_spot", "value": [1, 2]}\n\n')
        self.assertIn([1, 2], [f.get("hot_spot") for f in json.loads(self.read(self.path("demo", "sprites", "puck.json")))["frames"]])
        self.run_kickbox("edit", project, text="")

    def test_nothing_saved_on_error(self):
        project = self.make_project()
        before = {n: self.read(self.path("demo", "sprites", n)) for n in os.listdir(self.path("demo", "sprites"))}
        good = '{"set": "sprites[0].frames[0].hot_spot", "value": [3, 3]}\n'
        for bad, says in [
                ("{", ["line 2", "column"]),
                ("[]", ["line 2"]),
                ("3", ["line 2"]),
                ('{"set": "sprites[9].name", "value": "x"}', ["line 2", "sprites[9]"]),
                ('{"set": "sprites[0].frames[0].hot_spot", "value": [1e300, 0]}', ["line 2", "sprites[0].frames[0].hot_spot"]),
                ('{"set": "sprites[0].frames[0].hot_spot", "value": "here"}', ["line 2", "hot_spot"]),
                ('{"set": "sprites[0].name", "value": "wall"}', ["line 2", "name"]),
                ('{"insert": "sprites[0].frames[0].shapes", "value": {"class": "nope", "geometry": {"box": [0,0,1,1]}}}',
                 ["line 2", "class"]),
                ('{"insert": "sprites[0].frames[0].shapes", "value": {"class": "hit", "geometry": {"box": [0,0,99999999999999999999,1]}}}',
                 ["line 2"]),
                ('{"insert": "classes", "value": {"name": "hit", "colour": "#ffffff"}}', ["line 2", "name"]),
                ('{"set": "name", "value": "x", "value": "y"}', ["line 2", "column"]),
                ('{"step": "two", "edits": [{"set": "name", "value": "x"}, {"remove": "classes[7]"}]}', ["line 2", "classes[7]"]),
                ("\x00", ["line 2"]),
                ("[" * 100000, ["line 2"])]:
            self.refused("edit", project, text=good + bad + "\n", status=1, says=["standard input: "] + says)
            for name, data in before.items():
                self.assertEqual(self.read(self.path("demo", "sprites", name)), data, bad)
        self.refused("edit", self.path("nowhere"), status=1, says=["nowhere"])

    def test_journal_is_kept(self):
        """What an editor left behind is not thrown away by a save from here, and not put in twice."""
        project = self.make_project()
        step = {"step": "Move", "edits": [{"set": "sprites[0].frames[0].hot_spot", "value": [5, 5]},
                                          {"insert": "classes", "value": {"name": "new", "colour": "#123456"}}]}
        journal = self.write("demo/demo.kickbox-journal", '{"kickbox_journal": 1}\n' + json.dumps(step) + "\n")
        self.refused("edit", project, text="", status=1, says=["demo.kickbox", "journal"])
        self.refused("import", project, self.path("art/sheet.png"), status=1, says=["journal"])
        self.refused("edit", project, "--replay", text='{"remove": "classes[9]"}', status=1, says=["classes[9]"])
        self.assertIn("Move", self.read(journal).decode())
        self.run_kickbox("edit", project, "--replay", text='{"set": "sprites[0].frames[1].hot_spot", "value": [6, 6]}')
        self.assertFalse(os.path.exists(journal))
        frames = json.loads(self.read(self.path("demo", "sprites", "puck.json")))["frames"]
        self.assertEqual([f["hot_spot"] for f in frames[:2]], [[5, 5], [6, 6]])

    def test_open_elsewhere(self):
        """While an editor has the project, it is not changed under its hands."""
        project = self.make_project()
        before = self.read(self.path("demo", "sprites", "puck.json"))
        with open(self.path("demo", "demo.kickbox-journal"), "w") as journal:
            journal.write('{"kickbox_journal": 1}\n')
            journal.flush()
            fcntl.flock(journal, fcntl.LOCK_EX)
            self.refused("edit", project, text='{"set": "sprites[0].frames[0].hot_spot", "value": [5, 5]}', status=1,
                         says=["open in another"])
        self.assertEqual(self.read(self.path("demo", "sprites", "puck.json")), before)


class Export(Case):
    def test_forms(self):
        bank = self.make_bank()
        text = self.path("demo.json")
        project = self.path("demo")
        self.run_kickbox("export", project, "-o", text, "--format", "json")
        binary, from_json = json.loads(self.run_kickbox("info", bank, "--json")[0]), json.loads(self.run_kickbox("info", text, "--json")[0])
        self.assertEqual(binary.pop("format"), "bank 1.0")
        self.assertEqual(from_json.pop("format"), "JSON bank 1.0")
        self.assertEqual(binary, from_json)
        sizes = {}
        for images in ["png", "rgba", "beside", "none"]:
            path = self.path(images + ".kbx")
            self.run_kickbox("export", project, "-o", path, "--images", images)
            sizes[images] = os.path.getsize(path)
            pages = json.loads(self.run_kickbox("info", path, "--json")[0])["pages"]
            self.assertEqual([p["encoding"] for p in pages], {"png": ["png"], "rgba": ["rgba8"], "beside": ["beside"], "none": []}[images])
        self.assertEqual(self.read(self.path("png.kbx")), self.read(bank))
        self.assertTrue(self.read(self.path("beside-0.png")).startswith(b"\x89PNG"))
        self.assertLess(sizes["none"], sizes["beside"])
        self.assertLess(sizes["beside"], sizes["png"])

    def test_same_bytes(self):
        """From anywhere, with and without a cache, after saving again; over an old bank."""
        bank = self.make_bank()
        data = self.read(bank)
        project = self.path("demo")
        for arguments, cwd in [(["demo/demo.kickbox", "-o", "again.kbx"], self.root),
                               ([".", "-o", "../again.kbx"], project), ([project, "-o", self.path("again.kbx")], "/")]:
            self.run_kickbox("export", *arguments, cwd=cwd)
            self.assertEqual(self.read(self.path("again.kbx")), data)
        shutil.rmtree(self.cache)
        self.run_kickbox("export", project, "-o", self.path("again.kbx"))
        self.assertEqual(self.read(self.path("again.kbx")), data)
        shutil.copytree(project, self.path("elsewhere"))
        self.run_kickbox("export", self.path("elsewhere"), "-o", self.path("again.kbx"))
        self.assertEqual(self.read(self.path("again.kbx")), data)

    def test_settings_of_the_project(self):
        project = self.make_project()
        self.edit(project, {"set": "export", "value": {"images": "none", "format": "json"}})
        self.run_kickbox("export", project, "-o", self.path("a"))
        self.assertEqual(json.loads(self.read(self.path("a")))["pages"], [])
        self.run_kickbox("export", project, "-o", self.path("b"), "--format", "binary", "--images", "png")
        self.assertTrue(self.read(self.path("b")).startswith(b"\x8aKBX"))
        self.edit(project, {"set": "export", "value": {"images": "gif"}})
        self.refused("export", project, "-o", self.path("c"), status=1, says=["demo.kickbox", "export.images", "png, rgba"])

    def test_wrong_options(self):
        project = self.make_project()
        for option, value in [("format", "xml"), ("images", "jpeg"), ("padding", "-1"), ("padding", "a"), ("extrude", "65"),
                              ("page-size", "4097"), ("page-size", "99999999999999999999"), ("power-of-two", "maybe")]:
            self.refused("export", project, "-o", "x", f"--{option}", value, status=2, says=["--" + option, value])
        self.refused("export", project, status=2, says=["-o"])
        self.assertFalse(os.path.exists(self.path("x")))

    def test_wrong_outputs(self):
        project = self.make_project()
        self.refused("export", project, "-o", "/dev/full", status=3, says=["/dev/full", "No space left"])
        self.refused("export", project, "-o", self.root, status=1, says=["directory"])
        self.write("file", "")
        self.refused("export", project, "-o", "file/x", status=1, says=["file/x: "])
        self.refused("export", project, "-o", self.path("x"), "--depfile", "file/x.d", status=1, says=["file/x.d: ", "bank was left"])
        self.refused("export", self.path("nowhere"), "-o", self.path("x"), status=1, says=["nowhere"])
        left = [n for n in os.listdir(self.root) if n.startswith("x")]
        self.assertEqual(left, [])

    def test_never_over_the_project(self):
        project = self.make_project()
        for name in ["demo.kickbox", "sprites/puck.json", "pictures/" + os.listdir(self.path("demo", "pictures"))[0]]:
            before = self.read(self.path("demo", name))
            self.refused("export", project, "-o", self.path("demo", name), status=2, says=[name])
            self.refused("export", project, "-o", self.path("x"), "--depfile", self.path("demo", name), status=2, says=[name])
            self.assertEqual(self.read(self.path("demo", name)), before)

    def test_links_to_the_project(self):
        """Neither through links nor by way of other names of folders."""
        project = self.make_project()
        puck, file = self.path("demo", "sprites", "puck.json"), self.path("demo", "demo.kickbox")
        os.link(puck, self.path("hard"))
        os.symlink(puck, self.path("soft"))
        os.symlink(self.path("demo"), self.path("way"))
        before = {n: self.read(n) for n in [puck, file]}
        outputs = ["hard", "soft", "way/sprites/puck.json", "way/sprites/new", "demo/pictures/../pictures/new.png", "way/demo.kickbox",
                   "demo/demo.kickbox-journal", "art/sheet.png", "art/../art/puck 1.png", "demo/pictures/deep/x"]
        for name in outputs:
            self.refused("export", project, "-o", name, status=2, says=[name])
            self.refused("export", "way", "-o", name, status=2, says=[name])
            self.refused("export", project, "-o", "x", "--depfile", name, status=2, says=[name])
        self.assertEqual({n: self.read(n) for n in before}, before)
        os.rename(self.path("art", "sheet.png"), self.path("art", "set-0.png"))
        self.run_kickbox("import", "demo", "art/set-0.png", "--name", "wall")
        self.refused("export", project, "-o", "art/set.kbx", "--images", "beside", status=2, says=["set-0.png"])
        self.assertFalse(os.path.exists(self.path("demo", "pictures", "deep")))
        self.run_kickbox("export", project, "-o", "demo/out.kbx", "--depfile", "demo/out.d")

    def test_one_file_for_both(self):
        project = self.make_project()
        self.write("old", "old")
        os.symlink(self.path("old"), self.path("soft"))
        os.link(self.path("old"), self.path("hard"))
        for bank, depfile in [("new", "new"), ("new", "./new"), ("new", self.path("new")), ("old", "soft"), ("old", "hard"), ("soft", "hard")]:
            self.refused("export", project, "-o", bank, "--depfile", depfile, status=2, says=["same file"])
        self.assertEqual(self.read(self.path("old")), b"old")
        self.refused("export", project, "-o", "b.kbx", "--depfile", "b-0.png", "--images", "beside", status=2, says=["b-0.png"])

    def test_missing_folders(self):
        """They are made; not where the export fails."""
        project = self.make_project()
        self.run_kickbox("export", project, "-o", "a/b/c.kbx", "--depfile", "d/e/f.d")
        self.assertTrue(self.read(self.path("a", "b", "c.kbx")).startswith(b"\x8aKBX"))
        self.assertIn(b"a/b/c.kbx:", self.read(self.path("d", "e", "f.d")))
        self.refused("export", project, "-o", "g/h.kbx", "--depfile", "/dev/full", status=3, says=["/dev/full"])
        self.refused("export", project, "-o", "/dev/full", "--depfile", "g/h.d", status=3, says=["/dev/full"])
        self.edit(project, {"set": "export", "value": {"images": "gif"}})
        self.refused("export", project, "-o", "g/h.kbx", status=1)
        self.assertFalse(os.path.exists(self.path("g")))

    def test_depfile_whole_or_not(self):
        project = self.make_project()
        self.run_kickbox("export", project, "-o", "x.kbx", "--depfile", "x.d")
        bank, depfile = self.read(self.path("x.kbx")), self.read(self.path("x.d"))
        self.write("x.d", depfile + b"more: that was longer\n")
        self.run_kickbox("export", project, "-o", "x.kbx", "--depfile", "x.d")
        self.assertEqual(self.read(self.path("x.d")), depfile)
        self.edit(project, {"set": "sprites[0].frames[0].hot_spot", "value": [1, 1]})
        errors = self.refused("export", project, "-o", "x.kbx", "--depfile", "/dev/full", status=3, says=["/dev/full", "bank was left"])
        self.assertNotIn("XXXX", errors)
        self.assertEqual(self.read(self.path("x.kbx")), bank)
        script = 'ulimit -f 1; trap "" XFSZ; exec "$@"'
        done = subprocess.run(["bash", "-c", script, "bash", KICKBOX, "export", "demo", "-o", "x.kbx", "--depfile", "x.d"],
                              capture_output=True, env=self.environment, cwd=self.root, text=True)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertRegex(done.stderr, r"^x\.(d|kbx): cannot be written: [A-Z][a-z ]+(; the bank was left as it was)?\n$")
        self.assertEqual((self.read(self.path("x.kbx")), self.read(self.path("x.d"))), (bank, depfile))
        self.assertEqual(sorted(n for n in os.listdir(self.root) if n.startswith("x")), ["x.d", "x.kbx"])

    def test_pages_are_named_after_the_bank(self):
        project = self.make_project()
        for name in ["one", "two"]:
            self.run_kickbox("export", project, "-o", f"out/{name}.kbx", "--images", "beside")
        self.assertEqual(sorted(os.listdir(self.path("out"))), ["one-0.png", "one.kbx", "two-0.png", "two.kbx"])
        self.run_kickbox("render", "out/two.kbx", "-o", "sheets")

    def test_full_disk_keeps_the_old_bank(self):
        """A file size limit stands for a full disk."""
        bank = self.make_bank()
        old = self.read(bank)
        script = 'ulimit -f 1; trap "" XFSZ; exec "$@"'
        done = subprocess.run(["bash", "-c", script, "bash", KICKBOX, "export", self.path("demo"), "-o", bank],
                              capture_output=True, env=self.environment)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(self.read(bank), old)
        self.assertEqual([n for n in os.listdir(self.root) if ".kbx." in n], [])

    def test_unreadable(self):
        project = self.make_project()
        if os.geteuid() != 0:
            self.skipTest("needs to be able to give up its rights")
        os.chmod(self.root, 0o755)
        os.chmod(self.path("demo", "pictures"), 0o600)
        for command in [["export", "-o", "/dev/null"], ["check"]]:
            self.refused(*command, project, status=3, user="nobody", cwd="/", says=["pictures", "ermission"])
        os.chmod(self.path("demo", "pictures"), 0o755)
        os.chmod(project, 0o700)
        os.chown(project, 0, 0)
        self.refused("export", project, "-o", "/dev/null", status=3, user="nobody", cwd="/", says=["ermission"])
        self.refused("check", project, status=3, user="nobody", cwd="/", says=["ermission"])

    def test_damaged_projects(self):
        def damage(name, change):
            project = self.path(name)
            shutil.copytree(self.path("demo"), project)
            os.rename(self.path(name, "demo.kickbox"), self.path(name, name + ".kickbox"))
            change(project)
            return project

        def rewrite(*names, **keys):
            def change(project):
                path = os.path.join(project, *names)
                value = json.loads(self.read(path))
                value.update(keys)
                with open(path, "w") as file:
                    json.dump(value, file)
            return change

        def replace(name, old, new):
            def change(project):
                path = os.path.join(project, "sprites", name)
                data = self.read(path)
                self.assertIn(old, data)
                with open(path, "wb") as file:
                    file.write(data.replace(old, new, 1))
            return change

        def remove_pictures(project):
            shutil.rmtree(os.path.join(project, "pictures"))

        def cut_picture(project):
            folder = os.path.join(project, "pictures")
            path = os.path.join(folder, sorted(os.listdir(folder))[0])
            data = self.read(path)
            with open(path, "wb") as file:
                file.write(data[:len(data) - 30])

        self.make_project()
        for name, change, says in [
                ("d0", lambda p: os.remove(os.path.join(p, "d0.kickbox")), ["d0"]),
                ("d1", rewrite("sprites", "puck.json", format=99), ["puck.json", "format"]),
                ("d2", replace("puck.json", b'"hurt"', b'"hrt"'), ["puck.json", "frames[0].shapes[0].class"]),
                ("d3", replace("puck.json", b'"class"', b'"class": "hit", "class"'), ["puck.json", ":"]),
                ("d4", replace("puck.json", b'{', b'{{'), ["puck.json: line 1, column 2"]),
                ("d5", remove_pictures, ["sprites[0].frames[0]"]),
                ("d6", cut_picture, ["pictures"]),
                ("d7", rewrite("sprites", "puck.json", frames={}), ["puck.json", "frames"]),
                ("d8", lambda p: open(os.path.join(p, "sprites", "puck.json"), "w").close(), ["puck.json"])]:
            project = damage(name, change)
            self.refused("export", project, "-o", self.path("out"), status=1, says=says)
            self.assertFalse(os.path.exists(self.path("out")), name)

    def test_depfile(self):
        """ninja builds, rests, and builds again when any file of the project changed or came."""
        project = self.make_project("my demo")
        os.rename(project, self.path("sub dir"))
        os.makedirs(self.path("out dir"))
        self.write("build.ninja", f"rule kick\n  command = {KICKBOX} export 'sub dir' -o 'out dir/a#$$.kbx' --depfile d.d\n"
                   "  depfile = d.d\nbuild out$ dir/a#$$.kbx: kick\n")
        ninja = shutil.which("ninja")

        def build():
            done = subprocess.run([ninja], cwd=self.root, env=self.environment, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            return "no work" not in done.stdout

        self.assertTrue(build())
        self.assertFalse(build())
        sub = self.path("sub dir")
        for path in [os.path.join(sub, "my demo.kickbox"), os.path.join(sub, "sprites", "puck.json"),
                     os.path.join(sub, "pictures", sorted(os.listdir(os.path.join(sub, "pictures")))[0])]:
            later = os.stat(self.path("out dir", "a#$.kbx")).st_mtime + 5
            os.utime(path, (later, later))
            self.assertTrue(build(), path)
            os.utime(path, (1, 1))
            self.assertFalse(build(), path)
        self.run_kickbox("import", sub, self.path("art/sheet.png"), "--name", "new one")
        later = os.stat(self.path("out dir", "a#$.kbx")).st_mtime + 5
        os.utime(os.path.join(sub, "sprites"), (later, later))
        self.assertTrue(build())
        self.assertIn("new one", self.run_kickbox("info", self.path("out dir", "a#$.kbx"))[0])

    def test_depfile_of_make(self):
        project = self.make_project()
        self.write("Makefile", f"demo.kbx:\n\t{KICKBOX} export demo -o demo.kbx --depfile demo.d\n-include demo.d\n")
        make = shutil.which("make")
        if not make:
            self.skipTest("make is not installed")

        def build():
            done = subprocess.run([make], cwd=self.root, env=self.environment, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            return "up to date" not in done.stdout

        self.assertTrue(build())
        self.assertFalse(build())
        later = os.stat(self.path("demo.kbx")).st_mtime + 5
        os.utime(os.path.join(project, "sprites", "wall.json"), (later, later))
        self.assertTrue(build())

    def test_watch(self):
        project = self.make_project()
        bank = self.path("watched.kbx")
        process = subprocess.Popen([KICKBOX, "export", project, "-o", bank, "--watch"], env=self.environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        with contextlib.ExitStack() as stack:
            stack.callback(process.kill)
            self.assertIn("exported", process.stdout.readline())
            first = self.read(bank)
            self.edit(project, {"set": "sprites['puck'].frames[0].hot_spot", "value": [9, 9]})
            self.assertIn("exported", process.stdout.readline())
            second = self.read(bank)
            self.assertNotEqual(first, second)
            path = self.path("demo", "sprites", "puck.json")
            good = self.read(path)
            with open(path, "wb") as file:
                file.write(b"{")
            self.assertIn("puck.json", process.stderr.readline())
            self.assertEqual(self.read(bank), second)
            with open(path, "wb") as file:
                file.write(good)
            self.assertIn("exported", process.stdout.readline())
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(timeout=30), 0)
            process.stdout.close()
            process.stderr.close()

    def test_watch_interrupted(self):
        project = self.make_project()
        process = subprocess.Popen([KICKBOX, "export", project, "-o", self.path("x"), "--watch"], env=self.environment,
                                   stdout=subprocess.PIPE, text=True)
        self.assertIn("exported", process.stdout.readline())
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=30), 0)
        process.stdout.close()
        self.refused("export", self.path("nowhere", "p"), "-o", self.path("x"), "--watch", status=1, says=["nowhere"])
        self.refused("export", "nosuch", "-o", self.path("x"), "--watch", status=1, says=["nosuch: "])
        self.refused("export", ".", "-o", self.path("x"), "--watch", status=1, says=["no project"])


class Check(Case):
    def test_problems(self):
        project = self.make_project()
        out, _ = self.run_kickbox("check", project, status=1)
        wall = self.path("demo/sprites/wall.json")
        self.assertIn(wall + ": frames[1]: warning: the frame has no hot spot\n", out)
        problems = json.loads(self.run_kickbox("check", project, "--json", status=1)[0])["problems"]
        self.assertEqual(out, "".join(f"{p['file']}: {p['place']}: {p['severity']}: {p['message']}\n" for p in problems))
        self.assertIn((wall, "sprites[1].frames[1]"), [(p["file"], p["path"]) for p in problems])
        self.edit(project, {"insert": "classes", "value": {"name": "spare", "colour": "#123456"}})
        self.edit(project, {"insert": "sprites['wall'].frames[0].shapes", "at": 0,
                            "value": {"class": "hit", "geometry": {"box": [-5, 0, 9, 9]}}})
        out, _ = self.run_kickbox("check", "demo", status=1)
        self.assertIn("demo/demo.kickbox: classes[3]: warning: ", out)
        self.assertIn("demo/sprites/wall.json: frames[0].shapes[0]: warning: ", out)
        self.assertIn("\nsprites/wall.json: frames[0].shapes[0]: ", self.run_kickbox("check", ".", cwd=project, status=1)[0])

    def test_settings_of_the_export(self):
        """What an export refuses is a problem."""
        project = self.make_project()
        for value, path in [({"images": "gif"}, "export.images"), ({"padding": 900}, "export.padding"), ({"power-of-two": 1}, "export.power-of-two")]:
            self.edit(project, {"set": "export", "value": value})
            out, _ = self.run_kickbox("check", "demo", status=1)
            self.assertTrue(out.startswith(f"demo/demo.kickbox: {path}: error: expected "), out)
            errors = self.refused("export", "demo", "-o", "x", status=1)
            self.assertTrue(errors.startswith(f"demo/demo.kickbox: {path}: expected "), errors)

    def test_none(self):
        out, _ = self.run_kickbox("check", os.path.join(SOURCE, "data", "dojo"))
        self.assertEqual(out, "")
        self.assertEqual(json.loads(self.run_kickbox("check", "--json", os.path.join(SOURCE, "data", "dojo"))[0]), {"problems": []})

    def test_bank(self):
        bank = self.make_bank()
        out, _ = self.run_kickbox("check", bank, status=1)
        self.assertIn(bank + ": sprites['wall'].frames[1]: warning: the frame has no hot spot\n", out)
        data = bytearray(self.read(bank))
        for name, change, says in [("cut", data[:200], "byte"), ("short", data[:3], "byte"),
                                   ("flip", data[:300] + bytes([data[300] ^ 1]) + data[301:], "byte"),
                                   ("empty", b"", "neither"), ("other", b"GIF89a", "neither")]:
            path = self.write(name, bytes(change))
            for command in ["check", "info", "query"]:
                self.refused(command, path, status=1, says=[name, says])
        wrong = self.write("wrong.json", '{"kickbox_bank": {"major": 1, "minor": 0}, "classes": 3, "sprites": [], "pages": []}')
        self.refused("check", wrong, status=1, says=["wrong.json", "classes"])
        self.refused("info", self.write("syntax.json", '{"kickbox_bank": {"major": 1,}}'), status=1, says=["syntax.json", "line 1", "column"])


class Info(Case):
    def test_project_and_bank_agree(self):
        bank = self.make_bank()
        of_project = json.loads(self.run_kickbox("info", "demo", "--json")[0])
        of_bank = json.loads(self.run_kickbox("info", bank, "--json")[0])
        of_bank.pop("pages")
        self.assertEqual((of_project.pop("format"), of_bank.pop("format")), ("project", "bank 1.0"))
        self.assertEqual(of_project, of_bank)
        self.assertEqual(of_bank["classes"], ["hurt", "hit", "push"])
        self.assertEqual([of_bank[k] for k in ["masks", "tracks", "levels"]], [[], [], []])
        puck = of_bank["sprites"][0]
        self.assertEqual(puck["animations"], [{"name": "spin", "frames": [0, 1, 2], "durations": [100, 50, 75], "loop": "ping-pong"}])
        self.assertEqual(puck["action_points"], ["plain", "tip"])

    def test_table(self):
        out, _ = self.run_kickbox("info", self.make_bank())
        for text in ["bank 1.0", "hurt, hit, push", "puck: 3 frames", "spin", "ping-pong", "page 0"]:
            self.assertIn(text, out)

    def test_output_fails(self):
        bank = self.make_bank()
        for arguments in [("info", bank), ("--help",), ("info", "--json", bank)]:
            with open("/dev/full", "wb") as full:
                self.refused(*arguments, status=3, says=["standard output"], stdout=full)

    def test_wrong(self):
        self.refused("info", self.path("nowhere"), status=1, says=["nowhere"])
        os.mkdir(self.path("empty"))
        self.refused("info", self.path("empty"), status=1, says=["empty"])


class Query(Case):
    def pose(self, sprite="puck", frame=0, at=(0, 0), flip=""):
        return {"sprite": sprite, "frame": frame, "at": list(at), "flip": flip}

    def test_point_action_strike(self):
        bank = self.make_bank()
        at = self.pose(at=(100, 50))
        self.assertEqual(self.query(bank, {"q": "point", "pose": at, "p": [100 + 4 - 16, 50 + 6 - 30]}),
                         [{"hit": True, "shape": 0, "class": "hurt"}])
        self.assertEqual(self.query(bank, {"q": "point", "pose": at, "p": [100 + 4.99 - 16, 50 + 6.5 - 30], "classes": ["hurt"]}),
                         [{"hit": True, "shape": 0, "class": "hurt"}])
        self.assertEqual(self.query(bank, {"q": "point", "pose": at, "p": [-5, -5]}), [{"hit": False}])
        self.assertEqual(self.query(bank, {"q": "point", "pose": at, "p": [88, 26], "classes": []}), [{"hit": False}])
        action = self.query(bank, {"q": "action", "pose": at, "name": "tip"})[0]
        self.assertEqual((action["found"], action["p"]), (True, [104, 32]))
        self.assertAlmostEqual(action["direction"][0], 0.5 ** 0.5, places=6)
        self.assertAlmostEqual(action["direction"][1], 0.5 ** 0.5, places=6)
        self.assertEqual(self.query(bank, {"q": "action", "pose": at, "name": "plain"}),
                         [{"found": True, "p": [84, 51], "direction": None}])
        self.assertEqual(self.query(bank, {"q": "action", "pose": at, "name": "none"}), [{"found": False}])
        flipped = self.query(bank, {"q": "action", "pose": self.pose(at=(100, 50), flip="x"), "name": "tip"})[0]
        self.assertEqual(flipped["p"], [96, 32])
        self.assertAlmostEqual(flipped["direction"][0], -(0.5 ** 0.5), places=6)
        strike = {"q": "strike", "a": at, "name": "tip", "b": self.pose("wall", 0, (90, 20))}
        self.assertEqual(self.query(bank, strike), [{"hit": True, "shape": 0, "class": "push"}])
        self.assertEqual(self.query(bank, dict(strike, classes=["hit"])), [{"hit": False}])
        self.assertEqual(self.query(bank, {"q": "shapes", "a": at, "b": self.pose("wall", 0, (90, 20)), "a_classes": ["hurt"]}),
                         [{"hit": True, "pairs": [[0, 0]]}])
        self.assertEqual(self.query(bank, {"q": "shapes", "a": at, "b": self.pose("wall", 0, (900, 20))}),
                         [{"hit": False, "pairs": []}])

    def test_errors(self):
        bank = self.make_bank()
        good = {"q": "point", "pose": self.pose(), "p": [0, 0]}
        wrong = [
            (dict(good, pose=self.pose("nobody")), "pose.sprite"), (dict(good, pose=self.pose(frame=3)), "pose.frame"),
            (dict(good, pose=self.pose(frame=-1)), "pose.frame"), (dict(good, pose=self.pose(frame=1.5)), "pose.frame"),
            (dict(good, pose=self.pose(at=(1,))), "pose.at"), (dict(good, pose=self.pose(at=(1.5, 0))), "pose.at[0]"),
            (dict(good, pose=self.pose(at=(3e9, 0))), "pose.at[0]"), (dict(good, pose=self.pose(flip="z")), "pose.flip"),
            (dict(good, pose=7), "pose"), (dict(good, p=[1e300, 0]), "p[0]"), (dict(good, p="here"), "p"),
            (dict(good, p=[None, 0]), "p[0]"), (dict(good, classes=["blue"]), "classes[0]"), (dict(good, classes="hit"), "classes"),
            (dict(good, classes=[3]), "classes[0]"), ({"q": "zone", "mask": "m", "p": [0, 0]}, "zone"), ({"q": "sing"}, "sing"),
            ({"q": 3}, "q"), ({}, "q"), ([], "object"), (3, "object"),
            ({"q": "action", "pose": self.pose()}, "name"), ({"q": "strike", "a": self.pose(), "name": "tip"}, "b"),
            ({"q": "shapes", "a": self.pose()}, "b"),
        ]
        wrong += [
            (dict(good, clases=["hurt"]), "clases: no such key; expected q, pose, p, classes"), (dict(good, comment="x"), "comment"),
            (dict(good, id=3), "id: no such key"), (dict(good, pose=dict(self.pose(), flipp="x")), "pose.flipp: no such key"),
            ({"q": "action", "pose": self.pose(), "name": "tip", "classes": []}, "classes"),
            ({"q": "strike", "a": self.pose(), "name": "tip", "b": dict(self.pose(), id=1)}, "b.id"),
            ({"q": "shapes", "a": self.pose(), "b": self.pose(), "classes": []}, "a_classes, b_classes"),
        ]
        for q in ["pixels", "clearance", "trace", "slide", "locate", "tiles", "ground", "height"]:
            wrong.append(({"q": q}, q))
        answers = self.query(bank, good, *[w for w, _ in wrong], good, status=1)
        self.assertEqual(answers[0], answers[-1])
        for (question, says), answer in zip(wrong, answers[1:-1]):
            self.assertEqual(list(answer), ["error"], question)
            self.assertIn(says, answer["error"])
        out, _ = self.run_kickbox("query", bank, text='nonsense\n{"q":\n\n', status=1)
        self.assertEqual([list(json.loads(line)) for line in out.splitlines()], [["error"], ["error"]])

    def test_left_out(self):
        """A pose without a place stands at [0, 0]; empty lines are no questions."""
        bank = self.make_bank()
        question = {"q": "action", "pose": {"sprite": "puck", "frame": 0}, "name": "tip"}
        short, long = self.query(bank, question, dict(question, pose=self.pose()))
        self.assertEqual(short, long)
        out, _ = self.run_kickbox("query", bank, text="\n  \n" + json.dumps(question) + "\n\t\n")
        self.assertEqual([json.loads(line) for line in out.splitlines()], [long])

    def test_manual(self):
        """The manual's questions can be copied, as its source has them and as it is shown."""
        manual = os.path.join(SOURCE, "docs", "man", "kickbox.1")
        self.run_kickbox("export", os.path.join(SOURCE, "data", "dojo"), "-o", self.path("dojo.kbx"))
        texts = [self.read(manual).decode()]
        if shutil.which("man"):
            shown = subprocess.run(["man", "-l", manual], capture_output=True, text=True, env=dict(os.environ, MANWIDTH="200", LC_ALL="C.UTF-8"))
            texts.append(shown.stdout)
        for text in texts:
            lines = [line.strip() for line in text.splitlines() if line.strip().startswith('{"q"')]
            self.assertEqual([json.loads(line)["q"] for line in lines], ["point", "action", "strike", "shapes"])
            self.query(self.path("dojo.kbx"), *[json.loads(line) for line in lines])

    def test_flushed(self):
        """An answer comes before the next question."""
        bank = self.make_bank()
        process = subprocess.Popen([KICKBOX, "query", bank], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for i in range(3):
            process.stdin.write(json.dumps({"q": "point", "pose": self.pose(), "p": [i, 0]}) + "\n")
            process.stdin.flush()
            self.assertIn("hit", json.loads(process.stdout.readline()))
        process.stdin.close()
        self.assertEqual(process.wait(timeout=30), 0)
        process.stdout.close()

    def test_json_bank_answers_alike(self):
        bank = self.make_bank()
        self.run_kickbox("export", "demo", "-o", self.path("demo.json"), "--format", "json")
        questions = [{"q": "point", "pose": self.pose(frame=f, flip=flip), "p": [x, y]}
                     for f in range(3) for flip in ["", "x", "y", "xy"] for x in range(-20, 20, 3) for y in range(-34, 34, 3)]
        self.assertEqual(self.query(bank, *questions), self.query(self.path("demo.json"), *questions))

    def test_wrong_bank(self):
        self.refused("query", self.make_project(), status=1, says=["folder"])
        self.refused("query", self.path("demo", "demo.kickbox"), status=1, says=["demo.kickbox"])
        self.refused("query", self.path("nowhere"), status=1, says=["nowhere"])


class Geometry(Case):
    """Every pixel around every frame, each flip, against exact arithmetic on the JSON bank's numbers."""

    def load(self):
        bank = self.make_bank()
        self.run_kickbox("export", "demo", "-o", self.path("demo.json"), "--format", "json")
        with open(self.path("demo.json")) as file:
            content = json.load(file)
        return bank, content

    @staticmethod
    def inside(shape, x, y):
        """The pixel (x, y) of the unflipped frame."""
        if "box" in shape:
            bx, by, w, h = shape["box"]
            return bx <= x < bx + w and by <= y < by + h
        px, py = x + 0.5, y + 0.5
        if "circle" in shape:
            cx, cy, r = shape["circle"]
            return (px - cx) ** 2 + (py - cy) ** 2 <= r * r
        corners = shape.get("corners") or shape["polygon"]
        crossings = 0
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1]):
            cross = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
            if cross == 0 and min(ax, bx) <= px <= max(ax, bx) and min(ay, by) <= py <= max(ay, by):
                return True
            if (ay <= py) != (by <= py) and (cross > 0) == (by > ay):
                crossings += 1
        return crossings % 2 == 1

    def test_every_pixel(self):
        bank, content = self.load()
        classes = [c["name"] for c in content["classes"]]
        puck = next(s for s in content["sprites"] if s["name"] == "puck")
        questions, expected = [], []
        for index, frame in enumerate(puck["frames"]):
            hot = frame["hot_spot"]
            for flip in ["", "x", "y", "xy"]:
                for y in range(-3, 36):
                    for x in range(-3, 36):
                        wx = 1000 + (hot[0] - x if "x" in flip else x - hot[0])
                        wy = -500 + (hot[1] - y if "y" in flip else y - hot[1])
                        questions.append({"q": "point", "p": [wx, wy],
                                          "pose": {"sprite": "puck", "frame": index, "at": [1000, -500], "flip": flip}})
                        hits = [i for i, shape in enumerate(frame["shapes"]) if self.inside(shape, x, y)]
                        expected.append({"hit": True, "shape": hits[0], "class": frame["shapes"][hits[0]]["class"]} if hits
                                        else {"hit": False})
        self.assertTrue(set(classes) >= {e["class"] for e in expected if e["hit"]})
        self.assertEqual(self.query(bank, *questions), expected)

    def test_pairs(self):
        try:
            from shapely.geometry import Point, Polygon, box
        except ImportError:
            self.skipTest("python3-shapely is not installed")
        import random
        bank, content = self.load()
        sprites = {s["name"]: s for s in content["sprites"]}

        def place(shape, frame, pose):
            (hx, hy), (ax, ay) = frame["hot_spot"] or (0, 0), pose["at"]

            def world(p):
                return (ax + (hx + 1 - p[0] if "x" in pose["flip"] else p[0] - hx),
                        ay + (hy + 1 - p[1] if "y" in pose["flip"] else p[1] - hy))
            if "circle" in shape:
                return "circle", Point(world(shape["circle"][:2])), shape["circle"][2]
            if "box" in shape:
                x, y, w, h = shape["box"]
                (x0, y0), (x1, y1) = world((x, y)), world((x + w, y + h))
                return "box", box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)), 0
            return "real", Polygon([world(p) for p in shape.get("corners") or shape["polygon"]]), 0

        def touch(a, b):
            if a[0] == b[0] == "box":
                return a[1].intersection(b[1]).area > 0
            distance = a[1].distance(b[1]) - a[2] - b[2]
            if "circle" not in (a[0], b[0]):
                return a[1].intersects(b[1])
            return None if abs(distance) < 1e-9 else distance < 0

        rng = random.Random(6)
        questions, wanted = [], []
        for _ in range(600):
            actors = []
            for _ in range(2):
                name = rng.choice(["puck", "puck", "wall"])
                index = rng.randrange(3) if name == "puck" else 0
                actors.append((sprites[name]["frames"][index],
                               {"sprite": name, "frame": index, "at": [rng.randint(-30, 30), rng.randint(-30, 30)],
                                "flip": rng.choice(["", "x", "y", "xy"])}))
            (fa, pa), (fb, pb) = actors
            pairs = {(i, k): touch(place(sa, fa, pa), place(sb, fb, pb))
                     for i, sa in enumerate(fa["shapes"]) for k, sb in enumerate(fb["shapes"])}
            questions.append({"q": "shapes", "a": pa, "b": pb})
            wanted.append(pairs)
        answers = self.query(bank, *questions)
        hits = 0
        for question, answer, pairs in zip(questions, answers, wanted):
            have = set(map(tuple, answer["pairs"]))
            for pair, touches in pairs.items():
                if touches is not None:
                    self.assertEqual(pair in have, touches, (question, pair))
            self.assertEqual(answer["hit"], bool(have))
            self.assertEqual(answer["pairs"], sorted(answer["pairs"]))
            hits += answer["hit"]
        self.assertGreater(hits, 100)


class Render(Case):
    def test_sheets(self):
        bank = self.make_bank()
        out, _ = self.run_kickbox("render", "demo", "-o", "sheets")
        self.assertEqual(out, "sheets/puck.png\nsheets/wall.png\n")
        for variant in ["png", "rgba", "beside"]:
            self.run_kickbox("export", "demo", "-o", "v.kbx", "--images", variant)
            self.run_kickbox("render", "v.kbx", "-o", variant)
            for name in ["puck.png", "wall.png"]:
                self.assertTrue(filecmp.cmp(self.path("sheets", name), self.path(variant, name), False), (variant, name))
        self.run_kickbox("render", bank, "-o", "plain", "--plain", "--light", "--scale", "3")
        self.assertEqual([n for n in os.listdir(self.root) if n.startswith("kickbox-")], [])

    def test_wrong(self):
        bank = self.make_bank()
        self.refused("render", bank, status=2, says=["-o"])
        self.refused("render", bank, "-o", "x", "--scale", "99", status=2, says=["--scale"])
        self.refused("render", bank, "-o", "x", "--scale", "many", status=2, says=["many"])
        self.refused("render", self.path("nowhere"), "-o", "x", status=1, says=["nowhere"])
        self.write("file", "")
        self.refused("render", bank, "-o", self.path("file"), status=3, says=["file"])
        self.run_kickbox("export", "demo", "-o", "b.kbx", "--images", "beside")
        os.remove(self.path("b-0.png"))
        self.refused("render", "b.kbx", "-o", "x", status=1, says=["b-0.png"])

    def test_replaces_only_its_own(self):
        project = self.make_project()
        self.run_kickbox("render", "demo", "-o", "a/b")
        first = self.read(self.path("a", "b", "wall.png"))
        self.run_kickbox("render", "demo", "-o", "a/b", "--light")
        self.assertNotEqual(self.read(self.path("a", "b", "wall.png")), first)
        for content in [b"", b"text", disc(32, (1, 2, 3, 255), 5)]:
            self.write("own/wall.png", content)
            self.refused("render", "demo", "-o", "own", status=2, says=["own/wall.png", "contact sheet"])
            self.assertEqual(self.read(self.path("own", "wall.png")), content)
            self.assertEqual(os.listdir(self.path("own")), ["wall.png"])
        os.symlink(self.path("demo", "sprites"), self.path("way"))
        for folder in ["demo", "demo/.", "demo/pictures", "way", "demo/sprites/deep"]:
            self.refused("render", project, "-o", folder, status=2, says=[folder, "own folder"])
        self.assertEqual(sorted(os.listdir(project)), ["demo.kickbox", "pictures", "sprites"])
        from_bank = self.path("bank.kbx")
        self.run_kickbox("export", project, "-o", from_bank)
        self.refused("render", from_bank, "-o", "own", status=2, says=["own/wall.png"])


class Sample(Case):
    def test_made_again(self):
        """data/make-dojo.py makes the very project that is in data/dojo."""
        data = self.path("data")
        shutil.copytree(os.path.join(SOURCE, "data", "dojo-art"), os.path.join(data, "dojo-art"))
        shutil.copy(os.path.join(SOURCE, "data", "make-dojo.py"), data)
        subprocess.run(["/usr/bin/python3", os.path.join(data, "make-dojo.py"), KICKBOX], check=True, env=self.environment)
        made, kept = os.path.join(data, "dojo"), os.path.join(SOURCE, "data", "dojo")
        for folder in ["", "sprites", "pictures"]:
            names = sorted(os.listdir(os.path.join(kept, folder)))
            self.assertEqual(sorted(os.listdir(os.path.join(made, folder))), names)
            for name in names:
                if os.path.isfile(os.path.join(kept, folder, name)):
                    self.assertEqual(self.read(os.path.join(made, folder, name)), self.read(os.path.join(kept, folder, name)), name)


if __name__ == "__main__":
    unittest.main()
