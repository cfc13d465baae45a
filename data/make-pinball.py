#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the sample project data/pinball, levels in which things bounce, drawn by numbers, with the command line alone.

    data/make-pinball.py path/to/kickbox [FOLDER]

A pinball table with its lane, bumpers and flippers; crates that stand on one another; a court for two paddles. What moves are
entities, named as docs/playtest.md has it, whose values say how large they are. The same numbers give the same project, byte for
byte.
"""
import math

from sample import Canvas, Level, Project, box, circle, noise, png, ramp
from yard_tiles import STONE, WOOD, ashlar, crate

CLASSES = [("wall", "#d5dbe8"), ("rail", "#62a0ea"), ("sling", "#ff5fa2"), ("gate", "#f9f06b"), ("target", "#57e389"),
           ("drain", "#e01b24"),
           ("ball", "#ffffff"), ("bumper", "#ff7800"), ("flipper", "#dc8add"), ("crate", "#c88a5a"), ("paddle", "#8ff0a4"),
           ("gravity", "#9a9996")]
WIDE, HIGH = 240, 408
BUMPERS = [(80, 152, 15), (140, 152, 15), (110, 204, 15)]
POSTS = [(48, 228), (172, 228), (110, 262)]
TARGETS = [("star", 168), ("moon", 192), ("sun", 216)]
FLIPPERS = [(63, 346, 1), (157, 346, -1)]


def table():
    level = Level()
    arch = [(120 - 104 * math.cos(math.pi * i / 24), 120 - 104 * math.sin(math.pi * i / 24)) for i in range(25)]
    level.chain([(30, 400), (30, 390), (62, 356), (62, 340), (16, 308)] + arch + [(224, 390), (204, 390)])
    level.chain([(204, 130), (204, 308), (158, 340), (158, 356), (190, 390), (190, 400)])
    level.chain([(204, 308), (204, 390)])
    level.chain([(224, 130), (204, 130)], "gate", one_way=True)
    for x in (88, 110, 132):
        level.chain([(x, 84), (x, 108)], "rail")
    level.chain([(34 + 22 * (1 - math.cos(a)), 132 - 44 * math.sin(a)) for a in (i * math.pi / 12 for i in range(5))], "rail")
    for mirror in (False, True):
        points = [(36, 264), (66, 322), (36, 302)]
        level.ring([(220 - x, y) for x, y in points][::-1] if mirror else points, "sling")
    for x, y in POSTS:
        level.ring(circle(x, y, 4, 8, math.pi / 8), "sling")
    for name, y in TARGETS:
        level.area(name, "target", box(16, y, 7, 18))
    level.area("drain", "drain", box(30, 386, 160, 14))
    level.area("lane", "gate", box(204, 130, 20, 260))
    level.entity("ball", 214, 384, direction=[0, -1], values={"radius": "5", "speed": "0.1"})
    for x, y, r in BUMPERS:
        level.entity("bumper", x, y, values={"radius": str(r)})
    for (x, y, side), name in zip(FLIPPERS, ("left", "right")):
        level.entity("flipper", x, y, name="flipper " + name, direction=[side * 2, 1], values={"length": "33", "radius": "4"})
    level.entity("gravity", 232, 20, direction=[0, 1], values={"strength": "0.06"})
    return level


# ---- the table's picture ----

SPACE = ["0b0a20", "15113a", "231a58", "3a2578", "5c3498", "8a4ab4"]
PLANET = ["17304f", "215a72", "2f8f8f", "6cc8a4", "c8f0b8"]
RING = ["6a3a5a", "c06a6a", "f0a86a", "fbe0a0"]
CHROME = ["2a2d44", "6c7794", "b4bed2", "f4f7fc"]
RUBBER = ["5a1238", "b02a5c", "f0508a", "ffb0cc"]
GOLD = ["7a4a1e", "c8862c", "f6c648", "fff2b0"]


def cloud(x, y, seed, span):
    i, j, u, v = int(x // span), int(y // span), x % span / span, y % span / span
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    row = lambda k: noise(i + 40, (j + k) * 31 + seed) * (1 - u) + noise(i + 41, (j + k) * 31 + seed) * u
    return (row(0) * (1 - v) + row(1) * v) / 255


def to_line(x, y, a, b):
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = min(max(((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy), 0), 1)
    return math.hypot(x - a[0] - t * dx, y - a[1] - t * dy)


def around(wall, r):
    (ax, ay), (bx, by) = wall["a"], wall["b"]
    return int(min(ax, bx) - r) - 1, int(min(ay, by) - r) - 1, int(max(ax, bx) + r) + 2, int(max(ay, by) + r) + 2


def draw_field(canvas):
    field = [(120 - 104 * math.cos(math.pi * i / 48), 120 - 104 * math.sin(math.pi * i / 48)) for i in range(49)]
    field += [(224, 390), (204, 390), (204, 308), (158, 340), (158, 356), (190, 390), (190, 400), (30, 400), (30, 390), (62, 356),
              (62, 340), (16, 308)]
    canvas.fill(lambda x, y: True, lambda x, y: WOOD[0] if x in (0, WIDE - 1) or y in (0, HIGH - 1) else
                WOOD[4] if x == 1 or y == 1 else ramp(
        WOOD[1:4], .35 + .5 * cloud(x / 3, y / 40 if 6 < x < WIDE - 7 else y / 9, 3, 2) - .1 * (x + y > 500), x, y))
    canvas.zone = "field"

    def space(x, y):
        mist = .55 * cloud(x, y, 1, 44) + .3 * cloud(x, y, 2, 20) + .15 * cloud(x, y, 4, 9)
        star = noise(x, y)
        if star < 2 and noise(y, x) < 150:
            return "fff2d0" if star else "9ab0e8"
        return ramp(SPACE, max(mist * 1.5 - .42, 0) + .12 * (1 - y / HIGH), x, y)
    canvas.polygon(field, space)
    canvas.zone = None


def draw_planet(canvas, x, y, r):
    def ring(front):
        def inside(u, v):
            a, b = (u - x) * .94 + (v - y) * .34, (v - y) * .94 - (u - x) * .34
            d = math.hypot(a / 2.05, b / .5)
            return canvas.zones[v][u] == "field" and r * .68 < d < r and abs(d - r * .86) > 1 and (b > 0) == front
        canvas.fill(inside, lambda u, v: ramp(RING, 1 - (u - x + 80) / 170, u, v), (x - 90, y - 60, x + 90, y + 60))
    canvas.zone = "field"
    ring(False)
    canvas.ellipse(x, y, r * .62, r * .62, lambda u, v: ramp(
        PLANET, .5 - ((u - x) + (v - y)) / (2.1 * r) + .14 * math.sin((v - y + (u - x) * .36) / 3.2), u, v))
    ring(True)
    canvas.zone = None


def glow(canvas, x, y, r, tones):
    """Rays and rings that are laid into the field."""
    for v in range(int(y - r), int(y + r) + 1):
        for u in range(int(x - r), int(x + r) + 1):
            d, a = math.hypot(u + .5 - x, v + .5 - y) / r, math.atan2(v + .5 - y, u + .5 - x)
            if d < 1 and canvas.zones[v][u] == "field" and int(a / math.pi * 8 + 16) % 2 and (u + v) % 2 == 0 and d < .96:
                canvas.pixels[v][u] = tuple(int(tones[0 if d > .75 else 1][k:k + 2], 16) for k in (0, 2, 4))


def shade(canvas, inside, box_):
    for v in range(max(box_[1], 0), min(box_[3], canvas.height)):
        for u in range(max(box_[0], 0), min(box_[2], canvas.width)):
            if canvas.zones[v][u] == "field" and inside(u, v):
                canvas.pixels[v][u] = tuple(part // 2 for part in canvas.pixels[v][u])
                canvas.zones[v][u] = "shade"


def draw_bumper(canvas, x, y, r):
    for size, tones in ((r, RUBBER), (r - 2, CHROME), (r - 4, GOLD)):
        canvas.ellipse(x, y, size, size,
                       lambda u, v, tones=tones, size=size: tones[0] if math.hypot(u + .5 - x, v + .5 - y) > size - 1 else
                       tones[3] if u - x + v - y < -size else tones[2] if u - x + v - y < size * .5 else tones[1])
    for k in range(5):
        a = k * 2 * math.pi / 5 - math.pi / 2
        canvas.polygon([(x + (r - 6) * math.cos(a), y + (r - 6) * math.sin(a)),
                        (x + 3 * math.cos(a + 1.2), y + 3 * math.sin(a + 1.2)),
                        (x, y), (x + 3 * math.cos(a - 1.2), y + 3 * math.sin(a - 1.2))], RUBBER[1])
    canvas.put(x - 5, y - 6, "ffffff")
    canvas.put(x - 4, y - 7, "ffffff")


def draw_walls(canvas, level):
    for wall in level.walls:
        r = 3.4
        shade(canvas, lambda u, v: to_line(u - 3, v - 4, wall["a"], wall["b"]) < r - 1, around(wall, 8))
    for wall in level.walls:
        tones = {"sling": RUBBER, "gate": GOLD, "rail": ["1d3b6a", "3f7ac0", "7fb6f0", "e0f2ff"]}.get(wall["class"], CHROME)
        for size, tone in ((2.9, 0), (1.9, 1), (1.1, 2)):
            canvas.fill(lambda u, v: to_line(u + .5, v + .5, wall["a"], wall["b"]) < size, tones[tone], around(wall, 3))
    for wall in level.walls:
        tones = {"sling": RUBBER, "gate": GOLD}.get(wall["class"], CHROME)
        canvas.fill(lambda u, v: to_line(u + 1, v + 1, wall["a"], wall["b"]) < .45, tones[3], around(wall, 2))


def chevron(canvas, x, y, tone):
    for k in range(5):
        canvas.box(x - k - 2, y + k, 3, 1, tone)
        canvas.box(x + k, y + k, 3, 1, tone)


def draw_table(level):
    canvas = Canvas(WIDE, HIGH)
    draw_field(canvas)
    draw_planet(canvas, 110, 290, 47)
    for x, y, r in BUMPERS:
        glow(canvas, x, y, r + 15, ["c8862c", "f6c648"])
    for n, y in enumerate((160, 200, 240, 280, 320)):
        chevron(canvas, 214, y, GOLD[min(n // 2 + 1, 3)])
    for x in (77, 99, 121, 143):
        canvas.ellipse(x, 96, 5, 5, lambda u, v, x=x: GOLD[0] if math.hypot(u + .5 - x, v + .5 - 96) > 3.8 else
                       GOLD[3 if u + v < x + 94 else 2])
    for n, (_, y) in enumerate(TARGETS):
        canvas.box(17, y, 6, 18, lambda u, v, y=y, n=n: ("1f6a4a", "57c383",
                                                         "b8f0c8")[(v - y not in (0, 17) and u != 22) + (u == 18)])
        canvas.polygon([(28, y + 9), (36, y + 4), (36, y + 14)], GOLD[2])
    for points in ([(36, 264), (66, 322), (36, 302)], [(184, 264), (154, 322), (184, 302)]):
        canvas.polygon(points, lambda u, v: ("3a1450", "5c2478")[(u + v) // 4 % 2])
    shade(canvas, lambda u, v: any(math.hypot(u - 4 - x, v - 5 - y) < r for x, y, r in BUMPERS), (0, 0, WIDE, HIGH))
    draw_walls(canvas, level)
    for x, y, r in BUMPERS:
        draw_bumper(canvas, x, y, r)
    for x, y, _ in FLIPPERS:
        canvas.ellipse(x, y, 4, 4, lambda u, v, x=x, y=y: CHROME[3 if u + v < x + y - 2 else 1])
    for x, y in POSTS:
        canvas.ellipse(x, y, 4, 4, lambda u, v, x=x, y=y: RUBBER[3 if u + v < x + y - 3 else 2])
    canvas.box(205, 391, 19, 9, lambda u, v: CHROME[0] if v % 3 == 0 else CHROME[2 if u < 214 else 1])
    return canvas


# ---- crates, and a court ----

def stack():
    level = Level()
    level.chain([(0, 40), (0, 200), (320, 200), (320, 40)])
    for row in range(5):
        for k in range(5 - row):
            level.entity("crate", 150 + row * 13 + k * 26, 187 - row * 24, values={"size": "24"})
    level.entity("crate", 60, 196, values={"width": "56", "height": "8"})
    level.entity("crate", 302, 178, direction=[1, .25], values={"width": "16", "height": "32"})
    level.entity("ball", 60, 182, direction=[3, -1], values={"radius": "9", "speed": "0.1", "mass": "12"})
    return level


def draw_stack():
    canvas, tile = Canvas(344, 224), Canvas(16, 16, None)
    brick = ["1c1e33", "252842", "2c3050", "353a5e"]

    def wall(x, y):
        row, u = y // 10, (x + 11 * (y // 10 % 2)) % 22
        lamp = max(1 - math.hypot(x - 172, (y - 30) * .8) / 190, 0)
        if y % 10 == 9 or u == 21:
            return brick[0]
        return ramp([*brick[1:], "474f78", "6a6f94"], lamp * .85 - .1 * (noise((x + 11 * (row % 2)) // 22, row) % 3), x, y)
    canvas.fill(lambda x, y: True, wall)
    canvas.box(12, 212, 320, 12, lambda x, y: ashlar((x + 5) % 32, y - 212, 32, 12, x // 32))
    for x in (0, 332):
        canvas.box(x, 0, 12, 224, lambda u, v, x=x: ashlar(u - x, v % 24, 12, 24, v // 24))
    crate(tile)
    for x, y in ((16, 180), (16, 196), (32, 196)):
        for v in range(16):
            for u in range(16):
                canvas.pixels[y + v][x + u] = tuple(part * 3 // 5 for part in tile.pixels[v][u])
    canvas.box(171, 0, 2, 24, STONE[0])
    canvas.polygon([(172, 18), (190, 32), (154, 32)], lambda x, y: STONE[3 if x < 170 else 1])
    canvas.ellipse(172, 34, 6, 4, "fff2b0")
    return canvas


def court():
    level = Level()
    level.chain([(0, 0), (320, 0)])
    level.chain([(320, 200), (0, 200)])
    level.area("left goal", "drain", box(-16, 0, 16, 200))
    level.area("right goal", "drain", box(320, 0, 16, 200))
    for name, x, side in (("left", 16, 1), ("right", 304, -1)):
        level.entity("paddle", x, 100, name="paddle " + name, direction=[side, 0], values={"length": "36"})
    level.entity("ball", 160, 100, direction=[2, 1], values={"radius": "4", "speed": "3"})
    level.entity("gravity", 160, 20)            # without a direction: nothing falls
    return level


def draw_court():
    canvas = Canvas(352, 232)
    canvas.fill(lambda x, y: True, lambda x, y: "2a3242" if x in (0, 351) or y in (0, 231) else "1a202e")
    canvas.box(16, 16, 320, 200, lambda x, y: ramp(["0c1a1c", "12282a", "1a3a3a"],
                                                   1.1 - math.hypot((x - 176) / 190, (y - 116) / 130) - .25 * (y % 3 == 0), x, y))
    glass = lambda x, y: "7fe0b0" if y % 3 else "57b890"
    for y in range(20, 214, 14):
        canvas.box(175, y, 2, 8, glass)
    canvas.fill(lambda x, y: abs(math.hypot(x - 175.5, y - 115.5) - 38) < .8, "2f6a5c")
    for y in (13, 216):
        canvas.box(16, y, 320, 3, glass)
    for x in (14, 336):
        canvas.fill(lambda u, v: (u + v) % 4 < 2, "a03a4a", (x, 16, x + 2, 216))
    return canvas


def main():
    project = Project("pinball", CLASSES)
    for name, level, picture, corner, step in (("table", table(), draw_table(table()), [0, 0], 4),
                                               ("stack", stack(), draw_stack(), [-12, -12], 8),
                                               ("court", court(), draw_court(), [-16, -16], 8)):
        project.edit(level.edits(name, grid=step, picture=project.picture(name, png(picture.pixels)), picture_at=corner))


if __name__ == "__main__":
    main()
