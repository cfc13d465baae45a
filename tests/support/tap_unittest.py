# SPDX-License-Identifier: MIT
"""Runs the unittest module named on the command line and prints TAP, one line a test.

    tap_unittest.py MODULE.py [CLASS | CLASS.test]...     all tests, or only those

Window tests are many: with KICKBOX_EIGHTH=N, 0 to 7, only those run that the file KICKBOX_CORE lists, and an eighth of the
others, which a line "# also:" names."""
import importlib.util
import os
import sys
import traceback
import unittest
import zlib


class TapResult(unittest.TestResult):
    count = bad = 0

    def line(self, test, ok, text=""):
        self.count += 1
        self.bad += not ok
        name = test.id().split(".", 1)[-1].replace("#", " ")
        print(f"{'ok' if ok else 'not ok'} {self.count} - {name}{text}", flush=True)

    def failed(self, test, err):
        """What it says stands first: a log may be cut. Without unittest's own lines."""
        self.line(test, False)
        kind, value, trace = err
        while trace and "__unittest" in trace.tb_frame.f_globals:
            trace = trace.tb_next
        said = f"{kind.__name__}: {value}"
        for row in (said + "\n" + "".join(traceback.format_exception(kind, value, trace))).splitlines():
            print("# " + row, flush=True)

    def addSuccess(self, test):
        self.line(test, True)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.failed(test, err)

    def addError(self, test, err):
        super().addError(test, err)
        self.failed(test, err)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.line(test, True, " # SKIP " + reason)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.failed(subtest, err)


def tests_in(suite):
    """All tests, in order."""
    for part in suite:
        if isinstance(part, unittest.TestSuite):
            yield from tests_in(part)
        else:
            yield part


def names_of(test):
    """CLASS and CLASS.test."""
    return type(test).__name__, test.id().split(".", 1)[-1]


def also(test, module, eighth):
    return zlib.crc32(f"{module} {names_of(test)[1]}".encode()) % 8 == int(eighth)


def chosen(suite, module, asked):
    """Those that the command line names, else those of this run; all where neither says anything."""
    tests, core, eighth = list(tests_in(suite)), os.environ.get("KICKBOX_CORE"), os.environ.get("KICKBOX_EIGHTH")
    if asked:
        return unittest.TestSuite(test for test in tests if {*names_of(test)} & set(asked))
    if not core or not eighth:
        return suite
    with open(core, encoding="utf-8") as text:
        listed = {line.partition(":")[0].strip() for line in text if line.startswith(module + " ")}
    missing = listed - {f"{module} {name}" for test in tests for name in names_of(test)}
    if missing:
        sys.exit(f"{core}: there is no {', '.join(sorted(missing))}")
    of_core = [test for test in tests if {f"{module} {name}" for name in names_of(test)} & listed]
    others = [test for test in tests if test not in of_core and also(test, module, eighth)]
    for test in others:
        print(f"# also: {names_of(test)[1]}", flush=True)
    return unittest.TestSuite(test for test in tests if test in of_core or test in others)


def main():
    path = sys.argv[1]
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    spec = importlib.util.spec_from_file_location(os.path.basename(path)[:-3], path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    suite = chosen(unittest.defaultTestLoader.loadTestsFromModule(module), spec.name.removeprefix("test_"), sys.argv[2:])
    if not sys.argv[2:] and not suite.countTestCases() and os.environ.get("KICKBOX_EIGHTH"):
        print("1..0 # SKIP not in this run")
        return 0
    result = TapResult()
    suite.run(result)
    print(f"1..{result.count}", flush=True)
    return 0 if result.count and not result.bad else 1


if __name__ == "__main__":
    sys.exit(main())
