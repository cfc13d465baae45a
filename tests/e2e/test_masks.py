# SPDX-License-Identifier: MIT
"""Masks in the real window: made over a picture or empty, painted with every tool, their zones edited, on frames
too; by keyboard alone; and killed in the middle of it."""
import json
import os
import re
import signal
import subprocess
import sys
import unittest

import numpy
from scipy import ndimage

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from cli_case import png, read_indexed  # noqa: E402
from editor_session import insist, run, wait_for  # noqa: E402
from shared_session import SharedSession  # noqa: E402

ROW = base.ROW
SPIN, SWITCH = re.compile("spin"), re.compile("switch|check box|toggle button")
WALL, FLOOR, DOOR = (90, 100, 140, 255), (150, 110, 80, 255), (80, 50, 30, 255)
WIDTH, HEIGHT = 64, 40
ZONES = [{"name": "floor", "colour": "#f6d32d", "value": 1}, {"name": "door", "colour": "#33d17a", "value": 2},
         {"name": "water", "colour": "#3584e4", "value": 5}]


def setUpModule():
    base.setUpModule()


def tearDownModule():
    base.tearDownModule()


def room(x, y):
    """A wall with a door in it, [40, 48) x [10, 24), over the floor from row 24 on."""
    return bytes(FLOOR if y >= 24 else DOOR if 40 <= x < 48 and y >= 10 else WALL)


def read_painted(path):
    """Its palette as "rrggbb", and rows of values."""
    with open(path, "rb") as file:
        _, _, palette, rows = read_indexed(file.read())
    return [palette[at:at + 3].hex() for at in range(0, len(palette), 3)], [list(row) for row in rows]


def boxes(*parts, width=WIDTH, height=HEIGHT):
    """Rows of pixels: (value, x, y, w, h) one over the other."""
    rows = [[0] * width for _ in range(height)]
    for value, x, y, w, h in parts:
        for row in rows[y:y + h]:
            row[x:x + w] = [value] * w
    return rows


def runs(row):
    """(value, first, length) of what is not nothing."""
    ends = [x for x in range(len(row) + 1) if x == len(row) or x == 0 or row[x] != row[x - 1]]
    return [(row[x], x, end - x) for x, end in zip(ends, ends[1:]) if row[x]]


def start_over_a_picture(editor, add, path):
    """Two clicks, and the picture is asked for: the mouse on the button, the accessible action on the menu's item."""
    editor.find(base.BUTTON, add).click()
    editor.find(re.compile("menu item"), "Over a Picture…").activate()
    editor.choose_file(path)


class OnDisk:
    """What a save leaves of masks, or what else is painted in a folder of its own."""
    folder = "masks"

    def mask(self, name):
        return self.project.load(self.folder, name + ".json")

    def painted(self, name):
        return read_painted(os.path.join(self.project.folder, self.folder, name + ".png"))

    def check(self, rows, expected):
        for y, (found, wanted) in enumerate(zip(rows, expected)):
            if found != wanted:
                self.assertEqual(runs(found), runs(wanted), f"row {y}")


class Made(OnDisk, base.EditorTest):
    def picture(self):
        path = base.desktop.path("hall.png")
        with open(path, "wb") as file:
            file.write(png(WIDTH, HEIGHT, room))
        return path

    def shows(self, text):
        wait_for(text, lambda: text in self.editor.canvas.widget.description)

    def test_over_a_picture(self):
        """Two clicks and a file; a fill and a stroke; saved, closed, opened again."""
        editor = self.open_sample()
        start_over_a_picture(editor, "Add mask", self.picture())
        self.shows(f"mask of {WIDTH} × {HEIGHT}. No zone yet.")
        editor.focus(editor.windows()[0])
        editor.key("f")
        editor.canvas.click(10, 30)
        self.shows("Zone: zone 1.")
        editor.find(base.BUTTON, "Add zone").click()
        editor.fill_dialog("New Zone", "door")
        editor.key("Return")
        self.shows("Zone: door.")
        editor.focus(editor.windows()[0])
        editor.key("u")
        editor.canvas.drag((40, 10), (47, 23))
        wait_for("the count", lambda: "112 pixels" in self.zone("door").description)
        self.assertIn(f"{64 * 16} pixels", self.zone("zone 1").description)
        editor.screenshot("mask-over-a-picture")
        self.save(editor)
        mask = self.mask("hall")
        self.assertEqual((mask["width"], mask["height"], mask["picture"]["rect"]), (WIDTH, HEIGHT, [0, 0, WIDTH, HEIGHT]))
        palette, rows = self.painted("hall")
        self.assertEqual(palette[1:], [zone["colour"][1:] for zone in mask["zones"]])
        self.check(rows, boxes((1, 0, 24, 64, 16), (2, 40, 10, 8, 14)))
        editor.close()
        editor = self.open(self.project.folder)
        insist("hall", lambda: editor.find("list item", "hall").click(), lambda: "mask of" in editor.canvas.widget.description)
        wait_for("the pixels", lambda: "112 pixels" in self.zone("door").description)

    def zone(self, name):
        return self.editor.find(ROW, name, under=self.editor.find("list", "Zones"))

    def test_empty(self):
        editor = self.open_sample()
        self.palette(editor, "empty mask", "New empty mask")
        editor.key("Return")
        dialog = editor.fill_dialog("New Empty Mask", "yard")
        for side, value in (("Width", 70), ("Height", 30)):
            field = editor.find(SPIN, side, under=dialog)
            editor.fill(field, str(value))
            editor.key("Tab")
        editor.find(base.BUTTON, "Create").click()
        self.shows("yard, mask of 70 × 30. No zone yet.")
        editor.focus(editor.windows()[0])
        editor.key("Escape", "bracketleft")
        editor.canvas.drag((10, 10), (20, 10))
        self.shows("Zone: zone 1.")
        self.save(editor)
        _, rows = self.painted("yard")
        self.assertEqual([value for value in rows[10] if value], [1] * sum(map(bool, rows[10])))
        self.assertGreater(sum(map(bool, rows[10])), 12)
        # It was one step, and the mask one more.
        editor.key("ctrl+z")
        self.shows("No zone yet.")
        editor.key("ctrl+z")
        editor.gone("list item", "yard")
        editor.key("ctrl+shift+z", "ctrl+shift+z")
        self.shows("yard, mask of 70 × 30. Zone: zone 1.")

    def opened(self, name):
        """The project with a mask shown, and the keyboard on its canvas."""
        editor = self.open(self.project.folder)
        insist(name, lambda: editor.find("list item", name).click(), lambda: f"{name}, mask of" in editor.canvas.widget.description)
        editor.focus(editor.windows()[0])
        return editor

    def test_large_picture(self):
        """Read beside the window: then its colours are told, and a fill goes by them."""
        width, height = 1600, 1400
        path = base.desktop.path("field.png")
        with open(path, "wb") as file:
            file.write(png(width, height, lambda x, y: b"\x20\xa0\x20\xff" if x < 600 else b"\x60\x60\x60\xff"))
        base.kickbox("import", self.project.folder, path, "--as", "mask", "--background", "--name", "field")
        editor = self.opened("field")
        x, y, wide, high = editor.canvas.widget.box
        run("xdotool", "mousemove", x + wide // 3, y + high // 2)
        wait_for("the colour", lambda: editor.status("Colour") == "#20a020")
        editor.key("f")
        run("xdotool", "click", 1)
        wait_for("the count", lambda: self.zone("zone 1").description == f"{600 * height} pixels")

    def test_faults(self):
        """Files that are not as they should be: told, and saved over by nothing but paint."""
        folder = os.path.join(self.project.folder, "masks")
        for name in ("cut", "odd"):
            base.kickbox("import", self.project.folder, self.picture(), "--as", "mask", "--name", name)
        mask = self.project.load("masks", "odd.json")
        mask.update(width=WIDTH + 6, zones=mask["zones"][:2])
        with open(os.path.join(folder, "odd.json"), "w", encoding="utf-8") as text:
            json.dump(mask, text)
        kept = {}
        with open(os.path.join(folder, "cut.png"), "r+b") as file:
            file.truncate(90)
        for name in ("cut", "odd"):
            with open(os.path.join(folder, name + ".png"), "rb") as file:
                kept[name] = file.read()
        editor = self.opened("odd")
        editor.key("ctrl+shift+p")
        problems = editor.find("list", "Problems")
        for text in ("cut.png: byte ", f"odd.png is {WIDTH} x {HEIGHT} pixels, expected {WIDTH + 6} x {HEIGHT}", "that are no zone's: 3"):
            editor.find("list item", contains=text, under=problems)
        editor.screenshot("mask-faults")
        editor.key("Escape")
        insist("cut", lambda: editor.find("list item", "cut").click(), lambda: "cut, mask of" in editor.canvas.widget.description)
        editor.find(SPIN, "Brush size")
        self.palette(editor, "empty mask", "New empty mask")
        editor.key("Return")
        editor.dialog("New Empty Mask")
        editor.type("more")
        editor.key("Return")
        self.shows("more, mask of")
        editor.focus(editor.windows()[0])
        self.save(editor)
        with open(os.path.join(folder, "cut.png"), "rb") as file:
            self.assertEqual(file.read(), kept["cut"])
        found = read_painted(os.path.join(folder, "odd.png"))[1]
        self.check([row[:WIDTH] for row in found], read_indexed(kept["odd"])[3])

    def test_large(self):
        """What takes long is done beside the window: a fill of 2.4 million pixels, and a save of them."""
        editor = self.open_sample()
        self.palette(editor, "empty mask", "New empty mask")
        editor.key("Return")
        dialog = editor.fill_dialog("New Empty Mask", "plain")
        for side, value in (("Width", 2400), ("Height", 1000)):
            field = editor.find(SPIN, side, under=dialog)
            editor.fill(field, str(value))
            editor.key("Tab")
        editor.find(base.BUTTON, "Create").click()
        self.shows("plain, mask of 2400 × 1000. No zone yet.")
        editor.focus(editor.windows()[0])
        editor.key("Escape", "f", "Right", "Return")
        self.shows("Zone: zone 1.")
        wait_for("the count", lambda: self.zone("zone 1").description == "2400000 pixels")
        self.save(editor)
        _, rows = self.painted("plain")
        self.check(rows, [[1] * 2400] * 1000)
        editor.key("ctrl+z")
        self.shows("No zone yet.")


class Painting(OnDisk, SharedSession):
    """One mask; each test takes back what it painted."""

    @classmethod
    def prepare(cls, project):
        folder = os.path.join(project.folder, "masks")
        os.makedirs(folder)
        art = base.desktop.path(cls.__name__ + "-room.png")
        with open(art, "wb") as file:
            file.write(png(WIDTH, HEIGHT, room))
        base.kickbox("import", project.folder, art, "--as", "mask", "--background", "--name", "room")
        mask = project.load("masks", "room.json")
        mask["zones"] = ZONES
        with open(os.path.join(folder, "room.json"), "w", encoding="utf-8") as text:
            json.dump(mask, text)

    def setUp(self):
        super().setUp()
        editor = self.editor
        editor.focus(editor.windows()[0])
        run("xdotool", "mousemove", 2, 2)
        insist("room", lambda: editor.find("list item", "room").click(), lambda: "room, mask of" in editor.canvas.widget.description)
        editor.key("Escape", "Escape", "b", "1")
        self.says("room, mask of", "Zone: floor.", "Tool: Brush.")
        self.option("Brush size", 1)
        if self.steps():  # of a test that failed
            self.pixels()

    def option(self, name, value):
        field = self.editor.find(SPIN, name)
        if field.value == value:
            return
        self.editor.fill(field, str(value))
        self.editor.key("Return", "Escape")
        wait_for(f"{value} in {name!r}", lambda: field.value == value)

    def zone(self, name):
        return self.editor.find(ROW, name, under=self.editor.find("list", "Zones"))

    def pixels(self):
        """As they are on disk after a save; then all is taken back."""
        editor = self.editor
        editor.focus(editor.windows()[0])
        made = len(self.steps())
        self.save(editor)
        palette, rows = self.painted("room")
        if made:
            editor.key(*["ctrl+z"] * made)
            self.save(editor)
        return rows

    def choose(self, key):
        """A tool by its key, with the canvas at the keyboard."""
        self.editor.key("Escape", "Escape", key)

    def paint(self, key, *path, label, modifier=None):
        self.choose(key)
        self.one_step(lambda: self.editor.canvas.drag(*path, modifier=modifier), label)

    # ---- tools ----

    def test_brush(self):
        """Numbers choose zones; Shift paints straight; Alt picks."""
        editor, canvas = self.editor, self.editor.canvas
        canvas.point(5, 5)
        run("xdotool", "mousedown", 1)
        canvas.point(15, 5)
        canvas.point(15, 9)
        self.one_step(lambda: run("xdotool", "mouseup", 1), "Paint")
        editor.key("2")
        self.says("Zone: door.")
        self.one_step(lambda: canvas.click(20, 5), "Paint")
        self.one_step(lambda: canvas.click(30, 5, modifier="shift"), "Paint")
        canvas.click(5, 5, modifier="alt")
        self.says("Zone: floor.")
        wait_for("the zone in the status line", lambda: editor.status("Zone under the pointer") == "floor")
        editor.screenshot("mask-brush")
        self.check(self.pixels(), boxes((1, 5, 5, 11, 1), (1, 15, 5, 1, 5), (2, 20, 5, 11, 1)))

    def test_brush_size(self):
        editor, canvas = self.editor, self.editor.canvas
        editor.key("bracketright", "bracketright", "bracketleft", "bracketright")
        wait_for("the size", lambda: editor.find(SPIN, "Brush size").value == 3)
        self.switch("Square brush")
        self.one_step(lambda: canvas.click(10, 10), "Paint")
        self.switch("Square brush")
        self.choose("e")
        self.option("Brush size", 1)
        self.one_step(lambda: canvas.click(10, 10), "Erase")
        self.check(self.pixels(), boxes((1, 9, 9, 3, 3), (0, 10, 10, 1, 1)))

    def switch(self, name):
        switch = self.editor.find(SWITCH, name)
        on = base.is_on(switch)
        switch.activate()
        wait_for(name, lambda: base.is_on(switch) != on)

    def test_figures(self):
        """Line, rectangle, ellipse, area, and the eraser's box by Ctrl."""
        self.paint("l", (3, 3), (12, 3), label="Line")
        self.paint("u", (3, 6), (12, 9), label="Rectangle")
        self.paint("u", (5, 7), (6, 8), label="Rectangle", modifier="ctrl")
        self.paint("c", (20, 3), (23, 6), label="Ellipse")
        self.choose("p")
        canvas = self.editor.canvas
        for x, y in ((30, 3), (36, 3), (36, 9), (30, 9)):
            canvas.click(x, y, part=(0.2, 0.2))
        self.one_step(lambda: self.editor.key("Return"), "Paint area")
        self.editor.screenshot("mask-figures")
        self.check(self.pixels(), boxes((1, 3, 3, 10, 1), (1, 3, 6, 10, 4), (0, 5, 7, 2, 2), (1, 20, 4, 4, 2), (1, 21, 3, 2, 4),
                                        (1, 30, 3, 6, 6)))

    def test_fill(self):
        """What looks like the door gets the zone, and the floor another one; from the picture alone."""
        canvas = self.editor.canvas
        self.choose("f")
        self.one_step(lambda: canvas.click(10, 30), "Fill")
        self.editor.key("2")
        self.says("Zone: door.")
        self.one_step(lambda: canvas.click(44, 15), "Fill")
        self.choose("i")
        canvas.click(10, 30)
        self.says("Zone: floor.")
        self.check(self.pixels(), boxes((1, 0, 24, 64, 16), (2, 40, 10, 8, 14)))

    def test_region(self):
        """Moved, copied, mirrored, filled, erased; undone, it is where its pixels are."""
        editor, canvas = self.editor, self.editor.canvas
        self.paint("u", (5, 5), (8, 6), label="Rectangle")
        self.choose("v")
        canvas.drag((4, 4), (10, 10))
        self.says("Region at 4, 4, 7 × 7")
        self.one_step(lambda: canvas.drag((6, 6), (16, 6)), "Move region")
        self.says("Region at 14, 4")
        self.one_step(lambda: editor.key("ctrl+z"))
        self.says("Region at 4, 4")
        self.one_step(lambda: editor.key("ctrl+shift+z"))
        self.says("Region at 14, 4")
        self.one_step(lambda: canvas.drag((16, 6), (16, 16), modifier="alt"), "Copy region")
        self.says("Region at 14, 14")
        self.one_step(lambda: editor.key("shift+m"), "Mirror region")
        editor.key("b", "2")
        canvas.click(40, 30)
        wait_for("why not", lambda: "region" in editor.status("Message"))
        self.one_step(lambda: canvas.click(14, 14), "Paint")
        editor.screenshot("mask-region")
        editor.key("Escape")
        self.check(self.pixels(), boxes((1, 15, 5, 4, 2), (1, 16, 15, 4, 2), (2, 14, 14, 1, 1)))

    def test_region_clipboard(self):
        """Cut, and pasted twice: at the pointer, then at another one."""
        editor, canvas = self.editor, self.editor.canvas
        self.paint("u", (5, 5), (8, 6), label="Rectangle")
        self.choose("v")
        canvas.drag((5, 5), (8, 6))
        self.says("Region at 5, 5, 4 × 2")
        self.one_step(lambda: editor.key("ctrl+x"), "Cut region")
        for at in ((20, 10), (40, 20)):
            canvas.point(*at)
            self.one_step(lambda: editor.key("ctrl+v"), "Paste region")
            self.says(f"Region at {at[0] - 2}, {at[1] - 1}, 4 × 2")
        self.check(self.pixels(), boxes((1, 18, 9, 4, 2), (1, 38, 19, 4, 2)))

    def test_rename(self):
        """A double click, and F2, rename the row of a list: the zone, not the mask."""
        editor = self.editor

        def renamed(name):
            editor.fill_dialog("Rename Zone", name)
            self.one_step(lambda: editor.key("Return"), None)
            wait_for(name, lambda: name in self.names())
            editor.focus(editor.windows()[0])
        editor.double_click(lambda: editor.find("label", "door", under=self.zone("door")), "Rename Zone")
        renamed("gate")
        editor.find(base.BUTTON, "Add zone").click()
        editor.dialog("New Zone")
        editor.key("Escape")
        wait_for("the dialog to close", lambda: len(editor.windows()) == 1)
        editor.focus(editor.windows()[0])
        if self.zone("gate").vague:   # the button was not clicked by mouse, so the keyboard is elsewhere
            editor.find("label", "gate", under=self.zone("gate")).click()
        else:
            editor.key("Tab")
        wait_for("the keyboard on the zone", lambda: self.zone("gate").has("focused"))
        editor.key("F2")
        renamed("portal")
        for name, new in (("floor", "ground"), ("portal", "arch")):
            editor.find("label", name, under=self.zone(name)).click()
            editor.key("F2")
            renamed(new)
        editor.key("ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z")
        wait_for("door", lambda: "door" in self.names())

    def test_wand(self):
        """Parts of the picture by their colours: of one click, joined, left out; grown, shrunk, smoothed: as scipy has them."""
        editor, canvas = self.editor, self.editor.canvas
        kinds = numpy.array([[(WALL, FLOOR, DOOR).index(tuple(room(x, y))) for x in range(WIDTH)] for y in range(HEIGHT)])

        def like(x, y):
            parts = ndimage.label(kinds == kinds[y, x])[0]
            return parts == parts[y, x]

        def fits(region, value):
            """The region gets a zone, and all is taken back."""
            editor.key(str(value))
            self.one_step(lambda: editor.key("alt+BackSpace"), "Fill region")
            return numpy.array(self.pixels()).tolist() == numpy.where(region, value, 0).tolist()

        def filled(region, value):
            self.assertTrue(fits(region, value))

        def filled_after(button, region, value):
            insist(button, editor.find(base.BUTTON, button).click, lambda: fits(region, value))
        self.option("Pixels", 3)
        self.choose("w")
        canvas.click(44, 15)
        self.says("Region at 40, 10, 8 × 14")
        door, y, x = like(44, 15), *numpy.mgrid[:HEIGHT, :WIDTH]
        filled(door, 2)
        canvas.click(10, 30, modifier="shift")
        self.says("Region at 0, 10, 64 × 30")
        filled(door | like(10, 30), 1)
        canvas.click(44, 15, modifier="ctrl")
        self.says("Region at 0, 24, 64 × 16")
        canvas.click(44, 15)
        self.says("Region at 40, 10, 8 × 14")
        editor.find(base.BUTTON, "Grow the Region").activate()   # with the pointer where it is
        self.says("Region at 37, 7, 14 × 20")
        disc = numpy.hypot(*numpy.mgrid[-3:4, -3:4]) <= 3
        grown = ndimage.binary_dilation(door, disc)
        filled(grown, 1)
        editor.screenshot("mask-wand")
        counts = ndimage.convolve(grown.astype(int), numpy.ones((7, 7), int), mode="constant")
        every = ndimage.convolve(numpy.ones_like(counts), numpy.ones((7, 7), int), mode="constant")
        smooth = 2 * counts > every
        filled_after("Smooth the Region", smooth, 2)
        filled_after("Shrink the Region", ndimage.binary_erosion(smooth, disc, border_value=1), 2)
        editor.key("Escape")

    def test_zone_by_pixels(self):
        """Grown, shrunk, without specks."""
        editor = self.editor
        self.paint("u", (10, 10), (19, 19), label="Rectangle")
        self.one_step(lambda: editor.key("alt+plus"), "Grow zone")
        self.one_step(lambda: editor.key("alt+minus"), "Shrink zone")
        editor.key("b")
        self.one_step(lambda: editor.canvas.click(40, 30), "Paint")
        self.one_step(editor.find(base.BUTTON, "Remove Specks").click, "Remove specks")
        self.check(self.pixels(), boxes((1, 10, 10, 10, 10)))

    # ---- the list of zones ----

    def row_menu(self, zone, item):
        """The row's menu has a place only while it is seen: the row is chosen first."""
        self.editor.key(str(self.names().index(zone) + 1))
        self.says(f"Zone: {zone}.")
        button = self.editor.find(base.BUTTON, "Edit " + zone)

        def opened():
            return next((found for found in self.editor.all(base.BUTTON) if item in found.row.name), None)
        insist(item, button.click, opened)
        opened().activate()

    def names(self):
        rows = self.editor.all(ROW, under=self.editor.find("list", "Zones"))
        return [row.name for row in rows]

    def test_zones_panel(self):
        editor = self.editor
        self.paint("u", (0, 0), (9, 4), label="Rectangle")
        editor.key("2")
        self.says("Zone: door.")
        self.paint("u", (10, 0), (14, 4), label="Rectangle")
        wait_for("the counts", lambda: [self.zone(name).description for name in ("floor", "door", "water")] ==
                 ["50 pixels", "25 pixels", "0 pixels"])
        self.row_menu("door", "Rename…")
        editor.fill_dialog("Rename Zone", "gate")
        self.one_step(lambda: editor.key("Return"))
        self.says("Zone: gate.")
        self.assertEqual(self.names(), ["floor", "gate", "water"])
        editor.focus(editor.windows()[0])
        self.one_step(lambda: self.row_menu("gate", "Merge into water"))
        wait_for("the count", lambda: self.zone("water").description == "25 pixels")
        self.assertEqual(self.names(), ["floor", "water"])
        editor.screenshot("mask-zones-panel")
        self.one_step(lambda: self.row_menu("floor", "Delete"))
        wait_for("the list", lambda: self.names() == ["water"])
        editor.focus(editor.windows()[0])
        editor.find(name="Canvas").click(button=2)
        self.check(self.pixels(), boxes((5, 10, 0, 5, 5)))
        wait_for("the zones again", lambda: self.names() == ["floor", "door", "water"])

    def size(self, name, width):
        """The dialog for another width, and what it says of that."""
        editor = self.editor
        editor.focus(editor.windows()[0])
        editor.find(base.BUTTON, "Size " + name).click()
        dialog = editor.dialog("Change Size")
        editor.fill(editor.find(SPIN, "Width", under=dialog), str(width))
        editor.key("Tab")
        return dialog

    def size_typed(self):
        """By keys alone: the width has the keyboard, what is typed counts at once, Enter changes."""
        editor = self.editor
        editor.focus(editor.windows()[0])
        editor.find(base.BUTTON, f"Size {WIDTH} × {HEIGHT}").click()
        dialog = editor.dialog("Change Size")
        wait_for("the keyboard", lambda: editor.find(SPIN, "Width", under=dialog).has("focused"))
        self.assertFalse(editor.find(base.BUTTON, "Change", under=dialog).has("sensitive"))
        editor.type("6")
        editor.find("label", "20 painted pixels at the right and below are cut off.", under=dialog)
        self.assertTrue(editor.find(base.BUTTON, "Change", under=dialog).has("sensitive"))
        self.one_step(lambda: editor.key("Return"), "Change size")
        self.says(f"room, mask of 6 × {HEIGHT}")
        editor.focus(editor.windows()[0])
        editor.key("ctrl+z")
        self.says(f"room, mask of {WIDTH} × {HEIGHT}")

    def test_size(self):
        """Told what is cut off, cut, and back in one step; then wider."""
        editor = self.editor
        self.paint("u", (0, 0), (9, 4), label="Rectangle")
        dialog = self.size(f"{WIDTH} × {HEIGHT}", 6)
        editor.find("label", "20 painted pixels at the right and below are cut off.", under=dialog)
        editor.screenshot("mask-size")
        self.one_step(editor.find(base.BUTTON, "Change", under=dialog).click, "Change size")
        self.says(f"room, mask of 6 × {HEIGHT}")
        wait_for("the rest", lambda: self.zone("floor").description == "30 pixels")
        editor.focus(editor.windows()[0])
        editor.key("ctrl+z")
        self.says(f"room, mask of {WIDTH} × {HEIGHT}")
        wait_for("all of it", lambda: self.zone("floor").description == "50 pixels")
        dialog = self.size(f"{WIDTH} × {HEIGHT}", WIDTH + 8)
        editor.find("label", "New pixels at the right and below are not painted.", under=dialog)
        editor.find(base.BUTTON, "Cancel", under=dialog).click()
        self.size_typed()
        editor.focus(editor.windows()[0])
        editor.key("ctrl+z")
        wait_for("nothing", lambda: self.zone("floor").description == "0 pixels")

    # ---- without a mouse ----

    def release(self):
        self.editor.key("Return")
        wait_for("the release", lambda: "Pressed." not in self.editor.canvas.widget.description)

    def test_keyboard_alone(self):
        editor = self.editor
        self.choose("b")
        wait_for("no cursor", lambda: "Cursor at" not in editor.canvas.widget.description)
        editor.key("Right")
        self.move(10, 10)
        self.press()
        self.move(16, 10)
        self.one_step(self.release, "Paint")
        editor.key("3")
        self.says("Zone: water.")
        editor.key("f")
        self.move(12, 30)
        self.one_step(lambda: editor.key("Return"), "Fill")
        self.says("Cursor at 12, 30", "on water")
        editor.key("u")
        self.move(30, 10)
        self.press()
        self.move(33, 12)
        self.one_step(self.release, "Rectangle")
        self.check(self.pixels(), boxes((1, 10, 10, 7, 1), (5, 0, 24, 64, 16), (5, 30, 10, 4, 3)))

    # ---- frames ----

    def test_zones_of_frames(self):
        editor = self.editor
        self.at("fakir", 2)
        editor.key("shift+z")
        self.says("fakir, frame 2 ", "No zone yet.")
        self.choose("b")
        self.one_step(lambda: editor.canvas.drag((10, 10), (14, 10)), "Paint")
        self.says("Zone: zone 1.")
        editor.screenshot("frame-zones")
        editor.key("period")
        self.says("fakir, frame 3 ", "Zone: zone 1.")
        wait_for("no pixels there", lambda: self.zone("zone 1").description == "0 pixels")
        editor.key("comma", "shift+z")
        self.says("fakir, frame 2 ", "Nothing is selected")
        self.save(editor)
        sprite = self.project.sprite("fakir")
        self.assertEqual([zone["name"] for zone in sprite["zones"]], ["zone 1"])
        self.assertEqual([bool(frame.get("pixels")) for frame in sprite["frames"][:3]], [False, True, False])
        _, rows = read_painted(os.path.join(self.project.folder, "zones", "fakir", f"{sprite['frames'][1]['id']}.png"))
        self.assertEqual([runs(row) for row in rows if any(row)], [[(1, 10, 5)]])
        editor.key("ctrl+z")
        self.save(editor)
        self.assertNotIn("zones", self.project.sprite("fakir"))


    def test_solid_pixels(self):
        """What pixel collisions see, on the canvas, with the sprite's settings for it."""
        editor = self.editor
        self.at("fakir", 2)

        def solid():
            return int(editor.find("label", contains="pixels are solid here").name.split()[0])
        editor.key("shift+x")
        self.assertGreater(solid(), 500)
        self.one_step(lambda: setattr(editor.find(base.ENTRY, "Except the colour"), "text", "#ff00ff"), "Change solid pixels")
        editor.screenshot("solid-pixels")
        editor.find(base.BUTTON, "Done").click()
        editor.gone("label", contains="pixels are solid here")
        self.save(editor)
        self.assertEqual(self.project.sprite("fakir")["solid_key"], "#ff00ff")
        editor.key("ctrl+z")
        self.save(editor)
        self.assertNotIn("solid_key", self.project.sprite("fakir"))


class Killed(OnDisk, base.EditorTest):
    """As a power cut does it: what was painted by the time is in the journal, whole."""

    RUNS = 3 if os.environ.get("KICKBOX_ALL") else 2
    painting = Painting            # whose project it is; what is painted there, with what
    name_painted, title, zone_list, zone = "room", "room, mask of", "Zones", "floor"

    def test_no_finished_stroke_is_lost(self):
        self.painting.prepare.__func__(self.painting, self.project)
        done = 0
        for number in range(self.RUNS):
            editor = self.open(self.project.folder)
            if number:
                editor.dialog("Recover Unsaved Changes?")
                editor.find(base.BUTTON, "Recover").click()
                wait_for("the recovered project", lambda: editor.windows()[0].name.startswith("•"))
                editor.focus(editor.windows()[0])
            insist(self.title, lambda: editor.find("list item", self.name_painted).click(),
                   lambda: self.title in editor.canvas.widget.description)
            editor.key("Escape", "u", "1")
            for _ in range(3):
                x = 2 + 5 * (done % 12)
                y = 2 + 5 * (done // 12)
                editor.canvas.drag((x, y), (x + 3, y + 3))
                done += 1
                wait_for("the stroke on the screen", lambda: self.counted() == 16 * done)
            # One is under way when it happens.
            editor.canvas.point(50, 30)
            run("xdotool", "mousedown", 1)
            editor.process.send_signal(signal.SIGKILL)
            editor.process.wait()
            run("xdotool", "mouseup", 1)
        folder = base.desktop.path(self.name + "-replayed", "dojo")
        os.makedirs(os.path.dirname(folder))
        subprocess.run(["cp", "-r", self.project.folder, folder], check=True)
        subprocess.run(["rm", "-f", os.path.join(folder, "dojo.kickbox-journal")], check=True)
        text = "".join(json.dumps(step) + "\n" for step in self.project.journal_steps())
        subprocess.run([base.KICKBOX, "edit", folder], input=text, text=True, check=True)
        _, rows = read_painted(os.path.join(folder, self.folder, self.name_painted + ".png"))
        places = ((1, 2 + 5 * (i % 12), 2 + 5 * (i // 12), 4, 4) for i in range(done))
        expected = boxes(*places, width=len(rows[0]), height=len(rows))
        self.check(rows, expected)

    def counted(self):
        row = self.editor.find(ROW, self.zone, under=self.editor.find("list", self.zone_list))
        return int(row.description.split()[0])


if __name__ == "__main__":
    unittest.main()
