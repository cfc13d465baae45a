#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes one kickbox.h and one kickbox.c of libkickbox, for games that compile it themselves; and the same of kickbox/pack.h.

    amalgamate.py VERSION OUT_DIR kickbox.h SOURCE.c... [kickbox/pack.h SOURCE.c...]

kickbox.h has the public headers that it includes in their places, kickbox_pack.h includes kickbox.h. Each source file has the internal headers where they are
first needed and then the sources in the order given; what is internal becomes static. The same input gives the same bytes."""
import os
import re
import sys

OWN = re.compile(r'^#include "runtime/([\w/-]+\.h)"')
LICENCE = "/* SPDX-License-Identifier: MIT */\n"
OPENING = LICENCE + """/* libkickbox @VERSION@ in one file; @HEADER@ is the whole interface. Made from the library's sources: change those.
 * Compile it as C11 or C++17 with whatever your game is made with. -DKBX_NO_FILES leaves out the two functions
 * that open and close files; -DKBX_PORTABLE leaves out what is written for certain processors. */
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE) && !defined(_GNU_SOURCE) && !defined(__APPLE__)
#define _POSIX_C_SOURCE 200809L
#endif

/* The same bits on every machine: each operation rounds once, whatever the compiler was told. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
/* The last one: where there are fused instructions, GCC 12 puts vfmaddsub for neighbouring sums of products even so. */
#pragma GCC optimize ("fp-contract=off", "no-fast-math", "no-tree-slp-vectorize")
#elif defined(_MSC_VER)
#pragma fp_contract (off)
#pragma float_control (precise, on)
#endif
#if defined(__clang__) && defined(__FAST_MATH__)
#error "clang cannot be told to compute exactly here: compile this file without -ffast-math"
#elif defined(__i386__) && !defined(__SSE2_MATH__)
#error "the old floating point unit rounds otherwise: compile with -msse2 -mfpmath=sse"
#endif

#include "@HEADER@"

/* All but the interface is of this file alone. */
#define @INTERNAL@
"""


def add(path, folder, seen, out):
    """Appends the text of a file, its own headers before it, without the lines that included them."""
    with open(path, encoding="utf-8") as text:
        lines = text.read().split("\n")
    body = []
    for line in lines:
        match = OWN.match(line)
        if not match:
            body.append(line)
        elif not match[1].startswith("kickbox") and match[1] not in seen:
            seen.add(match[1])
            add(os.path.join(folder, match[1]), folder, seen, out)
    text = "\n".join(body).replace(LICENCE.strip() + "\n", "", 1).strip("\n")
    out.append(f"\n/* ======== {os.path.basename(path)} ======== */\n\n{text}\n")


PUBLIC = re.compile(r'^#include "(?:kickbox/)?(\w+\.h)"\n', re.MULTILINE)


def public(path, seen):
    """The text of a public header, with those that it includes in their places, each once."""
    with open(path, encoding="utf-8") as text:
        lines = text.read()

    def included(match):
        if match[1] in seen:
            return ""
        seen.add(match[1])
        return "\n" + public(os.path.join(folder, match[1]), seen) + "\n"

    folder = os.path.join(os.path.dirname(path).removesuffix("/kickbox"), "kickbox")
    return PUBLIC.sub(included, lines).replace(LICENCE, "", 1 if seen else 0)


# Of the internal headers packing needs a part.
UNUSED = """ static
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wunused-function"
#endif"""


def source_text(version, header, internal, folder, sources):
    """One source file of them all."""
    out, seen = [OPENING.replace("@VERSION@", version).replace("@HEADER@", header).replace("@INTERNAL@", internal)], set()
    for source in sources:
        add(source, folder, seen, out)
    return "".join(out)


def main(version, folder_out, header, *files):
    folder = os.path.dirname(header)
    at = next((i for i, file in enumerate(files) if file.endswith(".h")), len(files))
    texts = {"kickbox.h": public(header, set()), "kickbox.c": source_text(version, "kickbox.h", "KBX_INTERNAL static", folder, files[:at])}
    if at < len(files):
        with open(files[at], encoding="utf-8") as text:
            texts["kickbox_pack.h"] = PUBLIC.sub('#include "kickbox.h"\n', text.read())
        texts["kickbox_pack.c"] = source_text(version, "kickbox_pack.h", "KBX_PACK_INTERNAL" + UNUSED, folder, files[at + 1:])
    os.makedirs(folder_out, exist_ok=True)
    for name, text in texts.items():
        with open(os.path.join(folder_out, name), "w", encoding="utf-8", newline="\n") as file:
            file.write(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
