# SPDX-License-Identifier: MIT
"""Files dragged from another program into the editor's window, as from a file manager."""
import contextlib
import os
import select
import subprocess
import sys

from waiting import insist, run, wait_for

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "drag_source.py")
STEPS = 10


@contextlib.contextmanager
def file_held(editor, path):
    """The file or folder is held over the middle of the window; at the end it is let go there."""
    source = editor.desktop.start([sys.executable, SOURCE, path], stdout=subprocess.PIPE, bufsize=0)
    number, turns = int(source.stdout.readline()), editor.desktop.turns
    x, y, width, height = editor.windows()[0].box
    left = top = step = 0

    def press():
        """On the file; a press before, which met a window that was just moving, is let go there first."""
        nonlocal left, top, step
        turns.activate(number)
        wait_for("the source's window", lambda: turns.active_window() == number)
        turns.place(number, 0, 0, *turns.geometry(number)[2:])
        turns.taken_by_manager(10)
        left, top, step = turns.geometry(number)[0] + 60, turns.geometry(number)[1] + 40, 0
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
