# SPDX-License-Identifier: MIT
"""Levels in the real window, one run of the editor for all: made over a picture and empty, drawn, edited by numbers, their
partitions beside each other, a move tried."""
import json
import os
import re
import struct
import subprocess
import sys
import unittest
import zlib

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from cli_case import KICKBOX, png  # noqa: E402
from editor_session import insist, run, wait_for  # noqa: E402
from shared_session import SharedSession  # noqa: E402
from test_masks import ROW, SPIN  # noqa: E402


def setUpModule():
    base.setUpModule()


def tearDownModule():
    base.tearDownModule()


SWITCH = re.compile("switch|check box|toggle button")


def room(x, y, side):
    corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
    return [{"a": a, "b": b, "class": "head"} for a, b in zip(corners, corners[1:] + corners[:1])]


def grey(width, height, value):
    rows = b"".join(b"\0" + bytes(value(x, y) for x in range(width)) for y in range(height))

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Levels(SharedSession):
    @classmethod
    def prepare(cls, project):
        os.makedirs(os.path.join(project.folder, "levels"))
        walls = [wall for y in range(0, 400, 40) for x in range(0, 400, 40) for wall in room(x, y, 24)]
        with open(os.path.join(project.folder, "levels", "cells.json"), "w", encoding="utf-8") as file:
            json.dump({"kickbox": "level", "format": 1, "walls": walls, "areas": [], "entities": []}, file)
        with open(os.path.join(project.folder, "levels", "worlds.json"), "w", encoding="utf-8") as file:
            json.dump({"kickbox": "level", "format": 1, "walls": room(0, 0, 64),
                       "mazes": [{"id": 1, "name": "halls", "class": "head", "cell": [16, 16], "width": 4, "height": 3}]}, file)

        with open(os.path.join(project.folder, "levels", "signs.json"), "w", encoding="utf-8") as file:
            json.dump({"kickbox": "level", "format": 1, "entities": [{"class": "legs", "at": [20, 20], "values": {"lit": "true"}}]}, file)

        with open(os.path.join(project.folder, "levels", "levers.json"), "w", encoding="utf-8") as file:
            json.dump({"kickbox": "level", "format": 1, "entities": [
                {"class": "arms", "at": [20, 20], "values": {"aim": "0,0", "opens": ""}}, {"name": "gate", "class": "torso", "at": [90, 50]}]}, file)
        sprite = project.sprite("fakir")
        sprite["frames"].insert(1, sprite["frames"].pop(4))
        with open(os.path.join(project.folder, "sprites", "fakir.json"), "w", encoding="utf-8") as file:
            json.dump(sprite, file)
        with open(os.path.join(project.folder, "levels", "actors.json"), "w", encoding="utf-8") as file:
            json.dump({"kickbox": "level", "format": 1, "entities": [{"class": "arms", "at": [20, 20], "sprite": "fakir"}],
                       "areas": [{"name": "pond", "class": "arms", "rings": [[[140, 40], [180, 40], [180, 80], [140, 80]]]}]}, file)
        with open(os.path.join(project.folder, "dojo.kickbox"), encoding="utf-8") as file:
            head = json.load(file)
        next(kind for kind in head["classes"] if kind["name"] == "arms")["value_types"] = {
            "aim": "point", "opens": "entity", "mood": ["calm", "angry"]}
        torso = next(kind for kind in head["classes"] if kind["name"] == "torso")
        torso["value_types"], torso["values"] = {"mood": ["calm", "angry", "sad"]}, {"mood": "angry"}
        with open(os.path.join(project.folder, "dojo.kickbox"), "w", encoding="utf-8") as file:
            json.dump(head, file)

    def level(self, name):
        self.editor.focus(self.editor.windows()[0])
        self.save(self.editor)
        return self.project.load("levels", name + ".json")

    def on(self, name):
        """That level at 300 %, at which a pixel is easily met, with nothing selected, and the tool that selects."""
        editor = self.editor
        insist(name, lambda: editor.find("list item", name).click(), lambda: f"{name}, level" in editor.canvas.widget.description)
        editor.focus(editor.windows()[0])
        editor.key("Escape", "Escape", "v", "ctrl+0", "ctrl+1", "ctrl+plus", "ctrl+plus")
        wait_for("300 %", lambda: editor.status("Zoom") == "300 %")
        editor.canvas.origin = None
        return editor

    def cell(self, kind, row):
        """A number of the table of partitions, as text; None while there is none."""
        for label in self.editor.all("label", contains=f"{kind}, {row}: "):
            return label.name.split(": ")[1].strip("–") or None
        return None

    def test_over_a_picture(self):
        """Two keys and a file; a chain of walls; one of another class; renamed; deleted and back."""
        path = base.desktop.path("yard.png")
        with open(path, "wb") as file:
            file.write(png(200, 120, lambda x, y: b"\x40\x60\x40\xff"))
        editor = self.editor
        editor.focus(editor.windows()[0])
        editor.key("ctrl+shift+l")
        editor.choose_file(path)
        self.says("yard, level")
        self.on("yard")
        editor.key("w", "2")
        for n, corner in enumerate(((16, 16), (80, 16), (80, 64), (16, 64)), 1):
            editor.canvas.click(*corner)
            self.says(f"{n} end")
        editor.key("ctrl+z")
        self.says("3 ends")
        editor.key("Return", "Escape")
        wait_for("the walls", lambda: editor.all("label", contains="2 walls"))
        editor.screenshot("level-over-a-picture")
        level = self.level("yard")
        self.assertEqual(level["picture"]["rect"], [0, 0, 200, 120])
        self.assertEqual([(wall["a"], wall["b"], wall["class"]) for wall in level["walls"]],
                         [([16, 16], [80, 16], "torso"), ([80, 16], [80, 64], "torso")])

    def test_values_of_the_class(self):
        """Below an entity are those of its class: a type and a default there reach the entity."""
        editor = self.on("signs")
        insist("the entity", lambda: editor.key("n"), lambda: editor.all("label", "Class legs"))
        self.steady(editor.find(base.BUTTON, "Type of the value")).click()
        self.one_step(self.menu_item("Yes or no").activate, "Change the type of a value")

        def switches():
            return [switch for switch in editor.all(SWITCH, "Value") if switch.shown]

        wait_for("two switches", lambda: len(switches()) == 2)
        editor.screenshot("values-of-a-class")
        for row in (1, 0):  # by their actions: the rows are made anew after each
            self.one_step(switches()[row].activate, "Change values")
        self.assertEqual(self.level("signs")["entities"][0]["values"], {"lit": "false"})
        legs = next(kind for kind in self.project.load("dojo.kickbox")["classes"] if kind["name"] == "legs")
        self.assertEqual((legs["values"], legs["value_types"]), ({"lit": "true"}, {"lit": "boolean"}))

    def test_choice_with_a_default(self):
        """An entity shows its class's choice, and takes another one."""
        editor = self.on("levers")
        insist("the gate", lambda: editor.key("n"), lambda: editor.all("label", "Class torso"))
        for mood in ("sad", "calm"):
            self.one_step(lambda mood=mood: editor.choose(self.steady(editor.all("combo box", "Value")[0]), mood), "Change values")
        self.assertEqual(self.level("levers")["entities"][1]["values"], {"mood": "calm"})

    def test_frame_of_an_entity(self):
        """It counts as the filmstrip does, whatever the frame's permanent number, and stops at the last frame."""
        editor = self.on("actors")
        insist("the entity", lambda: editor.key("n"), lambda: editor.all("label", "Class arms"))
        field = editor.find(SPIN, "Entity frame")
        self.assertEqual(field.text, "1")
        for typed, shown, number in (("2", "2", 5), ("+1", "3", 2), ("99", "26", 26)):
            self.one_step(lambda typed=typed: (editor.fill(field, typed), editor.key("Return")), "Change frame")
            wait_for(f"frame {shown}", lambda shown=shown: field.text == shown)
            self.assertEqual(self.level("actors")["entities"][0]["frame"], number)

    def test_renamed_parts(self):
        """F2 renames the selected area or entity, and without one the level."""
        editor = self.on("actors")
        for at, heading, name in (((150, 50), "Rename Area", "lake"), ((20, 20), "Rename Entity", "hero")):
            editor.key("v")
            insist(heading[7:], lambda at=at: editor.canvas.click(*at), lambda heading=heading: editor.all("label", contains=heading[7:] + " name"))
            editor.key("F2")
            editor.fill_dialog(heading, name)
            self.one_step(lambda: editor.key("Return"), "Change name")
            editor.focus(editor.windows()[0])
        level = self.level("actors")
        self.assertEqual((level["areas"][0]["name"], level["entities"][0]["name"]), ("lake", "hero"))
        editor.key("Escape", "Escape", "F2")
        editor.dialog("Rename Level")
        editor.key("Escape")

    def test_picking(self):
        """A click on the canvas sets a point, and what a value refers to; Escape takes nothing."""
        editor = self.on("levers")
        insist("the entity", lambda: editor.key("n"), lambda: editor.all("label", "Class arms"))
        editor.screenshot("typed-values")
        self.steady(editor.all(base.BUTTON, "Pick")[1]).click()
        wait_for("the request", lambda: editor.all("label", contains="Click the entity for “opens”"))
        editor.key("Escape")
        editor.canvas.click(90, 50)
        wait_for("the gate", lambda: not editor.all("label", "Class arms"))
        editor.key("Escape")
        insist("the entity", lambda: editor.key("n"), lambda: editor.all("label", "Class arms"))
        self.steady(editor.all(base.BUTTON, "Pick")[1]).click()
        wait_for("the request", lambda: editor.all("label", contains="Click the entity for “opens”"))
        self.one_step(lambda: editor.canvas.click(90, 50), "Change values")
        self.steady(editor.all(base.BUTTON, "Pick")[0]).click()
        wait_for("the request", lambda: editor.all("label", contains="Click the point for “aim”"))
        self.one_step(lambda: editor.canvas.click(60, 40), "Change values")
        # Another tool, or another selection, ends it: the next click does what it says.
        for keys in (("v",), ("alt+n",)):
            insist("the entity", lambda: editor.key("Escape", "n"), lambda: editor.all("label", "Class arms"))
            self.steady(editor.all(base.BUTTON, "Pick")[1]).click()
            wait_for("the request", lambda: editor.all("label", contains="Click the entity for “opens”"))
            before = self.steps()
            editor.key(*keys)
            wait_for("the end of it", lambda: not editor.all("label", contains="Click the entity for “opens”"))
            editor.canvas.click(90, 50)
            self.assertEqual(self.steps(), before)
        editor.screenshot("picked")
        entities = self.level("levers")["entities"]
        self.assertEqual((entities[0]["values"], entities[1]["ref"]), ({"aim": "60,40", "opens": "1"}, 1))

    def test_keys_hide_and_lock_walls(self):
        """Where no layer is chosen, the keys are for the row of the walls."""
        editor = self.on("cells")
        for key in ("alt+h", "alt+k"):
            editor.canvas.click(160, 132)
            self.says("Selected: Wall")
            editor.key(key)
            self.says("Nothing is selected")
            editor.canvas.click(160, 132)
            self.says("Nothing is selected")
            editor.key(key)

    def test_worlds(self):
        """A maze is generated, and an edge of it taken down; a ground is clicked; a grey picture becomes a heightmap."""
        editor = self.on("worlds")
        insist("the maze", lambda: editor.find("list item", contains="halls").click(), lambda: editor.all("label", contains="4 × 3 cells"))
        self.palette(editor, "generate new walls", "Generate new walls for the maze")
        editor.key("Return")
        dialog = editor.dialog("Generate Maze")
        self.one_step(editor.find(base.BUTTON, "Generate", under=dialog).click, "Generate maze")
        wait_for("the check", lambda: editor.all("label", contains="the border is closed"))
        editor.focus(editor.windows()[0])
        self.one_step(lambda: editor.canvas.drag((0, 0), (16, 0), modifier="ctrl"), "Take down walls of the maze")
        wait_for("the check", lambda: editor.all("label", contains="and from outside"))
        editor.key("g")
        for corner in ((0, 96), (32, 80), (64, 96)):
            editor.canvas.click(*corner)
        self.one_step(lambda: editor.key("Return"), "Draw ground")
        wait_for("the ground", lambda: editor.all("label", contains="3 points. Steepest"))
        self.palette(editor, "function of x", "Add ground from a function of x")
        editor.key("Return")
        dialog = editor.dialog("Ground from a Function")
        function = editor.find(base.ENTRY, "y as a function of x", under=dialog)
        editor.fill(function, "60+2*(x")
        wait_for("the mistake", lambda: editor.all("label", contains="line 1, column 8"))
        self.assertFalse(editor.find(base.BUTTON, "Add", under=dialog).has("sensitive"))
        for name, value in (("From x", "0"), ("To x", "64"), ("Pixels between points", "32")):
            editor.fill(editor.find(SPIN, name, under=dialog), value)
        editor.fill(function, "60+x^2/64")
        wait_for("the points", lambda: editor.all("label", "3 points", under=dialog))
        editor.screenshot("ground-function")
        self.one_step(editor.find(base.BUTTON, "Add", under=dialog).click, "Draw ground")
        editor.focus(editor.windows()[0])
        path = base.desktop.path("ramp.png")
        with open(path, "wb") as file:
            file.write(grey(16, 16, lambda x, y: x * 17))
        self.palette(editor, "add a heightmap from", "Add a heightmap from a grey picture")
        editor.key("Return")
        editor.choose_file(path)
        wait_for("the heightmap", lambda: editor.all("label", contains="16 × 16 samples"))
        editor.focus(editor.windows()[0])
        editor.canvas.drag((8, 20), (52, 20))
        wait_for("the profile", lambda: editor.all("label", contains="lowest "))
        editor.screenshot("level-worlds")
        level = self.level("worlds")
        self.assertEqual([point["at"] for point in level["grounds"][0]["points"]], [[0, 96], [32, 80], [64, 96]])
        self.assertEqual([point["at"] for point in level["grounds"][1]["points"]], [[0, 60], [32, 76], [64, 124]])
        self.assertEqual(level["heightmaps"][0]["picture"]["rect"], [0, 0, 16, 16])
        self.assertTrue(os.path.exists(os.path.join(self.project.folder, "mazes", "worlds", "1.png")))

    def test_empty(self):
        """From the menu's words in the palette: named, with no size asked for; undone."""
        editor = self.editor
        editor.focus(editor.windows()[0])
        self.palette(editor, "new empty level", "New empty level")
        editor.key("Return")
        dialog = editor.dialog("New Empty Level")
        self.assertFalse(editor.all(SPIN, under=dialog))
        editor.fill(editor.find(base.ENTRY, "Name", under=dialog), "attic", click=False)
        editor.find(base.BUTTON, "Create", under=dialog).click()
        self.says("attic, level")
        editor.key("ctrl+z")
        wait_for("it to go", lambda: not editor.all("list item", "attic"))

    def test_refused_in_dialogs(self):
        """Names and numbers that cannot be taken are marked, and the dialog stays, with its button insensitive."""
        editor = self.editor
        editor.focus(editor.windows()[0])
        self.palette(editor, "new empty level", "New empty level")
        editor.key("Return")
        dialog = editor.fill_dialog("New Empty Level", "a/b")
        reason = "'a/b' has a '/', which file names cannot have"
        wait_for("the reason", lambda: editor.all("label", reason, under=dialog))
        editor.key("Return")
        self.assertFalse(editor.find(base.BUTTON, "Create", under=dialog).has("sensitive"))
        editor.key("Escape")
        editor.gone(name="New Empty Level")

        self.on("signs")
        self.palette(editor, "new maze", "maze")
        editor.key("Return")
        dialog = editor.dialog("New Maze")
        columns, add = editor.find(SPIN, "Columns", under=dialog), editor.find(base.BUTTON, "Add", under=dialog)
        wait_for("the keyboard", lambda: any(part.has("focused") for part in editor.all(under=columns)))
        for text in ("abc", "0", "-5", "999999"):
            editor.fill(columns, text, click=False)
            wait_for(f"{text} to be refused", lambda: columns.description.startswith("A whole number from 1 to"))
            editor.key("Return")
            self.assertFalse(add.has("sensitive"))
            self.assertEqual(columns.text, text)
        editor.fill(columns, "1", click=False)
        wait_for("the button", lambda: add.has("sensitive"))
        editor.fill(editor.find(SPIN, "Rows", under=dialog), "1")
        editor.find("label", "1 cell", under=dialog)
        editor.screenshot("maze-of-a-cell")
        editor.key("Escape", "Escape")
        editor.gone(name="New Maze")

    def test_nothing_but_hidden(self):
        """What is hidden is said to be, and not that there is nothing."""
        editor = self.on("signs")
        editor.key("alt+h", "n")
        reason = "Everything here is hidden or locked"
        wait_for("the reason", lambda: editor.status("Message") == reason)
        editor.key("alt+h")
        wait_for("no reason any more", lambda: editor.status("Message") != reason)
        editor.key("n")
        self.says("Selected: ")

    def test_numbers(self):
        """A wall's numbers are typed, and its sides turned round; each is one step."""
        editor = self.on("cells")
        editor.key("n")
        field = editor.find(SPIN, "Wall start x")
        before = len(self.level("cells")["walls"])
        self.one_step(lambda: (editor.fill(field, "-8"), editor.key("Return")), "Change start")
        switch = editor.find(re.compile("switch|check box|toggle button"), "Wall one-way")
        self.one_step(switch.activate, "Change one-way")
        walls = self.level("cells")["walls"]
        self.assertEqual(len(walls), before)
        self.assertEqual([wall["a"][0] for wall in walls if wall.get("one_way")], [-8])
        self.assertEqual(sum([-8, 0] in (wall["a"], wall["b"]) for wall in walls), 2, "the wall that ends there comes along")

    def test_join(self):
        """Ends that are selected by themselves meet in their middle; meanwhile nothing moves under the pointer."""
        editor = self.on("cells")
        before = self.level("cells")["walls"]
        editor.key("v")
        editor.canvas.drag((176, 150), (208, 170), modifier="ctrl")
        zoom = editor.status("Zoom")
        self.one_step(lambda: editor.key("alt+j"))
        self.assertEqual(editor.status("Zoom"), zoom)
        walls = self.level("cells")["walls"]
        self.assertNotEqual(walls, before)
        editor.key("ctrl+z")
        self.assertEqual(self.level("cells")["walls"], before)

    def test_paste(self):
        """What is copied on a level comes back on it, as one step."""
        editor = self.on("cells")
        before = len(self.level("cells")["walls"])
        editor.key("n", "ctrl+c")
        wait_for("the copy", lambda: "aste on any level" in editor.status("Message"))
        self.one_step(lambda: editor.key("ctrl+v"))
        wait_for("the wall", lambda: editor.all("label", contains=f"{before + 1} walls"))
        editor.key("ctrl+z")
        wait_for("it to go", lambda: editor.all("label", contains=f"{before} walls"))

    def test_partitions(self):
        """All four are measured by themselves, and again after an edit; what is chosen is saved."""
        editor = self.on("cells")
        for kind in ("Grid", "Quad", "BSP"):
            wait_for(kind, lambda: self.cell(kind, "Walls"))
        self.assertIsNone(self.cell("Grid", "Depth"))
        self.assertGreater(float(self.cell("None", "Walls")), float(self.cell("BSP", "Walls")))
        self.one_step(editor.find(re.compile("button"), "Partition BSP").click, "Choose partition")
        self.assertEqual(self.level("cells")["partition"], "bsp")
        wait_for("the tree", lambda: editor.all("image", "Tree of the partition"))
        self.one_step(editor.find(re.compile("button"), "Partition Grid").click, "Choose partition")
        wait_for("no tree of a grid", lambda: not editor.all("image", "Tree of the partition"))
        self.one_step(editor.find(re.compile("button"), "Partition BSP").click, "Choose partition")
        memory = self.cell("None", "Memory")
        editor.focus(editor.windows()[0])
        editor.key("ctrl+a", "Delete")
        wait_for("other numbers", lambda: self.cell("None", "Memory") != memory)
        editor.key("ctrl+z")
        wait_for("the numbers", lambda: self.cell("None", "Memory") == memory)
        editor.key("alt+1", "alt+2", "alt+3")
        editor.screenshot("level-partition")
        editor.key("alt+1", "alt+2", "alt+3")

    def test_move(self):
        """A move is dragged, told, and taken away by a click; the last line names what is under the pointer."""
        editor = self.on("cells")
        editor.key("m")
        editor.canvas.drag((150, 150), (180, 220))
        self.says("Move from 150")
        editor.screenshot("level-move")
        editor.canvas.click(152, 152)
        wait_for("the move to go", lambda: "Move from" not in editor.canvas.widget.description)
        editor.canvas.point(164, 160)
        wait_for("the wall", lambda: editor.status("Class under the pointer").startswith("head · wall"))

    def test_probe(self):
        """With Q held a drag asks the runtime about unsaved walls too; the question on the card is one of kickbox query."""
        editor = self.on("cells")
        editor.canvas.drag((150, 132), (230, 132), modifier="q")
        wait_for("the answer", lambda: editor.all("label", contains="class head · fraction 0.1"))
        question = json.loads(editor.all("label", contains='{"q": "trace"')[0].name)
        self.assertEqual((question["level"], len(question["from"])), ("cells", 2))
        self.save(editor)
        bank = base.desktop.path("probe.kbx")
        subprocess.run([KICKBOX, "export", self.project.folder, "-o", bank], check=True, capture_output=True)
        asked = subprocess.run([KICKBOX, "query", bank], input=json.dumps(question), text=True, check=True, capture_output=True)
        answer = json.loads(asked.stdout)
        self.assertTrue(editor.all("label", contains=f"Hits wall {answer['wall']} · class head"))
        # The wall goes, and the same question is asked again at once.
        editor.canvas.click(160, 132)
        editor.key("Delete")
        wait_for("the answer after the edit", lambda: editor.all("label", contains="fraction 0.4"))
        editor.screenshot("probe")
        editor.key("Escape")
        wait_for("the card to go", lambda: not editor.all("label", contains="Hits wall"))
        editor.key("ctrl+z")
        self.probe_by_keys(editor)

    def probe_by_keys(self, editor):
        """Enter begins and ends the move, arrows are on the way."""
        editor.canvas.point(150, 132)
        wait_for("the place", lambda: editor.status("Pixel").startswith("x 150"))
        run("xdotool", "keydown", "q")
        editor.key("Return", *["shift+Right"] * 10, "Return", *["shift+Down"] * 3)
        run("xdotool", "keyup", "q")
        wait_for("the answer", lambda: editor.all("label", contains="class head · fraction 0.1"))
        question = json.loads(editor.all("label", contains='{"q": "trace"')[0].name)
        self.assertLess(abs(question["to"][1] - question["from"][1]), 1, "what comes after the end is not asked")
        editor.key("Escape")


if __name__ == "__main__":
    unittest.main()
