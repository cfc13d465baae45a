# SPDX-License-Identifier: MIT
"""Exporting 1,000 frames of 128 x 128: seconds and peak memory, and again after one frame changed.

Three kinds of picture: figures on an empty ground, full frames with soft gradients, and noise, which nothing compresses.
Times are wall clock of the whole program, the least of a few runs; the first export has an empty cache. Below them,
the seconds of processor time that the same runs took on all processors, which other programs disturb less, and where
the wall clock went in one first and one changed export of an own program (bench_export_phases.c).
"""
import json
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib

KICKBOX, PHASES = sys.argv[1:3]
COUNT, SIDE = 1000, 128
RUNS = 3


def png(rows):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 6, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows), 1)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def figure(rng):
    """Some 60 x 100 of flat blobs with outlines."""
    rows = [bytearray(4 * SIDE) for _ in range(SIDE)]
    for _ in range(14):
        x, y, w, h = rng.randint(38, 80), rng.randint(14, 100), rng.randint(6, 20), rng.randint(6, 20)
        colour = bytes(rng.choice([40, 80, 120, 160, 200, 240]) for _ in range(3)) + b"\xff"
        for row in range(y, y + h):
            inset = abs(2 * (row - y) - h) * w // (4 * h)
            rows[row][4 * (x + inset):4 * (x + w - inset)] = b"\x14\x14\x1e\xff" + colour * (w - 2 * inset - 2) + b"\x14\x14\x1e\xff"
    return [bytes(row[:4 * SIDE]) for row in rows]


def gradient(rng):
    a, b, c, d = (rng.randint(1, 5) for _ in range(4))
    return [b"".join(bytes(((x * a + y * b) & 255, (x * c + y) & 255, (x + y * d) & 255, 255)) for x in range(SIDE))
            for y in range(SIDE)]


def noise(rng):
    return [rng.randbytes(4 * SIDE) for _ in range(SIDE)]


def write_picture(project, name, rows):
    with open(os.path.join(project, "pictures", name), "wb") as file:
        file.write(png(rows))


def write_project(project, frames):
    name = os.path.basename(project)
    with open(os.path.join(project, name + ".kickbox"), "w") as file:
        json.dump({"kickbox": "project", "format": 1, "name": name}, file)
    with open(os.path.join(project, "sprites", "s.json"), "w") as file:
        json.dump({"kickbox": "sprite", "format": 1, "frames": frames, "animations": [], "next_frame": COUNT + 1}, file)


def make_project(project, maker):
    rng = random.Random(1)
    for folder in ["sprites", "pictures"]:
        os.makedirs(os.path.join(project, folder))
    frames = []
    for i in range(COUNT):
        name = f"f{i:04}.png"
        write_picture(project, name, maker(rng))
        frames.append({"id": i + 1, "width": SIDE, "height": SIDE, "hot_spot": [64, 127],
                       "picture": {"file": name, "rect": [0, 0, SIDE, SIDE], "offset": [0, 0]}, "points": [], "shapes": []})
    write_project(project, frames)
    return frames


def run(project, bank, cache):
    """Seconds, seconds of all processors and peak memory in MB."""
    environment = dict(os.environ, XDG_CACHE_HOME=cache)
    start = time.perf_counter()
    pid = os.posix_spawn(KICKBOX, [KICKBOX, "export", project, "-o", bank], environment)
    _, status, usage = os.wait4(pid, 0)
    seconds = time.perf_counter() - start
    if status != 0:
        sys.exit("kickbox export failed")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def least(runs):
    return min(run[0] for run in runs), min(run[1] for run in runs), max(run[2] for run in runs)


def phases(project, bank, cache):
    out = subprocess.run([PHASES, project, bank], env=dict(os.environ, XDG_CACHE_HOME=cache), check=True,
                         capture_output=True).stdout
    return json.loads(out)


def show(runs):
    best = min(runs, key=lambda run: sum(run.values()))
    return "   ".join(f"{name} {value:6.1f}" for name, value in best.items()) + f"   all {sum(best.values()):6.1f} ms"


def change(project, frames, index, name, rows):
    write_picture(project, name, rows)
    frames[index]["picture"]["file"] = name
    write_project(project, frames)


def measure(root, name, maker):
    project, cache, bank = (os.path.join(root, name + end) for end in ["", "-cache", ".kbx"])
    frames = make_project(project, maker)
    first, first_phases = [], []
    for _ in range(RUNS):
        shutil.rmtree(cache, ignore_errors=True)
        first_phases.append(phases(project, bank, cache))
        shutil.rmtree(cache)
        first.append(run(project, bank, cache))
    same = [run(project, bank, cache) for _ in range(RUNS)]
    rng = random.Random(2)
    changed, changed_phases, trimmed = [], [], []
    for i in range(RUNS):
        change(project, frames, rng.randrange(COUNT), f"new{i}.png", maker(rng))
        changed.append(run(project, bank, cache))
        change(project, frames, rng.randrange(COUNT), f"newer{i}.png", maker(rng))
        changed_phases.append(phases(project, bank, cache))
    for i in range(RUNS):
        rows = maker(rng)
        rows[:30 + 7 * i] = [bytes(4 * SIDE)] * (30 + 7 * i)
        change(project, frames, rng.randrange(COUNT), f"cut{i}.png", rows)
        trimmed.append(run(project, bank, cache))
    last = open(bank, "rb").read()
    shutil.rmtree(cache)
    run(project, bank, cache)
    if open(bank, "rb").read() != last:
        sys.exit("the cache changed the bank")
    (a, a_cpu, memory), (b, _, _), (c, c_cpu, memory_again), (d, d_cpu, _) = map(least, [first, same, changed, trimmed])
    print(f"{name:9} first {a:6.2f} s {memory:5.0f} MB   nothing changed {b:5.2f} s   one picture changed {c:5.2f} s "
          f"({100 * c / a:3.0f}%) {memory_again:4.0f} MB   its size too {d:5.2f} s ({100 * d / a:3.0f}%)   "
          f"bank {os.path.getsize(bank) / 1e6:6.2f} MB")
    print(f"  processor {a_cpu:6.2f} s, changed {c_cpu:6.3f} s ({100 * c_cpu / a_cpu:3.0f}%), its size too {d_cpu:6.3f} s "
          f"({100 * d_cpu / a_cpu:3.0f}%)")
    print(f"  first    {show(first_phases)}")
    print(f"  changed  {show(changed_phases)}", flush=True)


def main():
    root = tempfile.mkdtemp(prefix="kickbox-bench-")
    try:
        for name, maker in [("figures", figure), ("gradients", gradient), ("noise", noise)]:
            measure(root, name, maker)
    finally:
        shutil.rmtree(root)


if __name__ == "__main__":
    main()
