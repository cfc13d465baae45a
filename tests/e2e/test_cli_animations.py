# SPDX-License-Identifier: MIT
"""Animated pictures (GIF, WebP), whose frames must be those of Pillow, and the files of fighting and platform games."""
import io
import json
import os
import random
import shutil
import struct
import sys
import unittest

from PIL import Image, ImageChops, ImageSequence

from cli_case import Case, SOURCE

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import mugen_writer as mugen  # noqa: E402
from mugen_writer import Sprite, indexed  # noqa: E402

CLEAR = (0, 0, 0, 0)
COLOURS = [(255, 0, 255), (230, 30, 30), (30, 200, 40), (40, 60, 240), (250, 250, 250), (120, 90, 10), (10, 90, 120), (90, 10, 120)]
PALETTE = bytes(sum(COLOURS, ())) + bytes(768 - 24)
RGBA = b"".join(bytes((*colour, 255)) for colour in COLOURS) + bytes(1024 - 32)


def shown(image):
    """RGBA pixels; all that are transparent are alike."""
    pixels = image.convert("RGBA")
    seen = pixels.getchannel("A").point(lambda alpha: 255 * (alpha > 0))
    return list(Image.composite(pixels, Image.new("RGBA", pixels.size), seen).getdata())


def noise(width, height, seed, values=8, runs=True):
    """Pixels with long runs, short ones and repetitions."""
    chance, out = random.Random(seed), []
    while len(out) < width * height:
        out += [chance.randrange(values)] * (chance.choice((1, 1, 1, 2, 3, 7, 8, 9, 70, 300)) if runs else 1)
        if out and chance.random() < .4:
            at = chance.randrange(len(out))
            out += out[at:at + chance.choice((2, 3, 20, 65, 200))]
    return out[:width * height]


def coloured(pixels):
    return [(*COLOURS[pixel], 255) if pixel else CLEAR for pixel in pixels]


class Animations(Case):
    def setUp(self):
        super().setUp()
        self.run_kickbox("new", "p")
        self.n = 0

    def load(self, path, *options):
        """Imports a file as a new sprite. That sprite, and what the program says."""
        self.n += 1
        out, _ = self.run_kickbox("import", "p", path, "--name", f"s{self.n}", *options)
        with open(self.path("p", "sprites", f"s{self.n}.json"), encoding="utf-8") as file:
            return json.load(file), out

    def picture_of(self, frame):
        """The size and RGBA pixels of a frame of a sprite, as in the project."""
        whole = Image.new("RGBA", (frame["width"], frame["height"]))
        if frame.get("picture"):
            picture = frame["picture"]
            x, y, width, height = picture["rect"]
            with Image.open(self.path("p", "pictures", picture["file"])) as sheet:
                whole.paste(sheet.convert("RGBA").crop((x, y, x + width, y + height)), tuple(picture.get("offset", (0, 0))))
        return whole.size, shown(whole)

    def steps(self, sprite, name):
        """The loop, and the frames' names and durations."""
        (animation,) = [animation for animation in sprite["animations"] if animation["name"] == name]
        names = {frame["id"]: frame.get("name") for frame in sprite["frames"]}
        return animation["loop"], [(names[step["frame"]], step["duration"]) for step in animation["steps"]]

    # ---- GIF and WebP ----

    def compare(self, path):
        """All frames are as Pillow reads them."""
        sprite, out = self.load(path)
        with Image.open(path) as image:
            wanted = [shown(frame) for frame in ImageSequence.Iterator(image)]
        self.assertEqual(len(sprite["frames"]), len(wanted))
        for index, (frame, pixels) in enumerate(zip(sprite["frames"], wanted)):
            self.assertEqual(self.picture_of(frame)[1], pixels, f"{path} frame {index}")
        return sprite, out

    def frames(self, seed, n=6, size=(13, 9), alphas=(0, 255)):
        chance = random.Random(seed)
        for index in range(n):
            image = Image.new("RGBA", size)
            for _ in range(4):
                x, y = chance.randrange(size[0]), chance.randrange(size[1])
                image.paste((*chance.choice(COLOURS), chance.choice(alphas)), (x, y, x + chance.randrange(1, 9), y + chance.randrange(1, 9)))
            image.putpixel((index, 0), (*COLOURS[4], 255))   # Pillow 9 writes no picture for a frame that equals the one before
            yield image

    def test_gif(self):
        """Ways of disposal, transparency, palettes of each frame, rows in four passes."""
        for seed in range(12):
            first, *others = self.frames(seed)
            disposal = [random.Random(seed + 100).choice((0, 1, 2, 3)) for _ in range(6)]
            path = self.path(f"{seed}.gif")
            first.save(path, save_all=True, append_images=others, duration=70, disposal=disposal, interlace=seed % 2, loop=0, optimize=False)
            sprite, _ = self.compare(path)
            self.assertEqual(sprite["animations"][0]["loop"], "loop")

    @staticmethod
    def gif(*images, size=(4, 2), loops=None, tail=b";"):
        """A GIF of 4 x 2 made by hand: x, y, width, height, disposal, delay, transparent or not, interlaced or not, and one colour for each pixel."""
        parts = [b"GIF89a", struct.pack("<HHBBB", *size, 0x80 | 1, 0, 0), b"\0\0\0\xff\0\0\0\xff\0\0\0\xff"]
        if loops is not None:
            parts.append(b"!\xff\x0bNETSCAPE2.0\3\1" + struct.pack("<H", loops) + b"\0")
        for x, y, width, height, disposal, delay, transparent, interlaced, pixels in images:
            parts.append(b"!\xf9\4" + struct.pack("<BHB", disposal << 2 | transparent, delay, 0) + b"\0")
            parts.append(b"," + struct.pack("<HHHHB", x, y, width, height, interlaced << 6))
            bits = "".join(format(code, "03b")[::-1] for pixel in pixels for code in (4, pixel)) + "101"   # a code that clears the table before each pixel
            data = bytes(int(bits[i:i + 8][::-1], 2) for i in range(0, len(bits), 8))
            parts.append(b"\2" + bytes([len(data)]) + data + b"\0")
        return b"".join(parts) + tail

    def test_gif_by_hand(self):
        """Disposal 0 to 3 on a canvas that no picture fills, where Pillow and browsers differ; delays, repetitions, and a file without an end."""
        red, green, blue = ((*COLOUR, 255) for COLOUR in ((255, 0, 0), (0, 255, 0), (0, 0, 255)))
        file = self.gif((0, 0, 2, 2, 1, 7, 1, 0, [1, 1, 1, 0]), (1, 0, 2, 1, 3, 0, 1, 0, [2, 2]), (3, 1, 1, 1, 2, 1, 0, 0, [3]),
                        (3, 0, 1, 1, 0, 20, 0, 0, [0]), loops=2, tail=b"")
        sprite, out = self.load(self.write("a.gif", file))
        self.assertIn("left out: numbers of repetitions (1)", out)
        self.assertEqual(self.steps(sprite, "all"), ("loop", [("a 0", 70), ("a 1", 100), ("a 2", 10), ("a 3", 200)]))
        base = [red, red, CLEAR, CLEAR, red, CLEAR, CLEAR, CLEAR]
        wanted = [base, [red, green, green, *base[3:]], [*base[:7], blue], [*base[:3], (0, 0, 0, 255), *base[4:]]]
        self.assertEqual([self.picture_of(frame)[1] for frame in sprite["frames"]], wanted)
        striped = self.gif((0, 0, 1, 9, 0, 1, 0, 1, [1, 2, 3, 1, 2, 3, 1, 2, 3]), size=(1, 9))
        sprite, _ = self.load(self.write("b.gif", striped))   # rows 0 8, 4, 2 6, 1 3 5 7
        self.assertEqual(self.picture_of(sprite["frames"][0])[1], [red, blue, red, red, blue, green, green, blue, green])
        self.assertEqual(sprite.get("animations", []), [])
        once, _ = self.load(self.write("c.gif", self.gif(*[(0, 0, 1, 1, 0, 3, 0, 0, [1])] * 2)))
        self.assertEqual(once["animations"][0]["loop"], "once")
        for data, says in ((file[:-20], "cut off or damaged"), (file[:30], "cut off or damaged"), (self.gif(), "there is no picture in it"),
                           (self.gif((0, 0, 5, 1, 0, 1, 0, 0, [1] * 5)), "frame 1 is larger than the picture"),
                           (self.gif(size=(0, 3)), "1 to 16384 pixels a side"), (self.gif((0, 0, 1, 1, 0, 1, 0, 0, [1]), size=(16384, 16384)), "pixels together")):
            self.refused("import", "p", self.write("bad.gif", data), status=1, says=["bad.gif", says])

    def test_frames_are_held_once(self):
        """12 frames of 4 MB each take little more than these 48 MB, in all three formats."""
        first, *others = (Image.new("RGB", (1024, 1024), (10 * i, 255 - 10 * i, 90)) for i in range(12))
        for kind in ("gif", "png", "webp"):
            with self.subTest(kind):
                path = self.path(f"{kind}.{kind}")
                first.save(path, save_all=True, append_images=others, duration=50)
                self.assertLess(self.peak("import", "p", path), 95)

    def test_frames_are_counted_first(self):
        """A GIF whose frames are too large together is refused before any is unpacked."""
        path = self.write("large.gif", self.gif(*[(0, 0, 1, 1, 1, 1, 0, 0, [1])] * 9, size=(4096, 4096)))
        self.refused("import", "p", path, status=1, says=["large.gif: its frames have over 134217728 pixels together"])
        self.assertLess(self.peak("import", "p", path), 200)

    def test_webp(self):
        """Blended and replaced frames, with losses or without, and a still picture."""
        for seed in range(4):
            first, *others = self.frames(seed, alphas=(0, 128, 255))
            path = self.path(f"{seed}.webp")
            first.save(path, save_all=True, append_images=others, duration=[40, 50, 60, 70, 80, 90], loop=seed, lossless=seed % 2 == 0, quality=60, minimize_size=True)
            sprite, out = self.compare(path)
            loop, steps = self.steps(sprite, "all")
            self.assertEqual((loop, sum(ms for _, ms in steps)), ("once" if seed == 1 else "loop", 390))
            self.assertEqual("numbers of repetitions (1)" in out, seed > 1)
            data = self.read(path)
            self.refused("import", "p", self.write("bad.webp", data[:len(data) // 2]), status=1, says=["bad.webp", "cut off or damaged"])
        path = self.path("still.webp")
        first.save(path, quality=50)
        sprite, _ = self.compare(path)
        self.assertEqual(sprite.get("animations", []), [])
        for bits, says in ((16383, "pixels together"), (65535, "pixels together")):   # of a canvas that is a lie
            large = b"VP8X" + struct.pack("<IB3x", 10, 2) + struct.pack("<I", bits)[:3] * 2 + b"ANIM" + struct.pack("<IIH", 6, 0, 0)
            large += b"ANMF" + struct.pack("<I", 16) + bytes(16)
            self.refused("import", "p", self.write("big.webp", b"RIFF" + struct.pack("<I", len(large) + 4) + b"WEBP" + large), status=1, says=["big.webp"])

    # ---- MUGEN ----

    PIXELS = noise(37, 29, 1)

    def picture(self, width=4, height=2, value=1):
        return indexed(width, height, [value] * (width * height - 1) + [0], PALETTE)

    def test_sff_formats(self):
        """Every way to pack; the pixels are those that were packed."""
        for form in (mugen.RAW, mugen.RLE8, mugen.RLE5, mugen.LZ5, mugen.PNG8):
            for seed in range(6):
                pixels = noise(37, 29, seed)
                pictures = [indexed(37, 29, pixels, PALETTE), indexed(29, 37, pixels, PALETTE)]
                sprites = [Sprite(0, i, (i, 2), picture, form=form) for i, picture in enumerate(pictures)]
                sprite, _ = self.load(self.write("a.sff", mugen.sff_2(sprites, [RGBA])))
                self.assertEqual([self.picture_of(frame) for frame in sprite["frames"]], [((37, 29), coloured(pixels)), ((29, 37), coloured(pixels))], (form, seed))
        for form, mode in ((mugen.PNG24, "RGB"), (mugen.PNG32, "RGBA")):
            image = next(self.frames(5, alphas=(0, 90, 255))).convert(mode)
            sprite, _ = self.load(self.write("a.sff", mugen.sff_2([Sprite(1, 2, (0, 0), image, form=form)], [])))
            self.assertEqual(self.picture_of(sprite["frames"][0])[1], shown(image), mode)

    def test_sff(self):
        """Names, axes, links, palettes of both versions, and a sprite whose number occurs twice."""
        other = RGBA[:4] + b"\1\2\3\x80" + RGBA[8:]
        axes = [(1, 1), (-2, 3), (9, 5), (0, 0), (2, 1)]
        pictures = [self.picture(), None, None, self.picture(value=2), self.picture(value=3)]
        numbers = [(0, 0), (0, 1), (9000, 1), (5, 0), (5, 0)]
        sprites = [Sprite(*number, axis, picture, palette=palette) for number, axis, picture, palette in zip(numbers, axes, pictures, (0, 1, 2, 0, 0))]
        sprite, out = self.load(self.write("a.sff", mugen.sff_2(sprites, [RGBA, other, 0])))
        self.assertIn("left out: sprites with a number that another has (1)", out)
        frames = sprite["frames"]
        self.assertEqual([(frame["name"], frame["hot_spot"], frame["width"], frame["height"]) for frame in frames],
                         [("0,0", [1, 1], 4, 2), ("0,1", [0, 3], 6, 4), ("9000,1", [9, 5], 10, 6), ("5,0", [0, 0], 4, 2)])
        self.assertEqual(self.picture_of(frames[1])[1][2], (1, 2, 3, 128))
        self.assertEqual(self.picture_of(frames[2])[1][0], (*COLOURS[1], 255))
        self.assertEqual([animation["name"] for animation in sprite["animations"]], ["0", "9000", "5"])
        opaque, _ = self.load(self.write("b.sff", mugen.sff_2(sprites[:2], [RGBA, other], minor=0)))
        self.assertEqual(self.picture_of(opaque["frames"][1])[1][2], (1, 2, 3, 255))
        # Version 1: a PCX each, of odd width; with its palette, with the one before, and a link
        second = bytes((9, 8, 7)) * 256
        pixels = noise(5, 7, 3)
        old = [Sprite(0, 0, (1, 2), indexed(5, 7, pixels, PALETTE)), Sprite(0, 1, (0, 0), indexed(5, 7, pixels[::-1], PALETTE), same=True),
               Sprite(0, 2, (0, 0), self.picture()), Sprite(1, 0, (4, 4), link=0), Sprite(2, 0, (0, 0), indexed(3, 1, [1, 2, 3], second))]
        sprite, _ = self.load(self.write("c.sff", mugen.sff_1(old)))
        frames = sprite["frames"]
        self.assertEqual([self.picture_of(frame)[1] for frame in frames[:2]], [coloured(pixels), coloured(pixels[::-1])])
        self.assertEqual(frames[3]["picture"], frames[0]["picture"])
        self.assertEqual((frames[3]["hot_spot"], self.picture_of(frames[4])[1]), ([4, 4], [(9, 8, 7, 255)] * 3))

    AIR = """; a comment
[Begin Action 200]
Clsn2Default: 1
 Clsn2[0] = -10, -20, 10, 0
200,0, 0,0, 5
Clsn1: 2
 Clsn1[0] = 5, -15, 30, -10
 Clsn1[1] = 1, 1, 1, 8
200,1, 3,-2, 4, H, A1
Clsn2: 0
200,1, 0,0, 0
Loopstart
200,0, 0,0, 5, VH
200,0, 0,0, 5
Interpolate Offset
200,9, 0,0, 3,,, 1,2
-1,0, 0,0, 1
[ BEGIN ACTION 0 ]
[Begin action 0]
Clsn1: 1
  Clsn1[0] = 0,0,4,4
200,0, 0,0, 7
200,2, 0,0, -1 ; for ever
200,0, 0,0, 1
[Begin Action 200]
200,0, 0,0, 1
[Begin Action 7]
200,0, 0,0, 1
LoopStart
200,1, 0,0, 1
"""

    def test_character(self):
        """Boxes of one step and of the action, offsets, flips, times, repetition, and all that is left out."""
        left, right = indexed(4, 2, [1, 2, 3, 4, 5, 6, 7, 0], PALETTE), self.picture(6, 3, 2)
        sprites = [Sprite(200, 0, (1, 2), left), Sprite(200, 1, (2, 3), right), Sprite(200, 2, (0, 0), self.picture()), Sprite(9000, 0, (0, 0), self.picture())]
        self.write("Kfm.SFF", mugen.sff_2(sprites, [RGBA]))
        self.write("other.sff", mugen.sff_2(sprites[3:], [RGBA]))
        self.write("moves.air", self.AIR)
        deffile = self.write("kfm.def", '[Info]\nname = "x"\n[Files]\ncmd = kfm.cmd\nSprite = kfm.sff ; it is\n anim="MOVES.air"\n')
        sprite, out = self.load(deffile)
        self.assertEqual([animation["name"] for animation in sprite["animations"]], ["action 200", "action 0", "action 7"])
        loop, steps = self.steps(sprite, "action 200")
        self.assertEqual((loop, steps), ("loop", [("200,0", 83), ("200,1", 67), ("200,0 #2", 83), ("200,0", 84), ("200,9", 50), ("-1,0", 16)]))
        self.assertEqual(sum(ms for _, ms in steps), round(23 * 1000 / 60))
        self.assertEqual(sprite["animations"][0]["values"], {"loop_start": "2"})
        self.assertEqual(self.steps(sprite, "action 0"), ("hold-last", [("200,0 #3", 117), ("200,2", 16)]))
        self.assertEqual(self.steps(sprite, "action 7")[0], "hold-last")
        frames = {frame["name"]: frame for frame in sprite["frames"]}
        boxes = {name: [(shape["class"], shape["geometry"]["box"]) for shape in frame.get("shapes", [])] for name, frame in frames.items()}
        self.assertEqual((frames["200,0"]["hot_spot"], boxes["200,0"]), ([1, 2], [("Clsn2", [-9, -18, 20, 20])]))
        # Moved by 3, -2: the axis is further left and down. Mirrored: 6 - 2 - 3
        self.assertEqual((frames["200,1"]["hot_spot"], boxes["200,1"]), ([1, 5], [("Clsn1", [6, -10, 25, 5]), ("Clsn2", [-9, -15, 20, 20])]))
        mirrored = [pixel for row in (right.transpose(Image.FLIP_LEFT_RIGHT).tobytes()[i:i + 6] for i in (0, 6, 12)) for pixel in row]
        self.assertEqual(self.picture_of(frames["200,1"])[1][:18], coloured(mirrored))
        self.assertEqual(self.picture_of(frames["200,0 #2"]), ((4, 2), coloured([0, 7, 6, 5, 4, 3, 2, 1])))
        self.assertEqual((frames["200,0 #2"]["hot_spot"], boxes["200,0 #2"]), ([3, 0], [("Clsn2", [-7, -20, 20, 20])]))
        self.assertEqual((boxes["200,0 #3"], boxes["200,2"]), ([("Clsn1", [1, 2, 4, 4])], []))
        self.assertNotIn("picture", frames["-1,0"])
        with open(self.path("p", "p.kickbox"), encoding="utf-8") as file:
            self.assertCountEqual([(one["name"], one["colour"]) for one in json.load(file)["classes"]], [("Clsn1", "#e01b24"), ("Clsn2", "#3584e4")])
        for loss in ("ways of blending (1)", "scales and angles (1)", "steps that are never shown (3)", "interpolations (1)", "pictures that are missing (1)",
                     "boxes without an area, or outside the limits (1)", "actions with a number that another has (1)", "lines that are not known (1)",
                     "sprites that no action shows (1)"):
            self.assertIn("left out: " + loss, out)
        # The same by the actions alone: the .def names the sprites
        self.assertEqual(self.load(self.path("moves.air"))[0]["frames"], sprite["frames"])

    def test_kind_of_boxes(self):
        """The digit of the header counts, not the one of its lines; a header ends the one before, full or not."""
        self.write("hero.sff", mugen.sff_2([Sprite(0, i, (0, 0), self.picture()) for i in range(3)], [RGBA]))
        air = self.write("hero.air", "[Begin Action 1]\nClsn2Default: 1\n Clsn2[0] = -6,-27,6,0\n0,0, 0,0, 3\nClsn1: 1\n Clsn2[0] = 6,-18,12,-14\n"
                         "0,1, 0,0, 4\n0,2, 0,0, 3\n[Begin Action 2]\nClsn1: 2\n Clsn1[0] = 0,0,2,2\n Clsn2[1] = 4,4,6,6\n0,0, 0,0, 3\n")
        frames = {frame["name"]: [(shape["class"], shape["geometry"]["box"]) for shape in frame["shapes"]] for frame in self.load(air)[0]["frames"]}
        hurt = [box for kind, box in frames["0,0"] if kind == "Clsn2"]
        self.assertEqual([[kind for kind, _ in frames[name]] for name in ("0,0", "0,1", "0,2", "0,0 #2")],
                         [["Clsn2"], ["Clsn1", "Clsn2"], ["Clsn2"], ["Clsn1", "Clsn1"]])
        self.assertEqual((hurt[0][2:], frames["0,1"][0][1][2:], [box[2:] for _, box in frames["0,0 #2"]]), ([12, 27], [6, 4], [[2, 2], [2, 2]]))

    def test_finding_sprites(self):
        """Those of the same name, or the only ones; nothing else."""
        air = self.write("hero.air", "[Begin Action 1]\n0,0,0,0,1\n")
        self.refused("import", "p", air, status=1, says=["hero.air", "there is no SFF with its sprites"])
        self.write("only.sff", mugen.sff_2([Sprite(0, 0, (0, 0), self.picture())], [RGBA]))
        self.assertEqual(self.load(air)[0]["frames"][0]["width"], 4)
        self.write("HERO.sff", mugen.sff_2([Sprite(0, 0, (0, 0), self.picture(7))], [RGBA]))
        self.assertEqual(self.load(air)[0]["frames"][0]["width"], 7)
        os.rename(self.path("HERO.sff"), self.path("villain.sff"))
        self.refused("import", "p", air, status=1, says=["there is no SFF with its sprites"])
        for lines, says in (("sprite = x.sff\nanim = hero.air", "the file 'x.sff' is missing"), ("anim = hero.air", "it names no file by the key 'sprite'"),
                            ("sprite = only.sff\nanim = x.air", "the file 'x.air' is missing")):
            self.refused("import", "p", self.write("a.def", "[Files]\n" + lines + "\n"), status=1, says=["a.def", says])

    def test_wrong_characters(self):
        good = mugen.sff_2([Sprite(0, 0, (0, 0), self.picture(9, 9))], [RGBA])
        link = mugen.sff_2([Sprite(0, 0, (0, 0), link=0)], [RGBA])
        twelve = good[:512] + good[512:526] + b"\x0c" + good[527:]
        cases = [(good[:60], "version 1 or 2"), (good[:15] + b"\3" + good[16:], "version 1 or 2"), (good[:530], "sprite 1 is cut off"), (link, "its link is wrong"),
                 (good[:-3], "sprite 0,0: its picture is cut off"), (twelve, "this is not a PNG"), (good[:526] + b"\7" + good[527:], "unknown format"),
                 (good[:516] + b"\xff\xff\xff\xff" + good[520:], "too large"), (mugen.sff_2([], [RGBA]), "there is no sprite in it")]
        for data, says in cases:
            self.refused("import", "p", self.write("bad.sff", data), status=1, says=["bad.sff", says])
        os.remove(self.path("bad.sff"))
        self.write("a.sff", good)
        step = "0,0,0,0,1\n"
        many = "[Begin Action 1]\nClsn2Default: 1025\n" + "Clsn2[0] = 0,0,1,1\n" * 1025 + step * 300
        _, out = self.load(self.write("a.air", many[:many.index(step) + len(step)]))
        self.assertIn("left out: boxes without an area, or outside the limits (1)", out)
        for text, says in (("[Begin Action 1]\n0,0,x,0,1\n", "line 2: expected a group"), ("[Begin Action 1]\n", "there is no step"),
                           ("[Begin Action 1]\n" + step * 65537, "line 65538: the actions or their steps are too many"), (many, "the frames or their boxes are too many"),
                           ("".join(f"[Begin Action {i}]\n0,0,0,0,1\n" for i in range(8200)), "line 16386: the actions or their steps"), (" " * 4200000 + "[begin action 1]", "over 4194304 bytes"),
                           ("[Begin Action 1]\n0,0,20000,0,1\n", "line 2: a frame has 1 to 16384")):
            self.refused("import", "p", self.write("a.air", text), status=1, says=["a.air: ", says])

    # ---- RSDK ----

    def rsdk(self, **more):
        """Two frames that differ, one of them twice, an animation that ends on its last frame, and one with speed 0."""
        stand = (0, 60, 0, (0, 0, 8, 6), (-4, -6), [(-3, -5, 3, 0), (0, 0, 0, 0)])
        step = (0, 30, 0, (8, 0, 6, 6), (2, -7), [(-3, -5, 3, 0), (0, -2, 9, 1)])
        letter = (1, 1, 65, (0, 0, 3, 3), (0, 0), [(1, 1, 1, 1), (0, 0, 0, 0)])
        animations = [("Walk", 2, 0, 0, [stand, step, stand]), ("Jump", 60, 1, 1, [step, stand]), ("Run", 1, 1, 0, [step, step, stand]), ("Walk", 0, 0, 0, [letter]), ("None", 1, 0, 0, [])]
        return mugen.rsdk(["Players/One.gif", "Two.GIF"], ["Body", "Attack"], more.get("animations", animations))

    def test_rsdk(self):
        pixels = noise(14, 6, 2)
        sheet, small = indexed(14, 6, pixels, PALETTE), self.picture(3, 3, 4)
        os.makedirs(self.path("Sprites", "Players"))
        sheet.save(self.path("Sprites", "Players", "one.gif"))
        path = self.write("Sprites/Players/Hero.bin", self.rsdk())
        self.refused("import", "p", path, status=1, says=["there is no picture 'Two.GIF'"])
        small.convert("RGB").save(self.path("Sprites", "Two.png"))   # where there is no GIF
        sprite, out = self.load(path)
        self.assertEqual(self.steps(sprite, "Walk"), ("loop", [("Walk 0", 500), ("Walk 1", 250), ("Walk 0", 500)]))
        self.assertEqual(self.steps(sprite, "Jump"), ("hold-last", [("Walk 1", 8), ("Walk 0", 17)]))
        self.assertEqual([(animation["name"], animation.get("values")) for animation in sprite["animations"]],
                         [("Walk", None), ("Jump", None), ("Run", {"loop_start": "1"}), ("Walk 2", None)])
        first, second, letter = sprite["frames"]
        self.assertEqual((first["hot_spot"], first["width"], first["height"]), ([4, 6], 8, 7))
        self.assertEqual((second["hot_spot"], second["picture"]["offset"], second["width"]), ([0, 7], [2, 0], 8))
        self.assertEqual([(shape["class"], shape["geometry"]["box"]) for shape in second["shapes"]], [("Body", [-3, 2, 6, 5]), ("Attack", [0, 5, 9, 3])])
        self.assertEqual(self.picture_of(first)[1][:48], [pixel for y in range(6) for pixel in coloured(pixels[14 * y:14 * y + 8])])
        self.assertEqual((letter["name"], letter.get("shapes", [])), ("Walk 2 0", []))
        for loss in ("characters of fonts (1)", "speeds of 0 or less (1)", "styles of rotation (1)", "boxes without an area, or outside the limits (1)"):
            self.assertIn("left out: " + loss, out)
        small.save(self.path("Sprites", "Two.gif"))
        for loaded, last in ((sprite, "Two.png"), (self.load(path)[0], "Two.gif")):
            self.assertEqual([os.path.basename(source["file"]) for source in loaded["import"]["sources"]], ["Hero.bin", "one.gif", last])
            self.assertEqual(self.picture_of(loaded["frames"][2])[1], coloured([4] * 9)[:8] + [(*COLOURS[0], 255) if last == "Two.png" else CLEAR])
        good = self.rsdk()
        frame = (0, 1, 0, (0, 0, 15, 6), (0, 0), [(0, 0, 0, 0)] * 2)
        for data, says in ((good[:40], "byte 40: the file is cut off"), (good[:-2], "cut off"),
                           (self.rsdk(animations=[("a", 1, 0, 0, [frame])]), "is not within the picture (14 x 6 pixels)"),
                           (self.rsdk(animations=[("a", 1, 0, 0, [(2, *frame[1:])])]), "the frame's sheet is missing"),
                           (self.rsdk(animations=[]), "there is no frame in it"), (self.rsdk(animations=[("a", 1, 0, 0, [])] * 1025), "the animations are too many")):
            self.refused("import", "p", self.write("Sprites/bad.bin", data), status=1, says=["bad.bin: byte ", says])


class Moving(Case):
    """`kickbox render --animations`, as Pillow and our own importers read it."""

    def made(self, project, form, *options):
        out, _ = self.run_kickbox("render", project, "--animations", form, "-o", self.path(form), *options)
        return out.splitlines()

    def test_steps(self):
        """Each step for its time, with the way back; equal pixels in both formats; read again by ourselves."""
        project = self.make_project("odd")
        self.edit(project, {"insert": "sprites['puck'].animations", "value": {"name": "once", "loop": "hold-last", "steps": [
            {"frame": 3, "duration": 33}, {"frame": 1, "duration": 50}, {"frame": 3, "duration": 1}]}})
        with open(os.path.join(project, "sprites", "puck.json"), encoding="utf-8") as file:
            runs = json.load(file)["animations"]
        pairs = list(zip(self.made(project, "gif"), self.made(project, "apng")))
        self.assertEqual(len(pairs), len(runs))
        for run, (gif, apng) in zip(runs, pairs):
            steps = [step["duration"] for step in run["steps"]]
            steps += steps[-2:0:-1] if run["loop"] == "ping-pong" else []
            with Image.open(apng) as one, Image.open(gif) as other:
                self.assertEqual([frame.info["duration"] for frame in ImageSequence.Iterator(one)], steps)
                ends = [round(sum(steps[:i + 1]) / 10 + 1e-9) for i in range(len(steps))]
                times = [frame.info["duration"] / 10 for frame in ImageSequence.Iterator(other)]
                self.assertTrue(all(abs(sum(times[:i + 1]) - end) <= 2 for i, end in enumerate(ends)), (times, ends))
                self.assertEqual(one.info.get("loop"), 0 if run["loop"] in ("loop", "ping-pong") else 1)
                self.assertEqual(other.info.get("loop"), 0 if run["loop"] in ("loop", "ping-pong") else None)
                for i in range(len(steps)):
                    one.seek(i)
                    other.seek(i)
                    pixels = one.convert("RGB")
                    difference = max(most for _, most in ImageChops.difference(pixels, other.convert("RGB")).getextrema())
                    self.assertLessEqual(difference, 31 if pixels.getcolors(256) is None else 0)
            for path in (gif, apng):
                self.run_kickbox("import", project, path, "--name", os.path.basename(path))
                with open(os.path.join(project, "sprites", os.path.basename(path) + ".json"), encoding="utf-8") as file:
                    (read,) = json.load(file)["animations"]
                self.assertEqual(len(read["steps"]), len(steps))

    def test_place(self):
        """A hot spot stays where it is, and the picture is the frame's pixels over the ground."""
        project = self.make_project("odd")
        for path in self.made(project, "apng", "--plain", "--scale", "2"):
            with Image.open(path) as image:
                for frame in ImageSequence.Iterator(image):
                    small = frame.convert("RGB").resize((frame.width // 2, frame.height // 2), Image.NEAREST)
                    self.assertEqual(small.resize(frame.size, Image.NEAREST).tobytes(), frame.convert("RGB").tobytes())
                    self.assertIsNone(small.getcolors(1))

    def test_marks(self):
        """A box is drawn in its class's colour, with its line on its edges; not in plain pictures."""
        project = shutil.copytree(os.path.join(SOURCE, "data", "dojo"), self.path("p"))
        self.edit(project, {"insert": "classes", "value": {"name": "lime", "colour": "#40ff20"}},
                  *({"insert": f"sprites['boxer'].frames[{i}].shapes", "at": 0, "value": {"class": "lime", "geometry": {"box": [4, 6, 10, 8]}}} for i in range(4)))
        for options, size in (([], (81, 65)), (["--plain"], None)):
            path = next(path for path in self.made(project, "apng", "--scale", "8", *options) if path.endswith("boxer/idle.png"))
            with Image.open(path) as image:
                self.assertEqual(image.n_frames, 4)
                for frame in ImageSequence.Iterator(image):
                    away = ImageChops.difference(frame.convert("RGB"), Image.new("RGB", frame.size, (0x40, 0xff, 0x20))).split()
                    lime = ImageChops.lighter(ImageChops.lighter(away[0], away[1]), away[2]).point(lambda value: 255 * (value == 0))
                    area = lime.getbbox()
                    self.assertEqual((area[2] - area[0], area[3] - area[1]) if area else None, size)

    def test_names(self):
        """Two names that files cannot have, and that would become the same one."""
        project = self.make_project("odd")
        self.edit(project, *({"insert": "sprites['puck'].animations", "value": {"name": name, "loop": "once", "steps": [{"frame": 1, "duration": 50}]}}
                             for name in ("a/b", "a:b")))
        paths = self.made(project, "gif")
        self.assertEqual((len(set(paths)), all(map(os.path.exists, paths))), (3, True), paths)

    def test_wrong(self):
        project = self.make_project("odd")
        self.refused("render", project, "--animations", "mp4", "-o", self.path("x"), status=2, says=["'mp4' is not one of gif, apng"])
        self.write("x/puck/spin.gif", "mine")
        self.refused("render", project, "--animations", "gif", "-o", self.path("x"), status=1, says=["spin.gif", "not a"])
        self.assertEqual(os.listdir(self.path("x", "puck")), ["spin.gif"])
        self.edit(project, {"remove": "sprites['puck'].animations[0]"})
        self.refused("render", project, "--animations", "gif", "-o", self.path("none"), status=1, says=["no animations to draw"])


if __name__ == "__main__":
    unittest.main()
