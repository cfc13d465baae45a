# SPDX-License-Identifier: MIT
"""Doom's maps in Hexen's format and in UDMF, written here from maps in Doom's own: the levels are the same."""
import json
import os
import struct
import unittest

import test_wad
from cli_case import Case

SMALL, NONE = test_wad.SMALL, test_wad.NONE


def wad(*lumps):
    data, directory = b"", b""
    for name, content in lumps:
        directory += struct.pack("<II8s", 12 + len(data), len(content), name.encode())
        data += content
    return b"PWAD" + struct.pack("<II", len(lumps), 12 + len(data)) + data + directory


def hexen(name, lumps, **more):
    """The same map in Hexen's format: longer lines and things, and a lump BEHAVIOR."""
    packed = {lump: b"".join(struct.pack(test_wad.RECORDS[lump], *record) for record in lumps[lump]) for lump in ("SIDEDEFS", "VERTEXES", "SECTORS")}
    lines = b"".join(struct.pack("<3H6B2H", a, b, flags, 7, 1, 2, 3, 4, 5, right, left) for a, b, flags, _, _, right, left in lumps["LINEDEFS"])
    things = b"".join(struct.pack("<H3h3H6B", more.get("tid", 0), x, y, 9, angle, kind, flags, more.get("special", 0), 0, 0, 0, 0, 0)
                      for x, y, angle, kind, flags in lumps["THINGS"])
    return [(name, b""), ("THINGS", things), ("LINEDEFS", lines), ("SIDEDEFS", packed["SIDEDEFS"]), ("VERTEXES", packed["VERTEXES"]),
            ("SECTORS", packed["SECTORS"]), ("BEHAVIOR", b"ACS\0\0\0\0\0")]


def block(name, number, **fields):
    text = {True: "true", False: "false"}
    written = (f'  {key} = {text[value] if value in (True, False) and isinstance(value, bool) else json.dumps(value)};\n' for key, value in fields.items())
    return f"{name} // {number}\n{{\n{''.join(written)}}}\n"


def udmf(name, lumps, namespace="doom", scale=1, move=0):
    """The same map as text; its points are divided by `scale`, and moved."""
    def clean(raw):
        return raw.split(b"\0")[0].decode("ascii", "replace")

    text = [f'namespace = "{namespace}"; /* by\n a test */\n']
    for i, (x, y, angle, kind, flags) in enumerate(lumps["THINGS"]):
        skills = {f"skill{skill}": bool(flags & bit) for skill, bit in ((1, 1), (2, 1), (3, 2), (4, 4), (5, 4)) if flags & bit}
        games = {game: True for game, bit in (("single", 16), ("dm", 32), ("coop", 64)) if not flags & bit}
        text.append(block("thing", i, X=x / scale + move, Y=y / scale, ANGLE=angle, type=kind, ambush=bool(flags & 8), **skills, **games))
    for i, (a, b, flags, special, tag, right, left) in enumerate(lumps["LINEDEFS"]):
        back = {} if left == NONE else {"sideback": left}
        front = -1 if right == NONE else right
        text.append(block("linedef", i, v1=a, v2=b, sidefront=front, blocking=bool(flags & 1), blockmonsters=bool(flags & 2),
                          twosided=bool(flags & 4), special=special, id=tag, **back))
    for i, (x, y, upper, lower, middle, sector) in enumerate(lumps["SIDEDEFS"]):
        text.append(block("sidedef", i, offsetx=x, offsety=y, texturetop=clean(upper), texturebottom=clean(lower), texturemiddle=clean(middle), sector=sector))
    for i, (x, y) in enumerate(lumps["VERTEXES"]):
        text.append(block("vertex", i, x=x / scale + move, y=y / scale))
    for i, (floor, ceiling, below, above, light, special, tag) in enumerate(lumps["SECTORS"]):
        text.append(block("sector", i, heightfloor=floor, heightceiling=ceiling, texturefloor=clean(below), textureceiling=clean(above),
                          lightlevel=light, special=special, id=tag))
    return [(name, b""), ("TEXTMAP", "".join(text).encode()), ("ZNODES", b"XGLN"), ("ENDMAP", b"")]


class Formats(Case):
    def setUp(self):
        super().setUp()
        self.run_kickbox("new", "p")
        self.room = test_wad.read_maps(SMALL)["MAP07"]

    def level(self, name, project="p"):
        with open(self.path(project, "levels", name + ".json")) as file:
            level = json.load(file)
        return {key: level.get(key) for key in ("walls", "areas", "entities")}

    def imported(self, lumps, says=()):
        out, _ = self.run_kickbox("import", "p", self.write("a.wad", wad(*lumps)))
        for line in says:
            self.assertIn(f"  {line}\n", out)
        return self.level(lumps[0][0]), out

    def test_room(self):
        """Three formats, one level; Hexen's has no Doom names of things other than starts, and ZDoom's numbers of sectors."""
        self.run_kickbox("import", "p", SMALL)
        own = self.level("MAP07")
        self.assertEqual([wall["class"] for wall in own["walls"]], ["wall"] * 6 + ["step"])
        self.assertEqual(self.imported(udmf("MAP08", self.room))[0], own)
        self.assertEqual(self.imported(hexen("MAP09", self.room))[0]["walls"], own["walls"])
        level = self.level("MAP09")
        self.assertEqual([(e["class"], e["at"], e["direction"]) for e in level["entities"]], [("start", [64, -64], [0, -1]), ("thing", [192, -32], [1, -1])])
        self.assertEqual([(area["class"], area["rings"]) for area in level["areas"]],
                         [("floor", own["areas"][0]["rings"]), ("liquid", own["areas"][1]["rings"])])      # a floor of nukage; no damage by its number

    def test_numbers_of_games(self):
        """Which numbers of things and sectors a namespace has."""
        for namespace, classes, kind in (("Doom", ["floor", "damage"], "monster"), ("heretic", ["floor", "damage"], "thing"), ("ZDoom", ["floor", "liquid"], "monster"),
                                         ("hexen", ["floor", "liquid"], "thing"), ("strife", ["floor", "damage"], "thing")):
            level, _ = self.imported(udmf("MAP10", self.room, namespace))
            self.assertEqual([area["class"] for area in level["areas"]], classes, namespace)
            self.assertEqual([e["class"] for e in level["entities"]], ["start", kind], namespace)
        for special, name in ((69, "damage"), (0x400, "secret"), (0x100, "damage"), (9, "liquid"), (5, "liquid")):
            self.room["SECTORS"][1] = self.room["SECTORS"][1][:5] + (special, 9)
            self.assertEqual(self.imported(udmf("MAP11", self.room, "zdoom"))[0]["areas"][1]["class"], name, special)
            self.assertEqual(self.imported(hexen("MAP12", self.room))[0]["areas"][1]["class"], name, special)

    def test_fractions(self):
        """UDMF has points between pixels, which are rounded to 1/256."""
        level, _ = self.imported(udmf("MAP01", self.room, scale=3, move=0.25))
        self.assertEqual(level["walls"][0]["a"], [round((128 / 3 + .25) * 256) / 256, 0])
        self.assertEqual(len(level["areas"]), 2)
        self.assertEqual(level["entities"][0]["at"], [round((64 / 3 + .25) * 256) / 256, -round(64 / 3 * 256) / 256])

    def test_names_of_one_file(self):
        """Maps whose names would be one file get numbers, the same at each import, and the report says so."""
        data = wad(*(lump for name in ("A/B", "A:B", "A-B") for lump in udmf(name, self.room)))
        for _ in range(2):
            out, _errors = self.run_kickbox("import", "p", self.write("odd.wad", data))
            self.assertEqual(sorted(os.listdir(self.path("p", "levels"))), ["A-B 2.json", "A-B 3.json", "A-B.json"])
            self.assertIn("the level 'A:B' is called 'A-B 2' here", out)

    def test_left_out(self):
        """Fields without a use are counted by their names; those with the value of nothing are not."""
        name, (_, text), *rest = udmf("MAP01", self.room)
        text += b'thing { x = 1; y = 2; type = 9; Gravity = 0.5; id = 0; user_who = "you \\" // {"; skill1 = false; }' \
                b'thing { x = 1; y = 2; type = 9; gravity = 2; arg0str = ""; countsecret = false; }\n' \
                b'sector { damageamount = 5; texturefloor = ""; comment = "x"; } linedef { v1 = 0; v2 = 1; sidefront = 0; sideback = -1; blockeverything = true; arg0 = 3; }' \
                b'polyobject { x = 3; } version = 2;'
        level, out = self.imported([name, ("TEXTMAP", text), *rest], ["left out: thing.gravity (2)", "left out: thing.user_who (1)", "left out: sector.comment (1)",
                                                                       "left out: other blocks (1)", "left out: linedef.arg0 (1)", "sector 2: nothing goes round it, no area"])
        self.assertEqual((out.count("left out:"), len(level["walls"]), len(level["entities"])), (6, 8, 4))
        self.imported(hexen("MAP02", self.room, tid=5, special=80), ["left out: thing.id (2)", "left out: thing.special (2)"])
        self.assertNotIn("left out: thing", self.imported(hexen("MAP03", self.room))[1])

    def test_wrong(self):
        """Each error with its line and column; nothing is changed."""
        good = "namespace = \"doom\";\nvertex { x = 1; y = 2; }\nsector { }\nsidedef { sector = 0; }\n"
        for text, says in [("vertex { x = 1; }", "line 5, column 1: a vertex without y"),
                           ("sidedef { sector = 1; }", "line 5, column 1: sector 1 of 1"),
                           ("sidedef { sector = -1; }", "sector -1 of 1"),
                           ("\n linedef { v1 = 0; v2 = 7; sidefront = 0; }", "line 6, column 2: vertex 7 of 1"),
                           ("linedef { v1 = 0; v2 = 0; sidefront = 0; sideback = 4; }", "sidedef 4 of 1"),
                           ("vertex { x = 1; y = \"a\"; }", "line 5, column 21: expected a number from -32768 to 32768"),
                           ("vertex { x = 1; y = 40000; }", "expected a number from -32768 to 32768"),
                           ("vertex { x = 1; y = 1x; }", "expected a number"), ("vertex { x = 1; y = nan; }", "expected a number"),
                           ("vertex { x = 1; y = -inf; }", "expected a number"), ("vertex { x = 1 y = 2; }", "column 16: expected ';'"),
                           ("vertex { x 1; }", "expected '='"), ("vertex { x = ; }", "expected a value"), ("vertex { x = 1;", "expected '}', and here is the end"),
                           ("sector { texturefloor = 5; }", "expected a text in quotes"), ("sector { texturefloor = \"a", "expected a value"),
                           ("thing { x = 1; y = 1; type = 1; dm = 1; }", "expected true or false"), ("thing = ", "expected a value"),
                           ("5 { }", "expected a block, such as vertex"), ("/* no end", "expected a block"), ("vertex { x = 1; y = 1; } \0 vertex", "expected text, and here is a 0")]:
            data = wad(("MAP01", b""), ("TEXTMAP", (good + text).encode()), ("ENDMAP", b""))
            self.refused("import", "p", self.write("bad.wad", data), status=1, says=["bad.wad: TEXTMAP of the map MAP01: line ", says])
        room = hexen("MAP01", self.room)
        for lump, data, says in [(1, room[1][1][:-3], "THINGS of the map MAP01: 37 bytes are not a whole number of records of 20 bytes"),
                                 (2, room[2][1][:16 * 4] + struct.pack("<3H6B2H", 0, 99, 1, 0, 0, 0, 0, 0, 0, 0, NONE), "LINEDEFS of the map MAP01: vertex 99 of 6"),
                                 (2, struct.pack("<3H6B2H", 0, 1, 1, 0, 0, 0, 0, 0, 0, 8, NONE), "side 8 of 8")]:
            self.refused("import", "p", self.write("bad.wad", wad(*room[:lump], (room[lump][0], data), *room[lump + 1:])), status=1, says=["bad.wad: byte ", says])
        self.assertFalse(os.path.exists(self.path("p", "levels")))

    def test_many_kinds(self):
        """The report stays short, however many names a file makes up."""
        name, (_, text), *rest = udmf("MAP01", self.room)
        text += ("thing { x = 1; y = 1; type = 1; " + "".join(f"user_{i} = 1; " for i in range(2000)) + "}").encode()
        _, out = self.imported([name, ("TEXTMAP", text), *rest])
        self.assertLess(len(out.splitlines()), 300)

    def test_walks_over_steps(self):
        """The scene Walk goes over a step, and stops at the wall behind it."""
        self.run_kickbox("import", "p", SMALL)
        out, _ = self.run_kickbox("play", "p", "--scene", "walk", "--input", self.write("tape", "0 right\n"), "--frames", "150", "--last")
        last = json.loads(out)
        self.assertGreater(last["at"][0], 240)
        self.assertEqual(last["wall_class"], "wall")

    @unittest.skipUnless(os.path.isdir(test_wad.DATA), "freedoom is not installed")
    def test_freedoom(self):
        """Every seventh map of Freedoom in three formats."""
        path = os.path.join(test_wad.DATA, "freedoom2.wad")
        maps = test_wad.read_maps(path)
        for name in sorted(maps)[::7]:
            self.run_kickbox("import", "p", path, "--map", name)
            own = self.level(name)
            text, _ = self.imported([("T" + name, b"")] + udmf(name, maps[name])[1:])
            self.assertEqual(text, own, name)
            binary, _ = self.imported([("H" + name, b"")] + hexen(name, maps[name])[1:])
            self.assertEqual((binary["walls"], [area["rings"] for area in binary["areas"]], [e["at"] for e in binary["entities"]]),
                             (own["walls"], [area["rings"] for area in own["areas"]], [e["at"] for e in own["entities"]]), name)


if __name__ == "__main__":
    unittest.main()
