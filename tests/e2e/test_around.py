# SPDX-License-Identifier: MIT
"""What helps around the work on a frame, in the real window: finding commands, putting problems right,
coming back after a crash, classes, files that arrive or change, preferences, history, tabs."""
import json
import os
import re
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from accessible import has_state  # noqa: E402
from editor_session import ENTRY, insist, run, wait_for  # noqa: E402
from file_drag import file_held  # noqa: E402
from shared_session import SharedSession  # noqa: E402

ROW = base.ROW
KIND = re.compile("radio")


def setUpModule():
    base.setUpModule(base.SCREEN)


def tearDownModule():
    base.tearDownModule()


def pattern(text):
    return re.compile(text)


class Commands(SharedSession):
    def test_palette_runs_what_was_typed(self):
        editor = self.editor
        self.at("fakir", 2)
        row = self.palette(editor, "onsk", "Onion skin")
        self.assertIn("Shift+O", row.name)
        editor.screenshot("palette")
        editor.key("Return")
        editor.gone(contains="Onion skin, Frames")
        editor.wait_for("the onion skin", lambda: base.is_on(editor.find(base.BUTTON, "Onion skin")))

    def test_palette_has_the_options(self):
        """Snapping, the loupe and the rest: switches with their state, numbers at their field."""
        editor = self.editor
        self.at("fakir", 2)
        for typed, label, now in (("snap", "Snap to guides", "on"), ("snap", "Snap to guides", "off"),
                                  ("loupe", "Loupe: magnify", "on")):
            row = self.palette(editor, typed, label)
            self.assertTrue(row.name.endswith(", " + now), row.name)
            editor.screenshot("palette-" + typed.replace(" ", "-"))
            editor.key("Return")
            said = "Message: " + ("Off: " if now == "on" else "On: ")
            editor.find(contains=said)
            editor.focus()
        self.palette(editor, "tolerance", "Outline tolerance")
        editor.key("Return")
        slider = editor.find("slider", "Outline tolerance")
        editor.wait_for("the keyboard on it", lambda: slider.has("focused"))

    def test_palette_goes_to_tools_classes_and_sprites(self):
        editor = self.editor
        self.at("fakir", 2)
        self.palette(editor, "tool circ", "Circle")
        editor.key("Return")
        editor.wait_for("the tool", lambda: base.is_on(editor.find(base.BUTTON, "Circle")))
        self.palette(editor, "boxer", "boxer, Sprite")
        editor.key("Return")
        editor.wait_for("the other sprite", lambda: "boxer, frame" in editor.canvas.widget.description)

    def test_palette_shows_what_cannot_be_done(self):
        editor = self.editor
        self.at("fakir", 2)
        row = self.palette(editor, "redo", "Redo")
        self.assertFalse(row.has("sensitive"))
        editor.key("Return", "Escape")
        editor.gone(contains="Redo, Editing")


class Problems(base.EditorTest):
    def spoil(self):
        """The sample with one problem of each kind that has an answer."""
        project = self.project.load("dojo.kickbox")
        sprite = self.project.sprite("fakir")
        frames = sprite["frames"]
        del frames[1]["hot_spot"]
        frames[2]["shapes"][0] = {"class": "head", "geometry": {"polygon": [[10, 10], [30, 30], [30, 10], [10, 30]]}}
        frames[3]["shapes"][0] = {"class": "head", "geometry": {"box": [40, 60, 100, 60]}}
        first = sprite["animations"][0]
        first["steps"][1]["duration"] = 0
        kept = [step for step in sprite["animations"][1]["steps"]][1:]
        self.unanimated = sprite["animations"][1]["steps"][0]["frame"]
        sprite["animations"][1]["steps"] = kept
        for name, value in (("dojo.kickbox", project), (os.path.join("sprites", "fakir.json"), sprite)):
            with open(os.path.join(self.project.folder, name), "w", encoding="utf-8") as text:
                json.dump(value, text)
        lines = base.kickbox("check", self.project.folder, status=1)
        self.assertIn("crosses itself", lines)

    def problems(self, editor, count):
        text = f"{count} problem" if count else "No problems"
        editor.wait_for(text, lambda: editor.status("Problems").startswith(text))

    def test_each_fix_is_one_step(self):
        self.spoil()
        editor = self.open_sample(frame=1)
        self.problems(editor, 5)
        labels = {"Copy from the frame before": "hot spot", "Make it convex": "convex", "Shrink to the frame": "shape",
                  "Show for 100 ms": "duration", "Add to": "animation"}
        left = 5
        for done, label in enumerate(labels):
            editor.key("ctrl+shift+p")

            def fix(label=label):
                editor.find(base.BUTTON, pattern("^" + label + ".*: ")).activate()

            editor.find(base.BUTTON, pattern("^" + label + ".*: "))
            if left == 5:
                editor.screenshot("problems")
            # The list may be made anew just then, of what the fix before has left.
            insist(label, fix, lambda done=done: len(self.project.journal_steps()) > done)
            # What is left of the shape is smaller than on the frame before it, until an animation of its own has it.
            left -= {"Shrink to the frame": 0, "Add to": 2}.get(label, 1)
            self.problems(editor, left)
            editor.key("Escape")
            editor.gone("list", "Problems")  # keys that come while it closes are lost with it
        steps = self.project.journal_steps()
        self.assertEqual(len(steps), 5, steps)
        self.save(editor)
        self.assertEqual(base.kickbox("check", self.project.folder), "")
        editor.key(*["ctrl+z"] * 5)
        self.problems(editor, 5)

    def test_fix_all_deletes_nothing(self):
        self.spoil()
        editor = self.open_sample(frame=1)
        self.problems(editor, 5)
        editor.key("ctrl+shift+p")
        editor.find(base.BUTTON, "Fix All").activate()
        self.problems(editor, 1)
        self.assertEqual(len(self.project.journal_steps()), 1)

    def test_keys_go_from_problem_to_problem(self):
        self.spoil()
        editor = self.open_sample(frame=1)
        self.problems(editor, 5)
        places = []
        for _ in range(3):
            before = editor.status("Message")
            editor.key("F8")
            editor.wait_for("the next problem", lambda: editor.status("Message") != before
                            and editor.status("Message").startswith("Problem "))
            places.append(editor.status("Message"))
        self.assertEqual(len(set(places)), 3)
        editor.key("shift+F8")
        editor.wait_for("the one before", lambda: editor.status("Message") == places[1])


class Recovery(base.EditorTest):
    def crash(self):
        """Two frames changed, then the power goes."""
        editor = self.open_sample(frame=2)
        editor.key("ctrl+a")
        editor.wait_for("a selection", lambda: "Selected" in editor.canvas.widget.description)
        editor.key("shift+Right")
        editor.key("period", "ctrl+a")
        editor.wait_for("frame 3", lambda: "frame 3 " in editor.canvas.widget.description
                        and "Selected" in editor.canvas.widget.description)
        editor.key("Delete")
        editor.wait_for("two steps in the journal", lambda: len(self.project.journal_steps()) == 2)
        editor.kill()
        self.saved = self.project.sprite("fakir")
        editor = self.open(self.project.folder)
        editor.dialog("Recover Unsaved Changes?")
        return editor

    def test_shows_what_comes_back(self):
        editor = self.crash()
        for frame in (2, 3):
            editor.find(name=f"fakir, frame {frame} as it was saved")
            editor.find(name=f"fakir, frame {frame} with the changes")
        editor.screenshot("recovery")
        editor.find(base.BUTTON, "Recover").click()
        editor.wait_for("the recovered project", lambda: editor.windows()[0].name.startswith("•"))
        editor.focus(editor.windows()[0])
        self.save(editor)
        self.assertEqual(self.project.sprite("fakir")["frames"][2].get("shapes", []), [])

    def test_keep_both(self):
        editor = self.crash()
        editor.find(base.BUTTON, "Keep Both").click()
        copy = self.project.folder + "-recovered"
        editor.wait_for("the copy", lambda: os.path.exists(os.path.join(copy, "sprites", "fakir.json")))
        editor.wait_for("the journal to go", lambda: not self.project.journal_steps())
        editor.wait_for("the copy in the window", lambda: not editor.windows()[0].name.startswith("•")
                        and "dojo" in editor.windows()[0].name)
        self.assertEqual(self.project.sprite("fakir"), self.saved)
        with open(os.path.join(copy, "sprites", "fakir.json"), encoding="utf-8") as text:
            self.assertEqual(json.load(text)["frames"][2].get("shapes", []), [])
        self.assertEqual([line for line in base.kickbox("check", copy, status=1).splitlines() if "the frames before and after it" not in line], [])
        base.kickbox("check", self.project.folder)

    def test_discard_asks_again(self):
        editor = self.crash()
        editor.find(base.BUTTON, "Discard…").click()
        editor.dialog("Discard the Unsaved Changes?")
        self.assertEqual(len(self.project.journal_steps()), 2)
        editor.find(base.BUTTON, "Discard").click()
        editor.wait_for("the project as it was saved", lambda: "fakir" in editor.texts() or "boxer" in editor.texts())
        editor.wait_for("an empty journal", lambda: not self.project.journal_steps())
        self.assertEqual(self.project.sprite("fakir"), self.saved)


class Classes(SharedSession):
    def row(self, editor, name):
        return next(row for row in editor.all(ROW, name) if row.parent.name == "Classes")

    def test_counts_and_merge(self):
        editor = self.open_sample(frame=1)
        counts = {}
        for name in ("fakir", "boxer"):
            for frame in self.project.sprite(name)["frames"]:
                for shape in frame.get("shapes", []):
                    counts[shape["class"]] = counts.get(shape["class"], 0) + 1
        for name in ("head", "arms"):
            editor.wait_for(f"the count of {name}", lambda: self.row(editor, name).description.startswith(f"{counts[name]} shape"))
        editor.key("3")
        self.palette(editor, "merge class", "Merge the class")
        editor.key("Return")
        dialog = editor.dialog("Merge “arms” Into Another Class?")
        editor.screenshot("merge-class")
        editor.find(base.BUTTON, "Merge", under=dialog).click()
        editor.wait_for("the merge", lambda: not editor.all(ROW, "arms"))
        both = counts["head"] + counts["arms"]
        editor.wait_for("the sum", lambda: self.row(editor, "head").description.startswith(f"{both} shape"))
        self.assertEqual(len(self.project.journal_steps()), 1)
        editor.key("ctrl+z")
        editor.wait_for("the class again", lambda: editor.all(ROW, "arms"))

    def one_selected(self, editor):
        """The names of the rows that look selected."""
        rows = editor.all(ROW, under=editor.find("list", "Classes"))
        return [row.name for row in rows if row.has("selected")]

    def test_deleting_a_class_in_use(self):
        """Its shapes get another class, or go with it: one step either way, and no more than one current class."""
        editor = self.open_sample(frame=1)
        shapes = sum(shape["class"] == "arms" for name in ("fakir", "boxer")
                     for frame in self.project.sprite(name)["frames"] for shape in frame["shapes"])
        editor.key("3")
        self.palette(editor, "delete class", "Delete the class")
        editor.key("Return")
        dialog = editor.dialog("Delete the Class “arms”?")
        editor.screenshot("delete-class")
        editor.key("Escape")
        editor.gone(name="Delete the Class “arms”?")
        self.assertEqual(self.project.journal_steps(), [])
        for answer, step in (("Merge", "Merge class arms into head"), (f"Delete {shapes} Shapes", "Delete class arms")):
            self.palette(editor, "delete class", "Delete the class")
            editor.key("Return")
            dialog = editor.dialog("Delete the Class “arms”?")
            editor.find(base.BUTTON, answer, under=dialog).click()
            editor.wait_for("the class to go", lambda: not editor.all(ROW, "arms"))
            self.assertEqual([made["step"] for made in self.project.journal_steps()][-1], step)
            editor.wait_for("one current class", lambda: self.one_selected(editor) == ["head"])
            editor.focus(editor.windows()[0])
            editor.key("ctrl+z")
            editor.wait_for("the class again", lambda: editor.all(ROW, "arms"))
            editor.key("3")
            editor.wait_for("it to be current", lambda: self.one_selected(editor) == ["arms"])
        self.assertEqual(len(self.project.journal_steps()), 4)

    def test_arrow_keys_choose_the_class(self):
        editor = self.open_sample(frame=1)
        x, y, _, height = self.row(editor, "torso").box  # its menu is in the middle
        run("xdotool", "mousemove", x + 60, y + height // 2, "click", 1)
        editor.wait_for("the class", lambda: self.one_selected(editor) == ["torso"])
        editor.key("Down")
        editor.wait_for("the next class", lambda: self.one_selected(editor) == ["arms"])
        editor.key("b")
        editor.canvas.drag((4, 4), (12, 12))
        editor.wait_for("a box of it", lambda: "Box arms" in editor.canvas.widget.description)

    def test_menu_by_arrows(self):
        """Arrows go through all of a class's menu and change nothing; the kinds are choices in it."""
        editor = self.open_sample(frame=1)
        row = self.row(editor, "torso")
        run("xdotool", "mousemove", 2, 2)
        look = editor.look(row)

        def open_menu():
            insist("the menu", lambda: row.click(button=3), lambda: editor.all(base.BUTTON, "Delete…"))

        def focused():
            editor.see()
            return next((item.row.name for item in editor.fitting() if has_state(item.row.states, "focused")), "")

        open_menu()
        passed = []
        for _ in range(12):
            before = focused()
            editor.key("Down")
            editor.wait_for(f"what follows {before!r}", lambda: focused() not in ("", before))
            passed.append(focused())
            if passed[-1] == "Delete…":
                break
        self.assertEqual(passed[-2:], ["Merge Into…", "Delete…"])
        self.assertIn("hurt: can be struck", passed)
        editor.screenshot("class-menu")
        self.assertTrue(editor.find(KIND, "none: no special meaning").has("checked"))
        editor.key("Escape")
        editor.gone(base.BUTTON, "Delete…")
        self.assertEqual(self.project.journal_steps(), [])
        editor.canvas.click(2, 2)
        run("xdotool", "mousemove", 2, 2)
        editor.screenshot("class-menu-closed")
        editor.wait_for("the row as it was", lambda: editor.look(row) == look)
        open_menu()
        editor.find(KIND, "hurt: can be struck").activate()
        editor.gone(base.BUTTON, "Delete…")
        editor.wait_for("the kind", lambda: "can be struck" in row.description)
        self.assertEqual([made["step"] for made in self.project.journal_steps()], ["Change class kind"])
        open_menu()
        self.assertTrue(editor.find(KIND, "hurt: can be struck").has("checked"))

    def test_hide_and_lock_by_key(self):
        editor = self.open_sample(frame=1)
        editor.key("1")
        editor.wait_for("the class", lambda: self.row(editor, "head").has("selected"))
        before = editor.look(editor.canvas.widget)
        editor.key("shift+h")
        editor.wait_for("head hidden", lambda: "hidden" in self.row(editor, "head").description)
        editor.wait_for("another picture", lambda: editor.look(editor.canvas.widget) != before)
        editor.screenshot("class-hidden")
        editor.key("shift+h", "shift+k")
        editor.wait_for("head locked", lambda: "locked" in self.row(editor, "head").description)
        editor.key("ctrl+a")
        editor.wait_for("a selection", lambda: "Selected" in editor.canvas.widget.description)
        head = next(shape for shape in self.frame(1)["shapes"] if shape["class"] == "head")
        editor.key("Delete")
        editor.wait_for("a step", lambda: len(self.project.journal_steps()) == 1)
        self.save(editor)
        self.assertEqual(self.frame(1)["shapes"], [head])
        editor.key("shift+k", "ctrl+z")
        editor.wait_for("the others back", lambda: self.steps())
        self.save(editor)

    def test_tab_goes_past_lists(self):
        """All through the window it leaves the sprite and the class as they are, which arrow keys in the lists do not."""
        editor = self.open_sample(frame=3)
        editor.key("2")
        editor.wait_for("the class", lambda: self.row(editor, "torso").has("selected"))
        editor.key(*["Tab"] * 90)
        editor.key("Escape")
        editor.wait_for("the keyboard on the canvas", lambda: editor.canvas.widget.has("focused"))
        self.assertTrue(self.row(editor, "torso").has("selected"))
        self.assertIn("fakir, frame 3", editor.canvas.widget.description)

    def test_deleting_offers_undo(self):
        editor = self.open_sample(frame=3)
        editor.key("shift+Delete")
        editor.find("alert", pattern("^Deleted 1 frame"))  # a screen reader says it as it comes
        toast = [button for button in editor.all(base.BUTTON, "Undo")][-1]
        editor.screenshot("undo-toast")
        toast.activate()
        editor.wait_for("the frame back", lambda: "of 26" in editor.canvas.widget.description)

    def test_a_toast_that_went_too_early(self):
        """Escape comes before it is wholly there."""
        editor = self.open_sample(frame=3)
        editor.key("shift+Delete", "Escape")
        editor.wait_for("the sentence", lambda: "Deleted 1 frame" in editor.status("Message"))
        editor.gone("label", pattern("^Deleted 1 frame"))

    def test_escape_while_a_toast_shows(self):
        """It stops what runs, and then is for the toast."""
        editor = self.open_sample(frame=3)
        editor.key("shift+Delete")
        editor.find("label", pattern("^Deleted 1 frame"))
        play = editor.find(base.BUTTON, "Play")
        editor.key("k")
        editor.wait_for("playback", lambda: base.is_on(play))
        editor.key("Escape")
        editor.wait_for("its end", lambda: not base.is_on(play))
        editor.key("Escape")
        editor.gone("label", pattern("^Deleted 1 frame"))


class Sources(base.EditorTest):
    def import_copy(self):
        """A sprite whose sources are the test's own pictures: walk 1 to 3 and kick 1."""
        self.art = base.desktop.path(self.name, "art")
        os.makedirs(self.art)
        for name in ("walk 1", "walk 2", "walk 3", "kick_01"):
            self.draw(name)
        base.kickbox("import", self.project.folder, self.art, "--name", "mover", "--animations")

    def draw(self, name, colour="red"):
        subprocess.run(["convert", "-size", "24x32", "xc:none", "-fill", colour, "-draw", f"rectangle 4,4 {12 + len(name)},28",
                        os.path.join(self.art, name + ".png")], check=True)

    def test_offers_to_import_again(self):
        self.import_copy()
        editor = self.open_sample("mover")
        self.draw("walk 2", "blue")
        self.draw("walk 4", "blue")
        button = editor.find(base.BUTTON, "Import Again")
        editor.screenshot("changed-on-disk")
        button.activate()
        report = editor.find(base.BUTTON, "Report")
        editor.wait_for("the new frame", lambda: "of 5" in editor.canvas.widget.description)
        report.activate()
        editor.dialog("“mover” Imported")
        editor.find(contains="frames kept")
        editor.screenshot("import-report")

    def test_animations_from_names(self):
        self.import_copy()
        sprite = self.project.sprite("mover")
        self.assertEqual([animation["name"] for animation in sprite["animations"]], ["kick", "walk"])
        self.assertEqual([step["duration"] for step in sprite["animations"][1]["steps"]], [100] * 3)

    def test_dropped_files(self):
        self.import_copy()
        editor = self.open_sample()
        with file_held(editor, self.art):
            pass
        dialog = editor.dialog("Import Pictures")
        editor.find("label", contains="4 frames, 2 animations", under=dialog)
        editor.screenshot("import-names")
        editor.key("Escape")

    def test_grid_lines_are_dragged(self):
        editor = self.open(self.project.folder)
        editor.find("list item", "fakir")
        editor.key("ctrl+i")
        editor.choose_file(os.path.join(base.SOURCE, "data", "dojo-art", "boxer.png"))
        dialog = editor.dialog("Import Pictures", lambda dialog: editor.all(base.ENTRY, "Sprite name", under=dialog))
        editor.choose(editor.find("combo box", pattern("^Split into frames"), under=dialog), "grid")
        editor.find("label", contains="26 frames", under=dialog)  # the cells that its gaps suggest

        def drag(a, b):
            x, y, width, height = editor.find(name="Preview", under=dialog).box
            scale = min((width - 12) / 672, (height - 12) / 400)
            scale = int(2 * scale) / 2 if scale > 1 else scale
            left, top = x + (width - 672 * scale) / 2, y + (height - 400 * scale) / 2
            run("xdotool", "mousemove", round(left + a[0] * scale), round(top + a[1] * scale), "mousedown", 1)
            for part in (1, 2, 3, 4):
                run("xdotool", "mousemove", round(left + (a[0] + (b[0] - a[0]) * part / 4) * scale),
                    round(top + (a[1] + (b[1] - a[1]) * part / 4) * scale))
            run("xdotool", "mouseup", 1)
        number = lambda name: editor.find("spin button", name, under=dialog).value  # noqa: E731
        drag((96, 16), (48, 16))
        editor.wait_for("the width", lambda: abs(number("Cell width") - 48) <= 2)
        editor.wait_for("the frames of the new width", lambda: not editor.all("label", contains="26 frames", under=dialog))
        drag((16, 80), (16, 40))
        editor.wait_for("the height", lambda: abs(number("Cell height") - 40) <= 2)
        editor.screenshot("import-grid")
        width, accept = editor.find("spin button", "Cell width", under=dialog), editor.find(base.BUTTON, "Import", under=dialog)
        editor.wait_for("what can be imported", lambda: accept.has("sensitive"))
        editor.fill(width, "abc")
        editor.wait_for("the refusal", lambda: width.description.startswith("A whole number from") and not accept.has("sensitive"))
        editor.fill(width, "48")
        editor.wait_for("what can be imported", lambda: accept.has("sensitive"))
        editor.key("Escape", "Escape")

    def test_dropped_project(self):
        editor = self.open()
        with file_held(editor, self.project.folder):
            pass
        editor.wait_for("the project", lambda: "dojo" in editor.windows()[0].name)


class Export(base.EditorTest):
    def test_on_save(self):
        editor = self.open_sample(frame=1)
        bank = os.path.join(self.project.folder, "dojo.kbx")
        if os.path.exists(bank):
            os.remove(bank)
        editor.key("ctrl+e")
        dialog = editor.dialog("Export")
        switch = editor.find(name="Export on save", role=pattern("switch|check box|toggle button"), under=dialog)
        switch.activate()
        editor.wait_for("the switch", lambda: base.is_on(switch))
        editor.find(base.BUTTON, "Export", under=dialog).click()
        editor.wait_for("the bank", lambda: os.path.exists(bank))
        os.remove(bank)
        editor.focus(editor.windows()[0])
        self.save(editor)
        editor.wait_for("the bank again", lambda: os.path.exists(bank))
        self.assertTrue(self.project.load("dojo.kickbox")["export"]["on_save"])
        base.kickbox("export", self.project.folder, "-o", base.desktop.path(self.name, "other.kbx"))

    def test_file_that_a_stranger_names(self):
        """A project that asks for a file outside its folder gets it only by the user's word, and never in the place of
        what is no bank."""
        target = base.desktop.path(self.name, "target.kbx")
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "w", encoding="utf-8") as file:
            file.write("precious")
        project = self.project.load("dojo.kickbox")
        project["export"] = {"file": target, "on_save": True}
        with open(os.path.join(self.project.folder, "dojo.kickbox"), "w", encoding="utf-8") as file:
            json.dump(project, file)
        editor = self.open_sample(frame=1)
        editor.key("ctrl+a", "Right")
        editor.wait_for("the change", lambda: editor.windows()[0].name.startswith("•"))
        self.save(editor)
        editor.wait_for("the refusal", lambda: "the project names a file outside its folder" in editor.status("Message"))
        editor.key("ctrl+e")
        dialog = editor.dialog("Export")
        editor.find("label", contains="The project names a file outside its folder", under=dialog)
        editor.find(base.BUTTON, "Export", under=dialog).click()
        editor.find("label", contains="this file is not an export")
        with open(target, encoding="utf-8") as file:
            self.assertEqual(file.read(), "precious")


class Preferences(base.EditorTest):
    def test_canvas_colours_at_once(self):
        editor = self.open_sample(frame=1)
        before = editor.look(editor.canvas.widget)
        editor.key("ctrl+comma")
        dialog = editor.dialog("Preferences")
        editor.screenshot("preferences")
        editor.choose(editor.find("combo box", pattern("^Checkerboard"), under=dialog), "Strong")
        editor.key("Escape")
        editor.gone("combo box", pattern("^Checkerboard"))
        editor.wait_for("another canvas", lambda: editor.look(editor.canvas.widget) != before)
        editor.screenshot("strong-checkerboard")

    def begin_first_steps(self):
        editor = self.open_sample(frame=1)
        self.palette(editor, "first steps", "First steps")
        editor.key("Return")
        return editor

    def test_first_steps(self):
        editor = self.begin_first_steps()
        for number, heading in enumerate(("Bring Pictures In", "Add Hit Boxes", "Check, Then"), 1):
            editor.find("label", pattern("^" + heading))
            editor.screenshot(f"first-steps-{number}")
            button = editor.find(base.BUTTON, "Next" if number < 3 else "Done")
            editor.wait_for("the keyboard on it", lambda: button.has("focused"))
            if number == 3:
                self.hint_makes_way(editor, heading)
            editor.find(base.BUTTON, "Done" if number == 3 else "Next").activate()
        editor.gone("label", pattern("^Check, Then"))

    def hint_makes_way(self, editor, heading):
        """Of the review of Propagate, which it gives back."""
        editor.focus(editor.windows()[0])
        editor.canvas.widget.click()
        self.palette(editor, "propagate all", "Propagate")
        editor.key("Return")
        editor.find(base.BUTTON, pattern(r"^Apply to \d"))
        editor.gone("label", pattern("^" + heading))
        editor.screenshot("first-steps-propagate")
        editor.key("Escape")
        editor.find("label", pattern("^" + heading))

    def test_first_steps_tick_themselves_off(self):
        """What a hint asks for ticks it off, and the next one comes; without the keyboard being taken from the canvas."""
        editor = self.begin_first_steps()
        editor.find("label", pattern("^Press Ctrl.I, or drop"))
        editor.key("ctrl+i")
        editor.choose_file(os.path.join(base.SOURCE, "data", "dojo-art", "boxer.png"))
        dialog = editor.dialog("Import Pictures", lambda found: editor.all(ENTRY, "Sprite name", under=found))
        editor.find("label", contains="26 frames", under=dialog)
        editor.type("another boxer")
        editor.find(base.BUTTON, "Import", under=dialog).click()
        editor.find("label", pattern("^Add Hit Boxes"))
        editor.screenshot("first-steps-next")
        sprites = [row.row.name for row in editor.all(ROW, under=editor.find("list", "Sprites"))]
        self.assertEqual(sprites, ["another boxer", "boxer", "fakir"])  # as after the next start
        editor.focus(editor.windows()[0])
        editor.find("list item", "fakir").click()
        editor.key("s")
        editor.canvas.click(20, 30)
        line = editor.find("label", pattern("^Press S and click"))
        editor.wait_for("its tick", lambda: line.description == "done")
        editor.screenshot("first-steps-tick")
        editor.key("b")
        editor.canvas.drag((2, 2), (12, 12))
        editor.find("label", pattern("^Check, Then"))
        editor.wait_for("the box still under the hands", lambda: "Box" in editor.canvas.widget.description)
        editor.key("ctrl+k")
        editor.dialog("Commands")
        editor.key("Escape")
        line = editor.find("label", pattern("^Ctrl.K finds any"))
        editor.wait_for("its tick", lambda: line.description == "done")


class Places(SharedSession):
    def test_tabs(self):
        editor = self.open_sample("fakir", frame=3)
        editor.find("list item", "boxer").click()
        editor.wait_for("boxer", lambda: "boxer, frame 1 " in editor.canvas.widget.description)
        editor.find(base.BUTTON, "Tab fakir")
        editor.screenshot("tabs")
        editor.key("Escape", "ctrl+Page_Down")
        editor.wait_for("fakir where it was left", lambda: "fakir, frame 3 " in editor.canvas.widget.description)
        editor.find(base.BUTTON, "Tab boxer").click()
        editor.wait_for("boxer again", lambda: "boxer, frame 1 " in editor.canvas.widget.description)
        editor.key("ctrl+F4")
        editor.wait_for("fakir", lambda: "fakir, frame 3 " in editor.canvas.widget.description)
        editor.gone(base.BUTTON, "Tab boxer")

    def test_zoom_to_the_selection(self):
        editor = self.open_sample()
        editor.key("v")
        box = self.project.sprite("fakir")["frames"][0]["shapes"][0]["geometry"]["box"]
        whole = editor.status("Zoom")
        editor.canvas.click(box[0] + box[2] // 2, box[1] + box[3] // 2)
        editor.key("ctrl+2")
        wait_for("a larger scale", lambda: int(editor.status("Zoom").split()[0]) > int(whole.split()[0]))
        editor.key("Escape", "ctrl+2")
        wait_for("all of it", lambda: editor.status("Zoom") == whole)

    def test_a_click_on_a_sprite_is_for_its_frames(self):
        """Also while a message offers Undo."""
        editor = self.open_sample()
        editor.key("ctrl+a")
        editor.wait_for("his shapes", lambda: "Selected" in editor.canvas.widget.description)
        editor.key("shift+Delete")
        editor.wait_for("the message", lambda: "of 25" in editor.canvas.widget.description)
        for sprite in ("boxer", "fakir"):
            insist(sprite, lambda: editor.find("list item", sprite).click(), lambda: f"{sprite}, frame 1 " in editor.canvas.widget.description)
        editor.key("period", "period", "Home")
        editor.wait_for("his first frame", lambda: "fakir, frame 1 " in editor.canvas.widget.description)

    def test_history_by_name(self):
        editor = self.open_sample(frame=1)
        editor.key("ctrl+a")
        editor.wait_for("a selection", lambda: "Selected" in editor.canvas.widget.description)
        before = editor.canvas.widget.description
        editor.key("Right", "Delete")
        editor.wait_for("two steps", lambda: len(self.project.journal_steps()) == 2)
        editor.key("ctrl+h")
        dialog = editor.dialog("History", lambda dialog: len(editor.all(ROW, under=dialog)) >= 3)
        rows = [row.name for row in editor.all(ROW, under=dialog)]
        self.assertEqual(len(rows), 3, rows)
        self.assertTrue(rows[0].endswith(", now"), rows)
        editor.screenshot("history")
        wait_for("the keyboard on the newest", lambda: editor.find(ROW, rows[0]).has("focused"))
        editor.key("Down", "Down", "Return")
        editor.gone(ROW, rows[0])
        editor.focus(editor.windows()[0])
        editor.wait_for("nothing to save", lambda: not editor.windows()[0].name.startswith("•"))
        editor.key("ctrl+h")
        editor.dialog("History")
        editor.find(ROW, pattern(", undone$"))
        wait_for("the keyboard on the oldest", lambda: editor.find(ROW, pattern(", now$")).has("focused"))
        editor.key("Up", "Up", "Return")
        editor.wait_for("both again", lambda: editor.windows()[0].name.startswith("•"))
        self.assertTrue(before)


class Lists(base.EditorTest):
    def test_lists_fold(self):
        """And are folded still in the next window."""
        editor = self.open_sample()
        title = editor.find(base.BUTTON, "Sprites")
        insist("a folded list", title.click, lambda: not any(row.shown for row in editor.all(ROW, "fakir")))
        editor.screenshot("folded")
        editor.close()
        editor = self.open(self.project.folder)
        editor.find(ROW, "head")
        self.assertFalse(any(row.shown for row in editor.all(ROW, "fakir")))
        insist("the list", editor.find(base.BUTTON, "Sprites").click,
               lambda: any(row.shown for row in editor.all(ROW, "fakir")))

    def test_long_list(self):
        """Rows of hundreds of sprites are made bit by bit; a sprite that was found is chosen, and shows its new name."""
        for i in range(640):
            with open(os.path.join(self.project.folder, "sprites", f"s{i:03}.json"), "w", encoding="utf-8") as text:
                json.dump({"kickbox": "sprite", "format": 1, "frames": [{"width": 8, "height": 8}]}, text)
        editor = self.open(self.project.folder)

        def rows():
            return [row for row in editor.all(ROW) if re.fullmatch(r"s\d{3}", row.name)]
        wait_for("all rows", lambda: [row.name for row in rows()] == [f"s{i:03}" for i in range(640)])
        self.command(editor, "s630", "s630")
        wait_for("the sprite", lambda: "s630, frame 1" in editor.canvas.widget.description)
        wait_for("its row", lambda: [row.name for row in rows() if row.has("selected")] == ["s630"])
        editor.key("F2")
        editor.fill_dialog("Rename Sprite", "t630")
        editor.key("Return")
        wait_for("its new name", lambda: len(rows()) == 639 and editor.all(ROW, "t630"))


if __name__ == "__main__":
    unittest.main()
