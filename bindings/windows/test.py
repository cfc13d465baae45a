# SPDX-License-Identifier: MIT
"""kickbox.dll: it has every function, and a program in C finds them in the import library."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest

FOLDER, COMPILER = os.environ["KICKBOX_WINDOWS"], "x86_64-w64-mingw32-gcc"
HEADERS = os.path.join(os.environ["KICKBOX_BUILD"], "src", "runtime", "amalgamation")
PROGRAM = """#include <kickbox.h>
#include <stdio.h>

int
main (void)
{
  kbx_bank bank;
  kbx_error error;
  const int status = kbx_bank_open (&bank, "no bank", 7, &error);
  printf ("%d %s", status, error.message);
  return status == KBX_OK;
}
"""


@unittest.skipUnless(shutil.which(COMPILER), "mingw-w64 is not installed")
class Windows(unittest.TestCase):
    def run_tool(self, *command):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_functions(self):
        said = self.run_tool("x86_64-w64-mingw32-objdump", "-p",
                             os.path.join(FOLDER, "kickbox.dll"))
        words = set(said.split())
        with open(os.environ["KICKBOX_API"], encoding="utf-8") as file:
            functions = json.load(file)["functions"]
        # Programs in C have the inline ones in the header, all others those of kickbox_flat.
        names = [f["name"].replace("kbx_", "kbxf_") if f["inline"] else f["name"]
                 for f in functions]
        self.assertGreater(len(names), 150)
        self.assertEqual([name for name in names if name not in words], [])
        needed = {line.split()[-1].lower() for line in said.splitlines() if "DLL Name" in line}
        self.assertLessEqual(needed, {"kernel32.dll", "msvcrt.dll"})

    def test_import_library(self):
        with tempfile.TemporaryDirectory() as folder:
            source, program = os.path.join(folder, "game.c"), os.path.join(folder, "game.exe")
            with open(source, "w", encoding="utf-8") as file:
                file.write(PROGRAM)
            self.run_tool(COMPILER, "-std=c11", "-Wall", "-Werror", source, "-I", HEADERS,
                          os.path.join(FOLDER, "libkickbox.dll.a"), "-o", program)
            said = self.run_tool("x86_64-w64-mingw32-objdump", "-p", program)
            self.assertIn("DLL Name: kickbox.dll", said)


if __name__ == "__main__":
    unittest.main()
