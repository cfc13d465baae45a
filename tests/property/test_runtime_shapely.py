# SPDX-License-Identifier: MIT
"""What the runtime answers about the sample's frames in random poses, against Shapely (GEOS): shapes are built from the
JSON bank, mirrored and moved there, and asked there."""
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest

try:
    from shapely.geometry import Point, Polygon, box
except ImportError:
    Polygon = None

KICKBOX, SOURCE = os.environ["KICKBOX"], os.environ["KICKBOX_SOURCE"]
COUNT = 1500
CLOSE = 1e-6  # a circle's edge is not exact there


class Shape:
    """A shape of the JSON bank, placed in the world."""

    def __init__(self, shape, hot, pose):
        self.name, self.radius = shape["class"], 0
        self.is_box = "box" in shape
        if self.is_box:
            x, y, w, h = shape["box"]
            corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
        else:
            corners = shape.get("polygon") or shape.get("corners") or [shape["circle"][:2]]
            self.radius = shape["circle"][2] if "circle" in shape else 0

        def place(c, axis):
            at, flipped = pose["at"][axis], "xy"[axis] in pose["flip"]
            return at + hot[axis] + 1 - c if flipped else at + c - hot[axis]

        corners = [(place(x, 0), place(y, 1)) for x, y in corners]
        self.form = Polygon(corners) if len(corners) > 1 else Point(corners[0])

    def has_pixel(self, p):
        """True, False, or None where a circle's edge is too close to tell."""
        return self.near(Point(p[0] + 0.5, p[1] + 0.5), 0)

    def near(self, form, radius):
        reach = self.radius + radius
        if reach == 0:
            return self.form.intersects(form)
        distance = self.form.distance(form)
        return None if abs(distance - reach) < CLOSE else distance < reach

    def meets(self, other):
        if self.is_box and other.is_box:
            return self.form.intersection(other.form).area > 0
        return self.near(other.form, other.radius)


@unittest.skipIf(Polygon is None, "no Shapely")
class Answers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="kickbox-shapely-")
        cls.addClassCleanup(cls.folder.cleanup)
        project = os.path.join(cls.folder.name, "dojo")
        cls.bank, text = project + ".kbx", project + ".json"
        subprocess.run([sys.executable, os.path.join(SOURCE, "data", "make-dojo.py"), KICKBOX, project], check=True,
                       stdin=subprocess.DEVNULL)
        subprocess.run([KICKBOX, "export", project, "-o", cls.bank], check=True, stdin=subprocess.DEVNULL)
        subprocess.run([KICKBOX, "export", project, "-o", text, "--format", "json", "--images", "none"], check=True,
                       stdin=subprocess.DEVNULL)
        with open(text, encoding="utf-8") as file:
            cls.sprites = {sprite["name"]: sprite["frames"] for sprite in json.load(file)["sprites"]}
        cls.classes = sorted({shape["class"] for frames in cls.sprites.values() for f in frames for shape in f["shapes"]})

    def setUp(self):
        self.rng = random.Random(self.id())

    def ask(self, questions):
        text = "".join(json.dumps(question) + "\n" for question in questions)
        done = subprocess.run([KICKBOX, "query", self.bank], input=text, stdout=subprocess.PIPE, text=True, check=True)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(len(answers), len(questions))
        return zip(questions, answers)

    def pose(self, reach):
        sprite = self.rng.choice(sorted(self.sprites))
        at = [self.rng.randint(-reach, reach), self.rng.randint(-reach // 3, reach // 3)]
        return {"sprite": sprite, "frame": self.rng.randrange(len(self.sprites[sprite])), "at": at,
                "flip": self.rng.choice(["", "x", "y", "xy"])}

    def shapes(self, pose):
        frame = self.sprites[pose["sprite"]][pose["frame"]]
        return [Shape(shape, frame["hot_spot"], pose) for shape in frame["shapes"]]

    def points(self, pose):
        return {p["name"]: p["at"] for p in self.sprites[pose["sprite"]][pose["frame"]]["action_points"]}

    def some_classes(self):
        return self.rng.sample(self.classes, self.rng.randint(1, len(self.classes)))

    def check_first(self, shapes, p, classes, answer):
        """Returns 1 for a hit."""
        inside = [shape.has_pixel(p) if classes is None or shape.name in classes else False for shape in shapes]
        if None in inside:
            return 0
        self.assertEqual(answer["hit"], any(inside))
        if any(inside):
            self.assertEqual(answer["shape"], inside.index(True))
            self.assertEqual(answer["class"], shapes[inside.index(True)].name)
        return int(any(inside))

    def test_points(self):
        questions = []
        for _ in range(COUNT):
            question = {"q": "point", "pose": self.pose(20), "p": [self.rng.randint(-40, 40), self.rng.randint(-60, 60)]}
            if self.rng.random() < 0.3:
                question["classes"] = self.some_classes()
            questions.append(question)
        hits = sum(self.check_first(self.shapes(q["pose"]), q["p"], q.get("classes"), answer)
                   for q, answer in self.ask(questions))
        self.assertGreater(hits, COUNT // 20)

    def test_shapes(self):
        questions = []
        for _ in range(COUNT):
            question = {"q": "shapes", "a": self.pose(30), "b": self.pose(30)}
            for key in ("a_classes", "b_classes"):
                if self.rng.random() < 0.3:
                    question[key] = self.some_classes()
            questions.append(question)
        found = 0
        for question, answer in self.ask(questions):
            a, b = self.shapes(question["a"]), self.shapes(question["b"])
            pairs = {(i, k): first.meets(second) for i, first in enumerate(a) for k, second in enumerate(b)
                     if first.name in question.get("a_classes", self.classes)
                     and second.name in question.get("b_classes", self.classes)}
            sure = [pair for pair in map(tuple, answer["pairs"]) if pairs.get(pair) is not None or pair not in pairs]
            self.assertEqual(sure, sorted(pair for pair, meets in pairs.items() if meets))
            self.assertEqual(answer["hit"], bool(answer["pairs"]))
            found += len(sure)
        self.assertGreater(found, COUNT)

    def test_strikes(self):
        names = sorted({p["name"] for frames in self.sprites.values() for f in frames for p in f["action_points"]})
        questions = []
        while len(questions) < COUNT:
            question = {"q": "strike", "a": self.pose(40), "name": self.rng.choice(names), "b": self.pose(40)}
            # Few frames have a point; ask the others now and then.
            if self.points(question["a"]) or self.rng.random() < 0.1:
                questions.append(question)
        hits = 0
        for question, answer in self.ask(questions):
            pose, point = question["a"], self.points(question["a"]).get(question["name"])
            frame = self.sprites[pose["sprite"]][pose["frame"]]
            if point is None:
                self.assertFalse(answer["hit"])
                continue
            tip = [at + hot - c if axis in pose["flip"] else at + c - hot
                   for axis, at, hot, c in zip("xy", pose["at"], frame["hot_spot"], point)]
            hits += self.check_first(self.shapes(question["b"]), tip, None, answer)
        self.assertGreater(hits, COUNT // 50)


if __name__ == "__main__":
    unittest.main()
