# SPDX-License-Identifier: MIT
"""Work over many frames in the real editor: ranges dragged, frames moved, durations typed in place, annotations
applied, filled in and propagated; every one of them a single step that undo takes back."""
import json
import os
import re
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from editor_session import ENTRY, insist, run, wait_for  # noqa: E402
from shared_session import SharedSession  # noqa: E402

BUTTON = base.BUTTON


def setUpModule():
    base.setUpModule(base.SCREEN)


def tearDownModule():
    base.tearDownModule()


class Filmstrip(SharedSession):
    def setUp(self):
        super().setUp()
        self.take_back()
        self.at("fakir", 1)

    def on(self, number, of=26):
        wait_for(f"frame {number}", lambda: f"frame {number} of {of}" in self.editor.canvas.widget.description)

    def one_step(self, act, label):
        """Exactly one step comes of it; its edits."""
        before = len(self.steps())
        act()
        wait_for(f"the step {label!r}", lambda: len(self.steps()) > before)
        made = self.steps()[before:]
        self.assertEqual([step.get("step") for step in made], [label])
        return made[0]["edits"]

    def test_range_is_dragged(self):
        x, y, width, _ = self.editor.steady(self.cell(4)).box
        far = self.cell(6).middle[0]

        def drag():
            run("xdotool", "mousemove", x + width - 6, y + 25, "mousedown", 1)
            for to in (x + width + 20, far - 20, far):
                run("xdotool", "mousemove", to, y + 25)
            run("xdotool", "mouseup", 1)
        edits = self.one_step(drag, "Change range of animation")
        self.assertEqual([edit["value"]["frame"] for edit in edits], [5, 6])

    def test_frame_moves_by_key_and_plays_there(self):
        edits = self.one_step(lambda: self.editor.key("alt+period"), "Move frame")
        self.assertEqual([edit["to"] for edit in edits], [1, 0])
        self.assertIn("frames[0]", edits[0]["move"])
        self.assertIn("steps[1]", edits[1]["move"])

    def test_duration_in_place(self):
        editor = self.editor
        editor.key("shift+t")
        editor.find(None, "Duration in milliseconds", under=self.cell(1))
        editor.type("75")
        edits = self.one_step(lambda: editor.key("Return"), "Change duration")
        self.assertEqual([edit["value"] for edit in edits], [75])
        wait_for("the new duration", lambda: "75 ms" in self.cell(1).name)

    def test_apply_to_selected(self):
        editor = self.editor
        run("xdotool", "keydown", "shift")
        self.cell(3).click()
        run("xdotool", "keyup", "shift")
        editor.key("Escape", "ctrl+a")
        wait_for("a selection", lambda: "Selected:" in editor.canvas.widget.description)
        edits = self.one_step(lambda: editor.key("shift+s"), "Copy to frames")
        frames = {re.search(r"frames\[(\d+)\]", next(iter(
            value for key, value in edit.items() if key in ("set", "insert"))))[1] for edit in edits}
        self.assertEqual(frames, {"1", "2"})

    def test_propagate_refuse_apply(self):
        editor = self.editor
        editor.key("ctrl+a")
        wait_for("a selection", lambda: "Selected:" in editor.canvas.widget.description)
        editor.key("shift+p")
        editor.find(BUTTON, "Apply to 3 Frames")
        editor.key("Home", "shift+space")
        editor.find(BUTTON, "Apply to 2 Frames")
        wait_for("the frame on show", lambda: re.match(r"Frame \d+, confidence \d+ %, refused", editor.status("Message")))
        editor.find("list item", re.compile("^Frame 2, .*refused"))
        editor.screenshot("propagate-refused")
        edits = self.one_step(lambda: editor.key("Return"), "Propagate 6 shapes to 2 frames")
        frames = {re.search(r"frames\[(\d+)\]", edit.get("set") or edit["insert"])[1] for edit in edits}
        self.assertEqual(frames, {"2", "3"})
        editor.gone(BUTTON, contains="Apply to 2 Frames")
        self.on(1)
        count = len(self.steps())
        editor.key("ctrl+z")
        wait_for("the undo", lambda: len(self.steps()) > count)

    def test_shapes_advance(self):
        """A box on each frame, a drag each, to the end of the animation."""
        editor = self.editor
        self.command(editor, "auto-advance after drawing", "after drawing")
        self.addCleanup(self.command, editor, "auto-advance after drawing", "after drawing")
        editor.key("b")
        editor.canvas.calibrate()
        for number in (2, 3, 4):
            editor.canvas.drag((70, 5), (80, 15))
            self.on(number)
        edits = self.one_step(lambda: editor.canvas.drag((70, 5), (80, 15)), "Draw box")
        self.assertIn("frames[3]", edits[0]["insert"])
        wait_for("the end", lambda: editor.status("Message").startswith("That was the last frame"))
        self.on(4)

    def propagated(self, act):
        """The boxes and points that come of it, by frame and number."""
        edits = self.one_step(act, "Propagate 6 shapes to 3 frames")
        found = {}
        for edit in edits:
            match = re.search(r"frames\[(\d+)\]\.shapes\[(\d+)\]", edit["set"])
            found[int(match[1]), int(match[2])] = edit["value"]
        return found

    def test_propagate_drag(self):
        """A shape dragged in the preview is searched on from there; Enter applies wherever the focus is, and undo goes
        back to the frame and to what was selected."""
        editor = self.editor
        editor.key("ctrl+a")
        wait_for("a selection", lambda: "Selected:" in editor.canvas.widget.description)
        selected = editor.canvas.widget.description
        editor.key("shift+p")
        editor.find(BUTTON, "Apply to 3 Frames")
        check = editor.find("check box", "Mirrored")
        check.click()
        editor.find(BUTTON, "Apply to 3 Frames")
        found = self.propagated(lambda: editor.key("Return"))
        editor.gone(BUTTON, contains="Apply to 3 Frames")
        self.on(1)
        editor.key("ctrl+z")
        wait_for("frame and selection", lambda: editor.canvas.widget.description == selected)

        with open(os.path.join(self.project.folder, "sprites", "fakir.json"), encoding="utf-8") as text:
            (x1, y1), (x2, y2) = (frame["hot_spot"] for frame in json.load(text)["frames"][:2])
        editor.canvas.calibrate()
        editor.key("shift+p")
        editor.find(BUTTON, "Apply to 3 Frames")
        editor.key("Home")
        wait_for("the first frame", lambda: editor.status("Message").startswith("Frame 2,"))
        x, y, width, height = found[1, 0]["box"]
        x, y = x + width // 2 + x1 - x2, y + height // 2 + y1 - y2
        # The status line is about the tools' frame, so no pointer is read here.
        path = [editor.canvas.place(x + dx, y + dy) for dx, dy in ((0, 0), (3, 1), (6, 4))]
        run("xdotool", "mousemove", *path[0], "mousedown", 1, "mousemove", *path[1], "mousemove", *path[2])
        run("xdotool", "mouseup", 1)
        wait_for("the shape put there", lambda: "head, 100 %, accepted" in editor.status("Message"))
        editor.screenshot("propagate-dragged")
        wait_for("the search", lambda: not editor.all("progress bar", "Searching"))
        dragged = self.propagated(lambda: editor.key("Return"))
        moved = {key: [b - a for a, b in zip(found[key]["box"], dragged[key]["box"])]
                 for key in found if "box" in found[key] and found[key] != dragged.get(key)}
        self.assertEqual(moved[1, 0], [6, 4, 0, 0])
        self.assertEqual({number for _, number in moved}, {0})
        self.assertTrue(abs(moved[2, 0][0] - 6) <= 3 and abs(moved[2, 0][1] - 4) <= 3, moved)

    def test_propagate_cancelled(self):
        editor, before = self.editor, self.steps()
        editor.key("shift+p")
        editor.find(BUTTON, "Apply to 3 Frames")
        wait_for("the frame on show", lambda: re.match(r"Frame \d+, confidence", editor.status("Message")))
        editor.key("Escape")
        editor.gone(BUTTON, contains="Apply to 3 Frames")
        wait_for("nothing of a preview", lambda: "Drag moves." in editor.status("Message"))
        self.assertEqual(self.steps(), before)

    def test_every_frame_at_once(self):
        """Outlines of a whole animation with a preview, one refused; then they are divided into convex parts."""
        editor = self.editor
        editor.key("4", "Escape", "alt+e")
        editor.find(BUTTON, "Apply to 4 Frames")
        editor.find("label", re.compile(r"^4 shapes, \d+ corners$"))
        wait_for("the frame on show", lambda: re.match(r"Frame 1, 1 shape, \d+ corners, accepted", editor.status("Message")))
        editor.screenshot("every-frame-trace")
        editor.key("End", "space")
        editor.find(BUTTON, "Apply to 3 Frames")
        edits = self.one_step(lambda: editor.key("Return"), "Trace on 3 frames")
        frames = {re.search(r"frames\[(\d+)\]", edit.get("set") or edit.get("insert") or edit["remove"])[1] for edit in edits}
        self.assertEqual(frames, {"0", "1", "2"})
        editor.gone(BUTTON, contains="Apply to 3 Frames")
        self.on(1)

        editor.key("alt+e")
        editor.find(BUTTON, "Apply to 4 Frames")
        editor.choose(editor.find("combo box", "What to do"), "Divide into convex parts")
        wait_for("the parts", lambda: re.match(r"Frame 1, \d\d+ shapes, \d+ corners, accepted", editor.status("Message")))
        editor.screenshot("every-frame-convex")
        editor.choose(editor.find("combo box", "What to do"), "Set values")
        wait_for("nothing to set yet", lambda: editor.all("label", "0 shapes"))
        entry = editor.find("text", "Key")
        entry.click()
        editor.type("damage")
        editor.find(BUTTON, "Apply to 4 Frames")
        editor.screenshot("every-frame-values")
        editor.choose(editor.find("combo box", "What to do"), "Scale shapes")
        editor.screenshot("every-frame-scale")
        self.addCleanup(editor.resize, *editor.geometry(editor.windows()[0])[2:])
        editor.resize(1024, 600)
        editor.choose(editor.find("combo box", "What to do"), "Trace")
        editor.screenshot("every-frame-small")
        editor.key("Escape")
        editor.gone(BUTTON, contains="Apply to")

    def test_only_hot_spot_is_copied(self):
        """Where a frame has nothing else, its hot spot goes to the following frames, selected or not."""
        editor = self.editor
        self.one_step(lambda: editor.key("Insert"), "Insert empty frame")
        self.on(2, 27)
        editor.key("s")
        edits = self.one_step(lambda: editor.canvas.click(40, 70, modifier="shift"), "Place hot spot")
        self.assertEqual(edits[0]["value"], [40, 70])
        editor.key("Escape", "v", "Escape")
        edits = self.one_step(lambda: editor.key("shift+f"), "Copy to frames")
        self.assertEqual({tuple(edit["value"]) for edit in edits}, {(40, 70)})

    def on_offer(self, name):
        """On X11, GTK 4.8 may lose a click that is made where a closed menu was."""
        item = re.compile("menu item"), name
        insist("the menu", self.editor.find(BUTTON, "Add an event").click, lambda: self.editor.all(*item))
        return self.editor.find(*item)

    def test_events(self):
        """An event of a name on offer, renamed and given a value; a mark on the film; its name in playback; removed."""
        editor = self.editor
        editor.key("period")
        self.on(2)
        edits = self.one_step(self.on_offer("hit now").activate, "Add event")
        self.assertEqual(edits[0]["insert"], "sprites['fakir'].animations[0].steps[1].events")
        editor.find("list item", re.compile("^Frame 2: .*event hit now"))
        name = editor.find(ENTRY, "Event name")
        insist("the keyboard in it", name.click, lambda: name.has("focused"))
        edits = self.one_step(lambda: (editor.fill(name, "strike", click=False), editor.key("Return")), "Change name")
        self.assertEqual(edits[0]["value"], "strike")
        editor.find("list item", re.compile("^Frame 2: .*event strike"))
        editor.screenshot("events")
        editor.canvas.click(80, 70)
        editor.key("k")
        editor.key("k", "Home", "period")
        self.on(2)
        self.one_step(lambda: editor.find(BUTTON, "Remove the event").click(), "Delete event")
        editor.gone("list item", contains="event strike")

    def test_event_of_another_name(self):
        """Typed at once in the new event's own field."""
        editor = self.editor
        self.one_step(self.on_offer("Other…").activate, "Add event")
        name = editor.find(ENTRY, "Event name")
        wait_for("the keyboard in it", lambda: name.has("focused"))
        self.one_step(lambda: (editor.fill(name, "whoosh", click=False), editor.key("Return")), "Change name")
        editor.find("list item", re.compile("^Frame 1: .*event whoosh"))

    def test_frame_data(self):
        editor = self.editor
        self.command(editor, "frame data", "frame data")
        editor.find("label", "14")       # the kicks' start-up

        def startups():
            return [int(cell.name) for cell in editor.all("label", re.compile("^(10|14)$"), under=editor.windows()[-1])]
        for order in (False, True):
            editor.find(BUTTON, re.compile("^Start-up")).activate()
            wait_for("the order", lambda: (now := startups()) and now == sorted(now, reverse=order))
        editor.screenshot("frame-data")
        editor.find(ENTRY, "Animations that crouch")
        editor.find(BUTTON, "Copy as Markdown").click()
        wait_for("the window to close", lambda: len(editor.windows()) == 1)

    def test_duplicate_insert_flip(self):
        editor = self.editor
        self.one_step(lambda: editor.key("shift+d"), "Duplicate frames")
        self.on(2, 27)
        self.one_step(lambda: editor.key("Insert"), "Insert empty frame")
        self.on(3, 28)
        editor.key("Home")
        self.on(1, 28)
        editor.key("ctrl+k")
        dialog = editor.fill_dialog("Commands", "flip left to right")
        editor.find(contains="Flip the selected frames left to right", under=dialog)
        self.one_step(lambda: editor.key("Return"), "Flip frames left to right")


if __name__ == "__main__":
    unittest.main()
