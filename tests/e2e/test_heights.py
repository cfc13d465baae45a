# SPDX-License-Identifier: MIT
"""A heightmap in the real window: made without a file, sculpted, undone, saved as a picture, exported, asked for its altitudes."""
import json
import os
import subprocess
import sys
import unittest

from PIL import Image

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from editor_session import insist, wait_for  # noqa: E402
from shared_session import SharedSession  # noqa: E402


def setUpModule():
    base.setUpModule(base.SCREEN)


def tearDownModule():
    base.tearDownModule()


class Heights(SharedSession):
    @classmethod
    def prepare(cls, project):
        os.makedirs(os.path.join(project.folder, "levels"))
        with open(os.path.join(project.folder, "levels", "land.json"), "w", encoding="utf-8") as file:
            json.dump({"kickbox": "level", "format": 1}, file)

    def altitude(self, x, y):
        """What a game gets."""
        self.editor.focus(self.editor.windows()[0])
        self.save(self.editor)
        bank = base.desktop.path("land.kbx")
        base.kickbox("export", self.project.folder, "-o", bank)
        line = json.dumps({"q": "height", "level": "land", "map": "heightmap 1", "p": [x, y]})
        answer = subprocess.run([base.KICKBOX, "query", bank], input=line + "\n", capture_output=True, text=True, check=True)
        return json.loads(answer.stdout)["z"]

    def tool(self, key, label):
        editor = self.editor
        insist(label, lambda: editor.key(key), lambda: any(base.is_on(button) for button in editor.all(base.BUTTON, label)))

    def test_sculpt(self):
        editor = self.editor
        insist("land", lambda: editor.find("list item", "land").click(), lambda: "land, level" in editor.canvas.widget.description)
        self.palette(editor, "flat heightmap", "Add a flat heightmap to sculpt")
        editor.key("Return")
        editor.find("spin button", "Base altitude")
        self.one_step(lambda: editor.key("Return"), "Add heightmap")
        wait_for("the tools", lambda: editor.all(base.BUTTON, "Raise ground"))
        editor.focus(editor.windows()[0])
        editor.canvas.origin = None
        self.assertAlmostEqual(self.altitude(400, 400), 20, delta=0.001)
        self.tool("b", "Raise ground")
        self.one_step(lambda: editor.canvas.drag((360, 400), (440, 400)), "Raise ground")
        editor.screenshot("heights-raised")
        raised = self.altitude(400, 400)
        self.assertGreater(raised, 21)
        picture = Image.open(os.path.join(self.project.folder, "heightmaps", "land", "1.png"))
        self.assertEqual(picture.size, (256, 256))
        self.assertIn(picture.mode, ("I", "I;16"))
        self.assertAlmostEqual(picture.getpixel((100, 100)) / 655.35, raised, delta=0.001)
        editor.key("ctrl+z")
        self.assertAlmostEqual(self.altitude(400, 400), 20, delta=0.001)
        editor.key("ctrl+shift+z")
        self.assertAlmostEqual(self.altitude(400, 400), raised, delta=0.001)
        self.tool("a", "Ramp")
        self.one_step(lambda: editor.canvas.drag((400, 400), (600, 400), (700, 400)), "Ramp")
        self.assertAlmostEqual(self.altitude(550, 400), (raised + 20) / 2, delta=(raised - 20) / 8)
        editor.screenshot("heights-ramp")


if __name__ == "__main__":
    unittest.main()
