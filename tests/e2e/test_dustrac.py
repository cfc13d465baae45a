# SPDX-License-Identifier: MIT
"""Tracks of DustRacing2D: its tiles against the game's own pictures of them, and all tracks that the game has."""
import glob
import json
import os
import unittest

from cli_case import Case, Picture, read_indexed
from rounds import rounds

DATA = "/usr/share/games/dustracing2d"
try:
    import numpy
    from scipy import ndimage
except ImportError:
    numpy = None
TILE = 256
PICTURES = {"straight": "straight", "finish": "finish", "bridge": "bridgeEditor", "corner90": "corner", "corner45Left": "corner45Left",
            "corner45Right": "corner45Right", "straight45Male": "straight45Male", "straight45Female": "straight45Female"}


def text(tiles, nodes=(), columns=4, rows=1, head=""):
    lines = [f'<t i="{i}" j="{j}" t="{kind}" o="{degrees}"/>' for i, j, kind, degrees in tiles]
    lines += [f'<n i="{i}" x="{x}" y="{y}" w="{w}" h="{h}"/>' for i, (x, y, w, h) in enumerate(nodes)]
    return f"<?xml version='1.0'?>\n<track cols=\"{columns}\" rows=\"{rows}\"{head}>\n" + "\n".join(lines) + "\n</track>\n"


class Dustrac(Case):
    def setUp(self):
        super().setUp()
        self.run_kickbox("new", "p")

    def track(self, name, project="p"):
        with open(self.path(project, "tracks", name + ".json")) as file:
            return json.load(file)

    def painted(self, name, project="p"):
        width, height, _, rows = read_indexed(self.read(self.path(project, "tracks", name + ".png")))
        return numpy.frombuffer(b"".join(rows), numpy.uint8).reshape(height, width)

    def test_small(self):
        """A straight with a finish: what it becomes, and again with curves and bands in the way."""
        tiles = [(0, 0, "grass", 0), (1, 0, "straight", 90), (2, 0, "finish", -270), (3, 0, "sand", 0)]
        file = self.write("A: b.trk", text(tiles, [(400, 128, 100, 100), (430, 128, 9, 9), (50, 128, 60, 300), (600, 10, 80, 300)], head=' name="A: b."'))
        out, _ = self.run_kickbox("import", "p", file)
        self.assertEqual([line.split() for line in out.splitlines()][:4], [
            ["A-", "b:", "1024", "x", "256,", "3", "check", "points"], ["asphalt", "road", str(2 * 256 * 204), "pixels"],
            ["grass", "off", "road", str(256 * 256 + 2 * 256 * 52), "pixels"], ["sand", "off", "road", "65536", "pixels"]])
        self.assertIn("1 of the target nodes is not on the road from the start", out)
        gates = self.track("A- b")["gates"]
        self.assertEqual([band["radius"] for band in self.track("A- b")["bands"]], [24])
        self.assertEqual(gates[0], {"name": "start", "a": [764, 21.6015625], "b": [764, 234.3984375]})
        for gate, x, y in zip(gates[1:], (400, 600), ({22, 234}, {4, 234})):
            self.assertLess(max(abs(gate["a"][0] - x), abs(gate["b"][0] - x)), 12)
            self.assertEqual({round(gate[end][1]) for end in "ab"}, y)
        self.run_kickbox("edit", "p", text=json.dumps({"insert": "tracks[0].bands", "value": {"radius": 3, "colour": "#ff0000"}}))
        before = self.track("A- b")
        self.run_kickbox("import", "p", file, "--as", "track")
        self.assertEqual(self.track("A- b"), before)
        self.run_kickbox("import", "p", file, "--name", "other")
        self.assertEqual(self.track("other")["gates"], gates)
        self.run_kickbox("check", "p")
        # A name that differs by capital letters alone would be the same file elsewhere.
        kept = self.track("other")
        self.assertIn("small and capital letters are the same here", self.run_kickbox("import", "p", file, "--name", "Other", status=1)[1])
        self.assertEqual((sorted(os.listdir(self.path("p", "tracks"))), self.track("other")),
                         (["A- b.json", "A- b.png", "other.json", "other.png"], kept))

    def test_wide(self):
        """A check point reaches as far as its box, and not on to another road."""
        tiles = [(0, 0, "straight", 90), (1, 0, "finish", -270), (0, 1, "straight", 90), (1, 1, "straight", 90)]
        out, _ = self.run_kickbox("import", "p", self.write("x.trk", text(tiles, [(100, 128, 60, 250), (200, 128, 60, 500)], 2, 2)))
        self.assertEqual([sorted(round(gate[end][1]) for end in "ab") for gate in self.track("x")["gates"][1:]], [[3, 253], [3, 278]])
        self.assertIn("1 of the check points ends before another road", out)
        out, _ = self.run_kickbox("import", "p", self.write("y.trk", text(tiles, [(100, 128, 60, 60), (150, 128, 60, 60), (200, 128, 60, 60)], 2, 2)))
        self.assertEqual(len(self.track("y")["gates"]), 3)
        self.assertIn("1 of the target nodes is less than 64 pixels from the one before", out)

    def test_left_out(self):
        out, _ = self.run_kickbox("import", "p", self.write("x.trk", text(
            [(0, 0, "straight", 0), (1, 0, "loop", 0), (2, 0, "bridge", 0)], [(128, 128, 9, 9)]).replace("</track>", '<o r="tree"/></track>')))
        for part in ["left out: tiles of the unknown kind 'loop' (1)", "bridges: the roads above and below are one crossing (1)", "left out: things next to the road, such as trees and walls (1)", "no finish tile"]:
            self.assertIn(part, out)

    def test_wrong(self):
        good = (0, 0, "grass", 0)
        for name, wrong, says in [
                ("turned", text([good, (1, 0, "straight", 45)]), "line 4: o: expected quarters of a turn"),
                ("outside", text([(4, 0, "grass", 0)]), "line 3: i: expected a whole number from 0 to 3, got 4"),
                ("word", text([(0, "x", "grass", 0)]), "line 3: j: expected a whole number"),
                ("wide", text([good], columns=65), "wide.trk: cols: expected a whole number from 1 to 64, got 65"),
                ("none", text([good], columns=0), "cols"), ("node", text([good], [(-1, 0, 9, 9)]), "line 4: x"),
                ("kindless", text([good]).replace(' t="grass"', ""), "line 3: t: expected the kind"),
                ("cut", text([good])[:-12], "cut.trk"), ("twice", text([good]).replace("</track>", "<track cols=\"1\" rows=\"1\"/></track>"), "a track in the track"),
                ("inside", "<x>" + text([good]).split("\n", 1)[1] + "</x>", "expected <track>")]:
            self.refused("import", "p", self.write(name + ".trk", wrong), status=1, says=[name + ".trk", says])
        fine = self.write("fine.trk", text([good]))
        self.refused("import", "p", fine, "--road", "#000000", status=2, says=["--road", "only with a picture"])
        self.refused("import", "p", fine, fine, status=2, says=["one file"])
        self.refused("import", "p", fine, "--grid", "8x8", status=2, says=["--grid: not with --as track"])
        self.refused("import", "p", fine, "--name", "a/b", status=2, says=["--name: 'a/b'"])
        self.refused("import", "p", fine, "--as", "mask", status=1, says=["fine.trk"])
        self.assertFalse(os.path.exists(self.path("p", "tracks")))

    @unittest.skipUnless(numpy and os.path.isdir(DATA), "dustracing2d-data, numpy or scipy is not installed")
    def test_tiles(self):
        """Each tile, turned each way, is road where the game's picture of it is not green, but for pixels at the edge."""
        kinds = sorted(PICTURES)
        file = self.write("all.trk", text([(o, j, kind, 90 * o) for j, kind in enumerate(kinds) for o in range(4)], rows=len(kinds)))
        self.run_kickbox("import", "p", file)
        road = self.painted("all") == 1
        for j, kind in enumerate(kinds):
            picture = Picture(self.read(os.path.join(DATA, "images", PICTURES[kind] + ".png")))
            pixels = numpy.frombuffer(picture.pixels, numpy.uint8).reshape(picture.height, picture.width, 4).astype(int)
            green = pixels[..., 1] - numpy.maximum(pixels[..., 0], pixels[..., 2])
            scale = picture.width // TILE
            expected = green.reshape(TILE, scale, TILE, scale).mean((1, 3)) < 127.5
            deep = ndimage.distance_transform_edt(expected), ndimage.distance_transform_edt(~expected)
            for o in range(4):
                ours = numpy.rot90(road[TILE * j:TILE * (j + 1), TILE * o:TILE * (o + 1)], o)
                self.assertTrue(expected.any() and not expected.all())
                self.assertLessEqual(max(deep[0][~ours].max(initial=0), deep[1][ours].max(initial=0)), 2, (kind, o))

    @unittest.skipUnless(numpy and os.path.isdir(DATA), "dustracing2d-data, numpy or scipy is not installed")
    def test_tracks(self):
        """Each track's road from the start line on is a loop in one piece that all check points lie across, in an order
        in which each comes after the one before."""
        files = sorted(glob.glob(DATA + "/levels/*.trk"))
        self.assertGreater(len(files), 10)
        files = files[::len(files) // rounds(len(files))]
        for number, file in enumerate(files):
            project = f"p{number}"
            self.run_kickbox("new", project)
            self.run_kickbox("import", project, file)
            self.assertEqual(self.run_kickbox("check", project)[0], "")
            name = os.path.basename(glob.glob(self.path(project, "tracks", "*.json"))[0])[:-5]
            road, gates = self.painted(name, project) == 1, self.track(name, project)["gates"]
            self.assertGreater(len(gates), 10, name)
            ends = numpy.array([[gate["a"], gate["b"]] for gate in gates])
            along = ends[:, 0, None] + (ends[:, 1] - ends[:, 0])[:, None] * numpy.linspace(0, 1, 101)[None, :, None]
            under = road[along[..., 1].astype(int), along[..., 0].astype(int)]
            self.assertGreater(under.mean(1).min(), 0.2, name)
            self.assertGreater(((under[:, 1:] != under[:, :-1]).sum(1) <= 2).mean(), 0.97, name)    # one road each
            middles = (along * under[..., None]).sum(1) / under.sum(1)[:, None]
            self.assertLess(under[:, [0, -1]].mean(), 0.03, name)       # where roads cross, one may end on the other
            pieces, _ = ndimage.label(road[::4, ::4])
            found = set(pieces[tuple((middles[:, ::-1] / 4).astype(int).T)])
            self.assertEqual(len(found), 1, name)
            self.assertGreaterEqual(ndimage.label(pieces != found.pop())[1], 2, name)       # it has an inside
            # From the middle of the one before, each is crossed forwards: that lies to the left, where det(AB, AP) > 0.
            back = numpy.roll(middles, 1, 0) - ends[:, 0]
            across = ends[:, 1] - ends[:, 0]
            self.assertTrue((across[:, 0] * back[:, 1] - across[:, 1] * back[:, 0] > 0).all(), name)


if __name__ == "__main__":
    unittest.main()
