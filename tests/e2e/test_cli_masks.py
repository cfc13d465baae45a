# SPDX-License-Identifier: MIT
"""Masks from the command line: pictures that become masks, strokes that are typed, what is told of them."""
import json
import math
import os
import unittest

import numpy
from scipy.ndimage import maximum_filter
from scipy.spatial import KDTree

from cli_case import Case, Picture, png, png_file, read_indexed

RED, GREEN, GREY = (255, 0, 0, 255), (0, 255, 0, 255), (9, 9, 9, 255)


def room(x, y):
    colour = RED if x < 30 else GREEN if y < 40 else (1, 2, 3, 0) if x < 60 else GREY
    return bytes(colour)


def indexed(width, height, palette, pixel):
    """An indexed PNG; pixel(x, y) gives an index."""
    rows = b"".join(b"\0" + bytes(pixel(x, y) for x in range(width)) for y in range(height))
    return png_file(width, height, 8, 3, rows, (b"PLTE", b"".join(bytes(c) for c in palette)), (b"tRNS", b"\0"))


class Room(Case):
    def setUp(self):
        super().setUp()
        self.run_kickbox("new", "p")
        self.art = self.write("room.png", png(100, 80, room))

    def masks(self):
        """Of each what is told of the one in a bank, too."""
        return [{key: mask[key] for key in mask if key != "pixels"} for mask in self.told()]

    def told(self):
        return json.loads(self.run_kickbox("info", "p", "--json")[0])["masks"]

    def painted(self, name):
        return read_indexed(self.read(self.path("p", "masks", name + ".png")))

    def zones(self, name):
        with open(self.path("p", "masks", name + ".json")) as file:
            return {zone["name"]: (zone["value"], zone["colour"]) for zone in json.load(file).get("zones", [])}

    def edit(self, *lines, **more):
        return self.run_kickbox("edit", "p", text="\n".join(json.dumps(line) for line in lines), **more)


class Masks(Room):
    def test_by_colour(self):
        out, _ = self.run_kickbox("import", "p", self.art, "--as", "mask", "--zone", "#ff0000=floor", "--zone", "#00FF00=door",
                                  "--zone", "#090909=")
        self.assertEqual([line.split() for line in out.splitlines()], [
            ["room:", "100", "x", "80,", "2", "zones"], ["#ff0000", "floor", "(1)", "2400", "pixels"],
            ["#00ff00", "door", "(2)", "2800", "pixels"], ["#090909", "empty", "1600", "pixels"]])
        self.assertEqual(self.masks(), [{"name": "room", "size": [100, 80], "zones": ["floor", "door"]}])
        width, height, palette, rows = self.painted("room")
        self.assertEqual((width, height, palette[3:9]), (100, 80, b"\xff\0\0\0\xff\0"))
        for y in range(80):
            self.assertEqual(rows[y], bytes(1 if x < 30 else 2 if y < 40 else 0 for x in range(100)))
        self.run_kickbox("check", "p")
        self.assertEqual(self.told()[0]["pixels"], [30 * 80, 70 * 40])
        self.assertEqual([line.split() for line in self.run_kickbox("info", "p")[0].splitlines()[-3:]], [
            ["zones:"], ["floor", "2400", "pixels", "painted"], ["door", "2800", "pixels", "painted"]])

    def test_bank(self):
        """What was painted is what the bank says of each pixel, from both of its forms; info tells masks alike."""
        palette = [(0, 0, 0)] + [(8 * i, 255 - i, i) for i in range(1, 30)]
        names = [part for i in range(1, 30) for part in ("--zone", "#%02x%02x%02x=zone %d" % (8 * i, 255 - i, i, i))]
        crowd = self.write("crowd.png", indexed(70, 45, palette, lambda x, y: (x // 3 * 7 + y // 2) % 30 if x < 40 else 4 if x + y < 80 else 0))
        self.run_kickbox("import", "p", crowd, "--as", "mask", *names)
        self.run_kickbox("import", "p", self.art, "--as", "mask", "--zone", "#ff0000=floor", "--zone", "#00FF00=door", "--others-nothing")
        self.run_kickbox("import", "p", self.art, "--as", "mask", "--background", "--zone", "#112233=never", "--name", "blank")
        self.run_kickbox("export", "p", "-o", self.path("p.kbx"))
        self.run_kickbox("export", "p", "-o", self.path("p.json"), "--format", "json")
        self.run_kickbox("export", "p", "-o", self.path("again.kbx"))
        self.assertEqual(self.read(self.path("p.kbx")), self.read(self.path("again.kbx")))
        for bank in ["p.kbx", "p.json"]:
            told = json.loads(self.run_kickbox("info", self.path(bank), "--json")[0])["masks"]
            self.assertEqual(told, self.masks())
            self.assertEqual([mask["name"] for mask in told], ["blank", "crowd", "room"])
            for name in ["blank", "crowd", "room"]:
                width, height, _, rows = self.painted(name)
                zones = {value: zone for zone, (value, _) in self.zones(name).items()}
                places = [(x, y) for y in range(-1, height + 1, 1 if name == "crowd" else 3) for x in range(-1, width + 1)]
                answers = self.query(self.path(bank), *[{"q": "zone", "mask": name, "p": [x + 0.5, y]} for x, y in places])
                for (x, y), answer in zip(places, answers):
                    value = rows[y][x] if 0 <= x < width and 0 <= y < height else 0
                    self.assertEqual(answer, {"zone": zones.get(value), "value": value}, (name, x, y))
        self.run_kickbox("query", self.path("p.kbx"), text='{"q": "zone", "mask": "nowhere", "p": [0, 0]}', status=1)

    def test_zones_of_places(self):
        """Which zones there are in a box, a circle and on a segment, and the first pixel: as one pixel after the other has it."""
        self.run_kickbox("import", "p", self.art, "--as", "mask", "--zone", "#ff0000=floor", "--zone", "#00FF00=door", "--others-nothing")
        self.run_kickbox("export", "p", "-o", "p.kbx")
        rows = self.painted("room")[3]

        def expected(holds):
            there = [(x, y, rows[y][x]) for y in range(80) for x in range(100) if rows[y][x] and holds(x, y)]
            return {"zones": [name for value, name in enumerate(["floor", "door"], 1) if any(pixel[2] == value for pixel in there)],
                    "first": list(there[0][:2]) if there else None}
        boxes = [(0, 0, 100, 80), (-5, -5, 6, 6), (29, 39, 2, 3), (30, 40, 70, 40), (29, 41, 1, 1), (200, 0, 9, 9), (30, 30, 5, 11)]
        circles = [(30, 40, 1), (31.5, 20.5, 1), (31.5, 20.5, 1.5), (60, 60, 20), (60, 60, 19), (-3, -3, 4), (50, 39.5, 0), (50.5, 39.5, 0)]
        rising = [(30.0, 10.5, 70.0, 10.5), (-4.0, 3.5, 29.5, 3.5), (35.5, 39.5, 35.5, 60.5), (40.5, 41.5, 80.5, 70.5), (200, 1, 300, 1)]
        asked = [({"box": box}, lambda x, y, b=box: b[0] <= x < b[0] + b[2] and b[1] <= y < b[1] + b[3]) for box in boxes]
        asked += [({"circle": {"at": [cx, cy], "radius": r}}, lambda x, y, cx=cx, cy=cy, r=r: (x + .5 - cx) ** 2 + (y + .5 - cy) ** 2 <= r * r)
                  for cx, cy, r in circles]
        # Along rows and columns which pixels hold a point of it is plain; the slanted one is all on nothing.
        asked += [({"segment": [[ax, ay], [bx, by]]}, lambda x, y, ax=ax, ay=ay, bx=bx, by=by:
                   math.floor(ax) <= x <= math.floor(bx) and math.floor(ay) <= y <= math.floor(by)) for ax, ay, bx, by in rising]
        answers = self.query(self.path("p.kbx"), *[{"q": "zone", "mask": "room", **place} for place, _ in asked])
        for (place, holds), answer in zip(asked, answers):
            self.assertEqual(answer, expected(holds), place)
        self.assertEqual(len({json.dumps(answer) for answer in answers}), 12)
        for wrong, says in [({"box": [0, 0, 0, 1]}, "box: expected whole pixels"), ({"box": [0, 0, 1]}, "box: expected"),
                            ({"box": [0.5, 0, 1, 1]}, "box: expected"), ({"box": [0, 0, 1, 99999999]}, "box: expected"),
                            ({"circle": [1, 2, 3]}, "circle: expected"), ({"circle": {"at": [1, 2]}}, "circle.radius: expected a number"),
                            ({"circle": {"at": [1, 2], "radius": -1}}, "circle.radius"), ({"circle": {"at": [1], "radius": 1}}, "circle.at"),
                            ({"circle": {"at": [1, 2], "radius": 1, "r": 2}}, "circle.r: no such key"),
                            ({"segment": [1, 2, 3, 4]}, "segment: expected"), ({"segment": [[1, 2], [3, "x"]]}, "segment[1][1]: expected"),
                            ({"box": [0, 0, 1, 1], "p": [1, 1]}, "expected one of p, box, circle and segment"), ({}, "p: expected"), ({"p": 1}, "p: expected")]:
            out, _ = self.run_kickbox("query", "p.kbx", text=json.dumps({"q": "zone", "mask": "room", **wrong}), status=1)
            self.assertIn(says, json.loads(out)["error"])

    def test_bank_follows(self):
        """The depfile names a mask's files and folder; what is repainted is exported anew."""
        self.run_kickbox("import", "p", self.art, "--as", "mask", "--zone", "#ff0000=floor", "--others-nothing")
        self.run_kickbox("export", "p", "-o", "p.kbx", "--depfile", "p.d")
        inputs = self.read(self.path("p.d")).decode().split()
        for name in ["p/masks", "p/masks/room.json", "p/masks/room.png"]:
            self.assertIn(name, [part.rstrip(":\\") for part in inputs])
        before = self.read(self.path("p.kbx"))
        palette = [(0, 0, 0), (255, 0, 0)]
        self.write(os.path.join("p", "masks", "room.png"), indexed(100, 80, palette, lambda x, y: int(y == 7)))
        self.run_kickbox("export", "p", "-o", "p.kbx")
        self.assertNotEqual(self.read(self.path("p.kbx")), before)
        self.assertEqual(self.query(self.path("p.kbx"), {"q": "zone", "mask": "room", "p": [99, 7]}), [{"zone": "floor", "value": 1}])

    def test_unmatched(self):
        _, errors = self.run_kickbox("import", "p", self.art, "--as", "mask", "--zone", "#ff0000=floor", status=1)
        self.assertEqual(errors.splitlines(), [
            f"{self.art}: pixel 30,0: #00ff00 is no zone; 2800 pixels have it",
            f"{self.art}: pixel 60,40: #090909 is no zone; 1600 pixels have it",
            f"{self.art}: 2 colours are no zone; expected --zone '#rrggbb=NAME' for each, --nearest or --others-nothing"])
        self.assertEqual(self.masks(), [])
        self.assertFalse(os.path.exists(self.path("p", "masks")))
        out, _ = self.run_kickbox("import", "p", self.art, "--as", "mask", "--zone", "#ff0000=floor", "--others-nothing")
        self.assertIn("#00ff00  empty", out)
        self.assertEqual(sum(value for row in self.painted("room")[3] for value in row), 2400)

    def soft(self):
        """Three flat areas whose edges blend over some pixels, noise, and a clear corner: hundreds of colours."""
        rng = numpy.random.default_rng(7)
        y, x = numpy.mgrid[:80, :100].astype(float)
        pick = [numpy.clip((numpy.hypot(x - 40, y - 40) - 20) / 6, 0, 1), numpy.clip((x + y - 130) / 5, 0, 1)]
        rgb = numpy.array(RED[:3]) * (1 - pick[0])[..., None] + numpy.array(GREEN[:3]) * pick[0][..., None]
        rgb = rgb * (1 - pick[1])[..., None] + numpy.array(GREY[:3]) * pick[1][..., None]
        rgb = numpy.clip(rgb + rng.integers(-4, 5, rgb.shape) * (rng.random((80, 100, 1)) < 0.1), 0, 255).astype(int)
        alpha = numpy.where(x + y < 12, 0, 255)
        return self.write("soft.png", png(100, 80, lambda x, y: bytes([*map(int, rgb[y, x]), int(alpha[y, x])]))), rgb, alpha, pick[1] == 0

    def nearest(self, rgb, alpha, colours, tolerance):
        """The number of the nearest colour + 1, by scipy, else 0. A shade that is not sure, and far from its nearest colour's pixels,
        becomes one of two colours around it if their blends are nearer to it. Also where any answer is right, by rounding."""
        colours = numpy.array(colours, float)
        distances, order = KDTree(colours).query(rgb, k=len(colours))
        item, distance = order[..., 0], distances[..., 0]
        sure = (distance <= KDTree(colours).query(colours, k=2)[0][:, 1].min() / 4) & (distance <= tolerance) & (alpha > 0)
        around = [maximum_filter(sure & (item == i), size=7, mode="constant") for i in range(len(colours))]
        least, result = distance.copy(), item.copy()
        lonely = ~numpy.choose(item, around)
        unclear = numpy.isclose(distances[..., 0], distances[..., 1])
        for i in range(len(colours)):
            for j in range(i):
                step = colours[j] - colours[i]
                along = numpy.clip((rgb - colours[i]) @ step / (step @ step), 0, 1)
                apart = numpy.linalg.norm(rgb - colours[i] - along[..., None] * step, axis=-1)
                better = lonely & around[i] & around[j] & (apart < least)
                unclear |= lonely & around[i] & around[j] & (numpy.isclose(apart, least) | numpy.isclose(along, 0.5))
                result = numpy.where(better, numpy.where(along <= 0.5, i, j), result)
                least = numpy.where(better, apart, least)
        return numpy.where((distance <= tolerance) & (alpha > 0), result + 1, 0), unclear

    def test_nearest(self):
        """Each shade becomes the zone of the nearest colour that has a name, or is empty beyond the tolerance."""
        art, rgb, alpha, coloured = self.soft()
        count = len({tuple(pixel) for pixel in rgb[alpha > 0]})
        self.assertGreater(count, 255)
        zones = ["--zone", "#ff0000=floor", "--zone", "#00ff00=door", "--zone", "#090909="]
        colours = [RED[:3], GREEN[:3], GREY[:3]]
        for options, tolerance in [(["--nearest"], 442), (["--tolerance", "60", "--others-nothing"], 60), (["--tolerance", "442"], 442)]:
            out, _ = self.run_kickbox("import", "p", art, "--as", "mask", *zones, *options)
            expected, unclear = self.nearest(rgb, alpha, colours, tolerance)
            rows = numpy.array([list(row) for row in self.painted("soft")[3]])
            self.assertEqual(int(((rows != numpy.array([0, 1, 2, 0])[expected]) & ~unclear).sum()), 0, options)
            self.assertLess(unclear.mean(), 0.02)
        self.assertIn(f"and {count - 3} more colours, as the nearest of these", out)
        self.assertEqual(len(out.splitlines()), 5)
        self.assertNotIn("is the same", out)
        # No seam between red and green, of which the middle is nearer to grey; but where grey is beside it.
        inside = coloured & (numpy.add(*numpy.mgrid[:80, :100]) < 120)
        self.assertTrue((KDTree(numpy.array(colours)).query(rgb[inside])[1] == 2).any())
        self.assertTrue((rows[inside & (alpha > 0)] > 0).all())
        _, errors = self.run_kickbox("import", "p", art, "--as", "mask", *zones, "--tolerance", "5", status=1)
        self.assertIn("colours are no zone", errors)

    def test_keep_picture(self):
        """Painting and background come in one step, and the picture shows where nothing is painted."""
        out, _ = self.run_kickbox("import", "p", self.art, "--as", "mask", "--zone", "#ff0000=floor", "--nearest", "--keep-picture")
        self.assertIn("every opaque pixel is the same; name a second colour", out)
        with open(self.path("p", "masks", "room.json")) as file:
            picture = json.load(file)["picture"]
        self.assertEqual(picture["rect"], [0, 0, 100, 80])
        self.assertTrue(os.path.exists(self.path("p", "pictures", picture["file"])))
        self.assertEqual(self.painted("room")[3][79], bytes([1] * 30 + [0] * 30 + [1] * 40))

    def test_again_by_record(self):
        """The options of the last import, and what was painted since then where the picture did not change."""
        def changed(x, y):
            return bytes(RED) if x >= 80 and y < 40 else room(x, y)

        def value(x, y, pixel=room):
            return {RED[:3]: 1, GREEN[:3]: 2}.get(tuple(pixel(x, y))[:3], 0)
        import_again = ["import", "p", self.art, "--as", "mask"]
        self.run_kickbox(*import_again, "--zone", "#ff0000=floor", "--zone", "#00FF00=door", "--zone", "#090909=")
        by_hand = [{"paint": "masks['room'].pixels", "box": [3, 5, 4, 4], "zone": "door"},
                   {"paint": "masks['room'].pixels", "box": [70, 60, 9, 3], "zone": "floor"}]
        self.edit(*by_hand)
        self.assertNotIn("painted here", self.run_kickbox("import", "p", self.write("other.png", png(9, 9, room)), "--as", "mask")[0])
        self.write("room.png", png(100, 80, changed))
        out, _ = self.run_kickbox(*import_again)
        self.assertIn("kept what was painted here since the last import", out)
        self.assertNotIn("replaced what was painted here", out)
        self.assertIn("#090909  empty", out)
        own = {(x, y): 2 for x in range(3, 7) for y in range(5, 9)} | {(x, y): 1 for x in range(70, 79) for y in range(60, 63)}
        self.assertEqual(self.painted("room")[3], [bytes(own.get((x, y), value(x, y, changed)) for x in range(100)) for y in range(80)])
        # What both changed is the picture's, but its block of 8 x 8 alone.
        self.edit({"paint": "masks['room'].pixels", "box": [90, 10, 2, 2], "zone": None})
        self.write("room.png", png(100, 80, lambda x, y: bytes(GREEN) if (x, y) == (95, 15) else changed(x, y)))
        out, _ = self.run_kickbox(*import_again)
        self.assertIn("replaced what was painted here where the file changed", out)
        own[95, 15] = 2
        self.assertEqual(self.painted("room")[3], [bytes(own.get((x, y), value(x, y, changed)) for x in range(100)) for y in range(80)])
        # Options that are given are new ones; painting stays. --fresh keeps neither.
        self.run_kickbox(*import_again, "--zone", "#ff0000=floor", "--zone", "#00FF00=", "--others-nothing")
        self.assertEqual(self.painted("room")[3][5][:10], bytes([1, 1, 1, 2, 2, 2, 2, 1, 1, 1]))
        self.run_kickbox(*import_again, "--fresh")
        self.assertEqual(self.painted("room")[3][5][:10], bytes([1] * 10))
        self.assertEqual(sorted(self.zones("room")), ["door", "floor", "zone 3"])
        # Another size, and a file that is gone.
        self.write("room.png", png(90, 80, room))
        self.refused(*import_again, status=1, says=["90 x 80 pixels, expected 100 x 80"])
        self.run_kickbox(*import_again, "--resize")
        self.assertEqual(self.painted("room")[0], 90)

    def test_damaged_record(self):
        """A record of a stranger is not trusted."""
        import_again = ["import", "p", self.art, "--as", "mask"]
        self.run_kickbox(*import_again, "--zone", "#ff0000=floor", "--zone", "#00FF00=door", "--zone", "#090909=")
        path = self.path("p", "masks", "room.json")
        with open(path) as file:
            mask = json.load(file)
        self.assertEqual(mask["import"]["given"]["block"], 8)
        self.assertEqual(len(mask["import"]["given"]["sums"]), 5 * 13 * 10)
        for given in [{"size": [100, 80], "block": 8, "sums": "AA"}, {"size": [100, 80], "block": 0, "sums": ""}, {"size": "x"}, 7,
                      {"size": [100, 80], "block": 8, "sums": "?" * 650}]:
            with open(path, "w") as file:
                json.dump({**mask, "import": {**mask["import"], "given": given}}, file)
            self.run_kickbox(*import_again)
        for rules in [[{"colour": "red", "name": "floor"}], [{"colour": "#ff0000"}], [3]]:
            with open(path, "w") as file:
                json.dump({**mask, "import": {**mask["import"], "rules": rules}}, file)
            self.refused(*import_again, status=1, says=["the colours of the last import cannot be read"])

    def test_photograph(self):
        photo = self.write("photo.png", png(100, 80, lambda x, y: bytes((x, y, 0, 255))))
        self.refused("import", "p", photo, "--as", "mask", status=1, says=["photo.png", "more than 255 colours"])
        _, errors = self.run_kickbox("import", "p", photo, "--as", "mask", "--zone", "#000000=x", status=1)
        self.assertEqual(len(errors.splitlines()), 51)
        self.assertIn("7999 colours are no zone", errors)
        out, _ = self.run_kickbox("import", "p", photo, "--as", "mask", "--zone", "#000000=x", "--others-nothing")
        self.assertIn("and 7949 more colours that are empty", out)
        just = self.write("just.png", png(255, 2, lambda x, y: bytes((x, 0, 0, 255 if y else 0))))
        self.run_kickbox("import", "p", just, "--as", "mask")
        self.assertEqual(self.painted("just")[3], [bytes(255), bytes(range(1, 256))])
        many = self.write("many.png", png(256, 1, lambda x, y: bytes((x, 0, 0, 255))))
        self.refused("import", "p", many, "--as", "mask", status=1, says=["many.png", "more than 255 colours"])

    def test_background(self):
        self.run_kickbox("import", "p", self.art, "--as", "mask", "--background", "--zone", "#112233=door", "--name", "back")
        self.assertEqual(self.masks(), [{"name": "back", "size": [100, 80], "zones": ["door"]}])
        self.assertEqual(self.painted("back")[3], [bytes(100)] * 80)
        with open(self.path("p", "masks", "back.json")) as file:
            picture = json.load(file)["picture"]
        self.assertTrue(os.path.exists(self.path("p", "pictures", picture["file"])))
        self.run_kickbox("check", "p")
        os.remove(self.path("p", "pictures", picture["file"]))
        out, _ = self.run_kickbox("check", "p", status=1)
        self.assertIn("masks/back.json: error: the picture cannot be read", out)

    def test_indices(self):
        """What was painted over in a paint program comes back under its numbers, and under its names."""
        palette = [(0, 0, 0), (9, 9, 9), (1, 1, 1), (255, 0, 0)]
        art = self.write("i.png", indexed(40, 30, palette, lambda x, y: 3 if x < 10 else 0 if y < 5 else 1))
        self.run_kickbox("import", "p", art, "--as", "mask")
        self.assertEqual(self.zones("i"), {"zone 3": (3, "#ff0000"), "zone 1": (1, "#090909")})
        self.assertEqual(self.painted("i")[3][0], bytes([3] * 10 + [0] * 30))
        self.edit({"set": "masks['i'].zones['zone 3'].name", "value": "lava"})
        again = self.write("i.png", png(20, 10, lambda x, y: bytes(RED if x < 5 else GREEN)))
        _, says = self.run_kickbox("import", "p", again, "--as", "mask", status=1)
        self.assertIn("20 x 10 pixels, expected 40 x 30 as the mask 'i' has", says)
        self.run_kickbox("import", "p", again, "--as", "mask", "--resize")
        self.assertEqual(self.zones("i"), {"lava": (3, "#ff0000"), "zone 1": (1, "#090909"), "zone 2": (2, "#00ff00")})
        self.assertEqual(self.painted("i")[3], [bytes([3] * 5 + [2] * 15)] * 10)
        self.assertEqual(self.masks()[0]["size"], [20, 10])

    def test_wrong_options(self):
        for options, says in [(["--zone", "red=floor"], "--zone: 'red=floor'"), (["--zone", "#ff000=floor"], "--zone"),
                              (["--zone", "#ff0000"], "--zone"), (["--zone", "#ff00zz=a"], "--zone"),
                              (["--zone", "#ff0000=a", "--zone", "#ff0000=b"], "another --zone"),
                              (["--others-nothing"], "--others-nothing"), (["--background", "--others-nothing", "--zone", "#ff0000=a"], "--background"),
                              (["--nearest"], "--nearest, --tolerance: only with --zone"),
                              (["--nearest", "--background", "--zone", "#ff0000=a"], "not with --background"),
                              (["--nearest", "--tolerance", "9", "--zone", "#ff0000=a"], "not both"),
                              (["--tolerance", "443", "--zone", "#ff0000=a"], "--tolerance: '443'"),
                              (["--keep-picture", "--background"], "not both"),
                              (["--grid", "8x8"], "--grid"), (["--gap", "1"], "--gap"), (["--islands"], "--islands"),
                              ([self.art], "one picture")]:
            self.refused("import", "p", self.art, "--as", "mask", *options, status=2, says=[says])
        for options in [["--zone", "#ff0000=a"], ["--background"], ["--others-nothing"]]:
            self.refused("import", "p", self.art, *options, status=2, says=[options[0], "only with --as mask"])
        self.refused("import", "p", self.art, "--as", "mask", "--name", "a/b", status=2, says=["--name: 'a/b'"])
        self.refused("import", "p", self.write("cut.png", self.read(self.art)[:90]), "--as", "mask", status=1, says=["cut.png"])
        self.assertEqual(self.masks(), [])

    def test_typed(self):
        zones = [{"name": "floor", "colour": "#33d17a"}, {"name": "wall", "colour": "#ff0000"}]
        self.edit({"insert": "masks", "value": {"name": "m", "width": 100, "height": 70}},
                  *({"insert": "masks['m'].zones", "value": zone} for zone in zones),
                  {"paint": "masks['m'].pixels", "zone": "floor"},
                  {"paint": "masks['m'].pixels", "box": [10, 10, 30, 5], "zone": "wall"},
                  {"paint": "masks['m'].pixels", "box": [0, 0, 20, 70], "zone": None, "replace": "floor"})
        rows = self.painted("m")[3]
        for y in range(70):
            self.assertEqual(rows[y], bytes(2 if 10 <= y < 15 and 10 <= x < 40 else 0 if x < 20 else 1 for x in range(100)))
        before = self.read(self.path("p", "masks", "m.png"))
        self.edit({"paint": "masks['m'].pixels", "zone": "wall"}, {"paint": "masks['m'].pixels", "zone": "flor"}, status=1)
        self.edit({"paint": "masks['m'].pixels", "zone": "wall"}, {"undo": True})
        self.assertEqual(self.read(self.path("p", "masks", "m.png")), before)

    def test_check(self):
        self.run_kickbox("import", "p", self.art, "--as", "mask")
        path = self.path("p", "masks", "room.png")
        whole = self.read(path)
        palette = [(0, 0, 0)] * 10

        def put(data):
            with open(path, "wb") as file:
                file.write(data)

        put(whole[:-30])
        out, _ = self.run_kickbox("check", "p", status=1)
        self.assertIn("masks/room.json: error: what is painted cannot be read: masks/room.png: byte", out)
        for command in (["info", "p"], ["render", "p", "-o", "sheets"]):
            self.assertIn("what is painted cannot be read: masks/room.png: byte", self.run_kickbox(*command, status=1)[1])
        self.edit({"set": "masks[0].opacity", "value": 20})
        self.assertEqual(self.read(path), whole[:-30])
        put(png(100, 80, room))
        self.assertIn("has no palette", self.run_kickbox("check", "p", status=1)[0])
        put(indexed(100, 79, palette, lambda x, y: 1))
        self.assertIn("masks/room.png is 100 x 79 pixels, expected 100 x 80", self.run_kickbox("check", "p", status=1)[0])
        put(indexed(100, 80, palette, lambda x, y: 9 if x == 4 else 1))
        self.assertIn("80 pixels have values that are no zone's: 9", self.run_kickbox("check", "p", status=1)[0])
        put(indexed(100, 80, [(0, 0, 0), (0, 255, 0)], lambda x, y: 1))
        self.assertIn("'zone 1' (1) has another zone's colour", self.run_kickbox("check", "p", status=1)[0])
        put(whole)
        self.run_kickbox("check", "p")
        os.remove(path)
        self.assertIn("room.png: No such file", self.run_kickbox("check", "p", status=1)[0])
        self.edit({"insert": "masks", "value": {"name": "empty", "width": 4, "height": 4}})
        self.assertIn("masks/empty.json: warning: the mask has no zones", self.run_kickbox("check", "p", status=1)[0])


class Drawn(Room):
    """`kickbox render` of masks."""
    LEFT, TOP = 24, 54          # of the mask on its sheet

    def sheet(self, *path):
        return Picture(self.read(self.path(*path)))

    def at(self, image, x, y, times):
        return image.rgb(self.LEFT + int((x + 0.5) * times), self.TOP + int((y + 0.5) * times))

    def import_room(self):
        self.run_kickbox("import", "p", self.art, "--as", "mask", "--zone", "#ff0000=floor", "--zone", "#00FF00=door", "--others-nothing")

    def test_project_and_bank(self):
        self.import_room()
        self.run_kickbox("import", "p", self.art, "--name", "room", "--no-animations")
        out, _ = self.run_kickbox("render", "p", "-o", "sheets")
        self.assertEqual(out, "sheets/room.png\nsheets/masks/room.png\n")
        image = self.sheet("sheets", "masks", "room.png")
        self.assertEqual(image.width, 2 * self.LEFT + 8 * 100)      # small masks are shown up to 8 times as large
        for bank, form in [("p.kbx", "binary"), ("p.json", "json")]:
            self.run_kickbox("export", "p", "-o", bank, "--format", form)
            self.run_kickbox("render", bank, "-o", form)
            shown = self.sheet(form, "masks", "room.png")
            for x, y, colour in [(0, 0, RED), (29, 79, RED), (30, 0, GREEN), (99, 39, GREEN)]:
                self.assertEqual(self.at(shown, x, y, 8), colour[:3], (form, x, y))
                blend, checker = self.at(image, x, y, 8), self.at(image, 99, 79, 8)      # over the checkerboard at 60 %
                for got, zone in zip(blend, colour):
                    self.assertAlmostEqual(got, 0.6 * zone + 0.4 * checker[0], delta=0.4 * 40)
            self.assertNotIn(self.at(shown, 40, 60, 8), [RED[:3], GREEN[:3]])
        # --scale; without the legend; on a light ground.
        self.run_kickbox("render", "p", "-o", "s", "--scale", "3", "--plain", "--light")
        plain = self.sheet("s", "masks", "room.png")
        self.assertEqual((plain.width, plain.height), (max(420, 2 * self.LEFT + 300), 240 + self.TOP + self.LEFT))
        self.assertGreater(sum(plain.rgb(2, 2)), 600)

    def test_picture_behind(self):
        """The background shows through at the mask's opacity."""
        behind = self.write("behind.png", png(40, 30, lambda x, y: bytes((200, 100, 50, 255))))
        self.run_kickbox("import", "p", behind, "--as", "mask", "--background")
        self.edit({"insert": "masks['behind'].zones", "value": {"name": "wet", "colour": "#0000ff"}},
                  {"paint": "masks['behind'].pixels", "box": [0, 0, 20, 30], "zone": "wet"},
                  {"set": "masks['behind'].opacity", "value": 25})
        self.run_kickbox("render", "p", "-o", "s")
        image = self.sheet("s", "masks", "behind.png")
        self.assertEqual(self.at(image, 30, 10, 8), (200, 100, 50))
        for got, expected in zip(self.at(image, 10, 10, 8), (150, 75, 101)):
            self.assertAlmostEqual(got, expected, delta=2)

    def test_huge(self):
        """A side over 2048 pixels is shown in part: each place stands for equally many pixels."""
        self.edit({"insert": "masks", "value": {"name": "vast", "width": 8192, "height": 1000, "opacity": 100}},
                  {"insert": "masks['vast'].zones", "value": {"name": "sea", "colour": "#1010f0"}},
                  {"paint": "masks['vast'].pixels", "box": [4096, 0, 4096, 1000], "zone": "sea"})
        self.run_kickbox("render", "p", "-o", "s")
        image = self.sheet("s", "masks", "vast.png")
        self.assertEqual(image.width, 2048 + 2 * self.LEFT)
        self.assertEqual(self.at(image, 4100, 999, 0.25), (0x10, 0x10, 0xf0))
        self.assertNotEqual(self.at(image, 4090, 0, 0.25), (0x10, 0x10, 0xf0))

    def test_frames(self):
        """Painted zones lie over their frame."""
        self.run_kickbox("import", "p", self.art, "--name", "hero", "--no-animations")
        self.run_kickbox("render", "p", "-o", "before")
        self.edit({"insert": "sprites['hero'].zones", "value": {"name": "armour", "colour": "#0000ff"}},
                  {"paint": "sprites['hero'].frames[0].pixels", "box": [0, 0, 70, 80], "zone": "armour"})
        self.run_kickbox("render", "p", "-o", "after")
        before, after = self.sheet("before", "hero.png"), self.sheet("after", "hero.png")
        reds = [sum(image.rgb(x, y) == (255, 0, 0) for y in range(image.height) for x in range(image.width)) for image in (before, after)]
        self.assertGreater(reds[0], 1000)
        self.assertEqual(reds[1], 0)
        for form in ["binary", "json"]:
            self.run_kickbox("export", "p", "-o", "b-" + form, "--format", form)
            self.run_kickbox("render", "b-" + form, "-o", form)
            self.assertEqual(self.read(self.path(form, "hero.png")), self.read(self.path("after", "hero.png")), form)

    def test_wrong(self):
        self.import_room()
        self.write("own/masks/room.png", "mine")
        self.refused("render", "p", "-o", "own", status=1, says=["own/masks/room.png", "was not made by 'kickbox render'"])
        self.assertEqual(os.listdir(self.path("own")), ["masks"])
        self.refused("render", "p", "-o", "p/masks", status=2, says=["own folder"])


if __name__ == "__main__":
    unittest.main()
