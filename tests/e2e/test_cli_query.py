# SPDX-License-Identifier: MIT
"""`kickbox query`: each question and each wrong one; every pixel and many pairs against slow methods."""
import json
import os
import random
import shutil
import subprocess
import unittest

from cli_case import Case, KICKBOX, SOURCE


class Query(Case):
    def pose(self, sprite="puck", frame=0, at=(0, 0), flip=""):
        return {"sprite": sprite, "frame": frame, "at": list(at), "flip": flip}

    def test_point_action_strike(self):
        bank = self.make_bank()
        at = self.pose(at=(100, 50))
        self.assertEqual(self.query(bank, {"q": "point", "pose": at, "p": [100 + 4 - 16, 50 + 6 - 30]}),
                         [{"hit": True, "shape": 0, "class": "hurt"}])
        self.assertEqual(self.query(bank, {"q": "point", "pose": at, "p": [100 + 4.99 - 16, 50 + 6.5 - 30], "classes": ["hurt"]}),
                         [{"hit": True, "shape": 0, "class": "hurt"}])
        self.assertEqual(self.query(bank, {"q": "point", "pose": at, "p": [-5, -5]}), [{"hit": False}])
        self.assertEqual(self.query(bank, {"q": "point", "pose": at, "p": [88, 26], "classes": []}), [{"hit": False}])
        action = self.query(bank, {"q": "action", "pose": at, "name": "tip"})[0]
        self.assertEqual((action["found"], action["p"]), (True, [104, 32]))
        self.assertAlmostEqual(action["direction"][0], 0.5 ** 0.5, places=6)
        self.assertAlmostEqual(action["direction"][1], 0.5 ** 0.5, places=6)
        self.assertEqual(self.query(bank, {"q": "action", "pose": at, "name": "plain"}),
                         [{"found": True, "p": [84, 51], "direction": None}])
        self.assertEqual(self.query(bank, {"q": "action", "pose": at, "name": "none"}), [{"found": False}])
        flipped = self.query(bank, {"q": "action", "pose": self.pose(at=(100, 50), flip="x"), "name": "tip"})[0]
        self.assertEqual(flipped["p"], [96, 32])
        self.assertAlmostEqual(flipped["direction"][0], -(0.5 ** 0.5), places=6)
        strike = {"q": "strike", "a": at, "name": "tip", "b": self.pose("wall", 0, (90, 20))}
        self.assertEqual(self.query(bank, strike), [{"hit": True, "shape": 0, "class": "push"}])
        self.assertEqual(self.query(bank, dict(strike, classes=["hit"])), [{"hit": False}])
        self.assertEqual(self.query(bank, {"q": "shapes", "a": at, "b": self.pose("wall", 0, (90, 20)), "a_classes": ["hurt"]}),
                         [{"hit": True, "pairs": [[0, 0]]}])
        self.assertEqual(self.query(bank, {"q": "shapes", "a": at, "b": self.pose("wall", 0, (900, 20))}),
                         [{"hit": False, "pairs": []}])

    def test_circle_and_box(self):
        bank = self.make_bank()
        at = self.pose(at=(100, 50))
        hit = [{"hit": True, "shape": 0, "class": "hurt"}]
        near = [100 + 4 - 16, 50 + 6 - 30]
        self.assertEqual(self.query(bank, {"q": "point", "pose": at, "circle": {"at": near, "radius": 2}}), hit)
        self.assertEqual(self.query(bank, {"q": "point", "pose": at, "box": [*near, 2, 2]}), hit)
        self.assertEqual(self.query(bank, {"q": "point", "pose": at, "box": [-90, -90, 2, 2]}), [{"hit": False}])
        for wrong, place in [({"box": [0, 0, 0, 1]}, "box: expected"), ({"circle": [0, 0]}, "circle: expected"),
                             ({"circle": {"at": [0, 0], "radius": -1}}, "circle.radius"), ({"p": [0, 0], "box": [0, 0, 1, 1]}, "one of p, box and circle")]:
            self.assertIn(place, self.query(bank, dict(wrong, q="point", pose=at), status=1)[0]["error"])

    def test_events(self):
        """Against the steps' times one by one; and in uneven pieces, each event once."""
        project = os.path.join(SOURCE, "data", "dojo")
        bank = self.path("dojo.kbx")
        self.run_kickbox("export", project, "-o", bank, "--images", "none")
        with open(os.path.join(project, "sprites", "fakir.json"), encoding="utf-8") as text:
            animations = {animation["name"]: animation for animation in json.load(text)["animations"]}
        dice = random.Random(21)
        for name in ("walk", "punch"):
            steps = animations[name]["steps"]
            starts = [sum(step["duration"] for step in steps[:i]) for i in range(len(steps))]
            around = sum(step["duration"] for step in steps)
            rounds = range(-2, 9) if animations[name]["loop"] == "loop" else (0,)
            times = sorted((start + turn * around, event["name"]) for turn in rounds
                           for start, step in zip(starts, steps) for event in step.get("events", []))
            asked = {"q": "events", "sprite": "fakir", "animation": name}
            for _ in range(20):
                cuts = sorted(dice.sample(range(3000), 4))
                lines = [dict(asked, **{"from": a, "to": b}) for a, b in [(cuts[0], cuts[-1]), *zip(cuts, cuts[1:])]]
                whole, *pieces = [[event["name"] for event in answer["events"]] for answer in self.query(bank, *lines)]
                self.assertEqual(whole, [event for time, event in times if cuts[0] < time <= cuts[-1]], (name, cuts))
                self.assertEqual(sum(pieces, []), whole, (name, cuts))
        for wrong in ({"from": "0"}, {"to": None}, {"from": 1.5}, {"animation": "none"}):
            line = dict({"q": "events", "sprite": "fakir", "animation": "walk", "from": 0, "to": 9}, **wrong)
            self.assertIn(next(iter(wrong)), self.query(bank, line, status=1)[0]["error"])

    def test_frame_trace(self):
        """Against shapely: the first of the way that a shape as drawn, wider by the radius, has."""
        from shapely import affinity, geometry
        project = os.path.join(SOURCE, "data", "dojo")
        self.run_kickbox("export", project, "-o", self.path("dojo.kbx"), "--images", "none")
        frames = json.loads(self.read(os.path.join(project, "sprites", "boxer.json")))["frames"]

        def drawn(shape):
            (kind, n), = shape["geometry"].items()
            if kind == "circle":
                return geometry.Point(n[0], n[1]).buffer(n[2], 256)
            if kind == "polygon":
                return geometry.Polygon(n)
            if kind == "oriented":
                return affinity.rotate(geometry.box(n[0] - n[2] / 2, n[1] - n[3] / 2, n[0] + n[2] / 2, n[1] + n[3] / 2), n[4], origin=(n[0], n[1]))
            return geometry.box(n[0], n[1], n[0] + n[2], n[1] + n[3])

        chance, questions, expected = random.Random(8), [], []
        for i in range(120):
            index = chance.randrange(len(frames))
            frame, radius = frames[index], chance.choice([0, 0, 3])
            spot = frame["hot_spot"]
            a, b = [[chance.uniform(-10, 100), chance.uniform(-10, 90)] for _ in range(2)]
            way, hits = geometry.LineString([a, b]), []
            for k, shape in enumerate(frame["shapes"]):
                met = way.intersection(drawn(shape).buffer(radius, 256))
                if not met.is_empty:
                    hits.append((met.distance(geometry.Point(a)) / way.length, k))
            expected.append(min(hits) if hits else None)
            questions.append({"q": "frame_trace", "pose": self.pose("boxer", index), "radius": radius,
                              "from": [a[0] - spot[0], a[1] - spot[1]], "to": [b[0] - spot[0], b[1] - spot[1]]})
        n_hits = 0
        for question, answer, right in zip(questions, self.query(self.path("dojo.kbx"), *questions), expected):
            if right is None:
                self.assertFalse(answer["hit"], question)
                continue
            n_hits += 1
            self.assertEqual((answer["hit"], answer["started_inside"]), (True, right[0] == 0), question)
            self.assertAlmostEqual(answer["fraction"], right[0], delta=0.003)
            if not answer["started_inside"]:
                self.assertEqual(answer["class"], frames[question["pose"]["frame"]]["shapes"][right[1]]["class"])
        self.assertGreater(n_hits, 40)

    def test_errors(self):
        bank = self.make_bank()
        good = {"q": "point", "pose": self.pose(), "p": [0, 0]}
        wrong = [
            (dict(good, pose=self.pose("nobody")), "pose.sprite"), (dict(good, pose=self.pose(frame=3)), "pose.frame"),
            (dict(good, pose=self.pose(frame=-1)), "pose.frame"), (dict(good, pose=self.pose(frame=1.5)), "pose.frame"),
            (dict(good, pose=self.pose(at=(1,))), "pose.at"), (dict(good, pose=self.pose(at=(1.5, 0))), "pose.at[0]"),
            (dict(good, pose=self.pose(at=(3e9, 0))), "pose.at[0]"), (dict(good, pose=self.pose(flip="z")), "pose.flip"),
            (dict(good, pose=7), "pose"), (dict(good, p=[1e300, 0]), "p[0]"), (dict(good, p="here"), "p"),
            (dict(good, p=[None, 0]), "p[0]"), (dict(good, classes=["blue"]), "classes[0]"), (dict(good, classes="hit"), "classes"),
            (dict(good, classes=[3]), "classes[0]"), ({"q": "zone", "mask": "m", "p": [0, 0]}, "mask: the bank has no mask 'm'"),
            ({"q": "zone", "mask": 3, "p": [0, 0]}, "mask: expected"), ({"q": "zone", "p": 1}, "mask: expected"),
            ({"q": "zone", "mask": "m", "p": [0, 0], "at": 1}, "at: no such key"), ({"q": "sing"}, "sing"),
            ({"q": 3}, "q"), ({}, "q"), ([], "object"), (3, "object"),
            ({"q": "action", "pose": self.pose()}, "name"), ({"q": "strike", "a": self.pose(), "name": "tip"}, "b"),
            ({"q": "shapes", "a": self.pose()}, "b"), ({"q": "pixels", "a": self.pose()}, "b"), ({"q": "pixels", "b": self.pose()}, "a"),
            ({"q": "pixels", "a": self.pose(), "b": self.pose(), "classes": []}, "classes"),
        ]
        wrong += [
            (dict(good, clases=["hurt"]), "clases: no such key; expected q, pose, p, box, circle, classes"), (dict(good, comment="x"), "comment"),
            (dict(good, id=3), "id: no such key"), (dict(good, pose=dict(self.pose(), flipp="x")), "pose.flipp: no such key"),
            ({"q": "action", "pose": self.pose(), "name": "tip", "classes": []}, "classes"),
            ({"q": "strike", "a": self.pose(), "name": "tip", "b": dict(self.pose(), id=1)}, "b.id"),
            ({"q": "shapes", "a": self.pose(), "b": self.pose(), "classes": []}, "a_classes, b_classes"),
        ]
        for q in ["tiles", "ground", "height", "maze"]:
            wrong.append(({"q": q}, "level: expected"))
        answers = self.query(bank, good, *[w for w, _ in wrong], good, status=1)
        self.assertEqual(answers[0], answers[-1])
        for (question, says), answer in zip(wrong, answers[1:-1]):
            self.assertEqual(list(answer), ["error"], question)
            self.assertIn(says, answer["error"])
        out, _ = self.run_kickbox("query", bank, text='nonsense\n{"q":\n\n', status=1)
        self.assertEqual([list(json.loads(line)) for line in out.splitlines()], [["error"], ["error"]])

    def test_no_frames(self):
        """A sprite without frames has no last one to count to."""
        self.run_kickbox("new", "bare")
        self.edit("bare", {"insert": "sprites", "value": {"name": "ghost"}})
        self.run_kickbox("export", "bare", "-o", "bare.kbx")
        self.assertEqual(self.query(self.path("bare.kbx"), {"q": "action", "pose": self.pose("ghost"), "name": "tip"}, status=1),
                         [{"error": "pose.sprite: the sprite 'ghost' has no frames"}])

    def test_left_out(self):
        """A pose without a place stands at [0, 0]; empty lines are no questions."""
        bank = self.make_bank()
        question = {"q": "action", "pose": {"sprite": "puck", "frame": 0}, "name": "tip"}
        short, long = self.query(bank, question, dict(question, pose=self.pose()))
        self.assertEqual(short, long)
        out, _ = self.run_kickbox("query", bank, text="\n  \n" + json.dumps(question) + "\n\t\n")
        self.assertEqual([json.loads(line) for line in out.splitlines()], [long])

    def test_flushed(self):
        """An answer comes before the next question."""
        bank = self.make_bank()
        process = subprocess.Popen([KICKBOX, "query", bank], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for i in range(3):
            process.stdin.write(json.dumps({"q": "point", "pose": self.pose(), "p": [i, 0]}) + "\n")
            process.stdin.flush()
            self.assertIn("hit", json.loads(process.stdout.readline()))
        process.stdin.close()
        self.assertEqual(process.wait(timeout=30), 0)
        process.stdout.close()

    def test_json_bank_answers_alike(self):
        bank = self.make_bank()
        self.run_kickbox("export", "demo", "-o", self.path("demo.json"), "--format", "json")
        questions = [{"q": "point", "pose": self.pose(frame=f, flip=flip), "p": [x, y]}
                     for f in range(3) for flip in ["", "x", "y", "xy"] for x in range(-20, 20, 3) for y in range(-34, 34, 3)]
        self.assertEqual(self.query(bank, *questions), self.query(self.path("demo.json"), *questions))

    def test_wrong_bank(self):
        self.refused("query", self.make_project(), status=1, says=["folder"])
        self.refused("query", self.path("demo", "demo.kickbox"), status=1, says=["demo.kickbox"])
        self.refused("query", self.path("nowhere"), status=1, says=["nowhere"])


class Geometry(Case):
    """Every pixel around every frame, each flip, against exact arithmetic on the JSON bank's numbers."""

    def load(self):
        bank = self.make_bank()
        self.run_kickbox("export", "demo", "-o", self.path("demo.json"), "--format", "json")
        with open(self.path("demo.json")) as file:
            content = json.load(file)
        return bank, content

    @staticmethod
    def inside(shape, x, y):
        """The pixel (x, y) of the unflipped frame."""
        if "box" in shape:
            bx, by, w, h = shape["box"]
            return bx <= x < bx + w and by <= y < by + h
        px, py = x + 0.5, y + 0.5
        if "circle" in shape:
            cx, cy, r = shape["circle"]
            return (px - cx) ** 2 + (py - cy) ** 2 <= r * r
        corners = shape.get("corners") or shape["polygon"]
        crossings = 0
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1]):
            cross = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
            if cross == 0 and min(ax, bx) <= px <= max(ax, bx) and min(ay, by) <= py <= max(ay, by):
                return True
            if (ay <= py) != (by <= py) and (cross > 0) == (by > ay):
                crossings += 1
        return crossings % 2 == 1

    def test_every_pixel(self):
        bank, content = self.load()
        classes = [c["name"] for c in content["classes"]]
        puck = next(s for s in content["sprites"] if s["name"] == "puck")
        questions, expected = [], []
        for index, frame in enumerate(puck["frames"]):
            hot = frame["hot_spot"]
            for flip in ["", "x", "y", "xy"]:
                for y in range(-3, 36):
                    for x in range(-3, 36):
                        wx = 1000 + (hot[0] - x if "x" in flip else x - hot[0])
                        wy = -500 + (hot[1] - y if "y" in flip else y - hot[1])
                        questions.append({"q": "point", "p": [wx, wy],
                                          "pose": {"sprite": "puck", "frame": index, "at": [1000, -500], "flip": flip}})
                        hits = [i for i, shape in enumerate(frame["shapes"]) if self.inside(shape, x, y)]
                        expected.append({"hit": True, "shape": hits[0], "class": frame["shapes"][hits[0]]["class"]} if hits
                                        else {"hit": False})
        self.assertTrue(set(classes) >= {e["class"] for e in expected if e["hit"]})
        self.assertEqual(self.query(bank, *questions), expected)

    def test_pairs(self):
        try:
            from shapely.geometry import Point, Polygon, box
        except ImportError:
            self.skipTest("python3-shapely is not installed")
        import random
        bank, content = self.load()
        sprites = {s["name"]: s for s in content["sprites"]}

        def place(shape, frame, pose):
            (hx, hy), (ax, ay) = frame["hot_spot"] or (0, 0), pose["at"]

            def world(p):
                return (ax + (hx + 1 - p[0] if "x" in pose["flip"] else p[0] - hx),
                        ay + (hy + 1 - p[1] if "y" in pose["flip"] else p[1] - hy))
            if "circle" in shape:
                return "circle", Point(world(shape["circle"][:2])), shape["circle"][2]
            if "box" in shape:
                x, y, w, h = shape["box"]
                (x0, y0), (x1, y1) = world((x, y)), world((x + w, y + h))
                return "box", box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)), 0
            return "real", Polygon([world(p) for p in shape.get("corners") or shape["polygon"]]), 0

        def touch(a, b):
            if a[0] == b[0] == "box":
                return a[1].intersection(b[1]).area > 0
            distance = a[1].distance(b[1]) - a[2] - b[2]
            if "circle" not in (a[0], b[0]):
                return a[1].intersects(b[1])
            return None if abs(distance) < 1e-9 else distance < 0

        rng = random.Random(6)
        questions, wanted = [], []
        for _ in range(600):
            actors = []
            for _ in range(2):
                name = rng.choice(["puck", "puck", "wall"])
                index = rng.randrange(3) if name == "puck" else 0
                actors.append((sprites[name]["frames"][index],
                               {"sprite": name, "frame": index, "at": [rng.randint(-30, 30), rng.randint(-30, 30)],
                                "flip": rng.choice(["", "x", "y", "xy"])}))
            (fa, pa), (fb, pb) = actors
            pairs = {(i, k): touch(place(sa, fa, pa), place(sb, fb, pb))
                     for i, sa in enumerate(fa["shapes"]) for k, sb in enumerate(fb["shapes"])}
            questions.append({"q": "shapes", "a": pa, "b": pb})
            wanted.append(pairs)
        answers = self.query(bank, *questions)
        hits = 0
        for question, answer, pairs in zip(questions, answers, wanted):
            have = set(map(tuple, answer["pairs"]))
            for pair, touches in pairs.items():
                if touches is not None:
                    self.assertEqual(pair in have, touches, (question, pair))
            self.assertEqual(answer["hit"], bool(have))
            self.assertEqual(answer["pairs"], sorted(answer["pairs"]))
            hits += answer["hit"]
        self.assertGreater(hits, 100)


class Pixels(Case):
    """The sample project's frames against pygame's masks, which are made of the exported pages."""

    def setUp(self):
        super().setUp()
        os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "yes"
        try:
            import pygame  # pylint: disable=import-outside-toplevel
        except ImportError:
            self.skipTest("pygame is not installed (python3-pygame)")
        self.pygame = pygame
        project = os.path.join(SOURCE, "data", "dojo")
        self.bank = self.path("dojo.kbx")
        self.run_kickbox("export", project, "-o", self.bank, "--images", "beside")
        self.run_kickbox("export", project, "-o", self.path("dojo.json"), "--format", "json")
        with open(self.path("dojo.json"), encoding="utf-8") as file:
            self.content = json.load(file)
        self.page = pygame.image.load(self.path("dojo-0.png"))

    def surface(self, frame):
        surface = self.pygame.Surface(frame["size"], self.pygame.SRCALPHA, 32)
        picture = frame["picture"]
        surface.blit(self.page, picture["trim"], picture["rect"], self.pygame.BLEND_RGBA_MAX)
        return surface

    def placed(self, pose, sprites):
        """The mask, and where its left top pixel lies in the world."""
        frame = sprites[pose["sprite"]][pose["frame"]]
        (x, y), (w, h), (hx, hy), flip = pose["at"], frame["size"], frame["hot_spot"] or (0, 0), pose["flip"]
        surface = self.pygame.transform.flip(self.surface(frame), "x" in flip, "y" in flip)
        return self.pygame.mask.from_surface(surface, 127), x - (w - 1 - hx if "x" in flip else hx), y - (h - 1 - hy if "y" in flip else hy)

    def test_against_pygame(self):
        sprites = {sprite["name"]: sprite["frames"] for sprite in self.content["sprites"]}
        names, chance = sorted(sprites), random.Random(5)
        questions, expected = [], []
        for _ in range(600):
            a, b = ({"sprite": name, "frame": chance.randrange(len(sprites[name])), "at": [chance.randrange(-45, 45), chance.randrange(-45, 45)],
                     "flip": chance.choice(["", "x", "y", "xy"])} for name in chance.choices(names, k=2))
            (one, ox, oy), (two, tx, ty) = self.placed(a, sprites), self.placed(b, sprites)
            shared = one.overlap_mask(two, (tx - ox, ty - oy))
            first = next(([ox + x, oy + y] for y in range(shared.get_size()[1]) for x in range(shared.get_size()[0]) if shared.get_at((x, y))), None)
            questions.append({"q": "pixels", "a": a, "b": b})
            expected.append({"hit": first is not None, "first": first, "area": one.overlap_area(two, (tx - ox, ty - oy))})
        hits = sum(answer["hit"] for answer in expected)
        self.assertTrue(100 < hits < 590, hits)
        self.assertEqual(self.query(self.bank, *questions), expected)
        self.assertEqual(self.query(self.path("dojo.json"), *questions), expected)

    def test_what_is_solid(self):
        """A sprite says from which alpha on its pixels count, and which colour does not."""
        shutil.copytree(os.path.join(SOURCE, "data", "dojo"), self.path("dojo"))
        frame = next(sprite for sprite in self.content["sprites"] if sprite["name"] == "boxer")["frames"][0]
        surface, (w, h) = self.surface(frame), frame["size"]
        pixels = [tuple(surface.get_at((x, y))) for y in range(h) for x in range(w)]
        key = max((p for p in pixels if p[3] == 255), key=pixels.count)
        areas = []
        for alpha, colour in [(128, None), (255, None), (1, key), (128, key)]:
            with open(self.path("dojo", "sprites", "boxer.json"), encoding="utf-8") as file:
                sprite = json.load(file)
            sprite["solid_alpha"] = alpha
            sprite.pop("solid_key", None)
            if colour:
                sprite["solid_key"] = "#{:02x}{:02x}{:02x}ff".format(*colour)
            with open(self.path("dojo", "sprites", "boxer.json"), "w", encoding="utf-8") as file:
                json.dump(sprite, file)
            self.run_kickbox("export", "dojo", "-o", self.path("solid.kbx"))
            pose = {"sprite": "boxer", "frame": 0}
            area = self.query(self.path("solid.kbx"), {"q": "pixels", "a": pose, "b": pose})[0]["area"]
            self.assertEqual(area, sum(p[3] >= alpha and (not colour or p[:3] != colour[:3]) for p in pixels))
            areas.append(area)
        self.assertLess(areas[2], areas[0])

    def test_without_pictures(self):
        self.run_kickbox("export", os.path.join(SOURCE, "data", "dojo"), "-o", self.path("bare.kbx"), "--images", "none")
        pose = {"sprite": "boxer", "frame": 0}
        self.assertEqual(self.query(self.path("bare.kbx"), {"q": "pixels", "a": pose, "b": pose}), [{"hit": False, "first": None, "area": 0}])


if __name__ == "__main__":
    unittest.main()
