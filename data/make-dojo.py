#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the sample project data/dojo from the art in data/dojo-art, with the command line alone.

    data/make-dojo.py path/to/kickbox [FOLDER]

The sheets are imported as Aseprite's; classes, hot spots, action points and shapes are then put in by `kickbox edit`.
The same art gives the same project, byte for byte.
"""
import json
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ART = os.path.join(HERE, "dojo-art")
CLASSES = [("head", "#f6d32d"), ("torso", "#57e389"), ("arms", "#dc5ad2"), ("legs", "#4d9bff")]
HIT = {"name": "hit", "colour": "#ff7800", "kind": "hit"}
REACH = 4   # pixels around the pixel of a point that strikes
GEOMETRIES = ("box", "circle", "oriented", "polygon")


def shape_value(shape):
    value = {"class": shape["class"],
             "geometry": {key: shape[key] for key in GEOMETRIES if key in shape}}
    if "name" in shape:
        value["name"] = shape["name"]
    return value


def point_value(point):
    value = {"name": point["name"], "at": point["at"]}
    if point.get("direction") is not None:
        value["direction"] = point["direction"]
    return value


# When a foot comes down, and a blow lands: steps of animations, from 0.
EVENTS = {"walk": [(1, "footstep"), (4, "footstep")], "punch": [(2, "hit now")], "kick": [(3, "hit now")]}


def hit_value(point):
    """A box of what strikes, about an action point."""
    x, y = point["at"]
    return {"class": HIT["name"], "geometry": {"box": [x - REACH, y - REACH, 2 * REACH + 1, 2 * REACH + 1]}, "name": point["name"]}


def frame_edits(sprite, frame):
    path = f"sprites['{sprite}'].frames['{frame['name']}']"
    yield {"set": path + ".hot_spot", "value": frame["hot_spot"]}
    for point in frame["action_points"]:
        yield {"insert": path + ".points", "value": point_value(point)}
    for shape in frame["shapes"]:
        yield {"insert": path + ".shapes", "value": shape_value(shape)}
    for point in frame["action_points"]:
        yield {"insert": path + ".shapes", "value": hit_value(point)}


def edits(annotations):
    for name, colour in CLASSES:
        yield {"insert": "classes", "value": {"name": name, "colour": colour}}
    yield {"insert": "classes", "value": HIT}
    for sprite, content in annotations.items():
        for animation in content["animations"]:
            yield {"set": f"sprites['{sprite}'].animations['{animation['name']}'].loop", "value": animation["loop"]}
            for step, name in EVENTS.get(animation["name"], []):
                path = f"sprites['{sprite}'].animations['{animation['name']}'].steps[{step}].events"
                yield {"insert": path, "value": {"name": name}}
        for frame in content["frames"]:
            yield from frame_edits(sprite, frame)


def main():
    kickbox = sys.argv[1]
    folder = os.path.abspath(sys.argv[2] if len(sys.argv) > 2 else os.path.join(HERE, "dojo"))
    with open(os.path.join(ART, "annotations.json"), encoding="utf-8") as file:
        annotations = json.load(file)
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([kickbox, "new", folder], check=True)
    for sprite in annotations:
        subprocess.run([kickbox, "import", folder, os.path.join(ART, sprite + ".json")], check=True, stdout=subprocess.DEVNULL)
    lines = "".join(json.dumps(edit) + "\n" for edit in edits(annotations))
    subprocess.run([kickbox, "edit", folder], input=lines, text=True, check=True)


if __name__ == "__main__":
    main()
