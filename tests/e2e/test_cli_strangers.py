# SPDX-License-Identifier: MIT
"""Projects that somebody mails: links, FIFOs, devices, records and journals in them reach nothing outside, and commands
that only read change nothing at all."""
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from cli_case import Case, KICKBOX, disc  # noqa: E402

# Calls that change a file system, as strace names them; opening to write is told by its flags.
CHANGES = re.compile(r"^\d+ +(?:(?:unlink|rename|link|symlink|mkdir|rmdir|truncate|ftruncate|chmod|fchmod|utimensat|fallocate|mknod)\w*"
                     r"|open\w*\(.*O_(?:WRONLY|RDWR|CREAT|TRUNC))")
READERS = [["info"], ["info", "--json"], ["check"]]


class Strangers(Case):
    def setUp(self):
        super().setUp()
        self.project = self.make_project()
        self.outside = self.path("outside")
        os.mkdir(self.outside)
        self.write("outside/secret", "secret")
        self.write("outside/sprites/mine.json", "{}")

    def tree(self, *roots):
        """Everything below the folders, with what changes when it is written."""
        found = {}
        for root in roots:
            for folder, folders, names in os.walk(root):
                for name in folders + names:
                    path = os.path.join(folder, name)
                    info = os.lstat(path)
                    text = None if name in folders or not os.path.isfile(path) or os.path.islink(path) else self.read(path)
                    found[path] = (info.st_ino, info.st_mode, info.st_mtime_ns, info.st_size, text)
        return found

    def record(self, **names):
        self.write("demo/demo.kickbox-saving", json.dumps(dict({"replace": [], "remove": []}, **names)))

    def open_all(self):
        """Every command that opens a project, the changing ones too."""
        for command in READERS:
            subprocess.run([KICKBOX, *command, "demo"], cwd=self.root, env=self.environment, capture_output=True, timeout=60)
        for command, text in [(["export", "demo", "-o", "out.kbx"], ""), (["render", "demo", "-o", "sheets"], ""),
                              (["edit", "demo"], '{"set": "sprites[0].frames[0].hot_spot", "value": [1, 2]}\n'),
                              (["edit", "demo", "--replay"], '{"set": "sprites[0].frames[0].hot_spot", "value": [1, 3]}\n'),
                              (["import", "demo", "art/puck 0.png", "--name", "other"], "")]:
            subprocess.run([KICKBOX, *command], cwd=self.root, env=self.environment, capture_output=True, timeout=60,
                           input=text.encode())

    # --- files that an imported file names ---

    def test_files_outside_are_named(self):
        """An imported file may have its pictures anywhere; the report names those outside its folder, once each."""
        sheet = self.write("outside/sheet.png", disc(16, (1, 2, 3, 255), 6))
        self.write("outside/set.tsx", '<tileset name="t" tilewidth="16" tileheight="16" tilecount="1" columns="1">'
                   '<image source="sheet.png" width="16" height="16"/></tileset>')
        self.write("outside/template.tx", '<template><object width="3" height="3"/></template>')
        self.write("in/near.png", disc(16, (1, 2, 3, 255), 6))
        os.symlink(sheet, self.path("in", "link.png"))
        atlas = "size: 16, 16\nformat: RGBA8888\nfilter: Nearest, Nearest\nrepeat: none\na\n  rotate: false\n  xy: 0, 0\n" \
                "  size: 16, 16\n  orig: 16, 16\n  offset: 0, 0\n  index: -1\n"
        scene = '[gd_scene format=3]\n[ext_resource type="Texture2D" path="res://%s" id="1"]\n[node name="A" type="Sprite2D"]\n' \
                'texture = ExtResource("1")\n'
        tiles = '<map version="1.10" orientation="orthogonal" width="1" height="1" tilewidth="16" tileheight="16" infinite="0">' \
                '<tileset firstgid="1" source="../outside/set.tsx"/><layer id="1" name="a" width="1" height="1">' \
                '<data encoding="csv">1</data></layer><imagelayer id="2" name="i"><image source="link.png"/></imagelayer>' \
                '<objectgroup id="3" name="o"><object id="4" template="../outside/template.tx" x="1" y="2"/></objectgroup></map>'
        for name, text, outside in [
                ("near.atlas", "near.png\n" + atlas, []), ("up.atlas", "../outside/sheet.png\n" + atlas, ["sheet.png"]),
                ("absolute.atlas", sheet + "\n" + atlas, ["sheet.png"]), ("link.atlas", "link.png\n" + atlas, ["sheet.png"]),
                ("up.tscn", scene % "../outside/sheet.png", ["sheet.png"]), ("near.tscn", scene % "near.png", []),
                ("map.tmx", tiles, ["set.tsx", "sheet.png", "template.tx"])]:
            with self.subTest(name):
                out = self.run_kickbox("import", "demo", self.write("in/" + name, text))[0]
                lines = [line for line in out.splitlines() if "outside the folder" in line]
                self.assertEqual(len(lines), bool(outside), out)
                if outside:
                    files = "1 file " if len(outside) == 1 else f"{len(outside)} files "
                    self.assertIn(files, lines[0])
                    self.assertEqual(lines[0].split(" read: ")[1],
                                     ", ".join(os.path.realpath(self.path("outside", file)) for file in outside))

    # --- records of saves ---

    def test_record_names_others(self):
        """A record may name only what a save writes, and nothing by way of a link."""
        os.symlink(self.outside, self.path("demo", "docs"))
        os.symlink(self.path("outside", "sprites"), self.path("demo", "masks"))
        self.write("demo/src/main.c", "int main;")
        self.write("demo/notes.json", "{}")
        self.write("outside/secret.new~", "bad")
        self.write("demo/src/main.c.new~", "bad")
        before = self.tree(self.outside, self.path("demo", "src"))
        self.record(replace=["docs/secret", "src/main.c", "../outside/secret"],
                    remove=["docs/secret", "src/main.c", "masks/mine.json", "masks/../docs/secret", "../outside/secret",
                            self.path("outside", "secret"), "notes.json", "pictures/../src/main.c", "sprites/../notes.json"])
        self.open_all()
        self.assertEqual(self.tree(self.outside, self.path("demo", "src")), before)
        self.assertTrue(os.path.exists(self.path("demo", "notes.json")))

    def test_record_of_other_files(self):
        """A record whose files are not all as it says is of no save: the old files stay, and the journal's steps."""
        self.half_save()
        os.remove(self.path("demo", "sprites", "late.json.new~"))
        before = self.read(self.path("demo", "sprites", "puck.json"))
        out, _ = self.run_kickbox("info", "demo", "--json")
        self.assertEqual([sprite["name"] for sprite in json.loads(out)["sprites"]], ["puck", "wall"])
        self.refused("edit", "demo", text="", status=1, says=["1 unsaved change"])
        self.assertEqual(self.read(self.path("demo", "sprites", "puck.json")), before)
        self.assertFalse(os.path.exists(self.path("demo", "demo.kickbox-saving")))

    def half_save(self):
        """As a save that was killed after its record leaves it: one file to replace, one new, one to remove. The journal
        says that the new files have its step."""
        puck = json.loads(self.read(self.path("demo", "sprites", "puck.json")))
        puck["frames"][0]["hot_spot"] = [9, 9]
        self.write("demo/sprites/puck.json.new~", json.dumps(puck))
        self.write("demo/sprites/late.json.new~", json.dumps(puck))
        files = {"demo.kickbox": "", "sprites/late.json": ".new~", "sprites/puck.json": ".new~"}
        sums = {name: hashlib.sha256(self.read(self.path("demo", name + end))).hexdigest() for name, end in files.items()}
        after = hashlib.sha256("".join(f"{name}\0{sums[name]}" for name in sorted(sums)).encode()).hexdigest()[:16]
        replaced = ["sprites/puck.json", "sprites/late.json"]
        self.record(replace=replaced, remove=["sprites/wall.json"], sums={name: sums[name] for name in replaced})
        self.write("demo/demo.kickbox-journal", '{"base": "0123456789abcdef", "kickbox_journal": 1}\n'
                   '{"edits":[{"set": "sprites[0].frames[0].hot_spot", "value": [9, 9]}],"step":"Change Hot spot"}\n'
                   '{"base": "%s", "kickbox_journal": 1}\n' % after)

    def test_half_saved_is_read_past(self):
        """Commands that read see the files as the save meant them, and leave the rest to the next program that saves."""
        self.half_save()
        before = self.tree(self.root)
        for command in READERS:
            out, _ = self.run_kickbox(*command, "demo")
            if "--json" in command:
                self.assertEqual([sprite["name"] for sprite in json.loads(out)["sprites"]], ["late", "puck"])
        self.assertEqual(self.tree(self.root), before)
        self.edit("demo", {"set": "sprites['puck'].name", "value": "puck2"})
        self.assertEqual(sorted(os.listdir(self.path("demo", "sprites"))), ["late.json", "puck2.json"])
        self.assertEqual(json.loads(self.read(self.path("demo", "sprites", "puck2.json")))["frames"][0]["hot_spot"], [9, 9])
        self.assertEqual(sorted(os.listdir(self.path("demo"))), ["demo.kickbox", "pictures", "sprites"])

    def test_record_that_is_forged(self):
        """Without checksums, for files of a kind that no save writes, by a link in the place of a new file, or in part: it
        is ignored as a whole, and the project can be edited."""
        step = {"set": "sprites['puck'].frames[0].hot_spot", "value": [7, 7]}
        self.write("demo/sprites/turnaround.png", "mine")
        self.write("demo/sprites/turnaround.png.old~", "mine")
        os.symlink(self.path("outside", "secret"), self.path("demo", "sprites", "puck.json.new~"))
        os.mkdir(self.path("demo", "zones"))
        os.symlink(self.outside, self.path("demo", "zones", "puck"))
        self.write("outside/3.png", "mine")
        before = self.tree(self.outside)
        sums = {"sprites/puck.json": hashlib.sha256(b"secret").hexdigest()}
        for record in [{"remove": ["sprites/turnaround.png"]}, {"replace": ["sprites/puck.json"]},
                       {"replace": ["sprites/puck.json"], "sums": sums},
                       {"remove": ["sprites/wall.json", "zones/puck/3.png"]}, {"replace": ["sprites/none.json"]}]:
            self.record(**record)
            self.edit("demo", step)
            self.assertFalse(os.path.exists(self.path("demo", "demo.kickbox-saving")), record)
            self.assertFalse(os.path.islink(self.path("demo", "sprites", "puck.json")), record)
        for name in ["turnaround.png", "turnaround.png.old~", "wall.json"]:
            self.assertTrue(os.path.exists(self.path("demo", "sprites", name)), name)
        self.assertEqual(self.tree(self.outside), before)
        os.symlink(self.path("outside", "secret"), self.path("demo", "demo.kickbox-saving"))
        self.edit("demo", dict(step, value=[8, 8]))
        self.assertEqual(self.tree(self.outside), before)

    # --- commands that only read ---

    def test_readers_change_nothing(self):
        """Seen from outside by the tree, and by the calls that the program makes."""
        bank = self.path("demo.kbx")
        self.run_kickbox("export", "demo", "-o", bank)
        self.half_save()
        before = self.tree(self.root)
        for command in READERS + [["query"]]:
            for given in ["demo", bank]:
                if command == ["query"] and given == "demo":
                    continue
                log = self.path("calls")
                subprocess.run(["strace", "-f", "-qq", "-o", log, KICKBOX, *command, given], cwd=self.root, check=False,
                               env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
                calls = self.read(log).decode(errors="replace").splitlines()
                os.remove(log)
                self.assertGreater(len(calls), 20)
                self.assertEqual([call for call in calls if CHANGES.match(call) and '"/dev/' not in call], [], command)
        self.assertEqual(self.tree(self.root), before)

    def test_readers_on_a_disk_that_cannot_be_written(self):
        self.half_save()
        mount = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"'
        for command in READERS + [["export", "-o", "/dev/null"]]:
            done = subprocess.run(["unshare", "-m", "bash", "-c", mount, "bash", self.path("demo"), KICKBOX, *command, "demo"],
                                  cwd=self.root, env=self.environment, capture_output=True, text=True, timeout=60)
            if "unshare: " in done.stderr or "mount: " in done.stderr:
                self.skipTest("this machine lets nobody mount")
            self.assertEqual((done.returncode, done.stderr), (0, ""), command)

    # --- links ---

    def test_files_of_a_save_that_are_links(self):
        """What a save writes by the way never goes through a link, whether that leads somewhere or not."""
        secret = self.path("outside", "secret")
        for name in ["demo.kickbox-saving.new~", "demo.kickbox.new~", "sprites/puck.json.new~", "sprites/puck.json.old~",
                     "demo.kickbox.old~"]:
            os.symlink(secret, self.path("demo", name))
        before = self.tree(self.outside)
        self.edit("demo", {"set": "sprites['puck'].frames[0].hot_spot", "value": [3, 3]}, {"set": "name", "value": "new"})
        self.assertEqual(self.tree(self.outside), before)
        self.assertEqual(sorted(os.listdir(self.path("demo"))), ["demo.kickbox", "pictures", "sprites"])
        self.assertFalse(os.path.islink(self.path("demo", "demo.kickbox")))

    def test_new_pictures_that_are_links(self):
        """The name of a picture that will be imported can be known beforehand."""
        copy = self.path("copy")
        shutil.copytree(self.path("demo"), copy)
        self.run_kickbox("import", "copy", "art/puck 0.png", "--name", "other", "--colour-key", "#ff00ff")
        new = sorted(set(os.listdir(os.path.join(copy, "pictures"))) - set(os.listdir(self.path("demo", "pictures"))))
        for name in new:
            os.symlink(self.path("outside", "made"), self.path("demo", "pictures", name))
            os.symlink(self.path("outside", "made"), self.path("demo", "pictures", name + ".new~"))
        before = self.tree(self.outside)
        self.run_kickbox("import", "demo", "art/puck 0.png", "--name", "other", "--colour-key", "#ff00ff")
        self.assertEqual(self.tree(self.outside), before)
        self.run_kickbox("export", "demo", "-o", "x.kbx")

    def test_links_of_a_build_system(self):
        """Files that are links are read only if the command line says so, and the same for folders."""
        self.run_kickbox("compile", "demo/sprites/puck.json", "-o", "x.kbo")
        for name in ("demo.kickbox", "sprites", "pictures"):
            os.makedirs(self.path("box"), exist_ok=True)
            os.symlink(self.path("demo", name), self.path("box", name))
        for name in os.listdir(self.path("demo", "sprites")):
            os.makedirs(self.path("files", "sprites"), exist_ok=True)
            os.symlink(self.path("demo", "sprites", name), self.path("files", "sprites", name))
        shutil.copy(self.path("demo", "demo.kickbox"), self.path("files"))
        shutil.copytree(self.path("demo", "pictures"), self.path("files", "pictures"))
        for box in ("box", "files"):
            before = self.tree(self.path("demo"))
            asset = box + "/sprites/puck.json"
            self.refused("compile", asset, "-o", "y.kbo", status=1, says=["symbolic links inside a project are not followed"])
            self.run_kickbox("compile", "--follow-links", asset, "-o", "y.kbo")
            self.assertEqual(self.read(self.path("y.kbo")), self.read(self.path("x.kbo")))
            os.remove(self.path("y.kbo"))
            self.refused("compile", "--follow-links", asset, "-o", f"{box}/sprites/y.kbo", status=2)
            self.assertEqual(self.tree(self.path("demo")), before)

    def test_journal_that_is_a_link(self):
        for target in ["nowhere", "secret"]:
            os.symlink(self.path("outside", target), self.path("demo", "demo.kickbox-journal"))
            before = self.tree(self.outside)
            self.refused("edit", "demo", status=1, says=["demo.kickbox-journal", "symbolic link"])
            self.run_kickbox("info", "demo")
            self.assertEqual(self.tree(self.outside), before)
            os.remove(self.path("demo", "demo.kickbox-journal"))

    def test_journal_with_another_name(self):
        """A hard link to it may be anybody's file."""
        os.link(self.path("outside", "secret"), self.path("demo", "demo.kickbox-journal"))
        self.refused("edit", "demo", status=1, says=["demo.kickbox-journal", "another name"])
        self.refused("import", "demo", "art/puck 0.png", "--name", "x", status=1, says=["another name"])
        self.assertEqual(self.read(self.path("outside", "secret")), b"secret")

    def test_folders_that_are_links(self):
        """Nothing is read and nothing is written through them."""
        for name in ["sprites", "pictures", "masks", "zones"]:
            shutil.rmtree(self.path("demo"))
            shutil.rmtree(self.path("art"))
            self.make_project()
            inner = self.path("demo", name)
            target = self.path("outside", name)
            shutil.rmtree(target, True)
            if os.path.isdir(inner):
                shutil.move(inner, target)
            else:
                os.mkdir(target)
            os.symlink(target, inner)
            before = self.tree(self.outside)
            self.open_all()
            self.assertEqual(self.tree(self.outside), before, name)
            if name in ["sprites", "masks"]:
                self.refused("info", "demo", status=1, says=["symbolic link"])
            os.remove(inner)
            os.mkdir(inner)

    def test_files_that_are_links(self):
        puck, picture = self.path("demo", "sprites", "puck.json"), self.path("demo", "pictures")
        picture = os.path.join(picture, sorted(os.listdir(picture))[0])
        for path in [puck, picture, self.path("demo", "demo.kickbox")]:
            shutil.move(path, self.path("outside", "moved"))
            os.symlink(self.path("outside", "moved"), path)
            out, errors = self.run_kickbox("check", "demo", status=1)
            self.assertIn("symbolic link", out + errors)
            self.refused("export", "demo", "-o", "x.kbx", status=1, says=["symbolic link"])
            os.remove(path)
            shutil.move(self.path("outside", "moved"), path)
        self.run_kickbox("export", "demo", "-o", "x.kbx")

    def test_results_that_are_links(self):
        self.run_kickbox("export", "demo", "-o", "x.kbx", "--images", "beside", "--depfile", "x.d")
        page = self.read(self.path("x-0.png"))
        for name, option in [("x.kbx", "-o"), ("x.d", "--depfile"), ("x-0.png", None)]:
            for target in ["secret", "nowhere"]:
                shutil.move(self.path(name), self.path("kept"))
                os.symlink(self.path("outside", target), self.path(name))
                before = self.tree(self.outside)
                says = [name, "symbolic link"] if option else [name]
                self.refused("export", "demo", "-o", "x.kbx", "--images", "beside", "--depfile", "x.d", status=1, says=says)
                self.assertEqual(self.tree(self.outside), before, name)
                os.remove(self.path(name))
                shutil.move(self.path("kept"), self.path(name))
        # A page of ours somewhere else is not ours to replace by way of a link.
        self.write("outside/page.png", page)
        os.remove(self.path("x-0.png"))
        os.symlink(self.path("outside", "page.png"), self.path("x-0.png"))
        before = self.tree(self.outside)
        self.refused("export", "demo", "-o", "x.kbx", "--images", "beside", status=1, says=["x-0.png"])
        os.mkdir(self.path("sheets"))
        os.symlink(self.path("outside", "page.png"), self.path("sheets", "puck.png"))
        self.refused("render", "demo", "-o", "sheets", status=1, says=["puck.png"])
        self.assertEqual(self.tree(self.outside), before)

    def test_results_by_way_of_the_project(self):
        """A linked folder in a project is a stranger's, also where a command line names it."""
        os.symlink(self.outside, self.path("demo", "build"))
        before = self.tree(self.outside)
        for output in ["demo/build/x.kbx", "demo/build/deep/x.kbx"]:
            self.refused("export", "demo", "-o", output, status=2, says=["symbolic link inside the project"])
            self.refused("export", "demo", "-o", "x.kbx", "--depfile", output, status=2, says=["symbolic link inside"])
        self.refused("render", "demo", "-o", "demo/build", status=2, says=["symbolic link inside the project"])
        self.assertEqual(self.tree(self.outside), before)
        os.mkfifo(self.path("pipe"))
        for target in ["/dev/null", self.path("pipe")]:
            os.symlink(target, self.path("y.kbx"))
            self.refused("export", "demo", "-o", "y.kbx", status=1, says=["y.kbx", "symbolic link"])
            os.remove(self.path("y.kbx"))
        self.refused("export", "demo", "-o", "pipe", status=1, says=["pipe"])
        self.refused("export", "demo", "-o", "z.kbx", "--depfile", "pipe", status=1, says=["pipe"])
        self.assertFalse(os.path.exists(self.path("z.kbx")))
        self.run_kickbox("export", "demo", "-o", "/dev/stdout", stdout=subprocess.PIPE)

    def test_names_on_the_terminal(self):
        self.write("demo/sprites/a\x1b[2Jb\u202ec.json", "{")
        for command in ["check", "info"]:
            out, errors = self.run_kickbox(command, "demo", status=1)
            self.assertNotRegex(out + errors, "[\x1b\u202e]")
        for name in ["CON", "a\u202eb", "--", "a\u3164"]:
            self.refused("new", "./" + name, status=2, says=["kickbox new: "])

    # --- pictures ---

    def pictures(self):
        return sorted(os.listdir(self.path("demo", "pictures")))

    def test_pictures_that_are_named(self):
        """A picture that an edit names stays, also where the editor was killed in between."""
        names = self.pictures()
        self.write("art/spare.png", disc(32, (1, 90, 200, 255), 9))
        self.run_kickbox("import", "demo", "art/spare.png", "--name", "spare")
        sprites = {name: json.loads(self.read(self.path("demo", "sprites", name + ".json"))) for name in ["puck", "spare"]}
        first, spare = (sprites[name]["frames"][0]["picture"] for name in ["puck", "spare"])
        self.assertNotEqual(first["file"], spare["file"])
        self.edit("demo", {"set": "sprites['puck'].frames[0].picture", "value": spare}, {"remove": "sprites['spare']"})
        self.assertIn(spare["file"], self.pictures())
        self.edit("demo", {"set": "sprites['puck'].frames[0].hot_spot", "value": [4, 4]})
        self.run_kickbox("export", "demo", "-o", "x.kbx")
        self.assertIn(spare["file"], self.pictures())
        self.assertNotIn(first["file"], self.pictures(), "named no longer, and ours")
        self.assertLessEqual(set(self.pictures()), set(names) | {spare["file"]})
        # A journal as an editor that was killed leaves it.
        wall = json.loads(self.read(self.path("demo", "sprites", "wall.json")))["frames"][0]["picture"]
        self.write("demo/demo.kickbox-journal", '{"edits":[' + json.dumps({"set": "sprites['puck'].frames[0].picture", "value": wall})
                   + '],"step":"Change Picture"}\n' + '{"edits":[{"remove": "sprites[\'wall\']"}],"step":"Delete"}\n')
        self.run_kickbox("edit", "demo", "--replay", text='{"set": "sprites[0].frames[0].hot_spot", "value": [5, 4]}\n')
        self.run_kickbox("edit", "demo", text='{"set": "sprites[0].frames[0].hot_spot", "value": [6, 4]}\n')
        self.assertIn(wall["file"], self.pictures())

    def test_pictures_of_others(self):
        """Files named like ours that this project never named."""
        for name in ["photo-0123456789ab.png", "other-ffffffffffff.png"]:
            self.write("demo/pictures/" + name, disc(8, (1, 2, 3, 255), 3))
        source = self.path("demo", "pictures", [n for n in self.pictures() if n.startswith("puck")][0])
        other = self.make_project("theirs")
        self.edit(other, {"set": "name", "value": "x"})
        foreign = disc(9, (1, 2, 3, 255), 4)
        theirs = "theirs-" + hashlib.sha256(foreign).hexdigest()[:12] + ".png"
        self.write("demo/pictures/" + theirs, foreign)
        for i in range(3):
            self.edit("demo", {"set": "sprites['puck'].frames[0].hot_spot", "value": [i, 3]})
        self.assertLessEqual({"photo-0123456789ab.png", "other-ffffffffffff.png", theirs}, set(self.pictures()))
        self.assertTrue(os.path.exists(source))

    def put_others(self):
        """Pictures that this project has not made, as the import of many/ would name them; their names."""
        for i in range(9):
            self.write(f"many/{i}.png", disc(40, (i, 2, 3, 255), 9))
        self.run_kickbox("new", "theirs")
        self.run_kickbox("import", "theirs", "many", "--name", "many")
        names = os.listdir(self.path("theirs", "pictures"))
        for name in names:
            shutil.copy(self.path("theirs", "pictures", name), self.path("demo", "pictures"))
        return set(names)

    def test_pictures_that_were_there_before(self):
        """An import that fails, or is killed, leaves those alone; a journal on other files is not believed."""
        names = self.put_others()
        os.mkdir(self.path("demo", "sprites", "many.json.new~"))
        self.refused("import", "demo", "many", "--name", "many", status=3)
        self.assertLessEqual(names, set(self.pictures()))
        os.rmdir(self.path("demo", "sprites", "many.json.new~"))
        script = ["strace", "-f", "-qq", "-o", self.path("calls"), "-e", "inject=fsync:signal=KILL:when=1",
                  "-e", "trace=fsync", KICKBOX, "import", "demo", "many", "--name", "many"]
        subprocess.run(script, cwd=self.root, env=self.environment, capture_output=True, timeout=120)
        self.edit("demo", {"set": "sprites['puck'].frames[0].hot_spot", "value": [7, 8]})
        self.assertLessEqual(names, set(self.pictures()))
        lines = "".join(json.dumps({"picture": name}) + "\n" for name in names)
        self.write("demo/demo.kickbox-journal", '{"base": "0", "kickbox_journal": 1}\n' + lines)
        self.edit("demo", {"set": "sprites['puck'].frames[0].hot_spot", "value": [7, 9]})
        self.assertLessEqual(names, set(self.pictures()))

    def test_import_that_is_refused_or_killed(self):
        """Leaves no pictures, or the next program that changes the project removes them."""
        before = self.tree(self.path("demo"))
        for i in range(40):
            self.write(f"many/{i:02}.png", disc(40, (i, 2, 3, 255), 9))
        self.write("many/99.png", b"\x89PNG\r\n\x1a\nbroken")
        self.refused("import", "demo", "many", status=1)
        self.assertEqual(self.tree(self.path("demo")), before)
        os.remove(self.path("many", "99.png"))
        script = ["strace", "-f", "-qq", "-o", self.path("calls"), "-e", "inject=renameat:signal=KILL:when=20", "-e", "trace=renameat",
                  KICKBOX, "import", "demo", "many", "--name", "many"]
        done = subprocess.run(script, cwd=self.root, env=self.environment, capture_output=True, timeout=120)
        self.assertIn(done.returncode, [-signal.SIGKILL, 128 + signal.SIGKILL], done.stderr)
        self.assertGreater(len(self.pictures()), 10)
        self.edit("demo", {"set": "name", "value": "again"})
        self.assertEqual(set(self.tree(self.path("demo"))), set(before))

    def test_export_that_is_killed(self):
        """The next one replaces what it left."""
        self.run_kickbox("export", "demo", "-o", "out/x.kbx", "--images", "beside")
        names = sorted(os.listdir(self.path("out")))
        script = ["strace", "-f", "-qq", "-o", self.path("calls"), "-e", "inject=renameat:signal=KILL:when=1", "-e", "trace=renameat",
                  KICKBOX, "export", "demo", "-o", "out/x.kbx", "--images", "beside"]
        for _ in range(3):
            subprocess.run(script, cwd=self.root, env=self.environment, capture_output=True, timeout=120)
        self.run_kickbox("export", "demo", "-o", "out/x.kbx", "--images", "beside")
        self.assertEqual(sorted(os.listdir(self.path("out"))), names)

    # --- what has no end ---

    def test_journals_without_lines(self):
        """Their end is found by blocks, and one that is too large is refused."""
        log = self.path("calls")
        with open(self.path("demo", "demo.kickbox-journal"), "wb") as file:
            file.truncate(16 << 20)
        subprocess.run(["strace", "-f", "-qq", "-o", log, "-e", "trace=pread64", KICKBOX, "edit", "demo"], cwd=self.root,
                       env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        self.assertLess(len(self.read(log).splitlines()), 2000)
        with open(self.path("demo", "demo.kickbox-journal"), "wb") as file:
            file.truncate(100 << 30)
        self.refused("edit", "demo", status=1, says=["demo.kickbox-journal", "too large"])

    def test_fifos_and_devices(self):
        """Nothing waits for a FIFO or reads a device."""
        places = ["demo/demo.kickbox-journal", "demo/demo.kickbox-saving", "demo/demo.kickbox", "demo/sprites/puck.json",
                  "demo/sprites/more.json", "demo/pictures/" + self.pictures()[0], "demo/masks/room.png"]
        os.makedirs(self.path("demo", "masks"), exist_ok=True)
        commands = [["info", "demo"], ["check", "demo"], ["export", "demo", "-o", "x.kbx"], ["render", "demo", "-o", "sheets"],
                    ["edit", "demo"], ["import", "demo", "art/puck 1.png", "--name", "more"]]
        for place in places:
            kept = self.read(self.path(place)) if os.path.exists(self.path(place)) else None
            for make in [os.mkfifo, lambda path: os.symlink("/dev/zero", path)]:
                if os.path.lexists(self.path(place)):
                    os.remove(self.path(place))
                make(self.path(place))
                for command in commands:
                    done = subprocess.run(["bash", "-c", 'ulimit -v 3000000; exec "$@"', "bash", KICKBOX, *command], cwd=self.root,
                                          env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=30)
                    self.assertIn(done.returncode, [0, 1, 3], (place, command, done.stderr))
                if os.path.lexists(self.path(place)):   # a save removes what is in the place of its record
                    os.remove(self.path(place))
            if kept is not None:
                self.write(place, kept)


if __name__ == "__main__":
    unittest.main()
