#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds kickbox.wasm and kickbox-hits.wasm with clang and wasm-ld alone, and leaves the objects beside them.

    build_wasm.py AMALGAMATION_DIR API.json OUT_DIR

AMALGAMATION_DIR has kickbox.c, kickbox_pack.c and kickbox_flat.c. wasm-opt makes the results a
little smaller where it is installed."""
import os
import shutil
import subprocess
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
COMPILE = ["--target=wasm32", "-Oz", "-std=gnu11", "-ffp-contract=off", "-fvisibility=hidden",
           "-ffunction-sections", "-fdata-sections", "-nostdlibinc",
           "-isystem", os.path.join(FOLDER, "libc"), "-DKBX_PORTABLE", "-DKBX_NO_FILES",
           "-mbulk-memory", "-msign-ext", "-mnontrapping-fptoint"]
LINK = ["--no-entry", "--gc-sections", "--strip-all", "--compress-relocations", "-O2",
        "-z", "stack-size=262144"]
# The linker puts nothing below 1024, so that offsets can be folded into loads and stores.
OPTIMISE = ["-Oz", "--low-memory-unused", "--zero-filled-memory", "--enable-bulk-memory",
            "--enable-sign-ext", "--enable-nontrapping-float-to-int"]


def compile_all(clang, sources, folder):
    """The objects, compiled side by side."""
    running = []
    for source in sources:
        target = os.path.join(folder, os.path.basename(source)[:-2] + ".o")
        # A memcpy must not become a call of itself; and calls of it appear only at the link.
        own = (["-fno-builtin"] if source.endswith("libc.c")
               else ["-flto", "-I", os.path.dirname(source)])
        running.append((target, subprocess.Popen([clang, *COMPILE, *own, "-c", source,
                                                  "-o", target])))
    for target, process in running:
        if process.wait() != 0:
            raise SystemExit(f"{os.path.basename(target)}: cannot be compiled")
    return [target for target, _ in running]


def link(linker, objects, api, target, listed):
    exports = subprocess.run([sys.executable, "-B", os.path.join(FOLDER, "make.py"), api, ".",
                              "--exports", listed], check=True, capture_output=True, text=True)
    subprocess.run([linker, *LINK, *exports.stdout.split(), *objects, "-o", target], check=True)
    optimiser = shutil.which("wasm-opt")
    if optimiser:
        subprocess.run([optimiser, *OPTIMISE, target, "-o", target], check=True)


def main():
    amalgamation, api, folder = sys.argv[1:4]
    clang, linker = os.environ.get("CLANG", "clang"), os.environ.get("WASM_LD", "wasm-ld")
    names = ("kickbox.c", "kickbox_pack.c", "kickbox_flat.c")
    sources = [os.path.join(amalgamation, name) for name in names]
    objects = compile_all(clang, [*sources, os.path.join(FOLDER, "libc.c")], folder)
    link(linker, objects, api, os.path.join(folder, "kickbox.wasm"), "")
    link(linker, objects, api, os.path.join(folder, "kickbox-hits.wasm"),
         os.path.join(FOLDER, "hits.txt"))


if __name__ == "__main__":
    main()
