# SPDX-License-Identifier: MIT
"""One run of the editor for all tests of a class: each works at a place of its own, or takes back what it
did. Starting the editor for each would take longer than what they do."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from editor_session import Editor, insist, run, wait_for  # noqa: E402

ROW = base.ROW


class KeyboardCursor:
    """The canvas without a pointer: what it says, and its cursor."""

    def says(self, *texts):
        """What the canvas says of frame and selection, once it contains these."""
        canvas = self.editor.canvas.widget

        def look():
            said = canvas.description
            return said if all(text in said for text in texts) else None
        return wait_for(f"the canvas to say {texts}", look)

    def cursor(self):
        said = self.says("Cursor at")
        return tuple(int(number) for number in re.search(r"Cursor at (-?\d+), (-?\d+)", said).groups())

    def move(self, x, y):
        """The cursor, by arrows; by eight with Shift."""
        for axis, to, keys in ((0, x, ("Left", "Right")), (1, y, ("Up", "Down"))):
            by = to - self.cursor()[axis]
            key = keys[by > 0]
            if by:
                self.editor.key(*["shift+" + key] * (abs(by) // 8), *[key] * (abs(by) % 8))
            wait_for(f"the cursor at {to}", lambda: self.cursor()[axis] == to)

    def press(self):
        self.editor.key("Return")
        self.says("Pressed.")

    def release(self):
        self.editor.key("Return")
        wait_for("the release", lambda: "Pressed." not in self.says("frame"))


class SharedSession(KeyboardCursor, base.EditorTest):
    """`prepare` changes the project's files before the editor opens them."""

    @classmethod
    def prepare(cls, project):
        pass

    @classmethod
    def setUpClass(cls):
        cls.project = base.Project(cls.__name__)
        cls.prepare(cls.project)
        cls.editor = Editor(base.desktop, base.EDITOR, [cls.project.folder], screenshots=base.SCREENSHOTS)
        cls.addClassCleanup(cls.editor.close)
        cls.editor.find("list item", "fakir")

    def setUp(self):
        self.name = self.id().split(".")[-1]

    def take_back(self):
        """What the tests before did, and did not save."""
        def left():
            return sum(-1 if made["step"].startswith("Undo ") else 1 for made in self.steps())
        if left():
            self.editor.focus(self.editor.windows()[0])
            self.editor.key("Escape", "Escape", *["ctrl+z"] * left())
            wait_for("all to be taken back", lambda: left() == 0)
        if self.steps():
            self.save(self.editor)

    def open_sample(self, sprite="fakir", frame=1):
        """The editor as it was when it opened it."""
        self.take_back()
        self.at(sprite, frame)
        return self.editor

    # ---- going about ----

    def at(self, sprite, frame):
        """That frame alone, with nothing selected and the tool for selecting."""
        editor = self.editor
        editor.focus(editor.windows()[0])
        run("xdotool", "mousemove", 2, 2)
        def there(*texts):
            said = editor.canvas.widget.description
            return all(text in said for text in texts)

        def go():
            if not there(f"{sprite}, frame"):
                insist(sprite, lambda: editor.find("list item", sprite).click(), lambda: there(f"{sprite}, frame"))
            editor.key("Escape", "v", "Escape", "Home", *["period"] * (frame - 1))
        insist(f"frame {frame} of {sprite}", go, lambda: there(f"{sprite}, frame {frame} ", "Nothing is selected"))

    def steady(self, widget):
        return self.editor.steady(widget)

    def cell(self, number):
        return self.editor.find("list item", re.compile(rf"^Frame {number}\b"), under=self.editor.find("list", "Frames"))

    def choose_frames(self, last, modifier="shift"):
        """From the current frame on, in the filmstrip."""
        cell = self.cell(last)
        run("xdotool", "keydown", modifier)
        try:
            cell.click()
        finally:
            run("xdotool", "keyup", modifier)
        wait_for(f"frame {last} to be chosen", lambda: cell.has("selected"))

    def menu(self, button, item):
        """An item of a menu, with the mouse on the button and the accessible action on the item."""
        run("xdotool", "mousemove", 2, 2)  # where a menu was closed by key, GTK wants to see the pointer come again
        self.editor.find(base.BUTTON, button).click()
        self.menu_item(item).activate()

    def menu_item(self, contains):
        """Of the menu that is open."""
        return self.editor.find(re.compile("menu item"), contains=contains)

    def add_terrain(self, name):
        """To the tileset; its name is asked for at once."""
        self.one_step(self.editor.find(base.BUTTON, "Add a terrain").click)
        self.editor.fill_dialog("Rename Terrain", name)
        self.one_step(lambda: self.editor.key("Return"))
        self.editor.focus(self.editor.windows()[0])

    # ---- looking ----

    def steps(self):
        return self.project.journal_steps()

    def one_step(self, act, label=None):
        """What is done by `act` is one step of the history."""
        before = len(self.steps())
        act()
        wait_for(f"the step {label or ''}", lambda: len(self.steps()) > before)
        made = self.steps()[before:]
        self.assertEqual(len(made), 1, made)
        if label:
            self.assertEqual(made[0]["step"], label)

    def saved(self, sprite):
        self.editor.focus(self.editor.windows()[0])
        self.save(self.editor)
        return self.project.sprite(sprite)["frames"]

    @staticmethod
    def shapes(frame, class_name=None):
        return [next(iter(shape["geometry"].values())) for shape in frame.get("shapes", [])
                if class_name in (None, shape["class"])]
