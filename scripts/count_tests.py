# SPDX-License-Identifier: MIT
"""Counts the tests of one `meson test` run, subtests one by one.

usage: count_tests.py LOG.json [SUITE...]
Prints "PASSED FAILED" on standard output; what failed goes to standard error, with its output's end.
A TAP program counts each of its lines; any other program counts as one test. A program that ended
badly without a failed line counts as one failure, and so does a named suite without any test.
Skipped tests count as neither.
"""
import json
import re
import sys

GOOD = {"OK", "EXPECTEDFAIL", "UNEXPECTEDPASS"}
TAP_LINE = re.compile(r"(not )?ok\b(?: \d+)?(?: - )?([^#]*)(#.*)?$")
TAP_PLAN = re.compile(r"1\.\.\d+", re.MULTILINE)
OUTPUT_LINES = 80


def tap_lines(output):
    """(passed, name) of each line of the outermost level that was not skipped."""
    for line in output.splitlines():
        match = TAP_LINE.match(line)
        if match:
            bad, name, directive = match.groups()
            if re.match(r"#\s*skip", directive or "", re.IGNORECASE):
                continue
            expected = re.match(r"#\s*todo", directive or "", re.IGNORECASE)
            yield not bad or bool(expected), name.strip()


def count(program):
    """(passed, [names of what failed]) of one program's entry in the log."""
    output = program.get("stdout") or ""
    if program["result"] == "SKIP":
        return 0, []
    rows = list(tap_lines(output))
    good = sum(1 for ok, _ in rows if ok)
    bad = [name for ok, name in rows if not ok]
    if program["result"] in GOOD:
        return (good, []) if rows or TAP_PLAN.search(output) else (1, [])
    return good, bad or [program["result"].lower()]


def main():
    log, missing = sys.argv[1], set(sys.argv[2:])
    passed = failed = 0
    with open(log, encoding="utf-8") as lines:
        for line in lines:
            program = json.loads(line)
            suites = re.match(r"(?:[^:/]*:)?(\S+) / ", program["name"])
            missing -= set(suites[1].split("+")) if suites else set()
            good, bad = count(program)
            passed += good
            failed += len(bad)
            if bad:
                print(f"FAILED: {program['name']} ({program['result']}): {'; '.join(bad)}", file=sys.stderr)
                for stream in ("stdout", "stderr"):
                    for row in (program.get(stream) or "").splitlines()[-OUTPUT_LINES:]:
                        print("    " + row, file=sys.stderr)
    for suite in sorted(missing):
        print(f"FAILED: the suite {suite} has no test", file=sys.stderr)
        failed += 1
    print(passed, failed)


if __name__ == "__main__":
    main()
