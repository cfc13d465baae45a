# SPDX-License-Identifier: MIT
"""Objects: `kickbox compile`, `pack` and `link` give the very files that `kickbox export` gives."""
import json
import os
import random
import re
import shutil
import signal
import subprocess
import tarfile
import time
import unittest

from cli_case import KICKBOX, SOURCE, Case, png
from rounds import IS_WHOLE

GOLDEN = os.path.join(SOURCE, "tests", "golden", "export")
PROJECTS = {name: os.path.join(GOLDEN, name, "project") for name in os.listdir(GOLDEN)}
PROJECTS.update((name, os.path.join(SOURCE, "data", name)) for name in ("course", "dojo", "harbor", "pinball", "temple", "yard"))
ENDINGS = {"binary": "kbx", "json": "json", "phaser": "json", "godot": "tscn", "tiled": "world", "gdevelop": "json"}


def assets_of(project):
    return [os.path.join(project, kind, name) for kind in ("sprites", "masks", "tracks", "levels")
            if os.path.isdir(os.path.join(project, kind))
            for name in sorted(os.listdir(os.path.join(project, kind))) if name.endswith(".json")]


class Link(Case):
    def compile_all(self, project, folder="objects"):
        os.makedirs(self.path(folder), exist_ok=True)
        objects = []
        for asset in assets_of(project):
            name = os.path.relpath(asset, project).replace("/", "-")[:-5]
            objects.append(self.path(folder, name + ".kbo"))
            self.run_kickbox("compile", asset, "-o", objects[-1])
        return objects

    def files_of(self, *command, name):
        """What a command writes, by name."""
        folder = self.path("made")
        shutil.rmtree(folder, ignore_errors=True)
        out, _ = self.run_kickbox(*command, "-o", os.path.join(folder, name))
        return {file: self.read(os.path.join(folder, file)) for file in sorted(os.listdir(folder))}, out

    def compare(self, project, objects, *options, name="bank.kbx"):
        exported, said = self.files_of("export", project, *options, name=name)
        linked, also = self.files_of("link", *objects, *options, name=name)
        self.assertEqual(list(exported), list(linked))
        for file, content in exported.items():
            self.assertTrue(content == linked[file], f"{project} {options} {file}")
        self.assertEqual(said, also)
        return exported

    def big_project(self):
        """Sprites that have pages of their own, small ones that share some, and equal pictures."""
        project = self.path("big")
        self.run_kickbox("new", project)
        for s in range(16):
            side, n = (12, 6) if s % 4 == 3 else (40 + s, 20)
            picture = png(side * n, side, lambda x, y: bytes([x * (s % 5 + 3) & 255, y * 9 & 255, s, 255])
                          if (x % side - side / 2) ** 2 + (y - side / 2) ** 2 < (side / 2 - x // side % 5) ** 2 else b"\0\0\0\0")
            self.write(f"art/s{s}.png", picture)
            self.run_kickbox("import", project, self.path(f"art/s{s}.png"), "--grid", f"{side}x{side}", "--name", f"s{s}")
        return project


class Same(Link):
    def test_every_project(self):
        for name, source in sorted(PROJECTS.items())[::1 if IS_WHOLE else 3]:
            with self.subTest(project=name):
                project = shutil.copytree(source, self.path(name), ignore=shutil.ignore_patterns("*.kbx"))
                objects = self.compile_all(project, name + "-objects")
                random.Random(name).shuffle(objects)
                for format, ending in ENDINGS.items() if objects else ():
                    self.compare(project, objects, "--format", format, name="bank." + ending)
                for images in ("beside", "rgba", "none") if objects else ():
                    self.compare(project, objects, "--images", images)

    def test_many_pictures(self):
        project = self.big_project()
        objects = self.compile_all(project)
        for options in ([], ["--images", "beside"], ["--images", "rgba"], ["--padding", "3"], ["--power-of-two", "yes"],
                        ["--page-size", "512"]):
            self.compare(project, objects, *options)
        self.assertEqual(self.files_of("export", project, name="b.kbx"), self.files_of("export", project, "-j3", name="b.kbx"))
        self.edit(project, {"set": "export", "value": {"extrude": 2, "power-of-two": True, "page-size": 1000}})
        self.compare(project, self.compile_all(project))

    def test_compressed_pictures_are_copied(self):
        project = self.big_project()
        objects = self.compile_all(project)
        bank = self.compare(project, objects)["bank.kbx"]
        data = self.read(self.path("objects", "sprites-s0.kbo"))
        at = data.index(b"IDAT", data.index(b"IDAT") + 4) - 4
        length = int.from_bytes(data[at:at + 4], "big")
        self.assertGreater(length, 1000)
        self.assertIn(data[at:at + length + 12], bank)

    def test_references(self):
        """Indices of what values refer to, across assets, and of animations after one without steps."""
        project = self.make_project()
        values = {"door": "other/2", "home": "1", "end": "other/1", "dance": "puck/spin", "shown": "puck/none"}
        self.edit(project,
                  {"set": "value_types", "value": {"dance": "animation", "shown": "animation"}},
                  {"set": "classes[0].value_types", "value": {"door": "entity", "home": "entity", "end": "area",
                                                              "dance": "animation", "shown": "animation"}},
                  {"insert": "sprites['puck'].animations", "index": 0, "value": {"name": "none", "loop": "loop", "steps": []}},
                  {"insert": "levels", "value": {"name": "first"}}, {"insert": "levels", "value": {"name": "other"}},
                  *[{"insert": f"levels['{level}'].walls", "value": {"class": "push", "a": [0, 0], "b": [9, 9]}}
                    for level in ("first", "other")],
                  *[{"insert": f"levels['{level}'].entities", "value": {"class": "hurt", "at": [i, 0], "ref": i + 1,
                                                                        "values": values if level == "first" else {}}}
                    for level in ("first", "other") for i in range(2)],
                  {"insert": "levels['other'].areas", "value": {"name": "exit", "class": "hit", "ref": 1,
                                                                "rings": [[[0, 0], [8, 0], [8, 8]]]}})
        for format in ("binary", "json"):
            made = self.compare(project, self.compile_all(project), "--format", format, name="bank." + ENDINGS[format])
        bank = json.loads(made["bank.json"])
        level = next(one for one in bank["levels"] if one["name"] == "first")
        indices = {key: value.get("index", -1) for key, value in level["entities"][0]["values"].items()}
        self.assertEqual(indices, {"door": 3, "home": 0, "end": 0, "dance": 0, "shown": -1})


class Alone(Link):
    def test_reads_what_the_depfile_says(self):
        project = shutil.copytree(PROJECTS["yard"], self.path("yard"))
        asset = assets_of(project)[-1]
        self.run_kickbox("compile", asset, "-o", self.path("a.kbo"), "--depfile", self.path("a.d"))
        with open(self.path("a.d"), encoding="utf-8") as file:
            needed = {line.rstrip(":\n") for line in file if line.rstrip().endswith(":") and " " not in line}
        self.assertIn(asset, needed)
        for place, _, files in os.walk(project):
            for file in files:
                if os.path.join(place, file) not in needed:
                    os.remove(os.path.join(place, file))
        moved = self.path("elsewhere", "other name")
        shutil.copytree(project, moved)
        self.environment.update(LC_ALL="tr_TR.UTF-8", TZ="Asia/Tokyo", HOME="/nonexistent", XDG_CACHE_HOME="/nonexistent/cache")
        self.run_kickbox("compile", os.path.relpath(asset, project), "-o", self.path("b.kbo"), cwd=moved)
        self.assertTrue(self.read(self.path("a.kbo")) == self.read(self.path("b.kbo")))
        with open(os.path.join(project, "sprites", "stranger.json"), "w", encoding="utf-8") as file:
            file.write("no JSON")
        self.run_kickbox("compile", asset, "-o", self.path("b.kbo"))
        self.assertTrue(self.read(self.path("a.kbo")) == self.read(self.path("b.kbo")))

    def test_packed(self):
        for project in ("yard", "painted", "every-kind"):
            for number, asset in enumerate(assets_of(PROJECTS[project])):
                packed = self.path(f"{number}.kbp")
                self.run_kickbox("pack", asset, "-o", packed)
                with tarfile.open(packed) as archive:
                    self.assertTrue(asset.endswith(archive.getnames()[0]))
                self.run_kickbox("compile", asset, "-o", self.path("a.kbo"))
                self.run_kickbox("compile", os.path.basename(packed), "-o", self.path("b.kbo"))
                self.assertTrue(self.read(self.path("a.kbo")) == self.read(self.path("b.kbo")), asset)
        self.assertEqual([name for name in os.listdir(self.root) if name.startswith("kickbox-")], [])

    def test_archives_of_others(self):
        asset = os.path.join(PROJECTS["dojo"], "sprites", os.listdir(os.path.join(PROJECTS["dojo"], "sprites"))[0])
        self.run_kickbox("pack", asset, "-o", self.path("good.kbp"))
        good = self.read(self.path("good.kbp"))
        for name, data, says in (("cut", good[:700], "byte 0"), ("sum", b"x" + good[1:], "byte 0: the archive is damaged")):
            self.refused("compile", self.write(name + ".kbp", data), "-o", self.path("a.kbo"), status=1, says=[name, says])
        for name in ("../evil", "/tmp/evil", "a/../../evil", "a/b/c/evil"):
            with tarfile.open(self.path("evil.kbp"), "w", format=tarfile.USTAR_FORMAT) as archive:
                archive.addfile(tarfile.TarInfo(name))
            self.refused("compile", self.path("evil.kbp"), "-o", self.path("a.kbo"), status=1, says=["evil.kbp", "byte 0"])
        link = tarfile.TarInfo("sprites")
        link.type, link.linkname = tarfile.SYMTYPE, "/tmp"
        with tarfile.open(self.path("link.kbp"), "w", format=tarfile.USTAR_FORMAT) as archive:
            archive.addfile(link)
        self.refused("compile", self.path("link.kbp"), "-o", self.path("a.kbo"), status=1, says=["link.kbp"])


class Faults(Link):
    def test_interrupted(self):
        """No folder of objects stays. What ignores interrupts, as a shell's jobs in the background do, goes on."""
        project = self.big_project()
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        running = subprocess.Popen([KICKBOX, "export", project, "-j1", "-o", self.path("b.kbx")], env=self.environment)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        end = time.monotonic() + 60
        while not any(name.startswith("kickbox-") for name in os.listdir(self.root)) and time.monotonic() < end:
            time.sleep(.005)
        running.send_signal(signal.SIGINT)
        self.assertEqual(running.wait(60), 0)
        for number in signal.SIGINT, signal.SIGTERM:
            running = subprocess.Popen([KICKBOX, "export", project, "-j1", "-o", self.path("b.kbx")], env=self.environment)
            end = time.monotonic() + 60
            while not any(name.startswith("kickbox-") for name in os.listdir(self.root)) and time.monotonic() < end:
                time.sleep(.005)
            running.send_signal(number)
            self.assertEqual(running.wait(60), -number)
            self.assertEqual([name for name in os.listdir(self.root) if name.startswith("kickbox-")], [])

    def test_assets(self):
        project = self.make_project()
        good = os.path.join(project, "sprites", "puck.json")
        self.refused("compile", good, status=2, says=["-o FILE"])
        self.refused("compile", os.path.join(project, "demo.kickbox"), "-o", self.path("a.kbo"), status=1, says=["not an asset"])
        self.refused("compile", os.path.join(project, "sprites", "none.json"), "-o", self.path("a.kbo"), status=1,
                     says=["none.json"])
        self.refused("compile", good, "-o", good, status=2, says=["puck.json"])
        os.remove(os.path.join(project, "pictures", sorted(os.listdir(os.path.join(project, "pictures")))[0]))
        self.refused("compile", good, "-o", self.path("a.kbo"), status=1, says=["puck.json: frames[0]"])
        self.assertFalse(os.path.exists(self.path("a.kbo")))
        self.refused("export", project, "-j", "2", "-o", self.path("b.kbx"), status=1, says=["puck.json: frames[0]"])
        self.refused("export", project, "-j", "-1", "-o", self.path("b.kbx"), status=2, says=["-1"])
        self.assertEqual([name for name in os.listdir(self.root) if name.startswith("kickbox-")], [])

    def test_objects(self):
        project = self.make_project()
        puck, wall = objects = self.compile_all(project)
        self.refused("link", puck, puck, "-o", self.path("b.kbx"), status=1, says=["the sprite 'puck'", "once"])
        self.refused("link", self.write("x.kbo", b"nothing"), "-o", self.path("b.kbx"), status=1, says=["x.kbo: byte 0"])
        data = self.read(puck)
        self.refused("link", self.write("x.kbo", data[:-9]), "-o", self.path("b.kbx"), status=1, says=["x.kbo: byte"])
        other = data.replace(b'"builder":"', b'"builder":"0', 1).replace(b"  \n", b" \n", 1)
        self.refused("link", self.write("x.kbo", other), "-o", self.path("b.kbx"), status=1, says=["another version"])
        self.edit(project, {"set": "export", "value": {"padding": 4}})
        self.compile_all(project, "padded")
        self.refused("link", puck, self.path("padded", "sprites-wall.kbo"), "-o", self.path("b.kbx"), status=1,
                     says=["export settings"])
        self.edit(project, {"set": "export", "value": None}, {"set": "classes[0].colour", "value": "#123456"})
        self.compile_all(project, "recoloured")
        self.refused("link", puck, self.path("recoloured", "sprites-wall.kbo"), "-o", self.path("b.kbx"), status=1,
                     says=["other classes"])
        self.assertFalse(os.path.exists(self.path("b.kbx")))
        self.run_kickbox("link", *objects, "-o", self.path("b.kbx"))
        before = self.read(puck), self.read(os.path.join(project, "sprites", "puck.json"))
        for harmed in puck, os.path.join(project, "sprites", "puck.json"):
            self.refused("link", *objects, "-o", harmed, status=1, says=["puck", "not an export"])
        self.assertEqual(before, (self.read(puck), self.read(os.path.join(project, "sprites", "puck.json"))))

    def test_missing_sprite(self):
        project = self.make_project()
        self.edit(project, {"insert": "levels", "value": {"name": "room"}},
                  {"insert": "levels['room'].walls", "value": {"class": "push", "a": [0, 0], "b": [9, 9]}},
                  {"insert": "levels['room'].entities", "value": {"class": "hurt", "at": [1, 1], "sprite": "puck", "frame": 1}})
        objects = self.compile_all(project)
        self.compare(project, objects)
        rest = [one for one in objects if "puck" not in one]
        self.refused("link", *rest, "-o", self.path("b.kbx"), status=1, says=["room.kbo", "sprite 'puck', which is missing"])
        self.edit(project, {"insert": "sprites['puck'].frames", "at": 0, "value": {"width": 1, "height": 1}})
        self.run_kickbox("compile", os.path.join(project, "sprites", "puck.json"), "-o", self.path("puck.kbo"))
        self.refused("link", *rest, self.path("puck.kbo"), "-o", self.path("b.kbx"), status=1,
                     says=["room.kbo", "sprite 'puck'", "compile it again"])


@unittest.skipUnless(shutil.which("ninja"), "ninja is not installed")
class Ninja(Link):
    def ninja(self, *arguments, status=0, cwd=None):
        done = subprocess.run(["ninja", "-f", "build.ninja", *arguments], cwd=cwd or self.root, env=self.environment,
                              capture_output=True, text=True, timeout=300, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def plan(self, *options):
        self.run_kickbox("build", "my game", "-o", "out/my bank.kbx", "--ninja", "build.ninja", *options)

    def made(self, output):
        return sorted(line.split("/")[-1].strip("'\"") for line in re.findall(r"(?:compile|link|plan) (.*)", output))

    def test_builds(self):
        """Only what is out of date is made again, with new and removed assets and names that need quotes."""
        shutil.copytree(PROJECTS["levels"], self.path("my game"))
        self.plan("--padding", "2")
        assets = [os.path.basename(asset) for asset in assets_of(self.path("my game"))]
        self.assertEqual(self.made(self.ninja("-j2")), sorted([*assets, "my bank.kbx"]))
        self.run_kickbox("export", "my game", "-o", "same.kbx", "--padding", "2")
        self.assertTrue(self.read(self.path("same.kbx")) == self.read(self.path("out", "my bank.kbx")))
        self.assertIn("no work to do", self.ninja())
        one = assets_of(self.path("my game"))[-1]
        os.utime(one)
        self.assertEqual(self.made(self.ninja()), sorted([os.path.basename(one), "my bank.kbx"]))
        shutil.copy(one, os.path.join(os.path.dirname(one), "new one.json"))
        output = self.ninja()
        self.assertIn("new one.json", self.made(output))
        self.assertEqual(len(self.made(output)), 3)
        self.run_kickbox("export", "my game", "-o", "same.kbx", "--padding", "2")
        self.assertTrue(self.read(self.path("same.kbx")) == self.read(self.path("out", "my bank.kbx")))
        os.remove(os.path.join(os.path.dirname(one), "new one.json"))
        self.assertEqual(self.made(self.ninja()), ["build.ninja", "my bank.kbx"])

    def test_names_of_all_characters(self):
        """Ninja has no escape for some of them in a depfile; each file is one that the next run looks at."""
        odd = " x!#$%&'()*+,-.;=?@[]^_`{}~é日\"<>y"
        self.make_project("my game")
        picture = sorted(os.listdir(self.path("my game", "pictures")))[0]
        for asset in assets_of(self.path("my game")):
            text = self.read(asset).decode()
            self.write(asset, text.replace(json.dumps(picture), json.dumps("a" + odd + ".png")).encode())
        os.rename(self.path("my game", "pictures", picture), self.path("my game", "pictures", "a" + odd + ".png"))
        sprite = next(asset for asset in assets_of(self.path("my game")) if os.path.basename(asset) == "puck.json")
        named = os.path.join(os.path.dirname(sprite), "b !#$%&'()+,-.;=@[]^_`{}~é日.json")
        os.rename(sprite, named)
        os.rename(self.path("my game"), self.path("my game's & yours; x=y (1)"))
        self.run_kickbox("build", "my game's & yours; x=y (1)", "-o", "out/my bank.kbx", "--ninja", "build.ninja")
        self.ninja()
        self.assertIn("no work to do", self.ninja())
        for path in (self.path("my game's & yours; x=y (1)", "pictures", "a" + odd + ".png"), named.replace("my game/", "my game's & yours; x=y (1)/")):
            os.utime(path)
            self.assertIn("compile", self.ninja())
            self.assertIn("no work to do", self.ninja())
        self.refused("build", "my game's & yours; x=y (1)", "-o", "a|b.kbx", "--ninja", "build.ninja", status=1, says=["'a|b.", "ninja"])

    def test_goes_on(self):
        """A build that failed in the middle compiles only the rest."""
        shutil.copytree(PROJECTS["every-kind"], self.path("my game"))
        asset = assets_of(self.path("my game"))[0]
        good = self.read(asset)
        self.write(asset, b"{")
        self.plan()
        output = self.ninja("-k0", status=1)
        self.assertIn(os.path.basename(asset) + ": line 1", output)
        self.assertFalse(os.path.exists(self.path("out", "my bank.kbx")))
        self.write(asset, good)
        self.assertEqual(self.made(self.ninja()), sorted([os.path.basename(asset), "my bank.kbx"]))

    def test_first_of_a_kind(self):
        shutil.copytree(PROJECTS["dojo"], self.path("my game"))
        self.plan()
        self.ninja()
        self.write("mask.png", png(8, 8, lambda x, y: bytes([255 * (x > 3), 0, 0, 255])))
        self.run_kickbox("import", "my game", self.path("mask.png"), "--as", "mask")
        self.assertIn("mask.json", self.made(self.ninja()))
        self.run_kickbox("export", "my game", "-o", "same.kbx")
        self.assertTrue(self.read(self.path("same.kbx")) == self.read(self.path("out", "my bank.kbx")))

    def test_nothing_of_the_project_is_replaced(self):
        project = shutil.copytree(PROJECTS["dojo"], self.path("my game"))
        asset, file = assets_of(project)[0], os.path.join(project, "dojo.kickbox")
        before = self.read(asset), self.read(file)
        for harmed in asset, file, os.path.join(project, "sprites", "new"):
            self.refused("build", project, "-o", "a.kbx", "--ninja", harmed, status=2, says=["project itself"])
            self.refused("build", project, "-o", harmed, "--ninja", "b", status=2, says=["project itself"])
        for option in "--slurm", "--objects":
            self.refused("build", project, "-o", "a.kbx", "--ninja", "b", option, os.path.join(project, "sprites"), status=2,
                         says=["own folder"])
        self.assertEqual(before, (self.read(asset), self.read(file)))
        self.run_kickbox("new", "empty")
        self.refused("build", "empty", "-o", "a.kbx", "--ninja", "b", status=1, says=["no assets"])
        for path in (asset, self.write("my game/README", "{}")):
            self.refused("build", path, "-o", "a.kbx", "--ninja", "b", status=1, says=[path + ": expected a project's folder"])

    def test_odd_names_of_assets(self):
        """What no file may be called on all systems is in no plan."""
        asset = self.read(assets_of(PROJECTS["dojo"])[0])
        self.write(os.path.join("odd", "odd.kickbox"), '{"kickbox": "project", "format": 1}')
        for name in ("a|b", "a:b", 'a"b', "a*", " a", "n" * 201):
            odd = os.path.join("odd", "sprites", name + ".json")
            self.write(odd, asset)
            for plan in ("--ninja", "--slurm"):
                self.refused("build", "odd", "-o", "a.kbx", plan, "b", status=1, says=[f"sprites/{name}.json: name: "])
            os.unlink(self.path(odd))

    def test_faults(self):
        self.refused("build", "my game", "-o", "a.kbx", status=2, says=["--ninja FILE"])
        self.refused("build", "my game", "-o", "a.kbx", "--ninja", "b", status=1, says=["my game"])
        self.refused("build", "my game", "-o", "a.kbx", "--ninja", "b", "--padding", "x", status=2, says=["--padding"])


if __name__ == "__main__":
    unittest.main()
