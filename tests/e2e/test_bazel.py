# SPDX-License-Identifier: MIT
"""The Bazel rules with Debian's Bazel: what is built when, the same bytes everywhere, and one cache for two machines."""
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import unittest

from cli_case import KICKBOX, SOURCE, Case, disc

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import http_cache  # noqa: E402

FLAGS = ["--nosandbox_debug", "--color=no", "--curses=no", "--noshow_progress", "--jobs=4", "--verbose_failures"]
SPRITES = 60   # besides the samples
SANDBOXED, WORKER = "--strategy=KickboxCompile=sandboxed", "--strategy=KickboxCompile=worker"


def setUpModule():
    if not os.environ.get("KICKBOX_SOAK"):
        raise unittest.SkipTest("only in the long run")
    if not shutil.which("bazel"):
        raise unittest.SkipTest("bazel is not installed (Debian: bazel-bootstrap)")


class Machine:
    """A workspace with the rules, the samples and many sprites, and a Bazel that has built nothing yet."""
    def __init__(self, case, name, prefix=(), user=None, **environment):
        self.case, self.prefix, self.user = case, prefix, user
        self.root = case.path(name)
        self.workspace = os.path.join(self.root, "bazel", "example")
        shutil.copytree(os.path.join(SOURCE, "bazel"), os.path.join(self.root, "bazel"))   # the samples in place of links
        self.tool = shutil.copy(KICKBOX, os.path.join(self.root, "some-tool"))
        case.add_sprites(os.path.join(self.workspace, "yard"))
        if user:
            subprocess.run(["chown", "-R", user, self.root], check=True)
        os.makedirs(os.path.join(self.root, "home"), exist_ok=True)
        os.chmod(os.path.join(self.root, "home"), 0o777)
        self.environment = {"PATH": os.environ["PATH"], "HOME": os.path.join(self.root, "home"), "KICKBOX": self.tool,
                            "LC_ALL": "C.UTF-8", **environment}

    def bazel(self, *arguments, status=0):
        """Its messages. No server is left behind."""
        # In the namespace first: only root may enter it.
        user = ["setpriv", "--reuid", self.user, "--clear-groups"] if self.user else []
        done = subprocess.run([*self.prefix, *user, "bazel", "--batch", "--output_user_root=" + os.path.join(self.root, "home", "out"), *arguments],
                              cwd=self.workspace, env=self.environment, text=True, capture_output=True, timeout=600, check=False)
        self.case.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def build(self, *options, targets=("//...",)):
        """{kind of process: number} without Bazel's own actions, and the names of what was made."""
        text = self.bazel("build", *FLAGS, "--subcommands", *options, *targets)
        counts = {kind: int(number) for number, kind in re.findall(r"(\d+) ([a-z][a-z -]*)", re.search(r"INFO: \d+ process.*?: (.*)\.", text)[1])}
        counts.pop("internal", None)
        return counts, sorted(re.findall(r"^SUBCOMMAND: # //:(.*) \[", text, re.M))

    def files(self):
        """{name: hash} of all objects and banks."""
        out = os.path.join(self.workspace, "bazel-bin")
        found = {}
        for path in glob.glob(out + "/**/*.kb[ox]", recursive=True):
            with open(path, "rb") as file:
                found[os.path.relpath(path, out)] = hashlib.sha256(file.read()).hexdigest()
        return found

    def path(self, *names):
        return os.path.join(self.workspace, *names)


class Bazel(Case):
    def setUp(self):
        super().setUp()
        os.chmod(self.root, 0o755)

    def add_sprites(self, project):
        """Copies of a sprite, each with a picture of its own."""
        with open(os.path.join(project, "sprites", "runner.json")) as file:
            text = file.read()
        picture = re.search(r"runner-[0-9a-f]{12}\.png", text)[0]
        for number in range(SPRITES):
            mine = picture.replace("runner", f"n{number}")
            shutil.copy(os.path.join(project, "pictures", picture), os.path.join(project, "pictures", mine))
            with open(os.path.join(project, "sprites", f"n{number}.json"), "w") as file:
                file.write(text.replace(picture, mine))

    def change(self, path):
        """Moves the first hot spot or box in a sprite's file."""
        with open(path) as file:
            text = file.read()
        new = re.sub(r'("(?:hot_spot|box)": \[)(\d+)', lambda match: f"{match[1]}{int(match[2]) + 1}", text, count=1)
        self.assertTrue(new != text, path)
        with open(path, "w") as file:
            file.write(new)

    def test_what_is_built(self):
        for strategy in (SANDBOXED, WORKER):
            with self.subTest(strategy):
                machine = Machine(self, "machine-" + strategy[-6:])
                counts, made = machine.build(strategy)
                self.assertEqual(len(made), sum(counts.values()), counts)
                files = machine.files()
                self.assertEqual(len(made), len(files))
                self.assertEqual(len(files), SPRITES + 15)
                self.assertEqual(machine.build(strategy), ({}, []))
                os.utime(machine.path("yard", "sprites", "n7.json"))
                self.assertEqual(machine.build(strategy)[1], [])

                self.change(machine.path("yard", "sprites", "n7.json"))
                self.assertEqual(machine.build(strategy)[1], ["yard", "yard/sprites/n7"])
                changed = machine.files()
                self.assertEqual({name for name in files if files[name] != changed[name]}, {"yard.kbx", "yard/sprites/n7.kbo"})
                # A level reads the sprite of its tiles.
                self.change(machine.path("yard", "sprites", "tiles.json"))
                self.assertEqual(machine.build(strategy)[1], ["yard", "yard/levels/yard", "yard/sprites/tiles"])
                # A new sprite, and one less.
                os.rename(machine.path("yard", "sprites", "n8.json"), machine.path("yard", "sprites", "m8.json"))
                os.rename(*(glob.glob(machine.path("yard", "pictures", "n8-*"))[0].replace("/n8-", f"/{name}-") for name in ("n8", "m8")))
                with open(machine.path("yard", "sprites", "m8.json")) as file:
                    text = file.read()
                with open(machine.path("yard", "sprites", "m8.json"), "w") as file:
                    file.write(text.replace("n8-", "m8-"))
                self.assertEqual(machine.build(strategy)[1], ["yard", "yard/sprites/m8"])
                # Another program builds all.
                with open(machine.tool, "ab") as file:
                    file.write(b"\n")
                self.assertEqual(len(machine.build(strategy)[1]), len(files))

    def test_errors_name_the_file(self):
        machine = Machine(self, "machine")
        os.remove(machine.path("yard", "sprites", "runner.json"))
        self.assertIn("yard/sprites/runner.json", machine.bazel("build", *FLAGS, "//:runner", status=1))
        with open(machine.path("BUILD.bazel"), "a") as file:
            file.write('kickbox_sprite(name = "wrong", asset = "harbor/masks/quay.json", project = "harbor/harbor.kickbox")\n'
                       'kickbox_sprite(name = "less", asset = "yard/sprites/n3.json", project = "yard/yard.kickbox")\n')
        self.assertIn("expected sprites", machine.bazel("build", *FLAGS, "//:wrong", status=1))
        # A sandbox has no picture that was not declared.
        self.assertRegex(machine.bazel("build", *FLAGS, SANDBOXED, "//:less", status=1), r"n3-[0-9a-f]{12}\.png")

    def test_the_same_bytes_everywhere(self):
        first = Machine(self, "first")
        first.build(SANDBOXED)
        os.mkdir(self.path("locales"))
        subprocess.run(["localedef", "--quiet", "--force", "-i", "tr_TR", "-f", "UTF-8", self.path("locales", "tr_TR.UTF-8")], check=False)
        others = [Machine(self, "elsewhere/deep/in/a-folder"),
                  Machine(self, "locale", LC_ALL="tr_TR.UTF-8", LANGUAGE="tr:de", LOCPATH=self.path("locales"), TZ="Asia/Kathmandu", SOURCE_DATE_EPOCH="1")]
        if os.geteuid() == 0:
            others.append(Machine(self, "user", user="nobody"))
        self.assertGreater(len(first.files()), SPRITES)
        for other in others:
            with self.subTest(other.root):
                other.build("--strategy=KickboxCompile=worker,sandboxed")
                self.assertEqual(other.files(), first.files())

    def test_two_machines_share_a_cache(self):
        if http_cache.missing():
            self.skipTest(http_cache.missing())
        log = http_cache.start_cache(self, self.path("cache"), 8213)
        machines = []
        for number, folder in enumerate(("one", "another/folder")):
            prefix, address = http_cache.add_machine(self, number)
            machines.append((Machine(self, folder, prefix, "nobody" if number else None), f"--remote_cache=http://{address}:8213"))
        (first, cache), (second, other_cache) = machines
        counts, made = first.build(cache, SANDBOXED)
        self.assertNotIn("remote cache hit", counts)
        with open(log) as file:
            self.assertNotIn("10.213.1.", file.read())
        counts, _ = second.build(other_cache, WORKER)
        self.assertEqual(counts, {"remote cache hit": len(made)})
        self.assertEqual(second.files(), first.files())
        # Only what nobody has built is built.
        self.change(second.path("yard", "sprites", "n9.json"))
        counts, _ = second.build(other_cache, SANDBOXED)
        self.assertEqual(sum(counts.values()), 2)
        self.assertNotIn("remote cache hit", counts)
        self.change(first.path("yard", "sprites", "n9.json"))
        self.assertEqual(first.build(cache, SANDBOXED)[0], {"remote cache hit": 2})
        self.assertEqual(second.files(), first.files())
