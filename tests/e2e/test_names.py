# SPDX-License-Identifier: MIT
"""Everything that takes the keyboard has a name, in the window and in every dialog and popover: what a screen reader
would call "button" and nothing more is found by a walk over all of them."""
import os
import re
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from accessible import has_state  # noqa: E402
from editor_session import wait_for  # noqa: E402
from shared_session import SharedSession  # noqa: E402

# What holds others: it takes the keyboard only where nothing in it can.
HOLDERS = {"scroll pane", "panel", "frame", "window", "dialog", "viewport", "alert", "application"}
# The name of a type is what GTK says where there is none.
NO_NAME = re.compile(r"^$|^(Gtk|Adw|Kb)[A-Z]\w+$")
# What a drop-down shows as its choice: a row in it, or a list of one row, that the keyboard does not go to.
CHOICE = ("filler", "list", "list item")


def setUpModule():
    base.setUpModule()


def tearDownModule():
    base.tearDownModule()


class Names(SharedSession):
    def nameless(self):
        found = []
        for widget in self.editor.all():
            name, parent = widget.row.name, widget.parent and widget.parent.row
            if has_state(widget.row.states, "focusable") and widget.role not in HOLDERS and NO_NAME.search(name):
                if widget.role in CHOICE and any(holder.role == "combo box" for holder in widget.line[1:]):
                    continue
                found.append(f"{widget.window.row.name}: {widget.role} {name!r} in {parent and (parent.role, parent.name)}")
        return found

    def named(self):
        """What is being built has its names a moment later."""
        try:
            wait_for("names", lambda: not self.nameless())
        except AssertionError:
            self.assertEqual(self.nameless(), [])

    def test_window(self):
        self.at("fakir", 2)
        self.named()
        self.editor.key("ctrl+a")
        self.says("Selected: Box")
        self.named()
        self.editor.key("shift+p")
        self.editor.find(base.BUTTON, contains="Apply to 2 Frames")
        self.named()
        self.editor.key("Escape")
        self.editor.gone(base.BUTTON, contains="Apply to 2 Frames")

    def test_dialogs(self):
        editor = self.editor
        for key, title in (("ctrl+n", "New Project"), ("ctrl+comma", "Preferences"), ("ctrl+k", "Commands"),
                           ("ctrl+h", "History"), ("ctrl+e", "Export"), ("F2", None), ("shift+b", "Compare")):
            self.at("fakir", 2)
            editor.key(key)
            wait_for(f"the window of {key}", lambda: len(editor.windows()) > 1)
            with self.subTest(title or key):
                if title:
                    wait_for(title, lambda: any(title in window.name for window in editor.windows()))
                self.named()
            editor.focus(editor.windows()[-1])
            editor.key("Escape")
            wait_for(f"the end of {key}", lambda: len(editor.windows()) == 1)

    def test_popovers(self):
        editor = self.editor
        for command, what, role, name in (
                ("name and loop", "Name and loop mode", base.ENTRY, "Animation name"),
                ("crop", "Crop", re.compile("spin"), "Left edge"),
                ("scale", "Scale", re.compile("spin"), "Factor"),
                ("cover", "Cover the picture", re.compile("slider|spin"), None)):
            self.at("fakir", 2)
            self.command(self.editor, command, what)
            editor.find(role, name)
            with self.subTest(command):
                self.named()
            editor.key("Escape")
        self.at("fakir", 2)
        editor.find(base.BUTTON, "Edit animation").click()
        editor.find("combo box", "Loop mode")
        self.named()
        editor.key("Escape")

    def test_merge(self):
        editor = self.editor
        self.at("fakir", 2)
        editor.key("ctrl+k")
        editor.fill_dialog("Commands", "merge class")
        editor.find("list item", re.compile("^Merge the class"))
        editor.key("Return")
        editor.find("combo box", "Merge into")
        self.named()
        editor.focus(editor.windows()[-1])
        editor.key("Escape")


if __name__ == "__main__":
    unittest.main()
