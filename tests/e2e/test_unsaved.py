# SPDX-License-Identifier: MIT
"""Nothing is lost by leaving: the question at closing and quitting with each of its answers, and saving by
itself."""
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from editor_session import run, wait_for  # noqa: E402

QUESTION = "Save Changes to “dojo”?"


def setUpModule():
    base.setUpModule()


def tearDownModule():
    base.tearDownModule()


class Unsaved(base.EditorTest):
    def change(self, editor):
        editor.key("Escape", "ctrl+a")
        editor.wait_for("a selection", lambda: "Selected" in editor.canvas.widget.description)
        editor.key("Right")
        editor.wait_for("the mark of unsaved changes", lambda: editor.windows()[0].name.startswith("•"))

    def question(self, editor):
        return [window for window in editor.windows() if window.name == QUESTION]

    def answer(self, editor, button):
        dialog = editor.dialog(QUESTION)
        editor.find(base.BUTTON, button, under=dialog).click()

    def ended(self, editor):
        editor.wait_for("the end of the program", lambda: editor.process.poll() is not None)
        self.assertEqual(editor.process.returncode, 0, editor.output())

    def first(self):
        return [shape["geometry"]["box"] for shape in self.frame(1)["shapes"]]

    def test_cancel_then_save(self):
        before = self.first()
        editor = self.open_sample()
        self.change(editor)
        editor.key("ctrl+shift+w")
        editor.dialog(QUESTION)
        editor.screenshot("unsaved-question")
        editor.key("Escape")
        editor.wait_for("the question to go", lambda: not self.question(editor))
        editor.focus()
        self.assertTrue(editor.windows()[0].name.startswith("•"))
        self.assertEqual(len(self.project.journal_steps()), 1)
        # Asked once more while it still asks, as a task bar does it: one question, not two.
        editor.key("ctrl+q")
        editor.dialog(QUESTION)
        run("gdbus", "call", "--session", "--dest", "io.github.kickbox.Kickbox", "--object-path",
            "/io/github/kickbox/Kickbox/window/1", "--method", "org.gtk.Actions.Activate", "close", "[]", "{}")
        editor.wait_for("one question", lambda: len(self.question(editor)) == 1)
        self.answer(editor, "Save")
        self.ended(editor)
        self.assertEqual(self.first(), [[x + 1, y, w, h] for x, y, w, h in before])
        self.assertEqual(self.project.journal_steps(), [])

    def test_discard(self):
        before = self.first()
        editor = self.open_sample()
        self.change(editor)
        editor.key("ctrl+q")
        self.answer(editor, "Discard")
        self.ended(editor)
        self.assertEqual(self.first(), before)
        self.assertEqual(self.project.journal_steps(), [])
        editor = self.open(self.project.folder)
        editor.find("list item", "fakir")
        self.assertEqual(len(editor.windows()), 1, "nothing to recover")

    def test_terminated(self):
        """As at the end of a session: nothing is asked, and the journal keeps the change."""
        editor = self.open_sample()
        self.change(editor)
        editor.process.terminate()
        self.ended(editor)
        self.assertEqual(len(self.project.journal_steps()), 1)
        editor = self.open(self.project.folder)
        editor.find(base.BUTTON, "Recover").click()
        editor.wait_for("the recovered project", lambda: editor.windows()[0].name.startswith("•"))

    def test_quit_asks_one_window_after_the_other(self):
        """Two projects in one program. To cancel keeps what is left."""
        other = base.Project(self.name + "-other")
        editor = self.open_sample()
        self.change(editor)
        run(base.EDITOR, other.folder)
        editor.wait_for("another window", lambda: len(editor.windows()) == 2)
        editor.focus(editor.windows()[1])
        wait_for("its picture", lambda: "frame 1 of" in self.second(editor).description)
        editor.key("Escape", "ctrl+a")
        wait_for("a selection", lambda: "Selected" in self.second(editor).description)
        editor.key("Right")
        wait_for("its mark", lambda: editor.windows()[1].name.startswith("•"))
        editor.key("ctrl+q")
        self.answer(editor, "Cancel")
        wait_for("no question", lambda: not self.question(editor))
        self.assertEqual(len(editor.windows()), 2)
        editor.focus(editor.windows()[0])
        editor.key("ctrl+q")
        wait_for("the question", lambda: self.question(editor))
        self.assertEqual(len(self.question(editor)), 1)
        self.answer(editor, "Discard")
        wait_for("one window and its question", lambda: len(editor.windows()) == 2 and self.question(editor))
        self.answer(editor, "Save")
        self.ended(editor)
        for project in (self.project, other):
            self.assertEqual(project.journal_steps(), [])
        self.assertNotEqual(*[project.sprite("boxer")["frames"][0]["shapes"] + project.sprite("fakir")["frames"][0]["shapes"]
                              for project in (self.project, other)])

    @staticmethod
    def second(editor):
        return editor.find(name="Canvas", under=editor.windows()[1])

    def test_saves_by_itself(self):
        """A second after the first change."""
        self.settings("autosave-seconds=1\n")
        before = self.first()
        editor = self.open_sample()
        self.change(editor)
        editor.wait_for("the save", lambda: not editor.windows()[0].name.startswith("•"))
        self.assertEqual(self.first(), [[x + 1, y, w, h] for x, y, w, h in before])
        self.assertEqual(self.project.journal_steps(), [])
        editor.wait_for("the message", lambda: editor.status("Message") == "Saved automatically")
        # Undo goes on across the save, and is a change like any other.
        editor.key("ctrl+z")
        editor.wait_for("the second save", lambda: self.first() == before)

    def test_preference(self):
        editor = self.open_sample()
        editor.key("ctrl+comma")
        dialog = editor.dialog("Preferences")
        editor.choose(editor.find("combo box", base.re.compile("^Autosave"), under=dialog), "After a minute")
        editor.screenshot("preferences-autosave")
        editor.key("Escape")
        path = base.desktop.path("config", "glib-2.0", "settings", "keyfile")

        def kept():
            with open(path, encoding="utf-8") as text:
                return "autosave-seconds=60" in text.read()
        editor.wait_for("the preference", kept)
        os.remove(path)


if __name__ == "__main__":
    unittest.main()
