# SPDX-License-Identifier: MIT
"""`kickbox export`: the same bytes from every form, depfiles, watching, and what is never overwritten."""
import contextlib
import json
import os
import queue
import shutil
import signal
import subprocess
import threading
import unittest

from cli_case import Case, KICKBOX, png


class Export(Case):
    def test_forms(self):
        bank = self.make_bank()
        text = self.path("demo.json")
        project = self.path("demo")
        self.run_kickbox("export", project, "-o", text, "--format", "json")
        binary, from_json = json.loads(self.run_kickbox("info", bank, "--json")[0]), json.loads(self.run_kickbox("info", text, "--json")[0])
        self.assertEqual(binary.pop("format"), "bank 1.0")
        self.assertEqual(from_json.pop("format"), "JSON bank 1.0")
        self.assertEqual(binary, from_json)
        sizes = {}
        for images in ["png", "rgba", "beside", "none"]:
            path = self.path(images + ".kbx")
            self.run_kickbox("export", project, "-o", path, "--images", images)
            sizes[images] = os.path.getsize(path)
            pages = json.loads(self.run_kickbox("info", path, "--json")[0])["pages"]
            self.assertEqual([p["encoding"] for p in pages], {"png": ["png"], "rgba": ["rgba8"], "beside": ["beside"], "none": []}[images])
        self.assertEqual(self.read(self.path("png.kbx")), self.read(bank))
        self.assertTrue(self.read(self.path("beside-0.png")).startswith(b"\x89PNG"))
        self.assertLess(sizes["none"], sizes["beside"])
        self.assertLess(sizes["beside"], sizes["png"])

    def test_same_bytes(self):
        """From anywhere, with and without a cache, after saving again; over an old bank."""
        bank = self.make_bank()
        data = self.read(bank)
        project = self.path("demo")
        for arguments, cwd in [(["demo/demo.kickbox", "-o", "again.kbx"], self.root),
                               ([".", "-o", "../again.kbx"], project), ([project, "-o", self.path("again.kbx")], "/")]:
            self.run_kickbox("export", *arguments, cwd=cwd)
            self.assertEqual(self.read(self.path("again.kbx")), data)
        shutil.rmtree(self.cache)
        self.run_kickbox("export", project, "-o", self.path("again.kbx"))
        self.assertEqual(self.read(self.path("again.kbx")), data)
        shutil.copytree(project, self.path("elsewhere"))
        self.run_kickbox("export", self.path("elsewhere"), "-o", self.path("again.kbx"))
        self.assertEqual(self.read(self.path("again.kbx")), data)

    def test_format_of_the_ending(self):
        """Only the ending: its format, whatever the project says. Only --format, or another ending: that. Both: they must agree."""
        project = self.make_project()
        for setting in (None, "json", "godot"):
            self.edit(project, {"set": "export", "value": {"format": setting} if setting else None})
            for name, start in [("a.kbx", b"\x8aKBX"), ("a.json", b'{\n  "'), ("b.JSON", b'{\n  "'), ("a.tscn", b"[gd_scene"), ("a.atlas", b"a-0.png"),
                                ("a.world", b"{"), ("a.sprite", b"; ")]:
                with self.subTest(name, setting=setting):
                    self.run_kickbox("export", project, "-o", "out/" + name)
                    self.assertTrue(self.read(self.path("out", name)).startswith(start), self.read(self.path("out", name))[:40])
                    shutil.rmtree(self.path("out"))
        self.edit(project, {"set": "export", "value": {"format": "phaser"}})
        self.run_kickbox("export", project, "-o", "p.json")
        self.assertIn("meta", json.loads(self.read(self.path("p.json"))))
        for name, form, expected in [("x.kbx", "json", ".json"), ("x.json", "binary", ".kbx"), ("x.tscn", "phaser", ".json"), ("x.tmx", "tiled", ".world")]:
            self.refused("export", project, "-o", name, "--format", form, status=2, says=[name, f"ends with {expected}, for --format {form}"])
            self.assertFalse(os.path.exists(self.path(name)))
        for name, form in [("x.bin", "json"), ("x.dat", "binary"), ("x", "godot")]:
            self.run_kickbox("export", project, "-o", name, "--format", form)

    def test_settings_of_the_project(self):
        project = self.make_project()
        self.edit(project, {"set": "export", "value": {"images": "none", "format": "json"}})
        self.run_kickbox("export", project, "-o", self.path("a"))
        self.assertEqual(json.loads(self.read(self.path("a")))["pages"], [])
        self.run_kickbox("export", project, "-o", self.path("b"), "--format", "binary", "--images", "png")
        self.assertTrue(self.read(self.path("b")).startswith(b"\x8aKBX"))
        self.edit(project, {"set": "export", "value": {"images": "gif"}})
        self.refused("export", project, "-o", self.path("c"), status=1, says=["demo.kickbox", "export.images", "png, rgba"])

    def test_wrong_options(self):
        project = self.make_project()
        for option, value in [("format", "xml"), ("images", "jpeg"), ("padding", "-1"), ("padding", "a"), ("extrude", "65"),
                              ("page-size", "4097"), ("page-size", "99999999999999999999"), ("power-of-two", "maybe")]:
            self.refused("export", project, "-o", "x", f"--{option}", value, status=2, says=["--" + option, value])
        self.refused("export", project, status=2, says=["-o"])
        self.assertFalse(os.path.exists(self.path("x")))

    def test_wrong_outputs(self):
        project = self.make_project()
        self.refused("export", project, "-o", "/dev/full", status=3, says=["/dev/full", "No space left"])
        self.refused("export", project, "-o", self.root, status=1, says=["directory"])
        self.write("file", "")
        self.refused("export", project, "-o", "file/x", status=1, says=["file/x: "])
        self.refused("export", project, "-o", self.path("x"), "--depfile", "file/x.d", status=1, says=["file/x.d: ", "bank was left"])
        self.refused("export", self.path("nowhere"), "-o", self.path("x"), status=1, says=["nowhere"])
        left = [n for n in os.listdir(self.root) if n.startswith("x")]
        self.assertEqual(left, [])

    def test_never_over_the_project(self):
        project = self.make_project()
        for name in ["demo.kickbox", "sprites/puck.json", "pictures/" + os.listdir(self.path("demo", "pictures"))[0]]:
            before = self.read(self.path("demo", name))
            self.refused("export", project, "-o", self.path("demo", name), status=2, says=[name])
            self.refused("export", project, "-o", self.path("x"), "--depfile", self.path("demo", name), status=2, says=[name])
            self.assertEqual(self.read(self.path("demo", name)), before)

    def test_links_to_the_project(self):
        """Neither through links nor by way of other names of folders."""
        project = self.make_project()
        puck, file = self.path("demo", "sprites", "puck.json"), self.path("demo", "demo.kickbox")
        os.link(puck, self.path("hard"))
        os.symlink(puck, self.path("soft"))
        os.symlink(self.path("demo"), self.path("way"))
        before = {n: self.read(n) for n in [puck, file]}
        outputs = ["hard", "soft", "way/sprites/puck.json", "way/sprites/new", "demo/pictures/../pictures/new.png", "way/demo.kickbox",
                   "demo/demo.kickbox-journal", "art/sheet.png", "art/../art/puck 1.png", "demo/pictures/deep/x"]
        for name in outputs:
            self.refused("export", project, "-o", name, status=2, says=[name])
            self.refused("export", "way", "-o", name, status=2, says=[name])
            self.refused("export", project, "-o", "x", "--depfile", name, status=2, says=[name])
        self.assertEqual({n: self.read(n) for n in before}, before)
        os.rename(self.path("art", "sheet.png"), self.path("art", "set-0.png"))
        self.run_kickbox("import", "demo", "art/set-0.png", "--name", "wall")
        self.refused("export", project, "-o", "art/set.kbx", "--images", "beside", status=2, says=["set-0.png"])
        self.assertFalse(os.path.exists(self.path("demo", "pictures", "deep")))
        self.run_kickbox("export", project, "-o", "demo/out.kbx", "--depfile", "demo/out.d")

    def test_one_file_for_both(self):
        project = self.make_project()
        self.write("old", "old")
        os.symlink(self.path("old"), self.path("soft"))
        os.link(self.path("old"), self.path("hard"))
        for bank, depfile in [("new", "new"), ("new", "./new"), ("new", self.path("new")), ("old", "soft"), ("old", "hard"), ("soft", "hard")]:
            self.refused("export", project, "-o", bank, "--depfile", depfile, status=2, says=["same file"])
        self.assertEqual(self.read(self.path("old")), b"old")
        self.refused("export", project, "-o", "b.kbx", "--depfile", "b-0.png", "--images", "beside", status=2, says=["b-0.png"])

    def test_missing_folders(self):
        """They are made; not where the export fails."""
        project = self.make_project()
        self.run_kickbox("export", project, "-o", "a/b/c.kbx", "--depfile", "d/e/f.d")
        self.assertTrue(self.read(self.path("a", "b", "c.kbx")).startswith(b"\x8aKBX"))
        self.assertIn(b"a/b/c.kbx:", self.read(self.path("d", "e", "f.d")))
        self.refused("export", project, "-o", "g/h.kbx", "--depfile", "/dev/full", status=3, says=["/dev/full"])
        self.refused("export", project, "-o", "/dev/full", "--depfile", "g/h.d", status=3, says=["/dev/full"])
        self.edit(project, {"set": "export", "value": {"images": "gif"}})
        self.refused("export", project, "-o", "g/h.kbx", status=1)
        self.assertFalse(os.path.exists(self.path("g")))

    def test_depfile_whole_or_not(self):
        project = self.make_project()
        self.run_kickbox("export", project, "-o", "x.kbx", "--depfile", "x.d")
        bank, depfile = self.read(self.path("x.kbx")), self.read(self.path("x.d"))
        self.write("x.d", depfile + b"more: that was longer\n")
        self.run_kickbox("export", project, "-o", "x.kbx", "--depfile", "x.d")
        self.assertEqual(self.read(self.path("x.d")), depfile)
        self.edit(project, {"set": "sprites[0].frames[0].hot_spot", "value": [1, 1]})
        errors = self.refused("export", project, "-o", "x.kbx", "--depfile", "/dev/full", status=3, says=["/dev/full", "bank was left"])
        self.assertNotIn("XXXX", errors)
        self.assertEqual(self.read(self.path("x.kbx")), bank)
        script = 'ulimit -f 1; trap "" XFSZ; exec "$@"'
        done = subprocess.run(["bash", "-c", script, "bash", KICKBOX, "export", "demo", "-o", "x.kbx", "--depfile", "x.d"],
                              capture_output=True, env=self.environment, cwd=self.root, text=True)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertRegex(done.stderr, r"^x\.(d|kbx): cannot be written: [A-Z][a-z ]+(; the bank was left as it was)?\n$")
        self.assertEqual((self.read(self.path("x.kbx")), self.read(self.path("x.d"))), (bank, depfile))
        self.assertEqual(sorted(n for n in os.listdir(self.root) if n.startswith("x")), ["x.d", "x.kbx"])

    def test_pages_are_named_after_the_bank(self):
        project = self.make_project()
        for name in ["one", "two"]:
            self.run_kickbox("export", project, "-o", f"out/{name}.kbx", "--images", "beside")
        self.assertEqual(sorted(os.listdir(self.path("out"))), ["one-0.png", "one.kbx", "two-0.png", "two.kbx"])
        self.run_kickbox("render", "out/two.kbx", "-o", "sheets")

    def pages(self):
        return sorted(n for n in os.listdir(self.path("out")) if n.endswith(".png"))

    def test_pages_replace_only_pages(self):
        """A file of somebody else in the place of a page stays, and so does the bank."""
        self.make_project()
        sheet = self.path("sheet")
        self.run_kickbox("render", "demo", "-o", sheet)
        contents = [b"", b"drawing", self.read(self.path("art", "sheet.png")), self.read(os.path.join(sheet, "wall.png"))]
        for form in ["hero.kbx", "hero.json"]:
            for content in contents:
                self.write("out/hero-0.png", content)
                self.refused("export", "demo", "-o", "out/" + form, "--images", "beside", "--depfile", "out/hero.d", status=1,
                             says=["out/hero-0.png: is there already", "not made by 'kickbox export'"])
                self.assertEqual(self.read(self.path("out", "hero-0.png")), content)
                self.assertEqual(os.listdir(self.path("out")), ["hero-0.png"])
        os.remove(self.path("out", "hero-0.png"))
        os.mkfifo(self.path("out", "hero-0.png"))
        self.refused("export", "demo", "-o", "out/hero.kbx", "--images", "beside", status=1, says=["out/hero-0.png: is there already"])
        os.remove(self.path("out", "hero-0.png"))
        for _ in range(2):
            self.run_kickbox("export", "demo", "-o", "out/hero.kbx", "--images", "beside")
        self.edit("demo", {"remove": "sprites['wall']"})
        before = self.read(self.path("out", "hero-0.png"))
        self.run_kickbox("export", "demo", "-o", "out/hero.kbx", "--images", "beside")
        self.assertNotEqual(self.read(self.path("out", "hero-0.png")), before)

    def test_old_pages_go(self):
        """Of fewer pages, and of pages in the bank; not those of another bank, and no file of somebody else."""
        self.make_project()
        many = ["--images", "beside", "--page-size", "40"]
        self.run_kickbox("export", "demo", "-o", "out/r.kbx", *many)
        self.run_kickbox("export", "demo", "-o", "out/r-1.kbx", *many)
        n = len(self.pages()) // 2
        self.assertGreater(n, 2)
        others = [f"r-1-{i}.png" for i in range(n)]
        self.write("out/r-77.png", b"a drawing")
        self.run_kickbox("export", "demo", "-o", "out/r.kbx", "--images", "beside")
        self.assertEqual(self.pages(), sorted(others + ["r-0.png", "r-77.png"]))
        self.run_kickbox("export", "demo", "-o", "out/r.json", "--images", "beside", "--format", "json", "--depfile", "out/r.d")
        self.run_kickbox("export", "demo", "-o", "out/r.kbx", "--depfile", "out/r.d")
        self.assertEqual(self.pages(), sorted(others + ["r-0.png", "r-77.png"]), "r.json has it still")
        self.run_kickbox("export", "demo", "-o", "out/r.json", "--images", "none", "--format", "json")
        self.assertEqual(self.pages(), sorted(others + ["r-77.png"]))
        self.run_kickbox("render", "out/r-1.kbx", "-o", "sheets")

    def test_full_disk_keeps_the_old_bank(self):
        """A file size limit stands for a full disk."""
        bank = self.make_bank()
        old = self.read(bank)
        script = 'ulimit -f 1; trap "" XFSZ; exec "$@"'
        done = subprocess.run(["bash", "-c", script, "bash", KICKBOX, "export", self.path("demo"), "-o", bank],
                              capture_output=True, env=self.environment)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(self.read(bank), old)
        self.assertEqual([n for n in os.listdir(self.root) if ".kbx." in n], [])

    def test_unreadable(self):
        project = self.make_project()
        if os.geteuid() != 0:
            self.skipTest("needs to be able to give up its rights")
        os.chmod(self.root, 0o755)
        os.chmod(self.path("demo", "pictures"), 0o600)
        self.refused("export", "-o", "/dev/null", project, status=3, user="nobody", cwd="/", says=["pictures", "ermission"])
        _, errors = self.run_kickbox("check", project, status=3, user="nobody", cwd="/")
        self.assertEqual(len(errors.splitlines()), len(os.listdir(os.path.join(project, "pictures"))))
        self.assertTrue(all("pictures" in line and "ermission" in line for line in errors.splitlines()), errors)
        os.chmod(self.path("demo", "pictures"), 0o755)
        os.chmod(project, 0o700)
        os.chown(project, 0, 0)
        self.refused("export", project, "-o", "/dev/null", status=3, user="nobody", cwd="/", says=["ermission"])
        self.refused("check", project, status=3, user="nobody", cwd="/", says=["ermission"])

    def test_damaged_projects(self):
        def damage(name, change):
            project = self.path(name)
            shutil.copytree(self.path("demo"), project)
            os.rename(self.path(name, "demo.kickbox"), self.path(name, name + ".kickbox"))
            change(project)
            return project

        def rewrite(*names, **keys):
            def change(project):
                path = os.path.join(project, *names)
                value = json.loads(self.read(path))
                value.update(keys)
                with open(path, "w") as file:
                    json.dump(value, file)
            return change

        def replace(name, old, new):
            def change(project):
                path = os.path.join(project, "sprites", name)
                data = self.read(path)
                self.assertIn(old, data)
                with open(path, "wb") as file:
                    file.write(data.replace(old, new, 1))
            return change

        def remove_pictures(project):
            shutil.rmtree(os.path.join(project, "pictures"))

        def cut_picture(project):
            folder = os.path.join(project, "pictures")
            path = os.path.join(folder, sorted(os.listdir(folder))[0])
            data = self.read(path)
            with open(path, "wb") as file:
                file.write(data[:len(data) - 30])

        self.make_project()
        for name, change, says in [
                ("d0", lambda p: os.remove(os.path.join(p, "d0.kickbox")), ["d0"]),
                ("d1", rewrite("sprites", "puck.json", format=99), ["puck.json", "format"]),
                ("d2", replace("puck.json", b'"hurt"', b'"hrt"'), ["puck.json", "frames[0].shapes[0]: there is no class 'hrt'"]),
                ("d3", replace("puck.json", b'"class"', b'"class": "hit", "class"'), ["puck.json", ":"]),
                ("d4", replace("puck.json", b'{', b'{{'), ["puck.json: line 1, column 2"]),
                ("d5", remove_pictures, ["sprites/puck.json: frames[0]: "]),
                ("d6", cut_picture, ["pictures"]),
                ("d7", rewrite("sprites", "puck.json", frames={}), ["puck.json", "frames"]),
                ("d8", lambda p: open(os.path.join(p, "sprites", "puck.json"), "w").close(), ["puck.json"])]:
            project = damage(name, change)
            self.refused("export", project, "-o", self.path("out"), status=1, says=says)
            self.assertFalse(os.path.exists(self.path("out")), name)

    def test_depfile(self):
        """ninja builds, rests, and builds again when any file of the project changed or came."""
        project = self.make_project("my demo")
        os.rename(project, self.path("sub dir"))
        os.makedirs(self.path("out dir"))
        self.write("build.ninja", f"rule kick\n  command = {KICKBOX} export 'sub dir' -o 'out dir/a#$$.kbx' --depfile d.d\n"
                   "  depfile = d.d\nbuild out$ dir/a#$$.kbx: kick\n")
        ninja = shutil.which("ninja")

        def build():
            done = subprocess.run([ninja], cwd=self.root, env=self.environment, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            return "no work" not in done.stdout

        self.assertTrue(build())
        self.assertFalse(build())
        sub = self.path("sub dir")
        for path in [os.path.join(sub, "my demo.kickbox"), os.path.join(sub, "sprites", "puck.json"),
                     os.path.join(sub, "pictures", sorted(os.listdir(os.path.join(sub, "pictures")))[0])]:
            later = os.stat(self.path("out dir", "a#$.kbx")).st_mtime + 5
            os.utime(path, (later, later))
            self.assertTrue(build(), path)
            os.utime(path, (1, 1))
            self.assertFalse(build(), path)
        self.run_kickbox("import", sub, self.path("art/sheet.png"), "--name", "new one")
        later = os.stat(self.path("out dir", "a#$.kbx")).st_mtime + 5
        os.utime(os.path.join(sub, "sprites"), (later, later))
        self.assertTrue(build())
        self.assertIn("new one", self.run_kickbox("info", self.path("out dir", "a#$.kbx"))[0])

    def test_pages_of_a_build(self):
        """A declared page that was deleted is made again; one that is not declared does not stop ninja."""
        ninja = shutil.which("ninja")
        if not ninja:
            self.skipTest("ninja is not installed")
        self.make_project()

        def build(declared):
            self.write("build.ninja", f"rule kick\n  command = {KICKBOX} export demo -o a.kbx --images beside --depfile d.d\n"
                       f"  depfile = d.d\nbuild a.kbx{declared}: kick\n")
            done = subprocess.run([ninja], cwd=self.root, env=self.environment, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            return "no work" not in done.stdout

        for declared in ("", " | a-0.png"):
            build(declared)
            self.assertFalse(build(declared))
            os.remove(self.path("a-0.png"))
            self.assertEqual(build(declared), bool(declared))
        later = os.stat(self.path("a-0.png")).st_mtime + 5
        os.utime(self.path("demo", "sprites", "wall.json"), (later, later))
        self.assertTrue(build(declared))

    def test_depfile_of_make(self):
        project = self.make_project()
        self.write("Makefile", f"demo.kbx:\n\t{KICKBOX} export demo -o demo.kbx --depfile demo.d\n-include demo.d\n")
        make = shutil.which("make")
        if not make:
            self.skipTest("make is not installed")

        def build():
            done = subprocess.run([make], cwd=self.root, env=self.environment, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            return "up to date" not in done.stdout

        self.assertTrue(build())
        self.assertFalse(build())
        later = os.stat(self.path("demo.kbx")).st_mtime + 5
        os.utime(os.path.join(project, "sprites", "wall.json"), (later, later))
        self.assertTrue(build())

    def test_watch(self):
        project = self.make_project()
        bank = self.path("watched.kbx")
        process = subprocess.Popen([KICKBOX, "export", project, "-o", bank, "--watch"], env=self.environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        with contextlib.ExitStack() as stack:
            stack.callback(process.kill)
            self.assertIn("exported", process.stdout.readline())
            first = self.read(bank)
            self.edit(project, {"set": "sprites['puck'].frames[0].hot_spot", "value": [9, 9]})
            self.assertIn("exported", process.stdout.readline())
            second = self.read(bank)
            self.assertNotEqual(first, second)
            path = self.path("demo", "sprites", "puck.json")
            good = self.read(path)
            with open(path, "wb") as file:
                file.write(b"{")
            self.assertIn("puck.json", process.stderr.readline())
            self.assertEqual(self.read(bank), second)
            with open(path, "wb") as file:
                file.write(good)
            self.assertIn("exported", process.stdout.readline())
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(timeout=30), 0)
            process.stdout.close()
            process.stderr.close()

    def test_watch_paintings(self):
        """A stroke on a frame changes no file but its picture, whose time may be an old one: the clock went back."""
        project, bank = self.make_project(), self.path("watched.kbx")
        self.edit(project, {"insert": "sprites['puck'].zones", "value": {"name": "skin", "colour": "#00ff00"}},
                  {"paint": "sprites['puck'].frames[0].pixels", "box": [1, 1, 2, 2], "zone": "skin"})
        picture = self.path("demo", "zones", "puck", os.listdir(self.path("demo", "zones", "puck"))[0])
        os.utime(picture, (2000000000, 2000000000))
        with contextlib.ExitStack() as stack:
            process = subprocess.Popen([KICKBOX, "export", project, "-o", bank, "--watch"], env=self.environment,
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            stack.callback(process.stdout.close)
            stack.callback(process.wait)
            stack.callback(process.kill)
            lines = queue.Queue()
            threading.Thread(target=lambda: [lines.put(line) for line in process.stdout], daemon=True).start()
            self.assertIn("exported", lines.get(timeout=60))
            for x in (2, 3):
                before = self.read(bank)
                self.edit(project, {"paint": "sprites['puck'].frames[0].pixels", "box": [x, 3, 1, 1], "zone": "skin"})
                os.utime(picture, (2000000000, 2000000000))
                self.assertIn("exported", lines.get(timeout=60))
                self.assertNotEqual(self.read(bank), before)

    def test_watch_follows_the_path(self):
        """A folder that is deleted, moved away, put back or replaced: told, waited out, and watched again."""
        project, bank = self.make_project(), self.path("watched.kbx")
        kept, away = self.path("kept"), self.path("away")
        shutil.copytree(project, kept)
        process = subprocess.Popen([KICKBOX, "export", project, "-o", bank, "--watch"], env=self.environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        guard = threading.Timer(60, process.kill)
        guard.start()

        def edit_and_wait(x):
            """Whatever exports there are before, the one with this edit comes."""
            self.edit(project, {"set": "sprites['puck'].frames[0].hot_spot", "value": [x, 9]})
            self.run_kickbox("export", project, "-o", self.path("wanted.kbx"))
            while self.read(bank) != self.read(self.path("wanted.kbx")):
                self.assertIn("exported", process.stdout.readline(), "nothing was exported any more")

        def wait_for_error():
            line = process.stderr.readline()
            while "No such file" not in line:
                self.assertTrue(line, "nothing was told")
                line = process.stderr.readline()

        with contextlib.ExitStack() as stack:
            for close in [guard.cancel, process.kill, process.stdout.close, process.stderr.close]:
                stack.callback(close)
            self.assertIn("exported", process.stdout.readline())
            shutil.rmtree(project)
            wait_for_error()
            shutil.copytree(kept, project)
            edit_and_wait(3)
            os.rename(project, away)
            wait_for_error()
            os.rename(away, project)
            edit_and_wait(4)
            os.rename(project, away)
            shutil.copytree(kept, project)
            edit_and_wait(5)
            shutil.rmtree(os.path.join(project, "sprites"))
            shutil.copytree(os.path.join(kept, "sprites"), os.path.join(project, "sprites"))
            edit_and_wait(6)
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(timeout=30), 0)

    def test_watch_interrupted(self):
        project = self.make_project()
        process = subprocess.Popen([KICKBOX, "export", project, "-o", self.path("x"), "--watch"], env=self.environment,
                                   stdout=subprocess.PIPE, text=True)
        self.assertIn("exported", process.stdout.readline())
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=30), 0)
        process.stdout.close()
        self.refused("export", self.path("nowhere", "p"), "-o", self.path("x"), "--watch", status=1, says=["nowhere"])
        self.refused("export", "nosuch", "-o", self.path("x"), "--watch", status=1, says=["nosuch: "])
        self.refused("export", ".", "-o", self.path("x"), "--watch", status=1, says=["no project"])


if __name__ == "__main__":
    unittest.main()
