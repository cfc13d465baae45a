# SPDX-License-Identifier: MIT
"""Outlines of random pictures against Shapely (GEOS): the union of the part's pixels without its holes, valid
polygons, and the distance between the exact and the simplified outline."""
import json
import os
import random
import subprocess
import unittest

from rounds import rounds

try:
    from shapely.geometry import Polygon, box
    from shapely.ops import unary_union
except ImportError:
    Polygon = None

COUNT = rounds(300)
STEP = 1 / 256


def picture(rng):
    w, h = rng.randint(1, 22), rng.randint(1, 22)
    rows = [["."] * w for _ in range(h)]
    share = rng.choice([0, 0.3, 0.55, 0.8])
    for y in range(h):
        for x in range(w):
            if rng.random() < share:
                rows[y][x] = "#"
    for _ in range(rng.randint(1, 6)):
        x, y, dx, dy = rng.randrange(w), rng.randrange(h), rng.randint(1, 9), rng.randint(1, 9)
        paint = rng.choice("##.")
        for j in range(y, min(h, y + dy)):
            for i in range(x, min(w, x + dx)):
                rows[j][i] = paint
    return ["".join(row) for row in rows]


def part(rows, at, diagonal):
    near = [(1, 0), (-1, 0), (0, 1), (0, -1)] + ([(1, 1), (1, -1), (-1, 1), (-1, -1)] if diagonal else [])
    found, todo = {at}, [at]
    while todo:
        x, y = todo.pop()
        for dx, dy in near:
            n = (x + dx, y + dy)
            if n not in found and 0 <= n[1] < len(rows) and 0 <= n[0] < len(rows[0]) and rows[n[1]][n[0]] == "#":
                found.add(n)
                todo.append(n)
    return found


def without_holes(pixels, diagonal):
    """Corners that meet are opened or closed by a hair, as the rule for neighbours says."""
    hair = STEP if diagonal else -STEP
    area = unary_union([box(x - hair, y - hair, x + 1 + hair, y + 1 + hair) for x, y in pixels]
                       + [box(x + 0.25, y + 0.25, x + 1.75, y + 0.75) for x, y in pixels if (x + 1, y) in pixels]
                       + [box(x + 0.25, y + 0.25, x + 0.75, y + 1.75) for x, y in pixels if (x, y + 1) in pixels])
    if not diagonal:    # the hair between neighbours that share a side
        area = unary_union([area] + [box(x + 0.5, y + STEP, x + 1.5, y + 1 - STEP) for x, y in pixels if (x + 1, y) in pixels]
                           + [box(x + STEP, y + 0.5, x + 1 - STEP, y + 1.5) for x, y in pixels if (x, y + 1) in pixels])
        area = unary_union([area] + [box(x + 0.5, y + 0.5, x + 1.5, y + 1.5) for x, y in pixels
                                     if {(x + 1, y), (x, y + 1), (x + 1, y + 1)} <= pixels])
    return Polygon(area.exterior)


@unittest.skipIf(Polygon is None, "Shapely is not installed")
class Traces(unittest.TestCase):
    def test_outlines(self):
        rng = random.Random(20260720)
        questions = []
        while len(questions) < COUNT:
            rows = picture(rng)
            opaque = [(x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c == "#"]
            if opaque:
                questions.append({"rows": rows, "at": rng.choice(opaque), "diagonal": rng.random() < 0.5,
                                  "tolerance": rng.choice([0.5, 1, 1.5, 2.5, 4])})
        lines = "".join(json.dumps({**q, "tolerance": t}) + "\n" for q in questions for t in (0, q["tolerance"]))
        answers = subprocess.run([os.environ["DUMP_TRACES"]], input=lines, capture_output=True, text=True, check=True).stdout
        answers = [json.loads(line) for line in answers.splitlines()]
        for q, exact, simple in zip(questions, answers[::2], answers[1::2]):
            outline, loose = (Polygon(a["outline"]["polygon"]) for a in (exact, simple))
            self.assertTrue(outline.is_valid and loose.is_valid, q)
            expected = without_holes(part(q["rows"], tuple(q["at"]), q["diagonal"]), q["diagonal"])
            slack = 3 * STEP * expected.length
            self.assertLess(outline.symmetric_difference(expected).area, min(slack, 0.9), q)
            self.assertLessEqual(simple["deviation"], q["tolerance"] + 1e-9, q)
            for a, b in ((outline, loose), (loose, outline)):
                reach = b.exterior.buffer(simple["deviation"] * 1.01 + 1e-3, resolution=32)
                self.assertTrue(reach.contains(a.exterior), q)
            self.assertLessEqual(len(simple["outline"]["polygon"]), len(exact["outline"]["polygon"]))


if __name__ == "__main__":
    unittest.main()
