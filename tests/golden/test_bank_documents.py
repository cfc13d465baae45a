# SPDX-License-Identifier: MIT
"""The golden banks read by the second loader, and what docs/bank-format.md shows, against the golden files and
the JSON schema."""
import glob
import json
import os
import re
import struct
import unittest
from fractions import Fraction

import jsonschema

import read_bank

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CASES = sorted(glob.glob(os.path.join(HERE, "bank", "v*", "*")))


def exact_json(text):
    return json.loads(text, parse_float=Fraction)


def load(path, binary=False):
    with open(path, "rb") as file:
        data = file.read()
    return data if binary else exact_json(data.decode("utf-8"))


def f32(value):
    return struct.unpack("<f", struct.pack("<f", float(value)))[0]


def vector(pair):
    return None if pair is None else [f32(pair[0]), f32(pair[1])]


def settled(bank):
    """The JSON form with everything optional and unknown settled as the document says."""
    def keep(item, *keys):
        return {key: item[key] for key in keys if key in item}

    def shape(item):
        new = keep(item, "class", "box", "circle", "capsule", "corners", "polygon", "parts")
        if "oriented" in item:
            new["oriented"] = dict(item["oriented"], axis=vector(item["oriented"]["axis"]))
        new.update((key, item[key]) for key in ("name", "values") if item.get(key))
        return new

    def mask(item):
        rows = item["rows"]
        full = [i for i, row in enumerate(rows) if row] or [0]
        return {"top": item["top"] + full[0] if any(rows) else 0, "rows": rows[full[0]:full[-1] + 1] if any(rows) else []}

    def frame(item):
        new = keep(item, "name", "size", "hot_spot", "picture")
        if item.get("mask") is not None:
            new["mask"] = mask(item["mask"])
        new["action_points"] = [valued(p, {"name": p["name"], "at": p["at"], "direction": vector(p.get("direction"))})
                                for p in item["action_points"]]
        new["shapes"] = [shape(s) for s in item["shapes"]]
        if item.get("painted") is not None:
            new["painted"] = dict(keep(item["painted"], "at", "size"), rows=rows(item["painted"]))
        return valued(item, new)

    def valued(item, new):
        new.update(keep(item, "values") if item.get("values") else {})
        return new

    def step(item):
        events = [valued(e, keep(e, "name")) for e in item.get("events", [])]
        return valued(item, dict(keep(item, "frame", "ms"), **({"events": events} if events else {})))

    def animation(item):
        return valued(item, dict(keep(item, "name", "loop"), steps=[step(s) for s in item["steps"]]))

    def sprite(item):
        new = valued(item, {"name": item["name"], "animations": [animation(a) for a in item["animations"]], "frames": [frame(f) for f in item["frames"]]})
        if item.get("zones"):
            new["zones"] = zones(item["zones"])
        return new

    def runs(row):
        new = []
        for zone, end in zip(row[::2], row[1::2]):
            if new and new[-2] == zone:
                new[-1] = end
            else:
                new += [zone, end]
        return new[:-2] if new and new[-2] == 0 else new

    def rows(item):
        return [runs(row) for row in item["rows"]]

    def zones(items):
        return [dict(keep(z, "name", "value", "road"), colour=z["colour"].lower()) for z in items]

    def room(item):
        return dict(keep(item, "name", "size"), zones=zones(item["zones"]), rows=rows(item))

    def track(item):
        bands = [dict(keep(b, "name", "radius", "painted"), colour=b["colour"].lower(), rows=rows(b)) for b in item["bands"]]
        return dict(valued(item, keep(item, "name", "size", "gates", "clearance")), surfaces=zones(item["surfaces"]), rows=rows(item), bands=bands)

    def by_name(items):
        return sorted(items, key=lambda item: item["name"].encode("utf-8"))

    def segment(item):
        return keep(item, "a", "b")

    def entity(item):
        new = dict(keep(item, "name", "class", "at"), direction=vector(item.get("direction")))
        new.update((key, item[key]) for key in ("values", "sprite", "flip") if item.get(key))
        if "sprite" in new:
            new["frame"] = item.get("frame", 0)
        return new

    def level(item):
        walls = [dict(segment(w), **{"class": w["class"]}, **({"one_way": True} if w.get("one_way") else {})) for w in item["walls"]]
        areas = [valued(a, dict(keep(a, "name", "class"), edges=[segment(e) for e in a["edges"]])) for a in item["areas"]]
        worlds = {kind: [valued(w, keep(w, "name", "class", "opacity", "sprites", "bytes")) for w in item[kind]] for kind in read_bank.WORLDS if item.get(kind)}
        if item.get("wall_values"):
            worlds["wall_values"] = [valued(w, keep(w, "wall")) for w in item["wall_values"]]
        if item.get("drawn"):
            worlds["drawn"] = [dict(d, tint=d["tint"].lower()) for d in item["drawn"]]
        return dict(valued(item, keep(item, "name", "partition")), walls=walls, areas=areas, entities=[entity(e) for e in item["entities"]], **worlds)

    levels = {"levels": by_name(map(level, bank["levels"]))} if bank.get("levels") else {}
    masks = {"masks": by_name(map(room, bank["masks"]))} if bank.get("masks") else {}
    tracks = {"tracks": by_name(map(track, bank["tracks"]))} if bank.get("tracks") else {}
    return {
        "kickbox_bank": {"major": 1, "minor": 0},
        **masks,
        **tracks,
        **levels,
        "classes": [{"name": c["name"], "colour": c["colour"].lower()} for c in bank["classes"]],
        "pages": bank["pages"],
        "sprites": by_name(map(sprite, bank["sprites"])),
    }


class SecondLoader(unittest.TestCase):
    def test_reads_what_the_json_says(self):
        self.assertGreaterEqual(len(CASES), 5)
        for case in CASES:
            with self.subTest(os.path.basename(case)):
                binary = read_bank.read(load(os.path.join(case, "bank.kbx"), binary=True))
                self.assertEqual(binary, settled(load(os.path.join(case, "bank.json"))))
                self.assertEqual(binary, settled(load(os.path.join(case, "written.json"))))

    def test_reads_what_version_1_0_wrote(self):
        old = [case for case in CASES if os.path.exists(os.path.join(case, "bank-1.0.kbx"))]
        self.assertGreaterEqual(len(old), 4)
        for case in old:
            with self.subTest(os.path.basename(case)):
                self.assertEqual(*(read_bank.read(load(os.path.join(case, name), binary=True)) for name in ("bank.kbx", "bank-1.0.kbx")))

    def test_refuses_every_changed_byte(self):
        data = load(os.path.join(HERE, "bank", "v1", "smallest", "bank.kbx"), binary=True)
        for at in range(len(data)):
            changed = bytearray(data)
            changed[at] ^= 0x10
            with self.subTest(at=at), self.assertRaises((read_bank.Refused, UnicodeDecodeError)):
                read_bank.read(bytes(changed))
        for size in range(len(data)):
            with self.subTest(size=size), self.assertRaises(read_bank.Refused):
                read_bank.read(data[:size])

    def test_known_checksum(self):
        self.assertEqual(read_bank.crc32c(b"123456789"), 0xE3069283)
        self.assertEqual(read_bank.crc32c(b""), 0)


class Document(unittest.TestCase):
    def setUp(self):
        with open(os.path.join(ROOT, "docs", "bank-format.md"), encoding="utf-8") as file:
            self.text = file.read()

    def test_the_bank_shown_byte_by_byte_is_the_golden_one(self):
        shown = bytearray()
        for at, row in re.findall(r"^([0-9a-f]{4})  ((?:[0-9a-f]{2} ?)+)(?: .*)?$", self.text, re.M):
            self.assertEqual(int(at, 16), len(shown))
            shown += bytes.fromhex(row)
        self.assertEqual(bytes(shown), load(os.path.join(HERE, "bank", "v1", "smallest", "bank.kbx"), binary=True))

    def test_the_json_shown_is_the_golden_one_and_fits_the_schema(self):
        blocks = [exact_json(block) for block in re.findall(r"```json\n(.*?)```", self.text, re.S)]
        self.assertEqual(len(blocks), 2)
        self.assertEqual(blocks[1], load(os.path.join(HERE, "bank", "v1", "smallest", "bank.json")))
        schema = load_schema()
        for block in blocks:
            jsonschema.Draft7Validator(schema).validate(plain(block))

    def test_every_record_size_is_the_loaders(self):
        table = re.findall(r"^\| \[`(\w{4})`\]\([^)]*\) \| (\w+) \|", self.text, re.M)
        self.assertEqual({name: 1 if size == "bytes" else int(size) for name, size in table}, read_bank.SIZES)


def plain(item):
    """Fractions as floats: the validator knows no others, and these are exact."""
    if isinstance(item, dict):
        return {key: plain(value) for key, value in item.items()}
    if isinstance(item, list):
        return [plain(value) for value in item]
    return float(item) if isinstance(item, Fraction) else item


def load_schema():
    with open(os.path.join(ROOT, "data", "bank.schema.json"), encoding="utf-8") as file:
        return json.load(file)


class Schema(unittest.TestCase):
    def setUp(self):
        jsonschema.Draft7Validator.check_schema(load_schema())
        self.validator = jsonschema.Draft7Validator(load_schema())

    def test_accepts_the_golden_banks(self):
        for case in CASES:
            for name in ("bank.json", "written.json"):
                with self.subTest(case=os.path.basename(case), name=name):
                    self.validator.validate(plain(load(os.path.join(case, name))))

    def refused(self, change):
        bank = plain(load(os.path.join(HERE, "bank", "v1", "smallest", "bank.json")))
        self.validator.validate(bank)
        change(bank)
        self.assertFalse(self.validator.is_valid(bank))

    def test_refuses_what_is_wrong(self):
        def frame(bank):
            return bank["sprites"][0]["frames"][0]

        def mask(bank, **change):
            bank["masks"] = [{"name": "m", "size": [2, 1], "zones": [{"name": "z", "colour": "#00000000", "value": 1}], "rows": [[1, 2]]}]
            self.validator.validate(bank)
            bank["masks"][0].update(change)

        changes = {
            "mask without a name": lambda b: mask(b, name=""),
            "mask too large": lambda b: mask(b, size=[16385, 1]),
            "zone 0": lambda b: mask(b, zones=[{"name": "z", "colour": "#00000000", "value": 0}]),
            "rows that are none": lambda b: mask(b, rows=[1, 2]),
            "major": lambda b: b["kickbox_bank"].update(major=2),
            "colour": lambda b: b["classes"][0].update(colour="#fff"),
            "no pages": lambda b: b.pop("pages"),
            "frame size": lambda b: frame(b).update(size=[0, 1]),
            "hot spot left out": lambda b: frame(b).pop("hot_spot"),
            "no grid point": lambda b: frame(b)["shapes"][1].update(circle=[0.3, 0, 1]),
            "radius": lambda b: frame(b)["shapes"][1].update(circle=[0, 0, 0]),
            "two shapes": lambda b: frame(b)["shapes"][0].update(circle=[1, 1, 1]),
            "no shape": lambda b: frame(b)["shapes"][0].pop("box"),
            "polygon without parts": lambda b: frame(b)["shapes"].append(
                {"class": "head", "polygon": [[0, 0], [1, 0], [1, 1]]}),
            "loop": lambda b: b["sprites"][0]["animations"][0].update(loop="bounce"),
            "empty name": lambda b: b["sprites"][0].update(name=""),
            "control character": lambda b: b["sprites"][0].update(name="a\nb"),
            "png without data": lambda b: b["pages"].append({"encoding": "png", "size": [1, 1]}),
            "data for nothing": lambda b: b["pages"].append({"encoding": "none", "size": [1, 1], "data": "AAAA"}),
            "beside in a folder": lambda b: b["pages"].append({"encoding": "beside", "size": [1, 1], "name": "a/b"}),
            "base64": lambda b: b["pages"].append({"encoding": "rgba8", "size": [1, 1], "data": "AAAA="}),
        }
        for name, change in changes.items():
            with self.subTest(name):
                self.refused(change)


if __name__ == "__main__":
    unittest.main()
