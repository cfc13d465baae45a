# SPDX-License-Identifier: MIT
"""`kickbox check`, `info` and `render`: what they print and draw of projects and of banks."""
import filecmp
import json
import os
import re
import subprocess
import sys
import unittest

from cli_case import Case, KICKBOX, SOURCE, disc, png

sys.path.insert(0, os.path.join(SOURCE, "tests", "golden"))
import read_bank  # noqa: E402


class Check(Case):
    def test_problems(self):
        project = self.make_project()
        out, _ = self.run_kickbox("check", project, status=1)
        wall = self.path("demo/sprites/wall.json")
        self.assertIn(wall + ": frames[1] (frame 2): warning: the frame has no hot spot\n", out)
        problems = json.loads(self.run_kickbox("check", project, "--json", status=1)[0])["problems"]
        self.assertEqual(re.sub(r" \(frame \d+\)", "", out), "".join(f"{p['file']}: {p['place']}: {p['severity']}: {p['message']}\n" for p in problems))
        self.assertIn((wall, "sprites[1].frames[1]"), [(p["file"], p["path"]) for p in problems])
        self.edit(project, {"insert": "classes", "value": {"name": "spare", "colour": "#123456"}})
        self.edit(project, {"insert": "sprites['wall'].frames[0].shapes", "at": 0,
                            "value": {"class": "hit", "geometry": {"box": [-5, 0, 9, 9]}}})
        out, _ = self.run_kickbox("check", "demo", status=1)
        self.assertIn("demo/demo.kickbox: classes[3]: warning: ", out)
        self.assertIn("demo/sprites/wall.json: frames[0].shapes[0] (frame 1): warning: ", out)
        self.assertIn("\nsprites/wall.json: frames[0].shapes[0] (frame 1): ", "\n" + self.run_kickbox("check", ".", cwd=project, status=1)[0])

    def test_types_of_values(self):
        """A value must be what its class says, also where it is the class's own."""
        project = self.make_project()
        self.edit(project, {"set": "classes['hit'].value_types", "value": {"damage": "number", "angle": "text", "blocks": "boolean", "glow": "colour"}})
        self.assertNotIn("'damage'", self.run_kickbox("check", project, status=1)[0])
        bat = "sprites['puck'].frames[2].shapes[0]"
        for key, good, bad, says in (("damage", "-0.5", "lots", "expected a number"), ("blocks", "false", "no", "expected true or false"),
                                     ("glow", "#ff8000", "red", "expected a colour such as #ff8000")):
            self.edit(project, {"set": f"{bat}.values", "value": {key: good}}, {"set": "classes['hit'].values", "value": {key: bad}})
            out = self.run_kickbox("check", "demo", status=1)[0]
            self.assertEqual([line for line in out.splitlines() if "expected" in line],
                             [f"demo/demo.kickbox: classes[1]: error: the value '{key}' is '{bad}', {says}"])
            self.edit(project, {"set": f"{bat}.values", "value": {key: bad}}, {"set": "classes['hit'].values", "value": None})
            out = self.run_kickbox("check", "demo", status=1)[0]
            self.assertIn(f"demo/sprites/puck.json: frames[2].shapes[0] (frame 3): error: the value '{key}' is '{bad}', {says}\n", out)
            self.refused("export", "demo", "-o", "x", status=1)
        self.edit(project, {"set": f"{bat}.values", "value": None}, {"set": "value_types", "value": {"speed": "number"}},
                  {"set": "sprites['puck'].values", "value": {"speed": "fast"}})
        self.assertIn("demo/sprites/puck.json: error: the value 'speed' is 'fast', expected a number\n", self.run_kickbox("check", "demo", status=1)[0])
        self.assertEqual(json.loads(self.run_kickbox("info", project, "--json")[0])["value_types"],
                         {"hit": {"damage": "number", "angle": "text", "blocks": "boolean", "glow": "colour"}, "": {"speed": "number"}})
        errors = self.edit(project, {"set": "value_types", "value": {"speed": "velocity"}}, status=1)[1]
        self.assertIn("value_types: speed: expected one of text, number, boolean, colour, ", errors)

    def test_many_shared_shapes(self):
        """Shared shapes have a limit for all frames together, so a small file cannot ask for millions."""
        self.run_kickbox("new", "p")
        shapes = [{"class": "hurt", "shared": True, "geometry": {"box": [0, 0, 4, 4]}} for _ in range(1000)]
        sprite = {"name": "hero", "frames": [{"name": f"f{i}", "width": 8, "height": 8, "hot_spot": [0, 0], "shapes": [] if i else shapes} for i in range(2000)]}
        steps = [{"frame": i + 1, "duration": 100} for i in range(2000)]
        with self.used_less(15):
            self.edit("p", {"insert": "classes", "value": {"name": "hurt", "colour": "#3584e4"}}, {"insert": "sprites", "value": sprite},
                      {"insert": "sprites['hero'].animations", "value": {"name": "run", "loop": "loop", "steps": steps[:132]}})
            self.assertNotIn("shared", self.run_kickbox("check", "p", status=1)[0])
            self.edit("p", {"insert": "sprites['hero'].animations", "value": {"name": "all", "loop": "loop", "steps": steps}})
            self.assertIn("p/sprites/hero.json: error: the sprite's frames take over more than 131072 shared shapes\n",
                          self.run_kickbox("check", "p", status=1)[0])
            self.refused("export", "p", "-o", "x", status=1, says=["take over more than 131072 shared shapes"])
        self.assertLess(self.peak("check", "p"), 200)

    def test_defaults_of_a_tile(self):
        """A tile has the values of its class, unless it has the key itself."""
        project = self.make_project()
        frame = "sprites['wall'].frames[0]"
        self.edit(project, {"set": "classes['hit'].values", "value": {"damage": "3", "kind": "heavy"}},
                  {"set": f"{frame}.collision_class", "value": "hit"}, {"set": f"{frame}.collision", "value": "full"},
                  {"set": f"{frame}.values", "value": {"kind": "light"}})
        self.run_kickbox("export", project, "-o", self.path("x.json"), "--format", "json")
        with open(self.path("x.json"), encoding="utf-8") as file:
            frames = json.load(file)["sprites"][1]["frames"]
        self.assertEqual([frame.get("values") for frame in frames], [{"damage": 3, "kind": "light"}, None])

    def test_values_of_levels(self):
        """A level and an area have values, an area also those of its class."""
        project = self.make_project()
        pond = {"name": "pond", "class": "hurt", "rings": [[[0, 0], [9, 0], [0, 9]]], "values": {"deep": "true"}}
        self.edit(project, {"set": "classes['hurt'].values", "value": {"deep": "false", "damage": "3"}},
                  {"insert": "levels", "value": {"name": "yard", "values": {"sky": "#87CEEB"}, "areas": [pond]}})
        self.run_kickbox("export", project, "-o", self.path("x.json"), "--format", "json")
        level = json.loads(self.read(self.path("x.json")))["levels"][0]
        self.assertEqual((level["values"], level["areas"][0]["values"]), ({"sky": {"colour": "#87ceeb"}}, {"deep": True, "damage": 3}))
        self.run_kickbox("export", project, "-o", self.path("x.kbx"))
        asked = ({"level": "yard"}, {"level": "yard", "area": "pond"}, {"level": "yard", "area": 0},
                 {"sprite": "puck", "frame": 2, "shape": 0}, {"sprite": "puck"}, {"sprite": "puck", "animation": "spin", "step": 0})
        answers = self.query("x.kbx", *(dict(line, q="values") for line in asked))
        self.assertEqual([answer["values"] for answer in answers],
                         [{"sky": "#87ceeb"}, {"deep": True, "damage": 3}, {"deep": True, "damage": 3}, {"angle": "low", "damage": 7}, {}, {}])
        for line, says in (({}, "sprite, level, track"), ({"level": "puck"}, "level"), ({"level": "yard", "area": 1}, "area"),
                           ({"sprite": "puck", "frame": -1}, "frame"), ({"sprite": "puck", "shape": 0}, "shape")):
            self.assertTrue(self.query("x.kbx", dict(line, q="values"), status=1)[0]["error"].startswith(says + ": expected"), line)
        self.edit(project, {"set": "classes['hurt'].value_types", "value": {"deep": "number"}},
                  {"set": "value_types", "value": {"sky": "boolean"}})
        out = self.run_kickbox("check", "demo", status=1)[0]
        for place, says in (("levels/yard.json", "'sky' is '#87CEEB', expected true or false"),
                            ("levels/yard.json: areas[0]", "'deep' is 'true', expected a number"), ("demo.kickbox: classes[0]", "'deep' is 'false'")):
            self.assertIn(f"demo/{place}: error: the value {says}", out)

    def test_values_of_parts(self):
        """Walls have values and those of their class, layers and tracks their own; a bank keeps them all."""
        project = self.make_project()
        walls = [{"a": [0, 0], "b": [9, 0], "class": "hit"},
                 {"a": [9, 0], "b": [9, 9], "class": "hurt", "values": {"lock": "red", "key": "4"}}, {"a": [0, 9], "b": [0, 0], "class": "hurt"}]
        maze = {"id": 1, "name": "halls", "class": "hurt", "cell": [8, 8], "width": 2, "height": 2, "values": {"dark": "true"}}
        ground = {"name": "hill", "class": "hit", "points": [{"at": [0, 5]}, {"at": [9, 5]}], "values": {"soft": "1"}}
        layer = {"id": 1, "name": "floor", "cell": [8, 8], "width": 1, "height": 1, "values": {"depth": "2"}}
        image = {"name": "sky", "sprite": "puck", "values": {"far": "yes"}}
        self.edit(project, {"set": "classes['hurt'].values", "value": {"lock": "none"}},
                  {"set": "value_types", "value": {"depth": "text"}},
                  {"insert": "levels", "value": {"name": "yard", "walls": walls, "mazes": [maze], "grounds": [ground], "layers": [layer],
                                                 "images": [image]}},
                  {"insert": "tracks", "value": {"name": "ring", "width": 40, "height": 40, "values": {"laps": "3"}}})
        self.run_kickbox("export", project, "-o", self.path("x.kbx"))
        asked = {"wall": [{}, {"key": 4, "lock": "red"}, {"lock": "none"}], "maze": [{"dark": True, "lock": "none"}], "ground": [{"soft": 1}],
                 "layer": [{"depth": "2"}], "drawn": [{"far": "yes"}, {}]}
        lines = [{"q": "values", "level": "yard", part: i} for part, values in asked.items() for i in range(len(values))]
        self.assertEqual([answer["values"] for answer in self.query("x.kbx", *lines)], [one for values in asked.values() for one in values])
        self.assertEqual(self.query("x.kbx", {"q": "values", "track": "ring"})[0]["values"], {"laps": 3})
        self.assertIn("wall: expected", self.query("x.kbx", {"q": "values", "level": "yard", "wall": 3}, status=1)[0]["error"])
        self.run_kickbox("export", project, "-o", self.path("x.json"), "--format", "json")
        level = json.loads(self.read(self.path("x.json")))["levels"][0]
        self.assertEqual(level["wall_values"], [{"wall": 1, "values": {"key": 4, "lock": "red"}}, {"wall": 2, "values": {"lock": "none"}}])
        self.assertEqual(read_bank.read(self.read(self.path("x.kbx")))["levels"][0]["wall_values"], level["wall_values"])

    def typed_yard(self):
        """A level whose lever opens a gate, in words of every type that a class can declare."""
        project = self.make_project()
        gate = {"name": "gate", "class": "hit", "at": [30, 40], "ref": 4}
        lever = {"name": "lever", "class": "hurt", "at": [3, 4],
                 "values": {"opens": "4", "mood": "angry", "aim": "12.5, -3", "at": "2", "play": "puck/spin", "sound": "demo.kickbox", "none": ""}}
        pond = {"name": "pond", "class": "hit", "rings": [[[0, 0], [9, 0], [0, 9]]], "ref": 2}
        self.edit(project, {"set": "classes['hurt'].value_types", "value": {
                      "opens": "entity", "mood": ["calm", "angry"], "aim": "point", "at": "area", "play": "animation", "sound": "file", "none": "entity"}},
                  {"insert": "levels", "value": {"name": "attic", "entities": [{"class": "hit", "at": [0, 0]}]}},
                  {"insert": "levels", "value": {"name": "yard", "entities": [lever, gate], "areas": [pond]}})
        return project

    def test_references_and_choices(self):
        """In a bank a reference is an index, a choice has one, a point has two numbers."""
        project = self.typed_yard()
        self.assertNotIn("value '", self.run_kickbox("check", project, status=1)[0])
        written = {"opens": {"entity": "gate", "index": 2}, "mood": {"enum": "angry", "index": 1}, "aim": {"point": [12.5, -3]},
                   "at": {"area": "pond", "index": 0}, "play": {"animation": "puck/spin", "index": 0}, "sound": {"file": "demo.kickbox"},
                   "none": {"entity": ""}}
        self.run_kickbox("export", project, "-o", self.path("x.json"), "--format", "json")
        self.run_kickbox("export", project, "-o", self.path("x.kbx"))
        self.assertEqual(json.loads(self.read(self.path("x.json")))["levels"][1]["entities"][0]["values"], written)
        self.assertEqual(read_bank.read(self.read(self.path("x.kbx")))["levels"][1]["entities"][0]["values"], written)
        self.assertEqual(self.query("x.kbx", {"q": "values", "level": "yard", "entity": "lever"})[0]["values"], {
            "opens": {"entity": "gate", "level": "yard", "index": 1}, "mood": "angry", "aim": [12.5, -3],
            "at": {"area": "pond", "level": "yard", "index": 0}, "play": {"animation": "spin", "sprite": "puck", "index": 0},
            "sound": "demo.kickbox", "none": None})

    def test_references_follow_names(self):
        """A reference stays with what it refers to."""
        project = self.typed_yard()
        lever = "levels['yard'].entities[0]"
        self.edit(project, {"set": f"{lever}.values", "value": {"opens": "yard/4", "play": "puck/spin"}},
                  {"set": "levels['yard'].entities[1].name", "value": "door"}, {"set": "levels['yard'].name", "value": "court"},
                  {"set": "sprites['puck'].animations['spin'].name", "value": "turn"}, {"set": "sprites['puck'].name", "value": "disc"})
        level = json.loads(self.read(self.path("demo", "levels", "court.json")))
        self.assertEqual(level["entities"][0]["values"], {"opens": "court/4", "play": "disc/turn"})
        self.assertNotIn("value '", self.run_kickbox("check", project, status=1)[0])

    def test_broken_references(self):
        """What is missing is a problem with its place, and a copy is not what is referred to."""
        project = self.typed_yard()
        self.edit(project, {"insert": "levels['yard'].entities", "value": {"class": "hit", "at": [1, 1], "ref": 4}})
        self.assertNotIn("ref", json.loads(self.read(self.path("demo", "levels", "yard.json")))["entities"][2])
        for key, bad, says in (("opens", "7", "error: the value 'opens' refers to '7', which does not exist"),
                               ("opens", "attic/4", "error: the value 'opens' refers to 'attic/4', which does not exist"),
                               ("play", "puck/fly", "error: the value 'play' refers to 'puck/fly', which does not exist"),
                               ("mood", "sad", "error: the value 'mood' is 'sad', expected one of calm, angry"),
                               ("aim", "12", "error: the value 'aim' is '12', expected a point such as 64,32.5"),
                               ("sound", "../x", "error: the value 'sound' is '../x', expected a file in the project's folder"),
                               ("sound", "x.ogg", "warning: the value 'sound' names the file 'x.ogg', which does not exist")):
            self.edit(project, {"set": "levels['yard'].entities[0].values", "value": {key: bad}})
            self.assertIn(f"demo/levels/yard.json: entities[0]: {says}\n", self.run_kickbox("check", "demo", status=1)[0])
        errors = self.edit(project, {"set": "value_types", "value": {"a": "enum"}}, status=1)[1]
        self.assertIn("value_types: a: expected the choices", errors)

    def test_types_in_banks(self):
        """A value has the declared type in a bank, or else the one that it is written as."""
        project = self.make_project()
        step = "sprites['puck'].animations[0].steps[0]"
        texts = {"a": "5", "b": "0.50", "c": "007", "d": "true", "e": "#FF8000", "f": "12345678901234567", "g": "+5", "h": "1e3"}
        written = {"a": 5, "b": 0.5, "c": "007", "d": True, "e": {"colour": "#ff8000"}, "f": "12345678901234567", "g": "+5", "h": 1000}
        self.edit(project, {"insert": f"{step}.events", "value": {"name": "hit now", "values": texts}})

        def exported():
            self.run_kickbox("export", project, "-o", self.path("x.json"), "--format", "json")
            self.run_kickbox("export", project, "-o", self.path("x.kbx"))
            event = json.loads(self.read(self.path("x.json")))["sprites"][0]["animations"][0]["steps"][0]["events"][0]
            answer = self.query("x.kbx", {"q": "events", "sprite": "puck", "animation": "spin", "from": -1, "to": 0})[0]
            return event["values"], answer["events"][0]["values"]
        self.assertEqual(exported(), (written, dict(written, e="#ff8000")))
        self.edit(project, {"set": "value_types", "value": {"a": "text", "c": "number", "d": "text", "e": "text", "g": "number"}})
        written.update(a="5", c=7, d="true", e="#FF8000", g=5)
        self.assertEqual(exported(), (written, written))

    def test_settings_of_the_export(self):
        """What an export refuses is a problem."""
        project = self.make_project()
        for value, path in [({"images": "gif"}, "export.images"), ({"padding": 900}, "export.padding"), ({"power-of-two": 1}, "export.power-of-two")]:
            self.edit(project, {"set": "export", "value": value})
            out, _ = self.run_kickbox("check", "demo", status=1)
            self.assertTrue(out.startswith(f"demo/demo.kickbox: {path}: error: expected "), out)
            errors = self.refused("export", "demo", "-o", "x", status=1)
            self.assertTrue(errors.startswith(f"demo/demo.kickbox: {path}: expected "), errors)

    def test_none(self):
        out, _ = self.run_kickbox("check", os.path.join(SOURCE, "data", "dojo"))
        self.assertEqual(out, "")
        self.assertEqual(json.loads(self.run_kickbox("check", "--json", os.path.join(SOURCE, "data", "dojo"))[0]), {"problems": []})

    def test_bank(self):
        bank = self.make_bank()
        out, _ = self.run_kickbox("check", bank, status=1)
        self.assertIn(bank + ": sprites['wall'].frames[1] (frame 2): warning: the frame has no hot spot\n", out)
        data = bytearray(self.read(bank))
        for name, change, says in [("cut", data[:200], "byte"), ("short", data[:3], "byte"),
                                   ("flip", data[:300] + bytes([data[300] ^ 1]) + data[301:], "byte"),
                                   ("empty", b"", "this is an empty file"), ("other", b"GIF89a", "neither")]:
            path = self.write(name, bytes(change))
            for command in ["check", "info", "query"]:
                self.refused(command, path, status=1, says=[name, says])
        wrong = self.write("wrong.json", '{"kickbox_bank": {"major": 1, "minor": 0}, "classes": 3, "sprites": [], "pages": []}')
        self.refused("check", wrong, status=1, says=["wrong.json", "classes"])
        self.refused("info", self.write("syntax.json", '{"kickbox_bank": {"major": 1,}}'), status=1, says=["syntax.json", "line 1", "column"])


    def test_messages(self):
        """No message has words of the library that reads JSON, or three hundred digits."""
        self.write("x.json", '{"frames": "a\\u0000b"}')
        self.run_kickbox("new", "p")
        self.refused("import", "p", self.path("x.json"), status=1, says=["line 1, column 21: \\u0000 is not allowed\n"])
        frame = {"frame": {"x": 0, "y": 0, "w": 1, "h": 1}, "duration": 1e300}
        self.write("y.json", json.dumps({"frames": {"a": frame}, "meta": {"image": "a.png", "size": {"w": 1, "h": 1}}}))
        self.write("a.png", disc(1, (1, 2, 3, 255), 1))
        self.refused("import", "p", self.path("y.json"), status=1, says=["frames['a'].duration: expected a whole number from 0 to 3600000, got 1e+300"])

    def test_several_files(self):
        """Files that cannot be read hide neither each other nor what else is wrong."""
        project = self.make_project()
        os.makedirs(os.path.join(project, "levels"), exist_ok=True)
        for name, text in [("a", "{"), ("b", '{"kickbox": "level", "format": 1, "walls": [{"a": [1]}]}'), ("c", '{"kickbox": "level", "format": 1}')]:
            self.write(os.path.join("demo", "levels", name + ".json"), text)
        out, errors = self.run_kickbox("check", project, status=1)
        places = [line.split(":")[0:2] for line in errors.splitlines()]
        self.assertEqual([os.path.basename(place[0]) for place in places], ["a.json", "b.json"], errors)
        self.assertEqual([place[1].strip() for place in places], ["line 1, column 1", "walls[0].a"], errors)
        self.assertIn("c.json: warning: the level has no walls\n", out)
        self.refused("info", project, status=1, says=["a.json"])
        # Which sprites are tiles of those is not known: one without animations is taken to be.
        self.write(os.path.join("demo", "sprites", "tiles.json"), '{"kickbox": "sprite", "format": 1, "frames": [{"width": 8, "height": 8}]}')
        out, errors = self.run_kickbox("check", project, status=1)
        self.assertNotIn("no hot spot", "".join(line for line in out.splitlines() if "tiles.json" in line))
        self.assertNotIn("no animation", out)

    def test_still_pictures(self):
        """A sprite without animations needs none; an animation of one frame may repeat."""
        bank = self.make_bank()
        for checked in ("demo", bank):
            self.assertNotIn("animation", self.run_kickbox("check", checked, status=1)[0])
        self.edit("demo", {"set": "sprites['wall'].frames[1].hot_spot", "value": [0, 0]},
                  *[{"insert": "sprites['wall'].animations", "value": {"name": f"still {frame}", "loop": "loop", "steps": [{"frame": frame, "duration": 100}]}}
                    for frame in (1, 2)])
        self.assertNotIn("wall.json", self.run_kickbox("check", "demo")[0])
        self.edit("demo", {"set": "sprites['wall'].animations[0].steps[0].duration", "value": 0},
                  {"insert": "sprites['wall'].animations", "value": {"name": "none", "loop": "loop", "steps": []}})
        out = self.run_kickbox("check", "demo", status=1)[0]
        self.assertIn("the frame has no duration in the animation 'still 1'\n", out)
        self.assertIn("the animation 'none' has no frames\n", out)

    def test_long_animation(self):
        """Longer than a bank can hold: found here, and refused there with the same words."""
        project = self.make_project()
        path = self.path("demo", "sprites", "puck.json")
        puck = json.loads(self.read(path))
        step = {"frame": puck["frames"][0]["id"], "duration": 3600000}
        for n, status in ((596, 0), (597, 1)):
            self.write("demo/sprites/puck.json", json.dumps({**puck, "animations": [{"name": "a", "loop": "loop", "steps": [step] * n}]}))
            out, _ = self.run_kickbox("check", project, status=None)
            self.assertEqual("puck.json: animations[0]: error: the animation 'a' lasts longer than 2147483647 ms\n" in out, bool(status), out)
            if status:
                self.refused("export", project, "-o", "x.kbx", status=1, says=["puck.json: animations[0]: the animation 'a' lasts longer"])
            else:
                self.run_kickbox("export", project, "-o", "x.kbx")

    def test_pictures_of_entities(self):
        """Frames that entities show and no animation has need neither: a collection of images, say."""
        project = self.make_project()
        os.makedirs(os.path.join(project, "levels"), exist_ok=True)
        self.write(os.path.join("demo", "sprites", "things.json"),
                   '{"kickbox": "sprite", "format": 1, "frames": [{"width": 8, "height": 8}, {"width": 9, "height": 8}]}')
        out, _ = self.run_kickbox("check", project, status=1)
        self.assertEqual(out.count("things.json"), 4, out)
        self.write(os.path.join("demo", "levels", "a.json"),
                   '{"kickbox": "level", "format": 1, "entities": [{"at": [0, 0], "sprite": "things"}]}')
        out, _ = self.run_kickbox("check", project, status=1)
        self.assertEqual(out.count("things.json"), 2, out)  # neither has a picture


class Info(Case):
    def test_project_and_bank_agree(self):
        bank = self.make_bank()
        of_project = json.loads(self.run_kickbox("info", "demo", "--json")[0])
        of_bank = json.loads(self.run_kickbox("info", bank, "--json")[0])
        of_bank.pop("pages")
        self.assertEqual((of_project.pop("format"), of_bank.pop("format")), ("project", "bank 1.0"))
        self.assertEqual(of_project, of_bank)
        self.assertEqual(of_bank["classes"], ["hurt", "hit", "push"])
        self.assertEqual([of_bank[k] for k in ["masks", "tracks", "levels"]], [[], [], []])
        puck = of_bank["sprites"][0]
        self.assertEqual(puck["animations"], [{"name": "spin", "frames": [0, 1, 2], "durations": [100, 50, 75], "loop": "ping-pong", "events": []}])
        self.assertEqual(puck["action_points"], ["plain", "tip"])

    def test_table(self):
        out, _ = self.run_kickbox("info", self.make_bank())
        for text in ["bank 1.0", "hurt, hit, push", "puck: 3 frames", "spin", "ping-pong", "page 0"]:
            self.assertIn(text, out)

    def test_output_fails(self):
        bank = self.make_bank()
        for arguments in [("info", bank), ("--help",), ("info", "--json", bank)]:
            with open("/dev/full", "wb") as full:
                self.refused(*arguments, status=3, says=["standard output"], stdout=full)

    def test_wrong(self):
        self.refused("info", self.path("nowhere"), status=1, says=["nowhere"])
        os.mkdir(self.path("empty"))
        self.refused("info", self.path("empty"), status=1, says=["empty"])


class Endless(Case):
    def test_only_regular_files(self):
        """A file without an end is refused before it is read; the limit of memory says that it was not tried."""
        self.run_kickbox("new", "p")
        os.mkfifo(self.path("pipe"))
        self.run_kickbox("new", "linked")
        os.remove(self.path("linked", "linked.kickbox"))
        os.symlink("/dev/zero", self.path("linked", "linked.kickbox"))
        os.symlink("/dev/zero", self.path("zero.kbx"))
        for name in ["/dev/zero", "/dev/null", "zero.kbx", "pipe", "linked", "linked/linked.kickbox"]:
            for command in [["check"], ["info"], ["query"], ["render", "-o", "sheets"], ["export", "-o", "x.kbx"]]:
                if command == ["query"] and name == "linked":
                    continue
                done = subprocess.run(["bash", "-c", 'ulimit -v 1500000; exec "$@"', "bash", KICKBOX, *command, name], cwd=self.root,
                                      stdin=subprocess.DEVNULL, capture_output=True, text=True, env=self.environment, timeout=20)
                self.assertEqual(done.returncode, 1, (command, name, done.stderr))
                self.assertRegex(done.stderr, r"^[a-z/.]+: (this is not a regular file|symbolic links inside a project are not followed)\n$")
        self.assertFalse(os.path.exists(self.path("sheets")))
        with open(self.path("large"), "wb") as file:
            file.truncate(1 << 33)
        self.refused("check", "large", status=1, says=["large: ", "too large"])


class Render(Case):
    def test_sheets(self):
        bank = self.make_bank()
        out, _ = self.run_kickbox("render", "demo", "-o", "sheets")
        self.assertEqual(out, "sheets/puck.png\nsheets/wall.png\n")
        for variant in ["png", "rgba", "beside"]:
            self.run_kickbox("export", "demo", "-o", "v.kbx", "--images", variant)
            self.run_kickbox("render", "v.kbx", "-o", variant)
            for name in ["puck.png", "wall.png"]:
                self.assertTrue(filecmp.cmp(self.path("sheets", name), self.path(variant, name), False), (variant, name))
        self.run_kickbox("render", bank, "-o", "plain", "--plain", "--light", "--scale", "3")
        self.assertEqual([n for n in os.listdir(self.root) if n.startswith("kickbox-")], [])

    def test_wrong(self):
        bank = self.make_bank()
        self.refused("render", bank, status=2, says=["-o"])
        self.refused("render", bank, "-o", "x", "--scale", "99", status=2, says=["--scale"])
        self.refused("render", bank, "-o", "x", "--scale", "many", status=2, says=["many"])
        self.refused("render", self.path("nowhere"), "-o", "x", status=1, says=["nowhere"])
        self.write("file", "")
        self.refused("render", bank, "-o", self.path("file"), status=1, says=["file"])
        self.run_kickbox("export", "demo", "-o", "b.kbx", "--images", "beside")
        os.remove(self.path("b-0.png"))
        self.refused("render", "b.kbx", "-o", "x", status=1, says=["b-0.png"])

    def test_replaces_only_its_own(self):
        project = self.make_project()
        self.run_kickbox("render", "demo", "-o", "a/b")
        first = self.read(self.path("a", "b", "wall.png"))
        self.run_kickbox("render", "demo", "-o", "a/b", "--light")
        self.assertNotEqual(self.read(self.path("a", "b", "wall.png")), first)
        for content in [b"", b"text", disc(32, (1, 2, 3, 255), 5)]:
            self.write("own/wall.png", content)
            self.refused("render", "demo", "-o", "own", status=1, says=["own/wall.png: ", "was not made by 'kickbox render'"])
            self.assertEqual(self.read(self.path("own", "wall.png")), content)
            self.assertEqual(os.listdir(self.path("own")), ["wall.png"])
        os.symlink(self.path("demo", "sprites"), self.path("way"))
        for folder in ["demo", "demo/.", "demo/pictures", "way", "demo/sprites/deep"]:
            self.refused("render", project, "-o", folder, status=2, says=[folder, "own folder"])
        self.assertEqual(sorted(os.listdir(project)), ["demo.kickbox", "pictures", "sprites"])
        from_bank = self.path("bank.kbx")
        self.run_kickbox("export", project, "-o", from_bank)
        self.refused("render", from_bank, "-o", "own", status=1, says=["own/wall.png"])


if __name__ == "__main__":
    unittest.main()
