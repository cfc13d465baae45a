# SPDX-License-Identifier: MIT
"""kickbox.c, compiled as a stranger would, once for all tests that link it: it takes most of their time."""
import fcntl
import os
import shutil
import subprocess

BUILD = os.environ["KICKBOX_BUILD"]
AMALGAMATION = os.path.join(BUILD, "src", "runtime", "amalgamation")
SOURCE = os.path.join(AMALGAMATION, "kickbox.c")
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Wvla", "-Werror"]
C11, CXX17 = ["-std=c11", "-x", "c"], ["-std=c++17", "-x", "c++"]
# Optimized by one compiler alone.
FAST, SLOW = ["-O2"], ["-O0"]
COMPILED = {"gcc": C11 + FAST, "g++": CXX17 + SLOW, "clang": C11 + SLOW, "clang++": CXX17 + SLOW}
# The library is optimized where an emulator runs it for long; what optimizing compilers make of it, and warn of, is seen
# in ./test.sh --all, where tests/property/test_kit_machines.py compiles it for this machine.
S390X, MINGW = "s390x-linux-gnu-gcc", "x86_64-w64-mingw32-gcc"
LIBRARY = {"gcc": C11 + SLOW, "g++": CXX17 + SLOW, "clang": C11 + SLOW, "clang++": CXX17 + SLOW,
           S390X: C11 + ["-O1"], MINGW: C11 + SLOW}


def run(*command, **options):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, **options)


def library(test, compiler, name="kickbox"):
    """The object file of NAME.c by one of the compilers above, which the tests of other programs may be making just now."""
    if not shutil.which(compiler):
        test.skipTest("no " + compiler)
    source = os.path.join(AMALGAMATION, name + ".c")
    made = os.path.join(AMALGAMATION, f"{compiler}-{name}.o")
    with open(made + ".lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(made) or os.path.getmtime(made) <= os.path.getmtime(source):
            done = run(compiler, *WARNINGS, *LIBRARY[compiler], "-c", source, "-o", made + ".part")
            test.assertEqual(done.returncode, 0, done.stdout)
            os.replace(made + ".part", made)
    return made


def link(test, compiler, flags, program, *inputs):
    """A program of those, or a skipped test where the compiler lacks its C++ library."""
    done = run(compiler, *WARNINGS, *flags, "-I" + AMALGAMATION, *inputs, "-o", program, "-lm")
    if done.returncode != 0 and "cannot find" in done.stdout and "-lstdc++" in done.stdout:
        test.skipTest("no C++ library for " + compiler)
    test.assertEqual(done.returncode, 0, done.stdout)
    return program
