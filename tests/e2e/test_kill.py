# SPDX-License-Identifier: MIT
"""Killed at a random moment: no completed edit is missing.

A scripted run makes one edit after the other by keyboard. The canvas and the status line tell when
one is completed (what is on the screen is what an artist believes to have); at a random moment after
the first one, within the next edit or between two, the editor is killed as a power cut does it. What was seen
must be in the journal, whole, in order, and the project with its journal replayed must be exactly the
project after those edits, no matter how often this happened to it before.

2 runs in an ordinary test, 5 with KICKBOX_ALL set, 100 with KICKBOX_SOAK."""
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
import test_editor as base  # noqa: E402
from editor_session import Editor, insist, wait_for  # noqa: E402

RUNS = 100 if os.environ.get("KICKBOX_SOAK") else 5 if os.environ.get("KICKBOX_ALL") else 2
SEED = int(os.environ.get("KICKBOX_SEED", "20"))
EDITS = 40          # in a run, at most
KEYS = ("Left", "Right", "Up", "Down", "shift+Left", "shift+Right", "shift+Up", "shift+Down")


def setUpModule():
    base.setUpModule(base.SCREEN)


def tearDownModule():
    base.tearDownModule()


class Kill(base.EditorTest):
    canvas = None

    def lines(self):
        """Whole lines of the journal that are steps."""
        try:
            with open(self.project.journal, "rb") as journal:
                whole = journal.read().split(b"\n")[:-1]
        except FileNotFoundError:
            return []
        return [step for step in map(json.loads, whole) if "step" in step]

    def replayed(self):
        """The project with its journal, as the command line reads the two."""
        folder = base.desktop.path(self.name + "-replayed", "dojo")
        subprocess.run(["rm", "-rf", os.path.dirname(folder)], check=True)
        os.makedirs(os.path.dirname(folder))
        subprocess.run(["cp", "-r", self.project.folder, folder], check=True)
        subprocess.run(["rm", "-f", os.path.join(folder, "dojo.kickbox-journal")], check=True)
        text = "".join(json.dumps(step) + "\n" for step in self.lines())
        done = subprocess.run([base.KICKBOX, "edit", folder], input=text, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(os.path.join(folder, "sprites", "fakir.json"), encoding="utf-8") as sprite:
            return json.load(sprite)

    def description(self, editor):
        """What the canvas says; it is looked for once, for speed."""
        if self.canvas is None or self.canvas.editor is not editor:
            self.canvas = editor.canvas.widget
        return self.canvas.description

    def frame_shown(self, editor):
        match = re.search(r"fakir, frame (\d+) of (\d+)", self.description(editor))
        return (int(match[1]), int(match[2])) if match else None

    def start(self, chance):
        """The editor on the project, after what a crash before has left."""
        left = len(self.lines())
        editor = Editor(base.desktop, base.EDITOR, [self.project.folder], screenshots=base.SCREENSHOTS)
        self.addCleanup(editor.close)
        self.editor = editor
        if left:
            editor.dialog("Recover Unsaved Changes?")
            editor.find(base.BUTTON, "Recover").click()
            wait_for("the recovered project", lambda: editor.windows()[0].name.startswith("•"))
            editor.focus(editor.windows()[0])
        wait_for("the sprite", lambda: "frame" in self.description(editor))
        insist("fakir", lambda: editor.find("list item", "fakir").click(), lambda: "fakir, frame" in self.description(editor))

        def on_canvas():  # the click may have its effect after the key: then once more
            editor.key("Escape")
            canvas = editor.canvas.widget
            return canvas.has("focused")
        wait_for("the keyboard on the canvas", on_canvas)
        if chance.random() < 0.2:
            editor.key("ctrl+s")
            wait_for("the save", lambda: not editor.windows()[0].name.startswith("•"))
        return editor

    def work(self, editor, chance, seen, begun, over):
        """Edits until somebody kills the editor; `seen` gets how many steps were completed, `begun` is set
        with the first."""
        try:
            for _ in range(EDITS):
                number, count = self.frame_shown(editor)
                shown = f"frame {number % count + 1} "
                editor.key("period", "ctrl+a")
                wait_for("a selection on the next frame", lambda: over.is_set() or
                         (shown in self.description(editor) and "Selected" in self.description(editor)))
                before, text = len(self.lines()), self.description(editor)
                editor.key(chance.choice(KEYS))
                # The picture on the screen says that the edit is done: from here on it must not be lost.
                wait_for("the edit on the screen", lambda: self.description(editor) != text or over.is_set())
                if over.is_set():
                    return
                seen.append(before + 1)
                begun.set()
        except Exception:  # the accessibility bus has many words for "it is gone"
            if not over.is_set():
                raise
        finally:
            begun.set()

    def test_no_completed_edit_is_lost(self):
        chance = random.Random(SEED)
        kills = 0
        while kills < RUNS:
            editor = self.start(chance)
            seen, begun, over = [], threading.Event(), threading.Event()
            moment = chance.uniform(0.0, 1.0)

            def killer():
                begun.wait()
                time.sleep(moment)  # a random moment is what is wanted
                over.set()
                editor.process.send_signal(signal.SIGKILL)

            thread = threading.Thread(target=killer)
            thread.start()
            self.work(editor, chance, seen, begun, over)
            thread.join()
            editor.process.wait()
            kills += 1
            steps = self.lines()
            completed = max(seen, default=0)
            self.assertGreaterEqual(len(steps), completed, f"run {kills}, killed after {moment:.3f} s: {len(steps)} steps "
                                    f"in the journal, {completed} were completed on the screen")
            expected = self.replayed()
            print(f"# run {kills}: killed after {moment:.3f} s, {len(seen)} edits seen, {len(steps)} in the journal",
                  flush=True)
        # The last word: the editor itself brings all of it back.
        editor = self.start(random.Random(1))
        self.save(editor)
        self.assertEqual(self.project.sprite("fakir")["frames"], expected["frames"])


if __name__ == "__main__":
    unittest.main()
