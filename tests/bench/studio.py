# SPDX-License-Identifier: MIT
"""Writes the project of a large studio, made up but plausible: at the scale 1 it has 5,000 sprites with 100,000 frames,
500 masks, 300 tracks and 1,000 levels. The same arguments give the same bytes.

    studio.py FOLDER [--scale 1.0] [--seed N]

A sprite is one sheet of figures with a palette, three tones of light and an outline; one in 25 is a set of tiles, which
levels use. Most shapes are boxes.
"""
import argparse
import functools
import hashlib
import json
import multiprocessing
import os
import struct
import zlib

import numpy as np

CLASSES = [("head", "#f6d32d", "hurt"), ("torso", "#57e389", "hurt"), ("arms", "#dc5ad2", "hurt"), ("legs", "#4d9bff", "hurt"),
           ("weapon", "#ff7800", "hit"), ("wall", "#c0bfbc", "push"), ("ledge", "#99c1f1", "push"), ("water", "#1a5fb4", None),
           ("prop", "#986a44", None)]
FIGURES = ["hero", "imp", "knight", "golem", "archer", "witch", "bandit", "monk", "drone", "pilot"]
ANIMATIONS = [("idle", "loop"), ("walk", "loop"), ("strike", "once")]
TILE_SETS = 25   # one sprite in so many
FRAMES = 20
ZONES = [("floor", "#33d17a"), ("wall", "#c061cb"), ("water", "#3584e4"), ("lava", "#e01b24"), ("door", "#f6d32d"),
         ("exit", "#9a9996")]
SURFACES = [("tarmac", "#77767b", "road"), ("sand", "#e5a50a", "off"), ("ice", "#99c1f1", "road")]


# --- Files ---

def png(pixels, palette=None, runs=False):
    """A PNG of rows x columns of indices, or of RGBA."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    height, width = pixels.shape[:2]
    rows = np.zeros((height, 1 + pixels[0].size), np.uint8)
    rows[:, 1:] = pixels.reshape(height, -1)
    packer = zlib.compressobj(6, zlib.DEFLATED, 15, 8, zlib.Z_RLE if runs else zlib.Z_DEFAULT_STRATEGY)
    data = packer.compress(rows.tobytes()) + packer.flush()
    start = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6 if palette is None else 3, 0, 0, 0))
    if palette is not None:
        start += chunk(b"PLTE", np.asarray(palette, np.uint8).tobytes()) + chunk(b"tRNS", b"\0")
    return b"\x89PNG\r\n\x1a\n" + start + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def text(value, indent=0):
    """JSON as Kickbox writes it: short values on one line, keys sorted."""
    line = json.dumps(value, sort_keys=True)
    if not isinstance(value, (dict, list)) or len(line) + indent < 80 and "[{" not in line:
        return line
    inner = " " * (indent + 2)
    items = ([f"{json.dumps(key)}: {text(value[key], indent + 2)}" for key in sorted(value)] if isinstance(value, dict)
             else [text(item, indent + 2) for item in value])
    ends = "{}" if isinstance(value, dict) else "[]"
    return f"{ends[0]}\n" + ",\n".join(inner + item for item in items) + "\n" + " " * indent + ends[1]


def write(folder, path, data):
    path = os.path.join(folder, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def write_asset(folder, kind, name, value):
    write(folder, f"{kind}s/{name}.json", (text(dict(value, kickbox=kind, format=1)) + "\n").encode())


def write_picture(folder, name, pixels):
    data = png(pixels)
    file = f"{name}-{hashlib.sha256(data).hexdigest()[:12]}.png"
    write(folder, "pictures/" + file, data)
    return file


def rgb(colour):
    return [int(colour[i:i + 2], 16) for i in (1, 3, 5)]


# --- Sprites ---

def sprite_name(index):
    kind = "tiles" if index % TILE_SETS == TILE_SETS - 1 else FIGURES[index % len(FIGURES)]
    return f"{kind}-{index:04}"


def tone(colour, light):
    return [*(np.clip(np.array(colour) * light, 0, 255).astype(int).tolist()), 255]


def make_palette(rng):
    """0 is empty, 1 the outline, then three tones of each part's colour."""
    skin, cloth, other, metal = rng.integers(70, 230, (4, 3))
    colours = [tone(colour, light) for colour in (skin, cloth, other, metal) for light in (1.1, 0.85, 0.6)]
    return np.array([[0, 0, 0, 0], [24, 20, 32, 255], *colours], np.uint8)


def joints(rng, width, height):
    """The ends of each part of the body on each frame, in pixels: frames x 2."""
    at = np.arange(FRAMES)
    swing = np.where(at < 6, 0.12, np.where(at < 14, 0.6, 0.25)) * np.sin(2 * np.pi * at / np.where(at < 6, 6, 8))
    strike = np.where(at < 14, 0, np.sin(np.pi * (at - 13) / 7))
    size, middle = height * 0.9, width * 0.42
    bob = 0.02 * size * np.sin(4 * np.pi * at / 8)
    foot, hip, neck = height - 3, height - 3 - 0.42 * size + bob, height - 3 - 0.74 * size + bob
    build = rng.uniform(0.85, 1.15)
    limb = 0.2 * size

    def point(x, y):
        return np.stack([np.broadcast_to(x, at.shape), np.broadcast_to(y, at.shape)], 1).astype(np.float32)

    def bone(start, angle, length):
        return start + np.stack([length * np.sin(angle), length * np.cos(angle)], 1).astype(np.float32)
    lean = 0.06 * size * strike
    chest, hips = point(middle + lean, neck + 0.06 * size), point(middle, hip)
    parts, ends = [], {}
    for side, name in ((-1, "rear"), (1, "lead")):
        knee = bone(hips, side * (swing + 0.08), limb)
        sole = point(knee[:, 0] + side * limb * swing * 0.5, np.minimum(knee[:, 1] + limb, foot - 1))
        parts += [("legs", name, 2, 0.055 * size, hips, knee), ("legs", name, 2, 0.045 * size, knee, sole)]
        elbow = bone(chest, -side * swing + (1.1 * strike if side > 0 else 0) + side * 0.2, limb * 0.9)
        hand = bone(elbow, -side * swing + 0.5 + (1.0 * strike if side > 0 else 0), limb * 0.9)
        parts += [("arms", name, 0, 0.042 * size, chest, elbow), ("arms", name, 0, 0.036 * size, elbow, hand)]
        ends[name] = hand
    torso = ("torso", "", 1, 0.11 * size * build, chest, hips)
    head = point(middle + 1.2 * lean, neck - 0.09 * size)
    skull = ("head", "", 0, 0.1 * size * build, head, head + np.float32(0.01))
    tip = bone(ends["lead"], np.pi / 2 + 0.4 - 0.5 * strike, 0.22 * size)
    weapon = ("weapon", "", 3, 0.025 * size, ends["lead"], tip)
    return [*parts[:4], torso, skull, *parts[4:], weapon], ends, tip, strike


def draw_parts(parts, width, height):
    """Indices of the palette, frames x height x width; a part is a capsule with light from the top left."""
    canvas = np.zeros((FRAMES, height, width), np.uint8)
    for _, _, colour, radius, start, end in parts:
        radius = np.float32(max(radius, 1.3))
        low, high = np.minimum(start, end).min(0) - radius - 2, np.maximum(start, end).max(0) + radius + 3
        x0, y0 = np.clip(low, 0, [width - 1, height - 1]).astype(int)
        x1, y1 = np.clip(high, [x0 + 1, y0 + 1], [width, height]).astype(int)
        y, x = np.mgrid[y0:y1, x0:x1].astype(np.float32) + np.float32(0.5)
        bone = end - start
        square = np.maximum((bone ** 2).sum(1), np.float32(1e-3))[:, None, None]
        px, py = x[None] - start[:, 0, None, None], y[None] - start[:, 1, None, None]
        bx, by = bone[:, 0, None, None], bone[:, 1, None, None]
        along = np.clip((px * bx + py * by) / square, 0, 1)
        dx, dy = px - along * bx, py - along * by
        distance = dx * dx + dy * dy
        light = dx + dy
        inside, body = distance <= (radius + 1) ** 2, distance <= radius ** 2
        index = 2 + 3 * colour + (light > -0.6 * radius).astype(np.uint8) + (light > 0.5 * radius)
        target = canvas[:, y0:y1, x0:x1]
        np.copyto(target, np.where(body, index, 1).astype(np.uint8), where=inside)
    return canvas


def box_of(parts, frame, width, height):
    """The whole pixels of some parts within the frame."""
    low = np.min([np.minimum(part[4][frame], part[5][frame]) - part[3] for part in parts], 0)
    high = np.max([np.maximum(part[4][frame], part[5][frame]) + part[3] for part in parts], 0)
    x, y = (int(v) for v in np.clip(np.floor(low), 0, [width - 4, height - 4]))
    right, bottom = (int(v) for v in np.clip(np.ceil(high), [x + 4, y + 4], [width, height]))
    return [x, y, right - x, bottom - y]


def quarter(value):
    return round(float(value) * 4) / 4


def figure_shapes(forms, parts, frame, strike, width, height):
    def add(name, which, label=""):
        x, y, w, h = box_of([part for part in parts if part[0] == name and part[1] == label], frame, width, height)
        form = {"box": [x, y, w, h]}
        if name == forms[0] and min(w, h) >= 6:
            form = {"circle": {"circle": [x + w / 2, y + h / 2, min(w, h) / 2]},
                    "oriented": {"oriented": [x + w / 2, y + h / 2, w * 0.75, h * 0.75, 0]},
                    "capsule": {"capsule": [x + w / 2, y + 3, x + w / 2, y + h - 3, 2.5]},
                    "polygon": {"polygon": [[x + w / 2, y], [x + w, y + h / 2], [x + w / 2, y + h], [x, y + h / 2]]}}[which]
        if all((shape["class"], shape["geometry"]) != (name, form) for shape in shapes):
            shapes.append({"class": name, "geometry": form, **({"name": label} if label else {})})
    shapes = []
    add("head", forms[1])
    add("torso", forms[1])
    add("legs", forms[1], "lead")
    if forms[2] > 0:
        add("legs", forms[1], "rear")
    if forms[2] > 1:
        add("arms", forms[1], "lead")
    if strike > 0.5:
        add("weapon", forms[1])
    return shapes


def write_figure(folder, index, rng):
    width, height = int(rng.integers(32, 128)), int(rng.integers(40, 129))
    name = sprite_name(index)
    parts, ends, tip, strike = joints(rng, width, height)
    canvas = draw_parts(parts, width, height)
    columns = 5
    sheet = canvas.reshape(FRAMES // columns, columns, height, width).swapaxes(1, 2).reshape(FRAMES // columns * height, -1)
    file = write_picture(folder, name, make_palette(rng)[sheet])
    chosen = (str(rng.choice(["head", "torso", "legs", ""])), str(rng.choice(["circle", "oriented", "capsule", "polygon"])),
              int(rng.integers(0, 3)))
    n_points = int(rng.integers(1, 4))

    def inside(place):
        return [int(v) for v in np.clip(place, 0, [width - 1, height - 1])]
    frames = []
    for i in range(FRAMES):
        points = [{"at": inside(ends["lead"][i]), "name": "hand", "direction": int(90 - 60 * strike[i])},
                  {"at": inside(tip[i]), "name": "tip"}, {"at": inside(ends["rear"][i]), "name": "grip"}]
        frames.append({"id": i + 1, "name": f"{name} {i + 1}", "width": width, "height": height,
                       "hot_spot": [int(width * 0.42), height - 3],
                       "picture": {"file": file, "rect": [i % columns * width, i // columns * height, width, height]},
                       "points": points[:n_points],
                       "shapes": figure_shapes(chosen, parts, i, strike[i], width, height)})
    ranges = [(0, 6), (6, 14), (14, 20)] if rng.random() < 0.7 else [(0, 6), (6, 20)]
    animations = [{"name": title, "loop": loop,
                   "steps": [{"frame": i + 1, "duration": int(rng.integers(5, 16)) * 10} for i in range(*span)]}
                  for (title, loop), span in zip(ANIMATIONS, ranges)]
    write_asset(folder, "sprite", name, {"frames": frames, "animations": animations, "next_frame": FRAMES + 1})


def write_tiles(folder, index, rng):
    """Blocks with an edge of light and some speckles: ground, ledges and fillings."""
    side, name = 32, sprite_name(index)
    base = rng.integers(60, 200, 3)
    palette = np.array([tone(base, light) for light in (1.3, 1.0, 0.8, 0.55)], np.uint8)
    tiles = np.ones((FRAMES, side, side), np.uint8)
    tiles[:, :3], tiles[:, -3:], tiles[:, :, :2], tiles[:, :, -2:] = 0, 3, 0, 3
    spots = rng.integers(3, side - 5, (FRAMES, 12, 2))
    for tile, places in zip(tiles, spots):
        for y, x in places:
            tile[y:y + 2, x:x + 3] = 2
    sheet = tiles.reshape(4, 5, side, side).swapaxes(1, 2).reshape(4 * side, 5 * side)
    file = write_picture(folder, name, palette[sheet])
    solid = [{"collision": "full", "collision_class": "wall"}, {"collision": "top", "collision_class": "ledge"},
             {"shapes": [{"class": "water", "geometry": {"box": [0, 8, side, side - 8]}}]}, {}]
    frames = [dict(solid[0 if i < 10 else i % 4], id=i + 1, width=side, height=side,
                   picture={"file": file, "rect": [i % 5 * side, i // 5 * side, side, side]}) for i in range(FRAMES)]
    write_asset(folder, "sprite", name, {"frames": frames, "animations": [], "next_frame": FRAMES + 1})


def write_sprite(folder, counts, index, rng):
    (write_tiles if sprite_name(index).startswith("tiles") else write_figure)(folder, index, rng)


# --- Masks, tracks and levels ---

def palette_of(entries):
    return [[0, 0, 0], *(rgb(entry[1]) for entry in entries)]


def write_mask(folder, counts, index, rng):
    """Rooms: the nearest of some points, with waves in the borders."""
    width, height = (int(v) for v in rng.integers(256, 513, 2))
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = x + 9 * np.sin(y / 23), y + 7 * np.sin(x / 31)
    places, best = rng.uniform(0, 1, (14, 2)) * [width, height], np.full((height, width), np.inf, np.float32)
    zones = np.zeros((height, width), np.uint8)
    for i, (px, py) in enumerate(places.astype(np.float32)):
        distance = (x - px) ** 2 + (y - py) ** 2
        zones[distance < best] = i % 7
        np.minimum(best, distance, out=best)
    name = f"room-{index:04}"
    write(folder, f"masks/{name}.png", png(zones, palette_of(ZONES), runs=True))
    write_asset(folder, "mask", name, {"width": width, "height": height, "zones": [
        {"name": zone, "colour": colour, "value": i + 1} for i, (zone, colour) in enumerate(ZONES)]})


def write_track(folder, counts, index, rng):
    """A lap of tarmac between sand, with a stretch of ice."""
    side = 256
    waves = rng.uniform(-9, 9, 3)

    def radius(angle):
        return 84 + sum(wave * np.cos((k + 2) * angle) for k, wave in enumerate(waves))
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) + 0.5 - side / 2
    angle = np.arctan2(y, x)
    off = np.abs(np.hypot(x, y) - radius(angle))
    pixels = np.where(off < 14, np.where(np.abs(angle - 2) < 0.3, 3, 1), np.where(off < 22, 2, 0)).astype(np.uint8)

    def gate(at):
        return {end: [quarter(side / 2 + (radius(at) + reach) * f(at)) for f in (np.cos, np.sin)]
                for end, reach in (("a", -16), ("b", 16))}
    name = f"lap-{index:04}"
    write(folder, f"tracks/{name}.png", png(pixels, palette_of(SURFACES), runs=True))
    write_asset(folder, "track", name, {
        "width": side, "height": side, "cut_off": 32, "gates": [gate(at) for at in (0, 2.1, 4.2)],
        "surfaces": [{"name": surface, "colour": colour, "value": i + 1, "ground": ground}
                     for i, (surface, colour, ground) in enumerate(SURFACES)],
        "bands": [{"id": i + 1, "radius": size, "colour": colour} for i, (size, colour) in enumerate([(6, "#ff7800"), (10, "#c061cb")])]})


def ring(x, y, reach, rng, corners):
    """A polygon without crossings around a point."""
    angles = (np.arange(corners) + rng.uniform(0, 0.6, corners)) * 2 * np.pi / corners
    return [[quarter(x + reach * r * np.cos(a)), quarter(y + reach * r * np.sin(a))]
            for a, r in zip(angles, rng.uniform(0.6, 1, corners))]


def write_cells(folder, name, columns, rows, n_sets, rng):
    """The cells of a layer: strips of ground with holes, each cell four pixels, as document/edits/cells.h has it."""
    heights = (rows * 0.6 + 4 * np.sin(np.arange(columns) / 5 + rng.uniform(0, 6))).astype(int)
    row = np.arange(rows)[:, None]
    frame = np.where(row == heights, 11, np.where(row > heights, 1 + (np.arange(columns) + row) % 10, 0))
    frame[rng.random((rows, columns)) < 0.01] = 13
    sets = np.where(frame > 0, 1 + (np.arange(columns) // 16) % n_sets, 0)
    pixels = np.zeros((2 * rows, 2 * columns), np.uint8)
    pixels[0::2, 0::2], pixels[1::2, 0::2] = frame, sets
    write(folder, f"layers/{name}/1.png", png(pixels, np.repeat(np.arange(256), 3)))


def write_level(folder, counts, index, rng):
    """Rooms and pillars of some 200 walls, areas, entities that show sprites; two of five have tiles."""
    name = f"stage-{index:04}"
    columns, rows = 64, 40
    width, height = columns * 32, rows * 32
    walls = []
    for i in range(48):
        x, y = (i % 8 + 0.5) * width / 8, (i // 8 + 0.5) * height / 6
        corners = ring(x, y, rng.uniform(25, 95), rng, 4)
        kind = "wall" if rng.random() < 0.8 else "prop"
        walls += [{"a": a, "b": b, "class": kind} for a, b in zip(corners, corners[1:] + corners[:1])]
    edge = [[0, 0], [width, 0], [width, height], [0, height]]
    walls += [{"a": a, "b": b, "class": "wall"} for a, b in zip(edge, edge[1:] + edge[:1])]
    walls += [{"a": [256 * i + 40, 200 * i + 60], "b": [256 * i + 200, 200 * i + 60], "class": "ledge", "one_way": True}
              for i in range(4)]
    areas = [{"name": f"pool {i + 1}", "class": "water",
              "rings": [ring(float(rng.uniform(100, width - 100)), float(rng.uniform(100, height - 100)), 80, rng, 7)]} for i in range(5)]
    figures = [int(i) for i in rng.integers(0, counts["sprite"], 20)]
    entities = [{"name": f"{sprite_name(i).split('-')[0]} {k + 1}", "class": "prop", "sprite": sprite_name(i),
                 "frame": int(rng.integers(1, FRAMES + 1)), "at": [quarter(v) for v in rng.uniform(0, 1, 2) * [width, height]]}
                for k, i in enumerate(figures) if not sprite_name(i).startswith("tiles")]
    level = {"walls": walls, "areas": areas, "entities": entities}
    n_sets = counts["sprite"] // TILE_SETS
    if n_sets and index % 5 < 2:
        of_level = sorted({(index // 5 * 4 + index % 5 * 2 + i) % n_sets for i in range(2)})
        level["tilesets"] = [{"number": i + 1, "sprite": sprite_name(which * TILE_SETS + TILE_SETS - 1)}
                             for i, which in enumerate(of_level)]
        level["layers"] = [{"id": 1, "name": "ground", "cell": [32, 32], "width": columns, "height": rows, "cells": True}]
        write_cells(folder, name, columns, rows, len(of_level), rng)
    write_asset(folder, "level", name, level)


KINDS = {"sprite": (5000, write_sprite), "mask": (500, write_mask), "track": (300, write_track), "level": (1000, write_level)}


def write_one(folder, seed, counts, job):
    kind, index = job
    KINDS[kind][1](folder, counts, index, np.random.default_rng([seed, list(KINDS).index(kind), index]))


def write_studio(folder, scale=1.0, seed=1):
    """Returns the number of assets of each kind."""
    counts = {kind: max(1, round(n * scale)) for kind, (n, _) in KINDS.items()}
    classes = [{"name": name, "colour": colour, **({"kind": kind} if kind else {})} for name, colour, kind in CLASSES]
    write(folder, "studio.kickbox", (text({"kickbox": "project", "format": 1, "name": "studio", "classes": classes}) + "\n").encode())
    jobs = [(kind, i) for kind, n in counts.items() for i in range(n)]
    with multiprocessing.Pool() as pool:
        for _ in pool.imap_unordered(functools.partial(write_one, folder, seed, counts), jobs, 32):
            pass
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if os.path.exists(options.folder):
        parser.error(f"{options.folder} exists")
    counts = write_studio(options.folder, options.scale, options.seed)
    print(", ".join(f"{n} {kind}s" for kind, n in counts.items()), f"with {counts['sprite'] * FRAMES} frames")


if __name__ == "__main__":
    main()
