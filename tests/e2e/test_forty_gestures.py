# SPDX-License-Identifier: MIT
"""Eight frames of an attack, each with hot spot, action point and four classed boxes, from an imported sheet, in at most
forty gestures and without a dialog after the import. A gesture is a click, a drag or a key; all of them are made in
the real window and counted."""
import json
import os
import re
import subprocess
import sys
import unittest

SOURCE, BUILD = os.environ["KICKBOX_SOURCE"], os.environ["KICKBOX_BUILD"]
sys.path.insert(0, os.path.join(SOURCE, "tests", "support"))
from editor_session import Desktop, Editor, insist, run, wait_for  # noqa: E402

EDITOR = os.path.join(BUILD, "src", "editor", "kickbox-editor")
KICKBOX = os.path.join(BUILD, "src", "cli", "kickbox")
ART = os.path.join(SOURCE, "data", "dojo-art")
SCREENSHOTS = os.path.join(BUILD, "screenshots")
WIDTH, HEIGHT = 96, 80
FIRST, FRAMES = 15, 8         # of the fakir's sheet: the guard and the seven frames of his kick
CLASSES = ["head", "torso", "arms", "legs"]
ALLOWED = 36              # what it takes now; never more

# Where the kicking foot is on each of the frames; the boxes of the first frame are those made by hand.
FEET = [(55, 73), (55, 73), (57, 56), (74, 38), (77, 31), (77, 32), (58, 54), (54, 73)]

desktop = None


def setUpModule():
    global desktop
    os.environ["GSETTINGS_SCHEMA_DIR"] = os.path.join(BUILD, "data")
    desktop = Desktop()


def tearDownModule():
    desktop.close()


def bounds(shape):
    """x0, y0, x1, y1 of an annotation made by hand."""
    if "box" in shape:
        x, y, w, h = shape["box"]
        return x, y, x + w, y + h
    if "circle" in shape:
        x, y, r = shape["circle"]
        return x - r, y - r, x + r, y + r
    xs, ys = zip(*shape["polygon"])
    return min(xs), min(ys), max(xs), max(ys)


def made_by_hand():
    """For each frame a box a class: the leading arm, the standing leg."""
    with open(os.path.join(ART, "annotations.json"), encoding="utf-8") as text:
        frames = json.load(text)["fakir"]["frames"][FIRST:FIRST + FRAMES]
    return [{shape["class"]: bounds(shape) for shape in reversed(frame["shapes"])
             if shape.get("name") in (None, "lead", "standing")} for frame in frames]


def overlap(a, b):
    """Common area over the area of both together."""
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    common = max(w, 0) * max(h, 0)
    return common / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - common)


class Hands:
    """Does gestures and counts them."""

    def __init__(self, editor):
        self.editor, self.count = editor, 0

    def key(self, name):
        self.count += 1
        self.editor.key(name)

    def click(self, x, y):
        self.count += 1
        self.editor.canvas.click(x, y)

    def press(self, widget):
        self.count += 1
        widget.click()

    def drag(self, *path):
        self.count += 1
        self.editor.canvas.drag(*path)


class FortyGestures(unittest.TestCase):
    editor = None

    def make_project(self):
        sheet, folder = desktop.path("attack.png"), desktop.path("attack")
        with open(os.path.join(ART, "fakir.json"), encoding="utf-8") as text:
            places = [frame["frame"] for frame in json.load(text)["frames"]][FIRST:FIRST + FRAMES]
        command = ["convert"]
        for place in places:
            command += ["(", os.path.join(ART, "fakir.png"), "-crop",
                        f"{place['w']}x{place['h']}+{place['x']}+{place['y']}", "+repage", ")"]
        run(*command, "+append", sheet)
        subprocess.run([KICKBOX, "new", folder], check=True, stdout=subprocess.DEVNULL)
        edits = "".join(json.dumps({"insert": "classes", "value": {"name": name, "colour": colour}}) + "\n" for name, colour
                        in zip(CLASSES, ("#f6d32d", "#57e389", "#dc5bd6", "#4d9cff")))
        subprocess.run([KICKBOX, "edit", folder], check=True, input=edits, text=True, stdout=subprocess.DEVNULL)
        return folder, sheet

    def import_sheet(self, editor, sheet):
        editor.key("ctrl+i")
        editor.choose_file(sheet)
        entry = re.compile("^(text|entry)$")
        dialog = editor.dialog("Import Pictures", lambda dialog: editor.all(entry, "Sprite name", under=dialog))
        editor.choose(editor.find("combo box", re.compile("^Split into frames"), under=dialog), "grid")
        for name, value in (("Cell width", WIDTH), ("Cell height", HEIGHT)):
            editor.fill(editor.find(re.compile("spin"), name, under=dialog), str(value))
            editor.key("Tab")
        editor.screenshot("forty-import")
        editor.find("label", contains=f"{FRAMES} frames", under=dialog)
        # It may still be insensitive, while the last number is worked on.
        insist("frame 1", editor.find(re.compile("button"), "Import", under=dialog).click, lambda: self.is_at_frame(editor, 1))

    def is_at_frame(self, editor, number):
        return f"frame {number} of {FRAMES}" in editor.canvas.widget.description

    def at_frame(self, editor, number):
        wait_for(f"frame {number}", lambda: self.is_at_frame(editor, number))

    def save(self, editor, folder):
        editor.key("ctrl+s")
        wait_for("the title without its mark", lambda: not editor.windows()[0].name.startswith("•"))
        with open(os.path.join(folder, "sprites", "attack.json"), encoding="utf-8") as text:
            return json.load(text)["frames"]

    def tearDown(self):
        # A failed test leaves a picture of the screen and what the editor said.
        result = self._outcome.result
        if self.editor and any(test is self for test, _ in result.failures + result.errors):
            self.editor.picture("failed-forty-gestures")
            print("# " + "\n# ".join(self.editor.output().splitlines()[-20:]))

    def test_eight_frames(self):
        folder, sheet = self.make_project()
        truth = made_by_hand()
        self.editor = editor = Editor(desktop, EDITOR, [folder], screenshots=SCREENSHOTS)
        self.addCleanup(editor.close)
        self.import_sheet(editor, sheet)
        windows = len(editor.windows())
        editor.canvas.calibrate()
        hands = Hands(editor)

        hands.key("s")
        for i in range(FRAMES):
            hands.click(38, 75)
            self.at_frame(editor, min(i + 2, FRAMES))
        # All frames have one: the next tool begins at the first again.
        hands.key("a")
        self.at_frame(editor, 1)
        for i, foot in enumerate(FEET):
            hands.click(*foot)
            self.at_frame(editor, min(i + 2, FRAMES))

        hands.key("b")
        self.at_frame(editor, 1)
        for number, name in enumerate(CLASSES, 1):
            x0, y0, x1, y1 = truth[0][name]
            if number > 1:
                hands.key(str(number))
            hands.drag((x0, y0), (x1 - 1, y1 - 1))
            wait_for(f"the class {name}", lambda: name in editor.canvas.widget.description)
        editor.screenshot("forty-first-frame")
        hands.key("alt+p")
        editor.find(re.compile("button"), f"Apply to {FRAMES - 1} Frames")
        wait_for("the weakest", lambda: "confidence" in editor.status("Message"))
        editor.screenshot("forty-propagate")
        hands.key("Return")
        wait_for("the filmstrip", lambda: not editor.all(re.compile("button"), f"Apply to {FRAMES - 1} Frames"))

        # Two boxes came out worst, and are put right by their corners. The saves are the test's eyes, not gestures.
        frames = self.save(editor, folder)
        before = self.check(frames, truth)
        for number, name in sorted(before, key=before.get)[:2]:
            self.put_right(hands, number, name, frames[number], truth[number][name])
        editor.screenshot("forty-done")
        after = self.check(self.save(editor, folder), truth)
        self.assertEqual(len(editor.windows()), windows, "a dialog is open")
        print(f"# {hands.count} gestures")
        self.assertLessEqual(hands.count, ALLOWED)
        self.assertGreater(min(before.values()), 0.2)
        self.assertGreater(sum(after.values()) / len(after), 0.75)
        self.assertGreater(min(after.values()), 0.45)

    def put_right(self, hands, number, name, frame, wanted):
        """Chooses the frame, selects the box where no other lies over it, drags two corners."""
        editor = hands.editor
        boxes = {shape["class"]: bounds(shape["geometry"]) for shape in frame["shapes"]}
        x0, y0, x1, y1 = (round(value) for value in wanted)
        over = [boxes[other] for other in CLASSES[CLASSES.index(name) + 1:]]
        now = boxes[name]
        free = [(x, y) for y in range(now[1] + 2, now[3] - 2) for x in range(now[0] + 2, now[2] - 2)
                if not any(a <= x <= c and b <= y <= d for a, b, c, d in over)
                and max(abs(x - FEET[number][0]), abs(y - FEET[number][1])) > 4]
        hands.press(editor.find("list item", re.compile(f"^Frame {number + 1}\\b"), under=editor.find("list", "Frames")))
        self.at_frame(editor, number + 1)
        hands.click(*free[len(free) // 2])
        wait_for(f"{name} to be selected", lambda: f"Selected: {name}" in editor.canvas.widget.description
                 or name in editor.canvas.widget.description)
        hands.drag((now[0], now[1]), (x0, y0))
        hands.drag((now[2], now[3]), (x1, y1))

    def check(self, frames, truth):
        """That everything is there; the overlap of each box with the one made by hand, by frame and class."""
        overlaps = {}
        self.assertEqual(len(frames), FRAMES)
        for number, (frame, boxes) in enumerate(zip(frames, truth)):
            self.assertEqual(frame["hot_spot"], [38, 75], number)
            self.assertEqual([tuple(point["at"]) for point in frame["points"]], [FEET[number]], number)
            self.assertEqual([shape["class"] for shape in frame["shapes"]], CLASSES, number)
            for shape in frame["shapes"]:
                name = shape["class"]
                overlaps[number, name] = overlap(bounds(shape["geometry"]), boxes[name])
            print(f"# frame {number + 1}: " + " ".join(f"{name} {overlaps[number, name]:.2f}" for name in CLASSES))
        mean = sum(overlaps.values()) / len(overlaps)
        print(f"# mean overlap with the boxes made by hand {mean:.2f}, least {min(overlaps.values()):.2f}")
        return overlaps


if __name__ == "__main__":
    unittest.main()
