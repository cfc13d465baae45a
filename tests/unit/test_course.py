# SPDX-License-Identifier: MIT
"""The chapter on the course, in both languages: every snippet compiles and prints what stands below it."""
import os
import re
import shutil
import sys
import tempfile
import textwrap
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
import examples  # noqa: E402
from amalgamated import AMALGAMATION, library, run  # noqa: E402

DOCS = os.path.join(examples.SOURCE, "docs")
PAGES = {"English": "course.md", "French": os.path.join("fr", "course.md")}
SNIPPET = re.compile(r"^```c\n((?:(?!```).*\n)+)```\n\n```text\n((?:(?!```).*\n)+)```$", re.MULTILINE)
PROLOGUE = re.compile(r"^```c\n(#include.*?)^```$", re.MULTILINE | re.DOTALL)
MISTAKE = {"English": "> **The text's mistake.** ", "French": "> **L’erreur du texte.** "}
SECTION = re.compile(r"^### (\d+\.\d+) ", re.MULTILINE)
PICTURE = re.compile(r"^!\[[^\]]+\]\((.*)\)$", re.MULTILINE)
FLAGS = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off", "-I" + AMALGAMATION]
END, LINES, COLUMNS = "\036", 15, 100


def read(page):
    with open(os.path.join(DOCS, page), encoding="utf-8") as text:
        return text.read()


def bare(code):
    """Without the words, which differ from one language to the other."""
    code = re.sub(r'("(\\.|[^"\\])*"\s*)+|/\*.*?\*/', '""', code, flags=re.DOTALL)
    return " ".join(code.split())


class Course(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.texts = {language: read(page) for language, page in PAGES.items()}
        cls.snippets = {language: SNIPPET.findall(text) for language, text in cls.texts.items()}

    def test_snippets_print_what_is_shown(self):
        with tempfile.TemporaryDirectory(prefix="kickbox-course-") as folder:
            for sample, bank in re.findall(r"^kickbox export data/(\w+) -o (\S+)$", self.texts["English"], re.MULTILINE):
                os.rename(examples.export(sample, folder), os.path.join(folder, bank))
            for compiler in ("gcc", "clang"):
                if not shutil.which(compiler):
                    continue
                parts = [library(self, compiler, part) for part in ("kickbox", "kickbox_pack")]
                for language in PAGES:
                    with self.subTest(language, compiler=compiler):
                        self.check(language, compiler, parts, folder)

    def check(self, language, compiler, parts, folder):
        """Each snippet is a block of main, and ends its output with a mark."""
        blocks = "".join("  {\n" + textwrap.indent(code, "    ") + f'  }}\n  printf ("\\{ord(END):03o}");\n'
                         for code, _ in self.snippets[language])
        source, program = os.path.join(folder, language + ".c"), os.path.join(folder, language + compiler)
        with open(source, "w", encoding="utf-8") as out:
            out.write(PROLOGUE.search(self.texts[language])[1] + "\nint\nmain (void)\n{\n" + blocks + "  return 0;\n}\n")
        done = run(compiler, *FLAGS, source, *parts, "-lm", "-o", program)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        done = run(program, cwd=folder)
        self.assertEqual(done.returncode, 0, done.stdout)
        for (code, shown), printed in zip(self.snippets[language], done.stdout.split(END), strict=False):
            self.assertEqual(printed, shown, code)
        self.assertEqual(done.stdout.count(END), len(self.snippets[language]))

    def test_snippets_are_short(self):
        for code, shown in (snippet for snippets in self.snippets.values() for snippet in snippets):
            self.assertLessEqual(code.count("\n"), LINES, code)
            self.assertLessEqual(max(map(len, code.splitlines())), COLUMNS, code)
            self.assertTrue(shown)

    def test_no_snippet_is_without_output(self):
        for language, text in self.texts.items():
            self.assertEqual(text.count("```c\n"), len(self.snippets[language]) + 1, language)

    def test_both_languages_have_the_same(self):
        english, french = self.texts.values()
        self.assertEqual(*([bare(code) for code, _ in snippets] for snippets in self.snippets.values()))
        self.assertEqual(bare(PROLOGUE.search(english)[1]), bare(PROLOGUE.search(french)[1]))
        self.assertEqual(SECTION.findall(english), SECTION.findall(french))
        self.assertEqual(PICTURE.findall(english), PICTURE.findall(french))
        per_section = [[part.count(MISTAKE[language]) for part in SECTION.split(text)] for language, text in self.texts.items()]
        self.assertEqual(*per_section)

    def test_sections_have_pictures_and_numbers(self):
        text = self.texts["English"]
        self.assertEqual(len(SECTION.findall(text)), len(PICTURE.findall(text)))
        for number in {name.split(".")[0] for name in SECTION.findall(text)}:
            sections = [name for name in SECTION.findall(text) if name.startswith(number)]
            self.assertEqual(sections, [f"{number}.{i + 1}" for i in range(len(sections))])
        for page in PAGES.values():
            for picture in PICTURE.findall(read(page)):
                self.assertTrue(os.path.exists(os.path.join(DOCS, os.path.dirname(page), picture)), picture)


if __name__ == "__main__":
    unittest.main()
