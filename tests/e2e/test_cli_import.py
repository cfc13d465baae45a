# SPDX-License-Identifier: MIT
"""`kickbox import`: every kind of picture, options that are kept, files that cannot be read."""
import json
import os
import re
import struct
import subprocess
import sys
import unittest
import zlib

from cli_case import SOURCE, Case, disc, png, png_file

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import aseprite_writer as ase  # noqa: E402


class Import(Case):
    def test_kinds(self):
        self.run_kickbox("new", "p")
        art = self.write("a.png", disc(16, (9, 9, 9, 255), 6))
        for kind in ["tiles"]:
            self.refused("import", "p", art, "--as", kind, status=2, says=[kind, "not support"])
        self.refused("import", "p", art, "--as", "song", status=2, says=["song"])
        out, _ = self.run_kickbox("import", "p", art, "--as", "sprite")
        self.assertIn("a: 1 frame, 0 animations", out)

    def test_millions_of_islands(self):
        """They are counted, but neither listed nor sorted, before they are refused."""
        self.run_kickbox("new", "p")
        row = b"\0" + bytes([1, 0] * 2048)
        sheet = self.write("a.png", png_file(4096, 4096, 8, 3, (row + bytes(4097)) * 2048, (b"PLTE", bytes(6)), (b"tRNS", b"\0\xff")))
        command = ["import", "p", sheet, "--islands", "--gap=0", "--minimum=1"]
        with self.used_less(4):
            self.refused(*command, status=1, says=["there are 4194304 islands"])
        # The picture alone takes 64 MB, its runs as much again.
        self.assertLess(self.peak(*command), 240)

    def test_documents_name_each_importer(self):
        """What `help import` lists is in the guides, the man page, the first steps and the description for app stores."""
        listed = self.run_kickbox("help", "import")[0].partition("KIND is")[2]
        labels = re.findall(r"^  (?:sprite|mask|track|level) +(.*?): \*", listed, re.M)
        self.assertGreater(len(labels), 10)
        for path in ("docs/first-steps-artist.md", "docs/importing.md", "docs/man/kickbox.1", "data/io.github.kickbox.Kickbox.metainfo.xml.in"):
            with open(os.path.join(SOURCE, path)) as file:
                text = " ".join(file.read().lower().split())
            self.assertEqual([label for label in labels if label.lower() not in text], [], path)
        with open(os.path.join(SOURCE, "docs/importing.md")) as file:
            self.assertIn("`kickbox soup ", file.read())

    def test_ground_without_kind(self):
        self.run_kickbox("new", "p")
        for name in ("hills.csv", "hills.txt"):
            self.refused("import", "p", self.write(name, "0,1\n2,3\n"), status=1, says=[name, "only with --as ground"])

    def test_documents_name_each_exporter(self):
        with open(os.path.join(SOURCE, "docs/man/kickbox.1")) as file:
            manual = file.read()
        words = {}
        for option, word in re.findall(r"^  --(\w+)=([a-z-]+) ", self.run_kickbox("help", "export")[0], re.M):
            words.setdefault(option, []).append(word)
        self.assertEqual(sorted(words), ["format", "images"])
        for option, choices in words.items():
            self.assertIn(f".It Fl -{option} Cm {' | '.join(choices)}\n", manual)

    def test_options(self):
        self.run_kickbox("new", "p")
        art = self.write("a.png", disc(16, (9, 9, 9, 255), 6))
        for option, value in [("grid", "8"), ("grid", "8x"), ("grid", "0x8"), ("grid", "8x8x8"), ("grid", "-8x8"),
                              ("grid", "99999999999999999999x1"), ("margin", "-1"), ("margin", "x"), ("spacing", "1.5"),
                              ("colour-key", "red"), ("colour-key", "#12345"), ("colour-key", "#12345g"),
                              ("colour-key", "#-12345"), ("name", "")]:
            self.refused("import", "p", art, f"--{option}", value, status=2, says=["--" + option])
        self.run_kickbox("import", "p", art, "--grid", "8x8", "--name", "g", "--no-animations")
        info = json.loads(self.run_kickbox("info", "p", "--json")[0])
        self.assertEqual(info["sprites"], [{"name": "g", "frames": 4, "shapes": 0, "animations": [], "action_points": []}])

    def test_names_of_other_systems(self):
        """Replaced where a file gives them, refused where a person does."""
        self.run_kickbox("new", "p")
        for file, name in [("NUL.png", "NUL_"), ("-x.png", "x"), ("a\u202egnp.png", "agnp"), ("com1.old.png", "com1_.old")]:
            art = self.write(file, disc(16, (9, 9, 9, 255), 6))
            for kind in ["sprite", "mask"]:
                out, _ = self.run_kickbox("import", "p", art, "--as", kind)
                self.assertTrue(out.startswith(name + ":"), out)
        for name, what in [("nul.txt", "keep for themselves"), ("-x", "starts with '-'"), ("a\u202eb", "not seen")]:
            self.refused("import", "p", art, f"--name={name}", status=2, says=[what])

    def test_sources_outside(self):
        """A project names a FIFO as the sheet that it was imported from: nothing waits for it."""
        project = self.make_project()
        os.mkfifo(self.path("sheet.json"))
        self.edit(project, {"set": "sprites['wall'].import", "value": {"format": "aseprite", "files": ["../sheet.json"]}})
        for _ in range(2):
            self.run_kickbox("export", project, "-o", self.path("bank.kbx"))
        self.run_kickbox("info", project)
        self.run_kickbox("check", project, status=None)
        self.run_kickbox("render", project, "-o", self.path("out"))
        self.refused("export", project, "-o", self.path("sheet.json"), status=2, says=["imported from"])

    def test_wrong_files(self):
        self.run_kickbox("new", "p")
        before = sorted(os.listdir(self.path("p")))
        self.refused("import", "p", "missing.png", status=1, says=["missing.png"])
        self.refused("import", "p", self.write("text.png", "not a picture"), status=1, says=["text.png"])
        self.refused("import", "p", self.write("empty.png", ""), status=1, says=["empty.png"])
        whole = disc(16, (9, 9, 9, 255), 6)
        self.refused("import", "p", self.write("cut.png", whole[:60]), status=1, says=["cut.png"])
        huge = bytearray(whole)
        huge[16:24] = struct.pack(">II", 0x7fffffff, 0x7fffffff)
        huge[29:33] = struct.pack(">I", zlib.crc32(bytes(huge[12:29])))
        self.refused("import", "p", self.write("huge.png", bytes(huge)), status=1, says=["huge.png"])
        self.refused("import", "nowhere", self.write("a.png", whole), status=1, says=["nowhere"])
        self.assertEqual(json.loads(self.run_kickbox("info", "p", "--json")[0])["sprites"], [])
        self.assertEqual(sorted(n for n in os.listdir(self.path("p")) if n != "pictures"), before)

    def test_unreadable(self):
        if os.geteuid() != 0:
            self.skipTest("needs to be able to give up its rights")
        os.chmod(self.root, 0o755)
        self.run_kickbox("new", "p")
        subprocess.run(["chown", "-R", "nobody", self.path("p")], check=True)
        self.write("x.sprite", "(supertux-sprite)")
        self.write("a.png", disc(16, (9, 9, 9, 255), 6))
        os.mkdir(self.path("frames"))
        for name in ["x.sprite", "a.png", "frames"]:
            os.chmod(self.path(name), 0)
            errors = self.refused("import", "p", name, status=3, user="nobody", says=["ermission denied"])
            self.assertTrue(errors.startswith(name + ": "), errors)
            self.assertEqual(errors.count(name), 1, errors)

    def test_again(self):
        project = self.make_project()
        self.write("art/puck 1.png", disc(32, (250, 90, 200, 255), 11))
        out, _ = self.run_kickbox("import", project, *[self.path(f"art/puck {i}.png") for i in range(3)], "--name", "puck")
        self.assertIn("3 frames: 3 kept", out)
        info = json.loads(self.run_kickbox("info", project, "--json")[0])
        self.assertEqual(info["sprites"][0]["shapes"], 9)


    def test_options_of_last_time(self):
        """Without options a sheet is cut as before; options that are given win; --fresh forgets."""
        self.run_kickbox("new", "p")

        def sheet(n):
            def pixel(x, y):
                return bytes([x // 8 * 40, y * 20, x % 8 * 30, 255]) if 1 < y < 7 and x % 8 else b"\xff\0\xff\xff"
            self.write("w.png", png(8 * n, 8, pixel))

        def lines(*options):
            return self.run_kickbox("import", "p", "w.png", *options)[0]

        def record():
            return {k: v for k, v in json.loads(self.read(self.path("p", "sprites", "w.json")))["import"].items()
                    if k not in ("files", "sources", "frames", "animations", "lost_steps")}

        sheet(4)
        lines("--grid", "8x8", "--colour-key", "#ff00ff", "--count", "3", "--no-animations")
        before = record()
        self.assertEqual(before, {"format": "grid", "cell_width": 8, "cell_height": 8, "count": 3, "colour_key": "#ff00ff"})
        self.edit("p", {"set": "sprites[0].frames[1].hot_spot", "value": [4, 7]},
                  {"insert": "sprites[0].animations", "value": {"name": "walk", "loop": "loop", "steps": [
                      {"frame": 1, "duration": 10}, {"frame": 2, "duration": 20}, {"frame": 3, "duration": 30}]}})
        out = lines()
        self.assertIn("w: 3 frames: 3 kept, 0 of them moved, 0 restored, 0 added, 0 lost\n  cut by a grid of 8x8 as before\n", out)
        self.assertIn("#ff00ff is transparent as before", out)
        self.assertEqual(record(), before)
        self.assertIn("w: 4 frames: 3 kept", lines("--count", "4"))
        self.assertEqual(record()["count"], 4)
        steps = "sprites/w.json"
        self.assertEqual([s["duration"] for s in json.loads(self.read(self.path("p", steps)))["animations"][0]["steps"]], [10, 20, 30])
        self.assertIn("1 frame: ", lines("--grid", "8x8", "--count", "1"))
        self.assertEqual([s["duration"] for s in json.loads(self.read(self.path("p", steps)))["animations"][0]["steps"]], [10])
        self.assertIn("'walk' has 2 steps back: 2 (20 ms), 3 (30 ms)", lines("--count", "3"))
        self.assertEqual([s["duration"] for s in json.loads(self.read(self.path("p", steps)))["animations"][0]["steps"]], [10, 20, 30])
        lines("--islands")
        islands = {"format": "islands", "alpha": 8, "gap": 1, "minimum": 16, "hot_spot": "opaque-bottom", "colour_key": "#ff00ff"}
        self.assertEqual(record(), islands)
        lines("--gap", "0", "--alpha", "1", "--minimum", "1", "--hot-spot", "none", "--changes", "drop 2,3", "--ranges", "walk 1")
        self.assertEqual(record(), {"format": "islands", "alpha": 1, "minimum": 1, "changes": "drop 2,3", "ranges": "walk 1",
                                    "colour_key": "#ff00ff"})
        lines("--changes", "", "--rows")
        self.assertEqual(record(), {"format": "islands", "alpha": 1, "minimum": 1, "rows": True, "colour_key": "#ff00ff"})
        lines("--fresh", "--grid", "8x8", "--no-animations")
        self.assertEqual(record(), {"format": "grid", "cell_width": 8, "cell_height": 8})

    def test_animations_of_a_new_sprite(self):
        """As in the editor: the only thing that a new frame lacks is a hot spot; what was imported before stays as it was."""
        self.run_kickbox("new", "p")
        self.write("art/sheet.png", disc(32, (90, 9, 9, 255), 14))
        for i in range(2):
            self.write(f"art/walk {i}.png", disc(16, (90 * i + 40, 9, 9, 255), 6))
        walk = [f"art/walk {i}.png" for i in range(2)]

        def animations(name):
            sprites = json.loads(self.run_kickbox("info", "p", "--json")[0])["sprites"]
            return [(a["name"], a["frames"], a["durations"]) for s in sprites if s["name"] == name for a in s["animations"]]

        for name, arguments, expected in [
                ("grid", ["art/sheet.png", "--grid", "16x16"], [("all", [0, 1, 2, 3], [100] * 4)]),
                ("islands", ["art/sheet.png", "--islands"], [("all", [0], [100])]),
                ("files", walk, [("walk", [0, 1], [100, 100])]),
                ("none", ["art/sheet.png", "--grid", "16x16", "--no-animations"], [])]:
            out, _ = self.run_kickbox("import", "p", *arguments, "--name", name)
            self.assertIn(f"{len(expected)} animation" + ("s" if len(expected) != 1 else "") + "\n", out)
            self.assertEqual(animations(name), expected)
            self.run_kickbox("import", "p", *arguments[:2 if name == "files" else 1], "--name", name)
            self.assertEqual(animations(name), expected, "again")
            lines = [line for line in self.run_kickbox("check", "p", status=1)[0].splitlines() if f"/{name}.json: " in line]
            self.assertEqual([line for line in lines if "no hot spot" not in line], [], name)
        self.run_kickbox("import", "p", "art/sheet.png", "--name", "none", "--animations")
        self.assertEqual([a[0] for a in animations("none")], ["all"])
        for option, says in (("--no-animations", "the import no longer has the animation 'all'; it stays here"),
                             ("--animations", "the animation 'all' is not from the last import and stays as it is")):
            self.assertIn(f"  {says}\n", self.run_kickbox("import", "p", "art/sheet.png", "--name", "none", option)[0])
        self.refused("import", "p", *walk, "--animations", "--no-animations", status=2, says=["--no-animations"])

    def test_options_of_a_cut(self):
        """An option that would say nothing is a mistake."""
        self.run_kickbox("new", "p")
        art = self.write("a.png", disc(16, (9, 9, 9, 255), 6))
        for option in [["--margin", "4"], ["--spacing", "1"], ["--count", "2"], ["--skip-empty"]]:
            self.refused("import", "p", art, *option, status=2, says=[option[0], "only with --grid"])
            self.refused("import", "p", art, "--islands", *option, status=2, says=[option[0], "only with --grid"])
        for option in ["--gap", "--minimum", "--gather"]:
            self.refused("import", "p", art, "--grid", "8x8", option, "1", status=2, says=[option, "only with --islands"])
        self.refused("import", "p", art, "--grid", "8x8", "--islands", status=2, says=["--grid", "--islands"])
        self.refused("import", "p", art, "--grid", "8x8", "--changes", "drop 1,1", status=2, says=["--changes: only with --islands"])
        self.refused("import", "p", art, "--islands", "--changes", "drop", status=2, says=["“drop” changes no frame"])
        self.refused("import", "p", art, "--rows", status=2, says=["--rows: only with"])
        self.refused("import", "p", art, "--islands", "--rows", "--ranges", "a 1", status=2, says=["--rows or --ranges"])
        self.refused("import", "p", art, "--islands", "--ranges", "a 1-", status=2, says=["“a 1-”"])
        self.refused("import", "p", art, "--hot-spot", "middle", status=2, says=["--hot-spot: 'middle'"])
        own = self.write("x.sprite", '(supertux-sprite (action (name "a") (images "a.png")))')
        self.refused("import", "p", own, "--hot-spot", "bottom", status=2, says=["--hot-spot: not with"])

    def test_options_of_another_format(self):
        """What the format of the file cannot use is refused, and nothing is changed; detection says what it needs."""
        self.run_kickbox("new", "p")
        self.write("sheet.png", disc(16, (9, 9, 9, 255), 6))
        sheet = self.write("sheet.json", json.dumps({"frames": {"a": {"frame": {"x": 0, "y": 0, "w": 8, "h": 8}}}, "meta": {"image": "sheet.png"}}))
        drawing = self.write("hero.aseprite", ase.aseprite(1, 1, (1, ase.layer("a"), ase.cel(0, 0, 0, [[b"\1\2\3\xff"]]))))
        common = [["--grid", "8x8"], ["--grid", "8x8", "--count", "1"], ["--islands"], ["--islands", "--gap", "2"], ["--part", "x"]]
        for file, noun, cases in ((sheet, "a sheet with JSON data", common),
                                  (drawing, "an Aseprite file", common + [["--colour-key", "#ff00ff"], ["--animations"], ["--no-animations"]])):
            for options in cases:
                self.refused("import", "p", file, *options, status=2, says=[f"{options[0]}: not with {noun}"])
            self.refused("import", "p", file, "--detect", status=2, says=[f"--detect: needs a PNG file, not {noun}"])
        self.refused("import", "p", self.path("sheet.png"), "--as", "mask", "--detect", status=2, says=["--detect: not with --as mask"])
        self.assertFalse(os.path.exists(self.path("p", "sprites")))
        self.assertIn("  a 1-9: there is only 1 frame\n", self.run_kickbox("import", "p", drawing, "--ranges", "a 1-9")[0])

    def test_packed_sheet(self):
        """Detected, changed, named and with hot spots at the feet; again, all of that is as before."""
        self.run_kickbox("new", "p")

        def figures(x, y):
            u, v = x % 25 - y // 30 - 3, y % 30 - 4
            return b"\x90\x40\x20\xff" if 0 <= u < 14 + x // 25 and 0 <= v < 20 else bytes(4)
        sheet = self.write("packed.png", png(100, 60, figures))

        def sprite():
            return json.loads(self.read(self.path("p", "sprites", "packed.json")))
        self.assertIn("packed: 8 frames, 1 animation", self.run_kickbox("import", "p", sheet, "--detect", "--islands")[0])
        self.assertEqual([f["hot_spot"] for f in sprite()["frames"][:3]], [[7, 19], [7, 19], [8, 19]])
        out = self.run_kickbox("import", "p", sheet, "--changes", "drop 5,10; merge 30,10 30,40", "--ranges", "walk 1-3, idle 6 5")[0]
        self.assertIn("packed: 6 frames", out)
        self.assertEqual([(a["name"], len(a["steps"])) for a in sprite()["animations"]][-2:], [("walk", 3), ("idle", 2)])
        before = sprite()
        self.run_kickbox("import", "p", sheet)
        self.assertEqual(sprite(), before)
        self.assertIn("other: 8 frames, 2 animations", self.run_kickbox("import", "p", sheet, "--detect", "--rows", "--name", "other")[0])
        self.assertIn("one: 1 frame,", self.run_kickbox("import", "p", sheet, "--name", "one")[0])

    def test_two_sheets(self):
        """One sprite with the frames of both, named after the first; and again."""
        self.run_kickbox("new", "p")
        for i, name in enumerate(["kick.png", "walk.png"]):
            self.write("art/" + name, disc(32, (90 * i + 40, 9, 9, 255), 14))
        for _ in range(2):
            self.run_kickbox("import", "p", "art/walk.png", "art/kick.png", *(["--grid", "16x16"] if _ == 0 else []))
            info = json.loads(self.run_kickbox("info", "p", "--json")[0])
            self.assertEqual([(s["name"], s["frames"]) for s in info["sprites"]], [("kick", 8)])

    def test_no_pictures_of_a_sprite_file(self):
        self.run_kickbox("new", "p")
        self.write("x.sprite", '(supertux-sprite (action (name "a") (images "no1.png" "no2.png")))')
        self.refused("import", "p", "x.sprite", status=1, says=["x.sprite", "none of the sprite's pictures"])
        self.write("no1.png", disc(16, (9, 9, 9, 255), 6))
        self.assertIn("no2.png", self.run_kickbox("import", "p", "x.sprite")[0])

    def test_paths_as_given(self):
        """Relative paths stay relative, in errors and in reports."""
        project = self.make_project()
        self.write("art/broken.png", b"nothing")
        for project, cwd, file in [("demo", self.root, "art/broken.png"), (".", project, "../art/broken.png"),
                                   ("demo/", self.root, "./art/broken.png"), (project, self.root, self.path("art/broken.png"))]:
            errors = self.refused("import", project, file, status=1, cwd=cwd)
            self.assertTrue(errors.startswith(file + ": "), errors)
        self.write("demo/sprites/wall.json", "{")
        for project, cwd, name in [("demo", self.root, "demo/sprites/wall.json"), (".", self.path("demo"), "sprites/wall.json"),
                                   ("demo/demo.kickbox", self.root, "demo/sprites/wall.json"),
                                   ("demo.kickbox", self.path("demo"), "sprites/wall.json"),
                                   (self.path("demo"), "/", self.path("demo/sprites/wall.json"))]:
            for command in [["check"], ["info"], ["edit"], ["export", "-o", self.path("x")], ["render", "-o", self.path("x")]]:
                errors = self.refused(*command, project, status=1, cwd=cwd)
                self.assertTrue(errors.startswith(name + ": line 1"), (command, errors))


if __name__ == "__main__":
    unittest.main()
