# SPDX-License-Identifier: MIT
"""Projects of LDtk as levels: tiles drawn against another reading of them, int grids, entities and their fields, files of levels, imports
again, what is left out, and what is wrong."""
import json
import unittest

from cli_case import Case, Picture, png, read_indexed

GROUND = (30, 30, 30)   # of render's pictures
HEADER = {"fileType": "LDtk Project JSON", "app": "LDtk", "appVersion": "1.5.3"}


def tile(x, y, number, flips=0, alpha=1):
    return {"px": [x, y], "src": [0, 0], "f": flips, "t": number, "d": [0], "a": alpha}


def layer(name, kind="Tiles", grid=8, size=(6, 4), **members):
    return {"__identifier": name, "__type": kind, "__cWid": size[0], "__cHei": size[1], "__gridSize": grid, "__opacity": 1, "__pxTotalOffsetX": 0,
            "__pxTotalOffsetY": 0, "__tilesetDefUid": 1, "layerDefUid": 10, "visible": True, "intGridCsv": [], "autoLayerTiles": [],
            "gridTiles": [], "entityInstances": [], **members}


def level(name, *layers, **members):
    return {"identifier": name, "iid": "level-" + name, "worldX": 0, "worldY": 0, "worldDepth": 0, "pxWid": 48, "pxHei": 32, "bgColor": None,
            "bgRelPath": None, "externalRelPath": None, "fieldInstances": [], "layerInstances": list(layers), **members}


def entity(name, x, y, iid="", fields=(), **members):
    return {"__identifier": name, "iid": iid, "px": [x, y], "__pivot": [0.5, 1], "__smartColor": "#204060", "__tags": [], "__tile": None,
            "width": 8, "height": 16, "fieldInstances": [{"__identifier": key, "__type": kind, "__value": value} for key, kind, value in fields],
            **members}


def tileset(**members):
    return {"identifier": "Blocks", "uid": 1, "relPath": "blocks.png", "pxWid": 26, "pxHei": 17, "tileGridSize": 8, "spacing": 1, "padding": 0,
            "enumTags": [], "customData": [], **members}


def project(*levels, **members):
    defs = {"layers": [{"uid": 10, "parallaxFactorX": 0, "parallaxFactorY": 0, "parallaxScaling": True, "tilePivotX": 0, "tilePivotY": 0,
                        "intGridValues": [], "autoRuleGroups": []}],
            "tilesets": [tileset()], "enums": [], "externalEnums": [], **members.pop("defs", {})}
    return {"__header__": HEADER, "jsonVersion": "1.5.3", "externalLevels": False, "worlds": [], "toc": [], "customCommands": [], "defs": defs,
            "levels": list(levels), **members}


class Ldtk(Case):
    def setUp(self):
        super().setUp()
        self.run_kickbox("new", "p")
        # Six tiles, the last of a row and the last row cut off; each with a transparent part.
        self.write("blocks.png", png(26, 17, lambda x, y: bytes([40 * (x // 9) + 60, x * 9, y * 9, 0 if (x % 9 + y % 9) % 5 == 0 else 255])))

    def imported(self, content, *options, name="world", status=0):
        return self.run_kickbox("import", "p", self.write(name + ".ldtk", json.dumps(content)), *options, status=status)[0]

    def level(self, name="A"):
        return json.loads(self.read(self.path("p", "levels", name + ".json")))

    def values_of_types(self, name):
        classes = {c["name"]: c for c in json.loads(self.read(self.path("p", "p.kickbox")))["classes"]}
        return classes[name].get("value_types", {})

    def check_drawn(self, *layers, size=8, step=9, columns=3):
        """The layers of a level, from the top, as LDtk draws them: tile by tile."""
        sheet, seen = Picture(self.read(self.path("blocks.png"))), {}
        for one in reversed(layers):
            for t in one["autoLayerTiles"] + one["gridTiles"]:
                for y in range(size):
                    for x in range(size):
                        u, v = (size - 1 - x if t["f"] & 1 else x) + t["t"] % columns * step, (size - 1 - y if t["f"] & 2 else y) + t["t"] // columns * step
                        pixel = sheet.rgba(u, v) if u < sheet.width and v < sheet.height else bytes(4)
                        if pixel[3]:
                            seen[t["px"][0] + one["__pxTotalOffsetX"] + x, t["px"][1] + one["__pxTotalOffsetY"] + y] = tuple(pixel[:3])
        self.run_kickbox("render", "p", "--plain", "--scale", "1", "-o", self.path("drawn"))
        picture = Picture(self.read(self.path("drawn", "levels", "A.png")))
        got = {(x, y): picture.rgb(x, y) for y in range(picture.height) for x in range(picture.width) if picture.rgb(x, y) != GROUND}
        pixels = []
        for one in (seen, got):
            left, top = min(x for x, _ in one), min(y for _, y in one)
            pixels.append({(x - left, y - top): colour for (x, y), colour in one.items()})
        self.assertEqual(pixels[1], pixels[0])

    def test_tiles(self):
        """Flips, tiles on each other, tiles off the grid over and below others, layers over layers, with offsets."""
        back = layer("Back", "AutoLayer", autoLayerTiles=[tile(8 * i, 8 * j, (i + j) % 6) for j in range(4) for i in range(6)])
        front = layer("Front", gridTiles=[tile(0, 0, 1), tile(0, 0, 4, 1), tile(8, 0, 2, 2), tile(4, 4, 5, 3), tile(12, 4, 3), tile(8, 8, 1, 1),
                                          tile(0, 0, 0, 2), tile(9, 9, 2), tile(-3, 20, 4), tile(16, 16, 4, 3)],
                      __pxTotalOffsetX=3, __pxTotalOffsetY=-2)
        out = self.imported(project(level("A", front, back)))
        self.assertIn("A: 8 tile layers with 34 tiles of 1 tileset, 0 walls, 0 areas, 0 entities", out)
        self.check_drawn(front, back)
        made = self.level()
        self.assertEqual([one["name"] for one in made["layers"]], ["Back", "Front", *(f"Front {n}" for n in range(2, 8))])
        self.assertEqual([one["origin"] for one in made["layers"][:4]], [[0, 0], [3, -2], [3, -2], [7, 2]])
        self.assertEqual((made["layers"][0]["width"], made["layers"][0]["height"]), (6, 4))

    def test_large_tiles(self):
        """Tiles that are larger than cells have their upper left corner in the cell."""
        one = layer("A", grid=4, size=(12, 8), gridTiles=[tile(4, 8, 1), tile(12, 8, 3, 1), tile(16, 12, 2), tile(32, 0, 4, 2)])
        usual = layer("B", gridTiles=[tile(0, 0, 0), tile(40, 24, 1)])
        self.imported(project(level("A", one, usual)))
        self.check_drawn(one, usual)
        self.assertEqual([made["origin"] for made in self.level()["layers"]], [[0, 0], [0, 4]])

    def test_looks(self):
        """Opacity, hidden layers and parallax; the scale of layers with parallax is lost."""
        definitions = [dict(project()["defs"]["layers"][0], uid=10 + n, parallaxFactorX=x, parallaxFactorY=-x, parallaxScaling=scaled)
                       for n, (x, scaled) in enumerate(((0, True), (0.25, False), (0.5, True)))]
        layers = [layer("ABC"[n], layerDefUid=10 + n, gridTiles=[tile(0, 0, 0)], __opacity=0.4, visible=n != 1) for n in range(3)]
        out = self.imported(project(level("A", *layers), defs={"layers": definitions}))
        self.assertIn("left out: scales of layers with parallax (1)\n", out)
        self.assertEqual([(one["name"], one["opacity"], one.get("parallax_x", 1), one.get("parallax_y", 1)) for one in self.level()["layers"]],
                         [("C", 40, 0.5, 1.5), ("B", 0, 0.75, 1.25), ("A", 40, 1, 1)])

    def test_tileset(self):
        """Tags and data of tiles are values; the sprite follows the project when a changed one is imported again."""
        content = project(level("A", layer("A", gridTiles=[tile(0, 0, 2)])), defs={"tilesets": [tileset(
            enumTags=[{"enumValueId": "Wall", "tileIds": [1, 2, 99, "x"]}, {"enumValueId": "Ice", "tileIds": [2]}],
            customData=[{"tileId": 2, "data": '{"cost": 3}'}, {"tileId": 4, "data": "any words"}])]})
        self.imported(content)
        sprite = self.path("p", "sprites", "Blocks.json")
        self.assertEqual([frame.get("values") for frame in json.loads(self.read(sprite))["frames"]],
                         [None, {"Wall": "true"}, {"Ice": "true", "Wall": "true", "cost": "3"}, None, {"data": "any words"}, None])
        before = self.read(sprite)
        self.imported(content)
        self.assertEqual(self.read(sprite), before)
        content["defs"]["tilesets"][0]["enumTags"].pop()
        self.imported(content)
        self.assertEqual(json.loads(self.read(sprite))["frames"][2]["values"], {"Wall": "true", "cost": "3"})
        content["defs"]["tilesets"][0]["customData"].pop()
        self.assertIn("Blocks: 6 frames: 6 kept", self.imported(content, "--as", "sprite", "--name", "Blocks"))   # that sprite alone
        self.assertNotIn("values", json.loads(self.read(sprite))["frames"][4])
        self.refused("import", "p", self.path("world.ldtk"), "--as", "sprite", "--name", "new", status=1, says=["world.ldtk: there is no tileset 'new' in it"])

    def test_int_grid(self):
        """An area for each value: holes, cells that touch at a corner, islands; named and coloured by the project."""
        cells = ["######.", "#...2#2", "#.22.#.", "#.2..#2", "######.", "..7...."]
        values = {"#": 1, "2": 2, "7": 7, ".": 0}
        definition = dict(project()["defs"]["layers"][0], intGridValues=[{"value": 1, "identifier": "walls", "color": "#102030"},
                                                                        {"value": 2, "identifier": None, "color": "#405060"}])
        grid = layer("Stops", "IntGrid", size=(7, 6), intGridCsv=[values[c] for row in cells for c in row], __tilesetDefUid=None, __pxTotalOffsetX=100)
        out = self.imported(project(level("A", grid), defs={"layers": [definition]}))
        self.assertIn("A: 0 walls, 3 areas, 0 entities", out)
        areas = {area["class"]: area for area in self.level()["areas"]}
        self.assertEqual(set(areas), {"walls", "Stops 2", "Stops 7"})
        self.assertEqual(areas["Stops 7"]["rings"], [[[124, 40], [124, 48], [116, 48], [116, 40]]])
        for name, value in (("walls", "#"), ("Stops 2", "2"), ("Stops 7", "7")):
            rings = areas[name]["rings"]
            for j, row in enumerate(cells):
                for i, cell in enumerate(row):
                    self.assertEqual(self.is_in(rings, 104 + 8 * i, 4 + 8 * j), cell == value, f"{name} {i},{j}")
        self.assertEqual([len(areas["walls"]["rings"]), len(areas["Stops 2"]["rings"])], [2, 4])
        colours = {c["name"]: c["colour"] for c in json.loads(self.read(self.path("p", "p.kickbox")))["classes"]}
        self.assertEqual((colours["walls"], colours["Stops 2"]), ("#102030", "#405060"))

    def walk_right(self, level):
        """The last step of a walk from the left, among tiles seen from above."""
        keys = self.write("right.txt", "0 right\n")
        return json.loads(self.run_kickbox("play", "p", "--scene", "top-down", "--cast", "level=" + level, "--from", "12,12", "--input", keys, "--frames", "60", "--last")[0])

    def test_int_grid_as_tiles(self):
        """A hidden layer; values called like walls stop the walker, and so do others once their tile is set so, also after another import."""
        definition = dict(project()["defs"]["layers"][0], identifier="Stops", gridSize=8, intGridValues=[
            {"value": 4, "identifier": "stone_wall", "color": "#102030"}, {"value": 2, "identifier": "dirt", "color": "#405060"},
            {"value": 9, "identifier": None, "color": "#708090"}])
        levels = [level(name, layer("Stops", "IntGrid", __pxTotalOffsetX=8, intGridCsv=[value if n % 6 == 3 else 9 if n == 0 else 0 for n in range(24)]))
                  for name, value in (("A", 4), ("B", 2))]
        content = project(*levels, defs={"layers": [definition]})
        out = self.imported(content)
        self.assertIn("A: 1 tile layer with 5 tiles of 1 tileset, 0 walls, 2 areas, 0 entities\n", out)
        made = self.level()
        self.assertEqual([(one["name"], one["opacity"], one["origin"], one["width"], one["height"]) for one in made["layers"]],
                         [("Stops values", 0, [8, 0], 6, 4)])
        sprite = json.loads(self.read(self.path("p", "sprites", "Stops values.json")))
        self.assertEqual([(f["name"], f["width"], f.get("collision"), f.get("collision_class")) for f in sprite["frames"]],
                         [("stone_wall", 8, "full", "stone_wall"), ("dirt", 8, None, None), ("9", 8, None, None)])
        sheet = Picture(self.read(self.path("p", "pictures", sprite["frames"][0]["picture"]["file"])))
        self.assertEqual([(sheet.width, sheet.height), *(sheet.rgb(7, y) for y in (7, 8, 23))], [(8, 24), (16, 32, 48), (64, 80, 96), (112, 128, 144)])
        walked = self.walk_right("A")
        self.assertEqual((walked["stopped"], walked["stopped_by"]), (True, "stone_wall"))
        self.assertAlmostEqual(walked["at"][0] + walked["radius"], 32, delta=0.1)
        self.assertGreater(self.walk_right("B")["at"][0], 32)
        self.edit("p", {"set": "sprites['Stops values'].frames['dirt'].collision", "value": "full"},
                  {"set": "sprites['Stops values'].frames['dirt'].collision_class", "value": "dirt"})
        content["levels"][1]["layerInstances"][0]["intGridCsv"][1] = 2
        self.imported(content, "--map", "B")
        self.assertEqual(self.walk_right("B")["stopped_by"], "dirt")
        self.assertEqual([t["sprite"] for name in "AB" for t in self.level(name)["tilesets"]], ["Stops values"] * 2)
        definition["intGridValues"][0]["identifier"] = "stone"   # another tile, in its place
        self.imported(content)
        again = json.loads(self.read(self.path("p", "sprites", "Stops values.json")))
        self.assertEqual([(f["name"], f.get("collision")) for f in again["frames"]], [("stone", None), ("dirt", "full"), ("9", None)])
        self.assertGreater(self.walk_right("A")["at"][0], 32)
        self.run_kickbox("new", "q")
        self.run_kickbox("import", "q", self.path("world.ldtk"), "--as", "sprite", "--name", "Stops values")

    def test_report_of_what_stops_nothing(self):
        """Once for all levels, with the values by name; --solid takes them, and layers of tiles."""
        definition = dict(project()["defs"]["layers"][0], identifier="Stops", gridSize=8, intGridValues=[
            {"value": n, "identifier": name, "color": "#102030"} for n, name in ((1, "Ground"), (2, "Water"), (3, "Wall"))])
        levels = [level(name, layer("Stops", "IntGrid", intGridCsv=[1, 2] * 12), layer("Deco", gridTiles=[tile(0, 0, 1)], layerDefUid=11)) for name in "ABC"]
        content = project(*levels, defs={"layers": [definition]})
        out = self.imported(content)
        self.assertEqual([line for line in out.splitlines() if "stop" in line],
                         ["  Stops and 1 more: values of int grids that stop nothing (Ground, Water)", "  nothing stops a move in A, B, C",
                          "  --solid lets these stop moves: Ground, Water, Wall, Deco, Stops"])
        out = self.imported(content, "--solid", "Ground")
        self.assertEqual([line for line in out.splitlines() if "stop" in line],
                         ["  Stops: values of int grids that stop nothing (Water)", "  layers whose tiles stop nothing: Deco"])
        self.assertEqual(self.imported(content), out)
        self.assertIn("nothing stops a move in A, B, C", self.imported(content, "--fresh"))
        self.assertGreater(self.walk_right("A")["at"][0], 32)
        for name in ("Deco", "Stops"):
            self.run_kickbox("new", "q" + name)
            out, _ = self.run_kickbox("import", "q" + name, self.path("world.ldtk"), "--solid", name)
            self.assertEqual("values of int grids" in out, name == "Deco")
            self.assertIn("layers whose tiles all stop moves: " + ("Deco" if name == "Deco" else "Stops values") + "\n", out)
        self.refused("import", "p", self.path("world.ldtk"), "--solid", "Grund", status=1,
                     says=["no layer, class or value is called 'Grund'; there are: Ground, Water, Wall, Deco, Stops"])

    def test_too_many_values(self):
        definition = dict(project()["defs"]["layers"][0], identifier="Stops", gridSize=1024, intGridValues=[{"value": n} for n in range(1, 18)])
        grid = layer("Stops", "IntGrid", grid=1024, size=(20, 1), intGridCsv=list(range(20)))
        out = self.imported(project(level("A", grid), defs={"layers": [definition]}))
        self.assertIn("A: 1 tile layer with 16 tiles of 1 tileset, 0 walls, 19 areas, 0 entities\n", out)
        self.assertIn("left out: cells of int grids whose values have no tile (3)\n", out)

    def mask(self, name):
        """The zones as (name, value, colour), and the painting as rows of values."""
        made = json.loads(self.read(self.path("p", "masks", name + ".json")))
        width, height, _, rows = read_indexed(self.read(self.path("p", "masks", name + ".png")))
        self.assertEqual((made["width"], made["height"]), (width, height))
        return {(zone["name"], zone["value"], zone["colour"]) for zone in made["zones"]}, [list(row) for row in rows]

    def test_int_grid_as_mask(self):
        """As large as the level; zones with the values' numbers, names and colours; painting by hand stays."""
        cells, values = ["##2.", ".7x#", "2..."], {"#": 1, "2": 2, "7": 7, "x": 300, ".": 0}
        definition = dict(project()["defs"]["layers"][0], intGridValues=[
            {"value": 1, "identifier": "walls", "color": "#102030"}, {"value": 2, "identifier": "#background", "color": "#102030"},
            {"value": 300, "identifier": None, "color": "#405060"}])
        grid = layer("Stops", "IntGrid", grid=3, size=(4, 3), intGridCsv=[values[c] for row in cells for c in row], __pxTotalOffsetX=-2, __pxTotalOffsetY=1)
        other = level("B", dict(grid, intGridCsv=[1] * 12, __pxTotalOffsetX=0), layer("More", "IntGrid", grid=8, size=(1, 1), intGridCsv=[2]))
        content = project(dict(level("A", grid), pxWid=9, pxHei=8), other, defs={"layers": [definition]})
        path = self.write("world.ldtk", json.dumps(content))
        said = self.refused("import", "p", path, "--as", "mask", "--part", "Stops", status=1, says=[])
        self.assertIn("choose one of these parts (--part): A/Stops, B/Stops, B/More", said)
        out = self.run_kickbox("import", "p", path, "--as", "mask", "--part", "A/Stops", "--name", "stops")[0]
        self.assertIn("stops: 9 x 8, 4 zones\n", out)
        self.assertNotIn("left out", out)
        zones, rows = self.mask("stops")
        known = {name: (value, colour) for name, value, colour in zones}
        self.assertEqual((known["walls"], known["#background"][0], known["7"][0]), ((1, "#102030"), 2, 7))
        self.assertEqual(known["300"][1], "#405060")
        self.assertEqual(len({colour for _, colour in known.values()}), 4)   # also of values that share one
        numbers = {"#": 1, "2": 2, "7": 7, "x": known["300"][0], ".": 0}
        for y in range(8):
            for x in range(9):
                i, j = (x + 2) // 3, (y - 1) // 3
                self.assertEqual(rows[y][x], numbers[cells[j][i]] if i < 4 and 0 <= j < 3 else 0, f"{x},{y}")
        # Again without options: the part is remembered
        content["levels"][0]["layerInstances"][0]["intGridCsv"][0] = 2
        self.write("world.ldtk", json.dumps(content))
        self.run_kickbox("import", "p", path, "--as", "mask", "--name", "stops")
        self.assertEqual((self.mask("stops")[1][1][0], self.mask("stops")[0]), (2, zones))
        self.run_kickbox("import", "p", path, "--as", "mask", "--part", "More", "--keep-picture")
        self.assertEqual({zone[:2] for zone in self.mask("B More")[0]}, {("walls", 1), ("#background", 2), ("300", 3)})   # all of the project
        self.run_kickbox("check", "p")

    def test_wrong_mask(self):
        """No int grid, too many values or pixels, and options of other files."""
        def grid(**members):
            return layer("G", "IntGrid", size=(16, 20), intGridCsv=[n % 256 for n in range(320)], **members)

        cases = [
            ((project(level("A")),), "there is no int grid in it"),
            ((project(level("A", grid())), "--part", "H"), "choose one of these parts (--part): A/G"),
            ((project(level("A", dict(grid(), intGridCsv=list(range(320))))),), "it has more than 255 values"),
            ((project(dict(level("A", grid()), pxWid=16384, pxHei=16384)),), "A/G: expected at most 67108864 pixels, got 16384 x 16384"),
            ((project(dict(level("A", grid()), pxWid=16385)),), "A/G.pxWid: expected a whole number from 1 to 16384"),
            ((project(level("A", dict(grid(), __cWid=15))),), "A/G.intGridCsv: expected 15 x 20 cells, got 320"),
            ((project(level("A", grid()), jsonVersion="2.0"),), "expected a project of LDtk 1, got version '2.0'"),
        ]
        for (content, *options), says in cases:
            self.refused("import", "p", self.write("bad.ldtk", json.dumps(content)), "--as", "mask", *options, status=1, says=["bad.ldtk: ", says])
        good = self.write("good.ldtk", json.dumps(project(level("A", grid(__pxTotalOffsetX=-16)), level("B", externalRelPath="b.ldtkl"))))
        self.refused("import", "p", good, "--as", "track", status=1, says=["an int grid becomes a mask, not a track"])
        self.refused("import", "p", good, "--as", "mask", "--zone", "#102030=x", status=2, says=["--zone, --road: not with a drawing in layers or an int grid"])
        self.refused("import", "p", self.path("blocks.png"), "--as", "mask", "--part", "A/G", status=2, says=["--part: of a mask only with a project of LDtk"])
        out = self.run_kickbox("import", "p", good, "--as", "mask")[0]
        self.assertIn("b.ldtkl", out)   # is missing
        self.write("b.ldtkl", json.dumps(level("B", grid())))
        self.run_kickbox("import", "p", good, "--as", "mask", "--part", "B/G", "--name", "beside")
        self.assertIn("left out: cells outside their level (", out)

    def is_in(self, rings, x, y):
        """Even-odd, by edges to the right."""
        inside = False
        for ring in rings:
            for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1]):
                if (ay > y) != (by > y) and ax + (y - ay) / (by - ay) * (bx - ax) > x:
                    inside = not inside
        return inside

    def test_entities(self):
        """Position, size, pivot, and fields of all types, with those of arrays numbered; references within and across levels."""
        enums = [{"identifier": "Item", "values": [{"id": "Key"}, {"id": "Bow"}]}]
        ref = {"entityIid": "door", "levelIid": "level-A"}
        fields = [("hp", "Int", 12), ("speed", "Float", 2.5), ("awake", "Bool", False), ("name", "String", "Bo"), ("says", "Multilines", "a\nb"),
                  ("glow", "Color", "#AABBCC"), ("loot", "Array<LocalEnum.Item>", ["Key", "Bow"]), ("way", "Array<Point>", [{"cx": 1, "cy": 2}]),
                  ("script", "FilePath", "code/a.lua"), ("to", "EntityRef", ref), ("nothing", "Int", None), ("icon", "Tile", {"x": 0, "tilesetUid": 1}),
                  ("lost", "EntityRef", {"entityIid": "gone"})]
        things = layer("Things", "Entities", __pxTotalOffsetX=2, entityInstances=[
            entity("Guard", 10, 20, "guard", fields, __tags=["a", "b"]), entity("Door", 30, 8, "door", __tile={"x": 0}, __pivot=[0, 0])], __opacity=0.5)
        second = layer("Things", "Entities", entityInstances=[entity("Door", 1, 2, "far", [("to", "EntityRef", ref)])])
        out = self.imported(project(level("A", things), level("B", second), defs={"enums": enums}))
        guard, door = self.level()["entities"]
        self.assertEqual((guard["class"], guard["at"], door["at"], door["ref"]), ("Guard", [12, 20], [32, 8], 2))
        self.assertEqual(guard["values"], {
            "width": "8", "height": "16", "pivot": "0.5,1", "hp": "12", "speed": "2.5", "awake": "false", "name": "Bo", "says": "a\nb", "glow": "#aabbcc",
            "loot.1": "Key", "loot.2": "Bow", "way.1": "14,20", "script": "code/a.lua", "to": "2", "lost": ""})
        self.assertNotIn("ref", guard)
        self.assertEqual(self.level("B")["entities"][0]["values"]["to"], "A/2")
        types = self.values_of_types("Guard")
        self.assertEqual({key: types[key] for key in ("hp", "speed", "awake", "name", "glow", "loot.1", "way.1", "script", "to", "pivot")},
                         {"hp": "number", "speed": "number", "awake": "boolean", "name": "text", "glow": "colour", "loot.1": ["Key", "Bow"],
                          "way.1": "point", "script": "file", "to": "entity", "pivot": "point"})
        for says in ("tiles in fields (1)", "tiles shown by entities (1)", "tags of entities (2)", "opacities of layers of entities (1)",
                     "references to entities outside the imported levels (1)"):
            self.assertIn(f"left out: {says}\n", out)

    def test_levels(self):
        """Levels of all worlds with their positions and fields; one by its name."""
        worlds = [{"identifier": "Over", "levels": [level("A", worldX=64, worldY=-8, worldDepth=1, fieldInstances=[
            {"__identifier": "music", "__type": "String", "__value": "cave"}])]}, {"identifier": "Under", "levels": [level("B")]}]
        self.imported(project(worlds=worlds))
        self.assertEqual(self.level()["values"], {"world_x": "64", "world_y": "-8", "world_depth": "1", "width": "48", "height": "32", "music": "cave"})
        self.level("B")
        self.run_kickbox("new", "q")
        self.run_kickbox("import", "q", self.path("world.ldtk"), "--map", "B")
        self.assertEqual(self.run_kickbox("import", "q", self.path("world.ldtk"), "--map", "B", "--name", "cellar")[0].split(":")[0], "cellar")
        self.refused("import", "q", self.path("world.ldtk"), "--map", "C", status=1, says=["world.ldtk: there is no level 'C' in it"])

    def test_clashing_names(self):
        """Levels of two worlds with one name, also in other case: later ones get numbers, by which they are found again."""
        door, to = entity("Door", 1, 2, "far"), [("to", "EntityRef", {"entityIid": "far"})]
        worlds = [{"levels": [level("Cave"), level("Hall", layer("Things", "Entities", entityInstances=[entity("Guard", 1, 2, "guard", to)]))]},
                  {"levels": [level("cave"), level("Hall", layer("Things", "Entities", entityInstances=[door])), level("Hall 2")]}]
        out = self.imported(project(worlds=worlds))
        self.assertEqual([line.split(":")[0] for line in out.splitlines() if line[0] != " "], ["Cave", "Hall", "cave 2", "Hall 2", "Hall 2 2"])
        self.assertEqual(self.level("Hall")["entities"][0]["values"]["to"], "Hall 2/1")
        self.assertEqual(self.imported(project(worlds=worlds), "--map", "cave 2").splitlines()[0].split(":")[0], "cave 2")
        self.assertEqual(self.level("cave 2")["import"]["map"], "cave 2")

    def test_files_of_levels(self):
        """Levels in files of their own; one that is missing is reported, and the others are imported."""
        content = project(*(dict(level(name), layerInstances=None, externalRelPath=f"world/{name}.ldtkl") for name in "ABC"), externalLevels=True)
        for name in "AB":
            self.write(f"world/{name}.ldtkl", json.dumps(dict(level(name, layer("L", gridTiles=[tile(0, 0, 1)])), __header__=HEADER)))
        path = self.write("world.ldtk", json.dumps(content))
        out, errors = self.run_kickbox("import", "p", path, status=1)
        self.assertEqual([line.split(":")[0] for line in out.splitlines() if not line.startswith(" ")], ["A", "B"])
        self.assertIn("world/C.ldtkl", errors)
        self.assertEqual([source["file"] for source in self.level("A")["import"]["sources"]],
                         ["../world.ldtk", "../world/A.ldtkl"])
        self.write("world/A.ldtkl", "{")
        self.assertIn("world/A.ldtkl: line 1, column 1: ", self.run_kickbox("import", "p", path, status=1)[1])

    def test_left_out(self):
        """By kind and number."""
        many = [tile(8 + n % 6, 8 + n // 6, n % 6, alpha=0.5) for n in range(68)]
        content = project(
            level("A", layer("A", gridTiles=many + [tile(48, 0, 0), tile(0, -8, 0)]), layer("B", gridTiles=[tile(0, 0, 0)], __tilesetDefUid=7),
                  bgColor="#123456", bgRelPath="sky.png"),
            toc=[{"identifier": "x"}], customCommands=[{}, {}],
            defs={"enums": [{"identifier": "E", "values": [{"id": "a", "tileRect": {}}]}],
                  "tilesets": [tileset(), tileset(identifier="Icons", uid=7, relPath=None), tileset(identifier="Gone", uid=8, relPath="gone.png")]})
        out = self.imported(content)
        for says in ("icons of enums (1)", "entries of the table of contents (1)", "custom commands (2)", "background colours (1)",
                     "background pictures (1)", "opacities of tiles (68)", "tiles outside their level (2)", "tiles that need more than 64 layers (4)",
                     "tiles of tilesets without a file (1)"):
            self.assertIn(f"left out: {says}\n", out)
        self.assertIn("gone.png: ", out)
        self.assertIn("; its tiles show nothing\n", out)

    RULE = {"active": True, "chance": 1, "perlinActive": False, "tileRectsIds": [[1]], "breakOnMatch": True, "tileMode": "Single", "checker": "None",
            "xModulo": 1, "yModulo": 1, "tileXOffset": 0, "size": 1, "pattern": [1], "flipX": False, "flipY": False}

    def test_rules(self):
        """The layer keeps LDtk's tiles; derived from its values, it has those that its rules put by LDtk's own reading, on and off, also after
        another import."""
        rules = [dict(self.RULE, pattern=[2], tileRectsIds=[[4]]), dict(self.RULE, pattern=[7]),
                 dict(self.RULE, pattern=[0, -1, 0, 0, 1, 0, 0, 0, 1], flipY=True, tileRectsIds=[[3]]),
                 dict(self.RULE, pattern=[1000001], tileRectsIds=[[0]]), dict(self.RULE, pattern=[-1000001], tileRectsIds=[[5]], active=False)]
        cells = [[2] * 6] + [[2, *row, 2] for row in ([1, 1, 0, 1], [1, 0, 1, 1], [0, 1, 1, 1], [1, 1, 0, 0])] + [[2] * 6]

        def fits(wanted, value):
            return {1000001: value > 0, -1000001: value == 0}.get(wanted, value == wanted if wanted > 0 else value != -wanted)

        def put(on=lambda rule: rule["active"]):
            """Borders have patterns of one cell alone: outside, the programs differ."""
            for y, row in enumerate(cells):
                for x, value in enumerate(row):
                    found = ((rule, flip) for rule in rules if on(rule) for flip in ((0, 2) if rule["flipY"] else (0,))
                             if (fits(rule["pattern"][0], value) if len(rule["pattern"]) == 1 else 0 < y < 5 and 0 < x < 5 and all(
                                 not wanted or fits(wanted, cells[y + (1 - k // 3 if flip else k // 3 - 1)][x + k % 3 - 1])
                                 for k, wanted in enumerate(rule["pattern"]))))
                    for rule, flip in list(found)[:1]:
                        yield tile(8 * x, 8 * y, rule["tileRectsIds"][0][0], flip)

        def walls(**own):
            return layer("Walls", "IntGrid", size=(6, 6), intGridCsv=sum(cells, []), autoLayerTiles=list(put(**own)))
        definition = dict(project()["defs"]["layers"][0], identifier="Walls", gridSize=8, autoRuleGroups=[{"active": True, "rules": rules}],
                          intGridValues=[{"value": value, "identifier": name, "color": "#808080"} for value, name in ((1, "wall"), (2, "rim"))])
        content = project(level("A", walls()), defs={"layers": [definition]})
        out = self.imported(content)
        self.assertIn("rules of auto-layers wait until their layer is derived from the int grid (Walls)", out)
        self.check_drawn(walls())
        made = self.level()
        self.assertEqual(([one["name"] for one in made["layers"]], len(made["layers"][0]["rules"])), (["Walls", "Walls values"], 4))
        source = {"set": "levels['A'].layers['Walls'].source", "value": made["layers"][1].get("id", 2)}
        self.edit("p", source)
        self.check_drawn(walls())
        self.edit("p", {"set": "levels['A'].layers['Walls'].rules[3].off", "value": False})
        self.check_drawn(walls(on=lambda rule: True))
        cells[3][2] = 0
        content["levels"] = [level("A", walls())]
        self.imported(content)
        self.check_drawn(walls(on=lambda rule: True))

    def test_kinds_of_rules(self):
        """What becomes of them is counted, with their layers. Those that choose at random keep their choice and chance."""
        kinds = [("with noise, stamps, offsets, steps or groups of values are left out", [{"perlinActive": True}, {"tileMode": "Stamp"},
                  {"checker": "Vertical"}, {"xModulo": 2}, {"tileXOffset": -1}, {"pattern": [1000]}, {"pattern": [1, 2]}]),
                 ("that put tiles on tiles put one tile on a cell", [{"breakOnMatch": False}]),
                 ("wait until their layer is derived from the int grid", [{}, {"chance": 0.25, "tileRectsIds": [[1], [2, 3], [99]]},
                                                                        {"tileRectsIds": None, "tileIds": [5]}])]
        groups = [{"rules": [{key: value for key, value in dict(self.RULE, **own).items() if value is not None} for own in some]} for _, some in kinds]
        grid = dict(project()["defs"]["layers"][0], identifier="Walls", gridSize=8, autoRuleGroups=groups,
                    intGridValues=[{"value": 1, "identifier": "wall", "color": "#808080"}])
        layers = [grid, dict(project()["defs"]["layers"][0], uid=11, identifier="Sky", autoSourceLayerDefUid=10, autoRuleGroups=[
            {"rules": [self.RULE]}, {"isOptional": True, "rules": [self.RULE]}, {"requiredBiomeValues": ["Snow"], "rules": [self.RULE]}])]
        shown = [tile(0, 0, 1)]
        content = project(level("A", layer("Walls", "IntGrid", autoLayerTiles=shown), layer("Sky", "AutoLayer", layerDefUid=11, autoLayerTiles=shown)),
                          defs={"layers": layers})
        lines = [line[line.find("world.ldtk"):] for line in self.imported(content).splitlines()]
        for group, (kind, more, names) in enumerate(zip([kind for kind, _ in kinds], (" and 6 more", "", " and 3 more"), ("Walls", "Walls", "Walls, Sky"))):
            self.assertIn(f"world.ldtk: defs.layers[0].autoRuleGroups[{group}].rules{more}: rules of auto-layers {kind} ({names})", lines)
        self.assertIn("world.ldtk: defs.layers[1].autoRuleGroups[1].rules and 1 more: rules of auto-layers that depend on options or biomes are off (Sky)",
                      lines)
        blocks, walls = 1 << 16, 2 << 16
        rules = {one["name"]: one.get("rules") for one in self.level()["layers"]}
        usual = {"pattern": [walls + 1], "tiles": [blocks + 2]}
        self.assertEqual(rules["Walls"], [usual, usual, {"pattern": [walls + 1], "tiles": [blocks + 2, blocks + 3], "chance": 25},
                                          {"pattern": [walls + 1], "tiles": [blocks + 6]}])
        self.assertEqual(rules["Sky"], [usual, dict(usual, off=True), dict(usual, off=True)])

    def test_wrong(self):
        """Each with its JSON path."""
        good = layer("L", gridTiles=[tile(0, 0, 1)])
        cases = [
            (project(level("A", dict(good, __gridSize=0))), "levels[0].layerInstances[0].__gridSize: expected a whole number from 1"),
            (project(level("A", dict(good, gridTiles=[tile(0, 0, 6)]))), "levels[0].layerInstances[0].gridTiles[0].t: expected a whole number from 0 to 5"),
            (project(level("A", dict(good, autoLayerTiles=[tile(0, 0, 1, 4)]))), "autoLayerTiles[0].f: expected a whole number from 0 to 3"),
            (project(level("A", dict(good, __cWid=4000, __gridSize=100))), "layerInstances[0]: it is larger than a level"),
            (project(level("A", dict(good, __cWid=5000, __gridSize=8))), "layerInstances[0]: expected at most 4096 cells each way"),
            (project(level("A", dict(good, intGridCsv=[1, 2]))), "layerInstances[0].intGridCsv: expected 6 x 4 cells, got 2"),
            (project(level("A", layer("E", entityInstances=[entity("x", 1e9, 0)]))), "entityInstances[0].px: expected a position within 65536 pixels"),
            (project(dict(level("A"), layerInstances=None)), "levels[0].layerInstances: this is missing, expected a list"),
            (project(level("A"), defs={"tilesets": [tileset(tileGridSize=0)]}), "defs.tilesets[0].tileGridSize: expected a whole number from 1"),
            (project(level("A"), defs={"tilesets": [tileset(pxWid=30000, pxHei=30000)]}), "defs.tilesets[0]: expected 1 to 65535 tiles, got 3334 columns"),
            (project(level("A"), jsonVersion="2.0.0"), "jsonVersion: expected a project of LDtk 1, got version '2.0.0'"),
            (project(), "there are no levels in it"),
        ]
        for content, says in cases:
            self.refused("import", "p", self.write("bad.ldtk", json.dumps(content)), status=1, says=["bad.ldtk: ", says])
        self.refused("import", "p", self.write("cut.ldtk", json.dumps(project(level("A")))[:-5]), status=1, says=["cut.ldtk: line 1, column "])

    def test_too_large_areas(self):
        """The document's own errors name the file and the level."""
        cells = [(x + y) % 2 for y in range(740) for x in range(740)]
        grid = layer("Ground", "IntGrid", grid=1, size=(740, 740), intGridCsv=cells)
        self.refused("import", "p", self.write("world.ldtk", json.dumps(project(level("Attic", grid), defs={"layers": [{"uid": 10, "intGridValues": [
            {"value": 1, "identifier": "walls", "color": "#204060"}]}]}))), status=1, says=["world.ldtk: Attic: levels[0].areas[0].rings: at most"])

    def test_large_world(self):
        """A hundred levels of 40 x 30 cells, with tiles, an int grid and entities."""
        size = (40, 30)
        tiles = [tile(8 * i, 8 * j, (i * j) % 6, i & 3) for j in range(30) for i in range(40)]
        levels = [level(f"L{n}", layer("E", "Entities", size=size, entityInstances=[entity("Guard", i, n, f"{n} {i}", [("hp", "Int", i)]) for i in range(20)]),
                        layer("T", size=size, gridTiles=tiles, intGridCsv=[(i * n) % 3 for i in range(1200)])) for n in range(100)]
        path = self.write("world.ldtk", json.dumps(project(*levels)))
        with self.used_less(10):   # of a busy machine; usually one second
            out = self.run_kickbox("import", "p", path)[0]
        self.assertEqual(out.count("1 tile layer with 1200 tiles of 1 tileset, 0 walls, "), 100)


if __name__ == "__main__":
    unittest.main()
