# SPDX-License-Identifier: MIT
"""The editor in a pseudo-locale, whose texts are 40 % longer than the English ones: nothing is cut, nothing stays in English.
The preloaded texts_shown.so lists what the windows show."""
import os
import re
import shutil
import signal
import sys
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "e2e"))
from gi.repository import GLib  # noqa: E402

import test_editor as base  # noqa: E402
import translations  # noqa: E402
from editor_session import Impatient, insist, wait_for  # noqa: E402

# As small as the window gets with these texts, and a small laptop's screen.
SIZES = ((940, 600), (1280, 800))
# Words that no translator gets: names, units, and keys, which GTK names.
SAME = set("Kickbox px ms dB kB MB Ctrl Shift Alt Page Up Down Left Right Home End Insert Delete Escape Tab Space Return Backspace".split())


def setUpModule():
    base.setUpModule(base.SCREEN)
    translations.make_pseudo_locale()


def tearDownModule():
    base.tearDownModule()


class OtherLanguage(base.EditorTest):
    def start(self, sample):
        """The editor on a sample; `self.own` are the texts that are the project's."""
        folder = os.path.join(base.SOURCE, "data", sample) if sample else None
        self.file = base.desktop.path(self.name + ".texts")
        self.own, self.found = {"dojo", "harbor", "temple", "yard"}, set()
        for place, _, names in os.walk(folder or base.desktop.path("nowhere")):
            self.own.update(os.path.splitext(name)[0] for name in names)
            for name in names:
                if name.endswith((".json", ".kickbox")):
                    with open(os.path.join(place, name), encoding="utf-8") as text:
                        self.own.update(re.findall(r'"((?:[^"\\]|\\.)*)"', text.read()))
        if folder:
            self.project.folder = base.desktop.path(self.name, sample)
            shutil.copytree(folder, self.project.folder, dirs_exist_ok=True)
        self.launch(*[self.project.folder] if sample else [])

    def launch(self, *arguments):
        preload = os.path.join(base.BUILD, "tests", "support", "texts_shown.so")
        self.open(*arguments, environment={**translations.spoken(translations.PSEUDO), "KICKBOX_TEXTS": self.file, "LD_PRELOAD": preload})

    def act(self, name, target=None):
        """An action of the window, as a menu would."""
        arguments = GLib.Variant("(sava{sv})", (name, [target] if target else [], {}))
        session = base.desktop.bus.session
        (owner,) = session.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner",
                                     GLib.Variant("(s)", ("io.github.kickbox.Kickbox",)), None, 0, -1, None).unpack()
        session.call_sync(owner, "/io/github/kickbox/Kickbox/window/1", "org.gtk.Actions", "Activate", arguments, None, 0, -1, None)

    def texts(self):
        if os.path.exists(self.file):
            os.remove(self.file)
        self.editor.process.send_signal(signal.SIGUSR1)
        wait_for("the texts", lambda: os.path.exists(self.file))
        with open(self.file, encoding="utf-8") as lines:
            return [line.rstrip("\n").split("\t") for line in lines]

    def is_english(self, text):
        """Whether no part of it came from the translations, and not all is the project's or a fixed word."""
        if translations.PADDED.search(text) or text in self.own or text.startswith("~/") or re.fullmatch(r"[\w-]+\.\w+|#[0-9a-f]{6}", text):
            return False
        words = set(re.findall(r"[A-Za-z]{2,}", text)) - SAME
        return not all(any(word in own for own in self.own) for word in words)

    def wrong(self, view):
        """What is wrong in the windows as they are now."""
        def settled():
            texts = self.texts()
            return texts if texts == self.texts() else None
        found = set()
        for cut, tooltip, kind, path, text in wait_for("a view that stays", settled):
            if "<Adw" in path and kind == "tooltip" or re.search(r"GtkShortcutsWindow$|AdwAboutWindow", path):   # the libraries'
                continue
            if self.is_english(text):
                found.add((view, "in English", kind, text[:100], path[:60]))
            if kind == "label" and (cut == "outside" or cut == "ellipsis" and tooltip == "-" and translations.PADDED.search(text)):
                found.add((view, cut, kind, text[:100], path[:60]))
        return found

    def look(self, view):
        """Notes what is wrong and remains so: a window that comes has not yet its size."""
        found = set()

        def nothing():
            nonlocal found
            found = self.wrong(view)
            return not found
        try:
            wait_for("nothing that is wrong", nothing)
        except Impatient:
            self.found |= found
        self.editor.screenshot(f"language-{view}")

    def each_size(self, view):
        for width, height in SIZES:
            self.editor.resize(width, height)
            self.look(f"{view}-{width}")

    def dialog(self, name, target=None, close="Escape", prepare=lambda: None):
        windows = len(self.editor.windows())
        self.act(name, target)
        try:
            wait_for("the dialog", lambda: len(self.editor.windows()) > windows)
        except Impatient:
            self.found.add((name, "no window", "", "", ""))
            return
        prepare()
        self.look(name)
        insist(f"the end of {name}", lambda: self.editor.key(close), lambda: len(self.editor.windows()) == windows)
        self.editor.focus(self.editor.windows()[0])

    def nothing_is_wrong(self):
        seen, left = set(), []
        for item in sorted(self.found):
            if item[1:] not in seen:
                seen.add(item[1:])
                left.append(item)
        self.assertEqual(len(left), 0, "\n" + "\n".join("  ".join(item) for item in left))

    def test_welcome(self):
        self.start(None)
        self.each_size("welcome")
        self.dialog("new-project")
        self.dialog("preferences")
        self.nothing_is_wrong()

    def test_sprite(self):
        self.start("dojo")
        self.editor.find("list item", "fakir").click()
        self.each_size("sprite")
        self.editor.key("ctrl+a")
        self.look("selected")
        self.editor.key("Escape")   # several things have no name to change
        for name in ("preferences", "shortcuts", "command-palette", "export", "new-empty-mask", "new-empty-track", "new-empty-level",
                     "rename-sprite", "frame-data", "about"):
            self.dialog(name)
        self.act("annotate-frames")
        self.look("annotate")
        self.nothing_is_wrong()

    def assets(self, sample, names):
        self.start(sample)
        for name in names:
            self.editor.find("list item", name).click()
            self.each_size(f"{sample}-{name}")
        self.nothing_is_wrong()

    def test_masks_and_tracks(self):
        self.assets("harbor", sorted(os.path.splitext(name)[0] for kind in ("masks", "tracks")
                                     for name in os.listdir(os.path.join(base.SOURCE, "data", "harbor", kind)) if name.endswith(".json")))

    def test_levels(self):
        self.assets("yard", sorted(os.path.splitext(name)[0] for name in os.listdir(os.path.join(base.SOURCE, "data", "yard", "levels"))
                                   if name.endswith(".json")))

    def test_other_windows(self):
        """Frames compared, each kind of file imported, and its report."""
        self.start("dojo")
        self.editor.find("list item", "fakir").click()
        self.dialog("compare-frames")
        art = os.path.join(base.SOURCE, "data", "dojo-art")
        for action, file in (("import", "boxer.png"), ("import", "fakir.json"), ("import-mask", "boxer.png"), ("import-track", "boxer.png")):
            def choose(file=file):
                chooser = self.editor.windows()[-1].path
                self.editor.choose_file(os.path.join(art, file))
                wait_for("the dialog", lambda: len(self.editor.windows()) == 2 and self.editor.windows()[-1].path != chooser
                         and self.editor.all(base.ENTRY, under=self.editor.windows()[-1]))
            self.dialog(action, prepare=choose)
        self.nothing_is_wrong()

    def test_playtest(self):
        self.start("temple")
        self.editor.find("list item", "garden").click()
        self.dialog("playtest", prepare=lambda: self.editor.key("p"))
        self.nothing_is_wrong()

    def test_recovery(self):
        """After the editor was killed in the middle of work."""
        self.start("dojo")
        self.editor.find("list item", "fakir").click()
        journal = os.path.join(self.project.folder, "dojo.kickbox-journal")
        self.act("duplicate-frames")
        wait_for("the journal", lambda: os.path.exists(journal) and os.path.getsize(journal))
        self.editor.process.kill()
        self.editor.process.wait()
        self.launch(self.project.folder)
        wait_for("the question", lambda: len(self.editor.windows()) > 1)
        self.look("recovery")
        self.nothing_is_wrong()


if __name__ == "__main__":
    unittest.main()
