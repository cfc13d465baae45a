# SPDX-License-Identifier: MIT
"""The library's answers to many random questions are the same bits as ever. tests/golden/answers has a hash for each
question: of kit_answers as it prints them, of bank_answers over all lines that begin with the same word.

    test_answers_golden.py --update     writes the files again, after a change of answers that is meant"""
import hashlib
import os
import subprocess
import sys
import unittest

GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "answers")


def run(variable, *arguments):
    return subprocess.run([os.environ[variable], *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


def kit():
    return {line.split(" ", 1)[1]: line.split()[0] for line in run("KICKBOX_KIT_ANSWERS") if "hash" not in line}


def banks():
    """The bytes of a bank belong to its format: those lines, "seed" and "open", are left out."""
    hashes = {}
    for line in run("KICKBOX_BANK_ANSWERS", "--random", "100"):
        hashes.setdefault(line.split()[0], hashlib.sha256()).update(line.encode() + b"\n")
    return {word: found.hexdigest()[:16] for word, found in hashes.items() if word not in ("seed", "open")}


def path_of(name):
    return os.path.join(GOLDEN, name + ".txt")


def golden(name):
    with open(path_of(name), encoding="utf-8") as file:
        return {line.split(" ", 1)[1].strip(): line.split()[0] for line in file}


class Answers(unittest.TestCase):
    def check(self, name, found):
        expected = golden(name)
        self.assertEqual({question for question in expected if found.get(question) != expected[question]}, set())
        self.assertEqual(set(found), set(expected))

    def test_kit(self):
        self.check("kit", kit())

    def test_banks(self):
        self.check("banks", banks())


if __name__ == "__main__":
    if sys.argv[1:] == ["--update"]:
        for name, found in (("kit", kit()), ("banks", banks())):
            with open(path_of(name), "w", encoding="utf-8") as file:
                file.writelines(f"{found[question]} {question}\n" for question in found)
    else:
        unittest.main()
