# SPDX-License-Identifier: MIT
"""Files dragged from another program into the editor's window, as from a file manager."""
import contextlib
import os
import select
import subprocess
import sys

from waiting import insist, run

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "drag_source.py")
STEPS = 10


@contextlib.contextmanager
def file_held(editor, path):
    """The file or folder is held over the middle of the window; at the end it is let go there."""
    source = editor.desktop.start([sys.executable, SOURCE, path], stdout=subprocess.PIPE, bufsize=0)
    number = source.stdout.readline().decode().strip()
    x, y, width, height = editor.windows()[0].box
    left = top = step = 0

    def press():
        """On the file; a press before, which met a window that was just moving, is let go there first."""
        nonlocal left, top, step
        run("xdotool", "windowactivate", "--sync", number, "windowmove", number, 0, 0)
        place = dict(line.split("=") for line in run("xdotool", "getwindowgeometry", "--shell", number).split())
        left, top, step = int(place["X"]) + 60, int(place["Y"]) + 40, 0
        run("xdotool", "mousemove", left, top, "mouseup", 1, "mousemove", left + 1, top, "mousedown", 1)

    def accepted():
        """Goes a step farther, to and fro at the end, until the source hears that it may drop."""
        nonlocal step
        step += 1
        part = min(step, STEPS) / STEPS
        run("xdotool", "mousemove", round(left + (x + width / 2 - left) * part) + step % 2,
            round(top + (y + height / 2 - top) * part))
        return select.select([source.stdout], [], [], 0)[0] and source.stdout.readline() == b"accepted\n"

    try:
        insist("a place where the file may be dropped", press, accepted)
        yield
    finally:
        run("xdotool", "mouseup", 1)
