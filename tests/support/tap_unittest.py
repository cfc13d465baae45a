# SPDX-License-Identifier: MIT
"""Runs the unittest module named on the command line and prints TAP, one line a test."""
import importlib.util
import os
import sys
import traceback
import unittest


class TapResult(unittest.TestResult):
    count = 0

    def line(self, test, ok, text="", detail=""):
        TapResult.count += 1
        name = test.id().split(".", 1)[-1].replace("#", " ")
        print(f"{'ok' if ok else 'not ok'} {TapResult.count} - {name}{text}", flush=True)
        for row in detail.splitlines():
            print("# " + row, flush=True)

    def addSuccess(self, test):
        self.line(test, True)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.line(test, False, detail="".join(traceback.format_exception(*err)))

    def addError(self, test, err):
        super().addError(test, err)
        self.line(test, False, detail="".join(traceback.format_exception(*err)))

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.line(test, True, " # SKIP " + reason)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.line(subtest, False, detail="".join(traceback.format_exception(*err)))


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
    print(f"1..{TapResult.count}", flush=True)
    return 0 if result.wasSuccessful() and TapResult.count else 1


if __name__ == "__main__":
    sys.exit(main())
