# SPDX-License-Identifier: MIT
"""Drawings of Photoshop and GIMP: what their layers become."""
import json
import os
import random
import struct
import subprocess
import sys
import unittest

from cli_case import Case, Picture

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import paint_files as paint  # noqa: E402
from paint_files import Xcf, block, prop, psd, psd_layer, resource, section, unicode_name  # noqa: E402

RED, GREEN, BLUE, CLEAR = b"\xff\0\0\xff", b"\0\xff\0\xff", b"\0\0\xff\xff", bytes(4)
HALF_RED, HALF_GREEN = RED[:3] + b"\x80", GREEN[:3] + b"\x80"


def blocks(colour, width=1, height=1):
    return [[colour] * width] * height


def noise(width, height, seed, alphas=(0, 255)):
    """Runs and single pixels; clear ones are black, as other programs may drop their colour."""
    chance = random.Random(seed)
    pixels = []
    while len(pixels) < width * height:
        alpha = chance.choice(alphas)
        pixel = bytes((*(chance.randrange(256) for _ in range(3)), alpha)) if alpha else CLEAR
        pixels += [pixel] * chance.choice((1, 1, 1, 2, 5, 150))
    return [pixels[y * width:(y + 1) * width] for y in range(height)]


class PaintFiles(Case):
    def setUp(self):
        super().setUp()
        self.run_kickbox("new", "p")

    def read(self, data, name="hero.psd"):
        """Imports a file. Its sprite, and what the program says."""
        out, _ = self.run_kickbox("import", "p", self.write(name, data))
        with open(self.path("p", "sprites", name.split(".")[0] + ".json"), encoding="utf-8") as file:
            return json.load(file), out

    def rows(self, path):
        with open(path, "rb") as file:
            picture = Picture(file.read())
        return [[picture.rgba(x, y) for x in range(picture.width)] for y in range(picture.height)]

    def drawn(self, data, name="x.psd", frame=""):
        """The rows of a frame's pixels."""
        self.run_kickbox("render", self.write(name, data), "-o", self.path("frames"))
        return self.rows(self.path("frames", f"x{frame}.png"))

    def converted(self, *args):
        """What ImageMagick makes of it."""
        subprocess.run(["convert", *args, "-depth", "8", "PNG32:" + self.path("oracle.png")], check=True, cwd=self.path("."))
        return self.rows(self.path("oracle.png"))

    def same(self, got, wanted, within=0):
        self.assertEqual((len(got), len(got[0])), (len(wanted), len(wanted[0])))
        for y, (a, b) in enumerate(zip(got, wanted)):
            for x, (p, q) in enumerate(zip(a, b)):
                if p[3] or q[3]:
                    self.assertLessEqual(max(abs(i - j) for i, j in zip(p, q)), within, (x, y, p, q))

    # ---- Photoshop ----

    def test_psd_packings(self):
        """Each packing, 16 bits, and large files give the same pixels, which ImageMagick reads, too."""
        rows = noise(70, 40, 1)
        canvas = [[CLEAR] * 72] + [[CLEAR, *row, CLEAR] for row in rows] + [[CLEAR] * 72]
        for packing in range(4):
            for size in (1, 2):
                for large in (False, True):
                    layer = psd_layer("a", 1, 1, rows, packing=packing, size=size, large=large)
                    file = psd(72, 42, [layer], depth=8 * size, large=large, in_block=size == 2)
                    self.assertEqual(self.drawn(file), canvas, (packing, size, large))
        file = self.write("x.psd", psd(72, 42, [psd_layer("a", 1, 1, rows, packing=1)]))
        self.same(self.converted(file + "[1]", "+repage"), rows)

    def test_psd_of_imagemagick(self):
        """A file that another program wrote, with two layers, in three packings and in grey."""
        for options in ([], ["-compress", "None"], ["-compress", "Zip"], ["-colorspace", "Gray"]):
            subprocess.run(["convert", "-size", "40x30", "xc:none", "-fill", "#c08040", "-draw", "circle 15,15 15,4", "(", "-size", "40x30", "xc:none", "-fill",
                            "#2060ff", "-draw", "rectangle 20,3 33,20", ")", "-depth", "8", *options, "im.psd"], check=True, cwd=self.path("."))
            with open(self.path("im.psd"), "rb") as file:
                self.same(self.drawn(file.read()), self.converted("im.psd[1-2]", "-background", "none", "-flatten"), within=1)

    def test_psd_layers(self):
        """Order, opacity, groups isolated and not, hidden ones, and blend modes; opaque, so that only the mode counts."""
        layers = [psd_layer("ground", 0, 0, blocks(RED, 4)), psd_layer("</group>", flags=2, blocks=section(3)), psd_layer("in", 1, 0, blocks(GREEN)),
                  psd_layer("folk", opacity=128, blocks=section(1)), psd_layer("</group>", blocks=section(3)), psd_layer("out", 2, 0, blocks(BLUE)),
                  psd_layer("off", flags=2, blocks=section(2, b"pass")), psd_layer("notes", 3, 0, blocks(GREEN), flags=2),
                  psd_layer("faint", 3, 0, blocks(BLUE), opacity=128, blocks=block(b"iOpa", b"\x80\0\0\0"))]
        self.same(self.drawn(psd(4, 1, layers)), [[RED, b"\x7f\x80\0\xff", RED, b"\xbf\0\x40\xff"]], within=1)
        back, front = (200, 100, 50), (30, 160, 240)
        expected = {b"mul ": (24, 63, 47), b"scrn": (206, 197, 243), b"dark": (30, 100, 50), b"lite": (200, 160, 240), b"diff": (170, 60, 190),
                    b"lddg": (230, 255, 255), b"fsub": (170, 0, 0), b"smud": (183, 134, 196)}
        for mode, colour in expected.items():
            pair = [psd_layer("a", 0, 0, blocks(bytes((*back, 255)))), psd_layer("b", 0, 0, blocks(bytes((*front, 255))), blend=mode)]
            self.same(self.drawn(psd(1, 1, pair)), [[bytes((*colour, 255))]], within=1)
        # In a group that passes through, multiplying reaches the ground; in one of its own, it finds nothing.
        for kind, wanted in ((b"pass", bytes((24, 63, 47, 255))), (b"norm", bytes((*front, 255)))):
            group = [psd_layer("a", 0, 0, blocks(bytes((*back, 255)))), psd_layer("", blocks=section(3)),
                     psd_layer("b", 0, 0, blocks(bytes((*front, 255))), blend=b"mul "), psd_layer("g", blend=kind, blocks=section(1, kind))]
            self.same(self.drawn(psd(1, 1, group)), [[wanted]], within=1)

    def test_psd_masks(self):
        """A layer's mask and a group's; one that is off; one that hides all; what is outside."""
        def masked(mask, group=False):
            layer = psd_layer("a", 1, 0, blocks(RED, 3), mask=None if group else mask)
            around = [psd_layer("", blocks=section(3)), layer, psd_layer("g", mask=mask, blocks=section(1))] if group else [layer]
            return [pixel[3] for pixel in self.drawn(psd(4, 1, around))[0]]
        for group in (False, True):
            self.assertEqual(masked((2, 0, [b"\x80"], 255, 0), group), [0, 255, 128, 255])
            self.assertEqual(masked((2, 0, [b"\x80"], 0, 0), group), [0, 0, 128, 0])
            self.assertEqual(masked((2, 0, [b"\x80"], 0, 2), group), [0, 255, 255, 255])
            self.assertEqual(masked((0, 0, [], 0, 0), group), [0, 0, 0, 0])
        # A shape's pixels are within its vector mask already, of which Photoshop draws a mask, too.
        for kind, alpha in ((b"SoCo", 128), (b"TySh", 64)):
            shape = psd_layer("a", 0, 0, blocks(HALF_RED), mask=(0, 0, [b"\x80"], 0, 8), blocks=block(kind, b"x"))
            self.assertEqual(self.drawn(psd(1, 1, [shape]))[0][0][3], alpha)

    def test_psd_clipping(self):
        """Layers above a layer or group are drawn where that is, whose alpha, opacity and visibility they get."""
        def clipped(base, *others):
            return self.drawn(psd(3, 1, [*base, *(psd_layer("s", 0, 0, blocks(colour, 3), clipped=1) for colour in others)]))[0]
        layer = psd_layer("a", 0, 0, [[RED, HALF_RED, CLEAR]])
        group = [psd_layer("", blocks=section(3)), layer, psd_layer("g", blend=b"pass", blocks=section(1, b"pass"))]
        for base in ([layer], group):
            self.assertEqual(clipped(base, BLUE), [BLUE, BLUE[:3] + b"\x80", CLEAR])
            self.same([clipped(base, HALF_GREEN)], [[b"\x7f\x80\0\xff", b"\x7f\x80\0\x80", CLEAR]], within=1)
        self.assertEqual(clipped([psd_layer("a", 0, 0, blocks(RED, 2), flags=2)], BLUE), [CLEAR] * 3)
        self.assertEqual(clipped([psd_layer("a", 0, 0, blocks(RED, 2), opacity=64)], GREEN, BLUE), [BLUE[:3] + b"\x40"] * 2 + [CLEAR])

    def test_psd_merged(self):
        """Without layers: grey, RGB with transparency or another channel, and indexed with a transparent colour."""
        palette = bytes([255, 0]) + bytes(254) + bytes([0, 255]) + bytes(254) + bytes([0, 9]) + bytes(254)
        indexed = psd(2, 1, [], mode=2, merged=[[b"\0", b"\1"]], palette=palette, resources=resource(1047, b"\0\1"))
        self.assertEqual(self.drawn(indexed), [[RED, CLEAR]])
        self.assertEqual(self.drawn(psd(2, 1, [], mode=1, merged=[[b"\x40", b"\xff"]])), [[b"\x40\x40\x40\xff", b"\xff" * 4]])
        merged = [[HALF_RED, BLUE]]
        self.assertEqual(self.drawn(psd(2, 1, [], merged=merged)), merged)
        named = psd(2, 1, [], merged=merged, resources=resource(1006, b"\x05Alpha"))
        self.assertEqual(self.drawn(named), [[RED, BLUE]])
        self.assertIn("left out: channels (1)", self.read(named)[1])
        self.same(self.drawn(psd(70, 9, [], merged=noise(70, 9, 4, (255,)))), self.converted("x.psd"))

    def test_psd_marks(self):
        """Names in Unicode win; a group with others in it is a mark, too."""
        layers = [psd_layer("body", 4, 4, blocks(RED, 8, 8)), psd_layer("?", 7, 15, blocks(RED), flags=2, blocks=unicode_name("#pivot")),
                  psd_layer("", blocks=section(3)), psd_layer("one", 2, 1, blocks(BLUE, 4, 3)),
                  psd_layer("#t", blocks=section(1) + unicode_name("#tête.box")), psd_layer("@step", 0, 0, blocks(RED), blocks=unicode_name("@step volume=3"))]
        sprite, out = self.read(psd(16, 16, layers))
        (frame,) = sprite["frames"]
        self.assertEqual((frame["picture"]["rect"][2:], frame["hot_spot"]), ([8, 8], [7, 15]))
        self.assertEqual(frame["shapes"], [{"class": "tête", "geometry": {"box": [2, 1, 4, 3]}}])
        self.assertNotIn("left out", out)
        # Events are those of steps: there is an animation for them.
        self.assertEqual([[event["name"] for event in step["events"]] for step in sprite["animations"][0]["steps"]], [["step"]])

    def test_psd_losses(self):
        layers = [psd_layer("a", 0, 0, blocks(RED), mask=(0, 0, [b"\xff"], 255, 16), blocks=block(b"lfx2", b"") + block(b"vmsk", bytes(8))),
                  psd_layer("b", blocks=block(b"curv", b"x")), psd_layer("c", blocks=block(b"SoCo", b"x")),
                  psd_layer("d", 0, 0, blocks(RED), blend=b"vLit", blocks=block(b"SoCo", b"x") + block(b"vmsk", b"x"))]
        timeline = b"maniIRFR" + bytes(9) + b"FrInVlLs" + struct.pack(">I", 12)
        out = self.read(psd(2, 1, layers, channels=6, resources=resource(1039, b"x") + resource(2000, b"x") + resource(4000, timeline)))[1]
        for kind in ("layer effects (1)", "vector masks (1)", "densities and feathers of masks (1)", "adjustment layers (1)", "fill layers (1)", "channels (2)",
                     "colour profiles (1)", "paths (1)", "frames of animations (12)", "blend modes that are not known (1)"):
            self.assertIn("left out: " + kind, out)
        still = resource(4000, timeline[:-4] + struct.pack(">I", 1))
        self.assertNotIn("left out", self.read(psd(2, 1, [psd_layer("a", 0, 0, blocks(RED))], resources=still), "still.psd")[1])

    def test_named_frames(self):
        """Layers with durations are frames, over those before or alone; marks at the top are of all of them, and marks in a group of that frame."""
        layers = [psd_layer("#pivot", 0, 0, blocks(RED), flags=2), psd_layer("sky (200ms)", 0, 0, blocks(RED, 3)),
                  psd_layer("", blocks=section(3)), psd_layer("b", 1, 0, blocks(GREEN)), psd_layer("#fist.box", 2, 0, blocks(BLUE)),
                  psd_layer("hit ( 50 ms ) (combine)", flags=2, blocks=section(1)), psd_layer("back (70ms)", 1, 0, blocks(BLUE)),
                  psd_layer("end (1000ms) (replace)", 2, 0, blocks(BLUE))]
        sprite, out = self.read(psd(3, 1, layers))
        self.assertIn("4 frames, 1 animation", out)
        self.assertEqual([step["duration"] for step in sprite["animations"][0]["steps"]], [200, 50, 70, 1000])
        self.assertEqual([len(frame.get("shapes", [])) for frame in sprite["frames"]], [0, 1, 0, 0])
        self.assertEqual([frame["hot_spot"] for frame in sprite["frames"]], [[0, 0]] * 4)
        wanted = [[RED] * 3, [RED, GREEN, RED], [RED, BLUE, RED], [CLEAR, CLEAR, BLUE]]
        for frame, row in enumerate(wanted):
            self.assertEqual(self.drawn(psd(3, 1, layers), frame=f" {frame}"), [row])
        layers[1] = psd_layer("sky", 0, 0, blocks(RED, 3))
        self.assertEqual(len(self.read(psd(3, 1, layers), "still.psd")[0]["frames"]), 1)

    def test_psd_wrong(self):
        good = psd(8, 8, [psd_layer("a", 0, 0, noise(8, 8, 2))])
        deep = psd(1, 1, [psd_layer("", blocks=section(3))] * 65)
        cases = [(good[:20], "the header is cut off"), (good[:60], "cut off"), (good[:24] + b"\0\4" + good[26:], "colours are CMYK of 8 bits"),
                 (good[:22] + b"\0\x20" + good[24:], "RGB of 32 bits"), (good[:14] + b"\0\1\0\0" + good[18:], "this one 8 x 65536"),
                 (psd(8, 8, [], mode=2, merged=[[b"\0"] * 8] * 8), "the file is cut off"), (good[:120], "the file is cut off"),
                 (deep, "groups are nested over 64 deep")]
        record, data = psd_layer("a", 0, 0, blocks(RED))
        huge = struct.pack(">iiii", 0, 0, 40000, 40000) + record[16:]
        cases += [(psd(8, 8, [(huge, data)]), "40000 x 40000 pixels is too large"),
                  (psd(8, 8, [(record, data[:3] + b"\1" + data[4:])]), "a channel is cut off or damaged")]
        for bad, says in cases:
            self.refused("import", "p", self.write("bad.psd", bad), status=1, says=["bad.psd: byte ", says])

    # ---- GIMP ----

    def test_xcf_packings(self):
        """Each packing and width of offsets, over several tiles; ImageMagick reads the same."""
        rows = noise(150, 70, 3)
        for version in (0, 3, 10, 11, 13):
            for packing in (0, 1, 2):
                file = Xcf(150, 70, version=version, packing=packing)
                file.layer("a", 0, 0, rows)
                self.same(self.drawn(file.data(), "x.xcf"), rows)
                if version == 3 and packing == 1:
                    self.same(self.converted("x.xcf", "-background", "none", "-flatten"), rows)

    def test_xcf_colours(self):
        """Grey and indexed, with and without alpha; indexed pixels are there from half of their alpha."""
        def one(base, *pixels, props=b""):
            file = Xcf(len(pixels), 1, base=base, props=props)
            file.layer("a", 0, 0, [list(pixels)])
            return self.drawn(file.data(), "x.xcf")[0]
        self.assertEqual(one(1, b"\x40\x80", b"\xff\xff"), [b"\x40\x40\x40\x80", b"\xff" * 4])
        self.assertEqual(one(1, b"\x40"), [b"\x40\x40\x40\xff"])
        self.assertEqual(one(0, b"\1\2\3"), [b"\1\2\3\xff"])
        # The size of this property is wrong in old files.
        palette = struct.pack(">III", 1, 4 + 2, 2) + RED[:3] + BLUE[:3]
        self.assertEqual(one(2, b"\1\x80", b"\0\x7f", props=palette), [BLUE, CLEAR])

    def test_xcf_layers(self):
        """From the top, groups before what is in them, masks, opacity; the lowest layer's mode does not count."""
        file = Xcf(5, 1)
        file.layer("faint", 4, 0, blocks(BLUE), mode=0, opacity=128)
        file.layer("g", 1, 0, blocks(CLEAR, 2), group=True, mode=0, opacity=128, mask=[[255, 0]])
        file.layer("h", 1, 0, blocks(CLEAR), group=True, path=(1, 0))
        file.layer("in", 1, 0, blocks(GREEN), path=(1, 0, 0))
        file.layer("cut", 2, 0, blocks(GREEN), path=(1, 1))
        file.layer("off", 0, 0, blocks(GREEN, 5), visible=0)
        file.layer("part", 3, 0, blocks(GREEN), mode=0, mask=[[0x80]])
        file.layer("whole", 2, 0, blocks(BLUE), mask=[[0]], apply_mask=0)
        file.layer("ground", 0, 0, blocks(RED, 5), mode=30)
        self.same(self.drawn(file.data(), "x.xcf"), [[RED, b"\x7f\x80\0\xff", BLUE, b"\x7f\x80\0\xff", b"\x7f\0\x80\xff"]], within=1)

    def test_xcf_pass_through(self):
        """The lowest layer of a group has its mode if the group passes through to something below."""
        for mode, wanted in ((61, b"\0\0\0\xff"), (28, GREEN)):
            file = Xcf(1, 1)
            file.layer("g", 0, 0, blocks(CLEAR), group=True, mode=mode)
            file.layer("in", 0, 0, blocks(GREEN), path=(0, 0), mode=30)
            file.layer("ground", 0, 0, blocks(RED))
            self.assertEqual(self.drawn(file.data(), "x.xcf"), [[wanted]])

    def test_xcf_modes(self):
        """Old modes blend what is stored, new ones mix light; both only where something is below."""
        def pair(mode, front, back=bytes((200, 100, 50, 255)), props=b""):
            file = Xcf(2, 1)
            file.layer("b", 0, 0, [[front, front]], mode=mode, props=props)
            file.layer("a", 0, 0, [[back, CLEAR]])
            return self.drawn(file.data(), "x.xcf")[0]
        front = bytes((30, 160, 240, 255))
        for modes, colour in {(3,): (24, 63, 47), (4, 31): (206, 197, 243), (9, 35): (30, 100, 50), (10, 36): (200, 160, 240), (6, 32): (170, 60, 190),
                              (7,): (230, 255, 255), (8,): (170, 0, 0), (52,): (183, 134, 196)}.items():
            for mode in modes:
                self.same([pair(mode, front)], [[bytes((*colour, 255)), CLEAR]], within=1)
        # Old modes mix with the lower of both alphas. What is divided by nothing is white.
        self.same([pair(3, front, bytes((200, 100, 50, 128)))], [[bytes((82, 75, 48, 128)), CLEAR]], within=1)
        for mode, wanted in ((41, b"\xff\xff\0\xff"), (43, b"\0\xff\0\xff")):
            self.same([pair(mode, b"\0\0\0\xff", b"\xc8\xff\0\xff")], [[wanted, CLEAR]], within=1)
        # Half of white over black is half of the light; the old mode, or a setting, takes half of the number.
        white, black = b"\xff\xff\xff\x80", b"\0\0\0\xff"
        self.same([pair(28, white, black)], [[b"\xbc\xbc\xbc\xff", white]], within=1)
        self.same([pair(0, white, black)], [[b"\x80\x80\x80\xff", white]], within=1)
        self.same([pair(28, white, black, prop(36, 2))], [[b"\x80\x80\x80\xff", white]], within=1)
        self.same([pair(28, white, black, prop(35, 2))], [[b"\xbc\xbc\xbc\xff", CLEAR]], within=1)
        self.same([pair(3, front, props=prop(35, 1))], [[bytes((24, 63, 47, 255)), front]], within=1)
        # In light, 0.5776 + 0.2159 and 0.5776 - 0.2159 (of 200 and 128).
        self.same([pair(33, b"\x80\x80\x80\xff", b"\xc8\xc8\xc8\xff")], [[bytes((231, 231, 231, 255)), CLEAR]], within=1)
        self.same([pair(34, b"\x80\x80\x80\xff", b"\xc8\xc8\xc8\xff")], [[bytes((162, 162, 162, 255)), CLEAR]], within=1)

        # Results below 0 and above 1 stay so until they are mixed, here by half.
        def light(value):
            return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

        def stored(value):
            value = min(max(value, 0), 1)
            return round(255 * (value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055))
        low, high, half = light(80 / 255), light(200 / 255), 128 / 255
        for mode, back, front, result in ((34, 80, 200, low - high), (33, 200, 200, 2 * high), (41, 200, 80, high / low),
                                          (42, 80, 200, light(80 / 55)), (43, 80, 200, light(1 - 175 / 200)), (43, 80, 100, light(1 - 175 / 100))):
            expected = stored(light(back / 255) * (1 - half) + result * half)
            self.same([pair(mode, bytes((front,) * 3 + (128,)), bytes((back,) * 3 + (255,)))],
                      [[bytes((expected,) * 3 + (255,)), CLEAR]], within=1)

    def test_xcf_marks_and_losses(self):
        file = Xcf(8, 8, version=20)
        file.layer("float", 0, 0, blocks(RED, 8, 8), props=prop(5, 1))
        file.layer("odd", 0, 0, blocks(RED), mode=1)
        file.layer("near", 0, 0, blocks(RED), mode=19)
        file.layer("clip", 0, 0, blocks(RED), props=prop(35, 3))
        file.layer("#head.box", 2, 1, blocks(RED, 3, 2), visible=0)
        file.layer("body", 3, 3, blocks(GREEN, 2, 2))
        file.channel("Selection Mask", [[b"\0"] * 8] * 8, prop(4))
        file.channel("mine", [[b"\0"] * 8] * 8)
        sprite, out = self.read(file.data(), "hero.xcf")
        self.assertEqual(sprite["frames"][0]["shapes"], [{"class": "head", "geometry": {"box": [2, 1, 3, 2]}}])
        for kind in ("floating selections (1)", "blend modes that are not known (1)", "blend modes that are only similar (1)", "channels (1)",
                     "composite modes that clip to a layer (1)", "filters of layers (6)"):
            self.assertIn("left out: " + kind, out)

    def test_xcf_wrong(self):
        def one(rows=blocks(RED, 8, 8), **options):
            file = Xcf(8, 8, **options)
            file.layer("a", 0, 0, rows)
            return file.data()
        good = one(version=3)
        wrong = [(good[:20], "the header is cut off"), (good[:60], "cut off"), (good[:-1], "a tile is cut off or damaged"),
                 (one(precision=250), "have 16 bits; expected 8"), (one(precision=650), "32 bits, floating point"),
                 (one(precision=100), "8 bits of linear light"), (one(packing=3), "a tile is cut off or damaged"),
                 (good.replace(struct.pack(">III", 8, 8, 4), struct.pack(">III", 8, 9, 4)), "pixels are missing, or of another size"),
                 (good[:14] + struct.pack(">II", 0, 8) + good[22:], "this one 0 x 8")]
        for bad, says in wrong:
            self.refused("import", "p", self.write("bad.xcf", bad), status=1, says=["bad.xcf: byte ", says])
        deep = Xcf(8, 8)
        for depth in range(65):
            deep.layer("g", 0, 0, blocks(CLEAR), group=True, path=(0,) * (depth + 1))
        masked = Xcf(8, 8)
        masked.layer("a", 0, 0, blocks(RED, 2), mask=[[0]])
        large = good.replace(struct.pack(">II", 8, 8), struct.pack(">II", 60000, 60000)).replace(struct.pack(">II", 60000, 60000), struct.pack(">II", 8, 8), 1)
        for bad, says in ((deep.data(), "groups in groups over 64 deep"), (masked.data(), "the mask of 'a' has another size"),
                          (large, "60000 x 60000 pixels is too large")):
            self.refused("import", "p", self.write("bad.xcf", bad), status=1, says=["bad.xcf: ", says])


if __name__ == "__main__":
    unittest.main()
