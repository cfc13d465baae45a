# SPDX-License-Identifier: MIT
"""How long the frames of the real window take, and how long one waits for an answer, while a mask with a picture behind it
and a track with three bands are panned, zoomed and painted; both have 8192 x 8192 pixels. A frame is counted from the
events that it takes to the end of its drawing; what of that its thread was at work is told too, for a machine that has
other work (frame_times.c). Figures only.

At work in ms, median, 99th percentile and longest, on two processors that had other work the second time: before coarse views,
kept lines and bands, and edges of only the visible road; and after.

    mask fitted, pointer moved       9.6   16.2   17.9      5.2   11.2   13.5
    mask fitted, panned              9.4   12.5   17.9      6.2    7.9    8.0
    mask, zoomed by the wheel        9.4   19.1   21.1     10.0   17.3   21.6
    track fitted, pointer moved     16.9   24.6   32.9      5.8   12.3   14.3
    track fitted, panned            29.7   40.3   40.3     12.8   17.0   17.6
    track at 100 %, pointer moved   27.8   38.3   38.9      8.3   19.7   20.2
    track, zoomed by the wheel      71.6  526.7  607.0     12.1   28.3   32.9

    bench_frames.py KICKBOX KICKBOX-EDITOR SUPPORT SCHEMAS FRAME-TIMES
"""
import json
import os
import subprocess
import sys
import time

from PIL import Image

KICKBOX, EDITOR, SUPPORT, SCHEMAS, FRAME_TIMES = sys.argv[1:6]
SIDE = 8192
sys.path.insert(0, SUPPORT)
from asking import ask, tell  # noqa: E402
from editor_session import Desktop, Editor, Failed, run, wait_for  # noqa: E402


def make_picture(path):
    """As much to decode as a painted room has."""
    noise = Image.effect_noise((SIDE // 8, SIDE // 8), 60).resize((SIDE, SIDE), Image.Resampling.BILINEAR)
    ramp = Image.linear_gradient("L").resize((SIDE, SIDE))
    Image.merge("RGB", [noise, ramp, noise]).save(path, compress_level=1)


def make_project(folder):
    """A mask over a picture, and a lap of curves with three bands."""
    run(KICKBOX, "new", folder)
    picture = folder + "-room.png"
    make_picture(picture)
    run(KICKBOX, "import", folder, picture, "--as", "mask", "--background", "--name", "room")
    points = [{"at": [4096 + x * 3300, 4096 + y * 3300], "before": [y * 1800, -x * 1800], "after": [-y * 1800, x * 1800], "width": 400}
              for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    os.makedirs(os.path.join(folder, "tracks"), exist_ok=True)
    with open(os.path.join(folder, "tracks", "lap.json"), "w", encoding="utf-8") as text:
        json.dump({"kickbox": "track", "format": 1, "width": SIDE, "height": SIDE,
                   "surfaces": [{"name": "tarmac", "colour": "#77767b", "value": 1}],
                   "curves": [{"closed": "closed", "surface": 1, "points": points}],
                   "bands": [{"id": i + 1, "radius": radius, "colour": colour}
                             for i, (radius, colour) in enumerate(((16, "#ff7800"), (40, "#c061cb"), (90, "#3584e4")))]}, text)


class Frames:
    """What the editor wrote of its frames."""

    def __init__(self, path):
        self.path, self.read = path, 0

    def take(self):
        with open(self.path, encoding="utf-8") as text:
            lines = text.read().split("\n")[:-1]
        new, self.read = lines[self.read:], len(lines)
        return [[float(number) for number in line.split()] for line in new]


class Bench:
    def __init__(self, editor, frames):
        self.editor, self.frames = editor, frames
        x, y, width, height = editor.canvas.widget.box
        self.x, self.y, self.height = x + width // 2, y + height // 2, height

    def measure(self, name, command, press=None):
        """The frames while xdotool does that, and the answers after it."""
        run("xdotool", "mousemove", self.x, self.y, *(["mousedown", press] if press else []))
        self.frames.take()
        subprocess.run(["xdotool", *map(str, command)], check=True)
        times = self.frames.take()
        if times:
            tell(name, times, "frames")
        if press:
            run("xdotool", "mouseup", press)
        tell("   wait after it", ask(self.editor, time.monotonic() + 0.7))

    def around(self, width, height, n):
        return [word for i in range(n) for word in
                ("mousemove", self.x + abs((i * 7) % (2 * width) - width) - width // 2,
                 self.y + abs((i * 5) % (2 * height) - height) - height // 2, "sleep", 0.016)]

    def all(self, asset):
        measure = self.measure
        for zoom, key in (("fitted", "ctrl+0"), ("at 100 %", "ctrl+1")):
            self.editor.key(key)
            measure(f"{asset} {zoom}, pointer moved", self.around(300, 200, 200))
            measure(f"{asset} {zoom}, painted", self.around(240, 160, 200), press=1)
            measure(f"{asset} {zoom}, panned", self.around(300, 200, 200), press=2)
        self.editor.key("ctrl+0")
        wheel = [word for turn in (4, 5) * 3 for _ in range(24) for word in ("click", turn, "sleep", 0.016)]
        measure(f"{asset}, zoomed by the wheel", wheel)
        self.editor.key("ctrl+0", "f", "2" if asset == "mask" else "1")
        measure(f"{asset} fitted, all of it filled", ["click", 1])
        self.editor.key("ctrl+z")
        tell("   wait after Undo", ask(self.editor, time.monotonic() + 0.7))


def main():
    os.environ["GSETTINGS_SCHEMA_DIR"] = SCHEMAS
    with Desktop(measured=True) as desktop:
        project, log = desktop.path("large"), desktop.path("frames")
        make_project(project)
        zones = "".join(json.dumps({"insert": "masks['room'].zones", "value": {"value": i + 1, "name": name, "colour": colour}}) + "\n"
                        for i, (name, colour) in enumerate((("floor", "#33d17a"), ("wall", "#c061cb"))))
        subprocess.run([KICKBOX, "edit", project], input=zones, text=True, check=True)
        environment = {"LD_PRELOAD": FRAME_TIMES, "KICKBOX_FRAME_TIMES": log}
        with Editor(desktop, EDITOR, [project], environment=environment) as editor:
            frames = Frames(log)
            for asset, name in (("mask", "room"), ("track", "lap")):
                wait_for("the project", lambda: editor.all("list item", name))
                editor.find("list item", name).click()
                tell(f"{asset}: wait while it comes", ask(editor, time.monotonic() + 4))
                wait_for("the asset", lambda: f"{name}, {asset} of" in editor.canvas.widget.description)
                editor.key("b", *["bracketright"] * 22)
                Bench(editor, frames).all(asset)


if __name__ == "__main__":
    try:
        main()
    except (Failed, OSError, subprocess.CalledProcessError) as error:
        sys.exit(str(error))
