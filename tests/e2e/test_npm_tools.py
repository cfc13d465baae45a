# SPDX-License-Identifier: MIT
"""Files that other tools' own libraries write, or read as we do. They come from npm: only the long run asks the network."""
import json
import math
import os
import random
import shutil
import subprocess
import sys
import unittest

from cli_case import Case, Picture, SOURCE, png

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import aseprite_writer as ase  # noqa: E402

TOOLS = os.path.join(os.environ["KICKBOX_BUILD"], "npm-tools")
PACKAGES = ["free-tex-packer-core@0.3.9", "ase-parser@0.0.19", "phaser@4.2.1", "pixi.js@8.22.0", "matter-js@0.20.0", "gdcore-tools@2.0.0-gd-v5.6.269-autobuild",
            "@excaliburjs/plugin-ldtk@0.32.1"]

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

# Both print {name of a frame: x, y, width, height and offset of its upright pixels, whether it is turned, size, anchor}.
PHASER = """
const fs = require("fs"), [path, side] = process.argv.slice(2), json = JSON.parse(fs.readFileSync(path));
const of = process.env.NODE_PATH + "/phaser/src/textures/", Frame = require(of + "Frame.js"), frames = {};
global.navigator ??= {userAgent: ""};
for (const part of json.textures || [json]) {
  const texture = {source: [{width: +side, height: +side}], customData: {}, add(...values) {
    return frames[values[0]] = new Frame(texture, ...values);
  }};
  require(of + (Array.isArray(part.frames) ? "parsers/JSONArray.js" : "parsers/JSONHash.js"))(texture, 0, part);
}
delete frames.__BASE;
const list = f => [f.cutX, f.cutY, f.cutWidth, f.cutHeight, f.x, f.y, f.rotated, f.realWidth, f.realHeight, f.customPivot ? [f.pivotX, f.pivotY] : null];
console.log(JSON.stringify(Object.fromEntries(Object.entries(frames).map(([name, f]) => [name, list(f)]))));
"""

# Prints {level: [[name of a layer, [x, y, column, row in the tileset, flip in x, in y] of each tile], ...]}, and where entities are in the world.
LDTK = """
const Module = require("module"), load = Module._load, fs = require("fs"), path = process.argv[2];
class Vec {constructor(x, y) {this.x = x; this.y = y;} add(o) {return new Vec(this.x + o.x, this.y + o.y);}}
class Cell {constructor(x, y) {this.at = [x, y]; this.graphics = [];} addGraphic(g) {this.graphics.push(g);}}
class Sprite {constructor(x, y) {this.cell = [x, y];} clone() {return new Sprite(...this.cell);}}
class TileMap {
  constructor(options) {Object.assign(this, options); this.cells = [...Array(options.rows * options.columns)].map((_, i) =>
    new Cell(options.pos.x + i % options.columns * options.tileWidth, options.pos.y + Math.floor(i / options.columns) * options.tileHeight));}
  get() {return {};}
  getTile(x, y) {return this.cells[y * this.columns + x];}
}
const excalibur = {TileMap, vec: (x, y) => new Vec(x, y), Color: {fromHex: text => text}, ImageSource: class {async load() {}},
  SpriteSheet: {fromImageSource: () => ({getSprite: (x, y) => new Sprite(x, y)})},
  Actor: class {constructor(options) {Object.assign(this, options); this.graphics = {use() {}};}}};
global.self = global;
Module._load = (name, ...rest) => name == "excalibur" ? excalibur : load(name, ...rest);
const {LdtkResource} = require("@excaliburjs/plugin-ldtk");
const map = new LdtkResource(path, {headless: true, fileLoader: async path => JSON.parse(fs.readFileSync(path))});
map.load().then(() => console.log(JSON.stringify({
  tiles: Object.fromEntries(map.data.levels.map(level => [level.identifier, map.getTileLayers(level.identifier).map(layer => [layer.ldtkLayer.__identifier, layer.tilemap.cells.flatMap(
    cell => cell.graphics.map(g => [cell.at[0] - level.worldX, cell.at[1], ...g.cell, !!g.flipHorizontal, !!g.flipVertical]))])])),
  entities: map.getEntityLayers().flatMap(layer => layer.entities.map(entity => [entity.name, entity.pos.x - layer.worldPos.x, entity.pos.y]))})));
"""

PIXI = """
Object.defineProperty(globalThis, "navigator", {value: {userAgent: "", platform: "", maxTouchPoints: 0}, configurable: true});
const fs = require("fs"), [path, side] = process.argv.slice(2), of = process.env.NODE_PATH + "/pixi.js/lib/", shared = of + "rendering/renderers/shared/texture/";
const {Spritesheet} = require(of + "spritesheet/Spritesheet.js"), {Texture} = require(shared + "Texture.js");
const {TextureSource} = require(shared + "sources/TextureSource.js"), frames = {};
const sheet = new Spritesheet(new Texture({source: new TextureSource({width: +side, height: +side})}), JSON.parse(fs.readFileSync(path)));
sheet.parse().then(() => {
  for (const [name, t] of Object.entries(sheet.textures)) {
    const [w, h] = t.rotate ? [t.frame.height, t.frame.width] : [t.frame.width, t.frame.height];
    frames[name] = [t.frame.x, t.frame.y, w, h, t.trim ? t.trim.x : 0, t.trim ? t.trim.y : 0, t.rotate == 2, t.orig.width, t.orig.height,
                    t.defaultAnchor ? [t.defaultAnchor.x, t.defaultAnchor.y] : null];
  }
  const nameOf = texture => Object.keys(sheet.textures).find(name => sheet.textures[name] == texture);
  frames[""] = Object.fromEntries(Object.entries(sheet.animations).map(([name, list]) => [name, list.map(nameOf)]));
  console.log(JSON.stringify(frames));
});
"""

# Reads [frame, [point, ...]] lists; prints the labels of the parts at each point. The guide's function makes the parts.
MATTER = """
const fs = require("fs"), Matter = require("matter-js"), [shapes, asked, code] = process.argv.slice(2).map(path => fs.readFileSync(path, "utf8"));
const partsOf = new Function("Matter", code + "return partsOf;")(Matter), all = JSON.parse(shapes);
console.log(JSON.stringify(JSON.parse(asked).map(([name, points]) => {
  const body = Matter.Body.create({parts: partsOf(all[name])});
  return points.map(([x, y]) => body.parts.slice(1).filter(part => Matter.Vertices.contains(part.vertices, {x, y})).map(part => part.label).sort());
})));
"""

# Writes a project with one object, reads it again, and prints what it then is.
GDEVELOP = """
import fs from "node:fs";
const [tools, path] = process.argv.slice(2), {gd} = await import(tools + "/node_modules/gdcore-tools/src/index.mjs");
const project = gd.ProjectHelper.createNewGDJSProject(), scene = project.insertNewLayout("Cave", 0);
const object = scene.getObjects().insertNewObject(project, "Sprite", "Hero", 0);
const list = gd.asSpriteConfiguration(object.getConfiguration()).getAnimations();
let n = 0;
for (const [name, counts, loop, seconds] of [["walk", [2, 1], true, 0.125], ["hit", [1], false, 0.08]]) {
  const animation = new gd.Animation();
  animation.setName(name);
  animation.setDirectionsCount(8);
  animation.setUseMultipleDirections(counts.length > 1);
  counts.forEach((count, of) => {
    const direction = new gd.Direction();
    direction.setLoop(loop);
    direction.setTimeBetweenFrames(seconds);
    for (let i = 0; i < count; i++) {
      const sprite = new gd.Sprite(), image = `hero ${n}.png`;
      const resource = new gd.ImageResource();
      resource.setName(image);
      resource.setFile(image);
      project.getResourcesManager().addResource(resource);
      sprite.setImageName(image);
      sprite.getOrigin().setXY(3 + n, 4);
      const point = new gd.Point("hand");
      point.setXY(6, 5 + n);
      sprite.addPoint(point);
      if (n % 2) {
        sprite.setDefaultCenterPoint(false);
        sprite.getCenter().setXY(2, 7);
        sprite.setFullImageCollisionMask(false);
        const mask = new gd.VectorPolygon2d(), polygon = new gd.Polygon2d();
        for (const [x, y] of [[1, 1], [9 + n, 2], [8, 9.5]]) {
          const corner = new gd.Vector2f();
          corner.set_x(x);
          corner.set_y(y);
          polygon.getVertices().push_back(corner);
        }
        mask.push_back(polygon);
        sprite.setCustomCollisionMask(mask);
      }
      direction.addSprite(sprite);
      n++;
    }
    animation.setDirection(direction, 2 * of);
  });
  list.addAnimation(animation);
}
const element = new gd.SerializerElement();
project.serializeTo(element);
fs.writeFileSync(path, gd.Serializer.toJSON(element));
const again = gd.ProjectHelper.createNewGDJSProject();
again.unserializeFrom(gd.Serializer.fromJSON(fs.readFileSync(path, "utf8")));
const read = gd.asSpriteConfiguration(again.getLayout("Cave").getObjects().getObject("Hero").getConfiguration()).getAnimations(), result = [];
for (let a = 0; a < read.getAnimationsCount(); a++)
  for (let d = 0; d < read.getAnimation(a).getDirectionsCount(); d++) {
    const direction = read.getAnimation(a).getDirection(d), frames = [];
    for (let i = 0; i < direction.getSpritesCount(); i++) {
      const sprite = direction.getSprite(i), points = {}, at = p => [p.getX(), p.getY()], polygons = [];
      for (let k = 0; k < sprite.getAllNonDefaultPoints().size(); k++) points[sprite.getAllNonDefaultPoints().at(k).getName()] = at(sprite.getAllNonDefaultPoints().at(k));
      if (!sprite.isDefaultCenterPoint()) points.centre = at(sprite.getCenter());
      for (let k = 0; !sprite.isFullImageCollisionMask() && k < sprite.getCustomCollisionMask().size(); k++) {
        const corners = sprite.getCustomCollisionMask().at(k).getVertices();
        polygons.push([...Array(corners.size()).keys()].map(c => [corners.at(c).get_x(), corners.at(c).get_y()]));
      }
      frames.push({image: sprite.getImageName(), origin: at(sprite.getOrigin()), points, polygons});
    }
    const several = read.getAnimation(a).useMultipleDirections();
    if (frames.length && (several || d == 0))
      result.push({name: read.getAnimation(a).getName(), angle: 45 * d, several, loop: direction.isLooping(), seconds: direction.getTimeBetweenFrames(), frames});
  }
console.log(JSON.stringify(result));
"""

# Reads a project, and prints what GDevelop's core then has of its global objects.
GDEVELOP_READ = """
import fs from "node:fs";
const [tools, path] = process.argv.slice(2), {gd} = await import(tools + "/node_modules/gdcore-tools/src/index.mjs");
const project = gd.ProjectHelper.createNewGDJSProject(), result = {};
project.unserializeFrom(gd.Serializer.fromJSON(fs.readFileSync(path, "utf8")));
const at = point => [point.getX(), point.getY()], objects = project.getObjects();
for (let o = 0; o < objects.getObjectsCount(); o++) {
  const list = gd.asSpriteConfiguration(objects.getObjectAt(o).getConfiguration()).getAnimations(), animations = {};
  for (let a = 0; a < list.getAnimationsCount(); a++) {
    const animation = list.getAnimation(a), direction = animation.getDirection(0), frames = [];
    for (let f = 0; f < direction.getSpritesCount(); f++) {
      const sprite = direction.getSprite(f), mask = sprite.getCustomCollisionMask(), names = sprite.getAllNonDefaultPoints(), points = {};
      for (let i = 0; i < names.size(); i++) points[names.at(i).getName()] = at(names.at(i));
      frames.push({image: project.getResourcesManager().getResource(sprite.getImageName()).getFile(), origin: at(sprite.getOrigin()),
                   points, parts: sprite.isFullImageCollisionMask() ? 0 : mask.size()});
    }
    animations[animation.getName()] = {loop: direction.isLooping(), seconds: direction.getTimeBetweenFrames(), frames};
  }
  result[objects.getObjectAt(o).getName()] = animations;
}
console.log(JSON.stringify(result));
"""


def setUpModule():
    if not os.environ.get("KICKBOX_SOAK"):
        raise unittest.SkipTest("only in the long run")
    try:
        subprocess.run(["npm", "install", "--no-save", "--prefix", TOOLS, *PACKAGES], check=True, capture_output=True, timeout=600)
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

    def pack(self, exporter, folder, trim, side):
        os.mkdir(folder)
        self.run_script(PACK, self.path("art"), folder, exporter, trim, side)
        return sorted(os.path.join(folder, path) for path in os.listdir(folder) if not path.endswith(".png"))

    def make_art(self):
        """Pictures with clear borders: {name: rows}."""
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
        return art

    def sprite(self, name):
        with open(self.path("p", "sprites", name + ".json"), encoding="utf-8") as file:
            return json.load(file)

    def test_packed_sheets(self):
        """Every frame of a sheet that Free Texture Packer trims, turns and packs has the pixels that were packed. For Spine it
        neither says how it trims nor turns as libGDX does."""
        art = self.make_art()
        self.run_kickbox("new", "p")
        for exporter, ending, trim in (("JsonHash", "json", "1"), ("JsonArray", "json", "1"), ("Pixi", "json", "1"), ("Phaser3", "json", "1"),
                                       ("Starling", "xml", "1"), ("Spine", "atlas", "0")):
            with self.subTest(exporter=exporter):
                name = (exporter + ending).lower()
                files = self.pack(exporter, self.path(exporter + ending), trim, "96" if trim == "1" else "256")
                self.assertTrue(files)
                self.run_kickbox("import", "p", *files, "--name", name)
                frames = self.sprite(name)["frames"]
                self.assertEqual(sorted(os.path.splitext(frame["name"])[0] for frame in frames), sorted(art))
                for frame in frames:
                    self.assertEqual(self.drawn(frame), art[os.path.splitext(frame["name"])[0]], frame["name"])

    def test_engines(self):
        """Phaser's and Pixi's own parsers give the same frames: names, pixels in the sheet, trims, sizes, pivots and animations."""
        art = self.make_art()
        self.run_kickbox("new", "p")
        for exporter, parsers in (("JsonHash", [PHASER, PIXI]), ("JsonArray", [PHASER]), ("Pixi", [PHASER, PIXI]), ("Phaser3", [PHASER])):
            (file,) = self.pack(exporter, self.path(exporter), "1", "512")
            with open(file, encoding="utf-8") as text:
                data = json.load(text)
            of_sheet = data["textures"][0]["frames"] if "textures" in data else data["frames"]
            items = sorted(of_sheet.items()) if isinstance(of_sheet, dict) else sorted((item["filename"], item) for item in of_sheet)
            self.assertTrue(any(item["rotated"] for _, item in items) and any(item["trimmed"] for _, item in items))
            for k, (_, item) in enumerate(items):
                item.pop("pivot", None)
                if k % 3:
                    item["anchor" if k % 2 else "pivot"] = {"x": k / 14, "y": 1 - k / 20}
            if isinstance(of_sheet, dict):
                data["animations"] = {"go": [items[4][0], items[1][0], items[4][0]], "end": [items[9][0]]}
            with open(file, "w", encoding="utf-8") as text:
                json.dump(data, text)
            self.run_kickbox("import", "p", file, "--name", exporter.lower())
            sprite = self.sprite(exporter.lower())
            (sheet,) = [name for name in os.listdir(self.path(exporter)) if name.endswith(".png")]
            sheet = Picture(self.read(self.path(exporter, sheet)))
            for parser in parsers:
                frames = json.loads(self.run_script(parser, file, "512"))
                self.check_animations(sprite, frames.pop("", None))
                self.assertEqual(sorted(os.path.splitext(name)[0] for name in frames), sorted(art))
                ours = {frame["name"]: frame for frame in sprite["frames"]}
                for name, frame in frames.items():
                    self.check_frame(ours[os.path.splitext(name)[0]], sheet, parser == PHASER or "anchor" in dict(items)[name], *frame)

    def test_exported(self):
        """Phaser and Pixi read what we export: the frames of the project, and its animations."""
        for name in ("phaser", "pixi"):
            path = self.path(name + ".json")
            self.run_kickbox("export", os.path.join(SOURCE, "data", "dojo"), "-o", path, "--format", name)
            self.run_kickbox("new", "p")
            self.run_kickbox("import", "p", path, "--name", "s")
            sprite, sheet = self.sprite("s"), Picture(self.read(self.path(name + "-0.png")))
            for parser in (PHASER, PIXI):
                frames = json.loads(self.run_script(parser, path, str(sheet.width)))
                self.check_animations(sprite, (name == "pixi" and frames.get("")) or None)
                frames.pop("", None)
                self.assertEqual(sorted(frames), sorted(frame["name"] for frame in sprite["frames"]))
                for frame in sprite["frames"]:
                    self.check_frame(frame, sheet, True, *frames[frame["name"]])
            shutil.rmtree(self.path("p"))

    def test_exported_ldtk(self):
        """The plugin of Excalibur, which checks a whole project, draws the level that `kickbox render` draws."""
        project = shutil.copytree(os.path.join(SOURCE, "data", "yard"), self.path("p"))
        self.edit(project, {"set": "levels['yard'].picture", "value": None}, {"remove": "levels['yard'].grounds[0]"}, {"remove": "levels['yard'].areas[0]"})
        self.run_kickbox("export", project, "-o", self.path("yard.ldtk"), "--format", "ldtk")
        self.run_kickbox("render", project, "--plain", "-o", self.path("drawn"))
        read, data = json.loads(self.run_script(LDTK, self.path("yard.ldtk"))), json.loads(self.read(self.path("yard.ldtk")))
        with open(os.path.join(project, "levels", "yard.json"), encoding="utf-8") as file:
            level = json.load(file)
        fields = next(item["fieldInstances"] for item in data["levels"] if item["identifier"] == "yard")
        left, top = (int(c) for field in fields if field["__identifier"] == "kickbox_origin" for c in field["__value"].split(","))
        for item in level["entities"]:
            self.assertIn([item["class"], item["at"][0] - left, item["at"][1] - top], read["entities"])
        sheet, = (item for item in data["defs"]["tilesets"] if item["identifier"] == "tiles")
        pixels, shown, wanted = Picture(self.read(self.path(sheet["relPath"]))), {}, Picture(self.read(self.path("drawn", "levels", "yard.png")))
        for _, tiles in read["tiles"]["yard"]:
            for x, y, column, row, flip_x, flip_y in tiles:
                for j in range(16):
                    for i in range(16):
                        pixel = pixels.rgba(column * 16 + (15 - i if flip_x else i), row * 16 + (15 - j if flip_y else j))
                        if pixel[3]:
                            shown[x + i, y + j] = pixel
        left, top = min(x for x, _ in shown), min(y for _, y in shown)
        self.assertGreater(len(shown), 100000)
        size = wanted.width - (max(x for x, _ in shown) - left + 1), wanted.height - (max(y for _, y in shown) - top + 1)
        self.assertTrue(any(all(wanted.rgba(x - left + dx, y - top + dy) == pixel for (x, y), pixel in shown.items())
                            for dx in range(size[0] + 1) for dy in range(size[1] + 1)), size)

    def test_exported_gdevelop(self):
        """GDevelop's core has the steps, marks and pictures of the project that we export."""
        path, project = self.path("g.json"), os.path.join(SOURCE, "data", "dojo")
        self.run_kickbox("export", project, "-o", path, "--format", "gdevelop")
        done = subprocess.run(["node", self.write("read.mjs", GDEVELOP_READ), TOOLS, path], check=True, capture_output=True, text=True, timeout=120)
        read = json.loads(done.stdout.splitlines()[-1])
        self.assertEqual(sorted(read), ["boxer", "fakir"])
        for name, animations in read.items():
            with open(os.path.join(project, "sprites", name + ".json"), encoding="utf-8") as file:
                sprite = json.load(file)
            frames = {frame["id"]: frame for frame in sprite["frames"]}
            self.assertEqual(list(animations), [run["name"] for run in sprite["animations"]])
            for run in sprite["animations"]:
                got = animations[run["name"]]
                self.assertEqual(got["loop"], run["loop"] == "loop")
                shown = [frames[step["frame"]] for step in run["steps"] for _ in range(round(step["duration"] / 1000 / got["seconds"]))]
                self.assertEqual([item["origin"] for item in got["frames"]], [frame["hot_spot"] for frame in shown])
                self.assertEqual([item["points"] for item in got["frames"]],
                                 [{point["name"]: point["at"] for point in frame.get("points", [])} for frame in shown])
                for item, frame in zip(got["frames"], shown):
                    self.assertGreaterEqual(item["parts"], sum("circle" not in shape["geometry"] for shape in frame["shapes"]))
                    picture = Picture(self.read(self.path(item["image"])))
                    self.assertEqual((picture.width, picture.height), (frame["width"], frame["height"]))

    def check_animations(self, sprite, wanted):
        if wanted:
            names = [frame["name"] for frame in sprite["frames"]]
            self.assertEqual({item["name"]: [names[step["frame"] - 1] for step in item["steps"]] for item in sprite["animations"]},
                             {name: [os.path.splitext(frame)[0] for frame in steps] for name, steps in wanted.items()})

    def check_frame(self, frame, sheet, knows_pivots, x, y, width, height, left, top, turned, full_width, full_height, anchor):
        self.assertEqual((frame["width"], frame["height"]), (full_width, full_height))
        rows = [[bytes(4)] * full_width for _ in range(full_height)]
        for j in range(height):
            for i in range(width):
                pixel = sheet.rgba(*((x + height - 1 - j, y + i) if turned else (x + i, y + j)))
                rows[top + j][left + i] = pixel if pixel[3] else bytes(4)
        self.assertEqual(self.drawn(frame), rows)
        if anchor and knows_pivots:
            self.assertEqual(frame["hot_spot"], [min(int(a * size + .001), size - 1) for a, size in zip(anchor, (full_width, full_height))])

    def test_gdevelop(self):
        """A project that GDevelop's core writes; what it reads from it is what becomes a sprite."""
        for k in range(4):
            self.write(f"hero {k}.png", png(16, 12, lambda x, y, k=k: bytes((x * 16, y * 16, 60 * k, 255))))
        script, path = self.write("write.mjs", GDEVELOP), self.path("game.json")
        done = subprocess.run(["node", script, TOOLS, path], check=True, capture_output=True, text=True, timeout=120)
        read = json.loads(done.stdout.splitlines()[-1])
        self.run_kickbox("new", "p")
        self.run_kickbox("import", "p", path)
        sprite = self.sprite("Hero")
        self.assertEqual([item["name"] for item in sprite["animations"]], [f"{item['name']} {item['angle']}" if item["several"] else item["name"] for item in read])
        for ours, theirs in zip(sprite["animations"], read):
            self.assertEqual(ours["loop"] != "hold-last", theirs["loop"])
            self.assertEqual([step["duration"] for step in ours["steps"]], [round(1000 * theirs["seconds"])] * len(theirs["frames"]))
            for step, wanted in zip(ours["steps"], theirs["frames"], strict=True):
                frame = sprite["frames"][step["frame"] - 1]
                self.assertEqual(frame["name"], os.path.splitext(wanted["image"])[0])
                self.assertEqual(frame["hot_spot"], wanted["origin"])
                self.assertEqual({point["name"]: point["at"] for point in frame["points"]}, wanted["points"])
                self.assertEqual([shape["geometry"]["polygon"] for shape in frame.get("shapes", [])], wanted["polygons"])

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


    def test_matter(self):
        """The parts that Matter makes of an export hold the points of the shapes that shapely says, away from their edges."""
        from shapely.geometry import Point, Polygon, box
        project = shutil.copytree(os.path.join(SOURCE, "data", "dojo"), self.path("p"))
        self.run_kickbox("export", project, "-o", self.path("shapes.json"), "--format", "physicseditor")
        with open(os.path.join(SOURCE, "docs", "exporting.md"), encoding="utf-8") as file:
            guide = file.read()
        code = "function partsOf" + guide.split("function partsOf")[1].split("const body")[0]
        chance, asked, expected = random.Random(8), [], []
        frames = [frame for frame in self.sprite("boxer")["frames"] if not any("capsule" in shape["geometry"] for shape in frame["shapes"])]
        for frame in chance.sample(frames, 8):
            shapes = []
            for shape in frame["shapes"]:
                (kind, numbers), = shape["geometry"].items()
                if kind == "oriented":
                    x, y, w, h, turn = numbers
                    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
                    numbers = [(x + u * c - v * s, y + u * s + v * c) for u, v in ((-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2))]
                made = {"box": lambda n: box(n[0], n[1], n[0] + n[2], n[1] + n[3]), "circle": lambda n: Point(n[0], n[1]).buffer(n[2], 64)}
                shapes.append((shape["class"], made.get(kind, Polygon)(numbers)))
            points = [p for p in ([chance.uniform(0, 96), chance.uniform(0, 80)] for _ in range(300))
                      if all(shape.exterior.distance(Point(p)) > .3 for _, shape in shapes)]
            asked.append([f"boxer/{frame['name']}", points])
            expected.append([sorted({name for name, shape in shapes if shape.contains(Point(p))}) for p in points])
        self.write("asked.json", json.dumps(asked))
        self.write("code.js", code)
        got = json.loads(self.run_script(MATTER, self.path("shapes.json"), self.path("asked.json"), self.path("code.js")))
        self.assertEqual([[sorted(set(labels)) for labels in points] for points in got], expected)
        self.assertGreater(sum(map(bool, sum(expected, []))), 200)


if __name__ == "__main__":
    unittest.main()
