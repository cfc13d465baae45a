# SPDX-License-Identifier: MIT
"""The texts of the programs and their translations: what xgettext finds, .po files, and a pseudo-locale with accents and
texts 40 % longer, which shows what is cut and what nobody can translate."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE = os.environ["KICKBOX_SOURCE"]
BUILD = os.environ["KICKBOX_BUILD"]
sys.path.insert(0, os.path.join(SOURCE, "po"))
from update import gather, run  # noqa: E402,F401
PSEUDO = "en_XA"

ACCENTS = str.maketrans("AaCcDdEeGgHhIiLlNnOoRrSsTtUuWwYyZz", "ÀàÇçĎďÉéĜĝĤĥÎîĹĺÑñÖöŔŕŠšŤťÛûŴŵÝýŽž")
PADDED = re.compile("[ÀàÇçĎďÉéĜĝĤĥÎîĹĺÑñÖöŔŕŠšŤťÛûŴŵÝýŽžẋ]")
# Not for translators: directives, markup, what is in braces, a mnemonic with its letter, options, escapes.
KEPT = re.compile(r"%[^a-zA-Z%<]*(?:<\w+>|hh?|ll?|z)?[a-zA-Z%]|</?\w[^<>]*>|&#?\w+;|\{[\w-]*\}|_\w|--?[\w-]+|\\.")


def entries(path):
    """The messages of a .po file: {"references": [files], "context": what each is, "flags", "msgctxt", "msgid", "msgid_plural", "msgstr", "msgstr[0]", ...}
    with texts as they are in quotes. The first one is the header."""
    found = []
    with open(path, encoding="utf-8") as file:
        blocks = file.read().split("\n\n")
    for block in blocks:
        entry, key = {"references": [], "context": [], "flags": ""}, None
        for line in block.split("\n"):
            if line.startswith("#: "):
                entry["references"] += line[3:].split()
            elif line.startswith("#. ("):
                entry["context"].append(line[4:-1])
            elif line.startswith("#, "):
                entry["flags"] += line[2:]
            elif match := re.match(r'(msg\w+(?:\[\d\])?) "(.*)"$', line):
                key = match[1]
                entry[key] = match[2]
            elif key and line.startswith('"'):
                entry[key] += line[1:-1]
        if "msgid" in entry:
            found.append(entry)
    return found


def is_translated(entry):
    texts = [text for key, text in entry.items() if key.startswith("msgstr")]
    return all(texts) and "fuzzy" not in entry["flags"]


def pseudo(text):
    """As a translator's would be: longer by 40 %, in words no longer than the text's own."""
    parts, at, letters = [], 0, 0
    for kept in [*KEPT.finditer(text), None]:
        piece = text[at:kept.start() if kept else len(text)]
        letters += len(piece.strip())
        parts += [piece.translate(ACCENTS), kept[0] if kept else ""]
        at = kept.end() if kept else at
    longer = "".join(parts)
    body = longer.rstrip(" .:…") if not longer.endswith("\\n") else longer[:-2]
    more = -(-letters * 2 // 5)
    words = [] if " " in body.strip() else ["ẋ" * more]
    while not words or sum(map(len, words)) + len(words) < more and " " in body.strip():
        words.append("ẋ" * min(5, max(1, more - sum(map(len, words)) - len(words) - 1)))
    padding = (" " if " " in body.strip() else "") + " ".join(words) if letters else ""
    return body + padding + longer[len(body):]


def spoken(language, locale="en_US"):
    """The environment for programs that speak it, and write numbers as `locale` does. glibc 2.41 knows no languages in C.UTF-8,
    and a bare system no other locale."""
    locales = os.path.join(BUILD, "tests", "locales-" + locale)
    if not os.path.isdir(locales):
        made = tempfile.mkdtemp(dir=os.path.dirname(locales))
        subprocess.run(["localedef", "--quiet", "--force", "-i", locale, "-f", "UTF-8", os.path.join(made, locale + ".UTF-8")], check=True)
        try:
            os.rename(made, locales)
        except OSError:   # another test was faster
            shutil.rmtree(made)
    return {"LC_ALL": locale + ".UTF-8", "LOCPATH": locales, "LANGUAGE": language}


def is_fresh(path):
    """Whether it was made after the last change of what has texts."""
    made = os.path.getmtime(path) if os.path.exists(path) else 0
    return all(os.path.getmtime(os.path.join(place, name)) < made for folder in ("src", "po", "data", "ui", "bindings/web/publish")
               for place, _, names in os.walk(os.path.join(SOURCE, folder)) for name in names)


def gathered():
    """The path of all texts, gathered once for the tests of a build."""
    path = os.path.join(BUILD, "po", "gathered.pot")
    if not is_fresh(path):
        assert gather(f"{path}-{os.getpid()}") == ""
        os.replace(f"{path}-{os.getpid()}", path)
    return path


def make_pseudo_locale():
    """Makes it in the folder of the build, where LANGUAGE=en_XA finds it."""
    folder = os.path.join(BUILD, "po", PSEUDO, "LC_MESSAGES")
    if is_fresh(os.path.join(folder, "kickbox.mo")):
        return
    os.makedirs(folder, exist_ok=True)
    stem = os.path.join(folder, f"kickbox-{os.getpid()}")
    header, *messages = entries(gathered())
    del header
    with open(stem + ".po", "w", encoding="utf-8") as po:
        po.write('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n')
        for entry in messages:
            po.write("\n#," + entry["flags"].replace("fuzzy", "") + "\n" if entry["flags"] else "\n")
            po.write("".join(f'{key} "{entry[key]}"\n' for key in ("msgctxt", "msgid", "msgid_plural") if key in entry))
            if "msgid_plural" in entry:
                po.write(f'msgstr[0] "{pseudo(entry["msgid"])}"\nmsgstr[1] "{pseudo(entry["msgid_plural"])}"\n')
            else:
                po.write(f'msgstr "{pseudo(entry["msgid"])}"\n')
    run("msgfmt", "--check", "--output-file=" + stem + ".mo", stem + ".po")
    os.replace(stem + ".mo", os.path.join(folder, "kickbox.mo"))
    os.remove(stem + ".po")
