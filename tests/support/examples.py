# SPDX-License-Identifier: MIT
"""The programs of docs/examples that the guide shows, each with the sample whose bank it opens and what it prints."""
import os
import re
import subprocess

SOURCE, BUILD = os.environ["KICKBOX_SOURCE"], os.environ["KICKBOX_BUILD"]
FOLDER = os.path.join(SOURCE, "docs", "examples")
# The seven that a new user writes in the first hour, and how long they may be.
GAMES = ("fight", "room", "race", "platform", "maze", "pinball", "stack")
GAME_LINES, GAME_COLUMNS = 40, 100
# What is compiled with kickbox.c.
MORE = {name: ["kickbox_pack"] for name in ("cavern", "court", "island", "marbles", "picture", "platform", "rally", "solids", "world")}
# The commands above what a program prints: its name, and the sample.
COMMAND = re.compile(r"```sh\n(?:kickbox export data/(\w+) -o build/\1\.kbx\n)?cc [^\n]* docs/examples/(\w+)\.c [^\n]* -o build/\2\n"
                     r"build/\2(?: build/\1\.kbx)?\n```\n(?:\n\w+\n)?\n```\n(.*?)```\n", re.DOTALL)


def guide():
    with open(os.path.join(SOURCE, "docs", "runtime-guide.md"), encoding="utf-8") as text:
        return text.read()


def source(name):
    return os.path.join(FOLDER, name + ".c")


def read(name):
    with open(source(name), encoding="utf-8") as text:
        return text.read()


def shown():
    """For each program its sample, "" without one, and its output."""
    return {name: (sample, output) for sample, name, output in COMMAND.findall(guide())}


def export(sample, folder):
    """The bank of a sample."""
    bank = os.path.join(folder, sample + ".kbx")
    if not os.path.exists(bank):
        subprocess.run([os.path.join(BUILD, "src", "cli", "kickbox"), "export", os.path.join(SOURCE, "data", sample), "-o", bank],
                       stdout=subprocess.DEVNULL, check=True)
    return bank


def code_lines(text):
    """How many lines are neither blank nor comment."""
    return sum(1 for line in re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).splitlines() if line.strip())
