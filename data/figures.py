# SPDX-License-Identifier: MIT
"""Small people for the samples, side view: a runner and whoever else walks. A pose says where the hip, hands and feet are; joints
follow, and each part is a solid that data/dojo-art/raster.py lights. Needs NumPy."""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "dojo-art"))
from raster import Canvas, bend, lerp  # noqa: E402

SIDE, HOT = 40, (19, 37)        # the soles' lowest pixels are the row above the hot spot
GROUND = HOT[1] - 1


def tones(*five, line="#241628"):
    return {"tones": list(five), "line": line, "seam": five[-1], "rim": five[-1], "cuts": [0.86, 0.56, 0.22, -0.08]}


SKIN = tones("#ffdfbd", "#f0b48a", "#cd8465", "#9a5750", "#6a3540", line="#3a1a2a")
RUNNER = {"shirt": tones("#7fe0d0", "#3fb6ae", "#2b8592", "#235c75", "#1d3d58"),
          "legs": tones("#8f6a9a", "#6b4a80", "#4f3568", "#3a2650", "#281a3a"),
          "shoes": tones("#ffb06a", "#e0703a", "#b04a32", "#7a2f30", "#4f1f2a"),
          "scarf": tones("#ff8f7a", "#e8483f", "#bd2a3c", "#861c3c", "#5a1634"),
          "hair": "#7a4527 #4f2a22 #a8652f", "long": False}
SAILOR = {"shirt": tones("#f4f0e6", "#cfd2dc", "#9ba1b8", "#6e7394", "#4a4c6c"),
          "legs": tones("#5d7ec0", "#3f5b9c", "#2f4279", "#242f5a", "#1b203f"),
          "shoes": tones("#8d6a5a", "#654840", "#4a3232", "#362428", "#24181e"),
          "scarf": tones("#6f9ae0", "#4570c4", "#31509a", "#263a72", "#1c264c"),
          "hair": "#c99a4a #8f6232 #ecc87a", "cap": True}
HEAD = [
    "..aAAAa....",
    ".aAAbbAAa..",
    "aAbbAAAAAa.",
    "aAAAAAAAAAa",
    "aAAAasshhsa",
    "aAAssshhhh.",
    ".AssmsehhE.",
    ".amsmsehhE.",
    "..msssshhsh",
    "..dmmsssss.",
    "...ddmmsm..",
]
CAP = ["...wwwwww..", ".wwwWWWWww.", ".wwWWWWWWww", "..kkkkkkkkk"]
STAND = {"hip": (0, 12.2), "lean": 4, "near": (-2, 0), "far": (2.5, 0), "near hand": (-2.5, 11), "far hand": (3.5, 11.2),
         "toe": 0, "far toe": 0,
         "scarf": (-7, 1.5), "nod": (0, 0)}


def draw(look, pose):
    p = {**STAND, **pose}
    canvas = Canvas(SIDE, SIDE, GROUND)
    at = lambda q: (HOT[0] + .5 + q[0], GROUND + 1 - q[1])
    hip, a = at(p["hip"]), math.radians(p["lean"])
    up = lambda u, r=0: (hip[0] + math.sin(a) * u + math.cos(a) * r, hip[1] - math.cos(a) * u + math.sin(a) * r)

    def leg(name, foot, toe, dark):
        x, y = foot
        knee, ankle = bend(up(-.2, -.6 if name == "near" else .8), at((x, y + 2.2)), 5.6, 5.4, -1)
        r = math.radians(toe)
        canvas.part(name + " leg", look["legs"], [canvas.cone(up(0), knee, 2.7, 2.2), canvas.cone(knee, ankle, 2.2, 1.7)],
                    dark=dark, kin=("hips",))
        tip = (ankle[0] + 2.9 * math.cos(r), ankle[1] + 2.9 * math.sin(r) + .5)
        canvas.part(name + " shoe", look["shoes"], [canvas.cone((ankle[0] - .4, ankle[1] + .4), tip, 2.0, 1.6),
                                                    canvas.cone(ankle, lerp(ankle, knee, .3), 1.9, 1.9)],
                    dark=dark, kin=(name + " leg",))

    def arm(name, hand, dark):
        shoulder = up(8.0, -.8 if name == "near" else 1.2)
        elbow, wrist = bend(shoulder, at(hand), 4.2, 4.0, 1)
        canvas.part(name + " sleeve", look["shirt"], [canvas.cone(shoulder, elbow, 2.2, 1.8)], dark=dark,
                    kin=("trunk",) if name == "near" else ())
        canvas.part(name + " hand", SKIN, [canvas.cone(elbow, wrist, 1.6, 1.5), canvas.ellipse(wrist, 1.9, 1.9)], dark=dark,
                    kin=(name + " sleeve",))
    arm("far", p["far hand"], .25)
    leg("far", p["far"], p["far toe"], .25)
    leg("near", p["near"], p["toe"], 0)
    canvas.part("trunk", look["shirt"], [canvas.cone(up(1.5), up(7.6), 3.5, 3.9)], kin=("near leg",))
    canvas.part("belt", look["shoes"], [canvas.cone(up(1.2, -2.4), up(1.2, 2.4), 1.1, 1.1)], kin=("near leg", "trunk"))
    neck, x, y = up(9.6, .6), *p["scarf"]
    if not look.get("cap"):
        mid = (neck[0] + x * .5, neck[1] + y * .2 - .8)
        canvas.part("tail", look["scarf"],
                    [canvas.cone(neck, mid, 1.5, 1.6), canvas.cone(mid, (neck[0] + x, neck[1] + y), 1.6, 1.0)])
    canvas.part("scarf", look["scarf"], [canvas.cone(up(9.4, -1.8), up(9.2, 2.6), 1.7, 1.6)], kin=("tail",))
    dark, line, light = look["hair"].split()
    letters = {"A": dark, "a": line, "b": light, "h": SKIN["tones"][0], "s": SKIN["tones"][1], "m": SKIN["tones"][2],
               "d": SKIN["tones"][3], "e": "#2a1a30",
               "E": "#2a1a30", "w": look["shirt"]["tones"][1], "W": look["shirt"]["tones"][0], "k": look["scarf"]["tones"][3]}
    top = up(10.4, .8)
    x, y = round(top[0] - 5.2 + p["nod"][0]), round(top[1] - 9.6 + p["nod"][1])
    canvas.stamp("head", HEAD, letters, SKIN, (x, y))
    if look.get("cap"):
        canvas.stamp("cap", CAP, letters, look["shirt"], (x, y - 2), kin=("head",))
    arm("near", p["near hand"], 0)
    return canvas.finish()


def gait(frames, reach, lift, hip, lean, swing, bob, elbow):
    """Steps of a walk or a run: a foot is on the ground for half of the cycle, going back evenly, then comes forward."""
    poses = []
    for i in range(frames):
        def foot(t):
            t %= 1
            if t < .5:
                return (reach - 4 * reach * t, 0), 0 if t > .1 else -12
            u = (t - .5) * 2
            return (-reach + 2 * reach * u, lift * math.sin(math.pi * u) ** .8 if 0 < u < 1 else 0), 55 * (1 - u) - 8
        t = i / frames
        (near, toe), (far, far_toe) = foot(t), foot(t + .5)
        sway, rise = math.cos(2 * math.pi * t), bob * math.cos(4 * math.pi * t + 2.2)
        hand = lambda s: (1.5 + swing * s + lean / 9, 13 + elbow + rise + .4 * abs(swing * s) * (s > 0))
        poses.append({"hip": (0, hip + rise), "lean": lean, "near": near, "far": far, "toe": toe, "far toe": far_toe,
                      "near hand": hand(-sway), "far hand": hand(sway),
                      "scarf": (-6 - lean / 6, 1.5 - lean / 12 + 1.5 * math.sin(2 * math.pi * (t * 2 + .3))), "nod": (0, 0)})
    return poses


IDLE = [{"hip": (0, 12.2 - d / 2), "near hand": (-2.5, 11 - d), "far hand": (3.5, 11.2 - d), "scarf": (-6.5, 2.5 + s)}
        for d, s in ((0, 0), (.5, .8), (1, 1.2), (.5, .4))]
RUN = gait(8, 6.5, 6, 12.0, 16, 6, .9, 1.5)
WALK = gait(8, 4.2, 2.6, 12.2, 4, 3.2, .4, -1.5)
JUMP = [{"hip": (0, 13), "lean": 10, "near": (-3, 1.5), "far": (2, 4.5), "toe": 50, "far toe": 20, "near hand": (-5, 17),
         "far hand": (6, 20), "scarf": (-6, 4)},
        {"hip": (0, 13.5), "lean": 12, "near": (-4, 3), "far": (3, 6), "toe": 60, "far toe": 10, "near hand": (-5.5, 14),
         "far hand": (7, 22), "scarf": (-5, 6)}]
FALL = [{"hip": (0, 13), "lean": 2, "near": (-3, 3.5), "far": (4, 2.5), "toe": 25, "far toe": -10, "near hand": (-7, 20),
         "far hand": (7, 19), "scarf": (-5, -4)},
        {"hip": (0, 13), "lean": 0, "near": (-3.5, 3), "far": (4, 1.5), "toe": 20, "far toe": -12, "near hand": (-7.5, 22),
         "far hand": (7.5, 21), "scarf": (-4, -6)}]


def rows(look, animations):
    """The frames of (name, loop, ms, poses) as rows of colours, an animation a row; and what a project wants to know of them."""
    columns = max(len(poses) for _, _, _, poses in animations)
    pixels = [[None] * (columns * SIDE) for _ in range(len(animations) * SIDE)]
    frames, played = [], []
    for row, (name, loop, ms, poses) in enumerate(animations):
        played.append({"name": name, "loop": loop,
                       "steps": [{"duration": ms, "frame": len(frames) + i + 1} for i in range(len(poses))]})
        for column, pose in enumerate(poses):
            picture = draw(look, pose)
            for y in range(SIDE):
                for x in range(SIDE):
                    if picture[y, x, 3]:
                        pixels[row * SIDE + y][column * SIDE + x] = tuple(int(v) for v in picture[y, x, :3])
            frames.append((f"{name} {column + 1}", (column * SIDE, row * SIDE, SIDE, SIDE),
                           {"hot_spot": list(HOT), "shapes": [{"class": "body",
                                                               "geometry": {"box": [HOT[0] - 5, HOT[1] - 26, 10, 26]}}]}))
    return pixels, frames, played
