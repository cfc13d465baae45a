# SPDX-License-Identifier: MIT
"""The filmstrip keeps still: the current frame stays in sight, bars are dragged and clicked without anything else
moving, frames are dragged to a place that is shown, and the keyboard is where one expects it."""
import itertools
import os
import re
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from editor_session import run, wait_for  # noqa: E402
from shared_session import ROW, SharedSession  # noqa: E402


def setUpModule():
    base.setUpModule()


def tearDownModule():
    base.tearDownModule()


class Strip(SharedSession):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.editor.resize(1200, 760)

    def strip(self):
        return self.editor.find("list", "Frames")

    def inside(self, number):
        """Whether the whole card of a frame is in sight."""
        left, _, width, _ = self.editor.windows()[0].box
        cells = self.editor.all("list item", re.compile(rf"^Frame {number}\b"), under=self.strip())
        return bool(cells) and left <= cells[0].box[0] and cells[0].box[0] + cells[0].box[2] <= left + width

    def seen(self, number, of):
        self.says(f"fakir, frame {number} of {of}")
        wait_for(f"frame {number} of {of} in sight", lambda: self.inside(number))

    def key(self, *keys):
        """A step of the history each."""
        for key in keys:
            before = len(self.steps())
            self.editor.key(key)
            wait_for("the step", lambda: len(self.steps()) > before)

    def test_the_current_frame_stays_in_sight(self):
        editor = self.editor
        self.at("fakir", 1)
        editor.key("End")
        self.seen(26, 26)
        self.key("shift+Delete", "shift+Delete")
        self.seen(24, 24)
        editor.key("Home")
        self.seen(1, 24)
        self.key("ctrl+z")
        self.seen(25, 25)
        self.key("ctrl+z")
        self.seen(26, 26)
        editor.key("Home")
        self.key("ctrl+shift+z")
        self.seen(1, 25)
        self.key("ctrl+z")
        self.seen(26, 26)
        editor.screenshot("strip-after-undo")

    def test_deleting_moves_nothing_before_it(self):
        editor = self.editor
        self.at("fakir", 16)
        self.seen(16, 26)
        place = self.steady(self.cell(14)).box
        self.key("shift+Delete")
        self.seen(16, 25)
        self.assertEqual(self.steady(self.cell(14)).box, place)
        self.key("ctrl+z")
        self.seen(16, 26)
        self.assertEqual(self.steady(self.cell(14)).box, place)

    def bar(self, number, part=0.5, lane=0):
        """A place on the bar over a frame's card."""
        x, y, width, _ = self.steady(self.cell(number)).box
        return round(x + width * part), y + (25, 8)[lane]

    def test_a_bar_over_another_moves_nothing(self):
        editor = self.editor
        self.at("fakir", 1)
        canvas, far = editor.canvas.widget.box, self.bar(7)
        x, y = self.bar(4, 0.95)
        before = editor.look(self.cell(6))
        run("xdotool", "mousemove", x, y, "mousedown", 1)
        try:
            for to in (x + 20, far[0] - 20, far[0]):
                run("xdotool", "mousemove", to, y)
            editor.wait_for("two rows of bars", lambda: editor.look(self.cell(6)) != before)
            editor.screenshot("strip-bar-over-another")
            self.assertEqual(self.steady(editor.canvas.widget).box, canvas)
        finally:
            before = len(self.steps())
            run("xdotool", "mouseup", 1)
        wait_for("the step", lambda: len(self.steps()) > before)
        self.assertEqual(self.steps()[-1]["step"], "Change range of animation")
        self.assertEqual(self.steady(editor.canvas.widget).box, canvas)
        self.key("ctrl+z")

    def animation(self):
        return {label.name for label in self.editor.all("label", under=self.editor.find("combo box", "Animation"))}

    def test_a_click_on_a_bar_goes_to_its_animation(self):
        self.at("fakir", 2)
        run("xdotool", "mousemove", *self.bar(8), "click", 1)
        self.says("fakir, frame 5 of 26")
        wait_for("the animation", lambda: "walk" in self.animation())
        self.editor.screenshot("strip-bar-clicked")
        # It stays where the animation already is.
        run("xdotool", "mousemove", 2, 2)
        self.editor.key("period", "period")
        self.says("fakir, frame 7 of 26")
        run("xdotool", "mousemove", *self.bar(9), "click", 1)
        run("xdotool", "mousemove", *self.bar(2), "click", 1)
        self.says("fakir, frame 1 of 26")
        wait_for("the animation", lambda: "idle" in self.animation())

    def test_select_all(self):
        """Shapes by Ctrl+A, after a click in the filmstrip too; frames by Ctrl+Shift+A."""
        editor = self.editor
        self.at("fakir", 2)
        editor.key("ctrl+a")
        self.says("fakir, frame 2 of 26", "Selected: Box")
        wait_for("how to select frames", lambda: "Shift+Ctrl+A selects all frames" in editor.status("Message"))
        self.at("fakir", 2)
        self.cell(3).click()
        self.says("fakir, frame 3 of 26")
        editor.key("ctrl+a")
        self.says("fakir, frame 3 of 26", "Selected: Box")
        self.assertEqual(self.chosen(), {3})
        editor.key("Escape", "Home")
        self.says("fakir, frame 1 of 26")
        editor.key("ctrl+shift+a")
        wait_for("how to select shapes", lambda: "All 26 frames selected; Ctrl+A selects" in editor.status("Message"))
        editor.screenshot("strip-all-frames")
        wait_for("all frames", lambda: self.chosen() >= {1, 2, 3, 4})
        editor.key("Home")

    def chosen(self):
        cells = self.editor.all("list item", re.compile(r"^Frame \d"), under=self.strip())
        return {int(re.match(r"Frame (\d+)", cell.name)[1]) for cell in cells
                if cell.has("selected")}

    def test_several_frames(self):
        self.at("fakir", 2)
        self.choose_frames(5, "ctrl")
        self.choose_frames(7, "ctrl")
        wait_for("three frames", lambda: self.chosen() == {2, 5, 7})
        wait_for("how many", lambda: "3 frames are selected" in self.editor.status("Message"))
        self.choose_frames(9, "shift")
        wait_for("a run of them", lambda: {7, 8, 9} <= self.chosen())
        self.editor.key("Escape", "Home")

    def accent(self, box):
        """How many pixels of a part of the screen have the colour that marks a place."""
        raw = subprocess.run(["import", "-silent", "-window", "root", "-crop", "{2}x{3}+{0}+{1}".format(*box),
                              "-depth", "8", "rgb:-"], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, check=True).stdout
        return sum(raw[i + 2] > 180 and raw[i] < 90 for i in range(0, len(raw), 3))

    def test_frames_are_dragged_to_a_place_that_is_shown(self):
        editor = self.editor
        self.at("fakir", 2)
        self.choose_frames(3)
        names = [self.cell(number).name for number in (2, 3, 6)]
        target = self.steady(self.cell(6)).box
        edge = (target[0] + target[2] - 3, target[1] + 1, 14, 14)  # above what the pointer carries
        self.assertEqual(self.accent(edge), 0)
        x, y = self.steady(self.cell(3)).middle
        before = len(self.steps())
        run("xdotool", "mousemove", x, y + 10, "mousedown", 1)
        try:
            for part in range(1, 11):
                run("xdotool", "mousemove", x + (target[0] + target[2] - 12 - x) * part // 10, y + 10)
                editor.wait_for("the window to follow", lambda: editor.canvas.widget.description)
            by = itertools.cycle((0, 1))  # a drag that begins late still has to see the pointer move

            def marked():
                run("xdotool", "mousemove", target[0] + target[2] - 12 - next(by), y + 10)
                return self.accent(edge) > 20
            editor.wait_for("the marked place", marked)
            editor.screenshot("strip-dragged")
        finally:
            run("xdotool", "mouseup", 1)
        wait_for("the step", lambda: len(self.steps()) > before)
        self.assertEqual(self.steps()[-1]["step"], "Move frames")
        wait_for("the frames behind frame 6", lambda: [self.cell(number).name.split(":")[-1] for number in (5, 6, 4)]
                 == [name.split(":")[-1] for name in names])
        self.key("ctrl+z")

    def test_counting_moves_nothing(self):
        editor = self.editor
        self.at("fakir", 1)
        row = next(row for row in editor.all(ROW, "arms") if row.parent.name == "Classes")
        canvas, place = editor.canvas.widget.box, row.box
        self.assertTrue(row.description.startswith("100 shapes"), row.description)
        menu = editor.find(base.BUTTON, "Edit arms").box
        editor.key("3", "shift+e")
        self.says("Selected: Box arms")
        self.command(self.editor, "delete from all", "Delete from all frames")
        wait_for("a smaller count", lambda: len(row.description.split()[0]) == 2)
        self.assertEqual((editor.canvas.widget.box, row.box, editor.find(base.BUTTON, "Edit arms").box), (canvas, place, menu))
        self.key("ctrl+z")

    def test_a_missing_class_is_told(self):
        """The frames beside it have a head, so this one says that it lacks it."""
        editor = self.editor
        self.at("fakir", 7)
        self.assertNotIn("no head", self.cell(7).name)
        editor.key("1", "shift+e")
        self.says("Selected: Box head")
        self.key("Delete")
        wait_for("the badge", lambda: "no head" in self.cell(7).name)
        badge = editor.find(name=re.compile("^head: on the frames before and after"), under=self.cell(7))
        cell = self.cell(7).box
        self.assertLessEqual(max(badge.box[2:]), cell[2] // 4, "it hides the picture")
        self.assertGreater(badge.box[0], cell[0] + cell[2] * 3 // 4 - 8)
        editor.screenshot("strip-missing-class")
        self.key("ctrl+z")
        wait_for("no badge", lambda: "no head" not in self.cell(7).name)

    def test_the_title_of_propagate_is_whole(self):
        editor = self.editor
        widths = []
        self.addCleanup(editor.resize, 1200, 760)
        for size in ((1200, 760), (900, 600)):
            editor.resize(*size)
            self.at("fakir", 2)
            editor.key("ctrl+a", "shift+p")
            editor.find(base.BUTTON, contains="Apply to 2 Frames")
            widths.append(self.steady(editor.find("label", "Propagate 6 items")).box[2])
            editor.screenshot(f"propagate-{size[0]}")
            editor.key("Escape")
            editor.gone(base.BUTTON, contains="Apply to 2 Frames")
        self.assertEqual(widths[0], widths[1])


class LastTab(base.EditorTest):
    def test_the_last_tab_goes_with_the_window(self):
        editor = self.open_sample("fakir")
        editor.find(base.BUTTON, "Tab boxer")
        editor.key("ctrl+w")
        editor.gone(base.BUTTON, "Tab fakir")
        editor.wait_for("the other sprite", lambda: "boxer, frame" in editor.canvas.widget.description)
        editor.key("Escape", "ctrl+F4")
        editor.wait_for("why it stays", lambda: "This is the last tab" in editor.status("Message"))
        editor.key("ctrl+w")
        editor.wait_for("the end", lambda: editor.process.poll() is not None)

    def test_what_is_not_saved_is_asked_for(self):
        editor = self.open_sample("fakir", frame=2)
        editor.key("ctrl+w", "ctrl+a")
        editor.wait_for("a selection", lambda: "Selected" in editor.canvas.widget.description)
        editor.key("Right", "ctrl+w")
        editor.find(base.BUTTON, contains="Save")
        editor.wait_for("the question", lambda: len(editor.windows()) > 1)
        self.assertIsNone(editor.process.poll())


if __name__ == "__main__":
    unittest.main()
