# SPDX-License-Identifier: MIT
"""`kickbox export --format tiled`, read back by our importer. test_tiled.py compares pictures of its maps with those of Tiled's renderer."""
import json
import math
import os
import shutil
import unittest
import xml.etree.ElementTree as ElementTree

from test_cli_exporters import Exporters


def flat(areas):
    """Rings as the importer has them: one, which goes to each further one and back."""
    result = []
    for area in areas:
        first, *others = area["rings"]
        ring = first + ([first[0]] if others else [])
        for other in others:
            ring += other + [other[0], first[0]]
        result.append({**area, "rings": [ring[:-1] if others else ring]})
    return result


class TiledMaps(Exporters):
    def level(self, project, name):
        return self.read_json_of(project, "levels", name)

    def read_json_of(self, project, *names):
        with open(os.path.join(project, *names) + ".json", encoding="utf-8") as file:
            return json.load(file)

    def again_all(self, project, *names):
        """The maps of an export, all in one new project."""
        out = self.export(project, "w.world", "tiled")
        self.run_kickbox("new", self.path("again"))
        files = [json.loads(self.read(os.path.join(folder, os.path.basename(folder) + ".kickbox"))) for folder in (project, self.path("again"))]
        self.write("again/again.kickbox", json.dumps({**files[1], "classes": files[0]["classes"]}))   # for their colours
        for name in names:
            self.run_kickbox("import", self.path("again"), self.path("out", f"w-{name}.tmx"), "--name", name)
        return out, self.path("again")

    def test_cells(self):
        """Straight and isometric layers, tiles at different heights: what they show, and what they stop."""
        project = self.sample("yard")
        self.edit(project, {"set": "levels['yard'].picture", "value": None}, {"remove": "levels['yard'].grounds[0]"})
        out, again = self.again_all(project, "court", "yard")
        self.assertEqual(out, "  left out: animations that hold their last frame (1)\n  left out: mazes (1)\n  left out: heightmaps (1)\n")
        *_, before, last = self.read_json("w.world")["maps"]
        self.assertGreaterEqual(last["x"] - before["x"] - before["width"], 128)   # its cells begin at -8
        for folder in (project, again):
            self.run_kickbox("render", folder, "--plain", "-o", folder + " drawn")
        for name in ("court.png", "yard.png", os.path.join("collision", "court.png"), os.path.join("collision", "yard.png")):
            self.assertEqual(*(self.read(os.path.join(folder + " drawn", "levels", name)) for folder in (project, again)), name)

    def test_objects(self):
        """Walls, areas with holes, entities with their values, and what these refer to."""
        project = self.sample("temple")
        self.edit(project, {"set": "classes['wall'].name", "value": "edge of a cliff"}, {"set": "classes['floor'].name", "value": "solid floor"},
                  {"insert": "levels['garden'].areas", "value": {"name": "ring", "ref": 77, "class": "solid floor", "rings": [
                      [[0, 0], [9, 0], [9, 9], [0, 9]], [[2, 2], [2, 7], [4.5, 7], [4.5, 2]], [[5, 5], [5, 6], [6, 6]]]}},
                  {"set": "classes['spawn'].value_types", "value": {"of": "area", "to": "entity", "at": "point", "tint": "colour", "n": "number", "on": "boolean"}},
                  {"set": "levels['garden'].entities[0].values", "value": {
                      "of": "77", "at": "3.5, 4", "tint": "#10203040", "n": "2.25", "on": "true", "text": "a \"<b>\" & 'c'"}})
        old = self.level(project, "garden")
        _, again = self.again_all(project, "garden")
        new = self.level(again, "garden")

        def walls(level):
            return [(wall["a"], wall["b"], wall["class"], wall.get("values")) for wall in level["walls"]]
        self.assertEqual(walls(new), walls(old))
        self.assertEqual([(area["name"], area["class"], area["rings"]) for area in new["areas"]],
                         [(area["name"], area["class"], area["rings"]) for area in flat(old["areas"])])
        self.assertEqual([(item["class"], item.get("name"), item["at"]) for item in new["entities"]],
                         [(item["class"], item.get("name"), item["at"]) for item in old["entities"]])
        for before, after in zip(old["entities"], new["entities"]):
            values = dict(after.get("values", {}))
            self.assertEqual(*("direction" in item for item in (before, after)))
            self.assertTrue(math.isclose(*(math.atan2(*item.get("direction", [0, 0])) for item in (before, after)), abs_tol=0.01), after)
            expected = before.get("values", {})
            if "at" in expected:
                ring, = (area for area in new["areas"] if area["name"] == "ring")
                expected = {**expected, "at": "3.5,4", "of": str(ring["ref"])}
            self.assertEqual(values, expected)

    def test_shown_entities(self):
        """A sprite is where it was, also flipped: its hot spot is in the tileset."""
        project = self.sample("yard")
        shown = [{"class": "goal", "at": [40.5, 7], "direction": [1, n - 2], "sprite": "runner", "frame": n, "flip": flip} for n in (1, 3) for flip in ("none", "x", "y", "xy")]
        self.edit(project, *({"insert": f"levels['{level}'].entities", "value": item} for level in ("yard", "court") for item in shown))
        _, again = self.again_all(project, "yard", "court")
        for name in ("yard", "court"):
            items = self.level(again, name)["entities"][-len(shown):]
            old = self.level(project, name)["entities"][-len(shown):]
            first, second = ([(i["at"], i["sprite"], i.get("flip", "none"), i["direction"], i.get("values")) for i in some] for some in (items, old))
            self.assertEqual(first, second)

    def test_tilesets(self):
        """Each frame is a tile with its shapes, points, hot spot, values and the first animation that begins with it."""
        for project in (self.sample("dojo"), self.odd_project()):
            self.export(project, "w.world", "tiled")
            for name, sprite in self.sprites(project):
                new = self.path("again")
                shutil.rmtree(new, ignore_errors=True)
                self.run_kickbox("new", new)
                self.run_kickbox("import", new, self.path("out", f"w-{name}.tsx"), "--name", "s")
                (_, read), = self.sprites(new)
                self.assertEqual(len(read["frames"]), len(sprite["frames"]))
                for frame, other in zip(sprite["frames"], read["frames"]):
                    shapes = [{**shape, "geometry": self.corners(shape["geometry"])} for shape in frame.get("shapes", [])]
                    self.check_frame(project, {**frame, "shapes": shapes}, new, other)
                    self.assertEqual([(p["name"], p["at"]) for p in frame.get("points", [])], [(p["name"], p["at"]) for p in other.get("points", [])])
                    self.assertEqual(frame.get("values"), other.get("values"))
                looped = {}
                ids = {frame["id"]: i for i, frame in enumerate(sprite["frames"])}
                for run in sprite.get("animations", []):
                    steps = [(ids[step["frame"]], step["duration"]) for step in run["steps"]]
                    if run["loop"] in ("loop", "ping-pong"):
                        looped.setdefault(steps[0][0], steps + (steps[-2:0:-1] if run["loop"] == "ping-pong" else []))
                root = ElementTree.parse(self.path("out", f"w-{name}.tsx")).getroot()
                self.assertEqual({int(tile.get("id")): [(int(f.get("tileid")), int(f.get("duration"))) for f in tile.iter("frame")]
                                  for tile in root.iter("tile") if tile.find("animation") is not None}, looped)

    @staticmethod
    def corners(geometry):
        """A turned box as the polygon that our importer makes of it."""
        if "oriented" not in geometry:
            return geometry
        x, y, w, h, turn = geometry["oriented"]
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        return {"polygon": [[math.floor((x + u * c - v * s) * 256 + 0.5) / 256, math.floor((y + u * s + v * c) * 256 + 0.5) / 256]
                            for u, v in ((-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2))]}

    def test_keys(self):
        """Values of tiles and walls whose keys Tiled's file needs itself stay, with other keys."""
        project = self.sample("yard")
        _, tiles = next(item for item in self.sprites(project) if item[0] == "tiles")
        self.edit(project, *({"set": f"sprites['tiles'].frames[{i}].values", "value": {"collision": f"mine {i}"}} for i in range(len(tiles["frames"]))),
                  {"insert": "levels['yard'].walls", "value": {"a": [0, 0], "b": [8, 0], "class": "spawn", "one_way": True, "values": {"one_way": "mine"}}})
        self.assertIn("  left out: names and texts that were changed (2)\n", self.export(project, "w.world", "tiled"))
        tiles = [{field.get("name"): field.get("value") for field in tile.find("properties")} for tile in ElementTree.parse(self.path("out", "w-tiles.tsx")).iter("tile")]
        self.assertTrue(all(f"mine {i}" in fields.values() for i, fields in enumerate(tiles)))
        self.assertGreater(sum("collision_" in fields for fields in tiles), 0)
        self.assertIn({"one_way": "true", "one_way_": "mine"}, [{field.get("name"): field.get("value") for field in item.iter("property")} for item in ElementTree.parse(self.path("out", "w-yard.tmx")).iter("object")])

    def test_files(self):
        """Names are distinct and plain; a file of someone else is never replaced, and with it nothing is written."""
        project = self.sample("pinball")
        self.edit(project, {"set": "levels['court'].name", "value": "a b"},
                  {"insert": "levels['a b'].entities", "value": {"class": "crate", "at": [-70.5, 7]}}, {"insert": "levels['table'].entities", "value": {"class": "crate", "at": [7, 5000.5]}})
        for old, new, names in (("stack", "A-b", ["x-A-b.tmx", "x-a-b--2.tmx"]), ("A-b", "a-b", ["x-a-b--1.tmx", "x-a-b.tmx"])):
            self.edit(project, {"set": f"levels['{old}'].name", "value": new})
            out, _ = self.run_kickbox("export", project, "-o", self.path("out", "x.world"), "--format", "tiled")
            with open(self.path("out", "x.world"), encoding="utf-8") as file:
                maps = json.load(file)["maps"]
            self.assertEqual([item["fileName"] for item in maps], [*names, "x-table.tmx"])
            self.assertIn("  left out: names and texts that were changed (1)\n", out)
        lefts = [min(0, *(float(thing.get("x")) for thing in ElementTree.parse(self.path("out", item["fileName"])).iter("object"))) for item in maps]
        self.assertLess(lefts[0], -70)
        ends = [(item["x"] + left, item["x"] + item["width"]) for item, left in zip(maps, lefts)]
        self.assertTrue(all(right < left for (_, right), (left, _) in zip(ends, ends[1:])), ends)
        self.assertGreater(maps[2]["height"], 5000)
        self.assertTrue(all(item[key] == int(item[key]) for item in maps for key in ("x", "y", "width", "height")))   # Tiled takes others for 0
        self.write("other/x-table.tmx", "<map/>")
        self.refused("export", project, "-o", self.path("other", "x.world"), "--format", "tiled", status=1, says=["x-table.tmx: this file is not"])
        self.assertEqual(os.listdir(self.path("other")), ["x-table.tmx"])

    def test_large_layers(self):
        """Cells that are not stored take no time, and such a map is infinite: it has the blocks with tiles alone."""
        project = self.sample("yard")
        layer = {"name": "plain", "cell": [16, 16], "width": 8192, "height": 8192}
        self.edit(project, {"insert": "levels", "value": {"name": "wide", "tilesets": [{"number": 1, "sprite": "tiles"}],
                                                          "layers": [{**layer, "name": f"plain {i}"} for i in range(40)]}},
                  {"paint": "levels['wide'].layers['plain 3'].cells", "rows": [[8190, 8191, "1:1*2"]]})
        self.environment.pop("MALLOC_PERTURB_", None)   # it writes to memory that is never used
        with self.used_less(20):
            self.export(project, "w.kbx", "binary")
            self.export(project, "w.world", "tiled")
        root = ElementTree.parse(self.path("out", "w-wide.tmx"))
        self.assertEqual([(chunk.get("x"), chunk.get("y"), [cell == "0" for cell in chunk.text.split()[-1].split(",")]) for chunk in root.iter("chunk")],
                         [("8160", "8160", [True] * 30 + [False] * 2)])


if __name__ == "__main__":
    unittest.main()
