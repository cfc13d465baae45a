# SPDX-License-Identifier: MIT
"""What is typed and cannot be taken: numbers, names and values stay as they were typed, marked, with what is expected in
words; keys stay in the entry that has the keyboard; what changed nothing says so; undo shows where it acted; options of
the tools last from one session to the next."""
import json
import os
import re
import sys
import unittest

from gi.repository import GLib

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from cli_case import png  # noqa: E402
from editor_session import BUTTON, ENTRY, insist, wait_for  # noqa: E402
from shared_session import ROW, SharedSession  # noqa: E402

WHOLE = "A whole number from -16384 to 32767"


def setUpModule():
    base.setUpModule()


def tearDownModule():
    base.tearDownModule()


class Entries(SharedSession):
    """On every frame a box, an oriented box and two action points."""

    @classmethod
    def prepare(cls, project):
        sprite = project.sprite("fakir")
        for frame in sprite["frames"]:
            frame["shapes"] = [{"class": "head", "geometry": {"box": [40, 6, 12, 10]}},
                               {"class": "torso", "geometry": {"box": [20, 30, 8, 8]}},
                               {"class": "legs", "geometry": {"oriented": [60, 50, 20, 6, 0]}}]
            frame["points"] = [{"name": "fist", "at": [60, 12]}, {"name": "foot", "at": [80, 60]}]
        with open(os.path.join(project.folder, "sprites", "fakir.json"), "w", encoding="utf-8") as text:
            json.dump(sprite, text)
        with open(os.path.join(project.folder, "dojo.kickbox"), encoding="utf-8") as text:
            head = json.load(text)
        next(kind for kind in head["classes"] if kind["name"] == "head")["value_types"] = {"armour": "number"}
        with open(os.path.join(project.folder, "dojo.kickbox"), "w", encoding="utf-8") as text:
            json.dump(head, text)
        art = base.desktop.path("sizes")
        os.makedirs(art)
        for i, (width, height) in enumerate(((40, 60), (64, 52), (20, 60))):
            with open(os.path.join(art, f"size {i}.png"), "wb") as file:
                file.write(png(width, height, lambda x, y: b"\x80\x40\x20\xff"))
        base.kickbox("import", project.folder, art, "--name", "sizes")
        sizes = project.sprite("sizes")
        for frame, spot in zip(sizes["frames"], ([12, 50], [40, 48], [8, 58])):
            frame["hot_spot"] = spot
        with open(os.path.join(project.folder, "sprites", "sizes.json"), "w", encoding="utf-8") as text:
            json.dump(sizes, text)

    # ---- helpers ----

    def pick(self, text, key="n"):
        """The thing that the canvas then says is selected."""
        for _ in range(10):
            if text in self.says("frame"):
                return
            said = self.says("frame")
            self.editor.key(key)
            wait_for("the next", lambda: self.says("frame") != said)
        self.says(text)

    def number(self, name):
        return self.editor.find("spin button", name)

    def is_wrong(self, widget):
        """Versions of GTK say it differently."""
        return widget.has("invalid_entry") or widget.has("invalid")

    def put(self, widget, text, enter=True):
        self.editor.fill(self.steady(widget), text)
        if enter:
            self.editor.key("Return")

    def refused(self, name, text, wanted):
        """Typed into the number: it stays, is marked, and says what is wanted; Escape takes it away again."""
        number, steps = self.number(name), len(self.steps())
        old = number.text
        self.put(number, text)
        wait_for(f"{text!r} to be refused", lambda: number.description == wanted)
        self.assertEqual(number.text, text)
        self.assertTrue(self.is_wrong(number))
        wait_for("the words in the status line", lambda: wanted in self.editor.status("Message"))
        self.editor.key("Escape")
        wait_for("the old number", lambda: number.text == old)
        self.assertFalse(self.is_wrong(number))
        self.assertNotEqual(number.description, wanted)
        self.assertEqual(len(self.steps()), steps)

    # ---- keys ----

    def test_renamed_by_key(self):
        """F2 renames the shape or point that is selected, and not the sprite; of several things none."""
        editor = self.editor
        for frame, what, heading, kind in ((8, "Box head", "Rename Shape", "shapes"), (9, "Action point fist", "Rename Action Point", "points")):
            self.at("fakir", frame)
            self.pick("Selected: " + what)
            editor.key("F2")
            editor.fill_dialog(heading, "crown")
            self.one_step(lambda: editor.key("Return"), "Change name")
            self.assertEqual(self.saved("fakir")[frame - 1][kind][0]["name"], "crown")
        editor.key("ctrl+a", "F2")
        wait_for("why not", lambda: editor.status("Message") == "Select only one thing to rename it")
        self.assertEqual(len(editor.windows()), 1)

    def test_keys_without_a_selection(self):
        editor = self.editor
        self.at("fakir", 10)
        for key in ("Delete", "ctrl+d", "shift+r"):
            editor.key("1")
            wait_for("another message", lambda: editor.status("Message") == "head")
            editor.key(key)
            wait_for(f"what {key} needs", lambda: editor.status("Message") == "Select something first")

    def test_all_is_selected_from_the_list_of_classes(self):
        editor = self.editor
        self.at("fakir", 11)
        self.steady(next(row for row in editor.all(ROW, "torso") if row.parent.name == "Classes")).click()
        editor.key("ctrl+a")
        wait_for("all", lambda: editor.status("Message").startswith("5 selected on this frame"))

    # ---- numbers ----

    def test_whole_numbers(self):
        self.at("fakir", 1)
        self.pick("Selected: Box head")
        for wrong in ("abc", "99999999", "-20000", "12,5", "0x10"):
            with self.subTest(wrong):
                self.refused("Shape x", wrong, WHOLE)
        self.refused("Shape w", "0", "A whole number from 1 to 32767")
        self.put(self.number("Shape x"), "abc")
        wait_for("the mark", lambda: self.is_wrong(self.number("Shape x")))
        wait_for("the words below it", lambda: any(label == WHOLE for label in self.editor.texts()))
        self.editor.screenshot("number-refused")
        self.one_step(lambda: self.put(self.number("Shape x"), "-17"), "Change shape")
        wait_for("the number", lambda: self.number("Shape x").value == -17)
        self.assertFalse(self.is_wrong(self.number("Shape x")))
        self.one_step(lambda: self.put(self.number("Shape x"), "40"), "Change shape")

    def test_fractions(self):
        self.at("fakir", 2)
        self.pick("Selected: Oriented box legs")
        self.one_step(lambda: self.put(self.number("Shape x"), "60,5"), "Change shape")
        wait_for("the fraction", lambda: self.number("Shape x").value == 60.5)
        self.refused("Shape x", "1e1", "A number from -16384 to 32767")
        self.refused("Shape w", "0", "A number above 0, up to 32767")
        self.refused("Shape degrees", "400", "A number from -360 to 360")

    def test_more_less_times(self):
        """Of one, and of several that differ."""
        self.at("fakir", 3)
        self.pick("Selected: Box head")
        for typed, expected in (("+2", 42), ("+-2", 40), ("*2", 80), ("*0.5", 40)):
            self.put(self.number("Shape x"), typed)
            wait_for(f"{typed} to be done", lambda: self.number("Shape x").value == expected)
        self.refused("Shape w", "-2", "A whole number from 1 to 32767")
        self.put(self.number("Shape w"), "+-2")
        wait_for("two less", lambda: self.number("Shape w").value == 10)
        self.refused("Shape x", "*1000", WHOLE)
        # Shapes of several kinds: each by its own.
        self.at("fakir", 4)
        self.editor.key("ctrl+a")
        wait_for("different values", lambda: self.number("Left edge").text == "–")
        self.one_step(lambda: self.put(self.number("Left edge"), "*2"), "Change shape")
        self.assertEqual([box[0] for box in self.shapes(self.saved("fakir")[3])[:2]], [80, 40])
        self.one_step(lambda: self.put(self.number("Left edge"), "+-2"), "Change shape")
        self.assertEqual([box[0] for box in self.shapes(self.saved("fakir")[3])[:2]], [78, 38])
        self.refused("Left edge", "half", "A number from -16384 to 32767")
        self.assertEqual(self.number("Left edge").text, "–")

    # ---- keys ----

    def focus_in(self, widget):
        insist("the keyboard in it", widget.click, lambda: widget.has("focused") or any(
            part.has("focused") for part in self.editor.all(under=widget, certain=False)))

    def test_keys_stay_in_the_entry(self):
        self.at("fakir", 5)
        self.pick("Selected: Box head")
        steps, number, said = len(self.steps()), self.number("Shape x"), self.says("frame")
        self.focus_in(number)
        self.editor.key("ctrl+a", "Delete")
        wait_for("an empty number", lambda: number.text == "")
        self.editor.key("ctrl+a", "Delete", "BackSpace")
        self.editor.key("Escape")
        wait_for("the old number", lambda: number.text == "40")
        self.assertEqual((self.says("frame"), len(self.steps())), (said, steps))
        self.editor.key("Escape")
        wait_for("the keyboard on the canvas", lambda: self.editor.canvas.widget.has("focused"))
        self.assertIn("Selected: Box head", self.says("frame"))
        self.one_step(lambda: self.editor.key("Delete"), "Delete box")

    def test_enter_takes_a_changed_number_first(self):
        """And the panel around it only then."""
        editor = self.editor
        self.at("fakir", 6)
        editor.key("ctrl+a")
        self.says("Selected:")
        editor.key("shift+p")
        apply = editor.find(BUTTON, contains="Apply to")
        radius = self.number("Search radius")
        steps = len(self.steps())
        editor.fill(self.steady(radius), "24")
        editor.key("Return")
        wait_for("the number", lambda: radius.value == 24)
        wait_for("the search", lambda: not editor.all("progress bar", "Searching"))
        self.assertTrue(apply.shown)
        self.assertEqual(len(self.steps()), steps)
        editor.fill(self.steady(radius), "12")
        editor.key("Escape")
        wait_for("the number that was there", lambda: radius.text.startswith("24"))
        self.assertTrue(apply.shown)
        editor.key("Escape")
        editor.gone(BUTTON, contains="Apply to")
        self.assertEqual(len(self.steps()), steps)

    # ---- what changed nothing, and where undo acts ----

    def test_nothing_changed(self):
        self.at("fakir", 7)
        self.editor.key("ctrl+a")
        self.says("Selected:")
        steps = len(self.steps())
        for _ in range(2):
            self.command(self.editor, "copy to all frames", "Copy to all frames")
        wait_for("it to say so", lambda: self.editor.status("Message") == "Nothing changed")
        self.assertLessEqual(len(self.steps()), steps + 1)

    def test_undo_shows_where(self):
        """The sprite and its frame come back, though the point is gone."""
        editor = self.editor
        self.at("fakir", 8)
        editor.key("a")
        self.one_step(lambda: editor.canvas.drag((30, 30), (40, 34)), "Place action point")
        insist("the other sprite", lambda: editor.find(ROW, "sizes").click(), lambda: "sizes, frame" in self.says("frame"))
        editor.focus(editor.windows()[0])
        editor.key("ctrl+z")
        self.says("fakir, frame 8 ")
        insist("the other sprite", lambda: editor.find(ROW, "boxer").click(), lambda: "boxer, frame" in self.says("frame"))
        editor.focus(editor.windows()[0])
        editor.key("ctrl+shift+z")
        self.says("fakir, frame 8 ")

    def test_undo_of_typing(self):
        """Undo takes back what was typed, and only then the step before it."""
        editor = self.editor
        self.at("fakir", 10)
        self.pick("Selected: Box head")
        self.one_step(lambda: editor.key("Right"))
        steps = len(self.steps())
        for name, text in (("Shape name", ""), ("Frame name", editor.find(ENTRY, "Frame name").text)):
            entry = editor.find(ENTRY, name)
            editor.fill(entry, "QQ")
            editor.key("ctrl+z")
            wait_for("the text that was there", lambda: entry.text == text)
            self.assertEqual(len(self.steps()), steps)
        editor.key("ctrl+z")
        wait_for("the step before", lambda: len(self.steps()) != steps)

    def test_value_of_the_wrong_type(self):
        editor = self.editor
        self.at("fakir", 9)
        self.pick("Selected: Box head")
        steps = len(self.steps())
        shown = editor.find(ENTRY, "Value")
        editor.fill(self.steady(shown), "abc")
        editor.key("Return")
        wait_for("what was expected", lambda: editor.status("Message") == "Expected a number, such as 0.5")
        wait_for("the words below it", lambda: any(text.startswith("Expected a number") for text in editor.texts()))
        editor.screenshot("value-refused")
        editor.key("Escape")
        wait_for("the text that was there", lambda: shown.text == "")
        editor.key("Escape")
        wait_for("the keyboard on the canvas", lambda: editor.canvas.widget.has("focused"))
        self.assertIn("Selected: Box head", self.says("frame"))
        self.assertEqual(len(self.steps()), steps)

    def test_frames_of_other_sizes(self):
        """Stepping shows their hot spots at one place."""
        editor = self.editor
        self.at("sizes", 1)
        places = []
        for spot in ([12, 50], [40, 48], [8, 58]):
            editor.canvas.calibrate()
            places.append(editor.canvas.place(*spot))
            editor.key("period")
        for place in places[1:]:
            self.assertLessEqual(max(abs(a - b) for a, b in zip(place, places[0])), 1, places)

    # ---- names ----

    def name_dialog(self, title, button, typed, words):
        """The dialog says `words` while `typed` is in it, stays, and takes another name."""
        editor = self.editor
        dialog = editor.fill_dialog(title, typed)
        accept = editor.find(base.BUTTON, button, under=dialog)
        wait_for("the reason", lambda: any(words in label for label in editor.texts()))
        self.assertFalse(accept.has("sensitive"))
        entry = editor.find(ENTRY, "Name", under=dialog)
        wait_for("the mark", lambda: words in (entry.description or self.marked(dialog)))
        editor.screenshot("name-" + typed.strip("/"))
        editor.key("Return")
        self.assertEqual(entry.text, typed)
        self.assertTrue(any(window.name == title for window in editor.windows()))
        editor.key("BackSpace")
        editor.type("xyz")
        wait_for("the button", lambda: accept.has("sensitive"))
        wait_for("no reason", lambda: not any(words in label for label in editor.texts()))
        editor.key("Escape")
        wait_for("the dialog to close", lambda: all(window.name != title for window in editor.windows()))
        editor.focus(editor.windows()[0])

    def marked(self, dialog):
        return " ".join(widget.description for widget in self.editor.all(under=dialog))

    def test_names_in_dialogs(self):
        editor = self.editor
        self.at("fakir", 5)
        editor.find(base.BUTTON, "Add class").click()
        self.name_dialog("New Class", "Add", "head", "Another class is called 'head' already")
        editor.key("F2")
        self.name_dialog("Rename Sprite", "Rename", "BOXER", "Another sprite is called 'boxer' already")
        editor.key("F2")
        self.name_dialog("Rename Sprite", "Rename", "a/", "'a/' has a '/', which file names cannot have")
        editor.key("shift+F2")
        self.name_dialog("Rename Class", "Rename", "torso", "Another class is called 'torso' already")

    def test_name_of_a_point(self):
        self.at("fakir", 6)
        self.pick("Selected: Action point fist")
        steps = len(self.steps())
        self.put(self.editor.find(ENTRY, "Action point name"), "foot", enter=False)
        entry = self.editor.find(ENTRY, "Action point name")
        words = "Another point is called 'foot' already"
        wait_for("the mark", lambda: entry.description == words)
        self.editor.key("Return")
        self.assertEqual(entry.text, "foot")
        self.editor.screenshot("point-name-refused")
        self.editor.key("Escape")
        wait_for("the old name", lambda: entry.text == "fist")
        self.assertEqual(len(self.steps()), steps)

    # ---- playback ----

    def test_playback_says_nothing_of_another_frame(self):
        self.at("fakir", 20)
        editor = self.editor
        editor.canvas.origin = None
        editor.canvas.point(44, 10)
        wait_for("the shape under the pointer", lambda: "head" in editor.status("Class under the pointer"))
        self.assertTrue(editor.status("Colour"))
        editor.key("k")
        wait_for("nothing", lambda: not any(editor.status(part) for part in ("Pixel", "Colour", "Class under the pointer")))
        editor.key("k")
        wait_for("the pixel again", lambda: editor.canvas.pixel() == (44, 10))


class Lasting(base.EditorTest):
    """One session after the other."""

    SWITCHES = ("Magnify while placing", "Hot spot")

    def start(self):
        editor = self.open(self.project.folder)
        editor.find("list item", "fakir")
        return editor

    def options(self):
        """The switches and the slider, in the popover."""
        editor = self.editor
        editor.find(base.BUTTON, "Tool options").click()
        switches = [editor.find(re.compile("switch|check box"), name) for name in self.SWITCHES]
        return switches, editor.find("slider", "Outline tolerance")

    def number_of_boxes(self):
        self.editor.key("ctrl+k")
        self.editor.fill_dialog("Commands", "cover with boxes")
        wait_for("the command", lambda: any("Cover" in row.name for row in self.editor.all(ROW)))
        self.editor.key("Return")
        return self.editor.find("slider", "Number of boxes")

    def kept(self):
        try:
            with open(base.desktop.path("config", "glib-2.0", "settings", "keyfile"), encoding="utf-8") as text:
                return text.read()
        except FileNotFoundError:
            return ""

    def test_options_of_tools_last(self):
        editor = self.start()
        switches, tolerance = self.options()
        for switch in switches:
            self.assertTrue(base.is_on(switch), switch)
            switch.activate()
            wait_for("the switch", lambda: not base.is_on(switch))
        tolerance.call("org.freedesktop.DBus.Properties", "Set", "(ssv)", "org.a11y.atspi.Value", "CurrentValue", GLib.Variant("d", 3))
        editor.key("Escape")
        boxes = self.number_of_boxes()
        editor.key("Right", "Right")
        wait_for("six boxes", lambda: boxes.value == 6)
        wait_for("the settings", lambda: all(text in self.kept() for text in ("'trace-tolerance': 3", "'loupe': 0", "cover-boxes=6")))
        editor.kill()
        self.start()
        switches, tolerance = self.options()
        self.editor.screenshot("options-kept")
        self.assertEqual([base.is_on(switch) for switch in switches], [False, False])
        self.assertEqual(tolerance.value, 3)
        self.editor.key("Escape")
        self.assertEqual(self.number_of_boxes().value, 6)
        os.remove(base.desktop.path("config", "glib-2.0", "settings", "keyfile"))


if __name__ == "__main__":
    unittest.main()
