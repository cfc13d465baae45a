#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the sample project data/temple, a level drawn by numbers, with the command line alone.

    data/make-temple.py path/to/kickbox [FOLDER]

A walled garden from above: halls with doors, a turned pavilion, rows of pillars, a pond with an island, rocks, ledges
that are jumped off in one way. Its walls are in a BSP, which Walk shows. The same numbers give the same project, byte for byte.
"""
import math

from sample import Level, Project, box, circle, turned

CLASSES = [("wall", "#f6d32d"), ("door", "#ff7800"), ("rock", "#c0bfbc"), ("ledge", "#dc8add"), ("water", "#3584e4"),
           ("floor", "#8ff0a4"), ("trigger", "#e01b24"), ("spawn", "#ffffff"), ("light", "#ffbe6f")]


def room(level, name, x, y, w, h, doors, sides=(0, 1, 2, 3)):
    """A room whose doors are gaps, filled by walls of their own class: (side, from, to). Sides that another room has
    are left out."""
    corners = box(x, y, w, h)
    for side in sides:
        a, b = corners[side], corners[(side + 1) % 4]
        length = abs(b[0] - a[0]) + abs(b[1] - a[1])
        spot = lambda t: (a[0] + (b[0] - a[0]) * t / length, a[1] + (b[1] - a[1]) * t / length)
        start = 0
        for _, begin, end in sorted(d for d in doors if d[0] == side):
            level.chain([spot(start), spot(begin)])
            level.chain([spot(begin), spot(end)], "door")
            start = end
        level.chain([spot(start), b])
    level.area(name, "floor", corners)


def draw():
    level = Level()
    # Around it: a wall with buttresses, and the gate in the south.
    outer = [(0, 0)]
    for x in range(120, 960, 120):
        outer += [(x - 8, 0), (x - 8, 12), (x + 8, 12), (x + 8, 0)]
    outer += [(960, 0), (960, 640), (520, 640)]
    level.chain(outer)
    level.chain([(520, 640), (440, 640)], "door")
    west = [(440, 640), (0, 640)]
    for y in range(520, 0, -120):
        west += [(0, y + 8), (12, y + 8), (12, y - 8), (0, y - 8)]
    level.chain(west + [(0, 0)])

    room(level, "great hall", 64, 56, 320, 168, [(2, 128, 176), (1, 64, 104)])
    room(level, "kitchen", 384, 56, 120, 168, [(2, 40, 72)], sides=(0, 1, 2))
    for x in range(112, 360, 56):
        for y in (96, 184):
            level.ring(circle(x, y, 9, 6, math.pi / 6), "rock")
    pavilion = box(-70, -46, 140, 92)
    spots = turned(pavilion, 744, 150, 27)
    level.chain([spots[3], spots[0], spots[1], spots[2]])
    gap = turned([(24, 46), (-24, 46)], 744, 150, 27)
    level.chain([spots[2], gap[0]])
    level.chain(gap, "door")
    level.chain([gap[1], spots[3]])
    level.area("pavilion", "floor", spots)

    # The pond, its island, and the rocks around.
    shore, island = circle(250, 430, 132, 28, 0.1, 0.72), circle(262, 424, 38, 11, 0.3, 0.8)
    level.ring(shore, "rock")
    level.ring(island, "rock")
    level.area("pond", "water", shore, island)
    for i, (x, y, r) in enumerate([(96, 330, 17), (70, 520, 22), (128, 566, 12), (420, 350, 15), (446, 380, 9), (402, 560, 19)]):
        level.ring(circle(x, y, r, 5 + i % 3, i), "rock")

    # Terraces in the east: one steps down to the south, and not up again.
    for i, y in enumerate((300, 372, 444)):
        level.chain([(930 - 24 * i, y), (780, y + 10), (560 + 24 * i, y)], "ledge", one_way=True)
    for i in range(9):
        for k in range(3):
            level.ring(circle(600 + 38 * i, 500 + 44 * k, 7, 8, i + k), "rock")
    level.area("gate", "trigger", box(424, 592, 112, 48), values={"wakes": "1"})

    level.entity("spawn", 480, 608, name="player", direction=[0, -1])
    level.entity("spawn", 262, 424, name="hermit", ref=1, direction=[-1, 0], values={"says": "You found me."})
    for x, y in ((80, 72), (368, 72), (744, 150), (700, 330), (480, 560)):
        level.entity("light", x, y, values={"radius": "96"})
    return level


def main():
    types = {"set": "classes['trigger'].value_types", "value": {"wakes": "entity"}}
    Project("temple", CLASSES).edit([types, *draw().edits("garden", partition="bsp")])


if __name__ == "__main__":
    main()
