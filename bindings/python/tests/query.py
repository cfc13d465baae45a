#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`kickbox query` by way of the Python binding: questions from standard input, answers to
standard output, the same bytes. A test of the binding, and an example of most of it."""
import json
import math
import sys

import kickbox as kb
from kickbox import Kind

TILE_KINDS = ("not solid", "full", "one-way left", "one-way right", "one-way top",
              "one-way bottom", "heights left", "heights right", "heights top", "heights bottom")
LEVELS = ("trace", "slide", "locate", "tiles", "ground", "height")


def real(number, digits):
    """A number as the C program writes it."""
    text = f"%.{digits}g" % number
    if "e" in text:
        mantissa, exponent = text.split("e")
        return f"{mantissa if '.' in mantissa else mantissa + '.0'}e{int(exponent)}"
    return text if "." in text else text + ".0"


def compact(value, digits):
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(k)}:{compact(v, digits)}" for k, v in value.items()) \
            + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(compact(v, digits) for v in value) + "]"
    if isinstance(value, float):
        return real(value, digits)
    return json.dumps(value, ensure_ascii=False)


def on_grid(x):
    """Rounded to 1/256 pixel."""
    return math.floor(x * 256 + 0.5) / 256


class Questions:
    """One method for each question."""

    def __init__(self, bank):
        self.bank = bank

    def pose(self, pose):
        frame = self.bank.find(Kind.SPRITE, pose["sprite"]).item(Kind.FRAME, pose["frame"])
        flip = pose.get("flip", "")
        return frame, kb.at_flipped(*pose["at"], "x" in flip, "y" in flip)

    def classes(self, line, key="classes"):
        return self.bank.classes(*line[key]) if key in line else kb.ALL_CLASSES

    def shape_answer(self, hit):
        if hit.index == kb.NONE:
            return {"hit": False}
        return {"hit": True, "shape": hit.index, "class": self.bank.class_name(hit.class_index)}

    def point(self, line):
        frame, place = self.pose(line["pose"])
        classes = self.classes(line)
        if "p" in line:
            return self.shape_answer(kb.frame_at(frame, place, line["p"], classes))
        if "box" in line:
            x, y, w, h = line["box"]
            shape = kb.shape_box((x, y, x + w, y + h))
        else:
            shape = kb.shape_circle(line["circle"]["at"], line["circle"]["radius"])
        return self.shape_answer(kb.frame_hit(frame, place, shape, classes))

    def action(self, line):
        point = kb.frame_action(*self.pose(line["pose"]), line["name"])
        if not point.found:
            return {"found": False}
        return {"found": True, "p": list(point.pixel),
                "direction": list(point.direction) if point.has_direction else None}

    def strike(self, line):
        return self.shape_answer(kb.strike(*self.pose(line["a"]), line["name"],
                                           *self.pose(line["b"]), self.classes(line)))

    def shapes(self, line):
        pairs = kb.frames_overlap(*self.pose(line["a"]), *self.pose(line["b"]),
                                  self.classes(line, "a_classes"), self.classes(line, "b_classes"))
        return {"hit": bool(pairs), "pairs": [[pair.a, pair.b] for pair in pairs]}

    def pixels(self, line):
        poses = *self.pose(line["a"]), *self.pose(line["b"])
        first = kb.pixels_first(*poses)
        if not first.found:
            return {"hit": False, "first": None, "area": 0}
        return {"hit": True, "first": list(first.p), "area": kb.pixels_area(*poses)}

    def zone(self, line):
        of, name = next((kind, line[key]) for key, kind in
                        (("mask", Kind.MASK), ("track", Kind.TRACK)) if key in line)
        parent = self.bank.find(of, name)
        pixels = parent.info.mask if of == Kind.TRACK else parent
        value = kb.zone_at(pixels, kb.at(0, 0), line["p"])
        zone = kb.zone_of(parent, value)
        return {"zone": zone.name if zone else None, "value": value}

    def clearance(self, line):
        track, p = self.bank.find(Kind.TRACK, line["track"]), line["p"]
        place = kb.track_at(track, p)
        pixel = [math.floor(kb.Vec(*p).x), math.floor(kb.Vec(*p).y)]
        surface = kb.zone_of(track, kb.zone_at(track.info.mask, kb.at(0, 0), pixel))
        answer = {"clearance": place.clearance, "normal": list(place.normal),
                  "surface": surface.name if surface else None}
        if "radius" in line:
            bands = [band for band in track.items(Kind.BAND) if band.info.radius == line["radius"]]
            answer["touches"] = kb.track_touching(bands[0] if bands else track,
                                                  (p, line["radius"]))
        return answer

    def move(self, line, manner):
        """The move of a circle through the walls alone: where it stops, the move, the touches."""
        walls = kb.level_layer(self.bank.find(Kind.LEVEL, line["level"]), 0)
        filter = kb.all_solid()
        filter.classes = self.classes(line)
        start, end = kb.Vec(*line["from"]), kb.Vec(*line["to"])
        moved, touches = kb.level_move(
            walls, kb.shape_circle(start, line.get("radius", 0)),
            (end.x - start.x, end.y - start.y), kb.Motion(manner=manner), filter)
        stop = [on_grid(start.x + moved.moved.x), on_grid(start.y + moved.moved.y)]
        return stop, moved, touches

    def trace(self, line):
        stop, moved, _ = self.move(line, kb.Manner.STOP)
        return {"hit": moved.hit, "fraction": moved.fraction, "point": stop,
                "normal": list(moved.normal) if moved.hit else None,
                "wall": moved.index if moved.index != kb.NONE else None,
                "started_inside": moved.started_inside}

    def slide(self, line):
        stop, moved, touches = self.move(line, kb.Manner.SLIDE)
        return {"point": stop, "walls": [touch.index for touch in touches], "cut": moved.cut}

    def locate(self, line):
        area, leaf = kb.level_at(self.bank.find(Kind.LEVEL, line["level"]), line["p"])
        return {"area": area.name if area else None, "leaf": leaf if leaf != kb.NONE else None}

    def layer(self, line, key, kind):
        return self.bank.find(Kind.LEVEL, line["level"]).find(kind, line[key])

    def tiles(self, line):
        tiles = self.layer(line, "layer", Kind.TILES)
        x, y, w, h = line["box"] if "box" in line else line["p"] + [1, 1]
        box = (x, y, x + w, y + h)
        solid = len(kb.level_touching(tiles, kb.shape_box(box))) > 0
        if "box" in line:
            cells = [list(cell) for cell in kb.tiles_cells(tiles, box)]
            return {"hit": bool(cells), "cells": cells, "solid": solid}
        cell = kb.cell_of(tiles, line["p"])
        tile = kb.tiles_tile(tiles, cell)
        return {"hit": tile.found, "cells": [list(cell)] if tile.found else [],
                "tile": self.tile_words(tiles, tile), "solid": solid}

    def tile_words(self, tiles, tile):
        if not tile.found:
            return None
        frame, animation = kb.tile_frame(tiles, tile), kb.tile_animation(tiles, tile)
        return {"sprite": frame.parent.name, "frame": frame.info.index,
                "animation": animation.name if animation else None,
                "kind": TILE_KINDS[tile.kind],
                "class": self.bank.class_name(tile.class_index) or None,
                "flip": "x" * tile.flip_x + "y" * tile.flip_y, "transposed": tile.transposed,
                "height": tile.height, "offset": list(tile.offset)}

    def ground(self, line):
        ground = self.layer(line, "ground", Kind.GROUND)
        foot = line.get("p", [line.get("x"), 0])
        place = kb.ground_at(ground, foot[0])
        answer = {"y": place.y if place.found else None,
                  "slope": place.slope if place.found else None,
                  "normal": list(place.normal) if place.found else None,
                  "too_steep": place.too_steep}
        if "p" in line:
            answer["touches"] = len(kb.level_touching(ground, kb.shape_point(foot))) > 0
        return answer

    def height(self, line):
        filter = kb.HeightFilter[line.get("filter", "bilinear").upper()]
        place = kb.heightmap_at(self.layer(line, "map", Kind.HEIGHTMAP), line["p"], filter)
        return {"z": place.z, "normal": list(place.normal), "inside": place.inside}


def main():
    with kb.open(sys.argv[1]) as bank:
        questions = Questions(bank)
        for text in sys.stdin:
            line = json.loads(text)
            answer = getattr(questions, line["q"])(line)
            print(compact(answer, 17 if line["q"] in LEVELS else 9))


if __name__ == "__main__":
    main()
