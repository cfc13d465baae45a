# SPDX-License-Identifier: MIT
"""`kickbox export` for engines: each format read back by our own importers, and what it says it lacks."""
import base64
import functools
import json
import math
import os
import re
import shutil
import struct
import unittest

from cli_case import Case, Picture, SOURCE, png


class Exporters(Case):
    def setUp(self):
        super().setUp()
        self.pictures = {}

    def sample(self, name):
        return shutil.copytree(os.path.join(SOURCE, "data", name), self.path(name))

    def odd_project(self):
        """All kinds of shape, names that need quoting, frames without picture, hot spot or name of their own."""
        project = self.make_project("odd")
        frame = "sprites['puck'].frames"
        hand = {"name": "h \"&<'\\", "at": [3, 4], "direction": 90, "values": {"k": "v;w"}}
        self.edit(project, {"set": f"{frame}[1].name", "value": "a \"b\" & <c>'\\ é"}, {"set": f"{frame}[2].name", "value": "a \"b\" & <c>'\\ é"},
                  {"insert": f"{frame}[1].points", "value": hand},
                  {"insert": f"{frame}[2].shapes", "value": {"class": "hurt", "name": "arm]]", "geometry": {"capsule": [4.5, 5, 20, 21.25, 3]}, "values": {"n": "4"}}},
                  {"set": f"{frame}[1].values", "value": {"speed": "2.5"}},
                  {"insert": "sprites['puck'].animations[0].steps[1].events", "value": {"name": "step", "values": {"loud": "true"}}},
                  {"insert": "sprites['puck'].animations", "value": {"name": "one \"two\"", "loop": "hold-last", "steps": [
                      {"frame": 3, "duration": 33}, {"frame": 1, "duration": 50}, {"frame": 3, "duration": 70}]}})
        return project

    @staticmethod
    def rest(item):
        """The animation of the frames that no animation shows, in a list."""
        shown = {step["frame"] for run in item.get("animations", []) for step in run["steps"]}
        steps = [{"frame": frame["id"], "duration": 100} for frame in item["frames"] if frame["id"] not in shown]
        return [{"name": "frames", "loop": "once", "steps": steps}] if steps else []

    @staticmethod
    def plain_name(name):
        """In engines that know only letters, digits and _."""
        return {"still-life": "still_life_2"}.get(name, name.replace(" ", "_"))

    def unshown(self, project):
        """The project, with two sprites without animations and almost one name, and an animation `frames` that shows one frame of two."""
        shown = next(frame for _, item in self.sprites(project) for frame in item["frames"] if "picture" in frame)
        frames = [{**{key: shown[key] for key in ("width", "height", "picture")}, "id": 900 + i, "hot_spot": [2, 3 + i]} for i in range(2)]
        self.edit(project, {"insert": "sprites", "value": {"name": "still life", "frames": frames[:1]}},
                  {"insert": "sprites", "value": {"name": "two", "frames": frames, "animations": [
                      {"name": "frames", "loop": "loop", "steps": [{"frame": 901, "duration": 40}]}]}},
                  {"insert": "sprites", "value": {"name": "still-life", "frames": frames[:1]}})
        return project

    # ---- reading projects ----

    def sprites(self, project):
        folder = os.path.join(project, "sprites")
        result = []
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                result.append((name[:-5], json.load(file)))
        return result

    def pixels(self, project, frame):
        """RGBA of the whole frame; transparent pixels are zeros."""
        width, height, picture = frame["width"], frame["height"], frame.get("picture")
        rows = [bytearray(4 * width) for _ in range(height)]
        if picture:
            path = os.path.join(project, "pictures", picture["file"])
            if path not in self.pictures:
                self.pictures[path] = Picture(Case.read(self, path))
            sheet = self.pictures[path]
            x, y, w, h = picture.get("rect", [0, 0, sheet.width, sheet.height])
            left, top = picture.get("offset", [0, 0])
            for j in range(h):
                for i in range(w):
                    rgba = sheet.rgba(x + i, y + j)
                    if rgba[3] and 0 <= left + i < width and 0 <= top + j < height:
                        rows[top + j][4 * (left + i):4 * (left + i) + 4] = rgba
        return b"".join(rows)

    def picture(self, project, frame):
        pixels, width = self.pixels(project, frame), frame["width"]
        return png(width, frame["height"], lambda x, y: pixels[4 * (y * width + x):][:4])

    def names(self, project):
        """Frames by the names that exporters give them, in order."""
        result = {}
        for name, item in self.sprites(project):
            for index, frame in enumerate(item["frames"]):
                key = f"{name}/{frame.get('name') or index}"
                result[f"{name}/{index}" if key in result else key] = frame
        return result

    @staticmethod
    def near(shape):
        """With rounded numbers."""
        return {key: [[round(v, 2) for v in p] if isinstance(p, list) else round(p, 2) for p in value] for key, value in shape["geometry"].items()}

    def shapes(self, frame, kinds=None, named=True, values=True):
        return [(shape["class"], self.near(shape), shape.get("name") if named else None, shape.get("values") if values else None)
                for shape in frame.get("shapes", []) if not kinds or set(shape["geometry"]) & set(kinds)]

    def check_frame(self, old, frame, new, other, **limits):
        """Size, pixels, hot spot, shapes and points of two frames."""
        self.assertEqual((frame["width"], frame["height"]), (other["width"], other["height"]))
        self.assertEqual(self.pixels(old, frame), self.pixels(new, other))
        if "hot_spot" in frame:
            self.assertEqual(frame["hot_spot"], other.get("hot_spot"))
        self.assertEqual(self.shapes(frame, **limits), self.shapes(other, **limits))

    def export(self, project, name, form, *options):
        out, _ = self.run_kickbox("export", project, "-o", self.path("out", name), "--format", form, *options)
        return out

    def again(self, name, *options):
        """The only sprite of a new project with that file."""
        project = self.path("again")
        shutil.rmtree(project, ignore_errors=True)
        self.run_kickbox("new", project)
        self.run_kickbox("import", project, self.path("out", name), "--name", "s", "--no-animations", *options)
        (_, sprite), = self.sprites(project)
        return project, sprite

    def read_json(self, name):
        with open(self.path("out", name), encoding="utf-8") as file:
            return json.load(file)


class Atlases(Exporters):
    """Phaser and PixiJS."""

    def check(self, project, form, *options):
        out = self.export(project, "sheet.json", form, *options)
        new, sprite = self.again("sheet.json")
        old, animations, by_name = [], [], {}
        for name, item in self.sprites(project):
            for index, frame in enumerate(item["frames"]):
                key = f"{name}/{frame.get('name') or index}"
                while key in by_name:
                    key = f"{name}/{index}"
                by_name[key] = frame
                old.append((name, frame))
            ids = {frame["id"]: id(frame) for frame in item["frames"]}
            animations += [(f"{name}/{run['name']}", run["loop"], [(ids[step["frame"]], step["duration"], step.get("events")) for step in run["steps"]])
                           for run in item.get("animations", [])]
        self.assertEqual(len(old), len(sprite["frames"]))
        found = {frame["name"]: frame for frame in sprite["frames"]}
        self.assertEqual(set(found), set(by_name))
        for key, frame in by_name.items():
            self.check_frame(project, frame, new, found[key])
            self.assertEqual(frame.get("points"), found[key].get("points"))
            self.assertEqual(frame.get("values"), found[key].get("values"))
        ids = {frame["id"]: id(by_name[frame["name"]]) for frame in sprite["frames"]}
        again = [(run["name"], run["loop"], [(ids[step["frame"]], step["duration"], step.get("events")) for step in run["steps"]])
                 for run in sprite.get("animations", [])]
        self.assertEqual(again, animations)
        return out, self.read_json("sheet.json")

    def test_samples(self):
        for name in ("dojo", "yard"):
            project = self.sample(name)
            for form in ("phaser", "pixi"):
                out, _ = self.check(project, form)
                self.assertEqual("left out" in out, name == "yard", out)

    def test_odd(self):
        project = self.odd_project()
        for form in ("phaser", "pixi"):
            out, data = self.check(project, form)
            self.assertEqual(out, "")
            frame = data["frames"]["puck/puck 0"]
            self.assertEqual(frame["spriteSourceSize"], {"x": 8, "y": 8, "w": 16, "h": 16})
            self.assertEqual((frame["anchor"], frame["pivot"]), ({"x": 0.5, "y": 0.9375},) * 2)
            self.assertEqual([sorted(shape) for shape in frame["kickbox"]["shapes"]][0], ["box", "class"])

    def test_pages(self):
        project = self.sample("dojo")
        _, data = self.check(project, "phaser", "--page-size", "256")
        self.assertEqual([item["image"] for item in data["textures"]], [f"sheet-{i}.png" for i in range(len(data["textures"]))])
        self.assertGreater(len(data["textures"]), 1)
        _, data = self.check(project, "pixi", "--page-size", "256")
        self.assertEqual(data["meta"]["related_multi_packs"], [f"sheet-{i}.json" for i in range(1, len(data["meta"]["related_multi_packs"]) + 1)])
        # A file that is not an export is left as it is, and the others with it.
        before = Case.read(self, self.path("out", "sheet.json"))
        self.write("out/sheet-1.json", "{}")
        self.refused("export", project, "-o", self.path("out", "sheet.json"), "--format", "pixi", "--page-size", "200", status=1, says=["sheet-1.json: this file is not"])
        self.assertEqual(Case.read(self, self.path("out", "sheet.json")), before)
        self.assertEqual(Case.read(self, self.path("out", "sheet-1.json")), b"{}")

    def test_phaser_animations(self):
        """Phaser adds a frame's duration to that of the frame rate."""
        self.export(self.odd_project(), "hero.json", "phaser")
        runs = {run["key"]: run for run in self.read_json("hero.json")["anims"]}
        spin = runs["puck/spin"]
        self.assertEqual([(item["key"], item["duration"] + 1000 / spin["frameRate"]) for item in spin["frames"]], [("hero", 100), ("hero", 50), ("hero", 75)])
        self.assertEqual([(run["repeat"], run["yoyo"]) for run in runs.values()], [(-1, True), (0, False)])

    def test_report(self):
        """As that of an import; the depfile and the project's settings work as for banks."""
        project = self.sample("yard")
        self.edit(project, {"set": "export", "value": {"format": "pixi"}})
        out, _ = self.run_kickbox("export", "yard", "-o", "a/x.json", "--json", "--depfile", "x.d")
        report = json.loads(out)
        self.assertEqual(report, {"assets": [{"kind": "file", "name": "a/x.json"}, {"kind": "file", "name": "a/x-0.png"}],
                                  "left_out": [{"what": "levels", "count": 4}], "messages": []})
        self.assertTrue(Case.read(self, self.path("x.d")).startswith(b"a/x.json:"))
        out, _ = self.run_kickbox("export", "yard", "-o", "a/y.json")
        self.assertEqual(out, "  left out: levels (4)\n")
        self.refused("export", "yard", "-o", "yard/yard.kickbox", "--format", "phaser", status=2, says=["yard.kickbox"])
        self.assertEqual(self.run_kickbox("export", "yard", "-o", "a/y.kbx", "--format", "binary")[0], "")
        # A file for an engine has the format's ending, or none.
        self.refused("export", "yard", "-o", "a/m.tmx", "--format", "tiled", status=2, says=["a/m.tmx", "ends with .world"])
        self.assertFalse(os.path.exists(self.path("a", "m.tmx")))
        for name in ("a.b/y", "a/Y.JSON"):
            self.run_kickbox("export", "yard", "-o", name)


class Regions(Exporters):
    """Formats with one entry for each frame."""

    def test_libgdx(self):
        for project, options in ((self.sample("dojo"), ["--page-size", "256"]), (self.odd_project(), [])):
            self.edit(project, {"insert": "classes", "value": {"name": "a:b", "colour": "#102030"}},
                      {"insert": "sprites[0].frames[0].shapes", "value": {"class": "a:b", "geometry": {"box": [-1, 2, 3, 4]}}})
            out = self.export(project, "sheet.atlas", "libgdx", *options)
            self.assertIn("left out: animations that hold their last frame", out)
            self.assertIn("left out: names and texts that were changed (1)", out)
            new, sprite = self.again("sheet.atlas")
            frames = self.names(project)
            found = {frame["name"]: frame for frame in sprite["frames"]}
            self.assertEqual(set(found), set(frames))
            for name, frame in frames.items():
                for shape in frame.get("shapes", []):
                    shape["class"] = shape["class"].replace(":", "-")
                self.check_frame(project, frame, new, found[name], kinds=["box"], named=False, values=False)
                self.assertEqual([(point["name"], point["at"]) for point in frame.get("points", [])],
                                 [(point["name"], point["at"]) for point in found[name].get("points", [])])
            lines = Case.read(self, self.path("out", "sheet.atlas")).decode().splitlines()
            self.assertIn("  box a-b: -1, 2, 3, 4", lines)
            self.assertLessEqual(max(line.count(",") for line in lines if line.startswith(" ")), 3)

    @staticmethod
    def area(corners):
        return abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(corners, corners[1:] + corners[:1]))) / 2

    def test_physics(self):
        """Boxes are corners now, polygons convex parts of the same area."""
        for project in (self.sample("dojo"), self.odd_project()):
            self.export(project, "shapes.json", "physicseditor")
            for name, frame in self.names(project).items():
                self.write(f"out/{name}.png", self.picture(project, frame))
            new, sprite = self.again("shapes.json")
            frames = self.names(project)
            self.assertEqual([frame["name"] for frame in sprite["frames"]], list(frames))
            for frame, other in zip(frames.values(), sprite["frames"]):
                self.check_frame(project, {**frame, "hot_spot": None}, new, {**other, "hot_spot": None}, kinds=["circle"], named=False, values=False)
                areas = [{}, {}]
                for shape in frame.get("shapes", []):
                    kind, numbers = next(iter(shape["geometry"].items()))
                    area = {"box": lambda n: n[2] * n[3], "oriented": lambda n: n[2] * n[3], "polygon": self.area}.get(kind, lambda n: 0)(numbers)
                    areas[0][shape["class"]] = areas[0].get(shape["class"], 0) + area
                for shape in other.get("shapes", []):
                    areas[1][shape["class"]] = areas[1].get(shape["class"], 0) + self.area(shape["geometry"].get("polygon", []))
                for name in areas[0]:
                    self.assertAlmostEqual(areas[0][name], areas[1].get(name, 0), delta=1, msg=name)


class Timeline(Exporters):
    """Formats that repeat a frame for each step: the steps of all animations, then frames that none shows."""

    def timeline(self, project):
        frames, runs, shown = [], [], set()
        for name, item in self.sprites(project):
            by_id = {frame["id"]: frame for frame in item["frames"]}
            for run in item.get("animations", []):
                runs.append((f"{name}/{run['name']}", run["loop"], [step["duration"] for step in run["steps"]], len(frames),
                             [[event["name"] for event in step.get("events", [])] for step in run["steps"]]))
                frames += [by_id[step["frame"]] for step in run["steps"]]
        shown = {id(frame) for frame in frames}
        return frames + [frame for _, item in self.sprites(project) for frame in item["frames"] if id(frame) not in shown], runs

    def timeline_once(self, project):
        """The same objects for equal frames."""
        sprites = self.sprites(project)
        self.sprites = lambda _: sprites
        result = self.timeline(project)
        del self.sprites
        return result

    @staticmethod
    def sff(sprites):
        """MUGEN's sprites, version 2: (group, image, size, axis, PNG)."""
        heads, data = b"", b""
        for group, image, size, axis, picture in sprites:
            heads += struct.pack("<HHHHhhHBBIIHH", group, image, *size, *axis, 0, 12, 32, len(data), len(picture) + 4, 0, 0)
            data += struct.pack("<I", len(picture)) + picture
        at = 512 + len(heads)
        head = b"ElecbyteSpr\0\0\1\0\2" + bytes(20) + struct.pack("<IIIIIIII", 512, len(sprites), at, 0, at, len(data), at + len(data), 0)
        return head + bytes(512 - len(head)) + heads + data

    def test_mugen(self):
        """Actions with the sprites that an SFF has: boxes of hits are Clsn1, others Clsn2."""
        for project in (self.unshown(self.sample("dojo")), self.odd_project()):
            out = self.export(project, "x.air", "mugen")
            self.assertIn("left out: pictures of frames", out)
            self.assertEqual([name for name in os.listdir(self.path("out")) if name.startswith("x-")], [])
            sprites = [(group, image, (frame["width"], frame["height"]), frame.get("hot_spot", [0, 0]), self.picture(project, frame))
                       for group, (_, item) in enumerate(self.sprites(project)) for image, frame in enumerate(item["frames"])]
            self.write("out/x.sff", self.sff(sprites))
            new, sprite = self.again("x.air")
            frames, runs = self.timeline_once(project)
            by_id = {frame["id"]: frame for frame in sprite["frames"]}
            first = len(frames) - sum(len(run["steps"]) for _, item in self.sprites(project) for run in self.rest(item))
            for name, item in self.sprites(project):
                for run in self.rest(item):
                    runs.append((name, "once", [100] * len(run["steps"]), first, []))
                    first += len(run["steps"])
            self.assertEqual(len(runs), len(sprite["animations"]))
            for number, ((_, loop, durations, first, _), run) in enumerate(zip(runs, sprite["animations"])):
                order = list(range(len(durations)))
                order += order[-2:0:-1] if loop == "ping-pong" else []
                self.assertEqual((run["name"], run["loop"]), (f"action {number}", "hold-last" if loop == "hold-last" else "loop"))
                self.assertEqual(len(run["steps"]), len(order))
                for index, step in zip(order, run["steps"]):
                    frame, other = frames[first + index], by_id[step["frame"]]
                    self.check_frame(project, frame, new, other, kinds=["none"])
                    boxes = [("Clsn1" if shape["class"] == "hit" else "Clsn2", shape["geometry"]["box"]) for shape in frame.get("shapes", [])
                             if "box" in shape["geometry"]]
                    self.assertEqual([(shape["class"], shape["geometry"]["box"]) for shape in other.get("shapes", [])], sorted(boxes, key=lambda box: box[0]))
                    if loop != "hold-last" or index < len(durations) - 1:
                        self.assertLessEqual(abs(step["duration"] - durations[index]), 17)

    def test_aseprite(self):
        for project in (self.sample("dojo"), self.odd_project()):
            out = self.export(project, "sheet.json", "aseprite")
            self.assertIn("left out: names of shapes", out)
            new, sprite = self.again("sheet.json")
            frames, runs = self.timeline_once(project)
            self.assertEqual(len(frames), len(sprite["frames"]))
            for frame, other in zip(frames, sprite["frames"]):
                self.check_frame(project, frame, new, other, kinds=["box"], named=False, values=False)
                self.assertEqual([(point["name"], point["at"]) for point in frame.get("points", [])],
                                 [(point["name"], point["at"]) for point in other.get("points", [])])
            order = [frame["id"] for frame in sprite["frames"]]
            again = [(run["name"], run["loop"], [step["duration"] for step in run["steps"]], order.index(run["steps"][0]["frame"]),
                      [[event["name"] for event in step.get("events", [])] for step in run["steps"]]) for run in sprite["animations"]]
            self.assertEqual(again, [(name, "once" if loop == "hold-last" else loop, *rest) for name, loop, *rest in runs])
        self.refused("export", self.path("dojo"), "-o", self.path("x.json"), "--format", "aseprite", "--page-size", "256", status=1, says=["dojo", "only one"])
        self.assertFalse(os.path.exists(self.path("x.json")))


class Scenes(Exporters):
    """Formats that list a frame for each step; one sprite is read back at a time."""

    def alone(self, project, name):
        """The project without its other sprites."""
        for other, _ in self.sprites(project):
            if other != name:
                self.edit(project, {"remove": f"sprites['{other}']"})
        return next(item for _, item in self.sprites(project))

    def check_steps(self, project, old, new, again, check, ticks=None):
        """The animations are the same, or have a tick for each of their steps."""
        frames, others = ({frame["id"]: frame for frame in item["frames"]} for item in (old, new))
        self.assertEqual([run["name"] for run in new["animations"]], [run["name"] for run in old["animations"]])
        for run, other in zip(old["animations"], new["animations"], strict=True):
            loops = run["loop"] in ("loop", "ping-pong")
            self.assertEqual(other["loop"] == "loop", loops, run["name"])
            steps = run["steps"] + (run["steps"][-2:0:-1] if run["loop"] == "ping-pong" else [])
            tick = functools.reduce(math.gcd, [step["duration"] for step in steps]) if ticks else 0
            steps = [step for step in steps for _ in range(step["duration"] // tick if ticks else 1)]
            self.assertEqual([step["duration"] for step in other["steps"]], [tick or step["duration"] for step in steps])
            for step, found in zip(steps, other["steps"]):
                check(project, frames[step["frame"]], again, others[found["frame"]])

    def fresh(self, name, *options):
        """The only sprite of a new project, with its animations."""
        project = self.path("again")
        shutil.rmtree(project, ignore_errors=True)
        self.run_kickbox("new", project)
        out, _ = self.run_kickbox("import", project, self.path("out", name), *options)
        self.assertNotIn("tracks of", out)
        (_, sprite), = self.sprites(project)
        return project, sprite

    area = staticmethod(Regions.area)

    def check_whole(self, project, frame, again, other):
        """Everything that Godot has."""
        bare = {**frame, "shapes": [shape for shape in frame.get("shapes", []) if "polygon" not in shape["geometry"]]}
        found = {**other, "shapes": [shape for shape in other.get("shapes", []) if "polygon" not in shape["geometry"]]}
        for item in (bare, found):
            for shape in item["shapes"]:
                if "capsule" in shape["geometry"]:      # either end may be first
                    a, b, c, d, r = shape["geometry"]["capsule"]
                    shape["geometry"]["capsule"] = [*min([a, b], [c, d]), *max([a, b], [c, d]), r]
            item["shapes"].sort(key=lambda shape: (shape["class"], str(self.near(shape))))
        self.check_frame(project, bare, again, found, named=False, values=False)
        self.assertEqual({point["name"].replace('"', "_").replace("\\", "_"): (point["at"], point.get("direction", 0)) for point in frame.get("points", [])},
                         {point["name"]: (point["at"], point.get("direction", 0)) for point in other.get("points", [])})
        areas = [sum(self.area(shape["geometry"].get("polygon", [])) for shape in item.get("shapes", [])) for item in (frame, other)]
        self.assertAlmostEqual(*areas, delta=1)

    def test_godot(self):
        for project, name in ((self.sample("dojo"), "boxer"), (self.odd_project(), "puck")):
            out = self.export(project, "all.tscn", "godot")
            self.assertIn("left out: names of shapes", out)
            nodes = [line for line in self.text("all.tscn").splitlines() if 'type="AnimationPlayer"' in line]
            self.assertEqual(len(nodes), len(self.sprites(project)))
            old = self.alone(project, name)
            self.export(project, "one.tscn", "godot")
            again, new = self.fresh("one.tscn")
            old["animations"] = old.get("animations", []) + self.rest(old)
            for run in old["animations"]:
                run["name"] = run["name"].replace('"', "_")
            self.check_steps(project, old, new, again, self.check_whole)

    def test_godot_names(self):
        """Names that differ only in what Godot cannot have are still different."""
        project = self.unshown(self.odd_project())
        self.edit(project, {"set": "sprites['still life'].name", "value": "a.b"}, {"set": "sprites['still-life'].name", "value": "a,b"},
                  {"insert": "classes", "value": {"name": "x.y", "colour": "#102030"}}, {"insert": "classes", "value": {"name": "x,y", "colour": "#102030"}},
                  *({"insert": "sprites['a.b'].frames[0].shapes", "value": {"class": name, "geometry": {"box": [1, 2, 3, 4]}}} for name in ("x.y", "x,y")))
        self.assertIn("left out: names and texts that were changed (", self.export(project, "x.tscn", "godot"))
        paths = re.findall(r'^\[node name="([^"]*)" type="[^"]*"(?: parent="([^"]*)")?\]', self.text("x.tscn"), re.M)
        self.assertEqual(len(set(paths)), len(paths))
        self.assertEqual({name for name, parent in paths if parent == "."}, {"a_b", "a_b_", "puck", "two", "wall"})
        self.assertEqual({name for name, parent in paths if parent == "a_b_/Shapes"}, {"x_y", "x_y_"})

    def text(self, name):
        return Case.read(self, self.path("out", name)).decode()

    def test_godot_frames(self):
        for project in (self.unshown(self.sample("dojo")), self.odd_project()):
            self.export(project, "x.tres", "godot-frames")
            again, new = self.fresh("x.tres")
            sprites = self.sprites(project)
            rests = [(name, {**run, "name": "frames_" if name == "two" else "frames"}) for name, item in sprites for run in self.rest(item)]
            old = {"animations": [{**run, "name": f"{name}/{run['name']}", "steps": [{**step, "frame": (name, step["frame"])} for step in run["steps"]]}
                                  for name, run in [(name, run) for name, item in sprites for run in item.get("animations", [])] + rests],
                   "frames": [{**frame, "id": (name, frame["id"]), "shapes": [], "hot_spot": None} for name, item in sprites for frame in item["frames"]]}
            self.check_steps(project, old, new, again, self.check_frame)

    def check_gdevelop(self, project, frame, again, other):
        self.check_frame(project, frame, again, {**other, "shapes": frame.get("shapes", [])})
        self.assertEqual({point["name"]: point["at"] for point in frame.get("points", [])}, {point["name"]: point["at"] for point in other.get("points", [])})
        areas = {"box": lambda n: n[2] * n[3], "oriented": lambda n: n[2] * n[3], "polygon": self.area}
        old = sum(areas.get(kind, lambda n: 0)(numbers) for shape in frame.get("shapes", []) for kind, numbers in shape["geometry"].items())
        new = sum(self.area(shape["geometry"]["polygon"]) for shape in other.get("shapes", []))
        self.assertAlmostEqual(old, new, delta=2)

    def test_gdevelop(self):
        project = self.unshown(self.sample("dojo"))
        self.export(project, "x.json", "gdevelop")
        self.assertEqual(sum(name.endswith(".png") for name in os.listdir(self.path("out"))), sum(len(item["frames"]) for _, item in self.sprites(project)))
        for name, old in self.sprites(project):
            again, new = self.fresh("x.json", "--part", self.plain_name(name))
            old["animations"] = old.get("animations", []) + self.rest(old)
            if name == "two":
                old["animations"][-1]["name"] = "frames_"
            self.check_steps(project, old, new, again, self.check_gdevelop, ticks=True)

    def test_construct(self):
        """What Construct pastes: its numbers are parts of the frame's size, its durations ticks of the speed."""
        project = self.unshown(self.odd_project())
        out = self.export(project, "x.json", "construct")
        self.assertEqual(os.listdir(self.path("out")), ["x.json"])
        pasted = self.read_json("x.json")
        self.assertEqual((pasted["is-c3-clipboard-data"], pasted["type"]), (True, "object-types"))
        pictures = [Picture(base64.b64decode(text.removeprefix("data:image/png;base64,"))) for text in pasted["imageData"]]
        further = later = 0
        for (name, sprite), item in zip(self.sprites(project), pasted["items"], strict=True):
            frames = {frame["id"]: frame for frame in sprite["frames"]}
            runs = sprite.get("animations", []) + [{**run, "name": "frames_" if name == "two" else "frames"} for run in self.rest(sprite)]
            self.assertEqual((item["name"], item["plugin-id"]), (self.plain_name(name), "Sprite"))
            for run, made in zip(runs, item["animations"]["items"], strict=True):
                self.assertEqual((made["name"], made["isLooping"], made["isPingPong"]), (run["name"], run.get("loop") in ("loop", "ping-pong"), run.get("loop") == "ping-pong"))
                for step, frame in zip(run["steps"], made["frames"], strict=True):
                    old = frames[step["frame"]]
                    w, h = size = old["width"], old["height"]
                    picture = pictures[frame["imageDataIndex"]]
                    self.assertEqual(((frame["width"], frame["height"]), (picture.width, picture.height)), (size, size))
                    self.assertEqual(b"".join(picture.rgba(x, y) if picture.rgba(x, y)[3] else bytes(4) for y in range(h) for x in range(w)), self.pixels(project, old))
                    self.assertEqual([round(frame["originX"] * w, 6), round(frame["originY"] * h, 6)], old.get("hot_spot", [0, 0]))
                    self.assertEqual([(point["name"], [round(point["x"] * w, 6), round(point["y"] * h, 6)]) for point in frame["imagePoints"]],
                                     [(point["name"], point["at"]) for point in old.get("points", [])])
                    self.assertEqual(frame["tag"], " ".join(event["name"] for event in step.get("events", [])))
                    if made["speed"]:
                        self.assertAlmostEqual(frame["duration"] / made["speed"] * 1000, step["duration"], places=6)
                    shapes = [shape["geometry"] for shape in old.get("shapes", []) if set(shape["geometry"]) & {"box", "oriented", "polygon"}]
                    self.assertEqual(frame["useCollisionPoly"], bool(shapes))
                    numbers = frame.get("collisionPoly", {"points": []})["points"]
                    corners = [[x * w, y * h] for x, y in zip(numbers[::2], numbers[1::2])]
                    areas = [self.area(of) if kind == "polygon" else of[2] * of[3] for shape in shapes for kind, of in shape.items()]
                    later += bool(areas) and areas.index(max(areas)) > 0
                    for kind, of in shapes[areas.index(max(areas))].items() if shapes else []:
                        if kind == "polygon":
                            self.assertEqual(self.near({"geometry": {"p": corners}}), self.near({"geometry": {"p": of}}))
                        else:
                            self.assertAlmostEqual(self.area(corners), of[2] * of[3], delta=1)
            further += sum(max(sum(bool(set(shape["geometry"]) & {"box", "oriented", "polygon"}) for shape in frame.get("shapes", [])), 1) - 1 for frame in frames.values())
        self.assertGreater(later, 0, "the largest shape is not the first one")
        self.assertIn(f"  left out: shapes other than the largest of a frame ({further})\n", out)

    def test_identifiers(self):
        """A name that is fine stays with its sprite; others are still different, and counted."""
        project = self.unshown(self.odd_project())
        for old, new in (("puck", "hero a"), ("two", "hero_a"), ("wall", "été"), ("still life", "9 龍"), ("still-life", "été-")):
            self.edit(project, {"set": f"sprites['{old}'].name", "value": new})
        for form, name in (("construct", "x.json"), ("gdevelop", "y.json"), ("ldtk", "z.ldtk")):
            out = self.export(project, name, form)
            data = self.read_json(name)
            items = data["items"] if form == "construct" else data["objects"] if form == "gdevelop" else data["defs"]["tilesets"]
            self.assertEqual([item.get("name", item.get("identifier")) for item in items], ["_9__", "hero_a_2", "hero_a", "ete", "ete_"])
            self.assertIn("  left out: names and texts that were changed (4)\n", out)
        report = json.loads(self.export(project, "x.json", "construct", "--json"))
        self.assertIn({"what": "names and texts that were changed", "count": 4}, report["left_out"])
        self.assertNotIn("names that", self.export(project, "x.json", "phaser"))

    def check_supertux(self, project, frame, again, other):
        self.assertEqual(self.pixels(project, frame), self.pixels(again, other))

    def test_supertux(self):
        project = self.sample("dojo")
        self.export(project, "x.sprite", "supertux")
        self.assertIn('(name "fakir/', self.text("x.sprite"))
        old = self.alone(project, "boxer")
        self.export(project, "x.sprite", "supertux")
        again, new = self.fresh("x.sprite")
        old["animations"] += self.rest(old)
        self.check_steps(project, old, new, again, self.check_supertux, ticks=True)
        first = next(shape["geometry"]["box"] for shape in old["frames"][0]["shapes"] if "box" in shape["geometry"])
        self.assertIn("(hitbox {} {} {} {})".format(*first), self.text("x.sprite"))

    def test_no_picture(self):
        """A frame that shows nothing has a transparent picture of its size."""
        project = self.odd_project()
        frames = [{"id": 951, "name": "blank", "width": 5, "height": 3},
                  {"id": 952, "name": "clear", "width": 2, "height": 4, "picture": {"file": "clear.png", "rect": [0, 0, 2, 4]}}]
        self.write("odd/pictures/clear.png", png(2, 4, lambda x, y: bytes(4)))
        self.edit(project, {"insert": "sprites", "value": {"name": "empty", "frames": frames, "animations": [
            {"name": "run", "loop": "loop", "steps": [{"frame": frame["id"], "duration": 100} for frame in frames]}]}})
        sizes = [(5, 3), (2, 4)]
        self.export(project, "x.json", "construct")
        pasted = self.read_json("x.json")
        item = next(item for item in pasted["items"] if item["name"] == "empty")
        steps = item["animations"]["items"][0]["frames"]
        self.assertEqual([(frame["width"], frame["height"]) for frame in steps], sizes)
        found = [base64.b64decode(pasted["imageData"][frame["imageDataIndex"]].partition(",")[2]) for frame in steps]
        for form, name in (("gdevelop", "y.json"), ("supertux", "z.sprite")):
            self.export(project, name, form)
            names = (re.findall(r'"(z-[0-9]+.png)"', self.text(name).partition("empty/run")[2]) if form == "supertux" else
                     [frame["image"] for item in self.read_json(name)["objects"] if item["name"] == "empty" for frame in item["animations"][0]["directions"][0]["sprites"]])
            found += [Case.read(self, self.path("out", name)) for name in names[:2]]
        bare = [frame for item in self.read_json("y.json")["objects"] if item["name"] == "empty" for frame in item["animations"][0]["directions"][0]["sprites"]]
        self.assertEqual([(frame["hasCustomCollisionMask"], frame["customCollisionMask"]) for frame in bare], 2 * [(True, [])])   # else all of the picture
        self.assertEqual([(picture.width, picture.height) for picture in map(Picture, found)], 3 * sizes)
        self.assertEqual({Picture(data).rgba(x, y) for data, (w, h) in zip(found, 3 * sizes) for x in range(w) for y in range(h)}, {bytes(4)})
        self.edit(project, {"insert": "sprites['empty'].frames[1].shapes", "value": {"class": "hurt", "geometry": {"box": [0, 1, 2, 3]}}})
        self.export(project, "t.world", "tiled")
        self.run_kickbox("new", self.path("again"))
        self.run_kickbox("import", self.path("again"), self.path("out", "t-empty.tsx"), "--name", "empty")
        (_, again), = self.sprites(self.path("again"))
        self.assertEqual([(frame["width"], frame["height"], [shape["geometry"] for shape in frame.get("shapes", [])]) for frame in again["frames"]],
                         [(5, 3, []), (2, 4, [{"box": [0, 1, 2, 3]}])])
        self.assertEqual([len(run["steps"]) for run in again["animations"]], [2])


if __name__ == "__main__":
    unittest.main()
