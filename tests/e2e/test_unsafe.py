# SPDX-License-Identifier: MIT
"""A journal that cannot be written is told at once, and nothing is lost as soon as it can be again: a limit on
the size of files stands for a full disk, a folder in its place for one that cannot be opened."""
import fcntl
import json
import os
import resource
import shutil
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402

FULL = "File too large"


def setUpModule():
    base.setUpModule()


def tearDownModule():
    base.tearDownModule()


class Unsafe(base.EditorTest):
    def change(self, editor, moves=1):
        """Moves everything on the frame to the right, a step each time."""
        editor.key("Escape", "ctrl+a")
        editor.wait_for("a selection", lambda: "Selected" in editor.canvas.widget.description)
        for _ in range(moves):
            before = editor.canvas.widget.description
            editor.key("Right")
            editor.wait_for("the move", lambda: editor.canvas.widget.description != before)

    def told(self, editor):
        """What the banner says, or None."""
        labels = [label for label in editor.all("label", contains="A crash would lose") if label.shown]
        self.assertLessEqual(len(labels), 1)
        return labels[0].name if labels else None

    def gone(self, editor):
        editor.wait_for("the banner to go", lambda: self.told(editor) is None)

    def to_canvas(self, editor):
        def there():
            editor.key("Escape")
            return editor.canvas.widget.has("focused")
        editor.wait_for("the keyboard on the canvas", there)

    def open_unsafe(self):
        """With a banner from the start."""
        os.mkdir(self.project.journal)
        editor = self.open(self.project.folder)
        editor.wait_for("the banner", lambda: "lose your changes: a folder is in the way" in (self.told(editor) or ""))
        base.insist("fakir", lambda: editor.find("list item", "fakir").click(), lambda: "fakir, frame 1 " in editor.canvas.widget.description)
        self.to_canvas(editor)
        return editor

    def limit(self, editor, size):
        resource.prlimit(editor.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def first(self):
        return [shape["geometry"]["box"] for shape in self.frame(1)["shapes"]]

    def assert_moved(self, before, by):
        self.assertEqual(self.first(), [[x + by, y, w, h] for x, y, w, h in before])

    def killed_and_recovered(self, editor):
        editor.kill()
        editor = self.open(self.project.folder)
        editor.dialog("Recover Unsaved Changes?")
        editor.find(base.BUTTON, "Recover").click()
        editor.wait_for("the recovered project", lambda: editor.windows()[0].name.startswith("•"))
        self.assertEqual(len(editor.windows()), 1, "everything came back")
        editor.focus(editor.windows()[0])
        self.save(editor)

    def test_full_disk(self):
        before = self.first()
        editor = self.open_sample()
        self.change(editor)
        editor.wait_for("the step", lambda: len(self.project.journal_steps()) == 1)
        whole = os.path.getsize(self.project.journal)
        self.limit(editor, whole + 20)
        places = [editor.canvas.widget.box, editor.find("list", "Frames").box]
        self.change(editor, 2)
        editor.wait_for("the banner", lambda: "2 changes: " + FULL in (self.told(editor) or ""))
        self.assertEqual([editor.canvas.widget.box, editor.find("list", "Frames").box], places, "nothing moved")
        self.assertEqual(os.path.getsize(self.project.journal), whole)
        editor.screenshot("unsafe")
        self.assertEqual(len(editor.windows()), 1, "no dialog")
        self.assertEqual(len(editor.all(base.BUTTON, "Save As…")), 1, "one message")
        editor.find(base.BUTTON, "Try Again").click()
        self.assertIn("2 changes", self.told(editor))
        self.assertEqual(os.path.getsize(self.project.journal), whole)

        self.limit(editor, resource.RLIM_INFINITY)
        self.change(editor)
        self.gone(editor)
        self.assertEqual(len(self.project.journal_steps()), 4)
        self.killed_and_recovered(editor)
        self.assert_moved(before, 4)

    def test_tries_by_itself(self):
        before = self.first()
        editor = self.open_sample()
        self.limit(editor, os.path.getsize(self.project.journal))
        self.change(editor)
        editor.wait_for("the banner", lambda: "1 change: " + FULL in (self.told(editor) or ""))
        self.limit(editor, resource.RLIM_INFINITY)
        self.gone(editor)
        self.killed_and_recovered(editor)
        self.assert_moved(before, 1)

    def test_cannot_be_opened(self):
        """Neither at first nor by a save; but then."""
        before = self.first()
        editor = self.open_unsafe()
        self.change(editor)
        editor.wait_for("the count", lambda: "1 change: " in (self.told(editor) or ""))
        editor.key("ctrl+s")
        editor.wait_for("the save", lambda: not editor.windows()[0].name.startswith("•"))
        self.assert_moved(before, 1)
        editor.wait_for("the banner, with nothing to lose", lambda: "lose your changes" in (self.told(editor) or ""))
        os.rmdir(self.project.journal)
        self.change(editor)
        self.gone(editor)
        self.killed_and_recovered(editor)
        self.assert_moved(before, 2)

    def test_save_as(self):
        """The copy has a journal, where the project had none."""
        copy = base.desktop.path(self.name + "-copy")
        os.mkdir(copy)
        editor = self.open_unsafe()
        self.change(editor)
        editor.wait_for("the banner", lambda: "1 change: " in (self.told(editor) or ""))
        editor.find(base.BUTTON, "Save As…").click()
        editor.choose_file(copy)
        editor.wait_for("the copy", lambda: os.path.exists(os.path.join(copy, os.path.basename(copy) + ".kickbox")))
        self.gone(editor)
        editor.focus(editor.windows()[0])
        self.to_canvas(editor)
        self.change(editor)
        with open(os.path.join(copy, os.path.basename(copy) + ".kickbox-journal"), encoding="utf-8") as lines:
            self.assertEqual(len([line for line in lines if "step" in json.loads(line)]), 1)

    def test_save_fails(self):
        """In the middle, when a file cannot be renamed: the message names it, and all is as before, until it can be."""
        before = self.first()
        editor = self.open_sample()
        in_the_way = os.path.join(self.project.folder, "sprites", "fakir.json.old~", "x")
        os.makedirs(in_the_way)
        self.change(editor)
        steps = self.project.journal_steps()
        editor.key("ctrl+s")
        dialog = editor.dialog("The Project Was Not Saved")
        editor.find("label", contains="fakir.json.old~: cannot be written: a folder is in the way", under=dialog)
        editor.key("Escape")
        editor.wait_for("the message to go", lambda: len(editor.windows()) == 1)
        self.assertEqual(self.first(), before)
        self.assertEqual(self.project.journal_steps(), steps)
        self.assertTrue(editor.windows()[0].name.startswith("•"))
        shutil.rmtree(os.path.dirname(in_the_way))
        editor.focus(editor.windows()[0])
        self.save(editor)
        self.assert_moved(before, 1)

    def test_open_elsewhere(self):
        """Another program has it: it is said at once, and the journal is left alone."""
        text = '{"kickbox_journal": 1}\n'
        with open(self.project.journal, "w", encoding="utf-8") as journal:
            journal.write(text)
            journal.flush()
            fcntl.flock(journal, fcntl.LOCK_EX)
            editor = self.open(self.project.folder)
            dialog = editor.dialog("“dojo” Is Open Elsewhere")
            editor.find(base.BUTTON, "Close", under=dialog).click()
            editor.wait_for("the dialog to go", lambda: len(editor.windows()) == 1)
            self.assertEqual(editor.windows()[0].name, "Kickbox")
        with open(self.project.journal, encoding="utf-8") as journal:
            self.assertEqual(journal.read(), text)


if __name__ == "__main__":
    unittest.main()
