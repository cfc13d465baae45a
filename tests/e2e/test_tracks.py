# SPDX-License-Identifier: MIT
"""Tracks in the real window: made over a picture or empty, painted, their bands seen and painted by hand, their roads
drawn as curves, their check points set; by keyboard alone, too."""
import json
import os
import re
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from cli_case import png  # noqa: E402
from editor_session import insist, run, wait_for  # noqa: E402
from shared_session import SharedSession  # noqa: E402
import test_masks  # noqa: E402
from test_masks import ROW, SPIN, boxes, read_painted  # noqa: E402

WIDTH, HEIGHT = 96, 64
SURFACES = [{"name": "tarmac", "colour": "#77767b", "value": 1}, {"name": "sand", "colour": "#e5a50a", "value": 2},
            {"name": "grass", "colour": "#26a269", "ground": "off", "value": 3}]


def setUpModule():
    base.setUpModule()


def tearDownModule():
    base.tearDownModule()


class OnDisk(test_masks.OnDisk):
    """What a save leaves of tracks."""
    folder = "tracks"
    track = test_masks.OnDisk.mask


class Made(OnDisk, base.EditorTest):
    def shows(self, *texts):
        wait_for(texts, lambda: all(text in self.editor.canvas.widget.description for text in texts))

    def surface(self, name):
        return self.editor.find(ROW, name, under=self.editor.find("list", "Surfaces"))

    def test_over_a_picture(self):
        """Two clicks and a file; a fill by the picture and a box; one surface is road no longer; saved and opened again."""
        path = base.desktop.path("valley.png")
        with open(path, "wb") as file:
            file.write(png(WIDTH, HEIGHT, lambda x, y: b"\x60\x60\x60\xff" if 20 <= y < 40 else b"\x20\xa0\x20\xff"))
        editor = self.open_sample()
        test_masks.start_over_a_picture(editor, "Add track", path)
        self.shows(f"valley, track of {WIDTH} × {HEIGHT}. Surface: tarmac.")
        editor.focus(editor.windows()[0])
        editor.key("f")
        editor.canvas.click(10, 30)
        wait_for("the count", lambda: f"{WIDTH * 20} pixels" in self.surface("tarmac").description)
        editor.key("2", "u")
        self.shows("Surface: sand.")
        editor.canvas.drag((40, 42), (49, 45))
        wait_for("the count", lambda: "40 pixels" in self.surface("sand").description)
        switch = editor.find(base.BUTTON, "sand is road")
        switch.activate()
        wait_for("the switch", lambda: not base.is_on(editor.find(base.BUTTON, "sand is road")))
        editor.screenshot("track-over-a-picture")
        self.save(editor)
        track = self.track("valley")
        self.assertEqual((track["width"], track["height"], track["picture"]["rect"]), (WIDTH, HEIGHT, [0, 0, WIDTH, HEIGHT]))
        self.assertEqual([(surface["name"], surface.get("ground", "road")) for surface in track["surfaces"]],
                         [("tarmac", "road"), ("sand", "off"), ("grass", "off")])
        self.assertEqual([band["radius"] for band in track["bands"]], [8])
        self.check(self.painted("valley")[1], boxes((1, 0, 20, WIDTH, 20), (2, 40, 42, 10, 4), width=WIDTH, height=HEIGHT))
        editor.close()
        editor = self.open(self.project.folder)
        insist("valley", lambda: editor.find("list item", "valley").click(), lambda: "track of" in editor.canvas.widget.description)
        wait_for("the pixels", lambda: "40 pixels" in self.surface("sand").description)

    def test_problems_mended(self):
        """What a hand-written track has wrong is put right by the button beside it, each in one step."""
        point = {"width": 9, "at": [5, 5]}
        track = {"kickbox": "track", "format": 1, "width": WIDTH, "height": HEIGHT, "cut_off": 20, "surfaces": SURFACES,
                 "bands": [{"id": 1, "radius": 30.5, "colour": "#ff7800"}],
                 "curves": [{"closed": "open", "surface": surface, "points": points}
                            for surface, points in ((9, [point, dict(point, at=[80, 5])]), (1, [point]), (1, [point, point]))],
                 "gates": [{"a": [30, 0], "b": [30, 9]}, {"a": [9, 5], "b": [9, 5]}]}
        os.makedirs(os.path.join(self.project.folder, "tracks"), exist_ok=True)
        with open(os.path.join(self.project.folder, "tracks", "bad.json"), "w", encoding="utf-8") as file:
            json.dump(track, file)
        editor = self.open_sample()
        editor.wait_for("the problems", lambda: editor.status("Problems").startswith("6 problems"))
        # A problem leads to its place; what is not there is named.
        editor.key("ctrl+shift+p")
        editor.find("list", "Problems")
        editor.key("Down", "Return")
        self.shows("Selected: Curve 1, 2 points.")
        editor.find("label", "Surface 9 (missing)")
        editor.key("Escape")
        for label, left in (("Make it “tarmac”", 5), ("Delete", 4), ("Delete", 3), ("Delete", 2),
                            ("Know clearance up to 31 px", 1)):
            editor.key("ctrl+shift+p")
            editor.find(base.BUTTON, re.compile("^" + label + ": bad, ")).activate()
            editor.wait_for(label, lambda left=left: editor.status("Problems").startswith(f"{left} problem"))
            editor.key("Escape")
            editor.gone("list", "Problems")
        self.assertEqual([step["step"] for step in self.project.journal_steps()],
                         ["Set surface of curve", "Delete curve", "Delete curve", "Delete check point", "Raise cut-off"])
        self.save(editor)
        saved = self.track("bad")
        self.assertEqual((saved["cut_off"], [curve["surface"] for curve in saved["curves"]], len(saved["gates"])), (31, [1], 1))

    def test_empty_renamed_deleted(self):
        editor = self.open_sample()
        self.palette(editor, "empty track", "New empty track")
        editor.key("Return")
        dialog = editor.fill_dialog("New Empty Track", "oval")
        for side, value in (("Width", 90), ("Height", 50)):
            field = editor.find(SPIN, side, under=dialog)
            editor.fill(field, str(value))
            editor.key("Tab")
        editor.find(base.BUTTON, "Create").click()
        self.shows("oval, track of 90 × 50.")
        editor.focus(editor.windows()[0])
        editor.key("F2")
        editor.fill_dialog("Rename Track", "ring")
        editor.key("Return")
        self.shows("ring, track of 90 × 50.")
        self.assertEqual(self.project.journal_steps()[0]["step"], "New track")
        editor.focus(editor.windows()[0])
        self.palette(editor, "delete the sprite, mask", "Delete the sprite, mask, track or level")
        editor.key("Return")
        editor.gone("list item", "ring")
        editor.key("ctrl+z")
        self.shows("ring, track of 90 × 50.")


class Session(OnDisk, SharedSession):
    """One track; each test takes back what it did."""

    TRACK = {"kickbox": "track", "format": 1, "width": WIDTH, "height": HEIGHT, "surfaces": SURFACES}

    @classmethod
    def prepare(cls, project):
        folder = os.path.join(project.folder, "tracks")
        os.makedirs(folder)
        with open(os.path.join(folder, "loop.json"), "w", encoding="utf-8") as text:
            json.dump(cls.TRACK, text)

    def setUp(self):
        super().setUp()
        editor = self.editor
        editor.focus(editor.windows()[0])
        run("xdotool", "mousemove", 2, 2)
        insist("loop", lambda: editor.find("list item", "loop").click(), lambda: "loop, track of" in editor.canvas.widget.description)
        if self.steps():  # of a test that failed
            self.take_back()
        editor.key("Escape", "Escape", "b", "1")
        self.says("loop, track of", "Surface: tarmac.", "Tool: Brush.")

    def take_back(self):
        """As it is on disk after a save; then all is taken back."""
        editor = self.editor
        editor.focus(editor.windows()[0])
        made = len(self.steps())
        self.save(editor)
        track = self.track("loop")
        if made:
            editor.key(*["ctrl+z"] * made)
            self.save(editor)
        return track


class Painting(Session):
    def test_numbers_choose_surfaces(self):
        editor = self.editor
        editor.key("u", "8")
        editor.find("label", "There are 3 surfaces; + at Surfaces adds one")
        editor.key("3")
        self.says("Surface: grass.")
        self.one_step(lambda: editor.canvas.drag((5, 5), (14, 9)), "Rectangle")
        editor.canvas.point(7, 7)
        wait_for("the surface in the status line", lambda: editor.status("Zone under the pointer").startswith("grass · clearance"))
        self.save(editor)
        self.check(self.painted("loop")[1], boxes((3, 5, 5, 10, 5), width=WIDTH, height=HEIGHT))
        editor.key("ctrl+z")
        self.save(editor)

    def test_surface_added_and_renamed(self):
        editor = self.editor
        editor.find(base.BUTTON, "Add surface").click()
        editor.fill_dialog("New Surface", "gravel")
        self.one_step(lambda: editor.key("Return"))
        self.says("Surface: gravel.")
        editor.focus(editor.windows()[0])
        editor.double_click(lambda: editor.find("label", "gravel", under=editor.find(ROW, "gravel", under=editor.find("list", "Surfaces"))),
                            "Rename Surface")
        editor.fill_dialog("Rename Surface", "mud")
        self.one_step(lambda: editor.key("Return"))
        editor.focus(editor.windows()[0])
        editor.find("label", "mud", under=editor.find(ROW, "mud", under=editor.find("list", "Surfaces"))).click()
        editor.key("F2")
        editor.fill_dialog("Rename Surface", "clay")
        self.one_step(lambda: editor.key("Return"))
        self.assertEqual([surface["name"] for surface in self.take_back()["surfaces"]][-1], "clay")

    def test_parts_renamed(self):
        """F2 on the row of a band, curve or check point that was clicked, and on what is selected on the canvas; a double click."""
        editor = self.editor
        editor.key("d")
        for at in ((20, 20), (60, 20), (60, 40)):
            editor.canvas.click(*at)
        self.one_step(lambda: editor.key("Return"))
        editor.key("g")
        self.one_step(lambda: editor.canvas.drag((40, 14), (40, 26)))
        self.one_step(editor.find(base.BUTTON, "Add band").activate)
        for title, heading, name in (("Bands", "Rename Band", "kart"), ("Curves", "Rename Curve", "lap"),
                                     ("Check Points", "Rename Check Point", "start")):
            editor.focus(editor.windows()[0])
            row = self.steady(editor.all(ROW, under=editor.find("list", title))[0])
            editor.find("label", under=row).click()
            editor.key("F2")
            editor.fill_dialog(heading, name)
            self.one_step(lambda: editor.key("Return"), "Change name")
            editor.focus(editor.windows()[0])
            editor.key("s", "Escape")   # the lists are there while nothing is selected
        editor.canvas.click(40, 16)
        editor.key("F2")
        editor.fill_dialog("Rename Check Point", "finish")
        self.one_step(lambda: editor.key("Return"), "Change name")
        editor.focus(editor.windows()[0])
        editor.double_click(lambda: editor.find("label", contains="kart", under=editor.find("list", "Bands")), "Rename Band")
        editor.fill_dialog("Rename Band", "cart")
        self.one_step(lambda: editor.key("Return"), "Change name")
        track = self.take_back()
        self.assertEqual((track["curves"][0]["name"], track["gates"][0]["name"], track["bands"][0]["name"]), ("lap", "finish", "cart"))

    def test_cut_off(self):
        """How far clearances are told apart, typed; the last line says no more than a game will know."""
        editor = self.editor
        editor.key("u", "1")
        self.one_step(lambda: editor.canvas.drag((10, 10), (59, 49)), "Rectangle")
        number = editor.find(SPIN, "Clearance up to")
        editor.fill(number, "5")
        self.one_step(lambda: editor.key("Return"), "Change cut-off")
        editor.focus(editor.windows()[0])
        editor.canvas.point(40, 30)
        wait_for("what is known", lambda: "clearance above 5" in editor.status("Zone under the pointer"))
        self.assertEqual(self.take_back()["cut_off"], 5)

    def test_clearance_follows_the_brush(self):
        """That of the pixel under the pointer, while the button is still down, and after undo."""
        editor, canvas = self.editor, self.editor.canvas
        editor.key("u", "1")

        def clearance(at):
            canvas.point(*at)
            return editor.status("Zone under the pointer").partition("clearance ")[2]
        self.one_step(lambda: canvas.drag((20, 20), (59, 39)), "Rectangle")
        wait_for("the middle", lambda: clearance((40, 29)) == "9.5")
        wait_for("beside it", lambda: clearance((40, 44)) == "−4.5")
        editor.key("b", "3")
        canvas.point(35, 29)
        run("xdotool", "mousedown", 1)
        canvas.point(45, 29)
        wait_for("grass below the brush", lambda: editor.status("Zone under the pointer").startswith("grass"))
        editor.screenshot("track-painting")
        self.one_step(lambda: run("xdotool", "mouseup", 1), "Paint")
        editor.key("ctrl+z")
        wait_for("as it was", lambda: clearance((40, 29)) == "9.5")
        self.take_back()

class Killed(OnDisk, test_masks.Killed):
    """What was painted on a track is in the journal, too."""
    painting = Painting
    name_painted, title, zone_list, zone = "loop", "loop, track of", "Surfaces", "tarmac"


class Bands(Session):
    """A road of 60 x 20, and a band of 4 pixels."""

    TRACK = dict(Session.TRACK, bands=[{"id": 1, "radius": 4, "colour": "#ff7800"}])

    def band(self, name):
        return self.editor.find(ROW, name, under=self.editor.find("list", "Bands"))

    def road(self):
        self.editor.key("u", "1")
        self.one_step(lambda: self.editor.canvas.drag((10, 20), (69, 39)), "Rectangle")

    def test_added_hidden_deleted(self):
        editor = self.editor
        self.one_step(editor.find(base.BUTTON, "Add band").click, "Add band of 12 px")
        self.says("Band 12 px, painting: band.")
        eye = editor.find(base.BUTTON, "Show the band 12 px")
        self.assertTrue(base.is_on(eye))
        eye.activate()
        wait_for("the eye", lambda: not base.is_on(editor.find(base.BUTTON, "Show the band 12 px")))
        radius = editor.find(SPIN, "Band radius of the car")
        editor.fill(radius, "9.5")
        self.one_step(lambda: editor.key("Return"), "Change radius of the car")
        self.band("9.5 px")
        editor.focus(editor.windows()[0])
        self.palette(editor, "delete the band", "Delete the band")
        self.one_step(lambda: editor.key("Return"), "Delete band 9.5 px")
        editor.gone(ROW, "9.5 px")
        self.says("Surface: tarmac.")
        self.assertEqual([band["radius"] for band in self.take_back()["bands"]], [4])

    def test_cut_off(self):
        """No less than the radius of the largest band, which is told; a larger band takes it along."""
        editor = self.editor
        before = len(self.steps())
        number = editor.find(SPIN, "Clearance up to")
        editor.fill(number, "3")
        editor.key("Return")
        wait_for("a word", lambda: editor.status("Message") == "The band 4 px needs clearance up to its radius")
        wait_for("the old number", lambda: editor.find(SPIN, "Clearance up to").value == 127)
        self.assertEqual(len(self.steps()), before)
        editor.fill(number, "5")
        self.one_step(lambda: editor.key("Return"), "Change cut-off")
        self.one_step(editor.find(base.BUTTON, "Add band").click, "Add band of 12 px")
        self.assertEqual(self.take_back()["cut_off"], 12)

    def test_brush(self):
        """A band's brush follows its radius; the road has its own, there again after the band, also after undo."""
        editor = self.editor

        def is_wide(size):
            wait_for(f"a brush of {size}", lambda: editor.find(SPIN, "Brush size").value == size)
        road = int(editor.find(SPIN, "Brush size").value)
        editor.key("bracketright")
        road += 1
        is_wide(road)
        editor.key("alt+b")
        self.says("Band 4 px, painting: band.")
        is_wide(4)
        editor.key("bracketright")
        is_wide(5)
        radius = editor.find(SPIN, "Band radius of the car")
        editor.fill(radius, "9")
        self.one_step(lambda: editor.key("Return"), "Change radius of the car")
        is_wide(9)
        editor.focus(editor.windows()[0])
        editor.key("ctrl+z")
        is_wide(4)
        editor.key("alt+b")
        self.says("Surface: tarmac.")
        is_wide(road)
        editor.key("bracketleft")
        is_wide(road - 1)

    def test_painted_by_hand(self):
        """The middle of the road is 12 pixels wide where the band is not: a stroke of 4 along it differs all over; one of
        no band on the border, too; both are taken back by the eraser and at once."""
        editor, canvas = self.editor, self.editor.canvas
        self.road()
        editor.key("alt+b", "b")
        self.says("Band 4 px, painting: band.", "Tool: Brush.")
        wait_for("a brush as wide as the radius", lambda: editor.find(SPIN, "Brush size").value == 4)
        self.one_step(lambda: canvas.drag((30, 30), (49, 30)), "Paint")
        differ = re.compile(r"^(\d+) pixels differ")
        count = wait_for("the count", lambda: differ.match(self.band("4 px").description or ""))
        self.assertAlmostEqual(int(count[1]), 20 * 4 + 8, delta=8)
        editor.screenshot("track-band-by-hand")
        editor.key("2", "u")
        self.says("painting: no band.")
        self.one_step(lambda: canvas.drag((20, 20), (29, 23)), "Rectangle")
        wait_for("more", lambda: differ.match(self.band("4 px").description)[1] == str(int(count[1]) + 40))
        self.save(editor)
        band = self.track("loop")["bands"][0]
        _, rows = read_painted(os.path.join(self.project.folder, "bands", "loop", f"{band['id']}.png"))
        self.assertEqual(rows[21][20:30], [2] * 10)
        self.assertEqual(rows[30][32:48], [1] * 16)
        self.palette(editor, "reset the band", "Reset the band to the computed one")
        self.one_step(lambda: editor.key("Return"), "Reset band 4 px")
        wait_for("none", lambda: differ.match(self.band("4 px").description)[1] == "0")
        editor.focus(editor.windows()[0])
        editor.key("alt+b")
        self.says("Surface: tarmac.")
        editor.key(*["ctrl+z"] * 4)
        self.save(editor)


class Drawn(Session):
    """Curves and check points."""

    def curves(self):
        return self.track("loop").get("curves", [])

    def draw(self, *places, end="Return"):
        self.editor.key("Escape", "Escape", "d", "1")
        self.says("Tool: Curve.")
        for number, (x, y) in enumerate(places, 1):
            self.editor.canvas.click(x, y, part=(0.25, 0.25))
            self.says(f"{number} point")
        if end:
            self.one_step(lambda: self.editor.key(end), "Draw curve")

    def test_closed(self):
        """Click after click; the first point closes; it is road at once, as wide as the tool says."""
        editor, canvas = self.editor, self.editor.canvas
        self.draw((20, 16), (70, 16), (70, 48), (20, 48), end=None)
        self.says("4 points.")
        editor.screenshot("track-curve-draft")
        self.one_step(lambda: canvas.click(20, 16, part=(0.25, 0.25)), "Draw curve")
        canvas.point(45, 32)
        wait_for("nothing in the middle", lambda: editor.status("Zone under the pointer").startswith("nothing"))
        canvas.point(20, 16)
        wait_for("a road", lambda: editor.status("Zone under the pointer").startswith("tarmac"))
        editor.screenshot("track-curve")
        curve, = self.take_back()["curves"]
        self.assertEqual((curve["closed"], curve["surface"], [point["at"] for point in curve["points"]]),
                         ("closed", 1, [[20, 16], [70, 16], [70, 48], [20, 48]]))
        self.assertTrue(all(point["width"] == 32 for point in curve["points"]))

    def test_taken_back(self):
        """Undo takes back point after point of a curve in the making, and then only a step."""
        editor, canvas = self.editor, self.editor.canvas
        editor.key("u")
        self.one_step(lambda: canvas.drag((5, 5), (9, 9)), "Rectangle")
        self.draw((20, 16), (70, 16), (70, 48), end=None)
        self.says("3 points.")
        for left in ("2 points.", "1 point."):
            editor.key("ctrl+z")
            self.says(left)
        editor.key("ctrl+z")
        wait_for("no curve", lambda: "1 point." not in editor.canvas.widget.description)
        self.assertEqual([step["step"] for step in self.steps()], ["Rectangle"])
        editor.key("ctrl+z")
        wait_for("the step", lambda: [step["step"] for step in self.steps()] == ["Rectangle", "Undo Rectangle"])
        self.save(editor)
        # Nothing is left to undo in the project: points still are.
        self.draw((20, 16), (70, 16), end=None)
        self.says("2 points.")
        editor.key("ctrl+z")
        self.says("1 point.")
        editor.key("ctrl+z", "Escape")
        self.save(editor)

    def test_points(self):
        """Dragged, nudged, wider, put in, taken out; the inspector has their numbers."""
        editor, canvas = self.editor, self.editor.canvas
        self.draw((10, 32), (50, 32), (86, 32))
        editor.key("s")
        canvas.click(50, 32, part=(0.25, 0.25))
        self.says("Selected: Point 2 of", "x 50, y 32, width 32")
        # The road and its clearance go along while the button is down.
        canvas.point(50, 32)
        run("xdotool", "mousedown", 1)
        canvas.point(50, 26)
        canvas.point(50, 20)
        wait_for("the middle of the road", lambda: re.search(r"^tarmac .* 1[3-6]\.\d$", editor.status("Zone under the pointer")))
        self.one_step(lambda: run("xdotool", "mouseup", 1))
        self.says("x 50, y 20")
        self.one_step(lambda: editor.key("Right"))
        self.says("x 51, y 20")
        self.one_step(lambda: editor.key("ctrl+Down"))
        self.says("width 31")
        width = editor.find(SPIN, "Curve point width")
        editor.fill(width, "12.5")
        self.one_step(lambda: editor.key("Return"), "Change width")
        self.says("width 12.5")
        editor.screenshot("track-point")
        canvas.click(51, 20, part=(0.25, 0.25))
        wait_for("the keyboard on the canvas", lambda: canvas.widget.has("focused"))
        self.says("x 51, y 20, width 12.5")
        self.one_step(lambda: editor.key("Delete"))
        editor.key("ctrl+z")
        track = self.take_back()
        self.assertEqual([(point["at"], point["width"]) for point in track["curves"][0]["points"]],
                         [([10, 32], 32), ([51, 20], 12.5), ([86, 32], 32)])

    def test_check_points(self):
        editor, canvas = self.editor, self.editor.canvas
        editor.key("g")
        self.says("Tool: Check points.")
        self.one_step(lambda: canvas.drag((20, 10), (20, 30)), "Add start line")
        self.one_step(lambda: canvas.drag((60, 10), (60, 30)), "Add check point 1")
        self.says("Selected: Check point 1, from")
        editor.screenshot("track-gates")
        self.one_step(lambda: editor.key("alt+x"), "Reverse Check point 1")
        self.one_step(lambda: editor.key("alt+Prior"), "Move Check point 1 in the order")
        self.says("Selected: Start line, from")
        name = editor.find(re.compile("text|entry"), "Check point name")
        editor.fill(name, "finish")
        self.one_step(lambda: editor.key("Return"), "Change name")
        self.says("Start line finish")
        gates = self.take_back()["gates"]
        self.assertEqual([gate.get("name") for gate in gates], ["finish", None])
        self.assertGreater(gates[0]["a"][1], gates[0]["b"][1])

    def test_keyboard_alone(self):
        """A curve point by point, ended by a second Enter on the last; N goes from point to point."""
        editor = self.editor
        editor.key("Escape", "Escape", "d")
        self.says("Tool: Curve.")
        editor.key("Right")
        for x in (10, 30, 50):
            self.move(x, 20)
            self.press()
            editor.key("Return")
            wait_for("the release", lambda: "Pressed." not in editor.canvas.widget.description)
        self.one_step(lambda: editor.key("Return"), "Draw curve")
        editor.key("Escape", "Escape", "b", "n")
        self.says("Selected: Point 1 of", "Tool: Select on the track.")
        editor.key("n")
        self.says("Selected: Point 2 of", "x 31, y 21")
        self.one_step(lambda: editor.key("Down"))
        self.says("x 31, y 22")
        curve, = self.take_back()["curves"]
        self.assertEqual([point["at"] for point in curve["points"]], [[11, 21], [31, 22], [51, 21]])


if __name__ == "__main__":
    unittest.main()
