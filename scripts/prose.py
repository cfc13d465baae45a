#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lists what our style avoids in comments, interface texts and pages: long sentences, long
comments, long lines, and words of a language of our own.

    scripts/prose.py [FILE...]       file:line: kind: the text
    scripts/prose.py --counts        how many of a kind there are in each folder or page

A report, not a gate: test.sh prints the counts."""
import argparse
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MAX_WORDS, MAX_COLUMNS, MAX_COMMENT_LINES = 25, 100, 6
WORDS = re.compile(r"\b(told|tells?|lies|worked on|in the hand|taken back|by itself|by themselves|"
                   r"for good|(?:what|that) there (?:is|are)|"
                   r"asked (?:with|of)|anew|it counts|beyond|beside|is right)\b", re.I)
COMMENT = re.compile(r"/\*.*?\*/", re.S)
TEXT = re.compile(r'\bN?_ ?\(((?:\s*"(?:[^"\\]|\\.)*")+)\)')


def sentences(text):
    """(offset, sentence) of running text. Code between backquotes is one word."""
    text = re.sub(r"`[^`]*`", lambda match: "x" * len(match[0]), text)
    start = 0
    for match in re.finditer(r"[.!?]['\")]?(?=\s|$)|\n\s*\n|\n(?=\s*[-*|] )", text):
        yield start, text[start:match.end()]
        start = match.end()
    yield start, text[start:]


def prose_of(path, text):
    """(offset, text, is a comment) of each piece of a file that is written for people."""
    if path.suffix in (".c", ".h"):
        for match in COMMENT.finditer(text):
            yield match.start(), re.sub(
                r"^\s*\*(?!/)|\*/$|^/\*", lambda star: re.sub(r"[*/]", " ", star[0]), match[0],
                flags=re.M), True
        for match in TEXT.finditer(text):
            yield match.start(), match[1], False
    elif path.suffix == ".md":
        code = re.compile(r"^```.*?^```$", re.S | re.M)
        plain = code.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
        yield 0, plain, False


def findings(path):
    """(line, kind, text) in order."""
    text = path.read_text(encoding="utf-8")
    found = []

    def add(offset, kind, what):
        found.append((text.count("\n", 0, offset) + 1, kind, " ".join(what.split())[:120]))

    for offset, piece, comment in prose_of(path, text):
        if comment and piece.count("\n") >= MAX_COMMENT_LINES:
            add(offset, "long comment", piece)
        for start, sentence in sentences(piece):
            if len(re.findall(r"[A-Za-z][\w'-]*", sentence)) > MAX_WORDS and "|" not in sentence:
                add(offset + start + len(sentence) - len(sentence.lstrip()),
                    "long sentence", sentence)
        for match in WORDS.finditer(re.sub(r"`[^`\n]*`", lambda code: "x" * len(code[0]), piece)):
            add(offset + match.start(), "word", match[0])
    if path.suffix in (".c", ".h"):
        for number, line in enumerate(text.split("\n"), 1):
            if len(line) > MAX_COLUMNS:
                found.append((number, "long line", line.strip()[:120]))
    return sorted(found)


def all_files():
    folders = ("src/**/*.[ch]", "docs/*.md", "README.md")
    return sorted(path for pattern in folders for path in ROOT.glob(pattern))


def folder_of(path):
    parts = path.relative_to(ROOT).parts
    return "/".join(parts[:2]) if parts[0] == "src" else str(path.relative_to(ROOT))


def main():
    parser = argparse.ArgumentParser(description="Lists what our style avoids.")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--counts", action="store_true", help="only how many, by folder and kind")
    arguments = parser.parse_args()
    counts = collections.Counter()
    for path in [path.resolve() for path in arguments.files] or all_files():
        for line, kind, text in findings(path):
            counts[folder_of(path), kind] += 1
            if not arguments.counts:
                print(f"{path.relative_to(ROOT)}:{line}: {kind}: {text}")
    if arguments.counts:
        for (folder, kind), count in sorted(counts.items()):
            print(f"{count:4} {kind:13} {folder}")


if __name__ == "__main__":
    main()
