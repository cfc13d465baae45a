# SPDX-License-Identifier: MIT
"""Tracks from the command line: roads by colour, what is typed, what is told of them."""
import contextlib
import json
import os
import subprocess
import threading
import unittest

from cli_case import KICKBOX, SOURCE, Case, Picture, png, read_indexed, sample_script

SAMPLE = os.path.join(SOURCE, "data", "harbor")
TARMAC, KERB, GRASS, TREE = (119, 118, 123, 255), (200, 0, 0, 255), (20, 160, 40, 255), (1, 90, 3, 255)


def ground(x, y):
    """A ring road with a kerb on its inner side, and a tree."""
    d = ((x - 60) ** 2 + (y - 45) ** 2) ** 0.5
    return bytes(KERB if 20 <= d < 22 else TARMAC if 22 <= d < 40 else TREE if x < 8 and y < 8 else GRASS)


class Tracks(Case):
    def setUp(self):
        super().setUp()
        self.run_kickbox("new", "p")
        self.art = self.write("ring.png", png(120, 90, ground))

    def tracks(self):
        return json.loads(self.run_kickbox("info", "p", "--json")[0])["tracks"]

    def painted(self, *path):
        return read_indexed(self.read(self.path("p", *path)))

    def pixels(self, *colours):
        return sum(tuple(ground(x, y)) in colours for y in range(90) for x in range(120))

    def edit(self, *lines, **more):
        return self.run_kickbox("edit", "p", text="\n".join(json.dumps(line) for line in lines), **more)

    def import_ring(self):
        return self.run_kickbox("import", "p", self.art, "--as", "track", "--road", "#77767b", "--road", "#c80000=kerb",
                                "--zone", "#14a028=grass", "--zone", "#015a03=")[0]

    def test_missing_painting(self):
        """A large track of which the painting is missing is not drawn, and takes no memory."""
        self.import_ring()
        self.edit({"insert": "tracks", "value": {"name": "wide", "width": 16384, "height": 16384}})
        os.remove(self.path("p", "tracks", "wide.png"))
        command = ["render", "p", "-o", "sheets"]
        out, errors = self.run_kickbox(*command, status=1)
        self.assertEqual(os.listdir(self.path("sheets", "tracks")), ["ring.png"], out)
        self.assertIn("tracks/wide.png: No such file or directory; it is not drawn", errors)
        self.assertLess(self.peak(*command), 200)

    def test_by_colour(self):
        out = self.import_ring()
        self.assertEqual([line.split() for line in out.splitlines()], [
            ["ring:", "120", "x", "90,", "3", "surfaces"], ["#015a03", "empty", "64", "pixels"],
            ["#14a028", "grass", "(3)", str(self.pixels(GRASS)), "pixels"], ["#77767b", "road", "(1)", str(self.pixels(TARMAC)), "pixels"],
            ["#c80000", "kerb", "(2)", str(self.pixels(KERB)), "pixels"]])
        self.assertEqual(self.tracks(), [{
            "name": "ring", "size": [120, 90], "radii": [8], "painted_radii": [], "curves": [], "gates": 0, "check_points": [], "cut_off": 127,
            "surfaces": [{"name": "road", "road": True, "pixels": self.pixels(TARMAC)}, {"name": "kerb", "road": True, "pixels": self.pixels(KERB)},
                         {"name": "grass", "road": False, "pixels": self.pixels(GRASS)}]}])
        values = {TARMAC: 1, KERB: 2, GRASS: 3, TREE: 0}
        self.assertEqual(self.painted("tracks", "ring.png")[3],
                         [bytes(values[tuple(ground(x, y))] for x in range(120)) for y in range(90)])
        text = self.run_kickbox("info", "p")[0]
        for part in ["ring: track, 120 x 90", "kerb             road", "grass            off road", "check points: 0", "radii: 8"]:
            self.assertIn(part, text)
        self.assertIn("the track has no start line", self.run_kickbox("check", "p", status=1)[0])

    def test_painted_band(self):
        """A strip of a colour is a band, as one that is corrected by hand: exactly its pixels, whatever the clearance says."""
        kerb = ["import", "p", self.art, "--as", "track", "--road", "#77767b", "--road", "#c80000", "--others-nothing"]
        self.run_kickbox(*kerb, "--band", "#c80000=kerb:4.5")
        self.assertEqual([(t["radii"], t["painted_radii"]) for t in self.tracks()], [([4.5], [4.5])])
        self.run_kickbox("export", "p", "-o", "p.json", "--format", "json")
        track = json.loads(self.read(self.path("p.json")))["tracks"][0]
        self.assertEqual([(band["name"], band["radius"], band["painted"]) for band in track["bands"]], [("kerb", 4.5, True)])
        rows = [[value for value, start, end in zip(runs[::2], [0, *runs[1::2]], runs[1::2]) for _ in range(start, end)]
                for runs in track["bands"][0]["rows"]]
        self.assertEqual([(row + [0] * 120)[:120] for row in rows], [[int(tuple(ground(x, y)) == KERB) for x in range(120)] for y in range(90)])
        # A later import leaves it as it is; with the option it is painted again, and keeps its radius.
        self.edit({"paint": "tracks['ring'].bands[0].pixels", "box": [100, 80, 20, 10], "zone": "band"})
        self.run_kickbox("import", "p", self.art, "--as", "track")
        self.run_kickbox("export", "p", "-o", "q.json", "--format", "json")
        self.assertEqual(json.loads(self.read(self.path("q.json")))["tracks"][0]["bands"][0]["rows"][85], [0, 100, 1, 120])
        self.run_kickbox("import", "p", self.art, "--as", "track", "--band", "#c80000=kerb", "--band", "#77767b=rest")
        self.assertEqual([(t["radii"], t["painted_radii"]) for t in self.tracks()], [([4.5, 8], [4.5, 8])])
        for wrong, status, says in (("#123456=x", 2, "gives a colour that no --road has"), ("#00ff00=x", 2, "gives a colour that no --road has"), ("#c80000", 2, "is not a colour and a name"), ("#c80000=", 2, "is not a colour and a name"),
                                    ("red=x", 2, "is not a colour and a name"), ("#c80000=kerb:many", 2, "--band: 'many' is not a number from 0.0625 to 127"),
                                    ("#c80000=kerb:0", 2, "--band: '0' is not a number from")):
            self.refused(*kerb, "--zone", "#00ff00=grass", "--band", wrong, status=status, says=[says])
        self.refused("import", "p", self.art, "--as", "mask", "--band", "#c80000=x", status=2, says=["--band", "only with --as track"])

    def test_again(self):
        """A new picture changes the painting, and nothing else."""
        self.import_ring()
        self.edit({"insert": "tracks['ring'].gates", "value": {"a": [60, 4], "b": [60, 26]}},
                  {"set": "tracks['ring'].bands[0].radius", "value": 4.5},
                  {"paint": "tracks['ring'].bands[0].pixels", "box": [100, 80, 20, 10], "zone": "band"})
        self.run_kickbox("check", "p")
        self.write("ring.png", png(110, 90, ground))
        again = ["import", "p", self.art, "--as", "track", "--road", "#77767b", "--others-nothing"]
        before = self.read(self.path("p", "tracks", "ring.png")), self.read(self.path("p", "tracks", "ring.json"))
        self.assertEqual(self.run_kickbox(*again, status=1)[1], f"{self.art}: 110 x 90 pixels, expected 120 x 90 as the track 'ring' has; "
                         "nothing was changed. --resize gives it this size\n")
        self.assertEqual((self.read(self.path("p", "tracks", "ring.png")), self.read(self.path("p", "tracks", "ring.json"))), before)
        self.run_kickbox(*again, "--resize")
        track = self.tracks()[0]
        self.assertEqual((track["size"], track["gates"], track["radii"], track["cut_off"]), ([110, 90], 1, [4.5], 127))
        self.assertEqual([surface["name"] for surface in track["surfaces"]], ["road", "kerb", "grass"])
        self.assertEqual(self.painted("bands", "ring", "1.png")[3][80:], [bytes(100) + bytes([1] * 10)] * 10)

    def test_again_by_record(self):
        """Without options: those of the last import. Painting and check points by hand stay."""
        self.import_ring()
        self.edit({"insert": "tracks['ring'].gates", "value": {"a": [60, 4], "b": [60, 26]}},
                  {"paint": "tracks['ring'].pixels", "box": [96, 72, 20, 10], "zone": "kerb"})
        self.write("ring.png", png(120, 90, lambda x, y: bytes(KERB) if x < 8 and y < 8 else ground(x, y)))
        out, _ = self.run_kickbox("import", "p", self.art, "--as", "track")
        self.assertIn("kept what was painted here since the last import", out)
        rows = self.painted("tracks", "ring.png")[3]
        values = {TARMAC: 1, KERB: 2, GRASS: 3, TREE: 0}
        self.assertEqual(rows, [bytes(2 if (96 <= x < 116 and 72 <= y < 82) or (x < 8 and y < 8) else values[tuple(ground(x, y))]
                                      for x in range(120)) for y in range(90)])
        self.assertEqual(self.tracks()[0]["gates"], 1)

    def test_unmatched(self):
        _, errors = self.run_kickbox("import", "p", self.art, "--as", "track", "--road", "#77767b", "--zone", "#14a028=grass", status=1)
        self.assertEqual(errors.splitlines(), [
            f"{self.art}: pixel 0,0: #015a03 is no surface; 64 pixels have it",
            f"{self.art}: pixel 54,24: #c80000 is no surface; {self.pixels(KERB)} pixels have it",
            f"{self.art}: 2 colours are no surface; expected --road '#rrggbb' or --zone '#rrggbb=NAME' for each, --nearest or --others-nothing"])
        self.assertEqual(self.tracks(), [])
        self.assertFalse(os.path.exists(self.path("p", "tracks")))

    def test_background(self):
        self.run_kickbox("import", "p", self.art, "--as", "track", "--background", "--road", "#777777=tarmac", "--name", "hill")
        self.assertEqual(self.tracks()[0]["surfaces"], [{"name": "tarmac", "road": True, "pixels": 0}])
        with open(self.path("p", "tracks", "hill.json")) as file:
            picture = json.load(file)["picture"]
        self.assertTrue(os.path.exists(self.path("p", "pictures", picture["file"])))
        self.assertEqual(self.painted("tracks", "hill.png")[3], [bytes(120)] * 90)

    def test_wrong_options(self):
        for options, says in [([], "expected --road"), (["--others-nothing"], "expected --road"), (["--road", "grey"], "--road: 'grey'"),
                              (["--road", "#77767"], "--road"), (["--road", "#77767bx"], "--road"), (["--road", "#77767b", "--zone", "red"], "--zone: 'red'"),
                              (["--road", "#77767b", "--road", "#77767B"], "another --road"),
                              (["--road", "#77767b", "--zone", "#77767b=grass"], "that a --road has"),
                              (["--road", "#77767b", "--zone", "#123456=road"], "the name of a road"),
                              (["--road", "#77767b", self.art], "one picture"), (["--road", "#77767b", "--grid", "8x8"], "--grid: not with --as track")]:
            self.refused("import", "p", self.art, "--as", "track", *options, status=2, says=[says])
        self.refused("import", "p", self.art, "--road", "#77767b", status=2, says=["--road", "only with --as track"])
        self.refused("import", "p", self.art, "--as", "mask", "--road", "#77767b", status=2, says=["--road", "only with --as track"])
        self.assertEqual(self.tracks(), [])

    def test_typed(self):
        self.edit({"insert": "tracks", "value": {"name": "t", "width": 200, "height": 150, "cut_off": 30}},
                  {"insert": "tracks['t'].surfaces", "value": {"name": "tarmac", "colour": "#777777"}},
                  {"insert": "tracks['t'].curves", "value": {"closed": "open", "surface": 1, "name": "lane", "points": [
                      {"at": [20, 20], "width": 10}, {"at": [180, 130.5], "width": 12}]}},
                  {"insert": "tracks['t'].gates", "value": {"a": [30, 10], "b": [30, 50]}},
                  {"insert": "tracks['t'].bands", "value": {"radius": 31, "colour": "#ff0000"}},
                  {"insert": "tracks['t'].bands", "value": {"radius": 2.25, "colour": "#ff0000"}})
        track = self.tracks()[0]
        lane, = track["curves"]
        self.assertEqual({key: lane[key] for key in ("name", "points", "closed", "surface")},
                         {"name": "lane", "points": 2, "closed": False, "surface": "tarmac"})
        self.assertEqual(lane["shown"], lane["pixels"])
        self.assertEqual((track["gates"], track["radii"]), (1, [31, 2.25]))
        self.assertIn("tracks/t.json: bands[0]: error: the radius of 31 pixels is beyond 30", self.run_kickbox("check", "p", status=1)[0])
        self.edit({"set": "tracks['t'].bands[0].radius", "value": 30})
        self.run_kickbox("check", "p")

    def test_shown(self):
        """How much of a curve is to be seen, where paint and a later curve lie over it and the track ends."""
        def road(*points):
            return {"closed": "open", "surface": 1, "points": [{"at": at, "width": width} for at, width in points]}
        self.edit({"insert": "tracks", "value": {"name": "t", "width": 200, "height": 150}},
                  {"insert": "tracks['t'].surfaces", "value": {"name": "tarmac", "colour": "#777777"}},
                  {"insert": "tracks['t'].curves", "value": road(([-40, 75], 40), ([240, 75], 40))},
                  {"insert": "tracks['t'].curves", "value": road(([100, -30], 20), ([100, 180], 20))},
                  {"paint": "tracks['t'].pixels", "box": [50, 0, 30, 150], "zone": "tarmac"})
        self.assertEqual([(curve["pixels"], curve["shown"]) for curve in self.tracks()[0]["curves"]],
                         [(200 * 40, 200 * 40 - 30 * 40 - 20 * 40), (20 * 150, 20 * 150)])
        self.assertIn("curve 0: open, 2 points, tarmac, 6000 of 8000 pixels show\n", self.run_kickbox("info", "p")[0])

    def test_watched(self):
        """A track, its painting and a band that is painted by hand are exported anew."""
        self.import_ring()
        self.edit({"set": "tracks['ring'].bands[0].radius", "value": 4.5},
                  {"insert": "tracks['ring'].gates", "value": {"a": [60, 4], "b": [60, 26]}})
        process = subprocess.Popen([KICKBOX, "export", self.path("p"), "-o", self.path("p.kbx"), "--watch"], env=self.environment,
                                   stdout=subprocess.PIPE, text=True)
        guard = threading.Timer(60, process.kill)
        guard.start()
        with contextlib.ExitStack() as stack:
            stack.callback(process.stdout.close)
            stack.callback(process.wait)
            stack.callback(process.kill)
            stack.callback(guard.cancel)
            last = None
            for edit in [None, {"set": "tracks['ring'].cut_off", "value": 20}, {"paint": "tracks['ring'].pixels", "box": [50, 0, 9, 90], "zone": "road"},
                         {"paint": "tracks['ring'].bands[0].pixels", "box": [0, 0, 9, 9], "zone": "band"},
                         {"paint": "tracks['ring'].bands[0].pixels", "box": [0, 0, 5, 9], "zone": "no band"}]:
                if edit:
                    self.edit(edit)
                self.run_kickbox("export", "p", "-o", self.path("wanted.kbx"))
                wanted = self.read(self.path("wanted.kbx"))
                self.assertNotEqual(wanted, last, edit)
                last = wanted
                while not os.path.exists(self.path("p.kbx")) or self.read(self.path("p.kbx")) != wanted:
                    self.assertIn("exported", process.stdout.readline(), f"nothing was exported any more: {edit}")

    def test_bank_drawn(self):
        """A track without curves looks alike from the project and from both forms of its bank, painted bands and all."""
        self.import_ring()
        self.edit({"set": "tracks['ring'].opacity", "value": 100}, {"set": "tracks['ring'].cut_off", "value": 9},
                  {"set": "tracks['ring'].bands[0].radius", "value": 4.5}, {"set": "tracks['ring'].bands[0].name", "value": "kart"},
                  {"insert": "tracks['ring'].bands", "value": {"radius": 8, "colour": "#00ff0080"}},
                  {"insert": "tracks['ring'].gates", "value": {"a": [60, 4], "b": [60, 26], "name": "start"}},
                  {"insert": "tracks['ring'].gates", "value": {"a": [60.25, 86], "b": [60, 64]}},
                  {"paint": "tracks['ring'].bands[0].pixels", "box": [50, 10, 9, 6], "zone": "band"},
                  {"paint": "tracks['ring'].bands[0].pixels", "box": [20, 30, 9, 9], "zone": "no band"})
        self.run_kickbox("render", "p", "-o", "wanted")
        wanted = self.read(self.path("wanted", "tracks", "ring.png"))
        self.run_kickbox("check", "p")
        for form in ["binary", "json"]:
            self.run_kickbox("export", "p", "-o", "b-" + form, "--format", form)
            self.run_kickbox("check", "b-" + form)
            for source in ["p", "b-" + form]:
                self.assertIn("  check points: 2\n    0 start from 60, 4 to 60, 26\n    1 from 60.25, 86 to 60, 64\n", self.run_kickbox("info", source)[0])
                points = json.loads(self.run_kickbox("info", source, "--json")[0])["tracks"][0]["check_points"]
                self.assertEqual(points, [{"name": "start", "a": [60, 4], "b": [60, 26]}, {"name": None, "a": [60.25, 86], "b": [60, 64]}])
            out, _ = self.run_kickbox("render", "b-" + form, "-o", form)
            self.assertEqual(out.splitlines(), [os.path.join(form, "tracks", "ring.png")])
            self.assertEqual(self.read(self.path(form, "tracks", "ring.png")), wanted, form)
        self.edit({"paint": "tracks['ring'].bands[0].pixels", "box": [50, 10, 9, 6], "zone": "no band"})
        self.run_kickbox("render", "p", "-o", "wanted")
        self.assertNotEqual(self.read(self.path("wanted", "tracks", "ring.png")), wanted)

    def test_lines_drawn(self):
        """Where the middles of cars may go beside a curve: a thin line, light on its band; --plain leaves lines and legend out."""
        self.edit({"insert": "tracks", "value": {"name": "t", "width": 100, "height": 60, "opacity": 100}},
                  {"insert": "tracks['t'].surfaces", "value": {"name": "tarmac", "colour": "#404040"}},
                  {"insert": "tracks['t'].bands", "value": {"radius": 4, "colour": "#ff0000"}},
                  {"insert": "tracks['t'].bands", "value": {"radius": 8, "colour": "#0000ff"}},
                  {"insert": "tracks['t'].curves", "value": {"closed": "open", "surface": 1, "points": [
                      {"at": [-20, 30], "width": 40}, {"at": [120, 30], "width": 40}]}})
        times, left, top = 4, 24, 54
        sheets = {}
        for name, options in (("lines", []), ("plain", ["--plain"])):
            self.run_kickbox("render", "p", "-o", name, "--scale", str(times), *options)
            sheets[name] = Picture(self.read(self.path(name, "tracks", "t.png")))
        self.assertLess(sheets["plain"].height, sheets["lines"].height)

        def column(name):
            return [sheets[name].rgb(left + 50 * times, top + y) for y in range(60 * times)]
        # The road's edges are at 10 and 50, so these are the lines of both bands on both sides, and the middle.
        drawn = [y for y, (a, b) in enumerate(zip(column("lines"), column("plain"))) if a != b]
        for y in (14, 18, 30, 42, 46):
            self.assertTrue(any(abs(y * times - at) <= 1 for at in drawn), (y, drawn))
        self.assertTrue(all(min(abs(y * times - at) for y in (14, 18, 30, 42, 46)) <= 3 for at in drawn), drawn)
        # Without them there are the strips and the road, each of one colour.
        self.assertEqual(len(set(column("plain")[y * times] for y in (20, 30, 40))), 1)
        self.assertEqual([len(set(column("plain")[11 * times:13 * times])), len(set(column("plain")[15 * times:17 * times]))], [1, 1])

    def test_bank_checked(self):
        """What is forgotten on a track is told of its bank in the same words; what a curve covers is road there."""
        self.edit({"insert": "tracks", "value": {"name": "t", "width": 200, "height": 150}},
                  {"insert": "tracks['t'].surfaces", "value": {"name": "tarmac", "colour": "#777777"}},
                  {"insert": "tracks['t'].gates", "value": {"a": [30, 100], "b": [30, 120]}},
                  {"insert": "tracks", "value": {"name": "u", "width": 20, "height": 15}},
                  {"insert": "masks", "value": {"name": "m", "width": 20, "height": 15}})

        def told():
            self.run_kickbox("export", "p", "-o", "p.kbx")
            problems = [json.loads(self.run_kickbox("check", path, "--json", status=1)[0])["problems"] for path in ("p", "p.kbx")]
            severities = [sorted((problem["message"], problem["severity"]) for problem in some) for some in problems]
            self.assertEqual(severities[1], severities[0])
            return {problem["path"] + ": " + problem["message"] for problem in problems[1]}

        others = {"masks['m']: the mask has no zones", "tracks['u']: the track has no surfaces", "tracks['u']: the track has no start line"}
        self.assertEqual(told(), others | {"tracks['t']: the track has no road", "tracks['t'].gates[0]: the start line is off the road"})
        self.edit({"insert": "tracks['t'].curves", "value": {"closed": "open", "surface": 1, "points": [
            {"at": [20, 110], "width": 10}, {"at": [180, 130.5], "width": 12}]}})
        self.assertEqual(told(), others)
        self.run_kickbox("export", "p", "-o", "far.json", "--format", "json")
        text = self.read(self.path("far.json")).decode()
        self.assertIn('"a": [30, 100]', text)
        self.write("far.json", text.replace('"a": [30, 100]', '"a": [60000.5, 100]').encode())
        self.assertIn("far.json: warning: tracks[0].gates[0].a: expected", self.run_kickbox("check", self.path("far.json"), status=1)[0])


class Harbor(Case):
    """The sample of a mask and a track, data/harbor."""

    def test_drawn(self):
        """What draws the sample still draws the quay as it is, its zones too; the island takes longer."""
        harbor = sample_script("make-harbor")
        quay = harbor.draw_quay()
        self.run_kickbox("new", "p")
        self.run_kickbox("import", "p", self.write("quay.png", harbor.png(quay.pixels)), "--as", "mask", "--background")
        for picture in os.listdir(self.path("p", "pictures")):
            self.assertEqual(self.read(self.path("p", "pictures", picture)), self.read(os.path.join(SAMPLE, "pictures", picture)))
        zones = [None] + [name for name, _ in harbor.ZONES]
        self.assertEqual(read_indexed(self.read(os.path.join(SAMPLE, "masks", "quay.png")))[3],
                         [bytes(zones.index(zone) for zone in row) for row in quay.zones])

    def test_sample(self):
        self.assertEqual(self.run_kickbox("check", SAMPLE)[0], "")
        bank = self.path("harbor.kbx")
        self.run_kickbox("export", SAMPLE, "-o", bank)
        at = {(257, 100): "tavern door", (20, 120): "water", (160, 170): "ground", (100, 108): "boat", (165, 140): "crates", (20, 20): None}
        asked = [{"q": "zone", "mask": "quay", "p": p} for p in at] + [{"q": "clearance", "track": "island", "p": p}
                                                                       for p in ((60, 168), (172, 164), (330, 148), (20, 20))]
        out, _ = self.run_kickbox("query", bank, text="".join(json.dumps(question) + "\n" for question in asked))
        answers = [json.loads(line) for line in out.splitlines()]
        self.assertEqual([answer["zone"] for answer in answers[:len(at)]], list(at.values()))
        self.assertEqual([answer["surface"] for answer in answers[len(at):]], ["tarmac", "dirt", "water", "water"])
        middle, dirt, pond, sea = (answer["clearance"] for answer in answers[len(at):])
        # Half of how wide the roads are there, less what a corner of a pixel takes; none in the pond, none far out.
        self.assertTrue(abs(middle - 18) < 1 and abs(dirt - 13) < 1 and pond < 0 and sea == -24, answers)


if __name__ == "__main__":
    unittest.main()
