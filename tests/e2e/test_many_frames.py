# SPDX-License-Identifier: MIT
"""The same on many frames, by hand in the real window: filled in between, applied, deleted, pasted, and frames
whose pictures are cropped, trimmed, extended, flipped and scaled with all that lies on them."""
import json
import os
import re
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from editor_session import Editor, run, wait_for  # noqa: E402
from shared_session import SharedSession  # noqa: E402

RED = (255, 0, 0, 255)


def setUpModule():
    base.setUpModule(base.SCREEN)


def tearDownModule():
    base.tearDownModule()


def box(class_name, *numbers, **more):
    return dict({"class": class_name, "geometry": {"box": list(numbers)}}, **more)


def write(project, sprite, data):
    with open(os.path.join(project.folder, "sprites", sprite + ".json"), "w", encoding="utf-8") as text:
        json.dump(data, text)


class Annotations(SharedSession):
    @classmethod
    def prepare(cls, project):
        sprite = project.sprite("fakir")
        frames = sprite["frames"]
        frames[10]["points"] = [{"name": "fist", "at": [20, 20], "direction": 0}]
        frames[14]["points"] = [{"name": "fist", "at": [40, 28], "direction": 90}]
        for frame in frames[10:15]:
            frame["shapes"] = []
        frames[10]["shapes"] = [box("head", 10, 10, 10, 10), box("torso", 40, 40, 10, 10)]
        frames[14]["shapes"] = [box("head", 30, 18, 14, 10), box("torso", 60, 40, 10, 10)]
        frames[12]["hot_spot"] = [40, 75]
        write(project, "fakir", sprite)
        sprite = project.sprite("boxer")
        for frame in sprite["frames"]:
            frame["shapes"] = []
        sprite["frames"][0]["shapes"] = [box("head", 60, 10, 5, 5)]
        sprite["frames"][2]["hot_spot"] = [40, 70]
        write(project, "boxer", sprite)

    def select(self, x, y, words, add=False):
        self.editor.canvas.click(x, y, modifier="shift" if add else None)
        self.says(words)

    def check_between(self, torso):
        frames = self.saved("fakir")
        for number, x, y, w in ((12, 15, 12, 11), (13, 22, 14, 12), (14, 25, 16, 13)):
            frame = frames[number - 1]
            self.assertEqual(self.shapes(frame, "head"), [[x, y, w, 10]], number)
            self.assertEqual(len(self.shapes(frame, "torso")), torso, number)
        self.assertEqual([(point["at"], point["direction"]) for frame in frames[11:14] for point in frame.get("points", [])],
                         [([25, 22], 22.5), ([32, 24], 45), ([35, 26], 67.5)])

    def test_between_from_the_first(self):
        """What is selected on the first frame; the frames between have none of it yet."""
        self.at("fakir", 11)
        self.select(12, 12, "Box head")
        self.select(20, 20, "Action point fist", add=True)
        self.choose_frames(15)
        self.says("Box head", "fist")
        self.one_step(lambda: self.editor.key("shift+i"), "Fill in between")
        self.editor.screenshot("fill-in-between")
        self.check_between(torso=0)
        self.editor.key("ctrl+z")
        self.assertFalse(any(frame.get("shapes") for frame in self.saved("fakir")[11:14]))

    def test_between_from_the_last(self):
        """The same with the last frame on the screen."""
        self.at("fakir", 15)
        self.select(35, 20, "Box head")
        self.select(40, 28, "Action point fist", add=True)
        self.choose_frames(11)
        self.one_step(lambda: self.menu("Copy to frames", "Fill In Between"), "Fill in between")
        self.check_between(torso=0)
        self.one_step(lambda: self.editor.key("ctrl+z"))

    def values(self):
        return [shape.get("values") for shape in self.saved("fakir")[10]["shapes"]]

    def entry(self, name):
        return self.steady(self.editor.find("text", name))

    def test_values_together(self):
        """A key for two shapes at once, offered again later; then a text that differs."""
        self.at("fakir", 11)
        self.select(12, 12, "Box head")
        self.select(45, 45, "Box torso", add=True)
        wait_for("the values of both", lambda: len(self.editor.all(base.BUTTON, "Add value", hidden=True)) == 2)
        self.editor.all(base.BUTTON, "Add value", hidden=True)[1].click()
        self.editor.type("damage")
        self.editor.key("Tab")
        self.editor.type("5")
        self.editor.key("Return")
        self.assertEqual(self.values(), [{"damage": "5"}, {"damage": "5"}])
        self.at("fakir", 11)
        self.select(12, 12, "Box head")
        self.editor.fill(self.entry("Value"), "7")
        self.editor.key("Return")
        self.assertEqual(self.values(), [{"damage": "7"}, {"damage": "5"}])
        self.select(45, 45, "Box torso", add=True)
        self.assertEqual(self.entry("Value").text, "")
        self.editor.screenshot("values-differ")
        self.editor.fill(self.entry("Value"), "9")
        self.one_step(lambda: self.editor.key("Return"), "Change values")
        self.assertEqual(self.values(), [{"damage": "9"}, {"damage": "9"}])
        self.editor.key("ctrl+z")

    def types(self, of="torso"):
        with open(os.path.join(self.project.folder, "dojo.kickbox"), encoding="utf-8") as text:
            return next(kind for kind in json.load(text)["classes"] if kind["name"] == of).get("value_types")

    def test_types_of_values(self):
        """A type for the class, a switch and a colour; a text of another type is not taken."""
        self.at("fakir", 11)
        self.select(45, 45, "Box torso")
        wait_for("the values of the class", lambda: len(self.editor.all(base.BUTTON, "Add value", hidden=True)) == 3)

        def add(key, index, kind):
            self.editor.all(base.BUTTON, "Add value", hidden=True)[1].click()
            self.editor.type(key)
            self.editor.key("Tab")
            # Two accessibles for each button, and one button for the class's line of each typed key
            wait_for(f"the value {key}", lambda: len(self.editor.all(base.BUTTON, "Type of the value")) == 2 * (2 * index + 1))
            self.steady(self.editor.all(base.BUTTON, "Type of the value")[2 * index]).click()
            self.one_step(self.menu_item(kind).activate, "Change the type of a value")
        add("a solid", 0, "Yes or no")
        self.assertEqual((self.values()[1], self.types()), ({"a solid": "false"}, {"a solid": "boolean"}))
        self.one_step(self.editor.all(re.compile("switch|check box|toggle button"), "Value")[0].click, "Change values")
        self.assertEqual(self.values()[1], {"a solid": "true"})
        add("damage", 1, "Number")
        self.assertEqual(self.values()[1], {"a solid": "true", "damage": "0"})
        entry = self.editor.all("text", "Value")[0]
        self.editor.fill(entry, "lots")
        self.editor.key("Return")
        self.assertEqual(self.values()[1], {"a solid": "true", "damage": "0"})
        self.editor.screenshot("values-mistake")
        self.editor.fill(self.editor.all("text", "Value")[0], "7.50")
        self.one_step(lambda: self.editor.key("Return"), "Change values")
        add("glow", 2, "Colour")
        self.editor.find(base.BUTTON, "Colour")
        self.editor.screenshot("values-types")
        self.assertEqual(self.values()[1], {"a solid": "true", "damage": "7.50", "glow": "#000000"})
        self.assertEqual(self.types(), {"a solid": "boolean", "damage": "number", "glow": "colour"})
        while self.values()[1]:
            self.editor.key("ctrl+z")

    def heads(self, sprite="fakir"):
        return [number for number, frame in enumerate(self.saved(sprite), 1) if self.shapes(frame, "head")]

    def test_delete_from_many(self):
        before = self.heads()
        self.at("fakir", 5)
        self.select(40, 10, "Box head")
        self.choose_frames(7)
        self.one_step(lambda: self.editor.key("ctrl+Delete"), "Delete from frames")
        self.assertEqual(self.heads(), [number for number in before if number not in (5, 6, 7)])
        self.assertEqual(len(self.shapes(self.saved("fakir")[4])), 5)
        self.editor.key("ctrl+z")
        self.assertEqual(self.heads(), before)
        self.at("fakir", 5)
        self.select(40, 10, "Box head")
        self.one_step(lambda: self.menu("Copy to frames", "Delete from All"), "Delete from frames")
        self.assertEqual(self.heads(), [])
        self.editor.key("ctrl+z")
        self.at("fakir", 24)
        self.select(*[int(n) + 2 for n in self.shapes(self.saved("fakir")[23], "head")[0][:2]], "head")
        self.one_step(lambda: self.command(self.editor, "delete from following", "Delete from the following frames"))
        self.assertEqual(self.heads(), [number for number in before if number < 25])
        self.editor.key("ctrl+z")
        self.assertEqual(self.heads(), before)

    def places(self):
        return {number: places for number, places in
                ((number, self.shapes(frame)) for number, frame in enumerate(self.saved("boxer"), 1)) if places}

    def test_apply_to_many(self):
        self.at("boxer", 1)
        self.select(61, 11, "Box head")
        self.choose_frames(3)
        self.one_step(lambda: self.editor.key("shift+s"), "Copy to frames")
        self.assertEqual(self.places(), {1: [[60, 10, 5, 5]], 2: [[60, 10, 5, 5]], 3: [[62, 5, 5, 5]]})
        self.editor.screenshot("applied-to-selected")
        self.editor.key("ctrl+z")
        self.menu("Copy to frames", "Align by Frame Corner (not Hot Spot)")
        self.addCleanup(self.menu, "Copy to frames", "Align by Frame Corner (not Hot Spot)")
        self.at("boxer", 1)
        self.select(61, 11, "Box head")
        self.one_step(lambda: self.menu("Copy to frames", "All Frames"), "Copy to frames")
        self.assertEqual(self.places(), {number: [[60, 10, 5, 5]] for number in range(1, 27)})
        self.at("boxer", 24)
        self.select(61, 11, "Box head")
        self.editor.key("Right", "shift+f")
        wait_for("two steps more", lambda: len(self.steps()) == 2)
        self.assertEqual(self.places(), {number: [[60 + (number >= 24), 10, 5, 5]] for number in range(1, 27)})
        self.editor.key(*["ctrl+z"] * 3)
        self.assertEqual(self.places(), {1: [[60, 10, 5, 5]]})

    def test_paste_on_another_sprite(self):
        self.at("fakir", 11)
        self.select(12, 12, "Box head")
        self.select(20, 20, "fist", add=True)
        self.editor.key("ctrl+c")
        self.at("boxer", 3)
        self.one_step(lambda: self.editor.key("ctrl+v"), "Paste")
        self.says("boxer, frame 3", "Box head, x 12, y 5", "fist, x 22, y 15")
        self.editor.screenshot("pasted")
        self.editor.key("ctrl+z")
        self.menu("Copy to frames", "Align by Frame Corner (not Hot Spot)")
        self.addCleanup(self.menu, "Copy to frames", "Align by Frame Corner (not Hot Spot)")
        self.at("boxer", 3)
        self.one_step(lambda: self.editor.key("ctrl+v"), "Paste")
        self.says("Box head, x 10, y 10", "fist, x 20, y 20")
        frame = self.saved("boxer")[2]
        self.assertEqual(self.shapes(frame), [[10, 10, 10, 10]])
        self.assertEqual(frame["points"], [{"at": [20, 20], "direction": 0, "name": "fist"}])
        self.one_step(lambda: self.editor.key("ctrl+z"))
        self.says("Nothing is selected")

    def test_paste_in_another_program(self):
        """Two runs of the editor, each with a project; the class is not known in the other."""
        folder = base.desktop.path("other")
        base.kickbox("new", folder)
        picture = base.desktop.path("figure.png")
        subprocess.run(["convert", "-size", "96x80", "xc:gray", picture], check=True)
        base.kickbox("import", folder, picture, "--name", "figure")
        bus = base.desktop.start(["dbus-daemon", "--session", "--nofork", "--print-address=1"], stdout=subprocess.PIPE,
                                 text=True)
        accessible = run("xprop", "-root", "AT_SPI_BUS").split('"')[1]
        self.at("fakir", 11)
        self.select(45, 45, "Box torso")
        self.editor.key("ctrl+c")
        with Editor(base.desktop, base.EDITOR, [folder], environment={
                "DBUS_SESSION_BUS_ADDRESS": bus.stdout.readline().strip(), "AT_SPI_BUS_ADDRESS": accessible}) as other:
            self.assertNotEqual(other.address, self.editor.address)
            wait_for("the figure", lambda: "figure, frame 1 of 1" in other.canvas.widget.description)
            other.key("Escape", "ctrl+v")
            wait_for("the box", lambda: "Box torso, x 40, y 40" in other.canvas.widget.description)
            other.key("shift+Right", "ctrl+c", "ctrl+s")
            saved = os.path.join(folder, "sprites", "figure.json")
            wait_for("the save", lambda: not other.windows()[0].name.startswith("•"))
            with open(saved, encoding="utf-8") as text:
                self.assertEqual(self.shapes(json.load(text)["frames"][0]), [[48, 40, 10, 10]])
            with open(os.path.join(folder, "other.kickbox"), encoding="utf-8") as text:
                self.assertEqual(json.load(text)["classes"], [{"name": "torso", "colour": "#57e389"}])
            # And back, while the other one still runs.
            self.at("fakir", 12)
            self.one_step(lambda: self.editor.key("ctrl+v"), "Paste")
            self.says("Box torso, x 48, y 40")
        self.editor.key("ctrl+z")

class Shared(SharedSession):
    """A shape of the whole animation: shared, shown and listed on its frames, made a frame's own, left out."""

    @classmethod
    def prepare(cls, project):
        sprite = project.sprite("fakir")
        for frame in sprite["frames"]:
            frame["shapes"] = []
            frame["points"] = []
        sprite["frames"][10]["shapes"] = [box("torso", 30, 20, 20, 40)]
        sprite["frames"][11]["hot_spot"] = [48, 77]
        write(project, "fakir", sprite)

    def exported(self):
        """The boxes of each frame in a bank."""
        self.saved("fakir")
        bank = os.path.join(self.project.folder, "shared.kbx.json")
        subprocess.run([base.KICKBOX, "export", "--format=json", self.project.folder, "-o", bank], check=True, capture_output=True)
        with open(bank, encoding="utf-8") as text:
            sprites = json.load(text)["sprites"]
        frames = next(sprite for sprite in sprites if sprite["name"] == "fakir")["frames"]
        return {i + 1: [shape["box"] for shape in frame["shapes"]] for i, frame in enumerate(frames) if frame.get("shapes")}

    def test_shared(self):
        torso, beside = [30, 20, 20, 40], [40, 22, 20, 40]
        self.at("fakir", 11)
        self.editor.canvas.click(40, 40)
        self.says("Box torso")
        self.one_step(lambda: self.editor.key("alt+w"), "Share shapes")
        whole = {11: torso, 12: beside, **{number: torso for number in range(13, 17)}}
        self.assertEqual(self.exported(), {number: [shape] for number, shape in whole.items()})
        self.at("fakir", 12)
        row = self.editor.find("list item", contains="torso, of", under=self.editor.find("list", "Shapes"))
        self.editor.screenshot("shared-on-another-frame")
        self.one_step(lambda: self.editor.find("check box", "Frame own shapes only").activate(),
                      "Change own shapes only")
        self.assertNotIn(12, self.exported())
        self.editor.key("ctrl+z")
        self.one_step(lambda: self.command(self.editor, "make shared shapes", "Make shared shapes"), "Make shared shapes its own")
        self.assertEqual(self.shapes(self.saved("fakir")[11]), [beside])
        self.at("fakir", 13)
        self.editor.find("list item", contains="torso, of", under=self.editor.find("list", "Shapes")).click()
        self.says("fakir, frame 11 ", "Box torso")

    def test_hierarchy(self):
        """The boxes that a click looks at, in a list on the canvas."""
        self.at("fakir", 11)
        self.editor.key("shift+y")
        self.editor.canvas.point(35, 58)
        self.editor.screenshot("hierarchy")
        self.editor.key("shift+y")


class Pictures(SharedSession):
    """A sprite of four frames of 24 x 32: opaque grey from (4, 4) to (20, 28), and in it a red patch of 6 x 4 at
    (6 + frame, 8), on which there is a box, with a point on its upper left pixel."""
    FRAMES = 4

    @classmethod
    def prepare(cls, project):
        art = base.desktop.path("marks")
        os.makedirs(art)
        for i in range(cls.FRAMES):
            subprocess.run(["convert", "-size", "24x32", "xc:none", "-fill", "gray", "-draw", "rectangle 4,4 19,27",
                            "-fill", "red", "-draw", f"rectangle {6 + i},8 {11 + i},11", os.path.join(art, f"m {i}.png")],
                           check=True)
        base.kickbox("import", project.folder, art, "--name", "marks", "--no-animations")
        sprite = project.sprite("marks")
        for i, frame in enumerate(sprite["frames"]):
            frame["hot_spot"] = [12, 27]
            frame["shapes"] = [box("head", 6 + i, 8, 6, 4)]
            frame["points"] = [{"name": "corner", "at": [6 + i, 8], "direction": 0}]
        write(project, "marks", sprite)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.original = cls.project.sprite("marks")["frames"]

    def red(self, frame):
        """The box of the frame's red pixels, from the saved picture."""
        x, y, w, h = frame["picture"]["rect"]
        left, top = frame["picture"].get("offset", (0, 0))
        path = os.path.join(self.project.folder, "pictures", frame["picture"]["file"])
        raw = subprocess.run(["convert", path, "-crop", f"{w}x{h}+{x}+{y}", "+repage", "-depth", "8", "rgba:-"],
                             stdout=subprocess.PIPE, check=True).stdout
        at = [i for i in range(w * h) if tuple(raw[4 * i:4 * i + 4]) == RED]
        xs, ys = [i % w for i in at], [i // w for i in at]
        return [left + min(xs), top + min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1]

    def check(self, act, label, chosen=(2, 3), size=None, corner=lambda b: b[:2], hot_spot=None):
        """The chosen frames are changed in one step and the box goes with the red; the others stay, and undo and
        the next save bring all back. `corner`: where the point is, from the box."""
        editor = self.editor
        self.at("marks", chosen[0])
        if len(chosen) > 1:
            self.choose_frames(chosen[-1])
        self.one_step(act, label)
        editor.screenshot("frames-" + re.sub(r"\W+", "-", label.lower()))
        frames = self.saved("marks")
        boxes = []
        for number, (frame, was) in enumerate(zip(frames, self.original), 1):
            if number not in chosen:
                self.assertEqual(frame, was, number)
                continue
            (shape,), (point,) = self.shapes(frame), frame["points"]
            boxes.append(shape)
            self.assertEqual(shape, self.red(frame), number)
            self.assertEqual(point["at"], list(corner(shape)), number)
            if size:
                self.assertEqual([frame["width"], frame["height"]], list(size))
            if hot_spot:
                self.assertEqual(frame["hot_spot"], list(hot_spot))
        editor.focus()
        editor.key("ctrl+z")
        self.assertEqual(self.saved("marks"), self.original)
        return boxes

    def fill(self, item, **numbers):
        """The numbers of a popover, typed one after the other; Return does what it asks."""
        editor = self.editor

        def act():
            self.menu("Frames menu", item)
            editor.find(re.compile("spin"), next(iter(numbers)))
            for number, (name, value) in enumerate(numbers.items()):
                if number:
                    editor.key("Tab")
                field = editor.find(re.compile("spin"), name)
                wait_for(f"the keyboard at {name}", lambda: any(part.has("focused") for part in editor.all(under=field)))
                editor.fill(field, str(value), click=False)
            editor.screenshot("popover-" + item.lower())
            editor.key("Return")
            editor.gone(re.compile("spin"), next(iter(numbers)))
        return act

    def test_crop(self):
        self.check(self.fill("Crop", **{"Left edge": 5, "Top edge": 6, "Width": 16, "Height": 20}),
                   "Crop frames", size=(16, 20), hot_spot=(7, 21))

    def test_extend(self):
        self.check(self.fill("Extend", Left=3, Top=0, Right=1, Bottom=-2),
                   "Extend frames", size=(28, 30), hot_spot=(15, 27))

    def test_scale(self):
        boxes = self.check(self.fill("Scale", Factor=3), "Scale frames", size=(72, 96),
                           corner=lambda b: (b[0] + 1, b[1] + 1), hot_spot=(37, 82))
        self.assertEqual(boxes, [[21, 24, 18, 12], [24, 24, 18, 12]])

    def test_number_refused(self):
        """A number that cannot be taken does nothing, and the popover stays."""
        editor = self.editor
        self.menu("Frames menu", "Scale")
        before = self.steps()
        factor = editor.find(re.compile("spin"), "Factor")
        wait_for("the keyboard", lambda: any(part.has("focused") for part in editor.all(under=factor)))
        for text in ("abc", "0", "2,5"):
            editor.fill(factor, text, click=False)
            editor.key("Return")
            wait_for("what is expected", lambda: editor.all("label", contains="A whole number from 1 to"))
        self.assertEqual(self.steps(), before)
        editor.fill(factor, "1", click=False)
        editor.key("Escape", "Escape")
        editor.gone(re.compile("spin"), "Factor")

    def test_scaled_by_one(self):
        """It says that nothing changed, and makes no step."""
        before = self.steps()
        self.fill("Scale", Factor=1)()
        wait_for("what came of it", lambda: self.editor.status("Message") == "Nothing changed")
        self.assertEqual(self.steps(), before)

    def test_trim(self):
        self.check(lambda: self.menu("Frames menu", "Trim Each"), "Trim frames", size=(16, 24), hot_spot=(8, 23))

    def test_flip(self):
        last = lambda b: (b[0] + b[2] - 1, b[1])  # noqa: E731
        self.check(lambda: self.menu("Frames menu", "Flip Left to Right"), "Flip frames left to right", corner=last,
                   hot_spot=(11, 27))
        low = lambda b: (b[0], b[1] + b[3] - 1)  # noqa: E731
        self.check(lambda: self.command(self.editor, "flip upside", "Flip the selected frames upside down"), "Flip frames upside down",
                   chosen=(4,), corner=low, hot_spot=(12, 4))


if __name__ == "__main__":
    unittest.main()
