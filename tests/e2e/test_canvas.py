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

GUIDE = bytes((0x3f, 0xf0, 0xff))  # its colour


def setUpModule():
    base.setUpModule()


def tearDownModule():
    base.tearDownModule()


def pixels(look):
    return [look[i:i + 3] for i in range(0, len(look), 3)]


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

    def test_guides_while_snapping(self):
        """A box that is dragged until its left edge is that of another one: a line tells."""
        self.at("fakir", 2)
        canvas = self.editor.canvas
        canvas.click(75, 65)
        self.says("Selected: Box legs")
        self.assertEqual(pixels(self.look()).count(GUIDE), 0)
        run("xdotool", "mousedown", 1, "mousemove", *canvas.place(60, 65), "mousemove", *canvas.place(35, 66))
        wait_for("a guide", lambda: pixels(self.look()).count(GUIDE) > 20)
        self.editor.screenshot("guides")
        run("xdotool", "mouseup", 1)
        wait_for("no guide", lambda: GUIDE not in pixels(self.look()))
        self.editor.key("Escape", "ctrl+z")

    def test_pixel_under_the_pointer(self):
        """Its outline is drawn, and it alone; the rulers mark its place."""
        self.at("fakir", 3)
        canvas = self.editor.canvas
        canvas.point(88, 20)
        first = self.settled()
        canvas.point(90, 22)
        x, y, width, _ = canvas.widget.box
        changed = [i for i, (one, other) in enumerate(zip(pixels(first), pixels(self.settled()))) if one != other]
        columns, rows = [i % width + x for i in changed], [i // width + y for i in changed]
        on_rulers = [i for i, (column, row) in enumerate(zip(columns, rows)) if column < x + 24 or row < y + 24]
        self.assertTrue(on_rulers)
        inside = [(column, row) for i, (column, row) in enumerate(zip(columns, rows)) if i not in set(on_rulers)]
        (left, top), (right, bottom) = canvas.place(88, 20, (0, 0)), canvas.place(91, 23, (0, 0))
        self.assertTrue(inside)
        for column, row in inside:
            self.assertTrue(left - 3 <= column <= right + 3 and top - 3 <= row <= bottom + 3, (column, row))

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
        self.at("fakir", 5)
        self.editor.canvas.click(22, 55)
        self.says("Selected: Box torso, x 20, y 20, 30 × 40")
        self.one_step(lambda: self.editor.key("shift+r"))
        x, y, w, h = self.shapes(self.saved("fakir")[4], "torso")[0]
        self.assertTrue(20 <= x and 20 <= y and x + w <= 50 and y + h <= 60 and w * h < 30 * 40, (x, y, w, h))
        before = len(self.steps())
        self.editor.key("shift+r", "Right")  # what fits is left alone
        wait_for("the nudge", lambda: len(self.steps()) > before)
        self.assertEqual(len(self.steps()), before + 1)

    def test_relative_numbers(self):
        """+2 adds to each of several; the note says who answers the game."""
        self.at("fakir", 6)
        self.editor.find("label", contains="the game answers with the lowest")
        self.editor.canvas.click(75, 65)
        self.editor.canvas.click(22, 55, modifier="shift")
        self.says("Box legs", "Box torso")
        field = self.editor.find(base.re.compile("spin"), "Shape x")
        field.click()
        wait_for("the keyboard", lambda: field.node.clear_cache() or any(part.has("focused") for part in field.walk()))
        self.editor.key("ctrl+a")
        self.editor.type("+2")
        self.one_step(lambda: self.editor.key("Return"), "Change shape")
        self.says("Box legs, x 72", "Box torso, x 22")

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
