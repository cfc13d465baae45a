#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Makes docs/images/*.png: the real editor in a real window, on the sample project.

usage: docs/make-screenshots.py [BUILD]     (build is the default; ./test.sh installs what this needs)
"""
import os
import re
import shutil
import sys

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(SOURCE, "tests", "support"))
from editor_session import ENTRY, Desktop, Editor  # noqa: E402

IMAGES = os.path.join(SOURCE, "docs", "images")
WINDOW = (1360, 860)
KICK = 20  # the fakir's frame at full stretch


def settings(desktop, style):
    folder = desktop.path("config", "glib-2.0", "settings")
    os.makedirs(folder, exist_ok=True)
    os.makedirs(desktop.path("config", "gtk-4.0"), exist_ok=True)
    with open(desktop.path("config", "gtk-4.0", "settings.ini"), "w", encoding="utf-8") as file:
        file.write("[Settings]\ngtk-font-name=Cantarell 11\n")
    with open(os.path.join(folder, "keyfile"), "w", encoding="utf-8") as file:
        file.write(f"[io/github/kickbox/Kickbox]\nstyle='{style}'\nwindow-width={WINDOW[0]}\nwindow-height={WINDOW[1]}\n")


def keep(editor, name):
    """The window without what is around it; dialogs lie over it."""
    main = editor.windows()[0]
    path = os.path.join(IMAGES, name + ".png")
    editor.crop(main, path)
    print(path)


def open_kick(desktop, program, project):
    editor = Editor(desktop, program, [project])
    editor.find("list item", "fakir").click()
    editor.wait_for("the fakir", lambda: "fakir, frame 1 " in editor.canvas.widget.description)
    editor.key("Escape", "Home", *["period"] * (KICK - 1))
    editor.wait_for("the kick", lambda: f"fakir, frame {KICK} " in editor.canvas.widget.description)
    return editor


def select_leg(editor):
    """The kicking leg, from the list of shapes."""
    editor.find("list item", re.compile("^legs · kicking")).click()
    editor.wait_for("the leg", lambda: "kicking" in editor.canvas.widget.description)


def main():
    build = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(SOURCE, "build"))
    program = os.path.join(build, "src", "editor", "kickbox-editor")
    os.environ["GSETTINGS_SCHEMA_DIR"] = os.path.join(build, "data")
    os.makedirs(IMAGES, exist_ok=True)
    with Desktop() as desktop:
        project = desktop.path("dojo")
        shutil.copytree(os.path.join(SOURCE, "data", "dojo"), project)

        settings(desktop, "dark")
        with open_kick(desktop, program, project) as editor:
            select_leg(editor)
            editor.canvas.leave()
            keep(editor, "editor-dark")

        settings(desktop, "light")
        with open_kick(desktop, program, project) as editor:
            select_leg(editor)
            editor.canvas.leave()
            keep(editor, "editor-light")
            editor.key("ctrl+e")
            editor.dialog("Export Bank")
            keep(editor, "export")

        settings(desktop, "dark")
        with Editor(desktop, program) as editor:
            editor.find(contains="Recent")
            keep(editor, "welcome")

        with Editor(desktop, program, [project]) as editor:
            editor.find("list item", "fakir")
            editor.key("ctrl+i")
            editor.choose_file(os.path.join(SOURCE, "data", "dojo-art", "boxer.json"))
            dialog = editor.dialog("Import Pictures", lambda dialog: editor.all(ENTRY, "Sprite name", under=dialog))
            editor.find("label", contains="26 frames", under=dialog)
            keep(editor, "import")


if __name__ == "__main__":
    main()
