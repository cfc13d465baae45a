# SPDX-License-Identifier: MIT
"""Every picture and every sprite of Debian's supertux-data, against Pillow and a reader of our own.

The program under test is named by DUMP_IMPORT; it takes one JSON object a line (dump_import.c)."""
import glob
import hashlib
import json
import os
import re
import subprocess
import unittest

from rounds import rounds, share

try:
    from PIL import Image
except ImportError:
    Image = None

DATA = "/usr/share/games/supertux2/images"


def some(paths):
    """All; under a sanitizer every fourth."""
    return paths[::len(paths) // rounds(len(paths))]


class Dump:
    def __init__(self):
        self.process = subprocess.Popen([os.environ["DUMP_IMPORT"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, question):
        self.process.stdin.write(json.dumps(question).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f"the program ended at {question}")
        return json.loads(line)

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait()


def rgba(path):
    with Image.open(path) as image:
        return image.convert("RGBA")


def parse(text):
    """Nested lists; texts are ("text",), words are str."""
    stack = [[]]
    for token in re.findall(r';[^\n]*|"(?:\\.|[^"\\])*"|\(|\)|[^\s()";]+', text):
        if token[0] == ";":
            continue
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        elif token[0] == '"':
            stack[-1].append((token[1:-1],))
        else:
            stack[-1].append(token)
    return stack[0][0]


def actions_of(path):
    """name -> {"images": [(file, mirrored)], "hitbox": [x, y, w, h] or None, "fps": n, "loops": n}"""
    with open(path, encoding="utf-8") as file:
        root = parse(file.read())
    actions = {}
    for item in root[1:]:
        if item[0] != "action":
            continue
        fields = {part[0]: part[1:] for part in item[1:]}
        action = {"hitbox": None, "fps": 10.0, "loops": -1, "images": []}
        source = None
        for key in ("mirror-action", "clone-action"):
            if key in fields:
                source = actions[fields[key][0][0]]
                action["hitbox"], action["loops"] = source["hitbox"], source["loops"]
                action["images"] = [(file, mirrored != (key == "mirror-action")) for file, mirrored in source["images"]]
                if key == "clone-action":
                    action["fps"] = source["fps"]
        if "hitbox" in fields:
            action["hitbox"] = [round(float(number)) for number in fields["hitbox"]]
        if "fps" in fields:
            action["fps"] = float(fields["fps"][0])
        if "loops" in fields:
            action["loops"] = int(fields["loops"][0])
        if "images" in fields:
            action["images"] = [(image[0], False) for image in fields["images"]]
        for surface in fields.get("surfaces", []):
            texture = {part[0]: part[1:] for part in surface[1:]}["diffuse-texture"]
            action["images"].append(({part[0]: part[1:] for part in texture}["file"][0][0], False))
        actions[fields["name"][0][0] if "name" in fields else "default"] = action
    return actions


@unittest.skipUnless(os.path.isdir(DATA) and Image, "supertux-data or Pillow is not installed")
class SuperTuxData(unittest.TestCase):
    def setUp(self):
        self.dump = Dump()

    def tearDown(self):
        self.assertEqual(self.dump.close(), 0)

    def test_every_picture_is_what_pillow_reads(self):
        paths = sorted(glob.glob(DATA + "/**/*.png", recursive=True))
        self.assertGreater(len(paths), 1000)
        for path in some(paths):
            pixels = rgba(path)
            expected = {"width": pixels.width, "height": pixels.height, "md5": hashlib.md5(pixels.tobytes()).hexdigest()}
            self.assertEqual(self.dump.ask({"picture": path}), expected, path)

    def box_of(self, path, action):
        """A size of 0 reaches to the end of the largest image."""
        if not action["hitbox"] or min(action["hitbox"][2:]) >= 1:
            return action["hitbox"]
        sizes = []
        for file, _ in action["images"]:
            image = os.path.join(os.path.dirname(path), file)
            sizes.append(rgba(image).size if os.path.exists(image) else (0, 0))
        x, y = action["hitbox"][:2]
        box = [x, y, max(size[0] for size in sizes) - x, max(size[1] for size in sizes) - y]
        return box if min(box[2:]) >= 1 else None

    def check_animation(self, path, name, action, animation, frames):
        folder, told = os.path.dirname(path), f"{path}: {name}"
        loops = max(action["loops"], 1)
        self.assertEqual(animation["loop"], 3 if action["loops"] > 0 else 1, told)
        self.assertEqual(len(animation["steps"]), loops * len(action["images"]), told)
        count = len(action["images"])
        box = self.box_of(path, action)
        total = sum(duration for _, duration in animation["steps"][:count])
        self.assertLessEqual(abs(total - count * 1000 / action["fps"]), 0.5 + 1e-9, told)
        for i, (index, duration) in enumerate(animation["steps"]):
            frame, (file, mirrored) = frames[index], action["images"][i % count]
            self.assertLessEqual(abs(duration - 1000 / action["fps"]), 1, told)
            boxes = [shape["box"] for shape in frame["shapes"] if shape["class"] == "hitbox"]
            self.assertEqual(boxes, [box] if box else [], told)
            image = os.path.join(folder, file)
            if not os.path.exists(image):
                continue
            pixels = rgba(image)
            if mirrored:
                pixels = pixels.transpose(Image.FLIP_LEFT_RIGHT)
            self.assertEqual(frame["md5"], hashlib.md5(pixels.tobytes()).hexdigest(), told)
            x, y, w, h = box or [0, 0, pixels.width, pixels.height]
            self.assertEqual(frame["hot_spot"], [x + w // 2, y + h - 1], told)

    def has_a_picture(self, path, actions):
        return any(os.path.exists(os.path.join(os.path.dirname(path), file)) for action in actions.values() for file, _ in action["images"])

    def test_every_sprite_has_its_actions_and_hit_boxes(self):
        paths = sorted(glob.glob(DATA + "/**/*.sprite", recursive=True))
        self.assertGreater(len(paths), 100)
        boxes = 0
        for path in some(paths):
            got = self.dump.ask({"import": [path]})
            actions = actions_of(path)
            if not self.has_a_picture(path, actions):
                self.assertIn("none of the sprite's pictures", got.get("error", ""), path)
                continue
            self.assertNotIn("error", got, path)
            self.assertEqual(got["format"], "supertux")
            self.assertEqual([animation["name"] for animation in got["animations"]], list(actions), path)
            for animation in got["animations"]:
                action = actions[animation["name"]]
                boxes += action["hitbox"] is not None
                self.check_animation(path, animation["name"], action, animation, got["frames"])
        self.assertGreater(boxes, share(1000) // 4)

    def test_what_is_not_kept_is_told(self):
        got = self.dump.ask({"import": [DATA + "/decal/misc/heatshimmer.sprite"]})
        self.assertTrue(any("displacement" in message for message in got["messages"]), got["messages"])
        got = self.dump.ask({"import": [DATA + "/creatures/bag/bag.sprite"]})
        self.assertTrue(any("iced-left-up.png" in message for message in got["messages"]), got["messages"])

    def test_sheets_by_grid(self):
        path = DATA + "/tiles/snow/snow.png"
        if not os.path.exists(path):
            path = sorted(glob.glob(DATA + "/tiles/**/*.png", recursive=True))[0]
        pixels = rgba(path)
        columns, rows = pixels.width // 32, pixels.height // 32
        got = self.dump.ask({"import": [path], "cell_width": 32, "cell_height": 32})
        cells = [pixels.crop((32 * (i % columns), 32 * (i // columns), 32 * (i % columns) + 32, 32 * (i // columns) + 32))
                 for i in range(columns * rows)]
        self.assertEqual([frame["md5"] for frame in got["frames"]], [hashlib.md5(cell.tobytes()).hexdigest() for cell in cells])

    def test_islands_cover_every_opaque_pixel(self):
        paths = sorted(glob.glob(DATA + "/tiles/**/*.png", recursive=True))[:40]
        for path in paths:
            alpha = rgba(path).getchannel("A")
            opaque = sum(1 for value in alpha.getdata() if value)
            got = self.dump.ask({"import": [path], "format": "islands"})
            if opaque == 0:
                self.assertIn("error", got)
                continue
            self.assertNotIn("error", got, path)
            self.assertLessEqual(opaque, sum(frame["width"] * frame["height"] for frame in got["frames"]), path)


if __name__ == "__main__":
    unittest.main()
