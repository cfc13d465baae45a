# SPDX-License-Identifier: MIT
"""WHETHER a sweep hits, by another way in exact fractions, with no disagreement allowed; the fraction too where it is a
fraction. The definition is taken literally: the way, gone on, comes into the shape's open inside, at a fraction of at
most 1. It is found by cutting the way wherever anything can change and looking at the middles of the pieces.

Whole numbers make most of the touches; every third question lies anywhere on the grid of 1/256 within 65,536 pixels,
aimed at a corner, along an edge, or at a tangent, give or take one step of the grid."""
import os
import random
import subprocess
import unittest

from rounds import rounds
from fractions import Fraction as F

COUNT = rounds(3000)


def ask(kind, questions):
    lines = "".join(f"{kind} {' '.join(repr(float(n)) for n in q)}\n" for q in questions)
    out = subprocess.run([os.environ["SEGMENT_ANSWERS"]], input=lines, capture_output=True, text=True, check=True).stdout
    answers = [[float(n) for n in line.split()] for line in out.splitlines()]
    assert len(answers) == len(questions)
    return answers


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1]


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1])


def at(p, v, t):
    return (p[0] + t * v[0], p[1] + t * v[1])


def on_segment(p, a, b):
    return cross(sub(b, a), sub(p, a)) == 0 and dot(sub(a, p), sub(b, p)) <= 0


def edges(corners):
    return list(zip(corners, corners[1:] + corners[:1]))


def in_polygon(p, corners):
    """-1 outside, 0 on the border, 1 inside (even and odd)."""
    inside = False
    for a, b in edges(corners):
        if on_segment(p, a, b):
            return 0
        if (a[1] > p[1]) != (b[1] > p[1]) and (p[0] < a[0] + (p[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0])):
            inside = not inside
    return 1 if inside else -1


def simple(corners):
    pairs = edges(corners)
    if any(a == b for a, b in pairs):
        return False
    for i, (a, b) in enumerate(pairs):
        for j in range(i + 1, len(pairs)):
            c, d = pairs[j]
            near = j == i + 1 or (i == 0 and j == len(pairs) - 1)
            if near:
                p, q, r = (a, b, d) if j == i + 1 else (c, d, b)
                if cross(sub(q, p), sub(r, q)) == 0 and dot(sub(q, p), sub(r, q)) < 0:
                    return False
                continue
            s = [cross(sub(b, a), sub(c, a)), cross(sub(b, a), sub(d, a)), cross(sub(d, c), sub(a, c)), cross(sub(d, c), sub(b, c))]
            if s[0] * s[1] < 0 and s[2] * s[3] < 0:
                return False
            if any(on_segment(p, *e) for p, e in ((c, (a, b)), (d, (a, b)), (a, (c, d)), (b, (c, d)))):
                return False
    return True


def point_into_polygon(p, v, corners):
    """(hit, inside, fraction)"""
    if in_polygon(p, corners) > 0:
        return True, True, F(0)
    cuts = {F(0), F(1)}
    square = dot(v, v)
    if square == 0:
        return False, False, F(1)
    for a, b in edges(corners):
        rate = cross(sub(b, a), v)
        if rate != 0:
            cuts.add(F(cross(sub(b, a), sub(a, p))) / rate)
        cuts.add(F(dot(sub(a, p), v)) / square)
    cuts = sorted(t for t in cuts if t >= 0)
    for t, u in zip(cuts, cuts[1:] + [cuts[-1] + 1]):
        if in_polygon(at(p, v, (t + u) / 2), corners) > 0:
            return t <= 1, False, t if t <= 1 else F(1)
    return False, False, F(1)


def point_into_segment(p, v, a, b, one_way):
    """By the equation of the crossing; lengthwise by the nearer end."""
    d = sub(b, a)
    side, rate = cross(d, sub(p, a)), cross(d, v)
    if rate == 0:
        if one_way or dot(v, v) == 0 or cross(v, sub(a, p)) != 0:
            return False, False, F(1)
        t = min(F(dot(sub(e, p), v)) / dot(v, v) for e in (a, b))
        return (True, False, t) if 0 < t <= 1 else (False, False, F(1))
    t = -F(side) / rate
    if not 0 <= t <= 1 or not on_segment(at(p, v, t), a, b):
        return False, False, F(1)
    if one_way:
        return (True, False, t) if rate < 0 else (False, False, F(1))
    return (True, False, t) if t > 0 else (False, False, F(1))


def square_distance(p, a, b):
    d = sub(b, a)
    t = F(dot(sub(p, a), d)) / dot(d, d) if d != (0, 0) else F(0)
    q = at(a, d, max(F(0), min(F(1), t)))
    return dot(sub(p, q), sub(p, q))


def least_on_way(p, v, a, b, low, high):
    """The least squared distance to the segment between two times: a quadratic between the times at which the nearest
    place changes from an end to the middle."""
    d = sub(b, a)
    cuts = [low, high]
    rate = dot(v, d)
    if rate != 0:
        cuts += [F(dot(sub(e, p), d)) / rate for e in (a, b)]
    if dot(v, v) != 0:
        cuts += [F(dot(sub(e, p), v)) / dot(v, v) for e in (a, b)]
    if cross(d, v) != 0:
        cuts.append(F(cross(d, sub(a, p))) / cross(d, v))
    return min(square_distance(at(p, v, t), a, b) for t in cuts if low <= t <= high)


def circle_into(p, r, v, sides, area=None):
    """(hit, inside) of a circle against segments and the area that they may enclose."""
    if (area and in_polygon(p, area) >= 0) or any(square_distance(p, a, b) < r * r for a, b in sides):
        return True, True
    if v == (0, 0):
        return False, False
    if any(least_on_way(p, v, a, b, F(0), F(1)) < r * r for a, b in sides):
        return True, False
    end = [(a, b) for a, b in sides if square_distance(at(p, v, F(1)), a, b) == r * r]
    return any(least_on_way(p, v, a, b, F(1), 1 + F(1, 2 ** 60)) < r * r for a, b in end), False


def circle_into_one_way(p, r, v, a, b):
    """By the centre: from the left, or the line, to the right; what overlaps is stopped where it comes nearer."""
    d = sub(b, a)
    if cross(d, sub(p, a)) < 0 or cross(d, v) >= 0:
        return False, False
    if square_distance(p, a, b) >= r * r:
        return circle_into(p, r, v, [(a, b)])
    # Gone on by ever so little it is nearer; on the segment it cannot come nearer, but goes through it.
    near = on_segment(p, a, b) or least_on_way(p, v, a, b, F(0), F(1, 2 ** 60)) < square_distance(p, a, b)
    return near, near


def hull(points):
    """The corners of the convex hull, without those in line; going round so that its inside is where the cross is positive."""
    points = sorted(set(points))
    if len(points) < 3:
        return points
    halves = []
    for row in (points, points[::-1]):
        half = []
        for p in row:
            while len(half) > 1 and cross(sub(half[-1], half[-2]), sub(p, half[-1])) <= 0:
                half.pop()
            half.append(p)
        halves += half[:-1]
    return halves


def box_into_segment(box, v, a, b, one_way):
    """Minkowski's sum, as the hull of all differences of corners: a point's way into it. One-way only through an edge
    that looks to the left."""
    origin, along = (F(0), F(0)), sub(b, a)
    sums = hull([sub(e, (x, y)) for e in (a, b) for x in (box[0], box[2]) for y in (box[1], box[3])])
    if one_way and along == origin:
        return False, False, F(1)
    if len(sums) < 3:
        ends = [sums[0], sums[-1]]
        return point_into_segment(origin, v, *(ends[::-1] if dot(sub(ends[1], ends[0]), along) < 0 else ends), one_way)
    hit, inside, t = point_into_polygon(origin, v, sums)
    if hit and one_way:
        looks = [cross(along, (side[1], -side[0])) for e, f in edges(sums)
                 for side in [sub(f, e)] if on_segment(at(origin, v, t), e, f) and cross(side, v) > 0]
        hit, inside = not inside and max(looks) > 0, False
    return hit, inside, t if hit else F(1)


class Sweeps(unittest.TestCase):
    def numbers(self, rng, n):
        if rng.random() < 0.7:
            return [F(rng.randint(-6, 6)) for _ in range(n)]
        return [F(rng.randint(-65536 * 256, 65536 * 256), 256) for _ in range(n)]

    def aimed(self, rng, p, corners):
        """A move at a corner, along an edge, or anywhere."""
        way = rng.random()
        if way < 0.45:
            c = rng.choice(corners)
            v = (c[0] - p[0], c[1] - p[1])
            k = rng.choice([1, 1, 2, F(1, 2), -1])
            v = (v[0] * k, v[1] * k)
        elif way < 0.7:
            i = rng.randrange(len(corners))
            v = sub(corners[i], corners[i - 1])
        else:
            v = tuple(self.numbers(rng, 2))
        step = rng.choice([0, 0, 1, -1])
        v = (F(int(v[0] * 256) + step, 256), F(int(v[1] * 256) + rng.choice([0, step]), 256))
        limit = 65536
        return (max(-limit, min(limit, v[0])), max(-limit, min(limit, v[1])))

    def start(self, rng, corners):
        """Anywhere, or on a corner, or in line with an edge."""
        way = rng.random()
        if way < 0.6:
            return tuple(self.numbers(rng, 2))
        if way < 0.7:
            return rng.choice(corners)
        i = rng.randrange(len(corners))
        k = rng.choice([F(1, 2), 2, -1])
        p = at(corners[i - 1], sub(corners[i], corners[i - 1]), k)
        p = (F(int(p[0] * 256), 256), F(int(p[1] * 256), 256))
        return p if max(abs(p[0]), abs(p[1])) <= 65536 else tuple(self.numbers(rng, 2))

    def check(self, questions, answers, expected, share=10):
        hits = 0
        for q, a, e in zip(questions, answers, expected):
            self.assertEqual((a[0], bool(a[1]), bool(a[2])), (0, e[0], e[1]), [float(n) for n in q])
            if len(e) > 2:
                self.assertLessEqual(abs(a[3] - float(e[2])), 6e-8, [float(n) for n in q])
            hits += a[1]
        self.assertGreater(hits, len(questions) // share)
        self.assertLess(hits, len(questions))

    def run_all(self, seed, kind, draw):
        """Asks COUNT questions: draw(rng) gives one with its answer, or None to be asked again. Those it asked, and
        what was answered."""
        rng, rows = random.Random(seed), []
        while len(rows) < COUNT:
            rows += filter(None, [draw(rng)])
        questions, expected = zip(*rows)
        answers = ask(kind, questions)
        self.check(questions, answers, expected)
        return questions, answers

    def run_points(self, seed, kind, corners_of, oracle):
        def draw(rng):
            shape, corners = corners_of(rng)
            if not corners:
                return None
            p = self.start(rng, corners)
            v = self.aimed(rng, p, corners)
            return [*p, *v, *shape], oracle(p, v, corners)
        self.run_all(seed, kind, draw)

    def segment(self, rng):
        n = self.numbers(rng, 4)
        return n, [tuple(n[:2]), tuple(n[2:])]

    def rect(self, rng):
        x0, y0, x1, y1 = self.numbers(rng, 4)
        x0, x1, y0, y1 = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
        if x0 == x1 or y0 == y1:
            return None, None
        return [x0, y0, x1, y1], [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]

    def polygon(self, rng):
        n = rng.randint(3, 6)
        numbers = self.numbers(rng, 2 * n)
        corners = list(zip(numbers[::2], numbers[1::2]))
        return (numbers, corners) if simple(corners) else (None, None)

    def test_point_segment(self):
        self.run_points(1, "point_segment", self.segment, lambda p, v, c: point_into_segment(p, v, *c, False))

    def test_point_one_way(self):
        self.run_points(2, "point_one_way", self.segment, lambda p, v, c: point_into_segment(p, v, *c, True))

    def test_point_rect(self):
        self.run_points(3, "point_rect", self.rect, point_into_polygon)

    def test_point_polygon(self):
        self.run_points(4, "point_polygon", self.polygon, point_into_polygon)

    def test_rects(self):
        def draw(rng):
            (a, _), (b, _) = self.rect(rng), self.rect(rng)
            if not a or not b:
                return None
            grown = [b[0] - a[2], b[1] - a[3], b[2] - a[0], b[3] - a[1]]
            corners = [(grown[0], grown[1]), (grown[2], grown[1]), (grown[2], grown[3]), (grown[0], grown[3])]
            v = self.aimed(rng, (F(0), F(0)), corners)
            return [*a, *v, *b], point_into_polygon((F(0), F(0)), v, corners)
        self.run_all(5, "rects", draw)

    def run_boxes(self, seed, one_way):
        rng = random.Random(seed)
        questions, expected = [], []
        while len(questions) < COUNT:
            n = self.numbers(rng, 4)
            box = [min(n[0], n[2]), min(n[1], n[3]), max(n[0], n[2]), max(n[1], n[3])]
            shape, (a, b) = self.segment(rng)
            if rng.random() < 0.3:    # along an axis
                b = rng.choice([(a[0], b[1]), (b[0], a[1])])
            corner = (rng.choice(box[::2]), rng.choice(box[1::2]))
            if rng.random() < 0.3:    # beside an end, or on the segment
                end = rng.choice([a, b, at(a, sub(b, a), F(1, 2))])
                shift = tuple(F(int(x * 256), 256) for x in sub(end, corner))
                way = rng.choice([(1, 1), (1, 0), (0, 1)])
                box = [box[0] + way[0] * shift[0], box[1] + way[1] * shift[1], box[2] + way[0] * shift[0], box[3] + way[1] * shift[1]]
                corner = (rng.choice(box[::2]), rng.choice(box[1::2]))
                if max(abs(x) for x in box) > 65536:
                    continue
            v = self.aimed(rng, corner, [a, b])
            questions.append([*box, *v, *a, *b])
            expected.append(box_into_segment(box, v, a, b, one_way))
        answers = ask("rect_one_way" if one_way else "rect_segment", questions)
        self.check(questions, answers, expected, 20)
        for q, a in zip(questions, answers):    # at the fraction the box touches the segment at the point
            if a[1] and not a[2]:
                n = [float(x) for x in q]
                x, y, scale = a[4] - a[3] * n[4], a[5] - a[3] * n[5], 1 + max(abs(k) for k in n)
                near = square_distance((F(a[4]), F(a[5])), (q[6], q[7]), (q[8], q[9]))
                self.assertLess(float(near) ** 0.5, 1e-6 * scale, n)
                self.assertLess(max(n[0] - x, x - n[2], n[1] - y, y - n[3]), 1e-6 * scale, n)
                self.assertLess(a[6] * n[4] + a[7] * n[5], 0, n)

    def test_rect_segment(self):
        self.run_boxes(11, False)

    def test_rect_one_way(self):
        self.run_boxes(12, True)

    def run_circles(self, seed, kind, corners_of, closed, oracle=None):
        def draw(rng):
            shape, corners = corners_of(rng)
            if not corners:
                return None
            p = self.start(rng, corners)
            v = self.aimed(rng, p, corners)
            r = rng.choice([F(rng.randint(1, 5)), F(rng.randint(1, 5)), F(rng.randint(1, 20000 * 256), 256)])
            if rng.random() < 0.3:    # straight down or across, at a tangent
                c = rng.choice(corners)
                s = rng.choice([1, -1])
                p, v = rng.choice([((c[0] + s * r, p[1]), (F(0), v[1])), ((p[0], c[1] + s * r), (v[0], F(0)))])
            if max(abs(p[0]), abs(p[1])) > 65536:
                return None
            sides = edges(corners) if closed else [corners]
            return ([*p, r, *v, *shape],
                    oracle(p, r, v, *corners) if oracle else circle_into(p, r, v, sides, corners if closed else None))
        questions, answers = self.run_all(seed, kind, draw)
        for q, a in zip(questions, answers):    # at the fraction the rim touches
            if a[1] and not a[2]:
                n = [float(x) for x in q]
                x, y, r = n[0] + a[3] * n[3], n[1] + a[3] * n[4], n[2]
                scale = 1 + abs(n[3]) + abs(n[4]) + r
                self.assertLess(abs(((x - a[4]) ** 2 + (y - a[5]) ** 2) ** 0.5 - r), 2e-6 * scale + 2e-2 * (scale > 1e4), n)

    def test_circle_segment(self):
        self.run_circles(6, "circle_segment", self.segment, False)

    def test_circle_one_way(self):
        self.run_circles(10, "circle_one_way", self.segment, False, circle_into_one_way)

    def test_circle_rect(self):
        self.run_circles(7, "circle_rect", self.rect, True)

    def test_circle_polygon(self):
        self.run_circles(8, "circle_polygon", self.polygon, True)

    def test_circles(self):
        """A disc is a segment without length, its radius added to the mover's."""
        def draw(rng):
            c = tuple(self.numbers(rng, 2))
            p, r, s = tuple(self.numbers(rng, 2)), F(rng.randint(1, 5)), F(rng.randint(0, 5))
            v = self.aimed(rng, p, [c, at(c, (r + s, 0), 1)])
            if rng.random() < 0.3:
                p, v = (c[0] + r + s, p[1]), (F(0), v[1])
            return [*p, r, *v, *c, s], circle_into(p, r + s, v, [(c, c)])
        self.run_all(9, "circles", draw)


if __name__ == "__main__":
    unittest.main()
