# SPDX-License-Identifier: MIT
"""How long the editor takes to show its window, on the sample and on a sprite of 2,000 frames with eight
shapes each; and how long it leaves one waiting: for the answer to a question of the accessibility bus, which
its main thread gives between two redraws. Asked over and over while a shape is dragged in one of 2,000
frames, after the drag, while the thumbnails of ten frames of 4096 x 4096 come, and while the road of a track of
8192 x 8192 with three bands is painted. Figures only.

    bench_editor.py KICKBOX KICKBOX-EDITOR SAMPLE SUPPORT SCHEMAS
"""
import json
import os
import statistics
import subprocess
import sys
import time

from PIL import Image

KICKBOX, EDITOR, SAMPLE, SUPPORT, SCHEMAS = sys.argv[1:6]
RUNS = 5
sys.path.insert(0, SUPPORT)
from editor_session import Desktop, Editor, Failed, run, wait_for  # noqa: E402


def make_large(folder):
    """One sprite whose frames show the sample's pictures again and again."""
    with open(os.path.join(SAMPLE, "sprites", "fakir.json"), encoding="utf-8") as text:
        sample = json.load(text)
    frames = []
    for i in range(2000):
        frame = dict(sample["frames"][i % len(sample["frames"])], id=i + 1, name=f"frame {i + 1}")
        frame["shapes"] = (frame["shapes"] * 2)[:8]
        frames.append(frame)
    steps = [{"frame": i + 1, "duration": 100} for i in range(2000)]
    sprite = {"kickbox": "sprite", "format": 1, "frames": frames, "next_frame": 2001,
              "animations": [{"name": "all", "loop": "loop", "steps": steps}]}
    run("cp", "-r", SAMPLE, folder)
    with open(os.path.join(folder, "sprites", "large.json"), "w", encoding="utf-8") as text:
        json.dump(sprite, text)
    for name in ("fakir", "boxer"):
        os.remove(os.path.join(folder, "sprites", name + ".json"))


def make_huge(kickbox, folder):
    """Ten large frames, the first one small: what is on the canvas has to be read at once."""
    art = os.path.join(folder, "art")
    os.makedirs(art)
    for i in range(11):
        side = 64 if i == 0 else 4096
        picture = Image.new("RGBA", (side, side), (20 * i, 90, 200 - 15 * i, 255))
        noise = Image.effect_noise((side // 4, side // 4), 60)
        picture.paste(Image.merge("RGBA", [noise] * 4), (side // 3, side // 3))
        picture.save(os.path.join(art, f"huge{i:02}.png"), compress_level=1)
    run(kickbox, "new", os.path.join(folder, "huge"))
    run(kickbox, "import", os.path.join(folder, "huge"), *sorted(os.path.join(art, name) for name in os.listdir(art)),
        "--name", "huge", "--no-animations")
    return os.path.join(folder, "huge")


def ask(window, until):
    """Milliseconds that each answer took, until the time comes."""
    waits = []
    while time.monotonic() < until:
        began = time.monotonic()
        assert window.extents
        waits.append(1000 * (time.monotonic() - began))
    return waits


def tell(name, waits):
    waits.sort()
    print(f"wait, {name:38} median {statistics.median(waits):6.1f} ms   p99 {waits[len(waits) * 99 // 100]:6.1f}   "
          f"longest {waits[-1]:6.1f}   ({len(waits)} asked)", flush=True)


def wait_while_dragging(desktop, project):
    with Editor(desktop, EDITOR, [project]) as editor:
        canvas = editor.canvas
        canvas.point(40, 40)
        window = editor.windows()[0]
        tell("nothing to do", ask(window, time.monotonic() + 2))
        editor.key("b")
        canvas.point(30, 30)
        run("xdotool", "mousedown", 1)
        places = [canvas.place(30 + i % 20, 30 + i % 13) for i in range(200)]
        command = [word for x, y in places for word in ("mousemove", x, y, "sleep", 0.016)]
        mover = subprocess.Popen(["xdotool", *map(str, command)])
        waits = []
        while mover.poll() is None:
            waits += ask(window, time.monotonic() + 0.05)
        tell("a shape is dragged, 2,000 frames", waits)
        run("xdotool", "mouseup", 1)
        tell("after the drag, 2,000 frames", ask(window, time.monotonic() + 2))


def wait_for_thumbnails(desktop):
    project = make_huge(KICKBOX, desktop.path("huge-art"))
    with Editor(desktop, EDITOR, [project]) as editor:
        tell("ten thumbnails of 4096 x 4096 come", ask(editor.windows()[0], time.monotonic() + 8))


def make_track(folder):
    """A lap of curves around 8192 x 8192 pixels, and three bands."""
    run("cp", "-r", SAMPLE, folder)
    os.mkdir(os.path.join(folder, "tracks"))
    points = [{"at": [4096 + x * 3300, 4096 + y * 3300], "before": [y * 1800, -x * 1800], "after": [-y * 1800, x * 1800], "width": 400}
              for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    with open(os.path.join(folder, "tracks", "lap.json"), "w", encoding="utf-8") as text:
        json.dump({"kickbox": "track", "format": 1, "width": 8192, "height": 8192,
                   "surfaces": [{"name": "tarmac", "colour": "#77767b", "value": 1}],
                   "curves": [{"closed": "closed", "surface": 1, "points": points}],
                   "bands": [{"id": i + 1, "radius": radius, "colour": colour}
                             for i, (radius, colour) in enumerate(((16, "#ff7800"), (40, "#c061cb"), (90, "#3584e4")))]}, text)


def wait_while_painting(desktop):
    project = desktop.path("track")
    make_track(project)
    with Editor(desktop, EDITOR, [project]) as editor:
        editor.find("list item", "lap").click()
        wait_for("the track", lambda: "lap, track of" in editor.canvas.widget.description)
        window = editor.windows()[0]
        editor.key("b", *["bracketright"] * 22)
        x0, y0, width, height = editor.canvas.widget.box
        run("xdotool", "mousemove", x0 + width // 2, y0 + height // 2)
        wait_for("its clearance", lambda: "clearance" in editor.status("Zone under the pointer"))
        for zoom, keys in (("fitted", ()), ("at 100 %", ("ctrl+1",))):
            if keys:
                editor.key(*keys)
            places = [(x0 + width // 2 + i % 60 * 4 - 120, y0 + height // 3 + i % 37 * 3) for i in range(240)]
            run("xdotool", "mousemove", *places[0], "mousedown", 1)
            command = [word for x, y in places for word in ("mousemove", x, y, "sleep", 0.016)]
            mover = subprocess.Popen(["xdotool", *map(str, command)])
            waits = []
            while mover.poll() is None:
                waits += ask(window, time.monotonic() + 0.05)
            tell(f"a road of 8192 x 8192, {zoom}, painted", waits)
            run("xdotool", "mouseup", 1)
            tell(f"after the stroke, {zoom}", ask(window, time.monotonic() + 1))


def shown(process):
    return run("xdotool", "search", "--onlyvisible", "--pid", process.pid).strip()


def start(project):
    began = time.monotonic()
    process = subprocess.Popen([EDITOR, project], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    wait_for("the window", lambda: shown(process))
    seconds = time.monotonic() - began
    process.kill()
    process.wait()
    return seconds


def main():
    os.environ["GSETTINGS_SCHEMA_DIR"] = SCHEMAS
    with Desktop() as desktop:
        large = desktop.path("large")
        make_large(large)
        for name, project in (("sample, 52 frames", SAMPLE), ("2,000 frames, 8 shapes each", large)):
            copy = desktop.path("copy")
            run("rm", "-rf", copy)
            run("cp", "-r", project, copy)
            start(copy)  # the first one fills the system's caches
            times = [1000 * start(copy) for _ in range(RUNS)]
            print(f"start to window, {name:28} median {statistics.median(times):6.0f} ms   "
                  f"({min(times):.0f} to {max(times):.0f})", flush=True)
        wait_while_dragging(desktop, large)
        wait_for_thumbnails(desktop)
        wait_while_painting(desktop)


if __name__ == "__main__":
    try:
        main()
    except (Failed, OSError) as error:
        sys.exit(str(error))
