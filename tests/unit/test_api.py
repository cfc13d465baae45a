# SPDX-License-Identifier: MIT
"""The library as data: kickbox_api.json is made of the headers as they are and is what compilers see; the flat form
compiles anywhere and answers."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
from amalgamated import AMALGAMATION, C11, CXX17, library, link, run  # noqa: E402

SOURCE = os.environ["KICKBOX_SOURCE"]
RUNTIME = os.path.join(SOURCE, "src", "runtime")
sys.path.insert(0, RUNTIME)
import api as maker  # noqa: E402

OWN = """#include "%s"
#include <stdio.h>
int main (void)
{
  kbx_place place;
  kbxf_at (-0.5, 7, &place);
  kbx_mask_plan plan = { (const uint8_t *) "ab", 2, 2, 1 };
  printf ("%%g %%g %%s %%d\\n", place.x, place.y, kbxf_status_text (KBX_OK), (int) kbxf_mask_pack (&plan, NULL, 0, NULL, 0, NULL));
  return 0;
}
"""


def headers():
    with open(os.path.join(RUNTIME, "meson.build"), encoding="utf-8") as file:
        text = file.read()
    names = [re.search(f"kickbox_{part}_headers = files\\((.*?)\\)", text, re.S)[1] for part in ("subject", "pack")]
    return [os.path.join(RUNTIME, name) for name in re.findall(r"'([^']+)'", " ".join(names))]


class Api(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(os.path.join(AMALGAMATION, "kickbox_api.json"), encoding="utf-8") as file:
            cls.api = json.load(file)
        cls.folder = tempfile.mkdtemp(prefix="kickbox-api-")

    def compile_only(self, compiler, flags, text):
        path = os.path.join(self.folder, "check")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        done = run(compiler, *flags, "-I" + AMALGAMATION, "-fsyntax-only", path)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_it_is_what_the_headers_say(self):
        self.assertEqual(self.api, json.loads(json.dumps(maker.read(headers()))))

    def test_it_has_every_function(self):
        declared = set()
        for path in headers():
            with open(path, encoding="utf-8") as file:
                declared |= set(re.findall(r"^(?:KBX_API\b[^;(]*|static inline [^(;]*?\n?)\b(kbx_\w+) \(", file.read(), re.M))
        self.assertEqual({function["name"] for function in self.api["functions"]}, declared)
        self.assertEqual(sorted({name["name"] for name in self.api["functions"] if not name["comment"] and not name["inline"]}), [])

    def test_compilers_agree(self):
        """Every field has its type and every constant of an enum its value."""
        lines = ["#include <kickbox_pack.h>", "#include <stddef.h>"]
        for kind in self.api["types"]:
            for value in kind.get("values", []):
                lines.append(f'typedef char kbx_check_{value["name"]}[{value["name"]} == {value["value"]} ? 1 : -1];')
            for field in kind.get("fields", []):
                if "union" in field or "struct" in field:
                    continue
                array = "".join(f"[{size}]" for size in field.get("array", []))
                lines.append(f'typedef char check_{kind["name"]}_{field["name"]}'
                             f'[sizeof ((({kind["name"]} *) 0)->{field["name"]}) == sizeof ({field["type"]} {array}) ? 1 : -1];')
        self.assertGreater(len(lines), 200)
        self.compile_only("gcc", ["-std=c11", "-x", "c"], "\n".join(lines) + "\n")

    def test_the_flat_form_answers(self):
        flat = os.path.join(AMALGAMATION, "kickbox_flat.c")
        source = os.path.join(self.folder, "own.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(OWN % flat)
        for compiler, flags in (("gcc", C11), ("g++", CXX17)):
            with self.subTest(compiler):
                program = link(self, compiler, flags, os.path.join(self.folder, "own-" + compiler), source, "-x", "none",
                               library(self, compiler), library(self, compiler, "kickbox_pack"))
                self.assertEqual(subprocess.run([program], check=True, capture_output=True, text=True).stdout, "-0.5 7.5 no error 84\n")


if __name__ == "__main__":
    unittest.main()
