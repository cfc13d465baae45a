# SPDX-License-Identifier: MIT
"""10,000 questions to kickbox.dll in Wine, asked by the Rust program. Only the long run does
this."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.join(HERE, ".."))
import transcript  # noqa: E402

FOLDER, KICKBOX = os.environ["KICKBOX_WINDOWS"], os.environ["KICKBOX"]
CRATES = os.path.join(FOLDER, "..", "rust")
TARGET, LIBRARIES = "x86_64-pc-windows-gnu", "/usr/lib/rustlib"
# Links the DLL instead of compiling the library in.
CONFIG = f"""[target.{TARGET}]
linker = "x86_64-w64-mingw32-gcc"
[target.{TARGET}.kickbox_flat]
rustc-link-lib = ["dylib=kickbox"]
rustc-link-search = ["{FOLDER}"]
"""


@unittest.skipUnless(os.environ.get("KICKBOX_SOAK"), "only in the long run")
@unittest.skipUnless(shutil.which("wine") and os.path.isdir(os.path.join(LIBRARIES, TARGET)),
                     "needs wine and libstd-rust-dev-windows")
class Transcript(unittest.TestCase):
    def test_answers(self):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            banks = transcript.export_samples(KICKBOX, os.environ["KICKBOX_DATA"], folder)
            crates = shutil.copytree(CRATES, os.path.join(folder, "crates"))
            os.makedirs(os.path.join(crates, ".cargo"))
            with open(os.path.join(crates, ".cargo", "config.toml"), "w", encoding="utf-8") as file:
                file.write(CONFIG)
            # Debian's Rust has the library of that package.
            env = {**os.environ, "PATH": "/usr/bin:/bin", "CARGO_HOME": folder + "/cargo",
                   "CARGO_TARGET_DIR": folder + "/target", "WINEPREFIX": folder + "/wine",
                   "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml="}
            env.pop("DISPLAY", None)
            subprocess.run(["/usr/bin/cargo", "build", "--offline", "--quiet", "--target", TARGET,
                            "--example", "query"], cwd=crates, env=env, check=True)
            programs = os.path.join(folder, "target", TARGET, "debug", "examples")
            shutil.copy(os.path.join(FOLDER, "kickbox.dll"), programs)
            os.environ.update(env)
            try:
                # Wine says much when it starts for the first time.
                subprocess.run(["wine", "cmd", "/c", "exit"], capture_output=True, check=False)
                wrong, asked = transcript.compare(
                    KICKBOX, banks, ["wine", os.path.join(programs, "query.exe")])
            finally:
                subprocess.run(["wineserver", "-k"], capture_output=True, check=False)
            self.assertEqual(asked, 10000)
            self.assertEqual(wrong, [], "\n".join(wrong))


if __name__ == "__main__":
    unittest.main()
