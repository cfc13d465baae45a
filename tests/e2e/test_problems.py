# SPDX-License-Identifier: MIT
"""The list of problems, one after the other: its row goes to the place, its button puts it right in one step, and
undo brings it back."""
import base64
import json
import os
import re
import sys
import unittest
import zlib

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from cli_case import png_file, read_indexed  # noqa: E402
from editor_session import wait_for  # noqa: E402
from shared_session import ROW, SharedSession  # noqa: E402


def setUpModule():
    base.setUpModule()


def tearDownModule():
    base.tearDownModule()


class Problems(SharedSession):
    @classmethod
    def prepare(cls, project):
        data = project.load("dojo.kickbox")
        data["classes"].append({"name": "tail", "colour": "#ffffff"})
        sprite = project.sprite("fakir")
        frames, (idle, walk, _, kick, *_) = sprite["frames"], sprite["animations"]
        del frames[1]["hot_spot"]
        frames[2]["shapes"][0]["geometry"] = {"polygon": [[10, 10], [30, 30], [30, 10], [10, 30]]}
        frames[3]["shapes"][0]["geometry"] = {"box": [40, 60, 100, 60]}
        del walk["steps"][0], kick["steps"][0], frames[16]["name"]
        frames[5]["hot_spot"] = [200, 75]
        frames[6]["points"] = [{"name": "fist", "at": [-4, 20], "direction": 0}]
        idle["steps"][0]["duration"] = 0
        # As `kickbox merge` leaves them
        frames[7]["shapes"][0]["conflicts"] = {"geometry": {"other": {"box": [37, 8, 15, 18]}}}
        # Two people painted six pixels; the other one nothing
        os.makedirs(os.path.join(project.folder, "zones", "fakir"), exist_ok=True)
        sprite.setdefault("zones", []).append({"name": "skin", "value": 99, "colour": "#ff0000"})
        frames[8]["pixels"] = True
        width, height = frames[8]["width"], frames[8]["height"]
        keep = bytes(not (3 <= y < 6 and 2 <= x < 4) for y in range(64) for x in range(64))
        packer = zlib.compressobj(wbits=-15)
        tile = base64.b64encode(packer.compress(keep) + packer.flush()).decode()
        conflict = {"size": [width, height], "tiles": [], "keep": [[0, 0, tile]], "count": 6, "box": [2, 3, 3, 5]}
        cls.painting = os.path.join(project.folder, "zones", "fakir", f"{frames[8]['id']}.png")
        with open(cls.painting, "wb") as picture:
            rows = b"".join(b"\0" + bytes(99 if y < 9 else 0 for x in range(width)) for y in range(height))
            picture.write(png_file(width, height, 8, 3, rows, (b"kbMC", json.dumps(conflict).encode()), (b"PLTE", bytes(300))))
        for name, value in (("dojo.kickbox", data), (os.path.join("sprites", "fakir.json"), sprite)):
            with open(os.path.join(project.folder, name), "w", encoding="utf-8") as text:
                json.dump(value, text)

    COUNT = 10

    def problems(self, count):
        text = f"{count} problem"
        wait_for(text, lambda: self.editor.status("Problems").startswith(text))

    def open_list(self):
        self.editor.focus(self.editor.windows()[0])
        self.editor.key("Escape", "ctrl+shift+p")
        rows = wait_for("the rows", lambda: [row for row in self.editor.all(ROW)
                                               if ": " in row.name and not row.name.startswith("Frame ")])
        return [row.name for row in rows]

    def go(self, message):
        """By the keyboard: a row of the list has no place on the screen for the mouse of a test."""
        names = self.open_list()
        self.editor.screenshot("problems-list")
        wanted = next((i for i, name in enumerate(names) if message in name), None)
        self.assertIsNotNone(wanted, names)

        def focused():
            rows = [row for row in self.editor.all(ROW) if row.name in names]
            return next((i for i, row in enumerate(rows) if row.has("focused")), -1)
        wait_for("the first row", lambda: focused() == 0)
        if wanted:
            self.editor.key(*["Down"] * wanted)
        wait_for("the row", lambda: focused() == wanted)
        self.editor.key("Return")

    def fix(self, label, step, settled):
        self.open_list()
        button = self.editor.find(base.BUTTON, re.compile("^" + label))
        self.one_step(button.activate, step)
        self.problems(self.COUNT - settled)
        self.editor.key("Escape")

    def check(self, message, place, label, step, fixed, settled=1):
        """`place`: what the canvas says there; `fixed`: from the saved sprite, what it is put right to."""
        self.problems(self.COUNT)
        self.at("fakir", 20)
        self.go(message)
        self.says(*place)
        self.fix(label, step, settled)
        sprite = self.saved("fakir")
        self.assertEqual(fixed(sprite), True)
        self.editor.key("ctrl+z")
        self.problems(self.COUNT)
        self.saved("fakir")

    def test_missing_hot_spot(self):
        self.check("no hot spot", ["frame 2 "], "Copy from the frame before", "Set hot spot",
                   lambda frames: frames[1]["hot_spot"] == [38, 75])

    def test_ignored(self):
        """With a reason, which the project keeps; shown again by the button below the list."""
        self.problems(self.COUNT)
        self.at("fakir", 20)
        self.open_list()
        self.editor.find(base.BUTTON, re.compile("^Ignore: .*no hot spot")).activate()
        wait_for("the entry", lambda: self.editor.find("text", "Reason").has("focused"))
        self.assertFalse(self.editor.find(base.BUTTON, "Ignore").has("sensitive"))
        self.editor.type("drawn so")
        self.editor.screenshot("problems-ignore")
        self.editor.key("Return")
        self.problems(self.COUNT - 1)
        self.saved("fakir")
        ignored, = self.project.load("dojo.kickbox")["ignored"]
        self.assertEqual((ignored["check"], ignored["asset"], ignored["reason"]),
                         ("no-hot-spot", "sprite fakir", "drawn so"))
        self.open_list()
        self.editor.find(base.BUTTON, re.compile("Show Ignored Again .1.")).activate()
        self.problems(self.COUNT)
        self.editor.key("Escape")

    def test_hot_spot_outside(self):
        self.check("the hot spot is outside", ["frame 6 "], "Move inside", "Move hot spot inside",
                   lambda frames: frames[5]["hot_spot"] == [95, 75])

    def test_point_outside(self):
        self.check("'fist' is outside", ["frame 7 ", "Action point fist"], "Move inside: fakir, frame 7",
                   "Move action point inside", lambda frames: frames[6]["points"][0]["at"] == [0, 20])

    def test_shape_outside(self):
        self.check("reaches outside", ["frame 4 ", "Selected: Box head"], "Shrink to the frame", "Shrink shape to the frame",
                   lambda frames: self.shapes(frames[3])[0] == [40, 60, 56, 20])

    def test_crossing_polygon(self):
        self.check("crosses itself", ["frame 3 ", "Selected: Polygon head"], "Make it convex", "Make polygon convex",
                   lambda frames: sorted(self.shapes(frames[2])[0]) == [[10, 10], [10, 30], [30, 10], [30, 30]])

    def animations(self):
        return {one["name"]: one["steps"] for one in self.project.sprite("fakir")["animations"]}

    def test_frames_without_animation(self):
        """Each goes to the frames whose names differ in their number alone, not to those before it. With both shown, two
        shapes jump."""
        self.check("2 frames of fakir are in no animation", ["frame 5 "], "Add to", "Fix problems",
                   lambda frames: self.animations()["walk"][0]["frame"] == frames[4]["id"]
                   and [step["frame"] for step in self.animations()["all"]] == [frames[16]["id"]], 0)

    def test_frame_without_duration(self):
        self.check("no duration in the animation 'idle'", ["frame 1 "], "Show for 100 ms", "Set duration",
                   lambda frames: self.animations()["idle"][0]["duration"] == 100)

    def test_merge_conflict(self):
        """The other value by a button, or the present one; an edit of the field decides as well."""
        self.check("fakir, frame 8, head: two people changed 'Shape': box (37, 6), 15 x 20 is kept, "
                   "the other value is box (37, 8), 15 x 18", ["frame 8 ", "Selected: Box head"], "Use the other value",
                   "Use the other value", lambda frames: self.shapes(frames[7])[0] == [37, 8, 15, 18]
                   and "conflicts" not in frames[7]["shapes"][0])
        before = self.shapes(self.saved("fakir")[7])[0]
        rows = self.open_list()
        place = next(i for i, name in enumerate(rows) if "two people changed" in name)
        self.editor.find(base.BUTTON, re.compile("^Keep: .*two people changed")).activate()
        self.problems(self.COUNT - 1)
        # The list stays open, with all rows in their places; the keyboard is in the next row.
        settled = self.editor.find(ROW, re.compile("^Settled · fakir, frame 8, head: "))
        self.assertFalse(settled.has("sensitive"))
        self.assertEqual([row.name for row in self.editor.all(ROW) if ": " in row.name and not row.name.startswith("Frame ")],
                         rows[:place] + [settled.name] + rows[place + 1:])
        self.assertEqual(sum(button.has("focused") for button in self.editor.all(base.BUTTON)), 1)
        self.editor.screenshot("problems-settled")
        self.editor.key("Escape")
        kept = self.saved("fakir")[7]["shapes"][0]
        self.assertEqual((kept["geometry"]["box"], "conflicts" in kept), (before, False))
        self.editor.key("ctrl+z")
        self.problems(self.COUNT)
        self.go("two people changed")
        self.says("frame 8 ", "Selected: Box head")
        self.editor.key("Right")
        self.problems(self.COUNT - 1)
        self.editor.key("ctrl+z")
        self.problems(self.COUNT)
        self.saved("fakir")

    def painted(self):
        """Whether the conflict is in the file, and six rows of its pixels."""
        with open(self.painting, "rb") as picture:
            data = picture.read()
        return b"kbMC" in data, [bytes(row[:5]) for row in read_indexed(data)[3][:6]]

    def test_painted_conflict(self):
        """As for other conflicts; the file says that it is settled."""
        all_of, some = bytes([99] * 5), bytes([99, 99, 0, 0, 99])
        self.check("two people painted 6 of the same pixels, between (2, 3) and (3, 5)", ["frame 9 "],
                   "Use the other value: fakir, frame 9", "Use the other value", lambda frames: self.painted() == (False, [all_of] * 3 + [some] * 3))
        self.assertEqual(self.painted(), (True, [all_of] * 6))
        self.open_list()
        self.editor.find(base.BUTTON, re.compile("^Keep: .*two people painted")).activate()
        self.problems(self.COUNT - 1)
        self.editor.key("Escape")
        self.saved("fakir")
        self.assertEqual(self.painted(), (False, [all_of] * 6))
        self.editor.key("ctrl+z")
        self.problems(self.COUNT)
        self.saved("fakir")
        self.assertEqual(self.painted(), (True, [all_of] * 6))

    def test_unused_class(self):
        """A class that nothing has yet is no mistake."""
        self.problems(self.COUNT)
        self.assertFalse([name for name in self.open_list() if "tail" in name])
        self.editor.key("Escape")
        self.editor.gone("list", "Problems")


if __name__ == "__main__":
    unittest.main()
