# SPDX-License-Identifier: MIT
"""How long a finished edit takes from the release to its line in the journal: a box drawn, a shape
moved, a key's nudge and a stroke on a mask, in a real window, on a quiet machine and on one with a
busy loop a processor. The release is sent at a known moment; the journal's size is polled. Figures
only.

    bench_journal.py KICKBOX KICKBOX-EDITOR SAMPLE SUPPORT SCHEMAS
"""
import ctypes
import ctypes.util
import json
import os
import statistics
import subprocess
import sys
import time

KICKBOX, EDITOR, SAMPLE, SUPPORT, SCHEMAS = sys.argv[1:6]
RUNS = 25
sys.path.insert(0, SUPPORT)
from bench_editor import make_large  # noqa: E402
from editor_session import Desktop, Editor, Failed, run, wait_for  # noqa: E402


class Hand:
    """The pointer and the keyboard, without a program that has to start for each event."""

    def __init__(self):
        self.x = ctypes.CDLL(ctypes.util.find_library("X11"))
        self.test = ctypes.CDLL(ctypes.util.find_library("Xtst"))
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.x.XKeysymToKeycode.restype = ctypes.c_ubyte
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(None))

    def move(self, x, y):
        self.test.XTestFakeMotionEvent(self.display, -1, int(x), int(y), ctypes.c_ulong(0))
        self.x.XFlush(self.display)

    def button(self, down):
        self.test.XTestFakeButtonEvent(self.display, 1, int(down), ctypes.c_ulong(0))
        self.x.XFlush(self.display)
        return time.monotonic()

    def key(self, keysym):
        code = self.x.XKeysymToKeycode(self.display, ctypes.c_ulong(keysym))
        for down in (1, 0):
            self.test.XTestFakeKeyEvent(self.display, code, down, ctypes.c_ulong(0))
        self.x.XFlush(self.display)
        return time.monotonic()


def drag(hand, begin, end):
    """At the pace of a hand: a motion each 8 ms up to the release."""
    (x0, y0), (x1, y1) = begin, end
    hand.move(x0, y0)
    time.sleep(0.05)
    hand.button(True)
    for i in range(1, 26):
        hand.move(x0 + (x1 - x0) * i / 25, y0 + (y1 - y0) * i / 25)
        time.sleep(0.008)
    return hand.button(False)


def measure(journal, act):
    """Milliseconds from the end of act to a longer journal."""
    before = os.path.getsize(journal)
    released = act()
    if os.path.getsize(journal) != before:
        return 0.0
    while os.path.getsize(journal) == before:
        if time.monotonic() > released + 10:
            raise Failed("no line came into the journal")
        time.sleep(0.0002)
    return 1000 * (time.monotonic() - released)


def report(load, what, times):
    deciles = statistics.quantiles(times, n=10)
    print(f"{load:6} {what:24} median {statistics.median(times):6.1f} ms   "
          f"(tenths {deciles[0]:.1f} to {deciles[-1]:.1f}, longest {max(times):.1f})", flush=True)


def measure_edits(load, editor, journal, hand):
    canvas = editor.canvas
    canvas.point(8, 8)

    def repeat(what, act):
        times = []
        for i in range(RUNS):
            times.append(measure(journal, lambda i=i: act(i)))
            time.sleep(0.15)
        report(load, what, times)

    editor.key("b")
    repeat("a box is drawn",
           lambda i: drag(hand, canvas.place(2 + i % 5, 2), canvas.place(14 + i % 7, 16)))
    editor.key("v", "Escape")
    repeat("a shape is moved",
           lambda i: drag(hand, canvas.place(10, 10), canvas.place(12 if i % 2 else 8, 13 - i % 3)))
    repeat("a key's nudge", lambda i: hand.key(0xff53 if i % 2 else 0xff51))


def measure_strokes(load, editor, journal, hand):
    x, y, width, height = editor.canvas.widget.box
    editor.key("b", "1" if load == "quiet" else "2")
    times = []
    for i in range(RUNS):
        begin = x + width // 4 + 9 * i, y + height // 4
        end = x + width // 2 + 9 * i, y + height * 3 // 4 - i
        times.append(measure(journal, lambda ends=(begin, end): drag(hand, *ends)))
        time.sleep(0.15)
    report(load, "a stroke on a mask", times)


def with_load(load, act):
    n_loops = os.cpu_count() if load == "loaded" else 0
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(n_loops)]
    try:
        act()
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def main():
    os.environ["GSETTINGS_SCHEMA_DIR"] = SCHEMAS
    with Desktop(measured=True) as desktop:
        hand = Hand()
        sample, mask = desktop.path("sample"), desktop.path("mask")
        run("cp", "-r", SAMPLE, sample)
        run(KICKBOX, "new", mask)
        zones = [{"value": 1, "name": "floor", "colour": "#33d17a"},
                 {"value": 2, "name": "wall", "colour": "#c01c28"}]
        room = {"name": "room", "width": 2048, "height": 2048, "zones": zones}
        line = json.dumps({"insert": "masks", "value": room}) + "\n"
        subprocess.run([KICKBOX, "edit", mask], input=line, text=True, check=True)
        large = desktop.path("large")
        make_large(large)
        for project, edits in ((sample, measure_edits), (large, measure_edits),
                               (mask, measure_strokes)):
            print(f"{os.path.basename(project)}:", flush=True)
            name = next(name for name in os.listdir(project) if name.endswith(".kickbox"))
            journal = os.path.join(project, name + "-journal")
            with Editor(desktop, EDITOR, [project]) as editor:
                wait_for("the journal", lambda journal=journal: os.path.exists(journal))
                for load in ("quiet", "loaded"):
                    with_load(load, lambda load=load: edits(load, editor, journal, hand))


if __name__ == "__main__":
    try:
        main()
    except (Failed, OSError) as error:
        sys.exit(str(error))
