# SPDX-License-Identifier: MIT
"""The sample projects of data: nothing is wrong with them, they are what their scripts draw, and they answer as they look."""
import json
import math
import os
import shutil
import unittest

from cli_case import SOURCE, Case, read_indexed, sample_script

DATA = os.path.join(SOURCE, "data")


class Samples(Case):
    def ask(self, project, *questions):
        """What the bank of a sample answers; nothing is wrong with the project."""
        self.assertEqual(self.run_kickbox("check", os.path.join(DATA, project))[0], "")
        self.run_kickbox("export", os.path.join(DATA, project), "-o", "s.kbx")
        out, _ = self.run_kickbox("query", self.path("s.kbx"), text="".join(json.dumps(q) + "\n" for q in questions))
        return [json.loads(line) for line in out.splitlines()]

    def only(self, *names):
        """The one file whose name begins so."""
        folder = os.path.join(DATA, *names[:-1])
        (name,) = [name for name in os.listdir(folder) if name.startswith(names[-1])]
        return self.read(os.path.join(folder, name))

    def painting(self, *names):
        return read_indexed(self.read(os.path.join(DATA, *names)))[3]

    def assert_cells(self, level, number, rows):
        lines = []
        for row in ([cell or (0, 0, 0, 0) for cell in row] for row in rows):
            lines += [bytes(byte for frame, *_ in row for byte in (frame & 255, frame >> 8)),
                      bytes(byte for _, tileset, flip, height in row for byte in (tileset | flip << 5, height))]
        self.assertEqual(self.painting("yard", "layers", level, f"{number}.png"), lines)

    def test_yard_drawn(self):
        """What is quick to draw is as it lies there: tiles, cells, the maze, some of the altitudes."""
        yard, png = sample_script("make-yard"), sample_script("sample").png
        self.assertEqual(self.only("yard", "pictures", "tiles-"), png(yard.yard_tiles.sheet().pixels))
        for number, layer in enumerate((yard.draw_castle_wall(), yard.draw_scenery(), yard.draw_rock())):
            self.assert_cells("yard", number + 1, layer.rows())
        worlds = yard.yard_worlds
        self.assertEqual(self.only("yard", "pictures", "court tiles-"), png(worlds.court_sheet().pixels))
        for number in range(len(worlds.STOREYS)):
            self.assert_cells("court", number + 1, worlds.court_cells(number))
        self.assertEqual(self.painting("yard", "mazes", "hedges", "1.png"), [bytes(row) for row in worlds.maze_edges()])

    def test_worlds_asked(self):
        worlds = sample_script("make-yard").yard_worlds
        places = [(4 * i, 4 * j) for i in range(0, 129, 32) for j in range(0, 129, 32)]
        wall, crossed, hedge, way, *heights = self.ask(
            "yard", {"q": "tiles", "level": "court", "layer": "walls", "p": [278, 104]},
            {"q": "to_screen", "level": "court", "layer": "floor", "p": [224, 96], "height": 1},
            {"q": "maze_trace", "level": "hedges", "maze": "hedges", "from": [12, 12], "to": [40, 12]},
            {"q": "maze_cells", "level": "hedges", "maze": "hedges", "from": [12, 12], "to": [12, 60]},
            *({"q": "height", "level": "highland", "map": "highland", "p": p, "filter": "nearest"} for p in places))
        self.assertEqual((wall["cells"], wall["tile"]["class"], crossed["p"]), ([[4, 0]], "stone", [224, 88]))
        self.assertEqual((hedge["wall"], way["cells"]), ({"cell": [1, 0], "edge": "left"}, [[0, 0], [0, 1], [0, 2]]))
        for (x, y), answer in zip(places, heights):
            self.assertAlmostEqual(answer["z"], 152 * worlds.altitude(x // 4, y // 4) - 24, delta=.01)

    def test_yard_asked(self):
        yard = sample_script("make-yard")
        heights = yard.hills()
        rock = {"level": "yard", "layer": "rock"}
        standing = [-61, 134, 10, 26]
        walk, gate, back, ledge, *ground = self.ask(
            "yard", {"q": "tile_move", **rock, "box": standing, "move": [110, 0], "step_up": 2, "step_down": 2},
            {"q": "tile_trace", **rock, "box": [640, 134, 10, 26], "move": [20, 0]},
            {"q": "tile_trace", **rock, "box": [674, 134, 10, 26], "move": [-20, 0]},
            {"q": "tile_trace", **rock, "box": [280, 60, 10, 26], "move": [0, 60]},
            *({"q": "ground", "level": "yard", "ground": "hills", "x": x} for x in heights if x < 1168))
        # Up the slope of 45 degrees, to the crate; through the gate, and not back; onto the planks.
        self.assertEqual((walk["moved"], walk["right"]["class"]), ([99, -16], "crate"))
        self.assertEqual((gate["hit"], back["hit"], ledge["hit"], ledge["class"]), (False, True, True, "ledge"))
        for x, answer in zip(heights, ground):
            self.assertAlmostEqual(answer["y"], heights[x], places=3)
        steep = [x for x, answer in zip(heights, ground) if answer["too_steep"]]
        self.assertTrue(steep and 900 < steep[0] and steep[-1] <= 976, steep)

    def test_cabin(self):
        """Drawn as it lies there; the keeper can stand where the floor is seen, and only there."""
        cabin = sample_script("harbor_cabin")
        room = cabin.draw_cabin()
        self.assertEqual(self.painting("harbor", "masks", "cabin.png"),
                         [bytes([None, *(name for name, _ in cabin.ZONES)].index(zone) for zone in row) for row in room.zones])
        at = {(150, 150): "floor", (150, 100): "desk", (284, 70): "door", (48, 60): "shelf", (150, 70): "window",
              (222, 90): "stove",
              (288, 150): "chest", (238, 123): "cat", (110, 40): None}
        answers = self.ask("harbor", *({"q": "zone", "mask": "cabin", "p": p} for p in at),
                           {"q": "point", "pose": {"sprite": "keeper", "frame": 4, "at": [150, 150]}, "p": [150, 130]})
        self.assertEqual([answer["zone"] for answer in answers[:-1]], list(at.values()))
        self.assertEqual(answers[-1]["class"], "body")

    def test_pinball(self):
        """The ball leaves its lane by a gate that it cannot come back through; it can leave the table below the
        flippers alone."""
        pinball = sample_script("make-pinball")
        ball = {"q": "trace", "level": "table", "radius": 5}
        ways = pinball.circle(0, 0, 900, 60)
        up, back, *out = self.ask("pinball", {**ball, "from": [214, 382], "to": [214, 110]},
                                  {**ball, "from": [214, 112], "to": [214, 300]},
                                  *({**ball, "from": [110, 130], "to": [110 + x, 130 + y]} for x, y in ways))
        self.assertEqual((up["hit"], back["hit"], pinball.table().walls[back["wall"]]["class"]), (False, True, "gate"))
        # Left and right of the post in the middle.
        self.assertEqual([n for n, answer in enumerate(out) if not answer["hit"]], [14, 16])
        for name in ("table", "stack", "court"):
            with open(os.path.join(DATA, "pinball", "levels", name + ".json"), encoding="utf-8") as file:
                self.assertEqual(json.load(file)["entities"], getattr(pinball, name)().entities)

    def test_course(self):
        """The lesson of the hut: a quadtree goes far deeper for it than a BSP tree. Things are as they are drawn."""
        course = sample_script("make-course")
        self.assertEqual(self.ask("course")[:1], [])
        levels = json.loads(self.run_kickbox("info", os.path.join(DATA, "course"), "--json")[0])["levels"]
        for level in levels[-2:]:
            quadtree, bsp = level["partitions"][2:]
            self.assertEqual((level["name"], level["walls"]), ("hut by " + level["partition"], len(course.hut().walls)))
            self.assertLess(1.5 * bsp["balance"], quadtree["balance"])
        for name in ("billiards", "breakout", "gallery", "hall"):
            with open(os.path.join(DATA, "course", "levels", name + ".json"), encoding="utf-8") as file:
                for entity, drawn in zip(json.load(file)["entities"], getattr(course, name)().entities, strict=True):
                    self.assertEqual({**entity, "direction": 0}, {**drawn, "direction": 0})
        picture = sample_script("sample").png(course.draw_billiards().pixels)
        self.assertEqual(self.only("course", "pictures", "billiards-"), picture)

    def test_moving_walls(self):
        """Doors slide aside and let a walker through; between them a wall sweeps the room, and pushes him. He meets nothing else."""
        out, _ = self.run_kickbox("play", os.path.join(DATA, "course"), "--scene", "walk", "--cast", "level=hall",
                                  "--input", self.write("tape", "0 right\n"), "--frames", "400")
        steps = [json.loads(line) for line in out.splitlines()]
        homes = [96, 56, 132, 20, 216, 56]
        self.assertEqual(steps[0]["lifts"], homes)
        self.assertEqual([min(step["lifts"][k] for step in steps) for k in range(6)], [96, -8, 132, 20, 216, 56])
        self.assertEqual([max(step["lifts"][k] for step in steps) for k in range(6)], [96, 56, 132, 140, 216, 120])
        for step in steps:
            (x, y), doors = step["at"], step["lifts"]
            for left, top, w, h in ((*doors[:2], 16, 64), (*doors[2:4], 64, 16), (*doors[4:], 16, 64)):
                away = math.hypot(x - min(max(x, left), left + w), y - min(max(y, top), top + h))
                self.assertGreater(away, 7.9, step)
        self.assertGreater(steps[-1]["at"][0], 240)
        self.assertTrue(any(abs(step["at"][1] - steps[0]["at"][1]) > 8 for step in steps))

    def test_rounds(self):
        """Balls remove bricks, clicks targets, pockets balls; when all are gone, they are back."""
        def play(level, tape, steps):
            out, _ = self.run_kickbox("play", os.path.join(DATA, "course"), "--scene", "bounce", "--cast", "level=" + level,
                                      "--input", self.write("tape", tape), "--frames", str(steps))
            return [json.loads(line) for line in out.splitlines()]
        steps = play("breakout", "0\n", 240)
        bricks = lambda step: [thing[7] == -1 for thing in step["things"][:60]].count(True)
        self.assertEqual([bricks(step) for step in steps], [step["bumped"] for step in steps])
        self.assertTrue(1 <= bricks(steps[-1]) < 60)
        gone = next(step for step in steps if bricks(step))
        self.assertRegex(gone["events"][0], "^brick hit at [0-9]+, 84$")
        potted = play("billiards", "0 @220,80 press\n9 @318,158 press\n", 60)[-1]
        self.assertEqual((potted["bumped"], [thing[7] for thing in potted["things"]].index(-1)), (1, 1))
        # The cloth slows the balls, and the cushions take speed from them, by their classes: all come to rest.
        broken = play("billiards", "0 launch\n2\n", 1200)
        self.assertGreater(broken[99]["fastest"], 1)
        self.assertEqual({tuple(thing[2:4] + thing[7:]) for thing in broken[-1]["things"]}, {(0, 0, 30)})
        alone = self.path("alone")
        shutil.copytree(os.path.join(DATA, "course"), alone)
        level = "levels['billiards'].entities"
        self.run_kickbox("edit", alone, text="".join(json.dumps(edit) + "\n" for edit in (
            *[{"remove": level + "[1]"}] * 15, {"set": "classes['white'].values", "value": {"restitution": "1"}},
            {"set": level + "[0].values", "value": {"speed": "4"}})))
        out, _ = self.run_kickbox("play", alone, "--scene", "bounce", "--cast", "level=billiards", "--frames", "120", "--last")
        self.assertEqual(json.loads(out)["things"][0][2:4], [-4 * .75, 0])

        tape = "0\n"                      # aims at each target where it is then
        for n in range(15):
            now = play("gallery", tape, 4 * n + 3)[-1]["things"][n]
            tape += f"{4 * n + 3} @{now[0]},{now[1]} press\n{4 * n + 5} @{now[0]},{now[1]}\n"
        end = play("gallery", tape, 70)
        self.assertEqual(end[-1]["bumped"], 15)
        self.assertEqual([event for step in end for event in step["events"]][-1], "all 15 hit, next round")
        self.assertTrue(all(thing[7] == 0 for thing in end[-1]["things"]))

    def test_info(self):
        """As a project and as a bank: values of entities, and names of bands."""
        ball = {"name": None, "class": "ball", "at": [214, 384], "values": {"radius": 5, "speed": 0.1}}
        for project in ("pinball", "harbor"):
            bank, source = self.path(project + ".kbx"), os.path.join(DATA, project)
            self.run_kickbox("export", source, "-o", bank)
            for told in (source, bank):
                info = json.loads(self.run_kickbox("info", told, "--json")[0])
                if project == "pinball":
                    self.assertIn(ball, info["levels"][-1]["entities"])
                else:
                    self.assertEqual(info["tracks"][0]["named_bands"], {"kart": 6, "truck": 11})
                    self.assertIn("  radii: 6, 11\n  band kart: 6\n  band truck: 11\n", self.run_kickbox("info", told)[0])

    def test_played(self):
        """Each scene goes well with its sample: somebody gets where it is interesting."""
        jumps = "".join(f"{step} right jump\n{step + 20} right\n" for step in range(0, 600, 34))
        launch, there = "0\n60 launch\n62\n196 left\n204\n", "0 @150,160\n5 press\n6\n200 @290,115 press\n201\n"
        for project, scene, cast, tape, steps, event in (
                ("yard", "run-and-jump", "level=yard", jumps, 600, "reached the goal"),
                ("pinball", "bounce", "level=table", launch, 600, "ball in star"),
                ("pinball", "bounce", "level=court", "0\n", 90, "the right paddle missed"),
                ("harbor", "point-and-click", "mask=cabin", there, 400, "keeper arrives on floor at 290, 115")):
            out, _ = self.run_kickbox("play", os.path.join(DATA, project), "--scene", scene, "--cast", cast, "--input",
                                      self.write("tape", tape), "--frames", str(steps))
            said = [what for line in out.splitlines() for what in json.loads(line)["events"]]
            self.assertTrue(any(what.startswith(event) for what in said), (event, said))


if __name__ == "__main__":
    unittest.main()
