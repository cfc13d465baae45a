# SPDX-License-Identifier: MIT
"""Levels of other programs into the real window: a WAD's maps that are chosen, all of them, a drawing that is dropped, and what is
refused."""
import json
import os
import struct
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from editor_session import wait_for  # noqa: E402
from file_drag import file_held  # noqa: E402

CORPUS = os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "fuzz", "corpus", "levels")


def setUpModule():
    base.setUpModule()


def tearDownModule():
    base.tearDownModule()


def several(names):
    """The WAD of one map with that map under several names."""
    with open(os.path.join(CORPUS, "room.wad"), "rb") as file:
        data = file.read()
    _, count, at = struct.unpack_from("<4sII", data)
    entries = [data[at + 16 * i:at + 16 * i + 16] for i in range(count)]
    directory = b"".join(entries[0][:8] + name.encode().ljust(8, b"\0") + b"".join(entries[1:]) for name in names)
    return b"PWAD" + struct.pack("<II", count * len(names), at) + data[12:at] + directory


class Import(base.EditorTest):
    def art(self, name, data):
        path = base.desktop.path(name)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def test_maps(self):
        """One of three by its mark, then all; each time one step."""
        editor = self.open_sample()
        path = self.art("three.wad", several(["E1M1", "E1M2", "E1M3"]))
        editor.key("ctrl+i")
        editor.choose_file(path)
        dialog = editor.dialog("Import from “three.wad”", lambda dialog: editor.all("check box", under=dialog))
        self.assertEqual([box.name for box in editor.all("check box", under=dialog)], ["E1M1", "E1M2", "E1M3"])
        self.assertFalse(editor.find(base.BUTTON, "Import", under=dialog).has("sensitive"))
        editor.find("check box", "E1M2", under=dialog).click()
        editor.screenshot("import-levels")
        wait_for("the button", lambda: editor.find(base.BUTTON, "Import", under=dialog).has("sensitive"))
        editor.find(base.BUTTON, "Import", under=dialog).click()
        wait_for("the dialog to close", lambda: len(editor.windows()) == 1)
        editor.find("list item", "E1M2")
        self.save(editor)
        self.assertEqual(os.listdir(os.path.join(self.project.folder, "levels")), ["E1M2.json"])
        editor.key("ctrl+i")
        editor.choose_file(path)
        dialog = editor.dialog("Import from “three.wad”", lambda dialog: editor.all("check box", under=dialog))
        editor.find(base.BUTTON, "Import All", under=dialog).click()
        wait_for("the dialog to close", lambda: len(editor.windows()) == 1)
        editor.find("list item", "E1M1")
        self.save(editor)
        self.assertEqual(sorted(os.listdir(os.path.join(self.project.folder, "levels"))), ["E1M1.json", "E1M2.json", "E1M3.json"])
        self.assertEqual(len(self.project.load("levels", "E1M3.json")["walls"]), 7)

    def test_dropped(self):
        """A drawing, at once; a WAD that is cut short says so, and nothing changes."""
        editor = self.open_sample()
        with file_held(editor, os.path.join(CORPUS, "yard.svg")):
            pass
        editor.find("label", contains="Imported the level “yard”")
        editor.find("list item", "yard")
        editor.focus(editor.windows()[0])
        self.save(editor)
        self.assertEqual(len(self.project.load("levels", "yard.json")["walls"]), 18)
        with file_held(editor, self.art("cut.wad", b"PWAD\1\0\0\0")):
            pass
        editor.find("label", contains="cut.wad: byte 8: the file ends in its header")
        self.assertEqual(os.listdir(os.path.join(self.project.folder, "levels")), ["yard.json"])

    def draw(self, path):
        """A drawing of that path, in the place of the one before."""
        file = self.art("yard.svg", b'<svg xmlns="http://www.w3.org/2000/svg"><path d="%s"/></svg>' % path.encode())
        return file

    def walls(self, editor):
        self.save(editor)
        return [(wall["a"], wall["b"]) for wall in self.project.load("levels", "yard.json")["walls"]]

    def test_changed_on_disk(self):
        """A drawing that changes marks its level, and comes again; what was changed here is replaced only after a question."""
        base.kickbox("import", self.project.folder, self.draw("M0 0 H64 V64"), "--name", "yard")
        path = os.path.join(self.project.folder, "levels", "yard.json")
        level = self.project.load("levels", "yard.json")
        level["walls"].append({"a": [9, 9], "b": [20, 9], "class": "wall"})
        with open(path, "w", encoding="utf-8") as text:
            json.dump(level, text)
        editor = self.open(self.project.folder)
        base.insist("the level", lambda: editor.find("list item", "yard").click(), lambda: editor.canvas.widget.description.startswith("yard, level"))
        self.draw("M0 0 H64 V96")
        editor.find("label", "The file of “yard” changed on disk")
        editor.find(base.BUTTON, "Changed on disk: import yard again")
        editor.screenshot("level-source-mark")
        editor.key("ctrl+shift+i")
        editor.find("label", contains="Imported the level “yard”")
        editor.gone("label", contains="“yard” changed on disk")
        self.assertEqual(self.walls(editor), [([0, 0], [64, 0]), ([64, 0], [64, 96]), ([9, 9], [20, 9])])
        # Everything a pixel to the right: the file's walls are others now.
        editor.key("ctrl+a", "Right")
        self.draw("M0 0 H64")
        editor.find("label", "The file of “yard” changed on disk")
        editor.key("ctrl+shift+i")
        dialog = editor.dialog("Replace Existing Assets?", lambda dialog: editor.all(base.BUTTON, "Replace", under=dialog))
        editor.find("label", contains="yard: walls", under=dialog)
        editor.screenshot("level-replace")
        editor.find(base.BUTTON, "Cancel", under=dialog).click()
        wait_for("the dialog to close", lambda: len(editor.windows()) == 1)
        self.assertEqual(self.walls(editor), [([1, 0], [65, 0]), ([65, 0], [65, 96]), ([10, 9], [21, 9])])
        editor.key("ctrl+shift+i")
        dialog = editor.dialog("Replace Existing Assets?", lambda dialog: editor.all(base.BUTTON, "Replace", under=dialog))
        editor.find(base.BUTTON, "Replace", under=dialog).click()
        editor.gone("label", contains="“yard” changed on disk")
        self.assertEqual(self.walls(editor), [([0, 0], [64, 0])])


if __name__ == "__main__":
    unittest.main()
