# SPDX-License-Identifier: MIT
"""Two people's changes to a project, merged by git; what differs between versions."""
import json
import os
import shutil
import subprocess
import unittest

from cli_case import Case, Picture, disc, png_file, read_indexed

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
        with open(self.path("game", ".gitattributes"), encoding="utf-8") as text:
            before = text.read()
        self.run_kickbox("merge", "--install", "game")
        with open(self.path("game", ".gitattributes"), encoding="utf-8") as text:
            self.assertEqual(text.read(), before)
        for name in ("game.kickbox", "sprites/a.json", "masks/a.json", "masks/a.png", "tracks/a.json", "tracks/a.png",
                     "levels/a.json", "zones/a/1.png", "bands/a/1.png", "layers/a/1.png", "mazes/a/1.png", "heightmaps/a/1.png"):
            self.assertIn("merge: kickbox", self.git("check-attr", "merge", name), name)
        self.assertIn("merge: unspecified", self.git("check-attr", "merge", "pictures/a.png"))
        self.refused("merge", "--install", "art", status=1, says=["art"])
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
        self.assertIn("conflicts: 32; both sides painted the same pixels", self.git("merge", "three", status=1))
        rows = self.painting()
        self.assertEqual([set(row) for row in rows], [{0}] * 2 + [{2}] * 4 + [{1}] * 2 + [{0}] * 4 + [{1}] * 4)

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
        halves = [[row[picture.step * x:picture.step * (x + picture.width // 2)] for row in picture.rows] for x in (0, picture.width // 2)]
        self.assertNotEqual(*halves)
        found = json.loads(self.run_kickbox("diff", "-p", "game", "main", "--json", "--exit-code", status=1)[0])["changes"]
        moved = next(one for one in found if one["change"] == "changed" and one["field"] == "geometry")
        self.assertEqual((moved["path"], moved["before"], moved["after"]),
                         ("sprites['hero'].frames[2].shapes[0]", {"box": [3, 4, 6, 6]}, {"box": [5, 4, 6, 6]}))
        self.assertEqual(self.run_kickbox("diff", "-p", "game", "one", "--exit-code")[0], "")
        self.refused("diff", "-p", "game", "nowhere", status=1, says=["nowhere"])

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
