# SPDX-License-Identifier: MIT
"""How many random rounds a test makes: kit_rounds of seed.h in Python."""
import os


def rounds(number):
    """All in a whole run or a soak, else the first quarter; a sixteenth under a sanitizer. Tests of several
    kinds come to each kind in that."""
    if os.environ.get("KICKBOX_SANITIZE", "none") != "none":
        return (number + 15) // 16
    return number if os.environ.get("KICKBOX_ALL") or os.environ.get("KICKBOX_SOAK") else (number + 3) // 4
