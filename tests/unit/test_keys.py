# SPDX-License-Identifier: MIT
"""The guide's table of keys is that of the editor, and every picture the documents show is there."""
import os
import re
import subprocess
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DOCS = os.path.join(ROOT, "docs")


class Keys(unittest.TestCase):
    def test_table_is_of_the_actions_and_tools(self):
        done = subprocess.run([sys.executable, os.path.join(DOCS, "make-keys.py"), "--check"], stderr=subprocess.PIPE, text=True,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_pictures_are_there_and_none_is_left_over(self):
        wanted = set()
        for path in ["README.md"] + [os.path.join("docs", name) for name in os.listdir(DOCS) if name.endswith(".md")]:
            with open(os.path.join(ROOT, path), encoding="utf-8") as text:
                wanted |= set(re.findall(r"\((?:docs/)?images/([^)]+)\)", text.read()))
        there = set(os.listdir(os.path.join(DOCS, "images")))
        self.assertEqual(wanted - there, set())
        self.assertEqual(there - wanted, set())


if __name__ == "__main__":
    unittest.main()
