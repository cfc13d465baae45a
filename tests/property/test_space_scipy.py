# SPDX-License-Identifier: MIT
"""Places of shapes in space nearest to a point against scipy's bounded least squares: a segment, box or oriented box is its
origin and bounded multiples of its axes; a polygon is a fan of triangles. Inside a solid the nearest side is looked for."""
import math
import os
import random
import subprocess
import unittest

from rounds import rounds

try:
    import numpy
    from scipy.optimize import lsq_linear
    from scipy.spatial.transform import Rotation
except ImportError:
    lsq_linear = None

COUNT = rounds(400)


def ask(lines):
    out = subprocess.run([os.environ["SPACE_ANSWERS"]], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True).stdout
    return [[float(n) for n in line.split()] for line in out.splitlines()]


def nearest(origin, axes, low, high, p):
    """Of origin + sum of axes[i] * x[i], low <= x <= high."""
    columns = numpy.array(axes).T
    x = lsq_linear(columns, numpy.array(p) - origin, (low, high), method="bvls", tol=1e-14).x
    return origin + columns @ x


def nearest_triangle(a, b, c, p):
    """Its foot, if that is in it, or the nearest of its sides: by coordinates along two sides."""
    x = numpy.linalg.lstsq(numpy.array([b - a, c - a]).T, p - a, rcond=None)[0]
    if x.min() >= 0 and x.sum() <= 1:
        return a + x[0] * (b - a) + x[1] * (c - a)
    return min((nearest(u, [v - u], [0], [1], p) for u, v in ((a, b), (b, c), (c, a))), key=lambda q: numpy.linalg.norm(q - p))


def text(*parts):
    return " ".join(repr(float(n)) for part in parts for n in numpy.ravel(part))


def single(values):
    return numpy.float32(values).astype(float)


@unittest.skipIf(lsq_linear is None, "needs scipy")
class Nearest(unittest.TestCase):
    def case(self, rng, kind):
        p = single([rng.uniform(-12, 12) for _ in range(3)])
        a, b = (single([rng.uniform(-10, 10) for _ in range(3)]) for _ in range(2))
        if kind == "segment":
            return f"{kind} {text(a, b)}", p, nearest(a, [b - a], [0], [1], p), None
        if kind == "polygon":
            turn, count = Rotation.from_rotvec([rng.uniform(-2, 2) for _ in range(3)]), rng.randint(3, 7)
            angles = sorted(rng.uniform(0, 2 * math.pi) for _ in range(count))
            corners = [single(a + turn.apply([9 * math.cos(t), 9 * math.sin(t), 0])) for t in angles]
            near = min((nearest_triangle(corners[0], corners[i], corners[i + 1], p) for i in range(1, count - 1)), key=lambda q: numpy.linalg.norm(q - p))
            return f"{kind} 0 {count} {text(*corners)}", p, near, None
        half = single([rng.uniform(0.5, 9) for _ in range(3)])
        turn = Rotation.from_rotvec([rng.uniform(-2, 2) for _ in range(3)]).as_matrix() if kind == "obb" else numpy.eye(3)
        axes = [single(column) for column in turn.T]
        name = f"obb {text(a, axes, half)}" if kind == "obb" else f"box {text(single(a - half), single(a + half))}"
        near = nearest(a, axes, -half, half, p)
        x = numpy.linalg.solve(numpy.array(axes).T, p - a)
        inside = max(abs(x) - half) < 0
        return name, p, near, min(half - abs(x)) if inside else None

    def test_nearest(self):
        rng = random.Random(19)
        for kind in ("segment", "polygon", "box", "obb"):
            cases = [self.case(rng, kind) for _ in range(COUNT)]
            within = 0
            for (name, p, near, depth), got in zip(cases, ask([f"near {name} {text(p)}" for name, p, _, _ in cases])):
                point, normal = numpy.array(got[3:6]), numpy.array(got[6:9])
                self.assertEqual(got[0], 0)
                self.assertAlmostEqual(numpy.linalg.norm(normal), 1, delta=1e-6)
                # The normal leads from the surface to the point asked about, or back out.
                self.assertLess(numpy.linalg.norm(point + normal * got[1] - p), 2e-5, name)
                if depth is None:
                    self.assertAlmostEqual(got[1], numpy.linalg.norm(near - p), delta=1e-4, msg=name)
                    self.assertLess(numpy.linalg.norm(point - near), 1e-3, name)
                else:
                    within += 1
                    self.assertAlmostEqual(got[1], -depth, delta=1e-4, msg=name)
            self.assertGreater(within, COUNT // 50 if kind in ("box", "obb") else -1)


if __name__ == "__main__":
    unittest.main()
