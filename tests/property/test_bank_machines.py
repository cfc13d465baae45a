# SPDX-License-Identifier: MIT
"""The same bytes and the same answers on a big-endian machine, and from the second loader: the runtime and the
writer are compiled for s390x and run by qemu; random banks and exported ones are read by tests/golden/read_bank.py."""
import glob
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from rounds import rounds

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ANSWERS = os.environ["KICKBOX_BANK_ANSWERS"]
sys.path.insert(0, os.path.join(ROOT, "tests", "golden"))

import read_bank  # noqa: E402
import test_bank_documents as documents  # noqa: E402


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


class BigEndian(unittest.TestCase):
    @unittest.skipIf(os.environ["KICKBOX_SANITIZE"] != "none", "compiles everything itself: sanitizers change nothing")
    def test_s390x_writes_and_answers_the_same(self):
        compiler, emulator = shutil.which("s390x-linux-gnu-gcc"), shutil.which("qemu-s390x")
        if not compiler or not emulator:
            self.skipTest("needs s390x-linux-gnu-gcc and qemu-s390x")
        parts = [path for path in glob.glob(os.path.join(ROOT, "src", "bank", "*.c")) if "json" not in os.path.basename(path)]
        parts += glob.glob(os.path.join(ROOT, "src", "runtime", "**", "*.c"), recursive=True)
        parts += [os.path.join(ROOT, "tests", "support", name + ".c") for name in ("bank_answers", "random_bank", "random_worlds")]
        banks = sorted(glob.glob(os.path.join(ROOT, "tests", "golden", "bank", "v*", "*", "bank.kbx")))
        self.assertGreaterEqual(len(banks), 5)
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "answers")
            run(compiler, "-std=gnu11", "-D_GNU_SOURCE", "-DWITHOUT_JSON", "-O1", "-ffp-contract=off", "-static",
                "-I" + os.path.join(ROOT, "src"), "-I" + ROOT, "-o", program, *parts, "-lm")
            for arguments in (banks, ["--random", "100"]):
                native = run(ANSWERS, *arguments).splitlines()
                self.assertGreater(len(native), 1000)
                self.assertGreater(sum(b" point 0 1 " in line for line in native), 20)
                self.assertEqual(run(emulator, program, *arguments).splitlines(), native)


class SecondLoader(unittest.TestCase):
    def test_reads_random_banks(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "random.kbx")
            for seed in range(rounds(60)):
                with self.subTest(seed=seed):
                    text = run(ANSWERS, "--write", str(seed), path).decode("utf-8")
                    with open(path, "rb") as file:
                        bank = read_bank.read(file.read())
                    self.assertEqual(bank, documents.settled(documents.exact_json(text)))

    def test_random_banks_fit_the_schema(self):
        validator = documents.jsonschema.Draft7Validator(documents.load_schema())
        with tempfile.TemporaryDirectory() as folder:
            for seed in range(rounds(30)):
                with self.subTest(seed=seed):
                    text = run(ANSWERS, "--write", str(seed), os.path.join(folder, "random.kbx")).decode("utf-8")
                    validator.validate(documents.plain(documents.exact_json(text)))


class Exports(unittest.TestCase):
    def test_the_sample_project_in_both_forms(self):
        validator = documents.jsonschema.Draft7Validator(documents.load_schema())
        with tempfile.TemporaryDirectory() as folder:
            for images in ("png", "rgba", "beside", "none"):
                binary, text = (os.path.join(folder, images + end) for end in (".kbx", ".json"))
                for path, form in ((binary, "binary"), (text, "json")):
                    run(os.environ["KICKBOX"], "export", os.path.join(ROOT, "data", "dojo"), "-o", path,
                        "--format", form, "--images", images)
                with self.subTest(images=images):
                    written = documents.load(text)
                    validator.validate(documents.plain(written))
                    bank = read_bank.read(documents.load(binary, binary=True))
                    self.assertGreater(len(bank["sprites"]), 1)
                    self.assertEqual(bank, documents.settled(written))


if __name__ == "__main__":
    unittest.main()
