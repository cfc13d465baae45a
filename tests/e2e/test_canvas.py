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

RULER = 24  # at most so wide
RING = 4    # around what has the keyboard: it goes five seconds after a key
GUIDE = bytes.fromhex("3ff0ff")


def setUpModule():
    base.setUpModule(base.SCREEN)


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
        wait_for("the same picture", lambda: not self.changed(before))

    def test_outline_follows_its_slider(self):
        self.at("fakir", 4)
        self.editor.key("ctrl+a", "Delete", "t")
        self.editor.canvas.point(38, 40)
        slider = self.steady(self.editor.find("slider", "Outline tolerance"))
        before = self.settled()
        x, y, width, height = slider.box
        run("xdotool", "mousemove", x + width - 12, y + height // 2, "click", 1)
        wait_for("another outline", lambda: self.changed(before))
        self.settled()
        self.editor.key("v", "ctrl+z")

    def test_menu_is_of_what_is_below(self):
        self.at("fakir", 6)
        self.editor.canvas.click(75, 65, button=3)
        self.says("Selected: Box legs, x 70, y 60, 10 × 10")
        self.one_step(lambda: self.menu_item("Delete").activate())
        self.assertEqual([shape["class"] for shape in self.saved("fakir")[5]["shapes"]], ["torso", "head"])
        self.editor.key("ctrl+z")

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

    def picture(self):
        """Its place on the screen, its width, its pixels."""
        x, y, width, _ = self.editor.canvas.widget.box
        return x, y, width, self.look()

    def changed(self, before):
        """Left, top, right, bottom of what looks other than before, on the screen; right of and below the rulers, within
        the ring around it."""
        left, top, width, now = self.picture()
        first, last = RULER * 3, (width - RING) * 3
        rows = [at for at in range(RULER * width * 3, len(now) - RING * width * 3, width * 3)
                if now[at + first:at + last] != before[at + first:at + last]]
        columns = {(at % (width * 3)) // 3 for row in rows for at in range(row + first, row + last) if now[at] != before[at]}
        return (left + min(columns), top + rows[0] // (width * 3),
                left + max(columns) + 1, top + rows[-1] // (width * 3) + 1) if columns else None

    def test_the_pixel_under_the_pointer(self):
        """With a tool in hand, where pixels are large: that one is framed, and nothing else."""
        self.at("fakir", 5)
        self.editor.key("b")
        canvas = self.editor.canvas
        canvas.point(85, 8)
        self.assertGreaterEqual(canvas.scale, 4)
        canvas.leave()
        before = self.settled()
        for x, y in ((85, 8), (86, 8), (90, 70)):
            canvas.point(x, y)
            corners = canvas.place(x, y, (0, 0)) + canvas.place(x + 1, y + 1, (0, 0))

            def framed():
                found = self.changed(before)
                return found and all(abs(a - b) <= 3 for a, b in zip(found, corners))
            wait_for(f"a frame around pixel {x}, {y} alone", framed)
        self.editor.screenshot("pixel-under-the-pointer")
        self.editor.key("v")

    def guides(self, x):
        """Pixels of the screen that are a guide's along the left edge of the pixels x."""
        left, _, width, now = self.picture()
        column = self.editor.canvas.place(x, 0, (0, 0))[0] - left
        return max(sum(now[at:at + 3] == GUIDE for at in range((column + by) * 3, len(now), width * 3)) for by in (-1, 0, 1))

    def test_guides_while_dragging(self):
        """A line through all that has its edge there, as long as it has."""
        self.at("fakir", 6)
        canvas = self.editor.canvas
        canvas.click(75, 65)
        self.says("Selected: Box legs, x 70")
        canvas.point(75, 65)
        run("xdotool", "mousedown", 1)
        try:
            canvas.point(79, 69)
            self.says("Box legs, x 74, y 64")
            wait_for("no guide yet", lambda: not self.guides(50))
            canvas.point(55, 69)
            self.says("Box legs, x 50, y 64")
            wait_for("a guide along the torso's right edge", lambda: self.guides(50) > 44 * canvas.scale / 2)
            self.editor.screenshot("guides")
            canvas.point(56, 69)
            self.says("Box legs, x 51, y 64")
            wait_for("no guide any more", lambda: not self.guides(50))
            canvas.point(55, 69)
            wait_for("the guide again", lambda: self.guides(50))
        finally:
            run("xdotool", "mouseup", 1)
        wait_for("no guide after it", lambda: not self.guides(50))
        self.one_step(lambda: self.editor.key("ctrl+z"))

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

    def test_capsule_by_keys(self):
        self.at("fakir", 8)
        self.editor.key("u", "3", "Return")
        self.says("Tool: Capsule")
        self.move(60, 30)
        self.press()
        self.move(72, 30)
        self.one_step(self.release, "Draw capsule")
        self.says("Selected: Capsule arms", "12, r 2")
        self.one_step(lambda: self.editor.key("ctrl+Right"), "Resize capsule")
        self.says("Capsule arms", "12, r 2.5")
        self.one_step(lambda: self.editor.key("ctrl+Down"), "Resize capsule")
        self.says("Capsule arms", "13, r 2.5")

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
