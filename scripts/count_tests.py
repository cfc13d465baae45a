# SPDX-License-Identifier: MIT
"""Counts the tests of one `meson test` run, subtests one by one.

usage: count_tests.py LOG.json [SUITE...] [--of TESTS.json] [--without SUITE]...
       count_tests.py --slowest LOG.json...     the ten programs that took longest, of all these runs
Prints "PASSED FAILED" on standard output; what failed goes to standard error, with its output's end.
A TAP program counts each of its lines; any other program counts as one test. A program that ended
badly without a failed line counts as one failure, and so does a named suite without any test, and each program of those
suites in TESTS.json (Meson's intro-tests.json) that did not run.
Skipped tests count as neither; standard error has each with its reason. It also has what a run took of the window
tests that not all runs do (tests/support/tap_unittest.py).
"""
import argparse
import collections
import json
import re
import sys

TAP_LINE = re.compile(r"(not )?ok\b(?: \d+)?(?: - )?([^#]*)(?:#(.*))?$")
SKIPPED = re.compile(r"\s*skip\S*\s*", re.IGNORECASE)
SKIPPED_PLAN = re.compile(r"1\.\.0\s*#\s*skip\S*\s*(.*)", re.IGNORECASE)
ALSO = re.compile(r"# also: (.*)", re.MULTILINE)
LEFT_OUT = "not in this run"
TAP_PLAN = re.compile(r"1\.\.\d+", re.MULTILINE)
OUTPUT_LINES = 80


def tap_rows(output):
    """(passed, name, why it was skipped or None) of each line of the outermost level."""
    for line in output.splitlines():
        match = TAP_LINE.match(line)
        if match:
            bad, name, directive = match.groups()
            skip = SKIPPED.match(directive or "")
            yield not bad, name.strip(), directive[skip.end():] if skip else None


def tap_lines(output):
    """(passed, name) of each that was not skipped."""
    return [(ok, name) for ok, name, skipped in tap_rows(output) if skipped is None]


def skipped(program):
    """What was skipped, each with its reason."""
    output = program.get("stdout") or ""
    plan = SKIPPED_PLAN.search(output)
    rows = [f"{name}: {reason}" for _, name, reason in tap_rows(output) if reason is not None]
    return rows or [plan[1] if plan else "all of it"] if program["result"] == "SKIP" else rows


def count(program):
    """(passed, [names of what failed]) of one program's entry in the log."""
    output = program.get("stdout") or ""
    if program["result"] == "SKIP":
        return 0, []
    rows = tap_lines(output)
    good = sum(1 for ok, _ in rows if ok)
    bad = [name for ok, name in rows if not ok]
    if program["result"] == "OK":
        return (good, []) if rows or TAP_PLAN.search(output) else (1, [])
    return good, bad or [program["result"].lower()]


def read(log):
    with open(log, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def suites_of(program):
    match = re.match(r"(?:[^:/]*:)?(\S+) / ", program["name"])
    return set(match[1].split("+")) if match else set()


def expected(tests, suites, without):
    """The names of the programs that `meson test --suite SUITE... --no-suite SUITE...` runs."""
    with open(tests, encoding="utf-8") as file:
        for test in json.load(file):
            own = {suite.rpartition(":")[2] for suite in test["suite"]}
            if own & set(suites) and not own & set(without):
                yield test["name"]


def say_failed(program, bad):
    print(f"FAILED: {program['name']} ({program['result']}): {'; '.join(bad)}", file=sys.stderr)
    for stream in ("stdout", "stderr"):
        for row in (program.get(stream) or "").splitlines()[-OUTPUT_LINES:]:
            print("    " + row, file=sys.stderr)


def slowest(logs, most=10):
    """Rows of "SECONDS PROGRAM", the slowest first."""
    programs = [program for log in logs for program in read(log)]
    programs.sort(key=lambda program: (-program["duration"], program["name"]))
    return [f"{program['duration']:7.1f} s  {program['name']}" for program in programs[:most]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--slowest", action="store_true")
    parser.add_argument("--of")
    parser.add_argument("--without", action="append", default=[])
    parser.add_argument("log")
    parser.add_argument("suites", nargs="*")
    asked = parser.parse_args()
    if asked.slowest:
        print("\n".join(slowest([asked.log, *asked.suites])))
        return
    programs, missing = read(asked.log), set(asked.suites)
    passed = failed = 0
    for program in programs:
        missing -= suites_of(program)
        good, bad = count(program)
        passed += good
        failed += len(bad)
        for what in ALSO.findall(program.get("stdout") or ""):
            print(f"ALSO: {program['name']}: {what}", file=sys.stderr)
        for what in skipped(program):
            if what == LEFT_OUT:
                continue
            print(f"SKIPPED: {program['name']}: {what}", file=sys.stderr)
        if bad:
            say_failed(program, bad)
    for suite in sorted(missing):
        print(f"FAILED: the suite {suite} has no test", file=sys.stderr)
        failed += 1
    if asked.of:
        ran = collections.Counter(program["name"].rpartition(" / ")[2] for program in programs)
        wanted = collections.Counter(expected(asked.of, asked.suites, asked.without))
        for name in sorted((wanted - ran).elements()):
            print(f"FAILED: {name} did not run", file=sys.stderr)
            failed += 1
    print(passed, failed)


if __name__ == "__main__":
    main()
