# SPDX-License-Identifier: MIT
"""Features of game engines' sprites, tracks and meshes."""
import base64
import json
import struct

from cli_case import png
from features import BLUE, CLEAR, Format, GREEN, RED, Refused, VIEW, both, counts, has, shows

SHEET = png(4, 2, lambda x, y: (RED, GREEN)[x // 2] if y == 0 else (BLUE, CLEAR)[x // 2])
TEXTURE = '[ext_resource type="Texture2D" path="res://a.png" id="1"]\n'

# ---- Godot: engine_details/file_formats/tscn.rst and the class reference ----


def tres(frames='[{"duration": 1.0, "texture": ExtResource("1")}]', resources="", **members):
    items = {"frames": frames, "loop": "true", "name": '&"walk"', "speed": "10.0", **members}
    body = ", ".join(f'"{key}": {value}' for key, value in items.items())
    return {"x.tres": f'[gd_resource type="SpriteFrames" format=3]\n{TEXTURE}{resources}'
                      f"[resource]\nanimations = [{{{body}}}]\n", "a.png": SHEET}


def atlas(more=""):
    return tres('[{"duration": 1.0, "texture": SubResource("t")}]',
                '[sub_resource type="AtlasTexture" id="t"]\natlas = ExtResource("1")\n'
                f"region = Rect2(2, 0, 2, 1)\n{more}\n")


def node(name, kind, more="", parent=' parent="."'):
    return f'[node name="{name}" type="{kind}"{parent}]\n{more}\n'


def tscn(sprite="", *nodes, resources="", root=""):
    """A sprite of four pixels at the origin."""
    return {"x.tscn": "[gd_scene format=3]\n" + TEXTURE + resources
                      + node("Hero", "Node2D", root, "")
                      + node("Look", "Sprite2D", 'texture = ExtResource("1")\n' + sprite)
                      + "".join(nodes), "a.png": SHEET}


def shape(kind, fields="", more="", owner="Area2D", owner_more=""):
    return tscn("", node("Hurt", owner, owner_more),
                node("Collision", "CollisionShape2D", f'shape = SubResource("s")\n{more}',
                     ' parent="Hurt"'),
                resources=f'[sub_resource type="{kind}" id="s"]\n{fields}\n')


def box_shape(more="", **keys):
    return shape("RectangleShape2D", "size = Vector2(2, 2)", more, **keys)


def player(*tracks, more="loop_mode = 1\n"):
    keys = "".join(
        f'tracks/{i}/type = "{kind}"\ntracks/{i}/path = NodePath("{path}")\n{rest}'
        f'tracks/{i}/keys = {{{more_keys}"times": PackedFloat32Array({times}), "update": {update}, '
        f'"values": [{values}]}}\n'
        for i, (kind, path, times, values, update, rest, more_keys) in enumerate(tracks))
    return tscn("hframes = 2\n", node("Box", "CollisionShape2D", 'shape = SubResource("s")'),
                node("Player", "AnimationPlayer", 'libraries = {"": SubResource("l")}'),
                resources='[sub_resource type="RectangleShape2D" id="s"]\nsize = Vector2(2, 2)\n'
                          f'[sub_resource type="Animation" id="n"]\nlength = 0.2\n{more}{keys}'
                          '[sub_resource type="AnimationLibrary" id="l"]\n'
                          '_data = {&"walk": SubResource("n")}\n')


def track(path, values, times="0, 0.1", update=1, kind="value", rest="", keys=""):
    return kind, path, times, values, update, rest, keys


FRAMES = track("Look:frame", "0, 1")
GEOMETRY = "frames.0.shapes.0.geometry"
LOOKS = ("visible", "modulate", "self_modulate", "show_behind_parent", "top_level",
         "clip_children", "light_mask", "z_index", "z_as_relative", "y_sort_enabled",
         "texture_filter", "texture_repeat", "material", "use_parent_material", "skew",
         "region_filter_clip_enabled")
TYPES = ("AudioStreamPlayer2D", "Line2D", "Polygon2D", "Skeleton2D", "Bone2D", "RayCast2D",
         "GPUParticles2D", "PointLight2D", "Camera2D", "Timer", "AnimationTree", "TileMapLayer")
TRACKS = ("method", "bezier", "audio", "animation")
GODOT_FRAMES = Format("Godot SpriteFrames", tres(), [
    ("name", tres(), has("animations.0.name", "walk")),
    ("speed", tres(), has("animations.0.steps.0.duration", 100)),
    ("loop", tres(), has("animations.0.loop", "loop")),
    ("loop false", tres(loop="false"), has("animations.0.loop", "hold-last")),
    ("frames: texture", tres(), shows([RED, RED, GREEN, GREEN], [BLUE, BLUE, CLEAR, CLEAR])),
    ("frames: duration", tres('[{"duration": 2.0, "texture": ExtResource("1")}]'),
     has("animations.0.steps.0.duration", 200)),
    ("frames without durations (Godot 3)", tres('[ExtResource("1")]'), counts("frames", 1)),
    ("frames: texture null", tres('[{"duration": 1.0, "texture": null}, {"duration": 1.0, '
                                  '"texture": ExtResource("1")}]'),
     "textures that are no pictures (1)"),
    ("frames of none", {**tres(), "x.tres": tres()["x.tres"].replace(
        "animations = [", 'animations = [{"frames": [], "name": &"empty"}, ')},
     "animations without frames (1)"),
    ("AtlasTexture: atlas, region", atlas(), shows([GREEN, GREEN])),
    ("AtlasTexture: margin", atlas("margin = Rect2(1, 0, 2, 0)"),
     shows([CLEAR, GREEN, GREEN, CLEAR])),
    ("CanvasTexture", tres('[{"texture": SubResource("t")}, {"texture": ExtResource("1")}]',
                           '[sub_resource type="CanvasTexture" id="t"]\n'),
     "textures that are no pictures (1)"),
])
GODOT_SCENE = Format("Godot scene", tscn(), [
    ("Sprite2D: texture", tscn(), counts("frames", 1)),
    ("Sprite2D: centered", tscn("centered = false"), has("frames.0.hot_spot", [0, 0])),
    ("Sprite2D: offset", tscn("offset = Vector2(1, 0)"), has("frames.0.hot_spot", [1, 1])),
    ("Sprite2D: flip_h, flip_v", tscn("flip_h = true\noffset = Vector2(1, 0)"),
     has("frames.0.hot_spot", [3, 1])),
    ("Sprite2D: hframes, vframes", tscn("hframes = 2\nvframes = 2"), counts("frames", 4)),
    ("Sprite2D: region_enabled, region_rect",
     tscn("region_enabled = true\nregion_rect = Rect2(2, 0, 2, 1)"), shows([GREEN, GREEN])),
    ("Node2D: position", tscn("position = Vector2(-1, 0)"), has("frames.0.hot_spot", [3, 1])),
    ("Node2D: rotation", tscn("rotation = 3.1415927\noffset = Vector2(1, 0)"),
     has("frames.0.hot_spot", [1, 1])),
    ("Node2D: scale", tscn("scale = Vector2(2, 2)\nposition = Vector2(2, 0)"),
     has("frames.0.hot_spot", [1, 1])),
    *((f"Node2D, CanvasItem: {name}", tscn(f"{name} = 0.5"), f"node properties '{name}' (1)")
      for name in LOOKS),
    ("Node: script", tscn(root='script = ExtResource("2")'), "node properties 'script' (1)"),
    ("Node: groups", {**tscn(), "x.tscn": tscn()["x.tscn"].replace(
        'type="Node2D"', 'type="Node2D" groups=["foe"]')}, "node properties 'groups' (1)"),
    ("Node: metadata", tscn(root="metadata/hp = 3"), "node properties 'metadata/hp' (1)"),
    ("Node: values of scripts", tscn(root="speed = 300"), "node properties 'speed' (1)"),
    ("Node: editor_description, unique_name_in_owner, metadata/_edit_lock_",
     tscn('editor_description = "x"\nunique_name_in_owner = true\nmetadata/_edit_lock_ = true'),
     VIEW),
    ("AnimatedSprite2D: sprite_frames, animation", {
        "x.tscn": "[gd_scene format=3]\n" + TEXTURE + '[sub_resource type="SpriteFrames" id="f"]\n'
                  'animations = [{"frames": [{"duration": 1.0, "texture": ExtResource("1")}], '
                  '"loop": true, "name": &"walk", "speed": 10.0}]\n'
                  + node("Look", "AnimatedSprite2D", 'sprite_frames = SubResource("f")\n'
                         'animation = &"walk"', ""), "a.png": SHEET},
     has("animations.0.name", "walk")),
    ("AnimatedSprite2D: speed_scale, autoplay", {
        "x.tscn": "[gd_scene format=3]\n" + TEXTURE + '[sub_resource type="SpriteFrames" id="f"]\n'
                  'animations = [{"frames": [{"duration": 1.0, "texture": ExtResource("1")}], '
                  '"loop": true, "name": &"walk", "speed": 10.0}]\n'
                  + node("Look", "AnimatedSprite2D", 'sprite_frames = SubResource("f")\n'
                         'speed_scale = 2.0\nautoplay = "walk"', ""), "a.png": SHEET},
     ["node properties 'speed_scale' (1)", "node properties 'autoplay' (1)"]),
    ("RectangleShape2D", box_shape(), has(GEOMETRY, {"box": [1, 0, 2, 2]})),
    ("CircleShape2D", shape("CircleShape2D", "radius = 1.0"), has(GEOMETRY, {"circle": [2, 1, 1]})),
    ("CapsuleShape2D", shape("CapsuleShape2D", "radius = 1.0\nheight = 4.0"),
     has(GEOMETRY, {"capsule": [2, 0, 2, 2, 1]})),
    ("SegmentShape2D", shape("SegmentShape2D", "a = Vector2(0, 0)\nb = Vector2(2, 0)"),
     has(GEOMETRY, {"capsule": [2, 1, 4, 1, 0.5]})),
    ("ConvexPolygonShape2D", shape("ConvexPolygonShape2D",
                                   "points = PackedVector2Array(0, 0, 2, 0, 0, 2)"),
     has(GEOMETRY, {"polygon": [[2, 1], [4, 1], [2, 3]]})),
    ("ConcavePolygonShape2D", shape(
        "ConcavePolygonShape2D", "segments = PackedVector2Array(0,0,2,0, 2,0,0,2, 0,2,0,0)"),
     has(GEOMETRY, {"polygon": [[2, 1], [4, 1], [2, 3]]})),
    *((kind, shape(kind), "collision shapes that no frame can have or has on (1)")
      for kind in ("WorldBoundaryShape2D", "SeparationRayShape2D")),
    ("CollisionPolygon2D", tscn("", node("Body", "CollisionPolygon2D", "polygon = "
                                         "PackedVector2Array(0, 0, 2, 0, 0, 2)")),
     has(GEOMETRY, {"polygon": [[2, 1], [4, 1], [2, 3]]})),
    ("CollisionShape2D: disabled", box_shape("disabled = true"),
     "collision shapes that no frame can have or has on (1)"),
    ("CollisionShape2D: one_way_collision", box_shape("one_way_collision = true"),
     "node properties 'one_way_collision' (1)"),
    ("CollisionShape2D: debug_color", box_shape("debug_color = Color(1, 0, 0, 1)"),
     has(GEOMETRY, {"box": [1, 0, 2, 2]})),
    ("CollisionObject2D: collision_layer, collision_mask",
     box_shape(owner_more="collision_layer = 4\ncollision_mask = 3"),
     has("frames.0.shapes.0.values", {"collision_layer": "4", "collision_mask": "3"})),
    ("Area2D: monitoring, gravity", box_shape(owner_more="monitoring = false\ngravity = 9.8"),
     ["node properties 'monitoring' (1)", "node properties 'gravity' (1)"]),
    ("Marker2D", tscn("", node("Hand", "Marker2D", "position = Vector2(1, 0)")),
     has("frames.0.points.0", {"name": "Hand", "at": [3, 1]})),
    *((f"node of type {kind}", tscn("", node("N", kind)), f"nodes of the type {kind} (1)")
      for kind in TYPES),
    ("instance", tscn("", '[node name="Sword" parent="." instance=ExtResource("9")]\n'),
     "scenes within the scene (1)"),
    ("AnimationPlayer: libraries", player(FRAMES), both(has("animations.0.name", "walk"),
                                                       counts("animations.0.steps", 2))),
    ("AnimationPlayer: autoplay", tscn("", node("P", "AnimationPlayer", 'autoplay = "walk"')),
     "node properties 'autoplay' (1)"),
    ("Animation: length", player(FRAMES), has("animations.0.steps.1.duration", 100)),
    ("Animation: loop_mode", player(FRAMES), has("animations.0.loop", "loop")),
    ("value track: keys, update", player(FRAMES, track("Box:position",
                                                       "Vector2(0, 0), Vector2(1, 0)")),
     has("frames.1.shapes.0.geometry", {"box": [1, 0, 2, 2]})),
    ("value track: interp cubic", player(track("Look:frame", "0, 1",
                                               rest="tracks/0/interp = 2\n")),
     "curves between keys (1)"),
    ("value track: interp nearest", player(FRAMES, track("Box:position", "Vector2(0, 0), "
                                                         "Vector2(2, 0)", "0, 0.2", 0,
                                                         rest="tracks/1/interp = 0\n")),
     has("frames.1.shapes.0.geometry", {"box": [0, 0, 2, 2]})),
    ("value track: loop_wrap", player(FRAMES, track(
        "Box:position", "Vector2(3, 0), Vector2(0, 0)", "0, 0.05", 0)),
     has("frames.2.shapes.0.geometry", {"box": [1, 0, 2, 2]})),
    ("value track: loop_wrap, before the first key", player(FRAMES, track(
        "Box:position", "Vector2(0, 0), Vector2(3, 0)", "0.05, 0.1", 0)),
     has("frames.0.shapes.0.geometry", {"box": [1, 0, 2, 2]})),
    ("value track: no loop_wrap", player(FRAMES, track(
        "Box:position", "Vector2(3, 0), Vector2(0, 0)", "0, 0.05", 0,
        rest="tracks/1/loop_wrap = false\n")),
     has("frames.2.shapes.0.geometry", {"box": [0, 0, 2, 2]})),
    ("value track: enabled", player(FRAMES, track("Look:frame", "1, 1",
                                                  rest="tracks/1/enabled = false\n")),
     "disabled animation tracks (1)"),
    ("keys: transitions", player(FRAMES, track(
        "Box:position", "Vector2(0, 0), Vector2(1, 0)", "0, 0.1", 0,
        keys='"transitions": PackedFloat32Array(2, -2), ')),
     "easing of keys (2)"),
    ("keys: transitions of 1, or without steps between", player(
        track("Look:frame", "0, 1", keys='"transitions": PackedFloat32Array(2, 1), '),
        track("Box:position", "Vector2(0, 0), Vector2(1, 0)", "0, 0.1", 0,
              keys='"transitions": PackedFloat32Array(1, 1), ')), counts("frames", 2)),
    ("keys: update capture", player(FRAMES, track("Box:position", "Vector2(0, 0)", "0", 2)),
     "update modes of tracks (1)"),
    ("value track of another property", player(FRAMES, track("Look:modulate", "1, 2")),
     "animation tracks of 'modulate' (1)"),
    *((f"{kind} track", player(FRAMES, track(".", "{}", "0", kind=kind)),
       f"animation tracks of the type {kind} (1)") for kind in TRACKS),
    ("Animation that changes no frame", player(track("Box:position", "Vector2(0, 0)", "0")),
     "animations that change no frame of the sprite (1)"),
])

# ---- GDevelop: Core/GDCore/Extensions/Builtin/SpriteExtension ----


def gdevelop(sprite=(), direction=(), animation=(), more=(), **project):
    first = {"image": "a.png", "originPoint": {"name": "origine", "x": 0, "y": 0},
             "centerPoint": {"name": "centre", "automatic": True}, "points": [],
             "hasCustomCollisionMask": False, "customCollisionMask": [], **dict(sprite)}
    hero = {"name": "Hero", "type": "Sprite", "animations": [{
        "name": "walk", "useMultipleDirections": False, "directions": [
            {"looping": True, "timeBetweenFrames": 0.1, "sprites": [first], **dict(direction)}],
        **dict(animation)}], **dict(more)}
    return {"x.json": json.dumps({"gdVersion": {"major": 5}, "objects": [hero], "resources": {
        "resources": [{"name": "a.png", "file": "a.png"}]}, "layouts": [], **project}),
            "a.png": SHEET}


CORNERS = [[{"x": 0, "y": 0}, {"x": 2, "y": 0}, {"x": 0, "y": 2}]]
GDEVELOP = Format("GDevelop", gdevelop(), [
    ("image, resources", gdevelop(), counts("frames", 1)),
    ("originPoint", gdevelop({"originPoint": {"x": 1, "y": 1}}), has("frames.0.hot_spot", [1, 1])),
    ("centerPoint", gdevelop({"centerPoint": {"name": "centre", "automatic": False, "x": 1,
                                              "y": 1}}), has("frames.0.points.0.at", [1, 1])),
    ("points", gdevelop({"points": [{"name": "Hand", "x": 1, "y": 1}]}),
     has("frames.0.points.0.name", "Hand")),
    ("hasCustomCollisionMask, customCollisionMask",
     gdevelop({"hasCustomCollisionMask": True, "customCollisionMask": CORNERS}),
     has("frames.0.shapes.0.geometry", {"polygon": [[0, 0], [2, 0], [0, 2]]})),
    ("animations: name", gdevelop(), has("animations.0.name", "walk")),
    ("directions: looping", gdevelop(direction={"looping": False}),
     has("animations.0.loop", "hold-last")),
    ("directions: timeBetweenFrames", gdevelop(), has("animations.0.steps.0.duration", 100)),
    ("useMultipleDirections", gdevelop(animation={"useMultipleDirections": True}),
     has("animations.0.name", "walk 0")),
    ("behaviors", gdevelop(more={"behaviors": [{}]}), "behaviours (1)"),
    ("variables", gdevelop(more={"variables": [{}, {}]}), "variables (2)"),
    ("effects", gdevelop(more={"effects": [{}]}), "effects (1)"),
    ("layouts: referenceTo", gdevelop(layouts=[{"name": "s", "referenceTo": "x"}]),
     "scenes in files of their own (1)"),
])

# ---- PhysicsEditor: exporters for Matter, P2, Corona ----


def physics(fixture, **body):
    return {"x.json": json.dumps({"generator_info": "generated with PhysicsEditor", "a": {
        "fixtures": [fixture], **body}}), "a.png": SHEET}


TRIANGLE = {"vertices": [CORNERS[0]]}
PHYSICS = Format("PhysicsEditor", physics(TRIANGLE), [
    ("vertices", physics(TRIANGLE), has(GEOMETRY, {"polygon": [[0, 0], [2, 0], [0, 2]]})),
    ("circle", physics({"circle": {"x": 2, "y": 1, "radius": 1}}),
     has(GEOMETRY, {"circle": [2, 1, 1]})),
    ("shape (P2, Corona)", {"x.json": json.dumps({"a": [{"density": 2, "shape": [0, 0, 2, 0, 0,
                                                                                 2]}]}),
                            "a.png": SHEET},
     has(GEOMETRY, {"polygon": [[0, 0], [2, 0], [0, 2]]})),
    ("label", physics({"label": "head", **TRIANGLE}), has("frames.0.shapes.0.class", "head")),
    ("isSensor, density, friction, bounce", physics({"isSensor": True, "density": 2, **TRIANGLE}),
     has("frames.0.shapes.0.values", {"isSensor": "true", "density": "2"})),
    ("collisionFilter", physics({"collisionFilter": {"category": 1, "mask": 3}, **TRIANGLE}),
     has("frames.0.shapes.0.values", {"category": "1", "mask": "3"})),
    ("isStatic, of the body", physics(TRIANGLE, isStatic=True),
     has("frames.0.values", {"isStatic": "true"})),
    ("body without a picture", {**physics(TRIANGLE), "x.json": json.dumps({
        "generator_info": "generated with PhysicsEditor", "a": {"fixtures": [TRIANGLE]},
        "b": {"fixtures": [TRIANGLE]}})}, "bodies without a picture of their name (1)"),
])

# ---- SuperTux: src/sprite/sprite_data.cpp ----


def tux(more="", images='(images "a.png")', root=""):
    return {"x.sprite": f'(supertux-sprite (action (name "walk") {images} {more}) {root})',
            "a.png": SHEET}


SUPERTUX = Format("SuperTux", tux(), [
    ("name", tux(), has("animations.0.name", "walk")),
    ("images", tux(), counts("frames", 1)),
    ("regions", tux(images='(regions (region "a.png" 2 0 2 1))'), shows([GREEN, GREEN])),
    ("hitbox", tux("(hitbox 1 0 2 1)"), has(GEOMETRY, {"box": [1, 0, 2, 1]})),
    ("fps", tux("(fps 5)"), has("animations.0.steps.0.duration", 200)),
    ("loops", tux("(loops 1)"), has("animations.0.loop", "hold-last")),
    ("mirror-action", tux(root='(action (name "left") (mirror-action "walk"))'),
     shows([GREEN, GREEN, RED, RED], [CLEAR, CLEAR, BLUE, BLUE], frame=1)),
    ("flip-action", tux(root='(action (name "up") (flip-action "walk"))'),
     shows([BLUE, BLUE, CLEAR, CLEAR], [RED, RED, GREEN, GREEN], frame=1)),
    ("clone-action", tux(root='(action (name "run") (clone-action "walk"))'),
     counts("animations", 2)),
    ("linked-sprites", tux(root='(linked-sprites (a "b"))'), "'linked-sprites' was not kept"),
    ("loop-frame", tux("(loop-frame 2)"), "'loop-frame' was not kept"),
])

# ---- DustRacing2D ----


def trk(kind="straight", tail="", node='<n i="0" x="400" y="128" w="100" h="100"/>'
        '<n i="1" x="600" y="10" w="80" h="300"/>'):
    tiles = [("grass", 0), (kind, 90), ("finish", 90), ("sand", 0)]
    return {"x.trk": '<?xml version="1.0"?>\n<track cols="4" rows="1">' + "".join(
        f'<t i="{i}" j="0" t="{name}" o="{turn}"/>' for i, (name, turn) in enumerate(tiles))
        + f"{node}{tail}</track>"}


DUSTRAC = Format("DustRacing2D", trk(), [
    ("t: tiles", trk(), counts("surfaces", 3)),
    ("t: kind that is not known", trk("loop"), "tiles of the unknown kind 'loop' (1)"),
    ("t: bridge", trk("bridge"), "bridges: the roads above and below are one crossing (1)"),
    ("n: target nodes", trk(), counts("gates", 3)),
    ("o: objects", trk(tail='<o r="tree"/>'),
     "things next to the road, such as trees and walls (1)"),
])

# ---- Wavefront OBJ: Object files ----


def obj(more=""):
    return {"x.obj": f"v 0 0 0\nv 1 0 0\nv 0 1 0\n{more}\nf 1 2 3\n"}


def polygons(number, name="polygons"):
    return lambda done: done.report["assets"][0]["classes"] == [
        {"name": name, "polygons": number}] or done.report


OBJ = Format("OBJ", obj(), [
    ("v", obj(), polygons(1)),
    ("f, of negative numbers", obj("f -3 -2 -1"), polygons(2)),
    *((word, obj(f"{word} hull"), polygons(1, "hull")) for word in ("o", "g", "usemtl")),
    *((word, obj(f"{word} 1 2"), says + " (1)") for word, says in (
        ("vt", "texture coordinates"), ("vn", "normals"), ("l", "lines"), ("p", "points"),
        ("mtllib", "files of materials"), ("s", "smoothing groups"), ("vp", "other statements"),
        ("curv", "other statements"), ("surf", "other statements"), ("bevel", "other statements"),
        ("lod", "other statements"), ("shadow_obj", "other statements"))),
    ("# comment", obj("# hi"), polygons(1)),
], command="soup")

# ---- glTF 2.0: Specification ----


def gltf(primitive=(), node_more=(), **more):
    points = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)
    data = points + struct.pack("<4H", 0, 1, 2, 0)
    return {"x.gltf": json.dumps({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, **dict(node_more)}],
        "meshes": [{"name": "hull", "primitives": [{"attributes": {"POSITION": 0},
                                                    **dict(primitive)}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"},
                      {"bufferView": 1, "componentType": 5123, "count": 3, "type": "SCALAR"}],
        "bufferViews": [{"buffer": 0, "byteLength": 36},
                        {"buffer": 0, "byteOffset": 36, "byteLength": 8}],
        "buffers": [{"byteLength": len(data), "uri": "data:application/octet-stream;base64,"
                     + base64.b64encode(data).decode()}], **more})}


GLTF = Format("glTF", gltf(), [
    ("meshes: primitives, POSITION", gltf(), polygons(1, "hull")),
    ("primitive: indices", gltf({"indices": 1}), polygons(1, "hull")),
    ("primitive: material, name", gltf({"material": 0}, materials=[{"name": "wood"}]),
     polygons(1, "wood")),
    ("primitive: mode", gltf(meshes=[{"name": "hull", "primitives": [
        {"attributes": {"POSITION": 0}}, {"attributes": {"POSITION": 0}, "mode": 1}]}]),
     "points, lines, strips and fans (1)"),
    ("primitive: targets", gltf({"targets": [{"POSITION": 0}]}), "morph targets (1)"),
    ("primitive: NORMAL, TANGENT, TEXCOORD_0, COLOR_0, JOINTS_0, WEIGHTS_0",
     gltf({"attributes": {"POSITION": 0, "NORMAL": 0, "TEXCOORD_0": 0}}),
     "normals, colours and texture coordinates (2)"),
    ("node: translation, rotation, scale", gltf(node_more={"scale": [2, 2, 2]}),
     polygons(1, "hull")),
    ("node: matrix", gltf(node_more={"matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}),
     polygons(1, "hull")),
    ("node: children", gltf(nodes=[{"children": [1]}, {"mesh": 0}]), polygons(1, "hull")),
    ("other scenes", gltf(scenes=[{"nodes": [0]}, {"nodes": []}]), "other scenes (1)"),
    ("animations", gltf(animations=[{}]), "animations (1)"),
    ("skins", gltf(skins=[{}]), "skins (1)"),
    ("cameras", gltf(cameras=[{}]), "cameras (1)"),
    ("images", gltf(images=[{}]), "pictures (1)"),
    ("extensionsUsed", gltf(extensionsUsed=["KHR_lights_punctual"]), "extensions (1)"),
    ("extensionsRequired", gltf(extensionsRequired=["KHR_draco_mesh_compression"]),
     Refused("KHR_draco_mesh_compression")),
    ("accessor: sparse", gltf(accessors=[{"bufferView": 0, "componentType": 5126, "count": 3,
                                          "type": "VEC3", "sparse": {}}]), Refused("not sparse")),
], command="soup")
