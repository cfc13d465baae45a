# SPDX-License-Identifier: MIT
"""Files that other tools' own libraries write, or read as we do. They come from npm: only the long run asks the network."""
import json
import os
import random
import subprocess
import sys
import unittest

from cli_case import Case, Picture, png

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import aseprite_writer as ase  # noqa: E402

TOOLS = os.path.join(os.environ["KICKBOX_BUILD"], "npm-tools")
PACKAGES = ["free-tex-packer-core@0.3.9", "ase-parser@0.0.19"]

PACK = """
const fs = require("fs"), pack = require("free-tex-packer-core");
const [from, to, exporter, trim, side] = process.argv.slice(2);
const images = fs.readdirSync(from).sort().map(path => ({path, contents: fs.readFileSync(from + "/" + path)}));
pack(images, {textureName: "sheet", exporter, allowRotation: exporter != "Spine", allowTrim: trim == "1", width: +side, height: +side, padding: 2, detectIdentical: true},
     (files, error) => {
       if (error) throw error;
       for (const file of files) fs.writeFileSync(to + "/" + file.name, file.buffer);
     });
"""

PARSE = """
const fs = require("fs"), Aseprite = require("ase-parser");
const file = new Aseprite(fs.readFileSync(process.argv[2]), "x.aseprite");
file.parse();
console.log(JSON.stringify({width: file.width, height: file.height, layers: file.layers.map(l => l.name), tags: file.tags,
  slices: file.slices, frames: file.frames.map(f => ({duration: f.frameDuration, cels: f.cels.map(
    c => ({layer: c.layerIndex, x: c.xpos, y: c.ypos, w: c.w, h: c.h, data: c.rawCelData && c.rawCelData.toString("hex")}))}))}));
"""


def setUpModule():
    if not os.environ.get("KICKBOX_SOAK"):
        raise unittest.SkipTest("only in the long run")
    try:
        subprocess.run(["npm", "install", "--no-save", "--prefix", TOOLS, *PACKAGES], check=True, capture_output=True, timeout=300)
    except (OSError, subprocess.SubprocessError):
        raise unittest.SkipTest("the packages cannot be had from npm")


class NpmTools(Case):
    def run_script(self, script, *arguments):
        return subprocess.run(["node", "-e", script, "node", *arguments], check=True, capture_output=True, text=True, timeout=120,
                              env={**os.environ, "NODE_PATH": os.path.join(TOOLS, "node_modules")}).stdout

    def drawn(self, frame):
        """The pixels of a frame of a sprite."""
        rows = [[bytes(4)] * frame["width"] for _ in range(frame["height"])]
        if "picture" not in frame:
            return rows
        with open(self.path("p", "pictures", frame["picture"]["file"]), "rb") as file:
            picture = Picture(file.read())
        x, y, width, height = frame["picture"].get("rect", [0, 0, picture.width, picture.height])
        left, top = frame["picture"].get("offset", [0, 0])
        for j in range(height):
            for i in range(width):
                pixel = picture.rgba(x + i, y + j)
                rows[top + j][left + i] = pixel if pixel[3] else bytes(4)
        return rows

    def test_packed_sheets(self):
        """Every frame of a sheet that Free Texture Packer trims, turns and packs has the pixels that were packed. For Spine it
        neither says how it trims nor turns as libGDX does."""
        rng = random.Random(5)
        os.mkdir(self.path("art"))
        art = {}
        for k in range(14):
            width, height = rng.randrange(8, 40), rng.randrange(8, 40)
            left, top = rng.randrange(4), rng.randrange(4)
            rows = [[bytes((x * 6, y * 6, 16 * k, 255)) if left <= x < width - 2 and top <= y < height - 3 else bytes(4) for x in range(width)] for y in range(height)]
            art[f"walk_{k}"] = rows
            with open(self.path("art", f"walk_{k}.png"), "wb") as file:
                file.write(png(width, height, lambda x, y, rows=rows: rows[y][x]))
        for exporter, ending, trim in (("JsonHash", "json", "1"), ("JsonArray", "json", "1"), ("Pixi", "json", "1"), ("Phaser3", "json", "1"),
                                       ("Starling", "xml", "1"), ("Spine", "atlas", "0")):
            with self.subTest(exporter=exporter):
                folder, name = self.path(exporter + ending), (exporter + ending).lower()
                os.mkdir(folder)
                self.run_script(PACK, self.path("art"), folder, exporter, trim, "96" if trim == "1" else "256")
                if not os.path.isdir(self.path("p")):
                    self.run_kickbox("new", "p")
                files = sorted(path for path in os.listdir(folder) if not path.endswith(".png"))
                self.assertTrue(files)
                self.run_kickbox("import", "p", *[os.path.join(folder, path) for path in files], "--name", name)
                with open(self.path("p", "sprites", name + ".json"), encoding="utf-8") as file:
                    frames = json.load(file)["frames"]
                self.assertEqual(sorted(os.path.splitext(frame["name"])[0] for frame in frames), sorted(art))
                for frame in frames:
                    self.assertEqual(self.drawn(frame), art[os.path.splitext(frame["name"])[0]], frame["name"])

    def test_aseprite(self):
        """ase-parser reads the same layers, tags, slices, durations and cels."""
        red = [[b"\xff\0\0\xff"] * 3] * 2
        data = ase.aseprite(8, 6, (50, ase.layer("a"), ase.layer("b"), ase.tags(("go", 0, 1, 1, 3)), ase.piece("head", (0, 1, 2, 3, 4)),
                                   ase.cel(0, 1, 2, red), ase.cel(1, 4, 3, red)), (70, ase.cel(0, 2, 2, red)))
        read = json.loads(self.run_script(PARSE, self.write("x.aseprite", data)))
        self.run_kickbox("new", "p")
        self.run_kickbox("import", "p", self.path("x.aseprite"))
        with open(self.path("p", "sprites", "x.json"), encoding="utf-8") as file:
            sprite = json.load(file)
        self.assertEqual([animation["name"] for animation in sprite["animations"]], [tag["name"] for tag in read["tags"]])
        self.assertEqual({frame["duration"] for frame in read["frames"]}, {step["duration"] for animation in sprite["animations"] for step in animation["steps"]})
        for theirs, ours in zip(read["frames"], sprite["frames"]):
            rows = [[bytes(4)] * read["width"] for _ in range(read["height"])]
            for cel in theirs["cels"]:
                pixels = bytes.fromhex(cel["data"])
                for at in range(cel["w"] * cel["h"]):
                    rows[cel["y"] + at // cel["w"]][cel["x"] + at % cel["w"]] = pixels[4 * at:4 * at + 4]
            self.assertEqual(self.drawn(ours), rows)
        self.assertEqual([(piece["name"], [(key["x"], key["y"], key["width"], key["height"]) for key in piece["keys"]]) for piece in read["slices"]],
                         [("head", [(1, 2, 3, 4)])])


if __name__ == "__main__":
    unittest.main()
