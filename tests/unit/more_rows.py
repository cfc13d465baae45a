#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""more_rows.py SOURCE OUTPUT (ANCHOR ROW)...: a copy of a source file, with each ROW before the only line that has ANCHOR."""
import sys

source, output, *rows = sys.argv[1:]
lines = open(source, encoding="utf-8").read().split("\n")
for anchor, row in zip(rows[::2], rows[1::2]):
    places = [i for i, line in enumerate(lines) if anchor in line]
    if len(places) != 1:
        sys.exit(f"{source}: {len(places)} lines have {anchor!r}")
    lines.insert(places[0], row)
open(output, "w", encoding="utf-8").write("\n".join(lines))
