# SPDX-License-Identifier: MIT
"""The command line: its help, new projects, scripts of edits; every exit status, wrong input of every kind."""
import fcntl
import json
import os
import shutil
import subprocess
import unittest

from cli_case import Case, KICKBOX, SOURCE, png

COMMANDS = ["new", "import", "edit", "annotate", "export", "publish", "check", "info", "query", "render"]


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
        self.assertRegex(out, r"^kickbox \d+\.\d+\.\d+ \(builder [0-9a-f]{16}-[0-9.]+[^)]*\)\n$")

    def test_wrong_command_lines(self):
        self.run_kickbox(status=2)
        self.refused("fly", status=2, says=["'fly'"])
        self.refused("--fly", status=2, says=["'--fly'"])
        self.refused("help", "fly", status=2, says=["'fly'"])
        for command in COMMANDS:
            self.refused(command, "--fly", status=2, says=["--fly", command])
            # `check` is of the project in the current folder then.
            self.refused(command, status=1 if command == "check" else 2)
        for command, usage in (("export", "PROJECT -o FILE"), ("render", "PROJECT|BANK|FILE -o DIR")):
            for arguments in ((), ("p",)):
                self.refused(command, *arguments, status=2, says=[f"expected: kickbox {command} {usage}"])
        for command in ["new", "edit", "export", "publish", "check", "info", "query", "render"]:
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
            self.refused("new", "made/" + name, status=2, says=["ends a line, or is none"])
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
            self.refused("edit", project, text='{"set": "sprites[0].frames[0].hot_spot", "value": [5, 5]}', status=3,
                         says=["open in another"])
        self.assertEqual(self.read(self.path("demo", "sprites", "puck.json")), before)

    def test_all_at_once(self):
        """Commands that change one project wait for each other, and none undoes what another did."""
        project = self.make_project()
        picture = self.path("art", "sheet.png")
        names = [f"c{i}" for i in range(6)]
        commands = [["import", project, picture, "--name", name] for name in names]
        commands += [["edit", project] for _ in names]
        running = []
        for command in commands:
            running.append(subprocess.Popen([KICKBOX, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                            text=True, env=self.environment))
        for i, process in enumerate(running):
            text = json.dumps({"insert": "classes", "value": {"name": f"class {i}", "colour": "#102030"}}) if i >= len(names) else ""
            _, errors = process.communicate(text)
            self.assertEqual((process.returncode, errors), (0, ""))
        classes = [item["name"] for item in json.loads(self.read(self.path("demo", "demo.kickbox")))["classes"]]
        self.assertEqual({name for name in classes if name.startswith("class ")},
                         {f"class {i}" for i in range(len(names), len(commands))})
        self.assertLessEqual({name + ".json" for name in names}, set(os.listdir(self.path("demo", "sprites"))))
        self.assertEqual([name for name in os.listdir(self.path("demo")) if "journal" in name], [])

    def test_full_disk(self):
        """A file size limit stands for it: nothing is changed, and nothing is left lying about."""
        project = self.make_project()

        def files():
            return {name: self.read(name) for folder, _, names in os.walk(self.path("demo"))
                    for name in (os.path.join(folder, one) for one in names)}
        before = files()
        text = "".join(json.dumps({"insert": "sprites[0].frames[0].points", "value": {"name": f"p{i}", "at": [i, i]}}) + "\n"
                       for i in range(60))
        for limit in (0, 1):
            done = subprocess.run(["bash", "-c", f'ulimit -f {limit}; trap "" XFSZ; exec "$@"', "bash", KICKBOX, "edit", project],
                                  capture_output=True, text=True, input=text, env=self.environment)
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertIn("cannot be written: File too large", done.stderr)
            self.assertEqual(files(), before)


def area(polygon):
    """Of a polygon's corners; below 0 if they go the other way round."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(polygon, polygon[1:] + polygon[:1])) / 2


class Annotate(Case):
    def setUp(self):
        super().setUp()
        self.project = self.make_project()

    def annotate(self, *arguments, **more):
        return self.run_kickbox("annotate", self.project, *arguments, **more)[0]

    def shapes(self, sprite="puck", of=None):
        """For each frame its shapes, of a class."""
        with open(os.path.join(self.project, "sprites", sprite + ".json"), encoding="utf-8") as text:
            frames = json.load(text)["frames"]
        return [[shape for shape in frame.get("shapes", []) if of in (None, shape["class"])] for frame in frames]

    def test_boxes(self):
        """Discs of radius 8, 10 and 12 in the middle of 32 x 32."""
        self.assertEqual(self.annotate("--fit", "--class", "push", "--sprite", "puck", "--add"), "3 shapes on 3 of 3 frames\n")
        boxes = [frame[-1]["geometry"]["box"] for frame in self.shapes(of="push")]
        self.assertEqual(boxes, [[16 - r, 16 - r, 2 * r, 2 * r] for r in (8, 10, 12)])
        # A second time it is there already; otherwise it takes the place of the polygon.
        before = self.shapes()
        self.annotate("--fit", "--class", "push", "--sprite", "puck", "--add")
        self.assertEqual(self.shapes(), before)
        self.annotate("--fit", "--class", "push", "--sprite", "puck")
        self.assertEqual([[shape["geometry"] for shape in frame] for frame in self.shapes(of="push")], [[{"box": box}] for box in boxes])
        self.annotate("--cover", "4", "--class", "push", "--frames", "spin 2")
        self.assertEqual([len(frame) for frame in self.shapes(of="push")], [1, 4, 1])

    def test_outlines(self):
        """An exact outline has the area of its pixels; a coarse one fewer corners; convex parts cover the same."""
        self.annotate("--trace", "--class", "push", "--sprite", "puck", "--tolerance", "0")
        exact = [frame[0]["geometry"]["polygon"] for frame in self.shapes(of="push")]
        for polygon, radius in zip(exact, (8, 10, 12)):
            pixels = sum((x - 15.5) ** 2 + (y - 15.5) ** 2 <= radius ** 2 for x in range(32) for y in range(32))
            self.assertEqual(area(polygon), pixels)
        self.annotate("--simplify", "--class", "push", "--tolerance", "1.5")
        coarse = [frame[0]["geometry"]["polygon"] for frame in self.shapes(of="push")]
        for few, many in zip(coarse, exact):
            self.assertLess(len(few), len(many) / 2)
        self.annotate("--trace", "--class", "push", "--sprite", "puck", "--tolerance", "0")
        self.annotate("--convex", "--class", "push")
        for polygon, parts in zip(exact, self.shapes(of="push")):
            self.assertGreater(len(parts), 3)
            self.assertEqual(sum(area(part["geometry"]["polygon"]) for part in parts), area(polygon))

    def test_changes(self):
        before = self.shapes()
        self.annotate("--mirror", "--sprite", "puck")
        self.assertEqual(self.shapes()[0][0]["geometry"]["box"], [33 - 4 - 10, 6, 10, 5])
        self.annotate("--mirror", "--sprite", "puck")
        self.assertEqual([[shape["class"] for shape in frame] for frame in self.shapes()], [[shape["class"] for shape in frame] for frame in before])
        self.assertEqual(self.shapes()[0][:2], before[0][:2])
        self.annotate("--scale", "2", "--class", "hit", "--frames", "spin 1")
        self.assertEqual(self.shapes()[0][1]["geometry"]["circle"], [20.5, 12.25, 13.5])
        self.assertEqual(self.shapes()[1][0], before[1][0])
        self.annotate("--set", "damage=12", "--set", "kind=heavy", "--class", "hit", "--frames", "spin")
        bat = next(shape for shape in self.shapes()[2] if shape.get("name") == "bat")
        self.assertEqual(bat["values"], {"damage": "12", "angle": "low", "kind": "heavy"})
        self.annotate("--to", "hurt", "--class", "hit", "--frames", "spin 3")
        self.assertEqual([shape["class"] for shape in self.shapes()[2]], ["hurt", "push"])

    def test_nothing_is_saved(self):
        before = self.shapes()
        self.assertEqual(self.annotate("--trace", "--class", "push", "--dry-run"), "5 shapes on 5 of 5 frames\n")
        for arguments, status, says in (
                (["--trace", "--class", "body"], 1, "'body'"), (["--trace"], 1, "\"class\""), ([], 2, "--trace"),
                (["--trace", "--fit", "--class", "hit"], 2, "--trace"), (["--mirror", "--frames", "fly *"], 1, "'fly *'"),
                (["--scale", "x"], 2, "--scale: 'x' is not a number"), (["--scale", "-1"], 2, "--scale: '-1' is not a number from 0.001 to 32"),
                (["--cover", "40", "--class", "hit"], 2, "--cover: '40' is not a number from 1 to 16"),
                (["--fit", "--class", "hit", "--alpha", "256"], 2, "--alpha: '256'"), (["--set", "damage"], 2, "KEY=VALUE"),
                (["--trace", "--class", "hit", "--tolerance", "-1"], 2, "--tolerance: '-1'")):
            self.refused("annotate", self.project, *arguments, status=status, says=[says])
        self.assertEqual(self.shapes(), before)

    def test_line_of_edit(self):
        self.edit(self.project, {"annotate": "fit", "class": "push", "sprite": "puck"}, {"undo": True},
                  {"annotate": "cover", "boxes": 2, "class": "hurt", "frames": "spin *"})
        self.assertEqual([len(frame) for frame in self.shapes(of="push")], [1, 1, 1])
        self.assertEqual([len(frame) for frame in self.shapes(of="hurt")], [2, 2, 2])
        errors = self.edit(self.project, {"annotate": "fit", "class": "push", "colour": "red"}, status=1)[1]
        self.assertIn("line 1", errors)
        self.assertIn("colour", errors)


class FrameData(Case):
    def test_table(self):
        """Counted by hand at 60 frames a second: 6 frames, 3 that strike, 4, 2 that strike, 12. A crouching pose is below the
        strikes until one of them reaches down."""
        project = self.make_project()
        sprite = "sprites['puck']"
        box = {"class": "hit", "geometry": {"box": [20, 2, 8, 8]}, "values": {"hitstun": "20"}}
        lines = [{"remove": f"{sprite}.frames[0].shapes[0]"}] * 4 + [{"remove": f"{sprite}.frames[1].shapes[0]"}] * 3
        lines += [{"remove": f"{sprite}.frames[2].shapes[0]"}] * 2 + [{"remove": f"{sprite}.animations[0]"}]
        lines += [{"set": "classes['hit'].kind", "value": "hit"}, {"set": "classes['hurt'].kind", "value": "hurt"},
                  {"set": "classes['hit'].values", "value": {"blockstun": "24"}},
                  *({"set": f"{sprite}.frames[{i}].hot_spot", "value": [16, 30]} for i in range(3)),
                  {"insert": f"{sprite}.frames[1].shapes", "value": box},
                  {"insert": f"{sprite}.frames[2].shapes", "value": {"class": "hurt", "geometry": {"box": [4, 12, 20, 18]}}},
                  {"insert": f"{sprite}.animations", "value": {"name": "jab", "loop": "once", "steps": [
                      {"frame": frame, "duration": ms} for frame, ms in ((1, 100), (2, 50), (1, 67), (2, 33), (1, 200))]}},
                  {"insert": f"{sprite}.animations", "value": {"name": "crouch, idle", "loop": "once", "steps": [{"frame": 3, "duration": 100}]}}]
        self.edit(project, *lines)
        head = "sprite,animation,startup,active,recovery,total,on_hit,on_block,misses_crouching\n"
        self.assertEqual(self.run_kickbox("info", project, "--frame-data", "csv")[0], head + "puck,jab,7,3(4)2,12,27,0,+4,yes\n")
        self.assertEqual(self.run_kickbox("info", project, "--frame-data", "csv", "--crouching", "duck")[0], head + "puck,jab,7,3(4)2,12,27,0,+4,\n")
        self.edit(project, {"set": f"{sprite}.frames[1].shapes[0].geometry", "value": {"box": [20, 2, 8, 11]}})
        self.assertEqual(self.run_kickbox("info", project, "--frame-data", "markdown")[0].splitlines()[-1],
                         "| puck | jab | 7 | 3(4)2 | 12 | 27 | 0 | +4 | no |")
        self.refused("info", project, "--frame-data", "pdf", status=2, says=["csv or markdown"])


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
