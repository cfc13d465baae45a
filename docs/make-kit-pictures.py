#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Makes docs/images/kit-*.png, and docs/fr/images/kit-*.png: what the runtime answers, drawn by a program that asks it.

usage: docs/make-kit-pictures.py [-b BUILD] [NAME...]     NAME is that of a file without kit- and .png

The build folder is that of meson; the program and the sample's bank are made in it first.
"""
import argparse
import os
import subprocess

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM, KICKBOX = "docs/pictures/kit_pictures", "src/cli/kickbox"

COLOURS = 128


def names(build):
    listed = subprocess.run([os.path.join(build, PROGRAM), "--list"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return [name[len("kit-"):-len(".png")] for name in listed.split()]


def main():
    arguments = argparse.ArgumentParser(description="Makes docs/images/kit-*.png with the real library.")
    arguments.add_argument("-b", "--build", default=os.path.join(SOURCE, "build"), help="the build folder (%(default)s)")
    arguments.add_argument("names", nargs="*", metavar="NAME", help="which ones; without names all")
    given = arguments.parse_args()
    bank = os.path.join(given.build, "docs", "pictures", "dojo.kbx")
    for command in (["ninja", "-C", given.build, PROGRAM, KICKBOX],
                    [os.path.join(given.build, KICKBOX), "export", os.path.join(SOURCE, "data", "dojo"), "-o", bank]):
        subprocess.run(command, check=True)
    for options, folder in ([], "images"), (["--french"], "fr/images"):
        folder = os.path.join(SOURCE, "docs", folder)
        os.makedirs(folder, exist_ok=True)
        subprocess.run([os.path.join(given.build, PROGRAM), *options, bank, folder, *given.names], check=True)
        for name in given.names or names(given.build):
            path = os.path.join(folder, f"kit-{name}.png")
            subprocess.run(["convert", path, "+dither", "-colors", str(COLOURS), "-strip", "-define", "png:compression-level=9",
                            "PNG8:" + path], check=True)
            print(path, os.path.getsize(path))


if __name__ == "__main__":
    main()
