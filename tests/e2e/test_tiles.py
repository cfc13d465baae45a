# SPDX-License-Identifier: MIT
"""Layers of tiles in the real window, one run of the editor: a layer is added, tiles are chosen, stamped, erased, undone; what
is solid of them is shown; a map of Tiled is imported."""
import json
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from cli_case import png  # noqa: E402
from editor_session import insist, run, wait_for  # noqa: E402
from shared_session import SharedSession  # noqa: E402

MAP = """<map version="1.5" orientation="orthogonal" width="3" height="2" tilewidth="16" tileheight="16">
 <tileset firstgid="1" name="bricks" tilewidth="16" tileheight="16" tilecount="2" columns="2">
  <image source="bricks.png" width="32" height="16"/>
 </tileset>
 <layer id="1" name="floor" width="3" height="2"><data encoding="csv">1,2,0,0,0,2</data></layer>
</map>"""


def setUpModule():
    base.setUpModule(base.SCREEN)


def tearDownModule():
    base.tearDownModule()


class Tiles(SharedSession):
    @classmethod
    def prepare(cls, project):
        os.makedirs(os.path.join(project.folder, "levels"))
        level = {"kickbox": "level", "format": 1, "tilesets": [{"number": 1, "sprite": "boxer"}]}
        with open(os.path.join(project.folder, "levels", "cave.json"), "w", encoding="utf-8") as file:
            # The wall keeps the view at the origin, however many cells there are.
            json.dump({**level, "walls": [{"class": "legs", "a": [0, -8], "b": [8, -8]}]}, file)
        path = os.path.join(project.folder, "sprites", "boxer.json")
        boxer = project.sprite("boxer")
        for frame in boxer["frames"]:
            frame.update({"collision": "full", "collision_class": "legs"})
        ids = [frame["id"] for frame in boxer["frames"]]
        boxer["animations"] = [{"name": f"tile {i}", "loop": "loop", "steps": [{"frame": i, "duration": 50}, {"frame": j, "duration": 50}]}
                               for i, j in zip(ids, ids[1:] + ids[:1])]
        with open(path, "w", encoding="utf-8") as file:
            json.dump(boxer, file)
        sheet = base.desktop.path("tall.png")
        with open(sheet, "wb") as file:
            file.write(png(128, 1600, lambda x, y: bytes((x // 16 * 30, y // 16 * 2, x % 16 * 9, 255))))
        base.kickbox("import", project.folder, sheet, "--grid", "16x16", "--name", "tall")
        level["tilesets"][0]["sprite"] = "tall"
        with open(os.path.join(project.folder, "levels", "tower.json"), "w", encoding="utf-8") as file:
            json.dump(level, file)
        level["tilesets"].append({"number": 2, "sprite": "boxer"})
        with open(os.path.join(project.folder, "levels", "ruin.json"), "w", encoding="utf-8") as file:
            json.dump(level, file)
        bare = {"kickbox": "level", "format": 1, "layers": [{"id": 1, "name": "floor", "cell": [16, 16], "width": 4, "height": 4}]}
        with open(os.path.join(project.folder, "levels", "bare.json"), "w", encoding="utf-8") as file:
            json.dump(bare, file)

    def layer(self, level, which=0):
        """One of them, as it is saved: its cell's size, and how many are set."""
        self.editor.focus(self.editor.windows()[0])
        self.save(self.editor)
        levels = json.loads(base.kickbox("info", self.project.folder, "--json"))["levels"]
        return next(item for item in levels if item["name"] == level)["layers"][which]

    def differ(self, before):
        """How many bytes of the canvas's picture are others."""
        return sum(a != b for a, b in zip(self.editor.look(self.editor.canvas.widget), before))

    def rest(self):
        """The canvas's picture, once it stays as it is."""
        looks = []

        def same():
            looks.append(self.editor.look(self.editor.canvas.widget))
            return looks[-1] if looks[-2:-1] == looks[-1:] else None
        return wait_for("the canvas to rest", same)

    def show_solid(self, on):
        editor = self.editor

        def shown():
            return base.is_on(editor.find(base.BUTTON, "Show Collision"))
        insist("the switch", lambda: shown() != on and editor.key("alt+5"), lambda: shown() == on)

    def tool(self, key, label):
        editor = self.editor
        insist(label, lambda: editor.key(key), lambda: any(base.is_on(button) for button in editor.all(base.BUTTON, label)))

    def new_layer(self):
        """Of the level cave, shown at 200 %."""
        editor = self.editor
        insist("cave", lambda: editor.find("list item", "cave").click(), lambda: "cave, level" in editor.canvas.widget.description)
        self.one_step(lambda: self.command(editor, "add a tile layer", "Add a tile layer"))
        wait_for("the tools", lambda: editor.all(base.BUTTON, "Stamp"))
        editor.key("ctrl+0", "ctrl+1", "ctrl+plus")
        wait_for("200 %", lambda: editor.status("Zoom") == "200 %")
        editor.canvas.origin = None

    def test_paint(self):
        editor = self.editor
        self.new_layer()
        side = self.layer("cave")["cell"][0]
        self.tool("e", "Erase Tiles")
        sheet = editor.find(name="Tiles of the tileset")
        insist("a tile", sheet.click, lambda: "of boxer" in sheet.description)
        wait_for("the stamp", lambda: base.is_on(editor.find(base.BUTTON, "Stamp")))
        self.one_step(lambda: editor.canvas.drag((8, 8), (side + 8, 8)), "Stamp tiles")
        self.assertEqual(self.layer("cave")["cells"], 2)
        names = [row.name for row in editor.all(base.ROW, under=editor.find("list", "Layers"))]
        insist("the menu", editor.find(base.BUTTON, f"Edit the layer {names[1]}").click, lambda: editor.all(base.BUTTON, "Duplicate"))
        self.one_step(editor.find(base.BUTTON, "Duplicate").activate, f"Duplicate {names[1]}")
        self.assertEqual(self.layer("cave", 1)["cells"], 2)
        editor.focus(editor.windows()[0])
        editor.key("ctrl+z")
        wait_for("the copy to go", lambda: [row.name for row in editor.all(base.ROW, under=editor.find("list", "Layers"))] == names)
        editor.canvas.leave()
        plain = self.rest()
        self.show_solid(True)
        # More than the outline under the pointer, and what Alt alone shows while it is held.
        wait_for("what is solid", lambda: self.differ(plain) > 50000)
        editor.screenshot("tiles-solid")
        solid = self.rest()
        self.show_solid(False)
        wait_for("the tiles alone", lambda: self.differ(solid) > 50000)
        # Another frame of its animation comes, and one more.
        insist("playing", lambda: editor.key("k"), lambda: base.is_on(editor.find(base.BUTTON, "Play")))
        for _ in range(2):
            shown = editor.look(editor.canvas.widget)
            wait_for("another frame", lambda: self.differ(shown) > 1000)
        editor.key("k")
        wait_for("the end of it", lambda: not base.is_on(editor.find(base.BUTTON, "Play")))
        self.tool("e", "Erase Tiles")
        self.one_step(lambda: editor.canvas.click(side + 8, 8), "Erase tiles")
        self.assertEqual(self.layer("cave")["cells"], 1)
        editor.key("ctrl+z", "ctrl+z")
        self.assertEqual(self.layer("cave")["cells"], 0)
        editor.key("Page_Up")
        wait_for("the walls", lambda: not editor.all(base.BUTTON, "Stamp"))
        editor.key("Page_Down")
        wait_for("the tiles", lambda: editor.all(base.BUTTON, "Stamp"))
        editor.fill(editor.find("spin button", "Tileset offset y"), "16")
        self.one_step(lambda: editor.key("Return"), "Change offset")
        width, height = self.layer("cave")["cell"]
        with open(os.path.join(self.project.folder, "levels", "cave.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["tilesets"], [{"number": 1, "offset": [0, 16], "sprite": "boxer"}])
        # Axes on one line are refused, and what was typed goes.
        self.one_step(editor.find("check box", "Isometric").click, "Isometric layer")
        editor.fill(editor.find("spin button", "Tile layer row axis x"), str(height))
        editor.key("Return")
        old = (f"-{height}", f"\u2212{height}")
        wait_for("the old number", lambda: editor.find("spin button", "Tile layer row axis x").text in old)
        self.assertEqual(self.layer("cave")["axes"], [[width, width / 2], [-height, height / 2]])

    def test_select(self):
        """Cells are selected, cut and pasted at the pointer, moved with the keys, and copied to another level."""
        editor, canvas = self.editor, self.editor.canvas
        self.new_layer()
        width, height = self.layer("cave", -1)["cell"]

        def at(i, j):
            return (2 * i + 3) * width // 2, (2 * j + 3) * height // 2  # right of the tools
        editor.key("b")
        self.one_step(lambda: canvas.drag(at(0, 0), at(1, 0)), "Stamp tiles")
        self.tool("v", "Select Tiles")
        canvas.drag(at(0, 0), at(1, 0))
        self.says("Selected cells at 1, 1, 2 × 1")
        self.tool("b", "Stamp")
        canvas.click(*at(0, -1))
        wait_for("the reason", lambda: editor.status("Message") == "Only selected cells are painted. Esc clears the selection")
        self.tool("v", "Select Tiles")
        canvas.point(*at(0, 0))
        self.one_step(lambda: editor.key("ctrl+x"), "Delete tiles")
        self.assertEqual(self.layer("cave", -1)["cells"], 0)
        self.one_step(lambda: editor.key("ctrl+v"), "Paste tiles")
        self.assertEqual(self.layer("cave", -1)["cells"], 2)
        self.one_step(lambda: editor.key("Down"), "Move tiles")
        editor.screenshot("tiles-selected")
        editor.key("ctrl+z")
        self.one_step(lambda: editor.key("r"), "Turn tiles")
        self.one_step(lambda: editor.key("Delete"), "Delete tiles")
        editor.key("Escape")
        insist("tower", lambda: editor.find("list item", "tower").click(), lambda: "tower, level" in canvas.widget.description)
        self.one_step(lambda: self.command(editor, "add a tile layer", "Add a tile layer"))
        self.one_step(lambda: editor.key("ctrl+v"), "Paste tiles")
        self.assertEqual(self.layer("tower", -1)["cells"], 2)
        before = canvas.read_scale()
        editor.key("ctrl+2")
        wait_for("the pasted cells to fill the canvas", lambda: canvas.read_scale() > before)

    def test_terrain(self):
        """A terrain is added and marked on the sheet, then painted and erased; what is marked is saved with the sprite."""
        editor = self.editor
        self.new_layer()
        width, height = self.layer("cave", -1)["cell"]
        self.add_terrain("turf")
        mark = editor.find(base.BUTTON, "Mark")
        wait_for("marking", lambda: base.is_on(mark))
        self.one_step(editor.find(name="Tiles of the tileset").click, "Mark terrain")
        editor.screenshot("tiles-terrain")
        editor.find("label", "turf", under=editor.find("list", "Terrains")).click()
        editor.key("F2")
        editor.fill_dialog("Rename Terrain", "grass")
        self.one_step(lambda: editor.key("Return"))
        editor.focus(editor.windows()[0])
        insist("no marking", mark.click, lambda: not base.is_on(mark))
        editor.key("b")
        self.one_step(lambda: editor.canvas.click(width * 1.5, height * 1.5), "Stamp tiles")
        self.assertEqual(self.layer("cave", -1)["cells"], 1)
        (labels,) = [frame["terrain"] for frame in self.project.sprite("boxer")["frames"] if "terrain" in frame]
        self.assertEqual((len(labels), set(labels)), (8, {0, 1}))
        self.tool("e", "Erase Tiles")
        self.one_step(lambda: editor.canvas.click(width * 1.5, height * 1.5), "Erase tiles")
        self.assertEqual(self.layer("cave", -1)["cells"], 0)

    def test_sheet(self):
        """Painted over the tiles of the sheet, one step a drag; by keys; then the tile's own frame is shown, in a grid."""
        editor = self.editor
        insist("tower", lambda: editor.find("list item", "tower").click(), lambda: "tower, level" in editor.canvas.widget.description)
        self.one_step(lambda: self.command(editor, "add a tile layer", "Add a tile layer"))
        sheet = editor.find(name="Tiles of the tileset")
        paint = editor.find(base.BUTTON, "Paint Collision")
        insist("painting", paint.click, lambda: base.is_on(paint))
        self.steady(sheet)
        x, y, width, _ = sheet.box
        side = width // 8
        middle = [side * n + side // 2 for n in range(3)]
        self.one_step(lambda: run("xdotool", "mousemove", x + middle[0], y + middle[0], "mousedown", 1, "mousemove", x + middle[1], y + middle[0],
                                  "mousemove", x + middle[2], y + middle[0], "mouseup", 1), "Paint collision")
        editor.screenshot("tiles-collision")
        frames = self.saved("tall")
        self.assertEqual([frame.get("collision") for frame in frames[:4]], ["full"] * 3 + [None])
        self.assertEqual(len({frame["collision_class"] for frame in frames[:3]}), 1)
        # From the tile that is chosen, by keys.
        self.one_step(lambda: run("xdotool", "mousemove", x + middle[1], y + middle[1], "click", 1), "Paint collision")
        insist("the tile", lambda: editor.key("Right"), lambda: "Tile 11 of tall" in sheet.description)
        self.one_step(lambda: editor.key("Return"), "Paint collision")
        self.one_step(lambda: editor.key("Delete"), "Paint collision")
        self.one_step(lambda: editor.key("Return"), "Paint collision")
        self.assertEqual([frame.get("collision") for frame in self.saved("tall")[8:12]], [None, "full", "full", None])
        insist("choosing", paint.click, lambda: not base.is_on(paint))
        run("xdotool", "mousemove", 2, 2)
        insist("the menu", editor.find(base.BUTTON, "Edit the tileset").click, lambda: editor.all(base.BUTTON, "Show Its Sprite: Collisions, Animations"))
        editor.find(base.BUTTON, "Show Its Sprite: Collisions, Animations").activate()
        self.says("tall, frame 11 of 800")
        grid = editor.find(name="Frames as tiles")
        editor.screenshot("tiles-grid")
        self.steady(grid)
        x, y, width, _ = grid.box
        side = width // 8
        insist("the fourth", lambda: run("xdotool", "mousemove", x + side * 7 // 2, y + side * 3 // 2, "click", 1),
               lambda: "frame 12 of 800" in editor.canvas.widget.description)
        editor.key("Down", "shift+Right")
        self.says("tall, frame 21 of 800")
        self.assertIn("2 × 1 tiles of tall", grid.description)

    def test_terrains_of_tilesets(self):
        """They are listed under the names of their tilesets, those of the chosen one first; a new one gets its name at once."""
        editor = self.editor
        insist("ruin", lambda: editor.find("list item", "ruin").click(), lambda: "ruin, level" in editor.canvas.widget.description)
        self.one_step(lambda: self.command(editor, "add a tile layer", "Add a tile layer"))

        def names():
            labels = editor.all("label", under=editor.find("list", "Terrains"))
            return [label.name for label in sorted(labels, key=lambda label: label.box[1])]
        for tileset, terrain in (("boxer", "moss"), ("tall", "mud")):
            editor.choose(editor.find("combo box", "Tileset"), tileset)
            self.add_terrain(terrain)
            wait_for(terrain, lambda: terrain in names())
        editor.screenshot("tiles-terrains")
        for first, then in (("tall", "boxer"), ("boxer", "tall")):
            editor.choose(editor.find("combo box", "Tileset"), first)
            wait_for(f"{first} first", lambda: names()[:1] == [first] and then in names())
        mark = editor.find(base.BUTTON, "Mark")
        insist("no marking", mark.click, lambda: not base.is_on(mark))

    def test_room(self):
        """On a small screen the numbers of the layer are in sight below the sheet; sections fold, and nothing is wasted without
        a tileset."""
        editor = self.editor

        def in_sight(*texts):
            ends = [sum(editor.find("label", text).box[1::2]) for text in texts]
            return max(ends) <= 800 - 30  # the status line is below, or their borders
        try:
            insist("ruin", lambda: editor.find("list item", "ruin").click(), lambda: "ruin, level" in editor.canvas.widget.description)
            for _ in range(2):
                self.one_step(lambda: self.command(editor, "add a tile layer", "Add a tile layer"))
            editor.resize(1280, 800)
            self.steady(editor.find(name="Tiles of the tileset"))
            editor.screenshot("tiles-room")
            sections = (("Terrains", "Add a terrain"), ("Collision", "Paint Collision"))

            def shown(button):
                return any(found.shown for found in editor.all(base.BUTTON, button))
            for title, button in sections:
                insist("a folded section", editor.find("label", title).click, lambda button=button: not shown(button))
            wait_for("its numbers", lambda: in_sight("Derived from", "Cell size"))
            editor.screenshot("tiles-room-folded")
            for title, button in sections:
                insist("the section", editor.find("label", title).click, lambda button=button: shown(button))
            editor.resize(*base.desktop.screen)
            insist("bare", lambda: editor.find("list item", "bare").click(), lambda: "bare, level" in editor.canvas.widget.description)
            insist("its layer", lambda: editor.find("list item", "floor").click(), lambda: editor.all(base.BUTTON, "Add a Tileset"))
            editor.resize(1280, 800)
            wait_for("its numbers", lambda: in_sight("Cell size", "Size in cells"))
            editor.screenshot("tiles-room-bare")
        finally:
            editor.resize(*base.desktop.screen)

    def test_search(self):
        """Tiles are found by number and by class; Enter chooses one after the other; their weight is one number, also of many."""
        editor = self.editor
        insist("tower", lambda: editor.find("list item", "tower").click(), lambda: "tower, level" in editor.canvas.widget.description)
        self.one_step(lambda: self.command(editor, "add a tile layer", "Add a tile layer"))
        sheet = editor.find(name="Tiles of the tileset")
        before = self.steady(sheet).box
        insist("larger", editor.find(base.BUTTON, "Enlarge the tiles").click, lambda: self.steady(sheet).box[2] > before[2])
        insist("the sheet", lambda: run("xdotool", "mousemove", before[0] + 20, before[1] + 20, "click", 1), lambda: sheet.has("focused"))
        insist("as before", lambda: editor.key("minus"), lambda: self.steady(sheet).box[2] == before[2])
        entry = editor.find(name="Search tiles")
        editor.fill(entry, "37")
        insist("the tile", lambda: editor.key("Return"), lambda: "Tile 37 of tall" in sheet.description)
        editor.screenshot("tiles-search")
        weight = editor.find("spin button", "Frame weight")
        self.assertEqual(weight.value, 100)
        editor.fill(weight, "30")
        self.one_step(lambda: editor.key("Return"), "Change weight")
        self.assertEqual([frame.get("weight") for frame in self.saved("tall")[35:38]], [None, 30, None])
        insist("the entry", entry.click, lambda: entry.has("focused"))
        insist("all tiles", lambda: editor.key("Escape"), lambda: sheet.has("focused"))
        self.assertEqual(entry.text, "")
        wait_for("no message", lambda: "found" not in editor.status("Message"))
        editor.key("shift+Right", "shift+Down")
        wait_for("four tiles", lambda: "2 × 2 tiles of tall" in sheet.description)
        editor.fill(editor.find("spin button", "Frame weight"), "7")
        self.one_step(lambda: editor.key("Return"), "Change weight")
        self.assertEqual([[n for n, frame in enumerate(self.saved("tall")) if frame.get("weight") == 7]], [[36, 37, 44, 45]])
        # The search ends with its level
        editor.fill(entry, "37")
        wait_for("the message", lambda: "found" in editor.status("Message"))
        insist("cave", lambda: editor.find("list item", "cave").click(), lambda: "cave, level" in editor.canvas.widget.description)
        wait_for("no message", lambda: "found" not in editor.status("Message"))
        self.assertEqual(entry.text, "")
        # Another click on the same row would be the second of a double-click
        insist("ruin", lambda: editor.find("list item", "ruin").click(), lambda: "ruin, level" in editor.canvas.widget.description)

    def test_wheel(self):
        """The wheel over a number that has not the focus changes nothing."""
        editor = self.editor
        insist("tower", lambda: editor.find("list item", "tower").click(), lambda: "tower, level" in editor.canvas.widget.description)
        self.one_step(lambda: self.command(editor, "add a tile layer", "Add a tile layer"))
        number = editor.find("spin button", "Tileset offset y")
        insist("the focus", number.click, lambda: number.has("focused"))
        self.one_step(lambda: run("xdotool", "click", 5))
        insist("the canvas", lambda: editor.key("Return", "Escape"), lambda: not number.has("focused"))
        text, steps = number.text, len(self.steps())
        x, y = number.middle
        for _ in range(3):
            run("xdotool", "mousemove", x, y, "click", 5, "mousemove", x + 1, y, "click", 4)
        editor.key("ctrl+0")
        wait_for("the zoom", lambda: editor.status("Zoom"))
        self.assertEqual((number.text, len(self.steps())), (text, steps))

    def test_tall_sheet(self):
        """A sheet taller than the palette stays still under a press, fills the height, and follows the arrow keys."""
        editor = self.editor
        insist("tower", lambda: editor.find("list item", "tower").click(), lambda: "tower, level" in editor.canvas.widget.description)
        self.one_step(lambda: self.command(editor, "add a tile layer", "Add a tile layer"))
        sheet = wait_for("the sheet", lambda: next(iter(editor.all(name="Tiles of the tileset")), None))
        wait_for("its place", lambda: sheet.shown)
        self.steady(sheet)
        pane = next(above for above in sheet.line if above.role == "scroll pane")
        self.assertGreater(pane.box[3], 300)
        editor.canvas.widget.click()
        wait_for("the canvas to have the keyboard", lambda: editor.canvas.widget.has("focused"))
        before = sheet.box
        x, y = pane.box[:2]
        tile = before[2] // 8
        run("xdotool", "mousemove", x + tile // 2, y + tile // 2, "mousedown", 1)
        try:
            wait_for("a tile", lambda: "Tile 1 of tall" in sheet.description)
            self.assertEqual(self.steady(sheet).box, before)
            run("xdotool", "mousemove", x + tile * 3 // 2, y + tile * 3 // 2)
            wait_for("four tiles", lambda: "2 × 2 tiles of tall" in sheet.description)
        finally:
            run("xdotool", "mouseup", 1)
        self.assertEqual(self.steady(sheet).box, before)
        editor.screenshot("tiles-tall-sheet")
        editor.key(*["Down"] * 40)
        wait_for("the tile", lambda: "Tile 330 of tall" in sheet.description)
        wait_for("its row in sight", lambda: sheet.box[1] < before[1])

    def test_sheet_keeps_the_tile_in_sight(self):
        """Ctrl and the wheel zoom around the tile under the pointer; a tile picked on the map is shown; another level's sheet
        begins at its top; keys in the search stay there."""
        editor = self.editor
        insist("tower", lambda: editor.find("list item", "tower").click(), lambda: "tower, level" in editor.canvas.widget.description)
        self.one_step(lambda: self.command(editor, "add a tile layer", "Add a tile layer"))
        sheet = self.steady(editor.find(name="Tiles of the tileset"))
        search = editor.find(name="Search tiles")
        editor.fill(search, "600")
        insist("the tile", lambda: editor.key("Return"), lambda: "Tile 600 of tall" in sheet.description)
        place = editor.find(name="Tiles of the tileset").line[-1].box
        pane = next(above for above in sheet.line if above.role == "scroll pane")
        x, y = pane.box[0] + 40, pane.box[1] + pane.box[3] // 2

        def tile():
            run("xdotool", "mousemove", x, y, "click", 1)
            return sheet.description
        before = tile()
        width = self.steady(sheet).box[2]
        run("xdotool", "keydown", "ctrl", "click", 4, "keyup", "ctrl")
        wait_for("larger tiles", lambda: self.steady(sheet).box[2] != width or self.steady(sheet).box[3] != place[3])
        wait_for("the same tile there", lambda: tile() == before)
        insist("as before", editor.find(base.BUTTON, "Reduce the tiles").click, lambda: self.steady(sheet).box[2] == width)
        # Painted, then out of sight, then picked.
        self.one_step(lambda: editor.canvas.click(8, 8), "Stamp tiles")
        editor.fill(search, "1")
        insist("the first tile", lambda: editor.key("Return"), lambda: "Tile 1 of tall" in sheet.description)
        wait_for("the top", lambda: self.steady(sheet).box[1] >= pane.box[1] - 4)
        insist("the sheet", lambda: editor.key("Escape"), lambda: sheet.has("focused"))
        self.tool("i", "Pick Tiles")
        editor.canvas.click(8, 8)
        wait_for("the tile in sight", lambda: self.steady(sheet).box[1] < pane.box[1] - 40)
        # Nothing is selected on the map from here.
        said = editor.canvas.widget.description
        insist("the entry", search.click, lambda: search.has("focused"))
        editor.fill(search, "")
        editor.key("ctrl+a", "Delete")
        insist("the sheet", lambda: editor.key("Escape"), lambda: sheet.has("focused"))
        self.assertEqual(editor.canvas.widget.description, said)
        editor.fill(search, "1")
        insist("the first tile", lambda: editor.key("Return"), lambda: "Tile 1 of tall" in sheet.description)

    def test_import(self):
        """A map of Tiled is a level, and its tileset a sprite; the level is shown, and its tiles are there for the stamp."""
        with open(base.desktop.path("bricks.png"), "wb") as file:
            file.write(png(32, 16, lambda x, y: b"\x80\x40\x20\xff" if x < 16 else b"\x20\x40\x80\xff"))
        path = base.desktop.path("hall.tmx")
        with open(path, "w", encoding="utf-8") as file:
            file.write(MAP)
        editor = self.editor
        self.says("fakir")   # the first sprite is the tiles of a level
        editor.focus(editor.windows()[0])
        editor.key("ctrl+i")
        editor.choose_file(path)
        dialog = editor.dialog("What Stops Moves?")
        editor.find("check box", "floor").click()
        editor.screenshot("what-stops-moves")
        editor.find(base.BUTTON, "Import", under=dialog).click()
        self.says("hall, level")
        editor.find("list item", "bricks")
        self.assertEqual(self.layer("hall")["cells"], 3)
        with open(os.path.join(self.project.folder, "levels", "hall.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["layers"][0]["solid"], "floor")

    def test_with_the_divider(self):
        """The sheet takes what it needs, what the divider is dragged to, and after a double-click what it needs again."""
        editor = self.editor
        insist("ruin", lambda: editor.find("list item", "ruin").click(), lambda: "ruin, level" in editor.canvas.widget.description)
        self.one_step(lambda: self.command(editor, "add a tile layer", "Add a tile layer"))
        sheet = self.steady(editor.find(name="Tiles of the tileset"))
        pane = next(above for above in sheet.line if above.role == "scroll pane")
        divider = self.steady(editor.find("separator", "Height of the sheet"))
        height, (x, y) = pane.box[3], divider.middle
        run("xdotool", "mousemove", x, y, "mousedown", 1, "mousemove", x, y - 60, "mousemove", x, y - 120, "mouseup", 1)
        wait_for("a lower sheet", lambda: abs(pane.box[3] - (height - 120)) < 8)
        self.steady(divider).click(times=2)
        wait_for("what it needs", lambda: pane.box[3] > height - 8)

    def test_with_an_image(self):
        """A picture as a layer: moved with its tool, sent behind the tiles, put into a group, which is hidden with it."""
        editor = self.editor
        self.new_layer()
        path = base.desktop.path("cloud.png")
        with open(path, "wb") as file:
            file.write(png(24, 16, lambda x, y: bytes((x * 10, y * 15, 200, 255))))
        self.palette(editor, "add an image layer", "Add an image layer from a picture")
        editor.key("Return")
        editor.choose_file(path)
        wait_for("its fields", lambda: editor.all("label", contains="24 × 16 pixels"))
        editor.focus(editor.windows()[0])
        wait_for("its tool", lambda: any(base.is_on(button) for button in editor.all(base.BUTTON, "Move Image")))
        self.one_step(lambda: editor.canvas.drag((4, 4), (20, 12)), "Move image layer")
        self.one_step(lambda: editor.key("shift+Page_Down"), "Move layer")
        self.one_step(lambda: self.command(editor, "group the layer", "Group the layer"), "Group layer")
        wait_for("its fields", lambda: editor.all("label", contains="1 layer is in it"))
        editor.screenshot("image-layer")
        before = self.rest()
        editor.key("alt+h")
        wait_for("the picture to go", lambda: self.differ(before))
        hidden = self.rest()
        editor.key("alt+h")
        wait_for("the picture", lambda: self.differ(hidden))
        self.save(editor)
        with open(os.path.join(self.project.folder, "levels", "cave.json"), encoding="utf-8") as file:
            level = json.load(file)
        image = level["images"][0]
        self.assertNotEqual(image.pop("above", 0), level["layers"][-1]["id"])
        self.assertEqual(image, {"name": "cloud", "sprite": "cloud", "at": [16, 8], "group": 1})
        self.assertEqual(level["groups"], [{"id": 1, "name": "group"}])


if __name__ == "__main__":
    unittest.main()
