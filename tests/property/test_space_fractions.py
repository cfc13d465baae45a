# SPDX-License-Identifier: MIT
"""Casts and overlaps in space by another way in exact fractions, with no disagreement allowed about WHETHER something is hit.
The definition is taken literally: the way, gone on, comes into the target's open inside, at a fraction of at most 1. For
spheres the way's least distance from the target tells; for boxes against polygons all (place of the polygon, time)
at which the box has that place are a polytope, and its first corner is the answer. Whole numbers make most of the touches;
every third question lies anywhere within 32,768."""
import itertools
import os
import random
import subprocess
import unittest
from fractions import Fraction as F

from rounds import rounds

COUNT = rounds(600)
FAR = 1 << 20  # further than any way goes on


def ask(lines):
    out = subprocess.run([os.environ["SPACE_ANSWERS"]], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True).stdout
    answers = [[float(n) for n in line.split()] for line in out.splitlines()]
    assert len(answers) == len(lines)
    return answers


def add(a, b, t=1):
    return tuple(x + t * y for x, y in zip(a, b))


def sub(a, b):
    return tuple(x - y for x, y in zip(a, b))


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def clamp(t):
    return min(max(t, F(0)), F(1))


def point_segment(p, a, b):
    along = sub(b, a)
    t = clamp(F(dot(sub(p, a), along), dot(along, along))) if along != (0, 0, 0) else 0
    way = sub(p, add(a, along, t))
    return dot(way, way)


def segments(a, b, c, d):
    """The squared distance of two segments."""
    u, v, w = sub(b, a), sub(d, c), sub(a, c)
    uu, uv, vv = dot(u, u), dot(u, v), dot(v, v)
    best = min(point_segment(a, c, d), point_segment(b, c, d), point_segment(c, a, b), point_segment(d, a, b))
    det = uu * vv - uv * uv
    if det:
        s, t = F(uv * dot(v, w) - vv * dot(u, w), det), F(uu * dot(v, w) - uv * dot(u, w), det)
        if 0 <= s <= 1 and 0 <= t <= 1:
            way = add(add(w, u, s), v, -t)
            best = min(best, dot(way, way))
    return best


def edges(corners):
    return list(zip(corners, corners[1:] + corners[:1]))


def normal_of(corners):
    return cross(sub(corners[1], corners[0]), sub(corners[2], corners[0]))


def over(p, corners, n):
    """Is p over or in the convex polygon, seen along its normal?"""
    return all(dot(n, cross(sub(b, a), sub(p, a))) >= 0 for a, b in edges(corners))


def segment_polygon(a, b, corners):
    n = normal_of(corners)
    best = min(segments(a, b, c, d) for c, d in edges(corners))
    heights = [dot(n, sub(p, corners[0])) for p in (a, b)]
    for p, height in zip((a, b), heights):
        if over(p, corners, n):
            best = min(best, F(height * height, dot(n, n)))
    if heights[0] * heights[1] < 0 and over(add(a, sub(b, a), F(heights[0], heights[0] - heights[1])), corners, n):
        return F(0)
    return best


def faces(low, high):
    for k in range(3):
        for end in (low, high):
            face = []
            for u, v in ((0, 0), (1, 0), (1, 1), (0, 1)):
                p = [0, 0, 0]
                p[k], p[(k + 1) % 3], p[(k + 2) % 3] = end[k], (low, high)[u][(k + 1) % 3], (low, high)[v][(k + 2) % 3]
                face.append(tuple(p))
            if normal_of(face) != (0, 0, 0):
                yield face


def in_box(p, low, high):
    return all(a <= x <= b for x, a, b in zip(p, low, high))


def distance(a, b, target):
    """Squared, of the segment from the target."""
    kind, numbers = target
    if kind == "polygon":
        return segment_polygon(a, b, numbers)
    if kind == "segment":
        return segments(a, b, *numbers)
    if kind == "sphere":
        return point_segment(numbers[0], a, b)
    return F(0) if in_box(a, *numbers) else min(segment_polygon(a, b, face) for face in faces(*numbers))


def written(shape, one_way=0):
    kind, numbers = shape
    flat = [n for part in numbers for n in (part if isinstance(part, tuple) else (part,))]
    if kind == "polygon":
        flat = [one_way, len(numbers), *flat]
    return f"{kind} " + " ".join(repr(float(n)) for n in flat)


class Numbers:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.wide = False

    def number(self, most=6):
        return self.rng.randint(-32768, 32768) if self.wide else self.rng.randint(-most, most)

    def place(self, most=6):
        return tuple(self.number(most) for _ in range(3))

    def polygon(self):
        """A triangle, or a parallelogram with a corner cut off or not."""
        while True:
            a = self.place()
            if self.wide:
                a = tuple(n // 4 for n in a)
            u, v = (tuple(self.rng.randint(-8191, 8191) if self.wide else self.rng.randint(-4, 4) for _ in range(3)) for _ in range(2))
            corners = self.rng.choice([[a, add(a, u), add(a, v)], [a, add(a, u), add(add(a, u), v), add(a, v)],
                                       [a, add(a, u, 2), add(add(a, u, 2), v), add(add(a, u), v, 2), add(a, v, 2)]])
            if normal_of(corners) != (0, 0, 0):
                return "polygon", corners

    def box(self):
        a, b = self.place(), self.place()
        low = tuple(map(min, a, b))
        return "box", [low, tuple(max(x, y, z + 1) for x, y, z in zip(a, b, low))]

    def radius(self):
        return self.rng.randint(1, 9000) if self.wide else self.rng.randint(1, 4)

    def move(self, start, target):
        """Often at a corner or a face of the target; two steps on half of the times."""
        corners = target[1] if target[0] != "sphere" else [target[1][0]]
        if self.rng.random() < 0.5:
            return self.place(8) if not self.wide else tuple(n // 2 for n in self.place())
        return tuple(self.rng.choice((1, 1, 2)) * n for n in sub(self.rng.choice(corners), start))


def solved(rows):
    """The place where three planes dot (n, x) == d meet, or None."""
    (a, d), (b, e), (c, f) = rows
    det = dot(a, cross(b, c))
    if det == 0:
        return None
    return tuple(F(x, 1) / det for x in add(add(tuple(d * n for n in cross(b, c)), cross(c, a), e), cross(a, b), f))


def box_polygon(box, move, corners):
    """(first fraction of a touch or None, does it come into the inside). Places (s, t, time): corners[0] + s u + t v."""
    (low, high), a, u, v = box, corners[0], sub(corners[1], corners[0]), sub(corners[-1], corners[0])
    limits = [((0, 0, -1), 0), ((0, 0, 1), FAR)]  # dot (n, x) <= d
    strict = []
    for k in range(3):
        strict += [((-u[k], -v[k], move[k]), a[k] - low[k]), ((u[k], v[k], -move[k]), high[k] - a[k])]
    n = normal_of(corners)
    for c, d in edges(corners):
        out = cross(sub(d, c), n)
        strict.append(((dot(out, u), dot(out, v), 0), dot(out, sub(c, a))))
    limits += strict
    found = set()
    for rows in itertools.combinations(limits, 3):
        x = solved(rows)
        if x is not None and all(dot(n, x) <= d for n, d in limits):
            found.add(x)
    if not found:
        return None, False
    middle = tuple(F(sum(c), len(found)) for c in zip(*found))
    return min(x[2] for x in found), all(dot(n, middle) < d for n, d in strict)


class Space(unittest.TestCase):
    def check(self, lines, expected, note):
        hits = 0
        for line, want, got in zip(lines, expected, ask(lines)):
            self.assertEqual(got[:3], [0, want[0], want[1]], line)
            hits += want[0]
            if want[0] and want[2] is not None:
                self.assertAlmostEqual(got[3], float(want[2]), delta=1e-5, msg=line)
        print(f"# {note}: {hits} of {len(lines)} hit")
        self.assertGreater(hits, len(lines) // 20)
        self.assertLess(hits, len(lines) - len(lines) // 20)

    def test_spheres(self):
        numbers = Numbers(1)
        lines, expected = [], []
        for i in range(4 * COUNT):
            numbers.wide = i % 3 == 2
            centre, r = numbers.place(), numbers.radius()
            target = (numbers.polygon, numbers.box, lambda: ("segment", [numbers.place(), numbers.place()]),
                      lambda: ("sphere", [numbers.place(), numbers.radius()]))[i % 4]()
            move = numbers.move(centre, target)
            reach = (r + (target[1][1] if target[0] == "sphere" else 0)) ** 2
            inside = distance(centre, centre, target) < reach
            enters = distance(centre, add(centre, move, FAR), target) < reach and distance(centre, add(centre, move), target) <= reach
            # What touches at the start goes in at once or not at all: the distance from the target has one valley.
            if not inside and distance(centre, centre, target) == reach:
                enters = distance(centre, add(centre, move, F(1, 1 << 60)), target) < reach
            lines.append(f"cast {written(('sphere', [centre, r]))} {' '.join(map(str, move))} {written(target)}")
            expected.append((inside or enters, inside, None))
        self.check(lines, expected, "spheres")
        for line, want, got in zip(lines, expected, ask(lines)):
            if want[0] and not want[1]:  # where it stops, it touches
                words = line.split()
                centre, r, move = tuple(int(float(n)) for n in words[2:5]), float(words[5]), tuple(int(n) for n in words[6:9])
                kind, rest = words[9], [F(float(n)) for n in words[10:]]
                parts = rest[2:] if kind == "polygon" else rest
                target = (kind, [tuple(parts[k:k + 3]) for k in range(0, len(parts) - 2, 3)] + (parts[3:] if kind == "sphere" else []))
                at = add(centre, move, F(got[3]))
                off = float(distance(at, at, target)) ** 0.5 - r - (float(parts[3]) if kind == "sphere" else 0)
                self.assertLess(abs(off), 2e-7 * (1 + max(map(abs, move))), line)

    def test_points(self):
        numbers = Numbers(2)
        lines, expected = [], []
        for i in range(3 * COUNT):
            numbers.wide = i % 3 == 2
            box, p = numbers.box(), numbers.place()
            move = numbers.move(p, box)
            low, high = box[1]
            inside = all(a < x < b for x, a, b in zip(p, low, high))
            enter, leave = F(0), F(FAR)
            for x, v, a, b in zip(p, move, low, high):
                if v:
                    enter, leave = max(enter, min(F(a - x, v), F(b - x, v))), min(leave, max(F(a - x, v), F(b - x, v)))
                elif not a < x < b:
                    leave = F(-1)
            hit = enter < leave and enter <= 1 and any(move)
            lines.append(f"cast {written(('point', [p]))} {' '.join(map(str, move))} {written(box)}")
            expected.append((inside or hit, inside, 0 if inside else enter))
        self.check(lines, expected, "points against boxes")

    def test_boxes(self):
        numbers = Numbers(3)
        lines, expected = [], []
        for i in range(COUNT):
            numbers.wide = i % 3 == 2
            box, polygon = numbers.box(), numbers.polygon()
            if i % 2:
                other = numbers.box()
                polygon = None
            move = numbers.move(box[1][i // 2 % 2], polygon or other)
            if polygon:
                first, comes_in = box_polygon(box[1], move, polygon[1])
                inside = False
                if first == 0:
                    inside = box_polygon(box[1], (0, 0, 0), polygon[1])[1]
                hit = first is not None and comes_in and first <= 1 and any(move)
            else:
                (low, high), (a, b) = box[1], other[1]
                low, high = sub(a, high), sub(b, low)
                inside = all(x < 0 < y for x, y in zip(low, high))
                first, leave = F(0), F(FAR)
                for v, x, y in zip(move, low, high):
                    if v:
                        first, leave = max(first, min(F(x, v), F(y, v))), min(leave, max(F(x, v), F(y, v)))
                    elif not x < 0 < y:
                        leave = F(-1)
                hit = first < leave and first <= 1 and any(move)
            lines.append(f"cast {written(box)} {' '.join(map(str, move))} {written(polygon or other)}")
            expected.append((inside or hit, inside, 0 if inside else first))
        self.check(lines, expected, "boxes")

    def test_overlaps(self):
        numbers = Numbers(4)
        lines, expected = [], []
        for i in range(2 * COUNT):
            numbers.wide = i % 3 == 2
            polygon, box, a, b, r = numbers.polygon(), numbers.box(), numbers.place(), numbers.place(), numbers.radius()
            kind = i % 6
            if kind == 0:
                lines.append(f"overlap {written(polygon)} {written(box)}")
                expected.append(any(in_box(c, *box[1]) for c in polygon[1]) or any(segment_polygon(c, d, f) == 0 for f in faces(*box[1]) for c, d in edges(polygon[1]))
                                or any(segment_polygon(c, d, polygon[1]) == 0 for f in faces(*box[1]) for c, d in edges(f)))
            elif kind == 1:
                lines.append(f"overlap {written(('segment', [a, b]))} {written(polygon)}")
                expected.append(segment_polygon(a, b, polygon[1]) == 0)
            elif kind == 2:
                lines.append(f"overlap {written(box)} {written(('segment', [a, b]))}")
                expected.append(distance(a, b, box) == 0)
            elif kind == 3:
                lines.append(f"overlap {written(polygon)} {written(('sphere', [a, r]))}")
                expected.append(distance(a, a, polygon) <= r * r)
            elif kind == 4:
                c = ("segment", [a, numbers.place()])
                d = ("segment", [b, add(a, sub(c[1][1], a), numbers.rng.choice((0, 1, 2)))])
                lines.append(f"overlap {written(c)} {written(d)}")
                expected.append(segments(*c[1], *d[1]) == 0)
            else:
                other = numbers.polygon()
                lines.append(f"overlap {written(polygon)} {written(other)}")
                expected.append(any(segment_polygon(c, d, q[1]) == 0 for p, q in ((polygon, other), (other, polygon)) for c, d in edges(p[1])))
        for line, want, got in zip(lines, expected, ask(lines)):
            self.assertEqual(got, [want], line)
        self.assertGreater(sum(expected), len(expected) // 10)


if __name__ == "__main__":
    unittest.main()
