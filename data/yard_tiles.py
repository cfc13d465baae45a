# SPDX-License-Identifier: MIT
"""The tiles of the sample data/yard: 16 x 16 pixels each, drawn by numbers; what of them is solid is said beside them."""
import math

from sample import Canvas, noise

SIDE, COLUMNS = 16, 8
GRASS = ["1d4a3c", "2c7346", "4fa34a", "8ecb55", "d0ec83"]
EARTH = ["38202e", "55303a", "774644", "985f4b", "ba7f58"]
STONE = ["252a44", "414a69", "626f8b", "8c99ae", "bcc6cf"]
BRICK = ["2b2f4c", "353b5a", "3f4768", "4a5375"]
WOOD = ["3a2029", "64392f", "925b38", "bf8648", "e2b86c"]
WATER = ["1a3d6b", "215e90", "2f88b4", "5fc0d2", "cdf3ec"]
FIRE = ["8a2036", "d2472e", "f38f2d", "fcd24d", "fff7c8"]
JAG = [3, 4, 3, 5, 6, 4, 3, 4, 5, 4, 3, 3, 5, 6, 5, 4]
STONES = [(2, 3), (8, 1), (13, 5), (4, 9), (10, 8), (1, 14), (7, 14), (13, 12)]


def earth(x, y, light=0, steady=False):
    """Rounded stones in soil; the pattern repeats with each tile. The steady one has no dark seams: far down."""
    near = sorted((math.hypot((x - a + 8) % 16 - 8, (y - b + 8) % 16 - 8), (x - a + 8) % 16 - 8 + (y - b + 8) % 16 - 8)
                  for a, b in STONES)
    (d, lit), (other, _) = near[:2]
    tone = 0 if other - d < 1.1 else 2 if lit < -1 and d > 1 else 1
    if steady:
        tone = min(tone, 1) if noise(x % 16, y % 16) < 60 else 0
    return EARTH[max(min(tone + light, 4), 0)]


def turf(x, depth, y):
    """What is so many pixels below the grass's edge."""
    jag = JAG[x % 16]
    if depth < 0:
        return None
    if depth == 0:
        return GRASS[4] if JAG[(x + 5) % 16] > 4 else GRASS[3]
    if depth < 3:
        return GRASS[3] if depth == 1 and JAG[(x + 5) % 16] > 5 else GRASS[2]
    if depth <= jag:
        return GRASS[1] if depth < jag else GRASS[0]
    return earth(x, y, 0 if depth < jag + 3 else 1)


def slope(heights):
    def draw(tile):
        tile.fill(lambda x, y: True, lambda x, y: turf(x, y - (SIDE - heights[x]), y))
    return draw


def soil(left=False, right=False, top=False, deep=False, fading=False):
    def shade(x, y):
        if fading:
            return earth(x, y, 0 if y > 6 else 1, noise(x // 2, y // 2) < 18 * (y - 1))
        wobble = JAG[y] % 2
        off = min(x - wobble if left else 9, SIDE - 1 - x - wobble if right else 9)
        if top:
            corner = max(3 - x, 0) if left else 0
            corner = max(corner, x - SIDE + 4) if right else corner
            depth = y - max(corner - 1, 0)
            if depth <= JAG[x] or off >= 3:
                return GRASS[0] if off < 1 and depth > 2 else turf(x, depth, y)
        return EARTH[0] if off < 1 else earth(x, y, -1 if right and SIDE - 1 - x < 4 else
                                              2) if off < 3 else earth(x, y, 0 if deep else 1, deep)
    return lambda tile: tile.fill(lambda x, y: True, shade)


def ashlar(x, y, w, h, seed, tones=STONE):
    """A cut stone's pixel at (x, y) of it: lit from the upper left."""
    if x == w - 1 or y == h - 1:
        return tones[0]
    if y == 0 or x == 0:
        return tones[min(3 + (y == 0), len(tones) - 1)]
    if x == w - 2 or y == h - 2:
        return tones[1]
    return tones[3 if noise(x + seed * 31, y) < 22 else 1 if noise(x, y + seed * 17) < 18 else 2]


def block(tile):
    tile.fill(lambda x, y: True, lambda x, y: ashlar(x, y, 16, 16, 1))
    for x, y in ((3, 3), (12, 3), (3, 12), (12, 12)):
        tile.put(x, y, STONE[1])
        tile.put(x, y + 1, STONE[3])


def masonry(tile):
    tile.fill(lambda x, y: True, lambda x, y: ashlar((x + 8 * (y // 8)) % 16, y % 8, 16, 8, y // 8 + 3))


def mossy(tile):
    masonry(tile)
    tile.fill(lambda x, y: y < JAG[(x + 3) % 16] - 2 - (x % 5 == 0), lambda x, y: GRASS[3 if y == 0 else 2 if y < 2 else 1])


def slab(tile):
    tile.fill(lambda x, y: y >= 8, lambda x, y: ashlar(x, y - 8, 16, 8, 5))


def pillar(tile):
    tones = [STONE[0], STONE[2], STONE[3], STONE[4], STONE[3], STONE[2], STONE[2], STONE[1], STONE[1], STONE[0]]
    tile.fill(lambda x, y: 3 <= x < 13, lambda x, y: STONE[0] if y == 15 else tones[x - 3])


def platform(left, right):
    def draw(tile):
        x0, x1 = (1 if left else 0), (15 if right else 16)
        tile.box(x0, 0, x1 - x0, 5, lambda x, y: WOOD[0] if y == 4 or x % 8 == 7 else WOOD[4] if y == 0 else
                 WOOD[2] if noise(x // 3, y + x // 8) < 90 else WOOD[3])
        for at in ([3] if left else []) + ([10] if right else []):
            tile.box(at, 5, 3, 4, lambda x, y, at=at: WOOD[(2, 1, 0)[x - at]])
        for x in ((x0,) if left else ()) + ((x1 - 1,) if right else ()):
            tile.box(x, 0, 1, 5, WOOD[0])
    return draw


def crate(tile):
    tile.fill(lambda x, y: True, lambda x, y: WOOD[0] if x in (0, 15) or y in (0, 15) else
              WOOD[4] if y == 1 or x == 1 else WOOD[1] if x == 14 or y == 14 or x == 3 and 2 < y < 13 or y == 3
              and 2 < x < 13 else
              WOOD[3] if x in (2, 13, 12) or y in (2, 13, 12) else
              WOOD[4] if x + y == 15 else WOOD[3] if x + y in (14, 16) else WOOD[1] if x + y == 17 else WOOD[2])


def gate(tile):
    """An iron one, which lets through to the right alone."""
    tile.box(6, 0, 4, 16, lambda x, y: STONE[(4, 3, 1, 0)[x - 6]])
    for y in (3, 11):
        tile.box(4, y, 8, 3, lambda u, v, y=y: WOOD[0] if v == y + 2 or u in (4, 11) else WOOD[4 if v == y else 3])


def spikes(tile):
    for at in (0, 4, 8, 12):
        tile.fill(lambda x, y: abs(x - at - 1.5) <= (y - 6) / 5, lambda x, y, at=at: STONE[0] if y == 15 else
                  STONE[4] if x - at < 1.5 and y < 13 else STONE[3 if x - at < 2 else 1], (at, 6, at + 4, 16))


def water(phase):
    def shade(x, y):
        crest = 4 + round(1.4 * math.sin((x + 4 * phase) * math.pi / 8))
        if y < crest:
            return None
        if y == crest:
            return WATER[4]
        if y == crest + 1:
            return WATER[3]
        glint = (x + 4 * phase + 5 * (y // 4)) % 16 < 5 and y % 4 == 1
        return WATER[3 if glint and y < 9 else 2 if y < 8 or glint else 1]
    return lambda tile: tile.fill(lambda x, y: True, shade)


def deep(tile):
    tile.fill(lambda x, y: True, lambda x, y: WATER[1 if y in (3, 11) and (x + y) % 16 < 5 or y < 2 and (x + y) % 16 < 9 else 0])


def torch(phase):
    sway, tall = (0, 1, 0, -1)[phase], (0, 1, 2, 1)[phase]

    def flame(x, y, size):
        middle = 7.5 + sway * (8 - y) / 8
        return abs(x - middle) <= size * min((y + tall) / 5, 1) - max(y - 6, 0) * .6 and y <= 8

    def draw(tile):
        tile.box(6, 8, 4, 2, lambda x, y: STONE[1 if x > 7 else 3])
        tile.box(7, 10, 2, 5, lambda x, y: WOOD[(3, 1)[x - 7]])
        for size, tone in ((3.6, 1), (2.8, 2), (1.8, 3), (.8, 4)):
            tile.fill(lambda x, y, size=size: flame(x, y - (0 if tone < 3 else 2), size), FIRE[tone], (0, 0, 16, 9))
    return draw


def brick(lit):
    def draw(tile):
        def shade(x, y):
            row, u = y // 4, (x + 4 * (y // 4 % 2)) % 8
            if y % 4 == 3 or u == 7:
                return BRICK[0]
            return BRICK[1 + (noise((x + 4 * (row % 2)) // 8 % 2 + 7 * lit,
                                    row) < 110) + (lit and noise((x + 4 * (row % 2)) // 8 % 2, row + 9) < 60)]
        tile.fill(lambda x, y: True, shade)
    return draw


def window(tile):
    brick(0)(tile)
    arch = lambda x, y, r: abs(x - 7.5) < r and (y >= 7 or math.hypot(x - 7.5, y - 7) < r)
    tile.fill(lambda x, y: arch(x, y, 5.6) and y < 15, STONE[1])
    tile.fill(lambda x, y: arch(x, y, 4) and y < 14, lambda x, y: STONE[0] if x in (7, 8) or y == 8 else FIRE[3] if y > 8 else
              FIRE[2])
    tile.box(1, 14, 14, 2, lambda x, y: STONE[3 if y == 14 else 0])


def banner(tile):
    brick(0)(tile)
    tile.box(2, 0, 12, 2, lambda x, y: WOOD[3 if y == 0 else 0])
    tile.fill(lambda x, y: 3 <= x < 13 and 2 <= y < 15 - abs(x - 7.5) % 5,
              lambda x, y: "fcd24d" if abs(x - 7.5) + abs(y - 6.5) < 3 else ("c23a4b", "a02c4a", "7a2147")[(x > 6) + (x > 10)])


def blades(tile, colours, rows):
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != ".":
                tile.put(x, SIDE - len(rows) + y, colours[letter])


LEAVES = {"d": GRASS[0], "g": GRASS[1], "l": GRASS[2], "L": GRASS[3]}


def tuft(tile):
    blades(tile, LEAVES, ["...L......L.....", ".L.lg..L.lg..L..", ".lglg..lgLg.Llg.", "g.lggLglglg.lgg."])


def flower(petal, dark, heart):
    colours = {**LEAVES, "p": petal, "q": dark, "h": heart}
    return lambda tile: blades(tile, colours, [
        "...pp...........", "..phhq....pp....", "..phhq...phhq...", "...qq....phhq...",
        "...g......qq....", ".L.g.L....g..L..", ".lggLl..L.g.Ll..", ".glggl..lggLlg.."])


def fence(tile):
    for x in (2, 10):
        tile.box(x, 4, 4, 12, lambda u, v, x=x: WOOD[0] if u == x + 3 else WOOD[4 if v == 4 or u == x else 3])
    for y in (7, 11):
        tile.box(0, y, 16, 3, lambda u, v, y=y: WOOD[0] if v == y + 2 else WOOD[3 if v == y else 2])


def sign(tile):
    tile.box(7, 9, 2, 7, lambda x, y: WOOD[(2, 0)[x - 7]])
    tile.polygon([(1, 2), (12, 2), (16, 6), (12, 10), (1, 10)],
                 lambda x, y: WOOD[0] if y in (2, 9) or x == 1 or x + abs(y - 5.5) > 14.4 else
                 WOOD[4] if y == 3 else WOOD[3])
    tile.box(4, 5, 6, 1, WOOD[1])
    tile.box(4, 7, 4, 1, WOOD[1])


def bush(part):
    def draw(tile):
        for x, y, r in ((8, 11, 7), (18, 8, 9), (26, 12, 6)):
            u = x - 16 * part
            tile.ellipse(u, y + 1, r, r, GRASS[0])
            tile.ellipse(u, y, r - 1, r - 1, lambda a, b, u=u, y=y, r=r: GRASS[
                3 if (a - u + 2) ** 2 + (b - y + 2) ** 2 < r * r / 5 and noise(a // 2, b // 2) < 150 else
                1 if (a - u + b - y) > r * .5 or noise(a, b) < 40 else 2])
    return draw


def pole(tile):
    tile.box(3, 0, 2, 16, lambda x, y: STONE[(4, 1)[x - 3]])


def flag(phase):
    def draw(tile):
        tile.box(3, 1, 2, 15, lambda x, y: STONE[(4, 1)[x - 3]])
        tile.box(2, 0, 4, 2, lambda x, y: FIRE[4 if x < 4 and y == 0 else 3])
        for x in range(5, 16):
            wave = round(1.2 * math.sin((x - 4 * phase) * math.pi / 8) * (x - 4) / 8)
            for y in range(3, 12):
                fold = math.cos((x - 4 * phase) * math.pi / 8)
                if x < 15 - abs(y - 7) // 2:
                    tile.put(x, y + wave, "fcd24d" if abs(x - 8) + abs(y - 7) < 3 else
                             ("d8495a", "b8364f", "8d274b")[1 - (fold > .4) + (fold < -.4)])
    return draw


FULL, STEP = {"collision": "full"}, {"collision": "heights"}


def rising(first):
    heights = [min(first + (x // 2 if first != 0 else x + 1), SIDE) for x in range(SIDE)]
    return slope(heights), {**STEP, "collision_class": "earth", "heights": heights}


def seen(kind, *geometry):
    return {"shapes": [{"class": kind, "geometry": {geometry[0]: list(geometry[1:])}}]}


def of(kind):
    return {**FULL, "collision_class": kind}


# Name, what draws it, what it has beside its picture. The numbers of frames are their places here, from 1 on.
TILES = [
    ("grass", soil(top=True), of("earth")), ("grass left", soil(True, top=True), of("earth")),
    ("grass right", soil(right=True, top=True), of("earth")), ("grass alone", soil(True, True, True), of("earth")),
    ("earth", soil(), of("earth")), ("earth left", soil(True), of("earth")), ("earth right", soil(right=True), of("earth")),
    ("earth deep", soil(deep=True), of("earth")),
    ("slope 45", *rising(0)), ("slope 22 low", *rising(1)), ("slope 22 high", *rising(9)), ("block", block, of("stone")),
    ("masonry", masonry, of("stone")), ("masonry mossy", mossy, of("stone")),
    ("slab", slab, {**STEP, "collision_class": "stone", "heights": [8] * SIDE}), ("crate", crate, of("crate")),
    ("platform left", platform(True, False), {"collision": "top", "collision_class": "ledge"}),
    ("platform", platform(False, False), {"collision": "top", "collision_class": "ledge"}),
    ("platform right", platform(False, True), {"collision": "top", "collision_class": "ledge"}),
    ("gate", gate, {"collision": "right", "collision_class": "ledge"}),
    ("spikes", spikes, seen("spikes", "box", 1, 8, 14, 8)), ("pillar", pillar, {}), ("sign", sign, {}), ("fence", fence, {}),
    *((f"water {i + 1}", water(i), seen("water", "box", 0, 4, 16, 12)) for i in range(4)),
    *((f"torch {i + 1}", torch(i), seen("light", "circle", 8, 7, 7)) for i in range(4)),
    *((f"flag {i + 1}", flag(i), {}) for i in range(4)), ("pole", pole, {}),
         ("water deep", deep, seen("water", "box", 0, 0, 16, 16)),
    ("bush left", bush(0), {}), ("bush right", bush(1), {}),
    ("brick", brick(0), {}), ("brick light", brick(1), {}), ("window", window, {}), ("banner", banner, {}), ("tuft", tuft, {}),
    ("roses", flower("e2546a", "9d2f52", "fcd24d"), {}), ("daisies", flower("f6f3e4", "b9bfd0", "f3a62d"), {}),
    ("earth fading", soil(fading=True), of("earth")),
]
ANIMATIONS = [("water", 180), ("torch", 110), ("flag", 140)]
NUMBER = {name: i + 1 for i, (name, _, _) in enumerate(TILES)}


def sheet():
    rows = -(-len(TILES) // COLUMNS)
    whole = Canvas(COLUMNS * SIDE, rows * SIDE, None)
    for i, (_, draw, _) in enumerate(TILES):
        tile = Canvas(SIDE, SIDE, None)
        draw(tile)
        for y in range(SIDE):
            for x in range(SIDE):
                whole.put(i % COLUMNS * SIDE + x, i // COLUMNS * SIDE + y, tile.pixels[y][x])
    return whole


def frames():
    for i, (name, _, more) in enumerate(TILES):
        yield name, (i % COLUMNS * SIDE, i // COLUMNS * SIDE, SIDE, SIDE), more


def animations():
    for name, ms in ANIMATIONS:
        yield {"name": name, "loop": "loop", "steps": [{"duration": ms, "frame": NUMBER[f"{name} {i + 1}"]} for i in range(4)]}
