# SPDX-License-Identifier: MIT
"""The reader of JSON banks in Godot's web runtime. It comes from npm: only the long run does
this."""
import base64
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
GODOT = os.path.dirname(HERE)
sys.path[:0] = [HERE, os.path.join(GODOT, "..")]
import host  # noqa: E402
import transcript  # noqa: E402
import web  # noqa: E402

KICKBOX, DATA = os.environ["KICKBOX"], os.environ["KICKBOX_DATA"]
PROJECTS = ("dojo", "harbor", "yard")
SCENE = """[gd_scene load_steps=2 format=3]

[ext_resource type="Script" path="res://SCRIPT" id="1"]

[node name="Test" type="Node"]
script = ExtResource("1")
"""
# Godot's editor makes such a file for each picture.
IMPORTED = b"""[remap]

importer="texture"
type="PlaceholderTexture2D"
path="res://page.tres"
"""
SPRITE, ANIMATION, FRAME = 3, 4, 5
RUNTIME = ""
PICTURES = os.environ.get("KICKBOX_PICTURES")    # a folder for pictures of the sample


def setUpModule():
    global RUNTIME
    if not os.environ.get("KICKBOX_SOAK"):
        raise unittest.SkipTest("only in the long run")
    if not shutil.which("chromium"):
        raise unittest.SkipTest("chromium is not installed")
    try:
        RUNTIME = web.install(os.path.join(os.environ["KICKBOX_BUILD"], "npm-godot"))
    except (OSError, subprocess.SubprocessError):
        raise unittest.SkipTest("the runtime cannot be had from npm")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def project(script, *folders):
    """The files of a project that starts with a script of this folder, and of folders here."""
    settings = read(os.path.join(GODOT, "sample", "project.godot"))
    files = {script: read(os.path.join(HERE, script)),
             "test.tscn": SCENE.replace("SCRIPT", script).encode()}
    for folder in folders:
        for name in os.listdir(os.path.join(GODOT, folder)):
            files[os.path.join(folder, name).removeprefix("sample/")] = read(
                os.path.join(GODOT, folder, name))
    files["project.godot"] = settings.replace(b"res://main.tscn", b"res://test.tscn")
    return files


class Remote:
    """Answers remote.gd with the extension in the host. Values are as var_to_str writes them."""
    names = {"null": None, "true": True, "false": False, **{
        kind.__name__: (lambda *numbers, kind=kind: kind(numbers))
        for kind in (host.Vector2, host.Vector2i, host.Rect2i, host.Vector3)}}

    def __init__(self, godot, folder):
        self.godot, self.folder, self.things = godot, folder, []

    def ask(self, text):
        text = text.replace('&"', '"')    # a StringName
        what, own, given = self.received(eval(text, self.names))  # pylint: disable=eval-used
        if what == "constants":
            constants = self.godot.classes["Kickbox"].constants
            return self.sent({name: value for name, (_, value) in constants.items()})
        if what == "open":
            bank = self.godot.new("KickboxBank")
            bank.call("open", read(os.path.join(self.folder, given[0])))
            return self.sent(bank)
        return self.sent(self.things[own].call(what, *given) if own >= 0
                         else self.godot.static(what, *given))

    def received(self, value):
        if isinstance(value, list):
            return [self.received(part) for part in value]
        return self.things[value["thing"]] if isinstance(value, dict) and "thing" in value \
            else value

    def sent(self, value):
        if isinstance(value, host.Object):
            self.things.append(value)
            value = {"thing": len(self.things) - 1}
        if isinstance(value, dict):
            return f"{{{', '.join(f'{json.dumps(k)}: {self.sent(v)}' for k, v in value.items())}}}"
        if isinstance(value, list):
            return f"[{', '.join(map(self.sent, value))}]"
        if isinstance(value, host.Vector):
            return f"{type(value).__name__}({', '.join(map(repr, value))})"
        if isinstance(value, bytes):
            return f'PackedByteArray("{base64.b64encode(value).decode()}")'
        return json.dumps(value)


def swinging():
    """A bank with a ping-pong, which the samples lack, and when its steps are shown."""
    frame = {"name": "", "size": [1, 1], "hot_spot": None, "picture": None, "action_points": [],
             "shapes": []}
    steps = [{"frame": i, "ms": ms} for i, ms in enumerate((10, 20, 30))]
    bank = {"kickbox_bank": {"major": 1, "minor": 0}, "classes": [], "pages": [],
            "sprites": [{"name": "s", "frames": [frame] * 3, "animations": [
                {"name": "a", "loop": "ping-pong", "steps": steps}]}]}
    return bank, [int(i) for i in "01122211011222110"]


class WebRuntime(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.godot = host.Host(os.environ["KICKBOX_GODOT"], "kickbox_init")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def export(self, name, kind, file=None):
        path = os.path.join(self.folder.name, file or f"{name}.{kind}")
        subprocess.run([KICKBOX, "export", os.path.join(DATA, name), "-o", path, "--format",
                        kind], check=True, capture_output=True)
        return path

    def asked_of_extension(self, path):
        """[(question, answer)] about pictures and animations; the extension answers."""
        bank, asked = self.godot.new("KickboxBank"), []
        self.assertEqual(bank.call("open", read(path)), "")
        for i in range(bank.call("count", SPRITE)):
            sprite = bank.call("item", SPRITE, i)
            name = sprite.call("name")
            for k in range(sprite.call("count", FRAME)):
                for flip in ("", "x", "y"):
                    asked.append(self.picture(bank, sprite, name, k, flip))
            for k in range(sprite.call("count", ANIMATION)):
                animation, times = sprite.call("item", ANIMATION, k), list(range(-1500, 3000, 7))
                steps = [self.godot.static("animation_at", animation, ms) for ms in times]
                asked.append(({"q": "animation", "sprite": name, "name": animation.call("name"),
                               "ms": times},
                              [[step["frame"] and step["frame"].call("info")["index"],
                                step["index"], step["start_ms"], step["duration_ms"],
                                step["finished"]] for step in steps]))
        return asked

    def picture(self, bank, sprite, name, k, flip):
        place = self.godot.static("at_flipped", 7, -3, flip == "x", flip == "y")
        found = self.godot.static("frame_picture", sprite.call("item", FRAME, k), place)
        answer = {"found": found["found"]}
        if found["found"]:
            page = bank.call("item", 2, found["page"]).call("info")
            answer |= {"page": found["page"], "source": list(found["source"]),
                       "target": list(found["target"]), "size": list(page["size"]),
                       "data": len(page["data"])}
        return ({"q": "picture", "sprite": name, "frame": k, "at": [7, -3], "flip": flip}, answer)

    def asked_of_query(self, path, info):
        lines = transcript.frame_questions(info, 400)
        answers = transcript.answers([KICKBOX, "query", path], lines)
        return [(json.loads(line), json.loads(answer)) for line, answer in zip(lines, answers)]

    def play(self, files, **more):
        """What a project reports, without an error in its log."""
        posted = web.play(RUNTIME, files, **more)
        self.assertNotIn("error", posted, posted)
        self.assertNotIn("ERROR", posted["log"])
        return posted["report"]

    def test_fight(self):
        """The sample with the reader: a kick lands and the scene is drawn."""
        files = project("play.gd", "addons/kickbox", "sample")
        files |= {"scene.txt": b"fight", "dojo.json": read(self.export("dojo", "json"))}
        about = json.loads(self.play(files, picture=PICTURES and PICTURES + "/godot-fight.png"))
        self.assertEqual(about["words"], "The foot of the fakir hits the torso of the boxer")
        self.assertGreater(about["colours"], 50)

    def test_platform(self):
        """The sample with the extension, which is at the other end of a line."""
        files = project("play.gd", "addons/kickbox", "sample")
        files |= {"scene.txt": b"platform", "remote.gd": read(os.path.join(HERE, "remote.gd"))}
        os.rename(self.export("yard", "binary"), os.path.join(self.folder.name, "yard.kbx"))
        remote = Remote(self.godot, self.folder.name)
        about = json.loads(self.play(files, ask=remote.ask,
                                     picture=PICTURES and PICTURES + "/godot-platform.png"))
        self.assertGreater(about["run"], 100)
        self.assertGreater(about["rise"], 20)
        self.assertGreater(about["colours"], 50)

    def test_reader(self):
        asked, files = {}, project("reader.gd", "addons/kickbox")
        files |= {"newer.json": b'{"kickbox_bank": {"major": 2}}', "broken.json": b'{"a": [1,\n2'}
        for name in PROJECTS:
            path = self.export(name, "binary")
            info = json.loads(subprocess.run([KICKBOX, "info", "--json", path], check=True,
                                             capture_output=True).stdout)
            files[name + ".json"] = read(self.export(name, "json"))
            asked[name] = self.asked_of_query(path, info) + self.asked_of_extension(path)
        path = os.path.join(self.folder.name, "capsules.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(transcript.CAPSULES, file)
        files["capsules.json"] = read(path)
        asked["capsules"] = self.asked_of_query(path, transcript.CAPSULES_INFO)
        swing, shown = swinging()
        files["swing.json"] = json.dumps(swing).encode()
        starts, lengths = [0, 10, 30], [10, 20, 30]
        asked["swing"] = [({"q": "animation", "sprite": "s", "name": "a",
                            "ms": list(range(5, 170, 10))},
                           [[i, i, starts[i], lengths[i], False] for i in shown])]
        files["questions.json"] = json.dumps(
            [{"bank": f"res://{name}.json", "questions": [question for question, _ in pairs]}
             for name, pairs in [*asked.items(), ("newer", []), ("broken", [])]]).encode()
        posted = self.play(files)
        *got, newer, broken = map(json.loads, posted.split("\n"))
        self.assertIn("version 1", newer)
        self.assertRegex(broken, "^line [12]: ")
        every = [pair for pairs in asked.values() for pair in pairs]
        self.assertGreater(len(every), 4800)
        self.assertEqual(len(got), len(every))
        for (question, expected), answer in zip(every, got):
            if answer.get("direction") if isinstance(answer, dict) else None:
                answer["direction"] = [float(f"{x:.9g}") for x in answer["direction"]]
            self.assertEqual(answer, expected, question)

    def test_exported(self):
        """The formats godot and godot-frames: each step shows what the bank has."""
        bank = json.loads(read(self.export("dojo", "json")))
        times, runs = {}, []
        for sprite in bank["sprites"]:
            for run in sprite["animations"]:
                starts = itertools.accumulate([step["ms"] for step in run["steps"]], initial=0)
                middles = [(start + step["ms"] / 2) / 1000
                           for start, step in zip(starts, run["steps"])]
                times.setdefault(sprite["name"], {})[run["name"]] = middles
                runs.append((sprite, run))
        files = project("exported.gd") | {"steps.json": json.dumps(times).encode()}
        for name, kind in (("dojo.tscn", "godot"), ("dojo.tres", "godot-frames")):
            files[name] = read(self.export("dojo", kind, name))
        files["dojo-0.png.import"] = IMPORTED
        files["page.tres"] = b"""[gd_resource type="PlaceholderTexture2D" format=3]

[resource]
size = Vector2(2048, 2048)
"""
        told = json.loads(self.play(files))
        self.assertEqual(len(told["frames"]), len(runs))
        for sprite, run in runs:
            name = f"{sprite['name']}/{run['name']}"
            self.assertEqual(len(told["frames"][name]), len(run["steps"]))
            for step, state, listed in zip(run["steps"], told["scene"][name],
                                           told["frames"][name]):
                self.check_step(sprite["frames"][step["frame"]], state)
                self.assertAlmostEqual(listed[0], step["ms"] / 1000)
                self.assertEqual(listed[1],
                                 sprite["frames"][step["frame"]]["picture"]["rect"])
                self.assertEqual(state["loops"], int(run["loop"] == "loop"))

    def check_step(self, frame, state):
        picture, (x, y) = frame["picture"], frame["hot_spot"]
        self.assertEqual(state["region"], picture["rect"])
        self.assertEqual(state["margin"][:2], picture["trim"])
        self.assertEqual(state["offset"], [-x, -y])
        self.assertEqual(state["points"], {point["name"]: [point["at"][0] - x, point["at"][1] - y]
                                           for point in frame["action_points"]})
        boxes = sorted([shape["class"], "RectangleShape2D",
                        [shape["box"][0] - x, shape["box"][1] - y, *shape["box"][2:]]]
                       for shape in frame["shapes"] if "box" in shape)
        others = [shape for shape in frame["shapes"] if "box" not in shape]
        found = sorted(shape for shape in state["shapes"])
        self.assertEqual([shape for shape in found if shape in boxes], boxes)
        self.assertGreaterEqual(len(found), len(boxes) + len(others))


if __name__ == "__main__":
    unittest.main()
