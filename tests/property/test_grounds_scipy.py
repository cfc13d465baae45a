# SPDX-License-Identifier: MIT
"""Grounds against scipy: heights and slopes of natural and clamped CubicSplines and of PchipInterpolator, straight pieces between
them; the same through a project's file and its bank; and where a foot lands, against the same curves sampled finely. Heights agree to one step of a float (and 1e-9 of the
largest term), slopes to 1e-6 of the steepest; fractions to 1e-6 of the move."""
import json
import os
import random
import subprocess
import tempfile
import unittest

from rounds import rounds

try:
    import numpy
    from scipy.interpolate import CubicSpline, PchipInterpolator
except ImportError:
    CubicSpline = None

NATURAL, CLAMPED, MONOTONE = range(3)
ROUNDS = 200 if os.environ.get("KICKBOX_SOAK") else rounds(40)


def ask(lines):
    done = subprocess.run([os.environ["WORLD_ANSWERS"]], input="\n".join(lines) + "\n", stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.splitlines()



def grid(value):
    return round(value * 256) / 256


def close_steps(rng):
    return rng.choice([1 / 256, 0.5, 3, rng.uniform(1, 80)])


def usual_steps(rng):
    return rng.uniform(4, 60)


def long_steps(rng):
    return rng.uniform(100, 4000)


class Curve:
    """Points with straight pieces, and the curves between them as scipy has them. Slopes are on no grid."""
    def __init__(self, rng, spline, n, step):
        steps = [step(rng) for _ in range(n)]
        self.x = numpy.array([grid(rng.uniform(-900, 300))] * n) + numpy.cumsum([max(grid(step), 1 / 256) for step in steps])
        self.y = numpy.array([grid(rng.choice([rng.uniform(-90, 90), 10, 20])) for _ in range(n)])
        self.flat = [rng.random() < 0.25 for _ in range(n)]
        self.spline, self.start, self.end = spline, rng.uniform(-2, 2), rng.uniform(-2, 2)
        self.limit = rng.choice([0, 0.5, 1.3])
        self.pieces = self.runs()

    def chord(self, i):
        return (self.y[i + 1] - self.y[i]) / (self.x[i + 1] - self.x[i])

    def runs(self):
        """[(from, to, curve)]: curve is called with x, and its derivative with (x, 1)."""
        found, i, last = [], 0, len(self.x) - 1
        while i < last:
            to = i
            while to < last and not self.flat[to]:
                to += 1
            if to == i:
                found.append((i, i + 1, CubicSpline(self.x[i:i + 2], self.y[i:i + 2], bc_type="natural")))
                i += 1
                continue
            x, y = self.x[i:to + 1], self.y[i:to + 1]
            if self.spline == NATURAL:
                curve = CubicSpline(x, y, bc_type="natural")
            elif self.spline == CLAMPED:
                ends = (1, self.chord(i - 1) if i else self.start), (1, self.chord(to) if to < last else self.end)
                curve = CubicSpline(x, y, bc_type=ends)
            else:
                curve = PchipInterpolator(x, y)
            found.append((i, to, curve))
            i = to
        return found

    def line(self):
        points = " ".join(f"{x!r} {y!r} {int(flat)}" for x, y, flat in zip(self.x.tolist(), self.y.tolist(), self.flat))
        return f"ground {self.spline} {self.start} {self.end} {self.limit} {points}"

    def json(self, name):
        points = [{"at": [x, y], "flat": flat} for x, y, flat in zip(self.x.tolist(), self.y.tolist(), self.flat)]
        return {"class": "grass", "name": name, "spline": ("natural", "clamped", "monotone")[self.spline], "start_slope": self.start,
                "end_slope": self.end, "slope_limit": self.limit, "points": points}

    def at(self, xs, order=0):
        """Right of a point, its piece to the right counts."""
        values = numpy.full(len(xs), numpy.nan)
        for first, last, curve in self.pieces:
            within = (xs >= self.x[first]) & (xs <= self.x[last])
            values[within] = curve(xs[within], order)
        return values


@unittest.skipIf(CubicSpline is None, "scipy or numpy is not installed")
class Grounds(unittest.TestCase):
    def curves(self, seed, step=usual_steps):
        rng = random.Random(seed)
        for i in range(ROUNDS):
            yield rng, Curve(rng, i % 3, rng.choice([2, 3, 4, 9, 30] if step != long_steps else [2, 3, 9]), step)

    def places(self, rng, curve):
        xs = [grid(rng.uniform(curve.x[0], curve.x[-1])) for _ in range(60)] + curve.x.tolist()
        return numpy.array(xs + [grid(x) for x in numpy.nextafter(curve.x[1:], -9e9)]).astype(numpy.float32).astype(float)

    def check_answers(self, curve, xs, got):
        """[[found, y, slope, too steep]] for the xs, against scipy's."""
        heights, slopes = curve.at(xs), curve.at(xs, 1)
        largest = max(1.0, float(numpy.abs(heights).max()))
        self.assertTrue((got[:, 0] == 1).all())
        error = numpy.abs(got[:, 1] - heights)
        self.assertTrue((error <= numpy.spacing(numpy.abs(heights).astype(numpy.float32)) + 1e-9 * largest).all(), error.max())
        steepest = max(1.0, float(numpy.abs(slopes).max()))
        self.assertLessEqual(float(numpy.abs(got[:, 2] - slopes).max()), 1e-6 * steepest)
        clear = numpy.abs(numpy.abs(slopes) - curve.limit) > 1e-6 * steepest
        self.assertTrue((got[clear, 3] == ((numpy.abs(slopes) > curve.limit) & (curve.limit > 0))[clear]).all())

    def check_heights(self, seed, step):
        for rng, curve in self.curves(seed, step):
            xs = self.places(rng, curve)
            lines = ask([curve.line()] + [f"at {x!r}" for x in xs.tolist()])
            self.assertEqual(lines[0], "ok")
            self.check_answers(curve, xs, numpy.array([[float(v) for v in line.split()] for line in lines[1:]]))

    def test_heights_and_slopes(self):
        self.check_heights(1, usual_steps)

    def test_points_close_together(self):
        self.check_heights(5, close_steps)

    def test_long_pieces(self):
        self.check_heights(6, long_steps)

    def test_through_a_project(self):
        """From the numbers in a level's file, as a person types them, by way of the bank."""
        asked = [(self.places(rng, curve), curve) for rng, curve in self.curves(7, long_steps)]
        with tempfile.TemporaryDirectory(prefix="kickbox-grounds-") as folder:
            os.makedirs(os.path.join(folder, "p", "levels"))
            level = {"format": 1, "kickbox": "level", "grounds": [curve.json(f"g{i}") for i, (_, curve) in enumerate(asked)]}
            project = {"classes": [{"colour": "#57e389", "name": "grass"}], "format": 1, "kickbox": "project", "name": "p"}
            for name, value in ("levels/long.json", level), ("p.kickbox", project):
                with open(os.path.join(folder, "p", name), "w") as file:
                    json.dump(value, file)
            bank = os.path.join(folder, "p.kbx")
            subprocess.run([os.environ["KICKBOX"], "export", os.path.join(folder, "p"), "-o", bank], stdout=subprocess.PIPE, check=True)
            lines = "".join(json.dumps({"q": "ground", "level": "long", "ground": f"g{i}", "x": x}) + "\n"
                            for i, (xs, _) in enumerate(asked) for x in xs.tolist())
            done = subprocess.run([os.environ["KICKBOX"], "query", bank], input=lines, stdout=subprocess.PIPE, text=True, check=True)
        answers = iter(done.stdout.splitlines())
        for xs, curve in asked:
            got = [json.loads(next(answers)) for _ in xs]
            self.check_answers(curve, xs, numpy.array([[a["y"] is not None, a["y"], a["slope"], a["too_steep"]] for a in got], dtype=float))

    def test_beyond_the_ends(self):
        for _, curve in self.curves(2):
            ends = [float(curve.x[0]) - 1 / 256, float(curve.x[-1]) + 1 / 256, -1e6, 1e6, float("nan"), float("inf")]
            lines = ask([curve.line()] + [f"at {x!r}" for x in ends] + [f"touches {x!r} 1e6" for x in ends])
            self.assertEqual(set(lines[1:7]), {"0 inf 0 0"})
            self.assertEqual(set(lines[7:]), {"0"})

    def test_touching(self):
        """The texts have it the wrong way round: y goes down."""
        for rng, curve in self.curves(3):
            xs = numpy.array([grid(rng.uniform(curve.x[0], curve.x[-1])) for _ in range(20)])
            heights = curve.at(xs)
            lines = ask([curve.line()] + [f"touches {x!r} {y + 0.01!r}" for x, y in zip(xs.tolist(), heights.tolist())] +
                        [f"touches {x!r} {y - 0.01!r}" for x, y in zip(xs.tolist(), heights.tolist())])
            self.assertEqual(lines[1:], ["1"] * 20 + ["0"] * 20)
            got = [line.split()[1] for line in ask([curve.line()] + [f"at {x!r}" for x in xs.tolist()])[1:]]
            self.assertEqual(set(ask([curve.line()] + [f"touches {x!r} {y}" for x, y in zip(xs.tolist(), got)])[1:]), {"1"})

    def test_landing(self):
        hits = misses = 0
        for rng, curve in self.curves(4):
            moves = []
            for _ in range(25):
                x = grid(rng.uniform(curve.x[0] - 40, curve.x[-1] + 40))
                moves.append((x, grid(rng.uniform(-250, 60)), grid(rng.choice([0, rng.uniform(-300, 300)])), grid(rng.uniform(-60, 350))))
            lines = ask([curve.line()] + ["land " + " ".join(map(repr, move)) for move in moves])[1:]
            for move, line in zip(moves, lines):
                hit, inside, fraction, px, py, nx, ny = map(float, line.split())
                t = numpy.linspace(0, 1, 20001)
                depth = numpy.nan_to_num(move[1] + t * move[3] - curve.at(move[0] + t * move[2]), nan=-1e9)
                touched = numpy.flatnonzero(depth >= 0)
                if inside:
                    self.assertGreater(depth[0], 0)
                elif hit:
                    hits += 1
                    before = depth[t < fraction - 1e-6]
                    self.assertTrue((before < 1e-6).all())
                    x = min(max(move[0] + fraction * move[2], curve.x[0]), curve.x[-1])
                    steep = float(numpy.abs(curve.at(t * (curve.x[-1] - curve.x[0]) + curve.x[0], 1)).max())
                    self.assertAlmostEqual(px, x, delta=1e-3)
                    self.assertAlmostEqual(py, float(curve.at(numpy.array([x]))[0]), delta=1e-3 * (1 + steep))
                    at_end = abs(x - curve.x[0]) < 1e-3 or abs(x - curve.x[-1]) < 1e-3
                    near = move[1] + fraction * move[3] - py
                    self.assertTrue(at_end and near >= -1e-3 or abs(near) < 1e-3 * (1 + steep), (near, move, line))
                    self.assertAlmostEqual(nx * nx + ny * ny, 1, delta=1e-5)
                    self.assertLess(ny, 0)
                    if len(touched) and touched[0] > 0:
                        self.assertLessEqual(fraction, t[touched[0]] + 1e-6)
                else:
                    misses += 1
                    self.assertEqual(len(touched), 0, (move, depth.max(initial=-1)))
        self.assertGreater(hits, ROUNDS * 4)
        self.assertGreater(misses, ROUNDS * 4)

    def test_refused(self):
        for points, why in (("0 0 0 5 0 0 5 1 0", "points[2]"), ("0 0 0 5 0 0 4 1 0", "points[2]"), ("3 0 0 3 0 0", "points[1]"),
                            ("0 0 0", "expected 2"), ("0 0 0 nan 0 0", "points[1]"), ("0 0 0 70000 0 0", "points[1]")):
            for spline in range(3):
                line = ask([f"ground {spline} 0 0 0 {points}"])[0]
                self.assertTrue(line.startswith("refused: ") and why in line, line)


if __name__ == "__main__":
    unittest.main()
