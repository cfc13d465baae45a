# SPDX-License-Identifier: MIT
"""A studio's project (studio.py) at several sizes: time and peak memory of kickbox info, check, the first and second
export, a build with ninja from nothing, with nothing to do and after a change of one sprite, and linking alone; how long the editor takes until its window shows the list of assets, the memory it then holds and holds once it
has nothing left to do, and how long finding a sprite by its name takes. Below, the exponent of each cost over the sizes:
1 is linear. Figures only: median and spread of some runs. The peak memory is at least that of this program.

    bench_studio.py KICKBOX KICKBOX-EDITOR SUPPORT SCHEMAS

KICKBOX_STUDIO_SCALES names the sizes: 0.01,0.1,1 has 100,000 frames in the last one, and takes half an hour.
"""
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

KICKBOX, EDITOR, SUPPORT, SCHEMAS = sys.argv[1:5]
SCALES = [float(scale) for scale in os.environ.get("KICKBOX_STUDIO_SCALES", "0.003,0.01,0.03").split(",")]
RUNS = 5
sys.path.insert(0, SUPPORT)
from editor_session import Desktop, Editor, Failed, run, wait_for  # noqa: E402
from studio import sprite_name, write_studio  # noqa: E402

costs = {}   # what -> [(scale, seconds of processors)]


def tell(what, scale, runs, cost):
    """The median and the spread of each named figure; `cost` is the one whose exponent counts."""
    figures = "   ".join(f"{name} {statistics.median(values):8.2f} ({min(values):.2f} to {max(values):.2f})"
                         for name, values in ((key, [one[key] for one in runs]) for key in runs[0]))
    print(f"{what:16} {scale:6g}   {figures}", flush=True)
    costs.setdefault(what, []).append((scale, statistics.median(one[cost] for one in runs)))


def tell_exponents():
    for what, points in costs.items():
        if len(points) < 2:
            continue
        xs, ys = [[math.log(max(value, 1e-3)) for value in column] for column in zip(*points)]
        x, y = statistics.mean(xs), statistics.mean(ys)
        slope = sum((a - x) * (b - y) for a, b in zip(xs, ys)) / sum((a - x) ** 2 for a in xs)
        print(f"{what:16} grows with the size to the power of {slope:.2f}")


def command(*words, cache, program=KICKBOX):
    """Of ninja, with the processes that it started."""
    began = time.perf_counter()
    with open(os.devnull, "wb") as nowhere:
        pid = os.posix_spawnp(program, [program, *words], dict(os.environ, XDG_CACHE_HOME=cache),
                              file_actions=[(os.POSIX_SPAWN_DUP2, nowhere.fileno(), 1)])
    _, status, usage = os.wait4(pid, 0)
    if os.waitstatus_to_exitcode(status) != 0 and words[0] != "check":   # which ends with 1 for a warning
        sys.exit(f"{program} {words[0]} failed")
    return {"s": time.perf_counter() - began, "user s": usage.ru_utime, "system s": usage.ru_stime, "MB": usage.ru_maxrss / 1024}


def measure_commands(scale, project, root, runs):
    cache, bank = os.path.join(root, "cache"), os.path.join(root, "studio.kbx")
    for words in (["info", "--json"], ["check"]):
        tell(words[0], scale, [command(*words, project, cache=cache) for _ in range(runs)], "user s")
    exports = []
    for _ in range(runs):
        shutil.rmtree(cache, ignore_errors=True)
        exports.append([command("export", project, "-o", bank, cache=cache) for _ in range(2)])
    for what, which in zip(("first export", "second export"), zip(*exports)):
        tell(what, scale, which, "user s")


def measure_builds(scale, project, root, runs):
    """As the guide has it. The change is a sprite's, which levels refer to."""
    cache, plan, bank = (os.path.join(root, name) for name in ("cache", "build.ninja", "built.kbx"))
    objects, listed = os.path.join(root, "built.objects"), os.path.join(root, "objects")
    sprites = os.path.join(project, "sprites")
    changed = os.path.join(sprites, sorted(os.listdir(sprites))[len(os.listdir(sprites)) // 2])
    first, again, one = [], [], []
    command("build", project, "-o", bank, "--ninja", plan, cache=cache)
    for _ in range(1 if scale > 0.3 else runs):
        shutil.rmtree(objects, ignore_errors=True)
        first.append(command("-f", plan, cache=cache, program="ninja"))
    for _ in range(runs):
        again.append(command("-f", plan, cache=cache, program="ninja"))
        os.utime(changed)
        one.append(command("-f", plan, cache=cache, program="ninja"))
    tell("first build", scale, first, "user s")
    tell("same build", scale, again, "user s")
    tell("one changed", scale, one, "user s")
    with open(listed, "w", encoding="utf-8") as file:
        file.writelines(f"{os.path.join(place, name)}\n" for place, _, names in os.walk(objects) for name in names
                        if name.endswith(".kbo"))
    links = [command("link", "@" + listed, "-o", bank, cache=cache) for _ in range(runs)]
    for link in links:
        link["MB/s"] = os.stat(bank).st_size / 1e6 / link["s"]
    tell("link", scale, links, "user s")
    assets = [os.path.join(place, name) for place, _, names in os.walk(project) for name in sorted(names) if name.endswith(".json")]
    tell("compile one", scale, [command("compile", asset, "-o", os.path.join(root, "one.kbo"), cache=cache)
                                for asset in assets[::max(len(assets) // 50, 1)]], "user s")


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as text:
        words = text.read().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid):
    with open(f"/proc/{pid}/statm", encoding="ascii") as text:
        return int(text.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 2 ** 20


def shows_project(pid):
    """The title names the project once the lists are filled."""
    return any("studio" in run("xdotool", "getwindowname", window)
               for window in run("xdotool", "search", "--onlyvisible", "--pid", pid).split())


def settle(pid):
    """Waits until the thumbnails are drawn and the problems are listed."""
    used = [processor_seconds(pid)]

    def idle():
        time.sleep(1)
        used.append(processor_seconds(pid))
        return used[-1] - used[-2] < 0.1
    wait_for("the editor to have nothing to do", idle, 600)


def find_sprite(editor, name):
    """Types the name into the command palette. Seconds until the canvas shows the sprite."""
    editor.key("ctrl+k")
    editor.dialog("Commands")
    began = time.perf_counter()
    run("xdotool", "type", name)
    run("xdotool", "key", "Return")
    wait_for(f"the canvas of {name}", lambda: name in editor.canvas.widget.description, 600)
    return time.perf_counter() - began


def open_editor(project):
    began = time.perf_counter()
    process = subprocess.Popen([EDITOR, project], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for("the project in the window", lambda: shows_project(process.pid), 600)
        result = {"s": time.perf_counter() - began, "processor s": processor_seconds(process.pid), "MB": resident(process.pid)}
        settle(process.pid)
        return dict(result, **{"MB at rest": resident(process.pid), "processor s at rest": processor_seconds(process.pid)})
    finally:
        process.kill()
        process.wait()


def measure_editor(desktop, scale, project, n_sprites, runs):
    tell("opening", scale, [open_editor(project) for _ in range(runs)], "processor s")
    with Editor(desktop, EDITOR, [project]) as editor:
        wait_for("the project in the window", lambda: shows_project(editor.process.pid), 600)
        settle(editor.process.pid)
        names = [sprite_name(n_sprites * (2 * i + 1) // (2 * RUNS)) for i in range(RUNS)]
        tell("finding", scale, [{"s": find_sprite(editor, name)} for name in names], "s")


def main():
    os.environ["GSETTINGS_SCHEMA_DIR"] = SCHEMAS
    root = tempfile.mkdtemp(prefix="kickbox-studio-")
    try:
        with Desktop(measured=True) as desktop:
            for scale in SCALES:
                project = os.path.join(root, "studio")
                counts = write_studio(project, scale)
                runs = RUNS if scale < 0.3 else 3
                measure_builds(scale, project, root, runs)
                measure_commands(scale, project, root, runs)
                measure_editor(desktop, scale, project, counts["sprite"], runs)
                shutil.rmtree(project)
        tell_exponents()
    finally:
        shutil.rmtree(root)


if __name__ == "__main__":
    try:
        main()
    except (Failed, OSError) as error:
        sys.exit(str(error))
