# SPDX-License-Identifier: MIT
"""Sprites of game engines: Godot's scenes, GDevelop's projects, shapes of PhysicsEditor."""
import json
import os
import sys
import unittest

from cli_case import Case, Picture, png

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import aseprite_writer as ase  # noqa: E402

# A strip of four frames of 32 x 48 pixels.
STRIP = png(128, 48, lambda x, y: bytes((x // 32 * 60, 90, 200, 255)) if 4 < x % 32 < 28 else bytes(4))
TEXTURE = '[ext_resource type="Texture2D" uid="uid://c1" path="res://art/hero.png" id="1_a"]\n'


def scene(resources, nodes, **header):
    return f'[gd_scene load_steps=4 format={header.get("format", 3)} uid="uid://b7"]\n\n{TEXTURE}\n{resources}\n{nodes}'


def track(number, path, times, values, update=1, kind="value"):
    return (f'tracks/{number}/type = "{kind}"\ntracks/{number}/imported = false\ntracks/{number}/path = NodePath("{path}")\n'
            f'tracks/{number}/keys = {{\n"times": PackedFloat32Array({times}),\n"transitions": PackedFloat32Array(1, 1),\n"update": {update},\n'
            f'"values": [{values}]\n}}\n')


class Engines(Case):
    def setUp(self):
        super().setUp()
        self.run_kickbox("new", "p")

    def read(self, name, data, *options):
        out, _ = self.run_kickbox("import", "p", self.write(name, data if isinstance(data, str) else json.dumps(data)), "--fresh",
                                  "--name", "s", *options)
        with open(self.path("p", "sprites", "s.json"), encoding="utf-8") as file:
            return json.load(file), out

    @staticmethod
    def steps(animation):
        return [(step["frame"], step["duration"]) for step in animation["steps"]]

    @staticmethod
    def geometries(frame):
        return [shape["geometry"] for shape in frame.get("shapes", [])]


class Godot(Engines):
    def setUp(self):
        super().setUp()
        self.write("game/project.godot", "config_version=5\n")
        self.write("game/art/hero.png", STRIP)

    def scene(self, resources, nodes, *options, **header):
        return self.read("game/actors/hero.tscn", scene(resources, nodes, **header), *options)

    def test_parts(self):
        """Each part of a scene is a sprite of its own, which is found again with its options."""
        nodes = '[node name="Root" type="Node2D"]\n' + "".join(
            f'[node name="{name}" type="Sprite2D" parent="."]\ntexture = ExtResource("1_a")\nhframes = {n}\n' for name, n in (("Look", 4), ("Shadow", 2)))
        path = self.write("game/duo.tscn", scene("", nodes))
        for part, more, says in (("Look", ["--hot-spot", "bottom"], "duo Look: 4 frames"), ("Shadow", [], "duo Shadow: 2 frames"),
                                 ("Look", [], "duo Look: 4 frames: 4 kept")):
            self.assertIn(says, self.run_kickbox("import", "p", path, "--part", part, *more)[0])
        with open(self.path("p", "sprites", "duo Look.json"), encoding="utf-8") as file:
            sprite = json.load(file)
        self.assertEqual((sprite["import"]["hot_spot"], sprite["import"]["part"]), ("bottom", "Look"))

    def test_branches(self):
        """A sprite has the shapes of its own body, around that body's position; none of walls or of other sprites."""
        nodes = '[node name="Level" type="Node2D"]\n'
        for i, name in enumerate(("Hero", "Foe")):
            nodes += (f'[node name="{name}" type="Area2D" parent="."]\nposition = Vector2({100 + i}, 50)\n'
                      f'[node name="Look" type="Sprite2D" parent="{name}"]\ntexture = ExtResource("1_a")\n'
                      f'[node name="{name}Shape" type="CollisionShape2D" parent="{name}"]\nshape = SubResource("r")\n'
                      f'[node name="{name}Hand" type="Marker2D" parent="{name}"]\n')
        nodes += ('[node name="Sky" type="Sprite2D" parent="."]\ntexture = ExtResource("1_a")\n'
                  '[node name="Wall" type="StaticBody2D" parent="."]\n'
                  '[node name="WallShape" type="CollisionShape2D" parent="Wall"]\nshape = SubResource("r")\n')
        resources = '[sub_resource type="RectangleShape2D" id="r"]\nsize = Vector2(20, 30)\n'
        for part, shapes, spot in (("Hero/Look", ["HeroShape"], [64, 24]), ("Foe/Look", ["FoeShape"], [64, 24]), ("Sky", [], [64, 24])):
            sprite, out = self.scene(resources, nodes, "--part", part)
            (frame,) = sprite["frames"]
            self.assertEqual([shape["name"] for shape in frame.get("shapes", [])], shapes)
            self.assertEqual([point["name"] for point in frame.get("points", [])], [name.replace("Shape", "Hand") for name in shapes])
            self.assertEqual(frame["hot_spot"], spot)
            self.assertIn(f"left out: collision shapes of other nodes than the sprite's ({3 - len(shapes)})", out)

    def test_scenes_without_a_sprite(self):
        for nodes, says in (('[node name="A" type="Node3D"]\n', "this is a scene in 3D without a sprite; export its meshes"),
                            ('[node name="A" type="Node2D"]\n[node name="B" type="TileMapLayer" parent="."]\n', "this scene has tile maps and no sprite"),
                            ('[node name="A" type="Control"]\n', "this scene has no Sprite2D or AnimatedSprite2D")):
            self.refused("import", "p", self.write("game/a.tscn", "[gd_scene format=3]\n" + nodes), status=1, says=["a.tscn: " + says])

    def test_sprite_frames(self):
        """Regions with margins, durations in frames, names of both kinds, a frame in two animations."""
        regions = "".join(f'[sub_resource type="AtlasTexture" id="AtlasTexture_{i}"]\natlas = ExtResource("1_a")\nregion = Rect2({32 * i}, 0, 30, 48)\n'
                          "margin = Rect2(1, 2, 2, 4)\n; a comment\n\n" for i in range(3))
        frames = ", ".join(f'{{\n"duration": {d},\n"texture": SubResource("AtlasTexture_{i}")\n}}' for i, d in ((0, "1.0"), (1, "2.5"), (2, "1.0")))
        sprite, out = self.read("game/hero.tres", '[gd_resource type="SpriteFrames" load_steps=5 format=3]\n\n' + TEXTURE + regions + f'''[resource]
animations = [{{"frames": [{frames}], "loop": true, "name": &"walk", "speed": 12.0}},
{{"frames": [{{"duration": 1.0, "texture": SubResource("AtlasTexture_1")}}, {{"duration": 1.0, "texture": null}}], "loop": 2, "name": "say \\"hi\\"", "speed": 5.0}}]
''')
        self.assertEqual([(item["name"], item["loop"]) for item in sprite["animations"]], [("walk", "loop"), ('say "hi"', "ping-pong")])
        self.assertEqual(self.steps(sprite["animations"][0]), [(1, 83), (2, 209), (3, 83)])  # the ends are rounded, not the durations
        self.assertEqual(self.steps(sprite["animations"][1]), [(2, 200)])
        frame = sprite["frames"][1]
        self.assertEqual((frame["width"], frame["height"], frame["picture"]["offset"], frame["picture"]["rect"]), (32, 52, [1, 2], [32, 0, 30, 48]))
        self.assertIn("left out: textures that are no pictures (1)", out)

    def test_texture_of_another_format(self):
        """The first frame of any drawing that Kickbox reads."""
        data = ase.aseprite(2, 1, (1, ase.layer("a"), ase.cel(0, 0, 0, [[b"\xff\0\0\xff", b"\0\xff\0\xff"]])))
        self.write("game/art/look.aseprite", data)
        sprite, _ = self.read("game/look.tres", '[gd_resource type="SpriteFrames" format=3]\n\n[ext_resource type="Texture2D" path="res://art/look.aseprite" id="1"]\n'
                              '[resource]\nanimations = [{"frames": [{"duration": 1.0, "texture": ExtResource("1")}], "loop": true, "name": &"a", "speed": 5.0}]\n')
        self.assertEqual([(frame["width"], frame["height"]) for frame in sprite["frames"]], [(2, 1)])
        with open(self.path("p", "pictures", sprite["frames"][0]["picture"]["file"]), "rb") as file:
            picture = Picture(file.read())
        self.assertEqual([picture.rgb(x, 0) for x in range(2)], [(255, 0, 0), (0, 255, 0)])

    def test_old_resource(self):
        """Godot 3: numbers for references, textures without durations."""
        sprite, _ = self.read("game/old.tres", '[gd_resource type="SpriteFrames" load_steps=2 format=2]\n[ext_resource path="res://art/hero.png" type="Texture" id=1]\n'
                              '[resource]\nanimations = [ {\n"frames": [ ExtResource( 1 ), ExtResource( 1 ) ],\n"loop": true,\n"name": "default",\n"speed": 10.0\n} ]\n')
        self.assertEqual(self.steps(sprite["animations"][0]), [(1, 100), (1, 100)])
        self.assertEqual((sprite["frames"][0]["name"], sprite["frames"][0]["width"]), ("hero", 128))

    SHAPES = '''[sub_resource type="RectangleShape2D" id="R"]
size = Vector2(10, 20)
[sub_resource type="CircleShape2D" id="C"]
radius = 4.5
[sub_resource type="CapsuleShape2D" id="K"]
radius = 3.0
height = 16.0
[sub_resource type="ConvexPolygonShape2D" id="P"]
points = PackedVector2Array(-4, -4, 4, -4, 0, 6)
[sub_resource type="ConcavePolygonShape2D" id="Q"]
segments = PackedVector2Array(0, 0, 8, 0, 8, 0, 4, 9, 4, 9, 0, 0)
[sub_resource type="SegmentShape2D" id="S"]
a = Vector2(0, 0)
b = Vector2(6, 0)
[sub_resource type="WorldBoundaryShape2D" id="W"]
'''

    @staticmethod
    def shape(name, resource, more="", parent="Hit"):
        return f'[node name="{name}" type="CollisionShape2D" parent="{parent}"]\nshape = SubResource("{resource}")\n{more}\n'

    def test_shapes(self):
        """Each kind of shape, where it is in the picture; classes, names and bits; what is left out."""
        nodes = '''[node name="Hero" type="CharacterBody2D"]
position = Vector2(500, 500)
[node name="Look" type="Sprite2D" parent="."]
position = Vector2(0, -24)
texture = ExtResource("1_a")
hframes = 4
[node name="Hit" type="Area2D" parent="."]
position = Vector2(2, -24)
collision_layer = 4
collision_mask = 3
''' + self.shape("Chest", "R") + self.shape("CollisionShape2D", "R", "rotation = 1.5707964\nposition = Vector2(0.5, 0)") + self.shape("C", "C", "scale = Vector2(2, 2)") \
            + self.shape("K", "K") + self.shape("P", "P") + self.shape("Q", "Q") + self.shape("S", "S") + self.shape("W", "W") + self.shape("Off", "R", "disabled = true") \
            + '''[node name="Body" type="CollisionPolygon2D" parent="."]
polygon = PackedVector2Array(-8, -40, 8, -40, 8, 0, -8, 0)
[node name="Hand" type="Marker2D" parent="."]
position = Vector2(10.5, -20)
rotation = 0.785398
[node name="Sound" type="AudioStreamPlayer2D" parent="."]
[node name="Sword" parent="." instance=ExtResource("9_x")]
[node name="Shadow" type="Sprite2D" parent="."]
'''
        self.refused("import", "p", self.write("game/actors/hero.tscn", scene(self.SHAPES, nodes)), status=1, says=["choose one of these parts (--part): Look, Shadow"])
        sprite, out = self.scene(self.SHAPES, nodes, "--part", "Look")
        self.assertEqual((len(sprite["frames"]), sprite["import"]["part"]), (4, "Look"))
        for i, frame in enumerate(sprite["frames"]):
            self.assertEqual(frame["picture"]["rect"], [32 * i, 0, 32, 48])
            self.assertEqual(frame["hot_spot"], [16, 48])  # the origin of the scene
            self.assertEqual(frame["points"], [{"name": "Hand", "at": [26, 28], "direction": 45}])
            # The middle of the area is at 18, 24.
            self.assertEqual(self.geometries(frame), [
                {"box": [13, 14, 10, 20]}, {"oriented": [18.5, 24, 10, 20, 90]}, {"circle": [18, 24, 9]}, {"capsule": [18, 19, 18, 29, 3]},
                {"polygon": [[14, 20], [22, 20], [18, 30]]}, {"polygon": [[18, 24], [26, 24], [22, 33]]}, {"capsule": [18, 24, 24, 24, 0.5]},
                {"polygon": [[8, 8], [24, 8], [24, 48], [8, 48]]}])
        shapes = sprite["frames"][0]["shapes"]
        self.assertEqual({(shape["class"], shape.get("name")) for shape in shapes},
                         {("Hit", "Chest"), ("Hit", None), ("Hit", "C"), ("Hit", "K"), ("Hit", "P"), ("Hit", "Q"), ("Hit", "S"), ("Hero", "Body")})
        self.assertEqual(shapes[0]["values"], {"collision_layer": "4", "collision_mask": "3"})
        for what in ("nodes of the type AudioStreamPlayer2D (1)", "nodes of the type Sprite2D (1)", "scenes within the scene (1)",
                     "collision shapes that no frame can have or has on (2)"):
            self.assertIn("left out: " + what, out)

    def test_sprite_placement(self):
        """Offset, no centre, mirrored, turned and scaled sprites: the same shape, in other places of the picture."""
        box = '[node name="Box" type="CollisionShape2D" parent="."]\nshape = SubResource("R")\nposition = Vector2(8, 0)\n'
        for more, expected in (("", {"box": [19, 14, 10, 20]}), ("centered = false\n", {"box": [3, -10, 10, 20]}), ("offset = Vector2(3, -1)\n", {"box": [16, 15, 10, 20]}),
                               ("flip_h = true\n", {"box": [3, 14, 10, 20]}), ("flip_h = true\noffset = Vector2(3, 0)\n", {"box": [6, 14, 10, 20]}), ("scale = Vector2(2, 2)\n", {"oriented": [20, 24, 5, 10, 0]}),
                               ("scale = Vector2(0, 2)\n", None)):
            nodes = '[node name="Root" type="Node2D"]\n[node name="Look" type="Sprite2D" parent="."]\ntexture = ExtResource("1_a")\nhframes = 4\n' + more + box
            sprite, _ = self.scene(self.SHAPES, nodes)
            self.assertEqual(self.geometries(sprite["frames"][0]), [expected] if expected else [])
            self.run_kickbox("edit", "p", text=json.dumps({"remove": "sprites[0]"}))

    def test_player(self):
        """An AnimationPlayer: a hit box that is on in the middle of a frame, moves steadily, and grows; other tracks are counted."""
        walk = (track(0, "Look:frame", "0, 0.1, 0.2", "0, 1, 2") + track(1, "Hit/Box:disabled", "0, 0.15", "true, false")
                + track(2, "Hit:position", "0, 0.2", "Vector2(0, 0), Vector2(8, 0)", update=0) + track(3, "Hit/Box:shape:size", "0, 0.2", "Vector2(10, 20), Vector2(12, 20)")
                + track(4, "Look:modulate", "0, 0.05", "Color(1, 1, 1, 1), Color(0, 0, 0, 1)") + track(5, ".", "0", "{}", kind="method"))
        resources = self.SHAPES + f'''[sub_resource type="Animation" id="A1"]
length = 0.3
loop_mode = 1
{walk}
[sub_resource type="Animation" id="A2"]
length = 0.1
{track(0, "Hit:position", "0", "Vector2(1, 1)")}
[sub_resource type="AnimationLibrary" id="L"]
_data = {{
&"walk": SubResource("A1"),
&"blink": SubResource("A2")
}}
'''
        nodes = '''[node name="Hero" type="Node2D"]
[node name="Look" type="Sprite2D" parent="."]
texture = ExtResource("1_a")
hframes = 4
[node name="Hit" type="Area2D" parent="."]
[node name="Box" type="CollisionShape2D" parent="Hit"]
shape = SubResource("R")
disabled = true
[node name="Player" type="AnimationPlayer" parent="."]
libraries = {
"": SubResource("L")
}
'''
        sprite, out = self.scene(resources, nodes)
        (walk,) = sprite["animations"]
        self.assertEqual((walk["name"], walk["loop"], self.steps(walk)), ("walk", "loop", [(1, 100), (2, 50), (3, 50), (4, 100)]))
        self.assertEqual([frame["picture"]["rect"][0] for frame in sprite["frames"]], [0, 32, 32, 64])
        boxes = [self.geometries(frame) for frame in sprite["frames"]]
        self.assertEqual(boxes, [[], [], [{"box": [17, 14, 10, 20]}], [{"box": [18, 14, 12, 20]}]])
        for what in ("animation tracks of 'modulate' (1)", "animation tracks of the type method (1)", "animations that change no frame of the sprite (1)"):
            self.assertIn("left out: " + what, out)

    def test_animated_sprite(self):
        """SpriteFrames in a file of their own; an AnimationPlayer plays one of its animations."""
        regions = "".join(f'[sub_resource type="AtlasTexture" id="T{i}"]\natlas = ExtResource("1_a")\nregion = Rect2({32 * i}, 0, 32, 48)\n' for i in range(4))
        self.write("game/hero.tres", f'[gd_resource type="SpriteFrames" format=3]\n{TEXTURE}{regions}[resource]\nanimations = [' + ", ".join(
            '{"frames": [' + ", ".join(f'{{"duration": 1.0, "texture": SubResource("T{i}")}}' for i in frames) + f'], "loop": true, "name": &"{name}", "speed": 10.0}}'
            for name, frames in (("idle", (0,)), ("hit", (1, 2, 3)))) + "]\n")
        own = track(0, ".:animation", "0", '&"hit"') + track(1, "Box:disabled", "0, 0.15", "true, false")
        library = track(0, ".:animation", "0", '&"hit"') + track(1, ".:frame", "0, 0.1", "0, 2")
        sprite, _ = self.scene('[ext_resource type="SpriteFrames" path="res://hero.tres" id="2_b"]\n[sub_resource type="Animation" id="A1"]\nlength = 0.2\n' + library
                               + '[sub_resource type="Animation" id="A2"]\nlength = 0.3\n' + own + self.SHAPES, '''
[node name="Look" type="AnimatedSprite2D"]
sprite_frames = ExtResource("2_b")
animation = &"idle"
[node name="Player" type="AnimationPlayer" parent="."]
libraries/ = SubResource("L")
[sub_resource type="AnimationLibrary" id="L"]
_data/punch = SubResource("A1")
_data/kick = SubResource("A2")
[node name="Box" type="CollisionShape2D" parent="."]
shape = SubResource("R")
disabled = true
''')
        self.assertEqual([(item["name"], item["loop"]) for item in sprite["animations"]], [("punch", "hold-last"), ("kick", "hold-last"), ("idle", "loop"), ("hit", "loop")])
        rects = [[sprite["frames"][number - 1]["picture"]["rect"][0] for number, _ in self.steps(item)] for item in sprite["animations"]]
        self.assertEqual(rects, [[32, 96], [32, 64, 64, 96], [0], [32, 64, 96]])
        kick = sprite["animations"][1]
        self.assertEqual([time for _, time in self.steps(kick)], [100, 50, 50, 100])
        self.assertEqual([len(self.geometries(sprite["frames"][number - 1])) for number, _ in self.steps(kick)], [0, 0, 1, 1])
        self.assertEqual(len(sprite["frames"]), 6)

    def test_wrong(self):
        resource = '[gd_resource type="SpriteFrames" format=3]\n'
        for text, says in ((resource + "[resource]\nanimations = [}\n", "hero.tres: line 3: "), (resource + "[resource]\nanimations = [\"x\n", "hero.tres: line "),
                           (resource + "[resource]\nx\n", "hero.tres: line "), (resource + "[resource]\nanimations = []\n", "there is no frame in it"),
                           (resource + "[resource]\nx = " + "[" * 100 + "]" * 100, "hero.tres: line 3: "),
                           (scene("", '[node name="A" type="Node2D"]\n'), "this scene has no Sprite2D or AnimatedSprite2D"),
                           (scene("", '[node name="A" type="Sprite2D"]\n'), "there is no frame in it"),
                           (scene("", '[node name="A" type="Sprite2D"]\ntexture = ExtResource("1_a")\nhframes = 200\n'), "a frame has 1 to"),
                           (scene('[ext_resource type="SpriteFrames" path="none.tres" id="3"]\n', '[node name="A" type="AnimatedSprite2D"]\nsprite_frames = ExtResource("3")\n'),
                            "none.tres")):
            self.refused("import", "p", self.write("game/hero.tres", text), status=None if "none.tres" in says else 1, says=[says])


class GDevelop(Engines):
    @staticmethod
    def sprite(image, *polygons, points=(), origin=(0, 0), centre=None):
        return {"image": image, "hasCustomCollisionMask": bool(polygons), "points": [{"name": name, "x": x, "y": y} for name, x, y in points],
                "originPoint": {"name": "origine", "x": origin[0], "y": origin[1]},
                "centerPoint": dict({"automatic": centre is None, "name": "centre"}, x=(centre or (0, 0))[0], y=(centre or (0, 0))[1]),
                "customCollisionMask": [[{"x": x, "y": y} for x, y in polygon] for polygon in polygons]}

    @staticmethod
    def project(objects, scenes=()):
        return {"firstLayout": "", "gdVersion": {"build": 99, "major": 4}, "properties": {"name": "x"}, "objects": objects,
                "resources": {"resources": [{"kind": "image", "name": "first", "file": "assets/one.png"}]},
                "layouts": [{"name": name, "objects": items, "layers": []} for name, items in scenes]}

    @staticmethod
    def object(name, *animations):
        return {"name": name, "type": "Sprite", "animations": [
            {"name": title, "useMultipleDirections": len(directions) > 1, "directions": [
                {"looping": loop, "timeBetweenFrames": time, "sprites": sprites} for loop, time, sprites in directions]} for title, *directions in animations]}

    def setUp(self):
        super().setUp()
        for name in ("assets/one.png", "two.png"):
            self.write(name, png(32, 16, lambda x, y: bytes((8 * x, 16 * y, len(name), 255))))

    def test_object(self):
        one = self.sprite("first", [(1, 2), (9, 2), (9, 9.5), (1, 2)], points=[("hand", 12.75, 3)], origin=(16, 16), centre=(8, 8))
        two = self.sprite("two.png", [(0, 0), (5, 0)])
        hero = self.object("Hero", ("walk", (True, 0.08, [one, two, one])), ("", (False, 0.1, [two])), ("turn", (True, 0.1, [two]), (True, 0.1, []), (True, 0.1, [one])))
        sprite, out = self.read("game.json", self.project([hero, {"name": "T", "type": "TextObject::Text"}]))
        self.assertEqual([(item["name"], item["loop"], self.steps(item)) for item in sprite["animations"]], [
            ("walk", "loop", [(1, 80), (2, 80), (1, 80)]), ("animation", "hold-last", [(2, 100)]), ("turn 0", "loop", [(2, 100)]), ("turn 90", "loop", [(1, 100)])])
        frame = sprite["frames"][0]
        self.assertEqual((frame["name"], frame["hot_spot"], frame["points"]), ("one", [16, 16], [{"name": "hand", "at": [12, 3]}, {"name": "centre", "at": [8, 8]}]))
        self.assertEqual(frame["shapes"], [{"class": "collision", "geometry": {"polygon": [[1, 2], [9, 2], [9, 9.5]]}}])
        self.assertIn("left out: shapes that frames cannot have (1)", out)

    def test_missing_pictures(self):
        """What is there is imported; only where nothing is, the file is refused."""
        hero = self.object("Hero", ("walk", (True, 0.1, [self.sprite("first"), self.sprite("none.png"), self.sprite("two.png"), self.sprite("none.png")])),
                           ("gone", (True, 0.1, [self.sprite("lost.png")])))
        sprite, out = self.read("game.json", self.project([hero]))
        self.assertEqual([(item["name"], self.steps(item)) for item in sprite["animations"]], [("walk", [(1, 100), (2, 100)])])
        for says in ("the picture 'none.png' is missing", "the picture 'lost.png' is missing", "left out: animations without frames (1)"):
            self.assertIn(says, out)

    def test_copied_direction(self):
        """GDevelop may write copies of an animation's only direction."""
        hero = self.object("Hero", ("walk", *[(True, 0.1, [self.sprite("two.png")])] * 8))
        hero["animations"][0]["useMultipleDirections"] = False
        sprite, _ = self.read("game.json", self.project([hero]))
        self.assertEqual([(item["name"], self.steps(item)) for item in sprite["animations"]], [("walk", [(1, 100)])])

    def test_part(self):
        """Several objects, two of the same name; the file is imported again with its object."""
        hero = self.object("Hero", ("a", (True, 1, [self.sprite("first")])))
        other = self.object("Hero", ("b", (True, 1, [self.sprite("two.png")])))
        project = self.project([self.object("Coin", ("c", (True, 1, [self.sprite("first")])))], [("Cave", [hero]), ("Hill", [other])])
        project["layouts"].append({"referenceTo": "/layouts/x"})
        path = self.write("game.json", json.dumps(project))
        for options, begins in (((), "choose"), (("--part", "Hero"), "choose"), (("--part", "None"), "there is no part 'None'; choose")):
            self.refused("import", "p", path, *options, status=1, says=[f": {begins} one of these parts (--part): Coin, Cave/Hero, Hill/Hero"])
        self.refused("import", "p", self.path("two.png"), "--part", "x", status=2, says=["--part: not with"])
        out, _ = self.run_kickbox("import", "p", path, "--part", "Hill/Hero")
        self.assertIn("left out: scenes in files of their own (1)", out)
        with open(self.path("p", "sprites", "Hero.json"), encoding="utf-8") as file:
            sprite = json.load(file)
        self.assertEqual((sprite["import"]["part"], sprite["animations"][0]["name"]), ("Hill/Hero", "b"))
        self.run_kickbox("import", "p", path, "--part", "Coin")
        self.assertTrue(os.path.exists(self.path("p", "sprites", "Coin.json")))

    def test_wrong(self):
        for project, says in ((self.project([]), "there is no sprite in it"), (self.project([self.object("A")]), "there is no frame in it"),
                              (self.project([self.object("A", ("x", (True, 1, [{"image": 3}])))]),
                               "game.json: animation 'x', step 1: there is no image"),
                              (self.project([self.object("A", ("x", (True, 1, [self.sprite("none.png")])))]), "none.png")):
            self.refused("import", "p", self.write("game.json", json.dumps(project)), status=None if "none" in says else 1, says=[says])


class PhysicsEditor(Engines):
    def setUp(self):
        super().setUp()
        for name in ("crate", "ball"):
            self.write(name + ".png", png(32, 32, lambda x, y: bytes((8 * x, 8 * y, len(name), 255))))

    def test_matter(self):
        body = {"type": "fromPhysicsEditor", "label": "crate", "isStatic": True, "density": 0.10000000149011612, "collisionFilter": {"group": 0, "category": 1, "mask": 255},
                "fixtures": [{"label": "crate", "isSensor": False, "vertices": [[{"x": 0, "y": 0}, {"x": 8, "y": 0}, {"x": 8, "y": 8}], [{"x": 8, "y": 0}, {"x": 16, "y": 0}, {"x": 8, "y": 8}]]},
                             {"label": "wheel", "isSensor": True, "circle": {"x": 9.5, "y": 20, "radius": 6}}]}
        sprite, out = self.read("shapes.json", {"generator_info": "Shape definitions generated with PhysicsEditor.", "crate": body, "ghost": body})
        (frame,) = sprite["frames"]
        self.assertEqual((frame["name"], frame["width"], frame["values"]), ("crate", 32, {"isStatic": "true", "density": "0.1", "group": "0", "category": "1", "mask": "255"}))
        self.assertEqual([(shape["class"], shape["geometry"], shape["values"]) for shape in frame["shapes"]], [
            ("collision", {"polygon": [[0, 0], [8, 0], [8, 8]]}, {"isSensor": "false"}), ("collision", {"polygon": [[8, 0], [16, 0], [8, 8]]}, {"isSensor": "false"}),
            ("wheel", {"circle": [9.5, 20, 6]}, {"isSensor": "true"})])
        self.assertIn("left out: bodies without a picture of their name (1)", out)

    def test_lists(self):
        """P2 and Corona: flat lists; circles with a position."""
        filters = {"categoryBits": 1, "maskBits": 65535}
        sprite, _ = self.read("shapes.json", {
            "crate": [{"density": 2, "friction": 0, "bounce": 0.25, "filter": filters, "shape": [0, 0, 8, 0, 8, 8.5]}],
            "ball.png": [{"density": 2, "filter": filters, "circle": {"radius": 15, "position": [16, 17]}}, {"filter": filters, "fixtureKey": "top", "polygons": [[0, 0, 8, 0, 0, 8]]}]})
        crate, ball = sprite["frames"]
        self.assertEqual(crate["shapes"], [{"class": "collision", "geometry": {"polygon": [[0, 0], [8, 0], [8, 8.5]]},
                                            "values": {"density": "2", "friction": "0", "bounce": "0.25", "categoryBits": "1", "maskBits": "65535"}}])
        self.assertEqual([(shape["class"], shape["geometry"]) for shape in ball["shapes"]],
                         [("collision", {"circle": [16, 17, 15]}), ("top", {"polygon": [[0, 0], [8, 0], [0, 8]]})])

    def test_wrong(self):
        self.write("broken.png", b"x")
        for text, says in (({"x": [{"shape": [], "density": 1}]}, "none of the bodies' pictures exists"), ({"crate": {"density": 1, "shape": 1}}, "['crate']: expected a list of fixtures"),
                           ({"broken": [{"shape": [], "density": 1}]}, "broken.png")):
            self.refused("import", "p", self.write("shapes.json", json.dumps(text)), status=1, says=[says])


if __name__ == "__main__":
    unittest.main()
