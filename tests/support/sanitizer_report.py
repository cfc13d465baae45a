# SPDX-License-Identifier: MIT
"""Reads what a program printed to decide whether its run failed: errors that sanitizers report,
and leaks of memory that our own code allocated.

GTK and the libraries below it keep memory until the end, some of it unreachable. So a leak only
counts when the innermost frame outside of allocators is ours. That takes exact stacks, and
exact stacks take five times as long: KICKBOX_FIND_LEAKS asks for them, and only in a soak."""
import os
import re

ERROR = re.compile(r"ERROR: (?!LeakSanitizer: detected memory leaks)\w+Sanitizer|runtime error:")
LEAKS = "ERROR: LeakSanitizer: detected memory leaks"
LEAK = re.compile(r"^Direct leak of (\d+) byte", re.MULTILINE)
FRAME = re.compile(r"^\s+#\d+ 0x[0-9a-f]+\s+(?:in (\S+) )?(.*)$")
# They allocate for whoever calls them. The C library's places are relative.
ALLOCATORS = re.compile(r"^[^/]|/lib(?:c|glib-2\.0|gobject-2\.0|gio-2\.0|jansson|stdc\+\+|asan)[.-][^/]*$")
OURS = re.compile(r"/src/[^ ]*\.[ch]:\d+|/kickbox(?:-editor)?$")


def environment():
    """For a program that may have been built with sanitizers. GLib's own allocator would hide leaks
    and stale pointers. Libraries come without the frame pointers that the fast unwinder needs."""
    exact = os.environ.get("KICKBOX_FIND_LEAKS") and os.environ.get("KICKBOX_SOAK")
    leaks = "fast_unwind_on_malloc=0:malloc_context_size=12" if exact else "detect_leaks=0"
    return {"G_SLICE": "always-malloc",
            "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":" + leaks}


def frames(lines):
    """(function, place) of the stack that begins with these lines."""
    for line in lines:
        match = FRAME.match(line)
        if not match:
            return
        place = match[2].strip("()")
        yield match[1] or "?", re.sub(r"\+0x[0-9a-f]+.*$", "", place)


def is_ours(stack):
    """Frame 0 is the sanitizer's malloc, which is linked into our programs."""
    outside = [place for _, place in stack[1:] if not ALLOCATORS.search(place)]
    return bool(outside and OURS.search(outside[0]))


def own_leaks(text):
    """The stacks of leaks of our own code, as text."""
    leaks = []
    for match in LEAK.finditer(text):
        lines = text[match.start():].splitlines()
        stack = list(frames(lines[1:]))
        if is_ours(stack):
            leaks.append("\n".join([lines[0]] + lines[1:1 + len(stack)]))
    return leaks


def find_complaint(text, status):
    """What is wrong with a run that printed `text` and ended with `status`, or None. -9 is a kill by
    a test. Leaks that do not count still make the status 1."""
    error = ERROR.search(text)
    if error:
        return text[text.rfind("\n", 0, error.start()) + 1:]
    leaks = own_leaks(text)
    if leaks:
        return "\n".join(leaks)
    if status in (0, -9) or status == 1 and LEAKS in text:
        return None
    return f"it ended with {status}:\n{text}"
