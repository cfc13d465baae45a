# SPDX-License-Identifier: MIT
"""Convex parts of random simple polygons against Shapely (GEOS): they cover the polygon and do not overlap."""
import json
import os
import random
import subprocess
import unittest

from rounds import rounds

try:
    from shapely import affinity
    from shapely.geometry import Point, Polygon, box
    from shapely.ops import unary_union
except ImportError:
    Polygon = None

COUNT = rounds(400)


def grid(polygon, scale=1):
    return [[int(round(x * scale)), int(round(y * scale))] for x, y in list(polygon.exterior.coords)[:-1]]


def tidy(corners):
    """Without repeats of neighbours; None unless it is a simple polygon with an area."""
    corners = [c for i, c in enumerate(corners) if c != corners[i - 1]]
    if len(corners) < 3 or len(set(map(tuple, corners))) != len(corners):
        return None
    polygon = Polygon(corners)
    return corners if polygon.is_valid and polygon.area > 0 else None


def blobs(rng):
    """Unions of boxes, circles and turned boxes, as an artist's outline is."""
    parts = []
    for _ in range(rng.randint(1, 7)):
        x, y, s = rng.uniform(0, 60), rng.uniform(0, 60), rng.uniform(3, 30)
        kind = rng.randrange(3)
        part = box(x, y, x + s, y + rng.uniform(3, 30)) if kind else Point(x, y).buffer(s, resolution=rng.randint(1, 6))
        parts.append(affinity.rotate(part, rng.choice([0, 0, 90, 45, rng.uniform(0, 360)])))
    union = unary_union(parts)
    return max(union.geoms, key=lambda g: g.area) if union.geom_type == "MultiPolygon" else union


def comb(rng):
    teeth, corners = rng.randint(2, 12), [(0, 0)]
    for i in range(teeth):
        depth = rng.randint(1, 40)
        corners += [(4 * i + 1, 0), (4 * i + 1, -depth), (4 * i + 3, -depth), (4 * i + 3, 0)]
    return Polygon(corners + [(4 * teeth, 0), (4 * teeth, 5), (0, 5)])


def spiral(rng):
    import math
    turns, n, width = rng.uniform(1, 3), rng.randint(20, 80), rng.uniform(0.5, 2)
    way = [2 * math.pi * turns * i / n for i in range(n + 1)]
    out = [((a + 3) * math.cos(a), (a + 3) * math.sin(a)) for a in way]
    back = [((a + 3 - width) * math.cos(a), (a + 3 - width) * math.sin(a)) for a in reversed(way)]
    return Polygon(out + back)


def polygons(rng):
    makers = [(blobs, [256, 4, 1]), (comb, [256, 1]), (spiral, [256, 30])]
    while True:
        maker, scales = rng.choice(makers)
        corners = tidy(grid(maker(rng), rng.choice(scales)))
        if corners:
            if rng.random() < 0.5:
                corners.reverse()
            turn = rng.randrange(len(corners))
            yield corners[turn:] + corners[:turn]


@unittest.skipIf(Polygon is None, "python3-shapely is not installed")
class Parts(unittest.TestCase):
    def test_cover(self):
        rng = random.Random(4)
        maker = polygons(rng)
        given = [next(maker) for _ in range(COUNT)]
        text = "".join(json.dumps(corners) + "\n" for corners in given)
        answer = subprocess.run([os.environ["DUMP_PARTS"]], input=text, capture_output=True, text=True, check=True).stdout
        lines = answer.splitlines()
        self.assertEqual(len(lines), COUNT)
        for corners, line in zip(given, lines):
            parts = [Polygon(part) for part in json.loads(line)]
            whole = Polygon(corners)
            self.assertTrue(all(part.is_valid for part in parts), corners)
            for part in parts:
                self.assertAlmostEqual(part.convex_hull.area, part.area, delta=1e-6 * part.area, msg=corners)
            self.assertAlmostEqual(sum(part.area for part in parts), whole.area, delta=1e-6 * whole.area, msg=corners)
            self.assertAlmostEqual(unary_union(parts).symmetric_difference(whole).area, 0,
                                   delta=1e-6 * whole.area, msg=corners)

    def test_nonsense(self):
        """Bow ties and the like have no right answer, but an answer each."""
        rng = random.Random(5)
        given = [[[rng.randint(-9, 9), rng.randint(-9, 9)] for _ in range(rng.randint(0, 9))] for _ in range(3000)]
        text = "".join(json.dumps(corners) + "\n" for corners in given)
        answer = subprocess.run([os.environ["DUMP_PARTS"]], input=text, capture_output=True, text=True, check=True).stdout
        self.assertEqual(len(answer.splitlines()), len(given))


if __name__ == "__main__":
    unittest.main()
