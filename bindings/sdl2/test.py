# SPDX-License-Identifier: MIT
"""The sample for SDL 2: it compiles without a warning, draws, and takes new banks."""
import os
import select
import shutil
import subprocess
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
KICKBOX, DATA = os.environ["KICKBOX"], os.environ["KICKBOX_DATA"]
AMALGAMATION = os.environ["KICKBOX_AMALGAMATION"]


@unittest.skipUnless(shutil.which("sdl2-config"), "libsdl2-dev is not installed")
class Sdl2Sample(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        flags = subprocess.run(["sdl2-config", "--cflags", "--libs"], text=True, check=True,
                               capture_output=True).stdout.split()
        subprocess.run(["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-I", AMALGAMATION,
                        os.path.join(HERE, "game.c"), os.path.join(AMALGAMATION, "kickbox.c"),
                        "-o", self.path("game"), *flags, "-lm"], check=True)
        for name in ("dojo", "yard"):
            self.export(name, name + ".kbx")

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def export(self, project, name):
        subprocess.run([KICKBOX, "export", os.path.join(DATA, project), "-o", self.path(name),
                        "--images", "rgba"], check=True, capture_output=True)

    def game(self, *arguments):
        return [self.path("game"), self.path("dojo.kbx"), self.path("yard.kbx"), *arguments]

    def test_picture(self):
        subprocess.run(self.game("20", self.path("last.bmp")), check=True, capture_output=True)
        with open(self.path("last.bmp"), "rb") as file:
            pixels = file.read()[138:]
        colours = {pixels[i:i + 4] for i in range(0, len(pixels) - 3, 4)}
        self.assertGreater(len(colours), 30)

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
        done = subprocess.run([self.path("game"), self.path("game"), self.path("yard.kbx"), "1"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("byte 0", done.stderr)
