#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the sample project data/course, what a course on collisions takes as its examples, with the command line alone.

    data/make-course.py path/to/kickbox [FOLDER]

Billiards, bricks that vanish, a shooting gallery, a hall of moving walls, a hut in the corner of a large land by quadtree and by BSP, and a ring to race
on. What moves are entities, named as docs/playtest.md has it. The same numbers give the same project, byte for byte.
"""
import math

from sample import Canvas, Level, Project, box, circle, colour, noise, png, ramp, turned
from yard_tiles import GRASS, WOOD

CLASSES = [("wall", "#d5dbe8"), ("cushion", "#d5dbe8"), ("rail", "#62a0ea"), ("pocket", "#9a9996"), ("drain", "#e01b24"), ("white", "#ffffff"),
           ("red", "#e01b24"), ("yellow", "#f6d32d"), ("brick", "#ff7800"), ("ball", "#ffffff"), ("paddle", "#8ff0a4"),
           ("target", "#ffa348"), ("gravity", "#9a9996"), ("hut", "#c88a5a"), ("coast", "#62a0ea"), ("spawn", "#ffffff"),
           ("room", "#8ff0a4"), ("lift", "#f5c211"), ("step", "#c0bfbc")]
# Everything of a class has these: what it is made of.
IVORY = {"radius": "5", "restitution": "0.95", "friction": "0.05", "drag": "0.008"}
MATERIALS = {"white": IVORY, "red": IVORY, "yellow": IVORY, "cushion": {"restitution": "0.75", "friction": "0.1"}}
NIGHT = ["10142a", "1a2140", "27305a", "384478", "5362a0"]


def still(level, x, y):
    """Nothing falls."""
    level.entity("gravity", x, y)


# ---- billiards ----

TABLE = (320, 160)
POCKETS = [(0, 0), (160, -3), (320, 0), (0, 160), (160, 163), (320, 160)]


def billiards():
    level = Level()
    w, h = TABLE
    for y, sign in ((0, 1), (h, -1)):
        for x0, x1, in0, in1 in ((0, 160, 11, 9), (160, 320, 9, 11)):
            level.chain([(x0 + in0 - 7, y - 8 * sign), (x0 + in0, y), (x1 - in1, y), (x1 - in1 + 7, y - 8 * sign)], "cushion")
    for x, sign in ((0, 1), (w, -1)):
        level.chain([(x - 8 * sign, 4), (x, 11), (x, h - 11), (x - 8 * sign, h - 4)], "cushion")
    for n, (x, y) in enumerate(POCKETS):
        level.area(f"pocket {n + 1}", "pocket", circle(x, y, 9, 12))
    level.entity("white", 80, 80, name="ball white", direction=[1, 0], values={"speed": "0.001"})
    for row in range(5):
        for k in range(row + 1):
            level.entity("red" if (row + k) % 2 else "yellow", 220 + row * 9, 80 + (k - row / 2) * 10.25,
                         name=f"ball {row * (row + 1) // 2 + k + 1}")
    still(level, 160, -18)
    return level


def draw_billiards():
    canvas = Canvas(376, 216)
    at = lambda x, y: (x - 28, y - 28)
    canvas.fill(lambda x, y: True, lambda x, y: WOOD[0] if x in (0, 375) or y in (0, 215) else
                WOOD[4] if x == 1 or y == 1 else ramp(WOOD[1:4], .5 + .3 * math.sin(x / 29 + y / 7) + noise(x // 9, y) / 900, x, y))
    canvas.box(18, 18, 340, 180, lambda x, y: ("0e3b33", "12483d")[(x + y) % 2])
    canvas.box(28, 28, 320, 160, lambda x, y: ramp(
        ["12584a", "176b58", "1d7f66", "269374"], 1.05 - math.hypot((x - 188) / 240, (y - 108) / 150) + noise(x, y) / 2600, x, y))
    for x, y in POCKETS:
        canvas.ellipse(x + 28, y + 28, 11, 11, WOOD[0])
        canvas.ellipse(x + 28, y + 28, 9, 9, lambda u, v, y=y: "05060c" if v < y + 33 else "12141f")
    canvas.fill(lambda x, y: x == 108 and (y // 3) % 2 == 0, "2f9f80", (108, 28, 109, 188))
    canvas.fill(lambda x, y: abs(math.hypot(x - 108, y - 108) - 24) < .7 and x < 108, "2f9f80", (80, 80, 109, 136))
    canvas.ellipse(248, 108, 1.6, 1.6, "8ff0c4")
    for n in (1, 2, 3, 5, 6, 7):
        for y in (9, 206):
            canvas.polygon([(28 + 40 * n, y - 3), (31 + 40 * n, y), (28 + 40 * n, y + 3), (25 + 40 * n, y)], "fff2d0")
    for n in (1, 2, 3):
        for x in (9, 366):
            canvas.polygon([(x - 3, 28 + 40 * n), (x, 25 + 40 * n), (x + 3, 28 + 40 * n), (x, 31 + 40 * n)], "fff2d0")
    return canvas


# ---- bricks that vanish ----

BRICKS = (10, 6)


def breakout():
    level = Level()
    level.chain([(0, 220), (0, 0), (240, 0), (240, 220)])
    level.area("out", "drain", box(-16, 216, 272, 24))
    for row in range(BRICKS[1]):
        for k in range(BRICKS[0]):
            level.entity("brick", 12 + 24 * k, 34 + 10 * row, values={"width": "22", "height": "8"})
    level.entity("paddle", 120, 204, name="paddle", direction=[0, -1], values={"length": "44"})
    level.entity("ball", 120, 180, direction=[.6, -.8], values={"radius": "4", "speed": "2.5", "restitution": "1", "friction": "0"})
    still(level, 120, 12)
    return level


def draw_breakout():
    canvas = Canvas(264, 244)
    canvas.fill(lambda x, y: True, lambda x, y: NIGHT[4] if x in (0, 263) or y == 0 else NIGHT[3 if x + y < 12 else 2])
    canvas.box(12, 12, 240, 232, lambda x, y: ramp(["070a18", "0d1430", "16204a", "2a2f6a"], (y - 12) / 330 + .25, x, y)
               if noise(x, y) > 1 else "c8d4ff")
    for y in range(12, 244):
        canvas.put(11, y, "8fa4f0")
        canvas.put(252, y, "8fa4f0")
    canvas.box(12, 11, 240, 1, "8fa4f0")
    return canvas


# ---- a shooting gallery ----

ROWS = [(58, 1, .9), (104, -1, .6), (150, 1, 1.2)]


def gallery():
    level = Level()
    for y, way, speed in ROWS:
        level.ring(box(0, y - 14, 320, 28), "rail")
        for k in range(5):
            level.entity("target", 32 + 62 * k + 6 * way, y, direction=[way, 0], values={"radius": "10", "speed": str(speed)})
    still(level, 160, 20)
    return level


def draw_gallery():
    canvas = Canvas(352, 220)
    canvas.fill(lambda x, y: True, lambda x, y: ("b02a3c", "f4e8d8")[(x // 22) % 2] if y < 26 + 5 * abs(math.sin(x / 7))
                else WOOD[1] if x < 14 or x >= 338 else ramp(["1b1030", "2a1946", "3d2560"], 1 - y / 190 + noise(x // 3, y) / 1500, x, y))
    canvas.fill(lambda x, y: 26 + 5 * abs(math.sin(x / 7)) < y < 29 + 5 * abs(math.sin(x / 7)), "5a1020", (0, 20, 352, 40))
    for n in range(60):
        canvas.put(20 + noise(n, 1) * 310 // 255, 42 + noise(n, 2) * 20 // 255, "fff2b0")
    for n, (y, _, _) in enumerate(ROWS):
        v = y + 16
        canvas.box(16, v - 14, 320, 28, lambda x, y, n=n: ("1d3a6a", "17305a", "122748")[(x // 5 + y // 5 + n) % 3])
        canvas.fill(lambda x, y, v=v: y > v + 9 + 3 * math.sin((x + 9 * v) / 6), lambda x, y: "5fc0e0" if y % 4 == 0 else "2f88b4",
                    (14, v + 6, 338, v + 18))
    canvas.box(0, 188, 352, 32, lambda x, y: WOOD[4] if y < 190 else WOOD[2] if y % 10 and (x + 40 * (y // 10 % 2)) % 80 else WOOD[0])
    for x in (12, 338):
        canvas.box(x, 26, 2, 162, WOOD[3])
    return canvas


# ---- a hut in the corner of a large land ----

LAND = 8192


def hut():
    level = Level()
    far, along = (lambda n: 30 + noise(n, 7) / 5), (lambda n: LAND // 8 * n)
    sides = [[(far(n), along(n)), (along(n), LAND - far(n + 9)), (LAND - far(n + 18), LAND - along(n)), (LAND - along(n), far(n + 27))]
             for n in range(1, 8)]
    shore = [side[k] for k in range(4) for side in sides]
    level.ring([*shore, (58, 52)], "coast")
    x, y = 120, 116
    level.chain([(x + 34, y + 64), (x, y + 64), (x, y), (x + 96, y), (x + 96, y + 64), (x + 54, y + 64)], "hut")
    level.chain([(x + 56, y), (x + 56, y + 24)], "hut")
    level.chain([(x + 56, y + 42), (x + 56, y + 64)], "hut")
    level.ring(turned(box(-9, -6, 18, 12), x + 24, y + 22, 18), "hut")
    for k in range(4):
        level.ring(circle(x + 24 + 15 * math.cos(k * math.pi / 2 + .3), y + 22 + 13 * math.sin(k * math.pi / 2 + .3), 2.5, 6), "hut")
    level.ring(box(x + 66, y + 8, 22, 12), "hut")
    level.ring(box(x + 82, y + 34, 10, 22), "hut")
    level.ring(circle(x + 68, y + 50, 5, 9), "hut")
    level.area("hut", "room", box(x, y, 96, 64))
    level.entity("spawn", x + 44, y + 90, name="start", direction=[0, -1])
    return level


# ---- a hall of moving walls ----

def hall():
    level = Level()
    level.ring(box(0, 0, 336, 176), "wall")
    for x in (96, 216):
        level.ring(box(x, 0, 16, 56), "wall")
        level.ring(box(x, 120, 16, 56), "wall")
    for x in (96, 232):                         # where the floor changes, nothing stops
        level.chain([(x, 56), (x, 120)], "step")
    level.area("way in", "room", box(0, 0, 96, 176))
    level.area("way out", "room", box(232, 0, 104, 176))
    # Two doors that slide aside, and a wall that sweeps the room between them.
    level.entity("lift", 104, 88, name="lift 1", values={"width": "16", "height": "64", "to": "0,-64", "time": "60"})
    level.entity("lift", 164, 28, name="lift 2", values={"width": "64", "height": "16", "to": "0,120", "time": "150"})
    level.entity("lift", 224, 88, name="lift 3", values={"width": "16", "height": "64", "to": "0,64", "time": "80"})
    level.entity("spawn", 48, 88, name="start", direction=[1, 0])
    return level


MASONRY = ["7a3b34", "8a4a3a", "96563f", "6a3030"]


def draw_bricks():
    """32 by 48, which repeats. The walls of first person look so: the sprite has the name of their class."""
    canvas = Canvas(32, 48, colour("4a434c"))
    for row in range(6):
        for x in range(-8 * (row % 2), 32, 16):
            shade = MASONRY[noise(x, row) % 4]
            for u in range(x, x + 15):
                for v in range(8 * row, 8 * row + 7):
                    light = v == 8 * row or u == x
                    canvas.put(u % 32, v, "a86a4c" if light and noise(u, v) < 150 else "5e2c2c" if noise(u, v) < 26 else shade)
    return canvas.pixels


# ---- a ring to race on ----

RING = [(60, 150, 34), (96, 62, 34), (190, 52, 34), (258, 96, 30), (330, 62, 34), (412, 92, 36), (420, 190, 40), (352, 258, 34),
        (262, 214, 30), (170, 262, 34), (92, 244, 36)]
SURFACES = [("tarmac", "#77767b", "road"), ("ice", "#99c1f1", "road"), ("grass", "#26a269", "off")]


def handles(i):
    (ax, ay, _), (bx, by, _) = RING[i - 1], RING[(i + 1) % len(RING)]
    dx, dy = round((bx - ax) / 6 * 4) / 4, round((by - ay) / 6 * 4) / 4
    return [-dx, -dy], [dx, dy]


def road(steps=40):
    """(x, y, width, direction) along the middle."""
    line = []
    for i, (ax, ay, aw) in enumerate(RING):
        j = (i + 1) % len(RING)
        (bx, by, bw), (ux, uy), (vx, vy) = RING[j], handles(i)[1], handles(j)[0]
        for k in range(steps):
            t = k / steps
            p, q, r, s = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t ** 3
            x, y = ((p + q) * a + q * u + r * v + (r + s) * b for a, u, v, b in ((ax, ux, vx, bx), (ay, uy, vy, by)))
            line.append((x, y, aw + (bw - aw) * t * t * (3 - 2 * t)))
    return [(x, y, w, math.atan2(v - y, u - x)) for (x, y, w), (u, v, _) in zip(line, line[1:] + line[:1])]


def draw_ring():
    canvas, line = Canvas(480, 320), road()
    near = [[99.0] * 480 for _ in range(320)]
    along = [[0] * 480 for _ in range(320)]
    for n, (x, y, w, _) in enumerate(line):
        for v in range(max(int(y) - 30, 0), min(int(y) + 31, 320)):
            for u in range(max(int(x) - 30, 0), min(int(x) + 31, 480)):
                d = math.hypot(u + .5 - x, v + .5 - y) - w / 2
                if d < near[v][u]:
                    near[v][u], along[v][u] = d, n
    canvas.zone = "grass"
    canvas.fill(lambda x, y: True, lambda x, y: GRASS[2] if (x + y) // 24 % 2 else GRASS[1] if noise(x // 2, y // 2) < 240 else GRASS[3])
    canvas.zone = None
    canvas.fill(lambda x, y: near[y][x] < 3, lambda x, y: ("f4f0ea", "c01c28")[along[y][x] // 6 % 2] if near[y][x] > 0 else "8a94b8"
                if near[y][x] > -2 else "3d4668" if along[y][x] // 20 % 11 == 4 else ("4a4f6a", "515776")[noise(x, y) < 60])
    canvas.zone = "ice"
    canvas.fill(lambda x, y: near[y][x] < -4 and 250 < along[y][x] < 282, lambda x, y: ("bfe4f4", "a4d2ec", "e4f6fc")[noise(x // 2, y) % 3])
    canvas.zone = None
    for n, (x, y, w, d) in enumerate(line):
        if n % 40 == 18:                   # arrows that glow
            for k in range(-5, 6):
                u, v = x - abs(k) * math.cos(d) - k * math.sin(d), y - abs(k) * math.sin(d) + k * math.cos(d)
                canvas.put(int(u), int(v), "5fe8ff")
                canvas.put(int(u - math.cos(d)), int(v - math.sin(d)), "2f9fd8")
    x, y, w, d = line[0]
    c, s = math.cos(d), math.sin(d)
    canvas.fill(lambda u, v: -4 <= (u - x) * c + (v - y) * s < 4 and abs((v - y) * c - (u - x) * s) < w / 2 - 1,
                lambda u, v: ("f4f0ea", "26242c")[(int((u - x) * c + (v - y) * s + 8) // 4 + int((v - y) * c - (u - x) * s + 40) // 4) % 2],
                (int(x) - 30, int(y) - 30, int(x) + 30, int(y) + 30))
    return canvas


def ring(project):
    canvas, track = draw_ring(), "tracks['ring']"
    project.add("ring", png(canvas.pixels), "--as", "track", "--background")
    for i, (name, shade, ground) in enumerate(SURFACES):
        yield {"insert": track + ".surfaces", "value": {"value": i + 1, "name": name, "colour": shade, "ground": ground}}
    yield {"set": track + ".opacity", "value": 30}
    yield {"set": track + ".values", "value": {"length": "16", "width": "8"}}     # the car is a box that turns
    yield from ({"set": f"{track}.bands[0].{field}", "value": value} for field, value in
                {"name": "car", "radius": 6, "colour": "#ff7800"}.items())
    points = [{"at": list(p[:2]), "before": handles(i)[0], "after": handles(i)[1], "width": p[2]} for i, p in enumerate(RING)]
    yield {"insert": track + ".curves", "value": {"name": "ring", "closed": "closed", "surface": 1, "points": points}}
    line = road()
    for n in range(0, len(line), 88):
        x, y, w, d = line[n]
        r = w / 2 + 4
        a, b = ([round((part + sign * r * off) * 4) / 4 for part, off in ((x, -math.sin(d)), (y, math.cos(d)))] for sign in (-1, 1))
        yield {"insert": track + ".gates", "value": {"a": a, "b": b, **({} if n else {"name": "start"})}}


def main():
    project = Project("course", CLASSES)
    project.edit({"set": f"classes['{name}'].values", "value": values} for name, values in MATERIALS.items())
    for name, level, picture, corner in (("billiards", billiards(), draw_billiards(), [-28, -28]),
                                         ("breakout", breakout(), draw_breakout(), [-12, -12]),
                                         ("gallery", gallery(), draw_gallery(), [-16, -16])):
        project.edit(level.edits(name, grid=4, picture=project.picture(name, png(picture.pixels)), picture_at=corner))
    project.sprite("wall", draw_bricks(), [("bricks", (0, 0, 32, 48), {"id": 1})], [])
    project.edit(hall().edits("hall", grid=8, partition="bsp", leaf_walls=2))
    for kind in ("quadtree", "bsp"):
        project.edit(hut().edits(f"hut by {kind}", grid=8, partition=kind, leaf_walls=4))
    project.edit(ring(project))
    rows = [[colour(SURFACES[["tarmac", "ice", "grass"].index(zone)][1][1:]) if zone else (1, 2, 3) for zone in row]
            for row in draw_ring().zones]
    project.add("ring", png(rows), "--as", "track", *(f"--zone={s}={n}" for n, s, ground in SURFACES if ground == "off"),
                *(f"--road={s}={n}" for n, s, ground in SURFACES if ground == "road"), "--others-nothing")
    project.edit([{"set": "tracks['ring'].import", "value": None}])     # its file is gone


if __name__ == "__main__":
    main()
