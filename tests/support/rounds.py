# SPDX-License-Identifier: MIT
"""How many random rounds a test makes: kit_rounds of seed.h in Python."""
import os


def rounds(number):
    """All in a soak, else the first half; the first quarter under a sanitizer. Tests of several
    kinds come to each kind in that quarter."""
    if os.environ.get("KICKBOX_SANITIZE", "none") != "none":
        return (number + 3) // 4
    return number if os.environ.get("KICKBOX_SOAK") else (number + 1) // 2
