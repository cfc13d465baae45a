#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures what the tests notice: draws small faults over src by a seed, and counts those that some test catches.

    scripts/mutants.py [--seed N] [--count N] [--under FOLDER] [--all] [--only N,N... [--together]] [--keep DIR]

A fault is a comparison turned, a constant one larger, a statement dropped, or two arguments exchanged. All are compiled
into one build, each as a second body of its function that the environment selects; so the tree is built once and not
once a fault. One run without a fault notes which tests reach which fault; then each fault runs those tests alone, the
shortest first, until one fails. --all takes the tests of `./test.sh --all` instead of those of `./test.sh`, but for
sanitizers and fuzzing. --together is for faults that few tests may notice: each test runs once with all of them, and only
those that fail then are asked about each. Prints a line for each fault: caught or SURVIVED, its place and change, and the
test that caught it.
--keep keeps the build, and a second call there goes on where the first one ended."""
import argparse
import atexit
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
FUNCTION = re.compile(r"^(?!static const|typedef|struct|enum)[A-Za-z][^\n;={}#]*\n([a-z]\w*) \([^;{}#]*\)\n\{\n(.*?)^\}\n", re.M | re.S)
QUIET = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|/\*.*?\*/|^#[^\n]*', re.M | re.S)   # not code
TURNED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
NAME = r"[a-z_]\w*(?:(?:->|\.)\w+)*"
KINDS = {
    "comparison": (re.compile(r"(?<= )(<|<=|>|>=|==|!=)(?= )"), lambda m: TURNED[m[1]]),
    "constant": (re.compile(r"(?<![\w.])(\d+)(?![\w.])"), lambda m: str(int(m[1]) + 1)),
    "statement": (re.compile(r"(?<=\n)( +)(?:\w+ \([^;{}]*?\)|[\w.>\[\]-]+ [-+|&*/]?= [^;{}\n]*|[\w.>-]+(?:\+\+|--));(?=\n)"), lambda m: m[1] + ";"),
    "arguments": (re.compile(rf"(?<=[(,] )?\b({NAME}), ({NAME})(?=[,)])"), lambda m: f"{m[2]}, {m[1]}"),
}
DECLARES = re.compile(r"\s*(?:return|else|case|goto|break|continue|sizeof|if|while|for|switch)\b")
# What every file with a fault gets: whether fault k is on, and a note that it was reached.
HEAD = """#ifndef KB_MUTANT
#define KB_MUTANT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static __attribute__ ((unused)) int
kb_mutant (int k)
{
  static char is_read, on[%d], noted[%d];
  for (const char *at = is_read ? NULL : getenv ("KB_MUTANT"); at && *at; at += strcspn (at, ","), at += *at == ',')
    on[atoi (at)] = 1;
  is_read = 1;
  if (!noted[k] && getenv ("KB_MUTANTS_REACHED"))
    {
      char path[4096];
      noted[k] = 1;
      snprintf (path, sizeof path, "%%s/%%d", getenv ("KB_MUTANTS_REACHED"), k);
      FILE *file = fopen (path, "a");
      if (file)
        fclose (file);
    }
  return on[k];
}
#endif
"""


def blank(text):
    """The same length, but nothing of texts, comments and directives."""
    return QUIET.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def candidates(text):
    """(function, body's place, start, end, replacement, kind) of each possible fault of a file."""
    code = blank(text)
    for function in FUNCTION.finditer(code):
        start, end = function.span(2)
        if re.search(r"^\w+:$|\bva_start\b|\bstatic\b", code[start:end], re.M):
            continue
        for kind, (pattern, change) in KINDS.items():
            for match in pattern.finditer(code, start, end):
                if kind == "statement" and DECLARES.match(match[0]) or kind == "arguments" and match[1] == match[2]:
                    continue
                new = change(match)
                yield function[1], (start, end), match.start(), match.end(), new, kind


def draw(paths, seed, count):
    """That many faults, as rows for the report; each kind and each statement of src is as likely as another."""
    dice, rows = random.Random(seed), []
    pools = {kind: [] for kind in KINDS}
    for path in paths:
        for row in candidates(path.read_text(encoding="utf-8")):
            pools[row[5]].append((str(path.relative_to(ROOT)), *row))
    used = set()
    while len(rows) < count:
        row = dice.choice(pools[dice.choice(sorted(pools))])
        if row[:4] not in used:
            used.add(row[:4])
            rows.append(row)
    return rows


def put_in(tree, rows):
    """Writes the faults into a copy of the sources, the last of a file first."""
    by_file = {}
    for number, row in rows.items():
        by_file.setdefault(row[0], {}).setdefault(row[2], []).append((number, row))
    for path, bodies in by_file.items():
        text = (ROOT / path).read_text(encoding="utf-8")
        for (start, end), faults in sorted(bodies.items(), reverse=True):
            body, extra = text[start:end], ""
            leave = "return;" if re.search(r"\bvoid\n\w+ \([^;{}]*\)\n\{\n\Z", text[:start]) else ""
            for number, (_, _, _, at, to, new, _) in faults:
                extra += f"  if (kb_mutant ({number}))\n  {{\n{body[:at - start]}{new}{body[to - start:]}  {leave}\n  }}\n"
            text = text[:start] + extra + text[start:]
        (tree / path).write_text(HEAD % (2 * (max(rows) + 1,)) + text, encoding="utf-8")


def build(folder, rows, whole):
    """Builds; takes out the faults that do not compile, or mix up types, and returns the others."""
    tree = folder.parent
    if not (folder / "build.ninja").exists():
        # Arguments of two types are none that a person mixes up.
        run("meson", "setup", f"-Dwhole={whole}", "-Ddebug=false", "-Dc_args=-Werror=incompatible-pointer-types -Werror=int-conversion", str(folder), cwd=tree)
    while True:
        put_in(tree, rows)
        targets = run("ninja", "-C", str(folder), "-t", "targets", "all", cwd=tree)
        wanted = [name for name in re.findall(r"^([^:\s]+): \w", targets, re.M)
                  if re.fullmatch(r"src/cli/kickbox|src/editor/kickbox-editor|tests/\w+/(?!bench)\w+(?:\.so)?|data/[^:]*|po/.*\.mo", name)]
        done = subprocess.run(["ninja", "-k0", "-C", str(folder), *wanted], cwd=tree, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return rows
        bad = set()
        for path, line in re.findall(r"^(?:\.\./)?(src/[\w/.-]+\.c):(\d+):\d+: error", done.stdout, re.M):
            above = "\n".join((tree / path).read_text(encoding="utf-8").splitlines()[:int(line)])
            bad.add(int(re.findall(r"kb_mutant \((\d+)\)", above)[-1]))
        if not bad:
            sys.exit(done.stdout[-4000:])
        for path in {rows[number][0] for number in bad}:   # one that has no other fault is as it was
            (tree / path).write_text((ROOT / path).read_text(encoding="utf-8"), encoding="utf-8")
        rows = {number: row for number, row in rows.items() if number not in bad}


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def keep(path, values, lock=threading.Lock()):
    """For a second call; the threads come one after the other."""
    with lock:
        path.write_text(json.dumps(values), encoding="utf-8")


class Test:
    def __init__(self, entry):
        self.name, self.command, self.env = entry["name"], entry["cmd"], entry["env"]
        self.folder, self.seconds, self.reached = entry.get("workdir"), 0, set()

    def run(self, environment, limit):
        """Whether it passed; stopped after so many seconds it did not."""
        env = {**os.environ, **self.env, **environment}
        for name in "DISPLAY", "WAYLAND_DISPLAY":
            env.pop(name, None)
        process = subprocess.Popen(self.command, cwd=self.folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True, errors="replace", start_new_session=True)
        try:
            output, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            output = "not ok"
        try:   # what it started and left
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        return process.returncode in (0, 77) and not re.search(r"^not ok", output, re.M)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=80)
    parser.add_argument("--under", default="src")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only", help="numbers of faults, with commas between: not the others")
    parser.add_argument("--together", action="store_true")
    parser.add_argument("--keep")
    asked = parser.parse_args()
    tree = pathlib.Path(asked.keep or tempfile.mkdtemp(prefix="kickbox-mutants-")).resolve()
    if not asked.keep:
        atexit.register(shutil.rmtree, tree, ignore_errors=True)
    os.environ.update(KICKBOX_ALL="1" if asked.all else "", KICKBOX_SOAK="", LC_ALL="C.UTF-8")
    if asked.all:
        os.environ.pop("KICKBOX_EIGHTH", None)
    else:
        os.environ["KICKBOX_EIGHTH"] = str(zlib.crc32(str(asked.seed).encode()) % 8)
    if not (tree / "meson.build").exists():
        tree.mkdir(parents=True, exist_ok=True)
        here = run("git", "stash", "create", cwd=ROOT).strip() or "HEAD"   # with what is not committed yet
        archive = subprocess.run(["git", "archive", here], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", str(tree)], input=archive, check=True)
    # Some do not compile: more than asked for are drawn, and the first ones count.
    rows = draw(sorted((ROOT / asked.under).rglob("*.c")), asked.seed, asked.count * 3 // 2)
    folder = tree / ("build-all" if asked.all else "build")
    rows = build(folder, dict(enumerate(rows, 1)), str(asked.all).lower())
    rows = dict(list(rows.items())[:asked.count])

    tests = [Test(entry) for entry in json.loads(run("meson", "introspect", "--tests", str(folder)))
             if not {suite.split(":")[-1] for suite in entry["suite"]} & {"fuzz"}
             and entry["name"] not in ("layers", "keys", "embedding", "api", "examples", "course", "kit_guide", "e2e_translations")
             and not re.match("binding|web|sample|e2e_npm|e2e_bazel|e2e_slurm|e2e_packages|e2e_paint_programs", entry["name"])]
    known, ended = folder / "reached.json", folder / "verdicts.json"
    seen = json.loads(known.read_text()) if known.exists() else {}
    verdicts = json.loads(ended.read_text()) if ended.exists() else {}

    def look(test):
        if test.name not in seen:
            with tempfile.TemporaryDirectory() as notes:
                began = time.monotonic()
                good = test.run({"KB_MUTANTS_REACHED": notes}, 900)
                seen[test.name] = [good, time.monotonic() - began, sorted(map(int, os.listdir(notes)))]
                keep(known, seen)
        good, test.seconds, test.reached = seen[test.name]
        if not good:
            print(f"# fails without a fault: {test.name}", flush=True)
            test.reached = []

    def judge(number):
        if str(number) not in verdicts:
            verdicts[str(number)] = verdict(number)
            keep(ended, verdicts)
        print(verdicts[str(number)], flush=True)
        return verdicts[str(number)].startswith("caught")

    def verdict(number):
        path, name, _, start, _, new, kind = rows[number]
        text = (ROOT / path).read_text(encoding="utf-8")
        place = f"{path}:{text.count(chr(10), 0, start) + 1} {name}: {kind}, {' '.join(new.split())!r}"
        mine = sorted((test for test in tests if number in test.reached), key=lambda test: test.seconds)
        for test in mine:
            if not test.run({"KB_MUTANT": str(number)}, 20 + 5 * test.seconds):
                return f"caught   {number:3} {place} [{test.name}]"
        return f"SURVIVED {number:3} {place} [{len(mine)} tests reach it]"

    numbers = [int(number) for number in asked.only.split(",")] if asked.only else list(rows)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() + 1) as pool:
        if asked.together:
            notice = pool.map(lambda test: not test.run({"KB_MUTANT": ",".join(map(str, numbers))}, 900), tests)
            tests = [test for test, does in zip(tests, notice) if does]
            print("# with all of them fail: " + ", ".join(test.name for test in tests), flush=True)
        list(pool.map(look, sorted(tests, key=lambda test: "window" not in str(test.command))))
        caught = sum(pool.map(judge, numbers))
    print(f"{caught} of {len(numbers)} caught")


if __name__ == "__main__":
    main()
