# SPDX-License-Identifier: MIT
"""Drawings in zip files: OpenRaster, Krita and Pixelorama."""
import io
import json
import os
import sys
import unittest
import zipfile

from PIL import Image

from cli_case import Case, png, read_indexed

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import aseprite_writer as ase  # noqa: E402
import drawing_writer as draw  # noqa: E402

RED, GREEN, BLUE, CLEAR = b"\xff\0\0\xff", b"\0\xff\0\xff", b"\0\0\xff\xff", bytes(4)
HALF = b"\0\0\xff\x80"


def block(colour, width=1, height=1):
    return [[colour] * width] * height


def picture(rows):
    return png(len(rows[0]), len(rows), lambda x, y: rows[y][x])


class Drawings(Case):
    def setUp(self):
        super().setUp()
        self.run_kickbox("new", "p")

    def load(self, name, data, *options):
        """Imports a file. Its sprite, and what the program says."""
        out, _ = self.run_kickbox("import", "p", self.write(name, data), *options)
        with open(self.path("p", "sprites", name.partition(".")[0] + ".json"), encoding="utf-8") as file:
            return json.load(file), out

    def drawn(self, name, data, frame=""):
        """The rows of a frame's pixels, as PIL reads them."""
        self.run_kickbox("render", self.write(name, data), "-o", self.path("frames"))
        with Image.open(self.path("frames", f"{name.partition('.')[0]}{frame}.png")) as image:
            pixels = image.convert("RGBA")
            return [[bytes(pixels.getpixel((x, y))) for x in range(pixels.width)] for y in range(pixels.height)]

    def near(self, rows, wanted, far=1):
        self.assertEqual([len(row) for row in rows], [len(row) for row in wanted])
        for row, want in zip(rows, wanted):
            for got, expected in zip(b"".join(row), b"".join(want)):
                self.assertLessEqual(abs(got - expected), far, (rows, wanted))

    def lost(self, out, *kinds):
        """Exactly these are left out."""
        lines = [line.strip().removeprefix("left out: ") for line in out.splitlines() if "left out: " in line]
        self.assertCountEqual(lines, kinds)

    # ---- OpenRaster ----

    @staticmethod
    def layer(name, source, **attributes):
        return draw.element("layer", name=name, src=f"data/{source}.png", **attributes)

    PICTURES = [("data/red.png", picture(block(RED, 4, 2))), ("data/blue.png", picture(block(BLUE))), ("data/green.png", picture(block(GREEN)))]

    def test_openraster(self):
        """Groups and layers, top first; positions, opacity, and hidden ones."""
        stack = [draw.element("stack", self.layer("notes", "green", x=3), name="x", visibility="hidden"),
                 draw.element("stack", self.layer("b", "blue", x=1, opacity=0.5), self.layer("a", "green", x=1), self.layer("c", "green", x=-5), name="folk"),
                 self.layer("c", "green", y=1), self.layer("ground", "red")]
        rows = self.drawn("x.ora", draw.openraster(4, 2, stack, *self.PICTURES))
        self.near(rows, [[RED, b"\0\x7f\x80\xff", RED, RED], [GREEN, RED, RED, RED]])

    def test_isolation(self):
        """A group that is drawn alone has nothing to multiply with."""
        for options, wanted in (({}, b"\0\0\0\xff"), ({"isolation": "auto"}, b"\0\0\0\xff"), ({"isolation": "isolate"}, BLUE),
                                ({"opacity": "0.5"}, b"\x7f\0\x80\xff"), ({"composite_op": "svg:screen"}, b"\xff\0\xff\xff")):
            group = draw.element("stack", self.layer("b", "blue", composite_op="svg:multiply"), **options)
            self.near(self.drawn("x.ora", draw.openraster(1, 1, [group, self.layer("a", "red")], *self.PICTURES)), [[wanted]])

    def test_blend_modes(self):
        """Opaque pixels, by the formulas of W3C's Compositing."""
        back, front = (200, 100, 50), (30, 160, 240)
        pictures = [(f"data/{name}.png", picture(block(bytes((*colour, 255))))) for name, colour in (("back", back), ("front", front))]
        for mode, colour in {"multiply": (24, 63, 47), "screen": (206, 197, 243), "darken": (30, 100, 50), "lighten": (200, 160, 240),
                             "difference": (170, 60, 190), "plus": (230, 255, 255), "src-over": front, "color-dodge": (227, 255, 255),
                             "color-burn": (0, 7, 37), "overlay": (157, 126, 94), "hard-light": (47, 139, 231), "soft-light": (167, 115, 106)}.items():
            stack = [self.layer("front", "front", composite_op="svg:" + mode), self.layer("back", "back")]
            self.near(self.drawn("x.ora", draw.openraster(1, 1, stack, *pictures)), [[bytes((*colour, 255))]])
        # As Krita 5.1 draws them, where the backdrop is translucent.
        pictures = [(f"data/{name}.png", picture(block(bytes(pixel)))) for name, pixel in (("back", (93, 6, 76, 90)), ("front", (228, 245, 105, 255)))]
        stack = [self.layer("front", "front", composite_op="svg:multiply", opacity=0.8), self.layer("back", "back")]
        self.near(self.drawn("x.ora", draw.openraster(1, 1, stack, *pictures)), [[b"\xaa\x94\x4e\xde"]], far=2)
        sprite, out = self.load("odd.ora", draw.openraster(1, 1, [self.layer("front", "front", composite_op="svg:dst-in"), draw.element("filter"),
                                                                  draw.element("layer", name="v", src="data/v.svg")], *pictures))
        self.lost(out, "blend modes that are not known (1)", "elements that are not known (1)", "vector layers (1)")
        self.assertNotIn("animations", sprite)

    def test_same_as_pil(self):
        """Layers of many colours and alphas; PIL lays them over each other."""
        def pixels(seed):
            return [[bytes((x * seed * 7 % 256, y * seed * 11 % 256, (x + y) * seed % 256, (x * 37 + y * seed) % 256)) for x in range(24)] for y in range(16)]
        layers = [pixels(seed) for seed in (3, 5, 9)]
        files = [(f"data/{i}.png", picture(rows)) for i, rows in enumerate(layers)]
        whole = Image.new("RGBA", (24, 16))
        for rows in layers:
            whole.alpha_composite(Image.frombytes("RGBA", (24, 16), b"".join(b"".join(row) for row in rows)))
        wanted = [[bytes(whole.getpixel((x, y))) for x in range(24)] for y in range(16)]
        rows = self.drawn("x.ora", draw.openraster(24, 16, [self.layer(str(i), str(i)) for i in (2, 1, 0)], *files))
        for row, want in zip(rows, wanted):
            for got, expected in zip(row, want):
                self.assertLessEqual(abs(got[3] - expected[3]), 1)
                for k in range(3):
                    self.assertLessEqual(abs(got[k] * got[3] - expected[k] * expected[3]), 3 * 255)

    MARKS = ("#pivot", "blue", {"x": 2, "y": 1}), ("// x", "red", {}), ("#head.box", "blue", {"x": 1}), ("body", "red", {})

    def check_marks(self, sprite):
        (frame,) = sprite["frames"]
        self.assertEqual((frame["hot_spot"], frame["picture"]["rect"][2:]), ([2, 1], [4, 2]))
        self.assertEqual(frame["shapes"], [{"class": "head", "geometry": {"box": [1, 0, 1, 1]}}])

    def test_marks(self):
        layers = [self.layer(name, source, **more) for name, source, more in self.MARKS]
        self.check_marks(self.load("hero.ora", draw.openraster(4, 2, layers, *self.PICTURES))[0])
        rows = {"red": block(RED, 4, 2), "blue": block(BLUE)}
        layers = [draw.krita_layer(name, f"layer{i}", **more) for i, (name, _, more) in enumerate(self.MARKS)]
        pixels = [(f"layer{i}", draw.krita_pixels(rows[source])) for i, (_, source, _) in enumerate(self.MARKS)]
        self.check_marks(self.load("sam.kra", draw.krita(4, 2, layers, *pixels))[0])

        def placed(colour, x=0, y=0):
            return [[colour if (i, j) == (x, y) or colour == RED else CLEAR for i in range(4)] for j in range(2)]
        cels = [({}, placed(rows[source][0][0], **more)) for _, source, more in reversed(self.MARKS)]
        self.check_marks(self.load("tom.pxo", draw.pixelorama(4, 2, [{"name": name} for name, _, _ in reversed(self.MARKS)], [(1, cels)]))[0])

    # ---- Krita ----

    def test_krita(self):
        """Groups, positions, opacity, hidden layers; tiles raw and packed, also left of the image and beyond it."""
        layers = [draw.krita_layer("notes", "n", visible=0), draw.krita_layer("odd", "o", x=-100, y=-1),
                  draw.krita_layer("folk", "f", draw.element("layers", draw.krita_layer("hero", "h", x=1)), kind="grouplayer", opacity=128, passthrough=0),
                  draw.krita_layer("ground", "g")]
        wide = [[RED if x < 70 else GREEN for x in range(80)]] * 2
        for pack in (None, draw.lzf_literals, draw.lzf):
            entries = [("n", draw.krita_pixels(block(GREEN, 80, 2), pack=pack)), ("o", draw.krita_pixels(block(BLUE, 2, 2), left=100, pack=pack)),
                       ("h", draw.krita_pixels([[CLEAR, BLUE]], pack=pack)), ("g", draw.krita_pixels(wide, pack=pack))]
            rows = self.drawn("x.kra", draw.krita(80, 2, layers, *entries))
            mixed = [b"\xff\0\0\xff"] * 70 + [GREEN] * 10
            mixed[:3] = [BLUE, BLUE, b"\x7f\0\x80\xff"]
            self.near(rows, [mixed, wide[1]])

    def test_lzf(self):
        """Copies of each length, near and far, that overlap or not: as our own test's unpacker sees them."""
        rows = [[bytes((x * 5 % 256, (x // 9) * 31 % 256, (x + y) % 7 * 36, 255 if x % 13 else 0)) for x in range(64)] for y in range(64)]
        rows = [[CLEAR if pixel[3] == 0 else pixel for pixel in row] for row in rows]
        data = draw.krita_pixels(rows)
        self.assertLess(len(data), 4 * 64 * 64)
        self.assertEqual(self.drawn("x.kra", draw.krita(64, 64, [draw.krita_layer("a", "a")], ("a", data))), rows)

    def test_colour_spaces(self):
        """Grey, and 16 bits; pixels that no tile has; another folder's name."""
        for space, colour, wanted in (("GRAYA", b"\x40\x40\x40\xff", b"\x40\x40\x40\xff"), ("RGBA16", b"\x10\x20\x30\x80", b"\x10\x20\x30\x80"),
                                      ("GRAYAU16", b"\x77\x77\x77\xff", b"\x77\x77\x77\xff")):
            file = draw.krita(2, 1, [draw.krita_layer("a", "a", colorspacename=space)], ("a", draw.krita_pixels([[colour, CLEAR]], space)), folder="Ünnamed")
            self.assertEqual(self.drawn("x.kra", file), [[wanted, CLEAR]])
        filled = draw.krita(70, 1, [draw.krita_layer("a", "a")], ("a", draw.krita_pixels([[RED] * 64])), ("a.defaultpixel", b"\xff\0\0\xff"))
        self.assertEqual(self.drawn("x.kra", filled), [[RED] * 64 + [BLUE] * 6])
        for space in ("RGBAF32", "CMYK"):
            file = draw.krita(1, 1, [draw.krita_layer("a", "a", colorspacename=space)], ("a", draw.krita_pixels([[RED]])))
            self.refused("import", "p", self.write("bad.kra", file), status=1, says=["bad.kra: layers/a: ", f"'{space}'"])

    def test_krita_animation(self):
        """Frames where a layer changes, within the range; each with its offset, and with the time until the next."""
        layers = [draw.krita_layer("hand", "h", keyframes="h.keyframes.xml"), draw.krita_layer("eye", "e", keyframes="e.keyframes.xml"),
                  draw.krita_layer("ground", "g", x=3)]
        entries = [("h.keyframes.xml", draw.krita_keys((0, "h", 0, 0), (4, "h.f1", 1, 0), (50, "h.f2", 0, 0)).replace("</keyframes>", "")
                    + draw.element("channel", name="opacity") + "</keyframes>"),
                   ("e.keyframes.xml", draw.krita_keys((2, "e", 2, 0), (4, "e.f1", 2, 0))),
                   ("h", draw.krita_pixels([[RED]])), ("h.f1", draw.krita_pixels([[GREEN]])), ("h.f2", b"is not read"),
                   ("e", draw.krita_pixels([[BLUE]])), ("e.f1", draw.krita_pixels([[CLEAR]])), ("g", draw.krita_pixels([[RED]]))]
        file = draw.krita(4, 1, layers, *entries, rate=12, times=(1, 9))
        for frame, row in enumerate([[RED, CLEAR, CLEAR, RED], [RED, CLEAR, BLUE, RED], [CLEAR, GREEN, CLEAR, RED]]):
            self.assertEqual(self.drawn("hero.kra", file, f" {frame}"), [row])
        sprite, out = self.load("hero.kra", file)
        self.lost(out, "animated properties of layers (1)")
        (animation,) = sprite["animations"]
        self.assertEqual((animation["name"], [step["duration"] for step in animation["steps"]]), ("all", [83, 167, 500]))

    def test_krita_losses(self):
        kinds = {"shapelayer": "vector layers", "adjustmentlayer": "filter layers", "generatorlayer": "fill layers", "clonelayer": "clone layers",
                 "filelayer": "file layers", "ink": "layers of a kind that is not known"}
        masks = {"transparencymask": "transparency masks", "filtermask": "filter masks", "transformmask": "transformation masks",
                 "selectionmask": "selections", "colorizemask": "colourise masks"}
        layers = [draw.krita_layer(kind, kind, kind=kind) for kind in kinds]
        layers.append(draw.krita_layer("a", "a", draw.element("masks", *(draw.element("mask", nodetype=mask) for mask in masks)), channelflags="1110",
                                       layerstyle="{1}", compositeop="allanon"))
        file = draw.krita(2, 1, layers, ("a", draw.krita_pixels([[RED]])), image=[draw.element("assistants", draw.element("assistant", type="x"))])
        _, out = self.load("a.kra", file.replace(b"sRGB-elle", b"sRGB-elle"))
        self.lost(out, *(f"{what} (1)" for what in (*kinds.values(), *masks.values(), "layers with channels turned off", "layer styles",
                                                    "blend modes that are not known", "drawing assistants")))
        with zipfile.ZipFile(io.BytesIO(file)) as old:
            parts = [(name, old.read(name).replace(b"sRGB-elle-V2-srgbtrc", b"Rec2020")) for name in old.namelist()]
        _, out = self.load("b.kra", draw.archive(*parts))
        self.assertIn("left out: colour profiles (1)", out)

    def test_wrong_krita(self):
        layer, pixels = draw.krita_layer("a", "a"), draw.krita_pixels(block(RED, 3, 3))
        head = pixels.index(b"0,0,LZF")
        cases = [((layer,), (), "there is no 'layers/a' in the file"), ((layer,), (("a", b"VERSION 1\n"),), "layers/a: byte 0: expected tiles"),
                 ((layer,), (("a", pixels.replace(b"SIZE 4", b"SIZE 2")),), "expected tiles of 64 x 64 pixels of 4 bytes"),
                 ((layer,), (("a", pixels[:-5]),), "a tile is cut off"), ((layer,), (("a", pixels[:head] + b"0,0,LZF,9\n\1" + bytes(8)),), "a tile is damaged"),
                 ((layer,), (("a", pixels[:head] + b"0,0,LZF,4\n\1\x20\0\0"),), "a tile is damaged"),
                 ((layer,), (("a", pixels[:head] + b"0;0\n"),), f"byte {head}: expected a tile"),
                 ((layer,), (("a", pixels.replace(b"DATA 1", b"DATA 9") + 8 * pixels[head:]),), "one of too many"),
                 ((draw.krita_layer("a", "a", keyframes="k"),), (), "there is no 'layers/k'"),
                 ((draw.krita_layer("a", "a", keyframes="k"),), (("k", "<x"),), "bad.kra: layers/k: ")]
        for layers, entries, says in cases:
            self.refused("import", "p", self.write("bad.kra", draw.krita(3, 3, layers, *entries)), status=1, says=["bad.kra: ", says])
        deep = layer
        for _ in range(70):
            deep = draw.krita_layer("g", "g", draw.element("layers", deep), kind="grouplayer")
        self.refused("import", "p", self.write("bad.kra", draw.krita(3, 3, [deep], ("a", pixels))), status=1, says=["over 64 groups within each other"])
        self.refused("import", "p", self.write("bad.kra", draw.krita(0, 3, [layer], ("a", pixels))), status=1, says=["maindoc.xml: line 3", "this one 0 x 3"])
        sides = draw.krita(8200, 8200, [draw.krita_layer("a", str(i)) for i in range(2)], *((str(i) + end, data) for i in range(2) for end, data in
                                                                                            (("", draw.krita_pixels([[RED]])), (".defaultpixel", RED))))
        self.refused("import", "p", self.write("bad.kra", sides), status=1, says=["layers/1: the layers are too large together"])

    # ---- Pixelorama ----

    def test_pixelorama(self):
        """Layers bottom first, a group after what is in it; the z order of cels; durations and tags."""
        layers = [{"name": "ground"}, {"name": "hero", "parent": 2, "opacity": 0.5}, {"name": "folk", "type": 1, "blend_mode": -2},
                  {"name": "hat", "opacity": 1}, {"name": "notes", "visible": False}]

        def frame(duration, z):
            cels = [({"opacity": 1, "z_index": z}, [[RED, RED]]), ({}, [[BLUE, CLEAR]]), ({}, None), ({"opacity": 1}, [[CLEAR, GREEN]]),
                    ({}, [[GREEN, GREEN]])]
            return duration, cels
        tags = [{"name": "walk", "color": "ff0000", "from": 1, "to": 2, "user_data": "speed=3"}, {"name": "idle", "color": "00ff00", "from": 2, "to": 2}]
        file = draw.pixelorama(2, 1, layers, [frame(1, 0), frame(2.5, 2)], tags=tags)
        self.near(self.drawn("x.pxo", file, " 0"), [[b"\x7f\0\x80\xff", GREEN]])
        self.near(self.drawn("x.pxo", file, " 1"), [[RED, GREEN]])
        sprite, out = self.load("x.pxo", file)
        self.lost(out, "hidden layers (1)")
        walk, idle = sprite["animations"]
        self.assertEqual((walk["name"], walk["values"], [step["duration"] for step in walk["steps"]]), ("walk", {"speed": "3"}, [100, 250]))
        self.assertEqual((idle["name"], len(idle["steps"])), ("idle", 1))
        untagged, _ = self.load("y.pxo", draw.pixelorama(2, 1, layers, [frame(1, 0), frame(2, 0)]))
        self.assertEqual([(one["name"], len(one["steps"])) for one in untagged["animations"]], [("all", 2)])

    def test_pixelorama_blending(self):
        """Numbers of blend modes, also before there was one to erase; a group with a mode of its own is drawn alone."""
        def pair(mode, version=7, **group):
            layers = [{"name": "a"}, {"name": "b", "blend_mode": mode, **({"parent": 2} if group else {})}, *([{"name": "g", "type": 1, **group}] if group else [])]
            cels = [({}, block(bytes((200, 100, 50, 255)))), ({}, block(bytes((30, 160, 240, 255)))), *([({}, None)] if group else [])]
            return draw.pixelorama(1, 1, layers, [(1, cels)], version=version)
        for mode, colour in {2: (30, 100, 50), 3: (24, 63, 47), 7: (206, 197, 243), 9: (230, 255, 255), 13: (170, 60, 190), 15: (170, 0, 0)}.items():
            self.near(self.drawn("x.pxo", pair(mode)), [[bytes((*colour, 255))]])
            self.near(self.drawn("x.pxo", pair(mode - 1, version=3)), [[bytes((*colour, 255))]])
        self.near(self.drawn("x.pxo", pair(3, blend_mode=-2)), [[b"\x18\x3f\x2f\xff"]])
        self.near(self.drawn("x.pxo", pair(3, blend_mode=0)), [[b"\x1e\xa0\xf0\xff"]])

    def test_pixelorama_losses(self):
        layers = [{"name": "a", "blend_mode": 1, "clipping_mask": True, "effects": [{"enabled": True}, {"enabled": False}], "user_data": "x",
                   "animated_params": "Dictionary({\n\"opacity\": {\n0: {}\n}\n})"}, {"name": "b", "type": 2}, {"name": "c", "type": 4},
                  {"name": "d", "type": 3, "animated_params": "Dictionary({\n\"opacity\": {}\n})"}]
        cels = [({}, block(RED)), ({}, None), ({}, None), ({}, block(GREEN))]
        file = draw.pixelorama(1, 1, layers, [(1, cels)], reference_images=[{}, {}])
        sprite, out = self.load("x.pxo", file)
        self.lost(out, "blend modes that are not known (1)", "clipping masks (1)", "layer effects (1)", "animated properties of layers (1)",
                  "3D layers (1)", "audio layers (1)", "user data (1)", "reference images (2)")
        self.assertEqual(self.drawn("x.pxo", file), [[GREEN]])  # a map of tiles is drawn as it was saved

    def test_wrong_pixelorama(self):
        good = [(1, [({}, block(RED, 2, 2))])]
        cases = [(draw.pixelorama(3, 2, [{"name": "a"}], good), "image_data/frames/1/layer_1 has 16 bytes; expected 3 x 2 pixels"),
                 (draw.pixelorama(2, 2, [{"name": "a"}, {"name": "b"}], good), "there is no 'image_data/frames/1/layer_2'"),
                 (draw.pixelorama(2, 2, [{"name": "a", "parent": 0}], good), "there is no group 0 above it"),
                 (draw.pixelorama(2, 2, [{"name": "a"}], good, tags=[{"name": "t", "from": 3, "to": 1}]), "frameTags[0].to"),
                 (draw.pixelorama(0, 2, [{"name": "a"}], good), "bad.pxo: data.json: size_x"),
                 (draw.pixelorama(2, 2, [{"name": "a"}], []), "there is no frame"), (draw.pixelorama(2, 2, {}, good), "data.json: layers"),
                 (draw.archive(("data.json", "{")), "data.json: line 1"), (b"GCPF" + bytes(40), "before Pixelorama 1.0")]
        for data, says in cases:
            self.refused("import", "p", self.write("bad.pxo", data), status=1, says=["bad.pxo: ", says])

    # ---- masks and tracks ----

    def painted(self, kind, name):
        with open(self.path("p", kind, name + ".json"), encoding="utf-8") as file:
            asset = json.load(file)
        return asset, read_indexed(self.read(self.path("p", kind, name + ".png")))[3]

    def floors(self, *more):
        """Four pixels wide: layers, top first, of which each begins further to the right."""
        names = [*more, ("lamp", {"visibility": "hidden"}), ("// note", {}), ("wall", {"x": 3}), ("#grass.zone", {"x": 2}), ("floor.off", {"x": 1}), ("Background", {})]
        stack = [draw.element("stack", self.layer("x", "red", **options), name=name) if name == "wall" else self.layer(name, "red", **options)
                 for name, options in names]
        return draw.openraster(4, 1, stack, ("data/red.png", picture([[RED, RED, RED, RED]])))

    def test_mask(self):
        """Each layer is a zone by its name, later ones over earlier ones; groups, too; also with one more when it is imported again."""
        file = self.write("room.ora", self.floors())
        out, _ = self.run_kickbox("import", "p", file, "--as", "mask", "--keep-picture")
        self.assertIn("room: 4 x 1, 3 zones", out)
        flat = ase.aseprite(2, 1, (1, ase.layer("a"), ase.layer("b"), ase.layer("@jump"), ase.layer("#tip.point"),
                                     ase.cel(0, 0, 0, [[RED, RED]]), ase.cel(1, 1, 0, [[HALF]]), ase.cel(2, 0, 0, [[RED]]), ase.cel(3, 0, 0, [[RED]])))
        out, _ = self.run_kickbox("import", "p", self.write("flat.aseprite", flat), "--as", "mask")
        self.assertEqual([line.split()[:2] for line in out.splitlines()[1:]], [["#ff0000", "a"], ["#0000ff", "b"]])
        mask, rows = self.painted("masks", "room")
        names = {zone["value"]: zone["name"] for zone in mask["zones"]}
        self.assertEqual([names.get(value) for value in rows[0]], [None, "floor.off", "grass", "wall"])
        self.assertEqual(len({zone["colour"] for zone in mask["zones"]}), 3)
        with Image.open(self.path("p", "pictures", mask["picture"]["file"])) as shown:
            self.assertEqual([shown.convert("RGBA").getpixel((x, 0)) for x in range(4)], [(255, 0, 0, 255)] * 4)
        self.write("room.ora", self.floors(("door", {"x": 3})))
        self.run_kickbox("import", "p", file, "--as", "mask")
        again, rows = self.painted("masks", "room")
        names = {zone["value"]: zone["name"] for zone in again["zones"]}
        self.assertEqual([names.get(value) for value in rows[0]], [None, "floor.off", "grass", "door"])
        self.refused("import", "p", file, "--as", "mask", "--zone", "#ff0000=x", status=2, says=["--zone, --road: not with a drawing in layers"])
        self.refused("import", "p", self.write("bad.ora", self.floors()[:-30]), "--as", "mask", status=1, says=["bad.ora"])

    def test_track(self):
        out, _ = self.run_kickbox("import", "p", self.write("ring.ora", self.floors()), "--as", "track")
        track, rows = self.painted("tracks", "ring")
        names = {zone["value"]: (zone["name"], zone.get("ground")) for zone in track["surfaces"]}
        self.assertEqual([names.get(value) for value in rows[0]], [None, ("floor", "off"), ("grass", None), ("wall", None)])
        self.assertNotIn("left out", out)
        layers = [draw.krita_layer("road", "a", keyframes="k"), draw.krita_layer("v", "v", kind="shapelayer")]
        file = draw.krita(2, 1, layers, ("k", draw.krita_keys((0, "a", 0, 0), (5, "b", 0, 0))), ("a", draw.krita_pixels([[RED, CLEAR]])),
                          ("b", draw.krita_pixels([[RED]])), rate=12)
        out, _ = self.run_kickbox("import", "p", self.write("lap.kra", file), "--as", "track")
        self.lost(out, "frames after the first (1)", "vector layers (1)")

    # ---- zip files ----

    def test_wrong_archives(self):
        good = draw.openraster(4, 2, [self.layer("a", "red")], *self.PICTURES)
        with zipfile.ZipFile(io.BytesIO(good)) as file:
            at = file.getinfo("data/red.png").header_offset + 30 + len("data/red.png")
        cases = [(good[:-30], "the zip file is damaged or cut off"), (good[:100], "the zip file is damaged or cut off"),
                 (draw.openraster(4, 2, [self.layer("a", "none")]), "there is no 'data/none.png' in the file"),
                 (draw.openraster(4, 2, [draw.element("layer", name="a")]), "there is no 'src' in the file"),
                 (draw.openraster(4, 2, [self.layer("a", "a")], ("data/a.png", b"GIF89a")), "bad.ora: data/a.png: "),
                 (draw.openraster(0, 2, [self.layer("a", "a")]), "bad.ora: stack.xml: line 1: a frame has 1 to"),
                 (draw.openraster(2 ** 31 - 1, 2, [self.layer("a", "a")]), "a frame has 1 to 16384 pixels a side, this one 16777216 x 2"),
                 (draw.archive(("mimetype", "image/openraster")), "there is no 'stack.xml' in the file"),
                 (draw.archive(("mimetype", "image/openraster"), ("stack.xml", "<image w='4' h='2'>")), "bad.ora: stack.xml: "),
                 (draw.archive(("mimetype", "image/openraster"), ("stack.xml", "<x/>")), "there is no image in it")]
        cases.append((good[:at + 20] + b"\xff" + good[at + 21:], "bad.ora: data/red.png: this is damaged"))
        for data, says in cases:
            self.refused("import", "p", self.write("bad.ora", data), status=1, says=["bad.ora: ", says])

    def test_bomb(self):
        """Entries that are not needed are not unpacked; those that are have a limit together."""
        bad = draw.openraster(4, 2, [self.layer("a", "red")], ("data/zeros.png", bytes(513 << 20)), *self.PICTURES)
        self.refused("import", "p", self.write("bad.ora", bad), status=1, says=["data/zeros.png: the file has over 512 MB unpacked"])
        self.assertLess(self.peak("import", "p", self.path("bad.ora")), 200)   # by the sizes that it states
        self.load("good.ora", bad.replace(b"data/zeros.png", b"Thumbnails/one"))

    def test_again(self):
        """Importing a file again follows it, and a hot spot that was moved here stays."""
        self.load("hero.ora", draw.openraster(4, 2, [self.layer("a", "red")], *self.PICTURES))
        self.run_kickbox("edit", "p", text=json.dumps({"set": "sprites['hero'].frames[0].hot_spot", "value": [3, 1]}))
        sprite, _ = self.load("hero.ora", draw.openraster(4, 2, [self.layer("b", "blue", x=1), self.layer("a", "red")], *self.PICTURES))
        self.assertEqual(sprite["frames"][0]["hot_spot"], [3, 1])


if __name__ == "__main__":
    unittest.main()
