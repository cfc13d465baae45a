# SPDX-License-Identifier: MIT
"""Grounds and heightmaps from the command line: points, functions against Python's own, and grey pictures."""
import json
import math
import os
import struct
import unittest

from cli_case import Case, png_file


def grey(width, height, depth, value):
    rows = b"".join(b"\0" + b"".join(struct.pack(">H" if depth == 16 else "B", value(x, y)) for x in range(width)) for y in range(height))
    return png_file(width, height, depth, 0, rows)


class Grounds(Case):
    def setUp(self):
        super().setUp()
        self.run_kickbox("new", "p")

    def level(self, name):
        with open(self.path("p", "levels", name + ".json")) as file:
            return json.load(file)

    def points(self, level, index=0):
        return [tuple(point["at"]) for point in self.level(level)["grounds"][index]["points"]]

    def ground(self, argument, *options):
        return self.run_kickbox("import", "p", argument, "--as", "ground", *options)[0]

    def test_points(self):
        """Three separators, a head, comments and empty lines; a step that can be undone, a class, and a project without faults."""
        path = self.write("hills.csv", "\ufeffx,y\r\n0,10\r\n\n 20 ; 30.5 # top\n# nothing\n40\t-5.126\n50,0")
        self.assertEqual(self.ground(path), "hills: ground hills, 4 points\n")
        self.assertEqual(self.points("hills"), [(0, 10), (20, 30.5), (40, round(-5.126 * 256) / 256), (50, 0)])
        self.assertEqual(self.level("hills")["grounds"][0]["class"], "ground")
        self.run_kickbox("check", "p")
        self.run_kickbox("export", "p", "-o", "p.kbx")
        out, _ = self.run_kickbox("query", "p.kbx", text='{"q": "ground", "level": "hills", "ground": "hills", "x": 20}\n')
        self.assertEqual(json.loads(out)["y"], 30.5)

    def test_again(self):
        """A ground of that name gets other points and keeps the rest; others, and other levels, stay."""
        self.ground(self.write("hills.csv", "0 1\n2 3"))
        self.ground("x", "--range", "0:32", "--level", "hills", "--name", "slope")
        self.run_kickbox("edit", "p", text='{"set": "levels[0].grounds[0].slope_limit", "value": 2}\n')
        self.ground(self.write("hills.csv", "5 6\n7 8\n9 9"))
        grounds = self.level("hills")["grounds"]
        self.assertEqual([ground["name"] for ground in grounds], ["hills", "slope"])
        self.assertEqual((grounds[0]["slope_limit"], self.points("hills"), self.points("hills", 1)), (2, [(5, 6), (7, 8), (9, 9)], [(0, 0), (16, 16), (32, 32)]))
        self.ground(self.path("hills.csv"), "--level", "other")
        self.assertEqual(sorted(os.listdir(self.path("p", "levels"))), ["hills.json", "other.json"])

    def test_functions(self):
        """What Python makes of the same text, at the same x."""
        names = {name: getattr(math, name) for name in ("sin", "cos", "tan", "atan", "exp", "sqrt", "tanh", "floor", "ceil", "pi")} | {"abs": abs, "round": round}
        for text in ("sin(x/40)*20+100", "x", "-x^2/100", "2^-x", "2^3^(x/200)", "(x-3)*(x+4)/-9", " 1e2 - 3 - -4.5 ", "abs(floor(x/7)-ceil(x/9))", "sqrt(x)/exp(x/99)", "((pi))*x",
                     "tanh(cos(tan(x/1000)))*-atan(x)", "8/4/2*x", "x-1-1", "round(x/10+.21)\n+ 1"):
            self.run_kickbox("import", "p", "--as", "ground", "--range", "0:99", "--every", "7", "--level", "f", "--name", "f", "--", text)
            xs = [*range(0, 99, 7), 99]
            for (x, y), at in zip(self.points("f"), xs, strict=True):
                self.assertEqual(x, at)
                self.assertAlmostEqual(y, eval(text.strip().replace("\n", "").replace("^", "**"), {}, {**names, "x": x}), delta=1 / 256, msg=(text, x))
        self.ground(self.write("wave.txt", "cos(x)\n * 10\n"), "--range", "-1:1")
        self.assertEqual(self.points("wave"), [(-1, round(math.cos(1) * 2560) / 256), (1, round(math.cos(1) * 2560) / 256)])
        self.assertIn("ground: ground ground, 3 points\n", self.ground("0*x", "--range", "0:20"))

    def test_wrong(self):
        for text, says in [("sin(x", "the function: line 1, column 6: expected a number or parentheses"), ("2**x", "column 3: expected a number"),
                           ("1 +\n foo(x)", "line 2, column 5: expected x, pi or a function"), ("1/(x-x)", "column 8: the point is outside"), ("x x", "column 3: expected an operator"),
                           ("x)", "column 2: expected an operator"), ("sin x", "expected a number or parentheses"), ("", "column 1: expected a number"), ("70000", "outside of what a level"),
                           ("(" * 100 + "x" + ")" * 100, "expected fewer parentheses"), ("2^" * 5000 + "x", "expected fewer parentheses"), ("1" + "--" * 5000 + "x", "expected fewer parentheses")]:
            self.refused("import", "p", "--as", "ground", "--range", "0:80", "--level", "f", "--", text, status=1, says=[says])
        for text, says in [("0,1\n0,2\n", "a.csv: line 2, column 1: expected a larger x"), ("0,1\n7 2 x\n", "line 2, column 5: expected a line of x and y, such as 12, 34.5"),
                           ("0,1\n7,\n8,8", "line 2, column 2: expected a line"), ("0,1\r\n7,\r\n8,8", "line 2, column 2: expected a line"), ("0,1\n7\n", "line 2, column 2"), ("0,1\nx,7\n", "line 2, column 1"), ("0,1\n2,nan", "line 2, column 1: the point is outside"),
                           ("0,1\n2,99999", "outside"), ("0,1\n", "line 2, column 1: expected two points or more"), ("", "expected two points"), ("1,1\n1.0001,1", "expected a larger x")]:
            self.refused("import", "p", self.write("a.csv", text), "--as", "ground", status=1, says=[says])
        many = self.write("a.csv", "".join(f"{i / 2},0\n" for i in range(65537)))
        self.refused("import", "p", many, "--as", "ground", status=1, says=["a.csv: line 65537, column 1: expected at most 65536 points"])
        self.refused("import", "p", "x", "--as", "ground", "--range", "0:60000", "--every", "0", status=2, says=["--every"])
        self.refused("import", "p", "sin(x/40)*20+100", "--as", "ground", status=2, says=["a function needs --range"])
        for arguments, says in [(["x", "--as", "ground", "--range", "9:1"], "--range: '9:1' is not A:B"), (["x", "--as", "ground", "--range", "9"], "is not A:B"),
                                ([many, "--as", "ground", "--every", "3"], "--every: only with --range"), ([many, "--range", "0:9"], "--range: only with --as ground"),
                                ([many, "--level", "x"], "--level: only with --as heightmap or --as ground"), ([many, many, "--as", "ground"], "expected one file"),
                                ([many, "--as", "ground", "--grid", "8x8"], "--grid: not with --as ground"), ([many, "--as", "heightmap", "--range", "0:9"], "--range: only with --as ground"),
                                ([many, "--as", "ground", "--low", "1"], "--low: only with --as heightmap"), ([many, "--high", "1"], "--high: only with --as heightmap"), ([many, "--as", "mask", "--cell", "1"], "--cell: only with --as heightmap"),
                                ([many, "--as", "ground", "--level", b"\xff"], "--level: expected a name in UTF-8"), ([many, "--as", "ground", "--name", b"\xff"], "--name: expected a name in UTF-8"),
                                ([many, "--as", "ground", "--level", "x/y"], "--level: 'x/y' has a '/'")]:
            self.refused("import", "p", *arguments, status=2, says=[says])
        self.assertFalse(os.path.exists(self.path("p", "levels")))

    def test_bounds(self):
        """Of a level that has grounds alone, too; and a move that is cut short says so."""
        self.ground(self.write("hill.csv", "0,3\n50,9\n99,-4\n"))
        self.run_kickbox("export", "p", "-o", "p.kbx")
        for source in ("p", "p.kbx"):
            [level] = json.loads(self.run_kickbox("info", source, "--json")[0])["levels"]
            self.assertEqual(level["bounds"], [0, -4, 99, 9])
        self.run_kickbox("edit", "p", text="".join(json.dumps({"insert": "levels[0].walls", "value": {"a": [x, -90], "b": [x, -20], "class": "ground"}}) + "\n" for x in (0, 4)))
        self.run_kickbox("export", "p", "-o", "p.kbx")
        out, _ = self.run_kickbox("query", "p.kbx", text="".join(json.dumps({"q": "level_move", "level": "hill", "p": [2, -50], "move": [x, 0], "manner": "bounce"}) + "\n" for x in (9, 900)))
        self.assertEqual([(json.loads(line)["cut"], len(json.loads(line)["touches"])) for line in out.splitlines()], [(False, 2), (True, 16)])

    def test_heightmaps(self):
        """8 and 16 bits; what the bank says of the samples. Again, it keeps its place and altitudes."""
        for depth, most in ((8, 255), (16, 65535)):
            path = self.write("isle.png", grey(5, 3, depth, lambda x, y: most * x // 4))
            out, _ = self.run_kickbox("import", "p", path, "--as", "heightmap", "--level", f"sea{depth}")
            self.assertEqual(out, f"sea{depth}: heightmap isle\n")
            self.run_kickbox("export", "p", "-o", "p.kbx")
            out, _ = self.run_kickbox("query", "p.kbx", text="".join(json.dumps({"q": "height", "level": f"sea{depth}", "map": "isle", "p": [4 * x, 4]}) + "\n" for x in range(5)))
            for x, line in enumerate(out.splitlines()):
                self.assertAlmostEqual(json.loads(line)["z"], 100 * (most * x // 4) / most, 3)
        self.run_kickbox("edit", "p", text='{"set": "levels[0].heightmaps[0].high", "value": 300}\n')
        name, old = self.level("sea16")["heightmaps"][0]["name"], self.level("sea16")["heightmaps"][0]["picture"]
        self.run_kickbox("import", "p", self.write("isle.png", grey(9, 7, 8, lambda x, y: 9)), "--as", "heightmap", "--level", "sea16")
        self.run_kickbox("import", "p", self.path("isle.png"), "--as", "heightmap", "--level", "sea16", "--name", "two")
        maps = self.level("sea16")["heightmaps"]
        self.assertEqual(([m["name"] for m in maps], maps[0]["high"], maps[0]["picture"]["rect"], maps[0].get("origin")), ([name, "two"], 300, [0, 0, 9, 7], None))
        self.assertGreater(maps[1]["origin"][0], 32)
        self.assertNotEqual(maps[0]["picture"]["file"], old["file"])
        self.run_kickbox("check", "p")

    def test_altitudes(self):
        """Those of black and of white, and the spacing; what is not given stays. Wrong ones change nothing."""
        path, again = self.write("isle.png", grey(5, 3, 8, lambda x, y: 255 * x // 4)), ["import", "p", self.path("isle.png"), "--as", "heightmap"]
        self.run_kickbox("import", "p", path, "--as", "heightmap", "--low=-20", "--high", "340.5", "--cell", "8")
        self.run_kickbox("export", "p", "-o", "p.kbx")
        out, _ = self.run_kickbox("query", "p.kbx", text="".join(json.dumps({"q": "height", "level": "isle", "map": "isle", "p": [x, 8]}) + "\n" for x in (0, 32)))
        self.assertEqual([json.loads(line)["z"] for line in out.splitlines()], [-20, 340.5])
        numbers = lambda: [self.level("isle")["heightmaps"][0][key] for key in ("low", "high", "cell")]
        for options, expected in ((["--cell", "2.5"], [-20, 340.5, 2.5]), ([], [-20, 340.5, 2.5]), (["--low", "0", "--high", "64"], [0, 64, 2.5])):
            self.run_kickbox(*again, *options)
            self.assertEqual(numbers(), expected)
        for options, says in (("--low=deep", "--low: 'deep' is not a number"), ("--low=true", "--low: 'true'"), ("--high=nan", "--high: 'nan' is not a number"),
                              ("--high=1e9", "--high: '1e9' is not a number from -65536 to 65536"), ("--cell=0", "--cell: '0' is not a number from 0.00390625 to 1024")):
            self.refused(*again, options, status=2, says=[says])
        self.refused(*again, "--low=64", "--level", "isle", status=1,
                     says=["isle.png: isle: the lowest altitude of the heightmap 'isle', 64, is not below its highest, 64"])
        self.assertEqual(numbers(), [0, 64, 2.5])

    def test_painted_heightmap(self):
        """One that was sculpted shows the picture again."""
        path = self.write("isle.png", grey(4, 4, 8, lambda x, y: 7))
        self.run_kickbox("import", "p", path, "--as", "heightmap")
        self.run_kickbox("edit", "p", text="".join(json.dumps({"set": f"levels[0].heightmaps[0].{key}", "value": value}) + "\n" for key, value in (("width", 3), ("height", 3), ("picture", None))))
        self.run_kickbox("import", "p", path, "--as", "heightmap")
        made = self.level("isle")["heightmaps"][0]
        self.assertEqual((made["picture"]["rect"], made.get("width")), ([0, 0, 4, 4], None))

    def test_wrong_pictures(self):
        for data, says in [(png_file(2, 2, 8, 2, b"\0" + bytes(6) + b"\0" + bytes(5) + b"\1"), "grey"), (grey(1, 4, 8, lambda x, y: 0), "a heightmap has 2 to 16384 samples"), (b"x", "isle.png"),
                           (b"BM" + struct.pack("<IHHIIiiHHIIiiII", 70, 0, 0, 54, 40, 2, 2, 1, 24, 0, 16, 0, 0, 0, 0) + b"\0\0\xff\0\0\xff\0\0" * 2,
                            "isle.png: this picture has colours; expected a grey one")]:
            self.refused("import", "p", self.write("isle.png", data), "--as", "heightmap", status=1, says=["isle.png", says])
        self.assertFalse(os.path.exists(self.path("p", "levels")))


if __name__ == "__main__":
    unittest.main()
