# SPDX-License-Identifier: MIT
"""What helps around the work on a frame, in the real window: finding commands, putting problems right,
coming back after a crash, classes, files that arrive or change, preferences, history, tabs."""
import json
import os
import re
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from editor_session import wait_for  # noqa: E402

ROW = re.compile("^(list item|table row)$")


def setUpModule():
    base.setUpModule()


def tearDownModule():
    base.tearDownModule()


def pattern(text):
    return re.compile(text)


class Commands(base.EditorTest):
    def palette(self, editor, typed):
        editor.key("ctrl+k")
        dialog = editor.dialog("Commands")
        editor.type(typed)
        return dialog

    def first(self, editor, contains):
        """The command on top of the list, once it is the one that was looked for."""
        def top():
            rows = [row for row in editor.all(ROW) if row.window.name == "Commands"]
            return rows[0] if rows and contains in rows[0].name else None
        return wait_for(f"{contains!r} on top", top)

    def test_palette_runs_what_was_typed(self):
        editor = self.open_sample(frame=2)
        self.palette(editor, "onsk")
        row = self.first(editor, "Onion skin")
        self.assertIn("Shift+O", row.name)
        editor.screenshot("palette")
        editor.key("Return")
        editor.gone(contains="Onion skin, Frames")
        editor.wait_for("the onion skin", lambda: base.is_on(editor.find(base.BUTTON, "Onion skin")))

    def test_palette_goes_to_tools_classes_and_sprites(self):
        editor = self.open_sample(frame=2)
        self.palette(editor, "tool circ")
        self.first(editor, "Circle")
        editor.key("Return")
        editor.wait_for("the tool", lambda: base.is_on(editor.find(base.BUTTON, "Circle")))
        editor.focus()
        self.palette(editor, "boxer")
        self.first(editor, "boxer, Sprite")
        editor.key("Return")
        editor.wait_for("the other sprite", lambda: "boxer, frame" in editor.canvas.widget.description)

    def test_palette_shows_what_cannot_be_done(self):
        editor = self.open_sample(frame=2)
        self.palette(editor, "redo")
        row = self.first(editor, "Redo")
        self.assertFalse(row.has("sensitive"))
        editor.key("Return", "Escape")
        editor.gone(contains="Redo, Editing")


if __name__ == "__main__":
    unittest.main()
