# SPDX-License-Identifier: MIT
"""kickbox soup: meshes of OBJ and glTF, opened by the library; casts against rays and triangles of this file's own."""
import base64
import json
import math
import os
import random
import struct
import subprocess
import unittest

from cli_case import Case

ANSWERS = os.environ.get("SOUP_ANSWERS", "")
CUBE = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
SIDES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]


def ray(p, u, triangle):
    """The fraction of the move at which it meets the triangle, or None (Moeller and Trumbore)."""
    def minus(a, b):
        return tuple(x - y for x, y in zip(a, b))

    def cross(a, b):
        return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])

    def dot(a, b):
        return sum(x * y for x, y in zip(a, b))

    a, b, c = triangle
    e, f = minus(b, a), minus(c, a)
    h = cross(u, f)
    det = dot(e, h)
    if abs(det) < 1e-12:
        return None
    s = minus(p, a)
    v = dot(s, h) / det
    q = cross(s, e)
    w, t = dot(u, q) / det, dot(f, q) / det
    return t if v >= 0 and w >= 0 and v + w <= 1 and 0 <= t <= 1 else None


def gltf(positions, indices=None, kind=5123, nodes=None, **more):
    """A file with one mesh of one buffer: (JSON, bytes)."""
    sizes = {5121: "B", 5123: "H", 5125: "I"}
    data = b"".join(struct.pack("<3f", *p) for p in positions)
    packed = b"".join(struct.pack("<" + sizes[kind], i) for i in indices or [])
    primitive = {"attributes": {"POSITION": 0}}
    views = [{"buffer": 0, "byteLength": len(data)}]
    accessors = [{"bufferView": 0, "componentType": 5126, "count": len(positions), "type": "VEC3"}]
    if indices is not None:
        primitive["indices"] = 1
        views.append({"buffer": 0, "byteOffset": len(data), "byteLength": len(packed)})
        accessors.append({"bufferView": 1, "componentType": kind, "count": len(indices), "type": "SCALAR"})
    whole = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": nodes or [{"mesh": 0}], "meshes": [{"name": "hull", "primitives": [primitive]}],
             "bufferViews": views, "accessors": accessors, "buffers": [{"byteLength": len(data + packed)}], **more}
    return whole, data + packed


def glb(whole, data):
    text = json.dumps(whole).encode()
    text += b" " * (-len(text) % 4)
    data += b"\0" * (-len(data) % 4)
    chunks = struct.pack("<II", len(text), 0x4e4f534a) + text + struct.pack("<II", len(data), 0x004e4942) + data
    return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks


class Soup(Case):
    def soup(self, name, data, *options):
        out, _ = self.run_kickbox("soup", self.write(name, data), "-o", "out.soup", *options)
        return out

    def ask(self, rays=()):
        """The polygons, and answers to rays (from, move, class)."""
        lines = "".join(" ".join(map(repr, (*p, *u))) + f" {of}\n" for p, u, of in rays)
        done = subprocess.run([ANSWERS, self.path("out.soup")], input=lines, capture_output=True, text=True, timeout=60, check=True)
        polygons, answers = done.stdout.split("\n\n")
        numbers = [list(map(float, line.split())) for line in polygons.splitlines()]
        return [list(zip(*[iter(line)] * 3)) for line in numbers], [(int(a), float(b)) for a, b in map(str.split, answers.splitlines())]

    def test_obj(self):
        """Squares stay whole; names of materials before groups before objects; what is left out."""
        text = "# a cube\nmtllib x.mtl\no box\n" + "".join("v %g %g %g 1\n" % p for p in CUBE) + "vt 0 0\nvn 0 1 0\ns off\n"
        for i, side in enumerate(SIDES):
            text += {0: "", 1: "g top side\n", 3: "usemtl stone \n", 5: "\tl 1 2\nusemtl\n"}.get(i, "")
            text += "f " + " ".join(f"{k + 1}/1/1" if i % 2 else str(k - 8) for k in side) + "\r\n"
        out = self.soup("cube.obj", text)
        self.assertEqual(out.splitlines()[1:], ["  class 0, box: 1", "  class 1, top side: 3", "  class 2, stone: 2", "  left out: files of materials (1)", "  left out: texture coordinates (1)",
                                                "  left out: normals (1)", "  left out: smoothing groups (1)", "  left out: lines (1)"])
        self.assertRegex(out, "^6 polygons, [0-9]+ bytes\n")
        self.assertRegex(self.soup("one.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), "^1 polygon, [0-9]+ bytes\n")
        self.soup("cube.obj", text)
        before = self.read(self.path("out.soup"))
        self.assertEqual(self.ask()[0], [[CUBE[k] for k in side] for side in SIDES])
        report = json.loads(self.soup("cube.obj", text, "--json", "--scale", "2.5"))
        asset = report["assets"][0]
        self.assertEqual((asset["polygons"], asset["classes"][1], report["left_out"][2]), (6, {"name": "top side", "polygons": 3}, {"what": "normals", "count": 1}))
        self.assertEqual(self.ask()[0][1][2], (2.5, 2.5, 2.5))
        self.soup("cube.obj", text)
        self.assertEqual(self.read(self.path("out.soup")), before)

    def test_split(self):
        """Not flat, not convex, of too many corners: triangles. Those without area, and those that cross themselves, are counted."""
        corners = [(math.cos(i), 0, math.sin(i)) for i in (k * 2 * math.pi / 80 for k in range(80))]
        comb = [(0, 0), (9, 0), (9, 5), (8, 1), (6, 1), (5, 5), (4, 1), (2, 1), (1, 5)]
        text = "".join("v %r %r %r\n" % p for p in [(0, 0, 0), (4, 0, 0), (4, 1, 4), (0, 0, 4), (1, 0, 1)] + corners + [(x, 0, y) for x, y in comb])
        text += "f 1 2 3 4\nf 1 2 5 4\nf " + " ".join(str(6 + i) for i in range(80)) + "\nf 1 1 2\nf 1 2 1 2\nf " + " ".join(str(86 + i) for i in range(9)) + "\nf 1 2 4 3\n"
        out = self.soup("a.obj", text)
        self.assertTrue(out.startswith("88 polygons"), out)
        self.assertIn("  left out: triangles without area (1)\n", out)
        self.assertIn("  left out: polygons that cross themselves, or without area (2)\n", out)
        polygons, _ = self.ask()
        self.assertEqual({len(polygon) for polygon in polygons}, {3})
        area = sum(abs(b[0] * c[2] - b[2] * c[0]) / 2 for b, c in ([tuple(x - y for x, y in zip(p, t[0])) for p in t[1:]] for t in polygons))
        comb_area = abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(comb, comb[1:] + comb[:1]))) / 2
        self.assertAlmostEqual(area, 16 + 4 + 40 * math.sin(2 * math.pi / 80) + comb_area, 4)

    def test_other_kinds(self):
        """Text in UTF-16 and the older glTF say what they are."""
        self.refused("soup", self.write("a.obj", "v 0 0 0\n".encode("utf-16")), "-o", "out.soup", status=1, says=["a.obj: this text is in UTF-16"])
        self.refused("soup", self.write("a.gltf", json.dumps({"asset": {"version": "1.0"}, "scenes": {}})), "-o", "out.soup", status=1,
                     says=["a.gltf: expected glTF 2.0, got version 1.0"])

    def test_foreign(self):
        for name, data, says in [("a.obj", b"<!DOCTYPE html>\n<html></html>", "this is a web page"), ("a.gltf", b"<HTML>", "this is a web page"), ("a.glb", b"", "this is an empty file"),
                                 ("a.obj", b"\x89PNG\r\n\x1a\n" + bytes(40), "this is a picture"), ("a.gltf", b'{"ogmoVersion": "3.3.0", "nodes": []}', "this is an Ogmo Editor level"),
                                 ("a.gltf", b'{"nodes": []}', "this JSON is no glTF"), ("a.obj", b"mtllib a.mtl\nusemtl a\nf 1 2", "line 3, column 3: "), ("a.glb", b"glTF", "byte")]:
            self.refused("soup", self.write(name, data), "-o", "out.soup", status=1, says=[name + ": " + says])

    def test_casts(self):
        """A rough terrain in two classes: the library's casts against every triangle one by one."""
        at = random.Random(7)
        points = [(x * 4, at.uniform(0, 6), z * 4) for z in range(21) for x in range(21)]
        faces = [(f, (x + z) % 2) for z in range(20) for x in range(20) for f in ((z * 21 + x, z * 21 + x + 1, z * 21 + x + 22), (z * 21 + x, z * 21 + x + 22, z * 21 + x + 21))]
        text = "".join("v %r %r %r\n" % p for p in points) + "".join(f"usemtl {'ab'[c]}\nf {i + 1} {j + 1} {k + 1}\n" for (i, j, k), c in faces)
        self.assertTrue(self.soup("land.obj", text).startswith("800 polygons"))
        rays = []
        for _ in range(300):
            p, q = [(at.uniform(0, 80), y, at.uniform(0, 80)) for y in (at.uniform(7, 9), at.uniform(-3, 3))]
            rays.append((p, tuple(b - a for a, b in zip(p, q)), at.randrange(2)))
        hits = 0
        for (p, u, of), (index, fraction) in zip(rays, self.ask(rays)[1], strict=True):
            met = [(t, n) for n, (face, c) in enumerate(faces) if c == of and (t := ray(p, u, [points[i] for i in face])) is not None]
            self.assertEqual(index >= 0, bool(met), (p, u))
            if met:
                hits += 1
                self.assertAlmostEqual(fraction, min(met)[0], 4)
        self.assertGreater(hits, 100)

    def test_gltf(self):
        """JSON with data in it and beside it, and GLB; with and without indices of three sizes; nodes in nodes."""
        square = [(0, 0, 0), (2, 0, 0), (2, 0, 2), (0, 0, 2)]
        indices = [0, 1, 2, 0, 2, 3]
        for kind in (5121, 5123, 5125):
            whole, data = gltf(square, indices, kind)
            self.soup("a.glb", glb(whole, data))
            first = self.read(self.path("out.soup"))
            self.assertEqual(self.ask()[0], [[square[i] for i in indices[:3]], [square[i] for i in indices[3:]]])
            whole["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
            self.assertRegex(self.soup("a.gltf", json.dumps(whole)), r"^2 polygons, \d+ bytes\n  class 0, hull: 2\n$")
            self.assertEqual(self.read(self.path("out.soup")), first)
            self.write("my mesh.bin", data)
            whole["buffers"][0]["uri"] = "my%20mesh.bin"
            self.soup("a.gltf", json.dumps(whole))
            self.assertEqual(self.read(self.path("out.soup")), first)
        self.soup("a.glb", glb(*gltf([square[i] for i in indices])))
        self.assertEqual(self.read(self.path("out.soup")), first)

    def test_nodes(self):
        """Translation, rotation and scale, matrices, and children within them; materials' names; left out kinds."""
        half = math.sqrt(.5)
        nodes = [{"children": [1, 2], "translation": [10, 0, 0], "rotation": [0, half, 0, half], "scale": [2, 2, 2]}, {"mesh": 0},
                 {"mesh": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 5, 0, 1]}]
        whole, data = gltf([(0, 0, 0), (1, 0, 0), (0, 1, 3)], nodes=nodes, materials=[{"name": "lava"}, {}], cameras=[{}], animations=[{}, {}])
        own = whole["meshes"][0]["primitives"][0]
        whole["meshes"][0]["primitives"] = [own, {**own, "material": 0}, {**own, "material": 1}, {**own, "mode": 1}]
        out = self.soup("a.glb", glb(whole, data))
        self.assertEqual(out.splitlines()[1:], ["  class 0, hull: 4", "  class 1, lava: 2", "  left out: animations (2)", "  left out: cameras (1)", "  left out: points, lines, strips and fans (2)"])
        polygons, _ = self.ask()

        def moved(p, up):
            x, y, z = p[0] * 2, (p[1] + up) * 2, p[2] * 2       # a quarter turn around y: x becomes -z, z becomes x
            return (10 + z, y, -x)
        for polygon, up in ((polygons[0], 0), (polygons[3], 5)):
            for got, p in zip(polygon, [(0, 0, 0), (1, 0, 0), (0, 1, 3)]):
                for a, b in zip(got, moved(p, up)):
                    self.assertAlmostEqual(a, b, 5)
        q = [.1, -.4, .3, .2]
        q = [a / math.sqrt(sum(b * b for b in q)) for a in q]
        self.soup("a.glb", glb(*gltf([(1, 2, 3), (4, 5, 6), (7, 8, -9)], nodes=[{"mesh": 0, "rotation": q}])))
        for got, p in zip(self.ask()[0][0], [(1, 2, 3), (4, 5, 6), (7, 8, -9)]):
            for a, b in zip(got, self.turned(q, p)):
                self.assertAlmostEqual(a, b, 4)

    @staticmethod
    def turned(q, p):
        """q p q* by products of quaternions."""
        def times(a, b):
            return (a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1], a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
                    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3], a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2])
        return times(times(q, (*p, 0)), (-q[0], -q[1], -q[2], q[3]))[:3]

    def test_wrong_obj(self):
        v = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
        for text, says in [(v + "f 1 2\n", "a.obj: line 4, column 6: expected three vertices or more"), (v + "f 1 2 4\n", "line 4, column 7: expected the number of a vertex"),
                           (v + "f 0 1 2", "line 4, column 3: expected the number"), (v + "f -4 1 2", "expected the number"), (v + "f 1 2 3x", "expected the number"),
                           (v + "f a b c", "expected the number"), ("v 0 0\nv 1", "line 1, column 6: expected three numbers"), ("v 0 x 1", "line 1, column 5: expected three"),
                           ("v 0 0 nan\n" + v + "f 1 2 3", "expected coordinates"), ("v 0 0 5e6\n" + v + "f 1 2 3", "line 5, column 8: expected coordinates of at most 4194304"),
                           (v, "line 4, column 1: expected a polygon"), ("", "this is an empty file"), ("# none\n", "expected a polygon"), (v + "".join(f"usemtl m{i}\nf 1 2 3\n" for i in range(65)), "expected at most 64 names"),
                           (v + "f" + " 1" * 4194305, "line 4, column 8388612: expected at most 4194304 corners"), (v * 1398102, "line 4194305, column 2: expected at most 4194304 vertices")]:
            self.refused("soup", self.write("a.obj", text), "-o", "out.soup", status=1, says=[says])
        self.refused("soup", self.path("missing.obj"), "-o", "out.soup", status=1, says=["missing.obj"])
        for arguments, says in [([], "expected -o FILE"), (["-o", "x", "--scale", "0"], "--scale: '0' is not a number from 1e-09 to"), (["-o", "x", "--scale", "1x"], "--scale"), (["-o", "x", "--scale", "nan"], "--scale")]:
            self.refused("soup", self.path("a.obj"), *arguments, status=2, says=[says])
        self.write("a.obj", v + "f 1 2 3")
        self.refused("soup", self.path("a.obj"), "-o", self.path("a.obj", "out.soup"), status=1, says=["out.soup"])
        self.refused("soup", self.path("a.obj"), "-o", "/dev/full", status=3, says=["/dev/full"])
        self.refused("soup", self.path("a.obj"), "-o", "x", "--scale", "1e8", status=1, says=["expected coordinates"])
        self.assertFalse(os.path.exists(self.path("out.soup")))

    def test_wrong_gltf(self):
        square, indices = [(0, 0, 0), (2, 0, 0), (2, 0, 2), (0, 0, 2)], [0, 1, 2, 0, 2, 3]

        def changed(path, value):
            whole, data = gltf(square, indices)
            *way, last = path
            at = whole
            for key in way:
                at = at[key]
            at[last] = value
            return glb(whole, data)
        good = glb(*gltf(square, indices))
        for data, says in [(changed(["accessors", 0, "count"], 5), "a.glb: accessors[0]: it is not within its buffer"), (changed(["accessors", 0, "count"], -1), "it is not within"),
                           (changed(["accessors", 1, "count"], 10 ** 9), "accessors[1]: it is not within"), (changed(["bufferViews", 1, "byteLength"], 13), "accessors[1]: it is not within"),
                           (changed(["bufferViews", 0, "byteOffset"], 2 ** 31 - 1), "it is not within"), (changed(["accessors", 0, "byteOffset"], 2 ** 31 - 1), "it is not within"),
                           (changed(["bufferViews", 0, "byteStride"], 2 ** 30), "it is not within"), (changed(["bufferViews", 0, "buffer"], 1), "buffers[1]: this is missing"),
                           (changed(["accessors", 0, "componentType"], 5123), "accessors[0]: expected VEC3 of floats"), (changed(["accessors", 1, "type"], "VEC2"), "accessors[1]: expected unsigned SCALAR"),
                           (changed(["accessors", 0, "sparse"], {}), "not sparse"), (changed(["nodes", 0, "mesh"], 1), "meshes[1]: this is missing"), (changed(["scenes", 0, "nodes"], [7]), "nodes[7]: this is missing"),
                           (changed(["scenes", 0, "nodes"], ["a"]), "nodes[-1]: this is missing"), (changed(["scene"], 3), "scenes[3]: this is missing"),
                           (changed(["nodes", 0, "children"], [0]), "nodes[0]: expected a tree"), (changed(["nodes", 0, "scale"], [1, 2]), "nodes[0]: "), (changed(["nodes", 0, "matrix"], [1] * 15), "nodes[0]: "),
                           (changed(["meshes", 0, "primitives", 0, "attributes"], {}), "meshes[0]: "), (changed(["extensionsRequired"], ["KHR_draco"]), "extensionsRequired: 'KHR_draco' is unknown"),
                           (changed(["nodes", 0], {}), "scenes[0]: expected a triangle"), (changed(["nodes", 0, "translation"], [0, 1e9, 0]), "meshes[0]: expected coordinates"),
                           (changed(["buffers", 0, "uri"], "no.bin"), "no.bin"), (changed(["buffers", 0, "uri"], "data:,abc"), "abc"), (good[:-30], "expected a whole GLB"), (good[:15], "expected a whole GLB"),
                           (good[:4] + struct.pack("<I", 1) + good[8:], "expected a whole GLB of version 2"),
                           (glb(*gltf(square, [0, 1, 9])), "meshes[0]: an index is above the last vertex"), (b"{", "line 1, column 1")]:
            name = "a.gltf" if data[:1] == b"{" else "a.glb"
            self.refused("soup", self.write(name, data), "-o", "out.soup", status=1, says=[says])
        self.assertFalse(os.path.exists(self.path("out.soup")))


if __name__ == "__main__":
    unittest.main()
