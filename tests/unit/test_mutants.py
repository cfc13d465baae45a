# SPDX-License-Identifier: MIT
"""scripts/mutants.py: the faults that it draws, and that each is on where the environment says so."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = os.environ["KICKBOX_SOURCE"]
sys.path.insert(0, os.path.join(SOURCE, "scripts"))
import mutants  # noqa: E402

CODE = """#include <stdio.h>

/* A comment with 7 < 8. */
static void
print (int first, int second)
{
  printf ("1 < %d %d\\n", first, second);
}

int
least (int a, int b)
{
  int found = b;
  if (a < b)
    found = a + 0;
  print (a, b);
  return found;
}

int
main (void)
{
  return least (2, 3) != 2 || least (3, 3) != 3;
}
"""


class Mutants(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root, self.tree = pathlib.Path(folder.name, "root"), pathlib.Path(folder.name, "tree")
        for place in self.root, self.tree:
            (place / "src").mkdir(parents=True)
        (self.root / "src" / "a.c").write_text(CODE, encoding="utf-8")
        self.addCleanup(setattr, mutants, "ROOT", mutants.ROOT)
        mutants.ROOT = self.root

    def faults(self):
        return [(name, kind, CODE[start:end], " ".join(new.split())) for name, _, start, end, new, kind in mutants.candidates(CODE)]

    def test_each_kind(self):
        found = self.faults()
        for fault in (("least", "comparison", "<", "<="), ("least", "constant", "0", "1"), ("least", "arguments", "a, b", "b, a"),
                      ("least", "statement", "    found = a + 0;", ";"), ("main", "comparison", "!=", "=="), ("main", "constant", "3", "4")):
            self.assertIn(fault, [(name, kind, old, new) for name, kind, old, new in found])
        self.assertFalse([fault for fault in found if fault[2] in ("1", "7", "8")], "of texts and comments")

    def test_the_seed_decides(self):
        paths = [self.root / "src" / "a.c"]
        self.assertEqual(mutants.draw(paths, 1, 6), mutants.draw(paths, 1, 6))
        self.assertNotEqual(mutants.draw(paths, 1, 6), mutants.draw(paths, 2, 6))

    def test_one_build_has_all(self):
        rows = dict(enumerate((("src/a.c", *fault) for fault in mutants.candidates(CODE)), 1))
        mutants.put_in(self.tree, rows)
        program, reached = str(self.tree / "a"), self.tree / "reached"
        reached.mkdir()
        subprocess.run(["gcc", "-w", str(self.tree / "src" / "a.c"), "-o", program], check=True)

        def run(number, **more):
            done = subprocess.run([program], env={**os.environ, "KB_MUTANT": str(number), **more}, capture_output=True, check=False)
            return done.returncode, done.stdout
        good = run(0, KB_MUTANTS_REACHED=str(reached))
        self.assertEqual(good[0], 0)
        self.assertEqual(sorted(map(int, os.listdir(reached))), sorted(rows))
        same = {(row[1], row[6]) for number, row in rows.items() if run(number) == good}
        self.assertEqual(same, {("least", "comparison")})   # the lesser of two that are equal


if __name__ == "__main__":
    unittest.main()
