# SPDX-License-Identifier: MIT
"""Playtest in the real window: opened beside the editor, played by keys, stepped, recorded; a wall deleted under way."""
import json
import os
import re
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from editor_session import insist, run, wait_for  # noqa: E402
from shared_session import SharedSession  # noqa: E402

KICKBOX = os.path.join(os.environ["KICKBOX_BUILD"], "src", "cli", "kickbox")


def setUpModule():
    base.setUpModule(base.SCREEN)


def tearDownModule():
    base.tearDownModule()


class Play(SharedSession):
    @classmethod
    def prepare(cls, project):
        os.makedirs(os.path.join(project.folder, "levels"))
        corners = [(0, 0), (240, 0), (240, 64), (0, 64)]
        walls = [{"a": (120, 0), "b": (120, 64), "class": "head"}]
        walls += [{"a": a, "b": b, "class": "head"} for a, b in zip(corners, corners[1:] + corners[:1])]
        with open(os.path.join(project.folder, "levels", "hall.json"), "w", encoding="utf-8") as file:
            json.dump({"kickbox": "level", "format": 1, "walls": walls, "entities": [{"name": "start", "class": "head", "at": [40, 32]}]}, file)
        with open(os.path.join(project.folder, "levels", "bare.json"), "w", encoding="utf-8") as file:
            json.dump({"kickbox": "level", "format": 1}, file)

    def told(self, name):
        """A value of the scene, as text; None while there is none."""
        found = self.editor.all("label", contains=name + ": ")
        return found[0].name.partition(": ")[2] if found else None

    def x(self):
        return float((self.told("at") or "nan").split(",")[0])

    def step(self):
        found = self.editor.all("label", re.compile(r"^Step \d+$"))
        return int(found[0].name.split()[1]) if found else None

    def open(self):
        """The window on the hall, paused at its start."""
        editor = self.editor
        insist("the hall", lambda: editor.find("list item", "hall").click(), lambda: "hall, level" in editor.canvas.widget.description)
        editor.focus(editor.windows()[0])
        insist("the window", lambda: editor.key("F5"), lambda: any(window.name == "Playtest" for window in editor.windows()))
        window = editor.dialog("Playtest")
        wait_for("a scene that runs", lambda: self.step() and self.told("at"))
        editor.key("p")
        editor.find(base.BUTTON, "Resume")
        editor.key("r")
        wait_for("the start", lambda: self.step() == 0 and self.x() == 40)
        return window

    def walk_on(self, window, until):
        """Holds a key in the window while the scene runs."""
        self.editor.focus(window)
        run("xdotool", "keydown", "Right")
        try:
            wait_for("the walker", until)
        finally:
            run("xdotool", "keyup", "Right")

    def probe(self, window):
        """With Q held the level that is played is asked at the pointer; Escape takes the answer away, and the window stays."""
        editor = self.editor
        editor.focus(window)
        run("xdotool", "keydown", "q")
        try:
            wait_for("the answer", lambda: editor.all("label", contains='"level": "hall"') and editor.all("label", contains="No area"))
        finally:
            run("xdotool", "keyup", "q")
        editor.screenshot("playtest-probe")
        editor.key("Escape")
        wait_for("the card to go", lambda: not editor.all("label", contains='"level": "hall"'))
        editor.dialog("Playtest")

    def test_all_of_it(self):
        editor = self.editor
        window = self.open()
        editor.screenshot("playtest")
        self.probe(window)
        editor.key("period")
        wait_for("one step", lambda: self.step() == 1)
        editor.key("period", "period")
        wait_for("three steps", lambda: self.step() == 3)
        self.assertEqual(self.x(), 40, "no key was held")

        editor.key("p")
        self.walk_on(window, lambda: self.x() >= 110)
        wait_for("the wall", lambda: 110 <= self.x() <= 113)
        editor.key("p")
        editor.find(base.BUTTON, "Resume")
        self.check_recording(window)

        before = self.step()
        editor.focus(next(other for other in editor.windows() if other.name != "Playtest"))
        # The entity comes first, then the first wall.
        insist("a wall", lambda: editor.key("Escape", "Escape", "n", "n"), lambda: editor.all(contains="Wall start x"))
        editor.key("Delete")
        wait_for("the wall to go", lambda: editor.all("label", contains="4 walls"))
        editor.focus(window)
        editor.key("p")
        self.walk_on(window, lambda: self.x() > 130)
        self.assertGreater(self.step(), before, "the run has begun anew")
        self.check_full_screen(window)
        self.check_closing()
        self.check_no_use()

    def check_full_screen(self, window):
        """Escape leaves it first; the next one closes the playtest."""
        editor = self.editor

        def width():
            return editor.geometry(window)[2]
        small = width()
        editor.key("F11")
        wait_for("full screen", lambda: width() > small)
        editor.key("Escape")
        wait_for("the window of before", lambda: width() == small)
        editor.dialog("Playtest")
        editor.key("Escape")
        wait_for("the window to close", lambda: all(window.name != "Playtest" for window in editor.windows()))

    def check_no_use(self):
        """A level without anything is not played, nor another in its place, until that is asked for; F5 leaves that as it is."""
        editor = self.editor
        insist("the bare level", lambda: editor.find("list item", "bare").click(), lambda: "bare, level" in editor.canvas.widget.description)
        editor.focus(editor.windows()[0])
        insist("the window", lambda: editor.key("F5"), lambda: len(editor.windows()) == 2)
        editor.find("label", contains="“bare” Cannot Be Played")
        self.assertIsNone(self.step())
        window = editor.dialog("Playtest")
        editor.focus(window)
        scenes = editor.find("combo box", "Scene")
        insist("the scenes", scenes.click, lambda: editor.all("label", "Walk", under=scenes))
        editor.key("Home", "Down", "Down", "Down", "Return")   # past two that nobody can play
        wait_for("the hall", lambda: self.step() and self.told("at"))
        self.check_room(window)
        editor.focus(next(other for other in editor.windows() if other.name != "Playtest"))
        editor.key("F5")
        wait_for("the playtest", lambda: base.desktop.turns.active_window() == editor.window_id(window))
        before = self.step()
        wait_for("the walk to go on", lambda: self.step() > before)
        editor.key("ctrl+w")
        wait_for("the editor alone", lambda: len(editor.windows()) == 1)

    def check_room(self, window):
        """A fight, of which most is told, beside the editor on a small screen: the panel needs no scrolling."""
        editor = self.editor
        scenes = editor.find("combo box", "Scene")
        insist("the scenes", scenes.click, lambda: editor.all("label", "Fight", under=scenes))
        editor.key("Home", "Return")
        editor.find("label", "Both go on")
        run("xdotool", "windowsize", "--sync", editor.window_id(window), 640, 660)
        log = editor.find("label", "Log", under=window)

        def fits():
            shown = [editor.find("label", text, under=window) for text in ("Both go on", "Values")] + editor.all("label", contains="told: ")
            ends = [label.box[1] + label.box[3] for label in shown]
            return len(ends) == 3 and ends == sorted(ends) and ends[-1] <= log.box[1]
        wait_for("all of it in sight", fits)
        editor.screenshot("fight")

    def check_closing(self):
        """Ctrl+W closes the playtest alone; in the editor the tab alone, also that of a level."""
        editor = self.editor
        editor.focus(editor.windows()[0])
        insist("the window", lambda: editor.key("F5"), lambda: len(editor.windows()) == 2)
        window = editor.dialog("Playtest")
        wait_for("a scene that runs", self.step)
        editor.focus(window)
        editor.key("ctrl+w")
        wait_for("the editor alone", lambda: [window.name for window in editor.windows()].count("Playtest") == 0)
        editor.focus(editor.windows()[0])
        editor.key("ctrl+z")
        editor.find(base.BUTTON, "Close the tab hall")
        self.assertIn("hall, level", editor.canvas.widget.description)
        editor.key("ctrl+w")
        wait_for("the tab to close", lambda: "hall, level" not in editor.canvas.widget.description)
        self.assertEqual(len(editor.windows()), 1)

    def check_recording(self, window):
        """The file says how it is played, and to which hash: the program for build servers comes to the same."""
        editor, path = self.editor, os.path.join(self.project.folder, "walk.tape")
        editor.focus(window)
        insist("the file dialog", lambda: editor.key("ctrl+s"), lambda: len(editor.windows()) > 2)
        editor.choose_file(path)
        wait_for("the recording", lambda: os.path.exists(path) and os.path.getsize(path))
        wait_for("the dialog to close", lambda: len(editor.windows()) == 2)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        frames, wanted = re.search(r"--frames (\d+)\n# hash ([0-9a-f]{16})\n", text).groups()
        self.assertEqual(int(frames), self.step())
        done = subprocess.run([KICKBOX, "play", self.project.folder, "--scene", "walk", "--cast", "level=hall", "--input", path,
                               "--frames", frames, "--last"], stdout=subprocess.PIPE, text=True, check=True)
        told = json.loads(done.stdout)
        self.assertEqual((told["step"], told["hash"]), (int(frames), wanted))


if __name__ == "__main__":
    unittest.main()
