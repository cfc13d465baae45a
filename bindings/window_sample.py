# SPDX-License-Identifier: MIT
"""What the samples in windows of SDL 2 have in common: they draw, and take new banks."""
import os
import select
import subprocess
import tempfile

from PIL import Image

KICKBOX, DATA = os.environ["KICKBOX"], os.environ["KICKBOX_DATA"]


class WindowSample:
    """Tests for a unittest.TestCase. Its class method `compile` makes the program in `folder` and
    returns its command."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        cls.command = cls.compile()
        for name in ("dojo", "yard"):
            cls.export(name, name + ".kbx")

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder, name)

    @classmethod
    def export(cls, project, name):
        subprocess.run([KICKBOX, "export", os.path.join(DATA, project), "-o", cls.path(name),
                        "--images", "rgba"], check=True, capture_output=True)

    def game(self, *arguments):
        return [*self.command, self.path("dojo.kbx"), self.path("yard.kbx"), *arguments]

    def test_picture(self):
        subprocess.run(self.game("20", self.path("last")), check=True, capture_output=True)
        with Image.open(self.path("last")) as picture:
            self.assertEqual(picture.size, (960, 540))
            self.assertGreater(len(picture.convert("RGB").getcolors(1 << 24)), 30)

    def test_live_link(self):
        """A new bank is taken; one that is damaged is not, and the game goes on."""
        with subprocess.Popen(self.game(), stdout=subprocess.PIPE, text=True) as game:
            try:
                self.assertIn("playing", self.line_of(game))
                self.export("yard", "new.kbx")
                os.replace(self.path("new.kbx"), self.path("dojo.kbx"))
                self.assertIn("took the new", self.line_of(game))
                with open(self.path("new.kbx"), "wb") as file:
                    file.write(b"no bank")
                os.replace(self.path("new.kbx"), self.path("dojo.kbx"))
                self.assertIn("kept the old", self.line_of(game))
                self.export("dojo", "dojo.kbx")
                self.assertIn("took the new", self.line_of(game))
                self.assertIsNone(game.poll())
            finally:
                game.terminate()

    def line_of(self, game):
        ready, _, _ = select.select([game.stdout], [], [], 60)
        self.assertTrue(ready, "the game says nothing")
        return game.stdout.readline()

    def test_bad_banks(self):
        with open(self.path("bad.kbx"), "wb") as file:
            file.write(b"no bank")
        done = subprocess.run([*self.command, self.path("bad.kbx"), self.path("yard.kbx"), "1"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
