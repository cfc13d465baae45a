# SPDX-License-Identifier: MIT
"""Work where it is seen: boxes turned by their handle, animations named in the filmstrip, boxes counted below the
picture, hints that the keyboard reaches, kinds of classes, points placed frame by frame."""
import json
import math
import os
import re
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from editor_session import ENTRY, insist, run, wait_for  # noqa: E402
from shared_session import SharedSession  # noqa: E402

ROW = base.ROW
ROTATION = 26  # pixels of the screen from a box to its rotation handle


def setUpModule():
    base.setUpModule()


def tearDownModule():
    base.tearDownModule()


class Boxes(SharedSession):
    """Each on a frame of its own, which has one box."""

    @classmethod
    def prepare(cls, project):
        sprite = project.sprite("fakir")
        for frame in sprite["frames"]:
            frame["shapes"] = [{"class": "torso", "geometry": {"box": [30, 30, 20, 16]}, "name": "lead",
                                "values": {"armour": "2"}}]
            frame.pop("points", None)
        with open(os.path.join(project.folder, "sprites", "fakir.json"), "w", encoding="utf-8") as text:
            json.dump(sprite, text)

    def begin(self, frame):
        """At that frame, with nothing to save."""
        self.at("fakir", frame)
        self.save(self.editor)
        return self.editor

    def test_keys_right_after_the_hand(self):
        """A key that comes with the release or the click finds what they did, however busy the editor is: both are
        waiting for it together. The window manager sees each press before the editor does, and keys may overtake it then:
        the release is sent when the press has come; a click and its key, which come together, are tried again."""
        editor = self.begin(4)
        canvas = editor.canvas
        canvas.point(34, 34)
        (x, y), (to_x, to_y) = canvas.place(34, 34), canvas.place(54, 44)

        def deselect():
            run("xdotool", "mousemove", *canvas.place(2, 2), "click", 1)
            self.says("Nothing is selected")

        def click_and_delete():
            deselect()
            run("xdotool", "mousemove", x, y, "click", 1, "key", "Delete")

        for number in range(5):
            deselect()
            steps = len(self.project.journal_steps())
            run("xdotool", "mousemove", x, y, "mousedown", 1)
            self.says("x 30, y 30, 20 × 16")
            run("xdotool", "mousemove", x + 9, y + 5, "mousemove", to_x, to_y, "mouseup", 1, "key", "ctrl+z")
            wait_for(f"drag {number} and back in the journal", lambda: len(self.project.journal_steps()) == steps + 2)
            wait_for(f"drag {number} taken back", lambda: editor.status("Message") == "Move")  # "Undone: Move"
            self.says("x 30, y 30, 20 × 16")
        insist("the step", click_and_delete, lambda: self.project.journal_steps()[-1]["step"].startswith("Delete"))

    def test_a_box_is_turned(self):
        editor = self.begin(2)
        canvas = editor.canvas
        canvas.click(34, 34)
        self.says("Selected: Box torso")
        handle = (40, math.floor(30 - ROTATION / canvas.scale))
        steps = len(self.project.journal_steps())
        # A quarter turn, to the right of the middle.
        canvas.drag(handle, (52, 30), (60, 38), modifier="ctrl")
        self.says("Selected: Oriented box torso")
        editor.screenshot("turned-box")
        wait_for("one step", lambda: len(self.project.journal_steps()) == steps + 1)
        self.save(editor)
        (shape,) = self.frame(2)["shapes"]
        self.assertEqual(shape, {"class": "torso", "geometry": {"oriented": [40, 38, 20, 16, 90]}, "name": "lead",
                                 "values": {"armour": "2"}})
        editor.key("ctrl+z")
        self.says("Selected: Box torso")

    def test_cover_asks_below_the_picture(self):
        editor = self.begin(3)
        before = editor.canvas.widget.box
        editor.key("shift+v")
        scale = editor.find(name="Number of boxes")
        editor.find("label", contains="pixels left out")
        self.assertEqual(editor.canvas.widget.box, before, "the canvas moved")
        self.assertGreaterEqual(scale.box[1], before[1] + before[3], "the slider lies over the canvas")
        editor.screenshot("cover-panel")
        editor.key("Escape")
        editor.gone(name="Number of boxes")
        self.assertEqual(self.project.journal_steps(), [])
        editor.key("shift+v")
        scale = editor.find(name="Number of boxes")
        editor.wait_for("the keyboard on it", lambda: scale.has("focused"))
        editor.key("Left", "Left", "Return")
        editor.gone(name="Number of boxes")
        self.save(editor)
        self.assertEqual(len(self.frame(3)["shapes"]), 3)

    def test_class_kind(self):
        editor = self.begin(1)
        editor.canvas.click(34, 34)
        self.says("Selected: Box torso")
        editor.find("label", "Class torso")
        combo = editor.find(re.compile("combo box|drop down|toggle button|button"), "Class kind")
        editor.choose(combo, "hurt")
        row = wait_for("the class's row", lambda: next(
            (row for row in editor.all(ROW, "torso") if "can be struck" in row.description), None))
        self.assertIn("shapes have this class", row.description)
        editor.screenshot("class-kind")
        editor.key("Escape")
        self.save(editor)
        kinds = {item["name"]: item.get("kind") for item in self.project.load("dojo.kickbox")["classes"]}
        self.assertEqual(kinds, {"head": None, "torso": "hurt", "arms": None, "legs": None, "hit": "hit"})


class InPlace(base.EditorTest):
    def write_sprite(self, change, name="fakir"):
        sprite = self.project.sprite(name)
        change(sprite)
        with open(os.path.join(self.project.folder, "sprites", name + ".json"), "w", encoding="utf-8") as text:
            json.dump(sprite, text)

    def says(self, editor, text):
        editor.wait_for(text, lambda: text in editor.canvas.widget.description)

    def test_a_new_animation_is_named_in_place(self):
        def change(sprite):
            sprite["animations"] = sprite["animations"][:1]
        self.write_sprite(change)
        editor = self.open_sample(frame=17)
        windows = len(editor.windows())
        editor.key("shift+a")
        entry = editor.find(ENTRY, "Animation name")
        self.assertEqual(entry.text, "kick")
        editor.wait_for("the keyboard in it", lambda: entry.has("focused"))
        editor.screenshot("new-animation")
        editor.fill(entry, "strike", click=False)
        editor.key("Return")
        editor.gone(ENTRY, "Animation name")
        self.assertEqual(len(editor.windows()), windows)
        self.save(editor)
        animation = self.project.sprite("fakir")["animations"][-1]
        self.assertEqual((animation["name"], animation["steps"][0]["frame"]), ("strike", 17))

    def test_escape_ends_first_steps(self):
        editor = self.open_sample(frame=1)
        for click in (False, True):
            self.palette(editor, "first steps", "First steps")
            editor.key("Return")
            editor.find("label", re.compile("^Bring Pictures In"))
            button = editor.find(base.BUTTON, "Next")
            editor.wait_for("the keyboard on it", lambda: button.has("focused"))
            # Other keys go on to the window.
            editor.key("a")
            editor.wait_for("the tool", lambda: base.is_on(editor.find(base.BUTTON, "Action point")))
            if click:
                editor.canvas.click(2, 2)
            editor.key("Escape")
            editor.gone("label", re.compile("^Bring Pictures In"))
        editor.key("b")
        editor.wait_for("the tool", lambda: base.is_on(editor.find(base.BUTTON, "Box")))

    def test_points_frame_by_frame(self):
        editor = self.open_sample("fakir", frame=24)
        editor.key("s")
        wait_for("the hint", lambda: "Shift stays" in editor.status("Message"))
        editor.canvas.click(40, 70, modifier="shift")
        editor.canvas.click(41, 70)
        self.says(editor, "frame 25 of 26")
        editor.canvas.click(42, 70)
        self.says(editor, "frame 26 of 26")
        editor.canvas.click(43, 70)
        wait_for("the end", lambda: "begins at frame 24 again" in editor.status("Message"))
        # Selecting stays, the next tool that places something begins again.
        editor.key("a")
        self.says(editor, "frame 24 of 26")
        self.save(editor)
        spots = [frame["hot_spot"] for frame in self.project.sprite("fakir")["frames"][23:]]
        self.assertEqual(spots, [[41, 70], [42, 70], [43, 70]])

    def points(self, first, last):
        self.save(self.editor)
        return [[(point["name"], *point["at"]) for point in self.frame(number)["points"]]
                for number in range(first, last + 1)]

    def test_a_point_renamed_and_corrected(self):
        """A new name goes to all frames of the sprite, in one step, and the clicks go on with it; a click a pixel beside
        the point corrects it and shows the next frame, as any other does."""
        def no_points(sprite):
            for frame in sprite["frames"]:
                frame.pop("points", None)
                frame["shapes"] = []
            sprite["animations"] = []   # at whose end the clicks would stop
        self.write_sprite(no_points)
        editor = self.open_sample(frame=1)
        editor.key("a")
        for number in range(1, 9):
            self.says(editor, f"frame {number} of")
            editor.canvas.click(50 + number, 60)
        self.says(editor, "frame 9 of")
        editor.key("Home")
        self.says(editor, "frame 1 of")
        editor.find(ROW, re.compile("^point 1, ")).click()
        self.says(editor, "Selected: Action point point 1")
        steps = len(self.project.journal_steps())
        editor.fill(editor.find(ENTRY, "Action point name"), "foot")
        editor.key("Return")
        self.says(editor, "Selected: Action point foot")
        wait_for("the toast", lambda: editor.all(contains="Renamed on 8 frames"))
        wait_for("one step", lambda: len(self.project.journal_steps()) == steps + 1)
        editor.screenshot("point-renamed")
        editor.canvas.click(52, 60)  # a pixel to the right
        self.says(editor, "frame 2 of")
        editor.canvas.click(51, 60)  # a pixel to the left
        self.says(editor, "frame 3 of")
        editor.canvas.click(53, 60)  # where it is already
        self.says(editor, "frame 4 of")
        editor.screenshot("point-trail")
        places = [52, 51] + [50 + number for number in range(3, 9)]
        self.assertEqual(self.points(1, 8), [[("foot", x, 60)] for x in places])
        editor.key("ctrl+z", "ctrl+z", "ctrl+z")
        wait_for("the old name", lambda: editor.all(ROW, re.compile("^point 1, ")))
        self.assertEqual(self.points(1, 8), [[("point 1", 50 + number, 60)] for number in range(1, 9)])

    def test_commands_by_what_is_typed(self):
        editor = self.open_sample(frame=2)
        editor.key("ctrl+k")
        for typed, wanted in (("frame", "Next frame"), ("box", "Box, Tool"), ("export", "Export bank"),
                              ("anim", "New animation"), ("rename", "Rename the class"), ("on", "Onion skin"),
                              ("zoom", "Zoom in"), ("import", "Import pictures"), ("all", "Select all"),
                              ("propagate", "Propagate all shapes")):
            editor.fill_dialog("Commands", typed)

            def top():
                rows = [row for row in editor.all(ROW) if row.window.name == "Commands"]
                print("#", typed, [r.name for r in rows[:3]])
                return rows and rows[0].name.startswith(wanted)
            wait_for(f"{wanted} for {typed}", top)
        # What was used comes before what is as good.
        editor.fill_dialog("Commands", "last frame")

        def last_frame_on_top():
            return next((row.name for row in editor.all(ROW) if row.window.name == "Commands"), "").startswith("Last frame")
        wait_for("it on top", last_frame_on_top)
        editor.key("Return")
        self.says(editor, "frame 26 of 26")
        editor.focus()
        editor.key("ctrl+k")
        editor.fill_dialog("Commands", "frame")
        wait_for("it on top", last_frame_on_top)
        editor.key("Escape")

    def test_proposals_take_the_place_of_shapes(self):
        editor = self.open_sample(frame=5)
        editor.key("alt+p")
        editor.find(base.BUTTON, re.compile("^Apply to"))
        cells = editor.wait_for("proposals", lambda: editor.all("list item", re.compile("^Frame .*confidence")))
        sure = [int(re.search(r"confidence (\d+)", cell.name)[1]) for cell in cells]
        print("# confidences", sure)
        self.assertGreater(sum(sure) / len(sure), 60)   # of the weakest shapes
        editor.screenshot("proposals-on-shapes")
        editor.key("Escape")


if __name__ == "__main__":
    unittest.main()
