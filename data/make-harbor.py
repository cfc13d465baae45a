#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the sample project data/harbor, masks, a track and a sprite that are drawn by numbers, with the command line alone.

    data/make-harbor.py path/to/kickbox [FOLDER]

The masks are an adventure's quay at dusk and the cabin of the lighthouse's keeper, who walks there: where people walk, what is
wet, which door and which boat this is. The track is a road round a small island, drawn as one curve, with
what lies beside it painted. The same numbers give the same project, byte for byte. Needs NumPy.
"""
import math

import figures
import harbor_cabin
from sample import BAYER, Canvas, Project, colour, noise, png, ramp

# ---- the quay ----

SKY = ["1b1b3a", "2b2350", "4a2c63", "7a3568", "b0485f", "e0705a", "f7a65a", "fbd07a"]
SEA = ["e88a5c", "8f4a66", "4d3568", "2c2d5c", "1d2547", "161d38"]
STONE = ["2a2438", "3a3247", "4e4459", "675a6b", "86757c"]
WALL = ["3b2a3d", "523a4b", "6d4d57", "8a6460", "a67d6c"]
WOOD = ["2e1c22", "4a2d2a", "6b4330", "8d5d3a", "b07d4a"]
HORIZON, QUAY = 84, 112

ZONES = [("ground", "#8ff0a4"), ("water", "#3584e4"), ("tavern door", "#e01b24"), ("boat", "#ff7800"), ("crates", "#c061cb"),
         ("lamp", "#f6d32d")]


def draw_sky(quay):
    quay.fill(lambda x, y: y < HORIZON, lambda x, y: ramp(SKY, y / HORIZON, x, y))
    for n in range(60):
        x, y = noise(n, 7) * 320 // 256, noise(n, 8) * 46 // 256
        quay.put(x, y, "fdf2d0" if n % 5 == 0 else "8d7aa8")
    quay.ellipse(88, HORIZON, 17, 17,
                 lambda x, y: None if y >= HORIZON else "fff0b0" if (x - 88) ** 2 + (y - HORIZON) ** 2 < 190 else "fbd07a")
    for x0, y0, w in ((18, 52, 56), (64, 61, 44), (122, 46, 62), (150, 66, 50), (4, 72, 40)):
        quay.fill(lambda x, y: y - y0 < 3 and abs(x - x0 - w / 2) < w / 2 - 3 * abs(y - y0) - noise(x // 5, y0) % 4,
                  lambda x, y: "f7a65a" if y == y0 + 2 else "b0485f", (x0, y0, x0 + w, y0 + 3))


def draw_lighthouse(quay):
    quay.polygon([(8, 86), (14, 79), (26, 76), (44, 78), (54, 82), (60, 86)], lambda x, y: STONE[0] if y > 81 else STONE[1])
    quay.polygon([(26, 77), (29, 48), (37, 48), (40, 77)],
                 lambda x, y: ("b8a0a0", "6f5a70")[x > 34] if (y - 48) // 6 % 2 else ("a83a48", "5f2440")[x > 34])
    quay.box(28, 42, 10, 6, lambda x, y: "fff0b0" if 30 <= x < 36 else STONE[1])
    quay.polygon([(27, 42), (33, 36), (39, 42)], "5f2440")
    quay.fill(lambda x, y: abs(y - 45) <= (x - 38) / 9 and BAYER[y % 4][x % 4] < 11 - (x - 39) / 7, "fbd07a", (39, 35, 112, 56))


def draw_sea(quay):
    quay.zone = "water"

    def wave(x, y):
        depth = (y - HORIZON) / 60
        line = noise((x + 5 * y) // (4 + (y - HORIZON) // 4), y) < 46
        glow = abs(x - 88) < 6 + (y - HORIZON) * .7 and noise((x + 3 * y) // 5, y) < 120
        return "fbd07a" if glow and noise(x // 3, y) < 120 else ramp(SEA, depth * .9 - .14 * line, x, y)
    quay.fill(lambda x, y: y >= HORIZON, wave)
    quay.zone = None


def draw_ground(quay):
    """Cobbles in perspective; the quay's wall below its edge at the left."""
    edge = [(0, 158), (70, 134), (150, QUAY), (320, QUAY), (320, 180), (0, 180)]

    def cobble(x, y):
        far = (y - QUAY + 14) / 14
        row = int(6 * math.log(far) / math.log(1.9))
        start = math.exp(row / 6 * math.log(1.9)) * 14 + QUAY - 14
        width = 5 + 2.4 * far
        u = (x - 160) / (.6 + far * .35) + row % 2 * width / 2
        stone, part = int(u // width), u % width
        if y - start < 1 or part < 1:
            return STONE[0]
        light = noise(stone + 99, row) % 3
        return STONE[min(1 + light + (y - start < 2), 4)]
    quay.zone = "ground"
    quay.polygon(edge, cobble)
    quay.zone = None
    for (ax, ay), (bx, by) in zip(edge[:3], edge[1:4]):
        for x in range(ax, bx):
            y = round(ay + (by - ay) * (x - ax) / (bx - ax))
            for v, shade in ((-3, STONE[4]), (-2, STONE[3]), (-1, STONE[2])):
                quay.put(x, y + v, STONE[0] if x % 11 == 0 else shade)


def draw_tavern(quay):
    def masonry(x, y):
        row = (y - 20) // 6
        x += row % 2 * 6
        if (y - 20) % 6 == 0 or x % 12 == 0:
            return WALL[0]
        return WALL[1 + noise(x // 12, row) % 3]
    quay.polygon([(196, 118), (196, 34), (320, 34), (320, 128), (300, 130)], masonry)
    quay.polygon([(186, 38), (214, 6), (320, 6), (320, 38)],
                 lambda x, y: "3a1c34" if y % 6 == 5 else
                 ("5f2440", "7a2f48", "963f50")[noise((x + y // 6 % 2 * 4) // 8, y // 6) % 3])
    quay.box(186, 37, 134, 2, "2a1428")
    quay.box(282, 0, 14, 14, masonry)
    for x in (208, 284):
        quay.box(x - 2, 56, 26, 28, WOOD[1])
        quay.box(x, 58, 22, 24, lambda u, v, x=x: WOOD[0] if u - x in (10, 11) or v - 58 in (11, 12) else
                 ramp(["fff0b0", "fbd07a", "f7a65a"], (v - 58) / 24, u, v))
        quay.box(x - 4, 84, 30, 3, WOOD[3])
    quay.zone = "tavern door"
    quay.fill(lambda x, y: y >= 82 or (x - 257.5) ** 2 + (y - 82) ** 2 <= 14.2 ** 2,
              lambda x, y: WALL[4] if x < 246 or x > 269 or (x - 257.5) ** 2 + (y - 82) ** 2 > 11.6 ** 2 and y < 82
              else WOOD[0] if (x - 246) % 6 == 0 else WOOD[2 + noise(x // 6, 3) % 2], (243, 66, 273, 125))
    quay.box(264, 98, 3, 4, "fbd07a")
    for y in (84, 112):
        quay.box(246, y, 12, 2, STONE[0])
    quay.zone = None
    quay.box(240, 46, 2, 14, STONE[0])
    quay.box(232, 52, 19, 13, WOOD[3])
    quay.box(233, 53, 17, 11, WOOD[1])
    quay.box(238, 55, 6, 7, "f7a65a")
    quay.box(244, 57, 2, 4, "f7a65a")
    quay.box(238, 54, 6, 2, "fdf2d0")


def draw_boat(quay):
    quay.zone = "boat"
    quay.box(101, 58, 2, 56, WOOD[1])
    quay.polygon([(104, 62), (104, 102), (128, 102)], lambda x, y: "d8b89a" if (x - 104) < (y - 62) * .3 else "a8788a")
    quay.polygon([(99, 66), (99, 100), (84, 100)], lambda x, y: "c8a08e")
    quay.polygon([(72, 106), (132, 106), (122, 121), (82, 121)],
                 lambda x, y: WOOD[4] if y < 108 else "a83a48" if y < 111 else WOOD[1 + (y - 111) // 3 % 2 + (x > 112)])
    quay.zone = "water"
    quay.fill(lambda x, y: noise(x // 4, y) < 110, SEA[3], (76, 120, 130, 124))
    quay.zone = None
    for x in range(122, 148):
        quay.put(x, round(110 + 9 * math.sin((x - 122) / 26 * math.pi) + (x - 122) * .28), "b8a0a0")


def crate(quay, x, y, w, h):
    quay.box(x, y, w, h, lambda u, v: WOOD[1] if u in (x, x + w - 1) or v in (y, y + h - 1)
             else WOOD[4] if u in (x + 1, x + 2, x + w - 3, x + w - 2) or v in (y + 1, y + 2, y + h - 3, y + h - 2)
             else WOOD[3] if abs((u - x) * h - (v - y) * w) < w * 1.6 else WOOD[2])


def draw_crates(quay):
    quay.zone = "crates"
    crate(quay, 158, 126, 26, 24)
    crate(quay, 184, 132, 20, 19)
    crate(quay, 163, 106, 20, 20)
    for x, y in ((212, 130), (224, 137)):
        quay.fill(lambda u, v: abs(u - x - 5.5) < 4.6 + 1.4 * math.sin((v - y) / 15 * math.pi),
                  lambda u, v: STONE[2] if v - y in (3, 11) else WOOD[1 + (u - x) // 3 % 2 + (u - x < 4)],
                  (x - 2, y, x + 14, y + 16))
        quay.ellipse(x + 5.5, y, 5, 1.8, WOOD[4])
    quay.zone = None


def draw_lamp(quay):
    quay.zone = "lamp"
    quay.box(295, 96, 3, 62, STONE[0])
    quay.box(296, 96, 1, 62, STONE[3])
    quay.box(291, 156, 11, 4, STONE[1])
    quay.box(290, 82, 13, 14, STONE[0])
    quay.box(292, 84, 9, 11, lambda x, y: "fff0b0" if abs(x - 296) < 3 else "fbd07a")
    quay.polygon([(288, 82), (296.5, 75), (305, 82)], STONE[1])
    quay.zone = None
    # Its light on the stones; they are ground as before.
    for y in range(150, 176):
        for x in range(258, 320):
            if ((x - 296) / 40) ** 2 + ((y - 161) / 13) ** 2 <= 1 and quay.zones[y][x] == "ground" and (x + y) % 2:
                near = ((x - 296) / 22) ** 2 + ((y - 161) / 7) ** 2 <= 1
                quay.pixels[y][x] = colour("c89a6a" if near else "8f6a5c")


def draw_quay():
    quay = Canvas(320, 180)
    for draw in (draw_sky, draw_sea, draw_lighthouse, draw_ground, draw_tavern, draw_boat, draw_crates, draw_lamp):
        draw(quay)
    return quay


# ---- the island and its road ----

WIDE, HIGH = 480, 320
# Where the middle of each road goes, and how wide it is there; the shortcut is open and below the other.
SHORTCUT = [(70, 196, 20), (120, 172, 20), (172, 164, 26), (206, 196, 20), (226, 250, 20)]
COAST = [(92, 232, 40), (60, 168, 36), (96, 92, 40), (168, 64, 44), (228, 96, 36), (282, 116, 34), (340, 74, 40), (408, 96, 44),
          (424, 168, 40), (376, 212, 34), (316, 196, 34), (262, 216, 38), (226, 262, 44), (150, 270, 48)]
ROADS = [("tarmac", "#77767b"), ("dirt", "#a5714a")]
BESIDE = [("sand", "#e5a50a"), ("grass", "#26a269"), ("water", "#3584e4")]
BANDS = [("kart", 6, "#ff7800"), ("truck", 11, "#e01b24")]


def handles(points, closed, i):
    """A sixth of the way between the neighbours: the curve goes through all points smoothly."""
    n = len(points)
    before, after = (points[i - 1], points[(i + 1) % n]) if closed else (points[max(i - 1, 0)], points[min(i + 1, n - 1)])
    dx, dy = (round((v - u) / 6 * 4) / 4 for u, v in zip(before[:2], after[:2]))
    return [-dx, -dy], [dx, dy]


def road_points(points, closed, steps=40):
    """(x, y, width, direction) along the curve."""
    road = []
    for i, (ax, ay, aw) in enumerate(points if closed else points[:-1]):
        j = (i + 1) % len(points)
        (bx, by, bw), (_, (ux, uy)), ((vx, vy), _) = points[j], handles(points, closed, i), handles(points, closed, j)
        for k in range(steps):
            t = k / steps
            p, q, r, s = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t ** 3
            x, y = ((p + q) * a + q * u + r * v + (r + s) * b for a, u, v, b in ((ax, ux, vx, bx), (ay, uy, vy, by)))
            road.append((x, y, aw + (bw - aw) * t * t * (3 - 2 * t)))
    turned = road[1:] + road[:1]
    return [(x, y, w, math.atan2(v - y, u - x)) for (x, y, w), (u, v, _) in zip(road, turned)]


def find_beside(road):
    """How far each pixel is from the middle, less half the width there, and which place of the road that is; 99 where that
    is more than 44 pixels away."""
    beside, along = [[99.0] * WIDE for _ in range(HIGH)], [[0] * WIDE for _ in range(HIGH)]
    for n, (x, y, w, _) in enumerate(road):
        for v in range(max(int(y) - 44, 0), min(int(y) + 45, HIGH)):
            for u in range(max(int(x) - 44, 0), min(int(x) + 45, WIDE)):
                d = math.hypot(u + .5 - x, v + .5 - y) - w / 2
                if d < beside[v][u]:
                    beside[v][u], along[v][u] = d, n
    return beside, along


def draw_island():
    land = Canvas(WIDE, HIGH)
    road = road_points(COAST, True)
    beside, along = find_beside(road)
    dirt = find_beside(road_points(SHORTCUT, False))[0]

    def shore(x, y):
        """Below 0 on the island."""
        wobble = 9 * math.sin(x / 31) + 7 * math.sin(y / 23 + 2) + 5 * math.sin((x + y) / 17)
        return (((x - 240) / 226) ** 4 + ((y - 164) / 148) ** 4 - 1) * 60 + wobble * .8

    def sand(x, y):
        return shore(x, y) > -15 or ((x - 166) / 44) ** 2 + ((y - 164) / 30) ** 2 < 1 + .2 * math.sin(x / 7)

    def pond(x, y):
        return ((x - 330) / 30) ** 2 + ((y - 148) / 17) ** 2 < 1 + .12 * math.sin(x / 6 + y / 5)
    land.zone = "water"
    land.fill(lambda x, y: True, lambda x, y: "9fd8e8" if 0 < shore(x, y) < 2.5 or noise((x + 2 * y) // 7, y) < 9
              else ramp(["5ab4d6", "3f92c4", "2f74ac", "28649c"], shore(x, y) / 46, x, y))
    land.zone = "sand"
    land.fill(lambda x, y: shore(x, y) <= 0 and sand(x, y),
              lambda x, y: ("e3c78c", "d8b978", "eed9a6")[noise(x, y) < 40 and 1 or noise(x, y) > 235 and 2 or 0])
    land.zone = "grass"
    land.fill(lambda x, y: not sand(x, y),
              lambda x, y: ("5a9a4a", "4d8b42", "6cab55")[noise(x // 2, y // 2) < 36 and 1 or noise(x, y) > 240 and 2 or 0])
    land.zone = "water"
    land.fill(pond, lambda x, y: "9fd8e8" if noise((x + y) // 5, y) < 14 else "3f92c4", (290, 120, 372, 176))
    land.zone = None
    land.fill(lambda x, y: dirt[y][x] < 0, lambda x, y: "8a5c3c" if dirt[y][x] > -2 + noise(x, y) % 3 else
              ("a5714a", "97653f", "b3805a")[noise(x, y) < 50 and 1 or noise(x // 2, y) > 226 and 2 or 0])
    land.fill(lambda x, y: beside[y][x] < 2.2,
              lambda x, y: "3c3a44" if beside[y][x] > 0 and dirt[y][x] > 0 else "6b6874" if noise(x, y) < 30 else "5f5c68")
    land.fill(lambda x, y: -3 < beside[y][x] < 0 < dirt[y][x], lambda x, y: ("d8d4d0", "c03a3a")[along[y][x] // 7 % 2])
    for n, (x, y, w, direction) in enumerate(road):
        if n // 12 % 2:
            for far in (0, .7):
                land.put(int(x + far * math.cos(direction)), int(y + far * math.sin(direction)), "e8dca0")
    x, y, w, direction = road[0]
    c, s = math.cos(direction), math.sin(direction)
    land.fill(lambda u, v: -4 <= (u - x) * c + (v - y) * s < 4 and abs((v - y) * c - (u - x) * s) < w / 2 - 3,
              lambda u, v: ("f4f0ea", "26242c")[(int((u - x) * c + (v - y) * s + 8) // 4
                                                 + int((v - y) * c - (u - x) * s + 40) // 4) % 2],
              (int(x) - 40, int(y) - 40, int(x) + 40, int(y) + 40))
    for n in range(900):
        x, y, r = noise(n, 1) * 2 + noise(n, 3) % 2, noise(n, 2) * 5 // 4, 3 + noise(n, 4) % 4
        if x >= WIDE - 8 or y >= HIGH - 8 or noise(x // 40, y // 40) >= 150 or beside[y][x] <= r + 4 or dirt[y][x] <= r + 3:
            continue
        if shore(x, y) >= -22 or sand(x, y) or pond(x, y) or pond(x + 8, y):
            continue
        land.zone = "grass"
        land.ellipse(x + 2, y + 2, r, r, "35652f")
        land.ellipse(x, y, r, r,
                     lambda u, v: "7cba5c" if (u - x + 1) ** 2 + (v - y + 1) ** 2 < r * r / 4 else "3f7d3a")
        land.zone = None
    return land


def gates():
    """The start line and five check points, across the road and a little beyond."""
    road = road_points(COAST, True)
    for n, name in ((0, "start"), (120, None), (200, None), (300, None), (400, None), (520, None)):
        x, y, w, direction = road[n]
        r = w / 2 + 4
        across = ((x, -math.sin(direction)), (y, math.cos(direction)))
        a, b = ([round((part + sign * r * off) * 4) / 4 for part, off in across] for sign in (-1, 1))
        yield {"a": a, "b": b, **({"name": name} if name else {})}


# ---- the project ----

def zone_rows(canvas, colours):
    return [[colours.get(zone, (1, 2, 3)) for zone in row] for row in canvas.zones]


def edits():
    track = "tracks['island']"
    for i, (name, shade) in enumerate(ROADS + BESIDE):
        yield {"insert": track + ".surfaces",
               "value": {"value": i + 1, "name": name, "colour": shade, "ground": "road" if i < len(ROADS) else "off"}}
    yield {"set": track + ".cut_off", "value": 24}
    yield {"set": track + ".opacity", "value": 35}
    for mask in ("quay", "cabin"):
        yield {"set": f"masks['{mask}'].opacity", "value": 45}
    for i, (name, radius, shade) in enumerate(BANDS):
        value = {"name": name, "radius": radius, "colour": shade}
        if i:
            yield {"insert": track + ".bands", "value": value}
        else:
            yield from ({"set": f"{track}.bands[0].{field}", "value": value[field]} for field in value)
    for name, closed, surface, middle in (("shortcut", False, 2, SHORTCUT), ("coast road", True, 1, COAST)):
        points = []
        for i, (x, y, w) in enumerate(middle):
            before, after = handles(middle, closed, i)
            points.append({"at": [x, y], "before": before, "after": after, "width": w})
        yield {"insert": track + ".curves",
               "value": {"name": name, "closed": "closed" if closed else "open", "surface": surface, "points": points}}
    for gate in gates():
        yield {"insert": track + ".gates", "value": gate}


def main():
    project = Project("harbor", [("body", "#dc5ad2")])
    project.sprite("keeper", *figures.rows(figures.SAILOR,
                                           [("idle", "loop", 180, figures.IDLE), ("walk", "loop", 90, figures.WALK)]))
    assets = [("mask", "quay", draw_quay(), ZONES), ("mask", "cabin", harbor_cabin.draw_cabin(), harbor_cabin.ZONES),
              ("track", "island", draw_island(), BESIDE)]
    for kind, name, canvas, _ in assets:
        project.add(name, png(canvas.pixels), "--as", kind, "--background")
    project.edit(edits())
    for kind, name, canvas, zones in assets:
        options = [f"--zone={shade}={label}" for label, shade in zones]
        options += [f"--road={shade}={label}" for label, shade in ROADS if kind == "track"]
        rows = zone_rows(canvas, {label: colour(shade[1:]) for label, shade in zones})
        project.add(name, png(rows), "--as", kind, *options, "--others-nothing")


if __name__ == "__main__":
    main()
