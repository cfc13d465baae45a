#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints how large the library is: what a game programmer has to learn, and what a game has to
link; and how large the house is: what those who work in it have to read.

    scripts/figures.py            from the sources; compiles kickbox.c with cc

Each row: the figure, the limit that it must keep, and the goal if that is lower. Ends with 1 where
a figure is above its limit."""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
RUNTIME = ROOT / "src" / "runtime"
sys.path.insert(0, str(RUNTIME))
import api  # noqa: E402


def listed(name):
    """The paths of a list of files in the library's meson.build."""
    text = (RUNTIME / "meson.build").read_text(encoding="utf-8")
    return [str(RUNTIME / path) for path in re.findall(
        r"'([^']+)'", re.search(name + r" = files\((.*?)\)", text, re.S)[1])]


def sources(*folders):
    """{path: text} of everything below these folders of src."""
    return {path: path.read_text(encoding="utf-8") for folder in folders
            for path in (ROOT / "src" / folder).rglob("*.[ch]")}


def statements(files):
    return sum(text.count(";") for text in files.values())


def house():
    """Rows of figures of all of src."""
    files = sources(".")
    texts = files.values()
    yield "statements in src", statements(files), 91077, 60000
    yield "files in src of less than 40 lines", sum(text.count("\n") < 40 for text in texts), 60, 60
    yield ("comparisons of a node's kind outside tables",
           sum(len(re.findall(r"[!=]= &kb_[a-z_]+_kind\b", text)) for text in texts), 19, 40)


def linked(folder):
    """Bytes of code and of constant data of ours in a program that loads a bank and asks who hit
    whom."""
    folder = pathlib.Path(folder)
    run = lambda *command: subprocess.run(
        command, check=True, capture_output=True, text=True).stdout
    run(sys.executable, str(RUNTIME / "amalgamate.py"), "0", str(folder),
        str(RUNTIME / "kickbox.h"), *listed("kickbox_sources"))
    flags = ["-std=c11", "-Os", "-ffunction-sections", "-fdata-sections"]
    run("cc", *flags, "-c", str(folder / "kickbox.c"), "-o", str(folder / "kickbox.o"))
    program = str(folder / "fight")
    run("cc", *flags, f"-I{folder}", "-Wl,--gc-sections",
        str(ROOT / "docs" / "examples" / "fight.c"), str(folder / "kickbox.o"),
        "-o", program, "-lm")
    symbols = run("nm", "-S", "--defined-only", program)
    return [sum(int(size, 16) for size in re.findall(rf"^\w+ (\w+) [{kinds}] kbx_", symbols, re.M))
            for kinds in ("tT", "rRdD")]


def counted(headers, pack=()):
    """Functions, types, lines, and lines of the longest of all these headers."""
    described = api.read([*headers, *pack])
    lines = [len(pathlib.Path(path).read_text(encoding="utf-8").splitlines())
             for path in (*headers, *pack, RUNTIME / "kickbox.h",
                          *([RUNTIME / "kickbox_pack.h"] if pack else []))]
    return len(described["functions"]), len(described["types"]), sum(lines), max(lines)


def main():
    headers, pack = listed("kickbox_subject_headers"), listed("kickbox_pack_headers")
    with tempfile.TemporaryDirectory(prefix="kickbox-figures-") as folder:
        code, tables = linked(folder)
    # Of the same code gcc 14 makes one percent more than gcc 12.
    gcc = subprocess.run(["cc", "-dumpversion"], check=True, capture_output=True, text=True).stdout
    code_limit = 41980 if gcc.strip() == "12" else 42490
    names = ("functions", "types", "lines of headers", "lines of the longest header")
    figures = [
        *zip((f"public {name}" for name in names), counted(headers), (184, 71, 1455, 400),
             (180, 70, 1400, 400)),
        *zip((f"{name} with kickbox_pack.h" for name in names), counted(headers, pack),
             (185, 85, 1685, 400), (180, 70, 1400, 400)),
        ("statements in src/runtime, src/bank and src/bake",
         statements(sources("runtime", "bank", "bake")), 20639, 17500),
        ("bytes of code in a game that loads sprites and asks who hit whom", code,
         code_limit, 40 << 10),
        ("bytes of tables next to that code", tables, 3400, 3400),
        *house(),
    ]
    for name, figure, limit, goal in figures:
        notes = ([f"goal {goal}"] if figure > goal else []) + (["too many"] if figure > limit else [])
        print(f"{figure:7} of {limit:6} {': '.join([name, ', '.join(notes)]) if notes else name}")
    return any(figure > limit for _, figure, limit, _ in figures)


if __name__ == "__main__":
    sys.exit(main())
