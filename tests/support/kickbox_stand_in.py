#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Stands in for `kickbox compile` and `kickbox link` where the program has none yet: an object is what it reads."""
import os
import re
import sys


def compile_asset(asset, out):
    folder, name = os.path.split(asset)
    root = os.path.dirname(folder)
    paths = [os.path.join(root, file) for file in os.listdir(root) if file.endswith(".kickbox")] + [asset]
    with open(asset) as file:
        text = file.read()
    paths += [os.path.join(root, "pictures", file) for file in re.findall(r'"([^"]*-[0-9a-f]{12}\.png)"', text)]
    paths += [os.path.join(root, "sprites", sprite + ".json") for sprite in re.findall(r'"sprite": "([^"]*)"', text)]
    paths += [path for path in [asset[:-5] + ".png"] if os.path.exists(path)]
    data = []
    for path in paths:
        with open(path, "rb") as file:
            data.append(path.encode() + b"\n" + file.read())
    with open(out, "wb") as file:
        file.write(b"".join(data))


def run(arguments):
    lines = []
    for argument in arguments:
        if argument.startswith("@"):
            with open(argument[1:]) as file:
                lines += file.read().split("\n")
        else:
            lines.append(argument)
    command, *rest = [line for line in lines if line not in ("", "--follow-links")]
    at = rest.index("-o")
    out, inputs = rest[at + 1], rest[:at] + rest[at + 2:]
    try:
        if command == "compile":
            compile_asset(*inputs, out)
        else:
            with open(out, "wb") as bank:
                for path in inputs:
                    with open(path, "rb") as file:
                        bank.write(file.read())
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def main():
    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
