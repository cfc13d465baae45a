# SPDX-License-Identifier: MIT
"""What the tables of features share. A format's table has a row for each feature of its
specification: the feature's name there, files that use it, and what the import does with it.

  a predicate     it is taken over: the predicate holds, and nothing is reported as lost
  a text, texts   it is lost, and the report says so in these words and no others
  VIEW            it only changes how the other program shows the file: the import is as without it
  SILENT          neither, which only docs/importing.md says; nothing else may get it
  Refused         the file is refused with this message
"""
from collections import namedtuple

RED, GREEN, BLUE, CLEAR = b"\xff\0\0\xff", b"\0\xff\0\xff", b"\0\0\xff\xff", bytes(4)

# `base`: files without any of the features. The first of a row's files is imported, by the command
# with its options.
Format = namedtuple("Format", "name base rows command", defaults=["import"])
Refused = namedtuple("Refused", "says")
VIEW, SILENT = object(), object()


def find(item, path):
    """The item at a path such as animations.0.loop; None where there is none."""
    for name in path.split("."):
        if isinstance(item, list):
            item = item[int(name)] if int(name) < len(item) else None
        else:
            item = (item or {}).get(name)
    return item


def has(path, value):
    """The asset has this value there."""
    def check(done):
        found = find(done.asset, path)
        return found == value or ("expected", value, "got", found)
    return check


def counts(path, number):
    """The asset has so many items there."""
    return lambda done: len(find(done.asset, path) or []) == number or find(done.asset, path)


def shows(*rows, frame=0):
    """The frame's pixels, each channel within 1."""
    def check(done):
        got = done.pixels(frame)
        same = len(got) == len(rows) and all(
            len(a) == len(b)
            and all(max(abs(i - j) for i, j in zip(p, q)) <= 1 for p, q in zip(a, b))
            for a, b in zip(got, rows))
        return same or got
    return check


def both(*predicates):
    return lambda done: next((found for found in (one(done) for one in predicates)
                              if found is not True), True)
