# SPDX-License-Identifier: MIT
"""An artist's work in the real editor: every step by mouse or keyboard in a real window, the result
read back from the files that were saved and from the command line."""
import json
import os
import re
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
import aseprite_writer as ase  # noqa: E402
from editor_session import BUTTON, ENTRY, SCREEN, SMALL, Desktop, Editor, insist, run  # noqa: E402, F401

SOURCE, BUILD = os.environ["KICKBOX_SOURCE"], os.environ["KICKBOX_BUILD"]
EDITOR = os.path.join(BUILD, "src", "editor", "kickbox-editor")
KICKBOX = os.path.join(BUILD, "src", "cli", "kickbox")
SAMPLE = os.path.join(SOURCE, "data", "dojo")
SCREENSHOTS = os.path.join(BUILD, "screenshots")
ROW = re.compile("^(list item|table row)$")

desktop = None


def setUpModule(screen=SMALL):
    global desktop
    os.environ["GSETTINGS_SCHEMA_DIR"] = os.path.join(BUILD, "data")
    desktop = Desktop(screen)


def tearDownModule():
    desktop.close()


def kickbox(*arguments, status=0):
    done = subprocess.run([KICKBOX, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          stdin=subprocess.DEVNULL, check=False)
    if done.returncode != status:
        raise AssertionError(f"kickbox {' '.join(arguments)} gave {done.returncode}: {done.stderr}")
    return done.stdout


def is_on(button):
    """Whether a toggle button is down; versions of GTK say it differently."""
    return button.has("pressed") or button.has("checked")


class Project:
    """A copy of the sample that a test may change."""

    def __init__(self, name):
        self.folder = desktop.path(name, "dojo")
        shutil.copytree(SAMPLE, self.folder)
        self.file = os.path.join(self.folder, "dojo.kickbox")
        self.journal = self.file + "-journal"

    def load(self, *parts):
        with open(os.path.join(self.folder, *parts), encoding="utf-8") as text:
            return json.load(text)

    def sprite(self, name):
        return self.load("sprites", name + ".json")

    def journal_steps(self):
        try:
            with open(self.journal, encoding="utf-8") as lines:
                return [step for step in map(json.loads, lines) if "step" in step]
        except (FileNotFoundError, json.JSONDecodeError):
            return []


class EditorTest(unittest.TestCase):
    def setUp(self):
        self.name = self.id().split(".")[-1]
        self.project = Project(self.name)
        self.editor = None

    def open(self, *arguments, **options):
        self.editor = Editor(desktop, EDITOR, arguments, screenshots=SCREENSHOTS, **options)
        self.addCleanup(self.editor.close)
        return self.editor

    def settings(self, text):
        """Those of an editor that is still to be started, such as "autosave-seconds=1"."""
        folder = desktop.path("config", "glib-2.0", "settings")
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, "keyfile")
        with open(path, "w", encoding="utf-8") as settings:
            settings.write("[io/github/kickbox/Kickbox]\n" + text + "\n")
        self.addCleanup(os.remove, path)

    def tearDown(self):
        # A failed test leaves a picture of the screen and what the editor said.
        result = self._outcome.result
        if self.editor and any(test is self for test, _ in result.failures + result.errors):
            self.editor.picture("failed-" + self.name)
            print("# " + "\n# ".join(self.editor.output().splitlines()[-20:]))

    def open_sample(self, sprite="fakir", frame=1):
        editor = self.open(self.project.folder)
        insist(sprite, lambda: editor.find("list item", sprite).click(), lambda: f"{sprite}, frame" in editor.canvas.widget.description)
        insist(f"frame {frame}", lambda: editor.key("Escape", "Home", *["period"] * (frame - 1)),
               lambda: f"{sprite}, frame {frame} " in editor.canvas.widget.description)
        return editor

    def palette(self, editor, typed, contains):
        """The command on top of the palette's list, once it is the one that was looked for."""
        editor.focus(editor.windows()[0])
        editor.key("ctrl+k")
        editor.fill_dialog("Commands", typed)

        def top():
            row = next((row for row in editor.all(ROW) if row.window.name == "Commands"), None)
            return row if row and contains in row.name else None
        return editor.wait_for(f"{contains!r} on top", top)

    def command(self, editor, typed, contains):
        self.palette(editor, typed, contains)
        editor.key("Return")
        editor.wait_for("the palette to close", lambda: all(window.name != "Commands" for window in editor.windows()))
        editor.focus()  # to the window, or to what the command has opened

    def back_to(self, editor, frame):
        """Placing a point has shown the next frame."""
        editor.wait_for("the next frame", lambda: f"frame {frame + 1} " in editor.canvas.widget.description)
        editor.key("comma")
        editor.wait_for(f"frame {frame}", lambda: f"frame {frame} " in editor.canvas.widget.description)

    def save(self, editor):
        # A dialog that still closes takes the keys, and so does a menu.
        editor.wait_for("the last dialog to close", lambda: not any(window.has("modal") for window in editor.windows()))
        insist("the title without its mark", lambda: editor.key("ctrl+s"), lambda: not editor.windows()[0].name.startswith("•"))
        editor.wait_for("an empty journal", lambda: not self.project.journal_steps())

    def clear_frame(self, editor):
        """Takes away what the sample has on the frame, so that clicks meet nothing."""
        editor.key("ctrl+a")
        editor.wait_for("a selection", lambda: "Selected" in editor.canvas.widget.description)
        editor.key("Delete")
        editor.wait_for("no selection", lambda: "Nothing is selected" in editor.canvas.widget.description)

    def frame(self, number, sprite="fakir"):
        return self.project.sprite(sprite)["frames"][number - 1]


class Annotating(EditorTest):
    def test_every_tool(self):
        editor = self.open_sample(frame=3)
        canvas = editor.canvas
        self.clear_frame(editor)

        self.tool(editor, "Hot spot", "s")
        canvas.click(40, 70)
        self.back_to(editor, 3)
        self.tool(editor, "Action point", "a")
        canvas.drag((60, 20), (80, 20))
        self.back_to(editor, 3)
        self.tool(editor, "Box", "b")
        self.choose_class(editor, 1)
        canvas.drag((10, 12), (25, 40))
        self.tool(editor, "Circle", "c")
        self.choose_class(editor, 2)
        canvas.drag((40, 30), (48, 30))
        self.tool(editor, "Oriented box", "o")
        self.choose_class(editor, 3)
        canvas.drag((60, 40), (84, 40))
        self.tool(editor, "Polygon", "p")
        self.choose_class(editor, 4)
        for corner in ((10, 50), (30, 50), (30, 70), (20, 60)):
            canvas.click(*corner, part=(0.25, 0.25))
        editor.key("Return")
        editor.wait_for("the polygon", lambda: "Polygon" in canvas.widget.description)
        editor.screenshot("every-tool")
        self.save(editor)

        frame = self.frame(3)
        classes = [item["name"] for item in self.project.load("dojo.kickbox")["classes"]]
        self.assertEqual(frame["hot_spot"], [40, 70])
        (point,) = frame["points"]
        self.assertEqual((point["at"], point["direction"]), ([60, 20], 0))
        kinds = [next(iter(shape["geometry"])) for shape in frame["shapes"]]
        self.assertEqual(kinds, ["box", "circle", "oriented", "polygon"])
        self.assertEqual([shape["class"] for shape in frame["shapes"]], classes[:4])
        box, circle, oriented, polygon = (shape["geometry"][kind] for shape, kind in zip(frame["shapes"], kinds))
        self.assertEqual(box, [10, 12, 16, 29])
        # The pointer hits a pixel, not a place within it.
        for value, expected in zip(circle + oriented, [40.5, 30.5, 8, 72.5, 40.5, 24, 8, 0]):
            self.assertLessEqual(abs(value - expected), 0.75, (circle, oriented))
        self.assertEqual(polygon, [[10, 50], [30, 50], [30, 70], [20, 60]])

        # What the editor saved is what the command line reads.
        info = json.loads(kickbox("info", self.project.folder, "--json"))
        self.assertIn("fakir", [sprite["name"] for sprite in info["sprites"]])
        bank = desktop.path(self.name, "dojo.kbx")
        kickbox("export", self.project.folder, "-o", bank)
        question = {"q": "point", "pose": {"sprite": "fakir", "frame": 2, "at": [0, 0], "flip": ""}, "p": [-30, -58]}
        answer = subprocess.run([KICKBOX, "query", bank], input=json.dumps(question) + "\n", stdout=subprocess.PIPE,
                                text=True, check=True).stdout
        self.assertEqual(json.loads(answer), {"hit": True, "shape": 0, "class": classes[0]})

    def choose_class(self, editor, number):
        """For the next shape: with a selection the key would change the class of that."""
        editor.key("Escape", str(number))

    def tool(self, editor, label, key):
        """By its key; the button of the palette shows it."""
        editor.key(key)
        button = editor.find(BUTTON, label)
        editor.wait_for(f"the tool {label}", lambda: is_on(button))

    def test_undo_and_redo(self):
        editor = self.open_sample()
        self.clear_frame(editor)
        self.save(editor)
        editor.key("b")
        editor.canvas.drag((10, 10), (20, 20))
        marked = lambda: editor.windows()[0].name.startswith("•")  # noqa: E731
        editor.wait_for("the mark of unsaved changes", marked)
        editor.key("ctrl+z")
        editor.wait_for("no mark: this is the saved state", lambda: not marked())
        editor.key("ctrl+shift+z")
        editor.wait_for("the mark again", marked)
        self.save(editor)
        self.assertEqual([shape["geometry"] for shape in self.frame(1)["shapes"]], [{"box": [10, 10, 11, 11]}])
        editor.find(BUTTON, "Undo").click()
        editor.wait_for("the mark: before the saved state", marked)
        self.save(editor)
        self.assertEqual(self.frame(1).get("shapes", []), [])

    def test_move_resize_nudge_delete(self):
        editor = self.open_sample()
        self.clear_frame(editor)
        editor.key("b")
        editor.canvas.drag((10, 10), (29, 29))
        editor.canvas.drag((50, 10), (59, 19))
        editor.key("v")
        editor.canvas.drag((20, 20), (25, 22))
        editor.key("Right", "shift+Down")
        self.save(editor)
        self.assertEqual(self.frame(1)["shapes"][0]["geometry"], {"box": [16, 20, 20, 20]})
        # The bottom right corner is drawn at the outer corner of pixel (35, 39).
        editor.canvas.drag((36, 40), (40, 50))
        self.save(editor)
        x, y, width, height = self.frame(1)["shapes"][0]["geometry"]["box"]
        self.assertEqual((x, y), (16, 20))
        self.assertTrue(22 <= width <= 25 and 28 <= height <= 31, (width, height))
        editor.canvas.click(55, 15)
        editor.wait_for("the second box", lambda: "x 50" in editor.canvas.widget.description)
        editor.key("Delete")
        self.save(editor)
        self.assertEqual(len(self.frame(1)["shapes"]), 1)

    def test_fit_in_a_small_window(self):
        """As large as there is room for beside the tools."""
        editor = self.open_sample()
        editor.resize(900, 600)
        editor.wait_for("three pixels a pixel", lambda: editor.status("Zoom").endswith("300 %"))
        editor.key("s")
        editor.look(editor.canvas.widget)
        editor.screenshot("small-window")

    def test_playback(self):
        editor = self.open_sample()
        play = editor.find(BUTTON, "Play")
        canvas = editor.canvas.widget
        play.click()
        editor.wait_for("playback", lambda: is_on(play))
        still = editor.look(canvas)
        editor.wait_for("another picture", lambda: editor.look(canvas) != still)
        editor.key("Escape")
        editor.wait_for("the end of playback", lambda: not is_on(play))


class Files(EditorTest):
    def test_welcome_and_open(self):
        editor = self.open()
        editor.find(contains="Open")
        editor.screenshot("welcome")
        editor.key("ctrl+o")
        editor.choose_file(self.project.file)
        editor.wait_for("the project", lambda: "dojo" in editor.windows()[0].name)

    def test_export(self):
        sprite = self.project.sprite("fakir")
        del sprite["frames"][1]["hot_spot"]
        with open(os.path.join(self.project.folder, "sprites", "fakir.json"), "w", encoding="utf-8") as text:
            json.dump(sprite, text)
        editor = self.open_sample()
        bank = os.path.join(self.project.folder, "dojo.kbx")
        self.assertFalse(os.path.exists(bank))
        editor.key("ctrl+e")
        dialog = editor.dialog("Export")
        editor.screenshot("export")
        editor.find(BUTTON, "Export", under=dialog).click()
        editor.wait_for("the bank", lambda: os.path.exists(bank))
        editor.find("alert", contains="with 1 warning")
        editor.find(BUTTON, "Show").click()
        editor.find(contains="the frame has no hot spot")
        other = desktop.path(self.name, "other.kbx")
        kickbox("export", self.project.folder, "-o", other)
        with open(bank, "rb") as ours, open(other, "rb") as theirs:
            self.assertEqual(ours.read(), theirs.read(), "the editor and the command line export the same bytes")

    def test_export_for_engine(self):
        """A format of an engine says what it leaves out, and its file has its ending."""
        path = os.path.join(self.project.folder, "dojo.kickbox")
        with open(path, encoding="utf-8") as text:
            project = json.load(text)
        with open(path, "w", encoding="utf-8") as text:
            json.dump({**project, "export": {"format": "supertux"}}, text)
        editor = self.open_sample()
        editor.key("ctrl+e")
        dialog = editor.dialog("Export")
        editor.screenshot("export-for-engine")
        self.assertEqual(editor.all("spin button", under=dialog), [], "nothing is packed")
        editor.find(BUTTON, "Choose a file", under=dialog).click()
        editor.choose_file(desktop.path(self.name, "m.tmx"))
        editor.find(contains="m.tmx.sprite", under=dialog)      # the format's ending
        editor.find(BUTTON, "Export", under=dialog).click()
        editor.find("alert", contains="some things were left out")
        editor.find(BUTTON, "Report").click()
        report = editor.dialog("“m.tmx.sprite” Exported")
        editor.find(contains="left out: circles (18)", under=report)
        editor.screenshot("export-report")
        editor.key("Escape")
        editor.key("ctrl+e")
        dialog = editor.dialog("Export")
        with open(desktop.path(self.name, "n.tres"), "w", encoding="utf-8") as text:
            text.write("of another program")
        editor.find(BUTTON, "Choose a file", under=dialog).click()
        editor.choose_file(desktop.path(self.name, "n.sprite"))
        editor.find(contains="n.sprite", under=dialog)
        editor.choose(editor.find("combo box", re.compile("^Format"), under=dialog), "Godot sprite frames")
        editor.find(contains="n.tres", under=dialog)            # which nobody chose
        editor.find(BUTTON, "Export", under=dialog).click()
        editor.find(contains="n.tres: this file is not an export", under=editor.dialog("Nothing Was Exported"))
        with open(desktop.path(self.name, "n.tres"), encoding="utf-8") as text:
            self.assertEqual(text.read(), "of another program")

    def test_save_animation(self):
        """As `kickbox render` makes it; the name of a PNG file or the filter decides between GIF and APNG."""
        other = desktop.path(self.name, "moving")
        editor = self.open_sample()
        for typed, made, form in (("saved.gif", "saved.gif", "gif"), ("saved.png", "saved.png", "apng"), ("filter.gif", "filter.png", "apng")):
            kickbox("render", self.project.folder, "--animations", form, "-o", other)
            made = desktop.path(self.name, made)
            self.command(editor, "save animation gif", "Save the animation as a GIF or APNG")
            if not made.endswith(typed):
                editor.wait_for("the file dialog", lambda: len(editor.windows()) > 1)
                dialog = editor.windows()[-1]
                editor.focus(dialog)
                kind = editor.find("combo box", under=dialog)
                editor.key("shift+Tab", "shift+Tab", "shift+Tab", "space", "Down", "Return")
                editor.find("label", "Animated PNG", under=kind)
                editor.key("Tab", "Tab", "Tab")
            editor.choose_file(desktop.path(self.name, typed))
            editor.wait_for("the picture", lambda made=made: os.path.exists(made))
            with open(made, "rb") as file:
                saved = file.read()
            rendered = []
            for name in os.listdir(os.path.join(other, "fakir")):
                with open(os.path.join(other, "fakir", name), "rb") as file:
                    rendered.append(file.read())
            self.assertIn(saved, rendered)

    def test_changed_by_another_program(self):
        """Noticed when the window becomes active, and when saving; the files are opened again as they are."""
        editor = self.open_sample()

        def add_class(name):
            data = self.project.load("dojo.kickbox")
            data["classes"].append({"name": name, "colour": "#ffffff"})
            with open(os.path.join(self.project.folder, "dojo.kickbox"), "w", encoding="utf-8") as text:
                json.dump(data, text)
        add_class("tail")
        editor.key("ctrl+n")
        editor.dialog("New Project")
        editor.key("Escape")
        editor.find(BUTTON, "Reload").activate()
        editor.find("list item", "tail")
        add_class("mane")
        editor.key("ctrl+s")
        editor.find(BUTTON, "Reload").activate()
        editor.find("list item", "mane")

        with open(os.path.join(self.project.folder, "sprites", "ghost.json"), "w", encoding="utf-8") as text:
            json.dump({**self.project.sprite("fakir"), "name": "ghost"}, text)
        editor.key("ctrl+s")
        editor.find(BUTTON, "Reload").activate()
        editor.find("list item", "ghost")

        # A sprite alone is saved, with the offer for the rest; what both changed is asked about.
        self.clear_frame(editor)
        add_class("wing")
        editor.key("ctrl+s")
        editor.find(BUTTON, "Reload").activate()
        editor.find("list item", "wing")
        add_class("fins")
        editor.key("period")
        self.clear_frame(editor)
        for name in ("boxer", "fakir", "ghost"):
            data = self.project.sprite(name)
            with open(os.path.join(self.project.folder, "sprites", name + ".json"), "w", encoding="utf-8") as text:
                json.dump(data, text)
        editor.key("ctrl+s")
        dialog = editor.dialog("The Project Was Changed by Another Program")
        editor.screenshot("changed-by-another-program")
        editor.find(BUTTON, "Reload", under=dialog).activate()
        editor.find("list item", "fins")
        self.assertFalse(self.project.journal_steps())
        editor.key("period", "ctrl+a")
        editor.wait_for("the shapes again", lambda: "Selected" in editor.canvas.widget.description)

    def test_reload_of_broken_files(self):
        """What cannot be read does not replace what is open, nor its unsaved changes."""
        editor = self.open_sample()
        self.clear_frame(editor)
        editor.wait_for("the journal", self.project.journal_steps)
        with open(os.path.join(self.project.folder, "sprites", "fakir.json"), "a", encoding="utf-8") as text:
            text.write("<<<<<<< HEAD\n")
        editor.key("ctrl+s")
        dialog = editor.dialog("The Project Was Changed by Another Program")
        editor.find(BUTTON, "Reload", under=dialog).activate()
        editor.find(contains="The Project Was Not Reloaded")
        editor.screenshot("not-reloaded")
        editor.key("Escape")
        self.assertTrue(self.project.journal_steps())
        editor.focus(editor.windows()[0])
        editor.key("ctrl+z", "ctrl+a")
        editor.wait_for("the shapes again", lambda: "Selected" in editor.canvas.widget.description)

    def test_folder_that_vanished(self):
        """Replace writes what is in memory, with its pictures."""
        editor = self.open_sample()
        self.clear_frame(editor)
        editor.wait_for("the journal", self.project.journal_steps)
        shown = self.frame(1)["picture"]["file"]
        shutil.rmtree(self.project.folder)
        editor.key("ctrl+s")
        dialog = editor.dialog("The Project Was Changed by Another Program")
        editor.find(BUTTON, "Replace", under=dialog).activate()
        editor.wait_for("the title without its mark", lambda: not editor.windows()[0].name.startswith("•"))
        self.assertTrue(os.path.exists(os.path.join(self.project.folder, "pictures", shown)))
        self.assertFalse(self.frame(1).get("shapes"))

    def test_killed_and_recovered(self):
        editor = self.open_sample()
        self.clear_frame(editor)
        editor.key("b")
        editor.canvas.drag((10, 10), (20, 20))
        steps = editor.wait_for("the box in the journal",
                                lambda: [step for step in self.project.journal_steps() if "10" in json.dumps(step)])
        self.assertTrue(steps)
        before = self.frame(1)
        editor.kill()
        self.assertEqual(self.frame(1), before, "nothing was saved")

        editor = self.open(self.project.folder)
        editor.find(BUTTON, "Recover").click()
        editor.wait_for("the recovered project", lambda: editor.windows()[0].name.startswith("•"))
        editor.screenshot("recovered")
        self.save(editor)
        self.assertEqual([shape["geometry"] for shape in self.frame(1)["shapes"]], [{"box": [10, 10, 11, 11]}])

    def fill(self, editor, dialog, name, text):
        editor.fill(editor.find(ENTRY, name, under=dialog), text)

    def new_project(self, editor, name):
        folder = desktop.path(self.name, "made")
        editor.key("ctrl+n")
        dialog = editor.dialog("New Project")
        self.fill(editor, dialog, "Name", name)
        self.fill(editor, dialog, "Location", folder)
        editor.screenshot("new-project")
        editor.find(BUTTON, "Create", under=dialog).click()
        editor.wait_for("the new project", lambda: name in editor.windows()[0].name)
        return os.path.join(folder, name)

    def test_project_that_cannot_be_made(self):
        """The dialog stays with what was typed, and says why."""
        editor = self.open(self.project.folder)
        editor.key("ctrl+n")
        dialog = editor.dialog("New Project")
        name = "long" * 30
        blocked = desktop.path(self.name, "file")
        os.makedirs(os.path.dirname(blocked), exist_ok=True)
        with open(blocked, "w", encoding="utf-8"):
            pass
        self.fill(editor, dialog, "Name", name)
        self.fill(editor, dialog, "Location", blocked)
        editor.find(BUTTON, "Create", under=dialog).click()
        dialog = editor.dialog("New Project", lambda dialog: editor.all("label", re.compile("file"), under=dialog))
        self.assertEqual(editor.find(ENTRY, "Name", under=dialog).text, name)
        editor.screenshot("project-not-made")
        self.fill(editor, dialog, "Name", "short")
        self.fill(editor, dialog, "Location", desktop.path(self.name, "made"))
        editor.find(BUTTON, "Create", under=dialog).click()
        editor.wait_for("the new project", lambda: "short" in editor.windows()[0].name)

    def test_hasty_new_project(self):
        """A list that was opened while the dialog closes does not keep the keyboard and the pointer."""
        editor = self.open(self.project.folder)
        editor.key("ctrl+n")
        dialog = editor.dialog("New Project")
        self.fill(editor, dialog, "Name", "hasty")
        self.fill(editor, dialog, "Location", desktop.path(self.name, "made"))
        x, y = editor.find(contains="Starting classes", under=dialog).middle
        run("xdotool", "key", "Return", "mousemove", x, y, "click", 1)
        editor.wait_for("the new project", lambda: "hasty" in editor.windows()[0].name)
        editor.key("ctrl+comma")
        editor.dialog("Preferences")

    def test_first_page_on_a_small_screen(self):
        """Half of it is for the projects and samples."""
        editor = self.open()
        editor.resize(1024, 600)
        button = editor.find(BUTTON, "Open Project…")
        editor.wait_for("room below the buttons", lambda: sum(button.box[1::2]) <= 300)
        editor.screenshot("first-page-small")

    def test_classes_for_levels(self):
        """A new project can start with them; those that nothing has yet are no problem."""
        editor, folder = self.open(self.project.folder), desktop.path(self.name, "made")
        editor.key("ctrl+n")
        dialog = editor.dialog("New Project")
        self.fill(editor, dialog, "Name", "keep")
        self.fill(editor, dialog, "Location", folder)
        editor.choose(editor.find(contains="Starting classes", under=dialog), "Wall, floor")
        editor.find(BUTTON, "Create", under=dialog).click()
        editor.wait_for("the new project", lambda: "keep" in editor.windows()[0].name)
        with open(os.path.join(folder, "keep", "keep.kickbox"), encoding="utf-8") as file:
            names = [one["name"] for one in json.load(file)["classes"]]
        self.assertEqual(names, ["wall", "floor", "door", "spawn"])

    def choose_files(self, editor, path):
        editor.key("ctrl+i")
        editor.choose_file(path)
        return editor.dialog("Import Pictures", lambda dialog: editor.all(ENTRY, "Sprite name", under=dialog))

    def check_new_project(self, editor):
        """The toast is above the first-steps card, and the buttons that add things line up."""
        editor.find("alert", contains="Created project")
        card = editor.find(name=re.compile("^Hint 1"))

        def apart():
            x, y, width, height = editor.find("alert", contains="Created project").box
            return y + height < card.box[1] or x + width < card.box[0]
        editor.wait_for("the toast clear of the card", apart)
        editor.screenshot("new-project-toast")
        boxes = [editor.find(BUTTON, f"Add {what}").box for what in ("sprite", "mask", "track", "level")]
        self.assertEqual(len({2 * x + width for x, _, width, _ in boxes}), 1, boxes)

    def test_new_project_and_import(self):
        editor = self.open()
        folder = self.new_project(editor, "robots")
        self.check_new_project(editor)
        dialog = self.choose_files(editor, os.path.join(SOURCE, "data", "dojo-art", "fakir.json"))
        editor.find("label", contains="26 frames", under=dialog)
        editor.screenshot("import")
        editor.find(BUTTON, "Import", under=dialog).click()
        editor.wait_for("the sprite", lambda: "fakir, frame 1 of 26" in editor.canvas.widget.description)
        editor.key("ctrl+s")
        saved = os.path.join(folder, "sprites", "fakir.json")
        editor.wait_for("the saved sprite", lambda: os.path.exists(saved))
        with open(saved, encoding="utf-8") as text:
            sprite = json.load(text)
        self.assertEqual(len(sprite["frames"]), 26)
        self.assertEqual([animation["name"] for animation in sprite["animations"]],
                         ["idle", "walk", "punch", "kick", "hurt"])

    def test_report_of_a_first_import(self):
        """A sheet whose slice makes a class: the report comes by itself, and says that the sprite is new."""
        folder = desktop.path(self.name, "art")
        os.makedirs(folder)
        subprocess.run(["convert", "-size", "16x8", "xc:red", os.path.join(folder, "disc.png")], check=True)
        frames = [{"filename": f"disc {i}", "frame": {"x": 8 * i, "y": 0, "w": 8, "h": 8}, "duration": 100} for i in range(2)]
        bounds = {"x": 1, "y": 1, "w": 4, "h": 4}
        with open(os.path.join(folder, "disc.json"), "w", encoding="utf-8") as text:
            json.dump({"frames": frames, "meta": {"image": "disc.png", "slices": [
                {"name": "rim", "keys": [{"frame": 0, "bounds": bounds}]}]}}, text)
        editor = self.open(self.project.folder)
        dialog = self.choose_files(editor, os.path.join(folder, "disc.json"))
        editor.find(BUTTON, "Import", under=dialog).click()
        report = editor.dialog("“disc” Imported")
        editor.find(contains="A new sprite with 2 frames", under=report)
        self.assertEqual([label for label in editor.all("label", under=report) if "kept" in (label.name or "")], [])
        editor.screenshot("first-import-report")

    def test_import_a_sheet_by_islands(self):
        editor = self.open(self.project.folder)
        editor.find("list item", "fakir")
        dialog = self.choose_files(editor, os.path.join(SOURCE, "data", "dojo-art", "boxer.png"))
        self.fill(editor, dialog, "Sprite name", "islands")
        editor.choose(editor.find("combo box", re.compile("^Split into frames"), under=dialog), "island")
        editor.find("label", contains="26 frames, 1 animation · Sheet, cut by islands", under=dialog)
        editor.screenshot("import-islands")
        editor.find(BUTTON, "Import", under=dialog).click()
        editor.wait_for("the sprite", lambda: "islands, frame 1 of 26" in editor.canvas.widget.description)

    def test_import_a_part(self):
        """Of a scene with several sprites; the first one until another is chosen."""
        folder = desktop.path(self.name)
        shutil.copy(os.path.join(SOURCE, "data", "dojo-art", "boxer.png"), folder)
        node = '[node name="{}" type="Sprite2D" parent="."]\ntexture = ExtResource("1")\nhframes = {}\n'
        with open(os.path.join(folder, "duo.tscn"), "w", encoding="utf-8") as file:
            file.write('[gd_scene format=3]\n[ext_resource type="Texture2D" path="res://boxer.png" id="1"]\n'
                       '[node name="Stage" type="Node2D"]\n' + node.format("Hero", 2) + node.format("Foe", 3))
        editor = self.open(self.project.folder)
        dialog = self.choose_files(editor, os.path.join(folder, "duo.tscn"))
        editor.find("label", contains="2 frames", under=dialog)
        editor.choose(editor.find("combo box", "Part of the file", under=dialog), "Foe")
        editor.find("label", contains="3 frames", under=dialog)
        editor.screenshot("import-part-of-a-scene")
        editor.find(BUTTON, "Import", under=dialog).click()
        editor.wait_for("the sprite", lambda: "duo Foe, frame 1 of 3" in editor.canvas.widget.description)

    def test_import_marks(self):
        """Layers that are marks are drawn over the frames, and counted."""
        def block(width, height, *colour):
            return [[bytes(colour)] * width] * height
        cels = [ase.cel(0, 8, 4, block(14, 26, 200, 160, 110, 255)), ase.cel(1, 10, 3, block(9, 8, 220, 60, 40, 255)),
                ase.cel(2, 15, 30, block(1, 1, 9, 9, 9, 255)), ase.cel(3, 24, 14, block(1, 1, 9, 9, 9, 255))]
        path = desktop.path(self.name, "hero.aseprite")
        with open(path, "wb") as file:
            file.write(ase.aseprite(32, 32, (80, *[ase.layer(name) for name in ("body", "#head.box", "#pivot", "#hand")], *cels), (80, *cels)))
        editor = self.open(self.project.folder)
        dialog = self.choose_files(editor, path)
        editor.find("label", contains="2 frames, 1 animation, 2 shapes, 2 action points · Aseprite file", under=dialog)
        editor.screenshot("import-marks")

    def test_import_a_packed_sheet(self):
        """It is recognised; frames are dropped, merged and cut in the preview; the feet of each are its hot spot."""
        sheet = desktop.path(self.name, "packed.png")
        boxes = [(x, 8 * (i % 2) + 40 * row + 4, 14 + i, 24 - 3 * (i % 3)) for row in range(2) for i, x in enumerate((2, 21, 45, 80))]
        draw = [word for x, y, w, h in boxes for word in ("-draw", f"rectangle {x},{y} {x + w - 1},{y + h - 1}")]
        subprocess.run(["convert", "-size", "100x80", "xc:none", "-fill", "tomato", *draw, "PNG32:" + sheet], check=True)
        editor = self.open(self.project.folder)
        editor.find("list item", "fakir")
        dialog = self.choose_files(editor, sheet)
        editor.find("label", contains="8 frames, 1 animation · Sheet, cut by islands", under=dialog)
        editor.screenshot("import-packed")
        x, y, width, height = editor.find(name="Preview", under=dialog).box
        scale = int(2 * min((width - 12) / 100, (height - 12) / 80)) / 2
        self.assertGreater(scale, 4)

        def place(at):
            return [round(x + width / 2 + (at[0] - 50) * scale), round(y + height / 2 + (at[1] - 40) * scale)]

        def click(at, *keys):
            run("xdotool", *(word for key in keys for word in ("keydown", key)), "mousemove", *place((at[0] - 1, at[1])), "mousemove",
                *place(at), "click", 1, *(word for key in keys for word in ("keyup", key)))

        def drag(a, b):
            run("xdotool", "mousemove", *place(a), "mousedown", 1, "mousemove", *place(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)),
                "mousemove", *place(b), "mouseup", 1)

        middles = [(x + w / 2, y + h / 2) for x, y, w, h in boxes]
        click(middles[0])
        editor.find("label", contains="7 frames", under=dialog)
        click(middles[0])
        editor.find("label", contains="8 frames", under=dialog)
        drag(middles[1], middles[5])
        editor.find("label", contains="7 frames", under=dialog)
        drag((boxes[2][0] - 1, middles[2][1]), (boxes[2][0] + 18, middles[2][1]))
        editor.find("label", contains="8 frames", under=dialog)
        editor.screenshot("import-packed-changed")
        click(middles[5], "shift")
        editor.find("label", contains="9 frames", under=dialog)
        editor.find(BUTTON, "Undo the last change", under=dialog).click()
        editor.find("label", contains="8 frames", under=dialog)
        editor.fill(editor.find(ENTRY, re.compile("^Animations"), under=dialog), "walk 1-3, idle 4 5")
        editor.find("label", contains="8 frames, 2 animations", under=dialog)
        editor.find(BUTTON, "Import", under=dialog).click()
        editor.wait_for("the sprite", lambda: "packed, frame 1 of 8" in editor.canvas.widget.description)
        self.save(editor)
        made = self.project.sprite("packed")
        self.assertEqual([(a["name"], len(a["steps"])) for a in made["animations"]], [("walk", 3), ("idle", 2)])
        self.assertEqual({tuple(frame["hot_spot"]) for frame in made["frames"]},
                         {(frame["width"] // 2, frame["height"] - 1) for frame in made["frames"]})
        self.assertEqual([change.split()[0] for change in made["import"]["changes"].split(";")], ["drop", "keep", "merge", "cut"])

        editor.focus(editor.windows()[0])
        self.command(editor, "place hot spots", "Place the hot spots")
        editor.find(BUTTON, "Top left").activate()
        editor.find(BUTTON, "Place hot spots").activate()
        editor.wait_for("the step in the journal", self.project.journal_steps)
        self.save(editor)
        self.assertEqual([frame["hot_spot"] for frame in self.project.sprite("packed")["frames"][:2]],
                         [[0, 0], made["frames"][1]["hot_spot"]])

    def test_import_a_sheet_by_grid(self):
        """The data beside the picture is found; typing replaces the name; the cell is guessed from the gaps."""
        editor = self.open(self.project.folder)
        editor.find("list item", "fakir")
        dialog = self.choose_files(editor, os.path.join(SOURCE, "data", "dojo-art", "boxer.png"))
        editor.find("label", contains="JSON data", under=dialog)
        editor.screenshot("import-data-beside")
        editor.type("cells")
        editor.choose(editor.find("combo box", re.compile("^Split into frames"), under=dialog), "grid")
        editor.find("label", contains="26 frames, 1 animation · Sheet, cut by a grid", under=dialog)
        editor.screenshot("import-grid")
        editor.find(BUTTON, "Import", under=dialog).click()
        editor.wait_for("the sprite", lambda: "cells, frame 1 of 26" in editor.canvas.widget.description)
        self.save(editor)
        made = self.project.load("sprites", "cells.json")
        self.assertTrue(made["import"]["skip_empty"])
        self.assertEqual([made["frames"][0][side] for side in ("width", "height")], [96, 80])


if __name__ == "__main__":
    unittest.main()
