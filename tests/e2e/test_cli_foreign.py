# SPDX-License-Identifier: MIT
"""What strangers' files are like: pointers and web pages in place of pictures, atlases of renamed pictures, scenes that
inherit, maps that stop nothing, and names that would run commands."""
import base64
import json
import os
import re
import shutil
import subprocess
import xml.etree.ElementTree
import zipfile

from cli_case import KICKBOX, Case, Picture, png, png_file

POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "4d7a" * 16 + "\nsize 12345\n"
PAGE = "<!DOCTYPE html>\n<html lang=\"en\"><head><title>Not found</title></head><body></body></html>\n"
EACH = ["a.png", "a.aseprite", "a.psd", "a.ora", "a.kra", "a.xcf", "a.gif", "a.json", "a.xml", "a.atlas", "a.plist", "a.tscn", "a.air", "a.piskel", "a.pxo",
        "a.tmx", "a.tmj", "a.tsx", "a.ldtk", "a.svg", "a.wad", "a.trk", "a.csv"]
PIXELS = png(48, 32, lambda x, y: bytes([5 * x, 7 * y, 90, 255]))


def frame(x, y, w, h, **more):
    box = {"x": x, "y": y, "w": w, "h": h}
    return {"frame": box, "rotated": False, "trimmed": False, "spriteSourceSize": {"x": 0, "y": 0, "w": w, "h": h},
            "sourceSize": {"w": w, "h": h}, **more}


class Foreign(Case):
    def setUp(self):
        super().setUp()
        self.run_kickbox("new", "p")

    def load(self, *names):
        with open(self.path("p", *names), encoding="utf-8") as file:
            return json.load(file)

    def sheet(self, name, frames, **meta):
        return self.write(name, json.dumps({"frames": frames, "meta": {"app": "https://www.codeandweb.com/texturepacker", "scale": "1", **meta}}))

    def imported(self, path, *options):
        out, errors = self.run_kickbox("import", "p", path, "--name", "s", *options)
        return self.load("sprites", "s.json"), out + errors

    # --- in place of a file ---

    def test_pointers_of_git_lfs(self):
        for name in EACH:
            with self.subTest(name):
                self.refused("import", "p", self.write(name, POINTER), status=1, says=[name, "a pointer of Git LFS"])

    def test_web_pages(self):
        for name in EACH:
            with self.subTest(name):
                for page in (PAGE, PAGE.upper(), "<HTML>\n<HEAD></HEAD></HTML>\n"):
                    self.refused("import", "p", self.write(name, page), status=1, says=[name, "a web page"])

    def test_empty_files(self):
        for name in EACH:
            with self.subTest(name):
                self.refused("import", "p", self.write(name, b""), status=1, says=[name, "this is an empty file"])

    def test_pointers_behind_other_files(self):
        self.write("sheet.png", POINTER)
        self.refused("import", "p", self.sheet("a.json", {"one": frame(0, 0, 24, 32)}, image="sheet.png"), status=1,
                     says=["sheet.png", "a pointer of Git LFS"])

    def test_each_has_a_message_of_its_own(self):
        for name, text, says in [
                ("a.world", '{"maps": [{"fileName": "a.tmx", "x": 0, "y": 0}], "type": "world"}', "worlds of maps are not read; import the maps"),
                ("a.tx", '<?xml version="1.0" encoding="UTF-8"?>\n<template><object name="door" width="16" height="16"/></template>', "import a map that uses it"),
                ("a.ldtk", '{"__header__": {"fileType": "LDtk Project JSON"}, "jsonVersion": "0.9.3", "levels": [], "defs": {}}', "expected a project of LDtk 1, got version '0.9.3'"),
                ("o.ogmo", '{"name": "o", "ogmoVersion": "3.4.0", "levelPaths": ["."], "layers": [], "tilesets": []}', "this is an Ogmo Editor project"),
                ("o.json", '{"ogmoVersion": "3.3.0", "width": 320, "height": 240, "layers": [{"name": "l", "gridCellWidth": 8, "grid": ["0"]}]}', "this is an Ogmo Editor level"),
                ("x.json", '{"name": "x", "rooms": [1, 2]}', "x.json: this is JSON of another kind than Kickbox imports"), ("y.json", "[1, 2]", "y.json: this is JSON of another kind")]:
            with self.subTest(name):
                self.refused("import", "p", self.write(name, text), status=1, says=[says])

    # --- sheets ---

    def test_a_key_twice(self):
        self.write("hero.png", PIXELS)
        text = json.dumps({"frames": {"one": frame(0, 0, 24, 32)}, "meta": {"image": "hero.png", "scale": "1"}})
        sprite, out = self.imported(self.write("hero.json", text.replace('"scale"', '"image": "hero.png", "scale"')))
        self.assertEqual(len(sprite["frames"]), 1)
        self.assertIn("keys that are given twice; the last one counts (meta.image)", out)
        self.write("t.png", PIXELS)
        tiles = ('{"type": "tileset", "name": "x", "name": "y", "tilewidth": 16, "tileheight": 16, "tilecount": 6, "columns": 3, "image": "t.png", '
                 '"imagewidth": 48, "imageheight": 32}')
        objects = ('{"type": "map", "orientation": "orthogonal", "width": 2, "height": 1, "tilewidth": 16, "tileheight": 16, "width": 2, "tilesets": '
                   '[{"firstgid": 1, "source": "s.tsj"}], "layers": [{"type": "objectgroup", "name": "o", "objects": [{"id": 1, "name": "a\\"]", '
                   '"point": true, "x": 1, "y": 2, "\\u0078": 5}]}]}')
        mesh = ('{"asset": {"version": "2.0"}, "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "nodes": [{"mesh": 0, "mesh": 0}], "scenes": '
                '[{"nodes": [0]}], "buffers": [{"byteLength": 36, "uri": "data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}], '
                '"bufferViews": [{"buffer": 0, "byteLength": 36}], "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}]}')
        layer = json.dumps('{"name": "l", "name": "l", "frameCount": 1, "base64PNG": "data:image/png;base64,' + base64.b64encode(PIXELS).decode() + '"}')
        piskel = '{"modelVersion": 2, "piskel": {"name": "p", "width": 48, "height": 32, "layers": [%s]}}' % layer
        for name, text, command, says in [
                ("s.tsj", tiles, ["import", "p"], ["s.tsj: keys that are given twice; the last one counts (name)"]),
                ("m.tmj", objects, ["import", "p"], ["m.tmj and 1 more: keys that", "(width, layers[0].objects[0].x)", "s.tsj: keys"]),
                ("l.piskel", piskel, ["import", "p"], ["l.piskel: piskel.layers[0]: keys that", "(name)"]),
                ("m.gltf", mesh, ["soup", "-o", "m.soup"], ["m.gltf: keys that are given twice; the last one counts (nodes[0].mesh)"])]:
            with self.subTest(name):
                out = "".join(self.run_kickbox(*command, self.write(name, text)))
                for part in says:
                    self.assertIn(part, out)

    def test_names_of_other_formats(self):
        """What a frame is called, and keys deeper in the data, say nothing of the format; nor does one key that many have."""
        self.write("hero.png", PIXELS)
        for name in ("[gd_scene format=3]", "<!DOCTYPE html>", "<html>", "%YAML !u!", "*3DSMAX_ASCIIEXPORT"):
            with self.subTest(name):
                sprite, _ = self.imported(self.sheet("hero.json", {name: {**frame(0, 0, 24, 32), "ogmoVersion": "3", "asset": {}, "meshes": []}}, image="hero.png"), "--fresh")
                self.assertEqual(len(sprite["frames"]), 1)
        for text in ('{"nm": "lottie", "layers": [{"ty": 4}]}', '{"layers": []}', '{"infinite": true}', '{"fileName": "x"}', '{"tilesets": 3}'):
            self.refused("import", "p", self.write("x.json", text), status=1, says=["JSON of another kind"])

    def test_a_scene_without_a_root(self):
        self.write("a.png", PIXELS)
        sprite, _ = self.imported(self.write("s.tscn", '[gd_scene format=3]\n[ext_resource type="Texture2D" path="res://a.png" id="1"]\n'
                                             '[sub_resource type="CircleShape2D" id="2"]\nradius = 5.0\n'
                                             '[node name="S" type="Sprite2D" parent="."]\ntexture = ExtResource("1")\n'
                                             '[node name="C" type="CollisionShape2D" parent="S"]\nshape = SubResource("2")\n'))
        self.assertEqual(len(sprite["frames"][0]["shapes"]), 1)

    def test_the_only_picture(self):
        """Is taken and named; not one of two, nor in place of a page with a number."""
        self.write("Boss_Assets.png", PIXELS)
        xml = '<TextureAtlas imagePath="%s"><SubTexture name="a" x="0" y="0" width="24" height="32"/></TextureAtlas>'
        _, out = self.imported(self.write("BOSS.xml", xml % "BOSS.png"))
        self.assertIn("the picture 'BOSS.png' is not there; 'Boss_Assets.png' is taken", out)
        self.refused("import", "p", self.write("BOSS.xml", xml % "BOSS1.png"), "--name", "t", status=1, says=["BOSS1.png"])
        self.write("other.png", PIXELS)
        self.refused("import", "p", self.write("BOSS.xml", xml % "BOSS.png"), "--name", "t", status=1, says=["BOSS.png"])

    def test_a_renamed_picture(self):
        """The data's own name counts where the named picture is missing; with both, the named one."""
        self.write("hud.png", PIXELS)
        data = self.sheet("hud.json", {"one": frame(24, 0, 24, 32)}, image="sheet.png")
        sprite, out = self.imported(data)
        self.assertIn("the picture 'sheet.png' is not there; 'hud.png' is taken", out)
        self.assertEqual(sprite["frames"][0]["picture"]["rect"], [24, 0, 24, 32])
        self.write("sheet.png", png(48, 32, lambda x, y: b"\1\2\3\xff"))
        sprite, out = self.imported(data, "--fresh")
        self.assertNotIn("is taken", out)
        with open(self.path("p", "pictures", sprite["frames"][0]["picture"]["file"]), "rb") as file:
            self.assertEqual(tuple(Picture(file.read()).rgba(30, 3)), (1, 2, 3, 255))
        for missing in ("hud.png", "sheet.png"):
            os.unlink(self.path(missing))
        self.refused("import", "p", data, "--name", "t", status=1, says=["sheet.png"])

    def test_renamed_pictures(self):
        """Endings in any case, of the picture's or the data's own name, and pages by their numbers; never one of several."""
        def atlas(*images):
            return "\n".join(f"{image}\nsize: 48,32\nformat: RGBA8888\nfilter: Nearest,Nearest\nrepeat: none\n{'frame%d' % i}\n  rotate: false\n  xy: 0, 0\n"
                             "  size: 24, 32\n  orig: 24, 32\n  offset: 0, 0\n  index: -1\n" for i, image in enumerate(images))

        def textures(*images):
            return json.dumps({"textures": [{"image": image, "frames": [{"filename": f"f{i}", **frame(0, 0, 24, 32)}]} for i, image in enumerate(images)]})

        sheet = self.sheet("hud.json", {"one": frame(24, 0, 24, 32)}, image="sheet.png")
        whole = self.read(sheet).decode()
        for name, text, there, taken in [
                ("hud.json", whole, ["SHEET.PNG"], ["SHEET.PNG"]), ("hud.json", whole, ["Sheet.Png", "hud.png"], ["Sheet.Png"]), ("hud.json", whole, ["HUD.bmp"], ["HUD.bmp"]),
                ("hud.json", whole.replace('"sheet.png"', '""'), ["hud.JPEG"], ["hud.JPEG"]), ("hud.atlas", atlas("sheet.png", "sheet2.png"), ["hud.png", "hud2.png"], ["hud.png", "hud2.png"]),
                ("hud.atlas", atlas("sheet.png", "sheet2.png", "sheet10.png"), ["hud.png", "hud_2.PNG", "hud-10.png", "hud-3.png"], ["hud.png", "hud_2.PNG", "hud-10.png"]),
                ("hud.json", textures("a-0.png", "a-1.png"), ["hud-0.png", "hud-1.png", "hud-11.png"], ["hud-0.png", "hud-1.png"]), ("hud-1.json", whole.replace("sheet.png", "sheet-1.png"), ["hud-1.png", "hud.png"], ["hud-1.png"])]:
            with self.subTest((name, there)):
                for other in there:
                    self.write(other, PIXELS)
                sprite, out = self.imported(self.write(name, text), "--fresh")
                self.assertEqual(re.findall("is not there; '(.*)' is taken", out), taken)
                self.assertEqual([bool(one.get("picture")) for one in sprite["frames"]], [True] * len(sprite["frames"]))
                for other in there:
                    os.unlink(self.path(other))
        for name, text, there, says in [("hud.json", whole, ["sheet.PNG", "sheet.bmp"], "sheet.bmp, sheet.PNG"), ("hud.atlas", atlas("s1.png", "s2.png"), ["hud-1.png", "hud1.png"], "hud-1.png, hud1.png")]:
            for other in there:
                self.write(other, PIXELS)
            self.refused("import", "p", self.write(name, text), "--name", "t", status=1, says=[name + ": ", "the picture 's", "several could be it: " + says])
            for other in there:
                os.unlink(self.path(other))
        self.write("hud.png", PIXELS)
        sprite, out = self.imported(self.write("hud.atlas", atlas("s.png", "s2.png")), "--fresh")
        self.assertIn("the picture 's2.png' is missing", out)
        self.write("Hero.PNG", PIXELS)
        _, out = self.imported(self.write("bodies.json", '{"generator_info": "Shape definitions generated with PhysicsEditor", "hero": {"fixtures": [{"vertices": [[{"x": 0, "y": 0}, {"x": 9, "y": 0}, {"x": 0, "y": 9}]]}]}}'), "--fresh")
        self.assertIn("the picture 'hero.png' is not there; 'Hero.PNG' is taken", out)

    def test_positions_of_untrimmed_pictures(self):
        self.write("mole.png", PIXELS)
        data = self.sheet("mole.json", {"mole": frame(24, 0, 24, 32, spriteSourceSize={"x": 37, "y": 79, "w": 24, "h": 32}, pivot={"x": 0.5, "y": 0.97})},
                          image="mole.png")
        sprite, out = self.imported(data)
        [got] = sprite["frames"]
        self.assertEqual((got["width"], got["height"], got["picture"].get("offset", [0, 0]), got["hot_spot"]), (24, 32, [0, 0], [12, 31]))
        self.assertIn("positions of pictures that are not trimmed", out)

    def test_inner_padding_of_aseprite(self):
        self.write("hero.png", png(26, 34, lambda x, y: b"\x50\x60\x70\xff" if 0 < x < 25 and 0 < y < 33 else bytes(4)))
        frames = {"hero 0.aseprite": {"frame": {"x": 0, "y": 0, "w": 26, "h": 34}, "rotated": False, "trimmed": True,
                                      "spriteSourceSize": {"x": 4, "y": 8, "w": 24, "h": 32}, "sourceSize": {"w": 32, "h": 40}, "duration": 100}}
        sprite, _ = self.imported(self.sheet("hero.json", frames, image="hero.png", app="http://www.aseprite.org/", version="1.3-x64"))
        [got] = sprite["frames"]
        self.assertEqual((got["width"], got["height"], got["picture"]["rect"], got["picture"]["offset"]), (32, 40, [1, 1, 24, 32], [4, 8]))

    def test_pictures_that_reach_out(self):
        """The frame is enlarged, with all its marks, and the report says so."""
        self.write("bf.png", PIXELS)
        xml = ('<TextureAtlas imagePath="bf.png"><SubTexture name="a" x="0" y="0" width="24" height="32" frameX="4" frameY="2" frameWidth="20" '
               'frameHeight="30" pivotX="10" pivotY="30"/></TextureAtlas>')
        sprite, out = self.imported(self.write("bf.xml", xml))
        [got] = sprite["frames"]
        self.assertEqual((got["width"], got["height"], got["picture"].get("offset", [0, 0]), got["hot_spot"]), (24, 32, [0, 0], [14, 31]))
        self.assertIn("larger than in the file, to contain all of the picture", out)

    def test_layers_with_a_hash(self):
        """`#2 helmet` and `#ffcc00` are picture, `#head` is a mark and named in the report."""
        layers = ["#2 helmet", "#ffcc00", "#head", "body"]
        picture = {"body": png(16, 16, lambda x, y: b"\x20\x30\x40\xff" if y > 8 else bytes(4)),
                   "#2 helmet": png(16, 16, lambda x, y: b"\xff\0\0\xff" if y < 3 else bytes(4)),
                   "#ffcc00": png(16, 16, lambda x, y: b"\0\xff\0\xff" if y == 5 else bytes(4)),
                   "#head": png(16, 16, lambda x, y: b"\0\0\xff\xff" if 2 <= x < 8 and y < 6 else bytes(4))}
        with zipfile.ZipFile(self.path("guide.ora"), "w") as file:
            file.writestr("mimetype", "image/openraster")
            items = "".join(f'<layer name="{name}" src="data/{i}.png"/>' for i, name in enumerate(layers))
            file.writestr("stack.xml", f'<image w="16" h="16"><stack>{items}</stack></image>')
            for i, name in enumerate(layers):
                file.writestr(f"data/{i}.png", picture[name])
        sprite, out = self.imported(self.path("guide.ora"))
        [got] = sprite["frames"]
        self.assertEqual([(shape["class"], shape["geometry"]) for shape in got["shapes"]], [("head", {"box": [2, 0, 6, 6]})])
        self.assertIn("layers that are marks, not picture: #head", out)
        with open(self.path("p", "pictures", got["picture"]["file"]), "rb") as file:
            drawn = Picture(file.read())
        self.assertEqual([drawn.rgb(0, y) for y in (0, 5, 12)], [(255, 0, 0), (0, 255, 0), (0x20, 0x30, 0x40)])

    def test_scenes_that_inherit(self):
        self.write("project.godot", "config_version=5\n")
        self.write("slime.png", PIXELS)
        self.write("enemy.tscn", """[gd_scene load_steps=2 format=3]

[sub_resource type="RectangleShape2D" id="R_1"]
size = Vector2(12, 28)

[node name="Enemy" type="CharacterBody2D"]

[node name="Sprite2D" type="Sprite2D" parent="."]

[node name="Hurt" type="Area2D" parent="."]

[node name="CollisionShape2D" type="CollisionShape2D" parent="Hurt"]
shape = SubResource("R_1")
""")
        scene = self.write("slime.tscn", """[gd_scene load_steps=3 format=3]

[ext_resource type="PackedScene" path="res://enemy.tscn" id="1"]
[ext_resource type="Texture2D" path="res://slime.png" id="2"]

[node name="Slime" instance=ExtResource("1")]

[node name="Sprite2D" parent="." index="0"]
texture = ExtResource("2")
region_enabled = true
region_rect = Rect2(24, 0, 24, 32)
""")
        sprite, _ = self.imported(scene)
        [got] = sprite["frames"]
        self.assertEqual(got["picture"]["rect"], [24, 0, 24, 32])
        self.assertEqual(got["hot_spot"], [12, 16])
        self.assertEqual([shape["geometry"] for shape in got["shapes"]], [{"box": [6, 2, 12, 28]}])
        os.unlink(self.path("enemy.tscn"))
        self.refused("import", "p", scene, status=1, says=["slime.tscn: the scene that it inherits: ", "enemy.tscn: No such file"])

    # --- levels ---

    def tmx(self, name, properties="", cells="1,1,0,2", tile="", objects="", infinite=0):
        self.write("t.png", png(32, 16, lambda x, y: bytes([8 * x, 9, 99, 255])))
        return self.write("map.tmx", f'<map version="1.10" orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16" infinite="{infinite}">'
                          f'<tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="2" columns="2"><image source="t.png" width="32" height="16"/>{tile}</tileset>'
                          f'<layer id="1" name="{name}" width="2" height="2">{properties}<data encoding="csv">{cells}</data></layer>{objects}</map>')

    def stops(self, path, *options):
        """The report, and whether a point that falls from above the map is stopped at its upper side."""
        name = "l" + str(len(os.listdir(self.path("p", "levels"))) if os.path.isdir(self.path("p", "levels")) else 0)
        out, errors = self.run_kickbox("import", "p", path, "--name", name, *options)
        self.run_kickbox("export", "p", "-o", "p.kbx")
        question = {"q": "level_cast", "level": name, "p": [8, -8], "move": [0, 100]}
        answer, _ = self.run_kickbox("query", "p.kbx", text=json.dumps(question) + "\n")
        return out + errors, json.loads(answer)["hit"], name

    def test_layers_that_stop_moves(self):
        solid = '<properties><property name="solid" type="bool" value="true"/></properties>'
        for name, properties, stops in [("Collision", "", True), ("ground", solid, True), ("ground", "", False), ("walls of wood", "", True), ("Wallpaper", "", False), ("Blockers", "", True),
                                         ("NoCollision", "", False), ("Non-solid", "", False), ("Unblocked", "", False), ("Above walls", "", False), ("piano blocks", "", True),
                                         ("background walls", "", False), ("Wall decoration", "", False), ("Walls shadow", "", False), ("bg_blocks", "", False), ("Background collision", "", True)]:
            with self.subTest(name, properties=properties):
                out, hit, level = self.stops(self.tmx(name, properties))
                self.assertEqual(hit, stops, out)
                self.assertEqual("nothing in this level stops a move" in out, not stops)
                self.assertEqual(f"layers whose tiles all stop moves: {name}" in out, stops)
                problems, _ = self.run_kickbox("check", "p", status=None)
                self.assertEqual(f"levels/{level}.json: " in problems and "nothing in this level stops a move" in problems, not stops, problems)

    def test_groups_that_stop_moves(self):
        """What is in a group called so, at any depth, unless it says otherwise itself; other layers are named."""
        def written(*layer):
            return self.read(self.tmx(*layer)).decode()
        off = '<properties><property name="solid" type="bool" value="false"/></properties>'
        layer, free = (re.search("<layer.*</layer>", written("Bricks", text)).group() for text in ("", off))
        objects = '<objectgroup name="o"><object id="1" x="0" y="0" width="16" height="4"/></objectgroup>'
        for text, stops, passing in [(layer, True, None), ("<group name='low'>" + layer + "</group>", True, None), (free, False, None), (objects, True, None),
                                     (layer + free.replace("Bricks", "Deco"), True, "Deco")]:
            whole = written("Bricks").replace(layer, "<group name='Walls'>" + text + "</group>")
            out, hit, _ = self.stops(self.write("map.tmx", whole))
            self.assertEqual(hit, stops, out)
            self.assertEqual("layers whose tiles stop nothing: " in out, passing is not None, out)

    def test_what_stops_moves_is_forgotten(self):
        """--solid is remembered until other names or --fresh; what the designer sets stays."""
        path = self.tmx("Bricks", "")
        for options, stops in [((), False), (("--solid", "Bricks"), True), ((), True), (("--fresh",), False), ((), False)]:
            out, _ = self.run_kickbox("import", "p", path, "--name", "kept", *options)
            self.assertEqual("layers whose tiles all stop moves: Bricks" in out, stops, out)
            kept = json.loads(self.read(self.path("p", "levels", "kept.json")))["layers"][0].get("solid")
            self.assertEqual(kept, "Bricks" if stops else None, options)
        self.run_kickbox("edit", "p", text=json.dumps({"set": "levels['kept'].layers['Bricks'].solid", "value": "Bricks"}) + "\n")
        self.run_kickbox("import", "p", path, "--name", "kept", "--fresh")
        self.assertEqual(json.loads(self.read(self.path("p", "levels", "kept.json")))["layers"][0].get("solid"), "Bricks")

    def test_tiles_and_objects_that_stop_moves(self):
        """A property that engines read, of a tile, an object or its layer; and whatever its type an object in a layer of that name."""
        def told(key, value="true"):
            return f'<properties><property name="{key}" type="bool" value="{value}"/></properties>'

        def stone(inside="", kind="Rock", name="things", more=""):
            return (f'<objectgroup id="2" name="{name}">{more}<object id="1" type="{kind}" x="0" y="0" width="32" height="16">{inside}</object></objectgroup>')
        for key in ("solid", "collides", "collidable", "blocking", "Collision"):
            with self.subTest(key):
                self.assertTrue(self.stops(self.tmx("ground", tile=f'<tile id="0">{told(key)}</tile>'))[1])
                self.assertTrue(self.stops(self.tmx("ground", objects=stone(told(key))))[1])
                self.assertTrue(self.stops(self.tmx("ground", objects=stone(more=told(key))))[1])
        self.assertTrue(self.stops(self.tmx("ground", objects=stone(name="Collision")))[1])
        self.assertFalse(self.stops(self.tmx("ground", objects=stone(told("collides", "false"), name="Collision")))[1])
        self.assertFalse(self.stops(self.tmx("ground", tile=f'<tile id="0">{told("collides", "false")}</tile>'))[1])
        self.assertFalse(self.stops(self.tmx("ground", objects=stone()))[1])

    def start_again(self):
        shutil.rmtree(self.path("p"))
        self.run_kickbox("new", "p")

    def test_shapes_of_tiles_that_stop_moves(self):
        """Those that cover the cell, or fill it from the bottom; by their class, else a property, unless the tile says what it stops."""
        nothing = "{}"
        no = '<properties><property name="collides" type="bool" value="false"/></properties>'
        slope = [i + 1 for i in range(16)]
        for shape, expected in [
                ('<object x="0" y="0" width="16" height="16"/>', ("full", "solid", None)),
                ('<object x="-2" y="-1.5" width="20" height="30" type="Wall"/>', ("full", "Wall", None)),
                ('<object x="0" y="0" width="8" height="16"/><object x="8" y="0" width="8" height="16"/>', ("full", "solid", None)),
                ('<object x="0" y="0" width="16" height="16" type="coin"/>', nothing),
                (f'<object x="0" y="0" width="16" height="16" type="Wall">{no}</object>', nothing),
                ('<object x="0" y="8" width="16" height="8"/>', ("heights", "solid", [8] * 16)),
                ('<object x="0" y="12" width="4" height="4"/>', ("heights", "solid", [4] * 4 + [0] * 12)),
                ('<object x="0" y="16"><polygon points="0,0 16,-16 16,0"/></object>', ("heights", "solid", [n - 1 for n in slope])),
                ('<object x="0" y="0" width="16" height="8"/>', nothing),
                ('<object x="4" y="4" width="8" height="8"/>', nothing)]:
            with self.subTest(shape):
                out, hit, _ = self.stops(self.tmx("ground", tile=f'<tile id="0"><objectgroup>{shape}</objectgroup></tile>'))
                frame = self.load("sprites", "t.json")["frames"][0]
                got = tuple(frame.get(key) for key in ("collision", "collision_class", "heights"))
                if expected != nothing and expected[2] and shape.count("polygon"):
                    self.assertEqual(got[:2], expected[:2])
                    self.assertTrue(all(abs(a - b) <= 1 for a, b in zip(got[2], expected[2])), got)
                elif expected != nothing:
                    self.assertEqual(got, expected)
                self.assertEqual(got == (None, None, None), expected == nothing)
                self.assertEqual("stop nothing, but can be asked for (tile 0)" in out, expected == nothing, out)
                self.assertEqual(hit, got[0] == "full" or (got[0] == "heights" and got[2][8] > 0))
            self.start_again()
        # A property of the tile wins, either way.
        self.stops(self.tmx("ground", tile='<tile id="0"><properties><property name="collision" value="top"/></properties><objectgroup>'
                                           '<object x="0" y="0" width="16" height="16"/></objectgroup></tile>'))
        self.assertEqual(self.load("sprites", "t.json")["frames"][0]["collision"], "top")
        # Cells of another size have no heights.
        path = self.tmx("ground", tile='<tile id="0"><objectgroup><object x="0" y="8" width="16" height="8"/></objectgroup></tile>')
        with open(path) as file:
            text = file.read().replace('tilewidth="16" tileheight="16" infinite', 'tilewidth="8" tileheight="8" infinite').replace('name="t"', 'name="u"')
        self.write("map.tmx", text)
        self.stops(path)
        self.assertEqual(self.load("sprites", "u.json")["frames"][0]["collision"], "full")

    def test_shapes_of_isometric_tiles(self):
        """A rhomb covers the cell; half of one does not."""
        for n, size in enumerate((16, 8)):
            text = ('<map version="1.10" orientation="isometric" width="2" height="2" tilewidth="32" tileheight="16">'
                    f'<tileset firstgid="1" name="iso{n}" tilewidth="32" tileheight="32" tilecount="1" columns="1"><grid orientation="isometric" width="32" height="16"/>'
                    '<image source="t.png" width="32" height="32"/><tile id="0"><objectgroup>'
                    f'<object x="0" y="0" width="16" height="{size}"/></objectgroup></tile></tileset>'
                    '<layer id="1" name="ground" width="2" height="2"><data encoding="csv">1,1,1,1</data></layer></map>')
            self.write("t.png", png(32, 32, lambda x, y: bytes([8 * x, 8 * y, 99, 255])))
            self.run_kickbox("import", "p", self.write(f"iso{n}.tmx", text))
            self.assertEqual(self.load("sprites", f"iso{n}.json")["frames"][0].get("collision"), None if n else "full")

    def test_choosing_object_layers(self):
        """By the name of the layer, or a class; outlines become walls, and the next import remembers it."""
        stone = ('<objectgroup id="2" name="things"><object id="1" type="Rock" x="0" y="0" width="32" height="16"/>'
                 '<object id="2" type="path" x="0" y="0"><polyline points="0,4 32,4"/></object></objectgroup>')
        path = self.tmx("ground", objects=stone)
        self.refused("import", "p", path, "--name", "x", "--solid", "stones", status=1, says=["no layer, class or value is called 'stones'; there are: ground, Rock, things, path"])
        for name, walls, areas in [("things", 5, 0), ("Rock", 4, 0), ("path", 1, 1)]:
            with self.subTest(name):
                out, hit, level = self.stops(path, "--solid", name)
                self.assertTrue(hit, out)
                self.assertNotIn("nothing in this level", out)
                for _ in range(2):
                    made = self.load("levels", level + ".json")
                    self.assertEqual((len(made["walls"]), len(made.get("areas", []))), (walls, areas))
                    self.run_kickbox("import", "p", path, "--name", level)
            self.start_again()

    def test_objects_inherit_from_their_tile(self):
        """Class and properties, as in Tiled: those of the object come first, then its template's, then the tile's."""
        tile = ('<tile id="0" type="Chest"><properties><property name="loot" value="gold"/><property name="keys" type="int" value="2"/></properties></tile>')
        objects = ('<objectgroup id="2" name="things"><object id="1" gid="1" x="0" y="16" width="16" height="16"/>'
                   '<object id="2" type="Box" gid="2147483649" x="0" y="16" width="16" height="16"><properties><property name="loot" value="silver"/></properties></object>'
                   '<object id="3" gid="2" x="0" y="16" width="16" height="16"/></objectgroup>')
        self.run_kickbox("import", "p", self.tmx("ground", tile=tile, objects=objects))
        got = self.load("levels", "map.json")["entities"]
        self.assertEqual([(e["class"], e.get("values")) for e in got],
                         [("Chest", {"loot": "gold", "keys": "2"}), ("Box", {"loot": "silver", "keys": "2"}), ("things", None)])

    def test_turned_tile_objects(self):
        """Their middle is where Tiled draws it: turned about the corner, or the point of the set's alignment, that is at their position."""
        for n, (align, corner) in enumerate([("", (0, 1)), ("topleft", (0, 0)), ("center", (0.5, 0.5)), ("bottomright", (1, 1))]):
            for turn in (0, 90, 180, 270):
                with self.subTest(align, turn=turn):
                    self.write("t.png", png(24, 16, lambda x, y: bytes([8 * x, 9, 99, 255])))
                    text = ('<map version="1.10" orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16"><tileset firstgid="1" '
                            f'name="t{n}" tilewidth="24" tileheight="16" tilecount="1" columns="1" objectalignment="{align or "unspecified"}">'
                            '<image source="t.png" width="24" height="16"/></tileset><objectgroup id="2" name="things">'
                            f'<object id="1" gid="1" x="100" y="200" width="24" height="16" rotation="{turn}"/></objectgroup></map>')
                    self.run_kickbox("import", "p", self.write("turn.tmx", text))
                    x, y = 12 - 24 * corner[0], 8 - 16 * corner[1]
                    for _ in range(turn // 90):
                        x, y = -y, x
                    self.assertEqual(self.load("levels", "turn.json")["entities"][0]["at"], [100 + x - 12, 200 + y - 8])

    def test_tilesets_without_tiles(self):
        """A set that is empty is left out of the map, unless a layer wants its tiles; alone it is refused."""
        empty = '<tileset firstgid="9" name="none" tilewidth="16" tileheight="16" tilecount="0" columns="0"/>'
        with open(self.tmx("ground")) as file:
            text = file.read().replace("<layer", empty + "<layer", 1)
        out, _ = self.run_kickbox("import", "p", self.write("map.tmx", text))
        self.assertIn("none: the tileset has no tiles and is left out", out)
        self.assertEqual(os.listdir(self.path("p", "sprites")), ["t.json"])
        self.refused("import", "p", self.write("map.tmx", text.replace("1,1,0,2", "1,1,0,9")), "--name", "x", status=1, says=["no tileset has the tile 9"])
        self.refused("import", "p", self.write("none.tsx", '<tileset name="none" tilewidth="16" tileheight="16"/>'), status=1, says=["there are no tiles in it"])

    def test_empty_layer_of_an_infinite_map(self):
        chunk = '<chunk x="0" y="0" width="2" height="2">1,1,0,2</chunk>'
        for nothing in ('<data encoding="csv"/>', '<data encoding="base64" compression="zlib"/>'):
            path = self.tmx("Collision", cells=chunk, infinite=1, objects=f'<layer id="2" name="empty" width="2" height="2">{nothing}</layer>')
            self.assertTrue(self.stops(path)[1])
        self.refused("import", "p", self.tmx("Collision", objects='<layer id="2" name="empty" width="2" height="2"><data encoding="csv"/></layer>'), "--name", "x",
                     status=1, says=["there are 0 tiles, expected 4"])

    def test_choosing_what_stops_moves(self):
        path = self.tmx("ground")
        self.refused("import", "p", path, "--name", "x", "--solid", "grund", status=1, says=["no layer, class or value is called 'grund'; there are: ground"])
        out, hit, level = self.stops(path, "--solid", "ground")
        self.assertTrue(hit)
        self.assertNotIn("nothing in this level", out)
        # The next import remembers it, and what the user then says of a layer stays.
        self.run_kickbox("import", "p", path, "--name", level)
        self.assertIn("solid", self.load("levels", level + ".json")["layers"][0])
        self.edit("p", {"set": f"levels['{level}'].layers[0].solid", "value": None})
        self.run_kickbox("import", "p", path, "--name", level)
        self.assertNotIn("solid", self.load("levels", level + ".json")["layers"][0])

    def test_grey_heightmaps_in_colours(self):
        for kind, pixels in [(2, 3), (6, 4)]:
            rows = b"".join(b"\0" + b"".join(bytes([20 * x + 3 * y] * 3 + [255] * (pixels - 3)) for x in range(4)) for y in range(4))
            path = self.write(f"hill{kind}.png", png_file(4, 4, 8, kind, rows))
            self.run_kickbox("import", "p", path, "--as", "heightmap", "--level", "hills")
        red = self.write("red.png", png(4, 4, lambda x, y: bytes([200, 10 * x, 0, 255])))
        self.refused("import", "p", red, "--as", "heightmap", "--level", "hills", status=1, says=["red.png"])
        self.assertEqual(len(self.load("levels", "hills.json")["heightmaps"]), 2)

    # --- pictures of the project ---

    def test_render_only(self):
        self.run_kickbox("import", "p", self.tmx("Collision"), "--name", "cave")
        self.write("art/puck.png", PIXELS)
        self.run_kickbox("import", "p", "art/puck.png", "--name", "puck")

        def drawn(*options):
            self.run_kickbox("render", "p", "-o", "sheets", *options)
            found = sorted(os.path.relpath(os.path.join(folder, name), self.path("sheets"))
                           for folder, _, names in os.walk(self.path("sheets")) for name in names)
            subprocess.run(["rm", "-r", self.path("sheets")], check=True)
            return found

        everything = drawn()
        self.assertTrue(any("cave" in name for name in everything) and any("puck" in name for name in everything), everything)
        self.assertFalse(any(name.startswith(("sprites/t.", "t.")) for name in everything), everything)
        self.assertTrue(all("cave" in name for name in drawn("--only", "levels")))
        self.assertTrue(all("puck" in name for name in drawn("--only", "p*k")))
        self.assertTrue(any("t" in os.path.basename(name) for name in drawn("--only", "sprites/t")))
        self.refused("render", "p", "-o", "sheets", "--only", "nobody", status=1, says=["nothing is called 'nobody'"])


class Names(Case):
    """No name in a stranger's project becomes a command, a line or an option of another program."""

    BAD = ["a\nb", "a\tb", "a\rb", "a\x1bb", "a\x7fb", "a\u2028b", "a\u2029b", "a\ufdd0b", "a\ufffeb"]

    def setUp(self):
        super().setUp()
        self.project = self.make_project()

    def test_of_the_project_file(self):
        for name in self.BAD:
            with self.subTest(name=name):
                self.run_kickbox("new", "own")
                os.rename(self.path("own", "own.kickbox"), self.path("own", name + ".kickbox"))
                for command in (["check", "own"], ["export", "own", "-o", "x.kbx"], ["build", "own", "-o", "x.kbx", "--ninja", "x.ninja"],
                                ["build", "own", "-o", "x.kbx", "--slurm", "plan"]):
                    done = subprocess.run([KICKBOX, *command], cwd=self.root, env=self.environment, capture_output=True, timeout=60)
                    self.assertEqual(done.returncode, 1, (command, done.stderr))
                    self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
                self.assertFalse(os.path.exists(self.path("x.ninja")) or os.path.exists(self.path("plan")))
                subprocess.run(["rm", "-r", self.path("own")], check=True)

    def test_of_pictures(self):
        with open(self.path("demo", "sprites", "puck.json"), encoding="utf-8") as file:
            text = file.read()
        name = json.loads(text)["frames"][0]["picture"]["file"]
        for bad in self.BAD:
            with self.subTest(name=bad):
                os.rename(self.path("demo", "pictures", name), self.path("demo", "pictures", bad + ".png"))
                self.write("demo/sprites/puck.json", text.replace(name, json.dumps(bad + ".png")[1:-1]))
                for command in (["export", "demo", "-o", "x.kbx", "--depfile", "x.d"], ["compile", "demo/sprites/puck.json", "-o", "x.kbo", "--depfile", "x.d"]):
                    self.refused(*command, status=1, says=["puck.json"])
                self.assertFalse(os.path.exists(self.path("x.d")))
                os.rename(self.path("demo", "pictures", bad + ".png"), self.path("demo", "pictures", name))

    def test_of_assets(self):
        with open(self.path("demo", "sprites", "puck.json"), encoding="utf-8") as file:
            text = file.read()
        for bad in self.BAD + ["puck.json\tnotes.txt\nx", "a\n--output=todo.txt\nb"]:
            with self.subTest(name=bad):
                self.write(f"demo/sprites/{bad}.json", text)
                for command in (["build", "demo", "-o", "x.kbx", "--slurm", "plan"], ["build", "demo", "-o", "x.kbx", "--ninja", "x.ninja"], ["export", "demo", "-o", "x.kbx"]):
                    self.run_kickbox(*command, status=1)
                self.assertFalse(os.path.exists(self.path("plan")) or os.path.exists(self.path("x.ninja")) or os.path.exists(self.path("x.kbx")))
                os.unlink(self.path("demo", "sprites", bad + ".json"))

    # What means something in ninja, make, shells, lists of files, XML, HTML, JSON, JavaScript, Godot's, MUGEN's and atlases' text.
    ODD = ["x$(touch evil)", "x`touch evil`", "x;touch evil", "x&touch evil", "x|touch evil", "x$(shell touch evil)", "-evil", "@evil", "#evil",
           "x'evil", 'x"evil', "x\\evil", "x\\\"evil", "x%evil", "x:evil", "x$evil", "x${evil}", "x$$evil", "x evil", " evil", "x<evil>", "x&evil;",
           "x]]>evil", "x--><evil", "x</script><script>evil()", "__proto__", "constructor", "x,evil", "x=evil", "[evil]", "x\u202eevil", "x*evil?", "~evil",
           "x\u00e9vil\U0001f600", "con", "x!evil", "x^evil", "x(evil)", "x{evil}", "n" * 200, "frame_0", "animation_0", "shape_0_0_0", "page_0", "library_0"]
    NO_FILE = re.compile(r'[<>:"/\\|?*]|^ |^con$')   # what no file of a project is called

    def odd(self):
        """The demo with each odd name for a sprite, an animation, a class, a point, an event, a key and a text."""
        with open(self.path("demo", "sprites", "puck.json"), encoding="utf-8") as file:
            puck = json.load(file)
        plain = json.dumps({**puck, "animations": [], "frames": puck["frames"][1:2]})
        step = {"frame": puck["frames"][0]["id"], "duration": 100}
        puck["animations"] = [{"name": name, "loop": "once", "steps": [{**step, "events": [{"name": name}]}]} for name in self.ODD]
        puck["frames"][0]["points"] = [{"name": name, "at": [1, 1], "values": {name: name}} for name in self.ODD]
        puck["frames"][0]["shapes"] = [{"class": name, "name": name, "geometry": {"box": [1, 2, 3, 4]}} for name in self.ODD]
        self.edit("demo", *({"insert": "classes", "value": {"name": name, "colour": "#e01b24"}} for name in self.ODD))
        with open(self.path("demo", "sprites", "puck.json"), "w", encoding="utf-8") as file:
            json.dump(puck, file)
        for name in self.ODD:
            if not self.NO_FILE.search(name):
                self.write(f"demo/sprites/{name}.json", plain)
        self.assertNotIn("error:", self.run_kickbox("check", "demo", status=None)[0])

    def evil(self):
        return [os.path.join(folder, name) for folder, _, names in os.walk(self.root) for name in names if name in ("evil", "evil)")]

    def test_odd_names_in_builds(self):
        """Ninja and make read each name as it is, and run nothing. What make has no word for is refused."""
        self.odd()
        for name in self.ODD:
            if not self.NO_FILE.search(name) and re.search(r"[;=|]", name):
                self.refused("compile", f"demo/sprites/{name}.json", "-o", "x.kbo", "--depfile", "x.d", status=1, says=[name, "make takes"])
                self.refused("export", "demo", "-o", "x.kbx", "--depfile", "x.d", status=1, says=["make takes"])
                os.unlink(self.path("demo", "sprites", name + ".json"))
        self.assertFalse(os.path.exists(self.path("x.d")))
        self.run_kickbox("export", "demo", "-o", "whole.kbx", "--depfile", "whole.d")
        self.run_kickbox("build", "demo", "-o", "x.kbx", "--ninja", "x.ninja")
        done = subprocess.run(["ninja", "-f", "x.ninja"], cwd=self.root, capture_output=True, timeout=300, check=False,
                              env={**self.environment, "PATH": os.path.dirname(KICKBOX) + ":" + os.environ["PATH"]})
        self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr[-2000:])
        self.assertEqual(self.read(self.path("x.kbx")), self.read(self.path("whole.kbx")))
        self.write("Makefile", "whole.kbx:\n\t@echo made again\ninclude whole.d\n")
        made = subprocess.run(["make", "-s"], cwd=self.root, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        self.assertNotIn("made again", made.stdout)
        self.write("demo/sprites/x$(touch evil).json", "{}")
        os.utime(self.path("demo", "sprites", "x$(touch evil).json"), (4e9, 4e9))
        made = subprocess.run(["make", "-s"], cwd=self.root, capture_output=True, text=True, timeout=60, check=False)
        self.assertIn("made again", made.stdout)
        self.run_kickbox("build", "demo", "-o", "y.kbx", "--slurm", "plan", status=None)
        self.assertEqual(self.evil(), [])

    # What a format's file is; "lines": as many as with plain names.
    KINDS = {"json": "json", "phaser": "json", "pixi": "json", "aseprite": "json", "libgdx": "lines", "physicseditor": "json", "mugen": "lines",
             "godot": "godot", "godot-frames": "godot", "gdevelop": "json", "supertux": "lines", "tiled": "json", "ldtk": "json"}

    def parse(self, path, kind):
        """By a parser of its kind; the number of lines."""
        text = self.read(path).decode("utf-8")
        if path.endswith((".tmx", ".tsx")):
            xml.etree.ElementTree.fromstring(text)
        elif kind == "json":
            json.loads(text)
        elif kind == "godot":
            left = re.sub(r'"(?:[^"\\]|\\.)*"', "", text, flags=re.S)
            self.assertNotIn('"', left)
            self.assertNotIn("evil", left)
            ids = [(kind, name) for kind, name in re.findall(r'^\[(sub|ext)_resource [^\n]*\bid="([^"]*)"', text, flags=re.M)]
            self.assertEqual(len(set(ids)), len(ids))
            self.assertLessEqual({(kind.lower(), name) for kind, name in re.findall(r'\b(Sub|Ext)Resource\("([^"]*)"\)', text)}, set(ids))
        return len(text.splitlines())

    def exported(self, form):
        """Of each file that is no picture, its number of lines, once it was parsed."""
        folder = self.path("out-" + form)
        os.mkdir(folder)
        self.run_kickbox("export", "demo", "--format", form, "-o", os.path.join(folder, "game"))
        found = [self.parse(os.path.join(folder, name), self.KINDS[form]) for name in sorted(os.listdir(folder)) if not name.endswith(".png")]
        subprocess.run(["rm", "-r", folder], check=True)
        return found

    # Texts of values, and what a format that cannot hold all characters keeps of them.
    TEXTS = [("a\tb", "a\tb"), ("a\nb", "a\nb"), ("a\r\nb", "a\r\nb"), (" a ", " a "), ("<a & 'b' \"c\">]]>", "<a & 'b' \"c\">]]>"), ("a\\b", "a\\b"), ("a\x01b", "ab"), ("\x1b[31m", "[31m"), ("a\ufffeb\uffff", "ab"),
             ("a\x7f\x85\u2028b", "a\x7f\x85\u2028b"), ("\U0001f600", "\U0001f600")]

    def entity(self, values):
        """In a level of the demo, on a frame that has these values too."""
        self.edit("demo", {"set": "sprites['puck'].frames[0].values", "value": values}, {"insert": "classes", "value": {"name": "foe", "colour": "#e01b24"}},
                  {"insert": "levels", "value": {"name": "yard"}},
                  {"insert": "levels['yard'].entities", "value": {"name": "hero", "class": "foe", "at": [5, 5], "direction": [1, 0], "sprite": "puck", "flip": "x", "values": values}})

    def fields(self, form):
        """What the export of the level says, and the values of its entity by name."""
        out, _ = self.run_kickbox("export", "demo", "--format", form, "-o", "out/x." + {"ldtk": "ldtk", "tiled": "world", "udmf": "wad"}[form])
        if form == "ldtk":
            level, = json.loads(self.read(self.path("out", "x.ldtk")))["levels"]
            return out, {field["__identifier"]: field["__value"] for layer in level["layerInstances"] for entity in layer["entityInstances"] for field in entity["fieldInstances"]}
        if form == "tiled":
            return out, {field.get("name"): field.get("value") for field in xml.etree.ElementTree.parse(self.path("out", "x-yard.tmx")).iter("property")}
        text = self.read(self.path("out", "x.wad")).decode("utf-8", "replace")
        return out, {name: json.loads(text) for name, text in re.findall(r' user_(\w+) = ("(?:[^"\\]|\\.)*");', text)}

    def test_texts_in_formats(self):
        """Ends of lines and tabs stay; what XML and UDMF cannot hold is left out and counted."""
        os.mkdir(self.path("out"))
        self.entity({f"t{i}": text for i, (text, _) in enumerate(self.TEXTS)})
        for form in ("ldtk", "tiled", "udmf"):
            with self.subTest(format=form):
                out, fields = self.fields(form)
                self.assertEqual({key: fields[key] for key in fields if key.startswith("t")}, {f"t{i}": texts[form != "ldtk"] for i, texts in enumerate(self.TEXTS)})
                self.assertEqual("left out: names and texts that were changed (3)\n" in out, form == "tiled" or form == "udmf", out)
        tile = xml.etree.ElementTree.parse(self.path("out", "x-puck.tsx")).find("tile")
        self.assertEqual({field.get("name"): field.get("value") for field in tile.find("properties")}, {f"t{i}": text for i, (_, text) in enumerate(self.TEXTS)})

    def test_equal_keys_in_formats(self):
        """No value gives way to what a format writes itself, or to another whose key becomes the same."""
        os.mkdir(self.path("out"))
        values = {key: f"own {key}" for key in ("name", "class", "direction", "flip", "a b", "a_b", "\u00e4_b")}
        self.entity(values)
        for form, own, changed in (("ldtk", {"name": "hero", "flip": "x", "direction": 0}, 5), ("tiled", {"direction": "0.0"}, 1), ("udmf", {"name": "hero", "class": "foe"}, 4)):
            with self.subTest(format=form):
                out, fields = self.fields(form)
                self.assertEqual({key: fields[key] for key in own}, own)
                self.assertLessEqual(set(values.values()), set(fields.values()))
                self.assertIn(f"left out: names and texts that were changed ({changed})\n", out)

    def test_again(self):
        """Formats that Kickbox reads back keep frames and animations whose names it makes plain, and which are equal then."""
        names = ["x", " x ", "\ufeffx", "x\u202e", "\u2066"]
        path = self.path("demo", "sprites", "puck.json")
        puck = json.loads(self.read(path))
        frames = [{**puck["frames"][0], "id": 50 + i, "name": name} for i, name in enumerate(names)]
        with open(path, "w", encoding="utf-8") as file:
            json.dump({**puck, "next_frame": 60, "frames": frames, "animations": [
                {"name": name, "loop": "loop", "steps": [{"frame": frame["id"], "duration": 100}]} for name, frame in zip(names, frames)]}, file)
        for name in os.listdir(self.path("demo", "sprites")):
            if name != "puck.json":
                os.unlink(self.path("demo", "sprites", name))
        for form, ending in (("phaser", "json"), ("pixi", "json"), ("supertux", "sprite")):
            with self.subTest(format=form):
                os.mkdir(self.path(form))
                self.run_kickbox("export", "demo", "--format", form, "-o", f"{form}/x.{ending}")
                self.run_kickbox("new", "again-" + form)
                self.run_kickbox("import", "again-" + form, f"{form}/x.{ending}")
                sprite = json.loads(self.read(self.path("again-" + form, "sprites", "x.json")))
                self.assertEqual(len({run["name"] for run in sprite["animations"]}), len(names))
                if form != "supertux":   # it has one frame of each picture
                    self.assertEqual([run["steps"][0]["frame"] for run in sprite["animations"]], [frame["id"] for frame in sprite["frames"]])

    def test_odd_names_in_formats(self):
        """Each format's own parser reads what is written, and odd names add no line to a text."""
        self.odd()
        odd = {}
        for form in self.KINDS:
            with self.subTest(format=form):
                odd[form] = self.exported(form)
                self.assertNotEqual(odd[form], [])
        self.run_kickbox("publish", "demo", "-o", "page")
        self.assertNotIn("evil", self.read(self.path("page", "index.html")).decode())
        self.assertEqual(self.evil(), [])
        subprocess.run(["rm", "-r", "demo", "art"], cwd=self.root, check=True)
        self.make_project()
        self.ODD = [f"n{i}" if not self.NO_FILE.search(name) else f"n{i}?" for i, name in enumerate(self.ODD)]
        self.odd()
        for form in self.KINDS:
            if self.KINDS[form] == "lines":
                self.assertEqual(self.exported(form), odd[form], form)
