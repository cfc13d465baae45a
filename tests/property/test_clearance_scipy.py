# SPDX-License-Identifier: MIT
"""Distances from the edge of the road against scipy's distance_transform_edt, on drawn tracks, noise, and the tracks of a game: the clearance
is the root of their whole numbers less 1/2, to 1/32 pixel and up to the cut-off."""
import math
import os
import random
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

try:
    import numpy
    from PIL import Image, ImageDraw
    from scipy.ndimage import distance_transform_edt
except ImportError:
    distance_transform_edt = None

LEVELS = "/usr/share/games/dustracing2d/levels"
IMAGES = "/usr/share/games/dustracing2d/images"
SOAK = bool(os.environ.get("KICKBOX_SOAK"))
SIDE = 4096 if SOAK else 1024
PICTURES = {"corner90": "corner", "corner45Left": "corner45Left", "corner45Right": "corner45Right", "straight": "straight",
            "straight45Male": "straight45Male", "straight45Female": "straight45Female", "finish": "straight", "bridge": "straight"}


def expected(road):
    """Squared distances, negative beside the road. What is outside of the picture is not road."""
    inside = distance_transform_edt(numpy.pad(road, 1))[1:-1, 1:-1]
    squared = numpy.rint(inside * inside)
    if road.any():
        outside = distance_transform_edt(~road)
        squared -= numpy.rint(outside * outside)
    else:
        squared -= 2**31 - 1
    return squared.astype(numpy.int64)


def computed(road, most):
    height, width = road.shape
    with tempfile.TemporaryDirectory(prefix="kickbox-clearance-") as folder:
        source, target = os.path.join(folder, "road"), os.path.join(folder, "answers")
        road.astype(numpy.uint8).tofile(source)
        subprocess.run([os.environ["DUMP_CLEARANCE"], str(width), str(height), str(most), source, target], check=True)
        data = numpy.fromfile(target, dtype=numpy.uint8)
    return data.view(numpy.int16).reshape(road.shape)


def drawn_track(rng, width, height):
    """Closed roads of changing width with bays, and islands in them."""
    image = Image.new("1", (width, height))
    draw = ImageDraw.Draw(image)
    for _ in range(rng.randint(1, 3)):
        lobes, turn, size = rng.randint(2, 7), rng.uniform(0, 7), rng.uniform(0.2, 0.5)
        broad = rng.uniform(0.01, 0.06) * min(width, height)
        for i in range(1500):
            angle = i * math.tau / 1500
            far = size * (1 + 0.25 * math.sin(lobes * angle + turn))
            x, y = width * (0.5 + far * math.cos(angle)), height * (0.5 + far * math.sin(angle))
            r = broad * (1.2 + 0.7 * math.sin(3 * angle))
            draw.ellipse((x - r, y - r, x + r, y + r), fill=1)
    for _ in range(rng.randint(0, 20)):
        x, y, r = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0, 9)
        draw.ellipse((x - r, y - r, x + r, y + r), fill=rng.randint(0, 1))
    return numpy.array(image)


def game_track(path, tile):
    """The road of a track file: its tiles' pictures, turned, where they are black, through which that game shows asphalt."""
    root = xml.etree.ElementTree.parse(path).getroot()
    road = numpy.zeros((int(root.get("rows")) * tile, int(root.get("cols")) * tile), dtype=bool)
    for t in root.iter("t"):
        if t.get("t") not in PICTURES:
            continue
        picture = Image.open(os.path.join(IMAGES, PICTURES[t.get("t")] + ".png")).convert("RGB").resize((tile, tile))
        shown = numpy.array(picture.rotate(-int(t.get("o")))).max(axis=2) <= 8
        x, y = int(t.get("i")) * tile, int(t.get("j")) * tile
        road[y:y + tile, x:x + tile] |= shown
    return road


@unittest.skipIf(distance_transform_edt is None, "scipy, numpy or Pillow is not installed")
class Clearance(unittest.TestCase):
    def check(self, road, most):
        clearance, right = computed(road, most), expected(road)
        plain = numpy.sign(right) * (numpy.sqrt(numpy.abs(right)) - 0.5)
        near = numpy.abs(plain) <= most
        self.assertLessEqual(float(numpy.abs(clearance / 16 - plain)[near].max(initial=0)), 1 / 32)
        self.assertTrue((clearance[~near] == numpy.sign(plain[~near]) * 16 * most).all())

    def test_drawn_tracks(self):
        rng = random.Random(1)
        for most in (127, 127, 64, 17):
            self.check(drawn_track(rng, SIDE - rng.randint(0, 70), SIDE - rng.randint(0, 300)), most)

    def test_noise(self):
        rng = numpy.random.default_rng(2)
        for density in (0.5, 0.01, 0.0001, 0.99, 0.9999):
            self.check(rng.random((SIDE // 2 + 5, SIDE // 2 - 3)) < density, 127)

    def test_all_and_nothing(self):
        self.check(numpy.ones((300, 700), dtype=bool), 127)
        self.check(numpy.zeros((300, 70), dtype=bool), 127)

    def test_long_and_thin(self):
        rng = numpy.random.default_rng(3)
        for shape in ((1, 9001), (9001, 1), (3, 4099), (16384, 2), (2, 16384)):
            self.check(rng.random(shape) < 0.0005, 100)

    @unittest.skipUnless(os.path.isdir(LEVELS), "dustracing2d-data is not installed")
    def test_tracks_of_a_game(self):
        names = sorted(name for name in os.listdir(LEVELS) if name.endswith(".trk"))
        self.assertGreater(len(names), 10)
        for name in names if SOAK else names[::3]:
            with self.subTest(name):
                road = game_track(os.path.join(LEVELS, name), 170 if SOAK else 40)
                self.assertGreater(road.mean(), 0.02)
                self.check(road, 127)


if __name__ == "__main__":
    unittest.main()
