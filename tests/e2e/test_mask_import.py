# SPDX-License-Identifier: MIT
"""Masks and tracks painted elsewhere, into the real window: which colour becomes which zone or surface, chosen, dropped,
refused; tracks of another game."""
import json
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import aseprite_writer as ase  # noqa: E402
import test_editor as base  # noqa: E402
from cli_case import png  # noqa: E402
from editor_session import insist, wait_for  # noqa: E402
from file_drag import file_held  # noqa: E402
from test_masks import SWITCH, OnDisk, boxes, read_painted  # noqa: E402

WIDTH, HEIGHT = 60, 40
RED, GREEN, BLUE = (255, 0, 0, 255), (0, 255, 0, 255), (16, 32, 240, 255)
DUSTRAC = """<?xml version='1.0'?>
<track cols="4" rows="1" name="Short">
<t i="0" j="0" t="grass" o="0"/><t i="1" j="0" t="straight" o="90"/><t i="2" j="0" t="finish" o="-270"/><t i="3" j="0" t="sand" o="0"/>
<n i="0" x="400" y="128" w="100" h="100"/><n i="1" x="600" y="10" w="80" h="300"/>
</track>
"""


def setUpModule():
    base.setUpModule()


def tearDownModule():
    base.tearDownModule()


def hall(x, y):
    """Red with a green square, blue below; the rest is transparent."""
    return bytes(GREEN if 20 <= x < 24 and 10 <= y < 14 else RED if y < 20 else BLUE if y < 30 else (9, 9, 9, 0))


class Import(OnDisk, base.EditorTest):
    def art(self, name, data):
        path = base.desktop.path(name)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def hall(self):
        return self.art("hall.png", png(WIDTH, HEIGHT, hall))

    def dialog(self, editor, what):
        what = what.capitalize()
        return editor.dialog("Import a " + what, lambda dialog: editor.all(base.ENTRY, what + " name", under=dialog))

    def ask(self, editor, path, what="mask", typed="painted mask"):
        self.palette(editor, typed, "Import a ")
        editor.key("Return")
        editor.choose_file(path)
        return self.dialog(editor, what)

    def rows(self, editor, dialog):
        """The names in the table, from its top."""
        return [entry.name for entry in editor.all(base.ENTRY, under=dialog) if entry.name.startswith("Zone of")]

    def entry(self, editor, dialog, colour):
        return editor.find(base.ENTRY, "Zone of " + colour, under=dialog)

    def choose(self, editor, dialog, menu, item):
        button = editor.find(base.BUTTON, menu, under=dialog)

        def found():
            return next((found for found in editor.all(base.BUTTON, under=dialog) if found.row.name == item), None)
        insist(item, button.click, found)
        found().activate()

    def accept(self, editor, dialog):
        editor.find(base.BUTTON, "Import", under=dialog).click()
        wait_for("the dialog to close", lambda: len(editor.windows()) == 1)
        editor.focus(editor.windows()[0])

    def import_hall(self, editor):
        dialog = self.ask(editor, self.hall())
        self.entry(editor, dialog, "#ff0000").text = "floor"
        self.entry(editor, dialog, "#00ff00").text = "door"
        self.entry(editor, dialog, "#1020f0").text = ""
        editor.find("label", contains="1 colour becomes empty: 600 pixels", under=dialog)
        editor.screenshot("import-mask")
        self.accept(editor, dialog)
        wait_for("the mask", lambda: f"hall, mask of {WIDTH} × {HEIGHT}" in editor.canvas.widget.description)

    def test_new(self):
        """The colours of the most pixels first; names that are typed; one step."""
        editor = self.open_sample()
        dialog = self.ask(editor, self.hall())
        editor.find("label", "3 colours", under=dialog)
        self.assertEqual(self.rows(editor, dialog), ["Zone of #ff0000", "Zone of #1020f0", "Zone of #00ff00"])
        self.assertEqual([self.entry(editor, dialog, colour).text for colour in ("#ff0000", "#1020f0", "#00ff00")],
                         ["zone 1", "zone 2", "zone 3"])
        editor.key("Escape")
        wait_for("nothing done", lambda: not self.project.journal_steps())
        self.import_hall(editor)
        self.save(editor)
        self.assertEqual([(zone["name"], zone["colour"][:7]) for zone in self.mask("hall")["zones"]],
                         [("floor", "#ff0000"), ("door", "#00ff00")])
        _, rows = self.painted("hall")
        self.check(rows, boxes((1, 0, 0, WIDTH, 20), (2, 20, 10, 4, 4), width=WIDTH, height=HEIGHT))
        editor.key("ctrl+z")
        editor.gone("list item", "hall")

    def test_drawing(self):
        """The layers of a drawing are zones of their names, those of most pixels first; again, with another layer, they stay."""
        def drawing(*names):
            return ase.aseprite(4, 1, (1, *[ase.layer(name) for name in names], *[ase.cel(k, k, 0, [[bytes(RED)] * (4 - k)]) for k in range(len(names))]))
        editor = self.open_sample()
        dialog = self.ask(editor, self.art("cellar.aseprite", drawing("floor", "door")))
        self.assertEqual([entry.text for entry in editor.all(base.ENTRY, under=dialog) if entry.name.startswith("Zone of")], ["door", "floor"])
        self.assertEqual([label.name for label in editor.all("label", contains="empty:", under=dialog)], [])
        self.accept(editor, dialog)
        self.save(editor)
        zones = [(zone["name"], zone["value"]) for zone in self.mask("cellar")["zones"]]
        self.assertEqual(zones, [("floor", 1), ("door", 2)])
        self.check(self.painted("cellar")[1], [[1, 2, 2, 2]])
        dialog = self.ask(editor, self.art("cellar.aseprite", drawing("floor", "door", "#water.zone", "// note")))
        self.accept(editor, dialog)
        self.save(editor)
        self.assertEqual([(zone["name"], zone["value"]) for zone in self.mask("cellar")["zones"]], zones + [("water", 3)])
        self.check(self.painted("cellar")[1], [[1, 2, 3, 3]])

    def test_int_grid(self):
        """The values of LDtk's int grid are zones of their names, colours and numbers; which grid is chosen in a row."""
        grid = {"__identifier": "Stops", "__type": "IntGrid", "__cWid": 3, "__cHei": 1, "__gridSize": 2, "__opacity": 1, "__pxTotalOffsetX": 0,
                "__pxTotalOffsetY": 0, "layerDefUid": 1, "intGridCsv": [7, 0, 2]}
        values = [{"value": 2, "identifier": "walls", "color": "#102030"}, {"value": 7, "identifier": "water", "color": "#3070C0"}]
        content = {"__header__": {"fileType": "LDtk Project JSON", "appVersion": "1.5.3"}, "jsonVersion": "1.5.3", "worlds": [],
                   "defs": {"layers": [{"uid": 1, "identifier": "Stops", "gridSize": 2, "intGridValues": values}], "tilesets": [], "enums": [],
                            "externalEnums": []},
                   "levels": [{"identifier": "Cave", "pxWid": 6, "pxHei": 2, "worldX": 0, "worldY": 0, "worldDepth": 0, "fieldInstances": [],
                               "layerInstances": [dict(grid, __identifier="Empty", intGridCsv=[2, 2, 2]), grid]}]}
        editor = self.open_sample()
        dialog = self.ask(editor, self.art("cave.ldtk", json.dumps(content).encode()))
        editor.find("label", "12 pixels", under=dialog)
        editor.choose(editor.find("combo box", "Part of the file", under=dialog), "Cave/Stops")
        wait_for("the other grid", lambda: len(self.rows(editor, dialog)) == 2)
        editor.screenshot("import-part")
        self.assertEqual([self.entry(editor, dialog, colour).text for colour in ("#102030", "#3070c0")], ["walls", "water"])
        self.accept(editor, dialog)
        self.save(editor)
        self.assertEqual([(zone["name"], zone["value"], zone["colour"][:7]) for zone in self.mask("Cave Stops")["zones"]],
                         [("walls", 2, "#102030"), ("water", 7, "#3070c0")])
        self.check(self.painted("Cave Stops")[1], [[7, 7, 0, 0, 2, 2]] * 2)

    def test_dropped_on_its_mask(self):
        """Colours that no zone has come first; zones that there are keep name, value and colour; another size is said."""
        editor = self.open_sample()
        self.import_hall(editor)
        again = self.art("again.png", png(WIDTH, 30, lambda x, y: bytes(GREEN if y < 5 else BLUE if y < 25 else (250, 0, 0, 255))))
        with file_held(editor, again):
            pass
        dialog = editor.dialog("Import a Mask")
        self.assertEqual(editor.find(base.ENTRY, "Mask name", under=dialog).text, "hall")
        editor.find("label", "2 colours that no zone has", under=dialog)
        editor.find("label", contains="Its size changes from 60 × 40 pixels", under=dialog)
        self.assertEqual(self.rows(editor, dialog), ["Zone of #1020f0", "Zone of #fa0000", "Zone of #00ff00"])
        self.assertEqual(self.entry(editor, dialog, "#00ff00").text, "door")
        # From the list of zones.
        self.choose(editor, dialog, "Zones for #fa0000", "floor")
        wait_for("the zone", lambda: self.entry(editor, dialog, "#fa0000").text == "floor")
        self.entry(editor, dialog, "#1020f0").text = "water"
        self.accept(editor, dialog)
        wait_for("the size", lambda: f"hall, mask of {WIDTH} × 30" in editor.canvas.widget.description)
        self.save(editor)
        self.assertEqual([(zone["name"], zone["colour"][:7], zone["value"]) for zone in self.mask("hall")["zones"]],
                         [("floor", "#ff0000", 1), ("door", "#00ff00", 2), ("water", "#1020f0", 3)])
        _, rows = self.painted("hall")
        self.check(rows, boxes((2, 0, 0, WIDTH, 5), (3, 0, 5, WIDTH, 20), (1, 0, 25, WIDTH, 5), width=WIDTH, height=30))

    def soft(self):
        """A red disc on blue whose edge blends over some pixels: more than 32 colours."""
        def pixel(x, y):
            part = min(max((((x - 30) ** 2 + (y - 20) ** 2) ** 0.5 - 12) / 5, 0), 1)
            return bytes([round(a + (b - a) * part) for a, b in zip(RED, BLUE)])
        return pixel

    def test_soft_edges(self):
        """Of many shades the frequent ones are offered, the others become the nearest: no pixel is empty."""
        editor = self.open_sample()
        pixel = self.soft()
        shades = len({pixel(x, y) for y in range(HEIGHT) for x in range(WIDTH)})
        self.assertGreater(shades, 32)
        dialog = self.ask(editor, self.art("soft.png", png(WIDTH, HEIGHT, pixel)))
        editor.find("label", f"{shades} colours", under=dialog)
        editor.find("label", f"{shades - 12} more colours", under=dialog)
        named = [row for row in self.rows(editor, dialog)[:12] if self.entry(editor, dialog, row.split()[-1]).text]
        self.assertEqual(sorted(named[:2]), ["Zone of #1020f0", "Zone of #ff0000"])
        for row in named:
            self.entry(editor, dialog, row.split()[-1]).text = {"#1020f0": "sea", "#ff0000": "isle"}.get(row.split()[-1], "")
        editor.find("label", contains=f"{shades - 2} colours become their nearest colours’ zones", under=dialog)
        editor.find(SWITCH, "Keep as background picture", under=dialog)
        editor.screenshot("import-soft")
        self.accept(editor, dialog)
        wait_for("the mask", lambda: f"soft, mask of {WIDTH} × {HEIGHT}" in editor.canvas.widget.description)
        self.save(editor)
        values = {zone["name"]: zone["value"] for zone in self.mask("soft")["zones"]}
        _, rows = self.painted("soft")

        def nearest(colour):
            return min([("isle", RED), ("sea", BLUE)], key=lambda zone: sum((a - b) ** 2 for a, b in zip(colour, zone[1])))[0]
        self.check(rows, [bytes(values[nearest(pixel(x, y))] for x in range(WIDTH)) for y in range(HEIGHT)])

    def test_again(self):
        """A changed file is told and imported again; what was painted elsewhere stays, what is lost is asked."""
        editor = self.open_sample()
        self.import_hall(editor)
        editor.key("Escape", "u", "1")
        editor.canvas.drag((50, 34), (52, 36))
        wait_for("a stroke", lambda: self.project.journal_steps()[-1]["step"] == "Rectangle")
        self.art("hall.png", png(WIDTH, HEIGHT, lambda x, y: bytes(RED) if x < 8 and 32 <= y else hall(x, y)))
        editor.find("label", "The file of “hall” changed on disk")
        editor.screenshot("mask-changed-on-disk")
        editor.key("ctrl+shift+i")
        wait_for("the import", lambda: self.project.journal_steps()[-1]["step"] == "Import mask again")
        editor.gone("label", "The file of “hall” changed on disk")
        self.save(editor)
        expected = boxes((1, 0, 0, WIDTH, 20), (2, 20, 10, 4, 4), (1, 50, 34, 3, 3), (1, 0, 32, 8, 8), width=WIDTH, height=HEIGHT)
        self.check(self.painted("hall")[1], expected)
        # The stroke's block changes in the file, too.
        self.art("hall.png", png(WIDTH, HEIGHT, lambda x, y: bytes(GREEN) if (x, y) == (51, 36) else hall(x, y)))
        editor.find("label", "The file of “hall” changed on disk")
        editor.key("ctrl+shift+i")
        dialog = editor.dialog("Replace Painting?", lambda dialog: editor.all(base.BUTTON, "Replace", under=dialog))
        editor.find("label", contains="was painted here where its file changed, too", under=dialog)
        editor.screenshot("mask-replace-painting")
        editor.find(base.BUTTON, "Replace", under=dialog).click()
        wait_for("the import", lambda: len([step for step in self.project.journal_steps() if step["step"] == "Import mask again"]) == 1)
        self.save(editor)
        self.check(self.painted("hall")[1], boxes((1, 0, 0, WIDTH, 20), (2, 20, 10, 4, 4), (2, 51, 36, 1, 1), width=WIDTH, height=HEIGHT))
        editor.key("ctrl+z")
        self.save(editor)
        self.check(self.painted("hall")[1], expected)

    def test_refused(self):
        """Files that are no masks are told of, and nothing changes; a picture of very many colours says so."""
        editor = self.open_sample()
        whole = png(WIDTH, HEIGHT, hall)
        dialog = self.ask(editor, self.art("half.png", whole[:len(whole) - 30]))
        editor.find("label", contains="half.png: ", under=dialog)
        self.assertFalse(editor.find(base.BUTTON, "Import", under=dialog).has("sensitive"))
        editor.key("Escape")
        photo = self.art("photo.png", png(70, 50, lambda x, y: bytes((x, y, x ^ y, 255))))
        dialog = self.ask(editor, photo)
        self.refuses(editor, dialog, "photo.png has 3500 colours; a mask has at most 255 zones.")
        # As a sprite after all, and back.
        editor.find(base.BUTTON, "Sprite", under=dialog).click()
        dialog = editor.dialog("Import Pictures")
        editor.find("label", contains="1 frame", under=dialog)
        editor.find(base.BUTTON, "Mask", under=dialog).click()
        dialog = editor.dialog("Import a Mask")
        self.refuses(editor, dialog, "photo.png has 3500 colours; a mask has at most 255 zones.")
        # Those of one colour are said to be a zone: the others are told, also those that have no row.
        self.entry(editor, dialog, self.rows(editor, dialog)[0].split()[-1]).text = "sky"
        editor.find("label", contains="3499 colours become their nearest colours’ zones: 3499 pixels.", under=dialog)
        wait_for("an import", lambda: editor.find(base.BUTTON, "Import", under=dialog).has("sensitive"))
        editor.key("Escape")
        wait_for("the dialog to close", lambda: len(editor.windows()) == 1)
        self.assertEqual(self.project.journal_steps(), [])

    def surface(self, editor, dialog, colour):
        return editor.find(base.ENTRY, "Surface of " + colour, under=dialog)

    def refuses(self, editor, dialog, sentence):
        editor.find("label", contains=sentence, under=dialog)
        wait_for("no import", lambda: not editor.find(base.BUTTON, "Import", under=dialog).has("sensitive"))

    def track(self, name):
        return self.project.load("tracks", name + ".json")

    def painted_track(self, name):
        return read_painted(os.path.join(self.project.folder, "tracks", name + ".png"))[1]

    def test_track(self):
        """Colours that are road, beside it, or nothing; what is still missing is said; painted anew by a drop."""
        editor = self.open_sample()
        dialog = self.ask(editor, self.hall(), "track", "import a track")
        self.refuses(editor, dialog, "Say which colours are road")
        self.choose(editor, dialog, "Ground of #ff0000", "Road")
        wait_for("a name", lambda: self.surface(editor, dialog, "#ff0000").text == "road")
        self.assertEqual([editor.find(base.BUTTON, "Ground of " + colour, under=dialog).description for colour in ("#ff0000", "#00ff00")],
                         ["Road", "Off Road"])
        self.surface(editor, dialog, "#00ff00").text = "road"
        self.refuses(editor, dialog, "“road” cannot be both road and off the road")
        self.surface(editor, dialog, "#00ff00").text = ""
        self.refuses(editor, dialog, "Type a name for the surface of #00ff00")
        self.surface(editor, dialog, "#00ff00").text = "sand"
        self.choose(editor, dialog, "Ground of #1020f0", "Empty")
        editor.find("label", contains="1 colour becomes empty: 600 pixels", under=dialog)
        editor.screenshot("import-track")
        self.accept(editor, dialog)
        wait_for("the track", lambda: f"hall, track of {WIDTH} × {HEIGHT}" in editor.canvas.widget.description)
        self.assertEqual([step["step"] for step in self.project.journal_steps()], ["Import track"])
        self.save(editor)
        wanted = [("road", "#ff0000", "road"), ("sand", "#00ff00", "off")]
        self.assertEqual([(surface["name"], surface["colour"][:7], surface.get("ground", "road"))
                          for surface in self.track("hall")["surfaces"]], wanted)
        self.check(self.painted_track("hall"), boxes((1, 0, 0, WIDTH, 20), (2, 20, 10, 4, 4), width=WIDTH, height=HEIGHT))
        # Its surfaces are known to the next picture, and another colour becomes one of them with its ground.
        again = self.art("again.png", png(WIDTH, HEIGHT, lambda x, y: bytes(BLUE if y < 5 else RED)))
        with file_held(editor, again):
            pass
        dialog = self.dialog(editor, "track")
        self.assertEqual(editor.find(base.ENTRY, "Track name", under=dialog).text, "hall")
        editor.find("label", "1 colour that no surface has", under=dialog)
        self.choose(editor, dialog, "Ground of #1020f0", "sand")
        wait_for("the name", lambda: self.surface(editor, dialog, "#1020f0").text == "sand")
        self.accept(editor, dialog)
        self.save(editor)
        self.assertEqual([(surface["name"], surface["colour"][:7], surface.get("ground", "road"))
                          for surface in self.track("hall")["surfaces"]], wanted)
        self.check(self.painted_track("hall"), boxes((2, 0, 0, WIDTH, 5), (1, 0, 5, WIDTH, HEIGHT - 5), width=WIDTH, height=HEIGHT))
        editor.key("ctrl+z", "ctrl+z")
        editor.gone("list item", "hall")

    def test_dustrac(self):
        """A track of another game, dropped; one that is broken is told of."""
        editor = self.open_sample()
        with file_held(editor, self.art("track1.trk", DUSTRAC.encode())):
            pass
        dialog = self.dialog(editor, "track")
        editor.find("label", contains="1024 × 256 pixels, 3 check points", under=dialog)
        self.assertEqual(editor.find(base.ENTRY, "Track name", under=dialog).text, "Short")
        self.assertFalse(editor.find(base.BUTTON, "Mask", under=dialog).has("sensitive"))
        self.accept(editor, dialog)
        wait_for("the track", lambda: "Short, track of 1024 × 256" in editor.canvas.widget.description)
        self.assertEqual([step["step"] for step in self.project.journal_steps()], ["Import track"])
        self.save(editor)
        track = self.track("Short")
        self.assertEqual([(surface["name"], surface.get("ground", "road")) for surface in track["surfaces"]],
                         [("asphalt", "road"), ("grass", "off"), ("sand", "off")])
        self.assertEqual([gate.get("name") for gate in track["gates"]][0], "start")
        editor.key("ctrl+z")
        editor.gone("list item", "Short")
        dialog = self.ask(editor, self.art("half.trk", DUSTRAC.encode()[:120]), "track", "import a track")
        self.refuses(editor, dialog, "half.trk")
        editor.key("Escape")


if __name__ == "__main__":
    unittest.main()
