# SPDX-License-Identifier: MIT
"""How many random rounds a test makes: kit_rounds of seed.h in Python."""
import os


def rounds(number):
    """Under a sanitizer the first quarter is enough, since the build without one makes them all. Those who go through kinds
    of things have to come to each in that quarter."""
    return (number + 3) // 4 if os.environ.get("KICKBOX_SANITIZE", "none") != "none" else number
