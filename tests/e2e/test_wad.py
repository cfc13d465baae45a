# SPDX-License-Identifier: MIT
"""Doom's maps as levels: a small one by hand, wrong ones, and all of Freedoom against another reading of them."""
import collections
import glob
import json
import os
import struct
import unittest

from cli_case import Case, SOURCE
from rounds import IS_WHOLE, rounds

DATA = "/usr/share/games/doom"
SMALL = os.path.join(SOURCE, "tests", "fuzz", "corpus", "levels", "room.wad")
RECORDS = {"THINGS": "<hhhHH", "LINEDEFS": "<7H", "SIDEDEFS": "<hh8s8s8sH", "VERTEXES": "<hh", "SECTORS": "<hh8s8shHH"}
NONE = 0xffff
STARTS = {1: "player 1", 2: "player 2", 3: "player 3", 4: "player 4", 11: "deathmatch", 14: "teleport"}


def read_maps(path):
    """Name -> lump -> records."""
    with open(path, "rb") as file:
        data = file.read()
    _, count, at = struct.unpack_from("<4sII", data)
    maps, now = {}, None
    for i in range(count):
        offset, size, raw = struct.unpack_from("<II8s", data, at + 16 * i)
        lump = raw.split(b"\0")[0].decode()
        if size == 0 and (lump[:3] == "MAP" or (lump[:1] == "E" and lump[2:3] == "M")):
            now = maps.setdefault(lump, {})
        elif now is not None and lump in RECORDS and lump not in now:
            now[lump] = list(struct.iter_unpack(RECORDS[lump], data[offset:offset + size]))
    return maps


def numbers(pairs):
    return [tuple(pair) for pair in pairs]


class Wad(Case):
    def setUp(self):
        super().setUp()
        self.run_kickbox("new", "p")

    def level(self, name, project="p"):
        with open(self.path(project, "levels", name + ".json")) as file:
            return json.load(file)

    def test_small(self):
        out, _ = self.run_kickbox("import", "p", SMALL)
        self.assertEqual(out, "MAP07: 7 walls, 2 areas, 2 entities\n  left out: flags of lines that stop only monsters (1)\n"
                              "  pictures, light, and what lines do, are left out\n")
        level = self.level("MAP07")
        self.assertEqual(level["walls"][1], {"a": [256, 0], "b": [128, 0], "class": "wall"})
        self.assertEqual([(a["name"], a["class"]) for a in level["areas"]], [("sector 0", "floor"), ("sector 1", "damage")])
        self.assertEqual([a["values"] for a in level["areas"]], [{"floor": "0", "ceiling": "128"}, {"floor": "16"}])     # the sky
        self.assertEqual({tuple(p) for p in level["areas"][0]["rings"][0]}, {(0, 0), (128, 0), (128, -128), (0, -128)})
        self.assertEqual(level["entities"], [
            {"at": [64, -64], "class": "start", "direction": [0, -1], "name": "player 1", "values": {"flags": "7", "type": "1"}},
            {"at": [192, -32], "class": "monster", "direction": [1, -1], "name": "zombieman", "values": {"flags": "7", "type": "3004"}}])
        with open(self.path("p", "p.kickbox")) as file:
            self.assertEqual([c["name"] for c in json.load(file)["classes"]], ["wall", "step", "floor", "damage", "start", "monster"])

    def test_again(self):
        """What the designer has set stays, and what was added where nothing else changed; what the file says comes back."""
        self.run_kickbox("import", "p", SMALL)
        before = self.level("MAP07")
        edits = [{"set": "levels['MAP07'].grid", "value": 16}, {"set": "levels['MAP07'].entities[1].flip", "value": "x"},
                 {"remove": "levels['MAP07'].walls[2]"}, {"set": "levels['MAP07'].areas[0].class", "value": "damage"},
                 {"insert": "levels['MAP07'].walls", "value": {"a": [1, 2], "b": [3, 4], "class": "wall"}},
                 {"insert": "levels['MAP07'].entities", "value": {"at": [1, 2], "class": "start"}}]
        self.run_kickbox("edit", "p", text="\n".join(map(json.dumps, edits)))
        self.run_kickbox("import", "p", SMALL, "--as", "level", "--map", "map07")
        before["grid"], before["entities"][1]["flip"] = 16, "x"
        before["entities"].append({"at": [1, 2], "class": "start"})
        self.assertEqual(self.level("MAP07"), before)
        self.run_kickbox("import", "p", SMALL, "--name", "cellar")
        self.assertEqual(self.level("cellar")["walls"], before["walls"])

    def test_wrong(self):
        with open(SMALL, "rb") as file:
            good = file.read()
        for name, data, says in [("cut", good[:-5], "byte 4: the directory"), ("short", good[:9], "byte 9"),
                                 ("empty", b"PWAD" + struct.pack("<II", 0, 12), "there are no maps in it"),
                                 ("hexen", good.replace(b"SECTORS\0", b"BEHAVIOR"), "the map MAP07: there is no lump SECTORS"),
                                 ("udmf", good.replace(b"THINGS\0\0", b"TEXTMAP\0"), "udmf.wad: TEXTMAP of the map MAP07: line 1, column 1: expected a block"),
                                 ("vertex", good.replace(struct.pack("<3H", 0, 5, 1), struct.pack("<3H", 0, 6, 1), 1), "LINEDEFS of the map MAP07: vertex 6 of 6")]:
            self.refused("import", "p", self.write(name + ".wad", data), status=1, says=[name + ".wad", says])
        self.refused("import", "p", SMALL, "--map", "E1M1", status=1, says=["there is no map 'E1M1' in it; expected one of MAP07"])
        self.refused("import", "p", SMALL, SMALL, status=2, says=["one file"])
        self.refused("import", "p", SMALL, "--grid", "8x8", status=2, says=["--grid: not with --as level"])
        self.refused("import", "p", SMALL, "--name", "a/b", status=2, says=["--name: 'a/b'"])
        self.refused("import", "p", self.write("x.png", b"x"), "--as", "level", status=1, says=["x.png", "expected a WAD of Doom"])
        self.refused("import", "p", self.write("x.png", b"x"), "--map", "E1M1", status=2, says=["--map"])
        self.assertFalse(os.path.exists(self.path("p", "levels")))

    def test_one_wrong(self):
        """Maps beside one that is wrong come in; that is told with its place, and by the exit status."""
        with open(SMALL, "rb") as file:
            good = file.read()
        _, count, at = struct.unpack_from("<4sII", good)
        directory = good[at:]
        bad = directory.replace(b"MAP07", b"MAP08").replace(b"THINGS\0\0", b"THXNGS\0\0")
        path = self.write("two.wad", good[:4] + struct.pack("<I", 2 * count) + good[8:at] + bad + directory)
        out, err = self.run_kickbox("import", "p", path, status=1)
        self.assertTrue(out.startswith("MAP07: 7 walls, 2 areas, 2 entities\n"))
        place = at + 16 * [directory[i + 8:i + 16].rstrip(b"\0") for i in range(0, len(directory), 16)].index(b"THINGS")
        self.assertEqual(err, f"{path}: byte {place}: the map MAP08: there is no lump THINGS; THXNGS, which is there, is none of a map\n")
        self.assertEqual(len(self.level("MAP07")["walls"]), 7)
        self.assertEqual(os.listdir(self.path("p", "levels")), ["MAP07.json"])

    def check_walls(self, level, lumps):
        points = [(x, -y) for x, y in lumps["VERTEXES"]]
        expected = [(points[a], points[b], "wall" if NONE in (right, left) else "barrier" if flags & 1 else "step")
                    for a, b, flags, _, _, right, left in lumps["LINEDEFS"] if points[a] != points[b]]
        self.assertEqual([(tuple(w["a"]), tuple(w["b"]), w["class"]) for w in level["walls"]], expected)
        floors = [{key: str(lumps["SECTORS"][lumps["SIDEDEFS"][side][-1]][0]) for key, side in (("floor_front", right), ("floor_back", left))}
                  if NONE not in (right, left) else None
                  for a, b, _, _, _, right, left in lumps["LINEDEFS"] if points[a] != points[b]]
        self.assertEqual([w.get("values") for w in level["walls"]], floors)

    def check_areas(self, level, lumps):
        """The edges of an area's rings are those lines that have the sector on one side alone."""
        points = [(x, -y) for x, y in lumps["VERTEXES"]]
        edges = collections.defaultdict(collections.Counter)
        for a, b, _, _, _, right, left in lumps["LINEDEFS"]:
            sectors = [None if side == NONE else lumps["SIDEDEFS"][side][-1] for side in (right, left)]
            for sector, edge in zip(sectors, ((a, b), (b, a))):
                if sector is not None and sectors[0] != sectors[1] and points[a] != points[b]:
                    edges[sector][points[edge[0]], points[edge[1]]] += 1
        lost = 0
        for area in level["areas"]:
            wanted, got = edges.pop(int(area["name"].split()[1])), collections.Counter()
            for ring in map(numbers, area["rings"]):
                self.assertGreaterEqual(len(ring), 3)
                got.update(zip(ring, ring[1:] + ring[:1]))
            self.assertFalse(got - wanted, area["name"])
            lost += (wanted - got).total() if hasattr(wanted, "total") else sum((wanted - got).values())
        return lost + sum(sum(left.values()) for left in edges.values())

    def check_entities(self, level, lumps):
        turns = {0: [1, 0], 45: [1, -1], 90: [0, -1], 135: [-1, -1], 180: [-1, 0], 225: [-1, 1], 270: [0, 1], 315: [1, 1]}
        self.assertEqual(len(level["entities"]), len(lumps["THINGS"]))
        for entity, (x, y, angle, kind, flags) in zip(level["entities"], lumps["THINGS"]):
            self.assertEqual((entity["at"], entity["values"]), ([x, -y], {"type": str(kind), "flags": str(flags)}))
            if angle % 45 == 0:
                self.assertEqual(entity["direction"], turns[angle % 360])
            if kind in STARTS:
                self.assertEqual((entity["class"], entity["name"]), ("start", STARTS[kind]))

    @unittest.skipUnless(os.path.isdir(DATA), "freedoom is not installed")
    def test_freedoom(self):
        count = lost = total = 0
        for path in sorted(glob.glob(DATA + "/freedoom*.wad"))[:rounds(2)]:
            self.run_kickbox("import", "p", path)
            for name, lumps in read_maps(path).items():
                level = self.level(name)
                self.check_walls(level, lumps)
                lost += self.check_areas(level, lumps)
                self.check_entities(level, lumps)
                count, total = count + 1, total + len(lumps["LINEDEFS"])
        self.assertEqual(count, 68 if IS_WHOLE else 36)
        self.assertGreater(total, 2000 * count)
        self.assertLess(lost, 100)      # of sectors that are not closed
        self.assertEqual([line for line in self.run_kickbox("check", "p", status=None)[0].splitlines() if "error" in line], [])


if __name__ == "__main__":
    unittest.main()
