#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the fuzz targets reach of the parsers.

Builds the targets with clang's counters in build-fuzz-coverage, runs each from its corpus, and
prints for each parser file the share of its lines that they reach, the floor of that share, and the
target that reaches most of it. The last line on standard output is "PASSED FAILED": one for each
file and target. --soak of test.sh asks for a minute each.
"""
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build-fuzz-coverage"
FLOOR = 95

# The targets that read files. scripts/coverage.sh counts the lines of the runtime.
TARGETS = ("again", "bank_json", "bank_read", "colours", "dustrac", "edits", "journal",
           "levels", "meshes", "png", "project", "sheet", "sprites", "supertux", "tape", "tiled")

# Every file that parses what a stranger wrote, or puts it into a document.
FILES = {
    "src/bank": "json_read json_rows json_values read unpack",
    "src/document": "apply bounds edit_many_text grey journal_read load path picture_read "
                    "save_recover shape stroke_rows types types_real types_refs zones_json "
                    "zones_png",
    "src/interchange": "*",
    "src/playtest": "tape",
}

# Lower floors, and why.
MEMORY = "the rest runs only where memory is short"
LARGE = "the rest needs pictures or files of many megabytes"
LOWER = {
    "src/bank/read.c": (80, "reads only banks that are sound: " + MEMORY),
    "src/bank/unpack.c": (85, "reads only banks that are sound: " + MEMORY),
    "src/document/pixels/grey.c": (90, MEMORY),
    "src/document/files/load.c": (73, "the rest runs where files cannot be read, or locks the project"),
    "src/document/pixels/picture_read.c": (85, "the rest runs where files cannot be read"),
    "src/document/files/save_recover.c": (70, "the rest waits for another program, or runs on a full disk"),
    "src/document/shapes/shape.c": (87, "it also compares shapes, for the editor"),
    "src/document/pixels/zones_json.c": (90, "it also packs strokes beside the editor"),
    "src/interchange/again/again.c": (
        90, "the rest needs 255 terrains, or undoes what an edit refuses"),
    "src/interchange/importers.c": (70, "it also writes the help of the command line"),
    "src/interchange/levels/level_images.c": (85, "it also adds layers of images for the editor"),
    "src/interchange/sheets/sprite_file.c": (90, "the rest runs where files cannot be read"),
    "src/interchange/sheets/islands.c": (90, LARGE),
    "src/interchange/levels/level_tiles.c": (90, "the rest undoes what an edit refuses"),
    "src/interchange/layers/animated.c": (85, LARGE),
    "src/interchange/layers/webp.c": (90, LARGE),
    "src/interchange/sheets/island_sheet.c": (90, LARGE),
    "src/interchange/sheets/mask.c": (90, LARGE),
    "src/interchange/readers/packed.c": (88, LARGE),
    "src/interchange/source_folders.c": (0, "it reads the user's own list"),
    "src/interchange/sources.c": (90, "the rest reads what the user's own list allows"),
    "src/interchange/levels/supertux.c": (88, LARGE),
    "src/interchange/tracks/track_file.c": (90, "the rest runs where files cannot be read"),
}


# Programs that the build itself runs leave no counts.
os.environ["LLVM_PROFILE_FILE"] = os.devnull


def run(log, *command, **options):
    with open(log, "ab") as output:
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd=ROOT,
                       check=True, **options)


def build(log):
    counters = "-fprofile-instr-generate"
    flags = f"{counters} -fcoverage-mapping"
    if not (BUILD / "build.ninja").exists():
        run(log, "meson", "setup", str(BUILD), "-Dfuzzers=true", "-Deditor=disabled",
            "-Ddebug=false", "-Doptimization=1", "-Db_lundef=false", f"-Dc_args={flags}",
            f"-Dcpp_args={flags}", f"-Dc_link_args={counters}", f"-Dcpp_link_args={counters}",
            env={**os.environ, "CC": "clang", "CXX": "clang++"})
    run(log, "ninja", "-C", str(BUILD), *(f"tests/fuzz/fuzz_{name}" for name in TARGETS))


def reach(name, seconds):
    """Runs the target; {file: {line: reached}} of the sources, or None where the target failed."""
    program = BUILD / "tests/fuzz" / f"fuzz_{name}"
    corpus = ROOT / "tests/fuzz/corpus" / name
    found, raw, data = (BUILD / "reached" / f"{name}.{suffix}" for suffix in ("d", "raw", "data"))
    shutil.rmtree(found, ignore_errors=True)
    found.mkdir(parents=True)
    limit = f"-max_total_time={seconds}" if seconds else "-runs=0"
    with open(BUILD / "reached" / f"{name}.log", "wb") as log:
        result = subprocess.run([program, limit, "-timeout=20", "-rss_limit_mb=4096",
                                 f"-artifact_prefix={found.parent}/{name}-", found, corpus],
                                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                env={**os.environ, "LLVM_PROFILE_FILE": str(raw)})
    if result.returncode:
        return None
    subprocess.run(["llvm-profdata", "merge", "-sparse", raw, "-o", data], check=True)
    lines = subprocess.run(["llvm-cov", "export", "-format=lcov", f"-instr-profile={data}", program,
                            ROOT / "src"], check=True, capture_output=True, text=True).stdout
    reached, file = {}, None
    for line in lines.splitlines():
        if line.startswith("SF:"):
            file = reached.setdefault(os.path.relpath(os.path.normpath(line[3:]), ROOT), {})
        elif line.startswith("DA:"):
            number, count = line[3:].split(",")[:2]
            file[int(number)] = file.get(int(number), False) or int(count) > 0
    return reached


def say(text):
    print(text, file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description="Shows what fuzzing reaches of the parsers.")
    parser.add_argument("--seconds", type=int, default=60,
                        help="of fuzzing for each target; 0: the corpus alone")
    parser.add_argument("--missing", action="store_true",
                        help="list the lines that no target reaches")
    arguments = parser.parse_args()
    log = ROOT / "build-fuzz-coverage-logs/build.log"
    log.parent.mkdir(exist_ok=True)
    try:
        build(log)
    except subprocess.CalledProcessError:
        say(f"the targets cannot be built: see {log}")
        return 1
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        all_reached = pool.map(lambda name: reach(name, arguments.seconds), TARGETS)
        by_target = dict(zip(TARGETS, all_reached))
    failures = [name for name, reached in by_target.items() if reached is None]
    for name in failures:
        say(f"FAILED: fuzz_{name}: see {BUILD}/reached/{name}.log")
    passed, failed = len(TARGETS) - len(failures), len(failures)
    say(f"{'file':40} {'lines':>5} {'reached':>8} {'floor':>6}  by")
    for folder, names in FILES.items():
        paths = set().union(*((ROOT / folder).rglob(f"{name}.c") for name in names.split()))
        for file in sorted(str(path.relative_to(ROOT)) for path in paths):
            counts = {name: reached[file] for name, reached in by_target.items()
                      if reached and file in reached}
            lines = sorted(set().union(*counts.values()))
            missed = [n for n in lines if not any(count.get(n) for count in counts.values())]
            share = 100 * (len(lines) - len(missed)) / len(lines) if lines else 0
            best = max(counts, key=lambda name: sum(counts[name].values()), default="none")
            floor, reason = LOWER.get(file, (FLOOR, ""))
            passed, failed = passed + (share >= floor), failed + (share < floor)
            note = ("" if share >= floor else "  TOO FEW") + (f"  ({reason})" if reason else "")
            say(f"{file:40} {len(lines):5} {share:7.1f}% {floor:5}%  {best}{note}")
            if arguments.missing and missed:
                say("    " + " ".join(map(str, missed)))
    print(passed, failed)
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
