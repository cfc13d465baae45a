# SPDX-License-Identifier: MIT
"""tests/support/sanitizer_report.py: which runs of the editor count as failed."""
import os
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "support"))
from sanitizer_report import find_complaint  # noqa: E402

MALLOC = "    #0 0x55b6071f5d7e in malloc (/b/src/editor/kickbox-editor+0x7c2d7e) (BuildId: 74fa)\n"
GLIB = "    #1 0x7f2f6c91c658 in g_malloc (/lib/x86_64-linux-gnu/libglib-2.0.so.0+0x5a658) (BuildId: edd2)\n"
LIBC = "    #1 0x7f2f6b67e427 in __vasprintf_internal libio/./libio/vasprintf.c:71:30\n"
GTK = "    #2 0x7f5138e61450  (/lib/x86_64-linux-gnu/libgtk-4.so.1+0x1d4242) (BuildId: dc50)\n"
OURS = "    #3 0x55b607239cd3 in kb_make /b/build/../src/editor/window/application.c:100:30\n"
OURS_WITHOUT_LINES = "    #3 0x55b607239cd3 in kb_make (/b/src/editor/kickbox-editor+0x7c2d7e)\n"
OVERFLOW = "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1 at pc 0x2\nREAD of size 1\n"
UNDEFINED = "../src/editor/state/state_current.c:441:16: runtime error: member access within null pointer\n"


def leaks(*stack, kind="Direct"):
    return ("==1==ERROR: LeakSanitizer: detected memory leaks\n\n" + kind + " leak of 8 byte(s) in 1 object(s) allocated from:\n"
            + "".join(stack) + "\nSUMMARY: AddressSanitizer: 8 byte(s) leaked in 1 allocation(s).\n")


class Complaints(unittest.TestCase):
    def test_what_counts(self):
        for text, status, counts in (
                ("", 0, False), ("", -9, False), ("", 1, True), ("", -11, True), ("", -15, True),
                ("Gtk-Message: hello\n", 0, False), ("hello\n" + OVERFLOW, 1, True), (OVERFLOW, 0, True), (UNDEFINED, 1, True),
                (leaks(MALLOC, GLIB, OURS), 1, True), (leaks(MALLOC, LIBC, OURS), 1, True), (leaks(MALLOC, OURS), 0, True),
                (leaks(MALLOC, GLIB, OURS_WITHOUT_LINES), 1, True), (leaks(MALLOC, GLIB, GTK, OURS), 1, False),
                (leaks(MALLOC, GLIB), 1, False), (leaks(MALLOC, GLIB, OURS, kind="Indirect"), 1, False),
                (leaks(MALLOC, GLIB, GTK, OURS) + leaks(MALLOC, GLIB, OURS), 1, True),
                (leaks(MALLOC, GLIB, GTK) + UNDEFINED, 1, True), (leaks(MALLOC, GLIB, GTK), -11, True)):
            with self.subTest(text=text, status=status):
                self.assertEqual(bool(find_complaint(text, status)), counts)

    def test_says_what_is_wrong(self):
        self.assertTrue(find_complaint("hello\n" + OVERFLOW, 1).startswith(OVERFLOW))
        self.assertIn("kb_make", find_complaint(leaks(MALLOC, GLIB, OURS), 1))
        self.assertIn("it ended with -11:\nhello", find_complaint("hello", -11))


if __name__ == "__main__":
    unittest.main()
