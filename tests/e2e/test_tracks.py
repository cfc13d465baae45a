# SPDX-License-Identifier: MIT
"""Tracks in the real window: made over a picture or empty, painted, their surfaces told apart."""
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
from test_masks import ROW, SPIN, boxes, read_painted, runs  # noqa: E402

WIDTH, HEIGHT = 96, 64
SURFACES = [{"name": "tarmac", "colour": "#77767b", "value": 1}, {"name": "sand", "colour": "#e5a50a", "value": 2},
            {"name": "grass", "colour": "#26a269", "ground": "off", "value": 3}]


def setUpModule():
    base.setUpModule()


def tearDownModule():
    base.tearDownModule()


class OnDisk:
    """What a save leaves of tracks."""

    def track(self, name):
        return self.project.load("tracks", name + ".json")

    def painted(self, name):
        return read_painted(os.path.join(self.project.folder, "tracks", name + ".png"))

    def check(self, rows, expected):
        for y, (found, wanted) in enumerate(zip(rows, expected)):
            self.assertEqual(runs(found), runs(wanted), f"row {y}")


class Made(OnDisk, base.EditorTest):
    def shows(self, *texts):
        wait_for(texts, lambda: all(text in self.editor.canvas.widget.description for text in texts))

    def surface(self, name):
        return self.editor.find(ROW, name, under=self.editor.find("list", "Surfaces"))

    def test_over_a_picture(self):
        """Two keys and a file; a fill by the picture and a box; one surface is road no longer; saved and opened again."""
        path = base.desktop.path("valley.png")
        with open(path, "wb") as file:
            file.write(png(WIDTH, HEIGHT, lambda x, y: b"\x60\x60\x60\xff" if 20 <= y < 40 else b"\x20\xa0\x20\xff"))
        editor = self.open_sample()
        editor.key("ctrl+shift+t")
        editor.choose_file(path)
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
        insist("valley", editor.find("list item", "valley").click, lambda: "track of" in editor.canvas.widget.description)
        wait_for("the pixels", lambda: "40 pixels" in self.surface("sand").description)

    def test_empty_renamed_deleted(self):
        editor = self.open_sample()
        self.palette(editor, "empty track", "New empty track")
        editor.key("Return")
        dialog = editor.dialog("New Empty Track")
        editor.type("oval")
        for side, value in (("Width", 90), ("Height", 50)):
            field = editor.find(SPIN, side, under=dialog)
            field.click()
            editor.key("ctrl+a")
            editor.type(str(value))
            editor.key("Tab")
        editor.find(base.BUTTON, "Create").click()
        self.shows("oval, track of 90 × 50.")
        editor.focus(editor.windows()[0])
        editor.key("F2")
        editor.dialog("Rename Track")
        editor.key("ctrl+a")
        editor.type("ring")
        editor.key("Return")
        self.shows("ring, track of 90 × 50.")
        self.assertEqual(self.project.journal_steps()[0]["step"], "New track")
        editor.focus(editor.windows()[0])
        self.palette(editor, "delete the sprite, mask", "Delete the sprite, mask or track")
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
        insist("loop", editor.find("list item", "loop").click, lambda: "loop, track of" in editor.canvas.widget.description)
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
        editor.key("u", "3")
        self.says("Surface: grass.")
        self.one_step(lambda: editor.canvas.drag((5, 5), (14, 9)), "Rectangle")
        editor.canvas.point(7, 7)
        wait_for("the surface in the status line", lambda: editor.status("Zone under the pointer").startswith("grass · clearance"))
        self.save(editor)
        self.check(self.painted("loop")[1], boxes((3, 5, 5, 10, 5), width=WIDTH, height=HEIGHT))
        editor.key("ctrl+z")
        self.save(editor)

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


if __name__ == "__main__":
    unittest.main()
