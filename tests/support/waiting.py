# SPDX-License-Identifier: MIT
"""Waiting for what can be seen, and running helper programs: for tests of the real window."""
import os
import subprocess
import time

from gi.repository import GLib

KEYS, HANDS = {"key", "type"}, {"key", "type", "click", "mouseup", "keyup"}  # what a program has to act on
turns = hands = None  # of the Desktop

PATIENCE = float(os.environ.get("KICKBOX_E2E_PATIENCE", "40"))


class Impatient(AssertionError):
    """What was waited for did not happen."""


class Failed(Exception):
    """A helper program ended badly."""


def wait_for(what, condition, seconds=None):
    """The first true value of condition(); looks again every few milliseconds, and for no more than a third of the time,
    so that what it waits for gets on."""
    seconds = PATIENCE if seconds is None else seconds
    end = time.monotonic() + seconds
    while True:
        problem, began = "", time.monotonic()
        try:
            value = condition()
        except (GLib.Error, Failed) as error:  # what we looked at went away, or is not there yet
            value, problem = None, f": {error}"
        if value:
            return value
        now = time.monotonic()
        if now > end:
            raise Impatient(f"waited {seconds:g} s for {what}{problem}")
        time.sleep(min(max(0.03, 2 * (now - began)), 0.5))


def insist(what, act, condition):
    """Acts, and once more where nothing came of it for a while: what was done may have met a window that was not ready
    for it, or was just moving. For acts that may be done twice."""
    for _ in range(4):
        act()
        try:
            return wait_for(what, condition, PATIENCE / 4)
        except Impatient as error:
            last = error
    raise last


def run(*command):
    """What it prints. Hands of xdotool begin when a window has the keyboard, and end when its program has acted on them:
    what is looked at next is not from before. What comes by itself later still has to be waited for."""
    words = set(command[1:]) if turns and command[0] == "xdotool" else set()
    if words & KEYS:
        turns.ready()
    if hands and command[0] == "xdotool" and hands.do(command[1:]):
        if words & HANDS:
            turns.done()
        return ""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise Failed(f"{' '.join(str(word) for word in command)}: {done.stderr.strip() or done.returncode}")
    if words & HANDS:
        turns.done()
    return done.stdout
