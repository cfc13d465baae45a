# SPDX-License-Identifier: MIT
"""Layers of tiles, mazes, grounds and heightmaps from the command line: what a bank answers, beside what the project's own files
say, which are read here: a cell is 2 x 2 pixels of a PNG, a maze's cell one, a sample one. The project is the golden one."""
import json
import math
import os
import shutil
import struct
import unittest
import zlib

from cli_case import SOURCE, Case, Picture, png

PROJECT = os.path.join(SOURCE, "tests", "golden", "export", "worlds", "project")
FLIPS = ["", "x", "y", "xy"]


def rows_of(path):
    """Bytes of the rows of a PNG without filters, as the golden project has them."""
    with open(path, "rb") as file:
        data = file.read()
    width, height, depth, kind = struct.unpack_from(">IIBB", data, 16)
    at, packed = 8, b""
    while at < len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        packed += data[at + 8:at + 8 + length] if name == b"IDAT" else b""
        at += 12 + length
    raw, stride = zlib.decompress(packed), width * depth // 8 + 1
    assert kind in (0, 3) and not any(raw[::stride])
    return [raw[i * stride + 1:(i + 1) * stride] for i in range(height)]


def level():
    with open(os.path.join(PROJECT, "levels", "yard.json")) as file:
        return json.load(file)


class Worlds(Case):
    def setUp(self):
        super().setUp()
        self.run_kickbox("export", PROJECT, "-o", "w.kbx")

    def ask(self, *questions, status=0):
        lines = "".join(json.dumps(dict(q, level="yard")) + "\n" for q in questions)
        return [json.loads(line) for line in self.run_kickbox("query", self.path("w.kbx"), text=lines, status=status)[0].splitlines()]

    def test_cells(self):
        rock = level()["layers"][0]
        rows = rows_of(os.path.join(PROJECT, "layers", "yard", "1.png"))
        (fi, fj), (ox, oy) = rock["first"], rock["origin"]
        questions, cells = [], []
        for j in range(rock["height"]):
            for i in range(rock["width"]):
                cells.append(rows[2 * j][2 * i] | rows[2 * j][2 * i + 1] << 8 | rows[2 * j + 1][2 * i] << 16 | rows[2 * j + 1][2 * i + 1] << 24)
                questions.append({"q": "tiles", "layer": "rock", "p": [ox + 16 * (fi + i) + i % 16, oy + 16 * (fj + j) + j % 16]})
        kinds = {1: "full", 3: "one-way", 4: "not solid", 5: "not solid", 6: "one-way", 2: "heights"}
        for k, (cell, answer) in enumerate(zip(cells, self.ask(*questions))):
            self.assertEqual(answer["hit"], cell & 0xffff != 0)
            if not answer["hit"]:
                self.assertIsNone(answer["tile"])
                continue
            tile = answer["tile"]
            self.assertEqual(answer["cells"], [[fi + k % rock["width"], fj + k // rock["width"]]])
            self.assertEqual((tile["sprite"], tile["frame"], tile["flip"], tile["transposed"]),
                             ("rocks", (cell & 0xffff) - 1, FLIPS[cell >> 21 & 3], bool(cell >> 23 & 1)))
            self.assertTrue(tile["kind"].startswith(kinds[cell & 0xffff]))
            self.assertEqual(tile["animation"], "waves" if cell & 0xffff == 4 else None)
        (many,) = self.ask({"q": "tiles", "layer": "rock", "box": [ox + 16 * fi, oy + 16 * fj, 640, 640]})
        self.assertEqual(many["cells"], [[fi + k % 40, fj + k // 40] for k, cell in enumerate(cells) if cell & 0xffff])

    def test_shapes_of_tiles(self):
        """The lamps of the sample: a circle of radius 7 in each, and nothing beside it."""
        self.run_kickbox("export", os.path.join(SOURCE, "data", "yard"), "-o", "w.kbx")
        lamps = [{"cell": cell, "sprite": "tiles", "frame": 28, "shape": 0, "class": "light"} for cell in ([33, 5], [42, 7], [47, 7])]
        ask = {"q": "tile_shapes", "layer": "scenery"}
        far, light, other, middle, corner = self.ask(dict(ask, box=[-2000, -2000, 4000, 4000]), dict(ask, box=[528, 80, 16, 16], classes=["light"]),
                                                     dict(ask, box=[528, 80, 16, 16], classes=["water"]), dict(ask, p=[536, 87]), dict(ask, p=[528, 80]))
        self.assertEqual(far, {"hit": True, "shapes": lamps})
        self.assertEqual([light, middle], 2 * [{"hit": True, "shapes": lamps[:1]}])
        self.assertEqual([other, corner], 2 * [{"hit": False, "shapes": []}])
        (wrong,) = self.ask(ask, status=1)
        self.assertEqual(wrong["error"], 'expected "p" or "box"')

    def test_screen(self):
        town = level()["layers"][1]
        (ax, ay), (bx, by), (ox, oy) = town["axis_i"], town["axis_j"], town["origin"]
        places = [(x, y) for x in range(-100, 300, 37) for y in range(-80, 250, 41)]
        for (x, y), answer in zip(places, self.ask(*[{"q": "to_screen", "layer": "town", "p": p, "height": 2} for p in places])):
            i, j = (x - ox) / 32, (y - oy) / 32
            self.assertAlmostEqual(answer["p"][0], ox + i * ax + j * bx, places=3)
            self.assertAlmostEqual(answer["p"][1], oy + i * ay + j * by - 2 * town["lift"], places=3)
        for (x, y), answer in zip(places, self.ask(*[{"q": "from_screen", "layer": "town", "p": p} for p in places])):
            d = ax * by - ay * bx
            i, j = ((x - ox) * by - (y - oy) * bx) / d, (ax * (y - oy) - ay * (x - ox)) / d
            if min(abs(i - round(i)), abs(j - round(j))) > 1e-9:
                self.assertEqual(answer["cell"], [math.floor(i), math.floor(j)])

    def test_maze(self):
        halls = level()["mazes"][0]
        rows = rows_of(os.path.join(PROJECT, "mazes", "yard", "1.png"))
        (fi, fj), (ox, oy), (w, h) = halls["first"], halls["origin"], halls["cell"]
        cells = [(i, j) for j in range(halls["height"]) for i in range(halls["width"])]
        answers = self.ask(*[{"q": "maze", "maze": "halls", "p": [ox + w * (fi + i) + 3, oy + h * (fj + j) + 5]} for i, j in cells])
        for (i, j), answer in zip(cells, answers):
            self.assertEqual(answer, {"cell": [fi + i, fj + j], "left": bool(rows[j][i] & 1), "top": bool(rows[j][i] & 2),
                                      "right": bool(rows[j][i + 1] & 1), "bottom": bool(rows[j + 1][i] & 2)})
        inside = [ox + w * (fi + 1) + 2, oy + h * (fj + 1) + 2, w - 4, h - 4]
        slid, hit, trace, crossed = self.ask({"q": "maze_slide", "maze": "halls", "box": inside, "move": [0, 0]},
                                             {"q": "maze", "maze": "halls", "box": [inside[0] - w, inside[1] - h, 3 * w, 3 * h]},
                                             {"q": "maze_trace", "maze": "halls", "box": inside, "move": [500, 0]},
                                             {"q": "maze_cells", "maze": "halls", "from": inside[:2], "to": [inside[0] + 2 * w, inside[1]]})
        self.assertEqual((slid["box"], slid["walls"], hit["hit"]), (inside, [], True))
        wall = next(i for i in range(2, halls["width"] + 1) if rows[1][i] & 1)
        self.assertEqual((trace["wall"], trace["box"][0] + w - 4), ({"cell": [fi + wall, fj + 1], "edge": "left"}, ox + w * (fi + wall)))
        self.assertEqual(crossed["cells"], [[fi + 1 + k, fj + 1] for k in range(3)])

    def test_ground_and_heights(self):
        for ground in level()["grounds"]:
            points = [p["at"] for p in ground["points"]]
            for (x, y), answer in zip(points, self.ask(*[{"q": "ground", "ground": ground["name"], "x": x} for x, _ in points])):
                self.assertAlmostEqual(answer["y"], y, places=3)
            (land,) = self.ask({"q": "land", "ground": ground["name"], "from": [points[0][0] + 1, -1000], "to": [points[0][0] + 1, 1000]})
            self.assertTrue(land["hit"] and land["normal"][1] < 0)
            left, top = math.floor(points[0][0]) - 1, -1000
            box, foot = self.ask({"q": "land", "ground": ground["name"], "box": [left, top, 4, 20], "move": [0, 2000]},
                                 {"q": "land", "ground": ground["name"], "from": [left + 2, top + 20], "to": [left + 2, top + 2020]})
            self.assertEqual((box, box["hit"]), (foot, True))
        for heightmap, read in ((level()["heightmaps"][0], lambda row, i: row[i] * 257),
                                (level()["heightmaps"][1], lambda row, i: row[2 * i] << 8 | row[2 * i + 1])):
            left, top, w, h = heightmap["picture"]["rect"]
            rows = rows_of(os.path.join(PROJECT, "pictures", heightmap["picture"]["file"]))
            x, y = heightmap.get("origin", [0, 0])
            places = [(i, j) for j in range(h) for i in range(w)]
            asked = [{"q": "height", "map": heightmap["name"], "p": [x + i * heightmap["cell"], y + j * heightmap["cell"]], "filter": f}
                     for i, j in places for f in ("nearest", "bilinear", "bicubic")]
            for k, answer in enumerate(self.ask(*asked)):
                i, j = places[k // 3]
                expected = heightmap["low"] + (heightmap["high"] - heightmap["low"]) * read(rows[top + j], left + i) / 65535
                self.assertAlmostEqual(answer["z"], expected, places=3)
            (ray,) = self.ask({"q": "height_ray", "map": heightmap["name"], "from": [x + 1, y + 1, 5000], "to": [x + 1, y + 1, -5000]})
            self.assertTrue(ray["hit"])
            # A box over all of the map stands on its highest sample.
            cell, z = heightmap["cell"], max(answer["z"] for answer in self.ask(*asked)[::3])
            def touch(bottom, at=x):
                return self.ask({"q": "height_touch", "map": heightmap["name"], "min": [at, y, bottom], "max": [at + w * cell, y + h * cell, bottom + 1]})[0]
            self.assertEqual([touch(bottom)["touches"] for bottom in (z - 0.5, z + 0.5)], [True, False])
            self.assertAlmostEqual(touch(z)["highest"], z, places=3)
            self.assertEqual(touch(z - 0.5, x + 2 * w * cell), {"touches": False, "highest": None})

    def test_told(self):
        """The same of the project and of the bank, which tells bytes too."""
        told = []
        for source in (PROJECT, self.path("w.kbx")):
            levels = json.loads(self.run_kickbox("info", source, "--json")[0])["levels"]
            told.append({kind: next(of for of in levels if of["name"] == "yard")[kind] for kind in ("layers", "mazes", "grounds", "heightmaps")})
        for items in told[1].values():
            for item in items:
                self.assertGreater(item.pop("bytes"), 0)
        self.assertEqual(told[0], told[1])
        rows = rows_of(os.path.join(PROJECT, "layers", "yard", "1.png"))
        cells = [(rows[2 * j][2 * i], rows[2 * j][2 * i + 1], rows[2 * j + 1][2 * i], rows[2 * j + 1][2 * i + 1]) for j in range(40) for i in range(40)]
        shown = [cell for cell in cells if cell[:2] != (0, 0)]
        self.assertEqual(told[0]["layers"][0], {"name": "rock", "size": [40, 40], "cell": [16, 16], "first": [-8, -20], "origin": [5, -3], "cells": len(shown), "tiles": len(set(shown))})
        self.assertEqual([told[0]["layers"][1][key] for key in ("axes", "lift")], [[[32, 16], [-32, 16.5]], 12.5])
        edges = rows_of(os.path.join(PROJECT, "mazes", "yard", "1.png"))
        self.assertEqual(told[0]["mazes"][0]["walls"], sum((value & 1) + (value >> 1) for row in edges for value in row))
        left = {(i, j) for j in range(len(edges) - 1) for i in range(len(edges[0]) - 1)}
        regions = 0
        while left:
            regions, waiting = regions + 1, [left.pop()]
            while waiting:
                i, j = waiting.pop()
                ways = [(i - 1, j, edges[j][i] & 1), (i + 1, j, edges[j][i + 1] & 1), (i, j - 1, edges[j][i] & 2), (i, j + 1, edges[j + 1][i] & 2)]
                next_to = {(x, y) for x, y, wall in ways if not wall} & left
                left -= next_to
                waiting += next_to
        self.assertEqual(told[0]["mazes"][0]["regions"], regions)
        self.assertEqual(told[0]["heightmaps"][1]["size"], [4, 3])
        self.assertIn("layer rock: 40 x 40 cells of 16 x 16 pixels from -8, -20", self.run_kickbox("info", PROJECT)[0])

    def test_bank_checked(self):
        """Its tiles need neither hot spots nor durations, and its classes are those of tiles too."""
        self.assertEqual(self.run_kickbox("check", self.path("w.kbx"), status=0)[0], "")

    def test_drawn(self):
        """The bank is drawn as the project: what of tiles is solid, heights and sides as they are without flips; grounds and heightmaps."""
        for source, folder in ((PROJECT, "of-project"), (self.path("w.kbx"), "of-bank")):
            self.run_kickbox("render", source, "-o", self.path(folder))
        for name in (("collision", "yard.png"), ("yard.png",)):
            pictures = [self.read(self.path(folder, "levels", *name)) for folder in ("of-project", "of-bank")]
            self.assertEqual(pictures[0], pictures[1], name)

    def test_drawn_without_walls(self):
        """Nothing is partitioned in a level of tiles alone."""
        self.run_kickbox("new", "p")
        self.run_kickbox("edit", "p", text=json.dumps({"insert": "levels", "value": {"name": "yard", "layers": [
            {"id": 1, "name": "rock", "cell": [16, 16], "width": 4, "height": 4}]}}))
        out, _ = self.run_kickbox("render", "p", "-o", "pictures")
        self.assertEqual(out.splitlines(), [os.path.join("pictures", "levels", "yard.png"),
                                            os.path.join("pictures", "levels", "collision", "yard.png")])

    def test_checked(self):
        rocks, rock = "sprites['rocks'].frames", "levels['yard'].layers['rock']"
        cases = [({"remove": f"{rocks}[5]"}, "show tiles that are not there, one of them (-6, -20), frame 6 of tileset 1"),
                 ({"remove": "levels['yard'].tilesets[0]"}, "904 cells of the layer 'rock' show tiles"),
                 ({"set": f"{rock}.cell", "value": [16, 8]}, "show tiles with heights that are not as large as a cell"),
                 (("layers", 0, {"axis_i": [3, 1]}), "the layer 'rock' has an axis_i, but its axis_j is missing or [0, 0]; expected both"), (("layers", 1, {"axis_j": [64, 32]}), "lie on one line"),
                 (("grounds", 0, {"points": [{"at": [0, 1]}, {"at": [0, 5]}]}), "the point has the x of the one before it"),
                 ({"set": "levels['yard'].heightmaps['deep'].picture", "value": {"file": "none.png", "rect": [0, 0, 4, 3]}}, "the picture cannot be read")]
        for number, (edit, says) in enumerate(cases):
            project = self.path(f"p{number}")
            shutil.copytree(PROJECT, project)
            if isinstance(edit, dict):
                self.edit(project, edit)
            else:   # what an edit refuses
                file = os.path.join(project, "levels", "yard.json")
                changed = json.loads(self.read(file))
                changed[edit[0]][edit[1]].update(edit[2])
                self.write(file, json.dumps(changed))
            lines = [line for line in self.run_kickbox("check", project, status=1)[0].splitlines() if ": error: " in line]
            self.assertEqual(len(lines), 1, lines)
            self.assertIn(says, lines[0])
            self.assertIn("yard.json: ", lines[0])
            self.refused("export", project, "-o", self.path("no.kbx"), status=1, says=["yard.json: ", says])

    def test_lies(self):
        """Axes on one line and points whose x do not ascend are refused by line and path, unless it was only on the way; what a file has
        of them is told where all is drawn."""
        shutil.copytree(PROJECT, self.path("p"))
        yard, town, hills = "levels['yard']", "levels['yard'].layers['town']", "levels['yard'].grounds['hills']"
        cases = [([{"set": f"{town}.axis_i", "value": [-64, 33]}], 1, "layers[1]: the axes of the layer 'town' lie on one line"),
                 ([{"set": f"{town}.lift", "value": 3}, {"set": f"{town}.axis_j", "value": None}], 2, "has an axis_i, but its axis_j is missing or [0, 0]"),
                 ([{"set": f"{town}.axis_i", "value": [0, 0]}], 1, "has an axis_j, but its axis_i is missing or [0, 0]"),
                 ([{"set": f"{hills}.points[1].at", "value": [0, 7]}], 1, "grounds[0].points[1]: the point has the x of the one before it, 0"),
                 ([{"move": f"{hills}.points[1]", "to": 0}], 1, "points[1]: the point lies left"),
                 ([{"step": "Both", "edits": [{"insert": f"{hills}.points", "at": 0, "value": {"at": [0, 1]}}]}], 1, "the x of the one before"),
                 ([{"insert": f"{yard}.grounds", "value": {"name": "n", "class": "rock", "points": [{"at": [1, 2]}, {"at": [1, 3]}]}}], 1, "points[1]"),
                 ([{"insert": "levels", "value": {"name": "n", "layers": [{"name": "a", "cell": [8, 8], "width": 1, "height": 1, "axis_i": [8, 4],
                                                                          "axis_j": [-16, -8]}]}}], 1, "layers[0]: the axes")]
        for lines, at, says in cases:
            before = self.read(self.path("p", "levels", "yard.json"))
            self.refused("edit", "p", text="".join(json.dumps(line) + "\n" for line in lines), status=1, says=[f"standard input: line {at}: ", says])
            self.assertEqual(self.read(self.path("p", "levels", "yard.json")), before)
        self.edit("p", {"set": f"{town}.axis_i", "value": [-64, 33]}, {"set": f"{town}.axis_j", "value": [-32, -16]}, {"set": f"{town}.lift", "value": 2})
        level = json.loads(self.read(self.path("p", "levels", "yard.json")))
        level["layers"][1]["axis_j"], level["grounds"][0]["points"][1]["at"] = [64, -33], [0, 3]
        self.write("p/levels/yard.json", json.dumps(level))
        self.edit("p", {"set": f"{town}.opacity", "value": 50})
        out, told = self.run_kickbox("render", "p", "-o", self.path("r"), status=1)
        self.assertIn("yard.png", out)
        self.assertIn("layers[1]: the axes of the layer 'town' lie on one line: no place on the screen has a cell of its own; it is not drawn", told)
        self.assertIn("grounds[0].points[1]: the point has the x of the one before it, 0; it is not drawn", told)

    def test_drawn_in_part(self):
        """All that is left out of the pictures is named as check names it, the rest is drawn, and the status is 1; of a picture too."""
        shutil.copytree(PROJECT, self.path("p"))
        whole = set(self.run_kickbox("render", "p", "-o", "whole")[0].replace("whole", "part").splitlines())
        level = json.loads(self.read(self.path("p", "levels", "yard.json")))
        for kind in ("layers", "mazes"):
            level[kind][0]["width"] += 3
        level["grounds"][0]["points"] = [{"at": [0, 1]}, {"at": [0, 5]}]
        self.write("p/levels/yard.json", json.dumps(level))
        out, told = self.run_kickbox("render", "p", "-o", "part", status=1)
        errors = [line for line in self.run_kickbox("check", "p", status=1)[0].splitlines() if ": error: " in line]
        self.assertEqual(len(errors), 3, errors)
        self.assertEqual(told.splitlines(), [line.replace(": error: ", ": ") + ("; not all of it is drawn" if "mazes[0]" in line else "; it is not drawn")
                                             for line in errors])
        self.assertEqual(set(out.splitlines()), whole)
        for name in os.listdir(self.path("p", "pictures")):
            os.truncate(self.path("p", "pictures", name), 60)
        out, told = self.run_kickbox("render", "p", "-o", "part", status=1)
        self.assertIn("p/levels/yard.json: layers[0]: ", told)
        self.assertRegex(told, r"p/levels/yard\.json: p/pictures/[^:]*\.png: byte \d+: .*; it is not drawn")
        self.assertEqual(set(out.splitlines()), whole - {os.path.join("part", "levels", "yard.png")})

    def test_drawn_plain(self):
        """Tiles alone: the pixels of the sheet, from edge to edge; no name, margin, ground or wall."""
        self.run_kickbox("new", "p")
        colours = [(200, 40, 30, 255), (20, 90, 220, 255)]
        self.run_kickbox("import", "p", self.write("s.png", png(32, 16, lambda x, y: bytes(colours[x // 16]))), "--grid", "16x16", "--name", "s")
        self.edit("p", {"insert": "classes", "value": {"name": "wall", "colour": "#00ff00"}},
                  {"insert": "levels", "value": {
                      "name": "l", "layers": [{"name": "a", "cell": [16, 16], "width": 3, "height": 2, "first": [-1, 0]}],
                      "tilesets": [{"sprite": "s", "number": 1}],
                      "walls": [{"a": [-16, 3], "b": [32, 9], "class": "wall"}], "entities": [{"class": "wall", "at": [9, 9], "name": "guest"}],
                      "grounds": [{"name": "g", "class": "wall", "points": [{"at": [-16, 20]}, {"at": [32, 25]}]}]}},
                  {"paint": "levels['l'].layers['a'].cells", "rows": [[0, 0, "1:1 1:2 1:1"], [0, 1, "1:2 1:1 1:2"]]})
        self.run_kickbox("render", "p", "-o", "plain", "--plain", "--scale", "1")
        picture = Picture(self.read(self.path("plain", "levels", "l.png")))
        self.assertEqual((picture.width, picture.height), (48, 32))
        for y in range(32):
            self.assertEqual([picture.rgb(x, y) for x in range(48)], [colours[(x // 16 + y // 16) % 2][:3] for x in range(48)], y)

    def test_packed(self):
        """A map of one tile is packed by its pattern: a hundred times and more smaller than runs of one pixel make of it."""
        self.run_kickbox("new", "p")
        self.edit("p", {"insert": "levels", "value": {"name": "l", "layers": [{"id": 1, "name": "a", "cell": [16, 16], "width": 512, "height": 512}]}},
                  {"paint": "levels['l'].layers['a'].cells", "rows": [[0, j, "1:4*512"] for j in range(512)]})
        file = self.path("p", "layers", "l", "1.png")
        self.assertLess(os.path.getsize(file), 10000)
        rows = rows_of(file)
        self.assertEqual([len(rows), *map(len, map(set, (rows, rows[::2], rows[1::2])))], [1024, 2, 1, 1])

    def test_asked_wrongly(self):
        wrong = [({"q": "tiles", "layer": "sand", "p": [0, 0]}, "layer: the level has no layer 'sand'"), ({"q": "tiles", "layer": "rock"}, 'expected "p" or "box"'),
                 ({"q": "tile_move", "layer": "rock", "box": [0, 0, 1, 1], "move": [0.5, 0]}, "move[0]: expected a whole number"),
                 ({"q": "tile_move", "layer": "rock", "box": [0, 0, 1, 1], "move": [0, 0], "step_up": 1025}, "step_up: expected"),
                 ({"q": "tile_trace", "layer": "rock", "box": [0, 0, 1, 1], "move": [0, 0], "classes": ["lava"]}, "classes"),
                 ({"q": "height", "map": "hill", "p": [0, 0], "filter": "cubic"}, "filter: expected"), ({"q": "ground", "ground": "hills"}, "p: expected"),
                 ({"q": "height_ray", "map": "hill", "from": [0, 0], "to": [0, 0, 0]}, "from: expected three numbers"),
                 ({"q": "maze", "maze": "hall", "p": [0, 0]}, "maze: the level has no maze 'hall'")]
        for (question, says), answer in zip(wrong, self.ask(*[q for q, _ in wrong], status=1)):
            self.assertIn(says, answer["error"], question)


if __name__ == "__main__":
    unittest.main()
