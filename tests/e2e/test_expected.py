# SPDX-License-Identifier: MIT
"""What people expect from other programs: previews that Escape ends wherever one clicked, durations opened by a double
click, the next frame where one was deleted, corners that go alone, numbers of several things at once."""
import json
import os
import re
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from editor_session import ENTRY, run, wait_for  # noqa: E402
from shared_session import ROW, SharedSession  # noqa: E402


def setUpModule():
    base.setUpModule()


def tearDownModule():
    base.tearDownModule()


def shape(class_name, **geometry):
    return {"class": class_name, "geometry": geometry}


class Expected(SharedSession):
    """Each test on a frame of its own: a box, a circle and a polygon far from each other, and a point."""

    @classmethod
    def prepare(cls, project):
        sprite = project.sprite("fakir")
        for frame in sprite["frames"]:
            frame["shapes"] = [shape("head", box=[40, 6, 12, 10]), shape("torso", circle=[30, 30, 6]),
                               shape("legs", polygon=[[40, 40], [70, 40], [70, 60], [40, 60]])]
            frame["points"] = [{"name": "fist", "at": [60, 12]}]
        with open(os.path.join(project.folder, "sprites", "fakir.json"), "w", encoding="utf-8") as text:
            json.dump(sprite, text)

    def number(self, name):
        return self.editor.find("spin button", name)

    def set_number(self, name, text):
        self.editor.fill(self.number(name), text)
        self.editor.key("Return")

    def test_escape_ends_a_preview_after_a_click(self):
        editor = self.editor
        self.at("fakir", 5)
        editor.key("ctrl+a", "shift+p")
        editor.find(base.BUTTON, contains="Apply to 5 Frames")
        editor.canvas.origin = None
        box = editor.canvas.widget.box
        run("xdotool", "mousemove", box[0] + box[2] - 60, box[1] + box[3] - 60, "click", 1, "click", 3)
        wait_for("the hint", lambda: "Escape" in editor.status("Message"))
        editor.screenshot("preview-clicked")
        self.says("fakir, frame 5 of 26")
        editor.key("Escape")
        editor.gone(base.BUTTON, contains="Apply to 5 Frames")
        self.says("fakir, frame 5 of 26", "Selected:")

    def test_duration_by_double_click(self):
        editor = self.editor
        self.at("fakir", 3)
        x, y, width, height = self.steady(self.cell(3)).box
        run("xdotool", "mousemove", x + width - 22, y + height - 26, "click", "--repeat", 2, "--delay", 60, 1)
        entry = editor.find(ENTRY, "Duration in milliseconds")
        wait_for("the keyboard in it", lambda: entry.has("focused"))
        editor.screenshot("duration-double-click")
        editor.type("75")
        self.one_step(lambda: editor.key("Return"), "Change duration")

    def test_the_next_frame_takes_the_place(self):
        editor = self.editor
        self.at("fakir", 9)
        editor.canvas.click(44, 10)
        self.says("Selected: Box head")
        self.one_step(lambda: editor.key("shift+Delete"), "Delete frame")
        self.says("fakir, frame 9 of 25")
        duration = editor.find("spin button", "Duration")
        wait_for("its duration", lambda: duration.has("sensitive"))
        editor.key("ctrl+z")
        self.says("fakir, frame 9 of 26")
        editor.key("ctrl+shift+z")
        self.says("fakir, frame 9 of 25")
        editor.key("ctrl+z", "End", "shift+Delete")
        self.says("fakir, frame 25 of 25")
        editor.key("ctrl+z")
        self.says("fakir, frame 26 of 26")

    def test_hiding_is_for_the_selection(self):
        editor = self.editor
        self.at("fakir", 11)
        editor.key("5")
        editor.canvas.click(44, 10)
        self.says("Selected: Box head")
        place = editor.canvas.widget.box
        editor.key("shift+h")
        wait_for("what is hidden", lambda: "head are hidden" in editor.status("Message"))
        editor.find(base.BUTTON, "Show head on the canvas")
        editor.screenshot("hidden")
        self.assertEqual(editor.canvas.widget.box, place)
        editor.key("shift+h")
        wait_for("what is shown", lambda: "head are shown" in editor.status("Message"))

    def test_corners(self):
        editor = self.editor
        self.at("fakir", 13)
        canvas = editor.canvas
        canvas.click(50, 50)
        self.says("Selected: Polygon legs")
        # Two screen pixels above the upper edge.
        canvas.point(55, 39, part=(0.5, 1 - 2.5 / canvas.scale))
        self.one_step(lambda: run("xdotool", "click", "--repeat", 2, "--delay", 60, 1), "Insert corner")
        wait_for("its number", lambda: self.number("Corner y").value == 40)
        self.one_step(lambda: self.set_number("Corner y", "36"), "Change shape")
        editor.key("Escape")
        editor.screenshot("corner")
        canvas.click(50, 50)
        canvas.leave()
        x = round(self.number("Left edge").value)
        self.assertEqual(x, 40)
        canvas.click(70, 60, part=(0.4, 0.4))
        wait_for("the corner's numbers", lambda: self.number("Corner x").value == 70)
        canvas.leave()
        self.one_step(lambda: editor.key("Delete"), "Remove corner")
        self.assertEqual(len(self.saved("fakir")[12]["shapes"][2]["geometry"]["polygon"]), 4)
        self.one_step(lambda: editor.key("Delete"), "Delete polygon")
        editor.key("ctrl+z")

    def test_numbers_of_a_mixture(self):
        editor = self.editor
        self.at("fakir", 15)
        editor.key("ctrl+a")
        self.says("Selected: Box head")
        editor.find("label", "3 shapes, 1 action point")
        self.assertEqual(self.number("Left edge").text, "–")
        self.one_step(lambda: self.set_number("Left edge", "+2"), "Change shape")
        editor.screenshot("mixture")
        shapes = self.saved("fakir")[14]["shapes"]
        self.assertEqual([next(iter(item["geometry"].values())) for item in shapes],
                         [[42, 6, 12, 10], [32, 30, 6], [[42, 40], [72, 40], [72, 60], [42, 60]]])
        self.one_step(lambda: self.set_number("Left edge", "20"), "Change shape")
        shapes = self.saved("fakir")[14]["shapes"]
        self.assertEqual([next(iter(item["geometry"].values())) for item in shapes],
                         [[20, 6, 12, 10], [26, 30, 6], [[20, 40], [50, 40], [50, 60], [20, 60]]])

    def test_following_frames_of_the_animation(self):
        editor = self.editor
        self.at("fakir", 18)
        editor.canvas.click(44, 10)
        self.says("Selected: Box head")
        self.one_step(lambda: editor.key("Right"))
        self.menu("Copy to frames", "Following Frames of “kick”")
        wait_for("five frames", lambda: any("Copied to 5 frames" in label.name for label in editor.all("label")))

    def test_the_outline_stays_while_its_tolerance_changes(self):
        editor = self.editor
        self.at("fakir", 22)
        editor.key("t")
        editor.canvas.point(44, 20)
        slider = self.steady(editor.find("slider", "Outline tolerance"))
        before = slider.value
        slider.click()
        wait_for("another tolerance", lambda: slider.value != before)
        editor.screenshot("tolerance")
        editor.key("v")
        wait_for("no slider", lambda: not editor.all("slider", "Outline tolerance"))

    def test_secondary_click_and_tabs(self):
        editor = self.editor
        self.at("fakir", 1)
        self.at("boxer", 1)
        row = next(row for row in editor.all(ROW, "torso") if row.parent.name == "Classes")
        row.click(button=3)
        editor.find(base.BUTTON, "Rename…")
        editor.key("Escape")
        editor.key("ctrl+w")
        self.says("fakir, frame")
        self.assertTrue(editor.windows())

    def test_said_and_past(self):
        editor = self.editor
        self.at("fakir", 20)
        editor.canvas.click(44, 10)
        self.says("Selected: Box head")
        editor.key("Right", "ctrl+z")
        wait_for("what was undone", lambda: editor.status("Message") == "Nudge box")  # behind the last colon
        editor.key("2")
        wait_for("no more of it", lambda: editor.status("Message") != "Nudge box")
        editor.key("ctrl+z")


if __name__ == "__main__":
    unittest.main()
