# SPDX-License-Identifier: MIT
"""Drawings in layers: what Aseprite files become, and layers as marks."""
import base64
import json
import os
import struct
import sys
import unittest
import zlib

from cli_case import Case, Picture, png, read_indexed

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import aseprite_writer as ase  # noqa: E402

RED, GREEN, BLUE, CLEAR = b"\xff\0\0\xff", b"\0\xff\0\xff", b"\0\0\xff\xff", bytes(4)


def block(colour, width=1, height=1):
    return [[colour] * width] * height


class Layers(Case):
    def setUp(self):
        super().setUp()
        self.run_kickbox("new", "p")

    def read(self, data, *options, name="hero"):
        """Imports a file. Its sprite, and what the program says."""
        out, _ = self.run_kickbox("import", "p", self.write(name + ".aseprite", data), *options)
        with open(self.path("p", "sprites", name + ".json"), encoding="utf-8") as file:
            return json.load(file), out

    def drawn(self, data, frame=""):
        """The rows of a frame's pixels."""
        self.run_kickbox("render", self.write("x.aseprite", data), "-o", self.path("frames"))
        with open(self.path("frames", f"x{frame}.png"), "rb") as file:
            picture = Picture(file.read())
        return [[picture.rgba(x, y) for x in range(picture.width)] for y in range(picture.height)]

    def test_report_as_json(self):
        file = ase.aseprite(1, 1, (1, ase.layer("a"), ase.layer("photo", flags=1 | 64), ase.cel(0, 0, 0, block(RED)), ase.cel(1, 0, 0, block(RED))))
        for created in (True, False):
            report = json.loads(self.read(file, "--json")[1])
            self.assertEqual([(asset["kind"], asset["name"], asset["created"], asset["frames"]) for asset in report["assets"]], [("sprite", "hero", created, 1)])
            self.assertEqual(report["left_out"], [{"what": "reference layers", "count": 1}])
        level = json.loads(self.run_kickbox("import", "p", self.write("a.tmx", b"""<map width='1' height='1' tilewidth='8' tileheight='8' backgroundcolor='#fff'><objectgroup name='o' opacity='0.5'/></map>"""), "--json")[0])
        self.assertEqual(level["assets"][0]["kind"], "level")
        self.assertEqual(level["left_out"], [{"what": "the background colour is left out", "count": 1, "place": "line 1"},
                                             {"what": "the opacity of layers of objects is left out", "count": 1, "place": "line 1"}])

    def test_report_of_render(self):
        """What an import reports is on standard error, after the name of the file; the drawing is complete otherwise."""
        file = ase.aseprite(1, 1, (1, ase.layer("a", blend=99), ase.cel(0, 0, 0, block(RED))), pixel=(2, 1))
        out, errors = self.run_kickbox("render", self.write("x.aseprite", file), "-o", "frames")
        imported = self.read(file)[1].splitlines()[1:]
        self.assertEqual(len(imported), 2)
        self.assertEqual(errors.splitlines(), [f"{self.path('x.aseprite')}: {line.strip()}" for line in imported])
        self.assertEqual(out, "frames/x.png\n")
        self.assertIn("the exit status stays 0", self.run_kickbox("render", "--help")[0])

    def test_order_and_opacity(self):
        """Groups, hidden and reference layers, opacities, a cel that is moved up, and one that is linked."""
        chunks = [ase.layer("ground"), ase.layer("folk", kind=1, opacity=128), ase.layer("hero", level=1), ase.layer("cape", level=1, opacity=128),
                  ase.layer("notes", flags=0), ase.layer("photo", flags=1 | 64),
                  ase.cel(0, 0, 0, block(RED, 4, 2)), ase.cel(2, 1, 0, block(GREEN)), ase.cel(3, 2, 0, block(BLUE)),
                  ase.cel(4, 3, 0, block(GREEN)), ase.cel(5, 3, 1, block(GREEN))]
        second = [ase.linked_cel(2, 0), ase.cel(0, 1, 0, block(RED, 1, 2), z=3)]
        file = ase.aseprite(4, 2, (50, *chunks), (70, *second))
        self.assertEqual(self.drawn(file, " 0"), [[RED, GREEN, bytes((127, 0, 128, 255)), RED], [RED] * 4])
        self.assertEqual(self.drawn(file, " 1")[0], [CLEAR, RED, CLEAR, CLEAR])
        apart = ase.aseprite(4, 2, (50, *chunks), flags=3)  # the group is drawn alone, then blended
        self.assertEqual(self.drawn(apart)[0][:2], [RED, bytes((127, 128, 0, 255))])
        sprite, out = self.read(file)
        self.assertEqual([step["duration"] for step in sprite["animations"][0]["steps"]], [50, 70])
        self.assertIn("left out: reference layers (1)", out)

    def test_depths(self):
        palette = ase.palette(bytes(4), RED, b"\0\0\xff\x80")
        indexed = [ase.layer("a"), palette, ase.cel(0, 0, 0, [[b"\1", b"\0", b"\2", b"\7"]], packed=False)]
        self.assertEqual(self.drawn(ase.aseprite(4, 1, (1, *indexed), depth=8)), [[RED, CLEAR, b"\0\0\xff\x80", CLEAR]])
        background = [ase.layer("a", flags=1 | 8), palette, ase.cel(0, 0, 0, [[b"\1", b"\2"]])]
        self.assertEqual(self.drawn(ase.aseprite(2, 1, (1, *background), depth=8, transparent=1)), [[RED, b"\0\0\xff\x80"]])
        grey = [ase.layer("a"), ase.cel(0, 0, 0, [[b"\x40\xff", b"\x40\0"]])]
        self.assertEqual(self.drawn(ase.aseprite(2, 1, (1, *grey), depth=16)), [[b"\x40\x40\x40\xff", CLEAR]])

    def test_tile_maps(self):
        """Tiles as they are, mirrored both ways and with x and y exchanged; 0 is empty."""
        tiles = [bytes(16), RED + GREEN + BLUE + CLEAR]
        cells = [[0, 1, 1 | 1 << 31], [1 | 1 << 30, 1 | 1 << 29, 0]]
        rows = self.drawn(ase.aseprite(6, 4, (1, ase.tileset(0, 2, 2, tiles), ase.layer("map", kind=2, tileset=0), ase.tile_cel(0, 0, 0, cells))))
        self.assertEqual(rows, [[CLEAR, CLEAR, RED, GREEN, GREEN, RED], [CLEAR, CLEAR, BLUE, CLEAR, CLEAR, BLUE],
                                [BLUE, CLEAR, RED, BLUE, CLEAR, CLEAR], [RED, GREEN, GREEN, CLEAR, CLEAR, CLEAR]])

    def test_blend_modes(self):
        """One pixel over another, by the formulas of W3C's Compositing; opaque, so that only the mode counts."""
        back, front = (200, 100, 50), (30, 160, 240)
        expected = {1: (24, 63, 47), 2: (206, 197, 243), 4: (30, 100, 50), 5: (200, 160, 240), 10: (170, 60, 190),
                    16: (230, 255, 255), 17: (170, 0, 0), 11: (183, 134, 196)}
        for mode, colour in expected.items():
            file = ase.aseprite(1, 1, (1, ase.layer("a"), ase.layer("b", blend=mode), ase.cel(0, 0, 0, block(bytes((*back, 255)))),
                                       ase.cel(1, 0, 0, block(bytes((*front, 255))))))
            for got, wanted in zip(self.drawn(file)[0][0], (*colour, 255)):
                self.assertLessEqual(abs(got - wanted), 1, (mode, colour))

    def test_tags_slices_and_data(self):
        first = [ase.layer("a"), ase.palette(RED), ase.user_data("hp=3", items={"boss": True, "speed": 2.5, "names": ["x", 1]}, extension={"z": 1}),
                 ase.tags(("walk", 0, 1, 2, 0), ("hit", 1, 1, 0, 2)), ase.user_data(), ase.user_data("dmg=5", colour=RED),
                 ase.piece("head", (0, 1, 2, 3, 4, 5, 6), (1, 0, 0, 2, 2, 1, 1), pivot=True), ase.user_data("soft", colour=GREEN),
                 ase.cel(0, 0, 0, block(RED, 8, 8)), ase.user_data("@step volume=3\nlit=1")]
        sprite, out = self.read(ase.aseprite(8, 8, (50, *first), (70, ase.cel(0, 1, 1, block(GREEN, 2, 2)))))
        self.assertEqual(sprite["values"], {"hp": "3", "boss": "true", "speed": "2.5", "names": '["x",1]'})
        walk, hit = sprite["animations"]
        self.assertEqual((walk["name"], walk["loop"], hit["loop"], hit["values"], len(hit["steps"])), ("walk", "ping-pong", "once", {"dmg": "5"}, 2))
        self.assertEqual(walk["steps"][0]["events"], [{"name": "step", "values": {"volume": "3"}}])
        frames = sprite["frames"]
        self.assertEqual(frames[0]["shapes"][0], {"class": "head", "geometry": {"box": [1, 2, 3, 4]}, "values": {"data": "soft"}})
        self.assertEqual((frames[0]["hot_spot"], frames[1]["hot_spot"], frames[0]["values"]), ([6, 8], [1, 1], {"lit": "1"}))
        for kind in ("properties of extensions (1)", "colours of tags (1)"):
            self.assertIn("left out: " + kind, out)

    def test_tags_beyond_the_frames(self):
        """They end with the last frame and are counted; nothing else is lost. Numbers of 64 bits stay whole."""
        tags = ase.tags(("walk", 0, 9, 0, 0), ("hit", 5, 7, 0, 0), ("back", 1, 0, 0, 0), ("fine", 0, 1, 0, 0))
        large = {"most": 2 ** 63 - 1, "more": 9223372036854775813, "all": 2 ** 64 - 1}
        sprite, out = self.read(ase.aseprite(2, 2, (50, ase.layer("a"), tags, ase.cel(0, 0, 0, block(RED))), (60,)))
        self.assertEqual([(found["name"], [step["frame"] for step in found["steps"]]) for found in sprite["animations"]],
                         [("walk", [1, 2]), ("hit", [2]), ("back", [2]), ("fine", [1, 2])])
        self.assertEqual(out.splitlines()[1:], ["  left out: ends of tags that are no frames (3)"])
        sprite, out = self.read(ase.aseprite(2, 2, (50, ase.layer("a"), ase.cel(0, 0, 0, block(RED)), ase.user_data(items=large))), name="large")
        self.assertEqual(sprite["frames"][0]["values"], {name: str(number) for name, number in large.items()})

    MARKS = [ase.layer("body"), ase.layer("#pivot", flags=0), ase.layer("#hand.point"), ase.layer("#head.box"), ase.layer("#fist.circle"),
             ase.layer("#torso.outline"), ase.layer("#grass.zone"), ase.layer("@land loud=yes"), ase.layer("// a note"), ase.layer("#foot")]

    def marks(self, head=2, feet=1):
        hand = [[GREEN, RED, RED]]
        stairs = [[RED, CLEAR, CLEAR], [RED, RED, CLEAR], [RED, RED, RED]]
        return ase.aseprite(16, 16, (1, *self.MARKS, ase.cel(0, 4, 4, block(RED, 8, 8)), ase.cel(1, 7, 15, block(RED)), ase.cel(2, 3, 6, hand),
                                     ase.cel(3, head, 1, block(BLUE, 4, 3)), ase.user_data("armour=2"), ase.cel(4, 10, 10, block(RED, 4, 4)),
                                     ase.cel(5, 1, 9, stairs), ase.cel(6, 0, 0, block(GREEN, 16, 2)), ase.cel(7, 0, 0, block(RED)),
                                     ase.cel(8, 0, 0, block(RED, 16, 16)), ase.cel(9, 5, 14, block(RED, feet))))

    def test_marks(self):
        sprite, out = self.read(self.marks())
        (frame,) = sprite["frames"]
        self.assertEqual(frame["picture"]["rect"][2:], [8, 8])  # the body alone
        self.assertEqual(frame["hot_spot"], [7, 15])
        self.assertEqual(frame["points"], [{"name": "hand", "at": [3, 6], "direction": 0}, {"name": "foot", "at": [5, 14]}])
        box, circle, outline = frame["shapes"]
        self.assertEqual(box, {"class": "head", "geometry": {"box": [2, 1, 4, 3]}, "values": {"armour": "2"}})
        self.assertEqual(circle["geometry"], {"circle": [12, 12, 2]})
        self.assertIn([1, 9], outline["geometry"]["polygon"])
        self.assertEqual([zone["name"] for zone in sprite["zones"]], ["grass"])
        with open(self.path("p", "zones", "hero", "1.png"), "rb") as file:
            self.assertEqual(sum(map(bool, b"".join(read_indexed(file.read())[3]))), 32)
        self.assertIn("the class 'torso' is new", out)

    def test_marks_again(self):
        """The file's marks follow it; the ones made here stay. Two pixels of a foot are a box now."""
        self.read(self.marks())
        mine = {"insert": "sprites['hero'].frames[0].shapes", "value": {"class": "head", "geometry": {"box": [9, 9, 2, 2]}}}
        self.run_kickbox("edit", "p", text=json.dumps(mine))
        sprite, _ = self.read(self.marks(head=5, feet=2))
        boxes = [shape["geometry"].get("box") for shape in sprite["frames"][0]["shapes"]]
        self.assertCountEqual(boxes, [[5, 1, 4, 3], None, None, [5, 14, 2, 1], [9, 9, 2, 2]])

    def test_renamed_tag(self):
        """The animation is renamed, there and back, with what was added to it; a tag of other frames is a new animation."""
        def file(*tags):
            colours = (RED, GREEN, BLUE)
            return ase.aseprite(4, 4, (50, ase.layer("a"), ase.tags(*tags), ase.cel(0, 0, 0, block(RED, 2, 2))),
                                *[(50, ase.cel(0, 0, 0, block(colour, 2, 2))) for colour in colours[1:]])
        walk, run = ("walk", 0, 1, 0, 0), ("run", 0, 1, 0, 0)
        self.read(file(walk))
        mine = {"insert": "sprites['hero'].animations['walk'].steps[1].events", "value": {"name": "mine"}}
        self.run_kickbox("edit", "p", text=json.dumps(mine))
        for tag in (run, walk):
            sprite, out = self.read(file(tag))
            self.assertEqual([(found["name"], found["steps"][1]["events"]) for found in sprite["animations"]], [(tag[0], [{"name": "mine"}])])
            self.assertNotIn("no longer has", out)
        sprite, out = self.read(file(("run", 1, 2, 0, 0)))
        self.assertEqual([found["name"] for found in sprite["animations"]], ["walk", "run"])
        self.assertIn("the import no longer has the animation 'walk'; it stays here", out)

    def test_class_and_picture(self):
        """A layer called like a class is picture if another one is the mark, also once the import has made the class."""
        def file(*names):
            return ase.aseprite(4, 2, (1, *[ase.layer(name) for name in names], *[ase.cel(i, i, 0, block(RED)) for i in range(len(names))]))
        for _ in range(2):
            sprite, out = self.read(file("head", "#head.box"))
            self.assertEqual((sprite["frames"][0]["picture"]["offset"] if "offset" in sprite["frames"][0]["picture"] else [0, 0],
                              sprite["frames"][0]["shapes"]), ([0, 0], [{"class": "head", "geometry": {"box": [1, 0, 1, 1]}}]))
            self.assertNotIn("the layer 'head'", out)
        sprite, out = self.read(file("body", "head"), name="other")
        self.assertEqual([point["name"] for point in sprite["frames"][0]["points"]], ["head"])
        self.assertIn("the layer 'head' is a mark of the class of that name, not picture", out)

    def test_marks_follow(self):
        """Each kind of mark moves with its layer, and goes with it; those with another class here keep that."""
        def file(by, *names):
            cels = [ase.cel(k, 1 + by, 1 + 5 * k, block(RED, 4, 4)) for k in range(3)]
            return ase.aseprite(40, 40, (1, *[ase.layer(name) for name in names], *cels, ase.cel(3, 1 + by, 20, [[GREEN, RED, RED]])))
        layers = ("#arm.circle", "#fist.outline", "#head.box", "#hand.point")
        self.read(file(0, *layers))
        sprite, _ = self.read(file(5, *layers))
        (frame,) = sprite["frames"]
        arm, fist, head = (shape["geometry"] for shape in frame["shapes"])
        self.assertEqual((arm, head, frame["points"]), ({"circle": [8, 3, 2]}, {"box": [6, 11, 4, 4]}, [{"name": "hand", "at": [6, 20], "direction": 0}]))
        self.assertCountEqual(fist["polygon"], [[6, 6], [10, 6], [10, 10], [6, 10]])
        self.run_kickbox("edit", "p", text=json.dumps({"set": "classes['head'].name", "value": "skull"}))
        sprite, out = self.read(file(7, "#limb.circle", "#fist.outline", "#head.box", "#thumb.point"))
        (frame,) = sprite["frames"]
        self.assertEqual([(shape["class"], *shape["geometry"]) for shape in frame["shapes"]],
                         [("fist", "polygon"), ("skull", "box"), ("limb", "circle")])
        self.assertEqual((frame["shapes"][1]["geometry"]["box"], [point["name"] for point in frame["points"]]), ([8, 11, 4, 4], ["thumb"]))
        self.assertNotIn("changed or deleted here", out)

    def test_changed_on_both_sides(self):
        """What was changed here stays, and is reported if the file changed it, too; place, direction and values each by
        themselves, and of values each key."""
        def file(by):
            return ase.aseprite(16, 16, (1, ase.layer("#pivot"), ase.layer("#head.box"), ase.layer("#hand.point"), ase.cel(0, by, 0, block(RED)),
                                         ase.cel(1, by, 4, block(RED, 3, 2)), ase.cel(2, by, 8, [[GREEN, RED, RED]])))
        self.read(file(1))
        for field, value in (("hot_spot", [9, 9]), ("shapes[0].geometry", {"box": [9, 1, 2, 2]}), ("points[0].direction", 90)):
            self.run_kickbox("edit", "p", text=json.dumps({"set": "sprites['hero'].frames[0]." + field, "value": value}))
        both = "what was changed or deleted here, too, stays as it is here"
        _, out = self.read(file(1))
        self.assertNotIn(both, out)
        sprite, out = self.read(file(3))
        (frame,) = sprite["frames"]
        self.assertEqual((frame["hot_spot"], frame["shapes"][0]["geometry"], frame["points"]),
                         ([9, 9], {"box": [9, 1, 2, 2]}, [{"name": "hand", "at": [3, 8], "direction": 90}]))
        self.assertIn(f"hero: frame 1 and 1 more: {both} (hot spot, head)", out)

    def test_values_do_not_hold_a_mark(self):
        """One with a value of its own follows its layer; a box placed here keeps its place."""
        def file(by):
            return ase.aseprite(16, 16, (1, ase.layer("#head.box"), ase.layer("#legs.box"), ase.layer("#hand.point"), ase.cel(0, by, 0, block(RED)),
                                         ase.cel(1, by, 4, block(RED, 3, 2)), ase.cel(2, by, 8, [[GREEN, RED, RED]])))
        self.read(file(1))
        for field, value in (("shapes[0].values", {"armour": "12"}), ("points[0].values", {"grip": "firm"}),
                             ("shapes[1].geometry", {"box": [9, 1, 2, 2]}), ("shapes[1].values", {"boots": "new"})):
            self.run_kickbox("edit", "p", text=json.dumps({"set": "sprites['hero'].frames[0]." + field, "value": value}))
        sprite, out = self.read(file(4))
        (frame,) = sprite["frames"]
        self.assertEqual(frame["shapes"][0], {"class": "head", "geometry": {"box": [4, 0, *sprite["frames"][0]["shapes"][0]["geometry"]["box"][2:]]},
                                              "values": {"armour": "12"}})
        self.assertEqual((frame["shapes"][1]["geometry"], frame["points"][0]["at"], frame["points"][0]["values"]),
                         ({"box": [9, 1, 2, 2]}, [4, 8], {"grip": "firm"}))
        self.assertIn("frame 1: what was changed or deleted here, too, stays as it is here (legs)", out)

    def test_picture_stays_picture(self):
        """A layer that was picture when there was no such class; with --fresh it is a mark. One with a slice of its name is always picture."""
        file = ase.aseprite(8, 8, (1, ase.layer("head"), ase.layer("legs"), ase.cel(0, 0, 0, block(RED, 8, 2)), ase.cel(1, 2, 4, block(RED, 3, 3)),
                                   ase.piece("head", (0, 0, 0, 2, 2))))
        for more in ((), (), ("--fresh",)):
            sprite, out = self.read(file, *more)
            self.assertEqual([shape["class"] for shape in sprite["frames"][0]["shapes"]], ["head", "legs"] if more else ["head"], more)
            self.assertEqual(sprite["frames"][0]["picture"]["rect"][2:], [8, 2] if more else [8, 7])
            self.run_kickbox("edit", "p", text=json.dumps({"insert": "classes", "value": {"name": "legs", "colour": "#ff0000"}}), status=None)

    def test_prefix_and_classes(self):
        """A layer that is called like a class is a mark, too, unless a prefix is given, which is remembered."""
        self.run_kickbox("edit", "p", text=json.dumps({"insert": "classes", "value": {"name": "legs", "colour": "#ff0000"}}))
        file = ase.aseprite(8, 8, (1, ase.layer("$head.box"), ase.layer("#odd"), ase.layer("legs"), ase.cel(0, 0, 0, block(RED, 2, 2)),
                                   ase.cel(1, 0, 0, block(RED, 8, 8)), ase.cel(2, 2, 2, block(RED, 3, 3))))
        for more in (("--marks", "$"), ()):
            sprite, _ = self.read(file, *more)
            self.assertEqual([shape["class"] for shape in sprite["frames"][0]["shapes"]], ["head"])
        sprite, _ = self.read(file, name="other")
        self.assertEqual([shape["class"] for shape in sprite["frames"][0]["shapes"]], ["odd", "legs"])

    def test_piskel(self):
        """Two layers over three frames, in chunks of columns and in one row; the hidden frame is in no animation."""
        def url(width, height, pixel):
            return "data:image/png;base64," + base64.b64encode(png(width, height, pixel)).decode()
        row = url(6, 2, lambda x, y: (RED, GREEN, BLUE)[x // 2])
        column = url(4, 4, lambda x, y: GREEN if x == y == 0 or x == y == 2 else CLEAR)
        layers = [{"name": "a", "opacity": 1, "frameCount": 3, "base64PNG": row},
                  {"name": "b", "opacity": 0.5, "frameCount": 3, "chunks": [{"layout": [[0, 1], [2, 2]], "base64PNG": column}]},
                  {"name": "#head.box", "opacity": 1, "frameCount": 3, "chunks": [{"layout": [[1]], "base64PNG": url(2, 2, lambda x, y: RED)}]}]
        drawing = {"modelVersion": 2, "piskel": {"name": "x", "fps": 8, "width": 2, "height": 2, "layers": [json.dumps(layer) for layer in layers],
                                                 "hiddenFrames": [1]}}
        out, _ = self.run_kickbox("import", "p", self.write("two.piskel", json.dumps(drawing).encode()))
        self.assertIn("3 frames, 1 animation", out)
        with open(self.path("p", "sprites", "two.json"), encoding="utf-8") as file:
            sprite = json.load(file)
        self.assertEqual([(step["frame"], step["duration"]) for step in sprite["animations"][0]["steps"]], [(1, 125), (3, 125)])
        self.assertEqual([len(frame.get("shapes", [])) for frame in sprite["frames"]], [0, 1, 0])
        self.run_kickbox("render", self.path("two.piskel"), "-o", self.path("frames"))
        for number, wanted in enumerate([bytes((127, 128, 0, 255)), GREEN, bytes((0, 128, 127, 255))]):
            with open(self.path("frames", f"two {number}.png"), "rb") as file:
                for got, want in zip(Picture(file.read()).rgba(0, 0), wanted):
                    self.assertLessEqual(abs(got - want), 1, number)
        drawing["piskel"]["layers"] = ["{}"]
        self.refused("import", "p", self.write("bad.piskel", json.dumps(drawing).encode()), status=1, says=["piskel.layers[0].frameCount"])

    @staticmethod
    def animated(*frames, plays=0, says=None):
        """An animated PNG of 4 x 2. A frame: x, y, width, height, what comes after, whether over, and its colour."""
        def chunk(name, data):
            return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        parts, number = [chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 2, 8, 6, 0, 0, 0)), chunk(b"acTL", struct.pack(">II", says or len(frames), plays))], 0
        for index, (x, y, width, height, after, over, colour) in enumerate(frames):
            parts.append(chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, width, height, x, y, 1, 20, after, over)))
            rows = zlib.compress((b"\0" + colour * width) * height)
            parts.append(chunk(b"fdAT", struct.pack(">I", number + 1) + rows) if index else chunk(b"IDAT", rows))
            number += 2 if index else 1
        return b"\x89PNG\r\n\x1a\n" + b"".join(parts) + chunk(b"IEND", b"")

    def test_animated_png(self):
        """Frames are drawn over those before, or replace them, and are left, cleared or taken back."""
        half = b"\0\0\xff\x80"
        file = self.animated((0, 0, 4, 2, 0, 0, RED), (1, 0, 2, 1, 2, 1, half), (0, 0, 1, 1, 1, 0, half), (3, 0, 1, 1, 0, 1, GREEN), plays=1)
        out, _ = self.run_kickbox("import", "p", self.write("a.png", file))
        self.assertIn("4 frames, 1 animation", out)
        with open(self.path("p", "sprites", "a.json"), encoding="utf-8") as text:
            (animation,) = json.load(text)["animations"]
        self.assertEqual((animation["loop"], {step["duration"] for step in animation["steps"]}), ("once", {50}))
        self.run_kickbox("render", self.path("a.png"), "-o", self.path("frames"))
        mixed = bytes((127, 0, 128, 255))
        for number, wanted in enumerate([[RED] * 4, [RED, mixed, mixed, RED], [half, RED, RED, RED], [CLEAR, RED, RED, GREEN]]):
            with open(self.path("frames", f"a {number}.png"), "rb") as data:
                picture = Picture(data.read())
            self.assertEqual([picture.rgba(x, 0) for x in range(4)], wanted, number)
        for data, says in ((self.animated((2, 0, 4, 2, 0, 0, RED)), "frame 1 is not within"), (file[:-30], "cut off"),
                           (self.animated((0, 0, 4, 2, 0, 0, RED), says=2), "it has 1 frame, and says that it has 2")):
            self.refused("import", "p", self.write("bad.png", data), status=1, says=[says])
        large = self.animated((0, 0, 4, 2, 0, 0, RED), says=9).replace(struct.pack(">II", 4, 2), struct.pack(">II", 4096, 4096), 1)
        self.refused("import", "p", self.write("bad.png", large), status=1, says=["its frames have over 134217728 pixels together"])

    def test_wrong(self):
        good = self.marks()
        cases = [(good[:100], "byte 100"), (good[:-10], "frame 1 is cut off"), (good[:12] + b"\x07\0" + good[14:], "7 bits per pixel"),
                 (ase.aseprite(8, 8, (1, ase.cel(0, 0, 0, block(RED)))), "its layer is missing"),
                 (ase.aseprite(8, 8, (1, ase.layer("a"), ase.linked_cel(0, 3))), "linked with frame 4"),
                 (ase.aseprite(8, 8, (1, ase.layer("a"), ase.chunk(0x2005, ase.cel_head(0, 0, 0, 255, 2, 0) + struct.pack("<HH", 60000, 60000)))), "too large"),
                 (ase.aseprite(8, 8, (1, ase.layer("a"), ase.chunk(0x2005, ase.cel_head(0, 0, 0, 255, 2, 0) + struct.pack("<HH", 30000, 5000)))),
                  "byte 195: an image of 30000 x 5000 pixels is too large"),
                 (ase.aseprite(8, 8, (1, ase.layer("a"), ase.chunk(0x2005, ase.cel_head(0, 0, 0, 255, 2, 0) + struct.pack("<HH", 2, 2) + b"xxxx"))), "damaged")]
        for data, says in cases:
            self.refused("import", "p", self.write("bad.aseprite", data), status=1, says=["bad.aseprite: ", says])
        def large(side):
            return self.write("bad.aseprite", ase.aseprite(side, side, (1, ase.layer("a"), ase.cel(0, 0, 0, block(RED)))))
        for command in (["import", "p"], ["render", "-o", "frames"]):
            self.refused(*command, large(16000), status=1, says=["bad.aseprite: its frames have over 134217728 pixels together"])
        self.refused("render", "-o", "frames", large(8200), status=1, says=["bad.aseprite: a picture of 8200 x 8200 pixels that is nearly blank"])
        self.assertEqual(os.listdir(self.path("p", "sprites")) if os.path.isdir(self.path("p", "sprites")) else [], [])


if __name__ == "__main__":
    unittest.main()
