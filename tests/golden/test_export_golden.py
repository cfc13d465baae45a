# SPDX-License-Identifier: MIT
"""Projects and the exact banks they give. A case is a folder of tests/golden/export: `project`, and `exports.json`,
which names each expected file and the options that make it. Pages beside a bank are expected files too.
The bytes of PNG pages are zlib's: where zlib-ng takes its place, files with such pages are left out (bake_atlas compares pixels).

    KICKBOX=... test_export_golden.py --write CASE...     makes the expected files anew; look at the difference
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zlib

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "export")
KICKBOX = os.environ["KICKBOX"]
OTHER_ZLIB = "zlib-ng" in zlib.ZLIB_RUNTIME_VERSION
PNG = b"\x89PNG", b"iVBORw0KGgo"   # as bytes, as base64


def export_all(case, folder):
    """Runs a case's exports into the folder; twice, the second time with a warm cache."""
    with open(os.path.join(HERE, case, "exports.json"), encoding="utf-8") as file:
        exports = json.load(file)
    for times in range(2):
        for name, options in exports.items():
            subprocess.run([KICKBOX, "export", os.path.join(HERE, case, "project"), "-o", os.path.join(folder, name), *options],
                           check=True, env=dict(os.environ, XDG_CACHE_HOME=os.path.join(folder, ".cache")))
    shutil.rmtree(os.path.join(folder, ".cache"), ignore_errors=True)


class Golden(unittest.TestCase):
    def check(self, case):
        expected = os.path.join(HERE, case, "expected")
        with tempfile.TemporaryDirectory() as folder:
            export_all(case, folder)
            self.assertEqual(sorted(os.listdir(folder)), sorted(os.listdir(expected)))
            for name in os.listdir(expected):
                with open(os.path.join(folder, name), "rb") as made, open(os.path.join(expected, name), "rb") as kept:
                    bytes_made, bytes_kept = made.read(), kept.read()
                if OTHER_ZLIB and any(start in bytes_kept for start in PNG):
                    continue
                self.assertTrue(bytes_made == bytes_kept, f"{case}/{name} is not what it was")


def add_case(case):
    setattr(Golden, "test_" + case.replace("-", "_"), lambda self: self.check(case))


for entry in sorted(os.listdir(HERE)):
    add_case(entry)


def write(cases):
    for case in cases:
        folder = os.path.join(HERE, case, "expected")
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        export_all(case, folder)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--write"]:
        write(sys.argv[2:])
    else:
        unittest.main()
