# SPDX-License-Identifier: MIT
"""What the scripts share that make the sample projects: pixels that are drawn by numbers, walls of levels, and a project that is
made with the command line alone. The same numbers give the same project, byte for byte."""
import base64
import hashlib
import json
import math
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
BAYER = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]


def colour(text):
    return tuple(int(text[at:at + 2], 16) for at in (0, 2, 4))


def png_file(width, height, depth, kind, lines, more=()):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    head = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + b"".join(chunk(*one) for one in more)
            + chunk(b"IDAT", zlib.compress(b"".join(b"\0" + line for line in lines), 9)) + chunk(b"IEND", b""))


def png(rows):
    """Of rows of colours, as an indexed picture: pixel art has few of them. None is transparent."""
    palette = sorted({pixel for row in rows for pixel in row}, key=lambda pixel: pixel or ())
    index = {pixel: i for i, pixel in enumerate(palette)}
    assert len(palette) <= 256
    more = [(b"PLTE", b"".join(bytes(pixel or (0, 0, 0)) for pixel in palette))]
    more += [(b"tRNS", b"\0")] if palette[0] is None else []
    return png_file(len(rows[0]), len(rows), 8, 3, (bytes(index[pixel] for pixel in row) for row in rows), more)


def grey_png(rows):
    """Of rows of numbers below 65536."""
    return png_file(len(rows[0]), len(rows), 16, 0, (struct.pack(f">{len(row)}H", *row) for row in rows))


def noise(x, y):
    """A number below 256 that looks like chance, the same each time."""
    n = (x * 374761393 + y * 668265263) & 0xffffffff
    n = (n ^ n >> 13) * 1274126177 & 0xffffffff
    return (n ^ n >> 16) & 255


def ramp(colours, at, x, y):
    """The colours one after the other from 0 to 1, dithered from one to the next."""
    place = min(max(at, 0), 0.9999) * (len(colours) - 1)
    step = int(place)
    return colours[step + (place - step > (BAYER[y % 4][x % 4] + .5) / 16)]


class Canvas:
    """Pixels, and the zone of each; what is drawn with a zone has it from then on."""

    def __init__(self, width, height, ground=(0, 0, 0)):
        self.width, self.height = width, height
        self.pixels = [[ground] * width for _ in range(height)]
        self.zones = [[None] * width for _ in range(height)]
        self.zone = None

    def put(self, x, y, what):
        if what is not None and 0 <= x < self.width and 0 <= y < self.height:
            self.pixels[y][x] = colour(what) if isinstance(what, str) else what
            self.zones[y][x] = self.zone

    def fill(self, inside, shade, box=None):
        """Where inside (x, y) is so; the shade is a colour, or shade (x, y) is."""
        x0, y0, x1, y1 = box or (0, 0, self.width, self.height)
        for y in range(max(y0, 0), min(y1, self.height)):
            for x in range(max(x0, 0), min(x1, self.width)):
                if inside(x, y):
                    self.put(x, y, shade(x, y) if callable(shade) else shade)

    def box(self, x, y, w, h, shade):
        self.fill(lambda u, v: True, shade, (x, y, x + w, y + h))

    def polygon(self, points, shade):
        def inside(x, y):
            odd = False
            for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1]):
                if (ay > y + .5) != (by > y + .5) and x + .5 < ax + (bx - ax) * (y + .5 - ay) / (by - ay):
                    odd = not odd
            return odd
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        self.fill(inside, shade, (math.floor(min(xs)), math.floor(min(ys)), math.ceil(max(xs)) + 1, math.ceil(max(ys)) + 1))

    def ellipse(self, x, y, rx, ry, shade):
        self.fill(lambda u, v: ((u + .5 - x) / rx) ** 2 + ((v + .5 - y) / ry) ** 2 <= 1, shade,
                  (int(x - rx) - 1, int(y - ry) - 1, int(x + rx) + 2, int(y + ry) + 2))


# ---- levels ----

def grid(value):
    value = math.floor(value * 256 + 0.5) / 256
    return int(value) if value == int(value) else value


def at(x, y):
    return [grid(x), grid(y)]


def box(x, y, w, h):
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


def circle(x, y, r, n, turn=0.0, flat=1.0):
    return [(x + r * math.cos(turn + 2 * math.pi * i / n), y + flat * r * math.sin(turn + 2 * math.pi * i / n)) for i in range(n)]


def turned(points, x, y, degrees):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [(x + c * u - s * v, y + s * u + c * v) for u, v in points]


class Level:
    def __init__(self):
        self.walls, self.areas, self.entities = [], [], []

    def chain(self, points, kind="wall", one_way=False):
        for a, b in zip(points, points[1:]):
            wall = {"a": at(*a), "b": at(*b), "class": kind}
            if one_way:
                wall["one_way"] = True
            self.walls.append(wall)

    def ring(self, points, kind="wall"):
        self.chain(points + points[:1], kind)

    def area(self, name, kind, *rings, **more):
        self.areas.append({"name": name, "class": kind, "rings": [[at(*p) for p in ring] for ring in rings], **more})

    def entity(self, kind, x, y, **more):
        self.entities.append({"class": kind, "at": at(x, y), **more})

    def edits(self, name, **more):
        """What puts it into a project."""
        yield {"insert": "levels", "value": {"name": name, **more, "walls": self.walls, "areas": self.areas,
                                             "entities": self.entities}}


def painted(width, height, value):
    """All pixels of a painting at once: value (x, y) is a byte."""
    tiles = []
    for v in range(0, height, 64):
        for u in range(0, width, 64):
            data = bytes(value(x, y) if x < width and y < height else 0 for y in range(v, v + 64) for x in range(u, u + 64))
            press = zlib.compressobj(9, zlib.DEFLATED, -15)
            if any(data):
                tiles.append([u // 64, v // 64, base64.b64encode(press.compress(data) + press.flush()).decode()])
    return {"size": [width, height], "tiles": tiles}


def cells(rows):
    """Of a tile layer: rows of (frame, number of the tileset, flip, height), or None; the flip is 1 for x, 2 for y, their sum."""
    def value(x, y):
        frame, tileset, flip, height = rows[y // 2][x // 2] or (0, 0, 0, 0)
        return (frame & 255, frame >> 8, tileset | flip << 5, height)[x % 2 + y % 2 * 2]
    return painted(2 * len(rows[0]), 2 * len(rows), value)


# ---- the project ----

class Project:
    """One that is made anew: SCRIPT path/to/kickbox [FOLDER]"""

    def __init__(self, name, classes=()):
        self.kickbox = os.path.abspath(sys.argv[1])
        self.folder = os.path.abspath(sys.argv[2] if len(sys.argv) > 2 else os.path.join(HERE, name))
        subprocess.run([self.kickbox, "--version"], check=True, stdout=subprocess.DEVNULL)   # before anything is deleted
        shutil.rmtree(self.folder, ignore_errors=True)
        subprocess.run([self.kickbox, "new", self.folder], check=True)
        self.edit({"insert": "classes", "value": {"name": of, "colour": shade}} for of, shade in classes)

    def edit(self, edits):
        lines = "".join(json.dumps(edit) + "\n" for edit in edits)
        if lines:
            subprocess.run([self.kickbox, "edit", self.folder], input=lines, text=True, check=True)

    def add(self, name, data, *options):
        """A picture, imported as the options say."""
        with tempfile.TemporaryDirectory() as work:
            path = os.path.join(work, name + ".png")
            with open(path, "wb") as file:
                file.write(data)
            subprocess.run([self.kickbox, "import", self.folder, path, *options], check=True, stdout=subprocess.DEVNULL)

    def picture(self, name, data):
        """One that is only kept, under the name that the program would give it: what lies behind a level, or its heights."""
        os.makedirs(os.path.join(self.folder, "pictures"), exist_ok=True)
        file = f"{name}-{hashlib.sha256(data).hexdigest()[:12]}.png"
        with open(os.path.join(self.folder, "pictures", file), "wb") as out:
            out.write(data)
        return {"file": file, "rect": [0, 0, *struct.unpack(">II", data[16:24])]}

    def sprite(self, name, rows, frames, animations):
        """One whose frames lie on a picture: (name, rectangle, what else it has), numbered from 1 on."""
        file = self.picture(name, png(rows))["file"]
        value = [{"name": of, "width": rect[2], "height": rect[3], "picture": {"file": file, "rect": list(rect)}, **more}
                 for of, rect, more in frames]
        self.edit([{"insert": "sprites", "value": {"name": name, "frames": value, "animations": list(animations)}}])
