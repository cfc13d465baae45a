# SPDX-License-Identifier: MIT
"""How many random rounds a test in Python makes; seed.h says it for C, where a round costs less."""
import os
import unittest

IS_WHOLE = bool(os.environ.get("KICKBOX_ALL") or os.environ.get("KICKBOX_SOAK"))

# A test for ./test.sh --all alone.
whole = unittest.skipUnless(IS_WHOLE, "not in this run")


def share(number):
    """All in a whole run or a soak (a sixteenth of them with sanitizers), else the first quarter; a
    sixteenth in a quick run. Tests of several kinds come to each kind in that."""
    if os.environ.get("KICKBOX_QUICK") or os.environ.get("KICKBOX_SANITIZE", "none") != "none":
        return (number + 15) // 16
    return number if IS_WHOLE else (number + 3) // 4


def rounds(number):
    """The share of so many rounds, which it prints. The programs asked here answer all at once: there is no budget."""
    print(f"# {share(number)} of {number} rounds", flush=True)
    return share(number)
