# SPDX-License-Identifier: MIT
"""Two people's changes to a project, merged by git."""
import json
import os
import shutil
import subprocess
import unittest

from cli_case import Case, disc

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


if __name__ == "__main__":
    unittest.main()
