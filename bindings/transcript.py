#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Asks a binding what `kickbox query` is asked, and compares the answers byte by byte.

    transcript.py KICKBOX BANK... [-n COUNT] -- COMMAND...

For each bank COMMAND BANK reads questions, one a line, and writes answers, one a line. COUNT
questions, 10,000 if none is given, are shared among the banks. They are drawn from what a bank
has, with a fixed seed."""
import json
import os
import random
import subprocess
import sys

EDGE = 24                # pixels beyond a picture or a map that are still asked


class Questions:
    """Draws questions that fit a bank."""

    def __init__(self, info, seed):
        self.random, self.info = random.Random(seed), info
        self.sprites = [s for s in info["sprites"] if s["frames"]]
        self.classes = info.get("classes", [])
        levels = info["levels"]
        self.places = [m for m in info["masks"] + info["tracks"]]
        self.layers = {kind: [(level["name"], layer) for level in levels for layer in level[kind]]
                       for kind in ("layers", "grounds", "heightmaps")}
        self.walled = [level for level in levels if level["walls"]]
        asks = {self.point: self.sprites, self.action: self.sprites, self.strike: self.sprites,
                self.shapes: self.sprites, self.pixels: self.sprites, self.zone: self.places,
                self.clearance: info["tracks"], self.trace: self.walled, self.slide: self.walled,
                self.locate: self.walled, self.tiles: self.layers["layers"],
                self.ground: self.layers["grounds"], self.height: self.layers["heightmaps"]}
        self.asks = [ask for ask, of in asks.items() if of]

    def draw(self):
        ask = self.random.choice(self.asks)
        return {"q": ask.__name__, **ask()}

    def number(self, low, high):
        """Whole, in quarters, or any that a float holds; not one that only a double has."""
        value = self.random.uniform(low, high)
        steps = self.random.choice((1, 4, 256, 4096))
        return round(value * steps) / steps

    def pair(self, low, high, whole=False):
        if whole:
            return [self.random.randint(int(low), int(high)) for _ in range(2)]
        return [self.number(low, high), self.number(low, high)]

    def pose(self, reach=40):
        sprite = self.random.choice(self.sprites)
        return {"sprite": sprite["name"], "frame": self.random.randrange(sprite["frames"]),
                "at": self.pair(-reach, reach, whole=True),
                "flip": self.random.choice(("", "x", "y", "xy"))}

    def some_classes(self, key="classes"):
        if not self.classes or self.random.random() < 0.6:
            return {}
        return {key: sorted(self.random.sample(self.classes,
                                               self.random.randint(1, len(self.classes))))}

    def action_name(self):
        names = [name for sprite in self.sprites for name in sprite["action_points"]]
        return self.random.choice(4 * names + ["no such point"])

    def place(self, near):
        """A pixel, a box of pixels or a circle near a point."""
        p = [x + round(self.random.gauss(0, 16)) for x in near]
        size = [self.random.randint(1, 20), self.random.randint(1, 20)]
        at = [x + self.number(-40, 40) for x in near]
        return self.random.choice(({"p": p}, {"box": p + size},
                                   {"circle": {"at": at, "radius": self.number(0, 12)}}))

    def point(self):
        pose = self.pose()
        above = [pose["at"][0], pose["at"][1] - 20]
        return {"pose": pose, **self.place(above), **self.some_classes()}

    def action(self):
        return {"pose": self.pose(), "name": self.action_name()}

    def strike(self):
        return {"a": self.pose(), "name": self.action_name(), "b": self.pose(),
                **self.some_classes()}

    def shapes(self):
        return {"a": self.pose(), "b": self.pose(), **self.some_classes("a_classes"),
                **self.some_classes("b_classes")}

    def pixels(self):
        return {"a": self.pose(), "b": self.pose()}

    def inside(self, size, whole=False):
        if whole:
            return [self.random.randint(-EDGE, side + EDGE) for side in size]
        return [self.number(-EDGE, side + EDGE) for side in size]

    def zone(self):
        of = self.random.choice(self.places)
        return {"mask" if of in self.info["masks"] else "track": of["name"],
                "p": self.inside(of["size"], whole=True)}

    def clearance(self):
        track = self.random.choice(self.info["tracks"])
        radius = self.random.choice(track["radii"] + [None])
        return {"track": track["name"], "p": self.inside(track["size"]),
                **({} if radius is None else {"radius": radius})}

    def across(self, level):
        """A place in a level's bounds, or a little outside."""
        x0, y0, x1, y1 = level["bounds"]
        return [self.number(x0 - EDGE, x1 + EDGE), self.number(y0 - EDGE, y1 + EDGE)]

    def trace(self):
        level = self.random.choice(self.walled)
        radius = self.random.choice((None, 0, self.number(0, 20)))
        return {"level": level["name"], "from": self.across(level), "to": self.across(level),
                **({} if radius is None else {"radius": radius}), **self.some_classes()}

    def slide(self):
        level = self.random.choice(self.walled)
        start = self.across(level)
        return {"level": level["name"], "from": start,
                "to": [x + self.number(-40, 40) for x in start], "radius": self.number(0, 20)}

    def locate(self):
        level = self.random.choice(self.walled)
        return {"level": level["name"], "p": self.across(level)}

    def tiles(self):
        level, layer = self.random.choice(self.layers["layers"])
        p = [self.random.randint((first - 1) * cell, (first + count + 1) * cell)
             for first, count, cell in zip(layer["first"], layer["size"], layer["cell"])]
        box = p + [self.random.randint(1, 40), self.random.randint(1, 40)]
        return {"level": level, "layer": layer["name"],
                **self.random.choice(({"p": p}, {"box": box}))}

    def ground(self):
        level, ground = self.random.choice(self.layers["grounds"])
        x = self.number(ground["from"] - EDGE, ground["to"] + EDGE)
        return {"level": level, "ground": ground["name"],
                **self.random.choice(({"x": x}, {"p": [x, self.number(0, 300)]}))}

    def height(self):
        level, heights = self.random.choice(self.layers["heightmaps"])
        side = heights["cell"] * heights["size"][0]
        return {"level": level, "map": heights["name"], "p": self.pair(-EDGE, side + EDGE),
                **self.random.choice(({}, {"filter": "nearest"}, {"filter": "bilinear"},
                                      {"filter": "bicubic"}))}


# A sprite with a capsule, which no project has; its coordinates are on the grid of 1/256.
CAPSULES = {"kickbox_bank": {"major": 1, "minor": 0},
            "classes": [{"name": "body", "colour": "#ff0000ff"}], "pages": [],
            "sprites": [{"name": "s", "animations": [], "frames": [
                {"name": "", "size": [64, 64], "hot_spot": [20, 50], "picture": None,
                 "action_points": [], "shapes": [{"class": "body", "capsule": capsule}]}
                for capsule in ([10.5, 8.25, 41.75, 39.5, 6.125], [30, 12, 30, 12, 9],
                                [5, 40, 60.5, 12.25, 0.5])]}]}
CAPSULES_INFO = {"sprites": [{"name": "s", "frames": 3, "action_points": []}], "classes": ["body"],
                 "levels": [], "masks": [], "tracks": []}
SAMPLES = ("dojo", "harbor", "temple", "yard")


def export_samples(kickbox, data, folder):
    """The banks of the sample projects, in a folder."""
    banks = [os.path.join(folder, name + ".kbx") for name in SAMPLES]
    for name, bank in zip(SAMPLES, banks):
        subprocess.run([kickbox, "export", os.path.join(data, name), "-o", bank], check=True,
                       capture_output=True)
    return banks


def questions(kickbox, bank, count, seed):
    """That many lines for a bank."""
    info = json.loads(subprocess.run([kickbox, "info", "--json", bank], check=True,
                                     capture_output=True).stdout)
    drawn = Questions(info, seed)
    return [json.dumps(drawn.draw()) for _ in range(count)]


def frame_questions(info, count):
    """That many lines of each kind that a reader of JSON banks answers."""
    drawn = Questions(info, 24)
    asks = (drawn.point, drawn.action, drawn.shapes)
    return [json.dumps({"q": ask.__name__, **ask()}) for ask in asks for _ in range(count)]


def answers(command, lines):
    """The lines that a program writes. It may exit with 1 after a question that it refused."""
    done = subprocess.run(command, input="".join(line + "\n" for line in lines), text=True,
                          capture_output=True, check=False, encoding="utf-8")
    if done.returncode > 1 or done.stderr:
        raise SystemExit(f"{' '.join(command)}: {done.stderr or done.returncode}")
    return done.stdout.split("\n")[:-1]


def compare(kickbox, banks, command, count=10000, limit=5):
    """[text] of the first differences, and how many questions were asked."""
    wrong, asked = [], 0
    for i, bank in enumerate(banks):
        lines = questions(kickbox, bank, count // len(banks) + (i < count % len(banks)), i)
        expected = answers([kickbox, "query", bank], lines)
        got = answers([*command, bank], lines)
        asked += len(lines)
        if len(got) != len(expected):
            wrong.append(f"{bank}: {len(got)} answers instead of {len(expected)}")
        wrong += [f"{question}\n  expected {right}\n  got      {answer}" for question, right, answer
                  in zip(lines, expected, got) if right != answer]
    return wrong[:limit], asked


def main():
    split = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    kickbox, *banks = sys.argv[1:split]
    count = 10000
    if "-n" in banks:
        at = banks.index("-n")
        count = int(banks[at + 1])
        del banks[at:at + 2]
    wrong, asked = compare(kickbox, banks, sys.argv[split + 1:], count)
    print("\n".join(wrong) or f"{asked} answers are equal")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
