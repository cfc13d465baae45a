# SPDX-License-Identifier: MIT
"""The findings of scripts/prose.py do not grow: what is allowed is in prose.txt, which `scripts/prose.py --counts` prints."""
import os
import subprocess
import sys
import unittest

SOURCE = os.environ["KICKBOX_SOURCE"]


class Prose(unittest.TestCase):
    def test_no_new_findings(self):
        with open(os.path.join(SOURCE, "tests", "unit", "prose.txt"), encoding="utf-8") as text:
            allowed = self.counts(text.read())
        counted = self.counts(subprocess.run([sys.executable, os.path.join(SOURCE, "scripts", "prose.py"), "--counts"],
                                             check=True, capture_output=True, text=True).stdout)
        self.assertEqual({what: count for what, count in counted.items() if count > allowed.get(what, 0)}, {})

    @staticmethod
    def counts(text):
        return {line[5:]: int(line[:5]) for line in text.splitlines()}


if __name__ == "__main__":
    unittest.main()
