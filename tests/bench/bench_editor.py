# SPDX-License-Identifier: MIT
"""How long the editor takes to show its window, on the sample and on a sprite of 2,000 frames with eight
shapes each; and how long it leaves one waiting: for the answer to a question of the accessibility bus, which
its main thread gives between two redraws. Asked over and over while a shape is dragged in one of 2,000
frames, after the drag, and while the thumbnails of ten frames of 4096 x 4096 come. Figures only.

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
from asking import ask, tell  # noqa: E402
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


def wait_while_dragging(desktop, project):
    with Editor(desktop, EDITOR, [project]) as editor:
        canvas = editor.canvas
        canvas.point(40, 40)
        tell("wait, nothing to do", ask(editor, time.monotonic() + 2))
        editor.key("b")
        canvas.point(30, 30)
        run("xdotool", "mousedown", 1)
        places = [canvas.place(30 + i % 20, 30 + i % 13) for i in range(200)]
        command = [word for x, y in places for word in ("mousemove", x, y, "sleep", 0.016)]
        mover = subprocess.Popen(["xdotool", *map(str, command)])
        waits = []
        while mover.poll() is None:
            waits += ask(editor, time.monotonic() + 0.05)
        tell("wait, a shape is dragged, 2,000 frames", waits)
        run("xdotool", "mouseup", 1)
        tell("wait, after the drag, 2,000 frames", ask(editor, time.monotonic() + 2))


def wait_for_thumbnails(desktop):
    project = make_huge(KICKBOX, desktop.path("huge-art"))
    with Editor(desktop, EDITOR, [project]) as editor:
        tell("wait, ten thumbnails of 4096 x 4096 come", ask(editor, time.monotonic() + 8))


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
    with Desktop(measured=True) as desktop:
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


if __name__ == "__main__":
    try:
        main()
    except (Failed, OSError) as error:
        sys.exit(str(error))
