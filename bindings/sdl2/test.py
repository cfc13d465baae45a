# SPDX-License-Identifier: MIT
"""The sample for SDL 2: it compiles without a warning, draws, and takes new banks."""
import os
import shutil
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.dirname(HERE))
from window_sample import WindowSample  # noqa: E402

AMALGAMATION = os.environ["KICKBOX_AMALGAMATION"]


@unittest.skipUnless(shutil.which("sdl2-config"), "libsdl2-dev is not installed")
class Sdl2Sample(WindowSample, unittest.TestCase):
    @classmethod
    def compile(cls):
        flags = subprocess.run(["sdl2-config", "--cflags", "--libs"], text=True, check=True,
                               capture_output=True).stdout.split()
        subprocess.run(["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-I", AMALGAMATION,
                        os.path.join(HERE, "game.c"), os.path.join(AMALGAMATION, "kickbox.c"),
                        "-o", cls.path("game"), *flags, "-lm"], check=True)
        return [cls.path("game")]
