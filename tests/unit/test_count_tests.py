# SPDX-License-Identifier: MIT
"""scripts/count_tests.py: one entry of a log each, and what it counts for."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCRIPT = os.path.join(ROOT, "scripts", "count_tests.py")

# name, result, output -> passed, failed
CASES = [
    ("kickbox:unit / plain", "OK", "", 1, 0),
    ("kickbox:unit / plain", "FAIL", "", 0, 1),
    ("kickbox:unit / tap", "OK", "1..2\nok 1 /a/b\nok 2 /a/c\n", 2, 0),
    ("kickbox:unit / tap", "OK", "ok 1 - a\nok 2 - b # SKIP no such tool\n1..2\n", 1, 0),
    ("kickbox:unit / tap", "OK", "ok 1 - a # SKIP no such tool\n1..1\n", 0, 0),
    ("kickbox:unit / tap", "FAIL", "ok 1 - a\nnot ok 2 - b\n1..2\n", 1, 1),
    ("kickbox:unit / tap", "ERROR", "ok 1 - a\n", 1, 1),
    ("kickbox:unit / tap", "TIMEOUT", "", 0, 1),
    ("kickbox:unit / tap", "SKIP", "1..0 # SKIP nothing to do\n", 0, 0),
    ("kickbox:unit / tap", "UNEXPECTEDPASS", "ok 1 - a\n1..1\n", 1, 1),
    ("kickbox:unit / tap", "OK", "# a\n    ok 1 - inner\nok 1 - outer\n1..1\n", 1, 0),
]


def log_of(entries):
    log = tempfile.NamedTemporaryFile("w", suffix=".json")
    for name, result, output in entries:
        log.write(json.dumps({"name": name, "result": result, "stdout": output}) + "\n")
    log.flush()
    return log


def script(*arguments):
    run = subprocess.run([sys.executable, SCRIPT, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True)
    return run.stdout.strip(), run.stderr


def count(entries, *suites, again=None):
    with log_of(entries) as log, log_of(again or []) as second:
        return script(*(["--again", second.name] if again else []), log.name, *suites)


class Count(unittest.TestCase):
    def test_each_kind_of_entry(self):
        for name, result, output, passed, failed in CASES:
            with self.subTest(result=result, output=output):
                found, said = count([(name, result, output)])
                self.assertEqual(found, f"{passed} {failed}")
                self.assertEqual("FAILED" in said, failed > 0)

    def test_the_sum(self):
        found, _ = count([case[:3] for case in CASES])
        self.assertEqual(found, f"{sum(case[3] for case in CASES)} {sum(case[4] for case in CASES)}")

    def test_a_named_suite_without_tests_fails(self):
        entry = [("kickbox:unit+slow / plain", "OK", "")]
        self.assertEqual(count(entry, "unit", "slow")[0], "1 0")
        self.assertEqual(count(entry, "unit", "golden")[0], "1 1")
        self.assertEqual(count([])[0], "0 0")

    def test_what_was_skipped_is_told(self):
        _, said = count([("kickbox:unit / a", "OK", "ok 1 - x\nok 2 - y # SKIP no such tool\n1..2\n"),
                         ("kickbox:unit / b", "SKIP", "1..0 # SKIP nothing to do\n"), ("kickbox:unit / c", "SKIP", "")])
        self.assertEqual(said.splitlines(), ["SKIPPED: kickbox:unit / a: y: no such tool", "SKIPPED: kickbox:unit / b: nothing to do",
                                             "SKIPPED: kickbox:unit / c: all of it"])

    def test_what_ran_again(self):
        """Counts once, as the second time; that it failed before is told."""
        first = [("kickbox:e2e / a", "FAIL", "ok 1 - x\nnot ok 2 - y\n1..2\n"), ("kickbox:e2e / b", "FAIL", "not ok 1 - z\n1..1\n"),
                 ("kickbox:unit / c", "FAIL", "")]
        found, said = count(first, again=[("kickbox:e2e / a", "OK", "ok 1 - x\nok 2 - y\n1..2\n"), first[1]])
        self.assertEqual(found, "2 2")
        self.assertIn("RAN AGAIN, and passed: kickbox:e2e / a: y", said)
        self.assertIn("FAILED: kickbox:e2e / b", said)
        with log_of(first) as log:
            self.assertEqual(script("--failed", "e2e", log.name)[0], "a\nb")

    def test_only_what_failed_ran_again(self):
        """The others count as they did; who failed without saying where runs as a whole."""
        first = [("kickbox:e2e / a", "FAIL", "ok 1 - A.test_x\nnot ok 2 - A.test_y (i=1)\nnot ok 3 - B.test_z\n1..3\n")]
        with log_of(first) as log:
            self.assertEqual(script("--subtests", "a", log.name)[0], "A.test_y B.test_z")
        for output, result, counted in (("ok 1 - A.test_y\nok 2 - B.test_z\n1..2\n", "OK", "3 0"),
                                        ("ok 1 - A.test_y\nnot ok 2 - B.test_z\n1..2\n", "FAIL", "2 1"),
                                        ("ok 1 - A.test_y\n", "TIMEOUT", "2 2"), ("", "TIMEOUT", "0 1"),
                                        ("ok 1 - A.test_x\nok 2 - A.test_y\nok 3 - B.test_z\n1..3\n", "OK", "3 0")):
            with self.subTest(output):
                self.assertEqual(count(first, again=[(first[0][0], result, output)])[0], counted)
        for output in ("ok 1 - A.test_x\n", "not ok 1 - setUpClass (m.A)\n1..1\n", "not ok 1 - A.test_x\n"):
            with log_of([(first[0][0], "ERROR", output)]) as log:
                self.assertEqual(script("--subtests", "a", log.name)[0], "")


if __name__ == "__main__":
    unittest.main()
