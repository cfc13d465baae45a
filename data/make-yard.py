#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the sample project data/yard, levels of tiles, ground, a maze and hills, drawn by numbers, with the command line alone.

    data/make-yard.py path/to/kickbox [FOLDER]

A castle's yard to run and jump in: earth with slopes and steps, wooden platforms, a pool, spikes, a gate, and at the end hills on
a curve. The same numbers give the same project, byte for byte. Needs NumPy.
"""
import math

import figures
import yard_tiles
import yard_worlds
from sample import Canvas, Level, Project, box, cells, noise, png, ramp
from yard_tiles import EARTH, NUMBER, earth, turf

CLASSES = [("earth", "#c88a5a"), ("stone", "#9aa5ba"), ("ledge", "#e5a50a"), ("crate", "#ff7800"), ("grass", "#57e389"),
           ("water", "#3584e4"),
           ("spikes", "#e01b24"), ("light", "#f9f06b"), ("body", "#dc5ad2"), ("spawn", "#ffffff"), ("goal", "#f6d32d"),
           ("hedge", "#2ec27e")]
LEFT, TOP, WIDE, HIGH = -8, -6, 84, 22       # the cells that are stored
BOTTOM, SIDE = TOP + HIGH, 16
HILLS = [(768, 160, True), (800, 160), (848, 126), (900, 148), (946, 112), (976, 64, True), (1040, 64), (1090, 116),
         (1128, 144, True), (1168, 144)]

# What the yard is made of, from its first column on: flat for so many, up or down by 45 or 22.5 degrees, or on at a row.
PROFILE = [("at", -4), ("flat", 2), ("at", 10), ("flat", 7), ("up 45",), ("flat", 3), ("up 45",), ("flat", 3), ("down 22",),
           ("flat", 2),
           ("down 22",), ("flat", 1), ("at", 13), ("flat", 5), ("at", 10), ("flat", 3), ("up 22",), ("up 22",), ("up 22",),
           ("flat", 4),
           ("down 45",), ("down 45",), ("flat", 2), ("at", 12), ("flat", 3), ("at", 10), ("flat", 7), ("none", 25), ("at", 2),
           ("flat", 3)]
SLOPES = {"up 45": [("slope 45", 0)], "up 22": [("slope 22 low", 0), ("slope 22 high", 0)], "down 45": [("slope 45", 1)],
          "down 22": [("slope 22 high", 1), ("slope 22 low", 1)]}


class Cells:
    """A layer's tiles by cell: (name, flip)."""

    def __init__(self):
        self.tiles = {}

    def put(self, name, i, j, flip=0):
        self.tiles[i, j] = (name, flip)

    def row(self, names, i, j):
        for k, name in enumerate(names):
            self.put(name, i + k, j)

    def rows(self):
        of = lambda i, j: self.tiles.get((i, j))
        return [[(NUMBER[of(i, j)[0]], 1, of(i, j)[1], 0) if of(i, j) else None for i in range(LEFT, LEFT + WIDE)]
                for j in range(TOP, BOTTOM)]


def planks(rock, i, j, n):
    rock.row(["platform left"] + ["platform"] * (n - 2) + ["platform right"], i, j)


def surface():
    """For each column the row of its topmost tile and which slope that is, or None."""
    top, columns = 0, []
    for what, *n in PROFILE:
        if what == "at":
            top = n[0]
        elif what in SLOPES:
            top -= what.startswith("up")
            columns += [(top, tile) for tile in SLOPES[what]]
            top += what.startswith("down")
        else:
            columns += [(top if what == "flat" else None, None)] * n[0]
    assert len(columns) == WIDE
    return columns


def earthworks(rock, columns):
    tops = [9 if top is None else top for top, _ in columns]   # the hills go on there
    for n, (top, tilt) in enumerate(columns):
        if top is None:
            continue
        before, after = tops[n - 1] if n else TOP, tops[n + 1] if n + 1 < WIDE else TOP
        for j in range(top, BOTTOM):
            open_left, open_right = before > j, after > j
            side = " left" if open_left else " right" if open_right else ""
            if j == top and tilt:
                rock.put(tilt[0], LEFT + n, j, tilt[1])
            elif j == top:
                slope_beside = columns[max(n - 1, 0)][1] or columns[min(n + 1, WIDE - 1)][1]
                rock.put("grass" + ("" if slope_beside and abs(before - after) < 2 else side), LEFT + n, j)
            else:
                rock.put("earth" + (side or ("", " fading", " deep")[max(min(j - top - 2, 2), 0)]), LEFT + n, j)


def island(rock, i, j, n):
    rock.row(["grass left"] + ["grass"] * (n - 2) + ["grass right"], i, j)
    rock.row(["earth left"] + ["earth"] * (n - 4) + ["earth right"], i + 1, j + 1)


def draw_rock():
    rock = Cells()
    earthworks(rock, surface())
    island(rock, 9, 3, 6)
    for i in range(16, 21):
        for j, name in enumerate(("water 1", "water deep", "water deep", "earth")):
            rock.put(name, i, 10 + j)
    for i, j, n in ((7, 5, 2), (17, 8, 3), (20, 6, 3), (23, 4, 4), (15, 0, 3), (10, -3, 4), (31, 3, 3), (56, 6, 3), (38, 8, 3)):
        planks(rock, i, j, n)
    for i, j in ((3, 8), (8, 7), (31, 6), (32, 6), (32, 5)):
        rock.put("crate", i, j)
    rock.row(["spikes"] * 3, 38, 11)
    for j in range(10, BOTTOM):
        rock.row(["masonry mossy" if j == 10 else "masonry"] * 7, 41, j)
    rock.row(["gate"], 41, 9)
    rock.row(["gate"], 41, 8)
    rock.row(["slab", "block", "block", "block"], 43, 9)
    rock.row(["slab", "block"], 45, 8)
    rock.row(["masonry mossy"] * 4, 42, 4)
    return rock


def draw_castle_wall():
    wall = Cells()
    for j in range(1, 10):
        wall.row(["brick" if (i * 5 + j * 3) % 7 else "brick light" for i in range(7)], 41, j)
    for i in (41, 43, 45, 47):
        wall.put("brick light", i, 0)
    for name, i, j in (("window", 42, 2), ("window", 46, 2), ("window", 44, 7), ("banner", 44, 2)):
        wall.put(name, i, j)
    return wall


def draw_scenery():
    scenery = Cells()
    for name, i, j in (("torch 1", 42, 7), ("torch 1", 47, 7), ("torch 1", 33, 5), ("pillar", 33, 6), ("sign", -2, 9),
                       ("sign", 36, 8),
                       ("flag 1", 71, 7), ("pole", 71, 8), ("flag 1", 11, 1), ("pole", 11, 2), ("flag 1", 44, -1),
                       ("fence", -3, 9)):
        scenery.put(name, i, j)
    for i, j in ((-6, 9), (21, 9), (6, 7), (73, 1)):
        scenery.row(["bush left", "bush right"], i, j)
    for name, places in (("tuft", ((-4, 9), (0, 9), (4, 8), (12, 8), (15, 9), (23, 9), (32, 4), (37, 8), (9, 2), (-8, -5),
                                   (75, 1))),
                         ("roses", ((-1, 9), (12, 2), (30, 6))), ("daisies", ((2, 8), (11, 8), (13, 2)))):
        for i, j in places:
            scenery.put(name, i, j)
    return scenery


# ---- the hills ----

def natural(points):
    """The natural cubic spline through them: its height at x."""
    n = len(points) - 1
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    h = [b - a for a, b in zip(xs, xs[1:])]
    bend, low = [0.0] * (n + 1), [0.0] * (n + 1)
    for i in range(1, n):
        pivot = 2 * (h[i - 1] + h[i]) - h[i - 1] * low[i - 1]
        low[i] = h[i] / pivot
        bend[i] = (6 * ((ys[i + 1] - ys[i]) / h[i] - (ys[i] - ys[i - 1]) / h[i - 1]) - h[i - 1] * bend[i - 1]) / pivot
    for i in range(n - 1, 0, -1):
        bend[i] -= low[i] * bend[i + 1]

    def height(x):
        i = max(k for k in range(n) if xs[k] <= x)
        a, b = xs[i + 1] - x, x - xs[i]
        return ((bend[i] * a ** 3 + bend[i + 1] * b ** 3) / (6 * h[i]) + (ys[i] / h[i] - bend[i] * h[i] / 6) * a
                + (ys[i + 1] / h[i] - bend[i + 1] * h[i] / 6) * b)
    return height


def hills():
    """The height of the ground at each whole x, as the program has it: splines between the straight pieces."""
    heights, run = {}, []
    for p, q in zip(HILLS, HILLS[1:] + [None]):
        run.append(p)
        if len(p) > 2 or q is None:
            if len(run) > 1:
                spline = natural(run)
                heights.update({x: spline(x) for x in range(run[0][0], run[-1][0] + 1)})
            heights.update({x: p[1] for x in range(p[0], q[0] if q else p[0])})
            run = []
    return heights


# ---- what lies behind ----

SKY = ["3a74b4", "4f93c9", "76b6d9", "a6d6df", "d6ebd2", "f7edbf", "fbdda2"]
FAR, SNOW = ["8fb9d2", "7ba6c6", "6d97ba"], "e4f0f0"
WOODS = [["7fb3a8", "6aa096"], ["5b9384", "4a8177"], ["3f766b", "336660"]]
CASTLE = ["7d8fb5", "6a7ca6", "566892", "fbe3a0"]


def ridge(x, seed, span):
    """Between 0 and 1, smooth: chance at every so many pixels."""
    n, t = x // span, x % span / span
    t = t * t * (3 - 2 * t)
    return (noise(n, seed) * (1 - t) + noise(n + 1, seed) * t) / 255


def draw_mountains(land, line):
    peaks = [(noise(n, 5) * 24 // 10 + 190 * n - 160, line - 40 - noise(n, 6) // 4, .52 + noise(n, 7) / 900) for n in range(9)]

    def height(x):
        return min(top + abs(x - at) * steep for at, top, steep in peaks) + 5 * math.sin(x / 9) + noise(x // 3, 8) / 90

    for x in range(land.width):
        at, top, _ = min(peaks, key=lambda p: p[1] + abs(x - p[0]) * p[2])
        start = int(height(x))
        for y in range(start, line + 30):
            lit = x < at + 7 * math.sin(y / 7) + (y - top) * .12
            snow = y < top + 20 + 6 * math.sin(x / 4) + noise(x // 2, 9) / 60
            land.put(x, y, (SNOW if lit else "b8d0e2") if snow else FAR[0] if lit else FAR[1])


def draw_cloud(land, x, y, size):
    puffs = [(x + size * dx, y + size * dy, size * r)
             for dx, dy, r in ((-1.5, .1, .5), (-.8, -.25, .72), (.1, -.5, .95), (1, -.1, .7), (1.7, .15, .45))]
    for tone, drop in (("cfe3ea", 0), ("eef6f2", -3), ("ffffff", -6)):
        for u, v, r in puffs:
            land.fill(lambda a, b: (a - u) ** 2 + ((b - v - drop) * 1.25) ** 2 < (r + drop * .55) ** 2 and b < y + size * .35,
                      tone,
                      (int(u - r) - 1, int(v - r) - 8, int(u + r) + 2, int(v + r) + 2))


def tower(land, x, top, w, foot, roof):
    land.box(x, top, w, foot - top, lambda u, v: CASTLE[0 if u < x + w // 3 else 1 if u < x + 2 * w // 3 else 2])
    if roof:
        land.polygon([(x - 3, top), (x + w / 2, top - roof), (x + w + 3, top)], lambda u, v: "b05c72" if u < x + w / 2 else
                     "8e4668")
        land.box(x + w // 2, top - roof - 9, 1, 10, CASTLE[2])
        land.polygon([(x + w // 2 + 1, top - roof - 9), (x + w // 2 + 9, top - roof - 6), (x + w // 2 + 1, top - roof - 3)],
                     "d8495a")
    else:
        for u in range(x - 2, x + w, 6):
            land.box(u, top - 4, 4, 5, CASTLE[0 if u < x + w // 3 else 1])
    land.box(x + w // 2 - 1, top + 9, 3, 6, CASTLE[3])
    land.box(x + w // 2 - 1, top + 27, 3, 6, CASTLE[3])


def draw_castle(land, x, foot):
    land.box(x, foot - 40, 130, 40, lambda u, v: CASTLE[1] if v % 8 or noise(u // 6, v) < 128 else CASTLE[2])
    for u in range(x, x + 130, 8):
        land.box(u, foot - 45, 5, 5, CASTLE[1])
    for u, top, w, roof in ((x - 8, 64, 20, 24), (x + 34, 92, 24, 32), (x + 72, 70, 18, 0), (x + 116, 78, 22, 28)):
        tower(land, u, foot - top, w, foot, roof)
    land.fill(lambda u, v: abs(u - x - 65) < 8 and (v > foot - 16 or math.hypot(u - x - 65, v - foot + 16) < 8), CASTLE[2],
              (x + 50, foot - 26, x + 80, foot))


def draw_woods(land, line):
    for k, tones in enumerate(WOODS):
        base = line + 4 + 22 * k
        edge = [base - 26 * ridge(x, 20 + k, 90 - 12 * k) for x in range(land.width)]
        land.fill(lambda x, y: y >= edge[x], lambda x, y: ramp(tones, (y - edge[x]) / 30, x, y))
        for n in range(110 + 30 * k):
            x = noise(n, 30 + k) * land.width // 256 + noise(n, 33) % 9
            if ridge(x, 40 + k, 70) < .42 or x >= land.width:
                continue
            y, r = edge[x] + 2, 4 + noise(n, 36 + k) % 4 + k
            if noise(n, 39) < 150:
                land.ellipse(x, y - r, r, r, lambda u, v: tones[0] if u - x + v - y + r < -r * .3 else tones[1])
            else:
                for step in range(3):
                    land.polygon([(x - r + step, y - step * r), (x, y - r * 1.5 - step * r), (x + r - step, y - step * r)],
                                 lambda u, v: tones[0] if u < x else tones[1])


def draw_land():
    land = Canvas(WIDE * SIDE, HIGH * SIDE)
    line = 258
    land.fill(lambda x, y: True, lambda x, y: ramp(SKY, y / 250, x, y))
    for r, tone in ((46, "f9efc8"), (34, "fcf3cf"), (24, "fff9df")):
        land.fill(lambda x, y: (x - 1010) ** 2 + (y - 84) ** 2 < r * r and (r < 30 or (x + y) % 2), tone, (960, 30, 1060, 140))
    for x, y, size in ((120, 70, 24), (330, 128, 16), (560, 52, 30), (760, 140, 18), (905, 84, 14), (1190, 120, 28),
                       (1100, 48, 13)):
        draw_cloud(land, x, y, size)
    draw_mountains(land, line)
    draw_castle(land, 470, line + 2)
    draw_woods(land, line)
    heights = hills()
    for x, height in heights.items():
        u, v = x - LEFT * SIDE, height - TOP * SIDE
        for y in range(math.ceil(v), land.height):
            depth = y - math.ceil(v)
            land.put(u, y, EARTH[0] if x == HILLS[0][0] and depth > 6 else turf(x, depth, y) if depth < 40 else
                     earth(x, y, 0, depth > 52))
    return land


def yard(project):
    level = Level()
    level.area("pool", "water", box(256, 164, 80, 44))
    level.entity("spawn", -56, 160, name="start", direction=[1, 0])
    level.entity("goal", 1144, 144, name="goal")
    picture = project.picture("yard", png(draw_land().pixels))
    ground = {"name": "hills", "class": "grass", "slope_limit": 1.25,
              "points": [{"at": list(p[:2]), **({"flat": True} if len(p) > 2 else {})} for p in HILLS]}
    yield from level.edits("yard", grid=16, picture=picture, picture_at=[LEFT * SIDE, TOP * SIDE],
                           tilesets=[{"number": 1, "sprite": "tiles"}], grounds=[ground])
    for name, layer in (("castle", draw_castle_wall()), ("scenery", draw_scenery()), ("rock", draw_rock())):
        yield {"insert": "levels['yard'].layers", "value": {"name": name, "cell": [SIDE, SIDE], "first": [LEFT, TOP],
                                                            "width": WIDE, "height": HIGH}}
        yield {"bounds": f"levels['yard'].layers['{name}']", "cells": [LEFT, TOP, WIDE, HIGH], "value": cells(layer.rows())}


def main():
    project = Project("yard", CLASSES)
    project.sprite("tiles", yard_tiles.sheet().pixels, yard_tiles.frames(), yard_tiles.animations())
    project.sprite("runner", *figures.rows(figures.RUNNER, [
        ("idle", "loop", 180, figures.IDLE), ("run", "loop", 70, figures.RUN), ("jump", "hold-last", 100, figures.JUMP),
        ("fall", "loop", 120, figures.FALL)]))
    project.edit(yard(project))
    project.sprite("court tiles", yard_worlds.court_sheet().pixels, yard_worlds.court_frames(),
                   [{"name": "ripple", "loop": "loop",
                     "steps": [{"duration": 220, "frame": yard_worlds.COURT_NUMBER[f"ripple {i + 1}"]} for i in range(4)]}])
    for world in (yard_worlds.maze(project), yard_worlds.court(), yard_worlds.highland(project)):
        project.edit(world)


if __name__ == "__main__":
    main()
