# SPDX-License-Identifier: MIT
"""The whole way without a pointer: a new project, a sheet imported as it is proposed, a hot spot, an action point
with a direction, a box with a class, the same on the frames that follow, saved and exported. Keys only; what is
on the screen is learnt from what the editor says."""
import json
import os
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from editor_session import run, wait_for  # noqa: E402
from shared_session import KeyboardCursor  # noqa: E402


def setUpModule():
    base.setUpModule(base.SCREEN)


def tearDownModule():
    base.tearDownModule()


class Keyboard(KeyboardCursor, base.EditorTest):
    def make_project(self, folder):
        editor = self.editor
        editor.key("ctrl+n")
        dialog = editor.dialog("New Project")
        for number, text in enumerate(("keys", folder)):
            if number:
                editor.key("Tab")
            editor.type(text)  # over what is there: it is selected
            wait_for(f"the text {text!r}", lambda: editor.all(base.ENTRY, under=dialog)[number].text == text)
        editor.screenshot("keyboard-new-project")
        editor.key("Return")
        wait_for("the project", lambda: "keys" in editor.windows()[0].name and len(editor.windows()) == 1)
        editor.focus()

    def import_sheet(self, path):
        editor = self.editor
        editor.key("ctrl+i")
        wait_for("the file dialog", lambda: len(editor.windows()) > 1)
        editor.focus(editor.windows()[-1])
        editor.type(path[0])  # a slash asks for a path
        entry = editor.find(base.ENTRY, under=editor.windows()[-1])
        editor.type(path[1:])
        editor.key("shift+End", "Delete")  # what the dialog completed
        wait_for("the path", lambda: entry.text == path)
        editor.key("Return")
        dialog = editor.dialog("Import Pictures", lambda dialog: editor.all(base.ENTRY, "Sprite name", under=dialog))
        editor.find("label", contains="26 frames", under=dialog)
        editor.key("Return")
        wait_for("the import", lambda: len(editor.windows()) == 1)
        editor.focus()

    def test_all_of_it(self):
        run("xdotool", "mousemove", 2, 2)  # and there it stays
        self.editor = editor = self.open()
        folder = base.desktop.path(self.name, "made")
        self.make_project(folder)
        self.import_sheet(os.path.join(base.SOURCE, "data", "dojo-art", "fakir.png"))
        self.says("fakir, frame 1 of 26")

        editor.key("s", "Return")
        self.move(38, 75)
        editor.screenshot("keyboard-cursor")
        editor.key("Return")
        self.says("frame 2 of 26")
        editor.key("comma")
        self.says("frame 1 of 26")

        editor.key("a")
        self.says("Tool: Action point")
        self.move(55, 25)
        self.press()
        self.move(67, 25)
        self.release()
        self.says("frame 2 of 26")
        editor.key("comma")
        self.says("frame 1 of 26")

        editor.key("2", "b")
        self.says("Tool: Box")
        self.move(30, 23)
        self.press()
        self.move(44, 41)
        editor.screenshot("keyboard-box")
        self.release()
        self.says("Selected: Box torso, x 30, y 23, 15 × 19")

        editor.key("shift+f")
        wait_for("the toast", lambda: editor.all(contains="Copied to 3 frames"))
        editor.key("ctrl+s")
        wait_for("the save", lambda: not editor.windows()[0].name.startswith("•"))
        editor.key("ctrl+e")
        editor.dialog("Export")
        editor.screenshot("keyboard-export")
        editor.key("Return")
        bank = os.path.join(folder, "keys", "keys.kbx")
        wait_for("the bank", lambda: os.path.exists(bank))
        self.check(os.path.join(folder, "keys"), bank)
        self.assertEqual(run("xdotool", "getmouselocation").split()[:2], ["x:2", "y:2"])

    def check(self, folder, bank):
        with open(os.path.join(folder, "sprites", "fakir.json"), encoding="utf-8") as text:
            frames = json.load(text)["frames"]
        self.assertEqual(frames[0]["hot_spot"], [38, 75])
        (point,) = frames[0]["points"]
        self.assertEqual((point["at"], point["direction"]), ([55, 25], 0))
        for number, frame in enumerate(frames, 1):
            # On the rest of the animation that frame 1 begins.
            self.assertEqual([(shape["class"], shape["geometry"]) for shape in frame.get("shapes", [])],
                             [("torso", {"box": [30, 23, 15, 19]})] if number <= 4 else [], number)
        question = {"q": "point", "pose": {"sprite": "fakir", "frame": 0, "at": [0, 0], "flip": ""}, "p": [0, -45]}
        answer = subprocess.run([base.KICKBOX, "query", bank], input=json.dumps(question) + "\n", stdout=subprocess.PIPE,
                                text=True, check=True).stdout
        self.assertEqual(json.loads(answer), {"hit": True, "shape": 0, "class": "torso"})


if __name__ == "__main__":
    unittest.main()
