# SPDX-License-Identifier: MIT
"""The first wall of a move by its definition, in exact fractions, with no disagreement allowed: for all partitions the same
wall and the very fraction. Walls share ends, overlap, cross and lie along one line; moves are aimed at their ends, go along
them and begin on them. Some levels reach the limits of 65,536 pixels."""
import math
import os
import random
import struct
import subprocess
import unittest

from rounds import rounds
from fractions import Fraction as F

SOUPS = rounds(100)
MOVES = 50
LIMIT = 65536 * 256


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1]


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1])


def meets(wall, p, q):
    """The fraction of the way from p to q at which the wall stops it, or None. What begins on a wall is let go, except from
    the left of a one-way wall, which its line belongs to."""
    a, b, one_way = wall
    along, way = sub(b, a), sub(q, p)
    before, after = cross(along, sub(p, a)), cross(along, sub(q, a))
    if before == after:
        if before != 0 or one_way or way == (0, 0):
            return None
        t = min(F(dot(sub(end, p), way), dot(way, way)) for end in (a, b))
        return t if 0 < t <= 1 else None
    if (before < 0 or after > before) if one_way else before == 0:
        return None
    t = F(before, before - after)
    if not 0 <= t <= 1:
        return None
    at = (p[0] + t * way[0], p[1] + t * way[1])
    return t if 0 <= dot(sub(at, a), along) <= dot(along, along) else None


def leads_to(wall, at, way):
    """Does the wall, in line with the way, begin before that place, and end there or past it?"""
    a, b, one_way = wall
    to_a, to_b = sub(a, at), sub(b, at)
    along = [dot(to_a, way), dot(to_b, way)]
    return not one_way and cross(to_a, way) == 0 and cross(to_b, way) == 0 and min(along) < 0 <= max(along)


def face(wall, way):
    """Whether it is met from its end, and its side's direction: how much against the way, how near to the x axis, how far to
    the right and down. Directions that differ by rounding only are the same."""
    along = sub(wall[1], wall[0])
    rate = cross(along, way)
    if rate == 0:
        return (1, 0, 0, 0, 0)
    length, sign = math.hypot(*along), 1 if rate < 0 else -1
    x, y = -along[1] / length * sign, along[0] / length * sign
    into = (x * way[0] + y * way[1]) / (abs(way[0]) + abs(way[1]))
    return (0, *(round(v, 11) for v in (into, -abs(x), -x, -y)))


def first(walls, p, q):
    """Of fractions that a double cannot tell apart a face counts before an end; the end of a wall that another one continues is
    none. Of faces the one that opposes the move more counts, then the first wall. Dividing whole numbers rounds rightly."""
    best, way = None, sub(q, p)
    for i, wall in enumerate(walls):
        t = meets(wall, p, q)
        if t is None:
            continue
        how = face(wall, way)
        at = (p[0] + t * way[0], p[1] + t * way[1])
        met = (t.numerator / t.denominator, how, i)
        if (best is None or met < best) and not (how[0] and any(leads_to(w, at, way) for w in walls)):
            best = met
    return (-1, 1.0) if best is None else (best[2], struct.unpack("f", struct.pack("f", best[0]))[0])


def soup(rng):
    size = rng.choice((6, 6, 2000, 500_000, LIMIT))
    n, walls, ends = rng.choice((1, 2, 3, 10, 60, 60)), [], [(0, 0)]
    while len(walls) < n:
        a = rng.choice(ends) if rng.random() < 0.4 else (rng.randint(-size, size), rng.randint(-size, size))
        b = rng.choice(ends) if rng.random() < 0.2 else (rng.randint(-size, size), rng.randint(-size, size))
        if walls and rng.random() < 0.2:    # along an older one
            (c, d, _), k = rng.choice(walls), rng.choice((-1, 1, 2))
            a, b = c, (c[0] + k * (d[0] - c[0]), c[1] + k * (d[1] - c[1]))
        if a != b and max(map(abs, a + b)) <= LIMIT:
            walls.append((a, b, rng.random() < 0.2))
            ends += [a, b]
    return size, walls, ends


def within(p, q):
    """A move is a pair of floats of 24 bits: the last bit of a longer one goes."""
    return q if abs(q - p) < 1 << 24 else p + int((q - p) / 2) * 2


def move(rng, size, walls, ends):
    p = rng.choice(ends) if rng.random() < 0.2 else (rng.randint(-size, size), rng.randint(-size, size))
    q = rng.choice(ends) if rng.random() < 0.5 else (rng.randint(-size, size), rng.randint(-size, size))
    how = rng.random()
    if how < 0.2:    # through the aim
        q = (2 * q[0] - p[0], 2 * q[1] - p[1])
    elif how < 0.4:  # along a wall
        a, b, _ = rng.choice(walls)
        q = (p[0] + b[0] - a[0], p[1] + b[1] - a[1])
    elif how < 0.5:  # one step beside it
        q = (q[0] + rng.randint(-1, 1), q[1] + rng.randint(-1, 1))
    return p, tuple(within(v, max(-LIMIT, min(LIMIT, w))) for v, w in zip(p, q))


class Levels(unittest.TestCase):
    def test_first_walls(self):
        rng, lines, wanted = random.Random(6), [], []
        for _ in range(SOUPS * (20 if os.environ.get("KICKBOX_SOAK") else 1)):
            size, walls, ends = soup(rng)
            lines.append(f"level {len(walls)}")
            lines += [f"{a[0]} {a[1]} {b[0]} {b[1]} {int(one_way)}" for a, b, one_way in walls]
            for _ in range(MOVES):
                p, q = move(rng, size, walls, ends)
                lines.append(f"{p[0]} {p[1]} {q[0]} {q[1]}")
                wanted.append((first(walls, p, q), walls, p, q))
        out = subprocess.run([os.environ["LEVEL_ANSWERS"]], input="\n".join(lines), capture_output=True, text=True, check=True).stdout
        answers = [line.split() for line in out.splitlines()]
        self.assertEqual(len(answers), len(wanted))
        self.assertGreater(sum(expected[0] >= 0 for expected, *_ in wanted), len(wanted) // 4)
        for numbers, (expected, walls, p, q) in zip(answers, wanted):
            for k in range(4):
                self.assertEqual((int(numbers[2 * k]), float(numbers[2 * k + 1])), (expected[0], float(f"{expected[1]:.9g}")), (k, walls, p, q))


if __name__ == "__main__":
    unittest.main()
