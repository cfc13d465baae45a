#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the window tests of every run reach of the editor, beside what all of them reach.

Builds the editor with gcc's counters in build-editor-coverage, runs the tests of tests/e2e/core.txt, then all window tests,
and prints for each file of src/editor the lines that both reach, those that the core reaches, and their share. The core has
to reach four in five of them, and half in each file that core.txt names. The last line on standard output is "PASSED FAILED".
--soak of test.sh runs this; it needs gcovr."""
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD, LOGS = ROOT / "build-editor-coverage", ROOT / "build-editor-coverage-logs"
FLOOR, FLOOR_OF_FILE = 80, 50
TARGETS = re.compile(r"src/cli/kickbox|src/editor/kickbox-editor|tests/support/\w+\.so|data/[^:]*|po/.*\.mo")


def run(log, *command, check=True, **environment):
    with open(LOGS / log, "ab") as output:
        subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output, stderr=output, check=check,
                       env={**os.environ, **environment})


def build():
    if not (BUILD / "build.ninja").exists():
        run("build.log", "meson", "setup", "-Db_coverage=true", "-Ddebug=false", "-Doptimization=0", str(BUILD))
    targets = subprocess.run(["ninja", "-C", str(BUILD), "-t", "targets", "all"], check=True, capture_output=True, text=True)
    run("build.log", "ninja", "-C", str(BUILD), *(name for name in re.findall(r"^([^:\s]+): \w", targets.stdout, re.M)
                                                  if TARGETS.fullmatch(name)))
    for old in BUILD.rglob("*.gcda"):
        old.unlink()


def reach(name, eighth):
    """{file: lines that were reached} after the windows of that eighth and the core; after all of them where it is empty."""
    run(name + ".log", "meson", "test", "-C", str(BUILD), "--no-rebuild", "--suite", "window", "--timeout-multiplier", "5",
        "--num-processes", str(2 * os.cpu_count()), check=False, KICKBOX_EIGHTH=eighth, KICKBOX_ALL="", KICKBOX_SOAK="")
    found = LOGS / (name + ".json")
    run(name + ".log", "gcovr", "--config", os.devnull, "--filter", "src/editor/", "--object-directory", str(BUILD),
        "--json", str(found), str(BUILD))
    return {file["file"]: {line["line_number"] for line in file["lines"] if line["count"]}
            for file in json.loads(found.read_text(encoding="utf-8"))["files"]}


def parts():
    """The files that tests/e2e/core.txt names, without their folders."""
    with open(ROOT / "tests/e2e/core.txt", encoding="utf-8") as text:
        return {name + ".c" for line in text if not line.startswith("#") for name in line.partition(":")[2].split()}


def main():
    LOGS.mkdir(exist_ok=True)
    named = parts()
    build()
    core, every = reach("core", "9"), reach("all", "")   # the ninth of eight: none
    passed = failed = 0
    print(f"{'file':45} {'all':>5} {'core':>5} {'share':>6}", file=sys.stderr)
    rows = [(file, len(lines), len(core.get(file, set())), FLOOR_OF_FILE if os.path.basename(file) in named else 0)
            for file, lines in sorted(every.items()) if lines]
    for file, whole, part, floor in [*rows, ("all of it", sum(row[1] for row in rows), sum(row[2] for row in rows), FLOOR)]:
        good = 100 * part >= floor * whole
        passed, failed = passed + good, failed + (not good)
        print(f"{file:45} {whole:5} {part:5} {100 * part / whole:5.1f}%{'' if good else '  TOO FEW'}", file=sys.stderr)
    print(passed, failed)
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
