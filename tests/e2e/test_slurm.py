# SPDX-License-Identifier: MIT
"""A project compiled by Slurm: an array of jobs on two nodes, then the bank. Needs Debian's slurm-wlm."""
import os
import shutil
import subprocess
import sys
import unittest

from cli_case import SOURCE, Case

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import slurm  # noqa: E402


def setUpModule():
    if not os.environ.get("KICKBOX_SOAK"):
        raise unittest.SkipTest("only in the long run")
    if slurm.missing():
        raise unittest.SkipTest(slurm.missing())


class Slurm(Case):
    def setUp(self):
        super().setUp()
        self.cluster = slurm.start(self, self.path("slurm"))
        shutil.copytree(os.path.join(SOURCE, "data", "harbor"), self.path("my game"))
        for number in range(100):
            shutil.copy(self.path("my game", "sprites", "keeper.json"), self.path("my game", "sprites", f"k {number}.json"))
        self.run_kickbox("build", "my game", "-o", "game.kbx", "--slurm", "plan")
        # Notes the node, too.
        script = self.path("plan", "compile.sh")
        self.write(script, self.read(script).replace(b"status=0\n", b"status=0\necho $SLURMD_NODENAME >>nodes\n"))

    def submit(self, status=0):
        done = subprocess.run(["sh", "plan/submit.sh"], cwd=self.root, env=self.cluster, capture_output=True, text=True,
                              timeout=300, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)

    def times(self):
        folder = self.path("game.objects")
        return {os.path.join(place, name): os.stat(os.path.join(place, name)).st_mtime_ns
                for place, _, names in os.walk(folder) for name in names if name.endswith(".kbo")}

    def test_array_and_bank(self):
        self.submit()
        self.assertEqual(set(self.read(self.path("nodes")).decode().split()), {"node0", "node1"})
        self.run_kickbox("export", "my game", "-o", "here.kbx")
        self.assertEqual(self.read(self.path("game.kbx")), self.read(self.path("here.kbx")))

        # One that fails: the array ends with its status, its job's log has the message, and nothing is linked.
        broken, good = self.path("my game", "masks", "quay.json"), self.read(self.path("my game", "masks", "quay.json"))
        before = self.times()
        self.write(broken, b"{")
        os.remove(self.path("game.kbx"))
        self.submit(status=1)
        logs = [self.read(self.path("plan", name)).decode() for name in os.listdir(self.path("plan")) if name.startswith("log.")]
        self.assertEqual(sum("quay.json" in log for log in logs), 1, logs)
        self.assertFalse(os.path.exists(self.path("game.kbx")))

        # The next time only that one is compiled.
        self.write(broken, good)
        self.submit()
        self.assertEqual(self.read(self.path("game.kbx")), self.read(self.path("here.kbx")))
        after = self.times()
        self.assertEqual([os.path.basename(path) for path in after if after[path] != before[path]], ["quay.kbo"])


if __name__ == "__main__":
    unittest.main()
