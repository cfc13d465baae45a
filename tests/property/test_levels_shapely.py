# SPDX-License-Identifier: MIT
"""First walls against Shapely (GEOS), 100,000 random moves: the same yes or no, by GEOS's exact predicate, and as far, to a step
of the grid of 1/256. Many are aimed at ends that walls share, or through them. They begin off the walls: what is let go there
is asked in test_levels_fractions.py."""
import os
import random
import subprocess
import unittest

from rounds import rounds

try:
    from shapely.geometry import LineString, MultiLineString, Point
    from shapely.prepared import prep
except ImportError:
    LineString = None

LEVELS = rounds(400)
MOVES = 250
NAMES = ("none", "grid", "quadtree", "bsp")


def soup(rng):
    """Closed outlines that share their corners, and walls across, in 1/256 pixel."""
    size, walls = rng.choice((20, 300, 2000)) * 256, []
    for _ in range(rng.randint(1, 8)):
        x, y, n = rng.randint(0, size), rng.randint(0, size), rng.randint(3, 8)
        ring = [(x + rng.randint(-size // 5, size // 5), y + rng.randint(-size // 5, size // 5)) for _ in range(n)]
        walls += zip(ring, ring[1:] + ring[:1])
    for _ in range(rng.randint(0, 10)):
        walls.append(((rng.randint(0, size), rng.randint(0, size)), (rng.randint(0, size), rng.randint(0, size))))
    return size, [wall for wall in walls if wall[0] != wall[1]]


def move(rng, size, walls):
    p = rng.randint(-size // 10, size), rng.randint(-size // 10, size)
    how, end = rng.random(), rng.choice(rng.choice(walls))
    if how < 0.2:
        return p, end
    if how < 0.4:
        return p, (2 * end[0] - p[0], 2 * end[1] - p[1])
    reach = size if how < 0.7 else max(size // 20, 1)
    return p, (p[0] + rng.randint(-reach, reach), p[1] + rng.randint(-reach, reach))


def pixels(points):
    return [(x / 256, y / 256) for x, y in points]


@unittest.skipIf(LineString is None, "Shapely is not installed")
class Levels(unittest.TestCase):
    def check(self, walls, p, q, fields):
        """`walls`: as GEOS has them, and prepared."""
        line = LineString(pixels((p, q)))
        answers = {(int(wall), float(fraction)) for wall, fraction in zip(fields[::2], fields[1::2])}
        self.assertEqual(len(answers), 1, (p, q, dict(zip(NAMES, zip(fields[::2], fields[1::2])))))
        wall, fraction = answers.pop()
        self.assertEqual(wall >= 0, walls[1].intersects(line), (p, q))
        if wall >= 0:
            self.assertLessEqual(abs(line.length * fraction - Point(line.coords[0]).distance(walls[0].intersection(line))), 1 / 256, (p, q))
        return wall >= 0

    def test_first(self):
        rng, lines, asked = random.Random(6), [], []
        for _ in range(LEVELS):
            size, walls = soup(rng)
            shapes = MultiLineString([pixels(wall) for wall in walls])
            lines += [f"level {len(walls)}"] + [f"{a[0]} {a[1]} {b[0]} {b[1]} 0" for a, b in walls]
            there = prep(shapes)
            while len(asked) == 0 or len(asked) % MOVES or asked[-1][0][0] is not shapes:
                p, q = move(rng, size, walls)
                if p == q or there.intersects(Point(pixels((p,))[0])):
                    continue
                lines.append(f"{p[0]} {p[1]} {q[0]} {q[1]}")
                asked.append(((shapes, there), p, q))
        out = subprocess.run([os.environ["LEVEL_ANSWERS"]], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True).stdout.splitlines()
        self.assertEqual(len(out), LEVELS * MOVES)
        hits = sum(self.check(*question, line.split()) for question, line in zip(asked, out))
        self.assertTrue(0.2 < hits / len(out) < 0.95, hits)


if __name__ == "__main__":
    unittest.main()
