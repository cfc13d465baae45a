# SPDX-License-Identifier: MIT
"""The GDExtension in a host that stands for Godot: 10,000 questions, and what a game relies on."""
import configparser
import gc
import os
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
GODOT = os.path.dirname(HERE)
sys.path[:0] = [HERE, os.path.join(GODOT, "..")]
import host  # noqa: E402
import transcript  # noqa: E402
from host import CallFailed, Rect2i, Vector2, Vector2i, Vector3  # noqa: E402

KICKBOX, LIBRARY = os.environ["KICKBOX"], os.environ["KICKBOX_GODOT"]
MISTAKE, TOO_MANY, TOO_FEW = 2, 3, 4


class GodotBinding(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.paths = transcript.export_samples(KICKBOX, os.environ["KICKBOX_DATA"], cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def setUp(self):
        self.godot = host.Host(LIBRARY, "kickbox_init")
        self.kept = self.godot.live
        self.kb = self.godot.static
        self.constants = {name: value for name, (_, value)
                          in self.godot.classes["Kickbox"].constants.items()}

    def tearDown(self):
        """Whatever a call did, it destroyed each value that it made."""
        gc.collect()
        self.assertEqual(self.godot.live, self.kept)
        self.godot.close()
        self.assertEqual((self.godot.values, self.godot.objects, self.godot.classes), ({}, {}, {}))

    def bank(self, name):
        made = self.godot.new("KickboxBank")
        with open(self.paths[transcript.SAMPLES.index(name)], "rb") as file:
            self.assertEqual(made.call("open", file.read()), "")
        return made

    def find(self, parent, kind, name):
        return parent.call("find", self.constants[kind], name)

    def refused(self, error, argument, name, *arguments):
        with self.assertRaises(CallFailed) as caught:
            self.kb(name, *arguments)
        self.assertEqual(caught.exception.args[:2], (error, argument))

    def test_transcript(self):
        wrong, asked = transcript.compare(KICKBOX, self.paths,
                                          [sys.executable, "-B", os.path.join(HERE, "query.py")])
        self.assertEqual(asked, 10000)
        self.assertEqual(wrong, [], "\n".join(wrong))

    def test_extension_file(self):
        """It names the entry that the library has, and the library by its name."""
        file = configparser.ConfigParser()
        file.read(os.path.join(GODOT, "addons", "kickbox", "kickbox.gdextension"))
        self.assertEqual(file["configuration"]["entry_symbol"], '"kickbox_init"')
        self.assertIn(f'"{os.path.basename(LIBRARY)}"', file["libraries"].values())

    def test_classes(self):
        classes = self.godot.classes
        self.assertEqual({name: own.parent for name, own in classes.items()},
                         {"Kickbox": "Object", "KickboxBank": "Resource",
                          "KickboxHandle": "RefCounted"})
        self.assertTrue(classes["Kickbox"].info.is_abstract)
        self.assertTrue(all(method.flags & host.METHOD_STATIC
                            for method in classes["Kickbox"].methods.values()))
        strike = classes["Kickbox"].methods["strike"]
        self.assertEqual(strike.shown, [("a", host.OBJECT), ("place_a", host.DICTIONARY),
                                        ("action", host.STRING), ("b", host.OBJECT),
                                        ("place_b", host.DICTIONARY), ("classes", host.INT)])
        self.assertEqual(strike.default_values, [-1])
        move = classes["Kickbox"].methods["level_move"]
        self.assertEqual((move.shown[-1], move.default_values), (("filter", host.NIL), [None]))
        self.assertEqual(classes["KickboxHandle"].methods["find"].shown,
                         [("kind", host.INT), ("name", host.STRING)])
        self.assertEqual(classes["Kickbox"].constants["WALK"][0], "Manner")
        self.assertEqual(self.constants["ALL_CLASSES"], -1)
        self.assertEqual(self.constants["NONE"], 2 ** 32 - 1)

    def test_bank(self):
        """A resource has the bytes; a bad file says where, and leaves what was open."""
        bank = self.bank("dojo")
        kind, setter, getter = self.godot.classes["KickboxBank"].properties["data"]
        self.assertEqual((kind, setter.name and getter.name is not None), (host.BYTES, True))
        data = bank.call("get_data")
        self.assertEqual(data[:4], b"\x8aKBX")
        self.assertIn("ends", bank.call("open", data[:1000]))
        broken = data[:len(data) // 2] + bytes([data[len(data) // 2] ^ 1]) \
            + data[len(data) // 2 + 1:]
        self.assertRegex(bank.call("open", broken), r"^section [A-Z]{4}, byte \d+: ")
        self.assertEqual(self.find(bank, "SPRITE", "boxer").call("name"), "boxer")
        self.assertEqual(self.godot.new("KickboxBank").call("get_data"), b"")
        self.assertIsNone(self.godot.new("KickboxBank").call("count", 3))
        self.assertEqual(self.godot.errors, [("bank_count", "the bank is not open")])
        with self.assertRaises(CallFailed):
            bank.call("open", "res://game.kbx")

    def test_handles(self):
        """They keep their bank in memory; there is none for nothing."""
        bank = self.bank("dojo")
        boxer = self.find(bank, "SPRITE", "boxer")
        self.assertIsNone(self.find(bank, "SPRITE", "nobody"))
        self.assertIsNone(boxer.call("item", self.constants["FRAME"], 1000))
        other = self.bank("yard").call("get_data")
        self.assertEqual(bank.call("open", other), "")
        del bank
        gc.collect()
        punch = self.find(boxer, "ANIMATION", "punch")
        frame = self.kb("animation_at", punch, 160)["frame"]
        self.assertEqual(frame.call("parent").call("name"), "boxer")
        self.assertIsNone(punch.call("value", "nothing"))
        self.assertEqual(punch.call("info")["steps"], 6)
        self.assertEqual(self.kb("count", None, self.constants["FRAME"]), 0)
        self.assertEqual(self.kb("frame_at", None, self.kb("at", 0, 0), Vector2i((0, 0)))["status"],
                         self.constants["ERROR_ARGUMENT"])

    def test_mistakes(self):
        frame = self.find(self.bank("dojo"), "SPRITE", "boxer").call("item", 5, 0)
        place, pixel = self.kb("at", 0, 0), Vector2i((0, 0))
        self.refused(TOO_FEW, 0, "frame_at", frame, place)
        self.refused(TOO_MANY, 0, "frame_at", frame, place, pixel, -1, 5)
        self.refused(MISTAKE, 0, "frame_at", "frame", place, pixel)
        self.refused(MISTAKE, 0, "frame_at", self.godot.new("KickboxBank"), place, pixel)
        self.refused(MISTAKE, 1, "frame_at", frame, pixel, pixel)
        self.refused(MISTAKE, 2, "frame_at", frame, place, 5)
        self.refused(MISTAKE, 0, "shape_convex", [Vector2((0, 0)), "corner"])
        self.refused(MISTAKE, 2, "frame_action", frame, place, 7)
        self.refused(MISTAKE, 1, "pairs", [{"min": Vector2((0, 0)), "max": Vector2((1, 1))}], [])
        with self.assertRaises(CallFailed):
            self.bank("dojo").call("classes", ["head", None])
        self.assertIsNone(self.kb("contains", {"kind": "box"}, Vector2((0, 0))))
        self.assertEqual(self.godot.errors, [
            ("contains", "an argument has a wrong type, or a list a wrong length")])

    def test_values(self):
        """Vectors of either kind, boxes to the ends of their range, lists, what may be left out."""
        checked = self.godot.checked
        self.assertEqual(self.kb("pixel_of", Vector2((1.5, -0.5))), (1, -1))
        self.assertEqual(self.godot.checked, checked + 1)
        self.assertEqual(self.kb("pixel_of", Vector2i((3, 4))), (3, 4))
        far = Rect2i((-2 ** 31, 0, -1, 5))
        self.assertEqual(self.kb("box_moved", far, Vector2i((0, 0))), far)
        self.assertEqual(self.kb("bounce3", Vector3((0, 1, 0)), Vector3((0, -1, 0)), 1), (0, -1, 0))
        square = self.kb("shape_convex", [Vector2(p) for p in ((0, 0), (4, 0), (4, 4), (0, 4))])
        self.assertEqual(len(square["polygon"]["corners"]), 4)
        self.assertTrue(self.kb("contains", square, Vector2((2, 2))))
        self.assertFalse(self.kb("contains", square, Vector2((5, 2))))
        boxes = [Rect2i((i, 0, 1, 5)) for i in range(100)]
        self.assertEqual(self.kb("boxes_touching", Rect2i((0, 0, 200, 9)), boxes),
                         list(range(100)))
        bank = self.bank("dojo")
        frame = self.find(bank, "SPRITE", "boxer").call("item", self.constants["FRAME"], 0)
        box = self.kb("shape_box", Rect2i((-99, -99, 198, 198)))
        place = self.kb("at_flipped", 10, 0, True, False)
        found = self.kb("frame_touching", frame, place, box)
        self.assertEqual(len(found), frame.call("count", self.constants["SHAPE"]))
        heads = bank.call("classes", ["head", "no such class"])
        self.assertEqual(len(self.kb("frame_touching", frame, place, box, heads)), 1)
        self.assertEqual(self.kb("frame_touching", frame, place, box, 0), [])
        page = bank.call("item", self.constants["PAGE"], 0).call("info")
        self.assertEqual(page["data"][1:4], b"PNG")

    def test_changed(self):
        """What C changes is changed in the caller's Dictionary or Array."""
        ball = {"velocity": Vector2((0, 5)), "inverse_mass": 1, "restitution": 1}
        floor = {"restitution": 1.0}
        disc = self.kb("shape_circle", Vector2((0, 0)), 2)
        met = self.kb("collide", disc, self.kb("shape_rect", Vector2((-9, 1)), Vector2((9, 5))))
        self.assertIsNone(self.kb("resolve", {"rank": 1}, floor, {**met, "count": 3}))
        self.assertEqual([function for function, _ in self.godot.errors], ["resolve"])
        self.kb("resolve", ball, floor, met)
        self.assertLess(ball["velocity"].y, 0)
        order = [0, 1, 2]
        rects = [{"min": Vector2((x, 0)), "max": Vector2((x + 5, 9))} for x in (50, 4, 0)]
        self.assertEqual(len(self.kb("pairs", rects, order)), 1)
        self.assertEqual(sorted(order), [0, 1, 2])
        self.assertNotEqual(order, [0, 1, 2])

    def test_level(self):
        bank = self.bank("yard")
        level = self.find(bank, "LEVEL", "yard")
        body = self.kb("shape_rect", Vector2((-60, 130)), Vector2((-50, 155)))
        moved = self.kb("level_move", level, body, Vector2((0, 60)),
                        {"manner": self.constants["SLIDE"]})
        self.assertTrue(moved["on_floor"])
        self.assertEqual(len(moved["touches"]), moved["touched"])
        none = self.kb("level_move", level, body, Vector2((0, 60)), {}, {"classes": 0})
        self.assertFalse(none["hit"])
        court = self.find(bank, "LEVEL", "court").call("item", self.constants["TILES"], 0)
        found = self.kb("tiles_from_screen", court, Vector2((10, 10)))
        self.assertEqual(set(found), {"value", "p", "cell"})

    def test_open_door(self):
        """A removed wall stops nothing; a list with too few bits is refused."""
        level = self.find(self.bank("temple"), "LEVEL", "garden")
        ball, move = self.kb("shape_circle", Vector2((480, 600)), 6), Vector2((-380, -520))
        hit = self.kb("level_cast", level, ball, move)
        self.assertTrue(hit["hit"])
        every = dict(self.kb("all_solid"))
        bits = [0] * (level.call("info")["walls"] // 64 + 1)
        bits[hit["index"] // 64] = 1 << hit["index"] % 64
        every["changes"] = [{"layer": hit["layer"], "removed": bits}]
        after = self.kb("level_cast", level, ball, move, every)
        self.assertNotEqual((after["hit"], after["index"]), (True, hit["index"]))
        every["changes"][0]["removed"] = bits[:-1]
        self.assertEqual(self.kb("level_cast", level, ball, move, every)["status"],
                         self.constants["ERROR_ARGUMENT"])

    def test_packing(self):
        """Levels that a game makes; a plan with too short a list is refused."""
        lines = [{"segment": {"a": Vector2((x, 0)), "b": Vector2((x, 100))}, "class_index": i}
                 for i, x in enumerate((0, 90))]
        walls = self.kb("open", self.constants["WALLS"], self.kb("walls_pack", {"walls": lines}))
        ball = self.kb("shape_circle", Vector2((45, 50)), 5)
        hit = self.kb("level_cast", walls, ball, Vector2((100, 0)))
        self.assertEqual((hit["hit"], hit["index"]), (True, 1))
        ground = self.kb("open", self.constants["GROUND"], self.kb("ground_pack", {
            "points": [{"x": x, "y": y} for x, y in ((0, 50), (40, 60), (100, 40))]}))
        self.assertEqual(self.kb("ground_at", ground, 40)["y"], 60)
        level = self.kb("level_of", [walls, ground])
        del walls, ground
        gc.collect()
        moved = self.kb("level_move", level, self.kb("shape_point", Vector2((45, 20))),
                        Vector2((-90, 0)), {"manner": self.constants["SLIDE"]})
        self.assertEqual((moved["hit"], moved["touches"][0]["index"]), (True, 0))
        layer = self.kb("level_layer", level, 1)
        del level
        gc.collect()
        self.assertEqual(self.kb("ground_at", layer, 40)["y"], 60)
        self.refused(MISTAKE, 0, "level_of", [layer, None])
        plan = {"values": bytes((0, 255, 255, 0)), "step": 1, "stride": 2, "w": 2, "h": 2,
                "threshold": 1}
        bitmap = self.kb("open", self.constants["BITMAP"], self.kb("bitmap_pack", plan))
        self.assertEqual(bitmap.call("info")["pixels"], 2)
        tiles = {"cell_w": 2, "cell_h": 2, "columns": 1, "rows": 1, "cells": [1],
                 "axis_i": Vector2i((2, 0)), "axis_j": Vector2i((0, 2)),
                 "tiles": [{"number": 1, "kind": self.constants["TILE_HEIGHTS_BOTTOM"],
                            "heights": [1, 2]}]}
        self.assertIsInstance(self.kb("tiles_pack", tiles), bytes)
        self.assertIn("height", self.kb("bitmap_pack", plan | {"h": 0}))
        self.assertIsNone(self.kb("bitmap_pack", plan | {"values": bytes(3)}))
        tiles["tiles"][0]["heights"] = [1]
        self.assertIsNone(self.kb("tiles_pack", tiles))
        self.assertEqual(len(self.godot.errors), 2)
        far = [{"segment": {"a": Vector2((0, 0)), "b": Vector2((1e9, 0))}}]
        self.assertRegex(self.kb("walls_pack", {"walls": far}), "^section wall, ")
        self.assertIsInstance(self.kb("open", self.constants["WALLS"], b"not walls"), str)


if __name__ == "__main__":
    unittest.main()
