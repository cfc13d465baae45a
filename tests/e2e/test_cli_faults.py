# SPDX-License-Identifier: MIT
"""Commands on a machine that fails: full disks and calls that go wrong, each in turn. The message
names the file, the exit status is 3, and the project is as it was. A limit on the size of files
stands for a full disk."""
import json
import os
import resource
import shutil
import signal
import subprocess
import unittest

from cli_case import Case, KICKBOX

LIMITS = (0, 1, 100, 300, 1000)
EDITS = ({"set": "sprites['puck'].frames[0].hot_spot", "value": [5, 5]},
         {"set": "sprites['wall'].frames[0].hot_spot", "value": [6, 6]},
         {"set": "name", "value": "other"})


class Faults(Case):
    def tree(self):
        """All files of the project and beside it, and their bytes."""
        paths = [os.path.join(folder, name) for top in ("demo", "out")
                 for folder, _, names in os.walk(self.path(top)) for name in names]
        return {os.path.relpath(path, self.root): self.read(path) for path in paths}

    def commands(self):
        text = "".join(json.dumps(edit) + "\n" for edit in EDITS)
        picture = self.path("art", "sheet.png")
        return [("edit", ["edit", "demo"], text),
                ("import", ["import", "demo", picture, "--name", "new"], ""),
                ("export", ["export", "demo", "-o", "out/bank.kbx"], "")]

    def prepare(self):
        self.make_project()
        os.mkdir(self.path("out"))
        self.run_kickbox("export", "demo", "-o", "out/bank.kbx")
        shutil.copytree(self.path("demo"), self.path("whole"))

    def check_failed(self, done, before, says):
        errors = done.stderr.decode()
        self.assertEqual(done.returncode, 3, errors)
        self.assertEqual(len(errors.splitlines()), 1, errors)
        for text in says:
            self.assertIn(text, errors)
        self.assertRegex(errors, r"(demo|out)/?[^ ]*: ")
        self.assertEqual(self.tree(), before)

    def run_script(self, script, text, prepare=None):
        return subprocess.run(script, input=text.encode(), capture_output=True, cwd=self.root,
                              check=False, env=self.environment, preexec_fn=prepare)

    def restore(self):
        shutil.rmtree(self.path("demo"))
        shutil.copytree(self.path("whole"), self.path("demo"))

    def test_full_disk(self):
        self.prepare()

        def limit(size):
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

        for name, command, text in self.commands():
            for size in LIMITS:
                with self.subTest(command=name, size=size):
                    before = self.tree()
                    done = self.run_script([KICKBOX, *command], text, lambda size=size: limit(size))
                    if done.returncode:
                        self.check_failed(done, before, ["File too large"])
                    else:
                        self.assertGreaterEqual(size, LIMITS[2])
                    self.restore()

    def test_calls_that_fail(self):
        self.prepare()
        for name, command, text in self.commands():
            for call in ("renameat", "fsync", "linkat"):
                failed = 0
                for count in range(1, 30):
                    with self.subTest(command=name, call=call, count=count):
                        before = self.tree()
                        script = ["strace", "-f", "-qq", "-o", self.path("calls"),
                                  "-e", f"trace={call}",
                                  "-e", f"inject={call}:error=EIO:when={count}"]
                        done = self.run_script([*script, KICKBOX, *command], text)
                        with open(self.path("calls"), encoding="utf-8") as calls:
                            fired = "INJECTED" in calls.read()
                        if done.returncode:
                            self.check_failed(done, before, ["Input/output error"])
                            failed += 1
                        self.restore()
                        if not fired:
                            break
                if call == "renameat" or (name, call) == ("edit", "fsync"):
                    self.assertGreater(failed, 0, f"{call} in {name}")


if __name__ == "__main__":
    unittest.main()
