# SPDX-License-Identifier: MIT
"""What the tests of the command line share: the program, small pictures, a project and a bank made of them."""
import contextlib
import importlib
import io
import json
import os
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

from PIL import Image

import warm_start

BUILD = os.environ["KICKBOX_BUILD"]
SOURCE = os.environ["KICKBOX_SOURCE"]
KICKBOX = os.path.join(BUILD, "src", "cli", "kickbox")
# In a run that is not to take long, the program is loaded once for each module of tests.
WARM_START = os.path.join(BUILD, "tests", "support", "warm_start.so")
WARM = warm_start.Program(KICKBOX, WARM_START) if os.path.exists(WARM_START) and not os.environ.get("KICKBOX_ALL") else None
# What no message may hold: a sanitizer's or an assertion's words.
BAD_WORDS = ["Sanitizer", "runtime error", "CRITICAL", "assertion", "Assertion", "WARNING **"]


def png_file(width, height, depth, kind, rows, *chunks):
    """A PNG of that depth and kind of pixels; `rows` with a filter's number before each, chunks (name, data) before them."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0)
    parts = [(b"IHDR", head), *chunks, (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


def png(width, height, pixel):
    """An RGBA PNG; pixel(x, y) gives four bytes."""
    return png_file(width, height, 8, 6, b"".join(b"\0" + b"".join(pixel(x, y) for x in range(width)) for y in range(height)))


def disc(size, colour, radius):
    def pixel(x, y):
        inside = (x - size / 2 + .5) ** 2 + (y - size / 2 + .5) ** 2 <= radius ** 2
        return bytes(colour) if inside else b"\0\0\0\0"
    return png(size, size, pixel)


def sample_script(name):
    """One of the scripts that make the samples, as a module."""
    folder = os.path.join(SOURCE, "data")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    return importlib.import_module(name)


def read_indexed(data):
    """Width, height, palette and rows of an indexed PNG without filters, as ours are."""
    chunks, at = {}, 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        chunks[kind] = chunks.get(kind, b"") + data[at + 8:at + 8 + length]
        at += 12 + length
    width, height, depth, kind = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert (depth, kind) == (8, 3)
    raw = zlib.decompress(chunks[b"IDAT"])
    rows = [raw[y * (width + 1):(y + 1) * (width + 1)] for y in range(height)]
    assert all(row[0] == 0 for row in rows)
    return width, height, chunks[b"PLTE"], [row[1:] for row in rows]


class Picture:
    """An indexed, RGB or RGBA PNG of 8 bits, not interlaced."""
    def __init__(self, data):
        depth, form, interlaced = data[24], data[25], data[28]
        assert depth == 8 and form in (2, 3, 6) and not interlaced
        with Image.open(io.BytesIO(data)) as image:
            self.width, self.height = image.size
            self.pixels = image.convert("RGBA").tobytes()

    def rgba(self, x, y):
        at = 4 * (y * self.width + x)
        return self.pixels[at:at + 4]

    def rgb(self, x, y):
        return tuple(self.rgba(x, y)[:3])


class Case(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp(prefix="kickbox-cli-")
        self.addCleanup(shutil.rmtree, self.root, True)
        self.cache = os.path.join(self.root, "cache")
        self.environment = dict(os.environ, XDG_CACHE_HOME=self.cache, TMPDIR=self.root,
                                XDG_STATE_HOME=os.path.join(self.root, "state"))

    def path(self, *names):
        return os.path.join(self.root, *names)

    def write(self, name, data):
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb" if isinstance(data, bytes) else "w") as file:
            file.write(data)
        return path

    def read(self, path):
        with open(path, "rb") as file:
            return file.read()

    def program_for(self, user):
        """The program where that user may run it: the build may lie in a folder closed to others."""
        if user is None:
            return KICKBOX
        folder = tempfile.mkdtemp(prefix="kickbox-program-")
        self.addCleanup(shutil.rmtree, folder)
        os.chmod(folder, 0o755)
        return shutil.copy(KICKBOX, folder)

    def run_kickbox(self, *arguments, text="", status=0, cwd=None, stdout=subprocess.PIPE, user=None):
        data, cwd = text.encode() if isinstance(text, str) else text, cwd or self.root
        if WARM and user is None:
            done = WARM.run(arguments, data, stdout, cwd, self.environment, timeout=120)
        else:
            done = subprocess.run([self.program_for(user), *arguments], input=data, stdout=stdout, stderr=subprocess.PIPE, cwd=cwd,
                                  env=self.environment, timeout=120, user=user)
        out = (done.stdout or b"").decode(errors="replace")
        errors = done.stderr.decode(errors="replace")
        self.assertIn(done.returncode, (0, 1) if status is None else (status,), f"{arguments}\n{out}\n{errors}")
        for word in BAD_WORDS:
            self.assertNotIn(word, errors)
        if status in (1, 2, 3) and arguments[:1] not in [("check",), ("diff",), ("query",)]:
            self.assertNotEqual(errors, "")
        return out, errors

    @contextlib.contextmanager
    def used_less(self, seconds):
        """The commands in it take less than these seconds of the processors, which does not count waiting."""
        before = self.processor_time()
        yield
        self.assertLess(self.processor_time() - before, seconds)

    def processor_time(self):
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime + (WARM.seconds if WARM else 0)

    def peak(self, *arguments):
        """The MB that the command has at most. A process counts those of the one that starts it, so that is a small one."""
        run = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], capture_output=True); "
               "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
        done = subprocess.run([sys.executable, "-c", run, KICKBOX, *arguments], cwd=self.root, env=self.environment, timeout=120,
                              check=True, capture_output=True)
        return int(done.stdout) / 1024

    def refused(self, *arguments, status, says=(), **more):
        """The message is one line that holds all of `says`."""
        out, errors = self.run_kickbox(*arguments, status=status, **more)
        self.assertEqual(len(errors.splitlines()), 1, errors)
        for text in says:
            self.assertIn(text, errors)
        return errors

    def edit(self, project, *lines, **more):
        return self.run_kickbox("edit", project, text="".join(json.dumps(line) + "\n" for line in lines), **more)

    def make_project(self, name="demo"):
        """Two sprites with all kinds of shape, made as a script would."""
        project = self.path(name)
        self.run_kickbox("new", project)
        for i in range(3):
            self.write(f"art/puck {i}.png", disc(32, (40 * i + 60, 90, 200, 255), 8 + 2 * i))
        self.run_kickbox("import", project, *[self.path(f"art/puck {i}.png") for i in range(3)], "--name", "puck",
                         "--no-animations")
        sheet = png(64, 32, lambda x, y: bytes([x, y, 7, 255]) if (x % 32) > 4 else b"\0\0\0\0")
        self.write("art/sheet.png", sheet)
        self.run_kickbox("import", project, self.path("art/sheet.png"), "--grid", "32x32", "--name", "wall", "--no-animations")
        frame = "sprites['puck'].frames"
        shapes = [
            {"class": "hurt", "geometry": {"box": [4, 6, 10, 5]}},
            {"class": "hit", "geometry": {"circle": [20.5, 12.25, 6.75]}},
            {"class": "hit", "name": "bat", "geometry": {"oriented": [12, 24, 14, 5, 30]},
             "values": {"damage": "7", "angle": "low"}},
            {"class": "push", "geometry": {"polygon": [[2, 2], [30, 3], [29, 30], [16, 14], [3, 29.5]]}},
        ]
        lines = [{"insert": "classes", "value": {"name": n, "colour": c}}
                 for n, c in [("hurt", "#3584e4"), ("hit", "#e01b24"), ("push", "#33d17a80")]]
        for i in range(3):
            lines.append({"set": f"{frame}[{i}].hot_spot", "value": [16, 30 - i]})
            lines += [{"insert": f"{frame}[{i}].shapes", "value": shape} for shape in shapes[i:]]
        lines += [
            {"insert": f"{frame}[0].points", "value": {"name": "tip", "at": [20, 12], "direction": 45}},
            {"insert": f"{frame}[0].points", "value": {"name": "plain", "at": [0, 31]}},
            {"insert": "sprites['puck'].animations",
             "value": {"name": "spin", "loop": "ping-pong", "steps": [{"frame": 1, "duration": 100}, {"frame": 2, "duration": 50},
                                                                     {"frame": 3, "duration": 75}]}},
            {"set": "sprites['wall'].frames[0].hot_spot", "value": [0, 0]},
            {"insert": "sprites['wall'].frames[0].shapes", "value": {"class": "push", "geometry": {"box": [5, 0, 27, 32]}}},
        ]
        self.edit(project, *lines)
        return project

    def make_bank(self, *options, name="demo"):
        project = self.make_project(name)
        bank = self.path(name + ".kbx")
        self.run_kickbox("export", project, "-o", bank, *options)
        return bank

    def query(self, bank, *questions, status=0):
        out, _ = self.run_kickbox("query", bank, text="".join(json.dumps(q) + "\n" for q in questions), status=status)
        answers = [json.loads(line) for line in out.splitlines()]
        self.assertEqual(len(answers), len(questions))
        return answers
