# SPDX-License-Identifier: MIT
"""Runs the unittest module named on the command line and prints TAP, one line a test. A test in which something that was
waited for did not come (waiting.SHAKY) gets a second try after all others, as its line says; a wrong answer does not."""
import importlib.util
import os
import sys
import traceback
import unittest


class TapResult(unittest.TestResult):
    count = bad = 0

    def __init__(self, second=False):
        super().__init__()
        self.second, self.again = second, []

    def line(self, test, ok, text=""):
        TapResult.count += 1
        TapResult.bad += not ok
        name = test.id().split(".", 1)[-1].replace("#", " ")
        print(f"{'ok' if ok else 'not ok'} {TapResult.count} - {name}{text}", flush=True)

    def failed(self, test, err, whole=None):
        """`whole`: the test that a subtest is a part of."""
        whole, shaky = whole or test, getattr(sys.modules.get("waiting"), "SHAKY", ())
        if issubclass(err[0], shaky) and isinstance(whole, unittest.TestCase) and not self.second:
            self.again += [whole] if whole not in self.again else []
        else:
            self.line(test, False)
        for row in "".join(traceback.format_exception(*err)).splitlines():
            print("# " + row, flush=True)

    def addSuccess(self, test):
        if test not in self.again:
            self.line(test, True, ", at the second try" if self.second else "")

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
            self.failed(subtest, err, test)


def main():
    path = sys.argv[1]
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    spec = importlib.util.spec_from_file_location(os.path.basename(path)[:-3], path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    suite = unittest.defaultTestLoader.loadTestsFromModule(module)
    result = TapResult()
    suite.run(result)
    if result.again:
        unittest.TestSuite(result.again).run(TapResult(second=True))
    print(f"1..{TapResult.count}", flush=True)
    return 0 if TapResult.count and not TapResult.bad else 1


if __name__ == "__main__":
    sys.exit(main())
