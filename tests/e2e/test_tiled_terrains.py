# SPDX-License-Identifier: MIT
"""Tiled's Wang sets as terrains: labels, names, colours and weights against another reading of the file; painted by them, imported
again, and what is left out."""
import gzip
import json
import os
import random
import subprocess
import unittest
import xml.etree.ElementTree as ElementTree

from cli_case import BUILD, Case, png

EXAMPLES = os.environ.get("KICKBOX_TILED_EXAMPLES", "/usr/share/doc/tiled/examples")
PAINT = os.path.join(BUILD, "tests", "support", "paint_terrains")
# The cell, and its corner there, at each corner of a cell (i, j); corners are Tiled's places of a wangid.
SHARED = [((0, 0), 3), ((1, 0), 5), ((0, 1), 1), ((1, 1), 7)]
WANG = """<wangset name="Land" type="mixed" tile="-1">
<wangcolor name="Grass" color="#112233" tile="0" probability="1"/><wangcolor name="Way" color="#445566" tile="-1" probability="1"/>
<wangtile tileid="0" wangid="1,1,1,1,1,1,1,1"/><wangtile tileid="1" wangid="2,1,0,1,2,1,0,1"/></wangset>"""


def tsx(content, tiles="", name="land"):
    return (f'<tileset name="{name}" tilewidth="8" tileheight="8" tilecount="6" columns="3"><image source="blocks.png" width="24" height="16"/>'
            f'{tiles}{content}</tileset>')


def sets(content):
    return f"<wangsets>{content}</wangsets>"


def labels(sprite):
    return {frame["id"] - 1: frame["terrain"] for frame in sprite["frames"] if "terrain" in frame}


class TiledTerrains(Case):
    def setUp(self):
        super().setUp()
        self.run_kickbox("new", "p")
        self.write("blocks.png", png(24, 16, lambda x, y: bytes([x * 9, y * 9, x // 8 * 80, 255])))

    def sprite(self, name):
        with open(self.path("p", "sprites", name + ".json")) as file:
            return json.load(file)

    def imported(self, text, name="land.tsx"):
        return self.run_kickbox("import", "p", self.write(name, text))[0]

    def example(self, *names):
        path = os.path.join(EXAMPLES, *names)
        if not os.path.exists(path):
            self.skipTest("the package tiled is not installed")
        return path

    def check_set(self, sprite, tileset):
        """All of a file's single set is in the sprite."""
        wang = tileset.find("wangsets/wangset")
        colours = wang.findall("wangcolor")
        self.assertEqual([(t["value"], t["name"], t["colour"]) for t in sprite["terrains"]],
                         [(i + 1, c.get("name"), c.get("color")) for i, c in enumerate(colours)])
        expected = {int(t.get("tileid")): [int(n) for n in t.get("wangid").split(",")] for t in wang.findall("wangtile")}
        self.assertEqual(labels(sprite), {tile: ids for tile, ids in expected.items() if any(ids)})
        chances = {int(t.get("id")): float(t.get("probability", 1)) for t in tileset.findall("tile")}
        self.assertEqual({f["id"] - 1: f["weight"] for f in sprite["frames"] if "weight" in f},
                         {tile: round(100 * chance) for tile, chance in chances.items() if chance != 1})
        return expected

    def test_examples(self):
        """Debian's: as the XML says."""
        for name, set_name in (("desert.tmx", "Desert"), ("isometric_grass_and_water.tmx", None), ("orthogonal-outside.tmx.gz", None)):
            path = self.example(name)
            with gzip.open(path) if name.endswith(".gz") else open(path, "rb") as file:
                root = ElementTree.parse(file).getroot()
            node = root.find("tileset")
            if node.get("source"):
                node = ElementTree.parse(os.path.join(os.path.dirname(path), node.get("source"))).getroot()
            self.run_kickbox("import", "p", path)
            self.check_set(self.sprite(set_name or node.get("name")), node)

    def test_painted(self):
        """Boxes of all terrains, painted by the imported set: they are all over their box, and neighbours agree at each corner."""
        path = self.example("desert.tsx")
        self.run_kickbox("import", "p", path)
        sprite = self.sprite("Desert")
        wang = self.check_set(sprite, ElementTree.parse(path).getroot())
        names = [terrain["name"] for terrain in sprite["terrains"]]
        never = {tile["id"] for tile in sprite["frames"] if tile.get("weight") == 0}
        wide, high = 40, 30
        self.edit("p", {"insert": "levels", "value": {"name": "m", "tilesets": [{"number": 1, "sprite": "Desert"}], "layers": [
            {"name": "ground", "cell": [32, 32], "width": wide, "height": high}]}})
        randoms = random.Random(4)
        lines, boxes = [f"Desert 1 0 0 {wide} {high}"], []
        for n in range(60):
            box = (randoms.randrange(2, wide - 8), randoms.randrange(2, high - 8), randoms.randrange(1, 6), randoms.randrange(1, 6))
            # A box that touches another may change it: only whole ones with a tile between are compared.
            if any(box[0] <= o[0] + o[2] + 2 and o[0] <= box[0] + box[2] + 2 and box[1] <= o[1] + o[3] + 2 and o[1] <= box[1] + box[3] + 2
                   for o, _ in boxes):
                continue
            terrain = randoms.randrange(1, 5)
            boxes.append((box, terrain))
            lines.append(" ".join(map(str, (names[terrain - 1], n, *box))))
        done = subprocess.run([PAINT, self.path("p")], input="\n".join(lines), stdout=subprocess.PIPE, text=True, check=True)
        tiles = [[int(n) for n in row.split()] for row in done.stdout.splitlines()]
        self.assertEqual((len(tiles), len(tiles[0])), (high, wide))
        self.assertFalse(never & {tile for row in tiles for tile in row})
        for j in range(high - 1):
            for i in range(wide - 1):
                meet = {wang[tiles[j + dj][i + di] - 1][corner] for (di, dj), corner in SHARED}
                self.assertEqual(len(meet), 1, (i, j))
        self.assertGreater(len(boxes), 8)
        for (left, top, width, height), terrain in boxes:
            for j in range(top, top + height):
                for i in range(left, left + width):
                    self.assertEqual(wang[tiles[j][i] - 1], [0, terrain] * 4, (i, j))

    def test_forms(self):
        """Mixed labels in XML and JSON; terrains and Wang tiles of older versions."""
        self.imported(tsx(sets(WANG), '<tile id="2" probability="0.25"/><tile id="3" probability="0"/><tile id="4" probability="0.0001"/>'))
        sprite = self.sprite("land")
        self.assertEqual(labels(sprite), {0: [1] * 8, 1: [2, 1, 0, 1, 2, 1, 0, 1]})
        self.assertEqual([f.get("weight") for f in sprite["frames"]], [None, None, 25, 0, 1, None])
        self.imported(json.dumps({
            "name": "land", "type": "tileset", "tilewidth": 8, "tileheight": 8, "tilecount": 6, "columns": 3, "image": "blocks.png",
            "imagewidth": 24, "imageheight": 16, "tiles": [{"id": 2, "probability": 0.25}, {"id": 3, "probability": 0},
                                                           {"id": 4, "probability": 0.0001}],
            "wangsets": [{"name": "Land", "type": "mixed", "tile": -1, "colors": [
                {"name": "Grass", "color": "#112233", "tile": 0, "probability": 1}, {"name": "Way", "color": "#445566", "tile": -1,
                                                                                     "probability": 1}],
                          "wangtiles": [{"tileid": 0, "wangid": [1] * 8}, {"tileid": 1, "wangid": [2, 1, 0, 1, 2, 1, 0, 1]}]}]}), "other.tsj")
        again = self.sprite("land")
        for key in ("terrains", "frames"):
            self.assertEqual(again[key], sprite[key])
        old = tsx('<terraintypes><terrain name="Sand" tile="0"/><terrain name="Sea" tile="1"/></terraintypes>',
                  '<tile id="0" terrain="0,0,0,0"/><tile id="1" terrain="0,,1,0"/>', "old")
        self.imported(old, "old.tsx")
        self.assertEqual(labels(self.sprite("old")), {0: [0, 1] * 4, 1: [0, 0, 0, 1, 0, 2, 0, 1]})
        self.assertEqual([t["name"] for t in self.sprite("old")["terrains"]], ["Sand", "Sea"])
        hexadecimal = sets('<wangset name="w" tile="-1"><wangedgecolor name="edge" color="#ff0000" tile="-1" probability="1"/>'
                           '<wangcornercolor name="corner" color="#00ff00" tile="-1" probability="1"/>'
                           '<wangtile tileid="5" wangid="0x11000011"/></wangset>')
        self.imported(tsx(hexadecimal, name="hex"), "hex.tsx")
        self.assertEqual(labels(self.sprite("hex")), {5: [1, 2, 0, 0, 0, 0, 1, 2]})

    def test_several(self):
        """Two sets of one tileset, with a name in both: a tile of both keeps the labels of the first, which the report says."""
        second = ('<wangset name="Roads" type="edge" tile="-1"><wangcolor name="Way" color="#777777" tile="-1" probability="1"/>'
                  '<wangtile tileid="1" wangid="1,0,1,0,0,0,0,0"/><wangtile tileid="2" wangid="1,0,0,0,1,0,0,0"/>'
                  '<wangtile tileid="9" wangid="1,0,0,0,1,0,0,0"/><wangtile tileid="3" wangid="0,0,0,0,2,0,0,0"/></wangset>')
        out = self.imported(tsx(sets(WANG + second)))
        sprite = self.sprite("land")
        self.assertEqual([(t["value"], t["name"]) for t in sprite["terrains"]], [(1, "Grass"), (2, "Way"), (3, "Way (Roads)")])
        self.assertEqual(labels(sprite), {0: [1] * 8, 1: [2, 1, 0, 1, 2, 1, 0, 1], 2: [3, 0, 0, 0, 3, 0, 0, 0]})
        self.assertIn("tiles in several Wang sets keep the labels of the first (tile 1)", out)
        self.assertIn("1 more: Wang tiles with a number or a colour that their set lacks are left out", out)

    def test_again(self):
        """What was changed here stays, the rest follows the file; a terrain of ours keeps its number, and no other gets it."""
        self.imported(tsx(sets(WANG)))
        frame = "sprites['land'].frames"
        self.edit("p", {"insert": "sprites['land'].terrains", "value": {"value": 3, "name": "Mine", "colour": "#abcdef"}},
                  {"set": f"{frame}[0].terrain", "value": [3] * 8}, {"set": f"{frame}[5].weight", "value": 7},
                  {"set": "sprites['land'].terrains['Way'].name", "value": "Path"})
        changed = WANG.replace("#112233", "#332211").replace("<wangtile", '<wangcolor name="Sea" color="#0000ff" tile="-1" probability="1"/><wangtile', 1)
        changed = changed.replace("2,1,0,1,2,1,0,1", "2,3,0,3,2,3,0,3").replace('"1,1,1,1,1,1,1,1"', '"1,1,1,1,1,1,1,2"')
        self.imported(tsx(sets(changed), '<tile id="4" probability="0.5"/><tile id="5" probability="0.5"/>'))
        sprite = self.sprite("land")
        self.assertEqual([(t["value"], t["name"], t["colour"]) for t in sprite["terrains"]],
                         [(1, "Grass", "#332211"), (2, "Path", "#445566"), (3, "Mine", "#abcdef"), (4, "Sea", "#0000ff")])
        self.assertEqual(labels(sprite), {0: [3] * 8, 1: [2, 4, 0, 4, 2, 4, 0, 4]})
        self.assertEqual([f.get("weight") for f in sprite["frames"]], [None, None, None, None, 50, 7])
        before = self.sprite("land")
        self.imported(tsx(sets(changed), '<tile id="4" probability="0.5"/><tile id="5" probability="0.5"/>'))
        self.assertEqual(self.sprite("land"), before)
        # Without the set: its terrains go, ours stay.
        self.imported(tsx(""))
        sprite = self.sprite("land")
        self.assertEqual([t["name"] for t in sprite["terrains"]], ["Path", "Mine"])
        self.assertEqual(labels(sprite), {0: [3] * 8})


if __name__ == "__main__":
    unittest.main()
