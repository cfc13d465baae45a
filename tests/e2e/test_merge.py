# SPDX-License-Identifier: MIT
"""Two people's changes to a project, merged by git; what differs between versions."""
import json
import os
import shutil
import subprocess
import unittest
import zlib

from cli_case import KICKBOX, Case, Picture, disc, png_file, read_indexed

FRAME = '{"insert": "sprites[\'hero\'].frames", "at": %d, "value": {"name": "%s", "width": 16, "height": 16}}\n'
STEP = '{"insert": "sprites[\'hero\'].animations[0].steps", "at": %d, "value": {"frame": %d, "duration": %d}}\n'


class Merge(Case):
    def git(self, *arguments, status=0):
        """Nothing of the machine's settings counts."""
        environment = dict(self.environment, GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_NOSYSTEM="1", HOME=self.root)
        for who in ("AUTHOR", "COMMITTER"):
            environment[f"GIT_{who}_NAME"], environment[f"GIT_{who}_EMAIL"] = "a", "a@example.org"
        done = subprocess.run(["git", "-C", self.path("game"), *arguments], env=environment, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, status, done.stdout)
        return done.stdout

    def text(self, name):
        return self.read(self.path("game", name)).decode()

    def sprite(self):
        with open(self.path("game", "sprites", "hero.json"), encoding="utf-8") as text:
            return json.load(text)

    def setUp(self):
        super().setUp()
        if not shutil.which("git"):
            self.skipTest("git is not installed")
        self.run_kickbox("new", "game")
        for i in range(6):
            self.write(f"art/hero{i}.png", disc(16, (90, 40 * i, 60, 255), 3 + i))
        self.run_kickbox("import", "game", *[self.path("art", f"hero{i}.png") for i in range(6)], "--name", "hero", "--no-animations")
        steps = "".join(STEP % (i, i + 1, 100) for i in range(6))
        self.run_kickbox("edit", "game", text='{"insert": "sprites[0].animations", "value": {"name": "run", "loop": "loop"}}\n' + steps)
        self.git("init", "-q", "-b", "main")
        self.git("add", ".")
        self.git("commit", "-q", "-m", "start")

    def test_repository_of_a_stranger(self):
        """Its own settings name commands for filters, hooks, a monitor, ways to fetch: none runs. Those of the user's do."""
        script = self.write("evil.sh", f"#!/bin/sh\necho \"$0 $*\" >> {self.path('ran')}\ncat\n")
        os.chmod(script, 0o755)
        for hook in ("post-index-change", "post-checkout", "reference-transaction"):
            os.chmod(self.write("hooks/" + hook, f"#!/bin/sh\necho {hook} >> {self.path('ran')}\n"), 0o755)
        self.git("config", "--local", "core.hooksPath", self.path("hooks"))
        for key in ("core.fsmonitor", "core.sshCommand", "core.pager", "diff.external", "diff.x.textconv", "diff.x.command",
                    "filter.x.clean", "filter.x.smudge", "filter.x=y.clean", "filter.x=y.smudge", "filter.z.process"):
            self.git("config", "--local", key, script)
        self.git("config", "--local", "filter.x.required", "true")
        self.write("game/.gitattributes", "*.json filter=x diff=x\n*.png filter=x=y\n*.kickbox filter=z\n")
        with open(self.path("game", "sprites", "hero.json"), "a", encoding="utf-8") as text:
            text.write(" ")
        for command in (["check", "--changed-since", "main", "game"], ["diff", "main", "-p", "game"], ["diff", "main", "main", "-p", "game"]):
            self.run_kickbox(*command, status=None)
        self.assertFalse(os.path.exists(self.path("ran")), "something ran")
        own = self.write("own.config", f"[filter \"own\"]\n\tsmudge = {script} own\n")
        self.write("game/.git/info/attributes", "*.json filter=own diff\n")
        self.environment["GIT_CONFIG_GLOBAL"] = own
        self.run_kickbox("diff", "main", "-p", "game", status=None)
        self.assertIn("own", self.read(self.path("ran")).decode())

    def change(self, branch, text):
        self.git("checkout", "-q", "-b", branch, "main")
        self.run_kickbox("edit", "game", text=text)
        self.git("commit", "-q", "-a", "-m", branch)

    def test_both_insert_a_frame(self):
        self.change("one", FRAME % (1, "of one") + STEP % (1, 7, 70))
        self.change("two", FRAME % (5, "of two") + STEP % (5, 7, 90))
        self.git("merge", "-q", "one")
        merged = self.sprite()
        self.assertEqual([frame["id"] for frame in merged["frames"]], [1, 7, 2, 3, 4, 5, 7, 6])

        out, _ = self.run_kickbox("check", "game", status=1)
        lines = [line for line in out.splitlines() if "number 7 too" in line]
        self.assertEqual(len(lines), 1, out)
        self.assertIn("hero.json: frames[6] (frame 7): error:", lines[0])
        self.refused("export", "game", "-o", "game.kbx", status=1, says=["frames[6]", "number 7 too"])
        self.assertEqual(self.sprite(), merged)  # looking changes nothing

        # Any save keeps the new number; the steps can be told apart from then on.
        self.run_kickbox("edit", "game", text="")
        saved = self.sprite()
        self.assertEqual([frame["id"] for frame in saved["frames"]], [1, 7, 2, 3, 4, 5, 8, 6])
        self.assertEqual(saved["frames"][1]["name"], "of one")
        self.assertEqual([step["frame"] for step in saved["animations"][0]["steps"]], [1, 7, 2, 3, 4, 5, 7, 6])
        self.assertEqual(saved["next_frame"], 9)
        self.run_kickbox("edit", "game", text='{"set": "sprites[0].animations[0].steps[6].frame", "value": 8}\n')
        out, _ = self.run_kickbox("check", "game", status=1)
        self.assertNotIn("number 7 too", out)
        self.run_kickbox("export", "game", "-o", "game.kbx")

    def test_two_sprites(self):
        """Each has its numbers: nothing to be mended."""
        self.write("art/foe.png", disc(16, (9, 9, 200, 255), 7))
        self.git("checkout", "-q", "-b", "one", "main")
        self.run_kickbox("import", "game", self.path("art", "foe.png"))
        self.git("add", ".")
        self.git("commit", "-q", "-m", "one")
        self.change("two", FRAME % (6, "last"))
        self.git("merge", "-q", "one")
        out, _ = self.run_kickbox("info", "game")
        self.assertIn("foe", out)
        out, _ = self.run_kickbox("check", "game", status=1)
        self.assertNotIn("after a merge", out)

    def test_bands(self):
        """Two bands with one number, each painted by hand, and a curve point from each."""
        self.git("checkout", "-q", "main")
        track = {"name": "hill", "width": 64, "height": 64, "surfaces": [{"name": "road", "value": 1, "colour": "#777777"}],
                 "curves": [{"closed": "closed", "surface": 1, "points": [{"at": [8 * i, i * i], "width": 5} for i in range(8)]}],
                 "gates": [{"a": [20, 0], "b": [20, 30]}], "bands": [{"radius": 2 + i, "colour": "#ff0000"} for i in range(6)]}
        self.run_kickbox("edit", "game", text=json.dumps({"insert": "tracks", "value": track}))
        self.git("add", ".")
        self.git("commit", "-q", "-m", "track")
        for branch, at, y in (("one", 1, 70), ("two", 5, 90)):
            self.change(branch, "".join(json.dumps(line) + "\n" for line in [
                {"insert": "tracks['hill'].bands", "at": at, "value": {"radius": y / 4, "colour": "#0000ff"}},
                {"insert": "tracks['hill'].curves[0].points", "at": at, "value": {"at": [30, y], "width": 6}}]))
        self.git("merge", "-q", "one")
        out, _ = self.run_kickbox("check", "game", status=1)
        lines = [line for line in out.splitlines() if "number 7 too" in line]
        self.assertEqual(len(lines), 1, out)
        self.assertIn("hill.json: bands[6]: error:", lines[0])
        self.run_kickbox("edit", "game", text="")
        with open(self.path("game", "tracks", "hill.json"), encoding="utf-8") as text:
            merged = json.load(text)
        self.assertEqual([band["id"] for band in merged["bands"]], [1, 7, 2, 3, 4, 5, 8, 6])
        self.assertEqual([point["at"][1] for point in merged["curves"][0]["points"]], [0, 70, 1, 4, 9, 16, 90, 25, 36, 49])
        self.assertNotIn("number 7 too", self.run_kickbox("check", "game", status=1)[0])


def shape(frame, index, **fields):
    """Lines of `kickbox edit` for a shape of the hero."""
    return "".join(json.dumps({"set": f"sprites['hero'].frames[{frame}].shapes[{index}].{key}", "value": value}) + "\n"
                   for key, value in fields.items())


class Driver(Merge):
    """The same with `kickbox merge` as git's merge driver."""
    def setUp(self):
        super().setUp()
        self.run_kickbox("merge", "--install", "game")
        lines = {"insert": "classes", "value": {"name": "head", "colour": "#ff0000"}}, \
            {"insert": "sprites[0].zones", "value": {"name": "skin", "colour": "#00ff00"}}, \
            *({"insert": f"sprites[0].frames[{i}].shapes", "value": {"class": "head", "geometry": {"box": [3, 4, 6, 6]}}} for i in range(4))
        self.run_kickbox("edit", "game", text="".join(json.dumps(line) + "\n" for line in lines))
        self.git("add", ".")
        self.git("commit", "-q", "-m", "shapes")

    def boxes(self):
        return [[one["geometry"].get("box") for one in frame.get("shapes", [])] for frame in self.sprite()["frames"]]

    def test_install(self):
        """Once, whatever else is in the file; every file of a project that a merge may change has a line."""
        self.git("check-ignore", "game.kickbox-journal", "game.kickbox-journal.old~")
        self.write("game/.gitignore", "*.kbx")
        for added in ("\n# Edits that are not saved yet.\n*.kickbox-journal*\n", ""):
            before = [self.text(name) for name in (".gitattributes", ".gitignore")]
            self.run_kickbox("merge", "--install", "game/game.kickbox")
            after = [self.text(name) for name in (".gitattributes", ".gitignore")]
            self.assertEqual(after, [before[0], before[1] + added])
        for name in ("game.kickbox", "sprites/a.json", "masks/a.json", "masks/a.png", "tracks/a.json", "tracks/a.png",
                     "levels/a.json", "zones/a/1.png", "bands/a/1.png", "layers/a/1.png", "mazes/a/1.png", "heightmaps/a/1.png"):
            self.assertIn("merge: kickbox", self.git("check-attr", "merge", name), name)
        self.assertIn("merge: unspecified", self.git("check-attr", "merge", "pictures/a.png"))
        self.refused("merge", "--install", "art", status=1, says=["art", "give a project's folder"])
        self.refused("merge", "a", "b", status=2, says=["expected"])

    def test_both_change_the_sprite(self):
        """One frame each, one shape of the same frame each, and a shape from one with a name from the other."""
        self.change("one", shape(0, 0, geometry={"box": [5, 4, 6, 6]}) + shape(2, 0, name="hair")
                    + FRAME % (1, "of one") + STEP % (1, 7, 70))
        self.change("two", shape(1, 0, geometry={"box": [0, 0, 9, 9]}) + shape(2, 0, geometry={"box": [1, 1, 4, 4]})
                    + FRAME % (5, "of two") + STEP % (5, 7, 90))
        self.git("merge", "-q", "one")
        merged = self.sprite()
        self.assertEqual(self.boxes(), [[[5, 4, 6, 6]], [], [[0, 0, 9, 9]], [[1, 1, 4, 4]], [[3, 4, 6, 6]], [], [], []])
        self.assertEqual(merged["frames"][3]["shapes"][0]["name"], "hair")
        # Both gave their frame the number 7: one has another now, and its step follows it.
        ids = {frame["id"]: frame.get("name") for frame in merged["frames"]}
        self.assertEqual(sorted(ids), [1, 2, 3, 4, 5, 6, 7, 8])
        steps = {step["duration"]: ids[step["frame"]] for step in merged["animations"][0]["steps"]}
        self.assertEqual((steps[70], steps[90]), ("of one", "of two"))
        out, _ = self.run_kickbox("check", "game", status=1)
        self.assertNotIn("error", out)
        self.assertEqual(out.count("two people gave different items one 'Permanent number': here it is now 8, no longer 7"), 1, out)
        self.run_kickbox("export", "game", "-o", "game.kbx")

        # The other way round gives the same bytes.
        with open(self.path("game", "sprites", "hero.json"), "rb") as text:
            there = text.read()
        self.git("checkout", "-q", "-b", "back", "one")
        self.git("merge", "-q", "two~1")
        with open(self.path("game", "sprites", "hero.json"), "rb") as text:
            self.assertEqual(text.read(), there)

    def test_conflict(self):
        """Both values are kept; the file opens; an edit of the value settles it."""
        self.change("one", shape(0, 0, geometry={"box": [5, 4, 6, 6]}))
        self.change("two", shape(0, 0, geometry={"box": [1, 1, 7, 7]}) + shape(1, 0, geometry={"box": [2, 2, 7, 7]}))
        self.assertIn("conflicts: 1", self.git("merge", "one", status=1))
        mark = self.sprite()["frames"][0]["shapes"][0]
        self.assertEqual(sorted([mark["geometry"]["box"], mark["conflicts"]["geometry"]["other"]["box"]]), [[1, 1, 7, 7], [5, 4, 6, 6]])
        self.assertEqual(self.boxes()[1], [[2, 2, 7, 7]])
        out, _ = self.run_kickbox("check", "game", status=1)
        lines = [line for line in out.splitlines() if "error" in line]
        self.assertEqual(len(lines), 1, out)
        self.assertIn("frames[0].shapes[0] (frame 1): error: two people changed 'Shape': box (5, 4), 6 x 6 is kept, the other value is box (1, 1), 7 x 7",
                      lines[0])
        self.run_kickbox("edit", "game", text=shape(0, 0, geometry={"box": [3, 3, 7, 7]}))
        self.assertNotIn("conflicts", json.dumps(self.sprite()))
        self.assertNotIn("error", self.run_kickbox("check", "game", status=1)[0])

    def test_conflict_of_two_fields(self):
        """One person's hot spot stays with the name that the same person gave; a field that only one changed is merged."""
        sides = {"anna": [9, 9], "bob": [2, 2]}
        for name, spot in sides.items():
            self.change(name, "".join(json.dumps({"set": f"sprites[0].frames[0].{key}", "value": value}) + "\n"
                                      for key, value in (("name", name), ("hot_spot", spot))))
        self.run_kickbox("edit", "game", text='{"set": "sprites[0].frames[0].collision", "value": "full"}')
        self.git("commit", "-q", "-a", "-m", "full")
        self.assertIn("conflicts: 2", self.git("merge", "anna", status=1))
        frame = self.sprite()["frames"][0]
        others = {key: one["other"] for key, one in frame["conflicts"].items()}
        self.assertEqual({frame["name"]: frame["hot_spot"], others["name"]: others["hot_spot"]}, sides)
        self.assertEqual(frame["collision"], "full")

    def test_program_out_of_reach(self):
        """Git then merges as text and marks conflicts. After another setup it merges the files once more."""
        painted = {"set": "sprites[0].frames[0].pixels", "value": {"size": [16, 16], "tiles": [[0, 0, 1]]}}
        self.git("checkout", "-q", "main")
        self.run_kickbox("edit", "game", text=json.dumps(painted))
        self.git("add", ".")
        self.git("commit", "-q", "-m", "painted")
        for branch, rows, box in (("one", (0, 4), [5, 4, 6, 6]), ("two", (8, 12), [1, 1, 7, 7])):
            self.git("checkout", "-q", "-b", branch, "main")
            self.run_kickbox("edit", "game", text=shape(0, 0, geometry={"box": box}))
            self.repaint("zones/hero/1.png", rows, 0)
            self.git("commit", "-q", "-a", "-m", branch)
        program = self.path("my 'tools'", "kickbox")
        os.makedirs(os.path.dirname(program))
        shutil.copy(KICKBOX, program)
        subprocess.run([program, "merge", "--install", self.path("game")], check=True)
        for mode in (0o644, None):   # cannot be started, is gone
            if mode:
                os.chmod(program, mode)
            else:
                os.remove(program)
            self.git("merge", "one", status=1)
            self.assertRegex(self.text("sprites/hero.json"), "(?s)<<<<<<< ours.*=======.*>>>>>>> theirs")
            self.assertEqual(self.git("diff", "--name-only", "--diff-filter=U").split(), ["sprites/hero.json", "zones/hero/1.png"])
            self.run_kickbox("check", "game", status=1)
            if mode:
                self.git("merge", "--abort")
        link = self.path("kickbox-link")
        os.symlink(KICKBOX, link)
        subprocess.run([link, "merge", "--install", self.path("game")], check=True)
        self.assertTrue(self.git("config", "merge.kickbox.driver").startswith(f"'{os.path.realpath(KICKBOX)}' merge %O"))
        self.git("checkout", "--merge", "sprites/hero.json", "zones/hero/1.png")
        self.assertEqual(list(self.sprite()["frames"][0]["shapes"][0]["conflicts"]), ["geometry"])
        self.assertEqual([set(row) for row in self.painting()], [{0}] * 4 + [{1}] * 4 + [{0}] * 4 + [{1}] * 4)

    def test_deleted_and_changed(self):
        """What one side changed is not lost with the other's deletion, nor is a frame that a new step shows."""
        self.change("one", '{"remove": "sprites[0].frames[0].shapes[0]"}\n{"remove": "sprites[0].frames[5]"}\n')
        self.change("two", shape(0, 0, name="hair") + STEP % (0, 6, 40))
        self.git("merge", "one", status=1)
        self.assertEqual(self.sprite()["frames"][0]["shapes"][0]["name"], "hair")
        self.assertEqual(self.sprite()["frames"][5]["conflicts"], {"removed": {}})
        out, _ = self.run_kickbox("check", "game", status=1)
        self.assertEqual(out.count("one person deleted it, another changed it"), 2, out)
        self.assertEqual(self.sprite()["animations"][0]["steps"][0]["frame"], 6)
        self.run_kickbox("edit", "game", text='{"set": "sprites[0].frames[5].conflicts", "value": null}\n')
        self.assertEqual(self.run_kickbox("check", "game", status=1)[0].count("one person deleted it"), 1)

    def painting(self):
        with open(self.path("game", "zones", "hero", "1.png"), "rb") as data:
            return read_indexed(data.read())[3]

    def test_painted_pixels(self):
        self.git("checkout", "-q", "main")
        tile = {"set": "sprites[0].frames[0].pixels", "value": {"size": [16, 16], "tiles": [[0, 0, 1]]}}
        self.run_kickbox("edit", "game", text=json.dumps(tile))
        self.git("add", ".")
        self.git("commit", "-q", "-m", "painted")
        before = self.painting()
        self.assertEqual(set(before[0]), {1})
        for branch, rows, value in (("one", (0, 4), 0), ("two", (8, 12), 0), ("three", (2, 6), 2)):
            self.git("checkout", "-q", "-b", branch, "main")
            self.repaint("zones/hero/1.png", rows, value)
            self.git("commit", "-q", "-a", "-m", branch)
        self.git("checkout", "-q", "one")
        self.git("merge", "-q", "two")
        rows = self.painting()
        self.assertEqual([set(row) for row in rows], [{0}] * 4 + [{1}] * 4 + [{0}] * 4 + [{1}] * 4)
        self.assertIn("conflicts: 32; see 'kickbox check'", self.git("merge", "three", status=1))
        rows = self.painting()
        self.assertEqual([set(row) for row in rows], [{0}] * 2 + [{2}] * 4 + [{1}] * 2 + [{0}] * 4 + [{1}] * 4)

    def commit_all(self, branch):
        self.git("commit", "-q", "-a", "--allow-empty", "-m", branch)

    def conflict(self, name="zones/hero/1.png"):
        """What a picture has in its chunk, or None."""
        data = self.read(self.path("game", name))
        if data[37:41] != b"kbMC":
            return None
        return json.loads(data[41:41 + int.from_bytes(data[33:37], "big")])

    def test_painted_conflict(self):
        """A problem until it is settled, also after a save or another merge."""
        self.git("checkout", "-q", "main")
        self.edit("game", {"insert": "sprites[0].zones", "value": {"name": "bone", "colour": "#ffff00"}},
                  {"set": "sprites[0].frames[0].pixels", "value": {"size": [16, 16], "tiles": [[0, 0, 1]]}})
        self.git("add", ".")
        self.commit_all("painted")
        for branch, rows, value in (("one", (0, 4), 0), ("two", (2, 6), 2), ("three", (14, 16), 2)):
            self.git("checkout", "-q", "-b", branch, "main")
            self.repaint("zones/hero/1.png", rows, value)
            self.commit_all(branch)
        self.git("checkout", "-q", "-b", "marked", "one")
        self.git("merge", "two", status=1)
        says = "frames[0] (frame 1): error: two people painted 32 of the same pixels, between (0, 2) and (15, 3)\n"
        self.assertIn(says, self.run_kickbox("check", "game", status=1)[0])
        self.refused("export", "game", "-o", "game.kbx", status=1, says=["two people painted 32 of the same pixels"])
        before = self.conflict()
        self.edit("game", {"set": "sprites[0].frames[1].name", "value": "hair"}, {"set": "sprites[0].zones[0].colour", "value": "#123456"},
                  {"paint": "sprites[0].frames[0].pixels", "box": [0, 2, 16, 5], "zone": "skin"})
        self.assertEqual(self.conflict(), before)
        self.assertNotIn("conflicts", json.dumps(self.sprite()))
        self.assertIn(says, self.run_kickbox("check", "game", status=1)[0])
        self.git("checkout", "-q", "HEAD", "sprites")
        self.edit("game", {"paint": "sprites[0].frames[0].pixels", "box": [0, 2, 16, 4], "zone": "bone"})
        self.commit_all("marked")
        there = self.path("there.png")
        for here, other in (("marked", "three"), ("three", "marked")):
            self.git("checkout", "-q", "-b", f"{here} and {other}".replace(" ", "-"), here)
            self.git("merge", "-q", other)
            self.assertIn(says, self.run_kickbox("check", "game", status=1)[0])
            if here == "marked":
                shutil.copy(self.path("game", "zones", "hero", "1.png"), there)
        self.assertEqual(self.read(self.path("game", "zones", "hero", "1.png")), self.read(there))

        # The other side's values, in those pixels alone, whatever was painted since.
        before = self.conflict()
        use = {"set": "sprites[0].frames[0].pixels", "value": before}
        self.edit("game", use, {"undo": True})
        self.assertEqual(self.conflict(), before)
        self.edit("game", {"set": "sprites[0].frames[0].conflicts", "value": None}, {"undo": True})
        self.assertEqual(self.conflict(), before)
        self.assertIn(says, self.run_kickbox("check", "game", status=1)[0])
        self.edit("game", {"paint": "sprites[0].frames[0].pixels", "box": [0, 3, 16, 4], "zone": "skin"}, use, {"undo": True}, {"redo": True})
        self.assertEqual([set(row) for row in self.painting()], [{0}] * 4 + [{1}] * 10 + [{2}] * 2)
        self.assertNotIn("error", self.run_kickbox("check", "game", status=1)[0])
        self.assertIsNone(self.conflict())
        self.run_kickbox("export", "game", "-o", "game.kbx")
        self.commit_all("settled")

        # Or those that are shown. Two decisions that differ are no longer settled when they meet.
        self.git("checkout", "-q", "-b", "kept", "marked")
        self.edit("game", {"set": "sprites[0].frames[0].conflicts", "value": None})
        self.assertEqual(set(self.painting()[2]), {2})
        self.assertIsNone(self.conflict())
        self.commit_all("kept")
        self.git("merge", "-q", "three-and-marked")
        self.assertIn("two people painted 32 of the same pixels", self.run_kickbox("check", "game", status=1)[0])

    def test_painted_cells(self):
        """A layer whose first cell is not (0, 0), and paintings that are merged as a whole."""
        self.git("checkout", "-q", "main")
        cells, rows = "levels['yard'].layers['floor'].cells", lambda *rows: {"paint": cells, "rows": [*rows]}
        layer = {"name": "floor", "cell": [16, 16], "first": [-3, 5], "width": 6, "height": 4}
        self.edit("game", {"insert": "levels", "value": {"name": "yard", "tilesets": [{"number": 1, "sprite": "hero"}], "layers": [layer]}},
                  rows([0, 1, "1:1*6"]))
        self.git("add", ".")
        self.commit_all("painted")
        for branch, line in (("one", [0, 1, "1:2*3"]), ("two", [1, 1, "1:3*3"])):
            self.git("checkout", "-q", "-b", branch, "main")
            self.edit("game", rows(line))
            self.commit_all(branch)
        self.assertIn("conflicts: 2;", self.git("merge", "one", status=1))
        self.assertIn("layers[0]: error: two people painted 2 of the same cells, between (-2, 6) and (-1, 6)\n",
                      self.run_kickbox("check", "game", status=1)[0])
        name = "layers/yard/1.png"
        self.edit("game", {"set": cells, "value": self.conflict(name)})
        self.assertNotIn("error", self.run_kickbox("check", "game", status=None)[0])
        self.assertIsNone(self.conflict(name))
        self.git("checkout", "-q", "-f", "one")
        self.git("merge", "two", status=1)

        # A damaged conflict can only be kept.
        path = self.path("game", name)
        data = bytearray(self.read(path))
        data[41] = ord("x")
        length = int.from_bytes(data[33:37], "big")
        data[41 + length:45 + length] = zlib.crc32(data[37:41 + length]).to_bytes(4, "big")
        self.write(path, bytes(data))
        self.assertIn("two people changed 'Cells' in different ways", self.run_kickbox("check", "game", status=1)[0])
        self.refused("edit", "game", text=json.dumps({"set": cells, "value": {}}), status=1, says=["size"])
        self.edit("game", {"set": "levels[0].layers[0].conflicts", "value": None})
        self.assertNotIn("error", self.run_kickbox("check", "game", status=None)[0])
        self.assertEqual(self.read(path)[37:41], b"PLTE")
        self.commit_all("settled")

        # Both added it.
        self.git("checkout", "-q", "main")
        for branch, value in (("three", 1), ("four", 2)):
            self.git("checkout", "-q", "-b", branch, "main")
            self.edit("game", {"insert": "masks", "value": {"name": "room", "width": 9, "height": 9, "zones": [{"name": "a", "value": 1, "colour": "#ff0000"}, {"name": "b", "value": 2, "colour": "#00ff00"}]}},
                      {"set": "masks['room'].pixels", "value": {"size": [9, 9], "tiles": [[0, 0, value]]}})
            self.git("add", ".")
            self.commit_all(branch)
        self.git("merge", "three", status=1)
        self.assertIn("two people painted 81 of the same pixels, between (0, 0) and (8, 8)", self.run_kickbox("check", "game", status=1)[0])
        self.commit_all("marked")

        # Resized: one of the two is whole, unless that would lose a conflict.
        self.git("checkout", "-q", "-b", "five", "three")
        self.edit("game", {"set": "masks['room'].width", "value": 20})
        self.commit_all("five")
        self.assertIn("masks/room.png: settle this painting's earlier merge conflict first", self.git("merge", "four", status=1))
        self.git("merge", "--abort")
        self.git("checkout", "-q", "-b", "six", "three")
        self.edit("game", {"paint": "masks['room'].pixels", "box": [0, 0, 2, 2], "zone": "b"})
        self.commit_all("six")
        self.git("merge", "five", status=1)
        self.assertIn("two people added or resized this painting", self.run_kickbox("check", "game", status=1)[0])

    def repaint(self, name, rows, value):
        """By another program: some rows of an indexed picture get a value."""
        with open(self.path("game", name), "rb") as data:
            width, height, palette, pixels = read_indexed(data.read())
        pixels = [bytes([value] * width) if rows[0] <= y < rows[1] else row for y, row in enumerate(pixels)]
        self.write("game/" + name, png_file(width, height, 8, 3, b"".join(b"\0" + row for row in pixels), (b"PLTE", palette + b"\1\2\3" * 3)))

    def test_differences(self):
        self.change("one", shape(2, 0, geometry={"box": [5, 4, 6, 6]}) + FRAME % (6, "last")
                    + '{"set": "sprites[0].animations[0].steps[1].duration", "value": 80}\n'
                    + '{"insert": "classes", "value": {"name": "tail", "colour": "#00ff00"}}\n'
                    + '{"remove": "sprites[0].animations[0].steps[5]"}\n')
        expected = ["class 'tail': added",
                    "sprites/hero: frame 3: box 'head': moved from (3, 4) to (5, 4)",
                    "sprites/hero: frame 7: added",
                    "sprites/hero: animation 'run': step 2: duration changed from 100 to 80",
                    "sprites/hero: animation 'run': step 6: removed"]
        out, _ = self.run_kickbox("diff", "--project", "game", "main", "one")
        self.assertEqual(sorted(out.splitlines()), sorted(expected))
        self.git("worktree", "add", "-q", self.path("main"), "main")
        out, err = self.run_kickbox("diff", self.path("main"), "game", "--pictures", "changed")
        self.assertEqual(sorted(out.splitlines()), sorted(expected))
        self.assertEqual(sorted(os.listdir(self.path("changed"))), ["hero-frame-3.png", "hero-frame-7.png"])
        self.assertIn("hero-frame-3.png", err)
        with open(self.path("changed", "hero-frame-3.png"), "rb") as data:
            picture = Picture(data.read())
        rows = [picture.pixels[at:at + 4 * picture.width] for at in range(0, len(picture.pixels), 4 * picture.width)]
        halves = [[row[4 * x:4 * (x + picture.width // 2)] for row in rows] for x in (0, picture.width // 2)]
        self.assertNotEqual(*halves)
        for colour, is_left in (((255, 0, 0), True), ((0, 255, 0), False)):   # borders: before, after
            columns = [x for x in range(picture.width) for y in range(picture.height) if picture.rgb(x, y) == colour]
            self.assertEqual({x < picture.width // 2 for x in columns}, {is_left})
        found = json.loads(self.run_kickbox("diff", "-p", "game", "main", "--json", "--exit-code", status=1)[0])["changes"]
        moved = next(one for one in found if one["change"] == "changed" and one["field"] == "geometry")
        self.assertEqual((moved["path"], moved["before"], moved["after"]),
                         ("sprites['hero'].frames[2].shapes[0]", {"box": [3, 4, 6, 6]}, {"box": [5, 4, 6, 6]}))
        self.assertEqual(self.run_kickbox("diff", "-p", "game", "one", "--exit-code")[0], "")
        self.refused("diff", "-p", "game", "nowhere", status=1, says=["nowhere"])
        self.refused("diff", "-p", "gaem/dojo", "main", status=1, says=["gaem/dojo: no such folder"])
        self.refused("diff", "-p", "game", "main..one", status=2, says=["main..one: is a range", "kickbox diff main one"])
        for path in ("main", "../main"):
            self.refused("diff", path, "one", status=1, says=[".: is in no git repository"])
        says = self.refused("diff", "main", self.path("game"), cwd=self.path("game", "sprites"), status=1,
                            says=["main: has no project in .; name its folder with --project"])
        self.assertNotIn(self.root, says)
        os.makedirs(self.path("game", "new"))
        self.refused("diff", "-p", "game/new", "one", status=1, says=["one: is no revision of git, or has no folder game/new"])
        # A file that cannot be read is named by its revision.
        self.git("checkout", "-q", "-b", "torn", "main")
        self.write("game/sprites/hero.json", "{")
        self.git("commit", "-q", "-a", "-m", "torn")
        self.refused("diff", "-p", "game", "torn", "one", status=1, says=["torn/sprites/hero.json: line 1"])

    def test_differences_of_walls(self):
        """Each wall has its class and where it is. The mark of a conflict is no change that anybody made."""
        self.git("checkout", "-q", "main")
        walls = [{"a": [100, y], "b": [112, y], "class": "head"} for y in (-8, 0, 8)]
        self.run_kickbox("edit", "game", text=json.dumps({"insert": "levels", "value": {"name": "yard", "walls": walls}}))
        self.git("add", ".")
        self.git("commit", "-q", "-m", "walls")
        for name, y in (("anna", 16), ("bob", 9)):
            self.change(name, json.dumps({"set": "levels[0].walls[0].b", "value": [112, y]}))
        self.git("merge", "anna", status=1)
        self.assertIn("conflicts", self.text("levels/yard.json"))
        self.assertEqual(self.run_kickbox("diff", "-p", "game", "main")[0],
                         "levels/yard: wall 'head' at (100, -8): end moved from (112, -8) to (112, 9)\n")

    def test_changed_since(self):
        """Of two sprites with problems only the one that changed, by its file, its painting or a new file."""
        self.write("art/foe.png", disc(16, (9, 9, 200, 255), 7))
        self.git("checkout", "-q", "main")
        self.assertEqual(self.run_kickbox("check", "game", "--changed-since", "HEAD")[0], "")
        self.run_kickbox("import", "game", self.path("art", "foe.png"))
        found = self.run_kickbox("check", "game", "--changed-since", "HEAD", status=1)[0]
        self.assertIn("foe.json", found)
        self.assertNotIn("hero.json", found)
        self.git("add", ".")
        self.git("commit", "-q", "-m", "foe")
        self.assertEqual(self.run_kickbox("check", "game", "--changed-since", "HEAD")[0], "")
        tile = {"set": "sprites[0].frames[0].pixels", "value": {"size": [16, 16], "tiles": [[0, 0, 1]]}}
        self.run_kickbox("edit", "game", text=json.dumps(tile))
        self.git("add", ".")
        self.git("commit", "-q", "-m", "painted")
        found = self.run_kickbox("check", "game", "--changed-since", "HEAD~1", status=1)[0]
        self.assertNotEqual("foe.json" in found, "hero.json" in found)
        self.refused("check", "game", "--changed-since", "nowhere", status=1, says=["nowhere"])
        here = self.run_kickbox("check", "--changed-since", "HEAD~1", status=1, cwd=self.path("game"))[0]
        self.assertEqual("".join("game/" + line for line in here.splitlines(True)), found)
        self.run_kickbox("new", "alone")
        self.refused("check", "alone", "--changed-since", "HEAD", status=1, says=["alone: is in no git repository"])
        self.refused("merge", "--install", "alone", status=1, says=["alone: is in no git repository"])
        self.assertFalse(os.path.exists(self.path("alone", ".gitattributes")))
        self.refused("check", "game", "--changed-since=--output=zz", status=2, says=["revision"])
        self.assertFalse(os.path.exists(self.path("game", "zz")))
        # A change elsewhere may break an asset that is as it was.
        os.remove(self.path("game", "pictures", os.listdir(self.path("game", "pictures"))[0]))
        self.git("commit", "-q", "-a", "-m", "without a picture")
        self.run_kickbox("check", "game", "--changed-since", "HEAD", status=1)

    def test_project_below_the_repository(self):
        self.git("checkout", "-q", "main")
        shutil.rmtree(self.path("game", ".git"))
        os.makedirs(self.path("all", "sub"))
        shutil.move(self.path("game"), self.path("all", "sub", "gäme"))
        shutil.move(self.path("all"), self.path("game"))
        self.git("init", "-q")
        self.git("add", ".")
        self.git("commit", "-q", "-m", "all")
        project = self.path("game", "sub", "gäme")
        self.run_kickbox("edit", project, text='{"set": "sprites[0].frames[0].hot_spot", "value": [3, 4]}')
        self.assertEqual(self.run_kickbox("diff", "HEAD", cwd=project)[0], "sprites/hero: frame 1: hot spot set to (3, 4)\n")
        self.assertEqual(self.run_kickbox("diff", "HEAD", "HEAD", "--project", project)[0], "")
        self.refused("diff", "--project", project, "--", "-x", status=2, says=["revision"])
        # A picture that a paint program saved again.
        picture = os.path.join(project, "pictures", json.loads(self.read(os.path.join(project, "sprites", "hero.json")))
                               ["frames"][2]["picture"]["file"])
        self.write(picture, disc(16, (1, 2, 3, 255), 7))
        self.assertIn("sprites/hero: frame 3: picture changed\n", self.run_kickbox("diff", "HEAD", cwd=project)[0])

    # With the driver these have no problems to mend: see above.
    test_both_insert_a_frame = test_bands = None


if __name__ == "__main__":
    unittest.main()
