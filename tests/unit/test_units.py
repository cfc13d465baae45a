# SPDX-License-Identifier: MIT
"""Files that are compiled a dozen at a time can be compiled in any grouping: all of a target at once, and each alone."""
import collections
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import tempfile
import unittest

from rounds import whole

BUILD = os.environ["KICKBOX_BUILD"]
# {target: (the command that compiles one of its units, [its sources])}
TARGETS = {}


def setUpModule():
    with open(os.path.join(BUILD, "compile_commands.json"), encoding="utf-8") as file:
        commands = json.load(file)
    sources = collections.defaultdict(list)
    for command in commands:
        unit = os.path.join(command["directory"], command["file"])
        if re.search(r"^src/.*-unity\d+\.c$", command["file"]):
            with open(unit, encoding="utf-8") as text:
                sources[os.path.dirname(command["file"])] += re.findall(r'#include\s*["<](.+?)[">]', text.read())
            TARGETS[os.path.dirname(command["file"])] = command["command"]
    for target, names in sources.items():
        TARGETS[target] = TARGETS[target], names


def compile_together(command, sources):
    """What the compiler says of these sources as one file."""
    words = shlex.split(command)
    with tempfile.NamedTemporaryFile("w", suffix=".c") as unit:
        unit.writelines(f'#include "{source}"\n' for source in sources)
        unit.flush()
        for option in ("-o", "-MQ", "-MF"):
            del words[words.index(option):words.index(option) + 2]
        words = [word for word in words if word not in ("-MD", "-c")]
        words[-1] = unit.name
        return subprocess.run(words + ["-fsyntax-only", "-fdiagnostics-color=never"], cwd=BUILD, capture_output=True, text=True, check=False).stderr


class Units(unittest.TestCase):
    maxDiff = None

    def check(self, groups):
        self.assertGreater(len(groups), 10)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            self.assertEqual("", "".join(pool.map(lambda group: compile_together(*group), groups)))

    def test_names_of_a_target_differ(self):
        self.check(TARGETS.values())

    @whole
    def test_each_file_includes_what_it_uses(self):
        self.check([(command, [source]) for command, sources in TARGETS.values() for source in sources])


if __name__ == "__main__":
    unittest.main()
