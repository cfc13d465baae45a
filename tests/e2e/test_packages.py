# SPDX-License-Identifier: MIT
"""What a release is made of: the Debian packages, built and tried in clean roots, and the manifest of the Flatpak."""
import glob
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import unittest

SOURCE = os.environ["KICKBOX_SOURCE"]
PACKAGES = ["kickbox", "kickbox-doc", "kickbox-editor", "libkickbox-dev", "libkickbox1"]


class Debian(unittest.TestCase):
    def test_clean_roots(self):
        if not os.environ.get("KICKBOX_SOAK"):
            self.skipTest("only with --soak")
        if os.geteuid() != 0 or not shutil.which("debootstrap"):
            self.skipTest("no root, or no debootstrap")
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([os.path.join(SOURCE, "scripts", "package-debian.sh"), "-o", folder], stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout)
            for suite in ("bookworm", "trixie"):
                with self.subTest(suite):
                    made = {os.path.basename(path).split("_")[0] for path in glob.glob(os.path.join(folder, suite, "*.deb"))}
                    self.assertEqual(sorted(name for name in made if not name.endswith("-dbgsym")), PACKAGES)
                    self.assertGreater(os.path.getsize(os.path.join(folder, suite, "editor.png")), 50000)


class Flatpak(unittest.TestCase):
    def test_manifest(self):
        if not shutil.which("flatpak-builder"):
            self.skipTest("no flatpak-builder")
        shown = subprocess.run(["flatpak-builder", "--show-manifest", os.path.join(SOURCE, "build-aux", "flatpak", "io.github.kickbox.Kickbox.yml")],
                               check=True, capture_output=True, text=True).stdout
        manifest = json.loads(shown)
        self.assertEqual((manifest["id"], manifest["command"]), ("io.github.kickbox.Kickbox", "kickbox-editor"))
        self.assertEqual(manifest["modules"][-1]["name"], "kickbox")
        for module in manifest["modules"][:-1]:
            for source in module["sources"]:
                self.assertTrue(source["url"].startswith("https://"), source)
                self.assertEqual(len(source["sha256"]), hashlib.sha256().digest_size * 2)


if __name__ == "__main__":
    unittest.main()
