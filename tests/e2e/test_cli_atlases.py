# SPDX-License-Identifier: MIT
"""Packed sheets of other programs: trimmed, turned, with pivots, of several pictures."""
import json
import os
import unittest

from cli_case import Case, Picture, png

# The upright frame: 3 x 2 pixels, each of a colour of its own.
UPRIGHT = [[(10 * x + 40, 50 * y + 60, 200, 255) for x in range(3)] for y in range(2)]


def sheet(turned):
    """8 x 8 with the frame at 2, 1: as it is (0), turned clockwise (1) or counter-clockwise (-1)."""
    def pixel(x, y):
        u, v = x - 2, y - 1
        if turned == 1:
            u, v = v, 1 - u
        elif turned == -1:
            u, v = 2 - v, u
        return bytes(UPRIGHT[v][u]) if 0 <= u < 3 and 0 <= v < 2 else bytes(4)
    return png(8, 8, pixel)


class Atlases(Case):
    def setUp(self):
        super().setUp()
        self.run_kickbox("new", "p")

    def read(self, name, data, *options):
        out, _ = self.run_kickbox("import", "p", self.write(name, data.encode()), "--name", "s", *options)
        with open(self.path("p", "sprites", "s.json"), encoding="utf-8") as file:
            return json.load(file), out

    def check_frame(self, frame, offset=(4, 1), size=(10, 5)):
        """The picture is upright and in its place."""
        self.assertEqual((frame["width"], frame["height"]), size)
        self.assertEqual(frame["picture"].get("offset", [0, 0]), list(offset))
        x, y, width, height = frame["picture"]["rect"]
        self.assertEqual((width, height), (3, 2))
        with open(self.path("p", "pictures", frame["picture"]["file"]), "rb") as file:
            picture = Picture(file.read())
        self.assertEqual([[tuple(picture.rgba(x + i, y + j)) for i in range(3)] for j in range(2)], UPRIGHT)

    @staticmethod
    def item(turned, **more):
        return {"frame": {"x": 2, "y": 1, "w": 3, "h": 2}, "rotated": turned, "trimmed": True,
                "spriteSourceSize": {"x": 4, "y": 1, "w": 3, "h": 2}, "sourceSize": {"w": 10, "h": 5}, **more}

    def test_texture_packer(self):
        """Hash and array, pivots and anchors, animations by Pixi's list and by names."""
        for turned in (False, True):
            self.write("a.png", sheet(int(turned)))
            meta = {"image": "a.png", "app": "https://www.codeandweb.com/texturepacker"}
            frames = {"walk_1.png": self.item(turned, pivot={"x": 0.5, "y": 1}), "walk_2.png": self.item(turned, anchor={"x": 0, "y": 0.5}, vertices=[])}
            sprite, out = self.read("a.json", json.dumps({"frames": frames, "meta": meta, "animations": {"go": ["walk_2.png", "walk_1.png"]}}), "--fresh")
            for frame in sprite["frames"]:
                self.check_frame(frame)
            self.assertEqual([frame["name"] for frame in sprite["frames"]], ["walk_1", "walk_2"])
            self.assertEqual([frame["hot_spot"] for frame in sprite["frames"]], [[5, 4], [0, 2]])
            self.assertEqual([(item["name"], [step["frame"] for step in item["steps"]]) for item in sprite["animations"]], [("go", [2, 1])])
            self.assertIn("left out: outlines of polygon packing (1)", out)
            self.run_kickbox("edit", "p", text=json.dumps({"remove": "sprites[0]"}))
        array = [dict(self.item(True), filename=name) for name in frames]
        sprite, _ = self.read("b.json", json.dumps({"frames": array, "meta": meta}))
        self.assertEqual([item["name"] for item in sprite["animations"]], ["walk"])

    def test_several_pictures(self):
        """Phaser's list of textures, and TexturePacker's related packs."""
        self.write("a.png", sheet(0))
        self.write("b.png", sheet(1))
        packs = [{"image": name, "frames": [dict(self.item(turned), filename=name)]} for name, turned in (("a.png", False), ("b.png", True))]
        sprite, _ = self.read("multi.json", json.dumps({"textures": packs, "meta": {"app": "phaser"}}))
        for frame in sprite["frames"]:
            self.check_frame(frame)
        self.run_kickbox("edit", "p", text=json.dumps({"remove": "sprites[0]"}))
        second = {"frames": {"two.png": self.item(True)}, "meta": {"image": "b.png", "related_multi_packs": ["first.json"]}}
        self.write("second.json", json.dumps(second).encode())
        sprite, _ = self.read("first.json", json.dumps({"frames": {"one.png": self.item(False)}, "meta": {
            "image": "a.png", "app": "texturepacker", "related_multi_packs": ["second.json"]}}))
        self.assertEqual([frame["name"] for frame in sprite["frames"]], ["one", "two"])
        self.check_frame(sprite["frames"][1])

    def test_starling(self):
        self.write("a.png", sheet(1))
        sprite, _ = self.read("a.xml", """<?xml version="1.0" encoding="UTF-8"?>
            <TextureAtlas imagePath="a.png">
             <SubTexture name="run/one.png" x="2" y="1" width="2" height="3" rotated="true" frameX="-4" frameY="-1" frameWidth="10" frameHeight="5"
              pivotX="5" pivotY="4.5"/></TextureAtlas>""")
        self.check_frame(sprite["frames"][0])
        self.assertEqual((sprite["frames"][0]["name"], sprite["frames"][0]["hot_spot"]), ("run/one", [5, 4]))

    def test_libgdx(self):
        """Both forms of the file; offsets count from below."""
        self.write("a.png", sheet(-1))
        old = "\na.png\nsize: 8, 8\nformat: RGBA8888\nfilter: Nearest,Nearest\nrepeat: none\nwalk\n  rotate: true\n  xy: 2, 1\n  size: 3, 2\n" \
              "  orig: 10, 5\n  offset: 4, 2\n  index: 1\n"
        new = "a.png\nsize: 8, 8\npma: true\nwalk\nindex: 1\nbounds: 2, 1, 3, 2\noffsets: 4, 2, 10, 5\nrotate: 90\nsplit: 1, 1, 1, 1\n"
        for text in (old, new):
            sprite, out = self.read("a.atlas", text)
            self.check_frame(sprite["frames"][0])
            self.assertEqual(sprite["frames"][0]["name"], "walk 1")
        self.assertIn("left out: borders for nine-slice scaling (1)", out)

    def test_names_of_other_formats(self):
        """What a frame is called does not make its file one of another program."""
        self.write("a.png", sheet(0))
        names = ["[Begin Action 1]", "<TextureAtlas", "(supertux-sprite", "[Files] anim = x"]
        sprite, _ = self.read("n.json", json.dumps({"frames": {name: self.item(False) for name in names}, "meta": {"image": "a.png"}}, indent=1))
        self.assertEqual([frame["name"] for frame in sprite["frames"]], names)

    def test_missing_page(self):
        """The frames of a page that is not there are empty; all other pages are read."""
        self.write("two.png", png(8, 8, lambda x, y: b"\0\0\xff\xff"))
        page = "{}.png\nsize: 8, 8\nformat: RGBA8888\n{}\n  rotate: false\n  xy: 0, 0\n  size: 6, 4\n  orig: 6, 4\n  offset: 0, 0\n  index: -1\n\n"
        sprite, out = self.read("hero.atlas", page.format("lost", "a") + page.format("two", "b"))
        self.assertEqual([(frame["name"], frame["width"], frame.get("picture") is not None) for frame in sprite["frames"]], [("a", 6, False), ("b", 6, True)])
        self.assertIn("the picture 'lost.png' is missing", out)
        os.unlink(self.path("two.png"))
        self.refused("import", "p", self.write("none.atlas", page.format("lost", "a")), status=1, says=["lost.png"])

    def test_wrong(self):
        self.write("a.png", sheet(0))
        item = dict(self.item(True), frame={"x": 6, "y": 1, "w": 2, "h": 3})
        for name, text, says in (
                ("a.json", json.dumps({"frames": {"x": item}, "meta": {"image": "a.png"}}), "frames['x'].frame: 6, 1, 2 x 3 is not within the picture"),
                ("a.json", json.dumps({"textures": []}), "textures: expected a list of sheets"),
                ("a.json", json.dumps({"frames": {"x": self.item(False)}, "meta": {"image": "a.png"}, "animations": {"go": ["y"]}}), "there is no frame 'y'"),
                ("a.xml", '<TextureAtlas imagePath="a.png"><SubTexture name="a" x="z"/></TextureAtlas>', "line 1: x: 'z' is not a number"),
                ("a.xml", '<TextureAtlas imagePath="a.png"></TextureAtlas>', "there is no frame in it"),
                ("a.atlas", "a.png\nsize: 8, 8\nwalk\n xy: 1\n", "line 4: the numbers of the key are wrong"),
                ("a.atlas", "a.png\nsize: 8, 8\nwalk\n xy: 7, 7\n size: 2, 2\n", "is not within the picture")):
            self.refused("import", "p", self.write(name, text.encode()), status=1, says=[says])
        self.assertEqual(os.listdir(self.path("p", "sprites")) if os.path.isdir(self.path("p", "sprites")) else [], [])


if __name__ == "__main__":
    unittest.main()
