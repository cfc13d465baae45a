# SPDX-License-Identifier: MIT
"""What the hands do to shapes on one frame: selecting by class, hiding and locking, the order, copies by Alt and
a drag, turning, numbers for several at once, handles in the way of points."""
import json
import os
import re
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from editor_session import insist, run, wait_for  # noqa: E402
from shared_session import ROW, SharedSession  # noqa: E402

SPIN = re.compile("spin")
ROTATION_DISTANCE = 26  # of the handle from the edge, in pixels of the screen


def setUpModule():
    base.setUpModule(base.SCREEN)


def tearDownModule():
    base.tearDownModule()


def shape(class_name, **geometry):
    return {"class": class_name, "geometry": geometry}


class Hands(SharedSession):
    """Each test on a frame of its own: two heads, a torso over the first, an arm, a leg and a point."""

    @classmethod
    def prepare(cls, project):
        sprite = project.sprite("fakir")
        for frame in sprite["frames"]:
            frame["shapes"] = [shape("head", box=[10, 10, 12, 10]), shape("head", box=[50, 12, 10, 10]),
                               shape("torso", box=[16, 14, 12, 12]), shape("arms", oriented=[70, 40, 20, 10, 0]),
                               shape("legs", polygon=[[10, 50], [30, 50], [30, 70]])]
            frame["points"] = [{"name": "fist", "at": [60, 12]}]
        with open(os.path.join(project.folder, "sprites", "fakir.json"), "w", encoding="utf-8") as text:
            json.dump(sprite, text)

    def frame(self, number):
        return self.saved("fakir")[number - 1]

    def class_row(self, name):
        return next(row for row in self.editor.all(ROW, name) if row.parent.name == "Classes")

    def selected(self):
        said = self.says("fakir, frame")
        return re.findall(r"(?:Box|Oriented box|Polygon) (\w+)|(Action point) \w+", said.partition("Selected:")[2])

    def test_select_by_class(self):
        self.at("fakir", 1)
        self.editor.key("1", "shift+e")
        self.assertEqual(self.says("Box head, x 10", "Box head, x 50").count("Box"), 2)
        self.editor.screenshot("selected-by-class")
        self.one_step(lambda: self.editor.key("Delete"), "Delete 2 shapes")
        self.assertEqual([one["class"] for one in self.frame(1)["shapes"]], ["torso", "arms", "legs"])
        self.editor.key("shift+e")
        wait_for("why not", lambda: "no shape of “head”" in self.editor.status("Message"))

    def test_a_number_without_a_class(self):
        self.at("fakir", 5)
        self.editor.key("9")
        wait_for("what is wrong", lambda: self.editor.status("Message") == "there are 5")  # "No class has the number 9: "

    def test_hidden_and_locked_classes(self):
        self.at("fakir", 2)
        canvas = self.editor.canvas
        canvas.click(18, 16)
        self.says("Box torso")
        self.editor.key("Escape", "2", "shift+h")
        wait_for("a hidden torso", lambda: "hidden" in self.class_row("torso").description)
        canvas.click(18, 16)
        self.says("Box head, x 10")
        self.editor.key("Escape", "1", "shift+k")
        wait_for("a locked head", lambda: "locked" in self.class_row("head").description)
        self.editor.screenshot("hidden-and-locked")
        canvas.click(18, 16)
        self.says("Nothing is selected")
        canvas.drag((45, 5), (58, 20))  # a rubber band leaves locked ones out
        self.says("Nothing is selected")
        self.editor.key("shift+e")
        wait_for("why not", lambda: "locked or hidden" in self.editor.status("Message"))
        # From the list of shapes it can be looked at, but neither moved nor deleted.
        before = self.steps()
        self.editor.find(ROW, "head, 12 × 10").click()
        self.says("Box head, x 10, y 10", "locked")
        self.editor.key("Escape", "1", "shift+k", "2", "shift+h")
        wait_for("all as before", lambda: "hidden" not in self.class_row("torso").description)
        self.assertEqual(self.steps(), before)
        canvas.click(18, 16)
        self.says("Box torso")

    def test_nothing_moves_with_the_selection(self):
        """The lists above the selection's numbers, in a large and in a small window."""
        editor = self.editor
        for size in ((1600, 1000), (900, 600)):
            editor.resize(*size)
            self.at("fakir", 4)
            self.steady(editor.find("list", "Shapes"))

            def places():
                return [editor.find("list", name).box for name in ("Frame", "Action points", "Shapes")]

            before = places()
            editor.find("label", "Nothing selected")
            self.assertEqual(editor.all("label", "Tile"), [])
            for part, (x, y), said in (("head", (12, 12), "Box head, x 10"), ("legs", (14, 52), "Polygon legs"),
                                       ("point", (60, 12), "Action point fist")):
                editor.canvas.click(x, y)
                self.says(said)
                self.assertEqual(places(), before, part)
            editor.key("ctrl+a")
            self.says("Box torso")
            editor.find("label", "5 shapes, 1 action point")
            self.assertEqual(places(), before)
            editor.screenshot(f"selected-{size[0]}")
            editor.key("Escape")
            self.says("Nothing is selected")
            self.assertEqual(places(), before)
        editor.resize(1280, 800)

    def test_order(self):
        """The first in the list is the lowest on the canvas; the keys and the menu move it by one."""
        self.at("fakir", 3)
        self.editor.canvas.click(12, 12)
        self.says("Box head, x 10")
        self.one_step(lambda: self.editor.key("bracketright"))
        self.one_step(lambda: self.editor.key("bracketright"))
        self.editor.canvas.click(18, 16)  # both are under the pointer, and the selected one lies on top: the next below
        self.says("Box torso")
        self.one_step(lambda: self.editor.key("bracketleft"))
        self.assertEqual([one["class"] for one in self.frame(3)["shapes"]], ["torso", "head", "head", "arms", "legs"])
        self.editor.canvas.click(52, 14, button=3)
        self.says("Box head, x 50")
        self.one_step(lambda: self.menu_item("Send Backward").activate())
        self.editor.key("Escape")
        self.assertEqual(self.shapes(self.frame(3))[:3], [[50, 12, 10, 10], [16, 14, 12, 12], [10, 10, 12, 10]])

    def test_alt_drags_a_copy(self):
        self.at("fakir", 4)
        self.editor.key("Escape")
        self.one_step(lambda: self.editor.canvas.drag((52, 14), (52, 24), (52, 44), modifier="alt"), "Duplicate")
        self.says("Selected: Box head, x 50, y 42")
        self.editor.screenshot("copied-by-drag")
        self.assertEqual(self.shapes(self.frame(4), "head"), [[10, 10, 12, 10], [50, 12, 10, 10], [50, 42, 10, 10]])
        self.one_step(lambda: self.editor.key("ctrl+z"))
        self.assertEqual(len(self.frame(4)["shapes"]), 5)

    def turn(self, to, modifier=None):
        """The handle is so far above the upper edge, on the screen."""
        x, y = self.editor.canvas.place(70, 35, (0, 0))
        held = (["keydown", modifier], ["keyup", modifier]) if modifier else ([], [])
        run("xdotool", "mousemove", x, y - ROTATION_DISTANCE, "mousedown", 1, *held[0])
        for part in (1, 2, 3, 4):
            run("xdotool", "mousemove", x + (to[0] - x) * part // 4,
                y - ROTATION_DISTANCE + (to[1] - y + ROTATION_DISTANCE) * part // 4)
        self.editor.screenshot("turning")
        run("xdotool", "mouseup", 1, *held[1])

    def test_turning(self):
        """By the handle above the box; Control goes in steps of 15 degrees."""
        self.at("fakir", 5)
        canvas = self.editor.canvas
        canvas.click(75, 40)
        self.says("Oriented box arms")
        self.one_step(lambda: self.turn(canvas.place(85, 26, (0, 0)), "ctrl"), "Rotate")
        self.assertEqual(self.shapes(self.frame(5), "arms"), [[70, 40, 20, 10, 45]])
        self.one_step(lambda: self.editor.key("ctrl+z"))
        self.says("Oriented box arms")
        self.one_step(lambda: self.turn(canvas.place(85, 26, (0, 0))), "Rotate")
        self.assertAlmostEqual(self.shapes(self.frame(5), "arms")[0][4], 47, delta=1.5)

    def dark(self):
        """How much right below the pointer is as dark as a note."""
        x, y = (int(line.split("=")[1]) for line in run("xdotool", "getmouselocation", "--shell").split()[:2])
        seen = self.editor.look_at((x + 8, y + 8, 150, 40))
        return sum(max(seen[at:at + 3]) < 64 for at in range(0, len(seen), 3))

    def test_degrees_while_turning(self):
        """In the note at the pointer, and for ears; both go with the gesture."""
        self.at("fakir", 10)
        canvas = self.editor.canvas
        canvas.click(75, 40)
        self.says("Oriented box arms")
        x, y = canvas.place(70, 35, (0, 0))
        to = canvas.place(85, 26, (0, 0))
        run("xdotool", "mousemove", *to)
        before = self.dark()
        run("xdotool", "mousemove", x, y - ROTATION_DISTANCE, "mousedown", 1)
        try:
            run("xdotool", "mousemove", (x + to[0]) // 2, y - ROTATION_DISTANCE, "mousemove", *to)
            self.assertIn("47", self.says("Oriented box arms", "7°"))
            wait_for("the note", lambda: self.dark() > before + 600)
            self.editor.screenshot("degrees")
            self.editor.key("Escape")
            self.says("Oriented box arms", " 0°")
        finally:
            run("xdotool", "mouseup", 1)
        wait_for("no note", lambda: self.dark() == before)

    def number(self, name, value):
        field = self.editor.find(SPIN, name)

        def has_keyboard():
            return any(part.has("focused") for part in self.editor.all(under=field))

        # Once more where the row was filled again between press and release.
        insist(f"the keyboard at {name}", lambda: self.steady(field).click(), has_keyboard)
        self.editor.fill(field, str(value), click=False)

    def test_numbers_of_several(self):
        self.at("fakir", 6)
        self.editor.key("1", "shift+e")
        self.says("Box head, x 10", "Box head, x 50")
        # What the first has already is a change for the other one.
        self.number("Shape w", 12)
        self.one_step(lambda: self.editor.key("Return"), "Change shape")
        self.editor.screenshot("numbers-of-several")
        self.assertEqual(self.shapes(self.frame(6), "head"), [[10, 10, 12, 10], [50, 12, 12, 10]])
        self.number("Shape y", 30)
        self.one_step(lambda: self.editor.key("Tab"), "Change shape")
        # A save takes what is being typed.
        self.number("Shape h", 7)
        self.assertEqual(self.shapes(self.frame(6), "head"), [[10, 30, 12, 7], [50, 30, 12, 7]])
        self.editor.key("Escape", "ctrl+z", "ctrl+z", "ctrl+z")
        self.assertEqual(self.shapes(self.frame(6), "head"), [[10, 10, 12, 10], [50, 12, 10, 10]])

    def test_each_field_is_a_step(self):
        self.at("fakir", 6)
        self.editor.key("1", "shift+e")
        self.says("Box head, x 10", "Box head, x 50")
        self.number("Shape x", "+2")
        self.one_step(lambda: self.editor.key("Tab"), "Change shape")
        self.number("Shape w", 20)
        self.one_step(lambda: self.editor.key("Return"), "Change shape")
        self.one_step(lambda: self.editor.key("Escape", "ctrl+z"))
        self.assertEqual(self.shapes(self.frame(6), "head"), [[12, 10, 12, 10], [52, 12, 10, 10]])
        self.editor.key("ctrl+z")
        self.assertEqual(self.shapes(self.frame(6), "head"), [[10, 10, 12, 10], [50, 12, 10, 10]])

    def test_what_stops_at_a_limit_is_told(self):
        self.at("fakir", 6)
        self.editor.key("1", "shift+e")
        self.says("Box head, x 10", "Box head, x 50")
        self.number("Shape w", "+-11")
        self.one_step(lambda: self.editor.key("Return"), "Change shape")
        wait_for("how many", lambda: self.editor.status("Message") == "1 of 2 stopped at 1")
        self.editor.screenshot("stopped-at-a-limit")
        self.assertEqual(self.shapes(self.frame(6), "head"), [[10, 10, 1, 10], [50, 12, 1, 10]])
        self.editor.key("Escape", "ctrl+z")
        self.assertEqual(self.shapes(self.frame(6), "head"), [[10, 10, 12, 10], [50, 12, 10, 10]])

    def test_class_of_several(self):
        self.at("fakir", 7)
        self.editor.key("1", "shift+e", "4")
        wait_for("the class", lambda: "Box legs, x 50" in self.editor.canvas.widget.description)
        self.assertEqual([one["class"] for one in self.frame(7)["shapes"]], ["legs", "legs", "torso", "arms", "legs"])
        self.one_step(lambda: self.editor.key("ctrl+z"))

    def test_point_below_a_handle(self):
        """A point on the corner of a selected box is reached by a click all the same."""
        self.at("fakir", 8)
        canvas = self.editor.canvas
        canvas.click(52, 14)
        self.says("Box head, x 50")
        canvas.click(60, 12, part=(0.1, 0.1), modifier="shift")
        self.says("Box head, x 50", "Action point fist")
        canvas.click(52, 14)
        self.editor.key("Escape")
        canvas.click(52, 14)
        self.says("Selected: Box head, x 50, y 12, 10 × 10.")
        canvas.click(60, 12, part=(0.1, 0.1))
        self.says("Selected: Action point fist")
        self.assertEqual(self.steps(), [])

    def test_corners_of_a_polygon(self):
        """A double click on an edge makes a corner, one on a corner takes it away."""
        self.at("fakir", 9)
        canvas = self.editor.canvas
        canvas.click(27, 53)
        self.says("Polygon legs")
        self.one_step(lambda: canvas.click(20, 50, times=2, part=(0.05, 0.05)), "Insert corner")
        self.assertEqual(self.shapes(self.frame(9), "legs"), [[[10, 50], [20, 50], [30, 50], [30, 70]]])
        self.editor.key("Escape")
        canvas.click(27, 53)
        self.says("Polygon legs")
        self.one_step(lambda: canvas.click(30, 50, times=2, part=(0.05, 0.05)), "Remove corner")
        self.assertEqual(self.shapes(self.frame(9), "legs"), [[[10, 50], [20, 50], [30, 70]]])

    def test_no_tooltip_over_a_menu(self):
        """The tooltip of a button that opened a menu does not cover it."""
        editor = self.editor
        self.at("fakir", 1)
        x, y = self.steady(editor.find(base.BUTTON, "Add an event")).middle
        below = (x - 92, y + 22, 16, 16)  # left of the menu
        before = editor.settled("the picture", lambda: editor.look_at(below))
        run("xdotool", "mousemove", x, y, "sleep", 0.2, "mousemove", x + 1, y)
        wait_for("the tooltip", lambda: editor.look_at(below) != before)
        run("xdotool", "click", 1)
        self.menu_item("footstep")
        wait_for("no tooltip", lambda: editor.look_at(below) == before)
        editor.screenshot("menu-without-tooltip")
        editor.key("Escape")


if __name__ == "__main__":
    unittest.main()
