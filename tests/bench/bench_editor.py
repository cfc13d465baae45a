# SPDX-License-Identifier: MIT
"""How long the editor takes to show its window: on the sample, and on a sprite of 2,000 frames with eight
shapes each. Figures only.

    bench_editor.py KICKBOX KICKBOX-EDITOR SAMPLE SUPPORT SCHEMAS
"""
import json
import os
import statistics
import subprocess
import sys
import time

KICKBOX, EDITOR, SAMPLE, SUPPORT, SCHEMAS = sys.argv[1:6]
RUNS = 5
sys.path.insert(0, SUPPORT)
from editor_session import Desktop, Failed, run, wait_for  # noqa: E402


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


if __name__ == "__main__":
    try:
        main()
    except (Failed, OSError) as error:
        sys.exit(str(error))
