# SPDX-License-Identifier: MIT
"""A project compiled by Slurm: an array of jobs on two nodes, then the bank. Needs Debian's slurm-wlm."""
import os
import re
import shutil
import subprocess
import sys
import unittest

from cli_case import KICKBOX, SOURCE, Case

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
        # Notes the node, too.
        self.write("bin/kickbox", f'#!/bin/sh\necho "$1 $SLURMD_NODENAME" >>{self.path("nodes")}\nexec {KICKBOX} "$@"\n')
        os.chmod(self.path("bin", "kickbox"), 0o755)
        cluster = slurm.start(self, self.path("slurm"))
        self.cluster = {**cluster, "PATH": self.path("bin") + ":" + cluster["PATH"]}
        with open(os.path.join(SOURCE, "docs", "pipeline.md"), encoding="utf-8") as file:
            guide = file.read().partition("\n## Slurm\n")[2]
        self.write("compile.sh", re.search(r"```sh\n(#!.*?)```", guide, re.S)[1])
        self.commands = "".join(re.findall(r"^    (sbatch .*\n)", guide, re.M))

    def compile(self, jobs, status=0):
        """Runs the guide's commands for an array of so many jobs."""
        self.assertEqual(self.commands.count("--array=0-99"), 1)
        done = subprocess.run(["bash", "-c", self.commands.replace("0-99", f"0-{jobs - 1}")], cwd=self.root, env=self.cluster, capture_output=True,
                              text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)

    def test_array_and_bank(self):
        shutil.copytree(os.path.join(SOURCE, "data", "harbor"), self.path("game"))
        assets = ["sprites/keeper", "masks/quay", "masks/cabin", "tracks/island"]
        objects = [f"{asset.replace('/', '-')}.kbo" for asset in assets]
        parts = [""] * 6
        for number in range(12):   # each asset three times
            parts[number % 6] += f"game/{assets[number % 4]}.json\t{number // 4}{objects[number % 4]}\n"
        for number, part in enumerate(parts):
            self.write(f"parts/{number}", part)
        self.write("objects", "".join(f"0{out}\n" for out in objects))
        self.compile(6)
        nodes = self.read(self.path("nodes")).decode().splitlines()
        self.assertEqual(set(nodes[:-1]), {"compile node0", "compile node1"})
        self.assertEqual((len(nodes), nodes[-1][:4]), (13, "link"))
        for out in objects:   # whichever node it was
            self.assertEqual(len({self.read(self.path(f"{number}{out}")) for number in range(3)}), 1)
        # The same as without Slurm.
        for asset, out in zip(assets, objects):
            subprocess.run([KICKBOX, "compile", f"game/{asset}.json", "-o", out], cwd=self.root, check=True)
        subprocess.run([KICKBOX, "link", *objects, "-o", "here.kbx"], cwd=self.root, check=True)
        self.assertEqual(self.read(self.path("game.kbx")), self.read(self.path("here.kbx")))

        # One that fails: the array ends with its status, its job's log has the message, and nothing is linked.
        os.remove(self.path("game", "masks", "quay.json"))
        os.remove(self.path("game.kbx"))
        self.compile(6, status=1)
        logs = [self.read(self.path(f"log.{number}")).decode() for number in range(6)]
        self.assertEqual(["quay.json" in log for log in logs], [False, True] * 3, logs)
        self.assertFalse(os.path.exists(self.path("game.kbx")))
