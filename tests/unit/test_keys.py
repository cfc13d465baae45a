# SPDX-License-Identifier: MIT
"""The guide's table of keys is that of the editor, every picture the documents show is there, and the command palette knows each
command by the words of its buttons, menus and tooltips."""
import glob
import os
import re
import subprocess
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DOCS = os.path.join(ROOT, "docs")


class Keys(unittest.TestCase):
    def test_table_is_of_the_actions_and_tools(self):
        done = subprocess.run([sys.executable, os.path.join(DOCS, "make-keys.py"), "--check"], stderr=subprocess.PIPE, text=True,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_pictures_are_there_and_none_is_left_over(self):
        for language in "", "fr":
            folder = os.path.join(DOCS, language)
            pages = [os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".md")]
            wanted = set()
            for path in pages + [os.path.join(ROOT, "README.md")] * (not language):
                with open(path, encoding="utf-8") as text:
                    wanted |= set(re.findall(r"\((?:docs/)?images/([^)]+)\)", text.read()))
            there = set(os.listdir(os.path.join(folder, "images")))
            self.assertEqual(wanted - there, set())
            self.assertEqual(there - wanted, set())


def words_of(text):
    return [word for word in re.findall("[a-z]+", text.lower()) if word not in {
        "a", "an", "and", "as", "by", "for", "in", "it", "its", "of", "on", "or", "the", "to", "with"}]


class Palette(unittest.TestCase):
    """The tables of actions against what ui/ and the tables of buttons and menus say of the same actions."""

    @staticmethod
    def read(*path):
        with open(os.path.join(ROOT, *path), encoding="utf-8") as text:
            return text.read()

    def known(self):
        """{action: the words by which the palette finds it}"""
        files = glob.glob(os.path.join(ROOT, "src", "editor", "**", "*.c"), recursive=True)
        table = "".join(text for text in map(self.read, files) if re.search(r"^const KbAction kb_\w+_actions\[\]", text, re.M))
        alike = self.read("src", "editor", "widgets", "fuzzy.c")
        groups = [set(line.split()) for line in re.findall(r'^  N_\("([a-z ]+)"\),$', alike, re.M)]
        self.assertGreater(len(groups), 10)
        found = {}
        for name, body in re.findall(r'^  \{ "([a-z-]+)", (.*?) \},\n(?=  \S|\};)', table, re.M | re.S):
            there = set(words_of(" ".join(re.findall(r'N_\("([^"]+)"\)', body))))
            there |= set().union(*(group for group in groups if group & set(words_of(re.search(r'N_\("([^"]+)"\)', body)[1]))))
            section = re.match("[A-Z]+", body)
            found[name] = there | set(words_of(section[0] if section else "Kickbox"))
        return found

    def said(self):
        """(action, text) of every menu and button that has its action and its text side by side."""
        action, inside = r'action(?:-name)?">win\.([a-z-]+)<', r'((?:(?!<object|</object>|<item>).)*?)'
        for path in glob.glob(os.path.join(ROOT, "ui", "*.ui")):
            text = self.read(path)
            for before, name, after in re.findall('<(?:object class="[A-Za-z]+"[^>]*|item)>' + inside + action + inside +
                                                  "</(?:object|item)>|$", text, re.S):
                for words in re.findall('name="(?:label|tooltip-text)"[^>]*>([^<]*)<', before + after):
                    yield name, re.sub(r" \([^)]*\)$", "", words.replace("_", ""))
        for path in glob.glob(os.path.join(ROOT, "src", "editor", "**", "*.c"), recursive=True):
            for words, name in re.findall(r'_\("([^"]*)"\), (?:N_\("[^"]*"\), )?"win\.([a-z-]+)"', self.read(path)):
                yield name, words.replace("_", "")

    def test_finds_commands_by_what_is_said_elsewhere(self):
        known, said = self.known(), set(self.said())
        self.assertGreater(len(said), 90)
        missed = [(name, text, word) for name, text in sorted(said) if name in known for word in words_of(text)
                  if not any(each.startswith(word) for each in known[name])]
        self.assertEqual(missed, [])


if __name__ == "__main__":
    unittest.main()
