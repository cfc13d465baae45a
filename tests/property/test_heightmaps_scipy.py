# SPDX-License-Identifier: MIT
"""Heightmaps against scipy: nearest and bilinear altitudes against RegularGridInterpolator, bicubic ones against CubicHermiteSpline along
rows and then down, with the slopes of Catmull and Rom; to one step of a float. Normals against differences of these. The
highest place of a rectangle against all that can be it; rays against the bilinear surface, sampled finely."""
import os
import random
import subprocess
import unittest

from rounds import rounds

try:
    import numpy
    from scipy.interpolate import CubicHermiteSpline, RegularGridInterpolator
except ImportError:
    CubicHermiteSpline = None

ROUNDS = 60 if os.environ.get("KICKBOX_SOAK") else max(6, rounds(12))  # of each size one


def ask(lines):
    done = subprocess.run([os.environ["WORLD_ANSWERS"]], input="\n".join(lines) + "\n", stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.splitlines()


def single(value):
    return float(numpy.float32(value))


def hermite(values, at):
    """Along the last axis; at: one place."""
    padded = numpy.concatenate([values[..., :1], values, values[..., -1:]], axis=-1)
    slopes = (padded[..., 2:] - padded[..., :-2]) / 2
    return CubicHermiteSpline(numpy.arange(values.shape[-1]), values, slopes, axis=-1)(at)


class Map:
    def __init__(self, rng, columns, rows):
        self.columns, self.rows = columns, rows
        self.x, self.y = single(rng.uniform(-300, 300)), single(rng.uniform(-300, 300))
        self.cell = single(rng.choice([1, 0.25, 3, rng.uniform(0.1, 9)]))
        self.low = single(rng.uniform(-50, 20))
        self.high = single(self.low + rng.uniform(1, 80))
        generator = numpy.random.default_rng(rng.randrange(1 << 30))
        noise = generator.integers(0, 65536, (rows, columns)).astype(float)
        if rng.random() < 0.6:  # hills
            for axis in (0, 1):
                for _ in range(3):
                    noise = (noise + numpy.roll(noise, 1, axis) + numpy.roll(noise, -1, axis)) / 3
            noise = (noise - noise.min()) / max(float(numpy.ptp(noise)), 1) * 65535
        self.samples = noise.astype(int)
        self.z = self.low + self.samples * ((self.high - self.low) / 65535)
        self.xs, self.ys = self.x + numpy.arange(columns) * self.cell, self.y + numpy.arange(rows) * self.cell

    def line(self):
        return (f"map {self.columns} {self.rows} {self.x!r} {self.y!r} {self.cell!r} {self.low!r} {self.high!r} " +
                " ".join(map(str, self.samples.ravel().tolist())))

    def place(self, rng, beyond=0.0):
        """Anywhere, and often on a sample or on a line between them."""
        def on(low, count):
            at = rng.uniform(-beyond, count - 1 + beyond)
            return single(low + (round(at) if rng.random() < 0.25 else at) * self.cell)
        return on(self.x, self.columns), on(self.y, self.rows)

    def bilinear(self, x, y):
        u, v = numpy.clip((x - self.x) / self.cell, 0, self.columns - 1), numpy.clip((y - self.y) / self.cell, 0, self.rows - 1)
        i, j = numpy.minimum(u.astype(int), self.columns - 2), numpy.minimum(v.astype(int), self.rows - 2)
        u, v = u - i, v - j
        return ((self.z[j, i] * (1 - u) + self.z[j, i + 1] * u) * (1 - v) + (self.z[j + 1, i] * (1 - u) + self.z[j + 1, i + 1] * u) * v)

    def bicubic(self, x, y):
        u, v = numpy.clip((x - self.x) / self.cell, 0, self.columns - 1), numpy.clip((y - self.y) / self.cell, 0, self.rows - 1)
        return float(hermite(hermite(self.z, u), v))

    def inside(self, x, y):
        return (x >= self.x) & ((x - self.x) / self.cell <= self.columns - 1) & (y >= self.y) & ((y - self.y) / self.cell <= self.rows - 1)


@unittest.skipIf(CubicHermiteSpline is None, "scipy or numpy is not installed")
class Heightmaps(unittest.TestCase):
    def maps(self, seed):
        rng = random.Random(seed)
        for i in range(ROUNDS):
            yield rng, Map(rng, *((2, 2), (2, 9), (9, 2), (3, 3), (33, 20), (64, 65))[i % 6])

    def assert_near(self, got, right, most, what):
        self.assertLessEqual(abs(got - right), most * 2 ** -22 + 1e-9, what)

    def test_altitudes(self):
        for rng, m in self.maps(1):
            places = [m.place(rng) for _ in range(80)] + [(float(m.xs[-1]), float(m.ys[-1])), (m.x, float(m.ys[-1]))]
            places = [(single(x), single(y)) for x, y in places]
            linear = RegularGridInterpolator((m.ys, m.xs), m.z, bounds_error=False, fill_value=None)
            nearest = RegularGridInterpolator((m.ys, m.xs), m.z, method="nearest", bounds_error=False, fill_value=None)
            most = float(numpy.abs(m.z).max())
            for (x, y), line in zip(places, ask([m.line()] + [f"heights {x!r} {y!r}" for x, y in places])[1:]):
                inside, near, flat, smooth = map(float, line.split())
                self.assertEqual(bool(inside), bool(m.inside(x, y)))
                off = [abs((at - low) / m.cell % 1 - 0.5) for at, low in ((x, m.x), (y, m.y))]
                if min(off) > 1e-6:
                    self.assert_near(near, float(nearest((y, x))), most, (x, y))
                on = min(max(y, m.ys[0]), m.ys[-1]), min(max(x, m.xs[0]), m.xs[-1])  # the last sample, rounded to float, may lie beyond
                self.assert_near(flat, float(linear(on)), most, (x, y))
                self.assert_near(smooth, m.bicubic(x, y), most * 2, (x, y))

    def test_beyond(self):
        for rng, m in self.maps(2):
            places = [m.place(rng, 6) for _ in range(80)]
            lines = ask([m.line()] + [f"heights {x!r} {y!r}" for x, y in places] + ["heights nan 0", "heights 0 inf", "heights 9e6 0"])[1:]
            for (x, y), line in zip(places, lines):
                inside, _, flat, smooth = map(float, line.split())
                self.assertEqual(bool(inside), bool(m.inside(x, y)))
                self.assert_near(flat, float(m.bilinear(numpy.array(x), numpy.array(y))), 100, (x, y))
                self.assert_near(smooth, m.bicubic(x, y), 200, (x, y))
            self.assertEqual(lines[80:], ["0 -inf -inf -inf"] * 3)

    def test_normals(self):
        step = 1e-6
        for rng, m in self.maps(3):
            places = []
            while len(places) < 30:
                x, y = m.place(rng)
                if min(abs(((x - m.x) / m.cell + 0.5) % 1 - 0.5), abs(((y - m.y) / m.cell + 0.5) % 1 - 0.5)) > 1e-3:
                    places.append((x, y))
            h = step * m.cell
            for (x, y), line in zip(places, ask([m.line()] + [f"normals {x!r} {y!r}" for x, y in places])[1:]):
                got = numpy.array([float(v) for v in line.split()])
                for kind, surface in enumerate((lambda a, b: float(m.bilinear(numpy.array(a), numpy.array(b))), m.bicubic)):
                    gx, gy = (surface(x + h, y) - surface(x - h, y)) / (2 * h), (surface(x, y + h) - surface(x, y - h)) / (2 * h)
                    right = numpy.array([-gx, -gy, 1]) / numpy.sqrt(gx * gx + gy * gy + 1)
                    self.assertLess(float(numpy.abs(got[3 * kind:3 * kind + 3] - right).max()), 1e-5, (x, y, kind))

    def test_highest(self):
        for rng, m in self.maps(4):
            boxes = [(*m.place(rng, 3), *m.place(rng, 3)) for _ in range(40)]
            boxes = [(min(a, c), min(b, d), max(a, c), max(b, d)) for a, b, c, d in boxes]
            for box, line in zip(boxes, ask([m.line()] + ["highest " + " ".join(map(repr, box)) for box in boxes])[1:]):
                x0, y0, x1, y1 = box
                if x1 < m.x or y1 < m.y or x0 > m.xs[-1] or y0 > m.ys[-1]:
                    self.assertEqual(line, "-inf")
                    continue
                x0, x1 = max(x0, m.x), min(x1, float(m.xs[-1]))
                y0, y1 = max(y0, m.y), min(y1, float(m.ys[-1]))
                gx = numpy.concatenate([[x0, x1], m.xs[(m.xs > x0) & (m.xs < x1)], numpy.linspace(x0, x1, 9)])
                gy = numpy.concatenate([[y0, y1], m.ys[(m.ys > y0) & (m.ys < y1)], numpy.linspace(y0, y1, 9)])
                self.assert_near(float(line), float(m.bilinear(*numpy.meshgrid(gx, gy)).max()), 100, box)

    def check_ray(self, m, ray, line, counts):
        hit, inside, fraction, px, py, pz, nx, ny, nz = map(float, line.split())
        t = numpy.linspace(0, 1, 20001)
        x, y, z = (ray[k] + t * ray[k + 3] for k in range(3))
        gap = numpy.where(m.inside(x, y), z - m.bilinear(x, y), 1e9)
        below = numpy.flatnonzero(gap <= 0)
        if inside:
            counts[2] += 1
            self.assertLess(gap[0], 1e-6)
            return
        if not hit:
            counts[1] += 1
            self.assertTrue(gap[:-1].min() > -1e-6, (ray, gap.min()))  # at its very end it may just come to the border
            return
        counts[0] += 1
        self.assertTrue((gap[t < fraction - 1e-6] > -1e-6).all(), ray)
        if len(below):
            self.assertLessEqual(fraction, t[below[0]] + 1e-6)
        self.assertAlmostEqual(nx * nx + ny * ny + nz * nz, 1, delta=1e-5)
        self.assertAlmostEqual(px, ray[0] + fraction * ray[3], delta=1e-3)
        self.assertAlmostEqual(py, ray[1] + fraction * ray[4], delta=1e-3)
        self.assertAlmostEqual(pz, ray[2] + fraction * ray[5], delta=2e-2)
        if nz:
            self.assertAlmostEqual(pz, float(m.bilinear(numpy.array(px), numpy.array(py))), delta=1e-3)
        else:
            counts[3] += 1
            edge = px - m.x if nx < 0 else px - m.xs[-1] if nx > 0 else py - m.y if ny < 0 else py - m.ys[-1]
            self.assertAlmostEqual(edge, 0, delta=1e-3)

    def test_rays(self):
        counts = [0] * 4
        for rng, m in self.maps(5):
            rays = []
            for _ in range(80):
                (x, y), (x1, y1) = m.place(rng, 8), m.place(rng, 8)
                kind = rng.randrange(5)
                if kind == 0:
                    x1, y1 = x, y
                if kind == 1:
                    y1 = y
                z, z1 = rng.uniform(m.low - 5, m.high + 30), rng.uniform(m.low - 30, m.high + 5)
                if kind > 2:
                    z = m.high + rng.uniform(0, 5)
                rays.append(tuple(single(v) for v in (x, y, z, x1 - x, y1 - y, z1 - z)))
            for ray, line in zip(rays, ask([m.line()] + ["ray " + " ".join(map(repr, ray)) for ray in rays])[1:]):
                self.check_ray(m, ray, line, counts)
        for count, least in zip(counts, (150, 100, 20, 20)):
            self.assertGreater(count, least * ROUNDS // 12, counts)

    def test_standing(self):
        """On the surface: off it and straight down."""
        for rng, m in self.maps(6):
            places = [m.place(rng) for _ in range(30)]
            places = [p for p in places if m.inside(*p)]
            heights = [line.split()[2] for line in ask([m.line()] + [f"heights {x!r} {y!r}" for x, y in places])[1:]]
            starts = [f"ray {x!r} {y!r} {z}" for (x, y), z in zip(places, heights)]
            up = ask([m.line()] + [start + " 0 0 5" for start in starts])[1:]
            down = ask([m.line()] + [start + " 0 0 -5" for start in starts])[1:]
            self.assertEqual({line.split()[0] for line in up}, {"0"})
            self.assertEqual({tuple(line.split()[:3]) for line in down}, {("1", "0", "0")})

    def test_refused(self):
        for numbers, why in (("1 2 0 0 1 0 1 0 0", "columns and rows"), ("2 2 0 0 0 0 1 0 0 0 0", "between samples"),
                             ("2 2 0 0 1 1 1 0 0 0 0", "below the highest"), ("2 2 nan 0 1 0 1 0 0 0 0", "within 4194304"),
                             ("2 2 0 4194304 1 0 1 0 0 0 0", "within 4194304"), ("2 2 0 0 1 0 inf 0 0 0 0", "below the highest")):
            line = ask(["map " + numbers])[0]
            self.assertTrue(line.startswith("refused: ") and why in line, line)


if __name__ == "__main__":
    unittest.main()
