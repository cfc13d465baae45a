# SPDX-License-Identifier: MIT
"""`kickbox export --format ldtk`, read back by our importer, and what LDtk needs besides."""
import json
import math
import os
import unittest

from cli_case import Picture
from test_cli_exporters import Exporters


class LdtkProjects(Exporters):
    def again_all(self, project):
        """What the export says, its file, and a new project with all of its levels."""
        out = self.export(project, "w.ldtk", "ldtk")
        self.run_kickbox("new", self.path("again"))
        files = [json.loads(self.read(os.path.join(folder, os.path.basename(folder) + ".kickbox"))) for folder in (project, self.path("again"))]
        self.write("again/again.kickbox", json.dumps({**files[1], "classes": files[0]["classes"]}))   # for their colours
        self.run_kickbox("import", self.path("again"), self.path("out", "w.ldtk"))
        return out, self.read_json("w.ldtk"), self.path("again")

    def level(self, project, name):
        with open(os.path.join(project, "levels", name) + ".json", encoding="utf-8") as file:
            return json.load(file)

    def check_numbers(self, data):
        """All levels have all layers, and their things in their rectangles, which are apart. Every number and iid names one thing."""
        defs, levels = data["defs"], data["levels"]
        uids = [item["uid"] for kind in ("layers", "entities", "tilesets", "levelFields") for item in defs[kind]] + [level["uid"] for level in levels]
        uids += [field["uid"] for item in defs["entities"] for field in item["fieldDefs"]]
        self.assertEqual(len(set(uids)), len(uids))
        self.assertTrue(all(0 < uid < data["nextUid"] for uid in uids))
        iids = [data["iid"]]
        for level, after in zip(levels, levels[1:]):
            self.assertLess(level["worldX"] + level["pxWid"], after["worldX"])
        for level in levels:
            for item in level["layerInstances"][0]["entityInstances"]:
                self.assertTrue(0 <= item["px"][0] < level["pxWid"] and 0 <= item["px"][1] < level["pxHei"], item)
                self.assertEqual((item["__worldX"], item["__worldY"]), (level["worldX"] + item["px"][0], item["px"][1]))
            self.assertEqual([layer["layerDefUid"] for layer in level["layerInstances"]], [layer["uid"] for layer in defs["layers"]])
            iids += [level["iid"]] + [layer["iid"] for layer in level["layerInstances"]]
            iids += [item["iid"] for layer in level["layerInstances"] for item in layer["entityInstances"]]
            for layer in level["layerInstances"]:
                self.assertEqual((layer["__cWid"], layer["__cHei"]), (math.ceil(level["pxWid"] / layer["__gridSize"]), math.ceil(level["pxHei"] / layer["__gridSize"])))
                tileset = next((item for item in defs["tilesets"] if item["uid"] == layer["__tilesetDefUid"]), {})
                side = tileset.get("tileGridSize", 0)
                for tile in layer["gridTiles"]:
                    left = layer["__pxTotalOffsetX"] + tile["px"][0]
                    self.assertTrue(0 <= left <= level["pxWid"] - layer["__gridSize"], (level["identifier"], layer, tile))
                    i, j = tile["d"][0] % layer["__cWid"], tile["d"][0] // layer["__cWid"]
                    self.assertEqual(tile["px"], [i * layer["__gridSize"], (j + 1) * layer["__gridSize"] - side])
                    self.assertEqual(tile["src"], [tile["t"] % tileset["__cWid"] * side, tile["t"] // tileset["__cWid"] * side])
        self.assertEqual(len(set(iids)), len(iids))
        names = [item["identifier"] for kind in ("layers", "entities", "tilesets") for item in defs[kind]] + [level["identifier"] for level in levels]
        self.assertTrue(all(name.replace("_", "a").isalnum() and name.isascii() and not name[0].isdigit() for name in names), names)
        return iids

    def test_cells(self):
        """What is drawn, and what the tiles stop, except by shapes."""
        project = self.sample("yard")
        _, tiles = next(item for item in self.sprites(project) if item[0] == "tiles")
        self.edit(project, *({"remove": f"sprites['tiles'].frames[{i}].shapes[0]"} for i, frame in enumerate(tiles["frames"]) for _ in frame.get("shapes", [])))
        self.edit(project, {"set": "levels['yard'].picture", "value": None}, {"remove": "levels['yard'].grounds[0]"},
                  {"set": "levels['yard'].layers[0].opacity", "value": 40}, {"remove": "levels['court']"},
                  {"set": "levels['yard'].layers['rock'].lift", "value": 5}, {"paint": "levels['yard'].layers['rock'].cells", "rows": [[40, 2, "1:4+2 - 1:5x+1 - 1:6y+1"]]})
        _, data, again = self.again_all(project)
        self.check_numbers(data)
        for folder in (project, again):
            self.run_kickbox("render", folder, "--plain", "-o", folder + " drawn")
        for name in ("yard.png", os.path.join("collision", "yard.png")):
            old, new = (Picture(self.read(os.path.join(folder + " drawn", "levels", name))) for folder in (project, again))
            self.assertEqual((old.width, old.height), (new.width, new.height), name)
            self.assertEqual([old.rgba(x, y) for y in range(old.height) for x in range(old.width)],
                             [new.rgba(x, y) for y in range(new.height) for x in range(new.width)], name)

    def test_entities(self):
        """Values of every type, a reference, names that LDtk cannot have, and a sprite shown by one."""
        project = self.sample("yard")
        spawn = "levels['yard'].entities[0]"
        self.edit(project, {"set": "classes['spawn'].value_types", "value": {"to": "entity", "at": "point", "tint": "colour", "n": "number", "on": "boolean"}},
                  {"set": f"{spawn}.ref", "value": 70}, {"set": "levels['yard'].entities[1].ref", "value": 71},
                  {"set": f"{spawn}.values", "value": {"to": "71", "at": "3.5, 4", "tint": "#102030", "n": "2.25", "on": "true", "a text": "a \"<b>\" & 'c'", "a_text": "b"}},
                  {"set": "levels['yard'].values", "value": {"music": "calm"}},
                  *({"insert": "levels['court'].entities", "value": {"class": "goal", "at": at, "sprite": "runner", "frame": 1, "flip": "x"}} for at in ([-150, 600], [40, -7])))
        out, data, again = self.again_all(project)
        self.assertIn("left out: names and texts that were changed (2)\n", out)
        iids = self.check_numbers(data)
        first = next(level for level in data["levels"] if level["identifier"] == "court")["layerInstances"][0]["entityInstances"][0]
        first["width"] = 99
        self.run_kickbox("new", self.path("resized"))
        self.run_kickbox("import", self.path("resized"), self.write("resized.ldtk", json.dumps(data)))
        self.assertEqual(self.level(self.path("resized"), "court")["entities"][0]["values"], {"width": "99", "height": "16"})
        entities = {level["identifier"]: level["layerInstances"][0]["entityInstances"] for level in data["levels"]}
        start, goal = entities["yard"]
        fields = {field["__identifier"]: (field["__type"], field["__value"]) for field in start["fieldInstances"]}
        to = fields.pop("to")
        self.assertEqual((to[0], to[1]["entityIid"]), ("EntityRef", goal["iid"]))
        self.assertTrue({to[1]["levelIid"], to[1]["layerIid"]} <= set(iids))
        self.assertEqual({key: fields[key] for key in ("at", "tint", "n", "on", "a_text", "a_text_2", "name")}, {
            "at": ("String", "3.5, 4"), "tint": ("Color", "#102030"), "n": ("Float", 2.25), "on": ("Bool", True), "a_text": ("String", "b"), "a_text_2": ("String", "a \"<b>\" & 'c'"), "name": ("String", "start")})
        level = next(level for level in data["levels"] if level["identifier"] == "yard")
        self.assertEqual({field["__identifier"]: field["__value"] for field in level["fieldInstances"]}, {"music": "calm", "kickbox_origin": "-128, -96"})
        shown = entities["court"][-1]
        self.assertEqual((shown["px"], shown["width"], shown["height"], shown["__tile"]["w"]), ([40 + 160, -7 + 16], shown["__tile"]["w"], shown["__tile"]["h"], shown["width"]))
        self.assertIn(("flip", "x"), [(field["__identifier"], field["__value"]) for field in shown["fieldInstances"]])
        for name in ("yard", "court"):
            old, new = (self.level(folder, name) for folder in (project, again))
            self.assertEqual([(item["class"], item["at"], item.get("name")) for item in new["entities"]], [(item["class"], item["at"], item.get("name")) for item in old["entities"]])
            for after, before in zip(new["entities"], old["entities"]):
                self.assertEqual(*("direction" in item for item in (before, after)))
                self.assertTrue(math.isclose(*(math.atan2(*item.get("direction", [0, 0])) for item in (before, after)), abs_tol=0.01), after)
                self.assertEqual({**after.get("values", {}), "to": ""}, {
                    **{key.replace("a text", "a_text_2"): value for key, value in before.get("values", {}).items()}, **({"flip": "x"} if "flip" in before else {}), "to": ""})
            self.assertEqual(new.get("values"), old.get("values"))

    def test_losses(self):
        """Turned tiles, tints, values of sprites and layers."""
        project = self.sample("yard")
        self.edit(project, *({"insert": "levels['yard'].entities", "value": {"class": "goal", "at": at}} for at in ([1, 2], [1, 2.5], [1.25, 2.75])),
                  {"set": "levels['yard'].layers[0].tint", "value": "#ff0000"}, {"set": "levels['yard'].layers[0].values", "value": {"a": "1", "b": "2"}},
                  {"set": "sprites['tiles'].values", "value": {"c": "1"}}, {"insert": "levels['yard'].images", "value": {"name": "hill", "sprite": "tiles", "frame": 2}},
                  {"paint": "levels['yard'].layers['rock'].cells", "rows": [[40, 2, "1:4d - 1:5d"]]})
        out = self.export(project, "w.ldtk", "ldtk")
        for line in ("positions of entities between pixels (2)", "values of sprites (1)", "values of layers (2)", "tints and blend modes of layers (1)", "quarter turns of tiles (2)", "areas (1)", "mazes (1)", "layers whose cells are no squares (5)"):
            self.assertIn(f"  left out: {line}\n", out)
        self.assertNotIn("sprites", out.replace("values of sprites", ""))   # also not that of the image
        out = self.export(project, "w.ldtk", "ldtk", "--page-size", "64")
        self.assertNotIn("several sizes", out)
        for line in ("sprites whose frames do not fit on one page (3)", "tiles of sprites without a tileset of squares (43)"):
            self.assertIn(f"  left out: {line}\n", out)
        _, (_, runner), _ = self.sprites(project)
        self.edit(project, *({"set": f"sprites['runner'].frames[{i}].height", "value": 80} for i in range(len(runner["frames"]))),
                  {"set": "sprites['runner'].frames[0].values", "value": {"k": "1"}})
        self.assertIn("  left out: tilesets of frames that are no squares (2)\n", self.export(project, "w.ldtk", "ldtk"))
        self.assertEqual([(item["tileGridSize"], item["customData"]) for item in self.read_json("w.ldtk")["defs"]["tilesets"] if item["identifier"] == "runner"], [(40, [])])
        odd = self.odd_project()
        out = self.export(odd, "x.ldtk", "ldtk")
        self.assertNotIn("several sizes", out)
        self.assertIn("  left out: values of shapes and points (8)\n  left out: values of animations, steps and events (1)\n", out)
        self.check_numbers(self.read_json("x.ldtk"))
        self.edit(odd, {"insert": "sprites", "value": {"name": "none"}}, {"insert": "sprites['puck'].frames", "value": {"id": 88, "width": 9, "height": 8}})
        self.assertIn("  left out: sprites with frames of several sizes (1)\n", self.export(odd, "x.ldtk", "ldtk"))


if __name__ == "__main__":
    unittest.main()
