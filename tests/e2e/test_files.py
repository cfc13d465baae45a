# SPDX-License-Identifier: MIT
"""Files and what is said of them, in the real window: sheets that are cut at once, pictures that changed on disk,
files held over the window, what a crash left, and messages that offer to undo."""
import json
import os
import re
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from editor_session import insist, run, wait_for  # noqa: E402
from file_drag import file_held  # noqa: E402

ART = os.path.join(base.SOURCE, "data", "dojo-art")
CHANGED = "changed on disk"


def setUpModule():
    base.setUpModule(base.SCREEN)


def tearDownModule():
    base.tearDownModule()


class Messages(base.EditorTest):
    def offers(self, editor):
        """The Undo buttons; one is in the header bar."""
        return len(editor.all(base.BUTTON, "Undo")) - 1

    def says(self, editor, text):
        editor.wait_for(text, lambda: text in editor.canvas.widget.description)

    def hold(self, editor):
        """A message does not go by itself while the pointer is over it."""
        editor.wait_for("the offer", lambda: self.offers(editor) == 1)

        def place():
            button = editor.all(base.BUTTON, "Undo")[-1]
            return button.box[2] > 0 and button.middle
        run("xdotool", "mousemove", *wait_for("its place", place))

    def test_an_undo_offered_is_of_its_own_step(self):
        editor = self.open_sample(frame=3)
        self.clear_frame(editor)
        editor.key("b")
        editor.canvas.drag((10, 10), (20, 20))
        self.says(editor, "Selected: Box")
        editor.key("Escape", "v", "Escape")
        self.says(editor, "Nothing is selected")
        self.assertEqual(self.offers(editor), 0)
        editor.key("shift+Delete")
        self.says(editor, "of 25")
        self.hold(editor)
        editor.key("ctrl+z")
        self.says(editor, "of 26")
        editor.wait_for("the stale offer to go", lambda: self.offers(editor) == 0)
        self.save(editor)
        self.assertEqual([shape["geometry"] for shape in self.frame(3)["shapes"]], [{"box": [10, 10, 11, 11]}])

    def test_another_edit_takes_the_offer_away(self):
        editor = self.open_sample(frame=3)
        editor.key("shift+Delete")
        self.says(editor, "of 25")
        self.hold(editor)
        editor.key("ctrl+a", "Right")
        editor.wait_for("the stale offer to go", lambda: self.offers(editor) == 0)

    def test_many_frames_offer_undo_over_the_canvas(self):
        editor = self.open_sample(frame=3)
        editor.key("ctrl+a")
        self.says(editor, "Selected")
        editor.key("shift+f")
        editor.wait_for("the offer", lambda: self.offers(editor) == 1)
        editor.screenshot("apply-undo")
        said, (left, top, width, height) = editor.find("alert", contains="Copied to"), editor.canvas.widget.box

        def over_the_canvas():
            x, y, w, h = said.box
            return left <= x and x + w <= left + width and top <= y and y + h <= top + height
        editor.wait_for("the message there, clear of filmstrip and status line", over_the_canvas)
        steps = len(self.project.journal_steps())
        editor.all(base.BUTTON, "Undo")[-1].activate()
        editor.wait_for("the undo", lambda: len(self.project.journal_steps()) == steps + 1)
        self.assertIn("Undo", self.project.journal_steps()[-1]["step"])
        editor.wait_for("the offer to go", lambda: self.offers(editor) == 0)

    def test_an_import_can_be_undone(self):
        picture = base.desktop.path(self.name, "one.png")
        subprocess.run(["convert", "-size", "24x32", "xc:none", "-fill", "red", "-draw", "rectangle 4,4 12,28", picture], check=True)
        editor = self.open_sample()
        editor.key("ctrl+i")
        editor.choose_file(picture)
        dialog = editor.dialog("Import Pictures", lambda dialog: editor.all(base.ENTRY, "Sprite name", under=dialog))
        editor.find("label", contains="1 frame", under=dialog)
        editor.find(base.BUTTON, "Import", under=dialog).click()
        self.says(editor, "one, frame 1 of 1")
        editor.wait_for("the offer", lambda: self.offers(editor) == 1)
        editor.all(base.BUTTON, "Undo")[-1].activate()
        editor.wait_for("no such sprite", lambda: not editor.all("list item", "one"))


class Sheets(base.EditorTest):
    def choose(self, editor, picture):
        editor.find("list item", "fakir")
        editor.key("ctrl+i")
        editor.choose_file(picture)
        return editor.dialog("Import Pictures", lambda dialog: editor.all(base.ENTRY, "Sprite name", under=dialog))

    def sheet(self):
        """The sheet alone, without the data beside it."""
        return shutil.copy(os.path.join(ART, "boxer.png"), base.desktop.path(self.name, "robot.png"))

    def test_a_clean_sheet_is_cut_at_once(self):
        editor = self.open(self.project.folder)
        dialog = self.choose(editor, self.sheet())
        editor.find("label", contains="26 frames", under=dialog)
        self.assertEqual([editor.find("spin button", name, under=dialog).value for name in ("Cell width", "Cell height")], [96, 80])
        editor.screenshot("guessed-sheet")
        editor.choose(editor.find("combo box", re.compile("^Split into frames"), under=dialog), "Pictures, one frame each")
        editor.find("label", contains="1 frame ", under=dialog)

    def test_the_preview_keeps_still(self):
        editor = self.open(self.project.folder)
        dialog = self.choose(editor, self.sheet())
        editor.find("label", contains="26 frames", under=dialog)
        preview = editor.find(name="Preview", under=dialog)
        x, y, width, height = before = preview.box
        scale = min((width - 12) / 672, (height - 12) / 400)
        scale = int(scale) if scale > 1 else scale
        left, top = x + (width - 672 * scale) / 2, y + (height - 400 * scale) / 2

        def point(u, v):
            return round(left + u * scale), round(top + v * scale)
        run("xdotool", "mousemove", *point(96, 40), "mousedown", 1)
        try:
            for cell in (90, 82, 75):
                run("xdotool", "mousemove", *point(cell, 40))
                # A pixel of the screen is two of the picture, or less.
                editor.wait_for(f"{cell} pixels", lambda: abs(editor.find("spin button", "Cell width", under=dialog).value - cell) <= 1)
                editor.find("label", contains="do not fill whole cells", under=dialog)
                self.assertEqual(preview.box, before)
        finally:
            run("xdotool", "mouseup", 1)
        # Nobody typed the name, so that there is nothing to undo in its field.
        editor.key("ctrl+z", "End")
        editor.type("s")
        name = editor.find(base.ENTRY, "Sprite name", under=dialog)
        editor.wait_for("the name and a letter", lambda: name.text == "robots")


class Sources(base.EditorTest):
    def draw(self, colour):
        picture = base.desktop.path(self.name, "art.png")
        subprocess.run(["convert", "-size", "24x32", "xc:none", "-fill", colour, "-draw", "rectangle 4,4 12,28", picture], check=True)
        return picture

    def marks(self, editor):
        return [one.name for one in editor.all(base.BUTTON, contains=CHANGED.capitalize())]

    def test_the_mark_stays_until_answered(self):
        base.kickbox("import", self.project.folder, self.draw("red"), "--name", "mover")
        editor = self.open_sample("mover")
        self.draw("blue")
        editor.find("label", "The pictures of “mover” changed on disk")
        editor.wait_for("the mark in the list", lambda: self.marks(editor) == ["Changed on disk: import mover again"])
        editor.screenshot("source-mark")
        # It is of that sprite only, and waits there.
        editor.find("list item", "fakir").click()
        editor.gone("label", contains="“mover” changed on disk")
        self.assertEqual(self.marks(editor), ["Changed on disk: import mover again"])
        editor.find(base.BUTTON, "Tab mover").click()
        editor.find("label", "The pictures of “mover” changed on disk")
        editor.find(base.BUTTON, "Keep it as it is").activate()
        editor.gone("label", contains="“mover” changed on disk")
        editor.wait_for("no mark", lambda: not self.marks(editor))
        self.draw("green")
        editor.wait_for("the mark again", lambda: self.marks(editor))
        editor.find("list item", "fakir").click()
        editor.find(base.BUTTON, "Changed on disk: import mover again").activate()
        editor.wait_for("the sprite", lambda: "mover, frame 1 of 1" in editor.canvas.widget.description)
        editor.wait_for("no mark", lambda: not self.marks(editor))
        self.save(editor)

    def import_sheet(self):
        """With its data beside it, under the name "mover"; returns both files."""
        paths = [shutil.copy(os.path.join(ART, "fakir" + end), base.desktop.path(self.name, "fakir" + end)) for end in (".json", ".png")]
        base.kickbox("import", self.project.folder, paths[0], "--name", "mover")
        return paths

    def forget_sources(self):
        """As in projects whose imports did not list the pictures."""
        sprite = self.project.sprite("mover")
        del sprite["import"]["sources"]
        with open(os.path.join(self.project.folder, "sprites", "mover.json"), "w", encoding="utf-8") as text:
            json.dump(sprite, text)

    def repaint(self, sheet):
        subprocess.run(["convert", sheet, "-negate", sheet], check=True)

    def test_the_picture_of_a_sheet_is_watched(self):
        sheet = self.import_sheet()[1]
        self.offers_after_painting(sheet)

    def test_the_picture_of_a_sheet_of_an_older_project(self):
        sheet = self.import_sheet()[1]
        self.forget_sources()
        self.offers_after_painting(sheet)
        self.assertIn("sources", self.project.sprite("mover")["import"])

    def show(self, editor, sprite):
        """A window that has just come may miss a click."""
        row = editor.find("list item", sprite)
        editor.wait_for(sprite, lambda: row.click() or f"{sprite}, frame" in editor.canvas.widget.description)

    def offers_after_painting(self, sheet):
        editor = self.open(self.project.folder)
        self.show(editor, "mover")
        self.repaint(sheet)
        editor.find("label", "The pictures of “mover” changed on disk")
        editor.find(base.BUTTON, "Import Again").activate()
        editor.find(base.BUTTON, "Report")
        editor.wait_for("no mark", lambda: not self.marks(editor))
        self.save(editor)

    def test_what_changed_while_the_project_was_closed(self):
        sheet = self.import_sheet()[1]
        self.repaint(sheet)
        editor = self.open(self.project.folder)
        editor.wait_for("the mark in the list", lambda: self.marks(editor))
        self.show(editor, "mover")
        editor.find("label", "The pictures of “mover” changed on disk")
        self.assertEqual(self.marks(editor), ["Changed on disk: import mover again"])
        editor.find(base.BUTTON, "Import Again").activate()
        editor.wait_for("no mark", lambda: not self.marks(editor))
        self.save(editor)

    def test_a_new_file_of_a_folder_is_offered(self):
        """A file that continues an animation raises the banner; one of another name does not."""
        folder = base.desktop.path(self.name, "frames")
        names = ["kick_1", "kick_2", "walk_1", "walk_2"]
        paths = [os.path.join(folder, name + ".png") for name in names]
        os.makedirs(folder)
        for i, path in enumerate(paths):
            subprocess.run(["convert", "-size", "24x24", f"xc:rgb({40 * i},90,200)", path], check=True)
        base.kickbox("import", self.project.folder, *paths, "--name", "mover")
        base.kickbox("import", self.project.folder, self.draw("red"), "--name", "other")
        editor = self.open(self.project.folder)
        self.show(editor, "mover")
        shutil.copy(paths[0], os.path.join(folder, "notes.png"))
        self.draw("blue")   # what is told of this comes after what would be told of that
        editor.wait_for("the other mark", lambda: self.marks(editor))
        self.assertEqual(self.marks(editor), ["Changed on disk: import other again"])
        shutil.copy(paths[1], os.path.join(folder, "walk_3.png"))
        editor.find("label", "The pictures of “mover” changed on disk")
        editor.find(base.BUTTON, "Import Again").activate()
        editor.wait_for("five frames", lambda: "mover, frame 1 of 5" in editor.canvas.widget.description)
        self.save(editor)

    def test_sources_of_a_strangers_project(self):
        """Nobody imported from there on this machine: they are left alone until that is allowed."""
        sheet = self.import_sheet()[1]
        os.remove(os.path.join(os.environ["XDG_STATE_HOME"], "kickbox", "import-folders"))
        self.repaint(sheet)
        editor = self.open(self.project.folder)
        editor.find("label", "Source files outside the project are not watched for changes")
        self.assertEqual(self.marks(editor), [])
        editor.find(base.BUTTON, "Watch").activate()
        editor.wait_for("the mark in the list", lambda: self.marks(editor))

    def test_files_held_over_the_window(self):
        """The whole window tells that it takes them: by a frame around it, and in words."""
        editor = self.open_sample()
        picture = self.draw("red")

        def edges():
            """The colours along its left and lower edges, but for the corners."""
            x, y, width, height = editor.windows()[0].box
            strips = ((x + 1, y + height // 4, 2, height // 2), (x + width // 4, y + height - 3, width // 2, 2))
            return [{seen[at:at + 3] for at in range(0, len(seen), 3)} for seen in map(editor.look_at, strips)]
        before = edges()
        with file_held(editor, picture):
            editor.wait_for("a word on it", lambda: editor.status("Message").startswith("Let go"))
            editor.wait_for("another colour all around", lambda: len(set.union(*edges())) == 1 and edges()[0] != before[0])
            editor.screenshot("files-held")
        editor.wait_for("no frame any more", lambda: edges()[0] == before[0])
        editor.dialog("Import Pictures")


class NoFrames(base.EditorTest):
    """A sprite that is only a name yet."""

    def setUp(self):
        super().setUp()
        with open(os.path.join(self.project.folder, "sprites", "new.json"), "w", encoding="utf-8") as text:
            json.dump({"format": 1, "kickbox": "sprite", "frames": []}, text)

    def test_the_next_step_is_offered_and_nothing_jumps(self):
        editor = self.open_sample()
        play, box = editor.steady(editor.find(base.BUTTON, "Play")), editor.find(base.BUTTON, "Box")
        before = play.box
        self.assertTrue(box.has("sensitive"))
        editor.find("list item", "new").click()
        add = editor.find(base.BUTTON, "Insert Empty Frame")
        editor.find("label", "No Frames Yet")
        editor.find("label", contains="once there is a frame")
        editor.wait_for("the other way", lambda: any(button.shown for button in editor.all(base.BUTTON, "Import Pictures…")))
        editor.wait_for("tools that wait for a frame", lambda: not box.has("sensitive"))
        editor.wait_for("no word of what to click", lambda: "Click" not in editor.status("Message"))
        self.assertEqual(editor.steady(play).box, before)
        editor.screenshot("no-frames")
        add.click()
        editor.wait_for("the frame", lambda: "new, frame 1 " in editor.canvas.widget.description)
        editor.wait_for("tools for it", lambda: box.has("sensitive"))
        self.assertEqual(editor.steady(play).box, before)
        editor.key("ctrl+z")
        editor.find(base.BUTTON, "Insert Empty Frame")
        editor.wait_for("the same place", lambda: play.box == before)


    def test_an_import_goes_into_it(self):
        """Unless another name is typed."""
        editor = self.open_sample("boxer")
        editor.find("list item", "new").click()
        editor.find(base.BUTTON, "Insert Empty Frame")
        editor.key("ctrl+i")
        editor.choose_file(os.path.join(ART, "boxer.png"))
        dialog = editor.dialog("Import Pictures", lambda dialog: editor.all(base.ENTRY, "Sprite name", under=dialog))
        editor.find("label", contains="26 frames", under=dialog)
        editor.find("label", contains="the empty sprite of this name", under=dialog)
        self.assertEqual(editor.find(base.ENTRY, "Sprite name", under=dialog).text, "new")
        editor.screenshot("import-into-empty")
        editor.find(base.BUTTON, "Import", under=dialog).click()
        editor.wait_for("the frames", lambda: "new, frame 1 of 26" in editor.canvas.widget.description)
        editor.find("label", "Imported “new”: 26 frames")
        self.save(editor)
        self.assertEqual(len(self.project.sprite("new")["frames"]), 26)


class Recovery(base.EditorTest):
    def box_and_back(self, editor, undo):
        editor.key("ctrl+a")
        editor.wait_for("a selection", lambda: "Selected" in editor.canvas.widget.description)
        steps = len(self.project.journal_steps())
        editor.key("shift+Right")
        editor.wait_for("the step", lambda: len(self.project.journal_steps()) == steps + 1)
        if undo:
            insist("the undo", lambda: editor.key("ctrl+z"), lambda: len(self.project.journal_steps()) == steps + 2)

    def test_nothing_comes_back_when_all_was_undone(self):
        editor = self.open_sample(frame=2)
        self.box_and_back(editor, undo=True)
        editor.kill()
        editor = self.open(self.project.folder)
        editor.find("list item", "fakir")
        self.assertEqual(len(editor.windows()), 1)
        editor.wait_for("an empty journal", lambda: not self.project.journal_steps())

    def test_the_first_page_tells_of_it(self):
        """Not where there is nothing to recover."""
        editor = self.open_sample(frame=2)
        self.box_and_back(editor, undo=True)
        editor.kill()
        editor = self.open()
        editor.find("label", f"~/{self.name}/dojo")
        editor.close()
        editor = self.open_sample(frame=2)
        self.box_and_back(editor, undo=False)
        editor.kill()
        editor = self.open()
        editor.find("label", f"Unsaved changes can be recovered\n~/{self.name}/dojo")
        editor.screenshot("welcome-unsaved")
        next(row for row in editor.all(base.ROW) if "dojo" in row.name).click()
        editor.dialog("Recover Unsaved Changes?")
        editor.find(base.BUTTON, "Recover").click()
        editor.find("label", contains="1 change recovered")

    def test_sample(self):
        """The user's own copy, the same at the next time."""
        copy = os.path.join(os.environ["XDG_DATA_HOME"], "kickbox", "samples", "temple", "temple.kickbox")
        for there in (False, True):
            editor = self.open()
            self.assertEqual(os.path.exists(copy), there)
            editor.find(base.ROW, "Temple").click()
            editor.find("list item", "garden")
            editor.close()

    def test_only_what_changed(self):
        editor = self.open_sample(frame=2)
        self.box_and_back(editor, undo=True)
        editor.key("period", "period")
        editor.wait_for("frame 4", lambda: "frame 4 " in editor.canvas.widget.description)
        self.box_and_back(editor, undo=False)
        editor.kill()
        editor = self.open(self.project.folder)
        editor.dialog("Recover Unsaved Changes?")
        editor.find(name="fakir, frame 4 with the changes")
        self.assertFalse(editor.all(name="fakir, frame 2 with the changes"))
        # Nor is the step on frame 2 told of, nor that it was taken back.
        editor.find("label", contains="1 change was not saved")
        rows = [label.name for label in editor.all("label", under=editor.find("list", "Changes to recover"))]
        self.assertEqual(len(rows), 1, rows)
        self.assertIn("fakir, frame 4", rows[0])
        editor.find(base.BUTTON, "Recover").click()
        editor.find("label", contains="1 change recovered")
        editor.wait_for("the place of the work", lambda: "fakir, frame 4 " in editor.canvas.widget.description)
        editor.key("ctrl+z")
        editor.wait_for("all as it was saved", lambda: not editor.windows()[0].name.startswith("•"))

    def test_the_copy_has_a_name_of_its_own(self):
        editor = self.open_sample(frame=2)
        self.box_and_back(editor, undo=False)
        editor.kill()
        editor = self.open(self.project.folder)
        editor.dialog("Recover Unsaved Changes?")
        editor.find(base.BUTTON, "Keep Both").click()
        editor.wait_for("the copy's name", lambda: editor.windows()[0].name.startswith("dojo (recovered)"))
        copy = os.path.join(self.project.folder + "-recovered", "dojo-recovered.kickbox")
        with open(copy, encoding="utf-8") as text:
            self.assertEqual(json.load(text)["name"], "dojo (recovered)")
        self.assertEqual(self.project.load("dojo.kickbox")["name"], "dojo")
        editor.wait_for("the place of the work", lambda: "fakir, frame 2 " in editor.canvas.widget.description)


if __name__ == "__main__":
    unittest.main()
