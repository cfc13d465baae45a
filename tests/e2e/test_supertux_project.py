# SPDX-License-Identifier: MIT
"""The whole path on real sprites: import, export, and the game's questions about the hit boxes.

KICKBOX names the program. The boxes are read from the .sprite files by a reader of the test's own."""
import glob
import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "unit"))
import test_supertux_data as data  # noqa: E402

KICKBOX = os.environ.get("KICKBOX", "kickbox")
EVERY = 9   # of the sprites; each import writes the project anew


def kickbox(*arguments, text=None):
    done = subprocess.run([KICKBOX, *arguments], input=text, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise AssertionError(f"kickbox {arguments}: {done.returncode}: {done.stderr}")
    return done


@unittest.skipUnless(os.path.isdir(data.DATA) and data.Image, "supertux-data or Pillow is not installed")
class SuperTuxProject(unittest.TestCase):
    def setUp(self):
        self.temp = tempfile.TemporaryDirectory()
        self.addCleanup(self.temp.cleanup)
        self.project = os.path.join(self.temp.name, "tux")
        self.assertEqual(kickbox("new", self.project).returncode, 0)

    def import_sprite(self, path, name):
        done = kickbox("import", self.project, path, "--name", name)
        self.assertEqual(done.returncode, 0, f"{path}: {done.stderr}")
        return done.stdout

    def test_hit_boxes_in_the_bank(self):
        paths = sorted(glob.glob(data.DATA + "/**/*.sprite", recursive=True))[::EVERY]
        names = {f"s{i} {os.path.basename(path)[:-7]}": path for i, path in enumerate(paths)}
        for name, path in names.items():
            self.import_sprite(path, name)
        bank = os.path.join(self.temp.name, "tux.kbx")
        done = kickbox("export", self.project, "-o", bank)
        self.assertEqual(done.returncode, 0, done.stderr)
        info = json.loads(kickbox("info", bank, "--json").stdout)
        sprites = {sprite["name"]: sprite for sprite in info["sprites"]}
        self.assertEqual(sorted(sprites), sorted(names))

        questions, expected = [], []
        for name, path in names.items():
            actions = data.actions_of(path)
            animations = {animation["name"]: animation for animation in sprites[name]["animations"]}
            self.assertEqual(sorted(animations), sorted(actions), path)
            for action_name, action in actions.items():
                if not action["hitbox"] or min(action["hitbox"][2:]) < 1:
                    continue
                x, y, w, h = action["hitbox"]
                spot = x + w // 2, y + h - 1
                for frame in animations[action_name]["frames"][:2]:
                    for px, py, hit in [(x, y, True), (x + w - 1, y + h - 1, True), (x - 1, y, False), (x, y - 1, False),
                                        (x + w, y + h - 1, False), (x + w - 1, y + h, False)]:
                        questions.append({"q": "point", "pose": {"sprite": name, "frame": frame, "at": [100, 200], "flip": ""},
                                          "p": [px - spot[0] + 100, py - spot[1] + 200], "classes": ["hitbox"]})
                        expected.append(hit)
        self.assertGreater(len(questions), 500)
        done = kickbox("query", bank, text="".join(json.dumps(question) + "\n" for question in questions))
        self.assertEqual(done.returncode, 0, done.stderr)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(len(answers), len(questions))
        for question, hit, answer in zip(questions, expected, answers):
            self.assertEqual(answer.get("hit"), hit, f"{question}: {answer}")

    def test_importing_again_changes_nothing(self):
        path = data.DATA + "/creatures/tux/tux.sprite"
        self.import_sprite(path, "tux")
        file = os.path.join(self.project, "sprites", "tux.json")
        with open(file, "rb") as kept:
            before = kept.read()
        said = self.import_sprite(path, "tux")
        self.assertIn("0 lost", said)
        with open(file, "rb") as kept:
            self.assertTrue(kept.read() == before)


if __name__ == "__main__":
    unittest.main()
