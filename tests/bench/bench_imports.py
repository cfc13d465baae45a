# SPDX-License-Identifier: MIT
"""Importing others' files into an empty project: seconds of the whole program, the median and the spread of a few runs.

An Aseprite file of 200 frames of 256 x 256 in 20 layers, each a shaded disc that moves and changes its colour; a packed
sheet of TexturePacker with 1,000 frames.
"""
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
import zlib

KICKBOX, SUPPORT = sys.argv[1:3]
sys.path.insert(0, SUPPORT)
import aseprite_writer as ase  # noqa: E402

RUNS = 5


def disc(radius, shade):
    """Its rows, with edges that are half transparent."""
    def pixel(x, y):
        distance = math.hypot(x - radius + 0.5, y - radius + 0.5)
        alpha = max(0, min(255, int((radius - distance) * 128)))
        light = (x + y) * 127 // (4 * radius) // 16 * 16
        return bytes(((shade * 5 + light) & 255, (shade * 11 + light) & 255, (shade * 17 + light) & 255, alpha)) if alpha else bytes(4)
    return [[pixel(x, y) for x in range(2 * radius)] for y in range(2 * radius)]


def drawing(frames=200, layers=20, side=256):
    discs = [disc(16 + 3 * (k % 16), k) for k in range(48)]
    chunks = [[ase.layer(f"layer {k}", opacity=255 if k % 4 else 200) for k in range(layers)]] + [[] for _ in range(frames - 1)]
    for frame in range(frames):
        for k in range(layers):
            rows = discs[(frame // 8 + 7 * k) % len(discs)]
            room = side - len(rows)
            x, y = int(room * (0.5 + 0.5 * math.sin(frame / 15 + k))), int(room * (0.5 + 0.5 * math.cos(frame / 21 + 2 * k)))
            chunks[frame].append(ase.cel(k, x, y, rows))
    return ase.aseprite(side, side, *[(50, *items) for items in chunks])


def png(width, height, pixel):
    def chunk(kind, data):
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")
    rows = b"".join(b"\0" + b"".join(pixel(x, y) for x in range(width)) for y in range(height))
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x06\0\0\0"
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def sheet(folder):
    def pixel(x, y):
        return bytes((x // 32 * 7 & 255, y // 32 * 5 & 255, (x + y) & 255, 255)) if (x % 32 - 16) ** 2 + (y % 32 - 16) ** 2 < 200 else bytes(4)
    with open(os.path.join(folder, "sheet.png"), "wb") as file:
        file.write(png(1024, 1024, pixel))
    frames = {f"walk_{k:04}.png": {
        "frame": {"x": k % 32 * 32 + 2, "y": k // 32 * 32 + 2, "w": 28, "h": 28}, "rotated": False, "trimmed": True,
        "spriteSourceSize": {"x": 2, "y": 2, "w": 28, "h": 28}, "sourceSize": {"w": 32, "h": 32}, "pivot": {"x": 0.5, "y": 0.5}}
        for k in range(1000)}
    path = os.path.join(folder, "sheet.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"frames": frames, "meta": {"app": "https://www.codeandweb.com/texturepacker", "image": "sheet.png", "scale": "1"}}, file)
    return path


def measure(what, path):
    times, used = [], []
    # All projects stay until the end: some file systems make new files slowly just after others were deleted.
    with tempfile.TemporaryDirectory() as folder:
        for number in range(RUNS):
            project = os.path.join(folder, f"p{number}")
            subprocess.run([KICKBOX, "new", project], check=True, stdout=subprocess.DEVNULL)
            before, start = os.times(), time.perf_counter()
            subprocess.run([KICKBOX, "import", project, path], check=True, stdout=subprocess.DEVNULL)
            times.append(time.perf_counter() - start)
            after = os.times()
            used.append(after.children_user + after.children_system - before.children_user - before.children_system)
    print(f"{what:40} {statistics.median(times):.2f} s ({min(times):.2f} to {max(times):.2f}), {statistics.median(used):.2f} s of processor time")


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "hero.aseprite")
        with open(path, "wb") as file:
            file.write(drawing())
        measure("Aseprite, 200 frames, 20 layers", path)
        measure("TexturePacker, 1,000 frames", sheet(folder))


main()
