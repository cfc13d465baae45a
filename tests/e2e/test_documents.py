# SPDX-License-Identifier: MIT
"""The commands in the documents work as they are printed: every sh block is run, in order."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest

BUILD, SOURCE = os.environ["KICKBOX_BUILD"], os.environ["KICKBOX_SOURCE"]
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PRINTED = re.compile(r"^```sh\n(.*?)^```\n(?:\n\w+\n)?\n```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ANSWERS = re.compile(r"^```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Documents(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="kickbox-documents-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.root = os.path.join(self.folder, "kickbox")
        shutil.copytree(SOURCE, self.root, ignore=shutil.ignore_patterns(".git", "build*", "__pycache__", "tests"))
        # A build folder that holds what was built, and that the commands may write to.
        for part in ("src/cli", "src/runtime", "src/bank"):
            os.makedirs(os.path.join(self.root, "build", os.path.dirname(part)), exist_ok=True)
            os.symlink(os.path.join(BUILD, part), os.path.join(self.root, "build", part))
        self.env = dict(os.environ, PATH=os.path.join(BUILD, "src", "cli") + os.pathsep + os.environ["PATH"])

    def run_blocks(self, path, skip=(), folder=None):
        """All output of a document's sh blocks that have none of the words."""
        with open(os.path.join(SOURCE, path), encoding="utf-8") as text:
            blocks = [block for block in BLOCK.findall(text.read()) if not any(word in block for word in skip)]
        self.assertTrue(blocks, f"{path} has no commands")
        output = ""
        for block in blocks:
            done = subprocess.run(["bash", "-euo", "pipefail", "-c", block], cwd=folder or self.root, env=self.env,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, check=False)
            self.assertEqual(done.returncode, 0, f"{path}:\n{block}\ngave\n{done.stdout}")
            output += done.stdout
        return output

    def test_readme(self):
        subprocess.run(["kickbox", "export", "data/dojo", "-o", "build/dojo.kbx"], cwd=self.root, env=self.env,
                       stdin=subprocess.DEVNULL, check=True)
        output = self.run_blocks("README.md", skip=("run.sh", "test.sh"))
        self.assertRegex(output, r"ms: fakir kick \d hits the (arms|torso|head|legs)\n")
        self.assertRegex(output, r'"hit": ?true')
        with open(os.path.join(SOURCE, "README.md"), encoding="utf-8") as text:
            answers = [line for block in ANSWERS.findall(text.read()) for line in block.splitlines()]
        self.assertTrue(answers)
        for answer in answers:
            self.assertIn(answer + "\n", output)

    def test_runtime_guide(self):
        """A reader's terminal shows what the guide prints below its commands."""
        output = self.run_blocks("docs/runtime-guide.md", skip=("-O2", "meson"))    # to compile the library takes long
        with open(os.path.join(SOURCE, "docs", "runtime-guide.md"), encoding="utf-8") as text:
            printed = PRINTED.findall(text.read())
        self.assertGreater(len(printed), 5)
        for commands, shown in printed:
            self.assertIn(shown, output, commands)

    def test_project_format(self):
        folder = os.path.join(self.folder, "work")
        os.mkdir(folder)
        shutil.copy(os.path.join(SOURCE, "data", "dojo-art", "fakir.png"), os.path.join(folder, "walk.png"))
        self.run_blocks("docs/project-format.md", folder=folder)
        self.assertTrue(os.path.exists(os.path.join(folder, "robot", "sprites", "robot.json")))


if __name__ == "__main__":
    unittest.main()
