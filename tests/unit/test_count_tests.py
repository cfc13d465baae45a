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


def count(entries, *suites):
    with log_of(entries) as log:
        run = subprocess.run([sys.executable, SCRIPT, log.name, *suites], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                             check=True)
    return run.stdout.strip(), run.stderr


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

    def test_what_did_not_run_fails(self):
        tests = [{"name": "a", "suite": ["kickbox:unit"]}, {"name": "b", "suite": ["kickbox:unit", "kickbox:slow"]},
                 {"name": "c", "suite": ["kickbox:golden"]}, {"name": "b", "suite": ["kickbox:unit"]}]
        with tempfile.NamedTemporaryFile("w", suffix=".json") as listed:
            json.dump(tests, listed)
            listed.flush()
            for more, left in (([], ["b", "b"]), (["--without", "slow"], ["b"]), (["--without", "slow", "--without", "unit"], [])):
                with self.subTest(more=more):
                    found, said = count([("kickbox:unit / a", "OK", "")], "unit", "--of", listed.name, *more)
                    self.assertEqual(found, f"1 {len(left)}")
                    self.assertEqual(said.splitlines(), [f"FAILED: {name} did not run" for name in left])

    def test_the_slowest(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as log:
            for i in range(12):
                log.write(json.dumps({"name": f"t{i}", "duration": i * 5 % 12}) + "\n")
            log.flush()
            rows = subprocess.run([sys.executable, SCRIPT, "--slowest", log.name], stdout=subprocess.PIPE, text=True, check=True)
        self.assertEqual([float(row.split()[0]) for row in rows.stdout.splitlines()], list(range(11, 1, -1)))

    def test_what_was_skipped_is_told(self):
        _, said = count([("kickbox:unit / a", "OK", "ok 1 - x\nok 2 - y # SKIP no such tool\n1..2\n"),
                         ("kickbox:unit / b", "SKIP", "1..0 # SKIP nothing to do\n"), ("kickbox:unit / c", "SKIP", "")])
        self.assertEqual(said.splitlines(), ["SKIPPED: kickbox:unit / a: y: no such tool", "SKIPPED: kickbox:unit / b: nothing to do",
                                             "SKIPPED: kickbox:unit / c: all of it"])


if __name__ == "__main__":
    unittest.main()
