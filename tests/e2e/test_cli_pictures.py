# SPDX-License-Identifier: MIT
"""Pictures in other formats than PNG: BMP and JPEG as frames, sheets, masks, tracks, image layers and heightmaps."""
import io
import json
import os
import struct
import subprocess
import unittest

from PIL import Image, features

from cli_case import BUILD, KICKBOX, Case

with open(os.path.join(BUILD, "meson-info", "intro-dependencies.json"), encoding="utf-8") as dependencies:
    HAS_JPEG = any(dependency["name"] == "libjpeg" for dependency in json.load(dependencies))
WIDTH, HEIGHT = 21, 13


def bmp(depth, rows, palette=b"", coding=0, masks=b"", size=(WIDTH, HEIGHT)):
    """As the format's description has it; `rows` of the file, lowest first unless the height is negative."""
    start = 54 + len(masks) + len(palette)
    return (b"BM" + struct.pack("<IHHIIiiHHIIiiII", start + len(rows), 0, 0, start, 40, *size, 1, depth, coding, len(rows), 2835, 2835,
                                len(palette) // 4, 0) + masks + palette + rows)


def rows_of(depth):
    """Rows of pixels with all their bits, padded to four bytes."""
    stride = (WIDTH * depth + 31) // 32 * 4
    return bytes((37 * i + i // 7) % 251 for i in range(stride * HEIGHT))


def palette_of(n):
    return b"".join(bytes([7 * i % 256, 255 - 9 * i % 256, 3 * i % 256, 0]) for i in range(n))


def painted(mode="RGB"):
    image = Image.new("RGB", (WIDTH, HEIGHT))
    image.putdata([(12 * (i % WIDTH), 19 * (i // WIDTH), 128) for i in range(WIDTH * HEIGHT)])
    return image.convert(mode)


def saved(image, form, **options):
    out = io.BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


BITMAPS = {
    "1 bit": bmp(1, rows_of(1), palette_of(2)), "4 bits": bmp(4, rows_of(4), palette_of(16)), "8 bits": bmp(8, rows_of(8), palette_of(256)),
    "16 bits": bmp(16, rows_of(16)), "24 bits": bmp(24, rows_of(24)), "32 bits": bmp(32, rows_of(32)),
    "top down": bmp(24, rows_of(24), size=(WIDTH, -HEIGHT)), "top down, 1 bit": bmp(1, rows_of(1), palette_of(2), size=(WIDTH, -HEIGHT)),
    "masks": bmp(32, rows_of(32), coding=3, masks=struct.pack("<III", 0xff000000, 0xff0000, 0xff00)),
    "565": bmp(16, rows_of(16), coding=3, masks=struct.pack("<III", 0xf800, 0x7e0, 0x1f)),
    "alpha": saved(painted("RGBA"), "BMP"), "few colours": saved(painted().quantize(5), "BMP")}
JPEGS = {"grey": saved(painted("L"), "JPEG"), "colours": saved(painted(), "JPEG", quality=90), "progressive": saved(painted(), "JPEG", progressive=True)}


class Pictures(Case):
    def setUp(self):
        super().setUp()
        self.run_kickbox("new", "p")

    def load(self, *names):
        with open(self.path("p", *names), encoding="utf-8") as file:
            return json.load(file)

    def frames(self, name):
        """The pictures of a sprite, as RGBA, all of which are PNG."""
        result = []
        for frame in self.load("sprites", name + ".json")["frames"]:
            with Image.open(self.path("p", "pictures", frame["picture"]["file"])) as image:
                self.assertEqual(image.format, "PNG")
                x, y, w, h = frame["picture"]["rect"]
                result.append(image.convert("RGBA").crop((x, y, x + w, y + h)))
        return result

    def test_bitmaps(self):
        for i, (what, data) in enumerate(BITMAPS.items()):
            with self.subTest(what):
                self.run_kickbox("import", "p", self.write(f"b{i}.bmp", data), "--name", f"b{i}")
                with Image.open(self.path(f"b{i}.bmp")) as image:
                    self.assertEqual(self.frames(f"b{i}")[0].tobytes(), image.convert("RGBA").tobytes())
        runs = bmp(8, bytes([21, 9, 0, 1]), palette_of(256), 1)
        self.refused("import", "p", self.write("runs.bmp", runs), status=1, says=["runs.bmp: the BMP is damaged, cut off or of a kind that is not read"])

    @unittest.skipUnless(HAS_JPEG and features.check("jpg"), "needs libjpeg")
    def test_jpeg(self):
        for i, (what, data) in enumerate(JPEGS.items()):
            with self.subTest(what):
                self.run_kickbox("import", "p", self.write(f"j{i}.jpg", data), "--name", f"j{i}")
                with Image.open(self.path(f"j{i}.jpg")) as image:
                    ours, theirs = self.frames(f"j{i}")[0].tobytes(), image.convert("RGBA").tobytes()
                self.assertLessEqual(max(abs(a - b) for a, b in zip(ours, theirs)), 2)
        self.refused("import", "p", self.write("c.jpg", saved(painted("CMYK"), "JPEG")), status=1, says=["c.jpg: the JPEG cannot be read"])

    def test_damaged(self):
        """Cut anywhere, or with a wrong field: refused whole in one line, and nothing is left of it."""
        wanted = [("8 bits", ".bmp", BITMAPS["8 bits"]), ("24 bits", ".bmp", BITMAPS["24 bits"])]
        if HAS_JPEG:
            wanted += [("grey", ".jpg", JPEGS["grey"]), ("progressive", ".jpg", JPEGS["progressive"])]
        for what, ending, data in wanted:
            for cut in (*range(8, 64, 11), len(data) // 2, len(data) - 3):
                with self.subTest(what, cut=cut):
                    self.refused("import", "p", self.write("cut" + ending, data[:cut]), status=1, says=["cut" + ending + ": ", data[:2] == b"BM" and "BMP" or "JPEG"])
        wrong = {"depth": (28, 2, 9), "coding": (30, 4, 4), "header": (14, 4, 12), "start": (10, 4, 20), "far": (10, 4, 1 << 30), "wide": (18, 4, 1 << 30),
                 "huge": (22, 4, 0x80000000), "empty": (18, 4, 0)}
        for what, (at, n, value) in wrong.items():
            with self.subTest(what):
                data = bytearray(BITMAPS["8 bits"])
                data[at:at + n] = value.to_bytes(n, "little")
                self.refused("import", "p", self.write("wrong.bmp", bytes(data)), status=1, says=["wrong.bmp: "])
        colour = bmp(8, rows_of(8), palette_of(16))
        self.refused("import", "p", self.write("colour.bmp", colour), status=1, says=["colour.bmp: the BMP is damaged"])
        self.assertEqual(os.listdir(self.path("p", "sprites")) if os.path.exists(self.path("p", "sprites")) else [], [])

    def test_small_files_of_large_pictures(self):
        """Refused before memory is taken."""
        large = bmp(1, b"\0\1", palette_of(2), size=(11000, 11000))
        path = self.write("large.bmp", large)
        script = f"ulimit -v 600000; exec '{KICKBOX}' import p '{path}'"
        done = subprocess.run(["bash", "-c", script], cwd=self.root, env=self.environment, capture_output=True, text=True)
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (1, 1), done.stderr)
        self.assertIn("11000 x 11000", done.stderr)

    def test_other_uses(self):
        """Sheets by a grid, masks, tracks, heightmaps, image layers of Tiled and tilesets."""
        self.run_kickbox("import", "p", self.write("sheet.bmp", saved(painted(), "BMP")), "--grid", "7x13", "--name", "sheet")
        self.assertEqual(len(self.frames("sheet")), 3)
        zones = Image.new("RGB", (8, 8))
        zones.putdata([(255, 0, 0) if i % 8 < 4 else (0, 0, 255) for i in range(64)])
        for kind in ("mask", "track"):
            path = self.write(f"{kind}.bmp", saved(zones, "BMP"))
            self.run_kickbox("import", "p", path, "--as", kind, "--name", kind, *(["--road", "#ff0000", "--others-nothing"] if kind == "track" else ["--zone", "#ff0000=fire", "--zone", "#0000ff=water"]))
            self.assertTrue(os.path.exists(self.path("p", kind + "s", kind + ".png")))
        self.run_kickbox("import", "p", self.write("hill.bmp", saved(painted("L"), "BMP")), "--as", "heightmap", "--level", "land")
        with Image.open(self.path("p", "pictures", self.load("levels", "land.json")["heightmaps"][0]["picture"]["file"])) as image:
            self.assertEqual([value // 257 for value in image.getdata()], list(painted("L").getdata()))
        self.refused("import", "p", self.write("red.bmp", saved(painted(), "BMP")), "--as", "heightmap", "--level", "land", status=1, says=["red.bmp", "has colours"])
        self.write("tiles.bmp", saved(painted().resize((32, 16)), "BMP"))
        self.run_kickbox("import", "p", self.write("m.tmx", """<?xml version="1.0"?><map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="16" tileheight="16">
            <tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="2" columns="2"><image source="tiles.bmp" width="32" height="16"/></tileset>
            <imagelayer name="back"><image source="sheet.bmp"/></imagelayer>
            <layer name="ground" width="2" height="1"><data encoding="csv">1,2</data></layer></map>"""), "--name", "m")
        level = self.load("levels", "m.json")
        self.assertEqual((len(level["images"]), len(self.frames("t"))), (1, 2))

    def test_folder(self):
        """All PNG files of a folder, or else all its other pictures."""
        for i in range(3):
            self.write(f"art/walk {i}.bmp", BITMAPS["8 bits"])
        self.run_kickbox("import", "p", "art", "--name", "walk")
        self.assertEqual(len(self.frames("walk")), 3)
        self.write("art/walk 9.png", saved(painted(), "PNG"))
        self.run_kickbox("import", "p", "art", "--name", "only")
        self.assertEqual(len(self.frames("only")), 1)

    def test_strips(self):
        """The name of a strip says how many frames it has, as GameMaker writes it."""
        for name, width in (("art/hero_walk_strip4.png", 40), ("art/hero_run_Strip_2.png", 26), ("art/hero_hit_strip3.png", 20)):
            self.write(name, saved(painted().resize((width, 13)), "PNG"))
        out, _ = self.run_kickbox("import", "p", "art", "--name", "hero")
        self.assertIn("'hero_hit_strip3' is one frame: its width of 20 pixels does not divide into the 3 that its name says", out)
        sprite = self.load("sprites", "hero.json")
        self.assertEqual([(item["name"], len(item["steps"])) for item in sprite["animations"]], [("hit_strip", 1), ("run", 2), ("walk", 4)])
        self.assertEqual([frame["picture"]["rect"] for frame in sprite["frames"] if frame["name"].startswith("hero_walk")],
                         [[10 * i, 0, 10, 13] for i in range(4)])
        out, _ = self.run_kickbox("import", "p", "art/hero_walk_strip4.png")
        self.assertIn("hero_walk_strip4: 4 frames, 1 animation", out)
        out, _ = self.run_kickbox("import", "p", "art/hero_walk_strip4.png")
        self.assertIn("4 frames: 4 kept", out)
        out, _ = self.run_kickbox("import", "p", "art/hero_walk_strip4.png", "--grid", "20x13", "--name", "other")
        self.assertIn("other: 2 frames", out)

    def test_numbered_tiles(self):
        """Pictures with one outline in different colours, or of different sizes, are tiles or icons, no animation."""
        for i in range(5):
            self.write(f"tiles/grass_{i}.png", saved(Image.new("RGB", (8, 8), (50 * i, 255 - 50 * i, 0)), "PNG"))
            self.write(f"icons/icon_{i}.png", saved(painted().resize((8 << i, 8 << i)), "PNG"))
            walk = Image.new("RGBA", (8, 8))
            walk.paste((50 * i, 200, 0, 255), (i, 1, i + 4, 7))
            self.write(f"walk/walk_{i}.png", saved(walk, "PNG"))
        for name, says in (("tiles", "'grass': its numbered frames (5) look too different for an animation"),
                           ("icons", "'icon': its numbered frames (5) look too different for an animation"), ("walk", "5 frames, 1 animation")):
            self.assertIn(says, self.run_kickbox("import", "p", name)[0])


if __name__ == "__main__":
    unittest.main()
