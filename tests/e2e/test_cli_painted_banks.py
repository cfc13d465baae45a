# SPDX-License-Identifier: MIT
"""What a bank answers of painted frames and of tracks, against scipy and against the picture that was painted."""
import json
import math
import os
import random
import shutil
import unittest

import numpy
from scipy.ndimage import distance_transform_edt

from cli_case import Case, png, read_indexed

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAINTED = os.path.join(ROOT, "tests", "golden", "export", "painted", "project")
CUT_OFF = 24


def clearance_of(road):
    """As docs/bank-format.md has it: to the nearest centre of the other kind, less 1/2; beside the picture is no road."""
    on_road = distance_transform_edt(numpy.pad(road, 1))[1:-1, 1:-1] - 0.5
    return numpy.clip(numpy.where(road, on_road, 0.5 - distance_transform_edt(~road)), -CUT_OFF, CUT_OFF)


def paint_road(width, height, seed):
    """Thick lines between random places, and specks."""
    rng = random.Random(seed)
    road = numpy.zeros((height, width), dtype=bool)
    y, x = numpy.mgrid[:height, :width]
    places = [(rng.randrange(width), rng.randrange(height)) for _ in range(7)]
    for (ax, ay), (bx, by) in zip(places, places[1:]):
        dx, dy = bx - ax, by - ay
        along = numpy.clip(((x - ax) * dx + (y - ay) * dy) / max(dx * dx + dy * dy, 1), 0, 1)
        road |= (x - ax - along * dx) ** 2 + (y - ay - along * dy) ** 2 <= rng.randrange(4, 20) ** 2
    for _ in range(60):
        road[rng.randrange(height), rng.randrange(width)] ^= True
    return road


class Painted(Case):
    def ask(self, bank, questions):
        out, _ = self.run_kickbox("query", bank, text="\n".join(map(json.dumps, questions)))
        return [json.loads(line) for line in out.splitlines()]

    def export(self, project, name):
        self.run_kickbox("export", project, "-o", name)
        return name

    def test_clearance_is_that_of_scipy(self):
        road = paint_road(230, 170, 5)
        self.write("road.png", png(230, 170, lambda x, y: bytes((80, 80, 80, 255) if road[y, x] else (0, 99, 0, 255))))
        self.run_kickbox("new", "p")
        self.run_kickbox("import", "p", self.path("road.png"), "--as", "track", "--road", "#505050", "--others-nothing")
        self.run_kickbox("edit", "p", text=json.dumps({"set": "tracks['road'].cut_off", "value": CUT_OFF}))
        bank = self.export("p", "road.kbx")
        wanted, rng = clearance_of(road), random.Random(6)
        pixels = [(rng.randrange(230), rng.randrange(170)) for _ in range(3000)]
        answers = self.ask(bank, [{"q": "clearance", "track": "road", "p": [x + 0.5, y + 0.5], "radius": 3} for x, y in pixels])
        for (x, y), answer in zip(pixels, answers):
            self.assertLessEqual(abs(answer["clearance"] - wanted[y, x]), 1 / 32, (x, y))
            self.assertEqual(answer["surface"] is not None and answer["clearance"] > 0, bool(road[y, x]), (x, y))
            self.assertEqual(answer["touches"], answer["clearance"] <= 3, (x, y))
            self.assertIn(round(math.hypot(*answer["normal"]), 5), (0, 1))

        # Turned boxes: the least among the centres of pixels in them; off the road only the sign.
        boxes = [{"at": [rng.uniform(30, 200), rng.uniform(30, 140)], "degrees": rng.uniform(0, 360), "w": rng.uniform(8, 40), "h": rng.uniform(8, 30)}
                 for _ in range(400)]
        seen = set()
        for box, answer in zip(boxes, self.ask(bank, [{"q": "clearance", "track": "road", "obb": box} for box in boxes])):
            (x, y), angle, half = box["at"], math.radians(box["degrees"]), (box["w"] / 2, box["h"] / 2)
            near = [range(math.floor(at - 26), math.ceil(at + 26)) for at in (x, y)]
            inside = [
                wanted[j, i] for j in near[1] for i in near[0]
                if abs((i + 0.5 - x) * math.cos(angle) + (j + 0.5 - y) * math.sin(angle)) <= half[0]
                and abs((j + 0.5 - y) * math.cos(angle) - (i + 0.5 - x) * math.sin(angle)) <= half[1]]
            self.assertEqual(answer["touches"], min(inside) < 0, box)
            if min(inside) >= 0:
                self.assertLessEqual(abs(answer["clearance"] - min(inside)), 1 / 16, box)
            seen.add(answer["touches"])
        self.assertEqual(seen, {True, False})

    def test_hand_painting_wins(self):
        shutil.copytree(PAINTED, self.path("p"))
        bank = self.export("p", "p.kbx")
        # In the middle of the road a box was painted as band, and at the edge another as none, for a radius of 3.5 alone.
        places = [(63.5, 19.5), (55.5, 19.5), (90.5, 62.5)]
        for radius, wanted in ((3.5, [True, False, None]), (3.25, [False, False, None])):
            answers = self.ask(bank, [{"q": "clearance", "track": "ring", "p": p, "radius": radius} for p in places])
            for place, answer, touches in zip(places, answers, wanted):
                if touches is not None:
                    self.assertEqual(answer["touches"], touches, (place, radius))
        grid = [(x + 0.5, y + 0.5) for x in range(80, 100) for y in range(60, 72)]
        for radius, same in ((3.5, False), (3.25, True)):
            answers = self.ask(bank, [{"q": "clearance", "track": "ring", "p": p, "radius": radius} for p in grid])
            plain = [answer["clearance"] <= radius for answer in answers]
            # A pixel whose clearance is the radius is in no band, so that nothing was painted otherwise: it touches.
            by_hand = [answer["clearance"] < 0 or answer["clearance"] == radius for answer in answers]
            self.assertEqual([answer["touches"] for answer in answers], plain if same else by_hand)
            self.assertNotEqual(plain, by_hand)

    def test_zone_of_a_frame(self):
        shutil.copytree(PAINTED, self.path("p"))
        bank = self.export("p", "p.kbx")
        stand = {(x, y): 1 for x in range(14, 26) for y in range(10, 34)}
        stand.update({(x, y): 5 for x in range(12, 28) for y in range(4, 13)})
        names = {0: None, 1: "skin", 5: "helmet"}
        for flip in ("", "x", "y", "xy"):
            pose = {"sprite": "imp", "frame": 0, "at": [-7, 300], "flip": flip}
            frame = [(x, y) for x in range(-2, 42, 3) for y in range(-2, 38)]
            world = [[-7 + (20 - x if "x" in flip else x - 20), 300 + (35 - y if "y" in flip else y - 35)] for x, y in frame]
            answers = self.ask(bank, [{"q": "zone", "pose": pose, "p": p} for p in world])
            values = [stand.get(p, 0) for p in frame]
            self.assertEqual(answers, [{"zone": names[value], "value": value} for value in values])
            lie = {(-7 + (20 - x if "x" in flip else x - 20), 300 + (35 - y if "y" in flip else y - 35)): value
                   for (x, y), value in stand.items()}
            first = min(lie, key=lambda p: (p[1], p[0]))
            row = {x: lie[x, y] for x, y in lie if y == first[1]}
            places = [({"box": [-100, 200, 300, 300]}, ["skin", "helmet"]), ({"circle": {"at": [-7, 300], "radius": 90}}, ["skin", "helmet"]),
                      ({"segment": [[-90, first[1] + 0.5], [90, first[1] + 0.5]]}, [names[row[first[0]]]])]
            answers = self.ask(bank, [{"q": "zone", "pose": pose, **place} for place, _ in places])
            self.assertEqual(answers, [{"zones": zones, "first": list(first)} for _, zones in places])

    def test_surfaces_of_a_track(self):
        """Those of the painted picture, by their names, and nothing beyond it."""
        shutil.copytree(PAINTED, self.path("p"))
        bank = self.export("p", "p.kbx")
        with open(self.path("p", "tracks", "ring.json")) as file:
            names = {surface.get("value", i + 1): surface["name"] for i, surface in enumerate(json.load(file)["surfaces"])}
        pixels = [(x, y) for x in range(-1, 121, 3) for y in range(-1, 91, 2)]
        zones = self.ask(bank, [{"q": "zone", "track": "ring", "p": [x + 0.5, y]} for x, y in pixels])
        rows = read_indexed(self.read(self.path("p", "tracks", "ring.png")))[3]
        for (x, y), zone in zip(pixels, zones):
            if 0 <= x < 120 and 0 <= y < 90:  # what is not painted may be of a curve
                self.assertEqual(zone["value"], rows[y][x] or zone["value"], (x, y))
            else:
                self.assertEqual(zone["value"], 0, (x, y))
            self.assertEqual(zone["zone"], names.get(zone["value"]), (x, y))
        clearances = self.ask(bank, [{"q": "clearance", "track": "ring", "p": [x + 0.5, y]} for x, y in pixels])
        self.assertEqual([zone["zone"] for zone in zones], [answer["surface"] for answer in clearances])
        self.assertGreater(len({zone["value"] for zone in zones}), 1)

    def test_info_and_wrong_questions(self):
        bank = self.export(PAINTED, "p.kbx")
        (track,) = json.loads(self.run_kickbox("info", bank, "--json")[0])["tracks"]
        self.assertEqual((track["name"], track["size"], track["radii"], track["gates"]), ("ring", [120, 90], [3.5, 8.0], 3))
        (of_project,) = json.loads(self.run_kickbox("info", PAINTED, "--json")[0])["tracks"]
        self.assertEqual({key: of_project[key] for key in ("name", "size", "radii", "painted_radii", "gates", "cut_off")},
                         {key: track[key] for key in ("name", "size", "radii", "painted_radii", "gates", "cut_off")})
        self.assertEqual(track["painted_radii"], [3.5])
        for named in (bank, PAINTED):
            self.assertIn("  radii: 3.5 (painted by hand), 8\n", self.run_kickbox("info", named)[0])
        ring = {"q": "clearance", "track": "ring", "p": [1, 2]}
        for question, says in [(dict(ring, track="rink"), "track: the bank has no track 'rink'"), (dict(ring, p=[1]), "p: expected"),
                               (dict(ring, p=[1, 1e9]), "p[1]: expected"), (dict(ring, radius=-1), "radius: expected"),
                               (dict(ring, radius=128), "radius: expected at most 20, which this track's clearance is cut off at"),
                               (dict(ring, mask="room"), "mask: no such key"),
                               ({"q": "zone", "track": "rink", "p": [1, 1]}, "track: the bank has no track 'rink'"),
                               ({"q": "zone", "track": 3, "p": [1, 1]}, "track: expected a text"),
                               ({"q": "zone", "track": "ring"}, "p: expected"),
                               ({"q": "zone", "mask": "room", "track": "ring", "p": [1, 1]}, "track: expected a mask, a track or a pose"),
                               ({"q": "zone", "mask": "room", "pose": {}, "p": [1, 1]}, "not both")]:
            out, _ = self.run_kickbox("query", bank, text=json.dumps(question), status=1)
            self.assertIn(says, json.loads(out)["error"])

    def test_depfile_names_what_is_painted(self):
        shutil.copytree(PAINTED, self.path("p"))
        self.run_kickbox("export", "p", "-o", "p.kbx", "--depfile", "p.kbx.d")
        with open(self.path("p.kbx.d")) as file:
            text = file.read()
        for name in ("zones/imp/1.png", "tracks/ring.json", "tracks/ring.png", "bands/ring/1.png", "masks/room.png"):
            self.assertIn("p/" + name, text)


if __name__ == "__main__":
    unittest.main()
