# SPDX-License-Identifier: MIT
"""Levels from the command line: from walls that are typed to a bank that answers, in every partition; with Shapely's word on
what is met first and what is inside. The sample project data/temple is the level."""
import base64
import json
import math
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import unittest
from fractions import Fraction

from shapely.geometry import LineString, Point, Polygon, box

from cli_case import KICKBOX, SOURCE, Case, Picture
from rounds import IS_WHOLE, rounds

sys.path.insert(0, os.path.join(SOURCE, "tests", "golden"))
import read_bank  # noqa: E402

TEMPLE = os.path.join(SOURCE, "data", "temple")
KINDS = ["none", "grid", "quadtree", "bsp"]


def garden():
    with open(os.path.join(TEMPLE, "levels", "garden.json")) as file:
        return json.load(file)


class Levels(Case):
    def export(self, project=TEMPLE, name="t.kbx", *options):
        self.run_kickbox("export", project, "-o", name, *options)
        return self.path(name)

    def query(self, bank, *questions, status=0):
        out, _ = self.run_kickbox("query", bank, text="".join(json.dumps(q) + "\n" for q in questions), status=status)
        return [json.loads(line) for line in out.splitlines()]

    def test_made_from_its_script(self):
        subprocess.run([sys.executable, os.path.join(SOURCE, "data", "make-temple.py"), KICKBOX, self.path("temple")], check=True,
                       env=self.environment)
        for name in ["temple.kickbox", os.path.join("levels", "garden.json")]:
            self.assertEqual(self.read(self.path("temple", name)), self.read(os.path.join(TEMPLE, name)))

    def test_told(self):
        level = garden()
        xs, ys = ([p[i] for w in level["walls"] for p in (w["a"], w["b"])] for i in (0, 1))
        told = []
        for source in (TEMPLE, self.export(), self.export(TEMPLE, "t.json", "--format", "json")):
            (of,) = json.loads(self.run_kickbox("info", source, "--json")[0])["levels"]
            told.append(of)
            self.assertEqual((of["name"], of["walls"], of["bounds"]), ("garden", len(level["walls"]), [min(xs), min(ys), max(xs), max(ys)]))
            self.assertEqual([p["kind"] for p in of["partitions"]], KINDS)
            for partition in of["partitions"]:
                self.assertLessEqual({"nodes", "depth_max", "depth_mean", "splits", "bytes", "walls_mean", "walls_p99", "balance"}, set(partition))
                self.assertGreater(partition["walls_mean"], 0)
                tree, parts = partition["kind"] in ("quadtree", "bsp"), partition["kind"] != "none"
                self.assertEqual([partition[k] is not None for k in ("depth_max", "depth_mean", "balance", "nodes", "splits", "bytes", "cost")],
                                 [tree, tree, tree, parts, parts, True, True])
            self.assertEqual([a["name"] for a in of["areas"]], [a["name"] for a in level["areas"]])
            self.assertEqual(len(of["entities"]), len(level["entities"]))
            self.assertIn(of["partition"], KINDS)
        self.assertEqual(told[0], told[1])
        self.assertEqual(told[1], told[2])
        text = self.run_kickbox("info", TEMPLE)[0]
        self.assertIn(f"garden: level, {len(level['walls'])} walls, 5 areas, 7 entities", text)
        self.assertIn("\n  area pond: water\n  area gate: trigger\n  entity player: spawn at 480, 608\n", text)
        self.assertTrue(text.endswith("\n  entity: light at 480, 560\n"))
        heads = re.split(" {2,}", next(line for line in text.splitlines() if "partition " in line).strip())
        rows = [re.split(" {2,}", line.strip("* ")) for line in text[text.index("partition "):].splitlines()[1:5]]
        self.assertEqual([row[0] for row in rows], KINDS)
        for row, partition in zip(rows, told[0]["partitions"]):
            said, tree = dict(zip(heads, row)), partition["kind"] in ("quadtree", "bsp")
            self.assertEqual(said["Max. depth"], "%d%s" % (partition["depth_max"], "×2" * (partition["kind"] == "quadtree")) if tree else "–")
            self.assertEqual(said["Balance"], "%.2f" % partition["balance"] if tree else "–")
            self.assertAlmostEqual(float(said["Cost (ns/move)"]), partition["cost"], delta=0.51)
            self.assertAlmostEqual(float(said["Walls"]), partition["walls_mean"], delta=0.51)
        self.assertEqual(self.run_kickbox("check", TEMPLE)[0], "")
        self.assertEqual(self.run_kickbox("check", self.path("t.kbx"))[0], "")

    def test_asked(self):
        """All partitions answer alike, and first walls are where Shapely says."""
        bank, dice, level = self.export(), random.Random(7), garden()
        moves = [([dice.randrange(10, 950), dice.randrange(20, 630)], [dice.randrange(-40, 1000), dice.randrange(-40, 680)])
                 for _ in range(150)]
        questions = [q for a, b in moves for q in (
            {"q": "trace", "from": a, "to": b}, {"q": "trace", "from": a, "to": b, "radius": 4.5, "classes": ["wall", "rock"]},
            {"q": "slide", "from": a, "to": b, "radius": 6}, {"q": "bounce", "from": a, "to": b, "radius": 3, "coefficient": 0.5},
            {"q": "sees", "from": a, "to": b}, {"q": "locate", "p": a}, {"q": "near", "p": a, "radius": 30},
            {"q": "near", "box": [*a, 40, 25]})]
        answers = {kind: self.query(bank, *[dict(q, level="garden", partition=kind) for q in questions]) for kind in KINDS}
        own = self.query(bank, *[dict(q, level="garden") for q in questions])
        for i, question in enumerate(questions):
            found = [dict(answer[i], leaf=None) for answer in (*answers.values(), own)]
            self.assertTrue(all(answer == found[0] and "error" not in answer for answer in found), (question, found))

        lines = [LineString([w["a"], w["b"]]) for w in level["walls"]]
        for (a, b), at in zip(moves, range(0, len(questions), 8)):
            trace, sees, place, near = own[at], own[at + 4], own[at + 5], own[at + 6]
            move = LineString([a, b])
            two_way = [line for line, w in zip(lines, level["walls"]) if not w.get("one_way")]
            met = [Point(a).distance(line.intersection(move)) for line in two_way if line.intersects(move)]
            if trace["hit"] and not level["walls"][trace["wall"]].get("one_way"):
                self.assertAlmostEqual(min(met), trace["fraction"] * move.length, delta=0.01)
            elif not trace["hit"]:
                self.assertEqual((met, trace["point"], trace["fraction"], trace["wall"]), ([], b, 1, None))
            self.assertEqual(sees["sees"], not trace["hit"])
            inside = [area["name"] for area in level["areas"]
                      if Polygon(area["rings"][0], area["rings"][1:]).contains(Point(a))]
            self.assertEqual(place["area"], inside[0] if inside else None)
            self.assertEqual(near["walls"], [i for i, line in enumerate(lines) if line.distance(Point(a)) <= 30])

    def test_in_view(self):
        """Front to back: what is seen along any ray first is the first of those listed; all of it in each partition."""
        bank, walls = self.export(), [LineString([w["a"], w["b"]]) for w in garden()["walls"]]
        eye, question = (480, 600), {"q": "in_view", "level": "garden", "p": [480, 600]}
        for kind in KINDS:
            (round_, cone) = [answer["parts"] for answer in self.query(bank, dict(question, partition=kind), dict(
                question, partition=kind, left=[-1, -1], right=[1, -1]))]
            self.assertAlmostEqual(sum(LineString([part["a"], part["b"]]).length for part in round_),
                                   sum(wall.length for wall in walls), delta=0.01)
            self.assertLess(len(cone), len(round_))
            for step in range(-44, 45):
                ray = LineString([eye, (eye[0] + 2000 * math.sin(math.radians(step)), eye[1] - 2000 * math.cos(math.radians(step)))])
                first = next(part for part in cone if LineString([part["a"], part["b"]]).distance(ray) < 1e-3)
                met = {i: wall.intersection(ray).distance(Point(eye)) for i, wall in enumerate(walls) if wall.intersects(ray)}
                self.assertAlmostEqual(met[first["wall"]], min(met.values()), delta=0.01)

    def tree_of(self, project):
        """The nodes of the level's partition: (nx, ny, d, second) of a line, None for a leaf."""
        with open(self.export(project, "tree.json", "--format", "json")) as file:
            (level,) = json.load(file)["levels"]
        data = base64.b64decode(level["partition"]["bytes"])
        count, _, blocks = struct.unpack_from("<3I", data)
        nodes = [struct.unpack_from("<3fI", data, 28 + 16 * (blocks + i)) for i in range(count)]
        return [node if node[3] != 0xFFFFFFFF else None for node in nodes]

    def test_quadtree(self):
        """Its square is around the middle of the walls, every line is exactly in the middle of its cell, and a level is two lines."""
        dice = random.Random(5)
        for left, top, width, height, levels in ((-110, 40, 2193, 700, 0), (-65536, -3.25, 131072, 90, 0), (17, 9, 300.5, 301, 3), (60000.5, 60000.5, 4, 3, 9)):
            ends = [[left + dice.randrange(int(width * 256) + 1) / 256, top + dice.randrange(int(height * 256) + 1) / 256] for _ in range(240)]
            ends += [[left, top], [left + width, top + height]]
            walls = [{"a": a, "b": b, "class": "wall"} for a, b in zip(ends[::2], ends[1::2]) if a != b]
            project = self.path(f"quad{left}")
            self.run_kickbox("new", project)
            self.run_kickbox("edit", project, text="\n".join(json.dumps(edit) for edit in (
                {"insert": "classes", "value": {"name": "wall", "colour": "#ff0000"}},
                {"insert": "levels", "value": {"name": "room", "walls": walls, "partition": "quadtree", "leaf_walls": 2, "depth": levels}})))
            nodes, cuts = self.tree_of(project), []

            def walk(at, x0, y0, x1, y1, depth):
                if nodes[at] is None:
                    cuts.append(depth)
                    return
                nx, ny, d, second = nodes[at]
                middle = (x0 + x1, y0 + y1)[depth % 2] / 2
                self.assertEqual((nx, ny, Fraction(d)), (1 - depth % 2, depth % 2, middle), (left, at, depth))
                first, behind = ((middle, y0, x1, y1), (x0, y0, middle, y1)) if nx else ((x0, middle, x1, y1), (x0, y0, x1, middle))
                walk(at + 1, *first, depth + 1)
                walk(second, *behind, depth + 1)

            middle = [Fraction(math.floor((2 * low + size) * 64), 128) for low, size in ((left, width), (top, height))]
            step = Fraction(1, 128) * 2 ** math.floor(math.log2(max(width, height)))
            half = math.ceil(Fraction(max(width, height)) / step) * step / 2
            self.assertLess(half * 2, max(width, height) * 1.01)
            walk(0, middle[0] - half, middle[1] - half, middle[0] + half, middle[1] + half, 0)
            self.assertLessEqual(max(cuts), 2 * (levels or 14))
            (of,) = json.loads(self.run_kickbox("info", project, "--json")[0])["levels"]
            tree = of["partitions"][2]
            self.assertEqual((tree["nodes"], tree["leaves"], tree["depth_max"]), (len(nodes), len(cuts), (max(cuts) + 1) // 2))
            self.assertAlmostEqual(tree["depth_mean"], sum(cuts) / len(cuts) / 2)
            if levels == 3:
                self.assertEqual(max(cuts), 6)

    def test_grid(self):
        """By numbers or sizes of cells: each cell lists what comes near it, and answers do not depend on the grid."""
        dice = random.Random(11)
        ends = [[dice.randrange(-300, 1900) + dice.choice((0, 0.5)), dice.randrange(7, 700)] for _ in range(160)]
        walls = [{"a": a, "b": b, "class": "wall"} for a, b in zip(ends, ([x + dice.randrange(-90, 91), y + dice.randrange(-90, 91)] for x, y in ends)) if a != b]
        xs, ys = ([p[i] for w in walls for p in (w["a"], w["b"])] for i in (0, 1))
        lines = [LineString([w["a"], w["b"]]) for w in walls]
        project = self.path("cells")
        self.run_kickbox("new", project)
        self.run_kickbox("edit", project, text="\n".join(json.dumps(edit) for edit in (
            {"insert": "classes", "value": {"name": "wall", "colour": "#ff0000"}},
            {"insert": "levels", "value": {"name": "room", "walls": walls, "partition": "grid"}})))
        width, height = max(xs) - min(xs) + 2, max(ys) - min(ys) + 2
        moves = [(self.place(dice, xs, ys), self.place(dice, xs, ys)) for _ in range(120)]
        asked = [q for a, b in moves for q in (
            {"q": "trace", "from": a, "to": b}, {"q": "trace", "from": a, "to": b, "radius": 9.25}, {"q": "sees", "from": a, "to": b},
            {"q": "near", "p": a, "radius": 55}, {"q": "near", "box": [*a, 140, 25]})]
        asked = [dict(q, level="room") for q in asked]
        expected = None
        for settings, across, down, columns, rows in (
                ({"columns": 6, "rows": 6}, width / 6, height / 6, 6, 6), ({"columns": 40, "rows": 3}, width / 40, height / 3, 40, 3),
                ({"columns": 1, "rows": 1024}, width, height / 1024, 1, 1024), ({"cell": 250}, 250, 250, None, None),
                ({"cell": 33.5, "cell_height": 212}, 33.5, 212, None, None), ({"cell_height": 100}, 100, 100, None, None),
                ({"columns": 9, "cell_height": 20}, width / 9, 20, 9, None), ({"rows": 5}, height / 5, height / 5, None, 5)):
            with self.subTest(settings):
                settings = {**dict.fromkeys(("columns", "rows", "cell", "cell_height"), 0), **settings}
                self.run_kickbox("edit", project, text="\n".join(
                    json.dumps({"set": f"levels[0].{key}", "value": value}) for key, value in settings.items()))
                (of,) = json.loads(self.run_kickbox("info", project, "--json")[0])["levels"]
                grid = of["partitions"][1]
                columns, rows = columns or math.ceil((width + 1) / across), rows or math.ceil((height + 1) / down)
                self.assertEqual((grid["columns"], grid["rows"], grid["nodes"]), (columns, rows, columns * rows))
                for at, side in ((grid["area"][2], columns * across), (grid["area"][3], rows * down)):
                    self.assertAlmostEqual(at, side + (min(xs), min(ys))[at == grid["area"][3]] - 1, delta=0.01)
                self.assertIn(f" {columns}×{rows} ", self.run_kickbox("info", project)[0])
                bank, text = self.export(project), self.export(project, "t.json", "--format", "json")
                for source in (bank, text):
                    self.assertEqual(json.loads(self.run_kickbox("info", source, "--json")[0])["levels"][0]["partitions"][1], grid)
                read_bank.read(self.read(bank))
                listed = self.cells_of(text, columns * rows)
                for cell, walls_of in enumerate(listed):
                    x, y = min(xs) - 1 + cell % columns * across, min(ys) - 1 + cell // columns * down
                    for reach, test in ((0.03, self.assertGreaterEqual), (0.04, self.assertLessEqual)):
                        square = box(x - reach, y - reach, x + across + reach, y + down + reach)
                        test(walls_of, {i for i, line in enumerate(lines) if line.intersects(square)}, (cell, reach))
                answers = self.query(bank, *asked)
                expected = expected or self.query(bank, *[dict(q, partition="none") for q in asked])
                self.assertEqual(answers, expected)
                for (a, _), answer in zip(moves, self.query(bank, *[{"q": "locate", "level": "room", "p": a} for a, _ in moves])):
                    i, j = math.floor((a[0] - min(xs) + 1) / across), math.floor((a[1] - min(ys) + 1) / down)
                    self.assertEqual(answer["leaf"], j * columns + i if 0 <= i < columns and 0 <= j < rows else None, a)
        self.run_kickbox("edit", project, text=json.dumps({"set": "levels[0].rows", "value": 1025}), status=1)

    @staticmethod
    def place(dice, xs, ys):
        return [round(dice.uniform(min(xs) - 30, max(xs) + 30), 1) + 0.03, round(dice.uniform(min(ys) - 30, max(ys) + 30), 1) + 0.03]

    @staticmethod
    def cells_of(bank, cells):
        """The walls that each cell lists."""
        with open(bank) as file:
            (level,) = json.load(file)["levels"]
        data = base64.b64decode(level["partition"]["bytes"])
        blocks = struct.unpack_from("<I", data, 8)[0]
        slots = struct.unpack_from(f"<{4 * blocks}I", data, 28)
        firsts = struct.unpack_from(f"<{cells + 1}I", data, 28 + 16 * blocks)
        return [set(slots[4 * a:4 * b]) for a, b in zip(firsts, firsts[1:])]

    def test_depth_of_format_1(self):
        """It counts lines, also of a quadtree; a merge takes either format."""
        for partition, before, after in (("quadtree", 8, 4), ("quadtree", 7, 4), ("bsp", 8, 8), ("auto", 8, 8)):
            project = self.path(f"old {partition}{before}")
            self.run_kickbox("new", project)
            os.mkdir(os.path.join(project, "levels"))
            path = os.path.join(project, "levels", "room.json")
            old = {"kickbox": "level", "format": 1, "partition": partition, "depth": before, "opacity": 90}
            with open(path, "w") as file:
                json.dump(old, file)
            self.run_kickbox("edit", project, text=json.dumps({"set": "levels[0].opacity", "value": 80}))
            with open(path) as file:
                new = json.load(file)
            self.assertEqual((new["format"], new["depth"], new["opacity"]), (2, after, 80))
            for name, value in (("base", old), ("ours", new), ("theirs", dict(old, grid=4))):
                with open(self.path(name + ".json"), "w") as file:
                    json.dump(value, file)
            self.run_kickbox("merge", self.path("base.json"), self.path("ours.json"), self.path("theirs.json"), "levels/room.json")
            with open(self.path("ours.json")) as file:
                self.assertEqual(json.load(file), dict(new, grid=4))

    def test_asked_wrongly(self):
        bank = self.export()
        good = {"q": "trace", "level": "garden", "from": [480, 600], "to": [480, 500]}
        wrong = [(dict(good, level="x"), "no level 'x'"), (dict(good, partition="tree"), "partition: expected"),
                 (dict(good, to=[0, 65537]), "to[1]: expected a number"), (dict(good, to=[0]), "to: expected two numbers"),
                 (dict(good, classes=["lava"]), "no class 'lava'"), (dict(good, radius=-1), "radius: expected"),
                 (dict(good, speed=3), "speed: no such key"), ({"q": "slide", "level": "garden", "from": [1, 1], "to": [2, 2]}, "radius"),
                 ({"q": "near", "level": "garden", "p": [1, 1]}, "radius"), ({"q": "near", "level": "garden", "box": [1, 1, -1, 1]}, "box[2]"),
                 ({"q": "locate", "level": "garden"}, "p: expected"), ({"q": "in_view", "level": "garden", "p": [1, 1], "left": [0]}, "left")]
        answers = self.query(bank, *[w for w, _ in wrong], good, status=1)
        for (question, says), answer in zip(wrong, answers):
            self.assertIn(says, answer["error"], question)
        self.assertEqual(answers[-1]["hit"], False)

    def test_typed(self):
        """Walls, an area and a sprite that is shown, by the journal's own lines; what is wrong is told with its place."""
        self.run_kickbox("new", "p")
        self.edit("p", {"insert": "classes", "value": {"name": "wall", "colour": "#ff0000"}},
                  {"insert": "sprites", "value": {"name": "imp", "frames": [{"width": 4, "height": 4, "hot_spot": [1, 1]}]}},
                  {"insert": "levels", "value": {"name": "room", "partition": "bsp"}},
                  *[{"insert": "levels['room'].walls", "value": {"a": a, "b": b, "class": "wall"}}
                    for a, b in [([0, 0], [40, 0]), ([40, 0], [40, 30.5]), ([40, 30.5], [0, 30.5]), ([0, 30.5], [0, 0])]],
                  {"insert": "levels['room'].areas", "value": {"name": "hall", "class": "wall", "rings": [[[0, 0], [40, 0], [40, 30.5], [0, 30.5]]]}},
                  {"insert": "levels['room'].entities", "value": {"class": "wall", "at": [9, 9.5], "name": "guest", "direction": [0, -3],
                                                                 "sprite": "imp", "flip": "x", "values": {"mood": "bad"}}})
        bank = self.export("p", "p.kbx")
        self.assertEqual(self.query(bank, {"q": "locate", "level": "room", "p": [20, 20]})[0]["area"], "hall")
        (trace,) = self.query(bank, {"q": "trace", "level": "room", "from": [20, 20], "to": [20, 80]})
        self.assertTrue(trace["hit"] and trace["wall"] == 2 and 30.4 < trace["point"][1] < 30.5 and trace["normal"] == [0, -1])
        self.export("p", "p.json", "--format", "json")
        (level,) = json.loads(self.read(self.path("p.json")))["levels"]
        self.assertEqual(level["entities"], [{"at": [9, 9.5], "class": "wall", "direction": [0, -1], "flip": "x", "frame": 0, "name": "guest",
                                              "sprite": "imp", "values": {"mood": "bad"}}])
        self.assertEqual(level["partition"]["kind"], "bsp")

        self.edit("p", {"set": "levels['room'].walls[1].a", "value": [40, 30.5]})
        self.refused("export", "p", "-o", "q.kbx", status=1, says=[os.path.join("p", "levels", "room.json"), "walls[1]", "in one place"])
        out, _ = self.run_kickbox("check", "p", status=1)
        self.assertIn("levels/room.json: walls[1]: error: both ends of the wall are in one place", out)
        for options, marked in ([], True), (["--plain"], False):
            self.run_kickbox("render", "p", "-o", "marked", *options)
            for folder in ("levels", os.path.join("levels", "bsp")):
                picture = Picture(self.read(self.path("marked", folder, "room.png")))
                seen = {picture.rgb(x, y) for x in range(0, picture.width, 2) for y in range(picture.height)}
                self.assertEqual((0xff, 0x3b, 0x30) in seen, marked, (folder, options))

    def test_drawn(self):
        out, _ = self.run_kickbox("render", TEMPLE, "-o", "pictures")
        names = [os.path.join("pictures", *parts) for parts in [("levels", "garden.png"), ("levels", "grid", "garden.png"),
                                                                ("levels", "quadtree", "garden.png"), ("levels", "bsp", "garden.png")]]
        self.assertEqual(out.splitlines(), names)
        self.run_kickbox("render", self.export(), "-o", "of-bank")
        for name in names:
            self.assertEqual(self.read(self.path(name)), self.read(self.path(name.replace("pictures", "of-bank", 1))))
        picture = Picture(self.read(self.path(names[0])))
        near = {picture.rgb(x, 24 + 30 + 32 + y) for x in range(400, 420) for y in range(-3, 4)}
        self.assertIn((0xf6, 0xd3, 0x2d), near)   # the north wall, at twice its size

    def test_tree(self):
        """Beside the map: the leaves from left to right, each in the colour that it has on the map; the way to the player's
        is marked in both."""
        project = self.path("temple")
        shutil.copytree(TEMPLE, project)
        with open(os.path.join(project, "levels", "garden.json"), encoding="utf-8") as file:
            start = next(entity["at"] for entity in json.load(file)["entities"] if entity.get("name") == "player")
        accent = (0x35, 0x84, 0xe4)
        step = 4 if IS_WHOLE else 8
        for kind in ("bsp", "quadtree")[:rounds(2)]:
            self.run_kickbox("edit", project, text=json.dumps({"set": "levels[0].partition", "value": kind}))
            nodes = self.tree_of(project)
            leaves = [i for i, node in enumerate(nodes) if node is None]
            self.run_kickbox("render", project, "-o", "trees")
            picture = Picture(self.read(self.path("trees", "levels", kind, "garden.png")))
            left, slot, bottom = 2 * 24 + 992 * 2 + 6, (max(10 * len(leaves) + 12, 320) - 12) / len(leaves), 24 + 30 + 960 - 6
            self.assertEqual(picture.width, math.ceil(left + slot * len(leaves) + 6 + 24))

            def leaf_at(x, y):
                at = 0
                while nodes[at]:
                    nx, ny, d, second = nodes[at]
                    at = at + 1 if nx * x + ny * y - d >= 0 else second
                return at
            on_map, lit = {}, leaf_at(*start)
            for x in range(6, 954, step):
                for y in range(6, 634, step):
                    at = leaf_at(x, y)
                    on_map.setdefault(at, []).append(picture.rgb(24 + (x + 16) * 2, 54 + (y + 16) * 2))
            background = picture.rgb(2, 2)
            seen = 0
            for i, leaf in enumerate(leaves):
                colour = picture.rgb(int(left + i * slot) + 2, bottom - 2)
                if leaf == lit:
                    self.assertEqual(colour, accent)
                    usual = max(set(on_map[leaf]), key=on_map[leaf].count)
                    self.assertGreater(usual[2], max(usual[:2]) + 20)
                    continue
                wave = [0.5 + 0.5 * math.cos(2 * math.pi * (leaf * 0.61803398875 - k / 3)) for k in range(3)]
                self.assertTrue(any(all(abs(b + (255 * (0.15 + 0.8 * w) - b) * alpha - c) < 2 for b, w, c in zip(background, wave, colour))
                                    for alpha in (0.2, 0.2 / 3)), (kind, leaf, colour))
                self.assertEqual(picture.rgb(int(left + i * slot) + 2, bottom + 1), background)
                if len(on_map.get(leaf, ())) > 960 // step**2:
                    seen += 1
                    self.assertEqual(max(set(on_map[leaf]), key=on_map[leaf].count), colour, (kind, leaf))
            self.assertGreater(seen, 15)
            root = max((sum(picture.rgb(int(left + k), 54 + 6)) for k in range(int(slot * len(leaves)))))
            self.assertGreater(root, 300)   # the bar of the root
        self.run_kickbox("render", project, "--plain", "-o", "plain")
        self.assertLess(Picture(self.read(self.path("plain", "levels", "bsp", "garden.png"))).width, left)
        self.assertEqual(Picture(self.read(self.path("trees", "levels", "grid", "garden.png"))).width, left - 6)


if __name__ == "__main__":
    unittest.main()
