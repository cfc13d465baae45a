#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Makes the ZIP for Windows: the same bytes from the same sources.

usage: package.py VERSION ZIP DLL IMPORT_LIBRARY DEF HEADERS KICKBOX COMPILER DLLTOOL

HEADERS is the folder with kickbox.h, KICKBOX the program that exports the samples.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SAMPLES, PROGRAMS = ("course", "dojo", "harbor", "pinball", "temple", "yard"), ("fight", "room", "race", "platform", "pinball")
# ZIP knows no earlier day; the files of a release have no better one.
DAY = (1980, 1, 1, 0, 0, 0)
README = """Kickbox {version} for Windows, 64 bits

bin\\kickbox.dll        the library; it needs no other DLL but those of Windows
include                kickbox.h, and kickbox_pack.h for what makes levels in a game
lib\\kickbox.lib        import library for Visual C++ and clang-cl
lib\\libkickbox.dll.a   import library for MinGW
lib\\kickbox.def        the list of functions, for other linkers
samples                programs in C, and the banks that they load

A first program, with Visual C++ and with MinGW:

  cl /Iinclude samples\\fight.c lib\\kickbox.lib
  gcc -Iinclude samples/fight.c lib/libkickbox.dll.a -o fight.exe

Copy bin\\kickbox.dll next to the program, then:

  fight.exe samples\\dojo.kbx

C# and LuaJIT look for the same file as kickbox_flat.dll.
"""


def main(version, target, dll, import_library, definitions, headers, kickbox, compiler, dlltool):
    def read(*path):
        with open(os.path.join(*path), "rb") as file:
            return file.read()

    def text(*path):
        return read(*path).replace(b"\n", b"\r\n")

    files = {
        "README.txt": README.format(version=version).replace("\n", "\r\n").encode(),
        "LICENSE.txt": text(SOURCE, "LICENSE"),
        "CHANGES.txt": text(SOURCE, "CHANGELOG.md"),
        "bin/kickbox.dll": read(dll),
        "lib/libkickbox.dll.a": read(import_library),
        "lib/kickbox.def": text(definitions),
    }
    for name in ("kickbox.h", "kickbox_pack.h"):
        files["include/" + name] = read(headers, name)
    with tempfile.TemporaryDirectory() as folder:
        library = os.path.join(folder, "kickbox.lib")
        subprocess.run([dlltool, "-m", "i386:x86-64", "-D", "kickbox.dll", "-d", definitions, "-l", library], check=True)
        files["lib/kickbox.lib"] = read(library)
        for sample in SAMPLES:
            bank = os.path.join(folder, sample + ".kbx")
            subprocess.run([kickbox, "export", os.path.join(SOURCE, "data", sample), "-o", bank], check=True, stdout=subprocess.DEVNULL)
            files[f"samples/{sample}.kbx"] = read(bank)
        for program in PROGRAMS:
            path = os.path.join(SOURCE, "docs", "examples", program + ".c")
            files[f"samples/{program}.c"] = read(path)
        # The linker's order depends on the library's path.
        shutil.copy(import_library, folder)
        subprocess.run([compiler, "-std=c11", "-O2", "-ffp-contract=off", "-s", "-static-libgcc", "-Wl,--no-insert-timestamp", "-I" + headers,
                        os.path.join(SOURCE, "docs", "examples", "fight.c"), "libkickbox.dll.a", "-o", "fight.exe"], check=True, cwd=folder)
        files["bin/fight.exe"] = read(folder, "fight.exe")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(f"kickbox-{version}/{name}", DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, content)


if __name__ == "__main__":
    if len(sys.argv) != 10:
        sys.exit(__doc__)
    main(*sys.argv[1:])
