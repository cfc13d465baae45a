# SPDX-License-Identifier: MIT
"""Maps of Tiled as levels: the same map in all ways of writing it, Debian's examples against another reading of them, objects,
tilesets, imports again, and what is wrong."""
import base64
import glob
import gzip
import json
import os
import struct
import unittest
import xml.etree.ElementTree as ElementTree
import zlib

from cli_case import Case, png, read_indexed

EXAMPLES = os.environ.get("KICKBOX_TILED_EXAMPLES", "/usr/share/doc/tiled/examples")
FLIPS = {21: 0x80000000, 22: 0x40000000, 23: 0x20000000}
GIDS = [0, 1, 2, 0x80000003, 4, 0x40000001, 0, 0x20000002, 0xa0000005, 6, 0xe0000001, 0]
SHEET = '<tileset firstgid="1" name="blocks" tilewidth="8" tileheight="8"{}>{}<image source="blocks.png" width="24" height="16"/>{}</tileset>'


def zstd(data):
    """A frame of one raw block (RFC 8878), with the size of what is in it."""
    assert len(data) < 256
    return b"\x28\xb5\x2f\xfd\x20" + bytes([len(data)]) + struct.pack("<I", len(data) << 3 | 1)[:3] + data


def pack(gids, how):
    raw = struct.pack(f"<{len(gids)}I", *gids)
    return base64.b64encode({"": lambda x: x, "zlib": zlib.compress, "gzip": gzip.compress, "zstd": zstd}[how](raw)).decode()


def data_xml(gids, how):
    if how == "xml":
        return "<data>" + "".join(f'<tile gid="{g}"/>' if g else "<tile/>" for g in gids) + "</data>"
    if how == "csv":
        return '<data encoding="csv">\n' + ",\n".join(",".join(map(str, gids[i:i + 4])) for i in range(0, len(gids), 4)) + "\n</data>"
    return f'<data encoding="base64" compression="{how}">\n   {pack(gids, how)}\n  </data>'


def tmx(content, head="", width=4, height=3, tile=8):
    return (f'<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.8" orientation="orthogonal" width="{width}" height="{height}" '
            f'tilewidth="{tile}" tileheight="{tile}" {head}>\n{content}\n</map>\n')


def layer(gids, how="csv", head='name="ground"', width=4, height=3):
    return f'<layer {head} width="{width}" height="{height}">{data_xml(gids, how)}</layer>'


class Tiled(Case):
    def setUp(self):
        super().setUp()
        self.run_kickbox("new", "p")
        self.write("blocks.png", png(24, 16, lambda x, y: bytes([40 * (x // 8 + 3 * (y // 8)) + 20, x * 9, y * 9, 255])))
        self.sheet = SHEET.format("", "", "")

    def level(self, name, project="p"):
        with open(self.path(project, "levels", name + ".json")) as file:
            return json.load(file)

    def sprite(self, name, project="p"):
        with open(self.path(project, "sprites", name + ".json")) as file:
            return json.load(file)

    def cells(self, name, index=0, project="p"):
        """Rows of (sprite's name, lasting id, Tiled's bits) or None."""
        level = self.level(name, project)
        layer = level["layers"][index]
        if "cells" not in layer:
            return [[None] * layer["width"] for _ in range(layer["height"])]
        names = {t["number"]: t["sprite"] for t in level["tilesets"]}
        with open(self.path(project, "layers", name, f"{layer['id']}.png"), "rb") as file:
            width, height, _, rows = read_indexed(file.read())
        self.assertEqual((width, height), (2 * layer["width"], 2 * layer["height"]))

        def cell(x, y):
            top, low = rows[2 * y], rows[2 * y + 1]
            n = top[2 * x] | top[2 * x + 1] << 8 | low[2 * x] << 16 | low[2 * x + 1] << 24
            return (names[n >> 16 & 31], n & 65535, sum(bit for at, bit in FLIPS.items() if n >> at & 1)) if n & 65535 else None
        return [[cell(x, y) for x in range(width // 2)] for y in range(height // 2)]

    def expected(self, gids, width=4, name="blocks"):
        cells = [(name, g & 0xfffffff, g & 0xe0000000) if g else None for g in gids]
        return [cells[i:i + width] for i in range(0, len(cells), width)]

    def imported(self, text, name="m.tmx", *arguments):
        out, _ = self.run_kickbox("import", "p", self.write(name, text), *arguments)
        return out

    def test_encodings(self):
        """XML and JSON, with all encodings: the same level and the same cells, as the numbers say."""
        self.write("blocks.tsx", self.sheet.replace('firstgid="1" ', ""))
        embedded = {"firstgid": 1, "name": "blocks", "tilewidth": 8, "tileheight": 8, "image": "blocks.png", "imagewidth": 24,
                    "imageheight": 16}
        texts = [tmx(self.sheet + layer(GIDS, how)) for how in ("xml", "csv", "", "zlib", "gzip", "zstd")]
        texts.append(tmx('<tileset firstgid="1" source="blocks.tsx"/>' + layer(GIDS)))
        for how in ("csv", "", "zlib", "gzip", "zstd"):
            data = {"data": GIDS} if how == "csv" else {"data": pack(GIDS, how), "encoding": "base64", "compression": how}
            texts.append(json.dumps({"orientation": "orthogonal", "infinite": False, "width": 4, "height": 3, "tilewidth": 8, "tileheight": 8,
                                     "type": "map", "tilesets": [embedded],
                                     "layers": [{"type": "tilelayer", "name": "ground", "width": 4, "height": 3, **data}]}))
        levels = []
        for i, text in enumerate(texts):
            out = self.imported(text, "m.tmx" if text[0] == "<" else "m.tmj", "--name", f"m{i}")
            self.assertEqual(out, f"m{i}: 0 walls, 0 areas, 0 entities\n  1 tile layer, 1 tileset\n")
            self.assertEqual(self.cells(f"m{i}"), self.expected(GIDS), text)
            level = self.level(f"m{i}")
            levels.append((level["layers"], level["tilesets"]))
        self.assertEqual([level for level in levels if level != levels[0]], [])
        self.assertEqual(os.listdir(self.path("p", "sprites")), ["blocks.json"])
        self.assertEqual([f["picture"]["rect"] for f in self.sprite("blocks")["frames"]],
                         [[x, y, 8, 8] for y in (0, 8) for x in (0, 8, 16)])

    def test_examples(self):
        """Debian's: each cell is the frame that a plain reading of the numbers says."""
        paths = [p for p in glob.glob(EXAMPLES + "/**/*.tmx*", recursive=True)]
        if not paths:
            self.skipTest("the package tiled is not installed")
        read = 0
        for path in sorted(paths):
            with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
                text = file.read()
            root = ElementTree.fromstring(text)
            if root.get("orientation") not in ("orthogonal", "isometric"):
                self.run_kickbox("import", "p", path, status=1) if path.endswith(".tmx") else None
                continue
            if path.endswith(".gz"):
                continue
            name = f"e{read}"
            read += 1
            self.run_kickbox("import", "p", path, "--name", name)
            firsts = {}
            for tileset in root.iter("tileset"):
                source = tileset
                if tileset.get("source"):
                    source = ElementTree.parse(os.path.join(os.path.dirname(path), tileset.get("source"))).getroot()
                firsts[int(tileset.get("firstgid"))] = source.get("name")
            for index, node in enumerate(root.iter("layer")):
                self.check_layer(name, index, node, firsts)
        self.assertGreaterEqual(read, 12)

    def check_layer(self, name, index, node, firsts):
        data, width = node.find("data"), int(node.get("width"))
        if data.get("encoding") == "csv":
            gids = [int(n) for n in data.text.split(",")]
        elif data.get("encoding") == "base64":
            raw = base64.b64decode(data.text)
            raw = zlib.decompress(raw, 47) if data.get("compression") else raw
            gids = struct.unpack(f"<{len(raw) // 4}I", raw)
        else:
            gids = [int(tile.get("gid", 0)) for tile in data]
        got = [cell for row in self.cells(name, index) for cell in row]
        self.assertEqual(self.level(name)["layers"][index]["width"], width)
        self.assertEqual(len(got), len(gids))
        for cell, gid in zip(got, gids):
            plain = gid & 0xfffffff
            if plain == 0:
                self.assertIsNone(cell)
                continue
            first = max(f for f in firsts if f <= plain)
            # Another file's set of the same name may have got a number.
            self.assertTrue(cell[0].startswith(firsts[first]), (cell, firsts[first]))
            self.assertEqual(cell[1:], (plain - first + 1, gid & 0xe0000000))


if __name__ == "__main__":
    unittest.main()
