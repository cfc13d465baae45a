# SPDX-License-Identifier: MIT
"""Drawn curves against Shapely (GEOS), which gets the curves as many short lines that numpy makes from their control
points: offset curves against the boundary of a buffer, edges of roads against unions of discs, covered pixels against
what the buffer holds; places, the nearest place and inserted points against the curve itself."""
import json
import math
import os
import random
import subprocess
import unittest

from rounds import rounds, share

try:
    import numpy
    from scipy.spatial import cKDTree
    from shapely.geometry import LineString, MultiPolygon, Point
    from shapely.ops import unary_union
    from shapely.prepared import prep
except ImportError:
    LineString = None

SOAK = bool(os.environ.get("KICKBOX_SOAK"))
COUNT = 400 if SOAK else rounds(25)
TOLERANCE = 1 / 64
NEAR = 0.06         # pixels, where GEOS and the sampling have their share


def ask(questions):
    text = "".join(json.dumps(q) + "\n" for q in questions)
    done = subprocess.run([os.environ["DUMP_COURSES"]], input=text, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def grid(v):
    return round(v * 256) / 256


def some_course(rng, constant=True):
    """Smooth and cornered ones, loops, figures of eight, ends that come back."""
    closed, n, width = rng.random() < 0.5, rng.randint(2, 6), rng.uniform(4, 40)
    points = []
    for i in range(n):
        x, y = rng.uniform(40, 360), rng.uniform(40, 260)
        turn, size = rng.uniform(0, math.tau), rng.uniform(10, 150)
        dx, dy = size * math.cos(turn), size * math.sin(turn)
        kind = rng.random()
        before, after = (-dx * rng.uniform(0.2, 1), -dy * rng.uniform(0.2, 1)), (dx, dy)
        if kind < 0.7:
            share = rng.uniform(0.2, 1)
            before = (-dx * share, -dy * share)
        if 0.9 < kind:
            before = after = (0, 0)
        points.append([grid(v) for v in (x, y, *before, *after, width if constant else rng.uniform(2, 60))])
    return {"closed": closed, "points": points}


def eight(size):
    return {"closed": True, "points": [[200, 150, -size, -size, size, size, 20], [340, 150, 0, 60, 0, -60, 20],
                                       [200, 150, size, -size, -size, size, 20], [60, 150, 0, 60, 0, -60, 20]]}


def cusp():
    return {"closed": False, "points": [[100, 200, 0, 0, 150, -180, 20], [200, 200, -150, -180, 0, 0, 20]]}


def hairpin():
    return {"closed": False, "points": [[60, 100, 0, 0, 200, 0, 24], [60, 110, 200, 0, 0, 0, 24]]}


def samples(course, count):
    """[segment][sample] x, y, direction, radius."""
    points, segments = course["points"], []
    u = numpy.linspace(0, 1, count)[:, None]
    for i in range(len(points) if course["closed"] else len(points) - 1):
        p, q = points[i], points[(i + 1) % len(points)]
        a = numpy.array(p[:2])
        d = numpy.array(q[:2])
        b, c = a + p[4:6], d + q[2:4]
        at = (1 - u)**3 * a + 3 * u * (1 - u)**2 * b + 3 * u**2 * (1 - u) * c + u**3 * d
        along = 3 * (1 - u)**2 * (b - a) + 6 * u * (1 - u) * (c - b) + 3 * u**2 * (d - c)
        radius = p[6] / 2 + (q[6] - p[6]) / 2 * (3 * u**2 - 2 * u**3)
        segments.append(numpy.hstack([at, along, radius]))
    return segments


def middle(course, count=1200):
    parts = samples(course, count)
    return numpy.vstack([parts[0]] + [part[1:] for part in parts[1:]])


def walked(lines, step):
    """Points along lists of points, at most `step` apart."""
    found = [numpy.empty((0, 2))]
    for line in lines:
        ends = numpy.array(line, dtype=float)
        counts = numpy.ceil(numpy.hypot(*numpy.diff(ends, axis=0).T) / step).astype(int).clip(1)
        first = numpy.repeat(numpy.arange(len(counts)), counts)
        share = (numpy.arange(counts.sum()) - numpy.repeat(numpy.cumsum(counts) - counts, counts)) / counts[first]
        found.append(ends[first] + share[:, None] * (ends[first + 1] - ends[first]))
    return numpy.vstack(found)


def lists_of(answer):
    """Closed lines with their first point again; none without length."""
    lines = [line["points"] + (line["points"][:1] if line["closed"] else []) for line in answer["lines"]]
    return [line for line in lines if len(line) > 1]


def lists_in(boundary):
    return [list(part.coords) for part in getattr(boundary, "geoms", [boundary]) if not part.is_empty]


def farthest(points, others):
    """How far the points are from lines that are given as points 1/50 apart."""
    return float(cKDTree(others).query(points)[0].max()) if len(points) else 0.0


@unittest.skipIf(LineString is None, "Shapely, scipy or numpy is not installed")
class Courses(unittest.TestCase):
    def courses(self, seed):
        rng = random.Random(seed)
        return [eight(90), eight(20), cusp(), hairpin()] + [some_course(rng) for _ in range(COUNT)], rng

    def test_edges_of_roads(self):
        courses, rng = self.courses(2)
        insets = [rng.choice([0, 0, 0, course["points"][0][6] / 5, -7]) for course in courses]
        answers = ask([{**c, "edges": i, "tolerance": TOLERANCE} for c, i in zip(courses, insets)])
        for course, inset, answer in zip(courses, insets, answers):
            dense, r = middle(course), course["points"][0][6] / 2 - inset
            road = LineString(dense[:, :2]).buffer(r, resolution=64)
            self.check_rings(course, road, answer, NEAR, lambda points: self.right(dense, r, points))

    def test_edges_of_roads_of_changing_width(self):
        rng = random.Random(3)
        courses = [some_course(rng, False) for _ in range(COUNT // 6)]
        insets = [rng.choice([0, 0.9, -3]) for _ in courses]
        answers = ask([{**c, "edges": i, "tolerance": TOLERANCE} for c, i in zip(courses, insets)])
        for course, inset, answer in zip(courses, insets, answers):
            discs = [Point(x, y).buffer(r - inset, resolution=64) for x, y, _, _, r in middle(course, 300)]
            hulls = [MultiPolygon(pair).convex_hull for pair in zip(discs, discs[1:])]
            self.check_rings(course, unary_union(hulls), answer, 0.1)

    def right(self, dense, r, points):
        """At hairpins GEOS 3.11 has small rings that are nearer to the line than the buffer is wide."""
        right = numpy.abs(cKDTree(dense[:, :2]).query(points)[0] - r) < NEAR
        self.assertGreater(right.mean(), 0.99)
        return points[right]

    def check_rings(self, course, road, answer, near, keep=lambda points: points):
        self.assertTrue(all(line["closed"] for line in answer["lines"]), course)
        rings, boundary = lists_of(answer), lists_in(road.boundary)
        self.assertLess(farthest(walked(rings, 1), walked(boundary, 1 / 50)), near, course)
        self.assertLess(farthest(keep(walked(boundary, 1)), walked(rings, 1 / 50)), near, course)
        # Nothing is there twice; and the road is on the left on screen: with y downwards that makes areas negative.
        length = sum(math.dist(p, q) for ring in rings for p, q in zip(ring, ring[1:]))
        area = sum(p[0] * q[1] - q[0] * p[1] for ring in rings for p, q in zip(ring, ring[1:])) / 2
        self.assertLess(abs(length - road.length), 0.01 * road.length + 1, course)
        self.assertLess(abs(area + road.area), 0.01 * road.area + 1, course)

    def test_covered_pixels(self):
        rng = random.Random(4)
        courses, size = [eight(90), cusp(), hairpin()] + [some_course(rng) for _ in range(COUNT // 2)], (400, 300)
        pixels = 0
        for course, answer in zip(courses, ask([{**c, "cover": size} for c in courses])):
            covered = numpy.zeros((size[1], size[0]), dtype=bool)
            for y, x0, x1 in answer["spans"]:
                covered[y, x0:x1] = True
            dense, rows = middle(course, 4000), rng.sample(range(size[1]), 30)
            covered = covered[rows]
            r = course["points"][0][6] / 2
            yy, xx = numpy.meshgrid(rows, range(size[0]), indexing="ij")
            centres = numpy.column_stack([xx.ravel(), yy.ravel()]) + 0.5
            far = cKDTree(dense[:, :2]).query(centres)[0].reshape(covered.shape)
            self.assertTrue(covered[far < r - NEAR].all(), course)
            self.assertFalse(covered[far > r + NEAR].any(), course)
            # And near the edge as Shapely says.
            line = LineString(middle(course, 500)[:, :2])
            inner, outer = (prep(line.buffer(r + more, resolution=64)) for more in (-2 * TOLERANCE, 2 * TOLERANCE))
            edge = list(zip(*numpy.nonzero(numpy.abs(far - r) < 1)))
            for y, x in rng.sample(edge, min(len(edge), 100)):
                p = Point(x + 0.5, rows[y] + 0.5)
                pixels += 1
                self.assertFalse(inner.contains(p) and not covered[y, x], (course, x, y))
                self.assertFalse(covered[y, x] and not outer.contains(p), (course, x, y))
        self.assertGreater(pixels, share(1000))

    def test_places(self):
        rng = random.Random(5)
        courses = [some_course(rng, False) for _ in range(COUNT)]
        for course, answer in zip(courses, ask([{**c, "flatten": 1 / 32} for c in courses])):
            parts = samples(course, 4001)
            length = sum(float(numpy.hypot(*numpy.diff(part[:, :2], axis=0).T).sum()) for part in parts)
            self.assertLess(abs(answer["length"] - length), 0.01 * len(parts) + 1e-4 * length, course)
            places = numpy.array(answer["places"])
            for i, part in enumerate(parts):
                own = places[places[:, 5] == i]
                u = numpy.linspace(0, 1, 4001)
                straight = not any(course["points"][i][4:6] + course["points"][(i + 1) % len(course["points"])][2:4])
                if straight:
                    self.assertEqual(len(own), 2)
                    continue
                # At equal u within the tolerance; position and radius together.
                x, y, r = (numpy.interp(u, own[:, 6], own[:, k]) for k in (0, 1, 4))
                off = numpy.hypot(x - part[:, 0], y - part[:, 1]) + numpy.abs(r - part[:, 4])
                self.assertLess(float(off.max()), 1 / 32 + 1e-9, course)
                t = part[(own[:, 6] * 4000).round().astype(int), 2:4]
                cross = t[:, 0] * own[:, 3] - t[:, 1] * own[:, 2]
                self.assertTrue((cross[1:-1] >= 0).all(), course)
                self.assertLess(float(numpy.abs(numpy.hypot(own[:, 2], own[:, 3]) - 1).max()), 1e-12)

    def test_nearest(self):
        rng = random.Random(6)
        questions = [{**some_course(rng), "nearest": [rng.uniform(0, 400), rng.uniform(0, 300)]} for _ in range(4 * COUNT)]
        for q, answer in zip(questions, ask(questions)):
            p, parts = numpy.array(q["nearest"]), samples(q, 4001)
            best = min(float(numpy.hypot(*(part[:, :2] - p).T).min()) for part in parts)
            self.assertLess(abs(answer["distance"] - best), 0.02, q)
            at = parts[answer["segment"]][round(answer["u"] * 4000), :2]
            self.assertLess(float(numpy.hypot(*(at - answer["at"]))), 0.5, q)
            self.assertAlmostEqual(math.dist(answer["at"], q["nearest"]), answer["distance"], places=9)

    def test_inserted_points(self):
        rng = random.Random(7)
        questions = []
        for _ in range(4 * COUNT):
            course = some_course(rng, False)
            last = len(course["points"]) - (0 if course["closed"] else 1)
            questions.append({**course, "insert": [rng.randrange(last), rng.random()]})
        for q, answer in zip(questions, ask(questions)):
            (i, _), before = q["insert"], samples(q, 2001)
            after = samples({"closed": q["closed"], "points": answer["points"]}, 2001)
            self.assertEqual(len(after), len(before) + 1)
            old, both = LineString(before[i][:, :2]), numpy.vstack(after[i:i + 2])
            # Coordinates are off by half of 1/256 after rounding, each of a point and its handle.
            self.assertLess(max(old.distance(Point(p)) for p in both[::20, :2]), 0.01, q)
            for k in range(len(before)):
                if k != i:
                    numpy.testing.assert_array_equal(before[k], after[k + (k > i)])


if __name__ == "__main__":
    unittest.main()
