# SPDX-License-Identifier: MIT
"""`kickbox export --format udmf`: the nodes and sectors against shapely, and all of it against zdbsp's nodes for the same
text, which the same checks accept."""
import collections
import itertools
import json
import random
import re
import struct
import subprocess
import time
import unittest

from shapely.geometry import LineString, Point, Polygon
from shapely.ops import unary_union

from cli_case import Case
from rounds import rounds

NONE, LEAF = 0xffffffff, 0x80000000
FIELD = re.compile(r'(\w+) = ("(?:[^"\\]|\\.)*"|[^;]+);')


def read_lumps(data):
    """Name of a map -> lumps."""
    kind, count, at = struct.unpack_from("<4sII", data)
    maps, now = {}, None
    assert kind == b"PWAD"
    for i in range(count):
        start, size, raw = struct.unpack_from("<II8s", data, at + 16 * i)
        name = raw.rstrip(b"\0").decode()
        if name not in ("TEXTMAP", "ZNODES", "ENDMAP"):
            now = maps.setdefault(name, {})
        now[name] = data[start:start + size]
    return maps


def read_text(text):
    """Kind -> blocks."""
    blocks = {}
    for kind, fields in re.findall(r"^(\w+)[^{;]*\{([^}]*)\}", text.decode(), re.MULTILINE):
        values = {key: {"true": True, "false": False}.get(value) if value in ("true", "false") else value[1:-1] if value[0] == '"' else float(value)
                  for key, value in FIELD.findall(fields.replace("\n", " "))}
        blocks.setdefault(kind, []).append(values)
    return blocks


class Map:
    """A map's text and nodes. Places: a convex polygon, its segs (from, to, partner, line, side), and its sector."""
    def __init__(self, lumps):
        self.text = read_text(lumps["TEXTMAP"])
        self.points = [(v["x"], v["y"]) for v in self.text["vertex"]]
        data, self.at = lumps["ZNODES"], 4
        self.data = data
        fine = data[:4] == b"XGL3"
        assert fine or data[:4] in (b"XGL2", b"XGLN"), data[:4]
        own, new = self.take("<II")
        assert own == len(self.points)
        self.points += [tuple(c / 65536 for c in self.take("<ii")) for _ in range(new)]
        counts = [self.take("<I")[0] for _ in range(self.take("<I")[0])]
        wide = data[:4] != b"XGLN"
        segs = [self.take("<IIIB" if wide else "<IIHB") for _ in range(self.take("<I")[0])]
        self.nodes = []
        for _ in range(self.take("<I")[0]):
            line = [c / 65536 for c in self.take("<iiii")] if fine else self.take("<hhhh")
            self.nodes.append((line, self.take("<8h"), self.take("<II")))
        assert self.at == len(data)
        self.segs, self.places = [], []
        for n in counts:
            first = len(self.segs)
            for i in range(n):
                start, partner, line, side = segs[first + i]
                self.segs.append((start, segs[first + (i + 1) % n][0], partner, NONE if not wide and line == 0xffff else line, side, len(self.places)))
            own = self.segs[first:]
            sectors = {self.side(seg)["sector"] for seg in own if seg[3] != NONE}
            self.places.append((Polygon([self.points[seg[0]] for seg in own] if n > 2 else ()), own, sectors))

    def take(self, form):
        self.at += struct.calcsize(form)
        return struct.unpack_from(form, self.data, self.at - struct.calcsize(form))

    def side(self, seg):
        line = self.text["linedef"][seg[3]]
        return self.text["sidedef"][int(line["sideback" if seg[4] else "sidefront"])]

    def line(self, line):
        return LineString([self.points[int(line["v1"])], self.points[int(line["v2"])]])

    def find(self, x, y):
        child = len(self.nodes) - 1 if self.nodes else LEAF
        boxes = []
        while not child & LEAF:
            (px, py, dx, dy), box, children = self.nodes[child]
            left = (x - px) * dy - (y - py) * dx <= 0
            boxes.append(box[4 * left:4 * left + 4])
            child = children[left]
        return child & ~LEAF, boxes


class UdmfMaps(Case):
    def check(self, made):
        """Sectors are closed. Places are convex, clockwise, apart, and meet at whole segs; nodes find them; lines are covered
        by segs on each of their sides."""
        ends = collections.Counter()
        for line in made.text["linedef"]:
            for side, start, end in (("sidefront", "v1", "v2"), ("sideback", "v2", "v1")):
                if side in line:
                    sector = made.text["sidedef"][int(line[side])]["sector"]
                    ends[sector, line[start]] += 1
                    ends[sector, line[end]] -= 1
        self.assertEqual({end: count for end, count in ends.items() if count}, {})
        for polygon, segs, sectors in made.places:
            self.assertGreaterEqual(len(segs), 3)
            self.assertEqual(len(sectors), 1)
            corners = polygon.exterior.coords   # is_ccw is not for slivers
            self.assertLess(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in itertools.pairwise(corners)) / 2, 0.001, polygon)
            self.assertLess(polygon.convex_hull.area - polygon.area, 0.01)
        everything = unary_union([polygon.buffer(0) for polygon, _, _ in made.places])
        self.assertLess(abs(everything.area - sum(polygon.area for polygon, _, _ in made.places)), 0.01)
        covered, alone = {}, 0
        for i, (start, end, partner, line, side, _) in enumerate(made.segs):
            self.assertNotEqual(start, end)
            if partner != NONE:
                self.assertEqual((made.segs[partner][:3]), (end, start, i))
            if line == NONE:
                alone += partner == NONE
                continue
            block = made.text["linedef"][line]
            whole = made.line(block)
            covered[line, side] = covered.get((line, side), 0) + Point(made.points[start]).distance(Point(made.points[end]))
            self.assertLess(max(whole.distance(Point(made.points[p])) for p in (start, end)), 0.001)
            a, b = (made.points[int(block["v2" if side else "v1"])], made.points[int(block["v1" if side else "v2"])])
            p, q = made.points[start], made.points[end]
            self.assertGreater((b[0] - a[0]) * (q[0] - p[0]) + (b[1] - a[1]) * (q[1] - p[1]), 0)
        self.assertLessEqual(alone, len(made.segs) / 200)   # beside slivers that rounding to 1/65536 closes
        for number, line in enumerate(made.text["linedef"]):
            for side in range(1 + line.get("twosided", False)):
                self.assertAlmostEqual(covered[number, side], made.line(line).length, delta=0.5)
        numbers = random.Random(4)
        for number, (polygon, _, _) in enumerate(made.places):
            if polygon.area < 0.5:
                continue
            x, y = polygon.representative_point().coords[0]
            x += numbers.uniform(-1e-4, 1e-4)
            found, boxes = made.find(x, y)
            self.assertEqual(found, number)
            for top, bottom, left, right in boxes:
                self.assertTrue(left <= x <= right and bottom <= y <= top)
        return everything

    def check_lines(self, made):
        """Lines meet only at their ends."""
        lines = sorted((made.line(line) for line in made.text["linedef"]), key=lambda line: line.bounds[0])
        for i, a in enumerate(lines):
            for b in itertools.takewhile(lambda b, a=a: b.bounds[0] <= a.bounds[2], lines[i + 1:]):
                meeting = a.intersection(b)
                self.assertTrue(meeting.is_empty or (meeting.geom_type == "Point" and meeting.coords[0] in a.coords and meeting.coords[0] in b.coords), (a, b))

    def sector_at(self, made, x, y):
        sectors = [next(iter(sectors)) for polygon, _, sectors in made.places if polygon.contains(Point(x, y))]
        return int(sectors[0]) if sectors else None

    def make(self, name, *lines):
        """A project with one level."""
        project = self.path(name)
        self.run_kickbox("new", project)
        self.edit(project, *({"insert": "classes", "value": {"name": c, "colour": f"#{i * 20:02x}8040"}} for i, c in enumerate(("stone", "step", "liquid", "start", "goal"))),
                  {"insert": "levels", "value": {"name": name}}, *lines)
        return project

    def export(self, project):
        """The maps, what the command says, and the maps with nodes by zdbsp."""
        out = self.run_kickbox("export", project, "-o", self.path("out.wad"), "--format", "udmf")
        done = subprocess.run(["zdbsp", "-X", "-w", "-q", "-o", self.path("theirs.wad"), self.path("out.wad")], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("not closed", done.stdout + done.stderr)
        return ({name: Map(lumps) for name, lumps in read_lumps(self.read(self.path("out.wad"))).items()}, out,
                {name: Map(lumps) for name, lumps in read_lumps(self.read(self.path("theirs.wad"))).items()})

    def walls(self, level, walls):
        return [{"insert": f"levels['{level}'].walls", "value": {"class": c, "a": list(a), "b": list(b), **more}} for c, a, b, more in walls]

    def ring(self, corners, class_name="stone"):
        return [(class_name, a, b, {}) for a, b in zip(corners, corners[1:] + corners[:1])]

    def test_room(self):
        """A room with a pillar, a pool under a line, and a player; outside and in the pillar is nothing."""
        pool = [[96, 96], [160, 96], [160, 160], [96, 160]]
        project = self.make(
            "room", *self.walls("room", self.ring([(0, 0), (256, 0), (256, 256.5), (0, 256)]) + self.ring([(200, 40), (220, 40), (210, 60)])
                                + [("step", (0, 128), (256, 128), {"one_way": True})]),
            {"insert": "levels['room'].areas", "value": {"name": "pool", "class": "liquid", "rings": [pool], "values": {"depth": "3", "floor": "-8", "ceiling": "96"}}},
            {"insert": "levels['room'].entities", "value": {"name": "hero", "class": "start", "at": [64, 64], "direction": [0, -1], "values": {"type": "1", "flags": "23", "größter Satz": "7", "speech": "say \"no\""}}},
            {"insert": "levels['room'].entities", "value": {"name": "exit", "class": "goal", "at": [240.5, 240], "values": {}}})
        maps, out, theirs = self.export(project)
        self.assertEqual(list(maps), ["ROOM"])
        made = maps["ROOM"]
        text = made.text
        everything = self.check(made)
        self.check(theirs["ROOM"])
        self.check_lines(made)
        room = Polygon([(0, 0), (256, 0), (256, -256.5), (0, -256)]) - Polygon([(200, -40), (220, -40), (210, -60)])
        self.assertLess(everything.symmetric_difference(room).area, 0.01)
        self.assertEqual([(s.get("user_name"), s.get("user_class"), s["heightfloor"], s["heightceiling"], s["texturefloor"]) for s in text["sector"]],
                         [(None, None, 0, 128, "FLOOR0_1"), ("pool", "liquid", -8, 96, "FWATER1")])
        self.assertEqual(text["sector"][1]["user_depth"], 3)
        self.assertEqual((self.sector_at(made, 100, -100), self.sector_at(made, 50, -50), self.sector_at(made, 210, -45)), (1, 0, None))
        self.assertEqual(text["thing"][0], {"x": 64, "y": -64, "angle": 90, "type": 1, "skill1": True, "skill2": True, "skill3": True, "skill4": True,
                                            "skill5": True, "dm": True, "coop": True, "user_class": "start", "user_name": "hero", "user_grosster_Satz": 7, "user_speech": 'say \\"no\\"'})
        self.assertEqual([text["thing"][1][key] for key in ("x", "y", "angle", "type", "single")], [240.5, -240, 0, 9001, True])
        stops = [line for line in text["linedef"] if line.get("blocking")]
        self.assertTrue(all(line["user_class"] == "stone" and "twosided" not in line for line in stops))
        self.assertEqual(len(stops), 4 + 2 + 3)
        self.assertAlmostEqual(sum(made.line(line).length for line in text["linedef"] if line.get("user_class") == "step"), 256)
        self.assertIn("sides from which walls stop nobody (1)", out[0])

    def test_import(self):
        """Our importer reads it, and finds the classes that a map of Doom has."""
        project = self.make("cell", *self.walls("cell", self.ring([(0, 0), (64, 0), (64, 64.25), (0, 64)]) + [("step", (32, 0), (32, 64), {})]),
                            {"insert": "levels['cell'].entities", "value": {"name": "hero", "class": "start", "at": [8, 8], "direction": [1, 0], "values": {"type": "1"}}})
        self.export(project)
        self.run_kickbox("new", self.path("again"))
        self.run_kickbox("import", self.path("again"), self.path("out.wad"))
        level = json.loads(self.read(self.path("again", "levels", "CELL.json")))
        self.assertEqual(sorted(wall["class"] for wall in level["walls"]), ["step"] + 5 * ["wall"])
        self.assertIn([64, 64.25], [corner for wall in level["walls"] for corner in (wall["a"], wall["b"])])
        self.assertEqual([(e["name"], e["at"], e["direction"]) for e in level["entities"]], [("player 1", [8, 8], [1, 0])])

    def test_outside(self):
        """Outside is a place within a frame if something is there: here a wall that closes nothing."""
        maps, _, theirs = self.export(self.make("yard", *self.walls("yard", self.ring([(0, 0), (64, 0), (64, 64), (0, 64)]) + [("stone", (100, 0), (100.5, 50), {})])))
        everything = self.check(maps["YARD"])
        self.check(theirs["YARD"])
        self.assertEqual(everything.bounds, (-64, -128, 165, 64))
        self.assertEqual(everything.area, 229 * 192)

    def test_many(self):
        """Random walls that cross, overlap and touch, in pixels, in parts of them, and nearly parallel; two areas that overlap."""
        numbers = random.Random(7)
        for round_, step in enumerate((32, 1, 1 / 256)[:rounds(3)]):
            place = lambda step=step: (numbers.randrange(int(512 / step)) * step, numbers.randrange(int(512 / step)) * step)
            walls = [("stone" if numbers.random() < 0.7 else "step", place(), place(), {}) for _ in range(60)]
            walls = [wall for wall in walls if wall[1] != wall[2]]
            walls += [("stone", a, (b[0] + step, b[1]), {}) for _, a, b, _ in walls[:8]]
            rings = [[list(place()) for _ in range(5)] for _ in range(2)]
            name = f"many{round_}"
            project = self.make(name, *self.walls(name, walls), *({"insert": f"levels['{name}'].areas", "value": {"name": f"a{i}", "class": "liquid", "rings": [ring]}} for i, ring in enumerate(rings)))
            maps, _, theirs = self.export(project)
            made = maps[name.upper()]
            everything = self.check(made).buffer(-0.1)
            self.check_lines(made)
            stops = unary_union([made.line(line) for line in made.text["linedef"] if line.get("blocking")]).buffer(0.05)
            for class_name, a, b, _ in walls:
                whole = LineString([(a[0], -a[1]), (b[0], -b[1])])
                if class_name == "stone" and whole.length:
                    self.assertLess((whole - stops).intersection(everything).length, 0.05, whole)
            self.assertLess(len(made.segs), 1.1 * len(theirs[name.upper()].segs))

    def test_names(self):
        """Short names in capitals, once; else numbers."""
        project = self.make("cave")
        self.edit(project, *({"insert": "levels", "value": {"name": name}} for name in ("a cave", "Höhle", "much too long", "map01", "map03")))
        maps, out, _ = self.export(project)
        self.assertEqual(list(maps), ["MAP02", "MAP04", "CAVE", "MAP01", "MAP03", "MAP06"])   # levels are sorted bytewise
        self.assertIn("names and texts that were changed (3)", out[0])

    def test_values(self):
        """A value sets a field of its kind of thing and of its type; else it is a field of ours."""
        values = {"type": "abc", "angle": "12.5", "flags": "x", "heightfloor": "3", "id": "7", "special": "80"}
        project = self.make(
            "hall", *self.walls("hall", self.ring([(0, 0), (64, 0), (64, 64), (0, 64)])),
            {"set": "classes['liquid'].value_types", "value": {"lightlevel": "number"}},
            {"insert": "levels['hall'].areas", "value": {"name": "a", "class": "liquid", "rings": [[[8, 8], [32, 8], [32, 32]]],
                                                         "values": {"lightlevel": "1.5", "type": "3", "heightfloor": "24", "texturefloor": "SLIME01", "special": "on"}}},
            {"insert": "levels['hall'].entities", "value": {"name": "e", "class": "start", "at": [60, 60], "values": values}},
            {"set": "levels['hall'].walls[0].values", "value": {"id": "5", "texturefloor": "x"}})
        maps, _, _ = self.export(project)
        text = maps["HALL"].text
        thing, area, line = text["thing"][0], text["sector"][1], next(line for line in text["linedef"] if "id" in line)
        self.assertEqual({key: thing[key] for key in ("type", "user_type", "angle", "user_angle", "user_flags", "skill1", "user_heightfloor", "id", "special")},
                         {"type": 9001, "user_type": "abc", "angle": 0, "user_angle": 12.5, "user_flags": "x", "skill1": True, "user_heightfloor": 3, "id": 7, "special": 80})
        self.assertEqual({key: area[key] for key in ("lightlevel", "user_lightlevel", "user_type", "heightfloor", "texturefloor", "user_special")},
                         {"lightlevel": 192, "user_lightlevel": 1.5, "user_type": 3, "heightfloor": 24, "texturefloor": "SLIME01", "user_special": "on"})
        self.assertEqual((line["id"], line["user_texturefloor"]), (5, "x"))
        self.run_kickbox("new", self.path("again"))
        self.run_kickbox("import", self.path("again"), self.path("out.wad"))

    def test_values_of_one_name(self):
        """UDMF does not tell capital letters from small ones, so they become different names."""
        project = self.make("hall", *self.walls("hall", self.ring([(0, 0), (64, 0), (64, 64), (0, 64)])),
                            {"insert": "levels['hall'].entities", "value": {"name": "e", "class": "start", "at": [60, 60], "values": {
                                "Foo": "1", "foo": "2", "A B": "3", "a_b": "4", "a b": "5", "Class": "6"}}})
        maps, out, _ = self.export(project)
        thing = maps["HALL"].text["thing"][0]
        own = [key.lower() for key in thing if key.startswith("user_")]
        self.assertEqual(len(set(own)), 8)   # with the name and the class
        self.assertEqual(len(own), 8)
        self.assertEqual(sorted(float(thing[key]) for key in thing if key.startswith("user_") and key not in ("user_name", "user_class")),
                         [1, 2, 3, 4, 5, 6])
        self.assertIn("names and texts that were changed", out[0])

    def test_closed_slivers(self):
        """A place that rounding closes leaves its border to the neighbour."""
        walls = [(-59, 10, -195, 105), (190, -142, -208, -232), (-280, 111, 262, -4), (-240, -73, 232, 249),
                 (68, -17, -124, -192), (-32, -81, -274, -34), (-22, -102, -132, 17), (-4, 81, -212, 45),
                 (97, 218, -46, -118), (-47, 184, -14, -209), (260, 7, -293, -2), (286, 19, 220, -101),
                 (123, 133, -5, 141), (162, -135, -62, 12), (-35, -256, -217, -253), (173, -13, 231, 247),
                 (182, 51, -152, -100), (-232, 122, -93, 151), (-18, -112, 64, 146), (28, 271, -97, 31),
                 (-197, -237, -66, -16), (296, -57, -175, 39), (-119, -3, 170, -274), (-257, 65, -216, -8),
                 (34, -282, 30, -5), (29, -144, 120, -221), (0, -104, 154, -1), (-161, -44, 90, -138),
                 (39, 286, -291, 72), (-255, 165, -127, 73)]
        project = self.make("thin", *self.walls("thin", [("stone", wall[:2], wall[2:], {}) for wall in walls]),
                            *({"insert": "levels['thin'].areas", "value": {"name": f"a{i}", "class": "liquid", "rings": [ring]}} for i, ring in enumerate([[[71, -3], [237, -9], [237, 163], [71, 163]], [[149, -88], [277, -91], [277, 40], [149, 40]], [[-184, -240], [-149, -248], [-149, -205], [-184, -205]]])),
                            {"insert": "levels['thin'].entities", "value": {"name": "hero", "class": "start", "at": [-128, -147]}})
        maps, _, _ = self.export(project)
        self.check(maps["THIN"])

    def test_no_levels(self):
        self.run_kickbox("new", self.path("bare"))
        self.refused("export", self.path("bare"), "-o", self.path("bare.wad"), "--format", "udmf", status=1, says=["no levels"])

    def test_too_far(self):
        project = self.make("far", *self.walls("far", [("stone", (0, 0), (40000, 0), {})]))
        self.refused("export", project, "-o", self.path("far.wad"), "--format", "udmf", status=1, says=["far", "32000 pixels"])

    def test_too_many_crossings(self):
        """They are counted before memory is used; what is too far is said before anything is cut."""
        numbers = random.Random(1)
        place = lambda: [numbers.randrange(-16000, 16000) for _ in "xy"]
        walls = [{"class": "stone", "a": place(), "b": place()} for _ in range(1000)]
        project = self.make("web")
        path = self.path(project, "levels", "web.json")
        level = json.loads(self.read(path))
        for more, says in (([], ["web", "cross each other too often"]), ([{"class": "stone", "a": [0, 0], "b": [0, 40000]}], ["web", "32000 pixels"])):
            self.write(path, json.dumps({**level, "walls": walls + more}))
            begin = time.monotonic()
            self.refused("export", project, "-o", self.path("web.wad"), "--format", "udmf", status=1, says=says)
            self.assertLess(time.monotonic() - begin, 5)


if __name__ == "__main__":
    unittest.main()
