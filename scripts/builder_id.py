#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a header with a number that changes with every source file that a bank's bytes may depend on.

    builder_id.py SOURCE HEADER DEPFILE

SOURCE is the folder `src`."""
import hashlib
import os
import sys

FOLDERS = "runtime", "bank", "document", "operations", "exporters", "bake"


def main():
    source, header, depfile = sys.argv[1:]
    paths, seen = [], []
    for folder in FOLDERS:
        for place, folders, files in os.walk(os.path.join(source, folder)):
            folders.sort()
            seen.append(place)
            paths += [os.path.join(place, name) for name in sorted(files) if name.endswith((".c", ".h"))]
    digest = hashlib.sha256()
    for path in paths:
        with open(path, "rb") as file:
            content = file.read()
        digest.update(f"{os.path.relpath(path, source)} {len(content)}\n".encode() + content)
    with open(header, "w", encoding="utf-8") as file:
        file.write(f'#define KB_BUILDER_ID "{digest.hexdigest()[:16]}"\n')
    with open(depfile, "w", encoding="utf-8") as file:
        file.write(header + ": " + " ".join(path.replace(" ", "\\ ") for path in paths + seen) + "\n")


if __name__ == "__main__":
    main()
