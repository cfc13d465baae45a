# SPDX-License-Identifier: MIT
"""The lighthouse keeper's cabin of the sample data/harbor: a room to point and click in, by the light of a lamp and a stove."""
import math

from sample import Canvas, noise, ramp

WIDE, HIGH, BACK = 320, 180, 106            # where the wall meets the floor
LAMP, STOVE = (150, 34), (222, 98)
PLANKS = ["1e1526", "32202e", "4b2d33", "6b4036", "8e5a3c", "b57a45", "d8a057"]
BOARDS = ["1c1628", "2c2033", "43303d", "604443", "835d4a", "a97d55", "cfa468"]
BRASS = ["4a2d2a", "8d5d3a", "d09a4a", "fbd07a", "fff0b0"]
IRON = ["15131f", "25232f", "3a3947", "565666", "7c7d8c"]
NIGHT = ["0e1430", "16204a", "203266", "2d4a86", "48709f"]
BOOKS = [("a83a48", "c8606a"), ("3f6a8c", "5f94b0"), ("4d8b52", "74b070"), ("c08a3a", "e2b660"), ("6a4a86", "8f6cae"),
         ("8a8078", "b0a698")]
ZONES = [("floor", "#8ff0a4"), ("door", "#e01b24"), ("window", "#3584e4"), ("shelf", "#ff7800"), ("desk", "#c061cb"),
         ("stove", "#a51d2d"),
         ("chest", "#f6d32d"), ("cat", "#ffffff"), ("lamp", "#fbe3a0")]


def light(x, y):
    """0 in the dark, 1 close to the lamp."""
    lamp = max(1 - math.hypot(x - LAMP[0], (y - LAMP[1]) * 1.15) / 205, 0)
    fire = max(1 - math.hypot(x - STOVE[0], y - STOVE[1] - 6) / 72, 0)
    return min(lamp * .82 + fire * .5, 1)


def shaded(tones, off=0.0):
    return lambda x, y: ramp(tones, light(x, y) + off, x, y)


def draw_walls(room):
    def plank(x, y):
        row = x // 14
        seam = x % 14 == 0
        grain = noise(row, (y + noise(row, 5)) // 9) < 50 and x % 5 == 1
        return ramp(PLANKS, light(x, y) - (.3 if seam else .1 if grain else 0) - (.07 if row % 2 else 0), x, y)
    room.fill(lambda x, y: y < BACK, plank)
    for y, h in ((0, 9), (BACK - 7, 7)):
        room.box(0, y, WIDE, h, lambda u, v, y=y, h=h: ramp(PLANKS,
                                                            light(u, v) + (.18 if v == y else -.26 if v == y + h - 1 else .04), u,
                                                            v))
    for x in (92, 244):
        room.box(x, 9, 9, BACK - 16, lambda u, v, x=x: ramp(PLANKS,
                                                            light(u, v) + (.2, .1, .06, .04, .02, 0, -.05, -.12, -.3)[u - x], u,
                                                            v))


def draw_floor(room):
    def board(x, y):
        far = (y - 40) / (HIGH - 40)
        u = (x - 160) / far + 1600
        row, part = int(u // 26), u % 26
        cut = (y + noise(row, 7) // 2) % 44 == 0
        return ramp(BOARDS, light(x, y) + .04 - (.3 if part < 1 / far or cut else
                                                 .08 * (row % 2)) + (.05 if noise(x // 5, y) < 26 else 0), x, y)
    room.zone = "floor"
    room.box(0, BACK, WIDE, HIGH - BACK, board)

    def rug(u, v):
        d = math.hypot((u - 150) / 76, (v - 148) / 19)
        tones = ("3a1630", "6e2238", "a03848",
                 "cf6558") if not .62 < d < .74 and d < .9 else ("4a3320", "8d6232", "c99a4a", "f0cf80")
        if d > .96:
            tones = ("1e1526",) * 4
        star = abs(u - 150) / 26 + abs(v - 148) / 8 < 1
        return ramp(("202a4c", "2f4a7a", "4a78a8", "84b4cc") if star else tones, light(u, v) + .1, u, v)
    room.ellipse(150, 148, 76, 19, rug)
    room.zone = None


def draw_window(room):
    room.zone = "window"
    room.ellipse(150, 62, 28, 28, lambda x, y: BRASS[3 if x + y < 196 else 2 if x + y < 220 else 1])
    room.ellipse(150, 62, 26, 26, BRASS[0])

    def sea(x, y):
        moon = math.hypot(x - 140, y - 51)
        if moon < 5.4:
            return "fff6d8" if x + y < 192 else "e8d8b0"
        if y < 68:
            star = noise(x, y) < 3 and y < 64
            return "d8e4f4" if star else ramp(NIGHT, (y - 38) / 36 + .3 * max(1 - moon / 16, 0), x, y)
        glint = abs(x - 140) < 3 + (y - 68) / 3 and noise(x // 3, y) < 130
        return "f0e0b0" if glint else ramp(NIGHT[::-1], .35 + (y - 68) / 26, x, y) if noise((x + y) // 4, y) > 50 else NIGHT[3]
    room.ellipse(150, 62, 24, 24, sea)
    room.box(149, 38, 2, 48, lambda x, y: BRASS[x - 148])
    room.box(126, 62, 48, 2, lambda x, y: BRASS[2 - (y - 62)])
    for n in range(8):
        a = n * math.pi / 4 + .4
        room.box(int(150 + 26.5 * math.cos(a)), int(62 + 26.5 * math.sin(a)), 2, 2, BRASS[4])
    room.zone = None


def draw_shelf(room):
    room.zone = "shelf"
    room.box(14, 20, 68, 94, shaded(PLANKS, -.12))
    room.box(18, 24, 60, 86, shaded(PLANKS, -.42))
    for row, top in enumerate((24, 46, 68, 90)):
        x = 19
        room.box(16, top + 19, 64, 3, lambda u, v, top=top: ramp(PLANKS, light(u, v) + (.22, 0, -.25)[v - top - 19], u, v))
        while x < (60 if row == 1 else 74):
            w, h = 3 + noise(x, row) % 4, 12 + noise(x, row + 9) % 6
            dark, bright = BOOKS[noise(x, row + 3) % len(BOOKS)]
            if noise(x, row + 20) > 225:
                x += 5
                continue
            w = min(w, (61 if row == 1 else 78) - x)
            room.box(x, top + 19 - h, w, h, lambda u, v, x=x, w=w, top=top, h=h: "1e1526" if u == x + w - 1 else
                     BRASS[3] if v in (top + 22 - h, top + 16) and w > 3 else bright if u == x else dark)
            x += w
    room.box(62, 54, 10, 11, BRASS[0])
    room.ellipse(67, 58, 5, 5, lambda x, y: "74b070" if noise(x // 2, y // 2) < 90 else "3f6a8c" if x > 67 else "5f94b0")
    room.zone = None


def draw_door(room):
    room.zone = "door"
    arch = lambda x, y, r: abs(x - 284) < r and (y >= 48 or math.hypot(x - 284, y - 48) < r)
    room.fill(lambda x, y: arch(x, y, 21), shaded(IRON, .1), (262, 26, 306, BACK + 4))
    room.fill(lambda x, y: arch(x, y, 18), lambda x, y: ramp(["17232f", "22404a", "2f6262", "4a8a7c", "7ab89a"],
                                                             light(x, y) + .16 - (.34 if (x - 266) % 7 == 0 else 0), x, y),
              (262, 26, 306, BACK + 4))
    for y in (50, 86):
        room.box(267, y, 22, 4, lambda u, v, y=y: IRON[4 if v == y else 1 if v == y + 3 else 3])
    room.ellipse(297, 74, 2.5, 2.5, lambda x, y: BRASS[4 if x + y < 371 else 2])
    room.ellipse(284, 46, 6, 6, lambda x, y: BRASS[1] if math.hypot(x + .5 - 284, y + .5 - 46) > 4.6 else
                 NIGHT[3 if x < 284 else 2])
    room.zone = None
    room.box(262, BACK + 3, 44, 2, shaded(BOARDS, -.3))


def draw_desk(room):
    # Its shadow is floor.
    for y in range(118, 126):
        for x in range(96, 200):
            if (x + y) % 2 and room.zones[y][x] == "floor":
                room.pixels[y][x] = tuple(v * 5 // 8 for v in room.pixels[y][x])
    # Nobody walks below it.
    room.zones[106:121] = [row[:101] + [None] * 96 + row[197:] for row in room.zones[106:121]]
    room.zone = "desk"
    for x in (104, 188):
        room.box(x, 100, 5, 22, lambda u, v, x=x: ramp(PLANKS, light(u, v) + (-.06, -.15, -.2, -.3, -.6)[u - x], u, v))
    room.box(100, 96, 98, 9, lambda x, y: ramp(PLANKS, light(x, y) - (.24 if y < 104 and 100 < x < 197 else .6), x, y))
    room.polygon([(104, 88), (194, 88), (200, 96), (98, 96)],
                 lambda x, y: ramp(PLANKS, light(x, y) + .12 - (.1 if y % 3 == 0 else 0), x, y))
    room.box(98, 95, 102, 2, lambda x, y: ramp(PLANKS, light(x, y) + (.3 if y == 95 else -.5), x, y))
    room.box(104, 87, 90, 1, shaded(PLANKS, -.5))
    room.box(142, 98, 16, 5, lambda x, y: ramp(PLANKS, light(x, y) - (.5 if x in (142, 157) or y in (98, 102) else .14), x, y))
    room.box(149, 100, 2, 1, BRASS[4])
    room.polygon([(118, 89), (158, 89), (162, 95), (114, 95)], lambda x, y: "8a5c3c" if (x - 2 * y) % 23 == 0 or y == 92
                 and x % 3 else "6f94a0" if (x - 138) ** 2 / 90 + (y - 92) ** 2 < 3 else "eed9a6")
    for k in range(18):
        top = 84 - k // 3
        room.box(168 + k, top - 1, 1, 6 - k // 7, lambda x, y, k=k, top=top: IRON[0] if y in (top - 1, top + 4 - k // 7) else
                 BRASS[4 if k in (0, 8, 9, 17) else 3 if y == top else 2])
    for dx in (-4, 0, 4):
        room.polygon([(176, 84), (178, 84), (178 + dx, 94), (176 + dx, 94)], IRON[1 if dx < 4 else 0])
    room.box(108, 78, 4, 12, lambda x, y: "fff6d8" if x < 110 else "d8c4a0")
    room.box(105, 89, 10, 2, BRASS[2])
    room.fill(lambda x, y: abs(x - 109.5) < (y - 70) / 2 and y < 78, lambda x, y: BRASS[4] if y > 74 else BRASS[3],
              (106, 70, 114, 78))
    room.zone = None


def draw_stove(room):
    room.zone = "stove"
    room.box(217, 9, 10, 62, lambda x, y: IRON[(1, 3, 4, 3, 2, 2, 1, 1, 0, 0)[x - 217]] if y % 20 > 1 else
             IRON[(2, 4, 4, 4, 3, 3, 2, 2, 1, 0)[x - 217]])
    room.fill(lambda x, y: abs(x - 221.5) < 19 - max(78 - y, 0) * .9,
              lambda x, y: IRON[4 if y in (70, 78) else 3 if x < 210 else 2 if x < 230 else 1], (200, 70, 244, 112))
    room.box(201, 110, 42, 4, lambda x, y: IRON[3 if y == 110 else 1])
    for x in (204, 236):
        room.box(x, 114, 4, 4, IRON[0])
    room.box(208, 84, 28, 20, IRON[0])
    room.box(210, 86, 24, 16, lambda x, y: "3a1020")
    for tall, tone in ((15, "a02a2c"), (12, "e0582c"), (8, "f7a03a"), (4, "fff0a0")):
        room.fill(lambda x, y: 102 - y < tall * (.55 + .45 * math.sin(x * .9) ** 2) * (1 - ((x - 222) / 13) ** 2), tone,
                  (210, 86, 234, 102))
    for x in (214, 222, 230):
        room.box(x, 86, 1, 16, IRON[1])
    room.box(208, 84, 28, 1, IRON[4])
    room.zone = None


def draw_chest(room):
    for y in range(158, 170):
        for x in range(258, 316):
            if (x + y) % 2 and room.zones[y][x] == "floor" and ((x - 288) / 30) ** 2 + ((y - 164) / 6) ** 2 < 1:
                room.pixels[y][x] = tuple(v * 5 // 8 for v in room.pixels[y][x])
    room.zone = "chest"
    room.fill(lambda x, y: y >= 138 or ((x - 288) / 24) ** 2 + ((y - 138) / 13) ** 2 < 1, lambda x, y: ramp(
        PLANKS, .62 - (x - 264) / 110 - (.3 if y in (137, 146, 155) else 0) + (.12 if y < 130 else 0), x, y),
              (264, 124, 312, 166))
    for x in (266, 286, 306):
        room.fill(lambda u, v: v >= 138 or ((u - 288) / 24) ** 2 + ((v - 138) / 13) ** 2 < 1,
                  lambda u, v, x=x: BRASS[3 if u == x else 2 if u < x + 3 else 1], (x, 124, x + 4, 166))
    room.box(264, 137, 48, 2, BRASS[1])
    room.box(283, 134, 10, 10, lambda x, y: BRASS[4 if x == 283 or y == 134 else 2])
    room.box(287, 138, 2, 4, BRASS[0])
    room.zone = None


def draw_cat(room):
    rows = ["..........a..a....", "..........aaaaa...", "....aaaaa.acbcb...", "..aabbbabbabbbbb..", ".aabbabbabbabpb...",
            "aabbabbabbbbaaa...", "abbbabbabbbbbba...",
            "abbbbbbbbbbbwwa...", "aabbbbbbbwwbwaaaa.", ".aaaaaaaaaaaabbbba", "...........aaaaaa."]
    tones = {"a": "4a2a24", "b": "d8884a", "c": "2a1a18", "p": "f2b0a0", "w": "fae6c8"}
    room.zone = "cat"
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter in tones:
                room.put(232 + x, 117 + y, tones[letter])
    room.zone = None


def draw_lamp(room):
    room.zone = "lamp"
    room.box(149, 0, 2, 16, IRON[2])
    room.polygon([(150, 13), (164, 25), (136, 25)], lambda x, y: BRASS[3] if x < 147 else BRASS[2] if x < 156 else "ab7840")
    room.box(134, 25, 32, 2, BRASS[1])
    room.ellipse(150, 29, 6, 5, lambda x, y: "fffbe6" if math.hypot(x + .5 - 150, y - 28) < 3.4 else BRASS[4])
    room.zone = None


def draw_cabin():
    room = Canvas(WIDE, HIGH)
    for draw in (draw_walls, draw_floor, draw_window, draw_shelf, draw_door, draw_stove, draw_desk, draw_cat, draw_chest,
                 draw_lamp):
        draw(room)
    return room
