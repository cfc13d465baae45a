# SPDX-License-Identifier: MIT
"""Segments against Shapely (GEOS), up to 50,000 random pairs a kind, and twice as many in a long run: on whole numbers every
yes or no is the same; distances and places agree to the rounding of a float. Whether a circle's move meets a segment, by
the distance of two segments. Capsules and half-planes against all shapes. Courses moved aside, against one-sided buffers."""
import math
import os
import random
import struct
import subprocess
import unittest

from rounds import rounds

try:
    from shapely.geometry import LineString, Point, Polygon, box
except ImportError:
    LineString = None

COUNT = rounds(100_000 if os.environ.get("KICKBOX_SOAK") else 50_000)


def ask(kind, questions):
    lines = "".join(f"{kind} {' '.join(map(repr, q))}\n" for q in questions)
    out = subprocess.run([os.environ["SEGMENT_ANSWERS"]], input=lines, capture_output=True, text=True, check=True).stdout
    answers = [[float(n) for n in line.split()] for line in out.splitlines()]
    assert len(answers) == len(questions)
    return answers


def numbers(rng, n):
    """Small whole numbers, where much touches; larger ones; the grid of 1/256."""
    scale = rng.random()
    if scale < 0.5:
        return [rng.randint(-5, 5) for _ in range(n)]
    if scale < 0.8:
        return [rng.randint(-100, 100) for _ in range(n)]
    return [rng.randint(-25600, 25600) / 256 for _ in range(n)]


def line(a):
    """A segment without length is a point."""
    return LineString((a[:2], a[2:])) if a[:2] != a[2:] else Point(a[:2])


FAR = 1e5    # half-planes end there
POINT, SEGMENT, CIRCLE, CAPSULE, RECT, BOX, OBB, CONVEX, POLYGON, HALF_PLANE = KINDS = range(10)


def single(number):
    return struct.unpack("f", struct.pack("f", number))[0]


def corners_about(rng, n, least):
    """Round a place; convex on a circle, where `least` is 1."""
    x, y, angle = rng.uniform(-30, 30), rng.uniform(-30, 30), rng.uniform(0, 7)
    turns = [angle + (i + rng.uniform(0.1, 0.9)) * 2 * math.pi / n for i in range(n)]
    reaches = [rng.uniform(least, 1) * 20 for _ in turns]
    return [(single(x + r * math.cos(t)), single(y + r * math.sin(t))) for t, r in zip(turns, reaches)]


def shape(rng, kind):
    """Its numbers, its core and the radius round that."""
    x, y, v, w, size = [rng.randint(-30, 30) for _ in range(4)] + [rng.randint(1, 12)]
    if kind == POINT:
        return [x, y], Point(x, y), 0
    if kind == SEGMENT:
        return [x, y, v, w], line([x, y, v, w]), 0
    if kind == CIRCLE:
        return [x, y, size], Point(x, y), size
    if kind == CAPSULE:
        return [x, y, v, w, size], line([x, y, v, w]), size
    if kind in (RECT, BOX):
        return [x, y, x + size, y + 5], box(x, y, x + size, y + 5), 0
    if kind in (CONVEX, POLYGON):
        corners = corners_about(rng, rng.randint(3, 9), 1 if kind == CONVEX else 0.2)
        return [len(corners)] + [n for c in corners for n in c], Polygon(corners), 0
    angle = rng.choice([rng.uniform(0, 7), rng.randint(0, 3) * math.pi / 2])
    c, s = single(math.cos(angle)), single(math.sin(angle))
    if kind == OBB:
        h = size / 2 + 3
        corners = [(x + a * c * size - b * s * h, y + a * s * size + b * c * h) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        return [x, y, c, s, 2 * size, 2 * h], Polygon(corners), 0
    corners = [(x * c - a * s - b * c, x * s + a * c - b * s) for a, b in ((-FAR, 0), (FAR, 0), (FAR, FAR), (-FAR, FAR))]
    return [c, s, x], Polygon(corners), 0


def course(rng, closed, distance):
    """Corners that turn by no more than 100 degrees; at that distance none of its edges is in the way of another."""
    while True:
        n = rng.randint(3, 8) if closed else rng.randint(2, 8)
        if closed:
            corners = [(round(4 * x), round(4 * y)) for x, y in corners_about(rng, n, 0.6)]
        else:
            corners, angle = [(0, 0)], rng.uniform(0, 7)
            while len(corners) < n:
                length, angle = rng.uniform(40, 90), angle + rng.uniform(-1.7, 1.7)
                corners.append((round(corners[-1][0] + length * math.cos(angle)), round(corners[-1][1] + length * math.sin(angle))))
        ring = corners + corners[:1] if closed else corners
        edges = [line(a + b) for a, b in zip(ring, ring[1:])]
        turned = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in zip(ring, ring[1:])]
        if closed:
            turned.append(turned[0])
        turns = [abs((b - a + math.pi) % (2 * math.pi) - math.pi) for a, b in zip(turned, turned[1:])]
        apart = [edges[i].distance(edges[k]) for i in range(len(edges)) for k in range(i + 2, len(edges))
                 if not (closed and i == 0 and k == len(edges) - 1)]
        if all(t < 1.75 for t in turns) and all(e.length > 39 for e in edges) and all(a > 2 * abs(distance) + 1 for a in apart):
            if rng.random() < 0.5 and closed:
                corners.reverse()
            return corners


@unittest.skipIf(LineString is None, "Shapely is not installed")
class Segments(unittest.TestCase):
    def questions(self, seed, n):
        rng = random.Random(seed)
        return [numbers(rng, n) for _ in range(COUNT)]

    def test_distance_from_point(self):
        questions = self.questions(1, 6)
        for q, (t, x, y, distance) in zip(questions, ask("closest", questions)):
            expected = line(q[:4]).distance(Point(q[4:]))
            self.assertLessEqual(abs(distance - expected), 1e-7 * (1 + expected), q)
            self.assertLessEqual(abs(math.hypot(x - q[4], y - q[5]) - expected), 1e-5 * (1 + expected), q)
            self.assertTrue(0 <= t <= 1)

    def test_meeting(self):
        """All the kinds by the matrix of intersections: dimension of what is shared, and whether the insides share it."""
        questions = self.questions(2, 8)
        for q in questions[::10]:    # all on one line
            x, y, dx, dy = q[:4]
            q[:] = [n for k in q[4:] for n in (x + int(k) * dx, y + int(k) * dy)]
        seen = [0] * 4
        for q, (kind, count, t, u, x, y, *_) in zip(questions, ask("meet", questions)):
            a, b = line(q[:4]), line(q[4:])
            if not a.intersects(b):
                expected = 0
            elif a.geom_type == "Point" or b.geom_type == "Point":
                expected = 2
            else:
                matrix = a.relate(b)
                expected = {"1": 3, "0": 1, "F": 2}[matrix[0]]
                if expected == 1 and (any(Point(p).intersects(b) for p in (q[:2], q[2:4])) or
                                      any(Point(p).intersects(a) for p in (q[4:6], q[6:8]))):
                    expected = 2
            self.assertEqual(kind, expected, q)
            self.assertEqual(count, [0, 1, 1, 2][expected], q)
            seen[expected] += 1
            if count:
                hair = 1e-6 * (1 + max(map(abs, q)))
                self.assertLess(max(abs(q[0] + t * (q[2] - q[0]) - x), abs(q[1] + t * (q[3] - q[1]) - y)), hair, q)
                self.assertLess(max(abs(q[4] + u * (q[6] - q[4]) - x), abs(q[5] + u * (q[7] - q[5]) - y)), hair, q)
        self.assertTrue(all(n > 300 for n in seen), seen)

    def test_gap(self):
        questions = self.questions(3, 8)
        for q, (distance, t, u, x, y, v, w) in zip(questions, ask("gap", questions)):
            expected = line(q[:4]).distance(line(q[4:]))
            self.assertLessEqual(abs(distance - expected), 1e-6 * (1 + expected), q)
            self.assertLessEqual(abs(math.hypot(x - v, y - w) - expected), 1e-4, q)

    def test_circle_moves(self):
        """A circle's move hits a segment when the two segments come nearer than the radius; whole numbers, and radii whose
        squares GEOS's own rounding leaves alone."""
        rng = random.Random(4)
        questions = []
        for _ in range(COUNT):
            n = [rng.randint(-9, 9) for _ in range(8)]
            questions.append(n[:2] + [rng.randint(1, 5)] + n[2:])
        hits = 0
        for q, (status, hit, inside, fraction, *_) in zip(questions, ask("circle_segment", questions)):
            x, y, r, vx, vy = q[:5]
            wall = line(q[5:])
            distance = line([x, y, x + vx, y + vy]).distance(wall)
            start = Point(x, y).distance(wall)
            hits += hit
            if abs(start - r) > 1e-9:
                self.assertEqual(inside, start < r, q)
            if distance < r - 1e-9 and (vx or vy or start < r):
                self.assertEqual(hit, 1, q)
            if distance > r + 1e-9:
                self.assertEqual(hit, 0, q)
            if hit and not inside:
                at = Point(x + vx * fraction, y + vy * fraction).distance(wall)
                self.assertLess(abs(at - r), 1e-5, q)
        self.assertGreater(hits, COUNT // 10)

    def test_clip_rect(self):
        questions = []
        for q in self.questions(5, 8):
            r = q[4:]
            questions.append(q[:4] + [min(r[0], r[2]), min(r[1], r[3]), max(r[0], r[2]), max(r[1], r[3])])
        for q, (status, hit, enter, leave, *_) in zip(questions, ask("clip_rect", questions)):
            x0, y0, x1, y1 = q[4:]
            area = box(*q[4:]) if x0 < x1 and y0 < y1 else line(q[4:])
            a = line(q[:4])
            self.assertEqual(hit, a.intersects(area), q)
            if hit and x0 < x1 and y0 < y1 and a.length > 0:
                self.assertLess(abs((leave - enter) * a.length - a.intersection(area).length), 1e-4, q)

    def test_polygons(self):
        """Triangles and other polygons, concave ones too; those that cross themselves are not asked here."""
        questions, areas = [], []
        for q in self.questions(6, 14):
            corners = list(zip(q[4::2], q[5::2]))[:3 + len(questions) % 3]
            area = Polygon(corners)
            if area.is_valid:
                questions.append(q[:4] + [n for c in corners for n in c])
                areas.append(area)
        self.assertGreater(len(questions), COUNT // 4)
        for q, area, (hit, inside, fraction, x, y, edge) in zip(questions, areas, ask("touch", questions)):
            a = line(q[:4])
            self.assertEqual(hit, a.intersects(area), q)
            self.assertEqual(inside, Point(q[:2]).intersects(area), q)
            if hit:
                self.assertLess(Point(x, y).distance(area), 1e-4, q)
            if hit and fraction > 1e-3:     # nothing is touched before
                f = fraction - 1e-3
                self.assertFalse(line([q[0], q[1], q[0] + f * (q[2] - q[0]), q[1] + f * (q[3] - q[1])]).intersects(area), q)
        convex = [(q, area) for q, area in zip(questions, areas) if len(q) == 10]
        for (q, area), (status, hit, enter, leave, *_) in zip(convex, ask("clip_convex", [q for q, _ in convex])):
            a = line(q[:4])
            self.assertEqual(hit, a.intersects(area), q)
            if hit and a.length > 0:
                self.assertLess(abs((leave - enter) * a.length - a.intersection(area).length), 1e-4, q)

    def test_capsules_and_half_planes(self):
        """Against all shapes, in both orders."""
        rng = random.Random(7)
        pairs = []
        for i in range(COUNT // 4):
            first = rng.choice((CAPSULE, HALF_PLANE))
            second = KINDS[i % len(KINDS)]
            if first == second == HALF_PLANE:
                first = CAPSULE
            kinds = (first, second) if rng.random() < 0.5 else (second, first)
            pairs.append([(kind, *shape(rng, kind)) for kind in kinds])
        questions = [[n for kind, numbers, _, _ in pair for n in (kind, *numbers)] for pair in pairs]
        seen = [0, 0]
        for q, (a, b), (status, overlap, distance, x, y, v, w) in zip(questions, pairs, ask("pair", questions)):
            between = a[2].distance(b[2]) - a[3] - b[3]
            near = abs(between) < 1e-4
            self.assertEqual(status, 0, q)
            self.assertLess(abs(distance - max(between, 0)), 1e-4, q)
            self.assertLess(abs(math.hypot(x - v, y - w) - distance), 1e-4, q)
            for (_, _, core, radius), place in ((a, (x, y)), (b, (v, w))):
                self.assertLess(core.distance(Point(place)), radius + 1e-4, q)
            if not near:
                self.assertEqual(overlap, between < 0, q)
            seen[between < 0] += 1
        self.assertTrue(all(n > COUNT // 40 for n in seen), seen)

    def test_offset_curves(self):
        """What is between a course and the moved one is the buffer on that side; corners are round to 1/16 pixel."""
        rng = random.Random(8)
        questions = []
        for i in range(COUNT // 100):
            closed, distance = i % 2, rng.choice((-1, 1)) * rng.randint(1, 48) / 4
            questions.append([distance, closed] + [n for c in course(rng, closed, distance) for n in c])
        for q, answer in zip(questions, ask("offset", questions)):
            distance, closed, corners, moved = q[0], q[1], list(zip(q[2::2], q[3::2])), list(zip(answer[::2], answer[1::2]))
            still = LineString(corners + corners[:1] * closed)
            path = LineString(moved + moved[:1] * closed)
            if closed:
                left = 1 if Polygon(corners).exterior.is_ccw else -1
                expected = Polygon(corners).buffer(-left * distance, resolution=64)
                got = Polygon(moved)
            else:
                expected = still.buffer(distance, resolution=64, single_sided=True)
                got = Polygon(corners + moved[::-1])
            for part in range(200):
                p = path.interpolate(part / 199, normalized=True)
                self.assertLess(abs(still.distance(p) - abs(distance) + 1 / 32), 1 / 32 + 1e-3, (q, p))
            self.assertLess(got.symmetric_difference(expected).area, path.length / 16 + 1e-3, q)


if __name__ == "__main__":
    unittest.main()
