# SPDX-License-Identifier: MIT
"""Maps of Tiled as levels: the same map in all ways of writing it, Debian's examples against another reading of them, objects,
tilesets, imports again, and what is wrong."""
import base64
import glob
import gzip
import hashlib
import json
import os
import shutil
import struct
import subprocess
import sys
import unittest
import xml.etree.ElementTree as ElementTree
import zlib

from cli_case import Case, Picture, png, read_indexed
from rounds import IS_WHOLE

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "golden"))
import read_bank  # noqa: E402

EXAMPLES = os.environ.get("KICKBOX_TILED_EXAMPLES", "/usr/share/doc/tiled/examples")
FLIPS = {21: 0x80000000, 22: 0x40000000, 23: 0x20000000}
GIDS = [0, 1, 2, 0x80000003, 4, 0x40000001, 0, 0x20000002, 0xa0000005, 6, 0xe0000001, 0]
SHEET = '<tileset firstgid="1" name="blocks" tilewidth="8" tileheight="8"{}>{}<image source="blocks.png" width="24" height="16"/>{}</tileset>'


# Tiles that are no cells, with margin, spacing and an offset; each pixel another colour, all opaque.
DRAWN = """<tileset firstgid="1" name="tall" tilewidth="12" tileheight="20" margin="3" spacing="2"><tileoffset x="3" y="-5"/>
<image source="tall.png" width="46" height="48"/></tileset>
<tileset firstgid="7" name="blocks" tilewidth="8" tileheight="8"><image source="blocks.png" width="24" height="16"/></tileset>"""


GROUND = (30, 30, 30)   # of render's pictures


def on_ground(picture, x, y):
    alpha = picture.rgba(x, y)[3]
    return tuple((c * alpha + g * (255 - alpha) + 127) // 255 for c, g in zip(picture.rgb(x, y), GROUND)) if alpha < 255 else picture.rgb(x, y)


def near(one, other):
    return max(abs(a - b) for a, b in zip(one, other)) <= 2


def zstd(data):
    """A frame of one raw block (RFC 8878), with the size of what is in it."""
    size = b"\x20" + bytes([len(data)]) if len(data) < 256 else b"\x60" + struct.pack("<H", len(data) - 256)
    return b"\x28\xb5\x2f\xfd" + size + struct.pack("<I", len(data) << 3 | 1)[:3] + data


def pack(gids, how):
    raw = struct.pack(f"<{len(gids)}I", *gids)
    return base64.b64encode({"": lambda x: x, "zlib": zlib.compress, "gzip": gzip.compress, "zstd": zstd}[how](raw)).decode()


def data_xml(gids, how):
    if how == "xml":
        return "<data>" + "".join(f'<tile gid="{g}"/>' if g else "<tile/>" for g in gids) + "</data>"
    if how == "csv":
        return '<data encoding="csv">\n' + ",\n".join(",".join(map(str, gids[i:i + 4])) for i in range(0, len(gids), 4)) + "\n</data>"
    return f'<data encoding="base64" compression="{how}">\n   {pack(gids, how)}\n  </data>'


def tmx(content, head="", width=4, height=3, tile=8):
    return (f'<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.8" orientation="orthogonal" width="{width}" height="{height}" '
            f'tilewidth="{tile}" tileheight="{tile}" {head}>\n{content}\n</map>\n')


def layer(gids, how="csv", head='name="ground"', width=4, height=3):
    return f'<layer {head} width="{width}" height="{height}">{data_xml(gids, how)}</layer>'


def numbers(data, node):
    """Of a layer's data, or one of its chunks."""
    if data.get("encoding") == "csv":
        return [int(n) for n in node.text.split(",")]
    if data.get("encoding") != "base64":
        return [int(tile.get("gid", 0)) for tile in node]
    raw = base64.b64decode(node.text)
    raw = zlib.decompress(raw, 47) if data.get("compression") else raw
    return struct.unpack(f"<{len(raw) // 4}I", raw)


class Tiled(Case):
    def setUp(self):
        super().setUp()
        self.run_kickbox("new", "p")
        self.write("blocks.png", png(24, 16, lambda x, y: bytes([40 * (x // 8 + 3 * (y // 8)) + 20, x * 9, y * 9, 255])))
        self.sheet = SHEET.format("", "", "")

    def level(self, name, project="p"):
        with open(self.path(project, "levels", name + ".json")) as file:
            return json.load(file)

    def sprite(self, name, project="p"):
        with open(self.path(project, "sprites", name + ".json")) as file:
            return json.load(file)

    def cells(self, name, index=0, project="p"):
        """Rows of (sprite's name, lasting id, Tiled's bits) or None."""
        level = self.level(name, project)
        layer = level["layers"][index]
        if "cells" not in layer:
            return [[None] * layer["width"] for _ in range(layer["height"])]
        names = {t["number"]: t["sprite"] for t in level["tilesets"]}
        with open(self.path(project, "layers", name, f"{layer['id']}.png"), "rb") as file:
            width, height, _, rows = read_indexed(file.read())
        self.assertEqual((width, height), (2 * layer["width"], 2 * layer["height"]))

        def cell(x, y):
            top, low = rows[2 * y], rows[2 * y + 1]
            n = top[2 * x] | top[2 * x + 1] << 8 | low[2 * x] << 16 | low[2 * x + 1] << 24
            return (names[n >> 16 & 31], n & 65535, sum(bit for at, bit in FLIPS.items() if n >> at & 1)) if n & 65535 else None
        return [[cell(x, y) for x in range(width // 2)] for y in range(height // 2)]

    def expected(self, gids, width=4, name="blocks"):
        cells = [(name, g & 0xfffffff, g & 0xe0000000) if g else None for g in gids]
        return [cells[i:i + width] for i in range(0, len(cells), width)]

    def imported(self, text, name="m.tmx", *arguments):
        out, _ = self.run_kickbox("import", "p", self.write(name, text), *arguments)
        return out

    def test_encodings(self):
        """XML and JSON, with all encodings: the same level and the same cells, as the numbers say."""
        self.write("blocks.tsx", self.sheet.replace('firstgid="1" ', ""))
        embedded = {"firstgid": 1, "name": "blocks", "tilewidth": 8, "tileheight": 8, "image": "blocks.png", "imagewidth": 24,
                    "imageheight": 16}
        texts = [tmx(self.sheet + layer(GIDS, how)) for how in ("xml", "csv", "", "zlib", "gzip", "zstd")]
        texts.append(tmx('<tileset firstgid="1" source="blocks.tsx"/>' + layer(GIDS)))
        for how in ("csv", "", "zlib", "gzip", "zstd"):
            data = {"data": GIDS} if how == "csv" else {"data": pack(GIDS, how), "encoding": "base64", "compression": how}
            texts.append(json.dumps({"orientation": "orthogonal", "infinite": False, "width": 4, "height": 3, "tilewidth": 8, "tileheight": 8,
                                     "type": "map", "tilesets": [embedded],
                                     "layers": [{"type": "tilelayer", "name": "ground", "width": 4, "height": 3, **data}]}))
        levels = []
        for i, text in enumerate(texts):
            out = self.imported(text, "m.tmx" if text[0] == "<" else "m.tmj", "--name", f"m{i}")
            self.assertEqual(out, f"m{i}: 1 tile layer with 9 tiles of 1 tileset, 0 walls, 0 areas, 0 entities\n"
                                  "  nothing in this level stops a move\n  --solid lets these stop moves: ground\n")
            self.assertEqual(self.cells(f"m{i}"), self.expected(GIDS), text)
            level = self.level(f"m{i}")
            levels.append((level["layers"], level["tilesets"]))
        self.assertEqual([level for level in levels if level != levels[0]], [])
        self.assertEqual(os.listdir(self.path("p", "sprites")), ["blocks.json"])
        self.assertEqual([f["picture"]["rect"] for f in self.sprite("blocks")["frames"]],
                         [[x, y, 8, 8] for y in (0, 8) for x in (0, 8, 16)])

    def test_infinite(self):
        """Chunks anywhere; what lies between them is empty, and the layer begins with the first."""
        chunk = '<chunk x="{}" y="{}" width="2" height="2">{}</chunk>'
        data = f'<data encoding="csv">{chunk.format(-3, -2, "1,2,3,4")}{chunk.format(1, 1, "5,6,0,2147483649")}</data>'
        self.imported(tmx(self.sheet + f'<layer name="sky">{data}</layer>', 'infinite="1"'))
        layer = self.level("m")["layers"][0]
        self.assertEqual((layer["first"], layer["width"], layer["height"], layer.get("origin", [0, 0])), ([-3, -2], 6, 5, [0, 0]))
        gids = [[0] * 6 for _ in range(5)]
        gids[0][:2], gids[1][:2], gids[3][4:], gids[4][4:] = [1, 2], [3, 4], [5, 6], [0, 0x80000001]
        self.assertEqual(self.cells("m"), self.expected(sum(gids, []), 6))
        over = f'<data encoding="csv">{chunk.format(1, 2, "1,2,3,4")}{chunk.format(-4, 1, "1,2,3,4")}{chunk.format(0, 1, "5,6,0,1")}</data>'
        self.assertIn("chunks overlap", self.imported(tmx(self.sheet + f'<layer name="sky">{over}</layer>', 'infinite="1"')))
        beside = over.replace('x="0"', 'x="-1"')
        self.assertNotIn("overlap", self.imported(tmx(self.sheet + f'<layer name="sky">{beside}</layer>', 'infinite="1"')))

    def test_groups(self):
        """Groups stay, but for their offsets, which add up; names that are there twice; what is hidden; the isometric grid."""
        one = '<layer name="{}" width="1" height="1" {}><data encoding="csv">1</data></layer>'
        groups = (f'<group name="g" offsetx="3" offsety="-2" opacity="0.5">{one.format("a", "offsetx=&quot;4&quot;".replace("&quot;", chr(34)))}'
                  f'<group visible="0">{one.format("a", "")}</group></group>')
        out = self.imported(tmx(self.sheet + groups, width=1, height=1))
        self.assertIn("layers of the same name got a number", out)
        self.assertIn("hidden layers have the opacity 0", out)
        layers = self.level("m")["layers"]
        self.assertEqual([(l["name"], l["origin"], l.get("opacity"), l["group"]) for l in layers], [("a", [7, -2], None, 1), ("a 2", [3, -2], None, 2)])
        self.assertEqual(self.level("m")["groups"], [{"id": 1, "name": "g", "opacity": 50}, {"id": 2, "name": "group", "opacity": 0, "group": 1}])
        text = tmx(self.sheet + one.format("a", ""), width=3, height=5, tile=8).replace("orthogonal", "isometric").replace(
            'tilewidth="8"', 'tilewidth="16"', 1)
        self.imported(text, "iso.tmx")
        layer = self.level("iso")["layers"][0]
        self.assertEqual((layer["axis_i"], layer["axis_j"], layer["cell"], layer["origin"]), ([8, 4], [-8, 4], [8, 8], [40, 0]))

    LOOKS = """<imagelayer name="sky" offsetx="-3.5" offsety="5" parallaxx="0.25" repeatx="1"><image source="sky.png"/></imagelayer>
<group name="far" opacity="0.5" parallaxy="0.5" tintcolor="#80ff00"><layer name="a" width="1" height="1" tintcolor="#c0ffffff" mode="screen">
<data encoding="csv">1</data></layer><imagelayer name="sky" opacity="0.4"><image source="sky.png"/></imagelayer></group>
<group name="things"><objectgroup name="o"/></group>"""

    def test_looks(self):
        """Opacity, tint, parallax and blend mode of layers and groups; image layers, in their order. A bank has what is drawn."""
        self.write("sky.png", png(10, 6, lambda x, y: bytes([20 * x, 40 * y, 99, 255])))
        text = tmx(self.sheet + self.LOOKS, 'parallaxoriginx="3"')
        self.assertIn("the parallax origin is left out", self.imported(text))
        level = self.level("m")
        self.assertEqual(level["groups"], [{"id": 1, "name": "far", "opacity": 50, "tint": "#80ff00", "parallax_y": 0.5}])
        self.assertEqual([{k: l.get(k) for k in ("tint", "blend", "group")} for l in level["layers"]],
                         [{"tint": "#ffffffc0", "blend": "screen", "group": 1}])
        self.assertEqual(level["images"], [
            {"name": "sky", "sprite": "sky", "at": [-3.5, 5], "repeat_x": True, "parallax_x": 0.25},
            {"name": "sky 2", "sprite": "sky 2", "opacity": 40, "above": 1, "group": 1}])
        self.assertNotIn("replaced", self.imported(text))
        self.assertEqual(self.level("m"), level)
        self.run_kickbox("export", "p", "-o", self.path("p.json"), "--format", "json")
        with open(self.path("p.json"), encoding="utf-8") as file:
            drawn = json.load(file)["levels"][0]["drawn"]
        plain = {"at": [0, 0], "blend": "normal", "opacity": 100, "parallax": [100, 100], "tint": "#ffffffff"}
        image = {"frame": 0, "tiles": 0}
        self.assertEqual(drawn, [
            {**plain, **image, "name": "sky", "sprite": "sky", "at": [-3.5, 5], "parallax": [25, 100], "repeat_x": True},
            {**plain, "name": "a", "tiles": 1, "blend": "screen", "opacity": 50, "parallax": [100, 50], "tint": "#80ff00c0"},
            {**plain, **image, "name": "sky 2", "sprite": "sky 2", "opacity": 20, "parallax": [100, 50], "tint": "#80ff00ff"}])
        # The same as bytes, for another reader; as a picture groups are worked in, all else is there.
        self.run_kickbox("export", "p", "-o", self.path("p.kbx"))
        self.assertEqual(read_bank.read(self.read(self.path("p.kbx")))["levels"][0]["drawn"], drawn)
        told = [json.loads(self.run_kickbox("info", path, "--json")[0])["levels"][0]["images"] for path in ("p", "p.kbx")]
        self.assertEqual(told, [[{"name": "sky", "sprite": "sky", "at": [-3.5, 5]}, {"name": "sky 2", "sprite": "sky 2", "at": [0, 0]}]] * 2)
        for path in ("p", "p.kbx"):
            self.run_kickbox("render", path, "--plain", "-o", self.path("drawn of " + path))
        self.assertEqual(*(self.read(self.path("drawn of " + path, "levels", "m.png")) for path in ("p", "p.kbx")))

    def test_objects(self):
        out = self.imported(tmx(self.sheet + """
<objectgroup name="things" offsetx="100">
 <object id="1" name="edge" type="Barrier" x="1" y="2"><polyline points="0,0 8,0.5 8,9"/></object>
 <object id="9" name="guard" type="NPC" x="1" y="2" rotation="90"><properties><property name="points" value="7"/></properties>
  <polyline points="0,0 0,0 8,0.5 8,9"/></object>
 <object id="2" name="pond" class="water" x="10" y="10" width="20" height="10" rotation="90"/>
 <object id="3" class="Wall left" x="50" y="50"><polygon points="0,0 4,0 4,4"/></object>
 <object id="4" name="door" type="exit" x="5" y="6.001" rotation="45"><properties><property name="to" value="cave"/>
  <property name="count" type="int" value="3"/><property name="note">two
lines</property></properties><point/></object>
 <object id="5" x="20" y="30"/>
 <object id="6" name="crate" gid="2147483650" x="40" y="48" width="8" height="8"/>
 <object id="7" x="0" y="0" width="9" height="9"><text>Hello</text></object>
 <object id="8" x="0" y="0" width="8" height="4"><ellipse/></object>
</objectgroup>"""))
        level = self.level("m")
        self.assertEqual([(w["a"], w["b"], w["class"]) for w in level["walls"]],
                         [([101, 2], [109, 2.5], "Barrier"), ([109, 2.5], [109, 11], "Barrier"), ([150, 50], [154, 50], "Wall left"),
                          ([154, 50], [154, 54], "Wall left"), ([154, 54], [150, 50], "Wall left")])
        self.assertEqual([(a["name"], a["class"]) for a in level["areas"]], [("pond", "water"), ("area 2", "things")])
        self.assertEqual(level["areas"][0]["rings"], [[[110, 10], [110, 30], [100, 30], [100, 10]]])
        ring = level["areas"][1]["rings"][0]
        self.assertEqual(len(ring), 32)
        self.assertLess(max(abs(((x - 104) / 4) ** 2 + ((y - 2) / 2) ** 2 - 1) for x, y in ring), .01)
        guard, door, place, crate, text = level["entities"]
        # A path is no wall: nothing stops at it.
        self.assertEqual(guard, {"at": [101, 2], "class": "NPC", "name": "guard", "values": {"points": "7", "points 2": "101,2 100.5,10 92,10"}})
        self.assertIn("line 6: lines whose class is not one of walls became entities with their corners as the value 'points'; "
                      "they stop nothing (guard)", out)
        self.assertEqual(door, {"at": [105, 6], "class": "exit", "direction": [1, 1], "name": "door",
                                "values": {"count": "3", "note": "two\nlines", "to": "cave"}})
        self.assertEqual(place, {"at": [120, 30], "class": "things"})
        # The sprite's place is its hot spot, the top left pixel, which is on the right when it is mirrored.
        self.assertEqual(crate, {"at": [147, 40], "class": "things", "flip": "x", "frame": 2, "name": "crate", "sprite": "blocks"})
        self.assertEqual(text, {"at": [100, 0], "class": "things", "values": {"text": "Hello"}})
        for what in ("names of walls", "ellipses have become", "texts have lost"):
            self.assertIn(what, out)
        for alignment, at in (("bottomleft", [40, 40]), ("topright", [32, 48]), ("center", [36, 44])):
            self.imported(tmx(SHEET.format(f' objectalignment="{alignment}"', "", "")
                              + '<objectgroup name="o"><object gid="3" x="40" y="48"/></objectgroup>'))
            self.assertEqual(self.level("m")["entities"][0]["at"], at)

    def test_types_of_properties(self):
        """The classes have them, but a type that they already have stays; colours are turned; a key of two types is text."""
        self.run_kickbox("edit", "p", text=json.dumps({"insert": "classes", "value": {
            "name": "lamp", "colour": "#123456", "value_types": {"kept": "text"}}}) + "\n")
        properties = (("hp", "int", "7"), ("kept", "int", "8"), ("speed", "float", "0.5"), ("lit", "bool", "true"), ("glow", "color", "#80ff9900"),
                      ("plain", "color", "#ff9900"), ("none", "color", ""), ("code", "string", "007"), ("mixed", "int", "1"))
        text = "".join(f'<property name="{name}" type="{kind}" value="{value}"/>' for name, kind, value in properties)
        spike = ('<tile id="0"><objectgroup><object type="spike" x="0" y="0" width="4" height="4"><properties>'
                 '<property name="damage" type="int" value="3"/></properties></object></objectgroup></tile>')
        self.imported(tmx(SHEET.format("", "", spike) + layer([1] * 12) + '<objectgroup name="o">'
                          f'<object type="lamp" x="1" y="1"><properties>{text}</properties><point/></object>'
                          '<object type="lamp" x="2" y="2"><properties><property name="mixed" value="many"/></properties><point/></object>'
                          '</objectgroup>'))
        with open(self.path("p", "p.kickbox"), encoding="utf-8") as file:
            types = {kind["name"]: kind.get("value_types") for kind in json.load(file)["classes"]}
        self.assertEqual(types["spike"], {"damage": "number"})
        self.assertEqual(types["lamp"], {"hp": "number", "kept": "text", "speed": "number", "lit": "boolean", "glow": "colour",
                                               "plain": "colour", "none": "text", "code": "text", "mixed": "text"})
        values = self.level("m")["entities"][0]["values"]
        self.assertEqual((values["glow"], values["plain"], values["kept"]), ("#ff990080", "#ff9900", "8"))
        self.run_kickbox("export", "p", "-o", self.path("p.json"), "--format", "json")
        with open(self.path("p.json"), encoding="utf-8") as file:
            values = [entity["values"] for entity in json.load(file)["levels"][0]["entities"]]
        self.assertEqual(values, [{"hp": 7, "kept": "8", "speed": 0.5, "lit": True, "glow": {"colour": "#ff990080"},
                                   "plain": {"colour": "#ff9900"}, "none": "", "code": "007", "mixed": "1"}, {"mixed": "many"}])

    def test_numbers_as_they_were_typed(self):
        """In JSON as in XML: the shortest digits that mean the same number."""
        numbers = ["0.1", "9.81", "0.3", "0.30000000000000004", "1e-07", "123456789", "-2.5", "3", "0", "0.1234567890123456", "1e+300",
                   "1e+20", "-1.2345678901234567e+19"]
        properties = [{"name": f"n{i}", "type": "float", "value": float(number)} for i, number in enumerate(numbers)]
        properties[-2]["value"], properties[-1]["value"] = 10 ** 20, -12345678901234567890   # more than 64 bits
        texts = ["12345678901234567890", "1.5 12345678901234567890", '"12345678901234567890', "\\\\", "e12345678901234567890"]
        properties += [{"name": f"t{i}", "type": "string", "value": text} for i, text in enumerate(texts)]
        path = self.write("m.tmj", json.dumps({
            "type": "map", "version": "1.10", "orientation": "orthogonal", "width": 2, "height": 2, "tilewidth": 16, "tileheight": 16, "infinite": False,
            "tilesets": [], "layers": [{"type": "objectgroup", "name": 'o "1234567890123456789012, \\', "objects": [
                {"id": 1, "name": "a", "point": True, "x": 1, "y": 2, "width": 0, "height": 0, "rotation": 0, "type": "t", "visible": True, "properties": properties},
                {"id": 2, "name": "b", "x": 0, "y": 0, "type": "path", "visible": True, "rotation": 0, "width": 0, "height": 0,
                 "polyline": [{"x": 0.1, "y": 0}, {"x": 8.7, "y": 9.81}]}]}]}))
        self.run_kickbox("import", "p", path, "--name", "m")
        level = self.level("m")
        values = level["entities"][0]["values"]
        self.assertEqual([values[f"n{i}"] for i in range(len(numbers))], numbers)
        self.assertEqual([values[f"t{i}"] for i in range(len(texts))], texts)

    def test_properties_that_name_things(self):
        """Objects become references, also to areas; enums have the choices that occur; files stay."""
        def thing(number, name, more):
            return f'<object id="{number}" name="{name}" type="lamp" x="{number}" y="1"><properties>{more}</properties><point/></object>'

        def named(name, value, kind="object", more=""):
            return f'<property name="{name}" type="{kind}" value="{value}"{more}/>'
        mood = ' propertytype="Mood"'
        pond = ('<object id="9" name="pond" type="water" x="0" y="0" width="8" height="8"><properties>'
                + named("deep", "true", "bool") + '</properties></object>')
        self.imported(tmx(self.sheet + layer([1] * 12) + '<objectgroup name="o">'
                          + thing(3, "a", named("next", 5) + named("in", 9) + named("mixed", 5) + named("mood", "calm", "string", mood))
                          + thing(5, "b", named("next", 0) + named("mixed", 9) + named("mood", "angry", "string", mood)
                                  + named("sound", "a/b.ogg", "file"))
                          + pond + '</objectgroup>'))
        with open(self.path("p", "p.kickbox"), encoding="utf-8") as file:
            types = {kind["name"]: kind.get("value_types") for kind in json.load(file)["classes"]}
        self.assertEqual(types["lamp"], {"next": "entity", "in": "area", "mixed": "text", "mood": ["calm", "angry"], "sound": "file"})
        level = self.level("m")
        self.assertEqual([entity.get("ref") for entity in level["entities"]], [None, 5])
        self.assertEqual((level["areas"][0]["ref"], level["areas"][0]["values"]), (9, {"deep": "true"}))
        self.run_kickbox("export", "p", "-o", self.path("p.json"), "--format", "json")
        with open(self.path("p.json"), encoding="utf-8") as file:
            values = [entity["values"] for entity in json.load(file)["levels"][0]["entities"]]
        self.assertEqual(values, [{"next": {"entity": "b", "index": 1}, "in": {"area": "pond", "index": 0}, "mixed": "5",
                                   "mood": {"enum": "calm", "index": 0}},
                                  {"next": {"entity": ""}, "mixed": "9", "mood": {"enum": "angry", "index": 1}, "sound": {"file": "a/b.ogg"}}])

    def test_enums_of_the_project(self):
        """All choices of an enum are in Tiled's project, in a folder above the map; not those of flags, or stored as numbers."""
        kinds = [{"name": "Mood", "type": "enum", "storageType": "string", "values": ["happy", "calm", "", "calm", "sad"], "valuesAsFlags": False},
                 {"name": "Set", "type": "enum", "storageType": "string", "values": ["x", "y"], "valuesAsFlags": True},
                 {"name": "Hero", "type": "class", "members": []}]
        os.makedirs(self.path("maps", "deep"))
        with open(self.path("maps", "game.tiled-project"), "w", encoding="utf-8") as file:
            json.dump({"propertyTypes": kinds}, file)
        values = "".join(f'<property name="{name}" propertytype="{kind}" value="{value}"/>'
                         for name, kind, value in (("mood", "Mood", "calm"), ("odd", "Mood", "grim"), ("set", "Set", "x,y")))
        with open(self.path("maps", "deep", "n.tmx"), "w", encoding="utf-8") as file:
            file.write(tmx(f'<objectgroup name="o"><object id="1" type="lamp" x="1" y="1"><properties>{values}</properties><point/></object></objectgroup>'))
        _, errors = self.run_kickbox("import", "p", self.path("maps", "deep", "n.tmx"))
        with open(self.path("p", "p.kickbox"), encoding="utf-8") as file:
            types = {kind["name"]: kind.get("value_types") for kind in json.load(file)["classes"]}
        self.assertEqual(types["lamp"], {"mood": ["happy", "calm", "sad"], "odd": ["happy", "calm", "sad", "grim"], "set": "text"})
        self.assertNotIn("those that the file uses", errors)

    def test_packed(self):
        """By gzip, as Tiled's own examples are: the map, the tileset that it names without the ending, and their errors."""
        def packed(name, text):
            with open(self.path(name), "wb") as file:
                file.write(gzip.compress(text.encode()))
            return self.path(name)
        packed("blocks.tsx.gz", self.sheet.replace('firstgid="1" ', ""))
        for name, text in (("m.tmx.gz", tmx('<tileset firstgid="1" source="blocks.tsx"/>' + layer(GIDS))),
                           ("n.tmj.gz", json.dumps({"orientation": "orthogonal", "width": 4, "height": 3, "tilewidth": 8, "tileheight": 8,
                                                    "tilesets": [{"firstgid": 1, "source": "blocks.tsx"}],
                                                    "layers": [{"type": "tilelayer", "name": "a", "width": 4, "height": 3, "data": GIDS}]}))):
            self.run_kickbox("import", "p", packed(name, text))
            self.assertEqual(self.cells(name[0]), self.expected(GIDS))
            # The checksum is that of the file as it lies there, which is what is watched.
            record = self.level(name[0])["import"]["sources"][0]
            self.assertEqual(record["sha256"], hashlib.sha256(self.read(self.path(name))).hexdigest()[:32])
        out, _ = self.run_kickbox("import", "p", self.path("blocks.tsx.gz"))
        self.assertTrue(out.startswith("blocks: 6 frames"), out)
        self.refused("import", "p", packed("bad.tmx.gz", tmx(self.sheet + "\n<layer><data>\n</layer>")), status=1, says=["bad.tmx.gz: ", "line 5"])
        blanks = packed("blanks.tmx.gz", "<map>" + " " * (65 << 20))
        self.refused("import", "p", blanks, status=1, says=["blanks.tmx.gz: what is packed in the file is too large (at most 67108864 bytes)"])
        self.assertLess(self.peak("import", "p", blanks), 100)
        packed("blocks.tsx.gz", "<tileset>")
        self.refused("import", "p", self.path("m.tmx.gz"), status=1, says=["m.tmx.gz: line 3", "blocks.tsx.gz"])

    def test_templates(self):
        """What an object does not say itself; its tile, whose tileset the map has at other numbers. A picture becomes an image layer."""
        self.write("blocks.tsx", self.sheet.replace('firstgid="1" ', ""))
        self.write("crate.tx", """<template><tileset firstgid="1" source="blocks.tsx"/>
<object name="crate" type="box" gid="1073741827" width="8" height="8"><properties><property name="a" value="1"/>
<property name="b" value="2"/></properties></object></template>""")
        self.write("door.tj", json.dumps({"type": "template", "object": {"name": "door", "type": "exit", "width": 4, "height": 6}}))
        sky = '<imagelayer name="sky" offsetx="-3" offsety="5" opacity="0.4"><image source="blocks.png"/></imagelayer>'
        self.imported(tmx(sky + '<tileset firstgid="11" source="blocks.tsx"/>' + """<objectgroup name="o">
<object template="crate.tx" x="8" y="20"><properties><property name="b" value="3"/></properties></object>
<object template="crate.tx" name="mine" x="30" y="20"/><object template="door.tj" x="1" y="2"/><object template="gone.tx" x="3" y="4"/>
</objectgroup>"""))
        level = self.level("m")
        crate = {"at": [8, 19], "class": "box", "flip": "y", "frame": 3, "name": "crate", "sprite": "blocks", "values": {"a": "1", "b": "3"}}
        mine = dict(crate, at=[30, 19], name="mine", values={"a": "1", "b": "2"})
        self.assertEqual(level["entities"], [crate, mine, {"at": [3, 4], "class": "o"}])
        self.assertEqual([(a["name"], a["class"], a["rings"]) for a in level["areas"]], [("door", "exit", [[[1, 2], [5, 2], [5, 8], [1, 8]]])])
        self.assertEqual(level["images"], [{"name": "sky", "sprite": "blocks 2", "at": [-3, 5], "opacity": 40}])
        self.assertEqual([f["picture"]["rect"] for f in self.sprite("blocks 2")["frames"]], [[0, 0, 24, 16]])

    def test_isometric_objects(self):
        """Where Tiled draws them: corners of the tile (1, 2) are those of its rhombus."""
        text = tmx(self.sheet + layer([1] * 12) + '<objectgroup name="a"><object name="t" x="8" y="16" width="8" height="8"/></objectgroup>')
        self.imported(text.replace("orthogonal", "isometric").replace('tilewidth="8"', 'tilewidth="16"', 1))
        level = self.level("m")
        at = level["layers"][0]
        self.assertEqual(at["origin"], [24, 0])
        expected = [[24 + (i - j) * 8, (i + j) * 4] for i, j in ((1, 2), (2, 2), (2, 3), (1, 3))]
        self.assertEqual(level["areas"][0]["rings"], [expected])

    def test_tileset(self):
        """Margin, spacing, shapes, animations; pictures of their own; a file of its own as a sprite; used by two maps."""
        self.write("big.png", png(40, 30, lambda x, y: bytes([x * 6, y * 8, 99, 255])))
        tiles = """<tile id="1"><objectgroup><object x="1" y="2" width="3" height="4" type="head"/>
<object name="ball" x="2" y="2" width="4" height="4"><ellipse/></object><object x="1.5" y="0"><polygon points="0,0 4,0 4,4"/></object>
<object name="top" x="3" y="1"><point/></object></objectgroup>
<animation><frame tileid="1" duration="100"/><frame tileid="2" duration="50"/></animation></tile>
<tile id="3"><animation><frame tileid="0" duration="70"/><frame tileid="3" duration="30"/></animation></tile>"""
        self.write("s.tsx", f'<tileset name="stones" tilewidth="8" tileheight="6" margin="2" spacing="1">'
                            f'<image source="big.png" width="40" height="30"/>{tiles}</tileset>')
        out, _ = self.run_kickbox("import", "p", self.path("s.tsx"))
        self.assertTrue(out.startswith("stones: 16 frames, 2 animations\n"), out)
        self.assertIn("line 1: shapes of tiles that neither cover the cell nor fill it from the bottom, or whose class is not one of walls, stop nothing, but can be asked for (tile 1)", out)
        sprite = self.sprite("stones")
        self.assertEqual([f["picture"]["rect"] for f in sprite["frames"]], [[x, y, 8, 6] for y in (2, 9, 16, 23) for x in (2, 11, 20, 29)])
        self.assertEqual([(s["class"], s["geometry"], s.get("name")) for s in sprite["frames"][1]["shapes"]],
                         [("head", {"box": [1, 2, 3, 4]}, None), ("solid", {"circle": [4, 4, 2]}, "ball"),
                          ("solid", {"polygon": [[1.5, 0], [5.5, 0], [5.5, 4]]}, None)])
        self.assertEqual(sprite["frames"][1]["points"], [{"at": [3, 1], "name": "top"}])
        self.assertEqual([(a["name"], [(s["frame"], s["duration"]) for s in a["steps"]]) for a in sprite["animations"]],
                         [("tile 1", [(2, 100), (3, 50)]), ("tile 3", [(4, 1), (1, 69), (4, 30)])])
        plain = self.write("plain.tsx", '<tileset name="plain" tilewidth="8" tileheight="6"><image source="big.png" width="40" height="30"/></tileset>')
        self.assertEqual(self.run_kickbox("import", "p", plain)[0], "plain: 25 frames, 0 animations\n")
        self.assertEqual(self.run_kickbox("import", "p", plain)[0], "plain: 25 frames: 25 kept, 0 of them moved, 0 restored, 0 added, 0 lost\n")
        os.remove(self.path("p", "sprites", "plain.json"))
        self.write("own.tsx", '<tileset name="own"><tile id="4"><image source="blocks.png"/></tile><tile id="9"><image source="big.png"/></tile>'
                              '</tileset>')
        for name in ("m", "n"):
            self.imported(tmx('<tileset firstgid="20" source="own.tsx"/><tileset firstgid="1" source="s.tsx"/>'
                              + layer([0, 1, 16, 24, 29, 0, 0, 0, 0, 0, 0, 2])), name + ".tmx")
            self.assertEqual(self.cells(name), [[None, ("stones", 1, 0), ("stones", 16, 0), ("own", 1, 0)], [("own", 2, 0), None, None, None],
                                                [None, None, None, ("stones", 2, 0)]])
        self.assertEqual(self.sprite("stones"), sprite)
        self.assertEqual(sorted(os.listdir(self.path("p", "sprites"))), ["own.json", "stones.json"])
        # Tiles need none, whether a level lists them or not.
        self.assertEqual({line.partition(": ")[2][:41] for line in self.run_kickbox("check", "p", status=1)[0].splitlines()},
                         {"warning: nothing in this level stops a mo"})
        self.edit("p", {"remove": "levels['m']"}, {"remove": "levels['n']"})
        self.assertNotIn("sprites/", self.run_kickbox("check", "p", status=None)[0])

    def test_again(self):
        """Imported again: the same; what was drawn here is told before it is replaced; a layer that is gone goes, one of ours stays."""
        two = layer(GIDS) + layer([3] * 12, head='name="front"')
        self.imported(tmx(self.sheet + two))
        before, cells = self.level("m"), self.cells("m")
        self.assertNotIn("replaced", self.imported(tmx(self.sheet + two)))
        self.assertEqual((self.level("m"), self.cells("m")), (before, cells))
        self.edit("p", {"set": "levels['m'].layers[0].opacity", "value": 30},
                  {"insert": "levels['m'].layers", "value": {"name": "mine", "cell": [8, 8], "width": 2, "height": 2}})
        out = self.imported(tmx(self.sheet + layer(GIDS[::-1])))
        self.assertIn("m: tile layers: replaced\n", out)
        self.assertEqual([(l["name"], l.get("opacity")) for l in self.level("m")["layers"]], [("ground", None), ("mine", None)])
        self.assertEqual(self.cells("m"), self.expected(GIDS[::-1]))

    def test_wrong(self):
        """Refused by name and place; nothing is changed."""
        small = '<layer name="a" width="4" height="3">{}</layer>'
        base = '<data encoding="base64" compression="{}">{}</data>'
        bomb = base64.b64encode(zlib.compress(bytes(10 ** 6))).decode()
        cases = [
            (self.sheet + small.format('<data encoding="csv">1,2,3</data>'), ["line 3: <data>: there are 3 tiles, expected 12"]),
            (self.sheet + small.format(f'<data encoding="csv">{",".join("1" * 13)}</data>'), ["more than the 12 tiles"]),
            (self.sheet + small.format('<data encoding="csv">1,x</data>'), ["tile 1: expected a whole number of 32 bits, got 'x'; in the layer 'a'"]),
            (self.sheet + small.format('<data encoding="csv">x,4,1,2</data>'), ["got 'x'; in"]),
            (self.sheet + small.format('<data encoding="csv">7</data>'), ["there is 1 tile, expected 12"]),
            (self.sheet + small.format(base.format("zlib", bomb)), ["line 3: <data>: there are more than the 12 tiles"]),
            (self.sheet + small.format(base.format("gzip", pack([1] * 11, "gzip"))), ["there are 11 tiles, expected 12"]),
            (self.sheet + small.format(base.format("zlib", pack([1] * 12, "zlib")[:12])), ["damaged or cut off"]),
            (self.sheet + small.format(base.format("zstd", pack([1] * 12, "zstd")[:32])), ["damaged or cut off"]),
            (self.sheet + small.format(base.format("zstd", pack([1] * 13, "zstd"))), ["more than the 12 tiles"]),
            (self.sheet + small.format(base.format("rar", "AAAA")), ["compression: 'rar' is unknown"]),
            (self.sheet + small.format('<data encoding="base64">!</data>'), ["byte 0 is not base64"]),
            (self.sheet + layer([7] + [0] * 11), ["column 0, row 0: no tileset has the tile 7"]),
            # Before any of them is unpacked.
            (3 * f'<layer name="a" width="8192" height="8192">{base.format("zlib", "AAAA")}</layer>', ["<layer>: the layers have more than 134217728 cells"]),
            (3 * '<layer name="a"><data encoding="csv"><chunk x="0" y="0" width="1" height="1">0</chunk><chunk x="8000" y="8000" width="1" height="1">0</chunk></data></layer>',
             ["<data>: the layers have more than 134217728 cells"]),
            (layer(GIDS), ["column 1, row 0: no tileset has the tile 1"]),
            ('<tileset firstgid="1" source="gone.tsx"/>', ["line 3: <tileset>: source: ", "gone.tsx: No such file"]),
            ('<tileset firstgid="1" source="m.tmx"/>', ["expected <tileset>, got <map>"]),
            (SHEET.format("", "", '<tile id="6"/>'), ["there is no tile 6 in the set"]),
            (SHEET.format("", "", "").replace('tilewidth="8"', 'tilewidth="80"'), ["a tile of 80 x 8 pixels does not fit"]),
            ('<layer name="a" width="8193" height="1"/>', ["width: expected a whole number from 1 to 8192"]),
            ('<objectgroup name="a"><object gid="9" x="0" y="0"/></objectgroup>', ["gid: no tileset has the tile 9"]),
            ('<objectgroup name="a"><object x="1e5" y="0"/></objectgroup>', ["outside the limits of a level"]),
            ('<objectgroup name="a"><object><polyline points="1,2 3"/></object></objectgroup>', ["point 1: expected x,y"]),
            ("<layer>", ["line 4"]), ("</map><map>", ["expected one element at the top"]),
        ]
        for text, says in cases:
            with self.subTest(says):
                self.refused("import", "p", self.write("m.tmx", tmx(text)), status=1, says=["m.tmx"] + says)
        for old, new, says in [("orthogonal", "twisted", "'twisted' maps cannot be imported"),
                               ('tilewidth="8"', 'tilewidth="0"', "tilewidth: expected a whole number from 1 to 1024"), ("<map", "<nap", "")]:
            self.refused("import", "p", self.write("m.tmx", tmx(layer(GIDS)).replace(old, new, 1)), status=1, says=["m.tmx", says])
        json_cases = [('"data": [1, 2.5]', "layers[0].data: tile 1: expected a whole number of 32 bits, got '2.5'; in the layer 'a'\n"),
                      ('"data": [1, {}]', "layers[0].data: tile 1: expected a whole number of 32 bits, got '{}'; in the layer 'a'\n"),
                      ('"data": [0]', "layers[0].data: there is 1 tile, expected 2 by its size; in the layer 'a'\n"),
                      ('"data": 5', "layers[0].data: expected a list of numbers, or a string; in the layer 'a'\n"),
                      ('"encoding": "base64", "data": "!"', "layers[0].data: byte 0 is not base64; in the layer 'a'\n"),
                      ('"chunks": [{"x": 0, "y": 0, "width": 1, "height": 1, "data": [-1]}]',
                       "layers[0].chunks[0]: tile 0: expected a whole number of 32 bits, got '-1'; in the layer 'a'\n"),
                      ('"data": [7, 0]', "layers[0].data: column 0, row 0: no tileset has the tile 7; in the layer 'a'\n")]
        for data, says in json_cases:
            with self.subTest(says):
                text = f'{{"layers": [{{"type": "tilelayer", {data}, "width": 2, "height": 1, "name": "a"}}], "width": 2, "height": 1, ' \
                       '"tilewidth": 8, "tileheight": 8}'
                self.refused("import", "p", self.write("m.tmj", text), status=1, says=["m.tmj: " + says])
        self.assertFalse(os.path.exists(self.path("p", "levels")))

    def test_left_out(self):
        """What cannot be kept is told; a picture that is missing too, and its tiles are kept."""
        text = tmx(SHEET.format(' objectalignment="top" odd="1"', '<tileoffset x="1" y="2"/>', '<tile id="0" type="grass"/>').replace(
            "blocks.png", "gone.png") + layer([1] * 12) + '<imagelayer name="sky"><image source="sky.png"/></imagelayer><unheard/>',
                   'backgroundcolor="#ff0000"')
        out = self.imported(text)
        for what in ("the background colour", "gone.png: No such file", "the attribute 'odd' of <tileset>", "types of tiles",
                     "sky.png: No such file", "the part 'unheard' of <map>"):
            self.assertIn(what, out)
        self.assertEqual(self.cells("m"), self.expected([1] * 12))
        self.assertEqual([f["width"] for f in self.sprite("blocks")["frames"]], [8] * 6)

    def test_capsules(self):
        """Of Tiled 1.12, upright, level and turned; of a map they are areas. In XML and in JSON."""
        objects = ((1, 2, 6, 2, 0), (2, 0, 3, 6, 0), (4, 1, 6, 2, 90))
        tile = "".join(f'<object x="{x}" y="{y}" width="{w}" height="{h}" rotation="{turn}"><capsule/></object>' for x, y, w, h, turn in objects)
        expected = [[2, 3, 6, 3, 1], [3.5, 1.5, 3.5, 4.5, 1.5], [3, 2, 3, 6, 1]]
        xml = tmx(SHEET.format("", "", f'<tile id="0"><objectgroup>{tile}</objectgroup></tile>') + layer(GIDS)
                  + '<objectgroup name="a"><object x="8" y="16" width="24" height="8"><capsule/></object></objectgroup>')
        self.assertIn("capsules have become outlines of 32 corners", self.imported(xml))
        self.assertEqual([shape["geometry"] for shape in self.sprite("blocks")["frames"][0]["shapes"]], [{"capsule": v} for v in expected])
        ring = self.level("m")["areas"][0]["rings"][0]
        self.assertEqual((len(ring), min(x for x, _ in ring), max(x for x, _ in ring), min(y for _, y in ring), max(y for _, y in ring)),
                         (32, min(x for x, _ in ring), max(x for x, _ in ring), 16, 24))
        self.assertTrue(8 <= min(x for x, _ in ring) < 8.1 and 31.9 < max(x for x, _ in ring) <= 32)
        self.write("c.tsj", json.dumps({"type": "tileset", "name": "caps", "tilewidth": 8, "tileheight": 6, "tilecount": 1, "columns": 1,
                                        "image": "blocks.png", "imagewidth": 8, "imageheight": 6, "tiles": [{"id": 0, "objectgroup": {
                                            "type": "objectgroup", "objects": [{"x": x, "y": y, "width": w, "height": h, "rotation": turn, "capsule": True}
                                                                               for x, y, w, h, turn in objects]}}]}))
        self.run_kickbox("import", "p", self.path("c.tsj"))
        self.assertEqual([shape["geometry"] for shape in self.sprite("caps")["frames"][0]["shapes"]], [{"capsule": v} for v in expected])

    def test_oblique(self):
        """Cells, tiles and objects of oblique maps as Tiled 1.12 places them: the lower left corner of a tile is that of its skewed cell."""
        sheet = Picture(self.read(self.path("blocks.png")))
        for k, (skew_x, skew_y) in enumerate(((4, 0), (-3, 0), (0, 5), (3, -2), (-5, 6))):
            name = f"oblique{k}"
            text = tmx(self.sheet + layer([1, 2, 3, 0, 4, 5, 6, 0, 1, 3, 5, 2]) + '<objectgroup name="a"><object x="8" y="16" width="16" height="8"/>'
                       '<object x="8" y="16"><point/></object></objectgroup>', f'skewx="{skew_x}" skewy="{skew_y}"')
            self.imported(text.replace('"orthogonal"', '"oblique"'), name)
            level = self.level(name)
            at = level["layers"][0]
            self.assertEqual((at["axis_i"], at["axis_j"], at["cell"], at["origin"]), ([8, skew_y], [skew_x, 8], [8, 8], [0, 0]))

            def place(x, y):
                return [x + y * skew_x / 8, y + x * skew_y / 8]
            corners = [place(x, y) for x in (0, 8) for y in (0, 8)]   # Kickbox draws a tile from the lower left corner of their box
            left, bottom = min(x for x, _ in corners), max(y for _, y in corners)
            self.assertEqual(level["tilesets"][0].get("offset", [0, 0]), [place(0, 8)[0] - left, place(0, 8)[1] - bottom])
            self.assertEqual(level["areas"][0]["rings"], [[place(8, 16), place(24, 16), place(24, 24), place(8, 24)]])
            self.assertEqual(level["entities"][0]["at"], place(8, 16))
            self.check_oblique(name, sheet, place)
        self.refused("import", "p", self.write("flat.tmx", tmx(self.sheet, 'skewx="8" skewy="8"').replace('"orthogonal"', '"oblique"')), status=1,
                     says=["flat.tmx: line 3: <map>: skewx: the cells have no area"])

    def check_oblique(self, name, sheet, place):
        seen = {}
        for n, gid in enumerate([1, 2, 3, 0, 4, 5, 6, 0, 1, 3, 5, 2]):
            left, bottom = place(n % 4 * 8, (n // 4 + 1) * 8)
            for x in range(8 if gid else 0):
                for y in range(8):
                    seen[left + x, bottom - 8 + y] = sheet.rgb((gid - 1) % 3 * 8 + x, (gid - 1) // 3 * 8 + y)
        self.run_kickbox("render", "p", "--plain", "--scale", "1", "-o", self.path("drawn"))
        picture = Picture(self.read(self.path("drawn", "levels", name + ".png")))
        got = {(x, y): picture.rgb(x, y) for y in range(picture.height) for x in range(picture.width) if picture.rgb(x, y) != GROUND}
        pixels = []
        for one in (seen, got):
            left, top = min(x for x, _ in one), min(y for _, y in one)
            pixels.append({(x - left, y - top): colour for (x, y), colour in one.items()})
        self.assertEqual(pixels[1], pixels[0], name)

    def test_lists(self):
        """Lists of Tiled 1.12, in XML and in JSON: a value for each item, numbered; lists and classes in lists."""
        items = [("int", 10), ("string", "text"), ("list", [("bool", True)]), ("class", {"hp": 3}), ("color", "#ff102030"), ("object", 2), ("list", [])]

        def as_xml(tag, kind, value):
            inner = "".join(as_xml("item", *item) for item in value) if kind == "list" else ""
            inner += '<properties><property name="hp" type="int" value="3"/></properties>' if kind == "class" else ""
            return f'<{tag} type="{kind}"' + (f">{inner}</{tag.split()[0]}>" if inner else "/>" if kind == "list" else f' value="{str(value).lower()}"/>')

        def as_json(kind, value):
            return {"type": kind, "value": [as_json(*item) for item in value] if kind == "list" else value}
        expected = {"bag.1": "10", "bag.2": "text", "bag.3.1": "true", "bag.4.hp": "3", "bag.5": "#102030ff", "bag.6": "2"}
        head = '<objectgroup name="thing"><object id="1" x="1" y="1"><point/><properties>'
        self.imported(tmx(self.sheet + layer(GIDS) + head + as_xml('property name="bag"', "list", items)
                          + '</properties></object><object id="2" x="2" y="2"><point/></object></objectgroup>'))
        self.assertEqual(self.level("m")["entities"][0]["values"], expected)
        with open(self.path("p", "p.kickbox"), encoding="utf-8") as file:
            types = {kind["name"]: kind.get("value_types") for kind in json.load(file)["classes"]}["thing"]
        self.assertEqual([types[key] for key in expected], ["number", "text", "boolean", "number", "colour", "entity"])
        objects = [{"id": n, "x": n, "y": n, "point": True, **({"properties": [dict(as_json("list", items), name="bag")]} if n == 1 else {})} for n in (1, 2)]
        self.write("j.tmj", json.dumps({"type": "map", "orientation": "orthogonal", "width": 1, "height": 1, "tilewidth": 8, "tileheight": 8, "tilesets": [],
                                        "layers": [{"type": "objectgroup", "name": "thing", "objects": objects}]}))
        self.run_kickbox("import", "p", self.path("j.tmj"))
        self.assertEqual(self.level("j")["entities"][0]["values"], expected)

    def test_shapes_left_out(self):
        """Of which tileset and tile it is."""
        tiles = "".join(f'<tile id="{i}"><objectgroup><object x="1" y="1"{size}>{kind}</object></objectgroup></tile>' for i, size, kind in (
            (1, "", "<ellipse/>"), (2, ' width="4" height="2"', "<ellipse/>"), (4, ' width="4"', ""), (5, "", '<polyline points="0,0 1,1"/>')))
        out = self.imported(tmx(SHEET.format("", "", tiles) + layer(GIDS)))
        for says in ("a shape of a tile is left out: The circle has no area (tile 1)\n", "ellipses have become outlines of 32 corners (tile 2)\n",
                     "shapes of tiles that neither cover the cell nor fill it from the bottom, or whose class is not one of walls, stop nothing, but can be asked for (tile 2)\n",
                     "on a tile are left out (tile 5)\n"):
            self.assertIn(says, out)
        self.assertEqual(out.count("blocks: line "), 5, out)

    def drawn(self, name, text):
        """What Tiled's own renderer draws of a map, and render, and Tiled of the map that we export again: all that is not ground, as
        rows of colours."""
        path = self.write(name + ".tmx", text)
        self.run_kickbox("import", "p", path)
        self.run_kickbox("render", "p", "--plain", "--scale", "1", "-o", self.path("drawn"))
        self.run_kickbox("export", "p", "--format", "tiled", "-o", self.path("again", "p.world"))
        for source, target in ((path, self.path(name + ".png")), (self.path("again", f"p-{name}.tmx"), self.path("again", name + ".png"))):
            subprocess.run(["tmxrasterizer", "--no-smoothing", source, target], check=True, stderr=subprocess.DEVNULL,
                           env=dict(os.environ, QT_QPA_PLATFORM="offscreen"))
        pictures = []
        for file in (self.path(name + ".png"), self.path("drawn", "levels", name + ".png"), self.path("again", name + ".png")):
            picture = Picture(self.read(file))
            rows = [[on_ground(picture, x, y) for x in range(picture.width)] for y in range(picture.height)]
            rows = [row for row in rows if row != [GROUND] * picture.width]
            seen = [x for row in rows for x, colour in enumerate(row) if colour != GROUND]
            pictures.append([row[min(seen):max(seen) + 1] for row in rows])
        return pictures

    def test_drawn_as_in_tiled(self):
        """Flips, tiles that are larger than cells, margin, spacing, offsets of tilesets, layers and groups, opacity, chunks at negative
        cells, isometric: the pictures are those of Tiled's renderer, but for the rounding where something shines through."""
        if not shutil.which("tmxrasterizer"):
            self.skipTest("the package tiled is not installed")
        self.write("tall.png", png(46, 48, lambda x, y: bytes([x * 5, y * 5, 90 + x * y % 160, 255])))
        row = [0] * 8
        tall = [f | 1 + i % 6 for i, f in enumerate(b << 29 for b in range(8))]
        blocks = [0, 8, 0x20000009, 7, 12, 0, 11, 0xa0000008]   # they do not overlap: Tiled draws each tile translucent, not the layer

        def chunks(left, right):
            return "".join(f'<chunk x="{x}" y="-4" width="8" height="8">{pack(row * 2 + cells + row * 2 + cells[::-1] + row * 2, "zstd")}</chunk>'
                           for x, cells in ((-8, left), (0, right)))
        infinite = (f'{DRAWN}<layer name="a"><data encoding="base64" compression="zstd">{chunks([0, 0] + tall[:6], tall[6:] + blocks[2:])}</data>'
                    '</layer><group offsetx="5" opacity="0.5"><layer name="b" offsety="-3"><data encoding="base64" compression="zstd">'
                    f'{chunks(blocks, blocks)}</data></layer></group>')
        field = row * 3 + ([0, 0, 0] + tall[:3] + [0, 0]) + ([0, 0, 0] + tall[3:6] + [0, 0]) + ([0, 0, 0, 8] + tall[6:] + [0, 0]) + row * 2
        isometric = tmx(DRAWN + layer(field, "gzip", 'name="a"', 8, 8), "", 8, 8).replace("orthogonal", "isometric")
        upright = tmx(DRAWN + layer([f & ~FLIPS[23] for f in field], "gzip", 'name="a"', 8, 8), "", 8, 8)   # in hexagons it is a turn
        staggered = [(isometric.replace('"isometric"', '"orthogonal"') if kind == "staggered" else upright)
                     .replace('"orthogonal"', f'"{kind}" staggeraxis="{axis}" staggerindex="{index}" {side}', 1).replace('tilewidth="8" tileheight="8"', size, 1)
                     for kind, size, side in (("staggered", 'tilewidth="32" tileheight="16"', ""), ("staggered", 'tilewidth="23" tileheight="19"', ""),
                                              ("hexagonal", 'tilewidth="20" tileheight="18"', 'hexsidelength="6"'),
                                              ("hexagonal", 'tilewidth="17" tileheight="21"', 'hexsidelength="8"'))
                     for axis in "xy" for index in ("odd", "even")]
        sky = '<imagelayer name="{}" {}><image source="blocks.png"/></imagelayer>'
        ground = layer([b & ~FLIPS[23] for b in field], "gzip", 'name="{}" {}', 8, 8)
        looks = tmx(DRAWN + sky.format("back", 'offsetx="3" offsety="9"') + ground.format("a", 'tintcolor="#ff8040"')
                    + '<group opacity="0.75" tintcolor="#80ffff">' + sky.format("mid", 'offsetx="20" offsety="30" opacity="0.6"')
                    + sky.format("front", 'offsetx="40" offsety="20" tintcolor="#4080ff"') + "</group>"
                    + sky.format("last", 'offsetx="50" offsety="34" opacity="0.3"'), "", 8, 8)
        repeated = tmx(DRAWN + sky.format("back", 'offsetx="-7" offsety="9" repeatx="1"') + ground.format("a", 'tintcolor="#c0ff80"')
                       + sky.format("front", 'offsetx="11" repeaty="1" tintcolor="#80c0ff"'), "", 8, 8)
        for name, text in (("looks", looks), ("repeated", repeated), *((f"stagger{i}", text) for i, text in enumerate(staggered[::1 if IS_WHOLE else 5])), ("plain", tmx(infinite, 'infinite="1"', 16, 8, 16)),
                           ("slanted", isometric.replace('tilewidth="8" tileheight="8"', 'tilewidth="32" tileheight="16"', 1))):
            expected, got, again = self.drawn(name, text)
            if name == "repeated":   # how far is another matter: with one of these shifts they agree
                self.assertTrue(any(all(near(one, other) for row, line in zip(expected[max(y, 0):], got[max(-y, 0):])
                                        for one, other in zip(row[max(x, 0):], line[max(-x, 0):]))
                                    for y in range(-20, 21) for x in range(-20, 21)))
                continue
            for one in (got, again):
                self.assertEqual((len(one), len(one[0])), (len(expected), len(expected[0])), name)
            for y, (one, other) in enumerate(zip(expected, got)):
                wrong = [x for x in range(len(one)) if not near(one[x], other[x]) or not near(one[x], again[y][x])]
                self.assertEqual(wrong, [], f"{name}, row {y}")

    def test_staggered_cells(self):
        """The cell of every pixel of some hexagons and diamonds, their outlines and neighbours: Tiled's formulas, judged by shapely."""
        from shapely.geometry import Point, Polygon
        step = 1 if IS_WHOLE else 3
        for name, kind, w, h, side in (("hexagons", "hexagonal", 20, 18, 6), ("diamonds", "staggered", 32, 16, 0)):
            for axis in "xy":
                head = f'orientation="{kind}" staggeraxis="{axis}" staggerindex="even" hexsidelength="{side}"'
                text = tmx(SHEET.format("", "", "") + layer([1] * 64, "csv", 'name="a"', 8, 8), "", 8, 8).replace('orientation="orthogonal"', head, 1)
                self.imported(text.replace('tilewidth="8" tileheight="8"', f'tilewidth="{w}" tileheight="{h}"', 1))
                self.run_kickbox("export", "p", "-o", self.path("b.kbx"))
                side_x, side_y = (side, 0) if axis == "x" else (0, side)
                off_x, off_y = (w - side_x) // 2, (h - side_y) // 2
                column, row = off_x + side_x, off_y + side_y

                def outline(i, j):
                    if axis == "x":
                        x, y = i * column, j * (h + side_y) + (row if i % 2 == 0 else 0)
                    else:
                        x, y = i * (w + side_x) + (column if j % 2 == 0 else 0), j * row
                    return Polygon([(x + u, y + v) for u, v in ((0, h - off_y), (0, off_y), (off_x, 0), (w - off_x, 0), (w, off_y),
                                                                (w, h - off_y), (w - off_x, h), (off_x, h))])
                cells = {(i, j): outline(i, j) for i in range(-2, 12) for j in range(-2, 12)}
                points = [(x + 0.5, y + 0.25) for x in range(40, 80, step) for y in range(40, 70, step)]
                asked = [{"q": "from_screen", "level": "m", "layer": "a", "p": p} for p in points]
                for p, answer in zip(points, self.query(self.path("b.kbx"), *asked)):
                    self.assertLess(cells[tuple(answer["cell"])].distance(Point(p)), 1e-9, (name, axis, p))
                    own = [c for c, shape in cells.items() if shape.contains(Point(p))]
                    self.assertIn(tuple(answer["cell"]), own or cells)
                for c in ((3, 3), (4, 4), (3, 4)):
                    answer = self.query(self.path("b.kbx"), {"q": "cell", "level": "m", "layer": "a", "cell": list(c)})[0]
                    self.assertLess(Polygon(answer["corners"]).symmetric_difference(cells[c]).area, 1e-9)
                    beside = [o for o, shape in cells.items() if o != c and shape.intersection(cells[c]).length > 1]
                    self.assertEqual(sorted(map(tuple, answer["neighbours"][:len(beside)])), sorted(beside))
                    self.assertEqual(len(answer["neighbours"]), 6 if side else 8)

    def test_examples(self):
        """Debian's: each cell is the frame that a plain reading of the numbers says. Outside a whole run one map of each
        orientation."""
        if not os.path.isdir(EXAMPLES):
            self.skipTest("the package tiled is not installed")
        shutil.copytree(EXAMPLES, self.path("examples"))

        def parse(path):
            packed = path if path.endswith(".gz") else path + ".gz"
            with gzip.open(packed) if os.path.exists(packed) else open(path, "rb") as file:
                return ElementTree.parse(file).getroot()
        read, seen = 0, set()
        for path in sorted(glob.glob(self.path("examples", "**", "*.tmx*"), recursive=True)):
            root = parse(path)
            if root.get("orientation") in seen and not IS_WHOLE:
                continue
            seen.add(root.get("orientation"))
            name = f"e{read}"
            read += 1
            self.run_kickbox("import", "p", path, "--name", name)
            firsts = {}
            for tileset in root.iter("tileset"):
                source = tileset
                if tileset.get("source"):
                    source = parse(os.path.join(os.path.dirname(path), tileset.get("source")))
                firsts[int(tileset.get("firstgid"))] = source.get("name")
            for index, node in enumerate(root.iter("layer")):
                self.check_layer(name, index, node, firsts, 0xc0000000 if root.get("orientation") == "hexagonal" else 0xe0000000)
            objects = sum(len(self.level(name).get(key, [])) for key in ("areas", "entities"))
            self.assertEqual(objects, len(root.findall("./objectgroup/object")), path)
            self.assertEqual(self.level(name).get("walls", []), [], path)
        self.assertGreaterEqual(read, 10 if IS_WHOLE else 3)

    def check_layer(self, name, index, node, firsts, flips):
        data, width = node.find("data"), int(node.get("width"))
        if data.find("chunk") is not None:
            some = sum(gid & 0xfffffff > 0 for chunk in data.iter("chunk") for gid in numbers(data, chunk))
            self.assertEqual(sum(cell is not None for row in self.cells(name, index) for cell in row), some)
            return
        gids = numbers(data, data)
        got = [cell for row in self.cells(name, index) for cell in row]
        self.assertEqual(self.level(name)["layers"][index]["width"], width)
        self.assertEqual(len(got), len(gids))
        for cell, gid in zip(got, gids):
            plain = gid & 0xfffffff
            if plain == 0:
                self.assertIsNone(cell)
                continue
            first = max(f for f in firsts if f <= plain)
            # Another file's set of the same name may have got a number.
            self.assertTrue(cell[0].startswith(firsts[first]), (cell, firsts[first]))
            self.assertEqual(cell[1:], (plain - first + 1, gid & flips))


if __name__ == "__main__":
    unittest.main()
