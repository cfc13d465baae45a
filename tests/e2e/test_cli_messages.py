# SPDX-License-Identifier: MIT
"""What the command line says when something is wrong: the right file and place, and one exit status for one mistake."""
import json
import os
import re
import unittest

from cli_case import Case, disc, png


class Places(Case):
    def both(self, place, *options):
        """`export` refuses with the very place that `check` lists as an error."""
        out, _ = self.run_kickbox("check", "demo", status=1)
        listed = [re.sub(r" \(frame \d+\)", "", line) for line in out.splitlines() if ": error: " in line]
        self.assertEqual([line.split(": error: ")[0] for line in listed], [place])
        errors = self.refused("export", "demo", "-o", "x.kbx", *options, status=1)
        self.assertEqual(errors, listed[0].replace(": error: ", ": ") + "\n")

    def test_file_of_the_sprite(self):
        """Crossing polygons come by a merge or a script: no edit makes one."""
        self.make_project()
        good = {name: self.read(self.path("demo", "sprites", name + ".json")) for name in ["puck", "wall"]}

        def put(sprite, frame, at):
            text = json.loads(good[sprite])
            crossing = {"class": "push", "geometry": {"polygon": [[2, 2], [30, 30], [30, 2], [2, 20]]}}
            text["frames"][frame].setdefault("shapes", []).insert(at, crossing)
            self.write(f"demo/sprites/{sprite}.json", json.dumps(text))

        put("wall", 1, 0)
        self.both("demo/sprites/wall.json: frames[1].shapes[0]")
        put("puck", 2, 0)
        self.assertRegex(self.refused("export", "demo", "-o", "x.kbx", status=1),
                         r"^demo/sprites/puck.json: frames\[2\].shapes\[0\]: .*\(and 1 more error\)\n$")
        for name, text in good.items():
            self.write(f"demo/sprites/{name}.json", text)
        self.run_kickbox("export", "demo", "-o", "x.kbx")
        self.refused("export", "demo", "-o", "x.kbx", "--page-size", "16", status=1,
                     says=["demo/sprites/puck.json: frames[1]: the picture is 20 x 20 ", "16 x 16"])
        puck = json.loads(self.read(self.path("demo", "sprites", "puck.json")))
        os.remove(self.path("demo", "pictures", puck["frames"][1]["picture"]["file"]))
        self.both("demo/sprites/puck.json: frames[1]")

    def test_step_of_the_journal(self):
        self.make_project()
        step = {"step": "Move", "edits": [{"set": "sprites['puck'].frames[0].hot_spot", "value": [5, 5]}]}
        wrong = {"step": "Move", "edits": [{"set": "sprites['puck'].frames[0].hot_spot", "value": "here"}]}
        for lines, says in [([step, wrong], "demo/demo.kickbox-journal: step 2 of the journal: edits[0]: sprites["),
                            ([step, 3], "demo/demo.kickbox-journal: line 3: ")]:
            self.write("demo/demo.kickbox-journal", "".join(json.dumps(line) + "\n" for line in [{"kickbox_journal": 1}, *lines]))
            errors = self.refused("edit", "demo", "--replay", text="", status=1)
            self.assertTrue(errors.startswith(says), errors)

    def test_name_of_an_import(self):
        """A name on the command line is the command line's mistake; one that a file gives is the file's."""
        self.run_kickbox("new", "p")
        art = self.write("nul.png", disc(16, (9, 9, 9, 255), 6))
        for name in ["", "a/b", "a:b", ".a", "a ", "nul", "a\tb", "x" * 300]:
            errors = self.refused("import", "p", art, "--name", name, status=2)
            self.assertTrue(errors.startswith("kickbox import: --name: "), errors)
        self.run_kickbox("import", "p", "nul.png")
        self.assertEqual(os.listdir(self.path("p", "sprites")), ["nul_.json"])

    def test_too_many_classes(self):
        self.run_kickbox("new", "p")
        self.write("s.png", png(8, 8, lambda x, y: b"\1\2\3\xff"))
        slices = [{"name": f"c{i}", "keys": [{"frame": 0, "bounds": {"x": 0, "y": 0, "w": 4, "h": 4}}]} for i in range(65)]
        sheet = {"frames": [{"filename": "s 0", "frame": {"x": 0, "y": 0, "w": 8, "h": 8}, "duration": 100}],
                 "meta": {"image": "s.png", "slices": slices}}
        self.write("s.json", json.dumps(sheet))
        self.refused("import", "p", "s.json", status=1, says=["s.json: ", "65 classes", "at most 64"])
        self.assertEqual(json.loads(self.run_kickbox("info", "p", "--json")[0])["classes"], [])
        slices.pop()
        self.write("s.json", json.dumps(sheet))
        self.run_kickbox("import", "p", "s.json")
        slices[0]["name"] = "more"
        self.write("s.json", json.dumps(sheet))
        self.refused("import", "p", "s.json", status=1, says=["s.json: ", "1 classes", "has 64 already"])


class Statuses(Case):
    def test_places_for_results(self):
        """Where no file or folder can be is wrong input, whatever is to be put there; rights and the disk are the machine."""
        self.make_project()
        self.write("file", "")
        os.symlink("loop", self.path("loop"))
        project = {
            "new": lambda place: ["new", place],
            "render": lambda place: ["render", "demo", "-o", place],
            "bank": lambda place: ["export", "demo", "-o", place],
            "depfile": lambda place: ["export", "demo", "-o", "x.kbx", "--depfile", place],
        }
        table = [  # place, status, who may not have it
            ("/proc/foo", 1, "new render bank depfile"),
            ("/proc/foo/bar", 1, "new render bank depfile"),
            ("file", 1, "new render"),
            ("file/x", 1, "new render bank depfile"),
            ("/dev/null", 1, "new render"),
            ("/dev/null/x", 1, "new render bank depfile"),
            ("loop/x", 1, "new render bank depfile"),
            ("n" * 300, 1, "new render bank depfile"),
            (self.root, 1, "bank depfile"),
            ("/dev/full", 3, "bank depfile"),
        ]
        if os.geteuid() == 0:
            os.chmod(self.root, 0o755)
            os.mkdir(self.path("closed"), 0o755)
            table.append(("closed/x", 3, "new render bank depfile"))
        for place, status, who in table:
            user = "nobody" if place.startswith("closed") else None
            for name in who.split():
                with self.subTest(place=place, what=name):
                    errors = self.refused(*project[name](place), status=status, user=user)
                    self.assertNotIn("kickbox ", errors)
        self.assertFalse(os.path.exists(self.path("x.kbx")))

    def test_numbers(self):
        """What is refused is what the message says."""
        self.make_project()
        art = self.path("art", "sheet.png")
        table = [
            (["render", "demo", "-o", "sheets", "--scale"], 1, 32),
            (["import", "demo", art, "--name", "g", "--grid", "8x8", "--count"], 1, 65536),
            (["import", "demo", art, "--name", "g", "--islands", "--minimum"], 1, 2147483647),
            (["import", "demo", art, "--name", "g", "--islands", "--gap"], 0, 256),
            (["import", "demo", art, "--name", "g", "--islands", "--gather"], 0, 100),
            (["export", "demo", "-o", "x.kbx", "--page-size"], 16, 4096),
            (["export", "demo", "-o", "x.kbx", "--padding"], 0, 64),
        ]
        for arguments, low, high in table:
            for value in [str(low - 1), str(high + 1), "", "0x1", "1.5", "many"]:
                self.refused(*arguments, value, status=2, says=[arguments[-1], f"'{value}'", f"from {low} to {high}"])
        self.run_kickbox("render", "demo", "-o", "sheets", "--scale", "1")
        self.run_kickbox("import", "demo", art, "--name", "g", "--grid", "8x8", "--count", "1")


if __name__ == "__main__":
    unittest.main()
