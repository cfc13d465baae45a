# SPDX-License-Identifier: MIT
"""Stamps with names, and layers that follow rules, in the real window."""
import json
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from editor_session import insist, run, wait_for  # noqa: E402
from shared_session import SharedSession  # noqa: E402


def setUpModule():
    base.setUpModule(base.SCREEN)


def tearDownModule():
    base.tearDownModule()


class Rules(SharedSession):
    @classmethod
    def prepare(cls, project):
        os.makedirs(os.path.join(project.folder, "levels"))
        for name, sprite in (("cave", "boxer"), ("tower", "fakir")):
            # The wall keeps the view at the origin, however many cells there are.
            level = {"kickbox": "level", "format": 1, "tilesets": [{"number": 1, "sprite": sprite}],
                     "walls": [{"class": "legs", "a": [0, -8], "b": [8, -8]}]}
            with open(os.path.join(project.folder, "levels", f"{name}.json"), "w", encoding="utf-8") as file:
                json.dump(level, file)

    def cells(self, name):
        """How many cells of the level's last layer have a tile."""
        self.level(name)
        levels = json.loads(base.kickbox("info", self.project.folder, "--json"))["levels"]
        return next(item for item in levels if item["name"] == name)["layers"][-1]["cells"]

    def new_layer(self, level):
        editor = self.editor
        insist(level, lambda: editor.find("list item", level).click(), lambda: f"{level}, level" in editor.canvas.widget.description)
        self.one_step(lambda: self.command(editor, "add a tile layer", "Add a tile layer"))
        wait_for("the tools", lambda: editor.all(base.BUTTON, "Stamp"))
        editor.key("ctrl+0", "ctrl+1")
        wait_for("100 %", lambda: editor.status("Zoom") == "100 %")
        editor.canvas.origin = None

    def level(self, name):
        """As it is saved."""
        self.editor.focus(self.editor.windows()[0])
        self.save(self.editor)
        with open(os.path.join(self.project.folder, "levels", f"{name}.json"), encoding="utf-8") as file:
            return json.load(file)

    def hold(self, keys=()):
        """The first tile of the sheet, and others by keys."""
        sheet = self.editor.find(name="Tiles of the tileset")
        insist("a tile", sheet.click, lambda: "of boxer" in sheet.description)
        if keys:
            before = sheet.description
            self.editor.key(*keys)
            wait_for("other tiles", lambda: sheet.description != before)

    def test_isometric_marks(self):
        """The labels of isometric tiles are on their cells: the left corner of the diamond is the lower left one."""
        editor = self.editor
        self.new_layer("tower")
        self.one_step(editor.find("check box", "Isometric").click, "Isometric layer")
        sheet = self.steady(editor.find(name="Tiles of the tileset"))
        self.add_terrain("turf")
        mark = editor.find(base.BUTTON, "Mark")
        insist("marking", mark.click, lambda: base.is_on(mark))
        x, y, _, _ = self.steady(sheet).box
        _, ai = self.level("tower")["layers"][-1]["axis_i"]
        # At half their size; the lowest corner is at the bottom of the tile, the left one an edge along i above it.
        left = 80 - ai
        self.one_step(lambda: run("xdotool", "mousemove", x + 4, y + left // 2, "click", 1), "Mark terrain")
        (labels,) = [frame["terrain"] for sprite in ("boxer", "fakir") for frame in self.saved(sprite) if "terrain" in frame]
        self.assertEqual([label > 0 for label in labels], [False] * 5 + [True] + [False] * 2)
        insist("no marking", mark.click, lambda: not base.is_on(mark))

    def test_hasty_marks(self):
        """A fast drag over the sheet marks all tiles on its way."""
        editor = self.editor
        self.new_layer("cave")
        sheet = self.steady(editor.find(name="Tiles of the tileset"))
        self.add_terrain("gravel")
        mark = editor.find(base.BUTTON, "Mark")
        insist("marking", mark.click, lambda: base.is_on(mark))
        x, y, width, _ = self.steady(sheet).box
        self.one_step(lambda: run("xdotool", "mousemove", x + 20, y + 20, "mousedown", 1, "mousemove", x + width - 4, y + 20, "mouseup", 1),
                      "Mark terrain")
        marked = [index for index, frame in enumerate(self.saved("boxer")) if "terrain" in frame]
        self.assertEqual(marked, list(range(len(marked))))
        self.assertGreater(len(marked), 2)
        editor.key("ctrl+z")
        insist("no marking", mark.click, lambda: not base.is_on(mark))

    def test_stay(self):
        """Undo of what was marked on the sheet stays on the level, which keeps its view while a sprite is looked at."""
        editor = self.editor
        self.new_layer("cave")
        self.add_terrain("moss")
        mark = editor.find(base.BUTTON, "Mark")
        insist("marking", mark.click, lambda: base.is_on(mark))
        self.one_step(editor.find(name="Tiles of the tileset").click, "Mark terrain")
        editor.key("ctrl+z")
        wait_for("the undo", lambda: editor.status("Message") == "Mark terrain")
        self.assertIn("cave, level", editor.canvas.widget.description)
        insist("no marking", mark.click, lambda: not base.is_on(mark))
        run("xdotool", "mousemove", *editor.canvas.widget.middle)
        editor.canvas.calibrate()
        before = editor.canvas.origin
        insist("the fakir", lambda: editor.find("list item", "fakir").click(), lambda: "fakir, frame" in editor.canvas.widget.description)
        insist("the cave", lambda: editor.find("list item", "cave").click(), lambda: "cave, level" in editor.canvas.widget.description)
        run("xdotool", "mousemove", *editor.canvas.widget.middle)
        editor.canvas.calibrate()
        self.assertEqual(editor.canvas.origin, before)

    def test_stamps(self):
        """The tiles in hand get a name, are taken again, also on a level without their tileset, and renamed."""
        editor = self.editor
        self.new_layer("cave")
        self.hold(["shift+Right"])
        editor.find(base.BUTTON, "Save as a stamp").click()
        editor.fill_dialog("Save Stamp", "pair")
        self.one_step(lambda: editor.key("Return"), "Save stamp")
        editor.focus(editor.windows()[0])
        self.hold()
        editor.screenshot("tiles-stamps")
        self.new_layer("tower")
        row = editor.find("list item", "pair")
        self.one_step(row.click, "Add tileset")  # the tower has none of the sprite
        before = self.cells("tower")
        self.one_step(lambda: editor.canvas.click(*(2.5 * side for side in self.level("tower")["layers"][-1]["cell"])), "Stamp tiles")
        self.assertEqual(self.cells("tower"), before + 2)
        row.click()
        editor.key("F2")
        editor.fill_dialog("Rename Stamp", "couple")
        self.one_step(lambda: editor.key("Return"))
        editor.focus(editor.windows()[0])
        self.save(editor)
        with open(self.project.file, encoding="utf-8") as file:
            (stamp,) = json.load(file)["stamps"]
        self.assertEqual((stamp["name"], stamp["size"], stamp["tilesets"]), ("couple", [2, 1], [{"number": 1, "sprite": "boxer"}]))

    def test_rules(self):
        """A layer is derived from another one: a rule is added, its pattern clicked, and it follows what is painted."""
        editor = self.editor
        self.new_layer("cave")
        width, height = self.level("cave")["layers"][-1]["cell"]
        self.hold()
        plan = self.level("cave")["layers"][-1]["name"]
        self.one_step(lambda: editor.canvas.drag((width * 1.5, height * 1.5), (width * 2.5, height * 1.5)), "Stamp tiles")
        self.one_step(lambda: self.command(editor, "add a tile layer", "Add a tile layer"))
        self.one_step(lambda: editor.canvas.click(width * 1.5, height * 3.5), "Stamp tiles")
        # What was painted stays until there is a rule
        self.one_step(lambda: editor.choose(editor.find("combo box", "Derived from"), plan))
        self.assertEqual(self.cells("cave"), 1)
        self.one_step(editor.find(base.BUTTON, "Add Rule").activate)
        editor.find("alert", contains="what was painted is gone")
        self.assertEqual(self.cells("cave"), 2)
        # Only where nothing is to the right
        right = editor.find(base.BUTTON, contains="rule 1, column 3, row 2")
        right.bring_into_sight()
        x, y, width, height = self.steady(right).box
        # GTK 4.18 places it too far left.
        insist("its menu", lambda: run("xdotool", "mousemove", x + width - 4, y + height // 2, "click", 3), lambda: editor.all(base.BUTTON, "Empty"))
        self.one_step(editor.find(base.BUTTON, "Empty").activate, "Change rule")
        editor.find(base.BUTTON, "rule 1, column 3, row 2: empty")
        editor.screenshot("tiles-rules")
        self.assertEqual(self.cells("cave"), 1)
        # The tile in hand, not it, anything
        for words in ("tile", "not tile", "anything"):
            self.one_step(editor.find(base.BUTTON, contains="rule 1, column 2, row 2").activate, "Change rule")
            editor.find(base.BUTTON, contains=f"rule 1, column 2, row 2: {words}")
        rule = self.level("cave")["layers"][-1]["rules"][0]
        self.assertEqual(rule["pattern"], [0, 0, 0, 0, 0, -1, 0, 0, 0])
        self.assertEqual(len(rule["tiles"]), 1)
        # Nothing is painted by hand there
        before = len(self.steps())
        run("xdotool", "mousemove", *editor.canvas.widget.middle)
        editor.canvas.origin = None
        editor.canvas.click(width * 1.5, height * 1.5)
        wait_for("the refusal", lambda: f"paint on '{plan}'" in editor.status("Message"))
        self.assertEqual(len(self.steps()), before)


if __name__ == "__main__":
    unittest.main()
