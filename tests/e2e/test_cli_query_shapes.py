# SPDX-License-Identifier: MIT
"""`kickbox query` of shapes that no bank holds: pairs in the plane, and the questions in space; and of layers by name."""
import os
import random
import unittest

from cli_case import Case, SOURCE

FLOOR = [[-5, 0, 5], [5, 0, 5], [5, 0, -5], [-5, 0, -5]]
BAD_SHAPES = [
    ({}, "expected a list"), ({"shapes": 3}, "expected a list"), ({"shapes": [{}]}, "shapes[0]: expected one of"),
    ({"shapes": [{"point": [0, 0], "box": [0, 0, 1, 1]}]}, "shapes[0]: expected one of"), ({"shapes": [{"ball": 1}]}, "shapes[0]: expected one of"),
    ({"shapes": [{"point": [0]}]}, "shapes[0].point: expected two numbers"), ({"shapes": [{"segment": [[0, 0]]}]}, "shapes[0].segment: expected"),
    ({"shapes": [{"circle": {"at": [0, 0], "radius": -1}}]}, "shapes[0].circle.radius"), ({"shapes": [{"circle": [0, 0]}]}, "shapes[0].circle.at"),
    ({"shapes": [{"capsule": {"segment": [[0, 0], [1, 1]]}}]}, "shapes[0].capsule.radius"), ({"shapes": [{"rect": [0, 0, -1, 1]}]}, "shapes[0].rect[2]"),
    ({"shapes": [{"box": [0, 0, 0.5, 1]}]}, "shapes[0].box: expected whole"), ({"shapes": [{"obb": {"at": [0, 0], "w": 1, "h": 1}}]}, "shapes[0].obb.degrees"),
    ({"shapes": [{"polygon": [[0, 0], [1, 1]]}]}, "three or more"), ({"shapes": [{"polygon": [[0, 0], [1, 1], [1]]}]}, "shapes[0].polygon[2]"),
    ({"shapes": [{"half_plane": {"normal": [0, 0.5], "distance": 0}}]}, "shapes[0].half_plane: expected a normal of length 1"), ({"shapes": [], "classes": []}, "classes: no such key"),
    ({"shapes": [{"circle": {"at": [0, 0], "radius": 1, "r": 1}}]}, "shapes[0].circle.r: no such key"), ({"shapes": [{"point": [0, 0]}] * 1025}, "at most 1024"),
]
BAD_SOLIDS = [
    ({"sphere": {"at": [0, 0, 0]}}, "shape.sphere.radius"), ({"sphere": {"at": [0, 0], "radius": 1}}, "shape.sphere.at: expected three numbers"),
    ({"box": {"min": [0, 0, 0], "max": [1, -1, 1]}}, "shape.box: expected a min"), ({"segment": [[0, 0, 0]]}, "shape.segment: expected 2 times"),
    ({"obb": {"at": [0, 0, 0], "axes": [[1, 0, 0]], "half": [1, 1, 1]}}, "shape.obb.axes: expected 3 times"),
    ({"plane": {"normal": [0, 2, 0], "distance": 0}}, "shape.plane.normal[1]"), ({"polygon": [[0, 0, 0]] * 65}, "shape.polygon: expected 3 to 64 corners"),
    ({"ball": 1}, "shape: expected one of"), ({}, "shape: expected one of"), ([], "shape: expected one of"), ({"point": [0, 0, "0"]}, "shape.point[2]"),
]


class Shapes(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.sample = os.path.join(SOURCE, "data", "temple")

    def setUp(self):
        super().setUp()
        self.bank = self.path("temple.kbx")
        self.run_kickbox("export", self.sample, "-o", self.bank)

    def ask(self, **line):
        return self.query(self.bank, line)[0]

    def refused(self, line, expected):
        self.assertIn(expected, self.query(self.bank, line, status=1)[0]["error"])

    def test_pairs_of_all_kinds(self):
        half_plane = {"half_plane": {"normal": [0, -1], "distance": 0}}
        above = [{"point": [0, -3]}, {"segment": [[0, -3], [4, -1]]}, {"circle": {"at": [3, -3], "radius": 2}}, {"rect": [0, -3, 2, 2.5]},
                 {"capsule": {"segment": [[0, -9], [3, -9]], "radius": 1}}, {"box": [0, -3, 2, 2]}, {"obb": {"at": [0, -3], "degrees": 45, "w": 4, "h": 4}},
                 {"polygon": [[0, -1], [9, -1], [0, -9]]}]
        below = [{"point": [0, 0]}, {"segment": [[0, -3], [4, 0]]}, {"circle": {"at": [3, -3], "radius": 3}}, {"rect": [0, -3, 2, 3]},
                 {"capsule": {"segment": [[0, -9], [3, -1]], "radius": 1}}, {"box": [0, -3, 2, 3]}, {"obb": {"at": [0, -3], "degrees": 45, "w": 5, "h": 5}},
                 {"polygon": [[0, 0], [9, -1], [0, -9]]}]
        for shape in above:
            self.assertEqual(self.ask(q="pairs", shapes=[half_plane, shape]), {"hit": False, "pairs": [], "near": []}, shape)
        for shape in below:
            self.assertEqual(self.ask(q="pairs", shapes=[half_plane, shape]), {"hit": True, "pairs": [[0, 1]], "near": [[0, 1]]}, shape)
        self.assertEqual(self.ask(q="pairs", shapes=[]), {"hit": False, "pairs": [], "near": []})

    def test_near_is_wider_than_pairs(self):
        shapes = [{"circle": {"at": [0, 0], "radius": 5}}, {"circle": {"at": [8, 8], "radius": 5}}, {"box": [5, 0, 2, 2]}, {"box": [7, 0, 2, 2]}]
        self.assertEqual(self.ask(q="pairs", shapes=shapes), {"hit": True, "pairs": [[0, 2]], "near": [[0, 1], [0, 2], [2, 3]]})

    def test_pairs_against_all_circles(self):
        rng = random.Random(5)
        circles = [(rng.randrange(200), rng.randrange(200), rng.randrange(1, 12)) for _ in range(120)]
        answer = self.ask(q="pairs", shapes=[{"circle": {"at": [x, y], "radius": r}} for x, y, r in circles])
        touching = [[i, k] for i in range(120) for k in range(i + 1, 120)
                    if (circles[i][0] - circles[k][0]) ** 2 + (circles[i][1] - circles[k][1]) ** 2 <= (circles[i][2] + circles[k][2]) ** 2]
        near = [[i, k] for i in range(120) for k in range(i + 1, 120)
                if all(abs(circles[i][axis] - circles[k][axis]) <= circles[i][2] + circles[k][2] for axis in (0, 1))]
        self.assertEqual((answer["pairs"], answer["near"]), (touching, near))
        self.assertGreater(len(near), len(touching))

    def test_wrong_shapes(self):
        for line, expected in BAD_SHAPES:
            with self.subTest(expected):
                self.refused(dict(line, q="pairs"), expected)

    def test_contains_and_nearest(self):
        sphere = {"sphere": {"at": [0, 0, 0], "radius": 5}}
        self.assertEqual(self.ask(q="space_contains", shape=sphere, p=[3, 4, 0]), {"hit": True})
        self.assertEqual(self.ask(q="space_contains", shape=sphere, p=[3, 4, 0.5]), {"hit": False})
        self.assertEqual(self.ask(q="space_nearest", shape=sphere, p=[0, 10, 0]),
                         {"point": [0, 5, 0], "distance": 5, "normal": [0, 1, 0], "foot": [0, 5, 0], "t": 0})
        self.assertEqual(self.ask(q="space_nearest", shape={"segment": [[0, 0, 0], [10, 0, 0]]}, p=[4, 3, 0]),
                         {"point": [4, 0, 0], "distance": 3, "normal": [0, 1, 0], "foot": [4, 0, 0], "t": 0.400000006})
        self.assertEqual(self.ask(q="space_nearest", shape={"plane": {"normal": [0, 1, 0], "distance": 2}}, p=[7, -1, 8])["distance"], -3)

    def test_overlaps(self):
        box = {"box": {"min": [0, 0, 0], "max": [2, 2, 2]}}
        turned = {"obb": {"at": [0, 0, 0], "axes": [[1, 0, 0], [0, 0.8, 0.6], [0, -0.6, 0.8]], "half": [1, 2, 3]}}
        for a, b, hit in ((box, {"plane": {"normal": [0, 1, 0], "distance": 0}}, True), (box, {"plane": {"normal": [0, 1, 0], "distance": -0.5}}, False),
                          (box, {"sphere": {"at": [3, 1, 1], "radius": 1}}, True), (box, {"point": [2, 2, 2]}, True), (turned, {"point": [0, 1, 1]}, True),
                          (turned, {"point": [0, 3, 1]}, False), (box, {"segment": [[3, 0, 0], [0, 3, 3]]}, True), (box, {"polygon": FLOOR}, True),
                          (box, {"segment": [[5, 0, 0], [0, 5, 5]]}, False)):
            self.assertEqual(self.ask(q="space_overlap", a=a, b=b), {"hit": hit}, (a, b))
            self.assertEqual(self.ask(q="space_overlap", a=b, b=a), {"hit": hit}, (a, b))

    def test_cast_and_collide(self):
        ball = {"sphere": {"at": [0, 5, 0], "radius": 1}}
        down = {"q": "space_cast", "mover": ball, "move": [0, -10, 0], "target": {"one_way": FLOOR}}
        answer = self.ask(**down)
        self.assertEqual((answer["hit"], answer["started_inside"]), (True, False))
        self.assertAlmostEqual(answer["fraction"], 0.4, places=6)
        self.assertEqual((answer["point"], answer["normal"]), ([0, 0, 0], [0, 1, 0]))
        below = dict(down, mover={"sphere": {"at": [0, -5, 0], "radius": 1}}, move=[0, 10, 0])
        self.assertEqual(self.ask(**below), {"hit": False, "fraction": 1, "point": None, "normal": None, "started_inside": False})
        self.assertTrue(self.ask(**dict(below, target={"polygon": FLOOR}))["hit"])
        answer = self.ask(q="space_collide", a={"sphere": {"at": [0, 0.5, 0], "radius": 1}}, b={"polygon": FLOOR})
        self.assertEqual((answer["hit"], answer["depth"], answer["normal"]), (True, 0.5, [0, -1, 0]))
        self.assertEqual(self.ask(q="space_collide", a={"sphere": {"at": [0, 3, 0], "radius": 1}}, b={"polygon": FLOOR}),
                         {"hit": False, "depth": None, "normal": None, "point": None})

    def test_wrong_solids(self):
        for shape, expected in BAD_SOLIDS:
            with self.subTest(expected):
                self.refused({"q": "space_contains", "shape": shape, "p": [0, 0, 0]}, expected)
        ball = {"sphere": {"at": [0, 0, 0], "radius": 1}}
        self.refused({"q": "space_contains", "shape": ball, "p": [0, 0]}, "p: expected three numbers")
        self.refused({"q": "space_contains", "shape": ball, "p": [0, 0, 0], "move": [0, 0, 0]}, "move: no such key")
        self.refused({"q": "space_cast", "mover": {"plane": {"normal": [0, 1, 0], "distance": 0}}, "move": [0, 1, 0], "target": ball},
                     "mover: expected a point, sphere, box or obb")
        self.refused({"q": "space_collide", "a": {"point": [0, 0, 0]}, "b": {"point": [0, 0, 0]}}, "a: expected a sphere, here or as b")
        concave = {"polygon": [[0, 0, 0], [4, 0, 0], [1, 1, 0], [0, 4, 0]]}
        point, box = {"point": [0, 0, 5]}, {"box": {"min": [0, 0, 0], "max": [1, 1, 1]}}
        self.refused({"q": "space_cast", "mover": point, "move": [0, 0, -9], "target": concave}, "target: expected a convex polygon")
        self.refused({"q": "space_overlap", "a": concave, "b": box}, "a: expected a convex polygon")
        self.assertTrue(self.ask(q="space_overlap", a=concave, b=ball)["hit"])
        self.assertFalse(self.ask(q="space_overlap", a=point, b=concave)["hit"])


class Layers(Case):
    def test_a_hit_names_its_layer(self):
        for sample in ("yard", "temple"):
            self.run_kickbox("export", os.path.join(SOURCE, "data", sample), "-o", self.path(sample + ".kbx"))
        fall = {"q": "level_cast", "level": "yard", "circle": {"at": [100, 60], "radius": 5}, "move": [3, 200]}
        hill = {"q": "level_move", "level": "yard", "p": [800, 0], "move": [0, 400], "manner": "stop"}
        tiles, ground, free = self.query(self.path("yard.kbx"), fall, hill, dict(fall, move=[3, 2]))
        self.assertEqual([tiles[key] for key in ("kind", "layer", "layer_name")], ["tiles", 3, "rock"])
        self.assertEqual([ground["touches"][0][key] for key in ("kind", "layer", "layer_name")], ["ground", 4, "hills"])
        self.assertEqual([free[key] for key in ("hit", "layer", "layer_name")], [False, None, None])
        wall = self.query(self.path("temple.kbx"), {"q": "level_cast", "level": "garden", "p": [480, 600], "move": [-900, -900]})[0]
        self.assertEqual([wall[key] for key in ("kind", "layer", "layer_name")], ["walls", 0, None])
        rock, both = self.query(self.path("yard.kbx"), dict(fall, layers=["hills"]), dict(fall, layers=[4, "rock"]))
        self.assertEqual([rock["hit"], both["hit"]], [False, True])
        for wrong, says in ((dict(hill, layers=[0, 50]), "layers[1]: the level has no such layer"),
                            (dict(hill, layers=["hills", "rok"]), "layers[1]: the level has no such layer"),
                            (dict(hill, layers=[0.5]), "layers[0]: expected a layer's name or number"),
                            ({key: hill[key] for key in hill if key != "p"} | dict(rect=[800, 0, 0, 8]), "rect: expected sides of at least 1/256 pixel"),
                            (dict(fall, p=[1, 2]), "p: expected one of p, circle, rect and box")):
            self.assertEqual(self.query(self.path("yard.kbx"), wrong, status=1)[0], {"error": says})


if __name__ == "__main__":
    unittest.main()
