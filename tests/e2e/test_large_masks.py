# SPDX-License-Identifier: MIT
"""A project with a large mask is read and saved beside the window, whatever asks for it: opening it, a save, one under
another name, one on closing."""
import contextlib
import json
import os
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
import test_masks  # noqa: E402
from cli_case import png_file  # noqa: E402
from editor_session import insist, run, wait_for  # noqa: E402
from gi.repository import GLib  # noqa: E402

WIDTH, HEIGHT = 4096, 2304   # more than is read at once


def setUpModule():
    base.setUpModule()


def tearDownModule():
    base.tearDownModule()


def edit(folder, *steps):
    subprocess.run([base.KICKBOX, "edit", folder], input="".join(json.dumps(step) + "\n" for step in steps), text=True, check=True)


def painted(folder):
    """How many pixels the mask's file has of the floor."""
    _, rows = test_masks.read_painted(os.path.join(folder, "masks", "hall.png"))
    return sum(bytes(row).count(1) for row in rows)


class Small(base.EditorTest):
    def test_next_step_of_zoom(self):
        """A mask that fits twice as large within narrower margins is not shown at half that size."""
        edit(self.project.folder, {"insert": "masks", "value": {"name": "pond", "width": 320, "height": 240}})
        editor = self.open(self.project.folder)
        wait_for("the project", lambda: editor.all("list item", "pond"))
        editor.resize(1280, 800)
        insist("the mask", lambda: editor.find("list item", "pond").click(), lambda: "pond, mask of" in editor.canvas.widget.description)
        width = editor.canvas.widget.box[2]
        self.assertTrue(640 + 72 + 4 <= width < 640 + 72 + 48, width)   # beside the tools, with narrow and with usual margins
        wait_for("200 %", lambda: editor.status("Zoom") == "200 %")


class Large(base.EditorTest):
    def setUp(self):
        super().setUp()
        zones = [{"value": 1, "name": "floor", "colour": "#33d17a"}]
        edit(self.project.folder,
             {"insert": "masks", "value": {"name": "hall", "width": WIDTH, "height": HEIGHT, "zones": zones}},
             {"paint": "masks['hall'].pixels", "box": [0, 0, 1000, 1000], "zone": "floor"})

    def shows_hall(self):
        editor = self.editor
        wait_for("the project", lambda: editor.all("list item", "hall"))
        insist("the mask", lambda: editor.find("list item", "hall").click(), lambda: "hall, mask of" in editor.canvas.widget.description)
        editor.focus(editor.windows()[0])

    def fill(self):
        """All that is not floor becomes floor."""
        editor = self.editor
        editor.key("Escape", "f", "1")
        x, y, width, height = editor.canvas.widget.box
        run("xdotool", "mousemove", x + width // 2, y + height // 2, "click", 1)
        wait_for("the fill", lambda: editor.windows()[0].name.startswith("•"))

    def test_close_and_save(self):
        editor = self.open(self.project.folder)
        self.shows_hall()
        self.assertEqual(painted(self.project.folder), 1000 * 1000)
        self.fill()
        editor.key("ctrl+q")
        dialog = editor.dialog("Save Changes to “dojo”?")
        editor.find(base.BUTTON, "Save", under=dialog).click()
        editor.wait_for("the end of the program", lambda: editor.process.poll() is not None)
        self.assertEqual(editor.process.returncode, 0, editor.output())
        self.assertEqual(painted(self.project.folder), WIDTH * HEIGHT)

    def test_save_as(self):
        copy = base.desktop.path(self.name + "-copy")
        os.mkdir(copy)
        editor = self.open(self.project.folder)
        self.shows_hall()
        self.fill()
        editor.key("ctrl+shift+s")
        editor.choose_file(copy)
        wait_for("the copy", lambda: not editor.windows()[0].name.startswith("•"))
        self.assertEqual(painted(copy), WIDTH * HEIGHT)
        self.assertEqual(painted(self.project.folder), 1000 * 1000)

    def test_not_a_project(self):
        """What is wrong is told as ever, and the window can open another."""
        with open(os.path.join(self.project.folder, "masks", "hall.json"), "w", encoding="utf-8") as text:
            text.write("{")
        editor = self.open(self.project.folder)
        dialog = editor.dialog("“dojo” Cannot Be Opened")
        editor.find(base.BUTTON, "Close", under=dialog).click()
        self.assertEqual(editor.windows()[0].name, "Kickbox")


class Cancelled(base.EditorTest):
    """Work that takes long: a bar, a Cancel, and then everything is as it was."""
    SIDE = 8192

    def setUp(self):
        super().setUp()
        # Checkers, specks all of them, that go to the bar at the top row after row.
        rows = b"".join(b"\0" + (b"\0" if y < 64 else b"\xaa" if y % 2 else b"\x55") * (self.SIDE // 8) for y in range(self.SIDE))
        path = base.desktop.path("checkers.png")
        with open(path, "wb") as file:
            file.write(png_file(self.SIDE, self.SIDE, 1, 3, rows, (b"PLTE", bytes(range(3 * 2)))))
        base.kickbox("import", self.project.folder, path, "--as", "mask", "--name", "checkers")

    @staticmethod
    def cancel(editor):
        """The dialog may still move where it comes, and a click miss its button."""
        def press():
            with contextlib.suppress(GLib.Error):   # it went away
                editor.find(base.BUTTON, "Cancel", under=editor.windows()[-1]).click()
        insist("the end of the work", press, lambda: not editor.all("progress bar", "Remove specks…"))

    def test_specks(self):
        editor = self.open(self.project.folder)
        insist("checkers", lambda: editor.find("list item", "checkers").click(), lambda: "checkers, mask of" in editor.canvas.widget.description)
        zones = editor.find("list", "Zones")
        row = editor.find(test_masks.ROW, "zone 1", under=zones)
        count = wait_for("the count", lambda: "0 pixels" != row.description and row.description)
        self.command(editor, "remove specks", "Remove")
        editor.find("progress bar", "Remove specks…", under=editor.dialog("Remove specks…"))
        self.cancel(editor)
        # Another begins only when the first has ended; what the status line said of that end, a hint may have replaced.
        insist("another work", lambda: self.command(editor, "remove specks", "Remove"), lambda: editor.all("progress bar", "Remove specks…"))
        self.assertEqual(editor.find(test_masks.ROW, "zone 1", under=zones).description, count)
        self.assertEqual(self.project.journal_steps(), [])
        self.assertFalse(any(window.name.startswith("•") for window in editor.windows()))
        editor.dialog("Remove specks…")
        self.cancel(editor)


if __name__ == "__main__":
    unittest.main()
