# SPDX-License-Identifier: MIT
"""Keys of one's own: changed in the preferences, refused where they are taken, used at once, kept, reset."""
import os
import re
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from editor_session import wait_for  # noqa: E402


def setUpModule():
    base.setUpModule(base.SCREEN)


def tearDownModule():
    base.tearDownModule()


class OwnKeys(base.EditorTest):
    def kept(self):
        path = base.desktop.path("config", "glib-2.0", "settings", "keyfile")
        if not os.path.exists(path):
            return ""
        with open(path, encoding="utf-8") as text:
            return "".join(re.findall("^keys=(.*)$", text.read(), re.M))

    def find_row(self):
        """The preferences, and by their search the row of "Next frame", with the keyboard on it."""
        editor = self.editor
        editor.key("ctrl+comma")
        dialog = editor.dialog("Preferences")
        editor.type("next frame")
        found = editor.find(re.compile("^(list item|table row|button)$"), re.compile("^Next frame"), under=dialog)
        wait_for("the row that was found", lambda: found.shown)
        found.click()

        def focused():
            rows = editor.all(name=re.compile("^Next frame, "), under=dialog)
            return any(row.shown and row.has("focused") for row in rows)
        wait_for("the keyboard on the row", focused)
        # While the search fades, its window takes no Return.
        wait_for("the search to be gone", lambda: not found.shown)
        return dialog

    def wait_for_row(self, says):
        def look():
            rows = self.editor.all(name=re.compile("^Next frame, "))
            return any(re.match("Next frame, " + says, row.name) for row in rows)
        wait_for(f"the row to say {says!r}", look)

    def close(self):
        self.editor.key("Escape")
        wait_for("the window alone", lambda: len(self.editor.windows()) == 1)
        self.editor.focus(self.editor.windows()[0])

    def frame(self, number):
        canvas = self.editor.canvas.widget
        wait_for(f"frame {number}", lambda: f"frame {number} " in canvas.description)

    def test_change_use_reset(self):
        self.editor = editor = self.open_sample(frame=1)
        self.find_row()
        editor.screenshot("preferences-keys")
        editor.key("Return")
        self.wait_for_row("Press a key")
        # Those of another action, of a tool and of the canvas: none is taken, nor does what it is for.
        for key, owner in (("ctrl+s", "Save"), ("b", "Box"), ("Return", "Canvas")):
            editor.key(key)
            self.wait_for_row(f".* is the key of “{owner}”")
        editor.screenshot("key-refused")
        editor.key("Escape")
        self.wait_for_row("[.P]")
        self.assertEqual(self.kept(), "")
        editor.key("Return")
        self.wait_for_row("Press a key")
        editor.key("j")
        self.wait_for_row("J$")
        wait_for("the setting", lambda: self.kept() == "{'next-frame': 'j'}")
        self.close()

        # The new key, and no longer the old one.
        editor.key("period", "j")
        self.frame(2)
        editor.key("period", "period", "j")
        self.frame(3)
        editor.key("ctrl+k")
        editor.fill_dialog("Commands", "next frame")
        editor.find(name=re.compile("^Next frame, Frames, J$"))
        self.close()

        dialog = self.find_row()
        reset = editor.find(base.BUTTON, "Reset the key of “Next frame”", under=dialog)
        wait_for("the button in sight", lambda: 0 < reset.middle[1] < dialog.box[1] + dialog.box[3])
        reset.click()
        self.wait_for_row("[.P]")
        wait_for("no setting", lambda: self.kept() in ("", "{}", "@a{ss} {}"))
        self.close()
        editor.key("j", "period")
        self.frame(4)


    def test_hints_name_the_key_of_today(self):
        self.settings("keys={'raise': '', 'lower': '<Control>j', 'import': '<Control>m'}")
        self.editor = editor = self.open_sample(frame=1)
        editor.key("t")
        wait_for("the tool's hint", lambda: editor.status("Message")
                 == "Click the picture for its outline; Ctrl+J and “Bring forward, or increase” change the tolerance")
        self.editor.key("ctrl+k")
        editor.fill_dialog("Commands", "first steps")
        editor.find(name=re.compile("^First steps"))
        editor.key("Return")
        editor.find("label", re.compile("^Press Ctrl.M, or drop"))


if __name__ == "__main__":
    unittest.main()
