# SPDX-License-Identifier: MIT
"""Drawings in SVG as levels: paths, transforms, pages, classes and areas by their rules, and what is wrong or left out."""
import json
import math
import os
import unittest

from cli_case import Case, SOURCE

SMALL = os.path.join(SOURCE, "tests", "fuzz", "corpus", "levels", "yard.svg")


def svg(content, head=""):
    return f'<svg xmlns="http://www.w3.org/2000/svg" {head}>\n{content}\n</svg>\n'


class Svg(Case):
    def setUp(self):
        super().setUp()
        self.run_kickbox("new", "p")
        self.count = 0

    def level(self, name):
        with open(self.path("p", "levels", name + ".json")) as file:
            return json.load(file)

    def imported(self, content, head=""):
        """The walls as pairs of places, and the level."""
        self.count += 1
        name = f"a{self.count}"
        self.run_kickbox("import", "p", self.write(name + ".svg", svg(content, head)))
        level = self.level(name)
        return [(tuple(w["a"]), tuple(w["b"])) for w in level.get("walls", [])], level

    def chain(self, data):
        """The places that a path with one chain goes through."""
        walls, _ = self.imported(f'<path d="{data}" fill="none"/>')
        for before, after in zip(walls, walls[1:]):
            self.assertEqual(before[1], after[0], data)
        return [walls[0][0]] + [wall[1] for wall in walls]

    def test_small(self):
        out, _ = self.run_kickbox("import", "p", SMALL)
        self.assertEqual(out.splitlines(), [
            "yard: 18 walls, 3 areas, 0 entities", "  a unit of the drawing is 2 pixels, by its width, height and viewBox",
            "  hill: 3 curves left out, from (120, 100) on", "  left out: round corners of rectangles (1)",
            "  left out: <circle> (1)", "  left out: <text> (1)", "  left out: hidden elements (1)"])
        level = self.level("yard")
        self.assertEqual([(a["name"], a["class"], len(a["rings"])) for a in level["areas"]],
                         [("pond", "water", 1), ("lake", "water", 2), ("pool", "water", 1)])
        with open(self.path("p", "p.kickbox")) as file:
            self.assertEqual([(c["name"], c["colour"]) for c in json.load(file)["classes"]], [("walls", "#803300"), ("water", "#0000ff")])
        lamp = {"at": [1, 2], "class": "walls", "name": "lamp"}
        edits = [{"set": "levels['yard'].grid", "value": 32}, {"insert": "levels['yard'].entities", "value": lamp},
                 {"set": "levels['yard'].walls[3].one_way", "value": True}, {"remove": "levels['yard'].areas[1]"}]
        self.run_kickbox("edit", "p", text="\n".join(map(json.dumps, edits)))
        self.run_kickbox("import", "p", SMALL)
        level["grid"], level["entities"], level["walls"][3]["one_way"] = 32, [lamp], True
        self.assertEqual(self.level("yard"), level)
        self.assertEqual(self.run_kickbox("check", "p")[0], "")

    def test_paths(self):
        for data, places in [
                ("M1 2L3 4", [(1, 2), (3, 4)]), ("m1,2 3,4 5-6", [(1, 2), (4, 6), (9, 0)]), ("M1 2 3 4L5 6 7 8", [(1, 2), (3, 4), (5, 6), (7, 8)]),
                ("M1 1H5V7h-2v-3", [(1, 1), (5, 1), (5, 7), (3, 7), (3, 4)]), ("M0 0H1 2 3", [(0, 0), (1, 0), (2, 0), (3, 0)]),
                ("M0 0L4 0L4 4Z", [(0, 0), (4, 0), (4, 4), (0, 0)]), ("M1 1h3v3zl-5 5", [(1, 1), (4, 1), (4, 4), (1, 1), (-4, 6)]),
                ("M.5.25L1e1-2.5e-1", [(0.5, 0.25), (10, -0.25)]), ("M0,0 , 1,1", [(0, 0), (1, 1)]), ("M0 0L0.001 0L1 1", [(0, 0), (1, 1)]),
                ("M0 0L0.3 0.7", [(0, 0), (77 / 256, 179 / 256)])]:
            self.assertEqual(self.chain(data), places, data)

    def test_transforms(self):
        for transform, place in [
                ("translate(3)", (4, 2)), ("translate(3,4)", (4, 6)), ("scale(2)", (2, 4)), ("scale(2 -3)", (2, -6)), ("rotate(90)", (-2, 1)),
                ("rotate(-90)", (2, -1)), ("rotate(180 10 10)", (19, 18)), ("matrix(1 2 3 4 5 6)", (12, 16)), ("skewX(45)", (3, 2)),
                ("skewY(45)", (1, 3)), ("translate(10) scale(2)", (12, 4)), ("scale(2) translate(10,0)", (22, 4)), ("", (1, 2)),
                ("rotate(30)", (math.sqrt(3) / 2 - 1, 0.5 + math.sqrt(3)))]:
            x, y = self.imported(f'<g transform="{transform}"><path d="M1 2L9 9"/></g>')[0][0][0]
            self.assertEqual((x, y), tuple(math.floor(v * 256 + 0.5) / 256 for v in place), transform)

    def test_pages(self):
        for head, place in [
                ('width="100" height="50"', (10, 20)), ('viewBox="0 0 10 10"', (10, 20)), ('width="100" height="100" viewBox="0 0 50 50"', (20, 40)),
                ('width="1in" height="1in" viewBox="0 0 48 48"', (20, 40)), ('width="25.4mm" height="25.4mm"', (10, 20)),
                ('width="100" viewBox="5 6 50 50"', (10, 28)), ('width="100%" height="100%" viewBox="1 2 3 4"', (9, 18)),
                ('width="200" height="100" viewBox="0 0 50 50"', (70, 40)), ('width="200" height="100" viewBox="0 0 50 50" preserveAspectRatio="none"', (40, 40))]:
            self.assertEqual(self.imported('<line x1="10" y1="20" x2="30" y2="40"/>', head)[0][0][0], place, head)

    def test_classes(self):
        def classes(content):
            return [w["class"] for w in self.imported(content)[1]["walls"]]
        line = '<line x2="9" y2="%d" stroke="%s"/>'
        red, green = line % (1, "red"), line % (2, "#0f0")
        self.assertEqual(classes(red + red), ["wall", "wall"])
        self.assertEqual(classes(red + green + line % (3, "url(#x)")), ["#ff0000", "#00ff00", "wall"])
        self.assertEqual(classes(f'<g id="g12">{red}</g>' + green), ["#ff0000", "#00ff00"])
        self.assertEqual(classes(f'<g id="rock">{red}<g id="g1">{green}</g></g>'), ["#ff0000", "#00ff00"])
        self.assertEqual(classes(f'<g id="rock">{red}</g>{red}'), ["rock", "rock"])
        named = '<g xmlns:inkscape="x" inkscape:label="%s" id="layer1">%s</g>'
        self.assertEqual(classes(named % ("tree", red) + named % ("rock", red + green) + red), ["tree", "rock", "rock", "wall"])

    def test_areas(self):
        def areas(look, data="M0 0H9V9z"):
            walls, level = self.imported(f'<path {look} d="{data}"/>')
            return len(walls), [(a["name"], len(a["rings"])) for a in level.get("areas", [])]
        self.assertEqual(areas(''), (3, []))
        self.assertEqual(areas('id="x" style="fill:#123"'), (3, [("x", 1)]))
        self.assertEqual(areas('style="fill: red; stroke : none"'), (0, [("area 1", 1)]))
        self.assertEqual(areas('fill="red" style="fill:none"'), (3, []))
        self.assertEqual(areas('fill="red" stroke="none"', "M0 0H9V9L0 0M1 1L2 2L3 1M5 5h1v1z"), (0, [("area 1", 2)]))
        self.assertEqual(areas('fill="none" stroke="none"'), (0, []))
        self.assertEqual(areas('stroke="none"'), (0, [("area 1", 1)]))
        self.assertEqual(areas('style="fill:none !important;stroke:red"'), (3, []))

    def test_errors(self):
        """What comes before an error in a path or list of points is read."""
        for i, (shape, n, says) in enumerate([
                ('<path d="M0 0H8L1e999 0"/>', 1, "line 2: d: expected a number at byte 7, got '1e999 0'"), ('<path d="M0 0H8V8Lnan 0"/>', 2, "expected a number at byte 9, got 'nan 0'"),
                ('<polygon points="0 0 8 0 8 8 2"/>', 3, "points: expected a number at byte 13"), ('<path d="M0 0H8M0x10 0"/>', 1, "d: expected a number at byte 8, got 'x10 0'"),
                ('<path d="L0 0"/>', 0, "expected M, with which a path begins at byte 0"), ('<path d="M0 0h8W1"/>', 1, "expected a command")]):
            out, _ = self.run_kickbox("import", "p", self.write(f"a{i}.svg", svg(shape)))
            self.assertIn(f"a{i}: {n} wall", out)
            self.assertIn(says, out)
            self.assertIn("all that comes before such an error is read", out)

    def test_unknown_values(self):
        """An element with such a transform or length is left out and named, and what is before and after it is read."""
        line = '<line x2="9" y2="1"/>'
        for i, (shape, says) in enumerate([
                (f'<g id="sea" transform="turn(3)">{line}</g>', "line 2: transform: expected one such as translate(3, 4), got 'turn(3)': elements with such values are left out (sea)"),
                (f'<g transform="translate(10%)">{line}<g>{line}</g></g>', "got 'translate(10%)'"), ('<path id="p" transform="matrix(1 2 3)" d="M0 0H9"/>', "got 'matrix(1 2 3)': elements with such values are left out (p)"),
                ('<line x1="10vw"/>', "x1: expected a length, got '10vw'"), ('<rect x="inf" width="1" height="1"/>', "x: expected a length"),
                ('<rect x="1foo" width="1" height="1"/><line x2="3bar"/>', "x: expected a length, got '1foo' and 1 more")]):
            out, _ = self.run_kickbox("import", "p", self.write(f"u{i}.svg", svg(line + shape + line)))
            self.assertIn(f"u{i}: 2 walls", out)
            self.assertIn(says, out)
        out, _ = self.run_kickbox("import", "p", self.write("whole.svg", svg(line, 'transform="rotate(5deg)"')))
        self.assertIn("whole: 1 wall", out)

    def test_lengths(self):
        def first(content, head):
            return self.imported(content, head)[0][0]
        self.assertEqual(self.imported('<rect width="100%" height="50%"/>', 'viewBox="0 0 200 100"')[0][1], ((200, 0), (200, 50)))
        self.assertEqual(first('<line x1="1em" y1="1ex" x2="2rem" y2="10%"/>', 'width="400" height="80"'), ((16, 8), (32, 8)))
        self.assertEqual(first('<line x2="100%" y2="1"/>', ""), ((0, 0), (300, 1)))

    def test_alignment(self):
        for aspect, x, y in [("xMinYMin", 0, 0), ("xMaxYMid meet", 100, 0), ("defer xMidYMax", 50, 0), ("xMinYMax slice", 0, -100), ("xMidYMin slice", 0, 0)]:
            walls, _ = self.imported('<line x2="100"/>', f'width="200" height="100" viewBox="0 0 100 100" preserveAspectRatio="{aspect}"')
            scale = 2 if "slice" in aspect else 1
            self.assertEqual(walls, [((x, y), (x + 100 * scale, y))], aspect)

    def test_wrong(self):
        good = '<path d="M0 0L1 1"/>'
        for name, text, says in [
                ("cut", svg(good)[:-8], "cut.svg: "), ("root", "<x><svg /></x>", "line 1: expected <svg>, got <x>"),
                ("latin", '<?xml version="1.0" encoding="ISO-8859-1"?>' + svg(good), "the encoding ISO-8859-1 cannot be read, expected UTF-8"),
                ("entity", '<!DOCTYPE svg [<!ENTITY a "b">]>' + svg("<text>&a;</text>"), "entity.svg"),
                ("far", svg('<path id="hill" d="M0 0L70000 0"/>'), "line 2: hill: (70000, 0) is outside the limits of a level"),
                ("moved", svg('<g transform="scale(1e9)"><line x2="1" y2="1"/></g>'), "line: (1e+09, 1e+09) is outside"),
                ("box", svg(good, 'viewBox="0 0 0 1"'), "viewBox: expected")]:
            self.refused("import", "p", self.write(name + ".svg", text), status=1, says=[name + ".svg", says])
        file = self.write("fine.svg", svg(good))
        self.refused("import", "p", file, "--map", "E1M1", status=2, says=["fine.svg", "no maps to choose from"])
        self.refused("import", "p", file, "--road", "#000000", status=2, says=["--road"])
        many = "M0 0" + "h1h-1" * (1 << 19) + "h1"
        self.refused("import", "p", self.write("many.svg", svg(f'<path d="{many}"/>')), status=1, says=["many.svg", "there are more than 1048576 walls"])
        self.assertFalse(os.path.exists(self.path("p", "levels")))
        out, _ = self.run_kickbox("import", "p", self.write("bom.svg", "\ufeff" + svg(good)))
        self.assertIn("bom: 1 wall, 0 areas", out)


if __name__ == "__main__":
    unittest.main()
