# SPDX-License-Identifier: MIT
"""The other levels of the sample data/yard: a maze of hedges, a castle's court in an isometric view, hills as a heightmap."""
import math

from sample import Canvas, Level, cells, grey_png, noise, painted, png, ramp
from yard_tiles import BRICK, GRASS, STONE, WATER, WOOD, ashlar

# ---- the maze: thin walls on the edges of cells ----

ACROSS, DOWN, CELL = 24, 16, 24
PATH = ["8a7a68", "a3927a", "b8a88c", "ccbfa2"]
COURT = (9, 6, 6, 4)                        # cells in the middle without walls: column, row, columns, rows
OPENED = [(5, 3, 1), (18, 2, 2), (3, 11, 2), (20, 12, 1), (14, 13, 2), (7, 13, 1), (16, 5, 1), (21, 8, 2)]   # column, row, edge


def maze_edges():
    """For each cell 1 for a wall on its left, 2 for one on its top: a tree of ways, and then what a gardener cut out of it."""
    edges = [[(1 if y < DOWN else 0) | (2 if x < ACROSS else 0) for x in range(ACROSS + 1)] for y in range(DOWN + 1)]
    way, seen, n = [(0, 0)], {(0, 0)}, 0
    while way:
        x, y = way[-1]
        near = [(u, v) for u, v in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)) if 0 <= u < ACROSS and 0 <= v < DOWN
                and (u, v) not in seen]
        if not near:
            way.pop()
            continue
        u, v = near[noise(n, 77) * len(near) // 256]
        edges[max(y, v)][max(x, u)] &= ~(1 if v == y else 2)
        way.append((u, v))
        seen.add((u, v))
        n += 1
    x0, y0, w, h = COURT
    for y in range(y0, y0 + h):
        for x in range(x0, x0 + w):
            edges[y][x] &= ~((1 if x > x0 else 0) | (2 if y > y0 else 0))
    for x, y, edge in OPENED + [(x0, y0 + 1, 1), (x0 + w, y0 + 2, 1)]:
        edges[y][x] &= ~edge
    return edges


def hedges(edges):
    """The lines of the maze: (x, y, width, height) in pixels."""
    for y in range(DOWN + 1):
        for x in range(ACROSS + 1):
            if edges[y][x] & 1:
                yield x * CELL - 3, y * CELL - 3, 6, CELL + 6
            if edges[y][x] & 2:
                yield x * CELL - 3, y * CELL - 3, CELL + 6, 6


def draw_maze(edges, off):
    land = Canvas(ACROSS * CELL + 2 * off, DOWN * CELL + 2 * off)
    land.fill(lambda x, y: True, lambda x, y: GRASS[2 if noise(x // 2, y // 2) > 14 else 3 if x % 2 else 1])
    land.box(off, off, ACROSS * CELL, DOWN * CELL,
             lambda x, y: PATH[1 if noise(x // 2, y // 2) < 7 else 3 if noise(x // 2, y) > 250 else 2])
    grown = [[False] * land.width for _ in range(land.height)]
    for x, y, w, h in hedges(edges):
        for v in range(y + off, y + off + h):
            for u in range(x + off, x + off + w):
                grown[v][u] = True
    x0, y0, w, h = (v * CELL for v in COURT)
    land.box(x0 + off + 12, y0 + off + 12, w - 24, h - 24, lambda x, y: PATH[0] if (x // 8 + y // 8) % 2 and x % 8 and y % 8 else
             PATH[1] if x % 8 and y % 8 else PATH[0])
    for u, v in ((-46, -24), (46, -24), (-46, 24), (46, 24)):
        draw_bed(land, x0 + w // 2 + off + u, y0 + h // 2 + off + v)
    draw_fountain(land, x0 + w // 2 + off, y0 + h // 2 + off)
    at = lambda x, y: 0 <= x < land.width and 0 <= y < land.height and grown[y][x]
    for y in range(land.height):
        for x in range(land.width):
            if not at(x, y):
                if any(at(x - k, y - k) for k in (1, 2, 3)):
                    land.put(x, y, PATH[0] if 0 <= x - off < ACROSS * CELL and 0 <= y - off < DOWN * CELL else GRASS[1])
                continue
            edge = not (at(x + 1, y) and at(x, y + 1))
            lit = not (at(x - 1, y) and at(x, y - 1))
            leaf = noise(x // 2 + y % 2, y // 2)
            land.put(x, y, GRASS[0] if edge else GRASS[3] if lit and leaf < 190 else GRASS[3] if leaf < 26 else
                     GRASS[1] if leaf > 150 else GRASS[2])
    return land


def draw_bed(land, x, y):
    land.box(x - 9, y - 7, 18, 14, GRASS[0])
    land.box(x - 8, y - 6, 16, 12, lambda u, v: ("e2546a", "f6f3e4",
                                                 "fcd24d")[noise(u, v) % 3] if noise(u // 2, v // 2) < 110 else
             GRASS[1 + (u + v) % 2])


def draw_fountain(land, x, y):
    for r, shade in ((17, STONE[0]), (16, STONE[3]), (14, STONE[1])):
        land.ellipse(x, y, r, r, shade)
    land.ellipse(x, y, 13, 13, lambda u, v: WATER[4] if int(math.hypot(u - x, v - y)) in (5, 10) and (u * 3 + v) % 4 else
                 WATER[3 if u + v < x + y else 2])
    land.ellipse(x, y, 4, 4, lambda u, v: STONE[4 if u + v < x + y - 1 else 2])
    land.ellipse(x, y, 1.5, 1.5, WATER[4])


def maze(project):
    level, edges, off = Level(), maze_edges(), 16
    level.entity("spawn", 12, 12, name="start", direction=[1, 0])
    level.entity("goal", *(at * CELL + size * CELL / 2 for at, size in zip(COURT[:2], COURT[2:])), name="goal")
    picture = project.picture("hedges", png(draw_maze(edges, off).pixels))
    yield from level.edits("hedges", grid=CELL, picture=picture, picture_at=[-off, -off])
    value = {"name": "hedges", "class": "hedge", "cell": [CELL, CELL], "width": ACROSS, "height": DOWN}
    yield {"insert": "levels['hedges'].mazes", "value": value}
    yield {"bounds": "levels['hedges'].mazes['hedges']", "cells": [0, 0, ACROSS, DOWN],
           "value": painted(ACROSS + 1, DOWN + 1, lambda x, y: edges[y][x])}


# ---- the court: cells on two slanted axes, one storey above the other ----

TALL, HALF = 48, 16
SLATE = ["4d2142", "7a2f4f", "a3465a", "c96a68"]


def across(r):
    """Half of how wide a cell's lozenge is in its row r of 16; such lozenges leave no pixel out and share none."""
    return 2 * r + 1 if r < 8 else 31 - 2 * r


def lozenge(tile, top, shade):
    for r in range(16):
        for x in range(HALF - across(r), HALF + across(r)):
            tile.put(x, top + r, shade(x, r))


def grain(tones, often=60):
    return lambda x, r: tones[1 if noise(x // 2, r) > often else 0 if noise(x, r + 50) < 128 else 2]


def floor(shade):
    return lambda tile: lozenge(tile, TALL - 16, shade)


def cobble(x, r):
    u, v = (x + 2 * r) // 8, (x - 2 * r + 64) // 8
    edge = (x + 2 * r) % 8 < 2 or (x - 2 * r + 64) % 8 < 2
    return PATH[0] if edge else PATH[1 + noise(u, v) % 3]


def cube(top, left, right, high=16):
    """Its faces: of the sides, columns from their left and rows from their top."""
    def draw(tile):
        lid = TALL - 16 - high
        for x in range(32):
            low = lid + 8 + (x // 2 if x < 16 else 15 - x // 2) + (1 if x % 32 not in (0, 31) else 0)
            for y in range(lid + 8, min(low + high, TALL)):
                if y >= low - 1:
                    tile.put(x, y, left(x, y - low + 1) if x < 16 else right(x - 16, y - low + 1))
        lozenge(tile, lid, top)
        for r in range(8, 16):
            tile.put(HALF - across(r), lid + r, STONE[4])
            tile.put(HALF - across(r) + 1, lid + r, STONE[4])
    return draw


def courses(tones):
    return lambda x, y: ashlar((x + 4 * (y // 8)) % 8 if y >= 0 else 0, y % 8, 8, 8, x // 8 + 3 * (y // 8), tones)


LEFT_WALL, RIGHT_WALL = courses(STONE), courses(["1d2138", "30375a", "454f73", "586588", "6b789a"])


def lit(wall):
    def shade(x, y):
        frame = abs(x - 7.5) < 3.6 and 3 <= y < 13
        if abs(x - 7.5) < 2.6 and 4 <= y < 12:
            return "fff1b8" if y < 8 else "fcd24d"
        return STONE[0] if frame else wall(x, y)
    return shade


LID = grain([STONE[2], STONE[3], STONE[4]], 40)


def battlement(tile):
    cube(LID, LEFT_WALL, RIGHT_WALL, 4)(tile)
    for x, y in ((13, 27), (1, 33), (25, 33), (13, 39)):
        for r in range(4):
            tile.box(x + 3 - 2 * min(r, 3 - r) - 1, y - 8 + r, 2 + 4 * min(r, 3 - r), 1, STONE[4])
        tile.box(x, y - 5, 3, 6, STONE[3])
        tile.box(x + 3, y - 5, 3, 6, STONE[1])


def roof(tile):
    for y in range(6, TALL):
        half = min((y - 6) * .5, 16)
        low = TALL - 8
        for x in range(math.ceil(16 - half), math.floor(16 + half)):
            if y < low + 8 - abs(x - 15.5) / 2:
                tile.put(x, y, SLATE[0] if y % 5 == 0 else SLATE[(3 if x < 8 + y // 8 else 2) if x < 16 else 1])
    tile.box(15, 2, 2, 6, "fcd24d")


def tree(tile):
    tile.ellipse(16, 40, 9, 4, GRASS[0])
    tile.box(14, 28, 4, 12, lambda x, y: WOOD[3 if x < 15 else 2 if x < 17 else 0])
    for x, y, r in ((10, 22, 8), (22, 22, 8), (16, 14, 10), (16, 24, 8)):
        tile.ellipse(x, y, r, r, GRASS[0])
        tile.ellipse(x - .5, y - .5, r - 1, r - 1, lambda u, v, x=x, y=y, r=r: GRASS[
            4 if (u - x + 3) ** 2 + (v - y + 4) ** 2 < r and noise(u, v) < 160 else
            3 if (u - x + 2) ** 2 + (v - y + 3) ** 2 < r * r / 3 and noise(u // 2, v // 2) < 170 else
            1 if u - x + v - y > r * .6 or noise(u, v) < 30 else 2])


def ripple(phase):
    return floor(lambda x, r: WATER[4] if (x + 2 * r + 8 * phase) % 32 < 3 and (x - 2 * r) % 16 < 7 else
                 WATER[3 if (x - 2 * r + 8 * phase) % 32 < 5 else 2])


LAWN = grain([GRASS[1], GRASS[2], GRASS[3]])
SOLID = {"collision": "full", "collision_class": "stone"}
COURT_TILES = [
    ("lawn", floor(LAWN), {}),
    ("meadow", floor(lambda x, r: ("e2546a", "f6f3e4", "fcd24d")[noise(x, r) % 3] if noise(x, r * 3) < 16 else LAWN(x, r)), {}),
    ("paving", floor(cobble), {}), ("wall", cube(LID, LEFT_WALL, RIGHT_WALL), SOLID),
    ("window", cube(LID, lit(LEFT_WALL), lit(RIGHT_WALL)), SOLID),
    ("battlement", battlement, SOLID), ("roof", roof, SOLID), ("tree", tree, SOLID),
    *((f"ripple {i + 1}", ripple(i), {"shapes": [{"class": "water", "geometry": {"box": [0, TALL - 16, 32, 16]}}]})
      for i in range(4)),
]
COURT_NUMBER = {name: i + 1 for i, (name, _, _) in enumerate(COURT_TILES)}
# The storeys from above, with their heights, i to the right and j downwards: # wall, o window, + battlement, A roof, T tree;
# of the floor . paving, , lawn, : meadow, ~ water.
STOREYS = [
    (0, ["############", "#..........#", "#.,,:,,,:,..", "#.,~~~~,,,..", "#.:~~~~,:,..", "#.,~~~~,,,..",
         "#.,~~~~,,,..", "#.,,,,,,:,..", "#.,:,,,,,,..", "#...........", "#...........", "##........,,"]),
    (0, ["o#o##o##o##o", "#..........#", "o.......T...", "#...........", "#...........", "o..........,",
         "#.......T...", "#...........", "o..T........", "#...........", "#...........", "o#.........."]),
    (1, ["##+#+#+#+#o#", "#..........+", "+...........", "#...........", "+...........", "#...........",
         "+...........", "#...........", "+...........", "#...........", "o...........", "#+.........."]),
    (2, ["o+........+o", "+...........", "............", "............", "............", "............",
         "............", "............", "............", "+...........", "o...........", "+..........."]),
    (3, ["A..........A", "............", "............", "............", "............", "............",
         "............", "............", "............", "............", "A...........", "............"]),
]
LETTERS = {"#": "wall", "o": "window", "+": "battlement", "A": "roof", "T": "tree"}
FLOORS = {".": "paving", ",": "lawn", ":": "meadow", "~": "ripple 1", "#": "paving"}


def court_sheet():
    sheet = Canvas(32 * len(COURT_TILES), TALL, None)
    for i, (_, draw, _) in enumerate(COURT_TILES):
        tile = Canvas(32, TALL, None)
        draw(tile)
        for y in range(TALL):
            sheet.pixels[y][32 * i:32 * i + 32] = tile.pixels[y]
    return sheet


def court_frames():
    return [(name, (32 * i, 0, 32, TALL), more) for i, (name, _, more) in enumerate(COURT_TILES)]


def court_cells(n):
    high, rows = STOREYS[n]
    names = [[(LETTERS if n else FLOORS).get(letter) for letter in row] for row in rows]
    return [[(COURT_NUMBER[name], 1, 0, high) if name else None for name in row] for row in names]


def court():
    level, size = Level(), len(STOREYS[0][1])
    level.entity("spawn", 160, 224, name="start", direction=[-1, -.5])
    yield from level.edits("court", tilesets=[{"number": 1, "sprite": "court tiles"}])
    for n, name in enumerate(("floor", "walls", "storey 2", "storey 3", "roofs")):
        path = f"levels['court'].layers['{name}']"
        yield {"insert": "levels['court'].layers", "value": {
            "name": name, "cell": [16, 16], "axis_i": [16, 8], "axis_j": [-16, 8], "lift": 16, "origin": [208, 96], "width": size,
                                                             "height": size}}
        yield {"bounds": path, "cells": [0, 0, size, size], "value": cells(court_cells(n))}


# ---- the highland: altitudes ----

SAMPLES = 129


def smooth(x, y, seed, span):
    i, j, u, v = int(x // span), int(y // span), x % span / span, y % span / span
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    row = lambda k: noise(i, (j + k) * 57 + seed) * (1 - u) + noise(i + 1, (j + k) * 57 + seed) * u
    return (row(0) * (1 - v) + row(1) * v) / 255


def rough(x, y, seed, octaves):
    return sum(smooth(x, y, seed + k, 48 >> k) / 2 ** k for k in range(octaves)) / (2 - 2 ** (1 - octaves))


def altitude(x, y):
    """0 to 1: an island with ridges, valleys and a lake, and the sea's bottom around it."""
    u, v = x + 26 * (rough(x, y, 3, 3) - .5), y + 26 * (rough(x, y, 90, 3) - .5)
    far = math.hypot((u - 64) / 60, (v - 64) / 54)
    land = max(min(1.2 - far * 1.15, 1), 0)
    land *= land * (3 - 2 * land)
    crest = (1 - abs(2 * rough(u, v, 31, 4) - 1)) ** 2
    lake = .3 * math.exp(-((x - 46) ** 2 + (y - 84) ** 2) / 90)
    return min(max(.06 + .06 * rough(x, y, 50, 4) + land * (.24 + .5 * crest + .26 * rough(x, y, 70, 4)) - lake, 0), 1)


def highland(project):
    level = Level()
    level.entity("spawn", 300, 392, name="start", direction=[0, -1])
    level.entity("goal", 312, 190, name="goal")
    data = grey_png([[round(65535 * altitude(x, y)) for x in range(SAMPLES)] for y in range(SAMPLES)])
    yield from level.edits("highland")
    yield {"insert": "levels['highland'].heightmaps",
           "value": {"name": "highland", "picture": project.picture("highland", data), "cell": 4, "low": -24, "high": 128}}
