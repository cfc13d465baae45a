# SPDX-License-Identifier: MIT
"""What the canvas shows while hands work on it, told from the pixels of the screen; and every kind of shape made,
chosen, turned and resized by keys alone, told from what the canvas says."""
import json
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from editor_session import run, wait_for  # noqa: E402
from shared_session import SharedSession  # noqa: E402


def setUpModule():
    base.setUpModule()


def tearDownModule():
    base.tearDownModule()


class Canvas(SharedSession):
    """Frame 1 as it comes; from frame 2 on a torso, a head over it and a leg apart."""

    @classmethod
    def prepare(cls, project):
        sprite = project.sprite("fakir")
        for frame in sprite["frames"][1:]:
            frame["shapes"] = [{"class": "torso", "geometry": {"box": [20, 20, 30, 40]}},
                               {"class": "head", "geometry": {"box": [30, 6, 12, 18]}},
                               {"class": "legs", "geometry": {"box": [70, 60, 10, 10]}}]
            frame.pop("points", None)
        with open(os.path.join(project.folder, "sprites", "fakir.json"), "w", encoding="utf-8") as text:
            json.dump(sprite, text)

    def look(self):
        return self.editor.look(self.editor.canvas.widget)

    def settled(self):
        """What the canvas shows, once it stays as it is."""
        seen = []

        def same():
            seen.append(self.look())
            return len(seen) > 1 and seen[-1] == seen[-2]
        wait_for("the canvas to come to rest", same)
        return seen[-1]

    # ---- seen ----

    def test_labels_stay_where_they_were(self):
        """After visits to other frames."""
        self.at("fakir", 1)
        before = self.settled()
        self.editor.key("period", "period", "comma", "comma")
        self.says("frame 1 of 26")
        wait_for("the same picture", lambda: self.look() == before)

    def test_outline_follows_its_slider(self):
        self.at("fakir", 4)
        self.editor.key("ctrl+a", "Delete", "t")
        self.editor.canvas.point(38, 40)
        slider = self.steady(self.editor.find("slider", "Tolerance of outlines"))
        before = self.settled()
        x, y, width, height = slider.box
        run("xdotool", "mousemove", x + width - 12, y + height // 2, "click", 1)
        wait_for("another outline", lambda: self.look() != before)
        self.settled()
        self.editor.key("v", "ctrl+z")

    def test_shrink_to_the_picture(self):
        """A box that was chosen with the mouse; what is close already stays."""
        self.at("fakir", 12)
        self.editor.canvas.click(22, 58)
        self.says("Selected: Box torso, x 20, y 20, 30 × 40")
        self.one_step(lambda: self.editor.key("shift+r"))
        self.says("Selected: Box torso")
        steps = len(self.steps())
        self.editor.key("shift+r")
        wait_for("nothing to do", lambda: "closer to the picture" in self.editor.status("Message"))
        self.assertEqual(len(self.steps()), steps)
        x, y, width, height = self.shapes(self.saved("fakir")[11], "torso")[0]
        self.assertTrue(20 <= x and 20 <= y and x + width <= 50 and y + height <= 60, (x, y, width, height))
        self.assertLess(width * height, 30 * 40)

    # ---- by keys alone ----

    def test_circle_by_keys(self):
        self.at("fakir", 8)
        self.editor.key("c", "3", "Return")
        self.says("Tool: Circle")
        self.move(60, 30)
        self.press()
        self.move(66, 30)
        self.one_step(self.release)
        self.says("Selected: Circle arms")
        before = self.says("Circle arms")
        self.one_step(lambda: self.editor.key("ctrl+Right"), "Resize circle")
        wait_for("a larger one", lambda: self.says("Circle arms") != before)

    def test_polygon_by_keys(self):
        self.at("fakir", 9)
        self.editor.key("p", "4", "Return")
        self.says("Tool: Polygon")
        for corner, (x, y) in enumerate(((60, 10), (80, 10), (80, 30)), 1):
            self.move(x, y)
            self.editor.key("Return")
            self.says(f"{corner} corner")
        self.says("3 corners, convex")
        self.move(66, 4)
        self.says("3 corners, crosses")
        self.editor.screenshot("polygon-crosses")
        self.move(60, 30)
        self.editor.key("Return")
        self.says("4 corners, convex")
        self.one_step(lambda: self.editor.key("Return"))
        self.says("Selected: Polygon legs")

    def test_select_turn_resize_by_keys(self):
        """From thing to thing, front to back; a box turned in steps, sized, given another class."""
        self.at("fakir", 10)
        for expected in ("Box head", "Box torso", "Hot spot"):
            while expected not in self.says("frame"):
                said = self.says("frame")
                self.editor.key("n")
                wait_for("the next", lambda: self.says("frame") != said)
        self.editor.key("n")
        self.says("Selected: Box legs, x 70, y 60, 10 × 10")
        self.one_step(lambda: self.editor.key("ctrl+Right"), "Resize box")
        self.editor.key("ctrl+shift+Down")
        self.says("Box legs, x 70, y 60, 11 × 18")
        self.one_step(lambda: self.editor.key("r"), "Rotate box")
        self.says("Selected: Oriented box legs", "15°")
        self.one_step(lambda: self.editor.key("alt+r"), "Rotate oriented box")
        self.says("Selected: Oriented box legs", "0°")
        self.one_step(lambda: self.editor.key("2"))
        self.says("Selected: Oriented box torso")
        self.one_step(lambda: self.editor.key("shift+Left"))
        self.editor.key("alt+n")
        self.says("Hot spot")


if __name__ == "__main__":
    unittest.main()
